/* SPDX-License-Identifier: MIT
 *
 * Capabilities as real cards of the time show them (lspci of an X1600): power management at 0x50, PCI Express
 * at 0x58, MSI at 0x80.
 */
#include "hw/model/chip.h"

void fl_pci_add_power(struct fl_model *m)
{
	static const uint8_t pm[8] = {0x01, 0, 0x02, 0x06};
	static const uint8_t pm_mask[8] = {[4] = 0x03};

	fl_pci_add_capability(m, 0x50, pm, pm_mask, sizeof(pm));
}

void fl_pci_add_msi(struct fl_model *m)
{
	static const uint8_t msi[14] = {0x05, 0, 0x80, 0x00};
	static const uint8_t msi_mask[14] = {
	    [2] = 0x01, [4] = 0xfc,  [5] = 0xff,  [6] = 0xff,  [7] = 0xff, [8] = 0xff,
	    [9] = 0xff, [10] = 0xff, [11] = 0xff, [12] = 0xff, [13] = 0xff};

	fl_pci_add_capability(m, 0x80, msi, msi_mask, sizeof(msi));
}

void fl_pci_add_express(struct fl_model *m)
{
	/* legacy endpoint, version 1; 128 bytes of payload; x16 at 2.5 GT/s, L0s and L1 */
	static const uint8_t pcie[20] = {0x10, 0, 0x11, 0x00, 0xa0, 0x0f, 0,    0, 0x10, 0x08,
					 0,    0, 0x01, 0x0d, 0,    0,    0x40, 0, 0x01, 0x11};
	static const uint8_t pcie_mask[20] = {[8] = 0xff, [9] = 0x7f, [16] = 0xc3};

	fl_pci_add_capability(m, 0x58, pcie, pcie_mask, sizeof(pcie));
}
