/* SPDX-License-Identifier: MIT
 *
 * Fences: a number that arrives in memory when everything before it is done, and in memory: an end-of-pipe
 * event. This generation wants two of them, the first with the number before (CIK facts 1.3): the chip
 * signals the first while its caches are still being emptied.
 */
#ifndef HW_CIK_FENCE_H
#define HW_CIK_FENCE_H

#include "hw/cik/ring.h"

struct cik_fence {
	uint32_t last; /* the number emitted last */
};

/* Dwords that a fence takes. */
enum { CIK_FENCE_DW = 12 };

/* Start counting from 0. */
void cik_fence_init(struct cik_fence *f, struct fl_ring *ring);
/* Write a fence's packets to out, for a stream that is assembled elsewhere; returns how many dwords they are.
 * f->last is the number to wait for. */
unsigned cik_fence_write(struct cik_fence *f, const struct fl_ring *ring, uint32_t out[CIK_FENCE_DW]);
/* The same into the ring, and committed. */
enum fl_code cik_fence_emit(struct cik_fence *f, struct fl_ring *ring, uint32_t *number, struct fl_err *err);

bool cik_fence_passed(const struct cik_fence *f, struct fl_ring *ring, uint32_t number);
/* When it has passed, the host reads of VRAM what the chip wrote. */
enum fl_code cik_fence_wait(const struct cik_fence *f, struct fl_ring *ring, uint32_t number,
			    uint64_t timeout_us, struct fl_err *err);
/* Emit one and wait for it. */
enum fl_code cik_fence_sync(struct cik_fence *f, struct fl_ring *ring, uint64_t timeout_us,
			    struct fl_err *err);

#endif
