/* SPDX-License-Identifier: MIT
 *
 * Waves: covered quads on their way through the pixel blocks, and the threads that take them.
 */
#ifndef R500_WAVE_H
#define R500_WAVE_H

#include "hw/model/r500/ga.h"

/* The functions of one instruction set. */
struct r500_stages {
	void (*sc_prim)(struct r500_worker *, const struct r500_prim *, unsigned edges);
	void (*rs_depth)(struct r500_thread *);
	void (*rs_interpolate)(struct r500_thread *);
	void (*us_run)(struct r500_thread *);
	void (*fg_run)(struct r500_thread *);
	void (*zb_run)(struct r500_thread *);
	void (*cb_run)(struct r500_thread *);
};

/* Quads of small primitives wait here until they fill a wave. */
struct r500_pend {
	const struct r500_draw *draw;
	unsigned n;
	uint8_t qx[R500_WAVE_QUADS], qy[R500_WAVE_QUADS];
	const struct r500_prim *prim[R500_WAVE_QUADS];
	uint64_t cover[R500_MAX_SAMPLES];
	uint64_t back;
	bool one_prim;
	uint64_t map[64]; /* the pixels of the tile that are waiting, a word an 8x8 block, in lane order */
};

struct r500_worker {
	struct r500_thread t; /* first */
	struct r500_pend pend;
	struct r500_stages fn;
};

/* Coverage of the aligned block at (bx, by) in the tile goes down the pipe, at once or with others. Not all
 * zero. */
void r500_wave_block(struct r500_worker *w, const struct r500_prim *p, unsigned bx, unsigned by,
		     const uint64_t *cover);
/* What waits goes too. */
void r500_wave_flush(struct r500_worker *w);

#endif
