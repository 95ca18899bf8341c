/* SPDX-License-Identifier: MIT
 *
 * The library's 3D on each core of the Vivante model: clears, scissors, a triangle whose colors are computed.
 */
#include "lib/fl_buffer.h"
#include "tests/unit/gc/lib_rig.h"

#include <math.h>

static const struct core {
	const char *chip, *name;
} cores[] = {{"gc400", "GC400"},
	     {"gc880", "GC880"},
	     {"gc2000", "GC2000"},
	     {"gc3000", "GC3000"},
	     {"gc7000l", "GC7000L"}};

static void clears(const struct core *core, uint32_t tiling)
{
	struct lib_rig *l = lib_open(core->chip, core->name, tiling);

	fl_clear(&l->d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, 0xff102030, 1.0f, 0);
	fl_scissor(&l->d, 5, 7, 20, 30);
	fl_clear(&l->d, FL_CLEAR_COLOR, 0x80ff8001, 1.0f, 0);
	lib_finish(l);
	for (uint32_t y = 0; y < LIB_SIDE; y++)
		for (uint32_t x = 0; x < LIB_SIDE; x++) {
			const bool in = x >= 5 && x < 25 && y >= 7 && y < 37;

			cr_assert_eq(lib_px(l, x, y), in ? 0x80ff8001 : 0xff102030, "%s (%u, %u): %08x",
				     core->name, x, y, lib_px(l, x, y));
		}
	lib_close(l);
}

Test(gc_lib_draw, clears)
{
	for (unsigned i = 0; i < sizeof(cores) / sizeof(cores[0]); i++) {
		clears(&cores[i], FL_LINEAR);
		clears(&cores[i], FL_MICRO);
	}
}

/* Colors are linear in the place: a triangle over half of the target. */
static void triangle(const struct core *core, uint32_t tiling)
{
	struct lib_rig *l = lib_open(core->chip, core->name, tiling);

	fl_clear(&l->d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, 0xff000000, 1.0f, 0);
	fl_begin(&l->d, FL_TRIANGLES);
	fl_color(&l->d, 255, 0, 0, 255);
	fl_vertex(&l->d, -1, -1, 0);
	fl_color(&l->d, 0, 255, 0, 255);
	fl_vertex(&l->d, 1, -1, 0);
	fl_color(&l->d, 0, 0, 255, 255);
	fl_vertex(&l->d, -1, 1, 0);
	fl_end(&l->d);
	lib_finish(l);
	for (uint32_t y = 0; y < LIB_SIDE; y++)
		for (uint32_t x = 0; x < LIB_SIDE; x++) {
			const float s = ((float)x + 0.5f) / LIB_SIDE, t = 1 - ((float)y + 0.5f) / LIB_SIDE;
			const uint32_t px = lib_px(l, x, y);
			const float want[3] = {(1 - s - t) * 255, s * 255, t * 255};

			if (s + t > 1.001f) {
				cr_assert_eq(px, 0xff000000, "%s (%u, %u): %08x", core->name, x, y, px);
				continue;
			}
			if (s + t > 0.999f)
				continue;
			for (unsigned c = 0; c < 3; c++)
				cr_assert(fabsf((float)(px >> (16 - 8 * c) & 255) - want[c]) <= 1,
					  "%s (%u, %u): %08x", core->name, x, y, px);
		}
	lib_close(l);
}

Test(gc_lib_draw, triangle)
{
	for (unsigned i = 0; i < sizeof(cores) / sizeof(cores[0]); i++) {
		triangle(&cores[i], FL_LINEAR);
		triangle(&cores[i], FL_MICRO);
	}
}

/* Pixels as coordinates from the top left; z 0 is near, 1 far. */
static void pixels(struct fl_draw *d)
{
	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_ortho(d, 0, LIB_SIDE, LIB_SIDE, 0, 0, -1);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
}

static void rectangle(struct fl_draw *d, enum fl_prim prim, float x0, float y0, float x1, float y1, float z)
{
	fl_begin(d, prim);
	fl_vertex(d, x0, y0, z);
	fl_vertex(d, x0, y1, z);
	if (prim == FL_TRIANGLE_STRIP || prim == FL_QUAD_STRIP) {
		fl_vertex(d, x1, y0, z);
		fl_vertex(d, x1, y1, z);
	} else {
		fl_vertex(d, x1, y1, z);
		fl_vertex(d, x1, y0, z);
	}
	fl_end(d);
}

