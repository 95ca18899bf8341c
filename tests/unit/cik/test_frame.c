/* SPDX-License-Identifier: MIT
 *
 * The Sea Islands model from outside: chips, PCI, registers and their copies, the host's path to memory.
 * Expected values are Linux's (cik.c, clearstate_ci.h, amdgpu_drv.c) and those that recorded streams were
 * given, not the model's own.
 */
#include "tests/unit/cik/test_model_rig.h"

static const struct {
	const char *chip;
	uint32_t id, addr_config, raster_config, tile4, tile14, macro0;
} chips[] = {
    {"bonaire", 0x665c1002, 0x12010001, 0x16000012, 0x00802950, 0x02400150, 0xe8},
    {"hawaii", 0x67b01002, 0x12011003, 0x3a00161a, 0x00802c50, 0x02400450, 0xd8},
    {"kaveri", 0x130f1002, 0x12010001, 2, 0x00802910, 0x02400110, 0xe8},
    {"kabini", 0x98301002, 0x02010001, 0, 0x00802010, 0x02400010, 0xe9},
    {"mullins", 0x98501002, 0x02010001, 0, 0x00802010, 0x02400010, 0xe9},
};
enum { CHIPS = sizeof(chips) / sizeof(chips[0]) };

Test(cik_frame, chips)
{
	for (unsigned i = 0; i < CHIPS; i++) {
		struct cik_rig g = cik_rig_running(chips[i].chip);

		cr_assert_not_null(fl_model_describe(chips[i].chip));
		cr_expect_eq(fl_model_cfg_read(g.m, 0, 4), chips[i].id);
		cr_expect_eq(rd(&g, CIK_GB_ADDR_CONFIG), chips[i].addr_config, "%s", chips[i].chip);
		cr_expect_eq(rd(&g, CIK_HDP_ADDR_CONFIG), chips[i].addr_config);
		cr_expect_eq(rd(&g, CIK_PA_SC_RASTER_CONFIG), chips[i].raster_config);
		cr_expect_eq(rd(&g, CIK_GB_TILE_MODE(4)), chips[i].tile4);
		cr_expect_eq(rd(&g, CIK_GB_TILE_MODE(14)), chips[i].tile14);
		cr_expect_eq(rd(&g, CIK_GB_MACROTILE_MODE(0)), chips[i].macro0);
		no_reports(&g);
		fl_model_delete(g.m);
	}
}

/* Linux radeon_device_init: registers are BAR 5 (256 KiB), doorbells BAR 2; MM_INDEX reaches all of them. */
Test(cik_frame, windows)
{
	struct cik_rig g = cik_rig_posted("bonaire");

	cr_assert_eq(fl_model_regs_size_B(g.m), 256u << 10);
	fl_model_cfg_write(g.m, 0x24, 4, UINT32_MAX);
	cr_assert_eq(fl_model_cfg_read(g.m, 0x24, 4), 0xfffc0000);
	fl_model_cfg_write(g.m, 0x18, 4, UINT32_MAX);
	cr_assert_eq(fl_model_cfg_read(g.m, 0x18, 4), 0xff80000c); /* 8 MiB, 64 bits, prefetchable */
	wr(&g, CIK_MM_INDEX, CIK_SCRATCH_REG0);
	wr(&g, CIK_MM_DATA, 0xcafe);
	cr_assert_eq(rd(&g, CIK_SCRATCH_REG0), 0xcafe);
	wr(&g, CIK_MM_INDEX, 1u << 31 | 0x1000);
	wr(&g, CIK_MM_DATA, 0x1234);
	cr_assert_eq(vram_rd(&g, 0x1000), 0x1234);
	fl_model_write(g.m, CIK_SCRATCH_REG0 + 2, 2, 0xbeef);
	cr_assert_eq(rd(&g, CIK_SCRATCH_REG0), 0xbeefcafe);
	cr_assert_eq(fl_model_read(g.m, CIK_SCRATCH_REG0 + 1, 1), 0xca);
	no_reports(&g);
	fl_model_delete(g.m);
}

Test(cik_frame, what_does_not_fit_is_reported)
{
	struct cik_rig g = cik_rig_posted("hawaii");

	wr(&g, CIK_GPU_HDP_FLUSH_DONE, 1);
	cr_assert(reported(&g, FL_WARN, "read only"));
	wr(&g, CIK_SRBM_GFX_CNTL, 1u << 30 | 0x30);
	cr_assert(reported(&g, FL_WARN, "0x40000000 of it are reserved"));
	cr_assert_eq(rd(&g, CIK_SRBM_GFX_CNTL), 0x30);
	wr(&g, 0x3fff0, 1);
	cr_assert(reported(&g, FL_WARN, "no such register"));
	fl_model_delete(g.m);
}

/* GRBM_GFX_INDEX: SE [23:16], broadcast in [31:29]; Linux cik_select_se_sh. */
Test(cik_frame, engines_have_registers_of_their_own)
{
	struct cik_rig g = cik_rig_posted("hawaii");

	for (uint32_t se = 0; se < 4; se++) {
		wr(&g, CIK_GRBM_GFX_INDEX, 0x60000000 | se << 16);
		wr(&g, CIK_GC_USER_RB_BACKEND_DISABLE, (se + 1) << 16);
	}
	for (uint32_t se = 0; se < 4; se++) {
		wr(&g, CIK_GRBM_GFX_INDEX, 0x60000000 | se << 16);
		cr_assert_eq(rd(&g, CIK_GC_USER_RB_BACKEND_DISABLE), (se + 1) << 16);
	}
	wr(&g, CIK_GRBM_GFX_INDEX, 0xe0000000);
	wr(&g, CIK_GC_USER_RB_BACKEND_DISABLE, 0xf << 16);
	wr(&g, CIK_GRBM_GFX_INDEX, 0x60000000 | 3 << 16);
	cr_assert_eq(rd(&g, CIK_GC_USER_RB_BACKEND_DISABLE), 0xf << 16);
	no_reports(&g);
	wr(&g, CIK_GRBM_GFX_INDEX, 0x60000000 | 4 << 16);
	wr(&g, CIK_GC_USER_RB_BACKEND_DISABLE, 0);
	cr_assert(reported(&g, FL_WARN, "has 4 engines"));
	fl_model_delete(g.m);
}

