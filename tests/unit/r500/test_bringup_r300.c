/* SPDX-License-Identifier: MIT
 *
 * Waking R3xx and R4xx: what each step writes, in order, on a card of cardboard, beside what Linux radeon
 * writes (r300.c, r420.c, r100.c), by hand; the display of the model; and what the model objects to.
 *
 * Where the kit differs from Linux, and why: PLL_PWRMGT_CNTL (PM_MODE_SEL) is left alone, because clocks stay
 * as the video BIOS set them; MC_FB_LOCATION is not written, because VRAM stays where it is; VGA's output
 * register is read where VGA reads it, at 0x3cc, and not where it is written.
 */
#include "hw/bus/hosted/hosted.h"
#include "hw/fl_wake.h"
#include "hw/r500/card.h"
#include "hw/r500/clocks.h"
#include "hw/r500/crtc.h"
#include "hw/r500/mc.h"
#include "hw/regs/r500.h"
#include "tests/unit/r500/test_writes_rig.h"

#include <criterion/criterion.h>

static void idle(struct rig *r, uint32_t at, uint32_t *v)
{
	if (at == R500_RBBM_STATUS)
		*v = 0x40;
	if (at == 0x150) /* MC_STATUS */
		*v = 1 << 4;
}

static struct rig *card(uint16_t device, struct r500_card *c)
{
	struct rig *r = rig_new(device);
	struct fl_err err;

	r->on_read = idle;
	r->reg[R500_CONFIG_MEMSIZE / 4] = 128 << 20;
	r->reg[0x148 / 4] = 0xc7ffc000;
	r500_card_init(c, &r->dev);
	cr_assert_eq(r500_identify(&c->up, &err), FL_OK, "%s", err.text);
	r->on_write = note;
	n_written = 0;
	return r;
}

/* r100_set_common_regs(), r300_mc_program() without AGP, r300_mc_init(). */
Test(bringup_r300, memory_as_in_linux)
{
	static const struct write want[] = {
	    {0x420, 0},          {0x540, 0}, {0xc40, 0}, {0x94, 0},
	    {0x2e4, 0},          {0x950, 0}, {0x9c0, 0}, {0x1d0, 2}, /* AIC_CNTL: no translation */
	    {0x14c, 0x0fffffff}, {0x170, 0}, {0x15c, 0},
	};
	static const unsigned width[4] = {64, 128, 256, 128};

	for (uint32_t channels = 0; channels < 4; channels++) {
		struct r500_card c;
		struct rig *r = card(0x4150, &c);
		struct fl_err err;

		r->reg[0x1d0 / 4] = 3;
		r->reg[0x140 / 4] = channels;
		cr_assert_eq(r500_memory(&c.up, &err), FL_OK, "%s", err.text);
		COMPARE(want);
		cr_assert_eq(c.up.vram_addr, 0xc0000000);
		cr_assert_eq(c.vram_width_bits, width[channels]);
		free(r);
	}
}

/* r300_clock_startup(), r420_clock_resume(): CP and VIP; VAP on RV350 and RV380; PX and TX on R420. */
Test(bringup_r300, clocks_as_in_linux)
{
	static const struct {
		uint16_t device;
		uint32_t force;
	} rows[] = {
	    {0x4e44, 1 << 16 | 1 << 23},                     /* R300 */
	    {0x4e48, 1 << 16 | 1 << 23},                     /* R350 */
	    {0x4150, 1 << 16 | 1 << 23 | 1 << 21},           /* RV350 */
	    {0x5b60, 1 << 16 | 1 << 23 | 1 << 21},           /* RV380 */
	    {0x4a49, 1 << 16 | 1 << 23 | 1 << 26 | 1 << 27}, /* R420 */
	    {0x5d57, 1 << 16 | 1 << 23},                     /* R423 */
	    {0x5e4b, 1 << 16 | 1 << 23},                     /* RV410 */
	};

	for (unsigned i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const struct write want[] = {
		    {8, 0x0d}, {8, 0x8d}, {12, 0x7ffa | rows[i].force}, {8, 0x0d}, {8, 0x0d}};
		struct r500_card c;
		struct rig *r = card(rows[i].device, &c);
		struct fl_err err;

		r->reg[12 / 4] = 0x7ffa;
		r->reg[0xe0 / 4] = 1 << 16; /* A12 */
		cr_assert_eq(r500_clocks(&c.up, &err), FL_OK, "%s", err.text);
		COMPARE(want);
		free(r);
	}
}

/* r100_pll_errata_after_data(): an R300 of revision A11, and no other chip, reads a clock that nobody asked
 * for. */
