/* SPDX-License-Identifier: MIT
 *
 * Names of cards that are not PCI, and the kernel's own memory.
 */
#include "hw/bus/hosted/mmio_name.h"
#include "hw/bus/hosted/internal.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A core's registers that the processor has end at 2 KiB, which is all that an STM32MP1 has of it (GC facts
 * 1; Linux: stm32mp157.dtsi); an i.MX6 has 16 KiB a core (imx6qdl.dtsi). */
enum { REGS_DEFAULT_B = 16 << 10, REGS_MIN_B = 2 << 10, PAGE_B = 4 << 10 };

bool fl_is_mmio_name(const char *name)
{
	return name && (!strncmp(name, "mmio:", 5) || !strncmp(name, "mailbox:", 8));
}

static bool number(const char **s, uint64_t *out)
{
	char *end;

	if (**s < '0' || **s > '9')
		return false;
	errno = 0;
	*out = strtoull(*s, &end, 0);
	*s = end;
	return !errno;
}

static bool part(struct fl_mmio_name *n, const char **s)
{
	uint64_t v;

	if (!strncmp(*s, "on", 2)) {
		*s += 2;
		n->on = true;
		return !**s || **s == ',';
	}
	if (!strncmp(*s, "size=", 5)) {
		*s += 5;
		n->size_named = true;
		return number(s, &n->regs_size_B) && n->regs_size_B >= REGS_MIN_B;
	}
	if (n->mailbox && !strncmp(*s, "ram=", 4)) {
		*s += 4;
		return number(s, &n->ram);
	}
	if (!strncmp(*s, "irq=", 4)) {
		*s += 4;
		if (!number(s, &v) || v > 0x7FFF)
			return false;
		n->irq = (int)v;
		return true;
	}
	if (strncmp(*s, "mem=", 4))
		return false;
	*s += 4;
	n->huge = !strncmp(*s, "huge", 4);
	*s += n->huge ? 4 : 0;
	if ((!n->huge && !number(s, &n->mem)) || *(*s)++ != '+' || !number(s, &n->mem_size_B))
		return false;
	return n->mem_size_B && n->mem % PAGE_B == 0 && n->mem_size_B % PAGE_B == 0;
}

static bool wraps(uint64_t addr, uint64_t size_B)
{
	return size_B && addr + (size_B - 1) < addr;
}

enum fl_code fl_mmio_name(struct fl_mmio_name *out, const char *name, struct fl_err *err)
{
	struct fl_mmio_name n = {.irq = -1,
				 .mailbox = fl_is_mmio_name(name) && !strncmp(name, "mailbox:", 8)};
	const char *s = name + (n.mailbox ? 8 : 5), *at = s;
	bool ok = fl_is_mmio_name(name) && number(&s, &n.regs) && n.regs % PAGE_B == 0;

	n.regs_size_B = n.mailbox ? PAGE_B : REGS_DEFAULT_B;
	while (ok && *s == ',') {
		at = ++s;
		ok = part(&n, &s);
	}
	if (!ok || *s)
		return fl_fail(err, FL_USAGE, "%s: \"%s\" is not as in %s, addresses at whole pages", name,
			       at,
			       n.mailbox ? "mailbox:ADDR[,ram=ADDR][,mem=ADDR+SIZE|,mem=huge+SIZE]"
					 : "mmio:ADDR[,size=N][,irq=N][,mem=ADDR+SIZE|,mem=huge+SIZE][,on]");
	if (wraps(n.regs, n.regs_size_B) || wraps(n.mem, n.mem_size_B))
		return fl_fail(err, FL_USAGE, "%s: a range goes past the end of 64 bits", name);
	*out = n;
	return FL_OK;
}

/*	40000000-7fffffff : System RAM
 *	  40210000-41ccffff : Kernel code
 *	  7c000000-7fffffff : reserved
 * What is reserved without no-map stands within System RAM, and so does what the kernel itself took early. */
enum fl_range_kind fl_range_kind(const struct fl_open_options *o, uint64_t addr, uint64_t size_B)
{
	enum fl_range_kind kind = FL_RANGE_FREE;
	char path[512], line[256];
	uint64_t first, last;
	bool inside = false;
	FILE *f;

	snprintf(path, sizeof(path), "%s/proc/iomem", fl_root_of(o));
	f = size_B ? fopen(path, "re") : NULL;
	while (f && fgets(line, sizeof(line), f)) {
		if (sscanf(line, " %" SCNx64 "-%" SCNx64, &first, &last) != 2 || !last)
			continue;
		if (*line != ' ')
			inside = strstr(line, " : System RAM");
		if (!inside || addr > last || addr + (size_B - 1) < first)
			continue;
		if (*line != ' ')
			kind = FL_RANGE_RAM;
		else if (strstr(line, " : reserved") && addr >= first && addr + (size_B - 1) <= last)
			kind = FL_RANGE_RESERVED;
	}
	if (f)
		fclose(f);
	return kind;
}

enum fl_code fl_mmio_refuse_ram(const struct fl_open_options *o, const struct fl_mmio_name *n,
				const char *card, struct fl_err *err)
{
	if (fl_range_kind(o, n->regs, n->regs_size_B) != FL_RANGE_FREE)
		return fl_fail(err, FL_PERMISSION, "%s: that is the kernel's own memory, by /proc/iomem",
			       card);
	switch (n->huge ? FL_RANGE_FREE : fl_range_kind(o, n->mem, n->mem_size_B)) {
	case FL_RANGE_RAM:
		return fl_fail(err, FL_PERMISSION,
			       "%s: mem= is the kernel's own memory, by /proc/iomem. Reserve a region in the "
			       "device tree (/reserved-memory, with no-map), and start again",
			       card);
	case FL_RANGE_RESERVED:
		return fl_fail(
		    err, FL_PERMISSION,
		    "%s: mem= is reserved, by /proc/iomem, but stays mapped as System RAM, where the "
		    "kernel keeps data of its own, too. Give the region no-map in the device tree, and "
		    "start again",
		    card);
	default:
		return FL_OK;
	}
}

bool fl_mmio_driver(const struct fl_open_options *o, uint64_t regs, char *device, size_t device_size,
		    char *driver, size_t driver_size)
{
	char path[512], link[1024], to[256];
	const struct dirent *e;
	bool found = false;
	DIR *dir;

	snprintf(path, sizeof(path), "%s/sys/bus/platform/devices", fl_root_of(o));
	dir = opendir(path);
	while (dir && !found && (e = readdir(dir))) {
		char *end;
		ssize_t n;

		if (strtoull(e->d_name, &end, 16) != regs || end == e->d_name || *end != '.')
			continue;
		snprintf(link, sizeof(link), "%s/%s/driver", path, e->d_name);
		n = readlink(link, to, sizeof(to) - 1);
		found = n > 0;
		to[found ? n : 0] = 0;
		snprintf(device, device_size, "%s", e->d_name);
		snprintf(driver, driver_size, "%s", strrchr(to, '/') ? strrchr(to, '/') + 1 : to);
	}
	if (dir)
		closedir(dir);
	return found;
}
