/* SPDX-License-Identifier: MIT
 *
 * A core of a system on a chip, at an address, through /dev/mem: no configuration space, and memory only
 * where its name has some: a region that the kernel leaves alone (reserved, no-map), or huge pages.
 */
#include "hw/bus/hosted/huge.h"
#include "hw/bus/hosted/internal.h"
#include "hw/bus/hosted/mmio_name.h"
#include "hw/bus/hosted/tree_dir.h"
#include "hw/bus/onchip.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct mmio {
	struct fl_hosted h; /* its options and mappings; no PCI function */
	struct fl_mmio_name name;
	struct fl_onchip memory;
	struct fl_huge huge;
	struct fl_bus bus; /* with huge pages */
};

static enum fl_code dma_alloc(struct fl_dev *d, size_t size_B, struct fl_dma *dma, struct fl_err *err)
{
	struct mmio *m = d->priv;

	if (!m->memory.cpu)
		return fl_fail(
		    err, FL_FAILED,
		    "%s: no memory for commands: reserve a region of RAM in the device tree (no-map), "
		    "and name it with mem=ADDR+SIZE; on arm64 mem=huge+SIZE takes huge pages",
		    d->name);
	return fl_onchip_alloc(&m->memory, size_B, dma, err);
}

static void close_mmio(struct fl_dev *d)
{
	struct mmio *m = d->priv;

	fl_unmap(m->h.regs, m->h.regs_map_B);
	fl_unmap(m->h.vram, m->h.vram_map_B);
	fl_huge_free(&m->huge);
	if (m->h.lock_fd >= 0)
		close(m->h.lock_fd);
	free(m);
}

static const struct fl_bus bus = {
    .name = "mmio",
    .read32 = fl_mapped_read32,
    .write32 = fl_mapped_write32,
    .read8 = fl_mapped_read8,
    .write8 = fl_mapped_write8,
    .vram_read = fl_mapped_vram_read,
    .vram_write = fl_mapped_vram_write,
    .cfg_read = fl_onchip_cfg_read,
    .cfg_write = fl_onchip_cfg_write,
    .now_us = fl_clock_now_us,
    .delay_us = fl_clock_delay_us,
    .dma_alloc = dma_alloc,
    .close = close_mmio,
};

/* ---- huge pages, which the processor caches ---- */
static uint8_t *inside(struct fl_dev *d, uint64_t offset_B, size_t n_B)
{
	const struct mmio *m = d->priv;

	if (offset_B > d->vram_size_B || n_B > d->vram_size_B - offset_B)
		return NULL;
	return (uint8_t *)m->huge.at + (d->vram_addr - m->huge.addr) + offset_B;
}

static void cached_read(struct fl_dev *d, uint64_t offset_B, void *to, size_t n_B)
{
	uint8_t *p = inside(d, offset_B, n_B);

	if (!p) {
		memset(to, 0xff, n_B);
		return;
	}
	fl_cache_sync(p, n_B);
	memcpy(to, p, n_B);
}

static void cached_write(struct fl_dev *d, uint64_t offset_B, const void *from, size_t n_B)
{
	uint8_t *p = inside(d, offset_B, n_B);

	if (!p)
		return;
	/* The core may have written beside it in the same line since the processor read that. */
	fl_cache_sync(p, n_B);
	memcpy(p, from, n_B);
	fl_cache_sync(p, n_B);
}

static void cached_sync(struct fl_dev *d, volatile void *at, size_t n_B)
{
	fl_cache_sync(at, n_B);
}

static enum fl_code take_huge(struct fl_dev *d, struct mmio *m, struct fl_err *err)
{
	enum fl_code code = fl_huge_get(&m->h.o, m->name.mem_size_B, &m->huge, err);

	if (code)
		return code;
	m->memory = (struct fl_onchip){.cpu = m->huge.at, .addr = m->huge.addr, .size_B = m->huge.size_B};
	fl_onchip_memory(d, &m->memory);
	d->vram = NULL; /* every access has the caches to see to */
	m->bus = bus;
	m->bus.vram_read = cached_read;
	m->bus.vram_write = cached_write;
	m->bus.dma_sync = cached_sync;
	d->bus = &m->bus;
	return FL_OK;
}

