/* SPDX-License-Identifier: MIT
 *
 * firstlight diff: two snapshots, or one and the live device, or either and the reset values that the
 * documents give.
 */
#include "demos/firstlight/databases.h"
#include "demos/firstlight/out.h"
#include "demos/firstlight/regs.h"
#include "demos/firstlight/snapshot.h"

#include <string.h>

enum side_kind { SNAPSHOT, LIVE, RESET };

struct side {
	enum side_kind kind;
	const char *name; /* as the caller calls it */
	struct fl_snapshot snapshot;
};

struct diff {
	struct fl_regs_run *run;
	struct side *a, *b;
	unsigned same, differ, only_a, only_b;
};

static enum side_kind kind_of(const char *s)
{
	return !strcmp(s, "live") ? LIVE : !strcmp(s, "reset") ? RESET : SNAPSHOT;
}

/* False: that side does not know. */
static bool value_on(const struct diff *d, const struct side *s, const struct fl_regtool_place *p,
		     uint32_t *value)
{
	const struct fl_snapshot_reg *r;

	switch (s->kind) {
	case SNAPSHOT:
		r = fl_snapshot_find(&s->snapshot, p->space, p->offset);
		if (r)
			*value = r->value;
		return r;
	case RESET:
		*value = p->reg.reset;
		return p->known && p->reg.has_reset;
	case LIVE:
		if (fl_regtool_unreadable(p))
			return false;
		*value = fl_regtool_get(&d->run->tool, p);
		return true;
	}
	return false;
}

static void compare(struct diff *d, const struct fl_regtool_place *p)
{
	struct fl_regtool_said s = {
	    .tool = &d->run->tool, .kind = FL_REGTOOL_CHANGED, .place = p, .mask = 0xffffffff};
	bool on_a = value_on(d, d->a, p, &s.old), on_b = value_on(d, d->b, p, &s.value);

	d->only_a += on_a && !on_b;
	d->only_b += on_b && !on_a;
	if (!on_a || !on_b)
		return;
	/* A document says nothing about bits that have no meaning. */
	if (d->a->kind == RESET || d->b->kind == RESET)
		s.mask = p->reg.mask;
	if (!((s.old ^ s.value) & s.mask)) {
		d->same++;
		return;
	}
	d->differ++;
	s.has_old = true;
	fl_regtool_name(p, s.name, sizeof(s.name));
	d->run->tool.said(d->run->tool.arg, &s);
}

static bool compare_place(void *arg, const struct fl_regtool_place *p, const char *why)
{
	const struct diff *d = arg;

	if (!why)
		compare(arg, p);
	return !fl_stopped(d->run->tool.dev);
}

/* The registers of a snapshot, in its order; those that the database does not know by their address. */
static void each_of(struct diff *d, const struct side *s, const struct side *not_in)
{
	const struct fl_regtool *t = &d->run->tool;

	for (unsigned i = 0; i < s->snapshot.n; i++) {
		const struct fl_snapshot_reg *r = &s->snapshot.reg[i];
		struct fl_regtool_place p = {.space = r->space, .offset = r->offset};
		struct fl_reg reg;

		if (not_in && fl_snapshot_find(&not_in->snapshot, r->space, r->offset))
			continue;
		if (fl_regs_lookup(t->db, r->space, r->offset, t->chips, 0, &reg) &&
		    !fl_regtool_locate(t, &reg, &p))
			p.known = false; /* a card that has no such address cannot be asked for it */
		if (!p.known) {
			p.space = r->space;
			p.offset = r->offset;
		}
		compare(d, &p);
	}
}

static enum fl_code load(struct side *s, const char *name, struct fl_err *err)
{
	s->name = name;
	s->kind = kind_of(name);
	return s->kind == SNAPSHOT ? fl_snapshot_read(&s->snapshot, name, err) : FL_OK;
}

/* Both sides must speak of the same registers. */
static enum fl_code same_family(struct fl_regs_run *run, const struct side *s, struct fl_err *err)
{
	struct fl_regtool other = {0};

	if (s->kind != SNAPSHOT)
		return FL_OK;
	if (!fl_regtool_chip(&other, fl_databases(), FL_N_DATABASES, s->snapshot.chip))
		return fl_fail(err, FL_FAILED, "%s: its chip '%s' is not in the database", s->name,
			       s->snapshot.chip);
	if (!run->tool.db)
		fl_regtool_chip(&run->tool, fl_databases(), FL_N_DATABASES, s->snapshot.chip);
	if (run->tool.db != other.db)
		return fl_fail(err, FL_FAILED, "%s is of %s (%s), which has other registers than %s (%s)",
			       s->name, s->snapshot.chip, fl_regs_name(other.db), run->tool.chip,
			       fl_regs_name(run->tool.db));
	if (strcmp(run->tool.chip, other.chip))
		fl_complain(0, "%s is of %s, the other of %s: what chips differ in will show", s->name,
			    other.chip, run->tool.chip);
	return FL_OK;
}

static enum fl_code diff(struct diff *d, const struct fl_args *a, struct fl_err *err)
{
	struct fl_regtool_op all;
	enum fl_code code = FL_OK;

	if (d->a->kind == LIVE || d->b->kind == LIVE)
		code = fl_regs_open(d->run, a, err);
	if (!code)
		code = same_family(d->run, d->a, err);
	if (!code)
		code = same_family(d->run, d->b, err);
	if (code)
		return code;
	if (d->a->kind == SNAPSHOT || d->b->kind == SNAPSHOT) {
		const struct side *first = d->a->kind == SNAPSHOT ? d->a : d->b;

		each_of(d, first, NULL);
		if (first == d->a && d->b->kind == SNAPSHOT)
			each_of(d, d->b, d->a);
	} else {
		code = fl_regtool_parse(&d->run->tool, FL_REGTOOL_SAFE, "*", &all, err);
		if (!code)
			fl_regtool_walk(&d->run->tool, &all, compare_place, d);
		if (!code && fl_stopped(d->run->tool.dev))
			code = fl_fail(err, FL_FAILED, "interrupted");
	}
	return code;
}

int fl_cmd_diff(const struct fl_args *args)
{
	static struct fl_regs_run run;
	struct side a = {0}, b = {0};
	struct diff d = {.run = &run, .a = &a, .b = &b};
	const char *second = args->n_operands > 1 ? args->operand[1] : "live";
	struct fl_err err = {0};
	enum fl_code code = fl_regs_begin(&run, args, &err);

	if (!code && kind_of(args->operand[0]) == kind_of(second) && kind_of(second) != SNAPSHOT)
		code = fl_fail(&err, FL_USAGE,
			       "'%s' compared with itself: name a snapshot, `live` or `reset`", second);
	if (!code)
		code = load(&a, args->operand[0], &err);
	if (!code)
		code = load(&b, second, &err);
	if (!code)
		code = diff(&d, args, &err);
	if (!code) {
		fflush(stdout);
		if (!args->quiet)
			fprintf(stderr,
				"%u registers differ, %u are the same, %u are only in %s, %u only in %s\n",
				d.differ, d.same, d.only_a, a.name, d.only_b, b.name);
		run.n_said = 1; /* an empty list is an answer too */
		code = d.differ ? FL_FAILED : FL_OK;
	}
	fl_snapshot_free(&a.snapshot);
	fl_snapshot_free(&b.snapshot);
	return fl_regs_end(&run, code, &err);
}
