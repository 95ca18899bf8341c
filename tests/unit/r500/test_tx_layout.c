/* SPDX-License-Identifier: MIT
 *
 * Where the levels and layers of a texture stand: pitches, rows and sizes from the shapes of the R5xx guide
 * (2.2, 2.3), a texel to either side of where a level stops being macro-tiled.
 */
#include "hw/model/r500/tile_addr.h"
#include "hw/model/r500/tx_block.h"

#include <criterion/criterion.h>

TestSuite(tx_layout);

static uint32_t up(uint32_t n, uint32_t to)
{
	return (n + to - 1) / to * to;
}

static void unit_of(struct fl_texel_unit *u, uint32_t width, uint32_t height, unsigned levels, unsigned micro,
		    bool macro, bool macro_switch)
{
	*u = (struct fl_texel_unit){.image = {.kind = FL_TEXEL_2D, .width = width, .height = height}};
	u->image.depth = 1;
	u->image.n_levels = levels;
	u->image.tile[MR500_TX_MICRO] = micro;
	u->image.tile[MR500_TX_MACRO] = macro;
	u->image.tile[MR500_TX_MACRO_SWITCH] = macro_switch;
}

/* Width and height of a micro-tile; a macro-tile is eight of them each way. */
static const struct {
	unsigned bits, micro, w, h;
} shape[] = {
    {8, MR500_MICRO_LINEAR, 32, 1},  {8, MR500_MICRO_TILED, 8, 4},   {16, MR500_MICRO_LINEAR, 16, 1},
    {16, MR500_MICRO_TILED, 8, 2},   {16, MR500_MICRO_SQUARE, 4, 4}, {32, MR500_MICRO_LINEAR, 8, 1},
    {32, MR500_MICRO_TILED, 4, 2},   {64, MR500_MICRO_LINEAR, 4, 1}, {64, MR500_MICRO_TILED, 2, 2},
    {128, MR500_MICRO_LINEAR, 2, 1},
};

static void one_level(unsigned row, uint32_t width, uint32_t height, bool macro, bool macro_switch)
{
	const unsigned w = shape[row].w, h = shape[row].h, B = shape[row].bits / 8;
	const struct mr500_tx_format f = {.bits = shape[row].bits, .block = 1, .exists = true};
	const bool large = macro_switch ? width > 8 * w && height > 8 * h : width >= 8 * w && height >= 8 * h;
	const unsigned scale = macro && large ? 8 : 1;
	const struct fl_texel_level *l;
	struct fl_texel_unit u;

	unit_of(&u, width, height, 1, shape[row].micro, macro, macro_switch);
	l = &u.level[0];
	cr_assert(mr500_tx_layout(&f, &u));
	cr_expect_eq(l->tile, macro && large, "row %u, %u x %u, macro %u, switch %u: tile %u", row, width,
		     height, macro, macro_switch, l->tile);
	cr_expect_eq(l->pitch, up(width, w * scale), "row %u, %u x %u: pitch %u", row, width, height,
		     l->pitch);
	cr_expect_eq(l->rows, up(height, h * scale), "row %u, %u x %u: rows %u", row, width, height, l->rows);
	cr_expect_eq(l->layer_B, (uint64_t)l->pitch * l->rows * B);
	cr_expect_eq(u.size_B, l->layer_B);
	/* Texels that stand side by side: to the end of the micro-tile, or of a row if there are no tiles. */
	cr_expect_eq(l->run, shape[row].micro || l->tile ? w : l->pitch, "row %u: run %u", row, l->run);
}

Test(tx_layout, macro_tiles_end_at_their_own_size)
{
	for (unsigned row = 0; row < sizeof shape / sizeof *shape; row++)
		for (unsigned i = 0; i < 9; i++)
			for (unsigned how = 0; how < 4; how++)
				one_level(row, 8 * shape[row].w - 1 + i % 3, 8 * shape[row].h - 1 + i / 3,
					  how & 1, how >> 1);
}

/* 100 x 60 texels of four bytes, a pitch of 112 given: Mesa halves it a level, rounded up to 32 bytes, and
 * the rows of a chain are a power of two (r300_texture_desc.c). */
Test(tx_layout, a_chain_of_a_given_pitch)
{
	static const struct {
		uint32_t width, pitch, rows;
	} want[] = {{100, 112, 64}, {50, 56, 32}, {25, 32, 16}, {12, 16, 8}, {6, 8, 4}, {3, 8, 1}, {1, 8, 1}};
	const struct mr500_tx_format f = {.bits = 32, .block = 1, .exists = true};
	struct fl_texel_unit u;
	uint64_t at = 0;

	unit_of(&u, 100, 60, 7, MR500_MICRO_LINEAR, false, false);
	u.image.pitch = 112;
	cr_assert(mr500_tx_layout(&f, &u));
	for (unsigned i = 0; i < 7; i++) {
		cr_expect_eq(u.level[i].width, want[i].width, "level %u", i);
		cr_expect_eq(u.level[i].pitch, want[i].pitch, "level %u: %u", i, u.level[i].pitch);
		cr_expect_eq(u.level[i].rows, want[i].rows, "level %u: %u", i, u.level[i].rows);
		cr_expect_eq(u.level[i].at_B, at, "level %u: 0x%llx", i, (unsigned long long)u.level[i].at_B);
		at += 4ull * want[i].pitch * want[i].rows;
	}
	cr_expect_eq(u.size_B, at);
}

