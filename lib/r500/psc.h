/* SPDX-License-Identifier: MIT
 *
 * Inside lib/r500: elements of the vertex stream, 16 bits each in VAP_PROG_STREAM_CNTL and its EXT
 * (R5xx guide 11.11). An element takes its dwords, and writes a vector of the input memory; a vector of fewer
 * components is filled up.
 */
#ifndef LIB_R500_PSC_H
#define LIB_R500_PSC_H

#include "hw/regs/r500.h"

#define FL_R500_ELEMENT(type, input)                    \
	(R500_VAP_PROG_STREAM_CNTL__DATA_TYPE_0(type) | \
	 R500_VAP_PROG_STREAM_CNTL__DST_VEC_LOC_0(input)) /* type: FL_R500_PSC_DATA_TYPE__… */
#define FL_R500_ELEMENT_SKIP(n)    R500_VAP_PROG_STREAM_CNTL__SKIP_DWORDS_0(n)
#define FL_R500_ELEMENT_LAST       R500_VAP_PROG_STREAM_CNTL__LAST_VEC_0(1)
#define FL_R500_ELEMENT_SIGNED     R500_VAP_PROG_STREAM_CNTL__SIGNED_0(1)
#define FL_R500_ELEMENT_NORMALIZED R500_VAP_PROG_STREAM_CNTL__NORMALIZE_0(1)

/* Four selectors of FL_R500_PSC_SWIZZLE, and all four components written */
#define FL_R500_SWIZZLE(x, y, z, w) \
	(0xf000u | (uint32_t)(w) << 9 | (uint32_t)(z) << 6 | (uint32_t)(y) << 3 | (uint32_t)(x))
#define FL_R500_SWIZZLE_XYZW FL_R500_SWIZZLE(0, 1, 2, 3)
#define FL_R500_SWIZZLE_XYZ1 FL_R500_SWIZZLE(0, 1, 2, R500_PSC_SWIZZLE__SELECT_FP_ONE)
#define FL_R500_SWIZZLE_XY01 \
	FL_R500_SWIZZLE(0, 1, R500_PSC_SWIZZLE__SELECT_FP_ZERO, R500_PSC_SWIZZLE__SELECT_FP_ONE)
#define FL_R500_SWIZZLE_X001                                                                   \
	FL_R500_SWIZZLE(0, R500_PSC_SWIZZLE__SELECT_FP_ZERO, R500_PSC_SWIZZLE__SELECT_FP_ZERO, \
			R500_PSC_SWIZZLE__SELECT_FP_ONE)

#endif
