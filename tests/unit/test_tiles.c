/* SPDX-License-Identifier: MIT
 *
 * The way of pixels between memory and the tile cache, byte by byte, on a layout made up: which bytes a tile
 * reads and writes, which it is said to stand in, and what the cache says of its surfaces.
 */
#include "hw/model/tiles/cache.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum {
	AT = 0x20000,
	VRAM_B = 0x18000,
	MORE_B = 0x4000,
	ALL_B = VRAM_B + MORE_B,
	SIDE = FL_TILE_PX,
	PLANE_ROWS = 160
};

static struct fl_model model;
static uint8_t more[MORE_B]; /* memory of the host, right behind VRAM */
static uint8_t before[ALL_B];
static uint32_t seed = 12345;

static uint32_t chance(uint32_t n)
{
	seed = seed * 1664525 + 1013904223;
	return (seed >> 8) % n;
}

static uint64_t chance64(void)
{
	uint64_t v = 0;

	for (unsigned i = 0; i < 8; i++)
		v = v << 8 | chance(256);
	return v;
}

/* ---- a layout: bricks in an order of their own, that changes from block to block ----------------------- */
static const struct {
	uint8_t w, h;
} shapes[] = {{8, 1}, {4, 2}, {4, 4}, {2, 2}, {8, 2}, {8, 8}, {4, 1}, {1, 1}};
enum { SHAPES = sizeof(shapes) / sizeof(*shapes) };

static void bricks(const struct fl_tile_key *k, struct fl_tile_bricks *b)
{
	b->w_px = shapes[k->micro].w;
	b->h_px = shapes[k->micro].h;
	b->reach_B = 64u * k->cpp;
	for (unsigned i = 0; i < 64 / (b->w_px * b->h_px); i++)
		b->at[i] = (64 / (b->w_px * b->h_px) - 1 - i) * b->w_px * b->h_px * k->cpp;
}

static uint64_t block(const struct fl_tile_key *k, uint32_t x, uint32_t y, uint32_t *flip)
{
	unsigned brick_px = shapes[k->micro].w * shapes[k->micro].h;

	*flip = brick_px < 64 && x / 8 % 2 ? brick_px * k->cpp : 0;
	return (uint64_t)(y / 8 * ((k->pitch_px + 7) / 8) + x / 8) * 64 * k->cpp;
}

static uint64_t one_sample(const struct fl_tile_key *k, uint32_t x, uint32_t y)
{
	unsigned w = shapes[k->micro].w, h = shapes[k->micro].h;
	struct fl_tile_bricks b;
	uint32_t flip;
	uint64_t base = block(k, x, y, &flip);

	bricks(k, &b);
	return base + (b.at[y % 8 / h * (8 / w) + x % 8 / w] ^ flip) + (y % h * w + x % w) * k->cpp;
}

/* Samples in planes, and with `unit` all samples of two pixels (of 16 bytes: of one pixel) together. */
static uint64_t planes(const struct fl_tile_key *k, uint32_t x, uint32_t y, unsigned s)
{
	return k->samples == 1 ? one_sample(k, x, y)
			       : ((uint64_t)(s * PLANE_ROWS + y) * k->pitch_px + x) * k->cpp;
}

static uint64_t together(const struct fl_tile_key *k, uint32_t x, uint32_t y, unsigned s)
{
	return k->samples == 1 ? one_sample(k, x, y)
			       : ((uint64_t)(y * k->pitch_px + x) * k->samples + s) * k->cpp;
}

static uint64_t unit(const struct fl_tile_key *k)
{
	return (k->cpp < 16 ? 2u : 1u) * k->samples * k->cpp;
}

static const struct fl_tile_layout layouts[2] = {{planes, bricks, block, NULL, NULL},
						 {together, bricks, block, unit, NULL}};

/* ---- memory -------------------------------------------------------------------------------------------- */
static void set_up(void)
{
	cr_assert(fl_mem_init(&model.mem, NULL, VRAM_B, 1ull << 32));
	fl_mem_place_vram(&model.mem, AT);
	cr_assert(fl_mem_map(&model.mem, AT + VRAM_B, more, MORE_B));
}

