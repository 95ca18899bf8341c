/* SPDX-License-Identifier: MIT
 *
 * A card behind a page of memory, the asking side; see mailbox.h.
 */
#include "hw/bus/mailbox.h"
#include "hw/fl_fmt.h"

#include <string.h>

enum { PATIENCE_US = 10000000, ONE_LOOK = 64 };

/* In order, on both sides of the page. */
static void barrier(void)
{
	__sync_synchronize();
}

/* What is asked is in the page but for `asked`. False: no answer. */
static bool ask(struct fl_mailbox *b, enum fl_mailbox_op op, uint64_t offset_B, uint32_t size_B,
		uint32_t value)
{
	volatile struct fl_mailbox_page *p = b->page;
	const struct fl_machine *m = b->machine;
	uint64_t end = 0;
	uint32_t no;

	if (b->gone)
		return false;
	p->op = op;
	p->offset_B = offset_B;
	p->size_B = size_B;
	p->value = value;
	no = p->asked + 1;
	barrier();
	p->asked = no;
	for (unsigned i = 0; p->answered != no; i++) {
		uint64_t now = i % ONE_LOOK ? 0 : m->now_us(m->arg);

		if (!i)
			end = now + PATIENCE_US;
		b->gone = now > end && p->answered != no;
		if (b->gone)
			return false;
	}
	barrier();
	return true;
}

static uint32_t ones(unsigned size_B)
{
	return 0xffffffff >> (32 - 8 * size_B);
}

static uint32_t get(struct fl_dev *d, enum fl_mailbox_op op, uint64_t offset_B, unsigned size_B)
{
	struct fl_mailbox *b = d->priv;

	return ask(b, op, offset_B, size_B, 0) ? b->page->answer & ones(size_B) : ones(size_B);
}

static uint32_t read32(struct fl_dev *d, uint32_t offset_B)
{
	return get(d, FL_MAILBOX_READ, offset_B, 4);
}

static void write32(struct fl_dev *d, uint32_t offset_B, uint32_t value)
{
	ask(d->priv, FL_MAILBOX_WRITE, offset_B, 4, value);
}

static uint8_t read8(struct fl_dev *d, uint32_t offset_B)
{
	return (uint8_t)get(d, FL_MAILBOX_READ, offset_B, 1);
}

static void write8(struct fl_dev *d, uint32_t offset_B, uint8_t value)
{
	ask(d->priv, FL_MAILBOX_WRITE, offset_B, 1, value);
}

static uint32_t cfg_read(struct fl_dev *d, uint32_t where_B, unsigned size_B)
{
	return get(d, FL_MAILBOX_CFG_READ, where_B, size_B);
}

static void cfg_write(struct fl_dev *d, uint32_t where_B, unsigned size_B, uint32_t value)
{
	ask(d->priv, FL_MAILBOX_CFG_WRITE, where_B, size_B, value);
}

static void copy_out(const struct fl_mailbox *b, uint8_t *to, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		to[i] = b->page->data[i];
}

static void vram_read(struct fl_dev *d, uint64_t offset_B, void *to, size_t n_B)
{
	struct fl_mailbox *b = d->priv;
	uint8_t *at = to;

	for (uint32_t n; n_B; n_B -= n, at += n, offset_B += n) {
		n = n_B < FL_MAILBOX_DATA_B ? (uint32_t)n_B : FL_MAILBOX_DATA_B;
		if (ask(b, FL_MAILBOX_VRAM_READ, offset_B, n, 0))
			copy_out(b, at, n);
		else
			memset(at, 0xff, n);
	}
}

static void vram_write(struct fl_dev *d, uint64_t offset_B, const void *from, size_t n_B)
{
	struct fl_mailbox *b = d->priv;
	const uint8_t *at = from;

	for (uint32_t n; n_B; n_B -= n, at += n, offset_B += n) {
		n = n_B < FL_MAILBOX_DATA_B ? (uint32_t)n_B : FL_MAILBOX_DATA_B;
		for (uint32_t i = 0; i < n; i++)
			b->page->data[i] = at[i];
		ask(b, FL_MAILBOX_VRAM_WRITE, offset_B, n, 0);
	}
}

