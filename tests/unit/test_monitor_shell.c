/* SPDX-License-Identifier: MIT
 *
 * What the table of commands gives: completions, tried by bash and fish themselves; the man page, read by
 * man.
 */
#include "demos/firstlight/completion.h"
#include "tests/unit/test_built.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *build(void)
{
	static char path[512];

	cr_assert(realpath(build_dir(), path));
	return path;
}

/* What a shell command prints. */
static char *run(const char *fmt, const char *arg)
{
	static char out[400000];
	char cmd[3000];
	size_t n;

	snprintf(cmd, sizeof cmd, "PATH=%s:$PATH; ", build());
	n = strlen(cmd);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	snprintf(cmd + n, sizeof cmd - n, fmt, arg);
#pragma GCC diagnostic pop
	FILE *f = popen(cmd, "r");
	cr_assert(f);
	n = fread(out, 1, sizeof out - 1, f);
	out[n] = 0;
	pclose(f);
	return out;
}

Test(monitor_shell, every_argument_has_a_completion)
{
	for (const struct fl_opt *o = fl_opts; o->name; o++)
		cr_expect(fl_completes_option(o), "--%s %s", o->name, o->arg);
	for (const struct fl_cmd *c = fl_cmds; c->name; c++)
		cr_expect(fl_completes_operands(c), "%s %s", c->name, c->operands);
}

/* The words that bash would offer for a line, each between blanks. */
static const char *offers(const char *line)
{
	return run("bash -c 'source <(firstlight completion bash) || exit; COMP_LINE=$1; COMP_POINT=${#1}; "
		   "COMPREPLY=(); "
		   "_firstlight; echo \" ${COMPREPLY[*]} \"' bash '%s' 2>&1",
		   line);
}

#define OFFERS(line, want) cr_expect(strstr(offers(line), " " want " "), "%s: %s", line, offers(line))
#define ONLY(line, want)   cr_expect_str_eq(offers(line), " " want " \n", "%s: %s", line, offers(line))

Test(monitor_shell, bash, .timeout = 120)
{
	cr_expect_str_eq(run("bash -c 'source <(firstlight completion bash); complete -p firstlight'%s", ""),
			 "complete -F _firstlight firstlight\n");
	for (const struct fl_cmd *c = fl_cmds; c->name; c++) {
		char line[80];

		snprintf(line, sizeof line, "firstlight %s", c->name);
		cr_expect(strstr(offers(line), c->name), "%s", c->name);
	}
	ONLY("firstlight mon", "monitor");
	ONLY("firstlight --v", "--version");
	ONLY("firstlight monitor --keep", "--keep-going");
	ONLY("firstlight list --chi", ""); /* not its option */
	OFFERS("firstlight demo --chip r5", "r580");
	OFFERS("firstlight demo --chip=r5", "r580"); /* bash replaces what is behind the = */
	OFFERS("firstlight decode --chip rv7", "rv770");
	OFFERS("firstlight demo ", "cube");
	OFFERS("firstlight demo --break cp", "cp-stuck");
	ONLY("firstlight read rbbm_stat", "RBBM_STATUS");
	ONLY("firstlight read SCRATCH_REG", "SCRATCH_REG[");
	ONLY("firstlight write GB_TILE_CONFIG.PIPE", "GB_TILE_CONFIG.PIPE_COUNT=");
	OFFERS("firstlight write GB_TILE_CONFIG.PIPE_COUNT=", "PIPES_2_R300");
	ONLY("firstlight read mc:MC_FB", "MC_FB_LOCATION");
	ONLY("firstlight read --chip rv770 CB_COLOR_TI", "CB_COLOR_TILE[");
	ONLY("firstlight write --force=dis", "display");
	ONLY("firstlight help repl", "replay");
	ONLY("firstlight nonsense x", "");
	/* A register alone is read; the width of an access is no other command. */
	ONLY("firstlight rbbm_stat", "RBBM_STATUS");
	ONLY("firstlight rbbm_status.gui", "rbbm_status.GUI_ACTIVE");
	OFFERS("firstlight GB_TILE_CONFIG.PIPE_COUNT=", "PIPES_2_R300");
	ONLY("firstlight pci.w write 4 7 --f", "--force");
}

/* By fish itself, where it is: the words for a line, without what is said about them. */
static const char *fish_offers(const char *line)
{
	return run("fish -c 'source (firstlight completion fish | psub); complete -C $argv[1]' '%s' 2>&1 | "
		   "sed \"s/\\t.*//\" | tr \"\\n\" \" \"",
		   line);
}

#define FISH(line, want) cr_expect_str_eq(fish_offers(line), want, "%s: %s", line, fish_offers(line))

Test(monitor_shell, fish, .timeout = 120)
{
	if (!*run("command -v fish%s", ""))
		cr_skip_test("fish is not installed");
	FISH("firstlight mon", "monitor ");
	FISH("firstlight monitor --keep", "--keep-going ");
	FISH("firstlight list --chi", ""); /* not its option */
	FISH("firstlight demo --chip r58", "r580 ");
	FISH("firstlight demo --chip=r58", "--chip=r580 ");
	FISH("firstlight decode --chip r423", "r423 "); /* there is no model of it */
	FISH("firstlight read rbbm_stat", "RBBM_STATUS ");
	FISH("firstlight write GB_TILE_CONFIG.PIPE", "GB_TILE_CONFIG.PIPE_COUNT= ");
	FISH("firstlight read --chip rv770 CB_COLOR_TI", "CB_COLOR_TILE[ ");
	FISH("firstlight write --force=dis", "--force=display ");
	FISH("firstlight help repl", "replay ");
	FISH("firstlight completion f", "fish ");
	FISH("firstlight rbbm_stat", "RBBM_STATUS ");
	FISH("firstlight pci.w write 4 7 --f", "--force ");
	FISH("firstlight nonsense x", "");
}

/* The man page: each command and option is in it, and man has nothing to complain of. */
Test(monitor_shell, man_page, .timeout = 60)
{
	char *page = strdup(
	    run("firstlight help --man | MANWIDTH=100 man --warnings=w -l - 2>/dev/null | col -b%s", ""));

	cr_expect_gt(strlen(page), 10000u, "%s", page);
	for (const struct fl_cmd *c = fl_cmds; c->name; c++) {
		char start[80];

		snprintf(start, sizeof start, "\n     %s", c->name);
		cr_expect(strstr(page, start), "%s is not in the man page", c->name);
	}
	for (const struct fl_opt *o = fl_opts; o->name; o++) {
		char start[80];

		snprintf(start, sizeof start, "\n     --%s", o->name);
		cr_expect(strstr(page, start), "--%s is not in the man page", o->name);
	}
	cr_expect(strstr(page, "RV530") && strstr(page, "BONAIRE"), "no databases");
	cr_expect_str_eq(
	    run("firstlight help --man | LC_ALL=C.UTF-8 man --warnings=w -l - 2>&1 >/dev/null%s", ""), "");
	/* By the other formatter, if it is there; manuals that are not installed here do not count. */
	cr_expect_str_eq(run("command -v mandoc >/dev/null && firstlight help --man | mandoc -T lint | grep "
			     "-v 'manual not found'%s",
			     ""),
			 "");
	free(page);
}
