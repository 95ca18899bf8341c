/* SPDX-License-Identifier: MIT
 *
 * The walk over a draw's vertices: instances, restarts, indices; new vertices go through the vertex program
 * a wave at a time, and all go to primitive assembly (R6xx facts 2).
 */
#include "hw/model/r600/vgt.h"
#include "hw/model/r600/spi.h"

#include <string.h>

enum { VERTEX_WORK = 32 }; /* fetching it, and its part in a primitive, in units of fl_work() */

static uint32_t swapped(uint32_t v, unsigned how, bool wide)
{
	switch (how) {
	case R600_VGT_DMA_INDEX_TYPE__SWAP_MODE__VGT_DMA_SWAP_16_BIT:
		return (v >> 8 & 0x00ff00ff) | (v << 8 & 0xff00ff00);
	case R600_VGT_DMA_INDEX_TYPE__SWAP_MODE__VGT_DMA_SWAP_32_BIT:
		return wide ? __builtin_bswap32(v) : __builtin_bswap16((uint16_t)v);
	case R600_VGT_DMA_INDEX_TYPE__SWAP_MODE__VGT_DMA_SWAP_WORD:
		return wide ? v >> 16 | v << 16 : v;
	}
	return v;
}

static uint32_t raw_index(struct mr600 *r, const struct mr600_vgt_walk *w, uint32_t i)
{
	uint32_t dw = 0;
	uint16_t half;

	if (!w->indexed)
		return i;
	if (i >= w->max_read) /* outside of what DRAW_INDEX_2 says may be read */
		return 0;
	if (w->host && !w->wide) {
		memcpy(&half, w->host + (size_t)i * 2, 2);
		dw = half;
	} else if (w->host) {
		memcpy(&dw, w->host + (size_t)i * 4, 4);
	} else if (w->wide) {
		fl_mem_read32(&r->base.mem, w->addr + i * 4ull, &dw);
	} else {
		uint64_t at = w->addr + i * 2ull;

		fl_mem_read32(&r->base.mem, at & ~3ull, &dw);
		dw = dw >> (at & 2 ? 16 : 0) & 0xffff;
	}
	dw = w->swap ? swapped(dw, w->swap, w->wide) : dw;
	return w->wide ? dw : dw & 0xffff;
}

static uint32_t place(const struct mr600_vgt_walk *w, uint32_t index)
{
	const uint32_t i = index + w->offset;

	return i > w->max ? w->max : i < w->min ? w->min : i;
}

uint32_t mr600_vgt_index(struct mr600 *r, const struct mr600_vgt_walk *w, uint32_t i)
{
	return place(w, raw_index(r, w, i));
}

void mr600_vgt_ids(struct mr600 *r, const struct mr600_vgt_walk *w, const uint32_t *index, unsigned n)
{
	union mr600_value *to = r->vgt->gpr[0];
	const uint32_t step[2] = {w->step[0] ? w->instance / w->step[0] : 0,
				  w->step[1] ? w->instance / w->step[1] : 0};

	for (unsigned l = 0; l < n; l++) {
		to[0].u[l] = index[l];
		to[1].u[l] = step[0];
		to[2].u[l] = step[1];
		to[3].u[l] = w->instance;
	}
}

/* ---- a wave of the vertex program ---------------------------------------------------------------------- */
static bool wave(struct mr600 *r, const struct mr600_vgt_walk *w, const uint32_t *index, unsigned n,
		 uint8_t *to)
{
	struct mr600_vgt *v = r->vgt;
	struct mr600_wave wave = {
	    .r = r,
	    .program = v->draw->vs,
	    .gpr = v->gpr,
	    .valid = n < MR600_WAVE ? (UINT64_C(1) << n) - 1 : ~UINT64_C(0),
	    .vs = v->out,
	    .stream = mr600_strmout_write,
	    .state = v->sq,
	};

	mr600_vgt_ids(r, w, index, n);
	v->out->has_pos = v->out->has_param = 0;
	v->vs_runs += v->counting ? n : 0;
	if (!fl_spend(&r->base, (uint64_t)n * VERTEX_WORK, "the vertices") || !mr600_sq_run(&wave)) {
		v->hung = true;
		return false;
	}
	if (w->raster) {
		const struct fl_raster_out out = {.pos = (const void *)v->out->pos,
						  .param = (const void *)v->out->param,
						  .n_params = v->draw->spi->n_params,
						  .carried = v->draw->spi->param};

		fl_raster_export(&v->pa, &out, n, to, v->reuse.vtx_B);
	}
	return true;
}

/* ---- assembly --------------------------------------------------------------------------------------- */
/* Rectangles are neither clipped nor dropped: Mesa's copies have corners in pixels, far outside of the guard
 * band that it sets for the size of its target. */
static void rects(struct mr600_vgt *v, const uint16_t *slot, unsigned n, bool first)
{
	const struct fl_raster_vertex *c[3];

	for (unsigned i = 0; i + 3 <= n && v->ras.open; i += 3) {
		for (unsigned k = 0; k < 3; k++)
			c[k] = (const void *)(v->reuse.ring + (size_t)slot[i + k] * v->reuse.vtx_B);
		if (!((c[0]->code | c[1]->code | c[2]->code) & FL_RASTER_CLIP_BAD))
			fl_raster_setup_rect(&v->ras, c, c[first ? 0 : 2]);
	}
}

