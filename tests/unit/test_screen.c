/* SPDX-License-Identifier: MIT
 *
 * The frame buffer that GRUB hands over, on QEMU's standard VGA, by VBE and by GOP: what a card of ours drew
 * is shown on it, and without a card what the image says. The screen is read back through QMP.
 */
#include "tests/unit/test_image.h"

static struct qemu q;

static uint8_t *screen(unsigned *w, unsigned *h)
{
	uint8_t *rgb = qemu_screen(&q, w, h);

	if (!rgb)
		fail_with_log(&q, "no screen");
	return rgb;
}

/* On the screen, in the middle, the model's picture; black around it. */
static void shows(const char *demo, const char *const args[], unsigned timeout_ms)
{
	struct picture want;
	uint8_t *got;
	unsigned w, h, wrong = 0;
	char done[64];

	snprintf(done, sizeof done, "%s: done", demo);
	start_card(&q, (const char *const[]){NULL}, args);
	if (!draw_hosted(&want, "r580", demo))
		fail_with_log(&q, "no picture to compare with");
	wait_text(&q, done, timeout_ms);
	got = screen(&w, &h);
	cr_assert(w >= 640 && h >= 480, "a screen of %u x %u", w, h);
	for (unsigned y = 0; y < h; y++)
		for (unsigned x = 0; x < w; x++) {
			unsigned px = x - (w - 640) / 2, py = y - (h - 480) / 2;
			bool in = px < 640 && py < 480;

			for (unsigned c = 0; c < 3; c++)
				wrong +=
				    got[(y * w + x) * 3 + c] != (in ? want.rgb[(py * 640 + px) * 3 + c] : 0);
		}
	free(got);
	picture_free(&want);
	qemu_end(&q);
	cr_assert_eq(wrong, 0, "%u values differ on a screen of %u x %u", wrong, w, h);
}

static void tells(const char *const args[], unsigned timeout_ms)
{
	unsigned w, h;
	uint8_t *rgb;

	start(&q, args);
	wait_text(&q, "firstlight: no card", timeout_ms);
	usleep(300000); /* the serial port has it first */
	rgb = screen(&w, &h);
	bool found = shows_line(rgb, w, h,
				"firstlight: no card that this kit knows (1 display controllers looked at)");
	bool other = shows_line(rgb, w, h, "firstlight: no cart that");

	free(rgb);
	if (!found || other)
		fail_with_log(&q, "the screen does not say so");
	qemu_end(&q);
}

Test(screen, a_picture_by_vbe, .timeout = 120)
{
	shows("triangle", (const char *const[]){"-vga", "std", DISC, DISC_CMDLINE "demo triangle", NULL},
	      60000);
}

Test(screen, a_picture_by_gop, .timeout = 180)
{
	needs_ovmf();
	shows("cube", (const char *const[]){"-vga", "std", UEFI, DISC, DISC_CMDLINE "demo cube", NULL},
	      120000);
}

Test(screen, text_without_a_card, .timeout = 120)
{
	tells((const char *const[]){"-vga", "std", DISC, NULL}, 60000);
}
