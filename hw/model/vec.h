/* SPDX-License-Identifier: MIT
 *
 * Vectors for the hot files of the model (*_simd.c), each of which is built once an instruction set (FL_ISA).
 * Portable GCC/Clang vector types; the width follows the set, so loops run over 64 / FL_LANES vectors.
 */
#ifndef HW_MODEL_VEC_H
#define HW_MODEL_VEC_H

#include <stdint.h>

#if defined(FL_ISA) && defined(__SSE2__)
#include <immintrin.h>
#elif defined(FL_ISA) && defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

/* The name of a function of this instruction set: FL_SIMD(mr500_us_run) is mr500_us_run_avx2. */
#define FL_SIMD_(name, isa)  name##_##isa
#define FL_SIMD__(name, isa) FL_SIMD_(name, isa)
#define FL_SIMD(name)        FL_SIMD__(name, FL_ISA)

/* For the code that chooses: it declares all of them, and takes one by enum fl_isa. */
enum fl_isa { FL_ISA_SCALAR, FL_ISA_BASE, FL_ISA_AVX2, FL_ISA_AVX512 };
#if defined(__x86_64__)
#define FL_SIMD_PICK(isa, name)                 \
	((isa) == FL_ISA_AVX512 ? name##_avx512 \
	 : (isa) == FL_ISA_AVX2 ? name##_avx2   \
	 : (isa) == FL_ISA_BASE ? name##_base   \
				: name##_scalar)
#define FL_SIMD_DECLARE(ret, name, args) \
	ret name##_scalar args;          \
	ret name##_base args;            \
	ret name##_avx2 args;            \
	ret name##_avx512 args
#else
#define FL_SIMD_PICK(isa, name) ((isa) == FL_ISA_SCALAR ? name##_scalar : name##_base)
#define FL_SIMD_DECLARE(ret, name, args) \
	ret name##_scalar args;          \
	ret name##_base args
#endif

#ifdef FL_ISA /* only in the hot files: elsewhere these types would have no fixed ABI */
#if defined(__AVX512F__)
#define FL_LANES 16
#else
#define FL_LANES 8
#endif

typedef float vf __attribute__((vector_size(FL_LANES * 4)));
typedef int32_t vi __attribute__((vector_size(FL_LANES * 4)));
typedef uint32_t vu __attribute__((vector_size(FL_LANES * 4)));

static inline __attribute__((always_inline)) vf vf_set(float x)
{
	return x - (vf){0};
}

static inline __attribute__((always_inline)) vi vi_set(int32_t x)
{
	return x - (vi){0};
}

/* m is a mask of 0 and ~0, as comparisons give. */
static inline __attribute__((always_inline)) vf vf_select(vi m, vf a, vf b)
{
	return (vf)((m & (vi)a) | (~m & (vi)b));
}

static inline __attribute__((always_inline)) vi vi_select(vi m, vi a, vi b)
{
	return (m & a) | (~m & b);
}

/* One bit a lane, in the lowest FL_LANES: its sign, which of a mask is whether it is set. */
static inline __attribute__((always_inline)) uint64_t vi_bits(vi m)
{
#if defined(__AVX512DQ__)
	return (uint16_t)_mm512_movepi32_mask((__m512i)m);
#elif defined(__AVX__)
	return (uint8_t)_mm256_movemask_ps((__m256)m);
#elif defined(__SSE2__)
	union {
		vi v;
		__m128 half[2];
	} u = {m};
	return (uint8_t)(_mm_movemask_ps(u.half[0]) | _mm_movemask_ps(u.half[1]) << 4);
#elif defined(__wasm_simd128__)
	union {
		vi v;
		v128_t half[2];
	} u = {m};
	return wasm_i32x4_bitmask(u.half[0]) | wasm_i32x4_bitmask(u.half[1]) << 4;
#else
	uint64_t bits = 0;
	for (int i = 0; i < FL_LANES; i++)
		bits |= (uint64_t)((uint32_t)m[i] >> 31) << i;
	return bits;
#endif
}

#endif /* FL_ISA */

#endif
