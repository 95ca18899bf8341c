/* SPDX-License-Identifier: MIT
 *
 * The address equation of color and depth surfaces: tile_addr.h, and the order of samples.
 */
#include "hw/model/r500/surface.h"
#include "hw/model/r500/tile_addr.h"

enum { MACRO_BITS = 0x7ff }; /* that the permutation of micro-tiles fills: 2 KiB */

/* Multi-sampled surfaces, R5xx guide 10.8.3 and 10.4.8: blocks of 4x4 pixels, in each all samples 0, then all
 * samples 1 and so on; with 4 samples the halves of every second block change places (R420 and later). The
 * order of the 16 pixels inside is not published: rows of 4. The guide gives 32 bpp; other sizes scale. */
static uint64_t unit_B(const struct fl_tile_key *k)
{
	return 16u * k->cpp * k->samples;
}

static uint64_t aa_addr(const struct fl_tile_key *k, uint32_t x, uint32_t y, unsigned s)
{
	uint32_t block_B = (uint32_t)unit_B(k);
	uint64_t block = (uint64_t)(y >> 3) * 2 * (k->pitch_px >> 2) + (x >> 2) * 2 + (y >> 2 & 1);
	uint32_t in = ((s * 4 + (y & 3)) * 4 + (x & 3)) * k->cpp;

	if (k->samples == 4 && (x >> 2 & 1))
		in ^= block_B / 2;
	return block * block_B + in;
}

uint64_t mr500_surface_addr(const struct fl_tile_key *k, uint32_t x, uint32_t y, unsigned s)
{
	if (k->samples > 1)
		return aa_addr(k, x, y, s);
	/* 64 bits: a linear surface may be taller than it is sane */
	if (k->micro == MR500_MICRO_LINEAR && !k->macro)
		return ((uint64_t)y * k->pitch_px + x) * k->cpp;
	return mr500_tile_addr(x, y, k->cpp, k->pitch_px, k->micro, k->macro);
}

/* Micro-tiles, or what lies of them in 8x8 pixels. The address of a block's corner gives those of its bricks:
 * inside a macro-tile only bits of the permutation change, and each is an exclusive or (tile_addr.h);
 * macro-linear, rows of micro-tiles are added. */
static void bricks(const struct fl_tile_key *k, struct fl_tile_bricks *b)
{
	unsigned n = 0;

	b->w_px = 8;
	b->h_px = 1;
	if (k->micro != MR500_MICRO_LINEAR || k->macro) {
		unsigned w = 1u << mr500_micro_log2_w(k->cpp, k->micro);

		b->w_px = w < 8 ? w : 8;
		b->h_px = 1u << mr500_micro_log2_h(k->cpp, k->micro);
	}
	for (unsigned y = 0; y < 8; y += b->h_px)
		for (unsigned x = 0; x < 8; x += b->w_px)
			b->at[n++] = (uint32_t)mr500_surface_addr(k, x, y, 0);
	b->reach_B = k->macro ? MACRO_BITS + 1 : b->at[n - 1] + b->w_px * b->h_px * k->cpp;
}

static uint64_t block(const struct fl_tile_key *k, uint32_t x, uint32_t y, uint32_t *flip)
{
	const uint64_t corner = mr500_surface_addr(k, x, y, 0);

	*flip = k->macro ? corner & MACRO_BITS : 0;
	return corner - *flip;
}

const struct fl_tile_layout mr500_surface_layout = {
    .addr = mr500_surface_addr, .bricks = bricks, .block = block, .unit_B = unit_B};
