/* SPDX-License-Identifier: MIT
 *
 * firstlight stream: what addresses point to; see stream_where.h.
 */
#include "demos/firstlight/stream_where.h"

#include <stdio.h>
#include <string.h>

/* The address in a word: the whole of it, or a field. *low: of a chip with more than 32 bits of address it is
 * the lower half. */
static bool address_in(const struct fl_reg *word, uint32_t value, uint64_t *address, bool *low)
{
	struct fl_reg_field f;
	unsigned point;

	if (!word->n_fields && fl_reg_kind(word, NULL, &point) == FL_REG_ADDRESS) {
		*address = (uint64_t)value << point;
		*low = !point;
		return true;
	}
	for (unsigned i = 0; fl_reg_field(word, i, &f); i++)
		if (fl_reg_kind(word, &f, &point) == FL_REG_ADDRESS) {
			*address = (uint64_t)fl_reg_field_get(&f, value) << point;
			*low = f.width == 32 && !point;
			return true;
		}
	return false;
}

static bool any_high(const struct fl_stream_pages *m)
{
	for (size_t i = 0; i < m->n_buffers; i++)
		if ((m->buffer[i].address + m->buffer[i].size_B - 1) >> 32)
			return true;
	return false;
}

bool fl_stream_where(struct fl_stream_named *named, const struct fl_stream_pages *memory,
		     const struct fl_reg *word, uint32_t value, const char *name, struct fl_stream_where *w)
{
	bool low;
	unsigned i;

	*w = (struct fl_stream_where){0};
	if (!word || !address_in(word, value, &w->address, &low) || !w->address ||
	    (low && memory && any_high(memory)))
		return false;
	w->buffer = memory ? fl_stream_pages_buffer(memory, w->address) : NULL;
	for (i = 0; i < named->n && i < FL_STREAM_NAMED && named->by[i].address != w->address; i++)
		;
	if (i < named->n && i < FL_STREAM_NAMED) {
		w->also = strcmp(named->by[i].name, name) ? named->by[i].name : NULL;
	} else {
		i = named->n++ % FL_STREAM_NAMED;
		named->by[i].address = w->address;
		snprintf(named->by[i].name, sizeof named->by[i].name, "%s", name);
	}
	return w->buffer || w->also;
}

int fl_stream_where_text(const struct fl_stream_where *w, char *out, size_t size)
{
	char buffer[80] = "";

	if (w->buffer && w->address != w->buffer->address)
		snprintf(buffer, sizeof buffer, "buffer %u + 0x%llx of 0x%llx bytes", w->buffer->number,
			 (unsigned long long)(w->address - w->buffer->address),
			 (unsigned long long)w->buffer->size_B);
	else if (w->buffer)
		snprintf(buffer, sizeof buffer, "buffer %u of 0x%llx bytes", w->buffer->number,
			 (unsigned long long)w->buffer->size_B);
	return snprintf(out, size, "  (%s%s%s%s)", buffer, w->buffer && w->also ? ", " : "",
			w->also ? "also " : "", w->also ? w->also : "");
}

json_t *fl_stream_where_json(const struct fl_stream_where *w)
{
	json_t *o = json_pack("{s:I}", "address", (json_int_t)w->address);

	if (w->buffer) {
		json_object_set_new(o, "buffer", json_integer(w->buffer->number));
		json_object_set_new(o, "offset", json_integer((json_int_t)(w->address - w->buffer->address)));
		json_object_set_new(o, "size", json_integer((json_int_t)w->buffer->size_B));
	}
	if (w->also)
		json_object_set_new(o, "also", json_string(w->also));
	return o;
}
