/* SPDX-License-Identifier: MIT
 *
 * A bitmap font of 8 x 16 pixels: ASCII 32 to 126, and a few symbols after it.
 */
#ifndef LIB_FL_FONT_H
#define LIB_FL_FONT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FL_FONT_W     8u
#define FL_FONT_H     16u
#define FL_FONT_COUNT (127u + 7u - 32u)

/* Codes of the symbols; "\x7f" in a string, and so on. */
enum {
	FL_SYM_BLOCK = 127, /* all pixels set */
	FL_SYM_CHECK,
	FL_SYM_CROSS,
	FL_SYM_ARROW, /* to the right */
	FL_SYM_DEGREE,
	FL_SYM_STAR,
	FL_SYM_MISSING, /* what stands for a code that the font does not have */
};

/* 16 rows from the top, the left pixel in bit 7. Never NULL. */
const uint8_t *fl_font_glyph(uint32_t code);

#ifdef __cplusplus
}
#endif

#endif
