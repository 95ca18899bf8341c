/* SPDX-License-Identifier: MIT
 *
 * Spans: instructions that follow each other in a line of code, on vectors or on scalars, and of which no one
 * has to keep away from another. Whether the wave may run them is asked once for all; those with nothing to
 * modify are kernels with their operands in place. What the wave sees, and what is reported, is as with one
 * after the other (sq_run.c), which is what waves without vectors do.
 */
#include "hw/model/cik/sq_code.h"
#include "hw/model/cik/sq_jit.h"
#include "hw/model/cik/sq_kit.h"
#include "hw/model/cik/sq_vop.h"

#include <stdlib.h>

enum { WORTH = 2, BASES = 3, VGPR_BASE = 0, SCALAR_BASE, CONSTANT_BASE };

struct step {
	sq_kernel *run; /* NULL: as the instruction says itself */
	const struct sq_inst *inst;
	uint32_t to;        /* of the result, in bytes from its base, */
	uint32_t from[3];   /* and of the sources */
	uint8_t base[3];    /* which one */
	uint8_t arithmetic; /* enum sq_arithmetic */
	uint8_t n_dw;
};

/* From an instruction to the last that belongs to it. */
struct span {
	bool made;
	uint16_t n;                  /* instructions; below WORTH: none */
	uint16_t n_vgprs, n_scalars; /* one more than the highest that they name */
	uint16_t end;                /* dword of the line after the last */
	uint64_t named[MCIK_VGPRS / 64], written[MCIK_VGPRS / 64], scalars[MCIK_SCALARS / 64];
	/* compiled code, of some of it: */
	bool settled;    /* what of it is worth it has been compiled, */
	uint32_t mode;   /* for this MODE */
	uint32_t worked; /* instructions that were carried out before */
	uint16_t n_parts;
	struct sq_part *part;
};

struct sq_plan {
	const struct sq_kit *kit; /* whose kernels these are */
	struct step step[SQ_LINE_DW];
	struct span span[SQ_LINE_DW];
};

/* ---- made --------------------------------------------------------------------------------------------- */
/* Registers of a range, in sets of them all. */
static void put(struct span *s, struct sq_range r, bool written)
{
	for (unsigned k = r.first; k < r.first + (unsigned)r.n; k++)
		if (k >= SQ_VGPR && k < SQ_VGPR + MCIK_VGPRS) {
			s->named[(k - SQ_VGPR) / 64] |= UINT64_C(1) << k % 64;
			if (written)
				s->written[(k - SQ_VGPR) / 64] |= UINT64_C(1) << k % 64;
		} else if (k < MCIK_SCALARS) {
			s->scalars[k / 64] |= UINT64_C(1) << k % 64;
		}
}

static uint8_t base_of(unsigned code)
{
	return code >= SQ_VGPR ? VGPR_BASE : code < MCIK_SCALARS ? SCALAR_BASE : CONSTANT_BASE;
}

static void make_step(const struct sq_kit *kit, const struct sq_inst *i, struct step *st)
{
	*st = (struct step){.inst = i, .n_dw = i->n_dw, .arithmetic = i->arithmetic};
	if (i->unit != SQ_VALU || !mcik_sq_is_quick(i))
		return;
	st->run = i->one ? kit->one[i->opcode][i->one - 1] : kit->op[i->opcode];
	st->to = (uint32_t)((i->dst - SQ_VGPR) * sizeof(mcik_plane));
	for (unsigned k = 0; k < 3; k++) {
		const unsigned code = i->src[k];

		st->base[k] = base_of(code);
		st->from[k] = (uint32_t)(st->base[k] == VGPR_BASE     ? (code - SQ_VGPR) * sizeof(mcik_plane)
					 : st->base[k] == SCALAR_BASE ? code * sizeof(uint32_t)
								      : 0);
	}
}

/* A comparison, or a sum with its carry, that writes a mask other than EXEC: it has only to be noted who
 * wrote that. */
