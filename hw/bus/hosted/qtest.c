/* SPDX-License-Identifier: MIT
 *
 * A device of QEMU, driven with no guest, as a bus; see hosted.h.
 */
#include "hw/bus/cf8.h"
#include "hw/bus/hosted/internal.h"
#include "hw/bus/hosted/qtest_wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define QEMU "qemu-system-x86_64"

/* Where BARs may lie on QEMU's "pc": memory below the I/O APIC, ports above the chipset's. */
enum { IO_FIRST = 0xc000, IO_END = 0x10000 };
#define MEM_FIRST 0xe0000000u
#define MEM_END   0xfec00000u

struct fl_qtest {
	struct fl_ports ports;
	struct fl_pci pci;
	uint64_t regs_addr, vram_addr;
	struct fl_qtest_wire wire;
};

/* ---- the bus ------------------------------------------------------------------------------------------- */
static uint32_t port_in(void *arg, uint16_t port, unsigned size_B)
{
	struct fl_qtest *q = arg;

	return fl_qtest_in(&q->wire, port, size_B);
}

static void port_out(void *arg, uint16_t port, unsigned size_B, uint32_t value)
{
	struct fl_qtest *q = arg;

	fl_qtest_out(&q->wire, port, size_B, value);
}

static uint32_t read_reg(struct fl_dev *d, uint32_t offset_B, unsigned size_B)
{
	struct fl_qtest *q = d->priv;

	return offset_B < d->regs_size_B ? fl_qtest_load(&q->wire, q->regs_addr + offset_B, size_B) : ~0u;
}

static void write_reg(struct fl_dev *d, uint32_t offset_B, unsigned size_B, uint32_t value)
{
	struct fl_qtest *q = d->priv;

	if (offset_B < d->regs_size_B)
		fl_qtest_store(&q->wire, q->regs_addr + offset_B, size_B, value);
}

static uint32_t read32(struct fl_dev *d, uint32_t offset_B)
{
	return read_reg(d, offset_B, 4);
}

static void write32(struct fl_dev *d, uint32_t offset_B, uint32_t value)
{
	write_reg(d, offset_B, 4, value);
}

static uint8_t read8(struct fl_dev *d, uint32_t offset_B)
{
	return (uint8_t)read_reg(d, offset_B, 1);
}

static void write8(struct fl_dev *d, uint32_t offset_B, uint8_t value)
{
	write_reg(d, offset_B, 1, value);
}

/* How much of [offset, offset + n) is in the aperture. */
static size_t inside(const struct fl_dev *d, uint64_t offset_B, size_t n_B)
{
	uint64_t left = offset_B < d->vram_size_B ? d->vram_size_B - offset_B : 0;

	return n_B < left ? n_B : (size_t)left;
}

static void vram_read(struct fl_dev *d, uint64_t offset_B, void *to, size_t n_B)
{
	struct fl_qtest *q = d->priv;
	size_t n = inside(d, offset_B, n_B);

	fl_qtest_read(&q->wire, q->vram_addr + offset_B, to, n);
	memset((uint8_t *)to + n, 0xff, n_B - n);
}

static void vram_write(struct fl_dev *d, uint64_t offset_B, const void *from, size_t n_B)
{
	struct fl_qtest *q = d->priv;

	fl_qtest_write(&q->wire, q->vram_addr + offset_B, from, inside(d, offset_B, n_B));
}

static uint32_t cfg_read(struct fl_dev *d, uint32_t where_B, unsigned size_B)
{
	struct fl_qtest *q = d->priv;

	return q->pci.read(&q->pci, d->bdf, where_B, size_B);
}

static void cfg_write(struct fl_dev *d, uint32_t where_B, unsigned size_B, uint32_t value)
{
	struct fl_qtest *q = d->priv;

	q->pci.write(&q->pci, d->bdf, where_B, size_B, value);
}

static void delay_us(struct fl_dev *d, uint64_t us)
{
	struct fl_qtest *q = d->priv;

	fl_qtest_flush(&q->wire);
	fl_clock_delay_us(d, us);
}

static void close_qtest(struct fl_dev *d)
{
	struct fl_qtest *q = d->priv;

	fl_qtest_stop(&q->wire);
	free(q);
}

