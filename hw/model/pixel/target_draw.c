/* SPDX-License-Identifier: MIT
 *
 * Targets as a draw has them: which surfaces these are, and those that get depths; see target.h.
 */
#include "hw/model/pixel/depth.h"
#include "hw/model/pixel/target.h"

#include <string.h>

void fl_pixel_copies_depth(struct fl_pixel_target *t, bool depth, bool stencil, unsigned sample)
{
	t->path = FL_PIXEL_COLOR_COPY;
	t->blend = t->blend_reads = false;
	t->wide.sample = (uint8_t)sample;
	memset(t->mask, 0, sizeof(t->mask));
	if (!depth && t->ch[1].bits == 0) /* stencil alone, into a buffer of one channel */
		t->ch[1] = t->ch[0];
	for (unsigned k = 0; k < 2; k++)
		if (t->ch[k].bits && (k ? stencil : depth))
			t->mask[t->ch[k].at / 32] |= (t->ch[k].bits == 32 ? ~0u : (1u << t->ch[k].bits) - 1)
						     << t->ch[k].at % 32;
	t->reads = t->partial = true;
	if (!depth)
		t->ch[0].bits = 0;
	if (!stencil)
		t->ch[1].bits = 0;
}

void fl_pixel_targets(struct fl_raster_draw *d)
{
	struct fl_tile_targets *t = &d->targets;

	*t = (struct fl_tile_targets){
	    .n = d->color->n, .depth = &d->depth->key, .depth_used = d->depth->path != FL_PIXEL_DEPTH_PASS};
	for (unsigned i = 0; i < d->color->n && i < FL_TILE_TARGETS; i++) {
		t->color[i] = &d->color->target[i].key;
		t->used |= (uint32_t)(d->color->target[i].path != FL_PIXEL_COLOR_NONE) << i;
	}
	if (d->color->resolve.cpp)
		t->resolve = &d->color->resolve;
}
