/* SPDX-License-Identifier: MIT
 *
 * Whole blocks between memory and a tile: move.h. Eight pixels of four bytes, a row of the block in the tile, are
 * one vector.
 */
#include "hw/model/tiles/move.h"

#include <string.h>

#define INLINE static inline __attribute__((always_inline, unused))

enum { BLOCK_PX = 8 };

typedef uint64_t row8 __attribute__((vector_size(32)));   /* eight pixels of 32 bits */
typedef uint64_t brick2 __attribute__((vector_size(16))); /* 2x2 of them */

INLINE row8 row_at(const uint8_t *p)
{
	row8 v;

	memcpy(&v, p, sizeof(v));
	return v;
}

INLINE void row_to(uint8_t *p, row8 v)
{
	memcpy(p, &v, sizeof(v));
}

INLINE brick2 brick_at(const uint8_t *p)
{
	brick2 v;

	memcpy(&v, p, sizeof(v));
	return v;
}

INLINE void brick_to(uint8_t *p, brick2 v)
{
	memcpy(p, &v, sizeof(v));
}

enum { ROW_B = FL_TILE_PX * 4 }; /* from one row of the tile to the next */

/* Rows that stand in memory as they do in the tile. */
INLINE void rows(const uint32_t *at, uint8_t *m, uint32_t flip, uint8_t *px, bool store)
{
#pragma GCC unroll 8
	for (unsigned y = 0; y < BLOCK_PX; y++, px += ROW_B)
		if (store)
			row_to(m + (at[y] ^ flip), row_at(px));
		else
			row_to(px, row_at(m + (at[y] ^ flip)));
}

/* Two rows of two bricks that are four pixels wide: halves of two vectors change places. */
INLINE void halves(uint8_t *left, uint8_t *right, uint8_t *px, bool store)
{
	const row8 a = row_at(store ? px : left), b = row_at(store ? px + ROW_B : right),
		   first = __builtin_shufflevector(a, b, 0, 1, 4, 5),
		   second = __builtin_shufflevector(a, b, 2, 3, 6, 7);

	row_to(store ? left : px, first);
	row_to(store ? right : px + ROW_B, second);
}

/* Bricks of 4x2 or 4x4 pixels. */
INLINE void fours(const uint32_t *at, uint8_t *m, uint32_t flip, uint8_t *px, unsigned h, bool store)
{
	const unsigned two_rows_B = 2 * 4 * 4;

#pragma GCC unroll 4
	for (unsigned y = 0; y < BLOCK_PX; y += h, at += 2)
#pragma GCC unroll 2
		for (unsigned r = 0; r < h / 2; r++)
			halves(m + (at[0] ^ flip) + r * two_rows_B, m + (at[1] ^ flip) + r * two_rows_B,
			       px + (y + 2 * r) * ROW_B, store);
}

/* Bricks of 2x2 pixels, four at a time. */
INLINE void twos(const uint32_t *at, uint8_t *m, uint32_t flip, uint8_t *px, bool store)
{
#pragma GCC unroll 4
	for (unsigned y = 0; y < BLOCK_PX; y += 2, at += 4, px += 2 * ROW_B) {
		uint8_t *q[4];

		for (unsigned i = 0; i < 4; i++)
			q[i] = m + (at[i] ^ flip);
		if (store) {
			const row8 a = row_at(px), b = row_at(px + ROW_B),
				   even = __builtin_shufflevector(a, b, 0, 4, 2, 6),
				   odd = __builtin_shufflevector(a, b, 1, 5, 3, 7);

			brick_to(q[0], (brick2){even[0], even[1]});
			brick_to(q[1], (brick2){odd[0], odd[1]});
			brick_to(q[2], (brick2){even[2], even[3]});
			brick_to(q[3], (brick2){odd[2], odd[3]});
		} else {
			const brick2 b0 = brick_at(q[0]), b1 = brick_at(q[1]), b2 = brick_at(q[2]),
				     b3 = brick_at(q[3]);
			const row8 even = {b0[0], b0[1], b2[0], b2[1]}, odd = {b1[0], b1[1], b3[0], b3[1]};

			row_to(px, __builtin_shufflevector(even, odd, 0, 4, 2, 6));
			row_to(px + ROW_B, __builtin_shufflevector(even, odd, 1, 5, 3, 7));
		}
	}
}

/* Smaller pixels: a brick's rows one by one, of so many bytes. */
INLINE void small(const uint32_t *at, uint8_t *m, uint32_t flip, uint8_t *px, unsigned w, unsigned cpp,
		  bool store)
{
	const unsigned row_B = w * cpp, pitch_B = FL_TILE_PX * cpp;

#pragma GCC unroll 4
	for (unsigned y = 0; y < BLOCK_PX; y += 2)
#pragma GCC unroll 4
		for (unsigned x = 0; x < BLOCK_PX; x += w, at++)
			for (unsigned r = 0; r < 2; r++) {
				uint8_t *q = m + (*at ^ flip) + r * row_B,
					*p = px + (y + r) * pitch_B + x * cpp;

				memcpy(store ? q : p, store ? p : q, row_B);
			}
}

#define MOVER(name, call)                                                                                \
	static void load_##name(const struct fl_tile_bricks *b, uint8_t *m, uint32_t flip, uint8_t *px)  \
	{                                                                                                \
		const bool store = false;                                                                \
		call;                                                                                    \
	}                                                                                                \
	static void store_##name(const struct fl_tile_bricks *b, uint8_t *m, uint32_t flip, uint8_t *px) \
	{                                                                                                \
		const bool store = true;                                                                 \
		call;                                                                                    \
	}
MOVER(8x1_4, rows(b->at, m, flip, px, store))
MOVER(4x2_4, fours(b->at, m, flip, px, 2, store))
MOVER(4x4_4, fours(b->at, m, flip, px, 4, store))
MOVER(2x2_4, twos(b->at, m, flip, px, store))
MOVER(8x2_2, small(b->at, m, flip, px, 8, 2, store))
MOVER(2x2_1, small(b->at, m, flip, px, 2, 1, store))

fl_tile_mover *FL_SIMD(fl_tile_mover_of)(enum fl_tile_copy copy, bool store)
{
	switch (copy) {
	case FL_TILE_COPY_2X2_4:
		return store ? store_2x2_4 : load_2x2_4;
	case FL_TILE_COPY_4X2_4:
		return store ? store_4x2_4 : load_4x2_4;
	case FL_TILE_COPY_4X4_4:
		return store ? store_4x4_4 : load_4x4_4;
	case FL_TILE_COPY_8X1_4:
		return store ? store_8x1_4 : load_8x1_4;
	case FL_TILE_COPY_8X2_2:
		return store ? store_8x2_2 : load_8x2_2;
	case FL_TILE_COPY_2X2_1:
		return store ? store_2x2_1 : load_2x2_1;
	case FL_TILE_COPY_ANY:
		break;
	}
	return NULL;
}
