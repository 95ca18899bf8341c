/* SPDX-License-Identifier: MIT
 *
 * HiZ: the RAM with a coarse depth of every 4x4 pixels, the test against it before a quad is shaded, and what
 * evictions of the Z cache write to it. R5xx guide 9. Nothing checks that the RAM agrees with the depth
 * buffer: wrong contents drop pixels that are visible, here as on the chip.
 */
#ifndef R500_ZB_HIZ_H
#define R500_ZB_HIZ_H

#include <stdbool.h>
#include <stdint.h>

struct r500;
struct r500_draw;
struct r500_tilebuf;
struct r500_wave;
struct r500_zb_state;

/* ZB's registers, and the pipes that share the RAM's places. */
struct r500_hiz {
	bool update; /* ZB_BW_CNTL.HIZ_ENABLE, and the chip has the RAM: evictions write to it */
	bool min;    /* HIZ_MIN: they write the smallest depth, else the largest */
	uint8_t exp_bits;
	bool count_ones;
	uint8_t pipes;
	uint32_t offset_dw, pitch_px;
};

/* What the draw tests: decoded from ZFUNC, ZB_BW_CNTL and SC_HYPERZ_EN. */
enum r500_hiz_test {
	R500_HIZ_PASS,
	R500_HIZ_ABOVE, /* a depth greater than the RAM's is dropped */
	R500_HIZ_BELOW,
	R500_HIZ_ALL, /* ZFUNC is Never */
};

/* Out: zb->hiz, hiz_test, hiz_max. zb's format, function and path are decoded. */
void r500_hiz_decode(struct r500 *r, struct r500_zb_state *zb);
/* What the registers of a draw get wrong, reported. */
void r500_hiz_check(struct r500 *r, const struct r500_draw *d);

/* Eight bits of a depth of 24, order kept: the upper ones, or (HIZ_FP_EXP_BITS) a floating point number. */
uint8_t r500_hiz_floor(const struct r500_hiz *h, uint32_t z24);

/* The lanes of the 8x8 block with its corner at pixel (x, y) that pass. low, high: bounds of the depths of
 * the primitive in the block, 24 bits. On the thread that draws. */
uint64_t r500_hiz_visible(const struct r500 *r, const struct r500_draw *d, unsigned x, unsigned y,
			  uint32_t low, uint32_t high);

/* Before the dirty quads of a tile are stored: the RAM's bytes of their 4x4 blocks. Not on a thread that
 * draws. */
void r500_hiz_evict(struct r500 *r, const struct r500_tilebuf *b);

#endif
