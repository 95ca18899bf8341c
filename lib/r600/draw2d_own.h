/* SPDX-License-Identifier: MIT
 *
 * What 2D on R6xx and R7xx shares among its files.
 */
#ifndef LIB_R600_DRAW2D_OWN_H
#define LIB_R600_DRAW2D_OWN_H

#include "hw/r600/pm4.h"
#include "lib/fl_draw2d_3d.h"
#include "lib/r600/draw2d.h"
#include "lib/r600/words.h"

/* ---- programs (draw2d_program.c) ----------------------------------------------------------------------- */
/* Registers that any of them has */
enum { FL_R600_2D_GPRS = 8 };
/* Resources of pixel programs: textures 0 and 1, and the batch, as words. Vertex programs have corners in
 * resource 160. */
enum { FL_R600_2D_STREAM = 2 };

/* Make the words. */
void fl_r600_2d_compose(struct fl_r600_words *p, uint32_t program);

/* ---- state (draw2d_state.c) ---------------------------------------------------------------------------- */
struct fl_r600_2d {
	struct fl_2d_3d base;
	struct fl_r600_2d_setup setup;
	const struct r600_family_info *family;
	/* where the stream stood behind the last command: if it is elsewhere, nothing is known */
	const uint32_t *at;
	uint32_t batches;
	uint32_t have;         /* bit n: program n is in memory */
	uint32_t program, rop; /* what the chip has; ~0: nobody knows */
	uint32_t vertices;     /* the batch that the resources of vertices and of words are of */
	uint64_t target;
	bool numbers; /* whether its pixels are numbers, not colors */
	bool drawn;   /* what was drawn may be in caches only */
};

static inline struct fl_r600_2d *fl_r600_2d_of(struct fl_2d *g)
{
	return (struct fl_r600_2d *)(void *)g->own;
}

enum {
	FL_R600_2D_REACH = 8192, /* pixels of the largest target */
	FL_R600_2D_SPAN = 4096,  /* of a larger one, windows begin at multiples of it */
};

extern const struct fl_2d_3d_chip fl_r600_2d_chip;

#endif
