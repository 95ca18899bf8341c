/* SPDX-License-Identifier: MIT
 *
 * Immediate mode on the model: what decides which pixels there are: polygon modes, lines, points, clip
 * planes; and counting them.
 */
#include "tests/unit/test_lib_rig.h"

/* ---- polygon modes, by side ---- */

/* Corners on middles of pixels: 20 wide, 16 high; back is wound the other way. */
static void quad(struct fl_draw *d, bool back, float x, float y)
{
	fl_begin(d, FL_QUADS);
	fl_vertex(d, x, y, 0);
	fl_vertex(d, back ? x + 20 : x, back ? y : y + 16, 0);
	fl_vertex(d, x + 20, y + 16, 0);
	fl_vertex(d, back ? x : x + 20, back ? y + 16 : y, 0);
	fl_end(d);
}

static void f_modes(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;

	fl_clear(d, FL_CLEAR_COLOR, 0, 1, 0);
	pixels(d);
	fl_point_size(d, 3);
	fl_color_argb(d, 0xffffffff);
	for (int front = 0; front < 3; front++)
		for (int back = 0; back < 3; back++) {
			float x = (float)(30 * front) + 4.5f, y = (float)(40 * back) + 4.5f;

			fl_polygon_mode(d, FL_FRONT, (enum fl_polygon_mode)front);
			fl_polygon_mode(d, FL_BACK, (enum fl_polygon_mode)back);
			quad(d, false, x, y);
			quad(d, true, x + 90, y);
		}
	/* both again; and a clear is not an outline */
	fl_polygon_mode(d, FL_BOTH, FL_OUTLINE);
	fl_scissor(d, 180, 0, 4, 4);
	fl_clear(d, FL_CLEAR_COLOR, 0xff00ff00, 1, 0);
	fl_scissor_off(d);
}

static void c_modes(struct rig *r)
{
	for (int k = 0; k < 18; k++) {
		int mode = k < 9 ? k / 3 : k % 3, x0 = 30 * (k % 9 / 3) + (k < 9 ? 0 : 90), y0 = 40 * (k % 3);

		for (int y = 0; y < 28; y++)
			for (int x = 0; x < 30; x++) {
				/* the corners are pixels 4 and 24, 4 and 20 */
				int left = abs(x - 4), right = abs(x - 24), top = abs(y - 4),
				    bottom = abs(y - 20);
				bool corner = (left <= 1 || right <= 1) && (top <= 1 || bottom <= 1);
				bool edge = ((!left || !right) && y > 4 && y < 20) ||
					    ((!top || !bottom) && x > 4 && x < 24);
				bool inside = x >= 5 && x < 24 && y >= 5 && y < 20, want = false;

				if (mode == FL_FILL && (left == 0 || right == 0 || top == 0 || bottom == 0))
					continue; /* edges through middles of pixels: the rule for them has
						     its own tests */
				if (mode == FL_OUTLINE && corner)
					continue;
				want = mode == FL_FILL ? inside : mode == FL_OUTLINE ? edge : corner;
				cr_assert_eq(rig_at(r, (uint32_t)(x0 + x), (uint32_t)(y0 + y)),
					     want ? 0xffffffff : 0, "quad %d, mode %d, (%d, %d)", k, mode, x,
					     y);
			}
	}
	cr_assert_eq(rig_at(r, 181, 1), 0xff00ff00);
}

Test(lib, raster_polygon_modes)
{
	draw(f_modes, c_modes);
}

/* ---- widths of lines, sizes of points ---- */

static void f_widths(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;

	fl_clear(d, FL_CLEAR_COLOR, 0, 1, 0);
	pixels(d);
	for (int w = 1; w <= 7; w++) {
		float at = (float)(16 * w) - 7.5f;

		fl_line_width(d, (float)w);
		fl_begin(d, FL_LINES);
		fl_vertex(d, 4.5f, at, 0);
		fl_vertex(d, 30.5f, at, 0);
		fl_vertex(d, 40 + at, 4.5f, 0);
		fl_vertex(d, 40 + at, 30.5f, 0);
		fl_end(d);
		/* odd sizes about a middle of a pixel, even ones about a corner */
		fl_point_size(d, (float)w);
		fl_begin(d, FL_POINTS);
		fl_vertex(d, 40 + at + (w % 2 ? 0 : 0.5f), 64.5f + (w % 2 ? 0 : 0.5f), 0);
		fl_end(d);
	}
}

