/* SPDX-License-Identifier: MIT
 *
 * Color: what happens to the colors that leave the shader on their way to memory. A family decodes its
 * registers to struct fl_pixel_color once a draw; both paths read that alone.
 *
 * How a color comes to memory, and how precise:
 *
 *   1. Channels C0..C3 are picked of the shader's R, G, B, A, and made fixed-point numbers: clamped, rounded
 *      to nearest (halves to even); 8 or 10 bits.
 *   2. Blending works on these: the destination is brought to as many bits (v * max / max of its bits, to
 *      nearest), factors too; source * factor + destination * factor is exact, clamped, divided by 255 or
 *      1023, to nearest.
 *   3. Dithering makes the bits of the buffer's format of it.
 *   4. The packed pixel goes through color compare, logic operation and channel mask.
 *
 * Blending of half floats, and of signed channels, is in single precision, and rounded once at the end; half
 * floats in the blender are finite, and have no negative zero (as on R5xx). Other kinds are packed as they
 * are (FL_PIXEL_COLOR_RAW).
 *
 * Numbers of any kind and width go the wide way (FL_PIXEL_COLOR_WIDE, color_wide.c): decoded to single
 * precision, blended there, and rounded once; a second source color, and integers, which pass as they are.
 */
#ifndef HW_MODEL_PIXEL_COLOR_H
#define HW_MODEL_PIXEL_COLOR_H

#include "hw/model/num/num.h"
#include "hw/model/raster/thread.h"
#include "hw/model/tiles/surface.h"
#include "hw/model/vec.h"

enum fl_pixel_color_path {
	FL_PIXEL_COLOR_NONE,      /* nothing is written */
	FL_PIXEL_COLOR_STORE8888, /* C0..C3 are bytes 0..3, all written, nothing but the source counts */
	FL_PIXEL_COLOR_OVER8888,  /* the same blended: source alpha, one minus source alpha, add */
	FL_PIXEL_COLOR_ANY8888,   /* the same with any blending, logic operation, mask, compare */
	FL_PIXEL_COLOR_FIXED,     /* fixed-point channels */
	FL_PIXEL_COLOR_FLOAT,     /* four half floats, or signed channels, blended */
	FL_PIXEL_COLOR_RAW,       /* packed as they are, not blended */
	FL_PIXEL_COLOR_WIDE,      /* C0..C3 are R, G, B, A, numbers of any kind: struct fl_pixel_wide */
	FL_PIXEL_COLOR_COPY,      /* what the depth buffer holds: struct fl_pixel_wide */
};

enum fl_pixel_factor {
	FL_PIXEL_BF_ZERO,
	FL_PIXEL_BF_ONE,
	FL_PIXEL_BF_SRC_COLOR,
	FL_PIXEL_BF_INV_SRC_COLOR,
	FL_PIXEL_BF_DST_COLOR,
	FL_PIXEL_BF_INV_DST_COLOR,
	FL_PIXEL_BF_SRC_ALPHA,
	FL_PIXEL_BF_INV_SRC_ALPHA,
	FL_PIXEL_BF_DST_ALPHA,
	FL_PIXEL_BF_INV_DST_ALPHA,
	FL_PIXEL_BF_SAT, /* min(As, 1 - Ad); 1 for alpha */
	FL_PIXEL_BF_CONST_COLOR,
	FL_PIXEL_BF_INV_CONST_COLOR,
	FL_PIXEL_BF_CONST_ALPHA,
	FL_PIXEL_BF_INV_CONST_ALPHA,
	/* of WIDE alone: the second source */
	FL_PIXEL_BF_SRC1_COLOR,
	FL_PIXEL_BF_INV_SRC1_COLOR,
	FL_PIXEL_BF_SRC1_ALPHA,
	FL_PIXEL_BF_INV_SRC1_ALPHA,
};

/* Of source * factor and destination * factor. */
enum fl_pixel_func {
	FL_PIXEL_FUNC_ADD,
	FL_PIXEL_FUNC_SUB,         /* source - destination */
	FL_PIXEL_FUNC_REVERSE_SUB, /* destination - source */
	FL_PIXEL_FUNC_MIN,
	FL_PIXEL_FUNC_MAX,
};

