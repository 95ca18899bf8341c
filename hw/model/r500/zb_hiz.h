/* SPDX-License-Identifier: MIT
 *
 * HiZ: the RAM with a coarse depth of every 4x4 pixels, the test against it before a quad is shaded, and what
 * evictions of the Z cache write to it. R5xx guide 9. Nothing checks that the RAM agrees with the depth
 * buffer: wrong contents drop pixels that are visible, here as on the chip.
 */
#ifndef HW_MODEL_R500_ZB_HIZ_H
#define HW_MODEL_R500_ZB_HIZ_H

#include <stdbool.h>
#include <stdint.h>

struct mr500;
struct mr500_draw;
struct fl_tile_buf;
struct fl_wave;
struct mr500_zb;

/* ZB's registers, and the pipes that share the RAM's places. */
struct mr500_hiz {
	bool update; /* ZB_BW_CNTL.HIZ_ENABLE, and the chip has the RAM: evictions write to it */
	bool min;    /* HIZ_MIN: they write the smallest depth, else the largest */
	uint8_t exp_bits;
	bool count_ones;
	uint8_t pipes;
	uint32_t offset_dw, pitch_px;
};

/* What the draw tests: decoded from ZFUNC, ZB_BW_CNTL and SC_HYPERZ_EN. */
enum mr500_hiz_test {
	MR500_HIZ_PASS,
	MR500_HIZ_ABOVE, /* a depth greater than the RAM's is dropped */
	MR500_HIZ_BELOW,
	MR500_HIZ_ALL, /* ZFUNC is Never */
};

/* Out: zb->hiz, hiz_test, hiz_max. zb's format, function and path are decoded. */
void mr500_hiz_decode(struct mr500 *r, struct mr500_zb *zb);
/* What the registers of a draw get wrong, reported. */
void mr500_hiz_check(struct mr500 *r, const struct mr500_draw *d);

/* May the draw move depths away from the eye, beyond what the RAM says until they are evicted? */
bool mr500_hiz_recedes(const struct mr500_zb *zb);

/* Eight bits of a depth of 24, order kept: the upper ones, or (HIZ_FP_EXP_BITS) a floating point number. */
uint8_t mr500_hiz_floor(const struct mr500_hiz *h, uint32_t z24);

/* The lanes of the 8x8 block with its corner at pixel (x, y) that pass. low, high: bounds of the depths of
 * the primitive in the block, 24 bits. On the thread that draws. */
uint64_t mr500_hiz_visible(const struct mr500 *r, const struct mr500_draw *d, unsigned x, unsigned y,
			   uint32_t low, uint32_t high);

/* Before the dirty quads of a tile are stored: the RAM's bytes of their 4x4 blocks. Not on a thread that
 * draws. */
void mr500_hiz_evict(struct mr500 *r, const struct fl_tile_buf *b);

#endif
