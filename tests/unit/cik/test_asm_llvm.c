/* SPDX-License-Identifier: MIT
 *
 * The assembler and disassembler of Sea Islands beside LLVM's assembler: llvm14.txt.xz has lines of every
 * instruction with the words that LLVM 14 encodes for gfx704, written by `build/check-llvm FILE`. (make
 * check-llvm asks LLVM itself, about more lines.)
 */
#include "demos/firstlight/pack.h"
#include "lib/cik/asm.h"
#include "lib/cik/isa.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TestSuite(cik_asm_llvm, .timeout = 60);

enum { LEAST = 3000, TEXT = 1 << 20 };

static struct fl_cik_program program;

/* "LINE = 01234567 89abcdef": the words; the line ends before " =". */
static uint32_t take_words(char *line, uint32_t words[FL_CIK_INST_MAX])
{
	char *at = strstr(line, " = ");
	uint32_t n = 0;

	if (!at)
		return 0;
	*at = 0;
	for (at += 2; *at && n < FL_CIK_INST_MAX; n++)
		words[n] = (uint32_t)strtoul(at, &at, 16);
	return n;
}

static char *table(void)
{
	struct fl_err err = {0};
	size_t n;
	uint8_t *data = fl_pack_read("tests/unit/cik/llvm14.txt.xz", &n, &err);
	char *text;

	cr_assert(data, "%s", err.text);
	text = malloc(n + 1);
	cr_assert(text);
	memcpy(text, data, n);
	text[n] = 0;
	free(data);
	return text;
}

Test(cik_asm_llvm, the_same_words)
{
	char *text = table(), *save = NULL, *line;
	uint32_t lines = 0;

	strtok_r(text, "\n", &save);
	while ((line = strtok_r(NULL, "\n", &save))) {
		uint32_t words[FL_CIK_INST_MAX], n = take_words(line, words);
		bool ok = fl_cik_asm(&program, line, strlen(line));

		cr_expect(ok && program.n == n && !memcmp(program.words, words, 4ul * n),
			  "%s: %08x, LLVM says %08x%s%s", line, program.words[0], words[0],
			  ok ? "" : ", and we: ", ok ? "" : program.source.error[0].text);
		lines++;
	}
	cr_expect_gt(lines, (uint32_t)LEAST);
	free(text);
}

/* What LLVM encodes is written as an instruction, not as words, and comes back. */
Test(cik_asm_llvm, the_text_comes_back)
{
	static char out_text[TEXT];
	char *text = table(), *save = NULL, *line;

	strtok_r(text, "\n", &save);
	while ((line = strtok_r(NULL, "\n", &save))) {
		uint32_t words[FL_CIK_INST_MAX], n = take_words(line, words);
		struct fl_asm_out out;

		fl_asm_out(&out, out_text, sizeof out_text);
		cr_expect_eq(fl_cik_disasm(words, n, &out), 0u, "%s", line);
		cr_expect(!strstr(out_text, ".long"), "%s is %s", line, out_text);
		cr_expect(fl_cik_asm(&program, out_text, out.need_B) && program.n == n &&
			      !memcmp(program.words, words, 4ul * n),
			  "%s is %s", line, out_text);
	}
	free(text);
}

/* Every instruction is in the list. */
Test(cik_asm_llvm, every_instruction)
{
	char *text = table();

	for (const struct fl_cik_op *const *t = fl_cik_ops; *t; t++)
		for (const struct fl_cik_op *op = *t; op->name; op++) {
			char name[64];
			bool plain, short_form;

			/* LLVM takes v_add_co_u32 in the long form only, at times. */
			if (strstr(op->name, "_co_u32"))
				continue;
			snprintf(name, sizeof name, "\n%s ", op->name);
			plain = strstr(text, name);
			snprintf(name, sizeof name, "\n%s_e32 ", op->name);
			short_form = strstr(text, name);
			cr_expect(plain || short_form, "%s is not in the list", op->name);
		}
	free(text);
}
