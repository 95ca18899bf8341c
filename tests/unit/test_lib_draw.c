/* SPDX-License-Identifier: MIT
 *
 * Immediate mode on the model: each state, with pixels that are worked out here.
 */
#include "tests/unit/test_lib_rig.h"

/* ---- clears, scissor, rectangles: exact ---- */

static void f_clear(struct fl_stage *s)
{
	fl_clear(&s->d, FL_CLEAR_COLOR, 0x12345678, 1, 0);
	fl_scissor(&s->d, 10, 20, 30, 40);
	fl_clear(&s->d, FL_CLEAR_COLOR, 0xfedcba98, 1, 0);
	fl_scissor(&s->d, 50, 0, 0, 40); /* empty */
	fl_clear(&s->d, FL_CLEAR_COLOR, 0xffffffff, 1, 0);
	fl_scissor(&s->d, 0, 0, 0, 0);
	fl_clear(&s->d, FL_CLEAR_COLOR, 0xffffffff, 1, 0);
	fl_scissor(&s->d, -20, -10, 20, 10);
	fl_clear(&s->d, FL_CLEAR_COLOR, 0xffffffff, 1, 0);
	fl_scissor(&s->d, W, H - 1, 1, 1);
	fl_clear(&s->d, FL_CLEAR_COLOR, 0xffffffff, 1, 0);
	fl_scissor(&s->d, W - 1, H, 1, 1);
	fl_clear(&s->d, FL_CLEAR_COLOR, 0xffffffff, 1, 0);
	fl_scissor_off(&s->d);
	pixels(&s->d);
	fl_color_argb(&s->d, 0xff010203);
	rect(&s->d, 100, 7, 151, 9, 0);
}

static void c_clear(struct rig *r)
{
	for (uint32_t y = 0; y < H; y++)
		for (uint32_t x = 0; x < W; x++) {
			bool inner = x >= 10 && x < 40 && y >= 20 && y < 60;
			bool quad = x >= 100 && x < 151 && y >= 7 && y < 9;

			cr_assert_eq(rig_at(r, x, y),
				     quad    ? 0xff010203
				     : inner ? 0xfedcba98
					     : 0x12345678,
				     "(%u, %u)", x, y);
		}
}

Test(lib, draw_clear_scissor_rectangle)
{
	draw(f_clear, c_clear);
}

/* Of each function, by enum fl_func: does it pass for what is less, equal, greater? */
static const char passes[8][4] = {"000", "100", "010", "110", "001", "101", "011", "111"};

/* ---- depth: for every function, a rectangle nearer, equal and farther than what is there ---- */

static void f_depth(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;

	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, 0xff000000, 0.5f, 0);
	pixels(d);
	for (int func = 0; func < 8; func++) {
		fl_depth(d, true, (enum fl_func)func, false);
		fl_color_argb(d, 0xffffffff);
		rect(d, (float)func * 8, 0, (float)func * 8 + 8, 8, 0.25f);
		rect(d, (float)func * 8, 8, (float)func * 8 + 8, 16, 0.5f);
		rect(d, (float)func * 8, 16, (float)func * 8 + 8, 24, 0.75f);
	}
	/* written depth hides what is drawn farther away, and depth that is not written does not */
	fl_depth(d, true, FL_LESS, true);
	fl_color_argb(d, 0xffff0000);
	rect(d, 0, 32, 32, 48, 0.3f);
	fl_color_argb(d, 0xff00ff00);
	rect(d, 16, 32, 48, 48, 0.4f);
	fl_depth(d, true, FL_LESS, false);
	fl_color_argb(d, 0xffff0000);
	rect(d, 64, 32, 96, 48, 0.3f);
	fl_color_argb(d, 0xff00ff00);
	rect(d, 80, 32, 112, 48, 0.4f);
}

