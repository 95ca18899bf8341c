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

/* Instruction kinds: what is written, where to */
#define US_ALU                                                                                               \
	(R500_US_CMN_INST__TYPE(R500_US_CMN_INST__TYPE__US_INST_TYPE_ALU) | R500_US_CMN_INST__RGB_WMASK(7) | \
	 R500_US_CMN_INST__ALPHA_WMASK(1))
#define US_OUT                                                                                               \
	(R500_US_CMN_INST__TYPE(R500_US_CMN_INST__TYPE__US_INST_TYPE_OUT) | R500_US_CMN_INST__RGB_OMASK(7) | \
	 R500_US_CMN_INST__ALPHA_OMASK(1) | US_WAIT)
#define US_WAIT                         \
	R500_US_CMN_INST__TEX_SEM_WAIT( \
	    1) /* for all texture results before; the last instruction must have it */

#define US_CLAMP \
	(R500_US_CMN_INST__RGB_CLAMP(1) | R500_US_CMN_INST__ALPHA_CLAMP(1)) /* the result to [0, 1] */

/* Sources 0 to 2: a temporary, a constant, or none (the inline constant 0x80, as Mesa fills it in) */
#define US_T(n) (n)
#define US_C(n) (0x100 | (n))
#define US_NONE 0x80
#define US_ADDR(s0, s1, s2)                                                                      \
	(R500_US_ALU_RGB_ADDR__ADDR0((s0)&0xff) | R500_US_ALU_RGB_ADDR__ADDR0_CONST((s0) >> 8) | \
	 R500_US_ALU_RGB_ADDR__ADDR1((s1)&0xff) | R500_US_ALU_RGB_ADDR__ADDR1_CONST((s1) >> 8) | \
	 R500_US_ALU_RGB_ADDR__ADDR2((s2)&0xff) | R500_US_ALU_RGB_ADDR__ADDR2_CONST((s2) >> 8))

/* Operands: source, selectors (3 bits each: 0-3 r g b a, 4 zero, 6 one), negation */
#define US_RGB(src, swz)     (src), (swz), 0
#define US_NEG_RGB(src, swz) (src), (swz), 1
#define US_A(src, swz)       (src), (swz), 0
#define US_NEG_A(src, swz)   (src), (swz), 1
#define US_SWZ_RGB           0210 /* octal, blue first: b g r */
#define US_SWZ_RRR           0000
#define US_SWZ_AAA           0333
#define US_SWZ_000           0444
#define US_SWZ_111           0666
#define US_R                 0
#define US_G                 1
#define US_B                 2
#define US_ALPHA             3
#define US_ZERO              4
#define US_1                 6

#define US_RGB_INST_(sa, wa, na, sb, wb, nb)                                                                \
	(R500_US_ALU_RGB_INST__RGB_SEL_A(sa) | R500_US_ALU_RGB_INST__RED_SWIZ_A((wa)&7) |                   \
	 R500_US_ALU_RGB_INST__GREEN_SWIZ_A((wa) >> 3 & 7) | R500_US_ALU_RGB_INST__BLUE_SWIZ_A((wa) >> 6) | \
	 R500_US_ALU_RGB_INST__RGB_MOD_A(na) | R500_US_ALU_RGB_INST__RGB_SEL_B(sb) |                        \
	 R500_US_ALU_RGB_INST__RED_SWIZ_B((wb)&7) | R500_US_ALU_RGB_INST__GREEN_SWIZ_B((wb) >> 3 & 7) |     \
	 R500_US_ALU_RGB_INST__BLUE_SWIZ_B((wb) >> 6) | R500_US_ALU_RGB_INST__RGB_MOD_B(nb))
#define US_RGB_INST(...) US_RGB_INST_(__VA_ARGS__)
#define US_ALPHA_INST_(dst, sa, wa, na, sb, wb, nb)                                           \
	(R500_US_ALU_ALPHA_INST__ALPHA_OP(0) | R500_US_ALU_ALPHA_INST__ALPHA_ADDRD(dst) |     \
	 R500_US_ALU_ALPHA_INST__ALPHA_SEL_A(sa) | R500_US_ALU_ALPHA_INST__ALPHA_SWIZ_A(wa) | \
	 R500_US_ALU_ALPHA_INST__ALPHA_MOD_A(na) | R500_US_ALU_ALPHA_INST__ALPHA_SEL_B(sb) |  \
	 R500_US_ALU_ALPHA_INST__ALPHA_SWIZ_B(wb) | R500_US_ALU_ALPHA_INST__ALPHA_MOD_B(nb))
