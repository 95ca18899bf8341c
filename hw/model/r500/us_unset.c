/* SPDX-License-Identifier: MIT
 *
 * US: what a program reads before it has written it. Two questions are followed along the program, because
 * they have different uses:
 *   - has every pixel that gets here written the register? Where not, it starts as zero (us_flow.h), so an
 *     error here may only be a "no". Flow control turns pixels off and on again: their registers are followed
 *     beside those of the active ones, in the sets that us_flow.h keeps of the pixels themselves;
 *   - can any pixel have written it? Where not, the program is wrong for any data, and is reported. A wave
 *     runs every instruction that any of its pixels runs, so the order of instructions is enough, whichever
 *     pixels are active.
 */
#include "hw/model/r500/us.h"
#include "hw/model/r500/us_flow.h"

#include <stdlib.h>
#include <string.h>

/* Bits of a set: registers' channels, then those of the last word. */
enum { WORDS = US_TEMP_WORDS + 1, PRED = 0, ALU_RESULT = 4, AL = 5, OUT = 8, OUT_W = 24 };
enum { LEVELS = 4, SWEEPS = 64, LOST = -1 };

struct set {
	uint64_t w[WORDS];
};

struct state {
	struct set on;            /* written by all active pixels */
	struct set level[LEVELS]; /* by all whose branch counter is this; the last stands for this or more */
	/* By all that BREAK or CONTINUE turned off, a loop; LOST: the first stands for all. */
	struct set away[US_FRAMES];
	int depth;       /* loops entered */
	struct set done; /* by all that met LAST */
	struct set may;  /* by any pixel; unlike the sets above, one path on which a bit is set is enough */
	bool reached;
};

struct walk {
	const struct us_prog *p;
	struct us_unset *out;
	struct state *at; /* before each step; NULL if the program is a straight line */
	struct state s;   /* before the current step, then after it */
	struct set fin;   /* written by all pixels, wherever the program ends */
	bool *again;
	bool changed, record;
};

static bool has(const struct set *s, unsigned word, unsigned bit)
{
	return s->w[word] >> bit & 1;
}

static void both(struct set *to, const struct set *with)
{
	for (unsigned i = 0; i < WORDS; i++)
		to->w[i] &= with->w[i];
}

/* Of no pixel at all it is true that all have written everything. */
static void nobody(struct set *s)
{
	memset(s, 0xff, sizeof(*s));
}

/* What all pixels have written, active or not. */
static struct set everyone(const struct state *s)
{
	struct set all = s->on;

	for (unsigned i = 0; i < LEVELS; i++)
		both(&all, &s->level[i]);
	for (unsigned i = 0; i < US_FRAMES; i++)
		both(&all, &s->away[i]);
	both(&all, &s->done);
	return all;
}

/* ---- reads --------------------------------------------------------------------------------------------- */
static void read_temp(struct walk *k, const struct us_inst *in, unsigned reg, bool rel, unsigned chan,
		      bool all, bool certain)
{
	struct us_unset *out = k->out;
	struct set by = all || in->write_inactive ? everyone(&k->s) : k->s.on;

	if (!k->record)
		return;
	if (rel) { /* any register: which one is not known here */
		for (unsigned i = 0; i < US_TEMP_WORDS; i++)
			out->maybe[i] |= ~by.w[i] & UINT64_C(0x1111111111111111) << chan;
		return;
	}
	unsigned n = reg * 4 + chan;
	if (!has(&by, n / 64, n % 64))
		out->maybe[n / 64] |= UINT64_C(1) << n % 64;
	if (certain && !has(&k->s.may, n / 64, n % 64) && !(out->never[n / 64] >> n % 64 & 1)) {
		out->never[n / 64] |= UINT64_C(1) << n % 64;
		out->never_at[n] = in->addr;
	}
}

static void read_alu(void *ctx, const struct us_inst *in, const struct us_src *src, unsigned chan,
		     enum us_how how)
{
	struct walk *k = ctx;

	if (src->rel && !has(&k->s.may, US_TEMP_WORDS, AL) && k->record && k->out->al_at < 0)
		k->out->al_at = in->addr;
	if (src->kind == US_SRC_TEMP)
		read_temp(k, in, src->index, src->rel, chan, how == US_READ_QUAD, true);
}

static void read_tex_reg(struct walk *k, const struct us_inst *in, const struct us_reg *reg, unsigned certain)
{
	if (reg->rel && !has(&k->s.may, US_TEMP_WORDS, AL) && k->record && k->out->al_at < 0)
		k->out->al_at = in->addr;
	for (unsigned i = 0; i < 4; i++)
		read_temp(k, in, reg->index, reg->rel, reg->swz[i], true, certain >> i & 1);
}

