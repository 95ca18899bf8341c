/* SPDX-License-Identifier: MIT
 *
 * Runs ALU clauses: operands of a group, its operations, then what it writes. Relative addresses beyond the
 * registers, constants or locked lines read zero and write nothing (the model's choice).
 */
#include "hw/model/look.h"
#include "hw/model/r600/sq_native.h"

#include <stdio.h>
#include <string.h>

enum { VALUE_B = SQ_LANES * sizeof(uint32_t) };

/* ---- operands ------------------------------------------------------------------------------------------ */
static int32_t offset(const struct sq_run *x, const struct sq_op *op, unsigned lane)
{
	return op->index_mode < SQ_INDEX_LOOP ? x->s->ar[op->index_mode][lane] : x->index;
}

static void gather(const struct sq_run *x, const struct sq_op *op, const struct sq_operand *o, uint32_t *to)
{
	const struct sq_buffer *b = o->from == SQ_CFILE_REL ? &x->p->file : &x->p->bank[o->bank];

	for (unsigned l = 0; l < SQ_LANES; l++) {
		int32_t by = o->rel || o->from != SQ_CACHE_REL ? offset(x, op, l) : 0;
		int32_t at = o->index + by;

		if (o->from == SQ_GPR_REL) {
			to[l] = at >= 0 && at < MR600_GPRS ? x->w->gpr[at][o->chan].u[l] : 0;
			continue;
		}
		if (o->from == SQ_CACHE_REL) {
			/* The loop's index counts constants: whole lines of it move the lock, and an operand
			 * that is relative to it too has the rest. No source says so. */
			int32_t moved = o->loop_line ? x->index / SQ_LINE * SQ_LINE : 0;

			at = o->index + moved;
			by += o->offset - (o->rel && op->index_mode == SQ_INDEX_LOOP ? moved : 0);
			at = by >= 0 && by < o->size ? at + by : -1;
		}
		to[l] = at >= 0 && (uint32_t)at < b->n ? b->konst[at][o->chan] : 0;
	}
}

static const uint32_t *operand(const struct sq_run *x, const struct sq_op *op, unsigned k, uint32_t *room)
{
	const struct sq_operand *o = &op->src[k];
	const uint32_t *from = room;

	switch (o->from) {
	case SQ_GPR:
		from = x->w->gpr[o->index][o->chan].u;
		break;
	case SQ_PREVIOUS:
		from = x->s->previous[!x->now][o->chan];
		break;
	case SQ_TABLE:
		return x->p->table[o->index];
	default:
		gather(x, op, o, room);
	}
	if (o->mod) {
		uint32_t keep = o->mod & SQ_ABS ? 0x7fffffff : 0xffffffff,
			 flip = o->mod & SQ_NEG ? 0x80000000 : 0;

		x->p->kit->change(room, from, keep, flip);
		return room;
	}
	return from;
}

/* ---- results ------------------------------------------------------------------------------------------- */
static void modify(const struct sq_run *x, const struct sq_op *op, uint32_t *d)
{
	static const float factor[4] = {1.0f, 2.0f, 4.0f, 0.5f};
	uint32_t of_nan = x->p->code.dx10_clamp ? 0 : SQ_NAN;

	if (op->omod && op->code->flags & SQ_FLOAT)
		x->p->kit->scale(d, factor[op->omod]);
	if (op->clamp)
		x->p->kit->clamp(d, of_nan);
}

static void store(struct sq_run *x, const struct sq_op *op, const uint32_t *d, uint64_t lanes)
{
	uint32_t *to;

	if (op->dst_rel) {
		for (unsigned l = 0; l < SQ_LANES; l++) {
			int32_t at = op->dst + offset(x, op, l);

			if (lanes >> l & 1 && at >= 0 && at < MR600_GPRS)
				x->w->gpr[at][op->chan].u[l] = d[l];
		}
		return;
	}
	if (!lanes)
		return;
	to = x->w->gpr[op->dst][op->chan].u;
	if (lanes == x->lanes) { /* what lanes hold that are not there is nobody's business */
		memcpy(to, d, VALUE_B);
		return;
	}
	if (x->mask_is != lanes)
		x->p->kit->expand(x->s->lane_mask, lanes);
	x->mask_is = lanes;
	x->p->kit->blend(to, d, x->s->lane_mask);
}

