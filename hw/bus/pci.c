/* SPDX-License-Identifier: MIT
 *
 * PCI configuration space over any accessor; see pci.h.
 */
#include "hw/bus/pci.h"
#include "hw/fl_fmt.h"

#include <string.h>

void fl_pci_decode_bars(const uint32_t dw[FL_PCI_BARS], struct fl_pci_bar bar[FL_PCI_BARS])
{
	memset(bar, 0, sizeof(*bar) * FL_PCI_BARS);
	for (unsigned i = 0; i < FL_PCI_BARS; i++) {
		struct fl_pci_bar *b = &bar[i];

		if (dw[i] & 1) { /* PCI 3.0, 6.2.5.1: bit 0 set is I/O space, address in 31:2 */
			b->io = true;
			b->addr = dw[i] & ~3u;
			continue;
		}
		b->addr = dw[i] & ~15u;
		b->prefetch = dw[i] & 8;
		/* type 2: the next dword is the upper half */
		if ((dw[i] >> 1 & 3) == 2 && i + 1 < FL_PCI_BARS) {
			b->is64 = true;
			b->addr |= (uint64_t)dw[i + 1] << 32;
			i++;
		}
	}
}

uint64_t fl_pci_bar_size(uint32_t low, uint32_t high, bool io)
{
	bool is64 = !io && (low >> 1 & 3) == 2;
	uint64_t mask;

	if (!is64 || !high) /* a 64-bit BAR whose upper half is wired to 0 decodes 32 bits */
		high = 0xffffffff;
	mask = (uint64_t)high << 32 | (io ? low & ~3u : low & ~15u);
	if (io && low && !(low >> 16)) /* an I/O BAR may leave its upper 16 bits at 0 */
		mask |= 0xffff0000;
	if (!(uint32_t)mask && !is64)
		return 0;
	return ~mask + 1;
}

static void read_bars(const struct fl_pci *p, struct fl_pci_function *f)
{
	uint32_t dw[FL_PCI_BARS] = {0};
	unsigned n = (f->header & 0x7f) == 0 ? 6 : (f->header & 0x7f) == 1 ? 2 : 0;

	for (unsigned i = 0; i < n; i++)
		dw[i] = p->read(p, f->bdf, FL_PCI_BAR0 + 4 * i, 4);
	fl_pci_decode_bars(dw, f->bar);
	memset(&f->rom, 0, sizeof(f->rom));
	if ((f->header & 0x7f) == 0)
		f->rom.addr = p->read(p, f->bdf, FL_PCI_ROM, 4) & 0xfffff800;
}

bool fl_pci_read_function(const struct fl_pci *p, uint32_t bdf, struct fl_pci_function *f)
{
	uint32_t id = p->read(p, bdf, FL_PCI_VENDOR, 4);
	uint32_t class_rev;

	memset(f, 0, sizeof(*f));
	/* An empty slot reads all ones; some bridges give zeros, or ones in one half only. */
	if ((id & 0xffff) == 0xffff || id >> 16 == 0xffff || id == 0)
		return false;
	f->bdf = bdf;
	f->vendor = (uint16_t)id;
	f->device = (uint16_t)(id >> 16);
	class_rev = p->read(p, bdf, FL_PCI_CLASS, 4);
	f->class_code = class_rev >> 8;
	f->revision = (uint8_t)class_rev;
	f->header = (uint8_t)p->read(p, bdf, FL_PCI_HEADER, 1);
	f->command = (uint16_t)p->read(p, bdf, FL_PCI_COMMAND, 2);
	if ((f->header & 0x7f) == 0) {
		f->subsys_vendor = (uint16_t)p->read(p, bdf, FL_PCI_SUBSYS_VENDOR, 2);
		f->subsys = (uint16_t)p->read(p, bdf, FL_PCI_SUBSYS, 2);
	}
	read_bars(p, f);
	return true;
}

/* Write all ones, read back, restore. */
static uint32_t probe(const struct fl_pci *p, uint32_t bdf, uint32_t where, uint32_t ones)
{
	uint32_t old = p->read(p, bdf, where, 4), mask;

	p->write(p, bdf, where, 4, ones);
	mask = p->read(p, bdf, where, 4);
	p->write(p, bdf, where, 4, old);
	return mask;
}

