/* SPDX-License-Identifier: MIT
 *
 * Step: reset. Which blocks, and in which order, is Linux's (cik_gpu_check_soft_reset(),
 * cik_gpu_soft_reset()): those that are busy though nobody gives them work, and those that hang with them.
 */
#include "hw/cik/crtc.h"
#include "hw/cik/mc.h"
#include "hw/cik/status.h"
#include "hw/regs/cik.h"

#define G(name)      CIK_GRBM_STATUS__##name##__MASK
#define S(name)      CIK_SRBM_STATUS__##name##__MASK
#define RESET(name)  CIK_GRBM_SOFT_RESET__SOFT_RESET_##name(1)
#define SRESET(name) CIK_SRBM_SOFT_RESET__SOFT_RESET_##name(1)

enum {
	BUSY_3D = G(PA_BUSY) | G(SC_BUSY) | G(BCI_BUSY) | G(SX_BUSY) | G(TA_BUSY) | G(VGT_BUSY) | G(DB_BUSY) |
		  G(CB_BUSY) | G(GDS_BUSY) | G(SPI_BUSY) | G(IA_BUSY) | G(IA_BUSY_NO_DMA),
	BUSY_CP = G(CP_BUSY) | G(CP_COHERENCY_BUSY),
	BLACKOUT = 1,
	STOP_US = 50, /* what the command processor has begun comes to its end */
	PULSE_US = 50,
	SETTLE_US = 1000,
	WAIT_US = 100000,
	QUEUES = 8,
	PIPES = 4,
};

bool cik_reset_wanted(const struct cik_card *c, uint32_t *grbm, uint32_t *srbm)
{
	struct fl_dev *d = c->up.dev;
	uint32_t busy = fl_read32(d, CIK_GRBM_STATUS), sys = fl_read32(d, CIK_SRBM_STATUS);
	uint32_t sys2 = fl_read32(d, CIK_SRBM_STATUS2);

	*grbm = *srbm = 0;
	if (busy & BUSY_3D || busy & BUSY_CP)
		*grbm |= RESET(CP) | RESET(GFX);
	if (busy & BUSY_CP)
		*srbm |= SRESET(GRBM);
	if (CIK_GRBM_STATUS2__RLC_BUSY__GET(fl_read32(d, CIK_GRBM_STATUS2)))
		*grbm |= RESET(RLC);
	if (!CIK_SDMA0_STATUS_REG__IDLE__GET(fl_read32(d, CIK_SDMA0_STATUS_REG)) ||
	    CIK_SRBM_STATUS2__SDMA_BUSY__GET(sys2))
		*srbm |= SRESET(SDMA);
	if (!CIK_SDMA0_STATUS_REG__IDLE__GET(fl_read32(d, CIK_SDMA1_STATUS_REG)) ||
	    CIK_SRBM_STATUS2__SDMA1_BUSY__GET(sys2))
		*srbm |= SRESET(SDMA1);
	if (sys & S(IH_BUSY))
		*srbm |= SRESET(IH);
	if (sys & S(SEM_BUSY))
		*srbm |= SRESET(SEM);
	if (sys & S(GRBM_RQ_PENDING))
		*srbm |= SRESET(GRBM);
	if (sys & S(VMC_BUSY))
		*srbm |= SRESET(VMC);
	/* The memory controller is busy as long as a display reads: it is never reset, or memory is gone. */
	return *grbm || *srbm;
}

/* Compute queues give up what they have: cik_compute_stop(). */
static void queues_off(struct fl_dev *d, const struct cik_family_info *f)
{
	for (unsigned i = 0; i < f->mecs * PIPES * QUEUES; i++) {
		struct fl_err ignored;

		fl_write32(d, CIK_SRBM_GFX_CNTL,
			   CIK_SRBM_GFX_CNTL__MEID(1 + i / (PIPES * QUEUES)) |
			       CIK_SRBM_GFX_CNTL__PIPEID(i / QUEUES % PIPES) |
			       CIK_SRBM_GFX_CNTL__QUEUEID(i % QUEUES));
		if (!CIK_CP_HQD_ACTIVE__ACTIVE__GET(fl_read32(d, CIK_CP_HQD_ACTIVE)))
			continue;
		fl_write32(d, CIK_CP_HQD_DEQUEUE_REQUEST, 1);
		fl_poll32(d, CIK_CP_HQD_ACTIVE, CIK_CP_HQD_ACTIVE__ACTIVE__MASK, 0, WAIT_US, "queue given up",
			  "CP_HQD_ACTIVE", &ignored);
		fl_write32(d, CIK_CP_HQD_DEQUEUE_REQUEST, 0);
		fl_write32(d, CIK_CP_HQD_PQ_RPTR, 0);
		fl_write32(d, CIK_CP_HQD_PQ_WPTR, 0);
	}
	fl_write32(d, CIK_SRBM_GFX_CNTL, 0);
}

