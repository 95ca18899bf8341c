/* SPDX-License-Identifier: MIT
 *
 * US flow control (R5xx guide 8.6), for a whole wave: masks of one bit a lane. The branch counters are kept
 * the other way round: level[n] is the set of lanes whose counter is n, so that counting up or down moves
 * whole sets.
 *
 * Where the guide is silent or ambiguous, this file chooses:
 *   - lanes that B_ELSE turns off take part in the decision as wanting to jump, and count up as inactive ones
 *     do;
 *   - any lane turned off by a branch, inside or outside of the loop, keeps BREAK and CONTINUE from jumping;
 *   - counters that would pass their maximum stay there (3 in partial mode, 31 in full mode);
 *   - a full loop or address stack overwrites its last entry; an empty one does not pop;
 *   - LOOP that jumps to its ENDLOOP (Mesa; the guide says ENDLOOP + 1) leaves there without popping.
 */
#ifndef HW_MODEL_R500_US_FLOW_H
#define HW_MODEL_R500_US_FLOW_H

#include "hw/model/r500/us.h"

#include <string.h>

enum {
	US_FC_JUMP,
	US_FC_LOOP,
	US_FC_ENDLOOP,
	US_FC_REP,
	US_FC_ENDREP,
	US_FC_BREAKLOOP,
	US_FC_BREAKREP,
	US_FC_CONTINUE
};
enum { US_B_NONE, US_B_DECR, US_B_INCR };
enum { US_A_NONE, US_A_POP, US_A_PUSH };
enum { US_LEVELS = 32, US_FRAMES = 4 };

struct us_flow {
	uint64_t lanes;  /* that exist */
	uint64_t active; /* that execute */
	uint64_t done;   /* met LAST */
	uint64_t pred[4], alu;
	uint64_t level[US_LEVELS];
	unsigned max_level;
	struct us_frame {
		uint64_t broken, continued;
		uint8_t left; /* iterations, this one included */
		bool has_al;
		int al, al_step;
	} frame[US_FRAMES];
	unsigned n_frame;
	uint16_t call[US_FRAMES];
	unsigned n_call;
	int skipped; /* address of the ENDLOOP that a LOOP jumped to, or -1 */
};

static inline void us_flow_start(struct us_flow *f, unsigned n_quads, bool full)
{
	*f = (struct us_flow){.max_level = full ? 31 : 3, .skipped = -1};
	f->lanes = f->active = n_quads >= FL_WAVE_QUADS ? ~(uint64_t)0 : ((uint64_t)1 << 4 * n_quads) - 1;
}

/* The state for a program without flow control: what texture instructions need, and no more. */
static inline void us_flow_plain(struct us_flow *f, unsigned n_quads)
{
	f->lanes = f->active = n_quads >= FL_WAVE_QUADS ? ~(uint64_t)0 : ((uint64_t)1 << 4 * n_quads) - 1;
	f->n_frame = 0;
}

/* What the program reads or outputs without having written it is zero in every wave. (On a chip it is what
 * the last user of the registers left there; us_unset.c reports it.) */
static inline void us_zero(struct fl_raster_thread *t)
{
	const struct mr500_draw *d = mr500_draw_of(t->wave.draw);

	for (unsigned i = 0; i < d->n_us_zero; i++)
		memset((uint8_t *)mr500_px_of(t) + d->us_zero[i].at_B, 0, d->us_zero[i].size_B);
}

static inline int us_flow_al(const struct us_flow *f)
{
	for (unsigned i = f->n_frame; i-- > 0;)
		if (f->frame[i].has_al)
			return f->frame[i].al;
	return 0;
}

/* Predicate bits as half h (0 RGB, 1 alpha) of an instruction selects them for channel c. */
static inline uint64_t us_flow_pred(const struct us_flow *f, const struct us_inst *in, unsigned h, unsigned c)
{
	unsigned sel = in->pred_sel[h];
	uint64_t p = sel == 1 ? f->pred[c] : f->pred[(sel - 2) & 3];

	if (sel == 0 || sel > 5) /* no predicate: an inversion, which the guide forbids there, does nothing */
		return ~(uint64_t)0;
	return in->pred_inv[h] ? ~p : p;
}

/* Lanes in which channel c of the instruction is written. */
static inline uint64_t us_flow_writes(const struct us_flow *f, const struct us_inst *in, unsigned c)
{
	return (in->write_inactive ? f->lanes : f->active) & us_flow_pred(f, in, c == 3, c);
}

static inline uint64_t us_flow_branched(const struct us_flow *f)
{
	uint64_t m = 0;
	for (unsigned i = 0; i <= f->max_level; i++)
		m |= f->level[i];
	return m;
}

static inline void us_flow_decr(struct us_flow *f, unsigned n)
{
	for (unsigned i = 0; i <= f->max_level; i++) {
		if (i < n)
			f->active |= f->level[i] & ~f->done;
		else
			f->level[i - n] = f->level[i];
	}
	for (unsigned i = n > f->max_level ? 0 : f->max_level + 1 - n; i <= f->max_level && n; i++)
		f->level[i] = 0;
}

