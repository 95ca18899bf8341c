/* SPDX-License-Identifier: MIT
 *
 * Operands of Sea Islands' instructions: registers, constants, literals. See asm.h.
 */
#include "lib/cik/asm_own.h"
#include "hw/fl_str.h"

/* Registers without a number, and other scalar sources */
static const struct {
	const char *name;
	uint8_t code, n;
} named[] = {
    {"flat_scratch_lo", 104, 1},
    {"flat_scratch_hi", 105, 1},
    {"flat_scratch", 104, 2},
    {"vcc_lo", FL_CIK_VCC, 1},
    {"vcc_hi", FL_CIK_VCC + 1, 1},
    {"vcc", FL_CIK_VCC, 2},
    {"tba_lo", 108, 1},
    {"tba_hi", 109, 1},
    {"tba", 108, 2},
    {"tma_lo", 110, 1},
    {"tma_hi", 111, 1},
    {"tma", 110, 2},
    {"m0", FL_CIK_M0, 1},
    {"exec_lo", FL_CIK_EXEC, 1},
    {"exec_hi", FL_CIK_EXEC + 1, 1},
    {"exec", FL_CIK_EXEC, 2},
    {"src_vccz", FL_CIK_VCCZ, 1},
    {"src_execz", 252, 1},
    {"src_scc", 253, 1},
    {"src_lds_direct", FL_CIK_LDS_DIRECT, 1},
    {"vccz", FL_CIK_VCCZ, 1},
    {"execz", 252, 1},
    {"scc", 253, 1},
    {"lds_direct", FL_CIK_LDS_DIRECT, 1},
};

enum { NAMED = sizeof(named) / sizeof(named[0]) };

/* The chip's own constants behind the whole numbers: 0.5 and so on from code 240 on, as floats, doubles and
 * halves */
static const struct {
	uint32_t f32;
	uint32_t f64_hi;
	uint16_t f16;
} own_floats[] = {
    {0x3f000000, 0x3fe00000, 0x3800}, {0xbf000000, 0xbfe00000, 0xb800}, {0x3f800000, 0x3ff00000, 0x3c00},
    {0xbf800000, 0xbff00000, 0xbc00}, {0x40000000, 0x40000000, 0x4000}, {0xc0000000, 0xc0000000, 0xc000},
    {0x40800000, 0x40100000, 0x4400}, {0xc0800000, 0xc0100000, 0xc400},
};

const char *fl_cik_scalar_name(uint32_t code, uint32_t n)
{
	for (uint32_t i = 0; i < NAMED; i++)
		if (named[i].code == code && named[i].n == n)
			return named[i].name;
	return NULL;
}

/* [first:last] or [number] behind a register's letter */
static bool take_range(struct fl_asm *a, struct fl_cik_operand *o, uint32_t most)
{
	uint32_t first, last;

	if (!fl_asm_want(a, '[') || !fl_asm_integer(a, most - 1, "a register's number", &first))
		return false;
	last = first;
	if (fl_asm_take(a, ':') && !fl_asm_integer(a, most - 1, "a register's number", &last))
		return false;
	if (last < first || last - first > 15)
		return fl_asm_wrong(a, o->at,
				    "the last register comes before the first, or there are too many");
	o->code = (uint16_t)first;
	o->n = (uint16_t)(last - first + 1);
	return fl_asm_want(a, ']');
}

/* s, v or ttmp with a number or a range. False without an error: none of them. */
static bool take_numbered(struct fl_asm *a, struct fl_cik_operand *o, const char *prefix, uint32_t base,
			  uint32_t most)
{
	const char *name;
	uint32_t n = fl_asm_peek_name(a, &name);
	int32_t number = fl_asm_register(name, n, prefix);

	if (number >= (int32_t)most)
		return fl_asm_wrong(a, name, "there are %s0 to %s%u", prefix, prefix, most - 1);
	if (number < 0 && !(fl_asm_is(name, n, prefix) && name + n < a->end && name[n] == '['))
		return false;
	fl_asm_name(a, &name);
	o->code = (uint16_t)number;
	o->n = 1;
	if (number < 0 && !take_range(a, o, most))
		return false;
	/* Scalar registers stand in pairs and fours. */
	if (base < FL_CIK_VGPR && o->n > 1 && o->code % (o->n > 2 ? 4u : 2u))
		return fl_asm_wrong(a, o->at, "the number of the first of %u is a multiple of %u", o->n,
				    o->n > 2 ? 4 : 2);
	o->code = (uint16_t)(o->code + base);
	return true;
}

