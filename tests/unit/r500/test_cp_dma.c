/* SPDX-License-Identifier: MIT
 *
 * DMA by tables of descriptors, and the bits of GEN_INT_STATUS that the command processor sets. R5xx guide
 * 5.7, 5.14.
 */
#include "tests/unit/r500/test_model_rig.h"

enum { TABLE = 0x300000, FROM = 0x310000, TO = 0x320000, EOL = 1u << 31, INTDIS = 1 << 30, DAS = 1 << 27 };

static void descriptor(struct rig *g, unsigned i, uint32_t src, uint32_t dst, uint32_t command)
{
	vram_wr(g, TABLE + 16 * i, src);
	vram_wr(g, TABLE + 16 * i + 4, dst);
	vram_wr(g, TABLE + 16 * i + 8, command);
	vram_wr(g, TABLE + 16 * i + 12, 0xdead);
}

static uint32_t pending(struct rig *g)
{
	return rd(g, R500_GEN_INT_STATUS) &
	       (R500_GEN_INT_STATUS__GUIDMA_STAT__MASK | R500_GEN_INT_STATUS__VIDDMA_STAT__MASK);
}

static void seed(struct rig *g)
{
	for (unsigned i = 0; i < 16; i++)
		vram_wr(g, FROM + 4 * i, 0x1000 + i);
}

/* Memory, registers, nothing, and a last one; what stands behind it is not taken. */
Test(cp_dma, table)
{
	struct rig g = rig_running("r580");

	seed(&g);
	descriptor(&g, 0, g.base + FROM, g.base + TO, 8);
	descriptor(&g, 1, g.base + FROM + 8, R500_SCRATCH_REG(2), DAS | 8);
	descriptor(&g, 2, g.base + FROM, g.base + TO,
		   0); /* "a BYTE_COUNT of zero will perform no operation" */
	descriptor(&g, 3, g.base + FROM + 32, g.base + TO + 8, EOL | 4);
	descriptor(&g, 4, g.base + FROM, g.base + TO + 12, EOL | 4);
	wr(&g, R500_DMA_GUI_TABLE_ADDR, g.base + TABLE);
	cr_assert(rd(&g, R500_DMA_GUI_STATUS) & R500_DMA_GUI_STATUS__ACTIVE__MASK);
	cr_assert(rig_idle(&g));
	cr_assert_not(rd(&g, R500_DMA_GUI_STATUS) & R500_DMA_GUI_STATUS__ACTIVE__MASK);
	cr_expect_eq(vram_rd(&g, TO), 0x1000);
	cr_expect_eq(vram_rd(&g, TO + 4), 0x1001);
	cr_expect_eq(vram_rd(&g, TO + 8), 0x1008);
	cr_expect_eq(vram_rd(&g, TO + 12), 0);
	cr_expect_eq(rd(&g, R500_SCRATCH_REG(2)), 0x1002);
	cr_expect_eq(rd(&g, R500_SCRATCH_REG(3)), 0x1003);
	cr_expect_eq(pending(&g), R500_GEN_INT_STATUS__GUIDMA_STAT__MASK);
	no_reports(&g);
	rig_delete(&g);
}

/* Each engine has its interrupt; INTDIS keeps it quiet; writing the bit takes it away; GEN_INT_CNTL lets it
 * out. */
