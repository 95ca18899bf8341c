/* SPDX-License-Identifier: MIT
 *
 * The address equations of R6xx: the check values of R6xx facts 6.2, and that every mode gives each element
 * of a whole surface a place of its own, inside the surface.
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hw/model/r600/surface.h"

/* GB_TILING_CONFIG with 1 KB rows, 128 B swaps, 1 KB splits. */
static uint32_t config_of(unsigned log2_pipes, unsigned banks, unsigned group)
{
	return log2_pipes << 1 | (banks == 8 ? 1u << 4 : 0) | (group == 512 ? 1u << 6 : 0);
}

static uint64_t at(unsigned log2_pipes, unsigned banks, unsigned bpe, uint32_t pitch, uint32_t x, uint32_t y,
		   uint32_t z)
{
	const struct mr600_tiled s = {.pitch = pitch,
				      .height = 128,
				      .config = config_of(log2_pipes, banks, 256),
				      .mode = MR600_ARRAY_2D_THIN1,
				      .bpe = (uint8_t)bpe,
				      .samples = 1};

	return mr600_tile_addr(&s, x, y, z, 0);
}

Test(r600_tiles, check_values)
{
	static const struct {
		unsigned log2_pipes, banks, bpe, pitch, x, y, z, want;
	} check[] = {
	    {3, 8, 4, 128, 1, 0, 0, 4},        {3, 8, 4, 128, 0, 1, 0, 0x10},
	    {3, 8, 4, 128, 8, 0, 0, 0xc00},    {3, 8, 4, 128, 0, 8, 0, 0x100},
	    {3, 8, 4, 128, 16, 8, 0, 0x1300},  {3, 8, 4, 128, 32, 0, 0, 0x2300},
	    {3, 8, 4, 128, 40, 24, 0, 0x2c00}, {3, 8, 4, 128, 64, 0, 0, 0x4000},
	    {3, 8, 4, 128, 0, 64, 0, 0xa000},  {3, 8, 4, 128, 77, 91, 0, 0xef74},
	    {3, 8, 4, 128, 0, 0, 1, 0x11800},  {2, 8, 4, 128, 8, 0, 0, 0x600},
	    {2, 8, 4, 128, 16, 8, 0, 0x800},   {2, 8, 4, 128, 40, 24, 0, 0x1500},
	    {2, 8, 4, 128, 0, 32, 0, 0x5000},  {2, 8, 4, 128, 77, 59, 0, 0x7574},
	    {2, 4, 2, 128, 40, 24, 0, 0x580},  {2, 4, 2, 128, 77, 59, 0, 0x3d3a},
	    {1, 8, 8, 128, 77, 43, 0, 0xa6d8}, {0, 4, 4, 64, 40, 24, 0, 0x1e00},
	};

	for (unsigned i = 0; i < sizeof(check) / sizeof(check[0]); i++) {
		const uint64_t got = at(check[i].log2_pipes, check[i].banks, check[i].bpe, check[i].pitch,
					check[i].x, check[i].y, check[i].z);

		cr_expect_eq(got, check[i].want,
			     "%u pipes, %u banks, %u bytes, (%u, %u, %u): 0x%llx, not 0x%x",
			     1u << check[i].log2_pipes, check[i].banks, check[i].bpe, check[i].x, check[i].y,
			     check[i].z, (unsigned long long)got, check[i].want);
	}
}

/* Each byte of a surface belongs to one element. */
static void one_to_one(const struct mr600_tiled *s, unsigned layers, const char *what)
{
	const uint64_t size = (uint64_t)s->pitch * s->height * layers * s->bpe * s->samples;
	uint8_t *taken = calloc(1, size);
	bool ok = true;

	for (uint32_t z = 0; z < layers && ok; z++)
		for (uint32_t y = 0; y < s->height && ok; y++)
			for (uint32_t x = 0; x < s->pitch && ok; x++)
				for (unsigned n = 0; n < s->samples; n++) {
					const uint64_t place = mr600_tile_addr(s, x, y, z, n);

					ok = place + s->bpe <= size && place % s->bpe == 0 && !taken[place];
					if (!ok) {
						cr_expect(false,
							  "%s: (%u, %u, %u) sample %u at 0x%llx of 0x%llx",
							  what, x, y, z, n, (unsigned long long)place,
							  (unsigned long long)size);
						break;
					}
					taken[place] = 1;
				}
	free(taken);
}

/* What GB_TILING_CONFIG can say, beside pipes and banks: each code of a field. */
struct fine {
	unsigned group, row, swap, split;
};

static uint32_t config_with(unsigned log2_pipes, unsigned banks, const struct fine *f)
{
	return config_of(log2_pipes, banks, f->group ? 512 : 256) | f->row << 8 | f->swap << 11 |
	       f->split << 14;
}

/* Banks that change more often than a macro tile is wide: the equation gives places twice, and no driver can
 * use it. So it is with thick tiles of 16 bytes in 4 banks of rows of 1 KB. */
static bool is_torn(unsigned mode, unsigned bpe, uint32_t config)
{
	enum { LONGEST = 16 };

	return mr600_array_swapped(mode) && mr600_array_thick(mode) && bpe == LONGEST &&
	       mr600_log2_banks(config) == 2 && mr600_row_B(config) == 1024;
}

