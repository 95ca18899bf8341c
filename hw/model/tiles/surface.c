/* SPDX-License-Identifier: MIT
 *
 * Surfaces in memory: tiles read and written. See surface.h.
 *
 * Pixels with one sample go by blocks of 8x8, brick by brick: the family says where the bricks of a block
 * stand, and rows of a brick are copied whole. Multi-sampled surfaces go a sample at a time.
 */
#include "hw/model/tiles/surface.h"
#include "hw/model/tiles/planes.h"

#include <string.h>

enum { BLOCK_PX = 8, BLOCKS = FL_TILE_PX / BLOCK_PX };

struct window { /* the memory around the surface's base, looked up once */
	const struct fl_mem *mem;
	uint64_t base, left_B;
	uint8_t *host;
};

static struct window window_at(const struct fl_mem *mem, uint64_t base)
{
	struct window w = {.mem = mem, .base = base};

	w.host = fl_mem_at(mem, base, &w.left_B);
	if (!w.host)
		w.left_B = 0;
	return w;
}

static inline uint8_t *window_ptr(const struct window *w, uint64_t offset, unsigned size_B)
{
	if (offset + size_B <= w->left_B)
		return w->host + offset;
	return fl_mem_span(w->mem, w->base + offset, size_B);
}

/* Byte by byte: where each stands in its swapped unit. */
static bool move_swapped(const struct window *w, unsigned swap, uint64_t at, uint8_t *px, unsigned size_B,
			 bool store)
{
	bool ok = true;

	for (unsigned i = 0; i < size_B; i++) {
		uint8_t *m = window_ptr(w, (at + i) ^ swap, 1);

		ok &= m != NULL;
		if (store && m)
			*m = px[i];
		else if (!store)
			px[i] = m ? *m : 0;
	}
	return ok;
}

static bool move(const struct window *w, const struct fl_tile_key *k, uint64_t at, uint8_t *px,
		 unsigned size_B, bool store)
{
	uint8_t *m;

	if (k->swap)
		return move_swapped(w, k->swap, at, px, size_B, store);
	m = window_ptr(w, at, size_B);
	if (!m) {
		if (!store)
			memset(px, 0, size_B);
		return false;
	}
	if (store)
		memcpy(m, px, size_B);
	else
		memcpy(px, m, size_B);
	return true;
}

/* ---- a block of 8x8 pixels ----------------------------------------------------------------------------- */
struct job {
	struct window w;
	const struct fl_tile_layout *layout;
	const struct fl_tile_key *k;
	unsigned sx, sy; /* of the tile's corner in the surface */
	uint8_t *px;
	bool store, ok;
	const struct fl_tile_bricks *bricks;
};

static void start(struct job *j, const struct fl_tile_way *way, const struct fl_mem *mem,
		  const struct fl_tile_key *k, unsigned tx, unsigned ty)
{
	j->w = window_at(mem, k->base);
	j->layout = way->layout;
	j->bricks = &way->bricks;
	j->k = k;
	j->sx = tx * FL_TILE_PX + k->x_off;
	j->sy = ty * FL_TILE_PX + k->y_off;
	j->ok = true;
}

struct where { /* of a block's bricks */
	uint64_t base;
	uint32_t flip;
};

/* Bricks that are not all in the window, row by row. */
static void rows_of(struct job *j, struct where at, uint8_t *px)
{
	const struct fl_tile_bricks *b = j->bricks;
	const unsigned cpp = j->k->cpp, row_B = b->w_px * cpp, per_row = BLOCK_PX / b->w_px;

	for (unsigned y = 0; y < BLOCK_PX; y++, px += FL_TILE_PX * cpp)
		for (unsigned i = 0; i < per_row; i++)
			j->ok &=
			    move(&j->w, j->k,
				 at.base + (b->at[y / b->h_px * per_row + i] ^ at.flip) + y % b->h_px * row_B,
				 px + i * row_B, row_B, j->store);
}

