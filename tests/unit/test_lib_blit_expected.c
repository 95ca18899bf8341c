/* SPDX-License-Identifier: MIT
 *
 * The test card by formula: what was drawn last is looked at first. Nothing is drawn here, and only the
 * font's bitmaps are shared with the library.
 */
#include "tests/unit/test_lib_blit_expected.h"
#include "demos/blit.h"
#include "lib/fl_draw2d.h"
#include "lib/fl_font.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static uint32_t bar(int i)
{
	static const uint32_t half[8] = {0xff000000, 0xff000090, 0xff009000, 0xff009090,
					 0xff900000, 0xff900090, 0xff909000, 0xff909090};
	static const uint32_t full[8] = {0xff000000, 0xff0000ff, 0xff00ff00, 0xff00ffff,
					 0xffff0000, 0xffff00ff, 0xffffff00, 0xffffffff};

	return i % 16 < 8 ? half[i % 16] : full[i % 8];
}

static bool in(int x, int y, int x0, int y0, int w, int h)
{
	return x >= x0 && x < x0 + w && y >= y0 && y < y0 + h;
}

/* Is (x, y) on the line? One pixel a step of the longer axis, on the other axis the nearest; the longer side
 * is odd, so two are never equally near. */
static bool on_line(int x, int y, int x0, int y0, int x1, int y1)
{
	int dx = abs(x1 - x0), dy = abs(y1 - y0), sx = x1 < x0 ? -1 : 1, sy = y1 < y0 ? -1 : 1;
	int u = (x - x0) * sx, v = (y - y0) * sy, major = dx, minor = dy, swap;

	if (dy > dx) {
		swap = u, u = v, v = swap;
		major = dy, minor = dx;
	}
	return u >= 0 && u <= major && v == (2 * u * minor + major) / (2 * major);
}

static uint32_t rop(unsigned code, uint32_t p, uint32_t s, uint32_t d)
{
	uint32_t out = 0;

	for (int i = 0; i < 32; i++)
		out |= (uint32_t)(code >> ((p >> i & 1) << 2 | (s >> i & 1) << 1 | (d >> i & 1)) & 1) << i;
	return out;
}

static uint32_t rop_square(unsigned code, int x, int y, uint32_t caps)
{
	uint32_t d = x < 8 ? BLIT_D0 : BLIT_D1, s = y < 8 ? BLIT_S0 : BLIT_S1;
	bool easy =
	    code == 0x00 || code == 0xff || code == 0x0f || code == 0xf0 || code == 0xcc || code == 0xaa;

	return easy || (caps & FL_2D_ROPS) ? rop(code, BLIT_P, s, d) : BLIT_NONE;
}

/* Rings of 4 in a square of 32 at (0, 0). */
static uint32_t ring(int j, int x, int y)
{
	int from_edge = x;

	if (y < from_edge)
		from_edge = y;
	if (31 - x < from_edge)
		from_edge = 31 - x;
	if (31 - y < from_edge)
		from_edge = 31 - y;
	return bar(j + 1 + 3 * (from_edge / 4));
}

/* Is there a letter's pixel at (x, y) of the text? */
static bool text_at(int x, int y, int k)
{
	int scale = k < 8 ? k : 8;

	return in(x, y, 0, 0, (int)strlen(BLIT_TEXT) * 8 * scale, 16 * scale) &&
	       fl_font_glyph((uint8_t)BLIT_TEXT[x / (8 * scale)])[y / scale] >> (7 - x / scale % 8) & 1;
}

