/* SPDX-License-Identifier: MIT
 *
 * A chip that is busy because something does not come says what it waits for, where the host waits for it.
 */
#include "tests/unit/r500/test_model_rig.h"

static void waits(struct rig *g, enum fl_severity severity, const char *what)
{
	rig_kick(g);
	cr_expect(!fl_model_wait(g->m), "%s: the chip is idle", what);
	cr_expect(reported(g, severity, what), "no report says: %s; but %s", what,
		  fl_model_report(g->m, 0) ? fl_model_report(g->m, 0)->text : "nothing");
	rig_delete(g);
}

Test(waits, packet_without_its_end)
{
	struct rig g = rig_running("r580");

	emit(&g, type0(R500_SCRATCH_REG(0), 3));
	emit(&g, 1);
	waits(&g, FL_WARN, "waits for 2 of its 3 dwords");
}

Test(waits, rectangle_without_host_data)
{
	struct rig g = rig_running("r580");

	emit_reg(
	    &g, R500_DP_GUI_MASTER_CNTL,
	    R500_DP_GUI_MASTER_CNTL__GMC_BRUSH_DATATYPE(15) | R500_DP_GUI_MASTER_CNTL__GMC_DST_DATATYPE(6) |
		R500_DP_GUI_MASTER_CNTL__GMC_SRC_DATATYPE(3) | R500_DP_GUI_MASTER_CNTL__GMC_SRC_SOURCE(3) |
		R500_DP_GUI_MASTER_CNTL__GMC_ROP3(0xcc) | R500_DP_GUI_MASTER_CNTL__GMC_CLR_CMP_CNTL_DIS(1));
	emit_reg(&g, R500_DST_PITCH_OFFSET, 1u << 22 | (g.base + 0x400000) >> 10);
	emit_reg(&g, R500_DP_CNTL, 3);
	emit_reg(&g, R500_DST_Y_X, 0);
	emit_reg(&g, R500_DST_HEIGHT_WIDTH, 4u << 16 | 4);
	emit_reg(&g, R500_HOST_DATA(0), 1);
	waits(&g, FL_WARN, "4 x 4 pixels waits for 15 of its 16 dwords");
}

Test(waits, semaphore_in_memory)
{
	struct rig g = rig_running("r580");

	vram_wr(&g, 0x400000, 1);
	vram_wr(&g, 0x400004, 2);
	emit(&g, type3(R500_PKT3_WAIT_MEM, 2));
	emit(&g, g.base + 0x400000);
	emit(&g, 2);
	waits(&g, FL_NOTE, "which is taken");
}

Test(waits, commands_of_an_aperture)
{
	struct rig g = rig_running("r580");

	const uint32_t dw[] = {type0(R500_CP_IB_BASE, 1), 0, type0(R500_CP_IB_BUFSZ, 1), 8};

	wr(&g, R500_CP_CSQ_CNTL, 0);
	wr(&g, R500_CP_CSQ_CNTL, 15u << 28); /* all streams by PIO */
	for (unsigned i = 0; i < 4; i++)
		wr(&g, R500_CP_CSQ_APER_PRIMARY(i), dw[i]);
	waits(&g, FL_WARN, "8 of its 8 dwords, which come through its aperture");
}

Test(waits, held_in_reset)
{
	struct rig g = rig_running("r580");

	wr(&g, R500_CP_CSQ_CNTL, 0);
	wr(&g, R500_RBBM_SOFT_RESET, R500_RBBM_SOFT_RESET__SOFT_RESET_CP(1));
	wr(&g, R500_CP_CSQ_CNTL, 4u << 28);
	emit_reg(&g, R500_SCRATCH_REG(0), 1);
	g.wptr = 2;
	waits(&g, FL_NOTE, "held in reset");
}
