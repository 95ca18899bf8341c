/* SPDX-License-Identifier: MIT
 *
 * ZB: what the depth and stencil registers say, decoded once a draw. For FG, ZB, CB and RB alone.
 */
#ifndef HW_MODEL_PIXEL_ZB_H
#define HW_MODEL_PIXEL_ZB_H

#include "hw/model/r500/rb.h"

/* How mr500_zb_run works for this draw. */
enum mr500_zb_path {
	MR500_ZB_PASS,  /* neither depth nor stencil: everything passes */
	MR500_ZB_DEPTH, /* S8Z24 depth alone, unsigned, one sample: the fast path */
	MR500_ZB_FULL,  /* anything else */
	MR500_ZB_CLEAR, /* CBZB clear: store the clear value */
	MR500_ZB_TOUCH, /* decompression: nothing changes, but what is drawn over goes to memory */
};

enum mr500_zb_format { MR500_ZB_Z16, MR500_ZB_Z13E3, MR500_ZB_Z24S8 };

/* Stencil of one face. */
struct mr500_zb_stencil {
	uint8_t func, fail, zpass, zfail; /* as in ZB_ZSTENCILCNTL */
	uint8_t ref, mask, write_mask;
};

struct fl_pixel_depth {
	struct fl_tile_key key; /* cpp 0: no depth buffer in reach */
	uint8_t path, format;
	bool depth_on; /* Z_ENABLE; else every depth passes and none is written */
	bool write;    /* depth_on and ZWRITEENABLE */
	bool stencil_on;
	bool stencil_writes; /* some stencil may change */
	bool count_ones;     /* 13E3: the exponent counts leading ones, else zeros */
	bool is_signed, magnitude;
	bool zero_mask;                  /* ZERO_OUTPUT_MASK */
	uint8_t func;                    /* ZFUNC */
	uint8_t pipes;                   /* that count Z passes */
	struct mr500_zb_stencil face[2]; /* front, back */
	uint32_t clear;                  /* ZB_DEPTHCLEARVALUE */
	struct mr500_hiz hiz;
	uint8_t hiz_test; /* enum mr500_hiz_test */
	bool hiz_max;     /* SC_HYPERZ_EN.HZ_MAX */
};

/* Depths as the buffer's format holds them, in the low bits: 24 or 16 bits. Order is kept, so codes compare
 * as depths do. 13E3 (R5xx guide 11.12, ZB_FORMAT: "16-bit compressed 13E3") is published in name only;
 * assumed: 3 bits count the leading ones (at most 7; or 7 minus the leading zeros), the bit that ends the
 * count is left out, 13 bits follow. */
static inline uint32_t mr500_zb_13e3(uint32_t z24, bool count_ones)
{
	uint32_t top = (count_ones ? ~z24 : z24) << 8;
	unsigned n = top ? (unsigned)__builtin_clz(top) : 24;

	n = n > 7 ? 7 : n;
	unsigned skip = n < 7 ? n + 1 : 7;
	return (count_ones ? n : 7 - n) << 13 | ((z24 << skip & 0xffffff) >> 11);
}

static inline uint32_t mr500_zb_encode(const struct fl_pixel_depth *zb, uint32_t z24)
{
	return zb->format == MR500_ZB_Z24S8 ? z24
	       : zb->format == MR500_ZB_Z16 ? z24 >> 8
					    : mr500_zb_13e3(z24, zb->count_ones);
}

/* ZSIGNED_COMPARE: a key whose unsigned order is the order of the signed codes. bits: 16 or 24. */
static inline uint32_t mr500_zb_key(const struct fl_pixel_depth *zb, uint32_t code, unsigned bits)
{
	uint32_t sign = 1u << (bits - 1);

	if (!zb->is_signed)
		return code;
	if (zb->magnitude && (code & sign))
		return sign - 1 - (code & (sign - 1)) + ((code & (sign - 1)) == 0); /* -0 is 0 */
	return code ^ sign;
}

/* zb_scalar.c: a CBZB clear of the lanes of the wave; both paths use it. */
void mr500_zb_clear_wave(struct fl_raster_thread *t, const struct fl_pixel_depth *zb, struct fl_tile_buf *b,
			 uint64_t lanes);

#endif
