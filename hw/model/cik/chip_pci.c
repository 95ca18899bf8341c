/* SPDX-License-Identifier: MIT
 *
 * The card as a PCI function: BAR 0 VRAM, 2 doorbells, 4 I/O, 5 registers. Linux radeon_device_init,
 * radeon_doorbell_init: from Bonaire on, registers are behind BAR 5 and doorbells behind BAR 2.
 */
#include "hw/model/cik/chip.h"

enum {
	VRAM_MAX_B = 256 << 20, /* of it, as much as the BAR shows */
	DOORBELL_B = 8 << 20,
	IO_B = 256,
	ROM_B = 128 << 10,
};

void mcik_chip_pci(struct mcik *c)
{
	struct fl_model *m = &c->base;
	const struct fl_pci_id id = {0x1002, c->variant->device, 0x1002, 0x0b04, 0, ROM_B};

	m->regs_B = MCIK_REGS_B;
	m->io_B = IO_B;
	m->vram_bar_B = fl_model_choose_bar_B(m, VRAM_MAX_B);
	const struct fl_model_bar bar[] = {
	    {0, FL_BAR_MEM64 | FL_BAR_PREFETCH, m->vram_bar_B, 0xc0000000},
	    {2, FL_BAR_MEM64 | FL_BAR_PREFETCH, DOORBELL_B, 0xd0000000},
	    {4, FL_BAR_IO, IO_B, 0xe000},
	    {5, FL_BAR_MEM32, MCIK_REGS_B, 0xfe900000},
	};

	fl_pci_init(m, &id, bar, sizeof(bar) / sizeof(bar[0]));
	fl_pci_add_power(m);
	fl_pci_add_express(m);
	fl_pci_add_msi(m);
}
