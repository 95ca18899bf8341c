/* SPDX-License-Identifier: MIT
 *
 * Page tables; see vm.h. The order and the values are those of Linux cik_pcie_gart_enable().
 */
#include "hw/cik/vm.h"
#include "hw/cik/hdp.h"
#include "hw/fl_fmt.h"
#include "hw/fl_pages.h"
#include "hw/regs/cik.h"

enum {
	NOT_IN_SYSTEM = 3, /* what lies in the aperture is not translated */
	ECO = 0xa,
	BANK_SELECT = 4,
	FRAGMENT = 4,
	IDENTITY = 1,
	QUEUE = 7,
	VMIDS = 16,
	UNALIGNED = 3,
	ANSWER_US = 100000,
	/* PROTECTIONS of a fault */
	FAULT_RANGE = 1 << 0,
	FAULT_PDE0 = 1 << 1,
	FAULT_VALID = 1 << 2,
	FAULT_READ = 1 << 3,
};

static void caches_on(struct fl_dev *d)
{
	fl_write32(d, CIK_MC_VM_MX_L1_TLB_CNTL,
		   CIK_MC_VM_MX_L1_TLB_CNTL__ECO_BITS(ECO) | CIK_MC_VM_MX_L1_TLB_CNTL__ENABLE_L1_TLB(1) |
		       CIK_MC_VM_MX_L1_TLB_CNTL__ENABLE_L1_FRAGMENT_PROCESSING(1) |
		       CIK_MC_VM_MX_L1_TLB_CNTL__SYSTEM_ACCESS_MODE(NOT_IN_SYSTEM) |
		       CIK_MC_VM_MX_L1_TLB_CNTL__ENABLE_ADVANCED_DRIVER_MODEL(1));
	fl_write32(d, CIK_VM_L2_CNTL,
		   CIK_VM_L2_CNTL__ENABLE_L2_CACHE(1) | CIK_VM_L2_CNTL__ENABLE_L2_FRAGMENT_PROCESSING(1) |
		       CIK_VM_L2_CNTL__ENABLE_L2_PTE_CACHE_LRU_UPDATE_BY_WRITE(1) |
		       CIK_VM_L2_CNTL__ENABLE_L2_PDE0_CACHE_LRU_UPDATE_BY_WRITE(1) |
		       CIK_VM_L2_CNTL__EFFECTIVE_L2_QUEUE_SIZE(QUEUE) |
		       CIK_VM_L2_CNTL__CONTEXT1_IDENTITY_ACCESS_MODE(IDENTITY));
	fl_write32(d, CIK_VM_L2_CNTL2,
		   CIK_VM_L2_CNTL2__INVALIDATE_ALL_L1_TLBS(1) | CIK_VM_L2_CNTL2__INVALIDATE_L2_CACHE(1));
	fl_write32(d, CIK_VM_L2_CNTL3,
		   CIK_VM_L2_CNTL3__L2_CACHE_BIGK_ASSOCIATIVITY(1) |
		       CIK_VM_L2_CNTL3__BANK_SELECT(BANK_SELECT) |
		       CIK_VM_L2_CNTL3__L2_CACHE_BIGK_FRAGMENT_SIZE(FRAGMENT));
}

/* Of each VMID: accesses need not be aligned, and no window leads to LDS or scratch. */
static void shader_memory(struct fl_dev *d)
{
	for (unsigned vmid = 0; vmid < VMIDS; vmid++) {
		fl_write32(d, CIK_SRBM_GFX_CNTL, CIK_SRBM_GFX_CNTL__VMID(vmid));
		fl_write32(d, CIK_SH_MEM_CONFIG, CIK_SH_MEM_CONFIG__ALIGNMENT_MODE(UNALIGNED));
		fl_write32(d, CIK_SH_MEM_APE1_BASE, 1);
		fl_write32(d, CIK_SH_MEM_APE1_LIMIT, 0);
		fl_write32(d, CIK_SH_MEM_BASES, 0);
	}
	fl_write32(d, CIK_SRBM_GFX_CNTL, 0);
}

enum fl_code cik_vm_forget(struct fl_dev *d, uint32_t vmids, struct fl_err *err)
{
	fl_write32(d, CIK_HDP_MEM_COHERENCY_FLUSH_CNTL, 0);
	fl_write32(d, CIK_VM_INVALIDATE_REQUEST, vmids);
	return fl_poll32(d, CIK_VM_INVALIDATE_RESPONSE, vmids, vmids, ANSWER_US, "translations forgotten",
			 "VM_INVALIDATE_RESPONSE", err);
}

void cik_vm_off(struct fl_dev *d)
{
	fl_write32(d, CIK_VM_CONTEXT0_CNTL, 0);
	fl_write32(d, CIK_VM_CONTEXT1_CNTL, 0);
	fl_write32(d, CIK_MC_VM_MX_L1_TLB_CNTL, CIK_MC_VM_MX_L1_TLB_CNTL__SYSTEM_ACCESS_MODE(NOT_IN_SYSTEM));
	shader_memory(d);
}