static bool inside(uint32_t x, uint32_t y, uint32_t x0, uint32_t y0, uint32_t x1, uint32_t y1)
{
	return x >= x0 && x < x1 && y >= y0 && y < y1;
}

/* A rectangle by each type that has one, and whether what is behind another is hidden. */
static void rectangles(const struct core *core)
{
	static const uint8_t prims[] = {FL_QUADS, FL_QUAD_STRIP, FL_TRIANGLE_FAN, FL_TRIANGLE_STRIP,
					FL_POLYGON};

	for (unsigned k = 0; k < sizeof(prims); k++) {
		struct lib_rig *l = lib_open(core->chip, core->name, FL_MICRO);

		pixels(&l->d);
		fl_clear(&l->d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, 0xff000000, 1.0f, 0);
		fl_depth(&l->d, true, FL_LESS, true);
		fl_color_argb(&l->d, 0xff112233);
		rectangle(&l->d, (enum fl_prim)prims[k], 10, 20, 70, 90, 0.5f);
		fl_color_argb(&l->d, 0xff445566);
		rectangle(&l->d, (enum fl_prim)prims[k], 40, 40, 100, 100, 0.75f);
		fl_color_argb(&l->d, 0xff778899);
		rectangle(&l->d, (enum fl_prim)prims[k], 0, 0, 30, 30, 0.25f);
		lib_finish(l);
		for (uint32_t y = 0; y < LIB_SIDE; y++)
			for (uint32_t x = 0; x < LIB_SIDE; x++)
				cr_assert_eq(lib_px(l, x, y),
					     inside(x, y, 0, 0, 30, 30)       ? 0xff778899
					     : inside(x, y, 10, 20, 70, 90)   ? 0xff112233
					     : inside(x, y, 40, 40, 100, 100) ? 0xff445566
									      : 0xff000000,
					     "%s, type %u, (%u, %u): %08x", core->name, prims[k], x, y,
					     lib_px(l, x, y));
		lib_close(l);
	}
}

Test(gc_lib_draw, rectangles)
{
	for (unsigned i = 0; i < sizeof(cores) / sizeof(cores[0]); i++)
		rectangles(&cores[i]);
}

/* Half and half of what is there, exact in eight bits. */
static void blended(const struct core *core)
{
	struct lib_rig *l = lib_open(core->chip, core->name, FL_LINEAR);

	pixels(&l->d);
	fl_clear(&l->d, FL_CLEAR_COLOR, 0xff4080c0, 1.0f, 0);
	fl_blend(&l->d, FL_SRC_ALPHA, FL_ONE);
	fl_color_argb(&l->d, 0xff203010);
	rectangle(&l->d, FL_QUADS, 0, 0, 64, 128, 0.5f);
	lib_finish(l);
	for (uint32_t x = 0; x < LIB_SIDE; x++)
		cr_assert_eq(lib_px(l, x, 5) & 0xffffff, x < 64 ? 0x60b0d0 : 0x4080c0, "%s %u: %08x",
			     core->name, x, lib_px(l, x, 5));
	lib_close(l);
}

Test(gc_lib_draw, blended)
{
	for (unsigned i = 0; i < sizeof(cores) / sizeof(cores[0]); i++)
		blended(&cores[i]);
}

/* Texels of 4 x 4 pixels each, beside the linear filter at the middles between texels. */
static void textured(const struct core *core)
{
	enum { TEXELS = 32 };
	struct lib_rig *l = lib_open(core->chip, core->name, FL_LINEAR);
	struct fl_texture t;
	struct fl_err err = {0};

	cr_assert_eq(
	    fl_texture_init(&t, &lib_rules, FL_TEX_2D, TEXELS, TEXELS, 1, 1, FL_ARGB8888, FL_LINEAR, &err),
	    FL_OK, "%s", err.text);
	t.image.offset_B = LIB_FREE;
	for (uint32_t y = 0; y < TEXELS; y++)
		for (uint32_t x = 0; x < TEXELS; x++) {
			const uint32_t v = 0xff000000 | x * 8 << 16 | y * 8 << 8 | 0x40;

			memcpy(l->r.mem + LIB_FREE + fl_surface_at(&t.image, x, y), &v, 4);
		}
	pixels(&l->d);
	fl_texture(&l->d, 0, &t);
	fl_texenv(&l->d, 0, FL_REPLACE);
	fl_begin(&l->d, FL_QUADS);
	fl_texcoord(&l->d, 0, 0);
	fl_vertex(&l->d, 0, 0, 0.5f);
	fl_texcoord(&l->d, 0, 1);
	fl_vertex(&l->d, 0, LIB_SIDE, 0.5f);
	fl_texcoord(&l->d, 1, 1);
	fl_vertex(&l->d, LIB_SIDE, LIB_SIDE, 0.5f);
	fl_texcoord(&l->d, 1, 0);
	fl_vertex(&l->d, LIB_SIDE, 0, 0.5f);
	fl_end(&l->d);
	lib_finish(l);
	for (uint32_t y = 0; y < LIB_SIDE; y++)
		for (uint32_t x = 0; x < LIB_SIDE; x++)
			cr_assert_eq(lib_px(l, x, y), 0xff000000 | x / 4 * 8 << 16 | y / 4 * 8 << 8 | 0x40,
				     "%s (%u, %u): %08x", core->name, x, y, lib_px(l, x, y));
	lib_close(l);
}