/* SRBM_GFX_CNTL: VMID [7:4]; Linux cik_pcie_gart_enable sets SH_MEM_* of all 16. */
Test(cik_frame, contexts_have_registers_of_their_own)
{
	struct cik_rig g = cik_rig_posted("kaveri");

	for (uint32_t vmid = 0; vmid < 16; vmid++) {
		wr(&g, CIK_SRBM_GFX_CNTL, vmid << 4);
		wr(&g, CIK_SH_MEM_BASES, 0x1000 + vmid);
	}
	for (uint32_t vmid = 0; vmid < 16; vmid++) {
		wr(&g, CIK_SRBM_GFX_CNTL, vmid << 4);
		cr_assert_eq(rd(&g, CIK_SH_MEM_BASES), 0x1000 + vmid);
	}
	fl_model_reset(g.m);
	fl_model_cfg_write(g.m, 4, 2, 7);
	wr(&g, CIK_SRBM_GFX_CNTL, 3 << 4);
	cr_assert_eq(rd(&g, CIK_SH_MEM_BASES), 0);
	fl_model_delete(g.m);
}

/* Linux clearstate_ci.h: some of each kind, and one that is 0. */
Test(cik_frame, a_stream_begins_at_the_clear_state)
{
	static const uint32_t want[][2] = {
	    {0x28034, 0x40004000}, {0x28204, 0x80000000}, {0x2820c, 0xffff},     {0x28214, 0x40004000},
	    {0x2822c, 0x40004000}, {0x28230, 0xaa99aaaa}, {0x28250, 0x80000000}, {0x282cc, 0x40004000},
	    {0x282d0, 0},          {0x282d4, 0x3f800000}, {0x2834c, 0x3f800000}, {0x28810, 0x90000},
	    {0x28a54, 0x100},      {0x28aa8, 0xff},       {0x28bf4, 0x3f800000}, {0x28c3c, 0xffffffff},
	    {0x28c58, 0xe},        {0x28c5c, 0x10}};
	struct cik_rig g = cik_rig_running("bonaire");

	for (unsigned i = 0; i < sizeof(want) / sizeof(want[0]); i++)
		cr_expect_eq(rd(&g, want[i][0]), want[i][1], "0x%x", want[i][0]);
	fl_model_delete(g.m);
}

/* Nothing is where the host looks before the video BIOS ran; and HDP and MC must agree. */
Test(cik_frame, host_path)
{
	struct cik_rig g = cik_rig_of("bonaire", (struct fl_model_config){.posted = false});

	cr_assert_eq(vram_rd(&g, 0), UINT32_MAX);
	cr_assert(reported(&g, FL_REFUSE, "nobody has posted"));
	fl_model_delete(g.m);
	g = cik_rig_posted("bonaire");
	cr_assert_eq(rd(&g, CIK_CONFIG_MEMSIZE), 16); /* MiB */
	vram_wr(&g, 0x2000, 5);
	cr_assert(fl_model_vram_plain(g.m));
	wr(&g, CIK_MC_VM_FB_LOCATION, 0x00f400f4); /* Linux cik_mc_program writes both */
	cr_assert_not(fl_model_vram_plain(g.m));
	vram_rd(&g, 0x2000);
	cr_assert(reported(&g, FL_REFUSE, "puts it at 0xf4000000"));
	wr(&g, CIK_HDP_NONSURFACE_BASE, 0xf4000000 >> 8);
	cr_assert_eq(vram_rd(&g, 0x2000), 5);
	fl_model_delete(g.m);
}

Test(cik_frame, faults)
{
	struct cik_rig g = cik_rig_running("bonaire");

	cr_assert_not(fl_model_break(g.m, "coffee"));
	cr_assert_eq(rd(&g, CIK_SRBM_STATUS), 0);
	cr_assert(fl_model_break(g.m, "mc-busy"));
	cr_assert(rd(&g, CIK_SRBM_STATUS) & CIK_SRBM_STATUS__MCB_BUSY__MASK);
	cr_assert(CIK_SEND(&g, CIK_PKT3_CLEAR_STATE, 0));
	cr_assert(fl_model_break(g.m, "cp-stuck"));
	cr_assert_not(CIK_SEND(&g, CIK_PKT3_CLEAR_STATE, 0));
	cr_assert(rd(&g, CIK_GRBM_STATUS) & CIK_GRBM_STATUS__GUI_ACTIVE__MASK);
	wr(&g, CIK_GRBM_SOFT_RESET, CIK_GRBM_SOFT_RESET__SOFT_RESET_CP(1));
	wr(&g, CIK_GRBM_SOFT_RESET, 0);
	cr_assert_not(rd(&g, CIK_GRBM_STATUS) & CIK_GRBM_STATUS__GUI_ACTIVE__MASK);
	fl_model_delete(g.m);
}
