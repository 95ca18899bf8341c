/* SPDX-License-Identifier: MIT
 *
 * Layers of a linear target follow each other row by row, however few rows they have: those of a 1D array
 * have one (CB_COLOR_SIZE.SLICE_TILE_MAX, in tiles of 64 pixels: R6xx facts 6.1). What one layer writes back
 * leaves its neighbours' rows alone.
 */
#include "tests/unit/r600/draw_rig.h"

enum { STRIP = 6, LAYERS = 6, MOST_ROWS = 9 };

/* Layer i in color i + 1, none of them written back before the last is drawn. */
static void layers(unsigned rows, unsigned from, unsigned step)
{
	draw_set(R600_CB_COLOR_SIZE(0), R600_CB_COLOR_SIZE__PITCH_TILE_MAX(DRAW_PX / 8 - 1) |
					    R600_CB_COLOR_SIZE__SLICE_TILE_MAX(rows - 1));
	draw_set(R600_PA_SC_GENERIC_SCISSOR_BR, DRAW_PX | rows << 16);
	for (unsigned k = 0; k < LAYERS; k++) {
		const unsigned i = (from + k * step) % LAYERS;

		draw_set(R600_CB_COLOR_VIEW(0),
			 R600_CB_COLOR_VIEW__SLICE_START(i) | R600_CB_COLOR_VIEW__SLICE_MAX(i));
		for (unsigned v = 0; v < 4; v++)
			draw_color(4 * k + v, v & 1 ? 64 : 0, v & 2 ? 64 : 0, (float)(i + 1));
		draw_set(R600_VGT_INDX_OFFSET, 4 * k);
		draw_auto(STRIP, 4);
	}
}

Test(r600_thin_layers, beside_each_other)
{
	for (unsigned rows = 1; rows <= MOST_ROWS; rows++)
		for (unsigned back = 0; back < 2; back++) {
			draw_new("rv770");
			layers(rows, back ? LAYERS - 1 : 0, back ? LAYERS - 1 : 1);
			for (unsigned y = 0; y < DRAW_PX; y++)
				for (unsigned x = 0; x < DRAW_PX; x++) {
					const unsigned want = y / rows < LAYERS ? y / rows + 1 : 0;

					cr_assert_eq(draw_red(x, y), (float)want,
						     "%u rows: %u %u: %g, not %u", rows, x, y,
						     (double)draw_red(x, y), want);
				}
			rig_quiet();
			rig_free();
		}
}
