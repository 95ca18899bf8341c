/* SPDX-License-Identifier: MIT
 *
 * What fg_simd.c, zb_simd.c and cb_simd.c share: lanes between masks and vectors, a wave's pixels between the
 * rows of a tile and lane order, half floats.
 *
 * Everything here is static inline: each instruction set has its own copy.
 */
#ifndef HW_MODEL_TILES_LANES_H
#define HW_MODEL_TILES_LANES_H

#include <string.h>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "hw/model/tiles/tile.h"
#include "hw/model/vec.h"

#define INLINE static inline __attribute__((always_inline, unused))

enum { VECS = FL_WAVE_PX / FL_LANES };

typedef uint64_t vq __attribute__((vector_size(FL_LANES * 4))); /* pairs of pixels */

INLINE vu vu_set(uint32_t x)
{
	return (vu)vi_set((int32_t)x);
}

INLINE vu vu_select(vi m, vu a, vu b)
{
	return (vu)vi_select(m, (vi)a, (vi)b);
}

/* Clamped to [0, 1]; NaN is 0. The machine's maximum and minimum give their second operand if one is NaN. */
INLINE vf clamp(vf x)
{
#if defined(__AVX512F__)
	return (vf)_mm512_min_ps(_mm512_max_ps((__m512)x, _mm512_setzero_ps()), _mm512_set1_ps(1.0f));
#elif defined(__AVX__)
	return (vf)_mm256_min_ps(_mm256_max_ps((__m256)x, _mm256_setzero_ps()), _mm256_set1_ps(1.0f));
#elif defined(__SSE2__)
	union {
		vf v;
		__m128 h[2];
	} u = {x};
	u.h[0] = _mm_min_ps(_mm_max_ps(u.h[0], _mm_setzero_ps()), _mm_set1_ps(1.0f));
	u.h[1] = _mm_min_ps(_mm_max_ps(u.h[1], _mm_setzero_ps()), _mm_set1_ps(1.0f));
	return u.v;
#else
	x = vf_select(x > 0.0f, x, vf_set(0.0f));
	return vf_select(x < 1.0f, x, vf_set(1.0f));
#endif
}

/* Lanes i * FL_LANES on of a mask of 64 bits, as 0 and ~0. */
INLINE vi lanes_of(uint64_t mask, unsigned i)
{
#if FL_LANES == 16
	const vi bit = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768};
#else
	const vi bit = {1, 2, 4, 8, 16, 32, 64, 128};
#endif
	return (vi_set((int32_t)(mask >> i * FL_LANES)) & bit) != 0;
}

/* Of these lanes, those whose bit is set have a, the others b. */
INLINE vi choose(uint64_t mask, unsigned i, vi a, vi b)
{
#if defined(__AVX512F__)
	return (vi)_mm512_mask_blend_epi32((__mmask16)(mask >> i * FL_LANES), (__m512i)b, (__m512i)a);
#else
	return vi_select(lanes_of(mask, i), a, b);
#endif
}

/* ---- 32-bit pixels, one sample: between the tile and lane order --------------------------------------- */
/* A quad is two pairs of pixels, in two rows of the tile. An aligned block is eight rows of four pairs; two
 * rows are 16 lanes: pairs 0 of both rows, pairs 1, and so on. */
#define ROW_B (FL_TILE_PX * 4)
typedef uint64_t vrow __attribute__((vector_size(32))); /* eight pixels */

/* Built in registers: narrow stores that a wide load follows would have to wait for each other. */
typedef uint64_t vquad __attribute__((vector_size(16)));

INLINE vquad quad_at(const uint8_t *p)
{
#if defined(__SSE2__)
	__m128d low = _mm_load_sd((const double *)(const void *)p);

	return (vquad)_mm_loadh_pd(low, (const double *)(const void *)(p + ROW_B));
#else
	uint64_t a, b;

	memcpy(&a, p, 8);
	memcpy(&b, p + ROW_B, 8);
	return (vquad){a, b};
#endif
}

