/* SPDX-License-Identifier: MIT
 *
 * Programs of Vivante cores as text: instructions, labels, and words that no text stands for. See asm.h.
 */
#include "lib/gc/asm_own.h"

#include <string.h>

enum { LINE = 240 }; /* an instruction's text at most */

struct labels {
	uint32_t bits[FL_GC_PROGRAM_MAX / 32 + 1];
};

static bool is_set(const struct labels *l, uint32_t i)
{
	return l->bits[i / 32] >> (i % 32) & 1;
}

/* Where branches go to that is in the program, or its end; of too many the first */
static void find_labels(const uint32_t (*words)[FL_GC_WORDS], uint32_t n, struct labels *l)
{
	uint32_t n_labels = 0;

	memset(l, 0, sizeof *l);
	for (uint32_t i = 0; i < n && n_labels < FL_ASM_SYMBOLS; i++) {
		const struct fl_gc_op *op = fl_gc_op_of(words[i]);
		struct fl_gc_inst inst;

		if (!op || op->form != FL_GC_FLOW)
			continue;
		fl_gc_inst_of(&inst, words[i], op->form);
		if (inst.target > n || is_set(l, inst.target))
			continue;
		l->bits[inst.target / 32] |= 1u << (inst.target % 32);
		n_labels++;
	}
}

/* The line that gives the words again, in `line`; NULL: there is none, and why in *why */
static const char *text_of(uint8_t level, const uint32_t *words, const struct labels *l, uint32_t n,
			   char line[LINE], const char **why)
{
	const struct fl_gc_op *op = fl_gc_op_of(words);
	struct fl_gc_inst i;
	struct fl_asm_out out;
	uint32_t again[FL_GC_WORDS], where;
	char label[12];

	*why = "no such instruction";
	if (!op)
		return NULL;
	fl_gc_inst_of(&i, words, op->form);
	*why = fl_gc_check(&fl_gc_limits[level], FL_GC_NO_STAGE, op, &i, &where);
	if (*why)
		return NULL;
	fl_asm_out(&out, label, sizeof label);
	fl_asm_put(&out, "L%u", i.target);
	fl_asm_out(&out, line, LINE);
	fl_gc_put_inst(&out, op, &i, i.target <= n && is_set(l, i.target) ? label : NULL);
	fl_gc_put_only(op, &i);
	fl_gc_inst_words(&i, again);
	fl_asm_put_residue(&out, words, again, FL_GC_WORDS);
	return line;
}

uint32_t fl_gc_disasm(uint8_t level, const uint32_t (*words)[FL_GC_WORDS], uint32_t n, struct fl_asm_out *out)
{
	struct labels l;
	char line[LINE];
	uint32_t invalid = 0;

	if (n > FL_GC_PROGRAM_MAX)
		n = FL_GC_PROGRAM_MAX;
	find_labels(words, n, &l);
	fl_asm_put(out, "!!%s\n", fl_gc_limits[level].name);
	for (uint32_t i = 0; i < n; i++) {
		const char *why;

		if (is_set(&l, i))
			fl_asm_put(out, "L%u:\n", i);
		if (text_of(level, words[i], &l, n, line, &why)) {
			fl_asm_put(out, "\t%s\n", line);
			continue;
		}
		fl_asm_put(out, "\twords 0x%08x 0x%08x 0x%08x 0x%08x # %s\n", words[i][0], words[i][1],
			   words[i][2], words[i][3], why);
		invalid++;
	}
	if (is_set(&l, n))
		fl_asm_put(out, "L%u:\n", n);
	return invalid;
}
