/* SPDX-License-Identifier: MIT
 *
 * Draws a picture in the terminal, with no more bytes than it takes: a color is sent where it changes.
 */
#include "demos/firstlight/preview.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_COLUMNS = 100, MOST_LINES = 40, CELL_W = 8, CELL_H = 16 };

void fl_preview_cell(const struct fl_picture *p, unsigned columns, unsigned rows, unsigned x, unsigned y,
		     uint8_t out[3])
{
	unsigned x0 = x * p->w / columns, x1 = (x + 1) * p->w / columns;
	unsigned y0 = y * p->h / rows, y1 = (y + 1) * p->h / rows;
	uint64_t sum[3] = {0}, n = 0;

	for (unsigned py = y0; py < (y1 > y0 ? y1 : y0 + 1); py++)
		for (unsigned px = x0; px < (x1 > x0 ? x1 : x0 + 1); px++, n++)
			for (unsigned c = 0; c < 3; c++)
				sum[c] += p->rgb[(size_t)py * p->stride_B + px * 3 + c];
	for (unsigned c = 0; c < 3; c++)
		out[c] = (uint8_t)((sum[c] + n / 2) / n);
}

/* ---- colors: a number that says which one, as it is sent ----------------------------------------------- */
static unsigned distance(const uint8_t rgb[3], unsigned r, unsigned g, unsigned b)
{
	int dr = rgb[0] - (int)r, dg = rgb[1] - (int)g, db = rgb[2] - (int)b;

	return (unsigned)(dr * dr + dg * dg + db * db);
}

/* xterm's cube of 6 x 6 x 6 colors from 16 on, or its 24 grays from 232 on. */
static unsigned nearest_of_256(const uint8_t rgb[3])
{
	unsigned level[3], value[3], gray = (rgb[0] + rgb[1] + rgb[2]) / 3;

	for (unsigned c = 0; c < 3; c++) {
		level[c] = rgb[c] < 48 ? 0 : rgb[c] < 115 ? 1 : (rgb[c] - 35u) / 40;
		value[c] = level[c] ? 55 + 40 * level[c] : 0;
	}
	gray = gray < 8 ? 0 : gray > 238 ? 23 : (gray - 3) / 10;
	if (distance(rgb, 8 + 10 * gray, 8 + 10 * gray, 8 + 10 * gray) <
	    distance(rgb, value[0], value[1], value[2]))
		return 232 + gray;
	return 16 + 36 * level[0] + 6 * level[1] + level[2];
}

/* The eight colors, dark and bright, as xterm has them. */
static unsigned nearest_of_16(const uint8_t rgb[3])
{
	unsigned best = 0, least = ~0u;

	for (unsigned i = 0; i < 16; i++) {
		unsigned on = i == 8 ? 127 : i > 8 ? 255 : i == 7 ? 229 : 205, off = i == 8 ? 127 : 0;
		unsigned d = distance(rgb, i & 1 ? on : off, i & 2 ? on : off, i & 4 ? on : off);

		if (d < least)
			least = d, best = i;
	}
	return best;
}

static unsigned color(const struct fl_terminal *t, const uint8_t rgb[3])
{
	return t->colors == 256  ? nearest_of_256(rgb)
	       : t->colors == 16 ? nearest_of_16(rgb)
				 : (unsigned)rgb[0] << 16 | rgb[1] << 8 | rgb[2];
}

static void put_color(FILE *f, const struct fl_terminal *t, unsigned c, bool ground)
{
	if (t->colors == 16)
		fprintf(f, "%u", (c < 8 ? 30 + c : 82 + c) + (ground ? 10 : 0));
	else if (t->colors == 256)
		fprintf(f, "%u;5;%u", ground ? 48 : 38, c);
	else
		fprintf(f, "%u;2;%u;%u;%u", ground ? 48 : 38, c >> 16, c >> 8 & 255, c & 255);
}

/* ---- characters ---------------------------------------------------------------------------------------- */
enum { NO_COLOR_YET = 1 << 24 };

struct pen {
	unsigned ink, ground;
};

/* Make the pen so, by one sequence for both. */
static void set(FILE *f, const struct fl_terminal *t, struct pen *pen, struct pen want)
{
	bool ink = pen->ink != want.ink, ground = pen->ground != want.ground;

	if (!ink && !ground)
		return;
	fputs("\033[", f);
	if (ink)
		put_color(f, t, want.ink, false);
	if (ink && ground)
		putc(';', f);
	if (ground)
		put_color(f, t, want.ground, true);
	putc('m', f);
	*pen = want;
}

