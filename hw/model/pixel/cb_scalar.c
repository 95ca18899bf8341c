/* SPDX-License-Identifier: MIT
 *
 * CB, one sample of one pixel at a time: the judge of cb_simd.c. And the resolve of multi-sampled buffers.
 * cb.h says what a pixel goes through, and how precise it is.
 */
#include <string.h>

#include "hw/model/pixel/cb.h"
#include "hw/model/num/num.h"

/* Clamped to [0, 1]; NaN is 0. */
static float clamp(float x)
{
	return x > 0.0f ? x < 1.0f ? x : 1.0f : 0.0f;
}

static float clamp_signed(float x)
{
	return x == x ? x > -1.0f ? x < 1.0f ? x : 1.0f : -1.0f : 0.0f;
}

/* Round to nearest, halves to even: adding 1.5 * 2^23 leaves the whole number in the low bits of the sum. */
static int32_t fixed(float x, unsigned bits, bool sign)
{
	x = sign ? clamp_signed(x) * (float)((1u << (bits - 1)) - 1) : clamp(x) * (float)((1u << bits) - 1);
	return num_bits(x + 12582912.0f) - 0x4b400000;
}

/* C4_10_GAMMA: to the power of 1 / 2.2 before it becomes fixed-point. */
static float to_gamma(float x)
{
	x = clamp(x);
	return x > 0.0f ? num_exp2(num_log2(x > 1e-30f ? x : 1e-30f) * (1.0f / 2.2f)) : 0.0f;
}

static float from_gamma(float x)
{
	return x > 0.0f ? num_exp2(num_log2(x) * 2.2f) : 0.0f;
}

static uint32_t get(const uint32_t *word, unsigned at, unsigned bits)
{
	return word[at / 32] >> at % 32 & (bits == 32 ? ~0u : (1u << bits) - 1);
}

/* ---- fixed point --------------------------------------------------------------------------------------- */
static uint32_t factor_fixed(unsigned f, unsigned k, const uint32_t *s, const uint32_t *d, const float *c,
			     uint32_t one)
{
	uint32_t sat = s[3] < one - d[3] ? s[3] : one - d[3];

	switch (f) {
	case MR500_BF_ONE:
		return one;
	case MR500_BF_SRC_COLOR:
		return s[k];
	case MR500_BF_INV_SRC_COLOR:
		return one - s[k];
	case MR500_BF_DST_COLOR:
		return d[k];
	case MR500_BF_INV_DST_COLOR:
		return one - d[k];
	case MR500_BF_SRC_ALPHA:
		return s[3];
	case MR500_BF_INV_SRC_ALPHA:
		return one - s[3];
	case MR500_BF_DST_ALPHA:
		return d[3];
	case MR500_BF_INV_DST_ALPHA:
		return one - d[3];
	case MR500_BF_SAT:
		return k == 3 ? one : sat;
	case MR500_BF_CONST_COLOR:
		return (uint32_t)c[k];
	case MR500_BF_INV_CONST_COLOR:
		return one - (uint32_t)c[k];
	case MR500_BF_CONST_ALPHA:
		return (uint32_t)c[3];
	case MR500_BF_INV_CONST_ALPHA:
		return one - (uint32_t)c[3];
	default:
		return 0;
	}
}

