/* SPDX-License-Identifier: MIT
 *
 * Floats of single precision. Part of sq_kit_body.h. Denormals and rounding are the processor's, which the
 * caller has set by MODE.
 */
static inline int is_zero(float f)
{
	return f == 0.0f;
}

/* A product in which zero wins */
static inline float mul0(float p, float q)
{
	return (is_zero(p) | is_zero(q)) ? 0.0f : p * q;
}

OP(add, sq_r(X + Y))
OP(sub, sq_r(X - Y))
OP(subrev, sq_r(Y - X))
OP(mul, sq_r(X *Y))
OP(mul_legacy, sq_r(mul0(X, Y)))
OP(mad, sq_r(X *Y + Z))
OP(mad_legacy, sq_r(mul0(X, Y) + Z))
OP(fma, sq_r(__builtin_fmaf(X, Y, Z)))

/* ---- the smaller and the larger ------------------------------------------------------------------------ */
/* One NaN gives the other operand; -0 is below +0. */
static inline uint32_t smaller(uint32_t p, uint32_t q)
{
	const float f = sq_f(p), g = sq_f(q);
	const bool f_nan = f != f, g_nan = g != g;

	return sq_pick(f_nan & g_nan, SQ_NAN, sq_pick((f < g) | g_nan | ((f == g) & (p >> 31)), p, q));
}

static inline uint32_t larger(uint32_t p, uint32_t q)
{
	const float f = sq_f(p), g = sq_f(q);
	const bool f_nan = f != f, g_nan = g != g;

	return sq_pick(f_nan & g_nan, SQ_NAN, sq_pick((f > g) | g_nan | ((f == g) & !(p >> 31)), p, q));
}

static inline uint32_t median(uint32_t p, uint32_t q, uint32_t r)
{
	const float f = sq_f(p), g = sq_f(q), h = sq_f(r);
	const uint32_t low = smaller(p, q);

	return sq_pick((f != f) | (g != g) | (h != h), smaller(low, r),
		       larger(low, smaller(larger(p, q), r)));
}

#if defined(FL_ISA) && defined(__AVX512F__)
/* The same with masks in registers of their own. The result is a NaN where both are. */
static inline __m512i one_of(__m512i p, __m512i q, bool large)
{
	const __m512 f = (__m512)p, g = (__m512)q;
	const __mmask16 beyond =
	    large ? _mm512_cmp_ps_mask(f, g, _CMP_NLE_UQ) : _mm512_cmp_ps_mask(f, g, _CMP_NGE_UQ);
	const __mmask16 tie = _mm512_mask_cmp_ps_mask(
	    large ? (__mmask16)~_mm512_movepi32_mask(p) : _mm512_movepi32_mask(p), f, g, _CMP_EQ_OQ);
	const __mmask16 first = (__mmask16)(_mm512_mask_cmp_ps_mask(beyond, f, f, _CMP_ORD_Q) | tie);
	const __m512i r = _mm512_mask_mov_epi32(q, first, p);

	return _mm512_mask_mov_epi32(r, _mm512_cmp_ps_mask((__m512)r, (__m512)r, _CMP_UNORD_Q),
				     _mm512_set1_epi32(SQ_NAN));
}

/* an, bn: 0 where all lanes have one value */
static inline __attribute__((always_inline)) void extreme(struct sq_lanes *x, unsigned an, unsigned bn,
							  bool large)
{
	uint32_t *d = x->d[0];
	const uint32_t *a = x->a[0], *b = x->b[0];
	const __m512i one_a = an ? _mm512_setzero_si512() : _mm512_set1_epi32((int32_t)*a),
		      one_b = bn ? _mm512_setzero_si512() : _mm512_set1_epi32((int32_t)*b);

#pragma GCC unroll 4
	for (unsigned l = 0; l < SQ_LANES; l += FL_LANES)
		_mm512_storeu_si512(d + l, one_of(an ? _mm512_loadu_si512(a + l) : one_a,
						  bn ? _mm512_loadu_si512(b + l) : one_b, large));
}

