/* SPDX-License-Identifier: MIT
 *
 * Color for a wave at a time. Same bits as color_scalar.c; color.h says what a pixel goes through.
 *
 * Four channels of 8 bits stored, or blended source alpha over, have functions of their own. The others work
 * in columns: a channel of all lanes, step after step; fixed-point numbers are whole floats, whose products
 * are exact.
 */
#include "hw/model/pixel/color.h"
#include "hw/model/num/num.h"
#include "hw/model/tiles/lanes.h"

typedef struct {
	vf v[VECS];
} col;

/* A pixel's 32-bit words, of all lanes. */
struct words {
	_Alignas(64) uint32_t w[4][FL_WAVE_PX];
};

INLINE vf clamp_signed(vf x)
{
	vf y = vf_select(x > -1.0f, x, vf_set(-1.0f));

	y = vf_select(y < 1.0f, y, vf_set(1.0f));
	return vf_select(x == x, y, vf_set(0.0f));
}

INLINE vi to_int(vf x)
{
	return __builtin_convertvector(x, vi);
}

INLINE vf to_float(vi x)
{
	return __builtin_convertvector(x, vf);
}

/* To nearest, halves to even: adding 1.5 * 2^23 leaves the whole number in the low bits of the sum. */
INLINE vi fixed(vf x, unsigned bits, bool sign)
{
	x = sign ? clamp_signed(x) * (float)((1u << (bits - 1)) - 1) : clamp(x) * (float)((1u << bits) - 1);
	return (vi)(x + 12582912.0f) - 0x4b400000;
}

INLINE const vf *out_of(float (*const out)[4][FL_WAVE_PX], const struct fl_pixel_target *t, unsigned k)
{
	return (const vf *)out[t->from][t->sel[k]];
}

/* ---- four channels of 8 bits --------------------------------------------------------------------------- */
/* Of a wave: where the four are, found once, for what is stored between might be that too; or (thread.same)
 * the pixel that all have. */
struct colors {
	const vf *c[4];
	bool same;
	vu all;
};

/* fixed(x, 8, false) for the four of them. Conversions give a NaN as the least number, and packing keeps what
 * it packs in range: no more is clamped than what would not fit an integer. */
#if defined(__AVX512BW__)
INLINE vu pack8888(const struct colors *o, unsigned i)
{
	const __m512i pixels =
	    _mm512_broadcast_i32x4(_mm_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15));
	__m512i c[4];

	for (unsigned k = 0; k < 4; k++) /* the second operand is what a NaN leaves */
		c[k] = _mm512_cvtps_epi32(_mm512_mul_ps(
		    _mm512_min_ps(_mm512_set1_ps(1.0f), (__m512)o->c[k][i]), _mm512_set1_ps(255.0f)));
	return (vu)_mm512_shuffle_epi8(
	    _mm512_packus_epi16(_mm512_packus_epi32(c[0], c[1]), _mm512_packus_epi32(c[2], c[3])), pixels);
}
#elif defined(__AVX2__)
INLINE vu pack8888(const struct colors *o, unsigned i)
{
	const __m256i pixels =
	    _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15));
	__m256i c[4];

	for (unsigned k = 0; k < 4; k++)
		c[k] = _mm256_cvtps_epi32(_mm256_mul_ps(
		    _mm256_min_ps(_mm256_set1_ps(1.0f), (__m256)o->c[k][i]), _mm256_set1_ps(255.0f)));
	return (vu)_mm256_shuffle_epi8(
	    _mm256_packus_epi16(_mm256_packus_epi32(c[0], c[1]), _mm256_packus_epi32(c[2], c[3])), pixels);
}
#else
/* What stands above the low byte of the sums is cut off or shifted out. */
INLINE vu pack8888(const struct colors *o, unsigned i)
{
	vu c[4];

	for (unsigned k = 0; k < 4; k++)
		c[k] = (vu)(clamp(o->c[k][i]) * 255.0f + 12582912.0f);
	return (c[0] & 255) | (c[1] & 255) << 8 | (c[2] & 255) << 16 | c[3] << 24;
}
#endif

