/* SPDX-License-Identifier: MIT
 *
 * Inputs of pixel programs on R6xx (SPI): flat ones are the bits of the vertex that provokes, sprites stand
 * wherever a point is drawn.
 */
#include "tests/unit/r600/draw_rig.h"

enum { POINTS = 1, TRIANGLES = 4, FILLED = 2, S = 2, T = 3, KEEP = 4 };

static const char *const isas[] = {NULL, "base", "scalar"};

/* GLSL's flat inputs may be integers (GLSL 1.30, 4.3.4), whose bits may be those of infinities and of numbers
 * that are none, quiet or not: no arithmetic may touch them. */
Test(r600_inputs, flat_is_bits)
{
	static const uint32_t bits[] = {0,          1,          0x80000000, 0x3f800000,
					0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001,
					0xff812345, 0x7fffffff, 0xffffffff, 0x00000abc};

	for (unsigned i = 0; i < sizeof(bits) / sizeof(bits[0]) * 3 * 2; i++) {
		const uint32_t want = bits[i / 6];
		const bool small = i / 3 % 2; /* several primitives a wave */
		unsigned n = 0;

		rig_isa = isas[i % 3];
		draw_new("rv770");
		draw_set(R600_SPI_PS_INPUT_CNTL(0), 1 | R600_SPI_PS_INPUT_CNTL__FLAT_SHADE(1));
		for (unsigned k = 0; k < (small ? 32 : 1); k++) {
			const float x = small ? (float)(k % 8 * 8) : 0, y = small ? (float)(k / 8 * 8) : 0,
				    side = small ? 8 : 64;

			for (unsigned c = 0; c < 3; c++) {
				float *v =
				    draw_vertex(3 * k + c, x + (c == 1 ? side : 0), y + (c == 2 ? side : 0));
				const float w = (float)(1 + c * (k + 1) % 3);

				for (unsigned j = 0; j < 4; j++)
					v[j] *= w; /* with perspective, and without where all are 1 */
				for (unsigned j = 0; j < 4; j++)
					v[4 + j] = 7;
				if (c == 2)
					memcpy(&v[5], &want, 4);
			}
			n += 3;
		}
		draw_auto(TRIANGLES, n);
		for (unsigned y = 0; y < (small ? 32 : 64); y++)
			for (unsigned x = 0; x < 64; x++) {
				const unsigned in = small ? x % 8 + y % 8 : x + y, side = small ? 8 : 64;
				uint32_t got;

				if (in + 1 >= side)
					continue;
				memcpy(&got, &draw_done()[y * DRAW_PX + x][1], 4);
				cr_assert_eq(got, want, "%s at %u, %u: 0x%08x, not 0x%08x",
					     rig_isa ? rig_isa : "widest", x, y, got, want);
			}
		rig_free();
	}
}

/* Points of eight pixels, or triangles with such corners, one of them at (32, 16): S and T go from 0 to 1
 * across them, the third channel is 1 and the fourth the vertex's. A triangle that is filled has the vertex's
 * values in all four. */
static void sprites(unsigned prim, unsigned front, unsigned back)
{
	draw_set(R600_SPI_PS_INPUT_CNTL(0), 1 | R600_SPI_PS_INPUT_CNTL__PT_SPRITE_TEX(1));
	draw_set(R600_SPI_INTERP_CONTROL_0, R600_SPI_INTERP_CONTROL_0__PNT_SPRITE_ENA(1) |
						R600_SPI_INTERP_CONTROL_0__PNT_SPRITE_OVRD_X(S) |
						R600_SPI_INTERP_CONTROL_0__PNT_SPRITE_OVRD_Y(T) |
						R600_SPI_INTERP_CONTROL_0__PNT_SPRITE_OVRD_Z(1) |
						R600_SPI_INTERP_CONTROL_0__PNT_SPRITE_OVRD_W(KEEP));
	draw_set(R600_PA_SU_POINT_SIZE, 8 * 8 | 8 * 8 << 16);
	draw_set(R600_PA_SU_SC_MODE_CNTL, R600_PA_SU_SC_MODE_CNTL__PROVOKING_VTX_LAST(1) |
					      R600_PA_SU_SC_MODE_CNTL__POLY_MODE(1) |
					      R600_PA_SU_SC_MODE_CNTL__POLYMODE_FRONT_PTYPE(front) |
					      R600_PA_SU_SC_MODE_CNTL__POLYMODE_BACK_PTYPE(back));
	for (unsigned i = 0; i < 6; i++) {
		static const float at[6][2] = {{32, 16}, {56, 16}, {32, 56}, {8, 16}, {8, 56}, {24, 16}};
		float *v = draw_vertex(i, at[i][0], at[i][1]);

		for (unsigned k = 0; k < 4; k++)
			v[4 + k] = 5 + (float)k;
	}
	draw_auto(prim, prim == POINTS ? 1 : 6);
}

Test(r600_inputs, sprites_at_corners)
{
	for (unsigned i = 0; i < 4 * 3; i++) {
		const unsigned kind = i / 3;
		draw_row *px;

		rig_isa = isas[i % 3];
		draw_new("rv770");
		/* points; triangles as points; the first, or the second, as points, and the other filled */
		sprites(kind ? TRIANGLES : POINTS, kind == 3 ? FILLED : 0, kind == 2 ? FILLED : 0);
		px = draw_done();
		for (unsigned t = 0; t < 2; t++) {
			/* the second triangle goes around the other way */
			const unsigned x0 = t ? 4 : 28, filled = kind == 2 ? !t : kind == 3 ? t : 0;

			if (t && !kind)
				continue;
			for (unsigned y = 0; y < 8; y++)
				for (unsigned x = 0; x < 8; x++) {
					const float *p = px[(12 + y) * DRAW_PX + x0 + x];
					const float want[4] = {((float)x + 0.5f) / 8, ((float)y + 0.5f) / 8,
							       1, 8};

					if (filled && (x < 5 || y < 5))
						continue;
					for (unsigned c = 0; c < 4; c++)
						cr_expect_float_eq(p[c], filled ? 5 + (float)c : want[c],
								   1e-5, "%u, triangle %u, %s at %u, %u: %g",
								   kind, t, rig_isa ? rig_isa : "widest", x,
								   y, (double)p[c]);
				}
		}
		rig_free();
	}
}
