/* SPDX-License-Identifier: MIT
 *
 * Whole tiles of 64x64 pixels in one color and one depth, of which the models draw one block and copy it:
 * with what was drawn before and after it, tests that leave pixels out, stencils that stay, counts.
 */
#include "tests/unit/test_lib_rig.h"

enum { STEP = 12, GROUND = 0xff102030, OVER = 0xffc08040, DOT = 0xff3399cc };
static const char *const chips[] = {"r300", "r580", "rv770", "bonaire", "gc2000"};
enum { CHIPS = sizeof(chips) / sizeof(*chips) };

static void fill(struct fl_draw *d, uint32_t argb, float x0, float y0, float x1, float y1, float z)
{
	fl_color_argb(d, argb);
	rect(d, x0, y0, x1, y1, z);
}

/* All of the window, inside of one triangle. */
static void everything(struct fl_draw *d, uint32_t argb, float z)
{
	fl_color_argb(d, argb);
	fl_begin(d, FL_TRIANGLES);
	fl_vertex(d, 0, 0, z);
	fl_vertex(d, 0, 2 * H, z);
	fl_vertex(d, 2 * W, 0, z);
	fl_end(d);
}

/* Two pixels wide and high, in each of the places whose sum is even, or odd. */
static void dots(struct fl_draw *d, unsigned odd, uint32_t argb, float z)
{
	for (unsigned y = 0; y < H; y += STEP)
		for (unsigned x = 0; x < W; x += STEP)
			if ((x + y) / STEP % 2 == odd)
				fill(d, argb, (float)x, (float)y, (float)x + 2, (float)y + 2, z);
}

static bool in_dot(unsigned x, unsigned y, unsigned odd)
{
	return x % STEP < 2 && y % STEP < 2 && (x / STEP + y / STEP) % 2 == odd;
}

static void expect(const struct rig *r, const char *what, uint32_t (*color)(unsigned x, unsigned y))
{
	for (unsigned y = 0; y < H; y++)
		for (unsigned x = 0; x < W; x++)
			cr_assert_eq(rig_at(r, x, y), color(x, y), "%s at (%u, %u): %08x, not %08x", what, x,
				     y, rig_at(r, x, y), color(x, y));
}

static struct rig *begin(const char *chip)
{
	struct rig *r = rig_open_chip(chip, W, H, false);

	pixels(&r->stage.d);
	fl_clear(&r->stage.d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH | FL_CLEAR_STENCIL, GROUND, 1, 0);
	return r;
}

static uint32_t replaced(unsigned x, unsigned y)
{
	(void)x;
	(void)y;
	return DOT;
}

/* ---- order --------------------------------------------------------------------------------------------- */
static uint32_t in_order(unsigned x, unsigned y)
{
	return in_dot(x, y, 1) ? DOT : OVER;
}

static uint32_t partly(unsigned x, unsigned y)
{
	return in_dot(x, y, 1) ? DOT : x >= 30 && y < 100 ? OVER : in_dot(x, y, 0) ? 0xffffffff : GROUND;
}

Test(lib, whole_tiles_keep_their_turn)
{
	for (unsigned c = 0; c < CHIPS; c++)
		for (unsigned part = 0; part < 2; part++) {
			struct rig *r = begin(chips[c]);
			struct fl_draw *d = &r->stage.d;

			dots(d, 0, 0xffffffff, 0.5f);
			if (part)
				fill(d, OVER, 30, 0, W, 100, 0.5f);
			else
				everything(d, OVER, 0.5f);
			dots(d, 1, DOT, 0.5f);
			rig_finish(r);
			expect(r, chips[c], part ? partly : in_order);
			rig_close(r);
		}
}

/* ---- the alpha test ------------------------------------------------------------------------------------ */
static uint32_t first_dots(unsigned x, unsigned y)
{
	return in_dot(x, y, 0) ? 0xffffffff : GROUND;
}

Test(lib, whole_tiles_that_the_alpha_test_drops)
{
	for (unsigned c = 0; c < CHIPS; c++) {
		struct rig *r = begin(chips[c]);
		struct fl_draw *d = &r->stage.d;

		dots(d, 0, 0xffffffff, 0.5f);
		fl_alpha_test(d, true, FL_GREATER, 128);
		everything(d, 0x40c08040, 0.5f);
		rig_finish(r);
		expect(r, chips[c], first_dots);
		rig_close(r);
	}
}

/* ---- the depth test ------------------------------------------------------------------------------------ */
static bool near(unsigned x, unsigned y)
{
	return x % 64 >= 20 && x % 64 < 40 && y % 64 >= 20 && y % 64 < 40;
}

static uint32_t behind(unsigned x, unsigned y)
{
	return near(x, y) ? DOT : OVER;
}

Test(lib, whole_tiles_are_tested)
{
	for (unsigned c = 0; c < CHIPS; c++) {
		struct rig *r = begin(chips[c]);
		struct fl_draw *d = &r->stage.d;

		fl_depth(d, true, FL_LESS, true);
		for (unsigned y = 20; y < H; y += 64)
			for (unsigned x = 20; x < W; x += 64)
				fill(d, DOT, (float)x, (float)y, (float)x + 20, (float)y + 20, 0.25f);
		everything(d, OVER, 0.5f);
		rig_finish(r);
		expect(r, chips[c], behind);
		rig_close(r);
	}
}

