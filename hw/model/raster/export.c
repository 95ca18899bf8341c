/* SPDX-License-Identifier: MIT
 *
 * Exports of a wave of the vertex program to vertices, one after the other: the reference for export_simd.c.
 */
#include "hw/model/raster/export.h"

static uint32_t code_of(const struct fl_raster_exports *pa, const float clip[4])
{
	const struct fl_raster_front *f = &pa->front;
	const float x = clip[0], y = clip[1], z = clip[2], w = clip[3];
	const float cx = w * f->clip_x, cy = w * f->clip_y, dx = w * pa->disc_x, dy = w * pa->disc_y;
	const bool bad = x * 0.0f + y * 0.0f + z * 0.0f + w * 0.0f != 0.0f;
	uint32_t code = 0;

	if (!pa->clip)
		return bad ? FL_RASTER_CLIP_BAD : 0;
	code |= x < -cx ? FL_RASTER_CLIP_LEFT : 0;
	code |= x > cx ? FL_RASTER_CLIP_RIGHT : 0;
	code |= y < -cy ? FL_RASTER_CLIP_BOTTOM : 0;
	code |= y > cy ? FL_RASTER_CLIP_TOP : 0;
	code |= pa->near && z < (f->z_from_zero ? 0.0f : -w) ? FL_RASTER_CLIP_NEAR : 0;
	code |= pa->far && z > w ? FL_RASTER_CLIP_FAR : 0;
	/* with a w of 0 only the origin passes all planes, and it has no place on the screen */
	code |= bad || (!code && !(w > 0.0f)) ? FL_RASTER_CLIP_BAD : 0;
	code |= x < -dx ? FL_RASTER_DISC_LEFT : 0;
	code |= x > dx ? FL_RASTER_DISC_RIGHT : 0;
	code |= y < -dy ? FL_RASTER_DISC_BOTTOM : 0;
	code |= y > dy ? FL_RASTER_DISC_TOP : 0;
	for (uint32_t left = f->ucp_mask & ~(uint32_t)f->dist_mask; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		const float *u = f->ucp[i];

		if (((u[0] * x + u[1] * y) + u[2] * z) + u[3] * w < 0.0f)
			code |= FL_RASTER_CLIP_UCP << i;
	}
	return code;
}

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

void fl_raster_distances(const struct fl_raster_exports *pa, const struct fl_raster_out *out, unsigned n,
			 uint8_t *to, size_t stride_B)
{
	for (unsigned l = 0; l < n && pa->clip_mask | pa->cull_mask; l++)
		distances(pa, out, l, (void *)(to + l * stride_B));
}

void fl_raster_export_scalar(const struct fl_raster_exports *pa, const struct fl_raster_out *out, unsigned n,
			     uint8_t *to, size_t stride_B)
{
	for (unsigned l = 0; l < n; l++) {
		struct fl_raster_vertex *v = (void *)(to + l * stride_B);

		for (unsigned c = 0; c < 4; c++)
			v->clip[c] = out->pos[0][c][l];
		v->code = code_of(pa, v->clip);
		fl_raster_to_window(&pa->front.viewport, v);
		v->psize = pa->point_size ? out->pos[pa->misc][0][l] : 0.0f;
		for (unsigned i = 0; i < 4 * out->n_params; i++)
			v->attr[i] = out->param[out->carried[i / 4]][i % 4][l];
	}
	fl_raster_distances(pa, out, n, to, stride_B);
}