Test(bringup_r300, first_revision_reads_another_clock)
{
	static const struct write want[] = {{8, 0x0d}, {8, 0}, {8, 0x0d}};
	struct r500_card c;
	struct rig *r = card(0x4e44, &c);

	r500_pll_read(&r->dev, 0x0d);
	COMPARE(want);
	free(r);
	r = card(0x4e48, &c);
	r500_pll_read(&r->dev, 0x0d);
	cr_assert_eq(n_written, 1, "an R350");
	free(r);
}

/* r300_gpu_init(): no GA_ENHANCE, no SU_REG_DEST, PLL register 0x0d left alone; r420_pipes_init(). */
Test(bringup_r300, pipes_as_in_linux)
{
	static const struct write r300[] = {
	    {0x3c0, 0x650000}, /* GENMO_WT, the byte at 0x3c2: VGA_RAM_EN off */
	    {0x4018, 0x17},
	    {0x170c, 1u << 31},
	    {0x3428, 1 << 8 | 1 << 17},
	};
	static const struct write r420[] = {
	    {0x3c0, 0x650000}, {0x4274, 0xf},      {0x42c8, 7},
	    {0x4018, 0x1d},    {0x170c, 1u << 31}, {0x3428, 1 << 8 | 1 << 17},
	};
	struct r500_card c;
	struct rig *r = card(0x4e44, &c);
	struct fl_err err;

	r->reg[0x3cc / 4] = 0x67;
	cr_assert_eq(r500_pipes(&c.up, &err), FL_OK, "%s", err.text);
	COMPARE(r300);
	free(r);
	r = card(0x4a49, &c);
	r->reg[0x3cc / 4] = 0x67;
	r->reg[0x402c / 4] = 2 << 12;
	r->reg[0x4018 / 4] = 0x1d;
	cr_assert_eq(r500_pipes(&c.up, &err), FL_OK, "%s", err.text);
	COMPARE(r420);
	free(r);
}

/* Ids that Linux names: one pipe, whatever the chip is made for. */
static void other_pipes(struct rig *r, uint32_t at, uint32_t *v)
{
	if (at == R500_RBBM_STATUS)
		*v = 0x40;
	if (at == R500_GB_TILE_CONFIG)
		*v ^= R500_GB_TILE_CONFIG__PIPE_COUNT__MASK;
}

/* Only from R420 on does PIPE_COUNT read back what is in effect. */
Test(bringup_r300, what_pipes_read_back_does_not_count)
{
	for (unsigned newer = 0; newer < 2; newer++) {
		struct rig *r = rig_new(newer ? 0x7249 : 0x4e44);
		struct r500_card c;
		struct fl_err err = {0};

		r->on_read = other_pipes;
		r500_card_init(&c, &r->dev);
		cr_assert_eq(r500_identify(&c.up, &err), FL_OK, "%s", err.text);
		cr_expect_eq(r500_pipes(&c.up, &err), newer ? FL_FAILED : FL_OK, "%s", err.text);
		free(r);
	}
}

Test(bringup_r300, cards_with_one_pipe)
{
	static const struct {
		uint16_t device;
		unsigned pipes;
	} rows[] = {{0x4144, 1}, {0x4148, 1}, {0x5e4c, 1}, {0x5e4f, 1}, {0x4145, 2},
		    {0x4149, 2}, {0x5e4b, 3}, {0x4150, 1}, {0x5b60, 1}};

	for (unsigned i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct r500_card c;
		struct rig *r = card(rows[i].device, &c);
		uint32_t select;

		r->reg[0x402c / 4] = 2 << 12;
		cr_assert_eq(r500_pipe_count(c.chip, &r->dev, &select), rows[i].pipes, "%04x",
			     rows[i].device);
		free(r);
	}
}

/* r300_asic_reset(), r100_bm_disable(): VAP and GA, CP; no MC. The bus interface only where it is at 0x30. */
Test(bringup_r300, reset_as_in_linux)
{
	static const uint16_t devices[] = {0x4e44, 0x4e48, 0x4150, 0x4a49, 0x5b60, 0x5d57, 0x5e4b};

	for (unsigned i = 0; i < sizeof(devices) / sizeof(*devices); i++) {
		static const uint32_t pulses[] = {0x2004, 0, 1, 0}, bus[] = {0x1044, 0x1042, 0x1040, 0x1000};
		struct r500_card c;
		struct rig *r = card(devices[i], &c);
		unsigned n_pulses = 0, n_bus = 0;
		struct fl_err err;

		r->reg[0x30 / 4] = 0x1000;
		cr_assert_eq(r500_reset_now(&c, &err), FL_OK, "%s", err.text);
		for (unsigned k = 0; k < n_written; k++) {
			if (written[k].at == 0xf0) {
				cr_assert_lt(n_pulses, 4u);
				cr_assert_eq(written[k].value, pulses[n_pulses++]);
			}
			if (written[k].at == 0x30) {
				cr_assert_lt(i, 4u, "%04x has PCIE_INDEX there", devices[i]);
				cr_assert_eq(written[k].value, bus[n_bus++]);
			}
		}
		cr_assert_eq(n_pulses, 4u);
		cr_assert_eq(n_bus, i < 4 ? 4u : 0u);
		free(r);
	}
}

