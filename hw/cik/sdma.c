/* SPDX-License-Identifier: MIT
 *
 * SDMA; see sdma.h.
 */
#include "hw/cik/sdma.h"
#include "hw/regs/cik.h"

enum {
	NOP = 0,
	COPY = 1,
	WRITE = 2,
	FENCE = 5,
	CONSTANT_FILL = 11,
	FILL_DWORDS = 2 << 30,
	ALIGN_DW = 8,     /* what is handed to it at a time, as Linux's ring pads */
	MAX_B = 0x1fffe0, /* of a packet: 21 bits; what follows stays aligned */
	RING_SIZE_LOG2 = 10,
	RING_DW = 1 << RING_SIZE_LOG2,
	STRIDE_B = CIK_SDMA1_GFX_RB_CNTL - CIK_SDMA0_GFX_RB_CNTL,
};
_Static_assert(4 << RING_SIZE_LOG2 == CIK_AREA_SDMA_SIZE_B, "the ring is its page");

#define REG(ring, name) (CIK_SDMA0_##name + STRIDE_B * (ring)->engine)

static uint32_t answer_B(const struct cik_sdma *dma)
{
	return CIK_AREA_SDMA_FENCE_B + 8u * dma->ring.engine;
}

/* Pointers count bytes. */
static uint32_t read_pointer(const struct fl_ring *ring)
{
	const uint32_t at_B = fl_read32(ring->area.dev, REG(ring, GFX_RB_RPTR));

	return at_B == 0xffffffff ? at_B : at_B / 4;
}

static void tell(const struct fl_ring *ring)
{
	fl_write32(ring->area.dev, REG(ring, GFX_RB_WPTR), 4 * ring->wptr);
}

static enum fl_code stuck(const struct fl_ring *ring, enum fl_code code, struct fl_err *err)
{
	struct fl_dev *d = ring->area.dev;

	return fl_fail_more(err, code, "; SDMA%u_GFX_RB_RPTR 0x%x, WPTR 0x%x, STATUS_REG 0x%08x",
			    ring->engine, fl_read32(d, REG(ring, GFX_RB_RPTR)),
			    fl_read32(d, REG(ring, GFX_RB_WPTR)), fl_read32(d, REG(ring, STATUS_REG)));
}

static const struct fl_ring_kind kind[CIK_SDMAS] = {{"SDMA0", NOP, ALIGN_DW, read_pointer, tell, stuck},
						    {"SDMA1", NOP, ALIGN_DW, read_pointer, tell, stuck}};

/* The order and the values of Linux cik_sdma_gfx_resume(), cik_sdma_enable(). */
enum fl_code cik_sdma_start(struct cik_sdma *dma, const struct fl_area *area, unsigned engine,
			    struct fl_err *err)
{
	struct fl_dev *d = area->dev;
	const uint32_t cntl = CIK_SDMA0_GFX_RB_CNTL__RB_SIZE(RING_SIZE_LOG2);
	uint64_t base;

	fl_ring_init(&dma->ring, &kind[engine], area, CIK_AREA_SDMA_B + CIK_AREA_SDMA_SIZE_B * engine,
		     RING_DW, CIK_SDMA_TIMEOUT_US);
	dma->ring.engine = (uint8_t)engine;
	dma->number = 0;
	fl_area_put(area, answer_B(dma), 0);
	fl_area_settle(area);
	base = area->addr + dma->ring.at_B;
	fl_write32(d, REG(&dma->ring, SEM_INCOMPLETE_TIMER_CNTL), 0);
	fl_write32(d, REG(&dma->ring, SEM_WAIT_FAIL_TIMER_CNTL), 0);
	fl_write32(d, REG(&dma->ring, GFX_RB_CNTL), cntl);
	fl_write32(d, REG(&dma->ring, GFX_RB_RPTR), 0);
	fl_write32(d, REG(&dma->ring, GFX_RB_WPTR), 0);
	fl_write32(d, REG(&dma->ring, GFX_RB_RPTR_ADDR_HI), 0);
	fl_write32(d, REG(&dma->ring, GFX_RB_RPTR_ADDR_LO), 0);
	fl_write32(d, REG(&dma->ring, GFX_RB_BASE), (uint32_t)(base >> 8));
	fl_write32(d, REG(&dma->ring, GFX_RB_BASE_HI), (uint32_t)(base >> 40));
	fl_write32(d, REG(&dma->ring, GFX_RB_WPTR), 0);
	fl_write32(d, REG(&dma->ring, GFX_RB_CNTL), cntl | CIK_SDMA0_GFX_RB_CNTL__RB_ENABLE(1));
	fl_write32(d, REG(&dma->ring, GFX_IB_CNTL), CIK_SDMA0_GFX_IB_CNTL__IB_ENABLE(1));
	fl_mask32(d, REG(&dma->ring, F32_CNTL), CIK_SDMA0_F32_CNTL__HALT__MASK, 0);
	if (fl_read32(d, REG(&dma->ring, GFX_RB_BASE)) != (uint32_t)(base >> 8) ||
	    fl_read32(d, REG(&dma->ring, GFX_RB_RPTR))) {
		cik_sdma_stop(dma);
		return fl_fail(
		    err, FL_FAILED,
		    "SDMA%u does not answer: SDMA%u_GFX_RB_BASE reads 0x%08x after 0x%08x was written, "
		    "RPTR 0x%x",
		    engine, engine, fl_read32(d, REG(&dma->ring, GFX_RB_BASE)), (uint32_t)(base >> 8),
		    fl_read32(d, REG(&dma->ring, GFX_RB_RPTR)));
	}
	fl_ring_go(&dma->ring, RING_DW);
	return FL_OK;
}

