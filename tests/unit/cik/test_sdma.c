/* SPDX-License-Identifier: MIT
 *
 * SDMA of the Sea Islands model: every packet whose length is known, on both engines. Bodies are Linux's
 * (cik_sdma.c).
 */
#include "tests/unit/cik/test_model_rig.h"

enum { RING_AT = 0x120000, ENGINE = 0x800 };

static bool send(struct cik_rig *g, unsigned e, const uint32_t *dw, unsigned n)
{
	uint32_t at = rd(g, CIK_SDMA0_GFX_RB_WPTR + ENGINE * e);

	wr(g, CIK_SDMA0_GFX_RB_BASE + ENGINE * e, RING_AT >> 8);
	wr(g, CIK_SDMA0_GFX_RB_CNTL + ENGINE * e, 10 << 1 | 1);
	for (unsigned i = 0; i < n; i++)
		vram_wr(g, RING_AT + at + 4 * i, dw[i]);
	wr(g, CIK_SDMA0_GFX_RB_WPTR + ENGINE * e, at + 4 * n);
	return fl_model_wait(g->m);
}
#define SEND(g, e, ...) send(g, e, (const uint32_t[]){__VA_ARGS__}, sizeof((uint32_t[]){__VA_ARGS__}) / 4)

Test(cik_sdma, packets)
{
	for (unsigned e = 0; e < 2; e++) {
		struct cik_rig g = cik_rig_running("hawaii");
		const uint32_t d = CIK_DATA_AT;

		cr_assert(SEND(&g, e, 11 | 2u << 30, d, 0, 0xabcd, 0x1800));
		cr_assert_eq(vram_rd(&g, d + 0x17fc), 0xabcd);
		cr_assert_eq(vram_rd(&g, d + 0x1800), 0);
		cr_assert(SEND(&g, e, 2, d + 4, 0, 2, 0x11, 0x22));
		cr_assert_eq(vram_rd(&g, d + 8), 0x22);
		cr_assert(SEND(&g, e, 1, 0x1400, 0, d, 0, d + 0x4000, 0));
		cr_assert_eq(vram_rd(&g, d + 0x4008), 0x22);
		cr_assert_eq(vram_rd(&g, d + 0x4000 + 0x13fc), 0xabcd);
		cr_assert(SEND(&g, e, 5, d, 0, 0x55));
		cr_assert_eq(vram_rd(&g, d), 0x55);
		/* entries: value + i * increment, and flags */
		cr_assert(SEND(&g, e, 12, d + 0x100, 0, 0x61, 0, 0x400000, 0, 0x1000, 0, 3));
		cr_assert_eq(vram_rd(&g, d + 0x110), 0x402061);
		cr_assert(SEND(&g, e, 14 | 0xf000u << 16, CIK_SCRATCH_REG0 / 4, 0x99));
		cr_assert_eq(rd(&g, CIK_SCRATCH_REG0), 0x99);
		/* the flush of HDP: done register first, then the one that asks */
		cr_assert(SEND(&g, e, 8 | (1 << 10 | 3 << 12) << 16, CIK_GPU_HDP_FLUSH_DONE,
			       CIK_GPU_HDP_FLUSH_REQ, 1 << 10, 1 << 10, 0xfff << 16 | 10));
		cr_assert(SEND(&g, e, 6, 0, 3u << 16, 1, 2, 3));
		cr_assert_eq(rd(&g, CIK_SDMA0_GFX_RB_RPTR + ENGINE * e),
			     rd(&g, CIK_SDMA0_GFX_RB_WPTR + ENGINE * e));
		no_reports(&g);
		cr_assert_not(SEND(&g, e, 1 | 5 << 8, 0, 0));
		cr_assert(reported(&g, FL_REFUSE, "malformed packet"));
		fl_model_delete(g.m);
	}
}

/* It waits for memory; and for its microcode, 1050 dwords. */
Test(cik_sdma, waits)
{
	struct cik_rig g = cik_rig_running("bonaire");

	cr_assert_not(SEND(&g, 0, 8 | (3u << 12 | 1u << 15) << 16, CIK_DATA_AT, 0, 5, 0xff, 10));
	vram_wr(&g, CIK_DATA_AT, 5);
	cr_assert(fl_model_wait(g.m));
	no_reports(&g);
	fl_model_delete(g.m);

	g = cik_rig_posted("bonaire");
	wr(&g, CIK_MC_VM_SYSTEM_APERTURE_HIGH_ADDR, 0xfff);
	wr(&g, CIK_SDMA0_F32_CNTL, 0);
	cr_assert_not(SEND(&g, 0, 5, CIK_DATA_AT, 0, 7));
	cr_assert(reported(&g, FL_REFUSE, "has no microcode"));
	wr(&g, CIK_SDMA0_UCODE_ADDR, 0);
	for (unsigned i = 0; i < 1050; i++)
		wr(&g, CIK_SDMA0_UCODE_DATA, i);
	cr_assert(fl_model_wait(g.m));
	cr_assert_eq(vram_rd(&g, CIK_DATA_AT), 7);
	fl_model_delete(g.m);
}
