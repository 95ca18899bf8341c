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

/* All zeros at first. */
struct fl_stream_pages {
	struct fl_stream_page *slot;
	size_t n, cap; /* cap: a power of two, or 0 */
};

/* What a record of a trace does to memory: the host writes; a buffer appears, all zero, or goes, and what was
 * there is gone; others do nothing. FL_FAILED: no memory. */
enum fl_code fl_stream_pages_record(struct fl_stream_pages *m, const struct fl_gtrc_record *rec);
/* False: the host did not write all of it. */
bool fl_stream_pages_read(const struct fl_stream_pages *m, uint64_t address, void *out, uint32_t size_B);
void fl_stream_pages_free(struct fl_stream_pages *m);

#endif