/* ---- from one restart to the next ------------------------------------------------------------------- */
/* Each vertex anew, whole primitives a wave: what streams are written from. */
static bool run_list(struct mr600 *r, const struct mr600_vgt_walk *w, uint32_t from, uint32_t n)
{
	struct mr600_vgt *v = r->vgt;
	const uint32_t total = fl_raster_list_count(w->type, n);
	const unsigned corners = fl_raster_list_corners(w->type), most = MR600_WAVE / corners * corners;
	uint32_t index[MR600_WAVE];
	uint16_t window[MR600_WAVE];

	for (uint32_t at = 0; at < total;) {
		const uint32_t first = at / corners;
		unsigned m = 0;

		for (; m < most && at < total; m++, at++) {
			uint32_t i = w->list ? fl_raster_list_at(w->type, at, n, w->first) : at;

			index[m] = mr600_vgt_index(r, w, from + i);
			window[m] = (uint16_t)m;
		}
		mr600_strmout_before(r, m, corners);
		if (!wave(r, w, index, m, v->reuse.ring))
			return false;
		if (mr600_strmout_on(r))
			mr600_strmout_after(r, m, corners);
		if (!w->raster)
			continue;
		if (v->pa.routed) {
			if (!mr600_route_list(r, w, m, first, n))
				return false;
		} else if (fl_raster_list_kind(w->type) == FL_RASTER_RECT_LIST)
			rects(v, window, m, w->first);
		else
			fl_raster_order_run(&v->order, &v->pa.front, v->reuse.ring, v->reuse.vtx_B, window,
					    m);
	}
	return true;
}

/* Vertices are numbered in their order, and none comes twice: nothing need be remembered of them. */
static bool in_order(const struct mr600_vgt_walk *w, uint32_t from, uint32_t count)
{
	const uint64_t first = (uint64_t)from + w->offset;

	return !w->indexed && first >= w->min && first + count - 1 <= w->max;
}

struct run {
	struct mr600 *r;
	const struct mr600_vgt_walk *w;
};

static uint32_t index_of(void *of, uint32_t i)
{
	const struct run *run = of;

	return mr600_vgt_index(run->r, run->w, i);
}

static bool wave_of(void *of, const uint32_t *index, unsigned n, uint8_t *to)
{
	const struct run *run = of;

	return wave(run->r, run->w, index, n, to);
}

static bool run_reused(struct mr600 *r, const struct mr600_vgt_walk *w, uint32_t from, uint32_t count)
{
	struct run run = {r, w};
	const struct fl_raster_source s = {.of = &run,
					   .index = index_of,
					   .wave = wave_of,
					   .in_order = in_order(w, from, count),
					   .raster = w->raster,
					   .from = from,
					   .n = count};

	return fl_raster_reuse_run(&r->vgt->reuse, &r->vgt->order, &r->vgt->pa.front, &s);
}

bool mr600_vgt_segment(struct mr600 *r, const struct mr600_vgt_walk *w, uint32_t from, uint32_t n)
{
	struct mr600_vgt *v = r->vgt;
	bool ok;

	v->reuse.vtx_B = FL_RASTER_VERTEX_B(v->pa.front.n_attr);
	v->pa.front.ras = &v->ras;
	v->pa.front.to = &fl_raster_to_setup;
	v->pa.front.provoke = fl_raster_provoking(w->list ? fl_raster_list_kind(w->type) : w->type, w->first);
	v->ras.stipple_start = true;
	if (v->counting)
		v->pa_primitives += fl_raster_list_count(w->type, n) / fl_raster_list_corners(w->type);
	if (w->list || fl_raster_list_kind(w->type) == FL_RASTER_RECT_LIST) {
		fl_raster_order_begin(&v->order, fl_raster_list_kind(w->type),
				      fl_raster_list_count(w->type, n));
		ok = run_list(r, w, from, n);
	} else {
		fl_raster_order_begin(&v->order, w->type, n);
		ok = run_reused(r, w, from, n);
	}
	fl_raster_order_end(&v->order);
	return ok;
}

static bool run_segment(struct mr600 *r, const struct mr600_vgt_walk *w, uint32_t from, uint32_t n)
{
	struct mr600_vgt *v = r->vgt;

	if (v->counting) {
		v->ia_vertices += n;
		v->ia_primitives += fl_raster_list_count(w->type, n) / fl_raster_list_corners(w->type);
	}
	return mr600_gs_on(r) ? mr600_gs_segment(r, w, from, n) : mr600_vgt_segment(r, w, from, n);
}

void mr600_vgt_walk(struct mr600 *r, const struct mr600_vgt_walk *w)
{
	struct mr600_vgt *v = r->vgt;

	fl_raster_reuse_begin(&v->reuse, w->count);
	for (uint32_t from = 0; from < w->count;) {
		uint32_t to = w->count;

		if (w->reset) {
			to = from;
			while (to < w->count && raw_index(r, w, to) != w->reset_index)
				to++;
			if (!fl_spend(&r->base, to - from, "the indices"))
				return;
		}
		if (to > from && !run_segment(r, w, from, to - from))
			return;
		from = to + 1;
	}
}
