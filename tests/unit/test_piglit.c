/* SPDX-License-Identifier: MIT
 *
 * tests/gl/piglit.py sorts results into its sets, and says what is no longer as it was kept. Piglit is made
 * up here, a list of eight tests, and the results stand where a run that was ended would have left them:
 * nothing is run.
 */
#include "tests/unit/test_command.h"

static int shell(const char *command)
{
	char text[2000], cwd[300];

	cr_assert(getcwd(cwd, sizeof cwd));
	snprintf(text, sizeof text, "exec 2>&1; top=%s; cd %s; export PIGLIT=%s/p; %s", cwd, dir, dir,
		 command);
	FILE *f = popen(text, "r");
	cr_assert(f);
	said[fread(said, 1, sizeof said - 1, f)] = 0;
	return WEXITSTATUS(pclose(f));
}

/* piglit.py with the options, on results that are there. */
static int sorted(const char *options)
{
	char command[500];

	snprintf(command, sizeof command, "$top/tests/gl/piglit.py --chip rv770 --known . --work w %s",
		 options);
	return shell(command);
}

static void begin(void)
{
	command_begin();
	if (shell("command -v python3 gzip"))
		cr_skip_test("python3 and gzip are not there");
	put("list", "a\nb\nc\nd\ne\nf\ng\nh\n");
	cr_assert_eq(shell("mkdir -p p/bin p/tests w && touch p/bin/shader_runner && gzip </dev/null"
			   " >p/tests/quick_shader.xml.gz && while read -r t; do"
			   " echo \"<Test type=\\\"gl\\\" name=\\\"dir@$t\\\"><option name=\\\"command\\\""
			   " value=\\\"['$t']\\\" /></Test>\"; done <list | gzip >p/tests/quick_gl.xml.gz"),
		     0, "%s", said);
	put("rv770.fails", "dir\n  c\n  d\n");
	put("rv770.causes", "# Mesa does it.\ndir\n  g\n");
	put("w/llvmpipe.txt", "dir@b\tpass\ndir@d\tpass\ndir@f\tpass\ndir@g\tpass\ndir@h\tfail\n");
}

#define OTHERS "dir@c\tpass\ndir@d\tfail\ndir@e\tskip\ndir@g\tfail\ndir@h\tcrash\n"

Test(piglit, sorts_into_sets, .init = begin, .fini = command_end)
{
	put("w/rv770.txt", "dir@a\tpass\ndir@b\tfail\ndir@f\ttimeout\n" OTHERS);
	cr_expect_eq(sorted(""), 1);
	cr_expect(strstr(said,
			 "rv770: 8 tests; agree 1, model 1, explained 1, question 1, both 2, skipped 1, "
			 "slow 1\n  FAIL dir@b (fail; llvmpipe: pass)\n"),
		  "%s", said);
}

Test(piglit, says_what_has_changed, .init = begin, .fini = command_end)
{
	put("w/rv770.txt", "dir@a\tpass\ndir@b\tpass\ndir@f\ttimeout\n" OTHERS);
	cr_expect_eq(sorted("--keep"), 0, "%s", said);
	cr_expect_eq(shell("grep -v '^#' rv770.kept"), 0);
	cr_expect_str_eq(said,
			 "dir\n  both d\n  both h\n  explained g\n  question c\n  skipped e\n  slow f\n");
	cr_expect_eq(sorted(""), 0);
	cr_expect_not(strstr(said, "CHANGED"), "%s", said);

	/* Better, or not to be known: it is said, and fails nothing. */
	put("w/rv770.txt", "dir@a\tpass\ndir@b\ttimeout\ndir@f\tpass\n" OTHERS);
	cr_expect_eq(sorted(""), 0);
	cr_expect(strstr(said, "CHANGED dir@b: was agree, is slow\n  CHANGED dir@f: was slow, is agree\n"),
		  "%s", said);

	/* What passed and is left out now. */
	put("w/rv770.txt", "dir@a\tskip\ndir@b\tpass\ndir@f\ttimeout\n" OTHERS);
	cr_expect_eq(sorted(""), 1);
	cr_expect(strstr(said, "CHANGED dir@a: was agree, is skipped\n"), "%s", said);
	cr_expect_eq(sorted("--keep --count 7"), 1);
	cr_expect(strstr(said, "8 tests are kept"), "%s", said);
	cr_expect_eq(shell("grep skipped rv770.kept"), 0);
	cr_expect_str_eq(said, "  skipped e\n");
}

/* A folder of which nothing runs is a line; what was not kept has not changed. */
Test(piglit, keeps_fewer_than_all, .init = begin, .fini = command_end)
{
	put("w/rv770.txt", "dir@a\tskip\ndir@b\tskip\ndir@c\tskip\ndir@d\tskip\ndir@e\tskip\ndir@f\tskip\n"
			   "dir@g\tskip\ndir@h\tskip\n");
	cr_expect_eq(sorted("--keep --count 3"), 0, "%s", said);
	cr_expect_eq(shell("grep -v '^#' rv770.kept"), 0);
	cr_expect_str_eq(said, "dir\n  skipped *\n");
	put("w/rv770.txt", "dir@a\tpass\ndir@b\tpass\ndir@c\tpass\ndir@d\tpass\ndir@e\tpass\ndir@f\tpass\n"
			   "dir@g\tpass\ndir@h\tpass\n");
	cr_expect_eq(sorted(""), 0, "%s", said);

	unsigned changed = 0;
	for (const char *c = said; (c = strstr(c, "was skipped, is")); c++)
		changed++;
	cr_expect_eq(changed, 3, "%s", said);
}
