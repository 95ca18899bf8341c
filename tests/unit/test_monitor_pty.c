/* SPDX-License-Identifier: MIT
 *
 * `firstlight monitor` at a real prompt: on a pseudo-terminal, with keys; and with a script on standard
 * input.
 */
#include "tests/unit/test_built.h"

#include <criterion/criterion.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int fd = -1;
static pid_t pid;
static char prompt[16], home[64], log_text[200000];
static size_t log_n;

static void end_of(void)
{
	char cmd[128];

	if (pid > 0) {
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
	}
	snprintf(cmd, sizeof cmd, "rm -rf '%s'", home);
	if (*home && system(cmd))
		cr_log_warn("%s stays", home);
}

/* Read until text has come; from: only what came after. */
static bool wait_for(size_t from, const char *text)
{
	for (int i = 0; i < 400; i++) {
		struct pollfd p = {.fd = fd, .events = POLLIN};

		log_text[log_n] = 0;
		if (from <= log_n && strstr(log_text + from, text))
			return true;
		if (poll(&p, 1, 50) > 0) {
			ssize_t n = read(fd, log_text + log_n, sizeof log_text - 1 - log_n);

			if (n <= 0)
				break;
			log_n += (size_t)n;
		}
	}
	log_text[log_n] = 0;
	return from <= log_n && strstr(log_text + from, text);
}

/* The prompt may be drawn more than once, and what is typed while the terminal changes its mode is lost: go
 * on only when nothing more comes. */
static void settle(void)
{
	struct pollfd p = {.fd = fd, .events = POLLIN};

	while (poll(&p, 1, 150) > 0 && log_n < sizeof log_text - 1) {
		ssize_t n = read(fd, log_text + log_n, sizeof log_text - 1 - log_n);

		if (n <= 0)
			break;
		log_n += (size_t)n;
	}
	log_text[log_n] = 0;
}

static void start(const char *chip)
{
	struct winsize ws = {.ws_row = 24, .ws_col = 100};

	pid = forkpty(&fd, NULL, NULL, &ws);
	cr_assert(pid >= 0);
	if (!pid) {
		signal(SIGINT, SIG_DFL); /* tests that run in the background of a shell ignore it */
		setenv("TERM", "xterm", 1);
		setenv("HOME", home, 1);
		setenv("NO_COLOR", "1", 1);
		unsetenv("XDG_STATE_HOME");
		execl(built("firstlight"), "firstlight", "monitor", "--chip", chip, (char *)NULL);
		_exit(127);
	}
	log_n = 0;
	snprintf(prompt, sizeof prompt, "%s> ", strcmp(chip, "r580") ? "RV530" : "R580");
	cr_assert(wait_for(0, prompt), "no prompt: %s", log_text);
	settle();
}

static void type(const char *keys, const char *want)
{
	size_t from = log_n;

	cr_assert_eq(write(fd, keys, strlen(keys)), (ssize_t)strlen(keys));
	if (!wait_for(from, want)) {
		end_of();
		cr_assert_fail("'%s' did not bring '%s' but:\n%s", keys, want, log_text + from);
	}
}

/* A command, and the prompt behind it. */
static void command(const char *keys, const char *want)
{
	size_t from = log_n;

	type(keys, want);
	if (!wait_for(from, prompt)) {
		end_of();
		cr_assert_fail("no prompt after '%s' but:\n%s", keys, log_text + from);
	}
	settle();
}

