/* SPDX-License-Identifier: MIT
 *
 * Textures on the model, sampled: wraps, filters, mip levels, cubes, volumes, units; what is sent for them.
 */
#include "hw/regs/r500.h"
#include "lib/r500/surface.h"
#include "tests/unit/test_lib_rig.h"
#include "tests/unit/r500/test_lib_words.h"

/* ---- wraps and filters: 8 x 8 texels, from -1.5 to 2.5 in each direction, three pixels a texel ---- */

static uint32_t texel(int x, int y)
{
	return 0x40000000u + ((uint32_t)x * 30 << 16 | (uint32_t)y * 30 << 8 | (uint32_t)(x ^ y) * 30) +
	       ((uint32_t)(x + y) * 10 << 24);
}

static const uint32_t outside = 0x20ff8040;

static int wrapped(uint32_t wrap, int i)
{
	int m = ((i % 16) + 16) % 16;

	switch (wrap) {
	case FL_REPEAT:
		return m % 8;
	case FL_MIRROR:
		return m < 8 ? m : 15 - m;
	case FL_CLAMP:
		return i < 0 ? 0 : i > 7 ? 7 : i;
	default:
		return i < 0 || i > 7 ? -1 : i;
	}
}

static uint32_t fetched(uint32_t wrap_s, uint32_t wrap_t, int i, int j)
{
	int x = wrapped(wrap_s, i), y = wrapped(wrap_t, j);

	return x < 0 || y < 0 ? outside : texel(x, y);
}

static uint32_t wrap_s, wrap_t;
static bool smooth;

static void make_8x8(struct fl_stage *s, struct fl_texture *t)
{
	cr_assert_eq(fl_texture_place(t, &s->vram, FL_TEX_2D, 8, 8, 1, 1, FL_ARGB8888, FL_MICRO, NULL),
		     FL_OK);
	for (int y = 0; y < 8; y++) {
		uint32_t row[8];

		for (int x = 0; x < 8; x++)
			row[x] = texel(x, y);
		fl_image_write(s->dev, &t->image, 0, (uint32_t)y, 8, row);
	}
	t->border_argb = outside;
}

static void texture_matrix(struct fl_draw *d, float scale, float x, float y)
{
	fl_matrix_mode(d, FL_TEXTURE);
	fl_load_identity(d);
	fl_translate(d, x, y, 0);
	fl_scale(d, scale, scale, 1);
	fl_matrix_mode(d, FL_MODELVIEW);
}

static void f_wrap(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;
	struct fl_texture *t = &s->texture[0];

	make_8x8(s, t);
	t->wrap_s = (uint8_t)wrap_s;
	t->wrap_t = (uint8_t)wrap_t;
	t->linear = smooth;
	fl_clear(d, FL_CLEAR_COLOR, 0, 1, 0);
	pixels(d);
	fl_texture(d, 0, t);
	fl_texenv(d, 0, FL_REPLACE);
	texture_matrix(d, 4, -1.5f, -1.5f);
	rect(d, 0, 0, 96, 96, 0);
}

static void c_wrap(struct rig *r)
{
	for (int y = 0; y < 96; y++)
		for (int x = 0; x < 96; x++) {
			double u = (x + 0.5) / 3 - 12, v = (y + 0.5) / 3 - 12;
			uint32_t want;

			if (smooth) {
				int i = (int)floor(u - 0.5), j = (int)floor(v - 0.5);
				double f = u - 0.5 - i, g = v - 0.5 - j;

				want = mix(
				    mix(fetched(wrap_s, wrap_t, i, j), fetched(wrap_s, wrap_t, i + 1, j), f),
				    mix(fetched(wrap_s, wrap_t, i, j + 1),
					fetched(wrap_s, wrap_t, i + 1, j + 1), f),
				    g);
			} else {
				want = fetched(wrap_s, wrap_t, (int)floor(u), (int)floor(v));
			}
			cr_assert_leq(channel_difference(rig_at(r, (uint32_t)x, (uint32_t)y), want),
				      smooth ? 3 : 0, "wrap %u, %u, linear %d (%d, %d): 0x%08x, want 0x%08x",
				      wrap_s, wrap_t, smooth, x, y, rig_at(r, (uint32_t)x, (uint32_t)y),
				      want);
		}
}

