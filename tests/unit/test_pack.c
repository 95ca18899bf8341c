/* SPDX-License-Identifier: MIT
 *
 * Reading files as the command takes them, GTRC traces, PNG out, and the command line's own errors.
 */
#include "demos/firstlight/cmd.h"
#include "demos/firstlight/gtrc.h"
#include "demos/firstlight/pack.h"
#include "demos/firstlight/film.h"

#include <criterion/criterion.h>
#include <lzma.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static void write_file(const char *path, const void *data, size_t n)
{
	FILE *f = fopen(path, "wb");

	cr_assert(f);
	cr_assert_eq(fwrite(data, 1, n, f), n);
	fclose(f);
}

static char *temp_name(void)
{
	static char name[64];
	int fd;

	strcpy(name, "/tmp/firstlight-test-XXXXXX");
	fd = mkstemp(name);
	cr_assert_geq(fd, 0);
	close(fd);
	return name;
}

Test(pack, reads_plain_and_xz)
{
	struct fl_err err = {0};
	char *name = temp_name();
	uint8_t text[5000], packed[6000];
	size_t n = 0, got_n;

	for (unsigned i = 0; i < sizeof text; i++)
		text[i] = (uint8_t)(i * 7 + i / 256);
	write_file(name, text, sizeof text);
	uint8_t *got = fl_pack_read(name, &got_n, &err);
	cr_assert(got && got_n == sizeof text && !memcmp(got, text, got_n));
	free(got);

	cr_assert_eq(
	    lzma_easy_buffer_encode(6, LZMA_CHECK_CRC64, NULL, text, sizeof text, packed, &n, sizeof packed),
	    LZMA_OK);
	write_file(name, packed, n);
	got = fl_pack_read(name, &got_n, &err);
	cr_assert(got && got_n == sizeof text && !memcmp(got, text, got_n));
	free(got);

	write_file(name, packed, n - 20);
	cr_assert_null(fl_pack_read(name, &got_n, &err));
	cr_assert(strstr(err.text, "ends early"), "%s", err.text);
	packed[n / 2] ^= 0xff;
	write_file(name, packed, n);
	cr_assert_null(fl_pack_read(name, &got_n, &err));
	cr_assert(strstr(err.text, "damaged"), "%s", err.text);
	unlink(name);
	cr_assert_null(fl_pack_read(name, &got_n, &err));
	cr_assert_eq(err.code, FL_NO_DEVICE);
}

/* A tar header made by hand from the ustar format. */
static void tar_header(uint8_t *h, const char *name, unsigned size, char type)
{
	unsigned sum = 0;

	memset(h, 0, 512);
	snprintf((char *)h, 100, "%s", name);
	snprintf((char *)h + 124, 12, "%011o", size);
	h[156] = (uint8_t)type;
	memcpy(h + 257, "ustar", 6);
	memset(h + 148, ' ', 8);
	for (unsigned i = 0; i < 512; i++)
		sum += h[i];
	snprintf((char *)h + 148, 8, "%06o", sum);
}

static long peak_KiB(void)
{
	struct rusage u;

	getrusage(RUSAGE_SELF, &u);
	return u.ru_maxrss;
}

/* 10 GiB of zeros, in 1.5 MB: refused before they take much memory; as one file of an archive, and as they
 * are. */
Test(pack, refuses_what_unpacks_to_too_much, .timeout = 60)
{
	enum { PIECE_B = 64 << 20, PIECES = 160 };
	static uint8_t packed[1 << 20], head[512], packed_head[1024];
	uint8_t *zeros = calloc(1, PIECE_B);
	long before;

	for (unsigned tar = 0; tar < 2; tar++) {
		size_t n = 0, n_head = 0, got_n;
		struct fl_err err = {0};
		char *name = temp_name();
		FILE *f = fopen(name, "wb");

		cr_assert_eq(lzma_easy_buffer_encode(0, LZMA_CHECK_NONE, NULL, zeros, PIECE_B, packed, &n,
						     sizeof packed),
			     LZMA_OK);
		tar_header(head, "zeros.trace", 0xffffffff, '0');
		cr_assert_eq(lzma_easy_buffer_encode(0, LZMA_CHECK_NONE, NULL, head, sizeof head, packed_head,
						     &n_head, sizeof packed_head),
			     LZMA_OK);
		if (tar)
			cr_assert_eq(fwrite(packed_head, 1, n_head, f), n_head);
		for (unsigned i = 0; i < PIECES; i++)
			cr_assert_eq(fwrite(packed, 1, n, f), n);
		fclose(f);
		before = peak_KiB();
		cr_assert_null(fl_pack_read(name, &got_n, &err));
		cr_assert(strstr(err.text, "more than 200 times its size"), "%s", err.text);
		cr_assert_lt(peak_KiB() - before, 300 << 10, "%ld KiB", peak_KiB() - before);
		remove(name);
	}
	free(zeros);
}

