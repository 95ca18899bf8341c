/* SPDX-License-Identifier: MIT
 *
 * Vertex and index buffers: the same picture as drawn immediately, and pixels from formulas.
 */
#include "lib/fl_buffer.h"
#include "lib/r500/program.h"
#include "tests/unit/test_lib_rig.h"

static uint64_t upload(struct fl_stage *s, const void *data, size_t size_B)
{
	uint64_t at = 0;

	cr_assert_eq(fl_vram_alloc(&s->vram, size_B, 4, &at, NULL), FL_OK);
	fl_vram_write(s->dev, at, data, size_B);
	return at;
}

/* ---- every primitive type, drawn immediately, from arrays, by indices of 2 and of 4 bytes -------------- */

struct vertex {
	float x, y, z;
	uint8_t color[4];
};

static const struct {
	uint8_t prim, n;
} shapes[] = {{FL_POINTS, 8},     {FL_LINES, 8},          {FL_LINE_STRIP, 7},   {FL_LINE_LOOP, 6},
	      {FL_TRIANGLES, 9},  {FL_TRIANGLE_STRIP, 8}, {FL_TRIANGLE_FAN, 7}, {FL_QUADS, 8},
	      {FL_QUAD_STRIP, 8}, {FL_POLYGON, 6}};
enum { SHAPES = sizeof(shapes) / sizeof(shapes[0]), CELL = 16, CORNERS = 9 };

static struct vertex corner(int shape, int i)
{
	/* strips go to and fro, the others round */
	bool strip = shapes[shape].prim == FL_TRIANGLE_STRIP || shapes[shape].prim == FL_QUAD_STRIP;
	double a = i * 2 * 3.14159265 / shapes[shape].n;
	struct vertex v = {.x = (float)(CELL * shape + (strip ? 1.5 + i / 2 * 4 : 8 + 6.3 * cos(a))),
			   .y = (float)(strip ? 2.5 + i % 2 * 11 : 8 + 6.3 * sin(a)),
			   .color = {(uint8_t)(20 * i), (uint8_t)(255 - 25 * i), (uint8_t)(shape * 25), 255}};

	return v;
}

static void f_same(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;
	struct vertex v[SHAPES][CORNERS + 3] = {{{0}}};
	uint16_t i16[SHAPES][12];
	uint32_t i32[SHAPES][12];
	uint64_t at, at16, at32;

	fl_clear(d, FL_CLEAR_COLOR, 0xff000000, 1, 0);
	for (int k = 0; k < SHAPES; k++) {
		/* three vertices before the first, and indices that go backwards through memory */
		for (int i = 0; i < shapes[k].n; i++)
			v[k][3 + i] = corner(k, i);
		for (int i = 0; i < 12; i++) {
			i16[k][i] = (uint16_t)(k * (CORNERS + 3) + 3 + i);
			i32[k][i] = i16[k][i];
		}
	}
	at = upload(s, v, sizeof(v));
	at16 = upload(s, i16, sizeof(i16));
	at32 = upload(s, i32, sizeof(i32));
	pixels(d);
	for (int k = 0; k < SHAPES; k++) {
		struct fl_arrays a = {
		    .position = {.offset_B = at + sizeof(v[0]) * (uint32_t)k,
				 .stride_B = 16,
				 .type = FL_FLOAT,
				 .size = 3},
		    .color = {.offset_B = at + 12 + sizeof(v[0]) * (uint32_t)k,
			      .stride_B = 16,
			      .type = FL_UBYTE,
			      .size = 4},
		};
		enum fl_prim prim = (enum fl_prim)shapes[k].prim;

		fl_begin(d, prim);
		for (int i = 0; i < shapes[k].n; i++) {
			struct vertex c = v[k][3 + i];

			fl_color(d, c.color[0], c.color[1], c.color[2], c.color[3]);
			fl_vertex(d, c.x, c.y, c.z);
		}
		fl_end(d);
		fl_translate(d, 0, CELL, 0);
		fl_draw_arrays(d, prim, &a, 3, shapes[k].n);
		fl_translate(d, 0, CELL, 0);
		a.position.offset_B = at;
		a.color.offset_B = at + 12;
		fl_draw_elements(d, prim, &a, at16 + sizeof(i16[0]) * (uint32_t)k, 2, shapes[k].n,
				 SHAPES * (CORNERS + 3));
		fl_translate(d, 0, CELL, 0);
		fl_draw_elements(d, prim, &a, at32 + sizeof(i32[0]) * (uint32_t)k, 4, shapes[k].n,
				 SHAPES * (CORNERS + 3));
		fl_load_identity(d);
	}
}

