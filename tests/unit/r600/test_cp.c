/* SPDX-License-Identifier: MIT
 *
 * The R6xx command processor's frame: microcode, ring, indirect buffers, and what is malformed.
 */
#include "tests/unit/r600/test_model_rig.h"

static const uint32_t ME_INITIALIZE[] = {R600_TYPE3(R600_PKT3_ME_INITIALIZE, 6), 1, 0, 7, 1 << 16, 0, 0};

#define SCRATCH R600_SCRATCH_REG0

Test(r600_cp, ring_runs_on_each_chip)
{
	const char *const *name = fl_model_chips();
	unsigned n = 0;

	for (; *name; name++) {
		struct r600_rig g;

		if (strcmp(*name, "rv610") && strcmp(*name, "rv670") && strcmp(*name, "rv770") &&
		    strcmp(*name, "rv710") && strcmp(*name, "r600"))
			continue;
		g = r600_rig_running(*name);
		emit_config(&g, SCRATCH, 0xcafe0000);
		kick(&g);
		cr_assert(idle(&g));
		cr_assert_eq(rd(&g, SCRATCH), 0xcafe0000, "%s", *name);
		cr_assert_eq(rd(&g, R600_CP_RB_RPTR), g.wptr);
		no_reports(&g);
		fl_model_delete(g.m);
		n++;
	}
	cr_assert_eq(n, 5);
}

/* Linux r600_cp_load_microcode: sizes of both images; half an image is none. */
Test(r600_cp, microcode_is_wanted_whole)
{
	for (unsigned i = 0; i < 2; i++) {
		struct r600_rig g = r600_rig_posted("rv770", true);

		r600_rig_load(&g, "rv770");
		wr(&g, R600_GRBM_SOFT_RESET, 0);
		fl_model_reset(g.m); /* what was loaded is gone */
		g = (struct r600_rig){.m = g.m, .base = g.base, .r7xx = true};
		fl_model_cfg_write(g.m, 4, 2, 7);
		wr(&g, R600_CP_ME_CNTL, R600_CP_ME_CNTL__ME_HALT(1));
		wr(&g, R600_CP_PFP_UCODE_ADDR, 0);
		for (unsigned k = 0; i && k < 848; k++)
			wr(&g, R600_CP_PFP_UCODE_DATA, k);
		r600_rig_ring(&g);
		emit_all(&g, ME_INITIALIZE, 7);
		kick(&g);
		cr_assert_not(idle(&g));
		cr_assert(
		    reported(&g, FL_REFUSE, i ? "microengine has no microcode" : "prefetch parser has no"));
		fl_model_delete(g.m);
	}
}

Test(r600_cp, microcode_reads_back)
{
	static uint32_t dw[1792 * 3];
	struct r600_rig g = r600_rig_posted("r600", true);
	unsigned n;

	r600_rig_load(&g, "r600");
	n = r600_rig_image("r600", 1, dw, 1792 * 3);
	cr_assert_eq(n, 1792 * 3);
	wr(&g, R600_CP_ME_RAM_RADDR, 0);
	for (unsigned i = 0; i < n; i++)
		cr_assert_eq(rd(&g, R600_CP_ME_RAM_DATA), dw[i]);
	n = r600_rig_image("r600", 0, dw, 1792 * 3);
	cr_assert_eq(n, 576);
	wr(&g, R600_CP_PFP_UCODE_ADDR, 0);
	for (unsigned i = 0; i < n; i++)
		cr_assert_eq(rd(&g, R600_CP_PFP_UCODE_DATA), dw[i]);
	no_reports(&g);
	wr(&g, R600_CP_ME_CNTL, 0xff);
	wr(&g, R600_CP_ME_RAM_WADDR, 0);
	wr(&g, R600_CP_ME_RAM_DATA, 1);
	cr_assert(reported(&g, FL_WARN, "while the microengine runs"));
	fl_model_delete(g.m);
}

