/* SPDX-License-Identifier: MIT
 *
 * Tiles: 64x64 pixels of the surfaces that are drawn to, as the threads that draw see them.
 */
#ifndef HW_MODEL_TILES_TILE_H
#define HW_MODEL_TILES_TILE_H

#include "hw/model/raster/wave.h"
#include "hw/model/tiles/surface.h"

/* 64x64 pixels of one surface in the tile cache, rows linear: pixel (x, y), sample s at
 * px + ((y * 64 + x) * samples + s) * cpp. */
struct fl_tile_buf {
	uint8_t *px;
	uint64_t dirty[16]; /* a bit a quad, 32x32: quad (x, y) is bit (y % 2) * 32 + x of dirty[y / 2] */
	/* a bit an 8x8 block, y / 8 * 8 + x / 8: px holds it; the others fl_tile_need() loads */
	uint64_t have;
	uint8_t cpp; /* bytes a pixel (or sample) */
	uint8_t samples;
	/* Blocks that px holds, too, as memory had them in batch ahead_tick: loaded with others of their row,
	 * of depths, and not part of `have` until somebody needs them. */
	uint64_t ahead;
	uint32_t ahead_tick;
	bool second; /* whoever writes stencils sets it: of two planes the second goes to memory too */
	/* the rest belongs to cache.c */
	struct fl_tile_surface *surface;
	uint16_t tx, ty; /* tile coordinates */
	struct fl_tile_places places;
	uint32_t tick; /* least recently used goes first */
	/* The family's: where what stands beside the tile in memory was found by the thread that draws it,
	 * and in which batch: after that memory may move. */
	struct {
		uint64_t of, at;
		uint8_t *host;
		uint32_t tick;
	} beside;
	/* Bounds of the depths of each 8x8 block, by which whole blocks are dropped (FL_RASTER_HIDE); valid
	 * where z_known has a bit. Whoever writes depths keeps them true. */
	uint64_t z_known;
	uint32_t z_min[64], z_max[64];
};

/* One tile in the hands of a thread. */
struct fl_tile {
	unsigned x0, y0;                            /* pixel of its corner */
	struct fl_tile_buf *color[FL_TILE_TARGETS]; /* NULL: none bound */
	struct fl_tile_buf *resolve;                /* where samples are averaged to, or NULL */
	struct fl_tile_buf *depth;
};

/* On the thread that draws: fill those of the 8x8 blocks that b does not have yet. */
void fl_tile_need(struct fl_tile_buf *b, uint64_t blocks);

static inline uint8_t *fl_tile_at(const struct fl_tile_buf *b, const struct fl_wave *w, unsigned lane,
				  unsigned s)
{
	unsigned q = lane / 4, x = w->qx[q] + (lane & 1), y = w->qy[q] + (lane >> 1 & 1);

	return b->px + ((y * FL_TILE_PX + x) * b->samples + s) * b->cpp;
}

/* The quads with a bit in lanes were written. */
static inline void fl_tile_dirty(struct fl_tile_buf *b, const struct fl_wave *w, uint64_t lanes)
{
	if (w->block && lanes == ~0ull) {
		uint64_t four = 0xfull << w->qx[0] / 2;
		unsigned at = w->qy[0] / 4;

		b->dirty[at] |= four | four << 32;
		b->dirty[at + 1] |= four | four << 32;
		return;
	}
	if (w->block) {
		uint64_t any = lanes | lanes >> 1;

		any = (any | any >> 2) & UINT64_C(0x1111111111111111);
		any |= any >> 3;
		any |= any >> 6; /* the four quads of a row now lie side by side */
		for (unsigned row = 0; row < 4; row++)
			b->dirty[w->qy[0] / 4 + row / 2] |= (any >> 16 * row & 15)
							    << (row % 2 * 32 + w->qx[0] / 2);
		return;
	}
	for (unsigned q = 0; q < w->n_quads; q++)
		b->dirty[w->qy[q] / 4] |= (uint64_t)((lanes >> q * 4 & 15) != 0)
					  << ((w->qy[q] / 2 & 1) * 32 + w->qx[q] / 2);
}

#endif
