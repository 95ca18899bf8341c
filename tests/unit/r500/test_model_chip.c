/* SPDX-License-Identifier: MIT
 *
 * The chip around its engines: register access, memory controller, clocks, pipes, soft resets, status.
 * Expected values: Linux radeon (rv515.c, r520.c, r420.c, r100.c) for what the R5xx guide does not have.
 */
#include "hw/model/r500/chips.h"
#include "tests/unit/r500/test_model_rig.h"

static uint32_t mc_rd(struct rig *g, unsigned index)
{
	uint32_t v;

	wr(g, R500_MC_IND_INDEX, 0x7f0000 | index);
	v = rd(g, R500_MC_IND_DATA);
	wr(g, R500_MC_IND_INDEX, 0);
	return v;
}

static void mc_wr(struct rig *g, unsigned index, uint32_t value)
{
	wr(g, R500_MC_IND_INDEX, 0xff0000 | index);
	wr(g, R500_MC_IND_DATA, value);
	wr(g, R500_MC_IND_INDEX, 0);
}

static void memory_controller(const char *chip, unsigned status, uint32_t idle, unsigned location)
{
	struct rig g = rig_new(chip);
	uint32_t v = mc_rd(&g, location);

	cr_assert(mc_rd(&g, status) & idle);
	cr_assert_eq((v & 0xffff) << 16, g.base);
	cr_assert_eq(((v >> 16) - (v & 0xffff) + 1) << 16, 16 << 20);
	/* moved: the BAR goes where HDP_FB_LOCATION says, so both must be written */
	vram_wr(&g, 0x100, 0x42);
	mc_wr(&g, location, 0x00ff0000);
	cr_assert_eq(mc_rd(&g, location), 0x00ff0000);
	cr_assert_eq(vram_rd(&g, 0x100), ~0u);
	cr_assert(reported(&g, FL_REFUSE, "HDP_FB_LOCATION"));
	wr(&g, R500_HDP_FB_LOCATION, 0);
	cr_assert_eq(vram_rd(&g, 0x100), 0x42);
	/* without the write enable nothing is written */
	wr(&g, R500_MC_IND_INDEX, 0x7f0000 | location);
	wr(&g, R500_MC_IND_DATA, 0x12345678);
	cr_assert_eq(mc_rd(&g, location), 0x00ff0000);
	cr_assert(reported(&g, FL_WARN, "write enable"));
	cr_assert(fl_model_break(g.m, "mc-busy"));
	cr_assert_not(mc_rd(&g, status) & idle);
	rig_delete(&g);
}

Test(model_chip, memory_controller_r520)
{
	memory_controller("r580", 0x00, 1 << 1, 0x04);
}

Test(model_chip, memory_controller_rv515)
{
	memory_controller("rv515", 0x08, 1 << 4, 0x01);
}

Test(model_chip, memory_controller_r300)
{
	struct rig g = rig_new("r300");
	uint32_t v = rd(&g, R500_MC_FB_LOCATION);

	cr_assert_neq(v, 0);
	cr_assert_eq(((v >> 16) - (v & 0xffff) + 1) << 16, 16 << 20);
	cr_assert(rd(&g, R500_MC_STATUS) & 1 << 4);
	rig_delete(&g);
}

Test(model_chip, memory_width)
{
	struct rig g = rig_new("rv530"); /* bits 25:24: 2 is 128 bits */

	cr_assert_eq(mc_rd(&g, 8) >> 24 & 3, 2);
	rig_delete(&g);
	g = rig_new("r580");
	cr_assert_eq(mc_rd(&g, 8) >> 24 & 3, 3);
	rig_delete(&g);
}

/* The index is one byte, bit 7 of it enables writing. */
Test(model_chip, pll_by_bytes)
{
	struct rig g = rig_new("r580");

	fl_model_write(g.m, R500_CLOCK_CNTL_INDEX, 1, 0x8f);
	wr(&g, R500_CLOCK_CNTL_DATA, 0x1234);
	fl_model_write(g.m, R500_CLOCK_CNTL_INDEX, 1, 0x91);
	wr(&g, R500_CLOCK_CNTL_DATA, 0x5678);
	fl_model_write(g.m, R500_CLOCK_CNTL_INDEX, 1, 0x0f);
	cr_assert_eq(fl_model_read(g.m, R500_CLOCK_CNTL_INDEX, 1), 0x0f);
	cr_assert_eq(rd(&g, R500_CLOCK_CNTL_DATA), 0x1234);
	no_reports(&g);
	wr(&g, R500_CLOCK_CNTL_DATA, 1);
	cr_assert_eq(rd(&g, R500_CLOCK_CNTL_DATA), 0x1234);
	cr_assert(reported(&g, FL_WARN, "write enable"));
	fl_model_write(g.m, R500_CLOCK_CNTL_INDEX, 1, 0x11);
	cr_assert_eq(rd(&g, R500_CLOCK_CNTL_DATA), 0x5678);
	rig_delete(&g);
}