static bool marks(const struct sq_inst *i)
{
	const bool to_exec = i->opcode < SQ_VOP2_AT && i->opcode & 0x10;

	return i->op && i->writes_mask && !to_exec && i->sdst <= MCIK_VCC;
}

static bool writes_exec(const struct sq_inst *i)
{
	for (unsigned k = 0; k < i->n_writes; k++)
		if (i->writes[k].first <= MCIK_EXEC + 1 && i->writes[k].first + i->writes[k].n > MCIK_EXEC)
			return true;
	return false;
}

/* Operations a lane, interpolation, moves between relative registers, that write VGPRs and masks alone; and
 * scalar ones, by the same lanes. */
static bool belongs(const struct sq_inst *i)
{
	if (!i || !i->run)
		return false;
	if (i->unit != SQ_VALU)
		return i->plain && !writes_exec(i);
	return (!i->hazards || marks(i)) && (i->op || mcik_sq_is_vintrp(i) || mcik_sq_is_relative(i));
}

/* Of a NaN that it reads it makes SQ_NAN, or nothing, whatever NaN it is. */
static bool any_nan_will_do(const struct sq_kit *kit, const struct step *st)
{
	const unsigned op = st->inst->opcode;

	return st->run && (kit->raw[op][0] || op == SQ_V2(V_MIN_F32) || op == SQ_V2(V_MAX_F32));
}

/* From the last instruction to the first: `open` are registers whose NaN something may look at, be it
 * beyond the span. What is written again before that may be any NaN. */
static void make_raw(const struct sq_kit *kit, struct step *step, const uint8_t *at, unsigned n)
{
	uint64_t open[MCIK_VGPRS / 64] = {~UINT64_C(0), ~UINT64_C(0), ~UINT64_C(0), ~UINT64_C(0)};

	while (n--) {
		struct step *st = &step[at[n]];
		const struct sq_inst *i = st->inst;
		if (i->unit != SQ_VALU)
			continue;
		if (mcik_sq_is_relative(i)) { /* it may read any */
			memset(open, 0xff, sizeof open);
			continue;
		}
		const unsigned d = i->dst - SQ_VGPR;
		const bool whole = i->n_writes == 1 && i->writes[0].n == 1 && i->writes[0].first == i->dst;
		const bool is_open = open[d / 64] >> d % 64 & 1;

		if (whole && !is_open && st->run && kit->raw[i->opcode][0])
			st->run = kit->raw[i->opcode][i->one];
		if (whole)
			open[d / 64] &= ~(UINT64_C(1) << d % 64);
		for (unsigned k = 0; k < i->n_reads; k++)
			for (unsigned r = i->reads[k].first; r < i->reads[k].first + (unsigned)i->reads[k].n;
			     r++)
				if (r >= SQ_VGPR && r < SQ_VGPR + MCIK_VGPRS && !any_nan_will_do(kit, st))
					open[(r - SQ_VGPR) / 64] |= UINT64_C(1) << r % 64;
	}
}

/* Is it of those that a load of this span has yet to fill? */
static bool waits(const struct sq_inst *i, const uint64_t late[MCIK_SCALARS / 64])
{
	struct span s = {0};

	for (unsigned k = 0; k < i->n_reads; k++)
		put(&s, i->reads[k], false);
	for (unsigned k = 0; k < i->n_writes; k++)
		put(&s, i->writes[k], true);
	return s.scalars[0] & late[0] || s.scalars[1] & late[1];
}