Test(lib_tex, every_wrap_with_every_other)
{
	for (wrap_s = 0; wrap_s < 4; wrap_s++)
		for (wrap_t = 0; wrap_t < 4; wrap_t++)
			for (int i = 0; i < 2; i++) {
				smooth = i;
				draw(f_wrap, c_wrap);
			}
}

/* ---- mip levels: 64 x 64, level n of color level_color(n), drawn so that a level is known ---- */

static uint32_t level_color(uint32_t level)
{
	return 0xff000000u | (level * 36 + 10) << 16 | (250 - level * 36) << 8 | (level & 1 ? 200u : 40u);
}

static void make_levels(struct fl_stage *s, struct fl_texture *t)
{
	struct fl_surface image;

	cr_assert_eq(fl_texture_place(t, &s->vram, FL_TEX_2D, 64, 64, 1, FL_ALL_LEVELS, FL_ARGB8888,
				      FL_MICRO | FL_MACRO, NULL),
		     FL_OK);
	for (uint32_t l = 0; fl_texture_image(t, 0, l, &image); l++)
		for (uint32_t y = 0; y < image.height_px; y++) {
			uint32_t row[64];

			for (uint32_t x = 0; x < 64; x++)
				row[x] = level_color(l);
			fl_image_write(s->dev, &image, 0, y, image.width_px, row);
		}
}

/* Boxes of 8 x 8 pixels; texels a pixel = 2^lod. */
static void box(struct fl_draw *d, uint32_t i, double lod_x, double lod_y)
{
	fl_matrix_mode(d, FL_TEXTURE);
	fl_load_identity(d);
	fl_scale(d, (float)(exp2(lod_x) * 8 / 64), (float)(exp2(lod_y) * 8 / 64), 1);
	fl_matrix_mode(d, FL_MODELVIEW);
	rect(d, (float)(i % 24 * 8), (float)(i / 24 * 8), (float)(i % 24 * 8 + 8), (float)(i / 24 * 8 + 8),
	     0);
}

static const struct mip_case {
	uint8_t mip, linear, level_min, level_max, anisotropy;
	float bias;
	double lod_x, lod_y, want; /* a level, or a place between two */
} mip_cases[] = {
    /* nearest level: the size says which */
    {FL_MIP_NEAREST, 0, 0, 0, 0, 0, -1, -1, 0},
    {FL_MIP_NEAREST, 0, 0, 0, 0, 0, 0, 0, 0},
    {FL_MIP_NEAREST, 0, 0, 0, 0, 0, 1, 1, 1},
    {FL_MIP_NEAREST, 0, 0, 0, 0, 0, 2, 2, 2},
    {FL_MIP_NEAREST, 0, 0, 0, 0, 0, 5, 5, 5},
    {FL_MIP_NEAREST, 0, 0, 0, 0, 0, 6, 6, 6},
    {FL_MIP_NEAREST, 0, 0, 0, 0, 0, 8, 8, 6},
    {FL_MIP_NEAREST, 0, 0, 0, 0, 0, 1.4, 1.4, 1},
    {FL_MIP_NEAREST, 0, 0, 0, 0, 0, 1.6, 1.6, 2},
    {FL_MIP_NEAREST, 1, 0, 0, 0, 0, 3, 3, 3},
    /* the longer gradient counts */
    {FL_MIP_NEAREST, 0, 0, 0, 0, 0, 3, 0, 3},
    {FL_MIP_NEAREST, 0, 0, 0, 0, 0, 0, 4, 4},
    /* bias */
    {FL_MIP_NEAREST, 0, 0, 0, 0, 1, 2, 2, 3},
    {FL_MIP_NEAREST, 0, 0, 0, 0, -2, 3, 3, 1},
    {FL_MIP_NEAREST, 0, 0, 0, 0, 20, 0, 0, 6},
    /* range */
    {FL_MIP_NEAREST, 0, 2, 0, 0, 0, 0, 0, 2},
    {FL_MIP_NEAREST, 0, 2, 4, 0, 0, 6, 6, 4},
    {FL_MIP_NEAREST, 0, 2, 4, 0, 0, 3, 3, 3},
    {FL_MIP_NONE, 0, 0, 0, 0, 0, 4, 4, 0},
    {FL_MIP_NONE, 1, 3, 0, 0, 0, 0, 0, 3},
    /* between two levels */
    {FL_MIP_LINEAR, 1, 0, 0, 0, 0, 1.5, 1.5, 1.5},
    {FL_MIP_LINEAR, 0, 0, 0, 0, 0, 2.25, 2.25, 2.25},
    {FL_MIP_LINEAR, 1, 0, 0, 0, 0.5f, 3, 3, 3.5},
    {FL_MIP_LINEAR, 1, 0, 3, 0, 0, 4.5, 4.5, 3},
    /* samples along the longer gradient make it shorter by as many */
    {FL_MIP_NEAREST, 1, 0, 0, 2, 0, 3, 0, 2},
    {FL_MIP_NEAREST, 1, 0, 0, 4, 0, 3, 0, 1},
    {FL_MIP_NEAREST, 1, 0, 0, 8, 0, 3, 0, 0},
    {FL_MIP_NEAREST, 1, 0, 0, 16, 0, 1, 5, 1},
};

