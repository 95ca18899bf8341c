/* SPDX-License-Identifier: MIT
 *
 * Fragment programs: macros that pack R5xx US instructions (R5xx guide 8.3, 11.10). Six dwords an
 * instruction.
 *
 * An ALU instruction is an RGB and an alpha half with the same three sources; sources are addressed for both
 * halves alike here, so that a color selector may name the alpha.
 */
#ifndef LIB_R500_US_H
#define LIB_R500_US_H

#include "hw/regs/r500.h"

/* Instruction kinds */
#define US_TYPE(t) R500_US_CMN_INST__TYPE(R500_US_CMN_INST__TYPE__US_INST_TYPE_##t)
/* For all texture results before; the last instruction must have it. */
#define US_WAIT    R500_US_CMN_INST__TEX_SEM_WAIT(1)
/* All four channels go out. */
#define US_ALL     (R500_US_CMN_INST__RGB_OMASK(7) | R500_US_CMN_INST__ALPHA_OMASK(1))
#define US_OUT     (US_TYPE(OUT) | US_ALL | US_WAIT)

/* Sources 0 to 2: a temporary, a constant, or none (the inline constant 0x80, as Mesa fills it in) */
#define US_T(n)    (n)
#define US_C(n)    (0x100 | (n))
#define US_NONE    0x80
#define US_ADDR(s0, s1, s2)                                                                      \
	(R500_US_ALU_RGB_ADDR__ADDR0((s0)&0xff) | R500_US_ALU_RGB_ADDR__ADDR0_CONST((s0) >> 8) | \
	 R500_US_ALU_RGB_ADDR__ADDR1((s1)&0xff) | R500_US_ALU_RGB_ADDR__ADDR1_CONST((s1) >> 8) | \
	 R500_US_ALU_RGB_ADDR__ADDR2((s2)&0xff) | R500_US_ALU_RGB_ADDR__ADDR2_CONST((s2) >> 8))

/* Selectors of an RGB operand: of red, green, blue */
#define US_SWZ_RGB     R500_ALU_SWIZ__RED, R500_ALU_SWIZ__GREEN, R500_ALU_SWIZ__BLUE
#define US_SWZ_000     R500_ALU_SWIZ__ZERO, R500_ALU_SWIZ__ZERO, R500_ALU_SWIZ__ZERO
#define US_SWZ_111     R500_ALU_SWIZ__ONE, R500_ALU_SWIZ__ONE, R500_ALU_SWIZ__ONE

/* Operands: the source, its selectors, its modifier */
#define US_RGB(...)    __VA_ARGS__, R500_ALU_MOD__NOP /* source, red, green, blue */
#define US_A(...)      __VA_ARGS__, R500_ALU_MOD__NOP /* source, alpha */

/* The words after the addresses: a * b + c, operands as above. rgb is the RGB half's, alpha the alpha half's;
 * the last word has c of both. */
#define US_RGB_AB(...) US_RGB_AB_(__VA_ARGS__)
#define US_RGB_AB_(sa, ra, ga, ba, ma, sb, rb, gb, bb, mb)                                \
	(R500_US_ALU_RGB_INST__RGB_SEL_A(sa) | R500_US_ALU_RGB_INST__RED_SWIZ_A(ra) |     \
	 R500_US_ALU_RGB_INST__GREEN_SWIZ_A(ga) | R500_US_ALU_RGB_INST__BLUE_SWIZ_A(ba) | \
	 R500_US_ALU_RGB_INST__RGB_MOD_A(ma) | R500_US_ALU_RGB_INST__RGB_SEL_B(sb) |      \
	 R500_US_ALU_RGB_INST__RED_SWIZ_B(rb) | R500_US_ALU_RGB_INST__GREEN_SWIZ_B(gb) |  \
	 R500_US_ALU_RGB_INST__BLUE_SWIZ_B(bb) | R500_US_ALU_RGB_INST__RGB_MOD_B(mb))
#define US_ALPHA_AB(...) US_ALPHA_AB_(__VA_ARGS__)
#define US_ALPHA_AB_(sa, wa, ma, sb, wb, mb)                                                  \
	(R500_US_ALU_ALPHA_INST__ALPHA_SEL_A(sa) | R500_US_ALU_ALPHA_INST__ALPHA_SWIZ_A(wa) | \
	 R500_US_ALU_ALPHA_INST__ALPHA_MOD_A(ma) | R500_US_ALU_ALPHA_INST__ALPHA_SEL_B(sb) |  \
	 R500_US_ALU_ALPHA_INST__ALPHA_SWIZ_B(wb) | R500_US_ALU_ALPHA_INST__ALPHA_MOD_B(mb))
#define US_RGB_C(...) US_RGB_C_(__VA_ARGS__)
#define US_RGB_C_(s, r, g, b, m)                                                          \
	(R500_US_ALU_RGBA_INST__RGB_SEL_C(s) | R500_US_ALU_RGBA_INST__RED_SWIZ_C(r) |     \
	 R500_US_ALU_RGBA_INST__GREEN_SWIZ_C(g) | R500_US_ALU_RGBA_INST__BLUE_SWIZ_C(b) | \
	 R500_US_ALU_RGBA_INST__RGB_MOD_C(m))
#define US_ALPHA_C(...) US_ALPHA_C_(__VA_ARGS__)
#define US_ALPHA_C_(s, w, m)                                                              \
	(R500_US_ALU_RGBA_INST__ALPHA_SEL_C(s) | R500_US_ALU_RGBA_INST__ALPHA_SWIZ_C(w) | \
	 R500_US_ALU_RGBA_INST__ALPHA_MOD_C(m))

#endif
