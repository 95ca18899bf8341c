/* SPDX-License-Identifier: MIT
 *
 * Sea Islands as the neutral code sees them: how their cards are found, woken and described. The list of
 * steps is to be read: this is what happens, in this order.
 */
#include "hw/cik/card.h"
#include "hw/cik/image.h"
#include "hw/cik/status.h"
#include "hw/fl_fmt.h"
#include "hw/regs/cik.h"
#include "hw/regs/fl_regs.h"

static const struct fl_step steps[] = {
    {"identify", cik_identify, FL_GOAL_NONE},           /* which chip, and does it answer? */
    {"posted", cik_posted, FL_GOAL_PROBE},              /* did a video BIOS run? */
    {"reset", cik_reset, FL_GOAL_RESET},                /* quiet; reset only if it hangs */
    {"gating", cik_gating, FL_GOAL_NONE},               /* nothing switches itself off */
    {"memory", cik_memory, FL_GOAL_NONE},               /* where is VRAM, how much, and who reaches it? */
    {"units", cik_units, FL_GOAL_NONE},                 /* what is alive */
    {"tiling", cik_tiling, FL_GOAL_NONE},               /* how memory is tiled */
    {"state", cik_state, FL_GOAL_NONE},                 /* what is set once */
    {"microcode", cik_microcode, FL_GOAL_FIRMWARE},     /* teach the engines their packets */
    {"transport", cik_transport_step, FL_GOAL_NONE},    /* find a way for them that works */
    {"first packets", cik_first_packets, FL_GOAL_NONE}, /* a known state */
    {"fence", cik_fence_step, FL_GOAL_RING},            /* do we hear when work is done? */
    {NULL, NULL, FL_GOAL_NONE},
};

static bool find(uint16_t vendor, uint16_t device, struct fl_card *card)
{
	const struct fl_chip *chip = fl_chip_find(&cik_chips, vendor, device);

	if (!chip)
		return false;
	/* VRAM at BAR 0, doorbells at BAR 2, both 64 bits wide; registers at BAR 5 (radeon_device_init()). */
	*card = (struct fl_card){.chip = cik_chip_family(chip)->name,
				 .tested = fl_chip_tested_name(chip),
				 .wakes = true,
				 .vram_bar = 0,
				 .regs_bar = 5,
				 .regs_B = CIK_REGS_B};
	fl_chip_product(&cik_chips, chip, card->product, sizeof(card->product));
	return true;
}

#define OF(name)                                                                                      \
	{                                                                                             \
		"radeon/" name "_pfp.bin", "radeon/" name "_me.bin", "radeon/" name "_ce.bin",        \
		    "radeon/" name "_mec.bin", "radeon/" name "_rlc.bin", "radeon/" name "_sdma.bin", \
		    "radeon/" name "_mec2.bin",                                                       \
	}
static const char *const files[CIK_FAMILIES][CIK_IMAGES] = {
    [CIK_FAMILY_BONAIRE] = OF("bonaire"), [CIK_FAMILY_HAWAII] = OF("hawaii"),
    [CIK_FAMILY_KAVERI] = OF("kaveri"),   [CIK_FAMILY_KABINI] = OF("kabini"),
    [CIK_FAMILY_MULLINS] = OF("mullins"),
};

static unsigned firmware(const struct fl_dev *d, const char *name[FL_IMAGES])
{
	const struct fl_chip *chip = fl_chip_find(&cik_chips, d->vendor, d->device);
	unsigned n;

	if (!chip)
		return 0;
	n = cik_chip_family(chip)->mecs > 1 ? CIK_IMAGES : CIK_IMAGES - 1;
	for (unsigned i = 0; i < n; i++)
		name[i] = files[chip->family][i];
	return n;
}

static enum fl_code check_image(const struct fl_dev *d, unsigned i, const uint8_t *data, size_t size_B,
				struct fl_err *err)
{
	const struct fl_chip *chip = fl_chip_find(&cik_chips, d->vendor, d->device);
	struct cik_image image;

	return chip && i < CIK_IMAGES ? cik_image_open(cik_chip_family(chip), i, data, size_B, &image, err)
				      : fl_fail(err, FL_USAGE, "%s: no such image is known", d->name);
}

static void describe(struct fl_bringup *up, fl_on_fact *on_fact, void *arg)
{
	struct cik_card *c = cik_card(up);
	struct fl_dev *d = up->dev;
	const struct cik_family_info *f = cik_chip_family(fl_chip_find(&cik_chips, d->vendor, d->device));
	uint32_t memsize = fl_read32(d, CIK_CONFIG_MEMSIZE), status = fl_read32(d, CIK_GRBM_STATUS);
	uint32_t addr_config = fl_read32(d, CIK_GB_ADDR_CONFIG);
	unsigned cus = 0;
	char text[200], busy[160];

	fl_format(text, sizeof(text), "%u MiB (CONFIG_MEMSIZE)", memsize);
	on_fact(arg, &(struct fl_fact){"memory", text, "vram", (uint64_t)memsize << 20});
	c->family = f;
	cik_count_units(c);
	for (unsigned i = 0; i < f->engines; i++)
		cus += cik_ones(c->cus[i]);
	fl_format(text, sizeof(text), "%u shader engines, %u of %u compute units, %u of %u backends",
		  f->engines, cus, f->engines * f->cus, cik_ones(c->backends), f->engines * f->backends);
	on_fact(arg, &(struct fl_fact){"units", text, "compute_units", cus});
	fl_format(text, sizeof(text), "GB_ADDR_CONFIG 0x%08x", addr_config);
	on_fact(arg, &(struct fl_fact){"tiling", text, "GB_ADDR_CONFIG", addr_config});
	cik_status_text(busy, sizeof(busy), status);
	fl_format(text, sizeof(text), "0x%08x: %s", status, busy);
	on_fact(arg, &(struct fl_fact){"GRBM_STATUS", text, "GRBM_STATUS", status});
}

const struct fl_family cik_family = {
    .name = "cik",
    .chips = "Sea Islands",
    .title = "the Sea Islands family",
    .regs = fl_regs_cik,
    .find = find,
    .firmware = firmware,
    .check_image = check_image,
    .card_B = sizeof(struct cik_card),
    .steps = steps,
    .describe = describe,
    .sleep = cik_sleep,
};
