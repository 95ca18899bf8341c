/* SPDX-License-Identifier: MIT
 *
 * The state that is set once: what the library never changes, as Mesa's r300 driver leaves it for a first
 * triangle (read out of a recorded stream of Mesa 22.3 for an R580).
 */
#include "lib/r500/draw_state.h"
#include "hw/regs/r500.h"
#include "lib/r500/draw_r300.h"

struct pair {
	uint16_t reg;
	uint32_t value;
};

/* What is 0, before the rest. */
static const uint16_t zero[] = {
    R500_VAP_PVS_STATE_FLUSH_REG, /* flush before touching what is single-buffered */
    R500_GB_SELECT,
    R500_RB3D_AARESOLVE_CTL,
    R500_ZB_BW_CNTL, /* Hyper-Z off */
    R500_ZB_DEPTHCLEARVALUE,
    R500_FG_FOG_BLEND,
    R500_FG_DEPTH_SRC,
    R500_US_W_FMT,
    R500_SU_TEX_WRAP,
    R500_SU_DEPTH_OFFSET,
    R500_GA_OFFSET,
    R500_GA_LINE_STIPPLE_CONFIG,
    R500_GA_LINE_STIPPLE_VALUE,
    R500_GA_POINT_S0,
    R500_GA_POINT_T0,
    R500_GA_POINT_T1,
    R500_VAP_PVS_FLOW_CNTL_OPC,
    R500_VAP_CNTL_STATUS,
    R500_VAP_VF_MIN_VTX_INDX,
};

static const struct pair initial[] = {
    {R500_SC_HYPERZ_EN, R500_SC_HYPERZ_EN__HZ_ADJ(7)}, /* as Mesa leaves it; off */
    /* rasterizer: no clip rectangles, all samples, top-left rule for triangles (a set bit is an edge that is
     * out) */
    {R500_SC_CLIP_RULE, 0xffff},
    {R500_SC_SCREENDOOR, 0xffffff},
    {R500_SC_EDGERULE,
     R500_SC_EDGERULE__ER_TRI(R500_SC_EDGERULE__ER_TRI__L_IN_R_OUT_HT_IN_HB_OUT) |
	 R500_SC_EDGERULE__ER_POINT(R500_SC_EDGERULE__ER_POINT__L_OUT_R_IN_HT_IN_HB_OUT) |
	 R500_SC_EDGERULE__ER_LINE_LR(R500_SC_EDGERULE__ER_LINE_LR__L_IN_R_OUT_HT_IN_HB_OUT) |
	 R500_SC_EDGERULE__ER_LINE_RL(R500_SC_EDGERULE__ER_LINE_RL__L_OUT_R_IN_HT_IN_HB_OUT) |
	 R500_SC_EDGERULE__ER_LINE_TB(26) | R500_SC_EDGERULE__ER_LINE_BT(22)},
    {R500_SU_DEPTH_SCALE, 0x4b7fffff}, /* 16777215.0f: depth 1 is the largest 24-bit number */
    {R500_GA_POINT_S1, 0x3f800000},
    {R500_VAP_PVS_VTX_TIMEOUT_REG, 0xffff},  /* the reset value may hang (R5xx guide 7.4.9) */
    {R500_VAP_GB_VERT_CLIP_ADJ, 0x3f800000}, /* no guard band */
    {R500_VAP_GB_VERT_DISC_ADJ, 0x3f800000},
    {R500_VAP_GB_HORZ_CLIP_ADJ, 0x3f800000},
    {R500_VAP_GB_HORZ_DISC_ADJ, 0x3f800000},
    {R500_VAP_PSC_SGN_NORM_CNTL, 0xaaaaaaaa},
    {R500_VAP_VTX_STATE_CNTL, 0x5555},
    {R500_VAP_VF_MAX_VTX_INDX, 0xffffff},
    {R500_VAP_PVS_CONST_CNTL, R500_VAP_PVS_CONST_CNTL__PVS_MAX_CONST_ADDR(FL_FF_C_COUNT - 1)},
};

/* From RV350 on */
static const struct pair rv350[] = {
    {R500_GB_Z_PEQ_CONFIG, 0},
    {R500_RB3D_DISCARD_SRC_PIXEL_LTE_THRESHOLD, 0x01010101},
    {R500_RB3D_DISCARD_SRC_PIXEL_GTE_THRESHOLD, 0xfefefefe},
};

