/* SPDX-License-Identifier: MIT
 *
 * 2D drawing on the models of an R580 and of R6xx and R7xx, call by call: every raster operation, every pixel
 * size, all ways out, against pixels worked out one by one (test_lib_2d_rig.h).
 */
#include "lib/fl_text.h"
#include "lib/r500/surface.h"
#include "lib/r500/e2.h"
#include "tests/unit/test_lib_2d_rig.h"

#include <stdio.h>

static const enum fl_format formats[] = {FL_C8, FL_ARGB1555, FL_RGB565, FL_ARGB8888};

static uint32_t colors[64];
static uint8_t bits[16 * 8];

static void make_data(void)
{
	uint32_t seed = 77;

	for (int i = 0; i < 64; i++)
		colors[i] = rnd(&seed);
	for (unsigned i = 0; i < sizeof(bits); i++)
		bits[i] = (uint8_t)rnd(&seed);
}

TestSuite(lib_2d, .init = make_data);

static const struct fl_brush brushes[] = {
    {.kind = FL_BRUSH_SOLID, .color = 0x9c3f6ad1},
    {.kind = FL_BRUSH_MONO,
     .color = 0x12f7a5c3,
     .background = 0xe0395a7e,
     .bits = {0x81, 0x42, 0x2c, 0x1f, 0xf0, 0x03, 0x55, 0xc8},
     .x = 3,
     .y = -5},
    {.kind = FL_BRUSH_TRANSPARENT,
     .color = 0x5577aacc,
     .bits = {0x80, 0x01, 0xfe, 0x3c, 0x99, 0x00, 0xff, 0x17},
     .x = -2,
     .y = 11},
    {.kind = FL_BRUSH_COLOR, .pixels = colors, .x = 1, .y = 6},
};

/* Draw each raster operation once: 16 x 16 places of 12 x 9 pixels, what = 0 fill, 1 copy, 2 opaque and 3
 * transparent bitmap, 4 image, 5 line. */
static void all_rops(struct two_d *t, int what, const struct fl_brush *b)
{
	for (unsigned rop = 0; rop < 256; rop++) {
		int x = 5 + (int)rop % 16 * 12, y = 2 + (int)rop / 16 * 9;
		struct fl_bitmap m = {bits, 2, 0x7b1e93a4, 0x4cd20f68, what == 2};
		struct pixel_source s = {.at_x = x, .at_y = y};
		struct fl_pen pen = {
		    .color = b->color, .background = b->background, .dashes = 0xf0f3c2a9, .opaque = rop & 4};
		struct fl_point points[3] = {{x, y}, {x + 9, y + 4}, {x + 4, y + 7}};
		enum fl_code code = FL_OK;
		bool has_s = ((rop ^ rop >> 2) & 0x33) != 0;

		switch (what) {
		case 0:
			if (has_s)
				continue;
			code = fl_pattern(t->g, x, y, 11, 8, b, rop);
			px_rect(&t->want, x, y, 11, 8, b, NULL, rop);
			break;
		case 1:
			s.picture = &t->from;
			s.dx = 7 - x;
			s.dy = 3 + (int)rop / 16 - y;
			code = fl_blit_brush(t->g, &t->src, 7, 3 + (int)rop / 16, x, y, 11, 8, b, rop);
			break;
		case 2:
		case 3:
			s.bitmap = &m;
			code = fl_mono_rop(t->g, x, y, 11, 8, &m, b, rop);
			break;
		case 4:
			s.image = bits + rop % 4;
			s.pitch_B = 11;
			code = fl_put_image_rop(t->g, x, y, 11, 8, s.image, s.pitch_B, b, rop);
			break;
		default:
			if (has_s)
				continue;
			pen.dashes = rop & 2 ? pen.dashes : 0;
			code = fl_polyline(t->g, points, 3, &pen, rop);
			px_polyline(&t->want, points, 3, &pen, rop);
		}
		cr_assert_eq(code, FL_OK, "%s", t->g->err.text);
		if (what >= 1 && what <= 4)
			px_rect(&t->want, x, y, 11, 8, b, &s, rop);
	}
}

static void rops_of(int what, const char *name)
{
	struct two_d t;
	char text[80];

	for (unsigned way = 0; way < WAYS; way++)
		for (unsigned f = 0; f < 4; f++) {
			if (!two_d_takes(way, f))
				continue;
			two_d_open(&t, way, formats[f], FL_2D_ALL);
			for (unsigned k = 0; k < 4; k++) {
				all_rops(&t, what, &brushes[k]);
				snprintf(text, sizeof(text), "%s, brush %u", name, k);
				two_d_same(&t, text);
			}
			two_d_close(&t);
		}
}

