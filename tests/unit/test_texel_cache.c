/* SPDX-License-Identifier: MIT
 *
 * The texture cache, with a family that the test plays: what is decoded, and into what; what is held, byte
 * for byte; who goes when there is no room; and what draws that are gathered keep from going.
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hw/model/texture/texel.h"

enum { MEMORY_B = 1 << 20, BUDGET_B = 4096 };

static struct player {
	uint8_t *memory;
	bool gathered, impatient, unmapped;
	uint64_t asked_B; /* by spend() */
	unsigned spent;
} player;

static const uint8_t *memory(void *of, const struct fl_texel_unit *u)
{
	cr_assert_eq(of, &player);
	return player.unmapped ? NULL : player.memory + u->image.addr;
}

static bool gathered(void *of)
{
	return player.gathered;
}

static bool spend(void *of, uint64_t texels_B)
{
	player.asked_B = texels_B;
	player.spent++;
	return !player.impatient;
}

static const struct fl_texel_family family = {memory, gathered, spend};

/* Runs of elements stand in pairs, the second before the first. */
static uint64_t place(const struct fl_texel_level *l, uint32_t x)
{
	return (uint64_t)(x / l->run ^ 1) * l->run + x % l->run;
}

static void row(const struct fl_texel_image *t, const struct fl_texel_level *l, uint32_t layer, uint32_t y,
		uint32_t x, uint32_t step, uint32_t n, uint64_t *at_B)
{
	cr_assert_leq(n, 256, "a row whose places are asked for at a time");
	for (uint32_t i = 0; i < n; i++)
		at_B[i] = l->at_B + layer * l->layer_B +
			  ((uint64_t)y * l->pitch + place(l, x + i * step)) * (t->format.bits / 8u);
}

static const struct fl_texel_format rgba8 = {.coding = FL_TEXEL_FIELDS,
					     .bits = 32,
					     .block_w = 1,
					     .block_h = 1,
					     .at = {0, 8, 16, 24},
					     .width = {8, 8, 8, 8}};

/* Levels halve; the layers of a volume, too. */
static struct fl_texel_unit unit_of(const struct fl_texel_format *f, uint32_t w, uint32_t h, uint32_t depth,
				    unsigned levels, uint32_t run)
{
	struct fl_texel_unit u;
	uint64_t at = 0;

	memset(&u, 0, sizeof(u));
	u.image.width = w;
	u.image.height = h;
	u.image.depth = depth;
	u.image.kind = depth > 1 ? FL_TEXEL_3D : FL_TEXEL_2D;
	u.image.n_levels = (uint8_t)levels;
	u.image.format = *f;
	for (unsigned i = 0; i < 4; i++)
		u.image.sel[i] = (uint8_t)(FL_TEXEL_SEL_0 + i);
	u.row = row;
	for (unsigned i = 0; i < levels; i++) {
		struct fl_texel_level *l = &u.level[i];
		uint32_t elements;

		l->width = w >> i ? w >> i : 1;
		l->height = h >> i ? h >> i : 1;
		l->depth = depth >> i ? depth >> i : 1;
		l->run = run;
		elements = (l->width + f->block_w - 1) / f->block_w;
		l->pitch = (elements + 2 * run - 1) / (2 * run) * 2 * run;
		l->layer_B =
		    (uint64_t)l->pitch * (f->bits / 8u) * ((l->height + f->block_h - 1) / f->block_h);
		l->at_B = at;
		at += l->layer_B * l->depth;
	}
	u.size_B = at;
	cr_assert_leq(u.size_B, MEMORY_B);
	return u;
}

static struct fl_texel_cache *start(uint64_t budget_B)
{
	uint32_t seed = 12345;

	memset(&player, 0, sizeof(player));
	player.memory = malloc(MEMORY_B);
	for (unsigned i = 0; i < MEMORY_B; i++) {
		seed = seed * 1664525 + 1013904223;
		player.memory[i] = (uint8_t)(seed >> 24);
	}
	return fl_texel_cache_new(budget_B, &family, &player);
}

static void end(struct fl_texel_cache *c)
{
	fl_texel_cache_free(c);
	free(player.memory);
}

static uint64_t held_B(const struct fl_texel_cache *c)
{
	uint64_t held, decoded;

	fl_texel_cache_stats(c, &held, &decoded);
	return held;
}

static uint64_t decoded_B(const struct fl_texel_cache *c)
{
	uint64_t held, decoded;

	fl_texel_cache_stats(c, &held, &decoded);
	return decoded;
}

