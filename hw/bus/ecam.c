/* SPDX-License-Identifier: MIT
 *
 * PCI Express configuration space in memory; see ecam.h.
 */
#include "hw/bus/ecam.h"

static volatile uint8_t *at(const struct fl_pci *p, uint32_t bdf, uint32_t where_B, unsigned size_B)
{
	const struct fl_ecam *e = p->priv;
	unsigned bus = bdf >> 8 & 0xff;

	if (bdf >> 16 != e->domain || bus < e->first_bus || bus > e->last_bus || where_B > 4096 - size_B)
		return NULL;
	return e->base + ((uint64_t)(bdf & 0xffff) << 12) + where_B;
}

static uint32_t cfg_read(const struct fl_pci *p, uint32_t bdf, uint32_t where_B, unsigned size_B)
{
	volatile uint8_t *a = at(p, bdf, where_B, size_B);

	if (size_B == 1)
		return a ? *a : 0xff;
	if (size_B == 2)
		return a ? *(volatile uint16_t *)a : 0xffff;
	return a ? *(volatile uint32_t *)a : 0xffffffff;
}

static void cfg_write(const struct fl_pci *p, uint32_t bdf, uint32_t where_B, unsigned size_B, uint32_t value)
{
	volatile uint8_t *a = at(p, bdf, where_B, size_B);

	if (!a)
		return;
	if (size_B == 1)
		*a = (uint8_t)value;
	else if (size_B == 2)
		*(volatile uint16_t *)a = (uint16_t)value;
	else
		*(volatile uint32_t *)a = value;
}

void fl_ecam_init(struct fl_pci *p, const struct fl_ecam *e)
{
	*p = (struct fl_pci){cfg_read, cfg_write, (void *)(uintptr_t)e, e->last_bus};
}
