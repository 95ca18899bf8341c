/* SPDX-License-Identifier: MIT
 *
 * The batch: the tiles that have something in their bins, opened on the caller's thread and drawn over the
 * threads.
 */
#include "hw/model/pixel/color.h"
#include "hw/model/r500/cp.h"
#include "hw/model/r500/e2.h"
#include "hw/model/raster/gather.h"
#include "hw/model/pixel/depth.h"

#include <stdlib.h>
#include <string.h>

/* Tiles that are open at once. The tile cache must hold as many without dropping one. */
enum { GROUP = 128 };

struct job {
	struct mr500 *r;
	struct fl_tile tile[GROUP];
	uint16_t at[GROUP];
};

/* What a primitive costs in a tile: its pixels by the instructions, or a guess where edges cross the tile. */
static uint64_t work(const struct fl_raster_prim *p, const struct fl_tile *t, bool crossed)
{
	const struct fl_raster_draw *d = p->draw;
	const int last = FL_TILE_PX - 1;
	int x0 = (int)t->x0, y0 = (int)t->y0, x1 = x0 + last, y1 = y0 + last;
	uint64_t px;

	x0 = p->x0 > x0 ? p->x0 : x0;
	y0 = p->y0 > y0 ? p->y0 : y0;
	x1 = p->x1 < x1 ? p->x1 : x1;
	y1 = p->y1 < y1 ? p->y1 : y1;
	px = x0 > x1 || y0 > y1 ? 0 : (uint64_t)(x1 - x0 + 1) * (unsigned)(y1 - y0 + 1) * d->samples;
	return 64 + (crossed ? px / 8 : px) *
			(d->stages & FL_RASTER_SHADE ? 4 + mr500_us_length(mr500_draw_of(d)->us) : 1);
}

/* ---- what the 2D engine has drawn, and not written back ------------------------------------------------ */
struct box {
	int x0, y0, x1, y1; /* inclusive */
};

/* What the primitives of a tile may touch of it. */
static struct box drawn(const struct fl_bins *b, unsigned at)
{
	const int x = (int)(at % FL_BIN_TILES * FL_TILE_PX), y = (int)(at / FL_BIN_TILES * FL_TILE_PX);
	struct box box = {x + FL_TILE_PX, y + FL_TILE_PX, x - 1, y - 1};

	for (uint32_t c = b->first[at]; c;) {
		const struct fl_bin_chunk *chunk = (const struct fl_bin_chunk *)(b->mem + c);

		for (uint32_t i = 0; i < chunk->n; i++) {
			const struct fl_raster_prim *p = fl_bins_prim(b, chunk->entry[i]);

			box.x0 = p->x0 < box.x0 ? p->x0 : box.x0;
			box.y0 = p->y0 < box.y0 ? p->y0 : box.y0;
			box.x1 = p->x1 > box.x1 ? p->x1 : box.x1;
			box.y1 = p->y1 > box.y1 ? p->y1 : box.y1;
		}
		c = chunk->next;
	}
	box.x0 = box.x0 > x ? box.x0 : x;
	box.y0 = box.y0 > y ? box.y0 : y;
	box.x1 = box.x1 < x + FL_TILE_PX - 1 ? box.x1 : x + FL_TILE_PX - 1;
	box.y1 = box.y1 < y + FL_TILE_PX - 1 ? box.y1 : y + FL_TILE_PX - 1;
	return box;
}

static bool in_2d_cache(const struct mr500 *r, const struct fl_tile_key *k, const struct box *b)
{
	const uint64_t row_B = (uint64_t)k->pitch_px * k->cpp * k->samples;
	const uint64_t top = ((unsigned)b->y0 + k->y_off) & ~63u,
		       end = ((unsigned)b->y1 + k->y_off + 64) & ~63u;

	if (!k->cpp || !mr500_e2_holds(r, k->base + top * row_B, (end - top) * row_B))
		return false;
	for (int y = b->y0; y <= b->y1; y++)
		for (int x = b->x0; x <= b->x1; x++) {
			uint64_t at = mr500_surface_addr(k, (unsigned)x + k->x_off, (unsigned)y + k->y_off,
							 0); /* of the surface */

			if (mr500_e2_holds(r, k->base + at, k->cpp))
				return true;
		}
	return false;
}

/* The tile would be read from memory that is not up to date, and what 2D writes back later would cover it. */
static void look_for_2d(struct mr500 *r, unsigned at)
{
	const struct fl_raster_draw *d = &r->ga->targets->base;
	const struct box box = drawn(&r->ga->bins, at);

	for (unsigned i = 0; i < d->color->n; i++)
		if (d->color->target[i].path != FL_PIXEL_COLOR_NONE &&
		    in_2d_cache(r, &d->color->target[i].key, &box))
			mr500_report(r, FL_WARN, "CB", "R5xx guide 10.5.3",
				     "color buffer %u at 0x%08llx: the 2D destination cache still holds "
				     "pixels of it where "
				     "3D draws; flush it (RB2D_DSTCACHE_CTLSTAT) and wait for 2D idle first",
				     i, (unsigned long long)d->color->target[i].key.base);
	if (d->depth->path != FL_PIXEL_DEPTH_PASS && in_2d_cache(r, &d->depth->key, &box))
		mr500_report(
		    r, FL_WARN, "ZB", "R5xx guide 10.5.3",
		    "depth buffer at 0x%08llx: the 2D destination cache still holds pixels of it where 3D "
		    "draws; flush it (RB2D_DSTCACHE_CTLSTAT) and wait for 2D idle first",
		    (unsigned long long)d->depth->key.base);
}