INLINE struct colors colors_of(const struct fl_raster_thread *th, const struct fl_pixel_target *t)
{
	struct colors o = {.same = th->same};

	for (unsigned k = 0; k < 4; k++)
		o.c[k] = out_of(th->out, t, k);
	if (o.same)
		o.all = vu_set(pack8888(&o, 0)[0]);
	return o;
}

/* Of vector i. */
INLINE vu color_at(const struct colors *o, unsigned i)
{
	return o->same ? o->all : pack8888(o, i);
}

static void store8888(struct fl_raster_thread *th, const struct fl_pixel_target *t, struct fl_tile_buf *b,
		      uint64_t cover)
{
	const struct fl_wave *w = &th->wave;
	const struct colors o = colors_of(th, t);

	if (w->block && cover == ~0ull) {
		uint8_t *p = b->px + fl_wave_block_px(w, FL_TILE_PX) * 4;

		for (unsigned i = 0; i < VECS; i += PAIRS, p += 2 * ROW_B) {
			vu v[PAIRS];

			for (unsigned j = 0; j < PAIRS; j++)
				v[j] = color_at(&o, i + j);
			rows_store(p, v);
		}
	} else if (w->block) {
		uint8_t *p = b->px + fl_wave_block_px(w, FL_TILE_PX) * 4;

		for (unsigned i = 0; i < VECS; i += PAIRS, p += 2 * ROW_B) {
			vu d[PAIRS];

			rows_load(p, d);
			for (unsigned j = 0; j < PAIRS; j++)
				d[j] = (vu)choose(cover, i + j, (vi)color_at(&o, i + j), (vi)d[j]);
			rows_store(p, d);
		}
	} else {
		_Alignas(64) uint32_t lane[FL_WAVE_PX];

		for (unsigned i = 0; i * FL_LANES < w->n_quads * 4; i++)
			*(vu *)&lane[i * FL_LANES] = color_at(&o, i);
		store_quads(b, w, lane, cover);
	}
	fl_tile_dirty(b, w, cover);
}

/* Two channels at a time in 16-bit halves: s a + d (255 - a) <= 255 * 255, so nothing carries over; the
 * division by 255, to nearest, is exact: (x + 128 + (x + 128 >> 8)) >> 8 for x <= 255 * 255. */
typedef uint16_t vh __attribute__((vector_size(FL_LANES * 4)));

INLINE vu over(vu s, vu d)
{
	vu a = s >> 24;
	vh aa = (vh)(a | a << 16), na = 255 - aa;
	vh lo = (vh)(s & 0x00ff00ff) * aa + (vh)(d & 0x00ff00ff) * na + 128;
	vh hi = (vh)(s >> 8 & 0x00ff00ff) * aa + (vh)(d >> 8 & 0x00ff00ff) * na + 128;

	lo = (lo + (lo >> 8)) >> 8;
	hi = (hi + (hi >> 8)) >> 8;
	return (vu)lo | (vu)hi << 8;
}

static void over8888(struct fl_raster_thread *th, const struct fl_pixel_color *cb,
		     const struct fl_pixel_target *t, struct fl_tile_buf *b, uint64_t cover)
{
	const struct fl_wave *w = &th->wave;
	const struct colors o = colors_of(th, t);
	bool discard = cb->discard != 0; /* alpha <= threshold */
	vi lte = vi_set(cb->limit[3]);
	uint64_t wrote = 0;

	if (w->block) {
		uint8_t *p = b->px + fl_wave_block_px(w, FL_TILE_PX) * 4;

		for (unsigned i = 0; i < VECS; i += PAIRS, p += 2 * ROW_B) {
			vu d[PAIRS];
			uint64_t row = 0;

			rows_load(p, d);
			for (unsigned j = 0; j < PAIRS; j++) {
				vu s = color_at(&o, i + j);
				vi m = lanes_of(cover, i + j);

				if (discard)
					m &= (vi)(s >> 24) > lte;
				row |= vi_bits(m) << j * FL_LANES;
				d[j] = vu_select(m, over(s, d[j]), d[j]);
			}
			if (row)
				rows_store(p, d);
			wrote |= row << i * FL_LANES;
		}
	} else {
		_Alignas(64) uint32_t lane[FL_WAVE_PX] = {0};

		load_quads(b, w, lane);
		for (unsigned i = 0; i * FL_LANES < w->n_quads * 4; i++) {
			vu s = color_at(&o, i), *d = (vu *)&lane[i * FL_LANES];
			vi m = discard ? (vi)(s >> 24) > lte : vi_set(-1);

			*d = over(s, *d);
			wrote |= vi_bits(m) << i * FL_LANES;
		}
		wrote &= cover;
		store_quads(b, w, lane, wrote);
	}
	if (wrote)
		fl_tile_dirty(b, w, wrote);
}

