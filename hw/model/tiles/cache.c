/* SPDX-License-Identifier: MIT
 *
 * The tile cache: surfaces and their tiles, found, made, and dropped where room is needed.
 */
#include "hw/model/tiles/cache.h"

#include <stdlib.h>
#include <string.h>

static size_t tile_B(const struct fl_tile_key *k)
{
	return (size_t)FL_TILE_PX * FL_TILE_PX * k->samples * k->cpp;
}

bool fl_tile_is_dirty(const struct fl_tile_buf *b)
{
	uint64_t any = 0;

	for (unsigned i = 0; i < 16; i++)
		any |= b->dirty[i];
	return any != 0;
}

/* ---- surfaces ------------------------------------------------------------------------------------------ */
static void tile_free(struct fl_tile_cache *c, struct fl_tile_buf *b)
{
	struct fl_tile_surface *s = b->surface;

	s->grid[b->ty * s->w + b->tx] = NULL;
	s->n_tiles--;
	c->bytes -= tile_B(&s->key);
	free(b->px);
	free(b);
}

static void surface_free(struct fl_tile_cache *c, struct fl_tile_surface *s)
{
	for (unsigned i = 0; i < s->w * s->h; i++)
		if (s->grid[i])
			tile_free(c, s->grid[i]);
	for (struct fl_tile_surface **p = &c->surfaces; *p; p = &(*p)->next)
		if (*p == s) {
			*p = s->next;
			break;
		}
	c->n_surfaces--;
	free(s->grid);
	free(s);
}

void fl_tile_drop_all(struct fl_tile_cache *c)
{
	while (c->surfaces)
		surface_free(c, c->surfaces);
	c->pinned_bytes = 0;
}

void fl_tile_store(struct fl_tile_buf *b)
{
	struct fl_tile_cache *c = b->surface->cache;

	if (!fl_tile_save_dirty(b))
		c->ops->report(c, FL_TILE_NO_MEMORY, &b->surface->key, 0);
}

static void evict(struct fl_tile_buf *b)
{
	if (!fl_tile_is_dirty(b))
		return;
	fl_tile_way_look(&b->surface->way, &b->surface->cache->model->mem);
	if (b->surface->cache->ops->leaving)
		b->surface->cache->ops->leaving(b);
	fl_tile_store(b);
}

/* Oldest batches' tiles go until what stays fits. */
static void trim(struct fl_tile_cache *c, size_t room_B)
{
	while (c->bytes + room_B > FL_TILE_CACHE_B && c->bytes > c->pinned_bytes) {
		uint32_t oldest = c->tick;

		for (struct fl_tile_surface *s = c->surfaces; s; s = s->next)
			for (unsigned i = 0; i < s->w * s->h; i++)
				if (s->grid[i] && (int32_t)(s->grid[i]->tick - oldest) < 0)
					oldest = s->grid[i]->tick;
		if (oldest == c->tick)
			return;
		for (struct fl_tile_surface *s = c->surfaces; s; s = s->next)
			for (unsigned i = 0; i < s->w * s->h && c->bytes + room_B > FL_TILE_CACHE_B; i++) {
				struct fl_tile_buf *b = s->grid[i];

				if (!b || b->tick != oldest)
					continue;
				evict(b);
				tile_free(c, b);
			}
	}
}

static struct fl_tile_surface *surface_find(struct fl_tile_cache *c, const struct fl_tile_key *key)
{
	struct fl_tile_surface **p = &c->surfaces, *s;
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
		if (c->n_surfaces >= FL_TILE_SURFACES) {
			struct fl_tile_surface *old = NULL;

			for (struct fl_tile_surface *i = c->surfaces; i; i = i->next)
				if (i->tick != c->tick)
					old = i; /* the last in the list is the one not used for longest */
			if (old) {
				for (unsigned i = 0; i < old->w * old->h; i++)
					if (old->grid[i])
						evict(old->grid[i]);
				surface_free(c, old);
			}
		}
		s = calloc(1, c->ops->surface_B);
		if (!s)
			return NULL;
		s->cache = c;
		s->key = *key;
		fl_tile_way_init(&s->way, c->ops->layout, &s->key, c->isa);
		s->w = (key->pitch_px + FL_TILE_PX - 1) / FL_TILE_PX;
		c->n_surfaces++;
	}
	s->next = c->surfaces;
	c->surfaces = s;
	s->key.fast = key->fast;
	s->key.slot = key->slot;
	s->tick = c->tick;
	return s;
}

