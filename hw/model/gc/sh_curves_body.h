/* SPDX-License-Identifier: MIT
 *
 * The operations of SH that take more than one operator and one comparison, compiled once for each kind of
 * number (num_kit.h): sh_math_body.h includes it for floats, sh_kit_simd.c for vectors too. No include guard.
 * Approximations are those of num/num.h: how many bits the chip's tables have is not public (GC facts 5: 1 to
 * 2 ulp).
 */
#define CURVE_NAN NUM_FLOAT(NUM_SETI((int32_t)SH_NAN))
#define CURVE_INF NUM_SET(__builtin_inff())
#define CURVE_0   NUM_SET(0.0f)

/* The result of arithmetic has one NaN. */
NUM_INLINE NUM_F NUM(sh_result)(NUM_F x)
{
	return NUM_SELECT(x != x, CURVE_NAN, x);
}

/* What is not a positive finite number is out of num.h's domain: 1 in its place, and replaced afterwards. */
NUM_INLINE NUM_F NUM(sh_positive)(NUM_F x)
{
	return NUM_SELECT((x > CURVE_0) & (x < CURVE_INF), x, NUM_SET(1.0f));
}

NUM_INLINE NUM_F NUM(sh_log)(NUM_F x)
{
	NUM_F r = NUM_SELECT(x == CURVE_INF, x, NUM(log2)(NUM(sh_positive)(x)));

	r = NUM_SELECT(x == CURVE_0, -CURVE_INF, r);
	return NUM_SELECT((x != x) | (x < CURVE_0), CURVE_NAN, r);
}

NUM_INLINE NUM_F NUM(sh_rsq)(NUM_F x)
{
	NUM_F r = NUM_SELECT(x == CURVE_INF, CURVE_0, NUM(rsq)(NUM(sh_positive)(x)));

	r = NUM_SELECT(x == CURVE_0, CURVE_INF, r);
	return NUM_SELECT((x != x) | (x < CURVE_0), CURVE_NAN, r);
}

NUM_INLINE NUM_F NUM(sh_sqrt)(NUM_F x)
{
	NUM_F y = NUM(sh_positive)(x);
	NUM_F r = NUM_SELECT((x == CURVE_INF) | (x == CURVE_0), x, y * NUM(rsq)(y));

	return NUM_SELECT((x != x) | (x < CURVE_0), CURVE_NAN, r);
}

NUM_INLINE NUM_F NUM(sh_exp)(NUM_F x)
{
	return NUM(sh_result)(NUM(exp2)(x));
}

NUM_INLINE NUM_F NUM(sh_floor)(NUM_F x)
{
	return NUM(sh_result)(NUM(floor)(x));
}

NUM_INLINE NUM_F NUM(sh_ceil)(NUM_F x)
{
	return NUM(sh_result)(-NUM(floor)(-x));
}

NUM_INLINE NUM_F NUM(sh_frc)(NUM_F x)
{
	return NUM(sh_result)(x - NUM(floor)(x));
}

/* Whole turns are taken off first, where an angle is beyond the range of num.h; what is not finite is NaN. */
NUM_INLINE NUM_F NUM(sh_turns)(NUM_F t)
{
	NUM_F rest = NUM_SELECT(NUM(abs)(t) < NUM_SET(0x1p21f), t, t - NUM(floor)(t));

	return NUM_SELECT(NUM(abs)(rest) < NUM_SET(0x1p21f), rest, CURVE_0);
}

NUM_INLINE NUM_F NUM(sh_sine)(NUM_F turns)
{
	NUM_F r = NUM(sin1)(NUM(sh_turns)(turns));

	return NUM_SELECT(NUM(abs)(turns) < CURVE_INF, r, CURVE_NAN);
}

NUM_INLINE NUM_F NUM(sh_cosine)(NUM_F turns)
{
	NUM_F r = NUM(cos1)(NUM(sh_turns)(turns));

	return NUM_SELECT(NUM(abs)(turns) < CURVE_INF, r, CURVE_NAN);
}

/* GC facts 5: x counts quarters of a turn, with FAST_TRANSCENDENTALS halves. */
NUM_INLINE NUM_F NUM(sh_sin_quarter)(NUM_F x)
{
	return NUM(sh_sine)(x * 0.25f);
}

NUM_INLINE NUM_F NUM(sh_cos_quarter)(NUM_F x)
{
	return NUM(sh_cosine)(x * 0.25f);
}

NUM_INLINE NUM_F NUM(sh_sin_half)(NUM_F x)
{
	return NUM(sh_sine)(x * 0.5f);
}

NUM_INLINE NUM_F NUM(sh_cos_half)(NUM_F x)
{
	return NUM(sh_cosine)(x * 0.5f);
}

#undef CURVE_NAN
#undef CURVE_INF
#undef CURVE_0
