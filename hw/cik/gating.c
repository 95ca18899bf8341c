/* SPDX-License-Identifier: MIT
 *
 * Step: gating. What switches the clocks and the power of idle blocks off is itself off: a card that is
 * being tried answers the same way every time. Linux cik_enable_cgcg(), cik_enable_mgcg(), cik_fini_pg(), in
 * their "off" direction, and no more: clocks and voltages stay as they are.
 */
#include "hw/cik/card.h"
#include "hw/regs/cik.h"

/* To be 0; to be 1. */
static const struct row {
	uint32_t reg, off, on;
} rows[] = {
    {CIK_RLC_PG_CNTL,
     CIK_RLC_PG_CNTL__GFX_POWER_GATING_ENABLE__MASK | CIK_RLC_PG_CNTL__DYN_PER_CU_PG_ENABLE__MASK |
	 CIK_RLC_PG_CNTL__STATIC_PER_CU_PG_ENABLE__MASK,
     0},
    {CIK_RLC_AUTO_PG_CTRL, CIK_RLC_AUTO_PG_CTRL__AUTO_PG_EN__MASK, 0},
    {CIK_RLC_CGCG_CGLS_CTRL, CIK_RLC_CGCG_CGLS_CTRL__CGCG_EN__MASK | CIK_RLC_CGCG_CGLS_CTRL__CGLS_EN__MASK,
     0},
    {CIK_RLC_CGTT_MGCG_OVERRIDE, 0,
     CIK_RLC_CGTT_MGCG_OVERRIDE__CPF_CGTT_SCLK_OVERRIDE__MASK |
	 CIK_RLC_CGTT_MGCG_OVERRIDE__RLC_CGTT_SCLK_OVERRIDE__MASK},
    {CIK_RLC_MEM_SLP_CNTL, CIK_RLC_MEM_SLP_CNTL__RLC_MEM_LS_EN__MASK, 0},
    {CIK_CP_MEM_SLP_CNTL, CIK_CP_MEM_SLP_CNTL__CP_MEM_LS_EN__MASK, 0},
    {CIK_CGTS_SM_CTRL_REG, 0, CIK_CGTS_SM_CTRL_REG__OVERRIDE__MASK | CIK_CGTS_SM_CTRL_REG__LS_OVERRIDE__MASK},
};

enum fl_code cik_gating(struct fl_bringup *up, struct fl_err *err)
{
	struct fl_dev *d = up->dev;
	unsigned was_on = 0;

	/* Nobody hears that the engine is idle: cik_enable_gui_idle_interrupt(). */
	fl_mask32(d, CIK_CP_INT_CNTL_RING0,
		  CIK_CP_INT_CNTL_RING0__CNTX_BUSY_INT_ENABLE__MASK |
		      CIK_CP_INT_CNTL_RING0__CNTX_EMPTY_INT_ENABLE__MASK,
		  0);
	for (unsigned i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const struct row *r = &rows[i];
		uint32_t old = fl_read32(d, r->reg), want = (old & ~r->off) | r->on, got;

		if (old == want)
			continue;
		was_on++;
		fl_write32(d, r->reg, want);
		got = fl_read32(d, r->reg);
		if ((got ^ want) & (r->off | r->on))
			return fl_fail(err, FL_FAILED, "0x%05x reads 0x%08x after 0x%08x was written: %s",
				       r->reg, got, want, "the gating of clocks stays on");
	}
	fl_did(up, "%u of %u kinds of clock and power gating switched off, the others were", was_on,
	       (unsigned)(sizeof(rows) / sizeof(*rows)));
	return FL_OK;
}
