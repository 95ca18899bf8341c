/* SPDX-License-Identifier: MIT
 *
 * Every demo on bare metal: a boot of the gallery's image on the model of an R580 under an unmodified QEMU,
 * the demos one after the other at its monitor; another on an RV770's, for those that an R580 does not know,
 * and one on a Bonaire's, for some of those that Sea Islands draw.
 * What the card's display shows after each is the picture that the same demo draws on the model with no
 * machine around it, to the pixel.
 */
#include "demos/demo.h"
#include "lib/cik/draw.h"
#include "tests/unit/test_image.h"

#include <signal.h>

enum { SOON_MS = 60000 };

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
static bool scan_out(struct qemu *q, const char *name, struct picture *p)
{
	unlink(name);
	kill(q->pid, SIGUSR1);
	for (unsigned ms = 0; ms < SOON_MS && !complete(name); ms += 5)
		usleep(5000);
	return picture_read(p, name);
}

static bool of_r580(const struct fl_demo *d)
{
	return !d->does;
}

static bool of_rv770(const struct fl_demo *d)
{
	return d->does;
}

/* Those that need what not all chips do, and some of the others: each is woken for anew, which takes long
 * with five files of microcode over a socket. */
static bool of_sea_islands(const struct fl_demo *d)
{
	static const char *const some[] = {"cube", "shadow", "msaa", "float", "fractal", "text"};
	bool is = d->does && !(d->does & ~FL_CIK_DOES);

	for (unsigned i = 0; i < sizeof some / sizeof *some; i++)
		is |= !strcmp(d->name, some[i]);
	return is;
}

/* These demos on that chip in one boot. Returns how many. */
static unsigned every_demo(const char *chip, const char *chip_name, bool (*draws)(const struct fl_demo *d))
{
	char dir[] = "/tmp/firstlight-gallery-XXXXXX", out[96], text[96], bad[1024] = "";
	struct picture got, want;
	struct qemu q;
	unsigned n = 0;

	cr_assert(mkdtemp(dir));
	snprintf(out, sizeof out, "%s/card.png", dir);
	start_card(&q, (const char *const[]){"--chip", chip, "--strict", "--out", out, NULL},
		   (const char *const[]){"-kernel", built("gallery.elf"), "-append", "monitor", NULL});
	wait_text(&q, "`exit` ends it", SOON_MS);
	for (const struct fl_demo *const *d = fl_demos; *d; d++) {
		unsigned wrong = 0;

		if (!draws(*d))
			continue;
		n++;
		snprintf(text, sizeof text, "demo %s\r", (*d)->name);
		if (!qemu_type(&q, text))
			fail_with_log(&q, "the port takes nothing");
		if (!draw_hosted(&want, chip, (*d)->name))
			fail_with_log(&q, "no picture to compare with");
		snprintf(text, sizeof text, "\n%s: done, 1 frame of 640 x 480 on %s", (*d)->name, chip_name);
		wait_text(&q, text, SOON_MS);
		if (!scan_out(&q, out, &got) || got.w != want.w || got.h != want.h)
			fail_with_log(&q, (*d)->name);
		for (unsigned i = 0; i < got.w * got.h * 3; i++)
			wrong += got.rgb[i] != want.rgb[i];
		if (wrong)
			snprintf(bad + strlen(bad), sizeof bad - strlen(bad), " %s (%u)", (*d)->name, wrong);
		picture_free(&got);
		picture_free(&want);
	}
	/* QEMU's own exit code is 0 then; --strict makes it 1 if the model objected to anything. */
	if (!qemu_do(&q, "quit") || qemu_wait_exit(&q, SOON_MS) != 0)
		fail_with_log(&q, "no end without an objection");
	qemu_end(&q);
	unlink(out);
	rmdir(dir);
	cr_assert_eq(*bad, 0, "values that differ:%s", bad);
	return n;
}

Test(card_gallery, every_demo_on_bare_metal, .timeout = 600)
{
	cr_assert_gt(every_demo("r580", "R580", of_r580), 20u);
}

Test(card_gallery, demos_that_an_r580_does_not_know, .timeout = 600)
{
	cr_assert_gt(every_demo("rv770", "RV770", of_rv770), 0u);
}

Test(card_gallery, demos_of_sea_islands, .timeout = 600)
{
	cr_assert_gt(every_demo("bonaire", "Bonaire", of_sea_islands), 10u);
}
