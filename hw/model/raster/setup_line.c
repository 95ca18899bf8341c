/* SPDX-License-Identifier: MIT
 *
 * SU: lines, which are parallelograms around the segment: R5xx guide 10.7.2, 10.7.3, GA_LINE_CNTL.
 */
#include "hw/model/r500/ga.h"

#include <math.h>

/* How far the pattern has come: GA_LINE_STIPPLE_VALUE counts subpixels of 1/12 or 1/16 along the major axis,
 * 24 bits. */
static void stipple(struct mr500 *r, int32_t length, float t[2])
{
	struct mr500_ga *g = r->ga;
	const struct fl_raster_setup *ga = g->draw->base.setup;

	if (ga->stipple_reset == R500_GA_LINE_STIPPLE_CONFIG__LINE_RESET__PER_LINE ||
	    (ga->stipple_reset == R500_GA_LINE_STIPPLE_CONFIG__LINE_RESET__PER_PACKET && g->stipple_start))
		g->stipple = 0;
	g->stipple_start = false;
	t[0] = (float)g->stipple * ga->stipple_scale;
	t[1] = (float)(g->stipple + (uint32_t)length) * ga->stipple_scale;
	g->stipple = (g->stipple + (uint32_t)length) & 0xffffff;
}

/* Lines whose ends follow the axes are not antialiased: whole pixels wide, to the nearest, as OpenGL has it.
 * No document says what the chip makes of a fraction; the lines that Mesa has drawn elsewhere are like
 * this. */
static int32_t whole_pixels(int32_t half, int32_t sub)
{
	return (2 * half + sub / 2) / sub * sub / 2;
}

/* The diamond exit rule of OpenGL and D3D: a pixel is drawn if the line leaves the diamond around its middle.
 * The parallelogram gives that but for ends that lie in a diamond, on the far side of its middle: a line that
 * starts there leaves the diamond, one that ends there does not. How the chip computes corners is not
 * published; D3D asks for this. */
static int32_t middle(int32_t v, int32_t sub)
{
	int32_t off = v % sub;

	off = off < 0 ? off + sub : off;
	return sub / 2 - off;
}

static bool in_diamond(int32_t x, int32_t y, int32_t sub)
{
	int32_t dx = middle(x, sub), dy = middle(y, sub);

	return (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy) < sub / 2;
}

/* Which way the corners of an end lie from its vertex: at *ox, *oy and opposite. Horizontal ends have their
 * corners left and right of it. */
static void ends(const struct fl_raster_setup *ga, int32_t dx, int32_t dy, int32_t *ox, int32_t *oy)
{
	bool x_major = (dx < 0 ? -dx : dx) >= (dy < 0 ? -dy : dy);
	int32_t half = ga->line_half;
	double l;

	*ox = *oy = 0;
	if (ga->line_end != R500_GA_LINE_CNTL__END_TYPE__COMPUTED)
		half = whole_pixels(half, ga->sub);
	switch (ga->line_end) {
	case R500_GA_LINE_CNTL__END_TYPE__HORIZONTAL:
		*ox = half;
		break;
	case R500_GA_LINE_CNTL__END_TYPE__VERTICAL:
		*oy = half;
		break;
	case R500_GA_LINE_CNTL__END_TYPE__SQUARE:
		*(x_major ? oy : ox) = half;
		break;
	default: /* perpendicular, to the nearest subpixel */
		l = sqrt((double)dx * dx + (double)dy * dy);
		if (l > 0) {
			*ox = (int32_t)lrint(-(double)dy * half / l);
			*oy = (int32_t)lrint((double)dx * half / l);
		}
	}
}

