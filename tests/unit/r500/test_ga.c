/* SPDX-License-Identifier: MIT
 *
 * GA and SU: sizes of points and lines, culling, polygon mode, colors, stuffed coordinates; by the guide's
 * formulas.
 */
#include "hw/model/raster/snap.h"
#include <criterion/criterion.h>

#include "tests/unit/r500/test_ga_rig.h"

static unsigned covered(const struct rig *g)
{
	unsigned n = 0;

	for (int y = 0; y < RIG_PX; y++)
		for (int x = 0; x < RIG_PX; x++)
			n += g->hits[0][y][x];
	return n;
}

/* A point is the rectangle around its vertex, half sizes in 1/12: R5xx guide 10.7.1. ER_POINT 9: left out,
 * right in, top in, bottom out. A clear is one point as large as the screen: 0x03000300 at (64, 64) covers
 * 128 x 128. */
Test(ga, points)
{
	static const int sizes[][2] = {{6, 6}, {0x300, 0x300}, {0x300, 6}, {7, 31},
				       {1, 1}, {120, 66},      {0, 6}};

	for (unsigned i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		struct rig *g = rig_new("r580", rig_widest());
		struct mr500_vap_out out = rig_out(true, false);
		uint64_t seed = 20 + i;

		rig_set(g, R500_GA_POINT_SIZE, (uint32_t)(sizes[i][0] << 16 | sizes[i][1]));
		for (unsigned n = 0; n < 30; n++) {
			int cx = (int)(rig_random(&seed) % 2400), cy = (int)(rig_random(&seed) % 2400);
			struct fl_raster_vertex v;

			if (n == 0)
				cx = cy = 64 * 12;
			v = rig_vtx12(cx, cy);
			rig_clear(g);
			rig_begin(g, &out);
			fl_raster_point(&g->r->ga->ras, &v);
			rig_finish(g);
			if (n == 0 && sizes[i][0] == 0x300 && sizes[i][1] == 0x300)
				cr_assert_eq(covered(g), 128 * 128);
			for (int y = 0; y < RIG_PX; y++) {
				for (int x = 0; x < RIG_PX; x++) {
					int sx = 12 * x + 6 - cx, sy = 12 * y + 6 - cy, w = sizes[i][0],
					    h = sizes[i][1];
					bool in = sx > -w && sx <= w && sy >= -h && sy < h;

					cr_assert_eq(g->hits[0][y][x], in, "size %d: point %d,%d pixel %d,%d",
						     i, cx, cy, x, y);
				}
			}
		}
		rig_delete(g);
	}
}

/* The size of a vertex: pixels, square, held between GA_POINT_MINMAX. */
Test(ga, point_size_of_the_vertex)
{
	struct rig *g = rig_new("r580", rig_widest());
	struct mr500_vap_out out = rig_out(true, false);
	static const struct {
		float size;
		unsigned want; /* pixels a side */
	} table[] = {{1, 2}, {2, 2}, {4, 4}, {10, 10}, {64, 16}, {NAN, 2}, {-5, 2}};

	out.has_psize = true;
	rig_set(g, R500_GA_POINT_MINMAX, 12 | (16 * 6) << 16); /* 2 to 16 pixels */
	for (unsigned i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		struct fl_raster_vertex v = rig_vtx(100, 100, 0);

		v.psize = table[i].size;
		rig_clear(g);
		rig_begin(g, &out);
		fl_raster_point(&g->r->ga->ras, &v);
		rig_finish(g);
		cr_assert_eq(covered(g), table[i].want * table[i].want, "%f: %u", (double)table[i].size,
			     covered(g));
	}
	rig_delete(g);
}

/* Sprites: S and T run from S0, T0 at the corner with the larger row to S1, T1. Mesa's 0, 1, 1, 0 give (0, 0)
 * above left. The set has two components, or a third of 0: R5xx guide 10.7.1. */