static void make(struct mcik_wave *w, struct sq_line *l, unsigned at, struct span *s)
{
	struct sq_plan *p = l->plan;
	uint8_t place[SQ_LINE_DW];
	struct span loads = {0};

	*s = (struct span){.made = true};
	while (at < SQ_LINE_DW) {
		const struct sq_inst *i = mcik_code_at(w->code, l->vmid, l->va + 4 * at);

		if (!belongs(i) || waits(i, loads.scalars))
			break;
		if (i->unit == SQ_SMEM)
			put(&loads, i->writes[0], true);
		make_step(w->kit, i, &p->step[at]);
		for (unsigned k = 0; k < i->n_reads; k++)
			put(s, i->reads[k], false);
		for (unsigned k = 0; k < i->n_writes; k++)
			put(s, i->writes[k], true);
		s->n_vgprs = i->n_vgprs > s->n_vgprs ? i->n_vgprs : s->n_vgprs;
		s->n_scalars = i->n_scalars > s->n_scalars ? i->n_scalars : s->n_scalars;
		place[s->n++] = (uint8_t)at;
		at += i->n_dw;
	}
	make_raw(w->kit, p->step, place, s->n);
	s->end = (uint16_t)at;
}

static struct span *span_at(struct mcik_wave *w, struct sq_line *l, unsigned at)
{
	struct span *s;

	if (!l->plan || l->plan->kit != w->kit) {
		mcik_sq_plan_free(l);
		l->plan = calloc(1, sizeof(*l->plan));
		if (!l->plan)
			return NULL;
		l->plan->kit = w->kit;
	}
	s = &l->plan->span[at];
	if (!s->made)
		make(w, l, at, s);
	return s->n >= WORTH ? s : NULL;
}

/* ---- compiled ----------------------------------------------------------------------------------------- */
static void free_parts(struct span *s)
{
	for (unsigned k = 0; k < s->n_parts; k++)
		mcik_sq_part_free(&s->part[k]);
	free(s->part);
	s->part = NULL;
	s->n_parts = 0;
	s->settled = false;
}

/* As many instructions as the part can have, from dword `at` on. */
static struct sq_part part_at(const struct mcik_wave *w, const struct sq_plan *p, const struct span *s,
			      unsigned at)
{
	struct sq_part part = {.at = (uint16_t)at};

	while (at < s->end && mcik_sq_part_takes(&part, p->step[at].inst, w->mode, w->env->isa))
		at += p->step[at].n_dw;
	part.end = (uint16_t)at;
	return part;
}

static void compile(struct mcik_wave *w, struct sq_line *l, struct span *s, unsigned at)
{
	s->settled = true;
	s->mode = w->mode & SQ_JIT_MODE;
	s->part = calloc(s->n, sizeof *s->part);
	while (s->part && at < s->end) {
		struct sq_part part = part_at(w, l->plan, s, at);
		enum fl_jit_answer answer = FL_JIT_NEVER;

		if (part.n >= WORTH)
			answer = mcik_sq_part_compile(&part, l, w->mode, w->env->isa);
		if (answer == FL_JIT_HERE)
			s->part[s->n_parts++] = part;
		if (answer == FL_JIT_LATER) { /* and what was compiled is found again then */
			free_parts(s);
			return;
		}
		at = part.n ? part.end : at + l->plan->step[at].n_dw;
	}
}

/* Compiling takes about as long as carrying out so many instructions of a wave: what has worked for that
 * long goes on with code. So nothing takes more than twice the time that the better of the two would have
 * taken. */
static void consider(struct mcik_wave *w, struct sq_line *l, struct span *s, unsigned at)
{
	enum { ENOUGH = 200000 };

	if (s->settled) { /* for another MODE */
		free_parts(s);
		s->worked = 0;
	}
	s->worked += s->n;
	if (s->worked < ENOUGH && w->env->jit != FL_JIT_ALWAYS)
		return;
	s->worked = ENOUGH / 2;
	compile(w, l, s, at);
}

/* ---- run ---------------------------------------------------------------------------------------------- */
static bool meet(const uint64_t a[4], const uint64_t b[4])
{
	return (a[0] & b[0]) | (a[1] & b[1]) | (a[2] & b[2]) | (a[3] & b[3]);
}

/* No instruction of it would be refused, left out or reported. */
static bool may_run(const struct mcik_wave *w, const struct span *s)
{
	if (w->budget < s->n || s->n_vgprs > w->n_vgprs || s->n_scalars > w->n_sgprs || w->watched ||
	    w->mode & MCIK_MODE_VSKIP)
		return false;
	if (w->n_pending &&
	    (meet(s->named, w->late_v) || s->scalars[0] & w->late_s[0] || s->scalars[1] & w->late_s[1]))
		return false;
	for (unsigned k = 0; k < w->n_exported; k++)
		if (meet(s->written, w->exported[k]))
			return false;
	return true;
}

