/* SPDX-License-Identifier: MIT
 *
 * VAP: its registers and data ports, and one draw.
 *
 * Two ways lead to a draw. The command processor calls mr500_vap_draw() with a complete draw packet. A plain
 * write of VAP_VF_CNTL, from the stream or the host, triggers too (R5xx guide 7.4.1, 7.6): a vertex list is
 * drawn at once, indices and vertex data are gathered from writes to VAP_PORT_IDX, VAP_PORT_DATA or
 * VAP_PORT_DATA_IDX_128 until all are there.
 */
#include "hw/model/look.h"
#include "hw/model/r500/vap.h"
#include "hw/model/r500/chips.h"
#include "hw/model/r500/ga.h"

#include <stdlib.h>
#include <string.h>

enum { PORT_MAX_DW = 1 << 24 }; /* what a host may push through the ports for one draw */

static const struct mr500_vap_sink ga = {mr500_ga_begin, &fl_raster_to_setup};

bool mr500_vap_new(struct mr500 *r)
{
	struct mr500_vap *v = calloc(1, sizeof(*v));

	if (!v)
		return false;
	r->vap = v;
	v->sink = &ga;
	v->pvs = mr500_pvs_new();
	if (!v->pvs || !fl_raster_reuse_new(&v->reuse)) {
		mr500_vap_free(r);
		return false;
	}
	return true;
}

void mr500_vap_free(struct mr500 *r)
{
	if (!r->vap)
		return;
	mr500_pvs_free(r->vap->pvs);
	fl_raster_reuse_free(&r->vap->reuse);
	free(r->vap->port);
	free(r->vap);
	r->vap = NULL;
}

/* A draw that waits for data is dropped; memories keep what they hold. */
void mr500_vap_reset(struct mr500 *r)
{
	struct mr500_vap *v = r->vap;

	v->port_open = false;
	v->port_dw = v->port_need_dw = 0;
	v->pvs->dword = v->pvs->dword128 = 0;
}

static uint32_t vertex_count(const struct mr500 *r, uint32_t vf_cntl)
{
	if (R500_VAP_VF_CNTL__USE_ALT_NUM_VERTS__GET(vf_cntl))
		return R500_VAP_ALT_NUM_VERTICES__NUM_VERTICES__GET(R500_REG(r, VAP_ALT_NUM_VERTICES));
	return R500_VAP_VF_CNTL__NUM_VERTICES__GET(vf_cntl);
}

/* The dwords of a vertex that comes through registers or the stream. */
static unsigned vertex_dw(const struct mr500 *r, uint32_t vf_cntl)
{
	if (R500_VAP_VF_CNTL__PRIM_WALK__GET(vf_cntl) == R500_VAP_VF_CNTL__PRIM_WALK__STATE)
		return mr500_vap_st_dwords(r);
	return R500_VAP_VTX_SIZE__DWORDS_PER_VTX__GET(R500_REG(r, VAP_VTX_SIZE));
}

/* Dwords that a draw takes from the stream or from an index buffer. */
static uint64_t embedded_dw(const struct mr500 *r, uint32_t vf_cntl)
{
	uint64_t n = vertex_count(r, vf_cntl);

	switch (R500_VAP_VF_CNTL__PRIM_WALK__GET(vf_cntl)) {
	case R500_VAP_VF_CNTL__PRIM_WALK__INDEXES:
		if (R500_VAP_VF_CNTL__PRIM_TYPE__GET(vf_cntl) == R500_VAP_VF_CNTL__PRIM_TYPE__TRIANGLE_WFLAGS)
			n += n / 3;
		return R500_VAP_VF_CNTL__INDEX_SIZE__GET(vf_cntl) ? n : (n + 1) / 2;
	case R500_VAP_VF_CNTL__PRIM_WALK__VERTEX_DATA:
	case R500_VAP_VF_CNTL__PRIM_WALK__STATE:
		return n * vertex_dw(r, vf_cntl);
	}
	return 0;
}

