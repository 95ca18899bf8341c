/* SPDX-License-Identifier: MIT
 *
 * The displays of an R5xx in somebody else's hands: modes that are kept, rates that are refused, and what was
 * shown, given back; VGA's text while a kernel writes it among it.
 */
#include "hw/bus/hosted/hosted.h"
#include "hw/bus/record.h"
#include "hw/fl_display.h"
#include "hw/fl_wake.h"
#include "hw/r500/card.h"
#include "hw/r500/crtc.h"
#include "hw/r500/crtc_r300.h"
#include "hw/regs/r500.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { AT = 0x40000, SECOND = FL_AVIVO_SECOND, TEXT_B = 80 * 25 * 8 };

static struct fl_model *m;
static struct fl_dev dev;
static struct r500_card card;
static struct fl_err err;
static struct fl_display kept;
static uint8_t image[2048];

static void set_up(void)
{
	char why[100] = "";

	m = fl_model_new("rv530", &(struct fl_model_config){.posted = true, .threads = 1, .vram_B = 16 << 20},
			 why, sizeof(why));
	cr_assert(m, "%s", why);
	cr_assert_eq(fl_open_model(&dev, m, "rv530", &err), FL_OK);
	r500_card_init(&card, &dev);
	fl_model_firmware("rv530", 0, image, sizeof(image));
	card.up.images.of[0] = (struct fl_image){image, sizeof(image)};
}

static void tear_down(void)
{
	fl_model_delete(m);
}

TestSuite(display, .init = set_up, .fini = tear_down);

static void wake(const char *step)
{
	cr_assert_eq(fl_wake_to(&r500_family, &card.up, step, NULL, NULL, &err), FL_OK, "%s", err.text);
}

/* As a video BIOS's VBE or GRUB leaves it: 1024x768 of 16 bits, scaled to a panel of 1280x800. */
static void graphics(uint32_t crtc)
{
	fl_write32(&dev, crtc ? R500_D2VGA_CONTROL : R500_D1VGA_CONTROL, 0);
	fl_write32(&dev, R500_D1CRTC_CONTROL + crtc, 1);
	fl_write32(&dev, R500_D1CRTC_H_TOTAL + crtc, 1439);
	fl_write32(&dev, R500_D1CRTC_V_TOTAL + crtc, 822);
	fl_write32(&dev, R500_D1SCL_SCALER_ENABLE + crtc, 1);
	fl_write32(&dev, R500_D1GRPH_ENABLE + crtc, 1);
	fl_write32(&dev, R500_D1GRPH_CONTROL + crtc, 0x101);
	fl_write32(&dev, R500_D1GRPH_PITCH + crtc, 1024);
	fl_write32(&dev, R500_D1GRPH_X_END + crtc, 1024);
	fl_write32(&dev, R500_D1GRPH_Y_END + crtc, 768);
	fl_write32(&dev, R500_D1MODE_VIEWPORT_SIZE + crtc, 1024 << 16 | 768);
}

/* In the frame after the last write: no change is pending. */
static void registers(uint32_t out[0x1000 / 4])
{
	fl_delay_us(&dev, 1000000 / 60 + 1);
	for (uint32_t at = 0; at < 0x1000; at += 4)
		out[at / 4] =
		    at == 0x480 || (at & 0x7ff) == 0xa4 ? 0 : fl_read32(&dev, 0x6000 + at); /* what moves */
}