static void c_depth(struct rig *r)
{
	for (uint32_t func = 0; func < 8; func++)
		for (uint32_t i = 0; i < 3; i++)
			cr_assert_eq(rig_at(r, func * 8 + 4, i * 8 + 4) == 0xffffffff, passes[func][i] == '1',
				     "func %u, %u", func, i);
	cr_assert_eq(rig_at(r, 24, 40), 0xffff0000);
	cr_assert_eq(rig_at(r, 40, 40), 0xff00ff00);
	cr_assert_eq(rig_at(r, 88, 40), 0xff00ff00);
}

Test(lib, draw_depth)
{
	draw(f_depth, c_depth);
}

/* ---- stencil: reference 5 replaces; then every function against 5, under the mask 0x0f ---- */

static void f_stencil(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;

	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH | FL_CLEAR_STENCIL, 0xff000000, 1, 0xf7);
	pixels(d);
	fl_color_mask(d, false, false, false, false);
	fl_stencil(d, true, FL_ALWAYS, 5, 0xff, 0x0f); /* the upper half keeps 0xf */
	fl_stencil_op(d, FL_KEEP, FL_KEEP, FL_REPLACE_OP);
	rect(d, 0, 0, 64, 8, 0);
	fl_color_mask(d, true, true, true, true);
	fl_stencil_op(d, FL_KEEP, FL_KEEP, FL_KEEP);
	for (int func = 0; func < 8; func++)
		for (uint8_t ref = 4; ref < 7; ref++) {
			fl_stencil(d, true, (enum fl_func)func, ref, 0x0f, 0xff);
			rect(d, (float)func * 8 + (float)(ref - 4) * 2, 0,
			     (float)func * 8 + (float)(ref - 4) * 2 + 2, 8, 0);
		}
	/* all eight bits: what was not masked is still there */
	fl_stencil(d, true, FL_EQUAL, 0xf5, 0xff, 0xff);
	rect(d, 0, 4, 2, 8, 0);
}

static void c_stencil(struct rig *r)
{
	for (uint32_t func = 0; func < 8; func++)
		for (uint32_t i = 0; i < 3; i++)
			cr_assert_eq(rig_at(r, func * 8 + i * 2, 2) == 0xffffffff, passes[func][i] == '1',
				     "func %u, ref %u", func, i + 4);
	cr_assert_eq(rig_at(r, 1, 6), 0xffffffff);
}

Test(lib, draw_stencil)
{
	draw(f_stencil, c_stencil);
}

/* ---- blending, color mask, alpha test ---- */

static void f_blend(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;

	fl_clear(d, FL_CLEAR_COLOR, 0xff204060, 1, 0);
	pixels(d);
	fl_color(d, 200, 100, 50, 128);
	fl_blend(d, FL_SRC_ALPHA, FL_ONE_MINUS_SRC_ALPHA);
	rect(d, 0, 0, 16, 16, 0);
	fl_blend(d, FL_ONE, FL_ONE);
	rect(d, 16, 0, 32, 16, 0);
	fl_blend(d, FL_DST_COLOR, FL_ZERO);
	rect(d, 32, 0, 48, 16, 0);
	fl_blend(d, FL_ONE, FL_ZERO);
	rect(d, 48, 0, 64, 16, 0);
	fl_color_mask(d, true, false, true, false);
	rect(d, 64, 0, 80, 16, 0);
	fl_color_mask(d, true, true, true, true);
	for (int func = 0; func < 8; func++)
		for (uint8_t alpha = 127; alpha < 130; alpha++) {
			fl_alpha_test(d, true, (enum fl_func)func, 128);
			fl_color(d, 255, 255, 255, alpha);
			rect(d, (float)func * 8 + (float)(alpha - 127) * 2, 16,
			     (float)func * 8 + (float)(alpha - 127) * 2 + 2, 24, 0);
		}
}

