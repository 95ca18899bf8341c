/* SPDX-License-Identifier: MIT
 *
 * Scalar and vector instructions of Sea Islands as text. See isa.h for the letters.
 */
#include "hw/regs/cik.h"
#include "lib/cik/asm_own.h"

/* ---- scalar -------------------------------------------------------------------------------------------- */
static void put_scalar_source(struct fl_cik_text *t, char letter, uint32_t shift)
{
	fl_cik_put_comma(t);
	fl_cik_put_source(t, t->i->w[0] >> shift & 0xff, letter == 'I' || letter == 'R' ? 2 : 1);
}

static void put_offset(struct fl_cik_text *t)
{
	uint32_t w = t->i->w[0], offset = CIK_SMRD_WORD0__OFFSET__GET(w);

	fl_cik_put_comma(t);
	if (CIK_SMRD_WORD0__IMM__GET(w) || offset == FL_CIK_LITERAL)
		fl_asm_put(t->out, "0x%x", CIK_SMRD_WORD0__IMM__GET(w) ? offset : t->i->w[1]);
	else
		fl_cik_put_source(t, offset, 1);
}

static void put_branch(struct fl_cik_text *t, uint32_t half)
{
	int32_t to = (int32_t)t->next + (int16_t)half;

	fl_cik_put_comma(t);
	if (t->has_label && to >= 0 && to <= (int32_t)FL_CIK_PROGRAM_MAX &&
	    (t->has_label[to / 32] >> (to % 32) & 1))
		fl_asm_put(t->out, "L%u", (uint32_t)to);
	else
		fl_asm_put(t->out, "%d", (int16_t)half);
}

static void put_half(struct fl_cik_text *t, char letter, uint32_t half)
{
	if (letter == 'w') {
		fl_cik_put_counters(t->out, half);
	} else if (letter == 'b') {
		put_branch(t, half);
	} else if (letter == 'H') {
		fl_cik_put_comma(t);
		fl_asm_put(t->out, "hwreg(%u, %u, %u)", half & 63, half >> 6 & 31, (half >> 11) + 1);
	} else if (letter != 'e' || half) {
		fl_cik_put_comma(t);
		fl_asm_put(t->out, letter == 'u' || letter == 'e' ? "%u" : "0x%x", half);
	}
}

void fl_cik_put_scalar(struct fl_cik_text *t)
{
	const uint32_t w = t->i->w[0];
	const bool smrd = t->i->encoding == FL_CIK_SMRD;
	const uint32_t sdst = smrd ? CIK_SMRD_WORD0__SDST__GET(w) : CIK_SOP2_WORD0__SDST__GET(w);
	const uint32_t base = CIK_SMRD_WORD0__SBASE__GET(w) * 2;
	uint32_t shift = 0;

	for (const char *c = t->i->op->operands; *c && *c != 'n'; c++)
		switch (*c) {
		case 'p':
		case 'q':
			fl_cik_put_sgprs(t, base, *c == 'p' ? 2 : 4);
			break;
		case 'o':
			put_offset(t);
			break;
		case 'i':
		case 'I':
		case 'r':
		case 'R':
			put_scalar_source(t, *c, shift);
			shift += CIK_SOP2_WORD0__SSRC1__SHIFT;
			break;
		case 'K':
			fl_cik_put_comma(t);
			fl_asm_put(t->out, "0x%x", t->i->w[1]);
			break;
		case 'g':
			fl_cik_put_sgprs(t, sdst, 16);
			break;
		default:
			if (*c >= '1' && *c <= '8')
				fl_cik_put_sgprs(t, sdst, (uint32_t)(*c - '0'));
			else
				put_half(t, *c, w & 0xffff);
		}
}

/* A scalar destination stands where |x| and clamp would (VOP3B). */
static bool has_scalar_destination(const struct fl_cik_op *op)
{
	return fl_cik_has(op, 'S') || (fl_cik_has(op, 'C') && op->encoding != FL_CIK_VOPC);
}

