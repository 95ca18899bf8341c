/* SPDX-License-Identifier: MIT
 *
 * One vertex instruction from text to words, and the guide's rules for it. R5xx guide 7.5.1, 7.5.6, 7.5.9.
 */
#include "lib/r500/asm_vs.h"
#include "hw/regs/r500.h"

#include <string.h>

struct reg {
	uint8_t type; /* as a source: PVS_SRC_REG_TYPE; as a destination: PVS_DST_REG_TYPE */
	uint8_t mode, sel;
	uint32_t at;
};

enum { AS_SOURCE, AS_DEST };

struct file {
	char prefix[4];
	uint8_t type[2]; /* source, destination; 255: it cannot be that */
};

static const struct file files[] = {
    {"r", {R500_PVS_SRC_REG_TYPE__TEMPORARY, R500_PVS_DST_REG_TYPE__TEMPORARY}},
    {"v", {R500_PVS_SRC_REG_TYPE__INPUT, R500_PVS_DST_REG_TYPE__INPUT}},
    {"c", {R500_PVS_SRC_REG_TYPE__CONSTANT, 255}},
    {"alt", {R500_PVS_SRC_REG_TYPE__ALT_TEMPORARY, R500_PVS_DST_REG_TYPE__ALT_TEMPORARY}},
    {"o", {255, R500_PVS_DST_REG_TYPE__OUT}},
    {"ox", {255, R500_PVS_DST_REG_TYPE__OUT_REPL_X}},
};
enum { FILE_R, FILE_V, FILE_C, FILE_ALT, FILE_O, N_FILES = sizeof(files) / sizeof(files[0]) };

/* [5], [a0.x], [a0.x + 5], [i0 + 5] */
static bool index_of(struct fl_asm *a, struct reg *r, uint32_t max)
{
	uint32_t at = 0;
	const char *name, *where;

	if (fl_asm_take_word(a, "a0")) {
		static const char xyzw[] = "xyzw";

		r->mode = R500_PVS_ADDR_MODE__RELATIVE_A0;
		if (!fl_asm_want(a, '.'))
			return false;
		uint32_t n = fl_asm_peek_name(a, &name);
		for (r->sel = 0; r->sel < 4 && !(n == 1 && *name == xyzw[r->sel]); r->sel++)
			;
		if (r->sel == 4)
			return fl_asm_expected(a, "x, y, z or w");
		a->at++;
	} else if (fl_asm_take_word(a, "i0")) {
		r->mode = R500_PVS_ADDR_MODE__RELATIVE_I0;
	}
	if (r->mode == R500_PVS_ADDR_MODE__ABSOLUTE || fl_asm_take(a, '+')) {
		where = fl_asm_here(a);
		if (!fl_asm_integer(a, 255, "a number", &at))
			return false;
		if (r->at + at > max)
			return fl_asm_wrong(a, where, "expected a number up to %u", max - r->at);
	}
	r->at += at;
	return fl_asm_want(a, ']');
}

static bool reg_of(struct fl_asm *a, struct fl_r500_vs *p, struct reg *r, unsigned as, const char *what)
{
	static const uint8_t of_kind[] = {FILE_V, FILE_O, FILE_C, FILE_R, FILE_ALT};
	const char *name;
	uint32_t n = fl_asm_peek_name(a, &name), max = as == AS_DEST ? 127 : 255;
	const struct file *f = NULL;
	int32_t at = -1;

	*r = (struct reg){0};
	for (unsigned i = 0; i < N_FILES && n; i++) {
		at = fl_asm_register(name, n, files[i].prefix);
		if (at >= 0 || fl_asm_is(name, n, files[i].prefix)) {
			f = &files[i];
			break;
		}
	}
	const struct fl_asm_symbol *s = !f && p && n ? fl_asm_find(a, name, n) : NULL;
	if (s && s->kind <= FL_R500_SYM_ALT) {
		f = &files[of_kind[s->kind]];
		at = s->first;
		max = s->first + s->count - 1u;
	}
	if (!f || f->type[as] == 255)
		return fl_asm_expected(a, what);
	a->at += n;
	r->type = f->type[as];
	if (at > (as == AS_DEST ? 127 : 255))
		return fl_asm_wrong(a, name, "registers are %s0 to %s%u", f->prefix, f->prefix,
				    as == AS_DEST ? 127u : 255u);
	r->at = at < 0 ? 0 : (uint32_t)at;
	if (at < 0 || s)
		if (at < 0 ? fl_asm_want(a, '[') : fl_asm_take(a, '['))
			index_of(a, r, max);
	return !a->bad;
}