static void c_widths(struct rig *r)
{
	for (uint32_t w = 1; w <= 7; w++) {
		uint32_t rows = 0, columns = 0, area = 0, at = 16 * w - 8;

		for (uint32_t i = 0; i < 16; i++) {
			rows += rig_at(r, 20, at - 8 + i) != 0;
			columns += rig_at(r, 40 + at - 8 + i, 20) != 0;
			for (uint32_t k = 0; k < 16; k++) {
				bool on = rig_at(r, 40 + at - 8 + i, 56 + k) != 0;
				uint32_t first = 8 - (w - 1) / 2;

				area += on;
				cr_assert_eq(on, i >= first && i < first + w && k >= first && k < first + w,
					     "point of %u: (%u, %u)", w, i, k);
			}
		}
		cr_assert_eq(rows, w, "a line of %u: %u rows", w, rows);
		cr_assert_eq(columns, w, "a line of %u: %u columns", w, columns);
		cr_assert_eq(area, w * w);
		cr_assert(rig_at(r, 20, at) && rig_at(r, 40 + at, 20));
	}
}

Test(lib, raster_widths)
{
	draw(f_widths, c_widths);
}

/* ---- clip planes ---- */

/* Six planes that make a hexagon about (50, 50) in object space, which lies turned and shifted on the
 * screen. */
static const float center[2] = {50, 50};
enum { INNER = 30 };

static void hexagon(int i, float plane[4])
{
	float a = (float)i * 1.04719755f + 0.1f;

	plane[0] = -cosf(a);
	plane[1] = -sinf(a);
	plane[2] = 0;
	plane[3] = INNER + cosf(a) * center[0] + sinf(a) * center[1];
}

static void f_clip(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;
	float plane[4];

	fl_clear(d, FL_CLEAR_COLOR, 0, 1, 0);
	pixels(d);
	fl_color_argb(d, 0xffffffff);
	/* object (x, y) goes to (x + 5, y - 3), and turned by a quarter: 90 further right */
	fl_push_matrix(d);
	fl_translate(d, 5, -3, 0);
	for (uint32_t i = 0; i < FL_CLIP_PLANES; i++) {
		hexagon((int)i, plane);
		fl_clip_plane(d, i, plane);
	}
	fl_pop_matrix(d); /* the planes stay where they are */
	rect(d, 0, 0, 100, 128, 0);
	fl_translate(d, 190, 0, 0);
	fl_rotate(d, 90, 0, 0, 1);
	for (uint32_t i = 0; i < FL_CLIP_PLANES; i++) {
		hexagon((int)i, plane);
		fl_clip_plane(d, i, plane);
	}
	rect(d, 0, 0, 100, 90, 0); /* x from 100 to 190 on the screen */
	fl_load_identity(d);
	for (uint32_t i = 0; i < FL_CLIP_PLANES; i++)
		fl_clip_plane(d, i, NULL);
	rect(d, 0, 120, 192, 128, 0);
}

static bool in_hexagon(double x, double y, bool *near_edge)
{
	bool in = true;

	*near_edge = false;
	for (int i = 0; i < 6; i++) {
		float p[4];
		double v;

		hexagon(i, p);
		v = (double)p[0] * x + (double)p[1] * y + (double)p[3];
		in = in && v >= 0;
		*near_edge |= fabs(v) < 0.2; /* corners are snapped to 1/12 pixel */
	}
	return in;
}

static void c_clip(struct rig *r)
{
	for (uint32_t y = 0; y < 120; y++)
		for (uint32_t x = 0; x < 190; x++) {
			bool near_edge, left = x < 100;
			/* back to object space */
			double ox = left ? x + 0.5 - 5 : y + 0.5, oy = left ? y + 0.5 + 3 : 190 - (x + 0.5);
			bool want = in_hexagon(ox, oy, &near_edge) && (left || y < 100);

			if (!near_edge)
				cr_assert_eq(rig_at(r, x, y) != 0, want, "(%u, %u)", x, y);
		}
	cr_assert_eq(rig_at(r, 0, 124), 0xffffffff);
	cr_assert_eq(rig_at(r, 191, 124), 0xffffffff);
}

