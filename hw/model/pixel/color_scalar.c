/* SPDX-License-Identifier: MIT
 *
 * Color, one sample of one pixel at a time: the judge of color_simd.c. color.h says what a pixel goes
 * through, and how precise it is.
 */
#include <string.h>

#include "hw/model/pixel/color.h"
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

/* ---- fixed point --------------------------------------------------------------------------------------- */
static uint32_t factor_fixed(unsigned f, unsigned k, const uint32_t *s, const uint32_t *d, const float *c,
			     uint32_t one)
{
	uint32_t sat = s[3] < one - d[3] ? s[3] : one - d[3];

	switch (f) {
	case FL_PIXEL_BF_ONE:
		return one;
	case FL_PIXEL_BF_SRC_COLOR:
		return s[k];
	case FL_PIXEL_BF_INV_SRC_COLOR:
		return one - s[k];
	case FL_PIXEL_BF_DST_COLOR:
		return d[k];
	case FL_PIXEL_BF_INV_DST_COLOR:
		return one - d[k];
	case FL_PIXEL_BF_SRC_ALPHA:
		return s[3];
	case FL_PIXEL_BF_INV_SRC_ALPHA:
		return one - s[3];
	case FL_PIXEL_BF_DST_ALPHA:
		return d[3];
	case FL_PIXEL_BF_INV_DST_ALPHA:
		return one - d[3];
	case FL_PIXEL_BF_SAT:
		return k == 3 ? one : sat;
	case FL_PIXEL_BF_CONST_COLOR:
		return (uint32_t)c[k];
	case FL_PIXEL_BF_INV_CONST_COLOR:
		return one - (uint32_t)c[k];
	case FL_PIXEL_BF_CONST_ALPHA:
		return (uint32_t)c[3];
	case FL_PIXEL_BF_INV_CONST_ALPHA:
		return one - (uint32_t)c[3];
	default:
		return 0;
	}
}

static uint32_t blend_fixed(const struct fl_pixel_equation *e, unsigned k, const uint32_t *s,
			    const uint32_t *d, const float *c, uint32_t one)
{
	int32_t a = (int32_t)(s[k] * factor_fixed(e->src, k, s, d, c, one));
	int32_t b = (int32_t)(d[k] * factor_fixed(e->dst, k, s, d, c, one)), t;

	switch (e->func) {
	case FL_PIXEL_FUNC_SUB:
		t = a - b;
		break;
	case FL_PIXEL_FUNC_REVERSE_SUB:
		t = b - a;
		break;
	case FL_PIXEL_FUNC_MIN:
		t = a < b ? a : b;
		break;
	case FL_PIXEL_FUNC_MAX:
		t = a > b ? a : b;
		break;
	default:
		t = a + b;
	}
	t = t < 0 ? 0 : t > (int32_t)(one * one) ? (int32_t)(one * one) : t;
	return (2 * (uint32_t)t + one) / (2 * one);
}

static bool discarded(const struct fl_pixel_color *cb, const uint32_t *s8)
{
	bool drop = cb->discard != 0;

	for (unsigned k = 0; k < 4; k++)
		if (cb->discard >> k & 1)
			drop &= cb->discard_ge ? s8[k] >= cb->limit[k] : s8[k] <= cb->limit[k];
	return drop;
}

bool fl_pixel_color_discards(const struct fl_pixel_color *cb, const struct fl_pixel_target *t,
			     const float out[4])
{
	uint32_t s8[4];

	if (!cb->discard || !t->blend || t->path > FL_PIXEL_COLOR_FLOAT)
		return false;
	for (unsigned k = 0; k < 4; k++) {
		const float in = out[t->sel[k]];

		if (t->path != FL_PIXEL_COLOR_FLOAT)
			s8[k] = (uint32_t)fixed(t->gamma && t->sel[k] != 3 ? fl_pixel_to_gamma(in) : in,
						t->bits, false) >>
				(t->bits - 8);
		else
			s8[k] = (uint32_t)fixed(in, 8, false);
	}
	return discarded(cb, s8);
}

