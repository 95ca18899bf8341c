/* SPDX-License-Identifier: MIT
 *
 * Vector instructions of Sea Islands from text, in their short and their long form. See isa.h for the
 * letters.
 */
#include "hw/fl_str.h"
#include "hw/regs/cik.h"
#include "lib/cik/asm_own.h"

static uint32_t head(const struct fl_cik_op *op, bool e64)
{
	const uint32_t long_head = FL_CIK_HEAD_VOP3, shift = CIK_VOP3_WORD0__OP__SHIFT;

	switch (op->encoding) {
	case FL_CIK_VOP1:
		return e64 ? long_head | (op->op + FL_CIK_VOP1_LONG) << shift
			   : FL_CIK_HEAD_VOP1 | (uint32_t)op->op << CIK_VOP1_WORD0__OP__SHIFT;
	case FL_CIK_VOP2:
		return e64 ? long_head | (op->op + FL_CIK_VOP2_LONG) << shift
			   : (uint32_t)op->op << CIK_VOP2_WORD0__OP__SHIFT;
	case FL_CIK_VOPC:
		return e64 ? long_head | (uint32_t)op->op << shift
			   : FL_CIK_HEAD_VOPC | (uint32_t)op->op << CIK_VOPC_WORD0__OP__SHIFT;
	default:
		return long_head | (uint32_t)op->op << shift;
	}
}

/* ---- the rule of the one scalar value ------------------------------------------------------------------ */
static bool reads(struct fl_cik_as *s, const char *at, uint32_t value)
{
	for (uint32_t i = 0; i < s->n_read; i++)
		if (s->read[i] == value)
			return true;
	if (s->n_read)
		return fl_asm_wrong(s->a, at, "a vector instruction reads one scalar value or literal");
	s->read[s->n_read++] = value;
	return true;
}

/* Registers of different width are different values; so is a literal. */
static bool reads_code(struct fl_cik_as *s, const char *at, uint32_t code, uint32_t n)
{
	if (code >= FL_CIK_VGPR || code == FL_CIK_LDS_DIRECT ||
	    (code >= FL_CIK_SCALARS && code < FL_CIK_VCCZ))
		return true;
	return reads(s, at, code == FL_CIK_LITERAL ? UINT32_MAX : code | n << 16);
}

/* What the instruction reads without saying so */
static bool reads_silently(struct fl_cik_as *s)
{
	if (fl_str_same(s->op->name, "v_div_fmas_f32") || fl_str_same(s->op->name, "v_div_fmas_f64"))
		return reads_code(s, s->at, FL_CIK_VCC, 2);
	if (fl_str_same(s->op->name, "v_movreld_b32") || fl_str_same(s->op->name, "v_movrels_b32") ||
	    fl_str_same(s->op->name, "v_movrelsd_b32"))
		return reads_code(s, s->at, FL_CIK_M0, 1);
	return true;
}

/* v_subrev_f32 and so on, whose operands change places */
static bool is_reversed(const struct fl_cik_op *op)
{
	const char *c = op->name;

	while (op->encoding == FL_CIK_VOP2 && *c)
		if (fl_str_starts(c++, "rev_"))
			return true;
	return false;
}

/* ---- operands ------------------------------------------------------------------------------------------ */
static bool take_source(struct fl_cik_as *s, char letter, uint32_t index)
{
	const bool modifiers = s->e64 && (letter == 'f' || letter == 'F' || letter == 'h');
	struct fl_cik_operand o;
	uint32_t code;

	if (!fl_cik_take_operand(s->a, modifiers, &o))
		return false;
	if (letter == 'v' && (o.kind != FL_CIK_REGISTER || o.code < FL_CIK_VGPR))
		return fl_asm_wrong(s->a, o.at, "expected a vector register");
	if (!fl_cik_source(s, &o, letter == 'v' ? 'i' : letter, &code))
		return false;
	if (!s->e64 && index && code < FL_CIK_VGPR)
		return fl_asm_wrong(s->a, o.at, "the short form's second source is a vector register");
	if (!reads_code(s, o.at, code, letter == 'F' || letter == 'I' ? 2 : 1))
		return false;
	if (code == FL_CIK_LDS_DIRECT && (index || is_reversed(s->op)))
		return fl_asm_wrong(s->a, o.at,
				    "lds_direct is a first source only, of operations that are "
				    "not reversed");
	if (s->e64 && letter == 'h' && code < FL_CIK_VGPR && o.kind != FL_CIK_REGISTER)
		return fl_asm_wrong(s->a, o.at, "the long form has a register here");
	if (!s->e64) {
		fl_cik_place(s, 0, index ? CIK_VOP2_WORD0__VSRC1__SHIFT : 0,
			     index ? code - FL_CIK_VGPR : code);
		return true;
	}
	if (o.abs && fl_cik_has(s->op, 'S'))
		return fl_asm_wrong(s->a, o.at, "this instruction has no | |");
	fl_cik_place(s, 1, index * CIK_VOP3_WORD1__SRC1__SHIFT, code);
	fl_cik_place(s, 1, CIK_VOP3_WORD1__NEG__SHIFT + index, o.neg);
	fl_cik_place(s, 0, CIK_VOP3_WORD0__ABS__SHIFT + index, o.abs);
	return true;
}