Test(ga, sprites)
{
	for (unsigned str = 0; str < 2; str++) {
		struct rig *g = rig_new("r580", rig_widest());
		struct mr500_vap_out out = rig_out(false, false);
		struct fl_raster_vertex v = rig_vtx(100, 60, 0);

		rig_set(g, R500_GA_POINT_SIZE, 96 << 16 | 192); /* 16 x 32 */
		rig_setf(g, R500_GA_POINT_T0, 1);
		rig_setf(g, R500_GA_POINT_S1, 1);
		rig_set(g, R500_GB_ENABLE, str ? 0x00020001 : 0x00010001);
		rig_set(g, R500_RS_IP(0), str ? 0x00fc2040 : 0x00ffe040); /* Mesa: S, T, R or 0, 1 */
		rig_set(g, R500_RS_INST(0), 0x10);
		rig_begin(g, &out);
		fl_raster_point(&g->r->ga->ras, &v);
		rig_finish(g);
		cr_assert_eq(covered(g), 16 * 32);
		for (int y = 44; y < 76; y++) {
			for (int x = 92; x < 108; x++) {
				cr_assert_float_eq(g->value[0][y][x], (x - 92 + 0.5) / 16, 1e-6);
				cr_assert_float_eq(g->value[1][y][x], (y - 44 + 0.5) / 32, 1e-6);
				cr_assert(g->value[2][y][x] == 0);
				cr_assert(g->value[3][y][x] == 1);
			}
		}
		rig_delete(g);
	}
}

/* A part of a sprite has the coordinates that it has in the whole: here the whole in two parts, and a corner
 * cut off. */
Test(ga, sprite_parts)
{
	struct rig *g = rig_new("r580", rig_widest());
	struct mr500_vap_out out = rig_out(false, false);
	struct fl_raster_vertex v = rig_vtx(100, 60, 0);
	struct fl_raster_point_part p = {
	    92, 44, 108, 76, {0, 1, 1, 0}, 4, {92, 99, 99, 92}, {44, 44, 76, 76}};

	rig_set(g, R500_GB_ENABLE, 0x00010001);
	rig_set(g, R500_RS_IP(0), 0x00ffe040);
	rig_set(g, R500_RS_INST(0), 0x10);
	rig_begin(g, &out);
	fl_raster_point_part(&g->r->ga->ras, &v, &p);
	p.x[0] = p.x[3] = 99;
	p.x[1] = p.x[2] = 108;
	fl_raster_point_part(&g->r->ga->ras, &v, &p);
	rig_finish(g);
	cr_assert_eq(covered(g), 16 * 32);
	for (int y = 44; y < 76; y++)
		for (int x = 92; x < 108; x++) {
			cr_assert_eq(g->hits[0][y][x], 1, "%d,%d", x, y);
			cr_assert_float_eq(g->value[0][y][x], (x - 92 + 0.5) / 16, 1e-6);
			cr_assert_float_eq(g->value[1][y][x], (y - 44 + 0.5) / 32, 1e-6);
		}
	rig_clear(g);
	rig_begin(g, &out);
	p = (struct fl_raster_point_part){92, 44, 108, 76, {0, 1, 1, 0}, 3, {92, 108, 92}, {44, 44, 76}};
	fl_raster_point_part(&g->r->ga->ras, &v, &p);
	rig_finish(g);
	for (int y = 44; y < 76; y++)
		for (int x = 92; x < 108;
		     x++) { /* pixels' centers left of the line from (108, 44) to (92, 76) */
			double side = (x + 0.5 - 92) / 16 + (y + 0.5 - 44) / 32 - 1;

			if (fabs(side) > 1e-9)
				cr_assert_eq(g->hits[0][y][x], side < 0, "%d,%d", x, y);
			if (g->hits[0][y][x])
				cr_assert_float_eq(g->value[0][y][x], (x - 92 + 0.5) / 16, 1e-6);
		}
	rig_delete(g);
}

/* One pixel wide, ends by the major axis: each column (row) that the segment's middle line passes has one
 * pixel, the start is in, the end is out; drawn the other way around likewise. Mesa's 0x00020006 and edge
 * rules. */
