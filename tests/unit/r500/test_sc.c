/* SPDX-License-Identifier: MIT
 *
 * SC: coverage against exact arithmetic, written down a second time and in another way; scissor, clip
 * rectangles, screen door, sample positions.
 */
#include <criterion/criterion.h>

#include "tests/unit/r500/test_ga_rig.h"

/* ---- the reference: is the point (x, y) in the triangle, by the edge rule? ----------------------------- */
struct pt {
	int64_t x, y;
};

static int64_t cross(struct pt o, struct pt a, struct pt b)
{
	return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

static int sign(int64_t v)
{
	return (v > 0) - (v < 0);
}

/* The sample lies on the edge a-b of a triangle whose third corner is c. R5xx guide 11.7, the list of
 * values. */
static bool on_edge_in(unsigned code, struct pt a, struct pt b, struct pt c)
{
	static const char *const list[32] = {/* left, right, horizontal top, horizontal bottom */
					     "1111", "1110", "1101", "1100", "1011", "1010", "1001", "1000",
					     "0111", "0110", "0101", "0100", "0011", "0010", "0001", "0000",
					     /* top, bottom, vertical left, vertical right */
					     "1111", "1110", "1101", "1100", "0111", "0110", "0101", "0100",
					     "1011", "1010", "1001", "1000", "0011", "0010", "0001", "0000"};
	int which;

	if (code < 16) {
		if (a.y == b.y)
			which = c.y > a.y ? 2 : 3;
		else /* c.x against the edge's x on c's row, times (b.y - a.y) */
			which =
			    sign((c.x - a.x) * (b.y - a.y) - (b.x - a.x) * (c.y - a.y)) * sign(b.y - a.y) > 0
				? 0
				: 1;
	} else {
		if (a.x == b.x)
			which = c.x > a.x ? 2 : 3;
		else
			which =
			    sign((c.y - a.y) * (b.x - a.x) - (b.y - a.y) * (c.x - a.x)) * sign(b.x - a.x) > 0
				? 0
				: 1;
	}
	return list[code][which] == '1';
}

static bool inside(unsigned code, const struct pt v[3], struct pt p)
{
	int turn = sign(cross(v[0], v[1], v[2]));

	for (int i = 0; i < 3; i++) {
		struct pt a = v[i], b = v[(i + 1) % 3];
		int side = sign(cross(a, b, p)) * turn;

		if (side < 0 || (side == 0 && !on_edge_in(code, a, b, v[(i + 2) % 3])))
			return false;
	}
	return turn != 0;
}

static void compare(struct rig *g, unsigned code, const struct pt v[3], int sub, int pos_x, int pos_y,
		    unsigned sample)
{
	for (int y = 0; y < RIG_PX; y++) {
		for (int x = 0; x < RIG_PX; x++) {
			struct pt p = {(int64_t)x * sub + pos_x, (int64_t)y * sub + pos_y};

			cr_assert_eq(
			    g->hits[sample][y][x], inside(code, v, p),
			    "rule %u, (%ld,%ld) (%ld,%ld) (%ld,%ld) / %d: pixel (%d,%d) sample %u: %u", code,
			    v[0].x, v[0].y, v[1].x, v[1].y, v[2].x, v[2].y, sub, x, y, sample,
			    g->hits[sample][y][x]);
		}
	}
}

/* Corners near each other or far, on the half pixels where samples are more often than chance has it. */
static void corners(uint64_t *seed, int sub, int step, struct pt v[3])
{
	int spread = (int)(rig_random(seed) % 3), x = (int)(rig_random(seed) % 220),
	    y = (int)(rig_random(seed) % 220);

	for (int i = 0; i < 3; i++) {
		int range = spread == 0 ? 6 : spread == 1 ? 40 : 600;

		v[i].x =
		    (int64_t)(x + (int)(rig_random(seed) % (unsigned)range) - (spread == 2 ? 200 : 0)) * sub;
		v[i].y =
		    (int64_t)(y + (int)(rig_random(seed) % (unsigned)range) - (spread == 2 ? 200 : 0)) * sub;
		switch (rig_random(seed) % 3) {
		case 0:
			v[i].x += sub / 2;
			v[i].y += sub / 2;
			break;
		case 1:
			v[i].x += rig_random(seed) % (unsigned)(sub / step) * (unsigned)step;
			v[i].y += rig_random(seed) % (unsigned)(sub / step) * (unsigned)step;
			break;
		default:
			break;
		}
	}
}

static void draw_tri(struct rig *g, const struct pt v[3], int sub)
{
	struct mr500_vap_out out = rig_out(true, false);
	struct fl_raster_vertex t[3];

	for (int i = 0; i < 3; i++)
		t[i] = rig_vtx((float)((double)v[i].x / sub), (float)((double)v[i].y / sub), 0);
	rig_begin(g, &out);
	rig_tri(g, t);
	rig_finish(g);
	cr_assert(!g->bad);
}

static const enum fl_isa isas[] = {FL_ISA_SCALAR, FL_ISA_BASE,
#if defined(__x86_64__)
				   FL_ISA_AVX2, FL_ISA_AVX512
#endif
};

/* Runs once an instruction set that this machine has. */
#define EACH_ISA(isa)                                                                                \
	for (unsigned i_ = 0; i_ < sizeof(isas) / sizeof(isas[0]) && isas[i_] <= rig_widest(); i_++) \
		for (enum fl_isa isa = isas[i_], once_ = 1; once_; once_ = 0)

Test(sc, triangles_every_edge_rule)
{
	EACH_ISA(isa)
	{
		struct rig *g = rig_new("r580", isa);
		uint64_t seed = 1;

		for (unsigned n = 0; n < 160; n++) {
			unsigned code = n % 32;
			struct pt v[3];

			rig_set(g, R500_SC_EDGERULE, code);
			corners(&seed, 12, 1, v);
			rig_clear(g);
			draw_tri(g, v, 12);
			compare(g, code, v, 12, 6, 6, 0);
		}
		rig_delete(g);
	}
}

Test(sc, subpixel_modes)
{
	/* GB_TILE_CONFIG.SUBPIXEL and SUBPRECISION: steps of 1/12, 1/16, 1/256 (of subpixels of 1/768),
	 * 1/256 */
	static const struct {
		uint32_t config;
		int sub, steps;
	} mode[] = {{0x17, 12, 12}, {0x10017, 16, 16}, {0x400017, 768, 256}, {0x410017, 256, 256}};

	for (unsigned m = 0; m < 4; m++) {
		struct rig *g = rig_new("r580", rig_widest());
		uint64_t seed = 2 + m;
		int half = mode[m].sub / 2, pos = mode[m].sub % 12 == 0 ? 6 : 8;

		rig_set(g, R500_GB_TILE_CONFIG, mode[m].config);
		rig_set(g, R500_GB_MSPOS0, (uint32_t)pos * 0x111111);
		rig_set(g, R500_GB_MSPOS1, (uint32_t)pos * 0x111111);
		for (unsigned n = 0; n < 40; n++) {
			struct pt v[3];

			corners(&seed, mode[m].sub, mode[m].sub / mode[m].steps, v);
			rig_clear(g);
			draw_tri(g, v, mode[m].sub);
			compare(g, 5, v, mode[m].sub, half, half, 0);
		}
		rig_delete(g);
	}
}

/* A mesh of triangles that share edges and corners covers each pixel once, whatever top-left-like rule is
 * set. */
Test(sc, shared_edges_are_covered_once)
{
	static const unsigned codes[] = {5, 6, 9, 10, 16 + 5, 16 + 6, 16 + 9, 16 + 10};

	EACH_ISA(isa)
	{
		struct rig *g = rig_new("r580", isa);
		struct mr500_vap_out out = rig_out(true, false);
		uint64_t seed = 3;

		for (unsigned k = 0; k < sizeof(codes) / sizeof(codes[0]); k++) {
			enum { N = 24 };
			int step = RIG_PX * 12 / (N - 1) + 1;
			static struct fl_raster_vertex v[N][N];

			for (int j = 0; j < N; j++) {
				for (int i = 0; i < N; i++) {
					bool edge = !i || !j || i == N - 1 || j == N - 1;
					int dx = edge ? 0 : (int)(rig_random(&seed) % 60) - 30;
					int dy = edge ? 0 : (int)(rig_random(&seed) % 60) - 30;

					if (rig_random(&seed) % 3 == 0) /* on samples */
						dx = dy = edge ? 0 : 6 - (i * step - 12) % 12;
					v[j][i] = rig_vtx12(i * step + dx - 12, j * step + dy - 12);
				}
			}
			rig_set(g, R500_SC_EDGERULE, codes[k]);
			rig_clear(g);
			rig_begin(g, &out);
			for (int j = 0; j + 1 < N; j++) {
				for (int i = 0; i + 1 < N; i++) {
					struct fl_raster_vertex a[3] = {v[j][i], v[j][i + 1], v[j + 1][i]};
					struct fl_raster_vertex b[3] = {v[j][i + 1], v[j + 1][i],
									v[j + 1][i + 1]};

					rig_tri(g, a);
					rig_tri(g, b);
				}
			}
			rig_finish(g);
			cr_assert(!g->bad);
			for (int y = 0; y < RIG_PX; y++)
				for (int x = 0; x < RIG_PX; x++)
					cr_assert_eq(g->hits[0][y][x], 1, "rule %u: pixel (%d,%d) %u times",
						     codes[k], x, y, g->hits[0][y][x]);
		}
		rig_delete(g);
	}
}

Test(sc, multisample_positions)
{
	/* The six and the four positions of Mesa's r300 driver, in the form of R5xx guide 10.4.6 and
	 * GB_MSPOS. */
	static const struct {
		uint32_t aa, pos0, pos1;
		unsigned n;
		uint8_t xy[6][2];
	} mode[] = {
	    {1, 0x00393993, 0x00939339, 2, {{3, 9}, {9, 3}}},
	    {5, 0x22a28844, 0x022a2a2a, 4, {{4, 4}, {8, 8}, {2, 10}, {10, 2}}},
	    {7, 0x115b3713, 0x01a99571, 6, {{3, 1}, {7, 3}, {11, 5}, {1, 7}, {5, 9}, {9, 10}}},
	};

	for (unsigned m = 0; m < 3; m++) {
		EACH_ISA(isa)
		{
			struct rig *g = rig_new("r580", isa);
			uint64_t seed = 5;
			uint32_t p0 = 0, p1 = 0;

			for (unsigned s = 0; s < 3; s++) {
				p0 |= (uint32_t)(mode[m].xy[s][0] | mode[m].xy[s][1] << 4) << 8 * s;
				p1 |= (uint32_t)(mode[m].xy[s + 3][0] | mode[m].xy[s + 3][1] << 4) << 8 * s;
			}
			if (mode[m].n == 6) /* the words that Mesa writes */
				cr_assert(p0 == (mode[m].pos0 & 0xffffff) && p1 == (mode[m].pos1 & 0xffffff));
			rig_set(g, R500_GB_MSPOS0, p0);
			rig_set(g, R500_GB_MSPOS1, p1);
			rig_set(g, R500_GB_AA_CONFIG, mode[m].aa);
			for (unsigned n = 0; n < 24; n++) {
				struct pt v[3];

				corners(&seed, 12, 1, v);
				rig_clear(g);
				draw_tri(g, v, 12);
				for (unsigned s = 0; s < mode[m].n; s++)
					compare(g, 5, v, 12, mode[m].xy[s][0], mode[m].xy[s][1], s);
			}
			rig_delete(g);
		}
	}
}

/* One sample a pixel: each pixel of a quad has its own place. R5xx guide 10.4.6. */
Test(sc, positions_of_the_quad)
{
	EACH_ISA(isa)
	{
		struct rig *g = rig_new("r580", isa);
		static const uint8_t at[4][2] = {{1, 2}, {9, 3}, {4, 11}, {1, 2}};
		uint64_t seed = 6;

		rig_set(g, R500_GB_MSPOS0, 0x21u | 0x39u << 8 | 0xb4u << 16);
		rig_set(g, R500_GB_MSPOS1, 0x21);
		for (unsigned n = 0; n < 24; n++) {
			struct pt v[3];

			corners(&seed, 12, 1, v);
			rig_clear(g);
			draw_tri(g, v, 12);
			for (int y = 0; y < RIG_PX; y++) {
				for (int x = 0; x < RIG_PX; x++) {
					const uint8_t *o = at[y % 2 * 2 + x % 2];
					struct pt p = {x * 12 + o[0], y * 12 + o[1]};

					cr_assert_eq(g->hits[0][y][x], inside(5, v, p), "(%d,%d)", x, y);
				}
			}
		}
		rig_delete(g);
	}
}

static void whole_screen(struct rig *g)
{
	struct mr500_vap_out out = rig_out(true, false);
	struct fl_raster_vertex v[3] = {rig_vtx(-10, -10, 0), rig_vtx(600, -10, 0), rig_vtx(-10, 600, 0)};

	rig_clear(g);
	rig_begin(g, &out);
	rig_tri(g, v);
	rig_finish(g);
	cr_assert(!g->bad);
}

/* The same in triangles that are a few pixels large, of which a block has most as a whole. */
static void screen_in_pieces(struct rig *g)
{
	const struct mr500_vap_out out = rig_out(true, false);
	enum { STEP = 3 };

	rig_clear(g);
	rig_begin(g, &out);
	for (int y = 0; y < RIG_PX; y += STEP)
		for (int x = 0; x < RIG_PX; x += STEP) {
			const float x0 = (float)x, y0 = (float)y, x1 = x0 + STEP, y1 = y0 + STEP;
			const struct fl_raster_vertex v[6] = {rig_vtx(x0, y0, 0), rig_vtx(x1, y0, 0),
							      rig_vtx(x1, y1, 0), rig_vtx(x0, y0, 0),
							      rig_vtx(x1, y1, 0), rig_vtx(x0, y1, 0)};

			rig_tri(g, v);
			rig_tri(g, v + 3);
		}
	rig_finish(g);
}

static void cover_screen(struct rig *g, bool in_pieces)
{
	if (in_pieces)
		screen_in_pieces(g);
	else
		whole_screen(g);
}

static uint32_t xy(int x, int y)
{
	return (uint32_t)(x | y << 13);
}

/* Scissor and clip rectangles are inclusive; R3xx and R4xx count them from 1440. */
Test(sc, scissor_and_clip_rectangles)
{
	static const char *const chip[] = {"r580", "r300", "r420"};

	for (unsigned c = 0; c < 3; c++) {
		EACH_ISA(isa)
		{
			struct rig *g = rig_new(chip[c], isa);
			const int o = c ? 1440 : 0;
			static const int rect[4][4] = {
			    {10, 10, 99, 99}, {50, 3, 60, 200}, {0, 77, 255, 78}, {80, 80, 150, 151}};
			uint64_t seed = 7;

			if (c) /* R3xx layout of RS: Mesa r300_reg.h */
				g->r->reg[0x4330 / 4] = 1 << 14;
			rig_set(g, R500_SC_SCISSOR0, xy(o + 5, o + 9));
			rig_set(g, R500_SC_SCISSOR1, xy(o + 201, o + 180));
			for (unsigned i = 0; i < 4; i++) {
				rig_set(g, R500_SC_CLIP_0_A + 8 * i, xy(o + rect[i][0], o + rect[i][1]));
				rig_set(g, R500_SC_CLIP_0_B + 8 * i, xy(o + rect[i][2], o + rect[i][3]));
			}
			for (unsigned n = 0; n < 40; n++) {
				/* each rule of one bit, and some of many */
				uint32_t rule = n < 32   ? 1u << n / 2
						: n < 34 ? 0xffff
						: n < 36 ? 0xaaaa
							 : rig_random(&seed) & 0xffff;

				rig_set(g, R500_SC_CLIP_RULE, rule);
				cover_screen(g, n % 2);
				for (int y = 0; y < RIG_PX; y++) {
					for (int x = 0; x < RIG_PX; x++) {
						unsigned k = 0;
						bool in = x >= 5 && x <= 201 && y >= 9 && y <= 180;

						for (unsigned i = 0; i < 4; i++)
							if (x >= rect[i][0] && x <= rect[i][2] &&
							    y >= rect[i][1] && y <= rect[i][3])
								k += 1u << i;
						cr_assert_eq(g->hits[0][y][x], in && (rule >> k & 1),
							     "%s rule %04x (%d,%d)", chip[c], rule, x, y);
					}
				}
			}
			rig_delete(g);
		}
	}
}

Test(sc, screen_door)
{
	EACH_ISA(isa)
	{
		struct rig *g = rig_new("r580", isa);
		uint32_t door = 0x1a53c9;

		rig_set(g, R500_SC_SCREENDOOR, door);
		/* one sample: pixel p of the quad uses sample p, R5xx guide 10.8.1 */
		for (unsigned pieces = 0; pieces < 2; pieces++) {
			cover_screen(g, pieces);
			for (int y = 0; y < RIG_PX; y++)
				for (int x = 0; x < RIG_PX; x++) {
					unsigned p = (unsigned)(y % 2 * 2 + x % 2);
					cr_assert_eq(g->hits[0][y][x], door >> (6 * p + p) & 1);
				}
		}
		rig_set(g, R500_GB_AA_CONFIG, 7);
		whole_screen(g);
		for (int y = 0; y < RIG_PX; y++)
			for (int x = 0; x < RIG_PX; x++)
				for (unsigned s = 0; s < 6; s++) {
					unsigned p = (unsigned)(y % 2 * 2 + x % 2);
					cr_assert_eq(g->hits[s][y][x], door >> (6 * p + s) & 1);
				}
		rig_delete(g);
	}
}

/* Corners far out, not numbers and infinite: nothing is written outside, nothing traps, the scissor holds. */
Test(sc, wild_vertices)
{
	static const float wild[] = {0, 17.25f, -1e9f, 1e30f, -1e38f, 1e-40f, 4095, -4096, 8191, 65535, 0, 0};
	struct rig *g = rig_new("r580", rig_widest());
	struct mr500_vap_out out = rig_out(true, false);
	uint64_t seed = 8;

	rig_set(g, R500_SC_SCISSOR0, xy(3, 3));
	rig_set(g, R500_SC_SCISSOR1, xy(200, 100));
	for (unsigned n = 0; n < 400; n++) {
		struct fl_raster_vertex v[3];
		uint32_t config[] = {0x17, 0x10017, 0x400017, 0x410017};

		rig_set(g, R500_GB_TILE_CONFIG, config[n % 4]);
		for (int i = 0; i < 3; i++) {
			float f[2];

			for (int k = 0; k < 2; k++) {
				unsigned w = rig_random(&seed) % 12;
				f[k] = w == 10 ? NAN : w == 11 ? INFINITY : wild[w];
			}
			v[i] = rig_vtx(f[0], f[1], f[0]);
		}
		rig_clear(g);
		rig_begin(g, &out);
		rig_tri(g, v);
		fl_raster_line(&g->r->ga->ras, &v[0], &v[1], &v[1]);
		fl_raster_point(&g->r->ga->ras, &v[0]);
		rig_finish(g);
		cr_assert(!g->bad);
		for (int y = 0; y < RIG_PX; y++)
			for (int x = 0; x < RIG_PX; x++)
				if (x < 3 || x > 200 || y < 3 || y > 100)
					cr_assert_eq(g->hits[0][y][x], 0);
	}
	rig_delete(g);
}
