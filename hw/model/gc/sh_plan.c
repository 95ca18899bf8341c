/* SPDX-License-Identifier: MIT
 *
 * Spans: instructions that follow each other, that no branch leads into, and in which nothing depends on what
 * a lane holds but its results. What sh_alu.c finds out whenever one of them runs (where operands stand, what
 * modifies them, which components may be written at once) is found out here, and left as a list of kernels
 * with their operands. A span holds for waves whose lanes all run it.
 *
 * Only the ways differ: the registers get the same bits. The scalar path plans nothing, and judges.
 */
#include "hw/model/gc/sh_code.h"

#include <stdlib.h>
#include <string.h>

/* Rooms: operands of the component at hand, what comes between, and results that have to wait */
enum { OPERAND = 0, BETWEEN = 3, RESULT = 4 };

struct plan {
	struct sh_code *code;
	struct sh_decoder *d;
	enum sh_rounding rounding; /* as it is at this place of the span */
	bool ok;                   /* false: no memory */
};

static const struct sh_place nowhere = {SH_AT_ZERO, 0};

static struct sh_place temp(unsigned reg, unsigned comp)
{
	return (struct sh_place){SH_AT_TEMP, (uint16_t)(4 * reg + comp)};
}

static struct sh_place room(unsigned n)
{
	return (struct sh_place){SH_AT_ROOM, (uint16_t)n};
}

static bool same(struct sh_place a, struct sh_place b)
{
	return a.base == b.base && a.at == b.at;
}

static void add(struct plan *p, unsigned run, struct sh_place d, struct sh_place a, struct sh_place b,
		struct sh_place c)
{
	struct sh_code *code = p->code;

	if (run == SH_OP_mov && same(d, a))
		return;
	if (code->n_move == code->cap_move) {
		const uint32_t cap = 2 * code->cap_move;
		struct sh_move *more = realloc(code->move, cap * sizeof(*more));

		if (!more) {
			p->ok = false;
			return;
		}
		code->move = more;
		code->cap_move = cap;
	}
	code->move[code->n_move++] = (struct sh_move){(uint16_t)run, d, {a, b, c}};
}

/* ---- what can be planned ------------------------------------------------------------------------------- */
static bool can_read(const struct sh_src *s)
{
	if (!s->used || s->from == SH_TABLE)
		return true;
	return (s->from == SH_TEMP || s->from == SH_FACE) && !s->amode &&
	       !(s->mod & ~(SH_MOD_ABS | SH_MOD_NEG));
}

static bool can(const struct sh_inst *in)
{
	switch (in->shape) {
	case SH_NOTHING:
		return true;
	case SH_EACH:
	case SH_ONCE:
	case SH_DOT:
	case SH_TEST:
	case SH_CONVERT:
	case SH_EXTENDED:
		break;
	default:
		return false;
	}
	for (unsigned i = 0; i < 3; i++)
		if (in->code->slots >> i & 1 && !can_read(&in->src[i]))
			return false;
	return !in->dst_amode;
}

/* ---- one instruction ----------------------------------------------------------------------------------- */
/* Component c of a slot's source, without its modifiers */
static struct sh_place bare(const struct sh_inst *in, unsigned slot, unsigned c)
{
	const struct sh_src *s = &in->src[slot];

	if (slot == SH_NO_SLOT)
		return nowhere;
	if (s->from == SH_TABLE)
		return (struct sh_place){SH_AT_TABLE, (uint16_t)s->table[c]};
	if (s->from == SH_FACE)
		return (struct sh_place){SH_AT_FACE, s->swz[c]};
	return temp(s->reg, s->swz[c]);
}

static unsigned mod_of(const struct sh_inst *in, unsigned slot)
{
	return slot == SH_NO_SLOT || in->src[slot].from == SH_TABLE ? 0 : in->src[slot].mod;
}

static unsigned op_of(unsigned mod)
{
	static const uint16_t change[4] = {[0] = SH_OP_mov,
					   [SH_MOD_ABS] = SH_OP_abs,
					   [SH_MOD_NEG] = SH_OP_neg,
					   [SH_MOD_ABS | SH_MOD_NEG] = SH_OP_neg_abs};

	return change[mod & 3];
}

static struct sh_place changed(struct plan *p, const struct sh_inst *in, unsigned slot, unsigned c,
			       unsigned mod, unsigned to)
{
	const struct sh_place from = bare(in, slot, c);

	if (!mod)
		return from;
	add(p, op_of(mod), room(to), from, nowhere, nowhere);
	return room(to);
}

/* With modifiers */
static struct sh_place source(struct plan *p, const struct sh_inst *in, unsigned slot, unsigned c,
			      unsigned to)
{
	return changed(p, in, slot, c, mod_of(in, slot), to);
}

static bool saturates(const struct sh_inst *in)
{
	return in->sat && in->type == GC_INST_TYPE__F32;
}

