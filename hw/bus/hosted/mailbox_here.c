/* SPDX-License-Identifier: MIT
 *
 * A card behind a page of this machine's own memory: what hw/bus/mailbox.h is for an image without an
 * operating system, for a Linux in an emulator's machine. The page, and memory for the card to read, are
 * ranges that the kernel was started without (mem=), reached through /dev/mem.
 */
#include "hw/bus/hosted/huge.h"
#include "hw/bus/hosted/internal.h"
#include "hw/bus/hosted/mmio_name.h"
#include "hw/bus/mailbox.h"
#include "hw/bus/onchip.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct here {
	struct fl_mailbox box; /* the bus's own */
	struct fl_bus bus;     /* the mailbox's, with an end */
	struct fl_machine machine;
	struct fl_hosted h; /* its options and mappings: the page, and memory */
	struct fl_onchip memory;
	struct fl_huge huge;
};

static void *pages(void *arg, size_t size_B, uint64_t *addr)
{
	struct here *m = arg;
	struct fl_dma dma;

	if (fl_onchip_alloc(&m->memory, size_B, &dma, NULL))
		return NULL;
	*addr = dma.addr;
	return (void *)(uintptr_t)dma.cpu;
}

static uint64_t now_us(void *arg)
{
	return fl_clock_now_us(NULL);
}

static void delay_us(void *arg, uint64_t us)
{
	fl_clock_delay_us(NULL, us);
}

/* The model reads where the processor's caches are seen; what a core wants done is done for it, too. */
static void sync_huge(struct fl_dev *d, volatile void *at, size_t n_B)
{
	fl_cache_sync(at, n_B);
}

static void close_here(struct fl_dev *d)
{
	struct here *m = d->priv;

	fl_unmap(m->h.regs, m->h.regs_map_B);
	fl_unmap(m->h.vram, m->h.vram_map_B);
	fl_huge_free(&m->huge);
	if (m->h.lock_fd >= 0)
		close(m->h.lock_fd);
	free(m);
}

static enum fl_code open_here(struct fl_dev *d, struct here *m, const struct fl_mmio_name *n,
			      struct fl_err *err)
{
	struct fl_bar_window page = {0, n->regs, FL_MAILBOX_B}, mem = {1, n->mem, n->mem_size_B};
	char place[32];
	enum fl_code code;
	bool there;

	snprintf(place, sizeof(place), "mailbox:0x%llx", (unsigned long long)n->regs);
	code = fl_mmio_refuse_ram(&m->h.o, n, place, err);
	code = code ? code : fl_place_lock(&m->h.o, place, place, &m->h.lock_fd, err);
	code = code ? code : fl_devmem_map(&m->h, &page, &m->h.regs, &there, err);
	if (code)
		return code;
	m->h.regs_map_B = page.size_B;
	if (n->huge) {
		code = fl_huge_get(&m->h.o, mem.size_B, &m->huge, err);
		if (code)
			return code;
		m->memory =
		    (struct fl_onchip){.cpu = m->huge.at, .addr = m->huge.addr, .size_B = m->huge.size_B};
	} else if (mem.size_B) {
		code = fl_devmem_map(&m->h, &mem, &m->h.vram, &there, err);
		if (code)
			return code;
		m->h.vram_map_B = mem.size_B;
		m->memory = (struct fl_onchip){.cpu = m->h.vram, .addr = mem.addr, .size_B = mem.size_B};
	}
	code = fl_mailbox_open(d, &m->box, &m->machine, n->ram, m->h.regs, page.size_B, err);
	if (!code) {
		m->bus = *d->bus;
		m->bus.close = close_here;
		m->bus.dma_sync = m->huge.at ? sync_huge : NULL;
		d->bus = &m->bus;
	}
	return code;
}

enum fl_code fl_open_mailbox(struct fl_dev *d, const struct fl_mmio_name *n, const struct fl_open_options *o,
			     struct fl_err *err)
{
	struct here *m = calloc(1, sizeof(*m));
	enum fl_code code;

	if (!m)
		return fl_fail(err, FL_FAILED, "out of memory");
	m->h.o = *o;
	m->h.lock_fd = -1;
	m->machine = (struct fl_machine){.now_us = now_us, .delay_us = delay_us, .pages = pages, .arg = m};
	code = open_here(d, m, n, err);
	if (code) {
		d->bus = NULL;
		d->priv = m;
		close_here(d);
		d->priv = NULL;
	}
	return code;
}
