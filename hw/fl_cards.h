/* SPDX-License-Identifier: MIT
 *
 * Every card that the kit knows by its PCI id, whatever its family: what it is, and which BAR is what.
 */
#ifndef HW_FL_CARDS_H
#define HW_FL_CARDS_H

#include <stdbool.h>
#include <stdint.h>

struct fl_card {
	uint16_t vendor, device;
	const char *family;  /* the folder below hw/: "r500", "r100" */
	const char *chip;    /* "RV530" */
	const char *product; /* "Radeon X1900 XT", or "" */
	const char *tested;  /* was a real one tried? "NT", "OK", "BAD" */
	bool wakes;          /* false: known by its id only */
	uint8_t vram_bar, regs_bar;
	uint32_t regs_B; /* the smallest register BAR that is usable */
};

/* False: no card of any family. */
bool fl_card_find(uint16_t vendor, uint16_t device, struct fl_card *card);

#endif
