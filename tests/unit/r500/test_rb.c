/* SPDX-License-Identifier: MIT
 *
 * The tile cache: memory is old until a flush, what was not drawn stays as it was, tiled surfaces stand where
 * R5xx guide 10.8 and tile_addr.h say, fast clears, byte swaps, Z pass counts.
 */
#include <criterion/criterion.h>

#include "hw/model/r500/surface.h"
#include "hw/model/r500/tile_addr.h"
#include "tests/unit/r500/test_rb_rig.h"

static void cb_run(struct rb_rig *g)
{
	fl_pixel_color_run_base(g->t);
}

static void white(struct rb_rig *g)
{
	rig_color(g, 0, 1, 1, 1, 1);
}

Test(rb, memory_is_old_until_the_flush)
{
	struct rb_rig *g = rb_rig_new("r580");
	const char *which = NULL;

	rig_fill(g, 0, 1 << 20, 0x01020304);
	cr_assert(rig_open(g, 0, 0));
	rig_block(g, 0, 0, ~0ull);
	white(g);
	cb_run(g);
	cr_assert_eq(rig_dword(g, 0), 0x01020304);
	cr_assert(mr500_rb_holds(g->r, RIG_BASE, 4, &which));
	cr_assert_str_eq(which, "color buffer 0");
	cr_assert_not(mr500_rb_holds(g->r, RIG_BASE + 32, 4, &which), "the next block was not drawn");
	cr_assert_not(mr500_rb_holds(g->r, RIG_BASE + 8 * 1024, 4, &which), "nor the row below");
	cr_assert_not(mr500_rb_holds(g->r, RIG_BASE - 4096, 4096, &which));

	rig_set(g, R500_RB3D_DSTCACHE_CTLSTAT, 1); /* "No effect" */
	cr_assert_eq(rig_dword(g, 0), 0x01020304);
	rig_set(g, R500_ZB_ZCACHE_CTLSTAT, 3); /* the other cache */
	cr_assert_eq(rig_dword(g, 0), 0x01020304);
	rig_set(g, R500_RB3D_DSTCACHE_CTLSTAT, 2);
	cr_assert_eq(rig_dword(g, 0), 0xffffffff);
	cr_assert_not(mr500_rb_holds(g->r, RIG_BASE, 4, &which));
	cr_assert_eq(g->r->base.n_reports, 0);
	rb_rig_delete(g);
}

Test(rb, flushed_tags_stay_until_they_are_freed)
{
	struct rb_rig *g = rb_rig_new("r580");

	/* a channel mask makes CB read: of what it cached, or of memory */
	cr_assert(rig_open(g, 0, 0));
	rig_block(g, 0, 0, ~0ull);
	white(g);
	cb_run(g);
	rig_set(g, R500_RB3D_DSTCACHE_CTLSTAT, 2);
	rig_fill(g, 0, 4, 0x11111111); /* the CPU writes */
	rig_set(g, R500_RB3D_COLOR_CHANNEL_MASK, 1);
	cr_assert(rig_open(g, 0, 0));
	rig_color(g, 0, 0, 0, 0, 0);
	rig_block(g, 0, 0, ~0ull);
	cb_run(g);
	rig_set(g, R500_RB3D_DSTCACHE_CTLSTAT, 0xa);
	cr_assert_eq(rig_dword(g, 0), 0xffffff00, "stale, as on the chip");
	rig_fill(g, 0, 4, 0x11111111);
	cr_assert(rig_open(g, 0, 0));
	rig_block(g, 0, 0, ~0ull);
	cb_run(g);
	rig_set(g, R500_RB3D_DSTCACHE_CTLSTAT, 0xa);
	cr_assert_eq(rig_dword(g, 0), 0x11111100);
	cr_assert_eq(g->r->base.n_reports, 0);

	/* free alone: drawn, and lost, and said */
	rig_fill(g, 0, 4, 0x22222222);
	cr_assert(rig_open(g, 0, 0));
	rig_block(g, 0, 0, ~0ull);
	cb_run(g);
	rig_set(g, R500_RB3D_DSTCACHE_CTLSTAT, 8);
	rig_set(g, R500_RB3D_DSTCACHE_CTLSTAT, 2);
	cr_assert_eq(rig_dword(g, 0), 0x22222222);
	cr_assert_eq(g->r->base.n_reports, 1);
	rb_rig_delete(g);

	/* flushed, and then freed: nothing is lost, nothing said */
	g = rb_rig_new("r580");
	cr_assert(rig_open(g, 0, 0));
	rig_color(g, 0, 0, 0, 0, 0);
	rig_block(g, 0, 0, ~0ull);
	cb_run(g);
	rig_set(g, R500_RB3D_DSTCACHE_CTLSTAT, 2);
	rig_set(g, R500_RB3D_DSTCACHE_CTLSTAT, 8);
	cr_assert_eq(g->r->base.n_reports, 0);
	rb_rig_delete(g);
}

