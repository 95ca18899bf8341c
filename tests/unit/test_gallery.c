/* SPDX-License-Identifier: MIT
 *
 * The gallery's page names every demo, and each has a picture, a source and a time; the README's pictures
 * are the same.
 */
#include "demos/demo.h"
#include "tests/unit/test_built.h"

#include <criterion/criterion.h>
#include <math.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct picture {
	unsigned width, height;
	uint16_t (*px)[3]; /* linear */
};

static struct picture load(const char *path)
{
	png_image image = {.version = PNG_IMAGE_VERSION};
	struct picture p;

	cr_assert(png_image_begin_read_from_file(&image, path), "%s: %s", path, image.message);
	image.format = PNG_FORMAT_LINEAR_RGB;
	p = (struct picture){image.width, image.height, malloc(PNG_IMAGE_SIZE(image))};
	cr_assert(png_image_finish_read(&image, NULL, p.px, 0, NULL), "%s: %s", path, image.message);
	return p;
}

/* The mean of a rectangle, of 1; making a picture smaller keeps it. */
static double mean(const struct picture *p, unsigned x0, unsigned y0, unsigned w, unsigned h, int channel)
{
	double sum = 0;

	for (unsigned y = y0; y < y0 + h; y++)
		for (unsigned x = x0; x < x0 + w; x++)
			sum += p->px[y * p->width + x][channel];
	return sum / 65535 / w / h;
}

/* As gallery.sh lays the sheet out. */
enum { COLUMNS = 9, CELL_W = 144, CELL_H = 108, EDGE = 2 };

static void compare_with_sheet(const struct picture *sheet, unsigned i, const char *path)
{
	struct picture p = load(path);
	unsigned x = i % COLUMNS * (CELL_W + 2 * EDGE) + EDGE, y = i / COLUMNS * (CELL_H + 2 * EDGE) + EDGE;

	cr_assert(x + CELL_W <= sheet->width && y + CELL_H <= sheet->height, "demos/gallery.png lacks %s",
		  path);
	for (int c = 0; c < 3; c++) {
		double want = mean(&p, 0, 0, p.width, p.height, c),
		       have = mean(sheet, x, y, CELL_W, CELL_H, c);

		cr_expect_lt(fabs(have - want), 0.005,
			     "demos/gallery.png is not %s: %f, want %f (`make gallery`, out/gallery/all.png)",
			     path, have, want);
	}
	free(p.px);
}

/* A card leads to the demo in motion, an animation, and to its source, where calls lead to the manual. */
static void check_links(const char *page, const char *dir, const char *name)
{
	char want[128], command[512];

	snprintf(want, sizeof want, "href=\"%s-moving.png\"", name);
	cr_expect(strstr(page, want), "%s", want);
	snprintf(want, sizeof want, "href=\"%s.html\"", name);
	cr_expect(strstr(page, want), "%s", want);
	snprintf(command, sizeof command, "grep -q acTL %s/%s-moving.png", dir, name);
	cr_expect_eq(system(command), 0, "%s does not move", name);
	snprintf(command, sizeof command,
		 "grep -q 'href=\"../doc/html/fl__[a-z0-9_]*_8h.html\">fl_' %s/%s.html", dir, name);
	cr_expect_eq(system(command), 0, "%s.html has no call of the manual", name);
}

Test(gallery, shows_every_demo, .timeout = 300)
{
	char dir[] = "/tmp/firstlight-gallery-XXXXXX", command[512], path[256];
	static char page[1 << 16];
	struct picture sheet = load("demos/gallery.png");
	FILE *f;

	cr_assert(mkdtemp(dir));
	/* what `make check-gl-programs` leaves there: of two, one has a picture */
	snprintf(
	    command, sizeof command,
	    "cd %s && printf 'program|renderer|frames|ms a frame|of it the model\\nputt|r580|216|79.4|64.7\\n"
	    "putt|llvmpipe|634|17.1|-\\nball|r580|1|2.5|1.5\\n' >programs.txt && : >program-putt-r580.png",
	    dir);
	cr_assert_eq(system(command), 0);
	snprintf(command, sizeof command, "demos/gallery.sh %s %s >/dev/null", built("firstlight"), dir);
	cr_assert_eq(system(command), 0);
	snprintf(path, sizeof path, "%s/index.html", dir);
	f = fopen(path, "r");
	cr_assert(f);
	unsigned n = 0;
	page[fread(page, 1, sizeof page - 1, f)] = 0;
	fclose(f);
	cr_expect(strstr(page, "<img src=\"program-putt-r580.png\""));
	cr_expect(
	    strstr(page, "216 frames · 79.4 ms a frame, 64.7 ms of it the model's · llvmpipe: 17.1 ms"));
	cr_expect(!strstr(page, "program-ball"), "a program without a picture is shown");
	for (const struct fl_demo *const *d = fl_demos; *d; d++) {
		char want[128];
		struct stat st;
		unsigned lines = 0;
		double ms = -1;
		const char *at;

		snprintf(want, sizeof want, "<h2>%s</h2>", (*d)->name);
		at = strstr(page, want);
		cr_assert(at, "%s is missing", (*d)->name);
		at = strstr(at, "engine · ");
		cr_assert_eq(at ? sscanf(at, "engine · %u lines · %lf ms", &lines, &ms) : 0, 2, "%s",
			     (*d)->name);
		cr_assert(lines > 10 && ms > 0, "%s: %u lines, %f ms", (*d)->name, lines, ms);
		snprintf(path, sizeof path, "%s/%s.png", dir, (*d)->name);
		cr_assert_eq(stat(path, &st), 0, "%s", path);
		cr_assert_gt(st.st_size, 100);
		check_links(page, dir, (*d)->name);
		compare_with_sheet(&sheet, n++, path);
	}
	free(sheet.px);
	snprintf(command, sizeof command, "grep -q '^!.%u demos, drawn .*demos/gallery.png' README.md", n);
	cr_expect_eq(system(command), 0, "the README has not %u demos in its picture", n);
	snprintf(command, sizeof command, "rm -r %s", dir);
	cr_assert_eq(system(command), 0);
}

/* What `make demo` draws, which the README promises. */
Test(gallery, the_first_picture_is_what_make_demo_draws)
{
	char dir[] = "/tmp/firstlight-cube-XXXXXX", command[512], path[256];
	struct picture want = load("demos/cube.png"), have;
	unsigned differ = 0;

	cr_assert(mkdtemp(dir));
	snprintf(path, sizeof path, "%s/cube.png", dir);
	snprintf(command, sizeof command, "%s demo cube --size %ux%u --out %s >/dev/null",
		 built("firstlight"), want.width, want.height, path);
	cr_assert_eq(system(command), 0);
	have = load(path);
	cr_assert(have.width == want.width && have.height == want.height);
	for (unsigned i = 0; i < want.width * want.height; i++)
		differ += memcmp(want.px[i], have.px[i], sizeof *want.px) != 0;
	cr_expect_eq(differ, 0, "demos/cube.png: %u pixels are others (`make pictures`)", differ);
	free(want.px);
	free(have.px);
	snprintf(command, sizeof command, "rm -r %s", dir);
	cr_assert_eq(system(command), 0);
}
