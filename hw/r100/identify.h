/* SPDX-License-Identifier: MIT
 *
 * The RV100 class, as far as the kit drives it: the 2D engine and the display of the cards that QEMU's
 * ati-vga models. They share the 2D registers with the R5xx. No reset, no memory controller, no command
 * processor: nothing has to be woken.
 */
#ifndef HW_R100_IDENTIFY_H
#define HW_R100_IDENTIFY_H

#include "hw/fl_family.h"

struct r100_chip {
	uint16_t device;
	const char *name; /* "RV100" */
	const char *product;
	bool pitch_in_pixels; /* Rage 128: PITCH_OFFSET registers of another layout, which the library does
				 not write */
	const char *tested;   /* "OK": pixel-exact on QEMU's model of it; of real cards nothing is known */
};

const struct r100_chip *r100_chip_find(uint16_t vendor, uint16_t device); /* NULL: not one of these */

struct r100_card {
	struct fl_bringup up;
	const struct r100_chip *chip;
};
FL_CARD_FITS(struct r100_card);

/* How the kit reaches the cards of this class (family.c). */
extern const struct fl_family r100_family;

void r100_card_init(struct r100_card *c, struct fl_dev *d);
/* The card whose state begins with *up. */
static inline struct r100_card *r100_card(struct fl_bringup *up)
{
	return (struct r100_card *)up;
}

/* The one step: which chip, does it answer, how much memory? Reads only. */
enum fl_code r100_identify(struct fl_bringup *up, struct fl_err *err);

#endif
