/* SPDX-License-Identifier: MIT
 *
 * The register commands: what they share; see regs.h.
 */
#include "demos/firstlight/regs.h"
#include "demos/firstlight/out.h"

#include <stdlib.h>
#include <string.h>

/* ---- JSON ---------------------------------------------------------------------------------------------- */
/* Infinity, and what is no number, JSON has not. */
void fl_regs_add_number(json_t *o, const struct fl_reg *r, const struct fl_reg_field *f, uint32_t value)
{
	unsigned point;
	char text[24];

	if (fl_reg_number(r, f, value, text, sizeof text) <= 0)
		return;
	switch (fl_reg_kind(r, f, &point)) {
	case FL_REG_SIGNED:
		json_object_set_new(o, "number", json_integer(strtol(text, NULL, 10)));
		break;
	case FL_REG_MINUS1:
		json_object_set_new(o, "number", json_integer((json_int_t)value + 1));
		break;
	case FL_REG_ADDRESS:
		json_object_set_new(o, "number", json_integer((json_int_t)value << point));
		break;
	default:
		json_object_set_new(o, "number", json_real(strtod(text, NULL)));
		break;
	}
}

struct fields {
	json_t *list;
	const struct fl_reg *reg;
};

static void add_field(void *arg, const struct fl_regtool_field *f)
{
	const struct fields *all = arg;
	json_t *o = json_pack("{s:s,s:I}", "name", f->f->name, "value", (json_int_t)f->value);

	if (f->name && f->plus)
		json_object_set_new(o, "meaning", json_sprintf("%s+%u", f->name, f->plus));
	else if (f->name)
		json_object_set_new(o, "meaning", json_string(f->name));
	if (f->changed)
		json_object_set_new(o, "old", json_integer(f->old));
	if (!f->name)
		fl_regs_add_number(o, all->reg, f->f, f->value);
	json_array_append_new(all->list, o);
}

static void add_place(json_t *o, const struct fl_regtool_place *p)
{
	if (p->known && !strcmp(p->space, "none"))
		return;
	json_object_set_new(o, "space", json_string(p->space));
	json_object_set_new(o, "address", json_integer(p->offset));
}

json_t *fl_regs_json(const struct fl_regtool_said *s)
{
	static const char *const kind[] = {"value",   "written", "rehearsed", "changed",
					   "reached", "timeout", "skipped"};
	json_t *o = json_pack("{s:s,s:s}", "register", s->name, "result", kind[s->kind]), *fields;

	add_place(o, s->place);
	if (s->timed)
		json_object_set_new(o, "time_us", json_integer((json_int_t)s->time_us));
	if (s->why)
		json_object_set_new(o, "why", json_string(s->why));
	if (s->kind == FL_REGTOOL_SKIPPED)
		return o;
	if (s->has_old)
		json_object_set_new(o, "old", json_integer(s->old));
	json_object_set_new(o, "value", json_integer(s->value));
	if (s->place->known)
		fl_regs_add_number(o, &s->place->reg, NULL, s->value);
	if (s->has_back) {
		json_object_set_new(o, "read_back", json_integer(s->back));
		json_object_set_new(o, "ok", json_boolean(!s->differs));
	}
	fields = json_array();
	fl_regtool_fields(s, add_field, &(struct fields){fields, &s->place->reg});
	json_object_set_new(o, "fields", fields);
	return o;
}

static json_t *access_json(unsigned access)
{
	json_t *o = json_object();

	json_object_set_new(o, "read", json_boolean(access & FL_REG_R));
	json_object_set_new(o, "write", json_boolean(access & FL_REG_W));
	if (access & FL_REG_W1C)
		json_object_set_new(o, "one_clears", json_true());
	if (access & FL_REG_READ_CLEARS)
		json_object_set_new(o, "reading_clears", json_true());
	return o;
}

/* How a number is held, by the names of hw/regs/README.md. */
static void add_kind(json_t *o, const struct fl_reg *r, const struct fl_reg_field *f)
{
	static const char *const kinds[] = {"",    "float",   "fixedp", "ufixed",
					    "int", "address", "minus1", "angle"};
	unsigned point;
	enum fl_reg_kind kind = fl_reg_kind(r, f, &point);

	if (kind != FL_REG_PLAIN)
		json_object_set_new(o, "type", json_string(kinds[kind]));
	if (kind == FL_REG_FIXED || kind == FL_REG_UFIXED || (kind == FL_REG_ADDRESS && point))
		json_object_set_new(o, "point", json_integer(point));
}