/* Vector i of the wave in lane order. Places behind the last quad hold pixels of the tile, any. */
INLINE vu load_lanes(const struct fl_tile_buf *b, const struct fl_wave *w, unsigned i)
{
	const uint8_t *x = &w->qx[i * FL_LANES / 4], *y = &w->qy[i * FL_LANES / 4];
	vquad q[FL_LANES / 4];

	for (unsigned k = 0; k < FL_LANES / 4; k++)
		q[k] = quad_at(b->px + y[k] * ROW_B + x[k] * 4);
#if FL_LANES == 16
	vrow lo = __builtin_shufflevector(q[0], q[1], 0, 1, 2, 3),
	     hi = __builtin_shufflevector(q[2], q[3], 0, 1, 2, 3);
	return (vu)__builtin_shufflevector(lo, hi, 0, 1, 2, 3, 4, 5, 6, 7);
#else
	return (vu)__builtin_shufflevector(q[0], q[1], 0, 1, 2, 3);
#endif
}

INLINE void load_quads(const struct fl_tile_buf *b, const struct fl_wave *w, uint32_t *lane)
{
	for (unsigned i = 0; i * FL_LANES < w->n_quads * 4; i++)
		*(vu *)&lane[i * FL_LANES] = load_lanes(b, w, i);
}

/* Lanes of mask alone. Quad by quad, and each reads its place anew: two may stand on the same. */
INLINE void store_quads(const struct fl_tile_buf *b, const struct fl_wave *w, const uint32_t *lane,
			uint64_t mask)
{
	static const uint64_t pair[4] = {0, UINT64_C(0xffffffff), UINT64_C(0xffffffff00000000), ~UINT64_C(0)};

	for (unsigned q = 0; q < w->n_quads; q++) {
		uint8_t *p = b->px + w->qy[q] * ROW_B + w->qx[q] * 4;
		uint64_t m0 = pair[mask >> q * 4 & 3], m1 = pair[mask >> (q * 4 + 2) & 3], now[2], old[2];

		memcpy(now, lane + q * 4, 16);
		memcpy(&old[0], p, 8);
		memcpy(&old[1], p + ROW_B, 8);
		old[0] ^= (old[0] ^ now[0]) & m0;
		old[1] ^= (old[1] ^ now[1]) & m1;
		memcpy(p, &old[0], 8);
		memcpy(p + ROW_B, &old[1], 8);
	}
}

/* Two rows of a block as 16 lanes, in 16 / FL_LANES vectors. */
#define PAIRS (16 / FL_LANES)

INLINE void rows_load(const uint8_t *p, vu out[PAIRS])
{
	vrow a, b;

	memcpy(&a, p, 32);
	memcpy(&b, p + ROW_B, 32);
#if FL_LANES == 16
	out[0] = (vu)__builtin_shufflevector(a, b, 0, 4, 1, 5, 2, 6, 3, 7);
#else
	out[0] = (vu)__builtin_shufflevector(a, b, 0, 4, 1, 5);
	out[1] = (vu)__builtin_shufflevector(a, b, 2, 6, 3, 7);
#endif
}

INLINE void rows_store(uint8_t *p, const vu in[PAIRS])
{
#if FL_LANES == 16
	vrow a = __builtin_shufflevector((vq)in[0], (vq)in[0], 0, 2, 4, 6);
	vrow b = __builtin_shufflevector((vq)in[0], (vq)in[0], 1, 3, 5, 7);
#else
	vrow a = __builtin_shufflevector((vq)in[0], (vq)in[1], 0, 2, 4, 6);
	vrow b = __builtin_shufflevector((vq)in[0], (vq)in[1], 1, 3, 5, 7);
#endif
	memcpy(p, &a, 32);
	memcpy(p + ROW_B, &b, 32);
}

/* ---- half floats: num_from_half() and num_to_half() of num.h, for vectors ------------------------------ */
INLINE vf half_to_float(vi h)
{
	vi sign = (h & 0x8000) << 16, e = h >> 10 & 31, m = h & 0x3ff;
	vf tiny = __builtin_convertvector(m, vf) * 0x1p-24f;
	vi normal = (e + 112) << 23 | m << 13;
	vi x = vi_select(e == 31, m << 13 | 0x7f800000, normal);

	return (vf)(vi_select(e == 0, (vi)tiny, x) | sign);
}

INLINE vi float_to_half(vf x)
{
	vi b = (vi)x, sign = (vi)((vu)b >> 16) & 0x8000, a = b & 0x7fffffff;
	vi tiny = (vi)((vf)a + 0.5f) - 0x3f000000;
	vi normal = (a + 0xfff + (a >> 13 & 1) - 0x38000000) >> 13;
	vi h = vi_select(a < 0x38800000, tiny, normal);

	h = vi_select(a >= 0x477ff000, vi_set(0x7c00), h);
	h = vi_select(a > 0x7f800000, vi_set(0x7e00), h);
	return h | sign;
}

#endif
