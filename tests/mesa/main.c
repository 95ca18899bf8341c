/* SPDX-License-Identifier: MIT
 *
 * conformance [-w DIR] [-c CHIP] [NAME…]: each scene and each demo, drawn by the library on models and by
 * Mesa, and compared: at least 99 % of the pixels within 2 of 255. `make conformance`. -c takes one model in
 * place of all that are in the list; -w keeps the pictures of what fails, as PPM files.
 */
#include "demos/demo.h"
#include "lib/hosted/fl_host.h"
#include "tests/mesa/gl.h"
#include "tests/mesa/scenes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { W = 320, H = 240, FRAME = 20 };

/* R5xx, and R3xx and R4xx with more pipes and with fewer; R6xx and R7xx, with other words and caches. Each of
 * them can do every scene. Vivante cores cannot, of which the list says what. */
static const char *const chips[] = {"r580",  "r300",  "rv350", "r420",   "rv410",  "r600",   "rv770",
				    "rv710", "gc400", "gc880", "gc2000", "gc3000", "gc7000l"};
enum { CHIPS = sizeof(chips) / sizeof(*chips) };

/* What the library refuses, by the words of its error, on all chips whose names begin so. */
static const struct refusal {
	const char *chips, *scene, *words;
} refusals[] = {
    {"gc", "stippled", "stipple of lines"},
    {"gc400", "logic_ops", "logic operations"},
    {"gc880", "logic_ops", "logic operations"},
    {"gc2000", "logic_ops", "logic operations"},
    {"gc400", "volume", "volumes"},
    {"gc880", "volume", "volumes"},
    {"gc2000", "volume", "volumes"},
};

static const struct refusal *refused(const char *chip, const struct fl_demo *demo)
{
	for (unsigned i = 0; i < sizeof(refusals) / sizeof(*refusals); i++)
		if (!strncmp(chip, refusals[i].chips, strlen(refusals[i].chips)) &&
		    !strcmp(demo->name, refusals[i].scene))
			return &refusals[i];
	return NULL;
}

static struct fl_host host;
static struct fl_stage mesa;
static uint32_t ours[W * H], theirs[W * H];

static void write_ppm(const char *dir, const char *chip, const char *name, const char *who, const uint32_t *p)
{
	char path[512];
	FILE *f;

	snprintf(path, sizeof path, "%s/%s-%s-%s.ppm", dir, chip, name, who);
	f = fopen(path, "wb");
	if (!f)
		return;
	fprintf(f, "P6\n%d %d\n255\n", W, H);
	for (int i = 0; i < W * H; i++) {
		const unsigned char rgb[3] = {(unsigned char)(p[i] >> 16), (unsigned char)(p[i] >> 8),
					      (unsigned char)p[i]};

		fwrite(rgb, 1, 3, f);
	}
	fclose(f);
}

/* NULL, or why it cannot be compared. */
static const char *draw_theirs(const struct fl_demo *demo)
{
	struct fl_err err;
	const char *missing;

	if (demo->family)
		return "programs of the caller's own";
	memset(gl_memory, 0, 1 << 20);
	gl_stage_reset(&mesa);
	if (demo->begin && demo->begin(&mesa, &err))
		return "it does not begin";
	demo->frame(&mesa, FRAME, &err);
	gl_stage_finish(&mesa);
	missing = gl_missing();
	for (uint32_t y = 0; y < H; y++)
		memcpy(theirs + y * W, gl_memory + mesa.screen.offset_B + fl_surface_at(&mesa.screen, 0, y),
		       W * 4);
	return missing;
}

/* True: the pictures agree. *share: of the pixels that do. */
static bool agree(double *share, int *worst)
{
	unsigned good = 0;

	*worst = 0;
	for (int i = 0; i < W * H; i++) {
		int most = 0;

		for (int shift = 0; shift < 24; shift += 8) {
			int d = abs((int)(ours[i] >> shift & 255) - (int)(theirs[i] >> shift & 255));

			most = d > most ? d : most;
		}
		good += most <= 2;
		*worst = most > *worst ? most : *worst;
	}
	*share = (double)good / (W * H);
	return *share >= 0.99;
}

