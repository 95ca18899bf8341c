/* SPDX-License-Identifier: MIT
 *
 * blit: a test card for the 2D engine: fills, raster operations, copies that overlap, lines, clipping, text,
 * patterns, an image from the host, a color key. What it shows is described in demos/blit.h, pixel for pixel.
 */
#include "demos/blit.h"
#include "demos/demo.h"
#include "lib/fl_text.h"

static const uint8_t rop3[16] = BLIT_ROP3;

static uint32_t bar(uint32_t i)
{
	uint32_t v = i & 8 ? 255 : 144;

	return 0xff000000u | (i & 4 ? v << 16 : 0) | (i & 2 ? v << 8 : 0) | (i & 1 ? v : 0);
}

/* The card: its place and scale. Positions in units go through these. */
struct card {
	struct fl_2d *g;
	const struct fl_surface *screen, *source;
	int32_t x, y, k;
};

static void fill(const struct card *c, int32_t x, int32_t y, int32_t w, int32_t h, uint32_t color)
{
	fl_fill_rect(c->g, c->x + x * c->k, c->y + y * c->k, w * c->k, h * c->k, color);
}

static void copy(const struct card *c, int32_t sx, int32_t sy, int32_t dx, int32_t dy, int32_t w, int32_t h)
{
	fl_blit(c->g, c->screen, c->x + sx * c->k, c->y + sy * c->k, c->x + dx * c->k, c->y + dy * c->k,
		w * c->k, h * c->k);
}

static void background(const struct card *c, int32_t w, int32_t h)
{
	int32_t x1 = c->x + BLIT_W * c->k - 1, y1 = c->y + BLIT_H * c->k - 1;

	fl_fill_rect(c->g, 0, 0, w, h, BLIT_BACK);
	fl_line(c->g, c->x, c->y, x1, c->y, 0xffffffff);
	fl_line(c->g, x1, c->y, x1, y1, 0xffffffff);
	fl_line(c->g, x1, y1, c->x, y1, 0xffffffff);
	fl_line(c->g, c->x, y1, c->x, c->y, 0xffffffff);
}

static void bars_and_ramp(const struct card *c)
{
	for (int32_t i = 0; i < 16; i++)
		fill(c, BLIT_BAR_X + i * BLIT_BAR_W, BLIT_BAR_Y, BLIT_BAR_W, BLIT_BAR_H, bar((uint32_t)i));
	for (int32_t i = 0; i < BLIT_RAMP_N; i++)
		fill(c, BLIT_BAR_X + i * BLIT_RAMP_W, BLIT_RAMP_Y, BLIT_RAMP_W, BLIT_RAMP_H,
		     0xff000000u | (uint32_t)(i * 255 / 75) * 0x010101u);
}

static void checkerboard(const struct card *c)
{
	fill(c, BLIT_CHECK_X, BLIT_CHECK_Y, 8, 8, BLIT_CHECK_1);
	fill(c, BLIT_CHECK_X + 4, BLIT_CHECK_Y, 4, 4, BLIT_CHECK_2);
	fill(c, BLIT_CHECK_X, BLIT_CHECK_Y + 4, 4, 4, BLIT_CHECK_2);
	for (int32_t w = 8; w < BLIT_CHECK_W; w *= 2)
		copy(c, BLIT_CHECK_X, BLIT_CHECK_Y, BLIT_CHECK_X + w, BLIT_CHECK_Y, w, 8);
	for (int32_t h = 8; h < BLIT_CHECK_H; h *= 2)
		copy(c, BLIT_CHECK_X, BLIT_CHECK_Y, BLIT_CHECK_X, BLIT_CHECK_Y + h, BLIT_CHECK_W,
		     h < BLIT_CHECK_H - h ? h : BLIT_CHECK_H - h);
}

