/* SPDX-License-Identifier: MIT
 *
 * Where pixels of Vivante's surfaces lie: every pixel once, places worked out by hand, padding that Mesa's
 * streams have.
 */
#include "lib/gc/surface.h"

#include <criterion/criterion.h>
#include <stdlib.h>

TestSuite(gc_lib_surface, .timeout = 30);

static const char GC400[] = "GC400", GC880[] = "GC880", GC2000[] = "GC2000", GC3000[] = "GC3000",
		  GC7000L[] = "GC7000L";

static struct fl_surface surface(struct fl_surface_rules *rules, const char *core, uint32_t w, uint32_t h,
				 enum fl_format format, uint32_t tiling)
{
	struct fl_surface s;
	struct fl_err err = {0};

	fl_gc_surface_rules(rules, fl_gc_info_named(core));
	cr_assert_eq(fl_surface_init(&s, rules, w, h, format, tiling, FL_USE_3D, &err), FL_OK, "%s",
		     err.text);
	return s;
}

Test(gc_lib_surface, every_pixel_has_a_place_of_its_own)
{
	static const char *const layouts[] = {GC880, GC2000, GC3000, GC7000L};
	static const uint32_t tilings[] = {FL_LINEAR, FL_MICRO, FL_MACRO};
	static const enum fl_format formats[] = {FL_RGB565, FL_ARGB8888};
	struct fl_surface_rules rules;

	for (uint32_t i = 0; i < 4 * 3 * 2; i++) {
		struct fl_surface s =
		    surface(&rules, layouts[i / 6], 150, 137, formats[i % 2], tilings[i / 2 % 3]);
		uint8_t *taken = calloc(s.size_B, 1);

		for (uint32_t y = 0; y < s.height_rows; y++)
			for (uint32_t x = 0; x < s.pitch_px; x++) {
				uint64_t at = fl_surface_at(&s, x, y);

				cr_assert(at % s.bytes_px == 0 && at + s.bytes_px <= s.size_B && !taken[at]);
				taken[at] = 1;
				/* and the rest of a tile's row behind it */
				if (x % 4 && s.tiling)
					cr_assert_eq(at, fl_surface_at(&s, x - 1, y) + s.bytes_px);
			}
		cr_expect_eq(s.size_B, (uint64_t)s.pitch_px * s.height_rows * s.bytes_px);
		free(taken);
	}
}

/* GC facts 8.1, padding: widths and heights of 37 x 21 */
Test(gc_lib_surface, padding)
{
	static const struct {
		const char *core;
		uint32_t tiling, pitch, rows;
	} of[] = {
	    {GC2000, FL_LINEAR, 48, 24}, {GC2000, FL_MICRO, 48, 24},  {GC2000, FL_MACRO, 64, 128},
	    {GC880, FL_MACRO, 64, 64},   {GC3000, FL_MACRO, 64, 64},  {GC7000L, FL_LINEAR, 40, 21},
	    {GC7000L, FL_MICRO, 40, 24}, {GC7000L, FL_MACRO, 64, 64},
	};
	struct fl_surface_rules rules;

	for (uint32_t i = 0; i < sizeof of / sizeof of[0]; i++) {
		struct fl_surface s = surface(&rules, of[i].core, 37, 21, FL_ARGB8888, of[i].tiling);

		cr_expect(s.pitch_px == of[i].pitch && s.height_rows == of[i].rows, "%u: %u x %u", i,
			  s.pitch_px, s.height_rows);
	}
	/* the scene tex_npot: 37 texels of 4 bytes have a stride of 0xc0, on GC7000L of 0xa0 */
	struct fl_surface s = surface(&rules, GC2000, 37, 21, FL_ARGB8888, FL_MICRO);
	cr_expect_eq(fl_gc_stride_B(&s), 0xc0u);
	s = surface(&rules, GC7000L, 37, 21, FL_ARGB8888, FL_MICRO);
	cr_expect_eq(fl_gc_stride_B(&s), 0xa0u);
	/* 2D wants linear rows of 64 bytes; of tiled ones the sampler knows the width. */
	for (uint32_t use = FL_USE_TEXTURE; use <= (FL_USE_TEXTURE | FL_USE_2D); use++) {
		cr_assert_eq(fl_surface_init(&s, &rules, 37, 21, FL_RGB565, FL_MICRO, use, NULL), FL_OK);
		cr_expect_eq(s.pitch_px, 40, "use %u", use);
	}
	cr_assert_eq(fl_surface_init(&s, &rules, 37, 21, FL_RGB565, FL_LINEAR, FL_USE_2D, NULL), FL_OK);
	cr_expect_eq(s.pitch_px, 64);
	s = surface(&rules, GC2000, 37, 21, FL_RGB565, FL_MICRO);
	cr_assert_eq(
	    fl_surface_init(&s, &rules, 37, 21, FL_RGB565, FL_MICRO, FL_USE_TEXTURE | FL_USE_2D, NULL),
	    FL_OK);
	cr_expect_eq(s.pitch_px, 48);
}

static void lies(const struct fl_surface *s, uint32_t x, uint32_t y, uint64_t at)
{
	cr_expect_eq(fl_surface_at(s, x, y), at, "%u,%u: 0x%llx, not 0x%llx", x, y,
		     (unsigned long long)fl_surface_at(s, x, y), (unsigned long long)at);
}