Test(lib_2d, all_raster_operations_of_a_fill)
{
	rops_of(0, "fill");
}

Test(lib_2d, all_raster_operations_of_a_copy)
{
	rops_of(1, "copy");
}

Test(lib_2d, all_raster_operations_of_an_opaque_bitmap)
{
	rops_of(2, "opaque bitmap");
}

Test(lib_2d, all_raster_operations_of_a_transparent_bitmap)
{
	rops_of(3, "transparent bitmap");
}

Test(lib_2d, all_raster_operations_of_an_image)
{
	rops_of(4, "image");
}

Test(lib_2d, all_raster_operations_of_lines)
{
	rops_of(5, "lines");
}

/* ---- shapes ---- */

Test(lib_2d, lists_and_outlines)
{
	struct fl_rect list[300];
	uint32_t seed = 5;
	struct two_d t;

	for (int i = 0; i < 300; i++)
		list[i] = (struct fl_rect){(int)(rnd(&seed) % 230) - 10, (int)(rnd(&seed) % 180) - 10,
					   (int)(rnd(&seed) % 20), (int)(rnd(&seed) % 15)};
	for (unsigned way = 0; way < WAYS; way++) {
		two_d_open(&t, way, FL_RGB565, FL_2D_ALL);
		cr_assert_eq(fl_fill_rects(t.g, list, 300, 0x1234, FL_ROP_PATINVERT), FL_OK);
		for (int i = 0; i < 300; i++)
			px_rect(&t.want, list[i].x, list[i].y, list[i].w, list[i].h,
				&(struct fl_brush){.color = 0x1234}, NULL, FL_ROP_PATINVERT);
		two_d_same(&t, "list");
		for (int i = 0; i < 40; i++) {
			struct fl_rect *r = &list[i];

			fl_outline(t.g, r->x, r->y, r->w, r->h, 0xbeef, FL_ROP_PATINVERT);
			for (int y = r->y; y < r->y + r->h; y++)
				for (int x = r->x; x < r->x + r->w; x++)
					if (x == r->x || y == r->y || x == r->x + r->w - 1 ||
					    y == r->y + r->h - 1)
						px_draw(&t.want, x, y, 0xbeef, 0, false, FL_ROP_PATINVERT);
		}
		two_d_same(&t, "outlines");
		/* nothing of it is in view, and nothing overflows */
		fl_outline(t.g, INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX, 1, FL_ROP_PATCOPY);
		fl_fill_rect(t.g, INT32_MIN, 3, 5, 5, 1);
		fl_blit(t.g, &t.src, INT32_MAX, 0, 3, 3, INT32_MAX, 5);
		fl_blit(t.g, &t.src, 0, INT32_MIN, INT32_MAX, 3, 5, 5);
		fl_mono(t.g, INT32_MIN, INT32_MIN, 8, 8, bits, 1, 1);
		fl_fill_rect(t.g, 3, 3, 0, 5, 1);
		fl_fill_rect(t.g, 3, 3, 5, -5, 1);
		two_d_same(&t, "nothing");
		/* all of it is */
		fl_fill_rect(t.g, INT32_MIN / 2, INT32_MIN / 2, INT32_MAX, INT32_MAX, 0x4321);
		px_rect(&t.want, 0, 0, t.want.w, t.want.h, &(struct fl_brush){.color = 0x4321}, NULL,
			FL_ROP_PATCOPY);
		two_d_same(&t, "everything");
		two_d_close(&t);
	}
}

/* Sides are odd. A polygon's corners are drawn once, a closed one's first, too; dashes run on around
 * corners. */
