/* SPDX-License-Identifier: MIT
 *
 * Pictures out of a sandbox: a process beside it, which holds nothing else and writes them where --out says.
 * What it is sent is a size, rows of pixels, and perhaps a word for the file's name; all of that is checked.
 */
#ifndef DEMOS_FIRSTLIGHT_SCRIBE_H
#define DEMOS_FIRSTLIGHT_SCRIBE_H

#include "hw/fl_err.h"

#include <stdint.h>

struct fl_scribe {
	int fd; /* -1: none was started */
};

/* Before the sandbox, and before anything is open that must not stay open. out: --out. */
enum fl_code fl_scribe_start(struct fl_scribe *s, const char *out, struct fl_err *err);
/* Write a picture, rows of R, G, B bytes. word, if not NULL, goes in front of the suffix; a '/' in it becomes
 * '_'. Where --out has a %d, it is a number, and takes its place. Returns when the file is written, or why it
 * is not. */
enum fl_code fl_scribe_picture(const struct fl_scribe *s, const char *word, const uint8_t *rgb, unsigned w,
			       unsigned h, struct fl_err *err);
void fl_scribe_stop(struct fl_scribe *s);

#endif
