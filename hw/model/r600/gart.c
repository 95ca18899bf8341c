/* SPDX-License-Identifier: MIT
 *
 * The page table of VM context 0, through which the chip reaches the machine's memory: a flat one, of entries
 * of 64 bits, in VRAM. What the chip has read of it stays until it is told to forget
 * (VM_CONTEXT0_REQUEST_RESPONSE). Linux r600.c (r600_pcie_gart_enable, r600_pcie_gart_tlb_flush), rs600.c.
 */
#include "hw/model/r600/mc.h"

enum {
	PAGE_B = 4096,
	PAGE_LOG2 = 12,
	ENTRY_B = 8,
	VALID = 1 << 0,
	SYSTEM = 1 << 1,
	READABLE = 1 << 5,
	WRITABLE = 1 << 6,
	ENTRY_WORK = 64, /* in units of fl_work() */
};

static uint32_t reg(const struct mr600 *r, uint32_t r6xx, uint32_t r7xx)
{
	return r->reg[(r->variant->r7xx ? r7xx : r6xx) / 4];
}

static bool on(const struct mr600 *r)
{
	return R600_REG(r, VM_CONTEXT0_CNTL) & R600_VM_CONTEXT0_CNTL__ENABLE_CONTEXT__MASK;
}

/* False: it is no entry that could be used. */
static bool usable(struct mr600 *r, uint64_t page, uint32_t flags)
{
	const uint32_t all = SYSTEM | READABLE | WRITABLE;

	if (!(flags & VALID))
		return false;
	if ((flags & all) == all)
		return true;
	mr600_report(
	    r, FL_WARN, "VM", "Linux rs600_gart_get_page_entry",
	    "the page table's entry for 0x%llx is 0x%03x: of SYSTEM, READABLE and WRITABLE (0x%x) it has "
	    "not all; it is not used",
	    (unsigned long long)page, flags & (PAGE_B - 1), (unsigned)all);
	return false;
}

/* Entries whose pages follow each other become one translation. */
static bool walk(struct mr600 *r, uint64_t table, uint64_t first, uint64_t last)
{
	uint64_t from = 0, to = 0, n_B = 0;

	for (uint64_t page = first; page <= last; page++) {
		uint64_t entry = table + (page - first) * ENTRY_B, at;
		uint32_t lo, hi;

		if (!fl_mem_read32(&r->base.mem, entry, &lo) ||
		    !fl_mem_read32(&r->base.mem, entry + 4, &hi) ||
		    !fl_spend(&r->base, ENTRY_WORK, "the entries of the page table"))
			return false;
		at = (lo & ~(PAGE_B - 1u)) | (uint64_t)hi << 32;
		if (!usable(r, page << PAGE_LOG2, lo))
			continue;
		if (n_B && from + n_B == page << PAGE_LOG2 && to + n_B == at) {
			n_B += PAGE_B;
			continue;
		}
		if (n_B)
			fl_mem_translate_add(&r->base.mem, from, to, n_B);
		from = page << PAGE_LOG2;
		to = at;
		n_B = PAGE_B;
	}
	if (n_B)
		fl_mem_translate_add(&r->base.mem, from, to, n_B);
	return true;
}

bool mr600_gart_load(struct mr600 *r)
{
	uint64_t table =
	    (uint64_t)reg(r, R600_VM_CONTEXT0_PAGE_TABLE_BASE_ADDR, R700_VM_CONTEXT0_PAGE_TABLE_BASE_ADDR)
	    << PAGE_LOG2;
	uint64_t first =
	    reg(r, R600_VM_CONTEXT0_PAGE_TABLE_START_ADDR, R700_VM_CONTEXT0_PAGE_TABLE_START_ADDR);
	uint64_t last = reg(r, R600_VM_CONTEXT0_PAGE_TABLE_END_ADDR, R700_VM_CONTEXT0_PAGE_TABLE_END_ADDR);

	if (!r->base.mem.via_on) /* as a kernel driver leaves it: all is reached */
		return true;
	fl_mem_translate(&r->base.mem, true);
	if (!on(r))
		return true;
	if (R600_VM_CONTEXT0_CNTL__PAGE_TABLE_DEPTH__GET(R600_REG(r, VM_CONTEXT0_CNTL))) {
		mr600_report(r, FL_WARN, "VM", "Linux r600_pcie_gart_enable",
			     "VM_CONTEXT0_CNTL asks for a page table of more than one level, which is not "
			     "modelled: nothing is translated");
		return false;
	}
	if (walk(r, table, first, last))
		return true;
	mr600_report(
	    r, FL_WARN, "VM", "Linux r600_pcie_gart_enable",
	    "the page table at 0x%llx, for the pages 0x%llx to 0x%llx, leaves the memory that there is",
	    (unsigned long long)table, (unsigned long long)first, (unsigned long long)last);
	return false;
}