Test(gc_lib_surface, places)
{
	struct fl_surface_rules rules;
	struct fl_surface s = surface(&rules, GC880, 128, 128, FL_ARGB8888, FL_MICRO);

	lies(&s, 5, 2, 64 + (2 * 4 + 1) * 4); /* the second tile */
	lies(&s, 0, 4, 128 * 4 * 4);          /* the second row of tiles */
	s = surface(&rules, GC880, 128, 128, FL_ARGB8888, FL_MACRO);
	lies(&s, 4, 0, 16 * 4);
	lies(&s, 0, 4, 32 * 4);
	lies(&s, 0, 8, 64 * 4); /* old order: y3 before x3 */
	lies(&s, 8, 0, 128 * 4);
	lies(&s, 16, 0, 256 * 4);
	lies(&s, 32, 0, 512 * 4);
	lies(&s, 0, 16, 1024 * 4);
	lies(&s, 64, 0, 4096 * 4);
	lies(&s, 0, 64, 2 * 4096 * 4);
	s = surface(&rules, GC7000L, 128, 128, FL_ARGB8888, FL_MACRO);
	lies(&s, 8, 0, 64 * 4); /* new order: x and y take turns */
	lies(&s, 0, 8, 128 * 4);
	lies(&s, 0, 16, 512 * 4);
	lies(&s, 32, 0, 1024 * 4);
	/* Two pipes have 8 x 4 pixels each in turn, as on a chess board; each half has 64 rows of 128. */
	s = surface(&rules, GC2000, 128, 128, FL_ARGB8888, FL_MACRO);
	cr_expect_eq(fl_gc_half_B(&s), 128u * 64 * 4);
	lies(&s, 7, 3, (16 + 15) * 4);
	lies(&s, 8, 0, 0x8000);           /* the second pipe's first */
	lies(&s, 0, 4, 0x8000 + 128 * 4); /* x' = 8 */
	lies(&s, 8, 4, 128 * 4);          /* the first pipe's, x' = 8, y' = 0 */
	lies(&s, 0, 8, 32 * 4);           /* y' = 4 */
	lies(&s, 16, 0, 256 * 4);
}

/* Depth buffers of two pipes: tiles of 4 x 4 in turn; of two rows of tiles each half has one. */
Test(gc_lib_surface, depth_in_halves)
{
	struct fl_surface_rules rules;
	struct fl_surface s = surface(&rules, GC2000, 128, 128, FL_Z24S8, FL_MICRO);
	uint8_t *taken = calloc(s.size_B, 1);

	cr_expect_eq(fl_gc_half_B(&s), 128u * 64 * 4);
	lies(&s, 4, 0, 0x8000);
	lies(&s, 0, 4, 0x8000 + 16 * 4); /* the tile beside it */
	lies(&s, 4, 4, 16 * 4);
	lies(&s, 8, 0, 32 * 4);
	lies(&s, 0, 8, 128 * 4 * 4);
	for (uint32_t y = 0; y < 128; y++)
		for (uint32_t x = 0; x < 128; x++) {
			const uint64_t at = fl_surface_at(&s, x, y);

			cr_assert(at < s.size_B && !taken[at]++);
		}
	free(taken);
	/* those that are no texture's stay linear, and textures that are to be linear do not */
	s = surface(&rules, GC2000, 128, 128, FL_ARGB8888, FL_LINEAR);
	cr_expect_eq(s.tiling, FL_LINEAR);
	cr_assert_eq(fl_surface_init(&s, &rules, 37, 21, FL_ARGB8888, FL_LINEAR, FL_USE_TEXTURE, NULL),
		     FL_OK);
	cr_expect_eq(s.tiling, FL_MICRO);
}

Test(gc_lib_surface, what_is_not_there)
{
	struct fl_surface_rules rules;
	struct fl_surface s;
	struct fl_texture t;
	struct fl_err err = {0};

	fl_gc_surface_rules(&rules, fl_gc_info_named(GC2000));
	cr_expect_eq(fl_surface_init(&s, &rules, 64, 64, FL_ARGB8888, FL_MICRO | FL_SQUARE, FL_USE_3D, &err),
		     FL_USAGE);
	cr_expect_eq(fl_surface_init(&s, &rules, 64, 64, FL_ABGR32F, FL_MICRO, FL_USE_3D, &err), FL_USAGE);
	fl_gc_surface_rules(&rules, fl_gc_info_named(GC400));
	cr_expect_eq(fl_texture_init(&t, &rules, FL_TEX_2D, 64, 64, 1, 1, FL_DXT1, FL_LINEAR, &err),
		     FL_USAGE);
	cr_expect_eq(rules.texture_px, 2048);
}

/* Rows of whole blocks: GC facts 8.1. */
Test(gc_lib_surface, compressed)
{
	struct fl_surface_rules rules;
	struct fl_surface s;

	fl_gc_surface_rules(&rules, fl_gc_info_named(GC3000));
	cr_assert_eq(fl_surface_init(&s, &rules, 37, 21, FL_DXT1, FL_LINEAR, FL_USE_TEXTURE, NULL), FL_OK);
	cr_expect(fl_surface_pitch_B(&s) == 10 * 8 && s.size_B == 60 * 8 && s.align_B == 64);
	cr_assert_eq(fl_surface_init(&s, &rules, 2, 2, FL_DXT5, FL_LINEAR, FL_USE_TEXTURE, NULL), FL_OK);
	cr_expect_eq(s.size_B, 16);
}