/* Instructions from dword `at` to `end`. False: the wave stops. */
static bool run_steps(struct mcik_wave *w, const struct step *step, unsigned at, unsigned end, uint64_t exec)
{
	const uint8_t *base[BASES] = {(const uint8_t *)w->v, (const uint8_t *)w->s, NULL};
	const bool all = !~exec;
	mcik_plane own;
	struct sq_lanes x;

	x.mode = w->mode;
	while (at < end) {
		const struct step *st = &step[at];

		at += st->n_dw;
		w->now++;
		if (!st->run) {
			if (st->inst->hazards)
				mcik_sq_check_hazards(w, st->inst);
			st->inst->run(w, st->inst);
			if (w->state != MCIK_RUNNING)
				return false;
			continue;
		}
		uint32_t *to = (uint32_t *)(void *)((uint8_t *)w->v + st->to);

		base[CONSTANT_BASE] = (const uint8_t *)&st->inst->constant;
		x.a[0] = (const uint32_t *)(const void *)(base[st->base[0]] + st->from[0]);
		x.b[0] = (const uint32_t *)(const void *)(base[st->base[1]] + st->from[1]);
		x.c[0] = (const uint32_t *)(const void *)(base[st->base[2]] + st->from[2]);
		x.d[0] = all ? to : own;
		sq_want_arithmetic(w, st->arithmetic);
		st->run(&x);
		if (!all)
			w->kit->blend(to, own, exec);
	}
	return true;
}

/* What mcik_sq_check_hazards() would note after each of the part's instructions. */
static void note(struct mcik_wave *w, const struct sq_part *p)
{
	for (unsigned k = 0; k < p->n_marks; k++) {
		const struct sq_mark m = p->mark[k];

		w->valu_wrote[m.at] = m.unit == SQ_VALU ? w->now + m.after : 0;
		if (m.at == MCIK_VCC) /* by a vector instruction */
			w->vccz_stale = w->n_scalars;
		if (m.at == MCIK_M0 && m.unit == SQ_SALU)
			w->salu_wrote_m0 = w->now + m.after;
	}
}

static void run_part(struct mcik_wave *w, const struct sq_part *p)
{
	for (unsigned k = 0; k < p->n_scalar; k++)
		p->scalar[k]->run(w, p->scalar[k]);
	if (p->key && w->arithmetic != p->key)
		mcik_sq_set_arithmetic(w, p->key);
	sq_part_run(p, w);
	note(w, p);
	w->now += p->n_all;
}

bool mcik_sq_run_span(struct mcik_wave *w, struct sq_line *l, unsigned at)
{
	struct span *s = span_at(w, l, at);
	const struct step *step = s ? l->plan->step : NULL;
	const uint64_t exec = sq_exec_mask(w);
	bool on = true;

	if (!s || !may_run(w, s))
		return false;
	if (w->env->jit != FL_JIT_OFF && (!s->settled || s->mode != (w->mode & SQ_JIT_MODE)))
		consider(w, l, s, at);
	w->budget -= s->n;
	w->pc = l->va + 4u * s->end;
	if (s->mode == (w->mode & SQ_JIT_MODE))
		for (unsigned k = 0; k < s->n_parts && on; k++) {
			on = run_steps(w, step, at, s->part[k].at, exec);
			if (on)
				run_part(w, &s->part[k]);
			at = s->part[k].end;
		}
	if (on)
		run_steps(w, step, at, s->end, exec);
	return true;
}

void mcik_sq_plan_free(struct sq_line *l)
{
	for (unsigned at = 0; l->plan && at < SQ_LINE_DW; at++)
		free_parts(&l->plan->span[at]);
	free(l->plan);
	l->plan = NULL;
}
