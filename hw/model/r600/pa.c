/* SPDX-License-Identifier: MIT
 *
 * PA: clipping and viewport (PA_CL), setup (PA_SU), decoded once a draw; exports of a vertex program to
 * vertices (R6xx facts 3.1 and 3.2).
 */
#include "hw/model/r600/spi.h"
#include "hw/model/r600/turn.h"

#include <stddef.h>
#include <string.h>

enum {
	FAR = 1 << 23,  /* subpixels: vertices further out are moved in */
	SUB = 256,      /* subpixels a pixel */
	SIXTEENTH = 16, /* of sizes, and of the slopes that polygon offset counts in */
	Z24_MAX = 0xffffff,
	PLANES = (1 << R600_PA_CL_UCP_X__COUNT) - 1,
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
static void exports(struct mr600 *r, struct mr600_pa *pa)
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

bool mr600_pa_decode(struct mr600 *r, struct mr600_pa *pa, const struct mr600_spi *spi)
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

/* ---- vertices --------------------------------------------------------------------------------------- */
typedef float floats __attribute__((vector_size(16)));
typedef int32_t masks __attribute__((vector_size(16)));

/* Of four vertices, whose clip positions are rows of X, Y, Z, W. */
static inline __attribute__((always_inline)) masks codes_of(const struct mr600_pa *pa, const floats p[4])
{
	const struct fl_raster_front *f = &pa->front;
	const floats x = p[0], y = p[1], z = p[2], w = p[3], none = {0};
	const floats cx = w * f->clip_x, cy = w * f->clip_y, dx = w * pa->disc_x, dy = w * pa->disc_y;
	const floats size = x * 0.0f + y * 0.0f + z * 0.0f + w * 0.0f;
	const masks bad = size != 0.0f;
	masks code = {0};

	if (!pa->clip)
		return bad & FL_RASTER_CLIP_BAD;
	code |= (x < -cx) & FL_RASTER_CLIP_LEFT;
	code |= (x > cx) & FL_RASTER_CLIP_RIGHT;
	code |= (y < -cy) & FL_RASTER_CLIP_BOTTOM;
	code |= (y > cy) & FL_RASTER_CLIP_TOP;
	if (pa->near)
		code |= (z < (f->z_from_zero ? none : -w)) & FL_RASTER_CLIP_NEAR;
	if (pa->far)
		code |= (z > w) & FL_RASTER_CLIP_FAR;
	code |= (x < -dx) & FL_RASTER_DISC_LEFT;
	code |= (x > dx) & FL_RASTER_DISC_RIGHT;
	code |= (y < -dy) & FL_RASTER_DISC_BOTTOM;
	code |= (y > dy) & FL_RASTER_DISC_TOP;
	/* with a w of 0 only the origin passes all planes, and it has no place on the screen */
	code |= (bad | (((code & FL_RASTER_CLIP_FRUSTUM) == 0) & ~(masks)(w > 0.0f))) & FL_RASTER_CLIP_BAD;
	for (uint32_t left = f->ucp_mask & ~(uint32_t)f->dist_mask & PLANES; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		const float *u = f->ucp[i];

		code |= (((u[0] * x + u[1] * y) + u[2] * z) + u[3] * w < 0.0f) & FL_RASTER_CLIP_UCP << i;
	}
	return code;
}

/* Rows of components to n vertices, 4 at most, `at` bytes from the start of each. */
static inline __attribute__((always_inline)) void put_four(mr600_four m[4], unsigned n, uint8_t *to,
							   size_t stride_B, size_t at)
{
	mr600_turn(m);
#pragma GCC unroll 4
	for (unsigned k = 0; k < n && k < 4; k++)
		memcpy(to + k * stride_B + at, &m[k], sizeof(m[k]));
}

static inline __attribute__((always_inline)) void
put_rows(const union mr600_value from[4], unsigned lane, unsigned n, uint8_t *to, size_t stride_B, size_t at)
{
	mr600_four m[4];

#pragma GCC unroll 4
	for (unsigned c = 0; c < 4; c++)
		memcpy(&m[c], &from[c].u[lane], sizeof(m[c]));
	put_four(m, n, to, stride_B, at);
}

/* fl_raster_to_window(), of four vertices. */
static inline void window_of(const struct fl_raster_viewport *t, const floats clip[4], mr600_four m[4])
{
	const floats rhw = t->w_is_w ? 1.0f / clip[3] : clip[3];
	const bool done[3] = {t->xy_done, t->xy_done, t->z_done};

#pragma GCC unroll 3
	for (unsigned c = 0; c < 3; c++)
		m[c] = (mr600_four)((done[c] ? clip[c] : clip[c] * rhw) * t->scale[c] + t->offset[c]);
	m[3] = (mr600_four)rhw;
}

/* Distances to planes, and what they say. */
static void distances(const struct mr600_pa *pa, const struct mr600_vs_out *out, unsigned lane,
		      struct fl_raster_vertex *v)
{
	for (uint32_t left = pa->clip_mask | pa->cull_mask; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		const float d = out->pos[pa->dist[i / 4]][i % 4].f[lane];

		if (pa->clip_mask)
			v->attr[pa->front.dist_at + i] = d;
		if (pa->clip && pa->clip_mask >> i & 1 && d < 0.0f)
			v->code |= FL_RASTER_CLIP_UCP << i;
		if (pa->cull_mask >> i & 1 && d < 0.0f)
			v->code |= FL_RASTER_CULL << i;
	}
}

/* n vertices, 4 at most, from lane l on. */
static inline __attribute__((always_inline)) void vertices(const struct mr600_pa *pa,
							   const struct mr600_spi *spi,
							   const struct mr600_vs_out *out, unsigned l,
							   unsigned n, uint8_t *to, size_t stride_B)
{
	mr600_four window[4];
	floats p[4];
	masks code;

#pragma GCC unroll 4
	for (unsigned c = 0; c < 4; c++)
		memcpy(&p[c], &out->pos[0][c].f[l], sizeof(p[c]));
	code = codes_of(pa, p);
	window_of(&pa->front.viewport, p, window);
	put_four(window, n, to, stride_B, offsetof(struct fl_raster_vertex, x));
	put_rows(out->pos[0], l, n, to, stride_B, offsetof(struct fl_raster_vertex, clip));
	for (unsigned i = 0; i < spi->n_params; i++)
		put_rows(out->param[spi->param[i]], l, n, to, stride_B,
			 offsetof(struct fl_raster_vertex, attr) + i * sizeof(mr600_four));
#pragma GCC unroll 4
	for (unsigned k = 0; k < n && k < 4; k++) {
		struct fl_raster_vertex *v = (void *)(to + k * stride_B);

		v->code = (uint32_t)code[k];
		v->psize = pa->point_size ? out->pos[pa->misc][0].f[l + k] : 0.0f;
		if (pa->clip_mask | pa->cull_mask)
			distances(pa, out, l + k, v);
	}
}

void mr600_pa_vertices(const struct mr600_pa *pa, const struct mr600_spi *spi, const struct mr600_vs_out *out,
		       unsigned n, uint8_t *to, size_t stride_B)
{
	unsigned l = 0;

	for (; l + 4 <= n && l + 4 <= MR600_WAVE; l += 4, to += 4 * stride_B)
		vertices(pa, spi, out, l, 4, to, stride_B);
	if (l < n && l < MR600_WAVE)
		vertices(pa, spi, out, l, n - l, to, stride_B);
}