Test(r600_cp, first_packet_initializes)
{
	struct r600_rig g = r600_rig_posted("rv770", true);

	r600_rig_load(&g, "rv770");
	r600_rig_ring(&g);
	emit_config(&g, SCRATCH, 1);
	kick(&g);
	cr_assert_not(idle(&g));
	cr_assert_eq(rd(&g, SCRATCH), 0);
	cr_assert(reported(&g, FL_REFUSE, "before ME_INITIALIZE"));
	fl_model_delete(g.m);
}

/* What hangs does so at its place, with a report, and the host sees it busy; a reset ends it. */
static void expect_hang(const char *chip, const uint32_t *dw, unsigned n, const char *text)
{
	struct r600_rig g = r600_rig_running(chip);

	emit_all(&g, dw, n);
	emit_config(&g, SCRATCH, 0x600d);
	kick(&g);
	cr_assert_not(idle(&g), "%s", text);
	cr_assert_not(fl_model_wait(g.m));
	cr_assert_eq(rd(&g, SCRATCH), 0, "%s", text);
	cr_assert(reported(&g, FL_REFUSE, text), "%s", text);
	wr(&g, R600_GRBM_SOFT_RESET, R600_GRBM_SOFT_RESET__SOFT_RESET_CP(1));
	wr(&g, R600_GRBM_SOFT_RESET, 0);
	cr_assert(idle(&g));
	cr_assert_eq(rd(&g, R600_CP_RB_RPTR), 0);
	fl_model_delete(g.m);
}
#define HANG(chip, text, ...) \
	expect_hang(chip, (const uint32_t[]){__VA_ARGS__}, sizeof((uint32_t[]){__VA_ARGS__}) / 4, text)

Test(r600_cp, malformed)
{
	HANG("rv770", "no such opcode", R600_TYPE3(0x7f, 1), 0);
	HANG("rv770", "no packets of type 1", 1u << 30, 0, 0);
	HANG("rv770", "no source tells", R600_TYPE3(R600_PKT3_COND_EXEC, 1), 0);
	HANG("rv770", "R7xx do not have it", R600_TYPE3(R600_PKT3_START_3D_CMDBUF, 1), 0);
	HANG("rv670", "R6xx do not have it", R600_TYPE3(R600_PKT3_PFP_SYNC_ME, 1), 0);
	HANG("rv770", "past the end of its space", R600_TYPE3(R600_PKT3_SET_CONFIG_REG, 3), 0xaff, 0, 0);
	HANG("rv770", "do not fit", R600_TYPE3(R600_PKT3_SURFACE_SYNC, 3), 0, 0, 0);
	HANG("rv770", "do not fit", R600_TYPE3(R600_PKT3_WAIT_REG_MEM, 6), 7, 0, 0, 0, 0, 0);
	HANG("rv770", "not aligned to 8 bytes", R600_TYPE3(R600_PKT3_MEM_WRITE, 4), 4, 0, 0, 0);
}

Test(r600_cp, not_of_microcode_that_is_lost)
{
	struct r600_rig g = r600_rig_posted("rv770", true);

	cr_assert(fl_model_break(g.m, "no-microcode-ram"));
	r600_rig_load(&g, "rv770");
	r600_rig_ring(&g);
	emit_all(&g, ME_INITIALIZE, 7);
	kick(&g);
	cr_assert_not(idle(&g));
	fl_model_delete(g.m);
}

/* ---- indirect buffers ---------------------------------------------------------------------------------- */
static void ib(struct r600_rig *g, uint32_t at, const uint32_t *dw, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		vram_wr(g, at + 4 * i, dw[i]);
}

