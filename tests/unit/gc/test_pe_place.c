/* SPDX-License-Identifier: MIT
 *
 * Where pixels of a target stand: PE's way over whole blocks against the equation that says it of each pixel,
 * for every layout, width of a pixel, number of samples and order of two buffers (GC facts 8.1).
 */
#include "hw/model/gc/pe.h"
#include "tests/unit/gc/place.h"

#include <criterion/criterion.h>

enum { SIDE = 256 };

static struct fl_tile_key key_of(unsigned layout, unsigned cpp, unsigned samples, uint32_t addr0,
				 uint32_t addr1)
{
	struct fl_tile_key k = {.cpp = (uint8_t)cpp, .samples = (uint8_t)samples};

	mgc_tile_place(&k, (enum mgc_layout)layout, addr0, addr1, SIDE * cpp * (samples > 1 ? 2 : 1));
	return k;
}

Test(gc_pe_place, blocks_are_where_the_equations_say)
{
	for (unsigned layout = MGC_LINEAR; layout <= MGC_MULTI_SUPER; layout++)
		for (unsigned B = 1; B <= 8; B *= 2)
			for (unsigned turned = 0; turned < 2; turned++) {
				const uint32_t half = SIDE * SIDE / 2 * B;
				const uint32_t addr[2] = {0x100000 + (turned ? half : 0),
							  0x100000 + (turned ? 0 : half)};
				const bool two = layout >= MGC_MULTI_TILED;
				const struct fl_tile_key k =
				    key_of(layout, B, 1, addr[0], two ? addr[1] : addr[0]);
				struct fl_tile_bricks b = {0};

				mgc_tile_ops.layout->bricks(&k, &b);
				for (unsigned y = 0; y < SIDE; y++)
					for (unsigned x = 0; x < SIDE; x++) {
						uint32_t flip;
						const uint64_t base =
						    mgc_tile_ops.layout->block(&k, x & ~7u, y & ~7u, &flip);
						const unsigned brick =
						    (y & 7) / b.h_px * (8 / b.w_px) + (x & 7) / b.w_px;
						const uint64_t at = k.base + base + (b.at[brick] ^ flip) +
								    ((y % b.h_px) * b.w_px + x % b.w_px) * B;

						cr_assert_eq(at, place(layout, x, y, SIDE * B, B, addr),
							     "layout %u, %u B, (%u, %u): %llx, not %llx",
							     layout, B, x, y, (unsigned long long)at,
							     (unsigned long long)place(layout, x, y, SIDE * B,
										       B, addr));
						cr_assert_eq(k.base + mgc_tile_ops.layout->addr(&k, x, y, 0),
							     at);
						cr_assert_leq((b.at[brick] ^ flip) + b.w_px * b.h_px * B,
							      b.reach_B);
					}
			}
}

/* GC facts 7: 2 samples in a surface of twice the width, 4 of twice the height too; no two share a place. */
Test(gc_pe_place, samples_stand_beside_each_other)
{
	for (unsigned samples = 2; samples <= 4; samples += 2) {
		const struct fl_tile_key k = key_of(MGC_SUPER_OLD, 4, samples, 0x100000, 0x100000);

		cr_assert_eq(k.pitch_px, SIDE);
		for (unsigned y = 0; y < 64; y++)
			for (unsigned x = 0; x < 64; x++)
				for (unsigned s = 0; s < samples; s++)
					cr_assert_eq(mgc_tile_ops.layout->addr(&k, x, y, s),
						     place_super(2 * x + s % 2,
								 samples == 4 ? 2 * y + s / 2 : y,
								 SIDE * 2 * 4, 4, false));
	}
}
