/* SPDX-License-Identifier: MIT
 *
 * The families' ways to read vertices.
 */
#include "lib/stream/fl_stream.h"

#define FL_STREAM_ROW(name, cards, smoke, contact, display, stage, asm, stream, model, node, compute) \
	FL_IF_##stream({&fl_stream_##name, &fl_stream_vertices_##name}, )
static const struct {
	const struct fl_stream_family *family;
	const struct fl_stream_vertices *vertices;
} rows[] = {FL_FAMILIES(FL_STREAM_ROW)};

void fl_stream_with_vertices(struct fl_stream *s)
{
	for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
		if (rows[i].family == s->family)
			s->vertices = rows[i].vertices;
}
