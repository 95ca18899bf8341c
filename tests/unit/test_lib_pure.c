/* SPDX-License-Identifier: MIT
 *
 * The library's pure parts: surface layout against the tables of the R5xx guide, mathematics against libm,
 * the command stream's packets, the allocator, the font.
 */
#include "hw/r500/pm4.h"
#include "lib/fl_cs.h"
#include "lib/fl_font.h"
#include "lib/fl_math.h"
#include "lib/fl_surface.h"
#include "lib/fl_texture.h"
#include "lib/r500/surface.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* R5xx guide, tables of chapter 2: tile width and height in pixels. */
Test(lib, tile_sizes_are_the_guides)
{
	static const struct {
		uint32_t bytes, tiling, w, h;
	} table[] = {
	    {1, FL_LINEAR, 32, 1},
	    {2, FL_LINEAR, 16, 1},
	    {4, FL_LINEAR, 8, 1},
	    {1, FL_MICRO, 8, 4},
	    {2, FL_MICRO, 8, 2},
	    {2, FL_MICRO | FL_SQUARE, 4, 4},
	    {4, FL_MICRO, 4, 2},
	    {1, FL_MACRO, 256, 8},
	    {2, FL_MACRO, 128, 8},
	    {4, FL_MACRO, 64, 8},
	    {1, FL_MACRO | FL_MICRO, 64, 32},
	    {2, FL_MACRO | FL_MICRO, 64, 16},
	    {2, FL_MACRO | FL_MICRO | FL_SQUARE, 32, 32},
	    {4, FL_MACRO | FL_MICRO, 32, 16},
	};
	uint32_t w, h;

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		fl_surface_tile_px(&fl_r500_surfaces, table[i].bytes, table[i].tiling, &w, &h);
		cr_assert_eq(w, table[i].w, "row %zu", i);
		cr_assert_eq(h, table[i].h, "row %zu", i);
	}
}

Test(lib, linear_layout)
{
	struct fl_surface s;

	cr_assert_eq(fl_surface_init(&s, &fl_r500_surfaces, 37, 5, FL_ARGB8888, FL_LINEAR, FL_USE_3D, NULL),
		     FL_OK);
	cr_assert_eq(s.pitch_px, 40);
	cr_assert_eq(s.height_rows, 6);
	cr_assert_eq(s.size_B, 40 * 4 * 6);
	cr_assert_eq(fl_surface_at(&s, 36, 4), (4 * 40 + 36) * 4);
	cr_assert_eq(fl_surface_init(&s, &fl_r500_surfaces, 37, 5, FL_RGB565, FL_LINEAR, FL_USE_2D, NULL),
		     FL_OK);
	cr_assert_eq(fl_surface_pitch_B(&s), 128);
	cr_assert_eq(s.align_B, 1024);
	cr_assert_eq(fl_surface_init(&s, &fl_r500_surfaces, 1000, 5, FL_C8, FL_LINEAR, FL_USE_DISPLAY, NULL),
		     FL_OK);
	cr_assert_eq(s.pitch_px, 1024);
	cr_assert_eq(s.align_B, 4096);
}

/* Micro-tiles follow each other in rows of the surface; 32 bytes each. */
Test(lib, micro_tiled_addresses)
{
	struct fl_surface s;

	cr_assert_eq(fl_surface_init(&s, &fl_r500_surfaces, 64, 64, FL_Z24S8, FL_MICRO, FL_USE_3D, NULL),
		     FL_OK);
	for (uint32_t y = 0; y < 64; y++)
		for (uint32_t x = 0; x < 64; x++)
			cr_assert_eq(fl_surface_at(&s, x, y),
				     32 * (y / 2 * 16 + x / 4) + y % 2 * 16 + x % 4 * 4);
	cr_assert_eq(
	    fl_surface_init(&s, &fl_r500_surfaces, 64, 64, FL_Z16, FL_MICRO | FL_SQUARE, FL_USE_3D, NULL),
	    FL_OK);
	for (uint32_t y = 0; y < 64; y++)
		for (uint32_t x = 0; x < 64; x++)
			cr_assert_eq(fl_surface_at(&s, x, y),
				     32 * (y / 4 * 16 + x / 4) + y % 4 * 8 + x % 4 * 2);
}

/* The address bits of 32-bit pixels, micro- and macro-tiled, worked out of Mesa 7.10's radeon_span.c, where
 * mx and my are the micro-tile's column and row: 5 mx0, 6 my0, 7 mx1^my2, 8 mx2^my1, 9 mx2^my3, 10 mx3^my2.
 * Every address is used once, and stays in its macro-tile. */
