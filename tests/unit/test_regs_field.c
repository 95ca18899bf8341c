/* SPDX-License-Identifier: MIT
 *
 * The packing macros: what they make, and that a constant that does not fit is refused when compiling. The
 * compiler that builds this test is run on small files for that.
 */
#include "hw/regs/r500.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Static initializers and case labels are constant expressions in any mode. */
static const uint32_t known[] = {
    R500_GB_TILE_CONFIG__ENABLE(1) |
	R500_GB_TILE_CONFIG__TILE_SIZE(R500_GB_TILE_CONFIG__TILE_SIZE__PIXELS_16),
    R500_CP_RB_CNTL__RB_RPTR_WR_ENA(1),
    R500_VAP_PROG_STREAM_CNTL(7),
};

Test(regs_field, packs)
{
	/* Linux r420.c writes 0x11 | pipes << 1 to GB_TILE_CONFIG, 0x1f for four pipes. */
	cr_assert_eq(known[0], 0x11u);
	cr_assert_eq(
	    known[0] | R500_GB_TILE_CONFIG__PIPE_COUNT(R500_GB_TILE_CONFIG__PIPE_COUNT__PIPES_4_R420), 0x1fu);
	cr_assert_eq(known[1], 0x80000000u);
	cr_assert_eq(known[2], 0x2150u + 7 * 4);
	/* R5xx guide 11.5: GB_PIPE_SELECT MAX_PIPE is 13:12 */
	cr_assert_eq(R500_GB_PIPE_SELECT__MAX_PIPE__GET(0x2345u), 2u);
	cr_assert_eq(R500_GB_PIPE_SELECT__MAX_PIPE__MASK, 0x3000u);
}

Test(regs_field, run_time_values_are_masked)
{
	for (uint32_t x = 0; x < 64; x++)
		cr_assert_eq(R500_GB_TILE_CONFIG__PIPE_COUNT(x), (x & 7) << 1);
	for (uint32_t x = 0; x < 8; x++)
		cr_assert_eq(R500_VAP_PROG_STREAM_CNTL(x), 0x2150u + 4 * x);
}

Test(regs_field, evaluates_once)
{
	uint32_t list[] = {1, 2, 3}, *p = list;
	uint32_t word = R500_GB_TILE_CONFIG__PIPE_COUNT(*p++);

	cr_assert_eq(word, 2u);
	cr_assert_eq(p - list, 1);
}

/* The compiler's exit code for a file with this expression in it, static or in a function. */
static int compile(const char *expression, const char *optimize, int is_static)
{
	char dir[] = "/tmp/fl_regs_XXXXXX", file[64], command[512];
	FILE *f;
	int status;

	cr_assert(mkdtemp(dir));
	snprintf(file, sizeof file, "%s/t.c", dir);
	f = fopen(file, "w");
	cr_assert(f);
	fprintf(f, "#include \"hw/regs/fl_field.h\"\n"
		   "#define FIELD(x) FL_FIELD(x, 3, 1)\n"
		   "#define WORD(x) FL_FIELD(x, 32, 0)\n"
		   "#define REG(i) (0x100u + 4u * FL_INDEX(i, 8))\n"
		   "enum { SEVEN = 7, EIGHT };\n");
	fprintf(f,
		is_static ? "const uint32_t v = %s;\n"
			  : "uint32_t v(uint32_t x);\nuint32_t v(uint32_t x)\n{\n\treturn %s;\n}\n",
		expression);
	fclose(f);
	snprintf(command, sizeof command,
		 FL_CC " -std=gnu11 -Wall -Wextra -Werror %s -I%s -fsyntax-only %s 2>%s/err", optimize,
		 FL_TOP, file, dir);
	status = system(command);
	snprintf(command, sizeof command, "rm -r %s", dir);
	cr_assert_eq(system(command), 0);
	return status;
}

Test(regs_field, refuses_constants_that_do_not_fit)
{
	static const struct {
		const char *expression;
		int is_static, good;
	} list[] = {
	    {"FIELD(7)", 1, 1},         {"FIELD(8)", 1, 0},     {"FIELD(8)", 0, 0},
	    {"FIELD(SEVEN)", 1, 1},     {"FIELD(EIGHT)", 1, 0}, {"FIELD(-1)", 0, 0},
	    {"FIELD(1u << 3)", 1, 0},   {"FIELD(x)", 0, 1},     {"FIELD(x + 8)", 0, 1},
	    {"REG(7)", 1, 1},           {"REG(8)", 1, 0},       {"REG(EIGHT)", 0, 0},
	    {"REG(x)", 0, 1},           {"WORD(~0u)", 1, 1},    {"WORD(1ull << 32)", 1, 0},
	    {"FIELD(x ? 1 : 8)", 0, 1}, {"REG(-1)", 1, 0},
	};

	for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
		int status = compile(list[i].expression, i % 2 ? "-O0" : "-O2", list[i].is_static);

		cr_assert_eq(status == 0, list[i].good, "%s %s", list[i].expression,
			     list[i].good ? "must compile" : "must not compile");
	}
}
