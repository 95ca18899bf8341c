/* SPDX-License-Identifier: MIT
 *
 * The machine that an image runs on, as the bus of a bare card wants it.
 */
#ifndef DEMOS_BARE_MACHINE_H
#define DEMOS_BARE_MACHINE_H

#include "hw/bus/bare.h"

/* Configuration cycles by *pci, which this begins; memory and time as boot/boot.h has them. */
struct fl_machine fl_bare_machine(struct fl_pci *pci);

#endif
