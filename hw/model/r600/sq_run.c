/* SPDX-License-Identifier: MIT
 *
 * Runs programs: control flow with its stack. A lane is active, or not for one of three reasons: a branch
 * that it does not take, a break, or a round of the loop that it has left (continue). The stack keeps the
 * three masks; POP brings back active lanes but never those that broke or continued since (R600-family
 * ISA 3.6).
 *
 * Where the sources say nothing: PUSH_ELSE keeps the lanes that fail its condition, and stores nothing where
 * it jumps; the pop counts of LOOP_START, LOOP_BREAK and LOOP_CONTINUE mean nothing; the conditions of ALU
 * clauses take effect behind the group that sets them.
 */
#include "hw/model/look.h"
#include "hw/model/num/flush.h"
#include "hw/model/r600/sq_code.h"

#define CF(name)  R600_SQ_CF_WORD1__CF_INST__SQ_CF_INST_##name
#define ALU(name) R600_SQ_CF_ALU_WORD1__CF_INST__SQ_CF_INST_ALU_##name

/* ---- the stack ----------------------------------------------------------------------------------------- */
/* Entries are of four elements. A loop, and a push of whole quads, takes one entry, or two of chips whose
 * waves are narrower; other pushes one element each, and two more for the first (Mesa r600_asm.c). */
enum { WIDE_ELEMENTS = 4, NARROW_ELEMENTS = 8, FIRST_ELEMENTS = 2, WIDE_WAVE = 64 };

static bool push(struct sq_run *x, bool wide, bool loop)
{
	unsigned wide_elements = x->p->wave >= WIDE_WAVE ? WIDE_ELEMENTS : NARROW_ELEMENTS;
	uint8_t elements = wide ? (uint8_t)wide_elements : 0;

	x->elements += elements;
	x->pushes += !wide;
	if (x->depth == SQ_STACK ||
	    x->elements + x->pushes + (x->pushes ? FIRST_ELEMENTS : 0) > x->p->code.stack)
		return mr600_sq_hang(x, "its stack is deeper than STACK_SIZE and the stage's share say");
	x->s->stack[x->depth++] = (struct sq_entry){x->active, x->broken, x->waiting, elements, loop};
	return true;
}

static void drop(struct sq_run *x)
{
	const struct sq_entry *e = &x->s->stack[--x->depth];

	x->elements -= e->elements;
	x->pushes -= e->elements == 0;
}

static uint64_t live(const struct sq_run *x)
{
	return x->w->valid & ~x->w->helper & ~x->w->killed;
}

static bool pop(struct sq_run *x, unsigned n, bool vpm)
{
	while (n--) {
		if (!x->depth || x->s->stack[x->depth - 1].loop)
			return mr600_sq_hang(x, "it pops more than it has pushed");
		drop(x);
		x->active = x->s->stack[x->depth].active & ~x->broken & ~x->waiting;
	}
	if (vpm)
		x->active &= live(x);
	return true;
}

static bool turn_around(struct sq_run *x) /* ELSE */
{
	if (!x->depth || x->s->stack[x->depth - 1].loop)
		return mr600_sq_hang(x, "it has an ELSE without a PUSH");
	x->active = x->s->stack[x->depth - 1].active & ~x->active & ~x->broken & ~x->waiting;
	return true;
}

/* ---- conditions ---------------------------------------------------------------------------------------- */
static uint64_t passing(const struct sq_run *x, const struct sq_step *s)
{
	uint64_t lanes = s->vpm ? x->active & live(x) : x->active;
	bool on = x->p->bools >> s->konst & 1;

	switch (s->cond) {
	case R600_SQ_CF_WORD1__COND__SQ_CF_COND_FALSE:
		return 0;
	case R600_SQ_CF_WORD1__COND__SQ_CF_COND_BOOL:
		return on ? lanes : 0;
	case R600_SQ_CF_WORD1__COND__SQ_CF_COND_NOT_BOOL:
		return on ? 0 : lanes;
	default:
		return lanes;
	}
}

/* ---- loops --------------------------------------------------------------------------------------------- */
static bool loop_start(struct sq_run *x, const struct sq_step *s, unsigned *next)
{
	uint32_t konst = x->p->loops[s->konst];
	uint64_t pass = passing(x, s);
	struct sq_loop *l = &x->s->loop[x->n_loops];

	*l = (struct sq_loop){.lanes = pass, .outer_index = x->index};
	if (s->inst != CF(LOOP_START_DX10)) {
		l->counted = true;
		l->left = R600_SQ_LOOP_CONST__LOOP_COUNT__GET(konst);
		l->step = s->inst == CF(LOOP_START) ? (int8_t)R600_SQ_LOOP_CONST__INC__GET(konst) : 0;
	}
	if (!pass || (l->counted && !l->left)) {
		*next = s->jump;
		return true;
	}
	if (!push(x, true, true))
		return false;
	if (s->inst == CF(LOOP_START))
		x->index = (int32_t)R600_SQ_LOOP_CONST__INIT__GET(konst);
	l->depth = x->depth;
	x->n_loops++;
	x->active = pass;
	x->broken = x->waiting = 0;
	return true;
}

