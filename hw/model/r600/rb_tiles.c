/* SPDX-License-Identifier: MIT
 *
 * RB and the tile cache: flushes, and what the cache reports.
 */
#include "hw/model/r600/rb.h"
#include "hw/model/r600/surface.h"
#include "hw/model/r600/vgt.h"

static struct mr600 *of(const struct fl_tile_cache *c)
{
	return (struct mr600 *)c->model;
}

static const char *surface_name(const struct fl_tile_key *k)
{
	static const char *const color[MR600_TARGETS] = {"color buffer 0", "color buffer 1", "color buffer 2",
							 "color buffer 3", "color buffer 4", "color buffer 5",
							 "color buffer 6", "color buffer 7"};

	return k->depth ? "depth buffer" : color[k->slot % MR600_TARGETS];
}

static void opened(struct fl_tile_surface *s, const struct fl_raster_draw *d)
{
	(void)s;
	(void)d;
}

static void loaded(struct fl_tile_buf *b, uint64_t blocks)
{
	(void)b;
	(void)blocks;
}

static void report(struct fl_tile_cache *c, enum fl_tile_event what, const struct fl_tile_key *k,
		   unsigned column)
{
	const char *block = k->depth ? "DB" : "CB", *name = surface_name(k);

	switch (what) {
	case FL_TILE_NO_MEMORY:
		mr600_report(of(c), FL_WARN, block, "R6xx facts 6.1",
			     "pixels of the %s at 0x%08llx have no memory behind them and are dropped", name,
			     (unsigned long long)k->base);
		break;
	case FL_TILE_OUTSIDE:
		mr600_report(of(c), FL_WARN, block, "R6xx facts 6.1",
			     "pixels right of column %u are outside the %s, whose pitch is %u: not drawn",
			     column, name, k->pitch_px);
		break;
	case FL_TILE_LOST:
		mr600_report(of(c), FL_WARN, block, "R6xx facts 1.4",
			     "the %s cache is invalidated without a flush: what was drawn to the %s is lost",
			     k->depth ? "depth" : "color", name);
		break;
	}
}

const struct fl_tile_ops mr600_rb_tile_ops = {
    .surface_B = sizeof(struct fl_tile_surface),
    .layout = &mr600_surface_layout,
    .opened = opened,
    .loaded = loaded,
    .report = report,
};

/* ---- cache control ------------------------------------------------------------------------------------- */
void mr600_finish_for(struct mr600 *r, unsigned which)
{
	if (mr600_drawing(r) && !r->vgt->in_memory)
		r->vgt->ras.leaving = (uint8_t)((which & MR600_RB_COLOR ? FL_RASTER_LEAVE_COLOR : 0) |
						(which & MR600_RB_DEPTH ? FL_RASTER_LEAVE_DEPTH : 0) |
						(which & MR600_RB_FORGET ? FL_RASTER_LEAVE_EMPTY : 0));
	mr600_finish(r);
}

void mr600_rb_flush(struct mr600 *r, unsigned which)
{
	if (mr600_drawing(r))
		mr600_finish_for(r, which);
	for (unsigned depth = 0; depth < 2; depth++)
		if (which & (depth ? MR600_RB_DEPTH : MR600_RB_COLOR))
			fl_tile_flush(&r->rb->tiles, depth);
	for (unsigned depth = 0; depth < 2 && which & MR600_RB_FORGET; depth++)
		if (which & (depth ? MR600_RB_DEPTH : MR600_RB_COLOR))
			fl_tile_forget(&r->rb->tiles, depth);
}

bool mr600_rb_holds(const struct mr600 *r, uint64_t addr, uint64_t size_B, const char **which)
{
	const struct fl_tile_key *k = fl_tile_holds(&r->rb->tiles, addr, size_B);

	if (k && which)
		*which = surface_name(k);
	return k != NULL;
}
