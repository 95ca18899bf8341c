/* SPDX-License-Identifier: MIT
 *
 * The way of commands into the graphics command processor: a ring in VRAM or in the machine's memory
 * that it reads. Who puts commands in need not know which; transport.h starts them.
 *
 * All state is in the caller's struct. Pointers count dwords, as the chip does. The usual way:
 *
 *     fl_ring_begin(ring, 3, &err);              room for 3 dwords, waiting for the chip if need be
 *     cik_ring_uconfig(ring, CIK_SCRATCH_REG0, 1);
 *     fl_ring_commit(ring);                      filled up to 16 dwords, and handed to the chip
 */
#ifndef HW_CIK_RING_H
#define HW_CIK_RING_H

#include "hw/fl_ring_test.h"
#include "hw/cik/area.h"
#include "hw/cik/pm4.h"

enum { CIK_RING_ALIGN_DW = 16, CIK_RING_TIMEOUT_US = 1000000, CIK_IB_DW = 4 };

/* Set the graphics command processor up to fetch from the area, and let its micro engines go. The microcode
 * must be loaded, and the RLC run. Linux cik_cp_gfx_resume(), cik_cp_gfx_start(). *ring is overwritten. */
enum fl_code cik_ring_start(struct fl_ring *ring, const struct fl_area *area, enum fl_transport via,
			    bool hawaii, struct fl_err *err);
/* Wait until the chip has read everything and is idle, then switch the command processor off. Off even if the
 * wait fails. */
enum fl_code cik_ring_stop(struct fl_ring *ring, struct fl_err *err);
/* Off at once: its micro engines stand. */
void cik_cp_off(struct fl_dev *d);
/* The same, and reset: nothing is known of a ring any more. */
void cik_cp_reset(struct fl_dev *d);

/* Have size_dw dwords at addr run as an indirect buffer of VMID 0 (CIK_IB_DW dwords). */
void cik_ring_ib(struct fl_ring *ring, uint64_t addr, uint32_t size_dw);
/* Wait until the chip has read everything. It may still be drawing: that is what fences are for. */
enum fl_code cik_ring_drain(struct fl_ring *ring, uint64_t timeout_us, struct fl_err *err);

/* Packets through it. */
extern const struct fl_ring_test cik_ring_test;

#endif
