/* SPDX-License-Identifier: MIT
 *
 * What the blocks of the Vivante GC model hand to each other while they draw:
 *
 *   FE --states, draws--> vs.c: waves of 64 vertices (vs_fetch.c, SH) --pa.c--> fl_raster_vertex
 *      --hw/model/raster--> fl_wave (16 quads) --pe_depth.c, ra_shade.c (inputs, SH), pe_color.c-->
 *      tile buffers --pe_tiles.c, ts.c--> memory
 *
 * States are decoded once a draw into struct mgc_drawn, block by block, and only where states changed since
 * the draw before. The records of setup, scan, depth and color are those of the common rooms.
 */
#ifndef HW_MODEL_GC_DRAW_H
#define HW_MODEL_GC_DRAW_H

#include "hw/model/gc/gc.h"
#include "hw/model/gc/sh.h"
#include "hw/model/raster/interp.h"
#include "hw/model/raster/same.h"

enum {
	MGC_ELEMENTS = 32, /* of a vertex, on HALTI5; 16 before it */
	MGC_VARYINGS = 16,
	MGC_TARGETS = 8,
};

/* The registers of a thread that draws (fl_raster_ops.regs_B): the wave in SH, which starts with its inputs
 * in t1 on; and the colors after it, of more targets than one. */
struct mgc_px {
	struct mgc_sh_wave wave;
	bool hung;                  /* a program hung: the core does */
	struct fl_raster_held held; /* what the colors were made of */
	_Alignas(64) float out[MGC_TARGETS][4][MGC_LANES];
};

/* Tile status of a surface, as states have it (ts.c). */
struct mgc_ts {
	bool on;
	uint8_t bits;   /* of a tile: 2, 4 */
	uint8_t client; /* enum mgc_client */
	uint16_t tile_B;
	uint32_t status, surface; /* addresses */
	uint64_t clear;           /* of 64 bits where pixels are that wide, else twice the same */
};

/* What vertices carry, and what the pixel program starts with. */
struct mgc_inputs {
	struct fl_raster_inputs inputs; /* of the arrays below */
	unsigned n;                     /* varyings */
	uint8_t reg[MGC_VARYINGS]; /* temporary register of the vertex program that varying i leaves from */
	struct fl_raster_src src[4 * MGC_VARYINGS];
	struct fl_raster_group group[MGC_VARYINGS];
	struct fl_raster_input in[4 * MGC_VARYINGS];
	struct fl_raster_input4 by4[MGC_VARYINGS];
	uint8_t rest[4 * MGC_VARYINGS];
};

struct mgc_drawn {
	struct fl_raster_draw base; /* first: a struct fl_raster_draw * of this family is one of these */
	const struct mgc_program *vs, *ps;
	struct mgc_program_facts ps_facts;
	const struct mgc_inputs *in;
	const struct mgc_units *units; /* tx.h: what the programs look up */
	uint8_t out_reg[MGC_TARGETS];  /* of the pixel program, a target each */
	uint8_t saturate;              /* a bit a target: colors are clamped to 0 … 1 */
	bool alpha_test, alpha_half;
	uint8_t alpha_func; /* GC_COMPARE_FUNC__… */
	float alpha_ref;
	struct mgc_ts ts[MGC_TARGETS + 1]; /* of the targets, then of the depth buffer */
	bool position, face;               /* the program looks at t0, i0 */
	bool makes_z;                      /* the depth is t0.z as the program leaves it */
	bool repeats;    /* the same inputs give the same colors, and nothing but colors comes of them */
	uint64_t serial; /* of the record: no two have the same */
};

static inline const struct mgc_drawn *mgc_drawn_of(const struct fl_raster_draw *d)
{
	return (const struct mgc_drawn *)d;
}

static inline float mgc_float(uint32_t u)
{
	union {
		uint32_t u;
		float f;
	} v = {u};
	return v.f;
}

/* ---- decode: states of a block, in the arena of the batch. NULL: refused and reported, or no memory ---- */
struct fl_pixel_color;
struct fl_pixel_depth;
struct fl_raster_exports;
const struct mgc_inputs *mgc_ra_inputs(struct mgc *g, struct fl_arena *a);
const struct fl_raster_scan *mgc_ra_scan(struct mgc *g, struct fl_arena *a);
const struct fl_raster_setup *mgc_pa_setup(struct mgc *g, struct fl_arena *a, const struct mgc_inputs *in);
void mgc_pa_exports(struct mgc *g, struct fl_raster_exports *pa, const struct mgc_inputs *in);
const struct fl_pixel_depth *mgc_pe_depth(struct mgc *g, struct fl_arena *a);
const struct fl_pixel_color *mgc_pe_color(struct mgc *g, struct fl_arena *a);
void mgc_pe_alpha(struct mgc *g, struct mgc_drawn *d);
/* Samples of a pixel: GL_MULTI_SAMPLE_CONFIG. */
unsigned mgc_samples(const struct mgc *g);
/* The outputs that are a point's size, and the varying that is where in the point a pixel lies; -1: none. */
int mgc_psize_output(const struct mgc *g);

/* ra_shade.c: struct fl_raster_ops.shade */
void mgc_shade(struct fl_raster_thread *t);

#endif
