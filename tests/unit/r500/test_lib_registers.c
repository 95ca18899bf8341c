/* SPDX-License-Identifier: MIT
 *
 * Registers that immediate mode sends, over all that they depend on: what is cut off, when depth is tested,
 * who has which part of the texture cache.
 */
#include "hw/regs/r500.h"
#include "lib/r500/surface.h"
#include "tests/unit/r500/test_lib_words.h"

#include <criterion/criterion.h>

/* 128 x 128, BGRA and depth, in memory from 0x40000000 on. */
static void begin(struct fl_draw *d, struct fl_cs *cs)
{
	struct fl_surface color, depth;

	words_begin(d, cs, 0x40000000);
	fl_surface_init(&color, &fl_r500_surfaces, 128, 128, FL_ARGB8888, FL_LINEAR, FL_USE_3D, NULL);
	fl_surface_init(&depth, &fl_r500_surfaces, 128, 128, FL_Z24S8, FL_MICRO, FL_USE_3D, NULL);
	color.offset_B = 0x20000;
	depth.offset_B = 0x30000;
	fl_draw_target(d, &color, &depth);
}

/* R5xx guide 11.6: SC_SCISSOR has corners that are inside. What lies outside of the target is cut; of what is
 * empty nothing is left. */
Test(lib_registers, scissors)
{
	for (int x = -2; x < 4; x++)
		for (int y = -2; y < 4; y++)
			for (int w = 0; w < 132; w += w < 4 ? 1 : 61) {
				const int x1 = x + w < 128 ? x + w : 128,
					  y1 = y + w + 1 < 128 ? y + w + 1 : 128, x0 = x > 0 ? x : 0,
					  y0 = y > 0 ? y : 0;
				const bool empty = x0 >= x1 || y0 >= y1;
				struct fl_draw d;
				struct fl_cs cs;

				begin(&d, &cs);
				fl_scissor(&d, x, y, w, w + 1);
				words_triangle(&d);
				cr_expect_eq(words_last(&cs, R500_SC_SCISSOR0),
					     (uint32_t)(empty ? 1 | 1 << 13 : x0 | y0 << 13),
					     "(%d, %d) and %d", x, y, w);
				cr_expect_eq(words_last(&cs, R500_SC_SCISSOR1),
					     (uint32_t)(empty ? 0 : (x1 - 1) | (y1 - 1) << 13),
					     "(%d, %d) and %d", x, y, w);
			}
}

/* R5xx guide 11.9, TX_FORMAT1.CACHE: one unit has the whole cache, two have halves, then fourths, eighths. */
Test(lib_registers, shares_of_the_texture_cache)
{
	for (unsigned set = 1; set < 256; set++) {
		const unsigned n = (unsigned)__builtin_popcount(set), first = n == 1   ? 0
									      : n == 2 ? 2
									      : n <= 4 ? 4
										       : 8;
		struct fl_texture t;
		struct fl_draw d;
		struct fl_cs cs;
		unsigned rank = 0;

		begin(&d, &cs);
		cr_assert_eq(fl_texture_init(&t, &fl_r500_surfaces, FL_TEX_2D, 16, 16, 1, 1, FL_ARGB8888,
					     FL_LINEAR, NULL),
			     FL_OK);
		for (unsigned i = 0; i < 8; i++)
			fl_texture(&d, i, set >> i & 1 ? &t : NULL);
		words_triangle(&d);
		for (unsigned i = 0; i < 8; i++)
			if (set >> i & 1)
				cr_expect_eq(R500_TX_FORMAT1__CACHE__GET(words_last(&cs, R500_TX_FORMAT1(i))),
					     first + rank++, "set 0x%02x, unit %u", set, i);
	}
}

/* One unit more or less: all that are on get another share, so the words of all of them are sent again. */
Test(lib_registers, shares_change_with_the_set)
{
	for (unsigned from = 1; from < 256; from += 6)
		for (unsigned to = 1; to < 256; to++) {
			struct fl_texture t;
			struct fl_draw d;
			struct fl_cs cs;
			unsigned n = 0, first = 8, last = 0;

			if (from == to)
				continue;
			begin(&d, &cs);
			cr_assert_eq(fl_texture_init(&t, &fl_r500_surfaces, FL_TEX_2D, 16, 16, 1, 1,
						     FL_ARGB8888, FL_LINEAR, NULL),
				     FL_OK);
			for (unsigned i = 0; i < 8; i++)
				fl_texture(&d, i, from >> i & 1 ? &t : NULL);
			words_triangle(&d);
			cs.at = cs.start;
			for (unsigned i = 0; i < 8; i++)
				if ((from ^ to) >> i & 1) /* the others are not touched */
					fl_texture(&d, i, to >> i & 1 ? &t : NULL);
			words_triangle(&d);
			for (unsigned i = 0; i < 8; i++)
				if (to >> i & 1) {
					n += words_count(&cs, cs.start, R500_TX_FORMAT1(i)) == 1;
					first = first < i ? first : i;
					last = i;
				}
			cr_expect_eq(n, (unsigned)__builtin_popcount(to), "from 0x%02x to 0x%02x", from, to);
			/* nothing is sent of those before and behind */
			for (unsigned i = 0; i < 8; i++)
				cr_expect(words_count(&cs, cs.start, R500_TX_FORMAT1(i)) ==
					  (i >= first && i <= last));
		}
}

