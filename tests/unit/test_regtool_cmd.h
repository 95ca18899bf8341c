/* SPDX-License-Identifier: MIT
 *
 * The firstlight command run inside a test: its exit code, and what it printed.
 */
#ifndef TESTS_UNIT_TEST_REGTOOL_CMD_H
#define TESTS_UNIT_TEST_REGTOOL_CMD_H

#include "demos/firstlight/cmd.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char cmd_dir[] = "/tmp/fl-regtool-XXXXXX";
static char out_path[64], err_path[64], log_path[64];

static inline void cmd_paths(void)
{
	cr_assert(mkdtemp(cmd_dir));
	snprintf(out_path, sizeof(out_path), "%s/out", cmd_dir);
	snprintf(err_path, sizeof(err_path), "%s/err", cmd_dir);
	snprintf(log_path, sizeof(log_path), "%s/log", cmd_dir);
}

static inline void cmd_clean(void)
{
	unlink(out_path);
	unlink(err_path);
	unlink(log_path);
	rmdir(cmd_dir);
}

static inline int cmd_redirect(int fd, const char *path)
{
	int old = dup(fd), to = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

	cr_assert(old >= 0 && to >= 0);
	dup2(to, fd);
	close(to);
	return old;
}

/* words: what follows "firstlight", ended by NULL. */
static inline int cmd_run(const char *const *words)
{
	char *argv[20], program[] = "firstlight";
	int argc = 0, out, err, code;

	argv[argc++] = program;
	while (*words && argc < 19)
		argv[argc++] = (char *)(uintptr_t)*words++;
	argv[argc] = NULL;
	fflush(NULL);
	out = cmd_redirect(STDOUT_FILENO, out_path);
	err = cmd_redirect(STDERR_FILENO, err_path);
	code = fl_command(argc, argv);
	fflush(NULL);
	dup2(out, STDOUT_FILENO);
	dup2(err, STDERR_FILENO);
	close(out);
	close(err);
	return code;
}

static inline void cmd_text(const char *path, char *text, size_t size)
{
	FILE *f = fopen(path, "r");
	size_t n;

	cr_assert(f, "%s", path);
	n = fread(text, 1, size - 1, f);
	text[n] = 0;
	fclose(f);
}

#endif
