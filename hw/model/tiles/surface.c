/* SPDX-License-Identifier: MIT
 *
 * Surfaces in memory: addresses, tiles read and written. See surface.h.
 *
 * A tile is moved in runs of pixels that are contiguous in memory: a whole row of a linear surface, a row of
 * a micro-tile of a tiled one, one pixel at a time of a multi-sampled one.
 */
#include "hw/model/tiles/surface.h"

#include <string.h>

#include "hw/model/r500/tile_addr.h"

/* Multi-sampled surfaces, R5xx guide 10.8.3 and 10.4.8: blocks of 4x4 pixels, in each all samples 0, then all
 * samples 1 and so on; with 4 samples the halves of every second block change places (R420 and later). The
 * order of the 16 pixels inside is not published: rows of 4. The guide gives 32 bpp; other sizes scale. */
static uint64_t aa_addr(const struct fl_tile_key *k, uint32_t x, uint32_t y, unsigned s)
{
	uint32_t block_B = 16u * k->cpp * k->samples;
	uint64_t block = (uint64_t)(y >> 3) * 2 * (k->pitch_px >> 2) + (x >> 2) * 2 + (y >> 2 & 1);
	uint32_t in = ((s * 4 + (y & 3)) * 4 + (x & 3)) * k->cpp;

	if (k->samples == 4 && (x >> 2 & 1))
		in ^= block_B / 2;
	return block * block_B + in;
}

uint64_t mr500_surface_addr(const struct fl_tile_key *k, uint32_t x, uint32_t y, unsigned s)
{
	if (k->samples > 1)
		return aa_addr(k, x, y, s);
	if (k->micro == MR500_MICRO_LINEAR &&
	    !k->macro) /* 64 bits: a linear surface may be taller than it is sane */
		return ((uint64_t)y * k->pitch_px + x) * k->cpp;
	return mr500_tile_addr(x, y, k->cpp, k->pitch_px, k->micro, k->macro);
}

/* Pixels from x on that are contiguous in memory. */
static unsigned run_px(const struct fl_tile_key *k, uint32_t x)
{
	if (k->samples > 1)
		return 1;
	if (k->micro == MR500_MICRO_LINEAR && !k->macro)
		return k->pitch_px - x;
	unsigned w = 1u << mr500_micro_log2_w(k->cpp, k->micro);
	return w - (x & (w - 1));
}

/* RB3D_COLORPITCH.COLORENDIAN: bytes of each 16- or 32-bit unit, or the halves of each 32-bit unit, change
 * places. */
static void swap(uint8_t *p, unsigned size_B, unsigned endian)
{
	uint8_t c;

	switch (endian) {
	case MR500_ENDIAN_16:
		for (unsigned i = 0; i + 1 < size_B; i += 2)
			c = p[i], p[i] = p[i + 1], p[i + 1] = c;
		break;
	case MR500_ENDIAN_32:
		for (unsigned i = 0; i + 3 < size_B; i += 4) {
			c = p[i], p[i] = p[i + 3], p[i + 3] = c;
			c = p[i + 1], p[i + 1] = p[i + 2], p[i + 2] = c;
		}
		break;
	case MR500_ENDIAN_HALVES:
		for (unsigned i = 0; i + 3 < size_B; i += 4) {
			c = p[i], p[i] = p[i + 2], p[i + 2] = c;
			c = p[i + 1], p[i + 1] = p[i + 3], p[i + 3] = c;
		}
		break;
	}
}

/* With a byte swap the chip moves whole units; a run of pixels smaller than the unit is widened to it. */
static unsigned swap_unit_B(unsigned endian)
{
	return endian == MR500_ENDIAN_NONE ? 1 : endian == MR500_ENDIAN_16 ? 2 : 4;
}

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

static bool move(const struct window *w, const struct fl_tile_key *k, uint64_t at, uint8_t *px,
		 unsigned size_B, bool store)
{
	unsigned unit = swap_unit_B(k->endian);

	if (k->endian != MR500_ENDIAN_NONE && (at % unit || size_B % unit)) {
		/* byte by byte: where a byte of the pixel stands in its swapped unit */
		for (unsigned i = 0; i < size_B; i++) {
			uint64_t a = at + i;
			uint64_t b = k->endian == MR500_ENDIAN_16   ? a ^ 1
				     : k->endian == MR500_ENDIAN_32 ? a ^ 3
								    : a ^ 2;
			uint8_t *m = window_ptr(w, b, 1);

			if (!m) {
				if (!store)
					px[i] = 0;
				return false;
			}
			if (store)
				*m = px[i];
			else
				px[i] = *m;
		}
		return true;
	}

	uint8_t *m = window_ptr(w, at, size_B);
	if (!m) {
		if (!store)
			memset(px, 0, size_B);
		return false;
	}
	if (store) {
		memcpy(m, px, size_B);
		swap(m, size_B, k->endian);
	} else {
		memcpy(px, m, size_B);
		swap(px, size_B, k->endian);
	}
	return true;
}

