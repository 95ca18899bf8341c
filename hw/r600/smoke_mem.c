/* SPDX-License-Identifier: MIT
 *
 * Smoke test: the ways into memory, and the memory. What was there before is put back.
 */
#include "hw/avivo/crtc.h"
#include "hw/r600/mc.h"
#include "hw/r600/smoke.h"
#include "hw/regs/r600.h"

/* Waking goes on with a controller that a display keeps busy. Without the displays, which sleeping puts back,
 * it comes to rest, or that is a fault. */
enum fl_code r600_check_memory(struct fl_bringup *up, struct fl_err *err)
{
	enum { WAIT_US = 100000 };
	enum fl_code code = r600_memory(up, err);
	struct fl_err ignored;

	if (code || !r600_mc_wait_idle(up->dev, WAIT_US, &ignored))
		return code;
	fl_avivo_stop(up->dev);
	return r600_mc_wait_idle(up->dev, WAIT_US, err);
}

static void settle(struct fl_bringup *up, uint64_t at_B)
{
	r600_hdp_flush(up->dev, r600_card(up)->family->r7xx, at_B);
}

enum fl_code r600_check_mm_index(struct fl_bringup *up, struct fl_err *err)
{
	static const struct fl_smoke_window window = {R600_MM_INDEX, R600_MM_DATA, R600_CONFIG_MEMSIZE,
						      R600_HDP_NONSURFACE_BASE, settle};

	return fl_smoke_mm_index(up, &window, err);
}

enum fl_code r600_check_vram_address(struct fl_bringup *up, struct fl_err *err)
{
	return fl_smoke_address_lines(up, "CONFIG_MEMSIZE", err);
}
