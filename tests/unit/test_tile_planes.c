/* SPDX-License-Identifier: MIT
 *
 * Surfaces whose depths and stencils stand apart in memory: which bytes of either plane a tile reads and
 * writes, with both planes, with one of them, in samples of four bytes and of eight. And surfaces whose
 * addresses are the family's to look up.
 */
#include "hw/model/tiles/surface.h"

#include <criterion/criterion.h>
#include <string.h>

enum {
	AT = 0x20000,
	VRAM_B = 0x100000,
	STENCILS = 0x80000, /* where the second plane begins, in VRAM */
	SIDE = FL_TILE_PX,
	PITCH = 72,
	MOST_SAMPLES = 4,
};

static struct fl_mem mem;
static uint8_t before[VRAM_B], px[SIDE * SIDE * MOST_SAMPLES * 8], old[sizeof(px)];
static uint32_t seed = 4711;

static uint32_t chance(uint32_t n)
{
	seed = seed * 1664525 + 1013904223;
	return (seed >> 8) % n;
}

static void set_up(void)
{
	cr_assert(fl_mem_init(&mem, NULL, VRAM_B, 1ull << 32));
	fl_mem_place_vram(&mem, AT);
	for (unsigned i = 0; i < VRAM_B; i++)
		mem.vram[i] = before[i] = (uint8_t)chance(256);
	for (unsigned i = 0; i < sizeof(px); i++)
		px[i] = old[i] = (uint8_t)chance(256);
}

static void tear_down(void)
{
	fl_mem_free(&mem);
}

TestSuite(tile_planes, .init = set_up, .fini = tear_down);

/* ---- a layout: rows one after the other; of a plane with micro 1 the columns stand otherwise ----------- */
static uint64_t address(const struct fl_tile_key *k, uint32_t x, uint32_t y, unsigned s)
{
	const uint32_t column = k->micro ? (x / 2 ^ 3) * 2 + x % 2 : x;

	return ((uint64_t)(y * k->pitch_px + column) * k->samples + s) * k->cpp;
}

static void bricks(const struct fl_tile_key *k, struct fl_tile_bricks *b)
{
	b->w_px = 2;
	b->h_px = 1;
	b->reach_B = 8 * k->pitch_px * k->cpp;
	for (unsigned i = 0; i < 32; i++)
		b->at[i] = (uint32_t)address(k, i % 4 * 2, i / 4, 0);
}

static uint64_t block(const struct fl_tile_key *k, uint32_t x, uint32_t y, uint32_t *flip)
{
	*flip = 0;
	return (uint64_t)(y * k->pitch_px + x) * k->cpp;
}

static const struct fl_tile_layout layout = {address, bricks, block, NULL, NULL};

/* planes: which there are; the stencils' columns stand otherwise than the depths'. */
static struct fl_tile_key key(unsigned cpp, unsigned samples, unsigned planes)
{
	struct fl_tile_key k;

	memset(&k, 0, sizeof(k));
	k.base = AT;
	k.pitch_px = PITCH;
	k.cpp = (uint8_t)cpp;
	k.samples = (uint8_t)samples;
	k.depth = 1;
	k.planes = (uint8_t)planes;
	k.second.base = AT + STENCILS;
	k.second.micro = 1;
	return k;
}

/* Where in VRAM a sample of the plane stands. */
static uint32_t place(const struct fl_tile_key *k, bool second, unsigned x, unsigned y, unsigned s)
{
	struct fl_tile_key one = *k;

	one.cpp = second ? 1 : 4;
	one.micro = second ? k->second.micro : k->micro;
	return (uint32_t)((second ? STENCILS : 0) + address(&one, x, y, s));
}

/* A sample in a tile: depth and stencil, as the head of surface.h has them. */
static void sample(const uint8_t *p, unsigned cpp, uint32_t *z, uint32_t *s)
{
	const uint32_t low = p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24;

	*z = cpp == 4 ? low / 256 : low;
	*s = cpp == 4 ? low % 256 : p[4] | p[5] << 8 | p[6] << 16 | (uint32_t)p[7] << 24;
}

