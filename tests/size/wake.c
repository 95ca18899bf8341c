/* SPDX-License-Identifier: MIT
 *
 * An image that wakes a card and has its registers at a prompt, and does not draw: linked to be measured.
 */
#include "boot/boot.h"
#include "demos/bare/machine.h"
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

int fl_main(const struct fl_boot *boot)
{
	struct fl_pci pci;
	struct fl_machine machine = fl_bare_machine(&pci, boot);
	struct fl_card card;
	struct fl_err err;

	monitor = (struct fl_mon){.put = put, .pci = &pci, .more = {fl_mon_step_cmds}};
	edit = (struct fl_edit){.get = get, .put = put, .complete = fl_mon_complete, .arg = &monitor};
	if (!fl_bare_open(&dev, &machine, 0, &card, &err)) {
		monitor.dev = &dev;
		fl_regtool_for(&monitor.tool, &dev, &err);
	}
	return fl_mon_run(&monitor, &edit);
}
