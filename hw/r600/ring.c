/* SPDX-License-Identifier: MIT
 *
 * The ring buffer of the command processor; see ring.h.
 */
#include "hw/r600/ring.h"
#include "hw/r600/status.h"

enum {
	RESET_US = 15000,
	SETTLE_US = 1000,
	ME_STATMUX = 0xff, /* what Linux writes to let the micro engines run: both halt bits are 0 */
	BLOCK_QW_LOG2 = 9, /* the read pointer is written back every 512 quadwords */
	CONTEXT_ID = 1 << 16,
};

void r600_cp_off(struct fl_dev *d, bool r7xx)
{
	fl_write32(d, R600_CP_ME_CNTL,
		   R600_CP_ME_CNTL__ME_HALT(1) | (r7xx ? R600_CP_ME_CNTL__PFP_HALT(1) : 0));
	fl_write32(d, R600_SCRATCH_UMSK,
		   0); /* scratch registers are not copied to where another driver had them */
}

void r600_cp_reset(struct fl_dev *d, bool r7xx)
{
	r600_cp_off(d, r7xx);
	fl_write32(d, R600_GRBM_SOFT_RESET, R600_GRBM_SOFT_RESET__SOFT_RESET_CP(1));
	fl_read32(d, R600_GRBM_SOFT_RESET);
	fl_delay_us(d, RESET_US);
	fl_write32(d, R600_GRBM_SOFT_RESET, 0);
}

static uint32_t read_pointer(const struct fl_ring *ring)
{
	return fl_read32(ring->area.dev, R600_CP_RB_RPTR);
}

static void tell(const struct fl_ring *ring)
{
	fl_write32(ring->area.dev, R600_CP_RB_WPTR, ring->wptr);
	fl_read32(ring->area.dev, R600_CP_RB_WPTR); /* and the pointer is out of the posted-write buffers */
}

static enum fl_code stuck(const struct fl_ring *ring, enum fl_code code, struct fl_err *err)
{
	if (err)
		err->reg = R600_CP_RB_RPTR;
	return r600_explain_state(ring->area.dev, code, err);
}

/* Whole fetches: Linux pads the same way (align_mask of 16 dwords). */
static const struct fl_ring_kind kind = {"ring", R600_TYPE2, R600_RING_ALIGN_DW, read_pointer, tell, stuck};

/* The order and the values of Linux r600_cp_resume(). */
static void set_up(const struct fl_ring *ring, uint32_t cntl)
{
	struct fl_dev *d = ring->area.dev;

	r600_cp_reset(d, ring->area.generation);
	fl_write32(d, R600_CP_RB_CNTL, cntl);
	fl_write32(d, R600_CP_SEM_WAIT_TIMER, 0);
	fl_write32(d, R600_CP_RB_WPTR_DELAY, 0);
	/* The pointers can be set while RB_RPTR_WR_ENA stands. */
	fl_write32(d, R600_CP_RB_CNTL, cntl | R600_CP_RB_CNTL__RB_RPTR_WR_ENA(1));
	fl_write32(d, R600_CP_RB_RPTR_WR, 0);
	fl_write32(d, R600_CP_RB_WPTR, 0);
	fl_write32(d, R600_CP_RB_RPTR_ADDR, 0);
	fl_write32(d, R600_CP_RB_RPTR_ADDR_HI, 0);
	fl_write32(d, R600_SCRATCH_ADDR, 0);
	fl_write32(d, R600_SCRATCH_UMSK, 0);
	fl_delay_us(d, SETTLE_US);
	fl_write32(d, R600_CP_RB_CNTL, cntl);
	fl_write32(d, R600_CP_RB_BASE, (uint32_t)(ring->area.addr >> 8));
	fl_write32(d, R600_CP_DEBUG, 1u << 27 | 1u << 28);
}

