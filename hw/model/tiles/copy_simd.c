/* SPDX-License-Identifier: MIT
 *
 * Whole blocks between memory and a tile, the fast path: copy.h. Bricks of the usual shapes go with sizes
 * that the compiler knows; where the machine puts pixels of two vectors in any order, whole lines of its
 * caches do.
 */
#include "hw/model/tiles/copy.h"

#include <string.h>

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

enum { BLOCK_PX = 8, BLOCKS = FL_TILE_PX / BLOCK_PX, AHEAD = 4 };

#define INLINE static inline __attribute__((always_inline))

/* Blocks lie far apart in memory: one is asked for AHEAD of its turn. */
INLINE void expect(const struct fl_tile_path *p, const struct fl_tile_corners *c, unsigned i, bool store)
{
	const struct fl_tile_bricks *b = &p->bricks;
	const uint8_t *m;

	if (i >= BLOCKS * BLOCKS || c->base[i] + b->reach_B > p->left_B)
		return;
	m = p->host + c->base[i];
	for (unsigned l = 0; l < b->n_lines; l++)
		if (store)
			__builtin_prefetch(m + (b->line[l] ^ c->flip[i]), 1);
		else
			__builtin_prefetch(m + (b->line[l] ^ c->flip[i]), 0);
}

/* All pixels of a block whose bricks are w x h pixels of cpp bytes: constants, for the usual ones. */
INLINE void bricks_of(const struct fl_tile_bricks *b, uint8_t *m, uint32_t flip, uint8_t *px, unsigned w,
		      unsigned h, unsigned cpp, bool store)
{
	const unsigned pitch_B = FL_TILE_PX * cpp, row_B = w * cpp;
	const uint32_t *at = b->at;

#pragma GCC unroll 8
	for (unsigned y = 0; y < BLOCK_PX; y += h) {
#pragma GCC unroll 4
		for (unsigned x = 0; x < BLOCK_PX; x += w) {
			uint8_t *p = px + y * pitch_B + x * cpp, *q = m + (*at++ ^ flip);

			for (unsigned r = 0; r < h; r++)
				if (store)
					memcpy(q + r * row_B, p + r * pitch_B, row_B);
				else
					memcpy(p + r * pitch_B, q + r * row_B, row_B);
		}
	}
}

/* The same of 2x2 pixels of four bytes, two bricks at a time: halves of two vectors change places. */
typedef uint64_t two_pairs __attribute__((vector_size(16)));

INLINE two_pairs pairs_at(const uint8_t *p)
{
	two_pairs v;

	memcpy(&v, p, sizeof(v));
	return v;
}

INLINE void halves(uint8_t *to0, uint8_t *to1, const uint8_t *from0, const uint8_t *from1)
{
	const two_pairs a = pairs_at(from0), b = pairs_at(from1), low = __builtin_shufflevector(a, b, 0, 2),
			high = __builtin_shufflevector(a, b, 1, 3);

	memcpy(to0, &low, sizeof(low));
	memcpy(to1, &high, sizeof(high));
}

INLINE void bricks_2x2_4(const struct fl_tile_bricks *b, uint8_t *m, uint32_t flip, uint8_t *px, bool store)
{
	enum { W = 4, PITCH_B = FL_TILE_PX * W };
	const uint32_t *at = b->at;

#pragma GCC unroll 4
	for (unsigned y = 0; y < BLOCK_PX; y += 2)
#pragma GCC unroll 2
		for (unsigned x = 0; x < BLOCK_PX; x += 4, at += 2) {
			uint8_t *p = px + y * PITCH_B + x * W, *q0 = m + (at[0] ^ flip),
				*q1 = m + (at[1] ^ flip);

			if (store)
				halves(q0, q1, p, p + PITCH_B);
			else
				halves(p, p + PITCH_B, q0, q1);
		}
}

INLINE void by_bricks(const struct fl_tile_bricks *b, uint8_t *m, uint32_t flip, uint8_t *px, unsigned cpp,
		      bool store)
{
	switch (b->copy) {
	case FL_TILE_COPY_2X2_4:
		bricks_2x2_4(b, m, flip, px, store);
		break;
	case FL_TILE_COPY_4X2_4:
		bricks_of(b, m, flip, px, 4, 2, 4, store);
		break;
	case FL_TILE_COPY_4X4_4:
		bricks_of(b, m, flip, px, 4, 4, 4, store);
		break;
	case FL_TILE_COPY_8X1_4:
		bricks_of(b, m, flip, px, 8, 1, 4, store);
		break;
	case FL_TILE_COPY_8X2_2:
		bricks_of(b, m, flip, px, 8, 2, 2, store);
		break;
	case FL_TILE_COPY_2X2_1:
		bricks_of(b, m, flip, px, 2, 2, 1, store);
		break;
	case FL_TILE_COPY_ANY:
		bricks_of(b, m, flip, px, b->w_px, b->h_px, cpp, store);
		break;
	}
}

#if defined(__AVX512F__)
INLINE __m512i two_rows(const uint8_t *px, uint32_t pair)
{
	enum { ROW_B = FL_TILE_PX * 4 };
	const uint8_t *p = px + (size_t)pair * 2 * ROW_B;
	const __m256i a = _mm256_loadu_si256((const void *)p),
		      b = _mm256_loadu_si256((const void *)(p + ROW_B));

	return _mm512_inserti64x4(_mm512_castsi256_si512(a), b, 1);
}

