/* SPDX-License-Identifier: MIT
 *
 * RV100-class cards: who they are, and the mode that is set. Expected values: VESA DMT timings through
 * Linux's register layout (radeon_legacy_crtc.c), worked out by hand.
 */
#include "hw/fl_cards.h"
#include "hw/fl_display.h"
#include "hw/r100/crtc.h"
#include "hw/r100/identify.h"
#include "tests/unit/test_dev_rig.h"

#include <criterion/criterion.h>

static struct rig *rv100(void)
{
	struct rig *r = rig_new(0x5159);

	r->dev.regs_size_B = 0x4000;
	r->dev.vram_size_B = 16 << 20;
	r->reg[0xf8 / 4] = 16 << 20;
	return r;
}

Test(bringup_r100, identify)
{
	struct rig *r = rv100();
	struct r100_card c;
	struct fl_card card;
	struct fl_err err;

	cr_assert_eq((r100_card_init(&c, &r->dev), r100_identify(&c.up, &err)), FL_OK, "%s", err.text);
	cr_assert_str_eq(c.chip->name, "RV100");
	cr_assert_eq(c.up.vram_B, 16 << 20);
	cr_assert_eq(r->writes, 0);
	r->dev.device = 0x5046;
	cr_assert_eq((r100_card_init(&c, &r->dev), r100_identify(&c.up, &err)), FL_OK);
	r->dev.device = 0x7249;
	cr_assert_eq((r100_card_init(&c, &r->dev), r100_identify(&c.up, &err)), FL_NO_DEVICE);
	r->dev.device = 0x5159;
	r->reg[0xf8 / 4] = 0;
	cr_assert_eq((r100_card_init(&c, &r->dev), r100_identify(&c.up, &err)), FL_FAILED);
	r->reg[0xf8 / 4] = r->reg[0xe40 / 4] = 0xffffffff;
	cr_assert_eq((r100_card_init(&c, &r->dev), r100_identify(&c.up, &err)), FL_FAILED);
	cr_assert(fl_card_find(0x1002, 0x5159, &card));
	cr_assert_str_eq(card.family->name, "r100");
	cr_assert_eq(card.regs_bar, 2);
	cr_assert(fl_card_find(0x1002, 0x4a49, &card) && !strcmp(card.family->name, "r500"));
	cr_assert_not(fl_card_find(0x8086, 0x7249, &card));
	free(r);
}

static uint64_t enabled_at;

static bool order(struct rig *r, uint32_t at, uint32_t *v)
{
	if (at == 0x50 && *v & 1u << 25)
		enabled_at = r->writes;
	else if (at >= 0x200 && at <= 0x22c)
		cr_assert_not(r->reg[0x50 / 4] & 1u << 25, "0x%x is written while the CRTC is on", at);
	return true;
}

Test(bringup_r100, modes)
{
	static const struct {
		unsigned w, h;
		uint32_t h_total_disp, v_total_disp, h_sync, v_sync;
	} want[] = {
	    /* DMT 1.13: total, active; start of sync (8 pixels early), length, bit 23 where the syncs are
	     * negative */
	    {640, 480, 99 | 79 << 16, 524 | 479 << 16, 648 | 12 << 16 | 1 << 23, 489 | 2 << 16 | 1 << 23},
	    {800, 600, 131 | 99 << 16, 627 | 599 << 16, 832 | 16 << 16, 600 | 4 << 16},
	    {1024, 768, 167 | 127 << 16, 805 | 767 << 16, 1040 | 17 << 16 | 1 << 23, 770 | 6 << 16 | 1 << 23},
	    {1280, 1024, 210 | 159 << 16, 1065 | 1023 << 16, 1320 | 14 << 16, 1024 | 3 << 16},
	};
	struct rig *r = rv100();
	struct r100_card c;
	struct fl_err err;

	r->on_write = order;
	cr_assert_eq((r100_card_init(&c, &r->dev), r100_identify(&c.up, &err)), FL_OK);
	for (unsigned i = 0; i < 4; i++) {
		r100_crtc_off(&c);
		cr_assert_eq(r100_crtc_set(&c, want[i].w, want[i].h, 0x1000, want[i].w, &err), FL_OK, "%s",
			     err.text);
		cr_assert_eq(r->reg[0x200 / 4], want[i].h_total_disp);
		cr_assert_eq(r->reg[0x208 / 4], want[i].v_total_disp);
		cr_assert_eq(r->reg[0x204 / 4], want[i].h_sync);
		cr_assert_eq(r->reg[0x20c / 4], want[i].v_sync);
		cr_assert_eq(r->reg[0x224 / 4], 0x1000);
		cr_assert_eq(r->reg[0x22c / 4] & 0x7ff, want[i].w / 8);
		cr_assert_eq(r->reg[0x50 / 4], 1u << 25 | 1u << 24 | 6 << 8);
		cr_assert_eq(enabled_at, r->writes, "the CRTC is not enabled last");
	}
	r100_crtc_off(&c);
	cr_assert_not(r->reg[0x50 / 4] & 1u << 25);
	cr_assert_eq(r100_crtc_set(&c, 320, 240, 0, 320, &err), FL_USAGE);
	cr_assert_eq(r100_crtc_set(&c, 640, 480, 0, 636, &err), FL_USAGE);
	cr_assert_eq(r100_crtc_set(&c, 640, 480, 4, 640, &err), FL_USAGE);
	cr_assert_eq(r100_crtc_set(&c, 640, 480, 0, 643, &err), FL_USAGE);
	cr_assert_eq(r100_crtc_set(&c, 1024, 768, 14 << 20, 1024, &err), FL_USAGE);
	free(r);
}

