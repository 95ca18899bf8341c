/* SPDX-License-Identifier: MIT
 *
 * The arithmetic of SH, one function an operation, of one lane: sh_scalar.c calls them, sh_kit_simd.c makes
 * vectors of them. No include guard: it is part of those two files.
 */
#define NUM_KIT_SCALAR
#include "hw/model/num/num_kit.h"

#include "hw/model/gc/sh_curves_body.h"
#include "hw/model/num/round.h"

#define OP(name, result)                                                   \
	NUM_INLINE uint32_t one_##name(uint32_t A, uint32_t B, uint32_t C) \
	{                                                                  \
		(void)A, (void)B, (void)C;                                 \
		return result;                                             \
	}
#define X sh_f(A)
#define Y sh_f(B)
#define Z sh_f(C)

NUM_INLINE uint32_t modified(uint32_t v, unsigned mod)
{
	if (mod & SH_MOD_SHORT)
		v = mod & SH_MOD_SIGNED ? (uint32_t)(int16_t)v : (uint16_t)v;
	if (mod & SH_MOD_BYTE)
		v = mod & SH_MOD_SIGNED ? (uint32_t)(int8_t)v : (uint8_t)v;
	if (mod & SH_MOD_INT) {
		if (mod & SH_MOD_ABS)
			v = v >> 31 ? 0 - v : v;
		return mod & SH_MOD_NEG ? 0 - v : v;
	}
	if (mod & SH_MOD_ABS)
		v &= 0x7fffffffu;
	return mod & SH_MOD_NEG ? v ^ 0x80000000u : v;
}

/* ---- floats -------------------------------------------------------------------------------------------- */
NUM_INLINE float saturated(float x)
{
	x = x > 0.0f ? x : 0.0f;
	return x < 1.0f ? x : 1.0f;
}

/* Rounded down, as an index: choices.md */
NUM_INLINE uint32_t address(float x)
{
	float f = num_floor(x);

	f = f >= -65536.0f ? f : -65536.0f; /* NaN: the lower end */
	return (uint32_t)(int32_t)(f <= 65536.0f ? f : 65536.0f);
}

OP(mov, A)
OP(add, sh_r(fl_num_sum(X, Y)))
OP(sub, sh_r(fl_num_sum(X, -Y)))
OP(mul, sh_r(fl_num_product(X, Y)))
OP(mad, sh_r(fl_num_sum(fl_num_product(X, Y), Z)))
OP(rcp, sh_r(1.0f / X))
OP(div, sh_r(X / Y))
OP(rsq, sh_u(num_sh_rsq(X)))
OP(sqrt, sh_u(num_sh_sqrt(X)))
OP(exp, sh_u(num_sh_exp(X)))
OP(log, sh_u(num_sh_log(X)))
OP(frc, sh_u(num_sh_frc(X)))
OP(floor, sh_u(num_sh_floor(X)))
OP(ceil, sh_u(num_sh_ceil(X)))
OP(sign, X > 0.0f ? SH_ONE : X < 0.0f ? SH_ONE | 0x80000000u : 0)
OP(sin_quarter, sh_u(num_sh_sin_quarter(X)))
OP(cos_quarter, sh_u(num_sh_cos_quarter(X)))
OP(sin_half, sh_u(num_sh_sin_half(X)))
OP(cos_half, sh_u(num_sh_cos_half(X)))
OP(clamp0, X > 0.0f ? (X < Y ? A : B) : 0)
OP(sat, sh_u(saturated(X)))
OP(address, address(X))
OP(from_half, sh_u(num_from_half(A & 0xffff)))
OP(to_half, num_to_half(X))

