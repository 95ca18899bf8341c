/* SPDX-License-Identifier: MIT
 *
 * The page table: 4 GiB one to one, in sections of 1 MiB (short descriptors, Arm ARM DDI 0406, B3.5; a
 * Cortex-A9 has no others). At first all of it is a device, but for the image and the tree; memory is known
 * apart when the tree has been read.
 */
#include "boot/board/board.h"
#include "boot/board/tree.h"

enum {
	SECTION = 2,
	NEVER_RUN = 1 << 4,
	ANYBODY = 3 << 10,      /* AP: read and write */
	DEVICE = 1 << 2,        /* TEX 0, C 0, B 1 */
	STREAM = 1 << 12,       /* TEX 1, C 0, B 0: Normal, uncached */
	RAM = 1 << 12 | 3 << 2, /* TEX 1, C 1, B 1: Normal, write-back, not shared */
	WALKS = 0x48,           /* TTBR0: tables are write-back */
	DOMAIN_0 = 1,           /* its descriptors are obeyed */
	SCTLR_M = 1 << 0,
	SCTLR_C = 1 << 2,
	SCTLR_Z = 1 << 11,
	SCTLR_I = 1 << 12,
	ENTRIES = 4096
};
#define MIB (UINT64_C(1) << 20)
#define END (UINT64_C(1) << 32)

static _Alignas(16384) uint32_t table[ENTRIES];

static const uint32_t bits[] = {
    [FL_BOARD_DEVICE] = SECTION | ANYBODY | DEVICE | NEVER_RUN,
    [FL_BOARD_STREAM] = SECTION | ANYBODY | STREAM | NEVER_RUN,
    [FL_BOARD_RAM] = SECTION | ANYBODY | RAM,
};

static void put(uint32_t *e, uint32_t to)
{
	*(volatile uint32_t *)e = to;
	__asm__ volatile("mcr p15, 0, %0, c7, c11, 1\n\t" /* DCCMVAU */
			 "dsb\n\t"
			 "mcr p15, 0, %1, c8, c7, 0\n\t" /* TLBIALL */
			 "dsb\n\t"
			 "isb"
			 :
			 : "r"(e), "r"(0)
			 : "memory");
}

/* By way of an invalid one; nothing in its range may be touched meanwhile: the image's own never change. */
static void change(uint32_t *e, uint32_t to)
{
	if (*e == to)
		return;
	put(e, 0);
	put(e, to);
}

bool fl_paging_set(uint64_t addr, uint64_t size_B, enum fl_board_kind kind)
{
	uint64_t at = (addr + MIB - 1) & ~(MIB - 1), end = (addr + size_B) & ~(MIB - 1);

	if (addr + size_B < addr || addr + size_B > END)
		return false;
	for (; at < end; at += MIB)
		change(&table[at >> 20], (uint32_t)at | bits[kind]);
	return true;
}

static bool around(uint64_t addr, uint64_t size_B, enum fl_board_kind kind)
{
	uint64_t from = addr & ~(MIB - 1);

	return fl_paging_set(from, (addr + size_B - from + MIB - 1) & ~(MIB - 1), kind);
}

void fl_paging_start(uintptr_t fdt)
{
	uint32_t sctlr;

	for (uint32_t i = 0; i < ENTRIES; i++)
		table[i] = i << 20 | bits[FL_BOARD_DEVICE];
	around((uintptr_t)fl_image_start, (uint64_t)(fl_image_end - fl_image_start), FL_BOARD_RAM);
	if (fdt)
		around(fdt, FL_TREE_MAX_B, FL_BOARD_RAM);
	/* What was written to the image so far went past the caches: old lines must not hide it. */
	fl_cache_forget((uintptr_t)fl_image_start, (size_t)(fl_image_end - fl_image_start));
	__asm__ volatile("mcr p15, 0, %0, c2, c0, 2\n\t" /* TTBCR */
			 "mcr p15, 0, %1, c2, c0, 0\n\t" /* TTBR0 */
			 "mcr p15, 0, %2, c3, c0, 0\n\t" /* DACR */
			 "isb\n\t"
			 "mcr p15, 0, %0, c8, c7, 0\n\t" /* TLBIALL */
			 "dsb\n\t"
			 "isb"
			 :
			 : "r"(0), "r"((uintptr_t)table | WALKS), "r"(DOMAIN_0)
			 : "memory");
	__asm__ volatile("mrc p15, 0, %0, c1, c0, 0" : "=r"(sctlr));
	sctlr |= SCTLR_M | SCTLR_C | SCTLR_Z | SCTLR_I;
	__asm__ volatile("mcr p15, 0, %0, c1, c0, 0\n\tisb" : : "r"(sctlr) : "memory");
}

void *fl_boot_map(uint64_t phys, uint64_t size_B, enum fl_boot_cache cache)
{
	static const enum fl_board_kind kind[] = {[FL_BOOT_WRITE_BACK] = FL_BOARD_RAM,
						  [FL_BOOT_UNCACHED] = FL_BOARD_DEVICE,
						  [FL_BOOT_WRITE_COMBINED] = FL_BOARD_STREAM};

	if (!size_B || phys + size_B < phys || phys + size_B > END || !around(phys, size_B, kind[cache]))
		return NULL;
	return (void *)(uintptr_t)phys;
}

/* All of it is mapped. */
void *fl_boot_reach(uint64_t phys, uint64_t size_B)
{
	return phys + size_B < phys || phys + size_B > END ? NULL : (void *)(uintptr_t)phys;
}
