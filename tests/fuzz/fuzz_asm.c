/* SPDX-License-Identifier: MIT
 *
 * The assemblers and disassemblers of all families: u8 instruction set, u8 how, then text, or words. Any
 * words have a text that assembles to them again; so has what comes out of any text that assembles.
 */
#include "lib/fl_asm_isa.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

enum {
	HOW_WORDS = 1,  /* not text */
	HOW_CUT = 2,    /* room for half of the text only */
	TEXT_B = 600,   /* of an instruction at most */
	MAX_INST = 128, /* of words */
};

static const struct fl_asm_isa *isa_at(unsigned i)
{
	const struct fl_asm_isa *all[16];
	unsigned n = 0;

	for (const struct fl_asm_isa *const *f = fl_asm_isas; *f; f++)
		for (const struct fl_asm_isa *isa = *f; isa->name && n < 16; isa++)
			all[n++] = isa;
	return n ? all[i % n] : NULL;
}

static void errors(const struct fl_asm *a)
{
	char why[300];

	if (!a->n_errors)
		fuzz_fail("refused without an error");
	for (uint32_t i = 0; i < a->n_errors && i < FL_ASM_ERRORS; i++)
		if (fl_asm_error_text(a, i, why, sizeof(why)) >= (int)sizeof(why) || !a->error[i].text[0])
			fuzz_fail("an error that is empty, or cut off: %s", why);
}

static void there_and_back(const struct fl_asm_isa *isa, const uint32_t *words, uint32_t n, unsigned how)
{
	size_t room_B = 1024 + (size_t)n * TEXT_B;
	char *text = malloc(room_B);
	void *room = malloc(isa->program_B);
	struct fl_asm_program back = {0};
	struct fl_asm_out out;

	if (!text || !room)
		fuzz_fail("out of memory");
	fl_asm_out(&out, text, room_B);
	isa->disassemble(words, n, &out);
	if (out.need_B >= room_B || strlen(text) != out.need_B)
		fuzz_fail("%u instructions take %zu bytes of text", n, out.need_B);
	if (!isa->assemble(room, text, out.need_B, &back))
		fuzz_fail("a text of our own is refused in line %u: %s", back.source->error[0].line,
			  back.source->error[0].text);
	if (back.n != n || memcmp(back.words, words, 4ul * n * isa->words))
		fuzz_fail("%u instructions come back as %u, or as others", n, back.n);
	if (how & HOW_CUT) {
		size_t need_B = out.need_B, half_B = need_B / 2 + 1;
		char *cut = malloc(half_B);

		if (!cut)
			fuzz_fail("out of memory");
		fl_asm_out(&out, cut, half_B);
		isa->disassemble(words, n, &out);
		if (out.need_B != need_B || memcmp(cut, text, half_B - 1) || cut[half_B - 1])
			fuzz_fail("a text that is cut off is another");
		free(cut);
	}
	free(room);
	free(text);
}

static void assemble(const struct fl_asm_isa *isa, const struct fuzz_in *in, unsigned how)
{
	char *text = malloc(in->left_B ? in->left_B : 1); /* as long as it is, for the sanitizer */
	void *room = malloc(isa->program_B);
	struct fl_asm_program p = {0};

	if (!text || !room)
		fuzz_fail("out of memory");
	memcpy(text, in->p, in->left_B);
	if (!isa->assemble(room, text, in->left_B, &p))
		errors(p.source);
	else if (p.n > isa->max)
		fuzz_fail("%u instructions of at most %u", p.n, isa->max);
	else if (p.n)
		there_and_back(isa, p.words, p.n, how);
	free(room);
	free(text);
}

void fuzz_asm(const uint8_t *data, size_t size_B)
{
	struct fuzz_in in = {data, size_B};
	const struct fl_asm_isa *isa = isa_at(fuzz_take(&in, 1));
	unsigned how = fuzz_take(&in, 1);

	if (!isa)
		return;
	if (how & HOW_WORDS) {
		uint32_t most = isa->max < MAX_INST ? isa->max : MAX_INST;
		uint32_t n = (uint32_t)(in.left_B / 4 / isa->words);
		uint32_t *words;

		n = n < most ? n : most;
		words = malloc(4ul * n * isa->words + 1);
		if (!words)
			fuzz_fail("out of memory");
		memcpy(words, in.p, 4ul * n * isa->words);
		if (n)
			there_and_back(isa, words, n, how);
		free(words);
	} else {
		assemble(isa, &in, how);
	}
}
