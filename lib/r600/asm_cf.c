/* SPDX-License-Identifier: MIT
 *
 * Control flow and fetches from text.
 */
#include "lib/r600/asm_own.h"

#define SHIFT(w, f) R600_SQ_##w##__##f##__SHIFT

/* ---- fetches ------------------------------------------------------------------------------------------- */
/* READ_3 to READ_7: memory operations that are reserved */
static int32_t reserved_read(const char *name, uint32_t n)
{
	int32_t op = fl_asm_register(name, n, "READ_");

	return op > 2 && op < 8 ? op : -1;
}

bool fl_r600_is_fetch(struct fl_asm *a)
{
	const char *name;
	uint32_t n = fl_asm_peek_name(a, &name);

	return fl_r600_fetch_named(name, n) || reserved_read(name, n) >= 0;
}

static bool take_fetch_to(struct fl_asm *a, const struct fl_r600_fetch *f, uint32_t *w)
{
	const char *name;
	uint32_t gpr = 0, mode = FL_R600_LOOP, n, sel[4];
	bool rel = false;
	int32_t id;

	if (f->kind == FL_R600_FETCH_SEM) {
		n = fl_asm_name(a, &name);
		id = fl_asm_register(name, n, "SEM");
		if (id < 0 || id > 255)
			return fl_asm_wrong(a, name, "expected SEM0 to SEM255, the semantic that it loads");
		gpr = (uint32_t)id;
	} else if (!fl_r600_take_gpr(a, 0, &gpr, &rel, &mode)) {
		return false;
	}
	if (rel && mode != FL_R600_LOOP)
		return fl_asm_expected(a, "AL: fetches have no other index");
	if (!fl_asm_want(a, '.') || !fl_r600_take_swizzle(a, sel))
		return false;
	w[1] |= gpr | R600_SQ_TEX_WORD1__DST_REL(rel);
	for (uint32_t i = 0; i < 4; i++)
		w[1] |= sel[i] << (R600_SQ_TEX_WORD1__DST_SEL_X__SHIFT + 3 * i);
	return true;
}

static bool take_fetch_from(struct fl_asm *a, const struct fl_r600_fetch *f, uint32_t *w)
{
	uint32_t gpr, mode = FL_R600_LOOP, sel[4], chan;
	bool rel;

	if (!fl_r600_take_gpr(a, 0, &gpr, &rel, &mode))
		return false;
	if (rel && mode != FL_R600_LOOP)
		return fl_asm_expected(a, "AL: fetches have no other index");
	w[0] |= gpr << R600_SQ_TEX_WORD0__SRC_GPR__SHIFT | R600_SQ_TEX_WORD0__SRC_REL(rel);
	if (f->kind != FL_R600_FETCH_TEX) {
		if (!fl_r600_take_channel(a, &chan))
			return false;
		w[0] |= chan << R600_SQ_VTX_WORD0__SRC_SEL_X__SHIFT;
		return true;
	}
	if (!fl_asm_want(a, '.') || !fl_r600_take_swizzle(a, sel))
		return false;
	for (uint32_t i = 0; i < 4; i++)
		w[2] |= sel[i] << (R600_SQ_TEX_WORD2__SRC_SEL_X__SHIFT + 3 * i);
	return true;
}

/* NAME and NAME:VALUE to the end of the statement, or to its ^ */
static bool take_attrs(struct fl_asm *a, const struct fl_r600_attr *attrs, uint32_t *w)
{
	while (fl_asm_peek(a) && fl_asm_peek(a) != '^') {
		int got;

		fl_asm_take_on(a, ',');
		got = fl_r600_attr_take(a, attrs, w);
		if (got < 0)
			return false;
		if (!got)
			return fl_asm_expected(a, "something that this instruction has");
	}
	return true;
}