Test(lib_2d, polylines)
{
	static const struct fl_point star[] = {{100, 10}, {131, 111}, {40, 46},
					       {161, 41}, {62, 117},  {100, 10}};
	struct fl_point zigzag[1200], twice[2] = {{9, 9}, {9, 9}};
	struct two_d t;

	for (int i = 0; i < 1200; i++)
		zigzag[i] = (struct fl_point){(i * 37) % 203, 60 + i % 2 * 31};
	zigzag[0].x = 5;
	for (int i = 1; i < 1200; i++) /* odd longer sides */
		zigzag[i].x = zigzag[i - 1].x + (i % 5 - 2) * 2 + (i % 97 == 0 ? 20 : 0);
	for (unsigned way = 0; way <= WAYS; way++) {
		two_d_open(&t, way < WAYS ? way : BY_REGISTERS, FL_ARGB8888,
			   way < WAYS ? FL_2D_ALL : FL_2D_ROPS);
		for (unsigned k = 0; k < 4; k++) {
			struct fl_pen pen = {.color = 0xff8040 + k,
					     .background = 0x102030,
					     .dashes = k ? 0x0ff1c33b << k : 0,
					     .phase = 5 * k,
					     .opaque = k & 1};

			fl_polyline(t.g, star, 6, &pen, FL_ROP_PATINVERT);
			px_polyline(&t.want, star, 6, &pen, FL_ROP_PATINVERT);
			fl_polyline(t.g, zigzag, 1200, &pen, FL_ROP_PATINVERT);
			px_polyline(&t.want, zigzag, 1200, &pen, FL_ROP_PATINVERT);
			fl_polyline(t.g, star, 1, &pen, FL_ROP_PATINVERT);
			px_polyline(&t.want, star, 1, &pen, FL_ROP_PATINVERT);
			fl_polyline(t.g, twice, 2, &pen, FL_ROP_PATINVERT);
			px_polyline(&t.want, twice, 2, &pen, FL_ROP_PATINVERT);
			fl_polyline(t.g, NULL, 0, &pen, FL_ROP_PATINVERT);
			two_d_same(&t, "polyline");
		}
		two_d_close(&t);
	}
}

/* Every slope, and lines that leave the picture on all sides, up to what is taken. */
Test(lib_2d, lines_of_every_slope)
{
	struct two_d t;

	for (unsigned way = 0; way <= WAYS; way++) {
		two_d_open(&t, way < WAYS ? way : BY_REGISTERS, FL_C8,
			   way < WAYS ? FL_2D_ALL : FL_2D_ATI_VGA);
		for (int v = -21; v <= 21; v++)
			for (int side = 0; side < 4; side++) {
				struct fl_point p[2] = {{100, 75}, {100, 75}};
				int reach = v % 3 == 0   ? 21
					    : v % 3 == 1 ? 255
							 : 12001,
				    along = v * (reach / 21);
				uint32_t color = (uint32_t)(v * 4 + side);

				*(side & 1 ? &p[1].x : &p[1].y) += side & 2 ? reach : -reach;
				*(side & 1 ? &p[1].y : &p[1].x) += along;
				fl_line(t.g, p[0].x, p[0].y, p[1].x, p[1].y, color);
				px_polyline(&t.want, p, 2, &(struct fl_pen){.color = color}, FL_ROP_PATCOPY);
			}
		two_d_same(&t, "lines");
		two_d_close(&t);
	}
}

/* ---- copies ---- */

Test(lib_2d, copies_over_themselves_in_every_direction)
{
	static const struct fl_rect clips[] = {{20, 15, 40, 30},  {60, 15, 30, 50}, {20, 45, 35, 60},
					       {110, 40, 50, 70}, {95, 20, 15, 44}, {55, 70, 50, 35}};
	struct two_d t;

	for (unsigned way = 0; way < WAYS; way++)
		for (unsigned listed = way >= R500_WAYS; listed < 2; listed++) {
			two_d_open(&t, way, FL_RGB565, FL_2D_ALL);
			if (listed) {
				cr_assert_eq(fl_2d_clip_list(t.g, clips, 6), FL_OK);
				t.want.clips = clips;
				t.want.n_clips = 6;
			}
			for (int dy = -9; dy <= 9; dy += 3)
				for (int dx = -16; dx <= 16; dx += way < R500_WAYS ? 4 : 8) {
					struct pixel_source s = {.picture = &t.want, .dx = -dx, .dy = -dy};
					unsigned rop = (dx + dy) % 2 ? FL_ROP_SRCCOPY : FL_ROP_SRCINVERT;

					fl_blit_rop(t.g, &t.dst, 25, 20, 25 + dx, 20 + dy, 130, 90, 0, rop);
					px_rect(&t.want, 25 + dx, 20 + dy, 130, 90, NULL, &s, rop);
				}
			two_d_same(&t, listed ? "moves through a list" : "moves");
			two_d_close(&t);
		}
}

