/* SPDX-License-Identifier: MIT
 *
 * Layouts that were made before. Who walks a surface asks for the same one at each of its rows or blocks, and
 * a layout depends on nothing but what it is asked by: each thread keeps what it has made.
 */
#include "hw/model/cik/tile.h"

#include <stddef.h>

enum { KEPT = 64 };

const struct mcik_layout *mcik_layout_kept(uint32_t mode, uint32_t macro, uint32_t row_B, unsigned bytes,
					   unsigned samples, const char **why)
{
	static _Thread_local struct {
		uint32_t row_B; /* 0: nothing is kept here */
		struct mcik_layout layout;
	} kept[KEPT], *k;
	const uint32_t hash = (mode ^ mode >> 9 ^ mode >> 20) * 5 + macro * 3 + bytes + samples * 7;

	k = &kept[hash % KEPT];
	if (k->row_B == row_B && k->layout.mode == mode && k->layout.macro == macro &&
	    k->layout.bytes == bytes && k->layout.samples == samples)
		return &k->layout;
	k->row_B = 0;
	*why = mcik_layout_of(&k->layout, mode, macro, row_B, bytes, samples);
	if (*why)
		return NULL;
	k->row_B = row_B;
	return &k->layout;
}
