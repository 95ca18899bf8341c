/* SPDX-License-Identifier: MIT
 *
 * What immediate mode sends only when it has changed, and that what writes packets writes no dword after
 * their end.
 */
#include "hw/regs/r500.h"
#include "lib/r500/programs.h"
#include "lib/r500/surface.h"
#include "tests/unit/r500/test_lib_words.h"

#include <criterion/criterion.h>

static struct fl_surface color, depth;

static void begin(struct fl_draw *d, struct fl_cs *cs)
{
	words_begin(d, cs, 0x40000000);
	fl_surface_init(&color, &fl_r500_surfaces, 128, 64, FL_ARGB8888, FL_LINEAR, FL_USE_3D, NULL);
	fl_surface_init(&depth, &fl_r500_surfaces, 128, 64, FL_Z24S8, FL_MICRO, FL_USE_3D, NULL);
	color.offset_B = 0x20000;
	depth.offset_B = 0x80000;
	fl_draw_target(d, &color, &depth);
}

/* Target, scissor and what begins a stream go with the first clear or draw; a second one finds them there.
 * A new scissor goes with the next, and the target does not. */
Test(lib_setup_words, a_clear_sends_what_is_owed)
{
	struct fl_draw d;
	struct fl_cs cs;

	for (unsigned first = 0; first < 2; first++)
		for (unsigned second = 0; second < 2; second++) {
			begin(&d, &cs);
			for (unsigned n = 0; n < 3; n++) {
				cs.at = cs.start;
				if (n == 2)
					fl_scissor(&d, 3, 5, 20, 30);
				if (n ? second : first)
					words_triangle(&d);
				else
					fl_clear(&d, FL_CLEAR_COLOR, 0, 1, 0);
				cr_expect_eq(words_count(&cs, cs.start, R500_SC_SCISSOR0), n != 1, "%u", n);
				cr_expect_eq(words_count(&cs, cs.start, R500_RB3D_COLOROFFSET(0)), !n, "%u",
					     n);
				cr_expect_eq(words_count(&cs, cs.start, R500_SC_CLIP_RULE), !n, "%u", n);
			}
		}
}

/* n vectors of four dwords, after the index and the header; what stands behind them stays. */
Test(lib_setup_words, constants_end_where_they_end)
{
	enum { MOST = 8, HEAD = 3, AFTER = 16, DIRT = 0x5a5a5a5a };

	for (uint32_t n = 1; n <= MOST; n++) {
		uint32_t p[HEAD + 4 * MOST + AFTER], v[MOST + 2][4];

		for (unsigned i = 0; i < sizeof(p) / 4; i++)
			p[i] = DIRT;
		for (uint32_t i = 0; i < 4 * (MOST + 2); i++)
			v[i / 4][i % 4] = 0x1000 + i;
		cr_expect_eq(fl_r500_constants(p, 5, n, (const uint32_t(*)[4])v), p + HEAD + 4 * n);
		for (uint32_t i = 0; i < 4 * n; i++)
			cr_expect_eq(p[HEAD + i], 0x1000 + i);
		for (uint32_t i = HEAD + 4 * n; i < sizeof(p) / 4; i++)
			cr_expect_eq(p[i], (uint32_t)DIRT, "%u: dword %u", n, i);
	}
}

/* The stipple's coordinate comes after those of the program, and goes to the register after theirs: RS_INST
 * (R5xx guide 11.7) has TEX_ID at 3:0, TEX_CN at 4, TEX_ADDR at 11:5. */
Test(lib_setup_words, the_coordinate_of_a_stipple)
{
	for (uint32_t n = 0; n < 2; n++) {
		struct fl_draw d;
		struct fl_cs cs;

		begin(&d, &cs);
		cs.at = fl_r500_draw_route(fl_r500_gen(&d), cs.start,
					   FL_FF_VS_STIPPLE | (n ? FL_FF_VS_SPRITE : 0));
		cr_expect_eq(words_last(&cs, R500_RS_INST(n)) & 0xfff, n | 1 << 4 | (n + 1) << 5, "%u: 0x%x",
			     n, words_last(&cs, R500_RS_INST(n)));
	}
}

/* TX_FORMAT1 (R5xx guide 11.8): which component alpha (11:9), red (14:12), green (17:15) and blue (20:18)
 * are; the first is in the lowest bits of a texel, and 5 is one. */
Test(lib_setup_words, components_of_textures)
{
	static const struct {
		uint8_t format, alpha, red, green, blue;
	} of[] = {{FL_ARGB1555, 3, 2, 1, 0},    {FL_ARGB4444, 3, 2, 1, 0}, {FL_ARGB8888, 3, 2, 1, 0},
		  {FL_ARGB2101010, 3, 2, 1, 0}, {FL_RGB565, 5, 2, 1, 0},   {FL_ABGR8888, 3, 0, 1, 2}};

	for (unsigned i = 0; i < sizeof(of) / sizeof(*of); i++) {
		const uint32_t want = (uint32_t)of[i].alpha << 9 | (uint32_t)of[i].red << 12 |
				      (uint32_t)of[i].green << 15 | (uint32_t)of[i].blue << 18;
		struct fl_texture t;
		struct fl_draw d;
		struct fl_cs cs;

		begin(&d, &cs);
		cr_assert_eq(fl_texture_init(&t, &fl_r500_surfaces, FL_TEX_2D, 16, 16, 1, 1, of[i].format,
					     FL_LINEAR, NULL),
			     FL_OK);
		fl_texture(&d, 0, &t);
		words_triangle(&d);
		cr_expect_eq(words_last(&cs, R500_TX_FORMAT1(0)) & 0x1ffe00, want, "%u: 0x%x", i,
			     words_last(&cs, R500_TX_FORMAT1(0)));
	}
}
