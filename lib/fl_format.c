/* SPDX-License-Identifier: MIT
 *
 * Pixel formats: the table, and colors to pixels and back. See fl_format.h.
 */
#include "lib/fl_format.h"

#include <string.h>

/* A format; bits of each channel R, G, B, A and where they begin, of those
 * of integers. */
static const struct format {
	struct fl_format_info info;
	uint8_t bits[4], at[4];
} formats[FL_FORMAT_COUNT] = {
    [FL_C8] = {{"L8", 1, 1, 0}, {0, 8}, {0}},
    [FL_ARGB1555] = {{"ARGB1555", 2, 1, FL_HAS_ALPHA}, {5, 5, 5, 1}, {10, 5, 0, 15}},
    [FL_RGB565] = {{"RGB565", 2, 1, 0}, {5, 6, 5}, {11, 5, 0}},
    [FL_ARGB4444] = {{"ARGB4444", 2, 1, FL_HAS_ALPHA}, {4, 4, 4, 4}, {8, 4, 0, 12}},
    [FL_ARGB8888] = {{"ARGB8888", 4, 1, FL_HAS_ALPHA}, {8, 8, 8, 8}, {16, 8, 0, 24}},
    [FL_ABGR8888] = {{"ABGR8888", 4, 1, FL_HAS_ALPHA}, {8, 8, 8, 8}, {0, 8, 16, 24}},
    [FL_Z16] = {{"Z16", 2, 1, FL_IS_DEPTH}, {16}, {0}},
    [FL_Z24S8] = {{"Z24S8", 4, 1, FL_IS_DEPTH}, {24, 0, 0, 8}, {8}},
    [FL_A8] = {{"A8", 1, 1, FL_HAS_ALPHA}, {0, 0, 0, 8}, {0}},
    [FL_LA88] = {{"LA88", 2, 1, FL_HAS_ALPHA}, {0, 8, 0, 8}, {0, 0, 0, 8}},
    [FL_ARGB2101010] = {{"ARGB2101010", 4, 1, FL_HAS_ALPHA}, {10, 10, 10, 2}, {20, 10, 0, 30}},
    [FL_R16] = {{"R16", 2, 1, 0}, {16}, {0}},
    [FL_GR1616] = {{"GR1616", 4, 1, 0}, {16, 16}, {0, 16}},
    [FL_ABGR16161616] = {{"ABGR16161616", 8, 1, FL_HAS_ALPHA}, {16, 16, 16, 16}, {0, 16, 32, 48}},
    [FL_R16F] = {{"R16F", 2, 1, FL_IS_FLOAT}, {16}, {0}},
    [FL_GR16F] = {{"GR16F", 4, 1, FL_IS_FLOAT}, {16, 16}, {0, 16}},
    [FL_ABGR16F] = {{"ABGR16F", 8, 1, FL_HAS_ALPHA | FL_IS_FLOAT}, {16, 16, 16, 16}, {0, 16, 32, 48}},
    [FL_R32F] = {{"R32F", 4, 1, FL_IS_FLOAT}, {32}, {0}},
    [FL_GR32F] = {{"GR32F", 8, 1, FL_IS_FLOAT}, {32, 32}, {0, 32}},
    [FL_ABGR32F] = {{"ABGR32F", 16, 1, FL_HAS_ALPHA | FL_IS_FLOAT}, {32, 32, 32, 32}, {0, 32, 64, 96}},
    [FL_DXT1] = {{"DXT1", 8, 4, FL_HAS_ALPHA}, {0}, {0}},
    [FL_DXT3] = {{"DXT3", 16, 4, FL_HAS_ALPHA}, {0}, {0}},
    [FL_DXT5] = {{"DXT5", 16, 4, FL_HAS_ALPHA}, {0}, {0}},
    [FL_ATI1N] = {{"ATI1N", 8, 4, 0}, {0}, {0}},
    [FL_ATI2N] = {{"ATI2N", 16, 4, 0}, {0}, {0}},
    [FL_R32UI] = {{"R32UI", 4, 1, FL_IS_INTEGER}, {32}, {0}},
    [FL_ABGR8888UI] = {{"ABGR8888UI", 4, 1, FL_HAS_ALPHA | FL_IS_INTEGER}, {8, 8, 8, 8}, {0, 8, 16, 24}},
};

const struct fl_format_info *fl_format_info(enum fl_format format)
{
	return (unsigned)format < FL_FORMAT_COUNT ? &formats[format].info : NULL;
}

uint32_t fl_format_bytes(enum fl_format format)
{
	return (unsigned)format < FL_FORMAT_COUNT ? formats[format].info.bytes : 0;
}

/* ---- 8 bits a channel ---------------------------------------------------------------------------------- */

/* n bits to m, by repeating them or by dropping the lower ones. */
static uint32_t resize(uint32_t v, int n, int m)
{
	uint32_t out = 0;

	v &= (1u << n) - 1;
	for (int at = m - n; at > -n; at -= n)
		out |= at >= 0 ? v << at : v >> -at;
	return out;
}

/* Color formats of fixed-point numbers, in one word. */
static bool is_color_word(enum fl_format format)
{
	const struct fl_format_info *i = fl_format_info(format);

	return i && i->bytes <= 4 && !(i->is & (FL_IS_FLOAT | FL_IS_DEPTH | FL_IS_INTEGER));
}

/* Where 0xAARRGGBB has R, G, B, A */
static const uint8_t argb_at[4] = {16, 8, 0, 24};

