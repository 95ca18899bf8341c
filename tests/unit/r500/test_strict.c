/* SPDX-License-Identifier: MIT
 *
 * The mistakes of a first bring-up: a step left out, memory read too early. A card answers with a black
 * screen; the model refuses, or shows the old pixels, and says why.
 */
#include "hw/bus/hosted/hosted.h"
#include "hw/r500/smoke.h"
#include "hw/fl_wake.h"
#include "hw/r500/card.h"
#include "hw/regs/r500.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static uint8_t image[2048];
static struct fl_dev dev;
static struct fl_model *model;
static struct r500_card card;

static void setup(void)
{
	struct fl_model_config cfg = {.posted = true, .threads = 1};
	char why[200];
	struct fl_err err;

	model = fl_model_new("r580", &cfg, why, sizeof why);
	cr_assert(model, "%s", why);
	cr_assert_eq(fl_open_model(&dev, model, "r580", &err), FL_OK);
	fl_model_firmware("r580", 0, image, 2048);
	r500_card_init(&card, &dev);
	card.up.transport = FL_TRANSPORT_VRAM;
	card.up.images.of[0].data = image;
	card.up.images.of[0].size_B = sizeof image;
}

static void teardown(void)
{
	fl_model_delete(model);
}

TestSuite(strict, .init = setup, .fini = teardown);

/* All steps of a wake-up but one; steps behind it may fail. */
static void wake_without(const char *left_out)
{
	struct fl_err err;

	for (const struct fl_step *s = r500_family.steps; s->name; s++)
		if (strcmp(s->name, left_out))
			s->run(&card.up, &err);
}

/* Has the model objected, in words that contain both parts? */
static bool said(const char *a, const char *b)
{
	const struct fl_report *r;

	for (unsigned i = 0; (r = fl_model_report(model, i)); i++)
		if (r->severity != FL_NOTE && strstr(r->text, a) && strstr(r->text, b))
			return true;
	for (unsigned i = 0; (r = fl_model_report(model, i)); i++)
		fprintf(stderr, "%s: %s (%s)\n", r->block, r->text, r->section);
	return false;
}

/* The smoke test's triangle, drawn and read back. */
static enum fl_code triangle(void)
{
	struct fl_err err;

	return r500_check_triangle(&card.up, &err);
}

Test(strict, a_full_wake_up_draws_and_nothing_is_said)
{
	wake_without("nothing");
	cr_assert_eq(triangle(), FL_OK);
	cr_assert_null(fl_model_report(model, 0));
}

Test(strict, no_microcode_no_packets)
{
	wake_without("microcode");
	cr_assert_neq(triangle(), FL_OK);
	cr_assert(said("microcode", ""));
	cr_assert_neq(fl_read32(&dev, R500_SCRATCH_REG(R500_SCRATCH_TEST)), 0xdeadbeef);
}

Test(strict, no_pipes_no_triangles)
{
	wake_without("pipes");
	cr_assert_neq(triangle(), FL_OK);
	cr_assert(said("GB_TILE_CONFIG", ""));
}

Test(strict, no_ring_no_packets)
{
	const uint32_t packet[2] = {R500_TYPE0(R500_SCRATCH_REG(3), 1), 0x600dcafe};
	struct fl_err err;

	cr_assert_eq(fl_wake_to(&r500_family, &card.up, "microcode", NULL, NULL, &err), FL_OK, "%s",
		     err.text);
	/* Packets are in VRAM and the write pointer moves, but nobody has switched the command processor
	 * on. */
	fl_vram_write(&dev, 0, packet, sizeof packet);
	fl_write32(&dev, R500_CP_RB_BASE, card.up.vram_addr);
	fl_write32(&dev, R500_CP_RB_WPTR, 2);
	fl_delay_us(&dev, 100000);
	cr_assert_neq(fl_read32(&dev, R500_SCRATCH_REG(3)), 0x600dcafe);
	cr_assert(said("CP_RB_WPTR", "") || said("ring", ""));
}

/* Memory read before the fence: the old pixels, every time, and a word about it; after the fence, the new
 * ones. */
Test(strict, no_fence_old_pixels)
{
	enum { COLOR = 0x11223344 };
	uint32_t pixel = 0x99999999;
	struct fl_err err;

	wake_without("nothing");
	cr_assert_eq(r500_ring_begin(&card.ring, 64, &err), FL_OK);
	fl_vram_write(&dev, 0x100000, &pixel, 4);
	r500_ring_reg(
	    &card.ring, R500_DP_GUI_MASTER_CNTL,
	    R500_DP_GUI_MASTER_CNTL__GMC_DST_PITCH_OFFSET_CNTL(1) |
		R500_DP_GUI_MASTER_CNTL__GMC_BRUSH_DATATYPE(13) |
		R500_DP_GUI_MASTER_CNTL__GMC_DST_DATATYPE(6) | R500_DP_GUI_MASTER_CNTL__GMC_SRC_DATATYPE(3) |
		R500_DP_GUI_MASTER_CNTL__GMC_ROP3(0xf0) | R500_DP_GUI_MASTER_CNTL__GMC_WR_MSK_DIS(1));
	r500_ring_reg(&card.ring, R500_DST_PITCH_OFFSET, 4 << 22 | (card.up.vram_addr + 0x100000) >> 10);
	r500_ring_reg(&card.ring, R500_DEFAULT_SC_BOTTOM_RIGHT, 0x1fff1fff);
	r500_ring_reg(&card.ring, R500_DP_BRUSH_FRGD_CLR, COLOR);
	r500_ring_reg(&card.ring, R500_DP_CNTL, 3);
	r500_ring_reg(&card.ring, R500_DST_Y_X, 0);
	r500_ring_reg(&card.ring, R500_DST_HEIGHT_WIDTH, 16 << 16 | 16);
	r500_ring_commit(&card.ring);

	fl_vram_read(&dev, 0x100000, &pixel, 4);
	cr_assert_eq(pixel, 0x99999999u, "memory changed without a wait");
	cr_assert(said("", "0x"));
	cr_assert_eq(r500_fence_sync(&card.fence, &card.ring, 1000000, &err), FL_OK, "%s", err.text);
	fl_vram_read(&dev, 0x100000, &pixel, 4);
	cr_assert_eq(pixel, (uint32_t)COLOR);
}
