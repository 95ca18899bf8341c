/* SPDX-License-Identifier: MIT
 *
 * Words of fragment programs (R5xx guide 8.3, 11.10): fields that the register database has one by one or
 * once a half, put together and taken apart. Six dwords an instruction.
 *
 * An ALU instruction is an RGB and an alpha half. Halves are 0 RGB and 1 alpha; channels are masks of bit 0
 * red … bit 3 alpha.
 */
#ifndef LIB_R500_US_H
#define LIB_R500_US_H

#include "hw/regs/r500.h"

/* ---- the common word ----------------------------------------------------------------------------------- */
#define US_TYPE(t)     R500_US_CMN_INST__TYPE(R500_US_CMN_INST__TYPE__US_INST_TYPE_##t)
/* For all texture results before; the last instruction must have it. */
#define US_WAIT        R500_US_CMN_INST__TEX_SEM_WAIT(1)
/* Channels that are written of a temporary, and of an output or of the predicate bits */
#define US_WMASK(m)    (((m)&15) << R500_US_CMN_INST__RGB_WMASK__SHIFT)
#define US_WMASK_OF(w) ((w) >> R500_US_CMN_INST__RGB_WMASK__SHIFT & 15)
#define US_OMASK(m)    (((m)&15) << R500_US_CMN_INST__RGB_OMASK__SHIFT)
#define US_OMASK_OF(w) ((w) >> R500_US_CMN_INST__RGB_OMASK__SHIFT & 15)
_Static_assert(US_WMASK(8u) == R500_US_CMN_INST__ALPHA_WMASK(1) &&
		   US_OMASK(8u) == R500_US_CMN_INST__ALPHA_OMASK(1),
	       "alpha stands beside the colors");
#define US_CLAMP_OF(w, half) \
	((half) ? R500_US_CMN_INST__ALPHA_CLAMP__GET(w) : R500_US_CMN_INST__RGB_CLAMP__GET(w))
/* All four channels go out. */
#define US_OUT      (US_TYPE(OUT) | US_OMASK(15u) | US_WAIT)

/* ---- sources ------------------------------------------------------------------------------------------- */
/* What ADDRn and its flags hold, for all three sources of both halves */
#define US_CONST    R500_US_ALU_RGB_ADDR__ADDR0_CONST(1)
#define US_RELATIVE R500_US_ALU_RGB_ADDR__ADDR0_REL(1)
#define US_T(n)     (n)
#define US_C(n)     (US_CONST | (n))
/* None: the first inline constant, as Mesa fills it in */
#define US_NONE     R500_US_ALU_ADDR__INLINE_CONST
#define US_ADDR(s0, s1, s2)                                                                        \
	((s0) << R500_US_ALU_RGB_ADDR__ADDR0__SHIFT | (s1) << R500_US_ALU_RGB_ADDR__ADDR1__SHIFT | \
	 (s2) << R500_US_ALU_RGB_ADDR__ADDR2__SHIFT)
#define US_SOURCE                                                                      \
	(R500_US_ALU_RGB_ADDR__ADDR0__MASK | R500_US_ALU_RGB_ADDR__ADDR0_CONST__MASK | \
	 R500_US_ALU_RGB_ADDR__ADDR0_REL__MASK)

/* The fields of both halves stand at the same bits of their words, those of the sources side by side. */
_Static_assert(2 * R500_US_ALU_RGB_ADDR__ADDR1__SHIFT == R500_US_ALU_RGB_ADDR__ADDR2__SHIFT &&
		   R500_US_ALU_RGB_ADDR__SRCP_OP__MASK == R500_US_ALU_ALPHA_ADDR__SRCP_OP__MASK &&
		   R500_US_ALU_RGBA_INST__RGB_OP__MASK == R500_US_ALU_ALPHA_INST__ALPHA_OP__MASK &&
		   R500_US_ALU_RGB_INST__OMOD__MASK == R500_US_ALU_ALPHA_INST__OMOD__MASK &&
		   R500_US_ALU_RGB_INST__TARGET__MASK == R500_US_ALU_ALPHA_INST__TARGET__MASK &&
		   R500_US_ALU_RGBA_INST__RGB_ADDRD__MASK == R500_US_ALU_ALPHA_INST__ALPHA_ADDRD__MASK &&
		   R500_US_ALU_RGBA_INST__RGB_ADDRD_REL__MASK ==
		       R500_US_ALU_ALPHA_INST__ALPHA_ADDRD_REL__MASK,
	       "one layout");

/* Source i of a half */
static inline uint32_t us_source(const uint32_t w[6], uint32_t half, uint32_t i)
{
	return w[1 + half] >> i * R500_US_ALU_RGB_ADDR__ADDR1__SHIFT & US_SOURCE;
}

