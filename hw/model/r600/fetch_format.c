/* SPDX-License-Identifier: MIT
 *
 * Formats of textures and vertices (R6xx facts 5.1). Names list fields from the most significant end; here
 * they stand from the least.
 */
#include "hw/model/r600/fetch.h"

#include <string.h>

#define FIELDS(bits, is_float, ...)                 \
	{                                           \
		bits, 1, FL_TEXEL_FIELDS, is_float, \
		{                                   \
			__VA_ARGS__                 \
		}                                   \
	}
#define CODED(bits, block, coding)          \
	{                                   \
		bits, block, coding, false, \
		{                           \
			8, 8                \
		}                           \
	}

enum {
	FMT_8 = 1,
	FMT_4_4,
	FMT_3_3_2,
	FMT_16 = 5,
	FMT_16_FLOAT,
	FMT_8_8,
	FMT_5_6_5,
	FMT_6_5_5,
	FMT_1_5_5_5,
	FMT_4_4_4_4,
	FMT_5_5_5_1,
	FMT_32,
	FMT_32_FLOAT,
	FMT_16_16,
	FMT_16_16_FLOAT,
	FMT_8_24,
	FMT_8_24_FLOAT,
	FMT_24_8,
	FMT_24_8_FLOAT,
	FMT_10_11_11,
	FMT_10_11_11_FLOAT,
	FMT_11_11_10,
	FMT_11_11_10_FLOAT,
	FMT_2_10_10_10,
	FMT_8_8_8_8,
	FMT_10_10_10_2,
	FMT_X24_8_32_FLOAT,
	FMT_32_32,
	FMT_32_32_FLOAT,
	FMT_16_16_16_16,
	FMT_16_16_16_16_FLOAT,
	FMT_32_32_32_32 = 34,
	FMT_32_32_32_32_FLOAT,
	FMT_1 = 37,
	FMT_1_REVERSED,
	FMT_GB_GR,
	FMT_BG_RG,
	FMT_5_9_9_9_SHAREDEXP = 43,
	FMT_8_8_8,
	FMT_16_16_16,
	FMT_16_16_16_FLOAT,
	FMT_32_32_32,
	FMT_32_32_32_FLOAT,
	FMT_BC1,
	FMT_BC2,
	FMT_BC3,
	FMT_BC4,
	FMT_BC5,
};

