/* SPDX-License-Identifier: MIT
 *
 * The walk over the stages of a first contact; see fl_contact.h.
 */
#include "hw/fl_contact.h"
#include "hw/fl_str.h"
#include "hw/fl_wake.h"

#include <string.h>

const char *const fl_contact_ends[] = {"done", "failed", "declined", "interrupted"};

enum fl_contact_stage fl_contact_find(const char *name, size_t n)
{
	enum fl_contact_stage s = FL_CONTACT_READS;

	while (s < FL_CONTACT_STAGES &&
	       (fl_str_length(fl_contact_about[s].name) != n || memcmp(fl_contact_about[s].name, name, n)))
		s++;
	return s;
}

const struct fl_contact_list *fl_contact_list(const struct fl_family *f)
{
	for (const struct fl_contact_list *const *l = fl_contacts; *l; l++)
		if ((*l)->family == f)
			return *l;
	return NULL;
}

static const struct fl_contact_row *row_of(const struct fl_contact_list *l, const char *check)
{
	for (const struct fl_contact_row *r = l->rows; r->check; r++)
		if (fl_str_same(r->check, check))
			return r;
	return NULL;
}

const char *fl_contact_hint(const struct fl_contact_list *l, const char *check)
{
	const struct fl_contact_row *r = row_of(l, check);

	return r ? r->hint : NULL;
}

static const struct fl_check *check_of(const struct fl_contact_list *l, const char *name)
{
	for (const struct fl_check *k = l->checks; k->name; k++)
		if (fl_str_same(k->name, name))
			return k;
	return NULL;
}

struct walk {
	struct fl_contact *c;
	struct fl_bringup *up;
	struct fl_err *err;
	bool firmware; /* all that the card wants is there */
	bool packets;  /* some were carried out */
	bool asked;    /* for the stage at hand */
};

/* May the stage begin? Asked before its first check: a stage that the card has nothing of is passed over. */
static bool may_begin(struct walk *w, enum fl_contact_stage s)
{
	if (w->asked)
		return true;
	w->asked = true;
	w->c->stage = s;
	if (!s || w->c->ask(w->c->arg, s))
		return true;
	w->c->end = FL_CONTACT_DECLINED;
	return false;
}

/* One check, or what the caller draws (k NULL). optional: FL_NO_DEVICE is an answer, for the machine may not
 * have what is tried, as memory that the card can fetch from, nor the chip (FL_CHECK_MAY_LACK); anywhere
 * else a card that says so is gone.
 * False: it failed, or somebody wants an end, or does not want the stage. */
static bool one(struct walk *w, const struct fl_check *k, bool optional, struct fl_contact_result r)
{
	struct fl_bringup *up = w->up;
	struct fl_err e = {0};
	uint64_t start;

	if (!may_begin(w, r.stage))
		return false;
	start = fl_now_us(up->dev);
	if (fl_stopped(up->dev)) {
		w->c->end = FL_CONTACT_INTERRUPTED;
		fl_fail(w->err, FL_FAILED, "interrupted before \"%s\"", r.name);
		return false;
	}
	up->did[0] = 0;
	r.text = up->did;
	up->dev->awake |= r.stage != FL_CONTACT_READS;
	if (w->c->on_try)
		w->c->on_try(w->c->arg, &r);
	if (k && k->firmware && !w->firmware) {
		r.verdict = FL_SKIP;
		r.text = "no microcode was given";
	} else {
		r.code = k ? k->run(up, &e) : w->c->draw(w->c->arg, r.stage, w->packets, up, &e);
		r.us = fl_now_us(up->dev) - start;
	}
	if (r.code) {
		r.verdict = r.code == FL_NO_DEVICE && optional ? FL_SKIP : FL_FAIL;
		r.text = e.text;
	}
	w->packets |= k && k->firmware && r.verdict == FL_PASS && r.stage >= FL_CONTACT_RING;
	w->c->on_result(w->c->arg, &r);
	if (r.verdict != FL_FAIL)
		return true;
	w->c->end = fl_stopped(up->dev) ? FL_CONTACT_INTERRUPTED : FL_CONTACT_FAILED;
	fl_fail(w->err, r.code, "%s: %s", r.name, e.text);
	return false;
}

static void stage(struct walk *w, const struct fl_contact_list *l, enum fl_contact_stage s)
{
	for (const struct fl_contact_row *r = l->rows; r->check; r++) {
		const struct fl_check *k = r->block ? NULL : check_of(l, r->check);
		const struct fl_contact_result result = {
		    .stage = s, .name = r->check, .block = k ? k->block : r->block};

		if (r->stage == s && (k || (r->block && w->c->draw)) &&
		    !one(w, k, !k || k->firmware == FL_CHECK_MAY_LACK, result))
			return;
	}
	for (const struct fl_check *k = l->checks; s == FL_CONTACT_RING && k->name; k++)
		if (!row_of(l, k->name) &&
		    !one(w, k, true,
			 (struct fl_contact_result){.stage = s, .name = k->name, .block = k->block}))
			return;
}

enum fl_code fl_contact(const struct fl_family *f, struct fl_bringup *up, struct fl_contact *c,
			struct fl_err *err)
{
	const struct fl_contact_list *l = fl_contact_list(f);
	struct fl_err own = {0}, late = {0};
	struct walk w = {.c = c, .up = up, .err = err ? err : &own, .firmware = true};
	const char *name[FL_IMAGES];

	if (!l)
		return fl_fail(err, FL_NO_DEVICE, "%s: nothing is known of how to try such a card",
			       up->dev->name);
	for (unsigned i = fl_family_firmware(f, up->dev, name); i-- > 0;)
		w.firmware &= up->images.of[i].data != NULL;
	memset(w.err, 0, sizeof(*w.err));
	c->end = FL_CONTACT_DONE;
	for (enum fl_contact_stage s = FL_CONTACT_READS; s < FL_CONTACT_STAGES && !c->end; s++) {
		w.asked = false;
		stage(&w, l, s);
	}
	if (fl_sleep(f, up->dev, &late) && c->end != FL_CONTACT_FAILED) {
		c->end = FL_CONTACT_FAILED;
		c->on_result(c->arg, &(struct fl_contact_result){.stage = c->stage,
								 .name = "going to sleep",
								 .block = "CP",
								 .verdict = FL_FAIL,
								 .code = late.code,
								 .text = late.text});
		*w.err = late;
	}
	return w.err->code;
}
