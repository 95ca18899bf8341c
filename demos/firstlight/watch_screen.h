/* SPDX-License-Identifier: MIT
 *
 * `firstlight watch` on a terminal: all that is watched, with its fields, in place; what changed is marked.
 */
#ifndef DEMOS_FIRSTLIGHT_WATCH_SCREEN_H
#define DEMOS_FIRSTLIGHT_WATCH_SCREEN_H

#include "demos/firstlight/regs.h"

struct fl_watch_screen {
	struct fl_regtool_said *row; /* what was said last of each place, in order of appearance */
	struct fl_regtool_place *place;
	unsigned *changes; /* of each, so far */
	unsigned n, room;
	unsigned rows;  /* of the terminal */
	unsigned drawn; /* lines on the screen */
	uint64_t now_us;
	bool stale; /* what is on the screen is not what there is */
};

/* Room for n places. False: standard output is no terminal, or there is too little room on it or in memory:
 * then each change is a line of its own. */
bool fl_watch_screen_begin(struct fl_watch_screen *s, unsigned n);
/* Note a result. */
void fl_watch_screen_said(struct fl_watch_screen *s, const struct fl_regtool_said *said);
/* Draw what there is, if it is another picture than the one on the screen. False: it does not fit, and
 * nothing is drawn. */
bool fl_watch_screen_draw(struct fl_watch_screen *s, uint64_t now_us);
void fl_watch_screen_end(struct fl_watch_screen *s);

#endif
