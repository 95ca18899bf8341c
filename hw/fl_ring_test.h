/* SPDX-License-Identifier: MIT
 *
 * Does what is put into a ring come out of it? Packets for scratch registers, by the ring itself and by
 * indirect buffers; and a turn around the whole ring, past its end.
 */
#ifndef HW_FL_RING_TEST_H
#define HW_FL_RING_TEST_H

#include "hw/fl_ring.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a family says of its command processor. */
struct fl_ring_test {
	uint32_t scratch;  /* SCRATCH_REG0; the others follow it, 4 bytes apart */
	uint32_t buffer_B; /* where in the area there is room for a small buffer */
	/* A packet's head of two dwords: the values of the n registers from reg on follow. */
	uint32_t *(*set)(uint32_t *p, uint32_t reg, uint32_t n);
	/* Have size_dw dwords at addr run as an indirect buffer. */
	void (*call)(struct fl_ring *ring, uint64_t addr, uint32_t size_dw);
	/* Until everything is read; until nothing is busy; what is busy, behind a message. */
	enum fl_code (*drain)(struct fl_ring *ring, uint64_t timeout_us, struct fl_err *err);
	enum fl_code (*idle)(struct fl_dev *d, uint64_t timeout_us, struct fl_err *err);
	enum fl_code (*explain)(struct fl_dev *d, enum fl_code code, struct fl_err *err);
};

/* What a round sends: any numbers, each its own. */
#define FL_RING_TEST_VALUE(i) (0x5e1f7e57u + 0x01020304u * (i))

/* Six scratch registers, eight times, every other time by an indirect buffer. */
enum fl_code fl_ring_test_rounds(struct fl_ring *ring, const struct fl_ring_test *t, struct fl_err *err);
/* Once around, and a line of what was done. */
enum fl_code fl_ring_test_turn(struct fl_bringup *up, struct fl_ring *ring, const struct fl_ring_test *t,
			       struct fl_err *err);

#ifdef __cplusplus
}
#endif

#endif
