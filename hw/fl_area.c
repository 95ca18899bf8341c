/* SPDX-License-Identifier: MIT
 *
 * Memory for commands and their answers; see fl_area.h.
 */
#include "hw/fl_area.h"
#include "hw/fl_family.h"

enum { PAGE_B = 4096 };

uint64_t fl_area_end(struct fl_bringup *up, uint64_t size_B)
{
	up->free_B = (up->visible_B - size_B) & ~(uint64_t)(PAGE_B - 1);
	return up->free_B;
}

void fl_area_vram(struct fl_area *a, struct fl_bringup *up, uint64_t size_B)
{
	a->vram = true;
	a->at_B = fl_area_end(up, size_B);
	a->addr = up->vram_addr + a->at_B;
	a->cpu = up->dev->vram ? (volatile uint32_t *)(up->dev->vram + a->at_B) : NULL;
}

void fl_area_put(const struct fl_area *a, uint32_t at_B, uint32_t dw)
{
	if (a->cpu)
		a->cpu[at_B / 4] = dw;
	else
		fl_vram_write(a->dev, a->at_B + at_B, &dw, sizeof(dw));
}

uint32_t fl_area_get(const struct fl_area *a, uint32_t at_B)
{
	uint32_t dw;

	if (a->vram)
		fl_area_settle(a); /* what was read before may be kept in between */
	if (a->cpu)
		return a->cpu[at_B / 4];
	fl_vram_read(a->dev, a->at_B + at_B, &dw, sizeof(dw));
	return dw;
}

enum fl_code fl_area_wait(const struct fl_area *a, uint32_t at_B, uint32_t want, uint64_t timeout_us,
			  const char *what, struct fl_err *err)
{
	uint64_t start = fl_now_us(a->dev), waited;

	for (unsigned reads = 0;; reads++) {
		uint32_t got = fl_area_get(a, at_B);

		if ((int32_t)(got - want) >= 0)
			return FL_OK;
		waited = fl_now_us(a->dev) - start;
		if (reads && (waited >= timeout_us || fl_stopped(a->dev)))
			return fl_fail(
			    err, FL_TIMEOUT, "%s: memory at 0x%llx is 0x%x, want 0x%x, after %llu ms%s", what,
			    (unsigned long long)(a->addr + at_B), got, want,
			    (unsigned long long)(waited / 1000), fl_stopped(a->dev) ? " (interrupted)" : "");
		fl_delay_us(a->dev, reads < 100 ? 1 : 50);
	}
}