static uint32_t blend_fixed(const struct mr500_cb_equation *e, unsigned k, const uint32_t *s,
			    const uint32_t *d, const float *c, uint32_t one)
{
	int32_t a = (int32_t)(s[k] * factor_fixed(e->src, k, s, d, c, one));
	int32_t b = (int32_t)(d[k] * factor_fixed(e->dst, k, s, d, c, one)), t;

	switch (e->func) {
	case R500_RB3D_BLENDCNTL__COMB_FCN__SUB_SRC_DST_CLAMP:
	case R500_RB3D_BLENDCNTL__COMB_FCN__SUB_SRC_DST_NO_CLAMP:
		t = a - b;
		break;
	case R500_RB3D_BLENDCNTL__COMB_FCN__SUB_DST_SRC_CLAMP:
	case R500_RB3D_BLENDCNTL__COMB_FCN__SUB_DST_SRC_NO_CLAMP:
		t = b - a;
		break;
	case R500_RB3D_BLENDCNTL__COMB_FCN__MIN:
		t = a < b ? a : b;
		break;
	case R500_RB3D_BLENDCNTL__COMB_FCN__MAX:
		t = a > b ? a : b;
		break;
	default:
		t = a + b;
	}
	/* An unsigned buffer has no room for what is not clamped: the NO_CLAMP functions clamp here, too. */
	t = t < 0 ? 0 : t > (int32_t)(one * one) ? (int32_t)(one * one) : t;
	return (2 * (uint32_t)t + one) / (2 * one);
}

static bool discarded(const struct fl_pixel_color *cb, const uint32_t *s8)
{
	bool a_le = s8[3] <= cb->lte[3], a_ge = s8[3] >= cb->gte[3], c_le = true, c_ge = true;

	for (unsigned k = 0; k < 3; k++) {
		c_le &= s8[k] <= cb->lte[k];
		c_ge &= s8[k] >= cb->gte[k];
	}
	switch (cb->discard) {
	case R500_RB3D_BLENDCNTL__DISCARD_SRC_PIXELS__SRC_ALPHA_LE_THRESHOLD:
		return a_le;
	case R500_RB3D_BLENDCNTL__DISCARD_SRC_PIXELS__SRC_COLOR_LE_THRESHOLD:
		return c_le;
	case R500_RB3D_BLENDCNTL__DISCARD_SRC_PIXELS__SRC_ARGB_LE_THRESHOLD:
		return a_le && c_le;
	case R500_RB3D_BLENDCNTL__DISCARD_SRC_PIXELS__SRC_ALPHA_GE_THRESHOLD:
		return a_ge;
	case R500_RB3D_BLENDCNTL__DISCARD_SRC_PIXELS__SRC_COLOR_GE_THRESHOLD:
		return c_ge;
	case R500_RB3D_BLENDCNTL__DISCARD_SRC_PIXELS__SRC_ARGB_GE_THRESHOLD:
		return a_ge && c_ge;
	default:
		return false;
	}
}

/* False: the pixel is discarded. */
static bool pixel_fixed(const struct fl_pixel_color *cb, const struct mr500_cb_target *t, const float *in,
			const uint32_t *old, uint32_t *now, unsigned x, unsigned y)
{
	uint32_t one = (1u << t->bits) - 1, s[4], d[4] = {0}, s8[4];

	for (unsigned k = 0; k < 4; k++) {
		s[k] = (uint32_t)fixed(t->gamma && t->sel[k] != 3 ? to_gamma(in[k]) : in[k], t->bits, false);
		s8[k] = s[k] >> (t->bits - 8);
	}
	if (t->yuv) /* odd pixels give V */
		s[0] = x & 1 ? s[2] : s[0];
	if (cb->blend) {
		if (discarded(cb, s8))
			return false;
		if (t->blend_reads && !(cb->skip0 && s[3] == 0) && !(cb->skip1 && s[3] == one))
			for (unsigned k = 0; k < 4; k++) {
				const struct mr500_cb_channel *c = &t->ch[t->ch[k].read & 3];

				d[k] = one;
				if (t->ch[k].read < 4)
					d[k] = (uint32_t)((float)get(old, c->at, c->bits) *
							      ((float)one / (float)((1u << c->bits) - 1)) +
							  0.5f);
			}
		uint32_t res[4];
		for (unsigned k = 0; k < 4; k++)
			res[k] = blend_fixed(&cb->eq[k == 3], k, s, d, t->constant, one);
		memcpy(s, res, sizeof(s));
	}
	for (unsigned k = 0; k < 4; k++)
		if (t->ch[k].bits)
			now[t->ch[k].at / 32] |= mr500_cb_reduce(s[k], t->bits, t->ch[k].bits,
								 cb->dither[k == 3], mr500_cb_bayer(x, y))
						 << t->ch[k].at % 32;
	return true;
}

