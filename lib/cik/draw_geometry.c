/* SPDX-License-Identifier: MIT
 *
 * Geometry programs, switched on and off: stages, rings, and the sizes of what is in them. Registers as
 * Mesa's si_shader.c and si_state_shaders.c set them (si_shader_gs(), si_shader_es(),
 * si_update_gs_ring_buffers()); CIK facts 4.6, 10.
 */
#include "lib/cik/draw_state.h"
#include "lib/cik/program_regs.h"
#include "lib/cik/program_state.h"

enum { GRANULE_B = 256, ALL_CUS = 0xffff, ALL_WAVES = 0x3f, COPY_USER = FL_CIK_USER_SGPRS };

/* ---- rings --------------------------------------------------------------------------------------------- */
#define WORD3(x) CIK_SQ_BUF_RSRC_WORD3__##x
/* Lanes side by side in a ring that is written: 16, 64 */
enum { LANES_16 = 1, LANES_64 = 3, DWORDS = 1 };

static uint64_t esgs(const struct fl_draw *d)
{
	return d->chip.own_addr + FL_CIK_OWN_B - FL_CIK_GSVS_B - FL_CIK_ESGS_B;
}

static uint64_t gsvs(const struct fl_draw *d)
{
	return d->chip.own_addr + FL_CIK_OWN_B - FL_CIK_GSVS_B;
}

/* As it is read: bytes. */
static void read_ring(uint32_t w[4], uint64_t addr, uint32_t size_B)
{
	fl_cik_buffer(w, addr, 0, size_B, fl_cik_format(FL_FLOAT, 1, false));
}

/* As it is written: each lane has the same dword of an item beside its neighbor's. */
static void write_ring(uint32_t w[4], uint64_t addr, uint32_t stride_B, uint32_t n, uint32_t lanes)
{
	fl_cik_buffer(w, addr, stride_B, n, fl_cik_format(FL_FLOAT, 1, false));
	w[1] |= CIK_SQ_BUF_RSRC_WORD1__SWIZZLE_ENABLE(1);
	w[3] |= WORD3(ADD_TID_ENABLE)(1) | WORD3(INDEX_STRIDE)(lanes) | WORD3(ELEMENT_SIZE)(DWORDS);
}

void fl_cik_geometry_rings(const struct fl_draw *d, struct fl_program *program)
{
	enum { WAVE = 64 };
	const struct fl_cik_geometry *g = &program->geometry;

	write_ring(program->stage[FL_VERTEX].value[g->hands], esgs(d), 0, FL_CIK_ESGS_B, LANES_64);
	read_ring(program->stage[FL_GEOMETRY].value[g->reads], esgs(d), FL_CIK_ESGS_B);
	write_ring(program->stage[FL_GEOMETRY].value[g->writes], gsvs(d), 4u * g->record_dw * g->vertices,
		   WAVE, LANES_16);
}

/* The chip says how many vertices fit, so that the buffer has no end. */
uint32_t *fl_cik_put_copied(const struct fl_draw *d, uint32_t *p)
{
	const struct fl_cik_draw *r = fl_cik_its(d);

	p = cik_pm4_sh(p, CIK_SPI_SHADER_USER_DATA_VS(FL_CIK_COPY_RING), COPY_USER);
	read_ring(p + FL_CIK_COPY_RING, gsvs(d), FL_CIK_GSVS_B);
	fl_cik_buffer(p + FL_CIK_COPY_STREAM, r->stream_addr, r->stream_B, r->stream_addr ? ~0u : 0,
		      fl_cik_format(FL_FLOAT, 1, false));
	return p + COPY_USER;
}

/* ---- registers ----------------------------------------------------------------------------------------- */
/* How many vertices the chip reckons with */
static uint32_t cut_mode(uint32_t vertices)
{
#define CUT(n) CIK_VGT_GS_MODE__CUT_MODE(CIK_VGT_GS_MODE__CUT_MODE__GS_CUT_##n)
	return vertices <= 128   ? CUT(128)
	       : vertices <= 256 ? CUT(256)
	       : vertices <= 512 ? CUT(512)
				 : CUT(1024);
}

/* Primitives of a group: fewer where each makes others. The index of the packet says which register it is. */
static uint32_t *groups(uint32_t *p, uint32_t primitives)
{
	enum { WHICH = 1u << 28 };

	p = cik_pm4_context(p, CIK_IA_MULTI_VGT_PARAM, 1);
	p[-1] |= WHICH;
	*p++ = CIK_IA_MULTI_VGT_PARAM__PRIMGROUP_SIZE(primitives - 1) |
	       CIK_IA_MULTI_VGT_PARAM__WD_SWITCH_ON_EOP(1);
	return p;
}

/* The sizes of rings change when nothing is under way. */
static uint32_t *rings(uint32_t *p)
{
	p = cik_pm4_event(p, CIK_VGT_EVENT_INITIATOR__EVENT_TYPE__VS_PARTIAL_FLUSH);
	p = cik_pm4_event(p, CIK_VGT_EVENT_INITIATOR__EVENT_TYPE__VGT_FLUSH);
	p = cik_pm4_uconfig(p, CIK_VGT_ESGS_RING_SIZE, 2); /* and VGT_GSVS_RING_SIZE */
	*p++ = FL_CIK_ESGS_B / GRANULE_B;
	*p++ = FL_CIK_GSVS_B / GRANULE_B;
	p = cik_pm4_put_sh(p, CIK_SPI_SHADER_PGM_RSRC3_ES,
			   CIK_SPI_SHADER_PGM_RSRC3_ES__CU_EN(ALL_CUS) |
			       CIK_SPI_SHADER_PGM_RSRC3_ES__WAVE_LIMIT(ALL_WAVES));
	return cik_pm4_put_sh(p, CIK_SPI_SHADER_PGM_RSRC3_GS,
			      CIK_SPI_SHADER_PGM_RSRC3_GS__CU_EN(ALL_CUS) |
				  CIK_SPI_SHADER_PGM_RSRC3_GS__WAVE_LIMIT(ALL_WAVES));
}

