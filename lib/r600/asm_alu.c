/* SPDX-License-Identifier: MIT
 *
 * Operations of the ALU from text.
 */
#include "lib/r600/asm_own.h"

/* OP2_0x54: a reserved opcode by its number */
static bool reserved_op(const char *name, uint32_t n, bool *op3, uint32_t *inst)
{
	*inst = 0;
	if (n < 7 || n > 8 || !fl_asm_is(name, 2, "OP") || (name[2] != '2' && name[2] != '3') ||
	    !fl_asm_is(name + 3, 3, "_0x"))
		return false;
	for (uint32_t i = 6; i < n; i++) {
		char c = (char)(name[i] | 32);

		if (!(c >= '0' && c <= '9') && !(c >= 'a' && c <= 'f'))
			return false;
		*inst = *inst << 4 | (uint32_t)(c <= '9' ? c - '0' : c - 'a' + 10);
	}
	*op3 = name[2] == '3';
	return true;
}

/* Its name without what is behind it; *sat: _sat is */
static uint32_t op_name(const char *name, uint32_t n, bool *op3, uint32_t *inst, bool *sat)
{
	*sat = n > 4 && fl_asm_is(name + n - 4, 4, "_sat");
	if (*sat)
		n -= 4;
	return fl_r600_alu_named(name, n, op3, inst) || reserved_op(name, n, op3, inst) ? n : 0;
}

bool fl_r600_is_op(struct fl_asm *a)
{
	const char *name;
	uint32_t n = fl_asm_peek_name(a, &name), inst;
	bool op3, sat;

	return fl_asm_peek(a) == '(' || op_name(name, n, &op3, &inst, &sat);
}

static bool take_predicate(struct fl_asm *a, uint32_t *w)
{
	uint32_t sel = R600_SQ_ALU_WORD0__PRED_SEL__SQ_PRED_SEL_ONE;

	if (!fl_asm_take(a, '('))
		return true;
	if (fl_asm_take(a, '!'))
		sel = R600_SQ_ALU_WORD0__PRED_SEL__SQ_PRED_SEL_ZERO;
	if (!fl_asm_take_word(a, "p"))
		return fl_asm_expected(a, "(p) or (!p)");
	w[0] |= sel << R600_SQ_ALU_WORD0__PRED_SEL__SHIFT;
	return fl_asm_want(a, ')');
}

/* The operation, *2 and the like, _sat */
static bool take_name(struct fl_r600_as *s, struct fl_r600_line *l)
{
	struct fl_asm *a = s->a;
	const char *name;
	uint32_t n = fl_asm_name(a, &name), inst, omod = 0;
	bool op3, sat, again = false;

	if (!op_name(name, n, &op3, &inst, &sat))
		return fl_asm_wrong(a, name, "this is no operation of the ALU");
	if (fl_asm_take(a, '*')) {
		omod = fl_asm_take(a, '2') ? 1 : 2;
		if (omod == 2 && !fl_asm_want(a, '4'))
			return false;
	} else if (fl_asm_take(a, '/')) {
		omod = 3;
		if (!fl_asm_want(a, '2'))
			return false;
	}
	if (omod && fl_asm_word_goes_on(a))
		again = fl_asm_take_word(a, "_sat");
	if (op3 && omod)
		return fl_asm_wrong(a, name, "operations with three sources have no *2, *4, /2");
	if (op3)
		l->w[1] |= inst << R600_SQ_ALU_WORD1_OP3__ALU_INST__SHIFT;
	else if (s->p->r700)
		l->w[1] |= inst << R600_SQ_ALU_WORD1_OP2_V2__ALU_INST__SHIFT |
			   omod << R600_SQ_ALU_WORD1_OP2_V2__OMOD__SHIFT;
	else
		l->w[1] |= inst << R600_SQ_ALU_WORD1_OP2__ALU_INST__SHIFT |
			   omod << R600_SQ_ALU_WORD1_OP2__OMOD__SHIFT;
	l->w[1] |= R600_SQ_ALU_WORD1__CLAMP(sat || again);
	/* What has no number in its field would be another operation. */
	if (fl_r600_alu_inst(s->p->r700, l->w) != inst || fl_r600_is_op3(l->w) != op3)
		return fl_asm_wrong(a, name, "this number does not fit the opcode's field");
	return true;
}

