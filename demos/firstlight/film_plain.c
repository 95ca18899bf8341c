/* SPDX-License-Identifier: MIT
 *
 * Kinds of files that are written as they come: PPM, raw bytes, YUV4MPEG2, QOI. What could not be written
 * shows when the file is closed.
 */
#include "demos/firstlight/film_kind.h"

#include <stdlib.h>
#include <string.h>

static bool nothing(struct fl_film *p)
{
	return true;
}

static void drop(struct fl_film *p)
{
	free(p->own);
}

static void rows(struct fl_film *p, const uint8_t *rgb, unsigned stride_B)
{
	for (unsigned y = 0; y < p->h; y++)
		fwrite(rgb + (size_t)y * stride_B, 3, p->w, p->file.f);
}

static bool raw(struct fl_film *p, const uint8_t *rgb, unsigned stride_B)
{
	rows(p, rgb, stride_B);
	return true;
}

static bool ppm(struct fl_film *p, const uint8_t *rgb, unsigned stride_B)
{
	fprintf(p->file.f, "P6\n%u %u\n255\n", p->w, p->h);
	rows(p, rgb, stride_B);
	return true;
}

/* ---- YUV4MPEG2: three planes a frame, at full resolution; colors by ITU-R BT.601 in 16 to 235 ---------- */
static bool y4m_begin(struct fl_film *p)
{
	unsigned rate = p->delay_ms == 17 ? 60 : p->delay_ms ? 1000 : 1;

	p->own = malloc((size_t)p->w * p->h * 3);
	if (!p->own)
		return false;
	fprintf(p->file.f, "YUV4MPEG2 W%u H%u F%u:%u Ip A1:1 C444\n", p->w, p->h, rate,
		rate == 1000 ? p->delay_ms : 1);
	return true;
}

/* In 1/65536 of 219 or 224 of 255 steps. */
static uint8_t mix(const uint8_t *rgb, int r, int g, int b, int base)
{
	return (uint8_t)((r * rgb[0] + g * rgb[1] + b * rgb[2] + (base << 16) + 32768) >> 16);
}

static bool y4m(struct fl_film *p, const uint8_t *rgb, unsigned stride_B)
{
	size_t n = (size_t)p->w * p->h, i = 0;
	uint8_t *luma = p->own, *cb = luma + n, *cr = cb + n;

	for (unsigned y = 0; y < p->h; y++)
		for (unsigned x = 0; x < p->w; x++, i++) {
			const uint8_t *px = rgb + (size_t)y * stride_B + (size_t)x * 3;

			luma[i] = mix(px, 16829, 33039, 6416, 16);
			cb[i] = mix(px, -9714, -19071, 28785, 128);
			cr[i] = mix(px, 28785, -24103, -4682, 128);
		}
	fputs("FRAME\n", p->file.f);
	fwrite(luma, 3, n, p->file.f);
	return true;
}

/* ---- QOI ----------------------------------------------------------------------------------------------- */
enum { QOI_INDEX = 0x00, QOI_DIFF = 0x40, QOI_LUMA = 0x80, QOI_RUN = 0xc0, QOI_RGB = 0xfe, QOI_MOST = 62 };

static uint8_t *big_endian(uint8_t *to, uint32_t v)
{
	for (int shift = 24; shift >= 0; shift -= 8)
		*to++ = (uint8_t)(v >> shift);
	return to;
}

static bool qoi_begin(struct fl_film *p)
{
	p->own = malloc((size_t)p->w * p->h * 4 + 14 + 8); /* the most that it can be */
	return p->own != NULL;
}

/* A pixel that is not as the one before, and not in the table: by differences where they are small. */
static uint8_t *qoi_pixel(uint8_t *to, const uint8_t *px, const uint8_t *last)
{
	int dr = (int8_t)(px[0] - last[0]), dg = (int8_t)(px[1] - last[1]), db = (int8_t)(px[2] - last[2]);

	if (dr >= -2 && dr < 2 && dg >= -2 && dg < 2 && db >= -2 && db < 2) {
		*to++ = (uint8_t)(QOI_DIFF | (dr + 2) << 4 | (dg + 2) << 2 | (db + 2));
	} else if (dg >= -32 && dg < 32 && dr - dg >= -8 && dr - dg < 8 && db - dg >= -8 && db - dg < 8) {
		*to++ = (uint8_t)(QOI_LUMA | (dg + 32));
		*to++ = (uint8_t)((dr - dg + 8) << 4 | (db - dg + 8));
	} else {
		*to++ = QOI_RGB;
		memcpy(to, px, 3);
		to += 3;
	}
	return to;
}

static bool qoi(struct fl_film *p, const uint8_t *rgb, unsigned stride_B)
{
	uint8_t seen[64][4] = {{0}}, last[3] = {0}, *to = p->own;
	unsigned run = 0;

	memcpy(to, "qoif", 4);
	to = big_endian(big_endian(to + 4, p->w), p->h);
	*to++ = 3; /* channels */
	*to++ = 0; /* sRGB */
	for (unsigned y = 0; y < p->h; y++)
		for (unsigned x = 0; x < p->w; x++) {
			const uint8_t *px = rgb + (size_t)y * stride_B + (size_t)x * 3;
			unsigned at = (px[0] * 3u + px[1] * 5u + px[2] * 7u + 255 * 11) % 64;

			if (!memcmp(px, last, 3)) {
				if (++run == QOI_MOST)
					*to++ = QOI_RUN | (QOI_MOST - 1), run = 0;
				continue;
			}
			if (run)
				*to++ = (uint8_t)(QOI_RUN | (run - 1)), run = 0;
			if (seen[at][3] && !memcmp(seen[at], px, 3))
				*to++ = (uint8_t)(QOI_INDEX | at);
			else
				to = qoi_pixel(to, px, last);
			memcpy(seen[at], px, 3);
			seen[at][3] = 255;
			memcpy(last, px, 3);
		}
	if (run)
		*to++ = (uint8_t)(QOI_RUN | (run - 1));
	to = big_endian(big_endian(to, 0), 1);
	fwrite(p->own, 1, (size_t)(to - (uint8_t *)p->own), p->file.f);
	return true;
}

const struct fl_film_kind fl_film_raw = {"raw", true, nothing, raw, NULL, drop};
const struct fl_film_kind fl_film_ppm = {"ppm", true, nothing, ppm, NULL, drop};
const struct fl_film_kind fl_film_y4m = {"y4m", true, y4m_begin, y4m, NULL, drop};
const struct fl_film_kind fl_film_qoi = {"qoi", false, qoi_begin, qoi, NULL, drop};
