/* SPDX-License-Identifier: MIT
 *
 * The card as a PCI function: identity, windows and capabilities as real cards of the family show them (lspci
 * of an X1600 and of a 9700): BAR 0 VRAM, then I/O and registers; power management at 0x50, AGP or PCI
 * Express at 0x58, MSI at 0x80.
 */
#include "hw/model/r500/chip.h"

enum {
	BAR_MAX_B = 256 << 20, /* the aperture does not grow with memory beyond that */
	IO_B = 256,
	HEADER_TYPE = 0x0e, /* PCI 3.0, 6.1 */
	HEADER_MULTI = 0x80,
};

static void capabilities_agp(struct fl_model *m)
{
	/* AGP 3.0: revision; status: 80 requests, sideband, 4x and 8x; command is writable */
	static const uint8_t agp[12] = {0x02, 0, 0x30, 0, 0x0b, 0x02, 0x00, 0x4f, 0, 0, 0, 0};
	static const uint8_t agp_mask[12] = {[8] = 0x37, [9] = 0x03, [11] = 0xff};

	fl_pci_add_capability(m, 0x58, agp, agp_mask, sizeof(agp));
	fl_pci_add_power(m);
}

static void capabilities_pcie(struct fl_model *m)
{
	fl_pci_add_power(m);
	fl_pci_add_express(m);
	fl_pci_add_msi(m);
}

/* What a bridge to AGP leaves of them: an AGP X1650's list. Function 1, its second display (1002:71e1), is
 * not modelled: nothing is driven through it. */
static void capabilities_bridged(struct fl_model *m)
{
	fl_pci_add_power(m);
	fl_pci_add_msi(m);
	m->config[HEADER_TYPE] |= HEADER_MULTI;
}

void mr500_chip_pci(struct mr500 *r)
{
	struct fl_model *m = &r->base;
	const struct mr500_variant *v = r->variant;
	const struct fl_pci_id id = {0x1002, v->device, 0x1002, 0x0b12, v->revision, 128 << 10};
	const uint64_t vram_at = MR500_PCI_VRAM_AT;
	const uint8_t mem = r->base.cfg.conventional ? FL_BAR_MEM32 : FL_BAR_MEM64;

	m->regs_B = MR500_REGS_B;
	m->io_B = IO_B;
	m->vram_bar_B = fl_model_choose_bar_B(m, BAR_MAX_B);
	if (v->pcie) {
		const struct fl_model_bar bar[] = {
		    {0, mem | FL_BAR_PREFETCH, m->vram_bar_B, vram_at},
		    {2, mem, MR500_REGS_B, 0xfe9f0000},
		    {4, FL_BAR_IO, IO_B, 0xe000},
		};

		fl_pci_init(m, &id, bar, 3);
		if (r->base.cfg.bridged)
			capabilities_bridged(m);
		else if (r->base.cfg.conventional)
			fl_pci_add_power(
			    m); /* alone: what an adapter board on a conventional bus could pass on */
		else
			capabilities_pcie(m);
	} else {
		const struct fl_model_bar bar[] = {
		    {0, FL_BAR_MEM32 | FL_BAR_PREFETCH, m->vram_bar_B, vram_at},
		    {1, FL_BAR_IO, IO_B, 0xe000},
		    {2, FL_BAR_MEM32, MR500_REGS_B, 0xfe9f0000},
		};

		fl_pci_init(m, &id, bar, 3);
		if (r->base.cfg.conventional)
			fl_pci_add_power(m);
		else
			capabilities_agp(m);
	}
}