/* The first packet, which the micro engine waits for when it is let go: r600_cp_start(). */
static enum fl_code initialize(struct fl_ring *ring, unsigned contexts, struct fl_err *err)
{
	const uint32_t packet[] = {
	    R600_TYPE3(R600_PKT3_ME_INITIALIZE, 6),
	    1,
	    ring->area.generation ? 0 : 3,
	    contexts - 1,
	    CONTEXT_ID,
	    0,
	    0,
	};
	enum fl_code code = fl_ring_submit(ring, packet, sizeof(packet) / sizeof(*packet), err);

	if (!code)
		fl_write32(ring->area.dev, R600_CP_ME_CNTL, ME_STATMUX);
	return code;
}

enum fl_code r600_ring_start(struct fl_ring *ring, const struct fl_area *area, enum fl_transport via,
			     unsigned contexts, struct fl_err *err)
{
	struct fl_dev *d = area->dev;
	const uint32_t base = (uint32_t)(area->addr >> 8);
	uint32_t cntl = R600_CP_RB_CNTL__RB_BUFSZ((uint32_t)__builtin_ctz(R600_AREA_RING_B / 8)) |
			R600_CP_RB_CNTL__RB_BLKSZ(BLOCK_QW_LOG2) | R600_CP_RB_CNTL__RB_NO_UPDATE(1);
	enum fl_code code;

	fl_ring_init(ring, &kind, area, 0, R600_AREA_RING_B / 4, R600_RING_TIMEOUT_US);
	ring->via = via;
	set_up(ring, cntl);

	/* Does the chip hold what it was given? A dead command processor reads back zeros or ones. */
	if (fl_read32(d, R600_CP_RB_BASE) != base || (fl_read32(d, R600_CP_RB_CNTL) & cntl) != cntl ||
	    fl_read32(d, R600_CP_RB_RPTR) || fl_read32(d, R600_CP_RB_WPTR)) {
		r600_cp_off(d, area->generation);
		return fl_fail(
		    err, FL_FAILED,
		    "the command processor does not answer: CP_RB_BASE reads 0x%08x after 0x%08x was "
		    "written, CP_RB_CNTL 0x%08x after 0x%08x, RPTR 0x%x, WPTR 0x%x",
		    fl_read32(d, R600_CP_RB_BASE), base, fl_read32(d, R600_CP_RB_CNTL), cntl,
		    fl_read32(d, R600_CP_RB_RPTR), fl_read32(d, R600_CP_RB_WPTR));
	}
	fl_ring_go(ring, R600_AREA_RING_B / 4);
	code = initialize(ring, contexts, err);
	return code ? code : r600_ring_drain(ring, ring->timeout_us, err);
}

void r600_ring_ib(struct fl_ring *ring, uint64_t addr, uint32_t size_dw)
{
	fl_ring_emit(ring, R600_TYPE3(R600_PKT3_INDIRECT_BUFFER, 3));
	fl_ring_emit(ring, (uint32_t)addr);
	fl_ring_emit(ring, (uint32_t)(addr >> 32) & 0xff);
	fl_ring_emit(ring, size_dw);
}

enum fl_code r600_ring_drain(struct fl_ring *ring, uint64_t timeout_us, struct fl_err *err)
{
	if (fl_poll32(ring->area.dev, R600_CP_RB_RPTR, 0xffffffff, ring->told, timeout_us,
		      "command processor reads to the end", "CP_RB_RPTR", err))
		return r600_explain_state(ring->area.dev, FL_TIMEOUT, err);
	return FL_OK;
}

enum fl_code r600_ring_stop(struct fl_ring *ring, struct fl_err *err)
{
	enum fl_code code;

	if (!ring->size_dw)
		return FL_OK;
	code = r600_ring_drain(ring, ring->timeout_us, err);
	if (!code)
		code = r600_idle_wait(ring->area.dev, ring->timeout_us, err);
	r600_cp_off(ring->area.dev, ring->area.generation);
	ring->size_dw = 0;
	return code;
}

const struct fl_ring_test r600_ring_test = {
    .scratch = R600_SCRATCH_REG0,
    .buffer_B = R600_AREA_IB_B,
    .set = r600_pm4_config,
    .call = r600_ring_ib,
    .drain = r600_ring_drain,
    .idle = r600_idle_wait,
    .explain = r600_explain_state,
};
