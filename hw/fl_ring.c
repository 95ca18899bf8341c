/* SPDX-License-Identifier: MIT
 *
 * Rings; see fl_ring.h.
 */
#include "hw/fl_ring.h"

#include <string.h>

void fl_ring_init(struct fl_ring *ring, const struct fl_ring_kind *kind, const struct fl_area *area,
		  uint32_t at_B, uint32_t size_dw, uint64_t timeout_us)
{
	memset(ring, 0, sizeof(*ring));
	ring->kind = kind;
	ring->area = *area;
	ring->at_B = at_B;
	ring->timeout_us = timeout_us;
	/* Whatever is in the ring before the chip reads it is harmless. */
	for (uint32_t i = 0; i < size_dw; i++)
		fl_area_put(area, at_B + 4 * i, kind->filler);
	fl_area_settle(area);
}

void fl_ring_go(struct fl_ring *ring, uint32_t size_dw)
{
	ring->size_dw = size_dw;
	ring->room_dw = size_dw - 1;
}

/* Not a plain poll of one register: the room wraps around. The deadline is the same kind. */
static enum fl_code wait_room(struct fl_ring *ring, uint32_t n_dw, struct fl_err *err)
{
	struct fl_dev *d = ring->area.dev;
	const char *name = ring->kind->name;
	const uint32_t need = n_dw + ring->kind->align_dw;
	uint64_t start = fl_now_us(d), waited;
	enum fl_code code;
	uint32_t read;

	for (unsigned reads = 0;; reads++) {
		read = ring->kind->read(ring);
		if (read >= ring->size_dw)
			return fl_fail(
			    err, FL_FAILED, "%s: the read pointer is 0x%08x, past the ring's 0x%x dwords: %s",
			    name, read, ring->size_dw,
			    read == 0xffffffff ? "the card is gone" : "the ring was set up elsewhere");
		/* One is always left, because equal pointers mean empty. */
		ring->room_dw = (read - ring->wptr - 1) & (ring->size_dw - 1);
		if (ring->room_dw >= need)
			return FL_OK;
		waited = fl_now_us(d) - start;
		if (reads && (waited >= ring->timeout_us || fl_stopped(d)))
			break;
		fl_delay_us(d, 10);
	}
	code =
	    fl_fail(err, FL_TIMEOUT, "%s: no room for %u dwords after %llu ms: read to 0x%x, written to 0x%x",
		    name, n_dw, (unsigned long long)(waited / 1000), read, ring->told);
	if (err) {
		err->mask = 0xffffffff;
		err->want = ring->told;
		err->got = read;
	}
	return ring->kind->stuck(ring, code, err);
}

enum fl_code fl_ring_begin(struct fl_ring *ring, uint32_t n_dw, struct fl_err *err)
{
	if (!ring->size_dw)
		return fl_fail(err, FL_FAILED, "a ring that does not run was asked for %u dwords", n_dw);
	if (n_dw >= ring->size_dw - ring->kind->align_dw)
		return fl_fail(err, FL_USAGE, "%s: %u dwords do not fit into a ring of %u", ring->kind->name,
			       n_dw, ring->size_dw);
	return ring->room_dw >= n_dw + ring->kind->align_dw ? FL_OK : wait_room(ring, n_dw, err);
}

void fl_ring_emit(struct fl_ring *ring, uint32_t dw)
{
	fl_area_put(&ring->area, ring->at_B + 4 * ring->wptr, dw);
	ring->wptr = (ring->wptr + 1) & (ring->size_dw - 1);
	ring->room_dw--;
}

void fl_ring_commit(struct fl_ring *ring)
{
	while (ring->wptr % ring->kind->align_dw)
		fl_ring_emit(ring, ring->kind->filler);
	if (ring->wptr == ring->told)
		return;
	/* The dwords, and what anybody wrote to VRAM, are in memory before the pointer says so. */
	fl_area_settle(&ring->area);
	ring->kind->tell(ring);
	ring->told = ring->wptr;
}

enum fl_code fl_ring_submit(struct fl_ring *ring, const uint32_t *dw, uint32_t n_dw, struct fl_err *err)
{
	enum fl_code code = fl_ring_begin(ring, n_dw, err);

	if (code)
		return code;
	for (uint32_t i = 0; i < n_dw; i++)
		fl_ring_emit(ring, dw[i]);
	fl_ring_commit(ring);
	return FL_OK;
}
