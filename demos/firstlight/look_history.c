/* SPDX-License-Identifier: MIT
 *
 * The frame debugger: a trace run with a watch on one pixel.
 *
 * Twice: what an event that is no draw changes can be said once it is known how the target lies in memory,
 * and a draw to it says that.
 */
#include "demos/firstlight/look_run.h"

#include <stdlib.h>

enum fl_code fl_look_history(const struct fl_look_trace *t, uint64_t target, uint32_t x, uint32_t y,
			     void (*fragment)(void *arg, struct fl_model *m,
					      const struct fl_look_fragment *f),
			     void *arg, struct fl_replay_result *res, struct fl_err *err)
{
	struct fl_look_form form = {.known = false};
	struct fl_look look = {
	    .stop = FL_LOOK_TO_THE_END, .watched = true, .form = &form, .x = x, .y = y, .arg = arg};
	uint32_t w, h;
	const uint64_t own = fl_replay_target(t->data, t->size_B, &w, &h);

	look.target = target != FL_LOOK_NONE ? target : own;
	if (look.target == FL_LOOK_NONE)
		return fl_fail(err, FL_FAILED,
			       "the trace does not say which color target its picture is of: "
			       "give its address");
	if (target == FL_LOOK_NONE && w && (x >= w || y >= h))
		return fl_fail(err, FL_USAGE, "pixel %u,%u is outside of the picture, which has %ux%u", x, y,
			       w, h);
	for (unsigned pass = 0; pass < 2; pass++) {
		enum fl_code code;

		look.fragment = pass ? fragment : NULL;
		code = fl_look_run(t, &look, NULL, res, err);
		free(res->shot);
		res->shot = NULL;
		if (code)
			return code;
		if (!form.known)
			return fl_fail(err, FL_FAILED, "nothing draws to a color target at 0x%llx",
				       (unsigned long long)look.target);
		if (target == FL_LOOK_NONE &&
		    res->flipped) /* the picture's rows are those of the target from below */
			look.y = h - 1 - y;
	}
	return FL_OK;
}
