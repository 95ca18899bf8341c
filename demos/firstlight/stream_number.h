/* SPDX-License-Identifier: MIT
 *
 * The numbers in a dword of a vertex.
 */
#ifndef DEMOS_FIRSTLIGHT_STREAM_NUMBER_H
#define DEMOS_FIRSTLIGHT_STREAM_NUMBER_H

#include "lib/stream/fl_stream.h"

/* Number i of those in a dword, which has it. */
double fl_stream_packed_number(const struct fl_stream_packed *p, unsigned i, uint32_t value);
/* Likewise as text; false: there are no more. 32 characters do. */
bool fl_stream_packed_text(const struct fl_stream_packed *p, unsigned i, uint32_t value, char *out,
			   size_t size);

#endif
