/* SPDX-License-Identifier: MIT
 *
 * A ring as Linux's etnaviv runs it (GC facts 2.6): FE goes round between a WAIT and a LINK, and new work is
 * put behind them before the WAIT becomes a LINK to it. The caller's commands lie in buffers of their own.
 */
#ifndef HW_GC_RING_H
#define HW_GC_RING_H

#include "hw/fl_dev.h"

enum {
	GC_RING_B = 2048,
	GC_RING_BUFFER_END_DW = 2, /* what a caller's buffer needs room for after its commands */
};

struct gc_ring {
	volatile uint32_t *cpu; /* GC_RING_B */
	uint32_t addr;          /* the same as the core sees it */
	uint32_t end_dw;        /* what comes next goes there */
	uint32_t wait_dw;       /* where FE waits, or will */
	uint32_t behind;        /* how many have been appended since all was done */
	uint32_t limit_dw;      /* nothing is put past this before all is done: FE may be there yet */
	uint8_t event;          /* of the last one */
	bool running;
};

struct gc_card;

/* Start FE on an empty ring; it has to be idle. */
enum fl_code gc_ring_start(struct gc_card *c, struct fl_err *err);
/* Append a buffer of n_dw dwords (an even number, commands whole) at `addr`, and what closes it: caches are
 * flushed, PE and the copier waited for, an event raised. n_dw 0: that alone. It is carried out meanwhile. */
enum fl_code gc_ring_append(struct gc_card *c, volatile uint32_t *dw, uint32_t addr, uint32_t n_dw,
			    struct fl_err *err);
/* Wait until all that was appended is done. */
enum fl_code gc_ring_wait(struct gc_card *c, struct fl_err *err);
/* Wait until all but the last `but` of them are, for so long. */
enum fl_code gc_ring_reached(struct gc_card *c, uint32_t but, uint64_t timeout_us, struct fl_err *err);
/* FE comes to an END, and is idle. */
enum fl_code gc_ring_stop(struct gc_card *c, struct fl_err *err);

#endif
