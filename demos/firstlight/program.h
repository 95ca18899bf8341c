/* SPDX-License-Identifier: MIT
 *
 * A program of the user's that runs on a render node of ours: started with what leads it there in its
 * environment, ended when this process ends.
 */
#ifndef DEMOS_FIRSTLIGHT_PROGRAM_H
#define DEMOS_FIRSTLIGHT_PROGRAM_H

#include "hw/fl_err.h"

#include <sys/types.h>

/* The library to be preloaded: beside this program, or where it was installed. FL_NO_DEVICE: not there. */
enum fl_code fl_program_library(char *path, size_t size, struct fl_err *err);
/* Start argv (NULL-terminated, searched for like a shell does). folder: fl_drm_folder(). */
enum fl_code fl_program_start(pid_t *pid, char *const *argv, const char *library, const char *folder,
			      struct fl_err *err);

#endif
