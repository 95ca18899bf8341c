/* SPDX-License-Identifier: MIT
 *
 * The tile cache beside its rules: what makes two surfaces one, which surfaces and tiles go first and are
 * written then, which blocks are read, and which quads count as drawn.
 */
#include "hw/model/pixel/color.h"
#include "hw/model/tiles/cache.h"

#include <criterion/criterion.h>
#include <string.h>

enum {
	AT = 0x100000,
	VRAM_B = 64 << 20,
	PITCH = 64,
	TILE_B = FL_TILE_PX * FL_TILE_PX * 4,
	MOST = FL_TILE_CACHE_B / TILE_B, /* tiles of 32 bits that fit */
};

static struct fl_model model;
static unsigned leaves, loads;
static uint64_t loaded_blocks;

static uint64_t address(const struct fl_tile_key *k, uint32_t x, uint32_t y, unsigned s)
{
	return (uint64_t)(y * k->pitch_px + x) * k->cpp;
}

static void bricks(const struct fl_tile_key *k, struct fl_tile_bricks *b)
{
	b->w_px = 8;
	b->h_px = 1;
	b->reach_B = 8 * k->pitch_px * k->cpp;
	for (unsigned i = 0; i < 8; i++)
		b->at[i] = (uint32_t)address(k, 0, i, 0);
}

static uint64_t block(const struct fl_tile_key *k, uint32_t x, uint32_t y, uint32_t *flip)
{
	*flip = 0;
	return address(k, x, y, 0);
}

static const struct fl_tile_layout layout = {address, bricks, block, NULL, NULL};

static void opened(struct fl_tile_surface *s, const struct fl_raster_draw *d)
{
}

static void loaded(struct fl_tile_buf *b, uint64_t blocks)
{
	loads++;
	loaded_blocks = blocks;
}

static void leaving(struct fl_tile_buf *b)
{
	leaves++;
}

static void report(struct fl_tile_cache *c, enum fl_tile_event what, const struct fl_tile_key *k,
		   unsigned column)
{
	cr_assert_fail("event %u", what);
}

/* Blocks in even columns. */
static uint64_t unread(struct fl_tile_buf *b, uint64_t blocks)
{
	b->px[0] = 0x77;
	return blocks & UINT64_C(0x5555555555555555);
}

static const struct fl_tile_ops ops = {.surface_B = sizeof(struct fl_tile_surface),
				       .layout = &layout,
				       .opened = opened,
				       .loaded = loaded,
				       .leaving = leaving,
				       .report = report};
static struct fl_tile_cache c;

static void set_up(void)
{
	cr_assert(fl_mem_init(&model.mem, NULL, VRAM_B, 1ull << 32));
	fl_mem_place_vram(&model.mem, AT);
	c = (struct fl_tile_cache){.ops = &ops, .model = &model};
	leaves = loads = 0;
}

static void tear_down(void)
{
	fl_tile_drop_all(&c);
	cr_expect(c.bytes == 0 && c.n_surfaces == 0 && c.pinned_bytes == 0);
	fl_mem_free(&model.mem);
}

TestSuite(tile_cache, .init = set_up, .fini = tear_down);

static struct fl_tile_key key(unsigned n)
{
	struct fl_tile_key k;

	memset(&k, 0, sizeof(k));
	k.base = AT + n * 0x40000u;
	k.pitch_px = PITCH;
	k.cpp = 4;
	k.samples = 1;
	return k;
}

static struct fl_tile_buf *open_tile(const struct fl_tile_key *k, unsigned tx, unsigned ty)
{
	struct fl_raster_draw d;
	struct fl_tile t;

	memset(&d, 0, sizeof(d));
	d.targets.n = 1;
	d.targets.used = 1;
	d.targets.color[0] = k;
	cr_assert(fl_tile_open(&c, &d, tx, ty, &t));
	return t.color[0];
}

