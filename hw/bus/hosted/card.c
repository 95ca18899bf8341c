/* SPDX-License-Identifier: MIT
 *
 * Listing the cards of a machine, and opening one; see hosted.h.
 */
#include "hw/bus/hosted/mmio_name.h"
#include "hw/bus/hosted/vfio.h"
#include "hw/model/vanish.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct fl_open_options defaults;

/* A dump is of another machine: what the kernel of this one does with that slot does not matter, unless there
 * are files of that one, too. */
static bool kernel_counts(const struct fl_pcilib *lib, const struct fl_open_options *o)
{
	return !lib->dump || o->root;
}

/* ---- listing ------------------------------------------------------------------------------------------- */
struct listing {
	struct fl_pcilib *lib;
	const struct fl_open_options *o;
	struct fl_listed *out;
	unsigned max, n;
};

static bool list_one(void *arg, uint32_t bdf)
{
	struct listing *l = arg;
	struct fl_pci_function f;
	struct fl_listed *e;

	if (!fl_pci_read_function(&l->lib->pci, bdf, &f) || f.class_code >> 16 != 3)
		return true;
	if (l->n++ >= l->max)
		return true;
	e = &l->out[l->n - 1];
	memset(e, 0, sizeof(*e));
	e->f = f;
	fl_pci_format_bdf(e->slot, sizeof(e->slot), bdf);
	if (kernel_counts(l->lib, l->o)) {
		fl_bound_driver(e->driver, sizeof(e->driver), l->o, bdf);
		if (!*e->driver)
			fl_range_holder(e->driver, sizeof(e->driver), l->o, bdf);
	}
	e->known = fl_card_find(f.vendor, f.device, &e->card);
	for (struct fl_listed *first = l->out; first < e && !e->known; first++)
		e->second |= first->known && first->f.bdf == (bdf & ~7u);
	return true;
}

enum fl_code fl_list_cards(const struct fl_open_options *o, struct fl_listed *out, unsigned max, unsigned *n,
			   struct fl_err *err)
{
	struct fl_pcilib lib;
	struct listing l = {&lib, o ? o : &defaults, out, max, 0};
	enum fl_code code = fl_pcilib_open(&lib, l.o, false, err);

	*n = 0;
	if (code)
		return code;
	fl_pcilib_walk(&lib, list_one, &l);
	fl_pcilib_close(&lib);
	*n = l.n;
	return FL_OK;
}

/* ---- the bus ------------------------------------------------------------------------------------------- */
static uint32_t cfg_read(struct fl_dev *d, uint32_t where_B, unsigned size_B)
{
	struct fl_hosted *h = d->priv;

	return h->lib.pci.read(&h->lib.pci, h->bdf, where_B, size_B);
}

/* The first write opens configuration space for writing: who only reads must not need the right to it. A dump
 * cannot be written at all. */
static void cfg_write(struct fl_dev *d, uint32_t where_B, unsigned size_B, uint32_t value)
{
	struct fl_hosted *h = d->priv;
	struct fl_pcilib writes;

	if (!h->writes && !h->lib.dump && !fl_pcilib_open(&writes, &h->o, true, NULL)) {
		fl_pcilib_close(&h->lib);
		h->lib = writes;
	}
	h->writes = true;
	h->lib.pci.write(&h->lib.pci, h->bdf, where_B, size_B, value);
}

/* The kernel's switch of the card's memory and I/O decoding. It also wakes a card that is in D3. */
static enum fl_code enable(const struct fl_hosted *h, const char *one_or_zero, bool *there,
			   struct fl_err *err)
{
	char path[512];
	ssize_t n;
	int fd, why;

	fl_sysfs_path(path, sizeof(path), &h->o, h->bdf, "enable");
	fd = fl_system_open(&h->o, path, O_WRONLY | O_CLOEXEC);
	*there = fd >= 0;
	if (!*there)
		return FL_OK;
	n = write(fd, one_or_zero, 1);
	why = errno;
	close(fd);
	return n == 1 ? FL_OK : fl_explain_refusal(&h->o, why, "write", path, err);
}

/* What --enable did. A card that is gone, or another one in its place, is left alone. */
static void disable(struct fl_dev *d)
{
	struct fl_hosted *h = d->priv;
	bool there;

	if (h->commanded && d->bus->cfg_read(d, FL_PCI_VENDOR, 4) == ((uint32_t)d->device << 16 | d->vendor))
		d->bus->cfg_write(d, FL_PCI_COMMAND, 2, h->command);
	if (h->counted)
		enable(h, "0", &there, NULL);
}

void fl_card_close(struct fl_dev *d)
{
	struct fl_hosted *h = d->priv;

	fl_unmap(h->regs, h->regs_map_B);
	fl_unmap(h->vram, h->vram_map_B);
	disable(d);
	fl_vfio_close(h->vfio);
	fl_pcilib_close(&h->lib);
	if (h->lock_fd >= 0)
		close(h->lock_fd);
	free(h);
}

