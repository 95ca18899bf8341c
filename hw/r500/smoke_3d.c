/* SPDX-License-Identifier: MIT
 *
 * Smoke test: one triangle through the whole 3D pipe, with the fewest registers that make it come out the
 * same on any card: no clipping, no viewport, no texture, no depth; a vertex program that passes the position
 * on, a fragment program that gives a constant. The values are those that Mesa's driver sends for such a draw
 * (Mesa r300_emit.c, r300_state.c); guide chapters 7 to 9 and 11.
 */
#include "hw/r500/smoke.h"
#include "hw/regs/r500.h"

/* Vertices (0,0), (64.5,0), (0,64.5): pixel (x,y), sampled in its middle, is inside if x + y + 1 < 64.5, and
 * no sample lies on an edge. 64.5 is a whole number of twelfths of a pixel, and of sixteenths. */
static const uint32_t vertices[3][4] = {
    {0x00000000, 0x00000000, 0x00000000, 0x3f800000},
    {0x42810000, 0x00000000, 0x00000000, 0x3f800000},
    {0x00000000, 0x42810000, 0x00000000, 0x3f800000},
};

/* Red 0.2, green 0.4, blue 0.6, alpha 0.8: 51, 102, 153 and 204 of 255 */
static const uint32_t constant[4] = {0x3e4ccccd, 0x3ecccccd, 0x3f19999a, 0x3f4ccccd};
static const uint32_t color = 0xcc336699;

static uint32_t ground(unsigned x, unsigned y)
{
	return 0x00ff00ff ^ (x << 8 | y << 24);
}

static uint32_t triangle(unsigned x, unsigned y)
{
	return 2 * (x + y + 1) < 129 ? color : ground(x, y);
}

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

