/* SPDX-License-Identifier: MIT
 *
 * Registers, constants and numbers of the text.
 */
#include "lib/r600/asm_own.h"

#define FLOAT_SIGN 0x80000000u
#define FLOAT_HALF 0x3f000000u
#define FLOAT_ONE  0x3f800000u

static bool letter(char c, uint32_t *chan)
{
	for (uint32_t i = 0; i < 4; i++)
		if ((c | 32) == fl_r600_swizzle_letters[i]) {
			*chan = i;
			return true;
		}
	return false;
}

bool fl_r600_take_channel(struct fl_asm *a, uint32_t *chan)
{
	if (!fl_asm_want(a, '.'))
		return false;
	if (!letter(fl_asm_peek(a), chan) || (a->at++, fl_asm_word_goes_on(a)))
		return fl_asm_expected(a, "a channel: x, y, z or w");
	return true;
}

bool fl_r600_take_swizzle(struct fl_asm *a, uint32_t selectors[4])
{
	for (uint32_t i = 0; i < 4; i++) {
		char c = fl_asm_peek(a);

		if (c >= 'A' && c <= 'Z')
			c |= 32;
		for (selectors[i] = 0; selectors[i] < 8; selectors[i]++)
			if (fl_r600_swizzle_letters[selectors[i]] == c)
				break;
		if (selectors[i] == 8)
			return fl_asm_expected(a, "four of x y z w 0 1 _");
		a->at++;
	}
	return !fl_asm_word_goes_on(a) || fl_asm_expected(a, "four letters");
}

/* Behind "[": 5] or 5+AR.x] */
static bool take_index(struct fl_asm *a, uint32_t most, const char *what, uint32_t *n, bool *rel,
		       uint32_t *mode)
{
	const char *name;
	uint32_t length, chan;

	if (!fl_asm_integer(a, most, what, n))
		return false;
	*rel = fl_asm_take(a, '+');
	if (!*rel)
		return fl_asm_want(a, ']');
	length = fl_asm_name(a, &name);
	if (fl_asm_is(name, length, "AR")) {
		if (!fl_r600_take_channel(a, &chan))
			return false;
		*mode = FL_R600_AR_X + chan;
		return fl_asm_want(a, ']');
	}
	for (*mode = FL_R600_LOOP; *mode < 8; ++*mode)
		if (fl_asm_is(name, length, fl_r600_index_modes[*mode]))
			return fl_asm_want(a, ']');
	return fl_asm_wrong(a, name, "expected AR.x to AR.w, AL, GLOBAL or GLOBAL_AR");
}

bool fl_r600_take_gpr(struct fl_asm *a, uint32_t skip, uint32_t *gpr, bool *rel, uint32_t *mode)
{
	const char *name;
	uint32_t n = fl_asm_name(a, &name);
	const struct fl_asm_symbol *symbol;
	int32_t r;

	*rel = false;
	name += skip;
	n -= n < skip ? n : skip;
	symbol = n ? fl_asm_find(a, name, n) : NULL;
	if (symbol && symbol->kind >= FL_R600_SYM_IN && symbol->kind <= FL_R600_SYM_TEMP) {
		*gpr = symbol->first;
		return true;
	}
	if (fl_asm_is(name, n, "R") && fl_asm_take(a, '['))
		return take_index(a, FL_R600_SRC_KCACHE - 1, "a register", gpr, rel, mode);
	r = fl_asm_register(name, n, "R");
	if (r >= 0 && r < FL_R600_SRC_KCACHE) {
		*gpr = (uint32_t)r;
		return true;
	}
	r = fl_asm_register(name, n, "T");
	if (r >= 0 && r < FL_R600_SRC_KCACHE - FL_R600_TEMPS) {
		*gpr = FL_R600_TEMPS + (uint32_t)r;
		return true;
	}
	return fl_asm_wrong(a, name, "expected a register: R0 to R127, T0 to T3, R[0+AR.x]");
}

/* ---- numbers ------------------------------------------------------------------------------------------- */
/* Has it a point or an exponent? .x behind a number is a channel. */
static bool is_float(struct fl_asm *a)
{
	const char *p = fl_asm_here(a);

	while (p < a->end && ((*p >= '0' && *p <= '9') || *p == '-'))
		p++;
	if (p >= a->end || p + 1 >= a->end)
		return false;
	return (*p == '.' && p[1] >= '0' && p[1] <= '9') || *p == 'e' || *p == 'E' || *p == 'i' || *p == 'n';
}

/* A number: its bits, and whether it is a whole one */
static bool take_number(struct fl_asm *a, uint32_t *bits, bool *whole, bool *minus)
{
	*whole = !is_float(a);
	*minus = fl_asm_take(a, '-');
	if (*whole)
		return fl_asm_integer(a, UINT32_MAX, "a number", bits);
	return fl_asm_float(a, bits);
}

static bool take_literal(struct fl_asm *a, struct fl_r600_operand *o)
{
	bool whole, minus;

	if (!take_number(a, &o->literal, &whole, &minus) || !fl_asm_want(a, ']'))
		return false;
	if (minus)
		o->literal = whole ? 0 - o->literal : o->literal ^ FLOAT_SIGN;
	o->src.sel = FL_R600_SRC_LITERAL;
	o->placed = fl_asm_peek(a) == '.';
	return !o->placed || fl_r600_take_channel(a, &o->src.chan);
}

