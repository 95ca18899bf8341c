/* SPDX-License-Identifier: MIT
 *
 * The asynchronous DMA engine of R6xx and R7xx: each packet. Linux r600_dma.c.
 */
#include "tests/unit/r600/test_model_rig.h"

enum {
	RING_LOG2_DW = 8,
	RING_AT = 0x400000,
	WRITE = 2,
	COPY,
	IB,
	SEMAPHORE,
	FENCE,
	TRAP,
	FILL = 13,
	NOP = 15
};

static uint32_t packet(uint32_t command, uint32_t count)
{
	return command << 28 | count;
}

static struct r600_rig dma_rig(const char *chip)
{
	struct r600_rig g = r600_rig_posted(chip, true);

	wr(&g, R600_DMA_RB_CNTL, R600_DMA_RB_CNTL__DMA_RB_SIZE(RING_LOG2_DW));
	wr(&g, R600_DMA_RB_RPTR, 0);
	wr(&g, R600_DMA_RB_WPTR, 0);
	wr(&g, R600_DMA_RB_BASE, (g.base + RING_AT) >> 8);
	wr(&g, R600_DMA_IB_CNTL, R600_DMA_IB_CNTL__DMA_IB_ENABLE(1));
	wr(&g, R600_DMA_RB_CNTL,
	   R600_DMA_RB_CNTL__DMA_RB_SIZE(RING_LOG2_DW) | R600_DMA_RB_CNTL__DMA_RB_ENABLE(1));
	return g;
}

static bool dma_idle(struct r600_rig *g)
{
	fl_model_tick(g->m, 10);
	return rd(g, R600_DMA_STATUS_REG) & R600_DMA_STATUS_REG__DMA_IDLE__MASK;
}

static void send(struct r600_rig *g, const uint32_t *dw, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		vram_wr(g, RING_AT + 4 * g->wptr, dw[i]);
		g->wptr = (g->wptr + 1) % (1u << RING_LOG2_DW);
	}
	wr(g, R600_DMA_RB_WPTR, 4 * g->wptr);
}
#define SEND(g, ...) send(g, (const uint32_t[]){__VA_ARGS__}, sizeof((uint32_t[]){__VA_ARGS__}) / 4)

Test(r600_dma, writes_copies_fences)
{
	static const char *const chip[] = {"rv670", "rv770"};

	for (unsigned i = 0; i < 2; i++) {
		struct r600_rig g = dma_rig(chip[i]);
		const uint32_t at = g.base + R600_DATA_AT;

		/* often enough that packets go round the end of the ring */
		for (uint32_t k = 0; k < 30; k++) {
			SEND(&g, packet(WRITE, 3), at, 0, k, 0x22, 0x33);
			if (g.r7xx)
				SEND(&g, packet(COPY, 3), at + 0x100, at, 0, 0);
			else
				SEND(&g, packet(COPY, 3), at + 0x100, at, 0);
			SEND(&g, packet(NOP, 0), packet(FENCE, 0), at + 0x200, 0, 0x600d + k);
			cr_assert(dma_idle(&g));
			cr_assert_eq(vram_rd(&g, R600_DATA_AT + 0x100), k);
			cr_assert_eq(vram_rd(&g, R600_DATA_AT + 0x108), 0x33);
			cr_assert_eq(vram_rd(&g, R600_DATA_AT + 0x200), 0x600d + k);
		}
		cr_assert_eq(rd(&g, R600_DMA_RB_RPTR), 4 * g.wptr);
		no_reports(&g);
		fl_model_delete(g.m);
	}
}

Test(r600_dma, fills_on_r7xx)
{
	struct r600_rig g = dma_rig("rv770");

	SEND(&g, packet(FILL, 3), g.base + R600_DATA_AT, 0x5555aaaa, 0);
	cr_assert(dma_idle(&g));
	cr_assert_eq(vram_rd(&g, R600_DATA_AT + 8), 0x5555aaaa);
	cr_assert_eq(vram_rd(&g, R600_DATA_AT + 12), 0);
	no_reports(&g);
	fl_model_delete(g.m);
	g = dma_rig("rv670");
	SEND(&g, packet(FILL, 3), g.base + R600_DATA_AT, 0x5555aaaa, 0);
	cr_assert_not(dma_idle(&g));
	cr_assert(reported(&g, FL_REFUSE, "R6xx do not have CONSTANT_FILL"));
	wr(&g, R600_SRBM_SOFT_RESET, R600_SRBM_SOFT_RESET__SOFT_RESET_DMA(1));
	wr(&g, R600_SRBM_SOFT_RESET, 0);
	cr_assert(dma_idle(&g));
	fl_model_delete(g.m);
}

/* An indirect buffer ends on a boundary of 8 dwords; a semaphore waits for the command processor
 * or the host. */
