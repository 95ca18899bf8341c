/* SPDX-License-Identifier: MIT
 *
 * A model that lasts from command to command: what was done to it is in a file, which --state names, in the
 * form of access_log.h. It is done again when the model is there, and what follows is added.
 *
 *	# firstlight state of r580
 *	       12 us  write      0x15e0  SCRATCH_REG[0]               0x0000cafe
 */
#ifndef DEMOS_FIRSTLIGHT_STATE_H
#define DEMOS_FIRSTLIGHT_STATE_H

#include "demos/firstlight/access_log.h"

struct fl_state {
	FILE *f; /* NULL: there is none */
	const char *path;
};

/* Bring the model to where the file left it; a file that is not there is a new one. */
enum fl_code fl_state_begin(struct fl_state *s, struct fl_dev *d, const char *path, const char *chip,
			    struct fl_err *err);
/* Note an access that changes something; acts: so do reads of this register. */
void fl_state_note(struct fl_state *s, const struct fl_access *a, const char *name, bool acts);
/* FL_FAILED: not all of it is in the file. */
enum fl_code fl_state_end(struct fl_state *s, struct fl_err *err);

#endif
