/* SPDX-License-Identifier: MIT
 *
 * Drawing on a toy: what the files of its back end share.
 */
#ifndef LIB_TOY_TOY_H
#define LIB_TOY_TOY_H

#include "hw/toy/card.h"
#include "lib/fl_draw2d_engine.h"
#include "lib/fl_draw_chip.h"

enum { FL_TOY_SUBPIXELS = 16 };

struct fl_toy_corner {
	float x, y; /* pixels of the target */
	uint32_t argb;
};

/* Write a triangle inside the box clip of a surface to the stream. */
void fl_toy_triangle(struct fl_cs *cs, uint64_t vram_addr, const struct fl_surface *to,
		     const struct fl_2d_box *clip, const struct fl_toy_corner corner[3]);
/* The box in one color: two triangles. */
void fl_toy_fill(struct fl_cs *cs, uint64_t vram_addr, const struct fl_surface *to,
		 const struct fl_2d_box *box, uint32_t argb);

extern const struct fl_surface_rules fl_toy_surfaces;
extern const struct fl_draw_backend fl_toy_backend;
extern const struct fl_2d_engine fl_toy_2d;

#endif