static void tear_down(void)
{
	fl_mem_free(&model.mem);
}

TestSuite(tiles, .init = set_up, .fini = tear_down);

/* NULL: nothing is there. */
static uint8_t *byte_at(uint64_t addr)
{
	if (addr < AT || addr >= AT + ALL_B)
		return NULL;
	return addr < AT + VRAM_B ? model.mem.vram + (addr - AT) : &more[addr - AT - VRAM_B];
}

static void fill(void)
{
	for (uint32_t i = 0; i < ALL_B; i++)
		*byte_at(AT + i) = before[i] = (uint8_t)chance(256);
}

/* Of pixel (x, y) of the surface: byte i of sample s. */
static uint8_t *pixel(const struct fl_tile_layout *l, const struct fl_tile_key *k, unsigned x, unsigned y,
		      unsigned s, unsigned i)
{
	return byte_at(k->base + ((l->addr(k, x, y, s) + i) ^ k->swap));
}

/* Any surface: tiled if it has one sample and is not swapped; near the end of VRAM, of all memory, beyond
 * it, or nothing of these. */
static struct fl_tile_key any_key(void)
{
	static const uint8_t swaps[] = {0, 0, 0, 1, 2, 3, 7}, samples[] = {1, 1, 1, 2, 4};
	static const uint16_t pitches[] = {24, 40, 64, 72, 128, 20, 66};
	struct fl_tile_key k;
	uint32_t size_B;

	memset(&k, 0, sizeof(k));
	k.cpp = (uint8_t)(1u << chance(5));
	k.samples = samples[chance(sizeof(samples))];
	k.swap = swaps[chance(sizeof(swaps))];
	k.micro = (uint8_t)(k.cpp == 16 ? chance(SHAPES) : chance(SHAPES - 1));
	k.pitch_px = pitches[chance(sizeof(pitches) / sizeof(*pitches))];
	k.x_off = (uint16_t)(8 * chance(3));
	k.y_off = (uint16_t)(8 * chance(3));
	size_B = (k.pitch_px + 7) / 8 * 64 * k.cpp * 8; /* some 64 rows */
	switch (chance(4)) {
	case 0:
		k.base = AT + VRAM_B - size_B / 2 / 1024 * 1024;
		break;
	case 1:
		k.base = AT + ALL_B - size_B / 2 / 1024 * 1024;
		break;
	case 2:
		k.base = AT + ALL_B + 0x10000; /* nowhere */
		break;
	default:
		k.base = AT;
	}
	return k;
}

/* Some of them say where a layer ends, in the middle of a block too. */
static struct fl_tile_key any_key_of_rows(void)
{
	struct fl_tile_key k = any_key();

	k.rows = chance(2) ? 1 + chance(90) : 0;
	if (chance(2)) { /* as most targets are: whole blocks go by lines */
		k.cpp = 4;
		k.samples = 1;
		k.swap = 0;
	}
	return k;
}

/* A row of a block that the layer ends in, below its end. */
static bool is_below(const struct fl_tile_key *k, unsigned sy)
{
	return k->rows && sy >= k->rows && sy / 8 * 8 < k->rows;
}

/* One of the instruction sets that this machine has. */
static enum fl_isa any_isa(void)
{
	enum fl_isa widest;
	char why[128];

	cr_assert(fl_model_isa(&(const struct fl_model_config){0}, &widest, why, sizeof(why)), "%s", why);
	return (enum fl_isa)chance((unsigned)widest + 1);
}

/* Whole lines of the host's caches can be moved, where the processor has what it takes. */
static bool goes_by_lines(const struct fl_tile_way *way)
{
	return way->whole.bricks.by_lines && !way->whole.key->swap;
}

/* ---- loading and saving -------------------------------------------------------------------------------- */
static uint8_t px[SIDE * SIDE * 4 * 16];