/* ---- what is decoded ----------------------------------------------------------------------------------- */
static void same_texels(const struct fl_texel_unit *u, const char *what)
{
	for (unsigned i = 0; i < u->image.n_levels; i++) {
		const struct fl_texel_level *l = &u->level[i];
		size_t at = 0;

		for (uint32_t z = 0; z < l->depth; z++)
			for (uint32_t y = 0; y < l->height; y++)
				for (uint32_t x = 0; x < l->width; x++, at++) {
					float want[4];

					fl_texel_read(u, l, x, y, z, want, NULL);
					for (unsigned k = 0; k < 4; k++)
						if (u->store == FL_TEXEL_STORE_F)
							cr_assert_eq(((const float *)l->texels)[at * 4 + k],
								     want[k], "%s: level %u, %u, %u, %u",
								     what, i, x, y, z);
						else
							cr_assert_eq(((const uint8_t *)l->texels)[at * 4 + k],
								     (uint8_t)(want[k] * 255 + 0.5f),
								     "%s: level %u, %u, %u, %u", what, i, x,
								     y, z);
				}
	}
}

/* One texture in a cache that has room for it. */
static void decodes(struct fl_texel_unit u, enum fl_texel_store store, const char *what)
{
	struct fl_texel_cache *c = start(16 << 20);
	uint64_t size_B = 0;

	for (unsigned i = 0; i < u.image.n_levels; i++)
		size_B += (uint64_t)u.level[i].width * u.level[i].height * u.level[i].depth *
			  (store == FL_TEXEL_STORE_8 ? 4 : 16);
	cr_assert(fl_texel_cache_get(c, &u));
	cr_assert_eq(u.store, store, "%s: store %u", what, u.store);
	cr_expect_eq(held_B(c), size_B, "%s", what);
	cr_expect_eq(decoded_B(c), size_B, "%s", what);
	cr_expect_eq(player.asked_B, size_B, "%s", what);
	same_texels(&u, what);
	end(c);
}

Test(texel_cache, bytes_in_runs)
{
	static const uint32_t runs[] = {1, 2, 4, 8, 64, 1024};
	static const uint32_t widths[] = {1, 2, 3, 4, 5, 7, 8, 9, 15, 17, 31, 64, 65, 255, 256, 257, 600};

	for (unsigned r = 0; r < sizeof(runs) / sizeof(*runs); r++)
		for (unsigned i = 0; i < sizeof(widths) / sizeof(*widths); i++)
			for (unsigned flip = 0; flip < 4; flip++) {
				struct fl_texel_unit u = unit_of(&rgba8, widths[i], 3, 1, 1, runs[r]);
				char what[60];

				u.image.flip = (uint8_t)flip;
				u.image.sel[i % 4] = (uint8_t)(FL_TEXEL_SEL_0 + (i + r) % 6);
				snprintf(what, sizeof what, "runs of %u, %u wide, flip %u", runs[r],
					 widths[i], flip);
				decodes(u, FL_TEXEL_STORE_8, what);
			}
}

