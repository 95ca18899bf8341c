/* SPDX-License-Identifier: MIT
 *
 * The asynchronous DMA engine; see dma.h.
 */
#include "hw/r600/dma.h"
#include "hw/regs/r600.h"

enum {
	WRITE = 2,
	COPY = 3,
	FENCE = 6,
	CONSTANT_FILL = 13,
	NOP = 15,
	ALIGN_DW = 16,        /* what is handed to it at a time, as Linux's ring pads */
	MAX_COPY_DW = 0xfff8, /* R6xx takes 0xfffe, R7xx 0xffff; a multiple of 8 keeps what follows aligned */
	FENCE_DW = 4,
	RING_SIZE_LOG2 = 10,
	RING_DW = 1 << RING_SIZE_LOG2,
	ANSWER_B = R600_AREA_FENCE_B + 16,
};
_Static_assert(4 << RING_SIZE_LOG2 == R600_AREA_DMA_SIZE_B, "the ring is its page");

static uint32_t packet(uint32_t command, uint32_t n_dw)
{
	return command << 28 | n_dw;
}

static uint32_t high(uint64_t addr)
{
	return (uint32_t)(addr >> 32) & 0xff;
}

static uint32_t read_pointer(const struct fl_ring *ring)
{
	return R600_DMA_RB_RPTR__OFFSET__GET(fl_read32(ring->area.dev, R600_DMA_RB_RPTR));
}

static void tell(const struct fl_ring *ring)
{
	fl_write32(ring->area.dev, R600_DMA_RB_WPTR, R600_DMA_RB_WPTR__OFFSET(ring->wptr));
}

static enum fl_code stuck(const struct fl_ring *ring, enum fl_code code, struct fl_err *err)
{
	struct fl_dev *d = ring->area.dev;

	return fl_fail_more(err, code, "; DMA_RB_RPTR 0x%x, DMA_RB_WPTR 0x%x, DMA_STATUS_REG 0x%08x",
			    fl_read32(d, R600_DMA_RB_RPTR), fl_read32(d, R600_DMA_RB_WPTR),
			    fl_read32(d, R600_DMA_STATUS_REG));
}

static const struct fl_ring_kind kind = {"DMA", (uint32_t)NOP << 28, ALIGN_DW, read_pointer, tell, stuck};

enum fl_code r600_dma_start(struct r600_dma *dma, const struct fl_area *area, struct fl_err *err)
{
	struct fl_dev *d = area->dev;
	const uint32_t base = (uint32_t)((area->addr + R600_AREA_DMA_B) >> 8);
	const uint32_t cntl = R600_DMA_RB_CNTL__DMA_RB_SIZE(RING_SIZE_LOG2);

	dma->number = 0;
	fl_area_put(area, ANSWER_B, 0);
	fl_ring_init(&dma->ring, &kind, area, R600_AREA_DMA_B, RING_DW, R600_DMA_TIMEOUT_US);
	/* The order and the values of Linux r600_dma_resume(). */
	fl_write32(d, R600_DMA_SEM_INCOMPLETE_TIMER_CNTL, 0);
	fl_write32(d, R600_DMA_SEM_WAIT_FAIL_TIMER_CNTL, 0);
	fl_write32(d, R600_DMA_RB_CNTL, cntl);
	fl_write32(d, R600_DMA_RB_RPTR, 0);
	fl_write32(d, R600_DMA_RB_WPTR, 0);
	fl_write32(d, R600_DMA_RB_RPTR_ADDR_HI, 0);
	fl_write32(d, R600_DMA_RB_RPTR_ADDR_LO, 0);
	fl_write32(d, R600_DMA_RB_BASE, base);
	fl_write32(d, R600_DMA_IB_CNTL, R600_DMA_IB_CNTL__DMA_IB_ENABLE(1));
	fl_mask32(d, R600_DMA_CNTL, R600_DMA_CNTL__CTXEMPTY_INT_ENABLE__MASK, 0);
	if (area->generation)
		fl_write32(d, R700_DMA_MODE, 1);
	fl_write32(d, R600_DMA_RB_WPTR, 0);
	fl_write32(d, R600_DMA_RB_CNTL, cntl | R600_DMA_RB_CNTL__DMA_RB_ENABLE(1));
	if (fl_read32(d, R600_DMA_RB_BASE) != base || fl_read32(d, R600_DMA_RB_RPTR)) {
		r600_dma_stop(dma);
		return fl_fail(
		    err, FL_FAILED,
		    "the DMA engine does not answer: DMA_RB_BASE reads 0x%08x after 0x%08x was written, "
		    "DMA_RB_RPTR 0x%x",
		    fl_read32(d, R600_DMA_RB_BASE), base, fl_read32(d, R600_DMA_RB_RPTR));
	}
	fl_ring_go(&dma->ring, RING_DW);
	return FL_OK;
}

