/* SPDX-License-Identifier: MIT
 *
 * An image that wakes a card and has its registers at a prompt, and does not draw: linked to be measured.
 */
#include "boot/boot.h"
#include "hw/bus/bare.h"
#include "hw/bus/cf8.h"
#include "lib/tool/fl_mon.h"

static struct fl_mon monitor;
static struct fl_edit edit;
static struct fl_dev dev;

static int get(void *arg)
{
	int c;

	do
		c = fl_console_read();
	while (c == -1);
	return c;
}

static void put(void *arg, const char *s, size_t n)
{
	fl_console_write(s, n);
}

static volatile void *map(void *arg, uint64_t addr, uint64_t size_B, bool write_combined)
{
	return fl_boot_map(addr, size_B, write_combined ? FL_BOOT_WRITE_COMBINED : FL_BOOT_UNCACHED);
}

static void *pages(void *arg, size_t size_B, uint64_t *addr)
{
	void *p = fl_boot_pages(size_B);

	*addr = (uintptr_t)p;
	return p;
}

static uint64_t now_us(void *arg)
{
	return fl_boot_now_us();
}

static void delay_us(void *arg, uint64_t us)
{
	fl_boot_delay_us(us);
}

int fl_main(const struct fl_boot *boot)
{
	struct fl_pci pci;
	struct fl_machine machine = {
	    .pci = &pci, .map = map, .now_us = now_us, .delay_us = delay_us, .pages = pages};
	struct fl_card card;
	struct fl_err err;

	fl_cf8_init(&pci, NULL);
	monitor = (struct fl_mon){.put = put, .pci = &pci, .more = {fl_mon_step_cmds}};
	edit = (struct fl_edit){.get = get, .put = put, .complete = fl_mon_complete, .arg = &monitor};
	if (!fl_bare_open(&dev, &machine, 0, &card, &err)) {
		monitor.dev = &dev;
		fl_regtool_for(&monitor.tool, &dev, &err);
	}
	return fl_mon_run(&monitor, &edit);
}