static void draw_on(struct fl_tile_buf *b, uint32_t v)
{
	memcpy(b->px, &v, 4);
	b->have |= 1;
	b->dirty[0] |= 1;
}

static uint32_t memory(const struct fl_tile_key *k)
{
	uint32_t v;

	memcpy(&v, model.mem.vram + (k->base - AT), 4);
	return v;
}

/* Whether fast clears are on, and which target it is, makes no other surface; all else does. */
Test(tile_cache, what_is_one_surface)
{
	const struct fl_tile_key first = key(0);
	struct fl_tile_buf *b = open_tile(&first, 0, 0);

	for (unsigned byte = 0; byte < sizeof(first); byte++) {
		struct fl_tile_key k = first;

		((uint8_t *)&k)[byte] ^= 1;
		if (!memcmp(&k, &first, sizeof(k)) || k.cpp != 4 || k.samples != 1 || k.planes || k.space ||
		    k.pitch_px != PITCH)
			continue;
		const bool same = k.fast != first.fast || k.slot != first.slot;

		cr_expect_eq(open_tile(&k, 0, 0) == b, same, "byte %u", byte);
		if (same) {
			cr_expect_eq(b->surface->key.fast, k.fast);
			cr_expect_eq(b->surface->key.slot, k.slot);
		}
	}
	cr_expect_eq(open_tile(&first, 0, 0), b);
	cr_expect_neq(open_tile(&first, 0, 1), b);
	cr_expect(!b->surface->key.fast && !b->surface->key.slot);
}

/* One surface too many: of those that this batch does not use the one goes that was not used for longest, and
 * is written. */
Test(tile_cache, the_surface_that_was_not_used_for_longest_goes)
{
	struct fl_tile_key k[FL_TILE_SURFACES + 2];

	for (unsigned i = 0; i < FL_TILE_SURFACES + 2; i++)
		k[i] = key(i);
	for (unsigned i = 0; i < FL_TILE_SURFACES; i++)
		draw_on(open_tile(&k[i], 0, 0), 0x1000 + i);
	cr_expect_eq(c.n_surfaces, (unsigned)FL_TILE_SURFACES);
	fl_tile_batch_done(&c);
	open_tile(&k[0], 0, 0); /* used again: the second is the oldest */
	fl_tile_batch_done(&c);
	open_tile(&k[1], 0, 0);
	open_tile(&k[FL_TILE_SURFACES], 0, 0); /* and the third, in this batch */
	cr_expect_eq(c.n_surfaces, (unsigned)FL_TILE_SURFACES);
	for (unsigned i = 0; i < FL_TILE_SURFACES; i++)
		cr_expect_eq(memory(&k[i]), i == 2 ? 0x1002u : 0, "%u: 0x%x", i, memory(&k[i]));
	cr_expect_eq(leaves, 1u);
	open_tile(&k[FL_TILE_SURFACES + 1], 0, 0);
	cr_expect_eq(memory(&k[3]), 0x1003u);
	cr_expect_eq(leaves, 2u);
}

/* All surfaces are this batch's: there may be more of them than are remembered. */
Test(tile_cache, surfaces_of_a_batch_stay)
{
	struct fl_tile_key k[FL_TILE_SURFACES + 4];

	for (unsigned i = 0; i < FL_TILE_SURFACES + 4; i++) {
		k[i] = key(i);
		draw_on(open_tile(&k[i], 0, 0), 5);
	}
	cr_expect_eq(c.n_surfaces, FL_TILE_SURFACES + 4u);
	cr_expect_eq(leaves, 0u);
}

/* More tiles than there is room for: the oldest batches' go, as many as must; those of the batch in work
 * stay, whatever they take. */
