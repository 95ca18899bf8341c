/* SPDX-License-Identifier: MIT
 *
 * Every register that a word stands for, and every field that a result is about; see fl_regtool.h.
 */
#include "hw/fl_str.h"
#include "lib/tool/fl_regtool_word.h"

struct walk {
	const struct fl_regtool *t;
	const char *glob; /* NULL: an array */
	fl_regtool_each *each;
	void *arg;
};

/* Whether another register that the glob matches comes first at this address: one with several meanings is
 * read once. */
static bool shadowed(const struct walk *w, const struct fl_reg *r)
{
	struct fl_reg first, match;
	int i;

	if (!w->glob || !fl_regs_lookup(w->t->db, r->space, r->offset, w->t->chips, 0, &first) ||
	    first.row == r->row)
		return false;
	i = (int)first.row - 1;
	return fl_regtool_match(w->t, w->glob, &i, &match) && match.row == first.row;
}

/* All elements of the register that *first is element 0 of. False: each said stop. */
static bool walk_elements(const struct walk *w, const struct fl_reg *first)
{
	uint32_t n = 1;

	for (unsigned d = 0; d < first->dims; d++)
		n *= first->length[d];
	for (uint32_t i = 0; i < n; i++) {
		struct fl_regtool_place p;
		struct fl_reg r = *first;
		const char *why;

		fl_regtool_element(&r, i);
		if (shadowed(w, &r))
			continue;
		why = fl_regtool_locate(w->t, &r, &p) ? fl_regtool_unreadable(&p)
						      : "this card does not reach its address";
		if (!w->each(w->arg, &p, why))
			return false;
	}
	return true;
}

bool fl_regtool_match(const struct fl_regtool *t, const char *glob, int *i, struct fl_reg *r)
{
	const char *name = glob;

	for (const char *c = glob; *c && name == glob; c++)
		if (*c == ':')
			name = c + 1;
	while (fl_regs_match(t->db, name, t->chips, i, r))
		if (name == glob || (fl_str_length(r->space) == (size_t)(name - 1 - glob) &&
				     fl_str_begins(r->space, glob, (size_t)(name - 1 - glob))))
			return true;
	return false;
}

bool fl_regtool_next(const struct fl_regtool *t, const struct fl_regtool_op *op, int *i, struct fl_reg *r)
{
	bool first = *i < 0, all;
	struct fl_err ignored;

	while (fl_regtool_match(t, op->range ? "*" : op->pattern, i, r)) {
		uint32_t end = r->offset;

		for (unsigned d = 0; d < r->dims; d++)
			end += (r->length[d] - 1) * r->stride[d];
		if (*r->space && (!op->range || (fl_str_same(r->space, op->place.space) &&
						 r->offset <= op->last && end >= op->place.offset)))
			return true;
		first = false;
	}
	return first && !op->range && !fl_regtool_find(t, op->pattern, r, &all, &ignored);
}

/* Addresses one by one. They were named as such, so that what is not safe can be accepted. In an address
 * space behind an index, what is unknown is passed over. */
static void walk_range(const struct walk *w, const struct fl_regtool_op *op)
{
	uint32_t step = fl_regtool_same(op->place.space, "mmio") ? 4 : 1;
	struct fl_regtool_place p = op->place;

	for (uint32_t at = op->place.offset;; at += step) {
		const char *why;

		p.offset = at;
		p.known = fl_regs_lookup(w->t->db, p.space, at, w->t->chips, 0, &p.reg);
		why = fl_regtool_unreadable(&p);
		if (why && w->t->unsafe_read && !(p.known && !(p.reg.access & FL_REG_R)))
			why = NULL;
		if ((p.known || step > 1 || !why) && !w->each(w->arg, &p, why))
			return;
		if (op->last - at < step)
			return;
	}
}

void fl_regtool_walk(const struct fl_regtool *t, const struct fl_regtool_op *op, fl_regtool_each *each,
		     void *arg)
{
	struct walk w = {.t = t, .each = each, .arg = arg};
	struct fl_reg r;
	int i = -1;

	if (!op->many) {
		each(arg, &op->place, NULL);
		return;
	}
	if (op->range) {
		walk_range(&w, op);
		return;
	}
	if (op->place.known) { /* an array: its first element was found by parsing */
		walk_elements(&w, &op->place.reg);
		return;
	}
	w.glob = op->pattern;
	while (fl_regtool_match(t, w.glob, &i, &r))
		if (!walk_elements(&w, &r))
			return;
}

static bool count(void *arg, const struct fl_regtool_place *p, const char *why)
{
	(*(unsigned *)arg)++;
	return true;
}

unsigned fl_regtool_places(const struct fl_regtool *t, const struct fl_regtool_op *op, unsigned n)
{
	unsigned places = 0;

	for (unsigned i = 0; i < n; i++)
		fl_regtool_walk(t, &op[i], count, &places);
	return places;
}

void fl_regtool_fields(const struct fl_regtool_said *s, fl_regtool_each_field *each, void *arg)
{
	const struct fl_reg *r = &s->place->reg;
	struct fl_reg_field f;

	for (unsigned i = 0; s->place->known && fl_reg_field(r, i, &f); i++) {
		struct fl_regtool_field shown = {.f = &f};

		if (!(f.chips & s->tool->chips) || !((0xffffffffu >> (32 - f.width)) << f.low & s->mask))
			continue;
		shown.value = fl_reg_field_get(&f, s->value);
		shown.name = fl_reg_value_name(r, &f, s->value, &shown.plus);
		if (s->has_old) {
			shown.old = fl_reg_field_get(&f, s->old);
			shown.old_name = fl_reg_value_name(r, &f, s->old, &shown.old_plus);
			shown.changed = shown.old != shown.value;
		}
		each(arg, &shown);
	}
}
