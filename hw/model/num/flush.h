/* SPDX-License-Identifier: MIT
 *
 * Arithmetic without denormals, for shader engines that have none: while it is on, this thread's
 * floating-point unit takes denormal operands as zeros and gives zeros for results that are too small, with
 * their sign, in scalar and vector instructions alike. Call it around a function that is not inlined. Bits
 * that are only moved or selected stay as they are. Hosts other than x86-64 and arm64 have no such switch
 * here, and compute with denormals.
 */
#ifndef HW_MODEL_NUM_FLUSH_H
#define HW_MODEL_NUM_FLUSH_H

#include <stdint.h>

#if defined(__x86_64__)
#include <xmmintrin.h>
enum { FL_NUM_DENORMALS_ARE_ZEROS = 1 << 6, FL_NUM_FLUSH_TO_ZERO = 1 << 15 }; /* of MXCSR */
#elif defined(__aarch64__)
enum { FL_NUM_FZ = 1 << 24 }; /* of FPCR */
#endif

/* On. What fl_num_flush_end() wants is returned. */
static inline uint64_t fl_num_flush_begin(void)
{
#if defined(__x86_64__)
	uint32_t was = _mm_getcsr();

	_mm_setcsr(was | FL_NUM_DENORMALS_ARE_ZEROS | FL_NUM_FLUSH_TO_ZERO);
	return was;
#elif defined(__aarch64__)
	uint64_t was;

	__asm__ volatile("mrs %0, fpcr" : "=r"(was));
	__asm__ volatile("msr fpcr, %0" : : "r"(was | FL_NUM_FZ) : "memory");
	return was;
#else
	return 0;
#endif
}

static inline void fl_num_flush_end(uint64_t was)
{
#if defined(__x86_64__)
	_mm_setcsr((uint32_t)was);
#elif defined(__aarch64__)
	__asm__ volatile("msr fpcr, %0" : : "r"(was) : "memory");
#else
	(void)was;
#endif
}

#endif