static const struct mr600_format formats[64] = {
    [FMT_8] = FIELDS(8, false, 8),
    [FMT_4_4] = FIELDS(8, false, 4, 4),
    [FMT_3_3_2] = FIELDS(8, false, 2, 3, 3),
    [FMT_16] = FIELDS(16, false, 16),
    [FMT_16_FLOAT] = FIELDS(16, true, 16),
    [FMT_8_8] = FIELDS(16, false, 8, 8),
    [FMT_5_6_5] = FIELDS(16, false, 5, 6, 5),
    [FMT_6_5_5] = FIELDS(16, false, 5, 5, 6),
    [FMT_1_5_5_5] = FIELDS(16, false, 5, 5, 5, 1),
    [FMT_4_4_4_4] = FIELDS(16, false, 4, 4, 4, 4),
    [FMT_5_5_5_1] = FIELDS(16, false, 1, 5, 5, 5),
    [FMT_32] = FIELDS(32, false, 32),
    [FMT_32_FLOAT] = FIELDS(32, true, 32),
    [FMT_16_16] = FIELDS(32, false, 16, 16),
    [FMT_16_16_FLOAT] = FIELDS(32, true, 16, 16),
    [FMT_8_24] = FIELDS(32, false, 24, 8),
    [FMT_8_24_FLOAT] = FIELDS(32, true, 24, 8),
    [FMT_24_8] = FIELDS(32, false, 8, 24),
    [FMT_24_8_FLOAT] = FIELDS(32, true, 8, 24),
    [FMT_10_11_11] = FIELDS(32, false, 11, 11, 10),
    [FMT_10_11_11_FLOAT] = FIELDS(32, true, 11, 11, 10),
    [FMT_11_11_10] = FIELDS(32, false, 10, 11, 11),
    [FMT_11_11_10_FLOAT] = FIELDS(32, true, 10, 11, 11),
    [FMT_2_10_10_10] = FIELDS(32, false, 10, 10, 10, 2),
    [FMT_8_8_8_8] = FIELDS(32, false, 8, 8, 8, 8),
    [FMT_10_10_10_2] = FIELDS(32, false, 2, 10, 10, 10),
    [FMT_X24_8_32_FLOAT] = FIELDS(64, true, 32, 8),
    [FMT_32_32] = FIELDS(64, false, 32, 32),
    [FMT_32_32_FLOAT] = FIELDS(64, true, 32, 32),
    [FMT_16_16_16_16] = FIELDS(64, false, 16, 16, 16, 16),
    [FMT_16_16_16_16_FLOAT] = FIELDS(64, true, 16, 16, 16, 16),
    [FMT_32_32_32_32] = FIELDS(128, false, 32, 32, 32, 32),
    [FMT_32_32_32_32_FLOAT] = FIELDS(128, true, 32, 32, 32, 32),
    [FMT_1] = CODED(8, 8, FL_TEXEL_BITS_UP),
    [FMT_1_REVERSED] = CODED(8, 8, FL_TEXEL_BITS_DOWN),
    [FMT_GB_GR] = CODED(32, 2, FL_TEXEL_RGBG),
    [FMT_BG_RG] = CODED(32, 2, FL_TEXEL_GRGB),
    [FMT_5_9_9_9_SHAREDEXP] = CODED(32, 1, FL_TEXEL_E5999),
    [FMT_8_8_8] = FIELDS(24, false, 8, 8, 8),
    [FMT_16_16_16] = FIELDS(48, false, 16, 16, 16),
    [FMT_16_16_16_FLOAT] = FIELDS(48, true, 16, 16, 16),
    [FMT_32_32_32] = FIELDS(96, false, 32, 32, 32),
    [FMT_32_32_32_FLOAT] = FIELDS(96, true, 32, 32, 32),
    [FMT_BC1] = CODED(64, 4, FL_TEXEL_DXT1),
    [FMT_BC2] = CODED(128, 4, FL_TEXEL_DXT3),
    [FMT_BC3] = CODED(128, 4, FL_TEXEL_DXT5),
    [FMT_BC4] = CODED(64, 4, FL_TEXEL_ATI1N),
    [FMT_BC5] = CODED(128, 4, FL_TEXEL_ATI2N),
};

const struct mr600_format *mr600_format(unsigned code)
{
	return &formats[code & 63];
}

enum { COMP_UNSIGNED, COMP_SIGNED, COMP_BIASED };

static uint8_t number_of(unsigned number, unsigned comp, bool no_zero)
{
	switch (number) {
	case R600_SQ_VTX_WORD1__NUM_FORMAT_ALL__SQ_NUM_FORMAT_INT:
		return comp == COMP_SIGNED ? FL_TEXEL_SINT : FL_TEXEL_UINT;
	case R600_SQ_VTX_WORD1__NUM_FORMAT_ALL__SQ_NUM_FORMAT_SCALED:
		return comp == COMP_SIGNED ? FL_TEXEL_SSCALED : FL_TEXEL_USCALED;
	default:
		return comp == COMP_BIASED   ? FL_TEXEL_BIASED
		       : comp != COMP_SIGNED ? FL_TEXEL_UNORM
		       : no_zero             ? FL_TEXEL_SNORM_NO_ZERO
					     : FL_TEXEL_SNORM;
	}
}

struct fl_texel_format mr600_texel_format(const struct mr600_format *f, unsigned number,
					  const uint8_t comp[4], bool no_zero)
{
	struct fl_texel_format t = {
	    .coding = f->coding, .bits = f->bits, .block_w = f->block, .block_h = f->block == 4 ? 4 : 1};
	unsigned at = 0;

	for (unsigned i = 0; i < 4; i++) {
		const unsigned width = f->width[i];

		t.number[i] = number_of(number, comp[i], no_zero);
		if (f->coding != FL_TEXEL_FIELDS)
			continue;
		t.at[i] = (uint8_t)at;
		t.width[i] = (uint8_t)width;
		at += width;
		if (f->is_float)
			t.number[i] = width == 16 || width == 32 ? FL_TEXEL_FLOAT
				      : width == 8               ? number_of(number, comp[i], no_zero)
								 : FL_TEXEL_SMALL;
	}
	return t;
}

uint8_t mr600_flip_of(unsigned endian)
{
	static const uint8_t flip[4] = {0, 1, 3, 7}; /* none, bytes of 16, 32, 64 bits */

	return flip[endian & 3];
}
