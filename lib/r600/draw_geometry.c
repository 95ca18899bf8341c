/* SPDX-License-Identifier: MIT
 *
 * Geometry programs, switched on and off: rings, the sizes of what is in them, and the division of the chip
 * that they need. Registers as Mesa's r600_state.c sets them (r600_update_gs_state(), r600_emit_gs_rings(),
 * r600_emit_shader_stages()); R6xx facts 4.8.
 */
#include "lib/r600/draw_state.h"
#include "lib/r600/program_state.h"
#include "lib/r600/start.h"

enum {
	ESGS_RESOURCE = 495, /* geometry programs' 159 */
	GSVS_RESOURCE = 319, /* vertex programs' 159 */
	GRANULE_LOG2 = 8,    /* of addresses and sizes */
	FORMAT_32_32_32_32_FLOAT = 35,
};

static uint64_t rings_at(const struct fl_draw *d)
{
	return d->chip.own_addr + d->chip.own_B - FL_R600_COUNTS_B - FL_R600_GEOMETRY_B;
}

uint64_t fl_r600_constants_at(const struct fl_draw *d, enum fl_stage_of stage)
{
	return rings_at(d) + FL_R600_ESGS_B + FL_R600_GSVS_B + FL_R600_CONSTANTS_B * (uint32_t)stage;
}

/* A ring as programs read it: places are dwords. */
static uint32_t *resource(uint32_t *p, uint32_t id, uint64_t addr, uint32_t size_B)
{
	p = r600_pm4_resource(p, id, 1);
	*p++ = (uint32_t)addr;
	*p++ = size_B - 1;
	*p++ = R600_SQ_VTX_CONSTANT_WORD2__BASE_ADDRESS_HI((uint32_t)(addr >> 32)) |
	       R600_SQ_VTX_CONSTANT_WORD2__STRIDE(4) |
	       R600_SQ_VTX_CONSTANT_WORD2__DATA_FORMAT(FORMAT_32_32_32_32_FLOAT);
	*p++ = 0;
	*p++ = 0;
	*p++ = 0;
	*p++ = R600_SQ_VTX_CONSTANT_WORD6__TYPE(R600_SQ_TEX_RESOURCE_WORD6__TYPE__SQ_TEX_VTX_VALID_BUFFER);
	return p;
}

/* Both rings, and the buffers of constants; off: none, and nothing is fetched of buffers. The 3D engine is
 * idle before, and done with what it knew of other rings behind. */
static uint32_t *rings(const struct fl_draw *d, uint32_t *p, bool on)
{
	static const struct {
		uint32_t size, cache;
		enum fl_stage_of stage;
	} of[FL_R600_OWN_STAGES] = {
	    {R600_SQ_ALU_CONST_BUFFER_SIZE_PS(0), R600_SQ_ALU_CONST_CACHE_PS(0), FL_FRAGMENT},
	    {R600_SQ_ALU_CONST_BUFFER_SIZE_VS(0), R600_SQ_ALU_CONST_CACHE_VS(0), FL_VERTEX},
	    {R600_SQ_ALU_CONST_BUFFER_SIZE_GS(0), R600_SQ_ALU_CONST_CACHE_GS(0), FL_GEOMETRY},
	};
	enum { RINGS = 4, LINE = 16 }; /* registers; constants */
	const uint64_t esgs = rings_at(d), gsvs = esgs + FL_R600_ESGS_B;

	p = r600_pm4_config(p, R600_SQ_ESGS_RING_BASE, RINGS);
	*p++ = (uint32_t)(esgs >> GRANULE_LOG2);
	*p++ = on ? FL_R600_ESGS_B >> GRANULE_LOG2 : 0;
	*p++ = (uint32_t)(gsvs >> GRANULE_LOG2);
	*p++ = on ? FL_R600_GSVS_B >> GRANULE_LOG2 : 0;
	p = r600_pm4_wait(p, R600_WAIT_UNTIL__WAIT_3D_IDLE(1));
	p = r600_pm4_event(p, R600_VGT_EVENT_INITIATOR__EVENT_TYPE__VGT_FLUSH);
	for (uint32_t i = 0; i < FL_R600_OWN_STAGES; i++) {
		p = r600_pm4_put(p, of[i].size, on ? FL_R600_MEMORY_CONSTANTS / LINE : 0);
		p = r600_pm4_put(p, of[i].cache,
				 (uint32_t)(fl_r600_constants_at(d, of[i].stage) >> GRANULE_LOG2));
	}
	if (!on)
		return p;
	p = resource(p, ESGS_RESOURCE, esgs, FL_R600_ESGS_B);
	return resource(p, GSVS_RESOURCE, gsvs, FL_R600_GSVS_B);
}

