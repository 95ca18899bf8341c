/* SPDX-License-Identifier: MIT
 *
 * The displays of Sea Islands: a mode that is set and one that is kept, what the model shows for flips,
 * locks, array modes and high addresses, the display that a reset switched off, and VGA's text, given back
 * while a kernel writes there. Registers by hand: Linux evergreen_reg.h, cik_reg.h, dce_8_0_d.h.
 */
#include "hw/cik/crtc.h"
#include "hw/fl_display.h"
#include "hw/model/cik/tile.h"
#include "tests/unit/cik/test_card_rig.h"

#include <stdio.h>

enum { AT = 0x400000, W = 640, H = 480, TEXT_B = 80 * 25 * 8, FRAME_US = 1000000 / 60 + 1 };

static const char *const chips[] = {"bonaire", "hawaii", "kaveri", "kabini", "mullins"};
enum { CHIPS = sizeof(chips) / sizeof(*chips) };

/* Where the registers of a display lie: evergreen.c, crtc_offsets. */
static const uint32_t behind[] = {0, 0xc00, 0x9800, 0xa400, 0xb000, 0xbc00};

static struct fl_model *m;
static struct fl_display kept;

static void open_chip(const char *chip)
{
	m = card_on_model(chip, true, FL_TRANSPORT_AUTO);
}

static void wake(const char *step)
{
	cr_assert_eq(fl_wake_to(&cik_family, &card.up, step, NULL, NULL, &err), FL_OK, "%s", err.text);
}

/* In the frame after it is shown. */
static void set(unsigned width, unsigned height)
{
	cr_assert_eq(cik_crtc_set(&card, width, height, AT, width, &err), FL_OK, "%s", err.text);
	fl_delay_us(&dev, FRAME_US);
}

/* A picture of numbers, each pixel another. */
static void paint(uint32_t at, uint32_t seed)
{
	static uint32_t line[W];

	for (uint32_t y = 0; y < H; y++) {
		for (uint32_t x = 0; x < W; x++)
			line[x] = y * W + x + seed;
		fl_vram_write(&dev, at + 4ull * W * y, line, sizeof(line));
	}
}

static struct fl_model_screen screen(void)
{
	struct fl_model_screen s;
	char why[100] = "";

	cr_assert(fl_model_screen(m, &s, why, sizeof(why)), "%s", why);
	return s;
}

static uint32_t pixel(const uint8_t *row, unsigned x)
{
	return (uint32_t)row[3 * x] << 16 | row[3 * x + 1] << 8 | row[3 * x + 2];
}

static void expect_numbers(uint32_t seed)
{
	struct fl_model_screen s = screen();
	uint8_t row[3 * W];

	cr_assert(s.width == W && s.height == H && s.bytes_px == 4, "%ux%u", s.width, s.height);
	for (uint32_t y = 0; y < H; y += 37) {
		fl_model_screen_row(m, &s, y, row);
		for (uint32_t x = 0; x < W; x++)
			cr_assert_eq(pixel(row, x), y * W + x + seed, "%u,%u: %06x", x, y, pixel(row, x));
	}
}