/* ---- one draw ------------------------------------------------------------------------------------------ */
static bool legal(struct mr500 *r, uint32_t vf_cntl, const struct mr500_draw_src *src)
{
	unsigned type = R500_VAP_VF_CNTL__PRIM_TYPE__GET(vf_cntl),
		 walk = R500_VAP_VF_CNTL__PRIM_WALK__GET(vf_cntl);
	uint64_t need = embedded_dw(r, vf_cntl);
	uint64_t got = src->dw                                        ? src->size_dw
		       : walk == R500_VAP_VF_CNTL__PRIM_WALK__INDEXES ? src->index_size_dw
								      : 0;

	if (type >= 8 && type <= 11) {
		mr500_report(r, FL_REFUSE, "VAP", "R5xx guide 11.11 VAP_VF_CNTL", "PRIM_TYPE %u is unused",
			     type);
		return false;
	}
	if (type == R500_VAP_VF_CNTL__PRIM_TYPE__TRIANGLE_WFLAGS &&
	    walk != R500_VAP_VF_CNTL__PRIM_WALK__INDEXES)
		mr500_report(r, FL_WARN, "VAP", "R5xx guide 11.11 VAP_VF_CNTL",
			     "triangles with wFlags without indices: there is no stream that the flags could "
			     "stand in");
	if (R500_VAP_VF_CNTL__VTX_REUSE_DIS__GET(vf_cntl) && walk != R500_VAP_VF_CNTL__PRIM_WALK__INDEXES)
		mr500_report(r, FL_WARN, "VAP", "R5xx guide 11.11 VAP_VF_CNTL",
			     "VTX_REUSE_DIS is set, which only PRIM_WALK Indexes may");
	if (r->variant && r->variant->kind != MR500_KIND_R5XX &&
	    R500_VAP_VF_CNTL__USE_ALT_NUM_VERTS__GET(vf_cntl))
		mr500_report(r, FL_WARN, "VAP", "R5xx guide 11.11 VAP_VF_CNTL",
			     "USE_ALT_NUM_VERTS came with R5xx");
	if (walk == R500_VAP_VF_CNTL__PRIM_WALK__VERTEX_LIST)
		return true;
	if (got < need) {
		mr500_report(r, FL_REFUSE, "VAP", "R5xx guide 7.6",
			     "the draw takes %llu dwords of %s and gets %llu: the VAP waits for ever",
			     (unsigned long long)need,
			     walk == R500_VAP_VF_CNTL__PRIM_WALK__INDEXES ? "indices" : "vertex data",
			     (unsigned long long)got);
		return false;
	}
	if (got > need)
		mr500_report(r, FL_WARN, "VAP", "R5xx guide 7.4.1",
			     "the draw takes %llu dwords of %s and gets %llu", (unsigned long long)need,
			     walk == R500_VAP_VF_CNTL__PRIM_WALK__INDEXES ? "indices" : "vertex data",
			     (unsigned long long)got);
	return true;
}

/* The arrays of VAP_VTX_AOS_*, or the one in the stream. Fills count[]; returns how many. */
static unsigned streams(struct mr500 *r, struct mr500_vap *v, unsigned walk, unsigned embedded_dw,
			uint32_t vertices, const struct mr500_draw_src *src, uint8_t count[MR500_VAP_STREAMS])
{
	struct mr500_vap_stream *s = v->stream;

	if (walk == R500_VAP_VF_CNTL__PRIM_WALK__VERTEX_DATA) {
		s->count = embedded_dw;
		s->stride_B = s->count * 4;
		s->base = (const uint8_t *)src->dw;
		s->gpu_addr = 0;
		s->indices = vertices;
		count[0] = (uint8_t)s->count;
		return 1;
	}
	unsigned n = R500_VAP_VTX_NUM_ARRAYS__VTX_NUM_ARRAYS__GET(R500_REG(r, VAP_VTX_NUM_ARRAYS));
	if (n > MR500_VAP_STREAMS) {
		mr500_report(r, FL_WARN, "VAP", "R5xx guide 11.11 VAP_VTX_NUM_ARRAYS",
			     "%u arrays, of 16 that there are", n);
		n = MR500_VAP_STREAMS;
	}
	for (unsigned i = 0; i < n; i++, s++) {
		uint32_t attr = r->reg[R500_VAP_VTX_AOS_ATTR(i / 2) / 4] >> (i & 1 ? 16 : 0);
		uint32_t addr =
		    r->reg[(i & 1 ? R500_VAP_VTX_AOS_ADDR1(i / 2) : R500_VAP_VTX_AOS_ADDR0(i / 2)) / 4];
		uint64_t left = 0;

		s->count = R500_VAP_VTX_AOS_ATTR__VTX_AOS_COUNT0__GET(attr);
		s->stride_B = R500_VAP_VTX_AOS_ATTR__VTX_AOS_STRIDE0__GET(attr) * 4;
		s->gpu_addr = addr & ~3u;
		s->base = fl_mem_at(&r->base.mem, s->gpu_addr, &left);
		count[i] = (uint8_t)s->count;
		if (!s->base || left < s->count * 4)
			s->indices = 0;
		else
			s->indices = s->stride_B ? (left - s->count * 4) / s->stride_B + 1 : UINT64_MAX;
	}
	return n;
}

