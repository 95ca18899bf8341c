/* SPDX-License-Identifier: MIT
 *
 * The bodies of num.h, which includes this file once a type and says there what each function promises.
 * No include guard: that is the point.
 */

NUM_INLINE NUM_F NUM(abs)(NUM_F x)
{
	return NUM_FLOAT(NUM_BITS(x) & 0x7fffffff);
}

/* No conversion to integers and no branch: compilers make vectors of loops that call it. */
NUM_INLINE NUM_F NUM(floor)(NUM_F x)
{
	/* From 2^23 on every float is whole, and NaN is not small. Below, adding as much and taking it away
	 * leaves the nearest whole number, which may be one too many. */
	NUM_F size = NUM(abs)(x);
	NUM_F whole = NUM_SELECT(size < NUM_SET(8388608.0f), (size + 8388608.0f) - 8388608.0f, size);

	/* with the sign of x, that of -0 too */
	whole = NUM_FLOAT(NUM_BITS(whole) | (NUM_BITS(x) & NUM_SETI((int32_t)0x80000000)));
	return NUM_SELECT(whole > x, whole - 1.0f, whole);
}

NUM_INLINE NUM_F NUM(ldexp1)(NUM_F x, NUM_I i)
{
	return NUM_FLOAT(NUM_BITS(x) + i * (1 << 23));
}

NUM_INLINE NUM_F NUM(exp2)(NUM_F x)
{
	/* Out of range is put back into it, and replaced at the end; NaN fails both comparisons, and is kept
	 * below. */
	NUM_M high = x >= NUM_SET(128.0f), low = x < NUM_SET(-126.0f), nan = x != x;
	NUM_F y = NUM_SELECT(high | low | nan, NUM_SET(0.0f), x);
	NUM_F whole = NUM(floor)(y + 0.5f);
	NUM_F f = y - whole; /* -0.5 … 0.5, exact */
	/* 2^f = sum (f ln 2)^k / k!: what is left out is below 5e-9 */
	NUM_F p = f * 1.52527338040598403e-5f + 1.54035303933816099e-4f;

	p = p * f + 1.33335581464284434e-3f;
	p = p * f + 9.61812910762847716e-3f;
	p = p * f + 5.55041086648215800e-2f;
	p = p * f + 2.40226506959100712e-1f;
	p = p * f + 6.93147180559945309e-1f;
	p = p * f + 1.0f;
	/* 2^128 does not fit an exponent: when whole is 128, double afterwards */
	NUM_M top = whole > NUM_SET(127.0f);
	p = NUM(ldexp1)(p, NUM_TOINT(NUM_SELECT(top, NUM_SET(127.0f), whole)));
	p = NUM_SELECT(top, p + p, p);
	p = NUM_SELECT(low, NUM_SET(0.0f), p);
	p = NUM_SELECT(high, NUM_SET(__builtin_inff()), p);
	return NUM_SELECT(nan, x, p);
}

NUM_INLINE NUM_F NUM(exponent)(NUM_F x)
{
	return NUM_TOFLOAT((NUM_BITS(x) >> 23 & 255) - 127);
}

NUM_INLINE NUM_F NUM(mantissa)(NUM_F x)
{
	return NUM_FLOAT((NUM_BITS(x) & 0x7fffff) | 0x3f800000);
}

NUM_INLINE NUM_F NUM(log2)(NUM_F x)
{
	NUM_F m = NUM(mantissa)(x), e = NUM(exponent)(x);
	NUM_M half = m > NUM_SET(1.41421354f); /* bring m into sqrt(1/2) … sqrt(2) */

	m = NUM_SELECT(half, m * 0.5f, m);
	e = NUM_SELECT(half, e + 1.0f, e);
	/* ln m = 2 artanh t = 2 (t + t^3/3 + …), t = (m - 1) / (m + 1), |t| < 0.1716: left out is below
	 * 2e-9 */
	NUM_F t = (m - 1.0f) / (m + 1.0f), s = t * t;
	NUM_F p = s * 0.320598897964209f + 0.412198583111132f; /* 2 / ln 2 / 9, / 7, … */

	p = p * s + 0.577078016355585f;
	p = p * s + 0.961796693925976f;
	p = p * s + 2.88539008177793f;
	return p * t + e;
}

NUM_INLINE NUM_F NUM(rsq)(NUM_F x)
{
	/* The bits of 1/sqrt(x) are about a constant minus half the bits of x; Newton does the rest. The
	 * range is folded to [1, 4) first, so that x y y neither overflows nor loses bits. */
	NUM_I bits = NUM_BITS(x), e = ((bits >> 23 & 255) - 127) >> 1;
	NUM_F m = NUM_FLOAT((bits & 0x7fffffff) - e * (1 << 24));
	NUM_F y = NUM_FLOAT(0x5f375a86 - (NUM_BITS(m) >> 1));

	y = y * (1.5f - 0.5f * m * y * y);
	y = y * (1.5f - 0.5f * m * y * y);
	y = y * (1.5f - 0.5f * m * y * y);
	/* One step more with the residue apart: rounds well, and makes powers of four exact. */
	NUM_F r = 1.0f - m * y * y;
	y = y + 0.5f * y * r;
	return NUM(ldexp1)(y, -e);
}

/* sine of a quarter-turn count q and the rest f, |f| <= 1/8 turn */
NUM_INLINE NUM_F NUM(sin_quarter)(NUM_I q, NUM_F f)
{
	NUM_F y = f * 6.28318530717958648f, s = y * y;
	NUM_F sine = s * 2.75573192239858907e-6f - 1.98412698412698413e-4f;    /* 1/9!, 1/7!, … */
	NUM_F cosine = s * -2.75573192239858907e-7f + 2.48015873015873016e-5f; /* 1/10!, 1/8!, … */

	sine = sine * s + 8.33333333333333333e-3f;
	sine = sine * s - 1.66666666666666667e-1f;
	sine = sine * s * y + y;
	cosine = cosine * s - 1.38888888888888889e-3f;
	cosine = cosine * s + 4.16666666666666667e-2f;
	cosine = cosine * s - 0.5f;
	cosine = cosine * s + 1.0f;
	NUM_F r = NUM_SELECT((q & 1) != 0, cosine, sine);
	return NUM_SELECT((q & 2) != 0, -r, r);
}

NUM_INLINE NUM_F NUM(sin1)(NUM_F t)
{
	NUM_F q = NUM(floor)(t * 4.0f + 0.5f);
	return NUM(sin_quarter)(NUM_TOINT(q), t - q * 0.25f);
}

NUM_INLINE NUM_F NUM(cos1)(NUM_F t)
{
	NUM_F q = NUM(floor)(t * 4.0f + 0.5f);
	return NUM(sin_quarter)(NUM_TOINT(q) + 1, t - q * 0.25f);
}
