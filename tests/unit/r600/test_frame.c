/* SPDX-License-Identifier: MIT
 *
 * The R6xx model's registers, resets, host path and chips.
 */
#include "tests/unit/r600/test_model_rig.h"

Test(r600_frame, register_rules)
{
	struct r600_rig g = r600_rig_posted("rv770", true);

	wr(&g, R600_SRBM_STATUS, 1);
	wr(&g, R600_CP_RB_CNTL, 1u << 24);
	cr_assert(reported(&g, FL_WARN, "0x01000000 of it are reserved"));
	wr(&g, 0xbff0, 1);
	cr_assert(reported(&g, FL_WARN, "no such register"));
	wr(&g, R600_CP_RB_CNTL, 9);
	cr_assert_eq(rd(&g, R600_CP_RB_CNTL), 9);
	fl_model_delete(g.m);
}

/* Those beyond the BAR, by MM_INDEX; and memory by its highest bit. */
Test(r600_frame, far_registers)
{
	struct r600_rig g = r600_rig_posted("rv770", true);

	wr(&g, R600_MM_INDEX, R600_DB_STENCIL_CLEAR);
	wr(&g, R600_MM_DATA, 0x5a);
	cr_assert_eq(rd_far(&g, R600_DB_STENCIL_CLEAR), 0x5a);
	wr(&g, R600_MM_INDEX, 1u << 31 | R600_DATA_AT);
	wr(&g, R600_MM_DATA, 0x1234);
	cr_assert_eq(vram_rd(&g, R600_DATA_AT), 0x1234);
	no_reports(&g);
	fl_model_delete(g.m);
}

/* A soft reset empties the command processor, and leaves its RAM. */
Test(r600_frame, resets)
{
	struct r600_rig g = r600_rig_running("rv770");

	wr(&g, R600_GRBM_SOFT_RESET, R600_GRBM_SOFT_RESET__SOFT_RESET_CP(1));
	emit_config(&g, R600_SCRATCH_REG0, 1);
	kick(&g);
	fl_model_tick(g.m, 100);
	cr_assert_eq(rd(&g, R600_SCRATCH_REG0), 0, "it works while it is in reset");
	wr(&g, R600_GRBM_SOFT_RESET, 0);
	wr(&g, R600_CP_RB_WPTR, 0);
	wr(&g, R600_CP_RB_CNTL, R600_CP_RB_CNTL__RB_RPTR_WR_ENA(1) | R600_CP_RB_CNTL__RB_BUFSZ(9));
	wr(&g, R600_CP_RB_RPTR_WR, 0);
	cr_assert_eq(rd(&g, R600_CP_RB_RPTR), 0);
	no_reports(&g);
	fl_model_delete(g.m);

	g = r600_rig_running("rv770");
	emit_all(&g, (const uint32_t[]){R600_TYPE3(0x7f, 1), 0}, 2);
	kick(&g);
	cr_assert_not(idle(&g));
	wr(&g, R600_SRBM_SOFT_RESET, R600_SRBM_SOFT_RESET__SOFT_RESET_GRBM(1));
	wr(&g, R600_SRBM_SOFT_RESET, 0);
	cr_assert(idle(&g));
	fl_model_delete(g.m);
}

/* R6xx flush the host path by a register, R7xx by another and a read: memory has nothing before. */
Test(r600_frame, host_path_waits_for_its_flush)
{
	static const char *const chip[] = {"rv670", "rv770"};

	for (unsigned i = 0; i < 2; i++) {
		struct r600_rig g = r600_rig_posted(chip[i], false);
		const uint32_t *vram = fl_model_vram(g.m, &(uint64_t){0});

		cr_assert(fl_model_vram_late(g.m));
		cr_assert(fl_model_vram_plain(g.m));
		vram_wr(&g, R600_DATA_AT, 0x1234);
		cr_assert_not(fl_model_vram_plain(g.m), "memory that is shared would go around it");
		cr_assert_eq(vram_rd(&g, R600_DATA_AT), 0x1234);
		cr_assert_eq(vram[R600_DATA_AT / 4], 0);
		wr(&g, R600_HDP_MEM_COHERENCY_FLUSH_CNTL, 1);
		if (i) {
			cr_assert_eq(vram[R600_DATA_AT / 4], 0);
			cr_assert(reported(&g, FL_WARN, "does nothing on R7xx"));
			wr(&g, R600_HDP_DEBUG1, 0);
			cr_assert_eq(vram[R600_DATA_AT / 4], 0);
			vram_rd(&g, 0);
		}
		cr_assert_eq(vram[R600_DATA_AT / 4], 0x1234);
		cr_assert(fl_model_vram_plain(g.m));
		/* what does not fit pushes the oldest out */
		for (uint32_t k = 0; k < 17; k++)
			vram_wr(&g, 64 * k, 0x77);
		cr_assert_eq(vram[0], 0x77);
		cr_assert_eq(vram[16], 0);
		fl_model_delete(g.m);
	}
}

