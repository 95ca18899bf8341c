/* SPDX-License-Identifier: MIT
 *
 * Vertex operations, and what makes an instruction word valid. R5xx guide 7.5.7 to 7.5.9.
 */
#include "lib/r500/asm_vs.h"
#include "hw/regs/r500.h"

/* What the assembler calls it, what the guide does after VE_ or ME_ ("" is the same; that of the first of
 * both, which do nothing, is whole), and the operands it reads; first the vector engine's, then those of the
 * math engine, which takes powers from the third operand (7.5.8, rule 3). */
/* clang-format off */
#define OPS(OP_) \
	OP_("NOP", "VECTOR_NO_OP", 0) \
	OP_("DP4", "DOT_PRODUCT", 3) \
	OP_("MUL", "MULTIPLY", 3) \
	OP_("ADD", "", 3) \
	OP_("MAD", "MULTIPLY_ADD", 7) \
	OP_("DST", "DISTANCE_VECTOR", 3) \
	OP_("FRC", "FRACTION", 1) \
	OP_("MAX", "MAXIMUM", 3) \
	OP_("MIN", "MINIMUM", 3) \
	OP_("SGE", "SET_GREATER_THAN_EQUAL", 3) \
	OP_("SLT", "SET_LESS_THAN", 3) \
	OP_("MADX2", "MULTIPLYX2_ADD", 7) \
	OP_("MULCLAMP", "MULTIPLY_CLAMP", 7) \
	OP_("ARL", "FLT2FIX_DX", 1) \
	OP_("ARR", "FLT2FIX_DX_RND", 1) \
	OP_("PRED_SET_EQ_PUSH", "", 3) \
	OP_("PRED_SET_GT_PUSH", "", 3) \
	OP_("PRED_SET_GTE_PUSH", "", 3) \
	OP_("PRED_SET_NEQ_PUSH", "", 3) \
	OP_("COND_WRITE_EQ", "", 3) \
	OP_("COND_WRITE_GT", "", 3) \
	OP_("COND_WRITE_GTE", "", 3) \
	OP_("COND_WRITE_NEQ", "", 3) \
	OP_("COND_MUX_EQ", "", 7) \
	OP_("COND_MUX_GT", "", 7) \
	OP_("COND_MUX_GTE", "", 7) \
	OP_("SGT", "SET_GREATER_THAN", 3) \
	OP_("SEQ", "SET_EQUAL", 3) \
	OP_("SNE", "SET_NOT_EQUAL", 3) \
	OP_("MNOP", "MATH_NO_OP", 0) \
	OP_("EXP", "EXP_BASE2_DX", 1) \
	OP_("LOG", "LOG_BASE2_DX", 1) \
	OP_("EXPE", "EXP_BASEE_FF", 1) \
	OP_("LIT", "LIGHT_COEFF_DX", 7) \
	OP_("POW", "POWER_FUNC_FF", 5) \
	OP_("RCP", "RECIP_DX", 1) \
	OP_("RCP_FF", "RECIP_FF", 1) \
	OP_("RSQ", "RECIP_SQRT_DX", 1) \
	OP_("RSQ_FF", "RECIP_SQRT_FF", 1) \
	OP_("MMUL", "MULTIPLY", 3) \
	OP_("EX2", "EXP_BASE2_FULL_DX", 1) \
	OP_("LG2", "LOG_BASE2_FULL_DX", 1) \
	OP_("POW_CLAMP_B", "POWER_FUNC_FF_CLAMP_B", 7) \
	OP_("POW_CLAMP_B1", "POWER_FUNC_FF_CLAMP_B1", 7) \
	OP_("POW_CLAMP_01", "POWER_FUNC_FF_CLAMP_01", 5) \
	OP_("SIN", "", 1) \
	OP_("COS", "", 1) \
	OP_("LG2_IEEE", "LOG_BASE2_IEEE", 1) \
	OP_("RCP_IEEE", "RECIP_IEEE", 1) \
	OP_("RSQ_IEEE", "RECIP_SQRT_IEEE", 1) \
	OP_("PRED_SET_EQ", "", 1) \
	OP_("PRED_SET_GT", "", 1) \
	OP_("PRED_SET_GTE", "", 1) \
	OP_("PRED_SET_NEQ", "", 1) \
	OP_("PRED_SET_CLR", "", 0) \
	OP_("PRED_SET_INV", "", 1) \
	OP_("PRED_SET_POP", "", 1) \
	OP_("PRED_SET_RESTORE", "", 1)
/* clang-format on */

#define USED(name, guide, used)  {used},
#define NAMES(name, guide, used) name "\0" guide "\0"
const struct fl_r500_vs_op fl_r500_vs_ops[FL_R500_VE_OPS + FL_R500_ME_OPS] = {OPS(USED)};
static const char names[] = OPS(NAMES);

static const char *after(const char *s)
{
	while (*s++)
		;
	return s;
}

const char *fl_r500_vs_op_name(const struct fl_r500_vs_op *op)
{
	const char *s = names;

	for (; op > fl_r500_vs_ops; op--)
		s = after(after(s));
	return s;
}

const struct fl_r500_vs_op *fl_r500_vs_op_find(const struct fl_r500_vs_op *first, uint32_t n_ops,
					       const char *name, uint32_t n)
{
	const char *s = fl_r500_vs_op_name(first);
	bool prefixed = n > 3 && fl_asm_is(name, 3, first == fl_r500_ve_ops ? "VE_" : "ME_");

	for (const struct fl_r500_vs_op *op = first; op < first + n_ops; op++, s = after(after(s))) {
		const char *guide = after(s);

		if (fl_asm_is(name, n, s) || (op == first && fl_asm_is(name, n, guide)) ||
		    (prefixed && op > first && fl_asm_is(name + 3, n - 3, *guide ? guide : s)))
			return op;
	}
	return NULL;
}

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
