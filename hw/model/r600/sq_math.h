/* SPDX-License-Identifier: MIT
 *
 * The operations of SQ's ALU, a wave at a time. Numeric rules (R600-family ISA document; Xenos where that
 * says nothing), and what the model decides where no source does:
 *   - denormals: operands count as zeros, results become zeros, with their sign, while sq_run.c has the
 *     processor's flags set (num/flush.h). MOV, selections and integer operations keep all bits;
 *   - a NaN that arithmetic makes has the bits SQ_NAN; one that is selected or moved keeps its bits;
 *   - the products of MUL, MULADD, DOT4 and MUL_LIT are +0 if a factor is zero, whatever the other is;
 *   - MULADD rounds the product, then the sum; DOT4 sums x, y, z, w in this order, rounding each;
 *   - integers of floats saturate, NaN gives 0; shifts use five bits of the count;
 *   - RECIP_UINT is 2^32 / x rounded down, all ones for 0 and 1; RECIP_INT is 2^32 / |x| with the sign of x,
 *     saturated to 31 bits: no source gives its numbers;
 *   - tests of integers give 1.0 and 0.0 as those of floats do, and PRED_SET…_PUSH_INT counts in floats.
 */
#ifndef HW_MODEL_R600_SQ_MATH_H
#define HW_MODEL_R600_SQ_MATH_H

#include "hw/model/num/num.h"
#include "hw/model/r600/sq_code.h"

#define SQ_NAN 0x7fc00000u
#define SQ_ONE 0x3f800000u

/* Operations of several units: what each unit reads and writes. Pairs have two, the first is x or z. */
struct sq_wide {
	const uint32_t *a[4], *b[4], *c[4];
	uint32_t *d[4];
	unsigned pair;    /* of pairs: 0 x and y, 1 z and w */
	uint64_t *passes; /* PRED_SET…_64 */
};

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

/* A product in which zero wins */
static inline float sq_mul0(float a, float b)
{
	return ((a == 0.0f) | (b == 0.0f)) ? 0.0f : a * b;
}

/* ---- operations by name: sq_math_body.h, sq_trans_body.h, sq_test_body.h ------------------------------ */
/* clang-format off */
#define SQ_KERNELS(X) \
	X(add) X(mul) X(mul_ieee) X(max) X(min) X(max_dx10) X(min_dx10) X(sete) X(setgt) X(setge) X(setne) \
	X(sete_dx10) X(setgt_dx10) X(setge_dx10) X(setne_dx10) X(fract) X(trunc) X(ceil) X(rndne) X(floor) \
	X(mova) X(mova_floor) X(mova_int) X(mov) X(nop) X(and_int) X(or_int) X(xor_int) X(not_int) \
	X(add_int) X(sub_int) X(max_int) X(min_int) X(max_uint) X(min_uint) X(sete_int) X(setgt_int) \
	X(setge_int) X(setne_int) X(setgt_uint) X(setge_uint) X(ashr_int) X(lshr_int) X(lshl_int) \
	X(muladd) X(muladd_m2) X(muladd_m4) X(muladd_d2) X(muladd_ieee) X(muladd_ieee_m2) \
	X(muladd_ieee_m4) X(muladd_ieee_d2) X(mul_lit) X(mul_lit_m2) X(mul_lit_m4) X(mul_lit_d2) X(cnde) \
	X(cndgt) X(cndge) X(cnde_int) X(cndgt_int) X(cndge_int) X(exp_ieee) X(log_clamped) X(log_ieee) \
	X(recip_clamped) X(recip_ff) X(recip_ieee) X(recipsqrt_clamped) X(recipsqrt_ff) X(recipsqrt_ieee) \
	X(sqrt_ieee) X(flt_to_int) X(int_to_flt) X(uint_to_flt) X(sin_r6) X(cos_r6) X(sin_r7) X(cos_r7) \
	X(mullo_int) X(mulhi_int) X(mulhi_uint) X(recip_int) X(recip_uint) X(flt_to_uint) X(kille) \
	X(killgt) X(killge) X(killne) X(killgt_uint) X(killge_uint) X(kille_int) X(killgt_int) \
	X(killge_int) X(killne_int) X(pred_sete) X(pred_setgt) X(pred_setge) X(pred_setne) \
	X(pred_setgt_uint) X(pred_setge_uint) X(pred_sete_int) X(pred_setgt_int) X(pred_setge_int) \
	X(pred_setne_int) X(pred_set_inv) X(pred_set_pop) X(pred_set_clr) X(pred_set_restore) \
	X(pred_sete_push) X(pred_setgt_push) X(pred_setge_push) X(pred_setne_push) X(pred_sete_push_int) \
	X(pred_setgt_push_int) X(pred_setge_push_int) X(pred_setne_push_int) X(pred_setlt_push_int) \
	X(pred_setle_push_int)
