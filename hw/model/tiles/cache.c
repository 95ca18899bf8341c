/* SPDX-License-Identifier: MIT
 *
 * The tile cache: 64x64-pixel copies of color and depth surfaces. It stands for the chip's color and Z
 * caches, and is as honest as they are: memory changes when RB3D_DSTCACHE_CTLSTAT or ZB_ZCACHE_CTLSTAT say so
 * (or a tile must make room), and what changes in memory is seen when the tags are freed. It is larger than
 * theirs, so that every missing flush shows.
 *
 * The main thread opens tiles; the thread that draws a tile fills its blocks when they are first needed.
 */
#include <stdlib.h>
#include <string.h>

#include "hw/model/pixel/color.h"
#include "hw/model/r500/rb.h"
#include "hw/model/r500/zb.h"

static size_t tile_B(const struct fl_tile_key *k)
{
	return (size_t)FL_TILE_PX * FL_TILE_PX * k->samples * k->cpp;
}

static const char *surface_name(const struct fl_tile_key *k)
{
	static const char *const color[] = {"color buffer 0", "color buffer 1", "color buffer 2",
					    "color buffer 3", "resolve buffer"};

	return k->depth ? "depth buffer" : color[k->slot];
}

static bool is_dirty(const struct fl_tile_buf *b)
{
	uint64_t any = 0;

	for (unsigned i = 0; i < 16; i++)
		any |= b->dirty[i];
	return any != 0;
}

/* ---- surfaces ------------------------------------------------------------------------------------------ */
static void tile_free(struct mr500_rb *rb, struct fl_tile_buf *b)
{
	struct fl_tile_surface *s = b->surface;

	s->grid[b->ty * s->w + b->tx] = NULL;
	s->n_tiles--;
	rb->bytes -= tile_B(&s->key);
	free(b->px);
	free(b);
}

static void surface_free(struct mr500_rb *rb, struct fl_tile_surface *s)
{
	for (unsigned i = 0; i < s->w * s->h; i++)
		if (s->grid[i])
			tile_free(rb, s->grid[i]);
	for (struct fl_tile_surface **p = &rb->surfaces; *p; p = &(*p)->next)
		if (*p == s) {
			*p = s->next;
			break;
		}
	rb->n_surfaces--;
	free(s->grid);
	free(s);
}

void mr500_rb_drop_all(struct mr500_rb *rb)
{
	while (rb->surfaces)
		surface_free(rb, rb->surfaces);
	rb->pinned_bytes = 0;
}

static void tile_store(struct mr500 *r, struct fl_tile_buf *b)
{
	const struct fl_tile_key *k = &b->surface->key;

	if (!mr500_surface_store(&r->base.mem, k, b->tx, b->ty, b->px, b->dirty))
		mr500_report(r, FL_WARN, k->depth ? "ZB" : "CB",
			     k->depth ? "R5xx guide 11.12" : "R5xx guide 11.2",
			     "pixels of the %s at 0x%08llx have no memory behind them and are dropped",
			     surface_name(k), (unsigned long long)k->base);
	memset(b->dirty, 0, sizeof(b->dirty));
}

/* Oldest batches' tiles go until what stays fits. */
static void trim(struct mr500 *r, size_t room_B)
{
	struct mr500_rb *rb = r->rb;

	while (rb->bytes + room_B > MR500_RB_CACHE_B && rb->bytes > rb->pinned_bytes) {
		uint32_t oldest = rb->tick;

		for (struct fl_tile_surface *s = rb->surfaces; s; s = s->next)
			for (unsigned i = 0; i < s->w * s->h; i++)
				if (s->grid[i] && (int32_t)(s->grid[i]->tick - oldest) < 0)
					oldest = s->grid[i]->tick;
		if (oldest == rb->tick)
			return;
		for (struct fl_tile_surface *s = rb->surfaces; s; s = s->next)
			for (unsigned i = 0; i < s->w * s->h && rb->bytes + room_B > MR500_RB_CACHE_B; i++) {
				struct fl_tile_buf *b = s->grid[i];

				if (!b || b->tick != oldest)
					continue;
				if (is_dirty(b)) {
					mr500_hiz_evict(r, b);
					if (s->key.fast)
						mr500_rb_fast_store(r, b);
					tile_store(r, b);
				}
				tile_free(rb, b);
			}
	}
}

