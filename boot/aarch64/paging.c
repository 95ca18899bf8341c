/* SPDX-License-Identifier: MIT
 *
 * Page tables: the first TiB one to one, in blocks of 1 GiB and 2 MiB (Arm ARM DDI 0487, D8). At first all of
 * it is a device, but for the image and the tree; memory is memory when the tree has been read.
 */
#include "boot/board/board.h"
#include "boot/board/tree.h"

enum { VALID = 1 << 0, TABLE = 1 << 1, INNER = 3 << 8, ACCESSED = 1 << 10, ENTRIES = 512, POOL = 24 };
enum { ATTR_DEVICE = 0 << 2, ATTR_STREAM = 1 << 2, ATTR_RAM = 2 << 2 };
#define NEVER_RUN (UINT64_C(3) << 53) /* PXN, UXN */
/* MAIR_EL1: 0 Device-nGnRE, 1 Normal uncached, 2 Normal write-back. */
#define MAIR      UINT64_C(0xff4404)
/* TCR_EL1: 48 bits through TTBR0 alone, pages of 4 KiB, tables cached and shared; IPS comes from the
 * processor. */
#define TCR       UINT64_C(0x00803510)
enum { SCTLR_M = 1 << 0, SCTLR_C = 1 << 2, SCTLR_I = 1 << 12, IPS_MOST = 5 };
#define GIB     (UINT64_C(1) << 30)
#define MIB2    (UINT64_C(2) << 20)
#define END     (UINT64_C(1) << 40)
#define ADDRESS UINT64_C(0x0000fffffffff000)

static _Alignas(4096) uint64_t top[ENTRIES], gib[2][ENTRIES], pool[POOL][ENTRIES];
static unsigned pool_used;

static const uint64_t bits[] = {
    [FL_BOARD_DEVICE] = VALID | ATTR_DEVICE | ACCESSED | NEVER_RUN,
    [FL_BOARD_STREAM] = VALID | ATTR_STREAM | ACCESSED | INNER | NEVER_RUN,
    [FL_BOARD_RAM] = VALID | ATTR_RAM | ACCESSED | INNER,
};

/* A descriptor that may be in use changes by way of an invalid one. Nothing in its range may be touched
 * meanwhile: the image's own blocks never change. */
static void change(uint64_t *e, uint64_t to)
{
	if (*e == to)
		return;
	*(volatile uint64_t *)e = 0;
	__asm__ volatile("dsb sy; tlbi vmalle1; dsb sy; isb" ::: "memory");
	*(volatile uint64_t *)e = to;
	__asm__ volatile("dsb sy; isb" ::: "memory");
}

/* The blocks of 2 MiB of the GiB at e, made if it is one. */
static uint64_t *split(uint64_t *e)
{
	uint64_t *t, was = *e;

	if (was & TABLE)
		return (uint64_t *)(uintptr_t)(was & ADDRESS);
	if (pool_used == POOL)
		return NULL;
	t = pool[pool_used++];
	for (uint64_t i = 0; i < ENTRIES; i++)
		t[i] = was + i * MIB2;
	__asm__ volatile("dsb sy" ::: "memory");
	change(e, (uintptr_t)t | VALID | TABLE);
	return t;
}

bool fl_paging_set(uint64_t addr, uint64_t size_B, enum fl_board_kind kind)
{
	uint64_t at = (addr + MIB2 - 1) & ~(MIB2 - 1), end = (addr + size_B) & ~(MIB2 - 1), step;

	if (addr + size_B < addr || addr + size_B > END)
		return false;
	for (; at < end; at += step) {
		uint64_t *e = &gib[at >> 39][at >> 30 & (ENTRIES - 1)], *t;

		step = MIB2;
		if (at % GIB == 0 && end - at >= GIB && !(*e & TABLE)) {
			step = GIB;
			change(e, at | bits[kind]);
			continue;
		}
		t = split(e);
		if (!t)
			return false;
		change(&t[at >> 21 & (ENTRIES - 1)], at | bits[kind]);
	}
	return true;
}

static bool around(uint64_t addr, uint64_t size_B, enum fl_board_kind kind)
{
	uint64_t from = addr & ~(MIB2 - 1);

	return fl_paging_set(from, (addr + size_B - from + MIB2 - 1) & ~(MIB2 - 1), kind);
}

void fl_paging_start(uintptr_t fdt)
{
	uint64_t ips, sctlr;

	for (uint64_t i = 0; i < 2; i++) {
		top[i] = (uintptr_t)gib[i] | VALID | TABLE;
		for (uint64_t k = 0; k < ENTRIES; k++)
			gib[i][k] = (i * ENTRIES + k) * GIB | bits[FL_BOARD_DEVICE];
	}
	around((uintptr_t)fl_image_start, (uint64_t)(fl_image_end - fl_image_start), FL_BOARD_RAM);
	if (fdt)
		around(fdt, FL_TREE_MAX_B, FL_BOARD_RAM);
	__asm__ volatile("mrs %0, id_aa64mmfr0_el1" : "=r"(ips));
	ips &= 15;
	if (ips > IPS_MOST)
		ips = IPS_MOST;
	/* What was written to the image so far went past the caches: old lines must not hide it. */
	fl_cache_forget((uintptr_t)fl_image_start, (size_t)(fl_image_end - fl_image_start));
	__asm__ volatile(
	    "msr mair_el1, %0; msr tcr_el1, %1; msr ttbr0_el1, %2; isb; tlbi vmalle1; dsb sy; isb"
	    :
	    : "r"(MAIR), "r"(TCR | ips << 32), "r"((uintptr_t)top)
	    : "memory");
	__asm__ volatile("mrs %0, sctlr_el1" : "=r"(sctlr));
	sctlr |= SCTLR_M | SCTLR_C | SCTLR_I;
	__asm__ volatile("msr sctlr_el1, %0; isb" : : "r"(sctlr) : "memory");
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