Test(tile_planes, loads)
{
	for (unsigned cpp = 4; cpp <= 8; cpp += 4)
		for (unsigned samples = 1; samples <= MOST_SAMPLES; samples *= 2)
			for (unsigned planes = 1; planes <= 3; planes++) {
				const struct fl_tile_key k = key(cpp, samples, planes);
				const uint64_t blocks = 0x8000000000400081ull | (uint64_t)chance(256) << 24;
				struct fl_tile_places places = {0};
				struct fl_tile_way way;

				memcpy(px, old, sizeof(px));
				fl_tile_way_init(&way, &layout, &k, FL_ISA_SCALAR);
				fl_tile_way_look(&way, &mem);
				fl_tile_load(&way, &places, 0, 1, px, blocks);
				for (unsigned i = 0; i < SIDE * SIDE * samples; i++) {
					const unsigned s = i % samples, x = i / samples % SIDE,
						       y = i / samples / SIDE;
					const uint8_t *m = &mem.vram[place(&k, false, x, SIDE + y, s)];
					uint32_t depth = m[0] | m[1] << 8 | m[2] << 16, z, stencil, want_z,
						 want;

					if (cpp == 8)
						depth |= (uint32_t)m[3] << 24;
					sample(px + i * cpp, cpp, &z, &stencil);
					if (blocks >> (y / 8 * 8 + x / 8) & 1) {
						want_z = planes & FL_TILE_FIRST ? depth : 0;
						want = planes & FL_TILE_SECOND
							   ? mem.vram[place(&k, true, x, SIDE + y, s)]
							   : 0;
					} else {
						sample(old + i * cpp, cpp, &want_z, &want);
					}
					cr_assert(z == want_z && stencil == want,
						  "%u bytes, planes %u: (%u, %u), sample %u: 0x%x and 0x%x, "
						  "not 0x%x and 0x%x",
						  cpp, planes, x, y, s, z, stencil, want_z, want);
				}
			}
}

/* Depths are dwords of their own: of 24 bits, the highest byte is 0. */
Test(tile_planes, saves)
{
	for (unsigned cpp = 4; cpp <= 8; cpp += 4)
		for (unsigned samples = 1; samples <= MOST_SAMPLES; samples *= 2)
			for (unsigned planes = 1; planes <= 3; planes++) {
				const struct fl_tile_key k = key(cpp, samples, planes);
				struct fl_tile_places places = {0};
				struct fl_tile_way way;
				uint64_t dirty[16];

				memcpy(mem.vram, before, VRAM_B);
				static uint8_t want[VRAM_B];
				memcpy(want, before, VRAM_B);
				for (unsigned i = 0; i < 16; i++)
					dirty[i] = (uint64_t)chance(1 << 24) << 40 | chance(1 << 24);
				for (unsigned i = 0; i < SIDE * SIDE * samples; i++) {
					const unsigned s = i % samples, x = i / samples % SIDE,
						       y = i / samples / SIDE;
					uint32_t z, stencil;

					if (!(dirty[y / 4] >> (y / 2 % 2 * 32 + x / 2) & 1))
						continue;
					sample(px + i * cpp, cpp, &z, &stencil);
					if (planes & FL_TILE_FIRST)
						for (unsigned b = 0; b < 4; b++)
							want[place(&k, false, x, y, s) + b] =
							    (uint8_t)(z >> 8 * b);
					if (planes & FL_TILE_SECOND)
						want[place(&k, true, x, y, s)] = (uint8_t)stencil;
				}
				fl_tile_way_init(&way, &layout, &k, FL_ISA_SCALAR);
				fl_tile_way_look(&way, &mem);
				cr_assert(fl_tile_save(&way, &places, 0, 0, px, dirty, true));
				for (unsigned i = 0; i < VRAM_B; i++)
					cr_assert_eq(mem.vram[i], want[i],
						     "%u bytes, planes %u: byte 0x%x is 0x%02x", cpp, planes,
						     i, mem.vram[i]);
			}
}

/* Blocks whose depths are four lines of 64 bytes, each 4x4 pixels. In some columns of them lines change
 * places, in others rows within a line do. */
static uint64_t in_lines(const struct fl_tile_key *k, uint32_t x, uint32_t y, uint32_t *flip)
{
	*flip = x / 8 % 3 == 1 ? 64u * k->cpp / 4 : x / 8 % 3 == 2 ? 16u * k->cpp / 4 : 0;
	return (uint64_t)(y / 8 * (k->pitch_px / 8) + x / 8) * 64 * k->cpp;
}

static void lines(const struct fl_tile_key *k, struct fl_tile_bricks *b)
{
	b->w_px = 4;
	b->h_px = 1;
	b->reach_B = 64u * k->cpp;
	for (unsigned i = 0; i < 16; i++)
		b->at[i] = (i / 8 * 32 + i % 2 * 16 + i / 2 % 4 * 4) * k->cpp;
}

static enum fl_isa widest(void)
{
	enum fl_isa isa;
	char why[256];

	cr_assert(fl_model_isa(&(const struct fl_model_config){0}, &isa, why, sizeof(why)), "%s", why);
	return isa;
}

/* Of pairs of four bytes depths may go alone, by any instruction set: whole blocks, parts of them, those that
 * the end of the surface crosses, and those at the end of memory. */
