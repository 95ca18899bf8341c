/* SPDX-License-Identifier: MIT
 *
 * What the math engine of the vertex shader computes, with its rules for zeros and infinities (R5xx guide
 * 7.5.8). Bodies in pvs_math_body.h, as num_pvs_rcp(float) and numv_pvs_rcp(vf).
 *
 * Denormal arguments count as zero, and denormal results are zeros (what Mesa compiles for a square root,
 * RECIP_DX of RECIP_SQRT_DX, is 0 at 0 on real chips: 1 / MAX_FLOAT is a denormal). NaN gives NaN, but for
 * sine and cosine. Decided here, where the guide is silent: a reciprocal keeps the sign of an infinite
 * argument, and the IEEE forms keep the sign of a zero.
 */
#ifndef HW_MODEL_R500_PVS_MATH_H
#define HW_MODEL_R500_PVS_MATH_H

#include "hw/model/num/num.h"

#define NUM_KIT_SCALAR
#include "hw/model/num/num_kit.h"
#include "hw/model/r500/pvs_math_body.h"
#ifdef FL_ISA
#define NUM_KIT_VECTOR
#include "hw/model/num/num_kit.h"
#include "hw/model/r500/pvs_math_body.h"
#endif

#endif
