/* SPDX-License-Identifier: MIT
 *
 * TX: every TXFORMAT (R5xx guide 3, 11.9; Mesa r300_texture.c for what the guide calls reserved), how the
 * registers select channels of it, and border colors.
 *
 * Chosen, for nothing decides it: a 10-bit component stands in the low bits of 16; components that a format
 * has not are 0; 16_MPEG is signed 16.
 */
#include "hw/model/r500/tx_block.h"

#include <string.h>

enum {
	F_4_4_4_4 = 10,
	F_8_8_8_8 = 12,
	F_DXT1 = 15,
	F_DXT3,
	F_DXT5,
	F_CXV8U8,
	F_AVYU,
	F_VYUY,
	F_YVYU,
	F_16F = 24,
	F_16F2,
	F_16F4,
	F_32F,
	F_32F2,
	F_32F4,
	F_W24,
	F_ATI2N,
	F_1,
	F_1_REVERSE,
	F_ATI1N = 32 + 5,
	F_24_8,
};

#define FIELDS(bits, bytes, name, ...)                                   \
	{                                                                \
		name, bits, 1, FL_TEXEL_FIELDS, true, bytes, __VA_ARGS__ \
	}
#define BLOCKS(bits, size, coding, name)                   \
	{                                                  \
		name, bits, size, coding, true, true, {0}, \
		{                                          \
			0                                  \
		}                                          \
	}

/* Widths and places of components 0-3, from bit 0 up. */
static const struct mr500_tx_format formats[64] = {
    [0] = FIELDS(8, true, "8", {8}, {0}),
    [1] = FIELDS(16, false, "16", {16}, {0}),
    [2] = FIELDS(8, true, "4_4", {4, 4}, {0, 4}),
    [3] = FIELDS(16, true, "8_8", {8, 8}, {0, 8}),
    [4] = FIELDS(32, false, "16_16", {16, 16}, {0, 16}),
    [5] = FIELDS(8, true, "3_3_2", {2, 3, 3}, {0, 2, 5}),
    [6] = FIELDS(16, true, "5_6_5", {5, 6, 5}, {0, 5, 11}),
    [7] = FIELDS(16, true, "6_5_5", {5, 5, 6}, {0, 5, 10}),
    [8] = FIELDS(32, false, "11_11_10", {10, 11, 11}, {0, 10, 21}),
    [9] = FIELDS(32, false, "10_11_11", {11, 11, 10}, {0, 11, 22}),
    [F_4_4_4_4] = FIELDS(16, true, "4_4_4_4", {4, 4, 4, 4}, {0, 4, 8, 12}),
    [11] = FIELDS(16, true, "1_5_5_5", {5, 5, 5, 1}, {0, 5, 10, 15}),
    [F_8_8_8_8] = FIELDS(32, true, "8_8_8_8", {8, 8, 8, 8}, {0, 8, 16, 24}),
    [13] = FIELDS(32, false, "2_10_10_10", {10, 10, 10, 2}, {0, 10, 20, 30}),
    [14] = FIELDS(64, false, "16_16_16_16", {16, 16, 16, 16}, {0, 16, 32, 48}),
    [F_DXT1] = BLOCKS(64, 4, FL_TEXEL_DXT1, "DXT1"),
    [F_DXT3] = BLOCKS(128, 4, FL_TEXEL_DXT3, "DXT3"),
    [F_DXT5] = BLOCKS(128, 4, FL_TEXEL_DXT5, "DXT5"),
    [F_CXV8U8] = FIELDS(16, false, "CxV8U8", {8, 8}, {0, 8}),
    [F_AVYU] = BLOCKS(32, 1, FL_TEXEL_AVYU, "AVYU444"),
    [F_VYUY] = BLOCKS(16, 2, FL_TEXEL_VYUY, "VYUY422"),
    [F_YVYU] = BLOCKS(16, 2, FL_TEXEL_YVYU, "YVYU422"),
    [22] = FIELDS(16, false, "16_MPEG", {16}, {0}),
    [23] = FIELDS(32, false, "16_16_MPEG", {16, 16}, {0, 16}),
    [F_16F] = FIELDS(16, false, "16f", {16}, {0}),
    [F_16F2] = FIELDS(32, false, "16f_16f", {16, 16}, {0, 16}),
    [F_16F4] = FIELDS(64, false, "16f_16f_16f_16f", {16, 16, 16, 16}, {0, 16, 32, 48}),
    [F_32F] = FIELDS(32, false, "32f", {32}, {0}),
    [F_32F2] = FIELDS(64, false, "32f_32f", {32, 32}, {0, 32}),
    [F_32F4] = FIELDS(128, false, "32f_32f_32f_32f", {32, 32, 32, 32}, {0, 32, 64, 96}),
    [F_W24] = FIELDS(32, false, "W24_FP", {24}, {0}),
    [F_ATI2N] = BLOCKS(128, 4, FL_TEXEL_ATI2N, "ATI2N"),
    [F_1] = BLOCKS(1, 1, FL_TEXEL_BITS_UP, "1"),
    [F_1_REVERSE] = BLOCKS(1, 1, FL_TEXEL_BITS_DOWN, "1_REVERSE"),
    [32 + 2] = FIELDS(16, false, "10", {10}, {0}),
    [32 + 3] = FIELDS(32, false, "10_10", {10, 10}, {0, 16}),
    [32 + 4] = FIELDS(64, false, "10_10_10_10", {10, 10, 10, 10}, {0, 16, 32, 48}),
    [F_ATI1N] = BLOCKS(64, 4, FL_TEXEL_ATI1N, "ATI1N"),
    [F_24_8] = FIELDS(32, false, "24_8", {24, 8}, {8, 0}),
};

