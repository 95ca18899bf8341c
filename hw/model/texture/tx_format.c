/* SPDX-License-Identifier: MIT
 *
 * TX: a texel's bytes into R, G, B, A: every TXFORMAT (R5xx guide 3, 11.9; Mesa r300_texture.c for what the
 * guide calls reserved). Component 0 stands in the lowest bits. This is the plain way, a texel at a time;
 * tx_cache.c has shorter ones.
 *
 * Chosen, for nothing decides it: a 10-bit component stands in the low bits of 16; components that a format
 * lacks are 0; YUV is converted as ITU-R BT.601 with 16-235 luma (R = 1.164 (Y - 16) + 1.596 (V - 128), …),
 * without conversion V, Y, U come as R, G, B; 16_MPEG is signed 16.
 */
#include "hw/model/num/num.h"
#include "hw/model/r500/r500.h"
#include "hw/model/r500/tile_addr.h"
#include "hw/model/texture/tx.h"

#include <math.h>
#include <string.h>

enum {
	F_CXV8U8 = 18,
	F_AVYU = 19,
	F_VYUY = 20,
	F_YVYU = 21,
	F_DXT1 = 15,
	F_DXT3 = 16,
	F_DXT5 = 17,
	F_ATI2N = 31,
	F_ATI1N = 32 + 5,
	F_16F = 24,
	F_32F = 27,
	F_32F4 = 29,
	F_W24 = 30,
	F_1 = 32,
	F_1_REVERSE = 33,
	F_24_8 = 32 + 6,
};

static const struct tx_format formats[64] = {
    [0] = {8, 1, TX_STORE_8, 1, true, "8"},
    [1] = {16, 1, TX_STORE_F, 1, true, "16"},
    [2] = {8, 1, TX_STORE_8, 2, true, "4_4"},
    [3] = {16, 1, TX_STORE_8, 2, true, "8_8"},
    [4] = {32, 1, TX_STORE_F, 2, true, "16_16"},
    [5] = {8, 1, TX_STORE_8, 3, true, "3_3_2"},
    [6] = {16, 1, TX_STORE_8, 3, true, "5_6_5"},
    [7] = {16, 1, TX_STORE_8, 3, true, "6_5_5"},
    [8] = {32, 1, TX_STORE_F, 3, true, "11_11_10"},
    [9] = {32, 1, TX_STORE_F, 3, true, "10_11_11"},
    [10] = {16, 1, TX_STORE_8, 4, true, "4_4_4_4"},
    [11] = {16, 1, TX_STORE_8, 4, true, "1_5_5_5"},
    [12] = {32, 1, TX_STORE_8, 4, true, "8_8_8_8"},
    [13] = {32, 1, TX_STORE_F, 4, true, "2_10_10_10"},
    [14] = {64, 1, TX_STORE_F, 4, true, "16_16_16_16"},
    [F_DXT1] = {64, 4, TX_STORE_8, 4, true, "DXT1"},
    [F_DXT3] = {128, 4, TX_STORE_8, 4, true, "DXT3"},
    [F_DXT5] = {128, 4, TX_STORE_8, 4, true, "DXT5"},
    [F_CXV8U8] = {16, 1, TX_STORE_F, 3, true, "CxV8U8"},
    [F_AVYU] = {32, 1, TX_STORE_8, 4, true, "AVYU444"},
    [F_VYUY] = {16, 2, TX_STORE_8, 4, true, "VYUY422"},
    [F_YVYU] = {16, 2, TX_STORE_8, 4, true, "YVYU422"},
    [22] = {16, 1, TX_STORE_F, 1, true, "16_MPEG"},
    [23] = {32, 1, TX_STORE_F, 2, true, "16_16_MPEG"},
    [F_16F] = {16, 1, TX_STORE_F, 1, true, "16f"},
    [25] = {32, 1, TX_STORE_F, 2, true, "16f_16f"},
    [26] = {64, 1, TX_STORE_F, 4, true, "16f_16f_16f_16f"},
    [F_32F] = {32, 1, TX_STORE_F, 1, true, "32f"},
    [28] = {64, 1, TX_STORE_F, 2, true, "32f_32f"},
    [F_32F4] = {128, 1, TX_STORE_F, 4, true, "32f_32f_32f_32f"},
    [F_W24] = {32, 1, TX_STORE_F, 1, true, "W24_FP"},
    [F_ATI2N] = {128, 4, TX_STORE_8, 2, true, "ATI2N"},
    [F_1] = {1, 1, TX_STORE_8, 1, true, "1"},
    [F_1_REVERSE] = {1, 1, TX_STORE_8, 1, true, "1_REVERSE"},
    [32 + 2] = {16, 1, TX_STORE_F, 1, true, "10"},
    [32 + 3] = {32, 1, TX_STORE_F, 2, true, "10_10"},
    [32 + 4] = {64, 1, TX_STORE_F, 4, true, "10_10_10_10"},
    [F_ATI1N] = {64, 4, TX_STORE_8, 1, true, "ATI1N"},
    [F_24_8] = {32, 1, TX_STORE_F, 2, true, "24_8"},
};

