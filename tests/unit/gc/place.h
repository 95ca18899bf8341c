/* SPDX-License-Identifier: MIT
 *
 * Where pixels stand: GC facts 8.1, word by word, for what tests expect.
 */
#ifndef TESTS_UNIT_GC_PLACE_H
#define TESTS_UNIT_GC_PLACE_H

#include "hw/model/gc/layout.h"

static inline uint64_t place_tiled(unsigned x, unsigned y, unsigned stride, unsigned B)
{
	return (uint64_t)(y >> 2) * 4 * stride + (x >> 2) * 16 * B + ((y & 3) * 4 + (x & 3)) * B;
}

static inline uint64_t place_super(unsigned x, unsigned y, unsigned stride, unsigned B, bool is_new)
{
	const unsigned old_order[12] = {x,      x >> 1, y,      y >> 1, x >> 2, y >> 2,
					y >> 3, x >> 3, x >> 4, x >> 5, y >> 4, y >> 5};
	const unsigned new_order[12] = {x,      x >> 1, y,      y >> 1, x >> 2, y >> 2,
					x >> 3, y >> 3, x >> 4, y >> 4, x >> 5, y >> 5};
	unsigned index = 0;

	for (unsigned i = 0; i < 12; i++)
		index |= ((is_new ? new_order : old_order)[i] & 1) << i;
	return (uint64_t)(y >> 6) * 64 * stride + (x >> 6) * 4096 * B + index * B;
}

/* addr: of the buffers of two pipes. */
static inline uint64_t place(unsigned layout, unsigned x, unsigned y, unsigned stride, unsigned B,
			     const uint32_t addr[2])
{
	unsigned p;

	switch (layout) {
	case MGC_LINEAR:
		return addr[0] + (uint64_t)y * stride + x * B;
	case MGC_TILED:
		return addr[0] + place_tiled(x, y, stride, B);
	case MGC_SUPER_OLD:
		return addr[0] + place_super(x, y, stride, B, false);
	case MGC_SUPER_NEW:
		return addr[0] + place_super(x, y, stride, B, true);
	case MGC_MULTI_TILED:
		p = (x >> 2 ^ y >> 2) & 1;
		return addr[p] + place_tiled(((x >> 2 & ~1u) | (y >> 2 & 1)) * 4 + (x & 3),
					     (y >> 3) * 4 + (y & 3), stride, B);
	default:
		p = (x >> 3 ^ y >> 2) & 1;
		return addr[p] + place_super(x ^ p << 3, (y >> 3) << 2 | (y & 3), stride, B, false);
	}
}

#endif