/* A picture of 3 x 3 colors onto 3 x 3 colors: all of a key's cases. */
Test(lib_2d, color_keys)
{
	struct two_d t;

	for (unsigned way = 0; way < WAYS; way++)
		for (unsigned f = 0; f < 4; f++) {
			two_d_open(&t, way, formats[f], FL_2D_ALL);
			for (unsigned n = 0; n < 9; n++) {
				struct fl_2d_key key = {n % 3, n / 3, 0x5a5a5a5a, 0xa5c3a5c3,
							n == 8 ? 0x10101010 : 0};
				struct pixel_source s = {.picture = &t.from, .dx = -13, .dy = -7 - (int)n};
				struct pixel_source m = {
				    .bitmap = &(struct fl_bitmap){bits, 2, 0x5a5a5a5a, 1, true},
				    .at_x = 120,
				    .at_y = 30};
				struct pixel_source o = {
				    .image = bits, .pitch_B = 3, .at_x = 130, .at_y = 50};
				struct fl_point line[2] = {{3, 100}, {130, 111 + (int)n}};

				cr_assert_eq(fl_2d_key(t.g, &key), FL_OK);
				t.want.key = key;
				fl_blit(t.g, &t.src, 0, 0, 13, 7 + (int)n, 90, 70);
				px_rect(&t.want, 13, 7 + (int)n, 90, 70, NULL, &s, FL_ROP_SRCCOPY);
				fl_fill_rect(t.g, 100, 80, 30, 20, 0x5a5a5a5a);
				px_rect(&t.want, 100, 80, 30, 20, &(struct fl_brush){.color = 0x5a5a5a5a},
					NULL, FL_ROP_PATCOPY);
				fl_mono_rop(t.g, 120, 30, 11, 8, m.bitmap, NULL, FL_ROP_SRCCOPY);
				px_rect(&t.want, 120, 30, 11, 8, NULL, &m, FL_ROP_SRCCOPY);
				fl_put_image(t.g, 130, 50, 5, 8, bits, 3);
				px_rect(&t.want, 130, 50, 5, 8, NULL, &o, FL_ROP_SRCCOPY);
				fl_line(t.g, line[0].x, line[0].y, line[1].x, line[1].y, 0xa5c3a5c3);
				px_polyline(&t.want, line, 2, &(struct fl_pen){.color = 0xa5c3a5c3},
					    FL_ROP_PATCOPY);
				two_d_same(&t, "key");
			}
			fl_2d_key(t.g, NULL);
			fl_blit(t.g, &t.src, 0, 0, 13, 7, 90, 70);
			t.want.key = (struct fl_2d_key){0};
			px_rect(&t.want, 13, 7, 90, 70, NULL,
				&(struct pixel_source){.picture = &t.from, .dx = -13, .dy = -7},
				FL_ROP_SRCCOPY);
			two_d_same(&t, "no key any more");
			two_d_close(&t);
		}
}

Test(lib_2d, write_mask)
{
	struct two_d t;

	for (unsigned way = 0; way < WAYS; way++) {
		two_d_open(&t, way, FL_ARGB8888, FL_2D_ALL);
		cr_assert_eq(fl_2d_write_mask(t.g, 0x00ff0f01), FL_OK);
		t.want.mask = 0x00ff0f01;
		fl_fill_rect(t.g, 10, 10, 100, 50, 0x12345678);
		px_rect(&t.want, 10, 10, 100, 50, &(struct fl_brush){.color = 0x12345678}, NULL,
			FL_ROP_PATCOPY);
		fl_blit(t.g, &t.src, 0, 0, 50, 30, 60, 60);
		px_rect(&t.want, 50, 30, 60, 60, NULL,
			&(struct pixel_source){.picture = &t.from, .dx = -50, .dy = -30}, FL_ROP_SRCCOPY);
		two_d_same(&t, "masked");
		cr_assert_eq(fl_2d_write_mask(t.g, ~0u), FL_OK);
		t.want.mask = ~0u;
		fl_fill_rect(t.g, 20, 10, 100, 50, 0x12345678);
		px_rect(&t.want, 20, 10, 100, 50, &(struct fl_brush){.color = 0x12345678}, NULL,
			FL_ROP_PATCOPY);
		two_d_same(&t, "not masked");
		two_d_close(&t);
	}
}

/* ---- clipping, large sizes, tiling ---- */

