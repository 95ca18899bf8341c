/* SPDX-License-Identifier: MIT
 *
 * Denormals as the fragment shader treats them: flushed to a zero of their sign, as operands and as results
 * (R5xx guide 8.7.1). Most processors have a mode that does this; on those that have none, denormals are
 * kept.
 */
#ifndef HW_MODEL_R500_US_FPU_H
#define HW_MODEL_R500_US_FPU_H

#include <stdint.h>

#if defined(__SSE__)
#include <xmmintrin.h>
typedef unsigned us_fpu;
static inline us_fpu us_fpu_enter(void)
{
	us_fpu old = _mm_getcsr();
	_mm_setcsr((old & ~0x6000u) | 0x9fc0); /* FTZ, DAZ, to nearest, no traps */
	return old;
}
static inline void us_fpu_leave(us_fpu old)
{
	_mm_setcsr(old);
}
#elif defined(__aarch64__)
typedef uint64_t us_fpu;
static inline us_fpu us_fpu_enter(void)
{
	us_fpu old;
	__asm__ volatile("mrs %0, fpcr" : "=r"(old));
	__asm__ volatile("msr fpcr, %0" : : "r"(old | 1u << 24)); /* FZ */
	return old;
}
static inline void us_fpu_leave(us_fpu old)
{
	__asm__ volatile("msr fpcr, %0" : : "r"(old));
}
#else
typedef int us_fpu;
static inline us_fpu us_fpu_enter(void)
{
	return 0;
}
static inline void us_fpu_leave(us_fpu old)
{
	(void)old;
}
#endif

#endif