Test(r600_frame, unposted_card_has_no_memory)
{
	struct fl_model *m = fl_model_new("rv730", NULL, NULL, 0);
	struct r600_rig g = {.m = m};

	cr_assert_eq(vram_rd(&g, 0), 0xffffffff);
	cr_assert(reported(&g, FL_REFUSE, "not posted"));
	cr_assert_eq(fl_model_cfg_read(m, 0, 4), 0x94901002);
	fl_model_delete(m);
}

/* GB_TILING_CONFIG as Linux leaves it; 8 pipes over 4 backends: 0xfa50. */
Test(r600_frame, tiling)
{
	static const struct {
		const char *chip;
		uint32_t tiling;
	} want[] = {
	    {"rv770", 0xfa500016}, {"r600", 0xfa500016}, {"rv710", 0x00000012}, {"rv730", 0x00500014}};

	for (unsigned i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
		struct fl_model *m =
		    fl_model_new(want[i].chip, &(struct fl_model_config){.running = true}, NULL, 0);

		cr_assert_eq(fl_model_read(m, R600_GB_TILING_CONFIG, 4), want[i].tiling, "%s: 0x%08x",
			     want[i].chip, fl_model_read(m, R600_GB_TILING_CONFIG, 4));
		fl_model_delete(m);
	}
}

Test(r600_frame, faults)
{
	struct r600_rig g = r600_rig_posted("rv770", true);

	cr_assert(fl_model_break(g.m, "mc-busy"));
	cr_assert(rd(&g, R600_SRBM_STATUS) & R600_SRBM_STATUS__MCB_BUSY__MASK);
	fl_model_delete(g.m);
	g = r600_rig_running("rv770");
	cr_assert(fl_model_break(g.m, "pipe-hung"));
	emit_all(&g, (const uint32_t[]){R600_TYPE3(R600_PKT3_DRAW_INDEX_AUTO, 2), 3, 2}, 3);
	kick(&g);
	cr_assert_not(idle(&g));
	cr_assert(rd(&g, R600_GRBM_STATUS) & R600_GRBM_STATUS__VGT_BUSY__MASK);
	wr(&g, R600_GRBM_SOFT_RESET, R600_GRBM_SOFT_RESET__SOFT_RESET_VGT(1));
	wr(&g, R600_GRBM_SOFT_RESET, 0);
	cr_assert(idle(&g));
	fl_model_delete(g.m);
	g = r600_rig_running("rv770");
	cr_assert(fl_model_break(g.m, "cp-stuck"));
	emit(&g, 0x80000000);
	kick(&g);
	cr_assert_not(idle(&g));
	fl_model_delete(g.m);
}

/* The machine's memory is reached through the page table, as the chip has read it. */
Test(r600_frame, page_table)
{
	enum { ENTRY = 0x67, PAGE_B = 4096, TABLE_AT = 0x500000 };
	struct r600_rig g = r600_rig_running("rv770");
	uint64_t at = 0;
	uint32_t *ram = fl_model_own_ram(g.m, 2 * PAGE_B, &at);
	const uint32_t copy[] = {
	    R600_TYPE3(R600_PKT3_COPY_DW, 5), 3, 0x10001000, 0, g.base + R600_DATA_AT, 0};

	cr_assert_not_null(ram);
	ram[PAGE_B / 4] = 0x11;
	fl_model_cfg_write(g.m, 4, 2, 7);
	vram_wr(&g, TABLE_AT, (uint32_t)at | ENTRY);
	vram_wr(&g, TABLE_AT + 8, (uint32_t)(at + PAGE_B) | ENTRY);
	wr(&g, R700_VM_CONTEXT0_PAGE_TABLE_BASE_ADDR, (g.base + TABLE_AT) >> 12);
	wr(&g, R700_VM_CONTEXT0_PAGE_TABLE_START_ADDR, 0x10000000 >> 12);
	wr(&g, R700_VM_CONTEXT0_PAGE_TABLE_END_ADDR, 0x10001000 >> 12);
	wr(&g, R600_VM_CONTEXT0_CNTL, R600_VM_CONTEXT0_CNTL__ENABLE_CONTEXT(1));
	emit_all(&g, copy, 6);
	kick(&g);
	cr_assert(idle(&g));
	cr_assert_eq(vram_rd(&g, R600_DATA_AT), 0x11);
	/* a change is not seen before what was read is forgotten */
	ram[0] = 0x22;
	vram_wr(&g, TABLE_AT + 8, (uint32_t)at | ENTRY);
	for (unsigned i = 0; i < 2; i++) {
		emit_all(&g, copy, 6);
		kick(&g);
		cr_assert(idle(&g));
		cr_assert_eq(vram_rd(&g, R600_DATA_AT), i ? 0x22 : 0x11);
		wr(&g, R600_VM_CONTEXT0_REQUEST_RESPONSE, 1);
		cr_assert_eq(rd(&g, R600_VM_CONTEXT0_REQUEST_RESPONSE), 1 << 4);
	}
	no_reports(&g);
	/* without a translation there is nothing */
	wr(&g, R600_VM_CONTEXT0_CNTL, 0);
	emit_all(&g, copy, 6);
	kick(&g);
	cr_assert_not(idle(&g));
	cr_assert(reported(&g, FL_REFUSE, "no memory answers"));
	fl_model_delete(g.m);
}
