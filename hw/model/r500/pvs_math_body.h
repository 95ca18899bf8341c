/* SPDX-License-Identifier: MIT
 *
 * The bodies of pvs_math.h, compiled once for each type. It has no include guard because it is included
 * twice.
 */

NUM_INLINE NUM_M NUM(pvs_zero)(NUM_F x)
{
	return NUM(abs)(x) < NUM_SET(0x1p-126f);
}

/* The engine has no denormals: they are zeros, with their sign. */
NUM_INLINE NUM_F NUM(pvs_flush)(NUM_F x)
{
	NUM_I sign = NUM_BITS(x) & NUM_SETI((int32_t)0x80000000);

	return NUM_SELECT(NUM(pvs_zero)(x), NUM_FLOAT(sign), x);
}

/* a * b, where 0 times anything is 0, infinities and NaN too: the rule of Direct3D 9, by which Mesa's r300
 * promises its vertex shaders (PIPE_CAP_LEGACY_MATH_RULES), and by which they pass on real chips. */
NUM_INLINE NUM_F NUM(pvs_mul)(NUM_F a, NUM_F b)
{
	NUM_F r = a * b;

	return NUM_SELECT((r != r) & ((a == NUM_SET(0.0f)) | (b == NUM_SET(0.0f))), NUM_SET(0.0f), r);
}

/* 1/x; at_zero with the sign of x added if keep_sign. */
NUM_INLINE NUM_F NUM(pvs_rcp)(NUM_F x, float at_zero, bool keep_sign)
{
	NUM_M zero = NUM(pvs_zero)(x);
	NUM_I sign = keep_sign ? NUM_BITS(x) & NUM_SETI((int32_t)0x80000000) : NUM_SETI(0);
	NUM_F z = NUM_FLOAT(NUM_BITS(NUM_SET(at_zero)) | sign);

	return NUM_SELECT(zero, z, 1.0f / NUM_SELECT(zero, NUM_SET(1.0f), x));
}

/* 1/sqrt(|x|) */
NUM_INLINE NUM_F NUM(pvs_rsq)(NUM_F x, float at_zero)
{
	NUM_F a = NUM(abs)(x);
	NUM_M zero = NUM(pvs_zero)(x), inf = a == NUM_SET(__builtin_inff()), nan = x != x;
	NUM_F r = NUM(rsq)(NUM_SELECT(zero | inf | nan, NUM_SET(1.0f), a));

	r = NUM_SELECT(zero, NUM_SET(at_zero), r);
	r = NUM_SELECT(inf, NUM_SET(0.0f), r);
	return NUM_SELECT(nan, x, r);
}

/* log2(|x|) */
NUM_INLINE NUM_F NUM(pvs_log2)(NUM_F x, float at_zero)
{
	NUM_F a = NUM(abs)(x);
	NUM_M zero = NUM(pvs_zero)(x), inf = a == NUM_SET(__builtin_inff()), nan = x != x;
	NUM_F r = NUM(log2)(NUM_SELECT(zero | inf | nan, NUM_SET(1.0f), a));

	r = NUM_SELECT(zero, NUM_SET(at_zero), r);
	r = NUM_SELECT(inf, a, r);
	return NUM_SELECT(nan, x, r);
}

/* R5xx guide 7.5.8, ME_POWER_FUNC_FF: a negative base gives -(|a|^b). The table of special cases is in the
 * order of detection 0^-n, 0^n, x^0, …; n stands for a positive power there (-n has its own line), so 0^0
 * falls to x^0 = 1. 1^inf is in no line; it is 1, as for every finite power. */