static bool set_mode(struct fl_asm *a, const char *at, bool rel, uint32_t mode, int32_t *known, uint32_t *w)
{
	if (!rel)
		return true;
	if (*known >= 0 && *known != (int32_t)mode)
		return fl_asm_wrong(a, at, "an operation has one index");
	*known = (int32_t)mode;
	w[0] |= mode << R600_SQ_ALU_WORD0__INDEX_MODE__SHIFT;
	return true;
}

static bool take_destination(struct fl_asm *a, int32_t *mode, struct fl_r600_line *l)
{
	const char *name;
	uint32_t n = fl_asm_peek_name(a, &name), gpr = 0, chan, index = 0;
	bool none = n >= 2 && name[0] == '_' && name[1] == '_', rel = false;

	if (none && n == 2)
		a->at += n;
	else if (!fl_r600_take_gpr(a, none ? 2 : 0, &gpr, &rel, &index))
		return false;
	if (!fl_r600_take_channel(a, &chan) || !set_mode(a, name, rel, index, mode, l->w))
		return false;
	if (fl_r600_is_op3(l->w) && none)
		return fl_asm_wrong(a, name, "operations with three sources always write");
	l->w[1] |= gpr << R600_SQ_ALU_WORD1__DST_GPR__SHIFT | R600_SQ_ALU_WORD1__DST_REL(rel) |
		   chan << R600_SQ_ALU_WORD1__DST_CHAN__SHIFT;
	if (!fl_r600_is_op3(l->w))
		l->w[1] |= R600_SQ_ALU_WORD1_OP2_V2__WRITE_MASK(!none);
	return true;
}

static bool take_sources(struct fl_r600_as *s, int32_t *mode, struct fl_r600_line *l)
{
	uint32_t n = fl_r600_alu_of(s->p->r700, l->w)->sources;
	struct fl_r600_operand o;

	for (uint32_t k = 0; k < n; k++) {
		const char *at;

		if (!fl_asm_take_on(s->a, ','))
			return fl_asm_wrong(s->a, fl_asm_here(s->a), "this operation has %u source%s", n,
					    n > 1 ? "s" : "");
		at = fl_asm_here(s->a);
		if (!fl_r600_take_source(s->a, &o) || !set_mode(s->a, at, o.src.rel, o.mode, mode, l->w))
			return false;
		if (o.src.abs && fl_r600_is_op3(l->w))
			return fl_asm_wrong(s->a, at, "operations with three sources have no | |");
		fl_r600_alu_set_src(l->w, k, &o.src);
		if (o.src.sel == FL_R600_SRC_LITERAL) {
			l->literals |= (uint8_t)(1u << k);
			l->placed |= (uint8_t)(o.placed << k);
			l->literal[k] = o.literal;
		}
	}
	return true;
}

/* VEC_…, SCL_… or BS:n. 1: read, 0: it is something else, -1: an error */
static int take_swizzle(struct fl_asm *a, struct fl_r600_line *l)
{
	const char *name;
	uint32_t n = fl_asm_peek_name(a, &name), v = 8;

	for (uint32_t i = 0; i < 6; i++)
		if (fl_asm_is(name, n, fl_r600_vec[i]) || (i < 4 && fl_asm_is(name, n, fl_r600_scl[i])))
			v = i;
	if (fl_asm_is(name, n, "BS")) {
		a->at += n;
		if (!fl_asm_want(a, ':') || !fl_asm_integer(a, 7, "a bank swizzle", &v))
			return -1;
	} else if (v == 8) {
		return 0;
	} else {
		a->at += n;
	}
	fl_r600_set_swizzle(l->w, v);
	l->swizzle = true;
	return 1;
}

bool fl_r600_take_op(struct fl_r600_as *s, struct fl_r600_line *l)
{
	struct fl_asm *a = s->a;
	int32_t mode = -1;
	int more = 1;

	l->at = fl_asm_here(a);
	if (!take_predicate(a, l->w) || !take_name(s, l) || !take_destination(a, &mode, l) ||
	    !take_sources(s, &mode, l))
		return false;
	while (more > 0 && fl_asm_peek(a) && fl_asm_peek(a) != '^') {
		fl_asm_take_on(a, ',');
		more = take_swizzle(a, l);
		if (!more)
			more =
			    fl_r600_attr_take(a, fl_r600_alu_attrs(s->p->r700, fl_r600_is_op3(l->w)), l->w);
	}
	if (more < 0)
		return false;
	return fl_asm_residue(a, l->residue, 2) && fl_asm_statement_end(a);
}
