/* SPDX-License-Identifier: MIT
 *
 * GA: the beginning of a draw: registers that changed are decoded, and what its pixels have to pass is
 * decided.
 */
#include "hw/model/pixel/depth.h"
#include "hw/model/pixel/target.h"
#include "hw/model/r500/zb.h"
#include "hw/model/r500/e2.h"
#include "hw/model/r500/ga.h"
#include "hw/model/r500/rb.h"
#include "hw/model/r500/zb_hiz.h"

#include <string.h>

enum {
	ARENA_B = 8 << 20, /* decoded state beyond this ends the batch */
	LOOKUP_COST = 4,   /* of a pixel, beside the instructions of its program */
};

/* Depth before the shader. ZTOP says so; where nothing between could change the outcome it is done so anyway.
 * The guide forbids ZTOP with what kills pixels, unless depth and stencil stay as they are: 10.4.5. */
static bool early(struct mr500 *r, const struct mr500_draw *d)
{
	bool kills = mr500_us_kills(d->us) || mr500_tx_kills(d->tx) || mr500_fg_kills(d->fg);

	if (!R500_ZB_ZTOP__ZTOP__GET(R500_REG(r, ZB_ZTOP)))
		return !kills && !mr500_fg_takes_depth(d->fg);
	if (mr500_zb_writes(d->base.depth) && kills)
		mr500_report(r, FL_WARN, "ZB", "R5xx guide 10.4.5",
			     "ZB_ZTOP = 1, but the shader, the alpha test or a chroma key may kill pixels "
			     "whose depth or stencil was written before");
	if (mr500_fg_takes_depth(d->fg))
		mr500_report(r, FL_WARN, "ZB", "R5xx guide 10.4.5",
			     "ZB_ZTOP = 1, but the shader outputs a depth: it comes too late");
	return true;
}

static uint8_t stages(const struct mr500_draw *d)
{
	uint8_t s = FL_RASTER_DEPTH;
	const bool resolves = d->base.targets.resolve != NULL, writes = resolves || d->base.targets.used;
	const bool colors = d->base.targets.used && !resolves; /* resolving ignores them: R5xx guide 10.8.2 */
	if (d->base.depth->path == FL_PIXEL_DEPTH_ALONE || d->base.depth->path == FL_PIXEL_DEPTH_FULL)
		s |= FL_RASTER_Z;
	if (d->base.depth->path == FL_PIXEL_DEPTH_ALONE && d->base.samples == 1 &&
	    !mr500_fg_takes_depth(d->fg))
		s |= FL_RASTER_HIDE;
	if (mr500_zb_of(d->base.depth)->hiz_test != MR500_HIZ_PASS)
		s |= FL_RASTER_VISIBLE;
	if (writes)
		s |= FL_RASTER_COLOR;
	if (colors || mr500_us_kills(d->us) || mr500_tx_kills(d->tx) || mr500_fg_kills(d->fg) ||
	    mr500_fg_takes_depth(d->fg))
		s |= FL_RASTER_SHADE;
	return s;
}

