/* SPDX-License-Identifier: MIT
 *
 * PA: clipping and viewport (PA_CL), setup (PA_SU), decoded once a draw (CIK facts 4.3, 8, 10).
 */
#include "hw/model/cik/pixels.h"
#include "hw/model/cik/vgt.h"

#include <string.h>

enum {
	FAR = 1 << 23,  /* subpixels: vertices further out are moved in */
	SUB = 256,      /* subpixels a pixel */
	SIXTEENTH = 16, /* of sizes, and of the slopes that polygon offset counts in */
	Z24_MAX = 0xffffff,
};

static float reg_float(const struct mcik *c, uint32_t offset)
{
	return mcik_float(c->reg[offset / 4]);
}

/* ---- clipping and viewport ----------------------------------------------------------------------------- */
void mcik_pa_viewport(const struct mcik *c, unsigned n, struct fl_raster_viewport *t)
{
	const uint32_t cntl = CIK_REG(c, PA_CL_VTE_CNTL);
	const uint32_t scale[3] = {CIK_PA_CL_VPORT_XSCALE(n), CIK_PA_CL_VPORT_YSCALE(n),
				   CIK_PA_CL_VPORT_ZSCALE(n)};
	const uint32_t offset[3] = {CIK_PA_CL_VPORT_XOFFSET(n), CIK_PA_CL_VPORT_YOFFSET(n),
				    CIK_PA_CL_VPORT_ZOFFSET(n)};

	for (unsigned i = 0; i < 3; i++) {
		t->scale[i] = cntl >> (2 * i) & 1 ? reg_float(c, scale[i]) : 1.0f;
		t->offset[i] = cntl >> (2 * i + 1) & 1 ? reg_float(c, offset[i]) : 0.0f;
	}
	t->xy_done = CIK_PA_CL_VTE_CNTL__VTX_XY_FMT__GET(cntl);
	t->z_done = CIK_PA_CL_VTE_CNTL__VTX_Z_FMT__GET(cntl);
	t->w_is_w = CIK_PA_CL_VTE_CNTL__VTX_W0_FMT__GET(cntl);
}

#define OUT(name) CIK_PA_CL_VS_OUT_CNTL__##name##__GET(cntl)

/* The vectors beside the position lie one behind the other. */
static void exports(struct mcik *c, struct fl_raster_exports *pa)
{
	const uint32_t cntl = CIK_REG(c, PA_CL_VS_OUT_CNTL);
	uint8_t next = 1;

	if (OUT(VS_OUT_MISC_VEC_ENA))
		pa->misc = next++;
	if (OUT(VS_OUT_CCDIST0_VEC_ENA))
		pa->dist[0] = next++;
	if (OUT(VS_OUT_CCDIST1_VEC_ENA))
		pa->dist[1] = next++;
	pa->point_size = OUT(USE_VTX_POINT_SIZE) && pa->misc;
	pa->edge_flags = OUT(USE_VTX_EDGE_FLAG) && pa->misc;
	pa->layers = OUT(USE_VTX_RENDER_TARGET_INDX) && pa->misc;
	pa->viewports = OUT(USE_VTX_VIEWPORT_INDX) && pa->misc;
	pa->routed = pa->edge_flags || pa->layers || pa->viewports;
	pa->clip_mask = (uint8_t)cntl;
	pa->cull_mask = (uint8_t)(cntl >> 8);
	for (unsigned i = 0; i < 2; i++)
		if (!pa->dist[i]) {
			if ((pa->clip_mask | pa->cull_mask) >> 4 * i & 15)
				mcik_report(
				    c, FL_WARN, "PA", "CIK facts 4.3",
				    "PA_CL_VS_OUT_CNTL 0x%08x clips or culls by distances %u to %u, which "
				    "are not exported (VS_OUT_CCDIST%u_VEC_ENA)",
				    cntl, 4 * i, 4 * i + 3, i);
			pa->clip_mask &= (uint8_t) ~(15u << 4 * i);
			pa->cull_mask &= (uint8_t) ~(15u << 4 * i);
		}
	if (OUT(USE_VTX_KILL_FLAG))
		mcik_report(c, FL_NOTE, "PA", "reference, PA_CL_VS_OUT_CNTL",
			    "USE_VTX_KILL_FLAG: which component kills is not published; none does here");
}