/* R5xx guide 10.4.5: depth may be tested before the program, unless what it writes or counts could still be
 * thrown away: by the alpha test, or by the pattern of a line. */
Test(lib_registers, depth_comes_early_or_late)
{
	for (unsigned how = 0; how < 64; how++) {
		const bool test = how & 1, write = how & 2, stencil = how & 4, alpha = how & 8,
			   stipple = how & 16, counts = how & 32, writes = (test && write) || stencil;
		struct fl_draw d;
		struct fl_cs cs;

		begin(&d, &cs);
		fl_depth(&d, test, FL_LESS, write);
		fl_stencil(&d, stencil, FL_ALWAYS, 0, 255, 255);
		fl_alpha_test(&d, alpha, FL_GREATER, 0x80);
		fl_line_stipple(&d, stipple, 0x5555);
		if (counts)
			fl_occlusion_begin(&d);
		fl_begin(&d, FL_LINES);
		fl_vertex(&d, 0, 0, 0);
		fl_vertex(&d, 1, 1, 0);
		fl_end(&d);
		cr_expect_eq(words_last(&cs, R500_ZB_ZTOP), !((writes && (alpha || stipple)) || counts),
			     "test %d, write %d, stencil %d, alpha %d, stipple %d, counts %d", test, write,
			     stencil, alpha, stipple, counts);
	}
}

/* Colors that are thrown away by thresholds came with RV350 (Mesa's is_rv350): of all chips but R300 and R350
 * these are set once, so that nothing is. */
Test(lib_registers, thresholds_of_chips_that_have_them)
{
	static uint32_t words[1 << 14];
	unsigned with = 0, without = 0;

	for (unsigned i = 0; fl_chip_at(&r500_chips, i); i++) {
		const struct fl_chip *info = fl_chip_at(&r500_chips, i);
		const struct fl_draw_chip chip = {.backend = &fl_r500_backend, .info = info};
		const bool has = info->family != R500_FAMILY_R300 && info->family != R500_FAMILY_R350;
		struct fl_draw d;
		struct fl_cs cs;

		fl_cs_init(&cs, words, sizeof(words) / 4, words_no_submit, NULL);
		fl_draw_init(&d, &cs, &chip);
		words_triangle(&d);
		cr_expect_eq(words_count(&cs, cs.start, R500_RB3D_DISCARD_SRC_PIXEL_LTE_THRESHOLD), has, "%u",
			     i);
		cr_expect_eq(words_count(&cs, cs.start, R500_RB3D_DISCARD_SRC_PIXEL_GTE_THRESHOLD), has, "%u",
			     i);
		*(has ? &with : &without) += 1;
	}
	cr_expect(with && without);
}

/* What there is no buffer for is off; a stencil wants Z24S8. Both sides have words of their own on R5xx
 * (guide 11.12, ZB_CNTL: bit 0 stencil, 1 depth, 2 writes, 4 two sides, 6 two references). An offset counts
 * half units of 24 bits and quarter units of 16 (Mesa r300_state.c). */
Test(lib_registers, depth_stencil_and_offset_by_buffer)
{
	static const struct fl_stencil back = {FL_LESS, 9, 0x7f, 0x3f, FL_KEEP, FL_KEEP, FL_REPLACE_OP};

	for (unsigned how = 0; how < 16 * 3; how++) {
		const bool test = how & 1, write = how & 2, stencil_on = how & 4, two = how & 8;
		const enum fl_format format = how / 16 == 1 ? FL_Z16 : FL_Z24S8;
		const bool has = how / 16, stencil = stencil_on && has && format == FL_Z24S8;
		struct fl_surface color, depth;
		const float units = has && format == FL_Z16 ? 12 : 6;
		uint32_t want, word;
		struct fl_draw d;
		struct fl_cs cs;

		words_begin(&d, &cs, 0x40000000);
		fl_surface_init(&color, &fl_r500_surfaces, 128, 128, FL_ARGB8888, FL_LINEAR, FL_USE_3D, NULL);
		fl_surface_init(&depth, &fl_r500_surfaces, 128, 128, format, FL_MICRO, FL_USE_3D, NULL);
		depth.offset_B = 0x30000;
		fl_draw_target(&d, &color, has ? &depth : NULL);
		fl_depth(&d, test, FL_LESS, write);
		fl_stencil(&d, stencil_on, FL_ALWAYS, 5, 255, 255);
		if (two)
			fl_stencil_side(&d, FL_BACK, &back);
		fl_polygon_offset(&d, 2, 3);
		words_triangle(&d);
		want = (uint32_t)((stencil ? 1 : 0) | (test && has ? 2 | (write ? 4 : 0) : 0) |
				  (stencil && two ? 1 << 4 | 1 << 6 : 0));
		cr_expect_eq(words_last(&cs, R500_ZB_CNTL), want, "%u: 0x%x, not 0x%x", how,
			     words_last(&cs, R500_ZB_CNTL), want);
		cr_expect_eq(words_last(&cs, R500_ZB_STENCILREFMASK), stencil ? 0xffff05 : 0, "%u", how);
		if (stencil && two)
			cr_expect_eq(words_last(&cs, R500_ZB_STENCILREFMASK_BF), 0x3f7f09);
		if (!(test && has) && !stencil)
			cr_expect_eq(words_last(&cs, R500_ZB_ZSTENCILCNTL), 0);
		word = words_last(&cs, R500_SU_POLY_OFFSET_FRONT_OFFSET);
		cr_expect_eq(memcmp(&word, &units, 4), 0, "%u", how);
	}
}