INLINE vu rop2(unsigned rop, vu s, vu d)
{
	vu r = vu_set(0);

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

/* Any blending of four 8-bit channels, two in the 16-bit halves of a word: lo is C0 and C2, hi is C1 and C3
 * (alpha). */
struct halves {
	vh lo, hi;
};

INLINE struct halves halves_of(vu x)
{
	return (struct halves){(vh)(x & 0x00ff00ff), (vh)(x >> 8 & 0x00ff00ff)};
}

INLINE struct halves twice(vu a) /* a in both halves of all */
{
	vh x = (vh)(a | a << 16);

	return (struct halves){x, x};
}

INLINE struct halves inverse(struct halves x)
{
	return (struct halves){255 - x.lo, 255 - x.hi};
}

INLINE struct halves factor16(unsigned f, vu sw, vu dw, struct halves s, struct halves d, struct halves c)
{
	switch (f) {
	case FL_PIXEL_BF_ZERO:
		return twice(vu_set(0));
	case FL_PIXEL_BF_ONE:
		return twice(vu_set(255));
	case FL_PIXEL_BF_SRC_COLOR:
		return s;
	case FL_PIXEL_BF_INV_SRC_COLOR:
		return inverse(s);
	case FL_PIXEL_BF_DST_COLOR:
		return d;
	case FL_PIXEL_BF_INV_DST_COLOR:
		return inverse(d);
	case FL_PIXEL_BF_SRC_ALPHA:
		return twice(sw >> 24);
	case FL_PIXEL_BF_INV_SRC_ALPHA:
		return twice(255 - (sw >> 24));
	case FL_PIXEL_BF_DST_ALPHA:
		return twice(dw >> 24);
	case FL_PIXEL_BF_INV_DST_ALPHA:
		return twice(255 - (dw >> 24));
	case FL_PIXEL_BF_SAT: {
		vi a = (vi)(sw >> 24), rest = 255 - (vi)(dw >> 24);
		struct halves x = twice((vu)vi_select(a < rest, a, rest));

		x.hi = (vh)(((vu)x.hi & 0xffff) | 0x00ff0000); /* alpha: one */
		return x;
	}
	case FL_PIXEL_BF_CONST_COLOR:
		return c;
	case FL_PIXEL_BF_INV_CONST_COLOR:
		return inverse(c);
	case FL_PIXEL_BF_CONST_ALPHA:
		return twice((vu)c.hi >> 16);
	default: /* FL_PIXEL_BF_INV_CONST_ALPHA */
		return inverse(twice((vu)c.hi >> 16));
	}
}

INLINE vh combine16(unsigned func, vh a, vh b)
{
	vh t;

	switch (func) {
	case FL_PIXEL_FUNC_SUB:
		t = (a - b) & (vh)(a > b);
		break;
	case FL_PIXEL_FUNC_REVERSE_SUB:
		t = (b - a) & (vh)(b > a);
		break;
	case FL_PIXEL_FUNC_MIN: {
		vh m = (vh)(a < b);
		t = (a & m) | (b & ~m);
		break;
	}
	case FL_PIXEL_FUNC_MAX: {
		vh m = (vh)(a > b);
		t = (a & m) | (b & ~m);
		break;
	}
	default: { /* up to 2 * 255 * 255: what carries over, or is above, becomes 255 * 255 */
		t = a + b;
		vh m = (vh)(t < a) | (vh)(t > 65025);
		t = (t & ~m) | (m & 65025);
	}
	}
	t += 128;
	return (t + (t >> 8)) >> 8;
}

INLINE vu equation16(const struct fl_pixel_equation *e, vu sw, vu dw, struct halves c)
{
	struct halves s = halves_of(sw), d = halves_of(dw);
	struct halves fs = factor16(e->src, sw, dw, s, d, c), fd = factor16(e->dst, sw, dw, s, d, c);
	vh lo = combine16(e->func, s.lo * fs.lo, d.lo * fd.lo),
	   hi = combine16(e->func, s.hi * fs.hi, d.hi * fd.hi);

	return (vu)lo | (vu)hi << 8;
}

static void any8888(struct fl_raster_thread *th, const struct fl_pixel_color *cb,
		    const struct fl_pixel_target *t, struct fl_tile_buf *b, uint64_t cover)
{
	const struct fl_wave *w = &th->wave;
	const struct colors o = colors_of(th, t);
	bool separate = memcmp(&t->eq[0], &t->eq[1], sizeof(t->eq[0])) != 0;
	uint32_t constant = (uint32_t)t->constant[0] | (uint32_t)t->constant[1] << 8 |
			    (uint32_t)t->constant[2] << 16 | (uint32_t)t->constant[3] << 24;
	struct halves c = halves_of(vu_set(constant));
	_Alignas(64) uint32_t lane[FL_WAVE_PX] = {0};
	uint64_t keep = 0;

	if (t->reads)
		load_quads(b, w, lane);
	for (unsigned i = 0; i * FL_LANES < w->n_quads * 4; i++) {
		vu s = color_at(&o, i), *at = (vu *)&lane[i * FL_LANES], old = *at;
		vi live = vi_set(-1), a = (vi)(s >> 24);

		if (t->blend) {
			vu d = t->blend_reads ? old : vu_set(0), now;

			if (cb->discard)
				live = cb->discard_ge ? a < (int32_t)cb->limit[3] : a > (int32_t)cb->limit[3];
			if (cb->skip0)
				d = (vu)((vi)d & (a != 0));
			if (cb->skip1)
				d = (vu)((vi)d & (a != 255));
			now = equation16(&t->eq[0], s, d, c);
			if (separate)
				now = (now & 0x00ffffff) | (equation16(&t->eq[1], s, d, c) & 0xff000000);
			s = now;
		}
		if (cb->compare)
			s ^= (vu)(((s ^ cb->cmp_clr) & cb->cmp_msk) == 0) & cb->cmp_flip;
		if (cb->rop_on)
			s = rop2(cb->rop, s, old);
		*at = (s & t->mask[0]) | (old & ~t->mask[0]);
		keep |= vi_bits(live) << i * FL_LANES;
	}
	cover &= keep;
	if (cover) {
		store_quads(b, w, lane, cover);
		fl_tile_dirty(b, w, cover);
	}
}

/* ---- columns ------------------------------------------------------------------------------------------- */
/* one: 255, 1023, or 1.0 */
static void factor(unsigned f, unsigned k, const col *s, const col *d, const float *c, float one, col *out)
{
	for (unsigned i = 0; i < VECS; i++)
		switch (f) {
		case FL_PIXEL_BF_ZERO:
			out->v[i] = vf_set(0.0f);
			break;
		case FL_PIXEL_BF_ONE:
			out->v[i] = vf_set(one);
			break;
		case FL_PIXEL_BF_SRC_COLOR:
			out->v[i] = s[k].v[i];
			break;
		case FL_PIXEL_BF_INV_SRC_COLOR:
			out->v[i] = one - s[k].v[i];
			break;
		case FL_PIXEL_BF_DST_COLOR:
			out->v[i] = d[k].v[i];
			break;
		case FL_PIXEL_BF_INV_DST_COLOR:
			out->v[i] = one - d[k].v[i];
			break;
		case FL_PIXEL_BF_SRC_ALPHA:
			out->v[i] = s[3].v[i];
			break;
		case FL_PIXEL_BF_INV_SRC_ALPHA:
			out->v[i] = one - s[3].v[i];
			break;
		case FL_PIXEL_BF_DST_ALPHA:
			out->v[i] = d[3].v[i];
			break;
		case FL_PIXEL_BF_INV_DST_ALPHA:
			out->v[i] = one - d[3].v[i];
			break;
		case FL_PIXEL_BF_SAT: {
			vf rest = one - d[3].v[i];
			out->v[i] = k == 3 ? vf_set(one) : vf_select(s[3].v[i] < rest, s[3].v[i], rest);
			break;
		}
		case FL_PIXEL_BF_CONST_COLOR:
			out->v[i] = vf_set(c[k]);
			break;
		case FL_PIXEL_BF_INV_CONST_COLOR:
			out->v[i] = vf_set(one - c[k]);
			break;
		case FL_PIXEL_BF_CONST_ALPHA:
			out->v[i] = vf_set(c[3]);
			break;
		default: /* FL_PIXEL_BF_INV_CONST_ALPHA */
			out->v[i] = vf_set(one - c[3]);
		}
}

static void combine(unsigned func, const col *s, const col *fs, const col *d, const col *fd, col *out)
{
	for (unsigned i = 0; i < VECS; i++) {
		vf a = s->v[i] * fs->v[i], b = d->v[i] * fd->v[i];

		switch (func) {
		case FL_PIXEL_FUNC_SUB:
			a = a - b;
			break;
		case FL_PIXEL_FUNC_REVERSE_SUB:
			a = b - a;
			break;
		case FL_PIXEL_FUNC_MIN:
			a = vf_select(a < b, a, b);
			break;
		case FL_PIXEL_FUNC_MAX:
			a = vf_select(a > b, a, b);
			break;
		default:
			a = a + b;
		}
		out->v[i] = a;
	}
}

/* Lanes that are not discarded; s8: C0..C3 as 8-bit numbers. */
static uint64_t kept(const struct fl_pixel_color *cb, vi s8[4][VECS])
{
	uint64_t keep = 0;

	for (unsigned i = 0; i < VECS; i++) {
		vi drop = vi_set(-1);

		for (unsigned k = 0; k < 4; k++)
			if (cb->discard >> k & 1)
				drop &= cb->discard_ge ? s8[k][i] >= (int32_t)cb->limit[k]
						       : s8[k][i] <= (int32_t)cb->limit[k];
		keep |= vi_bits(~drop) << i * FL_LANES;
	}
	return keep;
}

INLINE vi field(const struct words *old, const struct fl_pixel_channel *c, unsigned i)
{
	vu v = *(const vu *)&old->w[c->at / 32][i * FL_LANES] >> c->at % 32;

	return (vi)(c->bits == 32 ? v : v & ((1u << c->bits) - 1));
}

INLINE void put(struct words *now, unsigned at, unsigned i, vi code)
{
	*(vu *)&now->w[at / 32][i * FL_LANES] |= (vu)code << at % 32;
}

/* The place of each lane in the table of dithering. */
static void bayer_of(const struct fl_raster_thread *th, vi *out)
{
	_Alignas(64) int32_t v[FL_WAVE_PX] = {0};

	for (unsigned i = 0; i < th->wave.n_quads * 4; i++)
		v[i] = (int32_t)fl_pixel_bayer(th->tile.x0 + th->wave.qx[i / 4] + (i & 1),
					       th->tile.y0 + th->wave.qy[i / 4] + (i >> 1 & 1));
	for (unsigned i = 0; i < VECS; i++)
		out[i] = *(const vi *)&v[i * FL_LANES];
}

INLINE vi reduce(vi v, unsigned from, unsigned to, unsigned dither, vi bayer)
{
	int32_t max = (1 << from) - 1;

	if (from < to)
		return v << (to - from) | v >> (2 * from - to);
	if (from == to)
		return v;
	if (dither == FL_PIXEL_TRUNCATE)
		return v >> (from - to);
	v = v * ((1 << to) - 1);
	v += dither == FL_PIXEL_DITHER ? (bayer * 2 + 1) * max / 32 : vi_set(max / 2);
	/* v / max: the quotient is at most 1023, and a half more never carries it over a whole number */
	return to_int((to_float(v) + 0.5f) * (1.0f / (float)max));
}

/* The source in columns; in *keep the lanes that are not discarded. */
static void source_fixed(const struct fl_raster_thread *th, const struct fl_pixel_color *cb,
			 const struct fl_pixel_target *t, col s[4], uint64_t *keep)
{
	vi s8[4][VECS];

	for (unsigned k = 0; k < 4; k++)
		for (unsigned i = 0; i < VECS; i++) {
			vf x = out_of(th->out, t, k)[i];

			if (t->gamma && t->sel[k] != 3) {
				x = clamp(x);
				vf safe = vf_select(x > 1e-30f, x, vf_set(1e-30f));
				vf y = numv_exp2(numv_log2(safe) * (1.0f / FL_PIXEL_GAMMA));
				x = vf_select(x > 0.0f, y, vf_set(0.0f));
			}
			vi v = fixed(x, t->bits, false);
			s8[k][i] = v >> (t->bits - 8);
			s[k].v[i] = to_float(v);
		}
	if (t->yuv) {
		const vi odd = lanes_of(0xaaaaaaaaaaaaaaaa, 0);

		for (unsigned i = 0; i < VECS; i++)
			s[0].v[i] = vf_select(odd, s[2].v[i], s[0].v[i]);
	}
	*keep = t->blend && cb->discard ? kept(cb, s8) : ~0ull;
}

/* The blender has no infinities, NaNs or negative zero. */
INLINE vi half(vf x)
{
	vi h = float_to_half(x), mag = h & 0x7fff;

	h = vi_select(mag == 0x7c00, h - 1, h);
	return vi_select((mag > 0x7c00) | (h == 0x8000), vi_set(0), h);
}

static void source_float(const struct fl_raster_thread *th, const struct fl_pixel_color *cb,
			 const struct fl_pixel_target *t, col s[4], uint64_t *keep)
{
	vi s8[4][VECS];

	for (unsigned k = 0; k < 4; k++) {
		bool sign = t->sign >> k & 1;
		float max = (float)((1u << (t->bits - sign)) - 1);

		for (unsigned i = 0; i < VECS; i++) {
			vf x = out_of(th->out, t, k)[i];

			s[k].v[i] =
			    t->sign ? to_float(fixed(x, t->bits, sign)) / max : half_to_float(half(x));
			s8[k][i] = fixed(s[k].v[i], 8, false);
		}
	}
	*keep = t->blend && cb->discard ? kept(cb, s8) : ~0ull;
}

static void dest(const struct fl_pixel_target *t, const struct words *old, float one, col d[4])
{
	for (unsigned k = 0; k < 4; k++) {
		unsigned from = t->ch[k].read & 3;
		const struct fl_pixel_channel *c = &t->ch[from];

		for (unsigned i = 0; i < VECS; i++) {
			if (t->ch[k].read > 3) {
				d[k].v[i] = vf_set(one);
				continue;
			}
			vi v = field(old, c, i);

			if (t->path != FL_PIXEL_COLOR_FLOAT) {
				vf x = to_float(v) * (one / (float)((1u << (c->bits & 31)) - 1)) + 0.5f;
				d[k].v[i] = to_float(to_int(x));
			} else if (!t->sign) {
				d[k].v[i] = half_to_float(half(half_to_float(v)));
			} else if (t->sign >> from & 1 && c->bits > 1) {
				int32_t max = (1 << (c->bits - 1)) - 1;

				v = v << (32 - c->bits) >> (32 - c->bits);
				v = vi_select(v < -max, vi_set(-max), v);
				d[k].v[i] = to_float(v) / (float)max;
			} else {
				d[k].v[i] = to_float(v) / (float)((1u << (c->bits & 31)) - 1);
			}
		}
	}
}

/* s becomes the blended color. */
static void blend(const struct fl_pixel_color *cb, const struct fl_pixel_target *t, const struct words *old,
		  col s[4])
{
	float one = t->path == FL_PIXEL_COLOR_FLOAT ? 1.0f : (float)((1u << t->bits) - 1);
	col d[4], fs, fd, out[4];

	if (t->blend_reads)
		dest(t, old, one, d);
	else
		memset(d, 0, sizeof(d));
	if (t->blend_reads && (cb->skip0 || cb->skip1))
		for (unsigned i = 0; i < VECS; i++) {
			vi skip = vi_set(0);

			if (cb->skip0)
				skip |= s[3].v[i] == 0.0f;
			if (cb->skip1)
				skip |= s[3].v[i] == one;
			for (unsigned k = 0; k < 4; k++)
				d[k].v[i] = vf_select(skip, vf_set(0.0f), d[k].v[i]);
		}

	for (unsigned k = 0; k < 4; k++) {
		const struct fl_pixel_equation *e = &t->eq[k == 3];

		factor(e->src, k, s, d, t->constant, one, &fs);
		factor(e->dst, k, s, d, t->constant, one, &fd);
		combine(e->func, &s[k], &fs, &d[k], &fd, &out[k]);
		for (unsigned i = 0; i < VECS; i++) {
			vf x = out[k].v[i];

			if (t->path != FL_PIXEL_COLOR_FLOAT) {
				/* whole numbers: clamp, divide by one, to nearest; never half way, for one is
				 * odd */
				x = vf_select(x > 0.0f, x, vf_set(0.0f));
				x = vf_select(x < one * one, x, vf_set(one * one));
				x = to_float(to_int(x * (1.0f / one) + 0.5f));
			} else if (e->clamp) {
				x = t->sign >> k & 1 ? clamp_signed(x) : clamp(x);
			}
			out[k].v[i] = x;
		}
	}
	memcpy(s, out, sizeof(out));
}

static void pack(const struct fl_raster_thread *th, const struct fl_pixel_target *t, const col s[4],
		 struct words *now)
{
	vi bayer[VECS] = {{0}};

	if (t->path != FL_PIXEL_COLOR_FLOAT &&
	    (t->dither[0] == FL_PIXEL_DITHER || t->dither[1] == FL_PIXEL_DITHER))
		bayer_of(th, bayer);
	for (unsigned k = 0; k < 4; k++) {
		const struct fl_pixel_channel *c = &t->ch[k];

		if (!c->bits)
			continue;
		for (unsigned i = 0; i < VECS; i++) {
			vf x = s[k].v[i];
			vi code;

			if (t->path != FL_PIXEL_COLOR_FLOAT)
				code = reduce(to_int(x), t->bits, c->bits, t->dither[k == 3], bayer[i]);
			else if (!t->sign)
				code = half(x);
			else
				code = fixed(x, c->bits, t->sign >> k & 1 && c->bits > 1) &
				       (int32_t)((1u << c->bits) - 1);
			put(now, c->at, i, code);
		}
	}
}

static void pack_raw(const struct fl_raster_thread *th, const struct fl_pixel_target *t, struct words *now)
{
	const struct fl_pixel_raw *raw = &t->raw;

	for (unsigned k = 0; k < raw->n; k++) {
		unsigned bits = raw->bits[k], c = raw->c[k];
		bool sign = t->sign >> c & 1 && bits > 1;

		for (unsigned i = 0; i < VECS; i++) {
			vf x = out_of(th->out, t, c)[i];

			put(now, raw->at[k], i,
			    raw->pack == FL_PIXEL_PACK_FLOAT ? (vi)x
			    : raw->pack == FL_PIXEL_PACK_HALF
				? float_to_half(x)
				: fixed(x, bits, sign) & (int32_t)((1u << bits) - 1));
		}
	}
}

static void load_words(const struct fl_tile_buf *b, const struct fl_wave *w, unsigned s, uint64_t lanes,
		       struct words *old)
{
	if (b->cpp == 4 && b->samples == 1) {
		load_quads(b, w, old->w[0]);
		return;
	}
	for (; lanes; lanes &= lanes - 1) {
		unsigned i = (unsigned)__builtin_ctzll(lanes);
		uint32_t word[4] = {0};

		memcpy(word, fl_tile_at(b, w, i, s), b->cpp);
		for (unsigned k = 0; k < 4; k++)
			old->w[k][i] = word[k];
	}
}

static void store_words(const struct fl_tile_buf *b, const struct fl_wave *w, unsigned s, uint64_t lanes,
			const struct words *now)
{
	if (b->cpp == 4 && b->samples == 1) {
		store_quads(b, w, now->w[0], lanes);
		return;
	}
	for (; lanes; lanes &= lanes - 1) {
		unsigned i = (unsigned)__builtin_ctzll(lanes);
		uint32_t word[4] = {now->w[0][i], now->w[1][i], now->w[2][i], now->w[3][i]};

		memcpy(fl_tile_at(b, w, i, s), word, b->cpp);
	}
}

static void columns(struct fl_raster_thread *th, const struct fl_pixel_color *cb,
		    const struct fl_pixel_target *t, struct fl_tile_buf *b)
{
	const struct fl_wave *w = &th->wave;
	bool blended = t->blend && t->path != FL_PIXEL_COLOR_RAW;
	uint64_t keep = ~0ull, wrote = 0;
	struct words old, now;
	col s[4], src[4];

	memset(&old, 0, sizeof(old));
	if (t->path == FL_PIXEL_COLOR_FLOAT)
		source_float(th, cb, t, src, &keep);
	else if (t->path != FL_PIXEL_COLOR_RAW)
		source_fixed(th, cb, t, src, &keep);

	for (unsigned n = 0; n < w->draw->samples && n < b->samples; n++) {
		uint64_t lanes = w->cover[n] & keep;

		if (!lanes)
			continue;
		if (t->reads)
			load_words(b, w, n, lanes, &old);
		memset(&now, 0, sizeof(now));
		if (t->path == FL_PIXEL_COLOR_RAW) {
			pack_raw(th, t, &now);
		} else {
			memcpy(s, src, sizeof(s));
			if (blended)
				blend(cb, t, &old, s);
			pack(th, t, s, &now);
		}
		for (unsigned i = 0; i < VECS; i++) {
			vu *v = (vu *)&now.w[0][i * FL_LANES];

			if (cb->compare && t->words == 1)
				*v ^= (vu)(((*v ^ cb->cmp_clr) & cb->cmp_msk) == 0) & cb->cmp_flip;
		}
		if (cb->rop_on || t->partial)
			for (unsigned k = 0; k < t->words; k++)
				for (unsigned i = 0; i < VECS; i++) {
					vu *v = (vu *)&now.w[k][i * FL_LANES];
					vu d = *(const vu *)&old.w[k][i * FL_LANES];

					if (cb->rop_on)
						*v = rop2(cb->rop, *v, d);
					*v = (*v & t->mask[k]) | (d & ~t->mask[k]);
				}
		store_words(b, w, n, lanes, &now);
		wrote |= lanes;
	}
	if (wrote)
		fl_tile_dirty(b, w, wrote);
}

void FL_SIMD(fl_pixel_color_run)(struct fl_raster_thread *th)
{
	const struct fl_wave *w = &th->wave;
	const struct fl_pixel_color *cb = w->draw->color;
	unsigned samples = w->draw->samples;
	uint64_t alive = fl_wave_alive(w, samples), blocks;

	if (!alive)
		return;
	if (cb->resolve.cpp) {
		fl_pixel_color_resolve(th, alive);
		return;
	}
	blocks = fl_wave_blocks(w, alive);
	for (unsigned n = 0; n < cb->n; n++) {
		const struct fl_pixel_target *t = &cb->target[n];
		struct fl_tile_buf *b = th->tile.color[n];

		if (!b || t->path == FL_PIXEL_COLOR_NONE)
			continue;
		if (blocks & ~b->have) {
			/* A block that is overwritten whole need not be read. */
			if (w->block && w->cover[0] == ~0ull && samples == 1 && !t->reads &&
			    (!t->blend || t->path == FL_PIXEL_COLOR_STORE8888))
				b->have |= blocks;
			else
				fl_tile_need(b, blocks);
		}
		if (samples == 1 && b->samples == 1 && t->path == FL_PIXEL_COLOR_STORE8888)
			store8888(th, t, b, w->cover[0]);
		else if (samples == 1 && b->samples == 1 && t->path == FL_PIXEL_COLOR_OVER8888)
			over8888(th, cb, t, b, w->cover[0]);
		else if (samples == 1 && b->samples == 1 && t->path == FL_PIXEL_COLOR_ANY8888)
			any8888(th, cb, t, b, w->cover[0]);
		else if (t->path >= FL_PIXEL_COLOR_WIDE)
			fl_pixel_color_wide(th, t, b, alive);
		else
			columns(th, cb, t, b);
	}
}
