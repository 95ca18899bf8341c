/* SPDX-License-Identifier: MIT
 *
 * Vertices in the command stream: they stand in the body of a NOP, from where the vertex program fetches
 * them. Hot: once a fl_begin() and fl_end().
 */
#include "lib/cik/draw_state.h"

#define HEAD_DW     1u
/* A type-3 packet counts its body in 14 bits. */
#define BODY_MAX_DW 0x4000u

_Static_assert(FL_ROOM_MAX_DW <= BODY_MAX_DW, "the largest room is a packet's body");
_Static_assert(FL_CIK_TABLES_DW + HEAD_DW + FL_ROOM_MIN_DW + FL_CIK_DRAW_DW <= FL_CS_MIN_DW,
	       "tables and a draw fit into a batch");

/* Facts 10 */
#define PRIM(x) CIK_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_##x
const uint8_t fl_cik_prim[FL_PRIM_COUNT] = {
    [FL_POINTS] = PRIM(POINTLIST),    [FL_LINES] = PRIM(LINELIST),    [FL_LINE_STRIP] = PRIM(LINESTRIP),
    [FL_LINE_LOOP] = PRIM(LINELOOP),  [FL_TRIANGLES] = PRIM(TRILIST), [FL_TRIANGLE_STRIP] = PRIM(TRISTRIP),
    [FL_TRIANGLE_FAN] = PRIM(TRIFAN), [FL_QUADS] = PRIM(QUADLIST),    [FL_QUAD_STRIP] = PRIM(QUADSTRIP),
    [FL_POLYGON] = PRIM(POLYGON),
};

void fl_cik_draw_begin(struct fl_draw *d)
{
	uint32_t *p = fl_cs_room(d->cs, FL_CIK_TABLES_DW + HEAD_DW + FL_ROOM_MIN_DW + FL_CIK_DRAW_DW);

	if (__builtin_expect(fl_cik_tables_stale(d), 0)) {
		p = fl_cik_tables(d, p);
		fl_cs_done(d->cs, p);
	}
	/* The stream still ends before the packet: without vertices there is none. */
	fl_draw_room(d, p + HEAD_DW, (uint32_t)(d->cs->end - p) - HEAD_DW - FL_CIK_DRAW_DW);
}

uint32_t *fl_cik_put_draw(uint32_t *p, uint32_t type, uint32_t n, uint32_t instances, uint32_t index_B,
			  uint64_t indices)
{
	p = cik_pm4_prim(p, type);
	if (!index_B)
		return cik_pm4_draw_auto(p, n, instances);
	p = cik_pm4_pkt3(p, CIK_PKT3_INDEX_TYPE, 1);
	*p++ = index_B == 4 ? CIK_VGT_DMA_INDEX_TYPE__INDEX_TYPE__VGT_INDEX_32
			    : CIK_VGT_DMA_INDEX_TYPE__INDEX_TYPE__VGT_INDEX_16;
	p = cik_pm4_pkt3(p, CIK_PKT3_NUM_INSTANCES, 1);
	*p++ = instances;
	p = cik_pm4_pkt3(p, CIK_PKT3_DRAW_INDEX_2, 5);
	*p++ = n;
	*p++ = (uint32_t)indices;
	*p++ = (uint32_t)(indices >> 32);
	*p++ = n;
	*p++ = CIK_VGT_DRAW_INITIATOR__SOURCE_SELECT(CIK_VGT_DRAW_INITIATOR__SOURCE_SELECT__DI_SRC_SEL_DMA);
	return p;
}

/* Each attribute that is read has a descriptor, behind the vertices. */
static uint32_t *descriptors(const struct fl_draw *d, uint32_t *p, uint32_t n)
{
	const struct fl_cik_draw *r = fl_cik_its(d);
	const uint32_t n_read = r->n_attributes;
	const uint64_t addr = fl_cs_address(d->cs, d->room);

	p = cik_pm4_pkt3(p, CIK_PKT3_NOP, 4 * n_read);
	for (uint32_t i = 0; i < n_read; i++)
		fl_cik_buffer(p + 4 * i, addr + r->vertex[i].at_B, 4u * d->vertex_dw, n, r->vertex[i].format);
	return fl_cik_put_vertices(d, p + 4 * n_read, fl_cs_address(d->cs, p));
}

void fl_cik_draw_end(struct fl_draw *d, enum fl_prim prim, uint32_t n)
{
	const uint32_t n_dw = (uint32_t)(d->at - d->room);
	uint32_t *p = d->at;

	if (__builtin_expect(fl_cik_its(d)->takes, 0) && !fl_cik_geometry_takes(d, prim))
		return;
	cik_pm4_pkt3(d->room - 1, CIK_PKT3_NOP, n_dw);
	p = fl_cik_unbounded(d, descriptors(d, p, n));
	p = fl_cik_put_draw(p, fl_cik_prim[prim], n, 1, 0, 0);
	if (__builtin_expect(d->prim == FL_LINE_STRIP, 0)) /* fl_end() was not called yet: more comes */
		p = fl_cik_stipple_on(d, p);
	d->cs->fetched = true;
	fl_cs_done(d->cs, p);
}
