/* SPDX-License-Identifier: MIT
 *
 * From indices to primitives; see walk.h.
 */
#include "hw/model/look.h"
#include "hw/model/raster/walk.h"

#include <string.h>

/* ---- indices ------------------------------------------------------------------------------------------- */
static uint32_t swapped(uint32_t v, unsigned how, bool wide)
{
	switch (how) {
	case FL_RASTER_SWAP_16:
		return (v >> 8 & 0x00ff00ff) | (v << 8 & 0xff00ff00);
	case FL_RASTER_SWAP_32:
		return wide ? __builtin_bswap32(v) : __builtin_bswap16((uint16_t)v);
	case FL_RASTER_SWAP_HALVES:
		return wide ? v >> 16 | v << 16 : v;
	}
	return v;
}

/* As it is in memory. */
static uint32_t stored(const struct fl_raster_walk *w, uint32_t i)
{
	uint32_t v;
	uint16_t half;

	if (!w->indexed)
		return i;
	if (i >= w->max_read)
		return 0;
	if (!w->host) {
		const unsigned size_B = w->wide ? 4 : 2;

		v = w->ops->read(w, w->addr + (uint64_t)i * size_B, size_B);
	} else if (w->wide) {
		memcpy(&v, w->host + (size_t)i * sizeof(v), sizeof(v));
	} else {
		memcpy(&half, w->host + (size_t)i * sizeof(half), sizeof(half));
		v = half;
	}
	v = w->swap ? swapped(v, w->swap, w->wide) : v;
	return w->wide ? v : v & 0xffff;
}

uint32_t fl_raster_walk_index(const struct fl_raster_walk *w, uint32_t i)
{
	const uint32_t at = stored(w, i) + w->offset;

	return at > w->max ? w->max : at < w->min ? w->min : at;
}

void fl_raster_walk_over(struct fl_raster_walk *w, const uint32_t *index)
{
	w->indexed = w->wide = true;
	w->swap = FL_RASTER_SWAP_NONE;
	w->host = (const uint8_t *)index;
	w->offset = w->min = 0;
	w->max = w->max_read = UINT32_MAX;
}

/* ---- from one restart to the next ---------------------------------------------------------------------- */
static bool wave(struct fl_raster_walk *w, const struct fl_raster_lanes *l, uint8_t *to)
{
	bool ok;

	fl_look_wave_begin(w->ras->model, l->index, l->n);
	ok = w->ops->wave(w, l);
	fl_look_lane_end(w->ras->model);
	if (!ok)
		return false;
	if (!w->raster)
		return true;
	FL_SIMD_PICK(w->ras->isa, fl_raster_export)(w->pa, &w->out, l->n, to, w->reuse->vtx_B);
	fl_look_wave_end(w->ras->model, l->index, l->n,
			 &(const struct fl_look_exports){.vtx = to,
							 .stride_B = w->reuse->vtx_B,
							 .n = w->out.n_params,
							 .number = w->out.carried,
							 .what = w->out.what ? w->out.what : "parameter "});
	return true;
}

/* Rectangles are neither clipped nor dropped: Mesa's copies have corners in pixels, far outside of the guard
 * band that it sets for the size of its target. */
static void rects(struct fl_raster_walk *w, unsigned n)
{
	const struct fl_raster_vertex *c[3];

	for (unsigned i = 0; i + 3 <= n && w->ras->open; i += 3) {
		for (unsigned k = 0; k < 3; k++)
			c[k] = (const void *)(w->reuse->ring + (size_t)(i + k) * w->reuse->vtx_B);
		if (!((c[0]->code | c[1]->code | c[2]->code) & FL_RASTER_CLIP_BAD))
			fl_raster_looked_rect(w->ras, c, c[w->first ? 0 : 2]);
	}
}

/* Triangles in polygon mode: those that quads and polygons were made into show no inner edges. */
static void parts(struct fl_raster_walk *w, unsigned n, uint32_t first, uint32_t total)
{
	const struct fl_raster_vertex *c[3];

	for (unsigned i = 0; i + 3 <= n && w->ras->open; i += 3, first++) {
		for (unsigned k = 0; k < 3; k++)
			c[k] = (const void *)(w->reuse->ring + (size_t)(i + k) * w->reuse->vtx_B);
		fl_raster_list_triangle(&w->pa->front, c, c[w->first ? 0 : 2],
					fl_raster_list_edges(w->type, first, total, w->first));
	}
}