/* All that a mode writes is as it was, but for what is shown: 0x6100 to 0x6138, and the colors. */
static void expect_kept(uint32_t crtc)
{
	static uint32_t before[0x400], after[0x400];

	wake("memory");
	registers(before);
	cr_assert_eq(r500_crtc_set(&card, 640, 480, AT, 640, &err), FL_OK, "%s", err.text);
	registers(after);
	for (uint32_t at = 0; at < 0x1000; at += 4) {
		bool shown = (at >= crtc + 0x100 && at <= crtc + 0x138) || (at >= 0x480 && at <= 0x49c) ||
			     (at >= crtc + 0x4c0 && at <= crtc + 0x4d8) || at == crtc + 0x80;

		cr_expect(shown || before[at / 4] == after[at / 4], "0x%x was 0x%08x and is 0x%08x",
			  0x6000 + at, before[at / 4], after[at / 4]);
	}
	cr_expect_eq(fl_read32(&dev, R500_D1GRPH_PRIMARY_SURFACE_ADDRESS + crtc), card.up.vram_addr + AT);
	cr_expect_eq(fl_read32(&dev, R500_D1GRPH_CONTROL + crtc), 2);
	cr_expect_eq(fl_read32(&dev, R500_D1GRPH_PITCH + crtc), 640);
	cr_expect_eq(fl_read32(&dev, R500_D1GRPH_X_END + crtc), 640);
	cr_expect_eq(fl_read32(&dev, R500_D1GRPH_LUT_SEL + crtc), crtc != 0);
	cr_expect_eq(fl_read32(&dev, R500_D1CRTC_CONTROL + crtc), 1, "reading memory again");
	cr_expect(strstr(card.up.did, "keeps its mode of 1024x768"), "%s", card.up.did);
}

Test(display, a_graphics_mode_is_kept)
{
	graphics(0);
	expect_kept(0);
	cr_expect_eq(r500_crtc_set(&card, 1280, 1024, AT, 1280, &err), FL_USAGE);
	cr_expect(strstr(err.text, "CRTC 1 keeps its mode of 1024x768, in which 1280x1024 do not fit"), "%s",
		  err.text);
}

Test(display, the_second_display_is_lit)
{
	fl_write32(&dev, R500_D1CRTC_CONTROL, 0);
	graphics(SECOND);
	expect_kept(SECOND);
	cr_expect(strstr(card.up.did, "CRTC 2"), "%s", card.up.did);
}

/* Text on the first, a picture on the second: the picture is where pictures are. */
Test(display, text_on_the_first_and_a_mode_on_the_second)
{
	graphics(SECOND);
	wake("memory");
	cr_assert_eq(r500_crtc_set(&card, 1024, 768, AT, 1024, &err), FL_OK, "%s", err.text);
	cr_expect(fl_read32(&dev, R500_D1VGA_CONTROL) & 1, "the first is left alone");
	cr_expect_eq(fl_read32(&dev, R500_D2GRPH_X_END), 1024);
}

/* 25.175 and 28.322 MHz over 800 * 525, 1056 * 628, 1344 * 806 and 1688 * 1066. */
Test(display, rates_from_vga_text)
{
	static const struct {
		unsigned width, height;
		const char *says;
	} refused[] = {
	    {800, 600, "38 to 43 Hz of 800x600: monitors take 50 to 85 Hz. Take 640x480"},
	    {1024, 768, "23 to 26 Hz"},
	    {1280, 1024, "14 to 16 Hz"},
	};

	wake("memory");
	for (unsigned i = 0; i < sizeof(refused) / sizeof(*refused); i++) {
		cr_expect_eq(r500_crtc_set(&card, refused[i].width, refused[i].height, AT, 1280, &err),
			     FL_USAGE);
		cr_expect(strstr(err.text, refused[i].says), "%s", err.text);
		cr_expect(fl_read32(&dev, R500_D1VGA_CONTROL) & 1, "text is still shown");
	}
	cr_assert_eq(r500_crtc_set(&card, 640, 480, AT, 640, &err), FL_OK, "%s", err.text);
	cr_expect(strstr(card.up.did, "CRTC 1: 640x480 at 60 or 67 Hz, by the clock of VGA text"), "%s",
		  card.up.did);
}

