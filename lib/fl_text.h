/* SPDX-License-Identifier: MIT
 *
 * Text with the 2D engine, in the font of lib/fl_font.h: 8 x 16 pixels a character, times a whole scale.
 */
#ifndef LIB_FL_TEXT_H
#define LIB_FL_TEXT_H

#include "lib/fl_draw2d.h"
#include "lib/fl_font.h"

#ifdef __cplusplus
extern "C" {
#endif

struct fl_text_style {
	uint32_t color; /* a pixel of the target */
	uint32_t background;
	bool opaque;   /* fill the cells with background */
	uint8_t scale; /* 1 to 8; 0 is 1 */
	uint8_t rop;   /* of color and background as S, and of brush; 0 is FL_ROP_SRCCOPY */
	/* letters cut out of this pattern: color and rop do not matter. NULL: color */
	const struct fl_brush *brush;
};

/* Write text with its first character's upper left corner at (x, y). '\n' starts a new line below x. Returns
 * the x after the last character. Failures stay in g->code. */
int32_t fl_text(struct fl_2d *g, int32_t x, int32_t y, const struct fl_text_style *style, const char *text);

/* The same, formatted as fl_format() does, up to 255 characters. */
int32_t fl_textf(struct fl_2d *g, int32_t x, int32_t y, const struct fl_text_style *style, const char *fmt,
		 ...) __attribute__((format(printf, 5, 6)));

/* Size in pixels of what fl_text() would draw. */
void fl_text_size(const char *text, uint32_t scale, uint32_t *width_px, uint32_t *height_px);

#ifdef __cplusplus
}
#endif

#endif