bool fl_r600_take_fetch(struct fl_r600_as *s)
{
	struct fl_asm *a = s->a;
	const char *name;
	uint32_t n = fl_asm_name(a, &name), w[FL_R600_FETCH_WORDS] = {0}, (*out)[2];
	const struct fl_r600_fetch *f = fl_r600_fetch_named(name, n);
	int32_t op = f ? f->mem_op : reserved_read(name, n);
	const char *why;

	if (!f)
		f = fl_r600_fetch_named("READ_SCRATCH", 12);
	w[0] = f->inst | (f->kind == FL_R600_FETCH_MEM ? (uint32_t)op << SHIFT(MEM_RD_WORD0, MEM_OP) : 0);
	fl_r600_attrs_begin(fl_r600_fetch_attrs(f), w);
	if (!take_fetch_to(a, f, w) || !fl_asm_want(a, ',') || !take_fetch_from(a, f, w) ||
	    !take_attrs(a, fl_r600_fetch_attrs(f), w) || !fl_asm_residue(a, w, FL_R600_FETCH_WORDS) ||
	    !fl_asm_statement_end(a))
		return false;
	why = s->p->nocheck ? NULL : fl_r600_fetch_check(s->p->r700, s->clause, w);
	if (why)
		return fl_asm_wrong(a, name, "%s", why);
	out = fl_r600_room(s, FL_R600_FETCH_SLOTS, name);
	if (out)
		memcpy(out, w, sizeof w);
	return out != NULL;
}

/* ---- control flow -------------------------------------------------------------------------------------- */
/* By name, or by number if it is reserved; its bits in word 1 */
static const struct fl_r600_cf *take_name(struct fl_asm *a, uint32_t *word1)
{
	const char *name;
	uint32_t n = fl_asm_name(a, &name), hex = 0;
	const struct fl_r600_cf *cf = fl_r600_cf_named(name, n);
	int32_t alu = fl_asm_register(name, n, "CF_ALU_");

	if (cf) {
		*word1 = cf->kind == FL_R600_CF_ALU ? (uint32_t)cf->inst << SHIFT(CF_ALU_WORD1, CF_INST)
						    : (uint32_t)cf->inst << SHIFT(CF_WORD1, CF_INST);
		return cf;
	}
	*word1 = (uint32_t)alu << SHIFT(CF_ALU_WORD1, CF_INST);
	if (alu > 7 && alu < 16)
		return fl_r600_cf_of(*word1);
	if (n == 7 && fl_asm_is(name, 5, "CF_0x")) {
		a->at = name + 3;
		if (!fl_asm_integer(a, 0x3f, "an opcode", &hex))
			return NULL;
		*word1 = hex << SHIFT(CF_WORD1, CF_INST);
		return fl_r600_cf_of(*word1);
	}
	fl_asm_wrong(a, name, "this is no instruction here");
	return NULL;
}

/* @5 or a label; of clauses the slot */
static bool take_target(struct fl_r600_as *s, bool wanted, uint32_t *label, uint32_t *value, bool *given)
{
	struct fl_asm *a = s->a;
	const char *name;
	uint32_t n;
	struct fl_asm_symbol *symbol;

	*label = 0;
	*given = fl_asm_take(a, '@');
	if (!*given && !wanted)
		return true;
	n = fl_asm_peek_name(a, &name);
	if (!n && !*given)
		return fl_asm_expected(a, "where it goes: a label or @N");
	if (!n)
		return fl_asm_integer(a, UINT32_MAX, "a place", value);
	a->at += n;
	*given = true;
	symbol = fl_asm_find(a, name, n);
	if (symbol && symbol->kind != FL_R600_SYM_LABEL)
		return fl_asm_wrong(a, name, "this is no label");
	if (!symbol)
		symbol = fl_asm_declare(a, name, n, FL_R600_SYM_LABEL);
	if (symbol)
		*label = (uint32_t)(symbol - a->symbol) + 1;
	return symbol != NULL;
}

