/* SPDX-License-Identifier: MIT
 *
 * A program that goes straight to its end as steps: memory instructions, and between these parts of vector
 * instructions and exports, which LLVM compiles (sq_steps_jit.c). Scalars are not in it: what vector
 * instructions have of them are constants, three dwords an instruction, which whoever runs the steps fills
 * in.
 */
#ifndef HW_MODEL_CIK_SQ_STEPS_H
#define HW_MODEL_CIK_SQ_STEPS_H

#include "hw/model/cik/sq_jit.h"
#include "hw/model/cik/sq_record.h"

enum { SQ_STEPS = 48 };

/* A part that is compiled, or a memory instruction: the note's. */
struct sq_step {
	const struct fl_jit_program *program; /* NULL: a memory instruction */
	uint8_t key;                          /* what the arithmetic is set to; 0: as it is */
	uint16_t first, n;                    /* notes */
	uint64_t live[MCIK_VGPRS / 64];       /* registers that something reads after it */
};

struct sq_steps {
	unsigned n;
	struct sq_step step[SQ_STEPS];
	uint64_t cleared[MCIK_VGPRS / 64]; /* registers that are read before anything is in them */
	uint32_t constants[3 * SQ_NOTES];
};

/* Of n notes of a program whose first `inputs` VGPRs are filled in when it begins; mode: the wave's MODE.
 * Constants that are not scalars are filled in, too. False: something in it is compiled by nobody. */
bool mcik_sq_steps_make(struct sq_steps *s, const struct sq_note *note, unsigned n, unsigned inputs,
			uint32_t mode, enum fl_isa isa);
enum fl_jit_answer mcik_sq_steps_compile(struct sq_steps *s, const struct sq_note *note, uint32_t mode,
					 enum fl_isa isa);
/* Gives the code back: there are no steps any more. */
void mcik_sq_steps_free(struct sq_steps *s);
/* Before the first one. */
void mcik_sq_steps_clear(const struct sq_steps *s, struct mcik_wave *w);

/* A part, in the arithmetic that it wants. a: the function's second argument. */
static inline void sq_step_run(struct sq_steps *s, const struct sq_step *step, struct mcik_wave *w, void *a,
			       uint64_t *lanes)
{
	if (step->key && w->arithmetic != step->key)
		mcik_sq_set_arithmetic(w, step->key);
	step->program->run(w->v, a, s->constants + 3 * step->first, lanes);
}

/* sq_steps_jit.c: whether a part goes on with this one; the code of a step. */
bool mcik_sq_step_takes(struct sq_part *part, const struct sq_note *n, uint32_t mode, enum fl_isa isa);
enum fl_jit_answer mcik_sq_step_compile(struct sq_step *step, const struct sq_note *note, uint32_t mode,
					enum fl_isa isa);

#endif