NUM_INLINE NUM_F NUM(pvs_pow)(NUM_F a, NUM_F b)
{
	NUM_F m = NUM(abs)(a);
	NUM_M zero = NUM(pvs_zero)(a), inf = m == NUM_SET(__builtin_inff()), nan = (a != a) | (b != b);
	NUM_F l = NUM(log2)(NUM_SELECT(zero | inf | (a != a), NUM_SET(1.0f), m));
	/* b infinite: b * l is an infinity of the right sign, for every m but 1 */
	NUM_F r = NUM(exp2)(b * l);

	r = NUM_SELECT(m == NUM_SET(1.0f), NUM_SET(1.0f), r);
	r = NUM_SELECT(inf, NUM_SELECT(b < NUM_SET(0.0f), NUM_SET(0.0f), m), r);
	r = NUM_SELECT(zero, NUM_SELECT(b < NUM_SET(0.0f), NUM_SET(__builtin_inff()), NUM_SET(0.0f)), r);
	r = NUM_SELECT(b == NUM_SET(0.0f), NUM_SET(1.0f), r);
	r = NUM_SELECT(a < NUM_SET(0.0f), -r, r);
	return NUM_SELECT(nan, a + b, r);
}

/* ME_LIGHT_COEFF_DX, the z component: specular a, diffuse b, power c. */
NUM_INLINE NUM_F NUM(pvs_lit)(NUM_F a, NUM_F b, NUM_F c)
{
	NUM_F p = NUM_SELECT(c > NUM_SET(128.0f), NUM_SET(128.0f), c);

	p = NUM_SELECT(p < NUM_SET(-128.0f), NUM_SET(-128.0f), p);
	a = NUM_SELECT(a > NUM_SET(0.0f), a, NUM_SET(0.0f));
	return NUM_SELECT(b > NUM_SET(0.0f), NUM(pvs_pow)(a, p), NUM_SET(0.0f));
}

/* ME_SIN, ME_COS: radians, clamped to -pi … pi; what is not a number is clamped too (to pi). No result but
 * an exact zero is smaller than 0x33800000 (2^-24) in magnitude. */
NUM_INLINE NUM_F NUM(pvs_turns)(NUM_F x)
{
	const float pi = 3.14159274f;
	NUM_F y = NUM_SELECT(x < NUM_SET(pi), x, NUM_SET(pi)); /* NaN is not less than pi */

	y = NUM_SELECT(y < NUM_SET(-pi), NUM_SET(-pi), y);
	return y * 0.159154943f;
}

NUM_INLINE NUM_F NUM(pvs_at_least)(NUM_F r)
{
	NUM_M tiny = (NUM(abs)(r) < NUM_SET(0x1p-24f)) & (r != NUM_SET(0.0f));
	NUM_I sign = NUM_BITS(r) & NUM_SETI((int32_t)0x80000000);

	return NUM_SELECT(tiny, NUM_FLOAT(sign | NUM_SETI(0x33800000)), r);
}

NUM_INLINE NUM_F NUM(pvs_sin)(NUM_F x)
{
	return NUM(pvs_at_least)(NUM(sin1)(NUM(pvs_turns)(x)));
}

NUM_INLINE NUM_F NUM(pvs_cos)(NUM_F x)
{
	return NUM(pvs_at_least)(NUM(cos1)(NUM(pvs_turns)(x)));
}

NUM_INLINE NUM_F NUM(pvs_saturate)(NUM_F x)
{
	NUM_F y = NUM_SELECT(x > NUM_SET(0.0f), x, NUM_SET(0.0f)); /* NaN becomes 0 */
	return NUM_SELECT(y < NUM_SET(1.0f), y, NUM_SET(1.0f));
}

/* What an address register holds: R5xx guide 7.5.1, clamped to -256 … 255. */
NUM_INLINE NUM_I NUM(pvs_address)(NUM_F x)
{
	NUM_F y = NUM(floor)(x);

	y = NUM_SELECT(y > NUM_SET(-256.0f), y, NUM_SET(-256.0f));
	y = NUM_SELECT(y < NUM_SET(255.0f), y, NUM_SET(255.0f));
	return NUM_TOINT(y);
}
