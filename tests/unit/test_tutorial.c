/* SPDX-License-Identifier: MIT
 *
 * The tutorial's programs, built as a user builds them: from what `make install` installs, by pkg-config.
 * Their pictures are compared with a ray caster's, which knows the scenes from the text alone.
 */
#include "lib/hosted/fl_host.h"
#include "tests/unit/test_built.h"

#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <math.h>
#include <png.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { W = 640, H = 480 };

static char dir[] = "/tmp/firstlight-tutorial-XXXXXX";
static unsigned char picture[H][W][3];

static void run(const char *fmt, ...)
{
	char command[1400];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(command, sizeof command, fmt, ap);
	va_end(ap);
	cr_assert_eq(system(command), 0, "%s", command);
}

/* The text shows the picture, if there is one of that name. */
static void compare_with_the_text(const char *name)
{
	static unsigned char shown[H][W][3];
	png_image image = {.version = PNG_IMAGE_VERSION};
	char path[256];

	snprintf(path, sizeof path, "demos/tutorial/%s.png", name);
	if (access(path, F_OK))
		return;
	cr_assert(png_image_begin_read_from_file(&image, path), "%s: %s", path, image.message);
	cr_assert(image.width == W && image.height == H);
	image.format = PNG_FORMAT_RGB;
	cr_assert(png_image_finish_read(&image, NULL, shown, 0, NULL), "%s: %s", path, image.message);
	cr_expect_eq(memcmp(shown, picture, sizeof shown), 0, "%s is another picture (`make pictures`)",
		     path);
}

/* What is installed is the plain build, also when these tests are built with sanitizers. */
static void build_and_run(const char *name, const char *ppm)
{
	const char *b = getenv("FL_SANITIZED") ? "build" : build_dir();
	char path[256], magic[32];
	FILE *f;

	cr_assert(mkdtemp(dir));
	run("make -s --no-print-directory B=%s install prefix=%s/usr >/dev/null 2>&1", b, dir);
	run("cc -std=c11 -Wall -Wextra -Werror -o %s/program demos/tutorial/%s.c "
	    "$(PKG_CONFIG_PATH=%s/usr/lib/pkgconfig pkg-config --cflags --libs firstlight-hosted)",
	    dir, name, dir);
	run("cd %s && ./program", dir);
	snprintf(path, sizeof path, "%s/%s", dir, ppm);
	f = fopen(path, "rb");
	cr_assert(f, "%s", path);
	cr_assert_eq(fread(magic, 1, 15, f), 15);
	cr_assert_eq(memcmp(magic, "P6\n640 480\n255\n", 15), 0);
	cr_assert_eq(fread(picture, 1, sizeof picture, f), sizeof picture);
	fclose(f);
	compare_with_the_text(name);
	run("rm -r %s", dir);
}

/* What the text says of mistakes: the libraries of `make debug` name the call, the plain ones trust it. */
Test(tutorial, debug_libraries_check_calls, .timeout = 300)
{
	const char *b = getenv("FL_SANITIZED") ? "build" : build_dir();
	char flags[256], path[256];
	FILE *f;

	cr_assert(mkdtemp(dir));
	snprintf(path, sizeof path, "%s/wrong.c", dir);
	f = fopen(path, "w");
	cr_assert(f);
	fputs("#include <lib/hosted/fl_host.h>\n"
	      "int main(void)\n"
	      "{\n"
	      "	static struct fl_host h;\n"
	      "	if (fl_host_open(&h, \"r580\", 64, 64))\n"
	      "		return 77;\n"
	      "	fl_begin(&h.stage.d, FL_TRIANGLES);\n"
	      "	if (fl_stage_finish(&h.stage, &h.err))\n"
	      "		return fl_host_fail(&h);\n"
	      "	return fl_host_close(&h);\n"
	      "}\n",
	      f);
	fclose(f);
	run("make -s --no-print-directory B=%s install prefix=%s/usr >/dev/null 2>&1", b, dir);
	run("make -s --no-print-directory B=%s debug >/dev/null 2>&1", b);
	snprintf(flags, sizeof flags,
		 "$(PKG_CONFIG_PATH=%s/usr/lib/pkgconfig pkg-config --cflags --libs firstlight-hosted)", dir);
	run("cc -o %s/plain %s %s", dir, path, flags);
	run("cc -L%s/debug-lib -o %s/debug %s %s", b, dir, path, flags);
	run("cc -DFL_WHERE -L%s/debug-lib -o %s/where %s %s", b, dir, path, flags);
	run("%s/plain", dir);
	run("%s/where 2>%s/said; [ $? = %d ] && grep -q 'wrong.c:7: fl_begin()' %s/said", dir, dir, FL_USAGE,
	    dir);
	run("%s/debug 2>%s/said; [ $? = %d ] && grep -q fl_end %s/said", dir, dir, FL_USAGE, dir);
	run("rm -r %s", dir);
}

