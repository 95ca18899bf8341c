/* SPDX-License-Identifier: MIT
 *
 * The firstlight command as the shell runs it, in a folder of the test's own.
 */
#ifndef TESTS_UNIT_TEST_COMMAND_H
#define TESTS_UNIT_TEST_COMMAND_H

#include "tests/unit/test_built.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char dir[] = "/tmp/fl-files-XXXXXX", said[48000];

static inline void command_begin(void)
{
	cr_assert(mkdtemp(dir));
}

static inline void command_end(void)
{
	char cmd[64];

	snprintf(cmd, sizeof(cmd), "rm -r %s", dir);
	cr_assert_eq(system(cmd), 0);
}

static inline const char *in_dir(const char *name)
{
	static char path[2][64];
	static unsigned i;

	i ^= 1;
	snprintf(path[i], sizeof(path[i]), "%s/%s", dir, name);
	return path[i];
}

static inline void put(const char *name, const char *text)
{
	FILE *f = fopen(in_dir(name), "w");

	cr_assert(f && fputs(text, f) >= 0 && !fclose(f));
}

/* What the shell makes of `firstlight args` in the folder: the exit code, and in said[] what was printed. */
static inline int run(const char *args)
{
	char cmd[800], cwd[300];

	cr_assert(getcwd(cwd, sizeof(cwd)));
	snprintf(cmd, sizeof(cmd),
		 "exec 2>&1; b=%s; case $b in /*) ;; *) b=%s/$b;; esac; cd %s; t=%s/tests/traces; "
		 "firstlight=$b/firstlight; $firstlight %s",
		 build_dir(), cwd, dir, cwd, args);
	FILE *f = popen(cmd, "r");
	cr_assert(f);
	said[fread(said, 1, sizeof(said) - 1, f)] = 0;
	return WEXITSTATUS(pclose(f));
}

#define SAYS(code, args, text)                                                                     \
	do {                                                                                       \
		int code_ = run(args);                                                             \
		cr_expect(code_ == (code) && strstr(said, text), "%s: %d: %s", args, code_, said); \
	} while (0)

#endif
