/* SPDX-License-Identifier: MIT
 *
 * Idle, or who is busy; see status.h. The bits of a register are those that mean "busy", "pending" or
 * "stalled"; the order is that of the work: the command processor first.
 */
#include "hw/r600/status.h"
#include "hw/fl_status.h"
#include "hw/regs/r600.h"

#define GRBM(name)                                       \
	{                                                \
		R600_GRBM_STATUS__##name##__SHIFT, #name \
	}
#define SRBM(name)                                       \
	{                                                \
		R600_SRBM_STATUS__##name##__SHIFT, #name \
	}
#define CP(name)                                     \
	{                                            \
		R600_CP_STAT__##name##__SHIFT, #name \
	}

static const struct fl_bit grbm_bits[] = {
    GRBM(GUI_ACTIVE),    GRBM(CP_BUSY),         GRBM(CP_COHERENCY_BUSY), GRBM(CF_RQ_PENDING),
    GRBM(PF_RQ_PENDING), GRBM(CP_RQ_PENDING),   GRBM(SRBM_RQ_PENDING),   GRBM(GRBM_EE_BUSY),
    GRBM(VGT_BUSY),      GRBM(VGT_BUSY_NO_DMA), GRBM(PA_BUSY),           GRBM(SC_BUSY),
    GRBM(SPI03_BUSY),    GRBM(SH_BUSY),         GRBM(SX_BUSY),           GRBM(TA_BUSY),
    GRBM(TA03_BUSY),     GRBM(TC_BUSY),         GRBM(VC_BUSY),           GRBM(SMX_BUSY),
    GRBM(DB03_BUSY),     GRBM(CB03_BUSY),       GRBM(CR_BUSY),
};
static const struct fl_bit srbm_bits[] = {
    SRBM(RLC_RQ_PENDING), SRBM(GRBM_RQ_PENDING), SRBM(HI_RQ_PENDING), SRBM(VMC_BUSY),  SRBM(MCB_BUSY),
    SRBM(MCDZ_BUSY),      SRBM(MCDY_BUSY),       SRBM(MCDX_BUSY),     SRBM(MCDW_BUSY), SRBM(SEM_BUSY),
    SRBM(RLC_BUSY),       SRBM(PDMA_BUSY),       SRBM(IH_BUSY),       SRBM(BIF_BUSY),
};
static const struct fl_bit cp_bits[] = {
    CP(CSF_RING_BUSY),
    CP(CSF_INDIRECT1_BUSY),
    CP(CSF_INDIRECT2_BUSY),
    CP(MIU_RDREQ_BUSY),
    CP(MIU_WRREQ_BUSY),
    CP(ROQ_RING_BUSY),
    CP(ROQ_INDIRECT1_BUSY),
    CP(ROQ_INDIRECT2_BUSY),
    CP(PFP_BUSY),
    CP(MEQ_BUSY),
    CP(ME_BUSY),
    CP(QUERY_BUSY),
    CP(SEMAPHORE_BUSY),
    CP(INTERRUPT_BUSY),
    CP(SURFACE_SYNC_BUSY),
    CP(DMA_BUSY),
    CP(RCIU_BUSY),
};
#define COUNT(bits) (sizeof(bits) / sizeof(*(bits)))

int r600_status_text(char *out, size_t size, uint32_t status)
{
	return fl_bits_text(out, size, grbm_bits, COUNT(grbm_bits), status);
}

enum fl_code r600_explain_state(struct fl_dev *d, enum fl_code code, struct fl_err *err)
{
	uint32_t grbm = fl_read32(d, R600_GRBM_STATUS), srbm = fl_read32(d, R600_SRBM_STATUS);
	char text[160];

	r600_status_text(text, sizeof(text), grbm);
	fl_fail_more(err, code, "; GRBM_STATUS 0x%08x (%s)", grbm, text);
	fl_bits_text(text, sizeof(text), srbm_bits, COUNT(srbm_bits), srbm);
	return fl_fail_more(err, code, ", SRBM_STATUS 0x%08x (%s), CP_STAT 0x%08x", srbm, text,
			    fl_read32(d, R600_CP_STAT));
}

void r600_hang_report(struct fl_dev *d, char *out, size_t size)
{
	static const struct fl_status_reg list[] = {
	    {"GRBM_STATUS", R600_GRBM_STATUS, COUNT(grbm_bits), grbm_bits},
	    {"GRBM_STATUS2", R600_GRBM_STATUS2, 0, NULL},
	    {"SRBM_STATUS", R600_SRBM_STATUS, COUNT(srbm_bits), srbm_bits},
	    {"CP_STAT", R600_CP_STAT, COUNT(cp_bits), cp_bits},
	    {"CP_STALLED_STAT1", R600_CP_STALLED_STAT1, 0, NULL},
	    {"CP_STALLED_STAT2", R600_CP_STALLED_STAT2, 0, NULL},
	    {"CP_BUSY_STAT", R600_CP_BUSY_STAT, 0, NULL},
	    {"DMA_STATUS_REG", R600_DMA_STATUS_REG, 0, NULL},
	};

	fl_status_report(d, list, COUNT(list), out, size);
}

enum fl_code r600_idle_wait(struct fl_dev *d, uint64_t timeout_us, struct fl_err *err)
{
	if (fl_read32(d, R600_GRBM_STATUS) == 0xffffffff)
		return fl_fail(err, FL_FAILED, "GRBM_STATUS reads all ones: the card does not answer");
	if (fl_poll32(d, R600_GRBM_STATUS, R600_GRBM_STATUS__GUI_ACTIVE__MASK, 0, timeout_us, "GUI idle",
		      "GRBM_STATUS", err))
		return r600_explain_state(d, FL_TIMEOUT, err);
	return FL_OK;
}