/* Pixels x0 to x1 - 1 of row y of the tile. */
static bool move_row(const struct window *w, const struct fl_tile_key *k, unsigned sx, unsigned sy,
		     unsigned x0, unsigned x1, unsigned y, uint8_t *px, bool store)
{
	bool ok = true;

	for (unsigned x = x0; x < x1;) {
		if (sx + x >= k->pitch_px) { /* beyond the surface: mr500_rb_open reports it */
			if (!store)
				memset(px + (y * FL_TILE_PX + x) * k->samples * k->cpp, 0,
				       (x1 - x) * k->samples * k->cpp);
			return ok;
		}
		unsigned n = run_px(k, sx + x);

		n = n < x1 - x ? n : x1 - x;
		if (n > k->pitch_px - (sx + x))
			n = k->pitch_px - (sx + x);
		for (unsigned s = 0; s < k->samples; s++)
			ok &= move(w, k, mr500_surface_addr(k, sx + x, sy + y, s),
				   px + ((y * FL_TILE_PX + x) * k->samples + s) * k->cpp, n * k->cpp, store);
		x += n;
	}
	return ok;
}

/* The same of micro-tiled surfaces with no byte swap, in one range of memory, whose runs are micro-tiles'
 * rows of a size that the compiler knows. The address of (x, y) is made of those of (x, 0) and (0, y):
 * macro-tiles' numbers add up, and below them, in the 11 bits that the permutation fills, each bit is an
 * exclusive or (tile_addr.h). Macro-linear: they just add up. */
struct columns {
	bool fast;
	uint32_t x[FL_TILE_PX / 2]; /* address of each run of row 0 */
};

static struct columns columns_of(const struct fl_tile_key *k, unsigned sx)
{
	struct columns c = {.fast = false};

	if (k->samples > 1 || k->endian != MR500_ENDIAN_NONE || k->micro == MR500_MICRO_LINEAR ||
	    k->cpp > 8 || sx + FL_TILE_PX > k->pitch_px)
		return c;
	unsigned run = 1u << mr500_micro_log2_w(k->cpp, k->micro);

	c.fast = true;
	for (unsigned i = 0; i < FL_TILE_PX / run; i++)
		c.x[i] = mr500_tile_addr(sx + i * run, 0, k->cpp, k->pitch_px, k->micro, k->macro);
	return c;
}

/* run_B: bytes of a run: 16, or 8 (8 bpp, and the square of 16 bpp). */
static inline __attribute__((always_inline)) bool
move_runs(const struct window *w, const struct fl_tile_key *k, const struct columns *c, uint32_t row,
	  unsigned x0_B, unsigned x1_B, uint8_t *px, bool store, unsigned run_B)
{
	uint32_t low = k->macro ? row & 0x7ff : 0, high = row - low;
	bool ok = true;

	for (unsigned x = x0_B; x < x1_B;) {
		unsigned in = x & (run_B - 1), n = run_B - in;
		uint64_t at = (uint64_t)high + (c->x[x / run_B] ^ low) + in;

		n = n < x1_B - x ? n : x1_B - x;
		if (at + run_B > w->left_B)
			ok &= move(w, k, at, px + x, n, store);
		else if (n == run_B && store)
			memcpy(w->host + at, px + x, run_B);
		else if (n == run_B)
			memcpy(px + x, w->host + at, run_B);
		else if (store)
			memcpy(w->host + at, px + x, n);
		else
			memcpy(px + x, w->host + at, n);
		x += n;
	}
	return ok;
}