static void c_same(struct rig *r)
{
	uint32_t drawn[SHAPES] = {0};

	for (uint32_t y = 0; y < CELL; y++)
		for (uint32_t x = 0; x < CELL * SHAPES; x++) {
			uint32_t want = rig_at(r, x, y);

			drawn[x / CELL] += want != 0xff000000;
			for (uint32_t k = 1; k < 4; k++)
				/* coverage alike; colors are interpolated from another row on */
				ASSERT_NEAR(r, x, y + k * CELL, want, 1);
		}
	for (int k = 0; k < SHAPES; k++)
		cr_assert_geq(drawn[k], 6, "shape %d: %u pixels", k, drawn[k]);
}

Test(lib, buffer_same_as_immediate)
{
	draw(f_same, c_same);
}

/* ---- types: a color of each type and size, in each reading ---- */

static const struct {
	uint8_t type, size;
	bool integer;
	uint8_t bytes[16];
	double want[4];
} types[] = {
    {FL_UBYTE, 4, false, {51, 102, 153, 204}, {0.2, 0.4, 0.6, 0.8}},
    {FL_UBYTE, 3, false, {51, 102, 153, 204}, {0.2, 0.4, 0.6, 1}},
    {FL_UBYTE, 2, false, {51, 102, 153, 204}, {0.2, 0.4, 0, 1}},
    {FL_UBYTE, 1, false, {51, 102, 153, 204}, {0.2, 0, 0, 1}},
    {FL_UBYTE, 4, true, {1, 0, 1, 0}, {1, 0, 1, 0}},
    {FL_BYTE, 4, false, {25, 38, 0x80, 127}, {51 / 255.0, 77 / 255.0, 0, 1}},
    {FL_BYTE, 4, true, {1, 0xff, 0, 1}, {1, 0, 0, 1}},
    {FL_USHORT, 2, false, {0x33, 0x33, 0x66, 0x66}, {0.2, 0.4, 0, 1}},
    {FL_USHORT, 4, false, {0x33, 0x33, 0x66, 0x66, 0x99, 0x99, 0xcc, 0xcc}, {0.2, 0.4, 0.6, 0.8}},
    {FL_SHORT, 3, false, {0x99, 0x19, 0xff, 0x7f, 0x00, 0x80, 0xff, 0x7f}, {0.2, 1, 0, 1}},
    {FL_SHORT, 4, true, {1, 0, 0xff, 0xff, 1, 0, 1, 0}, {1, 0, 1, 1}},
    {FL_HALF, 2, false, {0x00, 0x38, 0x00, 0x34}, {0.5, 0.25, 0, 1}},
    {FL_HALF, 4, false, {0x00, 0x38, 0x00, 0x34, 0x00, 0x30, 0x00, 0x3a}, {0.5, 0.25, 0.125, 0.75}},
    {FL_FLOAT, 1, false, {0, 0, 0x80, 0x3e}, {0.25, 0, 0, 1}},
    {FL_FLOAT, 2, false, {0, 0, 0x80, 0x3e, 0, 0, 0, 0x3f}, {0.25, 0.5, 0, 1}},
    {FL_FLOAT, 3, false, {0, 0, 0x80, 0x3e, 0, 0, 0, 0x3f, 0, 0, 0x40, 0x3f}, {0.25, 0.5, 0.75, 1}},
    {FL_FLOAT,
     4,
     false,
     {0, 0, 0x80, 0x3e, 0, 0, 0, 0x3f, 0, 0, 0x40, 0x3f, 0, 0, 0, 0x3f},
     {0.25, 0.5, 0.75, 0.5}},
};
enum { TYPES = sizeof(types) / sizeof(types[0]) };

/* Mesa r300_screen.c: half floats came with R4xx. */
static bool has_type(const struct fl_stage *s, int k)
{
	return types[k].type != FL_HALF || generation(s) >= 4;
}

