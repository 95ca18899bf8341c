/* SPDX-License-Identifier: MIT
 *
 * R6xx and R7xx as the neutral code sees them: how their cards are found, woken and described. The list of
 * steps is to be read: this is what happens, in this order.
 */
#include "hw/fl_fmt.h"
#include "hw/r600/card.h"
#include "hw/r600/microcode.h"
#include "hw/r600/status.h"
#include "hw/regs/fl_regs.h"
#include "hw/regs/r600.h"

static const struct fl_step steps[] = {
    {"identify", r600_identify, FL_GOAL_NONE},           /* which chip, and does it answer? */
    {"posted", r600_posted, FL_GOAL_PROBE},              /* did a video BIOS run? */
    {"reset", r600_reset, FL_GOAL_RESET},                /* quiet; reset only if it hangs */
    {"memory", r600_memory, FL_GOAL_NONE},               /* where is VRAM, how much, and who reaches it? */
    {"pipes", r600_pipes, FL_GOAL_NONE},                 /* what is alive, and how memory is tiled */
    {"state", r600_state, FL_GOAL_NONE},                 /* what is set once */
    {"microcode", r600_microcode, FL_GOAL_FIRMWARE},     /* teach the command processor its packets */
    {"transport", r600_transport_step, FL_GOAL_NONE},    /* find a way for them that works */
    {"first packets", r600_first_packets, FL_GOAL_NONE}, /* a known state */
    {"fence", r600_fence_step, FL_GOAL_RING},            /* do we hear when work is done? */
    {NULL, NULL, FL_GOAL_NONE},
};

static bool find(uint16_t vendor, uint16_t device, struct fl_card *card)
{
	const struct fl_chip *chip = fl_chip_find(&r600_chips, vendor, device);

	if (!chip)
		return false;
	/* VRAM at BAR 0 and registers at BAR 2, both 64 bits wide. */
	*card = (struct fl_card){.chip = r600_chip_family(chip)->name,
				 .tested = fl_chip_tested_name(chip),
				 .wakes = true,
				 .vram_bar = 0,
				 .regs_bar = 2,
				 .regs_B = 0x10000};
	fl_chip_product(&r600_chips, chip, card->product, sizeof(card->product));
	return true;
}

/* radeon/NAME_pfp.bin, radeon/NAME_me.bin by family, radeon/R600_rlc.bin or R700_rlc.bin by generation (Linux
 * r600_init_microcode()). RS880 has RS780's, RV740 has RV730's. */
#define OF(name)                                                    \
	{                                                           \
		"radeon/" name "_pfp.bin", "radeon/" name "_me.bin" \
	}
static const char *const files[R600_FAMILIES][2] = {
    [R600_FAMILY_R600] = OF("R600"),   [R600_FAMILY_RV610] = OF("RV610"), [R600_FAMILY_RV630] = OF("RV630"),
    [R600_FAMILY_RV620] = OF("RV620"), [R600_FAMILY_RV635] = OF("RV635"), [R600_FAMILY_RV670] = OF("RV670"),
    [R600_FAMILY_RS780] = OF("RS780"), [R600_FAMILY_RS880] = OF("RS780"), [R600_FAMILY_RV770] = OF("RV770"),
    [R600_FAMILY_RV730] = OF("RV730"), [R600_FAMILY_RV710] = OF("RV710"), [R600_FAMILY_RV740] = OF("RV730"),
};

static unsigned firmware(const struct fl_dev *d, const char *name[FL_IMAGES])
{
	const struct fl_chip *chip = fl_chip_find(&r600_chips, d->vendor, d->device);

	if (!chip)
		return 0;
	name[R600_IMAGE_PFP] = files[chip->family][0];
	name[R600_IMAGE_ME] = files[chip->family][1];
	name[R600_IMAGE_RLC] = r600_chip_family(chip)->r7xx ? "radeon/R700_rlc.bin" : "radeon/R600_rlc.bin";
	return R600_IMAGES;
}

static enum fl_code check_image(const struct fl_dev *d, unsigned i, const uint8_t *image, size_t size_B,
				struct fl_err *err)
{
	const struct fl_chip *chip = fl_chip_find(&r600_chips, d->vendor, d->device);

	return chip && i < R600_IMAGES ? r600_microcode_check(r600_chip_family(chip), i, image, size_B, err)
				       : fl_fail(err, FL_USAGE, "%s: no such image is known", d->name);
}

static void describe(struct fl_bringup *up, fl_on_fact *on_fact, void *arg)
{
	struct r600_card *c = r600_card(up);
	struct fl_dev *d = up->dev;
	const struct r600_family_info *f = r600_chip_family(fl_chip_find(&r600_chips, d->vendor, d->device));
	uint32_t memsize = fl_read32(d, R600_CONFIG_MEMSIZE), status = fl_read32(d, R600_GRBM_STATUS);
	uint32_t tiling = fl_read32(d, R600_GB_TILING_CONFIG);
	char text[200], busy[160];

	fl_format(text, sizeof(text), "%u MiB (CONFIG_MEMSIZE)", memsize >> 20);
	on_fact(arg, &(struct fl_fact){"memory", text, "vram", memsize});
	c->family = f;
	r600_count_units(c);
	fl_format(text, sizeof(text), "%u of %u quad pipes, %u of %u SIMDs, %u of %u backends", c->pipes,
		  f->pipes, c->simds, f->simds, c->backends, f->backends);
	on_fact(arg, &(struct fl_fact){"units", text, "pipes", c->pipes});
	fl_format(text, sizeof(text), "GB_TILING_CONFIG 0x%08x", tiling);
	on_fact(arg, &(struct fl_fact){"tiling", text, "GB_TILING_CONFIG", tiling});
	r600_status_text(busy, sizeof(busy), status);
	fl_format(text, sizeof(text), "0x%08x: %s", status, busy);
	on_fact(arg, &(struct fl_fact){"GRBM_STATUS", text, "GRBM_STATUS", status});
}

const struct fl_family r600_family = {
    .name = "r600",
    .chips = "R6xx and R7xx",
    .title = "the R600-R700 family",
    .regs = fl_regs_r600,
    .find = find,
    .firmware = firmware,
    .check_image = check_image,
    .card_B = sizeof(struct r600_card),
    .steps = steps,
    .describe = describe,
    .sleep = r600_sleep,
};
