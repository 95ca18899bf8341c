/* SPDX-License-Identifier: MIT
 *
 * Alpha to coverage: as much of a pixel's samples as its alpha says, the first ones (hw/model/pixel); and
 * that R6xx asks for it by DB_ALPHA_TO_MASK (Mesa r600d.h, bit 0), before depth and color are written.
 */
#include "hw/model/pixel/alpha_mask.h"
#include "tests/unit/r600/draw_rig.h"

#include <math.h>

enum { STRIP = 6 };

Test(alpha_mask, as_many_samples_as_alpha_says)
{
	struct fl_raster_thread *t = aligned_alloc(64, (sizeof(*t) + 63) / 64 * 64);
	struct fl_raster_draw draw = {0};
	float alpha[FL_WAVE_PX];

	memset(t, 0, sizeof(*t));
	t->wave.draw = &draw;
	t->wave.n_quads = FL_WAVE_PX / 4;
	for (draw.samples = 1; draw.samples <= 8; draw.samples *= 2) {
		for (unsigned l = 0; l < FL_WAVE_PX; l++)
			alpha[l] = (float)l / 48 - 0.1f; /* below 0 and above 1 too */
		alpha[7] = NAN;
		for (unsigned s = 0; s < draw.samples; s++)
			t->wave.cover[s] = ~UINT64_C(0);
		fl_pixel_alpha_to_mask(t, alpha);
		for (unsigned l = 0; l < FL_WAVE_PX; l++) {
			const double a = alpha[l] > 0 ? fmin(alpha[l], 1) : 0;
			const unsigned n = (unsigned)floor(a * draw.samples + 0.5);

			for (unsigned s = 0; s < draw.samples; s++)
				cr_assert_eq(t->wave.cover[s] >> l & 1, s < n, "%u samples, alpha %g: %u",
					     draw.samples, (double)alpha[l], s);
		}
	}
	free(t);
}

Test(r600_alpha_mask, one_sample_is_all_or_nothing)
{
	for (unsigned on = 0; on < 2; on++) {
		draw_new("rv770");
		draw_set(R600_DB_ALPHA_TO_MASK, R600_DB_ALPHA_TO_MASK__ALPHA_TO_MASK_ENABLE(on));
		for (unsigned k = 0; k <= 8; k++) {
			draw_wipe();
			for (unsigned i = 0; i < 4; i++) {
				float *v = draw_vertex(i, i & 1 ? 64 : 0, i & 2 ? 64 : 0);

				v[4] = 5;
				v[7] = (float)k / 8;
			}
			draw_auto(STRIP, 4);
			cr_assert_eq(draw_red(20, 30), !on || k >= 4 ? 5.0f : 0.0f, "%u: alpha %u / 8: %g",
				     on, k, (double)draw_red(20, 30));
		}
		rig_quiet();
		rig_free();
	}
}
