/* SPDX-License-Identifier: MIT
 *
 * PA: clipping and viewport (PA_CL), setup (PA_SU), decoded once a draw (CIK facts 4.3, 8, 10).
 */
#include "hw/model/cik/pixels.h"
#include "hw/model/cik/vgt.h"
#include "hw/model/raster/state.h"

#include <math.h>
#include <string.h>

static float reg_float(const struct mcik *c, uint32_t offset)
{
	return mcik_float(c->reg[offset / 4]);
}

/* ---- clipping and viewport ----------------------------------------------------------------------------- */
void mcik_pa_viewport(const struct mcik *c, unsigned n, struct fl_raster_viewport *t)
{
	const uint32_t cntl = CIK_REG(c, PA_CL_VTE_CNTL);

	fl_raster_state_viewport(t, &c->reg[CIK_PA_CL_VPORT_XSCALE(n) / 4], cntl);
	t->xy_done = CIK_PA_CL_VTE_CNTL__VTX_XY_FMT__GET(cntl);
	t->z_done = CIK_PA_CL_VTE_CNTL__VTX_Z_FMT__GET(cntl);
	t->w_is_w = CIK_PA_CL_VTE_CNTL__VTX_W0_FMT__GET(cntl);
}

#define OUT(name) CIK_PA_CL_VS_OUT_CNTL__##name##__GET(cntl)

static void exports(struct mcik *c, struct fl_raster_exports *pa)
{
	const uint32_t cntl = CIK_REG(c, PA_CL_VS_OUT_CNTL);
	unsigned missing;

	pa->point_size = OUT(USE_VTX_POINT_SIZE);
	pa->edge_flags = OUT(USE_VTX_EDGE_FLAG);
	pa->layers = OUT(USE_VTX_RENDER_TARGET_INDX);
	pa->viewports = OUT(USE_VTX_VIEWPORT_INDX);
	pa->clip_mask = (uint8_t)cntl;
	pa->cull_mask = (uint8_t)(cntl >> 8);
	missing = fl_raster_state_vectors(pa, OUT(VS_OUT_MISC_VEC_ENA), OUT(VS_OUT_CCDIST0_VEC_ENA),
					  OUT(VS_OUT_CCDIST1_VEC_ENA));
	for (unsigned i = 0; i < 2; i++)
		if (missing >> i & 1)
			mcik_report(c, FL_WARN, "PA", "CIK facts 4.3",
				    "PA_CL_VS_OUT_CNTL 0x%08x clips or culls by distances %u to %u, which "
				    "are not exported (VS_OUT_CCDIST%u_VEC_ENA)",
				    cntl, 4 * i, 4 * i + 3, i);
	if (OUT(USE_VTX_KILL_FLAG))
		mcik_report(c, FL_NOTE, "PA", "reference, PA_CL_VS_OUT_CNTL",
			    "USE_VTX_KILL_FLAG: which component kills is not published; none does here");
}

void mcik_pa_decode(struct mcik *c, struct fl_raster_exports *pa, const struct mcik_carried *carried)
{
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
	memcpy(f->ucp, &c->reg[CIK_PA_CL_UCP_X(0) / 4], CIK_PA_CL_UCP_X__COUNT * sizeof(f->ucp[0]));
	fl_raster_state_carried(pa, carried->n_params, carried->src, carried->n_planes,
				clip & ((1u << CIK_PA_CL_UCP_X__COUNT) - 1));
}

/* ---- setup --------------------------------------------------------------------------------------------- */
static void sizes(const struct mcik *c, struct fl_raster_setup *su)
{
	const uint32_t size = CIK_REG(c, PA_SU_POINT_SIZE), minmax = CIK_REG(c, PA_SU_POINT_MINMAX);
	const uint32_t line = CIK_REG(c, PA_SC_LINE_CNTL), cntl = CIK_REG(c, PA_CL_VS_OUT_CNTL);
	const bool msaa = CIK_PA_SC_MODE_CNTL_0__MSAA_ENABLE__GET(CIK_REG(c, PA_SC_MODE_CNTL_0));
	const bool top = CIK_SPI_INTERP_CONTROL_0__PNT_SPRITE_TOP_1__GET(CIK_REG(c, SPI_INTERP_CONTROL_0));

	fl_raster_state_sizes(su, CIK_PA_SU_POINT_SIZE__WIDTH__GET(size),
			      CIK_PA_SU_POINT_SIZE__HEIGHT__GET(size),
			      CIK_PA_SU_LINE_CNTL__WIDTH__GET(CIK_REG(c, PA_SU_LINE_CNTL)), top);
	su->point_min = (float)CIK_PA_SU_POINT_MINMAX__MIN_SIZE__GET(minmax);
	su->point_max = (float)CIK_PA_SU_POINT_MINMAX__MAX_SIZE__GET(minmax);
	su->has_psize = OUT(USE_VTX_POINT_SIZE) && OUT(VS_OUT_MISC_VEC_ENA);
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

	fl_raster_state_pattern(su, CIK_PA_SC_LINE_STIPPLE__LINE_PATTERN__GET(cntl),
				CIK_PA_SC_LINE_STIPPLE__PATTERN_BIT_ORDER__GET(cntl),
				CIK_PA_SC_LINE_STIPPLE__REPEAT_COUNT__GET(cntl) + 1);
	su->stipple_reset = reset[CIK_PA_SC_LINE_STIPPLE__AUTO_RESET_CNTL__GET(cntl)];
}

