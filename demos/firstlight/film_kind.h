/* SPDX-License-Identifier: MIT
 *
 * Between film.c and the kinds of files.
 */
#ifndef DEMOS_FIRSTLIGHT_FILM_KIND_H
#define DEMOS_FIRSTLIGHT_FILM_KIND_H

#include "demos/firstlight/file.h"
#include "demos/firstlight/film.h"

struct fl_film_kind {
	const char *suffix;
	bool many; /* it holds several pictures */
	/* The size is known. False: why[] says why not, or there was no memory. */
	bool (*begin)(struct fl_film *p);
	bool (*frame)(struct fl_film *p, const uint8_t *rgb, unsigned stride_B);
	/* The last frame is written. NULL: nothing is left to do. */
	bool (*end)(struct fl_film *p);
	/* Free what begin() made of `own`, however far it came. */
	void (*drop)(struct fl_film *p);
};

struct fl_film {
	struct fl_file file;
	char *path;
	const struct fl_film_kind *kind;
	unsigned w, h, frames, done, delay_ms;
	void *own; /* the kind's */
	char why[160];
};

extern const struct fl_film_kind fl_film_png, fl_film_qoi, fl_film_ppm, fl_film_y4m, fl_film_raw;

#endif
