/* SPDX-License-Identifier: MIT
 *
 * Lines, which are parallelograms around the segment.
 */
#include "hw/model/raster/raster.h"

#include <math.h>

/* How far the pattern has come: 24 bits that count units of su->coarse along the major axis. */
static void stipple(struct fl_raster *ras, int32_t length, float t[2])
{
	const struct fl_raster_setup *su = ras->draw->setup;

	if (su->stipple_reset == FL_RASTER_STIPPLE_PER_LINE ||
	    (su->stipple_reset == FL_RASTER_STIPPLE_PER_DRAW && ras->stipple_start))
		ras->stipple = 0;
	ras->stipple_start = false;
	t[0] = (float)ras->stipple * su->stipple_scale;
	t[1] = (float)(ras->stipple + (uint32_t)length) * su->stipple_scale;
	ras->stipple = (ras->stipple + (uint32_t)length) & 0xffffff;
}

/* The pixels of a line from v0 to v1, subpixels along its major axis, where it counts them: it has the first
 * whose middle lies at v0 or beyond, and ends before the first that lies at v1 or beyond. */
static void pattern(struct fl_raster *ras, struct fl_raster_shape *s, int32_t v0, int32_t v1, bool x_major,
		    bool up)
{
	const struct fl_raster_setup *su = ras->draw->setup;
	const int32_t half = su->sub / 2;
	/* towards smaller ones pixels have the negative of their number, so that they count upwards, too */
	const int32_t first = (int32_t)-fl_raster_floor_div(up ? v0 - half : half - v0, su->sub),
		      end = (int32_t)-fl_raster_floor_div(up ? v1 - half : half - v1, su->sub);

	if (su->stipple_reset == FL_RASTER_STIPPLE_PER_LINE ||
	    (su->stipple_reset == FL_RASTER_STIPPLE_PER_DRAW && ras->stipple_start))
		ras->stipple = 0;
	ras->stipple_start = false;
	s->stipple_flags = (uint8_t)(FL_RASTER_STIPPLED | (x_major ? 0 : FL_RASTER_STIPPLE_Y) |
				     (up ? FL_RASTER_STIPPLE_UP : 0));
	s->stipple = (int32_t)ras->stipple - first;
	if (end > first)
		ras->stipple = (ras->stipple + (uint32_t)(end - first)) % (16u * su->pattern_repeat);
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
static void ends(const struct fl_raster_setup *su, int32_t dx, int32_t dy, int32_t *ox, int32_t *oy)
{
	bool x_major = (dx < 0 ? -dx : dx) >= (dy < 0 ? -dy : dy);
	int32_t half = su->line_half;
	double l;

	*ox = *oy = 0;
	if (su->line_end != FL_RASTER_END_COMPUTED)
		half = whole_pixels(half, su->sub);
	switch (su->line_end) {
	case FL_RASTER_END_HORIZONTAL:
		*ox = half;
		break;
	case FL_RASTER_END_VERTICAL:
		*oy = half;
		break;
	case FL_RASTER_END_SQUARE:
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

void fl_raster_setup_line(struct fl_raster *ras, const struct fl_raster_vertex *v0,
			  const struct fl_raster_vertex *v1, const struct fl_raster_vertex *provoke, int face)
{
	const struct fl_raster_setup *su = ras->draw->setup;
	int32_t x0 = fl_raster_snap(su, v0->x, su->off_x), y0 = fl_raster_snap(su, v0->y, su->off_y);
	int32_t x1 = fl_raster_snap(su, v1->x, su->off_x), y1 = fl_raster_snap(su, v1->y, su->off_y);
	int32_t dx, dy, ox, oy, adx, ady;
	float t[2] = {0, 0};
	bool x_major;
	int64_t area;
	struct fl_raster_shape s;
	struct fl_raster_values in;

	if (su->line_sort && (x0 > x1 || (x0 == x1 && y0 > y1))) {
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
	if (!(ras->draw->stages & FL_RASTER_STIPPLE))
		stipple(ras, (x_major ? adx : ady) / (su->sub / su->coarse), t);

	ends(su, dx, dy, &ox, &oy);
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
	s.rule = x_major ? (dx >= 0 ? FL_RASTER_RULE_LINE_LR : FL_RASTER_RULE_LINE_RL)
			 : (dy >= 0 ? FL_RASTER_RULE_LINE_TB : FL_RASTER_RULE_LINE_BT);
	s.line = true;
	s.end_x[0] = s.end_y[0] = s.end_x[1] = s.end_y[1] = 0;
	if (su->line_end == FL_RASTER_END_SQUARE) {
		/* A vertex in the diamond of its pixel counts as if it stood on the pixel's middle. */
		int32_t *end = x_major ? s.end_x : s.end_y;

		if (in_diamond(x0, y0, su->sub))
			end[0] = middle(x_major ? x0 : y0, su->sub);
		if (in_diamond(x1, y1, su->sub))
			end[1] = middle(x_major ? x1 : y1, su->sub);
	}
	s.stipple_flags = 0;
	if (ras->draw->stages & FL_RASTER_STIPPLE)
		pattern(ras, &s, x_major ? x0 + s.end_x[0] : y0 + s.end_y[0],
			x_major ? x1 + s.end_x[1] : y1 + s.end_y[1], x_major, (x_major ? dx : dy) < 0);
	s.back = false; /* lines have no facing */
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
	in.point = false;
	in.offset = su->po_para ? 0 : face;
	fl_raster_affine(su, &in);
	if (su->stuff) {
		/* S across the line, for antialiasing; T along it, for the stipple; R is 1 */
		for (unsigned i = 0; i < 3; i++) {
			in.stuff[i][0] = !su->stuff_line ? 0 : i == 2 ? su->line_s1 : su->line_s0;
			in.stuff[i][1] = !su->stuff_line ? 0 : i == 1 ? t[1] : t[0];
			in.stuff[i][2] = 1;
		}
	}
	fl_raster_add(ras, &s, &in);
}