Test(model_chip, parts_of_a_register)
{
	struct rig g = rig_new("r580");

	wr(&g, R500_SCRATCH_REG(2), 0x11223344);
	fl_model_write(g.m, R500_SCRATCH_REG(2) + 1, 1, 0xaa);
	fl_model_write(g.m, R500_SCRATCH_REG(2) + 2, 2, 0xbbcc);
	cr_assert_eq(rd(&g, R500_SCRATCH_REG(2)), 0xbbccaa44);
	cr_assert_eq(fl_model_read(g.m, R500_SCRATCH_REG(2) + 3, 1), 0xbb);
	cr_assert_eq(fl_model_read(g.m, R500_SCRATCH_REG(2) + 2, 2), 0xbbcc);
	rig_delete(&g);
}

Test(model_chip, mm_index)
{
	struct rig g = rig_new("r580");

	wr(&g, R500_MM_INDEX, R500_SCRATCH_REG(1));
	wr(&g, R500_MM_DATA, 0x77);
	cr_assert_eq(rd(&g, R500_SCRATCH_REG(1)), 0x77);
	cr_assert_eq(rd(&g, R500_MM_DATA), 0x77);
	wr(&g, R500_MM_INDEX, 1u << 31 | 0x1000); /* bit 31: VRAM */
	wr(&g, R500_MM_DATA, 0x88);
	cr_assert_eq(vram_rd(&g, 0x1000), 0x88);
	cr_assert_eq(rd(&g, R500_MM_DATA), 0x88);
	wr(&g, R500_MM_INDEX, R500_MM_DATA); /* itself: it ends nevertheless */
	wr(&g, R500_MM_DATA, 1);
	rd(&g, R500_MM_DATA);
	rig_delete(&g);
}

/* R5xx guide 10.3.4: fuses. */
Test(model_chip, pipes)
{
	static const struct {
		const char *chip;
		unsigned pipes, code;
	} row[] = {{"r580", 4, 7},  {"r520", 4, 7},  {"rv570", 3, 6}, {"rv560", 2, 3},
		   {"rv530", 1, 0}, {"rv515", 1, 0}, {"r420", 4, 7}};

	for (unsigned i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		struct rig g = rig_new(row[i].chip);

		cr_assert_eq((rd(&g, R500_GB_PIPE_SELECT) >> 12 & 3) + 1, row[i].pipes, "%s", row[i].chip);
		cr_assert_eq(rd(&g, R500_GB_TILE_CONFIG), 1 | row[i].code << 1 | 1 << 4, "%s", row[i].chip);
		/* MAX_PIPE and BAD_PIPES are read only */
		wr(&g, R500_GB_PIPE_SELECT, rd(&g, R500_GB_PIPE_SELECT) ^ 3 << 12);
		cr_assert_eq((rd(&g, R500_GB_PIPE_SELECT) >> 12 & 3) + 1, row[i].pipes, "%s", row[i].chip);
		rig_delete(&g);
	}
}

Test(model_chip, pipe_count_reads_what_is_in_effect)
{
	struct rig g = rig_new("rv560"); /* two pipes */

	wr(&g, R500_GB_TILE_CONFIG, 1 | 7 << 1 | 1 << 4 | 1 << 16);
	cr_assert_eq(rd(&g, R500_GB_TILE_CONFIG), 1 | 3 << 1 | 1 << 4 | 1 << 16);
	cr_assert(reported(&g, FL_WARN, "fuses"));
	wr(&g, R500_GB_TILE_CONFIG, 1 | 0 << 1 | 1 << 4);
	cr_assert_eq(rd(&g, R500_GB_TILE_CONFIG), 1 | 0 << 1 | 1 << 4);
	rig_delete(&g);
}

