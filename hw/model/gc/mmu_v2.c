/* SPDX-License-Identifier: MIT
 *
 * Version 2 of memory management (GC400, GC3000, GC7000L): a master table of 1024 slave tables of 1024 pages
 * (GC facts 2.5). FE itself loads where the master table is; the host enables it then. Secure cores find
 * master tables in an array, by an index that FE loads.
 */
#include "hw/model/gc/mmu.h"

enum {
	PRESENT = 1,
	EXCEPTION = 2,
	WRITABLE = 4,
	HIGH_SHIFT = 4, /* bits 39:32 of a page are in 11:4 */
	HIGH_MASK = 0xff,
	PTA_ENTRIES = 512,
	SAFE_B = 64,
};
#define PAGE_BITS UINT32_C(0xfffff000)

enum mgc_walk mgc_mmu_v2_walk(struct mgc *g, uint32_t addr, struct mgc_page *page)
{
	uint32_t master, slave;

	if (!fl_mem_read32(&g->base.mem, g->mmu->master + 4ull * (addr >> 22), &master))
		return MGC_WALK_NO_TABLE;
	page->why = GC_MMU_EXCEPTION__SLAVE_NOT_PRESENT;
	if (!(master & PRESENT))
		return MGC_WALK_FAULT;
	if (!fl_mem_read32(&g->base.mem, (master & PAGE_BITS) + 4ull * (addr >> 12 & 1023), &slave))
		return MGC_WALK_NO_TABLE;
	page->why = GC_MMU_EXCEPTION__PAGE_NOT_PRESENT;
	if (!(slave & PRESENT))
		return slave & EXCEPTION ? MGC_WALK_FAULT : MGC_WALK_SAFE;
	page->why = 0;
	page->physical = (slave & PAGE_BITS) | (uint64_t)(slave >> HIGH_SHIFT & HIGH_MASK) << 32;
	page->writable = slave & WRITABLE;
	return MGC_WALK_PAGE;
}

/* ---- what FE loads ------------------------------------------------------------------------------------- */
static void safe_address(struct mgc *g, uint32_t value)
{
	if (value % SAFE_B)
		mgc_report(g, FL_WARN, "MMU", "GC facts 2.5",
			   "SAFE_ADDRESS 0x%08x is no multiple of %u bytes", value, SAFE_B);
	if (g->mmu->safe_set)
		mgc_report(g, FL_WARN, "MMU", "GC facts 2.5",
			   "SAFE_ADDRESS 0x%08x is not taken: that happens once after a reset", value);
	else
		g->mmu->safe = value & ~(SAFE_B - 1u);
	g->mmu->safe_set = true;
}

static void configuration(struct mgc *g, uint32_t value)
{
	if (g->variant->secure) {
		mgc_report(g, FL_WARN, "MMU", "GC facts 2.5",
			   "CONFIGURATION 0x%08x on a core that finds its tables by PTA_CONFIG: not taken",
			   value);
		return;
	}
	if (!(value & GC_MMUv2_CONFIGURATION__MODE_MASK__MASK) &&
	    GC_MMUv2_CONFIGURATION__MODE__GET(value) != GC_MMUv2_CONFIGURATION__MODE__MODE4_K) {
		mgc_report(
		    g, FL_REFUSE, "MMU", "GC facts 2.5",
		    "CONFIGURATION 0x%08x asks for pages of 1 KiB, whose tables no document describes: "
		    "the core hangs",
		    value);
		mgc_hang(g);
		return;
	}
	if (!(value & GC_MMUv2_CONFIGURATION__ADDRESS_MASK__MASK)) {
		if (value & GC_MMUv2_CONFIGURATION__ADDRESS__MASK & ~PAGE_BITS)
			mgc_report(
			    g, FL_WARN, "MMU", "GC facts 2.5",
			    "CONFIGURATION 0x%08x: a master table has 4 KiB, and lies on a multiple of them",
			    value);
		g->mmu->master = value & PAGE_BITS;
		g->mmu->configured = true;
	}
	if (!(value & GC_MMUv2_CONFIGURATION__FLUSH_MASK__MASK) && GC_MMUv2_CONFIGURATION__FLUSH__GET(value))
		mgc_tlb_flush(g, 1);
}

