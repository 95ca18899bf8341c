/* SPDX-License-Identifier: MIT
 *
 * Color, the wide way: numbers of any kind and width, one sample at a time, for both paths. C0..C3 are R, G,
 * B, A.
 *
 *   1. The source is clamped to the numbers' range if the target says so.
 *   2. Blending is in single precision; the destination is decoded, where it has no such channel it is 0, 0,
 * 0, 1.
 *   3. The result is rounded once, to nearest (halves away from zero) or towards zero; sRGB is encoded here.
 *   4. Logic operation and mask work on the packed pixel.
 *
 * Integers go from 1 to 4: they pass as bits. The vector path wants nothing of this: it is for the formats
 * that the other ways do not know.
 */
#include <string.h>

#include "hw/model/num/small_float.h"
#include "hw/model/pixel/color.h"
#include "hw/model/pixel/depth.h"

/* ---- numbers ------------------------------------------------------------------------------------------- */
static bool is_integer(unsigned number)
{
	return number == FL_PIXEL_UINT || number == FL_PIXEL_SINT;
}

static float from_srgb(float c)
{
	return c <= 0.04045f ? c / 12.92f : num_exp2(num_log2((c + 0.055f) / 1.055f) * 2.4f);
}

static float to_srgb(float c)
{
	return c <= 0.0031308f ? c * 12.92f : 1.055f * num_exp2(num_log2(c) * (1 / 2.4f)) - 0.055f;
}

static int32_t extend(uint32_t code, unsigned bits)
{
	return (int32_t)(code << (32 - bits)) >> (32 - bits);
}

static float decode(unsigned number, unsigned bits, uint32_t code)
{
	const double max = bits == 32 ? 4294967295.0 : (double)((1u << bits) - 1);
	const double half = bits == 1 ? 1 : (double)((1u << (bits - 1)) - 1);

	switch (number) {
	case FL_PIXEL_UNORM:
		return (float)(code / max);
	case FL_PIXEL_SRGB:
		return from_srgb((float)(code / max));
	case FL_PIXEL_SNORM: {
		const double v = extend(code, bits) / half;

		return (float)(v < -1 ? -1 : v);
	}
	case FL_PIXEL_USCALED:
		return (float)code;
	case FL_PIXEL_SSCALED:
		return (float)extend(code, bits);
	case FL_PIXEL_FLOATS:
		return bits == 32   ? num_float((int32_t)code)
		       : bits == 16 ? num_from_half(code)
				    : num_from_small(bits, code);
	default:
		return num_float((int32_t)code);
	}
}

/* Clamped to [low, high]; NaN is 0. */
static double within(double x, double low, double high)
{
	return x != x ? 0 : x < low ? low : x > high ? high : x;
}

static int64_t whole(double x, bool truncate)
{
	if (truncate)
		return (int64_t)x;
	return x < 0 ? -(int64_t)(0.5 - x) : (int64_t)(x + 0.5);
}

uint32_t fl_pixel_encode(unsigned number, unsigned bits, float x, bool truncate)
{
	const double max = bits == 32 ? 4294967295.0 : (double)((1u << bits) - 1);
	const double half = bits == 1 ? 0 : (double)((1u << (bits - 1)) - 1);
	const uint32_t keep = bits == 32 ? ~0u : (1u << bits) - 1, u = (uint32_t)num_bits(x);
	const int32_t i = num_bits(x);

	switch (number) {
	case FL_PIXEL_SRGB:
		x = to_srgb((float)within(x, 0, 1));
		/* fall through */
	case FL_PIXEL_UNORM:
		return (uint32_t)whole(within(x, 0, 1) * max, truncate);
	case FL_PIXEL_SNORM:
		return (uint32_t)whole(within(x, -1, 1) * half, truncate) & keep;
	case FL_PIXEL_USCALED:
		return (uint32_t)whole(within(x, 0, max), truncate);
	case FL_PIXEL_SSCALED:
		return (uint32_t)whole(within(x, -half - 1, half), truncate) & keep;
	case FL_PIXEL_UINT:
		return u > keep ? keep : u;
	case FL_PIXEL_SINT:
		if (bits == 32)
			return u;
		return (uint32_t)within(i, -half - 1, half) & keep;
	default:
		return bits == 32 ? u : bits == 16 ? num_to_half(x) : num_to_small(bits, x);
	}
}

