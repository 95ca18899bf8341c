/* SPDX-License-Identifier: MIT
 *
 * The states of the unit GL that act when they are written: pipe, events, semaphores, caches, counts of
 * samples, fences (GC facts 2.6, 3.1, 10).
 */
#include "hw/model/gc/fe.h"
#include "hw/model/gc/hi.h"

static void pipe_select(struct mgc *g, uint32_t value)
{
	mgc_finish(g);
	if (g->fe->sync.color || g->fe->sync.depth || g->fe->sync.fe_behind)
		mgc_report(
		    g, FL_WARN, "FE", "GC facts 2.6",
		    "PIPE_SELECT %u while PE has work: flush, then FE waits for PE, then the pipe changes",
		    value & GC_GL_PIPE_SELECT__PIPE__MASK);
}

/* Events arrive in the order of work: what came before is done, though caches still hold it. */
static void event(struct mgc *g, uint32_t value)
{
	const uint32_t id = GC_GL_EVENT__EVENT_ID__GET(value);
	const bool fe = GC_GL_EVENT__FROM_FE__GET(value), pe = GC_GL_EVENT__FROM_PE__GET(value),
		   blt = GC_GL_EVENT__FROM_BLT__GET(value);

	if (id > 29)
		mgc_report(g, FL_WARN, "FE", "GC facts 2.3",
			   "EVENT %u: bits 30 and 31 of INTR_ACKNOWLEDGE are for faults", id);
	if (blt && !g->variant->blt) {
		mgc_report(g, FL_WARN, "FE", "GC facts 0", "EVENT %u from BLT, which this core has not: lost",
			   id);
		return;
	}
	if (!fe && !pe && !blt) {
		mgc_report(g, FL_WARN, "FE", "GC facts 2.6",
			   "EVENT 0x%x names no unit that would raise it (FROM_FE, FROM_PE, FROM_BLT): lost",
			   value);
		return;
	}
	if (pe && g->fe->fault_pe)
		return;
	mgc_finish(g); /* the host may look at what was drawn, or draw with other vertices */
	mgc_hi_raise(g, 1u << id);
}

void mgc_flush(struct mgc *g, uint32_t bits)
{
	const bool color = bits & GC_GL_FLUSH_CACHE__COLOR__MASK;
	const bool depth = bits & GC_GL_FLUSH_CACHE__DEPTH__MASK;

	if (color || depth)
		mgc_pe_flush(g, color, depth);
	if (bits & GC_GL_FLUSH_CACHE__TEXTURE__MASK)
		mgc_tx_flush(g, false);
	if (bits & GC_GL_FLUSH_CACHE__TEXTUREVS__MASK)
		mgc_tx_flush(g, true);
	mgc_sh_write(g, GC_GL_FLUSH_CACHE, bits);
	mgc_tx_write(g, GC_GL_FLUSH_CACHE, bits);
}

static void flush_cache(struct mgc *g, uint32_t value)
{
	if (value & GC_GL_FLUSH_CACHE__TEXTUREVS__MASK && value & ~GC_GL_FLUSH_CACHE__TEXTUREVS__MASK)
		mgc_report(g, FL_WARN, "FE", "GC facts 3.1",
			   "FLUSH_CACHE 0x%x: TEXTUREVS wants a write of its own", value);
	mgc_sync_flush(g, value);
	mgc_flush(g, value);
}

/* GC facts 10: cores with fences write the data when what came before is done (choices.md). */
static void fence_out(struct mgc *g)
{
	enum { HALTI2 = 2, HALTI5 = 5 };
	const uint32_t addr = GC_STATE(g, GL_FENCE_OUT_ADDRESS);
	const uint32_t data[2] = {GC_STATE(g, GL_FENCE_OUT_DATA_LOW), GC_STATE(g, GL_FENCE_OUT_DATA_HIGH)};

	if (g->variant->halti < HALTI2) {
		mgc_report(g, FL_WARN, "FE", "GC facts 0", "FENCE_OUT on a core that has no fences");
		return;
	}
	mgc_finish(g);
	mgc_write(g, MGC_PE, addr, data, g->variant->halti >= HALTI5 ? 8 : 4);
}

void mgc_gl_write(struct mgc *g, uint32_t offset, uint32_t value)
{
	switch (offset) {
	case GC_GL_PIPE_SELECT:
		pipe_select(g, value);
		break;
	case GC_GL_EVENT:
		event(g, value);
		break;
	case GC_GL_SEMAPHORE_TOKEN:
		mgc_sync_semaphore(g, value);
		break;
	case GC_GL_STALL_TOKEN:
		mgc_sync_stall(g, value, false);
		break;
	case GC_GL_FLUSH_CACHE:
		flush_cache(g, value);
		break;
	case GC_GL_FLUSH_MMU:
		mgc_mmu_write(g, offset, value);
		break;
	case GC_GL_OCCLUSION_QUERY_ADDR:
		mgc_occlusion(g, true, value);
		break;
	case GC_GL_OCCLUSION_QUERY_CONTROL:
		mgc_occlusion(g, false, 0);
		break;
	case GC_GL_FENCE_OUT_DATA_LOW:
		fence_out(g);
		break;
	default:
		mgc_vs_write(g, offset, value);
	}
}
