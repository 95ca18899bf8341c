/* SPDX-License-Identifier: MIT
 *
 * BPTC: blocks of every mode, as Mesa unpacks them; and what a formula says of two modes with one subset.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "hw/model/texture/texel.h"

enum { BLOCKS = 1024, TEXELS = 16, FNV = 0x811c9dc5 };

static uint32_t fnv(uint32_t h, unsigned byte)
{
	return (h ^ (byte & 255)) * 0x01000193;
}

static uint32_t next(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state ^ *state >> 16;
}

/* A block of that mode: the lowest bits say which, the others are drawn. */
static void draw(uint32_t *state, uint32_t mask, uint32_t mode, uint8_t block[FL_TEXEL_ELEMENT_B])
{
	uint32_t word[4];

	for (unsigned i = 0; i < 4; i++)
		word[i] = next(state);
	word[0] = (word[0] & ~mask) | mode;
	for (unsigned i = 0; i < 16; i++)
		block[i] = word[i / 4] >> 8 * (i % 4) & 255;
}

/* FNV-1a of the texels of blocks that are drawn so, block after block, row after row, bytes R, G, B, A, as
 * Mesa 22.3's llvmpipe gives them back (GL_COMPRESSED_RGBA_BPTC_UNORM, glGetTexImage()). The last has no
 * mode: its lowest byte is 0. */
Test(texel_bptc, bc7_as_mesa_has_it)
{
	static const uint32_t hash[9] = {0xe41158f9, 0x3e4be9da, 0x290daa9b, 0x397439da, 0x4a8d9a48,
					 0xfb544e73, 0xc138283b, 0xd38f2396, 0x5e509dc5};

	for (unsigned mode = 0; mode < 9; mode++) {
		uint32_t state = mode + 1, h = FNV;

		for (unsigned i = 0; i < BLOCKS; i++) {
			uint8_t block[FL_TEXEL_ELEMENT_B], rgba[4];

			draw(&state, mode < 8 ? (2u << mode) - 1 : 255, mode < 8 ? 1u << mode : 0, block);
			for (unsigned k = 0; k < TEXELS; k++) {
				fl_texel_bc7(block, k % 4, k / 4, rgba);
				for (unsigned c = 0; c < 4; c++)
					h = fnv(h, rgba[c]);
			}
		}
		cr_expect_eq(h, hash[mode], "mode %u: 0x%08x", mode, h);
	}
}

/* The same of half floats, low byte first. Modes 19, 23, 27 and 31 there are none: black. */
Test(texel_bptc, bc6_as_mesa_has_it)
{
	static const struct {
		uint8_t mode;
		uint32_t hash[2]; /* without a sign, and with */
	} of[] = {
	    {0, {0xad3405f6, 0x0aebe8c9}},  {1, {0x7d59e937, 0x56b1a435}},  {2, {0x28875125, 0x92a1b31e}},
	    {3, {0x1cab934a, 0x732150fa}},  {6, {0xcb26d045, 0x25742841}},  {7, {0xc539af70, 0x6f2cf723}},
	    {10, {0x712beb4c, 0x7e7ff3cb}}, {11, {0x100dfa18, 0xbd7552ab}}, {14, {0xba300e77, 0x58a4183b}},
	    {15, {0x35d1df96, 0xf690cc21}}, {18, {0x1bd694ec, 0x2915ee9f}}, {19, {0xccea9dc5, 0xccea9dc5}},
	    {22, {0xe9258b85, 0x05a989be}}, {23, {0xccea9dc5, 0xccea9dc5}}, {26, {0x11716ec3, 0x9b55fcdd}},
	    {27, {0xccea9dc5, 0xccea9dc5}}, {30, {0x22934026, 0x4fbc4ba5}}, {31, {0xccea9dc5, 0xccea9dc5}}};

	for (unsigned n = 0; n < 2 * sizeof of / sizeof *of; n++) {
		const unsigned mode = of[n / 2].mode;
		uint32_t state = mode + 1, h = FNV;

		for (unsigned i = 0; i < BLOCKS; i++) {
			uint8_t block[FL_TEXEL_ELEMENT_B];
			uint16_t rgb[3];

			draw(&state, (mode & 3) < 2 ? 3 : 31, mode, block);
			for (unsigned k = 0; k < TEXELS; k++) {
				fl_texel_bc6(block, n % 2, k % 4, k / 4, rgb);
				for (unsigned c = 0; c < 3; c++)
					h = fnv(fnv(h, rgb[c]), rgb[c] >> 8);
			}
		}
		cr_expect_eq(h, of[n / 2].hash[n % 2], "mode %u, sign %u: 0x%08x", mode, n % 2, h);
	}
}

