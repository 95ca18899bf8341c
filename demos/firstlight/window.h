/* SPDX-License-Identifier: MIT
 *
 * A window, for what a model's display shows, or for pictures, live. SDL2 where it was there at build time;
 * elsewhere opening fails and says so.
 */
#ifndef DEMOS_FIRSTLIGHT_WINDOW_H
#define DEMOS_FIRSTLIGHT_WINDOW_H

#include "hw/drm/wire.h"
#include "hw/fl_err.h"
#include "hw/model/fl_model.h"

#include <stdbool.h>

enum { FL_WINDOW_MS = 33 }; /* between pictures */

struct fl_window;

/* NULL on failure, *err filled in. */
struct fl_window *fl_window_open(const char *title, struct fl_err *err);
/* Show the picture of now, if the last one is old enough. False: the user closed the window. */
bool fl_window_show(struct fl_window *w, struct fl_model *m);
/* Show a picture: rows from the top, R, G, B, A a byte each, of which A does not count. */
void fl_window_picture(struct fl_window *w, const uint8_t *rgba, unsigned width, unsigned height);
/* The next thing that the user did, in the picture's pixels. False: nothing any more, for now. */
bool fl_window_input(struct fl_window *w, struct fl_drm_input *i);
/* Did the user close it? As fl_window_input() has seen. */
bool fl_window_closed(const struct fl_window *w);
void fl_window_close(struct fl_window *w);

#endif
