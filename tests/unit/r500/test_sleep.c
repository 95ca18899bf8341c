/* SPDX-License-Identifier: MIT
 *
 * Putting R3xx to R5xx cards to sleep: what waking changes outside of the engines is as it was, however far
 * it came. Whole commands, and signals at any access of theirs: tests/signals/.
 */
#include "hw/bus/hosted/hosted.h"
#include "hw/fl_smoke.h"
#include "hw/fl_wake.h"
#include "hw/r500/card.h"
#include "hw/r500/clocks.h"
#include "hw/r500/mc.h"
#include "hw/regs/r500.h"
#include "lib/fl_stage.h"

#include <criterion/criterion.h>
#include <string.h>

static struct fl_model *model;
static struct fl_dev dev;
static struct r500_card card;
static uint8_t image[2048];
static struct fl_err err;

enum { SEEN = 28 };

/* What the kit changes, and gives back; set to what no step would write. */
static void look_r500(uint32_t seen[SEEN])
{
	const bool rv515 = card.family->mc == R500_MC_RV515;
	unsigned n = 0;

	seen[n++] = fl_read32(&dev, R500_VGA_RENDER_CONTROL);
	seen[n++] = fl_read32(&dev, R500_D1CRTC_CONTROL);
	seen[n++] = fl_read32(&dev, R500_D2CRTC_CONTROL);
	seen[n++] = fl_read32(&dev, R500_HDP_FB_LOCATION);
	seen[n++] = r500_mc_ind_read(&dev, rv515 ? RV515_MCIND_MC_FB_LOCATION : R520_MCIND_MC_FB_LOCATION);
	seen[n++] = r500_mc_ind_read(&dev, rv515 ? RV515_MCIND_MC_AGP_LOCATION : R520_MCIND_MC_AGP_LOCATION);
	seen[n++] = r500_mc_ind_read(&dev, rv515 ? RV515_MCIND_MC_AGP_BASE : R520_MCIND_AGP_BASE);
	seen[n++] = r500_pll_read(&dev, R500_PLL_CP_DYN_CNTL);
	seen[n++] = r500_pll_read(&dev, R500_PLL_E2_DYN_CNTL);
	seen[n++] = r500_pll_read(&dev, R500_PLL_IDCT_DYN_CNTL);
	seen[n++] = r500_pll_read(&dev, R500_PLL_DYN_SCLK_PWMEM_PIPE);
}

/* R3xx and R4xx: memory, what reads it beside the engines, VGA, both displays, the bus (PCIE_INDEX where that
 * is). */
static const uint16_t r300_regs[] = {0x148, 0x14c, 0x170, 0x15c, 0x1d0, 0x420, 0x540, 0x950, 0x9c0,
				     0xc40, 0x94,  0x2e4, 0x3cc, 0x50,  0x54,  0x3f8, 0x30};

static void look(uint32_t seen[SEEN])
{
	unsigned n = 0;

	if (r500_is_legacy(&card)) {
		for (; n < sizeof(r300_regs) / sizeof(*r300_regs); n++)
			seen[n] = fl_read32(&dev, r300_regs[n]);
		seen[n++] = r500_pll_read(&dev, 0x0d);
	} else {
		look_r500(seen);
		n = 11;
	}
	seen[n++] = fl_read32(&dev, R500_HOST_PATH_CNTL);
	seen[n++] = dev.bus->cfg_read(&dev, FL_PCI_COMMAND, 2);
	seen[n++] = dev.bus->cfg_read(&dev, 0x10, 4);
	cr_assert_leq(n, (unsigned)SEEN);
}

static void start(const char *chip, uint32_t seen[SEEN])
{
	const struct fl_model_config cfg = {.posted = true, .threads = 1};
	char why[200] = "";

	model = fl_model_new(chip, &cfg, why, sizeof(why));
	cr_assert(model, "%s", why);
	cr_assert_eq(fl_open_model(&dev, model, chip, &err), FL_OK);
	fl_model_firmware(chip, 0, image, sizeof(image));
	r500_card_init(&card, &dev);
	card.up.images.of[0] = (struct fl_image){image, sizeof(image)};
	card.family = r500_chip_family(fl_chip_find(&r500_chips, dev.vendor, dev.device));
	dev.bus->cfg_write(&dev, FL_PCI_COMMAND, 2, FL_PCI_COMMAND_MEMORY | FL_PCI_COMMAND_MASTER);
	if (r500_is_legacy(&card)) {
		fl_write32(&dev, R500_MC_AGP_LOCATION, 0xdfffd000);
		fl_write32(&dev, R500_AIC_CNTL, R500_AIC_CNTL__PCIGART_TRANSLATE_EN(1));
		fl_write32(&dev, R500_OV0_SCALE_CNTL, 0x40000000);
		if (card.family->bus_cntl)
			fl_write32(&dev, R300_BUS_CNTL, R300_BUS_CNTL__BUS_READ_BURST(1));
	} else {
		r500_mc_ind_write(&dev,
				  card.family->mc == R500_MC_RV515 ? RV515_MCIND_MC_AGP_LOCATION
								   : R520_MCIND_MC_AGP_LOCATION,
				  0xdfffd000);
	}
	memset(seen, 0, 4 * SEEN);
	look(seen);
}