/* Reports vertices that the chip itself drew, and that have not reached memory yet. */
static void look_for_unflushed(struct mr500 *r, const struct mr500_vap *v, uint32_t last)
{
	const char *which = "";

	for (unsigned i = 0; i < v->n_streams; i++) {
		const struct mr500_vap_stream *s = &v->stream[i];
		uint64_t size = s->stride_B ? (uint64_t)last * s->stride_B + s->count * 4 : s->count * 4;
		if (s->base && size && mr500_holds(r, s->gpu_addr, size, &which))
			mr500_report(
			    r, FL_WARN, "VAP", "R5xx guide 10.3",
			    "vertex array %u at %08llx: the %s still holds pixels of it; flush first", i,
			    (unsigned long long)s->gpu_addr, which);
	}
}

/* R5xx guide 11.11 VAP_VF_CNTL. */
static enum fl_raster_type type_of(unsigned prim_type)
{
	switch (prim_type) {
	case R500_VAP_VF_CNTL__PRIM_TYPE__POINT_LIST:
		return FL_RASTER_POINT_LIST;
	case R500_VAP_VF_CNTL__PRIM_TYPE__LINE_LIST:
		return FL_RASTER_LINE_LIST;
	case R500_VAP_VF_CNTL__PRIM_TYPE__LINE_STRIP:
		return FL_RASTER_LINE_STRIP;
	case R500_VAP_VF_CNTL__PRIM_TYPE__LINE_LOOP:
		return FL_RASTER_LINE_LOOP;
	case R500_VAP_VF_CNTL__PRIM_TYPE__TRIANGLE_STRIP:
		return FL_RASTER_TRIANGLE_STRIP;
	case R500_VAP_VF_CNTL__PRIM_TYPE__TRIANGLE_FAN:
		return FL_RASTER_TRIANGLE_FAN;
	case R500_VAP_VF_CNTL__PRIM_TYPE__QUAD_LIST:
		return FL_RASTER_QUAD_LIST;
	case R500_VAP_VF_CNTL__PRIM_TYPE__QUAD_STRIP:
		return FL_RASTER_QUAD_STRIP;
	case R500_VAP_VF_CNTL__PRIM_TYPE__POLYGON:
		return FL_RASTER_POLYGON;
	default: /* TRIANGLE_LIST, TRIANGLE_WFLAGS */
		return FL_RASTER_TRIANGLE_LIST;
	}
}

/* Which vertex gives flat colors, with GA_COLOR_CONTROL.PROVOKING_VERTEX first, second, third, last of a
 * primitive:
 *
 *   lines, triangles   as numbered; lines know first and last only
 *   strips             in the order of the strip, whatever the winding
 *   fans               0 is the hub (which is why drivers for OpenGL ask for "second")
 *   quads, quad strips the first never provokes: second, third, fourth, fourth (Mesa r300_render.c)
 *   polygons           triangles turn as (i, i + 1, hub): third and last give the hub (the same place) */
static uint8_t provoking(const struct mr500 *r, enum fl_raster_type type)
{
	unsigned code = R500_GA_COLOR_CONTROL__PROVOKING_VERTEX__GET(R500_REG(r, GA_COLOR_CONTROL));

	switch (type) {
	case FL_RASTER_LINE_LIST:
	case FL_RASTER_LINE_STRIP:
	case FL_RASTER_LINE_LOOP:
		return code != 0;
	case FL_RASTER_QUAD_LIST:
	case FL_RASTER_QUAD_STRIP:
		return (uint8_t)(code < 2 ? code + 1 : 3);
	default:
		return (uint8_t)(code < 2 ? code : 2);
	}
}

