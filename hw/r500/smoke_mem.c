/* SPDX-License-Identifier: MIT
 *
 * Smoke test: the ways into memory, and the memory. What was there before is put back.
 */
#include "hw/r500/mc.h"
#include "hw/r500/smoke.h"
#include "hw/regs/r500.h"

/* Waking goes on with a controller that never rests. Without the displays, which sleeping puts back, it does,
 * or that is a fault. */
enum fl_code r500_check_memory(struct fl_bringup *up, struct fl_err *err)
{
	struct r500_card *c = r500_card(up);
	enum fl_code code = r500_memory(up, err);

	if (code || r500_mc_rests(c))
		return code;
	r500_displays_stop(c);
	return r500_mc_wait_idle(c, 100000, err);
}

static uint32_t mm_read(struct fl_dev *d, uint32_t index)
{
	fl_write32(d, R500_MM_INDEX, index);
	return fl_read32(d, R500_MM_DATA);
}

enum fl_code r500_check_mm_index(struct fl_bringup *up, struct fl_err *err)
{
	struct r500_card *c = r500_card(up);
	struct fl_dev *d = c->up.dev;
	uint32_t direct = fl_read32(d, R500_CONFIG_MEMSIZE), indirect = mm_read(d, R500_CONFIG_MEMSIZE);
	const uint32_t at_B = 0x1000, pattern = 0x5aa53cc3, in_vram = R500_MM_INDEX__MM_APER(1) | at_B;
	uint32_t old, got;

	if (direct != indirect)
		return fl_fail(err, FL_FAILED,
			       "CONFIG_MEMSIZE reads 0x%08x directly and 0x%08x through MM_INDEX", direct,
			       indirect);
	old = fl_smoke_peek(d, at_B);
	if (fl_put32(d, R500_MM_INDEX, in_vram, ~0u)) /* what was there may lead to any register */
		fl_write32(d, R500_MM_DATA, pattern);
	got = mm_read(d, in_vram);
	if (got != pattern) {
		fl_smoke_poke(d, at_B, old);
		return fl_fail(err, FL_FAILED,
			       "VRAM at 0x%x reads 0x%08x through MM_INDEX after 0x%08x was written there",
			       at_B, got, pattern);
	}
	got = fl_smoke_peek(d, at_B);
	fl_smoke_poke(d, at_B, old);
	if (got != pattern)
		return fl_fail(
		    err, FL_FAILED,
		    "VRAM at 0x%x reads 0x%08x through the aperture after 0x%08x was written through "
		    "MM_INDEX; HDP_FB_LOCATION 0x%08x",
		    at_B, got, pattern, fl_read32(d, R500_HDP_FB_LOCATION));
	fl_did(&c->up, "registers and VRAM reached both ways, the same");
	return FL_OK;
}

enum fl_code r500_check_vram_address(struct fl_bringup *up, struct fl_err *err)
{
	return fl_smoke_address_lines(up, "CONFIG_MEMSIZE", err);
}
