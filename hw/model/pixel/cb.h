/* SPDX-License-Identifier: MIT
 *
 * CB: what the color buffer registers and US_OUT_FMT say, decoded once a draw. For FG, ZB, CB and RB alone.
 *
 * How a color comes to memory here, and how precise: (the documents do not tell)
 *
 *   1. US_OUT_FMT picks C0..C3 of the shader's R, G, B, A, and makes fixed-point numbers of them: clamped,
 *      rounded to nearest (halves to even); 8 bits (C4_8) or 10 bits (C4_10).
 *   2. Blending works on these: the destination is brought to as many bits (v * max / max of its bits, to
 *      nearest), factors too; source * factor + destination * factor is exact, clamped, divided by 255 or
 *      1023, to nearest.
 *   3. RB3D_DITHER_CTL makes the bits of the buffer's format of it.
 *   4. The packed pixel goes through color compare, ROP and channel mask.
 *
 * Blending of C4_16_FP and of signed C4_8 is in single precision, and rounded once at the end.
 * US_OUT_FMT of other kinds (16 and 32 bits a channel, small ones) are packed as they are, whatever the
 * buffer's format:
 * the drivers pair them with one of as many bits a pixel (C_16 with UV88, C2_16 with ARGB8888 ...).
 */
#ifndef HW_MODEL_PIXEL_CB_H
#define HW_MODEL_PIXEL_CB_H

#include "hw/model/r500/rb.h"

enum mr500_cb_path {
	MR500_CB_NONE,      /* nothing is written */
	MR500_CB_STORE8888, /* four 8-bit channels, all written, nothing but the source counts */
	MR500_CB_OVER8888,  /* the same blended: source alpha, one minus source alpha, add */
	MR500_CB_ANY8888,   /* the same with any blending, ROP, mask, compare */
	MR500_CB_FIXED,     /* fixed-point channels */
	MR500_CB_FLOAT,     /* C4_16_FP, or signed C4_8, blended */
	MR500_CB_RAW,       /* what US packed goes to memory as it is (ROP and masks apart) */
};

/* Blend factors, one numbering for D3D's and GL's. */
enum mr500_cb_factor {
	MR500_BF_ZERO,
	MR500_BF_ONE,
	MR500_BF_SRC_COLOR,
	MR500_BF_INV_SRC_COLOR,
	MR500_BF_DST_COLOR,
	MR500_BF_INV_DST_COLOR,
	MR500_BF_SRC_ALPHA,
	MR500_BF_INV_SRC_ALPHA,
	MR500_BF_DST_ALPHA,
	MR500_BF_INV_DST_ALPHA,
	MR500_BF_SAT, /* min(As, 1 - Ad); 1 for alpha */
	MR500_BF_CONST_COLOR,
	MR500_BF_INV_CONST_COLOR,
	MR500_BF_CONST_ALPHA,
	MR500_BF_INV_CONST_ALPHA,
};

struct mr500_cb_equation {
	uint8_t func; /* COMB_FCN */
	uint8_t src, dst;
};

struct mr500_cb_channel {
	uint8_t at, bits; /* of the pixel's word; bits 0: not stored */
	uint8_t read; /* the destination's value of this channel is that of channel `read`; 4: the maximum */
};

struct mr500_cb_target {
	struct fl_tile_key key; /* cpp 0: none */
	uint8_t path;
	uint8_t from;    /* render target of the shader that is written here: px.out[from] */
	uint8_t out_fmt; /* US_OUT_FMT.OUT_FMT */
	uint8_t sel[4];  /* C0..C3 are out[from][sel[k]]: 0 R, 1 G, 2 B, 3 A */
	uint8_t sign;    /* OUT_SIGN: a bit a channel */
	bool gamma;      /* C4_10_GAMMA */
	uint8_t bits;    /* FIXED: 8 or 10, the precision of blending */
	uint8_t yuv;     /* 0, or COLORFORMAT of packed YUV 4:2:2 */
	uint8_t words;   /* 32-bit words a pixel: 1, 2, 4 */
	struct mr500_cb_channel ch[4];
	uint32_t mask[4];  /* bits of the pixel that are written */
	bool partial;      /* not all of them */
	bool reads;        /* the destination matters: blending, ROP, partial */
	bool blend_reads;  /* blending sees the destination */
	float constant[4]; /* RB3D_CONSTANT_COLOR for C0..C3: in units of 1/255 or 1/1023, or as float */
};

struct fl_pixel_color {
	unsigned n; /* targets, from 0 on */
	struct mr500_cb_target target[MR500_MAX_TARGETS];
	struct fl_tile_key
	    resolve; /* cpp 0: not in resolve mode. Else target[0] is read, tile.color[1] written */
	bool resolve_gamma, resolve_alpha;
	bool blend;
	struct mr500_cb_equation eq[2]; /* color, alpha */
	uint8_t discard;                /* DISCARD_SRC_PIXELS */
	uint8_t lte[4], gte[4];         /* thresholds for C0..C3 */
	bool skip0, skip1;              /* SRC_ALPHA_0_NO_READ, _1_: the destination counts as 0 there */
	bool rop_on;
	uint8_t rop;
	bool clrcmp;
	uint32_t cmp_clr, cmp_msk, cmp_flip;
	uint8_t dither[2]; /* color, alpha: 0 truncate, 1 round, 2 table */
};

/* US_OUT_FMT of the kinds that are packed as they are. */
enum mr500_cb_pack { MR500_PACK_FIXED, MR500_PACK_HALF, MR500_PACK_FLOAT };
struct mr500_cb_raw {
	uint8_t n; /* channels C0 to C[n - 1]; 0: no such format */
	uint8_t pack;
	bool always_signed;
	uint8_t at[4], bits[4];
};
extern const struct mr500_cb_raw mr500_cb_raw[32]; /* by OUT_FMT */

/* cb_scalar.c: resolve the lanes of the wave, for both paths. */
void mr500_cb_resolve(struct fl_raster_thread *t, uint64_t lanes);

/* Ordered dithering: the table of the chip is not published; the usual 4x4 one, in 1/16 of the last bit. */
static inline unsigned mr500_cb_bayer(unsigned x, unsigned y)
{
	static const uint8_t m[4][4] = {{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};

	return m[y & 3][x & 3];
}

/* From `from` bits to `to` bits (8 to 16, 10 to 16: bits are repeated). Fewer, by RB3D_DITHER_CTL:
 *   0  truncate: the low bits are dropped. Of C4_10, whose alpha has two bits left in ARGB2101010, it is the
 *      nearest value instead: that is what Mesa's streams, which always leave the register 0, want drawn (0.8
 *      is 2, not 3);
 *   1  round: the nearest value, v * (2^to - 1) / (2^from - 1);
 *   2  the same product, compared with the table. */
static inline uint32_t mr500_cb_reduce(uint32_t v, unsigned from, unsigned to, unsigned mode, unsigned bayer)
{
	uint32_t max = (1u << from) - 1;

	if (from < to)
		return v << (to - from) | v >> (2 * from - to);
	if (mode == 0 && from == 8)
		return v >> (8 - to);
	return (v * ((1u << to) - 1) + (mode == 2 ? (bayer * 2 + 1) * max / 32 : max / 2)) / max;
}

#endif