/* US, the one instruction: out = max(const[0], const[0]), last, an output. Words in the order of
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

enum { ONE = 0x3f800000 };

static const struct {
	uint16_t reg;
	uint32_t value;
} state[] = {
    /* Vertices: one element, four floats, to input 0 */
    {R500_VAP_PVS_STATE_FLUSH_REG, 0},
    {R500_VAP_PVS_VTX_TIMEOUT_REG, 0xffff},
    {R500_VAP_PROG_STREAM_CNTL(0),
     R500_VAP_PROG_STREAM_CNTL__DATA_TYPE_0(R500_VAP_PROG_STREAM_CNTL__DATA_TYPE_0__FLOAT_4) |
	 R500_VAP_PROG_STREAM_CNTL__LAST_VEC_0(1)},
    {R500_VAP_PROG_STREAM_CNTL_EXT(0), R500_VAP_PROG_STREAM_CNTL_EXT__SWIZZLE_SELECT_X_0(0) |
					   R500_VAP_PROG_STREAM_CNTL_EXT__SWIZZLE_SELECT_Y_0(1) |
					   R500_VAP_PROG_STREAM_CNTL_EXT__SWIZZLE_SELECT_Z_0(2) |
					   R500_VAP_PROG_STREAM_CNTL_EXT__SWIZZLE_SELECT_W_0(3) |
					   R500_VAP_PROG_STREAM_CNTL_EXT__WRITE_ENA_0(15)},
    {R500_VAP_CNTL_STATUS, 0},
    {R500_VAP_PVS_CODE_CNTL_0, 0}, /* first, position and last: instruction 0 */
    {R500_VAP_PVS_CODE_CNTL_1, 0},
    {R500_VAP_PVS_CONST_CNTL, 0},
    {R500_VAP_PVS_FLOW_CNTL_OPC, 0},
    {R500_VAP_TEX_TO_COLOR_CNTL, 0},
    {R500_VAP_VTX_STATE_CNTL, 0x5555}, /* as Mesa always does */
    {R500_VAP_VSM_VTX_ASSM, R500_VAP_VSM_VTX_ASSM__POSITION(1)},
    {R500_VAP_OUT_VTX_FMT_0, R500_VAP_OUT_VTX_FMT_0__VTX_POS_PRESENT(1)},
    {R500_VAP_OUT_VTX_FMT_1, 0},
    {R500_VAP_GB_VERT_CLIP_ADJ, ONE},
    {R500_VAP_GB_VERT_DISC_ADJ, ONE},
    {R500_VAP_GB_HORZ_CLIP_ADJ, ONE},
    {R500_VAP_GB_HORZ_DISC_ADJ, ONE},
    /* Positions are pixels already */
    {R500_VAP_CLIP_CNTL, R500_VAP_CLIP_CNTL__CLIP_DISABLE(1)},
    {R500_VAP_VTE_CNTL, R500_VAP_VTE_CNTL__VTX_XY_FMT(1) | R500_VAP_VTE_CNTL__VTX_Z_FMT(1)},
    {R500_VAP_VTX_SIZE, 4},
    {R500_VAP_INDEX_OFFSET, 0},
    {R500_VAP_VF_MAX_VTX_INDX, 2},
    {R500_VAP_VF_MIN_VTX_INDX, 0},
    /* Setup: filled, not culled, not offset */
    {R500_GB_ENABLE, 0},
    {R500_GB_SELECT, 0},
    {R500_GB_AA_CONFIG, 0},
    {R500_GB_Z_PEQ_CONFIG, 0},
    {R500_GA_COLOR_CONTROL,
     R500_GA_COLOR_CONTROL__PROVOKING_VERTEX(R500_GA_COLOR_CONTROL__PROVOKING_VERTEX__LAST)},
    {R500_GA_COLOR_CONTROL_PS3, 0},
    {R500_GA_POLY_MODE, 0},
    {R500_GA_OFFSET, 0},
    {R500_SU_TEX_WRAP, 0},
    {R500_SU_TEX_WRAP_PS3, 0},
    {R500_SU_POLY_OFFSET_ENABLE, 0},
    {R500_SU_CULL_MODE, 0},
    {R500_SU_DEPTH_SCALE, 0x4b7fffff}, /* 2^24 - 1 */
    {R500_SU_DEPTH_OFFSET, 0},
    /* RS: guide 10.2.2, a primitive without color and texture */
    {R500_RS_COUNT, R500_RS_COUNT__IC_COUNT(1) | R500_RS_COUNT__HIRES_EN(1)},
    {R500_RS_INST_COUNT, 0},
    {R500_RS_IP(0), R500_RS_IP__COL_FMT(6)}, /* 0, 0, 0, 0 */
    {R500_RS_INST(0), 0},
    /* SC: all of the picture, left and top edges in */
    {R500_SC_SCISSOR0, 0},
    {R500_SC_SCISSOR1, R500_SC_SCISSOR1__XS1(FL_SMOKE_SIDE - 1) | R500_SC_SCISSOR1__YS1(FL_SMOKE_SIDE - 1)},
    {R500_SC_CLIP_RULE, 0xffff},
    {R500_SC_EDGERULE, 0x2da49525},
    {R500_SC_HYPERZ_EN, R500_SC_HYPERZ_EN__HZ_ADJ(7)},
    {R500_SC_SCREENDOOR, 0xffffff},
    /* TX, US */
    {R500_TX_INVALTAGS, 0},
    {R500_TX_ENABLE, 0},
    {R500_US_CONFIG, R500_US_CONFIG__ZERO_TIMES_ANYTHING_EQUALS_ZERO(1)},
    {R500_US_PIXSIZE, 1},
    {R500_US_FC_CTRL, 0},
    {R500_US_CODE_RANGE, 0},
    {R500_US_CODE_OFFSET, 0},
    {R500_US_CODE_ADDR, 0},
    {R500_US_W_FMT, 0},
    {R500_US_OUT_FMT(0), R500_US_OUT_FMT__OUT_FMT(R500_US_OUT_FMT__OUT_FMT__C4_8) |
			     R500_US_OUT_FMT__C0_SEL(R500_US_OUT_FMT_C0_SEL__BLUE) |
			     R500_US_OUT_FMT__C1_SEL(R500_US_OUT_FMT_C0_SEL__GREEN) |
			     R500_US_OUT_FMT__C2_SEL(R500_US_OUT_FMT_C0_SEL__RED) |
			     R500_US_OUT_FMT__C3_SEL(R500_US_OUT_FMT_C0_SEL__ALPHA)},
    {R500_US_OUT_FMT(1), R500_US_OUT_FMT__OUT_FMT(R500_US_OUT_FMT__OUT_FMT__UNUSED)},
    {R500_US_OUT_FMT(2), R500_US_OUT_FMT__OUT_FMT(R500_US_OUT_FMT__OUT_FMT__UNUSED)},
    {R500_US_OUT_FMT(3), R500_US_OUT_FMT__OUT_FMT(R500_US_OUT_FMT__OUT_FMT__UNUSED)},
    /* FG, ZB: no fog, no tests, no depth */
    {R500_FG_FOG_BLEND, 0},
    {R500_FG_ALPHA_FUNC, 0},
    {R500_FG_DEPTH_SRC, 0},
    {R500_ZB_CNTL, 0},
    {R500_ZB_ZSTENCILCNTL, 0},
    {R500_ZB_BW_CNTL, 0},
    {R500_ZB_ZTOP, R500_ZB_ZTOP__ZTOP(1)},
    /* CB: the picture is written, nothing is blended */
    {R500_RB3D_CCTL, R500_RB3D_CCTL__INDEPENDENT_COLORFORMAT_ENABLE(1)},
    {R500_RB3D_BLENDCNTL, 0},
    {R500_RB3D_ABLENDCNTL, 0},
    {R500_RB3D_COLOR_CHANNEL_MASK, 15},
    {R500_RB3D_ROPCNTL, 0},
    {R500_RB3D_DITHER_CTL, 0},
    {R500_RB3D_AARESOLVE_CTL, 0},
};