enum fl_code cik_gart_on(struct cik_card *c, const struct fl_dma *m, uint64_t gtt, uint64_t at_B,
			 struct fl_err *err)
{
	struct fl_dev *d = c->up.dev;
	uint64_t last = gtt + m->size_B - 1;
	enum fl_code code = fl_pages_lead_to(d, at_B, m, err);

	if (code)
		return code;
	cik_hdp_flush(d, at_B);
	caches_on(d);
	fl_write32(d, CIK_VM_CONTEXT0_PAGE_TABLE_START_ADDR, (uint32_t)(gtt >> FL_PAGE_SHIFT));
	fl_write32(d, CIK_VM_CONTEXT0_PAGE_TABLE_END_ADDR, (uint32_t)(last >> FL_PAGE_SHIFT));
	fl_write32(d, CIK_VM_CONTEXT0_PAGE_TABLE_BASE_ADDR,
		   (uint32_t)((c->up.vram_addr + at_B) >> FL_PAGE_SHIFT));
	fl_write32(d, CIK_VM_CONTEXT0_PROTECTION_FAULT_DEFAULT_ADDR,
		   (uint32_t)((m->addr + m->size_B - 1) >> FL_PAGE_SHIFT));
	fl_write32(d, CIK_VM_CONTEXT0_CNTL2, 0);
	fl_write32(d, CIK_VM_CONTEXT0_CNTL,
		   CIK_VM_CONTEXT0_CNTL__ENABLE_CONTEXT(1) |
		       CIK_VM_CONTEXT0_CNTL__RANGE_PROTECTION_FAULT_ENABLE_DEFAULT(1));
	if (c->chip->family == CIK_FAMILY_KAVERI)
		fl_mask32(d, CIK_CHUB_CONTROL, CIK_CHUB_CONTROL__BYPASS_VM__MASK, 0);
	return cik_vm_forget(d, 1, err);
}

/* ---- faults -------------------------------------------------------------------------------------------- */
static const char *kind(uint32_t protections)
{
	return protections & FAULT_RANGE   ? "is outside of its range"
	       : protections & FAULT_PDE0  ? "has no entry in the page directory"
	       : protections & FAULT_VALID ? "has no entry in the page table"
	       : protections & FAULT_READ  ? "may not be read"
					   : "may not be written";
}

/* One of the two sets of registers: of context 0, and of all others. */
static bool fault(struct fl_dev *d, bool others, char *out, size_t size)
{
	uint32_t status = fl_read32(d, others ? CIK_VM_CONTEXT1_PROTECTION_FAULT_STATUS
					      : CIK_VM_CONTEXT0_PROTECTION_FAULT_STATUS);
	uint32_t page = fl_read32(d, others ? CIK_VM_CONTEXT1_PROTECTION_FAULT_ADDR
					    : CIK_VM_CONTEXT0_PROTECTION_FAULT_ADDR);
	uint32_t who = fl_read32(d, others ? CIK_VM_CONTEXT1_PROTECTION_FAULT_MCCLIENT
					   : CIK_VM_CONTEXT0_PROTECTION_FAULT_MCCLIENT);
	uint32_t protections = CIK_VM_CONTEXT1_PROTECTION_FAULT_STATUS__PROTECTIONS__GET(status);
	char name[5] = "";

	if (!protections || status == 0xffffffff)
		return false;
	for (unsigned i = 0; i < 4; i++)
		name[i] = (char)(who >> (24 - 8 * i) & 0x7f);
	fl_format(out, size, "page fault of VMID %u: 0x%llx %s (a %s by %s, client %u)",
		  CIK_VM_CONTEXT1_PROTECTION_FAULT_STATUS__VMID__GET(status),
		  (unsigned long long)page << FL_PAGE_SHIFT, kind(protections),
		  CIK_VM_CONTEXT1_PROTECTION_FAULT_STATUS__MEMORY_CLIENT_RW__GET(status) ? "write" : "read",
		  name, CIK_VM_CONTEXT1_PROTECTION_FAULT_STATUS__MEMORY_CLIENT_ID__GET(status));
	return true;
}

bool cik_vm_fault_text(struct fl_dev *d, char *out, size_t size)
{
	return fault(d, true, out, size) || fault(d, false, out, size);
}

void cik_vm_fault_clear(struct fl_dev *d)
{
	fl_mask32(d, CIK_VM_CONTEXT1_CNTL2, CIK_VM_CONTEXT1_CNTL2__CLEAR_PROTECTION_FAULT_STATUS_ADDR__MASK,
		  CIK_VM_CONTEXT1_CNTL2__CLEAR_PROTECTION_FAULT_STATUS_ADDR(1));
	fl_mask32(d, CIK_VM_CONTEXT0_CNTL2, CIK_VM_CONTEXT0_CNTL2__CLEAR_PROTECTION_FAULT_STATUS_ADDR__MASK,
		  CIK_VM_CONTEXT0_CNTL2__CLEAR_PROTECTION_FAULT_STATUS_ADDR(1));
}
