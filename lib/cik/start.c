/* SPDX-License-Identifier: MIT
 *
 * The start of streams; see start.h. The values are those that Mesa's radeonsi begins its command buffers
 * with (CIK facts 0.2, 10, and the recorded streams of tests/traces), where a row does not name another
 * source. What the clear state has and nobody changes is not among them: PA_SC_RASTER_CONFIG, say, which
 * depends on the backends that are alive.
 */
#include "lib/cik/start.h"
#include "hw/cik/pm4.h"

#define FL_ONE      0x3f800000u
#define EDGE        16384u /* sides of the largest target */
#define CORNER      (EDGE << 16 | EDGE)
#define NO_OFFSET   0x80000000u /* of scissors: the window's offset is not for them */
#define ALL_CUS     0xffffu
#define ALL_WAVES   0x3fu
#define MODE_1(bit) CIK_PA_SC_MODE_CNTL_1__##bit

/* n context registers from reg on hold value. */
static const struct row {
	uint16_t reg, n; /* reg: from CIK_CONTEXT_SPACE */
	uint32_t value;
} rows[] = {
#define ROW(reg, n, value)                              \
	{                                               \
		(reg) - CIK_CONTEXT_SPACE, (n), (value) \
	}
    ROW(CIK_DB_COUNT_CONTROL, 1, 0),
    ROW(CIK_DB_DEPTH_VIEW, 1, 0),
    ROW(CIK_DB_RENDER_OVERRIDE, 2, 0), /* and DB_RENDER_OVERRIDE2 */
    ROW(CIK_DB_HTILE_DATA_BASE, 1, 0),
    ROW(CIK_PA_SC_SCREEN_SCISSOR_TL, 1, 0),
    ROW(CIK_PA_SC_SCREEN_SCISSOR_BR, 1, CORNER),
    ROW(CIK_PA_SC_WINDOW_OFFSET, 1, 0),
    ROW(CIK_PA_SC_WINDOW_SCISSOR_TL, 1, NO_OFFSET),
    ROW(CIK_PA_SC_WINDOW_SCISSOR_BR, 1, CORNER),
    ROW(CIK_PA_SC_CLIPRECT_RULE, 1, 0xffff),
    /* Upper and left edges belong to what is drawn. */
    ROW(CIK_PA_SC_EDGERULE, 1, 0xaa99aaaa),
    ROW(CIK_PA_SU_HARDWARE_SCREEN_OFFSET, 1, 0),
    ROW(CIK_PA_SC_GENERIC_SCISSOR_TL, 1, NO_OFFSET),
    ROW(CIK_PA_SC_GENERIC_SCISSOR_BR, 1, CORNER),
    ROW(CIK_PA_SC_VPORT_SCISSOR_TL(0), 1, NO_OFFSET),
    ROW(CIK_PA_SC_VPORT_SCISSOR_BR(0), 1, CORNER),
    ROW(CIK_PA_SC_VPORT_ZMIN(0), 1, 0),
    ROW(CIK_PA_SC_VPORT_ZMAX(0), 1, FL_ONE),
    ROW(CIK_VGT_MAX_VTX_INDX, 1, ~0u),
    ROW(CIK_VGT_MIN_VTX_INDX, 1, 0),
    ROW(CIK_VGT_INDX_OFFSET, 1, 0),
    ROW(CIK_VGT_MULTI_PRIM_IB_RESET_INDX, 1, 0),
    ROW(CIK_SPI_BARYC_CNTL, 1, CIK_SPI_BARYC_CNTL__FRONT_FACE_ALL_BITS(1)),
    ROW(CIK_SPI_SHADER_Z_FORMAT, 1, 0),
    ROW(CIK_PA_CL_NANINF_CNTL, 1, 0),
    ROW(CIK_PA_SU_PRIM_FILTER_CNTL, 1, 0xc0000000),
    ROW(CIK_VGT_HOS_MAX_TESS_LEVEL, 2, 0), /* and the least one */
    ROW(CIK_VGT_GS_MODE, 1, 0),
    /* 0 can hang Bonaire, also where nothing stays on the chip. */
    ROW(CIK_VGT_GS_ONCHIP_CNTL, 1,
	CIK_VGT_GS_ONCHIP_CNTL__ES_VERTS_PER_SUBGRP(64) | CIK_VGT_GS_ONCHIP_CNTL__GS_PRIMS_PER_SUBGRP(4)),
    ROW(CIK_VGT_GS_PER_ES, 1, 128),
    ROW(CIK_VGT_ES_PER_GS, 1, 64),
    ROW(CIK_VGT_GS_PER_VS, 1, 2),
    ROW(CIK_VGT_PRIMITIVEID_EN, 1, 0),
    ROW(CIK_VGT_PRIMITIVEID_RESET, 1, 0),
    ROW(CIK_VGT_MULTI_PRIM_IB_RESET_EN, 1, 0),
    ROW(CIK_VGT_INSTANCE_STEP_RATE_0, 1, 1),
    ROW(CIK_VGT_INSTANCE_STEP_RATE_1, 1, 1),
    ROW(CIK_VGT_REUSE_OFF, 1, 0),
    ROW(CIK_VGT_VTX_CNT_EN, 1, 0),
    ROW(CIK_VGT_SHADER_STAGES_EN, 1, 0),
    ROW(CIK_VGT_STRMOUT_CONFIG, 2, 0), /* and VGT_STRMOUT_BUFFER_CONFIG */
    ROW(CIK_VGT_STRMOUT_DRAW_OPAQUE_OFFSET, 1, 0),
    ROW(CIK_VGT_VERTEX_REUSE_BLOCK_CNTL, 1, 14),
    ROW(CIK_VGT_OUT_DEALLOC_CNTL, 1, 16),
    ROW(CIK_DB_HTILE_SURFACE, 1, 0),
    ROW(CIK_DB_SRESULTS_COMPARE_STATE0, 3, 0), /* both, and DB_PRELOAD_CONTROL */
    ROW(CIK_DB_ALPHA_TO_MASK, 1, 0xaa00),
    ROW(CIK_PA_SC_MODE_CNTL_0, 1, CIK_PA_SC_MODE_CNTL_0__VPORT_SCISSOR_ENABLE(1)),
    ROW(CIK_PA_SC_LINE_CNTL, 1, 0),
    ROW(CIK_PA_SC_AA_CONFIG, 1, 0),
    ROW(CIK_PA_SU_VTX_CNTL, 1,
	CIK_PA_SU_VTX_CNTL__PIX_CENTER(CIK_PA_SU_VTX_CNTL__PIX_CENTER__CENTER_0P5) |
	    CIK_PA_SU_VTX_CNTL__ROUND_MODE(CIK_PA_SU_VTX_CNTL__ROUND_MODE__ROUND_TO_EVEN) |
	    CIK_PA_SU_VTX_CNTL__QUANT_MODE(CIK_PA_SU_VTX_CNTL__QUANT_MODE__FIXED_16_8_1_256TH)),
    ROW(CIK_PA_CL_GB_VERT_CLIP_ADJ, 4, FL_ONE), /* all four of them: no guard band */
    ROW(CIK_PA_SC_AA_MASK_X0Y0_X1Y0, 2, ~0u),
    ROW(CIK_PA_SU_POLY_OFFSET_CLAMP, 1, 0),
};