/* Before R5xx. Unit 0 is on at all times, for KIL (Mesa r300_state_derived.c). */
static const uint16_t zero_r300[] = {R500_TX_FILTER0(0), R500_TX_FORMAT0(0)};
static const struct pair r300[] = {
    /* Colors are clamped here: the vertex programs of these chips cannot (Mesa r300_context.c). */
    {R500_GA_ROUND_MODE, R500_GA_ROUND_MODE__GEOMETRY_ROUND(R500_GA_ROUND_MODE__GEOMETRY_ROUND__NEAREST)},
    {R500_TX_FORMAT1(0), R500_TX_FORMAT1__TXFORMAT(R500_TX_FORMAT1__TXFORMAT__TX_FMT_8_8_8_8)},
};
/* R4xx: the first 64 instructions */
static const uint16_t zero_r420[] = {R300_US_CODE_BANK, R300_US_CODE_EXT};

/* R5xx */
static const uint16_t zero_r520[] = {
    R500_ZB_STENCILREFMASK_BF,  R500_FG_ALPHA_VALUE,   R500_SU_TEX_WRAP_PS3, R500_GA_COLOR_CONTROL_PS3,
    R500_VAP_TEX_TO_COLOR_CNTL, R500_VAP_INDEX_OFFSET, R500_US_FC_CTRL, /* no flow control */
    R500_US_CODE_OFFSET,
};
static const struct pair r520[] = {
    /* positions to the nearest 1/12 pixel; colors are not clamped here, the vertex program has done that */
    {R500_GA_ROUND_MODE, R500_GA_ROUND_MODE__GEOMETRY_ROUND(R500_GA_ROUND_MODE__GEOMETRY_ROUND__NEAREST) |
			     R500_GA_ROUND_MODE__RGB_CLAMP(R500_GA_ROUND_MODE__RGB_CLAMP__FP20) |
			     R500_GA_ROUND_MODE__ALPHA_CLAMP(R500_GA_ROUND_MODE__ALPHA_CLAMP__FP20)},
    {R500_US_CONFIG, R500_US_CONFIG__ZERO_TIMES_ANYTHING_EQUALS_ZERO(1)},
};

uint32_t fl_r500_draw_vap_cntl(const struct fl_draw *d, uint32_t slots, uint32_t controllers)
{
	return R500_VAP_CNTL__PVS_NUM_SLOTS(slots) | R500_VAP_CNTL__PVS_NUM_CNTLRS(controllers) |
	       R500_VAP_CNTL__PVS_NUM_FPUS(r500_chip_family(fl_r500_chip(d))->vertex_units) |
	       R500_VAP_CNTL__VF_MAX_VTX_NUM(12) |
	       (R500_VAP_CNTL__TCL_STATE_OPTIMIZATION(1) & fl_r500_gen(d)->r5xx);
}

uint32_t *fl_r500_put_zeros(uint32_t *p, const uint16_t *reg, uint32_t n)
{
	while (n--)
		p = r500_pm4_reg(p, *reg++, 0);
	return p;
}

static uint32_t *pairs(uint32_t *p, const struct pair *pair, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		p = r500_pm4_reg(p, pair[i].reg, pair[i].value);
	return p;
}

#define PAIRS(p, list) pairs(p, list, sizeof(list) / sizeof((list)[0]))

uint32_t *fl_r500_init(const struct fl_draw *d, uint32_t *p)
{
	return PAIRS(FL_R500_PUT_ZEROS(p, zero_r520), r520);
}

uint32_t *fl_r500_r300_init(const struct fl_draw *d, uint32_t *p)
{
	/* Unit 0's texel is one of the command stream, into which nothing draws. */
	uint64_t texel = d->cs->address ? d->cs->address : d->chip.vram_addr;

	p = PAIRS(FL_R500_PUT_ZEROS(p, zero_r300), r300);
	if (fl_r500_chip(d)->family >= R500_FAMILY_R420)
		p = FL_R500_PUT_ZEROS(p, zero_r420);
	return r500_pm4_reg(p, R500_TX_OFFSET(0), (uint32_t)texel);
}

uint32_t *fl_r500_draw_init(struct fl_draw *d, uint32_t *p)
{
	p = PAIRS(FL_R500_PUT_ZEROS(p, zero), initial);
	if (fl_r500_chip(d)->family >= R500_FAMILY_RV350)
		p = PAIRS(p, rv350);
	p = fl_r500_gen(d)->init(d, p);
	return r500_pm4_reg(p, R500_VAP_CNTL,
			    fl_r500_draw_vap_cntl(d, fl_r500_gen(d)->fixed_slots, FL_R500_FIXED_CONTROLLERS));
}
