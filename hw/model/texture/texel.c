/* SPDX-License-Identifier: MIT
 *
 * A texel's bytes into R, G, B, A: every format. Component 0 stands in the lowest bits. This is the plain
 * way, a texel at a time; cache.c has shorter ones.
 *
 * Chosen, for nothing decides it: YUV is converted as ITU-R BT.601 with 16-235 luma
 * (R = 1.164 (Y - 16) + 1.596 (V - 128), …), without conversion V, Y, U come as R, G, B.
 */
#include "hw/model/num/small_float.h"
#include "hw/model/texture/texel.h"

#include <math.h>
#include <string.h>

static float to_linear(float c)
{
	return c <= 0.04045f ? c / 12.92f : powf((c + 0.055f) / 1.055f, 2.4f);
}

static float from_fp24(uint32_t v)
{
	unsigned e = v >> 16 & 127;
	if (e == 0 && !(v & 0xffff))
		return v >> 23 & 1 ? -0.0f : 0.0f;
	return num_float((int32_t)((v >> 23 & 1) << 31 | (e + 127 - 63) << 23 | (v & 0xffff) << 7));
}

static float number(unsigned kind, unsigned width, uint32_t v)
{
	uint32_t max = width < 32 ? (1u << width) - 1 : ~0u;

	switch (kind) {
	case FL_TEXEL_UNORM:
		return (float)v / (float)max;
	case FL_TEXEL_UNORM_POW2:
		return (float)v / ((float)max + 1);
	case FL_TEXEL_SMALL:
		return num_from_small(width, v);
	case FL_TEXEL_BIASED:
		return (float)v * 2 / (float)max - 1;
	case FL_TEXEL_USCALED:
		return (float)v;
	case FL_TEXEL_UINT:
		return num_float((int32_t)v);
	case FL_TEXEL_FLOAT:
		return width == 16 ? num_from_half(v) : width == 24 ? from_fp24(v) : num_float((int32_t)v);
	}
	int32_t s = (int32_t)(v << (32 - width)) >> (32 - width);
	if (kind == FL_TEXEL_SSCALED)
		return (float)s;
	if (kind == FL_TEXEL_SINT)
		return num_float(s);
	if (kind == FL_TEXEL_SNORM_NO_ZERO)
		return (2 * (float)s + 1) / (float)max;
	if (width == 1)
		return v ? -1.0f : 0.0f;
	float r = (float)s / (float)(max >> 1);
	return r < -1 ? -1 : r;
}

static void yuv(const struct fl_texel_image *t, float y, float u, float v, float a, float out[4])
{
	if (t->swap_yuv) {
		u += u < 128 ? 128 : -128;
		v += v < 128 ? 128 : -128;
	}
	out[0] = v / 255;
	out[1] = y / 255;
	out[2] = u / 255;
	out[3] = a / 255;
	if (t->yuv == FL_TEXEL_YUV_AS_IS)
		return;
	float l = 1.164f * (y - 16);
	out[0] = (l + 1.596f * (v - 128)) / 255;
	out[1] = (l - 0.813f * (v - 128) - 0.391f * (u - 128)) / 255;
	out[2] = (l + 2.018f * (u - 128)) / 255;
	if (t->yuv == FL_TEXEL_YUV_CLAMPED)
		for (unsigned i = 0; i < 3; i++)
			out[i] = out[i] < 0 ? 0 : out[i] > 1 ? 1 : out[i];
}

static void fields(const struct fl_texel_format *f, const uint8_t *b, float c[4])
{
	uint64_t w[2];

	memcpy(w, b, sizeof(w));
	for (unsigned i = 0; i < 4; i++) {
		unsigned width = f->width[i];
		if (width)
			c[i] = number(f->number[i], width,
				      (uint32_t)(w[f->at[i] / 64] >> f->at[i] % 64) & (~0u >> (32 - width)));
	}
	if (f->third) {
		float z = 1 - c[0] * c[0] - c[1] * c[1];
		c[2] = z > 0 ? sqrtf(z) : 0;
	}
}

static void bytes_of(const uint8_t rgba[4], float c[4])
{
	for (unsigned i = 0; i < 4; i++)
		c[i] = rgba[i] / 255.0f;
}

