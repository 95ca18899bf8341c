/* SPDX-License-Identifier: MIT
 *
 * Vertex programs, put together an instruction at a time (R5xx guide 7.5.7 to 7.5.9). Four dwords an
 * instruction.
 *
 *	pvs_dp4(b, PVS_OUT(0) | PVS_X, PVS_CONST(0) | PVS_XYZW, PVS_IN(0) | PVS_XYZW);
 *
 * Rules that the callers keep (R5xx guide 7.5.1): an instruction reads at most one input, one constant and
 * two temporaries. An operand that the operation does not use repeats a register that is used anyway (7.5.8):
 * the functions see to that.
 */
#ifndef LIB_R500_PVS_H
#define LIB_R500_PVS_H

#include "hw/regs/r500.h"

struct pvs {
	uint32_t *words;
	uint32_t n; /* instructions */
};

/* Destinations: a register and what is written of it */
#define PVS_TO(type, reg)                                                           \
	(R500_PVS_OP_DST_OPERAND__PVS_DST_REG_TYPE(R500_PVS_DST_REG_TYPE__##type) | \
	 R500_PVS_OP_DST_OPERAND__PVS_DST_OFFSET(reg))
#define PVS_OUT(reg)   PVS_TO(OUT, reg)
#define PVS_TEMP(reg)  PVS_TO(TEMPORARY, reg)
#define PVS_MASK(bits) ((uint32_t)(bits) << R500_PVS_OP_DST_OPERAND__PVS_DST_WE_X__SHIFT)
#define PVS_X          PVS_MASK(1)
#define PVS_Y          PVS_MASK(2)
#define PVS_Z          PVS_MASK(4)
#define PVS_W          PVS_MASK(8)
#define PVS_YZ         PVS_MASK(6)
#define PVS_XY         PVS_MASK(3)
#define PVS_XYZ        PVS_MASK(7)
#define PVS_ALL        PVS_MASK(15)
/* Clamp the result to [0, 1] (R5xx) */
#define PVS_VE_SAT     R500_PVS_OP_DST_OPERAND__PVS_DST_VE_SAT(1)
#define PVS_ME_SAT     R500_PVS_OP_DST_OPERAND__PVS_DST_ME_SAT(1)

/* Sources: a register and four selectors */
#define PVS_FROM(type, reg)                                                        \
	(R500_PVS_SRC_OPERAND_0__PVS_SRC_REG_TYPE(R500_PVS_SRC_REG_TYPE__##type) | \
	 R500_PVS_SRC_OPERAND_0__PVS_SRC_OFFSET(reg))
#define PVS_R(reg)     PVS_FROM(TEMPORARY, reg)
#define PVS_IN(reg)    PVS_FROM(INPUT, reg)
#define PVS_CONST(reg) PVS_FROM(CONSTANT, reg)
#define PVS_SEL(x, y, z, w)                                                                            \
	(R500_PVS_SRC_OPERAND_0__PVS_SRC_SWIZZLE_X(x) | R500_PVS_SRC_OPERAND_0__PVS_SRC_SWIZZLE_Y(y) | \
	 R500_PVS_SRC_OPERAND_0__PVS_SRC_SWIZZLE_Z(z) | R500_PVS_SRC_OPERAND_0__PVS_SRC_SWIZZLE_W(w))
enum { PVS_0 = R500_PVS_SWIZZLE__FORCE_0, PVS_1 = R500_PVS_SWIZZLE__FORCE_1 };
#define PVS_XYZW PVS_SEL(0, 1, 2, 3)
#define PVS_XYZ0 PVS_SEL(0, 1, 2, PVS_0)
#define PVS_XYZ1 PVS_SEL(0, 1, 2, PVS_1)
#define PVS_XY01 PVS_SEL(0, 1, PVS_0, PVS_1)
#define PVS_0010 PVS_SEL(PVS_0, PVS_0, PVS_1, PVS_0)
#define PVS_0000 PVS_SEL(PVS_0, PVS_0, PVS_0, PVS_0)
#define PVS_XXXX PVS_SEL(0, 0, 0, 0)
#define PVS_YYYY PVS_SEL(1, 1, 1, 1)
#define PVS_ZZZZ PVS_SEL(2, 2, 2, 2)
#define PVS_WWWW PVS_SEL(3, 3, 3, 3)
#define PVS_NEG                                                                                          \
	(R500_PVS_SRC_OPERAND_0__PVS_SRC_MODIFIER_X(1) | R500_PVS_SRC_OPERAND_0__PVS_SRC_MODIFIER_Y(1) | \
	 R500_PVS_SRC_OPERAND_0__PVS_SRC_MODIFIER_Z(1) | R500_PVS_SRC_OPERAND_0__PVS_SRC_MODIFIER_W(1))
#define PVS_REGISTER \
	(R500_PVS_SRC_OPERAND_0__PVS_SRC_REG_TYPE__MASK | R500_PVS_SRC_OPERAND_0__PVS_SRC_OFFSET__MASK)

static inline void pvs_put(struct pvs *b, uint32_t head, uint32_t x, uint32_t y, uint32_t z)
{
	uint32_t *w = b->words + 4 * b->n++;

	w[0] = head;
	w[1] = x;
	w[2] = y;
	w[3] = z;
}

/* Vector operations of two operands, and of three. */
#define PVS_VE2(name, opcode)                                                                                \
	static inline void pvs_##name(struct pvs *b, uint32_t to, uint32_t x, uint32_t y)                    \
	{                                                                                                    \
		pvs_put(b, R500_PVS_OP_DST_OPERAND__PVS_DST_OPCODE(R500_PVS_VE_OPCODE__##opcode) | to, x, y, \
			(y & PVS_REGISTER) | PVS_0000);                                                      \
	}
#define PVS_VE3(name, opcode)                                                                                \
	static inline void pvs_##name(struct pvs *b, uint32_t to, uint32_t x, uint32_t y, uint32_t z)        \
	{                                                                                                    \
		pvs_put(b, R500_PVS_OP_DST_OPERAND__PVS_DST_OPCODE(R500_PVS_VE_OPCODE__##opcode) | to, x, y, \
			z);                                                                                  \
	}
PVS_VE2(dp4, VE_DOT_PRODUCT)
PVS_VE2(mul, VE_MULTIPLY)
PVS_VE2(add, VE_ADD)
PVS_VE2(max, VE_MAXIMUM)
PVS_VE3(mad, VE_MULTIPLY_ADD)
PVS_VE3(madx2, VE_MULTIPLYX2_ADD) /* 2 x y + z */

/* A move is an addition of 0. */
static inline void pvs_mov(struct pvs *b, uint32_t to, uint32_t x)
{
	pvs_add(b, to, x, (x & PVS_REGISTER) | PVS_0000);
}

/* Math operations read w of their operands. */
#define PVS_ME(opcode)                                                           \
	(R500_PVS_OP_DST_OPERAND__PVS_DST_OPCODE(R500_PVS_ME_OPCODE__##opcode) | \
	 R500_PVS_OP_DST_OPERAND__PVS_DST_MATH_INST(1))
static inline void pvs_rsq(struct pvs *b, uint32_t to, uint32_t x)
{
	pvs_put(b, PVS_ME(ME_RECIP_SQRT_DX) | to, x, x, x);
}

static inline void pvs_rcp(struct pvs *b, uint32_t to, uint32_t x)
{
	pvs_put(b, PVS_ME(ME_RECIP_DX) | to, x, x, x);
}

static inline void pvs_ex2(struct pvs *b, uint32_t to, uint32_t x)
{
	pvs_put(b, PVS_ME(ME_EXP_BASE2_FULL_DX) | to, x, x, x);
}

/* (1, max(n.l, 0), n.l > 0 ? max(n.h, 0)^shininess : 0, 1) */
static inline void pvs_lit(struct pvs *b, uint32_t to, uint32_t nh, uint32_t nl, uint32_t shininess)
{
	pvs_put(b, PVS_ME(ME_LIGHT_COEFF_DX) | to, nh, nl, shininess);
}

#endif
