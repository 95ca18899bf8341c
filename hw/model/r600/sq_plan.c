/* SPDX-License-Identifier: MIT
 *
 * Plans of groups: what sq_alu.c finds out about each operation whenever it runs (where operands stand, what
 * modifies them, where results go) is found out once for the groups in which nothing depends on lanes, and
 * left as a list of kernels with their operands. It holds for waves whose lanes all run the group.
 *
 * Only the ways differ: a planned group leaves the same bits in the registers, and in PV and PS where the
 * next group reads them. The scalar path plans nothing, and judges.
 */
#include "hw/model/r600/sq_math.h"

#include <stdlib.h>
#include <string.h>

enum { MOVES_MAX = 40 }; /* of a group: five operations with modified sources and results, and their copies */

struct plan {
	struct sq_code *code;
	struct sq_move move[MOVES_MAX];
	unsigned n;
	unsigned now;                        /* of PV and PS: half of them, turn by turn */
	uint8_t wanted;                      /* units whose PV or PS the next group reads */
	const struct sq_group *group, *next; /* next NULL: it is not planned */
	struct sq_place at[SQ_UNITS];        /* of the results of the group before */
	struct sq_place to[SQ_UNITS];        /* of those of this one */
};

static struct sq_place previous(const struct plan *p, unsigned turn, unsigned unit)
{
	return (struct sq_place){SQ_AT_PREVIOUS, turn * SQ_UNITS + unit};
}

static struct sq_place gpr(unsigned index, unsigned chan)
{
	return (struct sq_place){SQ_AT_GPR, index * 4 + chan};
}

static bool same(struct sq_place a, struct sq_place b)
{
	return a.base == b.base && a.at == b.at;
}

static struct sq_move *add(struct plan *p, uint8_t run, struct sq_place d)
{
	struct sq_move *m = &p->move[p->n < MOVES_MAX ? p->n : MOVES_MAX - 1];

	p->n++;
	*m = (struct sq_move){.run = run, .d = d, .src = {d, d, d}};
	return m;
}

static void add_copy(struct plan *p, struct sq_place d, struct sq_place from)
{
	if (!same(d, from))
		add(p, SQ_OP_mov, d)->src[0] = from;
}

/* ---- what can be planned ------------------------------------------------------------------------------- */
static bool is_dot(const struct sq_op *op)
{
	return op->code->kind == SQ_GANG && (op->run == SQ_WIDE_dot4 || op->run == SQ_WIDE_dot4_ieee);
}

static bool can(const struct sq_op *op)
{
	if (op->code->kind != SQ_PLAIN && !is_dot(op))
		return false;
	if (op->pred_sel || op->dst_rel || op->update_mask || op->update_pred)
		return false;
	for (unsigned k = 0; k < op->code->sources; k++)
		if (op->src[k].from > SQ_TABLE || op->src[k].from == SQ_GPR_REL)
			return false;
	return true;
}

/* A dot product that goes out of all four units alike: then it is computed once. */
static bool dots_agree(const struct sq_op *op, unsigned n)
{
	unsigned dots = 0;

	for (unsigned i = 0; i < n; i++) {
		if (!is_dot(&op[i]))
			continue;
		dots++;
		if (op[i].unit != i || op[i].run != op[0].run || op[i].omod != op[0].omod ||
		    op[i].clamp != op[0].clamp)
			return false;
	}
	return dots == 0 || dots == SQ_UNITS - 1;
}

/* ---- one operation ------------------------------------------------------------------------------------- */
static struct sq_place source(struct plan *p, const struct sq_op *op, unsigned k, unsigned room)
{
	static const uint8_t change[4] = {
	    [SQ_NEG] = SQ_OP_neg, [SQ_ABS] = SQ_OP_abs, [SQ_NEG | SQ_ABS] = SQ_OP_neg_abs};
	const struct sq_operand *o = &op->src[k];
	const struct sq_place from = o->from == SQ_GPR        ? gpr(o->index, o->chan)
				     : o->from == SQ_PREVIOUS ? p->at[o->chan]
							      : (struct sq_place){SQ_AT_TABLE, o->index};
	const struct sq_place to = {SQ_AT_TEMP, room * 3 + k};

	if (!o->mod)
		return from;
	add(p, change[o->mod & 3], to)->src[0] = from;
	return to;
}

/* The operation on operands some of which are constants: it need not read them lane by lane. Factors and
 * summands may change places: a NaN that comes out has no trace of the one that went in. */
