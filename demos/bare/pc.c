/* SPDX-License-Identifier: MIT
 *
 * A PC: configuration cycles, and cards on PCI.
 */
#include "demos/bare/machine.h"
#include "hw/bus/cf8.h"

void fl_bare_pci(struct fl_pci *pci, const struct fl_boot *boot)
{
	fl_cf8_init(pci, NULL);
}

enum fl_code fl_bare_card(struct fl_dev *d, const struct fl_machine *machine, struct fl_boot *boot,
			  unsigned n, struct fl_card *card, struct fl_err *err)
{
	return fl_bare_open(d, machine, n, card, err);
}

unsigned fl_bare_cores(const struct fl_boot *boot, struct fl_soc_part part[FL_SOC_PARTS])
{
	return 0;
}

enum fl_code fl_bare_core_power(const struct fl_machine *machine, const struct fl_soc_part *part,
				bool rehearse, struct fl_err *err)
{
	return fl_fail(err, FL_NO_DEVICE, "a PC has no core but on PCI");
}

enum fl_code fl_bare_core_open(struct fl_dev *d, const struct fl_machine *machine,
			       const struct fl_soc_part *part, struct fl_card *card, struct fl_err *err)
{
	return fl_bare_core_power(machine, part, false, err);
}
