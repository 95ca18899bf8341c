/* SPDX-License-Identifier: MIT
 *
 * Exports of a wave of the vertex program to vertices: four at a time.
 */
#include "hw/model/raster/export.h"
#include "hw/model/raster/turn.h"

typedef float floats __attribute__((vector_size(16)));
typedef int32_t masks __attribute__((vector_size(16)));

/* Of four vertices, whose clip positions are rows of X, Y, Z, W. */
static inline __attribute__((always_inline)) masks codes_of(const struct fl_raster_exports *pa,
							    const floats p[4])
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
	for (uint32_t left = f->ucp_mask & ~(uint32_t)f->dist_mask; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		const float *u = f->ucp[i];

		code |= (((u[0] * x + u[1] * y) + u[2] * z) + u[3] * w < 0.0f) & FL_RASTER_CLIP_UCP << i;
	}
	return code;
}

/* Rows of components to n vertices, 4 at most, `at` bytes from the start of each. */
static inline __attribute__((always_inline)) void put_four(fl_four m[4], unsigned n, uint8_t *to,
							   size_t stride_B, size_t at)
{
	fl_turn(m);
#pragma GCC unroll 4
	for (unsigned k = 0; k < n && k < 4; k++)
		memcpy(to + k * stride_B + at, &m[k], sizeof(m[k]));
}

static inline __attribute__((always_inline)) void
put_rows(const float from[4][FL_WAVE_PX], unsigned lane, unsigned n, uint8_t *to, size_t stride_B, size_t at)
{
	fl_four m[4];

#pragma GCC unroll 4
	for (unsigned c = 0; c < 4; c++)
		memcpy(&m[c], &from[c][lane], sizeof(m[c]));
	put_four(m, n, to, stride_B, at);
}

/* fl_raster_to_window(), of four vertices. */
static inline void window_of(const struct fl_raster_viewport *t, const floats clip[4], fl_four m[4])
{
	const floats rhw = t->w_is_w ? 1.0f / clip[3] : clip[3];
	const bool done[3] = {t->xy_done, t->xy_done, t->z_done};

#pragma GCC unroll 3
	for (unsigned c = 0; c < 3; c++)
		m[c] = (fl_four)((done[c] ? clip[c] : clip[c] * rhw) * t->scale[c] + t->offset[c]);
	m[3] = (fl_four)rhw;
}

/* Distances to planes, and what they say. */
static void distances(const struct fl_raster_exports *pa, const struct fl_raster_out *out, unsigned lane,
		      struct fl_raster_vertex *v)
{
	for (uint32_t left = pa->clip_mask | pa->cull_mask; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		const float d = out->pos[pa->dist[i / 4]][i % 4][lane];

		if (pa->clip_mask)
			v->attr[pa->front.dist_at + i] = d;
		if (pa->clip && pa->clip_mask >> i & 1 && d < 0.0f)
			v->code |= FL_RASTER_CLIP_UCP << i;
		if (pa->cull_mask >> i & 1 && d < 0.0f)
			v->code |= FL_RASTER_CULL << i;
	}
}

/* n vertices, 4 at most, from lane l on. */
static inline __attribute__((always_inline)) void vertices(const struct fl_raster_exports *pa,

							   const struct fl_raster_out *out, unsigned l,
							   unsigned n, uint8_t *to, size_t stride_B)
{
	fl_four window[4];
	floats p[4];
	masks code;

#pragma GCC unroll 4
	for (unsigned c = 0; c < 4; c++)
		memcpy(&p[c], &out->pos[0][c][l], sizeof(p[c]));
	code = codes_of(pa, p);
	window_of(&pa->front.viewport, p, window);
	put_four(window, n, to, stride_B, offsetof(struct fl_raster_vertex, x));
	put_rows(out->pos[0], l, n, to, stride_B, offsetof(struct fl_raster_vertex, clip));
	for (unsigned i = 0; i < out->n_params; i++)
		put_rows(out->param[out->carried[i]], l, n, to, stride_B,
			 offsetof(struct fl_raster_vertex, attr) + i * sizeof(fl_four));
#pragma GCC unroll 4
	for (unsigned k = 0; k < n && k < 4; k++) {
		struct fl_raster_vertex *v = (void *)(to + k * stride_B);

		v->code = (uint32_t)code[k];
		v->psize = pa->point_size ? out->pos[pa->misc][0][l + k] : 0.0f;
		if (pa->clip_mask | pa->cull_mask)
			distances(pa, out, l + k, v);
	}
}

void fl_raster_export(const struct fl_raster_exports *pa, const struct fl_raster_out *out, unsigned n,
		      uint8_t *to, size_t stride_B)
{
	unsigned l = 0;

	for (; l + 4 <= n && l + 4 <= FL_WAVE_PX; l += 4, to += 4 * stride_B)
		vertices(pa, out, l, 4, to, stride_B);
	if (l < n && l < FL_WAVE_PX)
		vertices(pa, out, l, n - l, to, stride_B);
}
