/* SPDX-License-Identifier: MIT
 *
 * Programs of Sea Islands as text: instructions, labels, and words that no text stands for. See asm.h.
 */
#include "lib/cik/asm_own.h"

#include <string.h>

enum {
	LINE = 200,              /* an instruction's text at most */
	LABELS = FL_ASM_SYMBOLS, /* as many as the assembler has room for */
};

struct labels {
	uint32_t bits[FL_CIK_PROGRAM_MAX / 32 + 1];
};

void fl_cik_put_instruction(struct fl_cik_text *t)
{
	fl_asm_put(t->out, "%s", t->i->op->name);
	if (t->i->encoding <= FL_CIK_SMRD)
		fl_cik_put_scalar(t);
	else if (t->i->encoding <= FL_CIK_VOP3)
		fl_cik_put_vector(t);
	else
		fl_cik_put_memory(t);
}

/* Does the instruction's text, which names no label, give its words again? */
static bool comes_back(const struct fl_cik_inst *i, const char *text, size_t n)
{
	struct fl_cik_source source;
	struct fl_cik_as s;

	fl_asm_begin(&source.a, text, n);
	fl_cik_declare_none(&source.declared);
	return fl_cik_take_instruction(&s, &source.a) && s.n == i->n &&
	       !memcmp(s.w, i->w, i->n * sizeof i->w[0]);
}

static bool is_plain(const struct fl_cik_inst *i, char line[LINE])
{
	struct fl_asm_out out;
	struct fl_cik_text t = {&out, i, 0, NULL, true};

	fl_asm_out(&out, line, LINE);
	fl_cik_put_instruction(&t);
	return out.need_B < LINE && comes_back(i, line, out.need_B);
}

/* ---- labels -------------------------------------------------------------------------------------------- */
static bool is_set(const struct labels *l, uint32_t i)
{
	return l->bits[i / 32] >> (i % 32) & 1;
}

static void set(struct labels *l, uint32_t i)
{
	l->bits[i / 32] |= 1u << (i % 32);
}

/* Where branches go to that are instructions, or the end; of too many the first. */
static void find_labels(const uint32_t *words, uint32_t n, struct labels *l)
{
	struct labels starts = {{0}};
	uint32_t n_labels = 0;

	memset(l, 0, sizeof *l);
	for (uint32_t at = 0; at < n; at += fl_cik_decode(words + at, n - at).n)
		set(&starts, at);
	set(&starts, n);
	for (uint32_t at = 0; at < n && n_labels < LABELS;) {
		struct fl_cik_inst i = fl_cik_decode(words + at, n - at);
		int32_t to;

		at += i.n;
		if (!i.op || i.encoding > FL_CIK_SMRD || !fl_cik_has(i.op, 'b'))
			continue;
		to = (int32_t)at + (int16_t)(i.w[0] & 0xffff);
		if (to < 0 || to > (int32_t)n || !is_set(&starts, (uint32_t)to) || is_set(l, (uint32_t)to))
			continue;
		set(l, (uint32_t)to);
		n_labels++;
	}
}

/* ---- programs ------------------------------------------------------------------------------------------ */
static void put_words(struct fl_asm_out *out, const struct fl_cik_inst *i)
{
	fl_asm_put(out, ".long ");
	for (uint32_t k = 0; k < i->n; k++)
		fl_asm_put(out, "%s0x%08x", k ? ", " : "", i->w[k]);
}

bool fl_cik_put_line(struct fl_asm_out *out, const struct fl_cik_inst *i, uint32_t next,
		     const uint32_t *has_label)
{
	struct fl_cik_text t = {out, i, next, has_label, true};
	char line[LINE];

	if (!i->op) {
		put_words(out, i);
		fl_asm_put(out, " ; no instruction");
	} else if (is_plain(i, line)) {
		fl_cik_put_instruction(&t);
	} else {
		put_words(out, i);
		fl_asm_put(out, " ; not as LLVM encodes %s", line);
	}
	return i->op != NULL;
}

uint32_t fl_cik_disasm(const uint32_t *words, uint32_t n, struct fl_asm_out *out)
{
	struct labels l;
	uint32_t invalid = 0;

	if (n > FL_CIK_PROGRAM_MAX)
		n = FL_CIK_PROGRAM_MAX;
	find_labels(words, n, &l);
	fl_asm_put(out, "; !!GFX7\n");
	fl_cik_put_uses(out, words, n);
	for (uint32_t at = 0; at < n;) {
		struct fl_cik_inst i = fl_cik_decode(words + at, n - at);

		if (is_set(&l, at))
			fl_asm_put(out, "L%u:\n", at);
		at += i.n;
		fl_asm_put(out, "\t");
		invalid += !fl_cik_put_line(out, &i, at, l.bits);
		fl_asm_put(out, "\n");
	}
	if (is_set(&l, n))
		fl_asm_put(out, "L%u:\n", n);
	return invalid;
}
