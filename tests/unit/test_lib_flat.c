/* SPDX-License-Identifier: MIT
 *
 * Flat colors one after the other. The models do not run a program again whose inputs are those of the wave
 * before, so what comes next may not be taken for what came: another color, the same one in fewer pixels,
 * one that is not flat, one that the alpha test drops, and another after it.
 */
#include "tests/unit/test_lib_rig.h"

enum { CELL = 16, CELLS = W / CELL * (H / CELL), KINDS = 5 };
enum { FLAT, AGAIN, SMALL, SHADED, DROPPED };

static uint32_t kind_of(uint32_t i)
{
	return (i * 7 + i / 5) % KINDS;
}

/* Of cell i: in AGAIN and SMALL that of the cell before. */
static uint32_t color_of(uint32_t i)
{
	while (i && (kind_of(i) == AGAIN || kind_of(i) == SMALL))
		i--;
	return 0xff000000 | (i * 0x9e3779b1u >> 8);
}

static void cell(struct fl_draw *d, uint32_t i)
{
	const float x = (float)(i % (W / CELL) * CELL), y = (float)(i / (W / CELL) * CELL);
	const uint32_t kind = kind_of(i), left = color_of(i),
		       right = kind == SHADED ? ~left | 0xff000000 : left;
	const float size = kind == SMALL ? 2 : CELL;

	if (kind == DROPPED)
		fl_alpha_test(d, true, FL_LESS, 128);
	fl_begin(d, FL_QUADS);
	fl_color_argb(d, left);
	fl_vertex(d, x, y, 0);
	fl_vertex(d, x, y + size, 0);
	fl_color_argb(d, right);
	fl_vertex(d, x + size, y + size, 0);
	fl_vertex(d, x + size, y, 0);
	fl_end(d);
	if (kind == DROPPED)
		fl_alpha_test(d, false, FL_ALWAYS, 0);
}

/* The channel of a pixel whose middle is at + 1/2 of CELL on the way from one color to the other */
static int between(uint32_t left, uint32_t right, unsigned shift, uint32_t at)
{
	const double a = left >> shift & 255, b = right >> shift & 255;

	return (int)lround(a + (b - a) * (at + 0.5) / CELL);
}

static void check(const struct rig *r, const char *chip, uint32_t i, uint32_t x, uint32_t y)
{
	const uint32_t left = color_of(i), kind = kind_of(i),
		       got = rig_at(r, i % (W / CELL) * CELL + x, i / (W / CELL) * CELL + y);

	if (kind == SHADED)
		for (unsigned shift = 0; shift < 24; shift += 8) {
			const int off = (int)(got >> shift & 255) - between(left, ~left, shift, x);

			cr_assert(abs(off) <= 1, "%s: shaded cell %u at (%u, %u): %08x", chip, i, x, y, got);
		}
	else
		cr_assert_eq(got,
			     kind == DROPPED || (kind == SMALL && (x >= 2 || y >= 2)) ? 0xff102030 : left,
			     "%s: cell %u of kind %u at (%u, %u): %08x", chip, i, kind, x, y, got);
}

Test(lib, flat_colors_after_each_other)
{
	static const char *const chips[] = {"r300", "r580", "rv770", "bonaire"};

	for (unsigned c = 0; c < sizeof(chips) / sizeof(*chips); c++) {
		struct rig *r = rig_open_chip(chips[c], W, H, false);
		struct fl_draw *d = &r->stage.d;

		pixels(d);
		fl_clear(d, FL_CLEAR_COLOR, 0xff102030, 1, 0);
		for (uint32_t i = 0; i < CELLS; i++)
			cell(d, i);
		rig_finish(r);
		for (uint32_t i = 0; i < CELLS; i++)
			for (uint32_t k = 0; k < CELL * CELL; k++)
				check(r, chips[c], i, k % CELL, k / CELL);
		rig_close(r);
	}
}