/* A tile beyond the pitch of a target that is drawn to is said, of any of them. */
Test(rb, tiles_beyond_a_target)
{
	for (unsigned narrow = 0; narrow < 5; narrow++) {
		struct rb_rig *g = rb_rig_new("r580");

		rig_set(g, R500_RB3D_CCTL, 1u << 14 | 1u << 12 | 3 << 5); /* four outputs */
		rig_set(g, R500_RB3D_COLOR_CHANNEL_MASK, 0xffff);
		for (unsigned k = 0; k < 4; k++) {
			rig_set(g, R500_RB3D_COLOROFFSET(k), RIG_BASE + k * 0x100000);
			rig_set(g, R500_RB3D_COLORPITCH(k), (k == narrow ? 64u : 256u) | 6u << 21);
			rig_set(g, R500_US_OUT_FMT(k), 0x1b00);
		}
		cr_assert(rig_open(g, 1, 0));
		cr_assert_eq(g->r->base.n_reports, narrow < 4 ? 1 : 0, "target %u: %u reports", narrow,
			     g->r->base.n_reports);
		rb_rig_delete(g);
	}
}

/* One pixel of one quad: of the flushed surface nothing else may change. */
static void one_quad(struct rb_rig *g, unsigned cpp, unsigned micro, bool macro, unsigned tx, unsigned ty)
{
	const uint32_t size_B = 256 * 256 * cpp;
	uint32_t seed = 99;
	uint8_t *before = malloc(size_B);

	for (uint32_t i = 0; i < size_B; i++)
		g->mem[i] = (uint8_t)(rig_random(&seed) % 254 + 1);
	memcpy(before, g->mem, size_B);
	cr_assert(rig_open(g, tx, ty));
	rig_quads(g, 3, &seed);
	g->t->wave.cover[0] = 1 << 2 | 1 << 4; /* lane 2 of quad 0, lane 0 of quad 1, none of quad 2 */
	rig_color(g, 0, 0, 0, 0, 0);
	cb_run(g);
	rig_set(g, R500_RB3D_DSTCACHE_CTLSTAT, 0xa);
	for (unsigned k = 0; k < 2; k++) {
		unsigned x = tx * 64 + g->t->wave.qx[k], y = ty * 64 + g->t->wave.qy[k] + (k == 0);
		uint32_t at = mr500_tile_addr(x, y, cpp, 256, micro, macro);

		for (unsigned i = 0; i < cpp; i++) {
			cr_assert_eq(g->mem[at + i], 0, "cpp %u micro %u macro %u", cpp, micro, macro);
			before[at + i] = 0;
		}
	}
	cr_assert(memcmp(before, g->mem, size_B) == 0, "cpp %u micro %u macro %u", cpp, micro, macro);
	free(before);
}