static struct sq_loop *innermost(struct sq_run *x)
{
	return x->n_loops ? &x->s->loop[x->n_loops - 1] : NULL;
}

static void cut_back(struct sq_run *x, const struct sq_loop *l)
{
	while (x->depth > l->depth)
		drop(x);
}

static bool loop_end(struct sq_run *x, const struct sq_step *s, unsigned *next)
{
	struct sq_loop *l = innermost(x);
	const struct sq_entry *e;

	if (!l)
		return mr600_sq_hang(x, "it has a LOOP_END without a LOOP_START");
	cut_back(x, l);
	x->active |= x->waiting;
	x->waiting = 0;
	x->index += l->step;
	if (x->active && (!l->counted || --l->left)) {
		*next = s->jump;
		return true;
	}
	drop(x);
	e = &x->s->stack[x->depth];
	x->active = e->active;
	x->broken = e->broken;
	x->waiting = e->waiting;
	x->index = l->outer_index;
	x->n_loops--;
	return true;
}

/* LOOP_BREAK, LOOP_CONTINUE: over if nobody of the loop is left to run, here or behind a branch */
static bool leave(struct sq_run *x, uint64_t pass, bool for_good)
{
	if (!x->n_loops)
		return mr600_sq_hang(x, "it breaks or continues outside of a loop");
	x->active &= ~pass;
	if (for_good)
		x->broken |= pass;
	else
		x->waiting |= pass;
	return true;
}

static bool loop_leave(struct sq_run *x, const struct sq_step *s, unsigned *next)
{
	const struct sq_loop *l = innermost(x);

	if (!leave(x, passing(x, s), s->inst == CF(LOOP_BREAK)))
		return false;
	if (!(l->lanes & ~x->broken & ~x->waiting)) {
		cut_back(x, l);
		*next = s->jump;
	}
	return true;
}

/* ---- branches and calls -------------------------------------------------------------------------------- */
static bool jump(struct sq_run *x, const struct sq_step *s, unsigned pops, unsigned *next)
{
	*next = s->jump;
	return pop(x, pops, s->vpm);
}

/* POP… have popped; they do not again. */
static bool flow_push(struct sq_run *x, const struct sq_step *s, unsigned pops, bool turned, unsigned *next)
{
	uint64_t pass = passing(x, s), keep = turned ? x->active & ~pass : pass;

	if (!keep)
		return jump(x, s, pops, next);
	if (!push(x, s->wqm, false))
		return false;
	x->active = keep;
	return true;
}

static bool call(struct sq_run *x, unsigned to, unsigned *next)
{
	if (x->n_calls == SQ_CALLS)
		return mr600_sq_hang(x, "its calls are nested too deep");
	x->s->call[x->n_calls++] = (uint16_t)*next;
	*next = to;
	return true;
}

static bool emit(struct sq_run *x, const struct sq_step *s)
{
	uint64_t lanes = passing(x, s) & live(x);

	if (!x->w->emit)
		return mr600_sq_hang(x, "it emits vertices, which only geometry programs can");
	x->w->emit(x->w, s->inst != CF(CUT_VERTEX), s->inst != CF(EMIT_VERTEX), lanes);
	return true;
}

static bool run_flow(struct sq_run *x, const struct sq_step *s, unsigned *next)
{
	switch (s->inst) {
	case CF(LOOP_START):
	case CF(LOOP_START_DX10):
	case CF(LOOP_START_NO_AL):
		return loop_start(x, s, next);
	case CF(LOOP_END):
		return loop_end(x, s, next);
	case CF(LOOP_CONTINUE):
	case CF(LOOP_BREAK):
		return loop_leave(x, s, next);
	case CF(JUMP):
		return passing(x, s) ? true : jump(x, s, s->pops, next);
	case CF(PUSH):
	case CF(PUSH_ELSE):
		return flow_push(x, s, s->pops, s->inst == CF(PUSH_ELSE), next);
	case CF(ELSE):
		return turn_around(x) && (x->active || jump(x, s, s->pops, next));
	case CF(POP):
		return pop(x, s->pops, s->vpm);
	case CF(POP_JUMP):
		return pop(x, s->pops, s->vpm) && (passing(x, s) || jump(x, s, 0, next));
	case CF(POP_PUSH):
	case CF(POP_PUSH_ELSE):
		return pop(x, s->pops, s->vpm) && flow_push(x, s, 0, s->inst == CF(POP_PUSH_ELSE), next);
	case CF(CALL):
		return passing(x, s) ? call(x, s->jump, next) : true;
	case CF(CALL_FS):
		return call(x, x->p->code.fs, next);
	case CF(RETURN):
		if (s->cond > R600_SQ_CF_WORD1__COND__SQ_CF_COND_FALSE && !passing(x, s))
			return true;
		if (!x->n_calls)
			return mr600_sq_hang(x, "it returns, and nothing called it");
		*next = x->s->call[--x->n_calls];
		return true;
	case CF(EMIT_VERTEX):
	case CF(EMIT_CUT_VERTEX):
	case CF(CUT_VERTEX):
		return emit(x, s);
	case CF(KILL):
		x->w->killed |= passing(x, s) & x->w->valid;
		return true;
	default: /* NOP, WAIT_ACK */
		return true;
	}
}

