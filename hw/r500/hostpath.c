/* SPDX-License-Identifier: MIT
 *
 * Step: the host's path to memory. What another driver or a video BIOS left there may tile or swap what the
 * processor writes (Linux radeon_surface_init), or show half of the memory twice (r100_vram_get_accessible).
 * Sleeping puts the surfaces back.
 */
#include "hw/r500/card.h"
#include "hw/r500/idle.h"
#include "hw/regs/r500.h"

enum fl_code r500_host_path(struct fl_bringup *up, struct fl_err *err)
{
	enum { WAIT_US = 100000 };
	const uint32_t whole = R500_HOST_PATH_CNTL__HDP_APER_CNTL(1);
	struct r500_card *c = r500_card(up);
	struct fl_dev *d = up->dev;
	/* R300 and R350 do not have the bit to be set, but show what they do. */
	bool fixed = c->chip->family == R500_FAMILY_R300 || c->chip->family == R500_FAMILY_R350;
	/* A write of HOST_PATH_CNTL while the engine runs can lock it up: Linux r300.c. */
	enum fl_code code = r500_idle_wait(d, WAIT_US, err);
	uint32_t cntl = fl_read32(d, R500_HOST_PATH_CNTL);

	if (code)
		return code;
	fl_write32(d, R500_SURFACE_CNTL, 0);
	for (unsigned i = 0; i < R500_SURFACE_INFO__COUNT; i++)
		fl_write32(d, R500_SURFACE_INFO(i), 0);
	if (!fixed) {
		fl_write32(d, R500_HOST_PATH_CNTL, cntl | whole);
		cntl = fl_read32(d, R500_HOST_PATH_CNTL);
	}
	/* One of two apertures: the other half of the BAR shows the same memory. */
	if (!(cntl & whole) && up->visible_B > d->vram_size_B / 2)
		up->visible_B = d->vram_size_B / 2;
	fl_did(up, "no surfaces, no swaps; %llu MiB visible", (unsigned long long)(up->visible_B >> 20));
	return FL_OK;
}
