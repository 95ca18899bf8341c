/* SPDX-License-Identifier: MIT
 *
 * Names of cards that are not PCI, and the kernel's own memory.
 */
#include "hw/bus/hosted/mmio_name.h"
#include "hw/bus/hosted/internal.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What etnaviv maps of a core: its registers end below 4 KiB, i.MX6 gives each core 16 KiB (GC facts 1). */
enum { REGS_DEFAULT_B = 16 << 10, REGS_MIN_B = 2 << 10, PAGE_B = 4 << 10 };

bool fl_is_mmio_name(const char *name)
{
	return name && !strncmp(name, "mmio:", 5);
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

	if (!strncmp(*s, "size=", 5)) {
		*s += 5;
		return number(s, &n->regs_size_B) && n->regs_size_B >= REGS_MIN_B;
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
	if (!number(s, &n->mem) || *(*s)++ != '+' || !number(s, &n->mem_size_B))
		return false;
	return n->mem_size_B && n->mem % PAGE_B == 0 && n->mem_size_B % PAGE_B == 0;
}

static bool wraps(uint64_t addr, uint64_t size_B)
{
	return size_B && addr + (size_B - 1) < addr;
}

enum fl_code fl_mmio_name(struct fl_mmio_name *out, const char *name, struct fl_err *err)
{
	struct fl_mmio_name n = {.regs_size_B = REGS_DEFAULT_B, .irq = -1};
	const char *s = name + 5, *at = s;
	bool ok = fl_is_mmio_name(name) && number(&s, &n.regs) && n.regs % PAGE_B == 0;

	while (ok && *s == ',') {
		at = ++s;
		ok = part(&n, &s);
	}
	if (!ok || *s)
		return fl_fail(err, FL_USAGE,
			       "%s: \"%s\" is not as in mmio:ADDR[,size=N][,irq=N][,mem=ADDR+SIZE], "
			       "addresses at whole pages",
			       name, at);
	if (wraps(n.regs, n.regs_size_B) || wraps(n.mem, n.mem_size_B))
		return fl_fail(err, FL_USAGE, "%s: a range goes past the end of 64 bits", name);
	*out = n;
	return FL_OK;
}

bool fl_range_is_ram(const struct fl_open_options *o, uint64_t addr, uint64_t size_B)
{
	char path[512], line[256];
	uint64_t first, last;
	bool found = false;
	FILE *f;

	snprintf(path, sizeof(path), "%s/proc/iomem", fl_root_of(o));
	f = fopen(path, "re");
	while (f && !found && fgets(line, sizeof(line), f))
		found = strstr(line, " : System RAM") && size_B &&
			sscanf(line, " %" SCNx64 "-%" SCNx64, &first, &last) == 2 && last && addr <= last &&
			addr + (size_B - 1) >= first;
	if (f)
		fclose(f);
	return found;
}