/* ---- floating point: FP16 blended, signed channels ----------------------------------------------------- */
static float factor_float(unsigned f, unsigned k, const float *s, const float *d, const float *c)
{
	float sat = s[3] < 1.0f - d[3] ? s[3] : 1.0f - d[3];

	switch (f) {
	case MR500_BF_ONE:
		return 1.0f;
	case MR500_BF_SRC_COLOR:
		return s[k];
	case MR500_BF_INV_SRC_COLOR:
		return 1.0f - s[k];
	case MR500_BF_DST_COLOR:
		return d[k];
	case MR500_BF_INV_DST_COLOR:
		return 1.0f - d[k];
	case MR500_BF_SRC_ALPHA:
		return s[3];
	case MR500_BF_INV_SRC_ALPHA:
		return 1.0f - s[3];
	case MR500_BF_DST_ALPHA:
		return d[3];
	case MR500_BF_INV_DST_ALPHA:
		return 1.0f - d[3];
	case MR500_BF_SAT:
		return k == 3 ? 1.0f : sat;
	case MR500_BF_CONST_COLOR:
		return c[k];
	case MR500_BF_INV_CONST_COLOR:
		return 1.0f - c[k];
	case MR500_BF_CONST_ALPHA:
		return c[3];
	case MR500_BF_INV_CONST_ALPHA:
		return 1.0f - c[3];
	default:
		return 0.0f;
	}
}

static float blend_float(const struct mr500_cb_equation *e, unsigned k, const float *s, const float *d,
			 const float *c, bool sign)
{
	float a = s[k] * factor_float(e->src, k, s, d, c), b = d[k] * factor_float(e->dst, k, s, d, c), t;

	switch (e->func) {
	case R500_RB3D_BLENDCNTL__COMB_FCN__SUB_SRC_DST_CLAMP:
	case R500_RB3D_BLENDCNTL__COMB_FCN__SUB_SRC_DST_NO_CLAMP:
		t = a - b;
		break;
	case R500_RB3D_BLENDCNTL__COMB_FCN__SUB_DST_SRC_CLAMP:
	case R500_RB3D_BLENDCNTL__COMB_FCN__SUB_DST_SRC_NO_CLAMP:
		t = b - a;
		break;
	case R500_RB3D_BLENDCNTL__COMB_FCN__MIN:
		return a < b ? a : b;
	case R500_RB3D_BLENDCNTL__COMB_FCN__MAX:
		return a > b ? a : b;
	default:
		t = a + b;
	}
	if (e->func & 1) /* NO_CLAMP */
		return t;
	return sign ? clamp_signed(t) : clamp(t);
}

/* The blender has no infinities, NaNs or negative zero: R5xx guide 10.1.17. */
static uint32_t half(float x)
{
	uint32_t h = num_to_half(x);

	if ((h & 0x7fff) > 0x7c00 || h == 0x8000)
		return 0;
	return (h & 0x7fff) == 0x7c00 ? h - 1 : h;
}