void mcik_pa_decode(struct mcik *c, struct fl_raster_exports *pa, const struct mcik_carried *carried)
{
	const unsigned n_attr = 4 * carried->n_params;
	const uint32_t clip = CIK_REG(c, PA_CL_CLIP_CNTL);
	struct fl_raster_front *f = &pa->front;

	memset(pa, 0, sizeof(*pa));
	exports(c, pa);
	mcik_pa_viewport(c, 0, &f->viewport);
	pa->clip = !CIK_PA_CL_CLIP_CNTL__CLIP_DISABLE__GET(clip);
	pa->near = !CIK_PA_CL_CLIP_CNTL__ZCLIP_NEAR_DISABLE__GET(clip);
	pa->far = !CIK_PA_CL_CLIP_CNTL__ZCLIP_FAR_DISABLE__GET(clip);
	f->z_from_zero = CIK_PA_CL_CLIP_CNTL__DX_CLIP_SPACE_DEF__GET(clip);
	f->ucp_cull_only = CIK_PA_CL_CLIP_CNTL__UCP_CULL_ONLY_ENA__GET(clip);
	f->boundary_edges = CIK_PA_CL_CLIP_CNTL__BOUNDARY_EDGE_FLAG_ENA__GET(clip);
	f->clip_y = reg_float(c, CIK_PA_CL_GB_VERT_CLIP_ADJ);
	pa->disc_y = reg_float(c, CIK_PA_CL_GB_VERT_DISC_ADJ);
	f->clip_x = reg_float(c, CIK_PA_CL_GB_HORZ_CLIP_ADJ);
	pa->disc_x = reg_float(c, CIK_PA_CL_GB_HORZ_DISC_ADJ);
	if (pa->clip && !(f->clip_x > 0 && f->clip_y > 0 && pa->disc_x > 0 && pa->disc_y > 0))
		mcik_report(
		    c, FL_WARN, "PA", "CIK facts 10",
		    "PA_CL_GB_VERT_CLIP_ADJ and the next are %g %g %g %g; 1.0 is no guard band, and with "
		    "0 nothing is inside",
		    (double)f->clip_y, (double)pa->disc_y, (double)f->clip_x, (double)pa->disc_x);
	f->dist_mask = pa->clip_mask;
	f->dist_at = (uint8_t)n_attr;
	f->ucp_mask = (clip & ((1u << CIK_PA_CL_UCP_X__COUNT) - 1)) | pa->clip_mask;
	for (unsigned i = 0; i < CIK_PA_CL_UCP_X__COUNT; i++)
		for (unsigned k = 0; k < 4; k++)
			f->ucp[i][k] = mcik_float(c->reg[CIK_PA_CL_UCP_X(i) / 4 + k]);
	f->n_attr = (uint8_t)(n_attr + (pa->clip_mask ? FL_RASTER_UCPS : 0));
	f->has_psize = pa->point_size;
	for (unsigned i = 0; i < carried->n_planes; i++)
		if (carried->src[i].linear && carried->src[i].kind == FL_RASTER_SRC_VTX)
			f->linear[carried->src[i].at / 64] |= UINT64_C(1) << carried->src[i].at % 64;
}

/* ---- setup --------------------------------------------------------------------------------------------- */
static void sizes(const struct mcik *c, struct fl_raster_setup *su)
{
	const uint32_t size = CIK_REG(c, PA_SU_POINT_SIZE), minmax = CIK_REG(c, PA_SU_POINT_MINMAX);
	const uint32_t line = CIK_REG(c, PA_SC_LINE_CNTL), cntl = CIK_REG(c, PA_CL_VS_OUT_CNTL);
	const bool msaa = CIK_PA_SC_MODE_CNTL_0__MSAA_ENABLE__GET(CIK_REG(c, PA_SC_MODE_CNTL_0));
	const bool top = CIK_SPI_INTERP_CONTROL_0__PNT_SPRITE_TOP_1__GET(CIK_REG(c, SPI_INTERP_CONTROL_0));

	su->point_w = (int32_t)CIK_PA_SU_POINT_SIZE__WIDTH__GET(size) * SIXTEENTH;
	su->point_h = (int32_t)CIK_PA_SU_POINT_SIZE__HEIGHT__GET(size) * SIXTEENTH;
	su->point_min = (float)CIK_PA_SU_POINT_MINMAX__MIN_SIZE__GET(minmax);
	su->point_max = (float)CIK_PA_SU_POINT_MINMAX__MAX_SIZE__GET(minmax);
	su->has_psize = OUT(USE_VTX_POINT_SIZE) && OUT(VS_OUT_MISC_VEC_ENA);
	/* S grows to the right; T is 1 at the top or at the bottom */
	su->s1 = 1;
	su->t0 = top ? 0 : 1;
	su->t1 = top ? 1 : 0;
	su->stuff_point = true;
	su->line_half = (int32_t)CIK_PA_SU_LINE_CNTL__WIDTH__GET(CIK_REG(c, PA_SU_LINE_CNTL)) * SIXTEENTH;
	su->line_end = msaa && (CIK_PA_SC_LINE_CNTL__EXPAND_LINE_WIDTH__GET(line) ||
				CIK_PA_SC_LINE_CNTL__PERPENDICULAR_ENDCAP_ENA__GET(line))
			   ? FL_RASTER_END_COMPUTED
			   : FL_RASTER_END_SQUARE;
}