Test(ga, thin_lines)
{
	struct rig *g = rig_new("r580", rig_widest());
	struct mr500_vap_out out = rig_out(true, false);
	uint64_t seed = 30;

	rig_set(g, R500_GA_LINE_CNTL, 0x00020006);
	for (unsigned n = 0; n < 300; n++) {
		int p[4];
		struct fl_raster_vertex a, b;
		int dx, dy, major;

		for (int i = 0; i < 4; i++) /* middles of pixels */
			p[i] = (int)(rig_random(&seed) % 200) + 20;
		dx = p[2] - p[0];
		dy = p[3] - p[1];
		major = abs(dx) >= abs(dy) ? abs(dx) : abs(dy);
		if (!major)
			continue;
		a = rig_vtx12(p[0] * 12 + 6, p[1] * 12 + 6);
		b = rig_vtx12(p[2] * 12 + 6, p[3] * 12 + 6);
		rig_clear(g);
		rig_begin(g, &out);
		fl_raster_line(&g->r->ga->ras, &a, &b, &b);
		rig_finish(g);
		cr_assert_eq(covered(g), (unsigned)major, "(%d,%d)-(%d,%d): %u", p[0], p[1], p[2], p[3],
			     covered(g));
		for (int i = 0; i < major; i++) {
			/* within half a pixel of the line; ties may go either way */
			int along = abs(dx) >= abs(dy) ? p[0] + (dx > 0 ? i : -i) : p[1] + (dy > 0 ? i : -i);
			double other = abs(dx) >= abs(dy) ? p[1] + (double)dy * i / major
							  : p[0] + (double)dx * i / major;
			unsigned here = 0;

			for (int k = (int)ceil(other - 0.5); k <= (int)floor(other + 0.5); k++)
				here += abs(dx) >= abs(dy) ? g->hits[0][k][along] : g->hits[0][along][k];
			cr_assert_eq(here, 1, "(%d,%d)-(%d,%d) at %d", p[0], p[1], p[2], p[3], i);
		}
	}
	rig_delete(g);
}

/* Wide lines: width times length along the major axis for the straight ends, width times true length for the
 * perpendicular ones; attributes run along the line. */
Test(ga, wide_lines)
{
	static const struct {
		unsigned end;
		int x0, y0, x1, y1;
		double area;
	} table[] = {
	    {2, 20, 30, 220, 30, 200 * 10}, {2, 20, 30, 220, 130, 200 * 10}, {2, 50, 20, 90, 220, 200 * 10},
	    {0, 50, 20, 90, 220, 200 * 10}, {0, 20, 30, 220, 130, 100 * 10}, {1, 20, 30, 220, 130, 200 * 10},
	    {1, 50, 20, 90, 220, 40 * 10},  {3, 20, 30, 180, 150, 200 * 10}, {3, 180, 150, 20, 30, 200 * 10},
	};

	for (unsigned i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		struct rig *g = rig_new("r580", rig_widest());
		struct mr500_vap_out out = rig_out(true, false);
		struct fl_raster_vertex a = rig_vtx((float)table[i].x0, (float)table[i].y0, 0);
		struct fl_raster_vertex b = rig_vtx((float)table[i].x1, (float)table[i].y1, 0);
		double dx = table[i].x1 - table[i].x0, dy = table[i].y1 - table[i].y0;

		b.attr[1] = 1;
		rig_set(g, R500_GA_LINE_CNTL, table[i].end << 16 | 60); /* 10 pixels */
		rig_begin(g, &out);
		fl_raster_line(&g->r->ga->ras, &a, &b, &b);
		rig_finish(g);
		cr_assert_float_eq(covered(g), table[i].area, table[i].area / 50, "%u: %u", i, covered(g));
		for (int y = 0; y < RIG_PX; y++) {
			for (int x = 0; x < RIG_PX; x++) {
				double px = x + 0.5 - table[i].x0, py = y + 0.5 - table[i].y0, t;

				if (!g->hits[0][y][x])
					continue;
				if (table[i].end == 3)
					t = (px * dx + py * dy) / (dx * dx + dy * dy);
				else if (table[i].end == 0 || (table[i].end == 2 && fabs(dy) > fabs(dx)))
					t = py / dy;
				else
					t = px / dx;
				cr_assert_float_eq(g->value[1][y][x], t, table[i].end == 3 ? 2e-3 : 1e-6);
			}
		}
		rig_delete(g);
	}
}