/* ---- tiles --------------------------------------------------------------------------------------------- */
/* used: the draw does something to the surface; else it is opened for the draws that may follow in the
 * batch. */
static bool tile_open(struct fl_tile_cache *c, const struct fl_raster_draw *d, const struct fl_tile_key *key,
		      bool used, unsigned tx, unsigned ty, struct fl_tile_buf **out)
{
	*out = NULL;
	if (!key || !key->cpp)
		return true;
	struct fl_tile_surface *s = surface_find(c, key);

	if (!s)
		return false;
	fl_tile_way_look(&s->way, &c->model->mem); /* it stays there while the batch is drawn */
	c->ops->opened(s, d);
	if (tx >= s->w || ty >= FL_TILE_MAX_ROWS) {
		if (used)
			c->ops->report(c, FL_TILE_OUTSIDE, key, tx * FL_TILE_PX - 1);
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
		trim(c, size_B);
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
		b->tick = c->tick - 1;
		s->grid[ty * s->w + tx] = b;
		s->n_tiles++;
		c->bytes += size_B;
	}
	if (b->tick != c->tick) {
		b->tick = c->tick;
		c->pinned_bytes += size_B;
	}
	s->touched = true;
	*out = b;
	return true;
}

bool fl_tile_open(struct fl_tile_cache *c, const struct fl_raster_draw *d, unsigned tx, unsigned ty,
		  struct fl_tile *out)
{
	const struct fl_tile_targets *t = &d->targets;
	bool ok = true;

	out->x0 = tx * FL_TILE_PX;
	out->y0 = ty * FL_TILE_PX;
	for (unsigned i = 0; i < FL_TILE_TARGETS; i++)
		if (i < t->n)
			ok &= tile_open(c, d, t->color[i], t->used >> i & 1, tx, ty, &out->color[i]);
		else
			out->color[i] = NULL;
	ok &= tile_open(c, d, t->resolve, true, tx, ty, &out->resolve);
	ok &= tile_open(c, d, t->depth, t->depth_used, tx, ty, &out->depth);
	return ok;
}

/* What is drawn with a depth test needs most blocks of a row sooner or later, and eight cost little more than
 * two. */
static void load_rows(struct fl_tile_buf *b, uint64_t blocks)
{
	const struct fl_tile_surface *s = b->surface;
	uint64_t more;

	if (b->ahead_tick != s->cache->tick) {
		b->ahead_tick = s->cache->tick;
		b->ahead = 0;
	}
	blocks &= ~b->ahead;
	if (!blocks)
		return;
	more = blocks | blocks >> 4;
	more |= more >> 2;
	more |= more >> 1;
	more = (more & UINT64_C(0x0101010101010101)) * 255 & ~b->have & ~b->ahead;
	b->ahead |= more;
	fl_tile_load(&s->way, &b->places, b->tx, b->ty, b->px, more | blocks);
}

void fl_tile_need(struct fl_tile_buf *b, uint64_t blocks)
{
	struct fl_tile_surface *s = b->surface;

	blocks &= ~b->have;
	if (!blocks)
		return;
	b->have |= blocks;
	b->z_known &= ~blocks;
	if (s->key.depth && !s->key.fast) {
		load_rows(b, blocks);
		return;
	}
	if (s->key.fast && s->cache->ops->unread)
		blocks &= ~s->cache->ops->unread(b, blocks);
	if (!blocks)
		return;
	fl_tile_load(&s->way, &b->places, b->tx, b->ty, b->px, blocks);
	if (s->key.fast)
		s->cache->ops->loaded(b, blocks);
}

void fl_tile_batch_done(struct fl_tile_cache *c)
{
	c->tick++;
	c->pinned_bytes = 0;
	trim(c, 0);
}

static bool same(const struct fl_tile_key *a, const struct fl_tile_key *b)
{
	return a == b || (a && b && memcmp(a, b, sizeof(*a)) == 0);
}

bool fl_tile_same_targets(const struct fl_tile_targets *a, const struct fl_tile_targets *b)
{
	if (a->n != b->n || !same(a->resolve, b->resolve) || !same(a->depth, b->depth))
		return false;
	for (unsigned i = 0; i < a->n; i++)
		if (!same(a->color[i], b->color[i]))
			return false;
	return true;
}
