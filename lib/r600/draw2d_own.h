/* SPDX-License-Identifier: MIT
 *
 * What 2D on R6xx and R7xx shares among its files.
 */
#ifndef LIB_R600_DRAW2D_OWN_H
#define LIB_R600_DRAW2D_OWN_H

#include "hw/r600/pm4.h"
#include "lib/r600/draw2d.h"

/* ---- programs (draw2d_program.c) ----------------------------------------------------------------------- */
enum { FL_R600_2D_PROGRAM_SLOTS = 128, FL_R600_2D_PLACES = 15 };

/* What a pixel program is made of: its key. 0 is the vertex program: it reads corners from resource 160. */
#define FL_R600_2D_VERTEX 0u
#define FL_R600_2D_FILL   1u /* constant 0 */
#define FL_R600_2D_COPY   2u /* texture 0, constant 1 away (whole numbers) */
#define FL_R600_2D_MIX    3u /* source as for a copy, and the destination, texture 1, by masks: constant 0 */

struct fl_r600_2d_program {
	uint32_t n, n_cf; /* slots; the first are of control flow */
	uint32_t w[FL_R600_2D_PROGRAM_SLOTS][2];
	bool r700, vertex_cache;
};

/* Make the words. */
void fl_r600_2d_compose(struct fl_r600_2d_program *p, uint32_t key);
enum { FL_R600_2D_GPRS = 8 }; /* that any of them has */

/* ---- state (draw2d.c) ---------------------------------------------------------------------------------- */
struct fl_r600_2d {
	struct fl_r600_2d_setup setup;
	const struct r600_family_info *family;
	/* where the stream stood behind the last command: if it is elsewhere, nothing is known */
	const uint32_t *at;
	uint32_t batches;
	uint32_t have[FL_R600_2D_PLACES + 1]; /* keys of the programs that are in memory, plus 1; 0: none */
	uint32_t next;
	uint32_t program, rop; /* what the chip has; ~0: nobody knows */
	uint32_t vertices;     /* the batch that the resource of vertices is of */
	uint64_t target;
	bool numbers; /* whether its pixels are numbers, not colors */
	bool drawn;   /* what was drawn may be in caches only */
};

static inline struct fl_r600_2d *fl_r600_2d_of(struct fl_2d *g)
{
	return (struct fl_r600_2d *)(void *)g->own;
}

#endif