/* GA_LINE_CNTL.SORT: drawn from the smaller X, or Y. The start is in and the end is out, whichever came
 * first. */
Test(ga, sorted_lines)
{
	struct rig *g = rig_new("r580", rig_widest());
	struct mr500_vap_out out = rig_out(true, false);
	struct fl_raster_vertex a = rig_vtx(20.5f, 40.5f, 0), b = rig_vtx(60.5f, 40.5f, 0);

	rig_set(g, R500_GA_LINE_CNTL, 0x00060006);
	rig_begin(g, &out);
	fl_raster_line(&g->r->ga->ras, &b, &a, &a);
	rig_finish(g);
	cr_assert_eq(covered(g), 40);
	cr_assert(g->hits[0][40][20] == 1 && g->hits[0][40][60] == 0);
	rig_delete(g);
}

/* A stippled line's third coordinate is 1, T runs by the accumulated length in subpixels times the scale, and
 * goes on in the next line unless it is reset: R5xx guide 10.7.3, GA_LINE_STIPPLE_CONFIG. */
Test(ga, line_stipple)
{
	for (unsigned reset = 0; reset < 3; reset++) {
		struct rig *g = rig_new("r580", rig_widest());
		struct mr500_vap_out out = rig_out(false, false);
		struct fl_raster_vertex a = rig_vtx(10.5f, 40.5f, 0), b = rig_vtx(60.5f, 40.5f, 0),
					c = rig_vtx(100.5f, 40.5f, 0);
		uint32_t scale;
		float f = 1.0f / 64;

		memcpy(&scale, &f, 4);
		rig_set(g, R500_GA_LINE_CNTL, 0x00020006);
		rig_set(g, R500_GA_LINE_STIPPLE_CONFIG, scale | reset);
		rig_set(g, R500_GB_ENABLE, 0x00020002);
		rig_set(g, R500_RS_IP(0), 0x00fc2040);
		rig_set(g, R500_RS_INST(0), 0x10);
		rig_set(g, R500_GA_LINE_STIPPLE_VALUE, 0);
		rig_begin(g, &out);
		fl_raster_line(&g->r->ga->ras, &a, &b, &b);
		fl_raster_line(&g->r->ga->ras, &b, &c, &c);
		rig_finish(g);
		for (int x = 10; x < 100; x++) {
			double at = (x - (x < 60 || reset != 1 ? 10 : 60)) * 12.0 / 64;

			cr_assert_float_eq(g->value[1][40][x], at, 1e-5, "reset %u: %d: %f", reset, x,
					   (double)g->value[1][40][x]);
			cr_assert(g->value[2][40][x] == 1);
		}
		cr_assert_eq(mr500_ga_read(g->r, R500_GA_LINE_STIPPLE_VALUE, MR500_HOST),
			     reset == 1 ? 480 : 1080);
		rig_delete(g);
	}
}

/* SU_CULL_MODE: counter-clockwise on a screen whose row 0 is above is the front, or the back with FACE. */
Test(ga, culling)
{
	struct rig *g = rig_new("r580", rig_widest());
	struct mr500_vap_out out = rig_out(true, false);
	struct fl_raster_vertex ccw[3] = {rig_vtx(10, 10, 0), rig_vtx(10, 110, 0), rig_vtx(110, 110, 0)};
	struct fl_raster_vertex cw[3] = {ccw[0], ccw[2], ccw[1]};

	for (unsigned mode = 0; mode < 8; mode++) {
		for (unsigned k = 0; k < 2; k++) {
			bool front = (k == 0) != (mode >> 2 & 1);
			bool drawn = !(front ? mode & 1 : mode & 2);

			rig_set(g, R500_SU_CULL_MODE, mode);
			rig_clear(g);
			rig_begin(g, &out);
			rig_tri(g, k ? cw : ccw);
			rig_finish(g);
			cr_assert_eq(covered(g) != 0, drawn);
			if (drawn)
				cr_assert_eq(g->back[60][20], !front);
		}
	}
	rig_delete(g);
}

