/* SPDX-License-Identifier: MIT
 *
 * One half of an ALU instruction out of text: operation, modifiers, destinations, sources. R5xx guide 8.4.
 */
#include "lib/r500/asm_fs_half.h"
#include "hw/regs/r500.h"

static bool channel(char c, uint8_t *out)
{
	static const char from[] = "rgbaxyzwstpq0h1_";
	static const uint8_t to[] = {0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 6, 7};

	for (uint32_t i = 0; i < sizeof(to); i++)
		if (c == from[i]) {
			*out = to[i];
			return true;
		}
	return false;
}

/* ---- registers ----------------------------------------------------------------------------------------- */
static bool loop_index(struct fl_asm *a, uint32_t max, uint32_t *reg)
{
	uint32_t at = 0;

	if (fl_asm_take_word(a, "aL")) {
		*reg |= SRC_REL;
		if (fl_asm_take(a, ']'))
			return true;
		if (!fl_asm_want(a, '+'))
			return false;
	}
	const char *where = fl_asm_here(a);
	if (!fl_asm_integer(a, 255, "a number", &at))
		return false;
	if ((*reg & 255) + at > max)
		return fl_asm_wrong(a, where, "expected a number up to %u", max - (*reg & 255));
	*reg += at;
	return fl_asm_want(a, ']');
}

/* r, c or k, or a name of one; temps: temporaries alone. */
static bool reg_of(struct fl_asm *a, struct fl_r500_fs *p, uint32_t *reg, bool temps, const char *what)
{
	const char *name;
	uint32_t n = fl_asm_peek_name(a, &name), max = 127;
	const struct fl_asm_symbol *s = p && n ? fl_asm_find(a, name, n) : NULL;
	int32_t at;

	*reg = 0;
	if (s && (s->kind == FL_R500_SYM_TEMP || s->kind == FL_R500_SYM_IN ||
		  (s->kind == FL_R500_SYM_CONST && !temps))) {
		*reg = s->first | (s->kind == FL_R500_SYM_CONST ? SRC_CONST : 0u);
		a->at += n;
		return !fl_asm_take(a, '[') || loop_index(a, s->first + s->count - 1u, reg);
	}
	if (n && fl_asm_is(name, n, "_") && !temps) {
		*reg = SRC_NONE;
		a->at += n;
		return true;
	}
	if (n && !temps && (at = fl_asm_register(name, n, "k")) >= 0) {
		*reg = SRC_NONE | (uint32_t)at;
		if (at > 127)
			return fl_asm_wrong(a, name, "inline constants are k0 to k127");
		a->at += n;
		return true;
	}
	at = fl_asm_register(name, n, "r");
	if (n && at < 0 && !temps && (name[0] == 'c') && (n == 1 || fl_asm_register(name, n, "c") >= 0)) {
		at = fl_asm_register(name, n, "c");
		max = 255;
		*reg = SRC_CONST;
	} else if (!n || (at < 0 && !(n == 1 && name[0] == 'r'))) {
		return fl_asm_expected(a, what);
	}
	if (at > (int32_t)max)
		return fl_asm_wrong(a, name, "registers are %s0 to %s%u", max == 127 ? "r" : "c",
				    max == 127 ? "r" : "c", max);
	a->at += n;
	if (at >= 0) {
		*reg |= (uint32_t)at;
		return true;
	}
	return fl_asm_want(a, '[') && loop_index(a, max, reg);
}

bool fl_r500_fs_temp(struct fl_asm *a, struct fl_r500_fs *p, uint32_t *reg, const char *what)
{
	return reg_of(a, p, reg, true, what);
}

bool fl_r500_fs_register(struct fl_asm *a, struct fl_r500_fs *p, uint32_t *reg)
{
	return reg_of(a, p, reg, false, "a register: r, c, k, a name or _");
}

bool fl_r500_fs_mask(struct fl_asm *a, uint32_t *mask, bool *given)
{
	const char *name;
	uint8_t i = 0;

	*given = fl_asm_take(a, '.');
	*mask = 15;
	if (!*given)
		return true;
	uint32_t n = fl_asm_peek_name(a, &name);
	*mask = 0;
	for (uint32_t k = 0; k < n && !(n == 1 && *name == '_'); k++) {
		if (!channel(name[k], &i) || i > 3 || *mask >> i)
			return fl_asm_wrong(a, name, "expected a mask: some of r g b a, in this order");
		*mask |= 1u << i;
	}
	a->at += n;
	return n || fl_asm_expected(a, "a mask: some of r g b a, in this order");
}