static struct fl_tile_surface *surface_find(struct mr500 *r, const struct fl_tile_key *key)
{
	struct mr500_rb *rb = r->rb;
	struct fl_tile_surface **p = &rb->surfaces, *s;
	struct fl_tile_key k = *key;

	/* Whether fast clears are on is no other surface, nor which target it is. */
	for (; (s = *p); p = &s->next) {
		k.fast = s->key.fast;
		k.slot = s->key.slot;
		if (memcmp(&s->key, &k, sizeof(k)) == 0)
			break;
	}
	if (s) {
		*p = s->next;
	} else {
		if (rb->n_surfaces >= MR500_RB_SURFACES) {
			struct fl_tile_surface *old = NULL;

			for (struct fl_tile_surface *i = rb->surfaces; i; i = i->next)
				if (i->tick != rb->tick)
					old = i; /* the last in the list is the one not used for longest */
			if (old) {
				for (unsigned i = 0; i < old->w * old->h; i++)
					if (old->grid[i] && is_dirty(old->grid[i])) {
						mr500_hiz_evict(r, old->grid[i]);
						if (old->key.fast)
							mr500_rb_fast_store(r, old->grid[i]);
						tile_store(r, old->grid[i]);
					}
				surface_free(rb, old);
			}
		}
		s = calloc(1, sizeof(*s));
		if (!s)
			return NULL;
		s->r = r;
		s->key = *key;
		s->w = (key->pitch_px + FL_TILE_PX - 1) / FL_TILE_PX;
		rb->n_surfaces++;
	}
	s->next = rb->surfaces;
	rb->surfaces = s;
	s->key.fast = key->fast;
	s->key.slot = key->slot;
	if (s->key.fast)
		mr500_rb_fast_state(r, s);
	s->tick = rb->tick;
	return s;
}

/* ---- tiles --------------------------------------------------------------------------------------------- */
/* used: the draw does something to the surface; else it is opened for the draws that may follow in the
 * batch. */
static bool tile_open(struct mr500 *r, const struct fl_tile_key *key, bool used, unsigned tx, unsigned ty,
		      struct fl_tile_buf **out)
{
	struct mr500_rb *rb = r->rb;

	*out = NULL;
	if (!key->cpp)
		return true;
	struct fl_tile_surface *s = surface_find(r, key);

	if (!s)
		return false;
	if (tx >= s->w || ty >= 256) {
		if (!used)
			return true;
		mr500_report(r, FL_WARN, key->depth ? "ZB" : "CB",
			     key->depth ? "R5xx guide 11.12" : "R5xx guide 11.2",
			     "pixels right of column %u are outside the %s, whose pitch is %u: not drawn",
			     tx * FL_TILE_PX - 1, surface_name(key), key->pitch_px);
		return true;
	}
	if (ty >= s->h) {
		unsigned h = (ty + 8) & ~7u;
		struct fl_tile_buf **grid = realloc(s->grid, (size_t)h * s->w * sizeof(*grid));

		if (!grid)
			return false;
		memset(grid + s->w * s->h, 0, (size_t)(h - s->h) * s->w * sizeof(*grid));
		s->grid = grid;
		s->h = h;
	}

	struct fl_tile_buf *b = s->grid[ty * s->w + tx];
	size_t size_B = tile_B(key);
	if (!b) {
		trim(r, size_B);
		b = calloc(1, sizeof(*b));
		void *px = NULL;
		if (!b || posix_memalign(&px, 64, size_B)) {
			free(b);
			return false;
		}
		/* A block that is loaded is written before it is read; the rest of a tile beyond the surface
		 * is not, and must not show what the heap held. */
		memset(px, 0, size_B);
		b->px = px;
		b->cpp = key->cpp;
		b->samples = key->samples;
		b->surface = s;
		b->tx = (uint16_t)tx;
		b->ty = (uint16_t)ty;
		b->tick = rb->tick - 1;
		s->grid[ty * s->w + tx] = b;
		s->n_tiles++;
		rb->bytes += size_B;
	}
	if (b->tick != rb->tick) {
		b->tick = rb->tick;
		rb->pinned_bytes += size_B;
	}
	s->touched = true;
	*out = b;
	return true;
}