/* The same unpacked: a file with holes is not read at all, a pipe's bytes until it is clear what they are. */
Test(pack, refuses_what_is_too_large, .timeout = 60)
{
	struct fl_err err = {0};
	char *name = temp_name();
	long before = peak_KiB();
	size_t got_n;
	FILE *f;

	cr_assert_eq(truncate(name, (off_t)10 << 30), 0);
	cr_assert_null(fl_pack_read(name, &got_n, &err));
	cr_assert(strstr(err.text, "larger than 1024 MiB"), "%s", err.text);
	remove(name);
	f = fopen("/dev/zero", "rb");
	cr_assert_null(fl_pack_read_from(f, "zeros", &got_n, &err));
	cr_assert(strstr(err.text, "more than 64 MiB"), "%s", err.text);
	fclose(f);
	cr_assert_lt(peak_KiB() - before, 300 << 10, "%ld KiB", peak_KiB() - before);
}

Test(pack, walks_a_tar)
{
	uint8_t tar[512 * 7] = {0};
	struct fl_pack_file f;
	struct fl_err err = {0};
	size_t at = 0;

	tar_header(tar, "dir/", 0, '5');
	tar_header(tar + 512, "dir/a", 600, '0');
	memset(tar + 1024, 'a', 600);
	tar_header(tar + 2048, "dir/b", 3, '0');
	memcpy(tar + 2560, "xyz", 3);
	cr_assert(fl_pack_is_tar(tar, sizeof tar));
	cr_assert_eq(fl_pack_next(tar, sizeof tar, &at, &f, &err), 1);
	cr_assert(!strcmp(f.name, "dir/a") && f.size_B == 600 && f.data[599] == 'a');
	cr_assert_eq(fl_pack_next(tar, sizeof tar, &at, &f, &err), 1);
	cr_assert(!strcmp(f.name, "dir/b") && f.size_B == 3 && !memcmp(f.data, "xyz", 3));
	cr_assert_eq(fl_pack_next(tar, sizeof tar, &at, &f, &err), 0);

	tar[512 + 130] = '7'; /* the size no longer fits the checksum */
	at = 0;
	cr_assert_eq(fl_pack_next(tar, sizeof tar, &at, &f, &err), -1);
	tar_header(tar + 512, "dir/a", 60000, '0'); /* larger than the archive */
	at = 0;
	cr_assert_eq(fl_pack_next(tar, sizeof tar, &at, &f, &err), -1);
}

static size_t put(uint8_t *at, const uint32_t *dw, unsigned n)
{
	memcpy(at, dw, n * 4);
	return n * 4;
}

Test(gtrc, reads_records_and_refuses_damage)
{
	uint8_t d[256];
	size_t n = 0;
	struct fl_gtrc t;
	struct fl_gtrc_record r;
	struct fl_err err = {0};

	n += put(d + n, (uint32_t[]){0x43525447, 1, 1, 0x7249}, 4);
	n += put(d + n, (uint32_t[]){FL_GTRC_INFO, 12}, 2);
	memcpy(d + n, "chip=r580\na=", 12);
	n += 12;
	n += put(d + n, (uint32_t[]){FL_GTRC_IB, 24, 0, 0, 2, 0, 0x80000000, 0x80000000}, 8);
	cr_assert_eq(fl_gtrc_open(&t, d, n, &err), FL_OK);
	cr_assert_eq(t.device, 0x7249);
	cr_assert_eq(fl_gtrc_next(&t, &r, &err), 1);
	char chip[8];
	fl_gtrc_info(&r, "chip", chip, sizeof chip);
	cr_assert_str_eq(chip, "r580");
	fl_gtrc_info(&r, "chi", chip, sizeof chip);
	cr_assert_str_eq(chip, "");
	cr_assert_eq(fl_gtrc_next(&t, &r, &err), 1);
	cr_assert_eq(r.tag, FL_GTRC_IB);
	cr_assert_eq(fl_gtrc_next(&t, &r, &err), 0);

	/* Every shorter file is refused or ends cleanly, and never reads past its end (the sanitizers
	 * watch). */
	for (size_t cut = 0; cut < n; cut++) {
		uint8_t *copy = malloc(cut ? cut : 1);
		int more = 1;

		memcpy(copy, d, cut);
		if (fl_gtrc_open(&t, copy, cut, &err) == FL_OK)
			while ((more = fl_gtrc_next(&t, &r, &err)) > 0)
				;
		cr_assert(more <= 0 || cut < 16);
		free(copy);
	}
	d[16 + 8 + 12 + 8 + 8] = 3; /* the IB announces more than it has */
	cr_assert_eq(fl_gtrc_open(&t, d, n, &err), FL_OK);
	cr_assert_eq(fl_gtrc_next(&t, &r, &err), 1);
	cr_assert_eq(fl_gtrc_next(&t, &r, &err), -1);
	cr_assert(strstr(err.text, "fewer dwords"), "%s", err.text);
}

