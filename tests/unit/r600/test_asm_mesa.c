/* SPDX-License-Identifier: MIT
 *
 * The disassembler beside Mesa's: a dump of its driver, with branches and loops, which no trace has. Words,
 * units, operations, destinations and bank swizzles are the same, and so is what the program needs.
 */
#include "lib/r600/asm.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TestSuite(r600_asm_mesa, .timeout = 30);

enum { MOST = 400 };

static struct {
	char chip[8];
	uint32_t n, gprs, stack, lines;
	uint32_t words[MOST][2];
	char line[MOST][120]; /* behind the words, of each instruction */
} dump;

static char text[1 << 16];

static void word(uint32_t at, uint32_t value)
{
	cr_assert_lt(at / 2, (uint32_t)MOST);
	dump.words[at / 2][at % 2] = value;
	if (at / 2 >= dump.n)
		dump.n = at / 2 + 1;
}

/* Address, words and text; a line of one word is a literal. */
static void instruction(const char *line)
{
	char *end;
	uint32_t at = (uint32_t)strtoul(line, &end, 10), n = 0;

	for (;; n++) {
		const char *p = end + (*end == ' ');

		for (unsigned i = 0; i < 8; i++)
			if (!isxdigit((unsigned char)p[i]) || islower((unsigned char)p[i]))
				goto done;
		word(at + n, (uint32_t)strtoul(p, &end, 16));
	}
done:
	if (n > 1)
		snprintf(dump.line[dump.lines++], sizeof(dump.line[0]), "%s", end);
}

/* The word that begins with two capital letters */
static const char *operation(const char *p, size_t *n)
{
	while (*p && !(isupper((unsigned char)p[0]) && isupper((unsigned char)p[1])))
		p++;
	*n = strcspn(p, " ");
	return p;
}

static uint32_t bank_swizzle(const char *line)
{
	static const char *const names[] = {"VEC_012", "VEC_021", "VEC_120", "VEC_102", "VEC_201", "VEC_210"};
	static const char *const scalar[] = {"SCL_210", "SCL_122", "SCL_212", "SCL_221"};
	const char *bs = strstr(line, "BS:");

	for (uint32_t i = 0; i < 6; i++)
		if (strstr(line, names[i]) || (i < 4 && strstr(line, scalar[i])))
			return i;
	return bs ? (uint32_t)atoi(bs + 3) : 0;
}

static void compare(const char *ours, const char *theirs)
{
	size_t n, m;
	const char *a = operation(ours, &n), *b = operation(theirs, &m), *unit = strchr(theirs, ':');

	cr_assert(n == m && !memcmp(a, b, n), "%s\n%s", ours, theirs);
	cr_assert_eq(bank_swizzle(ours), bank_swizzle(theirs), "%s\n%s", ours, theirs);
	if (strncmp(ours, "     ", 5) || !unit || unit > b)
		return;
	cr_assert_eq(ours[12], unit[-1], "%s\n%s", ours, theirs);
	a += n + strspn(a + n, " ");
	b += m + strspn(b + m, " ");
	/* Where nothing is written, Mesa leaves the register out. */
	n = strcspn(a, ",");
	m = strcspn(b, ",");
	if (a[0] == '_')
		cr_assert(b[0] == '_' && a[n - 1] == b[m - 1], "%s\n%s", ours, theirs);
	else
		cr_assert(n == m && !memcmp(a, b, n), "%s\n%s", ours, theirs);
}

static void check_dump(void)
{
	bool r700 = !strncmp(dump.chip, "RV7", 3);
	uint32_t n_cf = fl_r600_cf_count(r700, (const uint32_t(*)[2])dump.words, dump.n);
	struct fl_asm_out out;
	uint32_t lines = 0;

	fl_asm_out(&out, text, sizeof(text));
	cr_assert_eq(fl_r600_disasm(r700, (const uint32_t(*)[2])dump.words, dump.n, &out), 0u, "%s", text);
	strtok(text, "\n");
	for (const char *l; (l = strtok(NULL, "\n")); lines++) {
		cr_assert_lt(lines, dump.lines);
		compare(l, dump.line[lines]);
	}
	cr_assert_eq(lines, dump.lines);
	cr_assert_eq(fl_r600_gprs(r700, (const uint32_t(*)[2])dump.words, n_cf, dump.n), dump.gprs);
	cr_assert_eq(fl_r600_stack((const uint32_t(*)[2])dump.words, n_cf, !strcmp(dump.chip, "RV730")),
		     dump.stack);
}

Test(r600_asm_mesa, a_dump_of_the_driver)
{
	FILE *f = fopen("tests/unit/r600/mesa_dump.txt", "r");
	char line[200];
	uint32_t dumps = 0;

	cr_assert(f);
	while (fgets(line, sizeof(line), f)) {
		line[strcspn(line, "\n")] = 0;
		if (!strncmp(line, "chip ", 5)) {
			if (dumps++)
				check_dump();
			memset(&dump, 0, sizeof(dump));
			snprintf(dump.chip, sizeof(dump.chip), "%.7s", line + 5);
		} else if (sscanf(line, "bytecode %*u dw -- %u gprs -- %u nstack", &dump.gprs, &dump.stack) !=
			       2 &&
			   line[0] != '#') {
			instruction(line);
		}
	}
	fclose(f);
	check_dump();
	cr_assert_eq(dumps, 3u);
}