void mr500_vap_draw(struct mr500 *r, uint32_t vf_cntl, const struct mr500_draw_src *src)
{
	struct mr500_vap *v = r->vap;
	unsigned type = R500_VAP_VF_CNTL__PRIM_TYPE__GET(vf_cntl),
		 walk = R500_VAP_VF_CNTL__PRIM_WALK__GET(vf_cntl);
	uint32_t offset = R500_REG(r, VAP_INDEX_OFFSET);
	uint8_t count[MR500_VAP_STREAMS] = {0};
	struct mr500_vap_indices ix = {0};

	R500_REG(r, VAP_VF_CNTL) = vf_cntl;
	if (type == R500_VAP_VF_CNTL__PRIM_TYPE__NONE ||
	    R500_VAP_CNTL__VAP_NO_RENDER__GET(R500_REG(r, VAP_CNTL)))
		return;
	if (!legal(r, vf_cntl, src))
		return;
	ix.count = vertex_count(r, vf_cntl);
	if (walk == R500_VAP_VF_CNTL__PRIM_WALK__STATE) /* once gathered, it is like data in the stream */
		walk = R500_VAP_VF_CNTL__PRIM_WALK__VERTEX_DATA;
	v->n_streams = streams(r, v, walk, vertex_dw(r, vf_cntl), ix.count, src, count);
	if (!v->n_streams || !count[0]) {
		mr500_report(
		    r, FL_REFUSE, "VAP", "R5xx guide 7.2",
		    "the draw has no vertex data: no arrays, or an empty first one; the chip hangs here");
		return;
	}
	if (!mr500_vap_decode(r, v, count, v->n_streams))
		return;
	for (unsigned s = 0, at = 0; s < v->n_streams; s++) {
		while (at < v->psc.n && v->psc.comp[at].kind == PSC_CONST)
			at++;
		v->stream[s].first = at;
		while (at < v->psc.n && v->psc.comp[at].stream == s)
			at++;
		v->stream[s].last = at;
	}
	if (r->dirty & MR500_DIRTY_PVS)
		fl_spend(&r->base, 8ull * v->pvs->executed, "the vertex programs");
	r->dirty &= ~(uint32_t)(MR500_DIRTY_VAP | MR500_DIRTY_PVS);
	if (!ix.count)
		return;
	ix.walk = walk;
	ix.wide = R500_VAP_VF_CNTL__INDEX_SIZE__GET(vf_cntl);
	ix.wflags = type == R500_VAP_VF_CNTL__PRIM_TYPE__TRIANGLE_WFLAGS;
	ix.dual = R500_VAP_VF_CNTL__DUAL_INDEX_MODE__GET(vf_cntl) &&
		  walk != R500_VAP_VF_CNTL__PRIM_WALK__VERTEX_DATA;
	ix.max = 0xffffffff;
	if (walk != R500_VAP_VF_CNTL__PRIM_WALK__VERTEX_DATA) {
		if (!r->variant || r->variant->kind == MR500_KIND_R5XX)
			ix.offset = (int32_t)(offset << 7) >> 7; /* 25 bits, two's complement */
		ix.max = R500_VAP_VF_MAX_VTX_INDX__MAX_INDX__GET(R500_REG(r, VAP_VF_MAX_VTX_INDX));
		ix.min = R500_VAP_VF_MIN_VTX_INDX__MIN_INDX__GET(R500_REG(r, VAP_VF_MIN_VTX_INDX));
		look_for_unflushed(r, v,
				   ix.max < ix.count - 1 || walk == R500_VAP_VF_CNTL__PRIM_WALK__INDEXES
				       ? ix.max
				       : ix.count - 1);
	}
	if (walk == R500_VAP_VF_CNTL__PRIM_WALK__INDEXES) {
		ix.reuse = !R500_VAP_VF_CNTL__VTX_REUSE_DIS__GET(vf_cntl);
		ix.addr = src->index_addr;
		ix.host = src->dw ? (const uint8_t *)src->dw
				  : fl_mem_span(&r->base.mem, src->index_addr, src->index_size_dw * 4ull);
		uint32_t any;
		if (!ix.host && !fl_mem_read32(&r->base.mem, ix.addr, &any))
			mr500_report(r, FL_WARN, "VAP", "R5xx guide 7.2",
				     "index buffer: nothing is at %08llx; every index is 0",
				     (unsigned long long)ix.addr);
	}
	if (!v->sink->begin(r, &v->st.out))
		return;
	v->st.front.ras = &r->ga->ras;
	v->st.front.to = v->sink == &ga ? fl_raster_sink_of(&r->ga->ras) : v->sink->to;
	if (r->base.look)
		fl_look_note_draw(&r->base, type_of(type), ix.count);
	v->st.front.provoke = provoking(r, type_of(type));
	fl_raster_order_begin(&v->order, type_of(type), ix.count);
	mr500_vap_walk(r, v, &ix);
	fl_raster_order_end(&v->order);
}