static uint32_t *sizes(uint32_t *p, const struct fl_cik_geometry *g)
{
	static const uint8_t out[] = {
	    [FL_ASM_POINTS] = CIK_VGT_GS_OUT_PRIM_TYPE__OUTPRIM_TYPE__POINTLIST,
	    [FL_ASM_LINES] = CIK_VGT_GS_OUT_PRIM_TYPE__OUTPRIM_TYPE__LINESTRIP,
	    [FL_ASM_TRIANGLES] = CIK_VGT_GS_OUT_PRIM_TYPE__OUTPRIM_TYPE__TRISTRIP,
	};
	const uint32_t item_dw = (uint32_t)g->record_dw * g->vertices;

	p = cik_pm4_put(p, CIK_VGT_GS_OUT_PRIM_TYPE, out[g->emits]);
	p = cik_pm4_put(p, CIK_VGT_GS_MAX_VERT_OUT, g->vertices);
	p = cik_pm4_put(p, CIK_VGT_ESGS_RING_ITEMSIZE, g->hand_dw);
	p = cik_pm4_put(p, CIK_VGT_GSVS_RING_ITEMSIZE, item_dw);
	p = cik_pm4_context(p, CIK_VGT_GSVS_RING_OFFSET_1, 3); /* and those of streams 2 and 3: all is one */
	*p++ = item_dw;
	*p++ = item_dw;
	*p++ = item_dw;
	p = cik_pm4_context(p, CIK_VGT_GS_VERT_ITEMSIZE, 4); /* and those of the other streams */
	*p++ = g->record_dw;
	*p++ = 0;
	*p++ = 0;
	*p++ = 0;
	return cik_pm4_put(p, CIK_VGT_GS_INSTANCE_CNT,
			   CIK_VGT_GS_INSTANCE_CNT__ENABLE(1) | CIK_VGT_GS_INSTANCE_CNT__CNT(1));
}

uint32_t *fl_cik_put_geometry(struct fl_draw *d, uint32_t *p, const struct fl_cik_set *s)
{
#define STAGES(x) CIK_VGT_SHADER_STAGES_EN__##x
	const struct fl_cik_geometry *g = s->gs ? &d->program->geometry : NULL;
	struct fl_cik_draw *r = fl_cik_of(d);

	if (!g != !r->takes) {
		p = rings(p);
		p = groups(p, g ? 64 : 128);
		/* the user's registers are another stage's */
		r->stale = FL_CIK_TABLES;
		r->arrays_set = false;
	}
	r->takes = g ? g->takes : 0;
	r->user = g ? CIK_SPI_SHADER_USER_DATA_ES(0) : CIK_SPI_SHADER_USER_DATA_VS(0);
	p = cik_pm4_put(p, CIK_VGT_SHADER_STAGES_EN,
			g ? STAGES(ES_EN)(STAGES(ES_EN__ES_STAGE_REAL)) |
				STAGES(GS_EN)(STAGES(GS_EN__GS_STAGE_ON)) |
				STAGES(VS_EN)(STAGES(VS_EN__VS_STAGE_COPY_SHADER))
			  : 0);
	p = cik_pm4_put(p, CIK_VGT_GS_MODE,
			g ? CIK_VGT_GS_MODE__MODE(CIK_VGT_GS_MODE__MODE__GS_SCENARIO_G) |
				cut_mode(g->vertices) | CIK_VGT_GS_MODE__ES_WRITE_OPTIMIZE(1) |
				CIK_VGT_GS_MODE__GS_WRITE_OPTIMIZE(1)
			  : 0);
	if (!g)
		return p;
	p = fl_cik_put_program(p, CIK_SPI_SHADER_PGM_LO_ES, fl_resident_addr(s->es), s->es->regs[0],
			       FL_CIK_USER_SGPRS);
	p = fl_cik_put_program(p, CIK_SPI_SHADER_PGM_LO_GS, fl_resident_addr(s->gs), s->gs->regs[0],
			       FL_CIK_USER_SGPRS);
	return sizes(p, g);
}

__attribute__((cold)) bool fl_cik_geometry_takes(struct fl_draw *d, enum fl_prim prim)
{
#define BIT(x) (1u << FL_##x)
	static const uint32_t of[] = {
	    [FL_ASM_POINTS] = BIT(POINTS),
	    [FL_ASM_LINES] = BIT(LINES) | BIT(LINE_STRIP) | BIT(LINE_LOOP),
	    [FL_ASM_TRIANGLES] = BIT(TRIANGLES) | BIT(TRIANGLE_STRIP) | BIT(TRIANGLE_FAN),
	};
	const uint32_t takes = fl_cik_its(d)->takes;

	if (of[takes] >> prim & 1)
		return true;
	fl_program_takes_not(d, takes);
	return false;
}