/* The same things on all four sides of a clip rectangle, and outside. */
Test(lib_2d, clipping_at_all_sides)
{
	struct fl_bitmap m = {bits, 4, 0x1e93, 0x8a7c, true};
	struct two_d t;

	for (unsigned way = 0; way <= WAYS; way++) {
		two_d_open(&t, way < WAYS ? way : BY_REGISTERS, FL_RGB565,
			   way < WAYS ? FL_2D_ALL : FL_2D_ATI_VGA);
		fl_2d_clip(t.g, 50, 40, 127, 101);
		t.want.clip = (struct fl_rect){50, 40, 77, 61};
		for (int i = 0; i < 25; i++) {
			int x = 35 + i % 5 * 20, y = 30 + i / 5 * 16;
			struct fl_point p[2] = {{x - 11, y - 3}, {x + 22, y + 17}};

			fl_fill_rect(t.g, x - 5, y, 22, 4, 0x1111u * (unsigned)i);
			px_rect(&t.want, x - 5, y, 22, 4, &(struct fl_brush){.color = 0x1111u * (unsigned)i},
				NULL, FL_ROP_PATCOPY);
			fl_pattern(t.g, x, y, 17, 11, &brushes[1 + i % 3], FL_ROP_PATCOPY);
			px_rect(&t.want, x, y, 17, 11, &brushes[1 + i % 3], NULL, FL_ROP_PATCOPY);
			fl_mono_rop(t.g, x + 3, y + 2, 23, 9, &m, NULL, FL_ROP_SRCCOPY);
			px_rect(&t.want, x + 3, y + 2, 23, 9, NULL,
				&(struct pixel_source){.bitmap = &m, .at_x = x + 3, .at_y = y + 2},
				FL_ROP_SRCCOPY);
			fl_put_image(t.g, x + 9, y + 5, 7, 6, bits + 1, 15);
			px_rect(&t.want, x + 9, y + 5, 7, 6, NULL,
				&(struct pixel_source){
				    .image = bits + 1, .pitch_B = 15, .at_x = x + 9, .at_y = y + 5},
				FL_ROP_SRCCOPY);
			fl_blit(t.g, &t.src, 4, 5, x - 3, y + 9, 15, 5);
			px_rect(&t.want, x - 3, y + 9, 15, 5, NULL,
				&(struct pixel_source){.picture = &t.from, .dx = 7 - x, .dy = -4 - y},
				FL_ROP_SRCCOPY);
			fl_line(t.g, p[0].x, p[0].y, p[1].x, p[1].y, 0xf00d);
			px_polyline(&t.want, p, 2, &(struct fl_pen){.color = 0xf00d}, FL_ROP_PATCOPY);
		}
		two_d_same(&t, "clipped");
		two_d_close(&t);
	}
}

static void large(uint32_t w, uint32_t h, enum fl_format format, unsigned way, uint32_t tiling)
{
	struct fl_brush b = brushes[1];
	struct fl_bitmap m = {.color = 0x71, .background = 0x8e, .opaque = true};
	uint32_t wide = w - 7, high = h - 5, pitch = (w + 7) / 8;
	uint8_t *image = malloc((size_t)w * 4 * 3);
	struct two_d t;

	for (size_t i = 0; i < (size_t)w * 4 * 3; i++)
		image[i] = (uint8_t)(i * 37 >> 3 ^ i);
	m.bits = image;
	m.pitch_B = pitch;
	two_d_open_sized(&t, way, format, FL_2D_ALL, w, h, w, h, tiling);
	fl_pattern(t.g, 3, 1, (int)wide, (int)high, &b, 0x5a);
	px_rect(&t.want, 3, 1, (int)wide, (int)high, &b, NULL, 0x5a);
	fl_blit_rop(t.g, &t.src, 1, 3, 4, 2, (int)wide, (int)high, 0, FL_ROP_SRCINVERT);
	px_rect(&t.want, 4, 2, (int)wide, (int)high, NULL,
		&(struct pixel_source){.picture = &t.from, .dx = -3, .dy = 1}, 0x66);
	for (int d = 0; d < 4; d++) {
		int dx = d & 1 ? 3 : -3, dy = d & 2 ? 2 : -2;

		fl_blit(t.g, &t.dst, 3, 2, 3 + dx, 2 + dy, (int)wide, (int)high);
		px_rect(&t.want, 3 + dx, 2 + dy, (int)wide, (int)high, NULL,
			&(struct pixel_source){.picture = &t.want, .dx = -dx, .dy = -dy}, 0xcc);
	}
	fl_put_image(t.g, 2, 2, (int)wide, 2, image, w * 4);
	px_rect(&t.want, 2, 2, (int)wide, 2, NULL,
		&(struct pixel_source){.image = image, .pitch_B = w * 4, .at_x = 2, .at_y = 2}, 0xcc);
	fl_mono_rop(t.g, 1, (int)h - 6, (int)wide, 4, &m, NULL, 0xcc);
	px_rect(&t.want, 1, (int)h - 6, (int)wide, 4, NULL,
		&(struct pixel_source){.bitmap = &m, .at_x = 1, .at_y = (int)h - 6}, 0xcc);
	for (int i = 0; i < 3; i++) {
		struct fl_point p[2] = {{-5, i}, {-5 + (int)(w | 1), (int)h / 2 + i}};

		if (h > w)
			p[0].y -= 8, p[1] = (struct fl_point){(int)w / 2, i - 8 + (int)(h | 1)};
		fl_line(t.g, p[0].x, p[0].y, p[1].x, p[1].y, 0x13);
		px_polyline(&t.want, p, 2, &(struct fl_pen){.color = 0x13}, 0xf0);
	}
	two_d_same(&t, "large");
	two_d_close(&t);
	free(image);
}

