/* SPDX-License-Identifier: MIT
 *
 * What the blocks of the R6xx model hand to each other while they draw:
 *
 *   CP --packets--> register file --VGT: waves of 64 vertices--> SQ (fetch, vertex program) --PA-->
 *      fl_raster_vertex --hw/model/raster--> fl_wave (16 quads) --DB, SPI, SQ (pixel program), DB--> CB
 *      --> tile buffers --flush--> memory
 *
 * State is decoded once a draw into struct mr600_draw, block by block, and only by the blocks whose registers
 * changed since the draw before. The records of PA, SC, SPI, DB and CB are those of the common rooms.
 */
#ifndef HW_MODEL_R600_DRAW_H
#define HW_MODEL_R600_DRAW_H

#include "hw/model/raster/same.h"

struct mr600;
struct mr600_program; /* sq.h */

enum {
	MR600_WAVE = FL_WAVE_PX, /* 64 lanes, of every kind of wave */
	MR600_GPRS = 128,
	MR600_TARGETS = 8,
	MR600_PARAMS = 32, /* that a vertex program exports */
	MR600_POS = 4,     /* positions: 0 the position, 1 the misc vector, 2 and 3 distances */
	MR600_HAS_Z = 1 << MR600_TARGETS,
	MR600_HAS_STENCIL = MR600_HAS_Z << 1,
	MR600_HAS_MASK = MR600_HAS_Z << 2,
};

/* General purpose registers of a wave, structure of arrays: bits, as float, signed or unsigned. */
union mr600_value {
	float f[MR600_WAVE];
	uint32_t u[MR600_WAVE];
	int32_t i[MR600_WAVE];
};

/* What a wave exports; `has` masks say which were written at all. */
struct mr600_vs_out {
	_Alignas(64) union mr600_value pos[MR600_POS][4];
	_Alignas(64) union mr600_value param[MR600_PARAMS][4];
	uint32_t has_pos, has_param;
};

/* The registers of the pixel program for a wave; one a thread (fl_raster_ops.regs_B). SPI writes the inputs
 * into gpr[], SQ works, DB and CB read out[] (the hw/model/pixel rooms: fl_raster_ops.out_B). */
struct mr600_px {
	_Alignas(64) union mr600_value gpr[MR600_GPRS][4];
	_Alignas(64) float out[MR600_TARGETS][4][MR600_WAVE]; /* exports 0 to 7: R, G, B, A */
	_Alignas(64) union mr600_value z, stencil, mask;      /* export 61: X, Y and Z (Mesa r600_shader.c) */
	uint32_t has_out;                                     /* a bit each of out[], and MR600_HAS_… */
	struct fl_raster_held held;                           /* what out[] was made of */
	uint64_t held_units, held_steps;                      /* what that cost: shade.c */
	unsigned held_lanes;                                  /* all of them */
	struct mr600_sq_state *sq;                            /* of this thread */
	uint64_t runs; /* of pixel programs that count, since they were last asked for */
	_Alignas(64) float gradient[2][4][MR600_WAVE]; /* SET_GRADIENTS_H, _V: fetch.c */
};

struct mr600_spi; /* spi.h */

struct mr600_draw {
	struct fl_raster_draw base; /* first: a struct fl_raster_draw * of this family is one of these */
	const struct mr600_program *ps, *vs;
	const struct mr600_spi *spi; /* what vertices carry, and what the pixel program starts with */
	/* alpha test, of export 0: SX_ALPHA_TEST_CONTROL */
	bool alpha_test;
	uint8_t alpha_func;
	float alpha_ref;
	bool alpha_to_mask; /* DB_ALPHA_TO_MASK, of export 0 too */
	bool writes_z;
	bool exports_mask; /* of samples: DB_SHADER_CONTROL.MASK_EXPORT_ENABLE */
	uint32_t colors;   /* exports that are written somewhere, a bit each */
	bool one_color;    /* that is export 0, and no other is read */
	bool counts;       /* runs of its pixel program are counted: PIPELINESTAT_START */
	bool repeats;      /* waves whose inputs are the same (hw/model/raster/same.h) have the same colors */
};

static inline const struct mr600_draw *mr600_draw_of(const struct fl_raster_draw *d)
{
	return (const struct mr600_draw *)d;
}

static inline struct mr600_px *mr600_px_of(const struct fl_raster_thread *t)
{
	return t->regs;
}

/* ---- decode: state of a block for a draw, in the batch's arena. NULL: refused, reported ------------- */
struct fl_pixel_color;
struct fl_pixel_depth;
const struct fl_pixel_depth *mr600_db_decode(struct mr600 *r, struct fl_arena *a);
const struct fl_pixel_color *mr600_cb_decode(struct mr600 *r, struct fl_arena *a);
bool mr600_db_writes(const struct fl_pixel_depth *db);

#endif
