/* SPDX-License-Identifier: MIT
 *
 * Results as text; see fl_regtool_text.h.
 */
#include "lib/tool/fl_regtool_text.h"
#include "lib/tool/fl_regtool_word.h"

enum { NAME_COLUMN = 28 };

static void put(const struct fl_regtool_text *o, enum fl_regtool_ink ink, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

static void put(const struct fl_regtool_text *o, enum fl_regtool_ink ink, const char *fmt, ...)
{
	char line[200];
	va_list ap;

	va_start(ap, fmt);
	fl_vformat(line, sizeof(line), fmt, ap);
	va_end(ap);
	o->put(o->arg, line, ink);
}

/* "31", "7:0" */
static void bits(const struct fl_reg_field *f, char *out, size_t size)
{
	if (f->width > 1)
		fl_format(out, size, "%u:%u", f->low + f->width - 1, f->low);
	else
		fl_format(out, size, "%u", f->low);
}

/* "3 R420", "0x240 (576)", "0x44000000 512.0" */
static void value(char *out, size_t size, const struct fl_reg *r, const struct fl_reg_field *f, uint32_t v,
		  const char *name, uint32_t plus)
{
	char number[24];

	if (!name && fl_reg_number(r, f, v, number, sizeof(number)) >= 0)
		fl_format(out, size, v > 9 ? "0x%x%s%s" : "%u%s%s", v, *number ? " " : "", number);
	else if (name && plus)
		fl_format(out, size, "%u %s+%u", v, name, plus);
	else if (name)
		fl_format(out, size, v > 9 ? "0x%x %s" : "%u %s", v, name);
	else
		fl_format(out, size, v > 9 ? "0x%x (%u)" : "%u", v, v);
}

struct fields {
	const struct fl_regtool_text *o;
	const struct fl_reg *reg;
	bool changed_only;
	int width; /* of the longest name */
};

static void measure(void *arg, const struct fl_regtool_field *f)
{
	struct fields *all = arg;
	int n = (int)fl_str_length(f->f->name);

	if ((f->changed || !all->changed_only) && n > all->width)
		all->width = n;
}

static void print_field(void *arg, const struct fl_regtool_field *f)
{
	const struct fields *all = arg;
	char at[8], now[80], old[80];

	if (all->changed_only && !f->changed)
		return;
	bits(f->f, at, sizeof(at));
	value(now, sizeof(now), all->reg, f->f, f->value, f->name, f->plus);
	put(all->o, FL_REGTOOL_PLAIN, "  %5s  %-*s  ", at, all->width, f->f->name);
	if (f->changed) {
		value(old, sizeof(old), all->reg, f->f, f->old, f->old_name, f->old_plus);
		put(all->o, FL_REGTOOL_PLAIN, "%s -> ", old);
		put(all->o, FL_REGTOOL_NEW, "%s\n", now);
	} else {
		put(all->o, FL_REGTOOL_PLAIN, "%s\n", now);
	}
}

/* "0x44000000 512.0" */
static void word_value(const struct fl_regtool_text *o, enum fl_regtool_ink ink,
		       const struct fl_regtool_said *s, uint32_t v)
{
	const struct fl_reg *r = &s->place->reg;
	const char *name = s->place->known && !r->n_fields ? fl_reg_word_name(r, v) : NULL;
	char number[24] = "";

	if (!name && s->place->known)
		fl_reg_number(r, NULL, v, number, sizeof(number));
	name = name ? name : number;
	put(o, ink, "0x%08x%s%s", v, *name ? " " : "", name);
}

static void print_transition(const struct fl_regtool_text *o, const struct fl_regtool_said *s)
{
	if (s->has_old)
		word_value(o, FL_REGTOOL_PLAIN, s, s->old);
	put(o, FL_REGTOOL_PLAIN, s->has_old ? " -> " : "-> ");
	word_value(o, s->has_old && s->old == s->value ? FL_REGTOOL_PLAIN : FL_REGTOOL_NEW, s, s->value);
	if (s->has_old && s->old == s->value)
		put(o, FL_REGTOOL_QUIET, "  (no change)");
	if (s->kind == FL_REGTOOL_WOULD)
		put(o, FL_REGTOOL_QUIET, "  (rehearsed, not written)");
	else if (s->kind == FL_REGTOOL_WRITTEN && !s->has_back)
		put(o, FL_REGTOOL_QUIET, "  (not read back: %s)", s->why ? s->why : "");
	if (s->differs)
		put(o, FL_REGTOOL_BAD, "  reads 0x%08x", s->back);
}

void fl_regtool_print(void *arg, const struct fl_regtool_said *s)
{
	const struct fl_regtool_text *o = arg;
	struct fields all = {.o = o, .reg = &s->place->reg, .changed_only = s->has_old && !o->all};

	if (s->timed)
		put(o, FL_REGTOOL_QUIET, "%5u.%06u  ", (unsigned)(s->time_us / 1000000),
		    (unsigned)(s->time_us % 1000000));
	put(o, FL_REGTOOL_NAME, "%-*s  ", NAME_COLUMN, s->name);
	switch (s->kind) {
	case FL_REGTOOL_VALUE:
	case FL_REGTOOL_REACHED:
		word_value(o, FL_REGTOOL_PLAIN, s, s->value);
		break;
	case FL_REGTOOL_EXPIRED:
		word_value(o, FL_REGTOOL_BAD, s, s->value);
		break;
	case FL_REGTOOL_SKIPPED:
		put(o, FL_REGTOOL_QUIET, "not read: %s\n", s->why);
		return;
	case FL_REGTOOL_WRITTEN:
	case FL_REGTOOL_WOULD:
	case FL_REGTOOL_CHANGED:
		print_transition(o, s);
		break;
	}
	if (s->place->known && fl_regtool_same(s->place->space, "none"))
		put(o, FL_REGTOOL_QUIET, "  (no address)\n");
	else
		put(o, FL_REGTOOL_QUIET, "  %s:0x%04x\n", s->place->space, s->place->offset);
	if (o->brief || (s->timed && s->kind == FL_REGTOOL_VALUE)) /* where watching begins */
		return;
	fl_regtool_fields(s, measure, &all);
	fl_regtool_fields(s, print_field, &all);
}

void fl_regtool_print_name(const struct fl_regtool_text *o, const struct fl_reg *r)
{
	char name[80];

	if (r->index[0] | r->index[1])
		fl_reg_full_name(r, name, sizeof(name));
	else
		fl_format(name, sizeof(name), "%s%s", r->name, r->dims ? "[]" : "");
	put(o, FL_REGTOOL_NAME, "%-*s", NAME_COLUMN, name);
	put(o, FL_REGTOOL_PLAIN, "  %s:0x%04x  %s%s%s%s\n", r->space, r->offset, r->block,
	    r->access & FL_REG_R ? "" : ", write-only", r->access & FL_REG_W ? "" : ", read-only",
	    r->hazard ? ", hazard" : "");
}

/* ---- what is known of a register ----------------------------------------------------------------------- */
static const char *access_name(unsigned access)
{
	if (access & FL_REG_W1C)
		return "write 1 to clear";
	if (access & FL_REG_READ_CLEARS)
		return "cleared by reading";
	switch (access & (FL_REG_R | FL_REG_W)) {
	case FL_REG_R:
		return "read-only";
	case FL_REG_W:
		return "write-only";
	default:
		return "read and write";
	}
}

/* How a field's numbers are held, or a register's (f NULL). */
static void describe_kind(const struct fl_regtool_text *o, const struct fl_reg *r,
			  const struct fl_reg_field *f)
{
	unsigned point;
	enum fl_reg_kind kind = fl_reg_kind(r, f, &point);

	if (kind != FL_REG_PLAIN)
		put(o, FL_REGTOOL_QUIET,
		    !point                   ? "  %s"
		    : kind == FL_REG_ADDRESS ? "  %s, of %u bytes each"
					     : "  %s, %u bits after its point",
		    fl_regtool_kind(kind), kind == FL_REG_ADDRESS ? 1u << point : point);
}

static void describe_field(const struct fl_regtool_text *o, const struct fl_reg *r,
			   const struct fl_reg_field *f, int width)
{
	uint32_t v;
	const char *name;
	char at[8];

	bits(f, at, sizeof(at));
	put(o, FL_REGTOOL_PLAIN, "  %5s  %-*s", at,
	    f->shr || f->access != r->access || fl_reg_kind(r, f, &(unsigned){0}) ? width : 0, f->name);
	if (f->shr)
		put(o, FL_REGTOOL_QUIET, "  a multiple of %u", 1u << f->shr);
	describe_kind(o, r, f);
	if (f->access != r->access)
		put(o, FL_REGTOOL_QUIET, "  %s", access_name(f->access));
	put(o, FL_REGTOOL_PLAIN, "\n");
	for (unsigned i = 0; (name = fl_reg_value_at(r, f, i, &v)); i++)
		put(o, FL_REGTOOL_PLAIN, v > 9 ? "         %*s  0x%x %s\n" : "         %*s  %u %s\n", width,
		    "", v, name);
}

void fl_regtool_describe(const struct fl_regtool_text *o, const struct fl_regtool *t,
			 const struct fl_regtool_place *p)
{
	const struct fl_reg *r = &p->reg;
	struct fl_reg_field f;
	char name[80];
	int width = 0;

	fl_regtool_name(p, name, sizeof(name));
	put(o, FL_REGTOOL_NAME, "%-*s", NAME_COLUMN, name);
	if (!p->known) {
		put(o, FL_REGTOOL_QUIET, "  no register is known there\n");
		return;
	}
	put(o, FL_REGTOOL_PLAIN, "  %s", access_name(r->access));
	if (r->block[0])
		put(o, FL_REGTOOL_PLAIN, ", block %s", r->block);
	if (fl_regtool_same(r->space, "none"))
		put(o, FL_REGTOOL_QUIET, "  (no address)\n");
	else
		put(o, FL_REGTOOL_QUIET, "  %s:0x%04x\n", r->space, r->offset);
	if (r->dims == 1)
		put(o, FL_REGTOOL_PLAIN, "  an array of %u, 0x%x apart\n", r->length[0], r->stride[0]);
	else if (r->dims)
		put(o, FL_REGTOOL_PLAIN, "  an array of %u times %u, 0x%x and 0x%x apart\n", r->length[0],
		    r->length[1], r->stride[0], r->stride[1]);
	if (!r->n_fields && fl_reg_kind(r, NULL, &(unsigned){0})) {
		describe_kind(o, r, NULL);
		put(o, FL_REGTOOL_PLAIN, "\n");
	}
	if (r->has_reset)
		put(o, FL_REGTOOL_PLAIN, "  after reset: 0x%08x\n", r->reset);
	for (unsigned h = r->hazard; h; h &= h - 1)
		put(o, FL_REGTOOL_BAD, "  writing it can take the machine down: %s\n",
		    fl_regtool_hazard_name(h));
	if (r->read_unsafe)
		put(o, FL_REGTOOL_BAD, "  reading it has side effects, or can hang\n");
	for (unsigned i = 0; fl_reg_field(r, i, &f); i++)
		if (f.chips & t->chips && (int)fl_str_length(f.name) > width)
			width = (int)fl_str_length(f.name);
	for (unsigned i = 0; fl_reg_field(r, i, &f); i++)
		if (f.chips & t->chips)
			describe_field(o, r, &f, width);
}