bool mr500_rb_open(struct mr500 *r, const struct fl_raster_draw *d, unsigned tile_x, unsigned tile_y,
		   struct fl_tile *out)
{
	bool ok = true;

	out->x0 = tile_x * FL_TILE_PX;
	out->y0 = tile_y * FL_TILE_PX;
	for (unsigned i = 0; i < FL_TILE_TARGETS; i++)
		if (i < d->color->n)
			ok &= tile_open(r, &d->color->target[i].key,
					d->color->target[i].path != FL_PIXEL_COLOR_NONE, tile_x, tile_y,
					&out->color[i]);
		else
			out->color[i] = NULL;
	out->resolve = NULL;
	if (d->color->resolve.cpp)
		ok &= tile_open(r, &d->color->resolve, true, tile_x, tile_y, &out->resolve);
	ok &=
	    tile_open(r, &d->depth->key, d->depth->path != FL_PIXEL_DEPTH_PASS, tile_x, tile_y, &out->depth);
	/* R5xx guide 9.6: without Z test and writes nothing is evicted, and HiZ RAM stays. */
	if (out->depth && d->depth->path != FL_PIXEL_DEPTH_PASS) {
		out->depth->surface->hiz = mr500_zb_of(d->depth)->hiz;
		out->depth->surface->z_format = d->depth->format;
		out->depth->surface->z_count_ones = d->depth->count_ones;
	}
	return ok;
}

void fl_tile_need(struct fl_tile_buf *b, uint64_t blocks)
{
	struct mr500 *r = b->surface->r;

	blocks &= ~b->have;
	if (!blocks)
		return;
	if (!mr500_surface_load(&r->base.mem, &b->surface->key, b->tx, b->ty, b->px, blocks))
		b->missing = true;
	if (b->surface->key.fast)
		mr500_rb_fast_load(r, b, blocks);
	b->have |= blocks;
	b->z_known &= ~blocks;
}

void mr500_rb_count(struct mr500 *r, const uint64_t zpass[4])
{
	struct mr500_rb *rb = r->rb;

	for (unsigned i = 0; i < MR500_RB_PIPES; i++)
		rb->zpass[i] += (uint32_t)zpass[i];
	rb->tick++;
	rb->pinned_bytes = 0;
	trim(r, 0);
}

bool mr500_rb_same_targets(const struct fl_raster_draw *a, const struct fl_raster_draw *b)
{
	if (a->color != b->color) {
		if (a->color->n != b->color->n ||
		    memcmp(&a->color->resolve, &b->color->resolve, sizeof(a->color->resolve)) != 0)
			return false;
		for (unsigned i = 0; i < a->color->n; i++)
			if (memcmp(&a->color->target[i].key, &b->color->target[i].key,
				   sizeof(a->color->target[i].key)) != 0)
				return false;
	}
	return a->depth == b->depth || memcmp(&a->depth->key, &b->depth->key, sizeof(a->depth->key)) == 0;
}

/* ---- flush --------------------------------------------------------------------------------------------- */
struct flush_job {
	struct mr500 *r;
	struct fl_tile_buf **tile;
	uint8_t *bad; /* a flag a tile */
};

static void flush_one(void *arg, unsigned item, unsigned thread)
{
	struct flush_job *j = arg;
	struct fl_tile_buf *b = j->tile[item];

	(void)thread;
	if (!mr500_surface_store(&j->r->base.mem, &b->surface->key, b->tx, b->ty, b->px, b->dirty))
		j->bad[item] = 1;
	memset(b->dirty, 0, sizeof(b->dirty));
}