enum { N_ROWS = sizeof(rows) / sizeof(rows[0]), COLORS = 8, ROOM_DW = 4 * N_ROWS + 64 };
_Static_assert(ROOM_DW <= FL_CS_MIN_DW, "the start fits into a batch");

/* Compute units that programs run on: all. The last wave of vertices is not given its place for outputs
 * late, so no unit need be kept free of vertex programs (facts 0.2). */
static uint32_t *programs(uint32_t *p)
{
	p = cik_pm4_put_sh(p, CIK_SPI_SHADER_PGM_RSRC3_PS,
			   CIK_SPI_SHADER_PGM_RSRC3_PS__CU_EN(ALL_CUS) |
			       CIK_SPI_SHADER_PGM_RSRC3_PS__WAVE_LIMIT(ALL_WAVES));
	p = cik_pm4_sh(p, CIK_SPI_SHADER_PGM_RSRC3_VS, 2); /* and SPI_SHADER_LATE_ALLOC_VS */
	*p++ =
	    CIK_SPI_SHADER_PGM_RSRC3_VS__CU_EN(ALL_CUS) | CIK_SPI_SHADER_PGM_RSRC3_VS__WAVE_LIMIT(ALL_WAVES);
	*p++ = 0;
	return p;
}

/* One engine's group of primitives goes to all of a draw's: what every primitive type, and instances, work
 * with (facts 10). The index of the packet says which register it is. */