Test(tile_planes, depths_go_without_stencils)
{
	static const struct fl_tile_layout by_lines = {address, lines, in_lines, NULL, NULL};
	static uint8_t want[VRAM_B];
	const enum fl_isa most = widest();

	for (unsigned round = 0; round < 60; round++) {
		struct fl_tile_key k = key(4, 1, round % 3 ? 3 : FL_TILE_FIRST);
		const unsigned tx = round / 4 % 2, end = round % 5 ? VRAM_B : 2048;
		struct fl_tile_places places = {0};
		struct fl_tile_way way;
		uint64_t dirty[16];

		k.base = AT + (end == VRAM_B ? 0 : VRAM_B - end);
		k.second.micro = 0;
		memcpy(mem.vram, before, VRAM_B);
		memcpy(want, before, VRAM_B);
		for (unsigned i = 0; i < 16; i++)
			dirty[i] = round % 4 && chance(3) ? ~0ull : ~(uint64_t)(chance(2) << chance(32));
		for (unsigned i = 0; i < SIDE * SIDE; i++) {
			const unsigned x = i % SIDE, y = i / SIDE, sx = tx * SIDE + x;
			uint32_t flip, z, stencil;
			const uint64_t base = in_lines(&k, sx, y, &flip),
				       at = base + (((y / 4 % 2 * 2 + sx / 4 % 2) * 64 + y % 4 * 16) ^ flip) +
					    sx % 4 * 4;

			if (sx >= PITCH || !(dirty[y / 4] >> (y / 2 % 2 * 32 + x / 2) & 1) || at >= end)
				continue;
			sample(px + i * 4, 4, &z, &stencil);
			for (unsigned b = 0; b < 4; b++)
				want[VRAM_B - end + at + b] = (uint8_t)(z >> 8 * b);
		}
		fl_tile_way_init(&way, &by_lines, &k, (enum fl_isa)(round % ((unsigned)most + 1)));
		fl_tile_way_look(&way, &mem);
		cr_assert(way.plane[0].bricks.by_lines);
		cr_assert_eq(fl_tile_save(&way, &places, tx, 0, px, dirty, false), end == VRAM_B);
		for (unsigned i = 0; i < VRAM_B; i++)
			cr_assert_eq(mem.vram[i], want[i], "round %u: byte 0x%x is 0x%02x, not 0x%02x", round,
				     i, mem.vram[i], want[i]);
	}
}

/* A plane that has no memory is said to have none, whichever it is; the other is written. */
Test(tile_planes, of_which_one_has_no_memory)
{
	uint64_t dirty[16] = {1};

	for (unsigned gone = 0; gone < 4; gone++) {
		struct fl_tile_key k = key(8, 1, FL_TILE_FIRST | FL_TILE_SECOND);
		struct fl_tile_places places = {0};
		struct fl_tile_way way;

		memcpy(mem.vram, before, VRAM_B);
		memcpy(px, old, sizeof(px));
		if (gone & 1)
			k.base = AT + VRAM_B;
		if (gone & 2)
			k.second.base = AT + VRAM_B;
		fl_tile_way_init(&way, &layout, &k, FL_ISA_SCALAR);
		fl_tile_way_look(&way, &mem);
		cr_expect_eq(fl_tile_save(&way, &places, 0, 0, px, dirty, true), !gone);
		cr_expect_eq(memcmp(mem.vram, gone & 1 ? before : px, 4), 0);
		cr_expect_eq(mem.vram[STENCILS + 6], gone & 2 ? before[STENCILS + 6] : px[4]);
		memset(px, 0xa5, 16);
		fl_tile_load(&way, &places, 0, 0, px, 1);
		cr_expect_eq(memcmp(px, gone & 1 ? (uint8_t[4]){0} : old, 4), 0);
		cr_expect_eq(px[4], gone & 2 ? 0 : old[4]);
	}
}

/* A dirty quad stands in four samples of each plane that there is. */
Test(tile_planes, a_dirty_quad_stands_in_both)
{
	for (unsigned planes = 1; planes <= 3; planes++)
		for (unsigned round = 0; round < 200; round++) {
			const struct fl_tile_key k = key(8, 1, planes);
			const unsigned x = 2 * chance(32), y = 2 * chance(32);
			uint64_t dirty[16] = {0};

			dirty[y / 4] = 1ull << (y / 2 % 2 * 32 + x / 2);
			for (unsigned second = 0; second < 2; second++) {
				const uint64_t at = AT + place(&k, second, x + chance(2), y + chance(2), 0);
				const bool there = planes & (second ? FL_TILE_SECOND : FL_TILE_FIRST);

				cr_assert_eq(fl_tile_overlaps(&layout, &k, 0, 0, dirty, at, 1), there);
				cr_assert_not(fl_tile_overlaps(&layout, &k, 0, 0, dirty,
							       at + (second ? 2 : 8), second ? 1 : 4));
			}
		}
}

