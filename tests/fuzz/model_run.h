/* SPDX-License-Identifier: MIT
 *
 * A run of operations (ops.h) on a model, and what is compared of two of them.
 */
#ifndef TESTS_FUZZ_MODEL_RUN_H
#define TESTS_FUZZ_MODEL_RUN_H

#include "hw/model/fl_model.h"
#include "tests/fuzz/beside.h"
#include "tests/fuzz/fuzz.h"

enum { FUZZ_BLOCKS = 64, FUZZ_VERDICTS = 64 };

struct fuzz_block {
	uint64_t addr;
	size_t size_B;
	uint8_t *host;
};

struct fuzz_run {
	struct fl_model *m;
	struct fuzz_block block[FUZZ_BLOCKS];
	unsigned n_blocks, pages, heavy;
	bool gc;      /* a Vivante core */
	bool differs; /* may differ from path to path: undefined, and reported */
	bool threads; /* several draw */
	bool broken;  /* on purpose, or by a host that holds the chip in reset: it may hang and say nothing */
	bool told;    /* there were reports, which may be cleared by now */
	struct fuzz_beside *beside;
	uint32_t ring_at;            /* where a Vivante core's next commands come to */
	uint64_t seen;               /* of the second writer: writer.h */
	bool verdict[FUZZ_VERDICTS]; /* of runs and waits, in order */
	unsigned n_verdicts;
};

/* Memory, registers, reports and verdicts are the same, or the program ends. */
void fuzz_same(struct fuzz_run *a, struct fuzz_run *b);

#endif
