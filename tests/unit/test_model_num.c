/* SPDX-License-Identifier: MIT
 *
 * num.h against libm: the accuracy that its head promises, and what it promises to be exact.
 */
#include <criterion/criterion.h>
#include <math.h>

#include "hw/model/num/num.h"

static uint64_t state = 7;

static float unit(void)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (float)(state >> 40) * 0x1p-24f;
}

static double ulp(float got, double want)
{
	int e;

	frexp(want, &e);
	return fabs(got - want) / ldexp(1, e - 24);
}

Test(pvs, num_is_as_accurate_as_it_says)
{
	for (unsigned i = 0; i < 300000; i++) {
		float x = unit() * 253.9f - 126.0f;
		cr_assert(ulp(num_exp2(x), exp2((double)x)) < 1.5, "exp2(%a) = %a", (double)x,
			  (double)num_exp2(x));
		x = exp2f(unit() * 250.0f - 125.0f);
		cr_assert(ulp(num_log2(x), log2((double)x)) < 3 ||
			  fabs(num_log2(x) - log2((double)x)) < 1.2e-7);
		cr_assert(ulp(num_rsq(x), 1 / sqrt((double)x)) < 1.2, "rsq(%a)", (double)x);
		x = 0.7f + unit() * 0.8f;
		cr_assert(fabs(num_log2(x) - log2((double)x)) < 1.2e-7, "log2(%a)", (double)x);
		x = unit() * 8.0f - 4.0f;
		cr_assert(fabs(num_sin1(x) - sin(2 * M_PI * (double)x)) < 1.5e-7, "sin1(%a)", (double)x);
		cr_assert(fabs(num_cos1(x) - cos(2 * M_PI * (double)x)) < 1.5e-7, "cos1(%a)", (double)x);
	}
}

Test(pvs, num_is_exact_where_it_says)
{
	for (int k = -126; k < 128; k++) {
		cr_assert_eq(num_exp2((float)k), ldexpf(1, k));
		cr_assert_eq(num_log2(ldexpf(1, k)), (float)k);
		cr_assert_eq(num_exponent(ldexpf(1.75f, k)), (float)k);
		cr_assert_eq(num_mantissa(ldexpf(1.75f, k)), 1.75f);
		if (!(k & 1))
			cr_assert_eq(num_rsq(ldexpf(1, k)), ldexpf(1, -k / 2));
	}
	for (int k = -8; k <= 8; k++) {
		static const float sine[4] = {0, 1, 0, -1};
		cr_assert_eq(num_sin1((float)k * 0.25f), sine[k & 3]);
		cr_assert_eq(num_cos1((float)k * 0.25f), sine[(k + 1) & 3]);
	}
	cr_assert_eq(num_exp2(128.0f), INFINITY);
	cr_assert_eq(num_exp2(-INFINITY), 0.0f);
	cr_assert(isnan(num_exp2(NAN)));
	for (uint32_t i = 0; i < 3000000; i++) {
		float x = num_float((int32_t)(i * 2654435761u));
		cr_assert(isnan(x) ? isnan(num_floor(x)) : num_floor(x) == floorf(x), "floor(%a)", (double)x);
		cr_assert(isnan(x) || signbit(num_floor(x)) == signbit(floorf(x)));
	}
}

/* Halves by their definition: SE5M10, bias 15, denormals. */
Test(pvs, halves_go_there_and_back)
{
	for (uint32_t h = 0; h < 0x10000; h++) {
		int e = (int)(h >> 10 & 31), m = (int)(h & 0x3ff);
		float want = e == 31 ? (m ? NAN : INFINITY)
			     : e     ? ldexpf(1024.0f + (float)m, e - 25)
				     : ldexpf((float)m, -24);
		float got = num_from_half(h);
		if (isnan(want)) {
			cr_assert(isnan(got));
			continue;
		}
		cr_assert_eq(got, h & 0x8000 ? -want : want, "%04x", h);
		cr_assert_eq(num_to_half(got), h, "%04x", h);
		/* half way to the next: to the even one; a little more: up */
		if ((h & 0x7fff) < 0x7bff) {
			float next = num_from_half(h + 1), mid = (got + next) / 2;
			cr_assert_eq(num_to_half(mid), h & 1 ? h + 1 : h, "%04x", h);
			cr_assert_eq(num_to_half(nextafterf(mid, next)), h + 1, "%04x", h);
		}
	}
	cr_assert_eq(num_to_half(65520.0f), 0x7c00);
	cr_assert_eq(num_to_half(65519.0f), 0x7bff);
}
