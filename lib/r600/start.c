/* SPDX-License-Identifier: MIT
 *
 * The start of streams; see start.h. The values are those that Mesa's r600 driver begins its command buffers
 * with (r600_state.c, r600_init_atom_start_cs(), and the recorded streams of tests/traces), where a row does
 * not name another source.
 */
#include "lib/r600/start.h"
#include "hw/r600/pm4.h"

#define FL_ONE    0x3f800000u
#define MODE(bit) R600_PA_SC_MODE_CNTL__##bit(1)
#define EDGE      8192u /* sides of the largest target */
#define CORNER    (EDGE << 16 | EDGE)
#define NO_OFFSET 0x80000000u /* of scissors: the window's offset is not for them */

enum { ON_R6XX = 1, ON_R7XX = 2, NOT_R600 = 4, ON_ALL = ON_R6XX | ON_R7XX };

/* n context registers from reg on hold value. By address: neighbors share a packet. */
struct row {
	uint8_t chips, n;
	uint16_t reg; /* from R600_CONTEXT_SPACE */
	uint32_t value;
};
#define ROW(chips, reg, n, value)                               \
	{                                                       \
		(chips), (n), (reg)-R600_CONTEXT_SPACE, (value) \
	}

static const struct row rows[] = {
    ROW(ON_ALL, R600_PA_SC_SCREEN_SCISSOR_TL, 1, 0),
    ROW(ON_ALL, R600_PA_SC_SCREEN_SCISSOR_BR, 1, CORNER),
    ROW(ON_ALL, R600_CB_COLOR_INFO(0), 8, 0),
    /* Constants are in the constant files: nothing is fetched of buffers. */
    ROW(ON_ALL, R600_SQ_ALU_CONST_BUFFER_SIZE_PS(0), 48, 0),
    ROW(ON_ALL, R600_PA_SC_WINDOW_OFFSET, 1, 0),
    ROW(ON_ALL, R600_PA_SC_WINDOW_SCISSOR_TL, 1, NO_OFFSET),
    ROW(ON_ALL, R600_PA_SC_WINDOW_SCISSOR_BR, 1, CORNER),
    ROW(ON_ALL, R600_PA_SC_CLIPRECT_RULE, 1, 0xffff),
    /* Rectangles are drawn as R6xx always does: upper and left edges belong to them. */
    ROW(ON_R7XX, R700_PA_SC_EDGERULE, 1, 0xaaaaaaaa),
    ROW(ON_ALL, R600_PA_SC_GENERIC_SCISSOR_TL, 1, NO_OFFSET),
    ROW(ON_ALL, R600_PA_SC_GENERIC_SCISSOR_BR, 1, CORNER),
    ROW(ON_ALL, R600_PA_SC_VPORT_SCISSOR_TL(0), 1, NO_OFFSET),
    ROW(ON_ALL, R600_PA_SC_VPORT_SCISSOR_BR(0), 1, CORNER),
    ROW(ON_ALL, R600_PA_SC_VPORT_ZMIN(0), 1, 0),
    ROW(ON_ALL, R600_PA_SC_VPORT_ZMAX(0), 1, FL_ONE),
    ROW(ON_ALL, R600_SX_MISC, 1, 0),
    ROW(ON_R7XX, R600_SX_SURFACE_SYNC, 1, 0xf),
    ROW(ON_ALL, R600_VGT_MAX_VTX_INDX, 1, ~0u),
    ROW(ON_ALL, R600_VGT_MIN_VTX_INDX, 1, 0),
    ROW(ON_ALL, R600_VGT_INDX_OFFSET, 1, 0),
    ROW(ON_ALL, R600_VGT_MULTI_PRIM_IB_RESET_INDX, 1, 0),
    ROW(ON_R6XX, R600_SPI_THREAD_GROUPING, 1, R600_SPI_THREAD_GROUPING__PS_GROUPING(1)),
    ROW(ON_R7XX, R600_SPI_THREAD_GROUPING, 1, 0),
    ROW(ON_ALL, R600_SPI_INPUT_Z, 1, 0),
    ROW(ON_ALL, R600_SPI_FOG_CNTL, 3, 0), /* and the scale and bias of its function */
    ROW(ON_R7XX, R600_CB_SHADER_CONTROL, 1, R600_CB_SHADER_CONTROL__RT0_ENABLE(1)),
    ROW(ON_ALL, R600_PA_CL_NANINF_CNTL, 1, 0),
    ROW(ON_ALL, R600_SQ_ESGS_RING_ITEMSIZE, 9, 0), /* of every ring */
    ROW(ON_ALL, R600_SQ_PGM_CF_OFFSET_PS, 5, 0),   /* of every stage */
    ROW(ON_ALL, R600_SQ_VTX_SEMANTIC_CLEAR, 1, ~0u),
    /* No tessellation, no groups, no geometry programs. */
    ROW(ON_ALL, R600_VGT_OUTPUT_PATH_CNTL, 13, 0),
    ROW(ON_ALL, R600_PA_SC_MPASS_PS_CNTL, 1, 0),
    ROW(ON_R6XX, R600_PA_SC_MODE_CNTL, 1, MODE(WALK_ALIGN8_PRIM_FITS_ST) | MODE(FORCE_EOV_CNTDWN_ENABLE)),
    ROW(ON_R7XX, R600_PA_SC_MODE_CNTL, 1,
	MODE(FORCE_EOV_CNTDWN_ENABLE) | MODE(FORCE_EOV_REZ_ENABLE) | MODE(ZMM_LINE_OFFSET) |
	    MODE(VPORT_SCISSOR_ENABLE)),
    ROW(ON_R7XX, R600_VGT_ENHANCE, 1, R600_VGT_ENHANCE__MISC(1)),
    ROW(ON_ALL, R600_VGT_PRIMITIVEID_EN, 1, 0),
    ROW(ON_ALL, R600_VGT_MULTI_PRIM_IB_RESET_EN, 1, 0),
    ROW(ON_ALL, R600_VGT_INSTANCE_STEP_RATE_0, 2, 0),
    ROW(ON_ALL, R600_VGT_STRMOUT_EN, 1, 0),
    ROW(ON_ALL, R600_VGT_REUSE_OFF, 1, 1),
    ROW(ON_ALL, R600_VGT_VTX_CNT_EN, 1, 0),
    ROW(ON_ALL, R600_VGT_STRMOUT_BUFFER_EN, 1, 0),
    ROW(ON_ALL, R600_VGT_STRMOUT_DRAW_OPAQUE_OFFSET, 1, 0),
    ROW(ON_ALL, R600_PA_SC_LINE_CNTL, 1, R600_PA_SC_LINE_CNTL__LAST_PIXEL(1)),
    ROW(ON_ALL, R600_PA_SC_AA_CONFIG, 1, 0),
    ROW(ON_ALL, R600_PA_SU_VTX_CNTL, 1, 0x29),           /* centers at .5, 1/256 of a pixel */
    ROW(ON_ALL, R600_PA_CL_GB_VERT_CLIP_ADJ, 4, FL_ONE), /* all four of them: no guard band */
    ROW(NOT_R600, R600_PA_SC_AA_SAMPLE_LOCS_MCTX, 2, 0),
    ROW(ON_ALL, R600_CB_CLRCMP_CONTROL, 1, 0x01000000), /* no comparing of colors */
    ROW(ON_ALL, R600_CB_CLRCMP_SRC, 1, 0),
    ROW(ON_ALL, R600_CB_CLRCMP_DST, 1, 0xff),
    ROW(ON_ALL, R600_CB_CLRCMP_MSK, 1, ~0u),
    ROW(ON_ALL, R600_PA_SC_AA_MASK, 1, ~0u),
    ROW(ON_ALL, R600_DB_SRESULTS_COMPARE_STATE0, 3, 0), /* both, and DB_PRELOAD_CONTROL */
    ROW(ON_ALL, R600_DB_ALPHA_TO_MASK, 1, 0xaa00),
    ROW(ON_ALL, R600_PA_SU_POLY_OFFSET_CLAMP, 1, 0),
};

