/* SPDX-License-Identifier: MIT
 *
 * What the blocks of the R5xx model hand to each other while they draw. Each arrow below is one record:
 *
 *   CP --packets--> register file --VAP--> fl_raster_vertex --GA, SU--> fl_raster_prim, binned by tile
 *      (64x64 pixels) --SC--> fl_wave (16 quads) --ZB, RS, US/TX, FG, ZB--> CB --> tile buffers
 *      --flush--> memory
 *
 * State is decoded once a draw into struct mr500_draw, block by block, and only the blocks whose registers
 * changed since the draw before. Draws gather in a batch; a batch is drawn tile by tile over the threads.
 * Tiles live in the tile cache, which stands for the chip's color and depth caches: memory sees them when a
 * flush writes them back.
 *
 * GA, SU, SC, RS, ZB and CB decode to records of the common rooms (hw/model/raster, tiles, pixel), which
 * draw.
 */
#ifndef HW_MODEL_R500_DRAW_H
#define HW_MODEL_R500_DRAW_H

#include "hw/model/raster/same.h"

struct mr500;

enum {
	MR500_MAX_ATTR = 56, /* floats a vertex: 4 colors and 10 texture coordinate sets of 4 */
	MR500_MAX_TARGETS = 4,
	MR500_MAX_TEMPS = 128,
	MR500_NO_ATTR = 0xff,
};

/* Which attributes a vertex carries: R5xx guide 7.4.5, VAP_OUT_VTX_FMT_0/1. */
struct mr500_vap_out {
	uint8_t color_at[4]; /* first float of color n in attr, or MR500_NO_ATTR */
	uint8_t tex_at[10];  /* first float of texture coordinate set n (4 floats), or MR500_NO_ATTR */
	uint8_t n_attr;      /* floats in use */
	bool has_psize;
};

struct mr500_rs_state; /* rs.h */
struct mr500_us_state; /* us.h */
struct mr500_tx_state; /* tx.h */
struct mr500_fg_state; /* fg.h */

struct mr500_zero {
	uint32_t at_B, size_B;
};

struct mr500_draw {
	/* first: a struct fl_raster_draw * of this family is a struct mr500_draw * */
	struct fl_raster_draw base;
	struct mr500_vap_out vap;
	const struct mr500_rs_state *rs;
	const struct mr500_us_state *us;
	const struct mr500_tx_state *tx;
	const struct mr500_fg_state *fg;
	/* parts of struct mr500_px that start as zero in every wave: us_flow.h */
	const struct mr500_zero *us_zero;
	unsigned n_us_zero;
	uint64_t
	    serial; /* of programs that are pure functions of their inputs, for fl_raster_again(); else 0 */
};

static inline const struct mr500_draw *mr500_draw_of(const struct fl_raster_draw *d)
{
	return (const struct mr500_draw *)d;
}

/* Results of texture look-ups on their way to the registers, for programs that can see them come late:
 * us_late.c. */
struct mr500_late {
	uint64_t fetched[MR500_MAX_TEMPS][4];  /* lanes looked up, before the semaphore was acquired */
	uint64_t acquired[MR500_MAX_TEMPS][4]; /* lanes that the instruction which waits for it gets */
	_Alignas(64) float value[MR500_MAX_TEMPS][4][FL_WAVE_PX];
};

/* The registers of the fragment shader for a wave, structure of arrays: temp[register][channel][lane],
 * channels in the order R, G, B, A. One a thread. RS writes the inputs, US works, FG and CB read the
 * outputs. */
struct mr500_px {
	_Alignas(64) float temp[MR500_MAX_TEMPS][4][FL_WAVE_PX];
	_Alignas(64) float out[MR500_MAX_TARGETS][4][FL_WAVE_PX]; /* R, G, B, A as the shader wrote them */
	_Alignas(64) float out_w[FL_WAVE_PX];    /* depth output, valid if the program writes it */
	_Alignas(64) float raster_w[FL_WAVE_PX]; /* W of the raster, valid if RS writes it */
	_Alignas(64) float us[12][FL_WAVE_PX];   /* intermediate results of US */
	_Alignas(64) float fog[FL_WAVE_PX];      /* fog value of the raster, if mr500_fg_wants_fog() */
	struct mr500_late late;
	struct fl_raster_held held; /* what out was made of */
};

static inline struct mr500_px *mr500_px_of(const struct fl_raster_thread *t)
{
	return t->regs;
}

#endif