static void f_types(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;
	uint64_t positions;
	float quad[TYPES][4][4] = {{{0}}};

	fl_clear(d, FL_CLEAR_COLOR, 0, 1, 0);
	pixels(d);
	for (int k = 0; k < TYPES; k++)
		for (int i = 0; i < 4; i++) {
			quad[k][i][0] = (float)(8 * k + (i > 1 ? 8 : 0));
			quad[k][i][1] = i == 1 || i == 2 ? 8 : 0;
			quad[k][i][3] = 1;
		}
	positions = upload(s, quad, sizeof(quad));
	for (int k = 0; k < TYPES; k++) {
		if (!has_type(s, k))
			continue;
		/* the same color for each corner, one of them by a stride of 0 */
		uint64_t colors = upload(s, types[k].bytes, 16);
		struct fl_arrays a = {
		    .position = {.offset_B = positions, .stride_B = 16, .type = FL_FLOAT, .size = 4},
		    .color = {.offset_B = colors,
			      .type = types[k].type,
			      .size = types[k].size,
			      .integer = types[k].integer},
		};

		fl_draw_arrays(d, FL_QUADS, &a, 4 * (uint32_t)k, 4);
	}
}

static void c_types(struct rig *r)
{
	for (uint32_t k = 0; k < TYPES; k++) {
		uint32_t want = 0;

		if (!has_type(&r->stage, (int)k))
			continue;
		for (int c = 0; c < 4; c++)
			want |= (uint32_t)lround(types[k].want[c] * 255) << (c == 3 ? 24 : 16 - 8 * c);
		ASSERT_NEAR(r, 8 * k + 4, 4, want, 1);
	}
}

Test(lib, buffer_types)
{
	draw(f_types, c_types);
}

/* ---- sides of a stencil whose references are not the same: before R5xx that is two draws ---- */

/* Cells of 16 pixels: front, back, a line, which is drawn once and has the front's; front and back while
 * front faces are culled. */
static void f_sides(struct fl_stage *s)
{
	static const float corner[5][2] = {{0, 0}, {0, 16}, {16, 16}, {16, 0}, {0, 0}};
	const struct fl_stencil front = {.func = FL_ALWAYS,
					 .ref = 5,
					 .write_mask = 0xff,
					 .zpass = FL_REPLACE_OP},
				back = {
				    .func = FL_ALWAYS, .ref = 9, .write_mask = 0x0f, .zpass = FL_REPLACE_OP};
	static const uint16_t order[5] = {4, 3, 2, 1, 0};
	struct fl_draw *d = &s->d;
	struct fl_arrays a = {.position = {.stride_B = 8, .type = FL_FLOAT, .size = 2}};
	uint64_t backwards = upload(s, order, sizeof(order));

	a.position.offset_B = upload(s, corner, sizeof(corner));
	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH | FL_CLEAR_STENCIL, 0, 1, 0x70);
	pixels(d);
	fl_stencil(d, true, FL_ALWAYS, 0, 0xff, 0xff);
	fl_stencil_side(d, FL_FRONT, &front);
	fl_stencil_side(d, FL_BACK, &back);
	fl_draw_arrays(d, FL_QUADS, &a, 0, 4);
	fl_translate(d, 16, 0, 0);
	fl_draw_elements(d, FL_QUADS, &a, backwards, 2, 4, 5);
	fl_translate(d, 16, 0, 0);
	fl_line_width(d, 4);
	fl_draw_arrays(d, FL_LINE_STRIP, &a, 0, 5);
	fl_line_width(d, 1);
	fl_cull(d, FL_CULL_FRONT);
	fl_translate(d, 16, 0, 0);
	fl_draw_arrays(d, FL_QUADS, &a, 0, 4);
	fl_translate(d, 16, 0, 0);
	fl_draw_elements(d, FL_QUADS, &a, backwards, 2, 4, 5);
	fl_cull(d, FL_CULL_NONE);
	fl_load_identity(d);
	for (uint32_t v = 0; v < 256; v++) {
		fl_stencil(d, true, FL_EQUAL, (uint8_t)v, 0xff, 0);
		fl_color_argb(d, v);
		rect(d, 0, 0, 80, 20, 0);
	}
	fl_stencil(d, false, FL_ALWAYS, 0, 0, 0);
}

static void c_sides(struct rig *r)
{
	static const uint8_t want[5] = {5, 0x79, 5, 0x70, 0x79};

	for (uint32_t i = 0; i < 5; i++)
		cr_assert_eq(rig_at(r, 16 * i + 8, i == 2 ? 16 : 8), want[i], "cell %u: 0x%x, want 0x%x", i,
			     rig_at(r, 16 * i + 8, i == 2 ? 16 : 8), want[i]);
}

