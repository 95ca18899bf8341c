/* SPDX-License-Identifier: MIT
 *
 * What the blocks of the R5xx model hand to each other while they draw. Each arrow below is one record of
 * this file:
 *
 *   CP --packets--> register file --VAP--> mr500_vtx --GA/SU--> mr500_prim, binned by tile (64x64 pixels)
 *      --SC--> mr500_wave (16 quads) --ZB, RS, US/TX, FG, ZB--> CB --> tile buffers --flush--> memory
 *
 * State is decoded once a draw into struct mr500_draw, block by block, and only the blocks whose registers
 * changed since the draw before. Draws gather in a batch; a batch is drawn tile by tile over the threads.
 * Tiles live in the tile cache, which stands for the chip's color and depth caches: memory sees them when a
 * flush writes them back.
 */
#ifndef HW_MODEL_R500_DRAW_H
#define HW_MODEL_R500_DRAW_H

#include <stdbool.h>
#include <stdint.h>

struct mr500;
struct mr500_prim; /* ga.h: one primitive after setup: edges, depth and attribute planes */

enum {
	MR500_TILE_PX = 64,    /* width and height of a tile */
	MR500_WAVE_QUADS = 16, /* quads of 2x2 pixels that are shaded together */
	MR500_WAVE_PX = 64,
	MR500_MAX_SAMPLES = 6,
	MR500_MAX_ATTR = 56, /* floats a vertex: 4 colors and 10 texture coordinate sets of 4 */
	MR500_MAX_TARGETS = 4,
	MR500_MAX_TEMPS = 128,
	MR500_NO_ATTR = 0xff,
};

/* A vertex behind the VAP: window coordinates and the outputs of the PVS. */
struct mr500_vtx {
	float x, y;  /* pixels, VTE applied; y counts in memory rows */
	float z;     /* after the viewport, not yet scaled to the depth buffer */
	float rhw;   /* 1/w of the clip position */
	float psize; /* pixels, if the VAP outputs a point size; else unset */
	uint32_t pad;
	float attr[MR500_MAX_ATTR]; /* packed; mr500_vap_out says what stands where */
};

/* Which attributes a vertex carries: R5xx guide 7.4.5, VAP_OUT_VTX_FMT_0/1. */
struct mr500_vap_out {
	uint8_t color_at[4]; /* first float of color n in attr, or MR500_NO_ATTR */
	uint8_t tex_at[10];  /* first float of texture coordinate set n (4 floats), or MR500_NO_ATTR */
	uint8_t n_attr;      /* floats in use */
	bool has_psize;
};

/* Per-block state of a draw. Each block's header defines its own record. */
struct mr500_ga_state; /* ga.h */
struct mr500_sc_state; /* sc.h */
struct mr500_rs_state; /* rs.h */
struct mr500_us_state; /* us.h */
struct mr500_tx_state; /* tx.h */
struct mr500_fg_state; /* fg.h */
struct mr500_zb_state; /* zb.h */
struct mr500_cb_state; /* cb.h */

struct mr500_zero {
	uint32_t at_B, size_B;
};

struct mr500_draw {
	struct mr500_vap_out vap;
	const struct mr500_ga_state *ga;
	const struct mr500_sc_state *sc;
	const struct mr500_rs_state *rs;
	const struct mr500_us_state *us;
	const struct mr500_tx_state *tx;
	const struct mr500_fg_state *fg;
	const struct mr500_zb_state *zb;
	const struct mr500_cb_state *cb;
	const struct mr500_zero
	    *us_zero; /* parts of struct mr500_px that start as zero in every wave: us_flow.h */
	unsigned n_us_zero;
	unsigned samples; /* 1, 2, 3, 4 or 6: GB_AA_CONFIG */
	bool early_z;     /* depth and stencil before the shader: ZB_ZTOP, and nothing that forbids it */
	uint8_t stages;   /* MR500_STAGE_*: what the pixels of this draw have to pass */
};

enum {
	MR500_STAGE_Z = 1 << 0, /* wave.z is wanted */
	MR500_STAGE_ZB = 1 << 1,
	MR500_STAGE_US = 1 << 2, /* and RS */
	MR500_STAGE_FG = 1 << 3,
	MR500_STAGE_CB = 1 << 4,
	MR500_STAGE_HIZ = 1 << 5,     /* blocks may be dropped by mr500_zb_block_hidden() */
	MR500_STAGE_HIZ_RAM = 1 << 6, /* and 4x4 pixels by mr500_hiz_visible(), as the chip does it */
};

