/* SPDX-License-Identifier: MIT
 *
 * The address equations of Sea Islands: places worked out by hand from facts 7, and that every mode gives
 * each element of a whole surface a place of its own, inside the surface.
 */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "hw/model/cik/tile.h"

/* The tables of facts 0.1, with the thick and 3D rows of the newer driver. */
static const struct mcik_tile_tables bonaire = {
    .tiling.mode = {0x00800150, 0x00800950, 0x00801150, 0x00801950, 0x00802950, 0x00800148, 0x02802954,
		    0x00802958, 0x00000144, 0x00000148, 0x02000150, 0x06000154, 0x02000158, 0x00400148,
		    0x02400150, 0x02400170, 0x06400154, 0x02400158, 0x0040014c, 0x0100014c, 0x0100015c,
		    0x01000174, 0x01000164, 0,          0x0040015c, 0x01000160, 0x01000178, 0x00c00148,
		    0x02c00150, 0x06c00154, 0x02c00158},
    .tiling.macro = {0xe8, 0xe4, 0xd0, 0xd0, 0xd0, 0x90, 0x40, 0x00, 0xed, 0xe9, 0xe8, 0xe4, 0xd0, 0x90, 0x40,
		     0x00},
    .row_B = 2048};
static const struct mcik_tile_tables hawaii = {
    .tiling.mode = {0x00800450, 0x00800c50, 0x00801450, 0x00801c50, 0x00802c50, 0x00800448, 0x00802c54,
		    0x00802954, 0x00000444, 0x00000448, 0x02000450, 0x06000454, 0x06000158, 0x00400448,
		    0x02400450, 0x02400470, 0x06400454, 0x06400154, 0x0040044c, 0x0100044c, 0x0100045c,
		    0x01000474, 0x01000464, 0x01000164, 0x0040045c, 0x01000460, 0x01000478, 0x00c00448,
		    0x02c00450, 0x02c00414, 0x02c00458},
    .tiling.macro = {0xd8, 0xd4, 0xc0, 0xc0, 0x80, 0x40, 0x40, 0x00, 0xd8, 0xd4, 0xc0, 0x80, 0xd0, 0x90, 0x40,
		     0x00},
    .row_B = 2048};
static const struct mcik_tile_tables kabini = {
    .tiling.mode = {0x00800010, 0x00800810, 0x00801010, 0x00801810, 0x00802010, 0x00800008, 0x00801018,
		    0x00802018, 0x00000004, 0x00000008, 0x02000010, 0x02000014, 0x02000018, 0x00400008,
		    0x02400010, 0x02400030, 0x02400014, 0x02400018, 0x0040000c, 0x0100000c, 0x0100001c,
		    0x01000034, 0x01000024, 0,          0x0040001c, 0x01000020, 0x01000038, 0x00c00008,
		    0x02c00018, 0x02c00014, 0x02c00018},
    .tiling.macro = {0xe9, 0xe5, 0xe4, 0xe0, 0xe0, 0xe0, 0x90, 0x00, 0xee, 0xea, 0xe9, 0xe5, 0xe4, 0xe0, 0x90,
		     0x00},
    .row_B = 1024};

/* Index 14 of 4 bytes: a tile of 256 bytes, so row 2 of the macro table. Bonaire 0xd0: 16 banks 1x1, aspect
 * 2, of 4 pipes 16x16: macro tiles of 64x64, one tile a pipe and bank. Pipe bits x3^y3^x4, x4^y4; bank bits
 * x5^y6, x6^y5^y6, x7^y4, x8^y3. Hawaii 0xc0: aspect 1, 16 pipes: 128x128; a bank's bits x7^y6 and so on. */
