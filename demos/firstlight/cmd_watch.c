/* SPDX-License-Identifier: MIT
 *
 * firstlight watch: what changes in registers, with the device's time.
 */
#include "demos/firstlight/regs.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct pause {
	struct fl_device *device;
	unsigned ms;
	struct fl_err *err;
};

/* In slices, so that a signal is heard. A model's clock is virtual: let the reader's time pass as well.
 * False: it is over, because nobody listens any more, or because the card was lost. */
static bool tick(void *arg, unsigned round)
{
	enum { SLICE_MS = 10, NS_A_MS = 1000000 };
	const struct pause *p = arg;

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
	struct pause pause = {.device = &run.device, .ms = a->interval_ms, .err = &err};

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
		code = w.seen ? fl_regtool_watch(&run.tool, op, n, &w, &err)
			      : fl_fail(&err, FL_FAILED, "out of memory");
		if (run.device.lost)
			code = err.code;
		else if (!code && fl_stopped(&run.device.dev))
			code = FL_FAILED; /* by what ended it: nothing to complain of */
	}
	free(w.seen);
	free(op);
	return fl_regs_end(&run, code, &err);
}
