/* SPDX-License-Identifier: MIT
 *
 * RB and the tile cache: what a surface keeps beside its pixels, what happens when tiles come and go,
 * flushes, and the reports.
 */
#include "hw/model/r500/ga.h"
#include "hw/model/r500/zb.h"
#include "hw/model/r500/rb.h"
#include "hw/model/r500/surface.h"
#include "hw/model/raster/raster.h"

static struct mr500 *of(const struct fl_tile_cache *c)
{
	return (struct mr500 *)c->model;
}

static const char *surface_name(const struct fl_tile_key *k)
{
	static const char *const color[] = {"color buffer 0", "color buffer 1", "color buffer 2",
					    "color buffer 3", "resolve buffer"};

	return k->depth ? "depth buffer" : color[k->slot];
}

static void opened(struct fl_tile_surface *base, const struct fl_raster_draw *d)
{
	struct mr500_surface *s = (struct mr500_surface *)base;

	if (base->key.fast)
		mr500_rb_fast_state(of(base->cache), s);
	/* R5xx guide 9.6: without Z test and writes nothing is evicted, and HiZ RAM stays. */
	if (base->key.depth && d->targets.depth_used) {
		s->hiz = mr500_zb_of(d->depth)->hiz;
		s->z_format = d->depth->format;
		s->z_count_ones = d->depth->count_ones;
	}
}

static void loaded(struct fl_tile_buf *b, uint64_t blocks)
{
	mr500_rb_fast_load(of(b->surface->cache), b, blocks);
}

static void leaving(struct fl_tile_buf *b)
{
	struct mr500 *r = of(b->surface->cache);

	mr500_hiz_evict(r, b);
	if (b->surface->key.fast)
		mr500_rb_fast_store(r, b);
}

/* Then leaving() has nothing to do. */
static bool alone(const struct fl_tile_surface *s)
{
	return !s->key.fast && !((const struct mr500_surface *)s)->hiz.update;
}

static void report(struct fl_tile_cache *c, enum fl_tile_event what, const struct fl_tile_key *k,
		   unsigned column)
{
	const char *block = k->depth ? "ZB" : "CB",
		   *section = k->depth ? "R5xx guide 11.12" : "R5xx guide 11.2";
	const char *name = surface_name(k);

	switch (what) {
	case FL_TILE_NO_MEMORY:
		mr500_report(of(c), FL_WARN, block, section,
			     "pixels of the %s at 0x%08llx have no memory behind them and are dropped", name,
			     (unsigned long long)k->base);
		break;
	case FL_TILE_OUTSIDE:
		mr500_report(of(c), FL_WARN, block, section,
			     "pixels right of column %u are outside the %s, whose pitch is %u: not drawn",
			     column, name, k->pitch_px);
		break;
	case FL_TILE_LOST:
		mr500_report(of(c), FL_WARN, block, section,
			     "the %s is freed without a flush: what was drawn to the %s is lost",
			     k->depth ? "Z cache" : "color cache", name);
		break;
	}
}

const struct fl_tile_ops mr500_rb_tile_ops = {
    .surface_B = sizeof(struct mr500_surface),
    .layout = &mr500_surface_layout,
    .opened = opened,
    .loaded = loaded,
    .leaving = leaving,
    .alone = alone,
    .report = report,
};

/* ---- cache control ------------------------------------------------------------------------------------- */
unsigned mr500_rb_leaving(const struct mr500 *r)
{
	static const uint8_t leave[2] = {FL_RASTER_LEAVE_COLOR, FL_RASTER_LEAVE_DEPTH};
	unsigned leaving = 0;
	bool empty = true;

	for (unsigned depth = 0; depth < 2; depth++) {
		if (!r->rb->due[depth])
			continue;
		leaving |= leave[depth];
		empty &= r->rb->freed[depth];
	}
	return leaving && empty ? leaving | FL_RASTER_LEAVE_EMPTY : leaving;
}

void mr500_rb_finished(struct mr500 *r)
{
	for (unsigned depth = 0; depth < 2; depth++) {
		if (!r->rb->due[depth])
			continue;
		fl_tile_flush(&r->rb->tiles, depth);
		if (r->rb->freed[depth])
			fl_tile_forget(&r->rb->tiles, depth);
		if (depth)
			r->rb->hiz_late = false;
		r->rb->due[depth] = r->rb->freed[depth] = false;
	}
}

/* Tiles of such surfaces ask registers what a clear left (mr500_rb_fast_state()) when they are opened. */
static bool fast(const struct fl_tile_targets *t)
{
	bool any = t->depth && t->depth->fast;

	for (unsigned i = 0; i < t->n; i++)
		any |= t->color[i] && t->color[i]->fast;
	return any;
}

void mr500_rb_flush(struct mr500 *r, bool depth, bool freed)
{
	r->rb->due[depth] = true;
	r->rb->freed[depth] |= freed;
	if (!mr500_ga_busy(r))
		mr500_rb_finished(r);
	else if (fast(&r->ga->ras.targets->targets))
		mr500_ga_finish(r);
}

void mr500_rb_settle(struct mr500 *r)
{
	if (r->rb->due[0] || r->rb->due[1])
		mr500_ga_finish(r);
}

void mr500_rb_evict_depth(struct mr500 *r)
{
	fl_tile_flush(&r->rb->tiles, true);
	r->rb->hiz_late = false;
}

void mr500_rb_forget(struct mr500 *r, bool depth)
{
	if (mr500_ga_busy(r))
		mr500_ga_finish(r);
	fl_tile_forget(&r->rb->tiles, depth);
}

bool mr500_rb_holds(const struct mr500 *r, uint64_t addr, uint64_t size_B, const char **which)
{
	const struct fl_tile_key *k = fl_tile_holds(&r->rb->tiles, addr, size_B);

	if (k && which)
		*which = surface_name(k);
	return k != NULL;
}
