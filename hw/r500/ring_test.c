/* SPDX-License-Identifier: MIT
 *
 * Steps: the ring at its place in VRAM, the ring test (Linux r100_ring_test), the first fence.
 */
#include "hw/r500/card.h"
#include "hw/r500/idle.h"
#include "hw/regs/r500.h"

enum fl_code r500_ring_step(struct fl_bringup *up, struct fl_err *err)
{
	struct r500_card *c = r500_card(up);
	uint32_t size_B = c->ring_size_B ? c->ring_size_B : R500_RING_DEFAULT_B;
	enum fl_code code;
	uint64_t at_B;

	if (c->up.visible_B < 2ull * size_B)
		return fl_fail(err, FL_FAILED, "ring: %u KiB do not fit into %llu KiB of visible VRAM",
			       size_B >> 10, (unsigned long long)(c->up.visible_B >> 10));
	/* At the end: a picture that the video BIOS shows is at the start. */
	at_B = (c->up.visible_B - size_B) & ~4095ull;
	code = r500_ring_start(&c->ring, c->up.dev, at_B, c->up.vram_addr + (uint32_t)at_B, size_B, err);
	if (code)
		return code;
	c->up.free_B = at_B;
	fl_did(&c->up, "%u KiB at VRAM offset 0x%llx, 0x%08x for the chip", size_B >> 10,
	       (unsigned long long)at_B, c->ring.gpu_addr);
	return FL_OK;
}

enum fl_code r500_ring_test(struct fl_bringup *up, struct fl_err *err)
{
	struct r500_card *c = r500_card(up);
	const uint32_t reg = R500_SCRATCH_REG(R500_SCRATCH_TEST), before = 0xcafedead, after = 0xdeadbeef;
	const uint32_t packet[] = {R500_TYPE0(reg, 1), after};
	struct fl_dev *d = c->up.dev;
	uint64_t start;
	uint32_t got;

	fl_write32(d, reg, before);
	got = fl_read32(d, reg);
	if (got != before)
		return fl_fail(err, FL_FAILED,
			       "ring test: SCRATCH_REG%d reads 0x%08x after 0x%08x was written by MMIO",
			       R500_SCRATCH_TEST, got, before);
	start = fl_now_us(d);
	if (r500_ring_submit(&c->ring, packet, 2, err))
		return err ? err->code : FL_FAILED;
	if (fl_poll32(d, reg, 0xffffffff, after, 100000, "ring test", "SCRATCH_REG0", err)) {
		uint32_t rptr = fl_read32(d, R500_CP_RB_RPTR);

		fl_fail_more(err, FL_TIMEOUT, "; CP_RB_RPTR 0x%x of CP_RB_WPTR 0x%x: %s", rptr, c->ring.told,
			     rptr == c->ring.told ? "read, but not carried out"
						  : "the command processor does not fetch");
		return r500_explain_state(d, FL_TIMEOUT, err);
	}
	fl_did(&c->up, "a scratch register written through the ring after %llu us",
	       (unsigned long long)(fl_now_us(d) - start));
	return FL_OK;
}

enum fl_code r500_fence_step(struct fl_bringup *up, struct fl_err *err)
{
	struct r500_card *c = r500_card(up);
	enum fl_code code;
	uint64_t start;

	r500_fence_init(&c->fence, c->up.dev, R500_SCRATCH_FENCE);
	start = fl_now_us(c->up.dev);
	code = r500_fence_sync(&c->fence, &c->ring, 500000, err);
	if (code)
		return code;
	fl_did(&c->up, "fence %u passed after %llu us", c->fence.last,
	       (unsigned long long)(fl_now_us(c->up.dev) - start));
	return FL_OK;
}