static void c_blend(struct rig *r)
{
	const uint32_t src[4] = {50, 100, 200, 128}, dst[4] = {0x60, 0x40, 0x20, 0xff};
	uint32_t over = 0, sum = 0, product = 0;

	for (int i = 0; i < 4; i++) {
		uint32_t a = (uint32_t)lround(src[i] * 128 / 255.0 + dst[i] * 127 / 255.0),
			 b = src[i] + dst[i];

		over |= a << 8 * i;
		sum |= (b > 255 ? 255 : b) << 8 * i;
		product |= (uint32_t)lround(src[i] * dst[i] / 255.0) << 8 * i;
	}
	ASSERT_NEAR(r, 8, 8, over, 1);
	ASSERT_NEAR(r, 24, 8, sum, 1);
	ASSERT_NEAR(r, 40, 8, product, 1);
	cr_assert_eq(rig_at(r, 56, 8), 0x80c86432);
	cr_assert_eq(rig_at(r, 72, 8), 0xffc84032);
	for (uint32_t func = 0; func < 8; func++)
		for (uint32_t i = 0; i < 3; i++)
			cr_assert_eq((rig_at(r, func * 8 + i * 2, 20) & 0xffffff) == 0xffffff,
				     passes[func][i] == '1', "func %u, alpha %u", func, 127 + i);
}

Test(lib, draw_blend_mask_alpha)
{
	draw(f_blend, c_blend);
}

/* ---- texture: texel for texel, wrapped, filtered, environments, formats ---- */

static uint32_t texel(uint32_t x, uint32_t y)
{
	return (x * 16 + 3) << 16 | (y * 16 + 5) << 8 | (x ^ y) * 15 | (x < 8 ? 0xff000000u : 0x40000000u);
}

static void f_texture(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;
	struct fl_texture *t = s->texture;

	fl_clear(d, FL_CLEAR_COLOR, 0, 1, 0);
	pixels(d);
	for (int i = 0; i < 4; i++) {
		static const uint8_t format[4] = {FL_ARGB8888, FL_RGB565, FL_ABGR8888, FL_C8};

		cr_assert_eq(fl_stage_image(s, &t[i].image, 16, 16, (enum fl_format)format[i], texel, NULL),
			     FL_OK);
		t[i].wrap_s = i == 0 ? FL_MIRROR : FL_REPEAT;
		t[i].wrap_t = i == 2 ? FL_CLAMP : FL_REPEAT;
	}
	fl_texenv(d, 0, FL_REPLACE);
	for (int i = 0; i < 4; i++) {
		fl_texture(d, 0, &t[i]);
		/* 2 x 2 copies of the texture, wrapped: coordinates from 0 to 2 */
		fl_matrix_mode(d, FL_TEXTURE);
		fl_load_identity(d);
		fl_scale(d, 2, 2, 1);
		fl_matrix_mode(d, FL_MODELVIEW);
		rect(d, (float)i * 32, 0, (float)i * 32 + 32, 32, 0);
	}
	/* bilinear, enlarged 4 times */
	t[3] = t[0];
	t[3].linear = true;
	t[3].wrap_s = t[3].wrap_t = FL_CLAMP;
	fl_texture(d, 0, &t[3]);
	fl_matrix_mode(d, FL_TEXTURE);
	fl_load_identity(d);
	fl_matrix_mode(d, FL_MODELVIEW);
	rect(d, 0, 32, 64, 96, 0);
	/* environments */
	fl_color(d, 128, 200, 40, 100);
	fl_texture(d, 0, &t[0]);
	fl_texenv(d, 0, FL_MODULATE);
	rect(d, 64, 32, 80, 48, 0);
	fl_texenv(d, 0, FL_DECAL);
	rect(d, 80, 32, 96, 48, 0);
}

static uint32_t clamped(int x, int y)
{
	return texel((uint32_t)(x < 0 ? 0 : x > 15 ? 15 : x), (uint32_t)(y < 0 ? 0 : y > 15 ? 15 : y));
}