/* ---- destinations -------------------------------------------------------------------------------------- */
static bool test_of(struct fl_asm *a, uint32_t *test)
{
	static const char tests[][3] = {"eq", "lt", "ge", "ne"};

	if (!fl_asm_want(a, ':'))
		return false;
	for (*test = 0; *test < 4; ++*test)
		if (fl_asm_take_word(a, tests[*test]))
			return true;
	return fl_asm_expected(a, "eq, lt, ge or ne");
}

static bool dest(struct fl_asm *a, struct fl_r500_fs *p, struct fl_r500_fs_half *h)
{
	static const char outs[][5] = {"outA", "outB", "outC", "outD"};
	const char *name, *at;
	uint32_t n = fl_asm_peek_name(a, &name), target = 4, mask;
	const struct fl_asm_symbol *s = p && n ? fl_asm_find(a, name, n) : NULL;
	bool given, depth = fl_asm_is(name, n, "depth");

	at = name;
	for (uint32_t i = 0; i < 4 && n; i++)
		if (fl_asm_is(name, n, outs[i]))
			target = i;
	if (s && s->kind == FL_R500_SYM_OUT) {
		target = s->first;
		depth = s->first == 4;
	}
	if (n && depth) {
		a->at += n;
		h->depth = true;
		return true;
	}
	if (n && target < 4) {
		a->at += n;
		if (h->out || h->bits)
			return fl_asm_wrong(a, at, "one target, or predicate bits, to a half");
		h->out = true;
		h->target = target;
		if (!fl_r500_fs_mask(a, &mask, &given))
			return false;
		h->omask = given ? mask : 255;
		return true;
	}
	if (n == 1 && *name == 'p') {
		a->at += n;
		if (h->out || h->bits)
			return fl_asm_wrong(a, at, "one target, or predicate bits, to a half");
		h->bits = true;
		if (!fl_r500_fs_mask(a, &mask, &given))
			return false;
		h->omask = given ? mask : 255;
		return test_of(a, &h->target);
	}
	if (fl_asm_is(name, n, "cc") && n) {
		a->at += n;
		h->result = true;
		if (!fl_r500_fs_mask(a, &mask, &given))
			return false;
		if (mask != 1 && mask != 8)
			return fl_asm_wrong(a, at, "the ALU result comes of one channel: cc.r or cc.a");
		h->result_sel = mask == 8;
		return test_of(a, &h->result_op);
	}
	if (h->temp)
		return fl_asm_wrong(a, at, "one temporary to a half");
	h->temp = true;
	if (!reg_of(a, p, &h->reg, true, "a destination: r, outA to outD, depth, p, cc or a name"))
		return false;
	if (!fl_r500_fs_mask(a, &mask, &given))
		return false;
	h->wmask = given ? mask : 255;
	return true;
}

/* ---- sources ------------------------------------------------------------------------------------------- */
static bool swizzle(struct fl_asm *a, struct fl_r500_fs_arg *g)
{
	const char *at = fl_asm_here(a);
	uint8_t c;

	g->n_swz = 0;
	while (a->at < a->end && g->n_swz < 4 && channel(*a->at, &c)) {
		g->swz[g->n_swz++] = c;
		a->at++;
	}
	if (g->n_swz == 0 || g->n_swz == 2 || fl_asm_word_goes_on(a))
		return fl_asm_wrong(a, at, "expected a swizzle: one, three or four of r g b a 0 h 1");
	return true;
}

static void all(struct fl_r500_fs_arg *g, uint8_t swz)
{
	g->n_swz = 1;
	g->swz[0] = swz;
}

