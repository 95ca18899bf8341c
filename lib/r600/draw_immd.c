/* SPDX-License-Identifier: MIT
 *
 * Vertices in the command stream: they stand in the body of a NOP, from where the vertices' resource fetches
 * them. Hot: once a fl_begin() and fl_end().
 */
#include "lib/r600/asm.h"
#include "lib/r600/draw_state.h"

#define HEAD_DW     1u
/* A type-3 packet counts its body in 14 bits. */
#define BODY_MAX_DW 0x4000u

_Static_assert(FL_ROOM_MAX_DW <= BODY_MAX_DW, "the largest room is a packet's body");

/* R6xx facts 2 */
#define PRIM(x) R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_##x
const uint8_t fl_r600_prim[FL_PRIM_COUNT] = {
    [FL_POINTS] = PRIM(POINTLIST),    [FL_LINES] = PRIM(LINELIST),    [FL_LINE_STRIP] = PRIM(LINESTRIP),
    [FL_LINE_LOOP] = PRIM(LINELOOP),  [FL_TRIANGLES] = PRIM(TRILIST), [FL_TRIANGLE_STRIP] = PRIM(TRISTRIP),
    [FL_TRIANGLE_FAN] = PRIM(TRIFAN), [FL_QUADS] = PRIM(QUADLIST),    [FL_QUAD_STRIP] = PRIM(QUADSTRIP),
    [FL_POLYGON] = PRIM(POLYGON),
};

void fl_r600_draw_begin(struct fl_draw *d)
{
	uint32_t *p = fl_cs_room(d->cs, HEAD_DW + FL_ROOM_MIN_DW + FL_R600_DRAW_DW);

	/* The stream still ends before the packet: without vertices there is none. */
	fl_draw_room(d, p + HEAD_DW, (uint32_t)(d->cs->end - p) - HEAD_DW - FL_R600_DRAW_DW);
}

uint32_t *fl_r600_vertices(uint32_t *p, uint32_t i, uint64_t addr, uint32_t stride_B, uint64_t size_B)
{
	p = r600_pm4_resource(p, FL_R600_VERTICES + i, 1);
	p[0] = (uint32_t)addr;
	p[1] = (uint32_t)(size_B - 1);
	p[2] = R600_SQ_VTX_CONSTANT_WORD2__BASE_ADDRESS_HI((uint32_t)(addr >> 32)) |
	       R600_SQ_VTX_CONSTANT_WORD2__STRIDE(stride_B);
	p[3] = p[4] = p[5] = 0;
	p[6] = R600_SQ_VTX_CONSTANT_WORD6__TYPE(R600_SQ_TEX_RESOURCE_WORD6__TYPE__SQ_TEX_VTX_VALID_BUFFER);
	return p + R600_RESOURCE_DW;
}

/* R6xx want the pixel programs of the last draw to be done, and a register of CB, or CB may hang; and for
 * points and lines no culling of fronts, which takes them, too (R6xx facts 3.2, 9; Mesa
 * r600_state_common.c). */
static __attribute__((cold, noinline)) uint32_t *before_r6xx(struct fl_draw *d, uint32_t *p, uint32_t type)
{
	p = r600_pm4_event(p, R600_VGT_EVENT_INITIATOR__EVENT_TYPE__PS_PARTIAL_FLUSH);
	p = r600_pm4_put(p, R600_CB_BLEND_RED, fl_f32(d->blend_color[0]));
	if (fl_r600_its(d)->emits)
		type = fl_r600_its(d)->emits == FL_ASM_TRIANGLES ? PRIM(TRISTRIP) : PRIM(POINTLIST);
	if (d->cull == FL_CULL_FRONT && (type < PRIM(TRILIST) || type == PRIM(LINELOOP))) {
		d->cull = FL_CULL_NONE;
		p = fl_r600_draw_raster(d, p);
		d->cull = FL_CULL_FRONT;
		d->dirty |= FL_D_RASTER;
	}
	return p;
}

/* And an event behind each draw; some say too early that what is streamed out, or what goes
 * through rings, is done. */
static uint32_t *after_r6xx(const struct fl_draw *d, uint32_t *p)
{
	p = r600_pm4_event(p, R600_VGT_EVENT_INITIATOR__EVENT_TYPE__SQ_NON_EVENT);
	return d->streaming || fl_r600_its(d)->emits ? r600_pm4_wait(p, R600_WAIT_UNTIL__WAIT_3D_IDLE(1)) : p;
}

uint32_t *fl_r600_put_draw(struct fl_draw *d, uint32_t *p, uint32_t type, uint32_t n, uint32_t instances,
			   uint32_t index_B, uint64_t indices)
{
	const bool r7xx = fl_r600_its(d)->r7xx;

	if (__builtin_expect(fl_r600_its(d)->emits, 0) && !fl_r600_geometry_takes(d, type))
		return p;
	if (!r7xx)
		p = before_r6xx(d, p, type);
	p = r600_pm4_config(p, R600_VGT_PRIMITIVE_TYPE, 1);
	*p++ = type;
	if (index_B) {
		p = r600_pm4_pkt3(p, R600_PKT3_INDEX_TYPE, 1);
		*p++ = index_B == 4;
	}
	p = r600_pm4_pkt3(p, R600_PKT3_NUM_INSTANCES, 1);
	*p++ = instances;
	if (index_B) {
		p = r600_pm4_pkt3(p, R600_PKT3_DRAW_INDEX, 4);
		*p++ = (uint32_t)indices;
		*p++ = (uint32_t)(indices >> 32);
	} else {
		p = r600_pm4_pkt3(p, R600_PKT3_DRAW_INDEX_AUTO, 2);
	}
	*p++ = n;
	*p++ = R600_VGT_DRAW_INITIATOR__SOURCE_SELECT(
	    index_B ? R600_VGT_DRAW_INITIATOR__SOURCE_SELECT__DI_SRC_SEL_DMA
		    : R600_VGT_DRAW_INITIATOR__SOURCE_SELECT__DI_SRC_SEL_AUTO_INDEX);
	if (!r7xx)
		p = after_r6xx(d, p);
	return p;
}

void fl_r600_draw_end(struct fl_draw *d, enum fl_prim prim, uint32_t n)
{
	const uint64_t addr = fl_cs_address(d->cs, d->room);
	const uint32_t n_dw = (uint32_t)(d->at - d->room);
	uint32_t *p = d->at;

	d->room[-1] = R600_TYPE3(R600_PKT3_NOP, n_dw);
	p = fl_r600_vertices(p, 0, addr, 4u * d->vertex_dw, 4u * n_dw);
	p = fl_r600_put_draw(d, p, fl_r600_prim[prim], n, 1, 0, 0);
	if (__builtin_expect(d->prim == FL_LINE_STRIP, 0)) /* fl_end() was not called yet: more comes */
		p = fl_r600_stipple_on(d, p);
	d->cs->fetched = true;
	fl_cs_done(d->cs, p);
}