/* ---- conditions: GC facts 5; and, or, xor of integers by bits (choices.md) ----------------------------- */
#define MASK(test)    (0u - (uint32_t)(test))
#define TEST(name, t) OP(name, MASK(t))
#define ORDERED(t, P, Q, zero)  \
	TEST(t##true, 1)        \
	TEST(t##gt, P > Q)      \
	TEST(t##lt, P < Q)      \
	TEST(t##ge, P >= Q)     \
	TEST(t##le, P <= Q)     \
	TEST(t##eq, P == Q)     \
	TEST(t##ne, P != Q)     \
	TEST(t##not, P == zero) \
	TEST(t##nz, P != zero)  \
	TEST(t##gez, P >= zero) \
	TEST(t##gz, P > zero)   \
	TEST(t##lez, P <= zero) \
	TEST(t##lz, P < zero)   \
	TEST(t##msb, A >> 31)
#define I ((int32_t)A)
#define J ((int32_t)B)
ORDERED(f_, X, Y, 0.0f)
ORDERED(s_, I, J, 0)
TEST(f_and, (int)(X != 0.0f) & (int)(Y != 0.0f))
TEST(f_or, (int)(X != 0.0f) | (int)(Y != 0.0f))
TEST(f_xor, (int)(X != 0.0f) ^ (int)(Y != 0.0f))
TEST(s_and, (A & B) != 0)
TEST(s_or, (A | B) != 0)
TEST(s_xor, (A ^ B) != 0)
TEST(u_and, (A & B) != 0)
TEST(u_or, (A | B) != 0)
TEST(u_xor, (A ^ B) != 0)
TEST(u_true, 1)
TEST(u_gt, A > B)
TEST(u_lt, A < B)
TEST(u_ge, A >= B)
TEST(u_le, A <= B)
TEST(u_eq, A == B)
TEST(u_ne, A != B)
TEST(u_not, A == 0)
TEST(u_nz, A != 0)
TEST(u_gez, 1)
TEST(u_gz, A != 0)
TEST(u_lez, A == 0)
TEST(u_lz, 0)
TEST(u_msb, A >> 31)

/* A: a mask */
OP(select, (A & B) | (~A & C))
OP(both, A &B)

/* ---- what plans make of several ------------------------------------------------------------------------ */
OP(msub, sh_r(fl_num_sum(fl_num_product(X, Y), -Z)))
OP(nmad, sh_r(fl_num_sum(-fl_num_product(X, Y), Z)))
OP(add_raw, sh_u(fl_num_sum(X, Y)))
OP(sub_raw, sh_u(fl_num_sum(X, -Y)))
OP(mul_raw, sh_u(fl_num_product(X, Y)))
OP(mad_raw, sh_u(fl_num_sum(fl_num_product(X, Y), Z)))
OP(msub_raw, sh_u(fl_num_sum(fl_num_product(X, Y), -Z)))
OP(nmad_raw, sh_u(fl_num_sum(-fl_num_product(X, Y), Z)))
OP(rcp_raw, sh_u(1.0f / X))
OP(neg, A ^ 0x80000000u)
OP(abs, A & 0x7fffffffu)
OP(neg_abs, A | 0x80000000u)
#define PICK(t, test)                \
	OP(pick_##t, (test) ? B : C) \
	OP(set_##t, MASK(test) & SH_ONE)
PICK(gt, X > Y)
PICK(lt, X < Y)
PICK(ge, X >= Y)
PICK(le, X <= Y)
PICK(eq, X == Y)
PICK(ne, X != Y)
PICK(nz, X != 0.0f)
PICK(gez, X >= 0.0f)
PICK(gz, X > 0.0f)
PICK(lez, X <= 0.0f)
PICK(lz, X < 0.0f)
#undef PICK

/* ---- integers ------------------------------------------------------------------------------------------ */
NUM_INLINE uint32_t ones(uint32_t x)
{
	x -= x >> 1 & 0x55555555u;
	x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
	return ((x + (x >> 4)) & 0x0f0f0f0fu) * 0x01010101u >> 24;
}

/* All bits below the highest set one are set too. */
NUM_INLINE uint32_t smeared(uint32_t x)
{
	x |= x >> 1;
	x |= x >> 2;
	x |= x >> 4;
	x |= x >> 8;
	return x | x >> 16;
}

NUM_INLINE uint32_t backward(uint32_t x)
{
	x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
	x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
	x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
	x = (x >> 8 & 0x00ff00ffu) | (x & 0x00ff00ffu) << 8;
	return x >> 16 | x << 16;
}

NUM_INLINE int64_t within(int64_t v, int64_t low, int64_t high)
{
	return v < low ? low : v > high ? high : v;
}

NUM_INLINE uint32_t quotient(int64_t a, int64_t b)
{
	return b ? (uint32_t)(uint64_t)(a / b) : 0xffffffffu;
}

NUM_INLINE uint32_t remainder_of(int64_t a, int64_t b)
{
	return b ? (uint32_t)(uint64_t)(a % b) : (uint32_t)(uint64_t)a;
}

/* n bits of x from bit `at` on; beyond bit 31 there is nothing */
NUM_INLINE uint32_t extracted(uint32_t x, uint32_t at, uint32_t n, int is_signed)
{
	uint32_t from = at & 31, len = n & 63, room = 32 - from;

	len = len > room ? room : len;
	if (!len)
		return 0;
	x <<= room - len;
	return is_signed ? (uint32_t)((int32_t)x >> (32 - len)) : x >> (32 - len);
}

NUM_INLINE int64_t whole(float x, float nearest, int64_t low, int64_t high)
{
	float f = nearest;

	if (x != x)
		return 0;
	return f >= 0x1p33f ? high : f <= -0x1p33f ? low : within((int64_t)f, low, high);
}

/* To the nearest, halves to even, where units are whole */
NUM_INLINE float even(float x)
{
	float m = num_abs(x), r = m < 0x1p23f ? (m + 0x1p23f) - 0x1p23f : m;

	return x < 0.0f ? -r : r;
}

/* t: prefix, S: the C type, n: its bits, low and high its ends; N: a value of 64 bits with its sign. */
#define N(v) ((int64_t)(S)(v))
#define W(v) ((uint32_t)(S)(uint32_t)(uint64_t)(v))
#define INTS(t, n, low, high, is_signed)                                                        \
	OP(t##keep, W(A))                                                                       \
	OP(t##add, W(A + B))                                                                    \
	OP(t##add_sat, W(within(N(A) + N(B), low, high)))                                       \
	OP(t##mul, W(A *B))                                                                     \
	OP(t##mul_high, W((uint64_t)N(A) * (uint64_t)N(B) >> n))                                \
	OP(t##div, W(quotient(N(A), N(B))))                                                     \
	OP(t##mod, W(remainder_of(N(A), N(B))))                                                 \
	OP(t##mad, W(A *B + C))                                                                 \
	OP(t##mad_sat, W(mad_saturated(N(A), N(B), N(C), low, high, is_signed)))                \
	OP(t##abs, W(is_signed &&A >> 31 ? 0 - A : A))                                          \
	OP(t##lead_zero, n - ones(smeared(A & ((1ull << n) - 1))))                              \
	OP(t##shl, W(A << (B & (n - 1))))                                                       \
	OP(t##shr, W(is_signed ? (uint32_t)((int32_t)A >> (B & (n - 1))) : A >> (B & (n - 1)))) \
	OP(t##rotate, W(rotated(A &(uint32_t)((1ull << n) - 1), B &(n - 1), n)))                \
	OP(t## or, W(A | B))                                                                    \
	OP(t##and, W(A &B))                                                                     \
	OP(t## xor, W(A ^ B))                                                                   \
	OP(t##not, W(~A))                                                                       \
	OP(t##extract, W(extracted(A, B, C, is_signed)))                                        \
	OP(t##popcount, ones(A &(uint32_t)((1ull << n) - 1)))                                   \
	OP(t##reverse, W(backward(A) >> (32 - n)))                                              \
	OP(t##lsb, A ? ones((A & (0 - A)) - 1) : 0xffffffffu)                                   \
	OP(t##msb_at, ones(smeared(is_signed &&A >> 31 ? ~A : A)) - 1)                          \
	OP(t##clamp, W(within(N(A), 0, N(B) > 0 ? N(B) : 0)))                                   \
	OP(t##to_float, sh_u(is_signed ? (float)(int32_t)A : (float)A))                         \
	OP(t##from_float, (uint32_t)(uint64_t)whole(X, X, low, high))                           \
	OP(t##round_float, (uint32_t)(uint64_t)whole(X, even(X), low, high))

NUM_INLINE int64_t mad_saturated(int64_t a, int64_t b, int64_t c, int64_t low, int64_t high, int is_signed)
{
	/* Products of unsigned words reach past 63 bits: there they are beyond the end in any case. */
	uint64_t u = (uint64_t)a * (uint64_t)b;

	if (!is_signed)
		return u > (uint64_t)high ? high : within((int64_t)u + c, low, high);
	return within(a * b + c, low, high);
}

NUM_INLINE uint32_t rotated(uint32_t x, uint32_t by, uint32_t n)
{
	return x << by | x >> ((n - by) & (n - 1));
}

#define S int32_t
INTS(s32_, 32, INT32_MIN, INT32_MAX, 1)
#undef S
#define S uint32_t
INTS(u32_, 32, 0, UINT32_MAX, 0)
#undef S
#define S int16_t
INTS(s16_, 16, INT16_MIN, INT16_MAX, 1)
#undef S
#define S uint16_t
INTS(u16_, 16, 0, UINT16_MAX, 0)
#undef S
#define S int8_t
INTS(s8_, 8, INT8_MIN, INT8_MAX, 1)
#undef S
#define S uint8_t
INTS(u8_, 8, 0, UINT8_MAX, 0)
#undef S

#undef OP
#undef X
#undef Y
#undef Z
#undef I
#undef J
#undef N
#undef W