static bool take_register(struct fl_asm *a, struct fl_cik_operand *o)
{
	const char *name;
	uint32_t n = fl_asm_peek_name(a, &name);

	*o = (struct fl_cik_operand){.at = name, .kind = FL_CIK_REGISTER};
	if (take_numbered(a, o, "v", FL_CIK_VGPR, 256) || a->bad ||
	    take_numbered(a, o, "s", 0, FL_CIK_SGPRS) || a->bad ||
	    take_numbered(a, o, "ttmp", FL_CIK_TTMP, FL_CIK_TTMPS) || a->bad)
		return !a->bad;
	for (uint32_t i = 0; n && i < NAMED; i++)
		if (fl_asm_is(name, n, named[i].name)) {
			fl_asm_name(a, &name);
			o->code = named[i].code;
			o->n = named[i].n;
			return true;
		}
	return fl_cik_take_named(a, o);
}

bool fl_cik_take_register(struct fl_asm *a, struct fl_cik_operand *o)
{
	if (!take_register(a, o))
		return false;
	fl_cik_note_register(a, o);
	return true;
}

static bool take_plain(struct fl_asm *a, struct fl_cik_operand *o)
{
	struct fl_cik_operand r;

	if (fl_cik_take_register(a, &r)) {
		r.neg = o->neg;
		r.abs = o->abs;
		r.at = o->at;
		*o = r;
		return true;
	}
	if (a->bad)
		return false;
	if (fl_asm_peek(a) != '-' && (fl_asm_peek(a) < '0' || fl_asm_peek(a) > '9') && fl_asm_peek(a) != '.')
		return fl_asm_expected(a, "a register or a number");
	return fl_cik_take_number(a, o);
}

bool fl_cik_take_operand(struct fl_asm *a, bool modifiers, struct fl_cik_operand *o)
{
	const char *p = fl_asm_here(a);
	bool neg = false, abs = false, bar = false;

	*o = (struct fl_cik_operand){.at = p};
	if (!modifiers)
		return take_plain(a, o);
	if (fl_asm_take_word(a, "neg")) {
		if (!fl_asm_want(a, '('))
			return false;
		neg = true;
	} else if (*p == '-' && p + 1 < a->end && p[1] != '.' && (p[1] < '0' || p[1] > '9')) {
		fl_asm_take(a, '-');
		o->neg = true;
	}
	if (fl_asm_take(a, '|')) {
		bar = true;
	} else if (fl_asm_take_word(a, "abs")) {
		if (!fl_asm_want(a, '('))
			return false;
		abs = true;
	}
	o->abs = bar || abs;
	o->neg = o->neg || neg;
	return take_plain(a, o) && (!bar || fl_asm_want(a, '|')) && (!abs || fl_asm_want(a, ')')) &&
	       (!neg || fl_asm_want(a, ')'));
}

bool fl_cik_take_vgprs(struct fl_asm *a, uint32_t n, uint32_t *first)
{
	struct fl_cik_operand o;
	const char *at = fl_asm_here(a);

	*first = 0;
	if (!fl_cik_take_register(a, &o))
		return a->bad ? false : fl_asm_expected(a, "a vector register");
	if (o.code < FL_CIK_VGPR || o.n != n)
		return fl_asm_wrong(a, at, "expected %u vector register%s", n,
				    n > 1 ? "s, v[first:last]" : "");
	*first = o.code - FL_CIK_VGPR;
	return true;
}

bool fl_cik_take_sgprs(struct fl_asm *a, uint32_t n, uint32_t *code)
{
	struct fl_cik_operand o;
	const char *at = fl_asm_here(a);

	*code = 0;
	if (!fl_cik_take_register(a, &o))
		return a->bad ? false : fl_asm_expected(a, "a scalar register");
	if (o.code >= FL_CIK_SCALARS || o.n != n)
		return fl_asm_wrong(a, at, "expected %u scalar register%s", n,
				    n > 1 ? "s, s[first:last]" : "");
	*code = o.code;
	return true;
}

