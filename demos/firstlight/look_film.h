/* SPDX-License-Identifier: MIT
 *
 * The frame debugger: the pictures after all events, out of one replay. What an event changes of the target
 * is kept, in squares of 64 pixels, with the event's number: so the picture after any is there at once.
 *
 * It is kept where it is certain. An event that is not (a clear that the next draw gives its color) and a
 * target that is not copied to the picture as it is (several samples a pixel, other formats) have a replay
 * that ends with the event: fl_look_picture_cut().
 */
#ifndef DEMOS_FIRSTLIGHT_LOOK_FILM_H
#define DEMOS_FIRSTLIGHT_LOOK_FILM_H

#include "hw/model/fl_model_look.h"

struct fl_look_patch;

struct fl_look_film {
	uint32_t w, h;    /* of the picture */
	uint64_t target;  /* that it is of */
	uint8_t *has;     /* of each event: is its picture there? */
	uint32_t n, cap;  /* events */
	uint32_t *now;    /* the target as it was found last: a word a pixel */
	uint32_t *last;   /* of each square: its last patch, counted from 1 */
	bool stale, full; /* not all of that is known; no more is kept */
	struct fl_look_patch *patch;
	uint32_t n_patches, cap_patches;
	/* Found at the end: rows are upside down, R and B change places, alpha is not what the target has;
	 * and that the words are the picture at all. */
	bool flip, swap, solid, usable;
};

/* Rows of the picture where it is read from, if that is the target; NULL: they are not there. */
typedef const uint8_t *fl_look_film_row(void *of, uint32_t y);

bool fl_look_film_begin(struct fl_look_film *f, uint64_t target, uint32_t w, uint32_t h);
/* In fl_look.event(), of a look that watches the target. row: NULL: the picture is read elsewhere. */
void fl_look_film_event(struct fl_look_film *f, struct fl_model *m, const struct fl_look_event *e,
			fl_look_film_row *row, void *of);
/* The picture at the end, R, G, B, A bytes. */
void fl_look_film_end(struct fl_look_film *f, const uint8_t *rgba);
/* The picture after event n into w * h pixels, R, G, B, A bytes. False: it is not kept. */
bool fl_look_film_picture(const struct fl_look_film *f, uint32_t n, uint8_t *rgba);
void fl_look_film_free(struct fl_look_film *f);

#endif
