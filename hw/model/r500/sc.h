/* SPDX-License-Identifier: MIT
 *
 * SC: which samples a primitive covers. Scissor, clip rectangles, screen door, sample positions and edge
 * rules.
 *
 * Coverage is computed for aligned blocks of 8x8 pixels as masks of 64 bits, in the lane order of a wave
 * (draw.h): quads row by row, four lanes a quad.
 */
#ifndef HW_MODEL_R500_SC_H
#define HW_MODEL_R500_SC_H

#include "hw/model/r500/r500.h"

struct fl_raster_prim;
struct fl_raster_worker;

enum {
	FL_RASTER_RULE_TRI,
	FL_RASTER_RULE_POINT,
	FL_RASTER_RULE_LINE_LR,
	FL_RASTER_RULE_LINE_RL,
	FL_RASTER_RULE_LINE_TB,
	FL_RASTER_RULE_LINE_BT,
	FL_RASTER_RULE_N
};

struct fl_raster_rect {
	int16_t x0, y0, x1, y1; /* inclusive */
};

/* Where samples are taken. Multisampling: one each sample, all lanes. One sample a pixel: GB_MSPOS gives a
 * position to each pixel of the quad (R5xx guide 10.4.6), so there is one, or up to four that share the
 * lanes. */
struct fl_raster_pos {
	int32_t x, y; /* subpixels from the corner of the pixel */
	uint8_t sample;
	uint64_t lanes;
};

struct fl_raster_scan {
	struct fl_raster_rect scissor;
	bool clip; /* SC_CLIP_RULE is not 0xffff */
	uint16_t clip_rule;
	struct fl_raster_rect rect[4];
	bool door_on;
	uint64_t door[FL_WAVE_SAMPLES]; /* lanes that SC_SCREENDOOR lets pass, a sample */
	uint8_t rule[FL_RASTER_RULE_N];
	int32_t sub;
	unsigned samples;
	unsigned n_pos;
	struct fl_raster_pos pos[FL_WAVE_SAMPLES];
	int32_t x[FL_WAVE_SAMPLES][4], y[FL_WAVE_SAMPLES][4]; /* the same, of the four pixels of a quad */
	int32_t low_x, high_x, low_y, high_y;                 /* bounds of all */
};

/* GB_TILE_CONFIG.SUBPRECISION: 8 bits of subpixel precision in the place of 4, "should always be enabled"
 * (R5xx guide 10.3.4.1). Of 1/16 that makes 1/256; for the 1/12 mode no source gives the steps. 1/256
 * is taken there too, as the number of bits has it; subpixels are then 1/768, so that twelfths, which the
 * registers count in, are whole. */
static inline int32_t mr500_ga_fine(const struct mr500 *r)
{
	uint32_t tile = R500_REG(r, GB_TILE_CONFIG);

	if (!R500_GB_TILE_CONFIG__SUBPRECISION__GET(tile) && !r->base.fine)
		return 1;
	return R500_GB_TILE_CONFIG__SUBPIXEL__GET(tile) ? 16 : 64;
}

/* floor(c / sub) for the four values of sub. */
static inline int64_t fl_raster_floor_div(int64_t c, int32_t sub)
{
	switch (sub) {
	case 12:
		c >>= 2;
		break;
	case 768:
		c >>= 8;
		break;
	case 16:
		return c >> 4;
	default:
		return c >> 8;
	}
	/* a third, rounded down: of a positive number */
	return (int64_t)(((uint64_t)c + ((uint64_t)3 << 60)) / 3 - ((uint64_t)1 << 60));
}

/* A sample exactly on an edge with normal (a, b), which points inside: is it in? SC_EDGERULE code, R5xx guide
 * 11.7. The guide's list of values and its sentence disagree; the list wins: a set bit means out, and for
 * codes 16-31 bit 2 is top and bit 3 bottom, as the list has them. */
static inline bool fl_raster_edge_in(unsigned code, int32_t a, int32_t b)
{
	unsigned bit;

	if (code < 16)
		bit = a > 0 ? 8 : a < 0 ? 4 : b > 0 ? 2 : 1; /* left, right, horizontal top, bottom */
	else
		bit = b > 0 ? 4 : b < 0 ? 8 : a > 0 ? 2 : 1; /* top, bottom, vertical left, right */
	return !(code & bit);
}

/* c of an edge for position i, so that a * x + b * y + c >= 0 decides for pixel (x, y). */
#define fl_raster_edge_c(sc, e, i)                                                                        \
	fl_raster_floor_div((e)->c + (int64_t)(e)->a * (sc)->pos[i].x + (int64_t)(e)->b * (sc)->pos[i].y, \
			    (sc)->sub)

/* The lanes of the block with its corner at pixel (x, y) that the clip rectangles let pass. */
uint64_t fl_raster_clip_rects(const struct fl_raster_scan *sc, int x, int y);
/* Lanes of the block at (x, y) that lie in [x0, x1] x [y0, y1]. */
uint64_t fl_raster_box(int x, int y, int x0, int y0, int x1, int y1);

/* Rasterize one entry of the tile's bin. */
FL_SIMD_DECLARE(void, fl_raster_cover,
		(struct fl_raster_worker *, const struct fl_raster_prim *, unsigned edges));

#endif