Test(cp_dma, interrupts)
{
	struct rig g = rig_running("r580");

	seed(&g);
	emit(&g, type0(R500_CP_VID_SRC_ADDR, 3));
	emit(&g, g.base + FROM);
	emit(&g, g.base + TO);
	emit(&g, INTDIS | 4);
	rig_kick(&g);
	cr_assert(rig_idle(&g));
	cr_expect_eq(vram_rd(&g, TO), 0x1000);
	cr_expect_eq(pending(&g), 0);
	emit(&g, type0(R500_CP_VID_SRC_ADDR, 3));
	emit(&g, g.base + FROM);
	emit(&g, g.base + TO + 4);
	emit(&g, 4);
	rig_kick(&g);
	cr_assert(rig_idle(&g));
	cr_expect_eq(pending(&g), R500_GEN_INT_STATUS__VIDDMA_STAT__MASK);
	cr_expect_not(fl_model_irq(g.m));
	wr(&g, R500_GEN_INT_CNTL, R500_GEN_INT_CNTL__GUIDMA_MASK(1));
	cr_expect_not(fl_model_irq(g.m));
	wr(&g, R500_GEN_INT_CNTL, R500_GEN_INT_CNTL__VIDDMA_MASK(1));
	cr_expect(fl_model_irq(g.m));
	wr(&g, R500_GEN_INT_STATUS, R500_GEN_INT_STATUS__GUIDMA_STAT(1));
	cr_expect(fl_model_irq(g.m), "another bit was acknowledged");
	fl_model_write(g.m, R500_GEN_INT_STATUS, 1, 0x11);
	cr_expect(fl_model_irq(g.m), "a byte that the bit is not in");
	wr(&g, R500_GEN_INT_STATUS, R500_GEN_INT_STATUS__VIDDMA_STAT(1));
	cr_expect_not(fl_model_irq(g.m));
	no_reports(&g);
	rig_delete(&g);
}

/* GUI_IDLE: once each time that GUI_ACTIVE falls. */
Test(cp_dma, gui_idle)
{
	struct rig g = rig_running("r580");
	const uint32_t bit = R500_GEN_INT_STATUS__GUI_IDLE_STAT__MASK;

	cr_assert(rig_idle(&g));
	wr(&g, R500_GEN_INT_STATUS, bit);
	wr(&g, R500_GEN_INT_CNTL, R500_GEN_INT_CNTL__GUI_IDLE_MASK(1));
	cr_expect_not(rd(&g, R500_GEN_INT_STATUS) & bit);
	cr_expect_not(fl_model_irq(g.m));
	emit_reg(&g, R500_SCRATCH_REG(0), 1);
	rig_kick(&g);
	cr_expect_not(fl_model_irq(g.m), "no time has passed");
	fl_model_tick(g.m, 100);
	cr_expect(fl_model_irq(g.m));
	wr(&g, R500_GEN_INT_STATUS, bit);
	fl_model_tick(g.m, 100);
	cr_expect_not(fl_model_irq(g.m), "it stays idle");
	emit_reg(&g, R500_SCRATCH_REG(0), 2);
	rig_kick(&g);
	cr_assert(fl_model_wait(g.m));
	cr_expect(fl_model_irq(g.m));
	rig_delete(&g);
}

/* CP_SYNC: the microengine writes no register while the DMA is active. */
Test(cp_dma, sync)
{
	struct rig g = rig_running("r580");

	seed(&g);
	descriptor(&g, 0, g.base + FROM, R500_SCRATCH_REG(0), EOL | DAS | 4);
	emit_reg(&g, R500_DMA_GUI_TABLE_ADDR, (g.base + TABLE) | R500_DMA_GUI_TABLE_ADDR__CP_SYNC(1));
	emit_reg(&g, R500_SCRATCH_REG(0), 7);
	rig_kick(&g);
	cr_assert(rig_idle(&g));
	cr_expect_eq(rd(&g, R500_SCRATCH_REG(0)), 7);
	/* without it the DMA comes when the stream has a rest */
	emit_reg(&g, R500_DMA_GUI_TABLE_ADDR, g.base + TABLE);
	emit_reg(&g, R500_SCRATCH_REG(0), 7);
	rig_kick(&g);
	cr_assert(rig_idle(&g));
	cr_expect_eq(rd(&g, R500_SCRATCH_REG(0)), 0x1000);
	/* from the host */
	wr(&g, R500_DMA_VID_TABLE_ADDR, (g.base + TABLE) | R500_DMA_VID_TABLE_ADDR__CP_SYNC(1));
	emit_reg(&g, R500_SCRATCH_REG(0), 7);
	rig_kick(&g);
	cr_assert(rig_idle(&g));
	cr_expect_eq(rd(&g, R500_SCRATCH_REG(0)), 7);
	rig_delete(&g);
}