/* GA_POLY_MODE: lines along the edges that are shown, points on their corners, never "back": R5xx guide
 * 10.9.1. */
Test(ga, polygon_mode)
{
	struct rig *g = rig_new("r580", rig_widest());
	struct mr500_vap_out out = rig_out(true, false);
	struct fl_raster_vertex v[3] = {rig_vtx(10.5f, 10.5f, 0), rig_vtx(110.5f, 10.5f, 0),
					rig_vtx(10.5f, 110.5f, 0)}; /* back */

	rig_set(g, R500_GA_LINE_CNTL, 0x00020006);
	rig_set(g, R500_GA_POINT_SIZE, 18 << 16 | 18);
	for (unsigned type = 0; type < 2; type++) {
		rig_set(g, R500_GA_POLY_MODE,
			R500_GA_POLY_MODE__POLY_MODE(1) | R500_GA_POLY_MODE__FRONT_PTYPE(2) |
			    R500_GA_POLY_MODE__BACK_PTYPE(type));
		for (unsigned edges = 0; edges < 8; edges++) {
			unsigned n = (edges & 1) + (edges >> 1 & 1) + (edges >> 2);

			rig_clear(g);
			rig_begin(g, &out);
			fl_raster_triangle(&g->r->ga->ras, &v[0], &v[1], &v[2], &v[2], edges);
			rig_finish(g);
			cr_assert_eq(covered(g), type ? n * 100 : n * 9, "type %u edges %u: %u", type, edges,
				     covered(g));
			for (int y = 0; y < RIG_PX; y++)
				for (int x = 0; x < RIG_PX; x++)
					cr_assert(!g->back[y][x]);
		}
	}
	rig_delete(g);
}

/* Flat, Gouraud and solid, RGB apart from alpha; clamps. */
Test(ga, color_shading)
{
	struct rig *g = rig_new("r580", rig_widest());
	struct mr500_vap_out out = rig_out(true, false);
	struct fl_raster_vertex v[3] = {rig_vtx(0, 0, 0), rig_vtx(240, 0, 0), rig_vtx(0, 240, 0)};

	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 4; k++)
			v[i].attr[k] = (float)(i + 1) / 4;    /* 0.25 0.5 0.75 */
	rig_set(g, R500_GA_SOLID_RG, 0x0800u << 16 | 0x0400); /* 0.5, 0.25 in S3.12 */
	rig_set(g, R500_GA_SOLID_BA, 0x0200u << 16 | 0x1000);
	for (unsigned rgb = 0; rgb < 3; rgb++) {
		for (unsigned a = 0; a < 3; a++) {
			rig_set(g, R500_GA_COLOR_CONTROL, 0x30000 | rgb | a << 2);
			rig_clear(g);
			rig_begin(g, &out);
			fl_raster_triangle(&g->r->ga->ras, &v[0], &v[1], &v[2], &v[1], 7);
			rig_finish(g);
			for (unsigned k = 0; k < 4; k++) {
				static const float solid[4] = {0.5f, 0.25f, 0.125f, 1.0f};
				unsigned how = k == 3 ? a : rgb;
				double want = how == 0   ? solid[k]
					      : how == 1 ? 0.5
							 : 0.25 + 0.25 * 40.5 / 240 + 0.5 * 20.5 / 240;

				cr_assert_float_eq(g->value[k][20][40], want, 1e-6, "%u %u %u", rgb, a, k);
			}
		}
	}
	/* GA_ROUND_MODE: 0 clamps to [0, 1]; alpha and color apart */
	rig_set(g, R500_GA_COLOR_CONTROL, 0x3aaaa);
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 4; k++)
			v[i].attr[k] = k % 2 ? -2.0f : 3.0f;
	for (unsigned m = 0; m < 4; m++) {
		rig_set(g, R500_GA_ROUND_MODE, 1 | m << 4);
		rig_begin(g, &out);
		rig_tri(g, v);
		rig_finish(g);
		cr_assert(g->value[0][5][5] == (m & 1 ? 3.0f : 1.0f));
		cr_assert(g->value[1][5][5] == (m & 1 ? -2.0f : 0.0f));
		cr_assert(g->value[3][5][5] == (m & 2 ? -2.0f : 0.0f));
	}
	rig_delete(g);
}

