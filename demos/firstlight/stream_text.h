/* SPDX-License-Identifier: MIT
 *
 * Words of a stream as text and as JSON.
 */
#ifndef DEMOS_FIRSTLIGHT_STREAM_TEXT_H
#define DEMOS_FIRSTLIGHT_STREAM_TEXT_H

#include "lib/stream/fl_stream.h"

#include <jansson.h>

struct fl_stream_text {
	char s[3000];
	size_t n;
};

/* What a word says: `value` by the fields of word and more, either of which may be NULL. all: also what
 * is 0 and has no name for it, and the fields of a word that is 0. Each with a blank before it. */
void fl_stream_fields(struct fl_stream_text *t, const struct fl_reg *word, const struct fl_reg *more,
		      bool is_float, uint32_t value, uint32_t chips, bool all);
/* The numbers in a dword of a vertex, each with a blank before it. */
void fl_stream_numbers(struct fl_stream_text *t, const struct fl_stream_packed *p, uint32_t value);
/* Add "number" to o: the word's value as it is meant, where it is no plain number; or "numbers", of those
 * that are packed in it. */
void fl_stream_number_json(json_t *o, const struct fl_reg *word, bool is_float,
			   const struct fl_stream_packed *p, uint32_t value);
json_t *fl_stream_fields_json(const struct fl_reg *word, const struct fl_reg *more, bool is_float,
			      uint32_t value, uint32_t chips);
#endif
