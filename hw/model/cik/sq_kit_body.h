/* SPDX-License-Identifier: MIT
 *
 * The vector ALU for one instruction set: sq_kit_scalar.c, sq_kit_simd.c. Plain loops, which the compiler
 * makes vectors of; without contraction all sets give the same bits.
 */
#include "hw/model/cik/sq_kit.h"
#include "hw/model/num/num.h"

#include <math.h>

/* Lanes are independent, where a result replaces its operand as well. */
#if defined(__GNUC__) && !defined(__clang__)
#define SQ_IVDEP _Pragma("GCC ivdep")
#else
#define SQ_IVDEP
#endif

/* One result a lane out of a, b and c: A, B, C as they are, I, J, K with a sign, X, Y, Z as floats */
#define OP(name, result)                                                 \
	static void op_##name(struct sq_lanes *x)                        \
	{                                                                \
		uint32_t *d = x->d[0];                                   \
		const uint32_t *a = x->a[0], *b = x->b[0], *c = x->c[0]; \
                                                                         \
		(void)b, (void)c;                                        \
		SQ_IVDEP                                                 \
		for (unsigned l = 0; l < SQ_LANES; l++)                  \
			d[l] = (result);                                 \
	}
#define A (a[l])
#define B (b[l])
#define C (c[l])
#define I ((int32_t)a[l])
#define J ((int32_t)b[l])
#define K ((int32_t)c[l])
#define X sq_f(a[l])
#define Y sq_f(b[l])
#define Z sq_f(c[l])

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

#include "hw/model/cik/sq_int_body.h"
#include "hw/model/cik/sq_float_body.h"
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
#ifdef FL_ISA
	for (unsigned l = 0; l < SQ_LANES; l += FL_LANES) {
		vi bit, new, old;

		for (unsigned k = 0; k < FL_LANES; k++)
			bit[k] = 1 << k;
		memcpy(&new, from + l, sizeof new);
		memcpy(&old, to + l, sizeof old);
		old = vi_select((vi_set((int32_t)(lanes >> l & 0xffff)) & bit) != 0, new, old);
		memcpy(to + l, &old, sizeof old);
	}
#else
	for (unsigned l = 0; l < SQ_LANES; l++)
		to[l] = lanes >> l & 1 ? from[l] : to[l];
#endif
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

static void interp(uint32_t *d, const uint32_t *slope, const uint32_t *ij, const uint32_t *base)
{
	SQ_IVDEP
	for (unsigned l = 0; l < SQ_LANES; l++)
		d[l] = sq_r(__builtin_fmaf(sq_f(slope[l]), sq_f(ij[l]), sq_f(base[l])));
}

/* num_from_half(), without branches; and, for numbers below one that are no denormals, half a unit more. */
static inline float half_to_float(uint32_t h, uint32_t half_unit)
{
	enum { EXPONENT = 0x7c00, ONE = 0x3c00 };
	const uint32_t sign = (h & 0x8000) << 16, m = h & 0x3ff, e = h & EXPONENT, a = h & 0x7fff;
	const uint32_t tiny = sq_u((float)(int32_t)m * 0x1p-24f);
	const uint32_t normal = (a << 13) + (112u << 23), huge = 0x7f800000 | m << 13;
	const uint32_t more = ((e != 0) & (a < ONE)) * half_unit;
	const uint32_t is_tiny = 0u - (e == 0), is_huge = 0u - (e == EXPONENT);
	const uint32_t bits = (tiny & is_tiny) | (huge & is_huge) | (normal & ~(is_tiny | is_huge));

	return sq_f(sign | bits | more);
}

static void from_half(float *to, const uint32_t *src, unsigned shift, bool cut)
{
	const uint32_t half_unit = cut ? 1 << 12 : 0;

	SQ_IVDEP
	for (unsigned l = 0; l < SQ_LANES; l++)
		to[l] = half_to_float(src[l] >> shift & 0xffff, half_unit);
}

static const struct sq_kit kit = {
#define SQ_ENTRY(opcode, kernel, shape, arithmetic) [opcode] = op_##kernel,
    .op = {SQ_VOP_ROWS(SQ_ENTRY) SQ_COMPARISONS},
#undef SQ_ENTRY
    .change = change,
    .scale = scale,
    .blend = blend,
    .fill = fill,
    .quads = quads,
    .interp = interp,
    .from_half = from_half,
};