struct fl_pixel_equation {
	uint8_t func;
	uint8_t src, dst; /* enum fl_pixel_factor */
	uint8_t clamp;    /* bool: in floating point; fixed point always is, for there is no room for more */
};

enum fl_pixel_dither { FL_PIXEL_TRUNCATE, FL_PIXEL_ROUND, FL_PIXEL_DITHER };

struct fl_pixel_channel {
	uint8_t at, bits; /* of the pixel's word; bits 0: not stored */
	uint8_t read; /* the destination's value of this channel is that of channel `read`; 4: the maximum */
};

/* RAW: how channels are packed. */
enum fl_pixel_pack { FL_PIXEL_PACK_FIXED, FL_PIXEL_PACK_HALF, FL_PIXEL_PACK_FLOAT };
struct fl_pixel_raw {
	uint8_t n; /* numbers */
	uint8_t pack;
	uint8_t at[4], bits[4];
	uint8_t c[4]; /* the channels that they are: 0 C0 … 3 C3 */
};

/* WIDE: what the bits of a channel mean. */
enum fl_pixel_number {
	FL_PIXEL_UNORM,
	FL_PIXEL_SNORM,
	FL_PIXEL_USCALED, /* whole numbers, as floats to the shader */
	FL_PIXEL_SSCALED,
	FL_PIXEL_UINT, /* as they are, never blended; what does not fit goes to the nearest that does */
	FL_PIXEL_SINT,
	FL_PIXEL_SRGB,
	FL_PIXEL_FLOATS, /* of 32, 16, 11, 10 and 24 bits (no sign but in the first two; 24: 4 of exponent) */
};

struct fl_pixel_wide {
	uint8_t number[4]; /* enum fl_pixel_number of C0..C3 */
	uint8_t second;    /* output of the shader that is the second source */
	bool clamp;        /* sources, factors and results stay in the range of the numbers */
	bool truncate;     /* towards zero, not to nearest */
	bool fixed;        /* color[] in place of what leaves the shader */
	float color[4];
	/* COPY: C0 is the depth and C1 the stencil of this sample, as they are stored. */
	uint8_t sample;
};

struct fl_pixel_target {
	struct fl_tile_key key; /* cpp 0: none */
	uint8_t path;
	uint8_t from;                   /* output of the shader that is written here: thread.out[from] */
	uint8_t sel[4];                 /* C0..C3 are out[from][sel[k]]: 0 R, 1 G, 2 B, 3 A */
	uint8_t sign;                   /* a bit a channel: it is signed */
	bool gamma;                     /* C0..C3 but alpha are taken to the power of 1 / 2.2 first */
	uint8_t bits;                   /* 8 or 10, the precision of blending */
	bool yuv;                       /* packed 4:2:2: C0 of odd pixels is C2 */
	uint8_t words;                  /* 32-bit words a pixel: 1, 2, 4 */
	bool partial;                   /* not all bits are written */
	bool reads;                     /* the destination matters: blending, logic operation, partial */
	bool blend;                     /* equations hold; discard and skips too */
	bool blend_reads;               /* blending sees the destination */
	uint8_t dither[2];              /* color, alpha: enum fl_pixel_dither */
	struct fl_pixel_equation eq[2]; /* color, alpha */
	struct fl_pixel_channel ch[4];
	struct fl_pixel_raw raw;
	struct fl_pixel_wide wide;
	uint32_t mask[4];  /* bits of the pixel that are written */
	float constant[4]; /* blend constant for C0..C3: in units of 1/255 or 1/1023, or as float */
};

