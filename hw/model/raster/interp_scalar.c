/* SPDX-License-Identifier: MIT
 *
 * Interpolation, the plain path: depth and interpolation a pixel at a time. interp_simd.c computes the same,
 * bit for bit.
 */
#include "hw/model/raster/interp.h"

#include <math.h>
#include <string.h>

void fl_raster_adjusted(const struct fl_raster_thread *t, int32_t x[FL_WAVE_PX], int32_t y[FL_WAVE_PX])
{
	const struct fl_wave *w = &t->wave;
	const struct fl_raster_draw *d = w->draw;

	if (d->samples == 1 || d->stages & FL_RASTER_SAMPLES) {
		const unsigned s = d->stages & FL_RASTER_SAMPLES ? w->sample : 0;

		for (unsigned lane = 0; lane < FL_WAVE_PX; lane++) {
			x[lane] = d->scan->x[s][lane & 3];
			y[lane] = d->scan->y[s][lane & 3];
		}
		return;
	}
	for (unsigned lane = 0; lane < FL_WAVE_PX; lane++) {
		unsigned first = d->samples, n = 0;

		for (unsigned s = d->samples; s-- > 0;) {
			if (w->cover[s] >> lane & 1) {
				first = s;
				n++;
			}
		}
		if (n == 0 || n == d->samples) {
			x[lane] = y[lane] = d->setup->sub / 2;
		} else {
			x[lane] = d->scan->x[first][lane & 3];
			y[lane] = d->scan->y[first][lane & 3];
		}
	}
}

void fl_raster_depth_float(struct fl_raster_thread *t)
{
	struct fl_wave *w = &t->wave;
	const struct fl_raster_setup *su = w->draw->setup;

	for (unsigned s = 0; s < w->draw->samples; s++) {
		for (unsigned lane = 0; lane < 4 * w->n_quads; lane++) {
			unsigned q = lane / 4, x = w->qx[q] + lane % 2, y = w->qy[q] + lane / 2 % 2;
			const struct fl_raster_prim *p = w->prim[w->one_prim ? 0 : q];
			int32_t px = (int32_t)(t->tile.x0 + x) * su->sub + w->draw->scan->x[s][lane & 3];
			int32_t py = (int32_t)(t->tile.y0 + y) * su->sub + w->draw->scan->y[s][lane & 3];
			float z = (float)(p->z + p->zx * ((double)px - (double)p->rx) +
					  p->zy * ((double)py - (double)p->ry));

			z = z > su->z_min ? z < su->z_max ? z : su->z_max : su->z_min;
			memcpy(&w->z[s][lane], &z, sizeof(z));
		}
	}
}

uint32_t fl_raster_z_made(const struct fl_raster_setup *su, float z)
{
	uint32_t bits;

	z = z == z ? z : 0.0f;
	if (su->z_kind == FL_RASTER_Z_FIXED) {
		z = z > 0 ? z < 1 ? z : 1.0f : 0.0f;
		return (uint32_t)fl_raster_z_keep(su, (int32_t)lrint((double)z * FL_RASTER_Z24_MAX));
	}
	z = z > su->z_min ? z < su->z_max ? z : su->z_max : su->z_min;
	memcpy(&bits, &z, sizeof(bits));
	return bits;
}

void fl_raster_depth_scalar(struct fl_raster_thread *t)
{
	struct fl_wave *w = &t->wave;
	const struct fl_raster_setup *su = w->draw->setup;
	const int32_t sub = su->sub;

	if (su->z_kind == FL_RASTER_Z_FLOAT) {
		fl_raster_depth_float(t);
		return;
	}
	for (unsigned s = 0; s < w->draw->samples; s++) {
		const int32_t *px = w->draw->scan->x[s], *py = w->draw->scan->y[s];

		for (unsigned lane = 0; lane < 4 * w->n_quads; lane++) {
			unsigned q = lane / 4, x = w->qx[q] + lane % 2, y = w->qy[q] + lane / 2 % 2;
			struct fl_raster_zbase b;
			float v;
			int32_t z;

			fl_raster_zbase(w->prim[w->one_prim ? 0 : q], sub, (int32_t)(t->tile.x0 + (x & ~7u)),
					(int32_t)(t->tile.y0 + (y & ~7u)), &b);
			v = b.bf + (b.gx * (float)((int32_t)(x & 7) * sub + px[lane & 3]) +
				    b.gy * (float)((int32_t)(y & 7) * sub + py[lane & 3]));
			v = v > -(float)FL_RASTER_Z_FAR ? v : -(float)FL_RASTER_Z_FAR;
			v = v < (float)FL_RASTER_Z_FAR ? v : (float)FL_RASTER_Z_FAR;
			z = (int32_t)v;
			z -= (float)z > v;
			z += b.bi;
			w->z[s][lane] = (uint32_t)fl_raster_z_keep(su, z);
		}
	}
}