Test(tiles, loads_the_blocks_that_are_asked_for)
{
	unsigned by_lines = 0;

	for (unsigned round = 0; round < 600; round++) {
		const struct fl_tile_key k = any_key_of_rows();
		const struct fl_tile_layout *l = &layouts[chance(2)];
		const unsigned tx = k.pitch_px > SIDE ? chance(2) : 0, ty = chance(8) == 0;
		const uint64_t blocks = chance(4) ? chance64() : ~0ull;
		struct fl_tile_places places = {0};
		struct fl_tile_way way;

		fill();
		memset(px, 0xa5, sizeof(px));
		fl_tile_way_init(&way, l, &k, any_isa());
		if (chance(2))
			way.whole.bricks.reach_B *= 2; /* the last blocks are said to go beyond the memory */
		fl_tile_way_look(&way, &model.mem);
		fl_tile_load(&way, &places, tx, ty, px, blocks);
		by_lines += goes_by_lines(&way);
		for (unsigned i = 0; i < SIDE * SIDE * k.samples * k.cpp; i++) {
			const unsigned s = i / k.cpp % k.samples, x = i / k.cpp / k.samples % SIDE,
				       y = i / k.cpp / k.samples / SIDE, sx = tx * SIDE + x + k.x_off,
				       sy = ty * SIDE + y + k.y_off;
			const uint8_t *m = pixel(l, &k, sx, sy, s, i % k.cpp);
			const uint8_t want = !(blocks >> (y / 8 * 8 + x / 8) & 1)         ? 0xa5
					     : sx >= k.pitch_px || is_below(&k, sy) || !m ? 0
											  : *m;

			cr_assert_eq(px[i], want,
				     "round %u: (%u, %u), sample %u: 0x%02x, not 0x%02x; %u bytes, pitch %u",
				     round, x, y, s, px[i], want, k.cpp, k.pitch_px);
		}
	}
	cr_assert_gt(by_lines, 20, "%u", by_lines);
}

static bool is_dirty(const uint64_t dirty[16], unsigned x, unsigned y)
{
	return dirty[y / 4] >> (y / 2 % 2 * 32 + x / 2) & 1;
}

Test(tiles, saves_the_pixels_that_are_dirty)
{
	unsigned by_lines = 0;

	for (unsigned round = 0; round < 600; round++) {
		const struct fl_tile_key k = any_key_of_rows();
		const struct fl_tile_layout *l = &layouts[chance(2)];
		const unsigned tx = k.pitch_px > SIDE ? chance(2) : 0, ty = chance(8) == 0;
		const bool dense = chance(2);
		struct fl_tile_places places = {0};
		struct fl_tile_way way;
		uint64_t dirty[16];
		bool all = true;

		fill();
		for (unsigned i = 0; i < sizeof(px); i++)
			px[i] = (uint8_t)chance(256);
		for (unsigned i = 0; i < 16; i++)
			dirty[i] = dense ? ~0ull : chance(3) ? chance64() & chance64() : 0;
		if (chance(2)) /* rows of blocks of which all but one quad is dirty */
			dirty[chance(16)] &= ~(1ull << chance(64));
		fl_tile_way_init(&way, l, &k, any_isa());
		for (unsigned i = 0; i < SIDE * SIDE * k.samples * k.cpp; i++) {
			const unsigned s = i / k.cpp % k.samples, x = i / k.cpp / k.samples % SIDE,
				       y = i / k.cpp / k.samples / SIDE, sx = tx * SIDE + x + k.x_off,
				       sy = ty * SIDE + y + k.y_off;
			const uint64_t at = k.base + ((l->addr(&k, sx, sy, s) + i % k.cpp) ^ k.swap);

			if (!is_dirty(dirty, x, y) || sx >= k.pitch_px || is_below(&k, sy))
				continue;
			all &= byte_at(at) != NULL;
			if (byte_at(at))
				before[at - AT] = px[i];
		}
		fl_tile_way_look(&way, &model.mem);
		cr_assert_eq(fl_tile_save(&way, &places, tx, ty, px, dirty, true), all, "round %u", round);
		by_lines += goes_by_lines(&way);
		for (uint32_t i = 0; i < ALL_B; i++)
			cr_assert_eq(*byte_at(AT + i), before[i], "round %u: byte 0x%x; %u bytes, pitch %u",
				     round, i, k.cpp, k.pitch_px);
	}
	cr_assert_gt(by_lines, 20, "%u", by_lines);
}

