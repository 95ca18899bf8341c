/* SPDX-License-Identifier: MIT
 *
 * One draw, from its packet to the last primitive (CIK facts 1.2, 10).
 */
#include "hw/model/cik/vgt.h"
#include "hw/model/cik/vm.h"

#define PRIM(name) CIK_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_##name

static enum fl_raster_type type_of(unsigned prim)
{
	static const uint8_t type[] = {
	    [PRIM(NONE)] = FL_RASTER_NO_TYPE,
	    [PRIM(POINTLIST)] = FL_RASTER_POINT_LIST,
	    [PRIM(LINELIST)] = FL_RASTER_LINE_LIST,
	    [PRIM(LINESTRIP)] = FL_RASTER_LINE_STRIP,
	    [PRIM(TRILIST)] = FL_RASTER_TRIANGLE_LIST,
	    [PRIM(TRIFAN)] = FL_RASTER_TRIANGLE_FAN,
	    [PRIM(TRISTRIP)] = FL_RASTER_TRIANGLE_STRIP,
	    [7] = FL_RASTER_NO_TYPE,
	    [8] = FL_RASTER_NO_TYPE,
	    [PRIM(PATCH)] = FL_RASTER_NO_TYPE,
	    [PRIM(LINELIST_ADJ)] = FL_RASTER_LINE_LIST_ADJ,
	    [PRIM(LINESTRIP_ADJ)] = FL_RASTER_LINE_STRIP_ADJ,
	    [PRIM(TRILIST_ADJ)] = FL_RASTER_TRIANGLE_LIST_ADJ,
	    [PRIM(TRISTRIP_ADJ)] = FL_RASTER_TRIANGLE_STRIP_ADJ,
	    [14] = FL_RASTER_NO_TYPE,
	    [15] = FL_RASTER_NO_TYPE,
	    [PRIM(TRI_WITH_WFLAGS)] = FL_RASTER_TRIANGLE_LIST,
	    [PRIM(RECTLIST)] = FL_RASTER_RECT_LIST,
	    [PRIM(LINELOOP)] = FL_RASTER_LINE_LOOP,
	    [PRIM(QUADLIST)] = FL_RASTER_QUAD_LIST,
	    [PRIM(QUADSTRIP)] = FL_RASTER_QUAD_STRIP,
	    [PRIM(POLYGON)] = FL_RASTER_POLYGON,
	};

	return prim < sizeof(type) ? (enum fl_raster_type)type[prim] : FL_RASTER_NO_TYPE;
}

/* DRAW_INDEX_AUTO with USE_OPAQUE: as many vertices as were streamed out. */
static uint32_t count_of(struct mcik *c, const struct mcik_draw *d)
{
	const uint32_t filled = CIK_REG(c, VGT_STRMOUT_DRAW_OPAQUE_BUFFER_FILLED_SIZE),
		       offset = CIK_REG(c, VGT_STRMOUT_DRAW_OPAQUE_OFFSET),
		       stride = CIK_REG(c, VGT_STRMOUT_DRAW_OPAQUE_VERTEX_STRIDE);

	if (!d->opaque)
		return d->count;
	if (!stride) {
		mcik_report(
		    c, FL_WARN, "VGT", "CIK facts 10",
		    "a draw of what was streamed out, and VGT_STRMOUT_DRAW_OPAQUE_VERTEX_STRIDE is 0: it "
		    "draws nothing");
		return 0;
	}
	return filled > offset ? (filled - offset) / stride : 0;
}

/* Where indices come from. False: there is no memory, reported. */
static bool indices(struct mcik *c, const struct mcik_draw *d, struct mcik_walk *w)
{
	static const uint8_t swap[4] = {
	    [CIK_VGT_DMA_INDEX_TYPE__SWAP_MODE__VGT_DMA_SWAP_16_BIT] = FL_RASTER_SWAP_16,
	    [CIK_VGT_DMA_INDEX_TYPE__SWAP_MODE__VGT_DMA_SWAP_32_BIT] = FL_RASTER_SWAP_32,
	    [CIK_VGT_DMA_INDEX_TYPE__SWAP_MODE__VGT_DMA_SWAP_WORD] = FL_RASTER_SWAP_HALVES,
	};
	const uint32_t type = CIK_REG(c, VGT_DMA_INDEX_TYPE);
	struct fl_raster_walk *x = &w->base;
	uint64_t left_B;
	unsigned size_B;

	x->max_read = UINT32_MAX;
	x->indexed = d->indexed;
	if (!d->indexed)
		return true;
	x->wide =
	    CIK_VGT_DMA_INDEX_TYPE__INDEX_TYPE__GET(type) == CIK_VGT_DMA_INDEX_TYPE__INDEX_TYPE__VGT_INDEX_32;
	x->swap = swap[CIK_VGT_DMA_INDEX_TYPE__SWAP_MODE__GET(type)];
	size_B = x->wide ? 4 : 2;
	x->addr = d->index_addr + (uint64_t)d->first * size_B;
	x->max_read = d->index_max > d->first ? d->index_max - d->first : 0;
	if (x->addr % size_B)
		mcik_report(c, FL_WARN, "VGT", "CIK facts 1.2",
			    "indices of %u bits at 0x%llx: the address must be a multiple of %u", 8 * size_B,
			    (unsigned long long)x->addr, size_B);
	if (!x->count || !x->max_read)
		return true;
	x->host = mcik_vm_at(c, w->vmid, x->addr, false, MCIK_CLIENT_VGT, &left_B);
	if (!x->host)
		return false;
	if (left_B < (uint64_t)(x->count < x->max_read ? x->count : x->max_read) * size_B)
		x->host = NULL;
	return true;
}

