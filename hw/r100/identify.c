/* SPDX-License-Identifier: MIT
 *
 * Which RV100-class card is it? See identify.h.
 */
#include "hw/r100/identify.h"
#include "hw/regs/r100.h"

enum { ATI = 0x1002 };

/* Ids: Linux drm_pciids.h (CHIP_RV100) and QEMU hw/display/ati.c. */
static const struct r100_chip chips[] = {
    {0x5046, "Rage128", "Rage 128 Pro", true, "NT"},
    {0x5159, "RV100", "Radeon 7000/VE", false, "NT"},
    {0x515a, "RV100", "Radeon 7000/VE", false, "NT"},
};

const struct r100_chip *r100_chip_find(uint16_t vendor, uint16_t device)
{
	for (unsigned i = 0; vendor == ATI && i < sizeof(chips) / sizeof(*chips); i++)
		if (chips[i].device == device)
			return &chips[i];
	return NULL;
}

void r100_card_init(struct r100_card *c, struct fl_dev *d)
{
	fl_family_init(&r100_family, &c->up, d);
}

enum fl_code r100_identify(struct fl_bringup *up, struct fl_err *err)
{
	struct r100_card *c = r100_card(up);
	struct fl_dev *d = up->dev;

	c->chip = r100_chip_find(d->vendor, d->device);
	if (!c->chip)
		return fl_fail(err, FL_NO_DEVICE, "%s: [%04x:%04x] is not a card of %s", d->name, d->vendor,
			       d->device, r100_family.title);
	up->chip = c->chip->name;
	if (d->regs_size_B <= R100_RBBM_STATUS)
		return fl_fail(err, FL_FAILED, "%s: the register BAR has only %u bytes", d->name,
			       d->regs_size_B);
	up->vram_B = fl_read32(d, R100_CONFIG_MEMSIZE);
	if (up->vram_B == 0xffffffff && fl_read32(d, R100_RBBM_STATUS) == 0xffffffff)
		return fl_fail(err, FL_FAILED,
			       "%s: every register reads all ones: memory decoding is off, the card is "
			       "asleep (D3), or gone",
			       d->name);
	if (!up->vram_B)
		return fl_fail(err, FL_FAILED, "%s: CONFIG_MEMSIZE is 0: the card is not posted", d->name);
	up->visible_B = up->free_B =
	    d->vram_size_B && d->vram_size_B < up->vram_B ? d->vram_size_B : up->vram_B;
	d->chip = c->chip;
	fl_did(up, "%s", c->chip->product);
	return FL_OK;
}
