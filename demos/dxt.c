/* SPDX-License-Identifier: MIT
 *
 * dxt: a picture in 32 bits a pixel, in 8 (DXT5) and in 4 (DXT1), and below each a part of it through the
 * lens. A small encoder packs it: the ends of each block's colors, and for each pixel the nearest of the four
 * between.
 */
#include "demos/demo.h"

enum { SIDE = 256 };

static uint32_t picture(uint32_t px, uint32_t py)
{
	float x = ((float)px + 0.5f) * 2 / SIDE - 1, y = ((float)py + 0.5f) * 2 / SIDE - 1,
	      r = fl_sqrtf(x * x + y * y);
	float a = fl_atan2f(y, x), petals = 0.55f + 0.3f * fl_cosf(a * 7),
	      c[3] = {0.12f, 0.30f - 0.1f * y, 0.25f + 0.15f * x};

	if (r < petals) {
		c[0] = 0.95f - 0.3f * r;
		c[1] = 0.35f + 0.5f * r / petals;
		c[2] = 0.55f - 0.4f * r;
	}
	if (r < 0.24f) {
		float seeds = 0.7f + 0.3f * fl_sinf(x * 70) * fl_sinf(y * 70);

		c[0] = 0.95f * seeds, c[1] = 0.75f * seeds, c[2] = 0.15f * seeds;
	}
	return 0xff000000u | (uint32_t)(fl_clampf(c[0], 0, 1) * 255) << 16 |
	       (uint32_t)(fl_clampf(c[1], 0, 1) * 255) << 8 | (uint32_t)(fl_clampf(c[2], 0, 1) * 255);
}

static int distance(uint32_t a, uint32_t b)
{
	int sum = 0;

	for (int shift = 0; shift < 24; shift += 8) {
		int d = (int)(a >> shift & 255) - (int)(b >> shift & 255);

		sum += d * d;
	}
	return sum;
}

/* A third of the way from a to b, or two. */
static uint32_t between(uint32_t a, uint32_t b, uint32_t thirds)
{
	uint32_t out = 0;

	for (int shift = 0; shift < 24; shift += 8)
		out |= ((a >> shift & 255) * (3 - thirds) + (b >> shift & 255) * thirds) / 3 << shift;
	return out;
}

/* 4x4 pixels as 8 bytes: two colors of 16 bits, and 2 bits a pixel. The ends are the two that lie farthest
 * apart. */
static void color_block(const uint32_t p[16], uint32_t out[2])
{
	uint32_t ends[2] = {p[0], p[0]}, colors[4], a, b;
	int most = -1;

	for (int i = 0; i < 16; i++)
		for (int j = 0; j < i; j++)
			if (distance(p[i], p[j]) > most) {
				most = distance(p[i], p[j]);
				ends[0] = p[i];
				ends[1] = p[j];
			}
	a = fl_pixel(FL_RGB565, ends[0]);
	b = fl_pixel(FL_RGB565, ends[1]);
	if (a < b) { /* the larger first: four colors, none of them transparent */
		uint32_t swap = a;

		a = b;
		b = swap;
	}
	colors[0] = fl_pixel_argb(FL_RGB565, a);
	colors[1] = fl_pixel_argb(FL_RGB565, b);
	colors[2] = between(colors[0], colors[1], 1);
	colors[3] = between(colors[0], colors[1], 2);
	out[0] = a | b << 16;
	out[1] = 0;
	for (int i = 0; i < 16 && a != b; i++) {
		uint32_t best = 0;

		for (uint32_t k = 1; k < 4; k++)
			if (distance(p[i], colors[k]) < distance(p[i], colors[best]))
				best = k;
		out[1] |= best << 2 * i;
	}
}

static void write_blocks(struct fl_stage *s, const struct fl_surface *image, bool alpha)
{
	/* DXT5 has 8 bytes of alpha before the colors: 255 to 255, all pixels the first. */
	uint32_t row[SIDE / 4 * 4], p[16], n;

	for (uint32_t y = 0; y < SIDE; y += 4) {
		n = 0;
		for (uint32_t x = 0; x < SIDE; x += 4) {
			for (uint32_t i = 0; i < 16; i++)
				p[i] = picture(x + i % 4, y + i / 4);
			if (alpha) {
				row[n++] = 0xffff;
				row[n++] = 0;
			}
			color_block(p, row + n);
			n += 2;
		}
		fl_image_write(s->dev, image, 0, y, SIDE, row);
	}
}

static enum fl_code begin(struct fl_stage *s, struct fl_err *err)
{
	static const uint8_t format[3] = {FL_ARGB8888, FL_DXT5, FL_DXT1};
	enum fl_code code = fl_stage_image(s, &s->texture[0].image, SIDE, SIDE, FL_ARGB8888, picture, err);

	for (int i = 1; !code && i < 3; i++) {
		code = fl_texture_place(&s->texture[i], &s->vram, FL_TEX_2D, SIDE, SIDE, 1, 1,
					(enum fl_format)format[i], FL_LINEAR, err);
		if (!code)
			write_blocks(s, &s->texture[i].image, i == 1);
	}
	for (int i = 0; i < 3; i++)
		s->texture[i].wrap_s = s->texture[i].wrap_t = FL_CLAMP;
	return code;
}

static enum fl_code frame(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	struct fl_draw *d = &s->d;
	float t = fl_demo_seconds(n) * 0.4f, w = (float)s->width / 3, h = (float)s->height / 2,
	      side = w < h ? w : h;
	const float lens = 0.11f, u0 = 0.45f + 0.11f * fl_cosf(t), v0 = 0.45f + 0.11f * fl_sinf(t);

	fl_clear(d, FL_CLEAR_COLOR, 0xff181c20, 1, 0);
	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_ortho(d, 0, (float)s->width, (float)s->height, 0, -1, 1);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
	fl_texenv(d, 0, FL_REPLACE);
	for (int i = 0; i < 3; i++) {
		fl_texture(d, 0, &s->texture[i]);
		fl_begin(d, FL_QUADS);
		for (int c = 0; c < 8; c++) {
			float u = c % 4 == 1 || c % 4 == 2, v = c % 4 > 1, x = (float)i * w + 4,
			      y = c < 4 ? 4 : h + 4;

			if (c < 4)
				fl_texcoord(d, u, v);
			else
				fl_texcoord(d, u0 + u * lens, v0 + v * lens);
			fl_vertex(d, x + u * (side - 8), y + v * (side - 8), 0);
		}
		fl_end(d);
	}
	return FL_OK;
}

const struct fl_demo fl_demo_dxt = {
    .name = "dxt",
    .what = "a flower in 32, 8 and 4 bits a pixel: compressed textures, and a lens",
    .needs = FL_NEEDS_3D,
    .begin = begin,
    .frame = frame,
};
