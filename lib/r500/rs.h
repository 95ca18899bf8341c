/* SPDX-License-Identifier: MIT
 *
 * Inside lib/r500: what the rasterizer interpolates (R5xx guide 11.6).
 */
#ifndef LIB_R500_RS_H
#define LIB_R500_RS_H

#include "hw/regs/r500.h"

/* RS_IP of a texture coordinate that has n components of the rasterizer's, from first on; those that are
 * missing of t, r, q are 0, 0, 1. */
static inline uint32_t fl_r500_rs_ip(uint32_t first, uint32_t n)
{
	return R500_RS_IP__TEX_PTR_S(first) | R500_RS_IP__TEX_PTR_T(n > 1 ? first + 1 : R500_RS_TEX_PTR__K0) |
	       R500_RS_IP__TEX_PTR_R(n > 2 ? first + 2 : R500_RS_TEX_PTR__K0) |
	       R500_RS_IP__TEX_PTR_Q(n > 3 ? first + 3 : R500_RS_TEX_PTR__K1);
}

#endif