static void c_texture(struct rig *r)
{
	for (uint32_t y = 0; y < 32; y++)
		for (uint32_t x = 0; x < 32; x++) {
			uint32_t mirrored = x < 16 ? x : 31 - x, last = y < 16 ? y : 15;

			cr_assert_eq(rig_at(r, x, y), texel(mirrored, y % 16), "BGRA (%u, %u)", x, y);
			ASSERT_NEAR(r, 32 + x, y,
				    fl_pixel_argb(FL_RGB565, fl_pixel(FL_RGB565, texel(x % 16, y % 16))), 1);
			cr_assert_eq(rig_at(r, 64 + x, y), texel(x % 16, last), "RGBA (%u, %u)", x, y);
			cr_assert_eq(rig_at(r, 96 + x, y),
				     0xff000000 | (texel(x % 16, y % 16) >> 8 & 255) * 0x010101,
				     "C8 (%u, %u)", x, y);
		}
	/* texel centers lie at (i + 0.5) * 4; weights of at least 5 bits */
	for (int y = 0; y < 64; y++)
		for (int x = 0; x < 64; x++) {
			double u = (x + 0.5) / 4 - 0.5, v = (y + 0.5) / 4 - 0.5;
			int i = (int)floor(u), j = (int)floor(v);
			uint32_t top = mix(clamped(i, j), clamped(i + 1, j), u - i);
			uint32_t bottom = mix(clamped(i, j + 1), clamped(i + 1, j + 1), u - i);

			ASSERT_NEAR(r, x, 32 + y, mix(top, bottom, v - j), 5);
		}
	for (uint32_t y = 0; y < 16; y++)
		for (uint32_t x = 0; x < 16; x++) {
			uint32_t t = texel(x, y), modulated = 0,
				 decal = mix(0xff80c828, t | 0xff000000, (t >> 24) / 255.0);
			const uint32_t color[4] = {40, 200, 128, 100};

			for (int i = 0; i < 4; i++)
				modulated |= (uint32_t)lround((t >> 8 * i & 255) * color[i] / 255.0) << 8 * i;
			ASSERT_NEAR(r, 64 + x, 32 + y, modulated, 1);
			ASSERT_NEAR(r, 80 + x, 32 + y, (decal & 0xffffff) | 100u << 24, 1);
		}
}

Test(lib, draw_texture)
{
	draw(f_texture, c_texture);
}

/* ---- every primitive type, and primitives too long for one packet: each pixel exactly once ---- */

static void f_primitives(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;
	static const float quad[4][2] = {{0, 0}, {0, 16}, {16, 16}, {16, 0}};
	static const uint8_t triangles[6] = {0, 1, 2, 0, 2, 3}, strip[4] = {0, 1, 3, 2},
			     loop[4] = {0, 1, 2, 3};
	static const struct {
		uint8_t prim, n;
		const uint8_t *order;
	} table[] = {{FL_TRIANGLES, 6, triangles}, {FL_TRIANGLE_STRIP, 4, strip}, {FL_TRIANGLE_FAN, 4, loop},
		     {FL_QUADS, 4, loop},          {FL_QUAD_STRIP, 4, strip},     {FL_POLYGON, 4, loop}};

	fl_clear(d, FL_CLEAR_COLOR, 0, 1, 0);
	pixels(d);
	fl_blend(d, FL_ONE, FL_ONE); /* counts */
	fl_color_argb(d, 0x01010101);
	for (int i = 0; i < 6; i++) {
		fl_begin(d, (enum fl_prim)table[i].prim);
		for (int v = 0; v < table[i].n; v++)
			fl_vertex(d, (float)i * 16 + quad[table[i].order[v]][0], quad[table[i].order[v]][1],
				  0);
		fl_end(d);
	}
	/* more vertices than a packet or a batch holds: 16,384 points, four times over the same 64 x 64, as
	 * points */
	fl_begin(d, FL_POINTS);
	for (int i = 0; i < 16384; i++)
		fl_vertex(d, (float)(i % 64) + 0.5f, 16.5f + (float)(i / 64 % 64), 0);
	fl_end(d);
	/* triangle and quad strips that run up and down columns of a pixel, 64 columns of 40 steps each */
	for (int kind = 0; kind < 2; kind++) {
		fl_begin(d, kind ? FL_QUAD_STRIP : FL_TRIANGLE_STRIP);
		for (int i = 0; i <= 10000; i++) {
			float y = 16 + (float)i * 0.01f;

			fl_vertex(d, 64 + (float)kind * 32, y, 0);
			fl_vertex(d, 80 + (float)kind * 32, y, 0);
		}
		fl_end(d);
	}
	/* a fan of 9,000 slivers: the lower half of a square */
	fl_begin(d, FL_TRIANGLE_FAN);
	fl_vertex(d, 144, 16, 0);
	for (int i = 0; i <= 9000; i++)
		fl_vertex(d, 144 + 32 * (float)i / 9000, 48, 0);
	fl_end(d);
	/* quads and triangles, 5,000 of each on one pixel column: row i % 40 */
	fl_begin(d, FL_QUADS);
	for (int i = 0; i < 5000; i++) {
		float y = 60 + (float)(i % 40);

		fl_vertex(d, 144, y, 0);
		fl_vertex(d, 144, y + 1, 0);
		fl_vertex(d, 146, y + 1, 0);
		fl_vertex(d, 146, y, 0);
	}
	fl_end(d);
	fl_begin(d, FL_TRIANGLES);
	for (int i = 0; i < 5000; i++) {
		float y = 60 + (float)(i % 40);

		fl_vertex(d, 150, y, 0);
		fl_vertex(d, 150, y + 2, 0);
		fl_vertex(d, 152, y, 0);
	}
	fl_end(d);
}

