/* SPDX-License-Identifier: MIT
 *
 * What the addresses in a stream point to.
 */
#ifndef DEMOS_FIRSTLIGHT_STREAM_WHERE_H
#define DEMOS_FIRSTLIGHT_STREAM_WHERE_H

#include "demos/firstlight/stream_pages.h"
#include "lib/stream/fl_stream.h"

#include <jansson.h>

/* Who names which address: the last so many. All zeros at first. */
enum { FL_STREAM_NAMED = 512 };
struct fl_stream_named {
	struct {
		uint64_t address;
		char name[48];
	} by[FL_STREAM_NAMED];
	unsigned n;
};

struct fl_stream_where {
	uint64_t address;
	const struct fl_stream_buffer *buffer; /* of the trace; NULL: not known */
	const char *also;                      /* what has named the same address before, or NULL */
};

/* Whether a word of that meaning, called so, is an address that something is known of; it is noted. */
bool fl_stream_where(struct fl_stream_named *named, const struct fl_stream_pages *memory,
		     const struct fl_reg *word, uint32_t value, const char *name, struct fl_stream_where *w);
/* "  (buffer 3 of 262144 bytes, also CB_COLOR_BASE[0])" */
int fl_stream_where_text(const struct fl_stream_where *w, char *out, size_t size);
json_t *fl_stream_where_json(const struct fl_stream_where *w);

#endif
