/* SPDX-License-Identifier: MIT
 *
 * Memory for a card to reach: a piece of the image, where what the processor and what the bus call an address
 * are the same (entry.S maps one to one), and which the processor's caches keep coherent.
 */
#include "boot/boot.h"

enum { PAGE_B = 4096, POOL_B = 512 << 10 };

static _Alignas(PAGE_B) uint8_t pool[POOL_B];

void *fl_boot_pages(size_t size_B)
{
	static size_t used_B;
	size_t pages_B = (size_B + PAGE_B - 1) & ~(size_t)(PAGE_B - 1);
	void *p = pool + used_B;

	if (pages_B < size_B || pages_B > POOL_B - used_B)
		return NULL;
	used_B += pages_B;
	return p;
}
