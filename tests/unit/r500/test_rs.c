/* SPDX-License-Identifier: MIT
 *
 * RS: interpolation and depth against the plane through the vertices in double precision; the register
 * layouts; the vector paths against the plain one.
 */
#include <criterion/criterion.h>

#include "tests/unit/r500/test_ga_rig.h"

/* Barycentric coordinates of the middle of pixel (x, y), in screen space. */
static void weights(const struct fl_raster_vertex v[3], double px, double py, double b[3])
{
	double x0 = (double)v[0].x, y0 = (double)v[0].y, x1 = (double)v[1].x - x0, y1 = (double)v[1].y - y0;
	double x2 = (double)v[2].x - x0, y2 = (double)v[2].y - y0;
	double d = x1 * y2 - x2 * y1;

	b[1] = ((px - x0) * y2 - (py - y0) * x2) / d;
	b[2] = ((py - y0) * x1 - (px - x0) * y1) / d;
	b[0] = 1 - b[1] - b[2];
}

static const enum fl_isa isas[] = {FL_ISA_SCALAR, FL_ISA_BASE,
#if defined(__x86_64__)
				   FL_ISA_AVX2, FL_ISA_AVX512
#endif
};
#define N_ISAS (sizeof(isas) / sizeof(isas[0]))

/* Corners on whole subpixels, so that snapping moves nothing. */
static void random_tri(uint64_t *seed, struct fl_raster_vertex v[3], bool perspective)
{
	double area;

	do {
		for (int i = 0; i < 3; i++) {
			int x = (int)(rig_random(seed) % 3072), y = (int)(rig_random(seed) % 3072);

			v[i] = rig_vtx12(x, y);
			v[i].z = (float)(rig_random(seed) % 65536) / 65535.0f;
			v[i].rhw = perspective ? 0.1f + (float)(rig_random(seed) % 1000) / 250.0f : 1.0f;
			for (int k = 0; k < 8; k++)
				v[i].attr[k] =
				    (float)(int)(rig_random(seed) % 4096) / 2048.0f - (k < 4 ? 0.0f : 1.0f);
		}
		area = (double)(v[1].x - v[0].x) * (v[2].y - v[0].y) -
		       (double)(v[2].x - v[0].x) * (v[1].y - v[0].y);
	} while (fabs(area) < 2000); /* slivers have no well-conditioned plane to compare with */
}

Test(rs, interpolation_follows_the_plane)
{
	for (unsigned i = 0; i < N_ISAS && isas[i] <= rig_widest(); i++) {
		struct rig *g = rig_new("r580", isas[i]);
		struct mr500_vap_out out = rig_out(false, true);
		uint64_t seed = 11;

		/* texture coordinates 0 to register 0: S T R Q are components 0 to 3 */
		rig_set(g, R500_VAP_OUT_VTX_FMT_1, 4);
		rig_set(g, R500_RS_IP(0), 0x000c2040);
		rig_set(g, R500_RS_INST(0), 0x10);
		for (unsigned n = 0; n < 60; n++) {
			struct fl_raster_vertex v[3];

			random_tri(&seed, v, n % 2);
			rig_clear(g);
			rig_begin(g, &out);
			rig_tri(g, v);
			rig_finish(g);
			for (int y = 0; y < RIG_PX; y++) {
				for (int x = 0; x < RIG_PX; x++) {
					double b[3], w = 0;

					if (!g->hits[0][y][x])
						continue;
					weights(v, x + 0.5, y + 0.5, b);
					for (int k = 0; k < 3; k++)
						w += b[k] * v[k].rhw;
					for (int c = 0; c < 4; c++) {
						double want = 0;

						for (int k = 0; k < 3; k++)
							want += b[k] * v[k].attr[4 + c] * v[k].rhw / w;
						cr_assert_float_eq(g->value[c][y][x], want, 1e-5,
								   "(%d,%d).%d: %.9g not %.9g", x, y, c,
								   (double)g->value[c][y][x], want);
					}
				}
			}
		}
		rig_delete(g);
	}
}

