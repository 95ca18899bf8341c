/* SPDX-License-Identifier: MIT
 *
 * What the displays of R3xx to R5xx show, kept and given back: AVIVO's (hw/avivo/display.c), or those of R3xx
 * and R4xx (display_r300.c). Not tried on a card.
 */
#include "hw/avivo/display.h"
#include "hw/r500/card.h"
#include "hw/r500/display_r300.h"
#include "hw/regs/r500.h"

static const struct fl_display_parts *parts(const struct fl_display *k)
{
	return k->old ? &r500_display_r300 : &fl_avivo_display;
}

static enum fl_code take(struct fl_display *k, struct fl_err *err)
{
	struct fl_dev *d = k->dev;
	const struct fl_chip *chip = fl_chip_find(&r500_chips, d->vendor, d->device);
	uint32_t hdp;

	if (!chip || fl_read32(d, R500_CONFIG_MEMSIZE) == 0xffffffff)
		return fl_fail(err, FL_NO_DEVICE, "%s: every register reads all ones", d->name);
	k->old = r500_chip_family(chip)->gen != R500_GEN_R500;
	hdp = k->old ? 0 : R500_HDP_FB_LOCATION__HDP_FB_START__GET(fl_read32(d, R500_HDP_FB_LOCATION));
	return fl_display_take_parts(k, parts(k), (uint64_t)hdp << 16, err);
}

static enum fl_code give(struct fl_display *k, struct fl_err *err)
{
	return fl_display_give_parts(k, parts(k), err);
}

extern const struct fl_display_ops r500_display;
const struct fl_display_ops r500_display = {.family = &r500_family, .take = take, .give = give};
