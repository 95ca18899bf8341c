/* SPDX-License-Identifier: MIT
 *
 * Masks of samples that a program exports (gl_SampleMask): bit i of a lane's is for its sample i
 * (hw/model/pixel), and R6xx takes them from Z of export 61 where DB_SHADER_CONTROL.MASK_EXPORT_ENABLE says
 * so (Mesa r600_shader.c, r600_state.c).
 */
#include "hw/model/pixel/sample_mask.h"
#include "hw/model/r600/rb.h"
#include "tests/unit/r600/draw_rig.h"

enum { STRIP = 6, ALL_PX = DRAW_PX * DRAW_PX };

Test(sample_mask, a_bit_for_each_sample)
{
	struct fl_raster_thread *t = aligned_alloc(64, (sizeof(*t) + 63) / 64 * 64);
	struct fl_raster_draw draw = {0};
	uint32_t mask[FL_WAVE_PX];

	memset(t, 0, sizeof(*t));
	t->wave.draw = &draw;
	t->wave.n_quads = FL_WAVE_PX / 4;
	for (unsigned l = 0; l < FL_WAVE_PX; l++)
		mask[l] = l * 0x9d;
	for (draw.samples = 1; draw.samples <= 8; draw.samples *= 2) {
		for (unsigned s = 0; s < draw.samples; s++)
			t->wave.cover[s] = 0xfffffffffffffff0u << s; /* some are not covered as it is */
		fl_pixel_sample_mask(t, mask);
		for (unsigned l = 0; l < FL_WAVE_PX; l++)
			for (unsigned s = 0; s < draw.samples; s++)
				cr_assert_eq(t->wave.cover[s] >> l & 1, l >= s + 4 && mask[l] & 1u << s,
					     "%u samples, lane %u: %u", draw.samples, l, s);
	}
	free(t);
}

/* The whole target under a program that exports the mask k: samples that passed are counted. */
static uint64_t passed(unsigned log2_samples, bool enabled, unsigned k)
{
	uint64_t n = 0;

	draw_new("rv770");
	draw_program(MR600_PS, "ALU\n 0 t: FLT_TO_INT R1.y, R0.x\nEXPORT PIXEL 61, R1.__y_\n"
			       "EXPORT_DONE PIXEL 0, R0.xyzw EOP\n");
	draw_set(R600_DB_SHADER_CONTROL, R600_DB_SHADER_CONTROL__MASK_EXPORT_ENABLE(enabled));
	draw_set(R600_PA_SC_AA_CONFIG, R600_PA_SC_AA_CONFIG__MSAA_NUM_SAMPLES(log2_samples));
	draw_set(R600_PA_SC_MODE_CNTL,
		 R600_REG(rig.r, PA_SC_MODE_CNTL) | R600_PA_SC_MODE_CNTL__MSAA_ENABLE(1));
	if (log2_samples)
		draw_set(R600_CB_TARGET_MASK, 0);
	for (unsigned i = 0; i < 4; i++)
		draw_color(i, i & 1 ? 64 : 0, i & 2 ? 64 : 0, (float)k);
	draw_auto(STRIP, 4);
	draw_done();
	rig_quiet();
	for (unsigned i = 0; i < MR600_BACKENDS; i++)
		n += rig.r->rb->zpass[i];
	if (!log2_samples)
		cr_assert_eq(draw_red(20, 30), !enabled || k & 1 ? (float)k : 0.0f);
	rig_free();
	return n;
}

Test(r600_sample_mask, z_of_export_61)
{
	for (unsigned log2 = 0; log2 <= 3; log2++)
		for (unsigned k = 0; k < 256; k += 1 + k / 8) {
			const unsigned samples = 1u << log2;
			const unsigned stay = (unsigned)__builtin_popcount(k & ((1u << samples) - 1));

			cr_assert_eq(passed(log2, true, k), (uint64_t)stay * ALL_PX, "%u samples, mask %u",
				     samples, k);
			cr_assert_eq(passed(log2, false, k), (uint64_t)samples * ALL_PX);
		}
}
