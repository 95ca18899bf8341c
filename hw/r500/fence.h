/* SPDX-License-Identifier: MIT
 *
 * Fences: a number that arrives in a scratch register when everything before it is drawn, and in memory.
 */
#ifndef HW_R500_FENCE_H
#define HW_R500_FENCE_H

#include "hw/r500/ring.h"

struct r500_fence {
	unsigned scratch; /* which scratch register carries the number */
	uint32_t last;    /* the number emitted last */
};

/* Dwords that a fence takes. */
enum { R500_FENCE_DW = 17 };

/* Start counting from 0. */
void r500_fence_init(struct r500_fence *f, struct fl_dev *d, unsigned scratch);

/* Write a fence's packets to out (R500_FENCE_DW dwords), for a stream that is assembled elsewhere; returns
 * the number to wait for. It empties both scissors (SC_SCISSOR0/1): a draw after it has to set them again. */
uint32_t r500_fence_write(struct r500_fence *f, const struct r500_ring *ring, uint32_t out[R500_FENCE_DW]);
/* The same into the ring, and committed. */
enum fl_code r500_fence_emit(struct r500_fence *f, struct r500_ring *ring, uint32_t *number,
			     struct fl_err *err);

bool r500_fence_passed(const struct r500_fence *f, struct r500_ring *ring, uint32_t number);
enum fl_code r500_fence_wait(const struct r500_fence *f, struct r500_ring *ring, uint32_t number,
			     uint64_t timeout_us, struct fl_err *err);
/* Emit one and wait for it: everything is drawn, and VRAM may be read. */
enum fl_code r500_fence_sync(struct r500_fence *f, struct r500_ring *ring, uint64_t timeout_us,
			     struct fl_err *err);

#endif
