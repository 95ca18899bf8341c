/* SPDX-License-Identifier: MIT
 *
 * A core of the machine's own chip, see onchip.h.
 */
#include "hw/bus/onchip.h"

enum { PAGE_MASK = 4095 };

static uint64_t given_B(const struct fl_onchip *m)
{
	uint64_t half_B = m->size_B / 2 & ~(uint64_t)PAGE_MASK;

	return half_B < FL_ONCHIP_GIVEN_B ? half_B : FL_ONCHIP_GIVEN_B;
}

void fl_onchip_memory(struct fl_dev *d, const struct fl_onchip *m)
{
	if (!m->cpu)
		return;
	d->vram = m->cpu + given_B(m);
	d->vram_addr = m->addr + given_B(m);
	d->vram_size_B = m->size_B - given_B(m);
}

enum fl_code fl_onchip_alloc(struct fl_onchip *m, size_t size_B, struct fl_dma *dma, struct fl_err *err)
{
	const uint64_t need_B = ((uint64_t)size_B + PAGE_MASK) & ~(uint64_t)PAGE_MASK;

	if (!m->cpu || need_B < size_B || need_B > given_B(m) - m->used_B)
		return fl_fail(err, FL_FAILED, "no %u KiB left of %u KiB that are reserved for commands",
			       (unsigned)(size_B >> 10), m->cpu ? (unsigned)(given_B(m) >> 10) : 0);
	*dma = (struct fl_dma){m->cpu + m->used_B, m->addr + m->used_B, size_B};
	/* Nobody has cleared it; in dwords, which uncached memory takes one at a time. */
	for (uint64_t i = 0; i < need_B / 4; i++)
		((volatile uint32_t *)dma->cpu)[i] = 0;
	m->used_B += need_B;
	return FL_OK;
}

uint32_t fl_onchip_cfg_read(struct fl_dev *d, uint32_t where_B, unsigned size_B)
{
	return 0xffffffff >> (32 - 8 * size_B);
}

void fl_onchip_cfg_write(struct fl_dev *d, uint32_t where_B, unsigned size_B, uint32_t value)
{
}