static void large_ones(const struct fl_rect *sizes, const enum fl_format *of, unsigned n, uint32_t tiling)
{
	/* Rows of R6xx and R7xx have at most 8192 pixels, and so has all that is tiled. */
	const int longest = tiling ? 2000 : 8191;

	for (unsigned way = 0; way < WAYS; way++)
		for (unsigned i = 0; i < n; i++) {
			int w = sizes[i].w, h = sizes[i].h;

			if (!two_d_takes(way, i))
				continue;
			if (way >= R500_WAYS && w > longest)
				w = longest;
			if (way >= R500_WAYS && h > longest && tiling)
				h = longest;
			large((uint32_t)w, (uint32_t)h, of[i], way, tiling);
		}
}

/* Wider and higher than the engine's 14 bits with a sign. */
Test(lib_2d, wide_and_high_surfaces)
{
	static const struct fl_rect sizes[] = {
	    {.w = 16301, .h = 24}, {.w = 45, .h = 16384}, {.w = 8160, .h = 30}, {.w = 4077, .h = 40}};
	static const enum fl_format of[] = {FL_C8, FL_RGB565, FL_RGB565, FL_ARGB8888};

	large_ones(sizes, of, 4, FL_LINEAR);
}

/* The picture's addresses come from fl_surface_at(), which other tests compare with the chip's. */
Test(lib_2d, macro_tiled_surfaces)
{
	static const struct fl_rect sizes[] = {
	    {.w = 333, .h = 200}, {.w = 70, .h = 9001}, {.w = 9001, .h = 50}};
	static const enum fl_format of[] = {FL_ARGB8888, FL_RGB565, FL_C8};

	large_ones(sizes, of, 3, FL_MACRO);
}

/* Every style of text, cut off by the picture's edge. */
Test(lib_2d, text_styles)
{
	static const char text[] = "Ag%";
	struct two_d t;

	for (unsigned way = 0; way < WAYS; way++)
		for (unsigned n = 0; n < 24; n++) {
			struct fl_text_style style = {
			    .color = 0x1f2e3d4c, .background = 0x8899aabb, .opaque = n & 1};
			int scale = n / 2 % 3 + 1, x0 = 203 - 20 * scale, y0 = -3;

			style.scale = (uint8_t)scale;
			style.rop = n / 6 % 2 ? FL_ROP_SRCINVERT : 0;
			style.brush = n / 12 ? &brushes[1 + n % 3] : NULL;
			two_d_open(&t, way, FL_ARGB8888, FL_2D_ALL);
			cr_assert_eq(fl_text(t.g, x0, y0, &style, text), x0 + 24 * scale);
			for (int y = 0; y < 16 * scale; y++)
				for (int x = 0; x < 24 * scale; x++) {
					bool set = fl_font_glyph((uint8_t)text[x / (8 * scale)])[y / scale] &
						   0x80 >> x / scale % 8;
					uint32_t pat = 0;

					if (style.brush) {
						if (style.opaque)
							px_draw(&t.want, x0 + x, y0 + y, 0, style.background,
								false, 0xcc);
						if (set && px_brush(style.brush, x0 + x, y0 + y, &pat))
							px_draw(&t.want, x0 + x, y0 + y, pat, 0, false, 0xf0);
					} else if (set || style.opaque) {
						px_draw(&t.want, x0 + x, y0 + y, 0,
							set ? style.color : style.background, false,
							style.rop ? style.rop : 0xcc);
					}
				}
			two_d_same(&t, "text");
			two_d_close(&t);
		}
}