/* ---- operations of several units ----------------------------------------------------------------------- */
/* Runs the one that begins with operation i: units x to w, or a pair. */
static void run_wide(struct sq_run *x, const struct sq_op *op, unsigned n, unsigned i, uint64_t *passes)
{
	bool pair = op[i].code->kind == SQ_PAIR;
	unsigned first = op[i].unit;
	struct sq_wide w = {.pair = first / 2, .passes = passes};

	for (unsigned j = i; j < n && op[j].unit < SQ_T && (!pair || op[j].unit < first + 2); j++) {
		unsigned u = op[j].unit - first;
		const uint32_t **to[3] = {w.a, w.b, w.c};

		for (unsigned k = 0; k < op[j].code->sources && k < 3; k++)
			to[k][u] = operand(x, &op[j], k, x->s->temp[op[j].unit][k]);
		w.d[u] = x->s->previous[x->now][op[j].unit];
	}
	if (op[i].run < SQ_WIDES_OF_4)
		x->p->kit->wide[op[i].run](&w);
	else
		mr600_sq_wide_64[op[i].run - SQ_WIDES_OF_4](&w);
}

/* ---- groups -------------------------------------------------------------------------------------------- */
static uint64_t selected(const struct sq_run *x, const struct sq_op *op, uint64_t lanes)
{
	return op->pred_sel < R600_SQ_ALU_WORD0__PRED_SEL__SQ_PRED_SEL_ZERO    ? lanes
	       : op->pred_sel == R600_SQ_ALU_WORD0__PRED_SEL__SQ_PRED_SEL_ZERO ? lanes & ~x->predicate
									       : lanes & x->predicate;
}

/* What a group does beside writing: it takes effect behind it. */
struct effects {
	uint64_t predicate, active, killed;
	bool mova;
};

static void note_test(struct sq_run *x, const struct sq_op *op, uint64_t pass, uint64_t lanes,
		      struct effects *e)
{
	uint64_t by = selected(x, op, lanes);

	if (op->code->kind == SQ_KILL) {
		e->killed |= pass & by;
		return;
	}
	if (op->update_pred)
		e->predicate = (e->predicate & ~by) | (pass & by);
	if (op->update_mask)
		e->active &= ~(by & ~pass);
}

static void run_op(struct sq_run *x, const struct sq_op *op, uint64_t lanes, struct effects *e)
{
	const uint32_t *src[3] = {NULL, NULL, NULL};
	bool direct = op->direct && lanes == x->lanes;
	uint32_t *d = direct ? x->w->gpr[op->dst][op->chan].u : x->s->previous[x->now][op->unit];
	uint64_t pass;

	for (unsigned k = 0; k < op->code->sources; k++)
		src[k] = operand(x, op, k, x->s->temp[0][k]);
	pass = x->p->kit->op[op->run](d, src[0], src[1], src[2]);
	if (op->omod | op->clamp)
		modify(x, op, d);
	if (op->code->kind == SQ_KILL || op->code->kind == SQ_PRED)
		note_test(x, op, pass, lanes, e);
	else if (op->code->kind == SQ_MOVA)
		e->mova = true;
}

static void run_ops(struct sq_run *x, const struct sq_op *op, unsigned n, uint64_t lanes, struct effects *e)
{
	for (unsigned i = 0; i < n; i++) {
		uint64_t pass = 0;

		if (!sq_is_wide(op[i].code)) {
			run_op(x, &op[i], lanes, e);
			continue;
		}
		if (op[i].unit == 0 || (op[i].code->kind == SQ_PAIR && op[i].unit == 2)) {
			run_wide(x, op, n, i, &pass);
			if (op[i].code->flags & SQ_TEST)
				note_test(x, &op[i], pass, lanes, e);
		}
	}
	for (unsigned i = 0; i < n; i++)
		if (sq_is_wide(op[i].code) && op[i].code->flags & SQ_FLOAT && (op[i].omod || op[i].clamp))
			modify(x, &op[i], x->s->previous[x->now][op[i].unit]);
}

static void load_ar(struct sq_run *x, const struct sq_op *op, uint64_t lanes)
{
	const uint32_t *from = x->s->previous[x->now][op->unit];

	for (unsigned l = 0; l < SQ_LANES; l++)
		if (selected(x, op, lanes) >> l & 1)
			x->s->ar[op->chan][l] = (int32_t)from[l];
}

