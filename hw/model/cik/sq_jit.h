/* SPDX-License-Identifier: MIT
 *
 * Parts of spans (sq_plan.c) as compiled code: vector instructions that follow each other, whose arithmetic
 * is set alike, and that are plain enough to be said in LLVM's terms. The registers of a part are loaded
 * once and stored once; between that they are values, sixteen or eight lanes at a time. Where the compiler
 * is missing, no instruction is plain enough.
 */
#ifndef HW_MODEL_CIK_SQ_JIT_H
#define HW_MODEL_CIK_SQ_JIT_H

#include "hw/model/cik/sq_code.h"
#include "hw/model/jit/jit.h"

enum { SQ_PART_MOST = 160 /* instructions: a larger part has more values than registers anyhow */ };

/* What of MODE the code depends on. */
#define SQ_JIT_MODE (0xffu | MCIK_MODE_DX10_CLAMP)

struct sq_part {
	uint16_t at, end; /* dwords of the line */
	uint16_t n;       /* instructions that are compiled; */
	uint16_t n_all;   /* with the scalar ones among them, which are executed before */
	uint8_t key;      /* what the arithmetic is set to (mcik_sq_set_arithmetic()), 0: anything */
	bool floats;      /* while it is being made: something in it computes floats */
	/* of what is compiled: scalars that it reads, all lanes the same; and masks */
	uint64_t read_s[MCIK_SCALARS / 64], wrote_s[MCIK_SCALARS / 64], mask_s[MCIK_SCALARS / 64];
	const struct fl_jit_program *program;
	uint32_t *constants;           /* of the program: three an instruction */
	const struct sq_inst **scalar; /* those that are executed before */
	/* For hazards to be found: scalars, and after how many instructions they were written. */
	struct sq_mark {
		uint16_t after;
		uint8_t at, unit;
	} * mark;
	uint16_t n_scalar, n_marks;
};

/* The part goes on with this instruction: true, and it is counted in. */
bool mcik_sq_part_takes(struct sq_part *p, const struct sq_inst *i, uint32_t mode, enum fl_isa isa);
/* The same of a part whose scalars are constants, and whose masks stay in it. */
bool mcik_sq_part_takes_alone(struct sq_part *p, const struct sq_inst *i, uint32_t mode, enum fl_isa isa);
/* Compiles a part that is made; program and constants are set, if the answer is FL_JIT_HERE. */
enum fl_jit_answer mcik_sq_part_compile(struct sq_part *p, const struct sq_line *l, uint32_t mode,
					enum fl_isa isa);
void mcik_sq_part_free(struct sq_part *p);

static inline void sq_part_run(const struct sq_part *p, struct mcik_wave *w)
{
	p->program->run(w->v, w->s, p->constants, NULL);
}

#endif
