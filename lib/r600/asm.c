/* SPDX-License-Identifier: MIT
 *
 * The assembler of R6xx and R7xx: statements, and where everything stands. See asm.h.
 */
#include "lib/r600/asm_own.h"

enum { DATA = 0xffff };

/* ---- what the program is made of ----------------------------------------------------------------------- */
uint32_t fl_r600_add_cf(struct fl_r600_as *s, const uint32_t w[2], const char *at)
{
	struct fl_r600_program *p = s->p;

	if (p->n_cf == FL_R600_CF_MAX) {
		fl_asm_wrong(s->a, at, "a program has at most %u instructions of control flow",
			     FL_R600_CF_MAX);
		return FL_R600_CF_MAX;
	}
	memcpy(p->words[p->n_cf], w, sizeof p->words[0]);
	p->cf_at[p->n_cf] = at;
	p->label[p->n_cf] = 0;
	return p->n_cf++;
}

struct fl_r600_block *fl_r600_open(struct fl_r600_as *s, uint32_t cf, bool even, int32_t at)
{
	struct fl_r600_program *p = s->p;

	if (p->n_blocks == FL_R600_BLOCKS) {
		fl_asm_expected(s->a, "fewer clauses and data");
		return NULL;
	}
	p->block[p->n_blocks] = (struct fl_r600_block){(uint16_t)cf, (uint16_t)p->n_pool, 0, even, at};
	return &p->block[p->n_blocks++];
}

/* A clause that is full goes on in another. What the first is to do before it stays there, and what is to be
 * done after it goes with the last. */
static bool go_on(struct fl_r600_as *s, const char *at)
{
	const uint32_t inst = R600_SQ_CF_ALU_WORD1__CF_INST__MASK;
	const uint32_t plain = R600_SQ_CF_ALU_WORD1__CF_INST(R600_SQ_CF_ALU_WORD1__CF_INST__SQ_CF_INST_ALU);
	uint32_t cf = s->block->cf, w[2] = {s->p->words[cf][0], s->p->words[cf][1]};

	if (s->clause->kind == FL_R600_CF_ALU) {
		if (s->clause->push > 0)
			w[1] = (w[1] & ~inst) | plain;
		else
			s->p->words[cf][1] = (w[1] & ~inst) | plain;
	} else {
		s->p->words[cf][1] &= ~R600_SQ_CF_WORD1__END_OF_PROGRAM__MASK;
	}
	cf = fl_r600_add_cf(s, w, at);
	if (cf == FL_R600_CF_MAX)
		return false;
	s->split = true;
	s->clause = fl_r600_cf_of(w[1]);
	s->block = fl_r600_open(s, cf, s->clause->kind != FL_R600_CF_ALU, -1);
	fl_r600_clause_begin(&s->state, w);
	return s->block != NULL;
}

uint32_t (*fl_r600_room(struct fl_r600_as *s, uint32_t n, const char *at))[2]
{
	struct fl_r600_program *p = s->p;
	uint32_t most = FL_R600_PROGRAM_MAX;

	if (!s->block)
		return NULL;
	if (s->clause)
		most = s->clause->kind == FL_R600_CF_ALU ? FL_R600_CLAUSE_MAX : p->r700 ? 32 : 16;
	if (s->clause && s->block->slots + n > most && !go_on(s, at))
		return NULL;
	if (p->n_pool + n > FL_R600_PROGRAM_MAX) {
		fl_asm_wrong(s->a, at, "a program has at most %u slots", FL_R600_PROGRAM_MAX);
		return NULL;
	}
	s->block->slots = (uint16_t)(s->block->slots + n);
	p->n_pool += n;
	return &p->pool[p->n_pool - n];
}

/* ---- statements ---------------------------------------------------------------------------------------- */
static bool take_data(struct fl_r600_as *s)
{
	uint32_t at;

	if (!fl_asm_want(s->a, '@') || !fl_asm_integer(s->a, FL_R600_PROGRAM_MAX - 1, "a slot", &at) ||
	    !fl_asm_statement_end(s->a))
		return false;
	s->clause = NULL;
	s->block = fl_r600_open(s, DATA, false, (int32_t)at);
	return s->block != NULL;
}

static bool take_words(struct fl_r600_as *s, const char *at)
{
	uint32_t w[2], (*out)[2];

	if (!s->block || s->clause)
		return fl_asm_wrong(s->a, at, "words stand behind `data @SLOT`");
	if (!fl_asm_words(s->a, w, 2) || !fl_asm_statement_end(s->a))
		return false;
	out = fl_r600_room(s, 1, at);
	if (out)
		memcpy(out, w, sizeof w);
	return out != NULL;
}

static bool take_literals(struct fl_r600_as *s, const char *at)
{
	if (!s->n_lines || !s->fixed)
		return fl_asm_wrong(s->a, at, "literals stand behind a group that the text gives");
	s->n_junk = 0;
	while (fl_asm_peek(s->a) && s->n_junk < 4)
		if (!fl_asm_integer(s->a, UINT32_MAX, "a word", &s->junk[s->n_junk++]))
			return false;
	return fl_asm_statement_end(s->a);
}