/* New state for what is dirty, in place of what next has. False: a block refused, and said why. */
static bool decode(struct mr500 *r, struct mr500_draw *next, const struct mr500_vap_out *out, uint32_t dirty)
{
	struct fl_arena *a = &r->ga->arena;

	next->vap = *out;
	if (dirty & (MR500_DIRTY_SC | MR500_DIRTY_GA) && !(next->base.scan = mr500_sc_decode(r, a)))
		return false;
	if (dirty & MR500_DIRTY_US && !(next->us = mr500_us_decode(r, a)))
		return false;
	const struct mr500_tx_state *tx = dirty & MR500_DIRTY_TX ? NULL : next->tx;
	const unsigned units = mr500_us_units(next->us);
	if ((!tx || mr500_tx_lacks(tx, units)) && !(next->tx = mr500_tx_decode(r, tx, units, a)))
		return false;
	if (dirty & MR500_DIRTY_FG && !(next->fg = mr500_fg_decode(r, a)))
		return false;
	if (dirty & MR500_DIRTY_ZB && !(next->base.depth = mr500_zb_decode(r, a)))
		return false;
	if (dirty & MR500_DIRTY_CB && !(next->base.color = mr500_cb_decode(r, a)))
		return false;
	if (dirty & (MR500_DIRTY_RS | MR500_DIRTY_FG) &&
	    !(next->rs = mr500_rs_decode(r, a, mr500_fg_wants_fog(next->fg))))
		return false;
	if (!(next->base.setup = mr500_ga_decode(r, a, next->rs, out)))
		return false;
	next->base.inputs = &next->rs->inputs;
	fl_pixel_targets(&next->base);
	next->base.samples = next->base.scan->samples;
	next->base.early_depth = early(r, next);
	next->base.stages = stages(next);
	next->base.cost = next->base.stages & FL_RASTER_SHADE ? LOOKUP_COST + mr500_us_length(next->us) : 1;
	if (dirty & (MR500_DIRTY_ZB | MR500_DIRTY_US))
		mr500_hiz_check(r, next);
	return !(dirty & (MR500_DIRTY_US | MR500_DIRTY_RS | MR500_DIRTY_FG | MR500_DIRTY_CB)) ||
	       mr500_us_link(r, a, next);
}

/* The draw is the next to come. Before one that HiZ tests, what an earlier one moved away has left the Z
 * cache, as from a chip's, which is small. */
static const struct mr500_draw *open_draw(struct mr500 *r, struct mr500_draw *d)
{
	const struct mr500_zb *zb = mr500_zb_of(d->base.depth);
	const bool late =
	    r->rb->hiz_late && (zb->hiz_test == MR500_HIZ_ABOVE || zb->hiz_test == MR500_HIZ_BELOW);
	struct mr500_ga *g = r->ga;

	if (g->ras.targets && g->ras.bins.n_active &&
	    (late || (g->ras.targets != &d->base &&
		      !fl_tile_same_targets(&g->ras.targets->targets, &d->base.targets))))
		fl_raster_run(&g->ras);
	if (late)
		mr500_rb_evict_depth(r);
	r->rb->hiz_late |= mr500_hiz_recedes(zb);
	g->draw = d;
	g->ras.draw = g->ras.targets = &d->base;
	g->ras.open = true;
	return d;
}

const struct mr500_draw *mr500_ga_begin(struct mr500 *r, const struct mr500_vap_out *out)
{
	struct mr500_ga *g = r->ga;
	struct mr500_draw *next;
	const char *why = NULL;
	uint32_t dirty;

	g->ras.open = false;
	if (!mr500_pipes_ready(r, &why)) {
		mr500_report(r, FL_REFUSE, "GA", "R5xx guide 10.4.1",
			     "a draw, but the pipes are not set up: %s", why ? why : "GB_TILE_CONFIG");
		return NULL;
	}
	if (g->arena.used_B > ARENA_B)
		mr500_ga_finish(r);

	dirty = (r->dirty | g->stale) & MR500_DIRTY_DRAW;
	g->ras.stipple_start = true;
	g->ras.watch |= r->e2 && r->e2->n;
	if (g->draw && !dirty && !memcmp(&g->draw->vap, out, sizeof(*out)) &&
	    g->fmt_1 == R500_REG(r, VAP_OUT_VTX_FMT_1))
		return open_draw(r, g->draw);
	next = fl_arena_alloc(&g->arena, sizeof(*next), 16);
	if (!next) {
		mr500_report(r, FL_REFUSE, "GA", "", "out of memory for the state of a draw");
		return NULL;
	}
	if (g->draw)
		*next = *g->draw;
	else
		memset(next, 0, sizeof(*next));
	if (!decode(r, next, out, dirty)) {
		g->stale |= dirty; /* of the next draw too */
		r->dirty &= ~(uint32_t)MR500_DIRTY_DRAW;
		return NULL;
	}
	g->fmt_1 = R500_REG(r, VAP_OUT_VTX_FMT_1);
	g->stale = 0;
	g->in_memory |= mr500_tx_in_memory(next->tx);
	r->dirty &= ~(uint32_t)MR500_DIRTY_DRAW;
	return open_draw(r, next);
}