/* False: the pixel is discarded. */
static bool pixel_fixed(const struct fl_pixel_color *cb, const struct fl_pixel_target *t, const float *in,
			const uint32_t *old, uint32_t *now, unsigned x, unsigned y)
{
	uint32_t one = (1u << t->bits) - 1, s[4], d[4] = {0}, s8[4];

	for (unsigned k = 0; k < 4; k++) {
		s[k] = (uint32_t)fixed(t->gamma && t->sel[k] != 3 ? fl_pixel_to_gamma(in[k]) : in[k], t->bits,
				       false);
		s8[k] = s[k] >> (t->bits - 8);
	}
	if (t->yuv) /* odd pixels give V */
		s[0] = x & 1 ? s[2] : s[0];
	if (t->blend) {
		if (discarded(cb, s8))
			return false;
		if (t->blend_reads && !(cb->skip0 && s[3] == 0) && !(cb->skip1 && s[3] == one))
			for (unsigned k = 0; k < 4; k++) {
				const struct fl_pixel_channel *c = &t->ch[t->ch[k].read & 3];

				d[k] = one;
				if (t->ch[k].read < 4)
					d[k] = (uint32_t)((float)fl_pixel_field(old, c->at, c->bits) *
							      ((float)one / (float)((1u << c->bits) - 1)) +
							  0.5f);
			}
		uint32_t res[4];
		for (unsigned k = 0; k < 4; k++)
			res[k] = blend_fixed(&t->eq[k == 3], k, s, d, t->constant, one);
		memcpy(s, res, sizeof(s));
	}
	for (unsigned k = 0; k < 4; k++)
		if (t->ch[k].bits)
			now[t->ch[k].at / 32] |= fl_pixel_reduce(s[k], t->bits, t->ch[k].bits,
								 t->dither[k == 3], fl_pixel_bayer(x, y))
						 << t->ch[k].at % 32;
	return true;
}

/* ---- floating point: FP16 blended, signed channels ----------------------------------------------------- */
static float factor_float(unsigned f, unsigned k, const float *s, const float *d, const float *c)
{
	float sat = s[3] < 1.0f - d[3] ? s[3] : 1.0f - d[3];

	switch (f) {
	case FL_PIXEL_BF_ONE:
		return 1.0f;
	case FL_PIXEL_BF_SRC_COLOR:
		return s[k];
	case FL_PIXEL_BF_INV_SRC_COLOR:
		return 1.0f - s[k];
	case FL_PIXEL_BF_DST_COLOR:
		return d[k];
	case FL_PIXEL_BF_INV_DST_COLOR:
		return 1.0f - d[k];
	case FL_PIXEL_BF_SRC_ALPHA:
		return s[3];
	case FL_PIXEL_BF_INV_SRC_ALPHA:
		return 1.0f - s[3];
	case FL_PIXEL_BF_DST_ALPHA:
		return d[3];
	case FL_PIXEL_BF_INV_DST_ALPHA:
		return 1.0f - d[3];
	case FL_PIXEL_BF_SAT:
		return k == 3 ? 1.0f : sat;
	case FL_PIXEL_BF_CONST_COLOR:
		return c[k];
	case FL_PIXEL_BF_INV_CONST_COLOR:
		return 1.0f - c[k];
	case FL_PIXEL_BF_CONST_ALPHA:
		return c[3];
	case FL_PIXEL_BF_INV_CONST_ALPHA:
		return 1.0f - c[3];
	default:
		return 0.0f;
	}
}

static float blend_float(const struct fl_pixel_equation *e, unsigned k, const float *s, const float *d,
			 const float *c, bool sign)
{
	float a = s[k] * factor_float(e->src, k, s, d, c), b = d[k] * factor_float(e->dst, k, s, d, c), t;

	switch (e->func) {
	case FL_PIXEL_FUNC_SUB:
		t = a - b;
		break;
	case FL_PIXEL_FUNC_REVERSE_SUB:
		t = b - a;
		break;
	case FL_PIXEL_FUNC_MIN:
		return a < b ? a : b;
	case FL_PIXEL_FUNC_MAX:
		return a > b ? a : b;
	default:
		t = a + b;
	}
	if (!e->clamp)
		return t;
	return sign ? clamp_signed(t) : clamp(t);
}

