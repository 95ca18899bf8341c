/* SPDX-License-Identifier: MIT
 *
 * Doubles, and integers of 64 and 128 bits. Part of sq_kit_body.h.
 */
static inline uint64_t joined(const uint32_t *const p[2], unsigned l)
{
	return p[0][l] | (uint64_t)p[1][l] << 32;
}

static inline double of_bits(uint64_t v)
{
	double f;

	memcpy(&f, &v, sizeof f);
	return f;
}

static inline uint64_t bits_of_double(double f)
{
	uint64_t v;

	memcpy(&v, &f, sizeof v);
	return v;
}

static inline uint64_t number64(double f)
{
	return f == f ? bits_of_double(f) : SQ_NAN64;
}

/* A result of 64 bits out of P, Q, R, and as doubles U, V, W; N is the second source's low dword */
#define OP64(name, result)                                \
	static void op_##name(struct sq_lanes *x)         \
	{                                                 \
		for (unsigned l = 0; l < SQ_LANES; l++) { \
			const uint64_t r = (result);      \
                                                          \
			x->d[0][l] = (uint32_t)r;         \
			x->d[1][l] = (uint32_t)(r >> 32); \
		}                                         \
	}
/* One of 32 bits */
#define OP32(name, result)                              \
	static void op_##name(struct sq_lanes *x)       \
	{                                               \
		for (unsigned l = 0; l < SQ_LANES; l++) \
			x->d[0][l] = (result);          \
	}
#define P joined(x->a, l)
#define Q joined(x->b, l)
#define R joined(x->c, l)
#define U of_bits(P)
#define V of_bits(Q)
#define W of_bits(R)
#define N (x->b[0][l])

OP64(add64, number64(U + V))
OP64(mul64, number64(U *V))
OP64(fma64, number64(__builtin_fma(U, V, W)))
OP64(rcp64, number64(1.0 / U))
OP64(sqrt64, number64(__builtin_sqrt(U)))

static inline double rsq64_of(double f)
{
	return f == 0.0 ? 1.0 / f : 1.0 / __builtin_sqrt(f);
}

static inline double huge64(double f)
{
	return __builtin_fabs(f) > 0x1.fffffffffffffp1023 ? __builtin_copysign(0x1.fffffffffffffp1023, f) : f;
}

OP64(rsq64, number64(rsq64_of(U)))
OP64(rcp_clamp64, number64(huge64(1.0 / U)))
OP64(rsq_clamp64, number64(huge64(rsq64_of(U))))

/* ---- the smaller and the larger ------------------------------------------------------------------------ */
static inline uint64_t smaller64(uint64_t p, uint64_t q, bool larger_wanted)
{
	const double f = of_bits(p), g = of_bits(q);

	if (f != f)
		return g != g ? SQ_NAN64 : q;
	if (g != g)
		return p;
	if (f == g) /* -0 is below +0 */
		return (p >> 63 != 0) != larger_wanted ? p : q;
	return (f < g) != larger_wanted ? p : q;
}

OP64(min64, smaller64(P, Q, false))
OP64(max64, smaller64(P, Q, true))

/* ---- whole numbers ------------------------------------------------------------------------------------- */
/* Without an instruction for it the compiler adds and takes away, which may turn a zero's sign where sums are
 * rounded down: zeros are taken as they stand. */
static inline double fraction64(double f)
{
	const double r = f - (f == 0.0 ? f : __builtin_floor(f));

	return r < 1.0 ? r : 0x1.fffffffffffffp-1;
}

OP64(trunc64, number64(__builtin_trunc(U)))
OP64(ceil64, number64(__builtin_ceil(U)))
OP64(floor64, number64(__builtin_floor(U)))
OP64(rndne64, number64(__builtin_rint(U)))
OP64(fract64, __builtin_fabs(U) <= 0x1.fffffffffffffp1023 ? number64(fraction64(U)) : SQ_NAN64)

/* ---- exponents ----------------------------------------------------------------------------------------- */
static inline uint32_t exponent64(uint64_t v)
{
	const uint64_t e = v >> 52 & 0x7ff, m = v & 0xfffffffffffffull;

	if (e == 0x7ff || (e == 0 && m == 0))
		return 0;
	return e ? (uint32_t)e - 1022 : (uint32_t)(-1010 - __builtin_clzll(m));
}

static inline uint64_t mantissa64(uint64_t v)
{
	const uint64_t e = v >> 52 & 0x7ff, m = v & 0xfffffffffffffull, sign = v & 1ull << 63;

	if (e == 0x7ff)
		return m ? SQ_NAN64 : v;
	if (e == 0 && m == 0)
		return v;
	return sign | 1022ull << 52 | (e ? m : m << (__builtin_clzll(m) - 11) & 0xfffffffffffffull);
}

