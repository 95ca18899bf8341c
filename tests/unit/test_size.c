/* SPDX-License-Identifier: MIT
 *
 * The size of what an image carries: code and constants of one family with the whole library and the monitor,
 * the same without drawing, and the register tables of all families. Register tables are counted apart from
 * the rest. The register tool's numbers and names as others write them cost the last 8 KB.
 */
#include "tests/unit/test_built.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WITH_DRAWING_B = 278000, WITHOUT_DRAWING_B = 98000, TABLES_B = 450000 };

/* Bytes of code and constants of the files that the shell finds by this pattern. */
static unsigned long size_of(const char *pattern, unsigned *files)
{
	char cmd[512], line[512];
	unsigned long text, data, total = 0;
	FILE *f;

	snprintf(cmd, sizeof cmd, "size %s/%s", build_dir(), pattern);
	f = popen(cmd, "r");
	cr_assert(f);
	*files = 0;
	while (fgets(line, sizeof line, f))
		if (sscanf(line, "%lu %lu", &text, &data) == 2) {
			total += text + data;
			++*files;
		}
	pclose(f);
	return total;
}

static void expect_size(const char *image, unsigned long bound)
{
	unsigned n;
	unsigned long table = size_of("free/gen/hw/regs/r500_table.o", &n), all;

	if (getenv("FL_SANITIZED"))
		cr_skip_test("sanitizers add code of their own");
	cr_assert_eq(n, 1u, "the register table is not built");
	all = size_of(image, &n);
	cr_assert(n == 1 && all > table, "%s is not built, or has no register table: %lu bytes", image, all);
	cr_expect_leq(all - table, bound, "%s: %lu bytes beside its register table", image, all - table);
}

Test(size, an_image_with_drawing)
{
	expect_size("size-draw.elf", WITH_DRAWING_B);
}

Test(size, an_image_without_drawing)
{
	expect_size("size-wake.elf", WITHOUT_DRAWING_B);
}

Test(size, register_tables_of_all_families)
{
	unsigned n;
	unsigned long all = size_of("free/gen/hw/regs/*_table.o", &n);

	if (getenv("FL_SANITIZED"))
		cr_skip_test("sanitizers add code of their own");
	cr_assert_geq(n, 4u);
	cr_expect_leq(all, TABLES_B + 0ul, "%lu bytes", all);
}

/* Libraries that few commands want are found when one does: a command that only reads tables is there in
 * 2 ms, and was in 9 with SDL, which brings fifty more. */
Test(size, libraries_that_every_command_waits_for)
{
	char cmd[512], line[512];
	unsigned n = 0;
	FILE *f;

	snprintf(cmd, sizeof cmd, "readelf -d %s/firstlight", build_dir());
	f = popen(cmd, "r");
	cr_assert(f);
	while (fgets(line, sizeof line, f)) {
		const char *name = strstr(line, "(NEEDED)") ? strchr(line, '[') : NULL;

		if (!name)
			continue;
		n++;
		cr_expect(!strstr(name, "SDL") && !strstr(name, "LLVM"), "%s", name);
	}
	pclose(f);
	cr_expect(n > 1, "firstlight is not built, or readelf is not there");
}
