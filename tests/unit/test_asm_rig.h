/* SPDX-License-Identifier: MIT
 *
 * For the tests of the shader assemblers: that a text assembles, or where and how it is wrong.
 */
#ifndef TESTS_UNIT_TEST_ASM_RIG_H
#define TESTS_UNIT_TEST_ASM_RIG_H

#include "lib/fl_asm.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

struct asm_wrong {
	const char *text; /* after the first line */
	uint32_t line, column;
	const char *word, *what; /* what: a part of the message */
};

/* Is the first error of the text, of which ok says whether it was assembled, that one? */
static inline void asm_check_wrong(const struct fl_asm *a, bool ok, const struct asm_wrong *w)
{
	const struct fl_asm_error *e = &a->error[0];
	char all[300];

	cr_expect(!ok, "assembled: %s", w->text);
	if (ok)
		return;
	fl_asm_error_text(a, 0, all, sizeof(all));
	cr_expect(e->line == w->line && e->column == w->column, "%s\n  %s, not at %u:%u", w->text, all,
		  w->line, w->column);
	cr_expect_str_eq(e->word, w->word, "%s\n  %s", w->text, all);
	cr_expect(strstr(e->text, w->what), "%s\n  %s, without \"%s\"", w->text, all, w->what);
}

/* Line n of the text, from 1 on. */
static inline const char *asm_line(const char *text, uint32_t n)
{
	static char out[600];

	while (--n)
		text = strchr(text, '\n') + 1;
	snprintf(out, sizeof(out), "%.*s", (int)strcspn(text, "\n"), text);
	return out;
}

/* It was assembled: ok. */
static inline void asm_check_right(const struct fl_asm *a, bool ok, const char *text)
{
	char why[300];

	if (ok)
		return;
	fl_asm_error_text(a, 0, why, sizeof(why));
	cr_assert_fail("%s\n%s\n%.3000s", why, asm_line(text, a->error[0].line), text);
}

/* The same numbers in each run (xorshift64). */
static inline uint32_t asm_random(void)
{
	static uint64_t s = 0x9e3779b97f4a7c15u;

	s ^= s << 13;
	s ^= s >> 7;
	s ^= s << 17;
	return (uint32_t)(s >> 16);
}

#endif
