/* SPDX-License-Identifier: MIT
 *
 * The machine by its boot code; see machine.h.
 */
#include "demos/bare/machine.h"

static volatile void *map(void *arg, uint64_t addr, uint64_t size_B, bool write_combined)
{
	return fl_boot_map(addr, size_B, write_combined ? FL_BOOT_WRITE_COMBINED : FL_BOOT_UNCACHED);
}

static void *pages(void *arg, size_t size_B, uint64_t *addr)
{
	void *p = fl_boot_pages(size_B);

	*addr = (uintptr_t)p;
	return p;
}

static uint64_t now_us(void *arg)
{
	return fl_boot_now_us();
}

static void delay_us(void *arg, uint64_t us)
{
	fl_boot_delay_us(us);
}

struct fl_machine fl_bare_machine(struct fl_pci *pci, const struct fl_boot *boot)
{
	fl_bare_pci(pci, boot);
	return (struct fl_machine){
	    .pci = pci, .map = map, .now_us = now_us, .delay_us = delay_us, .pages = pages};
}