/* ---- vector -------------------------------------------------------------------------------------------- */
static void put_vector_source(struct fl_cik_text *t, char letter, uint32_t index)
{
	const bool e64 = t->i->encoding == FL_CIK_VOP3;
	const uint32_t *w = t->i->w, n = letter == 'F' || letter == 'I' ? 2 : letter == 'Q' ? 4 : 1;
	const bool abs =
	    e64 && !has_scalar_destination(t->i->op) && (CIK_VOP3_WORD0__ABS__GET(w[0]) >> index & 1);
	const bool neg = e64 && (CIK_VOP3_WORD1__NEG__GET(w[1]) >> index & 1);
	uint32_t code = e64     ? w[1] >> (9 * index) & 0x1ff
			: index ? FL_CIK_VGPR + CIK_VOP2_WORD0__VSRC1__GET(w[0])
				: CIK_VOP2_WORD0__SRC0__GET(w[0]);

	fl_cik_put_comma(t);
	/* -1 is a number, neg(1) a modifier. */
	if (neg)
		fl_asm_put(t->out, code < FL_CIK_VGPR && !abs ? "neg(" : "-");
	fl_asm_put(t->out, abs ? "|" : "");
	fl_cik_put_source(t, code, n);
	fl_asm_put(t->out, abs ? "|" : "");
	fl_asm_put(t->out, neg && code < FL_CIK_VGPR && !abs ? ")" : "");
}

static void put_pair(struct fl_cik_text *t, char letter)
{
	const uint32_t *w = t->i->w;
	uint32_t code = FL_CIK_VCC;

	if (t->i->encoding == FL_CIK_VOP3)
		code = letter == 'c'                       ? CIK_VOP3_WORD1__SRC2__GET(w[1])
		       : t->i->op->encoding == FL_CIK_VOPC ? CIK_VOP3_WORD0__VDST__GET(w[0])
							   : CIK_VOP3_SDST_ENC_WORD0__SDST__GET(w[0]);
	fl_cik_put_comma(t);
	fl_cik_put_source(t, code, 2);
}

static void put_output_modifiers(struct fl_cik_text *t)
{
	static const char *const omod[] = {"", " mul:2", " mul:4", " div:2"};

	if (t->i->encoding != FL_CIK_VOP3)
		return;
	if (CIK_VOP3_WORD0__CLAMP__GET(t->i->w[0]) && !has_scalar_destination(t->i->op))
		fl_asm_put(t->out, " clamp");
	fl_asm_put(t->out, "%s", omod[CIK_VOP3_WORD1__OMOD__GET(t->i->w[1])]);
}

void fl_cik_put_vector(struct fl_cik_text *t)
{
	const uint32_t *w = t->i->w;
	const bool e64 = t->i->encoding == FL_CIK_VOP3;
	const uint32_t vdst = e64 ? CIK_VOP3_WORD0__VDST__GET(w[0]) : CIK_VOP2_WORD0__VDST__GET(w[0]);
	uint32_t index = 0;

	if (fl_cik_has_long(t->i->op) && t->i->op->encoding != FL_CIK_VOP3)
		fl_asm_put(t->out, e64 ? "_e64" : t->i->op->operands[0] ? "_e32" : "");
	for (const char *c = t->i->op->operands; *c; c++)
		switch (*c) {
		case 'C':
		case 'S':
		case 'c':
			put_pair(t, *c);
			break;
		case 'R':
			fl_cik_put_sgprs(t, vdst, 1);
			break;
		case 'j':
		case 'L':
			fl_cik_put_comma(t);
			fl_cik_put_source(t, *c == 'j' ? w[0] & 0x1ff : CIK_VOP2_WORD0__VSRC1__GET(w[0]), 1);
			break;
		case 'K':
			fl_cik_put_comma(t);
			fl_asm_put(t->out, "0x%x", w[1]);
			break;
		case '1':
		case '2':
		case '4':
			fl_cik_put_vgprs(t, vdst, (uint32_t)(*c - '0'));
			break;
		case '!':
		case '*':
		case '-':
			break;
		default:
			put_vector_source(t, *c, index++);
		}
	put_output_modifiers(t);
}
