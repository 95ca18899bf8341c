/* SPDX-License-Identifier: MIT
 *
 * Whole compute programs: those that go straight to their end, once they have done so for a while. A wave
 * that does nothing goes through the program first (cs_whole.c): where that reports nothing of waits and
 * hazards, no wave of it does, for both are the same in all of them. What is left are scalars, which each
 * wave carries out first of all, and steps: flat loads and stores whose results are there at once, and
 * between these vector instructions that LLVM compiles.
 *
 *   spi_compute.c: mcik_cs_whole_of() --> mcik_cs_whole_begin(), registers, mcik_cs_whole_run() for each wave
 *                                         NULL: the interpreter
 */
#ifndef HW_MODEL_CIK_CS_WHOLE_H
#define HW_MODEL_CIK_CS_WHOLE_H

#include "hw/model/cik/sq_memory.h"
#include "hw/model/cik/sq_steps.h"

enum { MCIK_CS_WHOLES = 4, MCIK_CS_SCALARS = 96 };

/* What code was made of, beside instructions, and what these were judged by. */
struct mcik_cs_of {
	uint64_t pc;
	uint32_t vmid, mode, isa;
	uint16_t n_sgprs, n_vgprs, n_inputs; /* inputs: the first VGPRs */
};

struct mcik_cs_whole {
	struct mcik_cs_of of;
	bool ready;          /* it can be run */
	bool never;          /* it was judged, for ill */
	bool failed;         /* while it was: something was reported */
	uint32_t waves;      /* groups that have run before */
	uint64_t generation; /* of the instruction cache, whose code this is */
	/* Scalar instructions, in their order. Before one is carried out, so many values have been taken for
	 * vector instructions. */
	unsigned n_scalars, n_taken;
	struct mcik_cs_scalar {
		struct sq_inst inst;
		unsigned n_taken;
	} scalar[MCIK_CS_SCALARS];
	struct {
		uint16_t from, to; /* scalar; of the steps' constants */
	} taken[3 * SQ_NOTES];
	unsigned n_notes;
	struct sq_note note[SQ_NOTES];
	struct sq_mem_op op[SQ_NOTES]; /* of a note that is a memory instruction */
	struct sq_steps steps;
	unsigned n_steps; /* instructions of all kinds */
	uint32_t word[SQ_WENT][2];
};

struct mcik_cs_wholes {
	struct mcik_cs_whole *one[MCIK_CS_WHOLES]; /* NULL: not asked for yet */
	unsigned last, oldest;
};

/* The program of another group that is about to run, NULL: it is interpreted. w: a wave that is free. */
struct mcik_cs_whole *mcik_cs_whole_of(struct mcik_cs_wholes *all, struct mcik_wave *w,
				       const struct mcik_cs_of *of);
/* Instead of mcik_wave_begin(). */
void mcik_cs_whole_begin(const struct mcik_cs_whole *p, struct mcik_wave *w, uint64_t lanes);
/* A wave that has begun, and whose inputs are in its registers. False: it is stuck. */
bool mcik_cs_whole_run(struct mcik_cs_whole *p, struct mcik_wave *w);
void mcik_cs_wholes_free(struct mcik_cs_wholes *all);

#endif
