/* SPDX-License-Identifier: MIT
 *
 * Triangles: facing, culling, polygon mode.
 */
#include "hw/model/raster/raster.h"
#include "hw/model/raster/snap.h"

#include <math.h>
#include <string.h>

/* Anchored at the uppermost vertex, the left one of two. */
static void affine(const struct fl_raster_setup *su, const struct fl_raster_vertex *const v[3],
		   struct fl_raster_values *in)
{
	static const uint8_t order[3][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}};
	const struct fl_raster_vertex *a = v[0], *b, *c;
	const uint8_t *o = order[0];
	float l, r, d;

	for (unsigned i = 1; i < 3; i++) {
		if (v[i]->y < a->y || (v[i]->y == a->y && v[i]->x < a->x)) {
			a = v[i];
			o = order[i];
		}
	}
	b = v[o[1]];
	c = v[o[2]];
	in->affine.v[0] = o[0];
	in->affine.v[1] = o[1];
	in->affine.v[2] = o[2];
	in->affine.x = a->x + (float)su->off_x / (float)su->sub;
	in->affine.y = a->y + (float)su->off_y / (float)su->sub;
	in->affine.dx1 = b->x - a->x;
	in->affine.dy1 = b->y - a->y;
	in->affine.dx2 = c->x - a->x;
	in->affine.dy2 = c->y - a->y;
	/* singles as long as they do: slivers would lose too much */
	l = in->affine.dx1 * in->affine.dy2;
	r = in->affine.dx2 * in->affine.dy1;
	d = l - r;
	if (fabsf(d) < 0x1p-8f * fabsf(l))
		d = (float)((double)in->affine.dx1 * (double)in->affine.dy2 -
			    (double)in->affine.dx2 * (double)in->affine.dy1);
	in->affine.inv = 1.0f / d;
}

/* Planes go through the vertices as they are, where snapping did not change the triangle too much: what the
 * chip does is not published; textures that Mesa's renderers draw texel by texel are exact this way. */
static void slopes(const struct fl_raster_setup *su, const struct fl_raster_vertex *const v[3],
		   const struct fl_raster_shape *s, double cross, struct fl_raster_values *in)
{
	const double sub = su->sub;
	double x = (double)v[0]->x * sub + su->off_x, y = (double)v[0]->y * sub + su->off_y;
	double dx1 = ((double)v[1]->x - (double)v[0]->x) * sub,
	       dy1 = ((double)v[1]->y - (double)v[0]->y) * sub;
	double dx2 = ((double)v[2]->x - (double)v[0]->x) * sub,
	       dy2 = ((double)v[2]->y - (double)v[0]->y) * sub;
	double d = dx1 * dy2 - dx2 * dy1, ratio = d / cross, inv;
	const bool snapped = !(ratio > 0.5 && ratio < 2);

	if (snapped) { /* nor if they are far out, or not numbers */
		x = s->x[0];
		y = s->y[0];
		dx1 = s->x[1] - s->x[0];
		dy1 = s->y[1] - s->y[0];
		dx2 = s->x[2] - s->x[0];
		dy2 = s->y[2] - s->y[0];
		d = cross;
	}
	inv = 1.0 / d;
	in->rx = (float)x;
	in->ry = (float)y;
	in->ex = (double)in->rx - x;
	in->ey = (double)in->ry - y;
	in->gx1 = dy2 * inv;
	in->gx2 = -dy1 * inv;
	in->gy1 = -dx2 * inv;
	in->gy2 = dx1 * inv;
	if (snapped)
		fl_raster_affine(su, in);
	else
		affine(su, v, in);
}

/* Polygon mode: points or lines in its place. */
static void apart(struct fl_raster *ras, const struct fl_raster_vertex *const v[3],
		  const struct fl_raster_vertex *provoke, unsigned shown, int face)
{
	static const unsigned edge[3] = {FL_RASTER_EDGE_01, FL_RASTER_EDGE_12, FL_RASTER_EDGE_20};

	for (unsigned i = 0; i < 3; i++) {
		if (!(shown & edge[i]))
			continue;
		if (ras->draw->setup->fill[face] == FL_RASTER_FILL_LINES)
			fl_raster_setup_line(ras, v[i], v[i == 2 ? 0 : i + 1], provoke, face);
		else
			fl_raster_setup_point(ras, v[i], provoke, face);
	}
}

