/* SPDX-License-Identifier: MIT
 *
 * firstlight contact: the first run on an unknown card, stage by stage, and the report about it.
 */
#include "demos/contact.h"
#include "demos/firstlight/contact_read.h"
#include "demos/firstlight/device.h"
#include "demos/firstlight/out.h"
#include "demos/firstlight/film.h"
#include "demos/rgb.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { ROM_MAX_B = 128 << 10, PATH_MAX_B = 4096 };

struct run {
	const struct fl_args *a;
	struct fl_contact_report report;
	struct fl_file file;
	bool aside;     /* the report goes to standard output, and all else does not */
	bool not_asked; /* there is nobody to ask */
};

static struct fl_stage stage; /* large */

/* Kept before the next check: the machine may not survive it. */
static void put(void *arg, const char *line, size_t n)
{
	struct run *run = arg;

	fwrite(line, 1, n, run->file.f);
	fflush(run->file.f);
	if (!run->aside && strncmp(line, "before", 6) && strncmp(line, "after", 5))
		fsync(fileno(run->file.f));
}

static bool ask(void *arg, enum fl_contact_stage s)
{
	const struct fl_contact_about *about = &fl_contact_about[s];
	struct run *run = arg;
	char answer[16];

	if (run->a->yes)
		return true;
	if (!isatty(STDIN_FILENO)) {
		run->not_asked = true;
		fl_complain(FL_USAGE,
			    "stopped before stage \"%s\" (%s): there is no terminal to ask at. --yes goes on",
			    about->name, about->does);
		return false;
	}
	fflush(stdout);
	fprintf(stderr, "%sNext, \"%s\":%s %s. Go on? [y/N] ", fl_ink(stderr, FL_BOLD), about->name,
		fl_ink(stderr, FL_PLAIN), about->does);
	return fgets(answer, sizeof(answer), stdin) && (*answer == 'y' || *answer == 'Y');
}

static void on_result(void *arg, const struct fl_contact_result *r)
{
	static const enum fl_ink ink[] = {FL_GREEN, FL_RED, FL_YELLOW, FL_YELLOW};
	static const char *const word[] = {"ok  ", "FAIL", "skip", "skip"};
	const struct run *run = arg;

	if (run->aside || run->a->quiet)
		return;
	printf("%s%s%s %-9s %-4s %s: %s\n", fl_ink(stdout, ink[r->verdict]), word[r->verdict],
	       fl_ink(stdout, FL_PLAIN), fl_contact_about[r->stage].name, r->block, r->name, r->text);
	fflush(stdout);
}

/* Beside the report: contact.png for contact.txt. */
static enum fl_code keep_picture(const struct run *run, struct fl_err *err)
{
	static uint8_t rgb[3 * FL_CONTACT_WIDTH * FL_CONTACT_HEIGHT];
	uint32_t row[FL_CONTACT_WIDTH];
	uint8_t *to = rgb;
	const char *path = run->file.path, *name, *dot;
	char png[PATH_MAX_B];
	struct fl_film *p;
	enum fl_code code;

	if (run->aside)
		return FL_OK;
	name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
	dot = strrchr(name, '.');
	snprintf(png, sizeof(png), "%.*s.png", (int)(dot && dot > name ? (size_t)(dot - path) : strlen(path)),
		 path);
	if (!strcmp(png, path))
		return FL_OK;
	for (uint32_t y = 0; y < FL_CONTACT_HEIGHT; y++) {
		fl_stage_row(&stage, y, row);
		to = fl_rgb_row(row, FL_CONTACT_WIDTH, to);
	}
	p = fl_film_open(png, FL_CONTACT_WIDTH, FL_CONTACT_HEIGHT, 1, 0, err);
	if (!p)
		return err->code;
	code = fl_film_frame(p, rgb, 3 * FL_CONTACT_WIDTH, err);
	return fl_film_close(p, code ? NULL : err) ? err->code : code;
}

static enum fl_code draw(void *arg, enum fl_contact_stage s, bool packets, struct fl_bringup *up,
			 struct fl_err *err)
{
	struct run *run = arg;
	enum fl_code code = fl_contact_draw(&run->report, &stage, s, packets, up, err);

	return code || s != FL_CONTACT_PICTURE ? code : keep_picture(run, err);
}

static int contact(struct run *run, struct fl_device *d)
{
	static uint8_t rom[ROM_MAX_B];
	struct fl_contact c = {.ask = ask, .on_result = on_result, .draw = draw, .arg = run};
	union fl_card_state card;
	struct fl_err err = {0}, late = {0};
	time_t now = time(NULL);
	char stamp[32] = "";
	struct tm tm;
	int code;

	if (gmtime_r(&now, &tm))
		strftime(stamp, sizeof(stamp), "%Y-%m-%dT%H:%M:%SZ", &tm);
	run->report = (struct fl_contact_report){.put = put, .arg = run, .tool = fl_version};
	run->report.time = *stamp ? stamp : NULL;
	run->report.rom_B = fl_card_rom(&d->inner, rom, sizeof(rom));
	run->report.rom = run->report.rom_B ? rom : NULL;
	if (fl_file_create(&run->file, run->a->out ? run->a->out : "contact.txt", &err))
		return fl_complain_err(&err);
	run->aside = run->file.f == stdout;
	fl_family_init(d->family, &card.up, &d->dev);
	card.up.images = d->firmware.images;
	code = fl_contact_report(&run->report, d->family, &card.up, &c, &err);
	if (code)
		fl_complain_err(&err);
	if (run->not_asked)
		code = code ? code : FL_USAGE;
	if (fl_file_close(&run->file, &late))
		return fl_complain_err(&late);
	if (!run->aside && !run->a->quiet)
		printf("%s: %s. `firstlight contact --read %s` explains it\n", run->file.path,
		       fl_contact_ends[c.end], run->file.path);
	return code;
}

static int explain(const char *path)
{
	static struct fl_contact_read r; /* large */
	struct fl_err err = {0};

	if (fl_contact_read(&r, path, &err))
		return fl_complain_err(&err);
	fl_contact_explain(stdout, &r);
	return FL_OK;
}

int fl_cmd_contact(const struct fl_args *a)
{
	static struct fl_device d;
	struct run run = {.a = a};
	struct fl_err err = {0};
	int code;

	if (a->read)
		return explain(a->read);
	code = fl_device_open(&d, a, &err);
	if (code)
		return fl_complain_err(&err);
	if (!fl_contact_list(d.family))
		code =
		    fl_complain(FL_NO_DEVICE, "%s: nothing is known of how to try such a card", d.inner.name);
	if (!code && !fl_wake_first(d.family, &d.dev, &err))
		code = fl_device_firmware_if_any(&d, a, "what needs microcode is skipped");
	if (!code)
		code = contact(&run, &d);
	fl_device_reports(&d);
	return fl_device_close(&d, code);
}