/* With colors 2 and 3 present and two rasterized, back faces take those. */
Test(ga, two_sided_colors)
{
	struct rig *g = rig_new("r580", rig_widest());
	struct mr500_vap_out out = rig_out(true, false);

	out.color_at[1] = 4;
	out.color_at[2] = 8;
	out.color_at[3] = 12;
	for (unsigned k = 0; k < 2; k++) {
		struct fl_raster_vertex v[3] = {rig_vtx(0, 0, 0), rig_vtx(200, 0, 0), rig_vtx(0, 200, 0)};

		for (int i = 0; i < 3; i++) {
			v[i].attr[0] = 0.25f;
			v[i].attr[8] = 0.75f;
		}
		rig_set(g, R500_SU_CULL_MODE, k << 2);
		rig_begin(g, &out);
		rig_tri(g, v);
		rig_finish(g);
		cr_assert(g->value[0][20][20] == (k ? 0.25f : 0.75f));
	}
	rig_delete(g);
}

/* SU_TEX_WRAP: from 0.9 to 0.1 is 0.2 forward. */
Test(ga, cylindrical_wrap)
{
	struct rig *g = rig_new("r580", rig_widest());
	struct mr500_vap_out out = rig_out(false, true);
	struct fl_raster_vertex v[3] = {rig_vtx(0, 0, 0), rig_vtx(100, 0, 0), rig_vtx(0, 100, 0)};

	for (int k = 0; k < 2; k++) {
		v[0].attr[4 + k] = v[2].attr[4 + k] = 0.875f;
		v[1].attr[4 + k] = 0.125f;
	}
	rig_set(g, R500_VAP_OUT_VTX_FMT_1, 4);
	rig_set(g, R500_RS_IP(0), 0x000c2040);
	rig_set(g, R500_RS_INST(0), 0x10);
	rig_set(g, R500_SU_TEX_WRAP, 1); /* S of set 0 alone */
	rig_begin(g, &out);
	rig_tri(g, v);
	rig_finish(g);
	cr_assert_float_eq(g->value[0][10][40], 0.875 + 0.25 * 0.405, 1e-6);
	cr_assert_float_eq(g->value[1][10][40], 0.875 - 0.75 * 0.405, 1e-6);
	rig_delete(g);
}

/* GA_OFFSET moves by whole subpixels, GA_ROUND_MODE truncates towards zero or rounds. */
Test(ga, offset_and_rounding)
{
	struct rig *g = rig_new("r580", rig_widest());
	struct mr500_vap_out out = rig_out(true, false);

	rig_begin(g, &out);
	cr_assert_eq(fl_raster_snap(g->d.base.setup, 10.0f + 7 / 120.0f, 0), 121); /* 0.7 of a twelfth */
	cr_assert_eq(fl_raster_snap(g->d.base.setup, -10.0f - 7 / 120.0f, 5), -121 + 5);
	rig_set(g, R500_GA_ROUND_MODE, 0x30);
	rig_set(g, R500_GA_OFFSET, 0xfffe0018); /* +24, -2 */
	rig_begin(g, &out);
	cr_assert_eq(fl_raster_snap(g->d.base.setup, 10.0f + 7 / 120.0f, 0), 120);
	cr_assert_eq(fl_raster_snap(g->d.base.setup, -10.0f - 7 / 120.0f, 0), -120);
	cr_assert(g->d.base.setup->off_x == 24 && g->d.base.setup->off_y == -2);
	rig_delete(g);
}

/* Halfway between two places a vertex goes to the upper: 1/12 of a pixel, and with SUBPRECISION 1/256. One
 * corner at a time and three at once are two paths. */
