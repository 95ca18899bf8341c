/* SPDX-License-Identifier: MIT
 *
 * What the 2D engine has drawn, and not written back, where 3D is about to draw: R5xx guide 10.5.3.
 */
#include "hw/model/r500/e2.h"
#include "hw/model/r500/ga.h"
#include "hw/model/r500/surface.h"

static bool in_2d_cache(const struct mr500 *r, const struct fl_tile_key *k, const struct fl_raster_area *b)
{
	const uint64_t row_B = (uint64_t)k->pitch_px * k->cpp * k->samples;
	const uint64_t top = ((unsigned)b->y0 + k->y_off) & ~63u,
		       end = ((unsigned)b->y1 + k->y_off + 64) & ~63u;

	if (!k->cpp || !mr500_e2_holds(r, k->base + top * row_B, (end - top) * row_B))
		return false;
	for (int y = b->y0; y <= b->y1; y++)
		for (int x = b->x0; x <= b->x1; x++) {
			uint64_t at = mr500_surface_addr(k, (unsigned)x + k->x_off, (unsigned)y + k->y_off,
							 0); /* of the surface */

			if (mr500_e2_holds(r, k->base + at, k->cpp))
				return true;
		}
	return false;
}

/* The tile would be read from memory that is not up to date, and what 2D writes back later would cover it. */
void mr500_ga_look_for_2d(struct fl_raster *ras, const struct fl_raster_area *area)
{
	struct mr500 *r = (struct mr500 *)ras->model;
	const struct fl_tile_targets *t = &ras->targets->targets;

	for (unsigned i = 0; i < t->n; i++)
		if (t->used >> i & 1 && in_2d_cache(r, t->color[i], area))
			mr500_report(r, FL_WARN, "CB", "R5xx guide 10.5.3",
				     "color buffer %u at 0x%08llx: the 2D destination cache still holds "
				     "pixels of it where 3D draws; flush it (RB2D_DSTCACHE_CTLSTAT) and wait "
				     "for 2D idle first",
				     i, (unsigned long long)t->color[i]->base);
	if (t->depth_used && in_2d_cache(r, t->depth, area))
		mr500_report(
		    r, FL_WARN, "ZB", "R5xx guide 10.5.3",
		    "depth buffer at 0x%08llx: the 2D destination cache still holds pixels of it where 3D "
		    "draws; flush it (RB2D_DSTCACHE_CTLSTAT) and wait for 2D idle first",
		    (unsigned long long)t->depth->base);
}