Test(cik_tiles, check_values)
{
	static const struct {
		const struct mcik_tile_tables *c;
		uint32_t x, y, z;
		uint64_t want;
	} check[] = {
	    {&bonaire, 1, 0, 0, 4},
	    {&bonaire, 0, 1, 0, 8},
	    {&bonaire, 7, 7, 0, 63 * 4},
	    {&bonaire, 8, 0, 0, 1 << 8},                 /* x3 */
	    {&bonaire, 16, 0, 0, 3 << 8},                /* x4 is in both bits */
	    {&bonaire, 0, 8, 0, 1 << 8 | 8 << 10},       /* y3: pipe 1, bank 8 */
	    {&bonaire, 0, 16, 0, 2 << 8 | 4 << 10},      /* y4: pipe 2, bank 4 */
	    {&bonaire, 0, 32, 0, 2 << 10},               /* y5 */
	    {&bonaire, 32, 0, 0, 1 << 10},               /* x5 */
	    {&bonaire, 64, 0, 0, 1 << 14 | 2 << 10},     /* the second macro tile; x6 */
	    {&bonaire, 0, 64, 0, 2 << 14 | 3 << 10},     /* the third, of two in a row; y6: banks 1 and 2 */
	    {&bonaire, 8, 8, 0, 8 << 10},                /* x3 and y3 cancel */
	    {&bonaire, 0, 0, 1, 4 << 14 | 7 << 10},      /* slice 1: 4 macro tiles on, banks turn by 7 */
	    {&bonaire, 9, 10, 0, 8 << 10 | (1 + 8) * 4}, /* element x0 and y1 of tile (1, 1) */
	    {&hawaii, 8, 0, 0, 1 << 8},
	    {&hawaii, 32, 0, 0, 4 << 8},           /* x5 ^ y6 */
	    {&hawaii, 0, 32, 0, 8 << 8 | 2 << 12}, /* x6 ^ y5; y5: bank bit 1 */
	    {&hawaii, 0, 64, 0, 4 << 8 | 3 << 12},
	    {&hawaii, 64, 64, 0, 12 << 8 | 3 << 12},
	};
	struct mcik_layout t;

	for (unsigned i = 0; i < sizeof(check) / sizeof(check[0]); i++) {
		uint64_t got;

		cr_assert_null(mcik_layout(&t, check[i].c, 14, 4, 1));
		got = mcik_tile_addr(&t, 0, 128, 128, check[i].x, check[i].y, check[i].z, 0);
		cr_expect_eq(got, check[i].want, "%u: (%u, %u, %u) at 0x%llx, not 0x%llx", i, check[i].x,
			     check[i].y, check[i].z, (unsigned long long)got,
			     (unsigned long long)check[i].want);
	}
}

/* Orders of a tile's elements: number of element (x, y) = (1, 0), (2, 0), (4, 0), (0, 1), (0, 2), (0, 4). */
Test(cik_tiles, orders)
{
	static const struct {
		unsigned index, bytes;
		uint8_t want[6];
	} order[] = {
	    {13, 1, {1, 4, 16, 2, 8, 32}},                                /* thin */
	    {13, 16, {1, 4, 16, 2, 8, 32}}, {5, 4, {1, 4, 16, 2, 8, 32}}, /* depth */
	    {9, 1, {1, 2, 4, 16, 8, 32}},                                 /* display */
	    {9, 2, {1, 2, 4, 8, 16, 32}},   {9, 4, {1, 2, 8, 4, 16, 32}},  {9, 8, {1, 4, 8, 2, 16, 32}},
	    {9, 16, {2, 4, 8, 1, 16, 32}},  {27, 1, {16, 8, 32, 1, 2, 4}}, /* rotated */
	    {27, 2, {8, 16, 32, 1, 2, 4}},  {27, 4, {4, 16, 32, 1, 2, 8}}, {27, 8, {2, 8, 16, 1, 4, 32}},
	};
	static const uint32_t at[6][2] = {{1, 0}, {2, 0}, {4, 0}, {0, 1}, {0, 2}, {0, 4}};
	struct mcik_layout t;

	for (unsigned i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
		cr_assert_null(mcik_layout(&t, &bonaire, order[i].index, order[i].bytes, 1));
		for (unsigned b = 0; b < 6; b++)
			cr_expect_eq(mcik_tile_addr(&t, 0, 8, 8, at[b][0], at[b][1], 0, 0),
				     order[i].want[b] * order[i].bytes, "index %u, %u bytes, bit %u",
				     order[i].index, order[i].bytes, b);
	}
	cr_expect_not_null(mcik_layout(&t, &bonaire, 27, 16, 1));
}

/* Thick tiles: slices among the elements. Index 18 is thin order in thick tiles, 19 thick. */
Test(cik_tiles, thick_orders)
{
	static const struct {
		unsigned index, bytes;
		uint32_t z, want;
	} order[] = {
	    {19, 1, 1, 16},  {19, 2, 2, 32}, {19, 4, 1, 8},   {19, 4, 2, 32},  {19, 8, 1, 4},
	    {19, 16, 2, 32}, {18, 4, 1, 64}, {18, 4, 2, 128}, {19, 4, 4, 256}, /* the next tiles' slices */
	};
	struct mcik_layout t;

	for (unsigned i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
		cr_assert_null(mcik_layout(&t, &bonaire, order[i].index, order[i].bytes, 1));
		cr_expect_eq(mcik_tile_addr(&t, 0, 8, 8, 0, 0, order[i].z, 0), order[i].want * order[i].bytes,
			     "index %u, %u bytes, slice %u", order[i].index, order[i].bytes, order[i].z);
	}
}