static void read_tex(struct walk *k, const struct us_inst *in)
{
	/* Which coordinates count depends on the texture, too: S and T always do, and Q where the operation
	 * says so. */
	static const uint8_t certain[] = {
	    [US_TEX_LD] = 3, [US_TEX_PROJ] = 11, [US_TEX_LODBIAS] = 11, [US_TEX_LOD] = 11, [US_TEX_DXDY] = 3};

	if (in->tex_op == US_TEX_NOP || in->tex_op == US_TEX_RESERVED || !in->wmask)
		return;
	if (in->tex_op == US_TEX_KILL) {
		for (unsigned c = 0; c < 4; c++)
			if (in->wmask >> c & 1)
				read_temp(k, in, in->coord.index, in->coord.rel, c, false, true);
		return;
	}
	read_tex_reg(k, in, &in->coord, certain[in->tex_op]);
	read_tex_reg(k, in, &in->dx, in->tex_op == US_TEX_DXDY ? 3 : 0);
	read_tex_reg(k, in, &in->dy, in->tex_op == US_TEX_DXDY ? 3 : 0);
}

/* The predicates that an instruction looks at. */
static void read_pred(struct walk *k, const struct us_inst *in)
{
	unsigned chans = in->wmask | (in->type == US_OUT ? in->omask | (unsigned)in->w_omask << 3 : 0),
		 read = 0;

	if (in->type == US_FC) {
		/* its table treats the two differently */
		chans = ((in->jump_func >> 2 ^ in->jump_func) & 0x33) != 0;
	}
	for (unsigned h = 0; h < 2; h++) {
		unsigned mine = chans & (h ? 8 : 7), sel = in->pred_sel[h];

		if (mine && sel >= 1 && sel <= 5)
			read |= sel == 1 ? mine : 1u << (sel - 2);
	}
	for (unsigned c = 0; c < 4; c++)
		if (read >> c & 1 && !has(&k->s.may, US_TEMP_WORDS, PRED + c) && k->record &&
		    k->out->pred_at < 0)
			k->out->pred_at = in->addr;
}

/* ---- writes -------------------------------------------------------------------------------------------- */
/* Sets bits for every active pixel, or with all for every pixel. */
static void set_bit(struct walk *k, unsigned word, unsigned bit, bool certain, bool all)
{
	struct state *s = &k->s;
	uint64_t b = UINT64_C(1) << bit;

	s->may.w[word] |= b;
	if (!certain)
		return;
	s->on.w[word] |= b;
	if (!all)
		return;
	for (unsigned i = 0; i < LEVELS; i++)
		s->level[i].w[word] |= b;
	for (unsigned i = 0; i < US_FRAMES; i++)
		s->away[i].w[word] |= b;
	s->done.w[word] |= b;
}

static void write_temp(struct walk *k, const struct us_inst *in, unsigned reg, bool rel, unsigned chan,
		       bool certain)
{
	unsigned n = reg * 4 + chan;

	if (rel)
		for (unsigned i = 0; i < US_TEMP_WORDS; i++)
			k->s.may.w[i] |= UINT64_C(0x1111111111111111) << chan;
	else
		set_bit(k, n / 64, n % 64, certain, in->write_inactive);
}

static void run_alu(struct walk *k, const struct us_inst *in)
{
	bool all = in->write_inactive;

	mr500_us_reads(in, read_alu, k);
	read_pred(k, in);
	for (unsigned c = 0; c < 4; c++) {
		const struct us_half *h = &in->half[c == 3];
		bool certain = in->pred_sel[c == 3] == 0;

		if (in->wmask >> c & 1) {
			if (h->dst_rel && !has(&k->s.may, US_TEMP_WORDS, AL) && k->record &&
			    k->out->al_at < 0)
				k->out->al_at = in->addr;
			write_temp(k, in, h->dst, h->dst_rel, c, certain);
		}
		if (in->omask >> c & 1 && in->type == US_OUT)
			set_bit(k, US_TEMP_WORDS, OUT + 4 * (h->target & 3) + c, certain, all);
		if (in->omask >> c & 1 && in->type == US_ALU)
			set_bit(k, US_TEMP_WORDS, PRED + c, true, all);
	}
	if (in->type == US_OUT && in->w_omask)
		set_bit(k, US_TEMP_WORDS, OUT_W, in->pred_sel[1] == 0, all);
	if (in->alu_wmask)
		set_bit(k, US_TEMP_WORDS, ALU_RESULT, true, all);
}

static void run_tex(struct walk *k, const struct us_inst *in)
{
	read_tex(k, in);
	read_pred(k, in);
	if (in->tex_op == US_TEX_NOP || in->tex_op == US_TEX_RESERVED || in->tex_op == US_TEX_KILL)
		return;
	for (unsigned c = 0; c < 4; c++)
		if (in->wmask >> c & 1)
			write_temp(k, in, in->result.index, in->result.rel, c,
				   in->pred_sel[c == 3] == 0 && !in->ignore_uncovered && !k->p->late);
}

