/* SPDX-License-Identifier: MIT
 *
 * blit's test card: where everything is, so that a test can work out each pixel.
 *
 * The card is 320 x 240 units, a unit is k pixels: k = min(width / 320, height / 240), at least 1. It stands
 * in the middle of the picture: its unit (0, 0) is the pixel ((width - 320 k) / 2, (height - 240 k) / 2),
 * fractions dropped, not below 0. Positions and sizes below are in units. Things are drawn in this order;
 * later ones cover earlier ones.
 */
#ifndef DEMOS_BLIT_H
#define DEMOS_BLIT_H

enum {
	BLIT_W = 320,
	BLIT_H = 240,

	/* 1. The whole picture is BLIT_BACK; lines one pixel wide along the card's edge, inside it, white. */
	/* 2. 16 bars of 19 x 28 from (8, 8) on: bar i has blue in bit 0 of i, green in bit 1, red in bit 2;
	 *    255 if bit 3 is
	 * set, else 144; the other components are 0. */
	BLIT_BAR_X = 8,
	BLIT_BAR_Y = 8,
	BLIT_BAR_W = 19,
	BLIT_BAR_H = 28,
	/* 3. 76 grey steps of 4 x 12 from (8, 40) on: step i is i * 255 / 75. */
	BLIT_RAMP_Y = 40,
	BLIT_RAMP_W = 4,
	BLIT_RAMP_H = 12,
	BLIT_RAMP_N = 76,
	/* 4. A checkerboard of 64 x 48 at (8, 60), squares of 4, the upper left one BLIT_CHECK_1. Made of a
	 *    seed of 2 x 2
	 * squares by copies that double it. */
	BLIT_CHECK_X = 8,
	BLIT_CHECK_Y = 60,
	BLIT_CHECK_W = 64,
	BLIT_CHECK_H = 48,
	/* 5. Four targets of 32 x 32, each copied over itself by 6 to the right or left, and 6 down or up:
	 *    target j lies in
	 * a field of 38 x 38 at (84 + 44 j, 60), in the corner from which it moves: to the right for j = 0
	 * and 2, down for j = 0 and 1. Rings of 4: ring r has the color of bar (j + 1 + 3 r) % 16. */
	BLIT_MOVE_X = 84,
	BLIT_MOVE_Y = 60,
	BLIT_MOVE_STEP = 44,
	BLIT_MOVE_SIZE = 32,
	BLIT_MOVE_BY = 6,
	/* 6. 16 squares of 16 from (8, 116) on, 19 apart: square i holds what raster operation i * 0x11 makes
	 *    of source and
	 * destination. Destination: left half BLIT_D0, right half BLIT_D1. Source: upper half BLIT_S0, lower
	 * half BLIT_S1. Without raster operations (caps) those that need destination and anything else are
	 * BLIT_NONE. */
	BLIT_ROP_X = 8,
	BLIT_ROP_Y = 116,
	BLIT_ROP_STEP = 19,
	BLIT_ROP_SIZE = 16,
	/* 7. The same from (8, 136) on with the operations of BLIT_ROP3 and the brush BLIT_P. */
	BLIT_ROP3_Y = 136,
	/* 8. A fan of lines from (60, 196), R = 39 k made odd: to (+-R, +-m) and (+-m, +-R), m = R j / 5, j =
	 *    0..5; for each
	 * j with signs ++, -+, +-, -- first the flat line, then the steep one. Line number n has the color of
	 * bar 8 + n % 8. */
	BLIT_FAN_X = 60,
	BLIT_FAN_Y = 196,
	BLIT_FAN_R = 39,
	/* 9. Clipped to 56 x 72 at (112, 160): BLIT_CLIP_BACK over all, then 8 lines that begin at (100, 150
	 *    + 12 i) and go
	 * R = 81 k made odd to the right and 24 k down. Line i has the color of bar 8 + i. */
	BLIT_CLIP_X = 112,
	BLIT_CLIP_Y = 160,
	BLIT_CLIP_W = 56,
	BLIT_CLIP_H = 72,
	/* 10. A copy of the 128 x 44 at (8, 8) to (180, 160). */
	BLIT_COPY_X = 180,
	BLIT_COPY_Y = 160,
	BLIT_COPY_W = 128,
	BLIT_COPY_H = 44,
	/* 11. BLIT_TEXT at (180, 212), in the font at scale min(k, 8), white on what is there. */
	BLIT_TEXT_X = 180,
	BLIT_TEXT_Y = 212,
	/* 12. Two patterns on 46 x 22, at (262, 60) the bits BLIT_BITS in BLIT_D1 on BLIT_CLIP_BACK, at (262,
	 *     86) 8 x 8 pixels
	 * of which (i, j) is 36 i red, 36 j green, 160 blue. A pattern's pixel is one of the picture,
	 * whatever k is; its upper left one lies on the rectangle's. */
	BLIT_PAT_X = 262,
	BLIT_PAT_Y = 60,
	BLIT_PAT_STEP = 26,
	BLIT_PAT_W = 46,
	BLIT_PAT_H = 22,
	/* 13. An image from the host's memory, w x h = 32 k x 24 k pixels at (280, 208): pixel (i, j) is 255
	 *     i / w red, 255 j / h
	 * green, 128 blue. */
	BLIT_IMAGE_X = 280,
	BLIT_IMAGE_Y = 208,
	BLIT_IMAGE_W = 32,
	BLIT_IMAGE_H = 24,
	/* 14. If the engine has color keys: the text's 96 x 16 copied to (188, 166), all but the pixels of
	 * BLIT_BACK. */
	BLIT_KEYED_X = 188,
	BLIT_KEYED_Y = 166,
	BLIT_KEYED_W = 96,
	BLIT_KEYED_H = 16,
};

#define BLIT_BACK      0xff18202cu
#define BLIT_CHECK_1   0xffe8e4d8u
#define BLIT_CHECK_2   0xff7a2f2fu
#define BLIT_D0        0xff3060c0u
#define BLIT_D1        0xffe0a020u
#define BLIT_S0        0xff40a040u
#define BLIT_S1        0xffc04080u
#define BLIT_P         0xff6090f0u
#define BLIT_NONE      0xff303030u
#define BLIT_CLIP_BACK 0xff203a30u
#define BLIT_TEXT      "2D: 16 x 256"
#define BLIT_BITS                                              \
	{                                                      \
		0x81, 0x42, 0x24, 0x18, 0x18, 0x24, 0x42, 0x81 \
	}
#define BLIT_ROP3                                                                                         \
	{                                                                                                 \
		0x05, 0x0a, 0x0f, 0x50, 0x5a, 0x5f, 0xa0, 0xa5, 0xaf, 0xf5, 0xfa, 0xb8, 0xe2, 0xca, 0x96, \
		    0x1b                                                                                  \
	}

#endif
