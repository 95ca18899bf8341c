/* SPDX-License-Identifier: MIT
 *
 * TX: what the model objects to in a unit's registers, each rule just broken and just kept.
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "hw/model/pixel/target.h"
#include "hw/model/r500/ga.h"
#include "hw/model/r500/rb.h"
#include "tests/unit/r500/test_tx_rig.h"

enum {
	/* TXFORMAT of TX_FORMAT1, R5xx guide 11.9; from 32 on TXFORMAT_MSB is set */
	F_8 = 0,
	F_8_8 = 3,
	F_8888 = 12,
	F_DXT1 = 15,
	F_DXT5 = 17,
	F_YVYU = 21,
	F_16_MPEG = 22,
	F_16_16_MPEG = 23,
	F_16F = 24,
	F_32F4 = 29,
	F_W24 = 30,
	F_RESERVED = 63,
	/* TEX_COORD_TYPE, SIGNED_COMP0 */
	IS_3D = 1 << 25,
	IS_CUBE = 2 << 25,
	SIGNED0 = 1 << 5,
	/* TX_FILTER0: CLAMP_S and CLAMP_T; MAG, MIN, MIP */
	EDGE = 2 | 2 << 3,
	NEAREST = 1 << 9 | 1 << 11,
	/* TX_OFFSET: MACRO_TILE, MICRO_TILE */
	MACRO = 1 << 2,
	MICRO = 1 << 3,
	SQUARE = 2 << 3,
	MICRO_3 = 3 << 3,
	POW2FIX2FLT = 1 << 17,
};

#define LEVELS(n)     R500_TX_FORMAT0__NUM_LEVELS((n)-1)
#define DEPTH_LOG2(n) R500_TX_FORMAT0__TXDEPTH(n)

