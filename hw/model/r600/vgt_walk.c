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
	if (w->raster)
		mr600_pa_vertices(&v->pa, v->draw->spi, v->out, n, to, v->vtx_B);
	return true;
}

/* ---- assembly --------------------------------------------------------------------------------------- */
static enum fl_raster_type type_of(const struct mr600_vgt_walk *w)
{
	static const uint8_t list[] = {[MR600_POINTS] = FL_RASTER_POINT_LIST,
				       [MR600_LINES] = FL_RASTER_LINE_LIST,
				       [MR600_TRIANGLES] = FL_RASTER_TRIANGLE_LIST,
				       [MR600_RECTS] = FL_RASTER_TRIANGLE_LIST};

	if (w->list)
		return list[mr600_vgt_kind(w->prim)];
	switch (w->prim) {
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_LINESTRIP:
		return FL_RASTER_LINE_STRIP;
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_LINELOOP:
		return FL_RASTER_LINE_LOOP;
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_TRIFAN:
		return FL_RASTER_TRIANGLE_FAN;
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_TRISTRIP:
		return FL_RASTER_TRIANGLE_STRIP;
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_QUADLIST:
		return FL_RASTER_QUAD_LIST;
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_QUADSTRIP:
		return FL_RASTER_QUAD_STRIP;
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_POLYGON:
		return FL_RASTER_POLYGON;
	default:
		return list[mr600_vgt_kind(w->prim)];
	}
}

/* Which vertex gives flat values (hw/model/raster/assemble.h counts them). The first of a fan is that after
 * the hub; polygons turn as (previous, newest, hub), and the hub gives them. */
static uint8_t provoking(const struct mr600_vgt_walk *w, enum fl_raster_type type)
{
	switch (type) {
	case FL_RASTER_LINE_LIST:
	case FL_RASTER_LINE_STRIP:
	case FL_RASTER_LINE_LOOP:
		return !w->first;
	case FL_RASTER_TRIANGLE_FAN:
		return w->first ? 1 : 2;
	case FL_RASTER_QUAD_LIST:
	case FL_RASTER_QUAD_STRIP:
		return w->first ? 0 : 3;
	case FL_RASTER_POLYGON:
		return 2;
	default:
		return w->first ? 0 : 2;
	}
}

/* Rectangles are neither clipped nor dropped: Mesa's copies have corners in pixels, far outside of the guard
 * band that it sets for the size of its target. */
static void rects(struct mr600_vgt *v, const uint16_t *slot, unsigned n, bool first)
{
	const struct fl_raster_vertex *c[3];

	for (unsigned i = 0; i + 3 <= n && v->ras.open; i += 3) {
		for (unsigned k = 0; k < 3; k++)
			c[k] = (const void *)(v->ring + (size_t)slot[i + k] * v->vtx_B);
		if (!((c[0]->code | c[1]->code | c[2]->code) & FL_RASTER_CLIP_BAD))
			fl_raster_setup_rect(&v->ras, c, c[first ? 0 : 2]);
	}
}

/* ---- from one restart to the next ------------------------------------------------------------------- */
/* Each vertex anew, whole primitives a wave: what streams are written from. */
static bool run_list(struct mr600 *r, const struct mr600_vgt_walk *w, uint32_t from, uint32_t n)
{
	struct mr600_vgt *v = r->vgt;
	const uint32_t total = mr600_vgt_list_count(w->prim, n);
	const unsigned corners = mr600_vgt_corners(w->prim), most = MR600_WAVE / corners * corners;
	uint32_t index[MR600_WAVE];
	uint16_t window[MR600_WAVE];

	for (uint32_t at = 0; at < total;) {
		const uint32_t first = at / corners;
		unsigned m = 0;

		for (; m < most && at < total; m++, at++) {
			uint32_t i = w->list ? mr600_vgt_list_at(w->prim, at, n, w->first) : at;

			index[m] = mr600_vgt_index(r, w, from + i);
			window[m] = (uint16_t)m;
		}
		mr600_strmout_before(r, m, corners);
		if (!wave(r, w, index, m, v->ring))
			return false;
		if (mr600_strmout_on(r))
			mr600_strmout_after(r, m, corners);
		if (!w->raster)
			continue;
		if (v->pa.routed) {
			if (!mr600_route_list(r, w, m, first, n))
				return false;
		} else if (mr600_vgt_kind(w->prim) == MR600_RECTS)
			rects(v, window, m, w->first);
		else
			fl_raster_order_run(&v->order, &v->pa.front, v->ring, v->vtx_B, window, m);
	}
	return true;
}