static void two_pixels(FILE *f, const struct fl_terminal *t, struct pen *pen, unsigned upper, unsigned lower)
{
	if (upper == lower && upper == pen->ink) {
		fputs("\u2588", f);
	} else if (upper == lower) {
		set(f, t, pen, (struct pen){pen->ink, upper});
		putc(' ', f);
	} else if (upper == pen->ground || lower == pen->ink) {
		set(f, t, pen, (struct pen){lower, upper});
		fputs("\u2584", f);
	} else {
		set(f, t, pen, (struct pen){upper, lower});
		fputs("\u2580", f);
	}
}

static void characters(FILE *f, const struct fl_terminal *t, const struct fl_picture *p, unsigned columns,
		       unsigned lines)
{
	unsigned rows = t->utf8 ? lines * 2 : lines;

	for (unsigned y = 0; y < rows; y += t->utf8 ? 2 : 1) {
		struct pen pen = {NO_COLOR_YET, NO_COLOR_YET};

		for (unsigned x = 0; x < columns; x++) {
			uint8_t upper[3], lower[3];

			fl_preview_cell(p, columns, rows, x, y, upper);
			if (!t->utf8) {
				set(f, t, &pen, (struct pen){pen.ink, color(t, upper)});
				putc(' ', f);
				continue;
			}
			fl_preview_cell(p, columns, rows, x, y + 1, lower);
			two_pixels(f, t, &pen, color(t, upper), color(t, lower));
		}
		fputs("\033[m\n", f);
	}
}

/* ---- pixels -------------------------------------------------------------------------------------------- */
/* A copy that is not larger than w x h, or the picture itself where it fits; NULL: no memory. */
static uint8_t *smaller(struct fl_picture *p, unsigned w, unsigned h)
{
	uint8_t *rgb = malloc((size_t)w * h * 3), *to = rgb;

	for (unsigned y = 0; rgb && y < h; y++)
		for (unsigned x = 0; x < w; x++, to += 3)
			fl_preview_cell(p, w, h, x, y, to);
	*p = (struct fl_picture){rgb, w, h, w * 3};
	return rgb;
}

/* Into a box, the proportions kept. */
static void fit(unsigned *w, unsigned *h, unsigned most_w, unsigned most_h)
{
	uint64_t was_w = *w, was_h = *h;

	if (was_w > most_w)
		*w = most_w, *h = (unsigned)(was_h * most_w / was_w);
	if (*h > most_h)
		*h = most_h, *w = (unsigned)(was_w * most_h / was_h);
	*w = *w ? *w : 1;
	*h = *h ? *h : 1;
}

static bool pixels(FILE *f, const struct fl_terminal *t, struct fl_picture p, unsigned columns,
		   unsigned lines)
{
	unsigned w = p.w, h = p.h;
	uint8_t *own;
	bool done;

	fit(&w, &h, columns * (t->cell_w ? t->cell_w : CELL_W), lines * (t->cell_h ? t->cell_h : CELL_H));
	own = smaller(&p, w, h);
	done = own && (t->kitty ? fl_kitty(f, &p) : fl_sixel(f, &p));
	if (done)
		putc('\n', f);
	free(own);
	return done;
}

void fl_preview_to(FILE *f, const struct fl_terminal *t, const struct fl_picture *p)
{
	unsigned columns = t->columns < MOST_COLUMNS ? t->columns : MOST_COLUMNS;
	unsigned lines = t->rows < 4 ? 2 : t->rows - 2 < MOST_LINES ? t->rows - 2 : MOST_LINES;
	unsigned w, h;

	if ((t->kitty || t->sixel) && pixels(f, t, *p, columns, lines))
		return;
	/* Half of a character is about square. Fine pictures are made smaller, none is made larger than the
	 * window. */
	w = columns;
	h = (unsigned)((uint64_t)columns * p->h / p->w);
	h = h ? h : 1;
	fit(&w, &h, columns, lines * 2);
	characters(f, t, p, w, h < 2 ? 1 : h / 2);
}

void fl_preview(const uint8_t *rgb, unsigned w, unsigned h, unsigned stride_B)
{
	struct fl_terminal t;
	struct fl_picture p = {rgb, w, h, stride_B};

	fl_terminal_look(&t);
	if (t.colors)
		fl_preview_to(stdout, &t, &p);
}
