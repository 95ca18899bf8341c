/* SPDX-License-Identifier: MIT
 *
 * SH: a wave through a program. Lanes may stand at different instructions: those at the lowest one go on,
 * until they reach others, who go on with them. So both ways of a branch meet behind it, and a loop waits for
 * its last lane. Each lane has a stack of calls of its own.
 */
#include "hw/model/look.h"
#include "hw/model/gc/sh_code.h"
#include "hw/model/jit/jit.h"
#include "hw/model/num/flush.h"

#include <stddef.h>
#include <stdlib.h>

struct mgc_sh_wave *mgc_sh_wave_new(struct mgc *g)
{
	struct mgc_sh_wave *w = aligned_alloc(64, (sizeof(*w) + 63) / 64 * 64);

	(void)g;
	if (!w)
		return NULL;
	memset(w, 0, sizeof(*w));
	if (mgc_sh_wave_begin(w))
		return w;
	free(w);
	return NULL;
}

bool mgc_sh_wave_begin(struct mgc_sh_wave *w)
{
	if (w->scratch)
		return true;
	w->scratch = aligned_alloc(64, (sizeof(struct sh_scratch) + 63) / 64 * 64);
	if (w->scratch)
		memset(w->scratch, 0, sizeof(struct sh_scratch));
	return w->scratch != NULL;
}

void mgc_sh_wave_end(struct mgc_sh_wave *w)
{
	free(w->scratch);
	w->scratch = NULL;
}

void mgc_sh_wave_free(struct mgc_sh_wave *w)
{
	if (w)
		mgc_sh_wave_end(w);
	free(w);
}

/* ---- rounding ------------------------------------------------------------------------------------------ */
static void begin(struct sh_run *x)
{
	x->fp = fl_num_flush_begin();
	x->zero = false;
}

static void round_to(struct sh_run *x, bool zero)
{
	if (zero == x->zero)
		return;
	fl_num_mode_begin(zero ? FL_NUM_TOWARD_ZERO : FL_NUM_NEAREST, false, false);
	x->zero = zero;
}

/* Sums and products as states and the instruction say, other arithmetic to the nearest. What is exact leaves
 * it as it is: a change costs as much as an instruction. */
static void set_rounding(struct sh_run *x, const struct sh_inst *in)
{
	if (in->code->flags & SH_ROUNDS && in->type == GC_INST_TYPE__F32)
		round_to(x, in->rounding == GC_INST_ROUND_MODE__RTZ || (!in->rounding && x->p->round_zero));
	else if (in->code->flags & SH_NEAREST)
		round_to(x, false);
}

/* ---- lanes at different places ------------------------------------------------------------------------- */
static void go(struct sh_run *x, uint64_t lanes, unsigned pc)
{
	struct sh_scratch *s = x->s;

	if (!lanes || pc >= x->p->code->n_inst)
		return;
	for (unsigned i = 0; i < s->n_group; i++)
		if (s->group[i].pc == pc) {
			s->group[i].lanes |= lanes;
			return;
		}
	s->group[s->n_group++] = (struct sh_group){lanes, pc};
}

/* Takes the group that stands lowest; *next: where the next one does. */
static struct sh_group take(struct sh_run *x, unsigned *next)
{
	struct sh_scratch *s = x->s;
	unsigned low = 0;

	for (unsigned i = 1; i < s->n_group; i++)
		if (s->group[i].pc < s->group[low].pc)
			low = i;
	const struct sh_group g = s->group[low];
	s->group[low] = s->group[--s->n_group];
	*next = ~0u;
	for (unsigned i = 0; i < s->n_group; i++)
		if (s->group[i].pc < *next)
			*next = s->group[i].pc;
	return g;
}

static bool call(struct sh_run *x, const struct sh_inst *in, uint64_t lanes, unsigned pc)
{
	for (uint64_t left = lanes; left; left &= left - 1) {
		const unsigned lane = (unsigned)__builtin_ctzll(left);
		if (x->s->calls[lane] == SH_CALLS) {
			mgc_report(x->g, FL_REFUSE, "SH", "choices.md",
				   "CALL at instruction %u, %u deep: the core hangs", pc, SH_CALLS);
			return false;
		}
		x->s->call[x->s->calls[lane]++][lane] = (uint16_t)(pc + 1);
	}
	go(x, lanes, in->target);
	return true;
}

