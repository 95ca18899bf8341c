/* SPDX-License-Identifier: MIT
 *
 * Step: did a video BIOS run? Only it knows the board's memory and clocks.
 */
#include "hw/cik/card.h"
#include "hw/cik/crtc.h"
#include "hw/regs/cik.h"

enum fl_code cik_posted(struct fl_bringup *up, struct fl_err *err)
{
	struct cik_card *c = cik_card(up);
	struct fl_dev *d = up->dev;
	/* Linux radeon_card_posted(): a display is on, or the memory size is set. */
	unsigned on = cik_displays_on(d, c->family->displays);
	uint32_t memsize = fl_read32(d, CIK_CONFIG_MEMSIZE);

	c->posted = on || memsize;
	if (!c->posted)
		return fl_fail(
		    err, FL_FAILED,
		    "the card is not posted: all %u displays are off and CONFIG_MEMSIZE is 0. Its video "
		    "BIOS has to run first: make it the machine's primary display",
		    c->family->displays);
	fl_did(up, "posted: %u of %u displays on, CONFIG_MEMSIZE %u MiB", on, c->family->displays, memsize);
	return FL_OK;
}