/* Bits of components 0-3 of the packed formats, from bit 0 up. */
static const uint8_t widths[64][4] = {
    [0] = {8},
    [1] = {16},
    [2] = {4, 4},
    [3] = {8, 8},
    [4] = {16, 16},
    [5] = {2, 3, 3},
    [6] = {5, 6, 5},
    [7] = {5, 5, 6},
    [8] = {10, 11, 11},
    [9] = {11, 11, 10},
    [10] = {4, 4, 4, 4},
    [11] = {5, 5, 5, 1},
    [12] = {8, 8, 8, 8},
    [13] = {10, 10, 10, 2},
    [14] = {16, 16, 16, 16},
    [F_CXV8U8] = {8, 8},
    [F_AVYU] = {8, 8, 8, 8},
    [22] = {16},
    [23] = {16, 16},
};

const struct tx_format *tx_format(unsigned format, unsigned kind)
{
	static const struct tx_format none = {
	    .bits = 32, .block = 1, .n_comp = 0, .exists = false, .name = "reserved"};

	/* Not on every chip: R5xx guide 10.1.5; ATI2N since R420 (Linux r300.c). */
	if ((format >= 32 && kind != MR500_KIND_R5XX) || (format == F_ATI2N && kind == MR500_KIND_R3XX))
		return &none;
	return formats[format & 63].exists ? &formats[format & 63] : &none;
}

static float fixed(uint32_t v, unsigned bits, bool is_signed)
{
	uint32_t max = (1u << bits) - 1;

	if (!is_signed)
		return (float)v / (float)max;
	if (bits == 1)
		return v ? -1.0f : 0.0f;
	int32_t s = (int32_t)(v << (32 - bits)) >> (32 - bits);
	float r = (float)s / (float)(max >> 1);
	return r < -1 ? -1 : r;
}

static float to_linear(float c)
{
	return c <= 0.04045f ? c / 12.92f : powf((c + 0.055f) / 1.055f, 2.4f);
}

/* 24-bit float: sign, 7 bits of exponent with bias 63, 16 of mantissa, like the shader constants of R3xx. */
static float from_fp24(uint32_t v)
{
	unsigned e = v >> 16 & 127;
	if (e == 0 && !(v & 0xffff))
		return v >> 23 & 1 ? -0.0f : 0.0f;
	return num_float((int32_t)((v >> 23 & 1) << 31 | (e + 127 - 63) << 23 | (v & 0xffff) << 7));
}

static void yuv(const struct tx_desc *d, float y, float u, float v, float a, float out[4])
{
	if (d->swap_yuv) { /* the hardware inverts the upper bit of U and V */
		u += u < 128 ? 128 : -128;
		v += v < 128 ? 128 : -128;
	}
	out[0] = v / 255;
	out[1] = y / 255;
	out[2] = u / 255;
	out[3] = a / 255;
	if (!d->yuv)
		return;
	float l = 1.164f * (y - 16);
	out[0] = (l + 1.596f * (v - 128)) / 255;
	out[1] = (l - 0.813f * (v - 128) - 0.391f * (u - 128)) / 255;
	out[2] = (l + 2.018f * (u - 128)) / 255;
	if (d->yuv == 1)
		for (unsigned i = 0; i < 3; i++)
			out[i] = out[i] < 0 ? 0 : out[i] > 1 ? 1 : out[i];
}