/* By numbers; 0: a pixel of more than one word. */
static uint32_t convert(enum fl_format from, uint32_t pixel, enum fl_format to)
{
	uint32_t out = 0;
	float rgba[4];

	if (formats[from].info.bytes > 4 || formats[to].info.bytes > 4)
		return 0;
	fl_pixel_unpack(from, &pixel, rgba);
	fl_pixel_pack(to, rgba, &out);
	return out;
}

uint32_t fl_pixel(enum fl_format format, uint32_t argb)
{
	const struct format *f = &formats[is_color_word(format) ? format : FL_ARGB8888];
	uint32_t out = 0;

	if (fl_format_is(format, FL_IS_FLOAT))
		return convert(FL_ARGB8888, argb, format);
	for (int i = 0; i < 4; i++)
		if (f->bits[i])
			out |= resize(argb >> argb_at[i], 8, f->bits[i]) << f->at[i];
	return out;
}

uint32_t fl_pixel_argb(enum fl_format format, uint32_t p)
{
	const struct format *f = &formats[is_color_word(format) ? format : FL_ARGB8888];
	uint32_t out = f->info.is & FL_HAS_ALPHA ? 0 : 0xff000000u;

	if (fl_format_is(format, FL_IS_FLOAT))
		return convert(format, p, FL_ARGB8888);
	for (int i = 0; i < 4; i++)
		if (f->bits[i])
			out |= resize(p >> f->at[i], f->bits[i], 8) << argb_at[i];
	if (format == FL_C8 || format == FL_LA88) /* a grey */
		out |= (out & 0xff00) << 8 | (out & 0xff00) >> 8;
	return out;
}

/* ---- numbers ------------------------------------------------------------------------------------------- */

uint16_t fl_half(float x)
{
	union {
		float f;
		uint32_t u;
	} v = {.f = x};
	uint32_t sign = v.u >> 16 & 0x8000, e = v.u >> 23 & 0xff, m = v.u & 0x7fffff, shift, half, rest;

	if (e == 0xff)
		return (uint16_t)(sign | 0x7c00 | (m ? 0x200 : 0));
	if (e > 142)
		return (uint16_t)(sign | 0x7c00);
	if (e < 102)
		return (uint16_t)sign;
	/* 2^-14 is the smallest with a hidden bit; below that the mantissa is shifted. */
	shift = e > 112 ? 13 : 126 - e;
	m |= 0x800000;
	half = m >> shift;
	rest = m & ((1u << shift) - 1);
	if (e > 112)
		half += (e - 113) << 10; /* the hidden bit counts the exponent up by one */
	if (rest > 1u << (shift - 1) || (rest == 1u << (shift - 1) && (half & 1)))
		half++;
	return (uint16_t)(sign | half);
}

float fl_half_float(uint16_t h)
{
	union {
		uint32_t u;
		float f;
	} v;
	uint32_t sign = (uint32_t)(h & 0x8000) << 16, e = h >> 10 & 31, m = h & 0x3ff;

	if (e == 0) { /* m * 2^-24 */
		v.f = (float)m * 0x1p-24f;
		v.u |= sign;
		return v.f;
	}
	v.u = sign | (e == 31 ? 0xffu : e + 112) << 23 | m << 13;
	return v.f;
}

static uint32_t whole(float x, uint32_t max, bool integer)
{
	if (!(x > 0))
		return 0;
	/* 24 bits at most are exact in a float; 16 and 24 are what there is of fractions. */
	if (!integer)
		x = x * (float)max + 0.5f;
	return x >= (float)max ? max : (uint32_t)x;
}

void fl_pixel_pack(enum fl_format format, const float rgba[4], void *pixel)
{
	const struct format *f = &formats[(unsigned)format < FL_FORMAT_COUNT ? format : FL_ARGB8888];
	uint32_t word[4] = {0};

	for (int i = 0; i < 4; i++) {
		uint32_t bits = f->bits[i], v;

		if (!bits)
			continue;
		if (f->info.is & FL_IS_FLOAT) {
			if (bits == 32)
				memcpy(&v, &rgba[i], 4);
			else
				v = fl_half(rgba[i]);
		} else {
			v = whole(rgba[i], ~0u >> (32 - bits), f->info.is & FL_IS_INTEGER);
		}
		word[f->at[i] / 32] |= v << f->at[i] % 32;
	}
	memcpy(pixel, word, f->info.bytes);
}

void fl_pixel_unpack(enum fl_format format, const void *pixel, float rgba[4])
{
	const struct format *f = &formats[(unsigned)format < FL_FORMAT_COUNT ? format : FL_ARGB8888];
	uint32_t word[4] = {0};

	memcpy(word, pixel, f->info.block_px == 1 ? f->info.bytes : 0);
	for (int i = 0; i < 4; i++) {
		uint32_t bits = f->bits[i], v = word[f->at[i] / 32] >> f->at[i] % 32;

		rgba[i] = i == 3 ? 1 : 0;
		if (!bits)
			continue;
		if (f->info.is & FL_IS_FLOAT) {
			if (bits == 32)
				memcpy(&rgba[i], &v, 4);
			else
				rgba[i] = fl_half_float((uint16_t)v);
		} else {
			uint32_t max = ~0u >> (32 - bits);

			rgba[i] = (float)(v & max) / (f->info.is & FL_IS_INTEGER ? 1 : (float)max);
		}
	}
	if (format == FL_C8 || format == FL_LA88)
		rgba[0] = rgba[2] = rgba[1];
	if (format == FL_Z16)
		rgba[1] = rgba[2] = rgba[0];
}
