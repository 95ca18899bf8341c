/* SPDX-License-Identifier: MIT
 *
 * The displays of R6xx and R7xx: what the model shows for array modes and high addresses, a mode that is kept
 * and one that is set, and VGA's text, given back while a kernel writes there. Registers by hand: Linux
 * r500_reg.h, r600_reg.h.
 */
#include "hw/avivo/crtc.h"
#include "hw/fl_display.h"
#include "hw/fl_wake.h"
#include "hw/r600/crtc.h"
#include "hw/regs/r600.h"
#include "tests/unit/r600/test_card_rig.h"

#include <stdio.h>
#include <string.h>

enum { AT = 0x400000, W = 640, H = 480, TEXT_B = 80 * 25 * 8, FRAME_US = 1000000 / 60 + 1 };

static struct fl_model *m;
static struct fl_display kept;

static void open_chip(const char *chip, bool console)
{
	m = card_on_model(chip, &(struct fl_model_config){.posted = true, .console = console, .threads = 1});
}

static void wake(const char *step)
{
	cr_assert_eq(fl_wake_to(&r600_family, &card.up, step, NULL, NULL, &err), FL_OK, "%s", err.text);
}

static void nothing_objected(void)
{
	const struct fl_report *r = fl_model_report(m, 0);

	cr_expect_null(r, "the model objects: %s", r ? r->text : "");
}

/* A picture of numbers, each pixel another, and what the display makes of a row of it. */
static void expect_numbers(uint32_t seed)
{
	static uint8_t row[3 * W];
	struct fl_model_screen s;
	char why[100] = "";

	fl_delay_us(&dev, FRAME_US);
	cr_assert(fl_model_screen(m, &s, why, sizeof(why)), "%s", why);
	cr_assert(s.width == W && s.height == H && s.bytes_px == 4, "%ux%u", s.width, s.height);
	for (uint32_t y = 0; y < H; y += 37) {
		fl_model_screen_row(m, &s, y, row);
		for (uint32_t x = 0; x < W; x++) {
			uint32_t v = y * W + x + seed;

			cr_assert(row[3 * x] == (uint8_t)(v >> 16) && row[3 * x + 1] == (uint8_t)(v >> 8) &&
				      row[3 * x + 2] == (uint8_t)v,
				  "%u,%u: %02x%02x%02x, want %06x", x, y, row[3 * x], row[3 * x + 1],
				  row[3 * x + 2], v);
		}
	}
}

Test(r600_display, a_mode_is_set_and_shows_memory)
{
	static const char *const chips[] = {"r600", "rv670", "rv770", "rv710"};
	static uint32_t line[W];

	for (unsigned i = 0; i < sizeof(chips) / sizeof(*chips); i++) {
		open_chip(chips[i], false);
		wake("memory");
		cr_assert_eq(r600_crtc_set(&card, 800, 600, AT, 832, &err), FL_USAGE,
			     "VGA's clock is too slow");
		cr_assert_eq(r600_crtc_set(&card, W, H, AT, W, &err), FL_OK, "%s", err.text);
		cr_expect(strstr(card.up.did, "CRTC 1: 640x480 at 60 or 67 Hz"), "%s", card.up.did);
		for (uint32_t y = 0; y < H; y++) {
			for (uint32_t x = 0; x < W; x++)
				line[x] = y * W + x + i;
			fl_vram_write(&dev, AT + 4ull * W * y, line, sizeof(line));
		}
		expect_numbers(i);
		nothing_objected();
		/* It is shown when the card sleeps, too. */
		cr_assert_eq(fl_sleep(&r600_family, &dev, &err), FL_OK, "%s", err.text);
		expect_numbers(i);
		fl_model_delete(m);
	}
}

/* Pixels of a thin tile, 32 bits each: x0 x1 y0 x2 y1 y2 from the lowest bit (R6xx facts 6.2). */
Test(r600_display, array_modes)
{
	struct fl_model_screen s;
	uint8_t *vram, row[3 * W];
	char why[100] = "";

	open_chip("rv770", false);
	wake("pipes");
	cr_assert_eq(r600_crtc_set(&card, W, H, AT, W, &err), FL_OK, "%s", err.text);
	vram = fl_model_vram(m, NULL);
	for (uint32_t i = 0; i < 64 * (W / 8); i++)
		memcpy(vram + AT + 4ull * i, &i, 4);
	fl_write32(&dev, R600_D1GRPH_CONTROL, 2 | 2 << 20);
	fl_delay_us(&dev, FRAME_US);
	cr_assert(fl_model_screen(m, &s, why, sizeof(why)), "%s", why);
	for (uint32_t y = 0; y < 8; y++) {
		fl_model_screen_row(m, &s, y, row);
		for (uint32_t x = 0; x < W; x++) {
			uint32_t want =
			    (x / 8) * 64 + ((x & 1) | (x >> 1 & 1) << 1 | (y & 1) << 2 | (x >> 2 & 1) << 3 |
					    (y >> 1 & 1) << 4 | (y >> 2 & 1) << 5);

			cr_assert_eq(row[3 * x + 2] | row[3 * x + 1] << 8, (int)want, "%u,%u", x, y);
		}
	}
	fl_model_delete(m);
}

