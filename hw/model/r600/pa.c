/* SPDX-License-Identifier: MIT
 *
 * PA: clipping and viewport (PA_CL), setup (PA_SU), decoded once a draw; exports of a vertex program to
 * vertices (R6xx facts 3.1 and 3.2).
 */
#include "hw/model/r600/spi.h"

#include <string.h>

enum {
	FAR = 1 << 23,  /* subpixels: vertices further out are moved in */
	SUB = 256,      /* subpixels a pixel */
	SIXTEENTH = 16, /* of sizes, and of the slopes that polygon offset counts in */
	Z24_MAX = 0xffffff,
};

static float reg_float(const struct mr600 *r, uint32_t offset)
{
	return mr600_bits_float(r->reg[offset / 4]);
}

/* ---- clipping and viewport -------------------------------------------------------------------------- */
void mr600_pa_viewport(const struct mr600 *r, unsigned n, struct fl_raster_viewport *t)
{
	const uint32_t c = R600_REG(r, PA_CL_VTE_CNTL);
	const uint32_t scale[3] = {R600_PA_CL_VPORT_XSCALE(n), R600_PA_CL_VPORT_YSCALE(n),
				   R600_PA_CL_VPORT_ZSCALE(n)};
	const uint32_t offset[3] = {R600_PA_CL_VPORT_XOFFSET(n), R600_PA_CL_VPORT_YOFFSET(n),
				    R600_PA_CL_VPORT_ZOFFSET(n)};

	for (unsigned i = 0; i < 3; i++) {
		t->scale[i] = c >> (2 * i) & 1 ? reg_float(r, scale[i]) : 1.0f;
		t->offset[i] = c >> (2 * i + 1) & 1 ? reg_float(r, offset[i]) : 0.0f;
	}
	t->xy_done = R600_PA_CL_VTE_CNTL__VTX_XY_FMT__GET(c);
	t->z_done = R600_PA_CL_VTE_CNTL__VTX_Z_FMT__GET(c);
	t->w_is_w = R600_PA_CL_VTE_CNTL__VTX_W0_FMT__GET(c);
}

/* The vectors beside the position lie one behind the other: R6xx facts 4.8. */
static void exports(struct mr600 *r, struct fl_raster_exports *pa)
{
	const uint32_t c = R600_REG(r, PA_CL_VS_OUT_CNTL);
	uint8_t next = 1;

	pa->misc = pa->dist[0] = pa->dist[1] = 0;
	if (R600_PA_CL_VS_OUT_CNTL__VS_OUT_MISC_VEC_ENA__GET(c))
		pa->misc = next++;
	if (R600_PA_CL_VS_OUT_CNTL__VS_OUT_CCDIST0_VEC_ENA__GET(c))
		pa->dist[0] = next++;
	if (R600_PA_CL_VS_OUT_CNTL__VS_OUT_CCDIST1_VEC_ENA__GET(c))
		pa->dist[1] = next++;
	pa->point_size = R600_PA_CL_VS_OUT_CNTL__USE_VTX_POINT_SIZE__GET(c) && pa->misc;
	pa->edge_flags = R600_PA_CL_VS_OUT_CNTL__USE_VTX_EDGE_FLAG__GET(c) && pa->misc;
	pa->layers = R600_PA_CL_VS_OUT_CNTL__USE_VTX_RENDER_TARGET_INDX__GET(c) && pa->misc;
	pa->viewports = R600_PA_CL_VS_OUT_CNTL__USE_VTX_VIEWPORT_INDX__GET(c) && pa->misc;
	pa->routed = pa->edge_flags || pa->layers || pa->viewports;
	pa->clip_mask = (uint8_t)c;
	pa->cull_mask = (uint8_t)(c >> 8);
	for (unsigned i = 0; i < 2; i++)
		if (!pa->dist[i]) {
			if ((pa->clip_mask | pa->cull_mask) >> 4 * i & 15)
				mr600_report(r, FL_WARN, "PA", "R6xx facts 3.1",
					     "PA_CL_VS_OUT_CNTL %08x clips or culls by distances %u to %u, "
					     "which are not exported",
					     c, 4 * i, 4 * i + 3);
			pa->clip_mask &= (uint8_t) ~(15u << 4 * i);
			pa->cull_mask &= (uint8_t) ~(15u << 4 * i);
		}
	if (R600_PA_CL_VS_OUT_CNTL__USE_VTX_KILL_FLAG__GET(c))
		mr600_report(r, FL_NOTE, "PA", "R6xx facts 3.1",
			     "USE_VTX_KILL_FLAG: which component kills is not published; none does here");
}