/* A pitch of 16 below a width of 40: the last row reaches 24 texels, of four bytes, beyond the layer. */
Test(tx_layout, rows_that_overlap)
{
	const struct mr500_tx_format f = {.bits = 32, .block = 1, .exists = true};
	struct fl_texel_unit u;

	unit_of(&u, 40, 10, 1, MR500_MICRO_LINEAR, false, false);
	u.image.pitch = 16;
	cr_assert(mr500_tx_layout(&f, &u));
	cr_expect_eq(u.level[0].layer_B, 16u * 10 * 4);
	cr_expect_eq(u.size_B, 16u * 10 * 4 + 24 * 4);
}

/* Blocks of 8 and 16 bytes for 4 x 4 texels, and texels of a bit: rows are of 32 bytes. */
Test(tx_layout, blocks_and_bits)
{
	static const struct {
		unsigned bits, block;
		uint32_t width, height, pitch, rows, layer_B;
	} c[] = {
	    {64, 4, 16, 16, 16, 16, 32 * 4}, {64, 4, 17, 17, 32, 20, 64 * 5}, {128, 4, 8, 8, 8, 8, 32 * 2},
	    {128, 4, 9, 9, 16, 12, 64 * 3},  {1, 1, 256, 5, 256, 5, 32 * 5},  {1, 1, 257, 5, 512, 5, 64 * 5},
	};

	for (unsigned i = 0; i < sizeof c / sizeof *c; i++) {
		const struct mr500_tx_format f = {.bits = c[i].bits, .block = c[i].block, .exists = true};
		struct fl_texel_unit u;

		unit_of(&u, c[i].width, c[i].height, 1, MR500_MICRO_LINEAR, false, false);
		cr_assert(mr500_tx_layout(&f, &u), "row %u", i);
		cr_expect_eq(u.level[0].pitch, c[i].pitch, "row %u: pitch %u", i, u.level[0].pitch);
		cr_expect_eq(u.level[0].rows, c[i].rows, "row %u: rows %u", i, u.level[0].rows);
		cr_expect_eq(u.level[0].layer_B, c[i].layer_B, "row %u: %llu bytes", i,
			     (unsigned long long)u.level[0].layer_B);
	}
}

/* 3D and cube images: rows and columns of powers of two without a pitch, layers behind one another. */
Test(tx_layout, layers)
{
	const struct mr500_tx_format f = {.bits = 32, .block = 1, .exists = true};
	struct fl_texel_unit u;

	unit_of(&u, 12, 5, 1, MR500_MICRO_LINEAR, false, false);
	u.image.kind = FL_TEXEL_3D;
	u.image.depth = 3;
	cr_assert(mr500_tx_layout(&f, &u));
	cr_expect_eq(u.level[0].pitch, 16u);
	cr_expect_eq(u.level[0].rows, 8u);
	cr_expect_eq(u.size_B, 3ull * 16 * 8 * 4);
	unit_of(&u, 16, 16, 1, MR500_MICRO_LINEAR, false, false);
	u.image.kind = FL_TEXEL_CUBE;
	cr_assert(mr500_tx_layout(&f, &u));
	cr_expect_eq(u.size_B, 6ull * 16 * 16 * 4);
}

Test(tx_layout, what_no_texture_can_have)
{
	const struct mr500_tx_format f = {.bits = 32, .block = 1, .exists = true},
				     none = {.bits = 32, .block = 1};
	struct fl_texel_unit u;

	unit_of(&u, 16, 16, MR500_TX_LEVELS, MR500_MICRO_LINEAR, false, false);
	cr_expect(mr500_tx_layout(&f, &u));
	cr_expect_not(mr500_tx_layout(&none, &u));
	u.image.n_levels = MR500_TX_LEVELS + 1;
	cr_expect_not(mr500_tx_layout(&f, &u));
}

/* Addresses have 32 bits: a volume that ends behind 4 GiB is none, one that ends before is laid out. */
Test(tx_layout, volumes_end_before_4_gib)
{
	enum { SIDE = 4096, TEXEL_B = 16, FITS = 15 }; /* a layer is 256 MiB */
	const struct mr500_tx_format f = {.bits = 8 * TEXEL_B, .block = 1, .exists = true};

	for (unsigned depth = 1; depth <= 2 * FITS; depth++) {
		struct fl_texel_unit u;

		unit_of(&u, SIDE, SIDE, 1, MR500_MICRO_LINEAR, false, false);
		u.image.kind = FL_TEXEL_3D;
		u.image.depth = depth;
		cr_expect_eq(mr500_tx_layout(&f, &u), depth <= FITS, "%u layers", depth);
		if (depth <= FITS)
			cr_expect_eq(u.size_B, (uint64_t)SIDE * SIDE * TEXEL_B * depth, "%u layers", depth);
	}
}
