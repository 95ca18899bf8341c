/* SPDX-License-Identifier: MIT
 *
 * What 2D on Sea Islands shares among its files.
 */
#ifndef LIB_CIK_DRAW2D_OWN_H
#define LIB_CIK_DRAW2D_OWN_H

#include "lib/cik/draw2d.h"
#include "lib/cik/emit.h"

/* ---- programs (draw2d_program.c) ----------------------------------------------------------------------- */
enum {
	FL_CIK_2D_PROGRAM_B = 1024, /* of any program */
	FL_CIK_2D_VGPRS = 28,
	FL_CIK_2D_SGPRS = 80, /* and VCC is among them */
	/* Scalar registers that programs begin with: of vertex programs a buffer of corners; of pixel
	 * programs the address of the block, and a color. */
	FL_CIK_2D_CORNERS = 0,
	FL_CIK_2D_VERTEX_USER = 4,
	FL_CIK_2D_BLOCK = 0,
	FL_CIK_2D_COLOR = 2,
	FL_CIK_2D_PIXEL_USER = 3,
};

/* What pixel programs load: dwords. */
enum {
	FL_CIK_2D_AT_FROM = 0,    /* an image: S */
	FL_CIK_2D_AT_TO = 8,      /* D */
	FL_CIK_2D_AT_STREAM = 16, /* a buffer: the batch, as words */
	FL_CIK_2D_AT_CONSTANTS = 20,
	FL_CIK_2D_BLOCK_DW = FL_CIK_2D_AT_CONSTANTS + 4 * FL_2D_CONSTANTS,
};

/* Make the words; returns how many. */
uint32_t fl_cik_2d_compose(uint32_t program, uint32_t words[FL_CIK_2D_PROGRAM_B / 4]);

/* ---- state (draw2d_state.c) ---------------------------------------------------------------------------- */
struct fl_cik_2d {
	struct fl_2d_3d base;
	struct fl_cik_2d_setup setup;
	/* where the stream stood behind the last command: if it is elsewhere, nothing is known */
	const uint32_t *at;
	uint32_t batches;
	uint32_t have;         /* bit n: program n is in memory */
	uint32_t program, rop; /* what the chip has; ~0: nobody knows */
	uint64_t target;
	bool drawn; /* what was drawn may be in caches only */
};

static inline struct fl_cik_2d *fl_cik_2d_of(struct fl_2d *g)
{
	return (struct fl_cik_2d *)(void *)g->own;
}

/* Pixels of the largest target */
enum { FL_CIK_2D_REACH = 16384 };

extern const struct fl_2d_3d_chip fl_cik_2d_chip;

#endif
