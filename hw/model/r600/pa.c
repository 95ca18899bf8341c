/* SPDX-License-Identifier: MIT
 *
 * PA: clipping and viewport (PA_CL), setup (PA_SU), decoded once a draw; exports of a vertex program to
 * vertices (R6xx facts 3.1 and 3.2).
 */
#include "hw/model/r600/spi.h"
#include "hw/model/raster/state.h"

#include <math.h>
#include <string.h>

static float reg_float(const struct mr600 *r, uint32_t offset)
{
	return mr600_bits_float(r->reg[offset / 4]);
}

/* ---- clipping and viewport -------------------------------------------------------------------------- */
void mr600_pa_viewport(const struct mr600 *r, unsigned n, struct fl_raster_viewport *t)
{
	const uint32_t c = R600_REG(r, PA_CL_VTE_CNTL);

	fl_raster_state_viewport(t, &r->reg[R600_PA_CL_VPORT_XSCALE(n) / 4], c);
	t->xy_done = R600_PA_CL_VTE_CNTL__VTX_XY_FMT__GET(c);
	t->z_done = R600_PA_CL_VTE_CNTL__VTX_Z_FMT__GET(c);
	t->w_is_w = R600_PA_CL_VTE_CNTL__VTX_W0_FMT__GET(c);
}

#define OUT(name) R600_PA_CL_VS_OUT_CNTL__##name##__GET(c)

/* R6xx facts 4.8 */
static void exports(struct mr600 *r, struct fl_raster_exports *pa)
{
	const uint32_t c = R600_REG(r, PA_CL_VS_OUT_CNTL);
	unsigned missing;

	pa->point_size = OUT(USE_VTX_POINT_SIZE);
	pa->edge_flags = OUT(USE_VTX_EDGE_FLAG);
	pa->layers = OUT(USE_VTX_RENDER_TARGET_INDX);
	pa->viewports = OUT(USE_VTX_VIEWPORT_INDX);
	pa->clip_mask = (uint8_t)c;
	pa->cull_mask = (uint8_t)(c >> 8);
	missing = fl_raster_state_vectors(pa, OUT(VS_OUT_MISC_VEC_ENA), OUT(VS_OUT_CCDIST0_VEC_ENA),
					  OUT(VS_OUT_CCDIST1_VEC_ENA));
	for (unsigned i = 0; i < 2; i++)
		if (missing >> i & 1)
			mr600_report(r, FL_WARN, "PA", "R6xx facts 3.1",
				     "PA_CL_VS_OUT_CNTL %08x clips or culls by distances %u to %u, "
				     "which are not exported",
				     c, 4 * i, 4 * i + 3);
	if (OUT(USE_VTX_KILL_FLAG))
		mr600_report(r, FL_NOTE, "PA", "R6xx facts 3.1",
			     "USE_VTX_KILL_FLAG: which component kills is not published; none does here");
}

bool mr600_pa_decode(struct mr600 *r, struct fl_raster_exports *pa, const struct mr600_spi *spi)
{
	const uint32_t clip = R600_REG(r, PA_CL_CLIP_CNTL);
	struct fl_raster_front *f = &pa->front;

	memset(pa, 0, sizeof(*pa));
	exports(r, pa);
	mr600_pa_viewport(r, 0, &f->viewport);
	pa->clip = !R600_PA_CL_CLIP_CNTL__CLIP_DISABLE__GET(clip);
	pa->near = !R600_PA_CL_CLIP_CNTL__ZCLIP_NEAR_DISABLE__GET(clip);
	pa->far = !R600_PA_CL_CLIP_CNTL__ZCLIP_FAR_DISABLE__GET(clip);
	f->z_from_zero = R600_PA_CL_CLIP_CNTL__DX_CLIP_SPACE_DEF__GET(clip);
	f->ucp_cull_only = R600_PA_CL_CLIP_CNTL__UCP_CULL_ONLY_ENA__GET(clip);
	f->boundary_edges = R600_PA_CL_CLIP_CNTL__BOUNDARY_EDGE_FLAG_ENA__GET(clip);
	f->clip_y = reg_float(r, R600_PA_CL_GB_VERT_CLIP_ADJ);
	pa->disc_y = reg_float(r, R600_PA_CL_GB_VERT_DISC_ADJ);
	f->clip_x = reg_float(r, R600_PA_CL_GB_HORZ_CLIP_ADJ);
	pa->disc_x = reg_float(r, R600_PA_CL_GB_HORZ_DISC_ADJ);
	if (pa->clip && !(f->clip_x > 0 && f->clip_y > 0 && pa->disc_x > 0 && pa->disc_y > 0))
		mr600_report(r, FL_WARN, "PA", "R6xx facts 3.1",
			     "guard band adjusts are %g %g %g %g; 1.0 is no guard band, and with 0 nothing "
			     "is inside",
			     (double)f->clip_y, (double)pa->disc_y, (double)f->clip_x, (double)pa->disc_x);
	memcpy(f->ucp, &r->reg[R600_PA_CL_UCP_X(0) / 4], R600_PA_CL_UCP_X__COUNT * sizeof(f->ucp[0]));
	fl_raster_state_carried(pa, spi->n_params, spi->src, spi->n_planes,
				clip & ((1u << R600_PA_CL_UCP_X__COUNT) - 1));
	return true;
}