static void c_primitives(struct rig *r)
{
	for (uint32_t y = 0; y < 16; y++)
		for (uint32_t x = 0; x < 96; x++)
			cr_assert_eq(rig_at(r, x, y), 0x01010101, "primitive %u at (%u, %u): 0x%08x", x / 16,
				     x % 16, y, rig_at(r, x, y));
	for (uint32_t y = 16; y < 80; y++)
		for (uint32_t x = 0; x < 64; x++)
			cr_assert_eq(rig_at(r, x, y), 0x04040404, "points at (%u, %u)", x, y);
	for (uint32_t y = 16; y < 116; y++)
		for (uint32_t x = 64; x < 128; x++)
			cr_assert_eq(rig_at(r, x, y), x % 32 < 16 ? 0x01010101 : 0,
				     "strips at (%u, %u): 0x%08x", x, y, rig_at(r, x, y));
	/* inside the fan, away from its edges */
	for (uint32_t y = 18; y < 48; y++)
		for (uint32_t x = 145; x < 144 + y - 16 - 1; x++)
			cr_assert_eq(rig_at(r, x, y), 0x01010101, "fan at (%u, %u): 0x%08x", x, y,
				     rig_at(r, x, y));
	for (uint32_t y = 60; y < 100; y++)
		cr_assert_eq(rig_at(r, 145, y), 125 * 0x01010101u, "quads in row %u: 0x%08x", y,
			     rig_at(r, 145, y));
	/* a triangle covers (150.5, y + 0.5) and, on its edge, nothing else of that column but row y + 1's
	 * left pixel */
	cr_assert_eq(rig_at(r, 150, 60) & 255, 125);
}

Test(lib, draw_primitives_and_splitting)
{
	draw(f_primitives, c_primitives);
}

/* ---- lines: a loop is closed, also when it had to be split ---- */

static void f_lines(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;

	fl_clear(d, FL_CLEAR_COLOR, 0xff000000, 1, 0);
	pixels(d);
	fl_color_argb(d, 0xffffffff);
	fl_begin(d, FL_LINE_LOOP);
	fl_vertex(d, 10.5f, 10.5f, 0);
	fl_vertex(d, 40.5f, 10.5f, 0);
	fl_vertex(d, 40.5f, 40.5f, 0);
	fl_vertex(d, 10.5f, 40.5f, 0);
	fl_end(d);
	fl_begin(d, FL_LINE_LOOP);
	/* to and fro along the top, to and fro along the bottom, and the closing edge */
	for (int i = 0; i < 9000; i++)
		fl_vertex(d, (i + (i >= 4500)) & 1 ? 160.5f : 60.5f, i < 4500 ? 20.5f : 60.5f, 0);
	fl_end(d);
}

