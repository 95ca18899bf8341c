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

/* n characters at once; n * scale <= ROW_B. */
static void run(struct fl_2d *g, int32_t x, int32_t y, const struct fl_text_style *style, const char *text, uint32_t n)
{
	uint8_t bits[FL_FONT_H][ROW_B];
	uint32_t scale = scale_of(style);

	if (style->opaque)
		fl_fill_rect(g, x, y, (int32_t)(n * FL_FONT_W * scale), (int32_t)(FL_FONT_H * scale),
			     style->background);
	memset(bits, 0, sizeof(bits));
	for (uint32_t i = 0; i < n; i++) {
		const uint8_t *glyph = fl_font_glyph((uint8_t)text[i]);

		for (uint32_t row = 0; row < FL_FONT_H; row++)
			for (uint32_t px = 0; px < FL_FONT_W * scale; px++)
				if (glyph[row] << px / scale & 0x80)
					bits[row][i * scale + px / 8] |= (uint8_t)(0x80u >> px % 8);
	}
	if (scale == 1) {
		fl_mono(g, x, y, (int32_t)(n * FL_FONT_W), FL_FONT_H, bits[0], ROW_B, style->color);
		return;
	}
	/* A pitch of 0 repeats a row. */
	for (uint32_t row = 0; row < FL_FONT_H; row++)
		fl_mono(g, x, y + (int32_t)(row * scale), (int32_t)(n * FL_FONT_W * scale), (int32_t)scale, bits[row],
			0, style->color);
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

int32_t fl_textf(struct fl_2d *g, int32_t x, int32_t y, const struct fl_text_style *style, const char *fmt, ...)
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
