/* SPDX-License-Identifier: MIT
 *
 * firstlight dump: a snapshot of the registers that are safe to read; its form is described in snapshot.h.
 */
#include "demos/firstlight/file.h"
#include "demos/firstlight/out.h"
#include "demos/firstlight/regs.h"

#include <stdlib.h>

struct dump {
	struct fl_regs_run *run;
	struct fl_file file;
	unsigned n, skipped;
};

static void to_snapshot(void *arg, const struct fl_regtool_said *s)
{
	struct dump *d = arg;

	if (s->kind == FL_REGTOOL_SKIPPED) {
		d->skipped++;
		return;
	}
	fprintf(d->file.f, "%s 0x%04x 0x%08x %s\n", s->place->space, s->place->offset, s->value, s->name);
	d->n++;
}

static enum fl_code dump(struct fl_regs_run *run, const struct fl_regtool_op *op, unsigned n,
			 const struct fl_args *a, struct fl_err *err)
{
	struct dump d = {.run = run};
	const struct fl_dev *dev = &run->device.dev;
	struct fl_regtool t = run->tool;

	if (fl_file_create(&d.file, a->out, err))
		return err->code;
	t.said = to_snapshot;
	t.arg = &d;
	fprintf(d.file.f,
		"firstlight snapshot 1\ncard %s\npci %04x:%04x revision %02x subsystem %04x:%04x\nchip %s\n",
		dev->name, dev->vendor, dev->device, dev->revision, dev->subsys_vendor, dev->subsys, t.chip);
	fl_regtool_read(&t, op, n, err);
	fprintf(d.file.f, "end %u\n", d.n);
	if (fl_file_close(&d.file, err))
		return err->code;
	if (!a->quiet)
		fprintf(stderr, "%u registers; %u that are write-only or not safe to read were left out\n",
			d.n, d.skipped);
	return FL_OK;
}

int fl_cmd_dump(const struct fl_args *a)
{
	static struct fl_regs_run run;
	static char everything[] = "*";
	char *all[] = {everything};
	struct fl_args given = *a;
	struct fl_regtool_op *op = NULL;
	struct fl_err err = {0};
	enum fl_code code = fl_regs_begin(&run, a, &err);

	if (!given.n_operands) {
		given.operand = all;
		given.n_operands = 1;
	}
	if (!code && a->json && a->out)
		code = fl_fail(&err, FL_USAGE, "--out writes a snapshot, --json prints objects: one of them");
	if (!code)
		code = fl_regs_open(&run, a, &err);
	if (!code) {
		run.hush_skipped = true;
		op = fl_regs_parse(&run, FL_REGTOOL_SAFE, &given, &err);
		if (!op)
			code = err.code;
		else if (a->json)
			code = fl_regtool_read(&run.tool, op, (unsigned)given.n_operands, &err);
		else
			code = dump(&run, op, (unsigned)given.n_operands, a, &err);
	}
	free(op);
	return fl_regs_end(&run, code, &err);
}
