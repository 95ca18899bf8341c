/* SPDX-License-Identifier: MIT
 *
 * Patterns of lines on R6xx: PA_SC_LINE_STIPPLE, by formula.
 */
#include "tests/unit/r600/draw_rig.h"

enum {
	LINES = 2,
	LINE_STRIP = 3,
	TRIANGLES = 4,
	ON = 1 << 2 | 1 << 22,
	EACH_LINE = 1 << 29,
	EACH_STRIP = 2 << 29
};

static bool bit(unsigned pattern, unsigned repeat, unsigned at)
{
	return pattern >> at / repeat % 16 & 1;
}

static void stipple(unsigned pattern, unsigned repeat, uint32_t how)
{
	draw_set(R600_PA_SC_MODE_CNTL, ON);
	draw_set(R600_PA_SC_LINE_STIPPLE, pattern | (repeat - 1) << 16 | how);
}

/* Lines along rows, both ways, and along columns; from anywhere in a pixel. */
Test(r600_lines, each_line_begins_anew)
{
	static const unsigned pattern[] = {0x00ff, 0x5555, 0x8001, 0x1234}, repeat[] = {1, 3, 2, 5};

	for (unsigned k = 0; k < 4; k++) {
		draw_new(k & 1 ? "rv770" : "rv630");
		stipple(pattern[k], repeat[k], EACH_LINE);
		draw_color(0, 3.5f, 10.5f, 1), draw_color(1, 60.5f, 10.5f, 1);
		draw_color(2, 60.5f, 20.5f, 1), draw_color(3, 3.5f, 20.5f, 1);
		draw_color(4, 30.5f, 25.5f, 1), draw_color(5, 30.5f, 62.5f, 1);
		draw_color(6, 40.5f, 62.5f, 1), draw_color(7, 40.5f, 25.5f, 1);
		draw_auto(LINES, 8);
		for (unsigned x = 0; x < DRAW_PX; x++) {
			const bool in = x >= 3 && x<60, back = x> 3 && x <= 60;

			cr_assert_eq(draw_red(x, 10), in && bit(pattern[k], repeat[k], x - 3), "%u", x);
			cr_assert_eq(draw_red(x, 20), back && bit(pattern[k], repeat[k], 60 - x), "%u", x);
		}
		for (unsigned y = 22; y < DRAW_PX; y++) {
			const bool in = y >= 25 && y<62, back = y> 25 && y <= 62;

			cr_assert_eq(draw_red(30, y), in && bit(pattern[k], repeat[k], y - 25), "%u", y);
			cr_assert_eq(draw_red(40, y), back && bit(pattern[k], repeat[k], 62 - y), "%u", y);
		}
		rig_free();
	}
}

/* A strip counts on round its corners, wherever in their pixels these are; the next strip does not. */
Test(r600_lines, strips_go_on)
{
	const unsigned pattern = 0x0c35, repeat = 2;

	for (unsigned k = 0; k < 16; k++) {
		const float d = (float)k / 16; /* in a pixel */
		/* the lines' diamonds reach a tenth of a pixel from the middle, this far below it */
		const unsigned first = d > 0.6f, last = first;

		draw_new("rv770");
		stipple(pattern, repeat, EACH_STRIP);
		draw_color(0, 2 + d, 5.9f, 1);
		draw_color(1, 21 + d, 5.9f, 1);
		draw_color(2, 50 + d, 5.9f, 1);
		draw_auto(LINE_STRIP, 3);
		draw_auto(LINE_STRIP, 3);
		for (unsigned x = 0; x < DRAW_PX; x++)
			cr_assert_eq(draw_red(x, 5),
				     x >= 2 + first && x < 50 + last && bit(pattern, repeat, x - 2 - first),
				     "%u of %u", x, k);
		rig_free();
	}
}

/* Without a reset the pattern runs from draw to draw, and PA_SC_LINE_STIPPLE_STATE says where it stands. */
Test(r600_lines, running_pattern)
{
	const unsigned pattern = 0x1357, repeat = 3;

	draw_new("rv770");
	stipple(pattern, repeat, 0);
	draw_set(R600_PA_SC_LINE_STIPPLE_STATE, 7 | 1 << 8);
	draw_color(0, 0.5f, 5.5f, 1), draw_color(1, 20.5f, 5.5f, 1);
	draw_auto(LINES, 2);
	cr_assert_eq(mr600_vgt_read(rig.r, R600_PA_SC_LINE_STIPPLE_STATE, MR600_HOST), 14 | 0 << 8);
	draw_color(0, 20.5f, 5.5f, 1), draw_color(1, 60.5f, 5.5f, 1);
	draw_auto(LINES, 2);
	for (unsigned x = 0; x < 60; x++)
		cr_assert_eq(draw_red(x, 5), bit(pattern, repeat, x + 7 * repeat + 1), "%u", x);
	rig_free();
}

/* The highest bit first; wide lines have the pattern across; what is no line has none. */
Test(r600_lines, bit_order_and_width)
{
	draw_new("rv770");
	stipple(0x8005, 1, EACH_LINE | 1u << 28);
	draw_set(R600_PA_SU_LINE_CNTL, 24);
	draw_color(0, 0.5f, 10.5f, 1), draw_color(1, 60.5f, 10.5f, 1);
	draw_auto(LINES, 2);
	for (unsigned x = 0; x < 60; x++)
		for (unsigned y = 9; y < 12; y++)
			cr_assert_eq(draw_red(x, y), x % 16 == 0 || x % 16 == 13 || x % 16 == 15, "%u", x);
	draw_wipe();
	draw_color(0, 0, 0, 1), draw_color(1, 64, 0, 1), draw_color(2, 0, 64, 1);
	draw_auto(TRIANGLES, 3);
	for (unsigned x = 0; x < 60; x++)
		cr_assert_eq(draw_red(x, 1), 1);
	rig_quiet();
	rig_free();
}

static void deep(unsigned i, float x, float red)
{
	float *v = draw_vertex(i, x, 10.5f);

	v[2] = 0.5f;
	v[4] = red;
}

/* Depth is tested before the program where it can be: pixels that the pattern drops write none. */
Test(r600_lines, no_depth_between)
{
	draw_new("rv770");
	draw_set(R600_DB_DEPTH_BASE, 0x800000 >> 8);
	draw_set(R600_DB_DEPTH_SIZE, (DRAW_PX / 8 - 1) | (DRAW_PX * DRAW_PX / 64 - 1) << 10);
	draw_set(R600_DB_DEPTH_INFO, R600_DB_DEPTH_INFO__FORMAT(1) | R600_DB_DEPTH_INFO__ARRAY_MODE(2));
	for (unsigned k = 0; k < 2; k++) {
		stipple(k ? 0xffff : 0x0f05, 1, EACH_LINE);
		draw_set(R600_DB_DEPTH_CONTROL, k ? 0x22 : 0x76); /* equal; always, and written */
		deep(0, 0.5f, (float)(k + 1)), deep(1, 60.5f, (float)(k + 1));
		draw_auto(LINES, 2);
	}
	for (unsigned x = 0; x < 60; x++)
		cr_assert_eq(draw_red(x, 10), bit(0x0f05, 1, x) ? 2 : 0, "%u", x);
	rig_free();
}
