/* SPDX-License-Identifier: MIT
 *
 * Step: did a video BIOS run? Only it knows the board's memory and clocks.
 */
#include "hw/r600/card.h"
#include "hw/regs/r600.h"

enum fl_code r600_posted(struct fl_bringup *up, struct fl_err *err)
{
	struct r600_card *c = r600_card(up);
	struct fl_dev *d = up->dev;
	/* Linux radeon_card_posted(): a CRTC is on, or the memory size is set. */
	bool crtc1 = R600_D1CRTC_CONTROL__D1CRTC_MASTER_EN__GET(fl_read32(d, R600_D1CRTC_CONTROL));
	bool crtc2 = R600_D2CRTC_CONTROL__D2CRTC_MASTER_EN__GET(fl_read32(d, R600_D2CRTC_CONTROL));
	uint32_t memsize = fl_read32(d, R600_CONFIG_MEMSIZE);

	c->posted = crtc1 || crtc2 || memsize;
	if (!c->posted)
		return fl_fail(
		    err, FL_FAILED,
		    "the card is not posted: both CRTCs are off and CONFIG_MEMSIZE is 0. Its video "
		    "BIOS has to run first: make it the machine's primary display");
	fl_did(up, "posted: %s%s, CONFIG_MEMSIZE %u MiB",
	       crtc1   ? "CRTC 1 on"
	       : crtc2 ? "CRTC 2 on"
		       : "displays off",
	       crtc1 && crtc2 ? ", CRTC 2 on" : "", memsize >> 20);
	return FL_OK;
}