enum { N_ROWS = sizeof(rows) / sizeof(rows[0]), CONFIG_DW = 32, ROWS_DW = 512 };

uint32_t *fl_r600_divide(uint32_t *p, const struct r600_family_info *f, bool geometry)
{
	const struct r600_split split = geometry ? r600_split_evenly(f) : f->split;

	p = r600_pm4_event(p, R600_VGT_EVENT_INITIATOR__EVENT_TYPE__PS_PARTIAL_FLUSH);
	p = r600_pm4_wait(p, R600_WAIT_UNTIL__WAIT_3D_IDLE(1));
	p = r600_pm4_event(p, R600_VGT_EVENT_INITIATOR__EVENT_TYPE__VGT_FLUSH);
	p = r600_pm4_config(p, R600_SQ_CONFIG, 1 + R600_SPLIT_WORDS);
	/* Constants come out of the constant files, as for xf86-video-ati, of which geometry programs have
	 * none: with them, as for Mesa, out of memory. */
	*p++ = R600_SQ_CONFIG__VC_ENABLE(f->vertex_cache) | R600_SQ_CONFIG__DX9_CONSTS(!geometry) |
	       R600_SQ_CONFIG__ALU_INST_PREFER_VECTOR(1) | R600_SQ_CONFIG__VS_PRIO(1) |
	       R600_SQ_CONFIG__GS_PRIO(2) | R600_SQ_CONFIG__ES_PRIO(3);
	r600_split_words(&split, p);
	return p + R600_SPLIT_WORDS;
}

