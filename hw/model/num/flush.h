/* SPDX-License-Identifier: MIT
 *
 * Arithmetic without denormals, for shader engines that have none: while it is on, this thread's
 * floating-point unit takes denormal operands as zeros and gives zeros for results that are too small, with
 * their sign, in scalar and vector instructions alike; it rounds to the nearest, and traps nothing. Call it
 * around a function that is not inlined. Bits that are only moved or selected stay as they are. Hosts other
 * than x86 and arm64 have no such switch here: they compute with denormals, and round sums and products by
 * round.h.
 */
#ifndef HW_MODEL_NUM_FLUSH_H
#define HW_MODEL_NUM_FLUSH_H

#include <stdbool.h>
#include <stdint.h>

enum fl_num_round { FL_NUM_NEAREST, FL_NUM_UP, FL_NUM_DOWN, FL_NUM_TOWARD_ZERO };

/* fl_num_mode_begin() likewise, with another rounding, and denormals that are kept as operands, as results,
 * or both; fl_num_flush_end() ends either. */
#if defined(__SSE__)
#include <xmmintrin.h>

/* MXCSR */
enum {
	FL_NUM_FLAGS = 0x3f, /* what has happened so far */
	FL_NUM_DENORMALS_ARE_ZEROS = 1 << 6,
	FL_NUM_MASKS = 0x3f << 7,
	FL_NUM_ROUNDING = 3 << 13, /* 0: to the nearest */
	FL_NUM_FLUSH_TO_ZERO = 1 << 15,
};

/* The flags are set, and stay set. An instruction that sets one stops the processor's pipeline: with flags
 * that were cleared for each wave of pixels, flat fills took 1.4 times as long on a Zen. */
static inline uint64_t fl_num_mode_begin(enum fl_num_round round, bool keep_operands, bool keep_results)
{
	static const uint32_t rounding[4] = {0, 2 << 13, 1 << 13, 3 << 13}; /* here down is 1, up 2 */
	const uint32_t was = _mm_getcsr() | FL_NUM_FLAGS;
	const uint32_t changed = FL_NUM_ROUNDING | FL_NUM_DENORMALS_ARE_ZEROS | FL_NUM_FLUSH_TO_ZERO;

	_mm_setcsr((was & ~changed) | FL_NUM_MASKS | rounding[round] |
		   (keep_operands ? 0 : FL_NUM_DENORMALS_ARE_ZEROS) |
		   (keep_results ? 0 : FL_NUM_FLUSH_TO_ZERO));
	return was;
}

/* was: what the begin returned. */
static inline void fl_num_flush_end(uint64_t was)
{
	_mm_setcsr((uint32_t)was);
}
#elif defined(__aarch64__)
enum { FL_NUM_FZ = 1 << 24, FL_NUM_RMODE_SHIFT = 22 }; /* of FPCR */

/* One switch for operands and results. */
static inline uint64_t fl_num_mode_begin(enum fl_num_round round, bool keep_operands, bool keep_results)
{
	uint64_t was, now;

	__asm__ volatile("mrs %0, fpcr" : "=r"(was));
	now = was & ~(FL_NUM_FZ | 3ull << FL_NUM_RMODE_SHIFT);
	now |= (uint64_t)round << FL_NUM_RMODE_SHIFT | (keep_operands && keep_results ? 0 : FL_NUM_FZ);
	__asm__ volatile("msr fpcr, %0" : : "r"(now) : "memory");
	return was;
}

static inline void fl_num_flush_end(uint64_t was)
{
	__asm__ volatile("msr fpcr, %0" : : "r"(was) : "memory");
}
#else
#define FL_NUM_NO_SWITCH
extern _Thread_local enum fl_num_round fl_num_round_now;

static inline uint64_t fl_num_mode_begin(enum fl_num_round round, bool keep_operands, bool keep_results)
{
	const uint64_t was = fl_num_round_now;

	fl_num_round_now = round;
	return was;
}

static inline void fl_num_flush_end(uint64_t was)
{
	fl_num_round_now = (enum fl_num_round)was;
}
#endif

static inline uint64_t fl_num_flush_begin(void)
{
	return fl_num_mode_begin(FL_NUM_NEAREST, false, false);
}

#endif