/* Nearer and farther than what a whole tile has been filled with. */
Test(lib, whole_tiles_have_one_depth)
{
	for (unsigned c = 0; c < CHIPS; c++)
		for (unsigned nearer = 0; nearer < 2; nearer++) {
			struct rig *r = begin(chips[c]);
			struct fl_draw *d = &r->stage.d;

			fl_depth(d, true, FL_ALWAYS, true);
			everything(d, OVER, 0.5f);
			fl_depth(d, true, nearer ? FL_LESS : FL_GREATER, true);
			everything(d, DOT, nearer ? 0.4f : 0.6f);
			everything(d, GROUND, 0.5f);
			rig_finish(r);
			expect(r, chips[c], replaced);
			rig_close(r);
		}
}

/* ---- depths and stencils ------------------------------------------------------------------------------- */
static unsigned stencil_of(unsigned x, unsigned y)
{
	return (x / 16 + y / 16 * 5) % 4;
}

static uint32_t by_stencil(unsigned x, unsigned y)
{
	const unsigned s = stencil_of(x, y);

	/* 1 is behind the depth that was filled in, 0 nobody asks for */
	return s == 2 ? 0xff222222 : s == 3 ? 0xff333333 : OVER;
}

/* Stencils in squares; then colors and depths anew: with the stencil test off, with one that writes nothing,
 * and twice; then by stencil, before and behind it. */
Test(lib, whole_tiles_leave_stencils)
{
	for (unsigned c = 0; c < CHIPS; c++)
		for (unsigned how = 0; how < 3; how++) {
			struct rig *r = begin(chips[c]);
			struct fl_draw *d = &r->stage.d;

			fl_stencil_op(d, FL_KEEP, FL_KEEP, FL_REPLACE_OP);
			for (unsigned y = 0; y < H; y += 16)
				for (unsigned x = 0; x < W; x += 16) {
					fl_stencil(d, true, FL_ALWAYS, (uint8_t)stencil_of(x, y), 255, 255);
					fill(d, GROUND, (float)x, (float)y, (float)x + 16, (float)y + 16, 0);
				}
			if (!how) /* they come back from memory */
				rig_finish(r);
			fl_stencil(d, how == 1, FL_ALWAYS, 77, 255, 0);
			if (how == 2) {
				fl_depth(d, true, FL_ALWAYS, true);
				everything(d, GROUND, 0.75f);
			}
			fl_depth(d, true, FL_ALWAYS, true);
			everything(d, OVER, 0.5f);
			for (unsigned s = 3; s; s--) {
				fl_depth(d, true, s == 3 ? FL_GREATER : FL_LESS, true);
				fl_stencil(d, true, FL_EQUAL, (uint8_t)s, 255, 255);
				fl_stencil_op(d, FL_KEEP, FL_KEEP, FL_KEEP);
				everything(d, 0xff000000 | s * 0x111111, s == 2 ? 0.25f : 0.75f);
			}
			rig_finish(r);
			expect(r, chips[c], by_stencil);
			rig_close(r);
		}
}

/* All of both, as a clear does that is drawn. */
Test(lib, whole_tiles_replace_stencils)
{
	for (unsigned c = 0; c < CHIPS; c++) {
		struct rig *r = begin(chips[c]);
		struct fl_draw *d = &r->stage.d;

		fl_stencil_op(d, FL_KEEP, FL_KEEP, FL_REPLACE_OP);
		fl_depth(d, true, FL_ALWAYS, true);
		fl_stencil(d, true, FL_ALWAYS, 9, 255, 255);
		everything(d, OVER, 0.5f);
		fl_depth(d, true, FL_EQUAL, true);
		fl_stencil(d, true, FL_EQUAL, 9, 255, 255);
		everything(d, DOT, 0.5f);
		fl_stencil(d, true, FL_NOTEQUAL, 9, 255, 255);
		everything(d, GROUND, 0.5f);
		rig_finish(r);
		expect(r, chips[c], replaced);
		rig_close(r);
	}
}

/* ---- counts -------------------------------------------------------------------------------------------- */
Test(lib, whole_tiles_are_counted)
{
	for (unsigned c = 0; c < CHIPS; c++) {
		struct rig *r = begin(chips[c]);
		struct fl_draw *d = &r->stage.d;
		uint32_t words[FL_OCCLUSION_WORDS_MAX];
		uint64_t at = 0;
		struct fl_err err = {0};

		cr_assert_eq(fl_vram_alloc(&r->stage.vram, sizeof(words), 256, &at, &err), FL_OK);
		fl_depth(d, true, FL_ALWAYS, true);
		fl_occlusion_begin(d);
		everything(d, OVER, 0.5f);
		fill(d, DOT, 64, 10, W, H, 0.5f);
		fl_occlusion_end(d, at);
		rig_finish(r);
		fl_vram_read(&r->dev, at, words, sizeof(words));
		cr_expect_eq(fl_occlusion_count(d, words), W * H + (W - 64) * (H - 10), "%s: %u", chips[c],
			     fl_occlusion_count(d, words));
		rig_close(r);
	}
}