static bool pixel_float(const struct fl_pixel_color *cb, const struct mr500_cb_target *t, const float *in,
			const uint32_t *old, uint32_t *now)
{
	float s[4], d[4] = {0};
	uint32_t s8[4];

	for (unsigned k = 0; k < 4; k++) {
		bool sign = t->sign >> k & 1;
		float max = (float)((1u << (t->bits - 1)) - 1);

		if (!t->sign)
			s[k] = num_from_half(half(in[k]));
		else if (sign)
			s[k] = (float)fixed(in[k], t->bits, true) / max;
		else
			s[k] = (float)fixed(in[k], t->bits, false) / (float)((1u << t->bits) - 1);
		s8[k] = (uint32_t)fixed(s[k], 8, false);
	}
	if (cb->blend) {
		if (discarded(cb, s8))
			return false;
		if (t->blend_reads && !(cb->skip0 && s[3] == 0.0f) && !(cb->skip1 && s[3] == 1.0f))
			for (unsigned k = 0; k < 4; k++) {
				unsigned from = t->ch[k].read & 3;
				const struct mr500_cb_channel *c = &t->ch[from];
				uint32_t code = get(old, c->at, c->bits);

				if (t->ch[k].read > 3)
					d[k] = 1.0f;
				else if (!t->sign)
					d[k] = num_from_half(half(num_from_half(code)));
				else if (t->sign >> from & 1 && c->bits > 1) {
					int32_t max = (1 << (c->bits - 1)) - 1;
					int32_t v = (int32_t)(code << (32 - c->bits)) >> (32 - c->bits);
					d[k] = (float)(v < -max ? -max : v) / (float)max;
				} else
					d[k] = (float)code / (float)((1u << c->bits) - 1);
			}
		float res[4];
		for (unsigned k = 0; k < 4; k++)
			res[k] = blend_float(&cb->eq[k == 3], k, s, d, t->constant, t->sign >> k & 1);
		memcpy(s, res, sizeof(s));
	}
	for (unsigned k = 0; k < 4; k++) {
		const struct mr500_cb_channel *c = &t->ch[k];
		uint32_t code;

		if (!c->bits)
			continue;
		if (!t->sign)
			code = half(s[k]);
		else
			code = (uint32_t)fixed(s[k], c->bits, t->sign >> k & 1 && c->bits > 1) &
			       ((1u << c->bits) - 1);
		now[c->at / 32] |= code << c->at % 32;
	}
	return true;
}

/* ---- the rest ------------------------------------------------------------------------------------------ */
static void pixel_raw(const struct mr500_cb_target *t, const float *in, uint32_t *now)
{
	const struct mr500_cb_raw *raw = &mr500_cb_raw[t->out_fmt];

	for (unsigned k = 0; k < raw->n; k++) {
		bool sign = (raw->always_signed || t->sign >> k & 1) && raw->bits[k] > 1;
		uint32_t code = raw->pack == MR500_PACK_FLOAT ? (uint32_t)num_bits(in[k])
				: raw->pack == MR500_PACK_HALF
				    ? num_to_half(in[k])
				    : (uint32_t)fixed(in[k], raw->bits[k], sign) & ((1u << raw->bits[k]) - 1);
		now[raw->at[k] / 32] |= code << raw->at[k] % 32;
	}
}

static uint32_t rop2(unsigned rop, uint32_t s, uint32_t d)
{
	uint32_t r = 0;

	if (rop & 1)
		r |= ~s & ~d;
	if (rop & 2)
		r |= ~s & d;
	if (rop & 4)
		r |= s & ~d;
	if (rop & 8)
		r |= s & d;
	return r;
}

static bool pixel(const struct fl_pixel_color *cb, const struct mr500_cb_target *t, const float *in,
		  uint8_t *px, unsigned x, unsigned y)
{
	uint32_t old[4] = {0}, now[4] = {0};

	memcpy(old, px, t->key.cpp);
	switch (t->path) {
	case MR500_CB_STORE8888:
	case MR500_CB_OVER8888:
	case MR500_CB_ANY8888:
	case MR500_CB_FIXED:
		if (!pixel_fixed(cb, t, in, old, now, x, y))
			return false;
		break;
	case MR500_CB_FLOAT:
		if (!pixel_float(cb, t, in, old, now))
			return false;
		break;
	default:
		pixel_raw(t, in, now);
	}
	/* RB3D_CLRCMP_*: a color that the 2D engine would key away is flipped to another (Rage 128's
	 * CMP_EQ_FLIP). */
	if (cb->clrcmp && t->words == 1 && !((now[0] ^ cb->cmp_clr) & cb->cmp_msk))
		now[0] ^= cb->cmp_flip;
	for (unsigned i = 0; i < t->words; i++) {
		if (cb->rop_on)
			now[i] = rop2(cb->rop, now[i], old[i]);
		now[i] = (now[i] & t->mask[i]) | (old[i] & ~t->mask[i]);
	}
	memcpy(px, now, t->key.cpp);
	return true;
}

