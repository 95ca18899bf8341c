/* SPDX-License-Identifier: MIT
 *
 * PCI Express configuration space in memory: 4 KiB a function (PCI Express 3.0, 7.2.2).
 */
#ifndef HW_BUS_ECAM_H
#define HW_BUS_ECAM_H

#include "hw/bus/pci.h"

#ifdef __cplusplus
extern "C" {
#endif

struct fl_ecam {
	/* where bus 0 is mapped: firmware says it in MCFG of ACPI, or a device tree */
	volatile uint8_t *base;
	uint32_t domain;
	/* The buses that the window covers; bus 0's place is at base even if first_bus is not 0. */
	unsigned first_bus, last_bus;
};

/* *e must stay. */
void fl_ecam_init(struct fl_pci *p, const struct fl_ecam *e);

#ifdef __cplusplus
}
#endif

#endif
