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
#define PVS_WRITE(mask)                                           \
	(R500_PVS_OP_DST_OPERAND__PVS_DST_WE_X((mask)&1) |        \
	 R500_PVS_OP_DST_OPERAND__PVS_DST_WE_Y((mask) >> 1 & 1) | \
	 R500_PVS_OP_DST_OPERAND__PVS_DST_WE_Z((mask) >> 2 & 1) | \
	 R500_PVS_OP_DST_OPERAND__PVS_DST_WE_W((mask) >> 3 & 1))
#define PVS_WRITES(w)                                         \
	(R500_PVS_OP_DST_OPERAND__PVS_DST_WE_X__GET(w) |      \
	 R500_PVS_OP_DST_OPERAND__PVS_DST_WE_Y__GET(w) << 1 | \
	 R500_PVS_OP_DST_OPERAND__PVS_DST_WE_Z__GET(w) << 2 | \
	 R500_PVS_OP_DST_OPERAND__PVS_DST_WE_W__GET(w) << 3)
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
#define PVS_NEGATE(mask)                                               \
	(R500_PVS_SRC_OPERAND_0__PVS_SRC_MODIFIER_X((mask)&1) |        \
	 R500_PVS_SRC_OPERAND_0__PVS_SRC_MODIFIER_Y((mask) >> 1 & 1) | \
	 R500_PVS_SRC_OPERAND_0__PVS_SRC_MODIFIER_Z((mask) >> 2 & 1) | \
	 R500_PVS_SRC_OPERAND_0__PVS_SRC_MODIFIER_W((mask) >> 3 & 1))
#define PVS_NEGATED(w)                                             \
	(R500_PVS_SRC_OPERAND_0__PVS_SRC_MODIFIER_X__GET(w) |      \
	 R500_PVS_SRC_OPERAND_0__PVS_SRC_MODIFIER_Y__GET(w) << 1 | \
	 R500_PVS_SRC_OPERAND_0__PVS_SRC_MODIFIER_Z__GET(w) << 2 | \
	 R500_PVS_SRC_OPERAND_0__PVS_SRC_MODIFIER_W__GET(w) << 3)
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
	const uint32_t all[4] = {R500_PVS_SRC_OPERAND_0__PVS_SRC_SWIZZLE_X__GET(w),
				 R500_PVS_SRC_OPERAND_0__PVS_SRC_SWIZZLE_Y__GET(w),
				 R500_PVS_SRC_OPERAND_0__PVS_SRC_SWIZZLE_Z__GET(w),
				 R500_PVS_SRC_OPERAND_0__PVS_SRC_SWIZZLE_W__GET(w)};

	return all[i];
}

/* 0 in all four components, read from the register of operand w. */
static inline uint32_t pvs_zeros(uint32_t w)
{
	return (w & PVS_REGISTER) | PVS_SELECT_0000;
}

#endif
