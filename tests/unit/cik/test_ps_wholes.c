/* SPDX-License-Identifier: MIT
 *
 * Several pixel programs, compiled as a whole, in turns over the same tiles, with textures that change from
 * draw to draw; few, and more than a thread keeps. The plain path is the judge.
 */
#include "demos/demo.h"
#include "hw/model/cik/ps_whole.h"
#include "hw/model/fl_model.h"
#include "lib/hosted/fl_host.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

TestSuite(cik_ps_wholes, .timeout = 120);

enum { SIDE = 160, TEXTURES = 8, DRAWS = 60, FRAMES = 3 };

static void make_textures(struct fl_host *h)
{
	for (uint32_t n = 0; n < TEXTURES; n++) {
		struct fl_texture *t = &h->stage.texture[n];
		uint32_t texel[8 * 8];

		for (uint32_t i = 0; i < 64; i++)
			texel[i] = 0x9e3779b1u * (i + 64 * n + 1);
		cr_assert_eq(fl_texture_place(t, &h->stage.vram, FL_TEX_2D, 8, 8, 1, 1, FL_ARGB8888,
					      FL_LINEAR, &h->err),
			     FL_OK, "%s", h->err.text);
		for (uint32_t y = 0; y < 8; y++)
			fl_image_write(&h->dev, &t->image, 0, y, 8, texel + 8 * y);
		t->linear = n & 1;
		t->wrap_s = n == 3 ? FL_BORDER : FL_REPEAT; /* its color is read out of a table in memory */
		t->border_argb = 0xc0ff4020;
	}
}

static void rectangle(struct fl_draw *d, float x, float y, float w)
{
	static const float corner[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};

	fl_begin(d, FL_QUADS);
	for (unsigned k = 0; k < 4; k++) {
		fl_color(d, (uint8_t)(60 * k), (uint8_t)(200 - 40 * k), 128, (uint8_t)(255 - 50 * k));
		fl_texcoord(d, corner[k][0] * 3, corner[k][1] * 2);
		fl_vertex(d, x + corner[k][0] * w, y + corner[k][1] * w, 0);
	}
	fl_end(d);
}

/* The programs are what textures, fog and the alpha test make of them: three in turns, each with one texture
 * after the other, and then more than there is room for. */
static void draw(struct fl_host *h, uint32_t frame)
{
	struct fl_draw *d = &h->stage.d;

	fl_clear(d, FL_CLEAR_COLOR, 0xff203040, 1, 0);
	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_ortho(d, 0, SIDE, SIDE, 0, -1, 1);
	fl_matrix_mode(d, FL_MODELVIEW);
	for (uint32_t n = 0; n < DRAWS; n++) {
		const uint32_t kind = n % (n < DRAWS / 2 ? 3 : 2 * MCIK_WHOLES - 1);

		fl_texture(d, 0, kind % 7 == 6 ? NULL : &h->stage.texture[(n + frame) % TEXTURES]);
		fl_texenv(d, 0, (enum fl_texenv)(kind % 4));
		fl_fog(d, kind / 4 & 1, 0, 2, 0xff336699);
		fl_alpha_test(d, kind / 8 & 1, FL_GREATER, 90);
		rectangle(d, (float)(n * 7 % 60), (float)(n * 11 % 50), 100 - (float)(n % 9));
	}
	cr_assert_eq(fl_stage_finish(&h->stage, &h->err), FL_OK, "%s", h->err.text);
}

static uint8_t *drawn(bool scalar)
{
	static struct fl_host h;
	const struct fl_model_config cfg = {.scalar = scalar, .threads = 2, .jit = "always"};
	const uint64_t size_B = SIDE * SIDE * 4;
	uint8_t *all = malloc(FRAMES * size_B);

	cr_assert_not_null(all);
	cr_assert_eq(fl_host_open_model(&h, "bonaire", &cfg, SIDE, SIDE), FL_OK, "%s", h.err.text);
	make_textures(&h);
	for (uint32_t frame = 0; frame < FRAMES; frame++) {
		uint64_t vram_B;
		const uint8_t *vram;

		draw(&h, frame);
		vram = fl_model_vram(h.model, &vram_B);
		memcpy(all + frame * size_B, vram + h.stage.screen.offset_B, size_B);
	}
	cr_assert_eq(fl_host_close(&h), 0);
	return all;
}

Test(cik_ps_wholes, turns_of_programs_and_textures)
{
	uint8_t *want = drawn(true), *got = drawn(false);
	unsigned colors = 0;

	for (unsigned i = 0; i < FRAMES * SIDE * SIDE; i++) {
		cr_assert_eq(memcmp(want + 4 * i, got + 4 * i, 4), 0, "pixel %u of frame %u",
			     i % (SIDE * SIDE), i / (SIDE * SIDE));
		colors += i && memcmp(want + 4 * i, want + 4 * i - 4, 4) != 0;
	}
	cr_expect_gt(colors, 10000u);
	free(want);
	free(got);
}
