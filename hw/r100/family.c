/* SPDX-License-Identifier: MIT
 *
 * The RV100 class as the neutral code sees it: found by PCI id, and identified; there is nothing to wake, and
 * no smoke test.
 */
#include "hw/fl_fmt.h"
#include "hw/r100/identify.h"
#include "hw/regs/fl_regs.h"

static const struct fl_step steps[] = {
    {"identify", r100_identify, FL_GOAL_PROBE},
    {NULL, NULL, FL_GOAL_NONE},
};

static bool find(uint16_t vendor, uint16_t device, struct fl_card *card)
{
	const struct r100_chip *chip = r100_chip_find(vendor, device);

	if (!chip)
		return false;
	/* BARs as those of all Radeons (hw/r500/family.c); the registers are 16 KiB, of which 8 are
	 * enough. */
	*card = (struct fl_card){.chip = chip->name,
				 .tested = chip->tested,
				 .wakes = true,
				 .vram_bar = 0,
				 .regs_bar = 2,
				 .regs_B = 0x2000};
	fl_format(card->product, sizeof(card->product), "%s", chip->product);
	return true;
}

static void describe(struct fl_bringup *up, fl_on_fact *on_fact, void *arg)
{
	char text[96];

	fl_format(text, sizeof(text), "%u MiB (CONFIG_MEMSIZE)", (unsigned)(up->vram_B >> 20));
	on_fact(arg, &(struct fl_fact){"memory", text, "vram", up->vram_B});
	on_fact(arg, &(struct fl_fact){"engine", "2D, by registers: there is nothing to wake", NULL, 0});
}

static enum fl_code sleep(struct fl_bringup *up, struct fl_err *err)
{
	return FL_OK; /* nothing was started */
}

const struct fl_family r100_family = {
    .name = "r100",
    .chips = "the RV100 class",
    .title = "the RV100 class",
    .regs = fl_regs_r100,
    .find = find,
    .card_B = sizeof(struct r100_card),
    .steps = steps,
    .describe = describe,
    .sleep = sleep,
};
