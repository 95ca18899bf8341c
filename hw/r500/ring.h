/* SPDX-License-Identifier: MIT
 *
 * The way of commands into the command processor: a ring in VRAM or in system memory that it reads, or its
 * own queue, written dword by dword (pio.h). Who puts commands in need not know which; transport.h starts
 * them.
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

#include "hw/fl_family.h"
#include "hw/r500/pm4.h"

struct r500_ring {
	struct fl_dev *dev;
	enum fl_transport via;
	/* as the processor writes it; NULL: through the bus, or no ring at all (PIO) */
	volatile uint32_t *mem;
	uint64_t at_B;       /* where it is in the VRAM aperture; else a dword there that nobody else uses */
	uint32_t gpu_addr;   /* where the chip sees it */
	uint32_t size_dw;    /* a power of two; 0: not running */
	uint32_t wptr;       /* next dword to fill, below size_dw */
	uint32_t told;       /* what CP_RB_WPTR was set to last */
	uint32_t room_dw;    /* dwords that may be filled without looking at the read pointer */
	bool lost;           /* by PIO: a dword was not taken in time; no more are pushed */
	uint32_t hdp_cntl;   /* HOST_PATH_CNTL as found: fences toggle a bit of it */
	uint64_t timeout_us; /* how long begin waits for room */
};

enum {
	R500_RING_ALIGN_DW = 16,
	R500_RING_MIN_B = 4096,
	R500_RING_MAX_B = 8 << 20,
	R500_RING_DEFAULT_B = 64 << 10,
	R500_RING_TIMEOUT_US = 1000000,
	/* CP_CSQ_MODE: where the queues of the two kinds of indirect buffers begin (Linux r100_cp_init) */
	R500_CSQ_MODE_STARTS = 0x4d4d,
};

/* Set the command processor up to fetch from VRAM at at_B (4 KiB aligned), size_B a power of two. The
 * microcode must be loaded. Afterwards the ring is empty and runs. Linux r100.c (r100_cp_init), R5xx guide
 * 5.8. */
enum fl_code r500_ring_start(struct r500_ring *ring, struct fl_dev *dev, uint64_t at_B, uint32_t gpu_addr,
			     uint32_t size_B, struct fl_err *err);
/* The same with a ring in system memory. at_B: a dword of VRAM that nobody else uses. Bus mastering is
 * switched on. */
enum fl_code r500_ring_start_system(struct r500_ring *ring, struct fl_dev *dev, const struct fl_dma *m,
				    uint64_t at_B, struct fl_err *err);
/* Wait until the chip has read everything, then switch the command processor off. Off even if the wait
 * fails. */
enum fl_code r500_ring_stop(struct r500_ring *ring, struct fl_err *err);
/* Off at once: nothing is fetched any more. False: it does not go off. */
bool r500_cp_off(struct fl_dev *d);

/* Make room for n_dw, fill-up included; FL_USAGE if it can never fit, FL_TIMEOUT if the chip does not read
 * on. */
enum fl_code r500_ring_begin(struct r500_ring *ring, uint32_t n_dw, struct fl_err *err);
void r500_ring_commit(struct r500_ring *ring);
/* Wait until the chip has read everything. It may still be drawing: that is what fences are for. */
enum fl_code r500_ring_drain(struct r500_ring *ring, uint64_t timeout_us, struct fl_err *err);
/* begin, copy, commit. */
enum fl_code r500_ring_submit(struct r500_ring *ring, const uint32_t *dw, uint32_t n_dw, struct fl_err *err);
/* Have size_dw dwords at gpu_addr run as indirect buffer 1; to be used between begin (3 dwords) and
 * commit. Not by PIO. */
void r500_ring_ib(struct r500_ring *ring, uint32_t gpu_addr, uint32_t size_dw);
/* Dword i of the ring, wherever it lies; by PIO the next one of the queue. */
void r500_ring_put(struct r500_ring *ring, uint32_t i, uint32_t dw);

inline void r500_ring_emit(struct r500_ring *ring, uint32_t dw)
{
	if (ring->mem)
		ring->mem[ring->wptr] = dw;
	else
		r500_ring_put(ring, ring->wptr, dw);
	ring->wptr = (ring->wptr + 1) & (ring->size_dw - 1);
	ring->room_dw--;
}

inline void r500_ring_reg(struct r500_ring *ring, uint32_t reg, uint32_t value)
{
	r500_ring_emit(ring, R500_TYPE0(reg, 1));
	r500_ring_emit(ring, value);
}

#endif