enum { MIP_CASES = sizeof(mip_cases) / sizeof(mip_cases[0]) };

static void f_mip(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;
	struct fl_texture *t = &s->texture[0];

	make_levels(s, t);
	fl_clear(d, FL_CLEAR_COLOR, 0, 1, 0);
	pixels(d);
	fl_texenv(d, 0, FL_REPLACE);
	for (uint32_t i = 0; i < MIP_CASES; i++) {
		const struct mip_case *c = &mip_cases[i];

		t->mip = c->mip;
		t->linear = c->linear;
		t->level_min = c->level_min;
		t->level_max = c->level_max;
		t->anisotropy = c->anisotropy;
		t->lod_bias = c->bias;
		fl_texture(d, 0, t);
		box(d, i, c->lod_x, c->lod_y);
	}
}

static void c_mip(struct rig *r)
{
	for (uint32_t i = 0; i < MIP_CASES; i++) {
		uint32_t level = (uint32_t)mip_cases[i].want, x = i % 24 * 8 + 4, y = i / 24 * 8 + 4;
		double part = mip_cases[i].want - level;
		uint32_t want =
		    part > 0 ? mix(level_color(level), level_color(level + 1), part) : level_color(level);

		/* weights of 5 or 6 bits between levels (R5xx guide 10.1.4) */
		cr_assert_leq(channel_difference(rig_at(r, x, y), want), part > 0 ? 160 / 16 : 0,
			      "case %u: 0x%08x, want 0x%08x", i, rig_at(r, x, y), want);
	}
}

Test(lib_tex, mip_levels_bias_range_anisotropy)
{
	draw(f_mip, c_mip);
}

/* ---- cubes: each face by OpenGL's table of s and t ---- */

static uint32_t face_texel(uint32_t face, uint32_t x, uint32_t y)
{
	return 0xff000000u | (face * 40 + 20) << 16 | x * 30 << 8 | y * 30;
}

/* The direction whose coordinates on face are (sc, tc), each -1 to 1: the rows of the table, solved for
 * it. */
static void direction(uint32_t face, float sc, float tc, float out[3])
{
	const float table[6][3] = {{1, -tc, -sc}, {-1, -tc, sc}, {sc, 1, tc},
				   {sc, -1, -tc}, {sc, -tc, 1},  {-sc, -tc, -1}};

	memcpy(out, table[face], sizeof(table[face]));
}

static void f_cube(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;
	struct fl_texture *t = &s->texture[0];
	struct fl_surface image;

	cr_assert_eq(fl_texture_place(t, &s->vram, FL_TEX_CUBE, 8, 8, 1, 1, FL_ARGB8888, FL_LINEAR, NULL),
		     FL_OK);
	t->wrap_s = t->wrap_t = FL_CLAMP;
	for (uint32_t face = 0; face < 6; face++) {
		cr_assert(fl_texture_image(t, face, 0, &image));
		for (uint32_t y = 0; y < 8; y++) {
			uint32_t row[8];

			for (uint32_t x = 0; x < 8; x++)
				row[x] = face_texel(face, x, y);
			fl_image_write(s->dev, &image, 0, y, 8, row);
		}
	}
	fl_clear(d, FL_CLEAR_COLOR, 0, 1, 0);
	pixels(d);
	look_up(d);
	fl_texture(d, 0, t);
	for (uint32_t face = 0; face < 6; face++) {
		fl_begin(d, FL_QUADS);
		for (int v = 0; v < 4; v++) {
			float dir[3], sc = v == 1 || v == 2 ? 1 : -1, tc = v > 1 ? 1 : -1;

			direction(face, sc, tc, dir);
			/* the length does not matter */
			fl_texcoord_of(d, 0, dir[0] * 3, dir[1] * 3, dir[2] * 3, 1);
			fl_vertex(d, (float)face * 24 + (sc > 0 ? 24 : 0), tc > 0 ? 24 : 0, 0);
		}
		fl_end(d);
	}
}