Test(gc_lib_draw, textured)
{
	for (unsigned i = 0; i < sizeof(cores) / sizeof(cores[0]); i++)
		textured(&cores[i]);
}

/* Positions and colors that interleave in memory, and indices. */
static void arrays(const struct core *core)
{
	static const struct {
		float at[3];
		uint32_t color;
	} v[5] = {{{0, 0, 0.5f}, 0},
		  {{20, 30, 0.5f}, 0xff0000ff}, /* the lowest byte is red */
		  {{20, 70, 0.5f}, 0xff0000ff},
		  {{90, 70, 0.5f}, 0xff0000ff},
		  {{90, 30, 0.5f}, 0xff0000ff}};
	static const uint16_t index[6] = {0, 1, 2, 0, 2, 3};
	const struct fl_arrays a = {
	    .position = {.offset_B = LIB_FREE, .stride_B = 16, .type = FL_FLOAT, .size = 3},
	    .color = {.offset_B = LIB_FREE + 12, .stride_B = 16, .type = FL_UBYTE, .size = 4}};

	for (int k = 0; k < 3; k++) {
		struct lib_rig *l = lib_open(core->chip, core->name, FL_LINEAR);

		memcpy(l->r.mem + LIB_FREE, v, sizeof(v));
		memcpy(l->r.mem + LIB_FREE + 16, v + 1, 64);
		memcpy(l->r.mem + LIB_FREE + 256, index, sizeof(index));
		pixels(&l->d);
		fl_clear(&l->d, FL_CLEAR_COLOR, 0xff000000, 1.0f, 0);
		if (k == 0) {
			fl_draw_arrays(&l->d, FL_QUADS, &a, 1, 4);
		} else if (k == 1) {
			fl_draw_arrays(&l->d, FL_TRIANGLE_FAN, &a, 1, 4);
		} else {
			struct fl_arrays moved = a;

			moved.position.offset_B += 16;
			moved.color = (struct fl_array){0}; /* one value for all */
			fl_color_argb(&l->d, 0xffff0000);
			fl_draw_elements(&l->d, FL_TRIANGLES, &moved, LIB_FREE + 256, 2, 6, 4);
		}
		lib_finish(l);
		for (uint32_t y = 0; y < LIB_SIDE; y++)
			for (uint32_t x = 0; x < LIB_SIDE; x++)
				cr_assert_eq(
				    lib_px(l, x, y), inside(x, y, 20, 30, 90, 70) ? 0xffff0000 : 0xff000000,
				    "%s, way %d, (%u, %u): %08x", core->name, k, x, y, lib_px(l, x, y));
		lib_close(l);
	}
}

Test(gc_lib_draw, arrays)
{
	for (unsigned i = 0; i < sizeof(cores) / sizeof(cores[0]); i++)
		arrays(&cores[i]);
}

/* What a depth buffer holds of a depth: 24 bits (GC facts 8), from near to far as fl_depth_range() says. */
static void depths(const struct core *core)
{
	struct lib_rig *l = lib_open(core->chip, core->name, FL_MICRO);

	pixels(&l->d);
	fl_clear(&l->d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH | FL_CLEAR_STENCIL, 0, 0.75f, 0x5a);
	fl_depth(&l->d, true, FL_LESS, true);
	rectangle(&l->d, FL_QUADS, 0, 0, 32, 128, 0.25f);
	fl_depth_range(&l->d, 0.5f, 1.0f);
	rectangle(&l->d, FL_QUADS, 32, 0, 64, 128, 0.25f);
	lib_finish(l);
	for (uint32_t x = 0; x < LIB_SIDE; x++) {
		const double want = (x < 32 ? 0.25 : x < 64 ? 0.625 : 0.75) * 16777215;
		uint32_t v;

		memcpy(&v, l->r.mem + l->depth.offset_B + fl_surface_at(&l->depth, x, 70), 4);
		cr_assert(fabs((double)(v >> 8) - want) <= 8, "%s %u: %08x, not %g", core->name, x, v, want);
		cr_assert_eq(v & 255, 0x5a, "%s %u: %08x", core->name, x, v);
	}
	lib_close(l);
}