Test(r600_cp, indirect_buffers_nest)
{
	struct r600_rig g = r600_rig_running("rv770");
	const uint32_t inner[] = {R600_TYPE3(R600_PKT3_SET_CONFIG_REG, 2), R600_CONFIG(SCRATCH), 0x11};
	const uint32_t outer[] = {R600_TYPE3(R600_PKT3_INDIRECT_BUFFER, 3), g.base + R600_IB_AT,      0,   3,
				  R600_TYPE3(R600_PKT3_SET_CONFIG_REG, 2),  R600_CONFIG(SCRATCH + 4), 0x22};

	ib(&g, R600_IB_AT, inner, 3);
	ib(&g, R600_IB_AT + 0x1000, outer, 7);
	emit(&g, R600_TYPE3(R600_PKT3_INDIRECT_BUFFER, 3));
	emit(&g, g.base + R600_IB_AT + 0x1000);
	emit(&g, 0);
	emit(&g, 7);
	emit_config(&g, SCRATCH + 8, 0x33);
	kick(&g);
	cr_assert(idle(&g));
	cr_assert_eq(rd(&g, SCRATCH), 0x11);
	cr_assert_eq(rd(&g, SCRATCH + 4), 0x22);
	cr_assert_eq(rd(&g, SCRATCH + 8), 0x33);
	no_reports(&g);
	/* a third level there is not */
	vram_wr(&g, R600_IB_AT, R600_TYPE3(R600_PKT3_INDIRECT_BUFFER, 3));
	emit(&g, R600_TYPE3(R600_PKT3_INDIRECT_BUFFER, 3));
	emit(&g, g.base + R600_IB_AT + 0x1000);
	emit(&g, 0);
	emit(&g, 7);
	vram_wr(&g, R600_IB_AT + 0x1000 + 12, 4);
	kick(&g);
	cr_assert_not(idle(&g));
	cr_assert(reported(&g, FL_REFUSE, "in indirect buffer 2"));
	fl_model_delete(g.m);
}

Test(r600_cp, indirect_buffer_that_ends_in_a_packet)
{
	struct r600_rig g = r600_rig_running("rv770");

	vram_wr(&g, R600_IB_AT, R600_TYPE3(R600_PKT3_SET_CONFIG_REG, 2));
	emit(&g, R600_TYPE3(R600_PKT3_INDIRECT_BUFFER, 3));
	emit(&g, g.base + R600_IB_AT);
	emit(&g, 0);
	emit(&g, 2);
	kick(&g);
	cr_assert_not(idle(&g));
	cr_assert(reported(&g, FL_REFUSE, "the indirect buffer ends inside it"));
	fl_model_delete(g.m);
}

/* Memory of the host needs bus mastering; where nothing is, the chip hangs. */
Test(r600_cp, fetches_from_nowhere)
{
	struct r600_rig g = r600_rig_running("rv770");

	emit(&g, R600_TYPE3(R600_PKT3_INDIRECT_BUFFER, 3));
	emit(&g, 0x10000000);
	emit(&g, 0);
	emit(&g, 4);
	kick(&g);
	cr_assert_not(idle(&g));
	cr_assert(reported(&g, FL_REFUSE, "indirect buffer at 0x10000000"));
	fl_model_delete(g.m);
}

/* The host's copy of the read pointer. */
Test(r600_cp, read_pointer_is_told)
{
	struct r600_rig g = r600_rig_running("rv770");

	wr(&g, R600_CP_RB_RPTR_ADDR, g.base + R600_DATA_AT);
	wr(&g, R600_CP_RB_RPTR_ADDR_HI, 0);
	wr(&g, R600_CP_RB_CNTL, R600_CP_RB_CNTL__RB_BLKSZ(9) | R600_CP_RB_CNTL__RB_BUFSZ(9));
	emit(&g, R600_TYPE3(R600_PKT3_NOP, 1));
	emit(&g, 0);
	kick(&g);
	cr_assert(idle(&g));
	cr_assert_eq(vram_rd(&g, R600_DATA_AT), g.wptr);
	no_reports(&g);
	fl_model_delete(g.m);
}