/* A plane of an affine primitive: ga.h. */
static float affine(const struct fl_raster_prim *p, const float *a, float x, float y)
{
	return fmaf(a[2 * p->n4], y, fmaf(a[p->n4], x, a[0]));
}

void fl_raster_places_scalar(const struct fl_raster_thread *t, bool perspective, const int32_t *adj_x,
			     const int32_t *adj_y, float to_x[FL_WAVE_PX], float to_y[FL_WAVE_PX])
{
	const struct fl_wave *w = &t->wave;
	const int32_t sub = w->draw->setup->sub, half = sub / 2;

	for (unsigned lane = 0; lane < 4 * w->n_quads; lane++) {
		const unsigned q = lane / 4;
		const struct fl_raster_prim *p = w->prim[w->one_prim ? 0 : q];
		const int32_t x = (int32_t)(t->tile.x0 + w->qx[q] + lane % 2) * sub +
				  (adj_x ? adj_x[lane] : half),
			      y = (int32_t)(t->tile.y0 + w->qy[q] + lane / 2 % 2) * sub +
				  (adj_y ? adj_y[lane] : half);
		const float fx = (float)x - p->rx, fy = (float)y - p->ry;
		const float rw = perspective ? 1.0f / (p->w + (p->wx * fx + p->wy * fy)) : 1.0f;
		const bool affine = p->flags & FL_RASTER_AFFINE;

		to_x[lane] = affine ? (float)(x - half) * (1.0f / (float)sub) : fx * rw;
		to_y[lane] = affine ? (float)(y - half) * (1.0f / (float)sub) : fy * rw;
	}
}

void fl_raster_interpolate_scalar(struct fl_raster_thread *t)
{
	const struct fl_wave *w = &t->wave;
	const struct fl_raster_draw *d = w->draw;
	const struct fl_raster_inputs *in = d->inputs;
	const int32_t sub = d->setup->sub;
	int32_t adj_x[FL_WAVE_PX], adj_y[FL_WAVE_PX];

	fl_raster_adjusted(t, adj_x, adj_y);
	for (unsigned i = 0; i < in->n; i++) {
		const struct fl_raster_input *wr = &in->in[i];
		float *to = fl_raster_place(t, wr->at_B)[0];

		for (unsigned lane = 0; lane < 4 * w->n_quads; lane++) {
			unsigned q = lane / 4;
			const struct fl_raster_prim *p = w->prim[w->one_prim ? 0 : q];
			int32_t x = (int32_t)(t->tile.x0 + w->qx[q] + lane % 2),
				y = (int32_t)(t->tile.y0 + w->qy[q] + lane / 2 % 2);
			bool adjusted = wr->kind == FL_RASTER_IN_ADJUSTED;
			float fx = (float)(x * sub + (adjusted ? adj_x[lane] : sub / 2)) - p->rx;
			float fy = (float)(y * sub + (adjusted ? adj_y[lane] : sub / 2)) - p->ry;
			float w_inv = 1.0f / (p->w + (p->wx * fx + p->wy * fy));

			switch (wr->kind) {
			case FL_RASTER_IN_PLANE:
			case FL_RASTER_IN_ADJUSTED: {
				const float *a = &p->plane[wr->plane];

				if (!(p->flags & FL_RASTER_AFFINE))
					to[lane] = a[0] + (a[p->n4] * fx + a[2 * p->n4] * fy) * w_inv;
				else if (!adjusted)
					to[lane] = affine(p, a, (float)x, (float)y);
				else
					to[lane] = affine(
					    p, a,
					    (float)(x * sub + adj_x[lane] - sub / 2) * (1.0f / (float)sub),
					    (float)(y * sub + adj_y[lane] - sub / 2) * (1.0f / (float)sub));
				break;
			}
			case FL_RASTER_IN_FLAT:
				memcpy(&to[lane], &p->plane[wr->plane], sizeof(to[lane]));
				break;
			case FL_RASTER_IN_CONST:
				to[lane] = wr->value;
				break;
			case FL_RASTER_IN_X:
				to[lane] = (float)x;
				break;
			case FL_RASTER_IN_Y:
				to[lane] = (float)y;
				break;
			case FL_RASTER_IN_FACE:
				to[lane] = w->back >> lane & 1;
				break;
			case FL_RASTER_IN_W:
				to[lane] = w_inv;
				break;
			}
		}
	}
}
