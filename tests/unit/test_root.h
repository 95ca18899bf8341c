/* SPDX-License-Identifier: MIT
 *
 * A folder that stands for the root of a machine's files (fl_open_options.root), for one suite.
 */
#ifndef TESTS_UNIT_TEST_ROOT_H
#define TESTS_UNIT_TEST_ROOT_H

#include "hw/bus/hosted/hosted.h"

#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char root[40];
static struct fl_open_options o = {.root = root};

static inline void make_root(void)
{
	strcpy(root, "/tmp/firstlight-root-XXXXXX");
	cr_assert(mkdtemp(root));
}

/* A command of the shell's, run in the folder. */
__attribute__((format(printf, 1, 2))) static inline void in_root(const char *fmt, ...)
{
	char command[6000];
	size_t n = (size_t)snprintf(command, sizeof(command), "cd %s && ", root);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(command + n, sizeof(command) - n, fmt, ap);
	va_end(ap);
	cr_assert_eq(system(command), 0, "%s", command);
}

static inline void remove_root(void)
{
	in_root("rm -r %s", root);
}

#endif