/* A value that is the same at all vertices is the same at all pixels, to the last bit, in perspective too. */
Test(rs, constants_stay_exact)
{
	struct rig *g = rig_new("r580", rig_widest());
	struct mr500_vap_out out = rig_out(false, true);
	uint64_t seed = 12;

	rig_set(g, R500_VAP_OUT_VTX_FMT_1, 4);
	rig_set(g, R500_RS_IP(0), 0x000c2040);
	rig_set(g, R500_RS_INST(0), 0x10);
	for (unsigned n = 0; n < 20; n++) {
		struct fl_raster_vertex v[3];

		random_tri(&seed, v, true);
		for (int k = 0; k < 4; k++)
			v[1].attr[4 + k] = v[2].attr[4 + k] = v[0].attr[4 + k];
		rig_clear(g);
		rig_begin(g, &out);
		rig_tri(g, v);
		rig_finish(g);
		for (int y = 0; y < RIG_PX; y++)
			for (int x = 0; x < RIG_PX; x++)
				for (int c = 0; g->hits[0][y][x] && c < 4; c++)
					cr_assert(g->value[c][y][x] == v[0].attr[4 + c]);
	}
	rig_delete(g);
}

Test(rs, depth_follows_the_plane)
{
	for (unsigned i = 0; i < N_ISAS && isas[i] <= rig_widest(); i++) {
		struct rig *g = rig_new("r580", isas[i]);
		struct mr500_vap_out out = rig_out(true, false);
		uint64_t seed = 13;

		for (unsigned n = 0; n < 40; n++) {
			struct fl_raster_vertex v[3];
			bool offset = n % 4 == 3;

			random_tri(&seed, v, n % 2);
			/* Polygon offset: factor * 12 and units * 2, as Mesa writes them; R5xx guide 11.8 */
			rig_set(g, R500_SU_POLY_OFFSET_ENABLE, offset ? 3 : 0);
			rig_setf(g, R500_SU_POLY_OFFSET_FRONT_SCALE, 24.0f);
			rig_setf(g, R500_SU_POLY_OFFSET_FRONT_OFFSET, 5.0f);
			rig_setf(g, R500_SU_POLY_OFFSET_BACK_SCALE, -12.0f);
			rig_setf(g, R500_SU_POLY_OFFSET_BACK_OFFSET, -100.0f);
			rig_clear(g);
			rig_begin(g, &out);
			rig_tri(g, v);
			rig_finish(g);
			double x1 = (double)v[1].x - (double)v[0].x, y1 = (double)v[1].y - (double)v[0].y;
			double x2 = (double)v[2].x - (double)v[0].x, y2 = (double)v[2].y - (double)v[0].y;
			double d = x1 * y2 - x2 * y1, s = 16777215.0, z1 = (v[1].z - v[0].z) * s,
			       z2 = (v[2].z - v[0].z) * s;
			double zx = fabs((z1 * y2 - z2 * y1) / d), zy = fabs((z2 * x1 - z1 * x2) / d),
			       m = zx > zy ? zx : zy;
			double add_error = offset ? 0x1p-22 : 0;
			double add = !offset ? 0
				     : d < 0 ? 2 * m + 5
					     : -m - 100; /* a pixel: 24 / 12, -12 / 12 */

			for (int y = 0; y < RIG_PX; y++) {
				for (int x = 0; x < RIG_PX; x++) {
					double b[3], want = 0;

					if (!g->hits[0][y][x])
						continue;
					weights(v, x + 0.5, y + 0.5, b);
					for (int k = 0; k < 3; k++)
						want += b[k] * v[k].z * s;
					want += add;
					want = want < 0 ? 0 : want > s ? s : want;
					/* vertices are rounded to half a unit, the pixel to one; over a block
					 * of eight pixels four operations are in single precision */
					cr_assert_float_eq(g->z[0][y][x], want,
							   1.1 + (zx + zy) * 8 * 0x1p-21 + m * add_error,
							   "(%d,%d): %u not %f; slopes %f %f, offset %f", x,
							   y, g->z[0][y][x], want, zx, zy, add);
				}
			}
		}
		rig_delete(g);
	}
}

