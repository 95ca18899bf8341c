/* SPDX-License-Identifier: MIT
 *
 * The address equation of color and depth surfaces, for the tile cache: tile_addr.h by blocks of 8x8.
 */
#include "hw/model/r600/surface.h"
#include "hw/model/r600/vgt.h"

static uint64_t addr(const struct fl_tile_key *k, uint32_t x, uint32_t y, unsigned s)
{
	const struct mr600_tiled t = mr600_tiled_of(k);

	return mr600_tile_addr(&t, x, y, k->layer, s) - k->base;
}

/* Runs of pixels that stand side by side: R6xx facts 6.2. A tile of more bytes than a group is cut where
 * groups end, and no run is longer than a group. */
static void bricks(const struct fl_tile_key *k, struct fl_tile_bricks *b)
{
	static const uint8_t wide[5] = {8, 8, 4, 2, 1}, high[5] = {1, 8, 2, 2, 2};
	const unsigned log2 = k->cpp <= 1 ? 0 : k->cpp <= 2 ? 1 : k->cpp <= 4 ? 2 : k->cpp <= 8 ? 3 : 4;
	struct fl_tile_key at = *k;
	unsigned n = 0;
	uint64_t last = 0;

	/* The places inside a block are the same in every block, of any layer. */
	at.layer = 0;
	at.base = 0;
	b->w_px = b->h_px = k->macro ? 2 : 8;
	if (k->micro <= MR600_ARRAY_LINEAR_ALIGNED) {
		b->w_px = 8;
		b->h_px = 1;
	} else if (!k->macro) {
		b->w_px = wide[log2];
		b->h_px = high[log2];
	}
	for (unsigned y = 0; y < MR600_TILE_PX; y += b->h_px)
		for (unsigned x = 0; x < MR600_TILE_PX; x += b->w_px) {
			const uint64_t place = addr(&at, x, y, 0);

			last = place > last ? place : last;
			b->at[n++] = (uint32_t)place;
		}
	b->reach_B = (uint32_t)last + b->w_px * b->h_px * k->cpp;
}

static __attribute__((noinline)) uint64_t any_block(const struct fl_tile_key *k, uint32_t x, uint32_t y)
{
	return addr(k, x, y, 0);
}

/* Once a block that is read or written. What drivers draw to is of one mode, with one sample: where the
 * compiler knows that, and that the pixel is the first of its tile, little is left of the equation. */
static __attribute__((flatten)) uint64_t block(const struct fl_tile_key *k, uint32_t x, uint32_t y,
					       uint32_t *flip)
{
	struct mr600_tiled t = mr600_tiled_of(k);
	const uint32_t corner = ~(uint32_t)(MR600_TILE_PX - 1);

	*flip = 0;
	if (t.mode != MR600_ARRAY_2D_THIN1 || t.samples != 1)
		return any_block(k, x, y);
	t.mode = MR600_ARRAY_2D_THIN1;
	t.samples = 1;
	t.depth = false; /* which of their orders pixels have does not matter to the first */
	return mr600_tile_addr(&t, x & corner, y & corner, k->layer, 0) - k->base;
}

const struct fl_tile_layout mr600_surface_layout = {.addr = addr, .bricks = bricks, .block = block};

static uint32_t larger(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

/* Facts, R6xx 6.1 (Linux r600_cs.c, libdrm radeon_surface.c). */
struct mr600_align mr600_surface_align(unsigned mode, unsigned bpe, unsigned samples, uint32_t config)
{
	const uint32_t banks = 1u << mr600_log2_banks(config), pipes = 1u << mr600_log2_pipes(config);
	const uint32_t group = 1u << mr600_log2_group(config), tile_row_B = MR600_TILE_PX * bpe * samples;
	const unsigned aspect = mr600_array_aspect(mode);

	if (mode == MR600_ARRAY_LINEAR_GENERAL)
		return (struct mr600_align){1, 1};
	if (mode == MR600_ARRAY_LINEAR_ALIGNED)
		return (struct mr600_align){larger(64, group / bpe), 1};
	if (!mr600_array_macro(mode))
		return (struct mr600_align){larger(MR600_TILE_PX, group / tile_row_B), MR600_TILE_PX};
	const uint32_t macro = MR600_TILE_PX * banks;
	const uint32_t pitch = (larger(macro, group * banks / tile_row_B) + macro - 1) / macro * macro;

	return (struct mr600_align){pitch >> aspect, (MR600_TILE_PX * pipes) << aspect};
}

uint16_t mr600_surface_slice(const struct mr600 *r, uint32_t view)
{
	const unsigned layer = r->vgt->layer;
	const unsigned slice = R600_CB_COLOR_VIEW__SLICE_START__GET(view) + layer,
		       max = R600_CB_COLOR_VIEW__SLICE_MAX__GET(view);

	return (uint16_t)(layer && slice > max ? max : slice);
}
