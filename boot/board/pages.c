/* SPDX-License-Identifier: MIT
 *
 * Memory for a device to reach: a piece of RAM behind the image that the processor does not cache, since
 * what most boards' devices read and write goes past its caches. Addresses are physical: memory is mapped one
 * to one.
 */
#include "boot/board/board.h"

enum { PAGE_B = 4096, POOL_B = 64 << 20, LEAST_B = 1 << 20 };

static uint8_t *pool;
static size_t pool_B, used_B;

static uint64_t up(uint64_t v)
{
	return (v + FL_PAGING_B - 1) & ~(uint64_t)(FL_PAGING_B - 1);
}

/* Behind the first range that is kept and reaches into [at, at + size_B); at: none does. */
static uint64_t behind_kept(const struct fl_board *b, uint64_t at, uint64_t size_B)
{
	for (unsigned i = 0; i < b->n_kept; i++) {
		const struct fl_board_range *k = &b->kept[i];

		if (k->addr < at + size_B && at < k->addr + k->size_B)
			return up(k->addr + k->size_B);
	}
	return at;
}

/* size_B of free RAM at or behind from, and below 4 GiB; 0: there is none. */
static uint64_t find(const struct fl_board *b, uint64_t from, uint64_t size_B)
{
	for (unsigned i = 0; i < b->n_banks; i++) {
		uint64_t end = b->bank[i].addr + b->bank[i].size_B;
		uint64_t at = up(b->bank[i].addr > from ? b->bank[i].addr : from), next;

		if (end > UINT64_C(1) << 32)
			end = UINT64_C(1) << 32;
		for (; at < end && size_B <= end - at; at = next) {
			next = behind_kept(b, at, size_B);
			if (next == at)
				return at;
		}
	}
	return 0;
}

void fl_pages_use(const struct fl_board *b, uint64_t from)
{
	for (size_t size_B = POOL_B; size_B >= LEAST_B; size_B /= 2) {
		uint64_t at = find(b, from, size_B);

		if (!at || size_B % FL_PAGING_B || !fl_paging_set(at, size_B, FL_BOARD_STREAM))
			continue;
		fl_cache_forget((uintptr_t)at, size_B);
		pool = (uint8_t *)(uintptr_t)at;
		pool_B = size_B;
		return;
	}
}

void *fl_boot_pages(size_t size_B)
{
	size_t pages_B = (size_B + PAGE_B - 1) & ~(size_t)(PAGE_B - 1);
	uint64_t *p = (uint64_t *)(void *)(pool + used_B);

	if (pages_B < size_B || pages_B > pool_B - used_B)
		return NULL;
	used_B += pages_B;
	for (size_t i = 0; i < pages_B / sizeof(*p); i++)
		*(volatile uint64_t *)&p[i] = 0;
	return p;
}
