/* SPDX-License-Identifier: MIT
 *
 * What the texts of all instruction sets have in common: the head, labels, words as they are, and the bits of
 * an instruction that its text has no name for. See fl_asm.h.
 */
#include "lib/fl_asm.h"

bool fl_asm_residue(struct fl_asm *a, uint32_t *words, uint32_t n)
{
	uint32_t word, bits;

	if (!fl_asm_take(a, '^'))
		return true;
	do {
		if (!fl_asm_integer(a, n - 1, "the number of a word", &word) || !fl_asm_want(a, ':') ||
		    !fl_asm_integer(a, UINT32_MAX, "bits", &bits))
			return false;
		words[word] ^= bits;
	} while (fl_asm_take_on(a, ','));
	return true;
}

bool fl_asm_words(struct fl_asm *a, uint32_t *words, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (!fl_asm_integer(a, UINT32_MAX, "a word", &words[i]))
			return false;
	return true;
}

bool fl_asm_head(struct fl_asm *a, const char *name)
{
	if (!fl_asm_next(a) || !fl_asm_take(a, '!') || !fl_asm_take(a, '!') || !fl_asm_take_word(a, name))
		return fl_asm_wrong(a, fl_asm_here(a), "expected !!%s, which the text begins with", name);
	return fl_asm_statement_end(a);
}

uint32_t fl_asm_take_label(struct fl_asm *a, const char **name)
{
	uint32_t n = fl_asm_peek_name(a, name);

	if (!n || *name + n >= a->end || (*name)[n] != ':')
		return 0;
	a->at += n + 1;
	return n;
}

void fl_asm_put_residue(struct fl_asm_out *o, const uint32_t *want, const uint32_t *got, uint32_t n)
{
	const char *before = " ^ ";

	for (uint32_t i = 0; i < n; i++)
		if (want[i] != got[i]) {
			fl_asm_put(o, "%s%u:0x%x", before, i, want[i] ^ got[i]);
			before = ", ";
		}
}