/* ---- clauses ------------------------------------------------------------------------------------------- */
static bool run_alu(struct sq_run *x, const struct sq_step *s)
{
	uint64_t before = x->active;

	if (s->inst == ALU(PUSH_BEFORE) && !push(x, s->wqm, false))
		return false;
	if (x->active)
		mr600_sq_run_alu(x, s, s->wqm ? sq_whole_quads(x->active) & x->lanes : x->active);
	switch (s->inst) {
	case ALU(POP_AFTER):
		return pop(x, 1, false);
	case ALU(POP2_AFTER):
		return pop(x, 2, false);
	case ALU(CONTINUE):
	case ALU(BREAK):
		return leave(x, before & ~x->active, s->inst == ALU(BREAK));
	case ALU(ELSE_AFTER):
		return turn_around(x);
	default:
		return true;
	}
}

static bool spend(struct sq_run *x, const struct sq_step *s)
{
	unsigned n = s->n ? s->n : 1;
	/* full waves are the rule, and counting bits a call where the processor need not have it */
	const unsigned lanes =
	    x->active == ~UINT64_C(0) ? SQ_LANES : (unsigned)__builtin_popcountll(x->active);
	uint64_t units = (uint64_t)n * lanes;

	x->w->steps++;
	x->w->units += units;
	x->executed += n;
	if (x->p->code.flow && x->executed > fl_work_steps(&x->w->r->base))
		return mr600_sq_hang(x, "it runs without end");
	if (x->w->thread)
		return fl_raster_work(x->w->thread, units + 1);
	return fl_spend(&x->w->r->base, units + 1, "the programs");
}

/* Exports are moves: a program of one alone does not pay for arithmetic that is set and set back. */
static void compute(struct sq_run *x)
{
	if (!x->computes)
		x->flags = fl_num_flush_begin();
	x->computes = true;
}

static __attribute__((noinline)) bool run(struct sq_run *x)
{
	const bool looked = fl_look_lane(&x->w->r->base) >= 0;
	unsigned at = 0;

	for (;;) {
		const struct sq_step *s = &x->p->code.step[at];
		uint64_t lanes = s->vpm ? x->active & live(x) : x->active;
		unsigned next = s->next;
		bool on;

		if (!spend(x, s))
			return false;
		if (s->what != SQ_OUT)
			compute(x);
		if (s->what == SQ_ALU)
			on = run_alu(x, s);
		else if (s->what == SQ_FLOW)
			on = run_flow(x, s, &next);
		else if (s->what == SQ_FETCHES)
			on = mr600_sq_run_fetches(x, s, s->wqm ? sq_whole_quads(lanes) & x->lanes : lanes);
		else
			on = mr600_sq_run_out(x, s, lanes);
		if (!on)
			return false;
		if (looked && (s->what == SQ_FLOW || s->what == SQ_OUT))
			fl_look_stepped(&x->w->r->base, s->at, s->word, 2,
					s->what == SQ_OUT ? "export" : "flow", lanes);
		if (s->end || (x->p->code.kills && !live(x)))
			return true;
		at = next;
	}
}

static void begin_look(struct sq_run *x)
{
	const struct fl_look_bank bank[] = {
	    {.name = "r", .base = x->w->gpr, .n = MR600_GPRS, .stride = SQ_LANES, .components = 4}};

	fl_look_program_begin(&x->w->r->base, bank, 1);
}

bool mr600_sq_run(struct mr600_wave *w)
{
	struct sq_run x = {.w = w, .p = w->program, .s = w->state, .lanes = w->valid | w->helper};
	bool ok;

	w->killed = w->steps = w->units = 0;
	x.active = x.lanes;
	if (fl_look_lane(&w->r->base) >= 0)
		begin_look(&x);
	else
		x.ready = mr600_sq_ready(&x);
	ok = run(&x);
	if (x.computes)
		fl_num_flush_end(x.flags);
	if (x.p->ran && x.moves)
		__atomic_fetch_add(x.p->ran, x.moves, __ATOMIC_RELAXED);
	return ok;
}