Test(tile_cache, the_oldest_tiles_go)
{
	const struct fl_tile_key k[2] = {key(0), key(200)};
	enum { ROWS = 240 };
	unsigned n = 0;

	/* two batches, for which there is room */
	for (unsigned batch = 0; batch < 2; batch++) {
		for (unsigned i = 0; i < ROWS; i++, n++)
			draw_on(open_tile(&k[batch], 0, i), 0x2000 + n);
		cr_expect_eq(c.pinned_bytes, (size_t)ROWS * TILE_B);
		fl_tile_batch_done(&c);
		cr_expect_eq(c.pinned_bytes, 0u);
	}
	cr_expect_eq(c.bytes, (size_t)n * TILE_B);
	cr_assert_eq(leaves, 0u);
	/* more than there is room for, in one batch: of the others only as many go as must */
	const struct fl_tile_key more[8] = {key(400), key(401), key(402), key(403),
					    key(404), key(405), key(406), key(407)};
	unsigned opened_now = 0;

	for (unsigned s = 0; s < 8; s++)
		for (unsigned i = 0; i < ROWS; i++) {
			open_tile(&more[s], 0, i);
			opened_now++;
			const unsigned total = n + opened_now, over = total > MOST ? total - MOST : 0;
			const unsigned gone = over < n ? over : n;

			cr_assert_eq(leaves, gone, "%u tiles: %u went, not %u", total, leaves, gone);
			cr_assert_eq(c.bytes, (size_t)(total - gone) * TILE_B);
		}
	cr_expect_eq(memory(&k[0]), 0x2000u);
	fl_tile_batch_done(&c);
	cr_expect_leq(c.bytes, (size_t)FL_TILE_CACHE_B);
}

/* Blocks that are there are not read again; of surfaces with fast clears the family hears which were. What
 * was known of their depths no longer holds. */
Test(tile_cache, blocks_that_are_read)
{
	for (unsigned fast = 0; fast < 2; fast++) {
		struct fl_tile_key k = key(fast);
		struct fl_tile_buf *b;

		k.fast = (uint8_t)fast;
		memset(model.mem.vram, 0x11, 1 << 20);
		b = open_tile(&k, 0, 0);
		loads = 0;
		b->z_known = ~0ull;
		fl_tile_need(b, 0x0f);
		cr_expect(b->have == 0x0f && b->z_known == ~0x0full && loads == fast);
		cr_expect(!fast || loaded_blocks == 0x0f);
		cr_expect(b->px[0] == 0x11 && b->px[31 * 4] == 0x11 && b->px[32 * 4] == 0);
		memset(model.mem.vram, 0x22, 1 << 20);
		b->z_known = ~0ull;
		fl_tile_need(b, 0x3c);
		cr_expect(b->have == 0x3f && b->z_known == ~0x30ull && loads == 2 * fast);
		cr_expect(!fast || loaded_blocks == 0x30);
		cr_expect(b->px[31 * 4] == 0x11 && b->px[32 * 4] == 0x22);
		fl_tile_need(b, 0x3f);
		cr_expect_eq(loads, 2 * fast);
	}
}

/* Of depths a row of blocks is loaded; what nobody needed is not kept for the next batch. */
Test(tile_cache, depths_come_in_rows)
{
	enum { ROW_B = 64 * 4, BLOCK_B = 8 * 4 };
	struct fl_tile_key k = key(0);
	struct fl_tile_buf *b;

	k.depth = 1;
	memset(model.mem.vram, 0x11, 1 << 20);
	b = open_tile(&k, 0, 0);
	fl_tile_need(b, 1 << 10);
	cr_expect_eq(b->have, 1u << 10);
	cr_expect(b->px[8 * ROW_B] == 0x11 && b->px[8 * ROW_B + 7 * BLOCK_B] == 0x11, "all of the row");
	cr_expect(b->px[0] == 0 && b->px[16 * ROW_B] == 0, "and no other");
	memset(model.mem.vram, 0x22, 1 << 20);
	memset(b->px + 8 * ROW_B + 2 * BLOCK_B, 0x77, 4); /* drawn to */
	fl_tile_need(b, 3 << 11 | 1);
	cr_expect_eq(b->have, 7u << 10 | 1);
	cr_expect(b->px[8 * ROW_B + 3 * BLOCK_B] == 0x11 && b->px[0] == 0x22);
	cr_expect_eq(b->px[8 * ROW_B + 2 * BLOCK_B], 0x77);
	fl_tile_batch_done(&c);
	b = open_tile(&k, 0, 0);
	fl_tile_need(b, 1 << 13);
	cr_expect_eq(b->have, 0xfu << 10 | 1);
	cr_expect(b->px[8 * ROW_B + 5 * BLOCK_B] == 0x22, "memory as it is now");
	cr_expect(b->px[8 * ROW_B + 3 * BLOCK_B] == 0x11 && b->px[8 * ROW_B + 2 * BLOCK_B] == 0x77);
}