Test(lib, macro_tiled_addresses)
{
	struct fl_surface s;
	uint8_t *used;

	cr_assert_eq(
	    fl_surface_init(&s, &fl_r500_surfaces, 96, 48, FL_ARGB8888, FL_MICRO | FL_MACRO, FL_USE_3D, NULL),
	    FL_OK);
	cr_assert_eq(s.pitch_px, 96);
	cr_assert_eq(s.size_B, 9 * 2048);
	cr_assert_eq(s.align_B, 2048);
	/* by hand: (4, 0) is micro-tile (1, 0), bit 5; (0, 2) is (0, 1), bit 6; (8, 0) bit 7; (0, 4) is row
	 * 2, bit 8; (16, 0) is column 4, bits 8 and 9; (0, 8) is row 4, bits 7 and 10; (32, 0) is the next
	 * macro-tile, whose column is odd */
	cr_assert_eq(fl_surface_at(&s, 4, 0), 1 << 5);
	cr_assert_eq(fl_surface_at(&s, 0, 2), 1 << 6);
	cr_assert_eq(fl_surface_at(&s, 8, 0), 1 << 7);
	cr_assert_eq(fl_surface_at(&s, 0, 4), 1 << 8);
	cr_assert_eq(fl_surface_at(&s, 16, 0), 1 << 8 | 1 << 9);
	cr_assert_eq(fl_surface_at(&s, 0, 8), 1 << 7 | 1 << 10);
	cr_assert_eq(fl_surface_at(&s, 32, 0), 2048 + (1 << 10));
	cr_assert_eq(fl_surface_at(&s, 0, 16), 3 * 2048 + (1 << 9));
	used = calloc(1, s.size_B);
	for (uint32_t y = 0; y < 48; y++)
		for (uint32_t x = 0; x < 96; x++) {
			uint64_t at = fl_surface_at(&s, x, y);

			cr_assert_lt(at, s.size_B);
			cr_assert_eq(at / 2048, y / 16 * 3 + x / 32);
			cr_assert_eq(used[at]++, 0, "(%u, %u) shares its address", x, y);
		}
	free(used);
}

/* R5xx guide 10.8.5 wants an even number of rows of color buffers. Where images of a texture follow each
 * other, the sampler takes the next one from right behind (chapter 4): there only images one texel high have
 * an odd one. */
Test(lib, rows_of_textures)
{
	static const uint32_t tilings[] = {FL_LINEAR, FL_MICRO, FL_MACRO, FL_MICRO | FL_MACRO};
	struct fl_surface image;
	struct fl_texture t;

	for (uint32_t h = 1; h < 70; h++)
		for (uint32_t i = 0; i < 4; i++) {
			cr_assert_eq(fl_texture_init(&t, &fl_r500_surfaces, FL_TEX_2D, 70, h, 1, 1,
						     FL_ARGB8888, tilings[i], NULL),
				     FL_OK);
			cr_assert(fl_texture_image(&t, 0, 0, &image));
			cr_assert_eq(image.height_rows % 2, 0u, "%u rows", h);
			cr_assert_geq(t.size_B, (uint64_t)fl_surface_pitch_B(&image) * image.height_rows);
		}
	for (uint32_t kind = FL_TEX_2D; kind <= FL_TEX_3D; kind++)
		for (uint32_t i = 0; i < 4; i++) {
			uint64_t end_B = 0;

			cr_assert_eq(fl_texture_init(&t, &fl_r500_surfaces, (enum fl_tex_kind)kind, 64, 64,
						     kind == FL_TEX_3D ? 8 : 1, FL_ALL_LEVELS, FL_ARGB8888,
						     tilings[i], NULL),
				     FL_OK);
			for (uint32_t level = 0; level < t.levels; level++)
				for (uint32_t n = 0; fl_texture_image(&t, n, level, &image); n++) {
					uint32_t rows = image.height_rows;

					cr_assert_eq(image.offset_B, end_B, "kind %u level %u image %u", kind,
						     level, n);
					end_B += image.size_B;
					cr_assert_eq(image.size_B,
						     (uint64_t)fl_surface_pitch_B(&image) * rows);
					cr_assert_eq(rows % 2,
						     rows == 1 && image.height_px == 1 && !image.tiling);
				}
			cr_assert_eq(end_B, t.size_B);
		}
}

