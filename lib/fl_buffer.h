/* SPDX-License-Identifier: MIT
 *
 * Vertices and indices that lie in video memory and are drawn from there.
 *
 *	struct fl_arrays a = {
 *		.position = {.offset_B = at, .stride_B = 16, .type = FL_FLOAT, .size = 3},
 *		.color = {.offset_B = at + 12, .stride_B = 16, .type = FL_UBYTE, .size = 4},
 *	};
 *	fl_draw_elements(&d, FL_TRIANGLES, &a, indices_B, 2, n, n_vertices);
 *
 * The state is that of immediate mode. What an array does not give is what fl_color(), fl_normal(), fl_texcoord() said last.
 */
#ifndef FL_BUFFER_H
#define FL_BUFFER_H

#include "lib/fl_draw.h"

enum fl_type { FL_FLOAT, FL_HALF, FL_UBYTE, FL_BYTE, FL_USHORT, FL_SHORT };

struct fl_array {
	uint64_t offset_B;  /* from the start of video memory; a multiple of 4 */
	uint16_t stride_B;  /* a multiple of 4, at most 508 */
	uint8_t type, size; /* enum fl_type; components 1 to 4, 0: no such array */
	bool integer;       /* whole numbers stay what they are; else the range becomes 0..1 or -1..1 */
};

struct fl_arrays {
	struct fl_array position, color, normal, texcoord[FL_TEXCOORDS];
};

/* Draw vertices first to first + count - 1. FL_DEBUG checks alignment and sizes. Any count below 2^24. */
void fl_draw_arrays(struct fl_draw *d, enum fl_prim prim, const struct fl_arrays *a, uint32_t first, uint32_t count);
/* Draw the vertices that count indices of index_B (2 or 4) bytes at indices_B (a multiple of 4) name; all below n_vertices: the chip clamps those that are not. */
void fl_draw_elements(struct fl_draw *d, enum fl_prim prim, const struct fl_arrays *a, uint64_t indices_B,
		      uint32_t index_B, uint32_t count, uint32_t n_vertices);

#endif