Test(cik_display, a_mode_is_set_and_shows_memory)
{
	for (unsigned i = 0; i < CHIPS; i++) {
		open_chip(chips[i]);
		wake("tiling");
		cr_assert_eq(cik_crtc_set(&card, 800, 600, AT, 832, &err), FL_USAGE,
			     "VGA's clock is too slow");
		set(W, H);
		cr_expect(strstr(card.up.did, "CRTC 1: 640x480 at 60 or 67 Hz"), "%s", card.up.did);
		paint(AT, i);
		expect_numbers(i);
		/* VESA: 800 dots, 525 lines, sync of 96 from 656 and of 2 from 490, both negative */
		cr_expect_eq(fl_read32(&dev, 0x6e00), 799);
		cr_expect_eq(fl_read32(&dev, 0x6e04), (800 - 656 + 640) | (800 - 656) << 16);
		cr_expect_eq(fl_read32(&dev, 0x6e08), 96 << 16);
		cr_expect_eq(fl_read32(&dev, 0x6e0c), 1);
		cr_expect_eq(fl_read32(&dev, 0x6e1c), 524);
		cr_expect_eq(fl_read32(&dev, 0x6e34), (525 - 490 + 480) | (525 - 490) << 16);
		cr_expect_eq(fl_read32(&dev, 0x6e38), 2 << 16);
		cr_expect_eq(fl_read32(&dev, 0x6e3c), 1);
		cr_expect_eq(fl_read32(&dev, 0x6b0c), H);
		cr_expect_eq(fl_read32(&dev, 0x6e70) & 1, 1, "on");
		cr_expect_eq(fl_read32(&dev, 0x6e74) & 0x100, 0, "not blank");
		cr_expect_eq(fl_read32(&dev, 0x6844) & 0x10000, 0, "not locked");
		cr_expect_eq(fl_read32(&dev, 0x68b4), 0x10, "no scale of colors");
		/* linear, 32 bits, and the pipes of CIK facts 0.1 */
		cr_expect_eq(fl_read32(&dev, 0x6804), 2 | (fl_read32(&dev, 0x9910 + 40) >> 6 & 31) << 24);
		/* It is shown when the card sleeps, too. */
		cr_assert_eq(fl_sleep(&cik_family, &dev, &err), FL_OK, "%s", err.text);
		expect_numbers(i);
		nothing_reported(m, chips[i]);
		fl_model_delete(m);
	}
}

/* evergreen_page_flip(): an address, which counts from the next frame on, and not while GRPH_UPDATE's lock is
 * held. */
Test(cik_display, pictures_are_flipped_between_frames)
{
	enum { OTHER = AT + (4u << 20), PENDING = 1 << 2, LOCK = 1 << 16 };

	open_chip("hawaii");
	wake("tiling");
	set(W, H);
	paint(AT, 0);
	paint(OTHER, 0x10000);
	cr_expect_eq(fl_read32(&dev, 0x6844) & PENDING, 0);
	fl_write32(&dev, 0x6810, (uint32_t)card.up.vram_addr + OTHER);
	cr_expect_eq(fl_read32(&dev, 0x6844) & PENDING, PENDING);
	expect_numbers(0);
	fl_delay_us(&dev, FRAME_US);
	cr_expect_eq(fl_read32(&dev, 0x6844) & PENDING, 0);
	expect_numbers(0x10000);
	fl_write32(&dev, 0x6844, LOCK);
	fl_write32(&dev, 0x6810, (uint32_t)card.up.vram_addr + AT);
	fl_delay_us(&dev, 3 * FRAME_US);
	expect_numbers(0x10000);
	fl_write32(&dev, 0x6844, 0);
	fl_delay_us(&dev, FRAME_US);
	expect_numbers(0);
	/* GRPH_FLIP_CONTROL: at the next line */
	fl_write32(&dev, 0x6848, 1);
	fl_write32(&dev, 0x6810, (uint32_t)card.up.vram_addr + OTHER);
	expect_numbers(0x10000);
	fl_model_delete(m);
}

/* Pixels of a display's tile, 32 bits each: x0 x1 y0 x2 y1 y2 from the lowest bit (CIK facts 7). */
static uint32_t in_tile(uint32_t x, uint32_t y)
{
	return (x & 3) | (y & 1) << 2 | (x >> 2 & 1) << 3 | (y >> 1 & 3) << 4;
}

Test(cik_display, tiles_one_after_the_other)
{
	uint8_t *vram, row[3 * W];
	struct fl_model_screen s;

	open_chip("bonaire");
	wake("tiling");
	set(W, H);
	vram = fl_model_vram(m, NULL);
	for (uint32_t i = 0; i < W * H; i++)
		memcpy(vram + AT + 4ull * i, &i, 4);
	fl_write32(&dev, 0x6804, 2 | 2 << 20); /* 32 bits, 1D_TILED_THIN1, DISPLAY_MICRO_TILING */
	s = screen();
	for (uint32_t y = 0; y < H; y += 3) {
		fl_model_screen_row(m, &s, y, row);
		for (uint32_t x = 0; x < W; x++)
			cr_assert_eq(pixel(row, x), (y / 8 * (W / 8) + x / 8) * 64 + in_tile(x, y), "%u,%u",
				     x, y);
	}
	fl_write32(&dev, 0x680c, 2 << 4 | 2 << 8); /* red out of blue, and blue out of red */
	s = screen();
	fl_model_screen_row(m, &s, 0, row);
	cr_expect_eq(pixel(row, 8), 64u << 16);
	fl_write32(&dev, 0x6804, 2 | 4 << 20 | 3u << 24); /* no such pipes: nothing is seen */
	s = screen();
	fl_model_screen_row(m, &s, 1, row);
	cr_expect_eq(pixel(row, 100), 0u);
	fl_model_delete(m);
}