/* ---- the model ----------------------------------------------------------------------------------------- */
static struct fl_model *model;
static struct fl_dev dev;
static struct r500_card woken;
static struct fl_err err;

static void start(const char *chip)
{
	model = fl_model_new(chip, &(struct fl_model_config){.posted = true, .threads = 1}, NULL, 0);
	cr_assert(model);
	cr_assert_eq(fl_open_model(&dev, model, chip, &err), FL_OK);
	r500_card_init(&woken, &dev);
	cr_assert_eq(fl_wake_to(&r500_family, &woken.up, "memory", NULL, NULL, &err), FL_OK, "%s", err.text);
}

/* A mode over VGA text, and then another picture in the mode that stands. Timings: VESA DMT 04h, in the units
 * of the registers. */
Test(bringup_r300, a_picture_is_shown)
{
	enum { AT = 0x100000, PITCH = 704 };
	struct fl_model_screen s;
	char why[100] = "";
	uint8_t row[3 * 640];
	uint32_t red = 0x00ff2010;

	start("rv350");
	cr_assert_not(fl_model_screen(model, &s, why, sizeof(why)));
	cr_assert(strstr(why, "VGA"), "%s", why);
	cr_assert_eq(r500_crtc_set(&woken, 800, 600, AT, 832, &err), FL_USAGE, "VGA's clock does not do");
	cr_assert_eq(r500_crtc_set(&woken, 640, 480, AT, PITCH, &err), FL_OK, "%s", err.text);
	cr_assert_eq(fl_read32(&dev, 0x200), (640 / 8 - 1) << 16 | (800 / 8 - 1));
	cr_assert_eq(fl_read32(&dev, 0x204), 1 << 23 | 96 / 8 << 16 | (656 - 8));
	cr_assert_eq(fl_read32(&dev, 0x208), 479 << 16 | 524);
	cr_assert_eq(fl_read32(&dev, 0x20c), 1 << 23 | 2 << 16 | 489);
	fl_vram_write(&dev, AT + 4 * (PITCH * 479 + 639), &red, 4);
	cr_assert(fl_model_screen(model, &s, why, sizeof(why)), "%s", why);
	cr_assert(s.width == 640 && s.height == 480 && s.pitch_px == PITCH);
	fl_model_screen_row(model, &s, 479, row);
	cr_assert_eq(memcmp(row + 3 * 639, "\xff\x20\x10", 3), 0);
	cr_assert_eq(fl_sleep(&r500_family, &dev, &err), FL_OK, "%s", err.text);
	cr_assert(fl_model_screen(model, &s, why, sizeof(why)), "what is shown stays: %s", why);
	cr_assert_eq(r500_crtc_set(&woken, 1024, 768, AT, 1024, &err), FL_USAGE);
	cr_assert(strstr(err.text, "keeps its mode of 640x480"), "%s", err.text);
	cr_assert_eq(r500_crtc_set(&woken, 320, 200, 0, 320, &err), FL_OK, "%s", err.text);
	cr_assert(fl_model_screen(model, &s, why, sizeof(why)) && s.width == 640 && s.pitch_px == 320);
	cr_assert_null(fl_model_report(model, 0), "%s", fl_model_report(model, 0)->text);
	fl_model_delete(model);
}

static bool objected(const char *part)
{
	const struct fl_report *r;

	for (unsigned i = 0; (r = fl_model_report(model, i)); i++)
		if (strstr(r->text, part))
			return true;
	return false;
}

/* What R5xx's way of waking would do to such a card. */
Test(bringup_r300, the_model_objects)
{
	start("rv410");
	r500_pll_write(&dev, 0x0d, 1 | 1 << 4); /* DYN_SCLK_PWMEM_PIPE of R5xx */
	cr_assert(objected("SCLK_SRC_SEL changes"));
	fl_write32(&dev, R500_RBBM_SOFT_RESET, R500_RBBM_SOFT_RESET__SOFT_RESET_MC(1));
	cr_assert(objected("SOFT_RESET_MC"));
	for (unsigned i = 0; i < 3; i++)
		fl_write32(&dev, 0x30, 0x40 | i);
	cr_assert(objected("PCIE_DATA never accessed"));
	fl_write32(&dev, R500_HDP_FB_LOCATION, 0xc000);
	cr_assert(objected("no such register is known; 0x%08x was written") || objected("0x0134"));
	fl_model_delete(model);
}
