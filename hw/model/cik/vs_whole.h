/* SPDX-License-Identifier: MIT
 *
 * Whole vertex programs: those that go straight to their end, once they have done so for a while. One wave is
 * written down (sq_record.h); what is left of it is loads by format, and between these vector instructions
 * and exports, which LLVM compiles (sq_steps.h). Scalars, waits, descriptors and hazards have been seen
 * to, once for all waves of a draw: a program of which something is reported runs on as it did. With each
 * draw its scalars are carried out again, for memory may have changed.
 *
 *   vgt_walk.c: mcik_vs_whole_of() --> is it ready? mcik_vs_whole_run()
 *                                      else the interpreter, between mcik_vs_whole_note() and …_noted()
 */
#ifndef HW_MODEL_CIK_VS_WHOLE_H
#define HW_MODEL_CIK_VS_WHOLE_H

#include "hw/model/cik/sq_steps.h"
#include "hw/model/cik/vgt.h"

enum { MCIK_VS_WHOLES = 8 };

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
	struct sq_steps steps;
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

#endif
