/* SPDX-License-Identifier: MIT
 *
 * Operations of SQ's transcendental unit. The approximations are those of num/num.h; how many bits the chip's
 * have is not public. Part of sq_kit_body.h.
 */
#define X             sq_f(a[l])

#define INFINITY_BITS 0x7f800000u
static const float infinity = __builtin_inff();

/* An infinite value becomes the largest finite one, or zero, of its sign. */
static inline float clamped(float x)
{
	return x == infinity ? NUM_MAX_FLOAT : x == -infinity ? -NUM_MAX_FLOAT : x;
}

static inline float vanishing(float x)
{
	return x == infinity ? 0.0f : x == -infinity ? -0.0f : x;
}

static inline float logarithm(float x)
{
	float y = x > 0.0f && x < infinity ? x : 1.0f;

	return x == 0.0f ? -infinity : x == infinity ? infinity : x > 0.0f ? num_log2(y) : sq_f(SQ_NAN);
}

/* 1 / sqrt(x); of zero infinity with its sign */
static inline float rsqrt(float x)
{
	float y = x > 0.0f && x < infinity ? x : 1.0f;

	return x == 0.0f ? 1.0f / x : x == infinity ? 0.0f : x > 0.0f ? num_rsq(y) : sq_f(SQ_NAN);
}

static inline float root(float x)
{
	float y = x > 0.0f && x < infinity ? x : 1.0f;

	return ((x == 0.0f) | (x == infinity)) ? x * 0.5f : x > 0.0f ? x * num_rsq(y) : sq_f(SQ_NAN);
}

OP(exp_ieee, sq_r(num_exp2(X)))
OP(log_ieee, sq_r(logarithm(X)))
OP(log_clamped, sq_r(X == 0.0f ? -NUM_MAX_FLOAT : logarithm(X)))
OP(recip_ieee, sq_r(1.0f / X))
OP(recip_clamped, sq_r(clamped(1.0f / X)))
OP(recip_ff, sq_r(vanishing(1.0f / X)))
OP(recipsqrt_ieee, sq_r(rsqrt(X)))
OP(recipsqrt_clamped, sq_r(clamped(rsqrt(X))))
OP(recipsqrt_ff, sq_r(vanishing(rsqrt(X))))
OP(sqrt_ieee, sq_r(root(X)))

/* ---- angles: R6xx takes radians in [-pi, pi], R7xx turns in [-0.5, 0.5]; beyond, the model goes on -- */
static inline float turns(float t)
{
	return num_abs(t) < 0x1p22f ? t : 0.0f; /* whole turns; what is not finite is seen to below */
}

#define RADIAN 0.159154943091895f /* in turns */
OP(sin_r6, sq_r(num_sin1(turns(X *RADIAN)) + (X - X)))
OP(cos_r6, sq_r(num_cos1(turns(X *RADIAN)) + (X - X)))
OP(sin_r7, sq_r(num_sin1(turns(X)) + (X - X)))
OP(cos_r7, sq_r(num_cos1(turns(X)) + (X - X)))

/* ---- integers ------------------------------------------------------------------------------------------ */
static inline uint32_t to_int(float x)
{
	if (x != x)
		return 0;
	return x >= 0x1p31f ? 0x7fffffffu : x <= -0x1p31f ? 0x80000000u : (uint32_t)(int32_t)x;
}

static inline uint32_t to_uint(float x)
{
	if (!(x > 0.0f))
		return 0;
	return x >= 0x1p32f ? 0xffffffffu : (uint32_t)x;
}

static inline uint32_t recip_uint(uint32_t x)
{
	return x < 2 ? 0xffffffffu : (uint32_t)((1ull << 32) / x);
}

static inline uint32_t recip_int(uint32_t x)
{
	uint32_t negative = x >> 31, r = recip_uint(negative ? 0 - x : x);

	r = r > 0x7fffffff ? 0x7fffffff : r;
	return negative ? 0 - r : r;
}

OP(flt_to_int, to_int(X))
OP(flt_to_uint, to_uint(X))
OP(int_to_flt, sq_u((float)(int32_t)a[l]))
OP(uint_to_flt, sq_u((float)a[l]))
OP(mullo_int, a[l] * b[l])
OP(mulhi_int, (uint32_t)((uint64_t)((int64_t)(int32_t)a[l] * (int32_t)b[l]) >> 32))
OP(mulhi_uint, (uint32_t)((uint64_t)a[l] * b[l] >> 32))
OP(recip_int, recip_int(a[l]))
OP(recip_uint, recip_uint(a[l]))

#undef X
#undef OP
#undef RADIAN
#undef INFINITY_BITS
