/* SPDX-License-Identifier: MIT
 *
 * The host's path to memory: surfaces that make tiled memory look linear, byte swaps. Expected addresses:
 * R5xx guide 2.2 (what pixels a micro-tile holds) and 2.3 (8x8 micro-tiles make a macro-tile of 2 KiB), with
 * the order of the micro-tiles inside it as Mesa's classic driver computes it for access by the CPU
 * (radeon_span.c).
 */
#include "tests/unit/r500/test_model_rig.h"

#include <stdlib.h>

enum { AT = 0x40000, SIZE_B = 0x8000, PITCH_B = 512, ROWS = SIZE_B / PITCH_B };

/* Guide 2.2: the pixels of a micro-tile. */
struct shape {
	const char *name;
	unsigned tile, cpp, w, h;
};

static const struct shape shapes[] = {
    {"8 bits, linear", R500_SURFACE_INFO__SURF_TILE__NONE, 1, 32, 1},
    {"16 bits, linear", R500_SURFACE_INFO__SURF_TILE__NONE, 2, 16, 1},
    {"32 bits, linear", R500_SURFACE_INFO__SURF_TILE__NONE, 4, 8, 1},
    {"64 bits, linear", R500_SURFACE_INFO__SURF_TILE__NONE, 8, 4, 1},
    {"8 bits, 8x4", R500_SURFACE_INFO__SURF_TILE__MICRO_SQUARE, 1, 8, 4},
    {"16 bits, 4x4", R500_SURFACE_INFO__SURF_TILE__MICRO_SQUARE, 2, 4, 4},
    {"16 bits, 8x2", R500_SURFACE_INFO__SURF_TILE__MICRO, 2, 8, 2},
    {"32 bits, 4x2", R500_SURFACE_INFO__SURF_TILE__MICRO, 4, 4, 2},
    {"64 bits, 2x2", R500_SURFACE_INFO__SURF_TILE__MICRO, 8, 2, 2},
};

/* Byte offset of pixel (x, y) in the tiled surface. */
static uint32_t place(const struct shape *s, bool macro, uint32_t x, uint32_t y)
{
	uint32_t mx = x / s->w, my = y / s->h, per_row = PITCH_B / s->cpp / s->w;
	uint32_t in = (y % s->h * s->w + x % s->w) * s->cpp;

	if (!macro)
		return (my * per_row + mx) * 32 + in;
#define BIT(v, n) ((v) >> (n)&1)
	return (my / 8 * (per_row / 8) + mx / 8) * 2048 + BIT(mx, 0) * 32 + BIT(my, 0) * 64 +
	       (BIT(mx, 1) ^ BIT(my, 2)) * 128 + (BIT(mx, 2) ^ BIT(my, 1)) * 256 +
	       (BIT(mx, 2) ^ BIT(my, 3)) * 512 + (BIT(mx, 3) ^ BIT(my, 2)) * 1024 + in;
}

static void set_surface(struct rig *g, unsigned i, uint32_t at, uint32_t size_B, uint32_t info)
{
	wr(g, R500_SURFACE_INFO(i), info);
	wr(g, R500_SURFACE_LOWER_BOUND(i), at);
	wr(g, R500_SURFACE_UPPER_BOUND(i), at + size_B - 1);
}

static uint8_t pattern(uint32_t i)
{
	return (uint8_t)(i * 2654435761u >> 21);
}

Test(hdp, surfaces_read_and_write)
{
	for (unsigned k = 0; k < 2 * sizeof(shapes) / sizeof(shapes[0]); k++) {
		const struct shape *s = &shapes[k / 2];
		bool macro = k & 1;
		struct rig g = rig_new(k & 2 ? "r580" : "r300");
		uint8_t *vram = fl_model_vram(g.m, NULL), *seen = calloc(1, SIZE_B), whole[SIZE_B];
		unsigned surface = k % 8, tile = s->tile | (macro ? R500_SURFACE_INFO__SURF_TILE__MACRO : 0);
		uint32_t info = R500_SURFACE_INFO__SURF_PITCHSEL(PITCH_B / 8) | tile << 16;

		set_surface(&g, surface, AT, SIZE_B, info);
		/* in pieces of odd sizes, over tiles and rows */
		for (uint32_t at = 0, n; at < SIZE_B; at += n) {
			uint8_t piece[64];

			n = 1 + at * 7 % 61;
			n = n < SIZE_B - at ? n : SIZE_B - at;
			for (uint32_t i = 0; i < n; i++)
				piece[i] = pattern(at + i);
			fl_model_vram_write(g.m, AT + at, piece, n);
		}
		for (uint32_t y = 0; y < ROWS; y++)
			for (uint32_t x = 0; x < PITCH_B / s->cpp; x++)
				for (uint32_t b = 0; b < s->cpp; b++) {
					uint32_t to = place(s, macro, x, y) + b;

					cr_assert_lt(to, SIZE_B);
					cr_assert_eq(vram[AT + to], pattern(y * PITCH_B + x * s->cpp + b),
						     "%s, macro %u: pixel (%u, %u) is not at %x", s->name,
						     macro, x, y, to);
					seen[to]++;
				}
		for (uint32_t i = 0; i < SIZE_B; i++)
			cr_assert_eq(seen[i], 1);
		/* the other way: tiled memory with something new in it */
		for (uint32_t i = 0; i < SIZE_B; i++)
			vram[AT + i] = pattern(i + 99999);
		fl_model_vram_read(g.m, AT, whole, SIZE_B);
		for (uint32_t y = 0; y < ROWS; y++)
			for (uint32_t x = 0; x < PITCH_B / s->cpp; x++)
				for (uint32_t b = 0; b < s->cpp; b++)
					cr_assert_eq(whole[y * PITCH_B + x * s->cpp + b],
						     pattern(place(s, macro, x, y) + b + 99999));
		no_reports(&g);
		free(seen);
		rig_delete(&g);
	}
}