bool mr600_pa_decode(struct mr600 *r, struct fl_raster_exports *pa, const struct mr600_spi *spi)
{
	const unsigned n_attr = 4 * spi->n_params;
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
	f->dist_mask = pa->clip_mask;
	f->dist_at = (uint8_t)n_attr;
	f->ucp_mask = (clip & 63) | pa->clip_mask;
	for (unsigned i = 0; i < R600_PA_CL_UCP_X__COUNT; i++)
		for (unsigned c = 0; c < 4; c++)
			f->ucp[i][c] = mr600_bits_float(r->reg[R600_PA_CL_UCP_X(i) / 4 + c]);
	f->n_attr = (uint8_t)(n_attr + (pa->clip_mask ? FL_RASTER_UCPS : 0));
	f->has_psize = pa->point_size;
	for (unsigned i = 0; i < spi->n_planes; i++)
		if (spi->src[i].linear && spi->src[i].kind == FL_RASTER_SRC_VTX)
			f->linear[spi->src[i].at / 64] |= UINT64_C(1) << spi->src[i].at % 64;
	return true;
}

/* ---- setup ------------------------------------------------------------------------------------------ */
static void sizes(const struct mr600 *r, struct fl_raster_setup *su)
{
	const uint32_t size = R600_REG(r, PA_SU_POINT_SIZE), minmax = R600_REG(r, PA_SU_POINT_MINMAX);
	const uint32_t line = R600_REG(r, PA_SC_LINE_CNTL), sprite = R600_REG(r, SPI_INTERP_CONTROL_0);
	const bool msaa = R600_PA_SC_MODE_CNTL__MSAA_ENABLE__GET(R600_REG(r, PA_SC_MODE_CNTL));
	const bool top = R600_SPI_INTERP_CONTROL_0__PNT_SPRITE_TOP_1__GET(sprite);

	su->point_w = (int32_t)R600_PA_SU_POINT_SIZE__WIDTH__GET(size) * SIXTEENTH;
	su->point_h = (int32_t)R600_PA_SU_POINT_SIZE__HEIGHT__GET(size) * SIXTEENTH;
	su->point_min = (float)R600_PA_SU_POINT_MINMAX__MIN_SIZE__GET(minmax);
	su->point_max = (float)R600_PA_SU_POINT_MINMAX__MAX_SIZE__GET(minmax);
	su->has_psize = R600_PA_CL_VS_OUT_CNTL__USE_VTX_POINT_SIZE__GET(R600_REG(r, PA_CL_VS_OUT_CNTL)) &&
			R600_PA_CL_VS_OUT_CNTL__VS_OUT_MISC_VEC_ENA__GET(R600_REG(r, PA_CL_VS_OUT_CNTL));
	/* S grows to the right; T is 1 at the top or at the bottom */
	su->s1 = 1;
	su->t0 = top ? 0 : 1;
	su->t1 = top ? 1 : 0;
	su->stuff_point = true;
	su->line_half = (int32_t)R600_PA_SU_LINE_CNTL__WIDTH__GET(R600_REG(r, PA_SU_LINE_CNTL)) * SIXTEENTH;
	su->line_end = msaa && R600_PA_SC_LINE_CNTL__EXPAND_LINE_WIDTH__GET(line) ? FL_RASTER_END_COMPUTED
										  : FL_RASTER_END_SQUARE;
}

