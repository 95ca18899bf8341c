/* SPDX-License-Identifier: MIT
 *
 * Idle, or who is busy; see status.h. The bits of a register are those that mean "busy" or "pending"; the
 * order is that of the work: the command processor first.
 */
#include "hw/cik/status.h"
#include "hw/cik/vm.h"
#include "hw/fl_fmt.h"
#include "hw/fl_status.h"
#include "hw/regs/cik.h"

#define BIT(reg, name)                              \
	{                                           \
		CIK_##reg##__##name##__SHIFT, #name \
	}
#define G(name)  BIT(GRBM_STATUS, name)
#define G2(name) BIT(GRBM_STATUS2, name)
#define E(name)  BIT(GRBM_STATUS_SE0, name)
#define S(name)  BIT(SRBM_STATUS, name)
#define S2(name) BIT(SRBM_STATUS2, name)
#define C(name)  BIT(CP_STAT, name)

static const struct fl_bit grbm_bits[] = {
    G(GUI_ACTIVE), G(CP_BUSY),        G(CP_COHERENCY_BUSY), G(ME0PIPE0_CF_RQ_PENDING),
    G(IA_BUSY),    G(IA_BUSY_NO_DMA), G(WD_BUSY),           G(ME0PIPE0_PF_RQ_PENDING),
    G(VGT_BUSY),   G(PA_BUSY),        G(SC_BUSY),           G(SPI_BUSY),
    G(BCI_BUSY),   G(SX_BUSY),        G(TA_BUSY),           G(DB_BUSY),
    G(CB_BUSY),    G(GDS_BUSY),       G(SRBM_RQ_PENDING),
};
static const struct fl_bit grbm2_bits[] = {G2(RLC_BUSY), G2(RLC_RQ_PENDING), G2(TC_BUSY),
					   G2(CPF_BUSY), G2(CPC_BUSY),       G2(CPG_BUSY)};
static const struct fl_bit engine_bits[] = {E(VGT_BUSY), E(PA_BUSY), E(SC_BUSY), E(SPI_BUSY), E(BCI_BUSY),
					    E(SX_BUSY),  E(TA_BUSY), E(DB_BUSY), E(CB_BUSY)};
static const struct fl_bit srbm_bits[] = {
    S(GRBM_RQ_PENDING), S(HI_RQ_PENDING), S(VMC_BUSY), S(MCB_BUSY), S(MCB_NON_DISPLAY_BUSY),
    S(MCC_BUSY),        S(MCD_BUSY),      S(SEM_BUSY), S(IH_BUSY),  S(UVD_BUSY),
    S(BIF_BUSY),
};
static const struct fl_bit srbm2_bits[] = {S2(SDMA_RQ_PENDING), S2(SDMA1_RQ_PENDING), S2(SDMA_BUSY),
					   S2(SDMA1_BUSY),      S2(VCE_BUSY),         S2(CHUB_BUSY)};
static const struct fl_bit cp_bits[] = {
    C(CP_BUSY),
    C(MIU_RDREQ_BUSY),
    C(MIU_WRREQ_BUSY),
    C(ROQ_RING_BUSY),
    C(DMA_BUSY),
    C(ROQ_INDIRECT1_BUSY),
    C(ROQ_INDIRECT2_BUSY),
    C(PFP_BUSY),
    C(MEQ_BUSY),
    C(ME_BUSY),
    C(QUERY_BUSY),
    C(SEMAPHORE_BUSY),
    C(INTERRUPT_BUSY),
    C(SURFACE_SYNC_BUSY),
    C(RCIU_BUSY),
    C(CPC_CPG_BUSY),
    C(CE_BUSY),
    C(TCIU_BUSY),
};
#define COUNT(bits) (sizeof(bits) / sizeof(*(bits)))

int cik_status_text(char *out, size_t size, uint32_t status)
{
	return fl_bits_text(out, size, grbm_bits, COUNT(grbm_bits), status);
}

enum fl_code cik_explain_state(struct fl_dev *d, enum fl_code code, struct fl_err *err)
{
	uint32_t grbm = fl_read32(d, CIK_GRBM_STATUS), srbm = fl_read32(d, CIK_SRBM_STATUS);
	char text[160];

	cik_status_text(text, sizeof(text), grbm);
	fl_fail_more(err, code, "; GRBM_STATUS 0x%08x (%s)", grbm, text);
	fl_bits_text(text, sizeof(text), srbm_bits, COUNT(srbm_bits), srbm);
	fl_fail_more(err, code, ", SRBM_STATUS 0x%08x (%s), CP_STAT 0x%08x", srbm, text,
		     fl_read32(d, CIK_CP_STAT));
	if (cik_vm_fault_text(d, text, sizeof(text)))
		fl_fail_more(err, code, "; %s", text);
	return code;
}

void cik_hang_report(struct fl_dev *d, char *out, size_t size)
{
	static const struct fl_status_reg list[] = {
	    {"GRBM_STATUS", CIK_GRBM_STATUS, COUNT(grbm_bits), grbm_bits},
	    {"GRBM_STATUS2", CIK_GRBM_STATUS2, COUNT(grbm2_bits), grbm2_bits},
	    {"GRBM_STATUS_SE0", CIK_GRBM_STATUS_SE0, COUNT(engine_bits), engine_bits},
	    {"GRBM_STATUS_SE1", CIK_GRBM_STATUS_SE1, COUNT(engine_bits), engine_bits},
	    {"SRBM_STATUS", CIK_SRBM_STATUS, COUNT(srbm_bits), srbm_bits},
	    {"SRBM_STATUS2", CIK_SRBM_STATUS2, COUNT(srbm2_bits), srbm2_bits},
	    {"CP_STAT", CIK_CP_STAT, COUNT(cp_bits), cp_bits},
	    {"CP_STALLED_STAT1", CIK_CP_STALLED_STAT1, 0, NULL},
	    {"CP_STALLED_STAT2", CIK_CP_STALLED_STAT2, 0, NULL},
	    {"CP_STALLED_STAT3", CIK_CP_STALLED_STAT3, 0, NULL},
	    {"CP_CPF_BUSY_STAT", CIK_CP_CPF_BUSY_STAT, 0, NULL},
	    {"CP_CPF_STALLED_STAT1", CIK_CP_CPF_STALLED_STAT1, 0, NULL},
	    {"CP_CPC_BUSY_STAT", CIK_CP_CPC_BUSY_STAT, 0, NULL},
	    {"CP_CPC_STALLED_STAT1", CIK_CP_CPC_STALLED_STAT1, 0, NULL},
	    {"SDMA0_STATUS_REG", CIK_SDMA0_STATUS_REG, 0, NULL},
	    {"SDMA1_STATUS_REG", CIK_SDMA1_STATUS_REG, 0, NULL},
	};
	size_t n = fl_status_report(d, list, COUNT(list), out, size);
	char fault[160];

	if (n < size && cik_vm_fault_text(d, fault, sizeof(fault)))
		fl_format(out + n, size - n, "; %s", fault);
}

enum fl_code cik_idle_wait(struct fl_dev *d, uint64_t timeout_us, struct fl_err *err)
{
	if (fl_read32(d, CIK_GRBM_STATUS) == 0xffffffff)
		return fl_fail(err, FL_FAILED, "GRBM_STATUS reads all ones: the card does not answer");
	if (fl_poll32(d, CIK_GRBM_STATUS, CIK_GRBM_STATUS__GUI_ACTIVE__MASK, 0, timeout_us, "GUI idle",
		      "GRBM_STATUS", err))
		return cik_explain_state(d, FL_TIMEOUT, err);
	return FL_OK;
}