Test(model_chip, ga_soft_reset_takes_its_time)
{
	struct rig g = rig_new("r580");

	wr(&g, R500_GA_SOFT_RESET, 0x200);
	cr_assert(rd(&g, R500_RBBM_STATUS) & R500_RBBM_STATUS__GA_BUSY__MASK);
	fl_model_tick(g.m, 1000);
	cr_assert_eq(rd(&g, R500_RBBM_STATUS), 64);
	no_reports(&g);
	wr(&g, R500_GA_SOFT_RESET, 0x10);
	cr_assert(reported(&g, FL_WARN, "0x100 or more"));
	rig_delete(&g);
}

Test(model_chip, idle_status)
{
	struct rig g = rig_new("r580");

	cr_assert_eq(rd(&g, R500_RBBM_STATUS), 64); /* CMDFIFO_AVAIL, and nothing is busy */
	cr_assert_eq(rd(&g, R500_CP_STAT), 0);
	rig_delete(&g);
}

Test(model_chip, access_rights)
{
	struct rig g = rig_new("r580");

	wr(&g, R500_CP_STAT, 5);
	cr_assert(reported(&g, FL_WARN, "read only"));
	fl_model_reports_clear(g.m);
	wr(&g, R500_RB3D_AARESOLVE_CTL, 0xfffffff0 | 1); /* three bits: guide 11.2 */
	cr_assert(reported(&g, FL_WARN, "reserved"));
	cr_assert_eq(rd(&g, R500_RB3D_AARESOLVE_CTL), 1);
	fl_model_reports_clear(g.m);
	wr(&g, 0x1f00, 1);
	cr_assert(reported(&g, FL_WARN, "no such register"));
	cr_assert_eq(fl_model_report(g.m, 0)->count, 1);
	wr(&g, 0x1f00, 2);
	cr_assert_eq(fl_model_report(g.m, 0)->count, 2);
	cr_assert_not_null(strstr(fl_model_report(g.m, 0)->where, "host write 0x1f00"));
	rig_delete(&g);
}

/* Guide 11: reset values of some registers that print one. */
Test(model_chip, reset_values)
{
	struct rig g = {.m = fl_model_new("r580", NULL, NULL, 0)};

	cr_assert(rd(&g, R500_CP_ME_CNTL) & 1 << 30);
	cr_assert_eq(rd(&g, R500_CP_RB_CNTL), 0);
	cr_assert_eq(rd(&g, R500_CP_CSQ_CNTL), 0);
	cr_assert_eq(rd(&g, R500_SU_REG_DEST), 0xf);
	rig_delete(&g);
}

/* A read before the fence: what is queued is not there, every time, and the model says so. */
Test(model_chip, early_vram_read_is_reported)
{
	struct rig g = rig_running("r580");

	emit(&g, type0(R500_CP_GUI_SRC_ADDR, 3));
	emit(&g, g.base + RIG_RING_AT);
	emit(&g, g.base + 0x500000);
	emit(&g, 1u << 31 | 4);
	rig_kick(&g);
	cr_assert_eq(vram_rd(&g, 0x500000), 0);
	cr_assert(reported(&g, FL_WARN, "still works"));
	cr_assert(rig_idle(&g));
	cr_assert_eq(vram_rd(&g, 0x500000), type0(R500_CP_GUI_SRC_ADDR, 3));
	rig_delete(&g);
}

/* As a kernel driver leaves the card: nothing is busy, everything may be used at once. */
Test(model_chip, running)
{
	const struct fl_model_config cfg = {.vram_B = 16 << 20, .running = true};

	const struct mr500_variant *v;

	for (unsigned i = 0; (v = mr500_variant_at(i)); i++) {
		struct rig g = {.m = fl_model_new(v->name, &cfg, NULL, 0)};

		cr_assert_eq(rd(&g, R500_RBBM_STATUS), 64, "%s", v->name);
		cr_assert_eq(rd(&g, R500_GB_MSPOS0), 0x66666666, "%s", v->name);
		cr_assert_eq(rd(&g, R500_ISYNC_CNTL), 0x33, "%s", v->name);
		cr_assert_eq(rd(&g, R500_GA_ROUND_MODE), 5, "%s", v->name);
		no_reports(&g);
		rig_delete(&g);
	}
}
