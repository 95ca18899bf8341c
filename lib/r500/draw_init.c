/* SPDX-License-Identifier: MIT
 *
 * The state that is set once: what the library never changes, as Mesa's r300 driver leaves it for a first
 * triangle (read out of a recorded stream of Mesa 22.3 for an R580).
 */
#include "lib/r500/draw_state.h"
#include "hw/regs/r500.h"

struct pair {
	uint16_t reg;
	uint32_t value;
};

static const struct pair initial[] = {
    {R500_GB_SELECT, 0},
    {R500_RB3D_AARESOLVE_CTL, 0},
    /* Hyper-Z off; 7 in SC_HYPERZ_EN.ADJ is what Mesa leaves there */
    {R500_ZB_BW_CNTL, 0},
    {R500_ZB_DEPTHCLEARVALUE, 0},
    {R500_SC_HYPERZ_EN, 0x1c},
    {R500_FG_FOG_BLEND, 0},
    {R500_FG_DEPTH_SRC, 0},
    {R500_US_W_FMT, 0},
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
    {R500_SU_TEX_WRAP, 0},
    {R500_SU_DEPTH_SCALE, 0x4b7fffff}, /* 16777215.0f: depth 1 is the largest 24-bit number */
    {R500_SU_DEPTH_OFFSET, 0},
    {R500_GA_OFFSET, 0},
    {R500_GA_LINE_STIPPLE_CONFIG, 0},
    {R500_GA_LINE_STIPPLE_VALUE, 0},
    {R500_GA_POINT_S0, 0},
    {R500_GA_POINT_T0, 0},
    {R500_GA_POINT_S1, 0x3f800000},
    {R500_GA_POINT_T1, 0},
    /* vertex path: flush before touching what is single-buffered */
    {R500_VAP_PVS_STATE_FLUSH_REG, 0},
    {R500_VAP_PVS_VTX_TIMEOUT_REG, 0xffff},  /* the reset value may hang (R5xx guide 7.4.9) */
    {R500_VAP_GB_VERT_CLIP_ADJ, 0x3f800000}, /* no guard band */
    {R500_VAP_GB_VERT_DISC_ADJ, 0x3f800000},
    {R500_VAP_GB_HORZ_CLIP_ADJ, 0x3f800000},
    {R500_VAP_GB_HORZ_DISC_ADJ, 0x3f800000},
    {R500_VAP_PSC_SGN_NORM_CNTL, 0xaaaaaaaa},
    {R500_VAP_PVS_FLOW_CNTL_OPC, 0},
    {R500_VAP_CNTL_STATUS, 0},
    {R500_VAP_VTX_STATE_CNTL, 0x5555},
    {R500_VAP_VF_MAX_VTX_INDX, 0xffffff},
    {R500_VAP_VF_MIN_VTX_INDX, 0},
    {R500_VAP_PVS_CONST_CNTL, R500_VAP_PVS_CONST_CNTL__PVS_MAX_CONST_ADDR(FL_FF_C_COUNT - 1)},
};

/* From RV350 on */
static const struct pair rv350[] = {
    {R500_GB_Z_PEQ_CONFIG, 0},
    {R500_RB3D_DISCARD_SRC_PIXEL_LTE_THRESHOLD, 0x01010101},
    {R500_RB3D_DISCARD_SRC_PIXEL_GTE_THRESHOLD, 0xfefefefe},
};

/* R5xx */
static const struct pair r520[] = {
    {R500_ZB_STENCILREFMASK_BF, 0},
    {R500_FG_ALPHA_VALUE, 0},
    {R500_SU_TEX_WRAP_PS3, 0},
    {R500_GA_COLOR_CONTROL_PS3, 0},
    {R500_VAP_TEX_TO_COLOR_CNTL, 0},
    {R500_VAP_INDEX_OFFSET, 0},
    /* positions to the nearest 1/12 pixel; colors are not clamped here, the vertex program has done that */
    {R500_GA_ROUND_MODE, R500_GA_ROUND_MODE__GEOMETRY_ROUND(R500_GA_ROUND_MODE__GEOMETRY_ROUND__NEAREST) |
			     R500_GA_ROUND_MODE__RGB_CLAMP(R500_GA_ROUND_MODE__RGB_CLAMP__FP20) |
			     R500_GA_ROUND_MODE__ALPHA_CLAMP(R500_GA_ROUND_MODE__ALPHA_CLAMP__FP20)},
    /* fragment shader: 0 * x is 0; no flow control */
    {R500_US_CONFIG, R500_US_CONFIG__ZERO_TIMES_ANYTHING_EQUALS_ZERO(1)},
    {R500_US_FC_CTRL, 0},
    {R500_US_CODE_OFFSET, 0},
};

uint32_t fl_r500_draw_vap_cntl(const struct fl_draw *d, uint32_t slots, uint32_t controllers)
{
	return R500_VAP_CNTL__PVS_NUM_SLOTS(slots) | R500_VAP_CNTL__PVS_NUM_CNTLRS(controllers) |
	       R500_VAP_CNTL__PVS_NUM_FPUS(r500_chip_family(fl_r500_chip(d))->vertex_units) |
	       R500_VAP_CNTL__VF_MAX_VTX_NUM(12) |
	       (R500_VAP_CNTL__TCL_STATE_OPTIMIZATION(1) & fl_r500_gen(d)->r5xx);
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
	return PAIRS(p, r520);
}

uint32_t *fl_r500_draw_init(struct fl_draw *d, uint32_t *p)
{
	p = PAIRS(p, initial);
	if (fl_r500_chip(d)->family >= R500_FAMILY_RV350)
		p = PAIRS(p, rv350);
	p = fl_r500_gen(d)->init(d, p);
	return r500_pm4_reg(p, R500_VAP_CNTL,
			    fl_r500_draw_vap_cntl(d, fl_r500_gen(d)->fixed_slots, FL_R500_FIXED_CONTROLLERS));
}