Test(display, text_on_the_second)
{
	fl_write32(&dev, R500_D1CRTC_CONTROL, 0);
	fl_write32(&dev, R500_D2CRTC_CONTROL, 1);
	fl_write32(&dev, R500_D2VGA_CONTROL, 1);
	wake("memory");
	cr_assert_eq(r500_crtc_set(&card, 640, 480, AT, 640, &err), FL_OK, "%s", err.text);
	cr_expect(strstr(card.up.did, "CRTC 2: 640x480"), "%s", card.up.did);
	cr_expect_eq(fl_read32(&dev, R500_D2CRTC_H_TOTAL), 799);
	cr_expect_eq(fl_read32(&dev, R500_D1CRTC_H_TOTAL), 0);
	cr_expect_eq(fl_read32(&dev, R500_D2VGA_CONTROL), 0);
}

/* ---- what was shown, given back ------------------------------------------------------------------------ */
static const uint16_t vga[] = {R500_VGA_RENDER_CONTROL, R500_VGA_MODE_CONTROL, R500_VGA_MEMORY_BASE_ADDRESS,
			       R500_VGA_HDP_CONTROL,    R500_D1VGA_CONTROL,    R500_D2VGA_CONTROL};
enum { VGA = sizeof(vga) / sizeof(*vga) };

/* A kernel's console: it writes its next character at each access, as long as the host's way to VGA's memory
 * is on. */
static uint8_t screen[TEXT_B];
static unsigned typed;

static void kernel_types(void *arg, const struct fl_access *a)
{
	uint32_t at = typed++ % TEXT_B;
	uint8_t *vram = fl_model_vram(m, NULL);

	if (a->kind <= FL_ACCESS_WRITE8 &&
	    !(fl_model_read(m, R500_VGA_HDP_CONTROL, 4) & R500_VGA_HDP_CONTROL__VGA_MEMORY_DISABLE__MASK))
		vram[at] = screen[at] = (uint8_t)(typed * 7 + 1);
}

static volatile int stop;
static unsigned stop_at;

static void on_access(void *arg, const struct fl_access *a)
{
	kernel_types(arg, a);
	if (stop_at && typed == stop_at)
		stop = 1;
}

static struct fl_dev outer;
static struct fl_record record;
static uint32_t seen[VGA];

static void console(void)
{
	fl_write32(&dev, R500_VGA_MODE_CONTROL, 0x30);
	memset(fl_model_vram(m, NULL), ' ', TEXT_B);
	memset(screen, ' ', TEXT_B);
	for (unsigned i = 0; i < VGA; i++)
		seen[i] = fl_read32(&dev, vga[i]);
	record = (struct fl_record){.inner = &dev, .told = on_access};
	fl_record_open(&outer, &record);
	outer.stop = &stop;
	r500_card_init(&card, &outer);
	card.up.images.of[0] = (struct fl_image){image, sizeof(image)};
}

static void expect_the_text(void)
{
	cr_assert_eq(fl_sleep(&r500_family, &outer, &err), FL_OK, "%s", err.text);
	cr_assert_eq(fl_display_give(&kept, &err), FL_OK, "%s", err.text);
	cr_expect_null(kept.ops, "given back once");
	cr_expect(!memcmp(fl_model_vram(m, NULL), screen, TEXT_B), "the text is not what it was");
	for (unsigned i = 0; i < VGA; i++)
		cr_expect_eq(fl_read32(&dev, vga[i]), seen[i], "0x%x is 0x%08x, and was 0x%08x", vga[i],
			     fl_read32(&dev, vga[i]), seen[i]);
}

Test(display, the_text_comes_back)
{
	uint8_t other[4096];

	console();
	cr_assert_eq(fl_display_take(&kept, &r500_family, &outer, &err), FL_OK, "%s", err.text);
	cr_assert(typed > 500, "it typed while the registers were read");
	cr_assert_eq(fl_wake(&r500_family, &card.up, NULL, NULL, &err), FL_OK, "%s", err.text);
	cr_assert_eq(r500_crtc_set(&card, 640, 480, AT, 640, &err), FL_OK, "%s", err.text);
	memset(other, 0xee, sizeof(other));
	for (uint32_t at = 0; at < FL_DISPLAY_VGA_B; at += sizeof(other))
		fl_vram_write(&outer, at, other, sizeof(other));
	expect_the_text();
	cr_expect_null(fl_model_report(m, 0), "the model objects: %s", fl_model_report(m, 0)->text);
}