/* ---- which bytes stand where --------------------------------------------------------------------------- */
/* The first and the last byte of the two pixels, or the unit, around (x, y). */
static bool in_quad(const struct fl_tile_layout *l, const struct fl_tile_key *k, unsigned x, unsigned y,
		    uint64_t addr, uint64_t size_B)
{
	for (unsigned i = 0; i < 4; i++)
		for (unsigned s = 0; s < k->samples; s++) {
			uint64_t at = k->base + l->addr(k, x + i % 2, y + i / 2, s);

			if (at < addr + size_B && addr < at + k->cpp)
				return true;
		}
	return false;
}

Test(tiles, a_dirty_quad_stands_in_its_bytes_alone)
{
	for (unsigned round = 0; round < 4000; round++) {
		struct fl_tile_key k = any_key();
		const struct fl_tile_layout *l = &layouts[chance(2)];
		const unsigned tx = k.pitch_px > SIDE ? chance(2) : 0, x = 2 * chance(32), y = 2 * chance(32),
			       size_B = 1 + chance(round % 2 ? 8 : 70);
		const unsigned sx = tx * SIDE + x + k.x_off, sy = y + k.y_off;
		uint64_t dirty[16] = {0}, addr;
		bool want;

		k.base = 0x100000;
		dirty[y / 4] = 1ull << (y / 2 % 2 * 32 + x / 2);
		addr = k.base + l->addr(&k, sx + chance(2), sy + chance(2), chance(k.samples)) + chance(40) -
		       chance(40);
		want = sx < k.pitch_px && in_quad(l, &k, sx, sy, addr, size_B);
		cr_assert_eq(fl_tile_overlaps(l, &k, tx, 0, dirty, addr, size_B), want,
			     "round %u: %u bytes at 0x%llx; %u samples of %u bytes", round, size_B,
			     (unsigned long long)addr, k.samples, k.cpp);
	}
}

/* All samples of four pixels together, as chips have them: sample 0 of all four comes first. A dirty quad
 * stands in the whole unit around it, of both of its rows. */
static uint64_t of_four(const struct fl_tile_key *k, uint32_t x, uint32_t y, unsigned s)
{
	return ((uint64_t)(y * (k->pitch_px / 4) + x / 4) * 4 * k->samples + s * 4 + x % 4) * k->cpp;
}

static uint64_t unit_of_four(const struct fl_tile_key *k)
{
	return 4u * k->samples * k->cpp;
}

Test(tiles, a_dirty_quad_stands_in_its_whole_unit)
{
	static const struct fl_tile_layout l = {of_four, bricks, block, unit_of_four, NULL};

	for (unsigned round = 0; round < 2000; round++) {
		struct fl_tile_key k = any_key();
		const unsigned x = 2 * chance(32), y = 2 * chance(32), size_B = 1 + chance(8);
		uint64_t dirty[16] = {0}, addr, n_B;
		bool want = false;

		k.samples = (uint8_t)(2u << chance(2));
		k.pitch_px = 64 + 4 * chance(3);
		k.x_off = k.y_off = 0;
		k.base = 0x100000;
		n_B = unit_of_four(&k);
		dirty[y / 4] = 1ull << (y / 2 % 2 * 32 + x / 2);
		addr = k.base + l.addr(&k, x, y + chance(2), 0) + chance(2 * (uint32_t)n_B) - n_B / 2;
		for (unsigned row = y; row < y + 2; row++) {
			const uint64_t at = k.base + l.addr(&k, x & ~3u, row, 0);

			want |= at < addr + size_B && addr < at + n_B;
		}
		cr_assert_eq(fl_tile_overlaps(&l, &k, 0, 0, dirty, addr, size_B), want,
			     "round %u: %u bytes at 0x%llx; %u samples of %u bytes", round, size_B,
			     (unsigned long long)addr, k.samples, k.cpp);
	}
}

