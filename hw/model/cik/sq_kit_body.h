/* SPDX-License-Identifier: MIT
 *
 * The vector ALU for one instruction set: sq_kit_scalar.c, sq_kit_simd.c. Plain loops, which the compiler
 * makes vectors of; without contraction all sets give the same bits.
 */
#include "hw/model/cik/sq_kit.h"
#include "hw/model/num/num.h"
#include "hw/model/raster/turn.h"

#include <math.h>

/* Lanes are independent, where a result replaces its operand as well. */
#if defined(__GNUC__) && !defined(__clang__)
#define SQ_IVDEP _Pragma("GCC ivdep")
#else
#define SQ_IVDEP
#endif

/* One result a lane out of a, b and c: A, B, C as they are, I, J, K with a sign, X, Y, Z as floats */
#define OP(name, result)                                                                                 \
	static inline                                                                                    \
	    __attribute__((always_inline)) void run_##name(struct sq_lanes *x, unsigned an, unsigned bn) \
	{                                                                                                \
		uint32_t *d = x->d[0];                                                                   \
		const uint32_t *a = x->a[0], *b = x->b[0], *c = x->c[0];                                 \
                                                                                                         \
		(void)a, (void)b, (void)c;                                                               \
		SQ_IVDEP                                                                                 \
		for (unsigned l = 0; l < SQ_LANES; l++)                                                  \
			d[l] = (result);                                                                 \
	}                                                                                                \
	static void op_##name(struct sq_lanes *x)                                                        \
	{                                                                                                \
		run_##name(x, 1, 1);                                                                     \
	}
/* The same where a, or b, is one value for all lanes. */
#define OP_ONE(name)                                  \
	static void first_##name(struct sq_lanes *x)  \
	{                                             \
		run_##name(x, 0, 1);                  \
	}                                             \
	static void second_##name(struct sq_lanes *x) \
	{                                             \
		run_##name(x, 1, 0);                  \
	}
#define A (a[l * an])
#define B (b[l * bn])
#define C (c[l])
#define I ((int32_t)A)
#define J ((int32_t)B)
#define K ((int32_t)C)
#define X sq_f(A)
#define Y sq_f(B)
#define Z sq_f(C)

static inline float sq_f(uint32_t u)
{
	return num_float((int32_t)u);
}

static inline uint32_t sq_u(float f)
{
	return (uint32_t)num_bits(f);
}

/* The result of arithmetic */
static inline uint32_t sq_r(float f)
{
	return f == f ? sq_u(f) : SQ_NAN;
}

/* One of two, without a branch: loops stay loops of vectors. */
static inline uint32_t sq_pick(bool first, uint32_t p, uint32_t q)
{
	const uint32_t m = 0u - (uint32_t)first;

	return (p & m) | (q & ~m);
}

/* A bit a lane, of what is 0 or 1 */
static inline uint64_t bits_of(const uint32_t *m)
{
	uint64_t bits = 0;

#ifdef FL_ISA
	for (unsigned l = 0; l < SQ_LANES; l += FL_LANES) {
		vi v;

		memcpy(&v, m + l, sizeof v);
		bits |= vi_bits(v << 31) << l;
	}
#else
	for (unsigned l = 0; l < SQ_LANES; l++)
		bits |= (uint64_t)m[l] << l;
#endif
	return bits;
}

/* Lanes of the mask from `yes`, the others from `no`; either may be the result. */
static void select_lanes(uint32_t *to, const uint32_t *yes, const uint32_t *no, uint64_t lanes)
{
#ifdef FL_ISA
	for (unsigned l = 0; l < SQ_LANES; l += FL_LANES) {
		vi bit, p, q;

		for (unsigned k = 0; k < FL_LANES; k++)
			bit[k] = 1 << k;
		memcpy(&p, yes + l, sizeof p);
		memcpy(&q, no + l, sizeof q);
		q = vi_select((vi_set((int32_t)(lanes >> l & 0xffff)) & bit) != 0, p, q);
		memcpy(to + l, &q, sizeof q);
	}
#else
	for (unsigned l = 0; l < SQ_LANES; l++)
		to[l] = lanes >> l & 1 ? yes[l] : no[l];
#endif
}

