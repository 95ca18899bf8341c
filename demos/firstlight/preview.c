/* SPDX-License-Identifier: MIT
 *
 * Draws a picture in the terminal, two pixels a character.
 */
#include "demos/firstlight/preview.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

void fl_preview_cell(const uint8_t *rgb, unsigned w, unsigned h, unsigned stride_B, unsigned columns,
		     unsigned rows, unsigned x, unsigned y, uint8_t out[3])
{
	unsigned x0 = x * w / columns, x1 = (x + 1) * w / columns, y0 = y * h / rows, y1 = (y + 1) * h / rows;
	uint64_t sum[3] = {0}, n = 0;

	for (unsigned py = y0; py < (y1 > y0 ? y1 : y0 + 1); py++)
		for (unsigned px = x0; px < (x1 > x0 ? x1 : x0 + 1); px++, n++)
			for (unsigned c = 0; c < 3; c++)
				sum[c] += rgb[(size_t)py * stride_B + px * 3 + c];
	for (unsigned c = 0; c < 3; c++)
		out[c] = (uint8_t)((sum[c] + n / 2) / n);
}

void fl_preview(const uint8_t *rgb, unsigned w, unsigned h, unsigned stride_B)
{
	const char *no = getenv("NO_COLOR");
	struct winsize ws = {0};

	if ((no && *no) || !isatty(STDOUT_FILENO))
		return;
	ioctl(STDOUT_FILENO, TIOCGWINSZ, &ws);
	unsigned columns = ws.ws_col && ws.ws_col < 100 ? ws.ws_col : ws.ws_col ? 100 : 80;
	unsigned rows = (unsigned)((uint64_t)columns * h / w); /* half blocks are about square */

	if (rows > 80) {
		columns = (unsigned)((uint64_t)columns * 80 / rows);
		rows = 80;
	}
	rows = rows < 2 ? 2 : rows & ~1u;
	columns = columns ? columns : 1;
	for (unsigned y = 0; y < rows; y += 2) {
		for (unsigned x = 0; x < columns; x++) {
			uint8_t a[3], b[3];

			fl_preview_cell(rgb, w, h, stride_B, columns, rows, x, y, a);
			fl_preview_cell(rgb, w, h, stride_B, columns, rows, x, y + 1, b);
			printf("\033[38;2;%u;%u;%um\033[48;2;%u;%u;%um\u2580", a[0], a[1], a[2], b[0], b[1],
			       b[2]);
		}
		puts("\033[0m");
	}
}
