/* SPDX-License-Identifier: MIT
 *
 * One ALU instruction from text to words: its halves, their operands, and which source slot holds what. R5xx guide 8.4.
 */
#include "lib/r500/asm_fs.h"
#include "hw/regs/r500.h"

#include <string.h>

enum { NONE = 0xffff };
enum form { F_PLAIN, F_MOV, F_ADD, F_SUB, F_MUL };
enum arg_kind { ARG_NUMBER, ARG_REG, ARG_PRESUB, ARG_SLOT };

struct arg {
	uint8_t kind, mod;
	uint8_t sel;     /* ARG_SLOT: 0 to 3 */
	uint8_t presub;  /* ARG_PRESUB: the operation */
	uint16_t reg[2]; /* ARG_REG: the first; ARG_PRESUB: src0 and src1 */
	uint8_t swz[4], n_swz;
	const char *at;
};

struct half {
	bool there;
	const struct r500_fs_op *op;
	enum form form;
	uint32_t omod, clamp, pred[2], n_pred; /* pred: select | inversion << 3 */
	bool omod_given;
	/* destinations; masks 255: not given */
	bool temp, out, depth, bits, result;
	uint32_t reg, wmask, target, omask, result_sel, result_op;
	uint32_t n;
	struct arg arg[3];
	const char *at;
};

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

