/* SPDX-License-Identifier: MIT
 *
 * Operations of SQ's ALU that every unit has: floats, selections, integers. Part of sq_kit_body.h.
 */
/* One result a lane out of a, b and c: x, y and z as floats, i, j, k as signed integers */
#define OP(name, result)                                                                                \
	static uint64_t op_##name(uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c) \
	{                                                                                               \
		SQ_IVDEP                                                                                \
		for (unsigned l = 0; l < SQ_LANES; l++)                                                 \
			d[l] = (result);                                                                \
		return 0;                                                                               \
	}
#define A        (a[l])
#define B        (b[l])
#define C        (c[l])
#define X        sq_f(a[l])
#define Y        sq_f(B)
#define Z        sq_f(C)
#define I        ((int32_t)a[l])
#define J        ((int32_t)b[l])

/* Whichever is a number wins. */
#define MAX_DX10 (X >= Y || Y != Y ? A : B)
#define MIN_DX10 (X < Y || Y != Y ? A : B)
OP(max, X >= Y ? A : B)
OP(min, X < Y ? A : B)
OP(max_dx10, MAX_DX10)
OP(min_dx10, MIN_DX10)

/* ---- comparisons: 1.0, or all ones --------------------------------------------------------------------- */
#define COMPARE(name, test)           \
	OP(name, (test) ? SQ_ONE : 0) \
	OP(name##_dx10, (test) ? 0xffffffffu : 0)
COMPARE(sete, X == Y)
COMPARE(setgt, X > Y)
COMPARE(setge, X >= Y)
COMPARE(setne, X != Y)
OP(sete_int, A == B ? 0xffffffffu : 0)
OP(setgt_int, I > J ? 0xffffffffu : 0)
OP(setge_int, I >= J ? 0xffffffffu : 0)
OP(setne_int, A != B ? 0xffffffffu : 0)
OP(setgt_uint, A > B ? 0xffffffffu : 0)
OP(setge_uint, A >= B ? 0xffffffffu : 0)

/* ---- whole numbers ---------------------------------------------------------------------------------- */
static inline float with_sign(float magnitude, float of)
{
	return num_float((num_bits(magnitude) & 0x7fffffff) | (num_bits(of) & (int32_t)0x80000000));
}

static inline float truncated(float x)
{
	return with_sign(num_floor(num_abs(x)), x);
}

static inline float ceiling(float x)
{
	return -num_floor(-x);
}

/* To the nearest, halves to even: the processor's own rounding, at the size where units are whole */
static inline float nearest(float x)
{
	float m = num_abs(x);

	return with_sign(m < 0x1p23f ? (m + 0x1p23f) - 0x1p23f : m, x);
}

OP(fract, sq_r(X - num_floor(X)))
OP(trunc, sq_r(truncated(X)))
OP(ceil, sq_r(ceiling(X)))
OP(rndne, sq_r(nearest(X)))
OP(floor, sq_r(num_floor(X)))

/* ---- AR: as whole numbers from -256 to 255 ---------------------------------------------------------- */
static inline uint32_t address(float x)
{
	float f = x >= -256.0f ? x : -256.0f; /* NaN: the lower end */

	return (uint32_t)(int32_t)(f <= 255.0f ? f : 255.0f);
}

OP(mova, address(num_floor(X + 0.5f)))
OP(mova_floor, address(num_floor(X)))
OP(mova_int, (uint32_t)(I<-256 ? -256 : I> 255 ? 255 : I))

OP(mov, A)
OP(nop, 0)

/* ---- integers ------------------------------------------------------------------------------------------ */
OP(and_int, A &B)
OP(or_int, A | B)
OP(xor_int, A ^ B)
OP(not_int, ~A)
OP(add_int, A + B)
OP(sub_int, A - B)
OP(max_int, I >= J ? A : B)
OP(min_int, I < J ? A : B)
OP(max_uint, A >= B ? A : B)
OP(min_uint, A < B ? A : B)
OP(ashr_int, (uint32_t)(I >> (B & 31)))
OP(lshr_int, A >> (B & 31))
OP(lshl_int, A << (B & 31))

/* ---- three operands ------------------------------------------------------------------------------------ */
static inline float lit(float x, float y, float z)
{
	bool finite = num_abs(y) <= NUM_MAX_FLOAT;

	return !finite || y == -NUM_MAX_FLOAT || !(z > 0.0f) ? -NUM_MAX_FLOAT : sq_mul0(x, y);
}

#define SCALED(name, value)               \
	OP(name, sq_r(value))             \
	OP(name##_m2, sq_r((value)*2.0f)) \
	OP(name##_m4, sq_r((value)*4.0f)) \
	OP(name##_d2, sq_r((value)*0.5f))
#define MULADD      sq_mul0(X, Y) + Z
#define MULADD_IEEE X *Y + Z
SCALED(muladd, MULADD)
SCALED(muladd_ieee, MULADD_IEEE)
SCALED(mul_lit, lit(X, Y, Z))
OP(cnde, X == 0.0f ? B : C)
OP(cndgt, X > 0.0f ? B : C)
OP(cndge, X >= 0.0f ? B : C)
OP(cnde_int, I == 0 ? B : C)
OP(cndgt_int, I > 0 ? B : C)
OP(cndge_int, I >= 0 ? B : C)

/* ---- modifiers ----------------------------------------------------------------------------------------- */
static inline uint32_t saturated(float f, uint32_t of_nan)
{
	float high = f < 1.0f ? f : 1.0f;

	return f != f ? of_nan : sq_u(high > 0.0f ? high : 0.0f);
}

OP(abs, A & 0x7fffffffu)
OP(neg, A ^ 0x80000000u)
OP(neg_abs, A | 0x80000000u)
OP(twice, sq_r(X * 2.0f))
OP(fourfold, sq_r(X * 4.0f))
OP(half, sq_r(X * 0.5f))
OP(sat, saturated(X, 0))
OP(sat_nan, saturated(X, SQ_NAN))

/* ---- with constants, which are the same in all lanes: the second operand, the third, or both ----------- */
#define OP_B(name, result)                                                                                  \
	static uint64_t op_##name##_b(uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c) \
	{                                                                                                   \
		const uint32_t b0 = b[0];                                                                   \
                                                                                                            \
		SQ_IVDEP                                                                                    \
		for (unsigned l = 0; l < SQ_LANES; l++)                                                     \
			d[l] = (result);                                                                    \
		return 0;                                                                                   \
	}
#define OP_C(name, result)                                                                                  \
	static uint64_t op_##name##_c(uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c) \
	{                                                                                                   \
		const uint32_t c0 = c[0];                                                                   \
                                                                                                            \
		SQ_IVDEP                                                                                    \
		for (unsigned l = 0; l < SQ_LANES; l++)                                                     \
			d[l] = (result);                                                                    \
		return 0;                                                                                   \
	}
#define OP_BC(name, result)                                                                                  \
	static uint64_t op_##name##_bc(uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c) \
	{                                                                                                    \
		const uint32_t b0 = b[0], c0 = c[0];                                                         \
                                                                                                             \
		SQ_IVDEP                                                                                     \
		for (unsigned l = 0; l < SQ_LANES; l++)                                                      \
			d[l] = (result);                                                                     \
		return 0;                                                                                    \
	}

/* A product in which zero wins, with a constant: whether that is zero is found out once, outside of the loop,
 * for whose masks gcc spells one bit out to sixteen. sum: what becomes of the product; made: of the
 * result. */
#define OVER(result)                            \
	SQ_IVDEP                                \
	for (unsigned l = 0; l < SQ_LANES; l++) \
	d[l] = (result)
#define OP0_B(name, made, sum)                                                                              \
	static uint64_t op_##name##_b(uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c) \
	{                                                                                                   \
		const uint32_t b0 = b[0];                                                                   \
                                                                                                            \
		if (sq_f(b0) != 0.0f)                                                                       \
			OVER(made(sum(X == 0.0f ? 0.0f : X * Y)));                                          \
		else                                                                                        \
			OVER(made(sum(0.0f)));                                                              \
		return 0;                                                                                   \
	}
#define OP0_BC(name, made, sum)                                                                              \
	static uint64_t op_##name##_bc(uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c) \
	{                                                                                                    \
		const uint32_t b0 = b[0], c0 = c[0];                                                         \
                                                                                                             \
		if (sq_f(b0) != 0.0f)                                                                        \
			OVER(made(sum(X == 0.0f ? 0.0f : X * Y)));                                           \
		else                                                                                         \
			OVER(made(sum(0.0f)));                                                               \
		return 0;                                                                                    \
	}
#define SUM(product)                 (product) + Z
#define ALONE(product)               (product)

/* And, for each, the one whose NaNs may have any bits. */
#define WITH_RAW(op, name, value)    op(name, sq_r(value)) op(name##_raw, sq_u(value))
#define WITH_RAW0(op, name, product) op(name, sq_r, product) op(name##_raw, sq_u, product)

WITH_RAW(OP, add, X + Y)
WITH_RAW(OP, mul, sq_mul0(X, Y))
WITH_RAW(OP, mul_ieee, X *Y)
OP(muladd_raw, sq_u(MULADD))
OP(muladd_ieee_raw, sq_u(MULADD_IEEE))
#undef C
#define C c0
WITH_RAW(OP_C, muladd, MULADD)
WITH_RAW(OP_C, muladd_ieee, MULADD_IEEE)
#undef B
#define B b0
WITH_RAW0(OP0_BC, muladd, SUM)
WITH_RAW(OP_BC, muladd_ieee, MULADD_IEEE)
#undef C
#define C (c[l])
WITH_RAW0(OP0_B, muladd, SUM)
WITH_RAW(OP_B, muladd_ieee, MULADD_IEEE)
WITH_RAW(OP_B, add, X + Y)
WITH_RAW0(OP0_B, mul, ALONE)
WITH_RAW(OP_B, mul_ieee, X *Y)
OP_B(max_dx10, MAX_DX10)
OP_B(min_dx10, MIN_DX10)

#undef A
#undef B
#undef C
#undef X
#undef Y
#undef Z
#undef I
#undef J
#undef COMPARE
#undef WITH_RAW
#undef WITH_RAW0
#undef OVER
#undef OP0_B
#undef OP0_BC
#undef SUM
#undef ALONE
#undef SCALED
#undef OP_B
#undef OP_C
#undef OP_BC
#undef MAX_DX10
#undef MIN_DX10
#undef MULADD
#undef MULADD_IEEE
