/* SPDX-License-Identifier: MIT
 *
 * Step: which chip is it, and does it answer?
 */
#include "hw/r600/card.h"
#include "hw/regs/r600.h"

enum { REGS_B = 0x10000 };

void r600_card_init(struct r600_card *c, struct fl_dev *dev)
{
	fl_family_init(&r600_family, &c->up, dev);
}

enum fl_code r600_identify(struct fl_bringup *up, struct fl_err *err)
{
	struct r600_card *c = r600_card(up);
	struct fl_dev *d = up->dev;
	char product[40];

	c->chip = fl_chip_find(&r600_chips, d->vendor, d->device);
	if (!c->chip)
		return fl_fail(err, FL_NO_DEVICE, "%s: [%04x:%04x] is not a card of the R600-R700 family",
			       d->name, d->vendor, d->device);
	c->family = r600_chip_family(c->chip);
	up->chip = c->family->name;
	if (d->regs_size_B < REGS_B)
		return fl_fail(err, FL_FAILED, "%s: the register BAR has %u bytes, the chip's has 65536",
			       d->name, d->regs_size_B);

	/* A card that has fallen off the bus, or whose memory decoding is off, reads all ones everywhere. */
	if (fl_read32(d, R600_GRBM_STATUS) == 0xffffffff && fl_read32(d, R600_CONFIG_MEMSIZE) == 0xffffffff)
		return fl_fail(err, FL_FAILED,
			       "%s: every register reads all ones: memory decoding is off, the card is "
			       "asleep (D3), or gone",
			       d->name);
	d->chip = c->chip;
	fl_chip_product(&r600_chips, c->chip, product, sizeof(product));
	fl_did(up, "%s [%04x:%04x] rev %02X%s%s, tested: %s", c->family->name, d->vendor, d->device,
	       d->revision, *product ? ", " : "", product, fl_chip_tested_name(c->chip));
	return FL_OK;
}