static int leave(const char *keys)
{
	int status = 0;

	cr_assert_eq(write(fd, keys, strlen(keys)), (ssize_t)strlen(keys));
	for (int i = 0; i < 500 && waitpid(pid, &status, WNOHANG) != pid; i++) {
		char drop[4096];
		struct pollfd p = {.fd = fd, .events = POLLIN};

		if (poll(&p, 1, 10) > 0 && read(fd, drop, sizeof drop) < 0)
			usleep(10000);
	}
	pid = -1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void make_home(void)
{
	strcpy(home, "/tmp/firstlight-home-XXXXXX");
	cr_assert(mkdtemp(home));
}

Test(monitor_pty, keys_and_commands, .timeout = 90, .init = make_home, .fini = end_of)
{
	start("r580");
	command("read CONFIG_MEMSIZE\r", "0x10000000");
	command("write SCRATCH_REG[2]=0xcafe\r", "0x00000000 -> 0x0000cafe");
	/* Tab: a command, then a register, in any case. */
	command("rea\tconfig_mems\t\r", "0x10000000");
	/* Tab twice: what there is. */
	type("read RBBM_S\t\t", "RBBM_SOFT_RESET");
	command("TAT\t\r", "CMDFIFO_AVAIL");
	type("write GB_TILE_CONFIG.PIPE_COUNT=\t\t", "PIPES_2_R300");
	type("\025", "");
	/* The arrow up brings back, left and backspace change. */
	command("\025write SCRATCH_REG[3]=1\r", "0x00000000 -> 0x00000001");
	command("\033[A\033[D\033[D\033[D\1774\r", "SCRATCH_REG[4]");
	/* An error, and the next line. */
	command("reed\r", "perhaps read");
	command("read NOPE\r", "error:");
	command("read SCRATCH_REG[2]\r", "0x0000cafe");
	/* C-c ends a command that does not end, and drops a line. */
	type("watch RBBM_STATUS\r", "RBBM_STATUS ");
	usleep(200000);
	command("\003", "");
	type("this is not meant\003", "^C");
	command("\rread SCRATCH_REG[2]\r", "0x0000cafe");
	command("demo triangle --size 64x64\r", "done, 1 frame of 64 x 64");
	cr_expect_eq(leave("exit 3\r"), 3);
}

Test(monitor_pty, history_outlives_it, .timeout = 60, .init = make_home, .fini = end_of)
{
	start("rv530");
	command("read SCRATCH_REG[5]\r", "SCRATCH_REG[5] ");
	cr_expect_eq(leave("\004"), 0);
	start("rv530");
	command("\033[A\r", "SCRATCH_REG[5] ");
	cr_expect_eq(leave("exit\r"), 0);
}

/* ---- scripts ------------------------------------------------------------------------------------------- */
static int script(const char *text, const char *options, char *out, size_t size)
{
	char cmd[600];
	size_t n;

	snprintf(cmd, sizeof cmd, "printf '%s' | %s monitor %s 2>&1", text, built("firstlight"), options);
	FILE *f = popen(cmd, "r");
	cr_assert(f);
	n = fread(out, 1, size - 1, f);
	out[n] = 0;
	int status = pclose(f);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

Test(monitor_pty, scripts, .timeout = 60)
{
	char out[60000];

	cr_expect_eq(script("write SCRATCH_REG[0]=5; read SCRATCH_REG[0]\\n", "", out, sizeof out), 0, "%s",
		     out);
	cr_expect(strstr(out, "-> 0x00000005"), "%s", out);
	cr_expect(!strstr(out, "R580>") && !strstr(out, "\033"), "no prompt, no color: %s", out);
	/* The first error ends it, with its code, and the line is named. */
	cr_expect_eq(script("# first\\nread NOPE\\nwrite SCRATCH_REG[0]=5\\n", "", out, sizeof out), 2);
	cr_expect(strstr(out, "line 2: ") && !strstr(out, "->"), "%s", out);
	cr_expect_eq(
	    script("poll SCRATCH_REG[0]=1 --timeout 5\\nread CONFIG_MEMSIZE\\n", "", out, sizeof out), 5);
	cr_expect_eq(script("read NOPE\\npoll SCRATCH_REG[0]=1 --timeout 5\\nread CONFIG_MEMSIZE",
			    "--keep-going", out, sizeof out),
		     2);
	cr_expect(strstr(out, "line 1: ") && strstr(out, "line 2: ") && strstr(out, "0x10000000"), "%s", out);
	cr_expect_eq(script("exit 7\\nread NOPE\\n", "", out, sizeof out), 7);
	cr_expect_eq(script("ring\\nread SCRATCH_REG[1]\\nsmoke", "--chip rv515", out, sizeof out), 0, "%s",
		     out);
	cr_expect(strstr(out, "ok   fence") && !strstr(out, "not ok"), "%s", out);
	cr_expect_eq(script("", "--chip nonsense", out, sizeof out), 2, "%s", out);
}