/* What the family fills in is not read, nor heard of again; the tile has it. */
Test(tile_cache, blocks_that_the_family_fills_in)
{
	struct fl_tile_ops filling = ops;
	struct fl_tile_key k = key(1);
	struct fl_tile_buf *b;

	filling.unread = unread;
	c.ops = &filling;
	k.fast = 1;
	memset(model.mem.vram, 0x11, 1 << 20);
	b = open_tile(&k, 0, 0);
	loads = 0;
	fl_tile_need(b, 0x0f);
	cr_expect(b->have == 0x0f && loads == 1 && loaded_blocks == 0x0a);
	cr_expect(b->px[0] == 0x77 && b->px[8 * 4] == 0x11);
	fl_tile_need(b, 0x50);
	cr_expect(b->have == 0x5f && loads == 1, "all of it is filled in");
	c.ops = &ops;
}

static bool is_not_fast(const struct fl_tile_surface *s)
{
	return !s->key.fast;
}

/* Tiles may be written as soon as they are drawn where the family has nothing to do before, never or for this
 * surface; and of a surface beside those of the draw nothing may wait. */
Test(tile_cache, tiles_that_leave_as_they_are_drawn)
{
	struct fl_tile_ops never = ops, sometimes = ops;
	const struct fl_tile_key other = key(9);
	struct fl_tile_key k = key(1);
	struct fl_tile_targets t = {.n = 1, .used = 1, .color = {&k}};
	struct fl_tile_buf *b;

	never.leaving = NULL;
	sometimes.alone = is_not_fast;
	b = open_tile(&k, 0, 0);
	cr_expect_not(fl_tile_may_leave(&c, &t, FL_TILE_PX) || fl_tile_is_alone(b), "there is always");
	c.ops = &never;
	cr_expect(fl_tile_may_leave(&c, &t, FL_TILE_PX) && fl_tile_is_alone(b), "there is never");
	c.ops = &sometimes;
	cr_expect(fl_tile_may_leave(&c, &t, FL_TILE_PX) && fl_tile_is_alone(b));
	draw_on(b, 0x12345678);
	fl_tile_leave(b);
	cr_expect(memory(&k) == 0x12345678 && !fl_tile_is_dirty(b) && leaves == 1);
	k.fast = 1;
	b = open_tile(&k, 0, 0);
	cr_expect_not(fl_tile_is_alone(b), "it is the same surface, with a fast clear");
	open_tile(&other, 0, 0);
	fl_tile_batch_done(&c);
	k.fast = 0;
	open_tile(&k, 0, 0);
	cr_expect_not(fl_tile_may_leave(&c, &t, FL_TILE_PX), "another waits to be written");
	c.ops = &ops;
}

static uint64_t beside_at;

/* A byte for each four of the surface. */
static bool beside(const struct fl_tile_surface *s, uint64_t size_B, struct fl_tile_piece *p)
{
	*p = (struct fl_tile_piece){fl_mem_span(&model.mem, beside_at, 1), size_B / 4};
	return beside_at != 0;
}