/* All pixels of a block whose bricks are w x h pixels of cpp bytes: constants, for the usual ones. */
static inline __attribute__((always_inline)) void bricks_of(const struct fl_tile_bricks *b, uint8_t *m,
							    uint32_t flip, uint8_t *px, unsigned w,
							    unsigned h, unsigned cpp, bool store)
{
	const unsigned pitch_B = FL_TILE_PX * cpp, row_B = w * cpp;
	const uint32_t *at = b->at;

	for (unsigned y = 0; y < BLOCK_PX; y += h) {
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

static inline __attribute__((always_inline)) void all_pixels(struct job *j, struct where at, uint8_t *px,
							     bool store)
{
	const struct fl_tile_bricks *b = j->bricks;
	const unsigned w = b->w_px, h = b->h_px, cpp = j->k->cpp;
	uint8_t *m;

	if (at.base + b->reach_B > j->w.left_B) {
		rows_of(j, at, px);
		return;
	}
	m = j->w.host + at.base;
	if (cpp == 4 && w == 4 && h == 2)
		bricks_of(b, m, at.flip, px, 4, 2, 4, store);
	else if (cpp == 4 && w == 8 && h == 1)
		bricks_of(b, m, at.flip, px, 8, 1, 4, store);
	else if (cpp == 4 && w == 2 && h == 2)
		bricks_of(b, m, at.flip, px, 2, 2, 4, store);
	else if (cpp == 2 && w == 8 && h == 2)
		bricks_of(b, m, at.flip, px, 8, 2, 2, store);
	else
		bricks_of(b, m, at.flip, px, w, h, cpp, store);
}

/* The pixels of the block with a bit in rows[y]. */
static void some_pixels(struct job *j, struct where at, uint8_t *px, const uint8_t row[BLOCK_PX])
{
	const struct fl_tile_bricks *b = j->bricks;
	const unsigned cpp = j->k->cpp, per_row = BLOCK_PX / b->w_px;

	for (unsigned y = 0; y < BLOCK_PX; y++, px += FL_TILE_PX * cpp) {
		for (unsigned left = row[y]; left;) {
			const unsigned x = (unsigned)__builtin_ctz(left), in = x % b->w_px;
			unsigned n = (unsigned)__builtin_ctz(~(left >> x));

			n = n < b->w_px - in ? n : b->w_px - in;
			j->ok &= move(&j->w, j->k,
				      at.base + (b->at[y / b->h_px * per_row + x / b->w_px] ^ at.flip) +
					  ((uint64_t)(y % b->h_px) * b->w_px + in) * cpp,
				      px + x * cpp, n * cpp, j->store);
			left &= ~(((1u << n) - 1) << x);
		}
	}
}

static void samples(struct job *j, unsigned x0, unsigned y0, const uint8_t row[BLOCK_PX])
{
	const struct fl_tile_key *k = j->k;

	for (unsigned y = y0; y < y0 + BLOCK_PX; y++)
		for (unsigned x = x0; x < x0 + BLOCK_PX; x++)
			for (unsigned s = 0; s < k->samples && row[y - y0] >> (x - x0) & 1; s++)
				j->ok &= move(&j->w, k, j->layout->addr(k, j->sx + x, j->sy + y, s),
					      j->px + ((y * FL_TILE_PX + x) * k->samples + s) * k->cpp,
					      k->cpp, j->store);
}

/* Columns from n on of the block are right of the surface: nothing is there to be read. */
static void outside(struct job *j, unsigned x, unsigned y, unsigned n)
{
	const unsigned px_B = j->k->cpp * j->k->samples;

	for (unsigned r = y; r < y + BLOCK_PX && !j->store; r++)
		memset(j->px + (r * FL_TILE_PX + x + n) * px_B, 0, (BLOCK_PX - n) * px_B);
}

/* The pixels of the block at (x, y) of the tile: all of them, or (not NULL) those with a bit in row[]. */
static void block(struct job *j, unsigned x, unsigned y, const uint8_t *row)
{
	static const uint8_t all[BLOCK_PX] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
	const struct fl_tile_key *k = j->k;
	struct where at;
	uint8_t *px = j->px + (y * FL_TILE_PX + x) * k->cpp, some[BLOCK_PX];

	if (j->sx + x + BLOCK_PX > k->pitch_px) {
		const unsigned n = j->sx + x < k->pitch_px ? k->pitch_px - (j->sx + x) : 0;

		outside(j, x, y, n);
		for (unsigned r = 0; r < BLOCK_PX; r++)
			some[r] = (uint8_t)((row ? row : all)[r] & ((1u << n) - 1));
		row = some;
	}
	if (k->samples > 1) {
		samples(j, x, y, row ? row : all);
		return;
	}
	at.base = j->layout->block(k, j->sx + x, j->sy + y, &at.flip);
	if (row || k->swap)
		some_pixels(j, at, px, row ? row : all);
	else if (j->store)
		all_pixels(j, at, px, true);
	else
		all_pixels(j, at, px, false);
}

void fl_tile_way_init(struct fl_tile_way *way, const struct fl_tile_layout *layout,
		      const struct fl_tile_key *k)
{
	const struct fl_tile_key first = fl_tile_plane(k, false), second = fl_tile_plane(k, true);

	way->layout = layout;
	if (k->samples != 1)
		return;
	if (!k->planes)
		layout->bricks(k, &way->bricks);
	if (k->planes & FL_TILE_FIRST)
		layout->bricks(&first, &way->bricks);
	if (k->planes & FL_TILE_SECOND)
		layout->bricks(&second, &way->second);
}

/* ---- a tile -------------------------------------------------------------------------------------------- */
void fl_tile_load(const struct fl_tile_way *way, const struct fl_mem *mem, const struct fl_tile_key *k,
		  unsigned tx, unsigned ty, uint8_t *px, uint64_t blocks)
{
	struct job j = {.px = px, .store = false};

	if (k->planes) {
		fl_tile_planes_load(way, mem, k, tx, ty, px, blocks);
		return;
	}
	start(&j, way, mem, k, tx, ty);
	for (; blocks; blocks &= blocks - 1) {
		const unsigned i = (unsigned)__builtin_ctzll(blocks);

		block(&j, i % BLOCKS * BLOCK_PX, i / BLOCKS * BLOCK_PX, NULL);
	}
}

bool fl_tile_save(const struct fl_tile_way *way, const struct fl_mem *mem, const struct fl_tile_key *k,
		  unsigned tx, unsigned ty, const uint8_t *px, const uint64_t dirty[16])
{
	static const uint8_t pairs[16] = {0x00, 0x03, 0x0c, 0x0f, 0x30, 0x33, 0x3c, 0x3f,
					  0xc0, 0xc3, 0xcc, 0xcf, 0xf0, 0xf3, 0xfc, 0xff};
	struct job j = {.px = (uint8_t *)px, .store = true}; /* which is only read */

	if (k->planes)
		return fl_tile_planes_save(way, mem, k, tx, ty, px, dirty);
	start(&j, way, mem, k, tx, ty);
	for (unsigned by = 0; by < BLOCKS; by++) {
		const uint64_t *d = &dirty[2 * by]; /* four rows of quads */

		if (!(d[0] | d[1]))
			continue;
		for (unsigned bx = 0; bx < BLOCKS; bx++) {
			const unsigned q[4] = {d[0] >> 4 * bx & 15, d[0] >> (32 + 4 * bx) & 15,
					       d[1] >> 4 * bx & 15, d[1] >> (32 + 4 * bx) & 15};
			uint8_t row[BLOCK_PX];

			if (!(q[0] | q[1] | q[2] | q[3]))
				continue;
			for (unsigned i = 0; i < 4; i++)
				row[2 * i] = row[2 * i + 1] = pairs[q[i]];
			block(&j, bx * BLOCK_PX, by * BLOCK_PX,
			      (q[0] & q[1] & q[2] & q[3]) == 15 ? NULL : row);
		}
	}
	return j.ok;
}

/* Does a sample of pixel (x, y), or with `pair` of the one right of it too, stand in [addr,
 * addr + size_B)? */
static bool stands_in(const struct fl_tile_layout *layout, const struct fl_tile_key *k, unsigned x,
		      unsigned y, bool pair, uint64_t addr, uint64_t size_B)
{
	/* two pixels; of a multi-sampled surface the unit that they are in */
	const bool unit = k->samples > 1 && layout->unit_B;
	const uint64_t n = unit ? layout->unit_B(k) : pair ? 2u * k->cpp : k->cpp;

	for (unsigned s = 0; s < (unit ? 1u : k->samples); s++) {
		uint64_t at = layout->addr(k, x, y, s);

		if (unit)
			at -= at % n;
		at += k->base;
		if (at < addr + size_B && addr < at + n)
			return true;
	}
	return false;
}

bool fl_tile_overlaps(const struct fl_tile_layout *layout, const struct fl_tile_key *k, unsigned tx,
		      unsigned ty, const uint64_t dirty[16], uint64_t addr, uint64_t size_B)
{
	const unsigned sx = tx * FL_TILE_PX + k->x_off, sy = ty * FL_TILE_PX + k->y_off;
	const bool pair = k->cpp < 16;

	if (k->planes) {
		const struct fl_tile_key first = fl_tile_plane(k, false), second = fl_tile_plane(k, true);

		return (k->planes & FL_TILE_FIRST &&
			fl_tile_overlaps(layout, &first, tx, ty, dirty, addr, size_B)) ||
		       (k->planes & FL_TILE_SECOND &&
			fl_tile_overlaps(layout, &second, tx, ty, dirty, addr, size_B));
	}

	for (unsigned qy = 0; qy < 32; qy++) {
		uint64_t row = dirty[qy >> 1] >> ((qy & 1) * 32) & 0xffffffff;

		for (; row; row &= row - 1) {
			const unsigned x = sx + 2 * (unsigned)__builtin_ctzll(row);

			if (x >= k->pitch_px)
				continue;
			for (unsigned y = sy + qy * 2; y < sy + qy * 2 + 2; y++)
				if (stands_in(layout, k, x, y, pair, addr, size_B) ||
				    (!pair && stands_in(layout, k, x + 1, y, false, addr, size_B)))
					return true;
		}
	}
	return false;
}