/* The chip's own constants where they fit. A sign before a float is the operand's. */
static bool take_constant(struct fl_asm *a, struct fl_r600_operand *o)
{
	static const uint32_t floats[][2] = {
	    {0, FL_R600_SRC_0}, {FLOAT_ONE, FL_R600_SRC_1}, {FLOAT_HALF, FL_R600_SRC_0_5}};
	bool bits_given = fl_asm_peek(a) == '0' && a->at + 1 < a->end && (a->at[1] | 32) == 'x', whole, minus;
	uint32_t v;

	if (!take_number(a, &v, &whole, &minus))
		return false;
	o->src.sel = FL_R600_SRC_LITERAL;
	o->literal = !minus ? v : whole ? 0 - v : v ^ FLOAT_SIGN;
	for (uint32_t i = 0; i < 3 && !bits_given; i++)
		if (v == floats[i][0] && (!whole || !v)) {
			o->src.sel = floats[i][1];
			o->src.neg ^= minus;
		}
	if (whole && v == 1 && !bits_given)
		o->src.sel = minus ? FL_R600_SRC_M_1_INT : FL_R600_SRC_1_INT;
	if (fl_asm_peek(a) != '.')
		return true;
	o->placed = true;
	return fl_r600_take_channel(a, &o->src.chan);
}

/* ---- sources ------------------------------------------------------------------------------------------- */
static bool take_set(struct fl_asm *a, const char *name, uint32_t n, struct fl_r600_operand *o)
{
	static const struct {
		char name[4];
		uint16_t base, count;
	} sets[] = {{"KC0", FL_R600_SRC_KCACHE, 32},
		    {"KC1", FL_R600_SRC_KCACHE + 32, 32},
		    {"C", FL_R600_SRC_CFILE, FL_R600_SRC_COUNT - FL_R600_SRC_CFILE}};

	for (uint32_t i = 0; i < 3; i++)
		if (fl_asm_is(name, n, sets[i].name)) {
			a->at += n;
			if (!fl_asm_want(a, '[') || !take_index(a, sets[i].count - 1u, "a constant",
								&o->src.sel, &o->src.rel, &o->mode))
				return false;
			o->src.sel += sets[i].base;
			return fl_r600_take_channel(a, &o->src.chan);
		}
	return fl_r600_take_gpr(a, 0, &o->src.sel, &o->src.rel, &o->mode) &&
	       fl_r600_take_channel(a, &o->src.chan);
}

/* phase.x, rows[2].y */
static bool take_constant_name(struct fl_asm *a, const struct fl_asm_symbol *s, struct fl_r600_operand *o)
{
	a->at += s->length;
	if (fl_asm_take(a, '[') &&
	    !take_index(a, s->count - 1u, "one of its vectors", &o->src.sel, &o->src.rel, &o->mode))
		return false;
	o->src.sel += FL_R600_SRC_CFILE + (uint32_t)s->first;
	return fl_r600_take_channel(a, &o->src.chan);
}

static bool take_named(struct fl_asm *a, struct fl_r600_operand *o)
{
	const char *name;
	uint32_t n = fl_asm_peek_name(a, &name);
	int32_t number = fl_asm_register(name, n, "SRC");
	const struct fl_asm_symbol *symbol = n ? fl_asm_find(a, name, n) : NULL;

	if (symbol && symbol->kind == FL_R600_SYM_CONST)
		return take_constant_name(a, symbol, o);

	if (fl_asm_is(name, n, "PV")) {
		a->at += n;
		o->src.sel = FL_R600_SRC_PV;
		return fl_r600_take_channel(a, &o->src.chan);
	}
	if (number >= FL_R600_SRC_KCACHE_END && number < FL_R600_SRC_DOUBLE) {
		a->at += n;
		o->src.sel = (uint32_t)number;
		return fl_r600_take_channel(a, &o->src.chan);
	}
	if (fl_asm_is(name, n, "PS"))
		o->src.sel = FL_R600_SRC_PS;
	for (uint32_t i = 0; i < 4; i++)
		if (fl_asm_is(name, n, fl_r600_doubles[i]))
			o->src.sel = FL_R600_SRC_DOUBLE + i;
	if (!o->src.sel)
		return take_set(a, name, n, o);
	a->at += n;
	return fl_asm_peek(a) != '.' || fl_r600_take_channel(a, &o->src.chan);
}

bool fl_r600_take_source(struct fl_asm *a, struct fl_r600_operand *o)
{
	char c = fl_asm_peek(a), next = a->at + 1 < a->end ? a->at[1] : 0;
	bool ok;

	*o = (struct fl_r600_operand){.mode = 0};
	if (c == '-' && !(next >= '0' && next <= '9'))
		o->src.neg = fl_asm_take(a, '-');
	if (fl_asm_take(a, '('))
		return take_constant(a, o) && fl_asm_want(a, ')') &&
		       (fl_asm_peek(a) != '.' || fl_r600_take_channel(a, &o->src.chan));
	o->src.abs = fl_asm_take(a, '|');
	c = fl_asm_peek(a);
	if (fl_asm_take(a, '['))
		ok = take_literal(a, o);
	else if (c == '-' || (c >= '0' && c <= '9'))
		ok = take_constant(a, o);
	else
		ok = take_named(a, o);
	return ok && (!o->src.abs || fl_asm_want(a, '|'));
}