/* Each lane to where it was called; with an empty stack the program is over for it. */
static void give_back(struct sh_run *x, uint64_t lanes, unsigned pc)
{
	for (uint64_t left = lanes; left; left &= left - 1) {
		const unsigned lane = (unsigned)__builtin_ctzll(left);
		if (x->s->calls[lane])
			go(x, 1ull << lane, x->s->call[--x->s->calls[lane]][lane]);
		else
			mgc_report(x->g, FL_WARN, "SH", "choices.md",
				   "RET at instruction %u without a CALL: the program ends there", pc);
	}
}

static uint64_t test(struct sh_run *x, const struct sh_inst *in, uint64_t lanes)
{
	return x->kit ? mgc_sh_test_vector(x, in, lanes) : mgc_sh_test_scalar(x, in, lanes);
}

/* One instruction. Where lanes part, *lanes becomes those that go on behind it. */
static bool step(struct sh_run *x, const struct sh_inst *in, uint64_t *lanes, unsigned pc)
{
	uint64_t pass;

	switch (in->shape) {
	case SH_NOTHING:
		return true;
	case SH_BRANCH:
		pass = test(x, in, *lanes);
		go(x, pass, in->target);
		*lanes &= ~pass;
		return true;
	case SH_CALL:
		pass = test(x, in, *lanes);
		*lanes &= ~pass;
		return call(x, in, pass, pc);
	case SH_RETURN:
		give_back(x, *lanes, pc);
		*lanes = 0;
		return true;
	case SH_KILL: /* a killed pixel runs on, for its neighbors' slopes */
		x->w->kill |= test(x, in, *lanes);
		return true;
	case SH_LOOKUP:
		round_to(x, false);
		return mgc_sh_lookup(x, in, *lanes);
	case SH_LOAD:
	case SH_STORE:
	case SH_ATOMIC:
		mgc_sh_memory(x, in, *lanes);
		return true;
	default:
		set_rounding(x, in);
		if (x->kit)
			mgc_sh_alu_vector(x, in, *lanes);
		else
			mgc_sh_alu_scalar(x, in, *lanes);
		return true;
	}
}

static bool hung(struct sh_run *x)
{
	mgc_report(x->g, FL_REFUSE, "SH", "GC facts 2.7",
		   "the %s program does not end within its share of the step budget: the core hangs",
		   x->p->stage == MGC_VERTEX ? "vertex" : "pixel");
	return false;
}

/* ---- spans --------------------------------------------------------------------------------------------- */
static void begin_spans(struct sh_run *x)
{
	x->base[SH_AT_TEMP] = (uint8_t *)x->w->t;
	x->base[SH_AT_FACE] = (uint8_t *)x->w->i0;
	x->base[SH_AT_ROOM] = (uint8_t *)x->s->operand;
	x->base[SH_AT_TABLE] = (uint8_t *)(uintptr_t)x->p->table; /* which is only read */
	x->base[SH_AT_ZERO] = (uint8_t *)x->s->zero;
}

static uint32_t *place(const struct sh_run *x, struct sh_place p)
{
	return (uint32_t *)(void *)(x->base[p.base] + p.at * sizeof(union mgc_lanes));
}

static void span(struct sh_run *x, unsigned pc, uint64_t lanes)
{
	const bool all = lanes == x->w->exec; /* what other lanes hold nobody looks at */
	const struct sh_native *n = all ? x->native : NULL;
	const struct sh_span *s = n ? &n->span[pc] : &x->p->code->span[pc];
	const struct sh_move *m = (n ? n->move : x->p->code->move) + s->first_move, *end = m + s->n_move;

	if (!all)
		mgc_sh_expand(x, lanes);
	x->ran += s->n_move;
	for (; m < end; m++) {
		uint32_t *d, *to;

		if (n && m->run == SH_OPS + SH_PIECE) {
			n->piece[m->d.at]->run(x->w, x->s, x->base[SH_AT_TABLE], NULL);
			continue;
		}
		if (m->run >= SH_OPS) {
			const unsigned how = m->run - SH_OPS;

			round_to(x, how == SH_ROUND_ZERO || (how == SH_ROUND_STATE && x->p->round_zero));
			continue;
		}
		d = place(x, m->d);
		to = all || m->d.base != SH_AT_TEMP ? d : x->s->result[0];
		x->kit->op[m->run](to, place(x, m->src[0]), place(x, m->src[1]), place(x, m->src[2]));
		if (to != d)
			x->kit->blend(d, to, x->s->lane_mask);
	}
}

