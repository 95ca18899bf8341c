/* SPDX-License-Identifier: MIT
 *
 * The batch: the tiles that have something in their bins, opened on the caller's thread and drawn over the
 * threads.
 */
#include "hw/model/raster/raster.h"

#include <stdlib.h>
#include <string.h>

#include "hw/model/look.h"
#include "hw/model/pixel/color.h"
#include "hw/model/pixel/depth.h"
#include "hw/model/raster/interp.h"
#include "hw/model/raster/whole.h"

/* Tiles that are open at once. The tile cache must hold as many without dropping one. */
enum { GROUP = 128, AHEAD = 4 /* primitives that are asked for before their turn */ };

struct job {
	struct fl_raster *ras;
	struct fl_tile tile[GROUP];
	uint16_t at[GROUP];
};

/* What a primitive costs in a tile: its pixels by the instructions, or a guess where edges cross the tile. */
static uint64_t work(const struct fl_raster_prim *p, const struct fl_tile *t, bool crossed)
{
	const int last = FL_TILE_PX - 1;
	int x0 = (int)t->x0, y0 = (int)t->y0, x1 = x0 + last, y1 = y0 + last;
	uint64_t px;

	x0 = p->x0 > x0 ? p->x0 : x0;
	y0 = p->y0 > y0 ? p->y0 : y0;
	x1 = p->x1 < x1 ? p->x1 : x1;
	y1 = p->y1 < y1 ? p->y1 : y1;
	px = x0 > x1 || y0 > y1 ? 0 : (uint64_t)(x1 - x0 + 1) * (unsigned)(y1 - y0 + 1) * p->draw->samples;
	return 64 + (crossed ? px / 8 : px) * p->draw->cost;
}

/* What the primitives of a tile may touch of it. */
static struct fl_raster_area area(const struct fl_bins *b, unsigned at)
{
	const int x = (int)(at % b->side * FL_TILE_PX), y = (int)(at / b->side * FL_TILE_PX);
	struct fl_raster_area box = {x + FL_TILE_PX, y + FL_TILE_PX, x - 1, y - 1};

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

/* ---- tiles that are written back as they are drawn ----------------------------------------------------- */
/* Those of the tile's surfaces that are, a slot each, or NULL. */
static struct fl_tile_buf *leaver(const struct fl_tile *t, unsigned leaving, unsigned slot)
{
	enum { RESOLVE = FL_TILE_TARGETS, DEPTH };
	const bool depth = slot == DEPTH;
	struct fl_tile_buf *b = depth ? t->depth : slot == RESOLVE ? t->resolve : t->color[slot];

