/* SPDX-License-Identifier: MIT
 *
 * DATA_FORMAT and NUM_FORMAT of Sea Islands: bytes of elements, unpacked, beside each number's arithmetic.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "hw/model/cik/format.h"
#include "hw/model/cik/sq_format.h"
#include "hw/regs/cik.h"

#define DATA(name)   CIK_SQ_IMG_RSRC_WORD1__DATA_FORMAT__IMG_DATA_FORMAT_##name
#define NUMBER(name) CIK_SQ_IMG_RSRC_WORD1__NUM_FORMAT__IMG_NUM_FORMAT_##name

static void unpacked(unsigned data, unsigned number, const uint32_t word[4], float out[4])
{
	struct fl_texel_image t = {.sel = {0, 1, 2, 3}, .exact = true};
	uint8_t b[FL_TEXEL_ELEMENT_B];
	bool srgb;
	const char *why = mcik_texel_format(data, number, &t.format, &srgb);

	cr_assert_null(why, "%u %u: %s", data, number, why);
	t.srgb = srgb;
	memcpy(b, word, sizeof(b));
	fl_texel_unpack(&t, b, 0, 0, out);
}

static uint32_t bits_of(float f)
{
	uint32_t u;

	memcpy(&u, &f, sizeof(u));
	return u;
}

/* Fields of unsigned numbers: all ones, and 1, in turns. Names list from the highest field down. */
Test(cik_formats, fields)
{
	static const struct {
		unsigned data;
		uint8_t width[4]; /* from bit 0 up, as the name has it from the end */
	} format[] = {
	    {DATA(8), {8}},
	    {DATA(16), {16}},
	    {DATA(8_8), {8, 8}},
	    {DATA(16_16), {16, 16}},
	    {DATA(10_10_10_2), {2, 10, 10, 10}},
	    {DATA(2_10_10_10), {10, 10, 10, 2}},
	    {DATA(8_8_8_8), {8, 8, 8, 8}},
	    {DATA(16_16_16_16), {16, 16, 16, 16}},
	    {DATA(5_6_5), {5, 6, 5}},
	    {DATA(1_5_5_5), {5, 5, 5, 1}},
	    {DATA(5_5_5_1), {1, 5, 5, 5}},
	    {DATA(4_4_4_4), {4, 4, 4, 4}},
	    {DATA(6_5_5), {5, 5, 6}},
	    {DATA(4_4), {4, 4}},
	    {DATA(10_11_11), {11, 11, 10}},
	    {DATA(11_11_10), {10, 11, 11}},
	    {DATA(8_24), {24, 8}},
	    {DATA(24_8), {8, 24}},
	};

	for (unsigned i = 0; i < sizeof(format) / sizeof(format[0]); i++) {
		const uint8_t *w = format[i].width;
		uint32_t word[4] = {0};
		float out[4];
		unsigned at = 0;

		for (unsigned c = 0; c < 4 && w[c]; at += w[c++])
			word[at / 32] |= (c % 2 ? 1 : (1u << w[c]) - 1) << at % 32;
		unpacked(format[i].data, NUMBER(UNORM), word, out);
		for (unsigned c = 0; c < 4; c++) {
			const float largest = (float)((1u << w[c]) - 1);

			cr_expect_float_eq(out[c], w[c] ? (c % 2 ? 1 / largest : 1) : 0, 1e-7f,
					   "format %u, component %u", format[i].data, c);
		}
		unpacked(format[i].data, NUMBER(UINT), word, out);
		for (unsigned c = 0; c < 4; c++)
			cr_expect_eq(bits_of(out[c]), w[c] ? (c % 2 ? 1 : (1u << w[c]) - 1) : 0);
	}
}

/* A byte of 0x81 and one of 0x7f as each number has them (facts 6). */
Test(cik_formats, numbers)
{
	static const struct {
		unsigned number;
		float low, high;
	} is[] = {
	    {NUMBER(UNORM), 129.0f / 255, 127.0f / 255},
	    {NUMBER(SNORM), -1, 1},
	    {NUMBER(USCALED), 129, 127},
	    {NUMBER(SSCALED), -127, 127},
	    {NUMBER(SNORM_OGL), -253.0f / 255, 1},
	};
	const uint32_t word[4] = {0x7f81};
	float out[4];

	for (unsigned i = 0; i < sizeof(is) / sizeof(is[0]); i++) {
		unpacked(DATA(8_8), is[i].number, word, out);
		cr_expect_float_eq(out[0], is[i].low, 1e-6f, "number %u", is[i].number);
		cr_expect_float_eq(out[1], is[i].high, 1e-6f, "number %u", is[i].number);
	}
	unpacked(DATA(8_8), NUMBER(SINT), word, out);
	cr_expect_eq(bits_of(out[0]), (uint32_t)-127);
	/* the darkest and the brightest of SRGB, and its linear part: 10 / 255 / 12.92 */
	unpacked(DATA(8_8_8_8), NUMBER(SRGB), (const uint32_t[4]){0x80ff0a00}, out);
	cr_expect_float_eq(out[0], 0, 1e-6f);
	cr_expect_float_eq(out[1], 10.0f / 255 / 12.92f, 1e-6f);
	cr_expect_float_eq(out[2], 1, 1e-6f);
	cr_expect_float_eq(out[3], 128.0f / 255, 1e-6f); /* alpha is linear */
}