/* ---- the cache ----------------------------------------------------------------------------------------- */
static unsigned told[3], leaving;
static unsigned last_column;

static void opened(struct fl_tile_surface *s, const struct fl_raster_draw *d)
{
}

static void loaded(struct fl_tile_buf *b, uint64_t blocks)
{
}

static void leaves(struct fl_tile_buf *b)
{
	leaving++;
}

static void report(struct fl_tile_cache *c, enum fl_tile_event what, const struct fl_tile_key *k,
		   unsigned column)
{
	told[what]++;
	last_column = column;
}

static const struct fl_tile_ops ops = {
    .surface_B = sizeof(struct fl_tile_surface),
    .layout = &layouts[0],
    .opened = opened,
    .loaded = loaded,
    .leaving = leaves,
    .report = report,
};

static struct fl_tile_key plain(uint64_t base, uint32_t pitch_px, bool depth)
{
	struct fl_tile_key k;

	memset(&k, 0, sizeof(k));
	k.base = base;
	k.pitch_px = pitch_px;
	k.cpp = 4;
	k.samples = 1;
	k.depth = depth;
	return k;
}

/* Which of a draw's surfaces are opened, and which say that the tile is outside of them. */
Test(tiles, opens_the_surfaces_of_a_draw)
{
	struct fl_tile_cache c = {.ops = &ops, .model = &model};
	const struct fl_tile_key wide = plain(AT, 128, false), narrow = plain(AT + 0x8000, 64, false),
				 none = {.cpp = 0}, depth = plain(AT + 0xc000, 128, true);
	struct fl_raster_draw d;
	struct fl_tile t;

	memset(&d, 0, sizeof(d));
	d.targets.n = 4;
	d.targets.color[0] = &wide;
	d.targets.color[1] = &narrow;
	d.targets.color[2] = &none;
	d.targets.color[4] = &wide; /* beyond n */
	d.targets.depth = &depth;
	for (unsigned used = 0; used < 2; used++) {
		memset(&t, 0xff, sizeof(t));
		told[FL_TILE_OUTSIDE] = 0;
		d.targets.used = used ? 2 : ~2u;
		cr_assert(fl_tile_open(&c, &d, 1, 0, &t));
		cr_expect(t.x0 == 64 && t.y0 == 0);
		cr_expect(t.color[0] && t.color[0]->tx == 1 && t.color[0]->surface->key.base == AT);
		for (unsigned i = 1; i < FL_TILE_TARGETS; i++)
			cr_expect_null(t.color[i], "%u", i);
		cr_expect_null(t.resolve);
		cr_expect(t.depth && t.depth->surface->key.depth);
		cr_expect_eq(told[FL_TILE_OUTSIDE], used, "only of one that the draw does something to");
		cr_expect(!used || last_column == 63);
	}
	d.targets.resolve = &narrow;
	d.targets.depth = NULL;
	cr_assert(fl_tile_open(&c, &d, 0, 2, &t));
	cr_expect(t.x0 == 0 && t.y0 == 128 && t.resolve && !t.depth);
	d.targets.used = 0;
	told[FL_TILE_OUTSIDE] = 0;
	cr_assert(fl_tile_open(&c, &d, 1, 0, &t));
	cr_expect_eq(told[FL_TILE_OUTSIDE], 1u, "a result is always used");
	d.targets.resolve = NULL;
	cr_assert(fl_tile_open(&c, &d, 0, FL_TILE_MAX_ROWS - 1, &t));
	cr_expect(t.color[0] && t.color[0]->ty == FL_TILE_MAX_ROWS - 1);
	cr_assert(fl_tile_open(&c, &d, 0, FL_TILE_MAX_ROWS, &t));
	cr_expect_null(t.color[0]);
	fl_tile_drop_all(&c);
}