/* Registers of which the chip has one copy: the 3D engine is idle when they change. */
static uint32_t *config(uint32_t *p, const struct r600_family_info *f)
{
	p = r600_pm4_pkt3(p, R600_PKT3_CONTEXT_CONTROL, 2);
	*p++ = 0x80000000u; /* nothing is loaded from memory, … */
	*p++ = 0x80000000u; /* … and nothing is kept there */
	p = fl_r600_divide(p, f, false);
	/* Cube maps are filtered inside of a face, as on other chips. */
	p = r600_pm4_config(p, R600_TA_CNTL_AUX, 1);
	*p++ = R600_TA_CNTL_AUX__DISABLE_CUBE_WRAP(1) | R600_TA_CNTL_AUX__DISABLE_CUBE_ANISO(1) |
	       R600_TA_CNTL_AUX__SYNC_GRADIENT(1) | R600_TA_CNTL_AUX__SYNC_WALKER(1) |
	       R600_TA_CNTL_AUX__SYNC_ALIGNER(1);
	p = r600_pm4_config(p, R600_VC_ENHANCE, 1);
	*p++ = 0;
	return p;
}

static bool is_for(const struct row *row, const struct fl_chip *chip)
{
	bool r7xx = r600_chip_family(chip)->r7xx;

	return (row->chips & (r7xx ? ON_R7XX : ON_R6XX)) ||
	       ((row->chips & NOT_R600) && chip->family != R600_FAMILY_R600);
}

/* The rows from `from` on whose registers follow each other: *n registers. Returns the row after them. */
static uint32_t run(const struct fl_chip *chip, uint32_t from, uint32_t *n)
{
	uint32_t i = from;

	for (*n = 0; i < N_ROWS; i++) {
		if (!is_for(&rows[i], chip))
			continue;
		if (*n && rows[i].reg != rows[from].reg + 4 * *n)
			break;
		*n += rows[i].n;
	}
	return i;
}

