/* SPDX-License-Identifier: MIT
 *
 * FG, one pixel at a time: the judge of fg_simd.c.
 */
#include "hw/model/r500/fg.h"
#include "hw/model/num/num.h"

/* Clamped to [0, 1]; NaN is 0. */
static float clamp(float x)
{
	return x > 0.0f ? x < 1.0f ? x : 1.0f : 0.0f;
}

/* A depth of 24 bits out of W: US_W_FMT. */
static uint32_t depth(const struct mr500_fg_state *fg, float w)
{
	int32_t z;

	if (fg->w_fmt == R500_US_W_FMT__W_FMT__W0)
		return 0;
	if (fg->w_fmt == R500_US_W_FMT__W_FMT__W24)
		return (uint32_t)(clamp(w) * 16777215.0f);
	z = MR500_FG_FP24(num_bits(w));
	return (uint32_t)(z < 0 ? 0 : z > MR500_FG_FP24_MAX ? MR500_FG_FP24_MAX : z);
}

static bool compare(unsigned func, float a, float b)
{
	switch (func) {
	case R500_FG_ALPHA_FUNC__AF_FUNC__AF_LESS:
		return a < b;
	case R500_FG_ALPHA_FUNC__AF_FUNC__AF_EQUAL:
		return a == b;
	case R500_FG_ALPHA_FUNC__AF_FUNC__AF_LE:
		return a <= b;
	case R500_FG_ALPHA_FUNC__AF_FUNC__AF_GREATER:
		return a > b;
	case R500_FG_ALPHA_FUNC__AF_FUNC__AF_NOTEQUAL:
		return a != b;
	case R500_FG_ALPHA_FUNC__AF_FUNC__AF_GE:
		return a >= b;
	default:
		return func == R500_FG_ALPHA_FUNC__AF_FUNC__AF_ALWAYS;
	}
}

static float alpha_code(unsigned how, float a)
{
	if (how == MR500_FG_ALPHA_FP16)
		return num_from_half(num_to_half(a));
	/* adding 2^23 and more rounds to whole numbers, halves to even */
	return clamp(a) * (how == MR500_FG_ALPHA_8 ? 255.0f : 1023.0f) + 12582912.0f - 12582912.0f;
}

static float fog_factor(const struct mr500_fg_state *fg, float value)
{
	switch (fg->fog_fn) {
	case R500_FG_FOG_BLEND__FN__LINEAR:
		return clamp(value);
	case R500_FG_FOG_BLEND__FN__EXP:
		return clamp(num_exp2(-value * MR500_LOG2_E));
	case R500_FG_FOG_BLEND__FN__EXP2:
		return clamp(num_exp2(-(value * value) * MR500_LOG2_E));
	default:
		return fg->fog_factor;
	}
}

void mr500_fg_run_scalar(struct fl_raster_thread *t)
{
	struct fl_wave *w = &t->wave;
	const struct mr500_fg_state *fg = mr500_draw_of(w->draw)->fg;
	unsigned samples = w->draw->samples;

	if (fg->idle)
		return;
	fl_raster_look_here(t);
	for (unsigned i = 0; i < w->n_quads * 4; i++) {
		uint64_t bit = 1ull << i;
		float a = mr500_px_of(t)->out[0][3][i];

		if (fg->alpha && !compare(fg->func, alpha_code(fg->alpha, a), fg->ref))
			for (unsigned s = 0; s < samples; s++)
				w->cover[s] &= ~bit;
		if (fg->to_mask) {
			unsigned on = (unsigned)(clamp(a) * (float)samples + 0.5f);

			for (unsigned s = on; s < samples; s++)
				w->cover[s] &= ~bit;
		}
		if (fg->fog) {
			float f = fog_factor(fg, mr500_px_of(t)->fog[i]);

			for (unsigned c = 0; c < 3; c++)
				mr500_px_of(t)->out[0][c][i] =
				    f * mr500_px_of(t)->out[0][c][i] + (1.0f - f) * fg->fog_color[c];
		}
		if (fg->shader_depth)
			for (unsigned s = 0; s < samples; s++)
				w->z[s][i] = depth(fg, fg->raster_w ? mr500_px_of(t)->raster_w[i]
								    : mr500_px_of(t)->out_w[i]);
	}
}
