/* SPDX-License-Identifier: MIT
 *
 * Fences: a number that arrives when everything before it is drawn, and in memory: in a scratch register, or
 * in memory itself (an end-of-pipe event). Where the ring is in VRAM the register is used, which the host
 * reads past all caches; where it is in the machine's memory, the event.
 */
#ifndef HW_R600_FENCE_H
#define HW_R600_FENCE_H

#include "hw/r600/ring.h"

struct r600_fence {
	uint32_t
	    scratch;   /* offset of the scratch register; 0: memory, R600_AREA_FENCE_B of the ring's area */
	uint32_t last; /* the number emitted last */
};

/* Dwords that a fence takes, at most. */
enum { R600_FENCE_DW = 13 };

/* Start counting from 0. */
void r600_fence_init(struct r600_fence *f, struct fl_ring *ring);
/* Write a fence's packets to out (R600_FENCE_DW dwords), for a stream that is assembled elsewhere; returns
 * how many they are. f->last is the number to wait for. */
unsigned r600_fence_write(struct r600_fence *f, const struct fl_ring *ring, uint32_t out[R600_FENCE_DW]);
/* The same into the ring, and committed. */
enum fl_code r600_fence_emit(struct r600_fence *f, struct fl_ring *ring, uint32_t *number,
			     struct fl_err *err);

bool r600_fence_passed(const struct r600_fence *f, struct fl_ring *ring, uint32_t number);
/* When it has passed, the host reads of VRAM what the chip drew. */
enum fl_code r600_fence_wait(const struct r600_fence *f, struct fl_ring *ring, uint32_t number,
			     uint64_t timeout_us, struct fl_err *err);
/* Emit one and wait for it. */
enum fl_code r600_fence_sync(struct r600_fence *f, struct fl_ring *ring, uint64_t timeout_us,
			     struct fl_err *err);

#endif
