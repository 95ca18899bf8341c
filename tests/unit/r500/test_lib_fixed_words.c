/* SPDX-License-Identifier: MIT
 *
 * Words that fixed function sends, over all that they depend on: sizes and pitches of textures, inputs of
 * what has no array, what a clear writes, and constants of chips before R5xx.
 */
#include "hw/regs/r500.h"
#include "lib/fl_buffer.h"
#include "lib/fl_light.h"
#include "lib/r500/draw_r300.h"
#include "lib/r500/lower_fs_r300.h"
#include "lib/r500/programs.h"
#include "lib/r500/surface.h"
#include "tests/unit/r500/test_lib_words.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static void target(struct fl_draw *d, struct fl_cs *cs, enum fl_format depth_format)
{
	struct fl_surface color, depth;

	words_begin(d, cs, 0x40000000);
	fl_surface_init(&color, &fl_r500_surfaces, 128, 128, FL_ARGB8888, FL_LINEAR, FL_USE_3D, NULL);
	fl_surface_init(&depth, &fl_r500_surfaces, 128, 128, depth_format, FL_MICRO, FL_USE_3D, NULL);
	depth.offset_B = 0x30000;
	fl_draw_target(d, &color, &depth);
}

/* R5xx guide 11.9: the chip knows the pitch of a width that is a power of two, and that fills its tiles: rows
 * of 32 bytes where nothing is tiled. Every other is given. */
Test(lib_fixed_words, sizes_and_pitches_of_textures)
{
	enum { ROW_B = 32, LOW = 2047 };

	for (unsigned i = 0; i < 400; i++) {
		const unsigned w = i < 200   ? i + 1
				   : i < 220 ? 1u << i % 12
					     : 2000 + i,
			       h = i < 220 ? 400 - i : i * 5;
		const enum fl_format format = i & 1 ? FL_ARGB8888 : FL_RGB565;
		const unsigned row_px = ROW_B / (i & 1 ? 4 : 2), pitch = (w + row_px - 1) / row_px * row_px;
		struct fl_texture t;
		struct fl_draw d;
		struct fl_cs cs;
		uint32_t f0, f2;

		target(&d, &cs, FL_Z24S8);
		cr_assert_eq(fl_texture_init(&t, &fl_r500_surfaces, FL_TEX_2D, (uint16_t)w, (uint16_t)h, 1, 1,
					     format, FL_LINEAR, NULL),
			     FL_OK, "%u x %u", w, h);
		fl_texture(&d, 3, &t);
		words_triangle(&d);
		f0 = words_last(&cs, R500_TX_FORMAT0(3));
		f2 = words_last(&cs, R500_TX_FORMAT2(3));
		const bool own = (w & (w - 1)) || pitch != t.image.pitch_px;
		cr_expect_eq(f0 & 0x3fffff, ((w - 1) & LOW) | ((h - 1) & LOW) << 11, "%u x %u: 0x%08x", w, h,
			     f0);
		cr_expect_eq(f0 >> 31, own, "%u x %u: 0x%08x", w, h, f0);
		cr_expect_eq(f2 & 0x3fff, own ? t.image.pitch_px - 1u : 0, "%u x %u: 0x%08x", w, h, f2);
		cr_expect_eq(f2 >> 15 & 3, (w > 2048) | (h > 2048) << 1, "%u x %u: 0x%08x", w, h, f2);
	}
}

/* Of blocks of 4 x 4 a row of 32 bytes has four or two. */
Test(lib_fixed_words, pitches_of_blocks)
{
	static const struct {
		uint8_t format, block_B;
	} f[] = {{FL_DXT1, 8}, {FL_DXT3, 16}, {FL_DXT5, 16}, {FL_ATI1N, 8}, {FL_ATI2N, 16}};

	for (unsigned i = 0; i < sizeof(f) / sizeof(*f); i++)
		for (unsigned w = 4; w <= 256; w += w < 64 ? 4 : 64) {
			const unsigned row_px = 32 / f[i].block_B * 4,
				       pitch = (w + row_px - 1) / row_px * row_px;
			struct fl_texture t;
			struct fl_draw d;
			struct fl_cs cs;

			target(&d, &cs, FL_Z24S8);
			cr_assert_eq(fl_texture_init(&t, &fl_r500_surfaces, FL_TEX_2D, (uint16_t)w, 16, 1, 1,
						     (enum fl_format)f[i].format, FL_LINEAR, NULL),
				     FL_OK);
			fl_texture(&d, 0, &t);
			words_triangle(&d);
			cr_expect_eq(words_last(&cs, R500_TX_FORMAT0(0)) >> 31,
				     (w & (w - 1)) || pitch != t.image.pitch_px, "format %u, %u of %u", i, w,
				     t.image.pitch_px);
		}
}