/* Sixteen quads on their way. Lane of a pixel = 4 * quad + 2 * dy + dx; masks have one bit a lane.
 * No two lanes of a wave that are covered stand for the same pixel, so a wave is processed in any order. Two
 * quads may well stand on the same place, of neighbouring primitives: pixels are to be stored one by one,
 * where cover says so. */
struct mr500_wave {
	const struct mr500_draw *draw;
	unsigned n_quads;
	uint8_t qx[MR500_WAVE_QUADS],
	    qy[MR500_WAVE_QUADS]; /* of the quad's upper left pixel, inside its tile; even */
	const struct mr500_prim *prim[MR500_WAVE_QUADS]; /* for RS alone */
	bool one_prim; /* all quads are of prim[0]; the others are not set */
	bool block;    /* the quads are an aligned 8x8 block, row by row, qx[0], qy[0] its corner */
	/* Samples still alive: set by SC, cleared by ZB, US (KILL) and FG. One sample a pixel: cover[0]
	 * alone. */
	uint64_t cover[MR500_MAX_SAMPLES];
	uint64_t back; /* lanes of back-facing primitives */
	/* Depth a sample as 24-bit fixed point, filled by RS before ZB asks (mr500_rs_depth). */
	_Alignas(64) uint32_t z[MR500_MAX_SAMPLES][MR500_WAVE_PX];
};

/* The registers of the fragment shader for a wave, structure of arrays: temp[register][channel][lane],
 * channels in the order R, G, B, A. One a thread. RS writes the inputs, US works, FG and CB read the
 * outputs. */
struct mr500_px {
	_Alignas(64) float temp[MR500_MAX_TEMPS][4][MR500_WAVE_PX];
	_Alignas(64) float out[MR500_MAX_TARGETS][4][MR500_WAVE_PX]; /* R, G, B, A as the shader wrote them */
	_Alignas(64) float out_w[MR500_WAVE_PX];    /* depth output, valid if the program writes it */
	_Alignas(64) float raster_w[MR500_WAVE_PX]; /* W of the raster, valid if RS writes it */
	_Alignas(64) float us[12][MR500_WAVE_PX];   /* intermediate results of US */
	_Alignas(64) float fog[MR500_WAVE_PX];      /* fog value of the raster, if mr500_fg_wants_fog() */
};

/* 64x64 pixels of one surface in the tile cache, rows linear: pixel (x, y), sample s at
 * px + ((y * 64 + x) * samples + s) * cpp. */
struct mr500_tilebuf {
	uint8_t *px;
	uint64_t dirty[16]; /* a bit a quad, 32x32: quad (x, y) is bit (y % 2) * 32 + x of dirty[y / 2] */
	uint64_t
	    have; /* a bit an 8x8 block, y / 8 * 8 + x / 8: px holds it; the others mr500_rb_need() loads */
	uint8_t cpp; /* bytes a pixel (or sample) */
	uint8_t samples;
	bool missing; /* a pixel was asked for that has no memory behind it */
	/* the rest belongs to rb_tiles.c */
	struct mr500_surface *surface;
	uint16_t tx, ty; /* tile coordinates */
	uint32_t tick;   /* least recently used goes first */
	/* Bounds of the depths of each 8x8 block, for mr500_zb_block_hidden(); valid where z_known has a
	 * bit. */
	uint64_t z_known;
	uint32_t z_min[64], z_max[64];
};

/* One tile in the hands of a thread. */
struct mr500_tile {
	unsigned x0, y0;                                /* pixel of its corner */
	struct mr500_tilebuf *color[MR500_MAX_TARGETS]; /* NULL: none bound */
	struct mr500_tilebuf *depth;
};

/* What a thread draws with. */
struct mr500_thread {
	struct mr500 *r;
	struct mr500_tile tile;
	struct mr500_wave wave;
	struct mr500_px px;
	uint64_t work_left; /* taken from the budget in advance: mr500_thread_work() */
	uint64_t zpass[4];  /* pixels that passed, a pipe */
};

#endif
