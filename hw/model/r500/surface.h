/* SPDX-License-Identifier: MIT
 *
 * Where the pixels of color and depth surfaces stand in memory.
 */
#ifndef HW_MODEL_R500_SURFACE_H
#define HW_MODEL_R500_SURFACE_H

#include "hw/model/tiles/surface.h"

/* struct fl_tile_key.swap of COLORENDIAN and DEPTHENDIAN: R5xx guide 11.2. */
static inline uint8_t mr500_surface_swap(unsigned endian)
{
	static const uint8_t swap[4] = {0, 1, 3, 2}; /* none, 16 bits, 32 bits, halves of 32 */

	return swap[endian & 3];
}

/* Byte offset of sample s of pixel (x, y) from the surface's base. x, y count from the surface's corner,
 * offsets included. */
uint64_t mr500_surface_addr(const struct fl_tile_key *k, uint32_t x, uint32_t y, unsigned s);
extern const struct fl_tile_layout mr500_surface_layout;

#endif
