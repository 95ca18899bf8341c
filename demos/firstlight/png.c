/* SPDX-License-Identifier: MIT
 *
 * PNG: libpng writes chunks and headers; the frames after the first one of an animation are compressed here,
 * because libpng knows no fdAT.
 */
#include "demos/firstlight/film_kind.h"

#include <png.h>
#include <stdlib.h>
#include <zlib.h>

struct png {
	struct fl_film *film;
	png_structp png;
	png_infop info;
	uint32_t sequence; /* of fcTL and fdAT chunks */
	uint8_t *raw, *packed;
};

static void on_error(png_structp png, png_const_charp msg)
{
	struct png *p = png_get_error_ptr(png);

	snprintf(p->film->why, sizeof p->film->why, "%s", msg);
	longjmp(png_jmpbuf(png), 1);
}

static void on_warning(png_structp png, png_const_charp msg)
{
}

/* Run one step of writing; false if libpng gave up, with the reason in why[]. The one place that is jumped
 * back to. */
static bool guarded(struct png *p, void (*step)(struct png *p, const uint8_t *rgb, unsigned stride_B),
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

static void frame_control(struct png *p)
{
	uint8_t b[26] = {0};

	put32(b, p->sequence++);
	put32(b + 4, p->film->w);
	put32(b + 8, p->film->h);
	b[20] = (uint8_t)(p->film->delay_ms >> 8);
	b[21] = (uint8_t)p->film->delay_ms;
	b[22] = 1000 >> 8;
	b[23] = 1000 & 0xff;
	png_write_chunk(p->png, (png_const_bytep) "fcTL", b, sizeof b);
}

static void headers(struct png *p, const uint8_t *rgb, unsigned stride_B)
{
	uint8_t b[8];

	png_init_io(p->png, p->film->file.f);
	png_set_IHDR(p->png, p->info, p->film->w, p->film->h, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
		     PNG_COMPRESSION_TYPE_BASE, PNG_FILTER_TYPE_BASE);
	png_write_info(p->png, p->info);
	if (p->film->frames > 1) {
		put32(b, p->film->frames);
		put32(b + 4, 0); /* for ever */
		png_write_chunk(p->png, (png_const_bytep) "acTL", b, sizeof b);
	}
}

/* A frame after the first: rows filtered by the one above (filter 2), deflated, in one fdAT chunk. */
static void later_frame(struct png *p, const uint8_t *rgb, unsigned stride_B)
{
	size_t row = (size_t)p->film->w * 3;
	uint8_t *to = p->raw;

	for (unsigned y = 0; y < p->film->h; y++) {
		const uint8_t *from = rgb + (size_t)y * stride_B;

		*to++ = y ? 2 : 0;
		for (size_t i = 0; i < row; i++)
			*to++ = y ? (uint8_t)(from[i] - from[(ptrdiff_t)i - (ptrdiff_t)stride_B]) : from[i];
	}
	uLong n = compressBound((row + 1) * p->film->h);
	if (!p->packed)
		p->packed = malloc(n + 4);
	if (!p->packed || compress2(p->packed + 4, &n, p->raw, (row + 1) * p->film->h, 6) != Z_OK)
		png_error(p->png, "out of memory");
	put32(p->packed, p->sequence++);
	png_write_chunk(p->png, (png_const_bytep) "fdAT", p->packed, n + 4);
}

static void frame(struct png *p, const uint8_t *rgb, unsigned stride_B)
{
	if (p->film->frames > 1)
		frame_control(p);
	if (p->film->done == 0)
		for (unsigned y = 0; y < p->film->h; y++)
			png_write_row(p->png, rgb + (size_t)y * stride_B);
	else
		later_frame(p, rgb, stride_B);
}

static void end(struct png *p, const uint8_t *rgb, unsigned stride_B)
{
	/* png_write_end() wants IDAT to be the last data; after fdAT the end chunk is all that is
	 * missing. */
	if (p->film->frames > 1)
		png_write_chunk(p->png, (png_const_bytep) "IEND", NULL, 0);
	else
		png_write_end(p->png, NULL);
}

static bool begin(struct fl_film *film)
{
	struct png *p = calloc(1, sizeof *p);

	film->own = p;
	if (!p)
		return false;
	p->film = film;
	p->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, p, on_error, on_warning);
	p->info = p->png ? png_create_info_struct(p->png) : NULL;
	p->raw = malloc(((size_t)film->w * 3 + 1) * film->h);
	return p->info && p->raw && guarded(p, headers, NULL, 0);
}

static bool add(struct fl_film *film, const uint8_t *rgb, unsigned stride_B)
{
	return guarded(film->own, frame, rgb, stride_B);
}

static bool finish(struct fl_film *film)
{
	return guarded(film->own, end, NULL, 0);
}

static void drop(struct fl_film *film)
{
	struct png *p = film->own;

	if (p->png)
		png_destroy_write_struct(&p->png, &p->info);
	free(p->raw);
	free(p->packed);
	free(p);
}

const struct fl_film_kind fl_film_png = {"png", true, begin, add, finish, drop};
