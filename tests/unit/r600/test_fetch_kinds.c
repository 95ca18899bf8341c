/* SPDX-License-Identifier: MIT
 *
 * Texture instructions of R6xx beside plain look-ups: levels of all kinds, gradients, anisotropic filters,
 * the four texels of a filter, layers of volumes, borders and wraps; and what is refused.
 */
#include <math.h>

#include "tests/unit/r600/test_fetch_rig.h"

enum {
	SAMPLES = 5,
	GET_LOD = 6,
	GRADIENTS_H = 7,
	GRADIENTS_V = 8,
	LERP = 9,
	KEEP = 10,
	SET_H = 11,
	SET_V = 12,
	PASS = 13,
	CUBE_INDEX = 14,
	FETCH4 = 15,
	SAMPLE_LB = 18,
	SAMPLE_LZ = 19,
	SAMPLE_G = 20,
	SAMPLE_G_LZ = 23,
	SIZE = 16,
	PITCH_B = 256, /* of linear levels of 8 bits */
	LEVELS = 5,
	LEVELS_AT = 4 << 20,
};
enum { POINT, LINEAR, MIP_POINT = 1, MIP_LINEAR };

/* 16 x 16 of 8 bits, level n all 10 n. */
static void levels(struct fetch_rig *f)
{
	unsigned at = LEVELS_AT;

	memset(f->g->mem, 0, PITCH_B * SIZE);
	for (unsigned n = 1; n < LEVELS; n++) {
		memset(f->g->mem + at, (int)(10 * n), PITCH_B * (SIZE >> n));
		at += PITCH_B * (SIZE >> n);
	}
	image(f, &(struct image){2 - 1, 1, 1, SIZE, SIZE, 0, PITCH_B, LEVELS, 0, 0});
}

static float value(const struct fetch_rig *f)
{
	return got(f, 0) * 255;
}

/* Coordinates whose differences in each quad are dx and dy texels. */
static void slopes(struct fetch_rig *f, float dx, float dy)
{
	set_all(f, 0.25f, 0.25f, 0, 0);
	for (unsigned i = 0; i < 64; i++) {
		f->px->gpr[1][0].f[i] += (float)(i & 1) * dx / SIZE;
		f->px->gpr[1][1].f[i] += (float)(i >> 1 & 1) * dy / SIZE;
	}
}

static void sampler_lods(struct fetch_rig *f, unsigned min, unsigned max, int bias)
{
	rig_set(f->g, R600_SQ_TEX_SAMPLER_WORD(0) + 4, min | max << 10 | ((uint32_t)bias & 0xfff) << 20);
}

/* ---- levels -------------------------------------------------------------------------------------------- */
/* OpenGL's: log2 of the longer gradient, and what is added to it. */
Test(r600_fetch_kinds, level_of_gradients)
{
	struct fetch_rig f = rig_new();

	levels(&f);
	for (unsigned k = 0; k < 4; k++)
		for (unsigned way = 0; way < 2; way++) {
			sampler(&f, 2, POINT, MIP_POINT);
			slopes(&f, way ? 1 : (float)(1 << k), way ? (float)(1 << k) : 1);
			cr_assert(run(&f, SAMPLE, NORMALIZED, 0));
			cr_expect_float_eq(value(&f), 10.0f * (float)k, 0.1, "%u texels: %g", 1u << k,
					   value(&f));
			cr_assert(run(&f, GET_LOD, NORMALIZED, 0));
			cr_expect_float_eq(got(&f, 0), (float)k, 1e-5);
			cr_assert(
			    run(&f, SAMPLE, NORMALIZED | (uint32_t)(8 & 127) << 21, 0)); /* LOD_BIAS 1.0 */
			cr_expect_float_eq(value(&f), 10.0f * (float)(k + 1), 0.1);
			sampler_lods(&f, 64 * 2, 1023, 0); /* from 2 on */
			cr_assert(run(&f, SAMPLE, NORMALIZED, 0));
			cr_expect_float_eq(value(&f), k < 2 ? 20 : 10.0f * (float)k, 0.1);
			sampler_lods(&f, 0, 64, 0); /* up to 1 */
			cr_assert(run(&f, SAMPLE, NORMALIZED, 0));
			cr_expect_float_eq(value(&f), k ? 10 : 0, 0.1);
			sampler_lods(&f, 0, 1023, -64); /* one less */
			cr_assert(run(&f, SAMPLE, NORMALIZED, 0));
			cr_expect_float_eq(value(&f), k ? 10.0f * (float)(k - 1) : 0, 0.1);
		}
	rb_rig_delete(f.g);
}

