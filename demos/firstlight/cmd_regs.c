/* SPDX-License-Identifier: MIT
 *
 * firstlight read, write, poll: registers by name.
 */
#include "demos/firstlight/regs.h"

#include <stdlib.h>

typedef enum fl_code work(const struct fl_regtool *t, const struct fl_regtool_op *op, unsigned n,
			  struct fl_err *err);

/* Parse everything, then do it. */
static int run_words(const struct fl_args *a, enum fl_regtool_verb verb, work *do_it)
{
	static struct fl_regs_run run;
	struct fl_regtool_op *op = NULL;
	struct fl_err err = {0};
	enum fl_code code = fl_regs_begin(&run, a, &err);

	if (!code)
		code = fl_regs_open(&run, a, &err);
	if (!code) {
		op = fl_regs_parse(&run, verb, a, &err);
		code = op ? do_it(&run.tool, op, (unsigned)a->n_operands, &err) : err.code;
	}
	free(op);
	return fl_regs_end(&run, code, &err);
}

int fl_cmd_read(const struct fl_args *a)
{
	return run_words(a, FL_REGTOOL_READ, fl_regtool_read);
}

int fl_cmd_write(const struct fl_args *a)
{
	return run_words(a, FL_REGTOOL_WRITE, fl_regtool_write);
}

int fl_cmd_poll(const struct fl_args *a)
{
	static struct fl_regs_run run;
	struct fl_regtool_op *op = NULL;
	struct fl_err err = {0};
	enum fl_code code = fl_regs_begin(&run, a, &err);

	if (!code)
		code = fl_regs_open(&run, a, &err);
	if (!code) {
		op = fl_regs_parse(&run, FL_REGTOOL_POLL, a, &err);
		code = op ? fl_regtool_poll(&run.tool, op, (uint64_t)a->timeout_ms * 1000, &err) : err.code;
	}
	free(op);
	return fl_regs_end(&run, code, &err);
}