Test(r600_dma, buffers_and_semaphores)
{
	enum { SIGNAL = 1 << 22 };
	struct r600_rig g = dma_rig("rv770");
	const uint32_t at = g.base + R600_DATA_AT, nop = packet(NOP, 0);

	vram_wr(&g, R600_IB_AT, packet(FENCE, 0));
	vram_wr(&g, R600_IB_AT + 4, at);
	vram_wr(&g, R600_IB_AT + 8, 0);
	vram_wr(&g, R600_IB_AT + 12, 7);
	SEND(&g, nop, nop, nop, nop, nop, packet(IB, 0), g.base + R600_IB_AT, 4 << 16);
	cr_assert(dma_idle(&g));
	cr_assert_eq(vram_rd(&g, R600_DATA_AT), 7);
	SEND(&g, packet(SEMAPHORE, 0) | SIGNAL, at + 8, 0, packet(SEMAPHORE, 0), at + 8, 0,
	     packet(SEMAPHORE, 0), at + 8, 0, packet(FENCE, 0), at, 0, 8);
	cr_assert_not(dma_idle(&g));
	cr_assert_eq(vram_rd(&g, R600_DATA_AT), 7);
	vram_wr(&g, R600_DATA_AT + 8, 1);
	cr_assert(dma_idle(&g));
	cr_assert_eq(vram_rd(&g, R600_DATA_AT), 8);
	no_reports(&g);
	SEND(&g, nop, packet(IB, 0), g.base + R600_IB_AT, 4 << 16);
	cr_assert_not(dma_idle(&g));
	cr_assert(reported(&g, FL_REFUSE, "boundary of 8 dwords"));
	fl_model_delete(g.m);
}

Test(r600_dma, traps)
{
	struct r600_rig g = dma_rig("rv770");

	wr(&g, R600_IH_RB_BASE, (g.base + R600_DATA_AT) >> 8);
	wr(&g, R600_IH_RB_CNTL, R600_IH_RB_CNTL__IH_RB_ENABLE(1) | R600_IH_RB_CNTL__IH_RB_SIZE(8));
	wr(&g, R600_DMA_CNTL, R600_DMA_CNTL__TRAP_ENABLE(1));
	SEND(&g, packet(TRAP, 0));
	cr_assert(dma_idle(&g));
	cr_assert(fl_model_irq(g.m));
	cr_assert_eq(vram_rd(&g, R600_DATA_AT), 224);
	no_reports(&g);
	fl_model_delete(g.m);
}

/* From a tiled surface to a linear one and back: what comes is in the order of the rows, and
 * the same again. */
Test(r600_dma, tiled_copies)
{
	enum { PITCH = 128, ROWS = 64, BPE_LOG2 = 2, MODE_2D = 4, TILED_AT = 0x600000, LINEAR_AT = 0x700000 };
	enum { COUNT = PITCH * ROWS, TILED = 1 << 23, TO_LINEAR = 1u << 31 };
	struct r600_rig g = dma_rig("rv770");
	const uint32_t surface = MODE_2D << 27 | BPE_LOG2 << 24 | (ROWS - 1) << 10 | (PITCH / 8 - 1);
	const uint32_t slice = (PITCH * ROWS / 64 - 1) << 12;

	wr(&g, R700_DMA_TILING_CONFIG, 0x16);
	for (uint32_t i = 0; i < COUNT; i++)
		vram_wr(&g, TILED_AT + 4 * i, i);
	SEND(&g, packet(COPY, COUNT) | TILED, (g.base + TILED_AT) >> 8, surface | TO_LINEAR, slice, 0,
	     g.base + LINEAR_AT, 0);
	cr_assert(dma_idle(&g));
	/* R6xx facts 6.2: the check values for 8 pipes, 8 banks, pitch 128 */
	cr_assert_eq(vram_rd(&g, LINEAR_AT + 4 * 1), 0x4 / 4);
	cr_assert_eq(vram_rd(&g, LINEAR_AT + 4 * PITCH), 0x10 / 4);
	cr_assert_eq(vram_rd(&g, LINEAR_AT + 4 * 8), 0xc00 / 4);
	cr_assert_eq(vram_rd(&g, LINEAR_AT + 4 * (24 * PITCH + 40)), 0x2c00 / 4);
	for (uint32_t i = 0; i < COUNT; i++)
		vram_wr(&g, TILED_AT + 4 * i, 0);
	SEND(&g, packet(COPY, COUNT) | TILED, (g.base + TILED_AT) >> 8, surface, slice, 0, g.base + LINEAR_AT,
	     0);
	cr_assert(dma_idle(&g));
	for (uint32_t i = 0; i < COUNT; i++)
		cr_assert_eq(vram_rd(&g, TILED_AT + 4 * i), i);
	no_reports(&g);
	SEND(&g, packet(COPY, COUNT) | TILED, (g.base + TILED_AT) >> 8, surface, slice, 4 << 17,
	     g.base + LINEAR_AT, 0);
	cr_assert_not(dma_idle(&g));
	cr_assert(reported(&g, FL_REFUSE, "y a multiple of 8"));
	fl_model_delete(g.m);
}