uint32_t fl_blit_expected(unsigned px, unsigned py, unsigned w, unsigned h, uint32_t caps)
{
	static const uint8_t rop3[16] = BLIT_ROP3;
	int k = (int)(w / BLIT_W < h / BLIT_H ? w / BLIT_W : h / BLIT_H), ox, oy, x, y, ux, uy;

	k = k < 1 ? 1 : k;
	ox = (int)w > BLIT_W * k ? ((int)w - BLIT_W * k) / 2 : 0;
	oy = (int)h > BLIT_H * k ? ((int)h - BLIT_H * k) / 2 : 0;
	x = (int)px - ox; /* pixels from the card's corner */
	y = (int)py - oy;
	if (!in(x, y, 0, 0, BLIT_W * k, BLIT_H * k))
		return BLIT_BACK;
	ux = x / k; /* units */
	uy = y / k;

	{ /* 14 */
		int tx = x - BLIT_KEYED_X * k, ty = y - BLIT_KEYED_Y * k;

		if ((caps & FL_2D_KEYS) && in(tx, ty, 0, 0, BLIT_KEYED_W * k, BLIT_KEYED_H * k) &&
		    text_at(tx, ty, k))
			return 0xffffffff;
	}
	/* 13 */
	if (in(ux, uy, BLIT_IMAGE_X, BLIT_IMAGE_Y, 32, 24)) {
		int i = x - BLIT_IMAGE_X * k, j = y - BLIT_IMAGE_Y * k;

		return 0xff000080u | (uint32_t)(255 * i / (32 * k)) << 16 |
		       (uint32_t)(255 * j / (24 * k)) << 8;
	}
	/* 12 */
	if (in(ux, uy, BLIT_PAT_X, BLIT_PAT_Y, 46, 22)) {
		static const uint8_t bits[8] = BLIT_BITS;
		int i = (x - BLIT_PAT_X * k) % 8, j = (y - BLIT_PAT_Y * k) % 8;

		return bits[j] & 0x80 >> i ? BLIT_D1 : BLIT_CLIP_BACK;
	}
	if (in(ux, uy, BLIT_PAT_X, BLIT_PAT_Y + 26, 46, 22)) {
		int i = (x - BLIT_PAT_X * k) % 8, j = (y - (BLIT_PAT_Y + 26) * k) % 8;

		return 0xff0000a0u | (uint32_t)(36 * i) << 16 | (uint32_t)(36 * j) << 8;
	}
	{ /* 11 */
		if (text_at(x - BLIT_TEXT_X * k, y - BLIT_TEXT_Y * k, k))
			return 0xffffffff;
	}
	/* 10 */
	if (in(ux, uy, BLIT_COPY_X, BLIT_COPY_Y, BLIT_COPY_W, BLIT_COPY_H))
		return fl_blit_expected(px - (unsigned)((BLIT_COPY_X - BLIT_BAR_X) * k),
					py - (unsigned)((BLIT_COPY_Y - BLIT_BAR_Y) * k), w, h, caps);
	/* 9 */
	if (in(ux, uy, BLIT_CLIP_X, BLIT_CLIP_Y, BLIT_CLIP_W, BLIT_CLIP_H)) {
		for (int i = 7; i >= 0; i--)
			if (on_line(x, y, 100 * k, (150 + 12 * i) * k, 100 * k + ((81 * k) | 1),
				    (174 + 12 * i) * k))
				return bar(8 + i);
		return BLIT_CLIP_BACK;
	}
	{ /* 8 */
		int cx = BLIT_FAN_X * k, cy = BLIT_FAN_Y * k, r = (BLIT_FAN_R * k) | 1;

		for (int n = 47; n >= 0; n--) {
			int m = r * (n / 8) / 5, sign = n / 2 % 4, sx = sign & 1 ? -1 : 1,
			    sy = sign & 2 ? -1 : 1;
			bool steep = n & 1;

			if (on_line(x, y, cx, cy, cx + sx * (steep ? m : r), cy + sy * (steep ? r : m)))
				return bar(8 + n % 8);
		}
	}
	/* 7, 6 */
	for (int i = 0; i < 16; i++) {
		int left = BLIT_ROP_X + BLIT_ROP_STEP * i;

		if (in(ux, uy, left, BLIT_ROP3_Y, 16, 16))
			return rop_square(rop3[i], ux - left, uy - BLIT_ROP3_Y, caps);
		if (in(ux, uy, left, BLIT_ROP_Y, 16, 16))
			return rop_square((unsigned)i * 0x11, ux - left, uy - BLIT_ROP_Y, caps);
	}
	/* 5 */
	for (int j = 0; j < 4; j++) {
		int rx = ux - (BLIT_MOVE_X + BLIT_MOVE_STEP * j), ry = uy - BLIT_MOVE_Y;
		int from_x = j % 2 ? 6 : 0, from_y = j < 2 ? 0 : 6;

		if (in(rx, ry, 6 - from_x, 6 - from_y, 32, 32))
			return ring(j, rx - (6 - from_x), ry - (6 - from_y));
		if (in(rx, ry, from_x, from_y, 32, 32))
			return ring(j, rx - from_x, ry - from_y);
	}
	/* 4 */
	if (in(ux, uy, BLIT_CHECK_X, BLIT_CHECK_Y, 64, 48))
		return ((ux - BLIT_CHECK_X) / 4 + (uy - BLIT_CHECK_Y) / 4) % 2 ? BLIT_CHECK_2 : BLIT_CHECK_1;
	/* 3 */
	if (in(ux, uy, BLIT_BAR_X, BLIT_RAMP_Y, 304, 12))
		return 0xff000000u | (uint32_t)((ux - BLIT_BAR_X) / 4 * 255 / 75) * 0x010101u;
	/* 2 */
	if (in(ux, uy, BLIT_BAR_X, BLIT_BAR_Y, 304, 28))
		return bar((ux - BLIT_BAR_X) / BLIT_BAR_W);
	/* 1 */
	if (x == 0 || y == 0 || x == BLIT_W * k - 1 || y == BLIT_H * k - 1)
		return 0xffffffff;
	return BLIT_BACK;
}
