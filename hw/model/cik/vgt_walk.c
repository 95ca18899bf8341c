/* SPDX-License-Identifier: MIT
 *
 * The walk over a draw's vertices: instances, restarts, indices; new vertices go through the vertex program
 * a wave at a time, and all go to primitive assembly (CIK facts 4.3, 10).
 */
#include "hw/model/cik/vgt.h"
#include "hw/model/cik/vm.h"
#include "hw/model/num/num.h"

#include <string.h>

enum { VERTEX_WORK = 32 }; /* fetching it, and its part in a primitive, in units of fl_work() */

static uint32_t swapped(uint32_t v, unsigned how, bool wide)
{
	switch (how) {
	case CIK_VGT_DMA_INDEX_TYPE__SWAP_MODE__VGT_DMA_SWAP_16_BIT:
		return (v >> 8 & 0x00ff00ff) | (v << 8 & 0xff00ff00);
	case CIK_VGT_DMA_INDEX_TYPE__SWAP_MODE__VGT_DMA_SWAP_32_BIT:
		return wide ? __builtin_bswap32(v) : __builtin_bswap16((uint16_t)v);
	case CIK_VGT_DMA_INDEX_TYPE__SWAP_MODE__VGT_DMA_SWAP_WORD:
		return wide ? v >> 16 | v << 16 : v;
	}
	return v;
}

static uint32_t raw_index(struct mcik *c, const struct mcik_walk *w, uint32_t i)
{
	const unsigned size_B = w->wide ? 4 : 2;
	uint32_t v = 0;

	if (!w->indexed)
		return i;
	if (i >= w->max_read) /* outside of what the packet says may be read */
		return 0;
	if (w->host)
		memcpy(&v, w->host + (size_t)i * size_B, size_B);
	else
		mcik_vm_read(c, w->vmid, w->addr + (uint64_t)i * size_B, &v, size_B, MCIK_CLIENT_VGT);
	v = w->swap ? swapped(v, w->swap, w->wide) : v;
	return w->wide ? v : v & 0xffff;
}

uint32_t mcik_vgt_index(struct mcik *c, const struct mcik_walk *w, uint32_t i)
{
	const uint32_t at = raw_index(c, w, i) + w->offset;

	if (w->copy || w->point)
		return raw_index(c, w, i);
	return at > w->max ? w->max : at < w->min ? w->min : at;
}

/* The same of points that the tessellator has made (CIK facts 4.3). */
static void domain_ids(mcik_plane *v, const struct mcik_domain_point *point, const uint32_t *index,
		       unsigned n, unsigned comps)
{
	for (unsigned l = 0; l < n; l++) {
		const struct mcik_domain_point *p = &point[index[l]];

		v[0][l] = num_bits(p->u);
		if (comps > 0)
			v[1][l] = num_bits(p->v);
		if (comps > 1)
			v[2][l] = p->rel;
		if (comps > 2)
			v[3][l] = p->patch;
	}
}

void mcik_vgt_ids(struct mcik *c, const struct mcik_walk *w, const uint32_t *index, const uint32_t *primitive,
		  unsigned n, unsigned comps)
{
	mcik_plane *v = c->vgt->wave.v;
	const uint32_t step[2] = {w->step[0] ? w->instance / w->step[0] : w->instance,
				  w->step[1] ? w->instance / w->step[1] : w->instance};

	if (w->point) {
		domain_ids(v, w->point, index, n, comps);
		return;
	}
	memcpy(v[0], index, n * sizeof(*index));
	for (unsigned l = 0; l < n; l++) {
		if (comps > 0)
			v[1][l] = step[0];
		if (comps > 1)
			v[2][l] = primitive ? primitive[l] : step[1];
		if (comps > 2)
			v[3][l] = w->instance;
	}
}