void fl_pci_size_bars(const struct fl_pci *p, struct fl_pci_function *f)
{
	uint16_t command = (uint16_t)p->read(p, f->bdf, FL_PCI_COMMAND, 2);
	uint16_t off = command & ~(FL_PCI_COMMAND_IO | FL_PCI_COMMAND_MEMORY);
	unsigned n = (f->header & 0x7f) == 0 ? 6 : (f->header & 0x7f) == 1 ? 2 : 0;

	/* With decoding on, a BAR of all ones would answer at the top of memory, where the BIOS and the
	 * interrupt controllers live. */
	p->write(p, f->bdf, FL_PCI_COMMAND, 2, off);
	for (unsigned i = 0; i < n; i++) {
		uint32_t where = FL_PCI_BAR0 + 4 * i;
		uint32_t low = probe(p, f->bdf, where, 0xffffffff);
		uint32_t high = 0xffffffff;

		if (low == 0) { /* no BAR here */
			f->bar[i].size_B = 0;
			continue;
		}
		if (f->bar[i].is64)
			high = probe(p, f->bdf, where + 4, 0xffffffff);
		f->bar[i].size_B = fl_pci_bar_size(low, high, f->bar[i].io);
		if (f->bar[i].is64)
			i++;
	}
	if (n == 6) {
		uint32_t mask = probe(p, f->bdf, FL_PCI_ROM, 0xfffff800) & 0xfffff800;

		f->rom.size_B = mask ? ~mask + 1 : 0;
	}
	p->write(p, f->bdf, FL_PCI_COMMAND, 2, command);
}

bool fl_pci_next_display(const struct fl_pci *p, uint32_t *bdf, struct fl_pci_function *f)
{
	uint32_t end = (*bdf & ~0xffffu) + ((p->last_bus + 1) << 8);

	for (uint32_t at = *bdf; at < end; at++) {
		if (at & 7) {
			/* Functions 1 to 7 exist only in a multi-function device; others may answer for all
			 * eight. */
			uint32_t first = p->read(p, at & ~7u, FL_PCI_VENDOR, 2);

			if (first == 0xffff ||
			    !(p->read(p, at & ~7u, FL_PCI_HEADER, 1) & FL_PCI_HEADER_MULTI)) {
				at |= 7;
				continue;
			}
		}
		if (fl_pci_read_function(p, at, f) && f->class_code >> 16 == 3) {
			*bdf = at + 1;
			return true;
		}
	}
	*bdf = end;
	return false;
}

void fl_pci_to_dev(const struct fl_pci_function *f, struct fl_dev *d)
{
	d->vendor = f->vendor;
	d->device = f->device;
	d->subsys_vendor = f->subsys_vendor;
	d->subsys = f->subsys;
	d->revision = f->revision;
	d->pci_class = f->class_code;
	d->bdf = f->bdf;
}

void fl_pci_identify(struct fl_dev *d)
{
	enum { NOBODY = 0xffff };
	uint32_t id = d->bus->cfg_read(d, FL_PCI_VENDOR, 4);
	uint32_t class_rev = d->bus->cfg_read(d, FL_PCI_CLASS, 4);

	if ((uint16_t)id == NOBODY) {
		d->vendor = d->device = d->subsys_vendor = d->subsys = 0;
		d->revision = 0;
		d->pci_class = 0;
		return;
	}
	d->vendor = (uint16_t)id;
	d->device = (uint16_t)(id >> 16);
	d->revision = (uint8_t)class_rev;
	d->pci_class = class_rev >> 8;
	d->subsys_vendor = (uint16_t)d->bus->cfg_read(d, FL_PCI_SUBSYS_VENDOR, 2);
	d->subsys = (uint16_t)d->bus->cfg_read(d, FL_PCI_SUBSYS, 2);
}

void fl_pci_format_bdf(char *out, size_t size, uint32_t bdf)
{
	if (bdf >> 16)
		fl_format(out, size, "%04x:%02x:%02x.%x", bdf >> 16, bdf >> 8 & 0xff, bdf >> 3 & 31, bdf & 7);
	else
		fl_format(out, size, "%02x:%02x.%x", bdf >> 8 & 0xff, bdf >> 3 & 31, bdf & 7);
}

/* Hexadecimal digits up to max; false if there are none, or more than that. */
static bool hex(const char **text, uint32_t max, uint32_t *v)
{
	const char *start = *text;

	for (*v = 0;; (*text)++) {
		char c = **text;
		uint32_t digit = c >= '0' && c <= '9'   ? (uint32_t)(c - '0')
				 : c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a' + 10)
				 : c >= 'A' && c <= 'F' ? (uint32_t)(c - 'A' + 10)
							: 16;
		if (digit == 16)
			return *text != start;
		*v = *v << 4 | digit;
		if (*v > max)
			return false;
	}
}

bool fl_pci_parse_bdf(const char *text, uint32_t *bdf)
{
	uint32_t domain = 0, bus, dev, fn;
	const char *p = text;

	if (!hex(&p, 0xffff, &bus) || *p++ != ':' || !hex(&p, 0xff, &dev))
		return false;
	if (*p == ':') {
		domain = bus;
		bus = dev;
		p++;
		if (!hex(&p, 31, &dev))
			return false;
	}
	if (bus > 0xff || dev > 31 || *p++ != '.' || !hex(&p, 7, &fn) || *p)
		return false;
	*bdf = domain << 16 | bus << 8 | dev << 3 | fn;
	return true;
}
