/* SPDX-License-Identifier: MIT
 *
 * Cards of a board: on PCI, or behind a mailbox at the end of its memory (hw/bus/mailbox.h), where an
 * emulated machine has one.
 */
#include "demos/bare/machine.h"
#include "hw/bus/mailbox.h"
#include "hw/fl_family.h"

/* Firmware out of the mailbox, as modules without names: each is looked into. */
static void take_files(struct fl_mailbox *box, const struct fl_machine *m, struct fl_boot *boot)
{
	for (unsigned i = 0; i < FL_IMAGES && boot->n_modules < FL_BOOT_MODULES; i++) {
		size_t size_B = fl_mailbox_file(box, i, NULL, 0);
		uint64_t addr;
		uint8_t *to = size_B ? m->pages(m->arg, size_B, &addr) : NULL;

		if (!to || fl_mailbox_file(box, i, to, size_B) != size_B)
			return;
		boot->module[boot->n_modules++] = (struct fl_boot_module){to, size_B, ""};
	}
}

enum fl_code fl_bare_card(struct fl_dev *d, const struct fl_machine *machine, struct fl_boot *boot,
			  unsigned n, struct fl_card *card, struct fl_err *err)
{
	static struct fl_mailbox box;
	struct fl_err none;
	enum fl_code code = fl_bare_open(d, machine, n, card, err);

	if (code != FL_NO_DEVICE)
		return code;
	code = fl_mailbox_open(d, &box, machine, boot->bank_addr, (void *)(uintptr_t)boot->bank_addr,
			       boot->bank_B, &none);
	if (code == FL_NO_DEVICE)
		return err->code;
	if (code) {
		*err = none;
		return code;
	}
	if (!fl_card_of(d, card))
		return fl_fail(err, FL_NO_DEVICE, "%s: not a card that this kit knows", d->name);
	take_files(&box, machine, boot);
	return FL_OK;
}