/* Loading the index is a flush, too. */
static void pta_config(struct mgc *g, uint32_t value)
{
	const uint64_t array =
	    GC_STATE(g, MMUv2_PTA_ADDRESS_LOW) | (uint64_t)GC_STATE(g, MMUv2_PTA_ADDRESS_HIGH) << 32;
	const uint32_t index = GC_MMUv2_PTA_CONFIG__INDEX__GET(value);
	uint32_t low, high;

	if (!g->variant->secure || !(GC_STATE(g, MMUv2_PTA_CONTROL) & GC_MMUv2_PTA_CONTROL__ENABLE__MASK)) {
		mgc_report(
		    g, FL_WARN, "MMU", "GC facts 2.5",
		    "PTA_CONFIG 0x%08x without an array of page tables (PTA_CONTROL.ENABLE): not taken",
		    value);
		return;
	}
	if (index >= PTA_ENTRIES || !fl_mem_read32(&g->base.mem, array + 8ull * index, &low) ||
	    !fl_mem_read32(&g->base.mem, array + 8ull * index + 4, &high)) {
		mgc_report(g, FL_REFUSE, "MMU", "GC facts 2.5",
			   "PTA_CONFIG: entry %u of the array of page tables at 0x%llx is not in memory: the "
			   "core hangs",
			   index, (unsigned long long)array);
		mgc_hang(g);
		return;
	}
	if (high || low & ~PAGE_BITS)
		mgc_report(
		    g, FL_WARN, "MMU", "GC facts 2.5",
		    "PTA_CONFIG: entry %u is 0x%08x%08x: a master table lies below 4 GiB, on a multiple of "
		    "4 KiB",
		    index, high, low);
	g->mmu->master = low & PAGE_BITS;
	g->mmu->configured = true;
	mgc_tlb_flush(g, 1);
}

void mgc_mmu_write(struct mgc *g, uint32_t offset, uint32_t value)
{
	mgc_finish(g); /* what came before has the pages of before */
	switch (offset) {
	case GC_MMUv2_SAFE_ADDRESS:
		safe_address(g, value);
		break;
	case GC_MMUv2_CONFIGURATION:
		configuration(g, value);
		break;
	case GC_MMUv2_PTA_CONFIG:
		pta_config(g, value);
		break;
	case GC_GL_FLUSH_MMU: /* version 1; which bit is whose: choices.md */
		if (g->variant->mmu == 1)
			mgc_tlb_flush(g, (value & 1u << 0 ? 1u << MGC_FE : 0) |
					     (value & 1u << 1 ? 1u << MGC_TX : 0) |
					     (value & 1u << 2 ? 1u << MGC_PEZ : 0) |
					     (value & 1u << 3 ? 1u << MGC_PE : 0) |
					     (value & 1u << 4 ? 1u << MGC_RA : 0));
		else
			mgc_report(g, FL_WARN, "MMU", "GC facts 2.5",
				   "FLUSH_MMU 0x%x on a core of version 2, whose flush is a bit of "
				   "CONFIGURATION, or loading PTA_CONFIG",
				   value);
		break;
	}
}

/* ---- what the host writes ------------------------------------------------------------------------------ */
static void enable(struct mgc *g, bool secure, bool on)
{
	const char *name = secure ? "SEC_CONTROL" : "CONTROL";

	if (!on && g->mmu->on)
		mgc_report(g, FL_WARN, "MMU", "GC facts 2.5",
			   "%s 0: once it is on, a reset alone turns translation off", name);
	if (!on || g->mmu->on)
		return;
	if (secure != g->variant->secure)
		mgc_report(g, FL_WARN, "MMU", "GC facts 2.5",
			   "%s does not enable translation on this core: %s does", name,
			   secure ? "CONTROL" : "SEC_CONTROL");
	else if (!g->mmu->configured)
		mgc_report(g, FL_REFUSE, "MMU", "GC facts 2.5",
			   "%s enables translation before FE has loaded %s: not taken", name,
			   secure ? "PTA_CONFIG" : "CONFIGURATION");
	else {
		if (!secure && !g->mmu->safe_set)
			mgc_report(g, FL_WARN, "MMU", "GC facts 2.5",
				   "%s enables translation, and FE has not loaded SAFE_ADDRESS", name);
		g->mmu->on = true;
		mgc_tlb_flush(g, 1);
	}
}

void mgc_mmu_host_write(struct mgc *g, uint32_t offset, uint32_t value)
{
	switch (offset) {
	case GC_MMUv2_CONTROL:
		enable(g, false, value & GC_MMUv2_CONTROL__ENABLE__MASK);
		break;
	case GC_MMUv2_SEC_CONTROL:
		enable(g, true, value & GC_MMUv2_SEC_CONTROL__ENABLE__MASK);
		break;
	case GC_MMUv2_NONSEC_SAFE_ADDR_LOW:
		g->mmu->safe = value & ~(SAFE_B - 1u);
		break;
	case GC_MMUv2_SAFE_ADDRESS_CONFIG:
		g->mmu->safe = (g->mmu->safe & UINT32_MAX) |
			       (uint64_t)GC_MMUv2_SAFE_ADDRESS_CONFIG__NON_SEC_SAFE_ADDR_HIGH__GET(value)
				   << 32;
		break;
	}
}
