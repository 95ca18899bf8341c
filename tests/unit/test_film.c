/* SPDX-License-Identifier: MIT
 *
 * Pictures in each kind of file, read back by what their specifications say; and which kind a name asks for.
 * tests/unit/test_pack.c has PNG's.
 */
#include "demos/firstlight/film.h"
#include "tests/unit/test_command.h"

#include <math.h>
#include <stdint.h>

enum { W = 67, H = 41 };

static uint8_t pixels[H][W][3], file[1 << 20];
static size_t file_n;

/* Runs, small steps, larger ones, colors that come again, noise. */
static void paint(unsigned frame)
{
	uint32_t seed = 12345 + frame;

	for (unsigned y = 0; y < H; y++)
		for (unsigned x = 0; x < W; x++)
			for (unsigned c = 0; c < 3; c++) {
				seed = seed * 1664525 + 1013904223;
				pixels[y][x][c] = (uint8_t)(y < 8    ? 40 * frame
							    : y < 16 ? x + c
							    : y < 24 ? x * 9 + c * 3 + y
							    : y < 32 ? (x % 5) * 50 + c * 20
								     : seed >> 24);
			}
}

static void write_frames(const char *kind, unsigned n)
{
	char path[128];
	struct fl_err err = {0};

	snprintf(path, sizeof path, "%s.%s", in_dir("x"), kind);
	struct fl_film *f = fl_film_open(path, W, H, n, 17, &err);
	cr_assert(f, "%s", err.text);
	for (unsigned i = 0; i < n; i++) {
		paint(i);
		cr_assert_eq(fl_film_frame(f, pixels[0][0], sizeof pixels[0], &err), FL_OK);
	}
	cr_assert_eq(fl_film_close(f, &err), FL_OK, "%s", err.text);
	FILE *in = fopen(path, "rb");
	cr_assert(in);
	file_n = fread(file, 1, sizeof file, in);
	fclose(in);
}

TestSuite(film, .timeout = 60, .init = command_begin, .fini = command_end);

Test(film, ppm)
{
	static const char head[] = "P6\n67 41\n255\n";
	const size_t n = strlen(head) + sizeof pixels;

	write_frames("ppm", 2);
	cr_assert_eq(file_n, 2 * n);
	for (unsigned i = 0; i < 2; i++) {
		paint(i);
		cr_expect_arr_eq(file + i * n, head, strlen(head));
		cr_expect_arr_eq(file + i * n + strlen(head), pixels, sizeof pixels);
	}
}

Test(film, raw)
{
	write_frames("raw", 3);
	cr_assert_eq(file_n, 3 * sizeof pixels);
	for (unsigned i = 0; i < 3; i++) {
		paint(i);
		cr_expect_arr_eq(file + i * sizeof pixels, pixels, sizeof pixels);
	}
}

/* ITU-R BT.601-7, 2.5: from Y, Cb, Cr of 16 to 235 and 240 back to R, G, B; they are off by what rounding to
 * whole numbers can do. */
Test(film, y4m)
{
	static const char head[] = "YUV4MPEG2 W67 H41 F60:1 Ip A1:1 C444\n";
	const size_t plane = W * H, n = strlen("FRAME\n") + 3 * plane;

	write_frames("y4m", 2);
	cr_assert_eq(file_n, strlen(head) + 2 * n);
	cr_expect_arr_eq(file, head, strlen(head));
	for (unsigned i = 0; i < 2; i++) {
		const uint8_t *at = file + strlen(head) + i * n;

		cr_expect_arr_eq(at, "FRAME\n", 6);
		paint(i);
		for (size_t k = 0; k < plane; k++) {
			double y = (at[6 + k] - 16) / 219.0, cb = (at[6 + plane + k] - 128) / 224.0,
			       cr = (at[6 + 2 * plane + k] - 128) / 224.0;
			double rgb[3] = {y + 1.402 * cr,
					 y - (0.114 * 1.772 * cb + 0.299 * 1.402 * cr) / 0.587,
					 y + 1.772 * cb};

			for (unsigned c = 0; c < 3; c++)
				cr_assert_lt(fabs(255 * rgb[c] - ((const uint8_t *)pixels)[3 * k + c]), 2.0,
					     "pixel %zu", k);
		}
	}
}