static void pattern(const struct mcik *c, struct fl_raster_setup *su)
{
	static const uint8_t reset[4] = {
	    [CIK_PA_SC_LINE_STIPPLE__AUTO_RESET_CNTL__NEVER_RESET] = FL_RASTER_STIPPLE_RUNS,
	    [CIK_PA_SC_LINE_STIPPLE__AUTO_RESET_CNTL__RESET_PER_PRIM] = FL_RASTER_STIPPLE_PER_LINE,
	    [CIK_PA_SC_LINE_STIPPLE__AUTO_RESET_CNTL__RESET_PER_PACKET] = FL_RASTER_STIPPLE_PER_DRAW,
	    FL_RASTER_STIPPLE_RUNS};
	const uint32_t cntl = CIK_REG(c, PA_SC_LINE_STIPPLE);
	uint32_t bits = CIK_PA_SC_LINE_STIPPLE__LINE_PATTERN__GET(cntl);

	if (CIK_PA_SC_LINE_STIPPLE__PATTERN_BIT_ORDER__GET(cntl)) { /* the highest bit comes first */
		uint32_t turned = 0;

		for (unsigned i = 0; i < 16; i++)
			turned |= (bits >> i & 1) << (15 - i);
		bits = turned;
	}
	su->pattern = (uint16_t)bits;
	su->pattern_repeat = (uint16_t)(CIK_PA_SC_LINE_STIPPLE__REPEAT_COUNT__GET(cntl) + 1);
	su->stipple_reset = reset[CIK_PA_SC_LINE_STIPPLE__AUTO_RESET_CNTL__GET(cntl)];
}

#define MODE(name) CIK_PA_SU_SC_MODE_CNTL__##name##__GET(mode)

static void faces(const struct mcik *c, struct fl_raster_setup *su)
{
	static const uint8_t fill[8] = {
	    [CIK_PA_SU_SC_MODE_CNTL__POLYMODE_FRONT_PTYPE__POINTS] = FL_RASTER_FILL_POINTS,
	    [CIK_PA_SU_SC_MODE_CNTL__POLYMODE_FRONT_PTYPE__LINES] = FL_RASTER_FILL_LINES,
	    [CIK_PA_SU_SC_MODE_CNTL__POLYMODE_FRONT_PTYPE__TRIANGLES] = FL_RASTER_FILL_TRIANGLES,
	};
	const uint32_t mode = CIK_REG(c, PA_SU_SC_MODE_CNTL);

	su->cull_front = MODE(CULL_FRONT);
	su->cull_back = MODE(CULL_BACK);
	su->face_cw = MODE(FACE);
	su->poly = MODE(POLY_MODE) == CIK_PA_SU_SC_MODE_CNTL__POLY_MODE__DUAL;
	su->fill[0] = fill[MODE(POLYMODE_FRONT_PTYPE)];
	su->fill[1] = fill[MODE(POLYMODE_BACK_PTYPE)];
	su->no_w = MODE(PERSP_CORR_DIS);
	su->po_on[0] = MODE(POLY_OFFSET_FRONT_ENABLE);
	su->po_on[1] = MODE(POLY_OFFSET_BACK_ENABLE);
	su->po_para = MODE(POLY_OFFSET_PARA_ENABLE);
}

/* 2^n */
static float power(int n)
{
	float p = 1;

	for (; n > 0; n--)
		p *= 2;
	for (; n < 0; n++)
		p *= 0.5f;
	return p;
}

