/* SPDX-License-Identifier: MIT
 *
 * Vertices in the command stream: 3D_DRAW_IMMD_2 carries them in its body (R5xx guide 6.2.3). Hot: once a
 * fl_begin() and fl_end().
 */
#include "hw/regs/r500.h"
#include "lib/r500/draw_state.h"

/* A type-3 packet counts its body in 14 bits, VAP_VF_CNTL its vertices in 16. */
#define BODY_MAX_DW 0x3fffu

_Static_assert(FL_ROOM_MAX_DW + FL_R500_IMMD_DW <= BODY_MAX_DW, "the largest room is a packet's body");

const uint8_t fl_r500_prim[FL_PRIM_COUNT] = {
    [FL_POINTS] = R500_VAP_VF_CNTL__PRIM_TYPE__POINT_LIST,
    [FL_LINES] = R500_VAP_VF_CNTL__PRIM_TYPE__LINE_LIST,
    [FL_LINE_STRIP] = R500_VAP_VF_CNTL__PRIM_TYPE__LINE_STRIP,
    [FL_LINE_LOOP] = R500_VAP_VF_CNTL__PRIM_TYPE__LINE_LOOP,
    [FL_TRIANGLES] = R500_VAP_VF_CNTL__PRIM_TYPE__TRIANGLE_LIST,
    [FL_TRIANGLE_STRIP] = R500_VAP_VF_CNTL__PRIM_TYPE__TRIANGLE_STRIP,
    [FL_TRIANGLE_FAN] = R500_VAP_VF_CNTL__PRIM_TYPE__TRIANGLE_FAN,
    [FL_QUADS] = R500_VAP_VF_CNTL__PRIM_TYPE__QUAD_LIST,
    [FL_QUAD_STRIP] = R500_VAP_VF_CNTL__PRIM_TYPE__QUAD_STRIP,
    [FL_POLYGON] = R500_VAP_VF_CNTL__PRIM_TYPE__POLYGON,
};

void fl_r500_draw_begin(struct fl_draw *d)
{
	uint32_t *p = fl_cs_room(d->cs, FL_R500_IMMD_DW + FL_ROOM_MIN_DW);

	/* The stream still ends before the packet: without vertices there is none. */
	fl_draw_room(d, p + FL_R500_IMMD_DW, (uint32_t)(d->cs->end - p) - FL_R500_IMMD_DW);
}

void fl_r500_draw_end(struct fl_draw *d, enum fl_prim prim, uint32_t n)
{
	uint32_t *p = d->room - FL_R500_IMMD_DW;

	p[0] = R500_TYPE3(R500_PKT3_3D_DRAW_IMMD_2, (uint32_t)(d->at - p) - 1);
	p[1] = R500_VAP_VF_CNTL__PRIM_TYPE(fl_r500_prim[prim]) |
	       R500_VAP_VF_CNTL__PRIM_WALK(R500_VAP_VF_CNTL__PRIM_WALK__VERTEX_DATA) |
	       R500_VAP_VF_CNTL__NUM_VERTICES(n);
	fl_cs_done(d->cs, d->at);
}
