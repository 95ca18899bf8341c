/* SPDX-License-Identifier: MIT
 *
 * Step: which chip is it, and does it answer?
 */
#include "hw/cik/card.h"
#include "hw/regs/cik.h"

void cik_card_init(struct cik_card *c, struct fl_dev *dev)
{
	fl_family_init(&cik_family, &c->up, dev);
}

enum fl_code cik_identify(struct fl_bringup *up, struct fl_err *err)
{
	struct cik_card *c = cik_card(up);
	struct fl_dev *d = up->dev;
	char product[40];

	c->chip = fl_chip_find(&cik_chips, d->vendor, d->device);
	if (!c->chip)
		return fl_fail(err, FL_NO_DEVICE, "%s: [%04x:%04x] is not a card of the Sea Islands family",
			       d->name, d->vendor, d->device);
	c->family = cik_chip_family(c->chip);
	up->chip = c->family->name;
	if (d->regs_size_B < CIK_REGS_B)
		return fl_fail(err, FL_FAILED, "%s: the register BAR has %u bytes, the chip's has %d",
			       d->name, d->regs_size_B, CIK_REGS_B);

	/* A card that has fallen off the bus, or whose memory decoding is off, reads all ones everywhere. */
	if (fl_read32(d, CIK_GRBM_STATUS) == 0xffffffff && fl_read32(d, CIK_CONFIG_MEMSIZE) == 0xffffffff)
		return fl_fail(err, FL_FAILED,
			       "%s: every register reads all ones: memory decoding is off, the card is "
			       "asleep (D3), or gone",
			       d->name);
	d->chip = c->chip;
	fl_chip_product(&cik_chips, c->chip, product, sizeof(product));
	fl_did(up, "%s [%04x:%04x] rev %02X%s%s, tested: %s", c->family->name, d->vendor, d->device,
	       d->revision, *product ? ", " : "", product, fl_chip_tested_name(c->chip));
	return FL_OK;
}
