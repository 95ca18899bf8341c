/* SPDX-License-Identifier: MIT
 *
 * firstlight decode: what a value in a register means, or what a register holds at all. Needs no device.
 */
#include "demos/firstlight/databases.h"
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

int fl_cmd_decode(const struct fl_args *a)
{
	static struct fl_regs_run run;
	const char *chip = a->chip ? a->chip : "r580";
	struct fl_err err = {0};
	struct fl_regtool_op op;
	uint32_t *value = calloc((size_t)a->n_operands, sizeof(*value));
	unsigned n = (unsigned)a->n_operands - 1;
	enum fl_code code = fl_regs_begin(&run, a, &err);

	if (!value)
		code = fl_fail(&err, FL_FAILED, "out of memory");
	if (!code && !fl_regtool_chip(&run.tool, fl_databases(), FL_N_DATABASES, chip)) {
		code = fl_fail(&err, FL_USAGE, "--chip '%.40s' is not in the database, which has", chip);
		for (const struct fl_regs *const *db = fl_databases(); *db; db++)
			for (unsigned i = 0; fl_regs_chip_name(*db, i); i++)
				fl_fail_more(&err, code, " %s", fl_regs_chip_name(*db, i));
	}
	if (!code) {
		code = fl_regtool_parse(&run.tool, FL_REGTOOL_DECODE, a->operand[0], &op, &err);
		if (code)
			code = hint(&run.tool, a->operand[0], &err);
	}
	for (unsigned i = 0; i < n && !code; i++) {
		unsigned width = op.place.reg.width < 32 ? op.place.reg.width : 32;

		code = fl_regtool_number(a->operand[1 + i], 0xffffffffu >> (32 - width), a->operand[1 + i],
					 &value[i], &err);
	}
	if (!code)
		show_all(&run, &op, value, n);
	free(value);
	return fl_regs_end(&run, code, &err);
}
