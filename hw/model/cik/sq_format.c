/* SPDX-License-Identifier: MIT
 *
 * Formats of buffers (Sea Islands reference, chapter 8.1), read by the common room of texels and written by
 * that of colors. Names list fields from the most significant end. Stores leave DST_SEL aside: the first
 * component is the lowest; SNORM_OGL is stored as SNORM.
 */
#include "hw/model/cik/sq_format.h"
#include "hw/model/pixel/color.h"
#include "hw/regs/cik.h"

#define SQ_DATA(name) CIK_SQ_BUF_RSRC_WORD3__DATA_FORMAT__BUF_DATA_FORMAT_##name
#define SQ_NUM(name)  CIK_SQ_BUF_RSRC_WORD3__NUM_FORMAT__BUF_NUM_FORMAT_##name

/* Bits of the components, from the lowest on */
static const uint8_t widths[16][4] = {
    [SQ_DATA(8)] = {8},
    [SQ_DATA(16)] = {16},
    [SQ_DATA(8_8)] = {8, 8},
    [SQ_DATA(32)] = {32},
    [SQ_DATA(16_16)] = {16, 16},
    [SQ_DATA(10_11_11)] = {11, 11, 10},
    [SQ_DATA(11_11_10)] = {10, 11, 11},
    [SQ_DATA(10_10_10_2)] = {2, 10, 10, 10},
    [SQ_DATA(2_10_10_10)] = {10, 10, 10, 2},
    [SQ_DATA(8_8_8_8)] = {8, 8, 8, 8},
    [SQ_DATA(32_32)] = {32, 32},
    [SQ_DATA(16_16_16_16)] = {16, 16, 16, 16},
    [SQ_DATA(32_32_32)] = {32, 32, 32},
    [SQ_DATA(32_32_32_32)] = {32, 32, 32, 32},
};

static uint8_t texel_number(unsigned num, unsigned width)
{
	switch (num) {
	case SQ_NUM(UNORM):
		return FL_TEXEL_UNORM;
	case SQ_NUM(SNORM):
		return FL_TEXEL_SNORM;
	case SQ_NUM(USCALED):
		return FL_TEXEL_USCALED;
	case SQ_NUM(SSCALED):
		return FL_TEXEL_SSCALED;
	case SQ_NUM(UINT):
		return FL_TEXEL_UINT;
	case SQ_NUM(SINT):
		return FL_TEXEL_SINT;
	case SQ_NUM(SNORM_OGL):
		return FL_TEXEL_SNORM_NO_ZERO;
	default:
		return width == 10 || width == 11 ? FL_TEXEL_SMALL : FL_TEXEL_FLOAT;
	}
}

static unsigned pixel_number(unsigned num)
{
	static const uint8_t of[8] = {
	    [SQ_NUM(UNORM)] = FL_PIXEL_UNORM,     [SQ_NUM(SNORM)] = FL_PIXEL_SNORM,
	    [SQ_NUM(USCALED)] = FL_PIXEL_USCALED, [SQ_NUM(SSCALED)] = FL_PIXEL_SSCALED,
	    [SQ_NUM(UINT)] = FL_PIXEL_UINT,       [SQ_NUM(SINT)] = FL_PIXEL_SINT,
	    [SQ_NUM(SNORM_OGL)] = FL_PIXEL_SNORM, [SQ_NUM(FLOAT)] = FL_PIXEL_FLOATS,
	};

	return of[num & 7];
}

static uint8_t select_of(unsigned sel)
{
	return sel >= 4   ? (uint8_t)(FL_TEXEL_SEL_0 + sel - 4)
	       : sel == 1 ? FL_TEXEL_SEL_ONE
			  : FL_TEXEL_SEL_ZERO;
}

struct sq_format mcik_sq_format(unsigned data_format, unsigned num_format, uint32_t word3)
{
	const uint8_t *width = widths[data_format & 15];
	struct sq_format f = {.number = num_format};
	unsigned at = 0;

	f.image.format = (struct fl_texel_format){.coding = FL_TEXEL_FIELDS, .block_w = 1, .block_h = 1};
	for (unsigned k = 0; k < 4; k++) {
		f.image.format.at[k] = (uint8_t)at;
		f.image.format.width[k] = width[k];
		f.image.format.number[k] = texel_number(num_format, width[k]);
		at += width[k];
		f.image.sel[k] = word3      ? select_of(word3 >> 3 * k & 7)
				 : width[k] ? (uint8_t)(FL_TEXEL_SEL_0 + k)
				 : k == 3   ? FL_TEXEL_SEL_ONE
					    : FL_TEXEL_SEL_ZERO;
	}
	f.image.format.bits = (uint8_t)at;
	f.size_B = at / 8;
	return f;
}

void mcik_sq_format_unpack(const struct sq_format *f, const uint8_t bytes[SQ_FORMAT_B], uint32_t out[4])
{
	float c[4];

	fl_texel_unpack(&f->image, bytes, 0, 0, c);
	memcpy(out, c, sizeof c);
}

void mcik_sq_format_pack(const struct sq_format *f, const uint32_t in[4], unsigned n,
			 uint8_t bytes[SQ_FORMAT_B])
{
	const struct fl_texel_format *t = &f->image.format;
	uint64_t word[2] = {0};

	for (unsigned k = 0; k < 4; k++)
		if (t->width[k])
			word[t->at[k] / 64] |=
			    (uint64_t)fl_pixel_encode(pixel_number(f->number), t->width[k],
						      num_float((int32_t)in[k < n ? k : 0]), false)
			    << t->at[k] % 64;
	memcpy(bytes, word, sizeof word);
}