static void c_cube(struct rig *r)
{
	for (uint32_t face = 0; face < 6; face++)
		for (uint32_t y = 0; y < 24; y++)
			for (uint32_t x = 0; x < 24; x++)
				cr_assert_eq(rig_at(r, face * 24 + x, y), face_texel(face, x / 3, y / 3),
					     "face %u (%u, %u): 0x%08x", face, x, y,
					     rig_at(r, face * 24 + x, y));
}

Test(lib_tex, cube_faces_are_opengls)
{
	draw(f_cube, c_cube);
}

/* ---- volumes: slices, between slices, wrapped in the third direction ---- */

static void f_volume(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;
	struct fl_texture *t = &s->texture[0];
	struct fl_surface image;

	cr_assert_eq(fl_texture_place(t, &s->vram, FL_TEX_3D, 8, 8, 4, 1, FL_ARGB8888, FL_MICRO, NULL),
		     FL_OK);
	for (uint32_t z = 0; z < 4; z++) {
		cr_assert(fl_texture_image(t, z, 0, &image));
		for (uint32_t y = 0; y < 8; y++) {
			uint32_t row[8];

			for (uint32_t x = 0; x < 8; x++)
				row[x] = x * 30 << 24 | y * 30 << 16 | z * 80;
			fl_image_write(s->dev, &image, 0, y, 8, row);
		}
	}
	fl_clear(d, FL_CLEAR_COLOR, 0, 1, 0);
	pixels(d);
	look_up(d);
	for (uint32_t i = 0; i < 8; i++) { /* two a slice */
		t->linear = i & 1;
		t->wrap_r = i < 6 ? FL_CLAMP : FL_REPEAT;
		fl_texture(d, 0, t);
		fl_begin(d, FL_QUADS);
		for (int v = 0; v < 4; v++) {
			float a = v == 1 || v == 2 ? 1 : 0, b = v > 1 ? 1 : 0;

			/* odd ones: halfway to the next slice */
			fl_texcoord_of(d, 0, a, b, (float)(i / 2) / 4 + (i & 1 ? 0.25f : 0.125f), 1);
			fl_vertex(d, (float)i * 8 + a * 8, b * 8, 0);
		}
		fl_end(d);
	}
}

static void c_volume(struct rig *r)
{
	for (uint32_t i = 0; i < 8; i++) {
		uint32_t z = i / 2, next = z == 3 ? 0 : z + 1,
			 want = i & 1 ? (z * 80 + next * 80) / 2 : z * 80;

		ASSERT_NEAR(r, i * 8 + 2, 5, 2u * 30 << 24 | 5u * 30 << 16 | want, i & 1 ? 1 : 0);
	}
}

Test(lib_tex, volumes)
{
	draw(f_volume, c_volume);
}

/* ---- all units in one program; and a texture that is changed between two draws ---- */