/* Beside a surface memory is as it is; MM_DATA takes the same path as the BAR; translation can be switched
 * off. */
Test(hdp, surface_bounds)
{
	const uint32_t info =
	    R500_SURFACE_INFO__SURF_PITCHSEL(PITCH_B / 8) | R500_SURFACE_INFO__SURF_TILE__MICRO << 16;
	struct rig g = rig_new("rv530");
	uint8_t *vram = fl_model_vram(g.m, NULL), block[96];
	uint32_t v;

	for (unsigned i = 0; i < 8; i++)
		if (i != 3)
			set_surface(&g, i, AT + 2 * i * SIZE_B, SIZE_B, info);
	for (uint32_t i = 0; i < sizeof(block); i++)
		block[i] = (uint8_t)(i + 1);
	fl_model_vram_write(g.m, AT - 32, block, 96);
	cr_assert_arr_eq(vram + AT - 32, block, 32); /* before it */
	/* row 0, bytes 0 to 63: four tiles of 16 bytes by 2 rows */
	for (unsigned t = 0; t < 4; t++)
		cr_assert_arr_eq(vram + AT + 32 * t, block + 32 + 16 * t, 16);
	fl_model_vram_write(g.m, AT + SIZE_B - 48, block,
			    96); /* the last bytes of the last row, an odd one */
	for (unsigned t = 0; t < 3; t++)
		cr_assert_arr_eq(vram + AT + SIZE_B - 32 * (3 - t) + 16, block + 16 * t, 16);
	cr_assert_arr_eq(vram + AT + SIZE_B, block + 48, 48);

	wr(&g, R500_MM_INDEX, 1u << 31 | (AT + 16));
	wr(&g, R500_MM_DATA, 0x12345678);
	memcpy(&v, vram + AT + 32, 4);
	cr_assert_eq(v, 0x12345678);
	cr_assert_eq(rd(&g, R500_MM_DATA), 0x12345678);
	wr(&g, R500_SURFACE_CNTL, R500_SURFACE_CNTL__SURF_TRANSLATION_DIS(1));
	cr_assert_eq(vram_rd(&g, AT + 32), 0x12345678);
	wr(&g, R500_SURFACE_CNTL, 0);
	cr_assert_eq(vram_rd(&g, AT + 16), 0x12345678);
	wr(&g, R500_SURFACE_INFO(0), 0); /* Linux r100_clear_surface_reg */
	cr_assert_eq(vram_rd(&g, AT + 32), 0x12345678);
	no_reports(&g);

	/* R5xx guide 10.1.10: 64 bytes for surface 0, and for it alone */
	set_surface(&g, 1, AT, SIZE_B - 32, info);
	vram_rd(&g, AT);
	no_reports(&g);
	wr(&g, R500_SURFACE_INFO(1), 0);
	set_surface(&g, 0, AT, SIZE_B - 32, info);
	vram_rd(&g, AT);
	cr_assert(reported(&g, FL_WARN, "10.1.10"));
	rig_delete(&g);
}

Test(hdp, swaps)
{
	struct rig g = rig_new("r580");

	vram_wr(&g, 0x100, 0x11223344);
	vram_wr(&g, AT, 0x11223344);
	wr(&g, R500_SURFACE_CNTL, R500_SURFACE_CNTL__NONSURF_AP0_SWP_32BPP(1));
	set_surface(&g, 5, AT, SIZE_B, R500_SURFACE_INFO__SURF_AP0_SWP_16BPP(1));
	cr_assert_eq(vram_rd(&g, 0x100), 0x44332211);
	cr_assert_eq(vram_rd(&g, AT), 0x22114433);
	vram_wr(&g, 0x200, 0xaabbccdd);
	wr(&g, R500_SURFACE_CNTL, 0);
	cr_assert_eq(vram_rd(&g, 0x200), 0xddccbbaa);
	rig_delete(&g);
}

/* Linux radeon_device.c, r100_io_rreg: the I/O BAR shows the first registers; MM_INDEX and MM_DATA in it
 * reach the others. */