static bool number(struct fl_asm *a, struct fl_r500_fs *p, struct fl_r500_fs_arg *g)
{
	uint32_t v[4], n, at = 0, c = 0;
	int32_t code;

	g->kind = ARG_NUMBER;
	if (!fl_asm_vector(a, v, &n))
		return false;
	if (n == 1) {
		uint32_t size = v[0] & ~FL_R500_FLOAT_SIGN;

		if (v[0] & FL_R500_FLOAT_SIGN)
			g->mod = R500_ALU_MOD__NEG;
		if (size == 0 || size == FL_R500_FLOAT_HALF || size == FL_R500_FLOAT_ONE) {
			all(g, size == 0                    ? R500_ALU_SWIZ__ZERO
			       : size == FL_R500_FLOAT_HALF ? R500_ALU_SWIZ__HALF
							    : R500_ALU_SWIZ__ONE);
			return true;
		}
		g->kind = ARG_REG;
		code = fl_r500_fs_inline(size);
		if (code >= 0) {
			g->reg[0] = (uint16_t)(SRC_NONE | code);
			return true;
		}
		v[0] = size;
	}
	g->kind = ARG_REG;
	if (!p)
		return fl_asm_wrong(a, g->at, "there is no room for constants here");
	if (!fl_r500_asm_pool(&p->consts, v, n, &at, &c))
		return fl_asm_wrong(a, g->at, "all 256 constants are taken");
	g->reg[0] = (uint16_t)(SRC_CONST | at);
	if (n == 1)
		all(g, (uint8_t)c);
	return true;
}

static const char source_names[] = "a source: r, c, k, a name, a number or a presubtract";

/* 1-r0, 1-2*r0, r1-r0, r1+r0, the parenthesis being open */
static bool presubtract(struct fl_asm *a, struct fl_r500_fs *p, struct fl_r500_fs_arg *g)
{
	uint32_t reg = 0, second = 0, two;

	g->kind = ARG_PRESUB;
	if (fl_asm_is_number(a)) {
		const char *at = fl_asm_here(a);
		if (!fl_asm_integer(a, 1, "1", &two) || two != 1)
			return fl_asm_wrong(a, at, "presubtracts are (1-r0), (1-2*r0), (r1-r0) and (r1+r0)");
		if (!fl_asm_want(a, '-'))
			return false;
		g->presub = R500_US_ALU_RGB_ADDR__SRCP_OP__ONE_MINUS_RGB0;
		at = fl_asm_here(a);
		if (fl_asm_is_number(a)) {
			if (!fl_asm_integer(a, 2, "2", &two) || two != 2 || !fl_asm_want(a, '*'))
				return fl_asm_wrong(a, at,
						    "presubtracts are (1-r0), (1-2*r0), (r1-r0) and (r1+r0)");
			g->presub = R500_US_ALU_RGB_ADDR__SRCP_OP__ONE_MINUS_2_RGB0;
		}
		if (!reg_of(a, p, &reg, false, "a register"))
			return false;
	} else {
		if (!reg_of(a, p, &second, false, "a register"))
			return false;
		if (fl_asm_take(a, '-'))
			g->presub = R500_US_ALU_RGB_ADDR__SRCP_OP__RGB1_MINUS_RGB0;
		else if (fl_asm_take(a, '+'))
			g->presub = R500_US_ALU_RGB_ADDR__SRCP_OP__RGB1_PLUS_RGB0;
		else
			return fl_asm_expected(a, "- or +");
		if (!reg_of(a, p, &reg, false, "a register"))
			return false;
	}
	g->reg[0] = (uint16_t)reg;
	g->reg[1] = (uint16_t)second;
	return fl_asm_want(a, ')');
}

static bool source(struct fl_asm *a, struct fl_r500_fs *p, struct fl_r500_fs_arg *g)
{
	uint32_t reg = 0;
	bool minus, bars;

	*g = (struct fl_r500_fs_arg){.at = fl_asm_here(a), .kind = ARG_REG};
	if (fl_asm_is_number(a) || fl_asm_peek(a) == '{')
		return number(a, p, g);
	minus = fl_asm_take(a, '-');
	bars = fl_asm_take(a, '|');
	if (fl_asm_take(a, '(')) {
		if (!presubtract(a, p, g))
			return false;
	} else {
		const char *name;
		uint32_t n = fl_asm_peek_name(a, &name);
		int32_t slot = fl_asm_is(name, n, "srcp") ? 3 : fl_asm_register(name, n, "src");

		if (n && slot >= 0) {
			if (slot > 2 && name[3] != 'p')
				return fl_asm_expected(a, "src0, src1, src2 or srcp");
			a->at += n;
			g->kind = ARG_SLOT;
			g->sel = (uint8_t)slot;
		} else if (!reg_of(a, p, &reg, false, source_names)) {
			return false;
		}
		g->reg[0] = (uint16_t)reg;
	}
	if (fl_asm_take(a, '.') && !swizzle(a, g))
		return false;
	if (bars && !fl_asm_want(a, '|'))
		return false;
	g->mod = (uint8_t)((minus ? 1 : 0) | (bars ? 2 : 0));
	return true;
}

