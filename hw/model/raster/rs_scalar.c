/* SPDX-License-Identifier: MIT
 *
 * RS, the plain path: depth and interpolation a pixel at a time. rs_simd.c computes the same, bit for bit.
 */
#include "hw/model/r500/ga.h"

#include <math.h>

void mr500_rs_adjusted(const struct mr500_thread *t, int32_t x[MR500_WAVE_PX], int32_t y[MR500_WAVE_PX])
{
	const struct mr500_wave *w = &t->wave;
	const struct mr500_draw *d = w->draw;

	for (unsigned lane = 0; lane < MR500_WAVE_PX; lane++) {
		unsigned first = d->samples, n = 0;

		for (unsigned s = d->samples; s-- > 0;) {
			if (w->cover[s] >> lane & 1) {
				first = s;
				n++;
			}
		}
		if (d->samples > 1 && (n == 0 || n == d->samples)) {
			x[lane] = y[lane] = d->ga->sub / 2;
		} else {
			first = first < d->samples ? first : 0;
			x[lane] = d->sc->x[first][lane & 3];
			y[lane] = d->sc->y[first][lane & 3];
		}
	}
}

void mr500_rs_depth_scalar(struct mr500_thread *t)
{
	struct mr500_wave *w = &t->wave;
	const int32_t sub = w->draw->ga->sub;

	for (unsigned s = 0; s < w->draw->samples; s++) {
		const int32_t *px = w->draw->sc->x[s], *py = w->draw->sc->y[s];

		for (unsigned lane = 0; lane < 4 * w->n_quads; lane++) {
			unsigned q = lane / 4, x = w->qx[q] + lane % 2, y = w->qy[q] + lane / 2 % 2;
			struct mr500_rs_zbase b;
			float v;
			int32_t z;

			mr500_rs_zbase(w->prim[w->one_prim ? 0 : q], sub, (int32_t)(t->tile.x0 + (x & ~7u)),
				       (int32_t)(t->tile.y0 + (y & ~7u)), &b);
			v = b.bf + (b.gx * (float)((int32_t)(x & 7) * sub + px[lane & 3]) +
				    b.gy * (float)((int32_t)(y & 7) * sub + py[lane & 3]));
			v = v > -(float)MR500_RS_Z_FAR ? v : -(float)MR500_RS_Z_FAR;
			v = v < (float)MR500_RS_Z_FAR ? v : (float)MR500_RS_Z_FAR;
			z = (int32_t)v;
			z -= (float)z > v;
			z += b.bi;
			w->z[s][lane] = (uint32_t)(z < 0 ? 0 : z > MR500_RS_Z_MAX ? MR500_RS_Z_MAX : z);
		}
	}
}

/* A plane of an affine primitive: ga.h. */
static float affine(const struct mr500_prim *p, const float *a, float x, float y)
{
	return fmaf(a[2 * p->n4], y, fmaf(a[p->n4], x, a[0]));
}

void mr500_rs_interpolate_scalar(struct mr500_thread *t)
{
	const struct mr500_wave *w = &t->wave;
	const struct mr500_draw *d = w->draw;
	const struct mr500_rs_state *rs = d->rs;
	const int32_t sub = d->ga->sub;
	int32_t adj_x[MR500_WAVE_PX], adj_y[MR500_WAVE_PX];

	mr500_rs_adjusted(t, adj_x, adj_y);
	for (unsigned i = 0; i < rs->n_writes; i++) {
		const struct mr500_rs_write *wr = &rs->write[i];
		float *to = wr->kind == MR500_RS_W     ? t->px.raster_w
			    : wr->kind == MR500_RS_FOG ? t->px.fog
						       : t->px.temp[wr->reg][wr->ch];

		for (unsigned lane = 0; lane < 4 * w->n_quads; lane++) {
			unsigned q = lane / 4;
			const struct mr500_prim *p = w->prim[w->one_prim ? 0 : q];
			int32_t x = (int32_t)(t->tile.x0 + w->qx[q] + lane % 2),
				y = (int32_t)(t->tile.y0 + w->qy[q] + lane / 2 % 2);
			bool adjusted = wr->kind == MR500_RS_ADJUSTED;
			float fx = (float)(x * sub + (adjusted ? adj_x[lane] : sub / 2)) - p->rx;
			float fy = (float)(y * sub + (adjusted ? adj_y[lane] : sub / 2)) - p->ry;
			float w_inv = 1.0f / (p->w + (p->wx * fx + p->wy * fy));

			switch (wr->kind) {
			case MR500_RS_PLANE:
			case MR500_RS_FOG:
			case MR500_RS_ADJUSTED: {
				const float *a = &p->plane[wr->plane];

				if (!(p->flags & MR500_PRIM_AFFINE))
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
			case MR500_RS_CONST:
				to[lane] = wr->value;
				break;
			case MR500_RS_X:
				to[lane] = (float)x;
				break;
			case MR500_RS_Y:
				to[lane] = (float)y;
				break;
			case MR500_RS_FACE:
				to[lane] = w->back >> lane & 1;
				break;
			case MR500_RS_W:
				to[lane] = w_inv;
				break;
			}
		}
	}
}
