/* SPDX-License-Identifier: MIT
 *
 * With no operating system: the first card of a PC, and two rectangles. `make bare.elf`, `make run`
 */
#include "demos/bare/machine.h"
#include "hw/fl_str.h"
#include "lib/fl_stage.h"

static int say(const char *text, int code)
{
	fl_console_write(text, fl_str_length(text));
	fl_console_write("\r\n", 2);
	return code;
}

int fl_main(const struct fl_boot *boot)
{
	static struct fl_stage s;
	static struct fl_dev dev;
	struct fl_stage_options o = {.width = 640, .height = 480, .by_registers = true};
	struct fl_err err = {0};
	struct fl_card card;
	struct fl_pci pci;
	struct fl_machine machine = fl_bare_machine(&pci, boot);

	if (fl_bare_open(&dev, &machine, 0, &card, &err) || fl_stage_open(&s, &dev, &o, &err))
		return say(err.text, err.code);
	fl_fill_rect(&s.g, 0, 0, 640, 480, 0xff203040);
	fl_fill_rect(&s.g, 100, 100, 200, 100, 0xffc04040);
	if (fl_stage_finish(&s, &err) || fl_stage_close(&s, &err))
		return say(err.text, err.code);
	return say("drawn", 0);
}
