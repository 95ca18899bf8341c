/* SPDX-License-Identifier: MIT
 *
 * Every card that the kit knows; see fl_cards.h. Each family has its own table; this asks them in turn.
 */
#include "hw/fl_family.h"

bool fl_card_find(uint16_t vendor, uint16_t device, struct fl_card *card)
{
	for (const struct fl_family *const *f = fl_families; *f; f++)
		if ((*f)->find && (*f)->find(vendor, device, card)) {
			card->vendor = vendor;
			card->device = device;
			card->family = *f;
			return true;
		}
	return false;
}

bool fl_card_of(struct fl_dev *d, struct fl_card *card)
{
	if (d->vendor)
		return fl_card_find(d->vendor, d->device, card);
	for (const struct fl_family *const *f = fl_families; *f; f++)
		if ((*f)->find_by_registers && (*f)->find_by_registers(d, card)) {
			card->vendor = card->device = 0;
			card->family = *f;
			return true;
		}
	return false;
}
