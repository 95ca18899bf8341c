/* SPDX-License-Identifier: MIT
 *
 * Compute queues of the Sea Islands model: descriptors behind SRBM_GFX_CNTL, doorbells. What is written is
 * Linux's (cik_cp_compute_resume, cik_compute_set_wptr).
 */
#include "tests/unit/cik/test_model_rig.h"

/* ME 1, pipe 2, queue 3: a ring of 1024 dwords at 0x100000, doorbell 5. */
static struct cik_rig rig(uint32_t srbm)
{
	struct cik_rig g = cik_rig_running("bonaire");

	wr(&g, CIK_SRBM_GFX_CNTL, srbm);
	wr(&g, CIK_CP_HQD_PQ_BASE, 0x100000 >> 8);
	wr(&g, CIK_CP_HQD_PQ_CONTROL, 9 | 9 << 8);
	wr(&g, CIK_CP_HQD_PQ_RPTR_REPORT_ADDR, CIK_DATA_AT);
	wr(&g, CIK_CP_HQD_PQ_DOORBELL_CONTROL, 1u << 30 | 5 << 2);
	wr(&g, CIK_CP_HQD_ACTIVE, 1);
	wr(&g, CIK_SRBM_GFX_CNTL, 0);
	return g;
}

enum { QUEUE = 1 << 2 | 2 | 3 << 8 };

Test(cik_mec, doorbell)
{
	struct cik_rig g = rig(QUEUE);
	/* RELEASE_MEM: selects in the second dword, then address and data */
	static const uint32_t dw[] = {0xc0017900,       0x40, 0xcafe, 0xc0054900, 0x514, 1 << 29,
				      CIK_DATA_AT + 64, 0,    0x77,   0};

	for (unsigned i = 0; i < 10; i++)
		vram_wr(&g, 0x100000 + 4 * i, dw[i]);
	fl_model_doorbell(g.m, 4 * 5, 10);
	cr_assert(fl_model_wait(g.m));
	cr_assert_eq(rd(&g, CIK_SCRATCH_REG0), 0xcafe);
	cr_assert_eq(vram_rd(&g, CIK_DATA_AT + 64), 0x77);
	cr_assert_eq(vram_rd(&g, CIK_DATA_AT), 10, "the copy of the read pointer");
	cr_assert_eq(rd(&g, CIK_CP_HQD_ACTIVE), 0, "another queue is selected");
	wr(&g, CIK_SRBM_GFX_CNTL, QUEUE);
	cr_assert_eq(rd(&g, CIK_CP_HQD_PQ_RPTR), 10);
	cr_assert(rd(&g, CIK_CP_HQD_PQ_DOORBELL_CONTROL) & 1u << 31);
	no_reports(&g);
	fl_model_doorbell(g.m, 4 * 6, 11);
	cr_assert(reported(&g, FL_WARN, "doorbell 0x6 was rung"));
	/* given back, it keeps where it was */
	wr(&g, CIK_CP_HQD_DEQUEUE_REQUEST, 1);
	cr_assert_eq(rd(&g, CIK_CP_HQD_ACTIVE), 0);
	cr_assert_eq(rd(&g, CIK_CP_HQD_PQ_RPTR), 10);
	fl_model_delete(g.m);
}

/* A packet of the graphics ring is none here; and Bonaire has no second micro engine. */
Test(cik_mec, what_is_not_there)
{
	struct cik_rig g = rig(QUEUE);

	vram_wr(&g, 0x100000, 0xc0001200);
	vram_wr(&g, 0x100004, 0);
	fl_model_doorbell(g.m, 4 * 5, 2);
	cr_assert_not(fl_model_wait(g.m));
	cr_assert(reported(&g, FL_REFUSE, "another engine"));
	fl_model_delete(g.m);
	g = rig(2 << 2);
	cr_assert(reported(&g, FL_WARN, "this chip has 1"));
	fl_model_delete(g.m);
}
