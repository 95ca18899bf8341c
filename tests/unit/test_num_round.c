/* SPDX-License-Identifier: MIT
 *
 * Sums and products toward zero, worked out in doubles (hw/model/num/round.h), beside the processor's own.
 */
#include "hw/model/num/round.h"

#include <criterion/criterion.h>

enum { TRIALS = 1000000 };

static float of_bits(uint32_t bits)
{
	float f;

	memcpy(&f, &bits, sizeof(f));
	return f;
}

static uint32_t bits_of(float f)
{
	uint32_t bits;

	memcpy(&bits, &f, sizeof(bits));
	return bits;
}

/* Not inlined: what a mode is begun around. */
static __attribute__((noinline)) float sum(float a, float b)
{
	return a + b;
}

static __attribute__((noinline)) float product(float a, float b)
{
	return a * b;
}

/* Any bits; every other pair of magnitudes that are near each other, where sums cancel and ties are met. */
static void pair(uint32_t *seed, float *a, float *b)
{
	uint32_t x = *seed = *seed * 1664525 + 1013904223, y = *seed = *seed * 1664525 + 1013904223;

	x ^= x >> 15;
	y ^= y >> 15;
	if (*seed >> 20 & 1)
		y = (y & 0x83ffffff) | (x & 0x7c000000);
	if (*seed >> 21 & 1) /* few digits: exact results, and ties */
		x &= 0xffffe000;
	*a = of_bits(x);
	*b = of_bits(y);
}

static bool same(float x, float y)
{
	return bits_of(x) == bits_of(y) || (x != x && y != y);
}

static void compare(bool to_zero)
{
	const enum fl_num_round round = to_zero ? FL_NUM_TOWARD_ZERO : FL_NUM_NEAREST;
	uint32_t seed = 17;
	float a, b;

	for (unsigned i = 0; i < TRIALS; i++) {
		uint64_t was;
		float s, p;

		pair(&seed, &a, &b);
		was = fl_num_mode_begin(round, true, true);
		s = sum(a, b);
		p = product(a, b);
		fl_num_flush_end(was);
		cr_assert(same(fl_num_doubled_sum(a, b, to_zero), s), "%a + %a is %a, and here %a", (double)a,
			  (double)b, (double)s, (double)fl_num_doubled_sum(a, b, to_zero));
		cr_assert(same(fl_num_doubled_product(a, b, to_zero), p), "%a * %a is %a, and here %a",
			  (double)a, (double)b, (double)p, (double)fl_num_doubled_product(a, b, to_zero));
	}
}

Test(num_round, to_the_nearest)
{
	compare(false);
}

Test(num_round, toward_zero)
{
	compare(true);
}

/* The ends: what overflows stays finite, infinity stays, and a difference of nothing is plus zero. */
Test(num_round, ends)
{
	const float most = of_bits(0x7f7fffff), inf = of_bits(0x7f800000);

	cr_assert(same(fl_num_doubled_sum(most, most, true), most));
	cr_assert(same(fl_num_doubled_product(-most, 2, true), -most));
	cr_assert(same(fl_num_doubled_sum(inf, -most, true), inf));
	cr_assert(same(fl_num_doubled_sum(1, -1, true), 0));
	cr_assert(same(fl_num_doubled_sum(1, -0x1p-80f, true), of_bits(0x3f7fffff)));
	cr_assert(same(fl_num_doubled_sum(1, -0x1p-80f, false), 1));
}

/* What two roundings to singles lose, in straight code that a compiler may take for one vector's. */
static __attribute__((noinline)) void lost(const double x[2], float to[2], double rest[2])
{
	to[0] = (float)x[0];
	to[1] = (float)x[1];
	rest[0] = (double)to[0] - x[0];
	rest[1] = (double)to[1] - x[1];
}

Test(num_round, what_is_lost_is_not_lost_in_pairs)
{
	const double x[2] = {1 + 0x1p-30, 3 - 0x1p-40};
	float to[2];
	double rest[2];

	lost(x, to, rest);
	cr_assert(to[0] == 1 && to[1] == 3);
	cr_assert(rest[0] == -0x1p-30 && rest[1] == 0x1p-40);
}
