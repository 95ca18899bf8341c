/* SPDX-License-Identifier: MIT
 *
 * RBBM_SOFT_RESET and RBBM_STATUS. A bit that is set keeps its block in reset until it is cleared. R5xx guide
 * 5.8, 10.1.9, 10.1.11; bits: Linux radeon r300d.h, rv515d.h.
 */
#include "hw/model/r500/rbbm.h"
#include "hw/model/r500/cp.h"

bool mr500_in_reset(const struct mr500 *r, uint32_t soft_reset_mask)
{
	return r->rbbm->in_reset & soft_reset_mask;
}

void mr500_rbbm_reset(struct mr500 *r)
{
	mr500_pipes_reset(r);
	r->rbbm->in_reset = 0;
	r->rbbm->int_status = 0;
	r->rbbm->pipe_busy_until_us = 0;
	r->rbbm->pipe_hung = false;
}

void mr500_soft_reset(struct mr500 *r, uint32_t value)
{
	struct mr500_rbbm *b = r->rbbm;
	uint32_t begin = value & ~b->in_reset;

	b->in_reset = value;
	if (begin & R500_RBBM_SOFT_RESET__SOFT_RESET_MC__MASK && r->variant->kind != MR500_KIND_R5XX)
		mr500_report(
		    r, FL_WARN, "RBBM", "Linux radeon r300_asic_reset",
		    "RBBM_SOFT_RESET.SOFT_RESET_MC: nothing resets the memory controller of R3xx and "
		    "R4xx; VAP, GA and CP are all that Linux does");
	if (begin)
		mr500_pipes_capture(r);
	if (begin &
	    (R500_RBBM_SOFT_RESET__SOFT_RESET_CP__MASK | R500_RBBM_SOFT_RESET__SOFT_RESET_CP_NO_DMA__MASK))
		mr500_cp_soft_reset(r);
	if (begin &
	    (R500_RBBM_SOFT_RESET__SOFT_RESET_CP__MASK | R500_RBBM_SOFT_RESET__SOFT_RESET_CP_DMA__MASK))
		mr500_cp_dma_reset(r);
	if (begin & R500_RBBM_SOFT_RESET__SOFT_RESET_VAP__MASK) {
		mr500_cp_drop_draw(r);
		mr500_vap_reset(r);
	}
	/* RE is SC, SU and RS; GA deletes what is pending and its register interface (10.2.1) */
	if (begin & (R500_RBBM_SOFT_RESET__SOFT_RESET_RE__MASK | R500_RBBM_SOFT_RESET__SOFT_RESET_GA__MASK))
		mr500_ga_reset(r);
	if (begin & R500_RBBM_SOFT_RESET__SOFT_RESET_PP__MASK) {
		mr500_us_reset(r);
		mr500_tx_reset(r);
	}
	if (begin & R500_RBBM_SOFT_RESET__SOFT_RESET_E2__MASK)
		mr500_e2_reset(r);
	if (begin & R500_RBBM_SOFT_RESET__SOFT_RESET_RB__MASK)
		mr500_rb_reset(r);
	if (begin)
		r->dirty = MR500_DIRTY_ALL;
}

uint32_t mr500_rbbm_status(const struct mr500 *r)
{
	const struct mr500_rbbm *b = r->rbbm;
	bool cp = mr500_cp_busy(r), vap = mr500_cp_draw_open(r), e2 = mr500_e2_busy(r);
	bool ga = mr500_ga_busy(r) || b->pipe_hung || r->base.now_us < b->pipe_busy_until_us;
	uint32_t s = b->pipe_hung ? 0 : cp ? 48 : 64; /* CMDFIFO_AVAIL */

	if (cp)
		s |= R500_RBBM_STATUS__CP_CMDSTRM_BUSY__MASK | R500_RBBM_STATUS__CPRQ_ON_RBB__MASK;
	if (vap)
		s |= R500_RBBM_STATUS__VAP_BUSY__MASK | R500_RBBM_STATUS__VAP_VF_BUSY__MASK;
	if (ga)
		s |= R500_RBBM_STATUS__GA_BUSY__MASK | R500_RBBM_STATUS__RE_BUSY__MASK |
		     R500_RBBM_STATUS__RB3D_BUSY__MASK;
	if (b->pipe_hung)
		s |= R500_RBBM_STATUS__VAP_BUSY__MASK;
	if (e2)
		s |= R500_RBBM_STATUS__E2_BUSY__MASK | R500_RBBM_STATUS__RB2D_BUSY__MASK;
	if (cp || vap || ga || e2 || b->pipe_hung)
		s |= R500_RBBM_STATUS__GUI_ACTIVE__MASK;
	return s;
}