#define BUS(label)                                                                                      \
	{                                                                                               \
		.name = label, .read32 = fl_mapped_read32, .write32 = fl_mapped_write32,                \
		.read8 = fl_mapped_read8, .write8 = fl_mapped_write8, .vram_read = fl_mapped_vram_read, \
		.vram_write = fl_mapped_vram_write, .cfg_read = cfg_read, .cfg_write = cfg_write,       \
		.now_us = fl_clock_now_us, .delay_us = fl_clock_delay_us, .close = fl_card_close,       \
	}
static const struct fl_bus bus_sysfs = BUS("sysfs");
static const struct fl_bus bus_devmem = BUS("devmem");

/* ---- opening ------------------------------------------------------------------------------------------- */

/* The only known card, when no slot was named. */
static enum fl_code choose(const struct fl_open_options *o, uint32_t *bdf, struct fl_err *err)
{
	struct fl_listed list[16];
	unsigned n, known = 0, shown;
	enum fl_code code = fl_list_cards(o, list, 16, &n, err);
	char slots[160] = "";

	if (code)
		return code;
	shown = n < 16 ? n : 16;
	for (unsigned i = 0; i < shown; i++) {
		size_t used = strlen(slots);

		if (!list[i].known)
			continue;
		*bdf = list[i].f.bdf;
		snprintf(slots + used, sizeof(slots) - used, "%s%s (%s)", known++ ? ", " : "", list[i].slot,
			 list[i].card.chip);
	}
	if (!known)
		return fl_fail(err, FL_NO_DEVICE,
			       "this machine has no card that this kit knows, among %u display controllers",
			       n);
	if (known > 1)
		return fl_fail(err, FL_USAGE, "several cards: %s. Name one with --device", slots);
	return FL_OK;
}

/* Size of a BAR: the resource file's own, else the kernel's list of ranges. Configuration space has no sizes,
 * and to ask for them is to write. */
static uint64_t bar_size(const struct fl_hosted *h, unsigned index, uint64_t *addr)
{
	char name[32], path[512], text[1024], *line;
	struct stat st;

	snprintf(name, sizeof(name), "resource%u", index);
	fl_sysfs_path(path, sizeof(path), &h->o, h->bdf, name);
	if (!stat(path, &st) && st.st_size > 0)
		return (uint64_t)st.st_size;
	fl_sysfs_path(path, sizeof(path), &h->o, h->bdf, "resource");
	if (!fl_read_text(path, text, sizeof(text)))
		return 0;
	line = text;
	for (unsigned i = 0; i < index && line; i++) {
		line = strchr(line, '\n');
		line = line ? line + 1 : NULL;
	}
	unsigned long long start, end;

	if (!line || sscanf(line, "0x%llx 0x%llx", &start, &end) != 2 || !start || end < start)
		return 0;
	/* As the processor sees it, which after some bridges is not the BAR's own value. */
	*addr = start;
	return end - start + 1;
}

static enum fl_code window(const struct fl_hosted *h, const struct fl_dev *d, const struct fl_pci_function *f,
			   unsigned index, const char *what, uint64_t need_B, struct fl_bar_window *w,
			   struct fl_err *err)
{
	const struct fl_pci_bar *bar = &f->bar[index];

	w->index = index;
	w->addr = bar->addr;
	w->size_B = bar_size(h, index, &w->addr);
	if (bar->io)
		return fl_fail(err, FL_FAILED, "%s: BAR %u, where the %s should be, is an I/O BAR", d->name,
			       index, what);
	if (!w->addr)
		return fl_fail(
		    err, FL_FAILED,
		    "%s: BAR %u (%s) has no address: neither firmware nor kernel gave it one. Look for \"BAR "
		    "%u\" in dmesg; pci=realloc on the kernel's command line may help",
		    d->name, index, what, index);
	if (!w->size_B)
		return fl_fail(err, FL_FAILED,
			       "%s: the size of BAR %u (%s) is unknown: there is no resource%u in sysfs%s",
			       d->name, index, what, index, h->lib.dump ? " (a dump cannot be opened)" : "");
	if (w->size_B < need_B)
		return fl_fail(err, FL_FAILED, "%s: BAR %u (%s) is too small: %llu bytes, it takes %llu",
			       d->name, index, what, (unsigned long long)w->size_B,
			       (unsigned long long)need_B);
	return FL_OK;
}

static enum fl_code map(struct fl_hosted *h, const struct fl_bar_window *w, bool wc, void **at, bool *devmem,
			struct fl_err *err)
{
	bool there, only_sysfs = h->o.path && !strcmp(h->o.path, "sysfs"),
		    only_mem = h->o.path && !only_sysfs;
	enum fl_code code = FL_OK;

