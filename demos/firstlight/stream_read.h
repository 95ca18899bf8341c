/* SPDX-License-Identifier: MIT
 *
 * From a file to the decoder of its family, and from there to a sink.
 */
#ifndef DEMOS_FIRSTLIGHT_STREAM_READ_H
#define DEMOS_FIRSTLIGHT_STREAM_READ_H

#include "demos/firstlight/stream_pages.h"
#include "lib/stream/fl_stream.h"

/* Where in the input we are. */
struct fl_stream_place {
	const char *file; /* the trace's or the raw file's name, in shown */
	char shown[256];  /* control characters made visible */
	const char *chip; /* NULL: not known */
	unsigned record;  /* of a trace, from 0 */
	unsigned ib;      /* command buffers, from 0 */
	struct fl_stream *s;
	const struct fl_stream_pages *memory;
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

/* Decode a file: a trace, a set of them, or (chip says what for) a raw command buffer. Problems are reported
 * on standard error; the worst is returned. *n counts the streams. */
enum fl_code fl_stream_read(const char *path, const char *chip, struct fl_stream_sink *sink, unsigned *n);

#endif