Test(texel_cache, formats_levels_and_layers)
{
	static const struct fl_texel_format
	    byte = {.bits = 8, .block_w = 1, .block_h = 1, .width = {3, 3, 2}, .at = {5, 2, 0}},
	    pair = {.bits = 16, .block_w = 1, .block_h = 1, .width = {5, 6, 5}, .at = {11, 5, 0}},
	    wide = {.bits = 64, .block_w = 1, .block_h = 1, .width = {16, 16, 16, 16}, .at = {0, 16, 32, 48}},
	    dxt1 = {.coding = FL_TEXEL_DXT1, .bits = 64, .block_w = 4, .block_h = 4},
	    bits = {.coding = FL_TEXEL_BITS_UP, .bits = 8, .block_w = 8, .block_h = 1};
	struct fl_texel_unit u;

	for (unsigned flip = 0; flip < 2; flip++) {
		u = unit_of(&byte, 37, 19, 1, 4, 4);
		u.image.flip = (uint8_t)flip;
		decodes(u, FL_TEXEL_STORE_8, "bytes");
		u = unit_of(&pair, 37, 19, 1, 4, 4);
		u.image.flip = (uint8_t)flip;
		decodes(u, FL_TEXEL_STORE_8, "16 bits, few");
		u = unit_of(&pair, 300, 256, 1, 1, 2); /* so many that a table is made */
		u.image.flip = (uint8_t)flip;
		decodes(u, FL_TEXEL_STORE_8, "16 bits, many");
		u = unit_of(&wide, 21, 9, 1, 5, 1);
		u.image.flip = (uint8_t)flip;
		decodes(u, FL_TEXEL_STORE_F, "64 bits");
	}
	for (uint32_t w = 1; w < 14; w++) {
		decodes(unit_of(&dxt1, w, 14 - w, 1, 4, 1), FL_TEXEL_STORE_8, "blocks");
		decodes(unit_of(&bits, 3 * w, w, 1, 2, 1), FL_TEXEL_STORE_8, "bits");
	}
	decodes(unit_of(&dxt1, 1100, 9, 1, 1, 1), FL_TEXEL_STORE_8,
		"more blocks than are asked for at a time");
	decodes(unit_of(&rgba8, 16, 8, 8, 5, 4), FL_TEXEL_STORE_8, "a volume");
	u = unit_of(&rgba8, 9, 8, 3, 4, 1);
	u.image.srgb = 1;
	decodes(u, FL_TEXEL_STORE_F, "sRGB");
	u = unit_of(&rgba8, 16, 16, 1, 1, 16);
	u.image.key_mode = FL_TEXEL_KEY_BLEND;
	u.image.key = 0xffffffff; /* none of them */
	decodes(u, FL_TEXEL_STORE_8, "a key that blends");
	u = unit_of(&rgba8, 16, 16, 1, 1, 16);
	u.image.sel[2] = FL_TEXEL_SEL_TWICE + 1;
	decodes(u, FL_TEXEL_STORE_8, "twice a component");
}

/* ---- what is held -------------------------------------------------------------------------------------- */
/* 16 x 4 texels, 256 bytes, at its own address; sixteen of them fill BUDGET_B. */
static struct fl_texel_unit nth(unsigned n)
{
	struct fl_texel_unit u = unit_of(&rgba8, 16, 4, 1, 1, 16);

	u.image.addr = 1024 * n;
	return u;
}

/* Was it there? */
static bool hit(struct fl_texel_cache *c, struct fl_texel_unit u)
{
	const uint64_t before = decoded_B(c);

	cr_assert(fl_texel_cache_get(c, &u));
	cr_assert_eq(u.store, FL_TEXEL_STORE_8);
	return decoded_B(c) == before;
}

Test(texel_cache, the_least_recently_used_goes)
{
	struct fl_texel_cache *c = start(BUDGET_B);

	for (unsigned n = 0; n < 16; n++) {
		cr_expect_not(hit(c, nth(n)));
		cr_expect_eq(held_B(c), 256 * (n + 1));
	}
	for (unsigned n = 0; n < 16; n++)
		cr_expect(hit(c, nth(n)), "%u: there is room for all", n);
	cr_expect(hit(c, nth(0)));
	cr_expect(hit(c, nth(3)));
	for (unsigned n = 16; n < 20; n++) { /* 1, 2, 4 and 5 go */
		cr_expect_not(hit(c, nth(n)));
		cr_expect_eq(held_B(c), BUDGET_B);
	}
	for (unsigned n = 0; n < 20; n++)
		if (n != 1 && n != 2 && n != 4 && n != 5)
			cr_expect(hit(c, nth(n)), "%u", n);
	for (unsigned n = 1; n < 6; n += n == 2 ? 2 : 1)
		cr_expect(n == 3 || !hit(c, nth(n)), "%u", n);
	end(c);
}

Test(texel_cache, sizes_at_the_limit)
{
	struct fl_texel_cache *c = start(BUDGET_B);
	struct fl_texel_unit u = unit_of(&rgba8, 32, 32, 1, 1, 32);

	cr_expect_not(hit(c, nth(5)));
	cr_expect_not(hit(c, u), "all of the budget");
	cr_expect_eq(held_B(c), BUDGET_B);
	cr_expect_not(hit(c, nth(5)), "it had to go");
	cr_expect_eq(held_B(c), 256);
	u = unit_of(&rgba8, 1025, 1, 1, 1, 32); /* a texel more */
	cr_expect(fl_texel_cache_get(c, &u));
	cr_expect_eq(u.store, FL_TEXEL_STORE_DIRECT);
	cr_expect_eq(u.memory, player.memory);
	cr_expect_eq(decoded_B(c), BUDGET_B + 512);
	end(c);
}

