/* SPDX-License-Identifier: MIT
 *
 * Step: a way for commands; see transport.h. From the safest on: the queue, where the chip reads no memory at
 * all; VRAM, which is the card's own; memory of the machine, where a card that goes wrong does harm.
 */
#include "hw/r500/transport.h"
#include "hw/fl_ring_test.h"
#include "hw/r500/idle.h"
#include "hw/r500/pio.h"
#include "hw/regs/r500.h"

enum {
	ROUNDS = 8,
	ROUND_DW = 6, /* scratch registers that a round writes */
	PAGE_B = 4096,
	SETTLE_US = 100000,
	/* Memory of the machine: a ring, and the caller's command buffers */
	COMMANDS_B = 128 << 10,
};

static bool resets(const struct r500_card *c)
{
	return c->family && c->family->gen == R500_GEN_R500;
}

void r500_cp_reset(struct r500_card *c)
{
	struct fl_dev *d = c->up.dev;

	r500_cp_off(d);
	if (resets(c))
		r500_soft_reset(d, R500_RBBM_SOFT_RESET__SOFT_RESET_CP(1), 1000);
}

static enum fl_code start_vram(struct r500_card *c, struct fl_err *err)
{
	uint32_t size_B = c->ring_size_B ? c->ring_size_B : R500_RING_DEFAULT_B;
	uint64_t at_B = (c->up.visible_B - size_B) & ~(uint64_t)(PAGE_B - 1);

	/* At the end: a picture that the video BIOS shows is at the start. */
	c->up.free_B = at_B;
	return r500_ring_start(&c->ring, c->up.dev, at_B, (uint32_t)(c->up.vram_addr + at_B), size_B, err);
}

static enum fl_code start_system(struct r500_card *c, struct fl_err *err)
{
	struct fl_dma *m = &c->up.dev->dma;
	enum fl_code code =
	    m->cpu ? FL_OK : fl_dma_alloc(c->up.dev, R500_RING_DEFAULT_B + COMMANDS_B, m, err);

	if (code)
		return code;
	/* Where VRAM is, an address is VRAM's. */
	if (m->addr + m->size_B > c->up.vram_addr && m->addr < c->up.vram_addr + c->up.vram_B)
		return fl_fail(err, FL_FAILED, "the memory at 0x%llx is hidden by VRAM at 0x%llx",
			       (unsigned long long)m->addr, (unsigned long long)c->up.vram_addr);
	c->up.commands = (struct fl_dma){(volatile uint8_t *)m->cpu + R500_RING_DEFAULT_B,
					 m->addr + R500_RING_DEFAULT_B, COMMANDS_B};
	return r500_ring_start_system(&c->ring, c->up.dev, m, c->up.free_B, err);
}

static enum fl_code start(struct r500_card *c, enum fl_transport via, struct fl_err *err)
{
	c->up.free_B = (c->up.visible_B - 1) & ~(uint64_t)(PAGE_B - 1);
	if (via == FL_TRANSPORT_VRAM)
		return start_vram(c, err);
	if (via == FL_TRANSPORT_SYSTEM)
		return start_system(c, err);
	return r500_pio_start(&c->ring, c->up.dev, c->up.free_B, err);
}

/* A packet for the scratch registers, by an indirect buffer in the ring's last dwords if ib. */
static enum fl_code round(struct r500_ring *ring, uint32_t value, bool ib, struct fl_err *err)
{
	enum { PACKET_DW = ROUND_DW + 1 };
	uint32_t at = ring->size_dw - R500_RING_ALIGN_DW,
		 dw[PACKET_DW] = {R500_TYPE0(R500_SCRATCH_REG(0), ROUND_DW)}, got;
	enum fl_code code = r500_ring_begin(ring, PACKET_DW, err);

	if (code)
		return code;
	/* Each is a packet that does nothing, should the one before it be lost on its way. */
	for (unsigned i = 0; i < ROUND_DW; i++)
		dw[i + 1] = (value ^ 0x11111111u * i) >> 2 | R500_TYPE2;
	for (unsigned i = 0; i < PACKET_DW; i++)
		if (ib)
			r500_ring_put(ring, at + i, dw[i]);
		else
			r500_ring_emit(ring, dw[i]);
	if (ib)
		r500_ring_ib(ring, ring->gpu_addr + 4 * at, PACKET_DW);
	r500_ring_commit(ring);
	if (fl_poll32(ring->dev, R500_SCRATCH_REG(ROUND_DW - 1), ~0u, dw[ROUND_DW], SETTLE_US,
		      ib ? "packet in an indirect buffer" : "packet", "SCRATCH_REG5", err))
		return r500_explain_state(ring->dev, FL_TIMEOUT, err);
	for (unsigned i = 0; i < ROUND_DW; i++) {
		got = fl_read32(ring->dev, R500_SCRATCH_REG(i));
		if (got != dw[i + 1])
			return fl_fail(err, FL_FAILED, "SCRATCH_REG%u holds 0x%08x, sent was 0x%08x", i, got,
				       dw[i + 1]);
	}
	return FL_OK;
}

enum fl_code r500_transport_try(struct fl_bringup *up, enum fl_transport via, struct fl_err *err)
{
	struct r500_card *c = r500_card(up);
	enum fl_code code = start(c, via, err);
	struct fl_err more;

	for (uint32_t i = 0; i < ROUNDS && !code; i++) {
		if (i == ROUNDS / 2 && via == FL_TRANSPORT_PIO)
			r500_pio_with_indices(&c->ring);
		code = round(&c->ring, FL_RING_TEST_VALUE(i), i & 1 && via != FL_TRANSPORT_PIO, err);
	}
	c->up.transport = via;
	if (!code)
		return code;
	c->ring.size_dw = 0;
	r500_cp_reset(c);
	/* What it took for commands may have gone far. */
	if (r500_idle_wait(c->up.dev, SETTLE_US, &more) && resets(c) && !r500_reset_now(c, &more))
		r500_pipes(&c->up, &more);
	return code;
}

enum fl_code r500_transport_step(struct fl_bringup *up, struct fl_err *err)
{
	return fl_transport_step(up, FL_TRANSPORT_PIO, r500_transport_try, err);
}