Test(ga, halves_are_rounded_up)
{
	static const struct {
		uint32_t tile; /* GB_TILE_CONFIG; with SUBPRECISION the model counts in 1/768 */
		float x[3];
		int32_t want[3];
	} row[] = {
	    {0x17, {10.125f, 10.375f, -10.375f}, {122, 125, -124}}, /* 121.5, 124.5, -124.5 */
	    {0x17, {-10.3f, 5.2f, -0.9f}, {-124, 62, -11}},         /* -123.6, 62.4, -10.8 */
	    /* 82304.5, 253367.5 and -0.5 of 1/256 */
	    {0x17 | R500_GB_TILE_CONFIG__SUBPRECISION__MASK,
	     {321.501953125f, 989.716796875f, -0.001953125f},
	     {82305 * 3, 253368 * 3, 0}},
	};

	for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct rig *g = rig_new("r580", rig_widest());
		struct mr500_vap_out out = rig_out(true, false);
		struct fl_raster_vertex v[3];
		const struct fl_raster_vertex *const tri[3] = {&v[0], &v[1], &v[2]};
		int32_t x[4], y[4];

		rig_set(g, R500_GB_TILE_CONFIG, row[i].tile);
		rig_begin(g, &out);
		for (unsigned k = 0; k < 3; k++)
			v[k] = rig_vtx(row[i].x[k], row[i].x[2 - k], 0);
		fl_raster_snap3(g->d.base.setup, tri, x, y);
		for (unsigned k = 0; k < 3; k++) {
			cr_assert_eq(fl_raster_snap(g->d.base.setup, row[i].x[k], 0), row[i].want[k],
				     "row %u, %u", i, k);
			cr_assert_eq(x[k], row[i].want[k], "row %u, x%u", i, k);
			cr_assert_eq(y[k], row[i].want[2 - k], "row %u, y%u", i, k);
		}
		rig_delete(g);
	}
}

/* Small triangles of a mesh share waves: that is where their speed comes from. */
Test(ga, waves_are_shared)
{
	struct rig *g = rig_new("r580", rig_widest());
	struct mr500_vap_out out = rig_out(true, false);
	unsigned quads = 0;

	rig_begin(g, &out);
	for (int y = 0; y < 32; y++) {
		for (int x = 0; x < 32; x++) {
			struct fl_raster_vertex a = rig_vtx((float)x * 2, (float)y * 2, 0),
						b = rig_vtx((float)x * 2 + 2, (float)y * 2, 0);
			struct fl_raster_vertex c = rig_vtx((float)x * 2, (float)y * 2 + 2, 0);
			struct fl_raster_vertex d = rig_vtx((float)x * 2 + 2, (float)y * 2 + 2, 0);

			fl_raster_triangle(&g->r->ga->ras, &a, &b, &c, &c, 7);
			fl_raster_triangle(&g->r->ga->ras, &b, &d, &c, &c, 7);
			quads += 2;
		}
	}
	rig_finish(g);
	cr_assert(!g->bad);
	cr_assert_eq(covered(g), 64 * 64);
	cr_assert_leq(g->waves, quads / FL_WAVE_QUADS + 2);
	rig_delete(g);
}

/* What binning costs is taken from the budget now and then, not each time, and nothing of it is lost with the
 * bins. */
Test(ga, budget_of_small_batches)
{
	enum { BATCHES = 20000, COST_MIN = 32 };
	struct rig *g = rig_new("r580", FL_ISA_BASE);
	const struct mr500_vap_out out = rig_out(true, false);
	struct fl_raster_vertex v = rig_vtx(10, 10, 0);

	g->r->base.work_limit = 1 << 26;
	rig_set(g, R500_GA_POINT_SIZE, 6u << 16 | 6);
	rig_begin(g, &out);
	for (unsigned i = 0; i < BATCHES; i++) {
		fl_raster_point(&g->r->ga->ras, &v);
		fl_bins_clear(&g->r->ga->ras.bins);
	}
	cr_expect_geq(g->r->base.work, BATCHES * COST_MIN - (1 << 26 >> 8) - 1000, "%llu units",
		      (unsigned long long)g->r->base.work);
	cr_expect_lt(g->r->base.work, 1 << 26);
	rig_delete(g);
}
