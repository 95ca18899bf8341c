/* SPDX-License-Identifier: MIT
 *
 * The host interface: clocks, resets, identity, interrupts, counters (GC facts 0, 2).
 */
#ifndef HW_MODEL_GC_HI_H
#define HW_MODEL_GC_HI_H

#include "hw/model/gc/gc.h"

enum {
	MGC_CORE_MHZ = 500, /* some 400 to 800 on boards: it only says how long a WAIT lasts here */
	MGC_FSCALE_FULL = 64,
};

struct mgc_hi {
	uint32_t pending; /* INTR_ACKNOWLEDGE: what happened since it was read */
	uint32_t fscale;  /* 64ths of the clock that the core has, as loaded */
	bool in_reset;    /* SOFT_RESET is held */
	uint64_t cycles, idle_cycles;
	uint64_t cycles_from, idle_from; /* where the counters were put back to 0 */
	uint64_t draws_from, prims_from;
	bool fault_no_clock, fault_no_interrupt, fault_mc_busy; /* on purpose */
	bool host; /* a register is accessed at this moment: for reports */
	bool host_write;
	uint32_t host_offset;
};

uint32_t mgc_hi_read(struct mgc *g, uint32_t offset);
void mgc_hi_host_write(struct mgc *g, uint32_t offset, uint32_t value);
/* Core clock cycles of us microseconds: 0 while the core is not clocked, held in reset, or cut off. */
uint64_t mgc_hi_cycles(const struct mgc *g, uint64_t us);
/* A unit raises bits of INTR_ACKNOWLEDGE; those that INTR_ENBL has not are lost. Callable from threads. */
void mgc_hi_raise(struct mgc *g, uint32_t bits);
/* The core as a soft reset leaves it. */
void mgc_core_reset(struct mgc *g);

#endif