/* ---- destinations -------------------------------------------------------------------------------------- */
static bool component(char c, uint32_t *i)
{
	switch (c) {
	case 'x':
	case 'r':
		*i = 0;
		return true;
	case 'y':
	case 'g':
		*i = 1;
		return true;
	case 'z':
	case 'b':
		*i = 2;
		return true;
	case 'w':
	case 'a':
		*i = 3;
		return true;
	}
	return false;
}

static bool mask_of(struct fl_asm *a, uint32_t *mask)
{
	const char *name, *at;
	uint32_t n, i;

	*mask = 15;
	if (!fl_asm_take(a, '.'))
		return true;
	n = fl_asm_peek_name(a, &name);
	at = name;
	*mask = 0;
	if (n == 1 && *name == '_') {
		a->at++;
		return true;
	}
	for (uint32_t k = 0; k < n; k++) {
		if (!component(name[k], &i) || *mask >> i)
			return fl_asm_wrong(a, at, "expected a mask: some of x y z w, in this order");
		*mask |= 1u << i;
	}
	a->at += n;
	return n || fl_asm_expected(a, "a mask: some of x y z w, in this order");
}

static bool dest(struct fl_asm *a, struct fl_r500_vs *p, uint32_t *w)
{
	struct reg r = {.type = R500_PVS_DST_REG_TYPE__A0};
	uint32_t mask;

	if (!fl_asm_take_word(a, "a0") &&
	    !reg_of(a, p, &r, AS_DEST, "a destination: r, o, ox, alt, v, a0 or a name"))
		return false;
	if (!mask_of(a, &mask))
		return false;
	*w |= R500_PVS_OP_DST_OPERAND__PVS_DST_REG_TYPE(r.type) |
	      R500_PVS_OP_DST_OPERAND__PVS_DST_OFFSET(r.at) | PVS_WRITE(mask) |
	      R500_PVS_OP_DST_OPERAND__PVS_DST_ADDR_SEL(r.sel) | PVS_TO_MODE(r.mode);
	return true;
}

/* ---- sources ------------------------------------------------------------------------------------------- */
/* Up to four of xyzw01, each with a sign. Returns how many. */
static uint32_t swizzle(struct fl_asm *a, uint8_t swz[4], uint32_t *negate)
{
	uint32_t n = 0, i;

	fl_asm_here(a);
	for (; a->at < a->end; a->at++) {
		char c = *a->at;

		if (c == '-' && a->at + 1 < a->end) {
			c = *++a->at;
			*negate ^= 1u << n;
		}
		if (n == 4)
			break;
		if (component(c, &i))
			swz[n++] = (uint8_t)i;
		else if (c == '0' || c == '1')
			swz[n++] = c == '0' ? R500_PVS_SWIZZLE__FORCE_0 : R500_PVS_SWIZZLE__FORCE_1;
		else if (c == '6' || c == '_')
			swz[n++] = c == '6' ? 6 : 7;
		else
			break;
	}
	return n;
}

static bool swizzle_of(struct fl_asm *a, uint32_t want, uint8_t swz[4], uint32_t *negate)
{
	const char *at = fl_asm_here(a);
	uint32_t n = swizzle(a, swz, negate);

	if ((n != 1 && n != want) || fl_asm_word_goes_on(a))
		return fl_asm_wrong(
		    a, at,
		    want == 4 ? "expected a swizzle: one or four of x y z w 0 1, each with - if need be"
			      : "expected a swizzle: one or two of x y z w 0 1, each with - if need be");
	if (n == 1) {
		for (uint32_t i = 1; i < 4; i++)
			swz[i] = swz[0];
		*negate = *negate & 1 ? 15 : 0;
	}
	return true;
}

