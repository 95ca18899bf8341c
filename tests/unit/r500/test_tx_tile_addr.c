/* SPDX-License-Identifier: MIT
 *
 * hw/model/r500/tile_addr.h: tile shapes against the tables of the R5xx guide (2.2, 2.3), addresses against
 * the formulas that Mesa's classic driver used for CPU access, and that no two pixels share an address.
 */
#include "hw/model/r500/tile_addr.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

TestSuite(tx_tile_addr);

/* R5xx guide 2.2 (micro) and 2.3 (macro = 8 times that). */
static const struct {
	unsigned cpp, micro, w, h;
} shape[] = {
    {1, MR500_MICRO_LINEAR, 32, 1}, {1, MR500_MICRO_TILED, 8, 4},  {2, MR500_MICRO_LINEAR, 16, 1},
    {2, MR500_MICRO_TILED, 8, 2},   {2, MR500_MICRO_SQUARE, 4, 4}, {4, MR500_MICRO_LINEAR, 8, 1},
    {4, MR500_MICRO_TILED, 4, 2},   {8, MR500_MICRO_LINEAR, 4, 1}, {8, MR500_MICRO_TILED, 2, 2},
    {16, MR500_MICRO_LINEAR, 2, 1},
};
enum { SHAPES = sizeof(shape) / sizeof(shape[0]) };

Test(tx_tile_addr, shapes_of_the_guide)
{
	for (unsigned i = 0; i < SHAPES; i++) {
		cr_expect_eq(mr500_tile_align_w(shape[i].cpp, shape[i].micro, false), shape[i].w, "row %u",
			     i);
		cr_expect_eq(mr500_tile_align_h(shape[i].cpp, shape[i].micro, false), shape[i].h, "row %u",
			     i);
		cr_expect_eq(mr500_tile_align_w(shape[i].cpp, shape[i].micro, true), shape[i].w * 8, "row %u",
			     i);
		cr_expect_eq(mr500_tile_align_h(shape[i].cpp, shape[i].micro, true), shape[i].h * 8, "row %u",
			     i);
	}
}

Test(tx_tile_addr, every_layout_is_a_bijection)
{
	for (unsigned i = 0; i < SHAPES; i++) {
		for (unsigned macro = 0; macro < 2; macro++) {
			unsigned cpp = shape[i].cpp, micro = shape[i].micro;
			unsigned w = 3 * mr500_tile_align_w(cpp, micro, macro),
				 h = 3 * mr500_tile_align_h(cpp, micro, macro);
			/* A power of two of macro-tiles a row is not needed: bits 9 and 10 permute inside
			 * one. */
			uint8_t *seen = calloc(w * h, 1);
			for (unsigned y = 0; y < h; y++) {
				for (unsigned x = 0; x < w; x++) {
					uint32_t at = mr500_tile_addr(x, y, cpp, w, micro, macro);
					cr_assert_lt(at, w * h * cpp);
					cr_assert_eq(at % cpp, 0);
					cr_assert_eq(seen[at / cpp], 0, "cpp %u micro %u macro %u: (%u, %u)",
						     cpp, micro, macro, x, y);
					seen[at / cpp] = 1;
				}
			}
			free(seen);
		}
	}
}

Test(tx_tile_addr, linear_is_linear)
{
	for (unsigned cpp = 1; cpp <= 16; cpp *= 2)
		for (unsigned i = 0; i < 500; i++) {
			uint32_t x = i * 7 % 96, y = i * 13 % 40;
			cr_expect_eq(mr500_tile_addr(x, y, cpp, 96, MR500_MICRO_LINEAR, false),
				     (y * 96 + x) * cpp);
		}
}

Test(tx_tile_addr, microtiled_rows_of_tiles)
{
	/* R5xx guide 4.2: micro-tiles in row-column order. 32 bpp: 4x2 pixels; the pixel right of a tile
	 * starts the next. */
	cr_expect_eq(mr500_tile_addr(0, 1, 4, 64, MR500_MICRO_TILED, false), 16);
	cr_expect_eq(mr500_tile_addr(4, 0, 4, 64, MR500_MICRO_TILED, false), 32);
	cr_expect_eq(mr500_tile_addr(0, 2, 4, 64, MR500_MICRO_TILED, false), 64 / 4 * 32);
	cr_expect_eq(mr500_tile_addr(5, 3, 4, 64, MR500_MICRO_TILED, false), 64 / 4 * 32 + 32 + 16 + 4);
}

/* The address bits for 32 bpp macro- and micro-tiled as Mesa 7.10's radeon_span.c (r300 branch) has them, in
 * bits of the pixel's place: a5 = x2, a6 = y1, a7 = x3^y3, a8 = x4^y2, a9 = x4^y4, a10 = x5^y3. */
Test(tx_tile_addr, mesa_classic_32bpp_tiled)
{
	for (uint32_t y = 0; y < 64; y++)
		for (uint32_t x = 0; x < 128; x++) {
			uint32_t b = (y / 16 * (128 / 32) + x / 32) * 2048;
			uint32_t want = b + (x & 3) * 4 + (y & 1) * 16 + (x >> 2 & 1) * 32 +
					(y >> 1 & 1) * 64 + ((x >> 3 ^ y >> 3) & 1) * 128 +
					((x >> 4 ^ y >> 2) & 1) * 256 + ((x >> 4 ^ y >> 4) & 1) * 512 +
					((x >> 5 ^ y >> 3) & 1) * 1024;
			cr_assert_eq(mr500_tile_addr(x, y, 4, 128, MR500_MICRO_TILED, true), want, "(%u, %u)",
				     x, y);
		}
}
