/* SPDX-License-Identifier: MIT
 *
 * Kernels by a seed: text that is OpenCL C and, with clang's vectors, C, so that the CPU says what is right.
 * Each has phases with a barrier between them, in groups of KERNELS_GROUP threads.
 */
#ifndef TESTS_COMPUTE_KERNELS_H
#define TESTS_COMPUTE_KERNELS_H

#include <stdint.h>
#include <stdio.h>

enum {
	KERNELS_GROUP = 64,
	KERNELS_IN = 256,   /* words that they read */
	KERNELS_OUT = 24,   /* that each thread writes */
	KERNELS_ATOMICS = 8 /* that all threads change */
};

enum kernels_kind {
	KERNELS_ARITHMETIC,
	KERNELS_FLOW,
	KERNELS_MEMORY,
	KERNELS_ATOMIC,
	KERNELS_VECTORS,
	KERNELS_DOUBLES,
	KERNELS_KINDS
};

extern const char *const kernels_kind_name[KERNELS_KINDS];

/* What comes before all of them. */
void kernels_head(FILE *f);
/* Kernel k0, k1, … of that number, mostly of one kind: for OpenCL
 *	kernel void kN(global uint *out, global const uint *in, global uint *atomics)
 * and for C void kN_host(uint *out, const uint *in, uint *atomics, uint threads). */
void kernels_make(FILE *f, unsigned number, enum kernels_kind kind, uint64_t seed);

#endif
