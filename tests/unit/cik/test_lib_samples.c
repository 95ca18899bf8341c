/* SPDX-License-Identifier: MIT
 *
 * Several samples a pixel on Sea Islands: how many of them an edge covers, by their places, which are those
 * of the facts (10); depths of samples; and resolves into surfaces of every tiling.
 */
#include "tests/unit/test_lib_rig.h"

enum { SIDE = 64, STEPS = 16 };

/* From the middle, in 1/16 pixel. */
static const int8_t places[3][8][2] = {
    {{-4, -4}, {4, 4}},
    {{-2, -6}, {2, 6}, {-6, 2}, {6, -2}},
    {{-3, -5}, {5, 1}, {-1, 3}, {7, -7}, {-7, -1}, {3, 7}, {-5, 5}, {1, -3}},
};
static uint32_t log2_samples, format, resolved_tiling;
static struct fl_surface resolved;

/* Samples at or behind edge `at`, in 1/16 pixel from the left or the top. */
static double behind(uint32_t axis, int at)
{
	const uint32_t n = 2u << log2_samples;
	uint32_t in = 0;

	for (uint32_t i = 0; i < n; i++)
		in += 8 + places[log2_samples][i][axis] >= at;
	return in / (double)n;
}

static void draw_samples(struct fl_stage *s)
{
	struct fl_surface many, depth;
	struct fl_draw *d = &s->d;
	struct fl_err err = {0};
	const uint32_t n = 2u << log2_samples;

	cr_assert_eq(fl_surface_multisample(&many, &s->vram, SIDE, SIDE, (enum fl_format)format, n, &err),
		     FL_OK, "%s", err.text);
	cr_assert_eq(fl_surface_multisample(&depth, &s->vram, SIDE, SIDE, FL_Z24S8, n, &err), FL_OK, "%s",
		     err.text);
	cr_assert_eq(fl_surface_place(&resolved, &s->vram, SIDE, SIDE, (enum fl_format)format,
				      resolved_tiling, FL_USE_3D, &err),
		     FL_OK, "%s", err.text);
	fl_draw_target(d, &many, &depth);
	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, 0, 1, 0);
	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_ortho(d, 0, SIDE, SIDE, 0, 0, -1);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
	fl_color_argb(d, 0xffffffff);
	/* row k: a left edge k / 16 into pixel 16; then a top edge so in column k */
	for (int k = 0; k < STEPS; k++) {
		rect(d, 16 + (float)k / STEPS, (float)k, 24, (float)k + 1, 0);
		rect(d, 32 + (float)k, 4 + (float)k / STEPS, 33 + (float)k, 12, 0);
	}
	/* red keeps the samples that it covers */
	fl_depth(d, true, FL_LESS, true);
	fl_color_argb(d, 0xffff0000);
	rect(d, 50.5f, 20, 60, 24, 0.2f);
	fl_color_argb(d, 0xff0000ff);
	rect(d, 48, 20, 60, 24, 0.5f);
	fl_depth(d, false, FL_ALWAYS, false);
	fl_resolve(d, &many, &resolved);
}

static void is(struct rig *r, uint32_t x, uint32_t y, const double want[4])
{
	uint8_t texel[16];
	float rgba[4];

	fl_image_read(&r->dev, &resolved, x, y, 1, texel);
	fl_pixel_unpack((enum fl_format)format, texel, rgba);
	for (int i = 0; i < 4; i++)
		cr_assert_float_eq((double)rgba[i], want[i],
				   format == FL_ARGB2101010 && i == 3 ? 1 / 3.0 + 1e-3
				   : format == FL_ARGB4444            ? 1.1 / 15
								      : 1.1 / 255,
				   "%u samples, format %u, (%u, %u), channel %d: %f, want %f",
				   2u << log2_samples, format, x, y, i, (double)rgba[i], want[i]);
}

static void is_white(struct rig *r, uint32_t x, uint32_t y, double part)
{
	is(r, x, y, (const double[4]){part, part, part, part});
}

static void check(struct rig *r)
{
	for (int k = 0; k < STEPS; k++) {
		is_white(r, 15, (uint32_t)k, 0);
		is_white(r, 16, (uint32_t)k, behind(0, k));
		is_white(r, 17, (uint32_t)k, 1);
		is_white(r, 32 + (uint32_t)k, 4, behind(1, k));
	}
	for (uint32_t x = 48; x < 53; x++) {
		const double red = x < 50 ? 0 : x > 50 ? 1 : behind(0, STEPS / 2);

		is(r, x, 22, (const double[4]){red, 0, 1 - red, 1});
	}
}

Test(cik_lib_samples, coverage_and_resolve)
{
	static const char *const chips[] = {"bonaire", "hawaii", "kabini"};
	static const uint8_t formats[4] = {FL_ARGB8888, FL_ABGR8888, FL_ARGB2101010, FL_ARGB4444};
	static const uint8_t tilings[3] = {FL_MACRO, FL_MICRO, FL_LINEAR};

	for (unsigned c = 0; c < 3; c++) {
		struct rig *r = rig_open_chip(chips[c], W, H, false);

		for (log2_samples = 0; log2_samples < 3; log2_samples++)
			for (uint32_t i = 0; i < 4; i++) {
				format = formats[i];
				resolved_tiling = tilings[(log2_samples + i) % 3];
				rig_draw(r, draw_samples);
				check(r);
			}
		rig_close(r);
	}
}
