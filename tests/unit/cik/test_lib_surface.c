/* SPDX-License-Identifier: MIT
 *
 * Surfaces of the library on all chips of Sea Islands, beside the address equations of the model, which share
 * no code: where each pixel of an image stands, and where the texture unit looks for levels of small images.
 */
#include <criterion/criterion.h>
#include <stdio.h>

#include "hw/cik/card.h"
#include "hw/model/cik/tile.h"
#include "lib/cik/surface.h"

enum { ROWS = 3 }; /* 1, 2, 4 KiB of DRAM */

static struct mcik_tile_tables tables_of(unsigned family, uint32_t addr_config)
{
	struct mcik_tile_tables t = {.row_B = 1024u << CIK_GB_ADDR_CONFIG__ROW_SIZE__GET(addr_config)};

	cik_tile_modes((enum cik_family)family, addr_config, t.tiling.mode, t.tiling.macro);
	return t;
}

static void same(const struct fl_surface *s, const struct mcik_tile_tables *tables, const char *what)
{
	const uint32_t index = fl_cik_tile_index(s);
	struct mcik_tile_align a;
	struct mcik_layout t;
	unsigned wrong = 0;

	cr_assert_null(mcik_layout(&t, tables, index, s->bytes_px, 1));
	a = mcik_tile_align(&t);
	cr_expect(s->pitch_px % a.pitch == 0 && s->height_rows % a.height == 0 && s->align_B % a.base_B == 0,
		  "%s: %u by %u at multiples of %u", what, s->pitch_px, s->height_rows, s->align_B);
	cr_expect_eq(fl_cik_tile_mode(s), t.mode);
	if (s->tiling & FL_MACRO)
		cr_expect_eq(fl_cik_macro_mode(s), t.macro);
	for (uint32_t y = 0; y < s->height_rows; y++)
		for (uint32_t x = 0; x < s->pitch_px; x++)
			wrong += fl_surface_at(s, x, y) !=
				 mcik_tile_addr(&t, 0, s->pitch_px, s->height_rows, x, y, 0, 0);
	cr_expect_eq(wrong, 0, "%s: %u pixels, tile mode %u", what, wrong, index);
}

Test(cik_lib_surface, pixels_where_the_chip_has_them)
{
	static const enum fl_format formats[] = {FL_C8,      FL_RGB565, FL_ARGB8888, FL_ABGR16F,
						 FL_ABGR32F, FL_Z16,    FL_Z24S8};
	static const uint32_t tilings[] = {FL_LINEAR, FL_MICRO, FL_MACRO};

	for (unsigned family = 0; family < CIK_FAMILIES; family++)
		for (uint32_t row = 0; row < ROWS; row++) {
			const uint32_t config = CIK_GB_ADDR_CONFIG__ROW_SIZE(row);
			const struct mcik_tile_tables tables = tables_of(family, config);
			struct fl_surface_rules rules;

			fl_cik_surface_rules(&rules, family, config);
			for (unsigned f = 0; f < sizeof(formats) / sizeof(formats[0]); f++)
				for (unsigned t = 0; t < 3; t++) {
					struct fl_surface s;
					char what[80];

					snprintf(what, sizeof(what), "%s, %s, tiling %u",
						 cik_family_at(family)->name,
						 fl_format_info(formats[f])->name, tilings[t]);
					cr_assert_eq(fl_surface_init(&s, &rules, 301, 141, formats[f],
								     tilings[t], FL_USE_TEXTURE, NULL),
						     FL_OK);
					same(&s, &tables, what);
				}
		}
}

/* Facts 7.4: the recorded texture of 64 x 64 texels of 4 bytes, tile mode 14, with all levels. */
Test(cik_lib_surface, levels_where_the_texture_unit_looks)
{
	static const uint64_t at_B[7] = {0, 0x4000, 0x5000, 0x5400, 0x5500, 0x5600, 0x5700};
	struct fl_surface image;
	struct fl_texture t;

	cr_assert_eq(fl_texture_init(&t, &fl_cik_surfaces, FL_TEX_2D, 64, 64, 1, FL_ALL_LEVELS, FL_ARGB8888,
				     FL_MACRO, NULL),
		     FL_OK);
	for (uint32_t level = 0; level < 7; level++) {
		cr_assert(fl_texture_image(&t, 0, level, &image));
		cr_expect_eq(image.offset_B, at_B[level], "level %u: 0x%llx", level,
			     (unsigned long long)image.offset_B);
	}
}

/* Stencils are behind all depths; a depth buffer that is only a texture has none. */
Test(cik_lib_surface, stencils_have_a_place)
{
	struct fl_surface s;

	cr_assert_eq(fl_surface_init(&s, &fl_cik_surfaces, 100, 60, FL_Z24S8, FL_MICRO, FL_USE_3D, NULL),
		     FL_OK);
	cr_expect_eq(s.size_B, 104u * 64 * 5);
	cr_assert_eq(fl_surface_init(&s, &fl_cik_surfaces, 100, 60, FL_Z24S8, FL_MICRO, FL_USE_TEXTURE, NULL),
		     FL_OK);
	cr_expect_eq(s.size_B, 104u * 64 * 4);
}