const struct mr500_tx_format *mr500_tx_format(unsigned code, enum mr500_kind kind)
{
	static const struct mr500_tx_format none = {.name = "reserved", .bits = 32, .block = 1};

	/* Not on every chip: R5xx guide 10.1.5; ATI2N since R420 (Linux r300.c). */
	if ((code >= 32 && kind != MR500_KIND_R5XX) || (code == F_ATI2N && kind == MR500_KIND_R3XX))
		return &none;
	return formats[code & 63].exists ? &formats[code & 63] : &none;
}

static enum mr500_kind kind_of(const struct mr500 *r)
{
	return r->variant ? r->variant->kind : MR500_KIND_R5XX;
}

unsigned mr500_tx_code(const struct mr500 *r, unsigned n)
{
	unsigned low = R500_TX_FORMAT1__TXFORMAT__GET(r->reg[R500_TX_FORMAT1(n) / 4]);
	unsigned msb = R500_TX_FORMAT2__TXFORMAT_MSB__GET(r->reg[R500_TX_FORMAT2(n) / 4]);

	return low | (kind_of(r) == MR500_KIND_R5XX ? msb << 5 : 0);
}

static bool pow2_of(const struct mr500 *r, unsigned n)
{
	return kind_of(r) == MR500_KIND_R5XX &&
	       R500_TX_FORMAT2__POW2FIX2FLT__GET(r->reg[R500_TX_FORMAT2(n) / 4]);
}

static struct fl_texel_format format_of(const struct mr500 *r, unsigned n, unsigned code)
{
	const struct mr500_tx_format *f = mr500_tx_format(code, kind_of(r));
	uint32_t f1 = r->reg[R500_TX_FORMAT1(n) / 4];
	const bool is_signed[4] = {
	    R500_TX_FORMAT1__SIGNED_COMP0__GET(f1), R500_TX_FORMAT1__SIGNED_COMP1__GET(f1),
	    R500_TX_FORMAT1__SIGNED_COMP2__GET(f1), R500_TX_FORMAT1__SIGNED_COMP3__GET(f1)};
	struct fl_texel_format t = {.coding = f->coding,
				    .bits = f->bits,
				    .block_w = f->block,
				    .block_h = f->block == 4 ? 4 : 1,
				    .third = code == F_CXV8U8};

	if (f->block == 2)
		t.bits = 2 * f->bits;
	if (f->bits == 1)
		t.bits = t.block_w = 8;
	memcpy(t.at, f->at, sizeof(t.at));
	memcpy(t.width, f->width, sizeof(t.width));
	for (unsigned i = 0; i < 4; i++)
		t.number[i] = code >= F_16F && code <= F_W24     ? FL_TEXEL_FLOAT
			      : code == F_24_8                   ? FL_TEXEL_UNORM
			      : is_signed[i]                     ? FL_TEXEL_SNORM
			      : pow2_of(r, n) && t.width[i] == 8 ? FL_TEXEL_UNORM_POW2
								 : FL_TEXEL_UNORM;
	return t;
}