static bool is_zero_or_one(uint32_t v)
{
	v &= ~FL_R500_FLOAT_SIGN;
	return v == 0 || v == FL_R500_FLOAT_ONE;
}

/* Numbers. Zeros and ones need no register: *w has none, and *free says so. */
static bool number(struct fl_asm *a, struct fl_r500_vs *p, uint32_t *w, bool *free)
{
	const char *start = fl_asm_here(a);
	uint32_t v[4], n, at = 0, c = 0, select[4], negate = 0;

	if (!fl_asm_vector(a, v, &n))
		return false;
	*free = true;
	for (uint32_t i = 0; i < 4; i++) {
		*free &= is_zero_or_one(v[i]);
		select[i] =
		    v[i] & ~FL_R500_FLOAT_SIGN ? R500_PVS_SWIZZLE__FORCE_1 : R500_PVS_SWIZZLE__FORCE_0;
		negate |= (v[i] & FL_R500_FLOAT_SIGN ? 1u : 0) << i;
	}
	*w = PVS_SELECT(select[0], select[1], select[2], select[3]) | PVS_NEGATE(negate);
	if (*free)
		return true;
	if (!p)
		return fl_asm_wrong(a, start, "there is no room for constants here");
	if (n == 1)
		v[0] &= ~FL_R500_FLOAT_SIGN;
	if (!fl_r500_asm_pool(&p->consts, v, n, &at, &c))
		return fl_asm_wrong(a, start, "all 256 constants are taken");
	*w = (n == 1 ? PVS_NEGATE(negate) | PVS_SELECT(c, c, c, c) : PVS_SELECT_XYZW) |
	     R500_PVS_SRC_OPERAND_0__PVS_SRC_REG_TYPE(R500_PVS_SRC_REG_TYPE__CONSTANT) |
	     R500_PVS_SRC_OPERAND_0__PVS_SRC_OFFSET(at);
	return true;
}

static bool source(struct fl_asm *a, struct fl_r500_vs *p, uint32_t *w, uint32_t want, bool *free)
{
	uint8_t swz[4] = {R500_PVS_SWIZZLE__X, R500_PVS_SWIZZLE__Y, R500_PVS_SWIZZLE__Z, R500_PVS_SWIZZLE__W};
	uint32_t negate = 0, whole = 0;
	bool bars;
	struct reg r;

	*w = 0;
	*free = false;
	if (want == 4 && (fl_asm_is_number(a) || fl_asm_peek(a) == '{'))
		return number(a, p, w, free);
	if (fl_asm_take(a, '-'))
		whole = 15;
	bars = fl_asm_take(a, '|');
	if (!reg_of(a, p, &r, AS_SOURCE, "a source: r, v, c, alt, a name or a number"))
		return false;
	if (fl_asm_take(a, '.')) {
		if (!swizzle_of(a, want, swz, &negate))
			return false;
	} else if (want == 2) {
		return fl_asm_expected(a, "a swizzle: one or two of x y z w 0 1");
	}
	if (bars && !fl_asm_want(a, '|'))
		return false;
	negate ^= whole;
	*w = R500_PVS_SRC_OPERAND_0__PVS_SRC_REG_TYPE(r.type) |
	     R500_PVS_SRC_OPERAND_0__PVS_SRC_ABS_XYZW(bars) | R500_PVS_SRC_OPERAND_0__PVS_SRC_OFFSET(r.at) |
	     R500_PVS_SRC_OPERAND_0__PVS_SRC_ADDR_SEL(r.sel) | PVS_MODE(r.mode);
	if (want == 4)
		*w |= PVS_SELECT(swz[0], swz[1], swz[2], swz[3]) | PVS_NEGATE(negate);
	else /* of a dual operation's math half: two */
		*w |= PVS_SELECT(swz[0], swz[1], 0, 0) | PVS_NEGATE(negate & 3);
	return true;
}

