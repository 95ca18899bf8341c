/* SPDX-License-Identifier: MIT
 *
 * 2D on the models of Vivante's cores: the test card and text against formulas, and fills and copies at
 * random against a picture that is kept beside them. Models that object fail the test.
 */
#include "lib/fl_font.h"
#include "lib/gc/surface.h"
#include "tests/unit/test_lib_blit_expected.h"
#include "tests/unit/test_lib_rig.h"

TestSuite(gc_lib_2d, .timeout = 60);

static const char *const chips[] = {"gc400", "gc880", "gc2000", "gc3000", "gc7000l"};
enum { CHIPS = sizeof(chips) / sizeof(chips[0]) };

static void card_is_exact(const char *chip, uint32_t w, uint32_t h)
{
	struct rig *r = rig_open_chip(chip, w, h, false);
	unsigned wrong = 0;

	for (unsigned frame = 0; frame < 2; frame++) { /* the second begins where the first ended */
		rig_frame(r, &fl_demo_blit, frame);
		for (uint32_t y = 0; y < h; y++)
			for (uint32_t x = 0; x < w; x++)
				wrong += rig_at(r, x, y) != fl_blit_expected(x, y, w, h, r->stage.g.caps);
	}
	cr_expect_eq(wrong, 0, "%s, %u x %u: %u pixels differ", chip, w, h, wrong);
	rig_close(r);
}

Test(gc_lib_2d, test_card)
{
	for (unsigned c = 0; c < CHIPS; c++) {
		card_is_exact(chips[c], 641, 487);
		card_is_exact(chips[c], 352, 246);
	}
}

/* Twice the scale, and more vertices than a batch holds. */
Test(gc_lib_2d, large_test_card)
{
	card_is_exact("gc2000", 1024, 768);
	card_is_exact("gc3000", 1024, 768);
}

Test(gc_lib_2d, text)
{
	for (unsigned c = 0; c < CHIPS; c++) {
		struct rig *r = rig_open_chip(chips[c], 640, 480, false);
		unsigned wrong = 0;

		rig_frame(r, &fl_demo_text, 7);
		/* "First light" at (24, 24), four times as large; '@' to '_' at (24, 148) */
		for (uint32_t y = 0; y < 64; y++)
			for (uint32_t x = 0; x < 11 * 32; x++) {
				const uint8_t *glyph = fl_font_glyph((uint8_t) "First light"[x / 32]);
				const bool set = glyph[y / 4] >> (7 - x / 4 % 8) & 1;

				wrong += rig_at(r, 24 + x, 24 + y) != (set ? 0xffffe9b0 : 0xff1b2230);
			}
		for (uint32_t y = 0; y < 16; y++)
			for (uint32_t x = 0; x < 256; x++) {
				const bool set = fl_font_glyph((uint8_t)('@' + x / 8))[y] >> (7 - x % 8) & 1;

				wrong += rig_at(r, 24 + x, 148 + y) != (set ? 0xffd8dee9 : 0xff1b2230);
			}
		cr_expect_eq(wrong, 0, "%s: %u pixels differ", chips[c], wrong);
		rig_close(r);
	}
}

/* ---- at random ----------------------------------------------------------------------------------------- */
enum { SIDE_W = 1100, SIDE_H = 610, STEPS = 40 };

static uint32_t seed;

static uint32_t below(uint32_t n)
{
	seed ^= seed << 13;
	seed ^= seed >> 17;
	seed ^= seed << 5;
	return seed % n;
}

/* A surface, and what is to be in it. */
struct kept {
	struct fl_surface s;
	uint32_t px[SIDE_H][SIDE_W];
};
static struct kept kept[2];

static void place(struct rig *r, struct kept *k, enum fl_format format, uint32_t tiling)
{
	struct fl_err err = {0};
	uint32_t row[SIDE_W];

	cr_assert_eq(fl_surface_place(&k->s, &r->stage.vram, SIDE_W, SIDE_H, format, tiling, FL_USE_2D, &err),
		     FL_OK, "%s", err.text);
	for (uint32_t y = 0; y < SIDE_H; y++) {
		for (uint32_t x = 0; x < SIDE_W; x++) {
			k->px[y][x] = (x * 2654435761u ^ y * 2246822519u) & (~0u >> (32 - 8 * k->s.bytes_px));
			memcpy((uint8_t *)row + x * k->s.bytes_px, &k->px[y][x], k->s.bytes_px);
		}
		fl_image_write(&r->dev, &k->s, 0, y, SIDE_W, row);
	}
}

