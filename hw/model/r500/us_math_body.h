/* SPDX-License-Identifier: MIT
 *
 * The arithmetic of US that takes more than one operator, compiled once for each kind of number (num_kit.h):
 * us_scalar.c includes it for floats, us_simd.c for vectors. No include guard. Special values: R5xx
 * guide 8.7.2, 8.7.3.
 */

#define US_NAN NUM_FLOAT(NUM_SETI(0x7fffffff))
#define US_INF NUM_SET(__builtin_inff())

/* The legacy multiplier: ±0 * x is +0 for every x (8.7.5). */
NUM_INLINE NUM_F NUM(us_mul0)(NUM_F a, NUM_F b)
{
	return NUM_SELECT((a == NUM_SET(0.0f)) | (b == NUM_SET(0.0f)), NUM_SET(0.0f), a * b);
}

NUM_INLINE NUM_F NUM(us_ex2)(NUM_F x)
{
	return NUM_SELECT(x != x, US_NAN, NUM(exp2)(x));
}

NUM_INLINE NUM_F NUM(us_ln2)(NUM_F x)
{
	NUM_F r = NUM_SELECT(x == US_INF, x, NUM(log2)(x));

	r = NUM_SELECT(x == NUM_SET(0.0f), -US_INF, r);
	return NUM_SELECT((x != x) | (x < NUM_SET(0.0f)), US_NAN, r);
}

NUM_INLINE NUM_F NUM(us_rcp)(NUM_F x)
{
	return NUM_SELECT(x != x, US_NAN, NUM_SET(1.0f) / x);
}

NUM_INLINE NUM_F NUM(us_rsq)(NUM_F x)
{
	NUM_F r = NUM_SELECT(x == US_INF, NUM_SET(0.0f), NUM(rsq)(x));

	r = NUM_SELECT(x == NUM_SET(0.0f), US_INF, r); /* of -0 as well: the square root comes first */
	return NUM_SELECT((x != x) | (x < NUM_SET(0.0f)), US_NAN, r);
}

/* The angle is in turns. Beyond the range of num.h whole turns are taken off first. */
NUM_INLINE NUM_F NUM(us_turn)(NUM_F x)
{
	NUM_F t = NUM_SELECT(NUM(abs)(x) < NUM_SET(2097152.0f), x, x - NUM(floor)(x));

	return NUM_SELECT(NUM(abs)(t) < NUM_SET(2097152.0f), t, NUM_SET(0.0f)); /* infinities, NaN */
}

NUM_INLINE NUM_F NUM(us_sin)(NUM_F x)
{
	/* an infinity of its sign; denormals count as zeros */
	NUM_F zero = NUM_FLOAT(NUM_BITS(x) & NUM_SETI((int32_t)0x80000000));
	NUM_F r = NUM_SELECT(x == NUM_SET(0.0f), zero, NUM(sin1)(NUM(us_turn)(x)));

	return NUM_SELECT(NUM(abs)(x) < US_INF, r, US_NAN);
}

NUM_INLINE NUM_F NUM(us_cos)(NUM_F x)
{
	return NUM_SELECT(NUM(abs)(x) < US_INF, NUM(cos1)(NUM(us_turn)(x)), US_NAN);
}

NUM_INLINE NUM_F NUM(us_clamp)(NUM_F x)
{
	x = NUM_SELECT(x > NUM_SET(0.0f), x, NUM_SET(0.0f));
	return NUM_SELECT(x < NUM_SET(1.0f), x, NUM_SET(1.0f));
}

/* R3xx/R4xx: 16 bits of mantissa, what is below them cut off (choices.md). The range is not limited, because
 * no document gives its ends. */
NUM_INLINE NUM_F NUM(us_fp24)(NUM_F x)
{
	return NUM_SELECT(NUM(abs)(x) < US_INF, NUM_FLOAT(NUM_BITS(x) & ~0x7f), x); /* not of a NaN */
}

/* R3xx/R4xx: of the smaller of two terms one bit is kept beyond the 16 of the larger, if it has to be shifted
 * (choices.md). Near the ends of the range no such step can be written as a float, and nothing is lost. */
NUM_INLINE NUM_F NUM(us_sum24)(NUM_F a, NUM_F b)
{
	NUM_M swap = NUM(abs)(b) > NUM(abs)(a), shifted;
	NUM_F more = NUM_SELECT(swap, b, a), less = NUM_SELECT(swap, a, b);
	NUM_F unit = NUM_FLOAT(NUM_BITS(more) & NUM_SETI(0x7f800000)); /* of its mantissa's 1 */
	NUM_F round = unit * NUM_SET(0x1.8p6f), step = unit * NUM_SET(0x1p-17f);
	NUM_F kept = (less + round) - round; /* to the nearest step, so that it may be one too far */

	step = NUM_FLOAT(NUM_BITS(step) | (NUM_BITS(less) & NUM_SETI((int32_t)0x80000000)));
	kept = NUM_SELECT(NUM(abs)(kept) > NUM(abs)(less), kept - step, kept);
	shifted = (NUM(abs)(less) < unit) & (unit > NUM_SET(0x1p-90f)) & (unit < NUM_SET(0x1p100f));
	return more + NUM_SELECT(shifted, kept, less);
}

/* Rounds to 8 bits and 8 more after them, for values of about 0 to 1. */
NUM_INLINE NUM_F NUM(us_round16)(NUM_F x)
{
	return NUM_SELECT(NUM(abs)(x) < NUM_SET(1024.0f), NUM(floor)(x * 65280.0f + 0.5f) / 65280.0f, x);
}

/* Comparisons of predicates and of the ALU result: 0 ==, 1 <, 2 >=, 3 != 0 (8.7.1). */
NUM_INLINE NUM_M NUM(us_test)(unsigned op, NUM_F x)
{
	NUM_F zero = NUM_SET(0.0f);

	return op == 0 ? x == zero : op == 1 ? x < zero : op == 2 ? x >= zero : x != zero;
}

#undef US_NAN
#undef US_INF
