/* SPDX-License-Identifier: MIT
 *
 * Levels of detail of texture look-ups: which is asked for, what clamps it, how two are blended, and what
 * anisotropic filters make of it.
 */
#include "tests/unit/test_texel_rig.h"

static _Alignas(64) float bias[LANES];

/* Neighbours of a quad are 2^n texels apart: the level is n, and what is added to it. */
static void apart(float dx, float dy)
{
	for (unsigned l = 0; l < LANES; l++) {
		in[0][l] = (l % 4 == 1 || l % 4 == 3 ? dx : 0) / W;
		in[1][l] = (l % 4 >= 2 ? dy : 0) / H;
	}
}

/* ARB_texture_query_lod: of a single level its number, ceil(LOD + 1/2) - 1. */
Test(texel_levels, a_single_level_is_asked_for)
{
	for (int step = -32; step < 48; step++) {
		const float lod = (float)step / 8, level = ceilf(fminf(fmaxf(lod, 0), LEVELS - 1) + 0.5f) - 1;

		if (step % 8 == 4 || step % 8 == -4) /* GL may choose */
			continue;
		start(FL_TEXEL_2D, W, H, 1);
		apart(1, 0.01f);
		request.op = FL_TEXEL_OP_QUERY;
		unit.mip = FL_TEXEL_POINT;
		unit.lod_bias = lod;
		look();
		cr_assert_float_eq(out[0][0], lod, 1e-4);
		cr_assert_eq(out[1][0], level, "%g: %g", lod, out[1][0]);
	}
}

Test(texel_levels, the_level_is_asked_for)
{
	for (int n = -3; n < 6; n++)
		for (unsigned how = 0; how < 16; how++) {
			float lod, level;

			start(FL_TEXEL_2D, W, H, 1);
			apart(how & 1 ? ldexpf(1, n) : 0.01f, how & 1 ? 0.01f : ldexpf(1, n));
			request.op = FL_TEXEL_OP_QUERY;
			unit.mip = how & 2 ? FL_TEXEL_LINEAR : FL_TEXEL_NONE;
			unit.min_level = 1;
			if (how & 4) {
				unit.lod_bias = 0.25f;
				request.bias = bias;
				for (unsigned l = 0; l < LANES; l++)
					bias[l] = (float)l / 64;
			}
			if (how & 8) {
				unit.lod_clamp = true;
				unit.lod_min = 1.25f;
				unit.lod_max = 1.75f;
			}
			look();
			for (unsigned l = 0; l < LANES; l++) {
				lod = (float)n + (how & 4 ? 0.25f + (float)l / 64 : 0);
				level = lod;
				if (how & 8)
					level = fminf(fmaxf(level, 1.25f), 1.75f);
				level = how & 2 ? fminf(fmaxf(level, 1), LEVELS - 1) : 1;
				cr_assert_float_eq(out[0][l], lod, 1e-4, "%d, %u: %g", n, how, out[0][l]);
				cr_assert_float_eq(out[1][l], level, 1e-4, "%d, %u: %g", n, how, out[1][l]);
				cr_assert_eq(out[2][l], 0);
				cr_assert_eq(out[3][l], 0);
			}
		}
}

Test(texel_levels, levels_are_clamped)
{
	start(FL_TEXEL_2D, W, H, 1);
	unit.mip = FL_TEXEL_POINT;
	request.op = FL_TEXEL_OP_LOD;
	for (unsigned step = 0; step < 9; step++) {
		unit.lod_clamp = step % 3 != 0;
		unit.lod_min = step % 3 == 1 ? 0.75f : 0;
		unit.lod_max = step % 3 == 2 ? 1.25f : 9;
		all(3, (float)(step / 3));
		look();
		const unsigned want = step % 3 == 1 && step / 3 < 1   ? 1
				      : step % 3 == 2 && step / 3 > 1 ? 1
								      : step / 3;
		cr_expect_eq(out[0][9], value(want, 0, 0, 0, 0), "step %u: %g", step, out[0][9]);
	}
	/* added to, beside the look-up's own */
	request.bias = bias;
	unit.lod_clamp = false;
	for (unsigned l = 0; l < LANES; l++) {
		bias[l] = (float)(l % 3);
		in[3][l] = 0.125f;
	}
	look();
	for (unsigned l = 0; l < LANES; l++)
		cr_expect_eq(out[0][l], value(l % 3, 0, 0, 0, 0));
}

/* Of two levels one that weighs nothing is left alone, whatever it holds. */
Test(texel_levels, what_weighs_nothing_does_not_count)
{
	start(FL_TEXEL_2D, W, H, 1);
	unit.mip = FL_TEXEL_LINEAR;
	request.op = FL_TEXEL_OP_LOD;
	for (unsigned i = 0; i < W * H; i++)
		texels[1][i] = i % 2 ? INFINITY : NAN;
	for (unsigned l = 0; l < LANES; l++)
		in[3][l] = l % 3 ? 0.0f : 0.5f;
	look();
	for (unsigned l = 0; l < LANES; l++) {
		if (l % 3)
			cr_expect_eq(out[0][l], value(0, 0, 0, 0, 0), "lane %u: %g", l, out[0][l]);
		else
			cr_expect(!isfinite(out[0][l]), "lane %u: %g", l, out[0][l]);
	}
}

/* Anisotropic if either filter is, of flat images and of arrays: four texels one way and one the other are
 * four look-ups on the finest level, or one on the coarsest. */
Test(texel_levels, anisotropic_by_either_filter)
{
	static const enum fl_texel_kind kinds[] = {FL_TEXEL_2D, FL_TEXEL_ARRAY, FL_TEXEL_3D};

	for (unsigned kind = 0; kind < 3; kind++)
		for (unsigned how = 0; how < 16; how++) {
			const bool min = how & 1, mag = how & 2, most = how & 4, asked = how & 8;
			const bool four = (min || mag) && most && !asked && kind < 2;
			static _Alignas(64) float d[2][3][LANES];

			start(kinds[kind], W, H, kind ? 4 : 1);
			unit.mip = FL_TEXEL_POINT;
			unit.min = min ? FL_TEXEL_ANISO : FL_TEXEL_POINT;
			unit.mag = mag ? FL_TEXEL_ANISO : FL_TEXEL_POINT;
			unit.aniso = most ? 2 : 0; /* log2 of the most look-ups */
			request.op = asked ? FL_TEXEL_OP_LOD : FL_TEXEL_OP_GRADIENTS;
			memset(d, 0, sizeof(d));
			for (unsigned c = 0; c < 3; c++) {
				request.dx[c] = d[0][c];
				request.dy[c] = d[1][c];
			}
			for (unsigned l = 0; l < LANES; l++) {
				d[0][0][l] = 4.0f / W;
				d[1][1][l] = 1.0f / H;
				in[3][l] = 4; /* the level that is asked for */
			}
			look();
			cr_expect_eq(out[0][5] < 512, four, "kind %u, %u: %g", kind, how, (double)out[0][5]);
		}
}
