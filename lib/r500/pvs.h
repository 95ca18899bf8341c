/* SPDX-License-Identifier: MIT
 *
 * Vertex programs as data: macros that pack PVS instructions (R5xx guide 7.5.9). Four dwords an instruction.
 *
 *	PVS_VE(DP4, OUT(0), X, CONST(0, XYZW), IN(0, XYZW), IN(0, 0000))
 *
 * Rules that the tables keep (R5xx guide 7.5.1, 7.5.8): an instruction reads at most one input, one constant and two
 * temporaries; an operand that the operation does not use repeats a register that is used anyway.
 */
#ifndef LIB_R500_PVS_H
#define LIB_R500_PVS_H

#include <stdint.h>

/* Operations: vector engine, math engine */
#define PVS_OP_DP4                     1u         /* VE_DOT_PRODUCT */
#define PVS_OP_MUL                     2u         /* VE_MULTIPLY */
#define PVS_OP_ADD                     3u         /* VE_ADD; a move is an addition of 0 */
#define PVS_OP_MAD                     4u         /* VE_MULTIPLY_ADD */
#define PVS_OP_LIT                     4u         /* ME_LIGHT_COEFF_DX */
#define PVS_OP_RSQ                     8u         /* ME_RECIP_SQRT_DX */
#define PVS_MATH                       (1u << 6)  /* the operation is the math engine's */
#define PVS_SAT                        (1u << 24) /* clamp the result to [0, 1] (R5xx) */

/* Destinations */
#define PVS_DST_TEMP(n)                ((uint32_t)(n) << 13)
#define PVS_DST_OUT(n)                 (2u << 8 | (uint32_t)(n) << 13)
#define PVS_WE_X                       1u
#define PVS_WE_Y                       2u
#define PVS_WE_Z                       4u
#define PVS_WE_W                       8u
#define PVS_WE_XYZ                     7u
#define PVS_WE_XYZW                    15u

/* Sources: a register and four selectors, 0-3 x y z w, 4 the number 0, 5 the number 1 */
#define PVS_SWZ(x, y, z, w)            ((uint32_t)(x) << 13 | (uint32_t)(y) << 16 | (uint32_t)(z) << 19 | (uint32_t)(w) << 22)
#define PVS_SWZ_XYZW                   PVS_SWZ(0, 1, 2, 3)
#define PVS_SWZ_XYZ0                   PVS_SWZ(0, 1, 2, 4)
#define PVS_SWZ_XXXX                   PVS_SWZ(0, 0, 0, 0)
#define PVS_SWZ_YYYY                   PVS_SWZ(1, 1, 1, 1)
#define PVS_SWZ_ZZZZ                   PVS_SWZ(2, 2, 2, 2)
#define PVS_SWZ_WWWW                   PVS_SWZ(3, 3, 3, 3)
#define PVS_SWZ_0000                   PVS_SWZ(4, 4, 4, 4)
#define PVS_TEMP(n, swz)               ((uint32_t)(n) << 5 | PVS_SWZ_##swz)
#define PVS_IN(n, swz)                 (1u | (uint32_t)(n) << 5 | PVS_SWZ_##swz)
#define PVS_CONST(n, swz)              (2u | (uint32_t)(n) << 5 | PVS_SWZ_##swz)

#define PVS_VE(op, dst, mask, a, b, c) (PVS_OP_##op | PVS_DST_##dst | PVS_WE_##mask << 20), PVS_##a, PVS_##b, PVS_##c
#define PVS_VE_SAT(op, dst, mask, a, b, c) \
	(PVS_OP_##op | PVS_SAT | PVS_DST_##dst | PVS_WE_##mask << 20), PVS_##a, PVS_##b, PVS_##c
#define PVS_ME(op, dst, mask, a, b, c) \
	(PVS_OP_##op | PVS_MATH | PVS_DST_##dst | PVS_WE_##mask << 20), PVS_##a, PVS_##b, PVS_##c

#endif