static void pattern(const struct mr600 *r, struct fl_raster_setup *su)
{
	static const uint8_t reset[4] = {FL_RASTER_STIPPLE_RUNS, FL_RASTER_STIPPLE_PER_LINE,
					 FL_RASTER_STIPPLE_PER_DRAW, FL_RASTER_STIPPLE_RUNS};
	const uint32_t c = R600_REG(r, PA_SC_LINE_STIPPLE);
	uint32_t bits = R600_PA_SC_LINE_STIPPLE__LINE_PATTERN__GET(c);

	if (R600_PA_SC_LINE_STIPPLE__PATTERN_BIT_ORDER__GET(c)) { /* the highest bit comes first */
		bits = (bits >> 8 & 0x00ff) | (bits << 8 & 0xff00);
		bits = (bits >> 4 & 0x0f0f) | (bits << 4 & 0xf0f0);
		bits = (bits >> 2 & 0x3333) | (bits << 2 & 0xcccc);
		bits = (bits >> 1 & 0x5555) | (bits << 1 & 0xaaaa);
	}
	su->pattern = (uint16_t)bits;
	su->pattern_repeat = (uint16_t)(R600_PA_SC_LINE_STIPPLE__REPEAT_COUNT__GET(c) + 1);
	su->stipple_reset = reset[R600_PA_SC_LINE_STIPPLE__AUTO_RESET_CNTL__GET(c)];
}