Test(r600_fetch_kinds, level_that_is_given)
{
	struct fetch_rig f = rig_new();

	levels(&f);
	sampler(&f, 2, POINT, MIP_LINEAR);
	for (unsigned i = 0; i <= 16; i++) {
		set_all(&f, 0.5f, 0.5f, 0, (float)i / 4);
		cr_assert(run(&f, SAMPLE_L, NORMALIZED, 0));
		cr_expect_float_eq(value(&f), 2.5f * (float)i, 0.2, "level %g: %g", i / 4.0, value(&f));
		cr_assert(run(&f, SAMPLE_LZ, NORMALIZED, 0));
		cr_expect_float_eq(value(&f), 0, 0.01);
		slopes(&f, 2, 2);
		for (unsigned l = 0; l < 64; l++)
			f.px->gpr[1][3].f[l] = (float)i / 4;
		cr_assert(run(&f, SAMPLE_LB, NORMALIZED, 0)); /* 1 and what is in w */
		cr_expect_float_eq(value(&f), fminf(10 + 2.5f * (float)i, 40), 0.2);
	}
	rb_rig_delete(f.g);
}

static void set_gradients(struct fetch_rig *f, float h, float v)
{
	set_all(f, h / SIZE, 0, 0, 0);
	cr_assert(run(f, SET_H, NORMALIZED, 0));
	set_all(f, 0, v / SIZE, 0, 0);
	cr_assert(run(f, SET_V, NORMALIZED, 0));
	set_all(f, 0.5f, 0.5f, 0, 0);
}

/* Levels beside which only the smaller ones are others, one after the other. */
Test(r600_fetch_kinds, level_of_another_place)
{
	enum { OTHERS_AT = LEVELS_AT + (1 << 20) };
	struct fetch_rig f = rig_new();

	levels(&f);
	sampler(&f, 2, POINT, MIP_POINT);
	set_all(&f, 0.5f, 0.5f, 0, 1);
	memset(f.g->mem + OTHERS_AT, 77, PITCH_B * SIZE);
	for (unsigned i = 0; i < 4; i++) {
		word(&f, 0, 3, (RIG_BASE + (i & 1 ? OTHERS_AT : LEVELS_AT)) >> 8);
		cr_assert(run(&f, SAMPLE_L, NORMALIZED, 0));
		cr_expect_float_eq(value(&f), i & 1 ? 77 : 10, 0.1, "%u: %g", i, value(&f));
	}
	rb_rig_delete(f.g);
}

Test(r600_fetch_kinds, gradients_that_are_given)
{
	struct fetch_rig f = rig_new();

	levels(&f);
	sampler(&f, 2, POINT, MIP_POINT);
	for (unsigned h = 0; h < 4; h++)
		for (unsigned v = 0; v < 4; v++) {
			set_gradients(&f, (float)(1 << h), (float)(1 << v));
			cr_assert(run(&f, SAMPLE_G, NORMALIZED, 0));
			cr_expect_float_eq(value(&f), 10.0f * (float)(h > v ? h : v), 0.1);
			cr_assert(run(&f, SAMPLE_G_LZ, NORMALIZED, 0));
			cr_expect_float_eq(value(&f), 0, 0.1);
		}
	rb_rig_delete(f.g);
}

/* EXT_texture_filter_anisotropic: N = min(ceil(longer / shorter), most), the level log2(longer / N); and N
 * places along the longer one. */
