/* SPDX-License-Identifier: MIT
 *
 * Whole vertex programs: those that go straight to their end, once they have done so for a while. One wave is
 * written down (sq_record.h); what is left of it is loads by format, and between these vector instructions
 * and exports, which LLVM compiles (vs_whole_jit.c). Scalars, waits, descriptors and hazards have been seen
 * to, once for all waves of a draw: a program of which something is reported runs on as it did. With each
 * draw its scalars are carried out again, for memory may have changed.
 *
 *   vgt_walk.c: mcik_vs_whole_of() --> is it ready? mcik_vs_whole_run()
 *                                      else the interpreter, between mcik_vs_whole_note() and …_noted()
 */
#ifndef HW_MODEL_CIK_VS_WHOLE_H
#define HW_MODEL_CIK_VS_WHOLE_H

#include "hw/model/cik/sq_jit.h"
#include "hw/model/cik/sq_record.h"
#include "hw/model/cik/vgt.h"

enum { MCIK_VS_STEPS = 48, MCIK_VS_WHOLES = 8 };

/* A part that is compiled, or a load: the note's. */
struct mcik_vs_step {
	const struct fl_jit_program *program; /* NULL: a load */
	uint8_t key;                          /* what the arithmetic is set to; 0: as it is */
	uint16_t first, n;                    /* notes of the record */
	uint64_t live[MCIK_VGPRS / 64];       /* registers that something reads after it */
};

/* What code was made of, beside instructions; and what exports were judged by. */
struct mcik_vs_of {
	uint64_t pc;
	uint32_t vmid, rsrc1, rsrc2, config, formats, isa;
};

struct mcik_vs_whole {
	struct mcik_vs_of of;
	bool ready;     /* it can be run */
	bool never;     /* it was written down, for ill */
	bool failed;    /* while it was: something was reported, or memory was not there */
	uint32_t waves; /* that have run before */
	uint64_t draw;  /* whose scalars these are */
	uint64_t used;
	uint32_t has_pos, has_param; /* exports */
	bool done;
	unsigned n_steps;
	struct mcik_vs_step step[MCIK_VS_STEPS];
	uint64_t cleared[MCIK_VGPRS / 64]; /* registers that are read before anything is in them */
	uint32_t constants[3 * SQ_NOTES];
	struct mcik_record record;
};

struct mcik_vs_wholes {
	struct mcik_vs_whole *one[MCIK_VS_WHOLES]; /* NULL: not asked for yet */
	struct mcik_vs_whole *now;                 /* of the draw, or NULL */
	struct mcik_sq_env was;                    /* while a wave is written down, or scalars are */
	uint64_t draw, clock;
};

bool mcik_vs_wholes_new(struct mcik_vgt *v);
void mcik_vs_wholes_free(struct mcik_vgt *v);

/* The draw's, with its scalars if it is ready; NULL: nothing of it is compiled. */
struct mcik_vs_whole *mcik_vs_whole_of(struct mcik *c);
/* A wave of n lanes, whose inputs are in its registers. */
void mcik_vs_whole_run(struct mcik *c, struct mcik_vs_whole *p, unsigned n);
/* Around a wave that is interpreted: it may be written down. p: NULL, or not ready. */
void mcik_vs_whole_note(struct mcik *c, struct mcik_vs_whole *p);
void mcik_vs_whole_noted(struct mcik *c, struct mcik_vs_whole *p, bool ended);

/* vs_whole_jit.c: whether a part goes on with this one; the code of step k. */
bool mcik_vs_whole_takes(struct sq_part *part, const struct sq_note *n, uint32_t mode, enum fl_isa isa);
enum fl_jit_answer mcik_vs_whole_compile(struct mcik_vs_whole *p, unsigned k, uint32_t mode, enum fl_isa isa);

#endif