Test(gc_lib_draw, depths)
{
	for (unsigned i = 0; i < sizeof(cores) / sizeof(cores[0]); i++)
		depths(&cores[i]);
}

/* What is nearer than the near plane, and farther than the far one, is cut off. */
static void planes(const struct core *core)
{
	struct lib_rig *l = lib_open(core->chip, core->name, FL_MICRO);

	pixels(&l->d);
	fl_clear(&l->d, FL_CLEAR_COLOR, 0xff000000, 1, 0);
	fl_color_argb(&l->d, 0xffffffff);
	fl_begin(&l->d, FL_QUADS); /* depths from -1 to 2, of which 0 to 1 are seen */
	fl_vertex(&l->d, 0, 0, -1);
	fl_vertex(&l->d, 0, 128, -1);
	fl_vertex(&l->d, 96, 128, 2);
	fl_vertex(&l->d, 96, 0, 2);
	fl_end(&l->d);
	lib_finish(l);
	for (uint32_t x = 0; x < LIB_SIDE; x++)
		if (x != 31 && x != 32 && x != 63 && x != 64)
			cr_assert_eq(lib_px(l, x, 70), x > 32 && x < 64 ? 0xffffffff : 0xff000000,
				     "%s %u: %08x", core->name, x, lib_px(l, x, 70));
	lib_close(l);
}

Test(gc_lib_draw, planes)
{
	for (unsigned i = 0; i < sizeof(cores) / sizeof(cores[0]); i++)
		planes(&cores[i]);
}

/* A color between two of R5G6B5 becomes both where it is dithered, and one where it is not: cores without
 * PE_DITHER_FIX blend without. */
Test(gc_lib_draw, dithering)
{
	for (unsigned i = 0; i < sizeof(cores) / sizeof(cores[0]); i++)
		for (unsigned step = 0; step < 4; step++) {
			struct lib_rig *l = lib_open(cores[i].chip, cores[i].name, FL_MICRO);
			const bool on = step == 1 || step == 2, blend = step == 2;
			const bool can = on && (!blend || !strstr("GC880 GC2000", cores[i].name));
			struct fl_surface s;
			struct fl_err err = {0};
			unsigned least = 255, most = 0;

			cr_assert_eq(fl_surface_init(&s, &lib_rules, LIB_SIDE, LIB_SIDE, FL_RGB565, FL_MICRO,
						     FL_USE_3D, &err),
				     FL_OK, "%s", err.text);
			s.offset_B = LIB_FREE;
			fl_draw_target(&l->d, &s, NULL);
			fl_dither(&l->d, step > 0);
			if (step == 3) /* and off again, which has to come to the core */
				fl_clear(&l->d, FL_CLEAR_COLOR, 0xff000000, 1, 0), fl_dither(&l->d, false);
			if (blend)
				fl_blend(&l->d, FL_ONE, FL_ONE_MINUS_SRC_ALPHA);
			fl_color(&l->d, 100, 100, 100, 255); /* 12.16 of 31 */
			fl_begin(&l->d, FL_TRIANGLES);
			fl_vertex(&l->d, -1, -1, 0);
			fl_vertex(&l->d, 3, -1, 0);
			fl_vertex(&l->d, -1, 3, 0);
			fl_end(&l->d);
			lib_finish(l);
			for (uint32_t y = 0; y < 4; y++)
				for (uint32_t x = 0; x < 4; x++) {
					uint16_t px;

					memcpy(&px, l->r.mem + LIB_FREE + fl_surface_at(&s, x, y), 2);
					least = (px & 31u) < least ? px & 31u : least;
					most = (px & 31u) > most ? px & 31u : most;
				}
			cr_assert(least == 12 && most == (can ? 13 : 12), "%s, step %u: %u to %u",
				  cores[i].name, step, least, most);
			lib_close(l);
		}
}