enum {
	STATE = sizeof(state) / sizeof(*state),
	TOTAL = 2 * STATE + 6 + 2 + 5 + 2 + 7 + 2 + 5 + 2 + 12 + 2,
};

enum fl_code r500_check_triangle(struct fl_bringup *up, struct fl_err *err)
{
	struct r500_card *c = r500_card(up);
	struct r500_ring *ring = &c->ring;
	enum fl_code code;
	uint64_t at_B;

	code = fl_smoke_picture(&c->up, 0, &at_B, err);
	if (code)
		return code;
	fl_smoke_paint(&c->up, at_B, ground);
	code = r500_ring_begin(ring, TOTAL, err);
	if (code)
		return code;
	for (unsigned i = 0; i < STATE; i++)
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
	r500_ring_emit(ring, R500_TYPE0_ONE(R500_VAP_PVS_VECTOR_DATA_REG_128, 4));
	for (unsigned i = 0; i < 4; i++)
		r500_ring_emit(ring, vertex_program[i]);
	r500_ring_reg(ring, R500_GA_US_VECTOR_INDEX, 0);
	r500_ring_emit(ring, R500_TYPE0_ONE(R500_GA_US_VECTOR_DATA, 6));
	for (unsigned i = 0; i < 6; i++)
		r500_ring_emit(ring, fragment_program[i]);
	r500_ring_reg(ring, R500_GA_US_VECTOR_INDEX,
		      R500_GA_US_VECTOR_INDEX__TYPE(R500_GA_US_VECTOR_INDEX__TYPE__CONSTANT));
	r500_ring_emit(ring, R500_TYPE0_ONE(R500_GA_US_VECTOR_DATA, 4));
	for (unsigned i = 0; i < 4; i++)
		r500_ring_emit(ring, constant[i]);

	r500_ring_emit(ring, R500_TYPE3(R500_PKT3_3D_DRAW_IMMD_2, 1 + 12));
	r500_ring_emit(ring, R500_VAP_VF_CNTL__PRIM_TYPE(R500_VAP_VF_CNTL__PRIM_TYPE__TRIANGLE_LIST) |
				 R500_VAP_VF_CNTL__PRIM_WALK(R500_VAP_VF_CNTL__PRIM_WALK__VERTEX_DATA) |
				 R500_VAP_VF_CNTL__NUM_VERTICES(3));
	for (unsigned i = 0; i < 12; i++)
		r500_ring_emit(ring, vertices[i / 4][i % 4]);
	r500_ring_commit(ring);
	code = r500_fence_sync(&c->fence, ring, 500000, err);
	if (!code)
		code = fl_smoke_compare(&c->up, at_B, "3D triangle", triangle, err);
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
