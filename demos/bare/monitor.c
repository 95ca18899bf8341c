/* SPDX-License-Identifier: MIT
 *
 * The monitor at the serial port. The port is polled: what comes in while a command runs is kept in a queue,
 * emptied into whenever something is said, so that a pasted script loses nothing.
 */
#include "demos/bare/monitor.h"
#include "demos/bare/images.h"
#include "demos/bare/say.h"
#include "demos/bare/screen.h"
#include "demos/monitor.h"
#include "hw/fl_wake.h"

enum { QUEUE = 2048, CTRL_C = 3 };

static uint8_t queue[QUEUE];
static uint32_t queue_in, queue_out; /* counted without end */
static bool queue_c, port_gone;      /* a C-c came; the port does not answer */

static struct fl_mon monitor;
static struct fl_edit edit;

/* Take what has come. While a command runs a C-c is for it, and drops what was typed ahead. */
static void drain(bool running)
{
	int c;

	while ((c = fl_console_read()) >= 0) {
		if (running && c == CTRL_C) {
			queue_c = true;
			queue_out = queue_in;
		} else if (queue_in - queue_out < QUEUE) {
			queue[queue_in++ % QUEUE] = (uint8_t)c;
		}
	}
	port_gone = c == -2;
}

static int get(void *arg)
{
	while (queue_in == queue_out) {
		drain(false);
		if (port_gone)
			return -1;
		fl_boot_relax();
	}
	return queue[queue_out++ % QUEUE];
}

/* What the line editor sends, and what commands say. */
static void echo(void *arg, const char *s, size_t n)
{
	for (; n; n--, s++) {
		fl_console_write(s, 1);
		drain(false);
	}
}

static void say(void *arg, const char *s, size_t n)
{
	for (; n; n--, s++) {
		fl_say_text(s, 1);
		drain(true);
	}
}

static bool interrupted(void *arg)
{
	bool yes;

	drain(true);
	yes = queue_c;
	queue_c = false;
	return yes;
}

static bool guard(void *arg, void (*run)(void *run_arg), void *run_arg)
{
	return fl_boot_try(run, run_arg);
}

static volatile void *map(void *arg, uint64_t addr, uint64_t size_B)
{
	return fl_boot_reach(addr, size_B);
}

static void picture(struct fl_mon *m, struct fl_stage *s)
{
	fl_screen_picture(s);
}

static size_t complete(void *arg, const char *line, size_t n, fl_edit_offer *offer, void *to)
{
	return fl_mon_complete(&monitor, line, n, offer, to);
}

int fl_bare_monitor(struct fl_dev *dev, const struct fl_pci *pci, const struct fl_boot *boot)
{
	struct fl_mon *m = &monitor;
	struct fl_err err;
	int code;

	*m = (struct fl_mon){
	    .put = say, .interrupted = interrupted, .map = map, .guard = guard, .pci = pci, .dev = dev};
	memcpy(m->more, fl_bare_cmds, sizeof(m->more));
	if (dev) { /* a card that fl_bare_open() found is known */
		fl_regtool_for(&m->tool, dev, &err);
		if (fl_bare_images(boot, dev, &m->images, &err))
			fl_say("%s\n", err.text);
	}
	fl_monitor_picture = picture;
	edit = (struct fl_edit){.get = get, .put = echo, .complete = complete};
	fl_say("\nfirstlight monitor: `help` tells what there is, Tab completes, `exit` ends it\n");
	code = fl_mon_run(m, &edit);
	if (dev)
		fl_sleep(fl_family_of(dev), dev, NULL);
	return code;
}
