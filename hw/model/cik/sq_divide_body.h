/* SPDX-License-Identifier: MIT
 *
 * The steps of exact division, and the reduction of large angles. Part of sq_kit_body.h. Numbers from the
 * instruction descriptions of the generations that followed (AMD's Vega ISA document, v_div_scale_f32 and
 * on), which compilers rely on here, too. In one point they cannot be right: where both the inverse of the
 * denominator and the quotient are denormal, a denominator that grew would be infinite. It shrinks here, with
 * which the sequence of compilers divides exactly.
 */
static inline int exponent32(uint32_t v)
{
	return (int)(v >> 23 & 255);
}

static inline bool denormal32(uint32_t v)
{
	return exponent32(v) == 0 && v & 0x7fffff;
}

static inline int exponent_64(uint64_t v)
{
	return (int)(v >> 52 & 0x7ff);
}

static inline bool denormal64(uint64_t v)
{
	return exponent_64(v) == 0 && v << 12;
}

/* s: what is scaled, the denominator d or the numerator n. *post: the quotient has to be scaled back. */
static inline uint32_t div_scale32(uint32_t s, uint32_t d, uint32_t n, bool *post)
{
	const float quotient = sq_f(n) / sq_f(d), inverse = 1.0f / sq_f(d);
	const int apart_by = exponent32(n) - exponent32(d);
	int by = 0;

	*post = false;
	if (sq_f(n) == 0.0f || sq_f(d) == 0.0f)
		return SQ_NAN;
	if (apart_by >= 96) { /* near the largest number */
		*post = true;
		by = s == d ? 64 : 0;
	} else if (denormal32(d)) {
		by = 64;
	} else if (denormal32(sq_u(inverse)) && denormal32(sq_u(quotient))) {
		*post = true;
		by = s == d ? -64 : 0;
	} else if (denormal32(sq_u(inverse))) {
		by = -64;
	} else if (denormal32(sq_u(quotient))) {
		*post = true;
		by = s == n ? 64 : 0;
	} else if (exponent32(n) <= 23) {
		by = 64;
	}
	return sq_r(scaled(sq_f(s), by));
}

static inline uint64_t div_scale_double(uint64_t s, uint64_t d, uint64_t n, bool *post)
{
	const double quotient = of_bits(n) / of_bits(d), inverse = 1.0 / of_bits(d);
	const int apart_by = exponent_64(n) - exponent_64(d);
	int by = 0;

	*post = false;
	if (of_bits(n) == 0.0 || of_bits(d) == 0.0)
		return SQ_NAN64;
	if (apart_by >= 768) {
		*post = true;
		by = s == d ? 128 : 0;
	} else if (denormal64(d)) {
		by = 128;
	} else if (denormal64(bits_of_double(inverse)) && denormal64(bits_of_double(quotient))) {
		*post = true;
		by = s == d ? -128 : 0;
	} else if (denormal64(bits_of_double(inverse))) {
		by = -128;
	} else if (denormal64(bits_of_double(quotient))) {
		*post = true;
		by = s == n ? 128 : 0;
	} else if (exponent_64(n) <= 53) {
		by = 128;
	}
	return number64(scaled64(of_bits(s), by));
}

static void op_div_scale(struct sq_lanes *x)
{
	uint64_t out = 0;

	for (unsigned l = 0; l < SQ_LANES; l++) {
		bool post;

		x->d[0][l] = div_scale32(x->a[0][l], x->b[0][l], x->c[0][l], &post);
		out |= (uint64_t)post << l;
	}
	x->out = out;
}

static void op_div_scale64(struct sq_lanes *x)
{
	uint64_t out = 0;

	for (unsigned l = 0; l < SQ_LANES; l++) {
		bool post;
		const uint64_t r = div_scale_double(P, Q, R, &post);

		x->d[0][l] = (uint32_t)r;
		x->d[1][l] = (uint32_t)(r >> 32);
		out |= (uint64_t)post << l;
	}
	x->out = out;
}

/* Back by what div_scale did: the quotient, the third source, says which way. */
static inline float post_scale(float f, float quotient, bool post)
{
	return !post ? f : num_abs(quotient) >= 2.0f ? f * 0x1p64f : f * 0x1p-64f;
}

static inline double post_scale64(double f, double quotient, bool post)
{
	return !post ? f : __builtin_fabs(quotient) >= 2.0 ? f * 0x1p128 : f * 0x1p-128;
}

OP(div_fmas, sq_r(post_scale(__builtin_fmaf(X, Y, Z), Z, x->in >> l & 1)))
OP64(div_fmas64, number64(post_scale64(__builtin_fma(U, V, W), W, x->in >> l & 1)))

/* The quotient q of n / d where that is no plain division; its sign is that of the operands. Of numbers far
 * apart the steps before made a NaN: too small is zero, too large infinity. */
static inline uint32_t fixed_up(uint32_t q, uint32_t d, uint32_t n)
{
	const uint32_t sign = (d ^ n) & 0x80000000, infinite = 0x7f800000;
	const uint32_t dm = d & 0x7fffffff, nm = n & 0x7fffffff;

	if (dm > infinite || nm > infinite || (dm == 0 && nm == 0) || (dm == infinite && nm == infinite))
		return SQ_NAN;
	if (dm == 0 || nm == infinite)
		return sign | infinite;
	if (dm == infinite || nm == 0 || exponent32(n) - exponent32(d) < -150)
		return sign;
	return sign | ((q & 0x7fffffff) > infinite ? infinite : q & 0x7fffffff);
}

static inline uint64_t fixed_up64(uint64_t q, uint64_t d, uint64_t n)
{
	const uint64_t top = 1ull << 63, sign = (d ^ n) & top, infinite = 0x7ffull << 52;
	const uint64_t dm = d & ~top, nm = n & ~top;

	if (dm > infinite || nm > infinite || (dm == 0 && nm == 0) || (dm == infinite && nm == infinite))
		return SQ_NAN64;
	if (dm == 0 || nm == infinite)
		return sign | infinite;
	if (dm == infinite || nm == 0 || exponent_64(n) - exponent_64(d) < -1075)
		return sign;
	return sign | ((q & ~top) > infinite ? infinite : q & ~top);
}

OP(div_fixup, fixed_up(A, B, C))
OP64(div_fixup64, fixed_up64(P, Q, R))

/* ---- 2 / pi, 53 bits of it at a time ------------------------------------------------------------------- */
static const uint64_t two_over_pi[20] = {
    0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561, 0xb7246e3a424dd2e0,
    0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4,
    0x9c845f8bbdf9283b, 0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab, 0xf0cfbc209af4361d,
};

static inline uint64_t segment_of(uint64_t v, unsigned select)
{
	const int e = exponent_64(v);
	unsigned shift = (select & 31) * 53 + (e > 1077 ? (unsigned)e - 1077 : 0);
	const int by = -53 - (int)shift + (e >= 1968 ? 128 : 0);

	if (shift >= 20 * 64 - 64)
		return 0;
	const unsigned word = shift / 64, bit = shift % 64;
	const uint64_t high = two_over_pi[word], low = two_over_pi[word + 1];
	const uint64_t bits = (bit ? high << bit | low >> (64 - bit) : high) >> 11;

	return bits_of_double(scaled64((double)bits, by));
}

OP64(trig_preop, segment_of(P, N))
