/* SPDX-License-Identifier: MIT
 *
 * Formats of buffers and images (reference: SQ_IMG_RSRC_WORD1; facts 6). Names list fields from the most
 * significant end; here they stand from the least.
 */
#include "hw/model/cik/format.h"
#include "hw/regs/cik.h"

#include <stddef.h>

#define DATA(name)   CIK_SQ_IMG_RSRC_WORD1__DATA_FORMAT__IMG_DATA_FORMAT_##name
#define NUMBER(name) CIK_SQ_IMG_RSRC_WORD1__NUM_FORMAT__IMG_NUM_FORMAT_##name

enum { DATA_FORMATS = 64, NUMBERS = 16, IS_NOT = 0xff };

static const struct layout {
	uint8_t bits;  /* of an element: a texel, or a block; 0: there is none */
	uint8_t block; /* 1, or 4: blocks of 4x4; 2: pairs; 8: eight texels a byte */
	uint8_t coding;
	uint8_t width[4]; /* FIELDS */
} layouts[DATA_FORMATS] = {
    [DATA(8)] = {8, 1, FL_TEXEL_FIELDS, {8}},
    [DATA(16)] = {16, 1, FL_TEXEL_FIELDS, {16}},
    [DATA(8_8)] = {16, 1, FL_TEXEL_FIELDS, {8, 8}},
    [DATA(32)] = {32, 1, FL_TEXEL_FIELDS, {32}},
    [DATA(16_16)] = {32, 1, FL_TEXEL_FIELDS, {16, 16}},
    [DATA(10_11_11)] = {32, 1, FL_TEXEL_FIELDS, {11, 11, 10}},
    [DATA(11_11_10)] = {32, 1, FL_TEXEL_FIELDS, {10, 11, 11}},
    [DATA(10_10_10_2)] = {32, 1, FL_TEXEL_FIELDS, {2, 10, 10, 10}},
    [DATA(2_10_10_10)] = {32, 1, FL_TEXEL_FIELDS, {10, 10, 10, 2}},
    [DATA(8_8_8_8)] = {32, 1, FL_TEXEL_FIELDS, {8, 8, 8, 8}},
    [DATA(32_32)] = {64, 1, FL_TEXEL_FIELDS, {32, 32}},
    [DATA(16_16_16_16)] = {64, 1, FL_TEXEL_FIELDS, {16, 16, 16, 16}},
    [DATA(32_32_32)] = {96, 1, FL_TEXEL_FIELDS, {32, 32, 32}},
    [DATA(32_32_32_32)] = {128, 1, FL_TEXEL_FIELDS, {32, 32, 32, 32}},
    [DATA(5_6_5)] = {16, 1, FL_TEXEL_FIELDS, {5, 6, 5}},
    [DATA(1_5_5_5)] = {16, 1, FL_TEXEL_FIELDS, {5, 5, 5, 1}},
    [DATA(5_5_5_1)] = {16, 1, FL_TEXEL_FIELDS, {1, 5, 5, 5}},
    [DATA(4_4_4_4)] = {16, 1, FL_TEXEL_FIELDS, {4, 4, 4, 4}},
    [DATA(8_24)] = {32, 1, FL_TEXEL_FIELDS, {24, 8}},
    [DATA(24_8)] = {32, 1, FL_TEXEL_FIELDS, {8, 24}},
    [DATA(X24_8_32)] = {64, 1, FL_TEXEL_FIELDS, {32, 8}},
    [DATA(GB_GR)] = {32, 2, FL_TEXEL_RGBG, {8}},
    [DATA(BG_RG)] = {32, 2, FL_TEXEL_GRGB, {8}},
    [DATA(5_9_9_9)] = {32, 1, FL_TEXEL_E5999, {9}},
    [DATA(BC1)] = {64, 4, FL_TEXEL_DXT1, {8}},
    [DATA(BC2)] = {128, 4, FL_TEXEL_DXT3, {8}},
    [DATA(BC3)] = {128, 4, FL_TEXEL_DXT5, {8}},
    [DATA(BC4)] = {64, 4, FL_TEXEL_ATI1N, {8}},
    [DATA(BC5)] = {128, 4, FL_TEXEL_ATI2N, {8}},
    [DATA(BC6)] = {128, 4, FL_TEXEL_BC6, {16}},
    [DATA(BC7)] = {128, 4, FL_TEXEL_BC7, {8}},
    [DATA(FMASK8_S2_F1)] = {8, 1, FL_TEXEL_FIELDS, {8}},
    [DATA(FMASK8_S4_F1)] = {8, 1, FL_TEXEL_FIELDS, {8}},
    [DATA(FMASK8_S8_F1)] = {8, 1, FL_TEXEL_FIELDS, {8}},
    [DATA(FMASK8_S2_F2)] = {8, 1, FL_TEXEL_FIELDS, {8}},
    [DATA(FMASK8_S4_F2)] = {8, 1, FL_TEXEL_FIELDS, {8}},
    [DATA(FMASK8_S4_F4)] = {8, 1, FL_TEXEL_FIELDS, {8}},
    [DATA(FMASK16_S8_F2)] = {16, 1, FL_TEXEL_FIELDS, {16}},
    [DATA(FMASK32_S8_F4)] = {32, 1, FL_TEXEL_FIELDS, {32}},
    [DATA(FMASK32_S8_F8)] = {32, 1, FL_TEXEL_FIELDS, {32}},
    [DATA(4_4)] = {8, 1, FL_TEXEL_FIELDS, {4, 4}},
    [DATA(6_5_5)] = {16, 1, FL_TEXEL_FIELDS, {5, 5, 6}},
    [DATA(1)] = {8, 8, FL_TEXEL_BITS_UP, {8}},
    [DATA(1_REVERSED)] = {8, 8, FL_TEXEL_BITS_DOWN, {8}},
};

