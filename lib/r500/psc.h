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
	 R500_VAP_PROG_STREAM_CNTL__DST_VEC_LOC_0(input)) /* type: R500_PSC_DATA_TYPE__… */
#define FL_R500_ELEMENT_SKIP(n)    R500_VAP_PROG_STREAM_CNTL__SKIP_DWORDS_0(n)
#define FL_R500_ELEMENT_LAST       R500_VAP_PROG_STREAM_CNTL__LAST_VEC_0(1)
#define FL_R500_ELEMENT_SIGNED     R500_VAP_PROG_STREAM_CNTL__SIGNED_0(1)
#define FL_R500_ELEMENT_NORMALIZED R500_VAP_PROG_STREAM_CNTL__NORMALIZE_0(1)

/* Four selectors, R500_PSC_SWIZZLE__…, and all four components written */
#define FL_R500_SWIZZLE(x, y, z, w)                             \
	(R500_VAP_PROG_STREAM_CNTL_EXT__WRITE_ENA_0(15) |       \
	 R500_VAP_PROG_STREAM_CNTL_EXT__SWIZZLE_SELECT_X_0(x) | \
	 R500_VAP_PROG_STREAM_CNTL_EXT__SWIZZLE_SELECT_Y_0(y) | \
	 R500_VAP_PROG_STREAM_CNTL_EXT__SWIZZLE_SELECT_Z_0(z) | \
	 R500_VAP_PROG_STREAM_CNTL_EXT__SWIZZLE_SELECT_W_0(w))
#define FL_R500_SWIZZLE_XYZW FL_R500_SWIZZLE(0, 1, 2, 3)
#define FL_R500_SWIZZLE_XYZ1 FL_R500_SWIZZLE(0, 1, 2, R500_PSC_SWIZZLE__SELECT_FP_ONE)
#define FL_R500_SWIZZLE_XY01 \
	FL_R500_SWIZZLE(0, 1, R500_PSC_SWIZZLE__SELECT_FP_ZERO, R500_PSC_SWIZZLE__SELECT_FP_ONE)
#define FL_R500_SWIZZLE_X001                                                                   \
	FL_R500_SWIZZLE(0, R500_PSC_SWIZZLE__SELECT_FP_ZERO, R500_PSC_SWIZZLE__SELECT_FP_ZERO, \
			R500_PSC_SWIZZLE__SELECT_FP_ONE)

/* What fills up 1 to 4 components: 0, 0, 1 */
extern const uint16_t fl_r500_fill[5];
/* n elements and their selectors into the registers; both arrays have an even number of places, the rest
 * 0. */
uint32_t *fl_r500_put_elements(uint32_t *p, const uint32_t *element, const uint32_t *swizzle, uint32_t n);

#endif