/* The blender has no infinities, NaNs or negative zero. */
static uint32_t half(float x)
{
	uint32_t h = num_to_half(x);

	if ((h & 0x7fff) > 0x7c00 || h == 0x8000)
		return 0;
	return (h & 0x7fff) == 0x7c00 ? h - 1 : h;
}

static bool pixel_float(const struct fl_pixel_color *cb, const struct fl_pixel_target *t, const float *in,
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
	if (t->blend) {
		if (discarded(cb, s8))
			return false;
		if (t->blend_reads && !(cb->skip0 && s[3] == 0.0f) && !(cb->skip1 && s[3] == 1.0f))
			for (unsigned k = 0; k < 4; k++) {
				unsigned from = t->ch[k].read & 3;
				const struct fl_pixel_channel *c = &t->ch[from];
				uint32_t code = fl_pixel_field(old, c->at, c->bits);

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
			res[k] = blend_float(&t->eq[k == 3], k, s, d, t->constant, t->sign >> k & 1);
		memcpy(s, res, sizeof(s));
	}
	for (unsigned k = 0; k < 4; k++) {
		const struct fl_pixel_channel *c = &t->ch[k];
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
static void pixel_raw(const struct fl_pixel_target *t, const float *in, uint32_t *now)
{
	const struct fl_pixel_raw *raw = &t->raw;

	for (unsigned k = 0; k < raw->n; k++) {
		const unsigned c = raw->c[k];
		bool sign = t->sign >> c & 1 && raw->bits[k] > 1;
		uint32_t code = raw->pack == FL_PIXEL_PACK_FLOAT ? (uint32_t)num_bits(in[c])
				: raw->pack == FL_PIXEL_PACK_HALF
				    ? num_to_half(in[c])
				    : (uint32_t)fixed(in[c], raw->bits[k], sign) & ((1u << raw->bits[k]) - 1);
		now[raw->at[k] / 32] |= code << raw->at[k] % 32;
	}
}

static bool pixel(const struct fl_pixel_color *cb, const struct fl_pixel_target *t, const float *in,
		  uint8_t *px, unsigned x, unsigned y)
{
	uint32_t old[4] = {0}, now[4] = {0};

	memcpy(old, px, t->key.cpp);
	switch (t->path) {
	case FL_PIXEL_COLOR_STORE8888:
	case FL_PIXEL_COLOR_OVER8888:
	case FL_PIXEL_COLOR_ANY8888:
	case FL_PIXEL_COLOR_FIXED:
		if (!pixel_fixed(cb, t, in, old, now, x, y))
			return false;
		break;
	case FL_PIXEL_COLOR_FLOAT:
		if (!pixel_float(cb, t, in, old, now))
			return false;
		break;
	default:
		pixel_raw(t, in, now);
	}
	if (cb->compare && t->words == 1 && !((now[0] ^ cb->cmp_clr) & cb->cmp_msk))
		now[0] ^= cb->cmp_flip;
	for (unsigned i = 0; i < t->words; i++) {
		if (cb->rop_on)
			now[i] = fl_pixel_rop2(cb->rop, now[i], old[i]);
		now[i] = (now[i] & t->mask[i]) | (old[i] & ~t->mask[i]);
	}
	memcpy(px, now, t->key.cpp);
	return true;
}

void fl_pixel_color_run_scalar(struct fl_raster_thread *th)
{
	const struct fl_wave *w = &th->wave;
	const struct fl_pixel_color *cb = w->draw->color;
	unsigned samples = w->draw->samples;
	uint64_t alive = fl_wave_alive(w, samples);

	if (cb->resolve.cpp) {
		fl_pixel_color_resolve(th, alive);
		return;
	}
	for (unsigned n = 0; n < cb->n; n++) {
		const struct fl_pixel_target *t = &cb->target[n];
		struct fl_tile_buf *b = th->tile.color[n];
		uint64_t wrote = 0;

		if (!b || t->path == FL_PIXEL_COLOR_NONE || !alive)
			continue;
		fl_tile_need(b, fl_wave_blocks(w, alive));
		if (t->path >= FL_PIXEL_COLOR_WIDE) {
			fl_pixel_color_wide(th, t, b, alive);
			continue;
		}
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