/* Behind KC0: [CB2:16-31+AL] */
static bool take_kcache(struct fl_asm *a, uint32_t set, uint32_t w[2])
{
	const char *name = fl_asm_here(a);
	uint32_t n, first, last, mode;
	int32_t bank;

	if (!fl_asm_want(a, '['))
		return false;
	n = fl_asm_name(a, &name);
	bank = fl_asm_register(name, n, "CB");
	if (bank < 0 || bank > 15)
		return fl_asm_wrong(a, name, "expected a buffer of constants, CB0 to CB15");
	if (!fl_asm_want(a, ':'))
		return false;
	name = fl_asm_here(a);
	if (!fl_asm_integer(a, 4111, "a constant", &first) || !fl_asm_want(a, '-') ||
	    !fl_asm_integer(a, 4111, "a constant", &last))
		return false;
	mode = last - first == 15 ? 1 : 2;
	if (first % 16 || first > 4080 || (mode == 2 && last - first != 31))
		return fl_asm_wrong(a, name, "a set locks 16 or 32 constants from a multiple of 16 on");
	if (fl_asm_take(a, '+')) {
		if (!fl_asm_take_word(a, "AL"))
			return fl_asm_expected(a, "AL");
		mode = 3;
	}
	if (set) {
		w[0] |= (uint32_t)bank << SHIFT(CF_ALU_WORD0, KCACHE_BANK1);
		w[1] |= first / 16 << SHIFT(CF_ALU_WORD1, KCACHE_ADDR1) |
			mode << SHIFT(CF_ALU_WORD1, KCACHE_MODE1);
	} else {
		w[0] |= (uint32_t)bank << SHIFT(CF_ALU_WORD0, KCACHE_BANK0) |
			mode << SHIFT(CF_ALU_WORD0, KCACHE_MODE0);
		w[1] |= first / 16 << SHIFT(CF_ALU_WORD1, KCACHE_ADDR0);
	}
	return fl_asm_want(a, ']');
}

static bool take_sets(struct fl_asm *a, uint32_t w[2])
{
	for (;;) {
		if (fl_asm_take_word(a, "KC0")) {
			if (!take_kcache(a, 0, w))
				return false;
		} else if (fl_asm_take_word(a, "KC1")) {
			if (!take_kcache(a, 1, w))
				return false;
		} else {
			return true;
		}
	}
}

/* 5 or 5-7: *n is how many */
static bool take_range(struct fl_asm *a, uint32_t most, const char *what, uint32_t *first, uint32_t *n)
{
	uint32_t last;
	const char *at;

	*n = 1;
	if (!fl_asm_integer(a, most, what, first))
		return false;
	if (!fl_asm_take(a, '-'))
		return true;
	at = fl_asm_here(a);
	if (!fl_asm_integer(a, most + 15, what, &last))
		return false;
	*n = last - *first + 1;
	return (last > *first && *n <= 16) || fl_asm_wrong(a, at, "a burst has at most 16, in rising order");
}

static bool take_export_gprs(struct fl_asm *a, uint32_t n, uint32_t w[2])
{
	const char *at = fl_asm_here(a), *name;
	uint32_t gpr, gprs, mode, length;
	bool rel;

	length = fl_asm_peek_name(a, &name);
	if (n == 1 && length && fl_asm_find(a, name, length)) {
		if (!fl_r600_take_gpr(a, 0, &gpr, &rel, &mode))
			return false;
		w[0] |= gpr << SHIFT(CF_ALLOC_EXPORT_WORD0, RW_GPR);
		return fl_asm_want(a, '.');
	}
	if (fl_asm_peek(a) != 'R' && fl_asm_peek(a) != 'r')
		return fl_asm_expected(a, "registers: R0, R0-3, R[0+AL]");
	a->at++;
	rel = fl_asm_take(a, '[');
	if (!take_range(a, 127, "a register", &gpr, &gprs))
		return false;
	if (rel && (!fl_asm_want(a, '+') || !fl_asm_take_word(a, "AL") || !fl_asm_want(a, ']')))
		return fl_asm_expected(a, "AL");
	if (gprs != n)
		return fl_asm_wrong(a, at, "as many registers as places: %u", n);
	w[0] |= gpr << SHIFT(CF_ALLOC_EXPORT_WORD0, RW_GPR) | R600_SQ_CF_ALLOC_EXPORT_WORD0__RW_REL(rel);
	return fl_asm_want(a, '.');
}

