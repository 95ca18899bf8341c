/* SPDX-License-Identifier: MIT
 *
 * Scalar instructions of Sea Islands from text. See isa.h for the letters.
 */
#include "hw/regs/cik.h"
#include "lib/cik/asm_own.h"

static uint32_t head(uint32_t encoding, uint32_t op)
{
	switch (encoding) {
	case FL_CIK_SOP2:
		return 2u << 30 | op << CIK_SOP2_WORD0__OP__SHIFT;
	case FL_CIK_SOPK:
		return FL_CIK_HEAD_SOPK | op << CIK_SOPK_WORD0__OP__SHIFT;
	case FL_CIK_SOP1:
		return FL_CIK_HEAD_SOP1 | op << CIK_SOP1_WORD0__OP__SHIFT;
	case FL_CIK_SOPC:
		return FL_CIK_HEAD_SOPC | op << CIK_SOPC_WORD0__OP__SHIFT;
	case FL_CIK_SOPP:
		return FL_CIK_HEAD_SOPP | op << CIK_SOPP_WORD0__OP__SHIFT;
	default:
		return FL_CIK_HEAD_SMRD | op << CIK_SMRD_WORD0__OP__SHIFT;
	}
}

static bool take_source(struct fl_cik_as *s, char letter, uint32_t shift)
{
	bool only_register = letter == 'r' || letter == 'R';
	struct fl_cik_operand o;
	uint32_t code;

	if (!fl_cik_take_operand(s->a, false, &o))
		return false;
	if (only_register && (o.kind != FL_CIK_REGISTER || o.code >= FL_CIK_SCALARS))
		return fl_asm_wrong(s->a, o.at, "expected a scalar register");
	letter = letter == 'r' ? 'i' : letter == 'R' ? 'I' : letter;
	if (!fl_cik_source(s, &o, letter, &code))
		return false;
	if (code >= FL_CIK_VGPR || code == FL_CIK_LDS_DIRECT)
		return fl_asm_wrong(s->a, o.at, "a scalar instruction has scalar operands");
	if (s->has_literal && fl_cik_has(s->op, 'n'))
		return fl_asm_wrong(s->a, o.at, "this instruction has no literal");
	fl_cik_place(s, 0, shift, code);
	return true;
}

/* The address's registers and the offset of a scalar load */
static bool take_base(struct fl_cik_as *s, uint32_t n)
{
	uint32_t code;

	if (!fl_cik_take_sgprs(s->a, n, &code))
		return false;
	fl_cik_place(s, 0, CIK_SMRD_WORD0__SBASE__SHIFT, code / 2);
	return true;
}

static bool take_offset(struct fl_cik_as *s)
{
	struct fl_cik_operand o = {.kind = FL_CIK_INTEGER};
	uint32_t at_dw;

	if (fl_cik_take_place(s->a, &at_dw))
		o.value = at_dw;
	else if (s->a->bad || !fl_cik_take_operand(s->a, false, &o))
		return false;
	if (o.kind == FL_CIK_REGISTER) {
		if (o.n != 1 || o.code >= FL_CIK_SCALARS)
			return fl_asm_wrong(s->a, o.at, "expected a scalar register or a number");
		fl_cik_place(s, 0, CIK_SMRD_WORD0__OFFSET__SHIFT, o.code);
		return true;
	}
	if (o.kind != FL_CIK_INTEGER || o.value > UINT32_MAX)
		return fl_asm_wrong(s->a, o.at, "expected an offset of up to 32 bits, in dwords");
	if (o.value < 256) {
		fl_cik_place(s, 0, CIK_SMRD_WORD0__OFFSET__SHIFT, (uint32_t)o.value);
		fl_cik_place(s, 0, CIK_SMRD_WORD0__IMM__SHIFT, 1);
		return true;
	}
	fl_cik_place(s, 0, CIK_SMRD_WORD0__OFFSET__SHIFT, FL_CIK_LITERAL);
	s->has_literal = true;
	s->literal = (uint32_t)o.value;
	return true;
}

static bool take_destination(struct fl_cik_as *s, uint32_t n)
{
	const uint32_t shift =
	    s->op->encoding == FL_CIK_SMRD ? CIK_SMRD_WORD0__SDST__SHIFT : CIK_SOP2_WORD0__SDST__SHIFT;
	const char *at = fl_asm_here(s->a);
	uint32_t code;

	if (!fl_cik_take_sgprs(s->a, n, &code))
		return false;
	if (s->op->encoding == FL_CIK_SMRD && code >= FL_CIK_M0)
		return fl_asm_wrong(s->a, at, "loads do not write m0 and exec");
	fl_cik_place(s, 0, shift, code);
	return true;
}

static bool take_label(struct fl_cik_as *s)
{
	uint32_t value;

	s->label_length = fl_asm_name(s->a, &s->label);
	if (s->label_length)
		return true;
	if (!fl_cik_whole(s->a, INT16_MIN, UINT16_MAX, "a label or a number of dwords", &value))
		return false;
	fl_cik_place(s, 0, 0, value & 0xffff);
	return true;
}

static bool take_half(struct fl_cik_as *s, char letter)
{
	uint32_t v = 0;
	bool ok = false;

	switch (letter) {
	case 'w':
		ok = fl_cik_take_counters(s->a, &v);
		break;
	case 'm':
		ok = fl_cik_take_message(s->a, &v);
		break;
	case 'H':
		ok = fl_cik_take_hwreg(s->a, &v);
		break;
	case 'e':
		ok = !fl_asm_peek(s->a) || fl_cik_whole(s->a, 0, UINT16_MAX, "a number", &v);
		break;
	case 'U':
		ok = fl_cik_whole(s->a, 0, UINT16_MAX, "a number", &v);
		break;
	default:
		ok = fl_cik_whole(s->a, INT16_MIN, UINT16_MAX, "a number", &v);
	}
	fl_cik_place(s, 0, 0, v & 0xffff);
	return ok;
}

static bool take_literal(struct fl_cik_as *s)
{
	s->has_literal = true;
	return fl_cik_whole(s->a, INT32_MIN, UINT32_MAX, "a number", &s->literal);
}

bool fl_cik_take_scalar(struct fl_cik_as *s)
{
	uint32_t shift = 0; /* of the next source */
	bool first = true, ok = true;

	s->n = 1;
	s->w[0] = head(s->op->encoding, s->op->op);
	for (const char *c = s->op->operands; *c && *c != 'n' && ok; c++) {
		if (*c != 'e' && !fl_cik_take_comma(s, &first))
			return false;
		switch (*c) {
		case 'p':
		case 'q':
			ok = take_base(s, *c == 'p' ? 2 : 4);
			break;
		case 'o':
			ok = take_offset(s);
			break;
		case 'i':
		case 'I':
		case 'r':
		case 'R':
			ok = take_source(s, *c, shift);
			shift += CIK_SOP2_WORD0__SSRC1__SHIFT;
			break;
		case 'b':
			ok = take_label(s);
			break;
		case 'K':
			ok = take_literal(s);
			break;
		case 'g':
			ok = take_destination(s, 16);
			break;
		default:
			ok = *c >= '1' && *c <= '8' ? take_destination(s, (uint32_t)(*c - '0'))
						    : take_half(s, *c);
		}
	}
	if (s->has_literal)
		s->w[s->n++] = s->literal;
	return ok;
}
