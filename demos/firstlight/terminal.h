/* SPDX-License-Identifier: MIT
 *
 * What the terminal at standard output can show: by the environment, by its size, and by what it answers.
 */
#ifndef DEMOS_FIRSTLIGHT_TERMINAL_H
#define DEMOS_FIRSTLIGHT_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

struct fl_terminal {
	unsigned colors;         /* 0: show no pictures; else 16, 256, or 1 << 24 */
	bool utf8;               /* by the locale */
	bool kitty, sixel;       /* pictures by these protocols, as it has answered */
	unsigned columns, rows;  /* of characters */
	unsigned cell_w, cell_h; /* a character's pixels; 0: not known */
};

/* Look, and ask: the latter only where standard input is the same terminal, in the foreground, with nothing
 * typed ahead; for a third of a second at most. */
void fl_terminal_look(struct fl_terminal *t);

/* By TERM, COLORTERM and NO_COLOR alone: the colors. */
unsigned fl_terminal_colors(const char *term, const char *colorterm, const char *no_color);
/* Take in what came; true when the last answer is there (device attributes, which every terminal has). */
bool fl_terminal_answered(struct fl_terminal *t, const char *text, size_t n);

#endif