/* ---- the instruction ----------------------------------------------------------------------------------- */
enum { NORMAL, MOV, DP3, SUB };

static const struct fl_r500_vs_op *opcode(struct fl_asm *a, uint32_t *w, unsigned *form, bool dual)
{
	const char *name;
	uint32_t n = fl_asm_peek_name(a, &name);
	const struct fl_r500_vs_op *op = NULL;

	*form = NORMAL;
	if (n && !dual) {
		op = fl_r500_vs_op_find(fl_r500_ve_ops, FL_R500_VE_OPS, name, n);
		if (fl_asm_is(name, n, "MOV")) {
			op = &fl_r500_ve_ops[R500_PVS_VE_OPCODE__VE_ADD];
			*form = MOV;
		} else if (fl_asm_is(name, n, "DP3")) {
			op = &fl_r500_ve_ops[R500_PVS_VE_OPCODE__VE_DOT_PRODUCT];
			*form = DP3;
		} else if (fl_asm_is(name, n, "SUB")) {
			op = &fl_r500_ve_ops[R500_PVS_VE_OPCODE__VE_ADD];
			*form = SUB;
		}
		if (op)
			*w = (uint32_t)(op - fl_r500_ve_ops);
	}
	if (n && !op) {
		op = fl_r500_vs_op_find(fl_r500_me_ops, FL_R500_ME_OPS, name, n);
		if (op)
			*w = (uint32_t)(op - fl_r500_me_ops) | MATH;
	}
	if (!op) {
		fl_asm_expected(a, dual ? "a math operation" : "an operation");
		return NULL;
	}
	a->at += n;
	return op;
}

/* The half after the ampersand: PVS_DUAL_MATH instead of the third operand. */
static bool dual_half(struct fl_asm *a, struct fl_r500_vs *p, uint32_t w[4], const char *at[5])
{
	const char *start, *name;
	uint32_t op = 0, to = 0, src = 0, mask = 0;
	unsigned form;
	const struct fl_r500_vs_op *o;
	bool free;

	o = opcode(a, &op, &form, true);
	if (!o)
		return false;
	op &= ~MATH;
	if (fl_asm_take(a, '.')) {
		if (!fl_asm_take_word(a, "sat"))
			return fl_asm_expected(a, "sat");
		w[0] |= ME_SAT;
	}
	start = fl_asm_here(a);
	uint32_t n = fl_asm_peek_name(a, &name);
	int32_t alt = fl_asm_register(name, n, "alt");
	const struct fl_asm_symbol *s = p && n ? fl_asm_find(a, name, n) : NULL;
	if (s && s->kind == FL_R500_SYM_ALT)
		alt = s->first;
	if (!n || alt < 0 || alt > 3)
		return fl_asm_expected(a, "alt0 to alt3, where the math half of a dual operation may write");
	a->at += n;
	to = (uint32_t)alt;
	if (!mask_of(a, &mask))
		return false;
	if (!mask || mask & (mask - 1))
		return fl_asm_wrong(a, start, "the math half of a dual operation writes one component");
	uint32_t c = mask == 1 ? 0 : mask == 2 ? 1 : mask == 4 ? 2 : 3;
	if (!fl_asm_take_on(a, ','))
		return fl_asm_expected(a, "','");
	at[3] = fl_asm_here(a);
	if (!source(a, p, &src, 2, &free))
		return false;
	w[0] |= DUAL;
	w[3] =
	    (src &
	     ~(R500_PVS_DUAL_MATH__PVS_DST_OPCODE_MSB__MASK | R500_PVS_DUAL_MATH__PVS_DST_OPCODE__MASK |
	       R500_PVS_DUAL_MATH__DUAL_MATH_DST_OFFSET__MASK | R500_PVS_DUAL_MATH__PVS_DST_WE_SEL__MASK)) |
	    R500_PVS_DUAL_MATH__PVS_DST_OPCODE_MSB(op >> 4) | R500_PVS_DUAL_MATH__PVS_DST_OPCODE(op & 15) |
	    R500_PVS_DUAL_MATH__DUAL_MATH_DST_OFFSET(to) | R500_PVS_DUAL_MATH__PVS_DST_WE_SEL(c);
	return true;
}

