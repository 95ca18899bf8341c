/* SPDX-License-Identifier: MIT
 *
 * Bins: memory, and the walk over the tiles that a primitive touches.
 */
#include "hw/model/raster/bin.h"
#include "hw/model/raster/scan.h"
#include "hw/model/tiles/tile.h"

#include <stdlib.h>

enum { PRIM_WORK = 32 };

bool fl_bins_new(struct fl_bins *b, unsigned side)
{
	const size_t n = (size_t)side * side;

	b->side = side;
	b->n_active = 0;
	b->work = 0;
	/* Not cleared: memory that no batch reached costs nothing. */
	b->mem = aligned_alloc(64, FL_BIN_MEM_B);
	b->active = malloc(n * sizeof(*b->active));
	b->first = calloc(n, sizeof(*b->first));
	b->last = calloc(n, sizeof(*b->last));
	if (!b->mem || !b->active || !b->first || !b->last) {
		fl_bins_free(b);
		return false;
	}
	fl_bins_clear(b);
	return true;
}

void fl_bins_free(struct fl_bins *b)
{
	free(b->mem);
	free(b->active);
	free(b->first);
	free(b->last);
	b->mem = NULL;
	b->active = NULL;
	b->first = b->last = NULL;
}

void fl_bins_clear(struct fl_bins *b)
{
	for (unsigned i = 0; i < b->n_active; i++)
		b->first[b->active[i]] = b->last[b->active[i]] = 0;
	b->n_active = 0;
	b->n_prims = 0;
	b->top = 16; /* place 0 means none */
	b->bottom = FL_BIN_MEM_B;
}

struct fl_raster_prim *fl_bins_room(struct fl_bins *b, uint32_t size_B, unsigned n_tiles)
{
	uint32_t need_B = size_B + n_tiles * (uint32_t)sizeof(struct fl_bin_chunk);

	if (b->bottom - b->top < need_B)
		return NULL;
	b->work += PRIM_WORK + 4 * n_tiles;
	return (struct fl_raster_prim *)(b->mem + b->top);
}

static void push(struct fl_bins *b, unsigned tile, uint32_t entry)
{
	struct fl_bin_chunk *c = (struct fl_bin_chunk *)(b->mem + b->last[tile]);

	if (!b->last[tile] || c->n == FL_BIN_CHUNK) {
		b->bottom -= sizeof(*c);
		if (b->last[tile]) {
			c->next = b->bottom;
		} else {
			b->first[tile] = b->bottom;
			b->active[b->n_active++] = (uint16_t)tile;
		}
		b->last[tile] = b->bottom;
		c = (struct fl_bin_chunk *)(b->mem + b->bottom);
		c->next = 0;
		c->n = 0;
	}
	c->entry[c->n++] = entry;
}

void fl_bins_add(struct fl_bins *b, const struct fl_raster_scan *sc, struct fl_raster_prim *p,
		 uint32_t size_B, bool tiny)
{
	const int last = FL_TILE_PX - 1;
	const int tx0 = p->x0 / FL_TILE_PX, tx1 = p->x1 / FL_TILE_PX;
	const int ty0 = p->y0 / FL_TILE_PX, ty1 = p->y1 / FL_TILE_PX;
	const unsigned n = p->n_edges;
	uint32_t place = b->top / 16;
	int64_t hi[4],
	    lo[4]; /* an edge's largest and smallest value in a tile, relative to that at its corner */

	b->top += size_B;
	b->n_prims++;
	if (tiny && tx0 == tx1 && ty0 == ty1) {
		push(b, (unsigned)ty0 * b->side + (unsigned)tx0, place | ((1u << n) - 1) << 20);
		return;
	}
	for (unsigned e = 0; e < n; e++) {
		int32_t ea = p->edge[e].a, eb = p->edge[e].b;

		hi[e] = INT64_MIN;
		lo[e] = INT64_MAX;
		for (unsigned i = 0; i < sc->n_pos; i++) {
			int64_t c = fl_raster_edge_c(sc, &p->edge[e], i);

			hi[e] = c > hi[e] ? c : hi[e];
			lo[e] = c < lo[e] ? c : lo[e];
		}
		hi[e] += (int64_t)last * ((ea > 0 ? ea : 0) + (int64_t)(eb > 0 ? eb : 0));
		lo[e] += (int64_t)last * ((ea < 0 ? ea : 0) + (int64_t)(eb < 0 ? eb : 0));
	}
	for (int ty = ty0; ty <= ty1; ty++) {
		for (int tx = tx0; tx <= tx1; tx++) {
			unsigned cross = 0, e;

			for (e = 0; e < n; e++) {
				int64_t v = (int64_t)p->edge[e].a * (tx * FL_TILE_PX) +
					    (int64_t)p->edge[e].b * (ty * FL_TILE_PX);

				if (v + hi[e] < 0)
					break;
				if (v + lo[e] < 0)
					cross |= 1u << e;
			}
			if (e == n)
				push(b, (unsigned)ty * b->side + (unsigned)tx, place | cross << 20);
		}
	}
}