/* ---- registers and ports ------------------------------------------------------------------------------- */
static void port_write(struct mr500 *r, struct mr500_vap *v, uint32_t value)
{
	if (!v->port_open) {
		mr500_report(r, FL_WARN, "VAP", "R5xx guide 7.4.1",
			     "data %08x for a VAP data port, and no draw that waits for it", value);
		return;
	}
	if (v->port_dw == v->port_cap_dw) {
		uint32_t cap = v->port_cap_dw ? v->port_cap_dw * 2 : 256;
		uint32_t *more = realloc(v->port, cap * sizeof(*more));
		if (!more)
			return;
		v->port = more;
		v->port_cap_dw = cap;
	}
	v->port[v->port_dw++] = value;
	if (v->port_dw == v->port_need_dw) {
		struct mr500_draw_src src = {.dw = v->port, .size_dw = v->port_dw};
		v->port_open = false;
		mr500_vap_draw(r, v->port_vf_cntl, &src);
	}
}

static void trigger(struct mr500 *r, struct mr500_vap *v, uint32_t vf_cntl)
{
	static const struct mr500_draw_src none;
	uint64_t need = embedded_dw(r, vf_cntl);

	if (v->port_open)
		mr500_report(r, FL_REFUSE, "VAP", "R5xx guide 7.6",
			     "VAP_VF_CNTL %08x while a draw still waits for %u of its %u dwords: the VAP "
			     "hangs; that draw is lost",
			     vf_cntl, v->port_need_dw - v->port_dw, v->port_need_dw);
	v->port_open = false;
	if (R500_VAP_VF_CNTL__PRIM_TYPE__GET(vf_cntl) == R500_VAP_VF_CNTL__PRIM_TYPE__NONE)
		return;
	if (!need) {
		mr500_vap_draw(r, vf_cntl, &none);
		return;
	}
	if (need > PORT_MAX_DW) {
		mr500_report(r, FL_REFUSE, "VAP", "R5xx guide 7.4.1",
			     "a draw of %llu dwords through the data ports", (unsigned long long)need);
		return;
	}
	v->port_open = true;
	v->port_dw = 0;
	v->port_need_dw = (uint32_t)need;
	v->port_vf_cntl = vf_cntl;
}

void mr500_vap_write(struct mr500 *r, uint32_t offset, uint32_t value, enum mr500_from from)
{
	struct mr500_vap *v = r->vap;
	/* the viewport registers answer at two places */
	const uint32_t mirror = 0x2098 - R500_VAP_VPORT_XSCALE;

	if ((offset >= R500_VAP_PORT_DATA(0) && offset <= R500_VAP_PORT_IDX(R500_VAP_PORT_IDX__COUNT - 1)) ||
	    offset == R500_VAP_PORT_DATA_IDX_128) {
		port_write(r, v, value);
		return;
	}
	if (offset >= R500_VAP_VPORT_XSCALE && offset <= R500_VAP_VPORT_ZOFFSET)
		r->reg[(offset + mirror) / 4] = value;
	else if (offset >= R500_VAP_VPORT_XSCALE + mirror && offset <= R500_VAP_VPORT_ZOFFSET + mirror)
		r->reg[(offset - mirror) / 4] = value;
	if (offset >= R500_VAP_VTX_ST_POS_0_X_4 && offset <= R500_VAP_VTX_ST_END_OF_PKT) {
		mr500_vap_st_write(r, offset, value);
		return;
	}
	switch (offset) {
	case R500_VAP_VF_CNTL:
		trigger(r, v, value);
		break;
	case R500_VAP_PVS_VECTOR_INDX_REG:
	case R500_VAP_PVS_VECTOR_DATA_REG:
	case R500_VAP_PVS_VECTOR_DATA_REG_128:
		mr500_pvs_write(r, v->pvs, offset, value);
		break;
	}
}

uint32_t mr500_vap_read(struct mr500 *r, uint32_t offset, enum mr500_from from)
{
	uint32_t value = r->reg[offset / 4];

	switch (offset) {
	case R500_VAP_PVS_VECTOR_DATA_REG:
		return mr500_pvs_read(r, r->vap->pvs);
	/* "the dword counter is reset when the index register is written (or read)". */
	case R500_VAP_PVS_VECTOR_INDX_REG:
		r->vap->pvs->dword = 0;
		return value;
	case R500_VAP_CNTL_STATUS: /* MAX_MPS: the vertex engines that the fuses have left */
		value &= R500_VAP_CNTL_STATUS__VC_SWAP__MASK | R500_VAP_CNTL_STATUS__PVS_BYPASS__MASK;
		value |= R500_VAP_CNTL_STATUS__MAX_MPS(r->variant ? r->variant->vertex_engines : 8);
		if (r->vap->port_open)
			value |= R500_VAP_CNTL_STATUS__VAP_BUSY(1) | R500_VAP_CNTL_STATUS__VF_BUSY(1);
		return value;
	}
	return value;
}
