/* SPDX-License-Identifier: MIT
 *
 * Surfaces in memory: tiles read and written. See surface.h.
 *
 * Pixels with one sample go by blocks of 8x8, brick by brick: the family says where the bricks of a block
 * stand, and rows of a brick are copied whole. Multi-sampled surfaces go a sample at a time.
 */
#include "hw/model/tiles/surface.h"
#include "hw/model/tiles/copy.h"
#include "hw/model/tiles/planes.h"

#include <string.h>

enum { BLOCK_PX = 8, BLOCKS = FL_TILE_PX / BLOCK_PX };

static void path_init(struct fl_tile_path *p, const struct fl_tile_layout *layout,
		      const struct fl_tile_key *k, enum fl_isa isa)
{
	p->layout = layout;
	p->key = k;
	p->copy = FL_SIMD_PICK(isa, fl_tile_copy);
	p->copy_dirty = FL_SIMD_PICK(isa, fl_tile_copy_dirty);
	if (k->samples > 1 || k->planes)
		return;
	layout->bricks(k, &p->bricks);
	fl_tile_copy_init(k, &p->bricks);
}

void fl_tile_way_init(struct fl_tile_way *way, const struct fl_tile_layout *layout,
		      const struct fl_tile_key *k, enum fl_isa isa)
{
	memset(way, 0, sizeof(*way));
	path_init(&way->whole, layout, k, isa);
	for (unsigned i = 0; i < 2; i++)
		if (k->planes & (i ? FL_TILE_SECOND : FL_TILE_FIRST)) {
			way->key[i] = fl_tile_plane(k, i);
			path_init(&way->plane[i], layout, &way->key[i], isa);
		}
}

/* Pages that stand in memory one behind the other, as far as the surface may go; of one whose height is not
 * known, as far as a square: what is below it is found page by page. */
static uint64_t in_a_row(const struct fl_tile_path *w)
{
	const struct fl_tile_key *k = w->key;
	const uint64_t rows = k->rows ? k->rows : k->pitch_px;
	const uint64_t most_B = (k->layer + 1u) * rows * k->pitch_px * k->cpp * k->samples;
	uint64_t n_B = w->left_B, left_B;

	while (n_B < most_B && w->layout->at(w->mem, k, k->base + n_B, false, &left_B) == w->host + n_B)
		n_B += left_B;
	return n_B;
}

static void look(struct fl_tile_path *p, const struct fl_mem *mem)
{
	const struct fl_tile_key *k = p->key;

	p->mem = mem;
	p->host = k->space ? p->layout->at(mem, k, k->base, false, &p->left_B)
			   : fl_mem_at(mem, k->base, &p->left_B);
	if (!p->host)
		p->left_B = 0;
	else if (k->space)
		p->left_B = in_a_row(p);
}

void fl_tile_way_look(struct fl_tile_way *way, const struct fl_mem *mem)
{
	const uint8_t planes = way->whole.key->planes;

	if (!planes)
		look(&way->whole, mem);
	if (planes & FL_TILE_FIRST)
		look(&way->plane[0], mem);
	if (planes & FL_TILE_SECOND)
		look(&way->plane[1], mem);
}

static uint8_t *outside_of(const struct fl_tile_path *w, uint64_t offset, unsigned size_B, bool store)
{
	uint64_t left_B = 0;
	uint8_t *p;

	if (!w->key->space)
		return fl_mem_span(w->mem, w->key->base + offset, size_B);
	p = w->layout->at(w->mem, w->key, w->key->base + offset, store, &left_B);
	return left_B >= size_B ? p : NULL;
}

static inline uint8_t *memory_at(const struct fl_tile_path *w, uint64_t offset, unsigned size_B, bool store)
{
	if (offset + size_B <= w->left_B)
		return w->host + offset;
	return outside_of(w, offset, size_B, store);
}

/* Byte by byte: where each stands in its swapped unit. */
static bool move_swapped(const struct fl_tile_path *w, unsigned swap, uint64_t at, uint8_t *px,
			 unsigned size_B, bool store)
{
	bool ok = true;

	for (unsigned i = 0; i < size_B; i++) {
		uint8_t *m = memory_at(w, (at + i) ^ swap, 1, store);

		ok &= m != NULL;
		if (store && m)
			*m = px[i];
		else if (!store)
			px[i] = m ? *m : 0;
	}
	return ok;
}

