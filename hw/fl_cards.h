/* SPDX-License-Identifier: MIT
 *
 * Finding the cards that the kit knows, whatever their family: what a card is, and which BAR is what.
 */
#ifndef HW_FL_CARDS_H
#define HW_FL_CARDS_H

#include "hw/fl_dev.h"

#ifdef __cplusplus
extern "C" {
#endif

struct fl_family;

struct fl_card {
	uint16_t vendor, device; /* 0: not on PCI */
	const struct fl_family *family;
	const char *chip;   /* "RV530" */
	char product[40];   /* "Radeon X1900 XT", or "" */
	const char *tested; /* was a real one tried? "NT", "OK", "BAD" */
	bool wakes;         /* false: known by its id only */
	uint8_t vram_bar, regs_bar;
	uint32_t regs_B; /* the smallest register BAR that is usable */
};

/* By PCI id. False: no card of any family. */
bool fl_card_find(uint16_t vendor, uint16_t device, struct fl_card *card);
/* The same of an open device; without PCI (its vendor is 0) by what its registers read. */
bool fl_card_of(struct fl_dev *d, struct fl_card *card);

#ifdef __cplusplus
}
#endif

#endif
