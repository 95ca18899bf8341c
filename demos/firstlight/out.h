/* SPDX-License-Identifier: MIT
 *
 * How the command speaks: color on a terminal only (and never with NO_COLOR), progress on standard error.
 */
#ifndef DEMOS_FIRSTLIGHT_OUT_H
#define DEMOS_FIRSTLIGHT_OUT_H

#include "hw/fl_err.h"

#include <stdbool.h>
#include <stdio.h>

/* Print "firstlight: …" on standard error; returns code. */
int fl_complain(int code, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* The same for an error that a function of the kit filled in. */
int fl_complain_err(const struct fl_err *err);

enum fl_ink { FL_PLAIN, FL_RED, FL_GREEN, FL_YELLOW, FL_DIM, FL_BOLD };
/* The escape sequence for f, or "" where f is not a terminal. */
const char *fl_ink(FILE *f, enum fl_ink c);

/* A line on standard error that overwrites itself, a few times a second, once the work has taken more than
 * half a second; nothing if standard error is no terminal. Call with NULL to wipe it out. */
void fl_progress(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#endif
