/* SPDX-License-Identifier: MIT
 *
 * Of a trace's memory what the host wrote: that is where shaders and descriptors are.
 */
#ifndef DEMOS_FIRSTLIGHT_STREAM_PAGES_H
#define DEMOS_FIRSTLIGHT_STREAM_PAGES_H

#include "demos/firstlight/gtrc.h"
#include "hw/fl_err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fl_stream_page {
	uint64_t number; /* address over the size of a page */
	uint8_t *bytes;  /* NULL: a free slot, or one whose buffer is gone */
	bool used;
};

/* A buffer that the driver has at this time; its number counts all that there were, from 1. */
struct fl_stream_buffer {
	uint64_t address, size_B;
	unsigned number;
};

/* So many are kept in mind; of one more than that an older one is forgotten, which no driver comes near. */
enum { FL_STREAM_BUFFERS = 2048 };

/* All zeros at first. */
struct fl_stream_pages {
	struct fl_stream_page *slot;
	size_t n, cap; /* cap: a power of two, or 0 */
	struct fl_stream_buffer buffer[FL_STREAM_BUFFERS];
	size_t n_buffers;
	unsigned buffers; /* ever */
};

/* What a record of a trace does to memory: the host writes; a buffer appears, all zero, or goes, and what was
 * there is gone; others do nothing. FL_FAILED: no memory. */
enum fl_code fl_stream_pages_record(struct fl_stream_pages *m, const struct fl_gtrc_record *rec);
/* False: the host did not write all of it. */
bool fl_stream_pages_read(const struct fl_stream_pages *m, uint64_t address, void *out, uint32_t size_B);
/* The buffer that an address is in, NULL: none that is known. */
const struct fl_stream_buffer *fl_stream_pages_buffer(const struct fl_stream_pages *m, uint64_t address);
void fl_stream_pages_free(struct fl_stream_pages *m);

#endif
