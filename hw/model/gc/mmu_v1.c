/* SPDX-License-Identifier: MIT
 *
 * Version 1 of memory management (GC880, GC2000): below 2 GiB a window, whose base is added; above it a flat
 * table of 4 KiB pages, an entry of which is the physical address and nothing else (GC facts 2.4).
 */
#include "hw/model/gc/mmu.h"

enum { WINDOW_LOG2 = 31, PAGE_LOG2 = 12 };

static const uint32_t base_reg[MGC_CLIENTS] = {
    [MGC_FE] = GC_MC_MEMORY_BASE_ADDR_FE, [MGC_TX] = GC_MC_MEMORY_BASE_ADDR_TX,
    [MGC_PE] = GC_MC_MEMORY_BASE_ADDR_PE, [MGC_PEZ] = GC_MC_MEMORY_BASE_ADDR_PEZ,
    [MGC_RA] = GC_MC_MEMORY_BASE_ADDR_RA,
};
static const uint32_t table_reg[MGC_CLIENTS] = {
    [MGC_FE] = GC_MC_MMU_FE_PAGE_TABLE, [MGC_TX] = GC_MC_MMU_TX_PAGE_TABLE,
    [MGC_PE] = GC_MC_MMU_PE_PAGE_TABLE, [MGC_PEZ] = GC_MC_MMU_PEZ_PAGE_TABLE,
    [MGC_RA] = GC_MC_MMU_RA_PAGE_TABLE,
};

uint32_t mgc_mmu_v1_base(const struct mgc *g, enum mgc_client client)
{
	return g->state[base_reg[client] / 4];
}

enum mgc_walk mgc_mmu_v1_walk(struct mgc *g, enum mgc_client client, uint32_t addr, struct mgc_page *page)
{
	const uint64_t table = g->state[table_reg[client] / 4];
	const uint32_t i = (addr - (1u << WINDOW_LOG2)) >> PAGE_LOG2;
	uint32_t entry;

	page->why = 0;
	if (!fl_mem_read32(&g->base.mem, table + 4ull * i, &entry))
		return MGC_WALK_NO_TABLE;
	page->physical = entry & ~((1u << PAGE_LOG2) - 1);
	page->writable = true;
	return MGC_WALK_PAGE;
}

void mgc_mmu_check_start(struct mgc *g)
{
	for (unsigned c = 1; g->variant->mmu == 1 && c < MGC_CLIENTS; c++)
		if (g->state[base_reg[c] / 4] != g->state[base_reg[0] / 4])
			mgc_report(
			    g, FL_WARN, "MC", "GC facts 2.4",
			    "FE starts with windows that differ: MEMORY_BASE_ADDR is 0x%08x for FE and "
			    "0x%08x in register 0x%03x; all five have to be the same",
			    g->state[base_reg[0] / 4], g->state[base_reg[c] / 4], base_reg[c]);
}
