/* SPDX-License-Identifier: MIT
 *
 * The common texture look-ups, a vector of pixels at a time: 2D textures of bytes or floats in the cache,
 * point, bilinear and anisotropic, with and without levels, without borders, and texels by their place. The
 * others go to lookup_scalar.c, which computes the same bits for these too.
 */
#include "hw/model/texture/level.h"

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

INLINE struct wraps wraps_of(const struct fl_texel_unit *u)
{
	return (struct wraps){u->wrap[0], u->wrap[1]};
}

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
		const struct rgba x = level(u, wraps_of(u), (unsigned)k, filter, s, t);
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
	const struct wraps w = wraps_of(u);
	struct rgba r;

	s = numv_texel_wrap(w.s, s);
	t = numv_texel_wrap(w.t, t);
	if (__builtin_expect(!c->one, 0))
		return mixed(u, f, c, s, t);
	r = level(u, w, c->number, c->filter, s, t);
	if (!c->two)
		return r;
	/* what weighs nothing may be an infinity, but not in bytes */
	const struct rgba mean = lerp(r, level(u, w, c->after, c->filter, s, t), c->weight);
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
	bool finest; /* at the finest level, by the filter of magnification */
};

/* A vector's coordinates, of the whole image. Most of them are divided by 1. */
INLINE void coordinates(const struct fl_texel_unit *u, const struct fl_texel_request *q, unsigned i, vf *s,
			vf *t)
{
	*s = ((const vf *)q->coord[0])[i];
	*t = ((const vf *)q->coord[1])[i];
	if (q->op == FL_TEXEL_OP_PROJECT) {
		const vf d = ((const vf *)q->coord[3])[i];

		if (vi_bits(d != vf_set(1))) {
			*s = *s / d;
			*t = *t / d;
		}
	}
	if (q->unscaled) {
		*s = *s / (float)u->image.width;
		*t = *t / (float)u->image.height;
	}
}

INLINE void find(const struct fl_texel_unit *u, const struct fl_texel_request *q, struct filters f,
		 unsigned i, struct place *p)
{
	vf s, t, lod;

	coordinates(u, q, i, &s, &t);
	s = vf_select(s == s, s, vf_set(__builtin_inff()));
	t = vf_select(t == t, t, vf_set(__builtin_inff()));
	p->s = s;
	p->t = t;
	p->finest = false;
	if (q->op == FL_TEXEL_OP_LOD) {
		lod = ((const vf *)q->coord[3])[i];
	} else {
		p->g = slopes(u, q, i, s, t);
		p->finest = f.lowers && !vi_bits((p->g.x2 > vf_set(1)) | (p->g.y2 > vf_set(1)));
		if (p->finest)
			return;
		lod = numv_texel_lod(p->g.x2, p->g.y2);
	}
	p->lod = adjusted(u, q, i, lod);
	if (!f.aniso)
		chain(u, f, p->lod, &p->c);
}

INLINE struct rgba look_up(const struct fl_texel_unit *u, struct filters f, struct place *p)
{
	if (p->finest)
		finest(u, f, &p->c);
	else if (f.aniso)
		return anisotropic(u, f, &p->g, p->lod, p->s, p->t);
	return sample(u, f, &p->c, p->s, p->t);
}

INLINE bool is_wanted(const struct fl_texel_request *q, unsigned i)
{
	return q->lanes >> i * FL_LANES & ((UINT64_C(1) << FL_LANES) - 1);
}

INLINE void put(const struct fl_texel_request *q, unsigned i, struct rgba r)
{
	for (unsigned c = 0; c < 4; c++)
		((vf *)q->out[c])[i] = r.v[c];
}

/* Where there is one level and one filter, gradients count for nothing, and what is no number wraps to what
 * infinity does. filter and w are the caller's constants. */
INLINE void flat(const struct fl_texel_unit *u, const struct fl_texel_request *q, unsigned filter,
		 struct wraps w)
{
	for (unsigned i = 0, n = vectors(q); i < n; i++) {
		vf s, t;

		if (!is_wanted(q, i))
			continue;
		coordinates(u, q, i, &s, &t);
		s = numv_texel_wrap(w.s, s);
		t = numv_texel_wrap(w.t, t);
		put(q, i, level(u, w, u->min_level, filter, s, t));
	}
}

INLINE void flat_by_wraps(const struct fl_texel_unit *u, const struct fl_texel_request *q, unsigned filter)
{
	const struct wraps w = wraps_of(u);

	if (w.s == FL_TEXEL_REPEAT && w.t == FL_TEXEL_REPEAT)
		flat(u, q, filter, (struct wraps){FL_TEXEL_REPEAT, FL_TEXEL_REPEAT});
	else if (w.s == FL_TEXEL_CLAMP_EDGE && w.t == FL_TEXEL_CLAMP_EDGE)
		flat(u, q, filter, (struct wraps){FL_TEXEL_CLAMP_EDGE, FL_TEXEL_CLAMP_EDGE});
	else
		flat(u, q, filter, w);
}

static __attribute__((noinline)) void flat_point(const struct fl_texel_unit *u,
						 const struct fl_texel_request *q)
{
	flat_by_wraps(u, q, FL_TEXEL_POINT);
}

static __attribute__((noinline)) void flat_linear(const struct fl_texel_unit *u,
						  const struct fl_texel_request *q)
{
	flat_by_wraps(u, q, FL_TEXEL_LINEAR);
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

	if (!f.mips && f.mag == f.min && !f.aniso) {
		if (f.mag == FL_TEXEL_POINT)
			flat_point(u, q);
		else
			flat_linear(u, q);
		return 0;
	}

	/* all are found before the first is looked up: to a level it is a long way of one step after the
	 * other, and the processor goes several at a time */
	struct place p[VECTORS];
	const unsigned n = vectors(q);

	for (unsigned i = 0; i < n; i++)
		if (is_wanted(q, i))
			find(u, q, f, i, &p[i]);
	for (unsigned i = 0; i < n; i++)
		if (is_wanted(q, i))
			put(q, i, look_up(u, f, &p[i]));
	return 0;
}
