/* SPDX-License-Identifier: MIT
 *
 * Strips, fans, loops, quads and adjacency as lists.
 */
#include "hw/model/raster/list.h"

#include <criterion/criterion.h>
#include <stdio.h>

static void is(enum fl_raster_type type, uint32_t n, bool first, const char *want)
{
	char got[128];
	size_t at = 0;

	got[0] = 0;
	for (uint32_t i = 0; i < fl_raster_list_count(type, n); i++)
		at += (size_t)snprintf(got + at, sizeof(got) - at, "%s%u",
				       i == 0                                  ? ""
				       : i % fl_raster_list_corners(type) == 0 ? "|"
									       : " ",
				       fl_raster_list_at(type, i, n, first));
	cr_assert_str_eq(got, want, "type %u, %u vertices, first %d: %s", type, n, first, got);
}

Test(raster_list, points_and_lines)
{
	is(FL_RASTER_POINT_LIST, 3, false, "0|1|2");
	is(FL_RASTER_LINE_LIST, 5, false, "0 1|2 3");
	is(FL_RASTER_LINE_STRIP, 4, false, "0 1|1 2|2 3");
	is(FL_RASTER_LINE_STRIP, 1, false, "");
	is(FL_RASTER_LINE_LOOP, 4, false, "0 1|1 2|2 3|3 0");
}

/* Every second triangle of a strip turns; its provoking vertex stays where lists have it. */
Test(raster_list, triangles)
{
	is(FL_RASTER_TRIANGLE_LIST, 7, false, "0 1 2|3 4 5");
	is(FL_RASTER_TRIANGLE_STRIP, 6, false, "0 1 2|2 1 3|2 3 4|4 3 5");
	is(FL_RASTER_TRIANGLE_STRIP, 5, true, "0 1 2|1 3 2|2 3 4");
	is(FL_RASTER_TRIANGLE_FAN, 5, false, "0 1 2|0 2 3|0 3 4");
	is(FL_RASTER_TRIANGLE_FAN, 5, true, "1 2 0|2 3 0|3 4 0");
	is(FL_RASTER_RECT_LIST, 6, false, "0 1 2|3 4 5");
	is(FL_RASTER_POLYGON, 5, true, "0 1 2|0 2 3|0 3 4");
	is(FL_RASTER_POLYGON, 4, false, "1 2 0|2 3 0");
}

/* Both triangles of a quad have the vertex that provokes. */
Test(raster_list, quads)
{
	is(FL_RASTER_QUAD_LIST, 9, false, "0 1 3|1 2 3|4 5 7|5 6 7");
	is(FL_RASTER_QUAD_LIST, 4, true, "0 1 2|0 2 3");
	is(FL_RASTER_QUAD_STRIP, 6, false, "2 0 3|0 1 3|4 2 5|2 3 5");
	is(FL_RASTER_QUAD_STRIP, 5, true, "0 1 3|0 3 2");
}

Test(raster_list, neighbours_are_left_out)
{
	is(FL_RASTER_LINE_LIST_ADJ, 8, false, "1 2|5 6");
	is(FL_RASTER_LINE_STRIP_ADJ, 5, false, "1 2|2 3");
	is(FL_RASTER_TRIANGLE_LIST_ADJ, 12, false, "0 2 4|6 8 10");
	is(FL_RASTER_TRIANGLE_STRIP_ADJ, 10, false, "0 2 4|4 2 6|4 6 8");
	is(FL_RASTER_TRIANGLE_STRIP_ADJ, 5, false, "");
}

static void with_neighbours(enum fl_raster_type type, uint32_t p, uint32_t n, const char *want)
{
	char got[64];
	size_t at = 0;

	for (unsigned c = 0; c < fl_raster_adjacent_corners(type); c++)
		at += (size_t)snprintf(got + at, sizeof(got) - at, c ? " %u" : "%u",
				       fl_raster_adjacent_at(type, p, c, n, false));
	cr_assert_str_eq(got, want, "type %u, primitive %u of %u vertices: %s", type, p, n, got);
}

/* OpenGL's table; odd triangles begin with their second corner. */
Test(raster_list, geometry_programs_see_neighbours)
{
	with_neighbours(FL_RASTER_TRIANGLE_STRIP, 1, 4, "2 1 3");
	with_neighbours(FL_RASTER_LINE_LIST_ADJ, 1, 8, "4 5 6 7");
	with_neighbours(FL_RASTER_LINE_STRIP_ADJ, 1, 5, "1 2 3 4");
	with_neighbours(FL_RASTER_TRIANGLE_LIST_ADJ, 1, 12, "6 7 8 9 10 11");
	with_neighbours(FL_RASTER_TRIANGLE_STRIP_ADJ, 0, 6, "0 1 2 5 4 3");
	with_neighbours(FL_RASTER_TRIANGLE_STRIP_ADJ, 0, 10, "0 1 2 6 4 3");
	with_neighbours(FL_RASTER_TRIANGLE_STRIP_ADJ, 1, 10, "2 5 6 8 4 0");
	with_neighbours(FL_RASTER_TRIANGLE_STRIP_ADJ, 2, 10, "4 2 6 9 8 7");
}
