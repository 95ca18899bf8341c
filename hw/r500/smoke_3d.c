/* SPDX-License-Identifier: MIT
 *
 * Smoke test: one triangle through the whole 3D pipe, with the fewest registers that make it come out the
 * same on any card: no clipping, no viewport, no texture, no depth; a vertex program that passes the position
 * on, a fragment program that gives a constant. The values are those that Mesa's driver sends for such a draw
 * (Mesa r300_emit.c, r300_state.c); guide chapters 7 to 9 and 11.
 */
#include "hw/r500/smoke.h"
#include "hw/regs/r500.h"

static const uint32_t vertices[3][4] = {
    {0x00000000, 0x00000000, 0x00000000, 0x3f800000},
    {FL_SMOKE_TRIANGLE_SIDE, 0x00000000, 0x00000000, 0x3f800000},
    {0x00000000, FL_SMOKE_TRIANGLE_SIDE, 0x00000000, 0x3f800000},
};

static const uint32_t constant[4] = {FL_SMOKE_TRIANGLE_COLOR};

/* PVS: OUT[0].xyzw = IN[0].xyzw + 0 (+ 0) */
#define DST                                                                                    \
	(R500_PVS_OP_DST_OPERAND__PVS_DST_OPCODE(R500_PVS_VE_OPCODE__VE_ADD) |                 \
	 R500_PVS_OP_DST_OPERAND__PVS_DST_REG_TYPE(R500_PVS_DST_REG_TYPE__OUT) |               \
	 R500_PVS_OP_DST_OPERAND__PVS_DST_WE_X(1) | R500_PVS_OP_DST_OPERAND__PVS_DST_WE_Y(1) | \
	 R500_PVS_OP_DST_OPERAND__PVS_DST_WE_Z(1) | R500_PVS_OP_DST_OPERAND__PVS_DST_WE_W(1))