Test(lib, raster_clip_planes)
{
	draw(f_clip, c_clip);
}

/* A floor at y = -2 in perspective: the plane z >= -8 in eye space ends it at row 64 + 64 * 2 / 8 = 80. Lines
 * too, and points by their middle. */
static void f_clip_eye(struct fl_stage *s)
{
	static const float nearer[4] = {0, 0, 1, 8};
	struct fl_draw *d = &s->d;

	fl_clear(d, FL_CLEAR_COLOR, 0, 1, 0);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
	fl_clip_plane(d, 3, nearer);
	fl_matrix_mode(d, FL_PROJECTION); /* after the plane: it lies in eye space */
	fl_load_identity(d);
	fl_perspective(d, 90, (float)W / H, 1, 100);
	fl_begin(d, FL_QUADS);
	fl_vertex(d, -40, -2, -2);
	fl_vertex(d, 0, -2, -2);
	fl_vertex(d, 0, -2, -32);
	fl_vertex(d, -40, -2, -32);
	fl_end(d);
	/* x = z / -4: it runs down the screen at column 96 + 16, from row 68 to 128 */
	fl_begin(d, FL_LINES);
	fl_vertex(d, 8, -2, -32);
	fl_vertex(d, 0.5f, -2, -2);
	fl_end(d);
	fl_point_size(d, 5);
	fl_begin(d, FL_POINTS);
	fl_vertex(d, 4, 4, -7.9f);
	fl_vertex(d, -4, 4, -8.1f);
	fl_end(d);
}

static void c_clip_eye(struct rig *r)
{
	for (uint32_t y = 0; y < 128; y++) {
		if (y != 79 && y != 80)
			cr_assert_eq(rig_at(r, 90, y) != 0, y > 80, "floor, row %u", y);
	}
	uint32_t rows = 0, points = 0;

	for (uint32_t y = 64; y < 128; y++)
		for (uint32_t x = 97; x < 192; x++) {
			rows += rig_at(r, x, y) != 0;
			if (y < 79)
				cr_assert_eq(rig_at(r, x, y), 0, "a line at (%u, %u)", x, y);
		}
	cr_assert(rows >= 47 && rows <= 49, "%u pixels of the line", rows);
	for (uint32_t y = 0; y < 60; y++)
		for (uint32_t x = 0; x < 192; x++)
			points += rig_at(r, x, y) != 0;
	cr_assert_eq(points, 25);
}

Test(lib, raster_clip_plane_in_eye_space)
{
	draw(f_clip_eye, c_clip_eye);
}

/* ---- occlusion: areas, over all pipes ---- */

static uint64_t counts_B[4];
static uint32_t words;

static void f_count(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;

	words = fl_occlusion_words(d);
	for (int i = 0; i < 4; i++)
		cr_assert_eq(fl_vram_alloc(&s->vram, 4ull * words, 4, &counts_B[i], NULL), FL_OK);
	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH | FL_CLEAR_STENCIL, 0, 0.5f, 3);
	pixels(d);
	rect(d, 0, 0, 100, 100, 0); /* not counted */
	fl_depth(d, true, FL_LESS, true);
	fl_occlusion_begin(d);
	rect(d, 3, 5, 67, 78, 0.25f);  /* 64 x 73 */
	rect(d, 3, 5, 67, 78, 0.25f);  /* not less */
	rect(d, 60, 70, 97, 91, 0.4f); /* 37 x 21, of which 7 x 8 lie behind the first one */
	fl_occlusion_end(d, counts_B[0]);
	rect(d, 100, 0, 192, 128, 0.1f); /* not counted */
	fl_occlusion_begin(d);
	fl_occlusion_end(d, counts_B[1]);
	/* stencil counts, and so does the alpha test; the color mask does not */
	fl_depth(d, false, FL_ALWAYS, false);
	fl_stencil(d, true, FL_EQUAL, 4, 0xff, 0xff);
	fl_occlusion_begin(d);
	rect(d, 0, 0, 50, 50, 0);
	fl_occlusion_end(d, counts_B[2]);
	fl_stencil(d, false, FL_ALWAYS, 0, 0, 0);
	fl_depth(d, true, FL_ALWAYS, true);
	fl_color_mask(d, false, false, false, false);
	fl_occlusion_begin(d);
	rect(d, 1, 2, 18, 21, 0); /* 17 x 19 */
	fl_alpha_test(d, true, FL_LESS, 10);
	rect(d, 0, 0, 50, 50, 0); /* alpha is 255 */
	fl_occlusion_end(d, counts_B[3]);
}