static void depths(struct mcik *c, struct fl_raster_setup *su)
{
	const uint32_t fmt = CIK_REG(c, PA_SU_POLY_OFFSET_DB_FMT_CNTL), clip = CIK_REG(c, PA_CL_CLIP_CNTL);
	const unsigned viewport = c->vgt->viewport;
	const bool is_float =
	    CIK_DB_Z_INFO__FORMAT__GET(CIK_REG(c, DB_Z_INFO)) == CIK_DB_Z_INFO__FORMAT__Z_32_FLOAT;
	const bool all = CIK_PA_CL_CLIP_CNTL__CLIP_DISABLE__GET(clip) ||
			 CIK_PA_CL_CLIP_CNTL__ZCLIP_NEAR_DISABLE__GET(clip) ||
			 CIK_PA_CL_CLIP_CNTL__ZCLIP_FAR_DISABLE__GET(clip);
	const int bits = (int8_t)CIK_PA_SU_POLY_OFFSET_DB_FMT_CNTL__POLY_OFFSET_NEG_NUM_DB_BITS__GET(fmt);

	su->z_kind = is_float ? FL_RASTER_Z_FLOAT : FL_RASTER_Z_FIXED;
	su->z_scale = is_float ? 1.0f : (float)Z24_MAX;
	/* what no plane cut is kept in range a pixel at a time, not at the corners */
	su->z_min = is_float ? reg_float(c, CIK_PA_SC_VPORT_ZMIN(viewport))
		    : all    ? -(float)(Z24_MAX + 1)
			     : 0.0f;
	su->z_max = is_float ? reg_float(c, CIK_PA_SC_VPORT_ZMAX(viewport)) : all ? 2.0f * Z24_MAX : Z24_MAX;
	for (unsigned i = 0; i < 2; i++) {
		const uint32_t at = i ? CIK_PA_SU_POLY_OFFSET_BACK_SCALE : CIK_PA_SU_POLY_OFFSET_FRONT_SCALE;

		su->po_scale[i] = reg_float(c, at) * (float)(SUB / SIXTEENTH);
		su->po_offset[i] = reg_float(c, at + 4) * power(bits) * su->z_scale;
	}
	if (CIK_REG(c, PA_SU_POLY_OFFSET_CLAMP) && (su->po_on[0] || su->po_on[1]))
		mcik_report(c, FL_NOTE, "PA", "reference, PA_SU_POLY_OFFSET_CLAMP",
			    "PA_SU_POLY_OFFSET_CLAMP %g: the model does not clamp polygon offsets",
			    (double)reg_float(c, CIK_PA_SU_POLY_OFFSET_CLAMP));
}

const struct fl_raster_setup *mcik_pa_setup(struct mcik *c, struct fl_arena *a,
					    const struct mcik_draw_state *d)
{
	/* QUANT_MODE, in subpixels; those finer than the rasterizer's snap to its own. */
	static const int32_t step[8] = {16, 32, 64, 128, 256, 1, 1, 1};
	struct fl_raster_setup *su = fl_arena_alloc(a, sizeof(*su), 16);
	const uint32_t vtx = CIK_REG(c, PA_SU_VTX_CNTL), mode = CIK_REG(c, PA_SU_SC_MODE_CNTL);
	const uint32_t offset = CIK_REG(c, PA_SC_WINDOW_OFFSET);

	if (!su)
		return NULL;
	memset(su, 0, sizeof(*su));
	su->sub = SUB;
	su->coarse = SIXTEENTH;
	su->far = FAR;
	su->keep = -1;
	su->step = step[CIK_PA_SU_VTX_CNTL__QUANT_MODE__GET(vtx)];
	su->nearest = CIK_PA_SU_VTX_CNTL__ROUND_MODE__GET(vtx) != CIK_PA_SU_VTX_CNTL__ROUND_MODE__TRUNCATE;
	if (!CIK_PA_SU_VTX_CNTL__PIX_CENTER__GET(vtx)) /* middles of pixels are whole numbers */
		su->off_x = su->off_y = SUB / 2;
	if (MODE(VTX_WINDOW_OFFSET_ENABLE)) {
		su->off_x += ((int32_t)((offset & 0xffff) ^ 0x8000) - 0x8000) * SUB;
		su->off_y += ((int32_t)((offset >> 16 & 0xffff) ^ 0x8000) - 0x8000) * SUB;
	}
	faces(c, su);
	sizes(c, su);
	pattern(c, su);
	depths(c, su);
	su->n = d->carried.n_planes;
	su->src = d->carried.src;
	su->group = d->carried.group;
	su->corners = d->spi->first_attr;
	for (unsigned i = 0; i < su->n; i++)
		su->stuff |= su->src[i].kind == FL_RASTER_SRC_S || su->src[i].kind == FL_RASTER_SRC_T;
	return su;
}