static void f_units(struct fl_stage *s)
{
	static struct fl_program p;
	static struct fl_texture t[FL_TEXTURES];
	struct fl_draw *d = &s->d;
	struct fl_err err = {0};

	make_program(
	    &p,
	    "!!PVS\nin position\nout pos : position\nout uv : texcoord0\nconst state_mvp[4]\n" TRANSFORM
	    "MOV uv, position\n",
	    "!!US\nin uv : texcoord0\nout pixel : A\ntemp t[8]\n"
	    "LD t[0], uv, tex0\nLD t[1], uv, tex1\nLD t[2], uv, tex2\nLD t[3], uv, tex3\n"
	    "LD t[4], uv, tex4\nLD t[5], uv, tex5\nLD t[6], uv, tex6\nLD t[7], uv, tex7\n"
	    "ADD t[0], t[0], t[1]\nADD t[2], t[2], t[3]\nADD t[4], t[4], t[5]\nADD t[6], t[6], t[7]\n"
	    "ADD t[0], t[0], t[2]\nADD t[4], t[4], t[6]\nADD pixel, t[0], t[4]\n");
	fl_clear(d, FL_CLEAR_COLOR, 0, 1, 0);
	pixels(d);
	for (uint32_t i = 0; i < FL_TEXTURES; i++) {
		uint32_t color = i < 4 ? 0x10u << 8 * i : 0x30u << 8 * (i - 4);

		cr_assert_eq(
		    fl_texture_place(&t[i], &s->vram, FL_TEX_2D, 1, 1, 1, 1, FL_ARGB8888, FL_LINEAR, NULL),
		    FL_OK);
		fl_image_write(s->dev, &t[i].image, 0, 0, 1, &color);
		fl_texture(d, i, &t[i]);
	}
	fl_program(d, &p);
	rect(d, 0, 0, 8, 8, 0);
	/* one is another, one is off (0, 0, 0, 1) */
	fl_texture(d, 6, &t[1]);
	fl_texture(d, 2, NULL);
	rect(d, 8, 0, 16, 8, 0);
	/* one alone */
	fl_texture(d, 6, &t[4]);
	rect(d, 24, 0, 32, 8, 0);
	/* and back, with an image that the CPU wrote anew after the chip had read it */
	fl_texture(d, 6, &t[6]);
	fl_texture(d, 2, &t[2]);
	fl_draw_finish(d);
	cr_assert_eq(fl_stage_finish(s, &err), FL_OK, "%s", err.text);
	fl_image_write(s->dev, &t[0].image, 0, 0, 1, &(const uint32_t){0x60});
	rect(d, 16, 0, 24, 8, 0);
}

static void c_units(struct rig *r)
{
	cr_assert_eq(rig_at(r, 4, 4), 0x40404040, "0x%08x", rig_at(r, 4, 4));
	/* without 0x00300000 and 0x00100000, with 0x00001000 once more, and alpha 1 */
	cr_assert_eq(rig_at(r, 12, 4), 0xff005040, "0x%08x", rig_at(r, 12, 4));
	/* 0x30 in place of 0x1000 */
	cr_assert_eq(rig_at(r, 28, 4), 0xff004070, "0x%08x", rig_at(r, 28, 4));
	cr_assert_eq(rig_at(r, 20, 4), 0x40404090, "0x%08x", rig_at(r, 20, 4));
}

Test(lib_tex, eight_units)
{
	draw_r500(f_units, c_units);
}

/* ---- what is sent: of the unit that changed, and the cache is dropped only when it may be old ---- */

static const uint32_t *draw_something(struct fl_draw *d)
{
	const uint32_t *from = d->cs->at;

	fl_begin(d, FL_POINTS);
	fl_vertex(d, 0, 0, 0);
	fl_end(d);
	return from;
}

Test(lib_tex, only_what_changed_is_sent)
{
	static struct fl_draw d;
	static struct fl_texture t[3];
	const uint32_t *p;
	struct fl_surface target;
	struct fl_cs cs;

	words_begin(&d, &cs, 0);
	fl_surface_init(&target, &fl_r500_surfaces, 64, 64, FL_ARGB8888, FL_LINEAR, FL_USE_3D, NULL);
	fl_draw_target(&d, &target, NULL);
	for (uint32_t i = 0; i < 3; i++) {
		fl_texture_init(&t[i], &fl_r500_surfaces, FL_TEX_2D, 16, 16, 1, 1, FL_ARGB8888, FL_LINEAR,
				NULL);
		t[i].image.offset_B = 0x100000 + 0x1000 * i;
	}
	p = draw_something(&d);
	cr_assert_eq(words_count(&cs, p, R500_TX_INVALTAGS), 0); /* no texture */
	fl_texture(&d, 0, &t[0]);
	fl_texture(&d, 1, &t[1]);
	p = draw_something(&d);
	cr_assert_eq(words_count(&cs, p, R500_TX_INVALTAGS), 1);
	cr_assert_eq(words_count(&cs, p, R500_TX_OFFSET(0)), 1);
	cr_assert_eq(words_count(&cs, p, R500_TX_OFFSET(1)), 1);
	cr_assert_eq(words_count(&cs, p, R500_TX_OFFSET(2)), 0);
	p = draw_something(&d);
	cr_assert_eq(words_count(&cs, p, R500_TX_ENABLE), 0);
	/* another texture in unit 1 */
	fl_texture(&d, 1, &t[2]);
	p = draw_something(&d);
	cr_assert_eq(words_count(&cs, p, R500_TX_OFFSET(1)), 1);
	cr_assert_eq(words_count(&cs, p, R500_TX_OFFSET(0)), 0);
	cr_assert_eq(words_count(&cs, p, R500_TX_INVALTAGS), 0);
	/* the same again: it was changed */
	fl_texture(&d, 1, &t[2]);
	p = draw_something(&d);
	cr_assert_eq(words_count(&cs, p, R500_TX_INVALTAGS), 1);
	/* another target, and the end of a frame: they may have been drawn into, or written */
	fl_draw_target(&d, &target, NULL);
	p = draw_something(&d);
	cr_assert_eq(words_count(&cs, p, R500_TX_INVALTAGS), 1);
	cr_assert_eq(words_count(&cs, p, R500_TX_OFFSET(0)), 0);
	fl_draw_finish(&d);
	p = draw_something(&d);
	cr_assert_eq(words_count(&cs, p, R500_TX_INVALTAGS), 1);
	cr_assert_eq(words_count(&cs, p, R500_TX_OFFSET(0)), 0);
	p = draw_something(&d);
	cr_assert_eq(words_count(&cs, p, R500_TX_INVALTAGS), 0);
}

