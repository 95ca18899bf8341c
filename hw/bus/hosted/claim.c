/* SPDX-License-Identifier: MIT
 *
 * Whose a card is: the kernel's (a driver, a console), another program's, or ours; and whether it still is.
 */
#include "hw/bus/hosted/vfio.h"
#include "hw/model/vanish.h"

#include <string.h>

enum fl_code fl_card_claim(struct fl_hosted *h, const char *card, struct fl_err *err)
{
	char holder[32], slot[FL_SLOT_MAX];
	enum fl_code code;

	fl_bound_driver(holder, sizeof(holder), &h->o, h->bdf);
	fl_slot_name(slot, sizeof(slot), h->bdf);
	if (fl_by_vfio(&h->o)) {
		code = fl_vfio_claim(&h->o, h->bdf, card, err);
		if (code)
			return code;
	} else if (*holder) {
		return fl_fail(err, FL_PERMISSION,
			       "%s belongs to the kernel driver %s. Take it away with: echo %s | "
			       "sudo tee /sys/bus/pci/drivers/%s/unbind%s",
			       card, holder, slot, holder,
			       strcmp(holder, "vfio-pci") ? "" : ", or use it with --via vfio");
	}
	fl_range_holder(holder, sizeof(holder), &h->o, h->bdf);
	if (*holder)
		return fl_range_refuse(holder, card, err);
	code = fl_boot_vga_refuse(&h->o, h->bdf, card, err);
	return code ? code : fl_card_lock(&h->o, h->bdf, card, &h->lock_fd, err);
}

enum fl_code fl_card_still(const struct fl_hosted *h, const char *card, struct fl_err *err)
{
	char driver[32], slot[FL_SLOT_MAX];

	if (fl_vanish_gone(h->regs) || fl_vanish_gone(h->vram) || (h->vfio && fl_vfio_gone(h->vfio)))
		return fl_fail(
		    err, FL_NO_DEVICE,
		    "%s is gone: it was pulled out, or its slot was switched off. What was read since "
		    "then is all ones",
		    card);
	fl_bound_driver(driver, sizeof(driver), &h->o, h->bdf);
	fl_slot_name(slot, sizeof(slot), h->bdf);
	if (!strcmp(driver, h->vfio ? "vfio-pci" : ""))
		return FL_OK;
	if (!*driver)
		return fl_fail(err, FL_NO_DEVICE, "%s was taken from vfio-pci in the meantime", card);
	return fl_fail(
	    err, FL_PERMISSION,
	    "%s: the kernel driver %s was bound to it in the meantime, and both wrote to it. Take it away "
	    "with: echo %s | sudo tee /sys/bus/pci/drivers/%s/unbind, and reset the card",
	    card, driver, slot, driver);
}