json_t *fl_regs_describe_json(const struct fl_regtool *t, const struct fl_regtool_place *p)
{
	const struct fl_reg *r = &p->reg;
	json_t *o = json_object(), *fields = json_array(), *hazards = json_array();
	struct fl_reg_field f;
	char name[80];

	fl_regtool_name(p, name, sizeof(name));
	json_object_set_new(o, "register", json_string(name));
	add_place(o, p);
	json_object_set_new(o, "block", json_string(r->block));
	json_object_set_new(o, "access", access_json(r->access));
	for (unsigned h = r->hazard; h; h &= h - 1)
		json_array_append_new(hazards, json_string(fl_regtool_hazard_name(h)));
	json_object_set_new(o, "hazards", hazards);
	json_object_set_new(o, "unsafe_read", json_boolean(r->read_unsafe));
	if (r->has_reset)
		json_object_set_new(o, "reset", json_integer(r->reset));
	add_kind(o, r, NULL);
	for (unsigned i = 0; fl_reg_field(r, i, &f); i++) {
		json_t *values = json_object(), *one;
		const char *s;
		uint32_t v;

		if (!(f.chips & t->chips)) {
			json_decref(values);
			continue;
		}
		for (unsigned k = 0; (s = fl_reg_value_at(r, &f, k, &v)); k++)
			json_object_set_new(values, s, json_integer(v));
		one = json_pack("{s:s,s:i,s:i,s:o}", "name", f.name, "low", (int)f.low, "width", (int)f.width,
				"access", access_json(f.access));
		json_object_set_new(one, "values", values);
		add_kind(one, r, &f);
		json_array_append_new(fields, one);
	}
	json_object_set_new(o, "fields", fields);
	return o;
}

/* ---- a run --------------------------------------------------------------------------------------------- */
static void put(void *arg, const char *text, enum fl_regtool_ink ink)
{
	static const enum fl_ink of[] = {FL_PLAIN, FL_BOLD, FL_GREEN, FL_RED, FL_DIM};
	const char *on = fl_ink(stdout, of[ink]);
	size_t n = strlen(text);
	bool line = n && text[n - 1] == '\n';

	if (ink == FL_REGTOOL_PLAIN || !*on) {
		fputs(text, stdout);
		return;
	}
	printf("%s%.*s%s%s", on, (int)(n - line), text, fl_ink(stdout, FL_PLAIN), line ? "\n" : "");
}

static void said(void *arg, const struct fl_regtool_said *s)
{
	struct fl_regs_run *run = arg;

	run->n_said++;
	run->n_skipped += s->kind == FL_REGTOOL_SKIPPED;
	run->n_changed += s->kind == FL_REGTOOL_CHANGED;
	if (s->kind == FL_REGTOOL_SKIPPED && run->hush_skipped)
		return;
	if (run->json_lines) {
		json_t *o = fl_regs_json(s);

		json_dumpf(o, stdout, JSON_COMPACT);
		putchar('\n');
		fflush(stdout);
		json_decref(o);
	} else if (run->json) {
		json_array_append_new(run->json, fl_regs_json(s));
	} else {
		fl_regtool_print(&run->text, s);
	}
}

/* "clock,memory": each risk by its name. */
static enum fl_code take_force(struct fl_regtool *t, const char *list, struct fl_err *err)
{
	while (list) {
		size_t n = strcspn(list, ",");
		char name[16] = "";
		unsigned bit;

		if (n < sizeof(name))
			memcpy(name, list, n);
		bit = fl_regtool_hazard(name);
		if (!bit)
			return fl_fail(
			    err, FL_USAGE,
			    "--force=%.40s: '%.*s' is no hazard; they are clock, memory, voltage, display, "
			    "bus, unknown",
			    list, (int)(n < 40 ? n : 40), list);
		t->force |= bit;
		list = list[n] ? list + n + 1 : NULL;
	}
	return FL_OK;
}

enum fl_code fl_regs_begin(struct fl_regs_run *run, const struct fl_args *a, struct fl_err *err)
{
	memset(run, 0, sizeof(*run));
	run->text.put = put;
	run->tool.said = said;
	run->tool.arg = run;
	run->tool.unsafe_read = a->unsafe_read;
	run->tool.rehearse = a->rehearse;
	if (a->json)
		run->json = json_array();
	return take_force(&run->tool, a->force, err);
}

enum fl_code fl_regs_open(struct fl_regs_run *run, const struct fl_args *a, struct fl_err *err)
{
	enum fl_code code = fl_device_open(&run->device, a, err);

	if (code)
		return code;
	run->opened = true;
	return fl_regtool_for(&run->tool, &run->device.dev, err);
}

struct fl_regtool_op *fl_regs_parse(struct fl_regs_run *run, enum fl_regtool_verb verb,
				    const struct fl_args *a, struct fl_err *err)
{
	struct fl_regtool_op *op = calloc((size_t)a->n_operands + 1, sizeof(*op));

	if (!op) {
		fl_fail(err, FL_FAILED, "out of memory");
		return NULL;
	}
	if (fl_regtool_parse_all(&run->tool, verb, (unsigned)a->n_operands, (const char *const *)a->operand,
				 op, err)) {
		free(op);
		return NULL;
	}
	return op;
}

int fl_regs_end(struct fl_regs_run *run, enum fl_code code, const struct fl_err *err)
{
	if (run->json && !run->json_lines && (run->n_said || !code)) {
		json_dumpf(run->json, stdout, JSON_INDENT(1));
		putchar('\n');
	}
	json_decref(run->json);
	fflush(stdout);
	if (code && *err->text)
		fl_complain_err(err);
	if (run->opened) {
		fl_device_reports(&run->device);
		return fl_device_close(&run->device, code);
	}
	return code;
}