Test(lib, buffer_sides_of_a_stencil)
{
	draw(f_sides, c_sides);
}

/* ---- what has no array is the current value; and immediate mode, clears and programs in between ---- */

static struct fl_program program;

/* A program, its normal from the current one */
static void current_program(struct fl_stage *s, const struct fl_arrays *b)
{
	struct fl_draw *d = &s->d;

	make_program(&program,
		     "!!PVS\nin normal\nin position\nin texcoord1\nout pos : position\nout col : color0\n"
		     "const state_mvp[4]\n" TRANSFORM "MUL col, normal, 0.5\nMOV col.w, texcoord1.y\n",
		     "!!US\nin base : color0\nout pixel : A\nMOV pixel, base\n");
	fl_program(d, &program);
	fl_normal(d, 0.8f, 0.4f, 0.2f);
	fl_texcoord_of(d, 1, 0, 0.5f, 0, 1);
	fl_load_identity(d);
	fl_translate(d, 80, 16, 0);
	fl_draw_arrays(d, FL_QUADS, b, 0, 4);
	fl_program(d, NULL);
}

static void f_current(struct fl_stage *s)
{
	static const float quad[4][2] = {{0, 0}, {0, 16}, {16, 16}, {16, 0}},
			   uv[4][2] = {{0, 0}, {0, 1}, {1, 1}, {1, 0}};
	struct fl_draw *d = &s->d;
	struct fl_arrays a = {.position = {.stride_B = 8, .type = FL_FLOAT, .size = 2}}, b;

	a.position.offset_B = upload(s, quad, sizeof(quad));
	b = a;
	b.texcoord[0] = (struct fl_array){
	    .offset_B = upload(s, uv, sizeof(uv)), .stride_B = 8, .type = FL_FLOAT, .size = 2};
	fl_clear(d, FL_CLEAR_COLOR, 0, 1, 0);
	pixels(d);
	for (uint32_t i = 0; i < 6; i++) { /* another color each time, and nothing else changes */
		fl_load_identity(d);
		fl_translate(d, (float)(16 * i), 0, 0);
		fl_color(d, (uint8_t)(40 * i + 3), (uint8_t)(200 - 30 * i), 77, (uint8_t)(i + 100));
		fl_draw_arrays(d, FL_QUADS, &a, 0, 4);
		fl_draw_arrays(d, FL_QUADS, &a, 0, 0); /* nothing */
	}
	fl_load_identity(d);
	grid_texture(s);
	fl_texenv(d, 0, FL_REPLACE);
	fl_translate(d, 0, 16, 0);
	fl_draw_arrays(d, FL_QUADS, &b, 0, 4);
	/* one texel for all */
	fl_texcoord(d, 5.5f / 16, 11.5f / 16);
	fl_translate(d, 16, 0, 0);
	fl_draw_arrays(d, FL_QUADS, &a, 0, 4);
	/* immediately, after arrays */
	fl_translate(d, 16, 0, 0);
	rect(d, 0, 0, 16, 16, 0);
	fl_translate(d, 16, 0, 0);
	fl_draw_arrays(d, FL_QUADS, &b, 0, 4);
	fl_scissor(d, 64, 16, 16, 16);
	fl_clear(d, FL_CLEAR_COLOR, 0xff445566, 1, 0);
	fl_scissor_off(d);
	fl_texture(d, 0, NULL);
	if (generation(s) < 6)
		current_program(s, &b);
	fl_load_identity(d);
	fl_translate(d, 96, 16, 0);
	fl_color_argb(d, 0x10203040);
	fl_draw_arrays(d, FL_QUADS, &b, 0, 4);
	fl_color_argb(d, 0xffffffff);
}

static void c_current(struct rig *r)
{
	for (uint32_t i = 0; i < 6; i++)
		cr_assert_eq(rig_at(r, 16 * i + 8, 8),
			     (i + 100) << 24 | (40 * i + 3) << 16 | (200 - 30 * i) << 8 | 77,
			     "color %u: 0x%08x", i, rig_at(r, 16 * i + 8, 8));
	for (uint32_t y = 0; y < 16; y++)
		for (uint32_t x = 0; x < 16; x++) {
			cr_assert_eq(rig_at(r, x, 16 + y), grid_texel(x, y));
			cr_assert_eq(rig_at(r, 16 + x, 16 + y), grid_texel(5, 11));
			cr_assert_eq(rig_at(r, 32 + x, 16 + y), grid_texel(x, y));
			cr_assert_eq(rig_at(r, 48 + x, 16 + y), grid_texel(x, y));
			cr_assert_eq(rig_at(r, 64 + x, 16 + y), 0xff445566);
			if (generation(&r->stage) < 6)
				ASSERT_NEAR(r, 80 + x, 16 + y, 0x8066331a, 1);
			cr_assert_eq(rig_at(r, 96 + x, 16 + y), 0x10203040);
		}
}