static uint32_t half_of(const struct fl_cs *cs, uint32_t reg, uint32_t element)
{
	return words_last(cs, reg + element / 2 * 4) >> (element % 2 ? 16 : 0) & 0xffff;
}

/* Positions from an array, and all else from none, where nothing can be fetched in its place: one input after
 * the other, in the order position, color, normal, texture coordinates; each component the nearer of 0 and 1,
 * those that there are not 0, 0, 0, 1. R5xx guide 11.11, VAP_PROG_STREAM_CNTL: DST_VEC_LOC from bit 8,
 * LAST_VEC bit 13; VAP_PROG_STREAM_CNTL_EXT: selectors of three bits, 4 is 0, 5 is 1. */
Test(lib_fixed_words, inputs_without_an_array)
{
	enum { ZERO = 4, ONE = 5, LOC = 8, LAST = 1 << 13 };
	static struct fl_texture t;

	cr_assert_eq(
	    fl_texture_init(&t, &fl_r500_surfaces, FL_TEX_2D, 16, 16, 1, 1, FL_ARGB8888, FL_LINEAR, NULL),
	    FL_OK);
	for (unsigned which = 0; which < 32; which++) /* a normal; the four units */
		for (unsigned bits = 0; bits < 16; bits++)
			for (unsigned size = 2; size <= 4; size++) {
				const struct fl_arrays a = {
				    .position = {
					.offset_B = 0x1000, .stride_B = 16, .type = FL_FLOAT, .size = 3}};
				unsigned n = 2;
				float v[4];
				struct fl_draw d;
				struct fl_cs cs;

				for (unsigned c = 0; c < 4; c++)
					v[c] = bits >> c & 1 ? 0.75f : 0.25f;
				target(&d, &cs, FL_Z24S8);
				cs.address = 0;
				fl_color(&d, 255, 255, 255, 255);
				fl_normal(&d, v[0], v[1], v[2]);
				fl_lighting(&d, which & 1);
				fl_light(&d, 0, true);
				for (unsigned u = 0; u < 4; u++) {
					fl_texture(&d, u, which >> (u + 1) & 1 ? &t : NULL);
					fl_texcoord_size(&d, u, size);
					fl_texcoord_of(&d, u, v[0], v[1], v[2], v[3]);
				}
				fl_draw_arrays(&d, FL_TRIANGLES, &a, 0, 3);
				for (unsigned u = 0; u < 5; u++) {
					const unsigned there = u ? size : 3;
					uint32_t want = 0, got, cntl;

					if (!(which >> u & 1))
						continue;
					for (unsigned c = 0; c < 4; c++)
						want |= (c < there ? bits >> c & 1 ? ONE : ZERO
							 : c == 3  ? ONE
								   : ZERO)
							<< 3 * c;
					got = half_of(&cs, R500_VAP_PROG_STREAM_CNTL_EXT(0), n) & 0xfff;
					cntl = half_of(&cs, R500_VAP_PROG_STREAM_CNTL(0), n);
					cr_assert_eq(got, want,
						     "%02x, element %u, size %u: 0x%03x, not 0x%03x", which,
						     n, size, got, want);
					cr_assert_eq(cntl >> LOC & 31, n, "%02x, element %u: 0x%04x", which,
						     n, cntl);
					n++;
				}
				for (unsigned e = 0; e < n; e++)
					cr_assert_eq(!!(half_of(&cs, R500_VAP_PROG_STREAM_CNTL(0), e) & LAST),
						     e == n - 1, "%02x, element %u", which, e);
			}
}

