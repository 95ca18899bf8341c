/* SPDX-License-Identifier: MIT
 *
 * Microcode out of the loader's modules, and what the image does without: a disc with that of several cards,
 * made as a user makes it, modules without names, and cards that find none. The images are made up, as the
 * model takes them, or zeros, which no card takes.
 */
#include "hw/model/fl_model.h"
#include "tests/unit/test_image.h"

static char dir[] = "/tmp/firstlight-disc-XXXXXX", out[64];
static struct qemu q;

/* A file of the test's folder. */
static const char *file(const char *name, bool good)
{
	static char path[3][128];
	static unsigned n;
	uint8_t image[8192] = {0};
	size_t size_B = fl_model_firmware("r580", 0, image, sizeof image);
	char *p = path[n++ % 3];
	FILE *f;

	snprintf(p, sizeof path[0], "%s/%s", dir, name);
	if (!good)
		memset(image, 0, sizeof image);
	f = fopen(p, "wb");
	cr_assert(f && size_B && fwrite(image, 1, size_B, f) == size_B, "%s", p);
	fclose(f);
	return p;
}

static void setup(void)
{
	cr_assert(mkdtemp(dir));
	snprintf(out, sizeof out, "%s/out.png", dir);
}

static void teardown(void)
{
	char command[64];

	snprintf(command, sizeof command, "rm -r %s", dir);
	cr_assert_eq(system(command), 0);
}

TestSuite(disc, .init = setup, .fini = teardown);

/* The machine with these modules ends with this code; *p: what the card shows then. */
static void runs(const char *modules, const char *line, int exit_code, struct picture *p)
{
	int code;

	start_card(&q, (const char *const[]){"--strict", "--out", out, NULL},
		   (const char *const[]){IMAGE, "-initrd", modules, "-append", line, NULL});
	code = qemu_wait_exit(&q, 60000);
	if (code != exit_code || !picture_read(p, out))
		fail_with_log(&q, line);
}

/* A line of the serial port with this text in it stands on the picture, in its first columns. */
static void said_on(const struct picture *p, const char *text)
{
	char *log = qemu_serial(&q), shown[81];
	bool found = false;

	for (char *at = log; !found && (at = strstr(at, text)); at++) {
		const char *line = at;

		while (line > log && line[-1] != '\n')
			line--;
		snprintf(shown, sizeof shown, "%.*s", (int)strcspn(line, "\r\n"), line);
		found = shows_line(p->rgb, p->w, p->h, shown);
	}
	free(log);
	if (!found)
		fail_with_log(&q, text);
}

/* --strict: 3 for a guest that ended well, if the model objected to anything. */
enum { WELL = 1, NO_DEVICE = 3 << 1 | 1 };

Test(disc, each_card_takes_its_own, .timeout = 180)
{
	char make[256], iso[80], made[400] = "";
	FILE *f;

	file("R300_cp.bin", false);
	file("R420_cp.bin", false);
	file("R520_cp.bin", true);
	snprintf(iso, sizeof iso, "%s/disc.iso", dir);
	snprintf(make, sizeof make,
		 "env -u MAKEFLAGS -u MFLAGS make -s iso B=build ISO=%s MICROCODE=%s 2>&1 | tail -1", iso,
		 dir);
	f = popen(make, "r");
	cr_assert(f && fgets(made, sizeof made, f) && !pclose(f), "%s", make);
	cr_assert_str_eq(made, "On the disc: R300_cp.bin R420_cp.bin R520_cp.bin\n");
	start_card(&q, (const char *const[]){NULL},
		   (const char *const[]){"-cdrom", iso, DISC_CMDLINE "demo cube", NULL});
	wait_text(&q, "cube: done", 90000);
	qemu_end(&q);
}

Test(disc, a_folder_without_microcode, .timeout = 60)
{
	char make[256], said[400] = "";
	FILE *f;

	snprintf(make, sizeof make,
		 "env -u MAKEFLAGS -u MFLAGS make -s iso B=build ISO=%s/disc.iso MICROCODE=%s 2>&1", dir,
		 dir);
	f = popen(make, "r");
	cr_assert(f && fgets(said, sizeof said, f));
	cr_assert_neq(pclose(f), 0);
	cr_assert(strstr(said, "none of R300_cp.bin R420_cp.bin R520_cp.bin is there"), "%s", said);
}

/* Without a name that says what it is a module is looked into. */
Test(disc, modules_without_names, .timeout = 90)
{
	char modules[256];
	struct picture p;

	snprintf(modules, sizeof modules, "%s,%s,%s", file("R300_cp.bin", false), file("zeros", false),
		 file("mine", true));
	runs(modules, "demo triangle exit", WELL, &p);
	picture_free(&p);
	qemu_end(&q);
}

/* What is wrong with the only module there is. */
Test(disc, a_module_that_is_no_microcode, .timeout = 90)
{
	struct picture p;

	runs(file("zeros", false), "demo triangle exit", 2 << 1 | 1, &p);
	said_on(&p, "the image holds nothing but zeros");
	picture_free(&p);
	qemu_end(&q);
}

/* Another card's microcode is none: what takes it says so on the card's own display, the rest runs. */
Test(disc, without_microcode, .timeout = 180)
{
	const char *modules = file("R300_cp.bin", true);
	struct picture p, want;

	runs(modules, "demo cube exit", NO_DEVICE, &p);
	said_on(&p, "cube needs the 3D engine");
	said_on(&p, "the loader brought no radeon/R520_cp.bin");
	picture_free(&p);
	qemu_end(&q);
	runs(modules, "smoke exit", WELL, &p);
	said_on(&p, "the loader brought no radeon/R520_cp.bin");
	picture_free(&p);
	qemu_end(&q);
	cr_assert(draw_hosted(&want, "r580", "blit"));
	runs(modules, "demo blit exit", WELL, &p);
	cr_assert(p.w == want.w && p.h == want.h && !memcmp(p.rgb, want.rgb, p.w * p.h * 3u));
	picture_free(&p);
	picture_free(&want);
	qemu_end(&q);
}

/* The loader's frame buffer in the card's own memory: what fails before the card has a picture of its own is
 * said on it, what fails later on that picture. */
Test(disc, the_picture_that_the_firmware_left, .timeout = 180)
{
	const char *const line[][8] = {{DISC, DISC_CMDLINE "demo blit size=5000x600", ATI_VGA, NULL},
				       {DISC, DISC_CMDLINE "demo cube", ATI_VGA, NULL}};
	static const char *const says[] = {"firstlight: a picture of 5000 x 600 pixels; it must be",
					   "firstlight: cube needs the 3D engine, and RV100 is driven"};

	for (unsigned i = 0; i < 2; i++) {
		unsigned w, h;
		uint8_t *rgb;

		start(&q, line[i]);
		wait_text(&q, says[i], 60000);
		usleep(300000); /* the serial port has it first */
		rgb = qemu_screen(&q, &w, &h);
		if (!rgb || !shows_line(rgb, w, h, says[i]))
			fail_with_log(&q, "the screen does not say so");
		free(rgb);
		qemu_end(&q);
	}
}
