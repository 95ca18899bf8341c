/* SPDX-License-Identifier: MIT
 *
 * A window beside a sandbox: a process of its own, which has the window and nothing else. The libraries
 * behind a window talk to a display and to a graphics driver as they like, which a sandbox cannot hold.
 * Pictures go there through memory that both have, and what the user does comes back over a socket. Nothing
 * here waits for that process once it has started.
 */
#ifndef DEMOS_FIRSTLIGHT_VIEWER_H
#define DEMOS_FIRSTLIGHT_VIEWER_H

#include "demos/firstlight/window.h"
#include "hw/fl_err.h"

#include <stddef.h>
#include <stdint.h>

struct fl_viewer {
	int fd; /* to it; -1: there is none */
	struct fl_viewer_memory *memory;
	bool shown;                     /* the picture in the memory is still the window's */
	struct fl_drm_input input[256]; /* that nobody has taken */
	unsigned n_inputs;
};

/* Before the sandbox. FL_FAILED: there is no window, and why. */
enum fl_code fl_viewer_start(struct fl_viewer *v, const char *title, struct fl_err *err);
/* Where row y of the next picture belongs, w pixels of R, G, B, A. NULL: the window has not shown the last
 * one yet, or the picture is too large for it. */
uint8_t *fl_viewer_row(struct fl_viewer *v, unsigned w, unsigned h, unsigned y);
/* All rows are there. */
void fl_viewer_show(struct fl_viewer *v, unsigned w, unsigned h);
/* Take in what it said, when its descriptor can be read. False: the user closed the window. */
bool fl_viewer_listen(struct fl_viewer *v);
/* What the user did, at most so many; they are taken then. */
size_t fl_viewer_take(struct fl_viewer *v, struct fl_drm_input *to, size_t max);
void fl_viewer_stop(struct fl_viewer *v);

#endif