/* UBINT and UBSCALED have no description anywhere. */
static const uint8_t numbers[NUMBERS] = {
    [NUMBER(UNORM)] = FL_TEXEL_UNORM,
    [NUMBER(SNORM)] = FL_TEXEL_SNORM,
    [NUMBER(USCALED)] = FL_TEXEL_USCALED,
    [NUMBER(SSCALED)] = FL_TEXEL_SSCALED,
    [NUMBER(UINT)] = FL_TEXEL_UINT,
    [NUMBER(SINT)] = FL_TEXEL_SINT,
    [NUMBER(SNORM_OGL)] = FL_TEXEL_SNORM_NO_ZERO,
    [NUMBER(FLOAT)] = FL_TEXEL_FLOAT,
    [8] = IS_NOT,
    [NUMBER(SRGB)] = FL_TEXEL_UNORM,
    [NUMBER(UBNORM)] = FL_TEXEL_BIASED,
    [NUMBER(UBNORM_OGL)] = IS_NOT,
    [NUMBER(UBINT)] = IS_NOT,
    [NUMBER(UBSCALED)] = IS_NOT,
    [14] = IS_NOT,
    [15] = IS_NOT,
};

static uint8_t float_of(unsigned width)
{
	return width == 16 || width == 32 ? FL_TEXEL_FLOAT : FL_TEXEL_SMALL;
}

unsigned mcik_fmask_samples(unsigned data)
{
	switch (data) {
	case DATA(FMASK8_S2_F1):
	case DATA(FMASK8_S2_F2):
		return 2;
	case DATA(FMASK8_S4_F1):
	case DATA(FMASK8_S4_F2):
	case DATA(FMASK8_S4_F4):
		return 4;
	case DATA(FMASK8_S8_F1):
	case DATA(FMASK16_S8_F2):
	case DATA(FMASK32_S8_F4):
	case DATA(FMASK32_S8_F8):
		return 8;
	}
	return 0;
}

/* Samples of a mask take the bits of a fragment's number; one more where there are fewer fragments than
 * samples, and 4 in place of 3 (facts 7.5). A few do not fill their 8 bits. */
static unsigned fmask_bits(unsigned data, unsigned samples)
{
	switch (data) {
	case DATA(FMASK8_S2_F1):
	case DATA(FMASK8_S4_F1):
	case DATA(FMASK8_S2_F2):
		return 1;
	}
	return layouts[data % DATA_FORMATS].bits / samples;
}

uint32_t mcik_fmask_spread(unsigned data, uint32_t mask)
{
	const unsigned samples = mcik_fmask_samples(data), bits = samples ? fmask_bits(data, samples) : 0;
	uint32_t spread = 0;

	for (unsigned i = 0; i < samples; i++)
		spread |= (mask >> i * bits & ((1u << bits) - 1)) << 4 * i;
	return spread;
}

const char *mcik_texel_format(unsigned data, unsigned number, struct fl_texel_format *f, bool *srgb)
{
	const struct layout *l = &layouts[data % DATA_FORMATS];
	const uint8_t n = numbers[number % NUMBERS];
	unsigned at = 0;

	if (!l->bits)
		return "a DATA_FORMAT that is not modelled, or that there is not";
	if (n == IS_NOT)
		return "a NUM_FORMAT that nobody describes";
	*srgb = number == NUMBER(SRGB);
	if (*srgb && l->coding == FL_TEXEL_FIELDS && l->width[0] != 8)
		return "SRGB of components that have not 8 bits";
	if (l->width[0] == 32 && n != FL_TEXEL_UINT && n != FL_TEXEL_SINT && n != FL_TEXEL_FLOAT)
		return "components of 32 bits that are neither integers nor floats";
	*f = (struct fl_texel_format){
	    .coding = l->coding, .bits = l->bits, .block_w = l->block, .block_h = l->block == 4 ? 4 : 1};
	for (unsigned i = 0; i < 4; i++) {
		f->number[i] = n;
		if (l->coding != FL_TEXEL_FIELDS)
			continue;
		f->at[i] = (uint8_t)at;
		f->width[i] = l->width[i];
		at += l->width[i];
		/* stencils beside floats are unsigned integers' bits */
		if (n == FL_TEXEL_FLOAT)
			f->number[i] = l->width[i] == 8 ? FL_TEXEL_UINT : float_of(l->width[i]);
	}
	if (n == FL_TEXEL_FLOAT && l->coding == FL_TEXEL_FIELDS && l->width[0] < 10)
		return "floats of less than 10 bits";
	return NULL;
}
