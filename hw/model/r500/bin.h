/* SPDX-License-Identifier: MIT
 *
 * Bins: which primitives touch which tile, in order. One block of memory of fixed size holds the primitives
 * (from its start) and the lists of the tiles (from its end); when they meet, the batch is drawn.
 */
#ifndef R500_BIN_H
#define R500_BIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct r500_prim;
struct r500_sc_state;

enum {
	R500_BATCH_B = 16 << 20,
	R500_BIN_TILES = 64, /* a side: 4096 pixels */
	R500_BIN_CHUNK = 62,
	R500_BIN_ALL_EDGES = 15,
};

/* An entry: the primitive's place / 16 in bits 19:0, in bits 23:20 the edges that cross the tile. */
struct r500_bin_chunk {
	uint32_t next; /* place, 0: none */
	uint32_t n;
	uint32_t entry[R500_BIN_CHUNK];
};

struct r500_bins {
	uint8_t *mem;
	uint32_t top;    /* end of the primitives */
	uint32_t bottom; /* start of the lists */
	uint32_t n_prims;
	uint64_t work; /* of binning, for whoever counts it with r500_work() and clears it */
	unsigned n_active;
	uint16_t active[R500_BIN_TILES * R500_BIN_TILES]; /* tiles that have a list: ty * 64 + tx */
	uint32_t first[R500_BIN_TILES * R500_BIN_TILES], last[R500_BIN_TILES * R500_BIN_TILES];
};

bool r500_bins_new(struct r500_bins *b);
void r500_bins_free(struct r500_bins *b);
void r500_bins_clear(struct r500_bins *b);
/* Room for a primitive of size_B (a multiple of 16) that may touch n_tiles. NULL: full. Nothing is taken
 * until r500_bins_add(). */
struct r500_prim *r500_bins_room(struct r500_bins *b, uint32_t size_B, unsigned n_tiles);
/* Take the room of p, and enter it in the lists of the tiles that it touches. tiny: its edges all lie in one
 * tile. */
void r500_bins_add(struct r500_bins *b, const struct r500_sc_state *sc, struct r500_prim *p, uint32_t size_B,
		   bool tiny);
static inline struct r500_prim *r500_bins_prim(const struct r500_bins *b, uint32_t entry)
{
	return (struct r500_prim *)(b->mem + (size_t)(entry & 0xfffff) * 16);
}

#endif