Test(rb, neighbours_stay_in_every_tiling)
{
	struct rb_rig *g = rb_rig_new("r580");
	static const struct {
		unsigned cpp, format;
		uint32_t out;
	} f[] = {{1, 9, 0x1b00}, {2, 4, 0x1b00}, {4, 6, 0x1b00}, {8, 10, 0x1b05}, {16, 7, 0x1b15}};

	for (unsigned i = 0; i < 5; i++)
		for (unsigned micro = 0; micro < 3; micro++)
			for (unsigned macro = 0; macro < 2; macro++) {
				if ((micro == 2 && f[i].cpp != 2) || (micro && f[i].cpp == 16))
					continue;
				rig_set(g, R500_RB3D_COLORPITCH(0),
					256 | macro << 16 | micro << 17 | f[i].format << 21);
				rig_set(g, R500_US_OUT_FMT(0), f[i].out);
				one_quad(g, f[i].cpp, micro, macro, 0, 0);
				one_quad(g, f[i].cpp, micro, macro, 3, 1);
				one_quad(g, f[i].cpp, micro, macro, 1, 3);
			}
	cr_assert_eq(g->r->base.n_reports, 0);
	rb_rig_delete(g);
}

Test(rb, what_is_read_back_is_what_was_written)
{
	/* every pixel its own value, through each tiling and byte swap; then read by a draw that keeps it */
	struct rb_rig *g = rb_rig_new("r580");

	for (unsigned micro = 0; micro < 2; micro++)
		for (unsigned macro = 0; macro < 2; macro++)
			for (unsigned endian = 0; endian < 4; endian++) {
				rig_set(g, R500_RB3D_COLORPITCH(0),
					256 | macro << 16 | micro << 17 | endian << 19 | 6 << 21);
				rig_set(g, R500_RB3D_COLOR_CHANNEL_MASK, 0xf);
				cr_assert(rig_open(g, 1, 1));
				for (unsigned b = 0; b < 64; b++) {
					rig_block(g, b % 8 * 8, b / 8 * 8, ~0ull);
					for (unsigned l = 0; l < 64; l++) {
						mr500_px_of(g->t)->out[0][0][l] = (float)b / 255.0f;
						mr500_px_of(g->t)->out[0][1][l] = (float)l / 255.0f;
						mr500_px_of(g->t)->out[0][2][l] =
						    mr500_px_of(g->t)->out[0][3][l] = 1.0f;
					}
					cb_run(g);
				}
				rig_set(g, R500_RB3D_DSTCACHE_CTLSTAT, 0xa);
				/* block 9, lane 6 (quad 1, row 1): x 64 + 8 + 2, y 64 + 8 + 1 */
				uint32_t at = mr500_tile_addr(74, 73, 4, 256, micro, macro);
				const uint32_t want[4] = {0xff0906ff, 0x09ffff06, 0xff0609ff, 0x06ffff09};
				cr_assert_eq(rig_dword(g, at), want[endian], "swap %u: %08x", endian,
					     rig_dword(g, at));

				rig_set(g, R500_RB3D_COLOR_CHANNEL_MASK, 8); /* alpha alone */
				cr_assert(rig_open(g, 1, 1));
				rig_block(g, 8, 8, ~0ull);
				rig_color(g, 0, 0, 0, 0, 0);
				cb_run(g);
				for (unsigned l = 0; l < 64; l++) {
					uint32_t v;
					memcpy(&v, fl_tile_at(g->t->tile.color[0], &g->t->wave, l, 0), 4);
					cr_assert_eq(v, 0x000900ffu | l << 8);
				}
				rig_set(g, R500_RB3D_DSTCACHE_CTLSTAT, 0xa);
			}
	rb_rig_delete(g);
}

/* R5xx guide 10.8.3, "32-bit 4 ss" and its companions, bit by bit as printed. */
static uint64_t guide_aa(unsigned ss, uint32_t x, uint32_t y, uint32_t pitch, uint32_t cache_word)
{
	uint32_t cat = (x >> 2) << 1 | (y >> 2 & 1), w = cache_word;

	if (ss == 4)
		w ^= (x >> 2 & 1) << 2;
	return 32ull * (2 * ss * cat + 4 * ss * (y >> 3) * (pitch >> 2) + w);
}

