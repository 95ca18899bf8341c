/* SPDX-License-Identifier: MIT
 *
 * PCI configuration through ports 0xCF8 and 0xCFC: "configuration mechanism 1" of every PC (PCI 3.0,
 * 3.2.2.3.2).
 */
#ifndef HW_BUS_CF8_H
#define HW_BUS_CF8_H

#include "hw/bus/pci.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Port access, so that it can be tested, and driven through an emulator's port. */
struct fl_ports {
	uint32_t (*in)(void *arg, uint16_t port, unsigned size_B);
	void (*out)(void *arg, uint16_t port, unsigned size_B, uint32_t value);
	void *arg;
};

/* ports NULL: the machine's own (x86 only; elsewhere every read gives all ones). *ports must stay. */
void fl_cf8_init(struct fl_pci *p, const struct fl_ports *ports);

#ifdef __cplusplus
}
#endif

#endif
