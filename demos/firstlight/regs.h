/* SPDX-License-Identifier: MIT
 *
 * What the register commands have in common: the tool over a device, output as text or JSON.
 */
#ifndef DEMOS_FIRSTLIGHT_REGS_H
#define DEMOS_FIRSTLIGHT_REGS_H

#include "demos/firstlight/device.h"
#include "lib/tool/fl_regtool_text.h"

#include <jansson.h>

struct fl_regs_run {
	struct fl_device device;
	bool opened;
	struct fl_regtool tool;
	struct fl_regtool_text text;
	json_t *json;    /* --json: results are collected here, */
	bool json_lines; /* or printed at once, an object a line */
	unsigned n_said, n_skipped, n_changed;
	bool hush_skipped; /* count what is not read, and do not list it */
};

/* Take --force, --unsafe-read, --rehearse and --json; no device yet. */
enum fl_code fl_regs_begin(struct fl_regs_run *run, const struct fl_args *a, struct fl_err *err);
/* The device, and its registers' database. Reads its PCI identity, no register. */
enum fl_code fl_regs_open(struct fl_regs_run *run, const struct fl_args *a, struct fl_err *err);
/* All operands; the caller frees. NULL: *err says why. */
struct fl_regtool_op *fl_regs_parse(struct fl_regs_run *run, enum fl_regtool_verb verb,
				    const struct fl_args *a, struct fl_err *err);
/* Print what was collected, close, complain; returns the exit code. */
int fl_regs_end(struct fl_regs_run *run, enum fl_code code, const struct fl_err *err);

/* One result as an object. */
json_t *fl_regs_json(const struct fl_regtool_said *s);
/* Add "number" to o: the value of a field (NULL: of the whole word) as it is meant, if it is no plain one. */
void fl_regs_add_number(json_t *o, const struct fl_reg *r, const struct fl_reg_field *f, uint32_t value);
/* What is known of a register, as an object. */
json_t *fl_regs_describe_json(const struct fl_regtool *t, const struct fl_regtool_place *p);

#endif