/* What is forgotten is reported if there was something; what is flushed is written once. */
Test(tiles, forgets_and_flushes)
{
	struct fl_tile_cache c = {.ops = &ops, .model = &model};
	const struct fl_tile_key key[2] = {plain(AT, 64, false), plain(AT + 0x4000, 64, true)};
	struct fl_raster_draw d;
	struct fl_tile t;

	memset(&d, 0, sizeof(d));
	d.targets.n = 1;
	d.targets.color[0] = &key[0];
	d.targets.depth = &key[1];
	for (unsigned dirty = 0; dirty < 2; dirty++)
		for (unsigned depth = 0; depth < 2; depth++)
			for (unsigned at = 0; at < 2; at++) { /* the first tile, or one further on */
				struct fl_tile_buf *b;

				memset(told, 0, sizeof(told));
				cr_assert(fl_tile_open(&c, &d, 0, 0, &t));
				cr_assert(fl_tile_open(&c, &d, 0, at, &t));
				b = depth ? t.depth : t.color[0];
				fl_tile_need(b, 1);
				cr_assert_eq(b->have, 1u);
				b->dirty[15] = dirty ? 1ull << 63 : 0;
				fl_tile_forget(&c, !depth);
				cr_expect_eq(told[FL_TILE_LOST], 0u, "the others");
				cr_expect_eq(b->have, 1u);
				fl_tile_forget(&c, depth);
				cr_expect_eq(told[FL_TILE_LOST], dirty, "%u, %u", depth, at);
				cr_expect(!b->have && !b->dirty[15]);
				fl_tile_forget(&c, depth);
				cr_expect_eq(told[FL_TILE_LOST], dirty, "once");
			}
	cr_assert(fl_tile_open(&c, &d, 0, 0, &t));
	for (unsigned depth = 0; depth < 2; depth++) {
		struct fl_tile_buf *b = depth ? t.depth : t.color[0];
		uint8_t *m = byte_at(key[depth].base + one_sample(&key[depth], 0, 0));

		leaving = 0;
		memset(m, 0x11, 16);
		memset(b->px, 0x77, 16);
		fl_tile_flush(&c, depth);
		cr_expect(m[0] == 0x11 && !leaving, "nothing is dirty");
		b->dirty[0] = 1;
		b->surface->touched = true;
		fl_tile_flush(&c, !depth);
		cr_expect_eq(m[0], 0x11, "the others");
		fl_tile_flush(&c, depth);
		cr_expect(m[0] == 0x77 && m[7] == 0x77 && m[8] == 0x11 && leaving == 1 && !b->dirty[0]);
		m[0] = 0x22;
		fl_tile_flush(&c, depth);
		cr_expect(m[0] == 0x22 && leaving == 1, "written twice");
	}
	fl_tile_drop_all(&c);
}

/* Where a surface begins further down, so does what is held of it: all bytes of the tile, and none beside. */
Test(tiles, holds_what_is_further_down)
{
	static const uint16_t offsets[] = {0, 8, 64, 320, 512, 1024, 4000};

	for (unsigned i = 0; i < sizeof(offsets) / sizeof(*offsets); i++)
		for (unsigned ty = 0; ty < 18; ty++) {
			struct fl_tile_cache c = {.ops = &ops, .model = &model};
			struct fl_tile_key key = plain(AT, SIDE, false);
			struct fl_raster_draw d;
			struct fl_tile t;
			uint64_t first, tile_B = SIDE * SIDE * 4;

			key.y_off = offsets[i];
			first = AT + (ty * SIDE + offsets[i]) * SIDE * 4ull;
			memset(&d, 0, sizeof(d));
			d.targets.n = 1;
			d.targets.color[0] = &key;
			cr_assert(fl_tile_open(&c, &d, 0, ty, &t));
			memset(t.color[0]->dirty, 0xff, sizeof(t.color[0]->dirty));
			t.color[0]->surface->touched = true;
			cr_expect_null(fl_tile_holds(&c, AT, first - AT));
			cr_expect_not_null(fl_tile_holds(&c, first - 3, 4), "%u from %u", ty, offsets[i]);
			cr_expect_not_null(fl_tile_holds(&c, first + tile_B - 1, 4), "%u from %u", ty,
					   offsets[i]);
			cr_expect_null(fl_tile_holds(&c, first + tile_B, 1 << 20));
			memset(t.color[0]->dirty, 0, sizeof(t.color[0]->dirty));
			fl_tile_drop_all(&c);
		}
}

