/* SPDX-License-Identifier: MIT
 *
 * firstlight watch: what changes in registers, with the device's time.
 */
#include "demos/firstlight/regs.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* A model's clock is virtual: let the reader's time pass as well. */
static bool tick(void *arg, unsigned round)
{
	const unsigned *model_ms = arg;
	struct timespec ts = {*model_ms / 1000, (long)(*model_ms % 1000) * 1000000};

	fflush(stdout);
	if (*model_ms)
		nanosleep(&ts, NULL);
	return !ferror(stdout); /* nobody hears it any more */
}

int fl_cmd_watch(const struct fl_args *a)
{
	static struct fl_regs_run run;
	struct fl_regtool_watch w = {
	    .interval_us = (uint64_t)a->interval_ms * 1000, .count = a->count, .tick = tick};
	struct fl_regtool_op *op = NULL;
	struct fl_err err = {0};
	enum fl_code code = fl_regs_begin(&run, a, &err);
	unsigned n = (unsigned)a->n_operands, model_ms = 0;

	if (!code)
		code = fl_regs_open(&run, a, &err);
	if (!code) {
		op = fl_regs_parse(&run, FL_REGTOOL_SAFE, a, &err);
		code = op ? FL_OK : err.code;
	}
	if (!code) {
		w.n_seen = fl_regtool_places(&run.tool, op, n);
		w.seen = calloc(w.n_seen, sizeof(*w.seen));
		model_ms = run.device.model ? a->interval_ms : 0;
		w.arg = &model_ms;
		run.json_lines = a->json;
		code = w.seen ? fl_regtool_watch(&run.tool, op, n, &w, &err)
			      : fl_fail(&err, FL_FAILED, "out of memory");
	}
	free(w.seen);
	free(op);
	return fl_regs_end(&run, code, &err);
}