#define EXTREME(name, large)                                                                             \
	static inline                                                                                    \
	    __attribute__((always_inline)) void run_##name(struct sq_lanes *x, unsigned an, unsigned bn) \
	{                                                                                                \
		extreme(x, an, bn, large);                                                               \
	}                                                                                                \
	static void op_##name(struct sq_lanes *x)                                                        \
	{                                                                                                \
		run_##name(x, 1, 1);                                                                     \
	}
EXTREME(min, false)
EXTREME(max, true)
#undef EXTREME
#else
OP(min, smaller(A, B))
OP(max, larger(A, B))
#endif
OP(min_legacy, X < Y ? A : B)
OP(max_legacy, X >= Y ? A : B)
OP(min3, smaller(smaller(A, B), C))
OP(max3, larger(larger(A, B), C))
OP(med3, median(A, B, C))

/* ---- whole numbers ------------------------------------------------------------------------------------- */
static inline uint32_t with_sign(float magnitude, uint32_t of)
{
	return (sq_u(magnitude) & 0x7fffffff) | (of & 0x80000000);
}

static inline uint32_t whole(float f) /* keeps NaN */
{
	return f == f ? sq_u(f) : SQ_NAN;
}

static inline float nearest(float f) /* of what is not negative, in the nearest mode */
{
	return f < 0x1p23f ? (f + 0x1p23f) - 0x1p23f : f;
}

static inline float fraction(float f)
{
	const float r = f - num_floor(f);

	return r < 1.0f ? r : 0x1.fffffep-1f;
}

OP(floor, whole(num_floor(X)))
OP(ceil, whole(-num_floor(-X)))
OP(trunc, X == X ? with_sign(num_floor(num_abs(X)), A) : SQ_NAN)
OP(rndne, X == X ? with_sign(nearest(num_abs(X)), A) : SQ_NAN)
OP(fract, num_abs(X) <= NUM_MAX_FLOAT ? sq_u(fraction(X)) : SQ_NAN)

/* ---- transcendental ones: denormals count as zeros ----------------------------------------------------- */
static inline float huge_of(float f) /* an infinity becomes the largest number */
{
	return num_abs(f) > NUM_MAX_FLOAT ? sq_f(with_sign(NUM_MAX_FLOAT, sq_u(f))) : f;
}

static inline float no_huge(float f) /* becomes a zero with its sign */
{
	return num_abs(f) > NUM_MAX_FLOAT ? sq_f(sq_u(f) & 0x80000000) : f;
}

static inline float number_or(float f, float of_nan)
{
	return f == f ? f : of_nan;
}

static inline float log_of(float f)
{
	const bool normal = (f > 0.0f) & (f <= NUM_MAX_FLOAT);
	const float r = num_log2(normal ? f : 1.0f);

	return sq_f(
	    sq_pick(normal, sq_u(r),
		    sq_pick(is_zero(f), sq_u(-__builtin_inff()), sq_pick(f > 0.0f, sq_u(f), SQ_NAN))));
}

static inline float rsq_of(float f)
{
	const bool normal = (f > 0.0f) & (f <= NUM_MAX_FLOAT);
	const float r = num_rsq(normal ? f : 1.0f);

	return normal       ? r
	       : is_zero(f) ? sq_f(with_sign(__builtin_inff(), sq_u(f)))
	       : f > 0.0f   ? 0.0f
			    : sq_f(SQ_NAN);
}

static inline float turn_of(float f, bool cosine)
{
	const float size = num_abs(f), t = size <= 256.0f ? f : 0.0f;
	const float r = cosine ? num_cos1(t) : num_sin1(t);

	return size <= NUM_MAX_FLOAT ? r : sq_f(SQ_NAN);
}