static bool move(const struct fl_tile_path *w, uint64_t at, uint8_t *px, unsigned size_B, bool store)
{
	uint8_t *m;

	if (w->key->swap)
		return move_swapped(w, w->key->swap, at, px, size_B, store);
	m = memory_at(w, at, size_B, store);
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
	const struct fl_tile_path *way;
	struct fl_tile_corners *places;
	unsigned sx, sy; /* of the tile's corner in the surface */
	uint8_t *px;
	/* Pairs that px gets the depths of, block by block, where they do not go to memory straight; NULL: px
	 * is what is meant. */
	const uint32_t *pairs;
	const uint64_t *dirty; /* of what is stored: the tile's */
	bool store, ok;
};

static struct job start(const struct fl_tile_path *way, struct fl_tile_corners *places, unsigned tx,
			unsigned ty)
{
	return (struct job){.way = way,
			    .places = places,
			    .sx = tx * FL_TILE_PX + way->key->x_off,
			    .sy = ty * FL_TILE_PX + way->key->y_off,
			    .ok = true};
}

struct where { /* of a block's bricks */
	uint64_t base;
	uint32_t flip;
};

/* Of the block at (x, y) of the tile. */
static inline struct where place_of(const struct job *j, unsigned x, unsigned y)
{
	const unsigned i = y / BLOCK_PX * BLOCKS + x / BLOCK_PX;
	struct fl_tile_corners *p = j->places;

	if (!(p->known >> i & 1)) {
		p->base[i] = j->way->layout->block(j->way->key, j->sx + x, j->sy + y, &p->flip[i]);
		p->known |= 1ull << i;
	}
	return (struct where){p->base[i], p->flip[i]};
}

/* Bricks that are not all in the window, row by row. */
static void rows_of(struct job *j, struct where at, uint8_t *px)
{
	const struct fl_tile_bricks *b = &j->way->bricks;
	const unsigned cpp = j->way->key->cpp, row_B = b->w_px * cpp, per_row = BLOCK_PX / b->w_px;

	for (unsigned y = 0; y < BLOCK_PX; y++, px += FL_TILE_PX * cpp)
		for (unsigned i = 0; i < per_row; i++)
			j->ok &=
			    move(j->way,
				 at.base + (b->at[y / b->h_px * per_row + i] ^ at.flip) + y % b->h_px * row_B,
				 px + i * row_B, row_B, j->store);
}

/* The pixels of the block with a bit in rows[y]. */
static void some_pixels(struct job *j, struct where at, uint8_t *px, const uint8_t row[BLOCK_PX])
{
	const struct fl_tile_bricks *b = &j->way->bricks;
	const unsigned cpp = j->way->key->cpp, per_row = BLOCK_PX / b->w_px;

	for (unsigned y = 0; y < BLOCK_PX; y++, px += FL_TILE_PX * cpp) {
		for (unsigned left = row[y]; left;) {
			const unsigned x = (unsigned)__builtin_ctz(left), in = x % b->w_px;
			unsigned n = (unsigned)__builtin_ctz(~(left >> x));

			n = n < b->w_px - in ? n : b->w_px - in;
			j->ok &= move(j->way,
				      at.base + (b->at[y / b->h_px * per_row + x / b->w_px] ^ at.flip) +
					  ((uint64_t)(y % b->h_px) * b->w_px + in) * cpp,
				      px + x * cpp, n * cpp, j->store);
			left &= ~(((1u << n) - 1) << x);
		}
	}
}

static void samples(struct job *j, unsigned x0, unsigned y0, const uint8_t row[BLOCK_PX])
{
	const struct fl_tile_key *k = j->way->key;

	for (unsigned y = y0; y < y0 + BLOCK_PX; y++)
		for (unsigned x = x0; x < x0 + BLOCK_PX; x++)
			for (unsigned s = 0; s < k->samples && row[y - y0] >> (x - x0) & 1; s++)
				j->ok &= move(j->way, j->way->layout->addr(k, j->sx + x, j->sy + y, s),
					      j->px + ((y * FL_TILE_PX + x) * k->samples + s) * k->cpp,
					      k->cpp, j->store);
}

/* Columns from n on of the block are right of the surface: nothing is there to be read. */
static void outside(struct job *j, unsigned x, unsigned y, unsigned n)
{
	const unsigned px_B = j->way->key->cpp * j->way->key->samples;

	for (unsigned r = y; r < y + BLOCK_PX && !j->store; r++)
		memset(j->px + (r * FL_TILE_PX + x + n) * px_B, 0, (BLOCK_PX - n) * px_B);
}

