/* SPDX-License-Identifier: MIT
 *
 * Strips, fans, loops and adjacency as lists: which vertex comes where. As streams are written, and as a
 * geometry program sees primitives, with neighbours.
 */
#include "hw/model/raster/list.h"

enum fl_raster_type fl_raster_list_kind(enum fl_raster_type type)
{
	switch (type) {
	case FL_RASTER_POINT_LIST:
		return FL_RASTER_POINT_LIST;
	case FL_RASTER_LINE_LIST:
	case FL_RASTER_LINE_STRIP:
	case FL_RASTER_LINE_LOOP:
	case FL_RASTER_LINE_LIST_ADJ:
	case FL_RASTER_LINE_STRIP_ADJ:
		return FL_RASTER_LINE_LIST;
	case FL_RASTER_RECT_LIST:
		return FL_RASTER_RECT_LIST;
	default:
		return FL_RASTER_TRIANGLE_LIST;
	}
}

unsigned fl_raster_list_corners(enum fl_raster_type type)
{
	static const uint8_t corners[] = {[FL_RASTER_POINT_LIST] = 1,
					  [FL_RASTER_LINE_LIST] = 2,
					  [FL_RASTER_TRIANGLE_LIST] = 3,
					  [FL_RASTER_RECT_LIST] = 3};

	return corners[fl_raster_list_kind(type)];
}

static uint32_t primitives(enum fl_raster_type type, uint32_t n)
{
	switch (type) {
	case FL_RASTER_LINE_LIST:
		return n / 2;
	case FL_RASTER_LINE_STRIP:
		return n > 1 ? n - 1 : 0;
	case FL_RASTER_LINE_LOOP:
		return n > 1 ? n : 0;
	case FL_RASTER_TRIANGLE_LIST:
	case FL_RASTER_RECT_LIST:
		return n / 3;
	case FL_RASTER_TRIANGLE_FAN:
	case FL_RASTER_POLYGON:
	case FL_RASTER_TRIANGLE_STRIP:
		return n > 2 ? n - 2 : 0;
	case FL_RASTER_QUAD_LIST:
		return n / 4 * 2;
	case FL_RASTER_QUAD_STRIP:
		return n > 3 ? (n - 2) / 2 * 2 : 0;
	case FL_RASTER_LINE_LIST_ADJ:
		return n / 4;
	case FL_RASTER_LINE_STRIP_ADJ:
		return n > 3 ? n - 3 : 0;
	case FL_RASTER_TRIANGLE_LIST_ADJ:
		return n / 6;
	case FL_RASTER_TRIANGLE_STRIP_ADJ:
		return n > 5 ? (n - 4) / 2 : 0;
	default:
		return n;
	}
}

uint32_t fl_raster_list_count(enum fl_raster_type type, uint32_t n)
{
	return primitives(type, n) * fl_raster_list_corners(type);
}

/* Corner c of triangle t of a strip: every second one turns the other way, and keeps its provoking vertex in
 * the place where a list has it. */
static uint32_t strip(uint32_t t, unsigned c, bool first)
{
	static const uint8_t last_turn[3] = {1, 0, 2}, first_turn[3] = {0, 2, 1};

	return t + (!(t & 1) ? c : first ? first_turn[c] : last_turn[c]);
}

uint32_t fl_raster_list_at(enum fl_raster_type type, uint32_t i, uint32_t n, bool first)
{
	/* quads from second to fourth vertex, those of strips from first to last: hw/model/raster/assemble.c.
	 * The vertex that provokes the quad is the last of both triangles, or their first. */
	static const uint8_t quad[2][6] = {{0, 1, 3, 1, 2, 3}, {0, 1, 2, 0, 2, 3}};
	static const uint8_t quad_strip[2][6] = {{2, 0, 3, 0, 1, 3}, {0, 1, 3, 0, 3, 2}};
	const unsigned corners = fl_raster_list_corners(type), c = i % corners;
	const uint32_t p = i / corners;

	switch (type) {
	case FL_RASTER_LINE_STRIP:
		return p + c;
	case FL_RASTER_LINE_LOOP:
		return p + c == n ? 0 : p + c;
	case FL_RASTER_TRIANGLE_STRIP:
		return strip(p, c, first);
	case FL_RASTER_TRIANGLE_FAN:
		if (first) /* the hub does not provoke */
			return c == 2 ? 0 : p + 1 + c;
		return c ? p + c : 0;
	case FL_RASTER_POLYGON: /* the hub does */
		if (first)
			return c ? p + c : 0;
		return c == 2 ? 0 : p + 1 + c;
	case FL_RASTER_QUAD_LIST:
		return p / 2 * 4 + quad[first][i % 6];
	case FL_RASTER_QUAD_STRIP:
		return p / 2 * 2 + quad_strip[first][i % 6];
	case FL_RASTER_LINE_LIST_ADJ:
		return p * 4 + 1 + c;
	case FL_RASTER_LINE_STRIP_ADJ:
		return p + 1 + c;
	case FL_RASTER_TRIANGLE_LIST_ADJ:
		return p * 6 + 2 * c;
	case FL_RASTER_TRIANGLE_STRIP_ADJ:
		return 2 * strip(p, c, first);
	default:
		return i;
	}
}

