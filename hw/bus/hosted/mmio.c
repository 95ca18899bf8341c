/* SPDX-License-Identifier: MIT
 *
 * A core of a system on a chip, at an address, through /dev/mem: no configuration space, and memory only where
 * its name has some that the kernel leaves alone (a reserved region, no-map).
 */
#include "hw/bus/hosted/internal.h"
#include "hw/bus/hosted/mmio_name.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE_MASK = 4095 };

struct mmio {
	struct fl_hosted h; /* its options and mappings; no PCI function */
	struct fl_mmio_name name;
	uint64_t used_B; /* of the memory */
};

static uint32_t cfg_read(struct fl_dev *d, uint32_t where_B, unsigned size_B)
{
	return 0xffffffff >> (32 - 8 * size_B);
}

static void cfg_write(struct fl_dev *d, uint32_t where_B, unsigned size_B, uint32_t value)
{
}

static enum fl_code dma_alloc(struct fl_dev *d, size_t size_B, struct fl_dma *dma, struct fl_err *err)
{
	struct mmio *m = d->priv;
	uint64_t need_B = ((uint64_t)size_B + PAGE_MASK) & ~(uint64_t)PAGE_MASK;

	if (need_B < size_B || need_B > m->name.mem_size_B - m->used_B)
		return fl_fail(err, FL_FAILED,
			       "%s: no %zu KiB of memory left: reserve a region (no-map), and name it with "
			       "mem=ADDR+SIZE",
			       d->name, size_B >> 10);
	dma->cpu = (uint8_t *)m->h.vram + m->used_B;
	dma->addr = m->name.mem + m->used_B;
	dma->size_B = size_B;
	m->used_B += need_B;
	return FL_OK;
}

static void close_mmio(struct fl_dev *d)
{
	struct mmio *m = d->priv;

	if (m->h.regs)
		munmap(m->h.regs, m->h.regs_map_B);
	if (m->h.vram)
		munmap(m->h.vram, m->h.vram_map_B);
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
    .cfg_read = cfg_read,
    .cfg_write = cfg_write,
    .now_us = fl_clock_now_us,
    .delay_us = fl_clock_delay_us,
    .dma_alloc = dma_alloc,
    .close = close_mmio,
};

/* Platform devices are named by address: "130000.gpu". */
static enum fl_code refuse_driver(const struct mmio *m, const char *card, struct fl_err *err)
{
	char path[512], link[1024], to[256];
	enum fl_code code = FL_OK;
	const struct dirent *e;
	DIR *dir;

	snprintf(path, sizeof(path), "%s/sys/bus/platform/devices", fl_root_of(&m->h.o));
	dir = opendir(path);
	while (dir && !code && (e = readdir(dir))) {
		char *end;
		uint64_t at = strtoull(e->d_name, &end, 16);
		ssize_t n;

		if (end == e->d_name || *end != '.' || at != m->name.regs)
			continue;
		snprintf(link, sizeof(link), "%s/%s/driver", path, e->d_name);
		n = readlink(link, to, sizeof(to) - 1);
		if (n <= 0)
			continue;
		to[n] = 0;
		const char *driver = strrchr(to, '/') ? strrchr(to, '/') + 1 : to;
		code = fl_fail(err, FL_PERMISSION,
			       "%s belongs to the kernel driver %s. Take it away with: echo %s | sudo tee "
			       "/sys/bus/platform/drivers/%s/unbind",
			       card, driver, e->d_name, driver);
	}
	if (dir)
		closedir(dir);
	return code;
}

static enum fl_code refuse_ram(const struct mmio *m, const char *card, struct fl_err *err)
{
	if (fl_range_is_ram(&m->h.o, m->name.regs, m->name.regs_size_B))
		return fl_fail(err, FL_PERMISSION, "%s: that is the kernel's own memory, by /proc/iomem",
			       card);
	if (fl_range_is_ram(&m->h.o, m->name.mem, m->name.mem_size_B))
		return fl_fail(
		    err, FL_PERMISSION,
		    "%s: mem= is the kernel's own memory, by /proc/iomem; it must be reserved, no-map", card);
	return FL_OK;
}

static enum fl_code open_mmio(struct fl_dev *d, struct mmio *m, const char *card, struct fl_err *err)
{
	struct fl_bar_window regs = {0, m->name.regs, m->name.regs_size_B};
	struct fl_bar_window mem = {1, m->name.mem, m->name.mem_size_B};
	enum fl_code code = refuse_driver(m, card, err);
	char place[32];
	bool there;

	snprintf(place, sizeof(place), "mmio:%llx", (unsigned long long)m->name.regs);
	code = code ? code : refuse_ram(m, card, err);
	code = code ? code : fl_place_lock(&m->h.o, place, card, &m->h.lock_fd, err);
	code = code ? code : fl_devmem_map(&m->h, &regs, &m->h.regs, &there, err);
	if (code)
		return code;
	m->h.regs_map_B = regs.size_B;
	d->regs = m->h.regs;
	d->regs_size_B = (uint32_t)regs.size_B;
	if (!mem.size_B)
		return FL_OK;
	m->h.vram_map_B = mem.size_B;
	return fl_devmem_map(&m->h, &mem, &m->h.vram, &there, err);
}

enum fl_code fl_open_mmio(struct fl_dev *d, const char *name, const struct fl_open_options *o,
			  struct fl_err *err)
{
	struct fl_mmio_name n;
	enum fl_code code = fl_mmio_name(&n, name, err);
	struct mmio *m = code ? NULL : calloc(1, sizeof(*m));

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