Test(lib, buffer_current_values)
{
	draw(f_current, c_current);
}

/* ---- more than 65,535 at a time; indices that are too large are clamped ---- */

enum { MANY = 70000 };

static void f_many(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;
	static float points[MANY + 1][2];
	static uint32_t index[MANY];
	struct fl_arrays a = {.position = {.stride_B = 8, .type = FL_FLOAT, .size = 2}};
	uint64_t indices;

	/* 100 x 100 pixels, seven times over; the last vertex of all lies alone */
	for (int i = 0; i < MANY; i++) {
		points[i][0] = (float)(i % 100) + 0.5f;
		points[i][1] = (float)(i / 100 % 100) + 0.5f;
		index[i] = (uint32_t)(MANY - 1 - i);
	}
	points[MANY][0] = 150.5f;
	points[MANY][1] = 50.5f;
	a.position.offset_B = upload(s, points, sizeof(points));
	fl_clear(d, FL_CLEAR_COLOR, 0, 1, 0);
	pixels(d);
	fl_blend(d, FL_ONE, FL_ONE);
	fl_color_argb(d, 0x01010101);
	fl_draw_arrays(d, FL_POINTS, &a, 0, MANY);
	indices = upload(s, index, sizeof(index));
	fl_draw_elements(d, FL_POINTS, &a, indices, 4, MANY, MANY + 1);
	/* 70000 and above become the last one; of a Vivante core they are read, and are anywhere */
	index[0] = 1u << 20;
	index[1] = MANY;
	index[2] = MANY + 1;
	indices = upload(s, index, 12);
	fl_draw_elements(d, FL_POINTS, &a, indices, 4, 3, MANY + 1);
	/* immediate vertices are not counted against that */
	fl_begin(d, FL_POINTS);
	fl_vertex(d, 151.5f, 50.5f, 0);
	fl_vertex(d, 152.5f, 50.5f, 0);
	fl_end(d);
}

static void c_many(struct rig *r)
{
	for (uint32_t y = 0; y < 128; y++)
		for (uint32_t x = 0; x < 192; x++) {
			uint32_t n = x < 100 && y < 100    ? 14
				     : y == 50 && x == 150 ? generation(&r->stage) == 8 ? 1 : 3
							   : y == 50 && (x == 151 || x == 152);

			cr_assert_eq(rig_at(r, x, y), n * 0x01010101, "(%u, %u): 0x%08x", x, y,
				     rig_at(r, x, y));
		}
}

Test(lib, buffer_more_than_16_bits)
{
	draw(f_many, c_many);
}

/* Strips of that many, on R5xx as one, before as parts: sums of colors show what is lost or drawn twice. */
static void f_long_strips(struct fl_stage *s)
{
	static const enum fl_prim prims[3] = {FL_TRIANGLE_STRIP, FL_QUAD_STRIP, FL_LINE_STRIP};
	static float corner[MANY][2];
	static uint16_t index[MANY];
	struct fl_draw *d = &s->d;
	struct fl_arrays a = {.position = {.stride_B = 8, .type = FL_FLOAT, .size = 2}};
	uint64_t indices;

	for (int i = 0; i < MANY; i++) {
		corner[i][0] = (float)(i / 2 % 60);
		corner[i][1] = (float)(2 * (i / 120 % 60) + 2 * (i & 1)) + 0.5f;
		index[i] = (uint16_t)(i % 65520);
	}
	a.position.offset_B = upload(s, corner, sizeof(corner));
	indices = upload(s, index, sizeof(index));
	fl_clear(d, FL_CLEAR_COLOR, 0, 1, 0);
	pixels(d);
	fl_blend(d, FL_ONE, FL_ONE);
	fl_color_argb(d, 0x01010101);
	for (int i = 0; i < 3; i++) {
		fl_draw_arrays(d, prims[i], &a, 0, MANY);
		fl_draw_elements(d, prims[i], &a, indices, 2, MANY, MANY);
		fl_translate(d, 64, 0, 0);
	}
}

