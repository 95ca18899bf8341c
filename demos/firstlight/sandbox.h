/* SPDX-License-Identifier: MIT
 *
 * What a process may still do once it has to do with what nobody trusts (SECURITY.md): compute, take memory,
 * start threads, read and write what is open. It opens no file and no socket, starts no program, and looks at
 * no other process. A system call that is not needed fails with EPERM.
 */
#ifndef DEMOS_FIRSTLIGHT_SANDBOX_H
#define DEMOS_FIRSTLIGHT_SANDBOX_H

#include "demos/firstlight/cmd.h"

#include <stddef.h>
#include <sys/types.h>

struct fl_sandbox {
	const int *fds; /* those that are kept beside the standard ones; -1 counts for none */
	size_t n_fds;
	bool messages; /* sockets and memory come over them (a machine's) */
	/* programs that connect, as many at a time, each with a memory of so many GiB that is made here (a
	 * render node's); 0: none */
	unsigned clients, client_gib;
	pid_t child; /* the process that may be ended, and whose end is waited for; 0: none */
};

/* From now on, and for good: every other descriptor is closed, limits are set, the filter holds for all
 * threads. A system that has no filters is complained of, once, and the command goes on. FL_FAILED: no
 * memory. Where fl_sandbox_arm() was not called, nothing happens: a program that calls fl_command() as a
 * function would be shut in as well. */
enum fl_code fl_sandbox_enter(const struct fl_sandbox *s, struct fl_err *err);
/* The same for a command that reads its operands and writes to what is open: they are opened first. fd: one
 * more descriptor that is kept; -1: none. */
enum fl_code fl_sandbox_for_files(const struct fl_args *a, int fd, struct fl_err *err);
/* This process belongs to the command alone. */
void fl_sandbox_arm(void);

#endif
