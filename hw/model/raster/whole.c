/* SPDX-License-Identifier: MIT
 *
 * Tiles that one primitive covers whole, with one color and one depth: whole.h.
 */
#include "hw/model/raster/whole.h"

#include "hw/model/pixel/color.h"
#include "hw/model/pixel/depth.h"
#include "hw/model/raster/scan.h"

enum { PIXELS = FL_TILE_PX * FL_TILE_PX, BLOCK_PX = 8 };

static bool covers(const struct fl_raster_prim *p, const struct fl_tile *t)
{
	const int x = (int)t->x0, y = (int)t->y0, last = FL_TILE_PX - 1;

	return p->x0 <= x && p->y0 <= y && p->x1 >= x + last && p->y1 >= y + last;
}

/* Of colors: stored as they are, whatever was there. */
static bool colors_spread(const struct fl_raster_draw *d, const struct fl_tile *tile)
{
	const struct fl_pixel_color *cb = d->color;

	if (!(d->stages & FL_RASTER_COLOR))
		return true;
	if (!(d->stages & FL_RASTER_SHADE) || cb->resolve.cpp)
		return false;
	for (unsigned n = 0; n < cb->n; n++) {
		const struct fl_tile_buf *b = tile->color[n];

		if (b && cb->target[n].path != FL_PIXEL_COLOR_NONE &&
		    (cb->target[n].path != FL_PIXEL_COLOR_STORE8888 || b->samples != 1))
			return false;
	}
	return true;
}

/* Of depths: written, whatever was there; and the stencil too, or it stays. */
static bool depths_spread(const struct fl_raster_draw *d, const struct fl_raster_prim *p,
			  const struct fl_tile *tile)
{
	const struct fl_pixel_depth *zb = d->depth;

	if (!(d->stages & FL_RASTER_DEPTH))
		return true;
	if (zb->stop || (!zb->forced && (p->zx != 0 || p->zy != 0)))
		return false;
	if (!tile->depth || zb->path == FL_PIXEL_DEPTH_PASS)
		return true;
	if (zb->path == FL_PIXEL_DEPTH_FULL)
		return tile->depth->samples == 1 && fl_pixel_depth_over(zb);
	return zb->path == FL_PIXEL_DEPTH_ALONE && zb->func == FL_PIXEL_IF_ALWAYS && zb->write;
}

static bool spreads(const struct fl_raster_thread *t, const struct fl_raster_prim *p)
{
	enum { EACH = FL_RASTER_VISIBLE | FL_RASTER_STIPPLE | FL_RASTER_SAMPLES };
	const struct fl_raster_draw *d = p->draw;
	const struct fl_raster_scan *sc = d->scan;

	return covers(p, &t->tile) && p->flags & FL_RASTER_AFFINE && !(d->stages & EACH) && d->samples == 1 &&
	       sc->n_pos == 1 && sc->pos[0].lanes == ~UINT64_C(0) && !sc->clip && !sc->door_on &&
	       colors_spread(d, &t->tile) && depths_spread(d, p, &t->tile);
}

/* The first pixel of the tile, all over it. */
static void fill(struct fl_tile_buf *b)
{
	uint32_t *px = (uint32_t *)(void *)b->px;
	const uint32_t first = px[0];

	for (unsigned i = 0; i < PIXELS; i++)
		px[i] = first;
}

/* Its depth, above the stencils that are there. */
static void fill_depths(struct fl_tile_buf *b)
{
	uint32_t *px = (uint32_t *)(void *)b->px;
	const uint32_t depth = px[0] & ~UINT32_C(255);

	fl_tile_need(b, ~UINT64_C(0));
	for (unsigned i = 0; i < PIXELS; i++)
		px[i] = depth | (px[i] & 255);
}

static void is_drawn(struct fl_tile_buf *b)
{
	b->have = ~UINT64_C(0);
	for (unsigned i = 0; i < sizeof(b->dirty) / sizeof(*b->dirty); i++)
		b->dirty[i] = ~UINT64_C(0);
}

static void spread_depths(const struct fl_pixel_depth *zb, struct fl_tile_buf *b)
{
	if (zb->path == FL_PIXEL_DEPTH_ALONE)
		fill_depths(b);
	else
		fill(b);
	is_drawn(b);
	b->z_known = ~UINT64_C(0);
	for (unsigned i = 1; i < FL_TILE_BLOCKS; i++) {
		b->z_min[i] = b->z_min[0];
		b->z_max[i] = b->z_max[0];
	}
}

/* Samples that pass, beside those of the first block. */
static void count(struct fl_raster_thread *t, const struct fl_pixel_depth *zb)
{
	enum { SHARE_PX = 16 }; /* that one pipe has */

	for (unsigned y = 0; y < FL_TILE_PX; y += SHARE_PX)
		for (unsigned x = 0; x < FL_TILE_PX; x += SHARE_PX) {
			const unsigned pipe =
			    zb->pipes > 1 ? zb->pipe_of(zb->pipes, t->tile.x0 + x, t->tile.y0 + y) : 0;

			t->passed[pipe] += SHARE_PX * SHARE_PX - (x || y ? 0 : FL_WAVE_PX);
		}
}

static void spread(struct fl_raster_thread *t, const struct fl_raster_draw *d)
{
	if (d->stages & FL_RASTER_DEPTH) {
		count(t, d->depth);
		if (t->tile.depth && d->depth->path != FL_PIXEL_DEPTH_PASS)
			spread_depths(d->depth, t->tile.depth);
	}
	if (!(d->stages & FL_RASTER_COLOR))
		return;
	for (unsigned n = 0; n < d->color->n; n++) {
		struct fl_tile_buf *b = t->tile.color[n];

		if (!b || d->color->target[n].path == FL_PIXEL_COLOR_NONE)
			continue;
		fill(b);
		is_drawn(b);
	}
}

bool fl_raster_whole(struct fl_raster_worker *w, const struct fl_raster_prim *p)
{
	const uint64_t all = ~UINT64_C(0), cover[FL_WAVE_SAMPLES] = {all};

	if (!spreads(&w->t, p))
		return false;
	fl_raster_flush(w);
	w->t.wave.cover[0] = 0; /* of the wave before, if there is none now */
	fl_raster_block(w, p, 0, 0, cover);
	if (w->t.wave.cover[0] == all && (w->t.same || !(p->draw->stages & FL_RASTER_SHADE))) {
		spread(&w->t, p->draw);
		return true;
	}
	for (unsigned i = 1; i < FL_TILE_BLOCKS; i++)
		fl_raster_block(w, p, i % BLOCK_PX * BLOCK_PX, i / BLOCK_PX * BLOCK_PX, cover);
	return true;
}