	if (!b || !(leaving & (depth ? FL_RASTER_LEAVE_DEPTH : FL_RASTER_LEAVE_COLOR)))
		return NULL;
	return fl_tile_is_alone(b) ? b : NULL;
}

/* own: the memory of those that are drawn in that of the thread. */
static void arrive(struct fl_raster_worker *w, unsigned leaving, uint8_t *own[FL_RASTER_SURFACES])
{
	for (unsigned i = 0; i < FL_RASTER_SURFACES; i++) {
		struct fl_tile_buf *b = leaver(&w->t.tile, leaving, i);

		own[i] = NULL;
		if (!b || !(leaving & FL_RASTER_LEAVE_EMPTY) || b->have || b->cpp * b->samples > 4)
			continue;
		own[i] = b->px;
		b->px = w->hot[i];
	}
}

static void leave(struct fl_raster_worker *w, unsigned leaving, uint8_t *const own[FL_RASTER_SURFACES])
{
	for (unsigned i = 0; i < FL_RASTER_SURFACES; i++) {
		struct fl_tile_buf *b = leaver(&w->t.tile, leaving, i);

		if (!b)
			continue;
		fl_tile_leave(b);
		if (!own[i])
			continue;
		b->px = own[i];
		b->have = b->ahead = b->z_known = 0;
	}
}

/* ---- the threads --------------------------------------------------------------------------------------- */
static void draw_tile(void *arg, unsigned item, unsigned thread)
{
	struct job *j = arg;
	struct fl_raster_worker *w = j->ras->worker[thread];
	const struct fl_bins *b = &j->ras->bins;
	uint8_t *own[FL_RASTER_SURFACES];

	w->t.tile = j->tile[item];
	if (j->ras->leaving)
		arrive(w, j->ras->leaving, own);
	for (uint32_t c = b->first[j->at[item]]; c;) {
		const struct fl_bin_chunk *chunk = (const struct fl_bin_chunk *)(b->mem + c);

		for (uint32_t i = 0; i < chunk->n; i++) {
			const struct fl_raster_prim *p = fl_bins_prim(b, chunk->entry[i]);

			if (i + AHEAD < chunk->n) /* they lie anywhere: small ones would wait for each */
				__builtin_prefetch(fl_bins_prim(b, chunk->entry[i + AHEAD]));
			if (!fl_raster_work(&w->t, work(p, &w->t.tile, chunk->entry[i] >> 20)))
				goto hung;
			if (chunk->entry[i] >> 20 || !w->fn.whole || !w->fn.whole(w, p))
				w->fn.cover(w, p, chunk->entry[i] >> 20);
		}
		c = chunk->next;
	}
hung:
	fl_raster_flush(w);
	if (j->ras->leaving)
		leave(w, j->ras->leaving, own);
}

static void pick(struct fl_raster_worker *w, const struct fl_raster_ops *ops, enum fl_isa isa)
{
	w->fn.cover = FL_SIMD_PICK(isa, fl_raster_cover);
	w->fn.whole = isa == FL_ISA_SCALAR ? NULL : fl_raster_whole;
	w->fn.z = FL_SIMD_PICK(isa, fl_raster_depth);
	w->fn.shade = ops->shade;
	w->fn.depth = FL_SIMD_PICK(isa, fl_pixel_depth_run);
	w->fn.color = FL_SIMD_PICK(isa, fl_pixel_color_run);
	w->fn.visible = ops->visible;
}

static struct fl_raster_worker *worker_new(struct fl_raster *ras)
{
	/* zeroed once: registers that a program reads before it writes them hold something */
	size_t own_B = (sizeof(struct fl_raster_worker) + 63) & ~(size_t)63,
	       drawn_B = own_B + ras->ops->regs_B,
	       size_B = drawn_B + (size_t)FL_RASTER_SURFACES * FL_RASTER_HOT_B;
	struct fl_raster_worker *w = aligned_alloc(64, size_B);
	uint8_t *regs = (uint8_t *)w + own_B;

