/* SPDX-License-Identifier: MIT
 *
 * A card made ready to compute, whatever the bus: woken, with command buffers, and video memory to give out.
 *
 *	static struct fl_compute_card card;                   // large: keep it off the stack
 *	struct fl_compute_options o = {.images.of[0] = {image, size}};
 *	if (fl_compute_open(&card, dev, &o, &err)) …
 *	fl_code_load(&code, &card.c, elf, elf_B, &err) …      // lib/fl_compute.h
 *	fl_compute_close(&card, &err);
 */
#ifndef LIB_FL_COMPUTE_CARD_H
#define LIB_FL_COMPUTE_CARD_H

#include "hw/fl_wake.h"
#include "lib/fl_compute.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { FL_COMPUTE_BATCH_DW = 16384, FL_COMPUTE_BATCHES = 2 };

struct fl_compute_options {
	struct fl_images images;     /* firmware, as the card's family names it (hw/fl_family.h) */
	enum fl_transport transport; /* how commands are to go; zero: the first way that works */
	uint64_t scratch_B;          /* of struct fl_compute_chip; 0: its default */
	fl_wake_progress *progress;  /* called after each step of waking; may be NULL */
	void *progress_arg;
};

struct fl_compute_family;

struct fl_compute_card {
	struct fl_compute c; /* to work with */
	struct fl_vram vram; /* what it gives memory from */

	/* ---- its own ---- */
	struct fl_dev *dev;
	const struct fl_compute_family *family;
	union fl_card_state card;
	struct fl_cs cs;
	uint64_t batch_at[FL_COMPUTE_BATCHES]; /* in video memory */
	uint32_t
	    batch_number[FL_COMPUTE_BATCHES]; /* what says that it was carried out; 0: nothing is in it */
	uint32_t batch;                       /* the one that is written to */
	uint32_t staging[FL_COMPUTE_BATCH_DW];
};

/* Wake the card, and begin. FL_NO_DEVICE: it is of no family that computes; else what waking says. On failure
 * it has been put to sleep again. It must not move in memory while it is open. */
enum fl_code fl_compute_open(struct fl_compute_card *card, struct fl_dev *dev,
			     const struct fl_compute_options *o, struct fl_err *err);
/* Put the card to sleep (hw/fl_wake.h). */
enum fl_code fl_compute_close(struct fl_compute_card *card, struct fl_err *err);

/* ---- what a family does for it ------------------------------------------------------------------------- */
struct fl_compute_family {
	const struct fl_family *family;
	/* Of the card that was woken: what fl_compute_begin() wants beside device, stream and memory. */
	void (*chip)(struct fl_compute_card *card, struct fl_compute_chip *chip);
	/* Have the n_dw dwords at that address carried out; *number is for reached(). */
	enum fl_code (*submit)(struct fl_compute_card *card, uint64_t address, uint32_t n_dw,
			       uint32_t *number, struct fl_err *err);
	/* Wait until they were, and nothing reads them any more. */
	enum fl_code (*reached)(struct fl_compute_card *card, uint32_t number, struct fl_err *err);
};

/* The table (lib/fl_computes.c), ended by NULL. */
extern const struct fl_compute_family *const fl_computes[];

#ifdef __cplusplus
}
#endif

#endif
