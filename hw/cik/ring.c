/* SPDX-License-Identifier: MIT
 *
 * The ring buffer of the command processor; see ring.h.
 */
#include "hw/cik/ring.h"
#include "hw/cik/status.h"

enum {
	RESET_US = 50,
	HALT_US = 50,
	SETTLE_US = 1000,
	BLOCK_QW_LOG2 = 9, /* the read pointer is written back every 512 quadwords */
	CONTEXTS = 8,
};

void cik_cp_off(struct fl_dev *d)
{
	fl_write32(d, CIK_CP_ME_CNTL,
		   CIK_CP_ME_CNTL__ME_HALT(1) | CIK_CP_ME_CNTL__PFP_HALT(1) | CIK_CP_ME_CNTL__CE_HALT(1));
	/* Scratch registers are not copied to where another driver had them. */
	fl_write32(d, CIK_SCRATCH_UMSK, 0);
	fl_delay_us(d, HALT_US);
}

void cik_cp_reset(struct fl_dev *d)
{
	cik_cp_off(d);
	fl_write32(d, CIK_GRBM_SOFT_RESET, CIK_GRBM_SOFT_RESET__SOFT_RESET_CP(1));
	fl_read32(d, CIK_GRBM_SOFT_RESET);
	fl_delay_us(d, RESET_US);
	fl_write32(d, CIK_GRBM_SOFT_RESET, 0);
	fl_read32(d, CIK_GRBM_SOFT_RESET);
}

static uint32_t read_pointer(const struct fl_ring *ring)
{
	return fl_read32(ring->area.dev, CIK_CP_RB0_RPTR);
}

static void tell(const struct fl_ring *ring)
{
	fl_write32(ring->area.dev, CIK_CP_RB0_WPTR, ring->wptr);
	fl_read32(ring->area.dev, CIK_CP_RB0_WPTR); /* and the pointer is out of the posted-write buffers */
}

static enum fl_code stuck(const struct fl_ring *ring, enum fl_code code, struct fl_err *err)
{
	if (err)
		err->reg = CIK_CP_RB0_RPTR;
	return cik_explain_state(ring->area.dev, code, err);
}

/* Whole fetches: Linux pads the same way (align_mask of 16 dwords). */
static const struct fl_ring_kind kind = {"ring",       CIK_PM4_FILLER, CIK_RING_ALIGN_DW,
					 read_pointer, tell,           stuck};

/* The order and the values of Linux cik_cp_gfx_resume(). Hawaii does without a timer. */
static void set_up(const struct fl_ring *ring, uint32_t cntl, bool hawaii)
{
	struct fl_dev *d = ring->area.dev;

	fl_write32(d, CIK_CP_SEM_WAIT_TIMER, 0);
	if (!hawaii)
		fl_write32(d, CIK_CP_SEM_INCOMPLETE_TIMER_CNTL, 0);
	fl_write32(d, CIK_CP_RB_WPTR_DELAY, 0);
	fl_write32(d, CIK_CP_RB_VMID, 0);
	fl_write32(d, CIK_SCRATCH_ADDR, 0);
	fl_write32(d, CIK_CP_RB0_CNTL, cntl);
	/* The pointers can be set while RB_RPTR_WR_ENA stands. */
	fl_write32(d, CIK_CP_RB0_CNTL, cntl | CIK_CP_RB0_CNTL__RB_RPTR_WR_ENA(1));
	fl_write32(d, CIK_CP_RB0_WPTR, 0);
	fl_write32(d, CIK_CP_RB0_RPTR_ADDR, 0);
	fl_write32(d, CIK_CP_RB0_RPTR_ADDR_HI, 0);
	fl_write32(d, CIK_SCRATCH_UMSK, 0);
	fl_delay_us(d, SETTLE_US);
	fl_write32(d, CIK_CP_RB0_CNTL, cntl);
	fl_write32(d, CIK_CP_RB0_BASE, (uint32_t)(ring->area.addr >> 8));
	fl_write32(d, CIK_CP_RB0_BASE_HI, (uint32_t)(ring->area.addr >> 40));
}