/* Each vertex anew, whole primitives a wave: what streams are written from. */
static bool run_list(struct fl_raster_walk *w, uint32_t from, uint32_t n)
{
	const uint32_t total = fl_raster_list_count(w->type, n);
	const unsigned corners = fl_raster_list_corners(w->type), most = FL_WAVE_PX / corners * corners;
	uint32_t index[FL_WAVE_PX];
	uint16_t window[FL_WAVE_PX];

	for (uint32_t at = 0; at < total;) {
		const uint32_t first = at / corners;
		struct fl_raster_lanes l = {
		    .index = index, .corners = corners, .primitive = w->primitive + first};

		for (; l.n < most && at < total; l.n++, at++) {
			uint32_t i = w->list ? fl_raster_list_at(w->type, at, n, w->first) : at;

			index[l.n] = fl_raster_walk_index(w, from + i);
			window[l.n] = (uint16_t)l.n;
		}
		if (!wave(w, &l, w->reuse->ring))
			return false;
		if (!w->raster)
			continue;
		if (w->pa->routed) {
			if (!fl_raster_route_list(w, l.n, first, n))
				return false;
		} else if (fl_raster_list_kind(w->type) == FL_RASTER_RECT_LIST)
			rects(w, l.n);
		else if (w->draw->setup->poly && fl_raster_list_kind(w->type) == FL_RASTER_TRIANGLE_LIST)
			parts(w, l.n, first, n);
		else
			fl_raster_order_run(w->order, &w->pa->front, w->reuse->ring, w->reuse->vtx_B, window,
					    l.n);
	}
	return true;
}

static void indices_of(void *of, uint32_t first, unsigned n, uint32_t *to)
{
	const struct fl_raster_walk *w = of;

	for (unsigned i = 0; i < n; i++)
		to[i] = fl_raster_walk_index(w, first + i);
}

static bool wave_of(void *of, const uint32_t *index, unsigned n, uint8_t *to)
{
	const struct fl_raster_lanes l = {.index = index, .n = n};

	return wave(of, &l, to);
}

/* Vertices are numbered in their order, and none comes twice: nothing need be remembered of them. */
static bool in_order(const struct fl_raster_walk *w, uint32_t from, uint32_t count)
{
	const uint64_t first = (uint64_t)from + w->offset;

	return !w->indexed && first >= w->min && first + count - 1 <= w->max;
}

bool fl_raster_walk_segment(struct fl_raster_walk *w, uint32_t from, uint32_t n)
{
	const enum fl_raster_type kind = fl_raster_list_kind(w->type);
	bool ok;

	w->reuse->vtx_B = FL_RASTER_VERTEX_B(w->pa->front.n_attr);
	w->pa->front.ras = w->ras;
	w->pa->front.to = fl_raster_sink_of(w->ras);
	w->pa->front.provoke = fl_raster_provoking(w->list ? kind : w->type, w->first);
	w->ras->stipple_start = true;
	if (w->list || kind == FL_RASTER_RECT_LIST) {
		fl_raster_order_begin(w->order, kind, fl_raster_list_count(w->type, n));
		ok = run_list(w, from, n);
	} else {
		const struct fl_raster_source s = {.model = w->ras->model,
						   .of = w,
						   .indices = indices_of,
						   .wave = wave_of,
						   .in_order = w->anew || in_order(w, from, n),
						   .raster = w->raster,
						   .apart = w->host || !w->indexed,
						   .from = from,
						   .n = n};

		fl_raster_order_begin(w->order, w->type, n);
		ok = fl_raster_reuse_run(w->reuse, w->order, &w->pa->front, &s);
	}
	fl_raster_order_end(w->order);
	return ok;
}

void fl_raster_walk(struct fl_raster_walk *w)
{
	w->primitive = 0;
	if (w->ras->model->look)
		fl_look_note_draw(w->ras->model, w->type, w->count);
	fl_raster_reuse_begin(w->reuse, w->count);
	for (uint32_t from = 0; from < w->count;) {
		uint32_t to = w->count;

		if (w->reset) {
			to = from;
			while (to < w->count && stored(w, to) != w->reset_index)
				to++;
		}
		/* Those that are found again run no program, which would cost more. */
		if (!fl_spend(w->ras->model, (uint64_t)(to - from) * FL_RASTER_INDEX_WORK, "the indices"))
			return;
		if (to > from && !w->ops->segment(w, from, to - from))
			return;
		from = to + 1;
	}
}