static void components(const struct tx_desc *d, const uint8_t *src, unsigned x, unsigned y, float c[4])
{
	unsigned f = d->format;
	uint64_t w = 0;
	uint8_t b[4];

	memset(c, 0, 4 * sizeof(float));
	switch (f) {
	case F_DXT1:
	case F_DXT3:
	case F_DXT5:
		tx_dxt_color(src + (f == F_DXT1 ? 0 : 8), f == F_DXT1, x, y, b);
		if (f == F_DXT3)
			b[3] = tx_dxt3_alpha(src, x, y);
		else if (f == F_DXT5)
			b[3] = tx_dxt5_alpha(src, x, y);
		/* With swizzles on, components 0-3 are B, G, R, A (Mesa r300_texture.c). Without, they are
		 * fixed. */
		c[0] = b[d->dxtc_swizzle ? 2 : 0] / 255.0f;
		c[1] = b[1] / 255.0f;
		c[2] = b[d->dxtc_swizzle ? 0 : 2] / 255.0f;
		c[3] = b[3] / 255.0f;
		return;
	case F_ATI1N:
	case F_ATI2N:
		for (unsigned i = 0; i < (f == F_ATI2N ? 2u : 1u); i++)
			c[i] = d->is_signed >> i & 1 ? tx_ati1n_signed(src + 8 * i, x, y) / 127.0f
						     : tx_dxt5_alpha(src + 8 * i, x, y) / 255.0f;
		return;
	case F_1:
		c[0] = src[0] >> (x & 7) & 1;
		return;
	case F_1_REVERSE:
		c[0] = src[0] >> (7 - (x & 7)) & 1;
		return;
	}

	unsigned n = formats[f & 63].bits / 8;
	for (unsigned i = 0; i < n && i < 8; i++)
		w |= (uint64_t)src[i] << (8 * i);
	if (f >= F_16F && f < F_32F) {
		for (unsigned i = 0; i < formats[f].n_comp; i++)
			c[i] = num_from_half(w >> (16 * i) & 0xffff);
	} else if (f >= F_32F && f <= F_32F4) {
		memcpy(c, src, n);
	} else if (f == F_W24) {
		c[0] = from_fp24(w & 0xffffff);
	} else if (f == F_24_8) {
		c[0] = (float)(w >> 8) / 16777215.0f;
		c[1] = (float)(w & 255) / 255.0f;
	} else if (f >= 32) { /* 10, 10_10, 10_10_10_10 */
		for (unsigned i = 0; i < formats[f & 63].n_comp; i++)
			c[i] = fixed(w >> (16 * i) & 0x3ff, 10, d->is_signed >> i & 1);
	} else {
		unsigned at = 0;
		for (unsigned i = 0; i < 4 && widths[f][i]; at += widths[f][i], i++) {
			uint32_t v = w >> at & ((1u << widths[f][i]) - 1);
			bool s = d->is_signed >> i & 1;
			c[i] =
			    d->pow2 && widths[f][i] == 8 && !s ? (float)v / 256 : fixed(v, widths[f][i], s);
		}
		if (f == F_CXV8U8) {
			float z = 1 - c[0] * c[0] - c[1] * c[1];
			c[2] = z > 0 ? sqrtf(z) : 0;
		}
	}
}

static void select_channels(const struct tx_desc *d, const float c[4], float out[4])
{
	for (unsigned i = 0; i < 4; i++) {
		unsigned sel = d->sel[i];
		/* 6 and 7: 2 * component 2 or 3, 0 where that is above 1 (Mesa r300_reg.h) */
		float v = sel < 4 ? c[sel] : sel == 4 ? 0 : sel == 5 ? 1 : 2 * c[sel - 4];
		out[i] = sel >= 6 && v > 1 ? 0 : v;
	}
	if (d->gamma)
		for (unsigned i = 0; i < 3; i++)
			if (d->sel[i] < 4)
				out[i] = to_linear(out[i]);
}

