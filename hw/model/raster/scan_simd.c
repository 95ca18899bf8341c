/* SPDX-License-Identifier: MIT
 *
 * Scan conversion, the fast path. Blocks of 8x8 pixels of a tile are rejected or accepted by their corners;
 * the others are tested lane by lane. Inside a tile the edges that cross it fit 32 bits: vertices lie within
 * 2^23 subpixels of the origin (fl_raster_setup.far), so |a| + |b| is at most 2^25, and an edge that is zero
 * somewhere in the tile stays below 63 * 2^25 all over it.
 */
#include "hw/model/raster/gather.h"
#include "hw/model/raster/scan.h"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#if FL_LANES == 16
static const vi lane_x = {0, 1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5, 6, 7, 6, 7};
static const vi lane_y = {0, 0, -1, -1, 0, 0, -1, -1, 0, 0, -1, -1, 0, 0, -1, -1}; /* as a mask */
#else
static const vi lane_x = {0, 1, 0, 1, 2, 3, 2, 3};
static const vi lane_y = {0, 0, -1, -1, 0, 0, -1, -1};
#endif

enum { VECTORS = 64 / FL_LANES, FEW = 4 };

/* What an edge adds to its value at a block's corner pixel, lane by lane. */
static inline __attribute__((always_inline)) void slope(int32_t a, int32_t b, vi v[VECTORS])
{
	const vi first = lane_x * vi_set(a) + (lane_y & vi_set(b));

#if FL_LANES == 16
	for (int i = 0; i < 4; i++)
		v[i] = first + vi_set(2 * b * i);
#else
	for (int i = 0; i < 4; i++) {
		v[2 * i] = first + vi_set(2 * b * i);
		v[2 * i + 1] = first + vi_set(2 * b * i + 4 * a);
	}
#endif
}

/* The lanes of a block that are outside one of the n edges; c is the value at the block's corner pixel. */
static inline __attribute__((always_inline)) uint64_t outside(unsigned n, const vi (*slopes)[VECTORS],
							      const int32_t *c)
{
	uint64_t m = 0;

	for (unsigned i = 0; i < VECTORS; i++) {
		vi v = slopes[0][i] + vi_set(c[0]);

		for (unsigned e = 1; e < n; e++)
			v |= slopes[e][i] + vi_set(c[e]);
		m |= vi_bits(v) << (i * FL_LANES);
	}
	return m;
}

/* A row of eight blocks: where their corners are, and of values there those that are negative, a bit each. */
typedef int32_t v8 __attribute__((vector_size(32)));

static const v8 columns = {0, 8, 16, 24, 32, 40, 48, 56};

static inline __attribute__((always_inline)) unsigned signs8(v8 v)
{
#if defined(__AVX__)
	return (unsigned)_mm256_movemask_ps((__m256)v);
#elif defined(__SSE2__)
	union {
		v8 v;
		__m128 half[2];
	} u = {v};
	return (unsigned)_mm_movemask_ps(u.half[0]) | (unsigned)_mm_movemask_ps(u.half[1]) << 4;
#else
	unsigned m = 0;
	for (int i = 0; i < 8; i++)
		m |= (unsigned)((uint32_t)v[i] >> 31) << i;
	return m;
#endif
}

/* The edges that count, and their values at the tile's corner pixel, of sample i. Beyond n stand zeros: of
 * such an edge all is inside. */
struct edges {
	unsigned n;
	int32_t a[4], b[4], c[FL_WAVE_SAMPLES][4];
};

/* The difference between an edge's value at a block's corner and its smallest and largest in the block. */
static inline __attribute__((always_inline)) void reach(int32_t a, int32_t b, int32_t *lo, int32_t *hi)
{
	*hi = 7 * ((a > 0 ? a : 0) + (b > 0 ? b : 0));
	*lo = 7 * ((a < 0 ? a : 0) + (b < 0 ? b : 0));
}