static bool move_any(const struct window *w, const struct fl_tile_key *k, const struct columns *c,
		     unsigned sx, unsigned sy, unsigned x0, unsigned x1, unsigned y, uint8_t *px, bool store)
{
	if (!c->fast)
		return move_row(w, k, sx, sy, x0, x1, y, px, store);
	uint32_t row = mr500_tile_addr(0, sy + y, k->cpp, k->pitch_px, k->micro, k->macro);
	unsigned run_B = k->cpp << mr500_micro_log2_w(k->cpp, k->micro);

	px += y * FL_TILE_PX * k->cpp;
	if (run_B == 16)
		return move_runs(w, k, c, row, x0 * k->cpp, x1 * k->cpp, px, store, 16);
	return move_runs(w, k, c, row, x0 * k->cpp, x1 * k->cpp, px, store, 8);
}

/* Whole 8x8 blocks of 32-bit pixels, the usual case, go a micro-tile (32 bytes) at a time: 4x2 pixels of a
 * tiled surface, a row of the block of the others. The other seven addresses follow from that of the block's
 * corner: inside it only bits of the permutation change that stand alone there (tile_addr.h), or rows are
 * added. */
struct blocks {
	bool fast;
	bool tiled; /* 4x2 */
	uint32_t flip[8];
	uint64_t add; /* macro-linear: from a row of units to the next */
};

static struct blocks blocks_of(const struct fl_tile_key *k, unsigned sx)
{
	struct blocks b = {.fast = k->cpp == 4 && k->samples == 1 && k->endian == MR500_ENDIAN_NONE &&
				   sx + FL_TILE_PX <= k->pitch_px && k->pitch_px % 8 == 0 && sx % 8 == 0 &&
				   k->y_off % 8 == 0};

	if (!b.fast)
		return b;
	b.tiled = k->micro != MR500_MICRO_LINEAR;
	if (!k->macro)
		b.add = b.tiled ? (uint64_t)k->pitch_px * 8 : (uint64_t)k->pitch_px * 4;
	for (unsigned i = 0; i < 8; i++) {
		unsigned x = b.tiled ? (i & 1) * 4 : 0, y = b.tiled ? i / 2 * 2 : i;

		b.flip[i] = k->macro  ? mr500_tile_addr(x, y, 4, k->pitch_px, k->micro, true)
			    : b.tiled ? (i & 1) * 32
				      : 0;
	}
	return b;
}

static inline __attribute__((always_inline)) void move_units(uint8_t *m, const struct blocks *b, uint32_t low,
							     uint8_t *px, bool tiled, bool store)
{
	enum { ROW_B = FL_TILE_PX * 4 };

	for (unsigned i = 0; i < 8; i++) {
		uint8_t *at = m + (b->flip[i] ^ low) + b->add * (tiled ? i / 2 : i);
		uint8_t *p0 = tiled ? px + i / 2 * 2 * ROW_B + (i & 1) * 16 : px + i * ROW_B;
		uint8_t *p1 = tiled ? p0 + ROW_B : p0 + 16;

		if (store) {
			memcpy(at, p0, 16);
			memcpy(at + 16, p1, 16);
		} else {
			memcpy(p0, at, 16);
			memcpy(p1, at + 16, 16);
		}
	}
}

/* The block whose corner is pixel (x, y) of the surface; px: that pixel in the tile. False: not all of it is
 * in the window. */
static bool move_block(const struct window *w, const struct fl_tile_key *k, const struct blocks *b,
		       unsigned x, unsigned y, uint8_t *px, bool store)
{
	uint64_t at = mr500_surface_addr(k, x, y, 0);
	uint32_t low = k->macro ? at & 0x7ff : 0;

	at -= low;
	if (at + (k->macro ? 2048 : 8 * b->add + 64) > w->left_B)
		return false;
	if (b->tiled && store)
		move_units(w->host + at, b, low, px, true, true);
	else if (b->tiled)
		move_units(w->host + at, b, low, px, true, false);
	else if (store)
		move_units(w->host + at, b, low, px, false, true);
	else
		move_units(w->host + at, b, low, px, false, false);
	return true;
}

/* Blocks that move_block() cannot move stay in the mask that it returns. */
static uint64_t move_blocks(const struct window *w, const struct fl_tile_key *k, unsigned sx, unsigned sy,
			    uint8_t *px, uint64_t blocks, bool store)
{
	struct blocks b;
	uint64_t rest = 0;

	if (!blocks)
		return 0;
	b = blocks_of(k, sx);
	if (!b.fast)
		return blocks;
	for (; blocks; blocks &= blocks - 1) {
		unsigned i = (unsigned)__builtin_ctzll(blocks), x = i % 8 * 8, y = i / 8 * 8;

		if (!move_block(w, k, &b, sx + x, sy + y, px + (y * FL_TILE_PX + x) * 4, store))
			rest |= 1ull << i;
	}
	return rest;
}

