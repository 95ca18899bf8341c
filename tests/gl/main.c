/* SPDX-License-Identifier: MIT
 *
 * The scenes of tests/mesa/, and the demos, through OpenGL: whichever driver Mesa takes draws them.
 *
 *	gl-scenes FILE [NAME...]     draw, and write the driver's name and each picture
 *	gl-scenes -c A B             compare two of these: the same scenes, 99 % of the pixels within 2 of 255
 *
 * What the OpenGL side cannot do (programs of a chip's own) is left out.
 */
#include "demos/demo.h"
#include "tests/mesa/gl.h"
#include "tests/mesa/scenes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { W = 320, H = 240, FRAME = 20, NAME_B = 64 };

struct scene {
	char name[NAME_B];
	uint32_t pixel[W * H];
};

static struct fl_stage stage;

static bool draw(const struct fl_demo *demo, struct scene *to)
{
	struct fl_err err;

	memset(gl_memory, 0, 1 << 20);
	gl_stage_reset(&stage);
	if (demo->family || demo->needs != FL_NEEDS_3D || (demo->begin && demo->begin(&stage, &err)))
		return false;
	demo->frame(&stage, FRAME, &err);
	gl_stage_finish(&stage);
	memset(to, 0, sizeof *to);
	snprintf(to->name, sizeof to->name, "%s", demo->name);
	for (uint32_t y = 0; y < H; y++)
		memcpy(to->pixel + y * W,
		       gl_memory + stage.screen.offset_B + fl_surface_at(&stage.screen, 0, y), W * 4);
	return !gl_missing();
}

static int draw_all(const char *path, char *const *names, int n_names)
{
	const struct fl_demo *const *const lists[] = {mesa_scenes, fl_demos};
	static struct scene s;
	const char *wrong = gl_stage_open(&stage, W, H);
	FILE *f = wrong ? NULL : fopen(path, "wb");
	bool ok = f != NULL;

	if (!f) {
		fprintf(stderr, "%s\n", wrong ? wrong : path);
		return 77;
	}
	snprintf(s.name, sizeof s.name, "%s", gl_renderer());
	ok &= fwrite(s.name, sizeof s.name, 1, f) == 1;
	for (int l = 0; l < 2; l++)
		for (const struct fl_demo *const *d = lists[l]; *d; d++) {
			bool wanted = !n_names;

			for (int i = 0; i < n_names; i++)
				wanted |= !strcmp(names[i], (*d)->name);
			if (wanted && draw(*d, &s))
				ok &= fwrite(&s, sizeof s, 1, f) == 1;
		}
	return !fclose(f) && ok ? 0 : 1;
}

static bool agree(const struct scene *a, const struct scene *b)
{
	unsigned good = 0;
	int worst = 0;

	for (int i = 0; i < W * H; i++) {
		int most = 0;

		for (int shift = 0; shift < 24; shift += 8) {
			int d = abs((int)(a->pixel[i] >> shift & 255) - (int)(b->pixel[i] >> shift & 255));

			most = d > most ? d : most;
		}
		good += most <= 2;
		worst = most > worst ? most : worst;
	}
	printf("%s %-20s %.2f %% within 2, worst %d\n", good * 100ull >= 99ull * W * H ? "ok  " : "FAIL",
	       a->name, 100.0 * good / (W * H), worst);
	return good * 100ull >= 99ull * W * H;
}

static int compare(const char *path_a, const char *path_b)
{
	static struct scene a, b;
	unsigned failed = 0, n = 0;
	FILE *fa = fopen(path_a, "rb"), *fb = fopen(path_b, "rb");

	if (!fa || !fb || fread(a.name, NAME_B, 1, fa) != 1 || fread(b.name, NAME_B, 1, fb) != 1) {
		printf("FAIL %s or %s cannot be read\n", path_a, path_b);
		return 1;
	}
	printf("%.63s beside %.63s\n", b.name, a.name);
	while (fread(&a, sizeof a, 1, fa) == 1) {
		if (fread(&b, sizeof b, 1, fb) != 1 || strncmp(a.name, b.name, NAME_B)) {
			printf("FAIL %.63s is missing\n", a.name);
			failed++;
			break;
		}
		failed += !agree(&a, &b);
		n++;
	}
	fclose(fa);
	fclose(fb);
	printf("%u scenes, %u failed\n", n, failed);
	return failed || !n;
}

int main(int argc, char **argv)
{
	if (argc == 4 && !strcmp(argv[1], "-c"))
		return compare(argv[2], argv[3]);
	if (argc < 2)
		return 2;
	return draw_all(argv[1], argv + 2, argc - 2);
}