static void flush(struct mr500 *r, bool depth)
{
	struct mr500_rb *rb = r->rb;

	if (mr500_ga_busy(r))
		mr500_ga_finish(r);
	for (struct fl_tile_surface *s = rb->surfaces; s; s = s->next) {
		if (s->key.depth != depth || !s->touched)
			continue;
		struct flush_job job = {.r = r};
		unsigned n = 0;

		s->touched = false;
		job.tile = malloc(s->n_tiles * sizeof(*job.tile));
		job.bad = calloc(s->n_tiles, 1);
		for (unsigned i = 0; i < s->w * s->h; i++) {
			struct fl_tile_buf *b = s->grid[i];

			if (!b || !is_dirty(b))
				continue;
			mr500_hiz_evict(r, b);
			if (s->key.fast)
				mr500_rb_fast_store(r, b);
			if (job.tile && job.bad)
				job.tile[n++] = b;
			else
				tile_store(r, b);
		}
		/* Tiles of a surface share no bytes, so threads may take one each; but for linear surfaces
		 * with a byte swap wider than a pixel, where a unit may. */
		if (r->base.pool && n > 1 && s->key.endian == MR500_ENDIAN_NONE)
			fl_pool_run(r->base.pool, n, flush_one, &job);
		else
			for (unsigned i = 0; i < n; i++)
				flush_one(&job, i, 0);
		for (unsigned i = 0; i < n; i++)
			if (job.bad[i]) {
				mr500_report(
				    r, FL_WARN, depth ? "ZB" : "CB",
				    depth ? "R5xx guide 11.12" : "R5xx guide 11.2",
				    "pixels of the %s at 0x%08llx have no memory behind them and are dropped",
				    surface_name(&s->key), (unsigned long long)s->key.base);
				break;
			}
		free(job.tile);
		free(job.bad);
	}
}

void mr500_rb_flush_color(struct mr500 *r)
{
	flush(r, false);
}

void mr500_rb_flush_depth(struct mr500 *r)
{
	flush(r, true);
}

void mr500_rb_invalidate(struct mr500_rb *rb, bool depth)
{
	for (struct fl_tile_surface *s = rb->surfaces; s; s = s->next) {
		if (s->key.depth != depth)
			continue;
		for (unsigned i = 0; i < s->w * s->h; i++)
			if (s->grid[i]) {
				s->grid[i]->have = 0;
				s->grid[i]->z_known = 0;
				memset(s->grid[i]->dirty, 0, sizeof(s->grid[i]->dirty));
			}
		s->touched = false;
	}
}

static void free_tags(struct mr500 *r, bool depth)
{
	struct mr500_rb *rb = r->rb;

	if (mr500_ga_busy(r))
		mr500_ga_finish(r);
	for (struct fl_tile_surface *s = rb->surfaces; s; s = s->next)
		for (unsigned i = 0; s->key.depth == depth && s->touched && i < s->w * s->h; i++)
			if (s->grid[i] && is_dirty(s->grid[i])) {
				mr500_report(
				    r, FL_WARN, depth ? "ZB" : "CB",
				    depth ? "R5xx guide 11.12" : "R5xx guide 11.2",
				    "the %s is freed without a flush: what was drawn to the %s is lost",
				    depth ? "Z cache" : "color cache", surface_name(&s->key));
				i = s->w * s->h - 1;
			}
	mr500_rb_invalidate(rb, depth);
}

void mr500_rb_free_color(struct mr500 *r)
{
	free_tags(r, false);
}

void mr500_rb_free_depth(struct mr500 *r)
{
	free_tags(r, true);
}

bool mr500_rb_holds(const struct mr500 *r, uint64_t addr, uint64_t size_B, const char **which)
{
	for (const struct fl_tile_surface *s = r->rb->surfaces; s; s = s->next) {
		if (!s->touched || addr + size_B <= s->key.base)
			continue;
		/* an upper bound: the last row of tiles, and one more for the offset */
		uint64_t rows = (uint64_t)(s->h + 1) * FL_TILE_PX + s->key.y_off;
		uint64_t end = s->key.base + rows * s->key.pitch_px * s->key.cpp * s->key.samples;

		if (addr >= end)
			continue;
		for (unsigned i = 0; i < s->w * s->h; i++) {
			const struct fl_tile_buf *b = s->grid[i];

			if (b && is_dirty(b) &&
			    mr500_surface_overlaps(&s->key, b->tx, b->ty, b->dirty, addr, size_B)) {
				if (which)
					*which = surface_name(&s->key);
				return true;
			}
		}
	}
	return false;
}