/* Vertices are numbered in their order, and none comes twice: nothing need be remembered of them. */
static bool in_order(const struct mr600_vgt_walk *w, uint32_t from, uint32_t count)
{
	const uint64_t first = (uint64_t)from + w->offset;

	return !w->indexed && first >= w->min && first + count - 1 <= w->max;
}

static bool run_in_order(struct mr600 *r, const struct mr600_vgt_walk *w, uint32_t from, uint32_t count)
{
	struct mr600_vgt *v = r->vgt;
	uint32_t index[MR600_WAVE];
	uint16_t window[MR600_WAVE];

	for (unsigned l = 0; l < MR600_WAVE; l++)
		window[l] = (uint16_t)l;
	for (uint32_t at = 0; at < count; at += MR600_WAVE) {
		const unsigned n = count - at < MR600_WAVE ? count - at : MR600_WAVE;

		for (unsigned l = 0; l < n; l++)
			index[l] = from + at + l + w->offset;
		if (!wave(r, w, index, n, v->ring))
			return false;
		if (w->raster)
			fl_raster_order_run(&v->order, &v->pa.front, v->ring, v->vtx_B, window, n);
	}
	return true;
}

static bool run_order(struct mr600 *r, const struct mr600_vgt_walk *w, uint32_t from, uint32_t count)
{
	enum { GROUPS = MR600_VGT_RING / MR600_WAVE };
	struct mr600_vgt *v = r->vgt;
	uint32_t pending[MR600_WAVE], first_group = v->group + 1;
	uint16_t window[MR600_VGT_WINDOW];

	for (uint32_t at = 0; at < count;) {
		uint32_t group = ++v->group, oldest = first_group;
		uint16_t slot0 = (uint16_t)(group % GROUPS * MR600_WAVE);
		unsigned n = 0, m = 0;

		/* the vertices of the group that is overwritten now are no longer found */
		if (group - first_group >= GROUPS)
			oldest = group - GROUPS + 1;
		for (; n < MR600_WAVE && m < MR600_VGT_WINDOW && at < count; at++) {
			uint32_t i = mr600_vgt_index(r, w, from + at);
			uint32_t h = (i ^ i >> 12) % MR600_VGT_TAGS;
			struct mr600_vgt_tag *t = &v->tag[h];

			if (t->index != i || t->group < oldest || t->group > group) {
				t->index = i;
				t->group = group;
				v->tag_lane[h] = (uint8_t)n;
				pending[n++] = i;
			}
			window[m++] = (uint16_t)(t->group % GROUPS * MR600_WAVE + v->tag_lane[h]);
		}
		if (n && !wave(r, w, pending, n, v->ring + (size_t)slot0 * v->vtx_B))
			return false;
		if (w->raster)
			fl_raster_order_run(&v->order, &v->pa.front, v->ring, v->vtx_B, window, m);
	}
	return true;
}

bool mr600_vgt_segment(struct mr600 *r, const struct mr600_vgt_walk *w, uint32_t from, uint32_t n)
{
	struct mr600_vgt *v = r->vgt;
	bool ok;

	v->vtx_B = FL_RASTER_VERTEX_B(v->pa.front.n_attr);
	v->pa.front.ras = &v->ras;
	v->pa.front.to = &fl_raster_to_setup;
	v->pa.front.provoke = provoking(w, type_of(w));
	v->ras.stipple_start = true;
	if (v->counting)
		v->pa_primitives += mr600_vgt_list_count(w->prim, n) / mr600_vgt_corners(w->prim);
	if (w->list || mr600_vgt_kind(w->prim) == MR600_RECTS) {
		fl_raster_order_begin(&v->order, type_of(w), mr600_vgt_list_count(w->prim, n));
		ok = run_list(r, w, from, n);
	} else {
		fl_raster_order_begin(&v->order, type_of(w), n);
		ok = in_order(w, from, n) ? run_in_order(r, w, from, n) : run_order(r, w, from, n);
	}
	fl_raster_order_end(&v->order);
	return ok;
}

static bool run_segment(struct mr600 *r, const struct mr600_vgt_walk *w, uint32_t from, uint32_t n)
{
	struct mr600_vgt *v = r->vgt;

	if (v->counting) {
		v->ia_vertices += n;
		v->ia_primitives += mr600_vgt_list_count(w->prim, n) / mr600_vgt_corners(w->prim);
	}
	return mr600_gs_on(r) ? mr600_gs_segment(r, w, from, n) : mr600_vgt_segment(r, w, from, n);
}

void mr600_vgt_walk(struct mr600 *r, const struct mr600_vgt_walk *w)
{
	struct mr600_vgt *v = r->vgt;

	if (v->group > 0xfffffff0u - w->count) { /* serial numbers run out: forget all */
		memset(v->tag, 0, sizeof(v->tag));
		v->group = 0;
	}
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
