/* SPDX-License-Identifier: MIT
 *
 * firstlight stream: what all ways of showing a stream need.
 */
#ifndef DEMOS_FIRSTLIGHT_STREAM_SHOW_H
#define DEMOS_FIRSTLIGHT_STREAM_SHOW_H

#include "demos/firstlight/cmd.h"
#include "demos/firstlight/stream_read.h"
#include "demos/firstlight/stream_state.h"
#include "demos/firstlight/stream_text.h"

struct fl_stream_show {
	const struct fl_args *a;
	struct fl_stream_place at;
	struct fl_stream_state *state;
	bool any_json; /* an element was written before */
	unsigned streams_with_draw, most_draws;
	struct { /* addresses without a name */
		uint32_t offset, count;
	} * unnamed;
	size_t n_unnamed;
	unsigned long writes_unnamed;
	int code;
};

/* Print o as the next element of an array, and let it go. */
void fl_stream_json(struct fl_stream_show *show, json_t *o);

#endif