void tx_texel(const struct tx_desc *d, const uint8_t *src, unsigned x, unsigned y, float out[4])
{
	float c[4];

	if (d->format == F_AVYU) { /* U, Y, V, A from the lowest byte */
		yuv(d, src[1], src[0], src[2], src[3], out);
	} else if (d->format == F_VYUY) { /* Y0, U, Y1, V */
		yuv(d, src[x & 1 ? 2 : 0], src[1], src[3], 255, out);
	} else if (d->format == F_YVYU) { /* U, Y0, V, Y1 */
		yuv(d, src[x & 1 ? 3 : 1], src[0], src[2], 255, out);
	} else {
		components(d, src, x, y, c);
		select_channels(d, c, out);
	}
}

static uint32_t key_mask(unsigned bits)
{
	return bits >= 32 ? ~0u : (1u << bits) - 1;
}

void tx_read(const struct tx_desc *d, const struct tx_level *l, const uint8_t *base, unsigned x, unsigned y,
	     unsigned layer, float out[4], bool *keyed)
{
	const struct tx_format *f = tx_format(d->format, d->kind);
	uint32_t at = l->at_B + layer * l->layer_B, n = f->bits < 8 ? 1 : f->bits / 8, flip;
	uint8_t b[16] = {0};

	if (f->block == 4) {
		at += (y / 4 * (l->pitch / 4) + x / 4) * (f->bits / 8);
	} else if (f->bits == 1) {
		at += (y * l->pitch + x) / 8;
	} else {
		at += mr500_tile_addr(f->block == 2 ? x & ~1u : x, y, f->bits / 8, l->pitch, d->micro,
				      l->macro);
		if (f->block == 2)
			n = 4;
	}
	/* Endian swaps: of bytes in 16 bits, of bytes in 32 bits, of halves in 32 bits. */
	flip = d->endian == 1 ? 1 : d->endian == 2 ? 3 : d->endian == 3 ? 2 : 0;
	for (uint32_t i = 0; i < n; i++)
		b[i] = base[(at + i) ^ flip];
	/* The place in a block; one-bit texels: in their byte. */
	tx_texel(d, b, f->bits == 1 ? x & 7 : x & 3, y & 3, out);
	if (keyed) {
		uint32_t w = 0;
		for (uint32_t i = 0; i < n && i < 4; i++)
			w |= (uint32_t)b[i] << (8 * i);
		if (f->block == 2) { /* the key is AVYU for all YUV formats: R5xx guide 10.6 */
			unsigned yy = d->format == F_VYUY ? b[x & 1 ? 2 : 0] : b[x & 1 ? 3 : 1];
			unsigned u = b[d->format == F_VYUY ? 1 : 0], v = b[d->format == F_VYUY ? 3 : 2];
			*keyed = (d->key & 0xffffff) == (v << 16 | yy << 8 | u);
		} else {
			*keyed = f->block == 1 && f->bits <= 32 && ((w ^ d->key) & key_mask(f->bits)) == 0;
		}
	}
}

/* TX_BORDER_COLOR is packed like a texel; wider formats have four 8-bit components, or one float (Mesa
 * r300_state.c). */
void tx_border(const struct tx_desc *d, uint32_t value, float out[4])
{
	const struct tx_format *f = tx_format(d->format, d->kind);
	struct tx_desc t = *d;
	uint8_t b[16] = {value & 255, value >> 8 & 255, value >> 16 & 255, value >> 24};
	float c[4];

	if (d->format == F_VYUY || d->format == F_YVYU) {
		t.format = F_AVYU;
		tx_texel(&t, b, 0, 0, out);
		return;
	}
	if (f->bits <= 32 && f->block == 1 && f->bits > 1 && d->format != F_ATI1N) {
		tx_texel(d, b, 0, 0, out);
		return;
	}
	if (d->format == F_ATI1N) { /* 4_4_4_4, of which component 1 counts (Mesa) */
		t.format = 10;
		components(&t, b, 0, 0, c);
		c[0] = c[1];
	} else {
		t.format = 12;
		components(&t, b, 0, 0, c);
		if (f->block == 4 && d->format != F_ATI2N && !d->dxtc_swizzle) {
			float s = c[0]; /* B, G, R, A to the fixed order */
			c[0] = c[2];
			c[2] = s;
		}
	}
	select_channels(d, c, out);
}