/* Each COL_FMT of RS_IP, both layouts: what the color's own channels and the constants 0 and 1 become. */
Test(rs, color_formats)
{
	static const struct {
		unsigned fmt;
		const char *what; /* R G B A: the channel itself, 0 or 1 */
	} table[] = {{0, "RGBA"}, {1, "RGB0"}, {2, "RGB1"}, {4, "000A"}, {5, "0000"},
		     {6, "0001"}, {8, "111A"}, {9, "1110"}, {10, "1111"}};

	for (unsigned old = 0; old < 2; old++) {
		for (unsigned i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
			struct rig *g = rig_new(old ? "r300" : "r580", rig_widest());
			struct mr500_vap_out out = rig_out(true, false);
			struct fl_raster_vertex v[3] = {rig_vtx(0, 0, 0), rig_vtx(200, 0, 0),
							rig_vtx(0, 200, 0)};
			static const float rgba[4] = {0.5f, 0.25f, 0.75f, 0.125f};

			for (int k = 0; k < 3; k++)
				memcpy(v[k].attr, rgba, sizeof(rgba));
			if (old) { /* Mesa r300_reg.h: RS_IP at 0x4310, format in 12:9; RS_INST at 0x4330,
				      write in bit 14 */
				g->r->reg[0x4310 / 4] = table[i].fmt << 9;
				g->r->reg[0x4330 / 4] = 1 << 14;
			} else {
				rig_set(g, R500_RS_IP(0), R500_RS_IP__COL_FMT(table[i].fmt));
			}
			rig_begin(g, &out);
			rig_tri(g, v);
			rig_finish(g);
			for (unsigned k = 0; k < 4; k++) {
				char c = table[i].what[k];
				float want = c == '0' ? 0 : c == '1' ? 1 : rgba[k];

				cr_assert(g->value[k][20][20] == want, "format %u channel %u", table[i].fmt,
					  k);
			}
			rig_delete(g);
		}
	}
}

/* Swizzles of texture coordinates with the constants, both layouts. */
Test(rs, texture_swizzles)
{
	struct fl_raster_vertex v[3] = {rig_vtx(0, 0, 0), rig_vtx(200, 0, 0), rig_vtx(0, 200, 0)};
	static const float strq[4] = {3.5f, -2.25f, 8.75f, 0.5f};
	struct mr500_vap_out out = rig_out(false, true);
	uint64_t seed = 14;

	for (int k = 0; k < 3; k++)
		memcpy(&v[k].attr[4], strq, sizeof(strq));
	for (unsigned old = 0; old < 2; old++) {
		for (unsigned n = 0; n < 60; n++) {
			struct rig *g = rig_new(old ? "r420" : "r580",
						isas[n % N_ISAS] <= rig_widest() ? isas[n % N_ISAS] : 0);
			unsigned sel[4];
			uint32_t ip = 0;

			for (unsigned k = 0; k < 4; k++) {
				sel[k] = rig_random(&seed) % 6; /* S T R Q 0 1 */
				ip |= old ? sel[k] << (13 + 3 * k)
					  : (sel[k] < 4    ? sel[k]
					     : sel[k] == 4 ? 62
							   : 63)
						<< 6 * k;
			}
			rig_set(g, R500_VAP_OUT_VTX_FMT_1, 4);
			g->r->reg[(old ? 0x4310 : R500_RS_IP(0)) / 4] = ip;
			g->r->reg[(old ? 0x4330 : R500_RS_INST(0)) / 4] = old ? 1 << 3 : 1 << 4;
			rig_begin(g, &out);
			rig_tri(g, v);
			rig_finish(g);
			for (unsigned k = 0; k < 4; k++) {
				float want = sel[k] < 4 ? strq[sel[k]] : (float)(sel[k] - 4);
				cr_assert(g->value[k][30][30] == want, "%u: channel %u", n, k);
			}
			rig_delete(g);
		}
	}
}