static uint32_t sum(struct rig *r, int i)
{
	uint32_t v[4] = {0}, n = 0;

	fl_vram_read(&r->dev, counts_B[i], v, 4ull * words);
	for (uint32_t k = 0; k < words; k++) {
		if (i == 0)
			cr_assert_gt(v[k], 0, "pipe %u has counted nothing", k);
		n += v[k];
	}
	return n;
}

static void c_count(struct rig *r)
{
	cr_assert_eq(sum(r, 0), 64 * 73 + 37 * 21 - 7 * 8);
	cr_assert_eq(sum(r, 1), 0);
	cr_assert_eq(sum(r, 2), 0);
	cr_assert_eq(sum(r, 3), 17 * 19);
}

Test(lib, raster_occlusion)
{
	static const struct {
		const char *chip;
		uint32_t words;
	} chips[] = {{"r580", 4}, {"rv530", 2}, {"rv515", 1}};

	for (int i = 0; i < 3; i++) {
		draw_on(chips[i].chip, f_count, c_count);
		cr_assert_eq(words, chips[i].words, "%s: %u counters", chips[i].chip, words);
	}
}

/* ---- stippled lines: bit k / repeat of the pattern for pixel k ---- */

static const struct {
	uint16_t pattern, repeat;
	bool corners; /* the line begins at a corner of a pixel, not in its middle */
} stipples[] = {{0xffff, 1, false}, {0x0001, 1, false}, {0x8000, 1, true},
		{0x5555, 1, false}, {0xf0c3, 1, true},  {0x5a0f, 3, false},
		{0x0007, 7, true},  {0x1234, 2, false}, {0xaaaa, 256, true}};
enum { STIPPLES = sizeof(stipples) / sizeof(stipples[0]) };

static void f_stipple(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;

	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, 0, 1, 0);
	pixels(d);
	fl_depth(d, true, FL_LESS, true);
	fl_color_argb(d, 0xffffffff);
	for (int i = 0; i < STIPPLES; i++) {
		float x = stipples[i].corners ? 4 : 4.5f, y = (float)(2 * i) + 0.5f;

		fl_line_stipple(d, stipples[i].repeat, stipples[i].pattern);
		fl_begin(d, FL_LINES);
		fl_vertex(d, x, y, 0.5f);
		fl_vertex(d, x + 170, y, 0.5f);
		/* downwards, and the second line of a pair begins anew */
		fl_vertex(d, 178.5f + (float)i, stipples[i].corners ? 4 : 4.5f, 0.5f);
		fl_vertex(d, 178.5f + (float)i, 100, 0.5f);
		fl_end(d);
	}
	/* what was thrown away left no depth */
	fl_line_stipple(d, 0, 0);
	fl_color_argb(d, 0xff0000ff);
	rect(d, 0, 0, 176, 8, 0.75f);
	fl_depth(d, false, FL_ALWAYS, false);
	/* a strip goes on where its corner is: 10 pixels right, 10 down; and then, with a texture and fog,
	 * again from its beginning */
	fl_color_argb(d, 0xffffffff);
	fl_line_stipple(d, 1, 0x0ff0);
	for (int i = 0; i < 2; i++) {
		fl_begin(d, FL_LINE_STRIP);
		fl_vertex(d, 20.5f + 40 * (float)i, 60.5f, 0);
		fl_vertex(d, 30.5f + 40 * (float)i, 60.5f, 0);
		fl_vertex(d, 30.5f + 40 * (float)i, 80.5f, 0);
		fl_end(d);
		fl_fog(d, true, 100, 200, 0xff000000);
	}
	fl_fog(d, false, 0, 1, 0);
	/* neither triangles nor points are stippled */
	rect(d, 100, 60, 140, 64, 0);
	fl_begin(d, FL_POINTS);
	for (int i = 0; i < 40; i++)
		fl_vertex(d, 100.5f + (float)i, 70.5f, 0);
	fl_end(d);
}

