/* SPDX-License-Identifier: MIT
 *
 * Configuration space through libpci: the cards of this machine, or of a dump.
 */
#include "hw/bus/hosted/internal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* libpci reports an error through a function that must not return, without an argument of ours. Its calls are
 * short and never nested, so the way back is kept for the thread that makes one. */
static _Thread_local jmp_buf *way_back;
static _Thread_local char pcilib_said[200];

static void __attribute__((noreturn, format(printf, 1, 2))) on_error(char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(pcilib_said, sizeof(pcilib_said), fmt, ap);
	va_end(ap);
	if (!way_back)
		abort(); /* a call without a guard: a mistake in this file */
	longjmp(*way_back, 1);
}

static void __attribute__((format(printf, 1, 2))) on_warning(char *fmt, ...)
{
}

static struct pci_dev *device(struct pci_access *a, uint32_t bdf)
{
	for (struct pci_dev *p = a->devices; p; p = p->next)
		if ((uint32_t)p->domain == bdf >> 16 && p->bus == (bdf >> 8 & 0xff) &&
		    p->dev == (bdf >> 3 & 31) && p->func == (bdf & 7))
			return p;
	return NULL;
}

static uint32_t cfg_read(const struct fl_pci *p, uint32_t bdf, uint32_t where_B, unsigned size_B)
{
	struct pci_dev *dev = device(p->priv, bdf);
	uint32_t ones = size_B == 4 ? 0xffffffff : (1u << 8 * size_B) - 1;
	volatile uint32_t value = ones;
	jmp_buf here;

	if (!dev)
		return ones;
	way_back = &here;
	if (!setjmp(here))
		value = size_B == 1   ? pci_read_byte(dev, (int)where_B)
			: size_B == 2 ? pci_read_word(dev, (int)where_B)
				      : pci_read_long(dev, (int)where_B);
	way_back = NULL;
	return value;
}

static void cfg_write(const struct fl_pci *p, uint32_t bdf, uint32_t where_B, unsigned size_B, uint32_t value)
{
	struct pci_dev *dev = device(p->priv, bdf);
	jmp_buf here;

	if (!dev)
		return;
	way_back = &here;
	if (!setjmp(here)) {
		if (size_B == 1)
			pci_write_byte(dev, (int)where_B, (u8)value);
		else if (size_B == 2)
			pci_write_word(dev, (int)where_B, (u16)value);
		else
			pci_write_long(dev, (int)where_B, value);
	}
	way_back = NULL;
}

/* libpci's interface knows no const; it copies what it is given. */
static void set_param(struct pci_access *a, const char *name, const char *value)
{
	pci_set_param(a, (char *)(uintptr_t)name, (char *)(uintptr_t)value);
}

enum fl_code fl_pcilib_open(struct fl_pcilib *s, const struct fl_open_options *o, bool write,
			    struct fl_err *err)
{
	struct pci_access *a;
	char path[512];
	jmp_buf here;

	memset(s, 0, sizeof(*s));
	a = pci_alloc();
	a->error = on_error;
	a->warning = on_warning;
	a->writeable = write;
	if (o->method) {
		int method = pci_lookup_method((char *)(uintptr_t)o->method);

		if (method < 0) {
			pci_cleanup(a);
			return fl_fail(err, FL_USAGE, "libpci has no access method \"%s\"", o->method);
		}
		a->method = (unsigned)method;
	}
	s->dump = o->method && !strcmp(o->method, "dump");
	if (s->dump) {
		if (!o->dump || access(o->dump, R_OK)) {
			pci_cleanup(a);
			return fl_fail(err, FL_NO_DEVICE, "no dump file %s%s",
				       o->dump ? "that can be read at " : "was named",
				       o->dump ? o->dump : "");
		}
		set_param(a, "dump.name", o->dump);
	}
	if (o->root && *o->root) {
		snprintf(path, sizeof(path), "%s/sys/bus/pci", o->root);
		set_param(a, "sysfs.path", path);
		if (!o->method) /* or libpci would go on to the machine's own */
			a->method = PCI_ACCESS_SYS_BUS_PCI;
	}
	way_back = &here;
	if (setjmp(here)) {
		s->access = a;
		fl_pcilib_close(s);
		return fl_fail(err, FL_NO_DEVICE,
			       "PCI configuration space cannot be reached: libpci says \"%s\"", pcilib_said);
	}
	pci_init(a);
	pci_scan_bus(a);
	way_back = NULL;
	s->access = a;
	s->pci = (struct fl_pci){cfg_read, cfg_write, a, 255};
	return FL_OK;
}

void fl_pcilib_close(struct fl_pcilib *s)
{
	jmp_buf here;

	if (!s->access)
		return;
	way_back = &here;
	if (!setjmp(here))
		pci_cleanup(s->access);
	way_back = NULL;
	s->access = NULL;
}

void fl_pcilib_walk(struct fl_pcilib *s, bool (*f)(void *arg, uint32_t bdf), void *arg)
{
	int64_t last = -1;

	/* libpci's list has no order that is promised. Machines have tens of functions: the next larger slot,
	 * by search. */
	for (;;) {
		int64_t next = -1;

		for (struct pci_dev *p = s->access->devices; p; p = p->next) {
			int64_t bdf = (int64_t)p->domain << 16 | p->bus << 8 | p->dev << 3 | p->func;

			if (p->domain >= 0 && p->domain <= 0xffff && bdf > last && (next < 0 || bdf < next))
				next = bdf;
		}
		if (next < 0 || !f(arg, (uint32_t)next))
			return;
		last = next;
	}
}