float fl_pixel_clamped(unsigned number, float x)
{
	switch (number) {
	case FL_PIXEL_UNORM:
	case FL_PIXEL_SRGB:
		return (float)within(x, 0, 1);
	case FL_PIXEL_SNORM:
		return (float)within(x, -1, 1);
	default:
		return x;
	}
}

/* ---- blending ------------------------------------------------------------------------------------------ */
struct mix {
	float s[4], s1[4], d[4];
	const float *c; /* the constant */
};

static float factor(unsigned f, unsigned k, const struct mix *m)
{
	const float rest = 1.0f - m->d[3];

	switch (f) {
	case FL_PIXEL_BF_ONE:
		return 1.0f;
	case FL_PIXEL_BF_SRC_COLOR:
		return m->s[k];
	case FL_PIXEL_BF_INV_SRC_COLOR:
		return 1.0f - m->s[k];
	case FL_PIXEL_BF_DST_COLOR:
		return m->d[k];
	case FL_PIXEL_BF_INV_DST_COLOR:
		return 1.0f - m->d[k];
	case FL_PIXEL_BF_SRC_ALPHA:
		return m->s[3];
	case FL_PIXEL_BF_INV_SRC_ALPHA:
		return 1.0f - m->s[3];
	case FL_PIXEL_BF_DST_ALPHA:
		return m->d[3];
	case FL_PIXEL_BF_INV_DST_ALPHA:
		return rest;
	case FL_PIXEL_BF_SAT:
		return k == 3 ? 1.0f : m->s[3] < rest ? m->s[3] : rest;
	case FL_PIXEL_BF_CONST_COLOR:
		return m->c[k];
	case FL_PIXEL_BF_INV_CONST_COLOR:
		return 1.0f - m->c[k];
	case FL_PIXEL_BF_CONST_ALPHA:
		return m->c[3];
	case FL_PIXEL_BF_INV_CONST_ALPHA:
		return 1.0f - m->c[3];
	case FL_PIXEL_BF_SRC1_COLOR:
		return m->s1[k];
	case FL_PIXEL_BF_INV_SRC1_COLOR:
		return 1.0f - m->s1[k];
	case FL_PIXEL_BF_SRC1_ALPHA:
		return m->s1[3];
	case FL_PIXEL_BF_INV_SRC1_ALPHA:
		return 1.0f - m->s1[3];
	default:
		return 0.0f;
	}
}

/* A factor of zero takes what it multiplies out, be it infinite. */
static float product(unsigned f, unsigned k, float x, const struct mix *m)
{
	return f == FL_PIXEL_BF_ZERO ? 0.0f : f == FL_PIXEL_BF_ONE ? x : x * factor(f, k, m);
}

static float blend(const struct fl_pixel_equation *e, unsigned k, const struct mix *m)
{
	const float a = product(e->src, k, m->s[k], m), b = product(e->dst, k, m->d[k], m);

	switch (e->func) {
	case FL_PIXEL_FUNC_SUB:
		return a - b;
	case FL_PIXEL_FUNC_REVERSE_SUB:
		return b - a;
	case FL_PIXEL_FUNC_MIN:
		return m->s[k] < m->d[k] ? m->s[k] : m->d[k];
	case FL_PIXEL_FUNC_MAX:
		return m->s[k] > m->d[k] ? m->s[k] : m->d[k];
	default:
		return a + b;
	}
}

static float stored(const struct fl_pixel_target *t, unsigned k, const uint32_t *word)
{
	const struct fl_pixel_channel *c = &t->ch[k];

	if (!c->bits || c->read > 3)
		return k == 3 ? 1.0f : 0.0f;
	return decode(t->wide.number[k], c->bits, fl_pixel_field(word, c->at, c->bits));
}