Test(rb, subsample_addresses)
{
	static const uint8_t n[4] = {2, 3, 4, 6};

	for (unsigned i = 0; i < 4; i++) {
		struct fl_tile_key k = {.pitch_px = 128, .cpp = 4, .samples = n[i]};

		for (uint32_t y = 0; y < 64; y++)
			for (uint32_t x = 0; x < 128; x++)
				for (unsigned s = 0; s < n[i]; s++) {
					/* 16 pixels of a sample are two words of 32 bytes, rows of four */
					uint32_t in = ((y & 3) * 4 + (x & 3)) * 4;
					cr_assert_eq(mr500_surface_addr(&k, x, y, s),
						     guide_aa(n[i], x, y, 128, s * 2 + in / 32) + in % 32);
				}
	}
}

Test(rb, the_cache_is_bounded)
{
	struct rb_rig *g = rb_rig_new("r580");

	rig_set(g, R500_RB3D_COLORPITCH(0), 1024 | 6 << 21);
	rig_set(g, R500_ZB_DEPTHPITCH, 0); /* no depth buffer */
	for (unsigned i = 0; i < 1024;
	     i++) { /* 16 MiB of pixels in eight surfaces on top of each other: twice */
		rig_set(g, R500_RB3D_COLOROFFSET(0), RIG_BASE + (i / 128) * 0x200000);
		cr_assert(rig_open(g, i % 16, i / 16 % 8));
		rig_block(g, 0, 0, ~0ull);
		rig_color(g, 0, (float)(i & 255) / 255.0f, (float)(i >> 8) / 255.0f, 0, 1);
		cb_run(g);
		fl_tile_batch_done(&g->r->rb->tiles);
		fl_arena_reset(&g->arena);
		cr_assert_leq(g->r->rb->tiles.bytes, FL_TILE_CACHE_B);
	}
	for (unsigned i = 0; i < 600;
	     i++) { /* more than the cache holds: the first must have gone to memory */
		rig_set(g, R500_RB3D_COLOROFFSET(0), RIG_BASE + 0x100 * 32 * (i % 100));
		rig_set(g, R500_GB_AA_CONFIG, 7);
		cr_assert(rig_open(g, i % 16, i / 100));
		fl_tile_batch_done(&g->r->rb->tiles);
		fl_arena_reset(&g->arena);
		cr_assert_leq(g->r->rb->tiles.bytes, FL_TILE_CACHE_B);
	}
	for (unsigned i = 0; i < 1024; i++) {
		uint32_t at = (i / 128) * 0x200000 + (i / 16 % 8 * 64 * 1024 + i % 16 * 64) * 4;
		cr_assert_eq(rig_dword(g, at), 0xff000000 | (i & 255) << 16 | (i >> 8) << 8);
	}
	rb_rig_delete(g);
}

Test(rb, a_batch_is_never_evicted)
{
	struct rb_rig *g = rb_rig_new("r580");
	struct fl_tile_buf *first;

	rig_set(g, R500_RB3D_COLORPITCH(0), 4096 | 6 << 21);
	rig_set(g, R500_ZB_DEPTHPITCH, 0);
	cr_assert(rig_open(g, 0, 0));
	first = g->t->tile.color[0];
	for (unsigned i = 1; i < 2048; i++) /* 32 MiB */
		cr_assert(fl_tile_open(&g->r->rb->tiles, &g->d.base, i % 64, i / 64, &g->t->tile));
	cr_assert(fl_tile_open(&g->r->rb->tiles, &g->d.base, 0, 0, &g->t->tile));
	cr_assert_eq(g->t->tile.color[0], first);
	fl_tile_batch_done(&g->r->rb->tiles);
	cr_assert_leq(g->r->rb->tiles.bytes, FL_TILE_CACHE_B);
	rb_rig_delete(g);
}

