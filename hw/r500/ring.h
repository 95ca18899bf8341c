/* SPDX-License-Identifier: MIT
 *
 * The ring buffer of the command processor, in VRAM: no bus mastering, no system memory.
 *
 * All state is in the caller's struct. Write pointers count dwords, as the chip does. The usual way:
 *
 *     r500_ring_begin(ring, 6, &err);              room for 6 dwords, waiting for the chip if need be
 *     r500_ring_reg(ring, R500_SCRATCH_REG(0), 1); 2 dwords
 *     r500_ring_emit(ring, …);
 *     r500_ring_commit(ring);                      filled up to 16 dwords, and handed to the chip
 */
#ifndef HW_R500_RING_H
#define HW_R500_RING_H

#include "hw/fl_dev.h"
#include "hw/r500/pm4.h"

struct r500_ring {
	struct fl_dev *dev;
	uint64_t at_B;       /* where it is, in the VRAM aperture */
	uint32_t gpu_addr;   /* the same as the chip sees it */
	uint32_t size_dw;    /* a power of two; 0: not running */
	uint32_t wptr;       /* next dword to fill, below size_dw */
	uint32_t told;       /* what CP_RB_WPTR was set to last */
	uint32_t room_dw;    /* dwords that may be filled without looking at the read pointer */
	uint32_t hdp_cntl;   /* HOST_PATH_CNTL as found: fences toggle a bit of it */
	uint64_t timeout_us; /* how long begin waits for room */
};

enum {
	R500_RING_ALIGN_DW = 16,
	R500_RING_MIN_B = 4096,
	R500_RING_MAX_B = 8 << 20,
	R500_RING_DEFAULT_B = 64 << 10
};

/* Set the command processor up to fetch from VRAM at at_B (4 KiB aligned), size_B a power of two. The
 * microcode must be loaded. Afterwards the ring is empty and runs. Linux r100.c (r100_cp_init), R5xx guide
 * 5.8. */
enum fl_code r500_ring_start(struct r500_ring *ring, struct fl_dev *dev, uint64_t at_B, uint32_t gpu_addr,
			     uint32_t size_B, struct fl_err *err);
/* Wait until the chip has read everything, then switch the command processor off. Off even if the wait
 * fails. */
enum fl_code r500_ring_stop(struct r500_ring *ring, struct fl_err *err);

/* Make room for n_dw, fill-up included; FL_USAGE if it can never fit, FL_TIMEOUT if the chip does not read
 * on. */
enum fl_code r500_ring_begin(struct r500_ring *ring, uint32_t n_dw, struct fl_err *err);
void r500_ring_commit(struct r500_ring *ring);
/* Wait until the read pointer has caught up. The chip may still be drawing: that is what fences are for. */
enum fl_code r500_ring_drain(struct r500_ring *ring, uint64_t timeout_us, struct fl_err *err);
/* begin, copy, commit. */
enum fl_code r500_ring_submit(struct r500_ring *ring, const uint32_t *dw, uint32_t n_dw, struct fl_err *err);
/* Have size_dw dwords at gpu_addr run as indirect buffer 1; to be used between begin (3 dwords) and
 * commit. */
void r500_ring_ib(struct r500_ring *ring, uint32_t gpu_addr, uint32_t size_dw);

inline void r500_ring_emit(struct r500_ring *ring, uint32_t dw)
{
	struct fl_dev *d = ring->dev;

	if (d->vram)
		((volatile uint32_t *)(d->vram + ring->at_B))[ring->wptr] = dw;
	else
		d->bus->vram_write(d, ring->at_B + 4ull * ring->wptr, &dw, 4);
	ring->wptr = (ring->wptr + 1) & (ring->size_dw - 1);
	ring->room_dw--;
}

static inline void r500_ring_reg(struct r500_ring *ring, uint32_t reg, uint32_t value)
{
	r500_ring_emit(ring, R500_TYPE0(reg, 1));
	r500_ring_emit(ring, value);
}

#endif