/* Steps whose last one alone rounds */
static inline double scaled64(double f, int32_t n)
{
	for (unsigned k = 0; k < 2 && n > 1023; k++, n -= 1023)
		f *= 0x1p1023;
	for (unsigned k = 0; k < 2 && n < -1022; k++, n += 969)
		f *= 0x1p-969;
	n = n > 1023 ? 1023 : n < -1022 ? -1022 : n;
	return f * of_bits((uint64_t)(1023 + n) << 52);
}

OP32(frexp_exp64, exponent64(P))
OP64(frexp_mant64, mantissa64(P))
OP64(ldexp64, number64(scaled64(U, (int32_t)N)))

/* ---- conversions --------------------------------------------------------------------------------------- */
static inline uint32_t i32_of(double f)
{
	return f >= 0x1p31 ? 0x7fffffffu : f <= -0x1p31 ? 0x80000000u : f == f ? (uint32_t)(int32_t)f : 0;
}

static inline uint32_t u32_of(double f)
{
	return f >= 0x1p32 ? 0xffffffffu : f > 0.0 ? (uint32_t)f : 0;
}

/* Denormals are flushed when they were rounded, as denormals: what rounds up to the smallest normal number
 * stays. The machine this runs on rounds as if exponents had no end, and flushes then. */
static inline uint32_t single_of(double d)
{
	const double unit = 0x1.8p-97; /* whose last place is that of denormals, 2^-149 */
	const double r = (d + unit) - unit;
	const float f = (float)d;

	return sq_r(f == 0.0f && (r >= 0x1p-126 || r <= -0x1p-126) ? (float)r : f);
}

OP32(cvt_i32_f64, i32_of(U))
OP32(cvt_u32_f64, u32_of(U))
OP32(cvt_f32_f64, single_of(U))
OP64(cvt_f64_i32, bits_of_double((double)(int32_t)x->a[0][l]))
OP64(cvt_f64_u32, bits_of_double((double)x->a[0][l]))
OP64(cvt_f64_f32, number64((double)sq_f(x->a[0][l])))

/* ---- integers ------------------------------------------------------------------------------------------ */
OP64(lshl64, P << (N & 63))
OP64(lshr64, P >> (N & 63))
OP64(ashr64, (uint64_t)((int64_t)P >> (N & 63)))

#define MAD64(name, product, carry)                                     \
	static void op_##name(struct sq_lanes *x)                       \
	{                                                               \
		uint64_t out = 0;                                       \
                                                                        \
		for (unsigned l = 0; l < SQ_LANES; l++) {               \
			const uint64_t p = (product), q = R, r = p + q; \
                                                                        \
			out |= (uint64_t)(carry) << l;                  \
			x->d[0][l] = (uint32_t)r;                       \
			x->d[1][l] = (uint32_t)(r >> 32);               \
		}                                                       \
		x->out = out;                                           \
	}
MAD64(mad_u64_u32, (uint64_t)x->a[0][l] * x->b[0][l], r < p)
MAD64(mad_i64_i32, (uint64_t)((int64_t)(int32_t)x->a[0][l] * (int32_t)x->b[0][l]), (~(p ^ q) & (p ^ r)) >> 63)

/* Four windows of the eight bytes of p beside q, each added to 16 bits of r */
static inline uint64_t four_sads(uint64_t p, uint32_t q, uint64_t r, bool masked)
{
	uint64_t d = 0;

	for (unsigned k = 0; k < 4; k++) {
		const uint32_t window = (uint32_t)(p >> 8 * k);
		const uint32_t sum =
		    (masked ? msad8(window, q) : sad8(window, q)) + (uint32_t)(r >> 16 * k & 0xffff);

		d |= (uint64_t)(masked && sum > 0xffff ? 0xffff : sum & 0xffff) << 16 * k;
	}
	return d;
}

OP64(qsad, four_sads(P, x->b[0][l], R, false))
OP64(mqsad, four_sads(P, x->b[0][l], R, true))

static void op_mqsad_u32(struct sq_lanes *x)
{
	for (unsigned l = 0; l < SQ_LANES; l++) {
		const uint64_t p = P;
		const uint32_t q = x->b[0][l];

		for (unsigned k = 0; k < 4; k++) {
			const uint64_t sum = (uint64_t)msad8((uint32_t)(p >> 8 * k), q) + x->c[k][l];

			x->d[k][l] = sum > 0xffffffff ? 0xffffffff : (uint32_t)sum;
		}
	}
}