/* m->s and m->s1 are the sources. */
static void numbers(const struct fl_pixel_target *t, struct mix *m, const uint32_t *old, uint32_t *now)
{
	const struct fl_pixel_wide *w = &t->wide;
	float out[4];

	for (unsigned k = 0; k < 4 && w->clamp; k++) {
		m->s[k] = fl_pixel_clamped(w->number[k], m->s[k]);
		m->s1[k] = fl_pixel_clamped(w->number[k], m->s1[k]);
	}
	memcpy(out, m->s, sizeof(out));
	if (t->blend) {
		m->c = t->constant;
		for (unsigned k = 0; k < 4; k++)
			m->d[k] = stored(t, k, old);
		for (unsigned k = 0; k < 4; k++)
			out[k] = blend(&t->eq[k == 3], k, m);
	}
	for (unsigned k = 0; k < 4; k++)
		if (t->ch[k].bits)
			now[t->ch[k].at / 32] |=
			    fl_pixel_encode(w->number[k], t->ch[k].bits, out[k], w->truncate)
			    << t->ch[k].at % 32;
}

/* ---- waves --------------------------------------------------------------------------------------------- */
/* What the depth buffer holds of a pixel: as many of the bits as the channel has. */
static void copied(const struct fl_raster_thread *th, const struct fl_pixel_target *t, unsigned lane,
		   uint32_t *now)
{
	const struct fl_tile_buf *b = th->tile.depth;
	const struct fl_pixel_depth *d = th->wave.draw->depth;
	uint32_t value[2] = {0, 0};

	if (b && d)
		fl_pixel_depth_stored(d, fl_tile_at(b, &th->wave, lane, t->wide.sample % b->samples), value);
	for (unsigned k = 0; k < 2; k++)
		if (t->ch[k].bits)
			now[t->ch[k].at / 32] |=
			    (t->ch[k].bits == 32 ? value[k] : value[k] & ((1u << t->ch[k].bits) - 1))
			    << t->ch[k].at % 32;
}

void fl_pixel_color_wide(struct fl_raster_thread *th, const struct fl_pixel_target *t, struct fl_tile_buf *b,
			 uint64_t alive)
{
	const struct fl_wave *w = &th->wave;
	const struct fl_pixel_color *cb = w->draw->color;
	uint64_t wrote = 0;

	if (t->path == FL_PIXEL_COLOR_COPY && th->tile.depth)
		fl_tile_need(th->tile.depth, fl_wave_blocks(w, alive));
	for (uint64_t m = alive; m; m &= m - 1) {
		const unsigned i = (unsigned)__builtin_ctzll(m);

		for (unsigned s = 0; s < w->draw->samples && s < b->samples; s++) {
			uint32_t old[4] = {0}, now[4] = {0};
			uint8_t *px = fl_tile_at(b, w, i, s);
			struct mix mix;

			if (!(w->cover[s] >> i & 1))
				continue;
			memcpy(old, px, b->cpp);
			for (unsigned k = 0; k < 4; k++) {
				mix.s[k] = t->wide.fixed ? t->wide.color[k] : th->out[t->from][k][i];
				mix.s1[k] = th->out[t->wide.second][k][i];
			}
			if (t->path == FL_PIXEL_COLOR_COPY)
				copied(th, t, i, now);
			else
				numbers(t, &mix, old, now);
			for (unsigned k = 0; k < t->words; k++) {
				if (cb->rop_on)
					now[k] = fl_pixel_rop2(cb->rop, now[k], old[k]);
				now[k] = (now[k] & t->mask[k]) | (old[k] & ~t->mask[k]);
			}
			memcpy(px, now, b->cpp);
			wrote |= 1ull << i;
		}
	}
	fl_tile_dirty(b, w, wrote);
}

/* Integers have no average: the first sample's. */
void fl_pixel_wide_average(const struct fl_pixel_target *t, const uint32_t (*word)[4], unsigned n,
			   uint32_t out[4])
{
	for (unsigned k = 0; k < 4; k++) {
		const struct fl_pixel_channel *c = &t->ch[k];
		const unsigned number = t->wide.number[k];
		float sum = 0.0f;

		if (!c->bits)
			continue;
		for (unsigned s = 0; s < n && !is_integer(number); s++)
			sum += stored(t, k, word[s]);
		out[c->at / 32] |=
		    (is_integer(number) ? fl_pixel_field(word[0], c->at, c->bits)
					: fl_pixel_encode(number, c->bits, sum / (float)n, false))
		    << c->at % 32;
	}
}