/* Returns the lanes that go on. */
static uint64_t run_group(struct sq_run *x, const struct sq_group *g, uint64_t lanes)
{
	const struct sq_op *op = &x->p->code.op[g->op];
	struct effects e = {.predicate = x->predicate, .active = x->active};

	run_ops(x, op, g->n, lanes, &e);
	for (unsigned i = 0; i < g->n; i++)
		if (op[i].write && !(op[i].direct && lanes == x->lanes))
			store(x, &op[i], x->s->previous[x->now][op[i].unit], selected(x, &op[i], lanes));
	for (unsigned i = 0; i < g->n && e.mova; i++) /* each a channel of AR */
		if (op[i].code->kind == SQ_MOVA)
			load_ar(x, &op[i], lanes);
	x->w->killed |= e.killed & x->w->valid;
	x->predicate = e.predicate;
	lanes &= ~(x->active & ~e.active);
	x->active = e.active;
	return lanes;
}

/* The same with a note: "x MUL_IEEE, y ADD, t RECIP_IEEE". */
static uint64_t looked_group(struct sq_run *x, const struct sq_step *s, uint32_t i, uint64_t lanes)
{
	const struct sq_group *g = &x->p->code.group[s->first + i];
	const struct sq_op *op = &x->p->code.op[g->op];
	const uint64_t left = run_group(x, g, lanes);
	char text[160];
	size_t n = 0;

	*text = 0;
	for (unsigned k = 0; k < g->n && n < sizeof(text); k++)
		n += (size_t)snprintf(text + n, sizeof(text) - n, "%s%c %s", k ? ", " : "",
				      "xyzwt"[op[k].unit], op[k].code->name);
	fl_look_stepped(&x->w->r->base, s->at, NULL, 0, text, lanes);
	return left;
}

/* All lanes of the wave run them, and nothing in them depends on lanes. Calls from sixteen places in turn: a
 * processor foresees where each goes by the way that led there, which a single place does not show.
 * Measured on a program of 163 moves: 13 % less time than a loop a group, and one loop over all takes 22 %
 * more. */
static void run_planned(const struct sq_ready *m, uint32_t n)
{
#pragma GCC unroll 16
	for (const struct sq_ready *end = m + n; m < end; m++)
		m->run(m->d, m->src[0], m->src[1], m->src[2]);
}

static void run_span(struct sq_run *x, const struct sq_span *s, uint64_t lanes)
{
	const struct sq_part *part = &x->p->native->part[s->first_part];
	const uint32_t *table = x->p->table[0];

	for (uint32_t i = 0; i < s->n_part; i++)
		if (part[i].code)
			part[i].code->run(x->w->gpr, x->s, (uint32_t *)(uintptr_t)table, &lanes);
		else
			run_planned(x->ready + part[i].first_move, part[i].n_move);
}

static void run_native(struct sq_run *x, const struct sq_step *s, uint64_t lanes)
{
	const struct sq_group *g = &x->p->code.group[s->first];
	const struct sq_span *span = &x->p->native->span[s->first];

	for (uint32_t i = 0; i < s->n; i++) {
		const bool all = lanes == x->lanes;

		x->now = i & 1;
		if (span[i].n_group && (span[i].whole || (all && x->ready))) {
			/* what lanes hold that are not there is nobody's business */
			run_span(x, &span[i], all ? ~UINT64_C(0) : lanes);
			i += span[i].n_group - 1;
		} else if (g[i].planned && all && x->ready) {
			run_planned(x->ready + g[i].first_move, g[i].n_move);
		} else {
			lanes = run_group(x, &g[i], lanes);
		}
	}
}

void mr600_sq_run_alu(struct sq_run *x, const struct sq_step *s, uint64_t lanes)
{
	const struct sq_group *g = &x->p->code.group[s->first];
	const bool looked = fl_look_lane(&x->w->r->base) >= 0;

	memset(x->s->ar, 0, x->p->code.relative ? sizeof(x->s->ar) : 0);
	if (x->p->native && !looked) {
		run_native(x, s, lanes);
		return;
	}
	if (s->n_move && x->ready && lanes == x->lanes) {
		x->moves += s->n_move;
		run_planned(x->ready + g->first_move, s->n_move);
		return;
	}
	for (uint32_t i = 0; i < s->n; i++) {
		x->now = i & 1;
		x->moves += g[i].n_move;
		if (g[i].planned && x->ready && lanes == x->lanes)
			run_planned(x->ready + g[i].first_move, g[i].n_move);
		else if (looked)
			lanes = looked_group(x, s, i, lanes);
		else
			lanes = run_group(x, &g[i], lanes);
	}
}