static bool always(const struct fl_tile_surface *s)
{
	return true;
}

/* Surfaces of a batch, and what stands beside them, have no byte in common, or which thread comes first would
 * show. */
Test(tile_cache, tiles_that_leave_share_no_memory)
{
	enum { ROWS = 64, SIZE_B = ROWS * PITCH * 4 };
	struct fl_tile_ops exact = ops;
	struct fl_tile_key a = key(0), b = key(0);
	struct fl_tile_targets t = {.n = 2, .used = 3, .color = {&a, &b}};

	exact.alone = always;
	exact.ends_with_rows = always;
	c.ops = &exact;
	a.rows = b.rows = ROWS;
	for (int apart_B = -SIZE_B; apart_B <= SIZE_B; apart_B += SIZE_B / 8) {
		fl_tile_drop_all(&c);
		a.base = AT + SIZE_B;
		b.base = a.base + (uint64_t)(int64_t)apart_B;
		open_tile(&a, 0, 0);
		open_tile(&b, 0, 0);
		cr_expect_eq(fl_tile_may_leave(&c, &t, ROWS), apart_B == -SIZE_B || apart_B == SIZE_B,
			     "%d bytes apart", apart_B);
	}
	exact.ends_with_rows = NULL;
	cr_expect_not(fl_tile_may_leave(&c, &t, ROWS), "where the first ends is not known");
	exact.ends_with_rows = always;
	exact.beside = beside;
	for (unsigned at_B = 0; at_B <= 3 * SIZE_B; at_B += SIZE_B / 8) {
		t.n = 1;
		fl_tile_drop_all(&c);
		open_tile(&a, 0, 0);
		beside_at = AT + at_B;
		cr_expect_eq(fl_tile_may_leave(&c, &t, ROWS),
			     at_B + SIZE_B / 4 <= SIZE_B || at_B >= 2 * SIZE_B, "beside it at %u", at_B);
	}
	beside_at = 0;
	cr_expect_not(fl_tile_may_leave(&c, &t, ROWS), "what is beside it is in pieces");
	c.ops = &ops;
}

/* Quads with a lane that was written: of a block all of it or some, of quads anywhere. */
Test(tile_cache, quads_that_were_written)
{
	uint32_t seed = 99;

	for (unsigned round = 0; round < 2000; round++) {
		struct fl_tile_buf b = {0};
		struct fl_wave w;
		uint64_t lanes = 0, want[16] = {0};

		memset(&w, 0, sizeof(w));
		for (unsigned i = 0; i < 64; i++) {
			seed = seed * 1664525 + 1013904223;
			lanes |= (uint64_t)(seed >> 28 < round % 17) << i;
		}
		w.block = round & 1;
		w.n_quads = w.block ? 16 : 1 + round / 2 % 16;
		for (unsigned q = 0; q < w.n_quads; q++) {
			w.qx[q] =
			    (uint8_t)(w.block ? round / 2 % 8 * 8 + q % 4 * 2 : (q * 10 + round) % 32 * 2);
			w.qy[q] = (uint8_t)(w.block ? round / 16 % 8 * 8 + q / 4 * 2
						    : (q * 6 + round / 7) % 32 * 2);
			if (lanes >> 4 * q & 15)
				want[w.qy[q] / 4] |= 1ull << (w.qy[q] / 2 % 2 * 32 + w.qx[q] / 2);
		}
		fl_tile_dirty(&b, &w, lanes);
		cr_assert_arr_eq(b.dirty, want, sizeof(want), "round %u", round);
		bool any = false;

		for (unsigned i = 0; i < 16; i++)
			any |= want[i] != 0;
		cr_assert_eq(fl_tile_is_dirty(&b), any);
	}
}

