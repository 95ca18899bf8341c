/* SPDX-License-Identifier: MIT
 *
 * Waking a card: the runner of a family's list of steps. A later step never repairs what an earlier one
 * should have done.
 */
#ifndef HW_FL_WAKE_H
#define HW_FL_WAKE_H

#include "hw/fl_family.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Called after each step: step->name, code, up->did (or *err if code is not FL_OK). */
typedef void fl_wake_progress(void *arg, const struct fl_step *step, enum fl_code code,
			      const struct fl_bringup *up, const struct fl_err *err);

/* All steps, in order, on a state that fl_family_init() started; stops at the first that fails. progress may
 * be NULL. */
enum fl_code fl_wake(const struct fl_family *f, struct fl_bringup *up, fl_wake_progress *progress, void *arg,
		     struct fl_err *err);
/* Up to and including the step of that name. FL_USAGE: no such step. */
enum fl_code fl_wake_to(const struct fl_family *f, struct fl_bringup *up, const char *name,
			fl_wake_progress *progress, void *arg, struct fl_err *err);
/* The first step alone, on a state of its own: can this card be woken at all? FL_NO_DEVICE: f is NULL. */
enum fl_code fl_wake_first(const struct fl_family *f, struct fl_dev *d, struct fl_err *err);
/* As far as a command wants it; for FL_GOAL_RESET force_reset is set. FL_NO_DEVICE: the family has no such
 * step. */
enum fl_code fl_wake_goal(const struct fl_family *f, struct fl_bringup *up, enum fl_goal goal,
			  fl_wake_progress *progress, void *arg, struct fl_err *err);

/* Leave the card quiet, however far it was woken and by whom: what is running comes to its end, nothing is
 * fetched any more, and what the family noted before the first change is put back (fl_dev.before). Nothing is
 * done to a card that is not awake. It cannot be interrupted. */
enum fl_code fl_sleep(const struct fl_family *f, struct fl_dev *d, struct fl_err *err);

#ifdef __cplusplus
}
#endif

#endif
