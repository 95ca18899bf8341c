/* SPDX-License-Identifier: MIT
 *
 * Which programs are in video memory.
 */
#include "lib/fl_resident.h"

enum { PAGE_B = FL_RESIDENT_PAGE_B };

void fl_residents_begin(struct fl_residents *r, uint64_t addr, uint64_t size_B)
{
	r->first = r->next = (uint32_t)((addr + PAGE_B - 1) / PAGE_B);
	r->end = (uint32_t)((addr + size_B) / PAGE_B);
	r->n = 0;
	r->turn = 0;
}

const struct fl_resident *fl_resident(const struct fl_residents *r, uint64_t key)
{
	for (uint32_t i = 0; i < r->n && i < FL_RESIDENTS; i++)
		if (r->slot[i].key == key)
			return &r->slot[i];
	return NULL;
}

const struct fl_resident *fl_resident_place(struct fl_residents *r, const struct fl_resident *what,
					    uint32_t size_B)
{
	const uint32_t pages = (size_B + PAGE_B - 1) / PAGE_B;
	struct fl_resident *made;

	if (r->n >= FL_RESIDENTS || pages > r->end - r->next) {
		r->n = 0;
		r->next = r->first;
		r->turn++;
	}
	made = &r->slot[r->n++];
	*made = *what;
	made->start = r->next;
	r->next += pages;
	return made;
}