/* Two draws have the same surfaces if each is the same, or there is none in either. */
Test(tile_cache, the_same_targets)
{
	const struct fl_tile_key k[3] = {key(0), key(1), key(0)};
	const struct fl_tile_key *const of[4] = {NULL, &k[0], &k[1],
						 &k[2]}; /* the last is the first's twin */

	for (unsigned which = 0; which < 4; which++)
		for (unsigned i = 0; i < 4; i++)
			for (unsigned j = 0; j < 4; j++) {
				struct fl_tile_targets a = {.n = 2, .color = {&k[0], &k[1]}, .depth = &k[1]},
						       b = a;
				const bool same = i == j || (i && j && i % 2 == j % 2);

				*(which < 2 ? &a.color[which] : which == 2 ? &a.resolve : &a.depth) = of[i];
				*(which < 2 ? &b.color[which] : which == 2 ? &b.resolve : &b.depth) = of[j];
				cr_expect_eq(fl_tile_same_targets(&a, &b), same, "%u: %u and %u", which, i,
					     j);
				b.n = 1;
				cr_expect_not(fl_tile_same_targets(&a, &b));
			}
}

/* A resolve of all lanes writes all of a block, and need not read it; sixteen quads that stand anywhere, or a
 * block with a hole, leave pixels that memory has. */
Test(tile_cache, what_a_resolve_reads)
{
	enum { SAMPLES = 2, RED = 30 };
	static uint8_t px[FL_TILE_PX * FL_TILE_PX * 4 * SAMPLES];
	static struct fl_raster_thread th;
	static struct fl_pixel_color cb;
	static struct fl_raster_draw draw;
	static struct fl_tile_buf from;
	const unsigned last[3] = {4, 6, 5}; /* of block 0: where the last quad stands, in three ways */

	for (unsigned s = 0; s < SAMPLES * FL_TILE_PX * FL_TILE_PX; s++)
		px[4 * s] = s % 2 ? RED + 10 : RED - 10;
	cb.n = 1;
	cb.target[0].ch[0].bits = 8;
	draw.color = &cb;
	from = (struct fl_tile_buf){.px = px, .have = ~0ull, .cpp = 4, .samples = SAMPLES};
	memset(model.mem.vram, 0x11, 1 << 20);
	for (unsigned how = 0; how < 4; how++) { /* bit 0: a hole; bit 1: quads anywhere */
		const struct fl_tile_key k = key(how);
		const uint64_t lanes = how & 1 ? ~(1ull << 37) : ~0ull;
		struct fl_tile_buf *to = open_tile(&k, 0, 0);

		memset(&th.wave, 0, sizeof(th.wave));
		th.wave.draw = &draw;
		th.wave.block = !(how & 2);
		th.wave.n_quads = FL_WAVE_QUADS;
		for (unsigned q = 0; q < FL_WAVE_QUADS; q++) {
			th.wave.qx[q] = (uint8_t)(q % 4 * 2);
			th.wave.qy[q] = (uint8_t)(q / 4 * 2);
		}
		if (how & 2) /* the last quad in another block than the rest */
			th.wave.qx[15] = 8 + last[how % 3];
		th.tile.color[0] = &from;
		th.tile.resolve = to;
		memset(to->px, 0xee, 16 * 4);
		fl_pixel_color_resolve(&th, lanes);
		cr_expect_eq(to->have, how & 2 ? 3u : 1u, "way %u", how);
		for (unsigned i = 0; i < 64; i++) {
			const uint8_t *p = fl_tile_at(to, &th.wave, i, 0);
			uint32_t got;

			memcpy(&got, p, 4);
			cr_expect_eq(got, lanes >> i & 1 ? (uint32_t)RED : 0x11111111u,
				     "way %u, lane %u: 0x%x", how, i, got);
		}
		if (how &
		    2) { /* where the last quad would stand in the block, and beside it in the next one */
			cr_expect_eq(to->px[(6 * FL_TILE_PX + 6) * 4], 0x11, "way %u", how);
			cr_expect_eq(to->px[8 * 4], 0x11, "way %u", how);
		}
	}
}
