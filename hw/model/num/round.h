/* SPDX-License-Identifier: MIT
 *
 * Sums and products of floats, rounded as fl_num_mode_begin() says (flush.h): to the nearest, or toward
 * zero. A plain + and * where the processor has a switch for that; elsewhere (WebAssembly) it is worked out
 * in doubles.
 */
#ifndef HW_MODEL_NUM_ROUND_H
#define HW_MODEL_NUM_ROUND_H

#include "hw/model/num/flush.h"

#include <string.h>

/* A magnitude that grew when it was rounded to the nearest is made one less; lost: by `exact` already. */
static inline float fl_num_doubled_round(double exact, double lost, bool to_zero)
{
	float r = (float)exact;
	const int grew = __builtin_fabs((double)r) > __builtin_fabs(exact);
	const int same = ((double)r == exact) & (((lost < 0) & (exact > 0)) | ((lost > 0) & (exact < 0)));
	uint32_t bits;

	memcpy(&bits, &r, sizeof(bits));
	bits -= (uint32_t)(grew | same) & (uint32_t)to_zero;
	memcpy(&r, &bits, sizeof(r));
	return r;
}

/* A product of two floats is exact in doubles. */
static inline float fl_num_doubled_product(float a, float b, bool to_zero)
{
	return fl_num_doubled_round((double)a * (double)b, 0, to_zero);
}

/* A sum need not be; what it loses is (Knuth's two-sum). */
static inline float fl_num_doubled_sum(float a, float b, bool to_zero)
{
	const double x = a, y = b, s = x + y, v = s - x;

	return fl_num_doubled_round(s, (x - (s - v)) + (y - v), to_zero);
}

#ifdef FL_NUM_NO_SWITCH
static inline float fl_num_product(float a, float b)
{
	return fl_num_doubled_product(a, b, fl_num_round_now == FL_NUM_TOWARD_ZERO);
}

static inline float fl_num_sum(float a, float b)
{
	return fl_num_doubled_sum(a, b, fl_num_round_now == FL_NUM_TOWARD_ZERO);
}
#else
static inline float fl_num_product(float a, float b)
{
	return a * b;
}

static inline float fl_num_sum(float a, float b)
{
	return a + b;
}
#endif

#endif
