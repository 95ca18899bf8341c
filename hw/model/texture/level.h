/* SPDX-License-Identifier: MIT
 *
 * Texels of one level by a vector of coordinates, point and bilinear, in the processor's own instructions:
 * what the look-ups of lookup_simd.c are made of.
 */
#ifndef HW_MODEL_TEXTURE_LEVEL_H
#define HW_MODEL_TEXTURE_LEVEL_H

#include "hw/model/num/num.h"
#include "hw/model/texture/texel.h"

#define NUM_KIT_VECTOR
#include "hw/model/num/num_kit.h"

#define INLINE static inline __attribute__((always_inline))

#if defined(__AVX512F__)
INLINE vf floor_of(vf x)
{
	return (vf)_mm512_roundscale_ps((__m512)x, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
}
#define NUM_TEXEL_FLOOR      floor_of
#define NUM_TEXEL_LESS(a, b) ((vf)_mm512_min_ps((__m512)(a), (__m512)(b)))
#define NUM_TEXEL_MORE(a, b) ((vf)_mm512_max_ps((__m512)(a), (__m512)(b)))
#elif defined(__AVX2__)
INLINE vf floor_of(vf x)
{
	return (vf)_mm256_floor_ps((__m256)x);
}
#define NUM_TEXEL_FLOOR      floor_of
#define NUM_TEXEL_LESS(a, b) ((vf)_mm256_min_ps((__m256)(a), (__m256)(b)))
#define NUM_TEXEL_MORE(a, b) ((vf)_mm256_max_ps((__m256)(a), (__m256)(b)))
#endif
/* What is made whole here is above 0: places behind their wrap, and levels that are clamped. */
#define NUM_TEXEL_BELOW(x) NUM_TOINT(x)
#include "hw/model/texture/coord_body.h"

enum { VECTORS = FL_TEXEL_LANES / FL_LANES };

typedef uint16_t vh __attribute__((vector_size(FL_LANES * 4)));

struct rgba {
	vf v[4];
};

/* A unit's, for those who know them when they are compiled. */
struct wraps {
	unsigned s, t;
};

/* Below 0, or n at least, in any lane. */
INLINE bool outside(vi i, int32_t n)
{
#if defined(__AVX512F__)
	return _mm512_cmpge_epu32_mask((__m512i)i, _mm512_set1_epi32(n)) != 0;
#else
	return vi_bits((vi)((vu)i >= (uint32_t)n)) != 0;
#endif
}

INLINE vi within(vi i, int32_t low, int32_t high)
{
#if defined(__AVX512F__)
	return (vi)_mm512_min_epi32(_mm512_max_epi32((__m512i)i, _mm512_set1_epi32(low)),
				    _mm512_set1_epi32(high));
#elif defined(__AVX2__)
	return (vi)_mm256_min_epi32(_mm256_max_epi32((__m256i)i, _mm256_set1_epi32(low)),
				    _mm256_set1_epi32(high));
#else
	return vi_select(i < low, vi_set(low), vi_select(i > high, vi_set(high), i));
#endif
}

/* a * b + c d, of whole numbers whose sum a float holds: so it is rounded nowhere. */
INLINE vf sum_of(vf a, vf b, vf c, vf d)
{
#if defined(__AVX512F__)
	return (vf)_mm512_fmadd_ps((__m512)a, (__m512)b, _mm512_mul_ps((__m512)c, (__m512)d));
#elif defined(__FMA__)
	return (vf)_mm256_fmadd_ps((__m256)a, (__m256)b, _mm256_mul_ps((__m256)c, (__m256)d));
#else
	return a * b + c * d;
#endif
}

#if !defined(__AVX512F__) && defined(__AVX2__)
/* Where lane k's dword stands. The processors that have no more than this instruction set are slower by their
 * gathers than by loads one by one. */
INLINE const void *lane_of(const void *base, __m128i half, unsigned k)
{
	const uint64_t two = (uint64_t)(k & 2 ? _mm_extract_epi64(half, 1) : _mm_cvtsi128_si64(half));

	return (const uint8_t(*)[4])base + (k & 1 ? two >> 32 : (uint32_t)two);
}

INLINE __m128i dwords_of(const void *base, __m128i half)
{
	const __m128i a = _mm_loadu_si32(lane_of(base, half, 0)), b = _mm_loadu_si32(lane_of(base, half, 1));
	const __m128i c = _mm_loadu_si32(lane_of(base, half, 2)), d = _mm_loadu_si32(lane_of(base, half, 3));

	return _mm_unpacklo_epi64(_mm_unpacklo_epi32(a, b), _mm_unpacklo_epi32(c, d));
}

/* The dwords of two lanes, each with the one behind it. */
INLINE __m128i pairs_of(const void *base, __m128i half, unsigned k)
{
	const __m128d low = _mm_castsi128_pd(_mm_loadu_si64(lane_of(base, half, k)));

	return _mm_castpd_si128(_mm_loadh_pd(low, lane_of(base, half, k + 1)));
}

INLINE vi halves(__m128i low, __m128i high)
{
	return (vi)_mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}
#endif

INLINE vi gather(const void *base, vi index)
{
#if defined(__AVX512F__)
	return (vi)_mm512_i32gather_epi32((__m512i)index, base, 4);
#elif defined(__AVX2__)
	return halves(dwords_of(base, _mm256_castsi256_si128((__m256i)index)),
		      dwords_of(base, _mm256_extracti128_si256((__m256i)index, 1)));
#else
	vi r;
	for (int k = 0; k < FL_LANES; k++)
		r[k] = ((const int32_t *)base)[index[k]];
	return r;
#endif
}

/* The same of texels, of which four can be read from any on: two quads side by side that are not smaller than
 * their texels take them out of a run in each row. */
INLINE vi gather_texels(const void *base, vi index)
{
#if !defined(__AVX512F__) && defined(__AVX2__)
	const vi first = __builtin_shufflevector(index, index, 0, 0, 2, 2, 0, 0, 2, 2), apart = index - first;

	if (_mm256_testz_si256((__m256i)apart, _mm256_set1_epi32(~3))) {
		const __m128i half = _mm256_castsi256_si128((__m256i)index);
		const __m128i upper = _mm_loadu_si128(lane_of(base, half, 0));
		const __m128i lower = _mm_loadu_si128(lane_of(base, half, 2));
		const vi of_row = {0, 0, 4, 4, 0, 0, 4, 4};

		return (vi)_mm256_permutevar8x32_epi32((__m256i)halves(upper, lower),
						       (__m256i)(apart + of_row));
	}
#endif
	return gather(base, index);
}

#define EVERY_OTHER(a, b, n)                                                                                 \
	__builtin_shufflevector(a, b, n, 2 + n, 4 + n, 6 + n, 8 + n, 10 + n, 12 + n, 14 + n, 16 + n, 18 + n, \
				20 + n, 22 + n, 24 + n, 26 + n, 28 + n, 30 + n)

/* Dwords that stand side by side, at `index` and behind it: half as many loads. */
INLINE void gather_pairs(const void *base, vi index, vi *low, vi *high)
{
#if defined(__AVX512F__)
	const __m512i i = (__m512i)index;
	const vi a = (vi)_mm512_i32gather_epi64(_mm512_castsi512_si256(i), base, 4);
	const vi b = (vi)_mm512_i32gather_epi64(_mm512_extracti64x4_epi64(i, 1), base, 4);

	*low = EVERY_OTHER(a, b, 0);
	*high = EVERY_OTHER(a, b, 1);
#elif defined(__AVX2__)
	const __m128i a = _mm256_castsi256_si128((__m256i)index);
	const __m128i b = _mm256_extracti128_si256((__m256i)index, 1);
	const vf even = (vf)halves(pairs_of(base, a, 0), pairs_of(base, b, 0));
	const vf odd = (vf)halves(pairs_of(base, a, 2), pairs_of(base, b, 2));

	*low = (vi)_mm256_shuffle_ps((__m256)even, (__m256)odd, 0x88);
	*high = (vi)_mm256_shuffle_ps((__m256)even, (__m256)odd, 0xdd);
#else
	*low = gather(base, index);
	*high = gather(base, index + 1);
#endif
}

INLINE vf to_float(vi i)
{
	return __builtin_convertvector(i, vf);
}

/* Channels 0-255 (times 256 twice) to floats. */
INLINE struct rgba finish(const struct fl_texel_unit *u, struct rgba r, float scale)
{
	for (unsigned c = 0; c < 4; c++)
		r.v[c] = r.v[c] * (u->to_float * scale);
	if (__builtin_expect(u->fixed != 0, 0))
		for (unsigned c = 0; c < 4; c++)
			if (u->fixed >> c & 1)
				r.v[c] = vf_set(1);
	return r;
}

INLINE struct rgba texels_8(const struct fl_texel_unit *u, const struct fl_texel_level *l, vi at)
{
	vi x = gather_texels(l->texels, at);
	struct rgba r = {{to_float(x & 255), to_float(x >> 8 & 255), to_float(x >> 16 & 255),
			  to_float((vi)((vu)x >> 24))}};

	return finish(u, r, 1);
}

INLINE struct rgba texels_f(const struct fl_texel_level *l, vi at)
{
	struct rgba r;
	for (int c = 0; c < 4; c++)
		r.v[c] = (vf)gather(l->texels, at * 4 + c);
	return r;
}

/* By their places in the level, which are inside. */
INLINE struct rgba texels(const struct fl_texel_unit *u, const struct fl_texel_level *l, vi at)
{
	return u->store == FL_TEXEL_STORE_8 ? texels_8(u, l, at) : texels_f(l, at);
}

/* Places as numv_texel_wrap() leaves them are 0 to 1, so that a texel's index is one too low at the left end,
 * or one too high at the right one, and nowhere else. */
INLINE vi low_index(unsigned wrap, vi i, int32_t size)
{
	return vi_select(i < 0, vi_set(wrap == FL_TEXEL_REPEAT ? size - 1 : 0), i);
}

INLINE vi high_index(unsigned wrap, vi i, int32_t size)
{
	return vi_select(i >= size, vi_set(wrap == FL_TEXEL_REPEAT ? 0 : size - 1), i);
}

INLINE struct rgba point(const struct fl_texel_unit *u, struct wraps w, const struct fl_texel_level *l, vf s,
			 vf t)
{
	vi i = high_index(w.s, numv_texel_point(s, (float)l->width), (int32_t)l->width);
	vi j = high_index(w.t, numv_texel_point(t, (float)l->height), (int32_t)l->height);

	return texels(u, l, j * (int32_t)l->width + i);
}

/* Two bytes in each 16 bits of a dword, blended by weights below 257: fits 16 bits. */
INLINE vi blend16(vi a, vi b, vi f)
{
	vh w = (vh)(f | f << 16), inverse = (vh)((vi_set(256) - f) | (vi_set(256) - f) << 16);

	return (vi)((vh)a * inverse + (vh)b * w);
}

/* The first of two texels side by side, clamped as pairs: at either end the other one weighs nothing. f: the
 * second one's weight, in 1/256. */
INLINE vi first_of(vi i, int32_t size, vi *f)
{
	*f = vi_select(i < 0, vi_set(0), vi_select(i > size - 2, vi_set(256), *f));
	return within(i, 0, size - 2);
}

/* The four texels of a bilinear filter, a and b of the upper row, from the left one's place on, and the
 * weights of the right and the lower ones. */
INLINE void four(struct wraps wrap, const struct fl_texel_level *l, vi i, vi j, vi *f, vi *g, vi *a, vi *b,
		 vi *c, vi *d)
{
	const int32_t w = (int32_t)l->width, h = (int32_t)l->height;
	const bool across = outside(i, w - 1), along = outside(j, h - 1);

	if ((across && (w < 2 || wrap.s == FL_TEXEL_REPEAT)) ||
	    (along && (h < 2 || wrap.t == FL_TEXEL_REPEAT))) {
		const vi i0 = low_index(wrap.s, i, w), i1 = high_index(wrap.s, i + 1, w);
		const vi j0 = low_index(wrap.t, j, h) * w, j1 = high_index(wrap.t, j + 1, h) * w;

		*a = gather(l->texels, j0 + i0);
		*b = gather(l->texels, j0 + i1);
		*c = gather(l->texels, j1 + i0);
		*d = gather(l->texels, j1 + i1);
		return;
	}
	if (across)
		i = first_of(i, w, f);
	if (along)
		j = first_of(j, h, g);
	const vi at = j * w + i;
	gather_pairs(l->texels, at, a, b);
	gather_pairs((const uint8_t(*)[4])l->texels + w, at, c, d);
}

INLINE struct rgba bilinear8(const struct fl_texel_unit *u, struct wraps w, const struct fl_texel_level *l,
			     vf s, vf t)
{
	vi x = numv_texel_fixed(s, (float)l->width), y = numv_texel_fixed(t, (float)l->height);
	vi f = x & 255, g = y & 255, a, b, c, d;

	four(w, l, x >> 8, y >> 8, &f, &g, &a, &b, &c, &d);
	vi even = vi_set(0x00ff00ff);
	vi top_rb = blend16(a & even, b & even, f), low_rb = blend16(c & even, d & even, f);
	vi top_ga = blend16((vi)((vu)a >> 8) & even, (vi)((vu)b >> 8) & even, f);
	vi low_ga = blend16((vi)((vu)c >> 8) & even, (vi)((vu)d >> 8) & even, f);
	vf wg = to_float(g), wt = to_float(256 - g);
	struct rgba r;

	r.v[0] = sum_of(to_float(top_rb & 0xffff), wt, to_float(low_rb & 0xffff), wg);
	r.v[1] = sum_of(to_float(top_ga & 0xffff), wt, to_float(low_ga & 0xffff), wg);
	r.v[2] = sum_of(to_float((vi)((vu)top_rb >> 16)), wt, to_float((vi)((vu)low_rb >> 16)), wg);
	r.v[3] = sum_of(to_float((vi)((vu)top_ga >> 16)), wt, to_float((vi)((vu)low_ga >> 16)), wg);
	return finish(u, r, 1.0f / 65536);
}

INLINE struct rgba lerp(struct rgba a, struct rgba b, vf w)
{
	for (unsigned c = 0; c < 4; c++)
		a.v[c] = a.v[c] + (b.v[c] - a.v[c]) * w;
	return a;
}

INLINE struct rgba bilinear_f(struct wraps wrap, const struct fl_texel_level *l, vf s, vf t)
{
	int32_t w = (int32_t)l->width, h = (int32_t)l->height;
	vi x = numv_texel_fixed(s, (float)l->width), y = numv_texel_fixed(t, (float)l->height);
	vf f = to_float(x & 255) * (1.0f / 256), g = to_float(y & 255) * (1.0f / 256);
	vi i0 = low_index(wrap.s, x >> 8, w), i1 = high_index(wrap.s, (x >> 8) + 1, w);
	vi j0 = low_index(wrap.t, y >> 8, h) * w, j1 = high_index(wrap.t, (y >> 8) + 1, h) * w;

	return lerp(lerp(texels_f(l, j0 + i0), texels_f(l, j0 + i1), f),
		    lerp(texels_f(l, j1 + i0), texels_f(l, j1 + i1), f), g);
}

/* One level for the whole vector. filter and store are the caller's constants. */
INLINE struct rgba level(const struct fl_texel_unit *u, struct wraps w, unsigned n, unsigned filter, vf s,
			 vf t)
{
	const struct fl_texel_level *l = &u->level[n];

	if (filter == FL_TEXEL_POINT)
		return point(u, w, l, s, t);
	return u->store == FL_TEXEL_STORE_8 ? bilinear8(u, w, l, s, t) : bilinear_f(w, l, s, t);
}

#endif