/* The same of rows from n on. */
static void below(struct job *j, unsigned x, unsigned y, unsigned n)
{
	const unsigned px_B = j->way->key->cpp * j->way->key->samples;

	for (unsigned r = y + n; r < y + BLOCK_PX && !j->store; r++)
		memset(j->px + (r * FL_TILE_PX + x) * px_B, 0, BLOCK_PX * px_B);
}

static void depths_of(struct job *j, unsigned x, unsigned y)
{
	const size_t corner = y * FL_TILE_PX + x;
	const uint32_t *from = j->pairs + corner;
	uint32_t *to = (uint32_t *)(void *)j->px + corner;

	for (unsigned r = 0; r < BLOCK_PX; r++, from += FL_TILE_PX, to += FL_TILE_PX)
		for (unsigned i = 0; i < BLOCK_PX; i++)
			to[i] = from[i] >> 8;
}

/* The pixels of the block at (x, y) of the tile: all of them, or (not NULL) those with a bit in row[]. */
static void block(struct job *j, unsigned x, unsigned y, const uint8_t *row)
{
	static const uint8_t all[BLOCK_PX] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
	const struct fl_tile_key *k = j->way->key;
	uint8_t *px = j->px + (y * FL_TILE_PX + x) * k->cpp, some[BLOCK_PX];

	if (j->pairs)
		depths_of(j, x, y);
	if (j->sx + x + BLOCK_PX > k->pitch_px) {
		const unsigned n = j->sx + x < k->pitch_px ? k->pitch_px - (j->sx + x) : 0;

		outside(j, x, y, n);
		for (unsigned r = 0; r < BLOCK_PX; r++)
			some[r] = (uint8_t)((row ? row : all)[r] & ((1u << n) - 1));
		row = some;
	}
	/* and rows below its end, where the next layer begins, and page tables may have nothing */
	if (k->rows && j->sy + y + BLOCK_PX > k->rows && (j->sy + y < k->rows || j->way->layout->at)) {
		const unsigned n = j->sy + y < k->rows ? k->rows - (j->sy + y) : 0;

		below(j, x, y, n);
		for (unsigned r = 0; r < BLOCK_PX; r++)
			some[r] = r < n ? (row ? row : all)[r] : 0;
		row = some;
	}
	if (k->samples > 1) {
		samples(j, x, y, row ? row : all);
		return;
	}
	const struct where at = place_of(j, x, y);

	if (row || k->swap)
		some_pixels(j, at, px, row ? row : all);
	else
		rows_of(j, at, px);
}

/* Those of the tile that no end of the surface crosses: block() asks the same. */
static uint64_t uncrossed(const struct job *j)
{
	const struct fl_tile_key *k = j->way->key;
	uint64_t m = 0;

	for (unsigned y = 0; y < FL_TILE_PX; y += BLOCK_PX) {
		const unsigned sy = j->sy + y;

		if (!k->rows || sy + BLOCK_PX <= k->rows || (sy >= k->rows && !j->way->layout->at))
			m |= UINT64_C(255) << y;
	}
	for (unsigned x = 0; x < FL_TILE_PX; x += BLOCK_PX)
		if (j->sx + x + BLOCK_PX > k->pitch_px)
			m &= ~(UINT64_C(0x0101010101010101) << x / BLOCK_PX);
	return m;
}

/* Of pairs, whole blocks: straight to memory, or by way of px. Which are left, as copy() has it. */
static uint64_t depths(struct job *j, uint64_t blocks)
{
	blocks = j->way->copy_dirty(j->way, j->places, (const uint8_t *)j->pairs, blocks, j->dirty, true);
	for (uint64_t left = blocks; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctzll(left);

		depths_of(j, i % BLOCKS * BLOCK_PX, i / BLOCKS * BLOCK_PX);
	}
	return blocks ? j->way->copy(j->way, j->places, j->px, blocks, true) : 0;
}

/* Those that copy() and its like may move; where all of them stand is known then. */
static uint64_t plain(struct job *j, uint64_t blocks)
{
	const struct fl_tile_key *k = j->way->key;
	const bool inside = j->sx + FL_TILE_PX <= k->pitch_px && (!k->rows || j->sy + FL_TILE_PX <= k->rows);
	const uint64_t may = inside ? blocks : blocks & uncrossed(j);

	if (!may || k->samples != 1 || k->swap)
		return 0;
	for (uint64_t left = ~j->places->known; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctzll(left);

		place_of(j, i % BLOCKS * BLOCK_PX, i / BLOCKS * BLOCK_PX);
	}
	return may;
}

