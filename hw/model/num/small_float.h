/* SPDX-License-Identifier: MIT
 *
 * Floats without a sign and of fewer bits than a half: five bits of exponent and six or five of mantissa (11
 * and 10 bits), or four and twenty (24 bits, of depths). Small results are denormal; rounding is to nearest,
 * halves to even.
 */
#ifndef HW_MODEL_NUM_SMALL_FLOAT_H
#define HW_MODEL_NUM_SMALL_FLOAT_H

#include "hw/model/num/num.h"

struct num_small {
	unsigned e, m; /* bits of exponent and mantissa */
	bool infinite; /* the largest exponent is infinity and NaN, as in a half */
};

/* bits: 10, 11 or 24 */
static inline struct num_small num_small_of(unsigned bits)
{
	return bits == 24 ? (struct num_small){4, 20, false}
			  : (struct num_small){5, bits == 10 ? 5 : 6, true};
}

static inline float num_from_small(unsigned bits, uint32_t v)
{
	const struct num_small f = num_small_of(bits);
	const uint32_t e = v >> f.m, m = v & ((1u << f.m) - 1);
	const int bias = (1 << (f.e - 1)) - 1;

	if (e == 0) /* m * 2^(1 - bias - f.m) */
		return (float)m * num_float((int32_t)(127 + 1 - bias - (int)f.m) << 23);
	if (f.infinite && e == (1u << f.e) - 1)
		return num_float((int32_t)(0x7f800000 | m << (23 - f.m)));
	return num_float((int32_t)((e + 127 - (uint32_t)bias) << 23 | m << (23 - f.m)));
}

/* Negative numbers are 0, NaN stays. */
static inline uint32_t num_to_small(unsigned bits, float x)
{
	const struct num_small f = num_small_of(bits);
	const int bias = (1 << (f.e - 1)) - 1;
	const uint32_t top = ((1u << f.e) - 1) << f.m, largest = f.infinite ? top : top | ((1u << f.m) - 1);
	const uint32_t b = (uint32_t)num_bits(x), shift = 23 - f.m;

	if (x != x)
		return f.infinite ? top | 1 : 0;
	if (!(x > 0.0f))
		return 0;
	if (b < (uint32_t)(128 - bias) << 23) { /* denormal: whole units, by the rounding of an addition */
		const float unit = num_float((int32_t)(127 - (1 - bias - (int)f.m)) << 23);

		return (uint32_t)(num_bits(x * unit + 8388608.0f) - 0x4b000000);
	}
	const uint32_t code = b - ((uint32_t)(127 - bias) << 23);
	const uint32_t rounded = (code + (1u << (shift - 1)) - 1 + (code >> shift & 1)) >> shift;

	return rounded < largest ? rounded : largest;
}

#endif
