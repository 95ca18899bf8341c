/* SPDX-License-Identifier: MIT
 *
 * The assembler of Vivante's programs: statements and labels. See asm.h.
 */
#include "hw/regs/gc.h"
#include "lib/gc/asm_own.h"

#include <string.h>

static bool define_label(struct fl_gc_program *p, const char *name, uint32_t n)
{
	struct fl_asm_symbol *symbol = fl_asm_find(&p->source, name, n);

	if (symbol && (symbol->count || symbol->kind != FL_GC_SYM_LABEL))
		return fl_asm_wrong(&p->source, name, "this name is taken");
	if (!symbol)
		symbol = fl_asm_declare(&p->source, name, n, FL_GC_SYM_LABEL);
	if (!symbol)
		return false;
	symbol->first = (uint16_t)p->n;
	symbol->count = 1;
	return true;
}

static bool statement(struct fl_gc_program *p)
{
	const struct fl_gc_limits *l = &fl_gc_limits[p->level];
	struct fl_asm *a = &p->source;
	const char *name;
	uint32_t n = fl_asm_take_label(a, &name), w[FL_GC_WORDS];
	uint16_t label = 0;
	const char *label_at = NULL;
	int declared;

	if (n)
		return define_label(p, name, n) && (!fl_asm_peek(a) || statement(p));
	declared = p->n ? 0 : fl_gc_take_declaration(p);
	if (declared)
		return declared > 0;
	name = fl_asm_here(a);
	if (fl_asm_take_word(a, "words")) {
		if (!fl_asm_words(a, w, FL_GC_WORDS) || !fl_asm_statement_end(a))
			return false;
	} else if (!fl_gc_take_inst(p, w, &label, &label_at)) {
		return false;
	}
	if (p->n == l->instructions)
		return fl_asm_wrong(a, name, "a program of this chip has at most %u instructions",
				    l->instructions);
	memcpy(p->words[p->n], w, sizeof w);
	p->label[p->n] = label;
	p->label_at[p->n++] = label_at;
	return true;
}

static void place_labels(struct fl_gc_program *p)
{
	for (uint32_t i = 0; i < p->n; i++) {
		const struct fl_asm_symbol *symbol;

		if (!p->label[i])
			continue;
		symbol = &p->source.symbol[p->label[i] - 1];
		p->source.bad = false;
		if (!symbol->count)
			fl_asm_wrong(&p->source, p->label_at[i], "there is no such label");
		p->words[i][3] |= GC_INST_WORD_3__SRC2_IMM(symbol->first);
	}
}

/* What is written for a lower level can be made for a higher one, too. */
static bool take_head(struct fl_asm *a, uint8_t level)
{
	for (uint8_t k = 0; k < level; k++) {
		const struct fl_asm begin = *a;

		if (fl_asm_head(a, fl_gc_limits[k].name))
			return true;
		*a = begin;
	}
	return fl_asm_head(a, fl_gc_limits[level].name);
}

bool fl_gc_asm(struct fl_gc_program *p, uint8_t level, const char *text, size_t size_B)
{
	fl_asm_begin(&p->source, text, size_B);
	p->level = level;
	p->n = 0;
	p->stage = p->attributes = p->n_in = p->n_out = p->n_targets = 0;
	p->position_reg = p->point_size_reg = FL_GC_TEMPS;
	p->named = p->temps = p->has_sampler = p->n_constants = 0;
	p->has_temp = 0;
	memset(p->given, 0, sizeof p->given);
	if (!take_head(&p->source, level))
		return false;
	while (fl_asm_next(&p->source))
		statement(p);
	place_labels(p);
	return !p->source.n_errors;
}