	if (!only_mem) {
		code = fl_sysfs_map(h, w, wc, at, &there, err);
		/* A card that is pulled out takes its files with it, and an access raises SIGBUS. */
		if (!code && !fl_vanish_guard(*at, w->size_B, FL_VANISH_ONES)) {
			munmap(*at, w->size_B);
			*at = NULL;
			return fl_fail(err, FL_FAILED, "too many cards are open");
		}
		if (there || only_sysfs)
			return code;
	}
	*devmem = true;
	return fl_devmem_map(h, w, at, &there, err);
}

static enum fl_code decoding(struct fl_hosted *h, struct fl_dev *d, struct fl_pci_function *f,
			     struct fl_err *err)
{
	char path[512];
	enum fl_code code;

	if (f->command & FL_PCI_COMMAND_MEMORY)
		return FL_OK;
	fl_sysfs_path(path, sizeof(path), &h->o, h->bdf, "enable");
	if (!h->o.enable)
		return fl_fail(err, FL_FAILED,
			       "%s: memory decoding is off (PCI command 0x%04x): its BARs do not answer. Use "
			       "--enable (in a program: fl_open_options.enable), or: echo 1 > %s",
			       d->name, f->command, path);
	h->command = f->command;
	/* Through VFIO the kernel's switch is on already, and the bit is what it shows to us. */
	code = h->vfio ? FL_OK : enable(h, "1", &h->counted, err);
	if (code) {
		h->counted = false;
		return code;
	}
	h->commanded = true;
	f->command = (uint16_t)d->bus->cfg_read(d, FL_PCI_COMMAND, 2);
	if (f->command & FL_PCI_COMMAND_MEMORY)
		return FL_OK;
	d->bus->cfg_write(d, FL_PCI_COMMAND, 2, f->command | FL_PCI_COMMAND_MEMORY);
	f->command = (uint16_t)d->bus->cfg_read(d, FL_PCI_COMMAND, 2);
	if (f->command & FL_PCI_COMMAND_MEMORY)
		return FL_OK;
	return fl_fail(err, FL_FAILED, "%s: memory decoding stays off (PCI command 0x%04x)", d->name,
		       f->command);
}

enum { VRAM_LEAST_B = 1 << 20 };

/* The BARs by sysfs or /dev/mem. */
static enum fl_code map_bars(struct fl_dev *d, struct fl_hosted *h, const struct fl_pci_function *f,
			     const struct fl_card *card, struct fl_err *err)
{
	struct fl_bar_window regs, vram;
	bool devmem = false;
	enum fl_code code;
	void *at;

	code = window(h, d, f, card->regs_bar, "registers", card->regs_B, &regs, err);
	if (!code)
		code = window(h, d, f, card->vram_bar, "VRAM", VRAM_LEAST_B, &vram, err);
	if (!code)
		code = map(h, &regs, false, &at, &devmem, err);
	if (code)
		return code;
	h->regs = at;
	h->regs_map_B = regs.size_B;
	code = map(h, &vram, true, &at, &devmem, err);
	if (code)
		return code;
	h->vram = at;
	h->vram_map_B = vram.size_B;
	d->regs = h->regs;
	d->regs_size_B = (uint32_t)regs.size_B;
	d->vram = h->vram;
	d->vram_size_B = vram.size_B;
	if (devmem)
		d->bus = &bus_devmem;
	return FL_OK;
}

/* The same by VFIO, where they may stay unmapped. */
static enum fl_code vfio_bars(struct fl_dev *d, struct fl_vfio *v, const struct fl_card *card,
			      struct fl_err *err)
{
	enum fl_code code = fl_vfio_bar(v, card->regs_bar, card->regs_B, "registers", d->name, &v->regs, err);

	if (!code)
		code = fl_vfio_bar(v, card->vram_bar, VRAM_LEAST_B, "VRAM", d->name, &v->vram, err);
	if (code)
		return code;
	d->regs = v->regs.at;
	d->regs_size_B = v->regs.size_B < UINT32_MAX ? (uint32_t)v->regs.size_B : UINT32_MAX;
	d->vram = v->vram.at;
	d->vram_size_B = v->vram.size_B;
	return FL_OK;
}

static enum fl_code open_card(struct fl_dev *d, struct fl_hosted *h, struct fl_err *err)
{
	struct fl_pci_function f;
	struct fl_card card;
	char slot[16];
	bool known;
	enum fl_code code;

