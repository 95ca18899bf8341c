/* SPDX-License-Identifier: MIT
 *
 * The beginning of a draw: states that changed are decoded, block by block, and what its pixels have to pass
 * is decided.
 */
#include "hw/model/gc/pe.h"
#include "hw/model/gc/tx.h"
#include "hw/model/gc/vs.h"
#include "hw/model/pixel/depth.h"
#include "hw/model/pixel/target.h"

#include <string.h>

enum {
	ARENA_B = 8 << 20, /* decoded state beyond this ends the batch */
	LOOKUP_COST = 4,   /* of a pixel, beside the instructions of its program */
};

/* Where RA and PE say so depths are tested before the program; nothing may be written for pixels that the
 * program then kills. GC facts 7: what a stream says about it must agree with the program. */
static void check_order(struct mgc *g, const struct mgc_drawn *d, bool kills)
{
	const uint32_t ra = GC_STATE(g, RA_EARLY_DEPTH), pe = GC_STATE(g, PE_DEPTH_CONFIG);
	const bool test = ra & MGC_RA_TEST && pe & GC_PE_DEPTH_CONFIG__EARLY_Z__MASK;
	const bool early_write =
	    g->variant->ra_write_depth && !(ra & MGC_RA_WRITE_DISABLE) && d->base.depth->write;
	const bool late = !(pe & GC_PE_DEPTH_CONFIG__DISABLE_ZS__MASK);

	if (!d->base.depth->depth_on)
		return;
	if (test && !g->variant->early_z)
		mgc_report(g, FL_WARN, "RA", "GC facts 0, 7",
			   "RA_EARLY_DEPTH %08x tests early on a core with NO_EARLY_Z", ra);
	if (test && d->makes_z)
		mgc_report(g, FL_WARN, "RA", "GC facts 5.3, 7",
			   "depths are tested early (RA_EARLY_DEPTH %08x, PE_DEPTH_CONFIG %08x), and the "
			   "program makes its "
			   "own in t0.z",
			   ra, pe);
	if (early_write && late)
		mgc_report(g, FL_WARN, "RA", "GC facts 7, 12",
			   "RA writes depths early (RA_EARLY_DEPTH %08x without WRITE_DISABLE) and PE late "
			   "(PE_DEPTH_CONFIG "
			   "%08x without DISABLE_ZS): the core hangs",
			   ra, pe);
	if (early_write && kills)
		mgc_report(g, FL_WARN, "RA", "GC facts 7",
			   "RA writes depths early (RA_EARLY_DEPTH %08x), and pixels are dropped after it",
			   ra);
	if (test && d->base.depth->key.micro == MGC_LINEAR)
		mgc_report(g, FL_WARN, "RA", "GC facts 8, 12",
			   "depths are tested early, and the target is linear");
}

static uint8_t stages(const struct mgc_drawn *d, bool kills)
{
	const uint8_t path = d->base.depth->path;
	uint8_t s = FL_RASTER_DEPTH;

	if (path == FL_PIXEL_DEPTH_ALONE || path == FL_PIXEL_DEPTH_FULL || path == FL_PIXEL_DEPTH_WIDE)
		s |= FL_RASTER_Z;
	if (path == FL_PIXEL_DEPTH_ALONE && d->base.samples == 1 && !d->makes_z)
		s |= FL_RASTER_HIDE;
	if (d->base.targets.used)
		s |= FL_RASTER_COLOR;
	if (d->base.targets.used || kills || d->makes_z || d->ps_facts.stores)
		s |= FL_RASTER_SHADE;
	return s;
}

/* Colors, a bit each, that a target takes as they are: the others clamp them. */
static uint8_t unclamped(const struct fl_pixel_color *cb)
{
	unsigned m = 0;

	for (unsigned i = 0; i < cb->n; i++) {
		const struct fl_pixel_target *t = &cb->target[i];

		if (t->path > FL_PIXEL_COLOR_FIXED)
			m |= 1u << t->from | 1u << t->wide.second;
	}
	return (uint8_t)m;
}