static const struct {
	const char *says; /* NULL: nothing */
	unsigned w, h, format;
	uint32_t format1, filter0, offset, format2;
} cases[] = {
    {NULL, 16, 16, F_8888, 0, EDGE | NEAREST, 0, 0},
    {"reserved TXFORMAT 63", 16, 16, F_RESERVED, 0, EDGE | NEAREST, 0, 0},
    /* micro tiles: 3 is none, square ones are of 16 bits */
    {"MICRO_TILE 3 with 32 bits", 16, 16, F_8888, 0, EDGE | NEAREST, MICRO_3, 0},
    {"MICRO_TILE 3 with 16 bits", 16, 16, F_8_8, 0, EDGE | NEAREST, MICRO_3, 0},
    {"MICRO_TILE 2 with 32 bits", 16, 16, F_8888, 0, EDGE | NEAREST, SQUARE, 0},
    {NULL, 16, 16, F_8_8, 0, EDGE | NEAREST, SQUARE, 0},
    {NULL, 16, 16, F_8888, 0, EDGE | NEAREST, MICRO, 0},
    /* macro tiles: 2 KiB, whose lowest address bit is 11 */
    {NULL, 64, 64, F_8888, 0, EDGE | NEAREST, MACRO, 0},
    {NULL, 64, 64, F_8888, 0, EDGE | NEAREST, MACRO | 0x800, 0},
    {"is not 2 KiB aligned", 64, 64, F_8888, 0, EDGE | NEAREST, MACRO | 0x400, 0},
    {"is not 2 KiB aligned", 64, 64, F_8888, 0, EDGE | NEAREST, MACRO | 0x20, 0},
    {NULL, 64, 64, F_8888, 0, EDGE | NEAREST, MICRO | 0x20, 0},
    /* compressed formats */
    {"compressed formats are linear", 64, 64, F_DXT1, 0, EDGE | NEAREST, MICRO, 0},
    {"compressed formats are linear", 64, 64, F_DXT5, 0, EDGE | NEAREST, MACRO, 0},
    {NULL, 64, 64, F_DXT5, 0, EDGE | NEAREST, 0, 0},
    /* cubes, volumes */
    {NULL, 32, 32, F_8888, IS_CUBE, EDGE | NEAREST, 0, 0},
    {"cube faces of 32x16", 32, 16, F_8888, IS_CUBE, EDGE | NEAREST, 0, 0},
    {"cube faces of 24x24", 24, 24, F_8888, IS_CUBE, EDGE | NEAREST, 0, 0},
    {NULL, 32, 16, F_8888, IS_3D, EDGE | NEAREST, 0, 0},
    {"3D texture of 24x16", 24, 16, F_8888, IS_3D, EDGE | NEAREST, 0, 0},
    {"3D texture of 16x24", 16, 24, F_8888, IS_3D, EDGE | NEAREST, 0, 0},
    /* repeat (0) and mirror (1) want powers of two; what clamps (2 and on) does not: by axis */
    {"24x16 is not a power of two", 24, 16, F_8888, 0, 0 | 2 << 3 | NEAREST, 0, 0},
    {"24x16 is not a power of two", 24, 16, F_8888, 0, 1 | 2 << 3 | NEAREST, 0, 0},
    {NULL, 24, 16, F_8888, 0, 2 | 0 << 3 | NEAREST, 0, 0},
    {"16x24 is not a power of two", 16, 24, F_8888, 0, 2 | 0 << 3 | NEAREST, 0, 0},
    {"16x24 is not a power of two", 16, 24, F_8888, 0, 2 | 1 << 3 | NEAREST, 0, 0},
    {NULL, 16, 24, F_8888, 0, 0 | 2 << 3 | NEAREST, 0, 0},
    {NULL, 24, 24, F_8888, 0, 4 | 6 << 3 | NEAREST, 0, 0},
    {NULL, 32, 16, F_8888, 0, NEAREST, 0, 0},
    /* formats of floats (24 to 29) cannot be filtered: MAG, MIN, MIP each */
    {NULL, 16, 16, F_16F, 0, EDGE | NEAREST | 1 << 13, 0, 0},
    {"16f cannot be filtered", 16, 16, F_16F, 0, EDGE | 2 << 9 | 1 << 11, 0, 0},
    {"16f cannot be filtered", 16, 16, F_16F, 0, EDGE | 1 << 9 | 2 << 11, 0, 0},
    {"32f_32f_32f_32f cannot be filtered", 16, 16, F_32F4, 0, EDGE | NEAREST | 2 << 13, 0, 0},
    {NULL, 16, 16, F_W24, 0, EDGE | LINEAR, 0, 0},
    {NULL, 16, 16, F_16_16_MPEG, SIGNED0, EDGE | LINEAR, 0, 0},
    /* formats of MPEG are signed */
    {"16_MPEG without its SIGNED_COMP bits", 16, 16, F_16_MPEG, 0, EDGE | NEAREST, 0, 0},
    {"16_16_MPEG without its SIGNED_COMP bits", 16, 16, F_16_16_MPEG, 0, EDGE | NEAREST, 0, 0},
    {NULL, 16, 16, F_16_MPEG, SIGNED0, EDGE | NEAREST, 0, 0},
    {NULL, 16, 16, F_YVYU, 0, EDGE | NEAREST, 0, 0},
    /* POW2FIX2FLT: components of 8 bits */
    {NULL, 16, 16, F_8, 0, EDGE | NEAREST, 0, POW2FIX2FLT},
    {"POW2FIX2FLT is for 8-bit components", 16, 16, F_W24, 0, EDGE | NEAREST, 0, POW2FIX2FLT},
};

Test(tx, every_rule_of_a_unit)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct tx_rig *t = tx_rig_new("r580");
		const struct fl_report *said;

		tx_set(t, cases[i].w, cases[i].h, cases[i].format, SEL_RGBA | cases[i].format1,
		       cases[i].filter0);
		us_set(t->g, R500_TX_FORMAT2(0), cases[i].format >> 5 << 14 | cases[i].format2);
		us_set(t->g, R500_TX_OFFSET(0), t->addr | cases[i].offset);
		tx_decode(t);
		said = fl_model_report(&t->g->r->base, 0);
		if (!cases[i].says) {
			cr_assert_null(said, "case %zu: %s", i, said->text);
		} else {
			cr_assert(said && strstr(said->text, cases[i].says), "case %zu, want \"%s\": %s", i,
				  cases[i].says, said ? said->text : "nothing");
			cr_assert_eq(said->severity, FL_WARN);
			cr_assert(strstr(said->text, "unit 0: "), "%s", said->text);
			cr_assert_null(fl_model_report(&t->g->r->base, 1), "case %zu: %s", i,
				       fl_model_report(&t->g->r->base, 1)->text);
		}
		tx_rig_free(t);
	}
}

