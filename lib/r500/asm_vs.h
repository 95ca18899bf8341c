/* SPDX-License-Identifier: MIT
 *
 * Inside the vertex assembler: operations, and one instruction from text. R5xx guide 7.5.7 to 7.5.9.
 */
#ifndef LIB_R500_ASM_VS_H
#define LIB_R500_ASM_VS_H

#include "lib/r500/asm_decl.h"
#include "lib/r500/pvs.h"

struct fl_r500_vs_op {
	uint8_t used; /* operands that it reads: bit 0 the first, … */
};

enum { FL_R500_VE_OPS = 29, FL_R500_ME_OPS = 29 };
extern const struct fl_r500_vs_op fl_r500_vs_ops[FL_R500_VE_OPS + FL_R500_ME_OPS];
#define fl_r500_ve_ops fl_r500_vs_ops
#define fl_r500_me_ops (fl_r500_vs_ops + FL_R500_VE_OPS)

const char *fl_r500_vs_op_name(const struct fl_r500_vs_op *op);
/* The one of that name, ours or the guide's, among the n_ops from op on; NULL: there is none. */
const struct fl_r500_vs_op *fl_r500_vs_op_find(const struct fl_r500_vs_op *op, uint32_t n_ops,
					       const char *name, uint32_t n);

/* What an instruction is: its operation, or why it is not valid (*why). */
const struct fl_r500_vs_op *fl_r500_vs_op_of(const uint32_t w[4], const char **why);
/* An operand that is not given: from the one before it. */
uint32_t fl_r500_vs_filler(uint32_t last, bool math);
/* Does MAD need its macro form: three different temporaries? */
bool fl_r500_vs_three_temps(const uint32_t w[4]);
/* An instruction out of text. p: names and constants; NULL: registers alone are known. at[0 .. 4): where its
 * operands stand. */
bool fl_r500_vs_instruction(struct fl_asm *a, struct fl_r500_vs *p, uint32_t w[4], const char *at[5]);
/* Ports, ranges and the rest of the guide's rules. */
bool fl_r500_vs_check(struct fl_asm *a, const uint32_t w[4], const char *const at[5]);

/* Fields by short names */
#define OP(w)       R500_PVS_OP_DST_OPERAND__PVS_DST_OPCODE__GET(w)
#define MATH        R500_PVS_OP_DST_OPERAND__PVS_DST_MATH_INST__MASK
#define MACRO       R500_PVS_OP_DST_OPERAND__PVS_DST_MACRO_INST__MASK
#define DUAL        R500_PVS_OP_DST_OPERAND__PVS_DST_DUAL_MATH_OP__MASK
#define VE_SAT      R500_PVS_OP_DST_OPERAND__PVS_DST_VE_SAT__MASK
#define ME_SAT      R500_PVS_OP_DST_OPERAND__PVS_DST_ME_SAT__MASK
#define PRED        R500_PVS_OP_DST_OPERAND__PVS_DST_PRED_ENABLE__MASK
#define SENSE       R500_PVS_OP_DST_OPERAND__PVS_DST_PRED_SENSE__MASK
#define DST_TYPE(w) R500_PVS_OP_DST_OPERAND__PVS_DST_REG_TYPE__GET(w)
#define DST_AT(w)   R500_PVS_OP_DST_OPERAND__PVS_DST_OFFSET__GET(w)
#define DST_SEL(w)  R500_PVS_OP_DST_OPERAND__PVS_DST_ADDR_SEL__GET(w)
#define SRC_TYPE(w) R500_PVS_SRC_OPERAND_0__PVS_SRC_REG_TYPE__GET(w)
#define SRC_ABS     R500_PVS_SRC_OPERAND_0__PVS_SRC_ABS_XYZW__MASK
#define SRC_AT(w)   R500_PVS_SRC_OPERAND_0__PVS_SRC_OFFSET__GET(w)
#define SRC_SEL(w)  R500_PVS_SRC_OPERAND_0__PVS_SRC_ADDR_SEL__GET(w)
#define DUAL_OP(w) \
	(R500_PVS_DUAL_MATH__PVS_DST_OPCODE__GET(w) | R500_PVS_DUAL_MATH__PVS_DST_OPCODE_MSB__GET(w) << 4)

#endif