static uint8_t with_constants(uint8_t run, struct sq_place src[3])
{
	enum { SECOND = 1, THIRD = 2 };
	static const struct {
		uint8_t run, on[4];
		bool turns;
	} rows[] = {
	    {SQ_OP_add, {0, SQ_OP_add_b, 0, SQ_OP_add_b}, true},
	    {SQ_OP_mul, {0, SQ_OP_mul_b, 0, SQ_OP_mul_b}, true},
	    {SQ_OP_mul_ieee, {0, SQ_OP_mul_ieee_b, 0, SQ_OP_mul_ieee_b}, true},
	    {SQ_OP_max_dx10, {0, SQ_OP_max_dx10_b, 0, SQ_OP_max_dx10_b}, false},
	    {SQ_OP_min_dx10, {0, SQ_OP_min_dx10_b, 0, SQ_OP_min_dx10_b}, false},
	    {SQ_OP_muladd, {0, SQ_OP_muladd_b, SQ_OP_muladd_c, SQ_OP_muladd_bc}, true},
	    {SQ_OP_muladd_ieee, {0, SQ_OP_muladd_ieee_b, SQ_OP_muladd_ieee_c, SQ_OP_muladd_ieee_bc}, true},
	};

	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		unsigned which;

		if (rows[i].run != run)
			continue;
		if (rows[i].turns && src[0].base == SQ_AT_TABLE) {
			const struct sq_place first = src[0];

			src[0] = src[1];
			src[1] = first;
		}
		which = (src[1].base == SQ_AT_TABLE ? SECOND : 0) | (src[2].base == SQ_AT_TABLE ? THIRD : 0);
		return rows[i].on[which] ? rows[i].on[which] : run;
	}
	return run;
}

static void modify(struct plan *p, const struct sq_op *op, struct sq_place d)
{
	static const uint8_t scale[4] = {0, SQ_OP_twice, SQ_OP_fourfold, SQ_OP_half};

	if (op->omod && op->code->flags & SQ_FLOAT)
		add(p, scale[op->omod & 3], d);
	if (op->clamp)
		add(p, p->code->dx10_clamp ? SQ_OP_sat : SQ_OP_sat_nan, d);
}

/* Can the next group read the result where the register is? Not if another operation writes it first. */
static bool stays(const struct plan *p, const struct sq_op *op)
{
	const struct sq_op *own = &p->code->op[p->group->op];
	const struct sq_op *next = p->next ? &p->code->op[p->next->op] : NULL;

	if (!next || !op->alone)
		return false;
	for (unsigned i = 0; i < p->group->n; i++)
		if (&own[i] != op && own[i].write && own[i].dst == op->dst && own[i].chan == op->chan)
			return false;
	for (unsigned i = 0; i < p->next->n; i++)
		for (unsigned j = i + 1; j < p->next->n; j++)
			for (unsigned k = 0; k < next[j].code->sources; k++)
				if (next[i].write && next[i].dst == op->dst && next[i].chan == op->chan &&
				    next[j].src[k].from == SQ_PREVIOUS && next[j].src[k].chan == op->unit)
					return false;
	return true;
}

static void plan_op(struct plan *p, const struct sq_op *op)
{
	const struct sq_place d =
	    op->direct || stays(p, op) ? gpr(op->dst, op->chan) : previous(p, p->now, op->unit);
	struct sq_place src[3] = {d, d, d};
	struct sq_move *m;

	p->to[op->unit] = d;
	if (!op->write && !(p->wanted >> op->unit & 1))
		return;
	for (unsigned k = 0; k < op->code->sources && k < 3; k++)
		src[k] = source(p, op, k, 0);
	m = add(p, with_constants(op->run, src), d);
	memcpy(m->src, src, sizeof(src));
	modify(p, op, d);
}

/* x, then the sums of y, z and w: each rounds as the operation of all four does. A NaN on the way is made
 * the one NaN there is a step earlier. */
static void plan_dot(struct plan *p, const struct sq_op *op)
{
	const bool ieee = op->run == SQ_WIDE_dot4_ieee;
	const struct sq_place sum = previous(p, p->now, 0);

	for (unsigned i = 0; i < SQ_T; i++) {
		struct sq_place src[3] = {source(p, &op[i], 0, i), source(p, &op[i], 1, i), sum};
		const uint8_t first = ieee ? SQ_OP_mul_ieee : SQ_OP_mul,
			      more = ieee ? SQ_OP_muladd_ieee : SQ_OP_muladd;
		struct sq_move *m = add(p, with_constants(i ? more : first, src), sum);

		memcpy(m->src, src, sizeof(src));
	}
	modify(p, op, sum);
	for (unsigned i = 0; i < SQ_T; i++)
		p->to[i] = sum;
}

