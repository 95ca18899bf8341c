/* SPDX-License-Identifier: MIT
 *
 * Step: which chip is it, and does it answer?
 */
#include "hw/r500/card.h"
#include "hw/regs/r500.h"

void r500_card_init(struct r500_card *c, struct fl_dev *dev)
{
	fl_family_init(&r500_family, &c->up, dev);
}

enum fl_code r500_identify(struct fl_bringup *up, struct fl_err *err)
{
	struct r500_card *c = r500_card(up);
	struct fl_dev *d = c->up.dev;
	char product[40];
	uint32_t status;

	c->chip = fl_chip_find(&r500_chips, d->vendor, d->device);
	if (!c->chip)
		return fl_fail(err, FL_NO_DEVICE,
			       "%s: [%04x:%04x] is not a card of the R300-R400-R500 family", d->name,
			       d->vendor, d->device);
	c->family = r500_chip_family(c->chip);
	c->up.chip = c->family->name;
	if (d->regs_size_B <= R500_D2GRPH_PRIMARY_SURFACE_ADDRESS)
		return fl_fail(err, FL_FAILED, "%s: the register BAR has %u bytes, the chip's has 65536",
			       d->name, d->regs_size_B);

	/* A card that has fallen off the bus, or whose memory decoding is off, reads all ones everywhere. */
	status = fl_read32(d, R500_RBBM_STATUS);
	if (status == 0xffffffff && fl_read32(d, R500_CONFIG_MEMSIZE) == 0xffffffff)
		return fl_fail(err, FL_FAILED,
			       "%s: every register reads all ones: memory decoding is off, the card is "
			       "asleep (D3), or gone",
			       d->name);
	d->chip = c->chip;
	fl_chip_product(&r500_chips, c->chip, product, sizeof(product));
	fl_did(&c->up, "%s [%04x:%04x] rev %02X%s%s, tested: %s", c->family->name, d->vendor, d->device,
	       d->revision, *product ? ", " : "", product, fl_chip_tested_name(c->chip));
	return FL_OK;
}