static const struct fl_bus bus = {
    .name = "qtest",
    .read32 = read32,
    .write32 = write32,
    .read8 = read8,
    .write8 = write8,
    .vram_read = vram_read,
    .vram_write = vram_write,
    .cfg_read = cfg_read,
    .cfg_write = cfg_write,
    .now_us = fl_clock_now_us,
    .delay_us = delay_us,
    .close = close_qtest,
};

enum fl_code fl_qtest_check(struct fl_dev *d, struct fl_err *err)
{
	struct fl_qtest *q = d->priv;

	if (d->bus != &bus)
		return FL_OK;
	fl_qtest_flush(&q->wire);
	if (q->wire.err.code)
		*err = q->wire.err;
	return q->wire.err.code;
}

/* ---- opening ------------------------------------------------------------------------------------------- */

/* What firmware does on a real machine: each BAR gets a place, aligned to its size. */
static enum fl_code place_bars(struct fl_qtest *q, struct fl_dev *d, struct fl_pci_function *f,
			       struct fl_err *err)
{
	uint64_t mem = MEM_FIRST, io = IO_FIRST;

	fl_pci_size_bars(&q->pci, f);
	for (unsigned i = 0; i < FL_PCI_BARS; i++) {
		struct fl_pci_bar *b = &f->bar[i];
		uint64_t *next = b->io ? &io : &mem;

		if (!b->size_B)
			continue;
		b->addr = (*next + b->size_B - 1) & ~(b->size_B - 1);
		*next = b->addr + b->size_B;
		if (*next > (b->io ? IO_END : MEM_END))
			return fl_fail(err, FL_FAILED, "%s: there is no place for BAR %u, of %llu KiB",
				       d->name, i, (unsigned long long)(b->size_B >> 10));
		cfg_write(d, FL_PCI_BAR0 + 4 * i, 4, (uint32_t)b->addr);
		if (b->is64)
			cfg_write(d, FL_PCI_BAR0 + 4 * ++i, 4, 0);
	}
	cfg_write(d, FL_PCI_COMMAND, 2, f->command | FL_PCI_COMMAND_IO | FL_PCI_COMMAND_MEMORY);
	return FL_OK;
}

static enum fl_code open_card(struct fl_qtest *q, struct fl_dev *d, const char *device, struct fl_err *err)
{
	enum fl_code code = fl_qtest_start(&q->wire, QEMU, device, err);
	struct fl_pci_function f;
	struct fl_card card;
	uint32_t bdf = 0;

	if (code)
		return code;
	q->ports = (struct fl_ports){port_in, port_out, q};
	fl_cf8_init(&q->pci, &q->ports);
	q->pci.last_bus = 0;
	if (!fl_pci_next_display(&q->pci, &bdf, &f))
		return fl_fail(err, FL_NO_DEVICE,
			       "QEMU's device \"%s\" is no display controller on its PCI bus", device);
	if (!fl_card_find(f.vendor, f.device, &card))
		return fl_fail(
		    err, FL_NO_DEVICE,
		    "QEMU's device \"%s\" is [%04x:%04x], a display controller that this kit does not know",
		    device, f.vendor, f.device);
	fl_pci_to_dev(&f, d);
	snprintf(d->name, sizeof(d->name), "qtest:%s [%04x:%04x]", card.chip, f.vendor, f.device);
	code = place_bars(q, d, &f, err);
	if (code)
		return code;
	q->regs_addr = f.bar[card.regs_bar].addr;
	q->vram_addr = f.bar[card.vram_bar].addr;
	d->regs_size_B = (uint32_t)f.bar[card.regs_bar].size_B;
	d->vram_size_B = f.bar[card.vram_bar].size_B;
	if (d->regs_size_B < card.regs_B || !d->vram_size_B)
		return fl_fail(err, FL_FAILED, "%s: %u bytes of registers and %llu of VRAM are no card's",
			       d->name, d->regs_size_B, (unsigned long long)d->vram_size_B);
	return fl_qtest_check(d, err);
}

enum fl_code fl_open_qtest(struct fl_dev *d, const char *device, struct fl_err *err)
{
	struct fl_qtest *q = calloc(1, sizeof(*q));
	enum fl_code code;

	memset(d, 0, sizeof(*d));
	if (!q)
		return fl_fail(err, FL_FAILED, "out of memory");
	d->bus = &bus;
	d->priv = q;
	code = open_card(q, d, device ? device : FL_QTEST_DEVICE, err);
	if (code)
		fl_dev_close(d);
	return code;
}
