/* SPDX-License-Identifier: MIT
 *
 * Scan conversion: which samples a primitive covers. Scissor, clip rectangles, screen door, sample positions
 * and fill rules.
 *
 * Coverage is computed for aligned blocks of 8x8 pixels as masks of 64 bits, in the lane order of a wave
 * (wave.h): quads row by row, four lanes a quad.
 */
#ifndef HW_MODEL_RASTER_SCAN_H
#define HW_MODEL_RASTER_SCAN_H

#include "hw/model/raster/prim.h"
#include "hw/model/raster/wave.h"
#include "hw/model/vec.h"

struct fl_raster_worker;

/* What a primitive is for the fill rules; lines by the direction that dominates. */
enum fl_raster_rule_of {
	FL_RASTER_RULE_TRI,
	FL_RASTER_RULE_POINT,
	FL_RASTER_RULE_LINE_LR,
	FL_RASTER_RULE_LINE_RL,
	FL_RASTER_RULE_LINE_TB,
	FL_RASTER_RULE_LINE_BT,
	FL_RASTER_RULE_N
};

/* A fill rule: a set bit leaves out the samples that lie exactly on such an edge of the primitive. Without
 * FL_RASTER_RULE_TB an edge counts as left or right unless it is horizontal, with it as top or bottom unless
 * it is vertical. The names of the bits differ between the two. */
enum {
	FL_RASTER_OUT_BOTTOM = 1, /* of a horizontal edge */
	FL_RASTER_OUT_TOP = 2,
	FL_RASTER_OUT_RIGHT = 4,
	FL_RASTER_OUT_LEFT = 8,
	FL_RASTER_RULE_TB_FIRST = 16,
	FL_RASTER_OUT_TB_RIGHT = 1, /* of a vertical edge */
	FL_RASTER_OUT_TB_LEFT = 2,
	FL_RASTER_OUT_TB_TOP = 4,
	FL_RASTER_OUT_TB_BOTTOM = 8,
};

struct fl_raster_rect {
	int16_t x0, y0, x1, y1; /* inclusive */
};

/* Where samples are taken. Multisampling: one each sample, all lanes. One sample a pixel: the pixels of a
 * quad may each have a position of their own, so there is one, or up to four that share the lanes. */
struct fl_raster_pos {
	int32_t x, y; /* subpixels from the corner of the pixel */
	uint8_t sample;
	uint64_t lanes;
};

struct fl_raster_scan {
	struct fl_raster_rect scissor;
	bool clip;          /* clip_rule is not all ones */
	uint16_t clip_rule; /* by the rectangles that a pixel is in, a bit each: the bit of that number */
	struct fl_raster_rect rect[4];
	bool door_on;
	uint64_t door[FL_WAVE_SAMPLES]; /* lanes that the screen door lets pass, a sample */
	uint8_t rule[FL_RASTER_RULE_N];
	int32_t sub; /* 12, 16, 256 or 768 subpixels a pixel */
	unsigned samples;
	unsigned n_pos;
	struct fl_raster_pos pos[FL_WAVE_SAMPLES];
	int32_t x[FL_WAVE_SAMPLES][4], y[FL_WAVE_SAMPLES][4]; /* the same, of the four pixels of a quad */
	int32_t low_x, high_x, low_y, high_y;                 /* bounds of all */
	/* Of the first sample, in the lanes of two rows of a block: subpixels from the corner of its first
	 * pixel, whole numbers. Other rows are two pixels further down, each. */
	float col[2 * 8], row[2 * 8];
};

/* The lanes of the pixel of each quad: 0 upper left, 1 upper right, 2 lower left, 3 lower right. */
static inline uint64_t fl_raster_lanes(unsigned pixel)
{
	return UINT64_C(0x1111111111111111) << pixel;
}

/* The next sample of a draw, at (x, y) subpixels of pixels `lanes`: with samples > 1 all of them, else those
 * of one pixel of the quads (fl_raster_lanes()), four calls. */
void fl_raster_scan_add(struct fl_raster_scan *sc, unsigned sample, uint64_t lanes, int32_t x, int32_t y);

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

/* A sample exactly on an edge with normal (a, b), which points inside: is it in? */
static inline bool fl_raster_edge_in(unsigned rule, int32_t a, int32_t b)
{
	unsigned out;

	if (!(rule & FL_RASTER_RULE_TB_FIRST))
		out = a > 0   ? FL_RASTER_OUT_LEFT
		      : a < 0 ? FL_RASTER_OUT_RIGHT
		      : b > 0 ? FL_RASTER_OUT_TOP
			      : FL_RASTER_OUT_BOTTOM;
	else
		out = b > 0   ? FL_RASTER_OUT_TB_TOP
		      : b < 0 ? FL_RASTER_OUT_TB_BOTTOM
		      : a > 0 ? FL_RASTER_OUT_TB_LEFT
			      : FL_RASTER_OUT_TB_RIGHT;
	return !(rule & out);
}

/* c of an edge for position i, so that a * x + b * y + c >= 0 decides for pixel (x, y). */
#define fl_raster_edge_c(sc, e, i)                                                                        \
	fl_raster_floor_div((e)->c + (int64_t)(e)->a * (sc)->pos[i].x + (int64_t)(e)->b * (sc)->pos[i].y, \
			    (sc)->sub)

/* The lanes of the block with its corner at pixel (x, y) that the clip rectangles let pass. */
uint64_t fl_raster_clip_rects(const struct fl_raster_scan *sc, int x, int y);
/* Lanes of the block at (x, y) that lie in [x0, x1] x [y0, y1]. */
uint64_t fl_raster_box(int x, int y, int x0, int y0, int x1, int y1);

/* Rasterize one entry of the tile's bin: to fl_raster_block(), block by block. */
FL_SIMD_DECLARE(void, fl_raster_cover,
		(struct fl_raster_worker *, const struct fl_raster_prim *, unsigned edges));

#endif
