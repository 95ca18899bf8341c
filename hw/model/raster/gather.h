/* SPDX-License-Identifier: MIT
 *
 * Covered quads gathered to waves, and the workers that take these through depth, shader and color.
 */
#ifndef HW_MODEL_RASTER_GATHER_H
#define HW_MODEL_RASTER_GATHER_H

#include "hw/model/raster/prim.h"
#include "hw/model/raster/thread.h"

struct fl_raster_worker;

/* What a wave goes through: the family's shader, the others of one instruction set. */
struct fl_raster_stages {
	void (*cover)(struct fl_raster_worker *, const struct fl_raster_prim *, unsigned edges);
	/* whole.h; NULL where somebody looks at waves, and on the scalar path, which judges the fast ones */
	bool (*whole)(struct fl_raster_worker *, const struct fl_raster_prim *);
	void (*z)(struct fl_raster_thread *);
	void (*shade)(struct fl_raster_thread *);
	void (*depth)(struct fl_raster_thread *);
	void (*color)(struct fl_raster_thread *);
	uint64_t (*visible)(const struct fl_raster_thread *, const struct fl_raster_draw *, unsigned x,
			    unsigned y, uint32_t low, uint32_t high);
};

/* Quads of small primitives wait here until they fill a wave. */
struct fl_raster_pend {
	const struct fl_raster_draw *draw;
	unsigned n;
	uint8_t qx[FL_WAVE_QUADS], qy[FL_WAVE_QUADS];
	const struct fl_raster_prim *prim[FL_WAVE_QUADS];
	uint64_t cover[FL_WAVE_SAMPLES];
	uint64_t back;
	bool one_prim;
	uint64_t map[64]; /* the pixels of the tile that are waiting, a word an 8x8 block, in lane order */
};

/* Surfaces of a tile, and what a tile of 32-bit pixels takes. */
enum { FL_RASTER_SURFACES = FL_TILE_TARGETS + 2, FL_RASTER_HOT_B = FL_TILE_PX * FL_TILE_PX * 4 };

struct fl_raster_worker {
	struct fl_raster_thread t; /* first */
	struct fl_raster_pend pend;
	struct fl_raster_stages fn;
	/* Tiles that are empty and will be are drawn here, one after the other (FL_RASTER_LEAVE_EMPTY): the
	 * memory stays in the host's nearest caches. */
	uint8_t (*hot)[FL_RASTER_HOT_B];
};

/* Coverage of the aligned block at (bx, by) in the tile goes down the pipe, at once or with others. Not all
 * zero. */
void fl_raster_block(struct fl_raster_worker *w, const struct fl_raster_prim *p, unsigned bx, unsigned by,
		     const uint64_t *cover);
/* What waits goes too. */
void fl_raster_flush(struct fl_raster_worker *w);

#endif