Test(cik_formats, floats)
{
	float out[4];

	unpacked(DATA(32_32_32_32), NUMBER(FLOAT), (const uint32_t[4]){0x3f800000, 0xc0000000, 0x7f800000, 1},
		 out);
	cr_expect_eq(bits_of(out[0]), 0x3f800000);
	cr_expect_eq(bits_of(out[1]), 0xc0000000);
	cr_expect_eq(bits_of(out[2]), 0x7f800000);
	unpacked(DATA(16_16), NUMBER(FLOAT), (const uint32_t[4]){0xc0003c00}, out);
	cr_expect_eq(out[0], 1);
	cr_expect_eq(out[1], -2);
	/* 10_11_11: 5 bits of exponent with a bias of 15, 6 (the highest: 5) of mantissa; 1.5, 2, 0.25 */
	unpacked(DATA(10_11_11), NUMBER(FLOAT), (const uint32_t[4]){(15u << 6 | 32) | 16u << 17 | 13u << 27},
		 out);
	cr_expect_eq(out[0], 1.5f);
	cr_expect_eq(out[1], 2);
	cr_expect_eq(out[2], 0.25f);
	/* a depth as a float, and a stencil beside it, as its bits */
	unpacked(DATA(X24_8_32), NUMBER(FLOAT), (const uint32_t[4]){0x3f000000, 0xabcdef99}, out);
	cr_expect_eq(out[0], 0.5f);
	cr_expect_eq(bits_of(out[1]), 0x99);
	/* 5_9_9_9: mantissas 256 (1/2), 128, 0; exponent 16: times 2 */
	unpacked(DATA(5_9_9_9), NUMBER(FLOAT), (const uint32_t[4]){16u << 27 | 128u << 9 | 256}, out);
	cr_expect_eq(out[0], 1);
	cr_expect_eq(out[1], 0.5f);
}

Test(cik_formats, refused)
{
	struct fl_texel_format f;
	bool srgb;

	cr_expect_not_null(mcik_texel_format(0, NUMBER(UNORM), &f, &srgb));
	cr_expect_not_null(mcik_texel_format(15, NUMBER(UNORM), &f, &srgb));
	cr_expect_not_null(mcik_texel_format(DATA(8), 8, &f, &srgb));
	cr_expect_not_null(mcik_texel_format(DATA(8), NUMBER(FLOAT), &f, &srgb));
	cr_expect_not_null(mcik_texel_format(DATA(32), NUMBER(UNORM), &f, &srgb));
	cr_expect_not_null(mcik_texel_format(DATA(5_6_5), NUMBER(SRGB), &f, &srgb));
}

/* Elements of a buffer that are bytes, many at once: as one by one, and only where there are lanes. */
Test(cik_formats, bytes_of_many)
{
	enum { DATA_8888 = 10, X = 4, Y = 5, Z = 6, W = 7, KEPT = 77 };
	static const uint32_t selects[] = {X | Y << 3 | Z << 6 | W << 9, Z | 1 << 3 | 0 << 6 | X << 9,
					   W | W << 3 | Y << 6 | 1 << 9};
	static struct sq_formats kept;
	uint32_t word[FL_TEXEL_LANES], got[4][FL_TEXEL_LANES];

	for (unsigned i = 0; i < FL_TEXEL_LANES; i++)
		word[i] = i * 0x01030507u + 0x80ff0001u;
	for (unsigned s = 0; s < 3; s++)
		for (unsigned n = 1; n <= 4; n++) {
			const struct sq_format *f = mcik_sq_format(&kept, DATA_8888, 0, selects[s]);
			const uint64_t lanes = s ? 0x8421f00d0ff12345ull : ~0ull;

			cr_assert(f->bytes);
			for (unsigned k = 0; k < 4; k++)
				for (unsigned l = 0; l < FL_TEXEL_LANES; l++)
					got[k][l] = KEPT;
			mcik_sq_format_bytes(f, word, lanes, n, got);
			for (unsigned l = 0; l < FL_TEXEL_LANES; l++) {
				uint8_t b[SQ_FORMAT_B] = {0};
				uint32_t one[4];

				memcpy(b, &word[l], sizeof(word[l]));
				mcik_sq_format_unpack(f, b, one);
				for (unsigned k = 0; k < 4; k++)
					cr_assert_eq(got[k][l], lanes >> l & 1 && k < n ? one[k] : KEPT,
						     "selects %u, %u components: %u of lane %u", s, n, k, l);
			}
		}
}