/* R5xx guide 11.12: ZB_CNTL has STENCIL_ENABLE, Z_ENABLE, ZWRITEENABLE in bits 0 to 2; functions ALWAYS (7),
 * from bit 0 for depth and 3 for stencil; REPLACE (2) at bits 6, 9, 12. */
Test(lib_fixed_words, clears)
{
	enum { Z = 6, ST = 1, Z_ALWAYS = 7, ST_ALWAYS = 7 << 3, REPLACE = 2 << 6 | 2 << 9 | 2 << 12 };

	for (uint32_t mask = 1; mask < 8; mask++)
		for (unsigned has_stencil = 0; has_stencil < 2; has_stencil++) {
			const bool z = mask & FL_CLEAR_DEPTH, st = (mask & FL_CLEAR_STENCIL) && has_stencil;
			struct fl_draw d;
			struct fl_cs cs;

			if (mask == FL_CLEAR_STENCIL && !has_stencil)
				continue; /* nothing is to be done */
			target(&d, &cs, has_stencil ? FL_Z24S8 : FL_Z16);
			fl_clear(&d, mask, 0xff336699, 0.5f, 0x5a);
			cr_expect_eq(words_last(&cs, R500_ZB_CNTL), (z ? Z : 0u) | (st ? ST : 0u),
				     "mask %u, %u", mask, has_stencil);
			cr_expect_eq(words_last(&cs, R500_ZB_ZSTENCILCNTL),
				     (z ? Z_ALWAYS : 0u) | (st ? ST_ALWAYS | REPLACE : 0u), "mask %u, %u",
				     mask, has_stencil);
			cr_expect_eq(words_last(&cs, R500_ZB_STENCILREFMASK), st ? 0xffff5au : 0,
				     "mask %u, %u", mask, has_stencil);
			cr_expect_eq(words_last(&cs, R500_RB3D_COLOR_CHANNEL_MASK),
				     mask & FL_CLEAR_COLOR ? 15u : 0, "mask %u, %u", mask, has_stencil);
			cr_expect_eq(words_last(&cs, R500_GA_POINT_SIZE), 128 * 6 | 128u * 6 << 16);
		}
}

/* The program of a clear: an instruction of six dwords a target, the size of a stack without temporaries, and
 * where it begins and ends; whatever size the program before it had (R5xx guide 11.8, US_PIXSIZE). */
Test(lib_fixed_words, programs_of_clears)
{
	for (uint32_t n = 1; n <= FL_TARGETS; n++) {
		static const float rgba[4] = {0.25f, 0.5f, 0.75f, 1};
		uint32_t words[256], data = 0, range = 0, addr = 0;
		struct fl_cs cs = {.start = words};

		cs.at = fl_r500_clear(words, n, rgba);
		cr_expect_eq(words_last(&cs, R500_US_PIXSIZE), 1u, "%u targets", n);
		/* instructions and the four components of a constant go through the same port */
		cr_expect_eq(words_written(&cs, cs.start, R500_GA_US_VECTOR_DATA, &data), 6 * n + 4);
		cr_expect_eq(data, 0x3f800000u, "0x%08x", data);
		range = words_last(&cs, R500_US_CODE_RANGE);
		addr = words_last(&cs, R500_US_CODE_ADDR);
		cr_expect_eq(range >> 16, n - 1, "0x%08x", range);
		cr_expect_eq(addr & 0x1ff, range & 0x1ff);
		cr_expect_eq(addr >> 16, (range & 0x1ff) + n - 1, "0x%08x", addr);
	}
}

/* The vertices of a clear: position and color, four floats each, the second the last; nothing beside. R5xx
 * guide 11.11, VAP_PROG_STREAM_CNTL: FLOAT_4 is 3, DST_VEC_LOC from bit 8, LAST_VEC bit 13; _EXT: X, Y, Z, W
 * in order, and all four of them are written. */
