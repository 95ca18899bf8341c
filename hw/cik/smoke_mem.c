/* SPDX-License-Identifier: MIT
 *
 * Smoke test: the ways into memory, and the memory. What was there before is put back.
 */
#include "hw/cik/crtc.h"
#include "hw/cik/hdp.h"
#include "hw/cik/mc.h"
#include "hw/cik/smoke.h"
#include "hw/regs/cik.h"

/* Waking goes on with a controller that a display keeps busy. Without the displays, which sleeping puts back,
 * it comes to rest, or that is a fault. */
enum fl_code cik_check_memory(struct fl_bringup *up, struct fl_err *err)
{
	enum { WAIT_US = 100000 };
	enum fl_code code = cik_memory(up, err);
	struct fl_err ignored;

	if (code || !cik_mc_wait_idle(up->dev, WAIT_US, &ignored))
		return code;
	cik_displays_stop(up->dev, cik_card(up)->family->displays);
	return cik_mc_wait_idle(up->dev, WAIT_US, err);
}

static void settle(struct fl_bringup *up, uint64_t at_B)
{
	cik_hdp_flush(up->dev, at_B);
}

enum fl_code cik_check_mm_index(struct fl_bringup *up, struct fl_err *err)
{
	static const struct fl_smoke_window window = {CIK_MM_INDEX, CIK_MM_DATA, CIK_CONFIG_MEMSIZE,
						      CIK_HDP_NONSURFACE_BASE, settle};

	return fl_smoke_mm_index(up, &window, err);
}

enum fl_code cik_check_vram_address(struct fl_bringup *up, struct fl_err *err)
{
	return fl_smoke_address_lines(up, "CONFIG_MEMSIZE", err);
}
