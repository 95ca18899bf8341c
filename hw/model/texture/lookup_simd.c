/* SPDX-License-Identifier: MIT
 *
 * The common texture look-ups, a vector of pixels at a time: 2D textures of bytes or floats in the cache,
 * point, bilinear and anisotropic, with and without levels, without borders, and texels by their place. The
 * others go to lookup_scalar.c, which computes the same bits for these too.
 */
#include "hw/model/num/num.h"
#include "hw/model/texture/texel.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#define NUM_KIT_VECTOR
#include "hw/model/num/num_kit.h"

#define INLINE static inline __attribute__((always_inline))

#if defined(__AVX512F__)
INLINE vf floor_of(vf x)
{
	return (vf)_mm512_roundscale_ps((__m512)x, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
}
INLINE vi below(vf x)
{
	return (vi)_mm512_cvt_roundps_epi32((__m512)x, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
}
#define NUM_TEXEL_FLOOR      floor_of
#define NUM_TEXEL_BELOW      below
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
#include "hw/model/texture/coord_body.h"

enum { VECTORS = FL_TEXEL_LANES / FL_LANES };

typedef uint16_t vh __attribute__((vector_size(FL_LANES * 4)));

struct rgba {
	vf v[4];
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

INLINE vi gather(const void *base, vi index)
{
#if defined(__AVX512F__)
	return (vi)_mm512_i32gather_epi32((__m512i)index, base, 4);
#elif defined(__AVX2__)
	return (vi)_mm256_i32gather_epi32(base, (__m256i)index, 4);
#else
	vi r;
	for (int k = 0; k < FL_LANES; k++)
		r[k] = ((const int32_t *)base)[index[k]];
	return r;
#endif
}

#if FL_LANES == 16
#define EVERY_OTHER(a, b, n)                                                                                 \
	__builtin_shufflevector(a, b, n, 2 + n, 4 + n, 6 + n, 8 + n, 10 + n, 12 + n, 14 + n, 16 + n, 18 + n, \
				20 + n, 22 + n, 24 + n, 26 + n, 28 + n, 30 + n)
#else
#define EVERY_OTHER(a, b, n) \
	__builtin_shufflevector(a, b, n, 2 + n, 4 + n, 6 + n, 8 + n, 10 + n, 12 + n, 14 + n)
#endif

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
	const __m256i i = (__m256i)index;
	const vi a = (vi)_mm256_i32gather_epi64(base, _mm256_castsi256_si128(i), 4);
	const vi b = (vi)_mm256_i32gather_epi64(base, _mm256_extracti128_si256(i, 1), 4);

	*low = EVERY_OTHER(a, b, 0);
	*high = EVERY_OTHER(a, b, 1);
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
	vi x = gather(l->texels, at);
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

INLINE struct rgba point(const struct fl_texel_unit *u, const struct fl_texel_level *l, vf s, vf t)
{
	vi i = high_index(u->wrap[0], numv_texel_point(s, (float)l->width), (int32_t)l->width);
	vi j = high_index(u->wrap[1], numv_texel_point(t, (float)l->height), (int32_t)l->height);

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
INLINE void four(const struct fl_texel_unit *u, const struct fl_texel_level *l, vi i, vi j, vi *f, vi *g,
		 vi *a, vi *b, vi *c, vi *d)
{
	const int32_t w = (int32_t)l->width, h = (int32_t)l->height;
	const bool across = outside(i, w - 1), along = outside(j, h - 1);

	if ((across && (w < 2 || u->wrap[0] == FL_TEXEL_REPEAT)) ||
	    (along && (h < 2 || u->wrap[1] == FL_TEXEL_REPEAT))) {
		const vi i0 = low_index(u->wrap[0], i, w), i1 = high_index(u->wrap[0], i + 1, w);
		const vi j0 = low_index(u->wrap[1], j, h) * w, j1 = high_index(u->wrap[1], j + 1, h) * w;

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

INLINE struct rgba bilinear8(const struct fl_texel_unit *u, const struct fl_texel_level *l, vf s, vf t)
{
	vi x = numv_texel_fixed(s, (float)l->width), y = numv_texel_fixed(t, (float)l->height);
	vi f = x & 255, g = y & 255, a, b, c, d;

	four(u, l, x >> 8, y >> 8, &f, &g, &a, &b, &c, &d);
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

INLINE struct rgba bilinear_f(const struct fl_texel_unit *u, const struct fl_texel_level *l, vf s, vf t)
{
	int32_t w = (int32_t)l->width, h = (int32_t)l->height;
	vi x = numv_texel_fixed(s, (float)l->width), y = numv_texel_fixed(t, (float)l->height);
	vf f = to_float(x & 255) * (1.0f / 256), g = to_float(y & 255) * (1.0f / 256);
	vi i0 = low_index(u->wrap[0], x >> 8, w), i1 = high_index(u->wrap[0], (x >> 8) + 1, w);
	vi j0 = low_index(u->wrap[1], y >> 8, h) * w, j1 = high_index(u->wrap[1], (y >> 8) + 1, h) * w;

	return lerp(lerp(texels_f(l, j0 + i0), texels_f(l, j0 + i1), f),
		    lerp(texels_f(l, j1 + i0), texels_f(l, j1 + i1), f), g);
}

/* One level for the whole vector. filter and store are the caller's constants. */
INLINE struct rgba level(const struct fl_texel_unit *u, unsigned n, unsigned filter, vf s, vf t)
{
	const struct fl_texel_level *l = &u->level[n];

	if (filter == FL_TEXEL_POINT)
		return point(u, l, s, t);
	return u->store == FL_TEXEL_STORE_8 ? bilinear8(u, l, s, t) : bilinear_f(u, l, s, t);
}

#if FL_LANES == 16
#define QUADS(v, n)                                                                                       \
	__builtin_shufflevector(v, v, n, n, n, n, 4 + n, 4 + n, 4 + n, 4 + n, 8 + n, 8 + n, 8 + n, 8 + n, \
				12 + n, 12 + n, 12 + n, 12 + n)
#else
#define QUADS(v, n) __builtin_shufflevector(v, v, n, n, n, n, 4 + n, 4 + n, 4 + n, 4 + n)
#endif

INLINE struct rgba choose(vi m, struct rgba a, struct rgba b)
{
	for (unsigned c = 0; c < 4; c++)
		a.v[c] = vf_select(m, a.v[c], b.v[c]);
	return a;
}

/* ---- levels and filters -------------------------------------------------------------------------------- */
struct filters {
	unsigned mag, min; /* POINT or LINEAR */
	bool mips, aniso;
	bool lowers; /* what is magnified by its gradients is so behind all that is added to its level */
};

/* What a vector's level of detail makes of the levels and filters, wherever its samples then are. */
struct chain {
	bool one; /* all lanes take `filter` of one level, or blend that with the one after it: */
	unsigned filter, number, after;
	vi first, next; /* the levels of each lane */
	bool two;       /* some blend the two: */
	vi more;
	vf weight;
	vi minified; /* lanes that take the filter of minification */
};

/* The levels of a vector, one after the other: mostly there is one. n: level of each lane; filter of all. */
static struct rgba levels(const struct fl_texel_unit *u, vi n, vi want, unsigned filter, vf s, vf t)
{
	struct rgba r;

	for (bool first = true;; first = false) {
		const int32_t k = n[__builtin_ctz(vi_bits(want))];
		const struct rgba x = level(u, (unsigned)k, filter, s, t);
		const vi here = n == k;

		r = first ? x : choose(here, x, r);
		want &= ~here;
		if (!vi_bits(want))
			return r;
	}
}

/* Of a vector that is magnified. */
INLINE void finest(const struct fl_texel_unit *u, struct filters f, struct chain *c)
{
	c->minified = vi_set(0);
	c->one = true;
	c->filter = f.mag;
	c->number = u->min_level;
	c->first = vi_set(u->min_level);
	c->two = false;
}

INLINE void chain(const struct fl_texel_unit *u, struct filters f, vf lod, struct chain *c)
{
	finest(u, f, c);
	c->minified = lod > vf_set(0);
	if (!vi_bits(c->minified))
		return;
	c->one = f.mag == f.min || !vi_bits(~c->minified);
	c->filter = f.min;
	if (!f.mips)
		return;

	lod = numv_texel_clamp(lod, u->min_level, u->max_level);
	if (u->mip == FL_TEXEL_POINT) {
		c->first = numv_texel_level(lod);
	} else {
		const vf whole = NUM_TEXEL_FLOOR(lod);

		c->first = __builtin_convertvector(whole, vi);
		c->weight = numv_texel_level_weight(u, lod - whole);
		c->more = c->weight > vf_set(0);
		c->two = vi_bits(c->more) != 0;
		c->next = vi_select(c->first + 1 > (int32_t)u->max_level, vi_set(u->max_level), c->first + 1);
		c->after = (unsigned)c->next[0];
	}
	c->number = (unsigned)c->first[0];
	c->one &= !vi_bits(c->first != c->first[0]);
}

/* By one filter, of any levels. */
static struct rgba blended(const struct fl_texel_unit *u, const struct chain *c, unsigned filter, vf s, vf t)
{
	struct rgba r = levels(u, c->first, vi_set(-1), filter, s, t);

	if (!c->two)
		return r;
	return choose(c->more, lerp(r, levels(u, c->next, c->more, filter, s, t), c->weight), r);
}

/* By any filters. */
static __attribute__((noinline)) struct rgba mixed(const struct fl_texel_unit *u, struct filters f,
						   const struct chain *c, vf s, vf t)
{
	if (f.mag == f.min)
		return blended(u, c, f.min, s, t);
	return choose(c->minified, blended(u, c, f.min, s, t), blended(u, c, f.mag, s, t));
}

/* Everything after the level of detail. */
INLINE struct rgba sample(const struct fl_texel_unit *u, struct filters f, const struct chain *c, vf s, vf t)
{
	struct rgba r;

	s = numv_texel_wrap(u->wrap[0], s);
	t = numv_texel_wrap(u->wrap[1], t);
	if (__builtin_expect(!c->one, 0))
		return mixed(u, f, c, s, t);
	r = level(u, c->number, c->filter, s, t);
	if (!c->two)
		return r;
	/* what weighs nothing may be an infinity, but not in bytes */
	const struct rgba mean = lerp(r, level(u, c->after, c->filter, s, t), c->weight);
	return u->store == FL_TEXEL_STORE_8 ? mean : choose(c->more, mean, r);
}

/* Gradients in texels of level 0. */
struct slopes {
	vf xs, xt, ys, yt;
	vf x2, y2; /* lengths, squared */
};

INLINE struct slopes slopes(const struct fl_texel_unit *u, const struct fl_texel_request *q, unsigned i, vf s,
			    vf t)
{
	float w = u->image.width, h = u->image.height;
	struct slopes g;

	if (q->op == FL_TEXEL_OP_GRADIENTS) {
		float sw = q->unscaled ? 1.0f : w, sh = q->unscaled ? 1.0f : h;

		g.xs = ((const vf *)q->dx[0])[i] * sw;
		g.xt = ((const vf *)q->dx[1])[i] * sh;
		g.ys = ((const vf *)q->dy[0])[i] * sw;
		g.yt = ((const vf *)q->dy[1])[i] * sh;
	} else {
		vf s0 = QUADS(s, 0), t0 = QUADS(t, 0);

		g.xs = (QUADS(s, 1) - s0) * w;
		g.xt = (QUADS(t, 1) - t0) * h;
		g.ys = (QUADS(s, 2) - s0) * w;
		g.yt = (QUADS(t, 2) - t0) * h;
	}
	g.x2 = g.xs * g.xs + g.xt * g.xt;
	g.y2 = g.ys * g.ys + g.yt * g.yt;
	return g;
}

/* Walks along the longer gradient, in as many steps as each pixel needs; see lookup_scalar.c. */
static __attribute__((noinline)) struct rgba anisotropic(const struct fl_texel_unit *u, struct filters f,
							 const struct slopes *g, vf lod, vf s, vf t)
{
	const vi along_x = g->x2 > g->y2;
	const vf longer = vf_select(along_x, g->x2, g->y2), shorter = vf_select(along_x, g->y2, g->x2);
	const vf ds = vf_select(along_x, g->xs, g->ys) / (float)u->image.width;
	const vf dt = vf_select(along_x, g->xt, g->yt) / (float)u->image.height;
	const int most = 1 << u->aniso;
	vi more = longer < vf_set(0x1p60f);
	vf ratio = vf_set(1), n = ratio;
	int steps = 1;
	struct chain c;
	struct rgba sum;

	for (int k = 1; k < most; k++) {
		const float k2 = (float)(k * k);

		more &= longer > shorter * k2;
		if (!vi_bits(more))
			break;
		ratio = vf_select(more, vf_set((float)(k + 1)), ratio);
		const vi apart = more & (longer > vf_set(k2));
		if (vi_bits(apart)) {
			n = vf_select(apart, vf_set((float)(k + 1)), n);
			steps = k + 1;
		}
	}
	lod = vf_select(ratio > vf_set(1), lod - numv_log2(ratio), lod);
	chain(u, f, lod, &c);
	if (steps == 1)
		return sample(u, f, &c, s, t);
	const vf part = 1.0f / n;
	const vi several = n > vf_set(1);
	for (int i = 0; i < steps; i++) {
		const vf at = ((float)i + 0.5f) * part - 0.5f;
		const vi here = n > vf_set((float)i);
		const struct rgba x =
		    sample(u, f, &c, vf_select(several, s + ds * at, s), vf_select(several, t + dt * at, t));

		for (unsigned k = 0; k < 4; k++)
			sum.v[k] = i ? vf_select(here, sum.v[k] + x.v[k], sum.v[k]) : x.v[k];
	}
	for (unsigned k = 0; k < 4; k++)
		sum.v[k] = vf_select(several, sum.v[k] * part, sum.v[k]);
	return sum;
}

static unsigned vectors(const struct fl_texel_request *q)
{
	return (q->n_quads * 4 + FL_LANES - 1) / FL_LANES;
}

/* Does this file do it? */
static bool common(const struct fl_texel_unit *u, const struct fl_texel_request *q)
{
	if (u->image.kind != FL_TEXEL_2D || u->store == FL_TEXEL_STORE_DIRECT || q->reference)
		return false;
	if (q->op >= FL_TEXEL_OP_FETCH)
		return q->op == FL_TEXEL_OP_FETCH;
	if (u->half_steps || u->round_quarter || (q->offset[0] | q->offset[1] | q->offset[2]))
		return false;
	for (unsigned c = 0; c < 2; c++)
		if (u->wrap[c] > FL_TEXEL_MIRROR_ONCE_EDGE)
			return false;
	return u->mag != FL_TEXEL_KERNEL && u->min != FL_TEXEL_KERNEL;
}

/* OP_FETCH, as copies of whole pictures are made of. */
static void direct(const struct fl_texel_unit *u, const struct fl_texel_request *q)
{
	for (unsigned n = 0; n < vectors(q); n++) {
		const vu i = ((const vu *)q->coord[0])[n] + (uint32_t)q->offset[0];
		const vu j = ((const vu *)q->coord[1])[n] + (uint32_t)q->offset[1];
		const vi k = ((const vi *)q->coord[3])[n];
		struct rgba r = {{vf_set(0), vf_set(0), vf_set(0), vf_set(0)}};

		for (int32_t at = 0; at <= u->max_level; at++) {
			const struct fl_texel_level *l = &u->level[at];
			vi here = (k == at) & (vi)(i < l->width) & (vi)(j < l->height);

			if (vi_bits(here))
				r = choose(here, texels(u, l, here & (vi)(j * l->width + i)), r);
		}
		for (unsigned c = 0; c < 4; c++)
			((vf *)q->out[c])[n] = r.v[c];
	}
}

static void off(const struct fl_texel_request *q)
{
	for (unsigned c = 0; c < 4; c++)
		for (unsigned i = 0; i < VECTORS; i++)
			((vf *)q->out[c])[i] = vf_set(c == 3 ? 1 : 0);
}

/* A level of detail with what the request and the unit add to it. */
INLINE vf adjusted(const struct fl_texel_unit *u, const struct fl_texel_request *q, unsigned i, vf lod)
{
	if (q->op == FL_TEXEL_OP_BIAS)
		lod = lod + ((const vf *)q->coord[3])[i];
	if (q->bias)
		lod = lod + ((const vf *)q->bias)[i];
	lod = lod + u->lod_bias;
	lod = vf_select(lod == lod, lod, vf_set(0));
	return u->lod_clamp ? numv_texel_clamp(lod, u->lod_min, u->lod_max) : lod;
}

/* Where a vector looks, and at which levels. */
struct place {
	vf s, t, lod;
	struct slopes g;
	struct chain c;
	bool plain; /* at the finest level, by the filter of magnification */
};

INLINE void find(const struct fl_texel_unit *u, const struct fl_texel_request *q, struct filters f,
		 unsigned i, struct place *p)
{
	const float w = u->image.width, h = u->image.height;
	vf s = ((const vf *)q->coord[0])[i], t = ((const vf *)q->coord[1])[i], lod;

	p->plain = !f.mips && f.mag == f.min && !f.aniso;
	if (q->op == FL_TEXEL_OP_PROJECT) {
		const vf d = ((const vf *)q->coord[3])[i];

		s = s / d;
		t = t / d;
	}
	s = vf_select(s == s, s, vf_set(__builtin_inff()));
	t = vf_select(t == t, t, vf_set(__builtin_inff()));
	if (q->unscaled) {
		s = s / w;
		t = t / h;
	}
	p->s = s;
	p->t = t;
	if (p->plain)
		return;
	if (q->op == FL_TEXEL_OP_LOD) {
		lod = ((const vf *)q->coord[3])[i];
	} else {
		p->g = slopes(u, q, i, s, t);
		p->plain = f.lowers && !vi_bits((p->g.x2 > vf_set(1)) | (p->g.y2 > vf_set(1)));
		if (p->plain)
			return;
		lod = numv_texel_lod(p->g.x2, p->g.y2);
	}
	p->lod = adjusted(u, q, i, lod);
	if (!f.aniso)
		chain(u, f, p->lod, &p->c);
}

INLINE struct rgba look_up(const struct fl_texel_unit *u, struct filters f, struct place *p)
{
	if (p->plain)
		finest(u, f, &p->c);
	else if (f.aniso)
		return anisotropic(u, f, &p->g, p->lod, p->s, p->t);
	return sample(u, f, &p->c, p->s, p->t);
}

uint64_t FL_SIMD(fl_texel_lookup)(const struct fl_texel_unit *u, const struct fl_texel_request *q)
{
	if (!u) {
		off(q);
		return 0;
	}
	if (!common(u, q))
		return fl_texel_lookup_scalar(u, q);
	if (q->op == FL_TEXEL_OP_FETCH) {
		direct(u, q);
		return 0;
	}

	const struct filters f = {
	    .mag = u->mag == FL_TEXEL_POINT ? FL_TEXEL_POINT : FL_TEXEL_LINEAR,
	    .min = u->min == FL_TEXEL_POINT ? FL_TEXEL_POINT : FL_TEXEL_LINEAR,
	    .mips = u->mip && u->min_level != u->max_level,
	    .aniso = u->aniso && (u->mag == FL_TEXEL_ANISO || u->min == FL_TEXEL_ANISO) &&
		     q->op != FL_TEXEL_OP_LOD,
	    .lowers = q->op != FL_TEXEL_OP_BIAS && !q->bias && u->lod_bias <= 0 &&
		      (!u->lod_clamp || u->lod_min <= 0),
	};

	/* all are found before the first is looked up: to a level it is a long way of one step after the
	 * other, and the processor goes several at a time */
	struct place p[VECTORS];
	const unsigned n = vectors(q);
	const uint64_t lanes = (UINT64_C(1) << FL_LANES) - 1;

	for (unsigned i = 0; i < n; i++)
		if (q->lanes >> i * FL_LANES & lanes)
			find(u, q, f, i, &p[i]);
	for (unsigned i = 0; i < n; i++) {
		if (!(q->lanes >> i * FL_LANES & lanes))
			continue;
		const struct rgba r = look_up(u, f, &p[i]);
		for (unsigned c = 0; c < 4; c++)
			((vf *)q->out[c])[i] = r.v[c];
	}
	return 0;
}