Test(rb, pixels_without_memory_are_dropped_and_reported_once)
{
	struct rb_rig *g = rb_rig_new("r580");

	rig_set(g, R500_RB3D_COLOROFFSET(0),
		RIG_BASE + RIG_MEM_B - 4096); /* four rows of 256, then nothing */
	for (unsigned i = 0; i < 3; i++) {
		cr_assert(rig_open(g, 0, 0));
		rig_block(g, 0, 0, ~0ull);
		white(g);
		cb_run(g);
		rig_set(g, R500_RB3D_DSTCACHE_CTLSTAT, 0xa);
	}
	cr_assert_eq(rig_dword(g, RIG_MEM_B - 1024), 0xffffffff);
	cr_assert_eq(g->r->base.n_reports, 1);
	cr_assert_eq(g->r->base.reports[0].count, 3);
	/* right of the pitch */
	cr_assert(rig_open(g, 4, 0));
	cr_assert_null(g->t->tile.color[0]);
	cb_run(g);
	cr_assert_eq(g->r->base.n_reports, 2, "of the depth buffer nothing is used");
	rb_rig_delete(g);
}

Test(rb, z_pass_counts_by_pipe)
{
	struct rb_rig *g = rb_rig_new("r580");
	const uint64_t add[FL_RASTER_PIPES] = {10, 20, 30, 40};

	rig_set(g, R500_ZB_ZPASS_DATA, 5);
	g->r->ga->ras.ops->drawn(&g->r->ga->ras, add);
	g->r->ga->ras.ops->drawn(&g->r->ga->ras, add);
	/* Mesa's way: one pipe at a time, its own address. Bit 1 is the second pipe of R420 and later. */
	for (unsigned p = 0; p < 4; p++) {
		rig_set(g, R500_SU_REG_DEST, 1u << p);
		rig_set(g, R500_ZB_ZPASS_ADDR, RIG_BASE + 64 + p * 4);
	}
	for (unsigned p = 0; p < 4; p++)
		cr_assert_eq(rig_dword(g, 64 + p * 4), 5 + 2 * add[p]);
	cr_assert_eq(g->r->base.n_reports, 0);
	rig_set(g, R500_SU_REG_DEST, 4);
	cr_assert_eq(mr500_rb_read(g->r, R500_ZB_ZPASS_DATA, MR500_HOST), 65);
	rig_set(g, R500_ZB_ZPASS_DATA, 0);
	cr_assert_eq(g->r->rb->zpass[1], 45);
	cr_assert_eq(g->r->rb->zpass[2], 0);
	rb_rig_delete(g);

	/* RV530: one raster pipe, two Z pipes, chosen by FG_ZBREG_DEST (R5xx guide 10.1.15) */
	g = rb_rig_new("rv530");
	g->r->ga->ras.ops->drawn(&g->r->ga->ras, add);
	for (unsigned p = 0; p < 2; p++) {
		rig_set(g, R500_FG_ZBREG_DEST, 1u << p);
		rig_set(g, R500_ZB_ZPASS_ADDR, RIG_BASE + 64 + p * 4);
		cr_assert_eq(rig_dword(g, 64 + p * 4), add[p]);
	}
	rb_rig_delete(g);
}