/* libpng reads back what we wrote: the first frame of an animation is its plain picture. */
Test(png, picture_reads_back)
{
	enum { W = 19, H = 7 };
	uint8_t rgb[3][H][W * 3], back[H][W * 3];
	struct fl_err err = {0};
	char *name = temp_name();

	for (unsigned frames = 1; frames <= 3; frames += 2) {
		struct fl_film *p = fl_film_open(name, W, H, frames, 33, &err);
		cr_assert(p, "%s", err.text);
		for (unsigned f = 0; f < frames; f++) {
			for (unsigned i = 0; i < W * H * 3; i++)
				((uint8_t *)rgb[f])[i] = (uint8_t)(i * (f + 3));
			cr_assert_eq(fl_film_frame(p, rgb[f][0], W * 3, &err), FL_OK);
		}
		cr_assert_eq(fl_film_close(p, &err), FL_OK, "%s", err.text);
		png_image img = {.version = PNG_IMAGE_VERSION};
		cr_assert(png_image_begin_read_from_file(&img, name), "%s", img.message);
		cr_assert(img.width == W && img.height == H);
		img.format = PNG_FORMAT_RGB;
		cr_assert(png_image_finish_read(&img, NULL, back, 0, NULL), "%s", img.message);
		cr_assert_arr_eq(back, rgb[0], sizeof back);
	}
	unlink(name);
}

Test(png, unfinished_file_is_removed)
{
	struct fl_err err = {0};
	char *name = temp_name();
	uint8_t rgb[16 * 3] = {0};
	struct fl_film *p = fl_film_open(name, 4, 4, 2, 10, &err);

	cr_assert_eq(fl_film_frame(p, rgb, 12, &err), FL_OK);
	cr_assert_eq(fl_film_close(p, &err), FL_FAILED);
	cr_assert_neq(access(name, F_OK), 0);
	cr_assert_null(fl_film_open("/proc/firstlight/no.png", 4, 4, 1, 0, &err));
	cr_assert_neq(err.code, FL_OK);
}

static int command(const char *line)
{
	char copy[256], *argv[16] = {(char *)"firstlight"};
	int argc = 1;

	snprintf(copy, sizeof copy, "%s", line);
	for (char *s = strtok(copy, " "); s; s = strtok(NULL, " "))
		argv[argc++] = s;
	return fl_command(argc, argv);
}

Test(command, mistakes_are_usage_errors)
{
	static const char *const bad[] = {
	    "",
	    "dmo cube",
	    "demo cube --size 1024",
	    "demo cube --size 1024x",
	    "demo cube --size 0x768",
	    "demo --size 9999x9999 cube",
	    "demo cube --frames -1",
	    "demo cube --frames 0",
	    "demo cube --frames 1e3",
	    "demo cube --frames",
	    "demo cube sphere",
	    "demo cube --colour",
	    "demo cube -x",
	    "demo cube --json=1",
	    "demo cube --chip r580 --device 01:00.0",
	    "replay",
	    "replay x --size 10x10",
	    "help nothing",
	    "list now",
	    "demo cube --out=",
	    "demo --fram 3",
	};
	freopen("/dev/null", "w", stderr);
	freopen("/dev/null", "w", stdout);
	for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
		cr_expect_eq(command(bad[i]), FL_USAGE, "'%s'", bad[i]);
	for (const struct fl_cmd *c = fl_cmds; c->name; c++) {
		char line[64];

		snprintf(line, sizeof line, "%s --help", c->name);
		cr_expect_eq(command(line), FL_OK, "'%s'", line);
	}
	cr_expect_eq(command("replay /nonexistent.trace"), FL_NO_DEVICE);
}

/* Each option that a command names exists in the table. */
Test(command, options_are_all_known)
{
	for (const struct fl_cmd *c = fl_cmds; c->name; c++) {
		char copy[256];

		snprintf(copy, sizeof copy, "%s", c->opts);
		for (char *s = strtok(copy, " "); s; s = strtok(NULL, " ")) {
			const struct fl_opt *o = fl_opts;

			while (o->name && strcmp(o->name, s))
				o++;
			cr_expect(o->name, "%s: --%s", c->name, s);
		}
	}
}
