/* SPDX-License-Identifier: MIT
 *
 * Semaphores and stalls, and what is said where they are missing (GC facts 3.1). The model does everything
 * in its order, so that a stream without them gives the picture that was meant; on a core it would do so by
 * luck.
 */
#include "hw/model/gc/fe.h"

static const char *unit_name(unsigned unit)
{
	switch (unit) {
	case GC_SYNC_RECIPIENT__FE:
		return "FE";
	case GC_SYNC_RECIPIENT__RA:
		return "RA";
	case GC_SYNC_RECIPIENT__PE:
		return "PE";
	case GC_SYNC_RECIPIENT__DE:
		return "DE";
	case GC_SYNC_RECIPIENT__BLT:
		return "BLT";
	default:
		return "no unit";
	}
}

static bool there(const struct mgc *g, unsigned unit)
{
	switch (unit) {
	case GC_SYNC_RECIPIENT__FE:
	case GC_SYNC_RECIPIENT__RA:
	case GC_SYNC_RECIPIENT__PE:
		return true;
	case GC_SYNC_RECIPIENT__BLT:
		return g->variant->blt && GC_STATE(g, BLT_ENABLE) & 1;
	default:
		return false; /* DE is of the 2D pipe */
	}
}

#define FROM(token) GC_GL_SEMAPHORE_TOKEN__FROM__GET(token)
#define TO(token)   GC_GL_SEMAPHORE_TOKEN__TO__GET(token)

void mgc_sync_semaphore(struct mgc *g, uint32_t token)
{
	g->fe->armed[FROM(token)] |= 1u << TO(token);
}

/* What a unit has waited for is behind it. */
static void waited(struct mgc *g, unsigned from, unsigned to)
{
	struct mgc_sync *s = &g->fe->sync;

	if (to == GC_SYNC_RECIPIENT__BLT)
		s->copied = false;
	if (to != GC_SYNC_RECIPIENT__PE)
		return;
	s->ra_behind = false; /* if FE waits, what RA gets comes later too */
	if (from == GC_SYNC_RECIPIENT__FE)
		s->fe_behind = false;
}

void mgc_sync_stall(struct mgc *g, uint32_t token, bool command)
{
	const unsigned from = FROM(token), to = TO(token);

	if ((from == GC_SYNC_RECIPIENT__FE) != command)
		mgc_report(
		    g, FL_WARN, "FE", "GC facts 3.1",
		    "%s of %s for %s: FE stalls by the command STALL, the others by the state STALL_TOKEN",
		    command ? "STALL" : "STALL_TOKEN", unit_name(from), unit_name(to));
	if (!(g->fe->armed[from] & 1u << to)) {
		mgc_report(g, FL_REFUSE, "FE", "GC facts 3.1",
			   "%s (%u) waits for %s (%u), and no SEMAPHORE_TOKEN 0x%x came before: it waits for "
			   "ever; the "
			   "core hangs",
			   unit_name(from), from, unit_name(to), to, token & 0x1f1f);
		mgc_hang(g);
		return;
	}
	if (!there(g, from) || !there(g, to)) {
		mgc_report(
		    g, FL_REFUSE, "FE", "GC facts 3.1",
		    "%s (%u) waits for %s (%u), a unit that is not there, or not enabled (BLT_ENABLE): the "
		    "core hangs",
		    unit_name(from), from, unit_name(to), to);
		mgc_hang(g);
		return;
	}
	/* RS works on PE's way to memory; BLT has a way of its own. */
	if ((to == GC_SYNC_RECIPIENT__PE && (g->fe->fault_pe || (g->fe->copying && !g->variant->blt))) ||
	    (to == GC_SYNC_RECIPIENT__BLT && g->fe->copying)) {
		mgc_hang(g);
		return;
	}
	g->fe->armed[from] &= ~(1u << to);
	waited(g, from, to);
}

void mgc_sync_flush(struct mgc *g, uint32_t bits)
{
	struct mgc_sync *s = &g->fe->sync;

	if (bits & GC_GL_FLUSH_CACHE__COLOR__MASK)
		s->color = false;
	if (bits & GC_GL_FLUSH_CACHE__DEPTH__MASK)
		s->depth = false;
}

/* ---- what is missing ----------------------------------------------------------------------------------- */
/* wait: the flush has to be waited for, too. */
static void before(struct mgc *g, const char *what, bool wait)
{
	const struct mgc_sync *s = &g->fe->sync;

	if (s->color || s->depth)
		mgc_report(
		    g, FL_WARN, "FE", "GC facts 3.1",
		    "%s while the caches of PE hold what was drawn (%s%s%s): FLUSH_CACHE, and a stall RA to "
		    "PE, come first",
		    what, s->color ? "COLOR" : "", s->color && s->depth ? ", " : "", s->depth ? "DEPTH" : "");
	else if (s->ra_behind && wait)
		mgc_report(g, FL_WARN, "FE", "GC facts 3.1",
			   "%s after draws, flushed, that nobody has waited for: semaphore and stall, RA to "
			   "PE, come "
			   "first",
			   what);
}

void mgc_sync_note(struct mgc *g, unsigned unit)
{
	struct mgc_sync *s = &g->fe->sync;

	switch (unit) {
	case GC_SYNC_RECIPIENT__PE:
		if (s->copied)
			mgc_report(
			    g, FL_WARN, "FE", "GC facts 8.4",
			    "a draw while BLT may still copy: a semaphore and a stall for BLT come first");
		s->color = s->depth = s->ra_behind = s->fe_behind = true;
		break;
	case MGC_SYNC_RS:
		before(g, "RS begins", true);
		break;
	case GC_SYNC_RECIPIENT__BLT:
		before(g, "BLT begins", false); /* drivers flush, and do not wait */
		s->copied = true;
		break;
	}
}

void mgc_sync_ts_flush(struct mgc *g)
{
	before(g, "TS_FLUSH_CACHE", false); /* Linux waits after it, Mesa before */
}

/* Where targets and their tile status lie. */
static bool is_target(uint32_t offset)
{
	switch (offset) {
	case GC_PE_COLOR_ADDR:
	case GC_PE_DEPTH_ADDR:
	case GC_TS_COLOR_STATUS_BASE:
	case GC_TS_COLOR_SURFACE_BASE:
	case GC_TS_DEPTH_STATUS_BASE:
	case GC_TS_DEPTH_SURFACE_BASE:
		return true;
	}
	return (offset >= GC_PE_PIPE_COLOR_ADDR(0) && offset <= GC_PE_PIPE_COLOR_ADDR(7)) ||
	       (offset >= GC_PE_PIPE_DEPTH_ADDR(0) && offset <= GC_PE_PIPE_DEPTH_ADDR(7));
}

void mgc_sync_state(struct mgc *g, uint32_t offset, uint32_t value)
{
	if (is_target(offset) && g->state[offset / 4] != value)
		before(g, "a target or its tile status moves", !g->variant->blt);
}

void mgc_sync_source(struct mgc *g, uint32_t offset)
{
	if (g->fe->sync.fe_behind)
		mgc_report(g, FL_WARN, "FE", "GC facts 3.1",
			   "programs or uniforms are loaded (0x%05x) while draws may still run with the old "
			   "ones: FE "
			   "waits for PE first",
			   offset);
}
