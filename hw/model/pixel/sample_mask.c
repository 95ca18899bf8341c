/* SPDX-License-Identifier: MIT
 *
 * Masks of samples that programs export; see sample_mask.h.
 */
#include "hw/model/pixel/sample_mask.h"

void fl_pixel_sample_mask(struct fl_raster_thread *t, const uint32_t mask[FL_WAVE_PX])
{
	for (unsigned s = 0; s < t->wave.draw->samples; s++)
		for (uint64_t m = t->wave.cover[s]; m; m &= m - 1) {
			const unsigned lane = (unsigned)__builtin_ctzll(m);

			if (!(mask[lane] >> s & 1))
				t->wave.cover[s] &= ~(UINT64_C(1) << lane);
		}
}