/* ---- the words of Mesa's r300 for the same textures: recorded streams tex_cube, tex_dxt1, tex_mip_nearest
 * of an R580 --- */

Test(lib_tex, words_are_mesas)
{
	static const struct {
		uint8_t kind, format, tiling, levels, wrap, mip;
		uint16_t side;
		uint32_t filter0, filter1, format0, format1, format2, offset;
	} scenes[] = {
	    {FL_TEX_CUBE, FL_ABGR8888, FL_MICRO, 1, FL_CLAMP, FL_MIP_NONE, 16, 0x00000a12, 0x80000008,
	     0x0000780f, 0x0408860c, 0, 0x40040008},
	    {FL_TEX_2D, FL_DXT1, FL_LINEAR, 1, FL_REPEAT, FL_MIP_NONE, 32, 0x00000a00, 0x80200008, 0x0000f81f,
	     0x0000a60f, 0, 0x40040000},
	    /* the stream's FILTER0 is 0x2c00: it enlarges with a linear filter and reduces without */
	    {FL_TEX_2D, FL_ABGR8888, FL_MICRO | FL_MACRO, FL_ALL_LEVELS, FL_REPEAT, FL_MIP_NEAREST, 64,
	     0x00002a00, 0x80000008, 0x1801f83f, 0x0008860c, 0, 0x4004000c},
	};
	static struct fl_draw d;
	struct fl_surface target;
	struct fl_texture t;
	struct fl_cs cs;

	for (uint32_t i = 0; i < sizeof(scenes) / sizeof(scenes[0]); i++) {
		const uint32_t want[6] = {scenes[i].filter0, scenes[i].filter1, scenes[i].format0,
					  scenes[i].format1, scenes[i].format2, scenes[i].offset};

		words_begin(&d, &cs, 0x40000000);
		fl_surface_init(&target, &fl_r500_surfaces, 64, 64, FL_ARGB8888, FL_LINEAR, FL_USE_3D, NULL);
		fl_draw_target(&d, &target, NULL);
		cr_assert_eq(fl_texture_init(&t, &fl_r500_surfaces, (enum fl_tex_kind)scenes[i].kind,
					     scenes[i].side, scenes[i].side, 1, scenes[i].levels,
					     (enum fl_format)scenes[i].format, scenes[i].tiling, NULL),
			     FL_OK);
		t.image.offset_B = 0x40000;
		t.wrap_s = t.wrap_t = scenes[i].wrap;
		t.mip = scenes[i].mip;
		fl_texture(&d, 0, &t);
		draw_something(&d);
		for (uint32_t k = 0; k < 6; k++)
			cr_assert_eq(words_last(&cs, 0x4400 + 0x40 * k), want[k],
				     "scene %u: 0x%04x = 0x%08x, Mesa writes 0x%08x", i, 0x4400 + 0x40 * k,
				     words_last(&cs, 0x4400 + 0x40 * k), want[k]);
	}
}
