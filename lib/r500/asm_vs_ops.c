/* SPDX-License-Identifier: MIT
 *
 * Vertex operations, and what makes an instruction word valid. R5xx guide 7.5.7 to 7.5.9.
 */
#include "lib/r500/asm_vs.h"
#include "hw/regs/r500.h"

const struct fl_r500_vs_op fl_r500_ve_ops[FL_R500_VE_OPS] = {
    {"NOP", 0},
    {"DP4", 3},
    {"MUL", 3},
    {"ADD", 3},
    {"MAD", 7},
    {"DST", 3},
    {"FRC", 1},
    {"MAX", 3},
    {"MIN", 3},
    {"SGE", 3},
    {"SLT", 3},
    {"MADX2", 7},
    {"MULCLAMP", 7},
    {"ARL", 1},
    {"ARR", 1},
    {"PRED_SET_EQ_PUSH", 3},
    {"PRED_SET_GT_PUSH", 3},
    {"PRED_SET_GTE_PUSH", 3},
    {"PRED_SET_NEQ_PUSH", 3},
    {"COND_WRITE_EQ", 3},
    {"COND_WRITE_GT", 3},
    {"COND_WRITE_GTE", 3},
    {"COND_WRITE_NEQ", 3},
    {"COND_MUX_EQ", 7},
    {"COND_MUX_GT", 7},
    {"COND_MUX_GTE", 7},
    {"SGT", 3},
    {"SEQ", 3},
    {"SNE", 3},
};
const char fl_r500_ve_guide[] = "VECTOR_NO_OP\0"
				"VE_DOT_PRODUCT\0"
				"VE_MULTIPLY\0"
				"\0"
				"VE_MULTIPLY_ADD\0"
				"VE_DISTANCE_VECTOR\0"
				"VE_FRACTION\0"
				"VE_MAXIMUM\0"
				"VE_MINIMUM\0"
				"VE_SET_GREATER_THAN_EQUAL\0"
				"VE_SET_LESS_THAN\0"
				"VE_MULTIPLYX2_ADD\0"
				"VE_MULTIPLY_CLAMP\0"
				"VE_FLT2FIX_DX\0"
				"VE_FLT2FIX_DX_RND\0"
				"\0"
				"\0"
				"\0"
				"\0"
				"\0"
				"\0"
				"\0"
				"\0"
				"\0"
				"\0"
				"\0"
				"VE_SET_GREATER_THAN\0"
				"VE_SET_EQUAL\0"
				"VE_SET_NOT_EQUAL\0";

/* Powers come from the third operand (7.5.8, rule 3). */
const struct fl_r500_vs_op fl_r500_me_ops[FL_R500_ME_OPS] = {
    {"MNOP", 0},
    {"EXP", 1},
    {"LOG", 1},
    {"EXPE", 1},
    {"LIT", 7},
    {"POW", 5},
    {"RCP", 1},
    {"RCP_FF", 1},
    {"RSQ", 1},
    {"RSQ_FF", 1},
    {"MMUL", 3},
    {"EX2", 1},
    {"LG2", 1},
    {"POW_CLAMP_B", 7},
    {"POW_CLAMP_B1", 7},
    {"POW_CLAMP_01", 5},
    {"SIN", 1},
    {"COS", 1},
    {"LG2_IEEE", 1},
    {"RCP_IEEE", 1},
    {"RSQ_IEEE", 1},
    {"PRED_SET_EQ", 1},
    {"PRED_SET_GT", 1},
    {"PRED_SET_GTE", 1},
    {"PRED_SET_NEQ", 1},
    {"PRED_SET_CLR", 0},
    {"PRED_SET_INV", 1},
    {"PRED_SET_POP", 1},
    {"PRED_SET_RESTORE", 1},
};
const char fl_r500_me_guide[] = "MATH_NO_OP\0"
				"ME_EXP_BASE2_DX\0"
				"ME_LOG_BASE2_DX\0"
				"ME_EXP_BASEE_FF\0"
				"ME_LIGHT_COEFF_DX\0"
				"ME_POWER_FUNC_FF\0"
				"ME_RECIP_DX\0"
				"ME_RECIP_FF\0"
				"ME_RECIP_SQRT_DX\0"
				"ME_RECIP_SQRT_FF\0"
				"ME_MULTIPLY\0"
				"ME_EXP_BASE2_FULL_DX\0"
				"ME_LOG_BASE2_FULL_DX\0"
				"ME_POWER_FUNC_FF_CLAMP_B\0"
				"ME_POWER_FUNC_FF_CLAMP_B1\0"
				"ME_POWER_FUNC_FF_CLAMP_01\0"
				"\0"
				"\0"
				"ME_LOG_BASE2_IEEE\0"
				"ME_RECIP_IEEE\0"
				"ME_RECIP_SQRT_IEEE\0"
				"\0"
				"\0"
				"\0"
				"\0"
				"\0"
				"\0"
				"\0"
				"\0";

const struct fl_r500_vs_op *fl_r500_vs_op_of(const uint32_t w[4], const char **why)
{
	uint32_t op = OP(w[0]);
	const struct fl_r500_vs_op *o = NULL;

	*why = NULL;
	if (w[0] & MACRO) {
		if (op > 1)
			*why = "there are macros 0 and 1";
		else if (w[0] & (MATH | DUAL))
			*why = "a macro is a vector operation, and not half of a dual one";
		else
			o = &fl_r500_ve_ops[op == R500_PVS_MACRO_OPCODE__PVS_MACRO_OP_2CLK_MADD
						? R500_PVS_VE_OPCODE__VE_MULTIPLY_ADD
						: R500_PVS_VE_OPCODE__VE_MULTIPLYX2_ADD];
	} else if (w[0] & MATH) {
		if (op >= FL_R500_ME_OPS)
			*why = "no such math opcode";
		else if (w[0] & DUAL)
			*why = "the first half of a dual operation is the vector engine's";
		else
			o = &fl_r500_me_ops[op];
	} else if (op >= FL_R500_VE_OPS) {
		*why = "no such vector opcode";
	} else {
		o = &fl_r500_ve_ops[op];
	}
	if (!o)
		return NULL;
	if (DST_TYPE(w[0]) > R500_PVS_DST_REG_TYPE__INPUT)
		*why = "no such destination";
	if (PVS_TO_MODE_OF(w[0]) == 3)
		*why = "addressing mode 3 of the destination is reserved";
	for (uint32_t i = 1; i < 4; i++)
		if (PVS_MODE_OF(w[i]) == 3)
			*why = "addressing mode 3 of a source is reserved";
	if (w[0] & DUAL && DUAL_OP(w[3]) >= FL_R500_ME_OPS)
		*why = "no such math opcode in the dual operation";
	return *why ? NULL : o;
}

uint32_t fl_r500_vs_filler(uint32_t last, bool math)
{
	return math ? last : pvs_zeros(last);
}

bool fl_r500_vs_three_temps(const uint32_t w[4])
{
	uint32_t id[3];

	for (uint32_t i = 0; i < 3; i++) {
		id[i] = w[1 + i] & PVS_REGISTER;
		if (PVS_MODE_OF(id[i]) != R500_PVS_ADDR_MODE__RELATIVE_A0)
			id[i] &= ~R500_PVS_SRC_OPERAND_0__PVS_SRC_ADDR_SEL__MASK;
		if (SRC_TYPE(id[i]) != R500_PVS_SRC_REG_TYPE__TEMPORARY)
			return false;
	}
	return id[0] != id[1] && id[0] != id[2] && id[1] != id[2];
}
