/* SPDX-License-Identifier: MIT
 *
 * Addresses for PCI functions on a machine whose firmware gave them none: a board started without one, whose
 * host bridge's windows a device tree names. Bus numbers, the windows of bridges and BARs are handed out from
 * the bottom of each window up, in the order in which functions are found.
 */
#ifndef HW_BUS_PCI_ASSIGN_H
#define HW_BUS_PCI_ASSIGN_H

#include "hw/bus/pci.h"

#ifdef __cplusplus
extern "C" {
#endif

struct fl_pci_window {
	uint64_t addr, size_B; /* as functions see it; size_B 0: there is no such window */
};
struct fl_pci_windows {
	struct fl_pci_window io, mem32, mem64; /* mem32 ends at 4 GiB at the latest */
};

struct fl_pci_assigned {
	unsigned functions, bridges, bars;
	/* BARs for which there was no room: they read as having no address. */
	unsigned left_out;
	/* Somebody has been here before: a BAR has an address, or a bridge a bus. Nothing was changed. */
	bool before;
};

/* All functions of bus 0 and of the buses behind its bridges, up to p->last_bus and eight bridges deep. BARs
 * go to mem32 where there is room; those of 64 bits otherwise to mem64, if they may be read ahead or are on
 * bus 0 (PCI-to-PCI Bridge Architecture 1.2, 3.2.5: what a bridge passes on above 4 GiB it may read ahead).
 * Expansion ROMs get none. Functions' decoding stays off; bridges are switched on. */
void fl_pci_assign(const struct fl_pci *p, const struct fl_pci_windows *w, struct fl_pci_assigned *did);

#ifdef __cplusplus
}
#endif

#endif
