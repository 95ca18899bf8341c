/* SPDX-License-Identifier: MIT
 *
 * The kernels that are timed, with what they work on: for the model (tests/bench/compute.c) and for pocl
 * (tests/bench/cl/cl.c), so that both do the same.
 */
#ifndef TESTS_BENCH_CL_CASES_H
#define TESTS_BENCH_CL_CASES_H

#include <stddef.h>
#include <stdint.h>

enum { CL_BUFFERS = 3, CL_SEED = 0x2545f491 };

enum cl_content { CL_RESULT, CL_FLOATS, CL_BYTES, CL_LENGTHS };

/* Arguments of a kernel: its buffers, then local memory, then a number, where it wants them. */
struct cl_case {
	const char *name, *source, *kernel;
	uint32_t global[2], local[2];
	struct {
		enum cl_content content;
		uint32_t size_B;
	} buffer[CL_BUFFERS]; /* size_B 0: no more; the first is what is compared */
	uint32_t local_B;     /* 0: the kernel takes none */
	float number;         /* 0: the kernel takes none */
	double work;          /* of a run, in unit */
	const char *unit;
	float tolerance; /* of floats, relative to the largest; 0: bytes are compared */
};

/* Operations of a product: a multiplication and an addition each. Of bodies: pairs. */
/* clang-format off */
static const struct cl_case cl_cases[] = {
	{"cl_sgemm", "demos/compute/product.cl", "product", {256, 256}, {16, 16},
	 {{CL_RESULT, 262144}, {CL_FLOATS, 262144}, {CL_FLOATS, 262144}},
	 0, 0, 2.0 * 256 * 256 * 256, "flop", 1e-5f},
	{"cl_sha256", "demos/compute/sha256.cl", "sha256", {16384, 1}, {64, 1},
	 {{CL_RESULT, 16384 * 32}, {CL_BYTES, 16384 * 64}, {CL_LENGTHS, 16384 * 4}},
	 0, 0, 16384, "hash", 0},
	{"cl_nbody", "demos/compute/nbody.cl", "nbody", {2048, 1}, {64, 1},
	 {{CL_RESULT, 32768}, {CL_FLOATS, 32768}, {CL_FLOATS, 32768}},
	 1024, 0.01f, 2048.0 * 2048, "pair", 1e-4f},
	{"cl_copy", "tests/bench/cl/copy.cl", "copy", {1 << 20, 1}, {64, 1},
	 {{CL_RESULT, 16 << 20}, {CL_BYTES, 16 << 20}},
	 0, 0, 16 << 20, "byte", 0},
};
/* clang-format on */

enum { CL_CASES = sizeof(cl_cases) / sizeof(cl_cases[0]) };

/* What buffer k of a case holds at first. Floats lie between 0 and 1: masses are not negative. */
static inline void cl_fill(const struct cl_case *c, unsigned k, void *to)
{
	uint32_t x = CL_SEED + k;

	for (uint32_t i = 0; i < c->buffer[k].size_B / 4; i++) {
		const float f = (float)(x >> 8) * 0x1p-24f;
		uint32_t word = x;

		x ^= x << 13;
		x ^= x >> 17;
		x ^= x << 5;
		if (c->buffer[k].content == CL_RESULT)
			word = 0;
		else if (c->buffer[k].content == CL_LENGTHS)
			word = x % 56;
		else if (c->buffer[k].content == CL_FLOATS)
			__builtin_memcpy(&word, &f, 4);
		((uint32_t *)to)[i] = word;
	}
}

#endif
