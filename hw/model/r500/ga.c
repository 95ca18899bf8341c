/* SPDX-License-Identifier: MIT
 *
 * GA: the block as the rest of the model sees it: registers, the beginning of a draw, the primitives that VAP
 * hands in.
 */
#include "hw/model/pixel/color.h"
#include "hw/model/r500/e2.h"
#include "hw/model/r500/ga.h"
#include "hw/model/r500/vap.h"
#include "hw/model/r500/zb.h"

#include <stdlib.h>
#include <string.h>

enum {
	MINE = MR500_DIRTY_GA | MR500_DIRTY_SC | MR500_DIRTY_RS | MR500_DIRTY_US | MR500_DIRTY_TX |
	       MR500_DIRTY_FG | MR500_DIRTY_ZB | MR500_DIRTY_CB,
	ARENA_B = 8 << 20, /* decoded state beyond this ends the batch */
};

bool mr500_ga_new(struct mr500 *r)
{
	r->ga = calloc(1, sizeof(*r->ga));
	if (!r->ga || !mr500_batch_new(r))
		return false;
	r->ga->stale = MINE;
	return true;
}

void mr500_ga_free(struct mr500 *r)
{
	if (!r->ga)
		return;
	mr500_batch_free(r);
	fl_arena_free(&r->ga->arena);
	free(r->ga);
	r->ga = NULL;
}

/* Forget what the arena holds; everything is decoded again for the next draw. */
static void forget(struct mr500_ga *g)
{
	fl_arena_reset(&g->arena);
	g->draw = NULL;
	g->targets = NULL;
	g->open = false;
	g->stale = MINE;
}

void mr500_ga_reset(struct mr500 *r)
{
	/* What was gathered is lost: R5xx guide 10.4.1. */
	fl_bins_clear(&r->ga->bins);
	forget(r->ga);
}

/* S3.12 */
static float s312(uint32_t w)
{
	return (float)(int16_t)w * (1.0f / 4096.0f);
}

void mr500_ga_write(struct mr500 *r, uint32_t offset, uint32_t value, enum mr500_from from)
{
	struct mr500_ga *g = r->ga;

	switch (offset) {
	case R500_GA_SOLID_RG: /* two ways to one color: the last written counts */
		g->solid[0] = s312(R500_GA_SOLID_RG__COLOR_RED__GET(value));
		g->solid[1] = s312(R500_GA_SOLID_RG__COLOR_GREEN__GET(value));
		break;
	case R500_GA_SOLID_BA:
		g->solid[2] = s312(R500_GA_SOLID_BA__COLOR_BLUE__GET(value));
		g->solid[3] = s312(R500_GA_SOLID_BA__COLOR_ALPHA__GET(value));
		break;
	case R500_GA_FILL_R: /* "FP20 format" in 32 bits: taken as an IEEE single, see ga.h */
	case R500_GA_FILL_G:
	case R500_GA_FILL_B:
	case R500_GA_FILL_A:
		g->solid[(offset - R500_GA_FILL_R) / 4] = mr500_bits_float(value);
		break;
	case R500_GA_POINT_S0: /* VAP has them too: R5xx guide 7.4.11, Point Tex Gen Corner Values */
	case R500_GA_POINT_T0:
	case R500_GA_POINT_S1:
	case R500_GA_POINT_T1:
		if (r->vap)
			r->vap->pvs->ucp[MR500_PVS_POINT_GEN_TEX][(offset - R500_GA_POINT_S0) / 4] = value;
		break;
	case R500_GA_LINE_STIPPLE_VALUE:
		g->stipple = value & 0xffffff;
		break;
	default:
		break;
	}
}

uint32_t mr500_ga_read(struct mr500 *r, uint32_t offset, enum mr500_from from)
{
	return offset == R500_GA_LINE_STIPPLE_VALUE ? r->ga->stipple : r->reg[offset / 4];
}

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
			     "whose depth or "
			     "stencil was written before");
	if (mr500_fg_takes_depth(d->fg))
		mr500_report(r, FL_WARN, "ZB", "R5xx guide 10.4.5",
			     "ZB_ZTOP = 1, but the shader outputs a depth: it comes too late");
	return true;
}

