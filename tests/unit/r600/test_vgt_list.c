/* SPDX-License-Identifier: MIT
 *
 * The R6xx VGT: strips, fans, loops, quads and adjacency as lists.
 */
#include "hw/model/r600/vgt.h"

#include <criterion/criterion.h>
#include <stdio.h>

#define TYPE(name) R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_##name

static void is(unsigned prim, uint32_t n, bool first, const char *want)
{
	char got[128];
	size_t at = 0;

	got[0] = 0;
	for (uint32_t i = 0; i < mr600_vgt_list_count(prim, n); i++)
		at += (size_t)snprintf(got + at, sizeof(got) - at, "%s%u",
				       i == 0                             ? ""
				       : i % mr600_vgt_corners(prim) == 0 ? "|"
									  : " ",
				       mr600_vgt_list_at(prim, i, n, first));
	cr_assert_str_eq(got, want, "type %u, %u vertices, first %d: %s", prim, n, first, got);
}

Test(r600_vgt_list, points_and_lines)
{
	is(TYPE(POINTLIST), 3, false, "0|1|2");
	is(TYPE(LINELIST), 5, false, "0 1|2 3");
	is(TYPE(LINESTRIP), 4, false, "0 1|1 2|2 3");
	is(TYPE(LINESTRIP), 1, false, "");
	is(TYPE(LINELOOP), 4, false, "0 1|1 2|2 3|3 0");
}

/* Every second triangle of a strip turns; its provoking vertex stays where lists have it. */
Test(r600_vgt_list, triangles)
{
	is(TYPE(TRILIST), 7, false, "0 1 2|3 4 5");
	is(TYPE(TRISTRIP), 6, false, "0 1 2|2 1 3|2 3 4|4 3 5");
	is(TYPE(TRISTRIP), 5, true, "0 1 2|1 3 2|2 3 4");
	is(TYPE(TRIFAN), 5, false, "0 1 2|0 2 3|0 3 4");
	is(TYPE(TRIFAN), 5, true, "1 2 0|2 3 0|3 4 0");
	is(TYPE(RECTLIST), 6, false, "0 1 2|3 4 5");
	is(TYPE(POLYGON), 5, true, "0 1 2|0 2 3|0 3 4");
	is(TYPE(POLYGON), 4, false, "1 2 0|2 3 0");
}

/* Both triangles of a quad have the vertex that provokes. */
Test(r600_vgt_list, quads)
{
	is(TYPE(QUADLIST), 9, false, "0 1 3|1 2 3|4 5 7|5 6 7");
	is(TYPE(QUADLIST), 4, true, "0 1 2|0 2 3");
	is(TYPE(QUADSTRIP), 6, false, "2 0 3|0 1 3|4 2 5|2 3 5");
	is(TYPE(QUADSTRIP), 5, true, "0 1 3|0 3 2");
}

Test(r600_vgt_list, neighbours_are_left_out)
{
	is(TYPE(LINELIST_ADJ), 8, false, "1 2|5 6");
	is(TYPE(LINESTRIP_ADJ), 5, false, "1 2|2 3");
	is(TYPE(TRILIST_ADJ), 12, false, "0 2 4|6 8 10");
	is(TYPE(TRISTRIP_ADJ), 10, false, "0 2 4|4 2 6|4 6 8");
	is(TYPE(TRISTRIP_ADJ), 5, false, "");
}

static void with_neighbours(unsigned prim, uint32_t p, uint32_t n, const char *want)
{
	char got[64];
	size_t at = 0;

	for (unsigned c = 0; c < mr600_vgt_gs_corners(prim); c++)
		at += (size_t)snprintf(got + at, sizeof(got) - at, c ? " %u" : "%u",
				       mr600_vgt_gs_at(prim, p, c, n, false));
	cr_assert_str_eq(got, want, "type %u, primitive %u of %u vertices: %s", prim, p, n, got);
}

/* OpenGL's table; odd triangles begin with their second corner. */
Test(r600_vgt_list, geometry_programs_see_neighbours)
{
	with_neighbours(TYPE(TRISTRIP), 1, 4, "2 1 3");
	with_neighbours(TYPE(LINELIST_ADJ), 1, 8, "4 5 6 7");
	with_neighbours(TYPE(LINESTRIP_ADJ), 1, 5, "1 2 3 4");
	with_neighbours(TYPE(TRILIST_ADJ), 1, 12, "6 7 8 9 10 11");
	with_neighbours(TYPE(TRISTRIP_ADJ), 0, 6, "0 1 2 5 4 3");
	with_neighbours(TYPE(TRISTRIP_ADJ), 0, 10, "0 1 2 6 4 3");
	with_neighbours(TYPE(TRISTRIP_ADJ), 1, 10, "2 5 6 8 4 0");
	with_neighbours(TYPE(TRISTRIP_ADJ), 2, 10, "4 2 6 9 8 7");
}