bool mr500_surface_load(const struct fl_mem *mem, const struct fl_tile_key *k, unsigned tx, unsigned ty,
			uint8_t *px, uint64_t blocks)
{
	struct window w = window_at(mem, k->base);
	unsigned sx = tx * FL_TILE_PX + k->x_off, sy = ty * FL_TILE_PX + k->y_off;
	struct columns c;
	bool ok = true;

	blocks = move_blocks(&w, k, sx, sy, px, blocks, false);
	if (!blocks)
		return true;
	c = columns_of(k, sx);
	for (unsigned by = 0; by < 8; by++) {
		unsigned row = blocks >> (by * 8) & 0xff;

		while (row) {
			unsigned b0 = (unsigned)__builtin_ctz(row);
			unsigned n = (unsigned)__builtin_ctz(~(row >> b0));

			for (unsigned y = by * 8; y < by * 8 + 8; y++)
				ok &= move_any(&w, k, &c, sx, sy, b0 * 8, (b0 + n) * 8, y, px, false);
			row &= ~(((1u << n) - 1) << b0);
		}
	}
	return ok;
}

/* The quads of a row of blocks that are dirty whole, a bit a block. */
static unsigned whole_blocks(const uint64_t dirty[2])
{
	uint64_t q = dirty[0] & dirty[1];
	unsigned m = 0;

	q &= q >> 32;
	for (unsigned i = 0; i < 8; i++)
		m |= (unsigned)((q >> 4 * i & 15) == 15) << i;
	return m;
}

bool mr500_surface_store(const struct fl_mem *mem, const struct fl_tile_key *k, unsigned tx, unsigned ty,
			 const uint8_t *px, const uint64_t dirty[16])
{
	struct window w = window_at(mem, k->base);
	unsigned sx = tx * FL_TILE_PX + k->x_off, sy = ty * FL_TILE_PX + k->y_off;
	struct columns c = {.fast = false};
	uint64_t blocks = 0;
	bool ok = true, have = false;

	for (unsigned by = 0; by < 8; by++)
		blocks |= (uint64_t)whole_blocks(&dirty[2 * by]) << 8 * by;
	blocks &= ~move_blocks(&w, k, sx, sy, (uint8_t *)px, blocks, true);
	for (unsigned qy = 0; qy < 32; qy++) {
		uint64_t row = dirty[qy >> 1] >> ((qy & 1) * 32) & 0xffffffff;

		for (unsigned done = blocks >> qy / 4 * 8 & 0xff; done; done &= done - 1)
			row &= ~(15ull << 4 * __builtin_ctz(done));
		if (row && !have) {
			c = columns_of(k, sx);
			have = true;
		}
		while (row) {
			unsigned q0 = (unsigned)__builtin_ctzll(row);
			unsigned n = (unsigned)__builtin_ctzll(~(row >> q0));

			for (unsigned y = qy * 2; y < qy * 2 + 2; y++)
				ok &=
				    move_any(&w, k, &c, sx, sy, q0 * 2, (q0 + n) * 2, y, (uint8_t *)px, true);
			row &= ~(((1ull << n) - 1) << q0);
		}
	}
	return ok;
}

bool mr500_surface_overlaps(const struct fl_tile_key *k, unsigned tx, unsigned ty, const uint64_t dirty[16],
			    uint64_t addr, uint64_t size_B)
{
	unsigned sx = tx * FL_TILE_PX + k->x_off, sy = ty * FL_TILE_PX + k->y_off;

	for (unsigned qy = 0; qy < 32; qy++) {
		uint64_t row = dirty[qy >> 1] >> ((qy & 1) * 32) & 0xffffffff;

		for (; row; row &= row - 1) {
			unsigned x = sx + 2 * (unsigned)__builtin_ctzll(row);

			if (x >= k->pitch_px)
				continue;
			for (unsigned y = sy + qy * 2; y < sy + qy * 2 + 2; y++) {
				uint64_t at = k->base + mr500_surface_addr(k, x, y, 0);
				/* 2 pixels; of a multi-sampled surface the whole block */
				uint64_t n = k->samples > 1 ? 16u * k->cpp * k->samples : 2u * k->cpp;

				if (k->samples > 1)
					at -= (at - k->base) % n;
				if (at < addr + size_B && addr < at + n)
					return true;
			}
		}
	}
	return false;
}
