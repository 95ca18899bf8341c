/* SPDX-License-Identifier: MIT
 *
 * Benchmarks of compute: kernels of OpenCL C on the model of a Bonaire, beside pocl on the processor.
 */
#ifndef TESTS_BENCH_COMPUTE_H
#define TESTS_BENCH_COMPUTE_H

#include <stdbool.h>

struct bench_compute {
	const char *unit;
	double model_s, pocl_s; /* of the best run; < 0: it could not be had */
	double work;            /* of a run, in unit */
	bool wrong;             /* the two differ */
};

/* The name of case i; NULL: there are no more. */
const char *bench_compute_name(unsigned i);
/* Run it. False: there is no clang-15 with libclc, which makes code for the chip. peers: pocl, too. */
bool bench_compute(unsigned i, unsigned threads, unsigned repeats, bool peers, struct bench_compute *result);

#endif