/* ---- a wave of the vertex program ---------------------------------------------------------------------- */
static void check_exports(struct mcik *c)
{
	const struct mcik_vgt *v = c->vgt;
	unsigned wanted = 1u | (v->pa.misc ? 1u << v->pa.misc : 0);

	for (unsigned i = 0; i < 2; i++)
		wanted |= v->pa.dist[i] ? 1u << v->pa.dist[i] : 0;
	if (wanted & ~v->out->has_pos)
		mcik_report(
		    c, FL_WARN, "SPI", "CIK facts 4.3",
		    "the vertex program exports positions 0x%x of those that PA_CL_VS_OUT_CNTL 0x%08x "
		    "wants (0x%x): the others hold what was there",
		    v->out->has_pos, CIK_REG(c, PA_CL_VS_OUT_CNTL), wanted);
	else if (!v->out->done)
		mcik_report(c, FL_WARN, "SPI", "CIK facts 4.5",
			    "no position of the vertex program is exported with DONE: PA waits for ever");
}

static bool wave(struct mcik *c, const struct mcik_walk *w, const uint32_t *index, const uint32_t *primitive,
		 unsigned n, uint8_t *to)
{
	struct mcik_vgt *v = c->vgt;
	unsigned at;
	struct mcik_wave *x = mcik_stage_begin(c, MCIK_VS, n, &at);

	mcik_strmout_scalars(c, x, &at);
	if (w->point && CIK_SPI_SHADER_PGM_RSRC2_VS__OC_LDS_EN__GET(v->stage[MCIK_VS].rsrc2))
		x->s[at++] = w->buffer_B;
	mcik_vgt_ids(c, w, index, primitive, n, w->copy ? 0 : v->stage[MCIK_VS].comps);
	v->out->has_pos = v->out->has_param = 0;
	v->out->done = false;
	if (!w->copy) /* the copy program is the chip's own business */
		mcik_count(v, w->point ? &v->ran.domain : &v->ran.vertices, n);
	if (!fl_spend(&c->base, (uint64_t)n * VERTEX_WORK, "the vertices") ||
	    !mcik_stage_run(c, MCIK_VS, at)) {
		v->hung = true;
		return false;
	}
	if (w->raster) {
		const struct fl_raster_out out = {.pos = (const void *)v->out->pos,
						  .param = (const void *)v->out->param,
						  .n_params = v->draw->carried.n_params,
						  .carried = v->draw->carried.param};

		check_exports(c);
		fl_raster_export(&v->pa, &out, n, to, v->reuse.vtx_B);
	}
	return true;
}

/* ---- from one restart to the next ---------------------------------------------------------------------- */
/* Rectangles are neither clipped nor dropped: their corners may lie far outside of the guard band. */
static void rects(struct mcik_vgt *v, const uint16_t *slot, unsigned n, bool first)
{
	const struct fl_raster_vertex *c[3];

	for (unsigned i = 0; i + 3 <= n && v->ras.open; i += 3) {
		for (unsigned k = 0; k < 3; k++)
			c[k] = (const void *)(v->reuse.ring + (size_t)slot[i + k] * v->reuse.vtx_B);
		if (!((c[0]->code | c[1]->code | c[2]->code) & FL_RASTER_CLIP_BAD))
			fl_raster_setup_rect(&v->ras, c, c[first ? 0 : 2]);
	}
}

/* Each vertex anew, whole primitives a wave: what streams are written from. */
static bool run_list(struct mcik *c, const struct mcik_walk *w, uint32_t from, uint32_t n)
{
	struct mcik_vgt *v = c->vgt;
	const uint32_t total = fl_raster_list_count(w->type, n);
	const unsigned corners = fl_raster_list_corners(w->type), most = MCIK_LANES / corners * corners;
	const bool numbers =
	    !w->copy && CIK_VGT_PRIMITIVEID_EN__PRIMITIVEID_EN__GET(CIK_REG(c, VGT_PRIMITIVEID_EN));
	uint32_t index[MCIK_LANES], primitive[MCIK_LANES];
	uint16_t window[MCIK_LANES];

	for (uint32_t at = 0; at < total;) {
		const uint32_t first = at / corners;
		unsigned m = 0;

		for (; m < most && at < total; m++, at++) {
			uint32_t i = w->list ? fl_raster_list_at(w->type, at, n, w->first) : at;

			index[m] = mcik_vgt_index(c, w, from + i);
			primitive[m] = w->primitive + at / corners;
			window[m] = (uint16_t)m;
		}
		mcik_strmout_before(c, m, corners);
		if (!wave(c, w, index, numbers ? primitive : NULL, m, v->reuse.ring))
			return false;
		mcik_strmout_after(c, m, corners);
		if (!w->raster)
			continue;
		if (v->pa.routed) {
			if (!mcik_route_list(c, w, m, first, n))
				return false;
		} else if (fl_raster_list_kind(w->type) == FL_RASTER_RECT_LIST)
			rects(v, window, m, w->first);
		else
			fl_raster_order_run(&v->order, &v->pa.front, v->reuse.ring, v->reuse.vtx_B, window,
					    m);
	}
	return true;
}