static void c_lines(struct rig *r)
{
	for (uint32_t i = 12; i < 39; i++) {
		cr_assert_eq(rig_at(r, i, 10), 0xffffffff);
		cr_assert_eq(rig_at(r, i, 40), 0xffffffff);
		cr_assert_eq(rig_at(r, 10, i), 0xffffffff, "the loop is open at row %u", i);
		cr_assert_eq(rig_at(r, 40, i), 0xffffffff);
		cr_assert_eq(rig_at(r, i, 25), 0xff000000);
	}
	for (uint32_t x = 62; x < 159; x++) {
		cr_assert_eq(rig_at(r, x, 20), 0xffffffff);
		cr_assert_eq(rig_at(r, x, 60), 0xffffffff);
		cr_assert_eq(rig_at(r, x, 40), 0xff000000);
	}
	for (uint32_t y = 22; y < 59; y++)
		cr_assert_eq(rig_at(r, 60, y), 0xffffffff, "the long loop is open at row %u", y);
}

Test(lib, draw_lines)
{
	draw(f_lines, c_lines);
}

/* ---- culling, flat shading, smooth shading ---- */

static void f_shade(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;

	fl_clear(d, FL_CLEAR_COLOR, 0xff000000, 1, 0);
	pixels(d);
	fl_color_argb(d, 0xffffffff);
	for (int cull = 0; cull < 3; cull++)
		for (int turn = 0; turn < 2; turn++) {
			float x = (float)cull * 32 + (float)turn * 16, far_y = turn ? 0 : 16;

			fl_cull(d, (enum fl_face)cull);
			/* x right, y down: (0, 0), (0, 16), (16, 0) is counter-clockwise on the screen */
			fl_begin(d, FL_TRIANGLES);
			fl_vertex(d, x, 0, 0);
			fl_vertex(d, turn ? x + 16 : x, far_y, 0);
			fl_vertex(d, turn ? x : x + 16, turn ? 16 : 0, 0);
			fl_end(d);
		}
	fl_cull(d, FL_CULL_NONE);
	fl_flat(d, true);
	fl_begin(d, FL_TRIANGLE_STRIP);
	for (uint32_t i = 0; i < 6; i++) {
		fl_color_argb(d, 0xff000000u | 0x202020 * (i + 1));
		fl_vertex(d, (float)(i / 2) * 16, i % 2 ? 48 : 32, 0);
	}
	fl_end(d);
	fl_flat(d, false);
	fl_begin(d, FL_QUADS);
	fl_color_argb(d, 0xff0000ff);
	fl_vertex(d, 0, 64, 0);
	fl_vertex(d, 0, 80, 0);
	fl_color_argb(d, 0xffff0000);
	fl_vertex(d, 128, 80, 0);
	fl_vertex(d, 128, 64, 0);
	fl_end(d);
}

static void c_shade(struct rig *r)
{
	/* FL_CULL_NONE shows both, _FRONT the clockwise one, _BACK the other */
	static const bool visible[6] = {true, true, false, true, true, false};

	for (uint32_t i = 0; i < 6; i++)
		cr_assert_eq(rig_at(r, i * 16 + 4, 4) == 0xffffffff, visible[i], "triangle %u", i);
	/* triangle i has its last vertex's color, i + 2 */
	for (uint32_t i = 0; i < 4; i++)
		cr_assert_eq(rig_at(r, i / 2 * 16 + (i % 2 ? 12 : 4), i % 2 ? 44 : 36),
			     0xff000000u | 0x202020 * (i + 3), "triangle %u", i);
	for (uint32_t x = 0; x < 128; x++)
		ASSERT_NEAR(r, x, 72, mix(0xff0000ff, 0xffff0000, (x + 0.5) / 128), 1);
}

Test(lib, draw_cull_flat_smooth)
{
	draw(f_shade, c_shade);
}

/* ---- light and fog ---- */

static const float ambient[3] = {0.1f, 0.2f, 0.3f}, diffuse[3] = {0.6f, 0.5f, 0.4f},
		   specular[3] = {0.3f, 0.2f, 0.1f};