/* ETC, EAC, BPTC and ASTC. False: the coding is another. */
static bool blocks(const struct fl_texel_format *f, const uint8_t *b, unsigned x, unsigned y, float c[4])
{
	const bool swapped = f->variant == FL_TEXEL_T_SWAPPED, alpha = f->coding == FL_TEXEL_ETC2_EAC;
	uint16_t wide[4];
	uint8_t rgba[4];

	switch (f->coding) {
	case FL_TEXEL_ETC1:
	case FL_TEXEL_ETC2:
	case FL_TEXEL_ETC2_PUNCH:
	case FL_TEXEL_ETC2_EAC:
		fl_texel_etc_color(b + (alpha ? 8 : 0),
				   f->coding == FL_TEXEL_ETC1         ? FL_TEXEL_ETC_FIRST
				   : f->coding == FL_TEXEL_ETC2_PUNCH ? FL_TEXEL_ETC_PUNCH
								      : FL_TEXEL_ETC_SECOND,
				   swapped, x, y, rgba);
		if (alpha)
			rgba[3] = fl_texel_eac_alpha(b, x, y);
		bytes_of(rgba, c);
		return true;
	case FL_TEXEL_EAC1:
	case FL_TEXEL_EAC2:
		for (unsigned i = 0; i < (f->coding == FL_TEXEL_EAC2 ? 2u : 1u); i++) {
			const bool is_signed = f->number[i] == FL_TEXEL_SNORM;

			c[i] = (float)fl_texel_eac_11(b + 8 * i, is_signed, x, y) / (is_signed ? 1023 : 2047);
		}
		return true;
	case FL_TEXEL_BC6:
		fl_texel_bc6(b, f->number[0] == FL_TEXEL_SNORM, x, y, wide);
		for (unsigned i = 0; i < 3; i++)
			c[i] = num_from_half(wide[i]);
		c[3] = 1;
		return true;
	case FL_TEXEL_BC7:
		fl_texel_bc7(b, x, y, rgba);
		bytes_of(rgba, c);
		return true;
	case FL_TEXEL_ASTC:
		fl_texel_astc(b, f->block_w, f->block_h, f->variant == FL_TEXEL_FOR_SRGB, x, y, wide);
		for (unsigned i = 0; i < 4; i++)
			c[i] = wide[i] / 65535.0f;
		return true;
	}
	return false;
}

static void components(const struct fl_texel_format *f, const uint8_t *b, unsigned x, unsigned y, float c[4])
{
	bool dxt1 = f->coding == FL_TEXEL_DXT1;
	uint8_t rgba[4];

	memset(c, 0, 4 * sizeof(float));
	switch (f->coding) {
	case FL_TEXEL_DXT1:
	case FL_TEXEL_DXT3:
	case FL_TEXEL_DXT5:
		fl_texel_dxt_color(b + (dxt1 ? 0 : 8), dxt1, x, y, rgba);
		if (f->coding == FL_TEXEL_DXT3)
			rgba[3] = fl_texel_dxt3_alpha(b, x, y);
		else if (f->coding == FL_TEXEL_DXT5)
			rgba[3] = fl_texel_dxt5_alpha(b, x, y);
		bytes_of(rgba, c);
		return;
	case FL_TEXEL_ATI1N:
	case FL_TEXEL_ATI2N:
		for (unsigned i = 0; i < (f->coding == FL_TEXEL_ATI2N ? 2u : 1u); i++)
			c[i] = f->number[i] == FL_TEXEL_SNORM
				   ? fl_texel_ati1n_signed(b + 8 * i, x, y) / 127.0f
				   : fl_texel_dxt5_alpha(b + 8 * i, x, y) / 255.0f;
		return;
	case FL_TEXEL_RGBG:
	case FL_TEXEL_GRGB: {
		const unsigned g = f->coding == FL_TEXEL_RGBG;

		c[0] = b[1 - g] / 255.0f;
		c[1] = b[g + (x & 1 ? 2 : 0)] / 255.0f;
		c[2] = b[3 - g] / 255.0f;
		return;
	}
	case FL_TEXEL_E5999: {
		uint32_t w;

		memcpy(&w, b, sizeof(w));
		for (unsigned i = 0; i < 3; i++)
			c[i] = (float)(w >> 9 * i & 511) * num_float((int32_t)((w >> 27) + 127 - 24) << 23);
		return;
	}
	case FL_TEXEL_BITS_UP:
		c[0] = b[0] >> (x & 7) & 1;
		return;
	case FL_TEXEL_BITS_DOWN:
		c[0] = b[0] >> (7 - (x & 7)) & 1;
		return;
	}
	if (!blocks(f, b, x, y, c))
		fields(f, b, c);
}

static void select_channels(const struct fl_texel_image *t, const float c[4], float out[4])
{
	const float one = t->format.number[0] >= FL_TEXEL_UINT ? num_float(1) : 1;

	for (unsigned i = 0; i < 4; i++) {
		unsigned sel = t->sel[i];
		float v = sel <= FL_TEXEL_SEL_3      ? c[sel]
			  : sel == FL_TEXEL_SEL_ZERO ? 0
			  : sel == FL_TEXEL_SEL_ONE  ? one
						     : 2 * c[sel - FL_TEXEL_SEL_TWICE];
		out[i] = sel >= FL_TEXEL_SEL_TWICE && v > 1 ? 0 : v;
	}
	if (t->srgb)
		for (unsigned i = 0; i < 3; i++)
			if (t->sel[i] <= FL_TEXEL_SEL_3)
				out[i] = to_linear(out[i]);
}