static void put(uint8_t *block, unsigned *at, unsigned bits, unsigned v)
{
	for (unsigned i = 0; i < bits; i++, ++*at)
		block[*at / 8] |= (uint8_t)((v >> i & 1) << *at % 8);
}

static const unsigned weight[16] = {0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64};

/* Mode 6: R, G, B, A of seven bits, an eighth for each end, sixteen steps; texel k has index k. */
Test(texel_bptc, mode_6)
{
	for (unsigned n = 0; n < 128; n++) {
		const unsigned end[4][2] = {{n, 127 - n}, {n * 7 & 127, n * 5 & 127}, {0, 127}, {n, n ^ 85}},
			       low[2] = {n & 1, n >> 1 & 1};
		uint8_t block[FL_TEXEL_ELEMENT_B] = {0}, rgba[4];
		unsigned at = 0;

		put(block, &at, 7, 1 << 6);
		for (unsigned c = 0; c < 4; c++)
			for (unsigned e = 0; e < 2; e++)
				put(block, &at, 7, end[c][e]);
		put(block, &at, 1, low[0]);
		put(block, &at, 1, low[1]);
		for (unsigned k = 0; k < TEXELS; k++)
			put(block, &at, k ? 4 : 3, k);
		cr_assert_eq(at, 128);
		for (unsigned k = 0; k < TEXELS; k++) {
			fl_texel_bc7(block, k % 4, k / 4, rgba);
			for (unsigned c = 0; c < 4; c++) {
				const unsigned a = end[c][0] << 1 | low[0], b = end[c][1] << 1 | low[1];

				cr_assert_eq(rgba[c], ((64 - weight[k]) * a + weight[k] * b + 32) / 64,
					     "%u: texel %u, %u", n, k, c);
			}
		}
	}
}

/* Mode 3 of half floats: ends of ten bits, which are v * 64 + 32 of 65536, and all of it and none of it at
 * the ends; a half is 31 of 64 of that. */
Test(texel_bptc, mode_of_ten_bits)
{
	for (unsigned n = 0; n < 1024; n += 11) {
		const unsigned end[2][3] = {{n, 1023 - n, 0}, {1023 - n, n * 3 & 1023, 1023}};
		uint8_t block[FL_TEXEL_ELEMENT_B] = {0};
		uint16_t rgb[3];
		unsigned at = 0;

		put(block, &at, 5, 3);
		for (unsigned e = 0; e < 2; e++)
			for (unsigned c = 0; c < 3; c++)
				put(block, &at, 10, end[e][c]);
		for (unsigned k = 0; k < TEXELS; k++)
			put(block, &at, k ? 4 : 3, k);
		cr_assert_eq(at, 128);
		for (unsigned k = 0; k < TEXELS; k++) {
			fl_texel_bc6(block, false, k % 4, k / 4, rgb);
			for (unsigned c = 0; c < 3; c++) {
				unsigned v[2];

				for (unsigned e = 0; e < 2; e++)
					v[e] = !end[e][c]          ? 0
					       : end[e][c] == 1023 ? 0xffff
								   : end[e][c] * 64 + 32;
				cr_assert_eq(rgb[c],
					     ((64 - weight[k]) * v[0] + weight[k] * v[1] + 32) / 64 * 31 / 64,
					     "%u: texel %u, %u", n, k, c);
			}
		}
	}
}