Test(lib, surface_errors)
{
	struct fl_surface s;
	struct fl_err err;

	cr_assert_eq(fl_surface_init(&s, &fl_r500_surfaces, 0, 5, FL_C8, 0, 0, &err), FL_USAGE);
	cr_assert_eq(fl_surface_init(&s, &fl_r500_surfaces, 5, 16385, FL_C8, 0, 0, &err), FL_USAGE);
	cr_assert_eq(fl_surface_init(&s, &fl_r500_surfaces, 5, 5, FL_FORMAT_COUNT, 0, 0, &err), FL_USAGE);
	cr_assert_eq(fl_surface_init(&s, &fl_r500_surfaces, 5, 5, FL_ARGB8888, FL_MICRO | FL_SQUARE, 0, &err),
		     FL_USAGE);
	cr_assert_eq(fl_surface_init(&s, &fl_r500_surfaces, 5, 5, FL_RGB565, FL_SQUARE, 0, &err), FL_USAGE);
	cr_assert_eq(fl_surface_init(&s, &fl_r500_surfaces, 5, 5, FL_RGB565, 8, 0, &err), FL_USAGE);
	cr_assert_eq(fl_surface_init(&s, &fl_r500_surfaces, 4096, 5, FL_ARGB8888, 0, FL_USE_2D, &err),
		     FL_USAGE);
	cr_assert(strstr(err.text, "16320"), "%s", err.text);
}

Test(lib, video_memory)
{
	struct fl_vram v;
	struct fl_err err;
	uint64_t a = 99, mark;

	fl_vram_init(&v, &fl_r500_surfaces, 100, 10000);
	cr_assert_eq(fl_vram_alloc(&v, 10, 4096, &a, &err), FL_OK);
	cr_assert_eq(a, 4096);
	mark = fl_vram_mark(&v);
	cr_assert_eq(fl_vram_alloc(&v, 1808, 4096, &a, &err), FL_OK);
	cr_assert_eq(a, 8192);
	cr_assert_eq(fl_vram_alloc(&v, 1, 1, &a, &err), FL_FAILED);
	cr_assert_eq(a, 8192);
	cr_assert(strstr(err.text, "full"), "%s", err.text);
	fl_vram_release(&v, mark);
	cr_assert_eq(fl_vram_alloc(&v, 1809, 4096, &a, &err), FL_FAILED);
	cr_assert_eq(fl_vram_alloc(&v, ~0ull, 4096, &a, &err), FL_FAILED);
	cr_assert_eq(fl_vram_alloc(&v, 1, ~(~0ull >> 1), &a, &err), FL_FAILED);
}

Test(lib, pixel_formats_and_back)
{
	cr_assert_eq(fl_pixel(FL_RGB565, 0xff12fc88), 2 << 11 | 63 << 5 | 17);
	cr_assert_eq(fl_pixel(FL_ARGB1555, 0x80ff0008), 0x8000 | 31 << 10 | 1);
	cr_assert_eq(fl_pixel(FL_ABGR8888, 0x11223344), 0x11443322);
	cr_assert_eq(fl_pixel_argb(FL_RGB565, 31 << 11 | 1), 0xffff0008);
	/* widening: the nearest 8-bit value of v / (2^n - 1) is within one of the repeated bits */
	for (uint32_t v = 0; v < 32; v++)
		cr_assert_leq(labs((long)(fl_pixel_argb(FL_RGB565, v) & 255) - lround(v * 255.0 / 31)), 1);
	for (int f = 0; f < FL_FORMAT_COUNT; f++)
		for (uint32_t i = 0; f != FL_Z16 && f != FL_C8 && i < 1000; i++) {
			uint32_t p = fl_pixel((enum fl_format)f, i * 2654435761u);

			cr_assert_eq(fl_pixel((enum fl_format)f, fl_pixel_argb((enum fl_format)f, p)), p);
		}
}

