/* SPDX-License-Identifier: MIT
 *
 * The asynchronous DMA engine; see dma.h.
 */
#include "hw/r600/dma.h"
#include "hw/regs/r600.h"

#include <string.h>

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

enum fl_code r600_dma_start(struct r600_dma *dma, const struct fl_area *area, struct fl_err *err)
{
	struct fl_dev *d = area->dev;
	const uint32_t base = (uint32_t)((area->addr + R600_AREA_DMA_B) >> 8);
	const uint32_t cntl = R600_DMA_RB_CNTL__DMA_RB_SIZE(RING_SIZE_LOG2);

	memset(dma, 0, sizeof(*dma));
	dma->area = *area;
	dma->timeout_us = R600_DMA_TIMEOUT_US;
	for (uint32_t at = 0; at < R600_AREA_DMA_SIZE_B; at += 4)
		fl_area_put(area, R600_AREA_DMA_B + at, packet(NOP, 0));
	fl_area_put(area, ANSWER_B, 0);
	fl_area_settle(area);
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
	dma->size_dw = R600_AREA_DMA_SIZE_B / 4;
	return FL_OK;
}

void r600_dma_stop(struct r600_dma *dma)
{
	fl_mask32(dma->area.dev, R600_DMA_RB_CNTL, R600_DMA_RB_CNTL__DMA_RB_ENABLE__MASK, 0);
	dma->size_dw = 0;
}

static enum fl_code stuck(const struct r600_dma *dma, enum fl_code code, struct fl_err *err)
{
	struct fl_dev *d = dma->area.dev;

	return fl_fail_more(err, code, "; DMA_RB_RPTR 0x%x, DMA_RB_WPTR 0x%x, DMA_STATUS_REG 0x%08x",
			    fl_read32(d, R600_DMA_RB_RPTR), fl_read32(d, R600_DMA_RB_WPTR),
			    fl_read32(d, R600_DMA_STATUS_REG));
}

/* Room for n_dw: the ring is small, so what is in it is waited for when it is full. */
static enum fl_code begin(struct r600_dma *dma, uint32_t n_dw, struct fl_err *err)
{
	struct fl_dev *d = dma->area.dev;
	uint64_t start = fl_now_us(d);

	if (!dma->size_dw)
		return fl_fail(err, FL_FAILED, "DMA: not running");
	for (unsigned reads = 0;; reads++) {
		uint32_t rptr = R600_DMA_RB_RPTR__OFFSET__GET(fl_read32(d, R600_DMA_RB_RPTR));

		if (((rptr - dma->wptr - 1) & (dma->size_dw - 1)) >= n_dw + ALIGN_DW)
			return FL_OK;
		if (reads && (fl_now_us(d) - start >= dma->timeout_us || fl_stopped(d)))
			break;
		fl_delay_us(d, 10);
	}
	fl_fail(err, FL_TIMEOUT, "DMA: no room for %u dwords after %llu ms", n_dw,
		(unsigned long long)(dma->timeout_us / 1000));
	return stuck(dma, FL_TIMEOUT, err);
}

static void emit(struct r600_dma *dma, uint32_t dw)
{
	fl_area_put(&dma->area, R600_AREA_DMA_B + 4 * dma->wptr, dw);
	dma->wptr = (dma->wptr + 1) & (dma->size_dw - 1);
}

static void commit(struct r600_dma *dma)
{
	while (dma->wptr % ALIGN_DW)
		emit(dma, packet(NOP, 0));
	fl_area_settle(&dma->area);
	fl_write32(dma->area.dev, R600_DMA_RB_WPTR, R600_DMA_RB_WPTR__OFFSET(dma->wptr));
}

enum fl_code r600_dma_copy(struct r600_dma *dma, uint64_t to, uint64_t from, uint64_t size_B,
			   struct fl_err *err)
{
	for (uint64_t left_dw = size_B / 4; left_dw;) {
		uint32_t n = left_dw < MAX_COPY_DW ? (uint32_t)left_dw : MAX_COPY_DW;
		enum fl_code code = begin(dma, 5, err);

		if (code)
			return code;
		emit(dma, packet(COPY, n));
		emit(dma, (uint32_t)to);
		emit(dma, (uint32_t)from);
		if (dma->area.generation) {
			emit(dma, high(to));
			emit(dma, high(from));
		} else {
			emit(dma, high(to) << 16 | high(from));
		}
		commit(dma);
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
		? begin(dma, n_dw + 3, err)
		: fl_fail(err, FL_USAGE, "DMA: %u dwords are not 1 to %d", n_dw, R600_DMA_WRITE_DW);

	if (code)
		return code;
	emit(dma, packet(WRITE, n_dw));
	emit(dma, (uint32_t)to);
	emit(dma, high(to));
	for (uint32_t i = 0; i < n_dw; i++)
		emit(dma, dw[i]);
	commit(dma);
	return FL_OK;
}

enum fl_code r600_dma_fill(struct r600_dma *dma, uint64_t to, uint32_t value, uint64_t size_B,
			   struct fl_err *err)
{
	if (!dma->area.generation)
		return fl_fail(err, FL_NO_DEVICE, "DMA: R6xx cannot fill");
	for (uint64_t left_dw = size_B / 4; left_dw;) {
		uint32_t n = left_dw < MAX_COPY_DW ? (uint32_t)left_dw : MAX_COPY_DW;
		enum fl_code code = begin(dma, 4, err);

		if (code)
			return code;
		emit(dma, packet(CONSTANT_FILL, n));
		emit(dma, (uint32_t)to);
		emit(dma, value);
		emit(dma, high(to) << 16);
		commit(dma);
		to += 4ull * n;
		left_dw -= n;
	}
	return FL_OK;
}

enum fl_code r600_dma_sync(struct r600_dma *dma, uint64_t timeout_us, struct fl_err *err)
{
	const uint64_t addr = dma->area.addr + ANSWER_B;
	enum fl_code code = begin(dma, FENCE_DW, err);

	if (code)
		return code;
	emit(dma, packet(FENCE, 0));
	emit(dma, (uint32_t)addr);
	emit(dma, high(addr));
	emit(dma, ++dma->number);
	commit(dma);
	code = fl_area_wait(&dma->area, ANSWER_B, dma->number, timeout_us, "DMA fence", err);
	fl_area_settle(&dma->area);
	return code ? stuck(dma, code, err) : FL_OK;
}
