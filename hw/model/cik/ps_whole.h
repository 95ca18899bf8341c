/* SPDX-License-Identifier: MIT
 *
 * Whole pixel programs: those that go straight to their end, once they have done so for a while. One wave of
 * a draw is written down (sq_record.h); what is left of it is images, and between these vector instructions
 * and exports, which LLVM compiles (ps_whole_jit.c). Scalars, waits, descriptors and hazards have been seen
 * to, once for all waves of the draw: a program of which something is reported runs on as it did.
 *
 *   shade.c: may it? --mcik_whole_next()--> write this wave down --interpreter--> mcik_whole_noted()
 *            --> from then on mcik_whole_run()
 * In another draw with the same program the scalars alone are carried out again: mcik_whole_renewed().
 */
#ifndef HW_MODEL_CIK_PS_WHOLE_H
#define HW_MODEL_CIK_PS_WHOLE_H

#include "hw/model/cik/pixels.h"
#include "hw/model/cik/sq_record.h"
#include "hw/model/cik/sq_jit.h"

enum {
	MCIK_WHOLE_STEPS = 48,
	MCIK_WHOLES = 8,      /* programs with their draws that a thread has ready */
	MCIK_WHOLE_SEEN = 32, /* programs that it remembers */
	MCIK_WHOLE_QUADS = 16,
	MCIK_WHOLE_PARAMS = 12, /* dwords of an attribute: P0 and P10 of the channels by turns, then P20 */
};

enum mcik_whole_kind { MCIK_WHOLE_PART, MCIK_WHOLE_IMAGE, MCIK_WHOLE_EXPORT };
enum mcik_whole_keeps { MCIK_KEEPS_ALL, MCIK_KEEPS_BEGUN, MCIK_KEEPS_QUADS };

struct mcik_whole_step {
	uint8_t kind;
	uint8_t key;       /* PART: what the arithmetic is set to */
	uint16_t first, n; /* notes of the record */
	/* PART: what its exports say beside their colors: targets, a bit each; the last; which lanes stay. */
	uint32_t has_out;
	bool done;
	uint8_t keeps;
	uint64_t live[MCIK_VGPRS / 64];          /* PART: registers that something reads after it */
	const struct fl_jit_program *program[2]; /* for waves of one primitive, and of several */
};

/* A part as code: what ps_whole_jit.c is asked for. */
struct mcik_whole_ask {
	const struct mcik_record *record;
	const struct mcik_whole_step *step;
	const struct mcik_ps *ps;
	uint32_t mode;
	enum fl_isa isa;
	bool several; /* primitives */
};

/* What code was made of, beside instructions. */
struct mcik_whole_of {
	uint64_t pc;
	uint32_t vmid, rsrc1, rsrc2, ena, planes;
	uint8_t format[MCIK_MRTS], to[MCIK_MRTS], vgpr[MCIK_PS_INPUTS];
	uint8_t norm, norm10, n_attrs, first_attr;
};

struct mcik_whole {
	uint32_t serial; /* of the program of the draw: what follows is of it. 0: nothing is */
	bool ready;      /* it can be run */
	bool tried;      /* it was written down, for good or ill */
	bool failed;     /* while it was: something was reported, or memory was not there */
	struct mcik_whole_of of;
	uint32_t mode;
	unsigned n_steps;
	struct mcik_whole_step step[MCIK_WHOLE_STEPS];
	uint64_t cleared[MCIK_VGPRS / 64]; /* registers that are read before anything is in them */
	uint32_t constants[3 * SQ_NOTES];
	struct mcik_mimg_ready image[SQ_NOTED_IMAGES];
	struct mcik_record record;
	struct mcik_wholes *all; /* it is one of */
	uint64_t used;           /* when, by its clock */
	_Alignas(64) uint32_t attributes[MCIK_PARAMS * MCIK_WHOLE_PARAMS * MCIK_WHOLE_QUADS];
};

/* A thread's. Tiles see one draw after the other, so the last few are kept. */
struct mcik_wholes {
	struct mcik_whole *one[MCIK_WHOLES]; /* NULL: not asked for yet */
	uint64_t clock;
	struct {
		uint64_t pc;
		uint32_t waves;
		bool never;
	} seen[MCIK_WHOLE_SEEN];
	unsigned oldest; /* of these */
};

/* The thread's for d, made when it is asked for: d's own, or one with its program, or the one that was not
 * used for longest. NULL: there is no memory, or nothing is compiled. */
struct mcik_whole *mcik_whole_of(struct mcik_px *px, const struct mcik_spi *s,
				 const struct mcik_draw_state *d);
void mcik_wholes_free(struct mcik_wholes *all);

/* Another wave of d: true: it should be written down, into p->record. */
bool mcik_whole_next(struct mcik_whole *p, const struct mcik_draw_state *d, enum fl_jit_when when);
/* It has been. */
void mcik_whole_noted(struct mcik_whole *p, struct mcik_spi *s, const struct mcik_draw_state *d,
		      uint32_t mode);
/* The program of d is the one that can be run, but for its scalars. */
bool mcik_whole_is_of(const struct mcik_whole *p, const struct mcik_draw_state *d);
/* These have been looked at again in p->record. False: more than they are has changed. */
bool mcik_whole_renewed(struct mcik_whole *p, struct mcik_spi *s, const struct mcik_draw_state *d);
/* A wave, whose inputs are in its registers and whose attributes are in p's. lanes: that it begins with;
 * pixels: of whose results something becomes. */
void mcik_whole_run(struct mcik_whole *p, struct mcik_spi *s, struct mcik_px *px, uint64_t lanes,
		    uint64_t pixels, bool several);

/* ps_whole_jit.c: whether the part goes on with this one; code. */
bool mcik_whole_takes(struct sq_part *part, const struct sq_note *n, const struct mcik_ps *ps, uint32_t mode,
		      enum fl_isa isa);
enum fl_jit_answer mcik_whole_compile(const struct mcik_whole_ask *ask, const struct fl_jit_program **p);

#endif