void cik_engines_off(struct fl_dev *d, const struct cik_family_info *f)
{
	cik_cp_off(d);
	queues_off(d, f);
	fl_write32(d, CIK_CP_MEC_CNTL, CIK_CP_MEC_CNTL__MEC_ME1_HALT(1) | CIK_CP_MEC_CNTL__MEC_ME2_HALT(1));
	fl_mask32(d, CIK_SDMA0_GFX_RB_CNTL, CIK_SDMA0_GFX_RB_CNTL__RB_ENABLE__MASK, 0);
	fl_mask32(d, CIK_SDMA1_GFX_RB_CNTL, CIK_SDMA0_GFX_RB_CNTL__RB_ENABLE__MASK, 0);
	fl_mask32(d, CIK_SDMA0_F32_CNTL, CIK_SDMA0_F32_CNTL__HALT__MASK, CIK_SDMA0_F32_CNTL__HALT(1));
	fl_mask32(d, CIK_SDMA1_F32_CNTL, CIK_SDMA0_F32_CNTL__HALT__MASK, CIK_SDMA0_F32_CNTL__HALT(1));
	fl_write32(d, CIK_RLC_CNTL, 0);
	fl_delay_us(d, STOP_US);
}

static enum fl_code sequence(struct cik_card *c, uint32_t grbm, uint32_t srbm, struct fl_err *err)
{
	struct fl_dev *d = c->up.dev;
	uint32_t before = fl_read32(d, CIK_GRBM_STATUS), after;
	struct fl_err ignored;
	char text[160];

	cik_engines_off(d, c->family);
	cik_displays_stop(d, c->family->displays);
	cik_mc_wait_idle(d, WAIT_US, &ignored);
	/* Nobody reaches memory meanwhile: evergreen_mc_stop(). */
	fl_write32(d, CIK_BIF_FB_EN, 0);
	fl_mask32(d, CIK_MC_SHARED_BLACKOUT_CNTL, CIK_MC_SHARED_BLACKOUT_CNTL__BLACKOUT_MODE__MASK,
		  CIK_MC_SHARED_BLACKOUT_CNTL__BLACKOUT_MODE(BLACKOUT));
	fl_delay_us(d, 100);
	cik_mc_wait_idle(d, WAIT_US, &ignored); /* it may be what is stuck: go on */
	fl_pulse32(d, CIK_GRBM_SOFT_RESET, grbm, PULSE_US);
	fl_pulse32(d, CIK_SRBM_SOFT_RESET, srbm, PULSE_US);
	fl_delay_us(d, SETTLE_US);
	fl_mask32(d, CIK_MC_SHARED_BLACKOUT_CNTL, CIK_MC_SHARED_BLACKOUT_CNTL__BLACKOUT_MODE__MASK, 0);
	fl_write32(d, CIK_BIF_FB_EN, CIK_BIF_FB_EN__FB_READ_EN(1) | CIK_BIF_FB_EN__FB_WRITE_EN(1));
	after = fl_read32(d, CIK_GRBM_STATUS);
	cik_status_text(text, sizeof(text), after);
	if (after == 0xffffffff || CIK_GRBM_STATUS__GUI_ACTIVE__GET(after))
		return fl_fail(
		    err, FL_FAILED,
		    "reset: the engine is still busy: GRBM_STATUS 0x%08x (%s); it was 0x%08x before. "
		    "Only power off and on helps now",
		    after, text, before);
	fl_did(&c->up, "reset (GRBM 0x%05x, SRBM 0x%06x): GRBM_STATUS 0x%08x -> 0x%08x", grbm, srbm, before,
	       after);
	return FL_OK;
}

enum fl_code cik_reset_now(struct cik_card *c, uint32_t grbm, uint32_t srbm, struct fl_err *err)
{
	const volatile int *stopped = c->up.dev->stop;
	enum fl_code code;

	c->up.dev->stop = NULL; /* whoever wants an end gets it when the blocks are out of reset */
	code = sequence(c, grbm, srbm, err);
	c->up.dev->stop = stopped;
	return code;
}

enum fl_code cik_reset(struct fl_bringup *up, struct fl_err *err)
{
	struct cik_card *c = cik_card(up);
	struct fl_dev *d = up->dev;
	enum fl_code code = cik_note(c, err);
	uint32_t grbm, srbm;

	if (code)
		return code;
	if (!up->force_reset) {
		/* Give what is running a moment: a card that is drawing is not a card that hangs. */
		code = fl_poll32(d, CIK_GRBM_STATUS, CIK_GRBM_STATUS__GUI_ACTIVE__MASK, 0, WAIT_US,
				 "GUI idle", "GRBM_STATUS", err);
		if (!code) {
			cik_engines_off(d, c->family);
			fl_did(up,
			       "engine idle (GRBM_STATUS 0x%08x), no reset needed; command processors, SDMA "
			       "and RLC off",
			       fl_read32(d, CIK_GRBM_STATUS));
			return FL_OK;
		}
		if (fl_stopped(d))
			return code;
	}
	if (!cik_reset_wanted(c, &grbm, &srbm) || up->force_reset) {
		grbm |= RESET(CP) | RESET(GFX);
		srbm |= SRESET(GRBM);
	}
	return cik_reset_now(c, grbm, srbm, err);
}
