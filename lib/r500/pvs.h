/* SPDX-License-Identifier: MIT
 *
 * Words of vertex programs (R5xx guide 7.5.7 to 7.5.9): fields of several bits that the register database has
 * one by one, put together and taken apart. The three operands of an instruction have one layout, and so has
 * what is left of it in a PVS_DUAL_MATH.
 */
#ifndef LIB_R500_PVS_H
#define LIB_R500_PVS_H

#include "hw/regs/r500.h"

/* What is written of a destination. Masks of components are bit 0 x … bit 3 w. */
#define PVS_WRITE(mask) (((mask)&15) << R500_PVS_OP_DST_OPERAND__PVS_DST_WE_X__SHIFT)
#define PVS_WRITES(w)   ((w) >> R500_PVS_OP_DST_OPERAND__PVS_DST_WE_X__SHIFT & 15)
_Static_assert(PVS_WRITE(8u) == R500_PVS_OP_DST_OPERAND__PVS_DST_WE_W(1), "side by side");
/* How a destination is addressed: R500_PVS_ADDR_MODE__… */
#define PVS_TO_MODE(mode)                                         \
	(R500_PVS_OP_DST_OPERAND__PVS_DST_ADDR_MODE_0((mode)&1) | \
	 R500_PVS_OP_DST_OPERAND__PVS_DST_ADDR_MODE_1((mode) >> 1 & 1))
#define PVS_TO_MODE_OF(w)                                       \
	(R500_PVS_OP_DST_OPERAND__PVS_DST_ADDR_MODE_0__GET(w) | \
	 R500_PVS_OP_DST_OPERAND__PVS_DST_ADDR_MODE_1__GET(w) << 1)

/* The same of operands */
#define PVS_MODE(mode)                                           \
	(R500_PVS_SRC_OPERAND_0__PVS_SRC_ADDR_MODE_0((mode)&1) | \
	 R500_PVS_SRC_OPERAND_0__PVS_SRC_ADDR_MODE_1((mode) >> 1 & 1))
#define PVS_MODE_OF(w)                                         \
	(R500_PVS_SRC_OPERAND_0__PVS_SRC_ADDR_MODE_0__GET(w) | \
	 R500_PVS_SRC_OPERAND_0__PVS_SRC_ADDR_MODE_1__GET(w) << 1)
/* Components that are negated */
#define PVS_NEGATE(mask) (((mask)&15) << R500_PVS_SRC_OPERAND_0__PVS_SRC_MODIFIER_X__SHIFT)
#define PVS_NEGATED(w)   ((w) >> R500_PVS_SRC_OPERAND_0__PVS_SRC_MODIFIER_X__SHIFT & 15)
_Static_assert(PVS_NEGATE(8u) == R500_PVS_SRC_OPERAND_0__PVS_SRC_MODIFIER_W(1), "side by side");
/* Selectors: R500_PVS_SWIZZLE__… */
#define PVS_SELECT(x, y, z, w)                                                                         \
	(R500_PVS_SRC_OPERAND_0__PVS_SRC_SWIZZLE_X(x) | R500_PVS_SRC_OPERAND_0__PVS_SRC_SWIZZLE_Y(y) | \
	 R500_PVS_SRC_OPERAND_0__PVS_SRC_SWIZZLE_Z(z) | R500_PVS_SRC_OPERAND_0__PVS_SRC_SWIZZLE_W(w))
#define PVS_SELECT_XYZW \
	PVS_SELECT(R500_PVS_SWIZZLE__X, R500_PVS_SWIZZLE__Y, R500_PVS_SWIZZLE__Z, R500_PVS_SWIZZLE__W)
#define PVS_SELECT_0000                                                                             \
	PVS_SELECT(R500_PVS_SWIZZLE__FORCE_0, R500_PVS_SWIZZLE__FORCE_0, R500_PVS_SWIZZLE__FORCE_0, \
		   R500_PVS_SWIZZLE__FORCE_0)
/* The register: its type, its number, how it is addressed */
#define PVS_REGISTER                                                                                     \
	(R500_PVS_SRC_OPERAND_0__PVS_SRC_REG_TYPE__MASK | R500_PVS_SRC_OPERAND_0__PVS_SRC_OFFSET__MASK | \
	 R500_PVS_SRC_OPERAND_0__PVS_SRC_ADDR_MODE_0__MASK |                                             \
	 R500_PVS_SRC_OPERAND_0__PVS_SRC_ADDR_MODE_1__MASK | R500_PVS_SRC_OPERAND_0__PVS_SRC_ADDR_SEL__MASK)

/* The selector of component i */
static inline uint32_t pvs_selector(uint32_t w, uint32_t i)
{
	return w >> (R500_PVS_SRC_OPERAND_0__PVS_SRC_SWIZZLE_X__SHIFT + 3 * i) & 7;
}

/* 0 in all four components, read from the register of operand w. */
static inline uint32_t pvs_zeros(uint32_t w)
{
	return (w & PVS_REGISTER) | PVS_SELECT_0000;
}

#endif
