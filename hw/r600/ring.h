/* SPDX-License-Identifier: MIT
 *
 * The way of commands into the command processor: a ring in VRAM or in the machine's memory that it reads.
 * Who puts commands in need not know which; transport.h starts them.
 *
 * All state is in the caller's struct. Pointers count dwords, as the chip does. The usual way:
 *
 *     fl_ring_begin(ring, 3, &err);              room for 3 dwords, waiting for the chip if need be
 *     r600_ring_config(ring, R600_SCRATCH_REG0, 1);
 *     fl_ring_commit(ring);                      filled up to 16 dwords, and handed to the chip
 */
#ifndef HW_R600_RING_H
#define HW_R600_RING_H

#include "hw/fl_ring_test.h"
#include "hw/r600/area.h"
#include "hw/r600/pm4.h"

enum { R600_RING_ALIGN_DW = 16, R600_RING_TIMEOUT_US = 1000000, R600_IB_DW = 4 };

/* Set the command processor up to fetch from the area, and start its micro engines: ME_INITIALIZE with the
 * number of contexts. The microcode must be loaded. Linux r600_cp_resume(), r600_cp_start(). *ring is
 * overwritten. */
enum fl_code r600_ring_start(struct fl_ring *ring, const struct fl_area *area, enum fl_transport via,
			     unsigned contexts, struct fl_err *err);
/* Wait until the chip has read everything and is idle, then switch the command processor off. Off even if the
 * wait fails. */
enum fl_code r600_ring_stop(struct fl_ring *ring, struct fl_err *err);
/* Off at once: its micro engines stand. */
void r600_cp_off(struct fl_dev *d, bool r7xx);
/* The same, and reset: nothing is known of a ring any more. */
void r600_cp_reset(struct fl_dev *d, bool r7xx);

/* Have size_dw dwords at addr run as an indirect buffer (R600_IB_DW dwords). */
void r600_ring_ib(struct fl_ring *ring, uint64_t addr, uint32_t size_dw);
/* Wait until the chip has read everything. It may still be drawing: that is what fences are for. */
enum fl_code r600_ring_drain(struct fl_ring *ring, uint64_t timeout_us, struct fl_err *err);

/* Packets through it. */
extern const struct fl_ring_test r600_ring_test;

#endif
