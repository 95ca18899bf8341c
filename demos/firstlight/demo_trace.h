/* SPDX-License-Identifier: MIT
 *
 * A demo on a model, recorded as a trace (gtrc.h) while it draws: its batches of commands, what the host
 * wrote to memory before each, and the picture at the end. `firstlight replay` then draws the same.
 *
 * Each batch is waited for, so that memory which changes afterwards is the host's writing.
 */
#ifndef DEMOS_FIRSTLIGHT_DEMO_TRACE_H
#define DEMOS_FIRSTLIGHT_DEMO_TRACE_H

#include "hw/model/fl_model.h"
#include "lib/fl_stage.h"

struct fl_demo_trace {
	struct fl_stage *stage;
	struct fl_model *model;
	enum fl_code (*submit)(struct fl_cs *cs, struct fl_err *err); /* the stage's own */
	struct fl_demo_trace_memory {
		uint64_t addr, size_B; /* as the chip sees it */
		const uint8_t *now;
		uint8_t *seen; /* after the batch before */
	} memory[2];
	unsigned n_memory;
	uint8_t *data; /* the trace so far */
	size_t n_B, room_B;
	bool lost; /* out of memory */
};

/* The stage has been opened on this model, and nothing drawn on it. FL_USAGE: it has no stream of
 * commands. */
enum fl_code fl_demo_trace_begin(struct fl_demo_trace *t, struct fl_stage *s, struct fl_model *m,
				 const char *chip, const char *scene, struct fl_err *err);
/* The last frame is drawn: its picture. The trace is then data, n_B bytes. */
enum fl_code fl_demo_trace_end(struct fl_demo_trace *t, struct fl_err *err);
void fl_demo_trace_free(struct fl_demo_trace *t);

#endif
