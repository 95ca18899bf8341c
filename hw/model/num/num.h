/* SPDX-License-Identifier: MIT
 *
 * Arithmetic that the models' shader engines and texture units need: exponentials, logarithms, roots, sine
 * and cosine, floor, half floats. Only + - * /, comparisons and integer operations on the bits: every
 * machine, compiler (without contraction) and vector width gives the same bits, so a scalar path can judge a
 * vector path.
 *
 * Each function stands here twice, written once (num_body.h): num_exp2(float) for one value, and, in the
 * *_simd.c files (FL_ISA), numv_exp2(vf) for a vector.
 *
 * Domain: finite normal arguments, unless it is said otherwise. Zeros, infinities, NaN and denormals are the
 * callers' business, whose rules differ (on R5xx even between the vertex and the fragment shader).
 *
 *   floor(x)           exact, for every x (NaN, infinities and -0 come back as they are)
 *   exp2(x)            error < 1.5 ulp for -126 <= x < 128; powers of two are exact. Below: 0. From 128 on:
 *                      +infinity
 *   log2(x)            x > 0; error < 3 ulp, or 1.2e-7 near 1 where the result goes through 0; powers of two
 *                      are exact
 *   rsq(x)             x > 0; 1/sqrt(x), error < 1.2 ulp; powers of four are exact
 *   sin1(t), cos1(t)   sine and cosine of t turns (2 pi t), any |t| < 2^22; error < 1.5e-7 absolute;
 *                      multiples of a quarter turn are exact
 *   exponent(x)        the unbiased exponent of x as a float: exponent(4.0) = 2
 *   mantissa(x)        the mantissa of |x|, 1 <= m < 2
 *   ldexp1(x, i)       x * 2^i for x in [0.5, 2) and i in [-126, 127]
 *
 * Measured against libm in tests/unit/test_model_num.c.
 */
#ifndef HW_MODEL_NUM_NUM_H
#define HW_MODEL_NUM_NUM_H

#include "hw/model/vec.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define NUM_INLINE static inline __attribute__((always_inline, unused))

NUM_INLINE int32_t num_bits(float x)
{
	int32_t i;
	memcpy(&i, &x, 4);
	return i;
}

NUM_INLINE float num_float(int32_t i)
{
	float x;
	memcpy(&x, &i, 4);
	return x;
}

#define NUM_MAX_FLOAT 0x1.fffffep127f

/* Functions of one's own that shall work on both kinds are written the same way: against the macros of
 * num_kit.h. */
#define NUM_KIT_SCALAR
#include "hw/model/num/num_kit.h"
#include "hw/model/num/num_body.h"
#ifdef FL_ISA
#define NUM_KIT_VECTOR
#include "hw/model/num/num_kit.h"
#include "hw/model/num/num_body.h"
#endif

/* ---- half floats: IEEE 754 binary16, with denormals ---------------------------------------------------- */
NUM_INLINE float num_from_half(uint32_t h)
{
	uint32_t sign = (h & 0x8000) << 16, e = h >> 10 & 31, m = h & 0x3ff;

	if (e == 0) { /* zero and denormals: m * 2^-24 is exact in single precision */
		float x = (float)m * 0x1p-24f;
		return sign ? -x : x;
	}
	if (e == 31)
		return num_float((int32_t)(sign | 0x7f800000 | m << 13));
	return num_float((int32_t)(sign | (e + 112) << 23 | m << 13));
}

/* Round to nearest, ties to even; what is too large gives infinity. */
NUM_INLINE uint32_t num_to_half(float x)
{
	uint32_t b = (uint32_t)num_bits(x), sign = b >> 16 & 0x8000, a = b & 0x7fffffff;

	if (a > 0x7f800000) /* NaN stays one */
		return sign | 0x7e00;
	if (a >= 0x477ff000) /* 65520 and up */
		return sign | 0x7c00;
	if (a < 0x38800000) { /* below 2^-14: units of 2^-24, rounded by the addition */
		float magic = num_float((int32_t)a) + 0.5f;
		return sign | ((uint32_t)num_bits(magic) - 0x3f000000);
	}
	a += 0xfff + (a >> 13 & 1);
	return sign | ((a - 0x38000000) >> 13);
}

#endif