struct run {
	struct mcik *c;
	const struct mcik_walk *w;
};

static uint32_t index_of(void *of, uint32_t i)
{
	const struct run *run = of;

	return mcik_vgt_index(run->c, run->w, i);
}

static bool wave_of(void *of, const uint32_t *index, unsigned n, uint8_t *to)
{
	const struct run *run = of;

	return wave(run->c, run->w, index, NULL, n, to);
}

/* Vertices are numbered in their order, and none comes twice. */
static bool in_order(const struct mcik_walk *w, uint32_t from, uint32_t count)
{
	const uint64_t first = (uint64_t)from + w->offset;

	return !w->indexed && first >= w->min && first + count - 1 <= w->max;
}

static bool run_reused(struct mcik *c, const struct mcik_walk *w, uint32_t from, uint32_t count)
{
	struct run run = {c, w};
	const struct fl_raster_source s = {.of = &run,
					   .index = index_of,
					   .wave = wave_of,
					   .in_order = w->copy || in_order(w, from, count),
					   .raster = w->raster,
					   .from = from,
					   .n = count};

	return fl_raster_reuse_run(&c->vgt->reuse, &c->vgt->order, &c->vgt->pa.front, &s);
}

bool mcik_vgt_segment(struct mcik *c, const struct mcik_walk *w, uint32_t from, uint32_t n)
{
	struct mcik_vgt *v = c->vgt;
	const enum fl_raster_type kind = fl_raster_list_kind(w->type);
	bool ok;

	v->reuse.vtx_B = FL_RASTER_VERTEX_B(v->pa.front.n_attr);
	v->pa.front.ras = &v->ras;
	v->pa.front.to = &fl_raster_to_setup;
	v->pa.front.provoke = fl_raster_provoking(w->list ? kind : w->type, w->first);
	v->ras.stipple_start = true;
	if (w->raster)
		mcik_count(v, &v->ran.primitives,
			   fl_raster_list_count(w->type, n) / fl_raster_list_corners(w->type));
	if (w->list || kind == FL_RASTER_RECT_LIST) {
		fl_raster_order_begin(&v->order, kind, fl_raster_list_count(w->type, n));
		ok = run_list(c, w, from, n);
	} else {
		fl_raster_order_begin(&v->order, w->type, n);
		ok = run_reused(c, w, from, n);
	}
	fl_raster_order_end(&v->order);
	return ok;
}

static bool run_segment(struct mcik *c, struct mcik_walk *w, uint32_t from, uint32_t n)
{
	struct mcik_vgt *v = c->vgt;
	const bool patches = mcik_tess_on(c);
	const uint32_t primitives = patches
					? mcik_tess_patches(c, n)
					: fl_raster_list_count(w->type, n) / fl_raster_list_corners(w->type);
	bool ok;

	mcik_count(v, &v->ran.vertices_in, n);
	mcik_count(v, &v->ran.primitives_in, primitives);
	ok = patches         ? mcik_tess_segment(c, w, from, n)
	     : mcik_gs_on(c) ? mcik_gs_segment(c, w, from, n)
			     : mcik_vgt_segment(c, w, from, n);
	w->primitive += primitives;
	return ok;
}

void mcik_vgt_walk(struct mcik *c, struct mcik_walk *w)
{
	w->primitive = 0;
	fl_raster_reuse_begin(&c->vgt->reuse, w->count);
	for (uint32_t from = 0; from < w->count;) {
		uint32_t to = w->count;

		if (w->reset) {
			to = from;
			while (to < w->count && raw_index(c, w, to) != w->reset_index)
				to++;
			if (!fl_spend(&c->base, to - from, "the indices"))
				return;
		}
		if (to > from && !run_segment(c, w, from, to - from))
			return;
		from = to + 1;
	}
}
