/* SPDX-License-Identifier: MIT
 *
 * What the files of Sea Islands' render node share: where things lie in VRAM, and clients' addresses.
 */
#ifndef HW_DRM_CIK_VM_H
#define HW_DRM_CIK_VM_H

#include "hw/cik/chips.h"
#include "hw/drm/fl_drm_family.h"

enum {
	CIK_DRM_PAGE_B = 4096,
	CIK_DRM_PAGE_LOG2 = 12,

	/* VRAM, from its beginning: a fence for each ring, and the rings */
	CIK_DRM_FENCE_B = 0x0,
	CIK_DRM_FENCE_STEP_B = 64,
	CIK_DRM_GFX_B = 0x10000,
	CIK_DRM_COMPUTE_B = 0x20000,
	CIK_DRM_DMA_B = 0x30000,
	CIK_DRM_RING_LOG2 = 10, /* dwords */
	CIK_DRM_EOP_B = 0x40000,
	CIK_DRM_MQD_B = 0x41000,
	CIK_DRM_IB_B = 0x80000,
	CIK_DRM_OWN_B = 0x100000,

	/* Linux radeon.h: RADEON_VA_IB_OFFSET, RADEON_IB_VM_MAX_SIZE, RADEON_VA_RESERVED_SIZE */
	CIK_DRM_IB_VA = 1 << 20,
	CIK_DRM_IB_DW = 64 << 10,
	CIK_DRM_RESERVED_B = 8 << 20,

	/* Linux radeon_vm_size, 8 GiB; of the 21 bits of a page's number 12 are a table's */
	CIK_DRM_PAGES_LOG2 = 21,
	CIK_DRM_TABLE_LOG2 = 12,
};

/* tables.c: as struct fl_drm_vm has them */
uint64_t cik_drm_tables_open(struct fl_drm_card *k);
bool cik_drm_tables_map(struct fl_drm_card *k, uint64_t root, const struct fl_drm_mapping *m);
void cik_drm_tables_close(struct fl_drm_card *k, uint64_t root);
/* ring.c */
bool cik_drm_start(struct fl_drm_card *k);
bool cik_drm_run(struct fl_drm_card *k, const struct fl_drm_run *r);
/* stream.c: struct fl_drm_family.check */
bool cik_drm_check(struct fl_drm_stream *s);

#endif