#include "hw/model/cik/sq_int_body.h"
#include "hw/model/cik/sq_float_body.h"
#include "hw/model/cik/sq_half_body.h"
#include "hw/model/cik/sq_convert_body.h"
#include "hw/model/cik/sq_wide_body.h"
#include "hw/model/cik/sq_divide_body.h"
#include "hw/model/cik/sq_compare_body.h"

static void change(uint32_t *to, const uint32_t *from, uint32_t keep, uint32_t flip)
{
	SQ_IVDEP
	for (unsigned l = 0; l < SQ_LANES; l++)
		to[l] = (from[l] & keep) ^ flip;
}

static inline float clamped(float f)
{
	float low = f > 0.0f ? f : 0.0f;

	return low < 1.0f ? low : 1.0f;
}

/* -0 times a factor is +0 here. */
static void scale(uint32_t *d, float factor, bool clamp, uint32_t of_nan)
{
	if (factor != 1.0f)
		for (unsigned l = 0; l < SQ_LANES; l++)
			d[l] = sq_r(sq_f(d[l]) * factor + 0.0f);
	if (clamp)
		for (unsigned l = 0; l < SQ_LANES; l++)
			d[l] = sq_f(d[l]) != sq_f(d[l]) ? of_nan : sq_u(clamped(sq_f(d[l])));
}

static void blend(uint32_t *to, const uint32_t *from, uint64_t lanes)
{
	select_lanes(to, from, to, lanes);
}

static void fill(uint32_t *to, uint32_t value)
{
	for (unsigned l = 0; l < SQ_LANES; l++)
		to[l] = value;
}

static void quads(uint32_t *to, const uint32_t value[SQ_LANES / 4])
{
	for (unsigned q = 0; q < SQ_LANES / 4; q++)
		for (unsigned k = 0; k < 4; k++)
			to[4 * q + k] = value[q];
}

/* Of one primitive: the slope, and in the first step the base, are the same in all lanes. */
static void interp_first(uint32_t *d, uint32_t slope, const uint32_t *ij, uint32_t base)
{
	SQ_IVDEP
	for (unsigned l = 0; l < SQ_LANES; l++)
		d[l] = sq_r(__builtin_fmaf(sq_f(slope), sq_f(ij[l]), sq_f(base)));
}

static void interp_second(uint32_t *d, uint32_t slope, const uint32_t *ij)
{
	SQ_IVDEP
	for (unsigned l = 0; l < SQ_LANES; l++)
		d[l] = sq_r(__builtin_fmaf(sq_f(slope), sq_f(ij[l]), sq_f(d[l])));
}

static void interp(uint32_t *d, const uint32_t *slope, const uint32_t *ij, const uint32_t *base)
{
	SQ_IVDEP
	for (unsigned l = 0; l < SQ_LANES; l++)
		d[l] = sq_r(__builtin_fmaf(sq_f(slope[l]), sq_f(ij[l]), sq_f(base[l])));
}

static void interp_quads(uint32_t *d, const uint8_t *slope, const uint32_t *ij, const uint8_t *base,
			 const uint32_t at[SQ_LANES / 4])
{
#if defined(FL_ISA) && defined(__AVX512F__)
	const __m512i places = _mm512_loadu_si512(at), s = _mm512_i32gather_epi32(places, slope, 1),
		      b = base ? _mm512_i32gather_epi32(places, base, 1) : s;
	__m512i quad = _mm512_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);

#pragma GCC unroll 4
	for (unsigned l = 0; l < SQ_LANES; l += FL_LANES) {
		const __m512 from = base ? (__m512)_mm512_permutexvar_epi32(quad, b) : _mm512_loadu_ps(d + l),
			     r = _mm512_fmadd_ps((__m512)_mm512_permutexvar_epi32(quad, s),
						 _mm512_loadu_ps(ij + l), from);

		_mm512_storeu_ps(d + l, _mm512_mask_mov_ps(r, _mm512_cmp_ps_mask(r, r, _CMP_UNORD_Q),
							   (__m512)_mm512_set1_epi32(SQ_NAN)));
		quad = _mm512_add_epi32(quad, _mm512_set1_epi32(FL_LANES / 4));
	}
#else
	uint32_t s[SQ_LANES / 4], b[SQ_LANES / 4];
	uint32_t slopes[SQ_LANES], bases[SQ_LANES];

	for (unsigned q = 0; q < SQ_LANES / 4; q++) {
		memcpy(&s[q], slope + at[q], 4);
		memcpy(&b[q], (base ? base : slope) + at[q], 4);
	}
	quads(slopes, s);
	if (base)
		quads(bases, b);
	interp(d, slopes, ij, base ? bases : d);
