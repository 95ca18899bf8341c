/* SPDX-License-Identifier: MIT
 *
 * Elements of buffers (Sea Islands reference, chapter 8.1), read by the common room of texels and written by
 * that of colors. SNORM_OGL is stored as SNORM.
 */
#include "hw/model/cik/sq_format.h"
#include "hw/model/cik/format.h"
#include "hw/model/num/num.h"
#include "hw/model/pixel/color.h"
#include "hw/regs/cik.h"

#define SQ_NUM(name) CIK_SQ_BUF_RSRC_WORD3__NUM_FORMAT__BUF_NUM_FORMAT_##name

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

void mcik_sq_format_unpack(const struct sq_format *f, const uint8_t bytes[SQ_FORMAT_B], uint32_t out[4])
{
	float c[4];

	fl_texel_unpack(&f->image, bytes, 0, 0, c);
	memcpy(out, c, sizeof c);
}

void mcik_sq_format_bytes(const struct sq_format *f, const uint32_t word[FL_TEXEL_LANES], uint64_t lanes,
			  unsigned n, uint32_t (*got)[FL_TEXEL_LANES])
{
	const uint32_t one = (uint32_t)num_bits(1.0f);
	uint32_t row[FL_TEXEL_LANES] = {0};

	for (unsigned k = 0; k < n; k++) {
		const unsigned sel = f->image.sel[k];

		if (sel < FL_TEXEL_SEL_ZERO)
			fl_texel_bytes(word, sel, row);
		for (unsigned l = 0; l < FL_TEXEL_LANES; l++) {
			const uint32_t v = sel < FL_TEXEL_SEL_ZERO   ? row[l]
					   : sel == FL_TEXEL_SEL_ONE ? one
								     : 0;

			got[k][l] = lanes >> l & 1 ? v : got[k][l];
		}
	}
}

static bool dwords_of(struct sq_format *f)
{
	const struct fl_texel_format *t = &f->image.format;
	const uint8_t nothing[SQ_FORMAT_B] = {0};

	if (!f->size_B || t->coding != FL_TEXEL_FIELDS || t->third || t->variant)
		return false;
	for (unsigned k = 0; k < 4; k++)
		if (t->width[k] && (t->width[k] != 32 || t->at[k] % 32 ||
				    (t->number[k] != FL_TEXEL_FLOAT && t->number[k] < FL_TEXEL_UINT)))
			return false;
	mcik_sq_format_unpack(f, nothing, f->fixed);
	for (unsigned k = 0; k < 4; k++) {
		const unsigned sel = f->image.sel[k];

		if (sel > FL_TEXEL_SEL_ONE)
			return false;
		f->from[k] = sel < FL_TEXEL_SEL_ZERO && t->width[sel] ? t->at[sel] / 32 : 4;
	}
	return true;
}

static struct sq_format format_of(unsigned data_format, unsigned num_format, uint32_t word3)
{
	struct sq_format f = {.number = num_format};
	const uint8_t *width = f.image.format.width;
	bool srgb;

	if (mcik_texel_format(data_format, num_format, &f.image.format, &srgb))
		return f;
	for (unsigned k = 0; k < 4; k++)
		f.image.sel[k] = word3      ? mcik_texel_select(word3 >> 3 * k & 7)
				 : width[k] ? (uint8_t)(FL_TEXEL_SEL_0 + k)
				 : k == 3   ? FL_TEXEL_SEL_ONE
					    : FL_TEXEL_SEL_ZERO;
	f.size_B = f.image.format.bits / 8;
	f.dwords = dwords_of(&f);
	f.bytes = fl_texel_is_bytes(&f.image);
	return f;
}

const struct sq_format *mcik_sq_format(struct sq_formats *kept, unsigned data_format, unsigned num_format,
				       uint32_t word3)
{
	__typeof__(kept->at[0]) *k = &kept->at[data_format % (sizeof(kept->at) / sizeof(kept->at[0]))];

	if (!k->there || k->data != data_format || k->number != num_format || k->word3 != word3) {
		k->f = format_of(data_format, num_format, word3);
		k->there = true;
		k->data = (uint8_t)data_format;
		k->number = (uint8_t)num_format;
		k->word3 = word3;
	}
	return &k->f;
}

void mcik_sq_format_pack(const struct sq_format *f, const uint32_t in[4], unsigned n,
			 uint8_t bytes[SQ_FORMAT_B])
{
	const struct fl_texel_format *t = &f->image.format;
	uint32_t field[4] = {0};
	uint64_t word[2] = {0};

	for (unsigned k = 4; k-- > 0;)
		if (f->image.sel[k] < FL_TEXEL_SEL_ZERO)
			field[f->image.sel[k]] = in[k < n ? k : 0];
	for (unsigned k = 0; k < 4; k++)
		if (t->width[k])
			word[t->at[k] / 64] |= (uint64_t)fl_pixel_encode(pixel_number(f->number), t->width[k],
									 num_float((int32_t)field[k]), false)
					       << t->at[k] % 64;
	memcpy(bytes, word, sizeof word);
}
