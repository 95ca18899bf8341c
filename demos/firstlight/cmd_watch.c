/* SPDX-License-Identifier: MIT
 *
 * firstlight watch: what changes in registers, with the device's time; in place on a terminal.
 */
#include "demos/firstlight/regs.h"
#include "demos/firstlight/watch_screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static struct fl_watch_screen screen;

struct pause {
	struct fl_device *device;
	uint64_t start_us;
	bool in_place;
	void (*said)(void *arg, const struct fl_regtool_said *s); /* a line each */
	unsigned ms;
	struct fl_err *err;
	struct fl_regs_run *run;
};

static void note(void *arg, const struct fl_regtool_said *s)
{
	fl_watch_screen_said(&screen, s);
}

/* In slices, so that a signal is heard. A model's clock is virtual: let the reader's time pass as well.
 * False: it is over, because nobody listens any more, or because the card was lost. */
static bool tick(void *arg, unsigned round)
{
	enum { SLICE_MS = 10, NS_A_MS = 1000000 };
	struct pause *p = arg;

	if (p->in_place && !fl_watch_screen_draw(&screen, fl_now_us(&p->device->dev) - p->start_us)) {
		/* Too much for this terminal: what there is, and from now on a line a change. */
		for (unsigned i = 0; i < screen.n; i++)
			p->said(p->run, &screen.row[i]);
		p->run->tool.said = p->said;
		p->in_place = false;
	}
	fflush(stdout);
	for (unsigned left = p->ms, ms; left && !fl_stopped(&p->device->dev); left -= ms) {
		ms = left < SLICE_MS ? left : SLICE_MS;
		fl_delay_us(&p->device->dev, 1000ull * ms);
		if (p->device->model)
			nanosleep(&(struct timespec){.tv_nsec = (long)ms * NS_A_MS}, NULL);
	}
	return !ferror(stdout) && !fl_stopped(&p->device->dev) && !fl_device_check(p->device, p->err);
}

int fl_cmd_watch(const struct fl_args *a)
{
	static struct fl_regs_run run;
	struct fl_regtool_watch w = {.count = a->count, .tick = tick};
	struct fl_regtool_op *op = NULL;
	struct fl_err err = {0};
	enum fl_code code = fl_regs_begin(&run, a, &err);
	unsigned n = (unsigned)a->n_operands;
	struct pause pause = {.device = &run.device, .ms = a->interval_ms, .err = &err, .run = &run};

	if (!code)
		code = fl_regs_open(&run, a, &err);
	if (!code) {
		op = fl_regs_parse(&run, FL_REGTOOL_SAFE, a, &err);
		code = op ? FL_OK : err.code;
	}
	if (!code) {
		w.n_seen = fl_regtool_places(&run.tool, op, n);
		w.seen = calloc(w.n_seen, sizeof(*w.seen));
		w.arg = &pause;
		run.json_lines = a->json;
		pause.said = run.tool.said;
		pause.start_us = fl_now_us(&run.device.dev);
		pause.in_place = !a->json && fl_watch_screen_begin(&screen, w.n_seen);
		if (pause.in_place)
			run.tool.said = note;
		code = w.seen ? fl_regtool_watch(&run.tool, op, n, &w, &err)
			      : fl_fail(&err, FL_FAILED, "out of memory");
		if (run.device.lost)
			code = err.code;
		else if (!code && fl_stopped(&run.device.dev))
			code = FL_FAILED; /* by what ended it: nothing to complain of */
	}
	if (pause.in_place)
		fl_watch_screen_draw(&screen, fl_now_us(&run.device.dev) - pause.start_us);
	fl_watch_screen_end(&screen);
	free(w.seen);
	free(op);
	return fl_regs_end(&run, code, &err);
}