/* a * b + c with signs of operands that are turned where that takes no kernel of its own. */
static void mad(struct plan *p, const struct sh_inst *in, unsigned c, struct sh_place d)
{
	static const uint16_t run[4] = {SH_OP_mad, SH_OP_msub, SH_OP_nmad, SH_OP_nmad};
	unsigned m[3] = {mod_of(in, in->a), mod_of(in, in->b), mod_of(in, in->c)};
	unsigned turned = 0;

	for (unsigned k = 0; k < 2; k++)
		if (m[k] & SH_MOD_NEG) {
			turned ^= 2;
			m[k] &= ~(unsigned)SH_MOD_NEG;
		}
	if (!turned && m[2] & SH_MOD_NEG) {
		turned = 1;
		m[2] &= ~(unsigned)SH_MOD_NEG;
	}
	const struct sh_place x = changed(p, in, in->a, c, m[0], OPERAND),
			      y = changed(p, in, in->b, c, m[1], OPERAND + 1),
			      z = changed(p, in, in->c, c, m[2], OPERAND + 2);

	add(p, run[turned], d, x, y, z);
}

/* A sum of which one operand is turned is a difference. */
static bool difference(struct plan *p, const struct sh_inst *in, unsigned c, struct sh_place d)
{
	const unsigned a = mod_of(in, in->a), b = mod_of(in, in->b);

	if (!((a ^ b) & SH_MOD_NEG))
		return false;
	const struct sh_place x = changed(p, in, in->a, c, a & SH_MOD_ABS, OPERAND),
			      y = changed(p, in, in->b, c, b & SH_MOD_ABS, OPERAND + 1);

	if (b & SH_MOD_NEG)
		add(p, SH_OP_sub, d, x, y, nowhere);
	else
		add(p, SH_OP_sub, d, y, x, nowhere);
	return true;
}

static unsigned fused(const struct sh_inst *in)
{
	static const uint16_t pick[SH_CONDITIONS] = {
#define SH_ENTRY(t) [SH_OP_f_##t - SH_OP_f_true] = SH_OP_pick_##t,
	    SH_ENTRY(gt) SH_ENTRY(lt) SH_ENTRY(ge) SH_ENTRY(le) SH_ENTRY(eq) SH_ENTRY(ne) SH_ENTRY(nz)
		SH_ENTRY(gez) SH_ENTRY(gz) SH_ENTRY(lez) SH_ENTRY(lz)
#undef SH_ENTRY
	};
	const unsigned test = in->test - SH_OP_f_true;

	if (in->test < SH_OP_f_true || test >= SH_CONDITIONS || !pick[test])
		return 0;
	if (in->op == GC_INST_OPCODE__SELECT)
		return pick[test];
	return in->op == GC_INST_OPCODE__SET ? pick[test] - SH_OP_pick_gt + SH_OP_set_gt : 0;
}

static struct sh_place one(struct plan *p)
{
	return (struct sh_place){SH_AT_TABLE, (uint16_t)mgc_sh_konst(p->d, SH_VALUE, 0, SH_ONE)};
}

static void test(struct plan *p, const struct sh_inst *in, unsigned c, struct sh_place d)
{
	const unsigned run = fused(in);
	const struct sh_place a = source(p, in, in->a, c, OPERAND), b = source(p, in, in->b, c, OPERAND + 1);
	const bool set = in->op == GC_INST_OPCODE__SET;
	const struct sh_place last = set && run ? nowhere : set ? one(p) : source(p, in, 2, c, OPERAND + 2);

	if (run) {
		add(p, run, d, a, b, last);
		return;
	}
	add(p, in->test, room(BETWEEN), a, b, nowhere);
	if (in->op == GC_INST_OPCODE__SELECT)
		add(p, in->run, d, room(BETWEEN), b, last);
	else
		add(p, in->run, d, room(BETWEEN), last, nowhere);
}

static void dot(struct plan *p, const struct sh_inst *in, struct sh_place d)
{
	for (unsigned k = 0; k < in->run; k++) {
		const struct sh_place a = source(p, in, in->a, k, OPERAND),
				      b = source(p, in, in->b, k, OPERAND + 1);

		add(p, k ? SH_OP_mad : SH_OP_mul, k + 1u == in->run ? d : room(BETWEEN), a, b,
		    k ? room(BETWEEN) : nowhere);
	}
}

static void component(struct plan *p, const struct sh_inst *in, unsigned c, struct sh_place d)
{
	const bool plain = in->shape == SH_EACH;

	if (in->shape == SH_TEST)
		test(p, in, c, d);
	else if (in->shape == SH_DOT)
		dot(p, in, d);
	else if (in->run == SH_OP_mov) {
		const unsigned mod = mod_of(in, in->a);

		if (mod || !saturates(in))
			add(p, op_of(mod), d, bare(in, in->a, c), nowhere, nowhere);
		if (saturates(in))
			add(p, SH_OP_sat, d, mod ? d : bare(in, in->a, c), nowhere, nowhere);
		return;
	} else if (plain && in->run == SH_OP_mad)
		mad(p, in, c, d);
	else if (!plain || in->run != SH_OP_add || !difference(p, in, c, d)) {
		const struct sh_place x = source(p, in, in->a, c, OPERAND),
				      y = source(p, in, in->b, c, OPERAND + 1),
				      z = in->shape == SH_ONCE ? nowhere
							       : source(p, in, in->c, c, OPERAND + 2);

		add(p, in->run, d, x, y, z);
	}
	if (saturates(in))
		add(p, SH_OP_sat, d, d, nowhere, nowhere);
}