struct fl_pixel_color {
	unsigned n; /* targets, from 0 on */
	struct fl_pixel_target target[FL_TILE_TARGETS];
	struct fl_tile_key resolve; /* cpp 0: off. Else samples of target[0] are averaged into tile.resolve */
	bool resolve_gamma, resolve_alpha; /* C0..C2 are averaged as linear; C3 is averaged at all */
	bool rop_on;
	uint8_t rop; /* bit 0: of ~s & ~d, 1: of ~s & d, 2: of s & ~d, 3: of s & d */
	/* R5xx's own. While blending, source pixels are dropped whose channels in `discard` (bits C0..C3; 0:
	 * off), as 8-bit numbers, are all at most, or (discard_ge) at least, `limit`. */
	uint8_t discard;
	bool discard_ge;
	uint8_t limit[4];
	bool skip0, skip1; /* where source alpha is 0, or 1, the destination counts as 0 */
	bool compare;      /* pixels of one word that match cmp_clr in cmp_msk are flipped by cmp_flip */
	uint32_t cmp_clr, cmp_msk, cmp_flip;
};

/* color_scalar.c: the blender drops a pixel of that color. */
bool fl_pixel_color_discards(const struct fl_pixel_color *cb, const struct fl_pixel_target *t,
			     const float out[4]);
/* One call a wave: the pixels that it covers. */
FL_SIMD_DECLARE(void, fl_pixel_color_run, (struct fl_raster_thread *));

/* color_resolve.c: resolve the lanes of the wave, for both paths. */
void fl_pixel_color_resolve(struct fl_raster_thread *t, uint64_t lanes);

/* color_wide.c: targets of FL_PIXEL_COLOR_WIDE and _COPY, for both paths. */
void fl_pixel_color_wide(struct fl_raster_thread *th, const struct fl_pixel_target *t, struct fl_tile_buf *b,
			 uint64_t alive);
/* A number (enum fl_pixel_number) in so many bits; truncate: rounded towards zero, not to nearest. */
uint32_t fl_pixel_encode(unsigned number, unsigned bits, float x, bool truncate);
/* In the range of a kind of numbers, where it has one: what is blended, constants too. */
float fl_pixel_clamped(unsigned number, float x);
/* Of target t, its samples averaged: n words of a pixel each. */
void fl_pixel_wide_average(const struct fl_pixel_target *t, const uint32_t (*word)[4], unsigned n,
			   uint32_t out[4]);

static inline uint32_t fl_pixel_rop2(unsigned rop, uint32_t s, uint32_t d)
{
	return (rop & 1 ? ~s & ~d : 0) | (rop & 2 ? ~s & d : 0) | (rop & 4 ? s & ~d : 0) |
	       (rop & 8 ? s & d : 0);
}

static inline uint32_t fl_pixel_field(const uint32_t *word, unsigned at, unsigned bits)
{
	return word[at / 32] >> at % 32 & (bits == 32 ? ~0u : (1u << bits) - 1);
}

/* To the power of 1 / 2.2, clamped to 0 and 1; NaN is 0. */
#define FL_PIXEL_GAMMA 2.2f
static inline float fl_pixel_to_gamma(float x)
{
	if (!(x > 0.0f))
		return 0.0f;
	x = x < 1.0f ? x : 1.0f;
	return num_exp2(num_log2(x > 1e-30f ? x : 1e-30f) * (1.0f / FL_PIXEL_GAMMA));
}

/* Ordered dithering: the usual 4x4 table, in 1/16 of the last bit. */
static inline unsigned fl_pixel_bayer(unsigned x, unsigned y)
{
	static const uint8_t m[4][4] = {{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};

	return m[y & 3][x & 3];
}

/* From `from` bits to `to` bits (8 to 16, 10 to 16: bits are repeated). Fewer: the low bits are dropped; or
 * the nearest value, v * (2^to - 1) / (2^from - 1); or the same product, compared with the table. */
static inline uint32_t fl_pixel_reduce(uint32_t v, unsigned from, unsigned to, unsigned dither,
				       unsigned bayer)
{
	uint32_t max = (1u << from) - 1;

	if (from < to)
		return v << (to - from) | v >> (2 * from - to);
	if (dither == FL_PIXEL_TRUNCATE)
		return v >> (from - to);
	return (v * ((1u << to) - 1) + (dither == FL_PIXEL_DITHER ? (bayer * 2 + 1) * max / 32 : max / 2)) /
	       max;
}

#endif
