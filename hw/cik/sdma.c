/* SPDX-License-Identifier: MIT
 *
 * SDMA; see sdma.h.
 */
#include "hw/cik/sdma.h"
#include "hw/regs/cik.h"

#include <string.h>

enum {
	NOP = 0,
	COPY = 1,
	WRITE = 2,
	FENCE = 5,
	CONSTANT_FILL = 11,
	FILL_DWORDS = 2 << 30,
	ALIGN_DW = 8,        /* what is handed to it at a time, as Linux's ring pads */
	MAX_B = 0x1fffe0,    /* of a packet: 21 bits; what follows stays aligned */
	RING_SIZE_LOG2 = 10, /* dwords */
	STRIDE_B = CIK_SDMA1_GFX_RB_CNTL - CIK_SDMA0_GFX_RB_CNTL,
};
_Static_assert(4 << RING_SIZE_LOG2 == CIK_AREA_SDMA_SIZE_B, "the ring is its page");

#define REG(dma, name) (CIK_SDMA0_##name + STRIDE_B * (dma)->engine)

static uint32_t ring_B(const struct cik_sdma *dma)
{
	return CIK_AREA_SDMA_B + CIK_AREA_SDMA_SIZE_B * dma->engine;
}

static uint32_t answer_B(const struct cik_sdma *dma)
{
	return CIK_AREA_SDMA_FENCE_B + 8 * dma->engine;
}

/* The order and the values of Linux cik_sdma_gfx_resume(), cik_sdma_enable(). */
enum fl_code cik_sdma_start(struct cik_sdma *dma, const struct fl_area *area, unsigned engine,
			    struct fl_err *err)
{
	struct fl_dev *d = area->dev;
	const uint32_t cntl = CIK_SDMA0_GFX_RB_CNTL__RB_SIZE(RING_SIZE_LOG2);
	uint64_t base;

	memset(dma, 0, sizeof(*dma));
	dma->area = *area;
	dma->engine = engine;
	dma->timeout_us = CIK_SDMA_TIMEOUT_US;
	base = area->addr + ring_B(dma);
	for (uint32_t at = 0; at < CIK_AREA_SDMA_SIZE_B; at += 4)
		fl_area_put(area, ring_B(dma) + at, NOP);
	fl_area_put(area, answer_B(dma), 0);
	fl_area_settle(area);
	fl_write32(d, REG(dma, SEM_INCOMPLETE_TIMER_CNTL), 0);
	fl_write32(d, REG(dma, SEM_WAIT_FAIL_TIMER_CNTL), 0);
	fl_write32(d, REG(dma, GFX_RB_CNTL), cntl);
	fl_write32(d, REG(dma, GFX_RB_RPTR), 0);
	fl_write32(d, REG(dma, GFX_RB_WPTR), 0);
	fl_write32(d, REG(dma, GFX_RB_RPTR_ADDR_HI), 0);
	fl_write32(d, REG(dma, GFX_RB_RPTR_ADDR_LO), 0);
	fl_write32(d, REG(dma, GFX_RB_BASE), (uint32_t)(base >> 8));
	fl_write32(d, REG(dma, GFX_RB_BASE_HI), (uint32_t)(base >> 40));
	fl_write32(d, REG(dma, GFX_RB_WPTR), 0);
	fl_write32(d, REG(dma, GFX_RB_CNTL), cntl | CIK_SDMA0_GFX_RB_CNTL__RB_ENABLE(1));
	fl_write32(d, REG(dma, GFX_IB_CNTL), CIK_SDMA0_GFX_IB_CNTL__IB_ENABLE(1));
	fl_mask32(d, REG(dma, F32_CNTL), CIK_SDMA0_F32_CNTL__HALT__MASK, 0);
	if (fl_read32(d, REG(dma, GFX_RB_BASE)) != (uint32_t)(base >> 8) ||
	    fl_read32(d, REG(dma, GFX_RB_RPTR))) {
		cik_sdma_stop(dma);
		return fl_fail(
		    err, FL_FAILED,
		    "SDMA%u does not answer: SDMA%u_GFX_RB_BASE reads 0x%08x after 0x%08x was written, "
		    "RPTR 0x%x",
		    engine, engine, fl_read32(d, REG(dma, GFX_RB_BASE)), (uint32_t)(base >> 8),
		    fl_read32(d, REG(dma, GFX_RB_RPTR)));
	}
	dma->size_dw = CIK_AREA_SDMA_SIZE_B / 4;
	return FL_OK;
}

void cik_sdma_stop(struct cik_sdma *dma)
{
	struct fl_dev *d = dma->area.dev;

	fl_mask32(d, REG(dma, GFX_RB_CNTL), CIK_SDMA0_GFX_RB_CNTL__RB_ENABLE__MASK, 0);
	fl_write32(d, REG(dma, GFX_IB_CNTL), 0);
	fl_mask32(d, REG(dma, F32_CNTL), CIK_SDMA0_F32_CNTL__HALT__MASK, CIK_SDMA0_F32_CNTL__HALT(1));
	dma->size_dw = 0;
}