/* Stages beyond this model, or combinations that are none. */
static bool stages_known(struct mcik *c)
{
	const uint32_t en = CIK_REG(c, VGT_SHADER_STAGES_EN);
	const bool gs = CIK_VGT_SHADER_STAGES_EN__GS_EN__GET(en), tess = mcik_tess_on(c);
	const unsigned ls = CIK_VGT_SHADER_STAGES_EN__LS_EN__GET(en),
		       es = CIK_VGT_SHADER_STAGES_EN__ES_EN__GET(en),
		       vs = CIK_VGT_SHADER_STAGES_EN__VS_EN__GET(en);

	if (ls != (tess ? CIK_VGT_SHADER_STAGES_EN__LS_EN__LS_STAGE_ON
			: CIK_VGT_SHADER_STAGES_EN__LS_EN__LS_STAGE_OFF) ||
	    tess != CIK_VGT_SHADER_STAGES_EN__DYNAMIC_HS__GET(en) ||
	    tess != (es == CIK_VGT_SHADER_STAGES_EN__ES_EN__ES_STAGE_DS ||
		     vs == CIK_VGT_SHADER_STAGES_EN__VS_EN__VS_STAGE_DS)) {
		mcik_report(
		    c, FL_REFUSE, "VGT", "CIK facts 4.2, 4.6",
		    "VGT_SHADER_STAGES_EN 0x%08x: with tessellation LS and HS are on, HS is dynamic, and the "
		    "program of the domain is VS or ES (1); without it none of these; not drawn",
		    en);
		return false;
	}
	if (gs != (es == CIK_VGT_SHADER_STAGES_EN__ES_EN__ES_STAGE_REAL ||
		   es == CIK_VGT_SHADER_STAGES_EN__ES_EN__ES_STAGE_DS) ||
	    gs != (vs == CIK_VGT_SHADER_STAGES_EN__VS_EN__VS_STAGE_COPY_SHADER) || gs != mcik_gs_on(c)) {
		mcik_report(
		    c, FL_REFUSE, "VGT", "CIK facts 10",
		    "VGT_SHADER_STAGES_EN 0x%08x, VGT_GS_MODE 0x%08x: with a geometry program ES is real "
		    "(2) or of the domain (1), VS is the copy program (2), and MODE is G (3); without one "
		    "none of these; not "
		    "drawn",
		    en, CIK_REG(c, VGT_GS_MODE));
		return false;
	}
	return true;
}

void mcik_draw(struct mcik *c, const struct mcik_draw *d)
{
	struct mcik_vgt *v = c->vgt;
	const unsigned prim = CIK_VGT_PRIMITIVE_TYPE__PRIM_TYPE__GET(CIK_REG(c, VGT_PRIMITIVE_TYPE));
	struct mcik_walk w = {
	    .base.type = type_of(prim),
	    .vmid = d->vmid,
	    .base.first = !CIK_PA_SU_SC_MODE_CNTL__PROVOKING_VTX_LAST__GET(CIK_REG(c, PA_SU_SC_MODE_CNTL)),
	    .base.offset = CIK_REG(c, VGT_INDX_OFFSET),
	    .base.min = CIK_REG(c, VGT_MIN_VTX_INDX),
	    .base.max = CIK_REG(c, VGT_MAX_VTX_INDX),
	    .base.reset_index = CIK_REG(c, VGT_MULTI_PRIM_IB_RESET_INDX),
	    .step = {CIK_REG(c, VGT_INSTANCE_STEP_RATE_0), CIK_REG(c, VGT_INSTANCE_STEP_RATE_1)},
	};
	const bool tess = mcik_tess_on(c);
	enum fl_raster_type drawn;

	if (v->hung || prim == PRIM(NONE) || !stages_known(c))
		return;
	if (tess != (prim == PRIM(PATCH)) || (w.base.type == FL_RASTER_NO_TYPE && prim != PRIM(PATCH))) {
		mcik_report(
		    c, FL_REFUSE, "VGT", "reference, VGT_PRIMITIVE_TYPE",
		    "a draw of %u %s, %u instances: VGT_PRIMITIVE_TYPE %u is unused, a patch without "
		    "tessellation or no patch with it, or of a 2D engine that nobody knows; not drawn",
		    d->count, d->indexed ? "indices" : "vertices", d->instances, prim);
		return;
	}
	w.base.count = count_of(c, d);
	if (!indices(c, d, &w))
		return;
	w.base.reset = w.base.indexed &&
		       CIK_VGT_MULTI_PRIM_IB_RESET_EN__RESET_EN__GET(CIK_REG(c, VGT_MULTI_PRIM_IB_RESET_EN));
	if (mcik_strmout_on(c) && mcik_drawing(c)) /* pixels that wait may read what is written now */
		mcik_finish(c);
	drawn = fl_raster_list_kind(mcik_gs_on(c) ? mcik_gs_out_type(c, 0)
				    : tess        ? mcik_tess_out_type(c)
						  : w.base.type);
	if (!mcik_vgt_begin(c, d->vmid, drawn == FL_RASTER_POINT_LIST))
		return;
	mcik_walk_begin(c, &w);
	w.base.list = mcik_strmout_on(c) || (!tess && fl_raster_adjacent(w.base.type)) ||
		      (w.base.raster && v->pa.routed) ||
		      (!tess && CIK_VGT_PRIMITIVEID_EN__PRIMITIVEID_EN__GET(CIK_REG(c, VGT_PRIMITIVEID_EN)));
	for (uint32_t i = 0; i < d->instances && !v->hung; i++) {
		w.instance = i;
		fl_raster_walk(&w.base);
		if (!fl_spend(&c->base, FL_RASTER_INSTANCE_WORK, "the instances"))
			return;
	}
}
