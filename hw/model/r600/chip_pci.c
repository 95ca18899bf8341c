/* SPDX-License-Identifier: MIT
 *
 * The card as a PCI function: BAR 0 VRAM, 2 registers, 4 I/O, as real cards of the family show them.
 */
#include "hw/model/r600/chip.h"

enum {
	BAR_MAX_B = 256 << 20, /* the aperture does not grow with memory beyond that */
	IO_B = 256,
	ROM_B = 128 << 10,
};

void mr600_chip_pci(struct mr600 *r)
{
	struct fl_model *m = &r->base;
	const struct fl_pci_id id = {0x1002, r->variant->device, 0x1002, 0x0502, r->variant->revision, ROM_B};
	const uint8_t mem = r->base.cfg.conventional ? FL_BAR_MEM32 : FL_BAR_MEM64;

	m->regs_B = MR600_BAR_B;
	m->io_B = IO_B;
	m->vram_bar_B = fl_model_choose_bar_B(m, BAR_MAX_B);
	const struct fl_model_bar bar[] = {
	    {0, mem | FL_BAR_PREFETCH, m->vram_bar_B, MR600_PCI_VRAM_AT},
	    {2, mem, MR600_BAR_B, 0xfe9f0000},
	    {4, FL_BAR_IO, IO_B, 0xe000},
	};

	fl_pci_init(m, &id, bar, 3);
	fl_pci_add_power(m);
	if (r->base.cfg.conventional)
		return;
	fl_pci_add_express(m);
	fl_pci_add_msi(m);
}