OP(exp, sq_r(num_exp2(X)))
OP(log, sq_r(log_of(X)))
OP(log_clamp, sq_r(sq_f(sq_pick(is_zero(X), sq_u(-NUM_MAX_FLOAT), sq_u(log_of(X))))))
OP(rcp, sq_r(1.0f / X))
OP(rcp_clamp, sq_r(number_or(huge_of(1.0f / X), X)))
OP(rcp_legacy, sq_r(no_huge(1.0f / X)))
OP(rsq, sq_r(rsq_of(X)))
OP(rsq_clamp, sq_r(huge_of(rsq_of(X))))
OP(rsq_legacy, sq_r(no_huge(rsq_of(X))))
OP(sqrt, sq_r(__builtin_sqrtf(X)))
OP(sin, sq_r(turn_of(X, false)))
OP(cos, sq_r(turn_of(X, true)))

/* ---- exponents ----------------------------------------------------------------------------------------- */
static inline uint32_t exponent_of(uint32_t v) /* x = m 2^n, 0.5 <= m < 1; 0 of what has none */
{
	const uint32_t e = v >> 23 & 255, m = v & 0x7fffff;

	if (e == 255 || (e == 0 && m == 0))
		return 0;
	return e ? e - 126 : (uint32_t) - (int32_t)(117 + __builtin_clz(m));
}

static inline uint32_t mantissa_of(uint32_t v)
{
	const uint32_t e = v >> 23 & 255, m = v & 0x7fffff, sign = v & 0x80000000;

	if (e == 255)
		return m ? SQ_NAN : v;
	if (e == 0 && m == 0)
		return v;
	return sign | 126u << 23 | (e ? m : m << (__builtin_clz(m) - 8) & 0x7fffff);
}

/* In double precision the power is exact: one rounding, into single precision. */
static inline float scaled(float f, int32_t n)
{
	const int32_t e = n > 300 ? 300 : n < -300 ? -300 : n;
	const uint64_t power = (uint64_t)(1023 + e) << 52;
	double two_n;

	memcpy(&two_n, &power, sizeof two_n);
	return (float)((double)f * two_n);
}

OP(frexp_exp, exponent_of(A))
OP(frexp_mant, mantissa_of(A))
OP(ldexp, sq_r(scaled(X, J)))

/* ---- cubes: the face is that of the largest coordinate, z before y before x ---------------------------- */
static inline unsigned face_axis(float p, float q, float r)
{
	const float u = num_abs(p), v = num_abs(q), t = num_abs(r);

	return ((t >= u) & (t >= v)) ? 2 : v >= u ? 1 : 0;
}

static inline float face_id(float p, float q, float r)
{
	const unsigned axis = face_axis(p, q, r);
	const float major = axis == 2 ? r : axis == 1 ? q : p;

	return (float)(2 * axis) + (major < 0.0f ? 1.0f : 0.0f);
}

static inline float face_s(float p, float q, float r)
{
	const unsigned axis = face_axis(p, q, r);

	return axis == 2 ? (r < 0.0f ? -p : p) : axis == 1 ? p : p < 0.0f ? r : -r;
}

static inline float face_t(float p, float q, float r)
{
	return face_axis(p, q, r) == 1 ? (q < 0.0f ? -r : r) : -q;
}

static inline float face_major(float p, float q, float r)
{
	const unsigned axis = face_axis(p, q, r);

	return 2.0f * (axis == 2 ? r : axis == 1 ? q : p);
}

static inline float lit(float p, float q, float r)
{
	return r > 0.0f ? mul0(p, q) : -NUM_MAX_FLOAT;
}

OP(cubeid, sq_r(face_id(X, Y, Z)))
OP(cubesc, sq_r(face_s(X, Y, Z)))
OP(cubetc, sq_r(face_t(X, Y, Z)))
OP(cubema, sq_r(face_major(X, Y, Z)))
OP(mullit, sq_r(lit(X, Y, Z)))
