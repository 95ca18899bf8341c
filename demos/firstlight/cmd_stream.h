/* SPDX-License-Identifier: MIT
 *
 * firstlight stream: what its files share. cmd_stream_read.c feeds what a file holds to a sink; the other
 * files are sinks.
 */
#ifndef DEMOS_FIRSTLIGHT_CMD_STREAM_H
#define DEMOS_FIRSTLIGHT_CMD_STREAM_H

#include "demos/firstlight/cmd.h"
#include "lib/stream/fl_stream.h"

#include <jansson.h>

/* Where in the input we are. */
struct fl_stream_place {
	const char *file; /* the trace's or the raw file's name */
	const char *chip; /* NULL: not told */
	unsigned record;  /* of a trace, from 0 */
	unsigned ib;      /* command buffers, from 0 */
	struct fl_stream *s;
};

struct fl_stream_sink {
	void *arg;
	const char *scene;          /* only traces whose name matches the glob; NULL: all */
	fl_stream_on_event *event;  /* with the sink's arg */
	struct fl_stream_place *at; /* kept up to date */
	bool memory;                /* the sink wants what lies in memory */
	/* A stream starts: not FL_OK ends the file. NULL: nothing to do. */
	enum fl_code (*start)(void *arg);
	void (*ib)(void *arg, const uint32_t *dw, uint32_t n);
	void (*ib_end)(void *arg);
	void (*end)(void *arg);
};

/* Decode a file: a trace, a set of them, or (chip says what for) a raw command buffer. Problems are told on
 * standard error; the worst is returned. *n counts the streams. */
enum fl_code fl_stream_read(const char *path, const char *chip, struct fl_stream_sink *sink, unsigned *n);

/* ---- words --------------------------------------------------------------------------------------------- */
struct fl_stream_text {
	char s[3000];
	size_t n;
};

/* What a word says: `value` by the fields of word and more, either of which may be NULL. all: also what
 * is 0 and has no name for it, and the fields of a word that is 0. Each with a blank before it. */
void fl_stream_fields(struct fl_stream_text *t, const struct fl_reg *word, const struct fl_reg *more,
		      bool is_float, uint32_t value, uint32_t chips, bool all);
json_t *fl_stream_fields_json(const struct fl_reg *word, const struct fl_reg *more, bool is_float,
			      uint32_t value, uint32_t chips);
/* The name of what an event writes or tells: "RS_IP[3]", "PVS[12].PVS_SRC_OPERAND_0", "0x4abc". */
void fl_stream_name(const struct fl_stream_event *e, char *out, size_t size);

/* ---- state --------------------------------------------------------------------------------------------- */
/* A register, or a word of shader memory or of an object in memory. */
struct fl_stream_cell {
	enum fl_stream_space space;
	uint32_t index;
	const char *object;
	char name[80];
	bool has_word, has_more, is_float, set, touched, was_set;
	struct fl_reg word, more;
	uint32_t value, was; /* now, and at the draw before */
	uint32_t draw;       /* objects: the last draw that had it */
};

struct fl_stream_state;

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

/* ---- the subcommand's ways ----------------------------------------------------------------------------- */
/* Everything a way of showing needs. */
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

void fl_stream_json(struct fl_stream_show *show, json_t *o);
int fl_stream_list(struct fl_stream_show *show);   /* everything, or -r, --query */
int fl_stream_states(struct fl_stream_show *show); /* --draw, --changed */
int fl_stream_diff(struct fl_stream_show *show);
int fl_stream_c(struct fl_stream_show *show);

#endif