	if (w) {
		memset(w, 0, size_B);
		w->t.model = ras->model;
		w->t.regs = regs;
		w->t.out = (float(*)[4][FL_WAVE_PX])(void *)(regs + ras->ops->out_B);
		w->hot = (uint8_t(*)[FL_RASTER_HOT_B])((uint8_t *)w + drawn_B);
	}
	return w;
}

/* One worker a thread of the pool; made when the first batch is drawn. */
static bool workers(struct fl_raster *ras)
{
	unsigned n = ras->model->pool ? fl_pool_threads(ras->model->pool) : 1;

	if (!ras->worker) {
		ras->worker = calloc(n, sizeof(*ras->worker));
		if (!ras->worker)
			return false;
		ras->n_workers = n;
	}
	for (unsigned i = 0; i < n; i++) {
		if (!ras->worker[i])
			ras->worker[i] = worker_new(ras);
		if (!ras->worker[i])
			return false;
		pick(ras->worker[i], ras->ops, ras->isa);
		if (ras->model->look && ras->model->look->at_hand)
			fl_raster_look_stages(ras, &ras->worker[i]->fn);
		memset(ras->worker[i]->t.passed, 0, sizeof(ras->worker[i]->t.passed));
	}
	return true;
}

/* ---- drawing ------------------------------------------------------------------------------------------- */
bool fl_raster_new(struct fl_raster *ras, const struct fl_raster_ops *ops, struct fl_model *m,
		   struct fl_tile_cache *tiles, unsigned max_px)
{
	memset(ras, 0, sizeof(*ras));
	ras->ops = ops;
	ras->model = m;
	ras->tiles = tiles;
	m->ras = ras;
	return fl_bins_new(&ras->bins, max_px / FL_TILE_PX);
}

void fl_raster_free(struct fl_raster *ras)
{
	for (unsigned i = 0; i < ras->n_workers; i++)
		free(ras->worker[i]);
	free(ras->worker);
	ras->worker = NULL;
	ras->n_workers = 0;
	fl_bins_free(&ras->bins);
	ras->model->ras = NULL;
}

/* Below the tiles that are drawn there is nothing. */
static unsigned rows_px(const struct fl_bins *b)
{
	unsigned rows = 0;

	for (unsigned i = 0; i < b->n_active; i++)
		rows = b->active[i] / b->side >= rows ? b->active[i] / b->side + 1 : rows;
	return rows * FL_TILE_PX;
}

void fl_raster_run(struct fl_raster *ras)
{
	struct fl_bins *b = &ras->bins;
	uint64_t passed[FL_RASTER_PIPES] = {0};
	struct job j = {.ras = ras};

	uint8_t leaving = ras->leaving;

	ras->leaving = 0;
	if (!b->n_active)
		return;
	if (!workers(ras)) {
		ras->ops->no_memory(ras);
		fl_bins_clear(b);
		return;
	}
	for (unsigned i = 0; i < b->n_active && fl_spend(ras->model, 0, "the pixels");) {
		unsigned n = 0;

		for (; i < b->n_active && n < GROUP; i++) {
			j.at[n] = b->active[i];
			if (ras->watch) {
				const struct fl_raster_area box = area(b, j.at[n]);

				ras->ops->opening(ras, &box);
			}
			/* tiles that are refused, and reported, are dropped */
			if (fl_tile_open(ras->tiles, ras->targets, j.at[n] % b->side, j.at[n] / b->side,
					 &j.tile[n]))
				n++;
		}
		if (leaving && fl_tile_may_leave(ras->tiles, &ras->targets->targets, rows_px(b)))
			ras->leaving = leaving;
		leaving = 0; /* asked once, when the surfaces are known */
		if (ras->model->pool)
			fl_pool_run(ras->model->pool, n, draw_tile, &j);
		else
			for (unsigned k = 0; k < n; k++)
				draw_tile(&j, k, 0);
	}
	fl_bins_clear(b);
	ras->leaving = 0;
	ras->watch = false;
	fl_spend(ras->model, 0, "the pixels");
	for (unsigned i = 0; i < ras->n_workers; i++)
		for (unsigned p = 0; p < FL_RASTER_PIPES; p++)
			passed[p] += ras->worker[i]->t.passed[p];
	ras->ops->drawn(ras, passed);
	fl_tile_batch_done(ras->tiles);
}

/* ---- primitives ---------------------------------------------------------------------------------------- */
/* True: on with it; a hung chip takes no more. */
static bool may_draw(struct fl_raster *ras)
{
	if (ras->bins.work > fl_work_portion(ras->model)) {
		ras->open = ras->open && fl_spend(ras->model, ras->bins.work, "the primitives");
		ras->bins.work = 0;
	}
	return ras->open;
}

void fl_raster_point(struct fl_raster *ras, const struct fl_raster_vertex *v)
{
	if (may_draw(ras))
		fl_raster_setup_point(ras, v, v, -1);
}

void fl_raster_point_part(struct fl_raster *ras, const struct fl_raster_vertex *v,
			  const struct fl_raster_point_part *part)
{
	if (may_draw(ras))
		fl_raster_setup_point_part(ras, v, part);
}

void fl_raster_line(struct fl_raster *ras, const struct fl_raster_vertex *v0,
		    const struct fl_raster_vertex *v1, const struct fl_raster_vertex *provoke)
{
	if (may_draw(ras))
		fl_raster_setup_line(ras, v0, v1, provoke, -1);
}

void fl_raster_triangle(struct fl_raster *ras, const struct fl_raster_vertex *v0,
			const struct fl_raster_vertex *v1, const struct fl_raster_vertex *v2,
			const struct fl_raster_vertex *provoke, unsigned edges)
{
	const struct fl_raster_vertex *const v[3] = {v0, v1, v2};

	if (may_draw(ras))
		fl_raster_setup_triangle(ras, v, provoke, edges);
}

const struct fl_raster_sink fl_raster_to_setup = {fl_raster_point, fl_raster_line, fl_raster_triangle,
						  fl_raster_point_part};