unsigned fl_raster_list_edges(enum fl_raster_type type, uint32_t p, uint32_t n, bool first)
{
	const unsigned e01 = FL_RASTER_EDGE_01, e12 = FL_RASTER_EDGE_12, e20 = FL_RASTER_EDGE_20;
	const unsigned begins = p ? 0 : ~0u, ends = p + 3 < n ? 0 : ~0u;

	switch (type) {
	case FL_RASTER_QUAD_LIST: /* by the tables above */
	case FL_RASTER_QUAD_STRIP:
		if (first)
			return p & 1 ? e12 | e20 : e01 | e12;
		return p & 1 ? e01 | e12 : e01 | e20;
	case FL_RASTER_POLYGON:
		if (first)
			return e12 | (e01 & begins) | (e20 & ends);
		return e01 | (e20 & begins) | (e12 & ends);
	default:
		return e01 | e12 | e20;
	}
}

unsigned fl_raster_adjacent_corners(enum fl_raster_type type)
{
	switch (type) {
	case FL_RASTER_LINE_LIST_ADJ:
	case FL_RASTER_LINE_STRIP_ADJ:
		return 4;
	case FL_RASTER_TRIANGLE_LIST_ADJ:
	case FL_RASTER_TRIANGLE_STRIP_ADJ:
		return 6;
	default:
		return fl_raster_list_corners(type);
	}
}

/* Triangle p of a strip with neighbours, in the table of OpenGL's specification (10.1.13): two vertices of
 * the edge to the triangle before, then the new one. Odd ones start with the lower number, as the chip has it
 * (Mesa r600_shader.c turns them back). */
static uint32_t strip_with_neighbours(uint32_t p, unsigned c, uint32_t n)
{
	const uint32_t before = p ? 2 * p - 2 : 1, across = 2 * p + 3;
	const uint32_t after = p + 1 < (n - 4) / 2 ? 2 * p + 6 : 2 * p + 5;
	const uint32_t even[6] = {2 * p, before, 2 * p + 2, after, 2 * p + 4, across};
	const uint32_t odd[6] = {2 * p, across, 2 * p + 4, after, 2 * p + 2, before};

	return p & 1 ? odd[c] : even[c];
}

uint32_t fl_raster_adjacent_at(enum fl_raster_type type, uint32_t p, unsigned c, uint32_t n, bool first)
{
	switch (type) {
	case FL_RASTER_LINE_LIST_ADJ:
		return 4 * p + c;
	case FL_RASTER_LINE_STRIP_ADJ:
		return p + c;
	case FL_RASTER_TRIANGLE_LIST_ADJ:
		return 6 * p + c;
	case FL_RASTER_TRIANGLE_STRIP_ADJ:
		return strip_with_neighbours(p, c, n);
	default:
		return fl_raster_list_at(type, p * fl_raster_list_corners(type) + c, n, first);
	}
}

/* Which vertex gives flat values (assemble.h counts them). The first of a fan is that after
 * the hub; polygons turn as (previous, newest, hub), and the hub gives them. */
uint8_t fl_raster_provoking(enum fl_raster_type type, bool first)
{
	switch (type) {
	case FL_RASTER_LINE_LIST:
	case FL_RASTER_LINE_STRIP:
	case FL_RASTER_LINE_LOOP:
		return !first;
	case FL_RASTER_TRIANGLE_FAN:
		return first ? 1 : 2;
	case FL_RASTER_QUAD_LIST:
	case FL_RASTER_QUAD_STRIP:
		return first ? 0 : 3;
	case FL_RASTER_POLYGON:
		return 2;
	default:
		return first ? 0 : 2;
	}
}
