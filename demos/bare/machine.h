/* SPDX-License-Identifier: MIT
 *
 * The machine that an image runs on, as the bus of a bare card wants it.
 */
#ifndef DEMOS_BARE_MACHINE_H
#define DEMOS_BARE_MACHINE_H

#include "boot/boot.h"
#include "hw/bus/bare.h"
#include "hw/fl_soc.h"

/* Configuration cycles by *pci, which this begins (fl_bare_pci()); memory and time as boot/boot.h has
 * them. */
struct fl_machine fl_bare_machine(struct fl_pci *pci, const struct fl_boot *boot);

/* pc.c: ports 0xcf8 and 0xcfc. board/pci.c: the host bridge of boot->fdt, whose functions are given addresses
 * if they have none; where there is none, configuration space is empty. */
void fl_bare_pci(struct fl_pci *pci, const struct fl_boot *boot);

/* The n-th card (from 0): fl_bare_open() on PCI (pc.c), and on a board, where PCI has no n-th, others
 * (board/card.c). Firmware that comes with it is put beside the loader's modules. */
enum fl_code fl_bare_card(struct fl_dev *d, const struct fl_machine *machine, struct fl_boot *boot,
			  unsigned n, struct fl_card *card, struct fl_err *err);

/* Cores that are parts of the machine's own chip, not on PCI: all of the device tree's that are not disabled
 * there; touches none. Returns how many. */
unsigned fl_bare_cores(const struct fl_boot *boot, struct fl_soc_part part[FL_SOC_PARTS]);
/* Give one power and clocks, by the table of its family; or say what would be done, and do nothing.
 * FL_NO_DEVICE: the chip is in no table. FL_TIMEOUT: it does not come up. */
enum fl_code fl_bare_core_power(const struct fl_machine *machine, const struct fl_soc_part *part,
				bool rehearse, struct fl_err *err);
/* Open one whose power and clocks are on: without these a board may hang for good at the first access. It
 * gets the memory that the tree reserves for it, else some of the machine's; the last one that was opened has
 * it.
 * FL_NO_DEVICE: none that the kit knows answers there; the text says what was read. */
enum fl_code fl_bare_core_open(struct fl_dev *d, const struct fl_machine *machine,
			       const struct fl_soc_part *part, struct fl_card *card, struct fl_err *err);

#endif
