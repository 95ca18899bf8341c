/* SPDX-License-Identifier: MIT
 *
 * Exports of a wave of the vertex program to vertices: clip codes and window coordinates a vector of vertices
 * at a time, then out of rows of components. export.c says what is computed.
 */
#include "hw/model/raster/export.h"
#include "hw/model/raster/turn.h"

#define INLINE static inline __attribute__((always_inline))

INLINE vi codes(const struct fl_raster_exports *pa, vf x, vf y, vf z, vf w)
{
	const struct fl_raster_front *f = &pa->front;
	const vf cx = w * f->clip_x, cy = w * f->clip_y, dx = w * pa->disc_x, dy = w * pa->disc_y;
	const vi bad = x * 0.0f + y * 0.0f + z * 0.0f + w * 0.0f != 0.0f;
	vi code;

	if (!pa->clip)
		return bad & FL_RASTER_CLIP_BAD;
	code = ((x < -cx) & FL_RASTER_CLIP_LEFT) | ((x > cx) & FL_RASTER_CLIP_RIGHT) |
	       ((y < -cy) & FL_RASTER_CLIP_BOTTOM) | ((y > cy) & FL_RASTER_CLIP_TOP);
	if (pa->near)
		code |= (z < (f->z_from_zero ? vf_set(0) : -w)) & FL_RASTER_CLIP_NEAR;
	if (pa->far)
		code |= (z > w) & FL_RASTER_CLIP_FAR;
	code |= (bad | ((code == 0) & ~(w > 0.0f))) & FL_RASTER_CLIP_BAD;
	code |= ((x < -dx) & FL_RASTER_DISC_LEFT) | ((x > dx) & FL_RASTER_DISC_RIGHT) |
		((y < -dy) & FL_RASTER_DISC_BOTTOM) | ((y > dy) & FL_RASTER_DISC_TOP);
	for (uint32_t left = f->ucp_mask & ~(uint32_t)f->dist_mask; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		const float *u = f->ucp[i];

		code |= (((u[0] * x + u[1] * y) + u[2] * z) + u[3] * w < 0.0f) & (FL_RASTER_CLIP_UCP << i);
	}
	return code;
}

void FL_SIMD(fl_raster_export)(const struct fl_raster_exports *pa, const struct fl_raster_out *out,
			       unsigned n, uint8_t *to, size_t stride_B)
{
	static const float none[FL_WAVE_PX];
	const struct fl_raster_viewport *t = &pa->front.viewport;
	const float(*pos)[FL_WAVE_PX] = out->pos[0];
	const float *psize = pa->point_size ? out->pos[pa->misc][0] : none;
	_Alignas(64) float window[4][FL_WAVE_PX];
	_Alignas(64) int32_t code[FL_WAVE_PX];

	for (unsigned l = 0; l < n; l += FL_LANES) {
		vf p[4], rhw;
		vi all;

		for (unsigned c = 0; c < 4; c++)
			memcpy(&p[c], &pos[c][l], sizeof(p[c]));
		all = codes(pa, p[0], p[1], p[2], p[3]);
		rhw = t->w_is_w ? 1.0f / p[3] : p[3];
		for (unsigned c = 0; c < 3; c++) {
			const vf v = (c < 2 ? t->xy_done : t->z_done) ? p[c] : p[c] * rhw;

			p[c] = v * t->scale[c] + t->offset[c];
		}
		p[3] = rhw;
		memcpy(&code[l], &all, sizeof(all));
		for (unsigned c = 0; c < 4; c++)
			memcpy(&window[c][l], &p[c], sizeof(p[c]));
	}
	fl_turn_out((const float *const[]){window[0], window[1], window[2], window[3]}, n,
		    to + offsetof(struct fl_raster_vertex, x), stride_B);
	fl_turn_out((const float *const[]){pos[0], pos[1], pos[2], pos[3]}, n,
		    to + offsetof(struct fl_raster_vertex, clip), stride_B);
	for (unsigned l = 0; l < n; l++) {
		struct fl_raster_vertex *v = (void *)(to + l * stride_B);

		v->psize = psize[l];
		v->code = (uint32_t)code[l];
	}
	for (unsigned i = 0; i < out->n_params; i++) {
		const float(*a)[FL_WAVE_PX] = out->param[out->carried[i]];

		fl_turn_out((const float *const[]){a[0], a[1], a[2], a[3]}, n,
			    to + offsetof(struct fl_raster_vertex, attr) + i * sizeof(fl_four), stride_B);
	}
	fl_raster_distances(pa, out, n, to, stride_B);
}
