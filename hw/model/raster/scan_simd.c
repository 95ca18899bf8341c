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

/* The lanes of a block that are outside one of the n edges; c is the value at the block's corner pixel. */
static inline __attribute__((always_inline)) uint64_t outside(unsigned n, const int32_t *a, const int32_t *b,
							      const int32_t *c)
{
	vi v[64 / FL_LANES];
	uint64_t m = 0;

	for (unsigned i = 0; i < 64 / FL_LANES; i++)
		v[i] = vi_set(0);
	for (unsigned e = 0; e < n; e++) {
		vi first = lane_x * vi_set(a[e]) + (lane_y & vi_set(b[e])) + vi_set(c[e]);

#if FL_LANES == 16
		for (int i = 0; i < 4; i++)
			v[i] |= first + vi_set(2 * b[e] * i);
#else
		for (int i = 0; i < 4; i++) {
			v[2 * i] |= first + vi_set(2 * b[e] * i);
			v[2 * i + 1] |= first + vi_set(2 * b[e] * i + 4 * a[e]);
		}
#endif
	}
	for (unsigned i = 0; i < 64 / FL_LANES; i++)
		m |= vi_bits(v[i]) << (i * FL_LANES);
	return m;
}

/* Of a row of eight blocks from (x, y), a bit each: those that are outside of an edge, and in *cross those
 * that it crosses. */
typedef int32_t v8 __attribute__((vector_size(32)));

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

/* One sample, and one block has it all, as it has most small primitives. */
static inline __attribute__((always_inline)) void in_one_block(struct fl_raster_worker *w,
							       const struct fl_raster_prim *p, unsigned edges,
							       int x0, int y0, int x1, int y1)
{
	const struct fl_raster_scan *sc = p->draw->scan;
	const int x = x0 & ~7, y = y0 & ~7, wx = x + (int)w->t.tile.x0, wy = y + (int)w->t.tile.y0;
	uint64_t cover[FL_WAVE_SAMPLES];
	int32_t a[4] = {0}, b[4] = {0}, c[4] = {0};
	unsigned n = 0;

	for (unsigned e = 0; e < p->n_edges; e++) {
		if (!(edges >> e & 1))
			continue;
		a[n] = p->edge[e].a;
		b[n] = p->edge[e].b;
		c[n] =
		    (int32_t)(fl_raster_edge_c(sc, &p->edge[e], 0) + (int64_t)a[n] * wx + (int64_t)b[n] * wy);
		n++;
	}
	cover[0] = fl_raster_box(x, y, x0, y0, x1, y1) & sc->pos[0].lanes;
	if (sc->clip)
		cover[0] &= fl_raster_clip_rects(sc, wx, wy);
	if (n == 3)
		cover[0] &= ~outside(3, a, b, c);
	else if (n)
		cover[0] &= ~outside(n, a, b, c);
	if (sc->door_on)
		cover[0] &= sc->door[0];
	if (cover[0])
		fl_raster_block(w, p, (unsigned)x, (unsigned)y, cover);
}

/* n_pos: of sc, or what the compiler knows of it. */
static inline __attribute__((always_inline)) void rasterize(struct fl_raster_worker *w,
							    const struct fl_raster_prim *p, unsigned edges,
							    const unsigned n_pos, const unsigned samples)
{
	static const v8 columns = {0, 8, 16, 24, 32, 40, 48, 56};
	const struct fl_raster_scan *sc = p->draw->scan;
	const int tx = (int)w->t.tile.x0, ty = (int)w->t.tile.y0;
	const int x0 = p->x0 > tx ? p->x0 - tx : 0, x1 = p->x1 < tx + 63 ? p->x1 - tx : 63;
	const int y0 = p->y0 > ty ? p->y0 - ty : 0, y1 = p->y1 < ty + 63 ? p->y1 - ty : 63;
	const bool boxed = x0 & 7 || y0 & 7 || ~x1 & 7 || ~y1 & 7;
	const unsigned row = (2u << x1 / 8) - (1u << x0 / 8);
	int32_t a[4], b[4], c[FL_WAVE_SAMPLES][4], lo[4], hi[4];
	unsigned n = 0;

	if (n_pos == 1 && samples == 1 && x0 / 8 == x1 / 8 && y0 / 8 == y1 / 8) {
		in_one_block(w, p, edges, x0, y0, x1, y1);
		return;
	}
	for (unsigned e = 0; e < p->n_edges; e++) {
		if (!(edges >> e & 1))
			continue;
		a[n] = p->edge[e].a;
		b[n] = p->edge[e].b;
		/* The difference between a block's corner and its largest and smallest value. */
		hi[n] = 7 * ((a[n] > 0 ? a[n] : 0) + (b[n] > 0 ? b[n] : 0));
		lo[n] = 7 * ((a[n] < 0 ? a[n] : 0) + (b[n] < 0 ? b[n] : 0));
		for (unsigned i = 0; i < n_pos; i++)
			c[i][n] = (int32_t)(fl_raster_edge_c(sc, &p->edge[e], i) + (int64_t)a[n] * tx +
					    (int64_t)b[n] * ty);
		n++;
	}

	for (int y = y0 & ~7; y <= y1; y += 8) {
		unsigned in_row[FL_WAVE_SAMPLES], cross[FL_WAVE_SAMPLES][4], any_row = 0;

		for (unsigned i = 0; i < n_pos; i++) {
			in_row[i] = row;
			for (unsigned e = 0; e < n; e++) {
				v8 v = columns * a[e] + (c[i][e] + b[e] * y);

				in_row[i] &= ~signs8(v + hi[e]);
				cross[i][e] = signs8(v + lo[e]);
			}
			any_row |= in_row[i];
		}
		for (; any_row; any_row &= any_row - 1) {
			const unsigned bx = (unsigned)__builtin_ctz(any_row);
			const int x = (int)bx * 8;
			uint64_t cover[FL_WAVE_SAMPLES], any = 0, may = ~UINT64_C(0);

			if (boxed && (x < x0 || x + 7 > x1 || y < y0 || y + 7 > y1))
				may = fl_raster_box(x, y, x0, y0, x1, y1);
			if (sc->clip)
				may &= fl_raster_clip_rects(sc, x + tx, y + ty);
			for (unsigned s = 0; s < samples; s++)
				cover[s] = 0;
			for (unsigned i = 0; i < n_pos; i++) {
				int32_t ta[4], tb[4], tc[4];
				unsigned m = 0;
				uint64_t in = may & sc->pos[i].lanes;

				if (!(in_row[i] >> bx & 1))
					continue;
				for (unsigned e = 0; e < n; e++)
					if (cross[i][e] >> bx & 1) {
						ta[m] = a[e];
						tb[m] = b[e];
						tc[m++] = c[i][e] + a[e] * x + b[e] * y;
					}
				if (m == 1)
					in &= ~outside(1, ta, tb, tc);
				else if (m == 2)
					in &= ~outside(2, ta, tb, tc);
				else if (m)
					in &= ~outside(m, ta, tb, tc);
				cover[sc->pos[i].sample] |= in;
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

	if (sc->n_pos == 1 && sc->samples == 1)
		rasterize(w, p, edges, 1, 1);
	else
		rasterize(w, p, edges, sc->n_pos, sc->samples);
}
