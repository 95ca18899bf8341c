/* SPDX-License-Identifier: MIT
 *
 * A card on a machine with no operating system; see bare.h.
 */
#include "hw/bus/bare.h"
#include "hw/fl_fmt.h"

#include <string.h>

static uint32_t cfg_read(struct fl_dev *d, uint32_t where_B, unsigned size_B)
{
	const struct fl_machine *m = d->priv;

	return m->pci->read(m->pci, d->bdf, where_B, size_B);
}

static void cfg_write(struct fl_dev *d, uint32_t where_B, unsigned size_B, uint32_t value)
{
	const struct fl_machine *m = d->priv;

	m->pci->write(m->pci, d->bdf, where_B, size_B, value);
}

static uint64_t now_us(struct fl_dev *d)
{
	const struct fl_machine *m = d->priv;

	return m->now_us(m->arg);
}

static void delay_us(struct fl_dev *d, uint64_t us)
{
	const struct fl_machine *m = d->priv;

	m->delay_us(m->arg, us);
}

static enum fl_code dma_alloc(struct fl_dev *d, size_t size_B, struct fl_dma *dma, struct fl_err *err)
{
	const struct fl_machine *m = d->priv;

	dma->cpu = m->pages ? m->pages(m->arg, size_B, &dma->addr) : NULL;
	dma->size_B = size_B;
	return dma->cpu ? FL_OK
			: fl_fail(err, FL_FAILED, "no %u KiB of memory left", (unsigned)(size_B >> 10));
}

static const struct fl_bus bus = {
    .name = "bare",
    .read32 = fl_mapped_read32,
    .write32 = fl_mapped_write32,
    .read8 = fl_mapped_read8,
    .write8 = fl_mapped_write8,
    .vram_read = fl_mapped_vram_read,
    .vram_write = fl_mapped_vram_write,
    .cfg_read = cfg_read,
    .cfg_write = cfg_write,
    .now_us = now_us,
    .delay_us = delay_us,
    .dma_alloc = dma_alloc,
};

static enum fl_code map_bar(struct fl_dev *d, const struct fl_machine *m, const struct fl_pci_bar *bar,
			    unsigned i, bool wc, volatile void **at, struct fl_err *err)
{
	if (bar->io || !bar->size_B)
		return fl_fail(err, FL_FAILED, "%s: BAR %u is %s", d->name, i,
			       bar->io ? "an I/O BAR" : "not there");
	if (!bar->addr)
		return fl_fail(err, FL_FAILED, "%s: BAR %u (%llu KiB) was given no address by the firmware",
			       d->name, i, (unsigned long long)(bar->size_B >> 10));
	*at = m->map(m->arg, bar->addr, bar->size_B, wc);
	if (!*at)
		return fl_fail(err, FL_FAILED, "%s: BAR %u at 0x%llx (%llu KiB) cannot be mapped", d->name, i,
			       (unsigned long long)bar->addr, (unsigned long long)(bar->size_B >> 10));
	return FL_OK;
}

enum fl_code fl_bare_open(struct fl_dev *d, const struct fl_machine *m, unsigned n, struct fl_card *card,
			  struct fl_err *err)
{
	struct fl_pci_function f;
	uint32_t bdf = 0, seen = 0;
	volatile void *regs, *vram;
	enum fl_code code;
	char slot[16];

	memset(d, 0, sizeof(*d));
	do {
		if (!fl_pci_next_display(m->pci, &bdf, &f))
			return fl_fail(err, FL_NO_DEVICE,
				       "no card that this kit knows (%u display controllers looked at)",
				       seen);
		seen++;
	} while (!fl_card_find(f.vendor, f.device, card) || n-- > 0);

	d->bus = &bus;
	d->priv = (void *)(uintptr_t)m; /* only read */
	fl_pci_to_dev(&f, d);
	fl_pci_format_bdf(slot, sizeof(slot), f.bdf);
	fl_format(d->name, sizeof(d->name), "%s %s [%04x:%04x]", slot, card->chip, f.vendor, f.device);
	fl_pci_size_bars(m->pci, &f);
	if (f.bar[card->regs_bar].size_B && f.bar[card->regs_bar].size_B < card->regs_B)
		return fl_fail(err, FL_FAILED, "%s: BAR %u has %llu bytes, the registers need %u", d->name,
			       card->regs_bar, (unsigned long long)f.bar[card->regs_bar].size_B,
			       card->regs_B);
	code = map_bar(d, m, &f.bar[card->regs_bar], card->regs_bar, false, &regs, err);
	if (!code)
		code = map_bar(d, m, &f.bar[card->vram_bar], card->vram_bar, true, &vram, err);
	if (code)
		return code;
	if (!(f.command & FL_PCI_COMMAND_MEMORY))
		cfg_write(d, FL_PCI_COMMAND, 2, f.command | FL_PCI_COMMAND_MEMORY);
	d->regs = regs;
	d->regs_size_B = (uint32_t)f.bar[card->regs_bar].size_B;
	d->vram = vram;
	d->vram_size_B = f.bar[card->vram_bar].size_B;
	return FL_OK;
}