/* VCC, or in the long form any pair: one that is written, and one that is read */
static bool take_pair(struct fl_cik_as *s, char letter)
{
	const char *at = fl_asm_here(s->a);
	uint32_t code, shift;

	if (!fl_cik_take_sgprs(s->a, 2, &code))
		return false;
	if (!s->e64 && code != FL_CIK_VCC)
		return fl_asm_wrong(s->a, at, "the short form has vcc here");
	if (letter == 'c') {
		if (s->e64)
			fl_cik_place(s, 1, CIK_VOP3_WORD1__SRC2__SHIFT, code);
		return reads_code(s, at, code, 2);
	}
	shift = s->op->encoding == FL_CIK_VOPC ? 0 : CIK_VOP3_SDST_ENC_WORD0__SDST__SHIFT;
	if (s->e64)
		fl_cik_place(s, 0, shift, code);
	return true;
}

static bool take_destination(struct fl_cik_as *s, uint32_t n)
{
	uint32_t first;

	if (!fl_cik_take_vgprs(s->a, n, &first))
		return false;
	fl_cik_place(s, 0, s->e64 ? 0 : CIK_VOP2_WORD0__VDST__SHIFT, first);
	return true;
}

/* Four vector registers as the third source */
static bool take_quad(struct fl_cik_as *s)
{
	uint32_t first;

	if (!fl_cik_take_vgprs(s->a, 4, &first))
		return false;
	fl_cik_place(s, 1, CIK_VOP3_WORD1__SRC2__SHIFT, FL_CIK_VGPR + first);
	return true;
}

/* The scalar source of v_writelane_b32, and a lane's number */
static bool take_lane(struct fl_cik_as *s, char letter)
{
	struct fl_cik_operand o;
	uint32_t code;

	if (!fl_cik_take_operand(s->a, false, &o) || !fl_cik_source(s, &o, 'i', &code))
		return false;
	if (code >= FL_CIK_VGPR || (code == FL_CIK_LITERAL && letter == 'L') || code == FL_CIK_LDS_DIRECT)
		return fl_asm_wrong(s->a, o.at, "expected a scalar register or one of the chip's constants");
	fl_cik_place(s, 0, letter == 'j' ? 0 : CIK_VOP2_WORD0__VSRC1__SHIFT, code);
	return reads_code(s, o.at, code, 1);
}

static bool take_literal(struct fl_cik_as *s)
{
	struct fl_cik_operand o;
	uint32_t literal;

	if (!fl_cik_take_operand(s->a, false, &o))
		return false;
	literal = (uint32_t)o.value;
	if (o.kind == FL_CIK_REGISTER ||
	    (o.kind == FL_CIK_INTEGER && ((int64_t)o.value < INT32_MIN || (int64_t)o.value > UINT32_MAX)) ||
	    (o.kind == FL_CIK_FLOAT && !fl_cik_narrow(o.value, 8, 23, &literal)))
		return fl_asm_wrong(s->a, o.at, "expected a number of 32 bits");
	if (s->has_literal && s->literal != literal)
		return fl_asm_wrong(s->a, o.at, "an instruction has one literal");
	s->has_literal = true;
	s->literal = literal;
	return reads_code(s, o.at, FL_CIK_LITERAL, 1);
}

/* clamp, mul:2, mul:4, div:2 */
static bool take_output_modifiers(struct fl_cik_as *s)
{
	bool all = fl_cik_has(s->op, '!'), some = all || fl_cik_has(s->op, '*');

	while (s->e64 && fl_asm_peek(s->a)) {
		const char *at = fl_asm_here(s->a);
		bool mul = false;
		uint32_t by;

		if (all && !fl_cik_has(s->op, 'S') && fl_asm_take_word(s->a, "clamp")) {
			s->w[0] |= CIK_VOP3_WORD0__CLAMP__MASK;
			continue;
		}
		mul = fl_asm_take_word(s->a, "mul");
		if (!some || (!mul && !fl_asm_take_word(s->a, "div")))
			return fl_asm_expected(s->a, "the end of the statement");
		if (!fl_asm_want(s->a, ':') || !fl_asm_integer(s->a, 4, "2 or 4", &by))
			return false;
		if (by < 2 || by == 3 || (!mul && by == 4))
			return fl_asm_wrong(s->a, at, "expected mul:2, mul:4 or div:2");
		s->w[1] = (s->w[1] & ~CIK_VOP3_WORD1__OMOD__MASK) | (mul ? by / 2 : 3u)
									<< CIK_VOP3_WORD1__OMOD__SHIFT;
	}
	return true;
}

bool fl_cik_take_vector(struct fl_cik_as *s)
{
	uint32_t index = 0, code;
	bool first = true, ok = true;

	s->n = s->e64 ? 2 : 1;
	s->w[0] = head(s->op, s->e64);
	if (!reads_silently(s))
		return false;
	for (const char *c = s->op->operands; *c && ok; c++) {
		if (*c == '!' || *c == '*' || *c == '-')
			break;
		if (!fl_cik_take_comma(s, &first))
			return false;
		switch (*c) {
		case 'C':
		case 'S':
		case 'c':
			ok = take_pair(s, *c);
			break;
		case 'R':
			ok = fl_cik_take_sgprs(s->a, 1, &code);
			fl_cik_place(s, 0, CIK_VOP2_WORD0__VDST__SHIFT, code);
			break;
		case 'j':
		case 'L':
			ok = take_lane(s, *c);
			break;
		case 'K':
			ok = take_literal(s);
			break;
		case 'Q':
			ok = take_quad(s);
			break;
		case '1':
		case '2':
		case '4':
			ok = take_destination(s, (uint32_t)(*c - '0'));
			break;
		default:
			ok = take_source(s, *c, index++);
		}
	}
	ok = ok && take_output_modifiers(s);
	if (s->has_literal && !s->e64)
		s->w[s->n++] = s->literal;
	return ok;
}
