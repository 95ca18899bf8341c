/* SPDX-License-Identifier: MIT
 *
 * Page tables of clients: a directory of a page, whose entries lead to tables of 16 MiB each, in VRAM. CIK
 * facts 2; Linux radeon_vm.c, cik_vm_set_page().
 */
#include "hw/drm/cik/vm.h"

#include <libdrm/radeon_drm.h>
#include <string.h>

enum {
	ENTRY_B = 8,
	TABLE_B = ENTRY_B << CIK_DRM_TABLE_LOG2,
	DIRECTORIES = 1 << (CIK_DRM_PAGES_LOG2 - CIK_DRM_TABLE_LOG2),
	/* of an entry */
	VALID = 1 << 0,
	READABLE = 1 << 5,
	WRITABLE = 1 << 6,
};
_Static_assert(DIRECTORIES *ENTRY_B == CIK_DRM_PAGE_B, "a directory is a page");
#define ADDRESS UINT64_C(0xfffffff000)

static uint64_t get(const struct fl_drm_card *k, uint64_t table, uint64_t i)
{
	uint64_t entry;

	memcpy(&entry, k->vram + table + i * ENTRY_B, ENTRY_B);
	return entry;
}

static void put(struct fl_drm_card *k, uint64_t table, uint64_t i, uint64_t entry)
{
	memcpy(k->vram + table + i * ENTRY_B, &entry, ENTRY_B);
}

/* The table of a page; 0: there is none, or (make) no room for one. */
static uint64_t table_of(struct fl_drm_card *k, uint64_t root, uint64_t page, bool make)
{
	const uint64_t i = page >> CIK_DRM_TABLE_LOG2;
	uint64_t table = get(k, root, i) & ADDRESS;

	if (table || !make)
		return table;
	table = fl_drm_room_take(k, TABLE_B);
	if (table)
		put(k, root, i, table | VALID);
	return table;
}

bool cik_drm_tables_map(struct fl_drm_card *k, uint64_t root, const struct fl_drm_mapping *m)
{
	const uint64_t first = m->va >> CIK_DRM_PAGE_LOG2, n = m->size_B >> CIK_DRM_PAGE_LOG2;
	const uint64_t flags = (m->flags & RADEON_VM_PAGE_VALID ? VALID : 0) |
			       (m->flags & RADEON_VM_PAGE_READABLE ? READABLE : 0) |
			       (m->flags & RADEON_VM_PAGE_WRITEABLE ? WRITABLE : 0);

	for (uint64_t i = 0; i < n; i++) {
		const uint64_t table = table_of(k, root, first + i, flags);

		if (table)
			put(k, table, (first + i) & ((1u << CIK_DRM_TABLE_LOG2) - 1),
			    flags ? (m->addr + (i << CIK_DRM_PAGE_LOG2)) | flags : 0);
		else if (flags)
			return false;
	}
	return true;
}

void cik_drm_tables_close(struct fl_drm_card *k, uint64_t root)
{
	for (unsigned i = 0; i < DIRECTORIES; i++) {
		const uint64_t table = get(k, root, i) & ADDRESS;

		if (table)
			fl_drm_room_give(k, table, TABLE_B);
	}
	fl_drm_room_give(k, root, CIK_DRM_PAGE_B);
}

/* Linux radeon_driver_open_kms(): each client sees the buffer that streams run from, and may read it. */
uint64_t cik_drm_tables_open(struct fl_drm_card *k)
{
	const struct fl_drm_mapping ib = {CIK_DRM_IB_VA, CIK_DRM_IB_B, 4ul * CIK_DRM_IB_DW,
					  RADEON_VM_PAGE_VALID | RADEON_VM_PAGE_READABLE};
	const uint64_t root = fl_drm_room_take(k, CIK_DRM_PAGE_B);

	if (!root || cik_drm_tables_map(k, root, &ib))
		return root;
	cik_drm_tables_close(k, root);
	return 0;
}