/* ---- registers ------------------------------------------------------------------------------------------------------ */
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
static bool reg_of(struct fl_asm *a, struct r500_fs *p, uint32_t *reg, bool temps, const char *what)
{
	const char *name;
	uint32_t n = fl_asm_peek_name(a, &name), max = 127;
	const struct fl_asm_symbol *s = p && n ? fl_asm_find(a, name, n) : NULL;
	int32_t at;

	*reg = 0;
	if (s && (s->kind == R500_SYM_TEMP || s->kind == R500_SYM_IN || (s->kind == R500_SYM_CONST && !temps))) {
		*reg = s->first | (s->kind == R500_SYM_CONST ? SRC_CONST : 0u);
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

bool r500_fs_temp(struct fl_asm *a, struct r500_fs *p, uint32_t *reg, const char *what)
{
	return reg_of(a, p, reg, true, what);
}

bool r500_fs_mask(struct fl_asm *a, uint32_t *mask, bool *given)
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

/* ---- destinations --------------------------------------------------------------------------------------------------- */
static bool test_of(struct fl_asm *a, uint32_t *test)
{
	static const char *const tests[] = {"eq", "lt", "ge", "ne"};

	if (!fl_asm_want(a, ':'))
		return false;
	for (*test = 0; *test < 4; ++*test)
		if (fl_asm_take_word(a, tests[*test]))
			return true;
	return fl_asm_expected(a, "eq, lt, ge or ne");
}

static bool dest(struct fl_asm *a, struct r500_fs *p, struct half *h)
{
	static const char *const outs[] = {"outA", "outB", "outC", "outD"};
	const char *name, *at;
	uint32_t n = fl_asm_peek_name(a, &name), target = 4, mask;
	const struct fl_asm_symbol *s = p && n ? fl_asm_find(a, name, n) : NULL;
	bool given, depth = fl_asm_is(name, n, "depth");

	at = name;
	for (uint32_t i = 0; i < 4 && n; i++)
		if (fl_asm_is(name, n, outs[i]))
			target = i;
	if (s && s->kind == R500_SYM_OUT) {
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
		if (!r500_fs_mask(a, &mask, &given))
			return false;
		h->omask = given ? mask : 255;
		return true;
	}
	if (n == 1 && *name == 'p') {
		a->at += n;
		if (h->out || h->bits)
			return fl_asm_wrong(a, at, "one target, or predicate bits, to a half");
		h->bits = true;
		if (!r500_fs_mask(a, &mask, &given))
			return false;
		h->omask = given ? mask : 255;
		return test_of(a, &h->target);
	}
	if (fl_asm_is(name, n, "cc") && n) {
		a->at += n;
		h->result = true;
		if (!r500_fs_mask(a, &mask, &given))
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
	if (!r500_fs_mask(a, &mask, &given))
		return false;
	h->wmask = given ? mask : 255;
	return true;
}

/* ---- sources -------------------------------------------------------------------------------------------------------- */
static bool swizzle(struct fl_asm *a, struct arg *g)
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

static void all(struct arg *g, uint8_t swz)
{
	g->n_swz = 1;
	g->swz[0] = swz;
}

static bool number(struct fl_asm *a, struct r500_fs *p, struct arg *g)
{
	uint32_t v[4], n, at = 0, c = 0;
	int32_t code;

	g->kind = ARG_NUMBER;
	if (!r500_asm_value(a, v, &n))
		return false;
	if (n == 1) {
		uint32_t size = v[0] & 0x7fffffff;

		if (v[0] >> 31)
			g->mod = 1;
		if (size == 0 || size == 0x3f000000 || size == 0x3f800000) {
			all(g, size == 0 ? 4 : size == 0x3f000000 ? 5 : 6);
			return true;
		}
		g->kind = ARG_REG;
		code = r500_fs_inline(size);
		if (code >= 0) {
			g->reg[0] = (uint16_t)(SRC_NONE | code);
			return true;
		}
		v[0] = size;
	}
	g->kind = ARG_REG;
	if (!p)
		return fl_asm_wrong(a, g->at, "there is no room for constants here");
	if (!r500_asm_pool(&p->consts, v, n, &at, &c))
		return fl_asm_wrong(a, g->at, "all 256 constants are taken");
	g->reg[0] = (uint16_t)(SRC_CONST | at);
	if (n == 1)
		all(g, (uint8_t)c);
	return true;
}

static const char source_names[] = "a source: r, c, k, a name, a number or a presubtract";

/* 1-r0, 1-2*r0, r1-r0, r1+r0, the parenthesis being open */
static bool presubtract(struct fl_asm *a, struct r500_fs *p, struct arg *g)
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
				return fl_asm_wrong(a, at, "presubtracts are (1-r0), (1-2*r0), (r1-r0) and (r1+r0)");
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

static bool source(struct fl_asm *a, struct r500_fs *p, struct arg *g)
{
	uint32_t reg = 0;
	bool minus, bars;

	*g = (struct arg){.at = fl_asm_here(a), .kind = ARG_REG};
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

/* ---- halves --------------------------------------------------------------------------------------------------------- */
static bool modifiers(struct fl_asm *a, struct half *h)
{
	static const char *const omods[] = {"x1", "x2", "x4", "x8", "d2", "d4", "d8", "exact"};

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

static bool opcode(struct fl_asm *a, struct half *h)
{
	static const struct {
		const char *name;
		enum form form;
		uint8_t op;
	} more[] = {{"MOV", F_MOV, 2}, {"ADD", F_ADD, 0}, {"SUB", F_SUB, 0}, {"MUL", F_MUL, 0}};
	const char *name;
	uint32_t n = fl_asm_peek_name(a, &name);

	for (uint32_t i = 0; i < R500_FS_OPS && n; i++)
		if (fl_asm_is(name, n, r500_fs_ops[i].name))
			h->op = &r500_fs_ops[i];
	for (uint32_t i = 0; i < 4 && n; i++)
		if (fl_asm_is(name, n, more[i].name)) {
			h->op = &r500_fs_ops[more[i].op];
			h->form = more[i].form;
		}
	if (!h->op)
		return fl_asm_expected(a, "an operation");
	a->at += n;
	return true;
}

static const struct arg one = {.kind = ARG_NUMBER, .n_swz = 1, .swz = {6}},
			zero = {.kind = ARG_NUMBER, .n_swz = 1, .swz = {4}};

static bool half_of(struct fl_asm *a, struct r500_fs *p, struct half *h)
{
	*h = (struct half){.at = fl_asm_here(a)};
	if (fl_asm_take_word(a, "_"))
		return true;
	h->there = true;
	if (!r500_fs_predicate(a, h->pred, &h->n_pred))
		return false;
	h->at = fl_asm_here(a);
	if (!opcode(a, h) || !modifiers(a, h))
		return false;
	do {
		if (!dest(a, p, h))
			return false;
	} while (fl_asm_take(a, '+'));
	uint32_t args = h->form == F_MOV ? 1 : h->form != F_PLAIN ? 2 : h->op->args;
	bool open = h->op->rgb >= 11 || h->op->alpha == 1; /* MDH, MDV, DP: further ones mean something, or may */
	while (h->n < 3) {
		bool more = h->n >= args;

		if (!fl_asm_take_on(a, ',')) {
			if (more)
				break;
			return fl_asm_wrong(a, fl_asm_here(a), "expected ',': this operation has %u source%s", args,
					    args == 1 ? "" : "s");
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

/* ---- slots ---------------------------------------------------------------------------------------------------------- */
struct slots {
	uint16_t bank[2][3]; /* RGB, alpha: the register word, or NONE */
	uint8_t presub[2];
	bool presub_set[2];
	bool explicit;
};

struct place { /* an operand of a half on its way into a slot */
	struct arg *arg;
	uint8_t half, fixed; /* fixed: must be src0 */
	uint8_t swz[3], n;   /* what it selects in this half */
	uint8_t needs;       /* bit 0: RGB, bit 1: alpha */
	uint8_t sel;
};

static bool fits(const struct slots *s, const struct place *pl, uint32_t slot)
{
	for (uint32_t b = 0; b < 2; b++)
		if (pl->needs >> b & 1 && s->bank[b][slot] != NONE && s->bank[b][slot] != pl->arg->reg[0])
			return false;
	return true;
}

/* Operands i .. n into slots; what was tried is undone. At most 3^6 ways. */
static bool assign(struct slots *s, struct place *pl, uint32_t i, uint32_t n)
{
	if (i == n)
		return true;
	if (pl[i].arg->kind != ARG_REG || !pl[i].needs)
		return assign(s, pl, i + 1, n);
	for (uint32_t slot = 0; slot < (pl[i].fixed ? 1u : 3u); slot++) {
		struct slots saved = *s;

		if (!fits(s, &pl[i], slot))
			continue;
		for (uint32_t b = 0; b < 2; b++)
			if (pl[i].needs >> b & 1)
				s->bank[b][slot] = pl[i].arg->reg[0];
		pl[i].sel = (uint8_t)slot;
		if (assign(s, pl, i + 1, n))
			return true;
		*s = saved;
	}
	return false;
}

static bool put_presub(struct fl_asm *a, struct slots *s, struct place *pl)
{
	static const char text[] =
	    "the presubtracts of an instruction use the same registers, and src0 and src1 are theirs";
	struct arg *g = pl->arg;
	uint32_t n = g->presub == 1 || g->presub == 2 ? 2 : 1;

	for (uint32_t b = 0; b < 2; b++) {
		if (!(pl->needs >> b & 1))
			continue;
		if (s->presub_set[b] && s->presub[b] != g->presub)
			return fl_asm_wrong(a, g->at, "a half computes one presubtract");
		for (uint32_t i = 0; i < n; i++) {
			if (s->bank[b][i] != NONE && s->bank[b][i] != g->reg[i])
				return fl_asm_wrong(a, g->at, "%s", text);
			s->bank[b][i] = g->reg[i];
		}
		s->presub[b] = g->presub;
		s->presub_set[b] = true;
	}
	pl->sel = 3;
	return true;
}

/* from r0, c1, _ / r0, _, _ : sub / inv */
static bool from(struct fl_asm *a, struct r500_fs *p, struct slots *s)
{
	static const char *const ops[] = {"bias", "sub", "add", "inv"};

	if (!fl_asm_take_word(a, "from"))
		return true;
	s->explicit = true;
	for (uint32_t b = 0; b < 2; b++) {
		if (b && !fl_asm_want(a, '/'))
			return false;
		for (uint32_t i = 0; i < 3; i++) {
			uint32_t reg = 0;

			if (i && !fl_asm_take_on(a, ','))
				return fl_asm_expected(a, "',' and three registers, or _");
			if (!reg_of(a, p, &reg, false, "a register: r, c, k, a name or _"))
				return false;
			s->bank[b][i] = (uint16_t)reg;
		}
	}
	if (!fl_asm_take(a, ':'))
		return true;
	for (uint32_t b = 0; b < 2; b++) {
		uint32_t i = 0;

		if (b && !fl_asm_want(a, '/'))
			return false;
		while (i < 4 && !fl_asm_take_word(a, ops[i]))
			i++;
		if (i == 4)
			return fl_asm_expected(a, "bias, sub, add or inv");
		s->presub[b] = (uint8_t)i;
	}
	return true;
}

/* ---- the instruction ------------------------------------------------------------------------------------------------ */
static bool mask_for(struct fl_asm *a, const struct half *h, uint32_t given, uint32_t channels, uint32_t *mask)
{
	*mask = given == 255 ? channels : given;
	if (*mask & ~channels)
		return fl_asm_wrong(a, h->at,
				    channels == 7 ? "the RGB half writes r, g and b" : "the alpha half writes a");
	return true;
}

/* One half's word fields. channels: 7 or 8; or 15 where one text stands for both halves. */
static bool dests(struct fl_asm *a, struct half *h, uint32_t channels, uint32_t w[6])
{
	uint32_t wmask = 0, omask = 0;

	if (h->temp && !mask_for(a, h, h->wmask, channels, &wmask))
		return false;
	if ((h->out || h->bits) && !mask_for(a, h, h->omask, channels, &omask))
		return false;
	if (h->depth && !(channels & 8))
		return fl_asm_wrong(a, h->at, "depth is written by the alpha half");
	if (h->bits && (h->depth || CMN_TYPE(w[0]) == TYPE_OUT))
		return fl_asm_wrong(a, h->at, "an instruction writes outputs or predicate bits, not both");
	w[0] |= R500_US_CMN_INST__RGB_WMASK(wmask & 7) | R500_US_CMN_INST__ALPHA_WMASK(wmask >> 3) |
		R500_US_CMN_INST__RGB_OMASK(omask & 7) | R500_US_CMN_INST__ALPHA_OMASK(omask >> 3);
	if (h->result) {
		w[0] |= R500_US_CMN_INST__ALU_RESULT_SEL(h->result_sel) | R500_US_CMN_INST__ALU_RESULT_OP(h->result_op);
		w[3] |= R500_US_ALU_RGB_INST__ALU_WMASK(1);
	}
	if (h->depth)
		w[4] |= R500_US_ALU_ALPHA_INST__W_OMASK(1);
	if (h->out || h->depth)
		w[0] |= TYPE_OUT;
	if (channels & 7) {
		w[0] |= R500_US_CMN_INST__RGB_CLAMP(h->clamp) | R500_US_CMN_INST__RGB_PRED_SEL(h->pred[0] & 7) |
			R500_US_CMN_INST__RGB_PRED_INV(h->pred[0] >> 3);
		w[3] |= R500_US_ALU_RGB_INST__OMOD(h->omod) | R500_US_ALU_RGB_INST__TARGET(h->target);
		w[5] |=
		    R500_US_ALU_RGBA_INST__RGB_ADDRD(h->reg & 127) | R500_US_ALU_RGBA_INST__RGB_ADDRD_REL(h->reg >> 9);
	}
	if (channels & 8) {
		w[0] |= R500_US_CMN_INST__ALPHA_CLAMP(h->clamp) | R500_US_CMN_INST__ALPHA_PRED_SEL(h->pred[1] & 7) |
			R500_US_CMN_INST__ALPHA_PRED_INV(h->pred[1] >> 3);
		w[4] |= R500_US_ALU_ALPHA_INST__OMOD(h->omod) | R500_US_ALU_ALPHA_INST__TARGET(h->target) |
			R500_US_ALU_ALPHA_INST__ALPHA_ADDRD(h->reg & 127) |
			R500_US_ALU_ALPHA_INST__ALPHA_ADDRD_REL(h->reg >> 9);
	}
	return true;
}

static void put_arg(uint32_t w[6], const struct place *pl, uint32_t i)
{
	uint32_t rgb = pl->swz[0] | (uint32_t)pl->swz[1] << 3 | (uint32_t)pl->swz[2] << 6;
	uint32_t sel = pl->sel, mod = pl->arg->mod;

	if (!pl->half && i < 2)
		w[3] |= (sel | rgb << 2 | mod << 11) << (13 * i);
	else if (!pl->half)
		w[5] |= sel << 12 | rgb << 14 | mod << 23;
	else if (i < 2)
		w[4] |= (sel | (uint32_t)pl->swz[0] << 2 | mod << 5) << (12 + 7 * i);
	else
		w[5] |= (sel | (uint32_t)pl->swz[0] << 2 | mod << 5) << 25;
}

/* What an argument selects in one half. full: one text for both halves. */
static bool select_in(struct fl_asm *a, struct place *pl, bool full, bool scalar)
{
	const struct arg *g = pl->arg;

	pl->n = pl->half ? 1 : 3;
	for (uint32_t i = 0; i < pl->n; i++)
		pl->swz[i] = pl->half ? 3 : (uint8_t)i;
	if (g->n_swz == 1) {
		for (uint32_t i = 0; i < pl->n; i++)
			pl->swz[i] = g->swz[0];
	} else if (scalar && full) {
		if (g->kind != ARG_REG || g->reg[0] < SRC_NONE || g->reg[0] >= SRC_CONST)
			return fl_asm_wrong(a, g->at, "expected one component: this operation is the alpha half's");
	} else if (g->n_swz) {
		if (!full && g->n_swz != (pl->half ? 1 : 3))
			return fl_asm_wrong(a, g->at,
					    pl->half ? "the alpha half selects one component"
						     : "the RGB half selects one or three components");
		if (pl->half && g->n_swz == 3)
			return fl_asm_wrong(a, g->at, "expected one or four selectors: alpha is written too");
		for (uint32_t i = 0; i < pl->n; i++)
			pl->swz[i] = g->swz[pl->half ? 3 : i];
	}
	pl->needs = 0;
	for (uint32_t i = 0; i < pl->n; i++)
		pl->needs |= pl->swz[i] < 3 ? 1 : pl->swz[i] == 3 ? 2 : 0;
	pl->sel = g->kind == ARG_SLOT ? g->sel : 0;
	if (pl->fixed)
		pl->needs = pl->half ? 2 : 1;
	return true;
}

static bool encode(struct fl_asm *a, struct half half[2], bool full, struct slots *s, uint32_t w[6])
{
	struct half *h = &half[0];
	struct place pl[6] = {0};
	uint32_t n = 0, index[6];
	bool rgb = half[0].there, alpha = half[1].there;

	if (full) {
		uint32_t masks = (h->temp ? h->wmask & 15 : 0) | (h->out || h->bits ? h->omask & 15 : 0);

		rgb = masks & 7 || (h->result && !h->result_sel);
		alpha = masks & 8 || h->depth || (h->result && h->result_sel);
		if (!rgb && !alpha) /* nothing is written: as if everything were */
			rgb = alpha = true;
		if (h->op->rgb < 0 && h->op->alpha == 1)
			return fl_asm_wrong(a, h->at,
					    "DP takes the RGB half's dot product: it is half of an instruction");
		if (h->op->rgb == 10)
			return fl_asm_wrong(a, h->at,
					    "SOP takes the alpha half's result: it is half of an instruction");
		half[1] = *h;
		half[1].result = false;
		if (h->n_pred == 2 && !(rgb && alpha))
			return fl_asm_wrong(a, h->at, "predicates for two halves, of which there is one");
		uint32_t channels = (rgb ? 7u : 0) | (alpha ? 8u : 0);
		/* The unit that computes goes along even if it writes nothing. */
		if (!dests(a, h, channels, w))
			return false;
		if (h->op->kind == R500_FS_DOT) {
			rgb = true;
			if (h->op->rgb == 2)
				alpha = true;
		}
		if (h->op->kind == R500_FS_SCALAR)
			alpha = true;
	} else {
		for (uint32_t i = 0; i < 2; i++)
			if (half[i].there) {
				if ((i ? half[i].op->alpha : half[i].op->rgb) < 0)
					return fl_asm_wrong(a, half[i].at, "the %s half has no such operation",
							    i ? "alpha" : "RGB");
				if (half[i].n_pred == 2)
					return fl_asm_wrong(a, half[i].at, "one predicate to a half");
				if (!dests(a, &half[i], i ? 8 : 7, w))
					return false;
			}
		if (half[0].result && half[1].there && half[1].result)
			return fl_asm_wrong(a, half[1].at, "one ALU result to an instruction");
		if ((half[0].bits && CMN_TYPE(w[0]) == TYPE_OUT) || (half[1].bits && CMN_TYPE(w[0]) == TYPE_OUT))
			return fl_asm_wrong(a, half[0].at, "an instruction writes outputs or predicate bits, not both");
	}
	for (uint32_t i = 0; i < 2; i++) {
		if (!(i ? alpha : rgb))
			continue;
		const struct r500_fs_op *op = half[i].op;
		bool scalar = full && op->kind == R500_FS_SCALAR, dot = full && op->kind == R500_FS_DOT;
		int32_t code = i ? op->alpha : op->rgb;

		if (full && i == 0 && scalar)
			code = 10; /* SOP */
		if (full && i == 1 && dot)
			code = 1; /* DP */
		if (i)
			w[4] |= (uint32_t)code;
		else
			w[5] |= (uint32_t)code;
		for (uint32_t k = 0; k < half[i].n; k++) {
			if ((full && i == 0 && scalar) || (full && i == 1 && dot && (op->rgb != 2 || k > 1)))
				continue;
			pl[n] = (struct place){.arg = &half[i].arg[k], .half = (uint8_t)i};
			pl[n].fixed = op->rgb >= 11 && k == 0 && pl[n].arg->kind == ARG_REG;
			if (!select_in(a, &pl[n], full, scalar))
				return false;
			index[n++] = k;
		}
	}
	if (s->explicit) {
		for (uint32_t k = 0; k < n; k++)
			if (pl[k].arg->kind == ARG_REG || pl[k].arg->kind == ARG_PRESUB)
				return fl_asm_wrong(a, pl[k].arg->at,
						    "with `from`, sources are src0, src1, src2 and srcp");
	} else {
		for (uint32_t k = 0; k < n; k++)
			if (pl[k].arg->kind == ARG_SLOT && (pl[k].needs || pl[k].sel))
				return fl_asm_wrong(a, pl[k].arg->at,
						    "source slots want `from`, which says what they hold");
		for (uint32_t k = 0; k < n; k++)
			if (pl[k].arg->kind == ARG_PRESUB && !put_presub(a, s, &pl[k]))
				return false;
		if (!assign(s, pl, 0, n))
			return fl_asm_wrong(a, half[0].there ? half[0].at : half[1].at,
					    "the sources do not fit three RGB and three alpha slots");
	}
	for (uint32_t k = 0; k < n; k++)
		put_arg(w, &pl[k], index[k]);
	for (uint32_t b = 0; b < 2; b++) {
		for (uint32_t i = 0; i < 3; i++)
			w[1 + b] |= (s->bank[b][i] == NONE ? (uint32_t)SRC_NONE : s->bank[b][i]) << (10 * i);
		w[1 + b] |= (uint32_t)s->presub[b] << 30;
	}
	return true;
}

bool r500_fs_instruction(struct fl_asm *a, struct r500_fs *p, uint32_t w[6])
{
	struct slots s = {.bank = {{NONE, NONE, NONE}, {NONE, NONE, NONE}}};
	struct half half[2] = {{0}};
	bool full = true;

	memset(w, 0, 24);
	if (!half_of(a, p, &half[0]))
		return false;
	if (fl_asm_take_on(a, '&')) {
		full = false;
		if (!half_of(a, p, &half[1]))
			return false;
	} else if (!half[0].there) {
		return fl_asm_expected(a, "'&' and the alpha half");
	}
	return from(a, p, &s) && encode(a, half, full, &s, w) && r500_fs_flags(a, w) && r500_asm_residue(a, w, 6);
}