Test(r600_fetch_kinds, anisotropic)
{
	enum { ANISO_LINEAR = 5, MAX_AT = 19 };
	struct fetch_rig f = rig_new();

	levels(&f);
	for (unsigned most = 1; most <= 4; most++)
		for (unsigned way = 0; way < 2; way++)
			for (unsigned k = 0; k < 5; k++) {
				const float longer = 8, shorter = longer / (float)(1 << k);
				const float n = (float)(1u << (k < most ? k : most));

				sampler(&f, 2, ANISO_LINEAR, MIP_POINT);
				rig_set(f.g, R600_SQ_TEX_SAMPLER_WORD(0),
					f.g->r->reg[R600_SQ_TEX_SAMPLER_WORD(0) / 4] | most << MAX_AT);
				set_gradients(&f, way ? longer : shorter, way ? shorter : longer);
				cr_assert(run(&f, SAMPLE_G, NORMALIZED, 0));
				cr_expect_float_eq(value(&f), 10 * fmaxf(log2f(longer / n), 0), 0.1,
						   "1 to %u of %u: %g", 1u << k, 1u << most, value(&f));
			}
	/* where: columns of 0 and of 200 in turn, four texels wide */
	for (unsigned y = 0; y < SIZE; y++)
		for (unsigned x = 0; x < SIZE; x++)
			f.g->mem[y * PITCH_B + x] = x / 4 & 1 ? 200 : 0;
	image(&f, &(struct image){DIM_2D, 1, 1, SIZE, SIZE, 0, PITCH_B, 1, 0, 0});
	sampler(&f, 2, 4, 0); /* of points */
	rig_set(f.g, R600_SQ_TEX_SAMPLER_WORD(0), f.g->r->reg[R600_SQ_TEX_SAMPLER_WORD(0) / 4] | 1 << MAX_AT);
	set_gradients(&f, 8, 1);
	cr_assert(run(&f, SAMPLE_G, NORMALIZED, 0)); /* two places, 4 texels apart: 8 - 2 and 8 + 2 */
	cr_expect_float_eq(value(&f), 100, 1, "%g", value(&f));
	rb_rig_delete(f.g);
}

/* ---- differences --------------------------------------------------------------------------------------- */
Test(r600_fetch_kinds, differences_in_a_quad)
{
	struct fetch_rig f = rig_new();

	for (unsigned c = 0; c < 4; c++)
		for (unsigned i = 0; i < 64; i++)
			f.px->gpr[1][c].f[i] =
			    (float)(i / 4 * 100 + (i & 1) * (c + 1) + (i >> 1 & 1) * 10 * (c + 1));
	cr_assert(run(&f, GRADIENTS_H, 0, 0));
	for (unsigned c = 0; c < 4; c++)
		cr_expect_eq(got(&f, c), (float)(c + 1));
	cr_assert(run(&f, GRADIENTS_V, 0, 0));
	for (unsigned c = 0; c < 4; c++)
		cr_expect_eq(got(&f, c), (float)(10 * (c + 1)));
	cr_assert(run(&f, PASS, 0, 0));
	for (unsigned c = 0; c < 4; c++)
		cr_expect_eq(memcmp(&f.px->gpr[2][c], &f.px->gpr[1][c], sizeof(f.px->gpr[1][c])), 0);
	rb_rig_delete(f.g);
}

/* ---- the four texels of a filter ----------------------------------------------------------------------- */
Test(r600_fetch_kinds, gather)
{
	struct fetch_rig f = rig_new();

	for (unsigned y = 0; y < SIZE; y++)
		for (unsigned x = 0; x < SIZE; x++)
			f.g->mem[y * PITCH_B + x] = (uint8_t)(x + 16 * y);
	image(&f, &(struct image){DIM_2D, 1, 1, SIZE, SIZE, 0, PITCH_B, 1, 0, 0});
	sampler(&f, 2, LINEAR, 0);
	for (unsigned y = 1; y < SIZE; y += 3)
		for (unsigned x = 1; x < SIZE; x += 2) {
			set_all(&f, (float)x / SIZE, (float)y / SIZE, 0, 0);
			cr_assert(run(&f, FETCH4, NORMALIZED, 0));
			/* Direct3D: lower left, lower right, upper right, upper left */
			cr_expect_float_eq(got(&f, 0) * 255, x - 1 + 16 * y, 0.01);
			cr_expect_float_eq(got(&f, 1) * 255, x + 16 * y, 0.01);
			cr_expect_float_eq(got(&f, 2) * 255, x + 16 * (y - 1), 0.01);
			cr_expect_float_eq(got(&f, 3) * 255, x - 1 + 16 * (y - 1), 0.01);
		}
	rb_rig_delete(f.g);
}

