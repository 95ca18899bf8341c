/* SPDX-License-Identifier: MIT
 *
 * A picture in the terminal, as well as it can: by kitty's protocol or as sixels, else two pixels a character
 * (half blocks), or one where the locale is not UTF-8; in the colors that there are.
 */
#ifndef DEMOS_FIRSTLIGHT_PREVIEW_H
#define DEMOS_FIRSTLIGHT_PREVIEW_H

#include "demos/firstlight/terminal.h"

#include <stdint.h>
#include <stdio.h>

/* Rows from the top, R, G, B a byte each. */
struct fl_picture {
	const uint8_t *rgb;
	unsigned w, h, stride_B;
};

/* Draw R,G,B rows, stride_B bytes apart, on standard output, if that is a terminal with colors. */
void fl_preview(const uint8_t *rgb, unsigned w, unsigned h, unsigned stride_B);
/* The same for a terminal that is known, colors not 0; made smaller to fit in 100 columns and 40 lines of it,
 * and two lines less than it has. */
void fl_preview_to(FILE *f, const struct fl_terminal *t, const struct fl_picture *p);

/* The mean color of the cell (x, y) of a grid of columns x rows laid over the picture. */
void fl_preview_cell(const struct fl_picture *p, unsigned columns, unsigned rows, unsigned x, unsigned y,
		     uint8_t out[3]);

/* A whole picture, as large as it is, by one of the protocols (sixel.c, kitty.c); false: no memory for it. */
bool fl_sixel(FILE *f, const struct fl_picture *p);
bool fl_kitty(FILE *f, const struct fl_picture *p);

#endif