/* Surfaces of tile index 10, as dce4_crtc_do_set_base() has a display read them: banks and their shape by
 * the macro mode of tiles of 256 bytes, which is index 2; pipes by the tile mode. */
Test(cik_display, tiles_over_pipes_and_banks)
{
	enum { DISPLAY_2D = 10, MACRO = 2 };

	for (unsigned i = 0; i < CHIPS; i++) {
		const struct mcik_variant *v = mcik_variant(chips[i]);
		const struct mcik_tile_tables tables = {*v->tiling, v->row_KiB * 1024u};
		uint32_t macro = tables.tiling.macro[MACRO], wrong = 0;
		struct mcik_layout t;
		uint8_t *vram, row[3 * W];
		struct fl_model_screen s;

		cr_assert_null(mcik_layout(&t, &tables, DISPLAY_2D, 4, 1));
		open_chip(chips[i]);
		wake("tiling");
		cr_assert_eq(cik_crtc_set(&card, W, H, AT, 768, &err), FL_OK, "%s", err.text);
		fl_delay_us(&dev, FRAME_US);
		vram = fl_model_vram(m, NULL);
		for (uint32_t y = 0; y < H; y++)
			for (uint32_t x = 0; x < W; x++) {
				uint32_t n = y * W + x;
				uint64_t at = mcik_tile_addr(&t, AT, 768, 512, x, y, 0, 0);

				memcpy(vram + at, &n, 4);
				wrong += at != AT + 4ull * (y * 768 + x);
			}
		cr_assert_gt(wrong, W * H / 2, "it is not linear");
		fl_write32(&dev, 0x6804,
			   2 | (macro >> 6 & 3) << 2 | (macro & 3) << 6 | (macro >> 2 & 3) << 11 | 4 << 13 |
			       (macro >> 4 & 3) << 18 | 4 << 20 |
			       (tables.tiling.mode[DISPLAY_2D] >> 6 & 31) << 24);
		s = screen();
		for (uint32_t y = 0; y < H; y += 5) {
			fl_model_screen_row(m, &s, y, row);
			for (uint32_t x = 0; x < W; x++)
				cr_assert_eq(pixel(row, x), y * W + x, "%s: %u,%u: %06x", chips[i], x, y,
					     pixel(row, x));
		}
		fl_model_delete(m);
	}
}

Test(cik_display, high_addresses)
{
	open_chip("bonaire");
	wake("tiling");
	fl_write32(&dev, 0x681c, 5); /* left there by somebody */
	set(W, H);
	cr_expect_eq(fl_read32(&dev, 0x681c), 0);
	cr_expect_eq(fl_read32(&dev, 0x6820), 0);
	card.up.vram_addr += 0xf400000000;
	set(W, H);
	cr_expect_eq(fl_read32(&dev, 0x681c), 0xf4);
	cr_expect_eq(fl_read32(&dev, 0x6820), 0xf4);
	cr_expect_eq(fl_read32(&dev, 0x6810), (uint32_t)card.up.vram_addr + AT);
	cr_expect_eq(screen().addr, 0xf400000000 + AT);
	fl_model_delete(m);
}

/* As a video BIOS's VBE or GRUB leaves it: timing and scaler stay, what is shown is replaced. */
static void graphics(unsigned display)
{
	static const struct {
		uint32_t reg, value;
	} mode[] = {{0x6e00, 1439}, {0x6e1c, 822},   {0x6d08, 1},
		    {0x6800, 1},    {0x6804, 0x101}, {0x6818, 1024},
		    {0x6834, 1024}, {0x6838, 768},   {0x6d74, 1024 << 16 | 768},
		    {0x6e70, 1}};

	for (unsigned i = 0; i < sizeof(mode) / sizeof(*mode); i++)
		fl_write32(&dev, mode[i].reg + behind[display], mode[i].value);
}