static uint64_t now_us(struct fl_dev *d)
{
	const struct fl_mailbox *b = d->priv;

	return b->machine->now_us(b->machine->arg);
}

static void delay_us(struct fl_dev *d, uint64_t us)
{
	const struct fl_mailbox *b = d->priv;

	b->machine->delay_us(b->machine->arg, us);
}

static enum fl_code dma_alloc(struct fl_dev *d, size_t size_B, struct fl_dma *dma, struct fl_err *err)
{
	const struct fl_mailbox *b = d->priv;
	const struct fl_machine *m = b->machine;

	dma->cpu = m->pages ? m->pages(m->arg, size_B, &dma->addr) : NULL;
	dma->size_B = size_B;
	return dma->cpu ? FL_OK
			: fl_fail(err, FL_FAILED, "no %u KiB of memory left", (unsigned)(size_B >> 10));
}

static const struct fl_bus bus = {
    .name = "mailbox",
    .read32 = read32,
    .write32 = write32,
    .read8 = read8,
    .write8 = write8,
    .vram_read = vram_read,
    .vram_write = vram_write,
    .cfg_read = cfg_read,
    .cfg_write = cfg_write,
    .now_us = now_us,
    .delay_us = delay_us,
    .dma_alloc = dma_alloc,
};

static bool is_mailbox(const volatile struct fl_mailbox_page *p)
{
	for (unsigned i = 0; i < 4; i++)
		if (p->magic[i] != fl_mailbox_magic(i))
			return false;
	return p->version == FL_MAILBOX_VERSION;
}

enum fl_code fl_mailbox_open(struct fl_dev *d, struct fl_mailbox *b, const struct fl_machine *machine,
			     uint64_t memory_addr, void *memory, uint64_t memory_B, struct fl_err *err)
{
	char chip[sizeof(b->page->chip)];

	memset(d, 0, sizeof(*d));
	memset(b, 0, sizeof(*b));
	if (memory_B < FL_MAILBOX_B)
		return fl_fail(err, FL_NO_DEVICE, "no memory, and no mailbox in it");
	b->page = (volatile struct fl_mailbox_page *)((uint8_t *)memory + memory_B - FL_MAILBOX_B);
	b->machine = machine;
	if (!is_mailbox(b->page))
		return fl_fail(err, FL_NO_DEVICE, "no mailbox at the end of the memory");
	if (!ask(b, FL_MAILBOX_HELLO, memory_addr, 0, 0))
		return fl_fail(err, FL_TIMEOUT, "the mailbox at the end of the memory is not answered");
	if (!b->page->answer)
		return fl_fail(err, FL_FAILED, "the model cannot use the machine's memory at 0x%llx",
			       (unsigned long long)memory_addr);
	d->bus = &bus;
	d->priv = b;
	d->regs_size_B = b->page->regs_B;
	d->vram_size_B = b->page->vram_B;
	d->vram_addr = b->page->vram_addr;
	for (unsigned i = 0; i < sizeof(chip); i++)
		chip[i] = b->page->chip[i];
	chip[sizeof(chip) - 1] = 0;
	fl_pci_identify(d);
	fl_format(d->name, sizeof(d->name), "mailbox:%s", chip);
	return FL_OK;
}

size_t fl_mailbox_file(struct fl_mailbox *b, unsigned i, uint8_t *to, size_t max_B)
{
	size_t size_B = ask(b, FL_MAILBOX_FILE, 0, 0, i) ? b->page->answer : 0;

	for (size_t at = 0; at < size_B && at < max_B;) {
		size_t left_B = (size_B < max_B ? size_B : max_B) - at;
		uint32_t n = left_B < FL_MAILBOX_DATA_B ? (uint32_t)left_B : FL_MAILBOX_DATA_B;

		if (!ask(b, FL_MAILBOX_FILE, at, n, i))
			return 0;
		copy_out(b, to + at, n);
		at += n;
	}
	return size_B;
}