static void moves(const struct card *c)
{
	for (int32_t j = 0; j < 4; j++) {
		int32_t dx = j % 2 ? -BLIT_MOVE_BY : BLIT_MOVE_BY, dy = j < 2 ? BLIT_MOVE_BY : -BLIT_MOVE_BY;
		int32_t x = BLIT_MOVE_X + BLIT_MOVE_STEP * j + (dx < 0 ? BLIT_MOVE_BY : 0);
		int32_t y = BLIT_MOVE_Y + (dy < 0 ? BLIT_MOVE_BY : 0);

		for (int32_t r = 0; r < 4; r++)
			fill(c, x + 4 * r, y + 4 * r, BLIT_MOVE_SIZE - 8 * r, BLIT_MOVE_SIZE - 8 * r,
			     bar((uint32_t)(j + 1 + 3 * r) % 16));
		copy(c, x, y, x + dx, y + dy, BLIT_MOVE_SIZE, BLIT_MOVE_SIZE);
	}
}

/* Does the engine have it, or can the library make it up? */
static bool can(const struct card *c, uint32_t rop)
{
	bool needs_s = (rop ^ rop >> 2) & 0x33, needs_d = (rop ^ rop >> 1) & 0x55;

	return (c->g->caps & FL_2D_ROPS) || (!needs_s && !needs_d) || rop == FL_ROP_SRCCOPY ||
	       rop == FL_ROP_NOP;
}

static void rop_square(const struct card *c, int32_t x, int32_t y, uint32_t rop)
{
	fill(c, x, y, BLIT_ROP_SIZE / 2, BLIT_ROP_SIZE, BLIT_D0);
	fill(c, x + BLIT_ROP_SIZE / 2, y, BLIT_ROP_SIZE / 2, BLIT_ROP_SIZE, BLIT_D1);
	if (can(c, rop))
		fl_blit_rop(c->g, c->source, 0, 0, c->x + x * c->k, c->y + y * c->k, BLIT_ROP_SIZE * c->k,
			    BLIT_ROP_SIZE * c->k, BLIT_P, rop);
	else
		fill(c, x, y, BLIT_ROP_SIZE, BLIT_ROP_SIZE, BLIT_NONE);
}

static void rops(const struct card *c)
{
	int32_t size = BLIT_ROP_SIZE * c->k;

	/* The source lies off the screen. */
	fl_2d_target(c->g, c->source);
	fl_fill_rect(c->g, 0, 0, size, size / 2, BLIT_S0);
	fl_fill_rect(c->g, 0, size / 2, size, size / 2, BLIT_S1);
	fl_2d_target(c->g, c->screen);
	for (int32_t i = 0; i < 16; i++) {
		rop_square(c, BLIT_ROP_X + BLIT_ROP_STEP * i, BLIT_ROP_Y, (uint32_t)i * 0x11);
		rop_square(c, BLIT_ROP_X + BLIT_ROP_STEP * i, BLIT_ROP3_Y, rop3[i]);
	}
}

static void fan(const struct card *c)
{
	int32_t x = c->x + BLIT_FAN_X * c->k, y = c->y + BLIT_FAN_Y * c->k, r = (BLIT_FAN_R * c->k) | 1;
	uint32_t n = 0;

	for (int32_t j = 0; j <= 5; j++)
		for (int32_t sign = 0; sign < 4; sign++) {
			int32_t m = r * j / 5, sx = sign & 1 ? -1 : 1, sy = sign & 2 ? -1 : 1;

			fl_line(c->g, x, y, x + sx * r, y + sy * m, bar(8 + n++ % 8));
			fl_line(c->g, x, y, x + sx * m, y + sy * r, bar(8 + n++ % 8));
		}
}

static void clipped(const struct card *c)
{
	int32_t x0 = c->x + BLIT_CLIP_X * c->k, y0 = c->y + BLIT_CLIP_Y * c->k;

	fl_2d_clip(c->g, x0, y0, x0 + BLIT_CLIP_W * c->k, y0 + BLIT_CLIP_H * c->k);
	fill(c, 0, 0, BLIT_W, BLIT_H, BLIT_CLIP_BACK);
	for (int32_t i = 0; i < 8; i++) {
		int32_t x = c->x + 100 * c->k, y = c->y + (150 + 12 * i) * c->k;

		fl_line(c->g, x, y, x + ((81 * c->k) | 1), y + 24 * c->k, bar(8 + (uint32_t)i));
	}
	fl_2d_clip_off(c->g);
}