/* ---- flow control: each way out of an instruction, as us_flow_step() takes it -------------------------- */
/* It is no longer known which pixels are in how many loops: the paths that meet here differ. */
static void lose(struct state *s)
{
	for (unsigned i = 1; i < US_FRAMES; i++)
		both(&s->away[0], &s->away[i]);
	s->depth = LOST;
}

static struct set *away(struct state *s)
{
	return &s->away[s->depth > 0 ? s->depth - 1 : 0];
}

static void push_loop(struct state *s)
{
	if (s->depth == LOST)
		return;
	if (s->depth == US_FRAMES)
		lose(s);
	else
		nobody(&s->away[s->depth++]);
}

static void pop_loop(struct state *s)
{
	both(&s->on, away(s));
	if (s->depth > 0)
		nobody(&s->away[--s->depth]);
}

/* empty: no active pixel has written any */
static void incr(struct state *s, bool empty)
{
	both(&s->level[LEVELS - 1], &s->level[LEVELS - 2]);
	for (unsigned i = LEVELS - 2; i > 0; i--)
		s->level[i] = s->level[i - 1];
	s->level[0] = s->on;
	if (empty)
		nobody(&s->level[0]);
}

static void decr(struct state *s, unsigned n)
{
	const struct set top = s->level[LEVELS - 1];

	for (unsigned i = 0; i < LEVELS && n; i++) {
		if (i < n)
			both(&s->on, &s->level[i]);
		else
			s->level[i - n] = s->level[i];
	}
	/* The last set stands for any counter from there up, so some of its pixels may come down to each of
	 * the upper sets. */
	for (unsigned i = n < LEVELS ? LEVELS - n : 0; i < LEVELS && n; i++)
		s->level[i] = top;
}

static void go(struct walk *k, const struct state *s, unsigned to)
{
	struct state *t = &k->at[to], old = *t;

	if (!t->reached) {
		*t = *s;
		t->reached = true;
	} else {
		both(&t->on, &s->on);
		for (unsigned i = 0; i < LEVELS; i++)
			both(&t->level[i], &s->level[i]);
		for (unsigned i = 0; i < US_FRAMES; i++)
			both(&t->away[i], &s->away[i]);
		if (t->depth != s->depth)
			lose(t);
		both(&t->done, &s->done);
		for (unsigned i = 0; i < WORDS; i++)
			t->may.w[i] |= s->may.w[i];
		if (!memcmp(t, &old, sizeof(old)))
			return;
	}
	k->again[to] = k->changed = true;
}

static void last(struct walk *k, struct state *s)
{
	both(&s->done, &s->on);
	nobody(&s->on);
	both(&k->fin, &s->done);
}

static void way(struct walk *k, const struct us_step *step, bool jump)
{
	const struct us_inst *in = &step->in;
	const struct us_inst *to = &k->p->step[step->jump].in;
	struct state s = k->s;
	bool begins = in->fc_op == US_FC_LOOP || in->fc_op == US_FC_REP;
	bool ends = in->fc_op == US_FC_ENDLOOP || in->fc_op == US_FC_ENDREP;
	bool breaks = in->fc_op == US_FC_BREAKLOOP || in->fc_op == US_FC_BREAKREP;

	/* This outcome is one that no active pixel wishes for, so it happens only where no pixel is
	 * active. */
	if (in->fc_op == US_FC_JUMP && !in->ignore_uncovered && jump != in->jump_any &&
	    in->jump_func == (jump ? 0 : 0xff))
		nobody(&s.on);
	if (in->b_op[jump] == US_B_DECR)
		decr(&s, in->b_pop);
	else if (in->b_op[jump] == US_B_INCR)
		incr(&s, in->fc_op == US_FC_JUMP && !in->ignore_uncovered && jump != in->jump_any);
	/* A loop that is not entered continues at its end, with no pixels in it, or after its end. */
	if (begins &&
	    (!jump || (to->type == US_FC && (to->fc_op == US_FC_ENDLOOP || to->fc_op == US_FC_ENDREP))))
		push_loop(&s);
	if (in->fc_op == US_FC_LOOP && !jump)
		s.may.w[US_TEMP_WORDS] |= 1 << AL;
	if ((ends && !jump) || (breaks && jump))
		pop_loop(&s);
	else if ((breaks || in->fc_op == US_FC_CONTINUE) && !jump)
		both(away(&s), &s.on);
	if (in->last)
		last(k, &s);
	if (step->end) {
		struct set all = everyone(&s);

		k->out->ends = true;
		both(&k->fin, &all);
		return;
	}
	if (!jump || in->a_op == US_A_POP)
		go(k, &s, step->next);
	if (!jump)
		return;
	if (in->a_op != US_A_POP) {
		go(k, &s, step->jump);
		return;
	}
	for (unsigned i = 0; i < k->p->n_step; i++) /* back to the step after any call */
		if (k->p->step[i].in.type == US_FC && k->p->step[i].in.a_op == US_A_PUSH)
			go(k, &s, k->p->step[i].next);
}