/* A border is packed like a texel: of depth, red fills all its bits; ATI1N has it in the second of four
 * fields of 4 bits (Mesa r300_state.c, r300_get_border_color()). */
Test(lib_registers, borders_of_one_component)
{
	for (uint32_t red = 0; red < 256; red++)
		for (unsigned i = 0; i < 3; i++) {
			static const enum fl_format formats[] = {FL_Z16, FL_Z24S8, FL_ATI1N};
			const uint32_t want = i == 0   ? red << 8 | red
					      : i == 1 ? (red << 16 | red << 8 | red) << 8
						       : red / 16 * 16;
			struct fl_texture t;
			struct fl_draw d;
			struct fl_cs cs;

			begin(&d, &cs);
			cr_assert_eq(fl_texture_init(&t, &fl_r500_surfaces, FL_TEX_2D, 16, 16, 1, 1,
						     formats[i], FL_LINEAR, NULL),
				     FL_OK);
			t.border_argb = 0x80000000 | red << 16 | 0x1234;
			fl_texture(&d, 0, &t);
			words_triangle(&d);
			cr_assert_eq(words_last(&cs, R500_TX_BORDER_COLOR(0)), want,
				     "format %u, red %u: 0x%x", i, red,
				     words_last(&cs, R500_TX_BORDER_COLOR(0)));
		}
}

/* R5xx guide 11.9: MAG_FILTER and MIN_FILTER 1 point, 2 linear, 3 anisotropic; MAX_ANISO is log2 of the
 * samples, MAX_ANISO_HQ their number in quarters, 63 at most. What is not smooth is not anisotropic, nor are
 * floats. */
Test(lib_registers, filters)
{
	for (unsigned how = 0; how < 4; how++)
		for (unsigned aniso = 0; aniso <= 32; aniso += aniso < 4 ? 1 : 4) {
			const bool linear = how & 1, is_float = how & 2, smooth = linear && !is_float;
			const uint32_t log2 = !smooth || aniso < 2 ? 0
					      : aniso < 4          ? 1
					      : aniso < 8          ? 2
					      : aniso < 16         ? 3
								   : 4;
			const uint32_t kind = !smooth ? 1 : log2 ? 3 : 2, least = 4u << log2;
			struct fl_texture t;
			struct fl_draw d;
			struct fl_cs cs;
			uint32_t word, quarters;

			begin(&d, &cs);
			cr_assert_eq(fl_texture_init(&t, &fl_r500_surfaces, FL_TEX_2D, 16, 16, 1, 1,
						     is_float ? FL_ABGR16F : FL_ARGB8888, FL_LINEAR, NULL),
				     FL_OK);
			t.linear = linear;
			t.anisotropy = (uint8_t)aniso;
			fl_texture(&d, 0, &t);
			words_triangle(&d);
			word = words_last(&cs, R500_TX_FILTER0(0));
			cr_expect_eq(R500_TX_FILTER0__MAG_FILTER__GET(word), kind, "%u, %u samples", how,
				     aniso);
			cr_expect_eq(R500_TX_FILTER0__MIN_FILTER__GET(word), kind);
			cr_expect_eq(R500_TX_FILTER0__MAX_ANISO__GET(word), log2);
			word = words_last(&cs, R500_TX_FILTER1(0));
			cr_expect_eq(R500_TX_FILTER1__ANISO_HIGH_QUALITY__GET(word), log2 != 0);
			quarters = R500_TX_FILTER1__MAX_ANISO_HQ__GET(word);
			if (!log2)
				cr_expect_eq(quarters, 0u);
			else
				cr_expect(quarters >= (least < 63 ? least : 63) &&
					      quarters <= least * 21 / 20,
					  "%u samples: %u quarters", aniso, quarters);
		}
}