Test(lib_fixed_words, vertices_of_clears)
{
	enum { FLOAT_4 = 3, AT_1 = 1 << 8, LAST = 1 << 13, XYZW = 1 << 3 | 2 << 6 | 3 << 9 | 15 << 12 };
	const uint32_t want[] = {R500_VAP_PROG_STREAM_CNTL(0) / 4,
				 FLOAT_4 | (FLOAT_4 | AT_1 | LAST) << 16,
				 R500_VAP_PROG_STREAM_CNTL_EXT(0) / 4,
				 XYZW | (uint32_t)XYZW << 16,
				 R500_VAP_VTX_SIZE / 4,
				 8};
	uint32_t words[64];
	struct fl_draw d;
	struct fl_cs cs;

	target(&d, &cs, FL_Z24S8);
	cr_assert_eq(fl_r500_draw_format(&d, words, FL_FF_VS_CLEAR) - words, 6);
	cr_expect_arr_eq(words, want, sizeof(want));
}

/* Nothing of what is drawn otherwise stays on, and all of it is on again behind the clear: depth is tested
 * early, nothing is blended, tested, combined, dithered, culled, moved or patterned. */
Test(lib_fixed_words, clears_after_other_state)
{
	static const struct {
		uint32_t reg, want;
	} plain[] = {{R500_ZB_ZTOP, 1},
		     {R500_FG_ALPHA_FUNC, 0},
		     {R500_RB3D_BLENDCNTL, 0},
		     {R500_RB3D_ABLENDCNTL, 0},
		     {R500_RB3D_ROPCNTL, 0},
		     {R500_RB3D_DITHER_CTL, 0},
		     {R500_SU_CULL_MODE, 0},
		     {R500_GB_ENABLE, 0},
		     {R500_SU_POLY_OFFSET_ENABLE, 0},
		     {R500_VAP_CLIP_CNTL, 1 << 16},
		     {R500_VAP_VTE_CNTL, 3 << 8},
		     {R500_RB3D_COLOR_CHANNEL_MASK, 15}};
	uint32_t before[sizeof(plain) / sizeof(*plain)];
	const float rgba[4] = {0.2f, 0.4f, 0.6f, 0.8f};
	struct fl_draw d;
	struct fl_cs cs;

	target(&d, &cs, FL_Z24S8);
	fl_depth(&d, true, FL_LESS, true);
	fl_alpha_test(&d, true, FL_GREATER, 0x80);
	fl_blend(&d, FL_SRC_ALPHA, FL_ONE);
	fl_cull(&d, FL_CULL_BACK);
	fl_polygon_offset(&d, 1, 1);
	fl_color_mask(&d, true, false, true, false);
	fl_dither(&d, true);
	fl_logic_op(&d, 6);
	words_triangle(&d);
	cr_expect_eq(words_last(&cs, R500_ZB_ZTOP), 0u);
	cr_expect_neq(words_last(&cs, R500_FG_ALPHA_FUNC), 0u);
	for (unsigned i = 0; i < sizeof(plain) / sizeof(*plain); i++)
		before[i] = words_last(&cs, plain[i].reg);
	fl_clear_float(&d, rgba);
	for (unsigned i = 0; i < sizeof(plain) / sizeof(*plain); i++)
		cr_expect_eq(words_last(&cs, plain[i].reg), plain[i].want, "0x%04x: 0x%08x", plain[i].reg,
			     words_last(&cs, plain[i].reg));
	words_triangle(&d);
	for (unsigned i = 0; i < sizeof(plain) / sizeof(*plain); i++)
		cr_expect_eq(words_last(&cs, plain[i].reg), before[i], "0x%04x: 0x%08x, not 0x%08x again",
			     plain[i].reg, words_last(&cs, plain[i].reg), before[i]);
}

/* ---- chips before R5xx --------------------------------------------------------------------------------- */
/* Sign, 7 bits of exponent with a bias of 63, 16 bits of mantissa, which is cut off (Mesa r300_emit.c). */
static uint32_t float24(double x)
{
	int e;
	const double m = frexp(fabs(x), &e); /* 0.5 to 1 */
	const uint32_t sign = signbit(x) ? 1u << 23 : 0;

	if (x == 0 || e - 1 < -63)
		return sign;
	if (e - 1 > 64)
		return sign | 0x7fffff;
	return sign | (uint32_t)(e - 1 + 63) << 16 | (uint32_t)((2 * m - 1) * 65536);
}

