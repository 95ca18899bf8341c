/* SPDX-License-Identifier: MIT
 *
 * Vertices in memory, and how numbers lie in their dwords.
 */
#include "hw/fl_fmt.h"
#include "lib/stream/fl_stream.h"

struct fl_stream_packed fl_stream_row(enum fl_stream_as as, unsigned bits, unsigned n, unsigned k)
{
	struct fl_stream_packed p = {.as = (uint8_t)as};

	for (unsigned i = 0, c = k * (32 / bits); i < 32 / bits && c + i < n; i++) {
		p.at[i] = (uint8_t)(i * bits);
		p.width[i] = (uint8_t)bits;
	}
	return p;
}

bool fl_stream_vertex(struct fl_stream *s, const struct fl_stream_event *draw, uint32_t vertex,
		      uint32_t index, uint64_t address, uint32_t size_B,
		      const struct fl_stream_packed *packed)
{
	struct fl_stream_event e = {
	    .kind = FL_STREAM_MEMORY,
	    .at = draw->at,
	    .space = FL_STREAM_OBJECT,
	    .index = index,
	    .address = address,
	    .draw = draw->draw,
	    .packed = *packed,
	};
	uint8_t bytes[4] = {0};
	char name[24];

	if (!fl_stream_memory(s, address, bytes, size_B < 4 ? size_B : 4))
		return false;
	for (unsigned i = 0; i < 4; i++)
		e.raw |= (uint32_t)bytes[i] << 8 * i;
	e.value = e.raw;
	fl_format(name, sizeof name, "vertex %u", vertex);
	e.object = name;
	s->on_event(s->arg, &e);
	return true;
}

void fl_stream_element(struct fl_stream *s, const struct fl_stream_event *draw, uint32_t n, uint32_t index,
		       uint64_t address, uint32_t stride_B, uint32_t size_B,
		       const struct fl_stream_packed *packed)
{
	for (uint32_t v = 0; v < n && v < FL_STREAM_VERTICES; v++)
		for (uint32_t k = 0; k * 4 < size_B; k++) {
			struct fl_stream_packed p = *packed;

			for (unsigned i = 0; i < 4; i++) /* the last dword can be a part of one */
				if (p.at[i] + p.width[i] > (size_B - k * 4) * 8)
					p.width[i] = 0;
			if (!fl_stream_vertex(s, draw, v, index + k, address + (uint64_t)v * stride_B + k * 4,
					      size_B - k * 4, &p))
				return;
		}
}