/* ---- drawing ------------------------------------------------------------------------------------------- */
static void draw_tile(void *arg, unsigned item, unsigned thread)
{
	struct job *j = arg;
	struct fl_raster_worker *w = j->r->ga->worker[thread];
	const struct fl_bins *b = &j->r->ga->bins;

	w->t.tile = j->tile[item];
	for (uint32_t c = b->first[j->at[item]]; c;) {
		const struct fl_bin_chunk *chunk = (const struct fl_bin_chunk *)(b->mem + c);

		for (uint32_t i = 0; i < chunk->n; i++) {
			const struct fl_raster_prim *p = fl_bins_prim(b, chunk->entry[i]);

			if (!fl_raster_work(&w->t, work(p, &w->t.tile, chunk->entry[i] >> 20)))
				goto hung;
			w->fn.sc_prim(w, p, chunk->entry[i] >> 20);
		}
		c = chunk->next;
	}
hung:
	fl_raster_flush(w);
}

static void pick(struct fl_raster_worker *w, enum fl_isa isa)
{
	w->fn.sc_prim = FL_SIMD_PICK(isa, fl_raster_cover);
	w->fn.rs_depth = FL_SIMD_PICK(isa, fl_raster_depth);
	w->fn.rs_interpolate = FL_SIMD_PICK(isa, fl_raster_interpolate);
	w->fn.us_run = FL_SIMD_PICK(isa, mr500_us_run);
	w->fn.fg_run = FL_SIMD_PICK(isa, mr500_fg_run);
	w->fn.zb_run = FL_SIMD_PICK(isa, fl_pixel_depth_run);
	w->fn.cb_run = FL_SIMD_PICK(isa, fl_pixel_color_run);
}

static struct fl_raster_worker *worker_new(struct mr500 *r)
{
	/* zeroed once: registers that a program reads before it writes them hold something */
	size_t own_B = (sizeof(struct fl_raster_worker) + 63) & ~(size_t)63;
	size_t size_B = own_B + sizeof(struct mr500_px);
	struct fl_raster_worker *w = aligned_alloc(64, size_B);

	if (w) {
		memset(w, 0, size_B);
		w->t.model = &r->base;
		w->t.regs = (uint8_t *)w + own_B;
		w->t.out = mr500_px_of(&w->t)->out;
	}
	return w;
}

/* One worker a thread of the pool; made when the first batch is drawn. */
static bool workers(struct mr500 *r)
{
	struct mr500_ga *g = r->ga;
	unsigned n = r->base.pool ? fl_pool_threads(r->base.pool) : 1;

	if (!g->worker) {
		g->worker = calloc(n, sizeof(*g->worker));
		if (!g->worker)
			return false;
		g->n_workers = n;
	}
	for (unsigned i = 0; i < n; i++) {
		if (!g->worker[i])
			g->worker[i] = worker_new(r);
		if (!g->worker[i])
			return false;
		pick(g->worker[i], r->isa);
		memset(g->worker[i]->t.passed, 0, sizeof(g->worker[i]->t.passed));
	}
	return true;
}

bool mr500_batch_new(struct mr500 *r)
{
	return fl_bins_new(&r->ga->bins);
}

void mr500_batch_free(struct mr500 *r)
{
	struct mr500_ga *g = r->ga;

	for (unsigned i = 0; i < g->n_workers; i++)
		free(g->worker[i]);
	free(g->worker);
	fl_bins_free(&g->bins);
}

void mr500_batch_run(struct mr500 *r)
{
	struct mr500_ga *g = r->ga;
	struct fl_bins *b = &g->bins;
	uint64_t zpass[4] = {0};
	struct job j = {.r = r};

	if (!b->n_active)
		return;
	if (!workers(r)) {
		mr500_report(r, FL_REFUSE, "GA", "", "out of memory for the threads that draw");
		fl_bins_clear(b);
		return;
	}
	for (unsigned i = 0; i < b->n_active && mr500_spend(r, 0, "the pixels");) {
		unsigned n = 0;

		for (; i < b->n_active && n < GROUP; i++) {
			j.at[n] = b->active[i];
			if (g->over_2d)
				look_for_2d(r, j.at[n]);
			/* refused tiles (reported by RB) are dropped */
			if (mr500_rb_open(r, &g->targets->base, j.at[n] % FL_BIN_TILES,
					  j.at[n] / FL_BIN_TILES, &j.tile[n]))
				n++;
		}
		if (r->base.pool)
			fl_pool_run(r->base.pool, n, draw_tile, &j);
		else
			for (unsigned k = 0; k < n; k++)
				draw_tile(&j, k, 0);
	}
	fl_bins_clear(b);
	g->over_2d = false;
	mr500_spend(r, 0, "the pixels");
	if (mr500_us_hung(r))
		mr500_cp_hang(r);
	for (unsigned i = 0; i < g->n_workers; i++)
		for (unsigned p = 0; p < 4; p++)
			zpass[p] += g->worker[i]->t.passed[p];
	mr500_rb_count(r, zpass);
}
