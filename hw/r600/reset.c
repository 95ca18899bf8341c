/* SPDX-License-Identifier: MIT
 *
 * Step: reset. Which blocks, and in which order, is Linux's (r600_gpu_check_soft_reset(),
 * r600_gpu_soft_reset()): those that are busy though nobody gives them work, and those that hang with them.
 */
#include "hw/avivo/crtc.h"
#include "hw/r600/mc.h"
#include "hw/r600/status.h"
#include "hw/regs/r600.h"

#define G(name)      R600_GRBM_STATUS__##name##__MASK
#define S(name)      R600_SRBM_STATUS__##name##__MASK
#define RESET(name)  R600_GRBM_SOFT_RESET__SOFT_RESET_##name(1)
#define SRESET(name) R600_SRBM_SOFT_RESET__SOFT_RESET_##name(1)

enum {
	BUSY_3D = G(PA_BUSY) | G(SC_BUSY) | G(SH_BUSY) | G(SX_BUSY) | G(VGT_BUSY) | G(DB03_BUSY) |
		  G(SPI03_BUSY) | G(VGT_BUSY_NO_DMA),
	BUSY_CP = G(CF_RQ_PENDING) | G(PF_RQ_PENDING) | G(CP_BUSY) | G(CP_COHERENCY_BUSY),
	RESET_3D = RESET(DB) | RESET(CB) | RESET(PA) | RESET(SC) | RESET(SPI) | RESET(SX) | RESET(SH) |
		   RESET(TC) | RESET(TA) | RESET(VC) | RESET(VGT),
	RESET_3D_R6XX = RESET(CR) | RESET(SMX),
	STOP_US = 50000, /* what the command processor has begun comes to its end */
	PULSE_US = 50,
	SETTLE_US = 1000,
	WAIT_US = 100000,
};

bool r600_reset_wanted(const struct r600_card *c, uint32_t *grbm, uint32_t *srbm)
{
	struct fl_dev *d = c->up.dev;
	uint32_t busy = fl_read32(d, R600_GRBM_STATUS), sys = fl_read32(d, R600_SRBM_STATUS);
	bool r7xx = c->family->r7xx;
	bool ta = r7xx ? R600_GRBM_STATUS__TA_BUSY__GET(busy) : R600_GRBM_STATUS__TA03_BUSY__GET(busy);
	bool all = R600_GRBM_STATUS__GRBM_EE_BUSY__GET(busy);

	*grbm = *srbm = 0;
	if (busy & BUSY_3D || R600_GRBM_STATUS__CB03_BUSY__GET(busy) || ta || all)
		*grbm |= r7xx ? RESET_3D : RESET_3D | RESET_3D_R6XX;
	if (busy & BUSY_CP || all) {
		*grbm |= RESET(CP) | RESET(VGT);
		*srbm |= SRESET(GRBM);
	}
	if (!R600_DMA_STATUS_REG__DMA_IDLE__GET(fl_read32(d, R600_DMA_STATUS_REG)))
		*srbm |= r7xx ? R600_SRBM_SOFT_RESET__RV770_SOFT_RESET_DMA(1) : SRESET(DMA);
	if (sys & (S(RLC_RQ_PENDING) | S(RLC_BUSY)))
		*srbm |= SRESET(RLC);
	if (sys & S(IH_BUSY))
		*srbm |= SRESET(IH);
	if (sys & S(SEM_BUSY))
		*srbm |= SRESET(SEM);
	if (sys & S(GRBM_RQ_PENDING) || all)
		*srbm |= SRESET(GRBM);
	if (sys & S(VMC_BUSY))
		*srbm |= SRESET(VMC);
	/* The memory controller is busy as long as a display reads: it is never reset, or memory is gone. */
	return *grbm || *srbm;
}

/* Nothing fetches commands any more, and no microcode runs. */
static void stop(const struct r600_card *c)
{
	struct fl_dev *d = c->up.dev;

	r600_cp_off(d, c->family->r7xx);
	fl_write32(d, R600_RLC_CNTL, 0);
	fl_mask32(d, R600_DMA_RB_CNTL, R600_DMA_RB_CNTL__DMA_RB_ENABLE__MASK, 0);
}

static enum fl_code sequence(struct r600_card *c, uint32_t grbm, uint32_t srbm, struct fl_err *err)
{
	struct fl_dev *d = c->up.dev;
	uint32_t before = fl_read32(d, R600_GRBM_STATUS), after;
	struct fl_err ignored;
	char text[160];

	c->ring.size_dw = 0; /* the ring is lost, and everything in it */
	stop(c);
	fl_delay_us(d, STOP_US);
	fl_avivo_stop(d);
	r600_mc_wait_idle(d, WAIT_US, &ignored); /* it may be what is stuck: go on */
	fl_pulse32(d, R600_GRBM_SOFT_RESET, grbm, PULSE_US);
	fl_pulse32(d, R600_SRBM_SOFT_RESET, srbm, PULSE_US);
	fl_delay_us(d, SETTLE_US);
	after = fl_read32(d, R600_GRBM_STATUS);
	r600_status_text(text, sizeof(text), after);
	if (after == 0xffffffff || R600_GRBM_STATUS__GUI_ACTIVE__GET(after))
		return fl_fail(
		    err, FL_FAILED,
		    "reset: the engine is still busy: GRBM_STATUS 0x%08x (%s); it was 0x%08x before. "
		    "Only power off and on helps now",
		    after, text, before);
	fl_did(&c->up, "reset (GRBM 0x%04x, SRBM 0x%05x): GRBM_STATUS 0x%08x -> 0x%08x", grbm, srbm, before,
	       after);
	return FL_OK;
}

enum fl_code r600_reset_now(struct r600_card *c, uint32_t grbm, uint32_t srbm, struct fl_err *err)
{
	const volatile int *stopped = c->up.dev->stop;
	enum fl_code code;

	c->up.dev->stop = NULL; /* whoever wants an end gets it when the blocks are out of reset */
	code = sequence(c, grbm, srbm, err);
	c->up.dev->stop = stopped;
	return code;
}

enum fl_code r600_reset(struct fl_bringup *up, struct fl_err *err)
{
	struct r600_card *c = r600_card(up);
	struct fl_dev *d = up->dev;
	enum fl_code code = r600_note(c, err);
	uint32_t grbm, srbm;

	if (code)
		return code;
	if (!up->force_reset) {
		/* Give what is running a moment: a card that is drawing is not a card that hangs. */
		code = fl_poll32(d, R600_GRBM_STATUS, R600_GRBM_STATUS__GUI_ACTIVE__MASK, 0, WAIT_US,
				 "GUI idle", "GRBM_STATUS", err);
		if (!code) {
			stop(c);
			fl_did(
			    up,
			    "engine idle (GRBM_STATUS 0x%08x), no reset needed; command processor, DMA and "
			    "RLC off",
			    fl_read32(d, R600_GRBM_STATUS));
			return FL_OK;
		}
		if (fl_stopped(d))
			return code;
	}
	if (!r600_reset_wanted(c, &grbm, &srbm) || up->force_reset) {
		grbm |= RESET(CP) | (c->family->r7xx ? RESET_3D : RESET_3D | RESET_3D_R6XX);
		srbm |= SRESET(GRBM);
	}
	return r600_reset_now(c, grbm, srbm, err);
}
