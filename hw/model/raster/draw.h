/* SPDX-License-Identifier: MIT
 *
 * A draw as the common rooms see it: the records that a family's registers were decoded to. A family's own
 * record of a draw begins with this one.
 */
#ifndef HW_MODEL_RASTER_DRAW_H
#define HW_MODEL_RASTER_DRAW_H

#include "hw/model/tiles/surface.h"

struct fl_raster_setup;  /* setup.h: points, lines, triangles to edges and planes */
struct fl_raster_scan;   /* scan.h: which samples are covered */
struct fl_raster_inputs; /* interp.h: what the shader starts with */
struct fl_pixel_depth;   /* pixel/: depth and stencil */
struct fl_pixel_color;   /* pixel/: blending, masks, formats */

struct fl_raster_draw {
	const struct fl_raster_setup *setup;
	const struct fl_raster_scan *scan;
	const struct fl_raster_inputs *inputs;
	const struct fl_pixel_depth *depth;
	const struct fl_pixel_color *color;
	struct fl_tile_targets targets;
	unsigned samples;
	unsigned cost;    /* what a pixel costs, in units of fl_work(): a guess, 1 at least */
	bool early_depth; /* depth and stencil before the shader */
	uint8_t stages;   /* what the pixels of this draw have to pass: */
};

enum {
	FL_RASTER_Z = 1 << 0, /* wave.z is wanted */
	FL_RASTER_DEPTH = 1 << 1,
	FL_RASTER_SHADE = 1 << 2,
	FL_RASTER_COLOR = 1 << 3,
	FL_RASTER_HIDE = 1 << 4,    /* blocks may be dropped by the bounds of their depths */
	FL_RASTER_VISIBLE = 1 << 5, /* and by the family's own hierarchical depth */
	FL_RASTER_STIPPLE = 1 << 6, /* lines lose pixels by setup->pattern */
	FL_RASTER_SAMPLES = 1 << 7, /* the shader runs once a sample, wave.sample */
};

#endif