static void c_stipple(struct rig *r)
{
	for (uint32_t i = 0; i < STIPPLES; i++) {
		for (uint32_t k = 0; k < 169; k++) {
			bool want = stipples[i].pattern >> (k / stipples[i].repeat % 16) & 1;
			uint32_t across = rig_at(r, 4 + k, 2 * i);

			cr_assert_eq(across,
				     want    ? 0xffffffff
				     : i < 4 ? 0xff0000ff
					     : 0,
				     "pattern %u, pixel %u: 0x%08x", i, k, across);
			if (k < 94)
				cr_assert_eq(rig_at(r, 178 + i, 4 + k) != 0, want,
					     "pattern %u downwards, pixel %u", i, k);
		}
	}
	for (uint32_t i = 0; i < 2; i++)
		for (uint32_t k = 0; k < 30; k++) {
			bool want = 0x0ff0 >> (k % 16) & 1;
			uint32_t x = 20 + 40 * i + (k < 10 ? k : 10), y = 60 + (k < 10 ? 0 : k - 10);

			if (k != 10) /* the corner belongs to one of the two */
				cr_assert_eq(rig_at(r, x, y) != 0, want, "strip %u, pixel %u", i, k);
		}
	for (uint32_t x = 100; x < 140; x++)
		cr_assert(rig_at(r, x, 62) == 0xffffffff && rig_at(r, x, 70) == 0xffffffff, "column %u", x);
}

Test(lib, raster_line_stipple)
{
	draw(f_stipple, c_stipple);
}

/* ---- a strip of more vertices than a command buffer holds: its pattern goes on from one to the next ---- */
enum { SNAKE_W = 180, SNAKE_ROWS = 50, SNAKE_PATTERN = 0x2c57, SNAKE_REPEAT = 3 };

/* Where its vertex k is: a pixel further than the one before it, to the right, two down, to the left. */
static void snake(int k, int *x, int *y)
{
	const int row = k / (SNAKE_W + 1), in = k % (SNAKE_W + 1), along = in < SNAKE_W ? in : SNAKE_W - 1;

	*x = 4 + (row & 1 ? SNAKE_W - 1 - along : along);
	*y = 2 + 2 * row + (in - along);
}

static void f_snake(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;
	int x, y;

	fl_clear(d, FL_CLEAR_COLOR, 0, 1, 0);
	pixels(d);
	fl_color_argb(d, 0xffffffff);
	fl_line_stipple(d, SNAKE_REPEAT, SNAKE_PATTERN);
	/* closed, from below it; and a strip that begins anew */
	for (int loop = 1; loop >= 0; loop--) {
		fl_begin(d, loop ? FL_LINE_LOOP : FL_LINE_STRIP);
		for (int k = 0; k < SNAKE_ROWS * (SNAKE_W + 1); k++) {
			snake(k, &x, &y);
			fl_vertex(d, (float)x + 0.5f, (float)y + 0.5f, 0);
		}
		fl_end(d);
		if (loop)
			fl_clear(d, FL_CLEAR_COLOR, 0, 1, 0);
	}
}

static void c_snake(struct rig *r)
{
	for (int k = 0; k < SNAKE_ROWS * (SNAKE_W + 1) - 1; k++) {
		int x, y;

		snake(k, &x, &y);
		cr_assert_eq(rig_at(r, (uint32_t)x, (uint32_t)y) != 0,
			     SNAKE_PATTERN >> (k / SNAKE_REPEAT % 16) & 1, "step %d, at (%d, %d)", k, x, y);
	}
}

Test(lib, raster_line_stipple_of_long_strips)
{
	draw(f_snake, c_snake);
}

/* ---- sprites: the coordinate over each point, whatever the vertices and the texture matrix say; other
 * primitives have their own --- */

