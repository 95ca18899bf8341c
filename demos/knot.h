/* SPDX-License-Identifier: MIT
 *
 * The knot's parts: the demo puts them into buffers, a test draws the same by fl_begin().
 */
#ifndef DEMOS_KNOT_H
#define DEMOS_KNOT_H

#include "lib/fl_stage.h"

enum {
	FL_KNOT_ALONG = 192,
	FL_KNOT_AROUND = 20,
	FL_KNOT_VERTICES = FL_KNOT_ALONG * FL_KNOT_AROUND,
	FL_KNOT_INDICES = 6 * FL_KNOT_VERTICES,
};

struct fl_knot_vertex {
	float position[3], normal[3];
	uint8_t color[4];
};

/* The FL_KNOT_AROUND vertices of ring i, and the 6 * FL_KNOT_AROUND indices between it and the next. */
void fl_knot_ring(uint32_t i, struct fl_knot_vertex *out);
void fl_knot_band(uint32_t i, uint16_t *out);
/* The state that frame n is drawn in: matrices, light, depth; after a clear. */
void fl_knot_view(struct fl_stage *s, uint32_t n);

#endif
