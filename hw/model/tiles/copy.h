/* SPDX-License-Identifier: MIT
 *
 * Whole 8x8 blocks between memory and a tile, as many as there are to move: the way nearly all pixels of one
 * sample take. surface.c moves what is not whole, and what lies where memory ends.
 */
#ifndef HW_MODEL_TILES_COPY_H
#define HW_MODEL_TILES_COPY_H

#include "hw/model/tiles/surface.h"
#include "hw/model/vec.h"

/* From the bricks, which are the family's: their shape, the lines, and how pixels stand in these. */
void fl_tile_copy_init(const struct fl_tile_key *k, struct fl_tile_bricks *b);

/* Move the blocks (bit y / 8 * 8 + x / 8) of a tile, from px to memory if `store`; their corners are known,
 * the key has one sample a pixel and no swap, and all of them lie inside of the surface. Those that are not
 * wholly in the window of p are left: a bit each. */
FL_SIMD_DECLARE(uint64_t, fl_tile_copy,
		(const struct fl_tile_path *p, const struct fl_tile_corners *c, uint8_t *px, uint64_t blocks,
		 bool store));

/* Of the blocks the dirty quads alone (as in struct fl_tile_buf), from px to memory. upper: of pairs of a
 * depth and a stencil, four bytes in px, the upper 24 bits of each, to the low ones of a dword. Blocks that
 * this has no quick way for are left as well. */
FL_SIMD_DECLARE(uint64_t, fl_tile_copy_dirty,
		(const struct fl_tile_path *p, const struct fl_tile_corners *c, const uint8_t *px,
		 uint64_t blocks, const uint64_t dirty[16], bool upper));

#endif