void cik_sdma_stop(struct cik_sdma *dma)
{
	struct fl_dev *d = dma->ring.area.dev;

	fl_mask32(d, REG(&dma->ring, GFX_RB_CNTL), CIK_SDMA0_GFX_RB_CNTL__RB_ENABLE__MASK, 0);
	fl_write32(d, REG(&dma->ring, GFX_IB_CNTL), 0);
	fl_mask32(d, REG(&dma->ring, F32_CNTL), CIK_SDMA0_F32_CNTL__HALT__MASK, CIK_SDMA0_F32_CNTL__HALT(1));
	dma->ring.size_dw = 0;
}

static void emit_address(struct cik_sdma *dma, uint64_t addr)
{
	fl_ring_emit(&dma->ring, (uint32_t)addr);
	fl_ring_emit(&dma->ring, (uint32_t)(addr >> 32));
}

enum fl_code cik_sdma_copy(struct cik_sdma *dma, uint64_t to, uint64_t from, uint64_t left_B,
			   struct fl_err *err)
{
	while (left_B) {
		uint32_t n_B = left_B < MAX_B ? (uint32_t)left_B : MAX_B;
		enum fl_code code = fl_ring_begin(&dma->ring, 7, err);

		if (code)
			return code;
		fl_ring_emit(&dma->ring, COPY);
		fl_ring_emit(&dma->ring, n_B);
		fl_ring_emit(&dma->ring, 0);
		emit_address(dma, from);
		emit_address(dma, to);
		fl_ring_commit(&dma->ring);
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
		? fl_ring_begin(&dma->ring, n_dw + 4, err)
		: fl_fail(err, FL_USAGE, "SDMA: %u dwords are not 1 to %d", n_dw, CIK_SDMA_WRITE_DW);

	if (code)
		return code;
	fl_ring_emit(&dma->ring, WRITE);
	emit_address(dma, to);
	fl_ring_emit(&dma->ring, n_dw);
	for (uint32_t i = 0; i < n_dw; i++)
		fl_ring_emit(&dma->ring, dw[i]);
	fl_ring_commit(&dma->ring);
	return FL_OK;
}

enum fl_code cik_sdma_fill(struct cik_sdma *dma, uint64_t to, uint32_t value, uint64_t left_B,
			   struct fl_err *err)
{
	while (left_B) {
		uint32_t n_B = left_B < MAX_B ? (uint32_t)left_B : MAX_B;
		enum fl_code code = fl_ring_begin(&dma->ring, 5, err);

		if (code)
			return code;
		fl_ring_emit(&dma->ring, CONSTANT_FILL | (uint32_t)FILL_DWORDS);
		emit_address(dma, to);
		fl_ring_emit(&dma->ring, value);
		fl_ring_emit(&dma->ring, n_B);
		fl_ring_commit(&dma->ring);
		to += n_B;
		left_B -= n_B;
	}
	return FL_OK;
}

enum fl_code cik_sdma_sync(struct cik_sdma *dma, uint64_t timeout_us, struct fl_err *err)
{
	enum fl_code code = fl_ring_begin(&dma->ring, 4, err);

	if (code)
		return code;
	fl_ring_emit(&dma->ring, FENCE);
	emit_address(dma, dma->ring.area.addr + answer_B(dma));
	fl_ring_emit(&dma->ring, ++dma->number);
	fl_ring_commit(&dma->ring);
	code = fl_area_wait(&dma->ring.area, answer_B(dma), dma->number, timeout_us, "SDMA fence", err);
	fl_area_settle(&dma->ring.area);
	return code ? stuck(&dma->ring, code, err) : FL_OK;
}
