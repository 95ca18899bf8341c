/* SPDX-License-Identifier: MIT
 *
 * The back as a block, and a draw's state: the records of inputs, program, depth and color, and what pixels
 * have to pass.
 */
#include "hw/model/cik/pixels.h"
#include "hw/model/cik/cb.h"
#include "hw/model/cik/rb_meta.h"

#include <stdlib.h>
#include <string.h>

enum { PROGRAM_COST = 24 }; /* of a pixel, in units of fl_work(): a guess, for how long is not known before */

/* ---- the block ----------------------------------------------------------------------------------------- */
bool mcik_pixels_new(struct mcik *c)
{
	c->pixels = calloc(1, sizeof(*c->pixels));
	if (!c->pixels)
		return false;
	c->pixels->tiles.ops = &mcik_rb_tile_ops;
	c->pixels->tiles.model = &c->base;
	c->pixels->tiles.isa = c->isa;
	return true;
}

void mcik_pixels_free(struct mcik *c)
{
	if (!c->pixels)
		return;
	fl_tile_drop_all(&c->pixels->tiles);
	free(c->pixels);
	c->pixels = NULL;
}

/* A soft reset loses what the caches hold. */
void mcik_pixels_reset(struct mcik *c)
{
	fl_tile_drop_all(&c->pixels->tiles);
	c->pixels->due = 0;
	memset(c->pixels->zpass, 0, sizeof(c->pixels->zpass));
	c->dirty |= MCIK_DIRTY_CONTEXT;
}

struct fl_tile_cache *mcik_pixels_tiles(struct mcik *c)
{
	return &c->pixels->tiles;
}

/* ---- a draw -------------------------------------------------------------------------------------------- */
/* Does a color come from the depth buffer, or from a register, and not from the program? */
static bool shades(const struct fl_pixel_color *cb)
{
	bool any = false;

	for (unsigned i = 0; i < cb->n; i++)
		any |= cb->target[i].path != FL_PIXEL_COLOR_NONE &&
		       cb->target[i].path != FL_PIXEL_COLOR_COPY && !cb->target[i].wide.fixed;
	return any && !cb->resolve.cpp;
}

static uint8_t stages(const struct mcik_draw_state *d)
{
	const struct mcik_ps *p = d->ps;
	const uint8_t path = d->base.depth->path;
	uint8_t s = FL_RASTER_DEPTH;

	if (path == FL_PIXEL_DEPTH_ALONE || path == FL_PIXEL_DEPTH_FULL || path == FL_PIXEL_DEPTH_WIDE)
		s |= FL_RASTER_Z;
	if (path == FL_PIXEL_DEPTH_ALONE && d->base.samples == 1 && !p->exports_z && !p->always)
		s |= FL_RASTER_HIDE;
	if (d->base.targets.resolve || d->base.targets.used)
		s |= FL_RASTER_COLOR;
	if (shades(d->base.color) || p->always || p->kills || p->exports_z || p->exports_stencil ||
	    p->exports_mask || p->alpha_to_mask)
		s |= FL_RASTER_SHADE;
	if (s & FL_RASTER_SHADE && p->each_sample)
		s |= FL_RASTER_SAMPLES;
	return s;
}

static const struct fl_pixel_color *color(struct mcik *c, struct fl_arena *a, unsigned layer, unsigned vmid)
{
	struct fl_pixel_color *cb = fl_arena_alloc(a, sizeof(*cb), _Alignof(struct fl_pixel_color));

	if (!cb || !mcik_cb_decode(c, layer, cb))
		return NULL;
	for (unsigned i = 0; i < cb->n; i++)
		cb->target[i].key.space = cb->target[i].key.cpp ? (uint8_t)vmid : 0;
	cb->resolve.space = cb->resolve.cpp ? (uint8_t)vmid : 0;
	return cb;
}

static const struct mcik_rb_metas *metas(struct mcik *c, struct fl_arena *a, const struct fl_pixel_color *cb)
{
	struct mcik_rb_metas *m = fl_arena_alloc(a, sizeof(*m), _Alignof(struct mcik_rb_metas));

	if (!m)
		return NULL;
	memset(m, 0, sizeof(*m));
	for (unsigned i = 0; i < cb->n; i++)
		if (cb->target[i].key.fast)
			mcik_rb_color_meta(c, i, &m->color[i]);
	mcik_rb_depth_meta(c, &m->depth);
	return m;
}

bool mcik_pixels_decode(struct mcik *c, struct fl_arena *a, unsigned layer, struct mcik_draw_state *d)
{
	struct mcik_ps *ps;

	if (!(d->spi = mcik_spi_ps_decode(c, a, layer, d)) || !(d->ps = ps = mcik_ps_decode(c, a, d)) ||
	    !(d->base.depth = mcik_db_decode(c, a, layer, d)) ||
	    !(d->base.color = color(c, a, layer, d->vmid)) || !(d->metas = metas(c, a, d->base.color)))
		return false;
	mcik_ps_meets(ps, d->base.color);
	d->base.inputs = &d->spi->inputs;
	fl_pixel_targets(&d->base);
	d->base.early_depth = !d->ps->late;
	d->base.stages = stages(d);
	d->base.cost = d->base.stages & FL_RASTER_SHADE ? PROGRAM_COST : 1;
	return true;
}

/* ---- what the rasterizer asks -------------------------------------------------------------------------- */
static void drawn(struct fl_raster *ras, const uint64_t passed[FL_RASTER_PIPES])
{
	struct mcik *c = (struct mcik *)ras->model;
	struct mcik_pixels *p = c->pixels;

	p->batches++;
	for (unsigned i = 0; i < (unsigned)c->variant->rbs * c->variant->ses; i++)
		p->zpass[p->map[i]] += passed[i];
}

static void no_memory(struct fl_raster *ras)
{
	mcik_report((struct mcik *)ras->model, FL_REFUSE, "SPI", "",
		    "out of memory for the threads that draw: nothing was drawn");
}

const struct fl_raster_ops mcik_pixels_ops = {
    .regs_B = sizeof(struct mcik_px),
    .out_B = offsetof(struct mcik_px, out),
    .shade = mcik_shade,
    .drawn = drawn,
    .no_memory = no_memory,
};
