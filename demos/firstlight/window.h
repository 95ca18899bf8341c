/* SPDX-License-Identifier: MIT
 *
 * What a model's display shows, in a window, live. SDL2 where it was there at build time; elsewhere opening
 * fails and says so.
 */
#ifndef DEMOS_FIRSTLIGHT_WINDOW_H
#define DEMOS_FIRSTLIGHT_WINDOW_H

#include "hw/fl_err.h"
#include "hw/model/fl_model.h"

#include <stdbool.h>

enum { FL_WINDOW_MS = 33 }; /* between pictures */

struct fl_window;

/* NULL on failure, *err filled in. */
struct fl_window *fl_window_open(const char *title, struct fl_err *err);
/* Show the picture of now, if the last one is old enough. False: the user closed the window. */
bool fl_window_show(struct fl_window *w, struct fl_model *m);
void fl_window_close(struct fl_window *w);

#endif
