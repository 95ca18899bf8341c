/* SPDX-License-Identifier: MIT
 *
 * Strips, fans, loops, quads and adjacency as lists of points, lines, triangles: which vertex comes where.
 * For draws whose primitives are taken one by one: they stream out, go through a geometry program, choose
 * their viewport. Any other goes through assemble.h.
 */
#ifndef HW_MODEL_RASTER_LIST_H
#define HW_MODEL_RASTER_LIST_H

#include "hw/model/raster/assemble.h"

/* FL_RASTER_POINT_LIST, _LINE_LIST, _TRIANGLE_LIST or _RECT_LIST: what the list is one of. */
enum fl_raster_type fl_raster_list_kind(enum fl_raster_type type);
/* Vertices of a primitive of that list, without neighbours. */
unsigned fl_raster_list_corners(enum fl_raster_type type);
/* Vertices of the list that n vertices make. */
uint32_t fl_raster_list_count(enum fl_raster_type type, uint32_t n);
/* Which of the n vertices comes i-th. first: the first vertex of a primitive provokes. */
uint32_t fl_raster_list_at(enum fl_raster_type type, uint32_t i, uint32_t n, bool first);
/* Edges of triangle p of that list that are edges of what it was made from: FL_RASTER_EDGE_*. */
unsigned fl_raster_list_edges(enum fl_raster_type type, uint32_t p, uint32_t n, bool first);
/* The same with neighbours: corner c of primitive p, of that many. */
unsigned fl_raster_adjacent_corners(enum fl_raster_type type);
static inline bool fl_raster_adjacent(enum fl_raster_type type) /* it has neighbours */
{
	return fl_raster_adjacent_corners(type) != fl_raster_list_corners(type);
}
uint32_t fl_raster_adjacent_at(enum fl_raster_type type, uint32_t p, unsigned c, uint32_t n, bool first);

/* fl_raster_front.provoke of a type, as it is assembled. */
uint8_t fl_raster_provoking(enum fl_raster_type type, bool first);

#endif