Test(r600_display, high_addresses_are_r7xx_s)
{
	open_chip("rv770", false);
	wake("memory");
	fl_write32(&dev, 0x6914, 5); /* left there by somebody: the surface's address is above 4 GiB */
	cr_assert_eq(r600_crtc_set(&card, W, H, AT, W, &err), FL_OK, "%s", err.text);
	cr_expect_eq(fl_read32(&dev, 0x6914), 0);
	cr_expect_eq(fl_read32(&dev, 0x6114), 0);
	card.up.vram_addr += 1ull << 32;
	cr_expect_eq(r600_crtc_set(&card, W, H, AT, W, &err), FL_OK, "%s", err.text);
	cr_expect_eq(fl_read32(&dev, 0x6914), 1);
	cr_expect_eq(fl_read32(&dev, 0x691c), 1);
	fl_model_delete(m);
	open_chip("rv670", false);
	wake("memory");
	card.up.vram_addr += 1ull << 32;
	cr_expect_eq(r600_crtc_set(&card, W, H, AT, W, &err), FL_FAILED);
	cr_expect(strstr(err.text, "addresses of RV670's displays have 32 bits"), "%s", err.text);
	fl_model_delete(m);
}

/* As a video BIOS's VBE or GRUB leaves it: timing and scaler stay, what is shown is replaced. */
Test(r600_display, a_graphics_mode_is_kept)
{
	static const struct {
		uint16_t reg;
		uint32_t value;
	} mode[] = {{0x330, 0},
		    {0x6080, 1},
		    {0x6000, 1439},
		    {0x6020, 822},
		    {0x6590, 1},
		    {0x6100, 1},
		    {0x6104, 0x101},
		    {0x6120, 1024},
		    {0x6134, 1024},
		    {0x6138, 768},
		    {0x6584, 1024 << 16 | 768}};

	open_chip("rv770", false);
	for (unsigned i = 0; i < sizeof(mode) / sizeof(*mode); i++)
		fl_write32(&dev, mode[i].reg, mode[i].value);
	wake("memory");
	cr_expect_eq(fl_read32(&dev, 0x6080), 1, "reading goes on");
	cr_assert_eq(r600_crtc_set(&card, W, H, AT, W, &err), FL_OK, "%s", err.text);
	cr_expect(strstr(card.up.did, "CRTC 1 keeps its mode of 1024x768"), "%s", card.up.did);
	cr_expect_eq(fl_read32(&dev, 0x6000), 1439);
	cr_expect_eq(fl_read32(&dev, 0x6590), 1);
	cr_expect_eq(fl_read32(&dev, 0x6584), 1024 << 16 | 768);
	cr_expect_eq(fl_read32(&dev, 0x6110), (uint32_t)card.up.vram_addr + AT);
	cr_expect_eq(fl_read32(&dev, 0x6134), W);
	fl_model_delete(m);
}

Test(r600_display, the_text_comes_back)
{
	static const char *const chips[] = {"rv670", "rv770"};
	static const uint16_t regs[] = {0x300,  0x308,  0x310,  0x328,  0x330,  0x338,
					0x6000, 0x6080, 0x6100, 0x6110, 0x6584, 0x6880};
	enum { REGS = sizeof(regs) / sizeof(*regs) };
	static uint8_t before[TEXT_B], other[TEXT_B];

	for (unsigned i = 0; i < sizeof(chips) / sizeof(*chips); i++) {
		uint32_t was[REGS];

		open_chip(chips[i], true);
		fl_delay_us(&dev, 100000); /* a whole screen, which is written again and again */
		fl_model_vram_read(m, 0, before, sizeof(before));
		cr_assert(before[0] == 'T', "the kernel writes");
		for (unsigned k = 0; k < REGS; k++)
			was[k] = fl_read32(&dev, regs[k]);
		cr_assert_eq(fl_display_take(&kept, &r600_family, &dev, &err), FL_OK, "%s", err.text);
		wake("fence");
		cr_assert_eq(r600_crtc_set(&card, W, H, AT, W, &err), FL_OK, "%s", err.text);
		memset(other, 0xee, sizeof(other));
		fl_vram_write(&dev, 0, other, sizeof(other));
		fl_delay_us(&dev, 100000);
		fl_vram_read(&dev, 0, other, sizeof(other));
		cr_expect(other[0] == 0xee && other[800] == 0xee, "%s: the kernel still writes", chips[i]);
		cr_assert_eq(fl_sleep(&r600_family, &dev, &err), FL_OK, "%s", err.text);
		cr_assert_eq(fl_display_give(&kept, &err), FL_OK, "%s", err.text);
		for (unsigned k = 0; k < REGS; k++)
			cr_expect_eq(fl_read32(&dev, regs[k]), was[k], "%s: 0x%x", chips[i], regs[k]);
		fl_model_vram_read(m, 0, other, sizeof(other));
		cr_expect(!memcmp(other, before, sizeof(other)), "%s: the text is not what it was", chips[i]);
		nothing_objected();
		fl_model_delete(m);
	}
}
