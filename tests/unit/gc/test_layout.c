/* SPDX-License-Identifier: MIT
 *
 * The address equations of Vivante's surfaces: etna_viv's printed table of tiles in a super tile, the orders
 * of bits of GC facts 8.1 spelled out bit by bit, and that every layout gives each pixel of whole surfaces a
 * place of its own inside of them.
 */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "hw/model/gc/layout.h"

static uint64_t place(unsigned layout, uint32_t x, uint32_t y, uint32_t stride_B, unsigned cpp)
{
	unsigned pipe;

	return mgc_layout_at(layout, x, y, stride_B, cpp, &pipe);
}

/* etna_viv, doc/hardware.md, "Supertiling": numbers of tiles, two rows of a group of eight, as printed. */
Test(gc_layout, printed_table)
{
	static const uint8_t rows[][16] = {
	    {0, 1, 8, 9, 16, 17, 24, 25, 32, 33, 40, 41, 48, 49, 56, 57},
	    {2, 3, 10, 11, 18, 19, 26, 27, 34, 35, 42, 43, 50, 51, 58, 59},
	    {4, 5, 12, 13, 20, 21, 28, 29, 36, 37, 44, 45, 52, 53, 60, 61},
	    {6, 7, 14, 15, 22, 23, 30, 31, 38, 39, 46, 47, 54, 55, 62, 63},
	    {64, 65, 72, 73, 80, 81, 88, 89, 96, 97, 104, 105, 112, 113, 120, 121},
	    {66, 67, 74, 75, 82, 83, 90, 91, 98, 99, 106, 107, 114, 115, 122, 123},
	    {68, 69, 76, 77, 84, 85, 92, 93, 100, 101, 108, 109, 116, 117, 124, 125},
	    {70, 71, 78, 79, 86, 87, 94, 95, 102, 103, 110, 111, 118, 119, 126, 127},
	    {128, 129, 136, 137, 144, 145, 152, 153, 160, 161, 168, 169, 176, 177, 184, 185},
	    {130, 131, 138, 139, 146, 147, 154, 155, 162, 163, 170, 171, 178, 179, 186, 187},
	    {132, 133, 140, 141, 148, 149, 156, 157, 164, 165, 172, 173, 180, 181, 188, 189},
	    {134, 135, 142, 143, 150, 151, 158, 159, 166, 167, 174, 175, 182, 183, 190, 191},
	    {192, 193, 200, 201, 208, 209, 216, 217, 224, 225, 232, 233, 240, 241, 248, 249},
	    {194, 195, 202, 203, 210, 211, 218, 219, 226, 227, 234, 235, 242, 243, 250, 251},
	    {196, 197, 204, 205, 212, 213, 220, 221, 228, 229, 236, 237, 244, 245, 252, 253},
	    {198, 199, 206, 207, 214, 215, 222, 223, 230, 231, 238, 239, 246, 247, 254, 255},
	};

	for (unsigned ty = 0; ty < 16; ty++)
		for (unsigned tx = 0; tx < 16; tx++)
			for (unsigned i = 0; i < 16; i++)
				cr_assert_eq(place(MGC_SUPER_OLD, tx * 4 + i % 4, ty * 4 + i / 4, 512, 4),
					     (rows[ty][tx] * 16u + i) * 4, "tile %u,%u pixel %u", tx, ty, i);
}

/* Bits of the index, lowest first, as the facts print them: x in small letters with a digit, y the same. */
static uint32_t by_words(const char *order, uint32_t x, uint32_t y)
{
	uint32_t index = 0;

	for (unsigned i = 0; order[2 * i]; i++)
		index |= ((order[2 * i] == 'x' ? x : y) >> (order[2 * i + 1] - '0') & 1) << i;
	return index;
}

Test(gc_layout, orders_of_bits)
{
	for (uint32_t y = 0; y < 64; y++)
		for (uint32_t x = 0; x < 64; x++) {
			cr_assert_eq(mgc_layout_index(false, x, y),
				     by_words("x0x1y0y1x2y2y3x3x4x5y4y5", x, y));
			cr_assert_eq(mgc_layout_index(true, x, y),
				     by_words("x0x1y0y1x2y2x3y3x4y4x5y5", x, y));
		}
	/* a super tile to the right, and one below, of a surface of 128 pixels of 4 bytes */
	cr_assert_eq(place(MGC_SUPER_OLD, 64, 0, 512, 4), 64 * 64 * 4);
	cr_assert_eq(place(MGC_SUPER_NEW, 0, 64, 512, 4), 64 * 512);
}