static void f_light(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;

	fl_clear(d, FL_CLEAR_COLOR, 0xff000000, 1, 0);
	pixels(d);
	fl_lighting(d, true);
	fl_light_position(d, 0, 0, 3, 4, 0);
	fl_light_color(d, 0, ambient, diffuse, specular);
	fl_ambient(d, (const float[3]){0, 0, 0});
	fl_material(d, &(struct fl_material){.specular = {1, 1, 1}, .shininess = 10});
	fl_color_argb(d, 0xffc08040);
	for (int i = 0; i < 8; i++) {
		float a = (float)i * 0.5f; /* turning from z to y and beyond; lengths differ */

		fl_normal(d, 0, sinf(a) * (float)(i + 1), cosf(a) * (float)(i + 1));
		rect(d, (float)i * 16, 0, (float)i * 16 + 16, 16, 0);
	}
	/* the normal turns with the modelview matrix: z by a quarter about x becomes -y, away from the
	 * light */
	fl_rotate(d, 90, 1, 0, 0);
	fl_normal(d, 0, 0, 1);
	fl_begin(d, FL_QUADS);
	fl_vertex(d, 0, 0, -16);
	fl_vertex(d, 0, 0, -32);
	fl_vertex(d, 16, 0, -32);
	fl_vertex(d, 16, 0, -16);
	fl_end(d);
	fl_lighting(d, false);

	/* fog from distance 2 to 10; eye space looks along -z, depth does not matter here */
	fl_load_identity(d);
	fl_fog(d, true, 2, 10, 0xff4060a0);
	for (int i = 0; i < 8; i++) {
		fl_matrix_mode(d, FL_PROJECTION);
		fl_load_identity(d);
		fl_ortho(d, 0, W, H, 0, -20, 20);
		fl_matrix_mode(d, FL_MODELVIEW);
		rect(d, (float)i * 16, 64, (float)i * 16 + 16, 80, -2 * (float)i);
	}
	/* and over a texture */
	cr_assert_eq(fl_stage_image(s, &s->texture[0].image, 16, 16, FL_ARGB8888, texel, NULL), FL_OK);
	s->texture[0].wrap_s = s->texture[0].wrap_t = FL_CLAMP;
	fl_texture(d, 0, &s->texture[0]);
	fl_texenv(d, 0, FL_REPLACE);
	rect(d, 0, 80, 16, 96, -6);
	fl_texenv(d, 0, FL_MODULATE);
	fl_color_argb(d, 0xffffffff);
	rect(d, 16, 80, 32, 96, -6);
}

static uint32_t lit(double ny, double nz)
{
	static const double color[3] = {0xc0 / 255.0, 0x80 / 255.0, 0x40 / 255.0};
	double h = sqrt(0.6 * 0.6 + 1.8 * 1.8), d = fmax(0, ny * 0.6 + nz * 0.8),
	       dot_h = (ny * 0.6 + nz * 1.8) / h;
	uint32_t out = 0xff000000;

	for (int i = 0; i < 3; i++) {
		double v = color[i] * ((double)ambient[i] + (double)diffuse[i] * d) +
			   (d > 0 ? (double)specular[i] * pow(fmax(0, dot_h), 10) : 0);

		out |= (uint32_t)lround(fmin(1, v) * 255) << (16 - 8 * i);
	}
	return out;
}

static void c_light(struct rig *r)
{
	for (uint32_t i = 0; i < 8; i++)
		ASSERT_NEAR(r, i * 16 + 8, 8, lit(sin(i * 0.5), cos(i * 0.5)), 2);
	ASSERT_NEAR(r, 8, 24, lit(-1, 0), 2);
	for (uint32_t i = 0; i < 8; i++)
		ASSERT_NEAR(r, i * 16 + 8, 72,
			    mix(0xffc08040, 0xff4060a0, fmin(1, fmax(0, (2.0 * i - 2) / 8))), 2);
	for (uint32_t y = 0; y < 16; y++)
		for (uint32_t x = 0; x < 16; x++) {
			uint32_t want =
			    (mix(texel(x, y), 0xff4060a0, 0.5) & 0xffffff) | (texel(x, y) & 0xff000000);

			ASSERT_NEAR(r, x, 80 + y, want, 2);
			ASSERT_NEAR(r, 16 + x, 80 + y, want, 2);
		}
}