void fl_texel_unpack(const struct fl_texel_image *t, const uint8_t b[FL_TEXEL_ELEMENT_B], unsigned x,
		     unsigned y, float out[4])
{
	float c[4];

	switch (t->format.coding) {
	case FL_TEXEL_AVYU:
		yuv(t, b[1], b[0], b[2], b[3], out);
		return;
	case FL_TEXEL_AYUV:
		yuv(t, b[2], b[1], b[0], b[3], out);
		return;
	case FL_TEXEL_VYUY:
		yuv(t, b[x & 1 ? 2 : 0], b[1], b[3], 255, out);
		return;
	case FL_TEXEL_YVYU:
		yuv(t, b[x & 1 ? 3 : 1], b[0], b[2], 255, out);
		return;
	}
	components(&t->format, b, x, y, c);
	select_channels(t, c, out);
}

bool fl_texel_is_bytes(const struct fl_texel_image *t)
{
	const struct fl_texel_format *f = &t->format;
	bool is =
	    f->coding == FL_TEXEL_FIELDS && f->bits == 32 && !f->third && !f->variant && !t->flip && !t->srgb;

	for (unsigned k = 0; k < 4; k++)
		is &= f->at[k] == 8 * k && f->width[k] == 8 && f->number[k] == FL_TEXEL_UNORM &&
		      t->sel[k] < FL_TEXEL_SEL_TWICE;
	return is;
}

/* The key has the bits of a texel; of all YUV formats those of AVYU, as R5xx has it. Blocks of 4x4 and wide
 * texels have none. */
bool fl_texel_keyed(const struct fl_texel_image *t, const uint8_t b[FL_TEXEL_ELEMENT_B], unsigned x)
{
	const struct fl_texel_format *f = &t->format;
	unsigned bits = f->bits / f->block_w;
	uint32_t w;

	if (f->coding == FL_TEXEL_VYUY || f->coding == FL_TEXEL_YVYU) {
		bool low = f->coding == FL_TEXEL_VYUY; /* where Y stands */
		unsigned y = b[low ? (x & 1 ? 2 : 0) : (x & 1 ? 3 : 1)];
		unsigned u = b[low ? 1 : 0], v = b[low ? 3 : 2];
		return (t->key & 0xffffff) == (v << 16 | y << 8 | u);
	}
	memcpy(&w, b, 4);
	return f->block_h == 1 && bits <= 32 && ((w ^ t->key) & (~0u >> (32 - bits))) == 0;
}

void fl_texel_element(const struct fl_texel_image *t, const uint8_t *base, uint64_t at_B,
		      uint8_t b[FL_TEXEL_ELEMENT_B])
{
	memset(b, 0, FL_TEXEL_ELEMENT_B);
	for (unsigned i = 0; i < t->format.bits / 8u; i++)
		b[i] = base[(at_B + i) ^ t->flip];
}

void fl_texel_read(const struct fl_texel_unit *u, const struct fl_texel_level *l, unsigned x, unsigned y,
		   unsigned layer, float out[4], bool *keyed)
{
	const struct fl_texel_format *f = &u->image.format;
	uint8_t b[FL_TEXEL_ELEMENT_B];
	uint64_t at_B;

	u->row(&u->image, l, layer, y / f->block_h, x / f->block_w, 1, 1, &at_B);
	fl_texel_element(&u->image, u->memory, at_B, b);
	fl_texel_unpack(&u->image, b, x % f->block_w, y % f->block_h, out);
	if (keyed)
		*keyed = fl_texel_keyed(&u->image, b, x);
}

enum fl_texel_store fl_texel_store(const struct fl_texel_image *t)
{
	const struct fl_texel_format *f = &t->format;
	bool bytes = !t->srgb && t->yuv != FL_TEXEL_YUV_WIDE && !f->third && f->coding != FL_TEXEL_E5999 &&
		     f->coding != FL_TEXEL_EAC1 && f->coding != FL_TEXEL_EAC2 && f->coding != FL_TEXEL_ASTC &&
		     f->coding != FL_TEXEL_BC6;

	for (unsigned i = 0; i < 4; i++) {
		const unsigned width = f->coding == FL_TEXEL_FIELDS ? f->width[i] : 0;

		/* widths that divide 8 count in whole 255ths */
		bytes &= !t->exact || !width || 8 % width == 0;
		bytes &=
		    f->number[i] <= FL_TEXEL_UNORM_POW2 && (f->coding != FL_TEXEL_FIELDS || f->width[i] <= 8);
	}
	return bytes ? FL_TEXEL_STORE_8 : FL_TEXEL_STORE_F;
}

void fl_texel_derive(struct fl_texel_unit *u)
{
	float one = u->image.pow2 ? 256 : 255;

	u->to_float = 1.0f / one;
	u->fixed = 0;
	for (unsigned i = 0; i < 4; i++) {
		float v = u->border[i] * one + 0.5f;

		u->border8[i] = v > 255 ? 255 : v > 0 ? (uint8_t)v : 0;
		if (u->image.sel[i] == FL_TEXEL_SEL_ONE)
			u->fixed |= 1u << i;
	}
}
