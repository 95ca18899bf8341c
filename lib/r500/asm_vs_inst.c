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
	const char *prefix;
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
	      R500_PVS_OP_DST_OPERAND__PVS_DST_OFFSET(r.at) | mask << 20 |
	      R500_PVS_OP_DST_OPERAND__PVS_DST_ADDR_SEL(r.sel) |
	      R500_PVS_OP_DST_OPERAND__PVS_DST_ADDR_MODE_0(r.mode & 1) |
	      R500_PVS_OP_DST_OPERAND__PVS_DST_ADDR_MODE_1(r.mode >> 1);
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
			swz[n++] = (uint8_t)(4 + (c - '0'));
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
	v &= 0x7fffffff;
	return v == 0 || v == 0x3f800000;
}

/* Numbers. Zeros and ones need no register: *w has none, and *free says so. */
static bool number(struct fl_asm *a, struct fl_r500_vs *p, uint32_t *w, bool *free)
{
	const char *start = fl_asm_here(a);
	uint32_t v[4], n, at = 0, c = 0;

	if (!fl_r500_asm_value(a, v, &n))
		return false;
	*free = true;
	*w = 0;
	for (uint32_t i = 0; i < 4; i++) {
		*free &= is_zero_or_one(v[i]);
		*w |= (4u + (v[i] << 1 != 0)) << (13 + 3 * i) | (v[i] >> 31) << (25 + i);
	}
	if (*free)
		return true;
	if (!p)
		return fl_asm_wrong(a, start, "there is no room for constants here");
	if (n == 1)
		v[0] &= 0x7fffffff;
	if (!fl_r500_asm_pool(&p->consts, v, n, &at, &c))
		return fl_asm_wrong(a, start, "all 256 constants are taken");
	*w = (n == 1 ? (*w & 0x1e000000u) | c * (1u << 13 | 1u << 16 | 1u << 19 | 1u << 22) : SWZ_XYZW) |
	     R500_PVS_SRC_OPERAND_0__PVS_SRC_REG_TYPE(R500_PVS_SRC_REG_TYPE__CONSTANT) |
	     R500_PVS_SRC_OPERAND_0__PVS_SRC_OFFSET(at);
	return true;
}

static bool source(struct fl_asm *a, struct fl_r500_vs *p, uint32_t *w, uint32_t want, bool *free)
{
	uint8_t swz[4] = {0, 1, 2, 3};
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
	     R500_PVS_SRC_OPERAND_0__PVS_SRC_ADDR_SEL(r.sel) |
	     R500_PVS_SRC_OPERAND_0__PVS_SRC_ADDR_MODE_0(r.mode & 1) |
	     R500_PVS_SRC_OPERAND_0__PVS_SRC_ADDR_MODE_1(r.mode >> 1);
	for (uint32_t i = 0; i < want; i++)
		*w |= (uint32_t)swz[i] << (13 + 3 * i) | (negate >> i & 1) << (25 + i);
	return true;
}

/* ---- the instruction ----------------------------------------------------------------------------------- */
enum { NORMAL, MOV, DP3, SUB };

static const struct fl_r500_vs_op *find(const struct fl_r500_vs_op *ops, uint32_t n_ops, const char *name,
					uint32_t n)
{
	for (uint32_t i = 0; i < n_ops; i++)
		if (fl_asm_is(name, n, ops[i].name) || fl_asm_is(name, n, ops[i].guide))
			return &ops[i];
	return NULL;
}

