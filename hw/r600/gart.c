/* SPDX-License-Identifier: MIT
 *
 * The translation of addresses outside of VRAM, for commands in the machine's memory; see mc.h. The order and
 * the values are those of Linux r600_pcie_gart_enable(), rv770_pcie_gart_enable(); what differs is that the
 * addresses that the chip uses are those of the machine.
 */
#include "hw/fl_pages.h"
#include "hw/r600/mc.h"
#include "hw/regs/r600.h"

enum {
	/* VM_L2_CNTL3 */
	R600_BANKS = 1 << 5,
	R700_UPDATE_MODE = 2 << 6,
	ANSWER_US = 100000,
};

static void caches_on(const struct r600_card *c)
{
	unsigned n;
	const uint16_t *tlbs = r600_mc_tlbs(c, &n);
	struct fl_dev *d = c->up.dev;
	bool r7xx = c->family->r7xx;
	uint32_t tlb = r7xx ? R700_MC_VM_MB_L1_TLB_CNTL__ENABLE_L1_TLB(1) |
				  R700_MC_VM_MB_L1_TLB_CNTL__ENABLE_L1_FRAGMENT_PROCESSING(1) |
				  R700_MC_VM_MB_L1_TLB_CNTL__SYSTEM_ACCESS_MODE(3) |
				  R700_MC_VM_MB_L1_TLB_CNTL__EFFECTIVE_L1_TLB_SIZE(5) |
				  R700_MC_VM_MB_L1_TLB_CNTL__EFFECTIVE_L1_QUEUE_SIZE(5)
			    : R600_MC_VM_L1_TLB_MCD_RD_A_CNTL__ENABLE_L1_TLB(1) |
				  R600_MC_VM_L1_TLB_MCD_RD_A_CNTL__ENABLE_L1_FRAGMENT_PROCESSING(1) |
				  R600_MC_VM_L1_TLB_MCD_RD_A_CNTL__SYSTEM_ACCESS_MODE(3) |
				  R600_MC_VM_L1_TLB_MCD_RD_A_CNTL__ENABLE_WAIT_L2_QUERY(1) |
				  R600_MC_VM_L1_TLB_MCD_RD_A_CNTL__EFFECTIVE_L1_TLB_SIZE(5) |
				  R600_MC_VM_L1_TLB_MCD_RD_A_CNTL__EFFECTIVE_L1_QUEUE_SIZE(5);

	fl_write32(d, R600_VM_L2_CNTL,
		   R600_VM_L2_CNTL__ENABLE_L2_CACHE(1) | R600_VM_L2_CNTL__ENABLE_L2_FRAGMENT_PROCESSING(1) |
		       R600_VM_L2_CNTL__ENABLE_L2_PTE_CACHE_LRU_UPDATE_BY_WRITE(1) |
		       (r7xx ? R600_VM_L2_CNTL__EFFECTIVE_L2_QUEUE_SIZE_R700(7)
			     : R600_VM_L2_CNTL__EFFECTIVE_L2_QUEUE_SIZE(7)));
	fl_write32(d, R600_VM_L2_CNTL2, 0);
	fl_write32(d, R600_VM_L2_CNTL3, r7xx ? R700_UPDATE_MODE : R600_BANKS);
	for (unsigned i = 0; i < n; i++) {
		uint16_t reg = tlbs[i];
		uint32_t more =
		    reg == R600_MC_VM_L1_TLB_MCB_RD_HDP_CNTL
			? R600_MC_VM_L1_TLB_MCB_RD_HDP_CNTL__ENABLE_L1_STRICT_ORDERING(1)
		    : reg == R600_MC_VM_L1_TLB_MCB_RD_SEM_CNTL || reg == R600_MC_VM_L1_TLB_MCB_WR_SEM_CNTL
			? R600_MC_VM_L1_TLB_MCB_RD_SEM_CNTL__ENABLE_SEMAPHORE_MODE(1)
			: 0;

		fl_write32(d, reg, r7xx ? tlb : tlb | more);
	}
}

/* What the chip remembers of the table is old. A chip that does not answer has nothing to forget, as Linux
 * takes it. */
static enum fl_code forget(const struct r600_card *c, uint64_t first, uint64_t last, struct fl_err *err)
{
	struct fl_dev *d = c->up.dev;
	struct fl_err ignored;

	fl_write32(d, R600_VM_CONTEXT0_INVALIDATION_LOW_ADDR, (uint32_t)(first >> FL_PAGE_SHIFT));
	fl_write32(d, R600_VM_CONTEXT0_INVALIDATION_HIGH_ADDR, (uint32_t)(last >> FL_PAGE_SHIFT));
	fl_write32(d, R600_VM_CONTEXT0_REQUEST_RESPONSE, R600_VM_CONTEXT0_REQUEST_RESPONSE__REQUEST_TYPE(1));
	fl_poll32_least(d, R600_VM_CONTEXT0_REQUEST_RESPONSE,
			R600_VM_CONTEXT0_REQUEST_RESPONSE__RESPONSE_TYPE__MASK,
			R600_VM_CONTEXT0_REQUEST_RESPONSE__RESPONSE_TYPE(1), ANSWER_US,
			"translations forgotten", "VM_CONTEXT0_REQUEST_RESPONSE", &ignored);
	if (R600_VM_CONTEXT0_REQUEST_RESPONSE__RESPONSE_TYPE__GET(
		fl_read32(d, R600_VM_CONTEXT0_REQUEST_RESPONSE)) == 2)
		return fl_fail(err, FL_FAILED,
			       "VM_CONTEXT0_REQUEST_RESPONSE is 0x%x: the chip did not take the page table",
			       fl_read32(d, R600_VM_CONTEXT0_REQUEST_RESPONSE));
	return FL_OK;
}

enum fl_code r600_gart_on(struct r600_card *c, const struct fl_dma *m, uint64_t at_B, struct fl_err *err)
{
	const struct r600_mc_regs *x = r600_mc_regs(c);
	struct fl_dev *d = c->up.dev;
	uint64_t last = m->addr + m->size_B - 1;
	enum fl_code code = fl_pages_lead_to(d, at_B, m, err);

	if (code)
		return code;
	caches_on(c);
	fl_write32(d, x->table_start, (uint32_t)(m->addr >> FL_PAGE_SHIFT));
	fl_write32(d, x->table_end, (uint32_t)(last >> FL_PAGE_SHIFT));
	fl_write32(d, x->table_base, (uint32_t)((c->up.vram_addr + at_B) >> FL_PAGE_SHIFT));
	fl_write32(d, R600_VM_CONTEXT0_CNTL,
		   R600_VM_CONTEXT0_CNTL__ENABLE_CONTEXT(1) |
		       R600_VM_CONTEXT0_CNTL__RANGE_PROTECTION_FAULT_ENABLE_DEFAULT(1));
	fl_write32(d, x->fault_default, (uint32_t)(last >> FL_PAGE_SHIFT));
	r600_hdp_flush(d, c->family->r7xx, at_B);
	return forget(c, m->addr, last, err);
}
