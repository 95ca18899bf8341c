/* SPDX-License-Identifier: MIT
 *
 * The assembler of Sea Islands: statements, labels, and which form an instruction has. See asm.h.
 */
#include "hw/fl_str.h"
#include "lib/cik/asm_own.h"

#include <string.h>

void fl_cik_place(struct fl_cik_as *s, uint32_t word, uint32_t shift, uint32_t value)
{
	s->w[word] |= value << shift;
}

bool fl_cik_take_comma(struct fl_cik_as *s, bool *first)
{
	if (*first) {
		*first = false;
		return true;
	}
	return fl_asm_want(s->a, ',');
}

/* ---- instructions -------------------------------------------------------------------------------------- */
static bool take_as(struct fl_cik_as *s, const struct fl_cik_op *op, bool e64)
{
	bool ok;

	*s = (struct fl_cik_as){.a = s->a, .op = op, .at = s->at, .e64 = e64};
	if (op->encoding <= FL_CIK_SMRD)
		ok = fl_cik_take_scalar(s);
	else if (op->encoding <= FL_CIK_VOP3)
		ok = fl_cik_take_vector(s);
	else
		ok = fl_cik_take_memory(s);
	return ok && fl_asm_statement_end(s->a);
}

/* With neither _e32 nor _e64: the short form, then the long one. The error is that of the last. */
static bool take_either(struct fl_cik_as *s, const struct fl_cik_op *op)
{
	struct fl_asm *a = s->a;
	const char *at = a->at;
	const uint32_t n_errors = a->n_errors;

	if (op->encoding != FL_CIK_VOP3 && take_as(s, op, false))
		return true;
	if (!fl_cik_has_long(op))
		return false;
	a->at = at;
	a->bad = false;
	a->n_errors = n_errors;
	return take_as(s, op, true);
}

bool fl_cik_take_instruction(struct fl_cik_as *s, struct fl_asm *a)
{
	const char *name;
	uint32_t n = fl_asm_name(a, &name), form = 0;
	const struct fl_cik_op *op = fl_cik_op_named(name, n);

	s->a = a;
	s->at = name;
	if (!op && n > 4 && (!memcmp(name + n - 4, "_e32", 4) || !memcmp(name + n - 4, "_e64", 4))) {
		form = name[n - 2] == '3' ? 32 : 64;
		op = fl_cik_op_named(name, n - 4);
	}
	if (!op || (form && (op->encoding < FL_CIK_VOP2 || op->encoding > FL_CIK_VOP3)))
		return fl_asm_wrong(a, name, "no such instruction");
	if (!form && op->encoding >= FL_CIK_VOP2 && op->encoding <= FL_CIK_VOP3)
		return take_either(s, op);
	if (form == 64 ? !fl_cik_has_long(op) : form == 32 && op->encoding == FL_CIK_VOP3)
		return fl_asm_wrong(a, name, "it has no %s form", form == 64 ? "long" : "short");
	return take_as(s, op, form == 64);
}

/* ---- statements ---------------------------------------------------------------------------------------- */
static bool add(struct fl_cik_program *p, const char *at, const uint32_t *words, uint32_t n)
{
	if (p->n + n > FL_CIK_PROGRAM_MAX)
		return fl_asm_wrong(&p->source, at, "a program has at most %u words", FL_CIK_PROGRAM_MAX);
	memcpy(p->words + p->n, words, n * sizeof *words);
	p->n += n;
	return true;
}

static bool take_long(struct fl_cik_program *p)
{
	struct fl_asm *a = &p->source;
	uint32_t w;

	do {
		const char *at = fl_asm_here(a);

		if (!fl_cik_whole(a, INT32_MIN, UINT32_MAX, "a word", &w) || !add(p, at, &w, 1))
			return false;
	} while (fl_asm_take(a, ','));
	return fl_asm_statement_end(a);
}