/* ---- groups -------------------------------------------------------------------------------------------- */
static uint8_t wanted_by(const struct sq_code *c, const struct sq_group *next)
{
	uint8_t units = 0;

	for (unsigned i = 0; i < next->n; i++)
		for (unsigned k = 0; k < c->op[next->op + i].code->sources; k++) {
			const struct sq_operand *o = &c->op[next->op + i].src[k];

			if (o->from == SQ_PREVIOUS)
				units |= (uint8_t)(1u << o->chan);
		}
	return units;
}

static bool can_all(const struct sq_code *c, const struct sq_group *g)
{
	for (unsigned i = 0; i < g->n; i++)
		if (!can(&c->op[g->op + i]))
			return false;
	return dots_agree(&c->op[g->op], g->n);
}

static void plan_group(struct plan *p, const struct sq_group *g)
{
	const struct sq_op *op = &p->code->op[g->op];

	p->n = 0;
	p->group = g;
	for (unsigned i = 0; i < g->n; i++)
		if (!is_dot(&op[i]))
			plan_op(p, &op[i]);
		else if (i == 0)
			plan_dot(p, op);
	for (unsigned i = 0; i < g->n; i++)
		if (op[i].write && !op[i].direct)
			add_copy(p, gpr(op[i].dst, op[i].chan), p->to[op[i].unit]);
	/* A group that is not planned looks for all of them in their places. */
	for (unsigned i = 0; i < SQ_UNITS && !p->next; i++)
		if (p->wanted >> i & 1)
			add_copy(p, previous(p, p->now, i), p->to[i]);
}

static bool plan_clause(struct sq_code *c, struct sq_step *s, uint32_t *cap)
{
	struct sq_group *g = &c->group[s->first];
	const uint32_t first_move = c->n_move;
	struct plan p = {.code = c};
	bool all = true;

	for (uint32_t i = 0; i < s->n; i++)
		all &= g[i].planned = can_all(c, &g[i]);
	for (uint32_t i = 0; i < s->n; i++) {
		const bool more_groups = i + 1 < s->n;

		p.now = i & 1;
		p.wanted = more_groups ? wanted_by(c, &g[i + 1]) : 0;
		p.next = more_groups && g[i + 1].planned ? &g[i + 1] : NULL;
		for (unsigned u = 0; u < SQ_UNITS; u++)
			p.to[u] = previous(&p, p.now, u);
		if (g[i].planned) {
			plan_group(&p, &g[i]);
			g[i].first_move = c->n_move;
			g[i].n_move = (uint16_t)p.n;
		}
		memcpy(p.at, p.to, sizeof(p.at));
		for (unsigned k = 0; g[i].planned && k < p.n && k < MOVES_MAX; k++) {
			struct sq_move *more = mr600_sq_more(c->move, cap, c->n_move, sizeof(*more));

			if (!more)
				return false;
			c->move = more;
			c->move[c->n_move++] = p.move[k];
		}
	}
	s->n_move = all ? c->n_move - first_move : 0;
	mr600_sq_plan_nans(c, s);
	return true;
}

bool mr600_sq_plan(struct sq_code *c)
{
	uint32_t cap = 0;

	for (uint32_t i = 0; i < c->n_step; i++)
		if (c->step[i].what == SQ_ALU && !plan_clause(c, &c->step[i], &cap))
			return false;
	return true;
}

/* ---- for a thread -------------------------------------------------------------------------------------- */
const struct sq_ready *mr600_sq_ready(struct sq_run *x)
{
	struct mr600_sq_state *s = x->s;
	const struct sq_code *c = &x->p->code;
	uint32_t *const base[SQ_BASES] = {x->w->gpr[0][0].u, s->previous[0][0], s->temp[0][0],
					  (uint32_t *)x->p->table[0]}; /* which is only read */

	if (s->ready_serial == x->p->serial && s->ready_gpr == x->w->gpr)
		return s->ready;
	if (s->cap_ready < c->n_move) {
		free(s->ready);
		s->cap_ready = 0;
		s->ready = malloc(c->n_move * sizeof(*s->ready));
		if (!s->ready)
			return NULL;
		s->cap_ready = c->n_move;
	}
	for (uint32_t i = 0; i < c->n_move; i++) {
		const struct sq_move *m = &c->move[i];
		struct sq_ready *to = &s->ready[i];

		to->run = x->p->kit->op[m->run];
		to->d = base[m->d.base] + (size_t)m->d.at * SQ_LANES;
		for (unsigned k = 0; k < 3; k++)
			to->src[k] = base[m->src[k].base] + (size_t)m->src[k].at * SQ_LANES;
	}
	s->ready_serial = x->p->serial;
	s->ready_gpr = x->w->gpr;
	return s->ready;
}