/* ---- volumes ------------------------------------------------------------------------------------------- */
/* Layer z is 40 z. An offset along the third axis wraps as the coordinate does, however far it reaches. */
Test(r600_fetch_kinds, volumes)
{
	enum { DEPTH = 4, LAYER_B = PITCH_B * SIZE };
	struct fetch_rig f = rig_new();

	for (unsigned z = 0; z < DEPTH; z++)
		memset(f.g->mem + z * LAYER_B, (int)(40 * z), LAYER_B);
	image(&f, &(struct image){DIM_3D, 1, 1, SIZE, SIZE, DEPTH, PITCH_B, 1, 0, 0});
	for (unsigned clamp = 0; clamp <= 2; clamp += 2)
		for (unsigned z = 0; z < DEPTH; z++)
			for (int by = -8; by < 8; by++) {
				const int at = (int)z + by;
				const int want = clamp ? at < 0        ? 0
							 : at >= DEPTH ? DEPTH - 1
								       : at
						       : (at + 8) % DEPTH;

				sampler(&f, clamp, POINT, 0);
				set_all(&f, 0.5f, 0.5f, ((float)z + 0.5f) / DEPTH, 0);
				cr_assert(run(&f, SAMPLE, NORMALIZED, (uint32_t)(by * 2 & 31) << 10));
				cr_expect_float_eq(value(&f), 40.0f * (float)want, 0.1,
						   "clamp %u, layer %u %+d: %g", clamp, z, by, value(&f));
			}
	sampler(&f, 2, LINEAR, 0);
	rig_set(f.g, R600_SQ_TEX_SAMPLER_WORD(0), f.g->r->reg[R600_SQ_TEX_SAMPLER_WORD(0) / 4] | 2 << 15);
	set_all(&f, 0.5f, 0.5f, 1.75f / DEPTH, 0); /* a quarter from layer 1 to 2 */
	cr_assert(run(&f, SAMPLE, NORMALIZED, 0));
	cr_expect_float_eq(value(&f), 50, 0.3, "%g", value(&f));
	rb_rig_delete(f.g);
}

/* ---- edges --------------------------------------------------------------------------------------------- */
/* Texel i of 16 is 10 i; where a coordinate is outside, which texel there is. */
Test(r600_fetch_kinds, wraps)
{
	enum { WRAP, MIRROR, CLAMP_LAST, MIRROR_ONCE_LAST, CLAMP_BORDER = 6, MIRROR_ONCE_BORDER };
	static const int at[] = {-20, -17, -16, -5, -1, 0, 7, 15, 16, 17, 30, 33};
	struct fetch_rig f = rig_new();

	for (unsigned x = 0; x < SIZE; x++)
		f.g->mem[x] = (uint8_t)(10 * x);
	image(&f, &(struct image){DIM_2D, 1, 1, SIZE, 1, 0, PITCH_B, 1, 0, 0});
	for (unsigned clamp = 0; clamp < 8; clamp++)
		for (unsigned i = 0; i < sizeof(at) / sizeof(at[0]); i++) {
			const int x = at[i], once = x < 0 ? -1 - x : x, turn = ((x % 32) + 32) % 32;
			const int last = x < 0 ? 0 : x > 15 ? 15 : x;
			int want;

			if (clamp == 4 || clamp == 5) /* half way to the border: of linear filters */
				continue;
			want = clamp == WRAP               ? (x + 32) % 16
			       : clamp == MIRROR           ? turn < 16 ? turn : 31 - turn
			       : clamp == CLAMP_LAST       ? last
			       : clamp == MIRROR_ONCE_LAST ? once > 15 ? 15 : once
			       : clamp == CLAMP_BORDER     ? x == last ? x : -1
			       : once > 15                 ? -1
							   : once;
			sampler(&f, clamp, POINT, 0);
			set_all(&f, ((float)x + 0.5f) / SIZE, 0.5f, 0, 0);
			cr_assert(run(&f, SAMPLE, NORMALIZED, 0));
			/* the border is opaque black */
			cr_expect_float_eq(value(&f), want < 0 ? 0 : 10.0f * (float)want, 0.1,
					   "clamp %u, %d: %g", clamp, x, value(&f));
		}
	rb_rig_delete(f.g);
}