/* Two macro tiles wide and high, two slices. */
static void surface(unsigned mode, unsigned bpe, unsigned samples, uint32_t config, bool depth)
{
	const struct mr600_align a = mr600_surface_align(mode, bpe, samples, config);
	const struct mr600_tiled s = {.pitch = a.pitch * (a.pitch < 64 ? 2 : 1),
				      .height = a.height * (a.height < 32 ? 4 : 1),
				      .config = config,
				      .mode = (uint8_t)mode,
				      .bpe = (uint8_t)bpe,
				      .samples = (uint8_t)samples,
				      .depth = depth};
	char what[100];

	if (is_torn(mode, bpe, config))
		return;
	snprintf(what, sizeof(what), "mode %u, %u bytes, %u samples, GB_TILING_CONFIG 0x%04x", mode, bpe,
		 samples, config);
	one_to_one(&s, mr600_array_thick(mode) ? 4 : 2, what);
}

/* Every array mode, number of pipes, of banks, size of a group and of an element. */
Test(r600_tiles, one_to_one)
{
	for (unsigned mode = 0; mode < 16; mode++)
		for (unsigned lp = 0; lp < 4; lp++)
			for (unsigned banks = 4; banks <= 8; banks += 4)
				for (unsigned bpe = 1; bpe <= 16; bpe *= 2)
					for (unsigned group = 0; group < 2; group++)
						surface(
						    mode, bpe, 1,
						    config_with(lp, banks, &(struct fine){.group = group}),
						    (lp ^ bpe) & 1);
}
/* Modes that change banks: every size of a row and of what lies between two changes, too. */
Test(r600_tiles, swaps_one_to_one)
{
	for (unsigned mode = MR600_ARRAY_2B_THIN1; mode <= MR600_ARRAY_3B_THICK; mode++)
		for (unsigned lp = 0; lp < 4; lp++)
			for (unsigned banks = 4; banks <= 8; banks += 4)
				for (unsigned bpe = 1; bpe <= 16; bpe *= 4)
					for (unsigned code = 0; code < 16; code++) {
						const struct fine f = {.group = (code ^ lp) & 1,
								       .row = code & 3,
								       .swap = code >> 2};

						if (mr600_array_swapped(mode))
							surface(mode, bpe, 1, config_with(lp, banks, &f),
								false);
					}
}

/* Several samples, in tiles that are split and not: every split, number of pipes, of banks, group. */
Test(r600_tiles, samples_one_to_one)
{
	for (unsigned code = 0; code < 64; code++)
		for (unsigned ns = 2; ns <= 8; ns *= 2)
			for (unsigned bpe = 1; bpe <= 8; bpe *= 2)
				for (unsigned mode = MR600_ARRAY_1D_THIN1; mode <= MR600_ARRAY_2D_THIN1;
				     mode += 2) {
					const struct fine f = {.group = code >> 3 & 1, .split = code >> 4};
					const uint32_t config = config_with(code & 3, code & 4 ? 8 : 4, &f);

					surface(mode, bpe, ns, config, (code ^ ns ^ bpe) & 1);
					surface(mode, bpe, ns, config, !((code ^ ns ^ bpe) & 1));
				}
}

/* The tile cache's blocks stand where the equation says. */
Test(r600_tiles, blocks)
{
	for (unsigned mode = 0; mode < 16; mode++)
		for (unsigned bpe = 1; bpe <= 16; bpe *= 2)
			for (unsigned depth = 0; depth < 2; depth++) {
				const uint32_t config = config_of(3, 8, 256);
				const struct mr600_align a = mr600_surface_align(mode, bpe, 1, config);
				struct fl_tile_key k;
				struct fl_tile_bricks b;

				memset(&k, 0, sizeof(k));
				k.base = 0x40000000;
				k.pitch_px = a.pitch * 2;
				k.rows = a.height * 2;
				k.config = config;
				k.layer = 1;
				k.micro = (uint8_t)mode;
				k.macro = (uint8_t)depth;
				k.cpp = (uint8_t)bpe;
				k.samples = 1;
				mr600_surface_layout.bricks(&k, &b);
				for (uint32_t y0 = 0; y0 < 64; y0 += 8)
					for (uint32_t x0 = 0; x0 < 64; x0 += 8) {
						uint32_t flip;
						const uint64_t base =
						    mr600_surface_layout.block(&k, x0, y0, &flip);

						for (unsigned i = 0; i < 64; i++) {
							const unsigned x = i % 8, y = i / 8;
							const unsigned n =
							    y / b.h_px * (8 / b.w_px) + x / b.w_px;
							const uint64_t in =
							    (y % b.h_px * b.w_px + x % b.w_px) *
							    (uint64_t)bpe;

							cr_assert_eq(
							    base + (b.at[n] ^ flip) + in,
							    mr600_surface_layout.addr(&k, x0 + x, y0 + y, 0),
							    "mode %u, %u bytes, (%u, %u)", mode, bpe, x0 + x,
							    y0 + y);
							cr_assert_leq(b.at[n] + in + bpe, b.reach_B);
						}
					}
			}
}

/* A base between two macro tiles begins with another pipe and bank, and nothing else moves. */
Test(r600_tiles, swizzled_base)
{
	uint32_t config;
	const uint64_t base =
	    mr600_tile_base(0x40000000 + 5 * 256, MR600_ARRAY_2D_THIN1, config_of(3, 8, 256), &config);
	const struct mr600_tiled s = {.base = base,
				      .pitch = 64,
				      .height = 64,
				      .config = config,
				      .mode = MR600_ARRAY_2D_THIN1,
				      .bpe = 4,
				      .samples = 1};

	cr_expect_eq(base, 0x40000000);
	cr_expect_eq(mr600_tile_addr(&s, 0, 0, 0, 0), 0x40000000 + 5 * 256);
	cr_expect_eq(mr600_tile_addr(&s, 0, 8, 0, 0), 0x40000000 + (5 ^ 1) * 256);
}
