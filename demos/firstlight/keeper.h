/* SPDX-License-Identifier: MIT
 *
 * A process beside the command that removes a folder once the command is gone, however it ended: a sandbox
 * takes that away from the command itself.
 */
#ifndef DEMOS_FIRSTLIGHT_KEEPER_H
#define DEMOS_FIRSTLIGHT_KEEPER_H

#include "hw/fl_err.h"

struct fl_keeper {
	int fd; /* to it; -1: there is none */
};

/* As early as possible: it has a copy of what the process holds, but for its descriptors. FL_FAILED. */
enum fl_code fl_keeper_start(struct fl_keeper *k, struct fl_err *err);
/* The folder that it is to remove, with all that is in it. */
void fl_keeper_folder(const struct fl_keeper *k, const char *path);
/* Have it removed, and wait for that. */
void fl_keeper_stop(struct fl_keeper *k);

#endif