Test(r600_fetch_kinds, borders)
{
	static const float want[3][4] = {{0, 0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1, 1}};
	static const float own[4] = {0.5f, -2, 3, 0.25f};
	struct fetch_rig f = rig_new();

	image(&f, &(struct image){DIM_2D, 35, 1, SIZE, SIZE, 0, 64, 1, 0, 0});
	for (unsigned c = 0; c < 4; c++)
		rig_float(f.g, R600_TD_PS_SAMPLER_BORDER_RED(0) + 4 * c, own[c]);
	for (unsigned type = 0; type < 4; type++) {
		sampler(&f, 6, POINT, 0);
		rig_set(f.g, R600_SQ_TEX_SAMPLER_WORD(0),
			(f.g->r->reg[R600_SQ_TEX_SAMPLER_WORD(0) / 4] & ~(3u << 22)) | type << 22);
		set_all(&f, 1.5f, 0.5f, 0, 0);
		cr_assert(run(&f, SAMPLE, NORMALIZED, 0));
		for (unsigned c = 0; c < 4; c++)
			cr_expect_eq(got(&f, c), type < 3 ? want[type][c] : own[c], "type %u, channel %u: %g",
				     type, c, got(&f, c));
	}
	rb_rig_delete(f.g);
}

/* ---- sizes --------------------------------------------------------------------------------------------- */
Test(r600_fetch_kinds, sizes)
{
	struct fetch_rig f = rig_new();

	image(&f, &(struct image){DIM_3D, 1, 1, 100, 60, 9, PITCH_B, 3, 0, 0});
	for (unsigned i = 0; i < 64; i++)
		f.px->gpr[1][0].u[i] = 1;
	cr_assert(run(&f, RESINFO, 0, 0));
	cr_expect(f.px->gpr[2][0].u[0] == 50 && f.px->gpr[2][1].u[0] == 30 && f.px->gpr[2][2].u[0] == 4 &&
		  f.px->gpr[2][3].u[0] == 3);
	image(&f, &(struct image){DIM_2D_ARRAY, 1, 1, 100, 60, 9, PITCH_B, 1, 0, 0});
	cr_assert(run(&f, RESINFO, 0, 0)); /* layers stay */
	cr_expect(f.px->gpr[2][0].u[0] == 50 && f.px->gpr[2][2].u[0] == 9);
	image(&f, &(struct image){DIM_2D_MSAA, 26, 4, 64, 64, 0, 64, 3, 0, 0});
	cr_assert(run(&f, SAMPLES, 0, 0));
	cr_expect_eq(f.px->gpr[2][3].u[0], 4); /* two to the LAST_LEVEL, which is 2 */
	rb_rig_delete(f.g);
}

/* ---- what nobody knows --------------------------------------------------------------------------------- */
static const char *report(const struct fetch_rig *f)
{
	const struct fl_report *r = fl_model_report(&f->g->r->base, 0);

	return r ? r->text : "";
}

/* Instructions of which no source says what they do, and arrays of cubes, which no driver of these chips has
 * (Mesa r600_pipe_common.c: CUBE_MAP_ARRAY from Evergreen on). */
Test(r600_fetch_kinds, refused)
{
	static const unsigned unknown[] = {LERP, KEEP, CUBE_INDEX};
	struct fetch_rig f = rig_new();

	levels(&f);
	sampler(&f, 2, POINT, 0);
	for (unsigned i = 0; i < 3; i++) {
		fl_model_reports_clear(&f.g->r->base);
		cr_expect(!run(&f, unknown[i], NORMALIZED, 0));
		cr_expect(strstr(report(&f), "nobody says what it does"), "%s", report(&f));
	}
	fl_model_reports_clear(&f.g->r->base);
	image(&f, &(struct image){DIM_CUBE, 1, 1, SIZE, SIZE, 2, PITCH_B, 1, 0, 0});
	cr_expect(!run(&f, SAMPLE, NORMALIZED, 0));
	cr_expect(strstr(report(&f), "an array of 2 cubes"), "%s", report(&f));
	rb_rig_delete(f.g);
}