static bool take_export(struct fl_r600_as *s, const struct fl_r600_cf *cf, uint32_t w[2])
{
	bool memory = cf->kind == FL_R600_CF_MEM;
	const char *const *types = memory ? fl_r600_memory_types[s->p->r700] : fl_r600_export_types, *name;
	uint32_t n = fl_asm_name(s->a, &name), type = 0, first, count, sel[4];

	while (type < 4 && !fl_asm_is(name, n, types[type]))
		type++;
	if (type == 4)
		return fl_asm_wrong(s->a, name, "expected %s, %s, %s%s%s", types[0], types[1], types[2],
				    memory ? ", " : "", memory ? types[3] : "");
	if (!take_range(s->a, 8191, "a place", &first, &count) || !fl_asm_want(s->a, ',') ||
	    !take_export_gprs(s->a, count, w) || !fl_r600_take_swizzle(s->a, sel))
		return false;
	w[0] |= first | type << SHIFT(CF_ALLOC_EXPORT_WORD0, TYPE);
	w[1] |= (count - 1) << SHIFT(CF_ALLOC_EXPORT_WORD1, BURST_COUNT);
	for (uint32_t i = 0; i < 4; i++) {
		if (!memory)
			w[1] |= sel[i] << 3 * i;
		else if (sel[i] != 7 && sel[i] != i)
			return fl_asm_wrong(s->a, name, "memory is written as .xyzw, with _ for what is not");
		else if (sel[i] == i)
			w[1] |= 1u << (SHIFT(CF_ALLOC_EXPORT_WORD1_BUF, COMP_MASK) + i);
	}
	return true;
}

/* SLOTS:5: the clause stands elsewhere. */
static bool take_slots(struct fl_r600_as *s, const struct fl_r600_cf *cf, uint32_t w[2], uint32_t *slots)
{
	bool alu = cf->kind == FL_R600_CF_ALU;
	const char *at;

	*slots = 0;
	if (!fl_asm_take_word(s->a, "SLOTS"))
		return true;
	at = fl_asm_here(s->a);
	if (!fl_asm_want(s->a, ':') || !fl_asm_integer(s->a,
						       alu          ? 128
						       : s->p->r700 ? 32
								    : 16,
						       "slots", slots))
		return false;
	if (!*slots || (!alu && *slots % FL_R600_FETCH_SLOTS))
		return fl_asm_wrong(s->a, at, "a clause has an instruction at least; fetches have two slots");
	if (alu)
		w[1] |= (*slots - 1) << SHIFT(CF_ALU_WORD1, COUNT);
	else
		w[1] |= ((*slots / 2 - 1) & 7) << SHIFT(CF_WORD1, COUNT) |
			(*slots / 2 - 1) >> 3 << SHIFT(CF_WORD1, COUNT_3);
	return true;
}

bool fl_r600_take_cf(struct fl_r600_as *s)
{
	struct fl_asm *a = s->a;
	const char *at = fl_asm_here(a);
	uint32_t w[2] = {0, 0}, word1 = 0, label = 0, target = 0, slots = 0, n;
	const struct fl_r600_cf *cf = take_name(a, &word1);
	const struct fl_r600_attr *attrs;
	bool given = false, clause;

	if (!cf)
		return false;
	clause = fl_r600_cf_has_clause(cf);
	attrs = fl_r600_cf_attrs(s->p->r700, cf);
	fl_r600_attrs_begin(attrs, w);
	w[1] |= word1;
	if (cf->kind >= FL_R600_CF_MEM
		? !take_export(s, cf, w)
		: !take_target(s, cf->kind == FL_R600_CF_JUMP, &label, &target, &given))
		return false;
	if ((clause && !take_slots(s, cf, w, &slots)) || (cf->kind == FL_R600_CF_ALU && !take_sets(a, w)) ||
	    !take_attrs(a, attrs, w) || !fl_asm_residue(a, w, 2) || !fl_asm_statement_end(a))
		return false;
	if (clause && (label || (!slots && target >= FL_R600_PROGRAM_MAX)))
		return fl_asm_wrong(a, at, "a clause is at a slot from 0 to %u", FL_R600_PROGRAM_MAX - 1);
	if (cf->kind == FL_R600_CF_ALU && target > R600_SQ_CF_ALU_WORD0__ADDR__MASK)
		return fl_asm_wrong(a, at, "this place does not fit the clause's field");
	if (slots && !given)
		return fl_asm_wrong(a, at, "SLOTS wants the place of the clause: @N");
	if (!clause || slots)
		w[0] ^= target;
	n = fl_r600_add_cf(s, w, at);
	if (n == FL_R600_CF_MAX)
		return false;
	s->p->label[n] = (uint16_t)label;
	s->numbers |= given && !label && !clause;
	s->clause = cf;
	s->block = NULL;
	if (clause && !slots) {
		s->block = fl_r600_open(s, n, cf->kind != FL_R600_CF_ALU, given ? (int32_t)target : -1);
		fl_r600_clause_begin(&s->state, w);
	}
	return true;
}
