/* SPDX-License-Identifier: MIT
 *
 * Bins: which primitives touch which tile, in order. One block of memory of fixed size holds the primitives
 * (from its start) and the lists of the tiles (from its end); when they meet, the batch is drawn.
 */
#ifndef HW_MODEL_RASTER_BIN_H
#define HW_MODEL_RASTER_BIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct mr500_prim;
struct mr500_sc_state;

enum {
	MR500_BATCH_B = 16 << 20,
	MR500_BIN_TILES = 64, /* a side: 4096 pixels */
	MR500_BIN_CHUNK = 62,
	MR500_BIN_ALL_EDGES = 15,
};

/* An entry: the primitive's place / 16 in bits 19:0, in bits 23:20 the edges that cross the tile. */
struct mr500_bin_chunk {
	uint32_t next; /* place, 0: none */
	uint32_t n;
	uint32_t entry[MR500_BIN_CHUNK];
};

struct mr500_bins {
	uint8_t *mem;
	uint32_t top;    /* end of the primitives */
	uint32_t bottom; /* start of the lists */
	uint32_t n_prims;
	uint64_t work; /* of binning, for whoever counts it with mr500_work() and clears it */
	unsigned n_active;
	uint16_t active[MR500_BIN_TILES * MR500_BIN_TILES]; /* tiles that have a list: ty * 64 + tx */
	uint32_t first[MR500_BIN_TILES * MR500_BIN_TILES], last[MR500_BIN_TILES * MR500_BIN_TILES];
};

bool mr500_bins_new(struct mr500_bins *b);
void mr500_bins_free(struct mr500_bins *b);
void mr500_bins_clear(struct mr500_bins *b);
/* Room for a primitive of size_B (a multiple of 16) that may touch n_tiles. NULL: full. Nothing is taken
 * until mr500_bins_add(). */
struct mr500_prim *mr500_bins_room(struct mr500_bins *b, uint32_t size_B, unsigned n_tiles);
/* Take the room of p, and enter it in the lists of the tiles that it touches. tiny: its edges all lie in one
 * tile. */
void mr500_bins_add(struct mr500_bins *b, const struct mr500_sc_state *sc, struct mr500_prim *p,
		    uint32_t size_B, bool tiny);
static inline struct mr500_prim *mr500_bins_prim(const struct mr500_bins *b, uint32_t entry)
{
	return (struct mr500_prim *)(b->mem + (size_t)(entry & 0xfffff) * 16);
}

#endif