static inline void us_flow_incr(struct us_flow *f, uint64_t off)
{
	unsigned top = f->max_level;

	f->level[top] |= f->level[top - 1];
	for (unsigned i = top - 1; i > 0; i--)
		f->level[i] = f->level[i - 1];
	f->level[0] = off;
	f->active &= ~off;
}

static inline void us_flow_pop_loop(struct us_flow *f)
{
	if (!f->n_frame)
		return;
	struct us_frame *fr = &f->frame[--f->n_frame];
	f->active |= (fr->broken | fr->continued) & ~f->done;
}

/* One flow control instruction. Returns the step that follows. */
static inline unsigned us_flow_step(struct us_flow *f, const struct us_step *s, const struct us_step *steps,
				    uint32_t bools, const uint32_t *ints, uint64_t covered)
{
	const struct us_inst *in = &s->in;
	struct us_frame *fr = f->n_frame ? &f->frame[f->n_frame - 1] : NULL;
	bool ends = in->fc_op == US_FC_ENDLOOP || in->fc_op == US_FC_ENDREP;
	bool begins = in->fc_op == US_FC_LOOP || in->fc_op == US_FC_REP;
	bool breaks = in->fc_op == US_FC_BREAKLOOP || in->fc_op == US_FC_BREAKREP;
	bool skipped = ends && f->skipped == in->addr;
	uint64_t elsed = 0;

	f->skipped = -1;
	if (ends && fr && !skipped) { /* the end of the body: CONTINUE is over */
		f->active |= fr->continued & ~f->done;
		fr->continued = 0;
	}
	if (in->b_else) {
		elsed = f->active;
		f->active = f->level[0] & ~f->done;
		f->level[0] = elsed;
	}

	/* The lanes that want to jump, by a table of ALU result, predicate and boolean. */
	uint64_t pred = us_flow_pred(f, in, 0, 0), want = 0;
	bool b = bools >> in->bool_addr & 1;
	for (unsigned i = 0; i < 4; i++)
		if (in->jump_func >> (i * 2 + b) & 1)
			want |= (i & 2 ? f->alu : ~f->alu) & (i & 1 ? pred : ~pred);
	uint64_t voters = f->active;
	if (in->ignore_uncovered) {
		voters &= covered;
		elsed &= covered;
	}
	bool jump = in->jump_any ? ((voters & want) | elsed) != 0 : (voters & ~want) == 0;
	if (breaks || in->fc_op == US_FC_CONTINUE)
		if (us_flow_branched(f) || (breaks && fr && fr->continued))
			jump = false;
	f->alu = 0; /* good for one flow control instruction: 8.4.10 */

	uint32_t k = ints[in->int_addr];
	if (begins && (k & 0xff) == 0)
		jump = true;
	if (ends && (!fr || skipped || fr->left <= 1))
		jump = false;

	/* Branch counters. */
	unsigned b_op = in->b_op[jump];
	if (b_op == US_B_DECR)
		us_flow_decr(f, in->b_pop);
	else if (b_op == US_B_INCR)
		us_flow_incr(f, f->active & (jump ? ~want : want));

	/* Loops. */
	if (begins && !jump) {
		if (f->n_frame == US_FRAMES)
			f->n_frame--;
		f->frame[f->n_frame++] = (struct us_frame){
		    .left = k & 0xff,
		    .has_al = in->fc_op == US_FC_LOOP,
		    .al = k >> 8 & 0xff,
		    .al_step = (int8_t)(k >> 16),
		};
	} else if (begins && steps[s->jump].in.type == US_FC &&
		   (steps[s->jump].in.fc_op == US_FC_ENDLOOP || steps[s->jump].in.fc_op == US_FC_ENDREP)) {
		f->skipped = steps[s->jump].in.addr;
	} else if (ends && jump) {
		fr->left--;
		fr->al += fr->al_step;
	} else if (ends && !skipped) {
		us_flow_pop_loop(f);
	} else if (breaks && jump) {
		us_flow_pop_loop(f);
	} else if (breaks && fr) {
		fr->broken |= f->active & want;
		f->active &= ~want;
	} else if (in->fc_op == US_FC_CONTINUE && !jump && fr) {
		fr->continued |= f->active & want;
		f->active &= ~want;
	}

	/* Addresses. */
	if (!jump)
		return s->next;
	if (in->a_op == US_A_POP)
		return f->n_call ? f->call[--f->n_call] : s->next;
	if (in->a_op == US_A_PUSH) {
		if (f->n_call == US_FRAMES)
			f->n_call--;
		f->call[f->n_call++] = s->next;
	}
	return s->jump;
}

/* LAST: the active lanes are done. True: the program ends here. */
static inline bool us_flow_last(struct us_flow *f, const struct us_inst *in)
{
	f->done |= f->active;
	f->active = 0;
	return in->type == US_OUT && in->sem_wait && f->done == f->lanes;
}

#endif