Test(lib_fixed_words, constants_before_r5xx)
{
	static const float values[] = {0,      1,       -1,    0.5f,  3.14159265f, -0.1f,
				       1e-19f, -1e-20f, 1e19f, 3e19f, -4e19f,      1e30f};
	enum { N = sizeof(values) / sizeof(*values), FIRST = 0x4c00, EACH_B = 16, ALL = 32 };
	uint32_t v[ALL][4], words[4 * ALL + 1], *end;

	for (unsigned i = 0; i < ALL * 4; i++)
		memcpy(&v[i / 4][i % 4], &values[i % N], 4);
	for (uint32_t first = 0; first < ALL + 2; first++)
		for (uint32_t n = 1; n <= ALL; n++) {
			const uint32_t fits = first >= ALL ? 0 : n < ALL - first ? n : ALL - first;

			memset(words, 0, sizeof(words));
			end = fl_r500_r300_constants(words, first, n, v);
			cr_assert_eq(end - words, fits ? 1 + 4 * fits : 0, "%u from %u", n, first);
			if (fits)
				cr_assert_eq(words[0], (4 * fits - 1) << 16 | (FIRST + EACH_B * first) / 4);
			for (uint32_t i = 0; i < 4 * fits; i++)
				cr_assert_eq(words[1 + i], float24((double)values[i % N]),
					     "%g: 0x%06x, not 0x%06x", (double)values[i % N], words[1 + i],
					     float24((double)values[i % N]));
		}
}

/* A clear's color is the last constant of the 32. */
Test(lib_fixed_words, clears_before_r5xx)
{
	static const float rgba[4] = {0.25f, 0.5f, 0.75f, 1};
	uint32_t words[256], *end = fl_r500_r300_clear(words, 1, rgba);

	cr_assert(end > words + 5);
	cr_expect_eq(end[-5], 3u << 16 | (0x4c00 + 16 * 31) / 4, "0x%08x", end[-5]);
	for (unsigned c = 0; c < 4; c++)
		cr_expect_eq(*(end - 4 + c), float24((double)rgba[c]));
}

/* ---- blending ------------------------------------------------------------------------------------------ */
/* RB3D_BLENDCNTL (0x4e04) has bit 1 on, and ABLENDCNTL holds the equation of alpha, as soon as one of its
 * three parts is not that of color. Codes of R5xx guide 11.2. */
Test(lib_fixed_words, alpha_has_an_equation_as_soon_as_one_part_differs)
{
	enum { ENABLE = 1, SEPARATE = 2, READ = 4, ZERO = 32, ONE = 33, SRC_COLOR = 34, SUBTRACT = 2 << 12 };

	for (unsigned differ = 0; differ < 8; differ++) {
		const uint32_t alpha = (differ & 4 ? SUBTRACT : 0u) |
				       (uint32_t)(differ & 1 ? ZERO : SRC_COLOR) << 16 |
				       (uint32_t)(differ & 2 ? ZERO : ONE) << 24;
		struct fl_cs cs;
		struct fl_draw d;

		target(&d, &cs, FL_Z24S8);
		fl_blend_separate(&d, FL_SRC_COLOR, FL_ONE, FL_ADD, differ & 1 ? FL_ZERO : FL_SRC_COLOR,
				  differ & 2 ? FL_ZERO : FL_ONE, differ & 4 ? FL_SUBTRACT : FL_ADD);
		words_triangle(&d);
		cr_expect_eq(words_last(&cs, 0x4e04),
			     ENABLE | READ | (differ ? (uint32_t)SEPARATE : 0) | SRC_COLOR << 16 |
				 (uint32_t)ONE << 24,
			     "%u: 0x%08x", differ, words_last(&cs, 0x4e04));
		cr_expect_eq(words_last(&cs, 0x4e08), differ ? alpha : 0, "%u: 0x%08x, not 0x%08x", differ,
			     words_last(&cs, 0x4e08), alpha);
	}
}