static bool near(const unsigned char *pixel, const double *want, double tolerance)
{
	for (int i = 0; i < 3; i++)
		if (fabs(pixel[i] - want[i]) > tolerance)
			return false;
	return true;
}

static const double background[3] = {0x20, 0x30, 0x40};

Test(tutorial, step1, .timeout = 120)
{
	build_and_run("step1", "step1.ppm");
	for (int y = 0; y < H; y++)
		for (int x = 0; x < W; x++)
			cr_assert(near(picture[y][x], background, 0), "(%d, %d)", x, y);
}

Test(tutorial, step2, .timeout = 120)
{
	unsigned inside = 0;

	build_and_run("step2", "step2.ppm");
	for (int y = 0; y < H; y++)
		for (int x = 0; x < W; x++) {
			/* Place in clip space, and the share of each corner. */
			double cx = (x + 0.5) / W * 2 - 1, cy = 1 - (y + 0.5) / H * 2;
			double blue = cy + 0.5, green = cx + 0.5 - blue / 2, red = 1 - blue - green;
			double least = fmin(red, fmin(green, blue));
			double want[3] = {red * 255, green * 255, blue * 255};

			if (fabs(least) < 0.004) /* an edge */
				continue;
			inside += least > 0;
			cr_assert(near(picture[y][x], least > 0 ? want : background, least > 0 ? 2 : 0),
				  "(%d, %d)", x, y);
		}
	cr_assert_gt(inside, W * H / 10);
}

/* What the text says of a forgotten fl_stage_finish(): no picture as long as commands wait; what has been
 * sent, but is not in memory yet, the model objects to. */
Test(tutorial, finish_is_not_forgotten_in_silence)
{
	static struct fl_host h;
	char path[256];

	cr_assert(mkdtemp(dir));
	snprintf(path, sizeof path, "%s/p.ppm", dir);
	cr_assert_eq(fl_host_open(&h, "r580", 64, 64), FL_OK, "%s", h.err.text);
	fl_clear(&h.stage.d, FL_CLEAR_COLOR, 0xff203040, 1, 0);
	cr_expect_eq(fl_host_picture(&h, path), FL_USAGE);
	cr_expect(strstr(h.err.text, "fl_stage_finish"), "%s", h.err.text);
	cr_expect(access(path, F_OK), "a picture was written");
	cr_expect_eq(fl_stage_finish(&h.stage, &h.err), FL_OK);
	cr_expect_eq(fl_host_picture(&h, path), FL_OK);
	cr_expect_null(fl_model_report(h.model, 0));
	fl_clear(&h.stage.d, FL_CLEAR_COLOR, 0xff405060, 1, 0);
	cr_expect_eq(fl_cs_flush(&h.stage.cs), FL_OK);
	cr_expect_eq(fl_host_picture(&h, path), FL_OK);
	const struct fl_report *r = fl_model_report(h.model, 0);
	cr_assert(r);
	cr_expect_str_eq(r->block, "HDP");
	cr_expect(strstr(r->text, "was read while"), "%s", r->text);
	cr_expect_eq(fl_stage_finish(&h.stage, &h.err), FL_OK);
	cr_redirect_stderr(); /* which it is said on */
	cr_expect_eq(fl_host_close(&h), FL_FAILED);
	run("rm -r %s", dir);
}

/* ---- the cubes ---- */

struct hit {
	bool any;
	int face; /* 2 * axis + (positive side) */
	double at[3];
};

static void turn(double m[3][3], double angle_deg, double x, double y, double z)
{
	double a = angle_deg * acos(-1) / 180, c = cos(a), s = sin(a), n = sqrt(x * x + y * y + z * z);
	double r[3][3], out[3][3];

	x /= n, y /= n, z /= n;
	r[0][0] = x * x * (1 - c) + c, r[0][1] = x * y * (1 - c) - z * s, r[0][2] = x * z * (1 - c) + y * s;
	r[1][0] = x * y * (1 - c) + z * s, r[1][1] = y * y * (1 - c) + c, r[1][2] = y * z * (1 - c) - x * s;
	r[2][0] = x * z * (1 - c) - y * s, r[2][1] = y * z * (1 - c) + x * s, r[2][2] = z * z * (1 - c) + c;
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			out[i][j] = m[i][0] * r[0][j] + m[i][1] * r[1][j] + m[i][2] * r[2][j];
	memcpy(m, out, sizeof out);
}

