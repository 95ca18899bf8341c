/* SPDX-License-Identifier: MIT
 *
 * Packets through a ring; see fl_ring_test.h.
 */
#include "hw/fl_ring_test.h"

enum {
	ROUNDS = 8,
	ROUND_DW = 6, /* scratch registers that a round writes */
	PACKET_DW = ROUND_DW + 2,
	ROUND_US = 100000,
	PIECE_DW = 256, /* of a turn: fillers, and a number */
	NUMBER_DW = 3,
	TURN_US = 1000000,
};

static enum fl_code round(struct fl_ring *ring, const struct fl_ring_test *t, uint32_t value, bool ib,
			  struct fl_err *err)
{
	struct fl_dev *d = ring->area.dev;
	uint32_t dw[PACKET_DW], got, *p = t->set(dw, t->scratch, ROUND_DW);
	enum fl_code code = fl_ring_begin(ring, PACKET_DW, err);

	if (code)
		return code;
	for (uint32_t i = 0; i < ROUND_DW; i++)
		*p++ = value ^ 0x11111111u * i;
	for (uint32_t i = 0; i < PACKET_DW; i++)
		if (ib)
			fl_area_put(&ring->area, t->buffer_B + 4 * i, dw[i]);
		else
			fl_ring_emit(ring, dw[i]);
	if (ib)
		t->call(ring, ring->area.addr + t->buffer_B, PACKET_DW);
	fl_ring_commit(ring);
	if (fl_poll32(d, t->scratch + 4 * (ROUND_DW - 1), ~0u, p[-1], ROUND_US,
		      ib ? "packet in an indirect buffer" : "packet", "SCRATCH_REG5", err))
		return t->explain(d, FL_TIMEOUT, err);
	for (uint32_t i = 0; i < ROUND_DW; i++) {
		got = fl_read32(d, t->scratch + 4 * i);
		if (got != dw[i + 2])
			return fl_fail(err, FL_FAILED, "SCRATCH_REG%u holds 0x%08x, sent was 0x%08x", i, got,
				       dw[i + 2]);
	}
	return FL_OK;
}

enum fl_code fl_ring_test_rounds(struct fl_ring *ring, const struct fl_ring_test *t, struct fl_err *err)
{
	enum fl_code code = FL_OK;

	for (uint32_t i = 0; i < ROUNDS && !code; i++)
		code = round(ring, t, FL_RING_TEST_VALUE(i), i & 1, err);
	return code;
}

enum fl_code fl_ring_test_turn(struct fl_bringup *up, struct fl_ring *ring, const struct fl_ring_test *t,
			       struct fl_err *err)
{
	uint32_t start = ring->wptr, sent = 0, number = 0, head[NUMBER_DW - 1];
	struct fl_dev *d = up->dev;
	enum fl_code code;

	t->set(head, t->scratch, 1);
	while (sent < ring->size_dw + ring->kind->align_dw) {
		code = fl_ring_begin(ring, PIECE_DW, err);
		if (code)
			return code;
		for (unsigned i = NUMBER_DW; i < PIECE_DW; i++)
			fl_ring_emit(ring, ring->kind->filler);
		fl_ring_emit(ring, head[0]);
		fl_ring_emit(ring, head[1]);
		fl_ring_emit(ring, ++number);
		fl_ring_commit(ring);
		sent += PIECE_DW;
	}
	code = t->drain(ring, TURN_US, err);
	if (!code)
		code = t->idle(d, TURN_US, err);
	if (code)
		return code;
	if (fl_read32(d, t->scratch) != number)
		return fl_fail(err, FL_FAILED,
			       "after a turn around the ring SCRATCH_REG0 holds 0x%x instead of 0x%x",
			       fl_read32(d, t->scratch), number);
	fl_did(up, "%u dwords from 0x%x on, past the end of the ring", sent, start);
	return FL_OK;
}
