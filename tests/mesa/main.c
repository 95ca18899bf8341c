/* SPDX-License-Identifier: MIT
 *
 * conformance [-w DIR] [NAME…]: each scene and each demo, drawn by the library on the model and by Mesa,
 * and compared: at least 99 % of the pixels within 2 of 255. `make conformance`. -w keeps the pictures of
 * what fails, as PPM files.
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

static struct fl_host host;
static struct fl_stage mesa;
static uint32_t ours[W * H], theirs[W * H];

static void write_ppm(const char *dir, const char *name, const char *who, const uint32_t *p)
{
	char path[512];
	FILE *f;

	snprintf(path, sizeof path, "%s/%s-%s.ppm", dir, name, who);
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

static void run(const struct fl_demo *demo, const char *dir)
{
	const char *why = draw_theirs(demo);
	struct fl_err err = {0};
	double share;
	int worst;

	if (why) {
		printf("skip %-18s Mesa's side lacks %s\n", demo->name, why);
		skipped++;
		return;
	}
	if (fl_demo_begin(demo, &host.stage, &err) || fl_demo_frame(demo, &host.stage, FRAME, &err)) {
		printf("FAIL %-18s %s\n", demo->name, err.text);
		failed++;
		return;
	}
	for (uint32_t y = 0; y < H; y++)
		fl_stage_row(&host.stage, y, ours + y * W);
	if (agree(&share, &worst)) {
		printf("ok   %-18s %.2f %% within 2, worst %d\n", demo->name, 100 * share, worst);
		passed++;
		return;
	}
	printf("FAIL %-18s %.2f %% within 2, worst %d\n", demo->name, 100 * share, worst);
	failed++;
	if (dir) {
		write_ppm(dir, demo->name, "model", ours);
		write_ppm(dir, demo->name, "mesa", theirs);
	}
}

int main(int argc, char **argv)
{
	const struct fl_demo *const *const lists[] = {mesa_scenes, fl_demos};
	const char *dir = NULL, *wrong;
	int opt;

	while ((opt = getopt(argc, argv, "w:")) != -1)
		if (opt == 'w')
			dir = optarg;
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
	/* Both with 8 bits of a pixel's fraction, where the chip has 1/12 (GB_TILE_CONFIG.SUBPRECISION). */
	if (fl_host_open_model(&host, "r580", &(const struct fl_model_config){.fine = true}, W, H))
		return fl_host_fail(&host);
	for (int l = 0; l < 2; l++)
		for (const struct fl_demo *const *d = lists[l]; *d; d++) {
			bool wanted = optind == argc;

			for (int i = optind; i < argc; i++)
				wanted |= !strcmp(argv[i], (*d)->name);
			if (wanted && (*d)->needs == FL_NEEDS_3D)
				run(*d, dir);
		}
	if (fl_host_close(&host))
		failed++;
	printf("%u passed, %u failed, %u skipped\n", passed, failed, skipped);
	return failed ? 1 : 0;
}