#define MODE(name) CIK_PA_SU_SC_MODE_CNTL__##name##__GET(mode)

bool mcik_pa_corners(const struct mcik *c)
{
	enum { POINTS = CIK_PA_SU_SC_MODE_CNTL__POLYMODE_FRONT_PTYPE__POINTS };
	const uint32_t mode = CIK_REG(c, PA_SU_SC_MODE_CNTL);

	return MODE(POLY_MODE) == CIK_PA_SU_SC_MODE_CNTL__POLY_MODE__DUAL &&
	       (MODE(POLYMODE_FRONT_PTYPE) == POINTS || MODE(POLYMODE_BACK_PTYPE) == POINTS);
}

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

static void depths(struct mcik *c, struct fl_raster_setup *su)
{
	const uint32_t fmt = CIK_REG(c, PA_SU_POLY_OFFSET_DB_FMT_CNTL), clip = CIK_REG(c, PA_CL_CLIP_CNTL);
	const unsigned viewport = c->vgt->viewport;
	const bool kept =
	    !CIK_DB_RENDER_OVERRIDE__DISABLE_VIEWPORT_CLAMP__GET(CIK_REG(c, DB_RENDER_OVERRIDE));
	const struct fl_raster_state_depth d = {
	    .is_float =
		CIK_DB_Z_INFO__FORMAT__GET(CIK_REG(c, DB_Z_INFO)) == CIK_DB_Z_INFO__FORMAT__Z_32_FLOAT,
	    .beyond = CIK_PA_CL_CLIP_CNTL__CLIP_DISABLE__GET(clip) ||
		      CIK_PA_CL_CLIP_CNTL__ZCLIP_NEAR_DISABLE__GET(clip) ||
		      CIK_PA_CL_CLIP_CNTL__ZCLIP_FAR_DISABLE__GET(clip),
	    .min = kept ? reg_float(c, CIK_PA_SC_VPORT_ZMIN(viewport)) : -INFINITY,
	    .max = kept ? reg_float(c, CIK_PA_SC_VPORT_ZMAX(viewport)) : INFINITY,
	    .clamp = reg_float(c, CIK_PA_SU_POLY_OFFSET_CLAMP),
	    .bits = (int8_t)CIK_PA_SU_POLY_OFFSET_DB_FMT_CNTL__POLY_OFFSET_NEG_NUM_DB_BITS__GET(fmt),
	    .word = &c->reg[CIK_PA_SU_POLY_OFFSET_FRONT_SCALE / 4],
	};

	fl_raster_state_depths(su, &d);
}

const struct fl_raster_setup *mcik_pa_setup(struct mcik *c, struct fl_arena *a,
					    const struct mcik_draw_state *d)
{
	struct fl_raster_setup *su = fl_arena_alloc(a, sizeof(*su), 16);
	const uint32_t vtx = CIK_REG(c, PA_SU_VTX_CNTL), mode = CIK_REG(c, PA_SU_SC_MODE_CNTL);
	const uint32_t offset = MODE(VTX_WINDOW_OFFSET_ENABLE) ? CIK_REG(c, PA_SC_WINDOW_OFFSET) : 0;

	if (!su)
		return NULL;
	memset(su, 0, sizeof(*su));
	fl_raster_state_positions(su, CIK_PA_SU_VTX_CNTL__QUANT_MODE__GET(vtx),
				  !CIK_PA_SU_VTX_CNTL__PIX_CENTER__GET(vtx), (int16_t)offset,
				  (int16_t)(offset >> 16));
	su->nearest = CIK_PA_SU_VTX_CNTL__ROUND_MODE__GET(vtx) != CIK_PA_SU_VTX_CNTL__ROUND_MODE__TRUNCATE;
	faces(c, su);
	sizes(c, su);
	pattern(c, su);
	depths(c, su);
	fl_raster_state_planes(su, d->carried.n_planes, d->carried.src, d->carried.group);
	su->corners = d->spi->first_attr;
	return su;
}
