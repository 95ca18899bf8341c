/* SPDX-License-Identifier: MIT
 *
 * What a card's displays show, kept while somebody else uses the card: their registers and color tables, and
 * the memory of VGA's text, into which a kernel may write whenever it likes. Taking it switches the host's
 * way to that memory off, where that can be done; giving it back brings all of it back, byte for byte. A
 * family whose displays are known fills in one struct fl_display_ops, in hw/FAMILY/display.c
 * (FAMILY_display).
 *
 *	static struct fl_display kept;                     // large
 *	if (fl_display_take(&kept, f, dev, &err)) …        // before anything else is written to the card
 *	…
 *	fl_sleep(f, dev, &err);                            // hw/fl_wake.h
 *	fl_display_give(&kept, &err);                      // last
 */
#ifndef HW_FL_DISPLAY_H
#define HW_FL_DISPLAY_H

#include "hw/fl_family.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	FL_DISPLAY_WORDS = 1856,
	FL_DISPLAY_VGA_B = 256 << 10, /* all of VGA's memory: four planes of 64 KiB */
};

struct fl_display {
	struct fl_dev *dev;
	const struct fl_display_ops *ops; /* NULL: nothing is kept */
	uint64_t vga_at_B;                /* where the memory of VGA begins in VRAM */
	uint32_t vga_B;                   /* how much of it was kept; 0: none */
	bool old;                         /* the family's own: which of its displays these are */
	bool live;                        /* it cannot be switched off: a kernel goes on writing there */
	uint32_t word[FL_DISPLAY_WORDS];
	uint8_t vga[FL_DISPLAY_VGA_B];
};

struct fl_display_ops {
	const struct fl_family *family;
	/* Read what the displays show into k->word, so that an answer of a card that is off the bus for a
	 * moment is not taken for it; switch VGA's memory off, and say where in VRAM it is. On failure
	 * nothing was changed. */
	enum fl_code (*take)(struct fl_display *k, struct fl_err *err);
	/* Write all of it back, and read it back; VGA's memory has its bytes again. */
	enum fl_code (*give)(struct fl_display *k, struct fl_err *err);
};

/* The table (hw/fl_displays.c), ended by NULL. A program that needs none of it does not link it. */
extern const struct fl_display_ops *const fl_displays[];

/* Keep what the card of family f (NULL: none) shows. FL_NO_DEVICE: nobody knows how. FL_NO_DEVICE too: it
 * does not answer, or not each time. FL_FAILED: VGA's memory is nowhere in VRAM. On failure nothing was
 * changed. */
enum fl_code fl_display_take(struct fl_display *k, const struct fl_family *f, struct fl_dev *d,
			     struct fl_err *err);
/* Give it back, once; nothing is done where nothing is kept. It cannot be interrupted. FL_FAILED: a register
 * does not take its value, or VGA's memory its bytes: all that can be brought back was. */
enum fl_code fl_display_give(struct fl_display *k, struct fl_err *err);

#ifdef __cplusplus
}
#endif

#endif