/* Of the tile, each of them whole. */
static void blocks_of(struct job *j, uint64_t blocks)
{
	const uint64_t quick = plain(j, blocks);

	if (quick)
		blocks &= ~quick | (j->pairs ? depths(j, quick)
					     : j->way->copy(j->way, j->places, j->px, quick, j->store));
	for (; blocks; blocks &= blocks - 1) {
		const unsigned i = (unsigned)__builtin_ctzll(blocks);

		block(j, i % BLOCKS * BLOCK_PX, i / BLOCKS * BLOCK_PX, NULL);
	}
}

/* Of the tile, each of which has dirty quads and clean ones. */
static void parts_of(struct job *j, uint64_t blocks)
{
	static const uint8_t pairs[16] = {0x00, 0x03, 0x0c, 0x0f, 0x30, 0x33, 0x3c, 0x3f,
					  0xc0, 0xc3, 0xcc, 0xcf, 0xf0, 0xf3, 0xfc, 0xff};
	const uint64_t quick = plain(j, blocks);
	const uint8_t *px = j->pairs ? (const uint8_t *)j->pairs : j->px;

	if (quick)
		blocks &= ~quick | j->way->copy_dirty(j->way, j->places, px, quick, j->dirty, j->pairs);
	for (; blocks; blocks &= blocks - 1) {
		const unsigned i = (unsigned)__builtin_ctzll(blocks), x = i % BLOCKS, y = i / BLOCKS;
		uint8_t row[BLOCK_PX];

		for (unsigned q = 0; q < BLOCK_PX / 2; q++)
			row[2 * q] = row[2 * q + 1] =
			    pairs[j->dirty[2 * y + q / 2] >> (q % 2 * 32 + 4 * x) & 15];
		block(j, x * BLOCK_PX, y * BLOCK_PX, row);
	}
}

/* ---- a tile -------------------------------------------------------------------------------------------- */
void fl_tile_path_load(const struct fl_tile_path *way, struct fl_tile_corners *corners, unsigned tx,
		       unsigned ty, uint8_t *px, uint64_t blocks)
{
	struct job j = start(way, corners, tx, ty);

	j.px = px;
	blocks_of(&j, blocks);
}

void fl_tile_load(const struct fl_tile_way *way, struct fl_tile_places *places, unsigned tx, unsigned ty,
		  uint8_t *px, uint64_t blocks)
{
	if (way->whole.key->planes)
		fl_tile_planes_load(way, places, tx, ty, px, blocks);
	else
		fl_tile_path_load(&way->whole, &places->first, tx, ty, px, blocks);
}

/* A row of blocks; d: its four rows of quads. A bit each for those that are dirty all over, and in *some for
 * those that are dirty and clean. */
static unsigned dirty_blocks(const uint64_t d[2], unsigned *some)
{
	const uint64_t all = d[0] & d[1] & (d[0] & d[1]) >> 32, any = d[0] | d[1] | (d[0] | d[1]) >> 32;
	unsigned whole = 0;

	*some = 0;
	if ((d[0] & d[1]) == ~UINT64_C(0))
		return 255;
	for (unsigned bx = 0; bx < BLOCKS && any; bx++) {
		const bool is_whole = (all >> 4 * bx & 15) == 15;

		whole |= (unsigned)is_whole << bx;
		*some |= (unsigned)(!is_whole && any >> 4 * bx & 15) << bx;
	}
	return whole;
}

static bool save(struct job *j, const uint64_t dirty[16])
{
	uint64_t whole = 0, some = 0;

	j->store = true;
	j->dirty = dirty;
	for (unsigned by = 0; by < BLOCKS; by++) {
		unsigned s;

		whole |= (uint64_t)dirty_blocks(&dirty[2 * by], &s) << by * BLOCKS;
		some |= (uint64_t)s << by * BLOCKS;
	}
	parts_of(j, some);
	blocks_of(j, whole);
	return j->ok;
}

bool fl_tile_path_save(const struct fl_tile_path *way, struct fl_tile_corners *corners, unsigned tx,
		       unsigned ty, const uint8_t *px, const uint64_t dirty[16])
{
	struct job j = start(way, corners, tx, ty);

	j.px = (uint8_t *)px; /* which is only read */
	return save(&j, dirty);
}

bool fl_tile_path_save_upper(const struct fl_tile_path *way, struct fl_tile_corners *corners, unsigned tx,
			     unsigned ty, const uint8_t *px, const uint64_t dirty[16])
{
	struct job j = start(way, corners, tx, ty);
	uint32_t z[FL_TILE_PX * FL_TILE_PX];

	j.px = (uint8_t *)z;
	j.pairs = (const uint32_t *)(const void *)px;
	return save(&j, dirty);
}

