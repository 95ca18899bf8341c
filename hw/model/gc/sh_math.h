/* SPDX-License-Identifier: MIT
 *
 * The operations of SH, by name. Numeric rules, where no source decides (choices.md):
 *   - denormals: operands of arithmetic count as zeros, results become zeros (sh_run.c has flags set);
 *     MOV, selections and integer operations keep all bits;
 *   - a NaN that arithmetic makes is SH_NAN; one that is moved or selected keeps its bits;
 *   - MAD rounds the product, then the sum; dot products sum x, y, z, w in this order, rounding each;
 *   - saturation gives 0 for NaN;
 *   - floats to integers saturate, NaN gives 0; shifts count modulo the type's width;
 *   - integers of 8 and 16 bits are taken from the lower bits of sources, and results are extended again.
 */
#ifndef HW_MODEL_GC_SH_MATH_H
#define HW_MODEL_GC_SH_MATH_H

#include "hw/model/gc/gc.h"
#include "hw/model/num/num.h"

#define SH_NAN 0x7fc00000u
#define SH_ONE 0x3f800000u

/* Modifiers of an operand: its width first, then the size, then the sign. */
enum {
	SH_MOD_ABS = 1 << 0,
	SH_MOD_NEG = 1 << 1,
	SH_MOD_INT = 1 << 2, /* abs and neg are those of integers */
	SH_MOD_SHORT = 1 << 3,
	SH_MOD_BYTE = 1 << 4,
	SH_MOD_SIGNED = 1 << 5, /* of SHORT and BYTE */
};

/* clang-format off */
#define SH_FLOATS(X) \
	X(mov) X(add) X(mul) X(mad) X(rcp) X(sign) X(div) X(clamp0) X(sub) X(sat) X(address) X(from_half) \
	X(to_half)
/* Of one operand: sh_curves_body.h */
#define SH_CURVES(X) \
	X(rsq) X(exp) X(log) X(sqrt) X(frc) X(floor) X(ceil) X(sin_quarter) X(cos_quarter) X(sin_half) \
	X(cos_half)
/* A condition's mask: all ones or zero */
#define SH_TESTS_OF(X, t) \
	X(t##true) X(t##gt) X(t##lt) X(t##ge) X(t##le) X(t##eq) X(t##ne) X(t##and) X(t##or) X(t##xor) \
	X(t##not) X(t##nz) X(t##gez) X(t##gz) X(t##lez) X(t##lz) X(t##msb)
#define SH_TESTS(X) SH_TESTS_OF(X, f_) SH_TESTS_OF(X, s_) SH_TESTS_OF(X, u_)
#define SH_PICKS(X) X(select) X(both)
/* What plans (sh_plan.c) make of several: a sum with the sign of its last operand or of its product turned;
 * operands with their modifiers; SELECT and SET of floats with their conditions. Raw ones leave a NaN as the
 * host makes it, where nobody looks at its bits. */
#define SH_PLANNED(X) \
	X(msub) X(nmad) X(add_raw) X(sub_raw) X(mul_raw) X(mad_raw) X(msub_raw) X(nmad_raw) X(rcp_raw) \
	X(neg) X(abs) X(neg_abs) \
	X(pick_gt) X(pick_lt) X(pick_ge) X(pick_le) X(pick_eq) X(pick_ne) X(pick_nz) X(pick_gez) \
	X(pick_gz) X(pick_lez) X(pick_lz) \
	X(set_gt) X(set_lt) X(set_ge) X(set_le) X(set_eq) X(set_ne) X(set_nz) X(set_gez) X(set_gz) \
	X(set_lez) X(set_lz)
/* One set a type of integers */
#define SH_INTS_OF(X, t) \
	X(t##add) X(t##add_sat) X(t##mul) X(t##mul_high) X(t##div) X(t##mod) X(t##mad) X(t##mad_sat) \
	X(t##abs) X(t##lead_zero) X(t##shl) X(t##shr) X(t##rotate) X(t##or) X(t##and) X(t##xor) X(t##not) \
	X(t##extract) X(t##popcount) X(t##reverse) X(t##lsb) X(t##msb_at) X(t##clamp) X(t##to_float) \
	X(t##from_float) X(t##round_float) X(t##keep)
#define SH_INTS(X) \
	SH_INTS_OF(X, s32_) SH_INTS_OF(X, u32_) SH_INTS_OF(X, s16_) SH_INTS_OF(X, u16_) \
	SH_INTS_OF(X, s8_) SH_INTS_OF(X, u8_)
/* clang-format on */
/* Plain ones are loops that compilers make vectors of by themselves. */
#define SH_PLAIN(X)   SH_FLOATS(X) SH_TESTS(X) SH_PICKS(X) SH_PLANNED(X) SH_INTS(X)
#define SH_KERNELS(X) SH_PLAIN(X) SH_CURVES(X)

enum {
#define SH_ENTRY(name) SH_OP_##name,
	SH_KERNELS(SH_ENTRY) SH_OPS
#undef SH_ENTRY
};
/* Places in a type's set */
enum {
#define SH_ENTRY(name) SH_INT_##name,
	SH_INTS_OF(SH_ENTRY, ) SH_INTS_N
#undef SH_ENTRY
};
enum { SH_CONDITIONS = SH_OP_s_true - SH_OP_f_true };

/* a, b, c: a value a lane */
typedef void sh_kernel(uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c);

/* What an instruction set brings */
struct sh_kit {
	sh_kernel *op[SH_OPS];
	void (*change)(uint32_t *to, const uint32_t *from, unsigned mod);
	void (*blend)(uint32_t *to, const uint32_t *from, const uint32_t *mask);
	void (*expand)(uint32_t *mask, uint64_t lanes);
	uint64_t (*bits)(const uint32_t *mask);
	void (*slope)(uint32_t *d, const uint32_t *v, unsigned bit); /* lane with the bit less lane without */
};
FL_SIMD_DECLARE(const struct sh_kit *, mgc_sh_kit, (void));

/* The judge's: one lane */
typedef uint32_t sh_one(uint32_t a, uint32_t b, uint32_t c);
extern sh_one *const mgc_sh_one[SH_OPS];
uint32_t mgc_sh_modified(uint32_t v, unsigned mod);

static inline float sh_f(uint32_t u)
{
	return num_float((int32_t)u);
}

static inline uint32_t sh_u(float f)
{
	return (uint32_t)num_bits(f);
}

/* The result of arithmetic */
static inline uint32_t sh_r(float f)
{
	return f == f ? sh_u(f) : SH_NAN;
}

#endif