static void faces(const struct mr600 *r, struct fl_raster_setup *su)
{
	static const uint8_t fill[8] = {
	    [R600_PA_SU_SC_MODE_CNTL__POLYMODE_FRONT_PTYPE__X_DRAW_POINTS] = FL_RASTER_FILL_POINTS,
	    [R600_PA_SU_SC_MODE_CNTL__POLYMODE_FRONT_PTYPE__X_DRAW_LINES] = FL_RASTER_FILL_LINES,
	    [R600_PA_SU_SC_MODE_CNTL__POLYMODE_FRONT_PTYPE__X_DRAW_TRIANGLES] = FL_RASTER_FILL_TRIANGLES,
	};
	const uint32_t mode = R600_REG(r, PA_SU_SC_MODE_CNTL);

	su->cull_front = R600_PA_SU_SC_MODE_CNTL__CULL_FRONT__GET(mode);
	su->cull_back = R600_PA_SU_SC_MODE_CNTL__CULL_BACK__GET(mode);
	su->face_cw = R600_PA_SU_SC_MODE_CNTL__FACE__GET(mode);
	su->poly =
	    R600_PA_SU_SC_MODE_CNTL__POLY_MODE__GET(mode) == R600_PA_SU_SC_MODE_CNTL__POLY_MODE__X_DUAL_MODE;
	su->fill[0] = fill[R600_PA_SU_SC_MODE_CNTL__POLYMODE_FRONT_PTYPE__GET(mode)];
	su->fill[1] = fill[R600_PA_SU_SC_MODE_CNTL__POLYMODE_BACK_PTYPE__GET(mode)];
	su->no_w = R600_PA_SU_SC_MODE_CNTL__PERSP_CORR_DIS__GET(mode);
	su->po_on[0] = R600_PA_SU_SC_MODE_CNTL__POLY_OFFSET_FRONT_ENABLE__GET(mode);
	su->po_on[1] = R600_PA_SU_SC_MODE_CNTL__POLY_OFFSET_BACK_ENABLE__GET(mode);
	su->po_para = R600_PA_SU_SC_MODE_CNTL__POLY_OFFSET_PARA_ENABLE__GET(mode);
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

static void depths(struct mr600 *r, struct fl_raster_setup *su)
{
	const unsigned format = R600_DB_DEPTH_INFO__FORMAT__GET(R600_REG(r, DB_DEPTH_INFO));
	const uint32_t fmt = R600_REG(r, PA_SU_POLY_OFFSET_DB_FMT_CNTL);
	const uint32_t clip = R600_REG(r, PA_CL_CLIP_CNTL);
	const bool is_float = format >= R600_DB_DEPTH_INFO__FORMAT__DEPTH_X8_24_FLOAT;
	const bool all = R600_PA_CL_CLIP_CNTL__CLIP_DISABLE__GET(clip) ||
			 R600_PA_CL_CLIP_CNTL__ZCLIP_NEAR_DISABLE__GET(clip) ||
			 R600_PA_CL_CLIP_CNTL__ZCLIP_FAR_DISABLE__GET(clip);
	const int bits = (int8_t)R600_PA_SU_POLY_OFFSET_DB_FMT_CNTL__POLY_OFFSET_NEG_NUM_DB_BITS__GET(fmt);

	su->z_kind = is_float ? FL_RASTER_Z_FLOAT : FL_RASTER_Z_FIXED;
	su->z_scale = is_float ? 1.0f : (float)Z24_MAX;
	/* what no plane cut is kept in range a pixel at a time, not at the corners */
	su->z_min = is_float ? reg_float(r, R600_PA_SC_VPORT_ZMIN(r->vgt->viewport))
		    : all    ? -(float)(Z24_MAX + 1)
			     : 0.0f;
	su->z_max = is_float ? reg_float(r, R600_PA_SC_VPORT_ZMAX(r->vgt->viewport))
		    : all    ? 2.0f * Z24_MAX
			     : Z24_MAX;
	for (unsigned i = 0; i < 2; i++) {
		const uint32_t at =
		    i ? R600_PA_SU_POLY_OFFSET_BACK_SCALE : R600_PA_SU_POLY_OFFSET_FRONT_SCALE;

		su->po_scale[i] = reg_float(r, at) * (float)(SUB / SIXTEENTH);
		su->po_offset[i] = reg_float(r, at + 4) * power(bits) * su->z_scale;
	}
}

const struct fl_raster_setup *mr600_pa_setup(struct mr600 *r, struct fl_arena *a, const struct mr600_spi *spi)
{
	static const int32_t step[8] = {16, 32, 64, 128, 256, 1, 1, 1}; /* QUANT_MODE, in subpixels */
	struct fl_raster_setup *su = fl_arena_alloc(a, sizeof(*su), 16);
	const uint32_t vtx = R600_REG(r, PA_SU_VTX_CNTL), mode = R600_REG(r, PA_SU_SC_MODE_CNTL);
	const uint32_t offset = R600_REG(r, PA_SC_WINDOW_OFFSET);

	if (!su)
		return NULL;
	memset(su, 0, sizeof(*su));
	su->sub = SUB;
	su->coarse = SIXTEENTH;
	su->far = FAR;
	su->keep = -1;
	su->step = step[R600_PA_SU_VTX_CNTL__QUANT_MODE__GET(vtx)];
	/* ROUND_MODE is not modelled: Mesa leaves it at truncation, and the pictures that we compare with
	 * were drawn by a rasterizer that rounds. The two differ by less than one step of QUANT_MODE. */
	su->nearest = true;
	if (!R600_PA_SU_VTX_CNTL__PIX_CENTER__GET(vtx)) /* middles of pixels are whole numbers */
		su->off_x = su->off_y = SUB / 2;
	if (R600_PA_SU_SC_MODE_CNTL__VTX_WINDOW_OFFSET_ENABLE__GET(mode)) {
		su->off_x += ((int32_t)((offset & 0x7fff) ^ 0x4000) - 0x4000) * SUB;
		su->off_y += ((int32_t)((offset >> 16 & 0x7fff) ^ 0x4000) - 0x4000) * SUB;
	}
	faces(r, su);
	sizes(r, su);
	pattern(r, su);
	depths(r, su);
	su->n = spi->n_planes;
	su->src = spi->src;
	su->group = spi->group;
	for (unsigned i = 0; i < su->n; i++)
		su->stuff |= su->src[i].kind == FL_RASTER_SRC_S || su->src[i].kind == FL_RASTER_SRC_T;
	return su;
}