static enum fl_code stuck(const struct cik_sdma *dma, enum fl_code code, struct fl_err *err)
{
	struct fl_dev *d = dma->area.dev;

	return fl_fail_more(err, code, "; SDMA%u_GFX_RB_RPTR 0x%x, WPTR 0x%x, STATUS_REG 0x%08x", dma->engine,
			    fl_read32(d, REG(dma, GFX_RB_RPTR)), fl_read32(d, REG(dma, GFX_RB_WPTR)),
			    fl_read32(d, REG(dma, STATUS_REG)));
}

/* Room for n_dw: the ring is small, so what is in it is waited for when it is full. Its pointers count
 * bytes. */
static enum fl_code begin(struct cik_sdma *dma, uint32_t n_dw, struct fl_err *err)
{
	struct fl_dev *d = dma->area.dev;
	uint64_t start = fl_now_us(d);

	if (!dma->size_dw)
		return fl_fail(err, FL_FAILED, "SDMA%u: not running", dma->engine);
	for (unsigned reads = 0;; reads++) {
		uint32_t rptr = fl_read32(d, REG(dma, GFX_RB_RPTR)) / 4;

		if (((rptr - dma->wptr - 1) & (dma->size_dw - 1)) >= n_dw + ALIGN_DW)
			return FL_OK;
		if (reads && (fl_now_us(d) - start >= dma->timeout_us || fl_stopped(d)))
			break;
		fl_delay_us(d, 10);
	}
	fl_fail(err, FL_TIMEOUT, "SDMA%u: no room for %u dwords after %llu ms", dma->engine, n_dw,
		(unsigned long long)(dma->timeout_us / 1000));
	return stuck(dma, FL_TIMEOUT, err);
}

static void emit(struct cik_sdma *dma, uint32_t dw)
{
	fl_area_put(&dma->area, ring_B(dma) + 4 * dma->wptr, dw);
	dma->wptr = (dma->wptr + 1) & (dma->size_dw - 1);
}

static void emit_address(struct cik_sdma *dma, uint64_t addr)
{
	emit(dma, (uint32_t)addr);
	emit(dma, (uint32_t)(addr >> 32));
}

static void commit(struct cik_sdma *dma)
{
	while (dma->wptr % ALIGN_DW)
		emit(dma, NOP);
	fl_area_settle(&dma->area);
	fl_write32(dma->area.dev, REG(dma, GFX_RB_WPTR), 4 * dma->wptr);
}

enum fl_code cik_sdma_copy(struct cik_sdma *dma, uint64_t to, uint64_t from, uint64_t left_B,
			   struct fl_err *err)
{
	while (left_B) {
		uint32_t n_B = left_B < MAX_B ? (uint32_t)left_B : MAX_B;
		enum fl_code code = begin(dma, 7, err);

		if (code)
			return code;
		emit(dma, COPY);
		emit(dma, n_B);
		emit(dma, 0);
		emit_address(dma, from);
		emit_address(dma, to);
		commit(dma);
		to += n_B;
		from += n_B;
		left_B -= n_B;
	}
	return FL_OK;
}

enum fl_code cik_sdma_write(struct cik_sdma *dma, uint64_t to, const uint32_t *dw, uint32_t n_dw,
			    struct fl_err *err)
{
	enum fl_code code =
	    n_dw && n_dw <= CIK_SDMA_WRITE_DW
		? begin(dma, n_dw + 4, err)
		: fl_fail(err, FL_USAGE, "SDMA: %u dwords are not 1 to %d", n_dw, CIK_SDMA_WRITE_DW);

	if (code)
		return code;
	emit(dma, WRITE);
	emit_address(dma, to);
	emit(dma, n_dw);
	for (uint32_t i = 0; i < n_dw; i++)
		emit(dma, dw[i]);
	commit(dma);
	return FL_OK;
}

enum fl_code cik_sdma_fill(struct cik_sdma *dma, uint64_t to, uint32_t value, uint64_t left_B,
			   struct fl_err *err)
{
	while (left_B) {
		uint32_t n_B = left_B < MAX_B ? (uint32_t)left_B : MAX_B;
		enum fl_code code = begin(dma, 5, err);

		if (code)
			return code;
		emit(dma, CONSTANT_FILL | (uint32_t)FILL_DWORDS);
		emit_address(dma, to);
		emit(dma, value);
		emit(dma, n_B);
		commit(dma);
		to += n_B;
		left_B -= n_B;
	}
	return FL_OK;
}

enum fl_code cik_sdma_sync(struct cik_sdma *dma, uint64_t timeout_us, struct fl_err *err)
{
	enum fl_code code = begin(dma, 4, err);

	if (code)
		return code;
	emit(dma, FENCE);
	emit_address(dma, dma->area.addr + answer_B(dma));
	emit(dma, ++dma->number);
	commit(dma);
	code = fl_area_wait(&dma->area, answer_B(dma), dma->number, timeout_us, "SDMA fence", err);
	fl_area_settle(&dma->area);
	return code ? stuck(dma, code, err) : FL_OK;
}