/* ---- engines that lack things ---- */

Test(lib_2d, made_up_from_fills)
{
	struct two_d t;

	for (unsigned i = 0; i < 4 * (WAYS - 1); i++) {
		two_d_open(&t, BY_REGISTERS + i / 4, formats[i % 4], FL_2D_ATI_VGA);
		for (unsigned rop = 0; rop < 256; rop++) {
			const struct fl_brush *b = &brushes[rop / 16 % 4];
			int x = 5 + (int)rop % 16 * 12, y = 2 + (int)rop / 16 * 9;
			bool has_d = ((rop ^ rop >> 1) & 0x55) != 0, has_s = ((rop ^ rop >> 2) & 0x33) != 0;
			enum fl_code want = has_d ? FL_FAILED : FL_OK;
			struct fl_bitmap m = {bits, 2, 0x7b1e93a4, 0x4cd20f68, rop & 1};
			struct pixel_source s = {.bitmap = &m, .at_x = x, .at_y = y};

			if (rop == FL_ROP_NOP)
				continue;
			cr_assert_eq(fl_mono_rop(t.g, x, y, 11, 8, &m, b, rop), want);
			if (!has_s)
				cr_assert_eq(fl_pattern(t.g, x, y, 9, 4, b, rop), want);
			cr_assert_eq(fl_put_image_rop(t.g, x + 2, y + 4, 5, 3, bits, 20, b, rop), want);
			if (has_d)
				cr_assert(strstr(t.g->err.text, "raster operation"), "%s", t.g->err.text);
			t.g->code = FL_OK; /* a failure stays; go on */
			t.g->err.text[0] = 0;
			if (has_d)
				continue;
			px_rect(&t.want, x, y, 11, 8, b, &s, rop);
			if (!has_s)
				px_rect(&t.want, x, y, 9, 4, b, NULL, rop);
			px_rect(&t.want, x + 2, y + 4, 5, 3, b,
				&(struct pixel_source){
				    .image = bits, .pitch_B = 20, .at_x = x + 2, .at_y = y + 4},
				rop);
		}
		two_d_same(&t, "by fills");
		two_d_close(&t);
	}
}

static enum fl_code nowhere(struct fl_cs *cs, struct fl_err *err)
{
	return fl_fail(err, FL_FAILED, "the test's batch is full");
}