void fl_r600_start(struct fl_cs *cs, const struct fl_chip *chip)
{
	uint32_t *p = fl_cs_room(cs, CONFIG_DW + ROWS_DW), n;

	if (!p)
		return;
	p = config(p, r600_chip_family(chip));
	for (uint32_t i = 0, end; i < N_ROWS; i = end) {
		if (!is_for(&rows[i], chip)) {
			end = i + 1;
			continue;
		}
		end = run(chip, i, &n);
		p = r600_pm4_context(p, R600_CONTEXT_SPACE + rows[i].reg, n);
		for (; i < end; i++)
			for (uint32_t k = is_for(&rows[i], chip) ? rows[i].n : 0; k; k--)
				*p++ = rows[i].value;
	}
	/* Nothing is added to the numbers of vertices and instances. */
	p = r600_pm4_first(p, 0, 2);
	*p++ = 0;
	*p++ = 0;
	fl_cs_done(cs, p);
}

void fl_r600_head(uint32_t head[FL_R600_HEAD_DW], const struct r600_family_info *family)
{
	uint32_t *p = head;

	if (family->r7xx) {
		*p++ = R600_TYPE2;
		*p++ = R600_TYPE2;
	} else {
		p = r600_pm4_pkt3(p, R600_PKT3_START_3D_CMDBUF, 1);
		*p++ = 0;
	}
	p = r600_pm4_sync(p, R600_CP_COHER_CNTL__TC_ACTION_ENA(1) | R600_CP_COHER_CNTL__VC_ACTION_ENA(1) |
				 R600_CP_COHER_CNTL__SH_ACTION_ENA(1));
	*p = R600_TYPE2;
}

/* As Mesa does it (R6xx facts 1.4): R6xx write color and depth back by the event alone, and some of them want
 * two bits of destinations. */
uint32_t *fl_r600_flush(uint32_t *p, const struct r600_family_info *family)
{
#define EVENT(x) R600_VGT_EVENT_INITIATOR__EVENT_TYPE__##x
#define COHER(x) R600_CP_COHER_CNTL__##x
	const uint32_t every =
	    COHER(CB0_DEST_BASE_ENA__MASK) | COHER(CB1_DEST_BASE_ENA__MASK) | COHER(CB2_DEST_BASE_ENA__MASK) |
	    COHER(CB3_DEST_BASE_ENA__MASK) | COHER(CB4_DEST_BASE_ENA__MASK) | COHER(CB5_DEST_BASE_ENA__MASK) |
	    COHER(CB6_DEST_BASE_ENA__MASK) | COHER(CB7_DEST_BASE_ENA__MASK) | COHER(DB_DEST_BASE_ENA__MASK);
	uint32_t coher = COHER(TC_ACTION_ENA)(1) | COHER(VC_ACTION_ENA)(1);

	p = r600_pm4_event(p, EVENT(PS_PARTIAL_FLUSH));
	p = r600_pm4_wait(p, R600_WAIT_UNTIL__WAIT_3D_IDLE(1));
	if (family->r7xx) {
		p = r600_pm4_event(p, EVENT(FLUSH_AND_INV_CB_META));
		p = r600_pm4_event(p, EVENT(FLUSH_AND_INV_DB_META));
		coher |= COHER(CB_ACTION_ENA)(1) | COHER(DB_ACTION_ENA)(1) | COHER(SMX_ACTION_ENA)(1) |
			 COHER(FULL_CACHE_ENA)(1) | every;
	} else if (family == r600_family_at(R600_FAMILY_RV670) ||
		   family == r600_family_at(R600_FAMILY_RS780) ||
		   family == r600_family_at(R600_FAMILY_RS880)) {
		coher |= COHER(DEST_BASE_0_ENA)(1) | COHER(CB1_DEST_BASE_ENA)(1);
	}
	p = r600_pm4_event(p, EVENT(CACHE_FLUSH_AND_INV_EVENT));
	return r600_pm4_sync(p, coher);
}
