/* SPDX-License-Identifier: MIT
 *
 * One primitive after setup: convex, bounded by up to four edges, with planes of depth and attributes.
 *
 * Units: positions are integers in subpixels, setup->sub of them a pixel: 12, 16, 256 or 768. Limits: targets
 * of 16,384 pixels a side; vertices within setup->far subpixels of the origin, 2^23 at most (scan_simd.c
 * counts on it): 32,768 pixels with 256 subpixels a pixel.
 */
#ifndef HW_MODEL_RASTER_PRIM_H
#define HW_MODEL_RASTER_PRIM_H

#include <stdint.h>

#include "hw/model/raster/draw.h"

enum {
	FL_RASTER_BACK = 1,
	FL_RASTER_AFFINE = 2,
	FL_RASTER_STIPPLED = 4,    /* a line with a pattern: */
	FL_RASTER_STIPPLE_Y = 8,   /* it counts rows, not columns */
	FL_RASTER_STIPPLE_UP = 16, /* towards smaller ones */
};
enum {
	FL_RASTER_PLANES = 136
}; /* values that are interpolated: 32 vectors of 4, and two for fog or weights */

/* Pixel (x, y) at sample position p is inside if for each edge a * x + b * y + c >= 0, where c is
 * fl_raster_edge_c() of the position; the fill rule is already in c. */
struct fl_raster_edge {
	int64_t c;
	int32_t a, b;
};

struct fl_raster_prim {
	const struct fl_raster_draw *draw;
	int16_t x0, y0, x1, y1; /* pixels, inclusive; inside the scissor */
	uint8_t n_edges;        /* 0: all of the box */
	uint8_t flags;
	uint16_t n4;  /* floats in each of the three arrays of plane[] */
	float rx, ry; /* where the planes start, subpixels */
	struct fl_raster_edge edge[4];
	double z, zx, zy; /* depth at (rx, ry) in units of the depth buffer, and its slopes a subpixel */
	float w, wx, wy;  /* 1/W the same way */
	int32_t stipple;  /* how far the pattern has come at column or row 0 */
	/* Attribute p at (rx + fx, ry + fy): plane[p] + (plane[n4 + p] * fx + plane[2 * n4 + p] * fy) / W;
	 * the slopes are those of the difference to the first vertex, over W: a constant stays exactly that.
	 *
	 * FL_RASTER_AFFINE, W is the same all over: pixel (x, y) of the window gets
	 * plane[p] + plane[n4 + p] * x, then + plane[2 * n4 + p] * y, each rounded once. No document says how
	 * chips compute; what lies exactly between two texels, or on a cube's edge, falls to the side where
	 * rounding leaves it, so this rounds as llvmpipe does, which drew the pictures that we compare with
	 * (Mesa lp_state_setup.c, lp_bld_interp.c). The error is below 2^-11 of the step from a pixel to the
	 * next anywhere in 4096 pixels. */
	_Alignas(16) float plane[];
};

#endif