#define SRC(x, y, z, w)                                                           \
	(R500_PVS_SRC_OPERAND_0__PVS_SRC_REG_TYPE(R500_PVS_SRC_REG_TYPE__INPUT) | \
	 R500_PVS_SRC_OPERAND_0__PVS_SRC_SWIZZLE_X(R500_PVS_SWIZZLE__##x) |       \
	 R500_PVS_SRC_OPERAND_0__PVS_SRC_SWIZZLE_Y(R500_PVS_SWIZZLE__##y) |       \
	 R500_PVS_SRC_OPERAND_0__PVS_SRC_SWIZZLE_Z(R500_PVS_SWIZZLE__##z) |       \
	 R500_PVS_SRC_OPERAND_0__PVS_SRC_SWIZZLE_W(R500_PVS_SWIZZLE__##w))
static const uint32_t vertex_program[4] = {
    DST,
    SRC(X, Y, Z, W),
    SRC(FORCE_0, FORCE_0, FORCE_0, FORCE_0),
    SRC(FORCE_0, FORCE_0, FORCE_0, FORCE_0),
};

/* US of R5xx, the one instruction: out = max(const[0], const[0]), last, an output. Words in the order of
 * GA_US_VECTOR_DATA: CMN, RGB_ADDR, ALPHA_ADDR, RGB_INST, ALPHA_INST, RGBA_INST. Swizzles 0, 1, 2, 3 are red,
 * green, blue, alpha. */
static const uint32_t fragment_program[6] = {
    R500_US_CMN_INST__TYPE(R500_US_CMN_INST__TYPE__US_INST_TYPE_OUT) | R500_US_CMN_INST__TEX_SEM_WAIT(1) |
	R500_US_CMN_INST__RGB_OMASK(7) | R500_US_CMN_INST__ALPHA_OMASK(1),
    R500_US_ALU_RGB_ADDR__ADDR0_CONST(1),
    R500_US_ALU_ALPHA_ADDR__ADDR0_CONST(1),
    R500_US_ALU_RGB_INST__RED_SWIZ_A(0) | R500_US_ALU_RGB_INST__GREEN_SWIZ_A(1) |
	R500_US_ALU_RGB_INST__BLUE_SWIZ_A(2) | R500_US_ALU_RGB_INST__RED_SWIZ_B(0) |
	R500_US_ALU_RGB_INST__GREEN_SWIZ_B(1) | R500_US_ALU_RGB_INST__BLUE_SWIZ_B(2),
    R500_US_ALU_ALPHA_INST__ALPHA_OP(R500_US_ALU_ALPHA_INST__ALPHA_OP__OP_MAX) |
	R500_US_ALU_ALPHA_INST__ALPHA_SWIZ_A(3) | R500_US_ALU_ALPHA_INST__ALPHA_SWIZ_B(3),
    R500_US_ALU_RGBA_INST__RGB_OP(R500_US_ALU_RGBA_INST__RGB_OP__OP_MAX),
};

enum { ONE = 0x3f800000, R300_ORIGIN = 1440 /* of scissors: Mesa r300_emit.c */ };

/* What is zero: the vertex program begins at instruction 0; nothing is culled, offset or wrapped; no texture,
 * no fog, no tests, no blending. First what R5xx alone has, last what R3xx and R4xx alone have. */
static const uint16_t zeros[] = {R500_VAP_TEX_TO_COLOR_CNTL,
				 R500_VAP_INDEX_OFFSET,
				 R500_GA_COLOR_CONTROL_PS3,
				 R500_SU_TEX_WRAP_PS3,
				 R500_RS_INST(0),
				 R500_SC_SCISSOR0,
				 R500_US_FC_CTRL,
				 R500_US_CODE_RANGE,
				 R500_US_CODE_OFFSET,
				 R500_US_CODE_ADDR,
				 R500_VAP_PVS_STATE_FLUSH_REG,
				 R500_VAP_CNTL_STATUS,
				 R500_VAP_PVS_CODE_CNTL_0,
				 R500_VAP_PVS_CODE_CNTL_1,
				 R500_VAP_PVS_CONST_CNTL,
				 R500_VAP_PVS_FLOW_CNTL_OPC,
				 R500_VAP_OUT_VTX_FMT_1,
				 R500_VAP_VF_MIN_VTX_INDX,
				 R500_GB_ENABLE,
				 R500_GB_SELECT,
				 R500_GB_AA_CONFIG,
				 R500_GB_Z_PEQ_CONFIG,
				 R500_GA_POLY_MODE,
				 R500_GA_OFFSET,
				 R500_SU_TEX_WRAP,
				 R500_SU_POLY_OFFSET_ENABLE,
				 R500_SU_CULL_MODE,
				 R500_SU_DEPTH_OFFSET,
				 R500_RS_INST_COUNT,
				 R500_TX_INVALTAGS,
				 R500_TX_ENABLE,
				 R500_US_W_FMT,
				 R500_FG_FOG_BLEND,
				 R500_FG_ALPHA_FUNC,
				 R500_FG_DEPTH_SRC,
				 R500_ZB_CNTL,
				 R500_ZB_ZSTENCILCNTL,
				 R500_ZB_BW_CNTL,
				 R500_RB3D_BLENDCNTL,
				 R500_RB3D_ABLENDCNTL,
				 R500_RB3D_ROPCNTL,
				 R500_RB3D_DITHER_CTL,
				 R500_RB3D_AARESOLVE_CTL,
				 R300_RS_INST(0),
				 R300_US_CONFIG,
				 R300_US_PIXSIZE,
				 R300_US_CODE_OFFSET};
enum { ZEROS = sizeof(zeros) / sizeof(*zeros), ZEROS_R500 = 10, ZEROS_R300 = 4 };

/* Which cards a line is for: R300 means R3xx and R4xx. */
enum { ALL, R300, R500 };

static const struct {
	uint16_t reg, only;
	uint32_t value;
} state[] = {
    /* Vertices: one element, four floats, to input 0 */
    {R500_VAP_PVS_VTX_TIMEOUT_REG, ALL, 0xffff},
    {R500_VAP_PROG_STREAM_CNTL(0), ALL,
     R500_VAP_PROG_STREAM_CNTL__DATA_TYPE_0(R500_VAP_PROG_STREAM_CNTL__DATA_TYPE_0__FLOAT_4) |
	 R500_VAP_PROG_STREAM_CNTL__LAST_VEC_0(1)},
    {R500_VAP_PROG_STREAM_CNTL_EXT(0), ALL,
     R500_VAP_PROG_STREAM_CNTL_EXT__SWIZZLE_SELECT_X_0(0) |
	 R500_VAP_PROG_STREAM_CNTL_EXT__SWIZZLE_SELECT_Y_0(1) |
	 R500_VAP_PROG_STREAM_CNTL_EXT__SWIZZLE_SELECT_Z_0(2) |
	 R500_VAP_PROG_STREAM_CNTL_EXT__SWIZZLE_SELECT_W_0(3) |
	 R500_VAP_PROG_STREAM_CNTL_EXT__WRITE_ENA_0(15)},
    {R500_VAP_VTX_STATE_CNTL, ALL, 0x5555}, /* as Mesa always does */
    {R500_VAP_VSM_VTX_ASSM, ALL, R500_VAP_VSM_VTX_ASSM__POSITION(1)},
    {R500_VAP_OUT_VTX_FMT_0, ALL, R500_VAP_OUT_VTX_FMT_0__VTX_POS_PRESENT(1)},
    {R500_VAP_GB_VERT_CLIP_ADJ, ALL, ONE},
    {R500_VAP_GB_VERT_DISC_ADJ, ALL, ONE},
    {R500_VAP_GB_HORZ_CLIP_ADJ, ALL, ONE},
    {R500_VAP_GB_HORZ_DISC_ADJ, ALL, ONE},
    /* Positions are pixels already */
    {R500_VAP_CLIP_CNTL, ALL, R500_VAP_CLIP_CNTL__CLIP_DISABLE(1)},
    {R500_VAP_VTE_CNTL, ALL, R500_VAP_VTE_CNTL__VTX_XY_FMT(1) | R500_VAP_VTE_CNTL__VTX_Z_FMT(1)},
    {R500_VAP_VTX_SIZE, ALL, 4},
    {R500_VAP_VF_MAX_VTX_INDX, ALL, 2},
    /* Setup: filled, not culled, not offset */
    {R500_GA_COLOR_CONTROL, ALL,
     R500_GA_COLOR_CONTROL__PROVOKING_VERTEX(R500_GA_COLOR_CONTROL__PROVOKING_VERTEX__LAST)},
    {R500_SU_DEPTH_SCALE, ALL, 0x4b7fffff}, /* 2^24 - 1 */
    /* RS: guide 10.2.2, a primitive without color and texture */
    {R500_RS_COUNT, ALL, R500_RS_COUNT__IC_COUNT(1) | R500_RS_COUNT__HIRES_EN(1)},
    {R500_RS_IP(0), R500, R500_RS_IP__COL_FMT(6)}, /* 0, 0, 0, 0 */
    {R300_RS_IP(0), R300, R300_RS_IP__COL_FMT(6)},
    /* SC: all of the picture, left and top edges in */
    {R500_SC_SCISSOR1, R500,
     R500_SC_SCISSOR1__XS1(FL_SMOKE_SIDE - 1) | R500_SC_SCISSOR1__YS1(FL_SMOKE_SIDE - 1)},
    {R500_SC_SCISSOR0, R300, R500_SC_SCISSOR0__XS0(R300_ORIGIN) | R500_SC_SCISSOR0__YS0(R300_ORIGIN)},
    {R500_SC_SCISSOR1, R300,
     R500_SC_SCISSOR1__XS1(R300_ORIGIN + FL_SMOKE_SIDE - 1) |
	 R500_SC_SCISSOR1__YS1(R300_ORIGIN + FL_SMOKE_SIDE - 1)},
    {R500_SC_CLIP_RULE, ALL, 0xffff},
    {R500_SC_EDGERULE, ALL, 0x2da49525},
    {R500_SC_HYPERZ_EN, ALL, R500_SC_HYPERZ_EN__HZ_ADJ(7)},
    {R500_SC_SCREENDOOR, ALL, 0xffffff},
    /* TX, US */
    {R500_US_CONFIG, R500, R500_US_CONFIG__ZERO_TIMES_ANYTHING_EQUALS_ZERO(1)},
    {R500_US_PIXSIZE, R500, 1},
    /* One node, of one instruction: out = max(const[0], const[0]). Constants are floats of 24 bits: 7 of the
     * exponent, whose bias is 63. */
    {R300_US_CODE_ADDR(3), R300, R300_US_CODE_ADDR__RGBA_OUT(1)},
    {R300_US_ALU_RGB_ADDR(0), R300, R300_US_ALU_RGB_ADDR__ADDR0_CONST(1) | R300_US_ALU_RGB_ADDR__OMASK(7)},
    {R300_US_ALU_ALPHA_ADDR(0), R300,
     R300_US_ALU_ALPHA_ADDR__ADDR0_CONST(1) | R300_US_ALU_ALPHA_ADDR__OMASK(1)},
    {R300_US_ALU_RGB_INST(0), R300,
     R300_US_ALU_RGB_INST__RGB_OP(R300_US_ALU_RGB_INST__RGB_OP__OP_MAX) |
	 R300_US_ALU_RGB_INST__RGB_SEL_A(R500_R300_RGB_ARG__SRC0C_XYZ) |
	 R300_US_ALU_RGB_INST__RGB_SEL_B(R500_R300_RGB_ARG__SRC0C_XYZ)},
    {R300_US_ALU_ALPHA_INST(0), R300,
     R300_US_ALU_ALPHA_INST__ALPHA_OP(R300_US_ALU_ALPHA_INST__ALPHA_OP__OP_MAX) |
	 R300_US_ALU_ALPHA_INST__ALPHA_SEL_A(R500_R300_ALPHA_ARG__SRC0A) |
	 R300_US_ALU_ALPHA_INST__ALPHA_SEL_B(R500_R300_ALPHA_ARG__SRC0A)},
    {R300_US_ALU_CONST_R(0), R300, 0x3c999a},
    {R300_US_ALU_CONST_G(0), R300, 0x3d999a},
    {R300_US_ALU_CONST_B(0), R300, 0x3e3333},
    {R300_US_ALU_CONST_A(0), R300, 0x3e999a},
    {R500_US_OUT_FMT(0), ALL,
     R500_US_OUT_FMT__OUT_FMT(R500_US_OUT_FMT__OUT_FMT__C4_8) |
	 R500_US_OUT_FMT__C0_SEL(R500_US_OUT_FMT_C0_SEL__BLUE) |
	 R500_US_OUT_FMT__C1_SEL(R500_US_OUT_FMT_C0_SEL__GREEN) |
	 R500_US_OUT_FMT__C2_SEL(R500_US_OUT_FMT_C0_SEL__RED) |
	 R500_US_OUT_FMT__C3_SEL(R500_US_OUT_FMT_C0_SEL__ALPHA)},
    {R500_US_OUT_FMT(1), ALL, R500_US_OUT_FMT__OUT_FMT(R500_US_OUT_FMT__OUT_FMT__UNUSED)},
    {R500_US_OUT_FMT(2), ALL, R500_US_OUT_FMT__OUT_FMT(R500_US_OUT_FMT__OUT_FMT__UNUSED)},
    {R500_US_OUT_FMT(3), ALL, R500_US_OUT_FMT__OUT_FMT(R500_US_OUT_FMT__OUT_FMT__UNUSED)},
    /* ZB: no depth */
    {R500_ZB_ZTOP, ALL, R500_ZB_ZTOP__ZTOP(1)},
    /* CB: the picture is written */
    {R500_RB3D_CCTL, ALL, R500_RB3D_CCTL__INDEPENDENT_COLORFORMAT_ENABLE(1)},
    {R500_RB3D_COLOR_CHANNEL_MASK, ALL, 15},
};

enum {
	STATE = sizeof(state) / sizeof(*state),
	TOTAL = 2 * ZEROS + 2 * STATE + 6 + 2 + 5 + 2 + 7 + 2 + 5 + 2 + 12 + 2,
};

static void fragment_program_r500(struct r500_ring *ring)
{
	r500_ring_reg(ring, R500_GA_US_VECTOR_INDEX, 0);
	r500_ring_emit(ring, R500_TYPE0_ONE(R500_GA_US_VECTOR_DATA, 6));
	for (unsigned i = 0; i < 6; i++)
		r500_ring_emit(ring, fragment_program[i]);
	r500_ring_reg(ring, R500_GA_US_VECTOR_INDEX,
		      R500_GA_US_VECTOR_INDEX__TYPE(R500_GA_US_VECTOR_INDEX__TYPE__CONSTANT));
	r500_ring_emit(ring, R500_TYPE0_ONE(R500_GA_US_VECTOR_DATA, 4));
	for (unsigned i = 0; i < 4; i++)
		r500_ring_emit(ring, constant[i]);
}

enum fl_code r500_check_triangle(struct fl_bringup *up, struct fl_err *err)
{
	struct r500_card *c = r500_card(up);
	struct r500_ring *ring = &c->ring;
	bool legacy = r500_is_legacy(c);
	enum fl_code code;
	uint64_t at_B;

	code = fl_smoke_picture(&c->up, 0, &at_B, err);
	if (code)
		return code;
	fl_smoke_paint(&c->up, at_B, fl_smoke_ground);
	code = r500_ring_begin(ring, TOTAL, err);
	if (code)
		return code;
	for (unsigned i = legacy ? ZEROS_R500 : 0; i < (legacy ? ZEROS : ZEROS - ZEROS_R300); i++)
		r500_ring_reg(ring, zeros[i], 0);
	for (unsigned i = 0; i < STATE; i++)
		if (state[i].only != (legacy ? R500 : R300))
			r500_ring_reg(ring, state[i].reg, state[i].value);
	r500_ring_reg(ring, R500_RB3D_COLOROFFSET(0), c->up.vram_addr + (uint32_t)at_B);
	r500_ring_reg(ring, R500_RB3D_COLORPITCH(0),
		      R500_RB3D_COLORPITCH__COLORPITCH(FL_SMOKE_SIDE / 2) |
			  R500_RB3D_COLORPITCH__COLORFORMAT(R500_RB3D_COLORPITCH__COLORFORMAT__ARGB8888));
	r500_ring_reg(ring, R500_VAP_CNTL,
		      R500_VAP_CNTL__PVS_NUM_SLOTS(10) | R500_VAP_CNTL__PVS_NUM_CNTLRS(5) |
			  R500_VAP_CNTL__PVS_NUM_FPUS(c->family->vertex_units) |
			  R500_VAP_CNTL__VF_MAX_VTX_NUM(12) | R500_VAP_CNTL__TCL_STATE_OPTIMIZATION(1));

	r500_ring_reg(ring, R500_VAP_PVS_VECTOR_INDX_REG, R500_PVS_MEMORY__CODE);
	r500_ring_emit(ring, R500_TYPE0_ONE(R500_VAP_PVS_VECTOR_DATA_REG, 4));
	for (unsigned i = 0; i < 4; i++)
		r500_ring_emit(ring, vertex_program[i]);
	if (!legacy)
		fragment_program_r500(ring);

	r500_ring_emit(ring, R500_TYPE3(R500_PKT3_3D_DRAW_IMMD_2, 1 + 12));
	r500_ring_emit(ring, R500_VAP_VF_CNTL__PRIM_TYPE(R500_VAP_VF_CNTL__PRIM_TYPE__TRIANGLE_LIST) |
				 R500_VAP_VF_CNTL__PRIM_WALK(R500_VAP_VF_CNTL__PRIM_WALK__VERTEX_DATA) |
				 R500_VAP_VF_CNTL__NUM_VERTICES(3));
	for (unsigned i = 0; i < 12; i++)
		r500_ring_emit(ring, vertices[i / 4][i % 4]);
	r500_ring_commit(ring);
	code = r500_fence_sync(&c->fence, ring, 500000, err);
	if (!code)
		code = fl_smoke_compare(&c->up, at_B, "3D triangle", fl_smoke_triangle, err);
	if (!code)
		fl_did(&c->up, "2080 pixels covered, and of the right color");
	return code;
}

enum fl_code r500_check_idle_units(struct fl_bringup *up, struct fl_err *err)
{
	struct r500_card *c = r500_card(up);
	uint32_t status = fl_read32(c->up.dev, R500_RBBM_STATUS), ga_idle = 0;
	char text[256];
	enum fl_code code;

	if (!(status & (R500_RBBM_STATUS__GA_BUSY__MASK | R500_RBBM_STATUS__VAP_BUSY__MASK))) {
		fl_did(&c->up, "RBBM_STATUS 0x%08x, GA_IDLE 0x%08x", status,
		       fl_read32(c->up.dev, R500_GA_IDLE));
		return FL_OK;
	}
	code = r500_hang_report(c, &ga_idle, text, sizeof(text), err);
	return code ? code : fl_fail(err, FL_FAILED, "the back end hangs: %s", text);
}