/* Memory that changes shows old texels until the cache is invalidated; what did not change is not decoded. */
Test(texel_cache, invalidation)
{
	struct fl_texel_cache *c = start(BUDGET_B);

	cr_expect_not(hit(c, nth(0)));
	cr_expect_not(hit(c, nth(1)));
	for (unsigned at = 0; at < 256; at++) {
		player.memory[1024 + at] ^= (uint8_t)(1 << at % 8);
		cr_assert(hit(c, nth(1)));
		fl_texel_cache_invalidate(c);
		cr_assert(hit(c, nth(0)));
		cr_assert_not(hit(c, nth(1)), "byte %u", at);
		cr_assert(hit(c, nth(1)));
		cr_assert_eq(held_B(c), 512, "the old one is gone: %u", at);
	}
	end(c);
}

/* The hash alone decides: the same bit changed at two places shows, and two words that change places do,
 * wherever they stand. */
Test(texel_cache, two_changes_do_not_make_up_for_each_other)
{
	enum { WORDS = 256 / 8 };
	struct fl_texel_cache *c = start(BUDGET_B);
	uint64_t word[WORDS];

	for (unsigned i = 0; i < WORDS; i++)
		word[i] = (i + 1) * 0x0123456789abcdefull;
	memcpy(player.memory + 1024, word, sizeof(word));
	cr_expect_not(hit(c, nth(1)));
	for (unsigned i = 0; i < WORDS; i++)
		for (unsigned k = 0; k < i; k++)
			for (unsigned bit = 0; bit <= 64; bit++) {
				const uint64_t flip = bit < 64 ? 1ull << bit : word[i] ^ word[k];

				word[i] ^= flip;
				word[k] ^= flip;
				memcpy(player.memory + 1024, word, sizeof(word));
				fl_texel_cache_invalidate(c);
				cr_assert_not(hit(c, nth(1)), "words %u and %u, bit %u", k, i, bit);
			}
	end(c);
}

Test(texel_cache, what_is_gathered_stays)
{
	struct fl_texel_cache *c = start(BUDGET_B);
	struct fl_texel_unit first = nth(0), again = nth(0);
	uint8_t old[256];

	cr_expect_not(hit(c, nth(0)));
	cr_assert(fl_texel_cache_get(c, &first));
	memcpy(old, first.level[0].texels, sizeof old);
	player.gathered = true;
	for (unsigned n = 1; n < 40; n++)
		cr_expect_not(hit(c, nth(n)));
	cr_expect_eq(held_B(c), 40 * 256, "nothing may go yet");
	player.memory[0]++;
	fl_texel_cache_invalidate(c);
	cr_assert(fl_texel_cache_get(c, &again));
	cr_expect_eq(held_B(c), 41 * 256);
	cr_expect_arr_eq(first.level[0].texels, old, sizeof old);
	cr_expect_neq(first.level[0].texels, again.level[0].texels);
	player.gathered = false;
	for (unsigned n = 1; n < 40; n++)
		cr_expect(hit(c, nth(n)), "%u", n);
	cr_expect_eq(held_B(c), 41 * 256, "who finds its own makes no room");
	cr_expect_not(hit(c, nth(50)));
	cr_expect_eq(held_B(c), BUDGET_B);
	end(c);
}

Test(texel_cache, what_is_not_held)
{
	struct fl_texel_cache *c = start(BUDGET_B);
	struct fl_texel_unit u = nth(0);

	player.unmapped = true;
	cr_expect_not(fl_texel_cache_get(c, &u));
	cr_expect_eq(u.store, FL_TEXEL_STORE_DIRECT);
	cr_expect_null(u.memory);
	player.unmapped = false;
	player.impatient = true;
	cr_expect_not(fl_texel_cache_get(c, &u));
	cr_expect_eq(player.spent, 1);
	cr_expect_eq(held_B(c) + decoded_B(c), 0);
	player.impatient = false;
	u.image.key_mode = FL_TEXEL_KEY_KILL;
	cr_expect(fl_texel_cache_get(c, &u));
	cr_expect_eq(u.store, FL_TEXEL_STORE_DIRECT);
	cr_expect_eq(player.spent, 1);
	cr_expect_eq(held_B(c), 0);
	/* images that differ in any byte are others */
	cr_expect_not(hit(c, nth(0)));
	u = nth(0);
	u.image.tile[3] = 1;
	cr_expect_not(hit(c, u));
	cr_expect(hit(c, nth(0)));
	cr_expect_eq(held_B(c), 512);
	end(c);
}
