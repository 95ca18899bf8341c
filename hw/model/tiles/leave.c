/* SPDX-License-Identifier: MIT
 *
 * The tile cache: tiles that are written to memory by the thread that drew them, ahead of the flush that
 * wants them all. Nothing may show that they went one by one.
 */
#include "hw/model/tiles/cache.h"

#include <string.h>

/* Surfaces of a draw: colors, the resolved one, depths. */
enum { SURFACES = FL_TILE_TARGETS + 2, SLOP_ROWS = 256 /* the highest macro tile of any family */ };

struct range {
	uint64_t from, to;
};

/* Memory that the surface may take; more does not matter. */
static struct range range_of(const struct fl_tile_key *k, unsigned rows_px)
{
	const uint64_t rows = k->rows ? (uint64_t)k->rows * (k->layer + 1u) : (uint64_t)rows_px + k->y_off;

	return (struct range){k->base, k->base + (rows + SLOP_ROWS) * k->pitch_px * k->cpp * k->samples};
}

static unsigned keys_of(const struct fl_tile_targets *t, const struct fl_tile_key *key[SURFACES])
{
	unsigned n = 0;

	for (unsigned i = 0; i < t->n && i < FL_TILE_TARGETS; i++)
		if (t->color[i] && t->color[i]->cpp)
			key[n++] = t->color[i];
	if (t->resolve && t->resolve->cpp)
		key[n++] = t->resolve;
	if (t->depth && t->depth->cpp)
		key[n++] = t->depth;
	return n;
}

/* fast and slot make no other surface. */
static bool is(const struct fl_tile_key *a, const struct fl_tile_key *b)
{
	struct fl_tile_key k = *a;

	k.fast = b->fast;
	k.slot = b->slot;
	return memcmp(&k, b, sizeof(k)) == 0;
}

bool fl_tile_may_leave(const struct fl_tile_cache *c, const struct fl_tile_targets *t, unsigned rows_px)
{
	const struct fl_tile_key *key[SURFACES];
	const unsigned n = keys_of(t, key);

	if (c->ops->leaving && !c->ops->plain)
		return false;
	for (unsigned i = 0; i < n; i++) {
		if (key[i]->swap || key[i]->planes || key[i]->space)
			return false;
		for (unsigned k = 0; k < i; k++) {
			const struct range a = range_of(key[i], rows_px), b = range_of(key[k], rows_px);

			/* the same surface twice is one tile in two places */
			if (a.from == b.from || (a.from < b.to && b.from < a.to))
				return false;
		}
	}
	for (const struct fl_tile_surface *s = c->surfaces; s; s = s->next) {
		bool own = !s->touched;

		for (unsigned i = 0; i < n && !own; i++)
			own = is(&s->key, key[i]);
		if (!own)
			return false;
	}
	return true;
}

bool fl_tile_is_plain(const struct fl_tile_buf *b)
{
	const struct fl_tile_ops *ops = b->surface->cache->ops;

	return !ops->leaving || (ops->plain && ops->plain(b->surface));
}

void fl_tile_leave(struct fl_tile_buf *b)
{
	struct fl_tile_surface *s = b->surface;

	if (!fl_tile_is_dirty(b))
		return;
	if (!fl_tile_save(&s->way, &b->places, b->tx, b->ty, b->px, b->dirty))
		__atomic_store_n(&s->bad, true, __ATOMIC_RELAXED);
	memset(b->dirty, 0, sizeof(b->dirty));
}
