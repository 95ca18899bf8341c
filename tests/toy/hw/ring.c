/* SPDX-License-Identifier: MIT
 *
 * The toy's ring: starting one, running it, waiting for it.
 */
#include "hw/toy/card.h"

enum fl_code toy_ring_start(struct fl_dev *d, uint64_t at_B, struct fl_err *err)
{
	uint32_t ring = TOY_RING__BASE((uint32_t)(at_B >> TOY_RING__BASE__SHIFT)) |
			TOY_RING__LOG2_DW((uint32_t)TOY_RING_LOG2_DW);
	uint32_t got;

	fl_write32(d, TOY_RING, ring);
	got = fl_read32(d, TOY_RING);
	if (got != ring)
		return fl_fail(err, FL_FAILED, "ring: RING reads 0x%08x after 0x%08x was written", got, ring);
	return FL_OK;
}

void toy_ring_go(struct fl_dev *d, uint32_t written)
{
	fl_write_barrier();
	fl_write32(d, TOY_POINTER, TOY_POINTER__WRITTEN(written));
}

enum fl_code toy_ring_wait(struct fl_dev *d, struct fl_err *err)
{
	uint32_t written = TOY_POINTER__WRITTEN__GET(fl_read32(d, TOY_POINTER));

	return fl_poll32(d, TOY_POINTER, TOY_POINTER__DONE__MASK, TOY_POINTER__DONE(written), TOY_TIMEOUT_US,
			 "ring carried out", "POINTER", err);
}

enum fl_code toy_ring_send(struct toy_card *c, const uint32_t *dw, uint32_t n, struct fl_err *err)
{
	for (uint32_t i = 0; i < n; i++, c->written++)
		fl_vram_write(c->up.dev, c->ring_B + 4 * (c->written % (1u << TOY_RING_LOG2_DW)), &dw[i], 4);
	toy_ring_go(c->up.dev, c->written);
	return toy_ring_wait(c->up.dev, err);
}
