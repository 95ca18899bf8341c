/* SPDX-License-Identifier: MIT
 *
 * Waves: covered quads on their way through the pixel blocks, and the threads that take them.
 */
#ifndef HW_MODEL_RASTER_WAVE_H
#define HW_MODEL_RASTER_WAVE_H

#include "hw/model/r500/ga.h"

/* The functions of one instruction set. */
struct mr500_stages {
	void (*sc_prim)(struct mr500_worker *, const struct mr500_prim *, unsigned edges);
	void (*rs_depth)(struct mr500_thread *);
	void (*rs_interpolate)(struct mr500_thread *);
	void (*us_run)(struct mr500_thread *);
	void (*fg_run)(struct mr500_thread *);
	void (*zb_run)(struct mr500_thread *);
	void (*cb_run)(struct mr500_thread *);
};

/* Quads of small primitives wait here until they fill a wave. */
struct mr500_pend {
	const struct mr500_draw *draw;
	unsigned n;
	uint8_t qx[MR500_WAVE_QUADS], qy[MR500_WAVE_QUADS];
	const struct mr500_prim *prim[MR500_WAVE_QUADS];
	uint64_t cover[MR500_MAX_SAMPLES];
	uint64_t back;
	bool one_prim;
	uint64_t map[64]; /* the pixels of the tile that are waiting, a word an 8x8 block, in lane order */
};

struct mr500_worker {
	struct mr500_thread t; /* first */
	struct mr500_pend pend;
	struct mr500_stages fn;
};

/* Coverage of the aligned block at (bx, by) in the tile goes down the pipe, at once or with others. Not all
 * zero. */
void mr500_wave_block(struct mr500_worker *w, const struct mr500_prim *p, unsigned bx, unsigned by,
		      const uint64_t *cover);
/* What waits goes too. */
void mr500_wave_flush(struct mr500_worker *w);

#endif
