/* SPDX-License-Identifier: MIT
 *
 * What the displays of R6xx and R7xx show, kept and given back: AVIVO's (hw/avivo/display.c), and on R7xx the
 * upper halves of their addresses. Not tried on a card.
 */
#include "hw/avivo/display.h"
#include "hw/r600/crtc.h"
#include "hw/r600/mc.h"
#include "hw/regs/r600.h"

_Static_assert((int)FL_AVIVO_HEAD_WORDS + (int)FL_AVIVO_BODY_WORDS + (int)R600_CRTC_HIGH_REGS <=
		   (int)FL_DISPLAY_WORDS,
	       "there is room for all");

static void r7xx_body(struct fl_display_walk *w)
{
	fl_display_regs(w, r600_crtc_high_regs, R600_CRTC_HIGH_REGS, 0);
	fl_avivo_body(w);
}

static const struct fl_display_parts r7xx = {.head_words = FL_AVIVO_HEAD_WORDS,
					     .head = fl_avivo_head,
					     .body = r7xx_body,
					     .vga = fl_avivo_vga,
					     .vga_off = fl_avivo_vga_off};

static const struct fl_display_parts *parts(const struct fl_display *k)
{
	return k->old ? &fl_avivo_display : &r7xx;
}

static enum fl_code take(struct fl_display *k, struct fl_err *err)
{
	struct fl_dev *d = k->dev;
	struct r600_card card = {.up.dev = d, .chip = fl_chip_find(&r600_chips, d->vendor, d->device)};
	uint64_t first, last;

	if (!card.chip || fl_read32(d, R600_CONFIG_MEMSIZE) == 0xffffffff)
		return fl_fail(err, FL_NO_DEVICE, "%s: every register reads all ones", d->name);
	card.family = r600_chip_family(card.chip);
	k->old = !card.family->r7xx;
	r600_mc_get_location(&card, &first, &last);
	return fl_display_take_parts(k, parts(k), first, err);
}

static enum fl_code give(struct fl_display *k, struct fl_err *err)
{
	return fl_display_give_parts(k, parts(k), err);
}

extern const struct fl_display_ops r600_display;
const struct fl_display_ops r600_display = {.family = &r600_family, .take = take, .give = give};