Test(hdp, io_bar)
{
	struct rig g = rig_new("r580");
	uint32_t v;

	fl_model_io_write(g.m, R500_MM_INDEX, 4, R500_SCRATCH_REG(1));
	fl_model_io_write(g.m, R500_MM_DATA, 4, 0xcafe0001);
	cr_assert_eq(fl_model_io_read(g.m, R500_MM_DATA, 4), 0xcafe0001);
	cr_assert_eq(rd(&g, R500_SCRATCH_REG(1)), 0xcafe0001);
	cr_assert_eq(fl_model_io_read(g.m, R500_CONFIG_MEMSIZE, 4), 16u << 20);
	cr_assert_eq(fl_model_io_read(g.m, R500_CONFIG_MEMSIZE + 3, 1), 1);
	fl_model_io_write(g.m, R500_MM_INDEX, 4, 1u << 31 | 0x2000);
	fl_model_io_write(g.m, R500_MM_DATA, 4, 0x600df00d);
	memcpy(&v, (uint8_t *)fl_model_vram(g.m, NULL) + 0x2000, 4);
	cr_assert_eq(v, 0x600df00d);
	cr_assert_eq(fl_model_io_read(g.m, 0x100, 4), ~0u, "the window is 256 bytes");
	fl_model_cfg_write(g.m, 4, 2, 2); /* COMMAND: memory, no I/O */
	cr_assert_eq(fl_model_io_read(g.m, R500_CONFIG_MEMSIZE, 4), ~0u);
	fl_model_cfg_write(g.m, 4, 2, 1);
	cr_assert_eq(fl_model_io_read(g.m, R500_CONFIG_MEMSIZE, 4), 16u << 20);
	cr_assert_eq(rd(&g, R500_CONFIG_MEMSIZE), ~0u);
	rig_delete(&g);
}

static void fill(struct rig *g, uint32_t at, uint32_t color)
{
	const struct {
		uint32_t reg, value;
	} set[] = {
	    {R500_DP_GUI_MASTER_CNTL, R500_DP_GUI_MASTER_CNTL__GMC_DST_PITCH_OFFSET_CNTL(1) |
					  R500_DP_GUI_MASTER_CNTL__GMC_DST_CLIPPING(1) |
					  R500_DP_GUI_MASTER_CNTL__GMC_BRUSH_DATATYPE(13) |
					  R500_DP_GUI_MASTER_CNTL__GMC_DST_DATATYPE(6) |
					  R500_DP_GUI_MASTER_CNTL__GMC_ROP3(0xf0) |
					  R500_DP_GUI_MASTER_CNTL__GMC_CLR_CMP_CNTL_DIS(1) |
					  R500_DP_GUI_MASTER_CNTL__GMC_WR_MSK_DIS(1)},
	    {R500_DST_PITCH_OFFSET, PITCH_B / 64 << 22 | (g->base + at) >> 10},
	    {R500_SC_TOP_LEFT, 0},
	    {R500_SC_BOTTOM_RIGHT, 100 << 16 | 100},
	    {R500_DP_CNTL, 3},
	    {R500_DP_BRUSH_FRGD_CLR, color},
	    {R500_DST_Y_X, 2 << 16 | 4},
	    {R500_DST_HEIGHT_WIDTH, 3 << 16 | 8},
	};

	for (unsigned i = 0; i < sizeof(set) / sizeof(set[0]); i++)
		emit_reg(g, set[i].reg, set[i].value);
	rig_kick(g);
	cr_assert(rig_idle(g));
}

/* Rows 2 to 4, columns 4 to 11 are drawn. What the 2D engine's cache holds reads old, and is reported; beside
 * it nothing is. */
Test(hdp, cache_of_the_2d_engine)
{
	struct rig g = rig_running("r580");

	wr(&g, R500_RB2D_DSTCACHE_MODE, 0); /* no automatic flush */
	fill(&g, AT, 0x11223344);
	vram_rd(&g, AT + 1 * PITCH_B + 4 * 4);
	vram_rd(&g, AT + 5 * PITCH_B + 4 * 4);
	vram_rd(&g, AT + 2 * PITCH_B + 3 * 4);
	vram_rd(&g, AT + 4 * PITCH_B + 12 * 4);
	no_reports(&g);
	cr_assert_eq(vram_rd(&g, AT + 2 * PITCH_B + 4 * 4), 0);
	cr_assert(reported(&g, FL_WARN, "2D destination cache"));
	fl_model_reports_clear(g.m);
	wr(&g, R500_RB2D_DSTCACHE_CTLSTAT, 0xf);
	cr_assert_eq(vram_rd(&g, AT + 2 * PITCH_B + 4 * 4), 0x11223344);
	cr_assert_eq(vram_rd(&g, AT + 4 * PITCH_B + 11 * 4), 0x11223344);
	no_reports(&g);
	rig_delete(&g);
}