/* An instruction as far as it is read */
struct inst {
	struct fl_asm *a;
	struct fl_r500_vs *p;
	uint32_t *w;
	const char **at;
	const struct fl_r500_vs_op *op;
	unsigned form;
	bool math, is_mad;
	enum { AS_NEEDED, PLAIN, AS_MACRO } macro;
	uint32_t used, n_used; /* operands that it reads: a mask, and how many */
	bool free[3], has[3];  /* of each operand: zeros and ones alone; it is there */
};

/* [(p) | (!p)] */
static bool predicate(struct inst *i)
{
	struct fl_asm *a = i->a;

	if (!fl_asm_take(a, '('))
		return true;
	i->w[0] |= PRED | (fl_asm_take(a, '!') ? 0 : SENSE);
	if (!fl_asm_take_word(a, "p"))
		return fl_asm_expected(a, "p: the predicate");
	return fl_asm_want(a, ')');
}

/* The operation and what is said of it after points */
static bool operation(struct inst *i)
{
	uint32_t code = 0;

	i->op = opcode(i->a, &code, &i->form, false);
	if (!i->op)
		return false;
	i->w[0] |= code;
	i->math = code & MATH;
	i->is_mad = i->op == &fl_r500_ve_ops[R500_PVS_VE_OPCODE__VE_MULTIPLY_ADD] ||
		    i->op == &fl_r500_ve_ops[R500_PVS_VE_OPCODE__VE_MULTIPLYX2_ADD];
	while (fl_asm_take(i->a, '.')) {
		if (fl_asm_take_word(i->a, "sat"))
			i->w[0] |= i->math ? ME_SAT : VE_SAT;
		else if (i->is_mad && fl_asm_take_word(i->a, "macro"))
			i->macro = AS_MACRO;
		else if (i->is_mad && fl_asm_take_word(i->a, "plain"))
			i->macro = PLAIN;
		else
			return fl_asm_expected(i->a, i->is_mad ? "sat, macro or plain" : "sat");
	}
	i->used = i->form == MOV ? 1 : i->op->used;
	i->n_used = (i->used & 1) + (i->used >> 1 & 1) + (i->used >> 2 & 1);
	return true;
}

/* The comma before the given-th operand that the text has, and the place *k of that operand: those that are
 * used in order, then, marked, those that are not. *more: there is one. */
static bool next_operand(struct inst *i, uint32_t given, uint32_t *k, bool *more)
{
	struct fl_asm *a = i->a;
	uint32_t left;

	*k = 0;
	*more = false;
	if (given < i->n_used) {
		if (given == 2 && fl_asm_peek(a) == '&') /* the dual form has no place for a third */
			return true;
		for (left = given; !(i->used >> *k & 1) || left--; ++*k)
			;
		if (!fl_asm_take_on(a, ','))
			return fl_asm_wrong(a, fl_asm_here(a), "expected ',': %s has %u source%s",
					    i->form == MOV   ? "MOV"
					    : i->form == DP3 ? "DP3"
					    : i->form == SUB ? "SUB"
							     : fl_r500_vs_op_name(i->op),
					    i->n_used, i->n_used == 1 ? "" : "s");
	} else {
		if (!fl_asm_take_on(a, ','))
			return true;
		for (left = given - i->n_used; i->used >> *k & 1 || left--; ++*k)
			;
		if (!fl_asm_take_word(a, "unused"))
			return fl_asm_wrong(a, fl_asm_here(a),
					    "%s has %u source%s; others are marked: unused",
					    fl_r500_vs_op_name(i->op), i->n_used, i->n_used == 1 ? "" : "s");
	}
	*more = true;
	return true;
}

