/* SPDX-License-Identifier: MIT
 *
 * libpng writes chunks and headers; the frames after the first one of an animation are compressed here,
 * because libpng knows no fdAT.
 */
#include "demos/firstlight/png.h"
#include "demos/firstlight/file.h"

#include <png.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

struct fl_png {
	struct fl_file file;
	char *path;
	png_structp png;
	png_infop info;
	unsigned w, h, frames, done, delay_ms;
	uint32_t sequence; /* of fcTL and fdAT chunks */
	uint8_t *raw, *packed;
	char why[160];
};

static void on_error(png_structp png, png_const_charp msg)
{
	struct fl_png *p = png_get_error_ptr(png);

	snprintf(p->why, sizeof p->why, "%s", msg);
	longjmp(png_jmpbuf(png), 1);
}

static void on_warning(png_structp png, png_const_charp msg)
{
}

/* Run one step of writing; false if libpng gave up, with the reason in p->why. The one place that is jumped
 * back to. */
static bool guarded(struct fl_png *p, void (*step)(struct fl_png *p, const uint8_t *rgb, unsigned stride_B),
		    const uint8_t *rgb, unsigned stride_B)
{
	if (setjmp(png_jmpbuf(p->png)))
		return false;
	step(p, rgb, stride_B);
	return true;
}

static void put32(uint8_t *at, uint32_t v)
{
	at[0] = (uint8_t)(v >> 24);
	at[1] = (uint8_t)(v >> 16);
	at[2] = (uint8_t)(v >> 8);
	at[3] = (uint8_t)v;
}

/* mkdir -p of the folder that path lies in. */
static void make_folders(const char *path)
{
	char *copy = strdup(path);

	for (char *s = copy ? strchr(copy + 1, '/') : NULL; s; s = strchr(s + 1, '/')) {
		*s = 0;
		mkdir(copy, 0777); /* what cannot be made shows when the file is opened */
		*s = '/';
	}
	free(copy);
}

static void discard(struct fl_png *p)
{
	if (p->png)
		png_destroy_write_struct(&p->png, &p->info);
	if (p->file.f)
		fl_file_discard(&p->file);
	free(p->raw);
	free(p->packed);
	free(p->path);
	free(p);
}

static void frame_control(struct fl_png *p)
{
	uint8_t b[26] = {0};

	put32(b, p->sequence++);
	put32(b + 4, p->w);
	put32(b + 8, p->h);
	b[20] = (uint8_t)(p->delay_ms >> 8);
	b[21] = (uint8_t)p->delay_ms;
	b[22] = 1000 >> 8;
	b[23] = 1000 & 0xff;
	png_write_chunk(p->png, (png_const_bytep) "fcTL", b, sizeof b);
}

static void headers(struct fl_png *p, const uint8_t *rgb, unsigned stride_B)
{
	uint8_t b[8];

	png_init_io(p->png, p->file.f);
	png_set_IHDR(p->png, p->info, p->w, p->h, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
		     PNG_COMPRESSION_TYPE_BASE, PNG_FILTER_TYPE_BASE);
	png_write_info(p->png, p->info);
	if (p->frames > 1) {
		put32(b, p->frames);
		put32(b + 4, 0); /* for ever */
		png_write_chunk(p->png, (png_const_bytep) "acTL", b, sizeof b);
	}
}

enum fl_code fl_png_path(const char *path, struct fl_err *err)
{
	return !path || strcmp(path, "-")
		   ? FL_OK
		   : fl_fail(err, FL_USAGE,
			     "--out -: a picture is not written to standard output, name a file");
}

struct fl_png *fl_png_create(const char *path, unsigned frames, unsigned delay_ms, struct fl_err *err)
{
	struct fl_png *p = calloc(1, sizeof *p);

	if (!p) {
		fl_fail(err, FL_FAILED, "%s: out of memory", path);
		return NULL;
	}
	*p = (struct fl_png){.frames = frames, .delay_ms = delay_ms, .path = strdup(path)};
	if (!p->path) {
		fl_fail(err, FL_FAILED, "%s: out of memory", path);
		discard(p);
		return NULL;
	}
	make_folders(path);
	if (fl_png_path(path, err) || fl_file_create(&p->file, p->path, err)) {
		discard(p);
		return NULL;
	}
	return p;
}