void r600_dma_stop(struct r600_dma *dma)
{
	fl_mask32(dma->ring.area.dev, R600_DMA_RB_CNTL, R600_DMA_RB_CNTL__DMA_RB_ENABLE__MASK, 0);
	dma->ring.size_dw = 0;
}

enum fl_code r600_dma_copy(struct r600_dma *dma, uint64_t to, uint64_t from, uint64_t size_B,
			   struct fl_err *err)
{
	for (uint64_t left_dw = size_B / 4; left_dw;) {
		uint32_t n = left_dw < MAX_COPY_DW ? (uint32_t)left_dw : MAX_COPY_DW;
		enum fl_code code = fl_ring_begin(&dma->ring, 5, err);

		if (code)
			return code;
		fl_ring_emit(&dma->ring, packet(COPY, n));
		fl_ring_emit(&dma->ring, (uint32_t)to);
		fl_ring_emit(&dma->ring, (uint32_t)from);
		if (dma->ring.area.generation) {
			fl_ring_emit(&dma->ring, high(to));
			fl_ring_emit(&dma->ring, high(from));
		} else {
			fl_ring_emit(&dma->ring, high(to) << 16 | high(from));
		}
		fl_ring_commit(&dma->ring);
		to += 4ull * n;
		from += 4ull * n;
		left_dw -= n;
	}
	return FL_OK;
}

enum fl_code r600_dma_write(struct r600_dma *dma, uint64_t to, const uint32_t *dw, uint32_t n_dw,
			    struct fl_err *err)
{
	enum fl_code code =
	    n_dw && n_dw <= R600_DMA_WRITE_DW
		? fl_ring_begin(&dma->ring, n_dw + 3, err)
		: fl_fail(err, FL_USAGE, "DMA: %u dwords are not 1 to %d", n_dw, R600_DMA_WRITE_DW);

	if (code)
		return code;
	fl_ring_emit(&dma->ring, packet(WRITE, n_dw));
	fl_ring_emit(&dma->ring, (uint32_t)to);
	fl_ring_emit(&dma->ring, high(to));
	for (uint32_t i = 0; i < n_dw; i++)
		fl_ring_emit(&dma->ring, dw[i]);
	fl_ring_commit(&dma->ring);
	return FL_OK;
}

enum fl_code r600_dma_fill(struct r600_dma *dma, uint64_t to, uint32_t value, uint64_t size_B,
			   struct fl_err *err)
{
	if (!dma->ring.area.generation)
		return fl_fail(err, FL_NO_DEVICE, "DMA: R6xx cannot fill");
	for (uint64_t left_dw = size_B / 4; left_dw;) {
		uint32_t n = left_dw < MAX_COPY_DW ? (uint32_t)left_dw : MAX_COPY_DW;
		enum fl_code code = fl_ring_begin(&dma->ring, 4, err);

		if (code)
			return code;
		fl_ring_emit(&dma->ring, packet(CONSTANT_FILL, n));
		fl_ring_emit(&dma->ring, (uint32_t)to);
		fl_ring_emit(&dma->ring, value);
		fl_ring_emit(&dma->ring, high(to) << 16);
		fl_ring_commit(&dma->ring);
		to += 4ull * n;
		left_dw -= n;
	}
	return FL_OK;
}

enum fl_code r600_dma_sync(struct r600_dma *dma, uint64_t timeout_us, struct fl_err *err)
{
	const uint64_t addr = dma->ring.area.addr + ANSWER_B;
	enum fl_code code = fl_ring_begin(&dma->ring, FENCE_DW, err);

	if (code)
		return code;
	fl_ring_emit(&dma->ring, packet(FENCE, 0));
	fl_ring_emit(&dma->ring, (uint32_t)addr);
	fl_ring_emit(&dma->ring, high(addr));
	fl_ring_emit(&dma->ring, ++dma->number);
	fl_ring_commit(&dma->ring);
	code = fl_area_wait(&dma->ring.area, ANSWER_B, dma->number, timeout_us, "DMA fence", err);
	fl_area_settle(&dma->ring.area);
	return code ? stuck(&dma->ring, code, err) : FL_OK;
}