/* ---- constants ----------------------------------------------------------------------------------------- */
static bool is_double(char letter)
{
	return letter == 'F' || letter == 'I';
}

/* The code of one of the chip's own constants; 0: it is none. */
static uint32_t own_constant(int64_t v, char letter)
{
	if (v >= 0 && v <= 64)
		return 128 + (uint32_t)v;
	if (v < 0 && v >= -16)
		return 192 + (uint32_t)-v;
	for (uint32_t i = 0; i < sizeof(own_floats) / sizeof(own_floats[0]); i++)
		if (is_double(letter) ? (uint64_t)v == (uint64_t)own_floats[i].f64_hi << 32
		    : letter == 'h'   ? (uint16_t)v == own_floats[i].f16
				      : (uint32_t)v == own_floats[i].f32)
			return 240 + i;
	return 0;
}

static bool take_literal(struct fl_cik_as *s, const struct fl_cik_operand *o, uint32_t literal,
			 uint32_t *code)
{
	if (s->e64)
		return fl_asm_wrong(s->a, o->at,
				    "the long form has no literal: only -16 to 64, 0.5, 1.0, "
				    "2.0, 4.0 and their negatives");
	if (s->has_literal && s->literal != literal)
		return fl_asm_wrong(s->a, o->at, "an instruction has one literal");
	s->has_literal = true;
	s->literal = literal;
	*code = FL_CIK_LITERAL;
	return true;
}

bool fl_cik_source(struct fl_cik_as *s, const struct fl_cik_operand *o, char letter, uint32_t *code)
{
	const uint32_t bits = letter == 'h' ? 16 : 32;
	uint32_t narrow;
	int64_t v = (int64_t)o->value;

	*code = 0;
	if (o->kind == FL_CIK_REGISTER) {
		if (o->n != (is_double(letter) ? 2u : 1u))
			return fl_asm_wrong(s->a, o->at, "expected %u bits", is_double(letter) ? 64 : 32);
		*code = o->code;
		return true;
	}
	if (o->kind == FL_CIK_FLOAT && !is_double(letter)) {
		if (!fl_cik_narrow(o->value, bits == 16 ? 5 : 8, bits == 16 ? 10 : 23, &narrow))
			return fl_asm_wrong(s->a, o->at, "too large or too small for %u bits", bits);
		v = bits == 16 ? (int16_t)narrow : (int32_t)narrow;
	} else if (!is_double(letter)) {
		if (v < -(1ll << (bits - 1)) || v >= 1ll << bits)
			return fl_asm_wrong(s->a, o->at, "expected a number of %u bits", bits);
		v = bits == 16 ? (int16_t)v : (int32_t)v;
	}
	*code = own_constant(v, letter);
	if (*code)
		return true;
	if (!is_double(letter))
		return take_literal(s, o, bits == 16 ? (uint16_t)v : (uint32_t)v, code);
	if (o->kind == FL_CIK_FLOAT)
		return letter == 'F' ? take_literal(s, o, (uint32_t)(o->value >> 32), code)
				     : fl_asm_wrong(s->a, o->at, "a literal of 64 bits is a whole number");
	if (v < INT32_MIN || v > (int64_t)UINT32_MAX)
		return fl_asm_wrong(s->a, o->at, "a literal has 32 bits");
	return take_literal(s, o, (uint32_t)v, code);
}

bool fl_cik_whole(struct fl_asm *a, int64_t least, int64_t most, const char *what, uint32_t *value)
{
	struct fl_cik_operand o = {.at = fl_asm_here(a)};

	*value = 0;
	if (!fl_cik_take_number(a, &o))
		return false;
	if (o.kind != FL_CIK_INTEGER || (int64_t)o.value < least || (int64_t)o.value > most)
		return fl_asm_wrong(a, o.at, "expected %s from %d to %u", what, (int)least, (uint32_t)most);
	*value = (uint32_t)o.value;
	return true;
}
