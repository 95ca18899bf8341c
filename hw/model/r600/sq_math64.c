/* SPDX-License-Identifier: MIT
 *
 * Operations on doubles. The first unit of a pair names the high dwords of the sources, the second the low
 * ones; the result lies with its low dword in the first (Mesa sfn_instr_alu.cpp). MUL_64 and MULADD_64 take
 * all four units, of which the last names the low dwords; their result is in both pairs (the second is the
 * model's choice). FREXP_64 gives the exponent in y and the mantissa, from 0.5 to 1, in z and w, as Mesa
 * reads it on the chips that follow; single results (FLT64_TO_FLT32, PRED_SET…_64) are in both units of the
 * pair.
 */
#include "hw/model/r600/sq_math.h"

#define NAN_64      0x7ff8000000000000ull
#define EXPONENT_64 0x7ff0000000000000ull

static double value(const uint32_t *high, const uint32_t *low, unsigned lane)
{
	uint64_t bits = (uint64_t)high[lane] << 32 | low[lane];
	double x;

	memcpy(&x, &bits, sizeof(x));
	return x;
}

static uint64_t bits_of(double x)
{
	uint64_t bits;

	memcpy(&bits, &x, sizeof(bits));
	return bits;
}

static double of_bits(uint64_t bits)
{
	double x;

	memcpy(&x, &bits, sizeof(x));
	return x;
}

static void put(const struct sq_wide *w, unsigned first, unsigned lane, double x)
{
	uint64_t bits = x == x ? bits_of(x) : NAN_64;

	w->d[first][lane] = (uint32_t)bits;
	w->d[first + 1][lane] = (uint32_t)(bits >> 32);
}

static double whole(double x) /* rounded down */
{
	double t;

	if (!(x > -0x1p52 && x < 0x1p52) || x == 0.0)
		return x;
	t = (double)(int64_t)x;
	return t > x ? t - 1.0 : t;
}

/* x * 2^n; zeros and denormals give zero with their sign, infinities and NaN stay */
static double scaled(double x, int32_t n)
{
	uint64_t bits = bits_of(x), sign = bits & 1ull << 63;
	int64_t e = (int64_t)(bits >> 52 & 0x7ff);

	if (e == 0)
		return of_bits(sign);
	if (e == 0x7ff)
		return x;
	e += n;
	if (e >= 0x7ff)
		return of_bits(sign | EXPONENT_64);
	return of_bits(e <= 0 ? sign : (bits & ~EXPONENT_64) | (uint64_t)e << 52);
}

/* The exponent for which x = m * 2^n, 0.5 <= |m| < 1; 0 of what has none */
static int32_t split(double *x)
{
	uint64_t bits = bits_of(*x);
	int32_t e = (int32_t)(bits >> 52 & 0x7ff);

	if (e == 0 || e == 0x7ff) {
		*x = e == 0 ? of_bits(bits & 1ull << 63) : *x;
		return 0;
	}
	*x = of_bits((bits & ~EXPONENT_64) | 1022ull << 52);
	return e - 1022;
}

#define PAIR(name, result)                               \
	static void wide_##name(const struct sq_wide *w) \
	{                                                \
		for (unsigned l = 0; l < SQ_LANES; l++)  \
			put(w, 0, l, (result));          \
	}
#define X value(w->a[0], w->a[1], l)
#define Y value(w->b[0], w->b[1], l)
PAIR(add_64, X + Y)
PAIR(fract_64, X - whole(X))
PAIR(ldexp_64, scaled(X, (int32_t)w->b[0][l]))
PAIR(flt32_to_flt64, (double)sq_f(w->a[0][l]))
#undef X
#undef Y

#define QUAD(name, result)                                \
	static void wide_##name(const struct sq_wide *w)  \
	{                                                 \
		for (unsigned l = 0; l < SQ_LANES; l++) { \
			double r = (result);              \
                                                          \
			put(w, 0, l, r);                  \
			put(w, 2, l, r);                  \
		}                                         \
	}
#define X value(w->a[0], w->a[3], l)
#define Y value(w->b[0], w->b[3], l)
#define Z value(w->c[0], w->c[3], l)
QUAD(mul_64, X *Y)
QUAD(muladd_64, X *Y + Z)
QUAD(muladd_64_m2, (X * Y + Z) * 2.0)
QUAD(muladd_64_m4, (X * Y + Z) * 4.0)
QUAD(muladd_64_d2, (X * Y + Z) * 0.5)
#undef X
#undef Y

static void wide_flt64_to_flt32(const struct sq_wide *w)
{
	for (unsigned l = 0; l < SQ_LANES; l++)
		w->d[0][l] = w->d[1][l] = sq_r((float)value(w->a[0], w->a[1], l));
}

static void wide_frexp_64(const struct sq_wide *w)
{
	for (unsigned l = 0; l < SQ_LANES; l++) {
		double x = value(w->a[0], w->a[1], l);
		int32_t n = split(&x);

		if (w->pair) {
			put(w, 0, l, x);
		} else {
			w->d[0][l] = 0;
			w->d[1][l] = (uint32_t)n;
		}
	}
}

#define PRED(name, test)                                                                       \
	static void wide_pred_##name(const struct sq_wide *w)                                  \
	{                                                                                      \
		for (unsigned l = 0; l < SQ_LANES; l++) {                                      \
			double x = value(w->a[0], w->a[1], l), y = value(w->b[0], w->b[1], l); \
			bool pass = (test);                                                    \
                                                                                               \
			*w->passes |= (uint64_t)pass << l;                                     \
			w->d[0][l] = w->d[1][l] = pass ? 0 : SQ_ONE;                           \
		}                                                                              \
	}
PRED(sete_64, x == y)
PRED(setgt_64, x > y)
PRED(setge_64, x >= y)

sq_wide_kernel *const mr600_sq_wide_64[SQ_WIDES - SQ_WIDES_OF_4] = {
#define SQ_ENTRY(name) [SQ_WIDE_##name - SQ_WIDES_OF_4] = wide_##name,
    SQ_WIDES_64(SQ_ENTRY)
#undef SQ_ENTRY
};
