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

/* MM_INDEX: the address, in memory with this bit. */
#define IN_VRAM (1u << 31)

static uint32_t mm_read(struct fl_dev *d, uint32_t index)
{
	fl_write32(d, CIK_MM_INDEX, index);
	return fl_read32(d, CIK_MM_DATA);
}

enum fl_code cik_check_mm_index(struct fl_bringup *up, struct fl_err *err)
{
	struct fl_dev *d = up->dev;
	uint32_t direct = fl_read32(d, CIK_CONFIG_MEMSIZE), indirect = mm_read(d, CIK_CONFIG_MEMSIZE);
	const uint32_t at_B = 0x1000, pattern = 0x5aa53cc3;
	uint32_t old, got, seen;

	if (direct != indirect)
		return fl_fail(err, FL_FAILED,
			       "CONFIG_MEMSIZE reads 0x%08x directly and 0x%08x through MM_INDEX", direct,
			       indirect);
	old = fl_smoke_peek(d, at_B);
	fl_write32(d, CIK_MM_INDEX, IN_VRAM | at_B);
	fl_write32(d, CIK_MM_DATA, pattern);
	got = mm_read(d, IN_VRAM | at_B);
	cik_hdp_flush(d, at_B);
	seen = fl_smoke_peek(d, at_B);
	fl_smoke_poke(d, at_B, old);
	if (got != pattern)
		return fl_fail(err, FL_FAILED,
			       "VRAM at 0x%x reads 0x%08x through MM_INDEX after 0x%08x was written there",
			       at_B, got, pattern);
	if (seen != pattern)
		return fl_fail(
		    err, FL_FAILED,
		    "VRAM at 0x%x reads 0x%08x through the aperture after 0x%08x was written through "
		    "MM_INDEX; HDP_NONSURFACE_BASE 0x%08x",
		    at_B, seen, pattern, fl_read32(d, CIK_HDP_NONSURFACE_BASE));
	fl_did(up, "registers and VRAM reached both ways, the same");
	return FL_OK;
}

enum fl_code cik_check_vram_address(struct fl_bringup *up, struct fl_err *err)
{
	return fl_smoke_address_lines(up, "CONFIG_MEMSIZE", err);
}