INLINE void lines_in(const struct fl_tile_bricks *b, const uint8_t *m, uint32_t flip, uint8_t *px)
{
	enum { ROW_B = FL_TILE_PX * 4 };

	for (unsigned i = 0; i < FL_TILE_TURNS; i++, px += 2 * ROW_B) {
		const struct fl_tile_turn *t = &b->in[i];
		const __m512i v = _mm512_permutex2var_epi32(_mm512_loadu_si512(m + (t->from[0] ^ flip)),
							    _mm512_loadu_si512(t->px),
							    _mm512_loadu_si512(m + (t->from[1] ^ flip)));

		_mm256_storeu_si256((void *)px, _mm512_castsi512_si256(v));
		_mm256_storeu_si256((void *)(px + ROW_B), _mm512_extracti64x4_epi64(v, 1));
	}
}

INLINE void lines_out(const struct fl_tile_bricks *b, uint8_t *m, uint32_t flip, const uint8_t *px)
{
	for (unsigned i = 0; i < FL_TILE_TURNS; i++) {
		const struct fl_tile_turn *t = &b->out[i];

		_mm512_storeu_si512(m + (b->line[i] ^ flip),
				    _mm512_permutex2var_epi32(two_rows(px, t->from[0]),
							      _mm512_loadu_si512(t->px),
							      two_rows(px, t->from[1])));
	}
}

/* Of the quads of a block, a bit each in row[] as they lie in it: the lanes of their pixels in two_rows(). */
INLINE __m512i lanes_of_quads(unsigned row)
{
	const unsigned two = (row & 1) * 3 | (row & 2) * 6 | (row & 4) * 12 | (row & 8) * 24;

	return _mm512_movm_epi32((__mmask16)(two | two << 8));
}

/* Pixels whose lanes are not set stay as they are in memory. */
INLINE void lines_out_dirty(const struct fl_tile_bricks *b, uint8_t *m, uint32_t flip, const uint8_t *px,
			    const unsigned row[FL_TILE_TURNS], bool upper)
{
	for (unsigned i = 0; i < FL_TILE_TURNS; i++) {
		const struct fl_tile_turn *t = &b->out[i];
		const __m512i at = _mm512_loadu_si512(t->px);
		const __m512i v =
		    _mm512_permutex2var_epi32(two_rows(px, t->from[0]), at, two_rows(px, t->from[1]));
		const __mmask16 k = _mm512_movepi32_mask(_mm512_permutex2var_epi32(
		    lanes_of_quads(row[t->from[0]]), at, lanes_of_quads(row[t->from[1]])));

		_mm512_mask_storeu_epi32(m + (b->line[i] ^ flip), k, upper ? _mm512_srli_epi32(v, 8) : v);
	}
}
#endif

INLINE void one(const struct fl_tile_bricks *b, uint8_t *m, uint32_t flip, uint8_t *px, unsigned cpp,
		bool store)
{
#if defined(__AVX512F__)
	if (b->by_lines && !(flip % FL_TILE_LINE_B)) {
		if (store)
			lines_out(b, m, flip, px);
		else
			lines_in(b, m, flip, px);
		return;
	}
#endif
	by_bricks(b, m, flip, px, cpp, store);
}

INLINE uint64_t all(const struct fl_tile_path *p, const struct fl_tile_corners *c, uint8_t *px,
		    uint64_t blocks, bool store)
{
	const unsigned cpp = p->key->cpp;
	uint64_t left = 0;

	for (; blocks; blocks &= blocks - 1) {
		const unsigned i = (unsigned)__builtin_ctzll(blocks);

		expect(p, c, i + AHEAD, store);
		if (c->base[i] + p->bricks.reach_B > p->left_B)
			left |= UINT64_C(1) << i;
		else
			one(&p->bricks, p->host + c->base[i], c->flip[i],
			    px + (i / BLOCKS * FL_TILE_PX + i % BLOCKS) * BLOCK_PX * cpp, cpp, store);
	}
	return left;
}

uint64_t FL_SIMD(fl_tile_copy)(const struct fl_tile_path *p, const struct fl_tile_corners *c, uint8_t *px,
			       uint64_t blocks, bool store)
{
	return store ? all(p, c, px, blocks, true) : all(p, c, px, blocks, false);
}

uint64_t FL_SIMD(fl_tile_copy_dirty)(const struct fl_tile_path *p, const struct fl_tile_corners *c,
				     const uint8_t *px, uint64_t blocks, const uint64_t dirty[16], bool upper)
{
	uint64_t left = blocks;

#if defined(__AVX512F__)
	for (; p->bricks.by_lines && blocks; blocks &= blocks - 1) {
		const unsigned i = (unsigned)__builtin_ctzll(blocks), x = i % BLOCKS, y = i / BLOCKS;
		const uint64_t *d = &dirty[2 * y];
		const unsigned row[FL_TILE_TURNS] = {d[0] >> 4 * x & 15, d[0] >> (32 + 4 * x) & 15,
						     d[1] >> 4 * x & 15, d[1] >> (32 + 4 * x) & 15};

		expect(p, c, i + AHEAD, true);
		if (c->base[i] + p->bricks.reach_B > p->left_B || c->flip[i] % FL_TILE_LINE_B)
			continue;
		left &= ~(UINT64_C(1) << i);
		lines_out_dirty(&p->bricks, p->host + c->base[i], c->flip[i],
				px + (size_t)(y * FL_TILE_PX + x) * BLOCK_PX * 4, row, upper);
	}
#endif
	return left;
}
