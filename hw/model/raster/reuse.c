/* SPDX-License-Identifier: MIT
 *
 * Vertices in waves, and those that are kept for the indices that come back.
 */
#include "hw/model/raster/reuse.h"
#include "hw/model/raster/wave.h"

#include <stdlib.h>

bool fl_raster_reuse_new(struct fl_raster_reuse *u)
{
	const size_t most_B = FL_REUSE_RING * sizeof(struct fl_raster_vertex);

	u->ring = calloc(1, most_B);
	return u->ring;
}

void fl_raster_reuse_free(struct fl_raster_reuse *u)
{
	free(u->ring);
	u->ring = NULL;
}

void fl_raster_reuse_begin(struct fl_raster_reuse *u, uint32_t n)
{
	if (u->group > 0xfffffff0u - n) { /* serial numbers run out: forget all */
		memset(u->tag, 0, sizeof(u->tag));
		u->group = 0;
	}
}

static bool run_in_order(struct fl_raster_reuse *u, struct fl_raster_order *order,
			 const struct fl_raster_front *f, const struct fl_raster_source *s)
{
	uint32_t index[FL_WAVE_PX];
	uint16_t window[FL_WAVE_PX];

	for (unsigned l = 0; l < FL_WAVE_PX; l++)
		window[l] = (uint16_t)l;
	for (uint32_t at = 0; at < s->n; at += FL_WAVE_PX) {
		const unsigned n = s->n - at < FL_WAVE_PX ? s->n - at : FL_WAVE_PX;

		for (unsigned l = 0; l < n; l++)
			index[l] = s->index(s->of, s->from + at + l);
		if (!s->wave(s->of, index, n, u->ring))
			return false;
		if (s->raster)
			fl_raster_order_run(order, f, u->ring, u->vtx_B, window, n);
	}
	return true;
}

static bool run_order(struct fl_raster_reuse *u, struct fl_raster_order *order,
		      const struct fl_raster_front *f, const struct fl_raster_source *s)
{
	enum { GROUPS = FL_REUSE_RING / FL_WAVE_PX };
	uint32_t pending[FL_WAVE_PX], first_group = u->group + 1;
	uint16_t window[FL_REUSE_WINDOW];

	for (uint32_t at = 0; at < s->n;) {
		uint32_t group = ++u->group, oldest = first_group;
		uint16_t slot0 = (uint16_t)(group % GROUPS * FL_WAVE_PX);
		unsigned n = 0, m = 0;

		/* the vertices of the group that is overwritten now are no longer found */
		if (group - first_group >= GROUPS)
			oldest = group - GROUPS + 1;
		for (; n < FL_WAVE_PX && m < FL_REUSE_WINDOW && at < s->n; at++) {
			uint32_t i = s->index(s->of, s->from + at);
			uint32_t h = (i ^ i >> 12) % FL_REUSE_TAGS;

			if (u->tag[h].index != i || u->tag[h].group < oldest || u->tag[h].group > group) {
				u->tag[h].index = i;
				u->tag[h].group = group;
				u->tag_lane[h] = (uint8_t)n;
				pending[n++] = i;
			}
			window[m++] = (uint16_t)(u->tag[h].group % GROUPS * FL_WAVE_PX + u->tag_lane[h]);
		}
		if (n && !s->wave(s->of, pending, n, u->ring + (size_t)slot0 * u->vtx_B))
			return false;
		if (s->raster)
			fl_raster_order_run(order, f, u->ring, u->vtx_B, window, m);
	}
	return true;
}

bool fl_raster_reuse_run(struct fl_raster_reuse *u, struct fl_raster_order *order,
			 const struct fl_raster_front *f, const struct fl_raster_source *s)
{
	return s->in_order ? run_in_order(u, order, f, s) : run_order(u, order, f, s);
}