static void fill(struct fl_2d *g, struct kept *k)
{
	const uint32_t x = below(SIDE_W), y = below(SIDE_H), w = 1 + below(SIDE_W - x),
		       h = 1 + below(SIDE_H - y);
	const uint32_t color = below(~0u) & (~0u >> (32 - 8 * k->s.bytes_px));

	fl_fill_rect(g, (int32_t)x, (int32_t)y, (int32_t)w, (int32_t)h, color);
	for (uint32_t j = y; j < y + h; j++)
		for (uint32_t i = x; i < x + w; i++)
			k->px[j][i] = color;
}

static void copy(struct fl_2d *g, const struct kept *from, struct kept *k, bool near)
{
	static uint32_t was[SIDE_H][SIDE_W];
	const uint32_t w = 1 + below(SIDE_W - 1), h = 1 + below(SIDE_H - 1);
	const uint32_t sx = below(SIDE_W - w), sy = below(SIDE_H - h);
	const uint32_t dx = near ? (sx + below(9)) % (SIDE_W - w) : below(SIDE_W - w),
		       dy = near ? (sy + below(9)) % (SIDE_H - h) : below(SIDE_H - h);

	memcpy(was, from->px, sizeof(was));
	fl_blit(g, &from->s, (int32_t)sx, (int32_t)sy, (int32_t)dx, (int32_t)dy, (int32_t)w, (int32_t)h);
	for (uint32_t j = 0; j < h; j++)
		for (uint32_t i = 0; i < w; i++)
			k->px[dy + j][dx + i] = was[sy + j][sx + i];
}

static unsigned differs(struct rig *r, const struct kept *k)
{
	unsigned wrong = 0;

	for (uint32_t y = 0; y < SIDE_H; y++)
		for (uint32_t x = 0; x < SIDE_W; x++) {
			uint32_t got = 0;

			fl_vram_read(&r->dev, k->s.offset_B + fl_surface_at(&k->s, x, y), &got,
				     k->s.bytes_px);
			if (got != k->px[y][x] && wrong++ < 3)
				cr_log_warn("%s: (%u, %u) is 0x%x, want 0x%x", r->stage.chip_name, x, y, got,
					    k->px[y][x]);
		}
	return wrong;
}

Test(gc_lib_2d, fills_and_copies_at_random)
{
	static const enum fl_format formats[] = {FL_ARGB8888, FL_RGB565, FL_ARGB1555, FL_ARGB4444};

	seed = 0x2468ace1;
	for (unsigned i = 0; i < 2 * CHIPS; i++) {
		struct rig *r = rig_open_chip(chips[i % CHIPS], 64, 64, false);
		struct fl_2d *g = &r->stage.g;
		const enum fl_format format = formats[i < CHIPS ? 0 : 1 + i % 3];

		place(r, &kept[0], format, i & 1 ? FL_MICRO : FL_LINEAR);
		place(r, &kept[1], format, i & 2 ? FL_MICRO : FL_LINEAR);
		for (unsigned step = 0; step < STEPS; step++) {
			struct kept *to = &kept[step / 10 % 2];

			if (step % 10 == 0)
				cr_assert_eq(fl_2d_target(g, &to->s), FL_OK, "%s", g->err.text);
			if (below(3))
				fill(g, to);
			else
				copy(g, &kept[below(2)], to, below(2));
		}
		rig_finish(r);
		cr_expect_eq(differs(r, &kept[0]) + differs(r, &kept[1]), 0, "%s, %s", chips[i % CHIPS],
			     fl_format_info(format)->name);
		rig_close(r);
	}
}

/* ---- what is not there --------------------------------------------------------------------------------- */
Test(gc_lib_2d, refusals)
{
	struct rig *r = rig_open_chip("gc2000", 64, 64, false);
	struct fl_stage_options o = {.width = 64, .height = 64, .by_registers = true};
	struct fl_surface s;
	struct fl_err err = {0};
	static struct fl_stage other;

	cr_expect_eq(fl_stage_open(&other, &r->dev, &o, &err), FL_USAGE);
	cr_expect_eq(fl_surface_place(&s, &r->stage.vram, 64, 64, FL_C8, FL_LINEAR, FL_USE_2D, &err),
		     FL_USAGE);
	cr_assert_eq(fl_surface_place(&s, &r->stage.vram, 64, 64, FL_ARGB8888, FL_MACRO, FL_USE_2D, &err),
		     FL_OK);
	cr_expect_eq(fl_2d_target(&r->stage.g, &s), FL_USAGE);
	cr_expect(strstr(r->stage.g.err.text, "FL_MICRO"), "%s", r->stage.g.err.text);
	r->stage.g.code = FL_OK;
	cr_assert_eq(fl_2d_target(&r->stage.g, &r->stage.screen), FL_OK);
	rig_close(r);
}
