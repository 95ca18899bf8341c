/* SPDX-License-Identifier: MIT
 *
 * Whether a core at an address has power and clocks, which it does not say itself: an access to one without
 * hangs many a board for good. Who switches them is the kernel, if its device tree has them; then nobody else
 * may. Otherwise it is us, where a table knows the chip and --enable asks for it.
 */
#include "hw/bus/hosted/internal.h"
#include "hw/bus/hosted/mmio_name.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE_B = 4096, PAGES = 8 };

/* Registers of the system, a page at a time. */
struct pages {
	const struct fl_hosted *h;
	struct {
		uint64_t addr;
		void *at;
	} page[PAGES];
	unsigned n;
	struct fl_err err; /* of the first that could not be mapped */
};

static volatile uint32_t *reg(struct pages *p, uint64_t addr)
{
	struct fl_bar_window w = {0, addr & ~(uint64_t)(PAGE_B - 1), PAGE_B};
	unsigned i = 0;
	bool there;

	while (i < p->n && p->page[i].addr != w.addr)
		i++;
	if (i == PAGES || p->err.code)
		return NULL;
	if (i == p->n) {
		if (fl_devmem_map(p->h, &w, &p->page[i].at, &there, &p->err))
			return NULL;
		p->page[p->n++].addr = w.addr;
	}
	return (volatile uint32_t *)p->page[i].at + addr % PAGE_B / 4;
}

static uint32_t read_reg(void *arg, uint64_t addr)
{
	volatile uint32_t *r = reg(arg, addr);

	return r ? *r : UINT32_MAX;
}

static void write_reg(void *arg, uint64_t addr, uint32_t value)
{
	volatile uint32_t *r = reg(arg, addr);

	if (r)
		*r = value;
}

static void delay_us(void *arg, uint64_t us)
{
	fl_clock_delay_us(NULL, us);
}

static enum fl_code switch_on(const struct fl_hosted *h, const struct fl_soc_core *core, struct fl_err *err)
{
	struct pages p = {.h = h};
	const struct fl_soc_bus bus = {read_reg, write_reg, delay_us, &p};
	enum fl_code code = fl_soc_power(core, &bus, true, err);

	if (p.err.code) {
		code = p.err.code;
		*err = p.err;
	}
	while (p.n)
		munmap(p.page[--p.n].at, PAGE_B);
	return code;
}

/* Words with which a kernel leaves on what the boot loader switched on. */
static bool leaves_on(const struct fl_open_options *o)
{
	char path[512], line[2048];

	snprintf(path, sizeof(path), "%s/proc/cmdline", fl_root_of(o));
	return fl_read_text(path, line, sizeof(line)) && strstr(line, "clk_ignore_unused") &&
	       strstr(line, "pd_ignore_unused");
}

enum fl_code fl_mmio_power(const struct fl_hosted *h, const struct fl_soc_part *part, bool said_on,
			   const char *card, struct fl_err *err)
{
	static const char ways[] =
	    "Start it with clk_ignore_unused pd_ignore_unused, after a boot loader that switched them on";

	if (part && part->owned && h->o.enable)
		return fl_fail(
		    err, FL_PERMISSION,
		    "%s: its clocks are in the kernel's device tree (%s): nobody else may switch them. %s",
		    card, part->name, ways);
	if (part && part->owned && !said_on && !leaves_on(&h->o))
		return fl_fail(
		    err, FL_PERMISSION,
		    "%s: the kernel has its clocks (%s), and switches off what no driver uses; without "
		    "them an access may hang the machine. %s. If they are on, say mmio:0x%llx,on",
		    card, part->name, ways, (unsigned long long)part->addr);
	if (!h->o.enable)
		return FL_OK;
	if (!part || !part->core)
		return fl_fail(err, FL_NO_DEVICE, "%s: no table has what this chip needs to switch it on: %s",
			       card,
			       part ? "no chip of the kit's is among the device tree's names"
				    : "the device tree has no such core");
	return switch_on(h, part->core, err);
}