static uint32_t *groups(uint32_t *p)
{
	enum { WHICH = 1u << 28 };

	p = cik_pm4_context(p, CIK_IA_MULTI_VGT_PARAM, 1);
	p[-1] |= WHICH;
	*p++ = CIK_IA_MULTI_VGT_PARAM__PRIMGROUP_SIZE(127) | CIK_IA_MULTI_VGT_PARAM__WD_SWITCH_ON_EOP(1);
	return p;
}

/* The order in which blocks are walked: fences are closer where there are two pipes. */
static uint32_t *walk(uint32_t *p, const struct fl_chip *chip)
{
	const bool two = chip->family == CIK_FAMILY_KABINI || chip->family == CIK_FAMILY_MULLINS;

	return cik_pm4_put(p, CIK_PA_SC_MODE_CNTL_1,
			   MODE_1(WALK_ALIGN8_PRIM_FITS_ST)(1) | MODE_1(WALK_FENCE_ENABLE)(1) |
			       MODE_1(WALK_FENCE_SIZE)(two ? 2 : 3) | MODE_1(SUPERTILE_WALK_ORDER_ENABLE)(1) |
			       MODE_1(MULTI_SHADER_ENGINE_PRIM_DISCARD_ENABLE)(1) |
			       MODE_1(FORCE_EOV_CNTDWN_ENABLE)(1) | MODE_1(FORCE_EOV_REZ_ENABLE)(1));
}

void fl_cik_start(struct fl_cs *cs, const struct fl_chip *chip)
{
	uint32_t *p = fl_cs_room(cs, ROOM_DW);

	if (!p)
		return;
	for (uint32_t i = 0; i < N_ROWS; i++) {
		p = cik_pm4_context(p, CIK_CONTEXT_SPACE + (uint32_t)rows[i].reg, rows[i].n);
		for (uint32_t k = 0; k < rows[i].n; k++)
			*p++ = rows[i].value;
	}
	for (uint32_t i = 0; i < COLORS; i++)
		p = cik_pm4_put(p, CIK_CB_COLOR_INFO(i), 0);
	fl_cs_done(cs, walk(groups(programs(p)), chip));
}

#define COHER(x) CIK_CP_COHER_CNTL__##x##_ENA(1)

void fl_cik_head(uint32_t head[FL_CIK_HEAD_DW])
{
	uint32_t *p = cik_pm4_sync(head, COHER(TCL1_ACTION) | COHER(TC_ACTION) | COHER(SH_KCACHE_ACTION) |
					     COHER(SH_ICACHE_ACTION));

	while (p < head + FL_CIK_HEAD_DW)
		*p++ = CIK_PM4_FILLER;
}

/* CB and DB have caches of their own, which are not in front of L2: facts 1.3. */
uint32_t *fl_cik_flush(uint32_t *p)
{
#define EVENT(x) CIK_VGT_EVENT_INITIATOR__EVENT_TYPE__##x
	p = cik_pm4_event(p, EVENT(FLUSH_AND_INV_CB_META));
	p = cik_pm4_event(p, EVENT(FLUSH_AND_INV_DB_META));
	p = cik_pm4_event(p, EVENT(PS_PARTIAL_FLUSH));
	return cik_pm4_sync(p, COHER(CB0_DEST_BASE) | COHER(CB1_DEST_BASE) | COHER(CB2_DEST_BASE) |
				   COHER(CB3_DEST_BASE) | COHER(CB4_DEST_BASE) | COHER(CB5_DEST_BASE) |
				   COHER(CB6_DEST_BASE) | COHER(CB7_DEST_BASE) | COHER(DB_DEST_BASE) |
				   COHER(CB_ACTION) | COHER(DB_ACTION) | COHER(TCL1_ACTION) |
				   COHER(TC_ACTION) | COHER(SH_KCACHE_ACTION));
}