/* Of all that is emitted of one primitive: some chips want whole lines of their cache. */
static uint32_t item_dw(const struct fl_draw *d, const struct fl_r600_geometry *g)
{
	static const uint8_t line_dw[R600_FAMILIES] = {
	    [R600_FAMILY_RV610] = 32, [R600_FAMILY_R600] = 16,  [R600_FAMILY_RV630] = 16,
	    [R600_FAMILY_RV670] = 16, [R600_FAMILY_RV620] = 16, [R600_FAMILY_RV635] = 16,
	};
	const uint32_t line = line_dw[fl_r600_chip(d)->family], n = (uint32_t)g->record_dw * g->vertices;

	return line ? (n + line - 1) / line * line : n;
}

/* How many vertices the chip reckons with */
static uint32_t cut_mode(uint32_t vertices)
{
#define CUT(n) R600_VGT_GS_MODE__CUT_MODE(R600_VGT_GS_MODE__CUT_MODE__GS_CUT_##n)
	return vertices <= 128   ? CUT(128)
	       : vertices <= 256 ? CUT(256)
	       : vertices <= 512 ? CUT(512)
				 : CUT(1024);
}

uint32_t *fl_r600_put_geometry(struct fl_draw *d, uint32_t *p, const struct fl_r600_set *s)
{
	static const uint8_t out[] = {
	    [FL_ASM_POINTS] = R600_VGT_GS_OUT_PRIM_TYPE__OUTPRIM_TYPE__POINTLIST,
	    [FL_ASM_LINES] = R600_VGT_GS_OUT_PRIM_TYPE__OUTPRIM_TYPE__LINESTRIP,
	    [FL_ASM_TRIANGLES] = R600_VGT_GS_OUT_PRIM_TYPE__OUTPRIM_TYPE__TRISTRIP,
	};
	const struct fl_r600_geometry *g = s->gs ? &d->program->geometry : NULL;
	struct fl_r600_draw *r = fl_r600_of(d);

	if (!g != !r->emits) {
		p = fl_r600_divide(p, r600_chip_family(fl_r600_chip(d)), g);
		p = rings(d, p, g);
	}
	r->takes = g ? g->takes : 0;
	r->emits = g ? g->emits : 0;
	p = r600_pm4_put(
	    p, R600_VGT_GS_MODE,
	    g ? R600_VGT_GS_MODE__MODE(R600_VGT_GS_MODE__MODE__GS_SCENARIO_G) | cut_mode(g->vertices) : 0);
	p = r600_pm4_put(p, R600_VGT_PRIMITIVEID_EN, g != NULL);
	p = r600_pm4_put(p, R600_VGT_VTX_CNT_EN, g != NULL);
	if (!g)
		return p;
	if (r->r7xx)
		p = r600_pm4_put(p, R600_VGT_GS_MAX_VERT_OUT, g->vertices);
	p = r600_pm4_put(p, R600_VGT_GS_OUT_PRIM_TYPE, out[g->emits]);
	p = r600_pm4_context(p, R600_SQ_ESGS_RING_ITEMSIZE, 2); /* and SQ_GSVS_RING_ITEMSIZE */
	*p++ = g->vertex_dw;
	*p++ = item_dw(d, g);
	p = r600_pm4_put(p, R600_SQ_GS_VERT_ITEMSIZE, g->record_dw);
	p = r600_pm4_put(p, R600_SQ_PGM_START_ES, s->vs->start);
	p = r600_pm4_put(p, R600_SQ_PGM_RESOURCES_ES, fl_r600_resources(s->vs));
	p = r600_pm4_put(p, R600_SQ_PGM_START_GS, s->gs->start);
	return r600_pm4_put(p, R600_SQ_PGM_RESOURCES_GS, fl_r600_resources(s->gs));
}

__attribute__((cold)) bool fl_r600_geometry_takes(struct fl_draw *d, uint32_t type)
{
#define BIT(x) (1u << R600_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_##x)
	static const uint32_t of[] = {
	    [FL_ASM_POINTS] = BIT(POINTLIST),
	    [FL_ASM_LINES] = BIT(LINELIST) | BIT(LINESTRIP) | BIT(LINELOOP),
	    [FL_ASM_TRIANGLES] = BIT(TRILIST) | BIT(TRIFAN) | BIT(TRISTRIP),
	};
	const uint32_t takes = fl_r600_its(d)->takes;

	if (of[takes] >> type & 1)
		return true;
	fl_program_takes_not(d, takes);
	return false;
}
