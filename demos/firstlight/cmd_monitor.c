/* SPDX-License-Identifier: MIT
 *
 * firstlight monitor: the monitor of lib/tool/fl_mon.h over a model or a card. At a terminal libedit reads
 * the lines (cmd_monitor_edit.c); else standard input is a script.
 */
#include "demos/firstlight/cmd_monitor.h"
#include "demos/firstlight/device.h"
#include "demos/firstlight/out.h"
#include "demos/firstlight/preview.h"
#include "demos/firstlight/quiet.h"
#include "demos/firstlight/regs.h"
#include "demos/contact.h"
#include "demos/monitor.h"
#include "demos/rgb.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static unsigned line_number; /* of the script; 0: typed */

static bool interrupted(void *arg)
{
	return *fl_quiet_signal;
}

static void say(void *arg, const char *s, size_t n)
{
	fwrite(s, 1, n, stdout);
}

static const char *ink(void *arg, enum fl_regtool_ink i)
{
	static const enum fl_ink of[] = {FL_PLAIN, FL_BOLD, FL_GREEN, FL_RED, FL_DIM};

	return fl_ink(stdout, of[i]);
}

static void complain(void *arg, const struct fl_err *err)
{
	fflush(stdout);
	if (line_number)
		fl_complain(err->code, "line %u: %s", line_number, err->text);
	else
		fprintf(stderr, "%serror:%s %s\n", fl_ink(stderr, FL_RED), fl_ink(stderr, FL_PLAIN),
			err->text);
}

/* The picture of `demo`, in the terminal: a card drew it into memory that nothing shows. */
static void picture(struct fl_mon *m, struct fl_stage *s)
{
	uint8_t *rgb = malloc((size_t)s->width * s->height * 3), *to = rgb;
	uint32_t *row = malloc(4ul * s->width);

	for (unsigned y = 0; rgb && row && y < s->height; y++) {
		fl_stage_row(s, y, row);
		to = fl_rgb_row(row, s->width, to);
	}
	if (rgb && row)
		fl_preview(rgb, s->width, s->height, s->width * 3);
	free(rgb);
	free(row);
}

static int run_script(struct fl_mon *m, bool keep_going)
{
	char *line = NULL;
	size_t size = 0;
	int first = FL_OK;

	while (!m->leave && !*fl_quiet_signal && getline(&line, &size, stdin) >= 0) {
		int code;

		line_number++;
		line[strcspn(line, "\r\n")] = 0;
		m->depth = 0;
		code = fl_mon_line(m, line);
		fflush(stdout);
		first = first ? first : code;
		if (code && !keep_going)
			break;
	}
	free(line);
	if (*fl_quiet_signal && !first)
		first = fl_complain(FL_FAILED, "interrupted");
	return m->leave && m->leave_code ? m->leave_code : first;
}

int fl_cmd_monitor(const struct fl_args *a)
{
	static struct fl_device d;
	static struct fl_mon m; /* large */
	struct fl_err err = {0};
	int code = fl_device_open(&d, a, &err);

	if (code)
		return fl_complain_err(&err);
	m = (struct fl_mon){
	    .put = say,
	    .complain = complain,
	    .ink = ink,
	    .interrupted = interrupted,
	    .more = {fl_mon_step_cmds, fl_mon_smoke_cmds, fl_monitor_demo_cmds, fl_monitor_contact_cmds},
	    .dev = &d.dev};
	/* A card whose registers nobody knows still has memory and configuration space. */
	if (fl_regtool_for(&m.tool, &d.dev, &err))
		fl_complain_err(&err);
	code = fl_device_firmware_if_any(&d, a, "what needs microcode will fail");
	if (code)
		return fl_device_close(&d, code);
	m.images = d.firmware.images;
	fl_monitor_picture = picture;
	code = isatty(STDIN_FILENO) ? fl_monitor_prompt(&m) : run_script(&m, a->keep_going);
	fl_device_reports(&d);
	return fl_device_close(&d, code);
}