/* It sleeps: all that was seen before is there, the command processor is off, nothing is busy. */
static void asleep(const uint32_t before[SEEN], const char *after)
{
	uint32_t now[SEEN] = {0};

	look(now);
	for (unsigned i = 0; i < SEEN; i++)
		cr_expect_eq(now[i], before[i], "after %s: word %u is 0x%08x, and was 0x%08x", after, i,
			     now[i], before[i]);
	cr_expect_eq(fl_read32(&dev, R500_CP_CSQ_CNTL), 0, "after %s", after);
	cr_expect_eq(fl_read32(&dev, R500_CP_CSQ_MODE), 0, "after %s", after);
	cr_expect_eq(fl_read32(&dev, R500_RBBM_SOFT_RESET), 0, "after %s", after);
	cr_expect(!(fl_read32(&dev, R500_RBBM_STATUS) & R500_RBBM_STATUS__GUI_ACTIVE__MASK), "after %s",
		  after);
	cr_expect(!dev.awake, "after %s", after);
	cr_expect_null(fl_model_report(model, 0), "after %s: %s", after, fl_model_report(model, 0)->text);
}

static const char *const chips[] = {"r520", "rv515", "rv530", "rv560", "rv570",
				    "r580", "r300",  "rv350", "r420",  "rv410"};

/* However far it was woken. */
Test(sleep, after_each_step)
{
	for (unsigned i = 0; i < sizeof(chips) / sizeof(*chips); i++) {
		uint32_t before[SEEN];

		start(chips[i], before);
		for (const struct fl_step *s = r500_family.steps; s->name; s++) {
			card.up.force_reset = s->goal == FL_GOAL_RESET;
			cr_assert_eq(fl_wake_to(&r500_family, &card.up, s->name, NULL, NULL, &err), FL_OK,
				     "%s", err.text);
			cr_assert_eq(fl_sleep(&r500_family, &dev, &err), FL_OK, "%s: %s", s->name, err.text);
			asleep(before, s->name);
		}
		fl_model_delete(model);
	}
}

Test(sleep, after_the_smoke_test)
{
	uint32_t before[SEEN];

	start("rv530", before);
	cr_assert_eq(fl_smoke(&r500_family, &card.up, NULL, NULL, NULL, &err), FL_OK, "%s", err.text);
	asleep(before, "the smoke test");
	fl_model_delete(model);
}

/* A stage that cannot be opened: a picture without room, which is found out when the card is awake. */
Test(sleep, after_a_stage_that_does_not_open)
{
	static struct fl_stage s;
	struct fl_stage_options o = {.width = 4032, .height = 4096, .images = card.up.images};
	uint32_t before[SEEN];

	start("rv515", before);
	o.images = card.up.images;
	dev.vram_size_B = 16 << 20;
	cr_assert_neq(fl_stage_open(&s, &dev, &o, &err), FL_OK);
	asleep(before, "a stage without room");
	o.width = o.height = 64;
	cr_assert_eq(fl_stage_open(&s, &dev, &o, &err), FL_OK, "%s", err.text);
	cr_assert(dev.awake);
	cr_assert_eq(fl_stage_close(&s, &err), FL_OK, "%s", err.text);
	asleep(before, "a stage");
	fl_model_delete(model);
}

