/* SPDX-License-Identifier: MIT
 *
 * Looking up the instructions of Sea Islands, by name and by their words. See isa.h.
 */
#include "lib/cik/isa.h"
#include "hw/fl_str.h"
#include "hw/regs/cik.h"

const struct fl_cik_op *const fl_cik_ops[] = {fl_cik_scalar, fl_cik_vector, fl_cik_compare,
					      fl_cik_local,  fl_cik_memory, NULL};

/* Fixed bits of the encodings: of those that fit a word the first is meant. */
static const struct {
	uint32_t mask, match;
	uint8_t dwords, shift, bits, encoding; /* where the opcode stands */
} encodings[] = {
    {0xff800000, FL_CIK_HEAD_SOP1, 1, 8, 8, FL_CIK_SOP1},
    {0xff800000, FL_CIK_HEAD_SOPC, 1, 16, 7, FL_CIK_SOPC},
    {0xff800000, FL_CIK_HEAD_SOPP, 1, 16, 7, FL_CIK_SOPP},
    {0xf0000000, FL_CIK_HEAD_SOPK, 1, 23, 5, FL_CIK_SOPK},
    {0xc0000000, FL_CIK_HEAD_SOP2, 1, 23, 7, FL_CIK_SOP2},
    {0xf8000000, FL_CIK_HEAD_SMRD, 1, 22, 5, FL_CIK_SMRD},
    {0xfe000000, FL_CIK_HEAD_VOP1, 1, 9, 8, FL_CIK_VOP1},
    {0xfe000000, FL_CIK_HEAD_VOPC, 1, 17, 8, FL_CIK_VOPC},
    {0x80000000, FL_CIK_HEAD_VOP2, 1, 25, 6, FL_CIK_VOP2},
    {0xfc000000, FL_CIK_HEAD_VOP3, 2, 17, 9, FL_CIK_VOP3},
    {0xfc000000, FL_CIK_HEAD_VINTRP, 1, 16, 2, FL_CIK_VINTRP},
    {0xfc000000, FL_CIK_HEAD_DS, 2, 18, 8, FL_CIK_DS},
    {0xfc000000, FL_CIK_HEAD_MUBUF, 2, 18, 7, FL_CIK_MUBUF},
    {0xfc000000, FL_CIK_HEAD_MTBUF, 2, 16, 3, FL_CIK_MTBUF},
    {0xfc000000, FL_CIK_HEAD_MIMG, 2, 18, 7, FL_CIK_MIMG},
    {0xfc000000, FL_CIK_HEAD_FLAT, 2, 18, 7, FL_CIK_FLAT},
    {0xfc000000, FL_CIK_HEAD_EXP, 2, 0, 0, FL_CIK_EXP},
};

bool fl_cik_has(const struct fl_cik_op *op, char letter)
{
	for (const char *c = op->operands; *c; c++)
		if (*c == letter)
			return true;
	return false;
}

bool fl_cik_has_long(const struct fl_cik_op *op)
{
	return op->encoding >= FL_CIK_VOP2 && op->encoding <= FL_CIK_VOP3 && !fl_cik_has(op, '-');
}

bool fl_cik_is(const struct fl_cik_inst *i, const char *name)
{
	return i->op && fl_str_same(i->op->name, name);
}

const struct fl_cik_op *fl_cik_op_named(const char *name, uint32_t n)
{
	for (const struct fl_cik_op *const *t = fl_cik_ops; *t; t++)
		for (const struct fl_cik_op *op = *t; op->name; op++) {
			uint32_t i = 0;

			while (i < n && op->name[i] && op->name[i] == name[i])
				i++;
			if (i == n && !op->name[i])
				return op;
		}
	return NULL;
}

static const struct fl_cik_op *find(uint32_t encoding, uint32_t number)
{
	for (const struct fl_cik_op *const *t = fl_cik_ops; *t; t++)
		for (const struct fl_cik_op *op = *t; op->name; op++)
			if (op->encoding == encoding && op->op == number)
				return op;
	return NULL;
}

static const struct fl_cik_op *find_long(uint32_t number)
{
	const struct fl_cik_op *op = find(FL_CIK_VOP3, number);

	if (!op && number < FL_CIK_VOP2_LONG)
		op = find(FL_CIK_VOPC, number);
	else if (!op && number < FL_CIK_VOP1_LONG)
		op = find(FL_CIK_VOP2, number - FL_CIK_VOP2_LONG);
	else if (!op)
		op = find(FL_CIK_VOP1, number - FL_CIK_VOP1_LONG);
	return op && fl_cik_has_long(op) ? op : NULL;
}

/* Does a literal follow? */
static bool has_literal(const struct fl_cik_inst *i)
{
	uint32_t w = i->w[0];

	switch (i->encoding) {
	case FL_CIK_SOP1:
		return CIK_SOP1_WORD0__SSRC0__GET(w) == FL_CIK_LITERAL && i->op->operands[0] &&
		       !fl_str_same(i->op->operands, "2");
	case FL_CIK_SOP2:
	case FL_CIK_SOPC:
		return CIK_SOP2_WORD0__SSRC0__GET(w) == FL_CIK_LITERAL ||
		       CIK_SOP2_WORD0__SSRC1__GET(w) == FL_CIK_LITERAL;
	case FL_CIK_SMRD:
		return fl_cik_has(i->op, 'o') && !CIK_SMRD_WORD0__IMM__GET(w) &&
		       CIK_SMRD_WORD0__OFFSET__GET(w) == FL_CIK_LITERAL;
	case FL_CIK_SOPK:
		return fl_cik_has(i->op, 'K');
	case FL_CIK_VOP2:
		return CIK_VOP2_WORD0__SRC0__GET(w) == FL_CIK_LITERAL || fl_cik_has(i->op, 'K');
	case FL_CIK_VOP1:
	case FL_CIK_VOPC:
		return CIK_VOP2_WORD0__SRC0__GET(w) == FL_CIK_LITERAL && i->op->operands[0];
	default:
		return false;
	}
}

struct fl_cik_inst fl_cik_decode(const uint32_t *w, uint32_t n)
{
	struct fl_cik_inst i = {NULL, FL_CIK_NO_ENCODING, 1, {w[0], 0, 0}};

	for (uint32_t k = 0; k < sizeof(encodings) / sizeof(encodings[0]); k++) {
		uint32_t number = w[0] >> encodings[k].shift & ((1u << encodings[k].bits) - 1);

		if ((w[0] & encodings[k].mask) != encodings[k].match)
			continue;
		i.encoding = encodings[k].encoding;
		i.op = i.encoding == FL_CIK_VOP3 ? find_long(number) : find(i.encoding, number);
		if (!i.op)
			return i;
		i.n = (uint8_t)(encodings[k].dwords + has_literal(&i));
		if (i.n > n) {
			i.op = NULL;
			i.n = 1;
		}
		for (uint32_t d = 1; d < i.n; d++)
			i.w[d] = w[d];
		return i;
	}
	return i;
}