/* New state for what is dirty, in place of what next has. False: a block refused, and said why. */
static bool decode(struct mgc *g, struct mgc_drawn *next, uint32_t dirty)
{
	enum { LINK = MGC_DIRTY_FE | MGC_DIRTY_PA | MGC_DIRTY_SH, CODE = MGC_DIRTY_SH | MGC_DIRTY_UNIFORM };
	struct mgc_vs *v = g->vs;
	struct fl_arena *a = &v->arena;
	bool kills;

	if (dirty & (MGC_DIRTY_FE | MGC_DIRTY_SH) && !mgc_fetch_decode(g, &v->fetch)) {
		v->hung = true;
		return false;
	}
	if (dirty & CODE) {
		next->vs = mgc_sh_program(g, MGC_VERTEX, a);
		next->ps = next->vs ? mgc_sh_program(g, MGC_PIXEL, a) : NULL;
		if (!next->ps) {
			v->hung = true;
			return false;
		}
		next->ps_facts = *mgc_program_facts(next->ps);
	}
	if (dirty & LINK && !(next->in = mgc_ra_inputs(g, a)))
		return false;
	if (dirty & LINK && !(next->base.scan = mgc_ra_scan(g, a)))
		return false;
	if (dirty & (MGC_DIRTY_PE | MGC_DIRTY_PA | MGC_DIRTY_TS) && !(next->base.depth = mgc_pe_depth(g, a)))
		return false;
	if (dirty & (MGC_DIRTY_PE | MGC_DIRTY_PA | MGC_DIRTY_TS | MGC_DIRTY_SH) &&
	    !(next->base.color = mgc_pe_color(g, a)))
		return false;
	if (!(next->base.setup = mgc_pa_setup(g, a, next->in)))
		return false;
	mgc_pa_exports(g, &v->pa, next->in);
	if (dirty & (MGC_DIRTY_TX | MGC_DIRTY_TS | MGC_DIRTY_SH) &&
	    !(next->units =
		  mgc_draw_textures(g, a, mgc_program_facts(next->vs)->units | next->ps_facts.units)))
		return false;
	for (unsigned i = 0; i < MGC_TARGETS; i++)
		next->ts[i] = mgc_ts_color(g, i);
	next->ts[MGC_TARGETS] = mgc_ts_depth(g);
	next->base.inputs = &next->in->inputs;
	fl_pixel_targets(&next->base);
	next->base.targets.depth_used = next->base.depth->key.cpp != 0; /* although it may not be looked at */
	mgc_pe_alpha(g, next);
	next->saturate = (uint8_t)(GC_STATE(g, PS_CONTROL) >> 1 & 15);
	for (unsigned i = 4; i < MGC_TARGETS; i++)
		next->saturate |= (uint8_t)((GC_STATE(g, PS_OUTPUT_REG2) >> (8 * (i - 4) + 7) & 1) << i);
	if (!next->alpha_test)
		next->saturate &= unclamped(next->base.color);
	next->face = next->ps_facts.face;
	next->makes_z = next->ps_facts.writes_z & 1 && next->base.depth->depth_on &&
			!(GC_STATE(g, PE_DEPTH_CONFIG) & GC_PE_DEPTH_CONFIG__EARLY_Z__MASK);
	for (unsigned i = 0; i < MGC_TARGETS; i++)
		next->out_reg[i] = (uint8_t)mgc_ps_output(g, i);
	next->position =
	    next->ps_facts.reads & 1 &&
	    mgc_sh_begins_with(next->ps, next->out_reg, next->base.targets.n ? next->base.targets.n : 1) & 1;
	next->repeats = !next->position && !next->makes_z &&
			mgc_sh_pure(next->ps, next->in->n, next->out_reg,
				    next->base.targets.n ? next->base.targets.n : 1);
	next->serial = ++v->serial;
	kills = next->ps_facts.kills || next->alpha_test;
	check_order(g, next, kills);
	next->base.samples = next->base.scan->samples;
	next->base.early_depth = !kills && !next->makes_z;
	next->base.stages = stages(next, kills);
	next->base.cost = next->base.stages & FL_RASTER_SHADE ? LOOKUP_COST + next->ps_facts.n_inst : 1;
	return true;
}

static bool same_status(const struct mgc_drawn *a, const struct mgc_drawn *b)
{
	bool same = true;

	for (unsigned i = 0; i <= MGC_TARGETS; i++)
		same &= a->ts[i].on == b->ts[i].on && a->ts[i].status == b->ts[i].status &&
			a->ts[i].surface == b->ts[i].surface && a->ts[i].clear == b->ts[i].clear;
	return same;
}

const struct mgc_drawn *mgc_vs_begin(struct mgc *g)
{
	struct mgc_vs *v = g->vs;
	struct mgc_drawn *next;
	uint32_t dirty;

	v->ras.open = false;
	if (v->arena.used_B > ARENA_B)
		mgc_finish(g);
	dirty = (g->dirty | v->stale) & MGC_DIRTY_ALL;
	if (v->draw && !dirty) {
		v->ras.open = true;
		return v->draw;
	}
	next = fl_arena_alloc(&v->arena, sizeof(*next), _Alignof(struct mgc_drawn));
	if (!next) {
		mgc_report(g, FL_REFUSE, "VS", "", "out of memory for the state of a draw");
		return NULL;
	}
	if (v->draw)
		*next = *v->draw;
	else
		memset(next, 0, sizeof(*next));
	g->dirty &= ~(uint32_t)MGC_DIRTY_ALL;
	v->stale |= dirty; /* of the next draw too, if this one is refused */
	if (!decode(g, next, dirty))
		return NULL;
	if (v->ras.targets && v->ras.bins.n_active &&
	    (!fl_tile_same_targets(&v->ras.targets->targets, &next->base.targets) ||
	     !same_status(mgc_drawn_of(v->ras.targets), next)))
		fl_raster_run(&v->ras);
	v->ras.draw = v->ras.targets = &next->base;
	v->in_memory |= next->ps_facts.memory || mgc_units_in_memory(next->units);
	v->stale = 0;
	v->draw = next;
	v->ras.open = true;
	return next;
}