/* A mode that was set is what sleeping leaves. */
Test(sleep, what_is_shown_stays)
{
	static struct fl_stage s;
	struct fl_stage_options o = {.width = 640, .height = 480, .show = true};
	struct fl_model_screen screen;
	char why[100] = "";
	uint32_t before[SEEN];

	start("r580", before);
	o.images = card.up.images;
	cr_assert_eq(fl_stage_open(&s, &dev, &o, &err), FL_OK, "%s", err.text);
	cr_assert_eq(fl_stage_close(&s, &err), FL_OK, "%s", err.text);
	cr_assert(fl_model_screen(model, &screen, why, sizeof(why)), "%s", why);
	cr_assert_eq(screen.width, 640u);
	fl_model_delete(model);
}

/* ---- when an end is wanted ----------------------------------------------------------------------------- */
static volatile int stop;

static void stop_at(void *arg, const struct fl_step *s, enum fl_code code, const struct fl_bringup *up,
		    const struct fl_err *e)
{
	if (!strcmp(s->name, arg))
		stop = 1;
}

/* No step is begun, no check is made; sleeping works on. */
Test(sleep, no_step_is_begun)
{
	struct fl_smoke_counts n;
	uint32_t before[SEEN];
	char last[] = "transport";

	start("r580", before);
	dev.stop = &stop;
	cr_assert_eq(fl_wake(&r500_family, &card.up, stop_at, last, &err), FL_FAILED);
	cr_assert_str_eq(err.text, "interrupted");
	cr_assert(fl_read32(&dev, R500_CP_CSQ_CNTL), "the ring was not started");
	cr_assert_eq(fl_sleep(&r500_family, &dev, &err), FL_OK, "%s", err.text);
	asleep(before, "a ring");
	cr_assert_eq(fl_smoke(&r500_family, &card.up, NULL, NULL, &n, &err), FL_FAILED);
	cr_assert_eq(n.n[FL_PASS] + n.n[FL_FAIL], 0u);
	fl_model_delete(model);
}

/* A wait is given up at its second look; a reset goes to its end. */
Test(sleep, waits_end_and_resets_do_not)
{
	uint32_t before[SEEN];
	uint64_t start_us;

	start("r580", before);
	stop = 1;
	dev.stop = &stop;
	start_us = fl_now_us(&dev);
	cr_assert_eq(fl_poll32(&dev, R500_SCRATCH_REG(0), ~0u, 1, 1000000, "it", "SCRATCH_REG0", &err),
		     FL_TIMEOUT);
	cr_assert(strstr(err.text, "(interrupted)"), "%s", err.text);
	cr_assert_lt(fl_now_us(&dev) - start_us, 100u);
	cr_assert_eq(r500_identify(&card.up, &err), FL_OK);
	cr_assert_eq(r500_reset_now(&card, &err), FL_OK, "%s", err.text);
	cr_assert_geq(fl_now_us(&dev) - start_us, 1500000u);
	cr_assert_eq(fl_read32(&dev, R500_RBBM_SOFT_RESET), 0);
	fl_model_delete(model);
}

/* Linux r420_cp_errata_init() and _fini(): the first packets of an R4xx take its synchronization, and whoever
 * switches its command processor off has the cache of colors signal it once more. Of no other family, and not
 * of a processor that was off already. */
static unsigned signals_sent;
static struct fl_dev inner;

static void count_signals(struct fl_dev *d, uint32_t at, uint32_t value)
{
	/* DC_FINISH, bit 4: signal the command processor */
	signals_sent += at == 0x4e4c && value & 1 << 4 && !fl_read32(&inner, R500_CP_CSQ_CNTL);
	fl_write32(&inner, at, value);
}

Test(sleep, synchronization_of_r4xx_ends)
{
	static const char *const some[] = {"rv530", "r580", "r300", "rv350", "r420", "rv410"};

	for (unsigned i = 0; i < sizeof(some) / sizeof(*some); i++)
		for (unsigned on = 0; on < 2; on++) {
			uint32_t before[SEEN];
			struct fl_bus bus;

			start(some[i], before);
			inner = dev;
			bus = *inner.bus;
			bus.write32 = count_signals;
			dev.bus = &bus;
			dev.regs = NULL;
			cr_assert_eq(
			    fl_wake_to(&r500_family, &card.up, on ? "fence" : "reset", NULL, NULL, &err),
			    FL_OK, "%s", err.text);
			signals_sent = 0;
			cr_assert_eq(fl_sleep(&r500_family, &dev, &err), FL_OK, "%s", err.text);
			cr_expect_eq(signals_sent, on && some[i][strlen(some[i]) - 3] == '4', "%s, %s: %u",
				     some[i], on ? "on" : "off", signals_sent);
			asleep(before, "the synchronization");
			fl_model_delete(model);
		}
}