static uint8_t stages(const struct mr500_draw *d)
{
	uint8_t s = FL_RASTER_DEPTH;
	bool colors = false, writes = d->base.color->resolve.cpp != 0;

	for (unsigned i = 0; i < d->base.color->n; i++)
		colors |= d->base.color->target[i].path != FL_PIXEL_COLOR_NONE;
	writes |= colors;
	colors &= d->base.color->resolve.cpp == 0; /* resolving ignores them: R5xx guide 10.8.2 */
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
	if (dirty & MR500_DIRTY_TX && !(next->tx = mr500_tx_decode(r, a)))
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
	next->base.samples = next->base.scan->samples;
	next->base.early_depth = early(r, next);
	next->base.stages = stages(next);
	if (dirty & (MR500_DIRTY_ZB | MR500_DIRTY_US))
		mr500_hiz_check(r, next);
	return !(dirty & (MR500_DIRTY_US | MR500_DIRTY_RS | MR500_DIRTY_FG | MR500_DIRTY_CB)) ||
	       mr500_us_link(r, a, next);
}

const struct mr500_draw *mr500_ga_begin(struct mr500 *r, const struct mr500_vap_out *out)
{
	struct mr500_ga *g = r->ga;
	struct mr500_draw *next;
	const char *why = NULL;
	uint32_t dirty;

	g->open = false;
	if (!mr500_pipes_ready(r, &why)) {
		mr500_report(r, FL_REFUSE, "GA", "R5xx guide 10.4.1",
			     "a draw, but the pipes are not set up: %s", why ? why : "GB_TILE_CONFIG");
		return NULL;
	}
	if (g->arena.used_B > ARENA_B)
		mr500_ga_finish(r);

	dirty = (r->dirty | g->stale) & MINE;
	g->stipple_start = true;
	g->over_2d |= r->e2 && r->e2->n;
	if (g->draw && !dirty && !memcmp(&g->draw->vap, out, sizeof(*out)) &&
	    g->fmt_1 == R500_REG(r, VAP_OUT_VTX_FMT_1)) {
		g->open = true;
		return g->draw;
	}
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
		r->dirty &= ~(uint32_t)MINE;
		return NULL;
	}
	if (g->targets && g->bins.n_active && !mr500_rb_same_targets(&g->targets->base, &next->base))
		mr500_batch_run(r);
	g->draw = next;
	g->targets = next;
	g->fmt_1 = R500_REG(r, VAP_OUT_VTX_FMT_1);
	g->stale = 0;
	r->dirty &= ~(uint32_t)MINE;
	g->open = true;
	return next;
}

/* True: on with it; a hung chip takes no more. */
static bool may_draw(struct mr500 *r)
{
	struct mr500_ga *g = r->ga;

	if (g->bins.work > fl_work_portion(&r->base)) {
		g->open = g->open && mr500_spend(r, g->bins.work, "the primitives");
		g->bins.work = 0;
	}
	return g->open;
}

void mr500_ga_point(struct mr500 *r, const struct fl_raster_vertex *v)
{
	if (may_draw(r))
		fl_raster_point(r, v, v, -1);
}

void mr500_ga_point_part(struct mr500 *r, const struct fl_raster_vertex *v,
			 const struct fl_raster_point_part *part)
{
	if (may_draw(r))
		fl_raster_part(r, v, part);
}

void mr500_ga_line(struct mr500 *r, const struct fl_raster_vertex *v0, const struct fl_raster_vertex *v1,
		   const struct fl_raster_vertex *provoke)
{
	if (may_draw(r))
		fl_raster_line(r, v0, v1, provoke, -1);
}

void mr500_ga_triangle(struct mr500 *r, const struct fl_raster_vertex *v0, const struct fl_raster_vertex *v1,
		       const struct fl_raster_vertex *v2, const struct fl_raster_vertex *provoke,
		       unsigned edges)
{
	const struct fl_raster_vertex *const v[3] = {v0, v1, v2};

	if (may_draw(r))
		fl_raster_triangle(r, v, provoke, edges);
}

void mr500_ga_finish(struct mr500 *r)
{
	mr500_batch_run(r);
	forget(r->ga);
}

bool mr500_ga_busy(const struct mr500 *r)
{
	return r->ga->bins.n_active != 0;
}