Test(lib, mathematics_agrees_with_libm)
{
	for (int i = -200000; i <= 200000; i++) {
		float x = (float)i * 0.05f;

		cr_assert_float_eq(fl_sinf(x), sin(x), 1.2e-7, "sin %g", x);
		cr_assert_float_eq(fl_cosf(x), cos(x), 1.2e-7, "cos %g", x);
	}
	for (int i = -1500; i <= 1500; i++) {
		float x = (float)i * 0.001f;

		cr_assert_float_eq(fl_tanf(x), tan(x), 2e-6 * (1 + fabs(tan(x))), "tan %g", x);
	}
	for (int i = 0; i < 3600; i++) {
		double a = (i - 1800) * M_PI / 1800;
		float y = (float)(3 * sin(a)), x = (float)(3 * cos(a));

		cr_assert_float_eq(fl_atan2f(y, x), atan2(y, x), 2e-6, "atan2 %g %g", y, x);
	}
	for (int i = -1490; i < 1279; i++) {
		float x = (float)i * 0.1f;

		cr_assert_float_eq(fl_exp2f(x), exp2(x), 2e-6 * exp2(x) + 1e-45, "exp2 %g", x);
	}
	for (int i = -120; i < 120; i++) {
		float x = ldexpf(1.0f + (float)(i & 31) / 32, i);

		cr_assert_float_eq(fl_log2f(x), log2(x), 2e-6 * (1 + fabs(log2(x))), "log2 %g", x);
		cr_assert_eq(fl_sqrtf(x), sqrtf(x), "sqrt %g", x);
		cr_assert_float_eq(fl_powf(x, 0.7f), pow(x, 0.7f), 1e-5 * pow(x, 0.7f), "pow %g", x);
	}
	for (int i = -1000; i <= 1000; i++)
		cr_assert_eq(fl_floorf((float)i * 0.37f), floorf((float)i * 0.37f));
	cr_assert_eq(fl_floorf(1e20f), 1e20f);
	cr_assert_eq(fl_floorf(-0.25f), -1);
	cr_assert_eq(fl_sqrtf(-1), 0);
	cr_assert_eq(fl_exp2f(-200), 0);
	cr_assert_eq(fl_exp2f(1000), 3.402823466e38f);
	cr_assert_eq(fl_clampf(NAN, 1, 2), 1);
}

Test(lib, matrices)
{
	const float eye[3] = {3, 4, 5}, center[3] = {0, 0, 0}, up[3] = {0, 1, 0};
	float m[16], v[4], rows[3][3], inverse_row[3];

	/* a quarter turn about z takes x to y */
	fl_mat_identity(m);
	fl_mat_rotate_deg(m, 90, 0, 0, 2);
	fl_mat_apply(v, m, (const float[4]){1, 0, 0, 1});
	cr_assert_float_eq(v[0], 0, 1e-6);
	cr_assert_float_eq(v[1], 1, 1e-6);
	/* the last one named works first */
	fl_mat_identity(m);
	fl_mat_translate(m, 10, 0, 0);
	fl_mat_scale(m, 2, 2, 2);
	fl_mat_apply(v, m, (const float[4]){1, 1, 1, 1});
	cr_assert_float_eq(v[0], 12, 1e-6);
	/* the near plane goes to -1, the far plane to 1 (Mesa's and GL's clip space) */
	fl_mat_identity(m);
	fl_mat_perspective_deg(m, 60, 2, 1, 100);
	fl_mat_apply(v, m, (const float[4]){0, 0, -1, 1});
	cr_assert_float_eq(v[2] / v[3], -1, 1e-5);
	fl_mat_apply(v, m, (const float[4]){0, (float)(100 * tan(M_PI / 6)), -100, 1});
	cr_assert_float_eq(v[2] / v[3], 1, 1e-5);
	cr_assert_float_eq(v[1] / v[3], 1, 1e-5);
	fl_mat_identity(m);
	fl_mat_ortho(m, 0, 640, 480, 0, -1, 1);
	fl_mat_apply(v, m, (const float[4]){640, 480, 0, 1});
	cr_assert_float_eq(v[0], 1, 1e-6);
	cr_assert_float_eq(v[1], -1, 1e-6);
	/* the eye looks along -z */
	fl_mat_identity(m);
	fl_mat_look_at(m, eye, center, up);
	fl_mat_apply(v, m, (const float[4]){0, 0, 0, 1});
	cr_assert_float_eq(v[0], 0, 1e-5);
	cr_assert_float_eq(v[1], 0, 1e-5);
	cr_assert_float_eq(v[2], -sqrtf(50), 1e-5);
	/* normals: the inverse transpose; for a scale it is the scale of reciprocals */
	fl_mat_identity(m);
	fl_mat_scale(m, 2, 4, 8);
	fl_mat_normal(rows, m);
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			cr_assert_float_eq(rows[i][j], i == j ? 0.5f / (float)(1 << i) : 0, 1e-6);
	/* in general, (inverse transpose)^T * M = I */
	fl_mat_identity(m);
	fl_mat_rotate_deg(m, 33, 1, 2, 3);
	fl_mat_scale(m, 1, 3, 2);
	fl_mat_normal(rows, m);
	for (int i = 0; i < 3; i++) {
		for (int j = 0; j < 3; j++)
			inverse_row[j] = rows[j][i];
		for (int j = 0; j < 3; j++) {
			float dot = inverse_row[0] * m[j * 4] + inverse_row[1] * m[j * 4 + 1] +
				    inverse_row[2] * m[j * 4 + 2];

			cr_assert_float_eq(dot, i == j, 1e-5);
		}
	}
}

