/* SPDX-License-Identifier: MIT
 *
 * GA: the block as the rest of the model sees it: its registers, and what it gives to the rasterizer.
 */
#include "hw/model/look.h"
#include "hw/model/r500/ga.h"
#include "hw/model/r500/rb.h"
#include "hw/model/r500/us_block.h"
#include "hw/model/r500/vap.h"
#include "hw/model/r500/zb_hiz.h"
#include "hw/model/raster/interp.h"

#include "hw/model/r500/cp.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* ---- what the rasterizer asks -------------------------------------------------------------------------- */
static void shade(struct fl_raster_thread *t)
{
	const struct mr500_shade *fn = &((const struct mr500 *)t->model)->ga->shade;
	struct fl_raster_held *held = &mr500_px_of(t)->held;
	const bool again =
	    fl_raster_again(t, held, mr500_draw_of(t->wave.draw)->serial, fl_wave_lanes(&t->wave));

	t->same = held->serial;
	if (again)
		return;
	fn->interpolate(t);
	if (fl_look_lane(t->model) >= 0)
		mr500_us_run_scalar(t);
	else
		fn->us(t);
	fn->fg(t);
}

static uint64_t visible(const struct fl_raster_thread *t, const struct fl_raster_draw *d, unsigned x,
			unsigned y, uint32_t low, uint32_t high)
{
	return mr500_hiz_visible((const struct mr500 *)t->model, mr500_draw_of(d), x, y, low, high);
}

static struct mr500 *of(struct fl_raster *ras)
{
	return (struct mr500 *)ras->model;
}

static void drawn(struct fl_raster *ras, const uint64_t passed[FL_RASTER_PIPES])
{
	struct mr500 *r = of(ras);

	if (mr500_us_hung(r))
		mr500_cp_hang(r);
	for (unsigned i = 0; i < MR500_RB_PIPES; i++)
		r->rb->zpass[i] += (uint32_t)passed[i];
}

static void no_memory(struct fl_raster *ras)
{
	mr500_report(of(ras), FL_REFUSE, "GA", "", "out of memory for the threads that draw");
}

static const struct fl_raster_ops ops = {
    .regs_B = sizeof(struct mr500_px),
    .out_B = offsetof(struct mr500_px, out),
    .shade = shade,
    .visible = visible,
    .opening = mr500_ga_look_for_2d,
    .drawn = drawn,
    .no_memory = no_memory,
};

/* ---- the block ----------------------------------------------------------------------------------------- */
bool mr500_ga_new(struct mr500 *r)
{
	r->ga = calloc(1, sizeof(*r->ga));
	if (!r->ga || !fl_raster_new(&r->ga->ras, &ops, &r->base, &r->rb->tiles, MR500_MAX_PX))
		return false;
	r->ga->ras.isa = r->isa;
	r->ga->shade = (struct mr500_shade){
	    .interpolate = FL_SIMD_PICK(r->isa, fl_raster_interpolate),
	    .us = FL_SIMD_PICK(r->isa, mr500_us_run),
	    .fg = FL_SIMD_PICK(r->isa, mr500_fg_run),
	};
	r->ga->stale = MR500_DIRTY_DRAW;
	return true;
}

void mr500_ga_free(struct mr500 *r)
{
	if (!r->ga)
		return;
	fl_raster_free(&r->ga->ras);
	fl_arena_free(&r->ga->arena);
	free(r->ga);
	r->ga = NULL;
}

/* Forget what the arena holds; everything is decoded again for the next draw. */
static void forget(struct mr500 *r)
{
	struct mr500_ga *g = r->ga;

	mr500_us_native_forget(r);
	fl_arena_reset(&g->arena);
	g->draw = NULL;
	g->ras.draw = g->ras.targets = NULL;
	g->ras.open = g->in_memory = false;
	g->stale = MR500_DIRTY_DRAW;
}

void mr500_ga_reset(struct mr500 *r)
{
	/* What was gathered is lost: R5xx guide 10.4.1. */
	fl_bins_clear(&r->ga->ras.bins);
	forget(r);
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
		g->ras.stipple = value & 0xffffff;
		break;
	default:
		break;
	}
}

uint32_t mr500_ga_read(struct mr500 *r, uint32_t offset, enum mr500_from from)
{
	return offset == R500_GA_LINE_STIPPLE_VALUE ? r->ga->ras.stipple : r->reg[offset / 4];
}

void mr500_ga_finish(struct mr500 *r)
{
	if (!r->ga->in_memory)
		r->ga->ras.leaving = (uint8_t)mr500_rb_leaving(r);
	fl_raster_run(&r->ga->ras);
	forget(r);
	mr500_rb_finished(r);
}

bool mr500_ga_busy(const struct mr500 *r)
{
	return r->ga->ras.bins.n_active != 0;
}
