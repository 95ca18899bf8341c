/* SPDX-License-Identifier: MIT
 *
 * The program in the head comment of hw/model/fl_model.h: extracted, compiled against libfirstlight-hosted.a
 * and nothing else of the kit, run, and its output compared with what its rectangles come to.
 */
#include "tests/unit/test_built.h"

#include <criterion/criterion.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __clang__
#define COMPILER "clang"
#else
#define COMPILER "gcc"
#endif
/* Built as this program is. */
#ifdef __SANITIZE_ADDRESS__
#define SANITIZERS "-fsanitize=address,undefined"
#else
#define SANITIZERS ""
#endif

static char dir[] = "/tmp/fl-example-XXXXXX";

/* The lines of the comment that are indented by five blanks, without what is before them. Returns how
 * many. */
static unsigned extract(const char *header, const char *to)
{
	FILE *in = fopen(header, "r"), *out = fopen(to, "w");
	bool begun = false;
	unsigned n = 0;
	char line[512];

	cr_assert(in && out);
	while (fgets(line, sizeof(line), in) && strcmp(line, " */\n")) {
		bool code = !strncmp(line, " *     ", 7);

		begun |= code;
		if (!begun)
			continue;
		cr_assert(code || !strcmp(line, " *\n"), "a line that is no code: %s", line);
		fputs(code ? line + 7 : "\n", out);
		n++;
	}
	fclose(in);
	fclose(out);
	return n;
}

/* Output of a command, with its errors; its exit status. */
static int output(const char *command, char *out, size_t size)
{
	FILE *f = popen(command, "r");
	size_t n;
	int status;

	cr_assert(f);
	n = fread(out, 1, size - 1, f);
	out[n] = 0;
	status = pclose(f);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

Test(model_example, in_the_header, .timeout = 60)
{
	char source[64], program[64], command[1024], out[4096], want[128];
	unsigned lines;

	cr_assert(mkdtemp(dir));
	snprintf(source, sizeof(source), "%s/example.c", dir);
	snprintf(program, sizeof(program), "%s/example", dir);
	lines = extract("hw/model/fl_model.h", source);
	cr_assert(lines > 20 && lines < 100, "%u lines", lines);

	snprintf(command, sizeof(command),
		 COMPILER " -std=gnu11 -O1 -Wall -Wextra -Werror " SANITIZERS
			  " -I. -I%s/gen -o %s %s %s/libfirstlight-hosted.a -lm -pthread 2>&1",
		 build_dir(), program, source, build_dir());
	cr_assert_eq(output(command, out, sizeof(out)), 0, "%s\n%s", command, out);

	/* 100 x 50 at (10, 20) and 40 x 30 at (100, 60) have the 10 x 10 pixels from (100, 60) in common.
	 * Nothing else is printed: no report. */
	snprintf(want, sizeof(want), "%u pixels painted, (10, 20) is 0xff336699\n",
		 100 * 50 + 40 * 30 - 10 * 10);
	snprintf(command, sizeof(command), "%s 2>&1", program);
	cr_assert_eq(output(command, out, sizeof(out)), 0, "%s", out);
	cr_assert_str_eq(out, want);

	unlink(source);
	unlink(program);
	rmdir(dir);
}
