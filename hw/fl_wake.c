/* SPDX-License-Identifier: MIT
 *
 * Waking a card: the steps of its family, one after the other; see fl_wake.h.
 */
#include "hw/fl_wake.h"
#include "hw/fl_str.h"

#include <string.h>

/* All steps up to and including *last; NULL: all. */
static enum fl_code run(const struct fl_family *f, struct fl_bringup *up, const struct fl_step *last,
			fl_wake_progress *progress, void *arg, struct fl_err *err)
{
	struct fl_err own;
	bool reads = true; /* so far */

	if (!err)
		err = &own;
	for (const struct fl_step *s = f->steps; s->name; s++) {
		enum fl_code code;

		memset(err, 0, sizeof(*err));
		up->did[0] = 0;
		up->dev->awake |= !reads;
		code = fl_stopped(up->dev) ? fl_fail(err, FL_FAILED, "interrupted") : s->run(up, err);
		reads &= s->goal != FL_GOAL_PROBE;
		if (progress)
			progress(arg, s, code, up, err);
		if (code || s == last)
			return code;
	}
	return FL_OK;
}

enum fl_code fl_wake(const struct fl_family *f, struct fl_bringup *up, fl_wake_progress *progress, void *arg,
		     struct fl_err *err)
{
	return run(f, up, NULL, progress, arg, err);
}

enum fl_code fl_wake_to(const struct fl_family *f, struct fl_bringup *up, const char *name,
			fl_wake_progress *progress, void *arg, struct fl_err *err)
{
	for (const struct fl_step *s = f->steps; s->name; s++)
		if (fl_str_same(s->name, name))
			return run(f, up, s, progress, arg, err);
	return fl_fail(err, FL_USAGE, "no step is called \"%s\"", name);
}

enum fl_code fl_wake_first(const struct fl_family *f, struct fl_dev *d, struct fl_err *err)
{
	union fl_card_state card;

	if (!f)
		return fl_fail(err, FL_NO_DEVICE, "%s: the kit does not know this card", d->name);
	fl_family_init(f, &card.up, d);
	return f->steps[0].run(&card.up, err);
}

enum fl_code fl_wake_goal(const struct fl_family *f, struct fl_bringup *up, enum fl_goal goal,
			  fl_wake_progress *progress, void *arg, struct fl_err *err)
{
	const struct fl_dev *d = up->dev;
	char list[128];

	up->force_reset |= goal == FL_GOAL_RESET;
	for (const struct fl_step *s = f->steps; s->name; s++)
		if (s->goal == goal)
			return run(f, up, s, progress, arg, err);
	return fl_fail(err, FL_NO_DEVICE, "%s: [%04x:%04x] is not a card of %s", d->name, d->vendor,
		       d->device, fl_family_list(goal, FL_FAMILY_TITLE, list, sizeof(list)));
}

enum fl_code fl_sleep(const struct fl_family *f, struct fl_dev *d, struct fl_err *err)
{
	const volatile int *stop = d->stop;
	union fl_card_state card;
	enum fl_code code;

	if (!d->awake)
		return FL_OK;
	d->stop = NULL;
	fl_family_init(f, &card.up, d);
	code = f->sleep(&card.up, err);
	d->stop = stop;
	d->awake = false;
	d->n_before = 0;
	return code;
}
