/* SPDX-License-Identifier: MIT
 *
 * The tile cache: flushed to memory, forgotten, and asked what it holds.
 */
#include "hw/model/tiles/cache.h"

#include <stdlib.h>
#include <string.h>

static void flush_one(void *arg, unsigned item, unsigned thread)
{
	struct fl_tile_buf *const *list = arg;

	(void)thread;
	fl_tile_save_aside(list[item]);
}

static void flush_surface(struct fl_tile_cache *c, struct fl_tile_surface *s)
{
	struct fl_tile_buf **list = malloc(s->n_tiles * sizeof(*list));
	unsigned n = 0;

	fl_tile_way_look(&s->way, &c->model->mem);
	for (unsigned i = 0; i < s->w * s->h; i++) {
		struct fl_tile_buf *b = s->grid[i];

		if (!b || !fl_tile_is_dirty(b))
			continue;
		if (c->ops->leaving)
			c->ops->leaving(b);
		if (list)
			list[n++] = b;
		else
			fl_tile_store(b);
	}
	/* Tiles of a surface share no bytes, so threads may take one each; but for linear surfaces with a
	 * byte swap wider than a pixel, where a unit may. */
	if (c->model->pool && n > 1 && !s->key.swap)
		fl_pool_run(c->model->pool, n, flush_one, list);
	else
		for (unsigned i = 0; i < n; i++)
			flush_one(list, i, 0);
	if (s->bad)
		c->ops->report(c, FL_TILE_NO_MEMORY, &s->key, 0);
	s->bad = false;
	free(list);
}

void fl_tile_flush(struct fl_tile_cache *c, bool depth)
{
	for (struct fl_tile_surface *s = c->surfaces; s; s = s->next) {
		if (s->key.depth != depth || !s->touched)
			continue;
		s->touched = false;
		flush_surface(c, s);
	}
}

void fl_tile_forget_surface(struct fl_tile_surface *s)
{
	for (unsigned i = 0; i < s->w * s->h; i++)
		if (s->grid[i]) {
			s->grid[i]->have = 0;
			s->grid[i]->z_known = 0;
			memset(s->grid[i]->dirty, 0, sizeof(s->grid[i]->dirty));
			s->grid[i]->second = false;
		}
}

static bool any_dirty(const struct fl_tile_surface *s)
{
	for (unsigned i = 0; i < s->w * s->h; i++)
		if (s->grid[i] && fl_tile_is_dirty(s->grid[i]))
			return true;
	return false;
}

void fl_tile_forget(struct fl_tile_cache *c, bool depth)
{
	for (struct fl_tile_surface *s = c->surfaces; s; s = s->next) {
		if (s->key.depth != depth)
			continue;
		if (s->touched && any_dirty(s))
			c->ops->report(c, FL_TILE_LOST, &s->key, 0);
		fl_tile_forget_surface(s);
		s->touched = false;
	}
}

const struct fl_tile_key *fl_tile_holds(const struct fl_tile_cache *c, uint64_t addr, uint64_t size_B)
{
	for (const struct fl_tile_surface *s = c->surfaces; s; s = s->next) {
		if (!s->touched || addr + size_B <= s->key.base)
			continue;
		/* an upper bound: the last row of tiles, and one more for the offset */
		uint64_t rows =
		    (uint64_t)(s->h + 1) * FL_TILE_PX + s->key.y_off + (uint64_t)s->key.layer * s->key.rows;
		uint64_t end = s->key.base + rows * s->key.pitch_px * s->key.cpp * s->key.samples;

		if (addr >= end)
			continue;
		for (unsigned i = 0; i < s->w * s->h; i++) {
			const struct fl_tile_buf *b = s->grid[i];

			if (b && fl_tile_is_dirty(b) &&
			    fl_tile_overlaps(c->ops->layout, &s->key, b->tx, b->ty, b->dirty, addr, size_B))
				return &s->key;
		}
	}
	return NULL;
}