/* ---- halves -------------------------------------------------------------------------------------------- */
static bool modifiers(struct fl_asm *a, struct fl_r500_fs_half *h)
{
	static const char omods[][6] = {"x1", "x2", "x4", "x8", "d2", "d4", "d8", "exact"};

	while (fl_asm_take(a, '.')) {
		uint32_t i = 0;

		if (fl_asm_take_word(a, "sat")) {
			h->clamp = 1;
			continue;
		}
		while (i < 8 && !fl_asm_take_word(a, omods[i]))
			i++;
		if (i == 8)
			return fl_asm_expected(a, "sat, x2, x4, x8, d2, d4, d8 or exact");
		h->omod = i;
		h->omod_given = true;
	}
	return true;
}

static bool opcode(struct fl_asm *a, struct fl_r500_fs_half *h)
{
	static const struct {
		char name[4];
		uint8_t form, op; /* enum fl_r500_fs_form, and whose it is */
	} more[] = {{"MOV", F_MOV, 2}, {"ADD", F_ADD, 0}, {"SUB", F_SUB, 0}, {"MUL", F_MUL, 0}};
	const char *name;
	uint32_t n = fl_asm_peek_name(a, &name);

	for (uint32_t i = 0; i < FL_R500_FS_OPS && n; i++)
		if (fl_asm_is(name, n, fl_r500_fs_ops[i].name))
			h->op = &fl_r500_fs_ops[i];
	for (uint32_t i = 0; i < 4 && n; i++)
		if (fl_asm_is(name, n, more[i].name)) {
			h->op = &fl_r500_fs_ops[more[i].op];
			h->form = (enum fl_r500_fs_form)more[i].form;
		}
	if (!h->op)
		return fl_asm_expected(a, "an operation");
	a->at += n;
	return true;
}

static const struct fl_r500_fs_arg one = {.kind = ARG_NUMBER, .n_swz = 1, .swz = {6}},
				   zero = {.kind = ARG_NUMBER, .n_swz = 1, .swz = {4}};

bool fl_r500_fs_half(struct fl_asm *a, struct fl_r500_fs *p, struct fl_r500_fs_half *h)
{
	*h = (struct fl_r500_fs_half){.at = fl_asm_here(a)};
	if (fl_asm_take_word(a, "_"))
		return true;
	h->there = true;
	if (!fl_r500_fs_predicate(a, h->pred, &h->n_pred))
		return false;
	h->at = fl_asm_here(a);
	if (!opcode(a, h) || !modifiers(a, h))
		return false;
	do {
		if (!dest(a, p, h))
			return false;
	} while (fl_asm_take(a, '+'));
	uint32_t args = h->form == F_MOV ? 1 : h->form != F_PLAIN ? 2 : h->op->args;
	/* MDH, MDV, DP: further ones mean something, or may */
	bool open = h->op->rgb >= 11 || h->op->alpha == 1;
	while (h->n < 3) {
		bool more = h->n >= args;

		if (!fl_asm_take_on(a, ',')) {
			if (more)
				break;
			return fl_asm_wrong(a, fl_asm_here(a), "expected ',': this operation has %u source%s",
					    args, args == 1 ? "" : "s");
		}
		if (more && !fl_asm_take_word(a, "unused") && !(open && h->form == F_PLAIN))
			return fl_asm_wrong(a, fl_asm_here(a),
					    "this operation has %u source%s; others are marked: unused", args,
					    args == 1 ? "" : "s");
		if (more && h->form != F_PLAIN)
			return fl_asm_wrong(a, fl_asm_here(a), "this operation has %u source%s", args,
					    args == 1 ? "" : "s");
		if (!source(a, p, &h->arg[h->n]))
			return false;
		h->n++;
	}
	switch (h->form) {
	case F_MOV: /* bit for bit, unless the modifier or the clamp is asked for: guide 8.7.2 */
		h->arg[1] = h->arg[0];
		h->n = 2;
		if (!h->omod_given && !h->clamp)
			h->omod = 7;
		break;
	case F_ADD:
	case F_SUB:
		h->arg[2] = h->arg[1];
		h->arg[2].mod ^= h->form == F_SUB;
		h->arg[1] = one;
		h->n = 3;
		break;
	case F_MUL:
		h->arg[2] = zero;
		h->n = 3;
		break;
	case F_PLAIN:
		break;
	}
	return true;
}
