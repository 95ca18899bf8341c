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

struct fl_raster_prim;
struct fl_raster_scan;

enum {
	FL_BIN_MEM_B = 16 << 20,
	FL_BIN_CHUNK = 62,
	FL_BIN_ALL_EDGES = 15,
	FL_BIN_MAX_SIDE = 256, /* tiles a side, so that the number of a tile fits 16 bits */
};

/* An entry: the primitive's place / 16 in bits 19:0, in bits 23:20 the edges that cross the tile. */
struct fl_bin_chunk {
	uint32_t next; /* place, 0: none */
	uint32_t n;
	uint32_t entry[FL_BIN_CHUNK];
};

struct fl_bins {
	uint8_t *mem;
	uint32_t top;    /* end of the primitives */
	uint32_t bottom; /* start of the lists */
	uint32_t n_prims;
	uint64_t work; /* of binning, for whoever counts it with fl_work() and clears it */
	unsigned side; /* tiles in a row, and rows */
	unsigned n_active;
	uint16_t *active; /* tiles that have a list: ty * side + tx */
	uint32_t *first, *last;
};

/* side: FL_BIN_MAX_SIDE at most. False: out of memory. */
bool fl_bins_new(struct fl_bins *b, unsigned side);
void fl_bins_free(struct fl_bins *b);
void fl_bins_clear(struct fl_bins *b);
/* Room for a primitive of size_B (a multiple of 16) that may touch n_tiles. NULL: full. Nothing is taken
 * until fl_bins_add(). */
struct fl_raster_prim *fl_bins_room(struct fl_bins *b, uint32_t size_B, unsigned n_tiles);
/* Take the room of p, and enter it in the lists of the tiles that it touches. tiny: its edges all lie in one
 * tile. */
void fl_bins_add(struct fl_bins *b, const struct fl_raster_scan *sc, struct fl_raster_prim *p,
		 uint32_t size_B, bool tiny);
static inline struct fl_raster_prim *fl_bins_prim(const struct fl_bins *b, uint32_t entry)
{
	return (struct fl_raster_prim *)(b->mem + (size_t)(entry & 0xfffff) * 16);
}

#endif