/* ---- setup ------------------------------------------------------------------------------------------ */
static void sizes(const struct mr600 *r, struct fl_raster_setup *su)
{
	const uint32_t size = R600_REG(r, PA_SU_POINT_SIZE), minmax = R600_REG(r, PA_SU_POINT_MINMAX);
	const uint32_t line = R600_REG(r, PA_SC_LINE_CNTL), c = R600_REG(r, PA_CL_VS_OUT_CNTL);
	const bool msaa = R600_PA_SC_MODE_CNTL__MSAA_ENABLE__GET(R600_REG(r, PA_SC_MODE_CNTL));
	const bool top = R600_SPI_INTERP_CONTROL_0__PNT_SPRITE_TOP_1__GET(R600_REG(r, SPI_INTERP_CONTROL_0));

	fl_raster_state_sizes(su, R600_PA_SU_POINT_SIZE__WIDTH__GET(size),
			      R600_PA_SU_POINT_SIZE__HEIGHT__GET(size),
			      R600_PA_SU_LINE_CNTL__WIDTH__GET(R600_REG(r, PA_SU_LINE_CNTL)), top);
	su->point_min = (float)R600_PA_SU_POINT_MINMAX__MIN_SIZE__GET(minmax);
	su->point_max = (float)R600_PA_SU_POINT_MINMAX__MAX_SIZE__GET(minmax);
	su->has_psize = OUT(USE_VTX_POINT_SIZE) && OUT(VS_OUT_MISC_VEC_ENA);
	su->line_end = msaa && R600_PA_SC_LINE_CNTL__EXPAND_LINE_WIDTH__GET(line) ? FL_RASTER_END_COMPUTED
										  : FL_RASTER_END_SQUARE;
}

static void pattern(const struct mr600 *r, struct fl_raster_setup *su)
{
	static const uint8_t reset[4] = {FL_RASTER_STIPPLE_RUNS, FL_RASTER_STIPPLE_PER_LINE,
					 FL_RASTER_STIPPLE_PER_DRAW, FL_RASTER_STIPPLE_RUNS};
	const uint32_t c = R600_REG(r, PA_SC_LINE_STIPPLE);

	fl_raster_state_pattern(su, R600_PA_SC_LINE_STIPPLE__LINE_PATTERN__GET(c),
				R600_PA_SC_LINE_STIPPLE__PATTERN_BIT_ORDER__GET(c),
				R600_PA_SC_LINE_STIPPLE__REPEAT_COUNT__GET(c) + 1);
	su->stipple_reset = reset[R600_PA_SC_LINE_STIPPLE__AUTO_RESET_CNTL__GET(c)];
}

#define MODE(name) R600_PA_SU_SC_MODE_CNTL__##name##__GET(mode)

bool mr600_pa_corners(const struct mr600 *r)
{
	enum { POINTS = R600_PA_SU_SC_MODE_CNTL__POLYMODE_FRONT_PTYPE__X_DRAW_POINTS };
	const uint32_t mode = R600_REG(r, PA_SU_SC_MODE_CNTL);

	return MODE(POLY_MODE) == R600_PA_SU_SC_MODE_CNTL__POLY_MODE__X_DUAL_MODE &&
	       (MODE(POLYMODE_FRONT_PTYPE) == POINTS || MODE(POLYMODE_BACK_PTYPE) == POINTS);
}

