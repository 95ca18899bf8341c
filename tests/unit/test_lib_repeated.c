/* SPDX-License-Identifier: MIT
 *
 * Many rectangles of few colors, under state that takes turns, on a chip of each family. Models do not run a
 * pixel program again for a wave that starts as the one before (sq_pure.c, sh_pure.c): what they keep must
 * not outlive a change of color, texture, environment, fog or mask. Colors are 0 or 255 a channel, so that
 * each pixel is known.
 */
#include "tests/unit/test_lib_rig.h"

enum { TEXTURES = 3, DRAWS = 200, SEEDS = 3, PLAIN_W = W - 32 /* beyond, rectangles have other corners */ };

static const char *const chips[] = {"r580", "rv770", "bonaire", "gc2000", "gc7000l"};

static uint32_t seed, want[H][W];

static uint32_t pick(uint32_t n)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % n;
}

/* 0xAARRGGBB, opaque, each channel all or nothing */
static uint32_t color_of(uint32_t bits)
{
	return 0xff000000 | (bits & 1 ? 0xff0000 : 0) | (bits & 2 ? 0x00ff00 : 0) | (bits & 4 ? 0x0000ff : 0);
}

static uint32_t texel_bits;

static uint32_t texel(uint32_t x, uint32_t y)
{
	return color_of(texel_bits);
}

/* What unit 0 makes of a color. */
static uint32_t through(enum fl_texenv env, uint32_t color, uint32_t t)
{
	switch (env) {
	case FL_MODULATE:
		return color & t;
	case FL_ENV_ADD: /* opaque: alpha is the product */
		return color | t;
	default:
		return t;
	}
}

static void many(struct fl_stage *s)
{
	static const enum fl_texenv envs[] = {FL_MODULATE, FL_REPLACE, FL_ENV_ADD};
	struct fl_draw *d = &s->d;
	uint32_t texels[TEXTURES], mask = 7, fog = 0;
	int unit = -1;
	enum fl_texenv env = FL_MODULATE;

	fl_draw_target(d, &s->screen, NULL);
	for (unsigned i = 0; i < TEXTURES; i++) {
		texel_bits = 1 + pick(7);
		texels[i] = color_of(texel_bits);
		cr_assert_eq(fl_stage_image(s, &s->texture[i].image, 16, 16, FL_ARGB8888, texel, NULL),
			     FL_OK);
	}
	pixels(d);
	fl_clear(d, FL_CLEAR_COLOR, 0xff000000, 1, 0);
	for (unsigned y = 0; y < H; y++)
		for (unsigned x = 0; x < W; x++)
			want[y][x] = 0xff000000;
	for (unsigned i = 0; i < DRAWS; i++) {
		const uint32_t color = color_of(pick(8)), x0 = pick(PLAIN_W), y0 = pick(H);
		const uint32_t x1 = x0 + 1 + pick(PLAIN_W - x0), y1 = y0 + 1 + pick(H - y0);
		const uint32_t writes = color_of(mask);
		uint32_t drawn;

		if (!pick(4)) {
			unit = (int)pick(TEXTURES + 1) - 1;
			fl_texture(d, 0, unit < 0 ? NULL : &s->texture[unit]);
			env = envs[pick(3)];
			fl_texenv(d, 0, env);
		}
		if (!pick(6)) { /* everything is at its end: nothing but its color is seen; 0: off */
			fog = pick(2) ? color_of(pick(8)) : 0;
			fl_fog(d, fog != 0, -1, 0, fog);
		}
		if (!pick(8)) {
			mask = pick(8);
			fl_color_mask(d, mask & 1, mask & 2, mask & 4, true);
			continue;
		}
		if (!pick(6)) { /* its corners differ: waves of other kinds come between */
			fl_begin(d, FL_TRIANGLES);
			fl_texcoord(d, 0, 0);
			fl_color_argb(d, color);
			fl_vertex(d, PLAIN_W, 0, 0);
			fl_color_argb(d, ~color);
			fl_vertex(d, PLAIN_W, H, 0);
			fl_vertex(d, W, (float)y0, 0);
			fl_end(d);
		}
		fl_color_argb(d, color);
		rect(d, (float)x0, (float)y0, (float)x1, (float)y1, 0);
		drawn = unit < 0 ? color : through(env, color, texels[unit]);
		drawn = fog ? fog : drawn;
		for (uint32_t y = y0; y < y1; y++)
			for (uint32_t x = x0; x < x1; x++)
				want[y][x] = (want[y][x] & ~writes) | (drawn & writes);
	}
	fl_fog(d, false, 0, 1, 0);
	fl_color_mask(d, true, true, true, true);
	fl_texture(d, 0, NULL);
}

Test(lib_repeated, few_colors_under_state_that_takes_turns, .timeout = 300)
{
	for (unsigned c = 0; c < sizeof(chips) / sizeof(*chips); c++)
		for (uint32_t n = 0; n < SEEDS; n++) {
			struct rig *r = rig_open_chip(chips[c], W, H, false);
			unsigned wrong = 0;

			seed = 77 * c + n;
			rig_draw(r, many);
			for (uint32_t y = 0; y < H; y++)
				for (uint32_t x = 0; x < PLAIN_W; x++)
					if ((rig_at(r, x, y) ^ want[y][x]) & 0xffffff && !wrong++)
						cr_expect(false, "%s, seed %u, (%u, %u): %08x, not %08x",
							  chips[c], n, x, y, rig_at(r, x, y), want[y][x]);
			cr_expect_eq(wrong, 0, "%s, seed %u: %u pixels", chips[c], n, wrong);
			rig_close(r);
		}
}