/* ---- for who looks on ---------------------------------------------------------------------------------- */
static void begin_look(struct sh_run *x)
{
	const struct fl_look_bank bank[] = {
	    {.name = "t", .base = x->w->t, .n = MGC_TEMPS, .stride = MGC_LANES, .components = 4},
	    {.name = "a", .base = x->w->a, .n = 1, .stride = MGC_LANES, .components = 4}};

	fl_look_program_begin(&x->g->base, bank, sizeof(bank) / sizeof(*bank));
}

static void note_step(struct sh_run *x, unsigned pc, uint64_t lanes)
{
	const uint8_t *code = (const uint8_t *)x->p->code;
	const struct sh_cached *of = (const void *)(code - offsetof(struct sh_cached, code));

	fl_look_stepped(&x->g->base, pc, of->words + 4 * (size_t)pc, 4, NULL, lanes);
}

static __attribute__((noinline)) bool run(struct sh_run *x)
{
	const struct sh_code *c = x->p->code;
	const unsigned most = c->facts.flow ? fl_work_steps(&x->g->base) : ~0u;
	unsigned steps = 0, next;

	const bool looked = fl_look_lane(&x->g->base) >= 0;

	if (looked)
		begin_look(x);
	x->s->n_group = 0;
	if (c->facts.flow)
		memset(x->s->calls, 0, sizeof(x->s->calls));
	if (c->relative)
		memset(x->w->a, 0, sizeof(x->w->a));
	go(x, x->w->exec, x->p->start);
	while (x->s->n_group) {
		struct sh_group g = take(x, &next);
		while (g.lanes && g.pc < c->n_inst && g.pc < next) {
			const struct sh_inst *in = &c->inst[g.pc];
			const struct sh_span *s = &c->span[g.pc];
			if (s->n_inst && x->kit && most - steps >= s->n_inst) {
				span(x, g.pc, g.lanes);
				steps += s->n_inst;
				g.pc += s->n_inst;
				continue;
			}
			if (steps++ == most)
				return hung(x);
			const uint64_t lanes = g.lanes;
			if (!step(x, in, &g.lanes, g.pc))
				return false;
			if (looked)
				note_step(x, g.pc, lanes);
			g.pc++;
			/* Lanes that have left may stand lower than the others now. */
			if (in->shape >= SH_BRANCH && in->shape <= SH_RETURN)
				break;
		}
		go(x, g.lanes, g.pc);
	}
	x->w->kill &= x->w->exec;
	if (c->facts.flow && !fl_work(&x->g->base, (uint64_t)MGC_LANES * steps))
		return hung(x);
	return true;
}

static bool run_with(struct mgc *g, const struct mgc_program *p, struct mgc_sh_wave *w,
		     const struct sh_kit *kit)
{
	struct sh_run x = {.g = g, .p = p, .w = w, .s = w->scratch, .kit = kit};
	const struct sh_native *native = p->native;
	const struct sh_span *whole = &p->code->span[p->start];
	bool ok;

	w->kill = 0;
	if (fl_look_lane(&g->base) >= 0)
		x.kit = kit = NULL;
	if (kit && p->start + whole->n_inst == p->code->n_inst && !whole->n_move)
		return true; /* results stand where inputs did */
	begin(&x);
	begin_spans(&x);
	x.native = kit && native && native->isa == g->isa ? native : NULL;
	ok = run(&x);
	if (p->ran && x.ran)
		__atomic_fetch_add(p->ran, x.ran, __ATOMIC_RELAXED);
	fl_num_flush_end(x.fp);
	return ok;
}

bool mgc_sh_run_scalar(struct mgc *g, const struct mgc_program *p, struct mgc_sh_wave *w)
{
	return run_with(g, p, w, NULL);
}

static const struct sh_kit *no_kit(void)
{
	return NULL;
}
#define mgc_sh_kit_scalar no_kit

bool mgc_sh_run(struct mgc *g, const struct mgc_program *p, struct mgc_sh_wave *w)
{
	return run_with(g, p, w, FL_SIMD_PICK(g->isa, mgc_sh_kit)());
}