static const struct fl_r500_vs_op *opcode(struct fl_asm *a, uint32_t *w, unsigned *form, bool dual)
{
	const char *name;
	uint32_t n = fl_asm_peek_name(a, &name);
	const struct fl_r500_vs_op *op = NULL;

	*form = NORMAL;
	if (n && !dual) {
		op = find(fl_r500_ve_ops, FL_R500_VE_OPS, name, n);
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
		op = find(fl_r500_me_ops, FL_R500_ME_OPS, name, n);
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

/* The half behind the ampersand: PVS_DUAL_MATH instead of the third operand. */
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
	w[3] = (src & 0xe607fffbu) | R500_PVS_DUAL_MATH__PVS_DST_OPCODE_MSB(op >> 4) |
	       R500_PVS_DUAL_MATH__PVS_DST_OPCODE(op & 15) | R500_PVS_DUAL_MATH__DUAL_MATH_DST_OFFSET(to) |
	       R500_PVS_DUAL_MATH__PVS_DST_WE_SEL(c);
	return true;
}

bool fl_r500_vs_instruction(struct fl_asm *a, struct fl_r500_vs *p, uint32_t w[4], const char *at[5])
{
	uint32_t given = 0, macro = 2;
	bool free[3] = {false, false, false}, has[3] = {false, false, false};
	const struct fl_r500_vs_op *op;
	unsigned form;

	memset(w, 0, 16);
	at[0] = at[1] = at[2] = at[3] = at[4] = fl_asm_here(a);
	uint32_t pred = 0;
	if (fl_asm_take(a, '(')) {
		pred = PRED | (fl_asm_take(a, '!') ? 0 : SENSE);
		if (!fl_asm_take_word(a, "p"))
			return fl_asm_expected(a, "p: the predicate");
		if (!fl_asm_want(a, ')'))
			return false;
	}
	at[4] = fl_asm_here(a);
	op = opcode(a, &w[0], &form, false);
	if (!op)
		return false;
	w[0] |= pred;
	bool math = w[0] & MATH, is_mad = op == &fl_r500_ve_ops[4] || op == &fl_r500_ve_ops[11];
	while (fl_asm_take(a, '.')) {
		if (fl_asm_take_word(a, "sat"))
			w[0] |= math ? ME_SAT : VE_SAT;
		else if (is_mad && fl_asm_take_word(a, "macro"))
			macro = 1;
		else if (is_mad && fl_asm_take_word(a, "plain"))
			macro = 0;
		else
			return fl_asm_expected(a, is_mad ? "sat, macro or plain" : "sat");
	}
	uint32_t used = form == MOV ? 1 : op->used, n_used = (used & 1) + (used >> 1 & 1) + (used >> 2 & 1);
	/* An operation without operands may stand alone. */
	char next = fl_asm_peek(a);
	if (!n_used && (!next || next == '^' || next == '&') && form != MOV)
		goto dual;
	if (!dest(a, p, &w[0]))
		return false;
	/* Operands in order: those that are used, then, marked, those that are not. */
	while (given < 3) {
		uint32_t k = 0, left = 0;

		if (given < n_used) {
			if (given == 2 && fl_asm_peek(a) == '&') /* the dual form has no place for a third */
				break;
			for (left = given; !(used >> k & 1) || left--; k++)
				;
			if (!fl_asm_take_on(a, ','))
				return fl_asm_wrong(a, fl_asm_here(a), "expected ',': %s has %u source%s",
						    form == MOV   ? "MOV"
						    : form == DP3 ? "DP3"
						    : form == SUB ? "SUB"
								  : op->name,
						    n_used, n_used == 1 ? "" : "s");
		} else {
			if (!fl_asm_take_on(a, ','))
				break;
			for (left = given - n_used; used >> k & 1 || left--; k++)
				;
			if (!fl_asm_take_word(a, "unused"))
				return fl_asm_wrong(a, fl_asm_here(a),
						    "%s has %u source%s; others are marked: unused", op->name,
						    n_used, n_used == 1 ? "" : "s");
		}
		at[k] = fl_asm_here(a);
		if (!source(a, p, &w[1 + k], 4, &free[k]))
			return false;
		has[k] = true;
		given++;
	}
dual:
	/* Zeros and ones lean on a register that is read anyway. */
	for (uint32_t k = 0; k < 3; k++)
		if (has[k] && free[k])
			for (uint32_t j = 0; j < 3; j++)
				if (has[j] && !free[j]) {
					w[1 + k] |= w[1 + j] & SRC_REG;
					break;
				}
	if (form == SUB)
		w[2] ^= 15u << 25;
	if (form == DP3) /* the fourth product away: 0 in one operand */
		w[1] = (w[1] & ~(7u << 22)) | 4u << 22;
	uint32_t last = has[2] && used & 4 ? w[3] : has[1] && used & 2 ? w[2] : w[1];
	if (fl_asm_take_on(a, '&')) {
		if (math)
			return fl_asm_expected(
			    a, "no &: the first half of a dual operation is the vector engine's");
		if (has[2])
			return fl_asm_wrong(a, at[2], "the vector half of a dual operation has two sources");
		if (!has[1] && n_used)
			w[2] = fl_r500_vs_filler(last, false);
		if (!dual_half(a, p, w, at))
			return false;
	} else if (n_used) {
		for (uint32_t k = 0; k < 3; k++)
			if (!has[k])
				w[1 + k] = fl_r500_vs_filler(last, math);
	}
	if (is_mad && (macro == 1 || (macro == 2 && !(w[0] & DUAL) && fl_r500_vs_three_temps(w))))
		w[0] = (w[0] & ~0x3fu) | MACRO |
		       (op == &fl_r500_ve_ops[4] ? R500_PVS_MACRO_OPCODE__PVS_MACRO_OP_2CLK_MADD
						 : R500_PVS_MACRO_OPCODE__PVS_MACRO_OP_2CLK_M2X_ADD);
	return fl_r500_asm_residue(a, w, 4);
}