#define US_ALPHA_INST(...) US_ALPHA_INST_(__VA_ARGS__)
#define US_RGBA_INST_(dst, sc, wc, nc, sac, wac, nac)                                           \
	(R500_US_ALU_RGBA_INST__RGB_OP(0) | R500_US_ALU_RGBA_INST__RGB_ADDRD(dst) |             \
	 R500_US_ALU_RGBA_INST__RGB_SEL_C(sc) | R500_US_ALU_RGBA_INST__RED_SWIZ_C((wc)&7) |     \
	 R500_US_ALU_RGBA_INST__GREEN_SWIZ_C((wc) >> 3 & 7) |                                   \
	 R500_US_ALU_RGBA_INST__BLUE_SWIZ_C((wc) >> 6) | R500_US_ALU_RGBA_INST__RGB_MOD_C(nc) | \
	 R500_US_ALU_RGBA_INST__ALPHA_SEL_C(sac) | R500_US_ALU_RGBA_INST__ALPHA_SWIZ_C(wac) |   \
	 R500_US_ALU_RGBA_INST__ALPHA_MOD_C(nac))
#define US_RGBA_INST(...) US_RGBA_INST_(__VA_ARGS__)

/* dst.rgb = a * b + c, dst.a = aa * ab + ac; operations other than MAD are not needed. */
#define US_MAD(kind, dst, addr, a, b, c, aa, ab, ac) \
	(kind), (addr), (addr), US_RGB_INST(a, b), US_ALPHA_INST(dst, aa, ab), US_RGBA_INST(dst, c, ac)

/* dst.a = operation (the alpha unit's) of a, b, c; the RGB unit rests. */
#define US_SCALAR(op, dst, addr, a, b, c)                                                    \
	(R500_US_CMN_INST__TYPE(R500_US_CMN_INST__TYPE__US_INST_TYPE_ALU) |                  \
	 R500_US_CMN_INST__ALPHA_WMASK(1)),                                                  \
	    (addr), (addr), 0,                                                               \
	    US_ALPHA_INST(dst, a, b) |                                                       \
		R500_US_ALU_ALPHA_INST__ALPHA_OP(R500_US_ALU_ALPHA_INST__ALPHA_OP__OP_##op), \
	    US_SCALAR_C(c)
#define US_SCALAR_C_(s, w, n)                                                             \
	(R500_US_ALU_RGBA_INST__ALPHA_SEL_C(s) | R500_US_ALU_RGBA_INST__ALPHA_SWIZ_C(w) | \
	 R500_US_ALU_RGBA_INST__ALPHA_MOD_C(n))
#define US_SCALAR_C(...) US_SCALAR_C_(__VA_ARGS__)

/* The pixel is thrown away where src.a is below 0. It waits for the ALU (R5xx guide 8.3.1). */
#define US_KILL(src)                                                             \
	(R500_US_CMN_INST__TYPE(R500_US_CMN_INST__TYPE__US_INST_TYPE_TEX) |      \
	 R500_US_CMN_INST__ALPHA_WMASK(1) | R500_US_CMN_INST__ALU_WAIT(1)),      \
	    R500_US_TEX_INST__INST(R500_US_TEX_INST__INST__TEXKILL),             \
	    (R500_US_TEX_ADDR__SRC_ADDR(src) | R500_US_TEX_ADDR__SRC_S_SWIZ(0) | \
	     R500_US_TEX_ADDR__SRC_T_SWIZ(1) | R500_US_TEX_ADDR__SRC_R_SWIZ(2) | \
	     R500_US_TEX_ADDR__SRC_Q_SWIZ(3)),                                   \
	    0, 0, 0

/* dst = texture unit's color at src.xyz, with kind LD, or at src.xyz / src.w, with PROJ; r: the selector of
 * the third, US_ALPHA where it does not matter, as Mesa has it. It waits for look-ups before it if it
 * acquires the semaphore, which one of a row does for all: the last. */
#define US_TEX(kind, unit, dst, src, r, acquire)                                                       \
	(R500_US_CMN_INST__TYPE(R500_US_CMN_INST__TYPE__US_INST_TYPE_TEX) |                            \
	 R500_US_CMN_INST__TEX_SEM_WAIT(acquire) | R500_US_CMN_INST__RGB_WMASK(7) |                    \
	 R500_US_CMN_INST__ALPHA_WMASK(1)),                                                            \
	    (R500_US_TEX_INST__TEX_ID(unit) | R500_US_TEX_INST__INST(R500_US_TEX_INST__INST__##kind) | \
	     R500_US_TEX_INST__TEX_SEM_ACQUIRE(acquire)),                                              \
	    (R500_US_TEX_ADDR__SRC_ADDR(src) | R500_US_TEX_ADDR__SRC_S_SWIZ(0) |                       \
	     R500_US_TEX_ADDR__SRC_T_SWIZ(1) | R500_US_TEX_ADDR__SRC_R_SWIZ(r) |                       \
	     R500_US_TEX_ADDR__SRC_Q_SWIZ(3) | R500_US_TEX_ADDR__DST_ADDR(dst) |                       \
	     R500_US_TEX_ADDR__DST_R_SWIZ(0) | R500_US_TEX_ADDR__DST_G_SWIZ(1) |                       \
	     R500_US_TEX_ADDR__DST_B_SWIZ(2) | R500_US_TEX_ADDR__DST_A_SWIZ(3)),                       \
	    0, 0, 0

#endif
