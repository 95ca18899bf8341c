/* SPDX-License-Identifier: MIT
 *
 * Surfaces of Sea Islands for the tile cache: the walk by blocks and bricks finds each pixel where the
 * address equation has it.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "hw/model/cik/surface.h"

enum { BASE = 0x1000000, SWIZZLE = 1 << 8 | 1 << 10 };

static void walk(const struct fl_tile_key *k, unsigned index, const char *chip)
{
	struct fl_tile_bricks b;

	mcik_surface_layout.bricks(k, &b);
	for (uint32_t y = 0; y < k->rows; y++)
		for (uint32_t x = 0; x < k->pitch_px; x++) {
			const unsigned in = y % 8 / b.h_px * (8 / b.w_px) + x % 8 / b.w_px;
			uint32_t flip;
			const uint64_t block = mcik_surface_layout.block(k, x & ~7u, y & ~7u, &flip);
			const uint64_t at =
			    block + (b.at[in] ^ flip) + (y % b.h_px * b.w_px + x % b.w_px) * k->cpp;

			cr_assert_eq(at, mcik_surface_layout.addr(k, x, y, 0),
				     "%s, index %u, %u bytes, layer %u: (%u, %u) at 0x%llx, not 0x%llx", chip,
				     index, k->cpp, k->layer, x, y, (unsigned long long)at,
				     (unsigned long long)mcik_surface_layout.addr(k, x, y, 0));
			cr_assert_lt((b.at[in] ^ flip) + b.w_px * b.h_px * k->cpp, b.reach_B + 1);
		}
}

Test(cik_surfaces, bricks_are_where_pixels_are)
{
	static const char *const chips[] = {"bonaire", "hawaii", "kabini"};

	for (unsigned c = 0; c < 3; c++) {
		const struct mcik_variant *v = mcik_variant(chips[c]);
		struct mcik_tile_tables tables = {.tiling = *v->tiling, .row_B = 1024u * v->row_KiB};

		/* rows that drivers of graphics alone leave out (facts 0.1): thick, 3D */
		tables.tiling.mode[20] =
		    0x0040001c | (tables.tiling.mode[14] & CIK_GB_TILE_MODE__PIPE_CONFIG__MASK);
		tables.tiling.mode[21] =
		    0x01000034 | (tables.tiling.mode[14] & CIK_GB_TILE_MODE__PIPE_CONFIG__MASK);
		tables.tiling.mode[25] =
		    0x01000020 | (tables.tiling.mode[14] & CIK_GB_TILE_MODE__PIPE_CONFIG__MASK);
		for (unsigned index = 0; index < MCIK_TILE_MODES; index++)
			for (unsigned bytes = 1; bytes <= 16; bytes *= 2)
				for (unsigned layer = 0; layer < 6; layer += 5) {
					struct fl_tile_key k = {
					    .cpp = (uint8_t)bytes, .samples = 1, .layer = (uint16_t)layer};
					struct mcik_layout t;
					struct mcik_tile_align a;

					if (mcik_layout(&t, &tables, index, bytes, 1))
						continue;
					a = mcik_tile_align(&t);
					k.pitch_px = a.pitch < 8 ? 8 : a.pitch;
					k.rows = a.height < 8 ? 8 : a.height;
					mcik_surface_key(&k, &t, tables.row_B,
							 BASE | (index & 1 ? SWIZZLE : 0));
					walk(&k, index, chips[c]);
				}
	}
}

/* Elements that stand side by side come as one brick: of 4 bytes 2x2 in thin tiles, 4x2 in displays'. */
Test(cik_surfaces, bricks_are_large)
{
	static const struct {
		unsigned index, bytes, w, h;
	} want[] = {{8, 4, 8, 1}, {9, 4, 4, 2}, {9, 1, 8, 1}, {13, 4, 2, 2}, {9, 16, 1, 2}, {0, 4, 2, 2}};
	const struct mcik_tile_tables c = {.tiling = *mcik_variant("bonaire")->tiling, .row_B = 2048};

	for (unsigned i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
		struct fl_tile_key k = {
		    .cpp = (uint8_t)want[i].bytes, .samples = 1, .pitch_px = 256, .rows = 256};
		struct fl_tile_bricks b;
		struct mcik_layout t;

		cr_assert_null(mcik_layout(&t, &c, want[i].index, want[i].bytes, 1));
		mcik_surface_key(&k, &t, c.row_B, BASE);
		mcik_surface_layout.bricks(&k, &b);
		cr_expect_eq(b.w_px, want[i].w, "%u: %u wide", i, b.w_px);
		cr_expect_eq(b.h_px, want[i].h, "%u: %u high", i, b.h_px);
	}
}
