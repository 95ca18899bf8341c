/* SPDX-License-Identifier: MIT
 *
 * The freestanding archive keeps its word: nothing from outside but the four functions that a compiler may
 * call, no data that a program could change behind a caller's back, on x86-64, aarch64 and arm. On ARM both
 * archives keep to what memory of devices takes.
 */
#include "tests/unit/test_built.h"

#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX = 20000 };
static char *defined[MAX], *undefined[MAX];
static unsigned n_defined, n_undefined;

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The symbols of an archive: defined, undefined, and those that lie in memory which a program may write.
 * Constant tables of pointers lie in .data.rel.ro, which does not count. */
static unsigned read_symbols(const char *archive, char *writable, size_t size)
{
	char cmd[512], line[1024];
	unsigned lines = 0;

	n_defined = n_undefined = 0;
	writable[0] = 0;
	snprintf(cmd, sizeof cmd, "nm -f sysv %s 2>/dev/null", archive);
	FILE *f = popen(cmd, "r");
	cr_assert(f);
	while (fgets(line, sizeof line, f)) {
		/* name | value | class | type | size | line | section */
		char *field[7] = {0}, *at = line;

		for (unsigned i = 0; i < 7 && at; i++) {
			field[i] = strsep(&at, "|");
			field[i] += strspn(field[i], " ");
			field[i][strcspn(field[i], " \n")] = 0;
		}
		if (!field[6])
			continue;
		cr_assert(n_defined < MAX && n_undefined < MAX);
		lines++;
		if (field[2][0] == 'U')
			undefined[n_undefined++] = strdup(field[0]);
		else
			defined[n_defined++] = strdup(field[0]);
		bool rw = !strncmp(field[6], ".bss", 4) || !strcmp(field[6], "*COM*") ||
			  (!strncmp(field[6], ".data", 5) && strncmp(field[6], ".data.rel.ro", 12));
		/* sections, and aarch64's mapping symbols */
		bool marker = field[0][0] == '.' || field[0][0] == '$';
		if (rw && !marker && field[2][0] != 'U' && strlen(writable) + strlen(field[0]) + 2 < size)
			strcat(strcat(writable, " "), field[0]);
	}
	pclose(f);
	qsort(defined, n_defined, sizeof defined[0], by_name);
	return lines;
}

/* libgcc: a processor of 32 bits divides and counts bits by the compiler's own library (Run-time ABI for the
 * Arm Architecture, 4.3). */
static void check(const char *archive, bool libgcc)
{
	if (getenv("FL_SANITIZED"))
		cr_skip_test("sanitizers add symbols of their own");

	static const char *const allowed[] = {"memcpy", "memmove", "memset", "memcmp"};
	char writable[4096];

	cr_assert_gt(read_symbols(archive, writable, sizeof writable), 100u, "%s: is it built?", archive);
	for (unsigned i = 0; i < n_undefined; i++) {
		bool ok = bsearch(&undefined[i], defined, n_defined, sizeof defined[0], by_name) != NULL ||
			  !strcmp(undefined[i], "_GLOBAL_OFFSET_TABLE_");

		for (unsigned k = 0; k < 4; k++)
			ok |= !strcmp(undefined[i], allowed[k]);
		ok |= libgcc && (!strncmp(undefined[i], "__aeabi_", 8) || !strcmp(undefined[i], "__ctzdi2"));
		cr_expect(ok, "%s wants %s", archive, undefined[i]);
	}
	cr_expect(!writable[0], "%s has hidden state:%s", archive, writable);
}

Test(freestanding, native_archive)
{
	check(built("libfirstlight.a"), false);
}

Test(freestanding, aarch64_archive)
{
	check(built("aarch64/libfirstlight.a"), false);
}

Test(freestanding, arm_archive)
{
	check(built("arm/libfirstlight.a"), true);
}

/* ---- memory of devices --------------------------------------------------------------------------------- */
static const struct {
	const char *cross, *flag;
} arms[] = {{"aarch64-linux-gnu", "-mstrict-align -DFL_STRICT_ALIGN"},
	    {"arm-linux-gnueabihf", "-mno-unaligned-access -DFL_STRICT_ALIGN"}};

/* Without the compiler's promise the library does not compile. */
Test(freestanding, unaligned_accesses_are_refused_on_arm)
{
	for (unsigned i = 0; i < 4; i++) {
		const bool promised = i % 2;
		char cmd[512];

		snprintf(cmd, sizeof cmd,
			 "%s-gcc -std=gnu11 -ffreestanding -fsyntax-only -I. -I%s/gen %s hw/fl_dev.c 2>&1 | "
			 "grep -q 'takes no unaligned access'",
			 arms[i / 2].cross, build_dir(), promised ? arms[i / 2].flag : "");
		cr_expect_eq(system(cmd) == 0, !promised, "%s", cmd);
	}
}

/* Every file of both archives is compiled with it, by the Makefile's own word; and the hosted one brings the
 * copies of the images, whose loops stay loops: libc's would use what such memory does not take. */
Test(freestanding, both_archives_of_arm_are_compiled_so)
{
	for (unsigned i = 0; i < 2; i++) {
		char cmd[512], line[8192];
		unsigned compiled = 0, copies = 0;
		FILE *f;

		snprintf(cmd, sizeof cmd,
			 "make -n --no-print-directory B=%s/no-such CC=%s-gcc AR=ar SAN= build 2>/dev/null | "
			 "grep -- ' -c -o '",
			 build_dir(), arms[i].cross);
		f = popen(cmd, "r");
		cr_assert(f);
		while (fgets(line, sizeof line, f)) {
			const bool copy = strstr(line, "boot/board/mem.c");

			if (strncmp(line, arms[i].cross, strlen(arms[i].cross)))
				continue;
			compiled++;
			cr_expect(strstr(line, arms[i].flag), "%s", line);
			copies += copy && strstr(line, "/host/") && strstr(line, " -ffreestanding ") &&
				  strstr(line, "-fno-tree-loop-distribute-patterns");
		}
		pclose(f);
		cr_expect_gt(compiled, 500u, "%s: %u files", arms[i].cross, compiled);
		cr_expect_eq(copies, 1, "%s: %u copies of boot/board/mem.c", arms[i].cross, copies);
	}
}
