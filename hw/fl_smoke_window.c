/* SPDX-License-Identifier: MIT
 *
 * Smoke test: the window of an index and a data register, against the direct way. What was there before is
 * put back.
 */
#include "hw/fl_smoke.h"

/* MM_INDEX: the address, in memory with this bit. */
#define IN_VRAM (1u << 31)
#define AT_B    0x1000u
#define PATTERN 0x5aa53cc3u

static uint32_t read(struct fl_dev *d, const struct fl_smoke_window *w, uint32_t index)
{
	fl_write32(d, w->index, index);
	return fl_read32(d, w->data);
}

enum fl_code fl_smoke_mm_index(struct fl_bringup *up, const struct fl_smoke_window *w, struct fl_err *err)
{
	struct fl_dev *d = up->dev;
	uint32_t direct = fl_read32(d, w->memsize), indirect = read(d, w, w->memsize);
	uint32_t old, got, seen;

	if (direct != indirect)
		return fl_fail(err, FL_FAILED,
			       "CONFIG_MEMSIZE reads 0x%08x directly and 0x%08x through MM_INDEX", direct,
			       indirect);
	old = fl_smoke_peek(d, AT_B);
	fl_write32(d, w->index, IN_VRAM | AT_B);
	fl_write32(d, w->data, PATTERN);
	got = read(d, w, IN_VRAM | AT_B);
	w->settle(up, AT_B);
	seen = fl_smoke_peek(d, AT_B);
	fl_smoke_poke(d, AT_B, old);
	if (got != PATTERN)
		return fl_fail(err, FL_FAILED,
			       "VRAM at 0x%x reads 0x%08x through MM_INDEX after 0x%08x was written there",
			       AT_B, got, PATTERN);
	if (seen != PATTERN)
		return fl_fail(
		    err, FL_FAILED,
		    "VRAM at 0x%x reads 0x%08x through the aperture after 0x%08x was written through "
		    "MM_INDEX; HDP_NONSURFACE_BASE 0x%08x",
		    AT_B, seen, PATTERN, fl_read32(d, w->base));
	fl_did(up, "registers and VRAM reached both ways, the same");
	return FL_OK;
}
