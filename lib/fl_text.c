/* SPDX-License-Identifier: MIT
 *
 * Text: some characters side by side make one bitmap, and one mono expansion.
 */
#include "lib/fl_text.h"
#include "hw/fl_fmt.h"

#include <string.h>

#define ROW_B 32u /* a bitmap's row: 32 characters at scale 1 */

static uint32_t scale_of(const struct fl_text_style *style)
{
	return style->scale < 1 ? 1 : style->scale > 8 ? 8 : style->scale;
}

/* A row of a bitmap, each bit of the n bytes drawn scale times. */
static void widen(uint8_t *row, uint32_t n, uint32_t scale)
{
	uint8_t narrow[ROW_B];

	memcpy(narrow, row, n);
	memset(row, 0, ROW_B);
	for (uint32_t px = 0; px < n * 8 * scale; px++)
		if (narrow[px / scale / 8] << px / scale % 8 & 0x80)
			row[px / 8] |= (uint8_t)(0x80u >> px % 8);
}

static void draw(struct fl_2d *g, int32_t x, int32_t y, int32_t w, int32_t h, const struct fl_bitmap *bitmap,
		 const struct fl_text_style *style)
{
	if (style->brush && style->opaque)
		fl_fill_rect(g, x, y, w, h, style->background);
	if (style->brush)
		fl_mono_rop(g, x, y, w, h, bitmap, style->brush, FL_ROP_PATCOPY);
	else
		fl_mono_rop(g, x, y, w, h, bitmap, NULL, style->rop ? style->rop : FL_ROP_SRCCOPY);
}

/* n characters at once; n * scale <= ROW_B. */
static void run(struct fl_2d *g, int32_t x, int32_t y, const struct fl_text_style *style, const char *text,
		uint32_t n)
{
	uint8_t bits[FL_FONT_H][ROW_B];
	struct fl_bitmap bitmap = {.bits = bits[0],
				   .pitch_B = ROW_B,
				   .color = style->color,
				   .background = style->background,
				   .opaque = style->opaque && !style->brush};
	int32_t scale = (int32_t)scale_of(style), w = (int32_t)n * (int32_t)FL_FONT_W * scale;

	for (uint32_t i = 0; i < n; i++) {
		const uint8_t *glyph = fl_font_glyph((uint8_t)text[i]);

		for (uint32_t row = 0; row < FL_FONT_H; row++)
			bits[row][i] = glyph[row];
	}
	if (scale == 1) {
		draw(g, x, y, w, FL_FONT_H, &bitmap, style);
		return;
	}
	bitmap.pitch_B = 0; /* repeats a row */
	for (uint32_t row = 0; row < FL_FONT_H; row++) {
		widen(bits[row], n, (uint32_t)scale);
		bitmap.bits = bits[row];
		draw(g, x, y + (int32_t)row * scale, w, scale, &bitmap, style);
	}
}

int32_t fl_text(struct fl_2d *g, int32_t x, int32_t y, const struct fl_text_style *style, const char *text)
{
	uint32_t scale = scale_of(style), most = ROW_B / scale;
	int32_t at = x;

	while (*text) {
		uint32_t n = 0;

		if (*text == '\n') {
			at = x;
			y += (int32_t)(FL_FONT_H * scale);
			text++;
			continue;
		}
		while (n < most && text[n] && text[n] != '\n')
			n++;
		run(g, at, y, style, text, n);
		at += (int32_t)(n * FL_FONT_W * scale);
		text += n;
	}
	return at;
}

int32_t fl_textf(struct fl_2d *g, int32_t x, int32_t y, const struct fl_text_style *style, const char *fmt,
		 ...)
{
	char text[256];
	va_list ap;

	va_start(ap, fmt);
	fl_vformat(text, sizeof(text), fmt, ap);
	va_end(ap);
	return fl_text(g, x, y, style, text);
}

void fl_text_size(const char *text, uint32_t scale, uint32_t *width_px, uint32_t *height_px)
{
	uint32_t line = 0, widest = 0, lines = 1;

	for (; *text; text++) {
		if (*text == '\n') {
			line = 0;
			lines++;
		} else if (++line > widest) {
			widest = line;
		}
	}
	*width_px = widest * FL_FONT_W * scale;
	*height_px = lines * FL_FONT_H * scale;
}
