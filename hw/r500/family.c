/* SPDX-License-Identifier: MIT
 *
 * R3xx to R5xx as the neutral code sees them: how their cards are found, woken and described. The list of
 * steps is to be read: this is what happens, in this order.
 */
#include "hw/fl_fmt.h"
#include "hw/r500/card.h"
#include "hw/r500/microcode.h"
#include "hw/r500/spaces.h"
#include "hw/regs/fl_regs.h"
#include "hw/regs/r500.h"

static const struct fl_step steps[] = {
    {"identify", r500_identify, FL_GOAL_NONE},           /* which chip, and does it answer? */
    {"posted", r500_posted, FL_GOAL_PROBE},              /* did a video BIOS run? */
    {"reset", r500_reset, FL_GOAL_RESET},                /* quiet; reset only if it hangs */
    {"memory", r500_memory, FL_GOAL_NONE},               /* where is VRAM, and how much? */
    {"host path", r500_host_path, FL_GOAL_NONE},         /* does it show memory as it is? */
    {"clocks", r500_clocks, FL_GOAL_NONE},               /* CP and others awake */
    {"pipes", r500_pipes, FL_GOAL_NONE},                 /* how many pipes, and how pixels go to them */
    {"microcode", r500_microcode, FL_GOAL_FIRMWARE},     /* teach the command processor its packets */
    {"transport", r500_transport_step, FL_GOAL_NONE},    /* find a way for them that works */
    {"first packets", r500_first_packets, FL_GOAL_NONE}, /* a known state */
    {"fence", r500_fence_step, FL_GOAL_RING},            /* do we hear when work is done? */
    {NULL, NULL, FL_GOAL_NONE},
};

static bool find(uint16_t vendor, uint16_t device, struct fl_card *card)
{
	const struct fl_chip *chip = fl_chip_find(&r500_chips, vendor, device);

	if (!chip)
		return false;
	/* Radeons have VRAM at BAR 0 and registers at BAR 2, PCI and PCI Express alike: a 64-bit BAR 0 takes
	 * BAR 1's place, otherwise BAR 1 is I/O. R3xx and later decode 64 KiB, the older ones 16. */
	*card = (struct fl_card){.chip = r500_chip_family(chip)->name,
				 .tested = fl_chip_tested_name(chip),
				 .wakes = true,
				 .vram_bar = 0,
				 .regs_bar = 2,
				 .regs_B = 0x10000};
	fl_chip_product(&r500_chips, chip, card->product, sizeof(card->product));
	return true;
}

static unsigned firmware(const struct fl_dev *d, const char *name[FL_IMAGES])
{
	const struct fl_chip *chip = fl_chip_find(&r500_chips, d->vendor, d->device);

	if (!chip)
		return 0;
	name[0] = r500_chip_microcode(r500_chip_family(chip));
	return 1;
}

static enum fl_code check_image(const struct fl_dev *d, unsigned i, const uint8_t *image, size_t size_B,
				struct fl_err *err)
{
	return r500_microcode_check(image, size_B, err);
}

static void describe(struct fl_bringup *up, fl_on_fact *on_fact, void *arg)
{
	struct fl_dev *d = up->dev;
	uint32_t memsize = fl_read32(d, R500_CONFIG_MEMSIZE), status = fl_read32(d, R500_RBBM_STATUS);
	uint32_t select;
	unsigned pipes = r500_pipe_count(fl_chip_find(&r500_chips, d->vendor, d->device), d, &select);
	char text[96];

	fl_format(text, sizeof(text), "%u MiB (CONFIG_MEMSIZE)", memsize >> 20);
	on_fact(arg, &(struct fl_fact){"memory", text, "vram", memsize});
	fl_format(text, sizeof(text), select ? "%u (GB_PIPE_SELECT 0x%08x)" : "%u", pipes, select);
	on_fact(arg, &(struct fl_fact){"pipes", text, "pipes", pipes});
	fl_format(text, sizeof(text), "0x%08x: %s, %u free entries in the command FIFO", status,
		  R500_RBBM_STATUS__GUI_ACTIVE__GET(status) ? "the engine is busy" : "idle",
		  R500_RBBM_STATUS__CMDFIFO_AVAIL__GET(status));
	on_fact(arg, &(struct fl_fact){"RBBM_STATUS", text, "RBBM_STATUS", status});
}

const struct fl_family r500_family = {
    .name = "r500",
    .chips = "R3xx to R5xx",
    .title = "the R300-R400-R500 family",
    .regs = fl_regs_r500,
    .find = find,
    .spaces = r500_spaces,
    .firmware = firmware,
    .check_image = check_image,
    .card_B = sizeof(struct r500_card),
    .steps = steps,
    .describe = describe,
    .sleep = r500_sleep,
};