/* cik_cp_gfx_start() */
static void let_go(struct fl_dev *d)
{
	fl_write32(d, CIK_CP_MAX_CONTEXT, CONTEXTS - 1);
	fl_write32(d, CIK_CP_ENDIAN_SWAP, 0);
	fl_write32(d, CIK_CP_DEVICE_ID, 1);
	fl_write32(d, CIK_CP_ME_CNTL, 0);
	fl_delay_us(d, HALT_US);
}

enum fl_code cik_ring_start(struct fl_ring *ring, const struct fl_area *area, enum fl_transport via,
			    bool hawaii, struct fl_err *err)
{
	struct fl_dev *d = area->dev;
	const uint32_t base = (uint32_t)(area->addr >> 8);
	uint32_t cntl = CIK_CP_RB0_CNTL__RB_BUFSZ((uint32_t)__builtin_ctz(CIK_AREA_RING_B / 8)) |
			CIK_CP_RB0_CNTL__RB_BLKSZ(BLOCK_QW_LOG2) | CIK_CP_RB0_CNTL__RB_NO_UPDATE(1);

	fl_ring_init(ring, &kind, area, 0, CIK_AREA_RING_B / 4, CIK_RING_TIMEOUT_US);
	ring->via = via;
	cik_cp_reset(d);
	set_up(ring, cntl, hawaii);

	/* Does the chip hold what it was given? A dead command processor reads back zeros or ones. */
	if (fl_read32(d, CIK_CP_RB0_BASE) != base || (fl_read32(d, CIK_CP_RB0_CNTL) & cntl) != cntl ||
	    fl_read32(d, CIK_CP_RB0_RPTR) || fl_read32(d, CIK_CP_RB0_WPTR)) {
		cik_cp_off(d);
		return fl_fail(
		    err, FL_FAILED,
		    "the command processor does not answer: CP_RB0_BASE reads 0x%08x after 0x%08x was "
		    "written, CP_RB0_CNTL 0x%08x after 0x%08x, RPTR 0x%x, WPTR 0x%x",
		    fl_read32(d, CIK_CP_RB0_BASE), base, fl_read32(d, CIK_CP_RB0_CNTL), cntl,
		    fl_read32(d, CIK_CP_RB0_RPTR), fl_read32(d, CIK_CP_RB0_WPTR));
	}
	fl_ring_go(ring, CIK_AREA_RING_B / 4);
	let_go(d);
	return FL_OK;
}

void cik_ring_ib(struct fl_ring *ring, uint64_t addr, uint32_t size_dw)
{
	uint32_t dw[CIK_IB_DW];

	cik_pm4_ib(dw, addr, size_dw, 0);
	for (unsigned i = 0; i < CIK_IB_DW; i++)
		fl_ring_emit(ring, dw[i]);
}

enum fl_code cik_ring_drain(struct fl_ring *ring, uint64_t timeout_us, struct fl_err *err)
{
	if (fl_poll32(ring->area.dev, CIK_CP_RB0_RPTR, 0xffffffff, ring->told, timeout_us,
		      "command processor reads to the end", "CP_RB0_RPTR", err))
		return cik_explain_state(ring->area.dev, FL_TIMEOUT, err);
	return FL_OK;
}

enum fl_code cik_ring_stop(struct fl_ring *ring, struct fl_err *err)
{
	enum fl_code code;

	if (!ring->size_dw)
		return FL_OK;
	code = cik_ring_drain(ring, ring->timeout_us, err);
	if (!code)
		code = cik_idle_wait(ring->area.dev, ring->timeout_us, err);
	cik_cp_off(ring->area.dev);
	ring->size_dw = 0;
	return code;
}

const struct fl_ring_test cik_ring_test = {
    .scratch = CIK_SCRATCH_REG0,
    .buffer_B = CIK_AREA_IB_B,
    .set = cik_pm4_uconfig,
    .call = cik_ring_ib,
    .drain = cik_ring_drain,
    .idle = cik_idle_wait,
    .explain = cik_explain_state,
};