/* Platform devices are named by address: "130000.gpu". */
static enum fl_code refuse_driver(const struct mmio *m, const char *card, struct fl_err *err)
{
	char driver[64], device[64];

	if (!fl_mmio_driver(&m->h.o, m->name.regs, device, sizeof(device), driver, sizeof(driver)))
		return FL_OK;
	return fl_fail(err, FL_PERMISSION,
		       "%s belongs to the kernel driver %s. Take it away with: echo %s | sudo tee "
		       "/sys/bus/platform/drivers/%s/unbind",
		       card, driver, device, driver);
}

/* What the device tree knows of the core, and its name leaves out. NULL: nothing. */
static const struct fl_soc_part *join(struct mmio *m, struct fl_soc_part part[FL_SOC_PARTS])
{
	unsigned n = fl_soc_here(&m->h.o, part, FL_SOC_PARTS), i = 0;

	n = n < FL_SOC_PARTS ? n : FL_SOC_PARTS;
	while (i < n && part[i].addr != m->name.regs)
		i++;
	if (i == n)
		return NULL;
	if (!m->name.size_named && part[i].size_B)
		m->name.regs_size_B = part[i].size_B;
	if (m->name.irq < 0)
		m->name.irq = part[i].irq;
	if (!m->name.mem_size_B) {
		m->name.mem = part[i].mem_addr;
		m->name.mem_size_B = part[i].mem_size_B;
	}
	return &part[i];
}

static enum fl_code open_mmio(struct fl_dev *d, struct mmio *m, const char *card, struct fl_err *err)
{
	struct fl_soc_part part[FL_SOC_PARTS];
	const struct fl_soc_part *its = join(m, part);
	struct fl_bar_window regs = {0, m->name.regs, m->name.regs_size_B};
	struct fl_bar_window mem = {1, m->name.mem, m->name.mem_size_B};
	enum fl_code code = refuse_driver(m, card, err);
	char place[32];
	bool there;

	snprintf(place, sizeof(place), "mmio:%llx", (unsigned long long)m->name.regs);
	code = code ? code : fl_mmio_refuse_ram(&m->h.o, &m->name, card, err);
	code = code ? code : fl_place_lock(&m->h.o, place, card, &m->h.lock_fd, err);
	code = code ? code : fl_mmio_power(&m->h, its, m->name.on, card, err);
	code = code ? code : fl_devmem_map(&m->h, &regs, &m->h.regs, &there, err);
	if (code)
		return code;
	m->h.regs_map_B = regs.size_B;
	d->regs = m->h.regs;
	d->regs_size_B = (uint32_t)regs.size_B;
	if (!mem.size_B)
		return FL_OK;
	if (m->name.huge)
		return take_huge(d, m, err);
	code = fl_devmem_map(&m->h, &mem, &m->h.vram, &there, err);
	if (code)
		return code;
	m->h.vram_map_B = mem.size_B;
	m->memory = (struct fl_onchip){.cpu = m->h.vram, .addr = mem.addr, .size_B = mem.size_B};
	fl_onchip_memory(d, &m->memory);
	return FL_OK;
}

enum fl_code fl_open_mmio(struct fl_dev *d, const char *name, const struct fl_open_options *o,
			  struct fl_err *err)
{
	struct fl_mmio_name n;
	enum fl_code code = fl_mmio_name(&n, name, err);
	struct mmio *m;

	if (!code && o->path && strcmp(o->path, "devmem"))
		code = fl_fail(err, FL_USAGE, "\"%s\" is not reached by way of %s, but through /dev/mem",
			       name, o->path);
	if (!code && n.mailbox)
		return fl_open_mailbox(d, &n, o, err);
	m = code ? NULL : calloc(1, sizeof(*m));
	if (!m)
		return code ? code : fl_fail(err, FL_FAILED, "out of memory");
	m->name = n;
	m->h.o = *o;
	m->h.lock_fd = -1;
	d->bus = &bus;
	d->priv = m;
	snprintf(d->name, sizeof(d->name), "core at 0x%llx", (unsigned long long)n.regs);
	code = open_mmio(d, m, d->name, err);
	if (code)
		fl_dev_close(d);
	return code;
}

enum fl_code fl_mmio_check(const struct fl_dev *d, struct fl_err *err)
{
	return d->bus && d->bus->close == close_mmio ? refuse_driver(d->priv, d->name, err) : FL_OK;
}
