/* SPDX-License-Identifier: MIT
 *
 * Drawing from video memory: the checks; the chip's back end does it.
 */
#include "lib/fl_buffer.h"
#include "lib/fl_draw_chip.h"

#include <string.h>

#ifdef FL_DEBUG
static bool is_fine(const struct fl_array *a)
{
	return a->size <= 4 && a->type <= FL_SHORT && !(a->offset_B & 3) && !(a->stride_B & 3) &&
	       a->stride_B <= 508;
}

static bool all_fine(const struct fl_arrays *a)
{
	for (uint32_t k = 0; k < FL_ATTRIBUTES; k++)
		if (!is_fine(fl_array_at(a, k)))
			return false;
	return true;
}

/* The chip has addresses of 32 bits. */
static bool reaches(const struct fl_draw *d, uint64_t offset_B, uint64_t size_B)
{
	return offset_B < 1ull << 32 && d->chip.vram_addr + offset_B + size_B <= 1ull << 32;
}

static bool reaches_all(const struct fl_draw *d, const struct fl_arrays *a, uint64_t vertices)
{
	for (uint32_t k = 0; k < FL_ATTRIBUTES; k++)
		if (!reaches(d, fl_array_at(a, k)->offset_B, vertices * fl_array_at(a, k)->stride_B))
			return false;
	return true;
}
#endif

struct fl_array fl_draw_current(const struct fl_draw *d, uint32_t k, uint32_t v[4])
{
	struct fl_array a = {.type = FL_FLOAT, .size = 3};

	if (k == 1) {
		v[0] = d->color;
		a.type = FL_UBYTE;
		a.size = 4;
	} else if (k == 2) {
		memcpy(v, d->normal, sizeof(d->normal));
	} else {
		memcpy(v, d->texcoord[k - 3], sizeof(d->texcoord[0]));
		a.size = d->unit[k - 3].size;
	}
	return a;
}

static void draw(struct fl_draw *d, const struct fl_draw_source *s)
{
#ifdef FL_DEBUG
	if (!fl_draw_is_prim((enum fl_prim)s->prim)) /* noted; a back end's table has no row for it */
		return;
#endif
	if (d->dirty || d->by_class & FL_BY_PRIM)
		fl_draw_send_state(d, (enum fl_prim)s->prim, true);
	d->by_class |= FL_BY_ARRAYS;
	d->chip.backend->arrays(d, s);
}

void fl_draw_arrays(struct fl_draw *d, enum fl_prim prim, const struct fl_arrays *a, uint32_t first,
		    uint32_t count)
{
	const struct fl_draw_source s = {.prim = (uint8_t)prim, .arrays = a, .first = first, .count = count};

	FL_OUTSIDE(d);
	FL_CHECK(d, fl_draw_is_prim(prim), "no such primitive type");
	FL_CHECK(d, reaches_all(d, a, (uint64_t)first + count),
		 "an array that reaches beyond the chip's 32 bits of address");
	FL_CHECK(d, d->has_color || d->has_depth, "fl_draw_arrays() without a target");
	FL_CHECK(d, a->position.size, "there is no array of positions");
	FL_CHECK(d, all_fine(a),
		 "an array's place or stride is no multiple of 4, the stride above 508, or its type unknown");
	FL_CHECK(d, count < 1u << 24, "2^24 vertices or more");
	if (count && a->position.size)
		draw(d, &s);
}

void fl_draw_elements(struct fl_draw *d, enum fl_prim prim, const struct fl_arrays *a, uint64_t indices_B,
		      uint32_t index_B, uint32_t count, uint32_t n_vertices)
{
	const struct fl_draw_source s = {.prim = (uint8_t)prim,
					 .arrays = a,
					 .count = count,
					 .indices_B = indices_B,
					 .index_B = index_B,
					 .n_vertices = n_vertices};

	FL_OUTSIDE(d);
	FL_CHECK(d, fl_draw_is_prim(prim), "no such primitive type");
	FL_CHECK(d, reaches_all(d, a, n_vertices),
		 "an array that reaches beyond the chip's 32 bits of address");
	FL_CHECK(d, d->has_color || d->has_depth, "fl_draw_elements() without a target");
	FL_CHECK(d, a->position.size, "there is no array of positions");
	FL_CHECK(d, all_fine(a),
		 "an array's place or stride is no multiple of 4, the stride above 508, or its type unknown");
	FL_CHECK(d, index_B == 2 || index_B == 4, "indices have 2 or 4 bytes");
	FL_CHECK(d, !(indices_B & 3), "indices lie at a multiple of 4");
	FL_CHECK(d, reaches(d, indices_B, (uint64_t)count * index_B),
		 "indices beyond the chip's 32 bits of address");
	FL_CHECK(d, count < 1u << 23, "2^23 indices or more");
	FL_CHECK(d, n_vertices && n_vertices <= 1u << 24, "no vertices, or more than 2^24");
	if (count && n_vertices && a->position.size)
		draw(d, &s);
}