/* What has no room in the host's memory is not opened, and is once there is room again. */
Test(tiles, opens_nothing_without_memory)
{
	struct fl_tile_cache c = {.ops = &ops, .model = &model};
	struct fl_tile_key key = plain(AT, SIDE, false);
	struct rlimit usual, none;
	struct fl_raster_draw d;
	struct fl_tile t;
	void *rest[64];
	unsigned n = 0;
	bool opened;

#if defined(__SANITIZE_ADDRESS__)
	cr_skip_test("the sanitizer's allocator ends the process");
#endif
	key.cpp = 16;
	key.samples = 8;
	memset(&d, 0, sizeof(d));
	d.targets.n = 1;
	d.targets.color[0] = &key;
	cr_assert(fl_tile_open(&c, &d, 0, 0, &t));
	getrlimit(RLIMIT_AS, &usual);
	none = usual;
	none.rlim_cur = 1 << 20; /* less than there is */
	setrlimit(RLIMIT_AS, &none);
	/* what the heap has left */
	while (n < sizeof(rest) / sizeof(*rest) && (rest[n] = malloc(SIDE * SIDE * 16 * 8 / 2)))
		n++;
	opened = fl_tile_open(&c, &d, 0, 1, &t);
	setrlimit(RLIMIT_AS, &usual);
	while (n)
		free(rest[--n]);
	cr_expect(!opened);
	cr_expect(fl_tile_open(&c, &d, 0, 1, &t));
	cr_expect_not_null(t.color[0]);
	fl_tile_drop_all(&c);
}

/* Pixels without memory are reported once a surface, and the others are written. */
Test(tiles, flushes_what_has_no_memory)
{
	struct fl_tile_cache c = {.ops = &ops, .model = &model};
	const struct fl_tile_key key[2] = {plain(AT + ALL_B - 0x4000, 64, false),
					   plain(AT + ALL_B, 64, false)};
	struct fl_raster_draw d;
	struct fl_tile t[2];

	memset(&d, 0, sizeof(d));
	memset(told, 0, sizeof(told));
	d.targets.n = 2;
	d.targets.color[0] = &key[0];
	d.targets.color[1] = &key[1];
	for (unsigned ty = 0; ty < 2; ty++) {
		cr_assert(fl_tile_open(&c, &d, 0, ty, &t[ty]));
		for (unsigned i = 0; i < 2; i++) {
			memset(t[ty].color[i]->px, 0x33, SIDE * SIDE * 4);
			memset(t[ty].color[i]->dirty, 0xff, sizeof(t[ty].color[i]->dirty));
		}
	}
	memset(byte_at(AT + ALL_B - 0x4000), 0x11, 0x4000);
	cr_expect_null(fl_tile_holds(&c, AT, 0x1000));
	cr_expect_eq(fl_tile_holds(&c, AT, ALL_B - 0x4000 + 1)->base, key[0].base);
	cr_expect_null(fl_tile_holds(&c, AT, ALL_B - 0x4000));
	cr_expect_null(fl_tile_holds(&c, AT + ALL_B + 0x8000, 16));
	cr_expect_eq(fl_tile_holds(&c, AT + ALL_B + 0x8000 - 1, 16)->base, key[1].base);
	fl_tile_flush(&c, false);
	cr_expect_eq(told[FL_TILE_NO_MEMORY], 2u, "%u", told[FL_TILE_NO_MEMORY]);
	for (unsigned i = 0; i < 0x4000; i++)
		cr_assert_eq(*byte_at(AT + ALL_B - 0x4000 + i), 0x33, "%u", i);
	cr_expect_null(fl_tile_holds(&c, AT, 1ull << 30), "flushed");
	fl_tile_drop_all(&c);
}