/* ATI2N came with R4xx. */
Test(tx, a_format_that_came_later)
{
	enum { F_ATI2N = 31 };

	for (unsigned newer = 0; newer < 2; newer++) {
		struct tx_rig *t = tx_rig_new(newer ? "r420" : "r300");
		const struct fl_report *said;

		tx_set(t, 16, 16, F_ATI2N, SEL_RGBA, EDGE | NEAREST);
		tx_decode(t);
		said = fl_model_report(&t->g->r->base, 0);
		cr_expect_eq(!said, newer, "%s", said ? said->text : "");
		cr_expect(newer || (said && strstr(said->text, "reserved TXFORMAT 31")));
		tx_rig_free(t);
	}
}

/* Nothing is mapped before VRAM; what is said has the bytes that the texture takes: rows of whole tiles, or
 * of 32 bytes (R5xx guide 4), as far as the last one reaches. */
Test(tx, textures_that_are_nowhere)
{
	enum { BITS = 32 + 0, F_16_4 = 14, PITCH = R500_TX_FORMAT0__TXPITCH_EN(1) };
	static const struct {
		unsigned w, h, format, size_B;
		uint32_t offset, format0, format1; /* beside width and height; beside the format */
		uint32_t pitch;
	} of[] = {
	    {16, 16, F_8888, 16 * 16 * 4, 0, 0, 0, 0},
	    {20, 3, F_8, 3 * 32, 0, 0, 0, 0},
	    {64, 64, F_DXT1, 16 * 16 * 8, 0, 0, 0, 0},
	    {60, 8, F_DXT5, 2 * 256, 0, 0, 0, 0}, /* 15 blocks of 16 bytes */
	    {4, 4, F_DXT1, 32, 0, 0, 0, 0},
	    {300, 2, BITS, 2 * 512 / 8, 0, 0, 0, 0},
	    {64, 64, F_8888, 64 * 64 * 4, MACRO, 0, 0, 0},
	    /* levels, each side at least 1: rows of 32 bytes each */
	    {2, 16, F_8888, 32 * (16 + 8 + 4 + 2 + 1), 0, LEVELS(5), 0, 0},
	    {16, 2, F_8888, 64 * 2 + 32 * (1 + 1 + 1 + 1), 0, LEVELS(5), 0, 0},
	    {4, 4, F_8888, 32 * (4 * 4 + 2 * 2 + 1), 0, LEVELS(3) | DEPTH_LOG2(2), IS_3D, 0},
	    {4, 4, F_8888, 32 * (4 * 2 + 2 + 1), 0, LEVELS(3) | DEPTH_LOG2(1), IS_3D, 0},
	    {4, 4, F_8888, 32 * (4 + 2 + 1) * 6, 0, LEVELS(3), IS_CUBE, 0},
	    {8, 8, F_16_4, (8 * 8 + 4 * 4 + 2 * 4) * 8, 0, LEVELS(3), 0, 0}, /* the last rows are aligned */
	    {8, 8, F_32F4, (8 * 8 + 4 * 4 + 2 * 2) * 16, 0, LEVELS(3), 0, 0},
	    {16, 4, F_YVYU, 16 * 4 * 2, 0, 0, 0, 0},
	    {16, 16, F_DXT1, (4 * 4 + 2 * 4 + 4) * 8, 0, LEVELS(3), 0, 0}, /* rows of 4 blocks at least */
	    /* rows that overlap: all but the last by pitch, the last one as wide as the texture */
	    {32, 4, F_8888, 3 * 64 + 128, 0, PITCH, 0, 16},
	    {64, 8, F_DXT1, 64 + 128, 0, PITCH, 0, 32},
	    {64, 16, F_DXT5, 3 * 128 + 256, 0, PITCH, 0, 32},
	    {600, 3, BITS, 2 * 32 + 96, 0, PITCH, 0, 256},
	    {128, 64, F_8888, 7 * 2048 + 2 * 2048, MACRO, PITCH, 0, 64},
	    {32, 4, F_8888, 1 * 128 + 256, MICRO, PITCH, 0, 16},
	    /* of three levels, each a row, the first reaches the furthest; then the last does */
	    {64, 1, F_8888, 256, 0, LEVELS(3) | PITCH, 0, 16},
	    {16, 4, F_8888, 32 * (4 + 2 + 1), 0, LEVELS(3) | PITCH, 0, 8},
	};
	for (size_t i = 0; i < sizeof(of) / sizeof(*of); i++) {
		struct tx_rig *t = tx_rig_new("r580");
		uint32_t at = t->addr - 0x10000;
		const struct fl_report *said;
		char want[80];

		tx_set(t, of[i].w, of[i].h, of[i].format, SEL_RGBA | of[i].format1, EDGE | NEAREST);
		us_set(t->g, R500_TX_FORMAT0(0), (of[i].w - 1) | (of[i].h - 1) << 11 | of[i].format0);
		us_set(t->g, R500_TX_FORMAT2(0),
		       of[i].format >> 5 << 14 | (of[i].pitch ? of[i].pitch - 1 : 0));
		us_set(t->g, R500_TX_OFFSET(0), at | of[i].offset);
		tx_decode(t);
		said = fl_model_report(&t->g->r->base, 0);
		snprintf(want, sizeof(want), "unit 0: nothing is mapped at 0x%08x, %u bytes", at,
			 of[i].size_B);
		cr_assert(said && !strcmp(said->text, want), "case %zu, want \"%s\": %s", i, want,
			  said ? said->text : "nothing");
		cr_expect_eq(said->severity, FL_WARN);
		tx_rig_free(t);
	}
}

