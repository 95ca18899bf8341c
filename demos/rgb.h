/* SPDX-License-Identifier: MIT
 *
 * A row of a picture as files, previews and checksums have it.
 */
#ifndef DEMOS_RGB_H
#define DEMOS_RGB_H

#include <stdint.h>

/* n pixels 0xAARRGGBB as bytes R, G, B. Returns their end. */
static inline uint8_t *fl_rgb_row(const uint32_t *argb, uint32_t n, uint8_t *rgb)
{
	for (; n--; argb++) {
		*rgb++ = (uint8_t)(*argb >> 16);
		*rgb++ = (uint8_t)(*argb >> 8);
		*rgb++ = (uint8_t)*argb;
	}
	return rgb;
}

#endif