	fl_pci_format_bdf(slot, sizeof(slot), h->bdf);
	if (!fl_pci_read_function(&h->lib.pci, h->bdf, &f))
		return fl_fail(err, FL_NO_DEVICE, "there is nothing in slot %s", slot);
	known = fl_card_find(f.vendor, f.device, &card);
	if (!known && (f.class_code >> 16 != 3 || !h->o.any))
		return fl_fail(err, FL_NO_DEVICE, "slot %s holds [%04x:%04x], %s", slot, f.vendor, f.device,
			       f.class_code >> 16 == 3 ? "a display controller that this kit does not know"
						       : "which is not a display controller");
	if (!known)
		card = (struct fl_card){.chip = "unknown", .vram_bar = 0, .regs_bar = 2, .regs_B = 4096};
	fl_pci_to_dev(&f, d);
	snprintf(d->name, sizeof(d->name), "%s %s [%04x:%04x]", slot, card.chip, f.vendor, f.device);

	code = kernel_counts(&h->lib, &h->o) ? fl_card_claim(h, d->name, err) : FL_OK;
	if (!code && fl_by_vfio(&h->o)) {
		code = fl_vfio_open(&h->vfio, &h->o, h->bdf, d->name, err);
		if (!code) {
			d->bus = &fl_vfio_bus;
			f.command = (uint16_t)d->bus->cfg_read(d, FL_PCI_COMMAND, 2);
		}
	}
	if (!code)
		code = decoding(h, d, &f, err);
	if (code)
		return code;
	return h->vfio ? vfio_bars(d, h->vfio, &card, err) : map_bars(d, h, &f, &card, err);
}

enum fl_code fl_open_card(struct fl_dev *d, const char *slot, const struct fl_open_options *o,
			  struct fl_err *err)
{
	struct fl_hosted *h;
	enum fl_code code;
	uint32_t bdf;

	memset(d, 0, sizeof(*d));
	if (!o)
		o = &defaults;
	if (slot && !strncmp(slot, "qtest", 5) && (!slot[5] || slot[5] == ':')) {
		if (o->path)
			return fl_fail(err, FL_USAGE, "\"%s\" is not reached by way of %s, but through QEMU",
				       slot, o->path);
		return fl_open_qtest(d, slot[5] && slot[6] ? slot + 6 : NULL, err);
	}
	if (fl_is_mmio_name(slot))
		return fl_open_mmio(d, slot, o, err);
	if (o->path && strcmp(o->path, "sysfs") && strcmp(o->path, "devmem") && !fl_by_vfio(o))
		return fl_fail(err, FL_USAGE,
			       "no way to reach a card is called \"%s\"; there are sysfs, devmem and vfio",
			       o->path);
	if (slot) {
		if (!fl_pci_parse_bdf(slot, &bdf))
			return fl_fail(err, FL_USAGE,
				       "\"%s\" is not a slot; one looks like 01:00.0 or 0000:01:00.0. A "
				       "core of this machine's chip is mmio:ADDR, a device of QEMU's "
				       "qtest:DEVICE",
				       slot);
	} else {
		code = choose(o, &bdf, err);
		if (code)
			return code;
	}
	h = calloc(1, sizeof(*h));
	if (!h)
		return fl_fail(err, FL_FAILED, "out of memory");
	h->o = *o;
	h->bdf = bdf;
	h->lock_fd = -1;
	d->bus = &bus_sysfs;
	d->priv = h;
	code = fl_pcilib_open(&h->lib, o, false, err);
	if (!code)
		code = open_card(d, h, err);
	if (code)
		fl_dev_close(d);
	return code;
}

/* NULL: not such a card. */
static struct fl_hosted *hosted_of(const struct fl_dev *d)
{
	return d->bus == &bus_sysfs || d->bus == &bus_devmem || d->bus == &fl_vfio_bus ? d->priv : NULL;
}

size_t fl_card_rom(const struct fl_dev *d, uint8_t *out, size_t max)
{
	const struct fl_hosted *h = hosted_of(d);

	return h ? fl_hosted_rom(h, d, out, max) : 0;
}

bool fl_card_console(const struct fl_dev *d, char *out, size_t size)
{
	const struct fl_hosted *h = hosted_of(d);

	*out = 0;
	return h && kernel_counts(&h->lib, &h->o) && fl_boot_vga_console(&h->o, h->bdf, out, size);
}

enum fl_code fl_card_check(struct fl_dev *d, struct fl_err *err)
{
	const struct fl_hosted *h = hosted_of(d);

	return h ? fl_card_still(h, d->name, err) : fl_mmio_check(d, err);
}

bool fl_card_unguarded(const struct fl_dev *d)
{
	const struct fl_hosted *h = hosted_of(d);

	return h && h->vfio && h->vfio->no_iommu;
}

enum fl_code fl_card_reset(struct fl_dev *d, struct fl_err *err)
{
	const struct fl_hosted *h = hosted_of(d);

	return h && h->vfio
		   ? fl_vfio_reset(h->vfio, d->name, err)
		   : fl_fail(err, FL_NO_DEVICE, "%s: only VFIO resets a card; use --via vfio", d->name);
}
