/* SPDX-License-Identifier: MIT
 *
 * What look-ups in page tables found, kept until a flush: a table that is changed
 * without that still has its old pages here.
 *
 * An entry is one word, for threads read it while others fill it in: page of the address, physical page,
 * writable, valid.
 */
#include "hw/model/gc/mmu.h"

enum { PAGE_LOG2 = 12, TAG_SHIFT = 44, PAGE_SHIFT = 8, VALID = 1, WRITABLE = 2 };
#define PAGE_MASK 0xfffffffu /* 40 bits of physical address */

bool mgc_tlb_find(struct mgc *g, unsigned which, uint32_t addr, struct mgc_page *page)
{
	const uint32_t tag = addr >> PAGE_LOG2;
	const uint64_t e = __atomic_load_n(&g->mmu->tlb[which][tag % MGC_TLB], __ATOMIC_RELAXED);

	if (!(e & VALID) || e >> TAG_SHIFT != tag)
		return false;
	page->physical = (e >> PAGE_SHIFT & PAGE_MASK) << PAGE_LOG2;
	page->writable = e & WRITABLE;
	page->why = 0;
	return true;
}

void mgc_tlb_put(struct mgc *g, unsigned which, uint32_t addr, const struct mgc_page *page)
{
	const uint32_t tag = addr >> PAGE_LOG2;
	const uint64_t e = (uint64_t)tag << TAG_SHIFT |
			   (page->physical >> PAGE_LOG2 & PAGE_MASK) << PAGE_SHIFT |
			   (page->writable ? WRITABLE : 0) | VALID;

	__atomic_store_n(&g->mmu->tlb[which][tag % MGC_TLB], e, __ATOMIC_RELAXED);
}

void mgc_tlb_flush(struct mgc *g, unsigned clients)
{
	for (unsigned c = 0; c < MGC_CLIENTS; c++)
		for (unsigned i = 0; clients & 1u << c && i < MGC_TLB; i++)
			g->mmu->tlb[c][i] = 0;
}
