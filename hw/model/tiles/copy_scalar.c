/* SPDX-License-Identifier: MIT
 *
 * Whole blocks between memory and a tile, a row of a brick at a time: copy.h.
 */
#include "hw/model/tiles/copy.h"

#include <string.h>

enum { BLOCK_PX = 8, BLOCKS = FL_TILE_PX / BLOCK_PX };

static void copy(const struct fl_tile_bricks *b, uint8_t *m, uint32_t flip, uint8_t *px, unsigned cpp,
		 bool store)
{
	const unsigned pitch_B = FL_TILE_PX * cpp, row_B = b->w_px * cpp;
	const uint32_t *at = b->at;

	for (unsigned y = 0; y < BLOCK_PX; y += b->h_px)
		for (unsigned x = 0; x < BLOCK_PX; x += b->w_px, at++)
			for (unsigned r = 0; r < b->h_px; r++) {
				uint8_t *p = px + (y + r) * pitch_B + x * cpp,
					*q = m + (*at ^ flip) + r * row_B;

				memcpy(store ? q : p, store ? p : q, row_B);
			}
}

uint64_t fl_tile_copy_scalar(const struct fl_tile_path *p, const struct fl_tile_corners *c, uint8_t *px,
			     uint64_t blocks, bool store)
{
	const unsigned cpp = p->key->cpp;
	uint64_t left = 0;

	for (; blocks; blocks &= blocks - 1) {
		const unsigned i = (unsigned)__builtin_ctzll(blocks);

		if (c->base[i] + p->bricks.reach_B > p->left_B)
			left |= UINT64_C(1) << i;
		else
			copy(&p->bricks, p->host + c->base[i], c->flip[i],
			     px + (i / BLOCKS * FL_TILE_PX + i % BLOCKS) * BLOCK_PX * cpp, cpp, store);
	}
	return left;
}

uint64_t fl_tile_copy_dirty_scalar(const struct fl_tile_path *p, const struct fl_tile_corners *c,
				   const uint8_t *px, uint64_t blocks, const uint64_t dirty[16], bool upper)
{
	(void)p, (void)c, (void)px, (void)dirty, (void)upper;
	return blocks;
}
