/* SPDX-License-Identifier: MIT
 *
 * The state that a stream has set up: registers, memory of the chip, objects in memory.
 */
#ifndef DEMOS_FIRSTLIGHT_STREAM_STATE_H
#define DEMOS_FIRSTLIGHT_STREAM_STATE_H

#include "lib/stream/fl_stream.h"

/* A register, or a word of shader memory or of an object in memory. */
struct fl_stream_cell {
	unsigned space; /* enum fl_stream_space */
	uint32_t index;
	const char *object;
	char name[80];
	bool has_word, has_more, is_float, set, touched, was_set;
	struct fl_stream_packed packed;
	struct fl_reg word, more;
	uint32_t value, was; /* now, and at the draw before */
	uint32_t draw;       /* objects: the last draw that had it */
};

struct fl_stream_state;

/* The name of what an event writes or is about: "RS_IP[3]", "PVS[12].PVS_SRC_OPERAND_0", "0x4abc". */
void fl_stream_name(const struct fl_stream_event *e, char *out, size_t size);

struct fl_stream_state *fl_stream_state_new(void);
void fl_stream_state_free(struct fl_stream_state *st);
/* Note the event; returns the cell that it writes, or NULL. */
struct fl_stream_cell *fl_stream_state_event(struct fl_stream_state *st, const struct fl_stream_event *e);
/* The same place in another state, NULL: never written. */
struct fl_stream_cell *fl_stream_state_find(const struct fl_stream_state *st, const struct fl_stream_cell *c);
/* All cells, in order: registers by address, then shader memory, then objects. They stay where they are. */
struct fl_stream_cell **fl_stream_state_cells(struct fl_stream_state *st, size_t *n);
/* A draw is over: what is in force now is what the next draw is compared with. */
void fl_stream_state_drawn(struct fl_stream_state *st, uint32_t draw);

#endif