Test(lib_2d, errors)
{
	static uint32_t words[4096];
	struct fl_rect overlap[3] = {{0, 0, 10, 10}, {10, 0, 5, 5}, {9, 9, 4, 4}}, many[65] = {{0}};
	struct fl_brush empty = {.kind = FL_BRUSH_COLOR}, odd = {.kind = 9};
	struct fl_point far_point[2] = {{0, 0}, {16385, 1}};
	struct fl_pen pen = {.color = 1};
	struct fl_surface s, narrow, tiled;
	struct fl_cs cs;
	struct fl_2d g;
	const uint32_t *before;

#define FAILS(call, code_, word)                                       \
	do {                                                           \
		g.code = FL_OK;                                        \
		cr_assert_eq(call, code_, "%s", #call);                \
		cr_assert_eq(g.code, code_);                           \
		cr_assert(strstr(g.err.text, word), "%s", g.err.text); \
	} while (0)

	fl_cs_init(&cs, words, 4096, nowhere, NULL);
	fl_surface_init(&s, &fl_r500_surfaces, 640, 480, FL_ARGB8888, FL_LINEAR, FL_USE_2D, NULL);
	fl_surface_init(&narrow, &fl_r500_surfaces, 64, 64, FL_RGB565, FL_LINEAR, FL_USE_2D, NULL);
	fl_surface_init(&tiled, &fl_r500_surfaces, 64, 64, FL_ARGB8888, FL_MICRO, FL_USE_2D, NULL);
	fl_r500_2d_stream(&g, &cs, 0, FL_2D_ALL);
	before = cs.at;
	FAILS(fl_fill_rect(&g, 0, 0, 1, 1, 0), FL_USAGE, "fl_2d_target");
	FAILS(fl_pattern(&g, 0, 0, 1, 1, &odd, 0xf0), FL_USAGE, "fl_2d_target");
	FAILS(fl_blit(&g, &s, 0, 0, 1, 1, 1, 1), FL_USAGE, "fl_2d_target");
	FAILS(fl_mono(&g, 0, 0, 1, 1, bits, 1, 1), FL_USAGE, "fl_2d_target");
	FAILS(fl_put_image(&g, 0, 0, 1, 1, bits, 1), FL_USAGE, "fl_2d_target");
	FAILS(fl_line(&g, 0, 0, 1, 1, 1), FL_USAGE, "fl_2d_target");
	FAILS(fl_2d_target(&g, &tiled), FL_USAGE, "micro-tiles");
	g.code = FL_OK;
	cr_assert_eq(fl_2d_target(&g, &s), FL_OK);
	FAILS(fl_fill_rop(&g, 0, 0, 1, 1, 0, 0xcc), FL_USAGE, "needs a source");
	FAILS(fl_fill_rop(&g, 0, 0, 1, 1, 0, 0x100), FL_USAGE, "0 to 0xff");
	FAILS(fl_pattern(&g, 0, 0, 1, 1, NULL, 0xf0), FL_USAGE, "brush");
	FAILS(fl_pattern(&g, 0, 0, 1, 1, &empty, 0xf0), FL_USAGE, "without pixels");
	FAILS(fl_pattern(&g, 0, 0, 1, 1, &odd, 0xf0), FL_USAGE, "unknown kind");
	FAILS(fl_pattern(&g, 0, 0, 1, 1, &brushes[1], 0xc0), FL_USAGE, "needs a source");
	FAILS(fl_blit(&g, &narrow, 0, 0, 1, 1, 1, 1), FL_USAGE, "from 2 to 4 bytes");
	FAILS(fl_blit(&g, &tiled, 0, 0, 1, 1, 1, 1), FL_USAGE, "micro-tiles");
	FAILS(fl_blit_brush(&g, &s, 0, 0, 1, 1, 1, 1, NULL, 0xc0), FL_USAGE, "brush");
	FAILS(fl_mono(&g, 0, 0, -1, 1, bits, 1, 1), FL_USAGE, "-1 x 1");
	FAILS(fl_put_image(&g, 0, 0, 1, -7, bits, 1), FL_USAGE, "1 x -7");
	FAILS(fl_polyline(&g, far_point, 2, &pen, 0xf0), FL_USAGE, "point 1 is (16385, 1)");
	FAILS(fl_polyline(&g, far_point, 1, &pen, 0x66), FL_USAGE, "lines have none");
	FAILS(fl_2d_clip_list(&g, overlap, 3), FL_USAGE, "0 and 2 share pixel (9, 9)");
	FAILS(fl_2d_clip_list(&g, many, 65), FL_USAGE, "65");
	FAILS(fl_2d_key(&g, &(struct fl_2d_key){.src = 3}), FL_USAGE, "3, 0");
	cr_assert_eq(fl_2d_key(&g, &(struct fl_2d_key){.src = FL_KEY_EQUAL}), FL_OK);
	FAILS(fl_put_image_rop(&g, 0, 0, 1, 1, bits, 4, &brushes[1], 0xf0), FL_USAGE, "no source");

	g.caps = FL_2D_ATI_VGA;
	fl_2d_target(&g, &s);
	FAILS(fl_fill_rop(&g, 0, 0, 1, 1, 0, 0x5a), FL_FAILED, "0x5a");
	FAILS(fl_pattern(&g, 0, 0, 1, 1, &brushes[1], 0x5a), FL_FAILED, "0x5a");
	FAILS(fl_blit_rop(&g, &s, 0, 0, 1, 1, 1, 1, 0, 0x33), FL_FAILED, "0x33");
	FAILS(fl_line_rop(&g, 0, 0, 5, 7, 0, 0x55), FL_FAILED, "0x55");
	FAILS(fl_2d_key(&g, &(struct fl_2d_key){.dst = FL_KEY_EQUAL}), FL_FAILED, "compare colors");
	FAILS(fl_2d_write_mask(&g, 0xff), FL_FAILED, "0x000000ff");
	cr_assert_eq(fl_2d_key(&g, NULL), FL_OK);
	cr_assert_eq(fl_2d_write_mask(&g, ~0u), FL_OK);
	/* What fails draws nothing: only fl_r500_2d_stream() wrote. */
	cr_assert_eq(cs.at, before);
#undef FAILS
}
