/* SPDX-License-Identifier: MIT
 *
 * A picture in the terminal: two pixels a character (upper half blocks), in 24-bit color.
 */
#ifndef DEMOS_FIRSTLIGHT_PREVIEW_H
#define DEMOS_FIRSTLIGHT_PREVIEW_H

#include <stdint.h>

/* Draw R,G,B rows, stride_B bytes apart, scaled down to the terminal's width and at most 40 lines. Does
 * nothing unless standard output is a terminal and NO_COLOR is not set. */
void fl_preview(const uint8_t *rgb, unsigned w, unsigned h, unsigned stride_B);

/* The mean color of the cell (x, y) of a grid of columns x rows laid over the picture. */
void fl_preview_cell(const uint8_t *rgb, unsigned w, unsigned h, unsigned stride_B, unsigned columns,
		     unsigned rows, unsigned x, unsigned y, uint8_t out[3]);

#endif