/* The operation of presubtract, R500_US_ALU_RGB_ADDR__SRCP_OP__… */
static inline uint32_t us_presubtract(const uint32_t w[6], uint32_t half)
{
	return R500_US_ALU_RGB_ADDR__SRCP_OP__GET(w[1 + half]);
}

/* ---- a half's operation and destination ---------------------------------------------------------------- */
static inline uint32_t us_op(const uint32_t w[6], uint32_t half)
{
	return R500_US_ALU_RGBA_INST__RGB_OP__GET(w[5 - half]);
}

static inline uint32_t us_omod(const uint32_t w[6], uint32_t half)
{
	return R500_US_ALU_RGB_INST__OMOD__GET(w[3 + half]);
}

/* Which output is written, or how a predicate bit is compared */
static inline uint32_t us_target(const uint32_t w[6], uint32_t half)
{
	return R500_US_ALU_RGB_INST__TARGET__GET(w[3 + half]);
}

/* The temporary, and US_RELATIVE */
static inline uint32_t us_to(const uint32_t w[6], uint32_t half)
{
	return R500_US_ALU_RGBA_INST__RGB_ADDRD__GET(w[5 - half]) |
	       (R500_US_ALU_RGBA_INST__RGB_ADDRD_REL__GET(w[5 - half]) ? US_RELATIVE : 0);
}

/* ---- operands ------------------------------------------------------------------------------------------ */
struct fl_r500_us_operand {
	uint8_t sel, swz[3], mod; /* source; selectors, of the alpha half the first alone; modifier */
};

/* Operand i, 0 to 2, of a half: taken apart, and put into words whose fields are 0. */
struct fl_r500_us_operand fl_r500_us_operand(const uint32_t w[6], uint32_t half, uint32_t i);
void fl_r500_us_put_operand(uint32_t w[6], uint32_t half, uint32_t i, const struct fl_r500_us_operand *o);

/* Selectors of an RGB operand: of red, green, blue */
#define US_SWZ_RGB     R500_ALU_SWIZ__RED, R500_ALU_SWIZ__GREEN, R500_ALU_SWIZ__BLUE
#define US_SWZ_000     R500_ALU_SWIZ__ZERO, R500_ALU_SWIZ__ZERO, R500_ALU_SWIZ__ZERO
#define US_SWZ_111     R500_ALU_SWIZ__ONE, R500_ALU_SWIZ__ONE, R500_ALU_SWIZ__ONE

/* Operands: the source, its selectors, its modifier */
#define US_RGB(...)    __VA_ARGS__, R500_ALU_MOD__NOP /* source, red, green, blue */
#define US_A(...)      __VA_ARGS__, R500_ALU_MOD__NOP /* source, alpha */

/* The words after the addresses, as constants: a * b + c of each half. The last word has c of both. */
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

/* ---- texture look-ups ---------------------------------------------------------------------------------- */
/* A register and four selectors of 2 bits each, s or red first: the lower and the upper half of US_TEX_ADDR
 * and US_TEX_ADDR_DXDY */
#define US_TEX_SELECT(s, t, r, q) ((s) | (t) << 2 | (r) << 4 | (q) << 6)
#define US_SWIZ(c)                R500_TEX_SWIZ__##c
#define US_TEX_PLAIN              US_TEX_SELECT(US_SWIZ(R), US_SWIZ(G), US_SWIZ(B), US_SWIZ(A))
#define US_TEX_LOW                R500_US_TEX_ADDR__SRC_ADDR__SHIFT
#define US_TEX_HIGH               R500_US_TEX_ADDR__DST_ADDR__SHIFT

static inline uint32_t us_tex_half(uint32_t reg, uint32_t select)
{
	return R500_US_TEX_ADDR__SRC_ADDR(reg) | R500_US_TEX_ADDR__SRC_ADDR_REL((reg & US_RELATIVE) != 0) |
	       select << R500_US_TEX_ADDR__SRC_S_SWIZ__SHIFT;
}

/* The register of a half, and US_RELATIVE; its selectors */
static inline uint32_t us_tex_register(uint32_t w, uint32_t half)
{
	w >>= half;
	return R500_US_TEX_ADDR__SRC_ADDR__GET(w) |
	       (R500_US_TEX_ADDR__SRC_ADDR_REL__GET(w) ? US_RELATIVE : 0);
}

static inline uint32_t us_tex_select(uint32_t w, uint32_t half)
{
	return w >> half >> R500_US_TEX_ADDR__SRC_S_SWIZ__SHIFT & US_TEX_SELECT(3u, 3u, 3u, 3u);
}

#endif
