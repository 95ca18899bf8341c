/* SPDX-License-Identifier: MIT
 *
 * Tile data: HTILE beside depth buffers, CMASK and FMASK beside color buffers, which say of each 8x8 pixels
 * whether the surface's memory has them at all.
 */
#ifndef HW_MODEL_CIK_RB_META_H
#define HW_MODEL_CIK_RB_META_H

#include "hw/model/cik/tile.h"
#include "hw/model/tiles/cache.h"

/* Of a surface, as a draw has it. */
struct mcik_rb_meta {
	uint64_t addr;     /* of HTILE or CMASK; 0: there is none */
	uint64_t fmask;    /* 0: there is none */
	uint32_t clear[2]; /* what cleared tiles have: a pixel of up to eight bytes; depth and stencil */
	uint32_t slice_px; /* of CMASK */
	uint32_t fmask_pitch, fmask_rows;
	uint8_t fmask_index; /* tile mode */
	bool stencil;        /* HTILE is of both, */
	bool clears[2];      /* and tiles can be cleared of depth, of stencil */
};

struct mcik_rb_metas {
	struct mcik_rb_meta color[FL_TILE_TARGETS], depth;
};

/* The family's record of a surface in the tile cache. */
struct mcik_rb_surface {
	struct fl_tile_surface base; /* first */
	struct mcik_rb_meta meta;
	struct mcik_layout layout, fmask; /* of the surface, and of its FMASK */
	uint32_t pitch, rows;             /* rounded up, for its tile data */
	/* Of samples of four bytes: which parts are all of them, and what they are where these are
	 * cleared. */
	uint32_t parts, clear;
	struct mcik_meta_grid grid;       /* of the tile data, */
	uint32_t block[MCIK_META_BLOCKS]; /* and in it of a tile's blocks: mcik_meta_blocks() */
	uint32_t window_B;                /* that hold all of them */
	bool opened;                      /* the above is there */
	bool alone;                       /* tiles leave apart from each other: mcik_rb_alone() */
};

struct mcik;
/* rb_meta.c: decode. */
void mcik_rb_color_meta(struct mcik *c, unsigned i, struct mcik_rb_meta *m);
void mcik_rb_depth_meta(struct mcik *c, struct mcik_rb_meta *m);
/* For the tile cache: struct fl_tile_ops. */
void mcik_rb_opened(struct fl_tile_surface *s, const struct fl_raster_draw *d);
uint64_t mcik_rb_unread(struct fl_tile_buf *b, uint64_t blocks);
void mcik_rb_loaded(struct fl_tile_buf *b, uint64_t blocks);
void mcik_rb_leaving(struct fl_tile_buf *b);
bool mcik_rb_alone(const struct fl_tile_surface *s);
bool mcik_rb_ends_with_rows(const struct fl_tile_surface *s);
bool mcik_rb_beside(const struct fl_tile_surface *s, uint64_t size_B, struct fl_tile_piece *p);

#endif