void mr500_cb_run_scalar(struct fl_raster_thread *th)
{
	const struct fl_wave *w = &th->wave;
	const struct fl_pixel_color *cb = w->draw->color;
	unsigned samples = w->draw->samples;
	uint64_t alive = fl_wave_alive(w, samples);

	if (cb->resolve.cpp) {
		mr500_cb_resolve(th, alive);
		return;
	}
	for (unsigned n = 0; n < cb->n; n++) {
		const struct mr500_cb_target *t = &cb->target[n];
		struct fl_tile_buf *b = th->tile.color[n];
		uint64_t wrote = 0;

		if (!b || t->path == MR500_CB_NONE || !alive)
			continue;
		fl_tile_need(b, fl_wave_blocks(w, alive));
		for (unsigned i = 0; i < w->n_quads * 4; i++) {
			unsigned x = th->tile.x0 + w->qx[i / 4] + (i & 1),
				 y = th->tile.y0 + w->qy[i / 4] + (i >> 1 & 1);
			float in[4];

			for (unsigned k = 0; k < 4; k++)
				in[k] = th->out[t->from][t->sel[k]][i];
			for (unsigned s = 0; s < samples && s < b->samples; s++)
				if (w->cover[s] >> i & 1 && pixel(cb, t, in, fl_tile_at(b, w, i, s), x, y))
					wrote |= 1ull << i;
		}
		fl_tile_dirty(b, w, wrote);
	}
}

/* ---- resolve: R5xx guide 10.8.2 ------------------------------------------------------------------------ */
void mr500_cb_resolve(struct fl_raster_thread *th, uint64_t lanes)
{
	const struct fl_wave *w = &th->wave;
	const struct fl_pixel_color *cb = w->draw->color;
	const struct mr500_cb_target *t = &cb->target[0];
	struct fl_tile_buf *from = th->tile.color[0], *to = th->tile.resolve;

	if (!from || !to || !lanes)
		return;
	const unsigned n = from->samples;
	if (!n)
		return;
	fl_tile_need(from, fl_wave_blocks(w, lanes));
	if (w->block && lanes == ~0ull)
		to->have |= fl_wave_blocks(w, lanes);
	else
		fl_tile_need(to, fl_wave_blocks(w, lanes));

	for (uint64_t m = lanes; m; m &= m - 1) {
		unsigned i = (unsigned)__builtin_ctzll(m);
		uint32_t word[FL_WAVE_SAMPLES][4] = {{0}}, out[4] = {0};

		for (unsigned s = 0; s < n; s++)
			memcpy(word[s], fl_tile_at(from, w, i, s), from->cpp);
		for (unsigned k = 0; k < 4; k++) {
			const struct mr500_cb_channel *c = &t->ch[k];
			uint32_t code = 0, sum = 0, max = c->bits < 32 ? (1u << c->bits) - 1 : ~0u;
			float f = 0.0f;

			if (!c->bits)
				continue;
			if (k == 3 && !cb->resolve_alpha) {
				code = get(word[0], c->at, c->bits);
			} else if (from->cpp == 8) { /* FP16 */
				for (unsigned s = 0; s < n; s++)
					f += num_from_half(get(word[s], c->at, c->bits));
				code = num_to_half(f / (float)n);
			} else if (cb->resolve_gamma && k != 3) {
				for (unsigned s = 0; s < n; s++)
					f += from_gamma((float)get(word[s], c->at, c->bits) / (float)max);
				code = (uint32_t)(to_gamma(f / (float)n) * (float)max + 0.5f);
			} else {
				for (unsigned s = 0; s < n; s++)
					sum += get(word[s], c->at, c->bits);
				code = (2 * sum + n) / (2 * n);
			}
			out[c->at / 32] |= code << c->at % 32;
		}
		memcpy(fl_tile_at(to, w, i, 0), out, to->cpp);
	}
	fl_tile_dirty(to, w, lanes);
}