Test(lib, draw_light_fog)
{
	draw(f_light, c_light);
}

/* ---- viewport, depth range, polygon offset, points, 2D over 3D, a target as a texture ---- */

static void f_place(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;

	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, 0xff000000, 1, 0);
	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
	fl_viewport(d, 16, 32, 64, 16);
	fl_color_argb(d, 0xff00ff00);
	rect(d, -1, -1, 1, 1, 0); /* fills the viewport */
	fl_color_argb(d, 0xff0000ff);
	rect(d, 0, 0, 1, 1, 0); /* its upper right quarter: y points up */
	fl_viewport(d, 0, 0, W, H);
	pixels(d);
	/* the same depth twice, the second nearer by an offset */
	fl_depth(d, true, FL_LESS, true);
	rect(d, 100, 0, 116, 16, 0.5f);
	fl_color_argb(d, 0xffff0000);
	rect(d, 100, 0, 116, 8, 0.5f);
	fl_polygon_offset(d, 0, -4);
	rect(d, 100, 8, 116, 16, 0.5f);
	fl_polygon_offset(d, 0, 0);
	fl_depth(d, false, FL_ALWAYS, false);
	fl_point_size(d, 5);
	fl_begin(d, FL_POINTS);
	fl_vertex(d, 140.5f, 10.5f, 0);
	fl_end(d);

	/* what was drawn, as a texture, beside it */
	fl_draw_finish(d);
	s->texture[0] = (struct fl_texture){.image = s->screen, .wrap_s = FL_CLAMP, .wrap_t = FL_CLAMP};
	fl_texture(d, 0, &s->texture[0]);
	fl_texenv(d, 0, FL_REPLACE);
	fl_matrix_mode(d, FL_TEXTURE);
	fl_load_identity(d);
	fl_translate(d, 16.0f / W, 32.0f / H, 0);
	fl_scale(d, 64.0f / W, 16.0f / H, 1);
	rect(d, 16, 64, 80, 80, 0);
	fl_texture(d, 0, NULL);

	/* the 2D engine copies what the 3D engine drew, and writes over it */
	fl_stage_3d_done(s);
	fl_blit(&s->g, &s->screen, 16, 32, 100, 32, 64, 16);
	fl_fill_rect(&s->g, 110, 36, 4, 4, 0xffffffff);
}

static void c_place(struct rig *r)
{
	for (uint32_t y = 24; y < 56; y++)
		for (uint32_t x = 0; x < 96; x++) {
			bool in = x >= 16 && x < 80 && y >= 32 && y < 48, quarter = in && x >= 48 && y < 40;
			uint32_t want = quarter ? 0xff0000ff : in ? 0xff00ff00 : 0xff000000;

			cr_assert_eq(rig_at(r, x, y), want, "(%u, %u): 0x%08x", x, y, rig_at(r, x, y));
			if (in) {
				cr_assert_eq(rig_at(r, x, y + 32), want, "as a texture (%u, %u): 0x%08x", x,
					     y, rig_at(r, x, y + 32));
				if (!(x >= 26 && x < 30 && y >= 36 && y < 40))
					cr_assert_eq(rig_at(r, x + 84, y), want, "copied (%u, %u)", x, y);
			}
		}
	cr_assert_eq(rig_at(r, 111, 37), 0xffffffff);
	cr_assert_eq(rig_at(r, 108, 4), 0xff0000ff);
	cr_assert_eq(rig_at(r, 108, 12), 0xffff0000);
	for (uint32_t y = 4; y < 17; y++)
		for (uint32_t x = 134; x < 147; x++)
			cr_assert_eq(rig_at(r, x, y) == 0xffff0000, x >= 138 && x < 143 && y >= 8 && y < 13,
				     "point at (%u, %u)", x, y);
}

Test(lib, draw_viewport_offset_points_engines)
{
	draw(f_place, c_place);
}