Test(cp_dma, abort)
{
	struct rig g = rig_running("r580");

	seed(&g);
	descriptor(&g, 0, g.base + FROM, g.base + TO, EOL | 4);
	wr(&g, R500_DMA_GUI_TABLE_ADDR, g.base + TABLE);
	wr(&g, R500_DMA_GUI_STATUS, R500_DMA_GUI_STATUS__ABORT_EN(1));
	cr_expect_not(rd(&g, R500_DMA_GUI_STATUS) & R500_DMA_GUI_STATUS__ACTIVE__MASK);
	cr_assert(rig_idle(&g));
	cr_expect_eq(vram_rd(&g, TO), 0);
	no_reports(&g);
	wr(&g, R500_DMA_GUI_TABLE_ADDR, g.base + TABLE);
	cr_expect(reported(&g, FL_REFUSE, "ABORT_EN"));
	wr(&g, R500_DMA_GUI_STATUS, 0);
	wr(&g, R500_DMA_GUI_TABLE_ADDR, g.base + TABLE);
	cr_assert(rig_idle(&g));
	cr_expect_eq(vram_rd(&g, TO), 0x1000);
	rig_delete(&g);
}

/* No end of list: it stops at the end of memory, with a report, and raises nothing. */
Test(cp_dma, table_without_end)
{
	struct rig g = rig_running("r580");
	uint32_t last = (16 << 20) - 16;

	vram_wr(&g, last + 8, 0);
	wr(&g, R500_DMA_GUI_TABLE_ADDR, g.base + last);
	cr_assert(rig_idle(&g));
	cr_expect(reported(&g, FL_REFUSE, "has EOL"));
	cr_expect_eq(pending(&g), 0);
	rig_delete(&g);
}

/* Guide 5.7: SRC_SWAP (23:22) and DST_SWAP (25:24) one after the other: 1 turns halves' bytes, 2 all four, 3
 * the halves; SAIC and DAIC keep an address where it is. */
Test(cp_dma, swaps_and_addresses_that_stay)
{
	enum { SAS = 1 << 26, SAIC = 1 << 28, DAIC = 1 << 29, WORD = 0x11223344 };
	static const uint32_t swapped[4] = {0x11223344, 0x22114433, 0x44332211, 0x33441122};
	struct rig g = rig_running("r580");

	for (unsigned swap = 0; swap < 4; swap++) {
		vram_wr(&g, FROM, WORD);
		descriptor(&g, 0, g.base + FROM, g.base + TO, swap << 22 | 4);
		descriptor(&g, 1, g.base + FROM, g.base + TO + 4, swap << 24 | 4);
		descriptor(&g, 2, g.base + FROM, g.base + TO + 8, swap << 22 | swap << 24 | EOL | 4);
		wr(&g, R500_DMA_GUI_TABLE_ADDR, g.base + TABLE);
		cr_assert(rig_idle(&g));
		cr_assert_eq(vram_rd(&g, TO), swapped[swap], "source, %u", swap);
		cr_assert_eq(vram_rd(&g, TO + 4), swapped[swap], "destination, %u", swap);
		cr_assert_eq(vram_rd(&g, TO + 8), WORD, "both, %u", swap);
	}
	seed(&g);
	for (unsigned i = 0; i < 8; i++)
		vram_wr(&g, TO + 4 * i, 0);
	descriptor(&g, 0, g.base + FROM, g.base + TO, SAIC | 8);
	descriptor(&g, 1, g.base + FROM, g.base + TO + 16, DAIC | 12);
	wr(&g, R500_SCRATCH_REG(2), 0x222);
	wr(&g, R500_SCRATCH_REG(3), 0x333);
	descriptor(&g, 2, R500_SCRATCH_REG(2), g.base + TO + 24, SAS | EOL | 8);
	wr(&g, R500_DMA_GUI_TABLE_ADDR, g.base + TABLE);
	cr_assert(rig_idle(&g));
	cr_assert_eq(vram_rd(&g, TO), 0x1000);
	cr_assert_eq(vram_rd(&g, TO + 4), 0x1000);
	cr_assert_eq(vram_rd(&g, TO + 8), 0);
	cr_assert_eq(vram_rd(&g, TO + 16), 0x1002);
	cr_assert_eq(vram_rd(&g, TO + 20), 0);
	cr_assert_eq(vram_rd(&g, TO + 24), 0x222);
	cr_assert_eq(vram_rd(&g, TO + 28), 0x333);
	no_reports(&g);
	rig_delete(&g);
}