/* COL_CN 2 and 3: the pixel's place, and 1.0 for back faces. */
Test(rs, place_and_face)
{
	for (unsigned i = 0; i < N_ISAS && isas[i] <= rig_widest(); i++) {
		struct rig *g = rig_new("r580", isas[i]);
		struct mr500_vap_out out = rig_out(false, false);
		struct fl_raster_vertex ccw[3] = {rig_vtx(10, 10, 0), rig_vtx(10, 120, 0),
						  rig_vtx(120, 120, 0)};
		struct fl_raster_vertex cw[3] = {rig_vtx(130, 10, 0), rig_vtx(240, 120, 0),
						 rig_vtx(130, 120, 0)};

		for (unsigned face = 0; face < 2; face++) {
			rig_set(g, R500_SU_CULL_MODE, face << 2);
			for (unsigned cn = 2; cn < 4; cn++) {
				rig_set(g, R500_RS_INST(0), cn << 16);
				rig_clear(g);
				rig_begin(g, &out);
				rig_tri(g, ccw);
				rig_tri(g, cw);
				rig_finish(g);
				for (int y = 0; y < RIG_PX; y++) {
					for (int x = 0; x < RIG_PX; x++) {
						bool back = (x >= 130) != face;

						if (!g->hits[0][y][x])
							continue;
						cr_assert_eq(g->back[y][x], back);
						cr_assert(g->value[0][y][x] ==
							  (cn == 2 ? (float)x : (float)back));
						cr_assert(g->value[1][y][x] == (cn == 2 ? (float)y : 0.0f));
						cr_assert(g->value[2][y][x] == 0 && g->value[3][y][x] == 0);
					}
				}
			}
		}
		rig_delete(g);
	}
}

/* All paths compute the same bits: random states, meshes of all sizes, one and several samples. */
Test(rs, vectors_agree_with_the_plain_path)
{
	for (unsigned n = 0; n < 48; n++) {
		struct rig *plain = NULL;

		for (unsigned i = 0; i < N_ISAS && isas[i] <= rig_widest(); i++) {
			struct rig *g = rig_new("r580", isas[i]);
			struct mr500_vap_out out = rig_out(true, true);
			uint64_t seed = 1000 + n;
			unsigned count = 1 + rig_random(&seed) % 60, size = 4 + rig_random(&seed) % 200;
			unsigned aa = rig_random(&seed) % 4;

			rig_set(g, R500_VAP_OUT_VTX_FMT_1, 4);
			rig_set(g, R500_RS_COUNT, 0x40084);
			/* two to four of register 0's channels come from the texture coordinates, by either
			 * way to write them */
			rig_set(g, R500_RS_IP(0), n % 3 ? 0x000c2040 : 0x83fc2f80u & 0x00ffffff);
			rig_set(g, R500_RS_INST(0), n % 2 ? 0x10 : 0x02000010);
			if (n % 5 == 0)
				rig_set(g, R500_RS_INST(0), 0x00010000);
			rig_set(g, R500_GB_MSPOS0,
				aa                      ? 0x22a28844
				: rig_random(&seed) % 2 ? 0x66666666
							: 0x66396a36);
			rig_set(g, R500_GB_MSPOS1, aa ? 0x022a2a2a : 0x06666666);
			rig_set(g, R500_GB_AA_CONFIG, aa ? 5 : 0);
			rig_set(g, R500_GA_COLOR_CONTROL, n % 7 ? 0x3aaaa : 0x35555);
			rig_begin(g, &out);
			for (unsigned t = 0; t < count; t++) {
				struct fl_raster_vertex v[3];
				int x = (int)(rig_random(&seed) % RIG_PX),
				    y = (int)(rig_random(&seed) % RIG_PX);

				for (int k = 0; k < 3; k++) {
					float fx =
					    (float)x + (float)(rig_random(&seed) % (size * 100)) / 100.0f;
					float fy =
					    (float)y + (float)(rig_random(&seed) % (size * 100)) / 100.0f;

					v[k] = rig_vtx(fx, fy, (float)(rig_random(&seed) % 1000) / 999.0f);
					v[k].rhw =
					    n % 4 ? 0.2f + (float)(rig_random(&seed) % 100) / 50.0f : 1.0f;
					for (int a = 0; a < 8; a++)
						v[k].attr[a] = (float)(rig_random(&seed) % 1000) / 700.0f;
				}
				rig_tri(g, v);
			}
			rig_finish(g);
			cr_assert(!g->bad);
			if (!plain) {
				plain = g;
				continue;
			}
			cr_assert(!memcmp(g->hits, plain->hits, sizeof(g->hits)), "%u: coverage", n);
			cr_assert(!memcmp(g->z, plain->z, sizeof(g->z)), "%u: depth", n);
			cr_assert(!memcmp(g->value, plain->value, sizeof(g->value)), "%u: values", n);
			cr_assert(!memcmp(g->back, plain->back, sizeof(g->back)), "%u: faces", n);
			rig_delete(g);
		}
		rig_delete(plain);
	}
}