static void run_fc(struct walk *k, const struct us_step *step)
{
	const struct us_inst *in = &step->in;
	bool ends = in->fc_op == US_FC_ENDLOOP || in->fc_op == US_FC_ENDREP;
	bool special = in->fc_op != US_FC_JUMP; /* may jump or stay against its condition */
	bool on_alu = ((in->jump_func >> 4 ^ in->jump_func) & 15) != 0;

	read_pred(k, in);
	if (on_alu && !has(&k->s.may, US_TEMP_WORDS, ALU_RESULT) && k->record && k->out->alu_at < 0)
		k->out->alu_at = in->addr;
	/* for one flow control instruction: 8.4.10 */
	k->s.may.w[US_TEMP_WORDS] &= ~(UINT64_C(1) << ALU_RESULT);
	if (ends)
		both(&k->s.on, away(&k->s));
	if (in->b_else) {
		struct set t = k->s.on;

		k->s.on = k->s.level[0];
		k->s.level[0] = t;
	}
	if (special || !in->jump_any || in->jump_func || in->b_else)
		way(k, step, true);
	if (special || in->jump_any || in->jump_func != 0xff)
		way(k, step, false);
}

static void run_step(struct walk *k, unsigned i)
{
	const struct us_step *step = &k->p->step[i];
	struct set all;

	if (step->in.type == US_FC) {
		run_fc(k, step);
		return;
	}
	if (step->in.type == US_TEX)
		run_tex(k, &step->in);
	else
		run_alu(k, &step->in);
	if (step->in.last)
		last(k, &k->s);
	if (step->end) {
		all = everyone(&k->s);
		k->out->ends = true;
		both(&k->fin, &all);
	} else if (k->at) {
		go(k, &k->s, step->next);
	}
}

/* Repeats until nothing changes. False: it gave up. */
static bool settle(struct walk *k)
{
	unsigned n = 0;

	k->at[0] = k->s;
	k->at[0].reached = k->again[0] = k->changed = true;
	while (k->changed) {
		if (n++ == SWEEPS)
			return false;
		k->changed = false;
		for (unsigned i = 0; i < k->p->n_step; i++)
			if (k->again[i]) {
				k->again[i] = false;
				k->s = k->at[i];
				run_step(k, i);
			}
	}
	return true;
}

void mr500_us_find_unset(const struct us_prog *p, struct us_unset *out)
{
	struct walk k = {.p = p, .out = out};
	bool flow = false, settled = true;

	memset(out, 0, sizeof(*out));
	out->pred_at = out->alu_at = out->al_at = -1;
	for (unsigned i = 0; i < p->n_step; i++)
		flow |= p->step[i].in.type == US_FC || p->step[i].in.last;
	nobody(&k.fin);
	memset(&k.s.on, 0, sizeof(k.s.on));
	for (unsigned i = 0; i < LEVELS; i++)
		nobody(&k.s.level[i]);
	for (unsigned i = 0; i < US_FRAMES; i++)
		nobody(&k.s.away[i]);
	nobody(&k.s.done);
	if (flow) {
		k.at = calloc(p->n_step, sizeof(*k.at));
		k.again = calloc(p->n_step, sizeof(*k.again));
		settled = k.at && k.again && settle(&k);
	}
	k.record = true;
	for (unsigned i = 0; i < p->n_step && settled; i++) {
		if (k.at)
			k.s = k.at[i];
		if (!k.at || k.s.reached)
			run_step(&k, i);
	}
	for (unsigned i = 0; i < p->n_step; i++) {
		const struct us_inst *in = &p->step[i].in;
		if (in->type != US_OUT)
			continue;
		out->out_some[in->half[0].target] |= in->omask & 7;
		out->out_some[in->half[1].target] |= in->omask & 8;
	}
	if (settled) {
		for (unsigned i = 0; i < MR500_MAX_TARGETS; i++)
			out->out_always[i] = k.fin.w[US_TEMP_WORDS] >> (OUT + 4 * i) & 15;
		out->w_always = has(&k.fin, US_TEMP_WORDS, OUT_W);
	} else { /* nothing is known */
		out->ends = true;
		memset(out->maybe, 0xff, sizeof(out->maybe));
	}
	free(k.at);
	free(k.again);
}