/* What leaves memory is said, by bytes and by dwords, from and to. */
Test(cp_dma, transfers_that_leave_memory)
{
	enum { NOWHERE = 0x10000000 };

	for (unsigned i = 0; i < 4; i++) {
		struct rig g = rig_running("r580");
		uint32_t from = i & 1 ? NOWHERE : g.base + FROM, to = i & 1 ? g.base + TO : NOWHERE;
		char want[100];

		descriptor(&g, 0, from, to, (i & 2 ? 1u << 22 : 0) | EOL | 8);
		wr(&g, R500_DMA_GUI_TABLE_ADDR, g.base + TABLE);
		cr_assert(rig_idle(&g));
		snprintf(want, sizeof(want), "DMA of 0x8 bytes from 0x%08x to 0x%08x leaves the memory", from,
			 to);
		cr_assert(reported(&g, FL_REFUSE, want), "%s", want);
		cr_assert_eq(reports(&g), 1);
		rig_delete(&g);
	}
}

/* Guide 5.14: the queue holds eight. What starts itself again and again fills it: eight are carried out, and
 * each has left another one behind, so that the ninth has no place, and is dropped; those that were there go
 * on as before. */
Test(cp_dma, a_queue_that_stays_full)
{
	enum { QUEUE = 8, AGAIN = 0x330000 };
	struct rig g = rig_running("r580");
	const uint32_t again[] = {g.base + AGAIN, R500_CP_GUI_SRC_ADDR, DAS | INTDIS | 12};

	seed(&g);
	for (unsigned i = 0; i < 3; i++)
		vram_wr(&g, AGAIN + 4 * i, again[i]);
	for (unsigned i = 0; i < QUEUE; i++) {
		wr(&g, R500_CP_GUI_SRC_ADDR, again[0]);
		wr(&g, R500_CP_GUI_DST_ADDR, again[1]);
		wr(&g, R500_CP_GUI_COMMAND, again[2]);
		no_reports(&g);
	}
	wr(&g, R500_CP_VID_SRC_ADDR, g.base + FROM);
	wr(&g, R500_CP_VID_DST_ADDR, g.base + TO);
	wr(&g, R500_CP_VID_COMMAND, 4);
	cr_expect(reported(&g, FL_REFUSE, "the DMA queue is full; the transfer was dropped"));
	cr_expect_eq(reports(&g), 1u);
	/* the first of them ends, and no other is started: now there is room */
	vram_wr(&g, AGAIN + 8, INTDIS | 4);
	vram_wr(&g, AGAIN + 4, g.base + TO + 64);
	vram_wr(&g, AGAIN, g.base + FROM);
	cr_assert(rig_idle(&g));
	cr_expect_eq(vram_rd(&g, TO), 0u, "the ninth was carried out");
	wr(&g, R500_CP_VID_COMMAND, 4);
	cr_assert(rig_idle(&g));
	cr_expect_eq(vram_rd(&g, TO), 0x1000u);
	cr_expect_eq(reports(&g), 1u);
	rig_delete(&g);
}
