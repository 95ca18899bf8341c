/* SPDX-License-Identifier: MIT
 *
 * Alpha to coverage; see alpha_mask.h.
 */
#include "hw/model/pixel/alpha_mask.h"

void fl_pixel_alpha_to_mask(struct fl_raster_thread *t, const float *alpha)
{
	const unsigned n = t->wave.draw->samples;

	for (unsigned lane = 0; lane < 4 * t->wave.n_quads; lane++) {
		const float a = alpha[lane] > 0 ? alpha[lane] < 1 ? alpha[lane] : 1.0f : 0.0f;
		const unsigned stay = (unsigned)(a * (float)n + 0.5f);

		for (unsigned s = stay; s < n; s++)
			t->wave.cover[s] &= ~(UINT64_C(1) << lane);
	}
}
