/* SPDX-License-Identifier: MIT
 *
 * SH's operations on the 64 lanes of a wave, in the vectors of an instruction set (FL_ISA). Plain loops over
 * the functions of one lane, which the compiler makes vectors of; without contraction all sets give the same
 * bits.
 */
#include "hw/model/gc/sh_math.h"
#include "hw/model/gc/sh_math_body.h"

#define NUM_KIT_VECTOR
#include "hw/model/num/num_kit.h"

#include "hw/model/gc/sh_curves_body.h"

/* Lanes are independent, where a result replaces its operand as well. */
#if defined(__GNUC__) && !defined(__clang__)
#define IVDEP _Pragma("GCC ivdep")
#else
#define IVDEP
#endif

#define SH_ENTRY(name)                                                                              \
	static void op_##name(uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c) \
	{                                                                                           \
		IVDEP                                                                               \
		for (unsigned l = 0; l < MGC_LANES; l++)                                            \
			d[l] = one_##name(a[l], b[l], c[l]);                                        \
	}
SH_PLAIN(SH_ENTRY)
#undef SH_ENTRY

/* Compilers do not see vectors in these. */
#define SH_ENTRY(name)                                                                              \
	static void op_##name(uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c) \
	{                                                                                           \
		(void)b, (void)c;                                                                   \
		for (unsigned l = 0; l < MGC_LANES; l += FL_LANES) {                                \
			vf x;                                                                       \
			memcpy(&x, a + l, sizeof(x));                                               \
			x = numv_sh_##name(x);                                                      \
			memcpy(d + l, &x, sizeof(x));                                               \
		}                                                                                   \
	}
SH_CURVES(SH_ENTRY)
#undef SH_ENTRY

static void change(uint32_t *to, const uint32_t *from, unsigned mod)
{
	IVDEP
	for (unsigned l = 0; l < MGC_LANES; l++)
		to[l] = modified(from[l], mod);
}

static void blend(uint32_t *to, const uint32_t *from, const uint32_t *mask)
{
	IVDEP
	for (unsigned l = 0; l < MGC_LANES; l++)
		to[l] = (from[l] & mask[l]) | (to[l] & ~mask[l]);
}

static void expand(uint32_t *mask, uint64_t lanes)
{
	for (unsigned l = 0; l < MGC_LANES; l++)
		mask[l] = 0u - (uint32_t)(lanes >> l & 1);
}

static uint64_t bits(const uint32_t *mask)
{
	uint64_t m = 0;

	for (unsigned l = 0; l < MGC_LANES; l += FL_LANES) {
		vi v;
		memcpy(&v, mask + l, sizeof(v));
		m |= vi_bits(v) << l;
	}
	return m;
}

static void slope(uint32_t *d, const uint32_t *v, unsigned bit)
{
	for (unsigned l = 0; l < MGC_LANES; l++)
		d[l] = one_sub(v[l | bit], v[l & ~bit], 0);
}

static const struct sh_kit kit = {
#define SH_ENTRY(name) [SH_OP_##name] = op_##name,
    .op = {SH_KERNELS(SH_ENTRY)},
#undef SH_ENTRY
    .change = change,
    .blend = blend,
    .expand = expand,
    .bits = bits,
    .slope = slope,
};

const struct sh_kit *FL_SIMD(mgc_sh_kit)(void)
{
	return &kit;
}