/* What of the tile the box of the primitive has: pixels, and the blocks of a row, a bit each. */
struct inside {
	int x0, y0, x1, y1;
	unsigned row;
	bool boxed; /* not all of its blocks lie in it whole */
};

static inline __attribute__((always_inline)) void find_edges(const struct fl_raster_worker *w,
							     const struct fl_raster_prim *p, unsigned edges,
							     unsigned n_pos, struct edges *f)
{
	const int tx = (int)w->t.tile.x0, ty = (int)w->t.tile.y0;

	*f = (struct edges){0};
	for (unsigned e = 0; e < p->n_edges; e++) {
		if (!(edges >> e & 1))
			continue;
		f->a[f->n] = p->edge[e].a;
		f->b[f->n] = p->edge[e].b;
		for (unsigned i = 0; i < n_pos; i++)
			f->c[i][f->n] = (int32_t)(fl_raster_edge_c(p->draw->scan, &p->edge[e], i) +
						  (int64_t)f->a[f->n] * tx + (int64_t)f->b[f->n] * ty);
		f->n++;
	}
}

/* What a block may have of the box of its primitive and of the clip rectangles. */
static inline __attribute__((always_inline)) uint64_t allowed(const struct fl_raster_worker *w,
							      const struct fl_raster_scan *sc,
							      const struct inside *in, int x, int y)
{
	uint64_t may = ~UINT64_C(0);

	if (in->boxed && (x < in->x0 || x + 7 > in->x1 || y < in->y0 || y + 7 > in->y1))
		may = fl_raster_box(x, y, in->x0, in->y0, in->x1, in->y1);
	if (sc->clip)
		may &= fl_raster_clip_rects(sc, x + (int)w->t.tile.x0, y + (int)w->t.tile.y0);
	return may;
}

/* One sample: a block that an edge crosses is tested against all n of them, for which edges they are nothing
 * foretells. Few blocks are not asked whether one crosses them. */
static inline __attribute__((always_inline)) void one_sample(struct fl_raster_worker *w,
							     const struct fl_raster_prim *p,
							     const struct edges *f, const unsigned n,
							     const struct inside *in, const bool few)
{
	const struct fl_raster_scan *sc = p->draw->scan;
	const int32_t *a = f->a, *b = f->b, *c0 = f->c[0];
	int32_t lo[4], hi[4];
	vi slopes[4][VECTORS];

	for (unsigned e = 0; e < n; e++) {
		slope(a[e], b[e], slopes[e]);
		reach(a[e], b[e], &lo[e], &hi[e]);
	}
	for (int y = in->y0 & ~7; y <= in->y1; y += 8) {
		unsigned row = in->row, crossed = 0;

		for (unsigned e = 0; e < n && !few; e++) {
			const v8 v = columns * a[e] + (c0[e] + b[e] * y);

			row &= ~signs8(v + hi[e]);
			crossed |= signs8(v + lo[e]);
		}
		for (; row; row &= row - 1) {
			const unsigned bx = (unsigned)__builtin_ctz(row);
			const int x = (int)bx * 8;
			uint64_t cover[FL_WAVE_SAMPLES];
			int32_t c[4];

			cover[0] = allowed(w, sc, in, x, y) & sc->pos[0].lanes;
			if (few || crossed >> bx & 1) {
				for (unsigned e = 0; e < n; e++)
					c[e] = c0[e] + a[e] * x + b[e] * y;
				cover[0] &= ~outside(n, (const vi(*)[VECTORS])slopes, c);
			}
			if (sc->door_on)
				cover[0] &= sc->door[0];
			if (cover[0])
				fl_raster_block(w, p, (unsigned)x, (unsigned)y, cover);
		}
	}
}