static void faces(const struct mr600 *r, struct fl_raster_setup *su)
{
	static const uint8_t fill[8] = {
	    [R600_PA_SU_SC_MODE_CNTL__POLYMODE_FRONT_PTYPE__X_DRAW_POINTS] = FL_RASTER_FILL_POINTS,
	    [R600_PA_SU_SC_MODE_CNTL__POLYMODE_FRONT_PTYPE__X_DRAW_LINES] = FL_RASTER_FILL_LINES,
	    [R600_PA_SU_SC_MODE_CNTL__POLYMODE_FRONT_PTYPE__X_DRAW_TRIANGLES] = FL_RASTER_FILL_TRIANGLES,
	};
	const uint32_t mode = R600_REG(r, PA_SU_SC_MODE_CNTL);

	su->cull_front = MODE(CULL_FRONT);
	su->cull_back = MODE(CULL_BACK);
	su->face_cw = MODE(FACE);
	su->poly = MODE(POLY_MODE) == R600_PA_SU_SC_MODE_CNTL__POLY_MODE__X_DUAL_MODE;
	su->fill[0] = fill[MODE(POLYMODE_FRONT_PTYPE)];
	su->fill[1] = fill[MODE(POLYMODE_BACK_PTYPE)];
	su->no_w = MODE(PERSP_CORR_DIS);
	su->po_on[0] = MODE(POLY_OFFSET_FRONT_ENABLE);
	su->po_on[1] = MODE(POLY_OFFSET_BACK_ENABLE);
	su->po_para = MODE(POLY_OFFSET_PARA_ENABLE);
}

static void depths(const struct mr600 *r, struct fl_raster_setup *su)
{
	const unsigned format = R600_DB_DEPTH_INFO__FORMAT__GET(R600_REG(r, DB_DEPTH_INFO));
	const uint32_t fmt = R600_REG(r, PA_SU_POLY_OFFSET_DB_FMT_CNTL);
	const uint32_t clip = R600_REG(r, PA_CL_CLIP_CNTL);
	const unsigned viewport = r->vgt->viewport;
	const bool kept =
	    !R600_DB_RENDER_OVERRIDE__DISABLE_VIEWPORT_CLAMP__GET(R600_REG(r, DB_RENDER_OVERRIDE));
	const struct fl_raster_state_depth d = {
	    .is_float = format >= R600_DB_DEPTH_INFO__FORMAT__DEPTH_X8_24_FLOAT,
	    .beyond = R600_PA_CL_CLIP_CNTL__CLIP_DISABLE__GET(clip) ||
		      R600_PA_CL_CLIP_CNTL__ZCLIP_NEAR_DISABLE__GET(clip) ||
		      R600_PA_CL_CLIP_CNTL__ZCLIP_FAR_DISABLE__GET(clip),
	    .min = kept ? reg_float(r, R600_PA_SC_VPORT_ZMIN(viewport)) : -INFINITY,
	    .max = kept ? reg_float(r, R600_PA_SC_VPORT_ZMAX(viewport)) : INFINITY,
	    .clamp = reg_float(r, R600_PA_SU_POLY_OFFSET_CLAMP),
	    .bits = (int8_t)R600_PA_SU_POLY_OFFSET_DB_FMT_CNTL__POLY_OFFSET_NEG_NUM_DB_BITS__GET(fmt),
	    .word = &r->reg[R600_PA_SU_POLY_OFFSET_FRONT_SCALE / 4],
	};

	fl_raster_state_depths(su, &d);
}

const struct fl_raster_setup *mr600_pa_setup(struct mr600 *r, struct fl_arena *a, const struct mr600_spi *spi)
{
	struct fl_raster_setup *su = fl_arena_alloc(a, sizeof(*su), 16);
	const uint32_t vtx = R600_REG(r, PA_SU_VTX_CNTL), mode = R600_REG(r, PA_SU_SC_MODE_CNTL);
	const uint32_t offset = MODE(VTX_WINDOW_OFFSET_ENABLE) ? R600_REG(r, PA_SC_WINDOW_OFFSET) : 0;

	if (!su)
		return NULL;
	memset(su, 0, sizeof(*su));
	fl_raster_state_positions(su, R600_PA_SU_VTX_CNTL__QUANT_MODE__GET(vtx),
				  !R600_PA_SU_VTX_CNTL__PIX_CENTER__GET(vtx), mr600_signed15(offset),
				  mr600_signed15(offset >> 16));
	/* ROUND_MODE is not modelled: Mesa leaves it at truncation, and the pictures that we compare with
	 * were drawn by a rasterizer that rounds. The two differ by less than one step of QUANT_MODE. */
	su->nearest = true;
	faces(r, su);
	sizes(r, su);
	pattern(r, su);
	depths(r, su);
	fl_raster_state_planes(su, spi->n_planes, spi->src, spi->group);
	return su;
}
