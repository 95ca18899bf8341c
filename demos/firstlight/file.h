/* SPDX-License-Identifier: MIT
 *
 * Files that the user names. One set of exit codes for all of them; and what is taken away after a failure is
 * only what this command has written.
 */
#ifndef DEMOS_FIRSTLIGHT_FILE_H
#define DEMOS_FIRSTLIGHT_FILE_H

#include "hw/fl_err.h"

#include <stddef.h>
#include <stdio.h>

/* "PATH: why", with FL_NO_DEVICE where there is no such file, FL_PERMISSION where it is not allowed,
 * FL_FAILED for all else; why is an errno. */
enum fl_code fl_file_fail(struct fl_err *err, const char *path, int why);

/* Open to read; "-" is standard input, which fl_file_done() leaves open. NULL on failure, *err filled in. */
FILE *fl_file_open(const char *path, struct fl_err *err);
/* Open these now: the next fl_file_open() of the same path takes what was found now, be it an error. For a
 * process that will not be able to open anything. Returns how many descriptors there are, and up to max of
 * them in fd. */
size_t fl_file_open_ahead(char *const *path, int n, int *fd, size_t max);
void fl_file_done(FILE *f);

/* A file to be written. */
struct fl_file {
	FILE *f;
	const char *path; /* the caller's */
};

/* Open to write; path NULL or "-": standard output. */
enum fl_code fl_file_create(struct fl_file *file, const char *path, struct fl_err *err);
/* All is written: flush and close. What did not arrive whole is an error, and taken back as below. */
enum fl_code fl_file_close(struct fl_file *file, struct fl_err *err);
/* Close a file that is not whole. A regular file goes, and one behind a link becomes empty: in neither is
 * anything left that this command has not written. All else (a device, a pipe, a link) stays. */
void fl_file_discard(struct fl_file *file);

#endif