static bool define_label(struct fl_cik_program *p, const char *name, uint32_t n)
{
	struct fl_asm_symbol *symbol = fl_asm_find(&p->source, name, n);

	if (symbol && symbol->count)
		return fl_asm_wrong(&p->source, name, "this name is taken");
	if (!symbol)
		symbol = fl_asm_declare(&p->source, name, n, FL_CIK_SYM_LABEL);
	if (!symbol)
		return false;
	symbol->first = (uint16_t)p->n;
	symbol->count = 1;
	return true;
}

/* The instruction goes to a label: where it stands is known at the end. */
static bool go_to(struct fl_cik_program *p, const struct fl_cik_as *s)
{
	struct fl_asm_symbol *symbol = fl_asm_find(&p->source, s->label, s->label_length);

	if (!symbol)
		symbol = fl_asm_declare(&p->source, s->label, s->label_length, FL_CIK_SYM_LABEL);
	if (!symbol)
		return false;
	if (p->n_branches == FL_CIK_BRANCHES)
		return fl_asm_wrong(&p->source, s->label, "a program has at most %u branches to labels",
				    FL_CIK_BRANCHES);
	p->branch[p->n_branches].at = (uint16_t)p->n;
	p->branch[p->n_branches].text = s->label;
	p->branch[p->n_branches++].label = (uint16_t)(symbol - p->source.symbol);
	return true;
}

static bool statement(struct fl_cik_program *p)
{
	struct fl_asm *a = &p->source;
	struct fl_cik_as s = {.n = 0};
	const char *name, *at;
	uint32_t n = fl_asm_take_label(a, &name);
	int declaration;

	if (n && !define_label(p, name, n))
		return false;
	declaration = fl_cik_take_declaration(a);
	if (declaration)
		return declaration > 0;
	at = fl_asm_here(a);
	if (!fl_asm_peek(a))
		return true;
	if (fl_asm_take(a, '.')) {
		if (!fl_asm_take_word(a, "long"))
			return fl_asm_expected(a, ".long");
		return take_long(p);
	}
	if (!fl_cik_take_instruction(&s, a))
		return false;
	return (!s.label_length || go_to(p, &s)) && add(p, at, s.w, s.n);
}

/* To the next line that has something; what is left of this one is a comment, or behind an error. */
static bool next_line(struct fl_asm *a)
{
	a->bad = false;
	for (;;) {
		while (a->at < a->end && *a->at != '\n')
			a->at++;
		if (a->at == a->end)
			return false;
		a->line_start = ++a->at;
		a->line++;
		if (fl_asm_peek(a))
			return true;
	}
}

/* !!GFX7, which may be missing, and may stand in a comment. */
static void take_head(struct fl_asm *a)
{
	const struct fl_asm begin = *a;

	if (!fl_asm_head(a, "GFX7"))
		*a = begin;
}

static void finish(struct fl_cik_program *p)
{
	struct fl_asm *a = &p->source;

	for (uint32_t i = 0; i < p->n_branches; i++) {
		const struct fl_asm_symbol *symbol = &a->symbol[p->branch[i].label];
		int32_t by = (int32_t)symbol->first - (int32_t)p->branch[i].at - 1;

		a->bad = false;
		if (!symbol->count || symbol->kind != FL_CIK_SYM_LABEL)
			fl_asm_wrong(a, p->branch[i].text, "there is no such label");
		p->words[p->branch[i].at] |= (uint32_t)by & 0xffff;
	}
}

bool fl_cik_asm(struct fl_cik_program *p, const char *text, size_t size_B)
{
	struct fl_asm *a = &p->source;

	fl_asm_begin(a, text, size_B);
	p->n = p->n_branches = p->n_constants = 0;
	fl_cik_declare_none(&p->declared);
	take_head(a);
	if (fl_asm_peek(a))
		statement(p);
	while (next_line(a))
		statement(p);
	finish(p);
	return !a->n_errors;
}