/* 16 * 4 bytes of a tile of 4x4 stand in a row: etna_viv, doc/hardware.md, "Texture tiling". */
Test(gc_layout, tiles_in_a_row)
{
	cr_assert_eq(place(MGC_TILED, 5, 2, 2048, 4), (24 + 1) * 4);
	cr_assert_eq(place(MGC_TILED, 0, 4, 2048, 4), 512 / 4 * 16 * 4);
}

/* Two pipes: what is 8 to the right, or 4 below, is the other's. The rows of tiles 0 to 3 of one of them have
 * the tiles of both in turn. */
Test(gc_layout, pipes)
{
	unsigned pipe;

	cr_assert_eq(mgc_layout_at(MGC_MULTI_SUPER, 0, 0, 512, 4, &pipe), 0);
	cr_assert_eq(pipe, 0);
	cr_assert_eq(mgc_layout_at(MGC_MULTI_SUPER, 8, 0, 512, 4, &pipe), 0);
	cr_assert_eq(pipe, 1);
	cr_assert_eq(mgc_layout_at(MGC_MULTI_SUPER, 0, 4, 512, 4, &pipe), place(MGC_SUPER_OLD, 8, 0, 512, 4));
	cr_assert_eq(pipe, 1);
	cr_assert_eq(mgc_layout_at(MGC_MULTI_SUPER, 0, 8, 512, 4, &pipe), place(MGC_SUPER_OLD, 0, 4, 512, 4));
	cr_assert_eq(pipe, 0);
	mgc_layout_at(MGC_MULTI_TILED, 4, 0, 512, 4, &pipe);
	cr_assert_eq(pipe, 1);
	cr_assert_eq(mgc_layout_at(MGC_MULTI_TILED, 0, 4, 512, 4, &pipe), 64);
	cr_assert_eq(pipe, 1);
	cr_assert_eq(mgc_layout_at(MGC_MULTI_TILED, 4, 4, 512, 4, &pipe), 64);
	cr_assert_eq(pipe, 0);
}

/* Surfaces of whole alignments: as many places as pixels, and all of them inside. */
static void one_to_one(unsigned layout, unsigned cpp, uint32_t w, uint32_t h)
{
	const uint32_t stride_B = w * cpp;
	const uint64_t size_B = mgc_layout_size_B(layout, stride_B, h), half = size_B / 2;
	uint8_t *taken = calloc(1, size_B);

	cr_assert(taken);
	for (uint32_t y = 0; y < h; y++)
		for (uint32_t x = 0; x < w; x++) {
			unsigned pipe;
			const uint64_t at = mgc_layout_at(layout, x, y, stride_B, cpp, &pipe) + pipe * half;

			cr_assert(at + cpp <= size_B && at % cpp == 0, "layout %u, %u bytes: %u,%u", layout,
				  cpp, x, y);
			cr_assert(!taken[at], "layout %u, %u bytes: %u,%u", layout, cpp, x, y);
			memset(taken + at, 1, cpp);
			if (x & 3)
				cr_assert_eq(place(layout, x, y, stride_B, cpp),
					     place(layout, x & ~3u, y, stride_B, cpp) + (x & 3) * cpp);
		}
	free(taken);
}

Test(gc_layout, one_place_a_pixel)
{
	for (unsigned layout = MGC_LINEAR; layout <= MGC_MULTI_SUPER; layout++) {
		const struct mgc_layout_align a = mgc_layout_align(layout, false, true);

		for (unsigned cpp = 1; cpp <= 16; cpp *= 2)
			for (unsigned n = 1; n <= 3; n++) {
				one_to_one(layout, cpp, n * a.w, a.h);
				one_to_one(layout, cpp, a.w, n * a.h);
				one_to_one(layout, cpp, n * a.w, (4 - n) * a.h);
			}
	}
}

/* What the strides of recorded streams say: 37 texels of 4 bytes have 0xc0 on cores with a resolve engine,
 * and 0xa0 on GC7000L. */
Test(gc_layout, alignments)
{
	struct mgc_layout_align a = mgc_layout_align(MGC_TILED, false, true);

	cr_assert_eq((37 + a.w - 1) / a.w * a.w * 4, 0xc0);
	a = mgc_layout_align(MGC_TILED, true, true);
	cr_assert_eq((37 + a.w - 1) / a.w * a.w * 4, 0xa0);
	cr_assert_eq(mgc_layout_align(MGC_TILED, false, false).w, 4);
	a = mgc_layout_align(MGC_MULTI_SUPER, false, true);
	cr_assert(a.w == 64 && a.h == 128);
}
