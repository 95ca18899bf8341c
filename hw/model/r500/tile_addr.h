/* SPDX-License-Identifier: MIT
 *
 * Where a pixel stands in memory: micro- and macro-tiling of R3xx-R5xx surfaces, the one address function
 * that textures, color and depth buffers, and the HDP surfaces share.
 *
 * A micro-tile is 32 bytes. Macro-linear surfaces store micro-tiles row by row; macro-tiled ones in blocks of
 * 8x8 micro-tiles (2 KiB), inside which the micro-tiles stand permuted (R5xx guide 2 and 4 give the shapes;
 * the permutation is what the CPU access functions of Mesa's classic driver compute, radeon_span.c and
 * radeon_tile.c, for 32 bpp and 16 bpp; 8, 64 and 128 bpp and the 4x4 square are extrapolated from them).
 */
#ifndef HW_MODEL_R500_TILE_ADDR_H
#define HW_MODEL_R500_TILE_ADDR_H

#include <stdbool.h>
#include <stdint.h>

/* Values of the MICRO_TILE and MICROTILE fields of TX_OFFSET, RB3D_COLORPITCH and ZB_DEPTHPITCH. */
enum mr500_micro { MR500_MICRO_LINEAR, MR500_MICRO_TILED, MR500_MICRO_SQUARE };

/* log2 of a micro-tile's width and height in pixels. cpp is bytes a pixel: 1, 2, 4, 8 or 16. Square is for 16
 * bpp, and 128 bpp has no micro-tiled form: what does not exist is laid out as the nearest that does. */
static inline unsigned mr500_log2_cpp(unsigned cpp)
{
	return cpp <= 1 ? 0 : cpp <= 2 ? 1 : cpp <= 4 ? 2 : cpp <= 8 ? 3 : 4;
}

static inline unsigned mr500_micro_log2_h(unsigned cpp, unsigned micro)
{
	static const uint8_t tiled[5] = {2, 1, 1, 1, 0};

	if (micro == MR500_MICRO_LINEAR)
		return 0;
	if (micro == MR500_MICRO_SQUARE && cpp == 2)
		return 2;
	return tiled[mr500_log2_cpp(cpp)];
}

static inline unsigned mr500_micro_log2_w(unsigned cpp, unsigned micro)
{
	return 5 - mr500_log2_cpp(cpp) - mr500_micro_log2_h(cpp, micro);
}

/* What a row's length in pixels, and the number of rows, are rounded up to. */
static inline unsigned mr500_tile_align_w(unsigned cpp, unsigned micro, bool macro)
{
	return 1u << (mr500_micro_log2_w(cpp, micro) + (macro ? 3 : 0));
}

static inline unsigned mr500_tile_align_h(unsigned cpp, unsigned micro, bool macro)
{
	return 1u << (mr500_micro_log2_h(cpp, micro) + (macro ? 3 : 0));
}

/* Byte offset of pixel (x, y) from the surface's start. pitch_px is a multiple of mr500_tile_align_w(); what
 * it is not is cut off, as the chip ignores low bits of its pitches. Bits 4:0 of the result address inside a
 * micro-tile. */
static inline uint32_t mr500_tile_addr(uint32_t x, uint32_t y, unsigned cpp, uint32_t pitch_px,
				       unsigned micro, bool macro)
{
	unsigned lw = mr500_micro_log2_w(cpp, micro), lh = mr500_micro_log2_h(cpp, micro);
	uint32_t mx = x >> lw, my = y >> lh, per_row = pitch_px >> lw;
	uint32_t in = (((y & ((1u << lh) - 1)) << lw) + (x & ((1u << lw) - 1))) << mr500_log2_cpp(cpp);

	if (!macro)
		return ((my * per_row + mx) << 5) + in;

	/* mx and my count micro-tiles; their bits from 3 up number the macro-tile, and two of those bits take
	 * part in the permutation, so neighboring macro-tiles are stored differently. */
	uint32_t at = ((my >> 3) * (per_row >> 3) + (mx >> 3)) << 11;
	at |= (mx & 1) << 5;
	at |= (my & 1) << 6;
	at |= ((mx >> 1 ^ my >> 2) & 1) << 7;
	at |= ((mx >> 2 ^ my >> 1) & 1) << 8;
	at |= ((mx >> 2 ^ my >> 3) & 1) << 9;
	at |= ((mx >> 3 ^ my >> 2) & 1) << 10;
	return at + in;
}

#endif