static bool reads(const struct sh_inst *in, unsigned reg, unsigned comp, unsigned at)
{
	for (unsigned i = 0; i < 3; i++) {
		const struct sh_src *s = &in->src[i];

		if (in->code->slots >> i & 1 && s->used && s->from == SH_TEMP && s->reg == reg &&
		    s->swz[at] == comp)
			return true;
	}
	return false;
}

/* A component that none of the others still to come reads the old value of; 4: each is read. */
static unsigned next_of(const struct sh_inst *in, unsigned left)
{
	for (unsigned c = 0; c < 4; c++) {
		bool read = !(left >> c & 1);

		for (unsigned k = 0; k < 4 && !read; k++)
			read = k != c && left >> k & 1 && reads(in, in->dst, c, k);
		if (!read)
			return c;
	}
	return 4;
}

static void each(struct plan *p, const struct sh_inst *in)
{
	unsigned left = in->mask, waiting = 0;

	while (left) {
		unsigned c = next_of(in, left);
		const bool waits = c == 4;

		if (waits)
			c = (unsigned)__builtin_ctz(left);
		component(p, in, c, waits ? room(RESULT + c) : temp(in->dst, c));
		left &= ~(1u << c);
		waiting |= (unsigned)waits << c;
	}
	for (unsigned c = 0; c < 4; c++)
		if (waiting >> c & 1)
			add(p, SH_OP_mov, temp(in->dst, c), room(RESULT + c), nowhere, nowhere);
}

/* One result in all components */
static void once(struct plan *p, const struct sh_inst *in)
{
	const unsigned first = (unsigned)__builtin_ctz(in->mask);
	struct sh_place other = temp(in->dst, first);

	component(p, in, 0, other);
	if (in->pair)
		other = one(p);
	for (unsigned c = first + 1; c < 4; c++)
		if (in->mask >> c & 1)
			add(p, SH_OP_mov, temp(in->dst, c), other, nowhere, nowhere);
}

/* As set_rounding() of sh_run.c */
static void round_as(struct plan *p, const struct sh_inst *in)
{
	enum sh_rounding r = SH_ROUND_NONE;

	if (in->code->flags & SH_ROUNDS && in->type == GC_INST_TYPE__F32)
		r = in->rounding == GC_INST_ROUND_MODE__RTZ ? SH_ROUND_ZERO
		    : in->rounding                          ? SH_ROUND_NEAREST
							    : SH_ROUND_STATE;
	else if (in->code->flags & SH_NEAREST)
		r = SH_ROUND_NEAREST;
	if (!r || r == p->rounding)
		return;
	add(p, SH_OPS + r, nowhere, nowhere, nowhere, nowhere);
	p->rounding = r;
}

static void plan_inst(struct plan *p, const struct sh_inst *in)
{
	if (in->shape == SH_NOTHING || !in->dst_use || !in->mask)
		return;
	round_as(p, in);
	if (in->shape == SH_ONCE || in->shape == SH_DOT)
		once(p, in);
	else
		each(p, in);
}

/* ---- all of them --------------------------------------------------------------------------------------- */
bool mgc_sh_plan(struct sh_decoder *d)
{
	struct sh_code *c = d->code;
	struct plan p = {.code = c, .d = d, .ok = true};
	bool *target = calloc(c->n_inst + 1, sizeof(*target));

	c->span = calloc(c->n_inst + 1, sizeof(*c->span));
	c->cap_move = 64; /* some are always there: a span of nothing points to them, too */
	c->move = calloc(c->cap_move, sizeof(*c->move));
	if (!target || !c->span || !c->move) {
		free(target);
		return false;
	}
	for (unsigned i = 0; i < c->n_inst; i++)
		if ((c->inst[i].shape == SH_BRANCH || c->inst[i].shape == SH_CALL) &&
		    c->inst[i].target < c->n_inst)
			target[c->inst[i].target] = true;
	for (unsigned i = 0; i < c->n_inst;) {
		struct sh_span *s = &c->span[i];

		s->first_move = c->n_move;
		p.rounding = SH_ROUND_NONE;
		while (i < c->n_inst && can(&c->inst[i]) && !(s->n_inst && target[i])) {
			plan_inst(&p, &c->inst[i++]);
			s->n_inst++;
		}
		s->n_move = c->n_move - s->first_move;
		mgc_sh_plan_nans(c, s);
		i += !s->n_inst;
	}
	free(target);
	return p.ok;
}
