/* SPDX-License-Identifier: MIT
 *
 * What a wave did, written down while it ran an instruction after the other: programs that go straight to
 * their end do the same in each wave of a draw, whose scalars are the same but for masks. sq_whole.c makes
 * steps of it that ask no questions.
 */
#ifndef HW_MODEL_CIK_SQ_RECORD_H
#define HW_MODEL_CIK_SQ_RECORD_H

#include "hw/model/cik/sq_fetch.h"

enum { SQ_NOTES = 192, SQ_NOTED_IMAGES = 16, SQ_NOTED_FETCHES = 16, SQ_WENT = 512 };

/* Which lanes take part: those that the wave began with; whole quads of these; those it began with again.
 * Nothing goes the other way, so lanes beside them can compute what they like: whole quads, which gradients
 * look at, have had all results that they have. */
enum sq_phase { SQ_BEGUN, SQ_QUADS, SQ_AGAIN };

/* A vector instruction. */
struct sq_note {
	struct sq_inst inst;
	uint32_t value[3]; /* of sources that are scalars */
	uint8_t phase;     /* enum sq_phase */
	uint8_t image;     /* of the record, where it is one; or which fetch */
};

struct mcik_record {
	bool fits;     /* so far: it can be done again without asking */
	bool ended;    /* the wave has come to its end */
	bool vertices; /* it may load by format, and has no images */
	/* What scalars hold, enum sq_holds. */
	uint8_t holds[MCIK_SCALARS];
	bool scc_differs;
	uint8_t phase;
	unsigned n_steps; /* instructions of all kinds */
	unsigned n, n_images, n_fetches;
	/* The instructions, as far as there is room: the way that the wave went. */
	struct {
		uint64_t pc;
		uint32_t word[2];
	} went[SQ_WENT];
	struct sq_note note[SQ_NOTES];
	struct mcik_image image[SQ_NOTED_IMAGES];
	struct sq_fetch fetch[SQ_NOTED_FETCHES];
};

/* For a pixel program whose mask of new primitives is in a scalar; into a wave's `record`. */
void mcik_sq_record_begin(struct mcik_record *r, unsigned masks_at);
/* The same for a program of vertices, which has no such mask. */
void mcik_sq_record_vertices(struct mcik_record *r);
/* Before the instruction is carried out. */
void mcik_sq_record(struct mcik_wave *w, const struct sq_inst *i);
/* For another draw with this program, whose wave has begun: its scalars are carried out alone, and notes and
 * images get their values. False: it goes another way, or its code is another; r is good for nothing then. */
bool mcik_sq_record_again(struct mcik_wave *w, struct mcik_record *r);
/* What compiled vector instructions have of scalars and constants: three dwords a note, one an operand;
 * others are left as they are. */
void mcik_sq_note_constants(const struct sq_note *note, unsigned n, uint32_t to[3 * SQ_NOTES]);

#endif