/* Of S3TC they are B, G, R, A where DXTC_SWIZZLE lets registers select them, and fixed where not (Mesa
 * r300_texture.c); the image has R, G, B, A. */
unsigned mr500_tx_component(const struct mr500 *r, unsigned n, unsigned component)
{
	unsigned code = mr500_tx_code(r, n);
	bool s3tc = code >= F_DXT1 && code <= F_DXT5;

	if (s3tc && kind_of(r) != MR500_KIND_R3XX &&
	    R500_TX_FILTER1__DXTC_SWIZZLE__GET(r->reg[R500_TX_FILTER1(n) / 4]) && component < 3)
		return 2 - component;
	return component;
}

/* 6 and 7: twice component 2 or 3, 0 where that is above 1 (Mesa r300_reg.h). */
static uint8_t select_of(const struct mr500 *r, unsigned n, unsigned sel)
{
	if (sel < 4)
		return (uint8_t)(FL_TEXEL_SEL_0 + mr500_tx_component(r, n, sel));
	if (sel < 6)
		return sel == 4 ? FL_TEXEL_SEL_ZERO : FL_TEXEL_SEL_ONE;
	return (uint8_t)(FL_TEXEL_SEL_TWICE + mr500_tx_component(r, n, sel - 4));
}

void mr500_tx_format_decode(const struct mr500 *r, unsigned n, struct fl_texel_image *t)
{
	static const uint8_t yuv[4] = {
	    [R500_TX_FORMAT1__YUV_TO_RGB__DISABLE] = FL_TEXEL_YUV_AS_IS,
	    [R500_TX_FORMAT1__YUV_TO_RGB__ENABLE_CLAMPED] = FL_TEXEL_YUV_CLAMPED,
	    [R500_TX_FORMAT1__YUV_TO_RGB__ENABLE_NOT_CLAMPED] = FL_TEXEL_YUV_WIDE,
	    [3] = FL_TEXEL_YUV_CLAMPED, /* reserved */
	};
	uint32_t f1 = r->reg[R500_TX_FORMAT1(n) / 4];

	t->format = format_of(r, n, mr500_tx_code(r, n));
	t->sel[0] = select_of(r, n, R500_TX_FORMAT1__SEL_RED__GET(f1));
	t->sel[1] = select_of(r, n, R500_TX_FORMAT1__SEL_GREEN__GET(f1));
	t->sel[2] = select_of(r, n, R500_TX_FORMAT1__SEL_BLUE__GET(f1));
	t->sel[3] = select_of(r, n, R500_TX_FORMAT1__SEL_ALPHA__GET(f1));
	t->srgb = R500_TX_FORMAT1__GAMMA__GET(f1);
	t->yuv = yuv[R500_TX_FORMAT1__YUV_TO_RGB__GET(f1)];
	t->swap_yuv = R500_TX_FORMAT1__SWAP_YUV__GET(f1);
	t->pow2 = pow2_of(r, n);
}

static void swap(uint8_t v[4])
{
	uint8_t s = v[0];

	v[0] = v[2];
	v[2] = s;
}

/* TX_BORDER_COLOR is packed like a texel; wider formats have four 8-bit components, or one float (Mesa
 * r300_state.c). */
void mr500_tx_border(const struct mr500 *r, unsigned n, const struct fl_texel_image *image, float out[4])
{
	unsigned code = mr500_tx_code(r, n);
	const struct mr500_tx_format *f = mr500_tx_format(code, kind_of(r));
	uint32_t value = r->reg[R500_TX_BORDER_COLOR(n) / 4];
	uint8_t b[FL_TEXEL_ELEMENT_B] = {value & 255, value >> 8 & 255, value >> 16 & 255, value >> 24};
	struct fl_texel_image t = *image;

	if (f->block == 2) {
		t.format = format_of(r, n, F_AVYU);
	} else if (code == F_ATI1N) { /* 4_4_4_4, of which component 1 counts (Mesa) */
		t.format = format_of(r, n, F_4_4_4_4);
		t.format.at[0] = t.format.at[1];
		t.format.number[0] = t.format.number[1];
	} else if (f->bits > 32 || f->block > 1 || f->bits == 1) {
		t.format = format_of(r, n, F_8_8_8_8);
		if (f->block == 4 && code != F_ATI2N) { /* B, G, R, A */
			swap(t.format.at);
			swap(t.format.number);
		}
	}
	fl_texel_unpack(&t, b, 0, 0, out);
}
