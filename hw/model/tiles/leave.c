/* SPDX-License-Identifier: MIT
 *
 * The tile cache: tiles that are written to memory by the thread that drew them, ahead of the flush that
 * wants them all. Nothing may show that they went one by one.
 */
#include "hw/model/tiles/cache.h"

#include <string.h>

/* Surfaces of a draw: colors, the resolved one, depths. Each has two planes, and what stands beside it. */
enum {
	SURFACES = FL_TILE_TARGETS + 2,
	PIECES = SURFACES * 3,
	SLOP_ROWS = 256, /* the highest macro tile of any family */
};

struct list {
	unsigned n;
	struct fl_tile_piece at[PIECES];
};

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

/* One of its surfaces is bound in two places: one tile stands there twice. */
static bool twice(const struct fl_tile_targets *t)
{
	const struct fl_tile_key *key[SURFACES];
	const unsigned n = keys_of(t, key);

	for (unsigned i = 1; i < n; i++)
		for (unsigned k = 0; k < i; k++)
			if (key[i]->base == key[k]->base)
				return true;
	return false;
}

/* Memory that the surface, or a plane of it, may take; more does not matter, but where others stand right
 * behind it. */
static uint64_t size_B(const struct fl_tile_key *k, bool exact, unsigned rows_px)
{
	const uint64_t rows = k->rows ? (uint64_t)k->rows * (k->layer + 1u) : (uint64_t)rows_px + k->y_off;

	return (rows + (exact ? 0 : SLOP_ROWS)) * k->pitch_px * k->cpp * k->samples;
}

/* False: it does not lie in one piece. */
static bool take(struct list *l, const struct fl_tile_path *p, bool exact, unsigned rows_px)
{
	const struct fl_tile_key *k = p->key;
	const uint64_t n_B = size_B(k, exact, rows_px);

	if (k->swap || (k->space && p->left_B < n_B))
		return false;
	l->at[l->n++] = (struct fl_tile_piece){p->host, p->left_B < n_B ? p->left_B : n_B};
	return true;
}

static bool take_all(struct list *l, const struct fl_tile_surface *s, unsigned rows_px)
{
	const struct fl_tile_ops *ops = s->cache->ops;
	const uint8_t planes = s->key.planes;
	const bool exact = ops->ends_with_rows && ops->ends_with_rows(s);
	struct fl_tile_piece *p;

	if (!planes && !take(l, &s->way.whole, exact, rows_px))
		return false;
	if (planes & FL_TILE_FIRST && !take(l, &s->way.plane[0], exact, rows_px))
		return false;
	if (planes & FL_TILE_SECOND && !take(l, &s->way.plane[1], exact, rows_px))
		return false;
	if (!ops->beside)
		return true;
	p = &l->at[l->n];
	if (!ops->beside(s, size_B(&s->key, exact, rows_px), p))
		return false;
	l->n += p->n_B != 0;
	return true;
}

static bool meet(const struct fl_tile_piece *a, const struct fl_tile_piece *b)
{
	const uintptr_t x = (uintptr_t)a->at, y = (uintptr_t)b->at;

	return x < y + b->n_B && y < x + a->n_B;
}

bool fl_tile_may_leave(const struct fl_tile_cache *c, const struct fl_tile_targets *t, unsigned rows_px)
{
	struct list l = {0};
	unsigned own = 0;

	if ((c->ops->leaving && !c->ops->alone) || twice(t))
		return false;
	for (const struct fl_tile_surface *s = c->surfaces; s; s = s->next) {
		if (!s->touched)
			continue;
		if (s->tick != c->tick || own++ == SURFACES || !take_all(&l, s, rows_px))
			return false;
	}
	for (unsigned i = 1; i < l.n; i++)
		for (unsigned k = 0; k < i; k++)
			if (meet(&l.at[i], &l.at[k]))
				return false;
	return true;
}

bool fl_tile_is_alone(const struct fl_tile_buf *b)
{
	const struct fl_tile_ops *ops = b->surface->cache->ops;

	return !ops->leaving || (ops->alone && ops->alone(b->surface));
}

bool fl_tile_save_dirty(struct fl_tile_buf *b)
{
	const struct fl_tile_surface *s = b->surface;
	const bool ok = fl_tile_save(&s->way, &b->places, b->tx, b->ty, b->px, b->dirty, b->second);

	memset(b->dirty, 0, sizeof(b->dirty));
	b->second = false;
	return ok;
}

void fl_tile_save_aside(struct fl_tile_buf *b)
{
	if (!fl_tile_save_dirty(b))
		__atomic_store_n(&b->surface->bad, true, __ATOMIC_RELAXED);
}

void fl_tile_leave(struct fl_tile_buf *b)
{
	const struct fl_tile_ops *ops = b->surface->cache->ops;

	if (!fl_tile_is_dirty(b))
		return;
	if (ops->leaving)
		ops->leaving(b);
	fl_tile_save_aside(b);
}