static void no_crtc(struct rig *r, uint32_t at, uint32_t *v)
{
	if (at >= 0x200 && at <= 0x22c)
		*v = 0;
}

Test(bringup_r100, crtc_that_does_not_hold_its_mode)
{
	struct rig *r = rv100();
	struct r100_card c;
	struct fl_err err;

	cr_assert_eq((r100_card_init(&c, &r->dev), r100_identify(&c.up, &err)), FL_OK);
	r->on_read = no_crtc;
	cr_assert_eq(r100_crtc_set(&c, 640, 480, 0, 640, &err), FL_FAILED);
	cr_assert(strstr(err.text, "CRTC_H_TOTAL_DISP reads 0x00000000"), "%s", err.text);
	free(r);
}

static struct fl_bus busy_bus; /* somebody goes on writing to the text console */

static void busy_vram_read(struct fl_dev *d, uint64_t at, void *to, size_t n)
{
	struct rig *r = d->priv;

	memcpy(to, r->vram + at, n);
	r->vram[at]++;
}

/* A console that changes is kept as it was read; so are the registers of the mode. */
Test(bringup_r100, a_console_that_a_kernel_writes_to)
{
	static const uint16_t regs[] = {0x200, 0x204, 0x208, 0x20c, 0x220, 0x224,
					0x228, 0x22c, 0x50,  0x54,  0x58};
	enum { CRTC_OFFSET_GUARD = 0x220 }; /* not a register of the mode */
	static struct fl_display k;
	struct rig *r = rv100();
	struct fl_err err;

	busy_bus = rig_bus;
	busy_bus.vram_read = busy_vram_read;
	r->dev.bus = &busy_bus;
	for (unsigned i = 0; i < sizeof(regs) / sizeof(*regs); i++)
		r->reg[regs[i] / 4] = 0x100 + i;
	for (unsigned i = 0; i < FL_DISPLAY_VGA_B; i++)
		r->vram[i] = (uint8_t)(i * 7 + i / 256);
	cr_assert_eq(fl_display_take(&k, &r100_family, &r->dev, &err), FL_OK, "%s", err.text);
	cr_expect(k.live);
	cr_expect_eq(k.vga_B, FL_DISPLAY_VGA_B);
	memset(r->vram, 0x55, FL_DISPLAY_VGA_B + 1);
	for (unsigned i = 0; i < sizeof(regs) / sizeof(*regs); i++)
		r->reg[regs[i] / 4] = 0x77;
	cr_assert_eq(fl_display_give(&k, &err), FL_OK, "%s", err.text);
	for (unsigned i = 0; i < sizeof(regs) / sizeof(*regs); i++)
		cr_expect_eq(r->reg[regs[i] / 4], regs[i] == CRTC_OFFSET_GUARD ? 0x77 : 0x100 + i, "0x%x",
			     regs[i]);
	for (unsigned i = 0; i < FL_DISPLAY_VGA_B; i++)
		cr_assert_eq(r->vram[i], (uint8_t)(i * 7 + i / 256), "byte 0x%x", i);
	cr_expect_eq(r->vram[FL_DISPLAY_VGA_B], 0x55);
	memset(r->vram, 0x11, FL_DISPLAY_VGA_B);
	cr_assert_eq(fl_display_give(&k, &err), FL_OK, "once is enough");
	cr_expect_eq(r->vram[0], 0x11);
	/* a register that reads all ones: off the bus; one that does not take its value */
	for (unsigned i = 0; i < sizeof(regs) / sizeof(*regs); i++) {
		r->reg[regs[i] / 4] = 0xffffffff;
		cr_expect_eq(fl_display_take(&k, &r100_family, &r->dev, &err),
			     regs[i] == CRTC_OFFSET_GUARD ? FL_OK : FL_NO_DEVICE, "0x%x", regs[i]);
		r->reg[regs[i] / 4] = 0x100 + i;
	}
	cr_assert_eq(fl_display_take(&k, &r100_family, &r->dev, &err), FL_OK);
	r->on_read = no_crtc;
	cr_expect_eq(fl_display_give(&k, &err), FL_FAILED);
	free(r);
}