static unsigned passed, failed, skipped;

static void say(const char *verdict, const char *chip, const struct fl_demo *demo, const char *text)
{
	printf("%s %-7s %-18s %s\n", verdict, chip, demo->name, text);
}

static enum fl_code draw_ours(const struct fl_demo *demo, struct fl_err *err)
{
	enum fl_code code = fl_demo_begin(demo, &host.stage, err);

	if (!code)
		code = fl_demo_frame(demo, &host.stage, FRAME, err);
	for (uint32_t y = 0; y < H && !code; y++)
		fl_stage_row(&host.stage, y, ours + y * W);
	return code;
}

static void run(const char *chip, const struct fl_demo *demo, const char *dir)
{
	const char *missing = draw_theirs(demo);
	const struct refusal *no = refused(chip, demo);
	struct fl_err err = {0};
	char text[64];
	bool agrees;
	double share;
	int worst;

	if (missing) {
		snprintf(text, sizeof text, "Mesa's side lacks %s", missing);
		say("skip", chip, demo, text);
		skipped++;
		return;
	}
	if (draw_ours(demo, &err)) {
		const bool known = no && strstr(err.text, no->words);

		say(known ? "skip" : "FAIL", chip, demo, err.text);
		*(known ? &skipped : &failed) += 1;
		return;
	}
	if (no) {
		say("FAIL", chip, demo, "is drawn, and in the list of what is refused");
		failed++;
		return;
	}
	agrees = agree(&share, &worst);
	snprintf(text, sizeof text, "%.2f %% within 2, worst %d", 100 * share, worst);
	if (agrees) {
		say("ok  ", chip, demo, text);
		passed++;
		return;
	}
	say("FAIL", chip, demo, text);
	failed++;
	if (dir) {
		write_ppm(dir, chip, demo->name, "model", ours);
		write_ppm(dir, chip, demo->name, "mesa", theirs);
	}
}

/* All that is named, or all; the exit code of a model that cannot be opened, else 0. */
static int run_on(const char *chip, const char *dir, char *const *names, int n_names)
{
	const struct fl_demo *const *const lists[] = {mesa_scenes, fl_demos};

	/* Both with 8 bits of a pixel's fraction, where the chip has 1/12 (GB_TILE_CONFIG.SUBPRECISION). */
	if (fl_host_open_model(&host, chip, &(const struct fl_model_config){.fine = true}, W, H))
		return fl_host_fail(&host);
	for (int l = 0; l < 2; l++)
		for (const struct fl_demo *const *d = lists[l]; *d; d++) {
			bool wanted = !n_names;

			for (int i = 0; i < n_names; i++)
				wanted |= !strcmp(names[i], (*d)->name);
			if (wanted && (*d)->needs == FL_NEEDS_3D)
				run(chip, *d, dir);
		}
	if (fl_host_close(&host))
		failed++;
	return 0;
}

int main(int argc, char **argv)
{
	const char *dir = NULL, *only = NULL, *wrong;
	int opt, code = 0;

	while ((opt = getopt(argc, argv, "w:c:")) != -1)
		if (opt == 'w')
			dir = optarg;
		else if (opt == 'c')
			only = optarg;
		else
			return 2;
	setlinebuf(stdout);
	setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
	wrong = gl_stage_open(&mesa, W, H);
	if (wrong) {
		printf("Mesa: %s does not work here\n", wrong);
		return 77;
	}
	printf("%s\n", gl_renderer());
	for (int c = 0; c < (only ? 1 : CHIPS) && !code; c++)
		code = run_on(only ? only : chips[c], dir, argv + optind, argc - optind);
	if (code)
		return code;
	printf("%u passed, %u failed, %u skipped\n", passed, failed, skipped);
	return failed ? 1 : 0;
}
