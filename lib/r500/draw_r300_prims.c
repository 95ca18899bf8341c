/* SPDX-License-Identifier: MIT
 *
 * Primitives on R3xx and R4xx, as far as they take more than one draw there: those of more than 65,535
 * vertices, and polygons where the sides of the stencil have references or masks that are not the same. The
 * chip has one register of these, so they are drawn twice, each time without the faces of one side (Mesa
 * r300_render_stencilref.c). In between it is set to what is drawn first.
 */
#include "hw/regs/r500.h"
#include "lib/r500/draw_r300.h"
#include "lib/r500/draw_state.h"

#include <string.h>

#define SIDE_DW 4u /* two registers */

_Static_assert(R500_SU_CULL_MODE__CULL_FRONT(1) == FL_CULL_FRONT &&
		   R500_SU_CULL_MODE__CULL_BACK(1) == FL_CULL_BACK,
	       "a face is its bit of SU_CULL_MODE");

bool fl_r500_r300_twice(const struct fl_draw *d)
{
	const struct fl_stencil *front = &d->stencil[0], *back = &d->stencil[1];

	return d->stencil_on && d->stencil_two_sided && !fl_r500_gen(d)->r5xx &&
	       fl_r500_refmask(front) != fl_r500_refmask(back);
}

static bool twice(const struct fl_draw *d, enum fl_prim prim)
{
	return prim >= FL_TRIANGLES && fl_r500_r300_twice(d);
}

/* The faces of one side alone, 0 the front. */
static __attribute__((noinline)) void side(struct fl_draw *d, uint32_t which)
{
	uint32_t *p = fl_cs_room(d->cs, SIDE_DW);

	p = r500_pm4_reg(p, R500_SU_CULL_MODE, d->cull | (which ? FL_CULL_FRONT : FL_CULL_BACK));
	p = r500_pm4_reg(p, R500_ZB_STENCILREFMASK, fl_r500_refmask(&d->stencil[which]));
	fl_cs_done(d->cs, p);
}

/* Where they may be drawn twice, half of the room is for the copy. */
void fl_r500_r300_begin(struct fl_draw *d)
{
	uint32_t head = FL_R500_IMMD_DW + SIDE_DW, *p;

	fl_r500_draw_begin(d);
	if (!fl_r500_r300_twice(d))
		return;
	p = fl_cs_room(d->cs, 2 * (head + FL_ROOM_MIN_DW));
	fl_draw_room(d, p + FL_R500_IMMD_DW, (uint32_t)(d->cs->end - p) / 2 - head);
}

void fl_r500_r300_end(struct fl_draw *d, enum fl_prim prim, uint32_t n)
{
	const uint32_t *first = d->room - FL_R500_IMMD_DW;
	size_t size_dw = (size_t)(d->at - first);

	fl_r500_draw_end(d, prim, n);
	if (!twice(d, prim))
		return;
	side(d, 1);
	memcpy(d->cs->at, first, 4 * size_dw);
	fl_cs_done(d->cs, d->cs->at + size_dw);
	side(d, 0);
}

/* What a draw has at most, whatever the primitive type: a multiple of 2, 3 and 4, which leaves room for the
 * vertices that a part of a strip begins with again (Mesa r300_render.c has the same). */
#define PART 65532u

static void in_parts(struct fl_draw *d, const struct fl_draw_source *src)
{
	static const uint8_t again[FL_PRIM_COUNT] = {
	    [FL_LINE_STRIP] = 1, [FL_TRIANGLE_STRIP] = 2, [FL_QUAD_STRIP] = 2};
	struct fl_draw_source part = *src;
	uint32_t more = again[src->prim];

	FL_CHECK(d, src->prim != FL_LINE_LOOP && src->prim != FL_TRIANGLE_FAN && src->prim != FL_POLYGON,
		 "R3xx and R4xx have no loops, fans and polygons of more than 65,535 vertices");
	for (uint32_t left = src->count; left > more; left = left > PART ? left - PART : 0) {
		part.count = left < PART + more ? left : PART + more;
		fl_r500_draw_arrays(d, &part);
		part.first += part.index_B ? 0 : PART;
		part.indices_B += (uint64_t)PART * part.index_B;
	}
}

void fl_r500_r300_arrays(struct fl_draw *d, const struct fl_draw_source *src)
{
	void (*arrays)(struct fl_draw * d, const struct fl_draw_source *src) =
	    src->count > FL_R500_COUNT_MAX ? in_parts : fl_r500_draw_arrays;

	arrays(d, src);
	if (!twice(d, src->prim))
		return;
	side(d, 1);
	arrays(d, src);
	side(d, 0);
}