static enum fl_code count_submit(struct fl_cs *cs, struct fl_err *err)
{
	uint32_t *sum = cs->priv;

	*sum += (uint32_t)(cs->at - cs->start);
	cs->at = cs->start;
	return *sum > 5000 ? fl_fail(err, FL_TIMEOUT, "enough") : FL_OK;
}

Test(lib, command_stream_batches)
{
	uint32_t words[FL_CS_MIN_DW], sum = 0, *p;
	struct fl_cs cs;

	cr_assert_eq(fl_cs_init(&cs, words, FL_CS_MIN_DW - 1, count_submit, &sum), FL_USAGE);
	cr_assert_eq(fl_cs_init(&cs, words, FL_CS_MIN_DW, count_submit, &sum), FL_OK);
	cr_assert_eq(fl_cs_flush(&cs), FL_OK);
	cr_assert_eq(cs.batches, 0, "an empty batch is not submitted");
	for (int i = 0; i < 7; i++) {
		p = fl_cs_room(&cs, 800);
		cr_assert(p >= words && p + 800 <= words + FL_CS_MIN_DW);
		fl_cs_done(&cs, p + 600);
	}
	cr_assert_eq(cs.batches, 2);
	cr_assert_eq(sum, 3600);
	cr_assert_eq(fl_cs_flush(&cs), FL_OK);
	cr_assert_eq(sum, 4200);
	cr_assert_null(fl_cs_room(&cs, FL_CS_MIN_DW + 1));
	cr_assert_eq(cs.code, FL_USAGE);
	/* the first failure stays */
	for (int i = 0; i < 20; i++)
		fl_cs_done(&cs, fl_cs_room(&cs, 1000) + 1000);
	cr_assert_eq(cs.code, FL_USAGE);
}

/* R5xx guide 6.1: base index in dwords, bit 15 one register, count - 1 in 29:16, type in 31:30. */
Test(lib, packet_headers)
{
	uint32_t words[8], *p = r500_pm4_reg(words, 0x43e0, 5);

	cr_assert_eq(p - words, 2);
	cr_assert_eq(words[0], 0x000010f8);
	cr_assert_eq(words[1], 5);
	cr_assert_eq(*(r500_pm4_port(words, 0x2208, 16) - 1), 0x000f8882);
	cr_assert_eq(*(r500_pm4_regs(words, 0x1d98, 6) - 1), 0x00050766);
	cr_assert_eq(*(r500_pm4_pkt3(words, 0x35, 10) - 1), 0xc0093500);
}

/* No two letters look alike, none touches its neighbor, and every one but the blank has ink. */
Test(lib, font_letters_differ)
{
	for (uint32_t a = 33; a < 127; a++) {
		const uint8_t *ga = fl_font_glyph(a);
		uint8_t any = 0;

		for (unsigned y = 0; y < FL_FONT_H; y++)
			any |= ga[y];
		cr_assert_neq(any, 0, "'%c' is empty", a);
		for (uint32_t b = a + 1; b < 127; b++)
			cr_assert_neq(memcmp(ga, fl_font_glyph(b), FL_FONT_H), 0, "'%c' and '%c' look alike",
				      a, b);
	}
	for (const char *c = "ABCDEFGHIJKLMNOPRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"; *c; c++)
		for (unsigned y = 0; y < FL_FONT_H; y++)
			cr_assert_eq(fl_font_glyph((uint8_t)*c)[y] & 1, 0, "'%c' touches its neighbor", *c);
	for (unsigned y = 0; y < FL_FONT_H; y++) {
		cr_assert_eq(fl_font_glyph(' ')[y], 0);
		cr_assert_eq(fl_font_glyph(FL_SYM_BLOCK)[y], 0xff);
	}
	cr_assert_eq(fl_font_glyph(7), fl_font_glyph(FL_SYM_MISSING));
	cr_assert_eq(fl_font_glyph(0xffffffff), fl_font_glyph(FL_SYM_MISSING));
}
