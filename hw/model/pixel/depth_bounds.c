/* SPDX-License-Identifier: MIT
 *
 * Whole blocks of pixels that the bounds of their depths hide.
 */
#include "hw/model/pixel/depth.h"

bool fl_pixel_depth_hides(const struct fl_raster_thread *t, const struct fl_raster_draw *draw, unsigned bx,
			  unsigned by, uint32_t z_min, uint32_t z_max)
{
	const struct fl_pixel_depth *d = draw->depth;
	const struct fl_tile_buf *b = t->tile.depth;
	unsigned i = by / 8 * 8 + bx / 8;

	if (d->path != FL_PIXEL_DEPTH_ALONE || !b || !(b->z_known >> i & 1))
		return false;
	switch (d->func) {
	case FL_PIXEL_IF_NEVER:
		return true;
	case FL_PIXEL_IF_LESS:
		return z_min >= b->z_max[i];
	case FL_PIXEL_IF_LESS_EQUAL:
		return z_min > b->z_max[i];
	case FL_PIXEL_IF_EQUAL:
		return z_min > b->z_max[i] || z_max < b->z_min[i];
	case FL_PIXEL_IF_GREATER_EQUAL:
		return z_max < b->z_min[i];
	case FL_PIXEL_IF_GREATER:
		return z_max <= b->z_min[i];
	}
	return false;
}
