/* SPDX-License-Identifier: MIT
 *
 * RB and the tile cache: flushes, and what the cache reports.
 */
#include "hw/model/cik/cb.h"
#include "hw/model/cik/pixels.h"
#include "hw/model/cik/rb_meta.h"
#include "hw/model/cik/surface.h"

static struct mcik *of(const struct fl_tile_cache *c)
{
	return (struct mcik *)c->model;
}

static const char *surface_name(const struct fl_tile_key *k)
{
	static const char *const color[MCIK_TARGETS] = {"color buffer 0", "color buffer 1", "color buffer 2",
							"color buffer 3", "color buffer 4", "color buffer 5",
							"color buffer 6", "color buffer 7"};

	return k->depth ? "depth buffer" : color[k->slot % MCIK_TARGETS];
}

static void report(struct fl_tile_cache *c, enum fl_tile_event what, const struct fl_tile_key *k,
		   unsigned column)
{
	const char *block = k->depth ? "DB" : "CB", *name = surface_name(k);

	switch (what) {
	case FL_TILE_NO_MEMORY:
		mcik_report(of(c), FL_WARN, block, "CIK facts 7",
			    "pixels of the %s at 0x%08llx have no memory behind them and are dropped", name,
			    (unsigned long long)k->base);
		break;
	case FL_TILE_OUTSIDE:
		mcik_report(of(c), FL_WARN, block, "CIK facts 7",
			    "pixels right of column %u are outside the %s, whose pitch is %u: not drawn",
			    column, name, k->pitch_px);
		break;
	case FL_TILE_LOST:
		mcik_report(of(c), FL_WARN, block, "CIK facts 1.3",
			    "the %s cache is invalidated without a flush: what was drawn to the %s is lost",
			    k->depth ? "depth" : "color", name);
		break;
	}
}

const struct fl_tile_ops mcik_rb_tile_ops = {
    .surface_B = sizeof(struct mcik_rb_surface),
    .layout = &mcik_surface_layout,
    .opened = mcik_rb_opened,
    .unread = mcik_rb_unread,
    .loaded = mcik_rb_loaded,
    .leaving = mcik_rb_leaving,
    .alone = mcik_rb_alone,
    .ends_with_rows = mcik_rb_ends_with_rows,
    .beside = mcik_rb_beside,
    .report = report,
};

bool mcik_rb_holds(const struct mcik *c, uint64_t addr, uint64_t size_B, const char **which)
{
	const struct fl_tile_key *k = fl_tile_holds(&c->pixels->tiles, addr, size_B);

	if (k && which)
		*which = surface_name(k);
	return k != NULL;
}