/* Each element of a surface has bytes of its own, in it. step: which are looked at, 8: one a tile. */
static void one_to_one(const struct mcik_layout *t, uint64_t swizzle, unsigned wide, unsigned slices,
		       uint32_t step, const char *what, unsigned a, unsigned b)
{
	const struct mcik_tile_align g = mcik_tile_align(t);
	const uint32_t pitch = g.pitch * wide, height = g.height * wide;
	const uint64_t size = (uint64_t)pitch * height * slices * t->bytes * t->samples;
	uint8_t *taken = calloc(1, size);
	bool ok = true;

	for (uint32_t z = 0; z < slices && ok; z++)
		for (uint32_t y = 0; y < height && ok; y += step)
			for (uint32_t x = 0; x < pitch && ok; x += step)
				for (unsigned s = 0; s < t->samples && ok; s++) {
					uint64_t at = mcik_tile_addr(t, swizzle, pitch, height, x, y, z, s);

					ok = at + t->bytes <= size && at % t->bytes == 0 && !taken[at];
					cr_expect(ok, "%s %u %u: (%u, %u, %u) sample %u at 0x%llx of 0x%llx",
						  what, a, b, x, y, z, s, (unsigned long long)at,
						  (unsigned long long)size);
					if (ok)
						taken[at] = 1;
				}
	free(taken);
}

/* Every row of three chips' tables, every size of an element, every number of samples. */
Test(cik_tiles, chips_one_to_one)
{
	static const struct mcik_tile_tables *const chip[] = {&bonaire, &hawaii, &kabini};
	unsigned surfaces = 0;

	for (unsigned c = 0; c < 3; c++)
		for (unsigned index = 0; index < MCIK_TILE_MODES; index++)
			for (unsigned bytes = 1; bytes <= 16; bytes *= 2)
				for (unsigned samples = 1; samples <= 8; samples *= 2) {
					struct mcik_layout t;

					if (mcik_layout(&t, chip[c], index, bytes, samples))
						continue;
					if (samples > 1 && t.array <= MCIK_ARRAY_LINEAR_ALIGNED)
						continue;
					one_to_one(&t, 0, 1, 2 * t.thick, 1, "index, bytes", index, bytes);
					surfaces++;
				}
	cr_expect_geq(surfaces, 1100);
}

/* Every pipe configuration with every shape of macro tiles, tile by tile, in three families of array modes,
 * with and without a swizzle in the base. */
Test(cik_tiles, shapes_one_to_one)
{
	static const uint8_t array[] = {MCIK_ARRAY_2D_THIN, MCIK_ARRAY_PRT_THIN, MCIK_ARRAY_3D_THIN};
	unsigned shapes = 0;

	for (unsigned config = 0; config < 32; config++)
		for (unsigned macro = 0; macro < 256; macro++) {
			struct mcik_tile_tables c = {.row_B = 4096};
			struct mcik_layout t;

			for (unsigned i = 0; i < MCIK_MACRO_MODES; i++)
				c.tiling.macro[i] = macro;
			c.tiling.mode[0] = CIK_GB_TILE_MODE__ARRAY_MODE(array[macro % 3]) |
					   CIK_GB_TILE_MODE__PIPE_CONFIG(config) |
					   CIK_GB_TILE_MODE__MICRO_TILE_MODE_NEW(MCIK_MICRO_THIN);
			if (mcik_layout(&t, &c, 0, 4, 1))
				continue;
			one_to_one(&t, macro % 5 ? 0 : 0x300, 2, 2, 8, "pipes, macro", config, macro);
			shapes++;
		}
	cr_expect_eq(shapes, 11 * 208); /* of 256, 48 have more aspect than banks */
}

/* The swizzle of a base moves what its bits say, and is no part of the address. */
Test(cik_tiles, swizzle)
{
	struct mcik_layout t;

	cr_assert_null(mcik_layout(&t, &bonaire, 14, 4, 1));
	cr_expect_eq(mcik_tile_addr(&t, 0x100000 | 1 << 8 | 5 << 10, 64, 64, 0, 0, 0, 0),
		     0x100000 | 1 << 8 | 5 << 10);
	cr_expect_eq(mcik_tile_addr(&t, 0x100000 | 1 << 8 | 5 << 10, 64, 64, 8, 0, 0, 0), 0x100000 | 5 << 10);
}

/* Samples of depth stand beside each other, those of colors tile by tile; a tile larger than its split goes
 * on in slices of its own. */