/* A signal is noted at any access: the step at hand ends, and all is given back. */
static void lose_vram(struct fl_dev *d, uint64_t at_B, const void *from, size_t n)
{
}

/* Nobody types, and what was kept does not come through any more. */
Test(display, the_text_cannot_be_put_back)
{
	struct fl_bus bus;

	console();
	cr_assert_eq(fl_display_take(&kept, &r500_family, &outer, &err), FL_OK, "%s", err.text);
	cr_assert_eq(fl_wake(&r500_family, &card.up, NULL, NULL, &err), FL_OK, "%s", err.text);
	cr_assert_eq(fl_sleep(&r500_family, &outer, &err), FL_OK, "%s", err.text);
	kept.live = false;
	memset(fl_model_vram(m, NULL), 0xee, FL_DISPLAY_VGA_B);
	bus = *outer.bus;
	bus.vram_write = lose_vram;
	outer.bus = &bus;
	outer.vram = NULL;
	cr_expect_eq(fl_display_give(&kept, &err), FL_FAILED);
	cr_expect(strstr(err.text, "the memory of its text console is not what it was"), "%s", err.text);
}

Test(display, the_text_comes_back_after_an_interruption)
{
	for (stop_at = 900; stop_at < 6000; stop_at += 317) {
		stop = 0;
		typed = 0;
		console();
		cr_assert_eq(fl_display_take(&kept, &r500_family, &outer, &err), FL_OK, "%s", err.text);
		fl_wake(&r500_family, &card.up, NULL, NULL, &err);
		expect_the_text();
	}
}

Test(display, the_text_comes_back_after_a_wake_that_fails)
{
	static const char *const faults[] = {"cp-stuck", "no-microcode-ram"};

	for (unsigned i = 0; i < sizeof(faults) / sizeof(*faults); i++) {
		if (i) {
			tear_down();
			set_up();
		}
		cr_assert(fl_model_break(m, faults[i]));
		console();
		cr_assert_eq(fl_display_take(&kept, &r500_family, &outer, &err), FL_OK, "%s", err.text);
		cr_assert_neq(fl_wake(&r500_family, &card.up, NULL, NULL, &err), FL_OK, "%s", faults[i]);
		fl_sleep(&r500_family, &outer, &err); /* its complaint of what is stuck is another matter */
		outer.awake = false;
		expect_the_text();
	}
}

/* A mode and its colors. Table entries are behind a register that counts, which the model does not have: what
 * is looked at is what is written to it. */
static unsigned entries;

static void count_entries(void *arg, const struct fl_access *a)
{
	entries += a->kind == FL_ACCESS_WRITE32 && a->offset_B == R500_DC_LUT_30_COLOR && a->value == 0x155;
}

Test(display, a_mode_comes_back)
{
	static uint32_t before[0x400], after[0x400];

	graphics(0);
	fl_write32(&dev, R500_DC_LUT_30_COLOR, 0x155);
	fl_write32(&dev, R500_DC_LUTA_WHITE_OFFSET_RED, 0x8000);
	registers(before);
	record = (struct fl_record){.inner = &dev, .told = count_entries};
	fl_record_open(&outer, &record);
	r500_card_init(&card, &outer);
	cr_assert_eq(fl_display_take(&kept, &r500_family, &outer, &err), FL_OK, "%s", err.text);
	wake("memory");
	cr_assert_eq(r500_crtc_set(&card, 640, 480, AT, 640, &err), FL_OK, "%s", err.text);
	cr_assert_eq(fl_sleep(&r500_family, &outer, &err), FL_OK, "%s", err.text);
	cr_assert_eq(fl_display_give(&kept, &err), FL_OK, "%s", err.text);
	registers(after);
	for (uint32_t at = 0; at < 0x1000; at += 4)
		cr_expect(before[at / 4] == after[at / 4], "0x%x was 0x%08x and is 0x%08x", 0x6000 + at,
			  before[at / 4], after[at / 4]);
	cr_expect_eq(entries, 2u * FL_AVIVO_COLORS);
}