/* A triangle that faces the right way; s has its corners and its face. */
static __attribute__((noinline)) void seen(struct fl_raster *ras, const struct fl_raster_vertex *const v[3],
					   const struct fl_raster_vertex *provoke, struct fl_raster_shape *s,
					   double cross)
{
	const struct fl_raster_setup *su = ras->draw->setup;
	struct fl_raster_values in;

	s->n = 3;
	s->rule = FL_RASTER_RULE_TRI;
	s->box = s->line = false;
	slopes(su, v, s, cross, &in);
	in.v[0] = v[0];
	in.v[1] = v[1];
	in.v[2] = v[2];
	in.provoke = provoke;
	in.back = s->back;
	in.point = false;
	in.offset = s->back;
	if (su->stuff) {
		/* Screen position, shifted; the shift's direction is assumed to be right, in whole subpixels,
		 * so that a stipple of 32 pixels can be made to span 0 to 1 by the texture's size. */
		for (unsigned i = 0; i < 3; i++) {
			in.stuff[i][0] = su->stuff_tri ? (float)s->x[i] / (float)(1 << su->tri_shift_x) : 0;
			in.stuff[i][1] = su->stuff_tri ? (float)s->y[i] / (float)(1 << su->tri_shift_y) : 0;
			in.stuff[i][2] = 2;
		}
	}
	fl_raster_add(ras, s, &in);
}

void fl_raster_setup_triangle(struct fl_raster *ras, const struct fl_raster_vertex *const v[3],
			      const struct fl_raster_vertex *provoke, unsigned shown)
{
	const struct fl_raster_setup *su = ras->draw->setup;
	struct fl_raster_shape s;
	int64_t dx1, dy1, dx2, dy2, cross;

	fl_raster_snap3(su, v, s.x, s.y);
	dx1 = s.x[1] - s.x[0];
	dy1 = s.y[1] - s.y[0];
	dx2 = s.x[2] - s.x[0];
	dy2 = s.y[2] - s.y[0];
	cross = dx1 * dy2 - dx2 * dy1;
	if (!cross)
		return;
	/* Counter-clockwise as seen on a screen with row 0 at its top has a negative cross product here, and
	 * is the front unless face_cw says else. */
	s.back = (cross > 0) != su->face_cw;
	if (s.back ? su->cull_back : su->cull_front)
		return;
	if (su->poly && su->fill[s.back] != FL_RASTER_FILL_TRIANGLES)
		apart(ras, v, provoke, shown, s.back);
	else
		seen(ras, v, provoke, &s, (double)cross);
}

void fl_raster_setup_rect(struct fl_raster *ras, const struct fl_raster_vertex *const v[3],
			  const struct fl_raster_vertex *provoke)
{
	const struct fl_raster_setup *su = ras->draw->setup;
	struct fl_raster_shape s, box;
	struct fl_raster_values in;
	int32_t lx, hx, ly, hy;
	int64_t cross;

	fl_raster_snap3(su, v, s.x, s.y);
	cross =
	    (int64_t)(s.x[1] - s.x[0]) * (s.y[2] - s.y[0]) - (int64_t)(s.x[2] - s.x[0]) * (s.y[1] - s.y[0]);
	if (!cross)
		return;
	lx = hx = s.x[0];
	ly = hy = s.y[0];
	for (unsigned i = 1; i < 3; i++) {
		lx = s.x[i] < lx ? s.x[i] : lx;
		hx = s.x[i] > hx ? s.x[i] : hx;
		ly = s.y[i] < ly ? s.y[i] : ly;
		hy = s.y[i] > hy ? s.y[i] : hy;
	}
	box = (struct fl_raster_shape){.x = {lx, hx, hx, lx}, .y = {ly, ly, hy, hy}, .n = 4, .box = true};
	box.rule = FL_RASTER_RULE_TRI;
	slopes(su, v, &s, (double)cross, &in);
	in.v[0] = v[0];
	in.v[1] = v[1];
	in.v[2] = v[2];
	in.provoke = provoke;
	in.back = false;
	in.point = false;
	in.offset = -1;
	memset(in.stuff, 0, sizeof(in.stuff));
	fl_raster_add(ras, &box, &in);
}