/* The ray through a point of the picture, and the nearest side of a cube of side 2 that stands 5 in front,
 * turned by m. */
static struct hit cast(double m[3][3], double x, double y)
{
	const double t = tan(22.5 * acos(-1) / 180);
	const double ray[3] = {(x / W * 2 - 1) * t * W / H, (1 - y / H * 2) * t, -1}, from[3] = {0, 0, 5};
	double o[3], d[3], enter = -1e9, leave = 1e9;
	struct hit h = {0};

	for (int i = 0; i < 3; i++) { /* the transposed matrix turns back */
		o[i] = m[0][i] * from[0] + m[1][i] * from[1] + m[2][i] * from[2];
		d[i] = m[0][i] * ray[0] + m[1][i] * ray[1] + m[2][i] * ray[2];
	}
	for (int i = 0; i < 3; i++) {
		double in = ((d[i] > 0 ? -1 : 1) - o[i]) / d[i], out = ((d[i] > 0 ? 1 : -1) - o[i]) / d[i];

		if (in > enter) {
			enter = in;
			h.face = 2 * i + (d[i] < 0);
		}
		leave = fmin(leave, out);
	}
	h.any = enter < leave;
	for (int i = 0; i < 3; i++)
		h.at[i] = o[i] + enter * d[i];
	return h;
}

/* Is the picture the same all around the pixel? */
static bool far_from_edges(double m[3][3], int x, int y, struct hit h)
{
	for (int i = 0; i < 4; i++) {
		struct hit n = cast(m, x + 0.5 + (i & 1 ? 1 : -1), y + 0.5 + (i & 2 ? 1 : -1));

		if (n.any != h.any || (h.any && n.face != h.face))
			return false;
	}
	return true;
}

/* scene's own light 0.2, the lamp's white; n.l of a side of the cube */
static double light(double m[3][3], int face, const double l[3])
{
	double side = face & 1 ? 1 : -1, dot = 0;

	for (int i = 0; i < 3; i++)
		dot += m[i][face / 2] * side * l[i] / sqrt(l[0] * l[0] + l[1] * l[1] + l[2] * l[2]);
	return fmin(0.2 + fmax(dot, 0), 1);
}

/* color(): what stands at h; false: too near to an edge of its own. */
static void compare(double m[3][3], bool (*color)(double m[3][3], struct hit h, double want[3]),
		    double tolerance)
{
	unsigned compared = 0, on_cube = 0;

	for (int y = 0; y < H; y++)
		for (int x = 0; x < W; x++) {
			struct hit h = cast(m, x + 0.5, y + 0.5);
			double want[3];

			if (!far_from_edges(m, x, y, h))
				continue;
			memcpy(want, background, sizeof want);
			if (h.any && !color(m, h, want))
				continue;
			compared++;
			on_cube += h.any;
			cr_assert(near(picture[y][x], want, h.any ? tolerance : 0),
				  "(%d, %d): %d %d %d, want %.1f %.1f %.1f", x, y, picture[y][x][0],
				  picture[y][x][1], picture[y][x][2], want[0], want[1], want[2]);
		}
	cr_assert_gt(compared, W * H / 2);
	cr_assert_gt(on_cube, W * H / 20);
}

static bool step3_color(double m[3][3], struct hit h, double want[3])
{
	static const double color[6][3] = {{0xc0, 0x40, 0x40}, {0x40, 0xc0, 0x40}, {0x40, 0x40, 0xc0},
					   {0xc0, 0xc0, 0x40}, {0x40, 0xc0, 0xc0}, {0xc0, 0x40, 0xc0}};

	memcpy(want, color[h.face], sizeof color[0]);
	return true;
}

static const double lamp[3] = {1, 1, 2}, headlight[3] = {0, 0, 1};

static bool step4_color(double m[3][3], struct hit h, double want[3])
{
	static const double color[3] = {220, 180, 120};

	for (int i = 0; i < 3; i++)
		want[i] = color[i] * light(m, h.face, lamp);
	return true;
}

/* The board's squares are 0.25 wide on a face that runs from -1 to 1; its lines are blurred by a texel of
 * 1/32. */