/* What modifies operands and results, as operations of their own (sq_plan.c) */
#define SQ_CHANGES(X) \
	X(abs) X(neg) X(neg_abs) X(twice) X(fourfold) X(half) X(sat) X(sat_nan)

/* With constants for the second operand, the third, or both: what is in lane 0 counts (sq_plan.c) */
#define SQ_SPLATS(X) \
	X(add_b) X(mul_b) X(mul_ieee_b) X(max_dx10_b) X(min_dx10_b) X(muladd_b) X(muladd_c) X(muladd_bc) \
	X(muladd_ieee_b) X(muladd_ieee_c) X(muladd_ieee_bc)
/* Whose NaNs may have any bits, for nobody sees them (sq_plan_nan.c) */
#define SQ_RAWS(X) \
	X(add_raw) X(add_raw_b) X(mul_raw) X(mul_raw_b) X(mul_ieee_raw) X(mul_ieee_raw_b) X(muladd_raw) \
	X(muladd_raw_b) X(muladd_raw_c) X(muladd_raw_bc) X(muladd_ieee_raw) X(muladd_ieee_raw_b) \
	X(muladd_ieee_raw_c) X(muladd_ieee_raw_bc)

/* Of all four vector units (sq_wide_body.h), and on doubles (sq_math64.c) */
#define SQ_WIDES_4(X) X(dot4) X(dot4_ieee) X(cube) X(max4)
#define SQ_WIDES_64(X) \
	X(add_64) X(mul_64) X(muladd_64) X(muladd_64_m2) X(muladd_64_m4) X(muladd_64_d2) X(frexp_64) \
	X(ldexp_64) X(fract_64) X(flt64_to_flt32) X(flt32_to_flt64) X(pred_sete_64) X(pred_setgt_64) \
	X(pred_setge_64)
/* clang-format on */

enum {
#define SQ_ENTRY(name) SQ_OP_##name,
	SQ_KERNELS(SQ_ENTRY) SQ_CHANGES(SQ_ENTRY) SQ_SPLATS(SQ_ENTRY) SQ_RAWS(SQ_ENTRY) SQ_OPS
#undef SQ_ENTRY
};

enum {
#define SQ_ENTRY(name) SQ_WIDE_##name,
	SQ_WIDES_4(SQ_ENTRY) SQ_WIDES_64(SQ_ENTRY) SQ_WIDES,
#undef SQ_ENTRY
	SQ_WIDES_OF_4 = SQ_WIDE_max4 + 1,
};

typedef void sq_wide_kernel(const struct sq_wide *w);

/* What an instruction set brings */
struct sq_kit {
	sq_kernel *op[SQ_OPS];
	sq_wide_kernel *wide[SQ_WIDES_OF_4];
	void (*change)(uint32_t *to, const uint32_t *from, uint32_t keep, uint32_t flip); /* bits */
	void (*scale)(uint32_t *d, float factor);
	void (*clamp)(uint32_t *d, uint32_t of_nan); /* to [0, 1] */
	void (*blend)(uint32_t *to, const uint32_t *from, const uint32_t *mask);
	void (*expand)(uint32_t *mask, uint64_t lanes);
	void (*fill)(uint32_t *d, uint32_t value);
};
FL_SIMD_DECLARE(const struct sq_kit *, mr600_sq_kit, (void));
extern sq_wide_kernel *const mr600_sq_wide_64[SQ_WIDES - SQ_WIDES_OF_4]; /* from SQ_WIDE_add_64 on */

#endif
