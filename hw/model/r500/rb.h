/* SPDX-License-Identifier: MIT
 *
 * The back end as a whole: the tile cache (hw/model/tiles) that stands for the color and depth caches, the
 * RAMs of fast clears, the Z pass counters. For FG, ZB, CB and RB alone.
 */
#ifndef HW_MODEL_R500_RB_H
#define HW_MODEL_R500_RB_H

#include "hw/model/r500/r500.h"
#include "hw/model/tiles/cache.h"
#include "hw/model/r500/zb_hiz.h"

/* A surface that the cache has seen. */
struct mr500_surface {
	struct fl_tile_surface base; /* first */
	/* while key.fast: */
	uint32_t clear[2];     /* ZB_DEPTHCLEARVALUE, or the color clear value as it stands in memory */
	uint32_t mask_start;   /* dword of ZMASK or CMASK that block (0, 0) is in */
	uint32_t mask_pitch;   /* pixels */
	uint8_t mask_block_px; /* side of a block of 2 bits: 4, or 8 (GB_Z_PEQ_CONFIG) */
	/* of a depth buffer, as its last draw had them: */
	struct mr500_hiz hiz;
	uint8_t z_format; /* enum fl_pixel_depth_format */
	bool z_count_ones;
};

enum {
	MR500_RB_PIPES = 4,
	MR500_RB_RAM_DW = 16384, /* larger than any chip's: addresses wrap at the chip's size */
};

struct mr500_rb {
	struct fl_tile_cache tiles;
	/* Flushes that wait for what is gathered to be drawn, of colors and of depths; freed: and of these,
	 * what is forgotten then. */
	bool due[2], freed[2];
	uint32_t zpass[MR500_RB_PIPES];
	uint32_t hiz[MR500_RB_PIPES][MR500_RB_RAM_DW];
	bool hiz_late; /* the Z cache may have depths that are farther than HiZ RAM says */
	uint32_t zmask[MR500_RB_PIPES][MR500_RB_RAM_DW];
	uint32_t cmask[MR500_RB_PIPES][MR500_RB_RAM_DW];
};

/* Pipes that pixels are spread over, and which of them has pixel (x, y): visible in Z pass counts alone. */
unsigned mr500_rb_pipes(const struct mr500 *r);
unsigned mr500_rb_z_pipes(const struct mr500 *r);
static inline unsigned mr500_rb_pipe(unsigned pipes, unsigned x, unsigned y)
{
	unsigned tx = x >> 4, ty = y >> 4;

	return pipes == 1   ? 0
	       : pipes == 2 ? (tx ^ ty) & 1
	       : pipes == 3 ? (tx + ty) % 3
			    : (tx & 1) | (ty & 1) << 1;
}

static inline struct mr500_surface *mr500_surface_of(const struct fl_tile_buf *b)
{
	return (struct mr500_surface *)b->surface;
}

/* rb_tiles.c: what the tile cache asks. */
extern const struct fl_tile_ops mr500_rb_tile_ops;

/* rb_fast.c: what a surface's fast clear needs from the registers. */
void mr500_rb_fast_state(const struct mr500 *r, struct mr500_surface *s);
/* After a load: put the clear value into the blocks that ZMASK or CMASK calls cleared. */
void mr500_rb_fast_load(const struct mr500 *r, const struct fl_tile_buf *b, uint64_t blocks);
/* Before a store: cleared blocks that were drawn to are written whole. */
void mr500_rb_fast_store(struct mr500 *r, struct fl_tile_buf *b);

#endif
