/* SPDX-License-Identifier: MIT
 *
 * Waking a card: the steps of card.h, in order.
 */
#ifndef HW_R500_WAKE_H
#define HW_R500_WAKE_H

#include "hw/r500/card.h"

struct r500_step {
	const char *name; /* "identify" … "fence": also what the command calls it */
	enum fl_code (*run)(struct r500_card *c, struct fl_err *err);
};

/* The list, ended by a NULL name. */
extern const struct r500_step r500_steps[];

/* Told after each step: step->name, code, c->did (or *err if code is not FL_OK). */
typedef void (*r500_progress)(void *arg, const struct r500_step *step, enum fl_code code,
			      const struct r500_card *c, const struct fl_err *err);

/* All of them; stops at the first that fails. A later step never repairs what an earlier one should have
 * done. */
enum fl_code r500_wake(struct r500_card *c, r500_progress progress, void *arg, struct fl_err *err);
/* Up to and including the step of that name. FL_USAGE: no such step. */
enum fl_code r500_wake_to(struct r500_card *c, const char *name, r500_progress progress, void *arg,
			  struct fl_err *err);

#endif
