/* SPDX-License-Identifier: MIT
 *
 * Strips, fans, loops and adjacency as lists: which vertex comes where. As streams are written, and as a
 * geometry program sees primitives, with neighbours.
 */
#include "hw/model/r600/vgt.h"

enum mr600_kind mr600_vgt_kind(unsigned prim)
{
	switch (prim) {
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_POINTLIST:
		return MR600_POINTS;
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_LINELIST:
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_LINESTRIP:
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_LINELOOP:
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_LINELIST_ADJ:
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_LINESTRIP_ADJ:
		return MR600_LINES;
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_RECTLIST:
		return MR600_RECTS;
	default:
		return MR600_TRIANGLES;
	}
}

unsigned mr600_vgt_corners(unsigned prim)
{
	static const uint8_t corners[] = {
	    [MR600_POINTS] = 1, [MR600_LINES] = 2, [MR600_TRIANGLES] = 3, [MR600_RECTS] = 3};

	return corners[mr600_vgt_kind(prim)];
}

static uint32_t primitives(unsigned prim, uint32_t n)
{
	switch (prim) {
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_LINELIST:
		return n / 2;
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_LINESTRIP:
		return n > 1 ? n - 1 : 0;
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_LINELOOP:
		return n > 1 ? n : 0;
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_TRILIST:
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_TRI_WITH_WFLAGS:
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_RECTLIST:
		return n / 3;
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_TRIFAN:
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_POLYGON:
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_TRISTRIP:
		return n > 2 ? n - 2 : 0;
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_QUADLIST:
		return n / 4 * 2;
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_QUADSTRIP:
		return n > 3 ? (n - 2) / 2 * 2 : 0;
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_LINELIST_ADJ:
		return n / 4;
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_LINESTRIP_ADJ:
		return n > 3 ? n - 3 : 0;
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_TRILIST_ADJ:
		return n / 6;
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_TRISTRIP_ADJ:
		return n > 5 ? (n - 4) / 2 : 0;
	default:
		return n;
	}
}

uint32_t mr600_vgt_list_count(unsigned prim, uint32_t n)
{
	return primitives(prim, n) * mr600_vgt_corners(prim);
}

/* Corner c of triangle t of a strip: every second one turns the other way, and keeps its provoking vertex in
 * the place where a list has it. */
static uint32_t strip(uint32_t t, unsigned c, bool first)
{
	static const uint8_t last_turn[3] = {1, 0, 2}, first_turn[3] = {0, 2, 1};

	return t + (!(t & 1) ? c : first ? first_turn[c] : last_turn[c]);
}

uint32_t mr600_vgt_list_at(unsigned prim, uint32_t i, uint32_t n, bool first)
{
	/* quads from second to fourth vertex, those of strips from first to last: hw/model/raster/assemble.c.
	 * The vertex that provokes the quad is the last of both triangles, or their first. */
	static const uint8_t quad[2][6] = {{0, 1, 3, 1, 2, 3}, {0, 1, 2, 0, 2, 3}};
	static const uint8_t quad_strip[2][6] = {{2, 0, 3, 0, 1, 3}, {0, 1, 3, 0, 3, 2}};
	const unsigned corners = mr600_vgt_corners(prim), c = i % corners;
	const uint32_t p = i / corners;

	switch (prim) {
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_LINESTRIP:
		return p + c;
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_LINELOOP:
		return p + c == n ? 0 : p + c;
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_TRISTRIP:
		return strip(p, c, first);
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_TRIFAN:
		if (first) /* the hub does not provoke */
			return c == 2 ? 0 : p + 1 + c;
		return c ? p + c : 0;
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_POLYGON: /* the hub does */
		if (first)
			return c ? p + c : 0;
		return c == 2 ? 0 : p + 1 + c;
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_QUADLIST:
		return p / 2 * 4 + quad[first][i % 6];
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_QUADSTRIP:
		return p / 2 * 2 + quad_strip[first][i % 6];
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_LINELIST_ADJ:
		return p * 4 + 1 + c;
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_LINESTRIP_ADJ:
		return p + 1 + c;
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_TRILIST_ADJ:
		return p * 6 + 2 * c;
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_TRISTRIP_ADJ:
		return 2 * strip(p, c, first);
	default:
		return i;
	}
}

unsigned mr600_vgt_list_edges(unsigned prim, uint32_t p, uint32_t n, bool first)
{
	const unsigned e01 = FL_RASTER_EDGE_01, e12 = FL_RASTER_EDGE_12, e20 = FL_RASTER_EDGE_20;
	const unsigned begins = p ? 0 : ~0u, ends = p + 3 < n ? 0 : ~0u;

	switch (prim) {
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_QUADLIST: /* by the tables above */
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_QUADSTRIP:
		if (first)
			return p & 1 ? e12 | e20 : e01 | e12;
		return p & 1 ? e01 | e12 : e01 | e20;
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_POLYGON:
		if (first)
			return e12 | (e01 & begins) | (e20 & ends);
		return e01 | (e20 & begins) | (e12 & ends);
	default:
		return e01 | e12 | e20;
	}
}

unsigned mr600_vgt_gs_corners(unsigned prim)
{
	switch (prim) {
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_LINELIST_ADJ:
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_LINESTRIP_ADJ:
		return 4;
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_TRILIST_ADJ:
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_TRISTRIP_ADJ:
		return 6;
	default:
		return mr600_vgt_corners(prim);
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

uint32_t mr600_vgt_gs_at(unsigned prim, uint32_t p, unsigned c, uint32_t n, bool first)
{
	switch (prim) {
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_LINELIST_ADJ:
		return 4 * p + c;
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_LINESTRIP_ADJ:
		return p + c;
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_TRILIST_ADJ:
		return 6 * p + c;
	case R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_TRISTRIP_ADJ:
		return strip_with_neighbours(p, c, n);
	default:
		return mr600_vgt_list_at(prim, p * mr600_vgt_corners(prim) + c, n, first);
	}
}