static bool board(double u, double v, double brightness, double want[3])
{
	static const double color[2][3] = {{0x80, 0x60, 0x40}, {0xff, 0xff, 0xff}};
	double s = (u + 1) * 4, t = (1 - v) * 4;

	if (fabs(s - round(s)) < 0.15 || fabs(t - round(t)) < 0.15)
		return false;
	for (int i = 0; i < 3; i++)
		want[i] = color[((int)s ^ (int)t) & 1][i] * brightness;
	return true;
}

static bool step5_color(double m[3][3], struct hit h, double want[3])
{
	int axis = h.face / 2;
	double side = h.face & 1 ? 1 : -1;

	return board(h.at[(axis + 1) % 3] * side, h.at[(axis + 2) % 3], light(m, h.face, lamp), want);
}

/* Each face is a copy of the front, turned as the program turns it. */
static bool cube30_color(double m[3][3], struct hit h, double want[3])
{
	double turned[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, p[3];

	for (int face = 0; face < 6; face++) {
		for (int i = 0; i < 3; i++)
			p[i] = turned[0][i] * h.at[0] + turned[1][i] * h.at[1] + turned[2][i] * h.at[2];
		if (p[2] > 0.999999)
			return board(p[0], p[1], light(m, h.face, headlight), want);
		turn(turned, 90, face & 1, !(face & 1), 0);
	}
	cr_assert_fail("a side that no turn reaches");
	return false;
}

#define STEPS_TURN                                          \
	double m[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}; \
	turn(m, 25, 1, 0, 0);                               \
	turn(m, 35, 0, 1, 0)

Test(tutorial, step3, .timeout = 120)
{
	STEPS_TURN;
	build_and_run("step3", "step3.ppm");
	compare(m, step3_color, 0);
}

Test(tutorial, step4, .timeout = 120)
{
	STEPS_TURN;
	build_and_run("step4", "step4.ppm");
	compare(m, step4_color, 2);
}

Test(tutorial, step5, .timeout = 120)
{
	STEPS_TURN;
	build_and_run("step5", "step5.ppm");
	compare(m, step5_color, 2);
}

/* The fourth's picture, out of buffers. */
Test(tutorial, step6, .timeout = 120)
{
	STEPS_TURN;
	build_and_run("step6", "step6.ppm");
	compare(m, step4_color, 2);
}

/* What the two programs of the text come to. */
static bool step7_color(double m[3][3], struct hit h, double want[3])
{
	static const double bright[3] = {0.9, 0.9, 0.6};

	for (int i = 0; i < 3; i++)
		want[i] = 255 * bright[i] * (h.at[i] * 0.5 + 0.5);
	return true;
}

Test(tutorial, step7, .timeout = 120)
{
	STEPS_TURN;
	build_and_run("step7", "step7.ppm");
	compare(m, step7_color, 2);
}

/* What the text prints is the files. */
Test(tutorial, prints_its_programs_whole)
{
	static const char *const programs[] = {"tutorial/step1", "tutorial/step2", "tutorial/step3",
					       "tutorial/step4", "tutorial/step5", "tutorial/step6",
					       "tutorial/step7", "examples/bare"};
	static char text[1 << 16], program[1 << 13], want[1 << 14];
	FILE *f = fopen("demos/tutorial/tutorial.md", "r");

	cr_assert(f);
	text[fread(text, 1, sizeof text - 1, f)] = 0;
	fclose(f);
	for (unsigned i = 0; i < sizeof programs / sizeof *programs; i++) {
		char path[256];

		snprintf(path, sizeof path, "demos/%s.c", programs[i]);
		f = fopen(path, "r");
		cr_assert(f, "%s", path);
		program[fread(program, 1, sizeof program - 1, f)] = 0;
		fclose(f);
		snprintf(want, sizeof want, "\n```c\n%s```\n", program);
		cr_expect(strstr(text, want), "the tutorial has not %s as it is", path);
	}
}

Test(tutorial, a_cube_in_thirty_lines, .timeout = 120)
{
	double m[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
	unsigned lines = 0;
	FILE *f = fopen("demos/tutorial/cube30.c", "r");

	cr_assert(f);
	for (int c; (c = getc(f)) != EOF;)
		lines += c == '\n';
	fclose(f);
	cr_assert_leq(lines, 30, "%u lines", lines);
	turn(m, 40, 1, 1, 0);
	build_and_run("cube30", "c.ppm");
	compare(m, cube30_color, 2);
}
