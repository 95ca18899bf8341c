/* SPDX-License-Identifier: MIT
 *
 * Page tables after entry.S: everything below 4 GiB is mapped one to one already; ranges change their cache
 * attribute, and BARs above 4 GiB get tables from a small pool.
 *
 * Attributes go through the PAT (AMD64 APM volume 2, 7.8): entry 0 write-back, 1 write-combining (set here;
 * write-through by default), 3 uncached, as at reset.
 */
#include "boot/boot.h"
#include "boot/x86_64/boot.h"
#include "boot/x86_64/io.h"

enum { PRESENT = 1 << 0, WRITE = 1 << 1, PWT = 1 << 3, PCD = 1 << 4, HUGE = 1 << 7 };
enum { MSR_PAT = 0x277, PAGE_B = 0x200000, POOL = 16 };

extern uint64_t fl_pml4[512];
static _Alignas(4096) uint64_t pool[POOL][512];
static unsigned pool_used;

void fl_paging_init(void)
{
	/* Entry 1 = write-combining (1); the others as after reset: 6 write-back, 4 write-through, 7 UC-, 0
	 * uncached. */
	fl_wrmsr(MSR_PAT, UINT64_C(0x0007040600070106));
}

/* The table that entry *e points to, made if it is missing. */
static uint64_t *descend(uint64_t *e)
{
	if (!(*e & PRESENT)) {
		if (pool_used == POOL)
			return NULL;
		*e = (uint64_t)(uintptr_t)pool[pool_used++] | PRESENT | WRITE;
	}
	return (uint64_t *)(uintptr_t)(*e & UINT64_C(0x000ffffffffff000));
}

void *fl_boot_map(uint64_t phys, uint64_t size_B, enum fl_boot_cache cache)
{
	static const uint64_t bits[] = {0, PWT | PCD, PWT};

	if (!size_B || phys + size_B < phys || phys + size_B > UINT64_C(1) << 47)
		return NULL;
	for (uint64_t at = phys & ~(uint64_t)(PAGE_B - 1); at < phys + size_B; at += PAGE_B) {
		uint64_t *pdpt = descend(&fl_pml4[at >> 39 & 511]);
		uint64_t *pd = pdpt ? descend(&pdpt[at >> 30 & 511]) : NULL;

		if (!pd)
			return NULL;
		pd[at >> 21 & 511] = at | PRESENT | WRITE | HUGE | bits[cache];
		__asm__ volatile("invlpg (%0)" : : "r"(at) : "memory");
	}
	/* Lines of these pages that were cached under the old attribute must go (AMD64 APM volume 2,
	 * 7.8.6). */
	__asm__ volatile("wbinvd" : : : "memory");
	return (void *)(uintptr_t)phys;
}

/* Everything below 4 GiB is mapped one to one (entry.S). */
void *fl_boot_reach(uint64_t phys, uint64_t size_B)
{
	if (phys + size_B <= UINT64_C(1) << 32)
		return (void *)(uintptr_t)phys;
	return fl_boot_map(phys, size_B, FL_BOOT_UNCACHED);
}