static void f_sprite(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;

	fl_clear(d, FL_CLEAR_COLOR, 0, 1, 0);
	pixels(d);
	grid_texture(s);
	fl_texenv(d, 0, FL_REPLACE);
	fl_point_sprite(d, true);
	fl_point_size(d, 16);
	fl_texcoord(d, 0.1f, 0.7f);
	fl_matrix_mode(d, FL_TEXTURE);
	fl_translate(d, 0.5f, 0.5f, 0);
	fl_begin(d, FL_POINTS);
	fl_vertex(d, 8, 8, 0);
	fl_vertex(d, 40, 16, 0);
	fl_end(d);
	fl_load_identity(d);
	rect(d, 64, 0, 80, 16, 0);
	fl_begin(d, FL_POINTS);
	fl_vertex(d, 88, 8, 0);
	fl_end(d);
	fl_point_sprite(d, false);
	fl_texcoord(d, 3.5f / 16, 9.5f / 16);
	fl_begin(d, FL_POINTS);
	fl_vertex(d, 104, 8, 0);
	fl_end(d);
}

static void c_sprite(struct rig *r)
{
	for (uint32_t y = 0; y < 16; y++)
		for (uint32_t x = 0; x < 16; x++) {
			cr_assert_eq(rig_at(r, x, y), grid_texel(x, y));
			cr_assert_eq(rig_at(r, 32 + x, 8 + y), grid_texel(x, y));
			cr_assert_eq(rig_at(r, 64 + x, y), grid_texel(x, y));
			cr_assert_eq(rig_at(r, 80 + x, y), grid_texel(x, y));
			cr_assert_eq(rig_at(r, 96 + x, y), grid_texel(3, 9));
		}
}

Test(lib, raster_point_sprites)
{
	draw(f_sprite, c_sprite);
}

/* ---- points that shrink with their distance: size / sqrt(a + b r + c r^2), at least a pixel ---- */

static const float attenuation[4][3] = {{1, 0, 0}, {0.25f, 0, 0}, {0, 0.5f, 0}, {0, 0, 0.0625f}};
static const float distance[4] = {2, 4, 8, 1000};
enum { SIZE = 16 };

static void f_attenuation(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;

	fl_clear(d, FL_CLEAR_COLOR, 0, 1, 0);
	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_ortho(d, 0, W, H, 0, 0, 2000);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
	fl_color_argb(d, 0xffffffff);
	fl_point_size(d, SIZE);
	for (int i = 0; i < 4; i++) {
		fl_point_attenuation(d, attenuation[i][0], attenuation[i][1], attenuation[i][2]);
		for (int k = 0; k < 4; k++) {
			/* the distance is that of the eye, and x and y are part of it: the eye stands before
			 * each point */
			float x = (float)(40 * k) + 20.5f, y = (float)(32 * i) + 16.5f;

			fl_matrix_mode(d, FL_PROJECTION);
			fl_push_matrix(d);
			fl_translate(d, x, y, 0);
			fl_begin(d, FL_POINTS);
			fl_vertex(d, 0, 0, -distance[k]);
			fl_end(d);
			fl_pop_matrix(d);
			fl_matrix_mode(d, FL_MODELVIEW);
		}
	}
	fl_point_attenuation(d, 1, 0, 0);
}

static void c_attenuation(struct rig *r)
{
	for (uint32_t i = 0; i < 4; i++)
		for (uint32_t k = 0; k < 4; k++) {
			double e = (double)distance[k],
			       scale = 1 / sqrt((double)attenuation[i][0] + (double)attenuation[i][1] * e +
						(double)attenuation[i][2] * e * e);
			double size = fmax(1, SIZE * scale);
			uint32_t n = 0;

			for (uint32_t y = 0; y < 32; y++)
				for (uint32_t x = 0; x < 40; x++)
					n += rig_at(r, 40 * k + x, 32 * i + y) != 0;
			/* whole sizes: no document says what the chip makes of others */
			cr_assert(fabs(sqrt(n) - size) < 1.01,
				  "attenuation %u at %g: %u pixels, want %g squared", i, e, n, size);
		}
}

Test(lib, raster_point_attenuation)
{
	draw(f_attenuation, c_attenuation);
}