#endif
}

/* ---- memory -------------------------------------------------------------------------------------------- */
static void reach(const uint32_t *low, const uint32_t *high, uint32_t step_B, struct sq_reach *r)
{
	uint32_t least = UINT32_MAX, most = 0, upper = 0, apart = 0;

	for (unsigned l = 0; l < SQ_LANES; l++) {
		least = low[l] < least ? low[l] : least;
		most = low[l] > most ? low[l] : most;
		upper |= high[l] ^ high[0];
		apart |= low[l] ^ (low[0] + l * step_B);
	}
	*r = (struct sq_reach){least, most, !upper, !apart};
}

typedef uint32_t loose_dword __attribute__((aligned(1), may_alias));

static inline __attribute__((always_inline)) void load_rows_of(mcik_plane *to, const loose_dword *from,
							       unsigned n)
{
	SQ_IVDEP
	for (unsigned l = 0; l < SQ_LANES; l++)
		for (unsigned k = 0; k < n; k++)
			to[k][l] = from[n * l + k];
}

static inline __attribute__((always_inline)) void store_rows_of(loose_dword *to, const mcik_plane *from,
								unsigned n)
{
	SQ_IVDEP
	for (unsigned l = 0; l < SQ_LANES; l++)
		for (unsigned k = 0; k < n; k++)
			to[n * l + k] = from[k][l];
}

/* Of four dwords each: four lanes at a time. */
static void load_fours(mcik_plane *to, const uint8_t *from)
{
	for (unsigned l = 0; l < SQ_LANES; l += 4) {
		fl_four m[4];

#pragma GCC unroll 4
		for (unsigned k = 0; k < 4; k++)
			memcpy(&m[k], from + 16 * (l + k), sizeof m[k]);
		fl_turn(m);
#pragma GCC unroll 4
		for (unsigned k = 0; k < 4; k++)
			memcpy(&to[k][l], &m[k], sizeof m[k]);
	}
}

static void store_fours(uint8_t *to, const mcik_plane *from)
{
	for (unsigned l = 0; l < SQ_LANES; l += 4) {
		fl_four m[4];

#pragma GCC unroll 4
		for (unsigned k = 0; k < 4; k++)
			memcpy(&m[k], &from[k][l], sizeof m[k]);
		fl_turn(m);
#pragma GCC unroll 4
		for (unsigned k = 0; k < 4; k++)
			memcpy(to + 16 * (l + k), &m[k], sizeof m[k]);
	}
}

static void pick(uint32_t *to, const uint8_t *from, const uint32_t *at)
{
#if defined(__AVX512F__)
	for (unsigned l = 0; l < SQ_LANES; l += 16)
		_mm512_storeu_si512(to + l, _mm512_i32gather_epi32(_mm512_loadu_si512(at + l), from, 1));
#else
	for (unsigned l = 0; l < SQ_LANES; l++)
		memcpy(&to[l], from + at[l], 4);
#endif
}

static void load_row(mcik_plane *to, const uint8_t *from, unsigned n)
{
	const loose_dword *p = (const loose_dword *)(const void *)from;

	switch (n) {
	case 1:
		load_rows_of(to, p, 1);
		break;
	case 2:
		load_rows_of(to, p, 2);
		break;
	case 3:
		load_rows_of(to, p, 3);
		break;
	default:
		load_fours(to, from);
	}
}

static void store_row(uint8_t *to, const mcik_plane *from, unsigned n)
{
	loose_dword *p = (loose_dword *)(void *)to;

	switch (n) {
	case 1:
		store_rows_of(p, from, 1);
		break;
	case 2:
		store_rows_of(p, from, 2);
		break;
	case 3:
		store_rows_of(p, from, 3);
		break;
	default:
		store_fours(to, from);
	}
}

static void bounds(const uint32_t *index, uint32_t *low, uint32_t *high)
{
	uint32_t least = UINT32_MAX, most = 0;

	for (unsigned l = 0; l < SQ_LANES; l++) {
		least = index[l] < least ? index[l] : least;
		most = index[l] > most ? index[l] : most;
	}
	*low = least;
	*high = most;
}

