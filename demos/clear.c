/* SPDX-License-Identifier: MIT
 *
 * clear: the smallest thing that the 3D pipe can draw. The whole picture is cleared, then 8 x 6 scissored
 * clears put a field of colors into it.
 */
#include "demos/demo.h"

enum { COLUMNS = 8, ROWS = 6 };

static enum fl_code frame(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	struct fl_draw *d = &s->d;
	uint32_t w = s->width, h = s->height, gap = w / 64;

	fl_scissor_off(d);
	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, 0xff101418, 1, 0);
	for (uint32_t row = 0; row < ROWS; row++)
		for (uint32_t col = 0; col < COLUMNS; col++) {
			uint32_t x0 = gap + (w - gap) * col / COLUMNS, x1 = (w - gap) * (col + 1) / COLUMNS;
			uint32_t y0 = gap + (h - gap) * row / ROWS, y1 = (h - gap) * (row + 1) / ROWS;
			uint32_t red = col * 255 / (COLUMNS - 1), green = row * 255 / (ROWS - 1);
			/* Blue waves through the field once in four seconds. */
			uint32_t wave = (n + 10 * (col + row)) % 240,
				 blue = wave < 120 ? wave * 2 : (239 - wave) * 2;

			fl_scissor(d, (int32_t)x0, (int32_t)y0, (int32_t)(x1 - x0), (int32_t)(y1 - y0));
			fl_clear(d, FL_CLEAR_COLOR, 0xff000000u | red << 16 | green << 8 | blue, 1, 0);
		}
	fl_scissor_off(d);
	return FL_OK;
}

const struct fl_demo fl_demo_clear = {
    .name = "clear",
    .what = "a field of colors out of scissored clears: the 3D pipe's smallest job",
    .needs = FL_NEEDS_3D,
    .frame = frame,
};
