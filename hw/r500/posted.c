/* SPDX-License-Identifier: MIT
 *
 * Step: did a video BIOS run? Only it knows the board's memory and clocks.
 */
#include "hw/r500/card.h"
#include "hw/regs/r500.h"

enum fl_code r500_posted(struct fl_bringup *up, struct fl_err *err)
{
	struct r500_card *c = r500_card(up);
	struct fl_dev *d = c->up.dev;
	/* Linux radeon_card_posted(): a CRTC is on, or the memory size is set. */
	bool crtc1 = R500_D1CRTC_CONTROL__D1CRTC_MASTER_EN__GET(fl_read32(d, R500_D1CRTC_CONTROL));
	bool crtc2 = R500_D2CRTC_CONTROL__D2CRTC_MASTER_EN__GET(fl_read32(d, R500_D2CRTC_CONTROL));
	uint32_t memsize = fl_read32(d, R500_CONFIG_MEMSIZE);

	c->posted = crtc1 || crtc2 || memsize;
	if (!c->posted)
		return fl_fail(err, FL_FAILED,
			       "the card is not posted: both CRTCs are off and CONFIG_MEMSIZE is 0. Its "
			       "video BIOS has to run "
			       "first: make it the machine's primary display");
	fl_did(&c->up, "posted: %s%s, CONFIG_MEMSIZE %u MiB",
	       crtc1   ? "CRTC 1 on"
	       : crtc2 ? "CRTC 2 on"
		       : "displays off",
	       crtc1 && crtc2 ? ", CRTC 2 on" : "", memsize >> 20);
	return FL_OK;
}
