/* SPDX-License-Identifier: MIT
 *
 * Configuration cycles of a PC.
 */
#include "demos/bare/machine.h"
#include "hw/bus/cf8.h"

void fl_bare_pci(struct fl_pci *pci, const struct fl_boot *boot)
{
	fl_cf8_init(pci, NULL);
}