/* x: to t: before an operation */
static uint8_t take_slot(struct fl_asm *a)
{
	const char *name;
	uint32_t n = fl_asm_peek_name(a, &name);

	for (uint8_t i = 0; n == 1 && i < FL_R600_SLOTS; i++)
		if ((name[0] | 32) == "xyzwt"[i] && name + 1 < a->end && name[1] == ':') {
			a->at += 2;
			return i;
		}
	return FL_R600_SLOTS;
}

/* An operation; numbered: it begins a group. */
static bool take_alu(struct fl_r600_as *s, bool numbered, uint8_t slot)
{
	struct fl_r600_line l = {.slot = slot};

	if (numbered)
		fl_r600_end_group(s);
	if (!fl_r600_take_op(s, &l))
		return false;
	if (!numbered && slot == FL_R600_SLOTS) {
		fl_r600_add_line(s, &l);
		return true;
	}
	if (!numbered && !s->fixed)
		return fl_asm_wrong(s->a, l.at, "a group begins with its number, before the first unit");
	if (s->n_lines == FL_R600_SLOTS)
		return fl_asm_wrong(s->a, l.at, "a group has at most five operations");
	s->fixed = true;
	s->line[s->n_lines++] = l;
	return true;
}

static bool define_label(struct fl_r600_as *s, const char *name, uint32_t n)
{
	struct fl_asm_symbol *symbol = fl_asm_find(s->a, name, n);

	fl_r600_end_group(s);
	if (symbol && (symbol->count || symbol->kind != FL_R600_SYM_LABEL))
		return fl_asm_wrong(s->a, name, "this name is taken");
	if (!symbol)
		symbol = fl_asm_declare(s->a, name, n, 0);
	if (!symbol)
		return false;
	symbol->first = (uint16_t)s->p->n_cf;
	symbol->count = 1;
	return true;
}

static bool take_option(struct fl_r600_as *s)
{
	if (!fl_asm_take_word(s->a, "nocheck"))
		return fl_asm_expected(s->a, "nocheck");
	s->p->nocheck = true;
	return fl_asm_statement_end(s->a);
}

static bool is_bare_nop(struct fl_asm *a)
{
	const char *name;
	uint32_t n = fl_asm_peek_name(a, &name);

	/* NOP is control flow, too: that of the ALU has a destination. */
	if (!fl_asm_is(name, n, "NOP"))
		return false;
	while (name + n < a->end && (name[n] == ' ' || name[n] == '\t'))
		n++;
	return !(name + n + 1 < a->end && name[n] == '_' && name[n + 1] == '_');
}

static bool statement(struct fl_r600_as *s)
{
	struct fl_asm *a = s->a;
	const char *at = fl_asm_here(a), *name;
	bool alu = s->block && s->clause && s->clause->kind == FL_R600_CF_ALU, numbered = false;
	uint32_t number, n;
	uint8_t slot = FL_R600_SLOTS;
	int declared;

	if (fl_asm_peek(a) >= '0' && fl_asm_peek(a) <= '9') {
		numbered = true;
		if (!fl_asm_integer(a, UINT32_MAX, "a number", &number))
			return false;
	}
	if (alu) {
		slot = take_slot(a);
		if (slot < FL_R600_SLOTS || (fl_r600_is_op(a) && !is_bare_nop(a)))
			return take_alu(s, numbered, slot);
	}
	if (!numbered) {
		n = fl_asm_take_label(a, &name);
		if (n)
			return define_label(s, name, n) && (!fl_asm_peek(a) || statement(s));
		if (fl_asm_take_word(a, "literals"))
			return take_literals(s, at);
		if (fl_asm_take_word(a, "option"))
			return take_option(s);
		declared = s->p->n_cf ? 0 : fl_r600_take_declaration(s);
		if (declared)
			return declared > 0;
	}
	if (s->block && s->clause && !alu && fl_r600_is_fetch(a))
		return fl_r600_take_fetch(s);
	if (fl_asm_take_word(a, "words"))
		return take_words(s, at);
	fl_r600_end_group(s);
	if (fl_asm_take_word(a, "data"))
		return take_data(s);
	return fl_r600_take_cf(s);
}

/* What is written for R6xx can be made for R7xx, too. */
static bool take_head(struct fl_asm *a, bool r700)
{
	const struct fl_asm begin = *a;

	if (r700 && fl_asm_head(a, "R600"))
		return true;
	*a = begin;
	return fl_asm_head(a, r700 ? "R700" : "R600");
}

bool fl_r600_asm(struct fl_r600_program *p, bool r700, const char *text, size_t size_B)
{
	struct fl_r600_as s = {.p = p, .a = &p->source};

	fl_asm_begin(s.a, text, size_B);
	p->r700 = r700;
	p->nocheck = false;
	p->n = p->n_cf = p->n_blocks = p->n_pool = 0;
	p->gprs = p->stack = p->stack_narrow = 0;
	p->takes = p->emits = 0;
	p->vertices = 0;
	p->stage = p->attributes = p->n_in = p->n_out = 0;
	p->named = p->n_constants = 0;
	memset(p->given, 0, sizeof p->given);
	memset(p->taken, 0, sizeof p->taken);
	if (!take_head(s.a, r700))
		return false;
	while (fl_asm_next(s.a))
		statement(&s);
	s.a->bad = false;
	fl_r600_end_group(&s);
	if (!s.a->n_errors)
		fl_r600_finish(&s);
	return !s.a->n_errors;
}
