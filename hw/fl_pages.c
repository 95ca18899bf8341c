/* SPDX-License-Identifier: MIT
 *
 * Page tables; see fl_pages.h.
 */
#include "hw/fl_pages.h"

enum {
	ENTRY_B = 8,
	/* Linux rs600.c */
	ENTRY_VALID = 1 << 0,
	ENTRY_SYSTEM = 1 << 1,
	ENTRY_SNOOPED = 1 << 2,
	ENTRY_READABLE = 1 << 5,
	ENTRY_WRITABLE = 1 << 6,
	ENTRY = ENTRY_VALID | ENTRY_SYSTEM | ENTRY_SNOOPED | ENTRY_READABLE | ENTRY_WRITABLE,
};

enum fl_code fl_pages_lead_to(struct fl_dev *d, uint64_t at_B, const struct fl_dma *m, struct fl_err *err)
{
	uint32_t entry[2];

	if (m->size_B / FL_PAGE_B * ENTRY_B > FL_PAGE_B)
		return fl_fail(err, FL_USAGE,
			       "%zu KiB of memory are more than one page table has entries for",
			       m->size_B >> 10);
	for (uint64_t page = 0; page < m->size_B; page += FL_PAGE_B) {
		uint64_t addr = m->addr + page;

		entry[0] = (uint32_t)addr | ENTRY;
		entry[1] = (uint32_t)(addr >> 32);
		fl_vram_write(d, at_B + page / FL_PAGE_B * ENTRY_B, entry, sizeof(entry));
	}
	return FL_OK;
}