/* ---- addresses of another space ------------------------------------------------------------------------ */
enum { PAGE_B = 4096, ELSEWHERE = 0x70000000, HOLE = 2, SPACE = 3 };

/* Pages stand in pairs the other way round, and one is nowhere. */
static uint8_t *at(const struct fl_mem *m, const struct fl_tile_key *k, uint64_t addr, bool store,
		   uint64_t *left_B)
{
	const uint64_t offset = addr - ELSEWHERE, page = offset / PAGE_B;

	(void)store;
	cr_assert_eq(k->space, SPACE);
	*left_B = PAGE_B - offset % PAGE_B;
	return page == HOLE ? (*left_B = 0, NULL) : m->vram + (page ^ 1) * PAGE_B + offset % PAGE_B;
}

Test(tile_planes, pages_of_another_space)
{
	static const struct fl_tile_layout paged = {address, bricks, block, NULL, at};
	struct fl_tile_key k = key(4, 1, 0);
	struct fl_tile_places places = {0};
	const uint64_t all[16] = {~0ull, ~0ull, ~0ull, ~0ull, ~0ull, ~0ull, ~0ull, ~0ull,
				  ~0ull, ~0ull, ~0ull, ~0ull, ~0ull, ~0ull, ~0ull, ~0ull};
	struct fl_tile_way way;

	k.base = ELSEWHERE;
	k.space = SPACE;
	fl_tile_way_init(&way, &paged, &k, FL_ISA_SCALAR);
	fl_tile_way_look(&way, &mem);
	fl_tile_load(&way, &places, 0, 0, px, ~0ull);
	for (unsigned save = 0; save < 2; save++) {
		for (unsigned i = 0; i < SIDE * SIDE; i++) {
			const uint64_t offset = address(&k, i % SIDE, i / SIDE, 0), page = offset / PAGE_B;
			const uint8_t *m = mem.vram + (page ^ 1) * PAGE_B + offset % PAGE_B;

			if (page != HOLE)
				cr_assert_eq(memcmp(px + 4 * i, m, 4), 0, "pixel %u", i);
			else
				cr_assert_eq(memcmp(px + 4 * i, save ? old + 4 * i : (uint8_t[4]){0}, 4), 0);
		}
		if (save)
			break;
		memcpy(px, old, sizeof(px));
		cr_assert_not(fl_tile_save(&way, &places, 0, 0, px, all, true), "a page is nowhere");
	}
}

/* How far the bytes of a surface go on in memory: to the first page that stands elsewhere, and no further
 * than the surface does. */
static uint64_t n_in_a_row;

static uint8_t *in_a_row(const struct fl_mem *m, const struct fl_tile_key *k, uint64_t addr, bool store,
			 uint64_t *left_B)
{
	const uint64_t offset = addr - ELSEWHERE;

	cr_assert(!store && k->space == SPACE);
	*left_B = PAGE_B - offset % PAGE_B;
	return m->vram + offset + (offset / PAGE_B < n_in_a_row ? 0 : PAGE_B);
}

Test(tile_planes, pages_in_a_row)
{
	enum { BEGIN = 0x340, ROW_B = PITCH * 4 };
	static const struct fl_tile_layout paged = {address, bricks, block, NULL, in_a_row};

	for (n_in_a_row = 1; n_in_a_row < 12; n_in_a_row++)
		for (unsigned rows = 0; rows < 160; rows += 8)
			for (unsigned layer = 0; layer < 2; layer++) {
				struct fl_tile_key k = key(4, 1, 0);
				/* no height is known: a square */
				const uint64_t most_B = (layer + 1) * (rows ? rows : PITCH) * ROW_B;
				uint64_t want_B = PAGE_B - BEGIN;
				struct fl_tile_way way;

				for (uint64_t page = 1; page < n_in_a_row && want_B < most_B; page++)
					want_B += PAGE_B;
				k.base = ELSEWHERE + BEGIN;
				k.space = SPACE;
				k.rows = (__typeof__(k.rows))rows;
				k.layer = (__typeof__(k.layer))layer;
				fl_tile_way_init(&way, &paged, &k, FL_ISA_SCALAR);
				fl_tile_way_look(&way, &mem);
				cr_assert_eq(way.whole.host, mem.vram + BEGIN);
				cr_assert_eq(way.whole.left_B, want_B, "%u pages, %u rows, layer %u: %llu",
					     (unsigned)n_in_a_row, rows, layer,
					     (unsigned long long)way.whole.left_B);
			}
}
