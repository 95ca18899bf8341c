/* SPDX-License-Identifier: MIT
 *
 * Every card that the kit knows; see fl_cards.h. Each family has its own table; this asks them in turn.
 */
#include "hw/fl_cards.h"
#include "hw/r100/identify.h"
#include "hw/r500/chips.h"

bool fl_card_find(uint16_t vendor, uint16_t device, struct fl_card *card)
{
	const struct r500_chip *r500 = r500_chip_find(vendor, device);
	const struct r100_chip *r100 = r100_chip_find(vendor, device);

	/* Radeons have VRAM at BAR 0 and registers at BAR 2, PCI and PCI Express alike: a 64-bit BAR 0 takes
	 * BAR 1's place, otherwise BAR 1 is I/O. R3xx and later decode 64 KiB, the older ones 16. */
	if (r500)
		*card = (struct fl_card){vendor,
					 device,
					 "r500",
					 r500_chip_family(r500)->name,
					 r500_chip_product(r500),
					 r500_tested_name(r500->tested),
					 r500_chip_family(r500)->wakes,
					 0,
					 2,
					 0x10000};
	else if (r100)
		*card = (struct fl_card){vendor,       device, "r100", r100->name, r100->product,
					 r100->tested, true,   0,      2,          0x2000};
	else
		return false;
	return true;
}