/* Bricks of bytes that stand one behind the other. */
static bool in_a_run(const struct fl_tile_bricks *b)
{
	const unsigned brick_B = b->w_px * b->h_px;
	uint32_t last = 0;

	for (unsigned i = 0; i < BLOCK_PX * BLOCK_PX / brick_B; i++)
		last |= b->at[i];
	return last + brick_B == BLOCK_PX * BLOCK_PX;
}

bool fl_tile_fill_second(const struct fl_tile_way *way, struct fl_tile_places *places, unsigned tx,
			 unsigned ty, uint64_t blocks, uint8_t value)
{
	enum { BLOCK_B = BLOCK_PX * BLOCK_PX };
	const struct fl_tile_path *p = &way->plane[1];
	const bool run = in_a_run(&p->bricks);
	struct job j = start(p, &places->second, tx, ty);
	uint8_t px[FL_TILE_PX * FL_TILE_PX];

	memset(px, value, sizeof(px));
	j.px = px;
	j.store = true;
	for (; blocks; blocks &= blocks - 1) {
		const unsigned i = (unsigned)__builtin_ctzll(blocks), x = i % BLOCKS * BLOCK_PX,
			       y = i / BLOCKS * BLOCK_PX;
		const struct where at = place_of(&j, x, y);

		if (run && !(at.flip % BLOCK_B) && at.base + p->bricks.reach_B <= p->left_B &&
		    j.sx + x + BLOCK_PX <= p->key->pitch_px && j.sy + y + BLOCK_PX <= p->key->rows)
			memset(p->host + at.base + at.flip, value, BLOCK_B);
		else
			block(&j, x, y, NULL);
	}
	return j.ok;
}

bool fl_tile_save(const struct fl_tile_way *way, struct fl_tile_places *places, unsigned tx, unsigned ty,
		  const uint8_t *px, const uint64_t dirty[16], bool second)
{
	return way->whole.key->planes ? fl_tile_planes_save(way, places, tx, ty, px, dirty, second)
				      : fl_tile_path_save(&way->whole, &places->first, tx, ty, px, dirty);
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

/* The same of what is drawn of the block at (bx, by), in blocks of the tile whose corner is (sx, sy). */
static bool block_stands_in(const struct fl_tile_layout *layout, const struct fl_tile_key *k, unsigned sx,
			    unsigned sy, unsigned bx, unsigned by, const uint64_t dirty[16], uint64_t addr,
			    uint64_t size_B)
{
	const bool pair = k->cpp < 16;

	for (unsigned qy = by * 4; qy < by * 4 + 4; qy++) {
		uint64_t row = dirty[qy >> 1] >> ((qy & 1) * 32) & UINT64_C(15) << bx * 4;

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

bool fl_tile_overlaps(const struct fl_tile_layout *layout, const struct fl_tile_key *k, unsigned tx,
		      unsigned ty, const uint64_t dirty[16], uint64_t addr, uint64_t size_B)
{
	const unsigned sx = tx * FL_TILE_PX + k->x_off, sy = ty * FL_TILE_PX + k->y_off;
	/* a look at a block's reach spares those at all of its pixels */
	const bool by_reach = k->samples == 1 && (sx | sy) % BLOCK_PX == 0;
	struct fl_tile_bricks b;

	if (k->planes) {
		const struct fl_tile_key first = fl_tile_plane(k, false), second = fl_tile_plane(k, true);

		return (k->planes & FL_TILE_FIRST &&
			fl_tile_overlaps(layout, &first, tx, ty, dirty, addr, size_B)) ||
		       (k->planes & FL_TILE_SECOND &&
			fl_tile_overlaps(layout, &second, tx, ty, dirty, addr, size_B));
	}
	if (by_reach)
		layout->bricks(k, &b);
	for (unsigned by = 0; by < BLOCKS; by++)
		for (unsigned bx = 0; bx < BLOCKS; bx++) {
			uint32_t flip;
			uint64_t at;

			if (by_reach) {
				at =
				    k->base + layout->block(k, sx + bx * BLOCK_PX, sy + by * BLOCK_PX, &flip);
				if (at >= addr + size_B || addr >= at + b.reach_B)
					continue;
			}
			if (block_stands_in(layout, k, sx, sy, bx, by, dirty, addr, size_B))
				return true;
		}
	return false;
}