static void patterns(const struct card *c)
{
	uint32_t pixels[64];
	struct fl_brush b = {.kind = FL_BRUSH_MONO,
			     .color = BLIT_D1,
			     .background = BLIT_CLIP_BACK,
			     .bits = BLIT_BITS,
			     .x = c->x + BLIT_PAT_X * c->k,
			     .y = c->y + BLIT_PAT_Y * c->k};

	fl_pattern(c->g, b.x, b.y, BLIT_PAT_W * c->k, BLIT_PAT_H * c->k, &b, FL_ROP_PATCOPY);
	for (uint32_t i = 0; i < 64; i++)
		pixels[i] = 0xff0000a0 | 36 * (i % 8) << 16 | 36 * (i / 8) << 8;
	b.kind = FL_BRUSH_COLOR;
	b.pixels = pixels;
	b.y += BLIT_PAT_STEP * c->k;
	fl_pattern(c->g, b.x, b.y, BLIT_PAT_W * c->k, BLIT_PAT_H * c->k, &b, FL_ROP_PATCOPY);
}

static void image(const struct card *c)
{
	uint32_t row[64];
	int32_t w = BLIT_IMAGE_W * c->k, h = BLIT_IMAGE_H * c->k, n;

	/* A row at a time, and not more of it than fits: an image may be anywhere in memory. */
	for (int32_t j = 0; j < h; j++)
		for (int32_t x = 0; x < w; x += n) {
			n = w - x < 64 ? w - x : 64;
			for (int32_t i = 0; i < n; i++)
				row[i] = 0xff000080 | (uint32_t)(255 * (x + i) / w) << 16 |
					 (uint32_t)(255 * j / h) << 8;
			fl_put_image(c->g, c->x + BLIT_IMAGE_X * c->k + x, c->y + BLIT_IMAGE_Y * c->k + j, n,
				     1, row, 0);
		}
}

static void keyed(const struct card *c)
{
	struct fl_2d_key key = {.src = FL_KEY_NOT_EQUAL, .src_key = BLIT_BACK};

	if (!(c->g->caps & FL_2D_KEYS))
		return;
	fl_2d_key(c->g, &key);
	copy(c, BLIT_TEXT_X, BLIT_TEXT_Y, BLIT_KEYED_X, BLIT_KEYED_Y, BLIT_KEYED_W, BLIT_KEYED_H);
	fl_2d_key(c->g, NULL);
}

static enum fl_code begin(struct fl_stage *s, struct fl_err *err)
{
	uint32_t k = s->width / BLIT_W < s->height / BLIT_H ? s->width / BLIT_W : s->height / BLIT_H;

	k = k < 1 ? 1 : k;
	return fl_surface_place(&s->surface[0], &s->vram, BLIT_ROP_SIZE * k, BLIT_ROP_SIZE * k, FL_ARGB8888,
				FL_LINEAR, FL_USE_2D, err);
}

static enum fl_code frame(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	struct card c = {.g = &s->g, .screen = &s->screen, .source = &s->surface[0]};
	int32_t w = (int32_t)s->width, h = (int32_t)s->height;

	c.k = (int32_t)s->surface[0].width_px / BLIT_ROP_SIZE;
	c.x = w > BLIT_W * c.k ? (w - BLIT_W * c.k) / 2 : 0;
	c.y = h > BLIT_H * c.k ? (h - BLIT_H * c.k) / 2 : 0;
	background(&c, w, h);
	bars_and_ramp(&c);
	checkerboard(&c);
	moves(&c);
	rops(&c);
	fan(&c);
	clipped(&c);
	copy(&c, BLIT_BAR_X, BLIT_BAR_Y, BLIT_COPY_X, BLIT_COPY_Y, BLIT_COPY_W, BLIT_COPY_H);
	fl_text(c.g, c.x + BLIT_TEXT_X * c.k, c.y + BLIT_TEXT_Y * c.k,
		&(struct fl_text_style){.color = 0xffffffff, .scale = (uint8_t)(c.k < 8 ? c.k : 8)},
		BLIT_TEXT);
	patterns(&c);
	image(&c);
	keyed(&c);
	return FL_OK;
}

const struct fl_demo fl_demo_blit = {
    .name = "blit",
    .what = "a test card for the 2D engine: fills, raster operations, copies, lines, text, patterns, keys",
    .needs = FL_NEEDS_2D,
    .begin = begin,
    .frame = frame,
};
