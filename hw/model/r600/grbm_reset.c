/* SPDX-License-Identifier: MIT
 *
 * Soft resets (GRBM_SOFT_RESET, SRBM_SOFT_RESET) and status. A bit that is set keeps its block in reset until
 * it is cleared. Linux r600.c (r600_gpu_soft_reset, r600_gpu_check_soft_reset), r600d.h.
 */
#include "hw/model/r600/cp.h"
#include "hw/model/r600/dma.h"
#include "hw/model/r600/grbm.h"
#include "hw/model/r600/ih.h"
#include "hw/model/r600/mc.h"

void mr600_grbm_reset(struct mr600 *r)
{
	r->grbm->in_reset = r->grbm->srbm_in_reset = 0;
	r->grbm->pipe_hung = false;
}

/* Of the 3D engine, what the bits say; what is drawn and not flushed is lost. */
static void reset_engine(struct mr600 *r, uint32_t begin)
{
	const uint32_t front =
	    R600_GRBM_SOFT_RESET__SOFT_RESET_PA__MASK | R600_GRBM_SOFT_RESET__SOFT_RESET_SC__MASK |
	    R600_GRBM_SOFT_RESET__SOFT_RESET_SPI__MASK | R600_GRBM_SOFT_RESET__SOFT_RESET_VGT__MASK;
	const uint32_t shaders =
	    R600_GRBM_SOFT_RESET__SOFT_RESET_SH__MASK | R600_GRBM_SOFT_RESET__SOFT_RESET_SX__MASK |
	    R600_GRBM_SOFT_RESET__SOFT_RESET_TC__MASK | R600_GRBM_SOFT_RESET__SOFT_RESET_TA__MASK |
	    R600_GRBM_SOFT_RESET__SOFT_RESET_VC__MASK | R600_GRBM_SOFT_RESET__SOFT_RESET_SMX__MASK;

	if (begin & (front | R600_GRBM_SOFT_RESET__SOFT_RESET_SH__MASK)) {
		mr600_vgt_reset(r);
		r->grbm->pipe_hung = false;
	}
	if (begin & shaders)
		mr600_sq_reset(r);
	if (begin & (R600_GRBM_SOFT_RESET__SOFT_RESET_CB__MASK | R600_GRBM_SOFT_RESET__SOFT_RESET_DB__MASK))
		mr600_rb_reset(r);
}

/* SRBM_SOFT_RESET.SOFT_RESET_GRBM is all of it at once. */
static void reset_all(struct mr600 *r)
{
	mr600_cp_soft_reset(r);
	reset_engine(r, UINT32_MAX);
}

void mr600_soft_reset(struct mr600 *r, uint32_t value)
{
	struct mr600_grbm *b = r->grbm;
	uint32_t begin = value & ~b->in_reset;

	b->in_reset = value;
	if (!begin)
		return;
	if (begin & R600_GRBM_SOFT_RESET__SOFT_RESET_CP__MASK)
		mr600_cp_soft_reset(r);
	reset_engine(r, begin);
	r->dirty = MR600_DIRTY_ALL;
}

void mr600_srbm_soft_reset(struct mr600 *r, uint32_t value)
{
	struct mr600_grbm *b = r->grbm;
	uint32_t begin = value & ~b->srbm_in_reset;
	uint32_t dma = r->variant->r7xx ? R600_SRBM_SOFT_RESET__RV770_SOFT_RESET_DMA__MASK
					: R600_SRBM_SOFT_RESET__SOFT_RESET_DMA__MASK;

	b->srbm_in_reset = value;
	if (!begin)
		return;
	if (begin & R600_SRBM_SOFT_RESET__SOFT_RESET_GRBM__MASK)
		reset_all(r);
	if (begin & R600_SRBM_SOFT_RESET__SOFT_RESET_IH__MASK)
		mr600_ih_reset(r);
	if (begin & R600_SRBM_SOFT_RESET__SOFT_RESET_RLC__MASK)
		mr600_rlc_reset(r);
	if (begin & dma)
		mr600_dma_soft_reset(r);
	r->dirty = MR600_DIRTY_ALL;
}

/* ---- status -------------------------------------------------------------------------------------------- */
static bool engine_busy(const struct mr600 *r)
{
	return r->grbm->pipe_hung || mr600_drawing(r);
}

bool mr600_gui_active(const struct mr600 *r)
{
	return mr600_cp_busy(r) || engine_busy(r);
}

uint32_t mr600_grbm_status(const struct mr600 *r)
{
	bool cp = mr600_cp_busy(r), engine = engine_busy(r);
	uint32_t s = R600_GRBM_STATUS__CMDFIFO_AVAIL(r->grbm->pipe_hung ? 0 : 16);

	if (cp)
		s |= R600_GRBM_STATUS__CP_BUSY__MASK;
	if (engine)
		s |= R600_GRBM_STATUS__VGT_BUSY__MASK | R600_GRBM_STATUS__VGT_BUSY_NO_DMA__MASK |
		     R600_GRBM_STATUS__PA_BUSY__MASK | R600_GRBM_STATUS__SC_BUSY__MASK |
		     R600_GRBM_STATUS__SPI03_BUSY__MASK | R600_GRBM_STATUS__SH_BUSY__MASK |
		     R600_GRBM_STATUS__SX_BUSY__MASK | R600_GRBM_STATUS__DB03_BUSY__MASK |
		     R600_GRBM_STATUS__CB03_BUSY__MASK;
	else
		s |= R600_GRBM_STATUS__DB03_CLEAN__MASK | R600_GRBM_STATUS__CB03_CLEAN__MASK;
	return cp || engine ? s | R600_GRBM_STATUS__GUI_ACTIVE__MASK : s;
}

uint32_t mr600_grbm_status2(const struct mr600 *r)
{
	if (!engine_busy(r))
		return R600_GRBM_STATUS2__CR_CLEAN__MASK | R600_GRBM_STATUS2__SMX_CLEAN__MASK;
	return R600_GRBM_STATUS2__SPI0_BUSY__MASK | R600_GRBM_STATUS2__DB0_BUSY__MASK |
	       R600_GRBM_STATUS2__CB0_BUSY__MASK;
}

uint32_t mr600_srbm_status(const struct mr600 *r)
{
	uint32_t s = 0;

	if (r->mc->never_idle)
		s |= R600_SRBM_STATUS__MCB_BUSY__MASK | R600_SRBM_STATUS__MCDZ_BUSY__MASK |
		     R600_SRBM_STATUS__MCDY_BUSY__MASK | R600_SRBM_STATUS__MCDX_BUSY__MASK |
		     R600_SRBM_STATUS__MCDW_BUSY__MASK;
	if (mr600_dma_busy(r))
		s |= R600_SRBM_STATUS__PDMA_BUSY__MASK;
	if (mr600_gui_active(r))
		s |= R600_SRBM_STATUS__GRBM_RQ_PENDING__MASK;
	return s;
}
