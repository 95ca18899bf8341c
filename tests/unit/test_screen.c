/* SPDX-License-Identifier: MIT
 *
 * The frame buffer that GRUB hands over, on QEMU's standard VGA, by VBE and by GOP: what a card of ours drew is shown on it, and
 * without a card what the image says. The screen is read back through QMP.
 */
#include "lib/fl_font.h"
#include "tests/qemu/qemu.h"

#include <criterion/criterion.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OVMF    "/usr/share/OVMF/"
#define CMDLINE "name=opt/org.firstlight/cmdline,string="

static struct qemu q;

static const char *built(const char *name)
{
	static char path[3][256];
	static unsigned i;
	const char *b = getenv("FL_BUILD");

	i = (i + 1) % 3;
	snprintf(path[i], sizeof path[i], "%s/%s", b ? b : "build", name);
	return path[i];
}

static void fail(const char *what)
{
	char *log = qemu_serial(&q), text[2000];

	snprintf(text, sizeof text, "%s; the serial port said:\n%.1500s", what, log);
	free(log);
	qemu_end(&q);
	cr_assert_fail("%s", text);
}

#define UEFI                                                                                                     \
	"-m", "256", "-drive", "if=pflash,format=raw,unit=0,readonly=on,file=" OVMF "OVMF_CODE_4M.fd", "-drive", \
	    "if=pflash,format=raw,unit=1,snapshot=on,file=" OVMF "OVMF_VARS_4M.fd"

static uint8_t *screen(unsigned *w, unsigned *h)
{
	uint8_t *rgb = qemu_screen(&q, w, h);

	if (!rgb)
		fail("no screen");
	return rgb;
}

/* A demo by the model with no machine around it. */
static uint8_t *hosted(const char *demo)
{
	png_image i = {.version = PNG_IMAGE_VERSION};
	char path[] = "/tmp/firstlight-screen-XXXXXX", command[512];
	uint8_t *rgb;

	close(mkstemp(path));
	snprintf(command, sizeof command, "%s demo %s --size 640x480 --quiet --out %s >/dev/null", built("firstlight"),
		 demo, path);
	cr_assert_eq(system(command), 0);
	cr_assert(png_image_begin_read_from_file(&i, path));
	i.format = PNG_FORMAT_RGB;
	rgb = malloc(PNG_IMAGE_SIZE(i));
	cr_assert(png_image_finish_read(&i, NULL, rgb, 0, NULL));
	unlink(path);
	return rgb;
}

/* On the screen, in the middle, the model's picture; black around it. */
static void shows(const char *demo, const char *const args[], unsigned timeout_ms)
{
	uint8_t *want = hosted(demo), *got;
	unsigned w, h, wrong = 0;
	char done[64];

	snprintf(done, sizeof done, "%s: done", demo);
	if (!qemu_start_card(&q, (const char *const[]){NULL}, args))
		fail("it does not start");
	if (!qemu_wait_text(&q, done, timeout_ms))
		fail("no picture");
	got = screen(&w, &h);
	cr_assert(w >= 640 && h >= 480, "a screen of %u x %u", w, h);
	for (unsigned y = 0; y < h; y++)
		for (unsigned x = 0; x < w; x++) {
			unsigned px = x - (w - 640) / 2, py = y - (h - 480) / 2;
			bool in = px < 640 && py < 480;

			for (unsigned c = 0; c < 3; c++)
				wrong += got[(y * w + x) * 3 + c] != (in ? want[(py * 640 + px) * 3 + c] : 0);
		}
	free(got);
	free(want);
	qemu_end(&q);
	cr_assert_eq(wrong, 0, "%u values differ on a screen of %u x %u", wrong, w, h);
}

/* One of the lines of text on the screen is this, in the kit's font, white on black. */
static bool says(const uint8_t *rgb, unsigned w, unsigned h, const char *text)
{
	for (unsigned line = 0; line < h / 16; line++) {
		bool same = true;

		for (unsigned i = 0; same && text[i]; i++) {
			const uint8_t *glyph = fl_font_glyph((uint8_t)text[i]);

			for (unsigned y = 0; same && y < 16; y++)
				for (unsigned x = 0; same && x < 8; x++) {
					const uint8_t *p = rgb + ((line * 16 + y) * w + i * 8 + x) * 3;
					uint8_t want = glyph[y] & 0x80 >> x ? 255 : 0;

					same = p[0] == want && p[1] == want && p[2] == want;
				}
		}
		if (same)
			return true;
	}
	return false;
}

static void tells(const char *const args[], unsigned timeout_ms)
{
	unsigned w, h;
	uint8_t *rgb;

	if (!qemu_start(&q, args) || !qemu_wait_text(&q, "firstlight: no card", timeout_ms))
		fail("no end");
	usleep(300000); /* the serial port has it first */
	rgb = screen(&w, &h);
	bool found = says(rgb, w, h, "firstlight: no card that this kit knows (1 display controllers looked at)");
	bool other = says(rgb, w, h, "firstlight: no cart that");

	free(rgb);
	if (!found || other)
		fail("the screen does not say so");
	qemu_end(&q);
}

Test(screen, a_picture_by_vbe, .timeout = 120)
{
	shows("triangle",
	      (const char *const[]){"-vga", "std", "-cdrom", built("firstlight-blit.iso"), "-fw_cfg",
				    CMDLINE "demo triangle", NULL},
	      60000);
}

Test(screen, a_picture_by_gop, .timeout = 180)
{
	shows("cube",
	      (const char *const[]){"-vga", "std", UEFI, "-cdrom", built("firstlight-blit.iso"), "-fw_cfg",
				    CMDLINE "demo cube", NULL},
	      120000);
}

Test(screen, text_without_a_card, .timeout = 120)
{
	tells((const char *const[]){"-vga", "std", "-cdrom", built("firstlight-blit.iso"), NULL}, 60000);
}