/* Four lanes at a time, whose indices have been read when the first result is written. */
static inline __attribute__((always_inline)) void rows_of(mcik_plane *to, const uint8_t *from,
							  const uint32_t *index, uint32_t low,
							  uint32_t stride_B, unsigned n)
{
	for (unsigned l = 0; l < SQ_LANES; l += 4) {
		fl_four m[4];

#pragma GCC unroll 4
		for (unsigned k = 0; k < 4; k++)
			memcpy(&m[k], from + (size_t)(index[l + k] - low) * stride_B, sizeof m[k]);
		fl_turn(m);
#pragma GCC unroll 4
		for (unsigned k = 0; k < n; k++)
			memcpy(&to[k][l], &m[k], sizeof m[k]);
	}
}

static void rows(mcik_plane *to, const uint8_t *from, const uint32_t *index, uint32_t low, uint32_t stride_B,
		 unsigned n)
{
	switch (n) {
	case 1:
		rows_of(to, from, index, low, stride_B, 1);
		break;
	case 2:
		rows_of(to, from, index, low, stride_B, 2);
		break;
	case 3:
		rows_of(to, from, index, low, stride_B, 3);
		break;
	default:
		rows_of(to, from, index, low, stride_B, 4);
	}
}

static void words(uint32_t *to, const uint8_t *from, const uint32_t *index, uint32_t low, uint32_t stride_B)
{
	uint32_t at[SQ_LANES];

	for (unsigned l = 0; l < SQ_LANES; l++)
		at[l] = (index[l] - low) * stride_B;
	pick(to, from, at);
}

#define SQ_ENTRY(opcode, kernel) OP_ONE(kernel)
SQ_ONE_KERNELS(SQ_ENTRY)
#undef SQ_ENTRY

/* Results as the processor has them: a NaN is any NaN. */
#define RAW(name, result)                                                                                \
	static inline                                                                                    \
	    __attribute__((always_inline)) void raw_##name(struct sq_lanes *x, unsigned an, unsigned bn) \
	{                                                                                                \
		uint32_t *d = x->d[0];                                                                   \
		const uint32_t *a = x->a[0], *b = x->b[0], *c = x->c[0];                                 \
                                                                                                         \
		(void)c;                                                                                 \
		SQ_IVDEP                                                                                 \
		for (unsigned l = 0; l < SQ_LANES; l++)                                                  \
			d[l] = sq_u(result);                                                             \
	}                                                                                                \
	static void raw_op_##name(struct sq_lanes *x)                                                    \
	{                                                                                                \
		raw_##name(x, 1, 1);                                                                     \
	}                                                                                                \
	static void raw_first_##name(struct sq_lanes *x)                                                 \
	{                                                                                                \
		raw_##name(x, 0, 1);                                                                     \
	}                                                                                                \
	static void raw_second_##name(struct sq_lanes *x)                                                \
	{                                                                                                \
		raw_##name(x, 1, 0);                                                                     \
	}
RAW(add, X + Y)
RAW(sub, X - Y)
RAW(subrev, Y - X)
RAW(mul, X *Y)
RAW(mad, X *Y + Z)
#undef RAW

static const struct sq_kit kit = {
#define SQ_ENTRY(opcode, kernel) [opcode] = {raw_op_##kernel, raw_first_##kernel, raw_second_##kernel},
    .raw = {SQ_RAW_KERNELS(SQ_ENTRY)},
#undef SQ_ENTRY
#define SQ_ENTRY(opcode, kernel) [opcode] = {first_##kernel, second_##kernel},
    .one = {SQ_ONE_KERNELS(SQ_ENTRY) SQ_ONE_AGAIN(SQ_ENTRY)},
#undef SQ_ENTRY
#define SQ_ENTRY(opcode, kernel, shape, arithmetic) [opcode] = op_##kernel,
    .op = {SQ_VOP_ROWS(SQ_ENTRY) SQ_COMPARISONS},
#undef SQ_ENTRY
    .change = change,
    .scale = scale,
    .blend = blend,
    .fill = fill,
    .quads = quads,
    .interp = interp,
    .interp_quads = interp_quads,
    .interp_first = interp_first,
    .interp_second = interp_second,
    .reach = reach,
    .pick = pick,
    .load_row = load_row,
    .store_row = store_row,
    .bounds = bounds,
    .rows = rows,
    .words = words,
    .from_half = from_half,
};
