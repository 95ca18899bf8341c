/* SPDX-License-Identifier: MIT
 *
 * A program that a command starts and waits for, and the signals that come meanwhile. It ends when the
 * command does.
 */
#ifndef DEMOS_FIRSTLIGHT_CHILD_H
#define DEMOS_FIRSTLIGHT_CHILD_H

#include "hw/fl_err.h"

#include <stdbool.h>
#include <sys/types.h>

/* Start argv (NULL-terminated, searched for like a shell does), with all signals let through. prepare: called
 * in the child before that, with arg. get_it: how to come by the program, for the text of the error if it is
 * not there; NULL: the system's own words. FL_FAILED: no more processes, or what the system says. */
enum fl_code fl_child_start(pid_t *pid, char *const *argv, void (*prepare)(const void *arg), const void *arg,
			    const char *get_it, struct fl_err *err);
/* True when it has ended; *code is its exit code, or 128 and the signal's number, as shells have it. */
bool fl_child_ended(pid_t *pid, int *code);
/* End it, if it runs: asked first, and killed if that does not help within two seconds. */
void fl_child_stop(pid_t *pid);
/* SIGCHLD, SIGINT, SIGTERM, SIGHUP and one more (0: none) come to *fd from now on, a signalfd() that does not
 * wait. FL_FAILED. */
enum fl_code fl_child_signals(int more, int *fd, struct fl_err *err);

#endif
