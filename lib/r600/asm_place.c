/* SPDX-License-Identifier: MIT
 *
 * The end of assembling: the program's end, places of clauses, labels, and the rules of what came out.
 */
#include "lib/r600/asm_own.h"

static void wrong(struct fl_r600_as *s, const char *at, const char *why)
{
	s->a->bad = false;
	fl_asm_wrong(s->a, at, "%s", why);
}

/* EOP where the text has no end */
static void add_end(struct fl_r600_as *s)
{
	struct fl_r600_program *p = s->p;
	const uint32_t end = R600_SQ_CF_WORD1__END_OF_PROGRAM(1),
		       nop[2] = {0, end | R600_SQ_CF_WORD1__BARRIER(1)};
	const struct fl_r600_cf *last;
	bool to_behind = false;

	for (uint32_t i = 0; i < p->n_cf; i++) {
		if (fl_r600_cf_ends(p->words[i][1]))
			return;
		to_behind |= p->label[i] && s->a->symbol[p->label[i] - 1].first == p->n_cf;
	}
	last = p->n_cf ? fl_r600_cf_of(p->words[p->n_cf - 1][1]) : NULL;
	if (last && FL_R600_CF_IS(last, RETURN))
		return;
	if (!last || to_behind || last->kind == FL_R600_CF_ALU || FL_R600_CF_IS(last, CALL_FS))
		fl_r600_add_cf(s, nop, s->a->at);
	else
		p->words[p->n_cf - 1][1] |= end;
}

static void set_labels(struct fl_r600_as *s)
{
	struct fl_r600_program *p = s->p;

	for (uint32_t i = 0; i < p->n_cf; i++) {
		const struct fl_asm_symbol *symbol;

		if (!p->label[i])
			continue;
		symbol = &s->a->symbol[p->label[i] - 1];
		if (!symbol->count)
			wrong(s, symbol->name, "this label is nowhere in the program");
		else
			p->words[i][0] ^= symbol->first;
	}
	if (s->split && s->numbers)
		wrong(s, s->a->at,
		      "clauses were continued by others: control flow is to go to labels, not to @N");
}

static bool take(struct fl_r600_program *p, uint32_t first, uint32_t n)
{
	for (uint32_t i = first; i < first + n; i++) {
		if (p->taken[i / 32] >> (i % 32) & 1)
			return false;
		p->taken[i / 32] |= 1u << (i % 32);
	}
	return true;
}

static void place(struct fl_r600_as *s, const struct fl_r600_block *b, uint32_t *cursor)
{
	struct fl_r600_program *p = s->p;
	bool clause = b->cf < FL_R600_CF_MAX;
	const char *text = clause ? p->cf_at[b->cf] : s->a->at;
	uint32_t at = b->at >= 0 ? (uint32_t)b->at : b->even ? (*cursor + 1) & ~1u : *cursor;
	uint32_t *w = clause ? p->words[b->cf] : NULL;

	if (!b->slots && clause) {
		wrong(s, text, "its clause has no instruction");
		return;
	}
	if (at + b->slots > FL_R600_PROGRAM_MAX) {
		wrong(s, text, "the program is too long");
		return;
	}
	if (!take(p, at, b->slots)) {
		wrong(s, text, "something else stands at its slots already");
		return;
	}
	memcpy(p->words[at], p->pool[b->first], b->slots * sizeof p->words[0]);
	*cursor = at + b->slots;
	if (*cursor > p->n)
		p->n = *cursor;
	if (!clause)
		return;
	w[0] ^= at;
	if (!b->even)
		w[1] ^= (b->slots - 1u) << R600_SQ_CF_ALU_WORD1__COUNT__SHIFT;
	else
		w[1] ^= ((b->slots / 2u - 1) & 7) << R600_SQ_CF_WORD1__COUNT__SHIFT |
			(b->slots / 2u - 1) >> 3 << R600_SQ_CF_WORD1__COUNT_3__SHIFT;
}

void fl_r600_finish(struct fl_r600_as *s)
{
	struct fl_r600_program *p = s->p;
	uint32_t cursor;

	if (!p->nocheck)
		add_end(s);
	set_labels(s);
	p->n = cursor = p->n_cf;
	memset(p->words[p->n_cf], 0, (FL_R600_PROGRAM_MAX - p->n_cf) * sizeof p->words[0]);
	take(p, 0, p->n_cf);
	for (uint32_t i = 0; i < p->n_blocks; i++)
		place(s, &p->block[i], &cursor);
	for (uint32_t i = 0; i < p->n_cf && !p->nocheck; i++) {
		const char *why = fl_r600_cf_check(p->r700, p->words, p->n_cf, p->n, i);

		if (why)
			wrong(s, p->cf_at[i], why);
	}
	p->gprs = fl_r600_gprs(p->r700, p->words, p->n_cf, p->n);
	p->stack = fl_r600_stack(p->words, p->n_cf, false);
	p->stack_narrow = fl_r600_stack(p->words, p->n_cf, true);
}