/* There are 16 units: what stands in the other bits of TX_ENABLE turns nothing on, and changes nothing of the
 * kernel of FILTER4, which the state of the units ends with. Resetting the block forgets the kernel. */
Test(tx, bits_beyond_the_units)
{
	struct tx_rig *t = tx_rig_new("r580");
	const struct mr500_tx_state *tx;

	memset(t->g->r->tx->kernel, 0x11, sizeof(t->g->r->tx->kernel));
	us_set(t->g, R500_TX_ENABLE, 0xffff0000);
	tx_decode(t);
	tx = t->g->draw.tx;
	for (unsigned n = 0; n < MR500_TX_UNITS; n++)
		cr_expect_null(tx->unit[n]);
	cr_expect_arr_eq(tx->kernel, t->g->r->tx->kernel, sizeof(tx->kernel));
	mr500_tx_reset(t->g->r);
	tx_decode(t);
	for (unsigned i = 0; i < sizeof(tx->kernel); i++)
		cr_expect_eq(((const uint8_t *)t->g->draw.tx->kernel)[i], 0);
	tx_rig_free(t);
}

/* R5xx guide 10.5.3: a texture is read from memory. What was drawn to it, and is still in a cache, is
 * missed; a warning, for the draw goes on. Of the next row of blocks nothing is said. */
Test(tx, a_texture_that_a_cache_still_holds)
{
	enum { SIDE = 16, PITCH = 64, BGRA = 0x1b00, ARGB8888 = 6, ROW_B = 8 * PITCH * 4 };

	for (unsigned below = 0; below < 2; below++) {
		struct tx_rig *t = tx_rig_new("r580");
		struct mr500 *r = t->g->r;
		const uint32_t set[][2] = {
		    {R500_GB_TILE_CONFIG, 0x17},
		    {R500_RB3D_CCTL, R500_RB3D_CCTL__INDEPENDENT_COLORFORMAT_ENABLE(1)},
		    {R500_RB3D_COLOR_CHANNEL_MASK, 15},
		    {R500_RB3D_COLOROFFSET(0), t->addr},
		    {R500_RB3D_COLORPITCH(0), PITCH | ARGB8888 << 21},
		    {R500_US_OUT_FMT(0), BGRA}};
		const struct fl_report *said;
		struct fl_tile tile;

		for (size_t i = 0; i < sizeof(set) / sizeof(*set); i++) {
			r->reg[set[i][0] / 4] = set[i][1];
			mr500_rb_write(r, set[i][0], set[i][1], MR500_CP);
		}
		t->g->draw.base.color = mr500_cb_decode(r, &t->g->arena);
		t->g->draw.base.depth = mr500_zb_decode(r, &t->g->arena);
		cr_assert(t->g->draw.base.color && t->g->draw.base.depth);
		fl_pixel_targets(&t->g->draw.base);
		cr_assert(fl_tile_open(&r->rb->tiles, &t->g->draw.base, 0, 0, &tile));
		tile.color[0]->dirty[0] = 1;
		tx_set(t, SIDE, 1, F_8888, SEL_RGBA, EDGE | NEAREST);
		us_set(t->g, R500_TX_OFFSET(0), t->addr + (below ? ROW_B : 0));
		tx_decode(t);
		said = fl_model_report(&r->base, 0);
		cr_expect_eq(!said, below);
		if (said) {
			cr_expect(
			    strstr(said->text, "the color buffer 0 cache still holds pixels of it; flush"),
			    "%s", said->text);
			cr_expect_eq(said->severity, FL_WARN);
		}
		tile.color[0]->dirty[0] = 0;
		tx_rig_free(t);
	}
}
