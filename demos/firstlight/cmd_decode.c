/* SPDX-License-Identifier: MIT
 *
 * firstlight decode and names: what a value in a register means, what a register holds at all, and which
 * registers there are. Needs no device.
 */
#include "demos/firstlight/databases.h"
#include "demos/firstlight/preset.h"
#include "demos/firstlight/regs.h"

#include <stdlib.h>
#include <string.h>

/* Which family has it, if this one does not? */
static enum fl_code hint(const struct fl_regtool *t, const char *word, struct fl_err *err)
{
	char name[96];
	struct fl_reg r;
	bool all;

	snprintf(name, sizeof(name), "%.*s", (int)strcspn(word, ".="), word);
	if (!fl_regtool_find(t, name, &r, &all, &(struct fl_err){0}))
		return FL_USAGE; /* it is something else that is wrong */
	for (const struct fl_regs *const *db = fl_databases(); *db; db++) {
		struct fl_regtool other = {.db = *db, .chips = FL_REGS_ANY_CHIP, .chip = ""};
		struct fl_err ignored;
		struct fl_regtool_op op;

		if (*db != t->db && !fl_regtool_parse(&other, FL_REGTOOL_DECODE, name, &op, &ignored)) {
			unsigned i = 0;
			int first = -1;

			if (op.many && !fl_regtool_next(&other, &op, &first, &op.place.reg))
				continue;
			while (!(op.place.reg.chips & 1u << i))
				i++;
			return fl_fail_more(err, FL_USAGE, "; %s has it: --chip %s", fl_regs_name(*db),
					    fl_regs_chip_name(*db, i));
		}
	}
	return FL_USAGE;
}

static void show(struct fl_regs_run *run, const struct fl_regtool_op *op, const struct fl_regtool_place *p,
		 const uint32_t *value, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		struct fl_regtool_said s = {
		    .tool = &run->tool, .place = p, .value = value[i], .mask = op->mask};

		fl_regtool_name(p, s.name, sizeof(s.name));
		run->tool.said(run->tool.arg, &s);
	}
	if (!n && run->json)
		json_array_append_new(run->json, fl_regs_describe_json(&run->tool, p));
	else if (!n)
		fl_regtool_describe(&run->text, &run->tool, p);
}

/* An address can have several meanings, which a name has not. */
static void show_all(struct fl_regs_run *run, const struct fl_regtool_op *op, const uint32_t *value,
		     unsigned n)
{
	const char *c = op->word;
	struct fl_regtool_place p = op->place;

	for (const char *s = op->word; *s; s++)
		if (*s == ':')
			c = s + 1;
	show(run, op, &p, value, n);
	for (unsigned nth = 1; *c >= '0' && *c <= '9' &&
			       fl_regs_lookup(run->tool.db, p.space, p.offset, run->tool.chips, nth, &p.reg);
	     nth++)
		show(run, op, &p, value, n);
}

/* The registers that a glob or a range stands for; an array once. */
static enum fl_code list(struct fl_regs_run *run, const struct fl_regtool_op *op, struct fl_err *err)
{
	const char *glob = op->range ? op->word : op->pattern;
	struct fl_regtool_place p;
	struct fl_reg r;
	unsigned n = 0;

	for (int i = -1; fl_regtool_next(&run->tool, op, &i, &r); n++)
		if (!run->json)
			fl_regtool_print_name(&run->text, &r);
		else if (fl_regtool_locate(&run->tool, &r, &p))
			json_array_append_new(run->json, fl_regs_describe_json(&run->tool, &p));
	if (!n) {
		fl_fail(err, FL_FAILED, "no register of %s is called '%s'", run->tool.chip, glob);
		if (!strpbrk(glob, "*?"))
			fl_fail_more(err, FL_FAILED, "; * stands for anything: *%s*", glob);
		hint(&run->tool, glob, err);
		return FL_FAILED;
	}
	if (!run->json)
		printf("%u name%s\n", n, n == 1 ? "" : "s");
	return FL_OK;
}

/* The registers of --chip. */
static enum fl_code pick(struct fl_regs_run *run, const struct fl_args *a, struct fl_err *err)
{
	const char *chip = a->chip ? a->chip : "r580";

	if (fl_regtool_chip(&run->tool, fl_databases(), FL_N_DATABASES, chip))
		return FL_OK;
	fl_fail(err, FL_USAGE, "%s '%.40s' is not in the database, which has",
		a->preset ? FL_PRESET ":" : "--chip", chip);
	for (const struct fl_regs *const *db = fl_databases(); *db; db++)
		for (unsigned i = 0; fl_regs_chip_name(*db, i); i++)
			fl_fail_more(err, FL_USAGE, " %s", fl_regs_chip_name(*db, i));
	return FL_USAGE;
}

int fl_cmd_names(const struct fl_args *a)
{
	static struct fl_regs_run run;
	struct fl_regtool_op op = {.pattern = "*"};
	struct fl_err err = {0};
	enum fl_code code = fl_regs_begin(&run, a, &err);

	if (!code && a->n_operands && strlen(a->operand[0]) >= sizeof(op.pattern))
		code = fl_fail(&err, FL_USAGE, "'%.60s...' is too long", a->operand[0]);
	if (!code && a->n_operands)
		strcpy(op.pattern, a->operand[0]);
	if (!code)
		code = pick(&run, a, &err);
	if (!code)
		code = list(&run, &op, &err);
	return fl_regs_end(&run, code, &err);
}

int fl_cmd_decode(const struct fl_args *a)
{
	static struct fl_regs_run run;
	struct fl_err err = {0};
	struct fl_regtool_op op = {0};
	uint32_t *value = calloc((size_t)a->n_operands, sizeof(*value));
	unsigned n = (unsigned)a->n_operands - 1;
	enum fl_code code = fl_regs_begin(&run, a, &err);

	if (!value)
		code = fl_fail(&err, FL_FAILED, "out of memory");
	if (!code)
		code = pick(&run, a, &err);
	if (!code) {
		code = fl_regtool_parse(&run.tool, FL_REGTOOL_DECODE, a->operand[0], &op, &err);
		if (code)
			code = hint(&run.tool, a->operand[0], &err);
	}
	if (!code && op.many && n)
		code = fl_fail(&err, FL_USAGE,
			       "'%.60s' stands for several registers, a value is decoded as one", op.word);
	for (unsigned i = 0; i < n && !code; i++) {
		unsigned width = op.place.reg.width < 32 ? op.place.reg.width : 32;

		code = fl_regtool_value(&op.place.reg, NULL, a->operand[1 + i], 0xffffffffu >> (32 - width),
					true, a->operand[1 + i], &value[i], &err);
	}
	if (!code && op.many)
		code = list(&run, &op, &err);
	else if (!code)
		show_all(&run, &op, value, n);
	free(value);
	return fl_regs_end(&run, code, &err);
}