Test(display, cannot_be_kept)
{
	uint32_t at = fl_read32(&dev, R500_VGA_MEMORY_BASE_ADDRESS);

	fl_write32(&dev, R500_VGA_MEMORY_BASE_ADDRESS, at + (16 << 20));
	cr_assert_eq(fl_display_take(&kept, &r500_family, &dev, &err), FL_FAILED);
	cr_expect(strstr(err.text, "the memory of VGA is not in reach"), "%s", err.text);
	cr_expect_null(kept.ops);
	cr_expect_eq(fl_read32(&dev, R500_VGA_HDP_CONTROL), 0, "nothing was written");
	cr_expect_eq(fl_display_take(&kept, NULL, &dev, &err), FL_NO_DEVICE);
	cr_expect_eq(fl_display_give(&kept, &err), FL_OK, "nothing is kept");
}

/* R3xx and R4xx: the old CRTC, and VGA's memory at the beginning of VRAM, while a kernel writes there. */
Test(display, of_r3xx_and_r4xx)
{
	static const char *const chips[] = {"r300", "rv350", "r420", "rv410"};
	static const uint16_t regs[] = {R500_CRTC_GEN_CNTL,  R500_CRTC_EXT_CNTL, R500_CRTC_H_TOTAL_DISP,
					R500_CRTC_PITCH,     R500_CRTC_OFFSET,   R500_DISPLAY_BASE_ADDR,
					R500_CRTC2_GEN_CNTL, R500_DAC_CNTL2};
	static uint8_t before[TEXT_B];

	for (unsigned i = 0; i < sizeof(chips) / sizeof(*chips); i++) {
		uint32_t was[8];
		uint8_t other[4096], genmo;

		fl_model_delete(m);
		m = fl_model_new(chips[i],
				 &(struct fl_model_config){.posted = true, .console = true, .threads = 1},
				 NULL, 0);
		cr_assert(m);
		cr_assert_eq(fl_open_model(&dev, m, chips[i], &err), FL_OK);
		r500_card_init(&card, &dev);
		fl_model_firmware(chips[i], 0, image, sizeof(image));
		card.up.images.of[0] = (struct fl_image){image, sizeof(image)};
		fl_model_tick(m, 100000); /* a whole screen, which is written again and again */
		fl_vram_read(&dev, 0, before, sizeof(before));
		cr_assert(before[0], "the kernel writes");
		genmo = r500_genmo_read(&dev);
		for (unsigned k = 0; k < 8; k++)
			was[k] = fl_read32(&dev, regs[k]);
		cr_assert_eq(fl_display_take(&kept, &r500_family, &dev, &err), FL_OK, "%s", err.text);
		wake("fence");
		cr_assert_eq(r500_crtc_set(&card, 640, 480, AT, 640, &err), FL_OK, "%s", err.text);
		memset(other, 0xee, sizeof(other));
		fl_vram_write(&dev, 0, other, sizeof(other));
		fl_delay_us(&dev, 1000);
		fl_vram_read(&dev, 0, other, sizeof(other));
		cr_expect(other[0] == 0xee && other[800] == 0xee, "%s: the kernel still writes", chips[i]);
		cr_assert_eq(fl_sleep(&r500_family, &dev, &err), FL_OK, "%s", err.text);
		cr_assert_eq(fl_display_give(&kept, &err), FL_OK, "%s", err.text);
		for (unsigned k = 0; k < 8; k++)
			cr_expect_eq(fl_read32(&dev, regs[k]), was[k], "%s: 0x%x", chips[i], regs[k]);
		cr_expect_eq(r500_genmo_read(&dev), genmo, "%s", chips[i]);
		fl_model_vram_read(m, 0, other, sizeof(other));
		cr_expect(!memcmp(other, before, sizeof(other)), "%s: the text is not what it was", chips[i]);
	}
}