static void expect_kept(unsigned display)
{
	const uint32_t more = behind[display];
	char want[60];

	set(W, H);
	snprintf(want, sizeof(want), "CRTC %u keeps its mode of 1024x768", display + 1);
	cr_expect(strstr(card.up.did, want), "%s", card.up.did);
	cr_expect_eq(fl_read32(&dev, 0x6e00 + more), 1439);
	cr_expect_eq(fl_read32(&dev, 0x6d08 + more), 1);
	cr_expect_eq(fl_read32(&dev, 0x6d74 + more), 1024 << 16 | 768);
	cr_expect_eq(fl_read32(&dev, 0x6810 + more), (uint32_t)card.up.vram_addr + AT);
	cr_expect_eq(fl_read32(&dev, 0x6818 + more), W);
	cr_expect_eq(fl_read32(&dev, 0x6e70 + more) & 1, 1);
	cr_expect_eq(fl_read32(&dev, 0x6e74 + more) & 0x100, 0);
}

Test(cik_display, a_graphics_mode_is_kept)
{
	for (unsigned i = 0; i < sizeof(behind) / sizeof(*behind); i++) {
		open_chip("bonaire");
		fl_write32(&dev, 0x330, 0);
		fl_write32(&dev, 0x6e70, 0);
		graphics(i);
		wake("tiling");
		cr_expect_eq(fl_read32(&dev, 0x6e70 + behind[i]), 1, "reading goes on");
		expect_kept(i);
		cr_expect_eq(cik_crtc_set(&card, 1280, 1024, AT, 1280, &err), FL_USAGE);
		fl_model_delete(m);
	}
}

/* evergreen_mc_stop() switches displays off. */
Test(cik_display, a_mode_outlives_a_reset)
{
	open_chip("kabini");
	fl_write32(&dev, 0x330, 0);
	graphics(0);
	card.up.force_reset = true;
	wake("tiling");
	cr_expect_eq(fl_read32(&dev, 0x6e70) & 1, 0);
	expect_kept(0);
	fl_model_delete(m);
}

Test(cik_display, the_text_comes_back)
{
	static const uint32_t regs[] = {0x300,  0x308,  0x310,  0x324,  0x328,  0x330,  0x3e0,
					0x6804, 0x6810, 0x6e00, 0x6e70, 0x6e74, 0x6a18, 0x6d74};
	enum { REGS = sizeof(regs) / sizeof(*regs) };
	static uint8_t before[TEXT_B], other[TEXT_B];

	for (unsigned i = 0; i < CHIPS; i++) {
		uint32_t was[REGS];

		open_chip(chips[i]);
		cr_assert(fl_model_break(m, "console"));
		fl_delay_us(&dev, 100000); /* a whole screen, which is written again and again */
		fl_model_vram_read(m, 0, before, sizeof(before));
		cr_assert(before[0] == 'T', "the kernel writes");
		for (unsigned k = 0; k < REGS; k++)
			was[k] = fl_read32(&dev, regs[k]);
		cr_assert_eq(fl_display_take(&kept, &cik_family, &dev, &err), FL_OK, "%s", err.text);
		woken();
		set(W, H);
		memset(other, 0xee, sizeof(other));
		fl_vram_write(&dev, 0, other, sizeof(other));
		fl_delay_us(&dev, 100000);
		fl_vram_read(&dev, 0, other, sizeof(other));
		cr_expect(other[0] == 0xee && other[800] == 0xee, "%s: the kernel still writes", chips[i]);
		cr_assert_eq(fl_sleep(&cik_family, &dev, &err), FL_OK, "%s", err.text);
		cr_assert_eq(fl_display_give(&kept, &err), FL_OK, "%s", err.text);
		for (unsigned k = 0; k < REGS; k++)
			cr_expect_eq(fl_read32(&dev, regs[k]), was[k], "%s: 0x%x", chips[i], regs[k]);
		fl_model_vram_read(m, 0, other, sizeof(other));
		cr_expect(!memcmp(other, before, sizeof(other)), "%s: the text is not what it was", chips[i]);
		nothing_reported(m, chips[i]);
		fl_model_delete(m);
	}
}