/* By the specification's text (qoiformat.org): a decoder. */
Test(film, qoi)
{
	static const uint8_t head[] = {'q', 'o', 'i', 'f', 0, 0, 0, W, 0, 0, 0, H, 3, 0};
	static const uint8_t tail[] = {0, 0, 0, 0, 0, 0, 0, 1};
	uint8_t table[64][4] = {{0}}, px[4] = {0, 0, 0, 255};
	unsigned kinds = 0;
	size_t at = sizeof head;

	write_frames("qoi", 1);
	cr_expect_arr_eq(file, head, sizeof head);
	for (unsigned k = 0, run = 0; k < W * H; k++) {
		if (run) {
			run--;
		} else {
			uint8_t b = file[at++];

			kinds |= 1u << (b == 0xfe ? 4 : b >> 6);
			cr_assert_neq(b, 0xff, "an alpha that there is not");
			if (b == 0xfe) {
				memcpy(px, file + at, 3);
				at += 3;
			} else if (b >> 6 == 0) {
				memcpy(px, table[b & 63], 4);
			} else if (b >> 6 == 1) {
				px[0] = (uint8_t)(px[0] + (b >> 4 & 3) - 2);
				px[1] = (uint8_t)(px[1] + (b >> 2 & 3) - 2);
				px[2] = (uint8_t)(px[2] + (b & 3) - 2);
			} else if (b >> 6 == 2) {
				int dg = (b & 63) - 32;

				px[0] = (uint8_t)(px[0] + dg + (file[at] >> 4) - 8);
				px[1] = (uint8_t)(px[1] + dg);
				px[2] = (uint8_t)(px[2] + dg + (file[at] & 15) - 8);
				at++;
			} else {
				run = b & 63;
			}
			memcpy(table[(px[0] * 3 + px[1] * 5 + px[2] * 7 + px[3] * 11) % 64], px, 4);
		}
		cr_assert_arr_eq(px, (const uint8_t *)pixels + 3 * k, 3, "pixel %u", k);
	}
	cr_expect_eq(kinds, 31u, "not every kind of chunk was there: %x", kinds);
	cr_expect_arr_eq(file + at, tail, sizeof tail);
	cr_expect_eq(file_n, at + sizeof tail);
}

Test(film, names)
{
	static const struct {
		const char *path;
		unsigned frames;
		bool pipe, ok;
	} t[] = {
	    {"a.png", 1, false, true},     {"a.PNG", 9, false, true},      {"a.apng", 9, false, true},
	    {"a.qoi", 1, false, true},     {"a.qoi", 2, false, false},     {"a.ppm", 2, false, true},
	    {"a.y4m", 2, false, true},     {"a.raw", 2, false, true},      {"a", 1, false, true},
	    {"x.y/a", 1, false, true},     {".png", 1, false, true},       {"a.jpg", 1, false, false},
	    {"a.jpeg", 1, false, false},   {"a.png.gz", 1, false, false},  {"a.pn", 1, false, false},
	    {"png:a.jpg", 1, false, true}, {"qoi:a.png", 2, false, false}, {"jpg:a", 1, false, true},
	    {"y4m:", 1, true, false},      {"-", 1, true, false},          {"-", 1, false, false},
	    {"y4m:-", 5, false, false},    {"./y4m:-", 1, false, true},    {NULL, 1, false, true},
	};

	for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
		struct fl_err err = {0};

		cr_expect_eq(!fl_film_path(t[i].path, t[i].frames, t[i].pipe, &err), t[i].ok, "%s: %s",
			     t[i].path, err.text);
		cr_expect_eq(err.code, t[i].ok ? FL_OK : FL_USAGE);
	}
	cr_expect(fl_film_is_pipe("ppm:-") && !fl_film_is_pipe("-") && !fl_film_is_pipe("ppm:-.ppm") &&
		  !fl_film_is_pipe(NULL));
}

/* What the command makes of it: nothing is left behind that was not asked for. */
Test(film, by_the_command)
{
	SAYS(2, "demo clear --size 64x64 --out x.jpg",
	     "pictures are written as .png, .qoi, .ppm, .y4m or .raw");
	SAYS(2, "replay $t/r500.tar.xz --scene clear --out x.jpg", "pictures are written as");
	SAYS(2, "qemu --out x.bmp -- -S", "pictures are written as");
	SAYS(2, "gl --out x.gif -- true", "pictures are written as");
	SAYS(3, "demo clear --size 64x64 --quiet --out no/folder/x.png", "there is no folder no/folder");
	SAYS(2, "demo clear --size 64x64 --quiet --frames 3 --out x.qoi",
	     "%d in the name makes a file a frame");
	SAYS(0, "help >/dev/null; find . -mindepth 1", "");
	cr_expect_str_eq(said, "");
	SAYS(0, "demo clear --size 64x64 --quiet --frames 3 --out x%d.qoi && ls | tr '\\n' ' '",
	     "x0.qoi x1.qoi x2.qoi ");
	SAYS(0, "replay $t/r500.tar.xz --scene clear --quiet --out d.ppm && head -c 2 d-clear.ppm", "P6");
}

/* Frames through a pipe: they alone go there, what is said goes to standard error. */
Test(film, through_a_pipe)
{
	char want[64];

	snprintf(want, sizeof want, "%zu\n",
		 strlen("YUV4MPEG2 W64 H64 F60:1 Ip A1:1 C444\n") + 4 * (strlen("FRAME\n") + 3 * 64 * 64));
	cr_expect_eq(run("demo clear --size 64x64 --frames 4 --out y4m:- 2>/dev/null | wc -c"), 0);
	cr_expect_str_eq(said, want);
	SAYS(0, "demo clear --size 64x64 --frames 4 --out y4m:- 2>&1 >/dev/null",
	     "clear: 4 frames of 64 x 64");
	SAYS(2, "demo clear --size 64x64 --out -", "y4m:- or ppm:-");
	/* A player that ends early. */
	SAYS(0, "demo clear --size 64x64 --frames 200 --quiet --out ppm:- 2>/dev/null | head -c 2", "P6");
}