/* Any number of samples. */
static inline __attribute__((always_inline)) void all_samples(struct fl_raster_worker *w,
							      const struct fl_raster_prim *p,
							      const struct edges *f, const struct inside *in)
{
	const struct fl_raster_scan *sc = p->draw->scan;
	const unsigned n_pos = sc->n_pos, samples = sc->samples;
	int32_t lo[4], hi[4];

	for (unsigned e = 0; e < f->n; e++)
		reach(f->a[e], f->b[e], &lo[e], &hi[e]);
	for (int y = in->y0 & ~7; y <= in->y1; y += 8) {
		unsigned in_row[FL_WAVE_SAMPLES], cross[FL_WAVE_SAMPLES][4], any_row = 0;

		for (unsigned i = 0; i < n_pos; i++) {
			in_row[i] = in->row;
			for (unsigned e = 0; e < f->n; e++) {
				v8 v = columns * f->a[e] + (f->c[i][e] + f->b[e] * y);

				in_row[i] &= ~signs8(v + hi[e]);
				cross[i][e] = signs8(v + lo[e]);
			}
			any_row |= in_row[i];
		}
		for (; any_row; any_row &= any_row - 1) {
			const unsigned bx = (unsigned)__builtin_ctz(any_row);
			const int x = (int)bx * 8;
			const uint64_t may = allowed(w, sc, in, x, y);
			uint64_t cover[FL_WAVE_SAMPLES], any = 0;

			for (unsigned s = 0; s < samples; s++)
				cover[s] = 0;
			for (unsigned i = 0; i < n_pos; i++) {
				vi slopes[4][VECTORS];
				int32_t tc[4];
				unsigned m = 0;
				uint64_t lanes = may & sc->pos[i].lanes;

				if (!(in_row[i] >> bx & 1))
					continue;
				for (unsigned e = 0; e < f->n; e++)
					if (cross[i][e] >> bx & 1) {
						slope(f->a[e], f->b[e], slopes[m]);
						tc[m++] = f->c[i][e] + f->a[e] * x + f->b[e] * y;
					}
				if (m == 1)
					lanes &= ~outside(1, (const vi(*)[VECTORS])slopes, tc);
				else if (m == 2)
					lanes &= ~outside(2, (const vi(*)[VECTORS])slopes, tc);
				else if (m)
					lanes &= ~outside(m, (const vi(*)[VECTORS])slopes, tc);
				cover[sc->pos[i].sample] |= lanes;
			}
			for (unsigned s = 0; s < samples; s++) {
				if (sc->door_on)
					cover[s] &= sc->door[s];
				any |= cover[s];
			}
			if (any)
				fl_raster_block(w, p, bx * 8, (unsigned)y, cover);
		}
	}
}

void FL_SIMD(fl_raster_cover)(struct fl_raster_worker *w, const struct fl_raster_prim *p, unsigned edges)
{
	const struct fl_raster_scan *sc = p->draw->scan;
	const int tx = (int)w->t.tile.x0, ty = (int)w->t.tile.y0;
	struct inside in = {.x0 = p->x0 > tx ? p->x0 - tx : 0,
			    .y0 = p->y0 > ty ? p->y0 - ty : 0,
			    .x1 = p->x1 < tx + 63 ? p->x1 - tx : 63,
			    .y1 = p->y1 < ty + 63 ? p->y1 - ty : 63};
	struct edges f;
	bool few;

	in.row = (2u << in.x1 / 8) - (1u << in.x0 / 8);
	in.boxed = in.x0 & 7 || in.y0 & 7 || ~in.x1 & 7 || ~in.y1 & 7;
	few = (in.x1 / 8 - in.x0 / 8 + 1) * (in.y1 / 8 - in.y0 / 8 + 1) <= FEW;
	if (sc->n_pos > 1 || sc->samples > 1) {
		find_edges(w, p, edges, sc->n_pos, &f);
		all_samples(w, p, &f, &in);
		return;
	}
	find_edges(w, p, edges, 1, &f);
	if (few && f.n <= 3)
		one_sample(w, p, &f, 3, &in, true);
	else if (few)
		one_sample(w, p, &f, 4, &in, true);
	else if (f.n <= 2)
		one_sample(w, p, &f, 2, &in, false);
	else if (f.n == 3)
		one_sample(w, p, &f, 3, &in, false);
	else
		one_sample(w, p, &f, 4, &in, false);
}
