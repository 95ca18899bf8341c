/* SPDX-License-Identifier: MIT
 *
 * Every demo on bare metal: one boot of the gallery's image on the model of an R580 under an unmodified QEMU, the demos one
 * after the other at its monitor. What the card's display shows after each is the picture that the same demo draws on the model
 * with no machine around it, to the pixel.
 */
#include "demos/demo.h"
#include "tests/qemu/qemu.h"

#include <criterion/criterion.h>
#include <png.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { W = 640, H = 480, SOON_MS = 60000 };

static struct qemu q;
static char dir[64];

static const char *built(const char *name)
{
	static char path[2][256];
	static unsigned i;
	const char *b = getenv("FL_BUILD");

	i = (i + 1) % 2;
	snprintf(path[i], sizeof path[i], "%s/%s", b ? b : "build", name);
	return path[i];
}

static void fail(const char *what)
{
	char *log = qemu_serial(&q), text[2500];
	size_t n = strlen(log);

	snprintf(text, sizeof text, "%s; the serial port said at last:\n%s", what, log + (n > 2000 ? n - 2000 : 0));
	free(log);
	qemu_end(&q);
	cr_assert_fail("%s", text);
}

static bool read_png(const char *name, uint8_t *rgb)
{
	png_image i = {.version = PNG_IMAGE_VERSION};
	bool ok = png_image_begin_read_from_file(&i, name) && i.width == W && i.height == H;

	i.format = PNG_FORMAT_RGB;
	ok = ok && png_image_finish_read(&i, NULL, rgb, 0, NULL);
	png_image_free(&i);
	return ok;
}

/* The file is there, to its last chunk (PNG 1.2, 4.1.4). */
static bool complete(const char *name)
{
	static const uint8_t end[12] = {0, 0, 0, 0, 'I', 'E', 'N', 'D', 0xae, 0x42, 0x60, 0x82};
	FILE *f = fopen(name, "rb");
	uint8_t last[12];
	bool ok = f && !fseek(f, -12, SEEK_END) && fread(last, 12, 1, f) == 1 && !memcmp(last, end, 12);

	if (f)
		fclose(f);
	return ok;
}

/* What the card's display shows now. */
static bool scan_out(const char *name, uint8_t *rgb)
{
	unlink(name);
	kill(q.pid, SIGUSR1);
	for (unsigned ms = 0; ms < SOON_MS && !complete(name); ms += 5)
		usleep(5000);
	return read_png(name, rgb);
}

static bool hosted(const char *demo, const char *name, uint8_t *rgb)
{
	char command[512];

	snprintf(command, sizeof command, "%s demo %s --size 640x480 --quiet --out %s >/dev/null", built("firstlight"),
		 demo, name);
	return !system(command) && read_png(name, rgb);
}

Test(card_gallery, every_demo_on_bare_metal, .timeout = 600)
{
	static uint8_t got[W * H * 3], want[W * H * 3];
	char out[96], other[96], text[96], bad[1024] = "";
	unsigned n = 0;

	strcpy(dir, "/tmp/firstlight-gallery-XXXXXX");
	cr_assert(mkdtemp(dir));
	snprintf(out, sizeof out, "%s/card.png", dir);
	snprintf(other, sizeof other, "%s/hosted.png", dir);
	if (!qemu_start_card(&q, (const char *const[]){"--strict", "--out", out, NULL},
			     (const char *const[]){"-kernel", built("gallery.elf"), "-append", "monitor", NULL}) ||
	    !qemu_wait_text(&q, "`exit` ends it", SOON_MS))
		fail("no monitor");
	for (const struct fl_demo *const *d = fl_demos; *d; d++, n++) {
		unsigned wrong = 0;

		snprintf(text, sizeof text, "demo %s\r", (*d)->name);
		if (!qemu_type(&q, text))
			fail("the port takes nothing");
		snprintf(text, sizeof text, "\n%s: done, 1 frame of 640 x 480 on R580", (*d)->name);
		if (!hosted((*d)->name, other, want))
			fail("no hosted picture");
		if (!qemu_wait_text(&q, text, SOON_MS) || !scan_out(out, got))
			fail((*d)->name);
		for (unsigned i = 0; i < sizeof got; i++)
			wrong += got[i] != want[i];
		if (wrong)
			snprintf(bad + strlen(bad), sizeof bad - strlen(bad), " %s (%u)", (*d)->name, wrong);
	}
	/* QEMU's own exit code is 0 then; --strict makes it 1 if the model objected to anything. */
	if (!qemu_do(&q, "quit") || qemu_wait_exit(&q, SOON_MS) != 0)
		fail("no end without an objection");
	qemu_end(&q);
	unlink(out);
	unlink(other);
	rmdir(dir);
	cr_assert_gt(n, 20);
	cr_assert_eq(*bad, 0, "values that differ:%s", bad);
}
