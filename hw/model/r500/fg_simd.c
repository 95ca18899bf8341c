/* SPDX-License-Identifier: MIT
 *
 * FG for a wave at a time. Same bits as fg_scalar.c.
 */
#include "hw/model/r500/fg.h"
#include "hw/model/num/num.h"
#include "hw/model/tiles/lanes.h"

INLINE vi compare(unsigned func, vf a, vf b)
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
		return vi_set(func == R500_FG_ALPHA_FUNC__AF_FUNC__AF_ALWAYS ? -1 : 0);
	}
}

/* A depth of 24 bits out of W: US_W_FMT. */
INLINE vi depth(const struct mr500_fg_state *fg, vf w)
{
	const vi low = vi_set(0), high = vi_set(MR500_FG_FP24_MAX);
	vi z;

	if (fg->w_fmt == R500_US_W_FMT__W_FMT__W0)
		return low;
	if (fg->w_fmt == R500_US_W_FMT__W_FMT__W24)
		return __builtin_convertvector(clamp(w) * 16777215.0f, vi);
	z = MR500_FG_FP24((vi)w);
	z = vi_select(z < low, low, z);
	return vi_select(z > high, high, z);
}

INLINE vf alpha_code(unsigned how, vf a)
{
	if (how == MR500_FG_ALPHA_FP16)
		return half_to_float(float_to_half(a));
	return clamp(a) * (how == MR500_FG_ALPHA_8 ? 255.0f : 1023.0f) + 12582912.0f - 12582912.0f;
}

static void fog(const struct mr500_fg_state *fg, struct mr500_px *px)
{
	for (unsigned i = 0; i < FL_WAVE_PX; i += FL_LANES) {
		vf v = *(const vf *)&px->fog[i], f;

		switch (fg->fog_fn) {
		case R500_FG_FOG_BLEND__FN__LINEAR:
			f = clamp(v);
			break;
		case R500_FG_FOG_BLEND__FN__EXP:
			f = clamp(numv_exp2(-v * MR500_LOG2_E));
			break;
		case R500_FG_FOG_BLEND__FN__EXP2:
			f = clamp(numv_exp2(-(v * v) * MR500_LOG2_E));
			break;
		default:
			f = vf_set(fg->fog_factor);
		}
		for (unsigned c = 0; c < 3; c++) {
			vf *o = (vf *)&px->out[0][c][i];

			*o = f * *o + (1.0f - f) * fg->fog_color[c];
		}
	}
}

void FL_SIMD(mr500_fg_run)(struct fl_raster_thread *t)
{
	struct fl_wave *w = &t->wave;
	const struct mr500_fg_state *fg = mr500_draw_of(w->draw)->fg;
	unsigned samples = w->draw->samples;

	if (fg->idle)
		return;
	fl_raster_look_here(t);
	if (fg->alpha) {
		uint64_t pass = 0;

		for (unsigned i = 0; i < VECS; i++) {
			vf a = alpha_code(fg->alpha, *(const vf *)&mr500_px_of(t)->out[0][3][i * FL_LANES]);
			pass |= vi_bits(compare(fg->func, a, vf_set(fg->ref))) << i * FL_LANES;
		}
		for (unsigned s = 0; s < samples; s++)
			w->cover[s] &= pass;
	}
	if (fg->to_mask)
		for (unsigned i = 0; i < VECS; i++) {
			vf a = clamp(*(const vf *)&mr500_px_of(t)->out[0][3][i * FL_LANES]) * (float)samples +
			       0.5f;
			vi on = __builtin_convertvector(a, vi);

			for (unsigned s = 0; s < samples; s++) {
				uint64_t off = vi_bits(on <= (int32_t)s) << i * FL_LANES;
				w->cover[s] &= ~off;
			}
		}
	if (fg->fog)
		fog(fg, mr500_px_of(t));
	if (fg->shader_depth)
		for (unsigned i = 0; i < FL_WAVE_PX; i += FL_LANES) {
			vi z = depth(fg, *(const vf *)&(fg->raster_w ? mr500_px_of(t)->raster_w
								     : mr500_px_of(t)->out_w)[i]);

			for (unsigned s = 0; s < samples; s++)
				*(vi *)&w->z[s][i] = z;
		}
}