Test(rb, hiz_ram_through_its_window)
{
	struct rb_rig *g = rb_rig_new("r580");

	mr500_rb_clear_ram(g->r, 0x37, 0, 64, 0xffffffff);
	rig_set(g, R500_ZB_HIZ_WRINDEX, 8);
	rig_set(g, R500_ZB_HIZ_DWORD, 0x1234);
	rig_set(g, R500_ZB_HIZ_DWORD, 0x5678);
	for (unsigned i = 0; i < 5; i++) {
		const uint32_t want[5] = {~0u, ~0u, 0x1234, 0x5678, ~0u};

		rig_set(g, R500_ZB_HIZ_RDINDEX, i * 4);
		cr_assert_eq(mr500_rb_read(g->r, R500_ZB_HIZ_DWORD, MR500_HOST), want[i]);
	}
	cr_assert_eq(g->r->base.n_reports, 0);
	mr500_rb_clear_ram(g->r, 0x37, 15000, 1000, 0); /* R580 has 15360 a pipe */
	cr_assert_eq(g->r->base.n_reports, 1);
	mr500_rb_clear_ram(g->r, 0x37, 0xffffffff, 0xffffffff, 0);
	rb_rig_delete(g);
}

/* R5xx guide 10.4.4: a fast clear shows in ZB at once, in memory after decompression. */
Test(rb, fast_z_clear)
{
	struct rb_rig *g = rb_rig_new("r580");

	rig_fill(g, 0x400000, 65536, 0x77777777);
	rig_set(g, R500_ZB_DEPTHPITCH, 256 | 1 << 17);
	rig_set(g, R500_ZB_DEPTHCLEARVALUE, 0xffffff00);
	rig_set(g, R500_ZB_ZMASK_PITCH, 256);
	rig_set(g, R500_ZB_BW_CNTL, 0x1c); /* fill, read, write */
	rig_set(g, R500_ZB_CNTL, 6);
	rig_set(g, R500_ZB_ZSTENCILCNTL, 1); /* LESS */
	mr500_rb_clear_ram(g->r, 0x32, 0, 256 * 64 / 1024, 0);
	cr_assert(rig_open(g, 0, 0));
	rig_block(g, 8, 0, 0xf); /* one quad at (8, 0) */
	for (unsigned l = 0; l < 64; l++)
		g->t->wave.z[0][l] = 0x123456;
	fl_pixel_depth_run_base(g->t);
	cr_assert_eq(g->t->wave.cover[0], 0xf, "0x123456 < 0xffffff, the clear value");
	rig_set(g, R500_ZB_ZCACHE_CTLSTAT, 3);
	/* the 4x4 block of the quad is in memory, with the clear value around it; the others are as they
	 * were */
	for (unsigned y = 0; y < 8; y++)
		for (unsigned x = 0; x < 32; x++) {
			uint32_t got = rig_dword(g, 0x400000 + mr500_tile_addr(x, y, 4, 256, 1, false));
			bool quad = x >= 8 && x < 10 && y < 2, block = x >= 8 && x < 12 && y < 4;

			cr_assert_eq(got,
				     quad    ? 0x12345600
				     : block ? 0xffffff00
					     : 0x77777777,
				     "%u %u: %08x", x, y, got);
		}
	/* decompress what lies under a block: Mesa's state (r300_blit.c): Z write alone, fill and read */
	rig_set(g, R500_ZB_CNTL, 4);
	rig_set(g, R500_ZB_BW_CNTL, 0xc);
	cr_assert(rig_open(g, 0, 0));
	rig_block(g, 16, 0, ~0ull);
	fl_pixel_depth_run_base(g->t);
	rig_set(g, R500_ZB_ZCACHE_CTLSTAT, 3);
	cr_assert_eq(rig_dword(g, 0x400000 + mr500_tile_addr(17, 5, 4, 256, 1, false)), 0xffffff00);
	cr_assert_eq(rig_dword(g, 0x400000 + mr500_tile_addr(25, 5, 4, 256, 1, false)), 0x77777777);
	cr_assert_eq(rig_dword(g, 0x400000 + mr500_tile_addr(8, 0, 4, 256, 1, false)), 0x12345600);
	cr_assert_eq(g->r->base.n_reports, 0);
	rb_rig_delete(g);
}

