/* SPDX-License-Identifier: MIT
 *
 * The beginning of a draw: registers that changed are decoded, block by block, and what its pixels have to
 * pass is decided.
 */
#include "hw/model/r600/spi.h"
#include "hw/model/pixel/depth.h"
#include "hw/model/pixel/target.h"

#include <string.h>

enum {
	ARENA_B = 8 << 20, /* decoded state beyond this ends the batch */
	LOOKUP_COST = 4,   /* of a pixel, beside the instructions of its program */
	DX_RASTERIZATION_KILL = 1 << 22,
};

/* PA_CL_CLIP_CNTL bit 22 came with R7xx; R6xx has SX_MISC (R6xx facts 0). */
bool mr600_vgt_kills_raster(const struct mr600 *r)
{
	if (r->variant->r7xx)
		return R600_REG(r, PA_CL_CLIP_CNTL) & DX_RASTERIZATION_KILL;
	return R600_SX_MISC__MULTIPASS__GET(R600_REG(r, SX_MISC));
}

/* Exports that go anywhere, a bit each. */
static uint32_t exported(const struct fl_pixel_color *cb)
{
	uint32_t colors = 0;

	for (unsigned i = 0; i < cb->n && i < FL_TILE_TARGETS; i++)
		colors |= 1u << cb->target[i].from;
	return colors;
}

/* Of draws that write export 0: is it the only one that is read? */
static bool one_color(const struct mr600_draw *d)
{
	const struct fl_pixel_color *cb = d->base.color;

	return d->colors == 1 && !(cb->target[0].blend && fl_pixel_second_source(cb->target[0].eq));
}

static bool kills(const struct mr600_draw *d)
{
	return mr600_sq_kills(d->ps) || d->alpha_test || d->alpha_to_mask || d->exports_mask;
}

/* Before the shader where that changes nothing of what comes out. Nothing may be written for pixels that the
 * program then kills, whatever DB_SHADER_CONTROL.Z_ORDER says. */
static bool early(struct mr600 *r, const struct mr600_draw *d)
{
	const uint32_t c = R600_REG(r, DB_SHADER_CONTROL);
	const unsigned order = R600_DB_SHADER_CONTROL__Z_ORDER__GET(c);

	if (order == R600_DB_SHADER_CONTROL__Z_ORDER__RE_Z ||
	    order == R600_DB_SHADER_CONTROL__Z_ORDER__EARLY_Z_THEN_RE_Z)
		mr600_report(r, FL_WARN, "DB", "R6xx facts 7.1",
			     "DB_SHADER_CONTROL.Z_ORDER %u: RE_Z locks the chip up", order);
	return !kills(d) && !d->writes_z && !d->base.depth->refs;
}

static uint8_t stages(const struct mr600 *r, const struct mr600_draw *d)
{
	const uint8_t path = d->base.depth->path;
	const bool forced = d->base.depth->forced; /* what the primitives' depths are does not matter */
	uint8_t s = FL_RASTER_DEPTH;

	if (!forced &&
	    (path == FL_PIXEL_DEPTH_ALONE || path == FL_PIXEL_DEPTH_FULL || path == FL_PIXEL_DEPTH_WIDE))
		s |= FL_RASTER_Z;
	if (path == FL_PIXEL_DEPTH_ALONE && d->base.samples == 1 && !d->writes_z && !forced)
		s |= FL_RASTER_HIDE;
	if (d->base.targets.resolve || d->base.targets.used)
		s |= FL_RASTER_COLOR;
	if ((d->base.targets.used && !d->base.targets.resolve) || kills(d) || d->writes_z ||
	    d->base.depth->refs)
		s |= FL_RASTER_SHADE;
	if (R600_PA_SC_MODE_CNTL__LINE_STIPPLE_ENABLE__GET(R600_REG(r, PA_SC_MODE_CNTL)))
		s |= FL_RASTER_STIPPLE;
	if (s & FL_RASTER_SHADE && d->base.samples > 1 && mr600_sc_each_sample(r))
		s |= FL_RASTER_SAMPLES;
	return s;
}

static void alpha(const struct mr600 *r, struct mr600_draw *d)
{
	const uint32_t c = R600_REG(r, SX_ALPHA_TEST_CONTROL);

	d->alpha_func = R600_SX_ALPHA_TEST_CONTROL__ALPHA_FUNC__GET(c);
	d->alpha_test = R600_SX_ALPHA_TEST_CONTROL__ALPHA_TEST_ENABLE__GET(c) &&
			!R600_SX_ALPHA_TEST_CONTROL__ALPHA_TEST_BYPASS__GET(c) &&
			d->alpha_func != R600_SX_ALPHA_TEST_CONTROL__ALPHA_FUNC__REF_ALWAYS;
	d->alpha_ref = mr600_bits_float(R600_REG(r, SX_ALPHA_REF));
	d->alpha_to_mask = R600_DB_ALPHA_TO_MASK__ALPHA_TO_MASK_ENABLE__GET(R600_REG(r, DB_ALPHA_TO_MASK));
}