static void c_long_strips(struct rig *r)
{
	static uint32_t whole[W * H];

	if (generation(&r->stage) == 5)
		memcpy(whole, r->picture, sizeof(whole));
	cr_assert_gt(rig_at(r, 30, 30) & 255, 30);
	cr_assert_lt(rig_at(r, 30, 30) & 255, 255);
	for (uint32_t i = 0; i < W * H; i++)
		cr_assert_eq(r->picture[i], whole[i], "%s: (%u, %u): 0x%08x, in one piece 0x%08x",
			     r->stage.chip_name, i % W, i / W, r->picture[i], whole[i]);
}

Test(lib, buffer_strips_of_more_than_16_bits)
{
	draw(f_long_strips, c_long_strips);
}

/* ---- the same arrays again: no more than the draw is sent, and whatever comes in between does not harm them
 * --- */

enum { AGAIN = 14, AGAIN_COLORS = 3 };
static const uint32_t again_color[AGAIN_COLORS] = {0xff204060, 0xff83a5c7, 0xffe91b2d};

static uint32_t dwords(struct fl_draw *d, const uint32_t **from)
{
	uint32_t n = (uint32_t)(d->cs->at - *from);

	*from = d->cs->at;
	return n;
}

/* What comes between the draws of turn i, and may not change them. */
static void between(struct fl_stage *s, int i, struct fl_arrays *a, const struct fl_arrays *b,
		    uint64_t indices)
{
	struct fl_draw *d = &s->d;

	switch (i) {
	case 1: /* immediate vertices */
		rect(d, 0, 0, 4, 4, 0);
		break;
	case 2:
		fl_scissor(d, 0, 100, 4, 4);
		fl_clear(d, FL_CLEAR_COLOR, 0xff445566, 1, 0);
		fl_scissor_off(d);
		break;
	case 3: /* a vertex format with a texture coordinate, and back */
		grid_texture(s);
		fl_draw_arrays(d, FL_QUADS, a, 0, 4);
		fl_texture(d, 0, NULL);
		break;
	case 4: /* a program whose inputs are in another order */
		fl_program(d, &program);
		fl_draw_arrays(d, FL_QUADS, a, 0, 4);
		break;
	case 5:
		fl_program(d, NULL);
		break;
	case 6: /* other arrays */
		fl_draw_arrays(d, FL_QUADS, b, 0, 4);
		break;
	case 7: /* fewer vertices, then more */
		fl_draw_arrays(d, FL_POINTS, a, 0, 1);
		break;
	case 8: /* fewer indices */
		fl_draw_elements(d, FL_POINTS, a, indices, 2, 1, 9);
		break;
	case 9:
		fl_draw_invalidate(d);
		break;
	case 10: /* the same structure, with something else in it, and back */
		a->color.stride_B = 48;
		fl_draw_arrays(d, FL_TRIANGLES, a, 0, 3); /* each corner in the color of another quad */
		a->color.stride_B = 12;
		break;
	case 11:
		a->color.offset_B += 48;
		fl_draw_arrays(d, FL_QUADS, a, 0, 4);
		a->color.offset_B -= 48;
		break;
	case 12: /* no color of its own: the current one, out of the stream */
		a->color.size = 0;
		fl_draw_arrays(d, FL_QUADS, a, 0, 4);
		fl_draw_arrays(d, FL_QUADS, a, 0, 4);
		a->color.size = 4;
		break;
	case 13: /* another format, and lighting's program */
		fl_lighting(d, true);
		fl_draw_arrays(d, FL_QUADS, a, 0, 4);
		fl_lighting(d, false);
		break;
	}
}

