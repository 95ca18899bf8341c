/* SPDX-License-Identifier: MIT
 *
 * Step: did a video BIOS run? Only it knows the board's memory and clocks.
 */
#include "hw/r500/card.h"
#include "hw/regs/r500.h"

/* Both CRTCs have it at the same place. */
_Static_assert(R500_CRTC_GEN_CNTL__CRTC_EN__MASK == R500_CRTC2_GEN_CNTL__CRTC2_EN__MASK &&
		   R500_D1CRTC_CONTROL__D1CRTC_MASTER_EN__MASK == R500_D2CRTC_CONTROL__D2CRTC_MASTER_EN__MASK,
	       "one bit for both CRTCs");

enum fl_code r500_posted(struct fl_bringup *up, struct fl_err *err)
{
	struct r500_card *c = r500_card(up);
	struct fl_dev *d = c->up.dev;
	/* Linux radeon_card_posted(): a CRTC is on, or the memory size is set. */
	bool legacy = r500_is_legacy(c);
	uint32_t on =
	    legacy ? R500_CRTC_GEN_CNTL__CRTC_EN__MASK : R500_D1CRTC_CONTROL__D1CRTC_MASTER_EN__MASK;
	bool crtc1 = fl_read32(d, legacy ? R500_CRTC_GEN_CNTL : R500_D1CRTC_CONTROL) & on;
	bool crtc2 = fl_read32(d, legacy ? R500_CRTC2_GEN_CNTL : R500_D2CRTC_CONTROL) & on;
	uint32_t memsize = fl_read32(d, R500_CONFIG_MEMSIZE);

	c->posted = crtc1 || crtc2 || memsize;
	if (!c->posted)
		return fl_fail(err, FL_FAILED,
			       "the card is not posted: both CRTCs are off and CONFIG_MEMSIZE is 0. Its "
			       "video BIOS has to run first: make it the machine's primary display");
	fl_did(&c->up, "posted: %s%s, CONFIG_MEMSIZE %u MiB",
	       crtc1   ? "CRTC 1 on"
	       : crtc2 ? "CRTC 2 on"
		       : "displays off",
	       crtc1 && crtc2 ? ", CRTC 2 on" : "", memsize >> 20);
	return FL_OK;
}