/* New state for what is dirty, in place of what next has. False: a block refused, and said why. */
static bool decode(struct mr600 *r, struct mr600_draw *next, bool points, uint32_t dirty)
{
	struct mr600_vgt *v = r->vgt;
	struct fl_arena *a = &v->arena;
	const uint32_t programs = MR600_DIRTY_SQ | MR600_DIRTY_FETCH;

	if (dirty & programs && !(next->vs = mr600_sq_decode(r, a, MR600_VS)))
		return false;
	if (mr600_gs_on(r) && dirty & (programs | MR600_DIRTY_VGT) && !mr600_gs_decode(r, a))
		return false;
	if (mr600_vgt_kills_raster(r)) /* of the rest nothing need be right */
		return true;
	if (dirty & programs && !(next->ps = mr600_sq_decode(r, a, MR600_PS)))
		return false;
	if (dirty & (MR600_DIRTY_SC | MR600_DIRTY_PA) && !(next->base.scan = mr600_sc_decode(r, a)))
		return false;
	if (dirty & (MR600_DIRTY_DB | MR600_DIRTY_SC) && !(next->base.depth = mr600_db_decode(r, a)))
		return false;
	if (dirty & (MR600_DIRTY_CB | MR600_DIRTY_SC) && !(next->base.color = mr600_cb_decode(r, a)))
		return false;
	if (dirty & MR600_DIRTY_SPI && !(next->spi = mr600_spi_decode(r, a, points)))
		return false;
	if (!(next->base.setup = mr600_pa_setup(r, a, next->spi)) || !mr600_pa_decode(r, &v->pa, next->spi))
		return false;
	next->base.inputs = &next->spi->inputs;
	fl_pixel_targets(&next->base);
	next->colors = exported(next->base.color);
	next->one_color = one_color(next);
	alpha(r, next);
	next->writes_z = mr600_sq_writes_z(next->ps) &&
			 R600_DB_SHADER_CONTROL__Z_EXPORT_ENABLE__GET(R600_REG(r, DB_SHADER_CONTROL));
	next->exports_mask = R600_DB_SHADER_CONTROL__MASK_EXPORT_ENABLE__GET(R600_REG(r, DB_SHADER_CONTROL));
	next->repeats = !next->writes_z && next->spi->position == MR600_NO_GPR &&
			next->spi->face == MR600_NO_GPR && next->spi->fixed == MR600_NO_GPR &&
			mr600_sq_needs(next->ps) <= next->spi->inputs.n / 4;
	next->counts = v->counting;
	next->base.samples = next->base.scan->samples;
	next->base.early_depth = early(r, next);
	next->base.stages = stages(r, next);
	next->base.cost = next->base.stages & FL_RASTER_SHADE ? LOOKUP_COST + mr600_sq_length(next->ps) : 1;
	return true;
}

bool mr600_vgt_targets(struct mr600 *r, struct fl_arena *a, struct mr600_draw *d)
{
	if (!(d->base.scan = mr600_sc_decode(r, a)) || !(d->base.setup = mr600_pa_setup(r, a, d->spi)) ||
	    !(d->base.depth = mr600_db_decode(r, a)) || !(d->base.color = mr600_cb_decode(r, a)))
		return false;
	fl_pixel_targets(&d->base);
	d->colors = exported(d->base.color);
	d->one_color = one_color(d);
	return true;
}

const struct mr600_draw *mr600_vgt_begin(struct mr600 *r, bool points)
{
	struct mr600_vgt *v = r->vgt;
	const bool killed = mr600_vgt_kills_raster(r);
	struct mr600_draw *next;
	uint32_t dirty;

	v->ras.open = false;
	if (v->arena.used_B + v->routes.arena.used_B > ARENA_B)
		mr600_finish(r);
	dirty = (r->dirty | v->stale) & MR600_DIRTY_ALL;
	if (v->draw_points != points)
		dirty |= MR600_DIRTY_SPI;
	if (v->draw && v->draw->counts != v->counting)
		dirty |= MR600_DIRTY_VGT;
	if (v->draw && !dirty) {
		v->ras.open = !killed;
		return v->draw;
	}
	next = fl_arena_alloc(&v->arena, sizeof(*next), 16);
	if (!next) {
		mr600_report(r, FL_REFUSE, "VGT", "", "out of memory for the state of a draw");
		return NULL;
	}
	if (v->draw)
		*next = *v->draw;
	else
		memset(next, 0, sizeof(*next));
	r->dirty &= ~(uint32_t)MR600_DIRTY_ALL;
	fl_raster_routes_forget(&v->routes);
	v->draw_points = points;
	if (!decode(r, next, points, dirty)) {
		v->stale |= dirty; /* of the next draw too */
		return NULL;
	}
	if (killed) { /* what was not decoded */
		v->stale = dirty;
	} else {
		if (v->ras.targets && v->ras.bins.n_active &&
		    !fl_tile_same_targets(&v->ras.targets->targets, &next->base.targets))
			fl_raster_run(&v->ras);
		v->ras.draw = v->ras.targets = &next->base;
		v->in_memory |= mr600_sq_in_memory(next->ps);
		v->stale = 0;
	}
	v->draw = next;
	v->ras.open = !killed;
	return next;
}