Test(cik_tiles, samples_and_splits)
{
	struct mcik_layout t;

	cr_assert_null(mcik_layout(&t, &bonaire, 5, 4, 4));
	cr_expect_eq(mcik_tile_addr(&t, 0, 8, 8, 1, 0, 0, 3), (1 * 4 + 3) * 4);
	cr_assert_null(mcik_layout(&t, &bonaire, 13, 4, 4));
	cr_expect_eq(mcik_tile_addr(&t, 0, 8, 8, 1, 0, 0, 3), 4 + 3 * 256);
	/* index 14, 4 samples of 4 bytes: 1024 bytes a tile, split at 2 samples: 512 */
	cr_assert_null(mcik_layout(&t, &bonaire, 14, 4, 4));
	cr_expect_eq(t.splits, 2);
	cr_expect_eq(t.tile_B, 512);
	cr_expect_eq(mcik_tile_addr(&t, 0, t.macro_w, t.macro_h, 0, 0, 0, 1), 1 << 14);
	/* the second split begins behind the slice's macro tile, and banks turn by nb / 2 + 1 */
	cr_expect_eq(mcik_tile_addr(&t, 0, t.macro_w, t.macro_h, 0, 0, 0, 2), (2 << 14) | 9 << 10);
}

/* Each 8x8 pixels has bits of its own in HTILE and CMASK, and the macro blocks are filled. Within 64x64
 * pixels their places follow from the first one's. */
Test(cik_tiles, tile_data_one_to_one)
{
	static const struct mcik_tile_tables *const chip[] = {&bonaire, &hawaii, &kabini};

	for (unsigned c = 0; c < 3; c++)
		for (enum mcik_meta what = MCIK_HTILE; what <= MCIK_CMASK; what++) {
			const unsigned nibbles = what == MCIK_HTILE ? 8 : 1;
			struct mcik_layout t;
			uint32_t w, h, by[MCIK_META_BLOCKS], window;
			struct mcik_meta_grid g;
			uint64_t size;
			uint8_t *taken;

			cr_assert_null(mcik_layout(&t, chip[c], what == MCIK_HTILE ? 0 : 14, 4, 1));
			cr_assert_null(mcik_meta_block(&t, what, &w, &h));
			w *= 2;
			h *= 2;
			size = (uint64_t)(w / 8) * (h / 8) * 2 * nibbles;
			taken = calloc(1, size);
			cr_assert(mcik_meta_grid_of(&g, &t, what, w, h));
			window = mcik_meta_blocks(&g, by);
			for (uint32_t z = 0; z < 2; z++)
				for (uint32_t y = 0; y < h; y += 8)
					for (uint32_t x = 0; x < w; x += 8) {
						uint64_t at = mcik_meta_nibble(&t, what, w, h, x, y, z),
							 first = mcik_meta_nibble(&t, what, w, h, x & ~63u,
										  y & ~63u, z);
						const uint32_t n = by[y / 8 % 8 * 8 + x / 8 % 8];

						cr_assert(at + nibbles <= size && at % nibbles == 0 &&
							      !taken[at],
							  "chip %u, %u: (%u, %u, %u) at 0x%llx of 0x%llx", c,
							  what, x, y, z, (unsigned long long)at,
							  (unsigned long long)size);
						taken[at] = 1;
						cr_assert_eq(
						    at, mcik_meta_nibble(&t, what, w, h, x + 7, y + 7, z));
						cr_assert(n < window && (first ^ n) == at);
					}
			free(taken);
		}
}

/* What nobody describes is refused, with the reason. */
Test(cik_tiles, refused)
{
	struct mcik_tile_tables c = bonaire;
	struct mcik_layout t;
	uint32_t w, h;

	c.tiling.mode[3] =
	    CIK_GB_TILE_MODE__ARRAY_MODE(MCIK_ARRAY_2D_THIN) |
	    CIK_GB_TILE_MODE__PIPE_CONFIG(CIK_GB_TILE_MODE__PIPE_CONFIG__ADDR_SURF_P8_16X16_8X16);
	cr_expect_not_null(mcik_layout(&t, &c, 3, 4, 1));
	c.tiling.mode[3] |= CIK_GB_TILE_MODE__PIPE_CONFIG(31);
	cr_expect_not_null(mcik_layout(&t, &c, 3, 4, 1));
	c.tiling.mode[3] =
	    CIK_GB_TILE_MODE__ARRAY_MODE(MCIK_ARRAY_1D_THIN) | CIK_GB_TILE_MODE__MICRO_TILE_MODE_NEW(7);
	cr_expect_not_null(mcik_layout(&t, &c, 3, 4, 1));
	cr_expect_not_null(mcik_layout(&t, &bonaire, 19, 4, 2));
	cr_assert_null(mcik_layout(&t, &bonaire, 13, 4, 1));
	cr_expect_not_null(mcik_meta_block(&t, MCIK_CMASK, &w, &h));
}
