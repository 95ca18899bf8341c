/* SPDX-License-Identifier: MIT
 *
 * Points, which are axis-aligned rectangles around the vertex.
 */
#include "hw/model/raster/raster.h"

#include <math.h>

void fl_raster_setup_point(struct fl_raster *ras, const struct fl_raster_vertex *v,
			   const struct fl_raster_vertex *provoke, int face)
{
	const struct fl_raster_draw *d = ras->draw;
	const struct fl_raster_setup *su = d->setup;
	int32_t x = fl_raster_snap(su, v->x, su->off_x), y = fl_raster_snap(su, v->y, su->off_y);
	int32_t w = su->point_w, h = su->point_h;
	struct fl_raster_shape s;
	struct fl_raster_values in;

	if (su->has_psize) {
		/* Fractions of a pixel are dropped, as OpenGL has it for points that are not smooth: no
		 * document says what chips make of them. Sizes that are not the vertex's own may have
		 * them. */
		float half = truncf(v->psize) * 0.5f * (float)su->coarse;

		if (!(half > su->point_min))
			half = su->point_min;
		if (half > su->point_max)
			half = su->point_max;
		w = h = (int32_t)half * (su->sub / su->coarse);
	}
	if (w <= 0 || h <= 0)
		return;

	/* V0 is the lower left corner, the one with the larger row; V2 the upper right. */
	s.n = 4;
	s.x[0] = s.x[1] = x - w;
	s.x[2] = s.x[3] = x + w;
	s.y[0] = s.y[3] = y + h;
	s.y[1] = s.y[2] = y - h;
	s.rule = FL_RASTER_RULE_POINT;
	s.back = false;
	s.box = true;
	s.line = false;
	in.v[0] = in.v[1] = in.v[2] = v;
	in.rx = (float)s.x[0];
	in.ry = (float)s.y[0];
	in.ex = in.ey = 0;
	in.provoke = provoke;
	in.back = face == 1;
	in.point = true;
	in.offset = su->po_para ? 0 : face;
	/* first step along x, second along y */
	in.gx1 = 1.0 / (2.0 * w);
	in.gy2 = -1.0 / (2.0 * h);
	in.gx2 = in.gy1 = 0;
	fl_raster_affine(su, &in);
	if (su->stuff) {
		for (unsigned i = 0; i < 3; i++) {
			in.stuff[i][0] = !su->stuff_point ? 0 : i == 1 ? su->s1 : su->s0;
			in.stuff[i][1] = !su->stuff_point ? 0 : i == 2 ? su->t1 : su->t0;
			in.stuff[i][2] = 0;
		}
	}
	fl_raster_add(ras, &s, &in);
}

/* A fan of triangles, with the planes of the whole point. */
void fl_raster_setup_point_part(struct fl_raster *ras, const struct fl_raster_vertex *v,
				const struct fl_raster_point_part *part)
{
	const struct fl_raster_setup *su = ras->draw->setup;
	int32_t x0 = fl_raster_snap(su, part->x0, su->off_x), x1 = fl_raster_snap(su, part->x1, su->off_x);
	int32_t y0 = fl_raster_snap(su, part->y0, su->off_y), y1 = fl_raster_snap(su, part->y1, su->off_y);
	struct fl_raster_shape s;
	struct fl_raster_values in;

	if (x0 >= x1 || y0 >= y1)
		return;
	in.v[0] = in.v[1] = in.v[2] = in.provoke = v;
	in.rx = (float)x0;
	in.ry = (float)y1;
	in.ex = in.ey = 0;
	in.back = false;
	in.point = true;
	in.offset = su->po_para ? 0 : -1;
	in.gx1 = 1.0 / (x1 - x0);
	in.gy2 = -1.0 / (y1 - y0);
	in.gx2 = in.gy1 = 0;
	fl_raster_affine(su, &in);
	for (unsigned i = 0; i < 3; i++) {
		in.stuff[i][0] = su->stuff_point ? part->tex[i == 1 ? 2 : 0] : 0;
		in.stuff[i][1] = su->stuff_point ? part->tex[i == 2 ? 3 : 1] : 0;
		in.stuff[i][2] = 0;
	}
	s.n = 3;
	s.rule = FL_RASTER_RULE_TRI;
	s.back = s.box = s.line = false;
	for (unsigned i = 1; i + 1 < part->n; i++) {
		for (unsigned k = 0; k < 3; k++) {
			s.x[k] = fl_raster_snap(su, part->x[k ? i + k - 1 : 0], su->off_x);
			s.y[k] = fl_raster_snap(su, part->y[k ? i + k - 1 : 0], su->off_y);
		}
		if ((int64_t)(s.x[1] - s.x[0]) * (s.y[2] - s.y[0]) !=
		    (int64_t)(s.x[2] - s.x[0]) * (s.y[1] - s.y[0]))
			fl_raster_add(ras, &s, &in);
	}
}
