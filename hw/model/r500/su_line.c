/* SPDX-License-Identifier: MIT
 *
 * SU: lines, which are parallelograms around the segment: R5xx guide 10.7.2, 10.7.3, GA_LINE_CNTL.
 */
#include "hw/model/r500/ga.h"

#include <math.h>

/* How far the pattern has come: GA_LINE_STIPPLE_VALUE counts subpixels of 1/12 or 1/16 along the major axis, 24 bits. */
static void stipple(struct r500 *r, int32_t length, float t[2])
{
	struct r500_ga *g = r->ga;
	const struct r500_ga_state *ga = g->draw->ga;

	if (ga->stipple_reset == R500_GA_LINE_STIPPLE_CONFIG__LINE_RESET__PER_LINE ||
	    (ga->stipple_reset == R500_GA_LINE_STIPPLE_CONFIG__LINE_RESET__PER_PACKET && g->stipple_start))
		g->stipple = 0;
	g->stipple_start = false;
	t[0] = (float)g->stipple * ga->stipple_scale;
	t[1] = (float)(g->stipple + (uint32_t)length) * ga->stipple_scale;
	g->stipple = (g->stipple + (uint32_t)length) & 0xffffff;
}

void r500_su_line(struct r500 *r, const struct r500_vtx *v0, const struct r500_vtx *v1, const struct r500_vtx *provoke,
		  int face)
{
	const struct r500_ga_state *ga = r->ga->draw->ga;
	int32_t x0 = r500_su_snap(ga, v0->x, ga->off_x), y0 = r500_su_snap(ga, v0->y, ga->off_y);
	int32_t x1 = r500_su_snap(ga, v1->x, ga->off_x), y1 = r500_su_snap(ga, v1->y, ga->off_y);
	int32_t dx, dy, ox = 0, oy = 0, adx, ady;
	float t[2];
	bool x_major;
	int64_t area;
	struct r500_su_shape s;
	struct r500_su_values in;

	if (ga->line_sort && (x0 > x1 || (x0 == x1 && y0 > y1))) {
		const struct r500_vtx *v = v0;
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

	/* The ends: which way the corners lie from the vertex. Horizontal ends mean corners left and right of it. */
	switch (ga->line_end) {
	case R500_GA_LINE_CNTL__END_TYPE__HORIZONTAL:
		ox = ga->line_half;
		break;
	case R500_GA_LINE_CNTL__END_TYPE__VERTICAL:
		oy = ga->line_half;
		break;
	case R500_GA_LINE_CNTL__END_TYPE__SQUARE:
		*(x_major ? &oy : &ox) = ga->line_half;
		break;
	default: { /* perpendicular, to the nearest subpixel */
		double l = sqrt((double)dx * dx + (double)dy * dy);

		if (l > 0) {
			ox = (int32_t)lrint(-(double)dy * ga->line_half / l);
			oy = (int32_t)lrint((double)dx * ga->line_half / l);
		}
		break;
	}
	}
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
	s.rule =
	    x_major ? (dx >= 0 ? R500_ER_LINE_LR : R500_ER_LINE_RL) : (dy >= 0 ? R500_ER_LINE_TB : R500_ER_LINE_BT);
	s.back = false; /* SC knows no facing of lines: R5xx guide 10.9.1 */
	s.box = false;
	/* First step along the line, second across. */
	in.gx1 = (double)oy / (double)area;
	in.gy1 = (double)-ox / (double)area;
	in.gx2 = (double)-dy / (2.0 * (double)area);
	in.gy2 = (double)dx / (2.0 * (double)area);
	in.v[0] = in.v[2] = v0;
	in.v[1] = v1;
	in.provoke = provoke;
	in.back = face == 1;
	in.offset = ga->po_para ? 0 : face;
	if (ga->stuff) {
		/* S across the line, for antialiasing; T along it, for the stipple; R is 1 */
		for (unsigned i = 0; i < 3; i++) {
			in.stuff[i][0] = !ga->stuff_line ? 0 : i == 2 ? ga->line_s1 : ga->line_s0;
			in.stuff[i][1] = !ga->stuff_line ? 0 : i == 1 ? t[1] : t[0];
			in.stuff[i][2] = 1;
		}
	}
	r500_su_prim(r, &s, &in);
}