static void f_again(struct fl_stage *s)
{
	static const float corner_of[4][2] = {{0, 0}, {0, 8}, {8, 8}, {8, 0}};
	static const uint16_t index[4] = {8, 9, 10, 11};
	struct fl_draw *d = &s->d;
	struct {
		float x, y;
		uint32_t color;
	} v[AGAIN_COLORS][4];
	struct fl_arrays a = {.position = {.stride_B = 12, .type = FL_FLOAT, .size = 2},
			      .color = {.stride_B = 12, .type = FL_UBYTE, .size = 4}},
			 b;
	const uint32_t *at;
	uint64_t indices = upload(s, index, sizeof(index));

	for (int k = 0; k < AGAIN_COLORS; k++)
		for (int i = 0; i < 4; i++) {
			uint32_t c = again_color[k];

			v[k][i].x = corner_of[i][0];
			v[k][i].y = corner_of[i][1];
			/* bytes in the order R, G, B, A */
			v[k][i].color = (c >> 16 & 255) | (c & 0xff00) | (c & 255) << 16 | (c & 0xff000000);
		}
	a.position.offset_B = upload(s, v, sizeof(v));
	a.color.offset_B = a.position.offset_B + 8;
	b = a;
	b.position.size = 1;
	b.color.type = FL_BYTE;
	make_program(&program,
		     "!!PVS\nin color\nin position\nout pos : position\nout col : color0\n"
		     "const state_mvp[4]\n" TRANSFORM "MOV col, color\n",
		     "!!US\nin base : color0\nout pixel : A\nMOV pixel, base\n");
	fl_clear(d, FL_CLEAR_COLOR, 0, 1, 0);
	pixels(d);
	/* Drawn in every turn, from (8 i, 0) downward: quads 0, 1, 2 by indices, 0, 0. */
	for (int i = 0; i < AGAIN; i++) {
		fl_load_identity(d);
		fl_translate(d, (float)(8 * i), 100, 0); /* out of the way */
		between(s, i, &a, &b, indices);
		fl_load_identity(d);
		fl_translate(d, (float)(8 * i), 0, 0);
		fl_draw_arrays(d, FL_QUADS, &a, 0, 4);
		fl_translate(d, 0, 8, 0);
		fl_draw_arrays(d, FL_QUADS, &a, 4, 4);
		fl_translate(d, 0, 8, 0);
		fl_draw_elements(d, FL_QUADS, &a, indices, 2, 4, 12);
		fl_translate(d, 0, 8, 0);
		fl_draw_arrays(d, FL_QUADS, &a, 0, 4);
		fl_translate(d, 0, 8, 0);
		fl_draw_arrays(d, FL_QUADS, &a, 0, 4);
	}
	fl_translate(d, 0, 80, 0);
	fl_draw_arrays(d, FL_QUADS, &a, 0, 4);
	at = d->cs->at;
	fl_draw_arrays(d, FL_QUADS, &a, 0, 4);
	cr_assert_eq(dwords(d, &at), 2, "a draw packet");
	fl_draw_arrays(d, FL_POINTS, &a, 0, 3);
	cr_assert_eq(dwords(d, &at), 4, "the number of vertices, a draw packet");
	fl_draw_elements(d, FL_QUADS, &a, indices, 2, 4, 12);
	cr_assert_gt(dwords(d, &at), 10, "prefetching is off for indices: the arrays again");
	fl_draw_elements(d, FL_QUADS, &a, indices, 2, 4, 12);
	cr_assert_eq(dwords(d, &at), 6, "a draw packet and where the indices are");
	a.color.size = 0;
	fl_draw_elements(d, FL_QUADS, &a, indices, 2, 4, 12);
	cr_assert_gt(dwords(d, &at), 10);
	fl_draw_elements(d, FL_QUADS, &a, indices, 2, 4, 12);
	cr_assert_gt(dwords(d, &at), 10, "the current color again");
}

static void c_again(struct rig *r)
{
	static const uint8_t row[5] = {0, 1, 2, 0, 0};

	for (uint32_t y = 0; y < 40; y++)
		for (uint32_t x = 0; x < 8 * AGAIN; x++)
			cr_assert_eq(rig_at(r, x, y), again_color[row[y / 8]], "turn %u, row %u: 0x%08x",
				     x / 8, y / 8, rig_at(r, x, y));
	for (uint32_t y = 0; y < 8; y++)
		for (uint32_t x = 0; x < y; x++) { /* the triangle (0, 0) (0, 8) (8, 8) of turn 10 */
			uint32_t want = 0;

			for (int shift = 0; shift < 32; shift += 8) {
				double part[3] = {1 - (y + 0.5) / 8, (y - (double)x) / 8, (x + 0.5) / 8},
				       sum = 0;

				for (int k = 0; k < 3; k++)
					sum += part[k] * (again_color[k] >> shift & 255);
				want |= (uint32_t)(sum + 0.5) << shift;
			}
			ASSERT_NEAR(r, 80 + x, 100 + y, want, 1);
			cr_assert_eq(rig_at(r, 88 + x, 100 + y), again_color[1]);
		}
}

Test(lib, buffer_again)
{
	draw_r500(f_again, c_again);
}