enum fl_code fl_png_size(struct fl_png *p, unsigned w, unsigned h, struct fl_err *err)
{
	p->w = w;
	p->h = h;
	p->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, p, on_error, on_warning);
	p->info = p->png ? png_create_info_struct(p->png) : NULL;
	p->raw = malloc(((size_t)w * 3 + 1) * h);
	if (p->info && p->raw && guarded(p, headers, NULL, 0))
		return FL_OK;
	return fl_fail(err, FL_FAILED, "%s: %s", p->path, p->why[0] ? p->why : "out of memory");
}

struct fl_png *fl_png_open(const char *path, unsigned w, unsigned h, unsigned frames, unsigned delay_ms,
			   struct fl_err *err)
{
	struct fl_png *p = fl_png_create(path, frames, delay_ms, err);

	if (p && fl_png_size(p, w, h, err)) {
		discard(p);
		return NULL;
	}
	return p;
}

int fl_png_fd(const struct fl_png *p)
{
	return fileno(p->file.f);
}

/* A frame after the first: rows filtered by the one above (filter 2), deflated, in one fdAT chunk. */
static void later_frame(struct fl_png *p, const uint8_t *rgb, unsigned stride_B)
{
	size_t row = (size_t)p->w * 3;
	uint8_t *to = p->raw;

	for (unsigned y = 0; y < p->h; y++) {
		const uint8_t *from = rgb + (size_t)y * stride_B;

		*to++ = y ? 2 : 0;
		for (size_t i = 0; i < row; i++)
			*to++ = y ? (uint8_t)(from[i] - from[(ptrdiff_t)i - (ptrdiff_t)stride_B]) : from[i];
	}
	uLong n = compressBound((row + 1) * p->h);
	if (!p->packed)
		p->packed = malloc(n + 4);
	if (!p->packed || compress2(p->packed + 4, &n, p->raw, (row + 1) * p->h, 6) != Z_OK)
		png_error(p->png, "out of memory");
	put32(p->packed, p->sequence++);
	png_write_chunk(p->png, (png_const_bytep) "fdAT", p->packed, n + 4);
}

static void frame(struct fl_png *p, const uint8_t *rgb, unsigned stride_B)
{
	if (p->frames > 1)
		frame_control(p);
	if (p->done == 0)
		for (unsigned y = 0; y < p->h; y++)
			png_write_row(p->png, rgb + (size_t)y * stride_B);
	else
		later_frame(p, rgb, stride_B);
}

enum fl_code fl_png_frame(struct fl_png *p, const uint8_t *rgb, unsigned stride_B, struct fl_err *err)
{
	if (p->done >= p->frames)
		return fl_fail(err, FL_USAGE, "%s: more than the %u frames announced", p->path, p->frames);
	if (!guarded(p, frame, rgb, stride_B))
		return fl_fail(err, FL_FAILED, "%s: %s", p->path, p->why);
	p->done++;
	return FL_OK;
}

static void end(struct fl_png *p, const uint8_t *rgb, unsigned stride_B)
{
	/* png_write_end() wants IDAT to be the last data; after fdAT the end chunk is all that is
	 * missing. */
	if (p->frames > 1)
		png_write_chunk(p->png, (png_const_bytep) "IEND", NULL, 0);
	else
		png_write_end(p->png, NULL);
}

enum fl_code fl_png_close(struct fl_png *p, struct fl_err *err)
{
	enum fl_code code = FL_OK;

	if (p->done < p->frames)
		code = fl_fail(err, FL_FAILED, "%s: %u of %u frames drawn", p->path, p->done, p->frames);
	else if (!guarded(p, end, NULL, 0))
		code = fl_fail(err, FL_FAILED, "%s: %s", p->path, p->why);
	else
		code = fl_file_close(&p->file, err);
	discard(p);
	return code;
}
