/* SPDX-License-Identifier: MIT
 *
 * Between the files of the frame debugger (look.h): a trace run with a look into the model.
 */
#ifndef DEMOS_FIRSTLIGHT_LOOK_RUN_H
#define DEMOS_FIRSTLIGHT_LOOK_RUN_H

#include "demos/firstlight/look.h"
#include "demos/firstlight/replay.h"

/* Run it. What ends the trace after its streams (no picture, one that differs) is no failure: *err has it,
 * with FL_OK returned. The caller frees res->shot. */
enum fl_code fl_look_run(const struct fl_look_trace *t, const struct fl_look *look,
			 struct fl_replay_result *res, struct fl_err *err);

/* Its events. */
struct fl_look_list {
	struct fl_look_event *e; /* free() it */
	unsigned n, cap;
	struct fl_report *report; /* those that came with them, free() it */
	uint32_t *report_event;   /* with which */
	unsigned n_reports;
	bool failed; /* out of memory */
};
enum fl_code fl_look_list(const struct fl_look_trace *t, struct fl_look_list *list,
			  struct fl_replay_result *res, struct fl_err *err);
void fl_look_list_free(struct fl_look_list *list);
/* As fl_look_draw_json(), for who asks often: the list is of the same trace. */
char *fl_look_listed_draw_json(const struct fl_look_trace *t, const struct fl_look_list *list, uint32_t n,
			       struct fl_err *err);

/* The history of a pixel: fragment() gets all there is. target 0: the one of the picture. */
enum fl_code fl_look_history(const struct fl_look_trace *t, uint64_t target, uint32_t x, uint32_t y,
			     void (*fragment)(void *arg, struct fl_model *m,
					      const struct fl_look_fragment *f),
			     void *arg, struct fl_replay_result *res, struct fl_err *err);

#endif
