/* SPDX-License-Identifier: MIT
 *
 * Where a pixel, or a block of a compressed texture, stands in its surface: the address equations that PE,
 * RS, BLT and the texture units share (GC facts 8.1, which has them from etna_viv's detiler and Mesa).
 *
 * Strides are bytes of one row of pixels of the whole surface, in multi layouts too: two pixel pipes have a
 * buffer each, with half of the rows and the same stride.
 */
#ifndef HW_MODEL_GC_LAYOUT_H
#define HW_MODEL_GC_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

enum mgc_layout {
	MGC_LINEAR,
	MGC_TILED,     /* tiles of 4x4 */
	MGC_SUPER_OLD, /* super tiles of 64x64, tiles of 4x4 inside in one of two orders */
	MGC_SUPER_NEW,
	MGC_MULTI_TILED, /* the same in two buffers */
	MGC_MULTI_SUPER,
};

enum { MGC_TILE_PX = 4, MGC_SUPER_PX = 64 };

static inline bool mgc_layout_multi(unsigned layout)
{
	return layout == MGC_MULTI_TILED || layout == MGC_MULTI_SUPER;
}

static inline bool mgc_layout_super(unsigned layout)
{
	return layout == MGC_SUPER_OLD || layout == MGC_SUPER_NEW || layout == MGC_MULTI_SUPER;
}

static inline uint64_t mgc_layout_tiled_at(uint32_t x, uint32_t y, uint32_t stride_B, unsigned cpp)
{
	return (uint64_t)(y >> 2) * 4 * stride_B + (uint64_t)(x >> 2) * 16 * cpp +
	       ((y & 3) * 4 + (x & 3)) * cpp;
}

/* Number of a pixel in its super tile. Old order, from bit 0 up: x0 x1 y0 y1 x2 y2 y3 x3 x4 x5 y4 y5; new:
 * x0 x1 y0 y1 x2 y2 x3 y3 x4 y4 x5 y5. */
static inline uint32_t mgc_layout_index(bool new_order, uint32_t x, uint32_t y)
{
	const uint32_t low = (x & 3) | (y & 3) << 2 | (x & 4) << 2 | (y & 4) << 3;

	if (new_order)
		return low | (x & 8) << 3 | (y & 8) << 4 | (x & 16) << 4 | (y & 16) << 5 | (x & 32) << 5 |
		       (y & 32) << 6;
	return low | (y & 8) << 3 | (x & 0x38) << 4 | (y & 0x30) << 6;
}

static inline uint64_t mgc_layout_super_at(bool new_order, uint32_t x, uint32_t y, uint32_t stride_B,
					   unsigned cpp)
{
	return (uint64_t)(y >> 6) * 64 * stride_B + (uint64_t)(x >> 6) * 4096 * cpp +
	       (uint64_t)mgc_layout_index(new_order, x, y) * cpp;
}

/* Bytes from the start of the surface, or of the buffer of a pipe. Four pixels from a multiple of four on are
 * neighbours in every layout. */
static inline uint64_t mgc_layout_at(unsigned layout, uint32_t x, uint32_t y, uint32_t stride_B, unsigned cpp,
				     unsigned *pipe)
{
	*pipe = 0;
	switch (layout) {
	case MGC_TILED:
		return mgc_layout_tiled_at(x, y, stride_B, cpp);
	case MGC_SUPER_OLD:
	case MGC_SUPER_NEW:
		return mgc_layout_super_at(layout == MGC_SUPER_NEW, x, y, stride_B, cpp);
	case MGC_MULTI_TILED:
		*pipe = (x >> 2 ^ y >> 2) & 1;
		return mgc_layout_tiled_at(((x >> 2 & ~1u) | (y >> 2 & 1)) << 2 | (x & 3),
					   (y >> 3) << 2 | (y & 3), stride_B, cpp);
	case MGC_MULTI_SUPER:
		*pipe = (x >> 3 ^ y >> 2) & 1;
		return mgc_layout_super_at(false, x ^ *pipe << 3, (y >> 3) << 2 | (y & 3), stride_B, cpp);
	default:
		return (uint64_t)y * stride_B + (uint64_t)x * cpp;
	}
}

/* What sizes in pixels are rounded up to: texel units that know HALIGN (halign) have 16 across with tiles of
 * 4x4; a core with a copier 4. */
struct mgc_layout_align {
	uint32_t w, h;
};
struct mgc_layout_align mgc_layout_align(unsigned layout, bool copier, bool halign);
/* Bytes that a surface of these sizes takes up, rounded up already; of all buffers. */
uint64_t mgc_layout_size_B(unsigned layout, uint32_t stride_B, uint32_t height);

#endif
