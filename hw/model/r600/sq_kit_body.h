/* SPDX-License-Identifier: MIT
 *
 * All that SQ does to the 64 lanes of a wave at once, for one instruction set: sq_kit_scalar.c,
 * sq_kit_simd.c. Plain loops, which the compiler makes vectors of; without contraction all sets give the same
 * bits.
 */
#include "hw/model/r600/sq_math.h"

/* Lanes are independent, where a result replaces its operand as well. */
#if defined(__GNUC__) && !defined(__clang__)
#define SQ_IVDEP _Pragma("GCC ivdep")
#else
#define SQ_IVDEP
#endif

#include "hw/model/r600/sq_math_body.h"
#include "hw/model/r600/sq_trans_body.h"
#include "hw/model/r600/sq_test_body.h"
#include "hw/model/r600/sq_wide_body.h"

static void change(uint32_t *to, const uint32_t *from, uint32_t keep, uint32_t flip)
{
	SQ_IVDEP
	for (unsigned l = 0; l < SQ_LANES; l++)
		to[l] = (from[l] & keep) ^ flip;
}

static void scale(uint32_t *d, float factor)
{
	for (unsigned l = 0; l < SQ_LANES; l++)
		d[l] = sq_r(sq_f(d[l]) * factor);
}

static void clamp(uint32_t *d, uint32_t of_nan)
{
	for (unsigned l = 0; l < SQ_LANES; l++)
		d[l] = saturated(sq_f(d[l]), of_nan);
}

static void blend(uint32_t *to, const uint32_t *from, const uint32_t *mask)
{
	SQ_IVDEP
	for (unsigned l = 0; l < SQ_LANES; l++)
		to[l] = (from[l] & mask[l]) | (to[l] & ~mask[l]);
}

static void expand(uint32_t *mask, uint64_t lanes)
{
	for (unsigned l = 0; l < SQ_LANES; l++)
		mask[l] = 0u - (uint32_t)(lanes >> l & 1);
}

static void fill(uint32_t *d, uint32_t value)
{
	for (unsigned l = 0; l < SQ_LANES; l++)
		d[l] = value;
}

static const struct sq_kit kit = {
#define SQ_ENTRY(name) [SQ_OP_##name] = op_##name,
    .op = {SQ_KERNELS(SQ_ENTRY) SQ_CHANGES(SQ_ENTRY) SQ_SPLATS(SQ_ENTRY) SQ_RAWS(SQ_ENTRY)},
#undef SQ_ENTRY
#define SQ_ENTRY(name) [SQ_WIDE_##name] = wide_##name,
    .wide = {SQ_WIDES_4(SQ_ENTRY)},
#undef SQ_ENTRY
    .change = change,
    .scale = scale,
    .clamp = clamp,
    .blend = blend,
    .expand = expand,
    .fill = fill,
};
