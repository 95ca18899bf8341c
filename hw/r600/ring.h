/* SPDX-License-Identifier: MIT
 *
 * The way of commands into the command processor: a ring in VRAM or in the machine's memory that it reads.
 * Who puts commands in need not know which; transport.h starts them.
 *
 * All state is in the caller's struct. Pointers count dwords, as the chip does. The usual way:
 *
 *     r600_ring_begin(ring, 3, &err);              room for 3 dwords, waiting for the chip if need be
 *     r600_ring_config(ring, R600_SCRATCH_REG0, 1);
 *     r600_ring_commit(ring);                      filled up to 16 dwords, and handed to the chip
 */
#ifndef HW_R600_RING_H
#define HW_R600_RING_H

#include "hw/fl_family.h"
#include "hw/r600/area.h"
#include "hw/r600/pm4.h"

struct r600_ring {
	struct fl_area area;
	enum fl_transport via;
	uint32_t size_dw;    /* a power of two; 0: not running */
	uint32_t wptr;       /* next dword to fill, below size_dw */
	uint32_t told;       /* what CP_RB_WPTR was set to last */
	uint32_t room_dw;    /* dwords that may be filled without looking at the read pointer */
	uint64_t timeout_us; /* how long begin waits for room */
};

enum { R600_RING_ALIGN_DW = 16, R600_RING_TIMEOUT_US = 1000000, R600_IB_DW = 4 };

/* Set the command processor up to fetch from the area, and start its micro engines: ME_INITIALIZE with the
 * number of contexts. The microcode must be loaded. Linux r600_cp_resume(), r600_cp_start(). *ring is
 * overwritten. */
enum fl_code r600_ring_start(struct r600_ring *ring, const struct fl_area *area, enum fl_transport via,
			     unsigned contexts, struct fl_err *err);
/* Wait until the chip has read everything and is idle, then switch the command processor off. Off even if the
 * wait fails. */
enum fl_code r600_ring_stop(struct r600_ring *ring, struct fl_err *err);
/* Off at once: its micro engines stand. */
void r600_cp_off(struct fl_dev *d, bool r7xx);
/* The same, and reset: nothing is known of a ring any more. */
void r600_cp_reset(struct fl_dev *d, bool r7xx);

/* Make room for n_dw, fill-up included; FL_USAGE if it can never fit, FL_TIMEOUT if the chip does not read
 * on. */
enum fl_code r600_ring_begin(struct r600_ring *ring, uint32_t n_dw, struct fl_err *err);
void r600_ring_emit(struct r600_ring *ring, uint32_t dw);
void r600_ring_commit(struct r600_ring *ring);
/* A register of the configuration space (3 dwords). */
void r600_ring_config(struct r600_ring *ring, uint32_t reg, uint32_t value);
/* Have size_dw dwords at addr run as an indirect buffer (R600_IB_DW dwords). */
void r600_ring_ib(struct r600_ring *ring, uint64_t addr, uint32_t size_dw);
/* begin, copy, commit. */
enum fl_code r600_ring_submit(struct r600_ring *ring, const uint32_t *dw, uint32_t n_dw, struct fl_err *err);
/* Wait until the chip has read everything. It may still be drawing: that is what fences are for. */
enum fl_code r600_ring_drain(struct r600_ring *ring, uint64_t timeout_us, struct fl_err *err);

#endif