Test(rb, depth_xy_offset)
{
	struct rb_rig *g = rb_rig_new("r580");

	rig_set(g, R500_ZB_DEPTHXY_OFFSET, 32 | 64u << 16);
	rig_set(g, R500_ZB_CNTL, 6);
	rig_set(g, R500_ZB_ZSTENCILCNTL, 7);
	cr_assert(rig_open(g, 0, 0));
	rig_block(g, 0, 0, ~0ull);
	for (unsigned l = 0; l < 64; l++)
		g->t->wave.z[0][l] = 0x111111;
	fl_pixel_depth_run_base(g->t);
	rig_set(g, R500_ZB_ZCACHE_CTLSTAT, 3);
	cr_assert_eq(rig_dword(g, 0x400000 + (64 * 256 + 32) * 4), 0x11111100);
	cr_assert_eq(rig_dword(g, 0x400000), 0);
	rb_rig_delete(g);
}

/* A whole block comes from memory and goes there pixel by pixel: with two bytes turned in each, and with
 * samples. One channel is drawn; the others stay what they were. */
Test(rb, blocks_with_swaps_and_samples)
{
	enum { OLD = 0x11223344, PX = 64 };

	for (unsigned way = 0; way < 3; way++) { /* plain; bytes of a dword turned; four samples */
		struct rb_rig *g = rb_rig_new("r580");
		const unsigned samples = way == 2 ? 4 : 1;
		const uint32_t drawn = way == 1 ? 0xff223344 : 0x112233ff;
		unsigned n_drawn = 0;

		rig_fill(g, 0, 1 << 20, OLD);
		rig_set(g, R500_RB3D_COLORPITCH(0), 256 | 6u << 21 | (way == 1 ? 2u << 19 : 0));
		rig_set(g, R500_RB3D_COLOR_CHANNEL_MASK, 1);
		rig_set(g, R500_GB_AA_CONFIG, samples == 4 ? 1 | 2 << 1 : 0);
		cr_assert(rig_open(g, 0, 0));
		rig_color(g, 0, 1, 1, 1, 1);
		rig_block(g, 8, 16, ~0ull);
		cb_run(g);
		rig_set(g, R500_RB3D_DSTCACHE_CTLSTAT, 0xa);
		for (uint32_t i = 0; i < 1 << 20; i += 4) {
			uint32_t v = rig_dword(g, i);

			cr_assert(v == OLD || v == drawn, "way %u, byte 0x%x: 0x%08x", way, i, v);
			n_drawn += v == drawn;
		}
		cr_assert_eq(n_drawn, PX * samples, "way %u: %u pixels and samples", way, n_drawn);
		rb_rig_delete(g);
	}
}

/* Draws are gathered as long as their targets are the same: each surface counts, and whether there is one. */
Test(rb, targets_that_are_the_same)
{
	const struct fl_tile_key one = {.base = 0x1000, .cpp = 4}, again = {.base = 0x1000, .cpp = 4},
				 other = {.base = 0x2000, .cpp = 4};
	const struct fl_tile_key *const kinds[3] = {NULL, &one, &other};
	enum { PLACES = FL_TILE_TARGETS + 2 };

	for (unsigned at = 0; at < PLACES; at++)
		for (unsigned i = 0; i < 3; i++)
			for (unsigned j = 0; j < 3; j++) {
				struct fl_tile_targets a = {.n = FL_TILE_TARGETS}, b = {.n = FL_TILE_TARGETS};

				for (unsigned k = 0; k < FL_TILE_TARGETS; k++) {
					a.color[k] = &one;
					b.color[k] = &again;
				}
				*(at < FL_TILE_TARGETS ? &a.color[at]
				  : at & 1             ? &a.resolve
						       : &a.depth) = kinds[i];
				*(at < FL_TILE_TARGETS ? &b.color[at]
				  : at & 1             ? &b.resolve
						       : &b.depth) = kinds[j];
				cr_assert_eq(fl_tile_same_targets(&a, &b), i == j, "place %u: %u, %u", at, i,
					     j);
				b.n--;
				cr_assert_not(fl_tile_same_targets(&a, &b));
			}
}