static bool operands(struct inst *i)
{
	for (uint32_t given = 0, k; given < 3; given++) {
		bool more;

		if (!next_operand(i, given, &k, &more))
			return false;
		if (!more)
			return true;
		i->at[k] = fl_asm_here(i->a);
		if (!source(i->a, i->p, &i->w[1 + k], 4, &i->free[k]))
			return false;
		i->has[k] = true;
	}
	return true;
}

/* Zeros and ones lean on a register that is read anyway; SUB and DP3 are ADD and DP4. */
static void adapt(struct inst *i)
{
	uint32_t *w = i->w;

	for (uint32_t k = 0; k < 3; k++)
		for (uint32_t j = 0; j < 3 && i->has[k] && i->free[k]; j++)
			if (i->has[j] && !i->free[j]) {
				w[1 + k] |= w[1 + j] & PVS_REGISTER;
				break;
			}
	if (i->form == SUB)
		w[2] ^= PVS_NEGATE(15u);
	if (i->form == DP3) /* the fourth product away: 0 in one operand */
		w[1] = (w[1] & ~R500_PVS_SRC_OPERAND_0__PVS_SRC_SWIZZLE_W__MASK) |
		       R500_PVS_SRC_OPERAND_0__PVS_SRC_SWIZZLE_W(R500_PVS_SWIZZLE__FORCE_0);
}

/* A dual operation's other half, or what fills the operands that are not there */
static bool complete(struct inst *i)
{
	uint32_t *w = i->w;
	uint32_t last = i->has[2] && i->used & 4 ? w[3] : i->has[1] && i->used & 2 ? w[2] : w[1];

	if (!fl_asm_take_on(i->a, '&')) {
		for (uint32_t k = 0; k < 3 && i->n_used; k++)
			if (!i->has[k])
				w[1 + k] = fl_r500_vs_filler(last, i->math);
		return true;
	}
	if (i->math)
		return fl_asm_expected(i->a,
				       "no &: the first half of a dual operation is the vector engine's");
	if (i->has[2])
		return fl_asm_wrong(i->a, i->at[2], "the vector half of a dual operation has two sources");
	if (!i->has[1] && i->n_used)
		w[2] = fl_r500_vs_filler(last, false);
	return dual_half(i->a, i->p, w, i->at);
}

bool fl_r500_vs_instruction(struct fl_asm *a, struct fl_r500_vs *p, uint32_t w[4], const char *at[5])
{
	struct inst i = {.a = a, .p = p, .w = w, .at = at};

	memset(w, 0, 16);
	at[0] = at[1] = at[2] = at[3] = at[4] = fl_asm_here(a);
	if (!predicate(&i))
		return false;
	at[4] = fl_asm_here(a);
	if (!operation(&i))
		return false;
	/* An operation without operands may stand alone. */
	char next = fl_asm_peek(a);
	bool alone = !i.n_used && (!next || next == '^' || next == '&');
	if (!alone && (!dest(a, p, &w[0]) || !operands(&i)))
		return false;
	adapt(&i);
	if (!complete(&i))
		return false;
	if (i.is_mad &&
	    (i.macro == AS_MACRO || (i.macro == AS_NEEDED && !(w[0] & DUAL) && fl_r500_vs_three_temps(w))))
		w[0] = (w[0] & ~R500_PVS_OP_DST_OPERAND__PVS_DST_OPCODE__MASK) | MACRO |
		       (i.op == &fl_r500_ve_ops[R500_PVS_VE_OPCODE__VE_MULTIPLY_ADD]
			    ? R500_PVS_MACRO_OPCODE__PVS_MACRO_OP_2CLK_MADD
			    : R500_PVS_MACRO_OPCODE__PVS_MACRO_OP_2CLK_M2X_ADD);
	return fl_asm_residue(a, w, 4);
}