void fl_raster_line(struct mr500 *r, const struct fl_raster_vertex *v0, const struct fl_raster_vertex *v1,
		    const struct fl_raster_vertex *provoke, int face)
{
	const struct fl_raster_setup *ga = r->ga->draw->base.setup;
	int32_t x0 = fl_raster_snap(ga, v0->x, ga->off_x), y0 = fl_raster_snap(ga, v0->y, ga->off_y);
	int32_t x1 = fl_raster_snap(ga, v1->x, ga->off_x), y1 = fl_raster_snap(ga, v1->y, ga->off_y);
	int32_t dx, dy, ox, oy, adx, ady;
	float t[2];
	bool x_major;
	int64_t area;
	struct fl_raster_shape s;
	struct fl_raster_values in;

	if (ga->line_sort && (x0 > x1 || (x0 == x1 && y0 > y1))) {
		const struct fl_raster_vertex *v = v0;
		int32_t swap = x0;

		v0 = v1;
		v1 = v;
		x0 = x1;
		x1 = swap;
		swap = y0;
		y0 = y1;
		y1 = swap;
	}
	dx = x1 - x0;
	dy = y1 - y0;
	adx = dx < 0 ? -dx : dx;
	ady = dy < 0 ? -dy : dy;
	x_major = adx >= ady;
	stipple(r, (x_major ? adx : ady) / (ga->sub / ga->coarse), t);

	ends(ga, dx, dy, &ox, &oy);
	area = (int64_t)dx * oy - (int64_t)dy * ox;
	if (!area)
		return;

	s.n = 4;
	s.x[0] = x0 - ox;
	s.y[0] = y0 - oy;
	s.x[1] = x1 - ox;
	s.y[1] = y1 - oy;
	s.x[2] = x1 + ox;
	s.y[2] = y1 + oy;
	s.x[3] = x0 + ox;
	s.y[3] = y0 + oy;
	/* R5xx guide 11.7: left-right, right-left, upper-bottom, bottom-upper, by the dominating direction */
	s.rule = x_major ? (dx >= 0 ? FL_RASTER_RULE_LINE_LR : FL_RASTER_RULE_LINE_RL)
			 : (dy >= 0 ? FL_RASTER_RULE_LINE_TB : FL_RASTER_RULE_LINE_BT);
	s.line = true;
	s.end_x[0] = s.end_y[0] = s.end_x[1] = s.end_y[1] = 0;
	if (ga->line_end == R500_GA_LINE_CNTL__END_TYPE__SQUARE) {
		/* A vertex in the diamond of its pixel counts as if it stood on the pixel's middle. */
		int32_t *end = x_major ? s.end_x : s.end_y;

		if (in_diamond(x0, y0, ga->sub))
			end[0] = middle(x_major ? x0 : y0, ga->sub);
		if (in_diamond(x1, y1, ga->sub))
			end[1] = middle(x_major ? x1 : y1, ga->sub);
	}
	s.back = false; /* SC knows no facing of lines: R5xx guide 10.9.1 */
	s.box = false;
	/* First step along the line, second across. */
	in.gx1 = (double)oy / (double)area;
	in.gy1 = (double)-ox / (double)area;
	in.gx2 = (double)-dy / (2.0 * (double)area);
	in.gy2 = (double)dx / (2.0 * (double)area);
	in.v[0] = in.v[2] = v0;
	in.v[1] = v1;
	in.rx = (float)s.x[0];
	in.ry = (float)s.y[0];
	in.ex = in.ey = 0;
	in.provoke = provoke;
	in.back = face == 1;
	in.offset = ga->po_para ? 0 : face;
	fl_raster_affine(ga, &in);
	if (ga->stuff) {
		/* S across the line, for antialiasing; T along it, for the stipple; R is 1 */
		for (unsigned i = 0; i < 3; i++) {
			in.stuff[i][0] = !ga->stuff_line ? 0 : i == 2 ? ga->line_s1 : ga->line_s0;
			in.stuff[i][1] = !ga->stuff_line ? 0 : i == 1 ? t[1] : t[0];
			in.stuff[i][2] = 1;
		}
	}
	fl_raster_add(r, &s, &in);
}
