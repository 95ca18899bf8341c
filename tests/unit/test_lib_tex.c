/* SPDX-License-Identifier: MIT
 *
 * Textures on the model: layout, wraps, filters, mip levels, cubes, volumes, units; what is sent for them.
 */
#include "hw/regs/r500.h"
#include "lib/r500/program.h"
#include "tests/unit/test_lib_rig.h"
#include "tests/unit/test_lib_texel.h"

/* ---- layout ---- */

/* Offsets of Mesa's r300 for a 64 x 64 texture of 32 bits on an R580 (facts: r5xx_3d.md 7.3, out of a recorded stream). */
Test(lib_tex, levels_lie_as_mesa_lays_them)
{
	static const uint32_t want[7] = {0, 0x4000, 0x5000, 0x5400, 0x5500, 0x5540, 0x5560};
	struct fl_texture t;
	struct fl_surface image;
	struct fl_err err = {0};

	cr_assert_eq(fl_texture_init(&t, FL_TEX_2D, 64, 64, 1, FL_ALL_LEVELS, FL_ARGB8888, FL_MICRO | FL_MACRO, &err),
		     FL_OK, "%s", err.text);
	cr_assert_eq(t.levels, 7);
	cr_assert_eq(t.size_B, 0x5580);
	for (uint32_t i = 0; i < 7; i++) {
		cr_assert(fl_texture_image(&t, 0, i, &image));
		cr_assert_eq(image.offset_B, want[i], "level %u at 0x%llx", i, (unsigned long long)image.offset_B);
		cr_assert_eq(image.width_px, 64u >> i);
		cr_assert_eq(image.tiling, i < 2 ? FL_MICRO | FL_MACRO : FL_MICRO);
	}
	cr_assert(!fl_texture_image(&t, 0, 7, &image));
	cr_assert(!fl_texture_image(&t, 1, 0, &image));
	/* six faces a level, and slices that halve */
	cr_assert_eq(fl_texture_init(&t, FL_TEX_CUBE, 8, 8, 1, FL_ALL_LEVELS, FL_ARGB8888, FL_LINEAR, &err), FL_OK);
	cr_assert(fl_texture_image(&t, FL_NEG_Z, 1, &image));
	cr_assert_eq(image.offset_B, 6 * 8 * 32 + 5 * 4 * 32);
	cr_assert_eq(t.size_B, 6 * (8 + 4 + 2 + 1) * 32);
	cr_assert_eq(fl_texture_init(&t, FL_TEX_3D, 8, 8, 4, FL_ALL_LEVELS, FL_ARGB8888, FL_LINEAR, &err), FL_OK);
	cr_assert(fl_texture_image(&t, 1, 1, &image));
	cr_assert_eq(image.offset_B, 4 * 8 * 32 + 4 * 32);
	cr_assert(!fl_texture_image(&t, 2, 1, &image));
	cr_assert(fl_texture_image(&t, 0, 3, &image));
	cr_assert_eq(image.offset_B, 4 * 8 * 32 + 2 * 4 * 32 + 2 * 32);
	/* blocks: 32 bytes a row at least */
	cr_assert_eq(fl_texture_init(&t, FL_TEX_2D, 32, 32, 1, FL_ALL_LEVELS, FL_DXT1, FL_LINEAR, &err), FL_OK);
	cr_assert(fl_texture_image(&t, 0, 2, &image));
	cr_assert_eq(image.offset_B, 8 * 64 + 4 * 32);
	cr_assert_eq(fl_surface_pitch_B(&image), 32);
	cr_assert_eq(t.size_B, 8 * 64 + 4 * 32 + 2 * 32 + 3 * 32);
}

Test(lib_tex, layout_refuses)
{
	static const struct {
		uint32_t kind, w, h, depth, levels, format, tiling;
		const char *word;
	} wrong[] = {
	    {FL_TEX_2D, 0, 8, 1, 1, FL_ARGB8888, 0, "1 to 4096"},
	    {FL_TEX_2D, 8, 4097, 1, 1, FL_ARGB8888, 0, "1 to 4096"},
	    {FL_TEX_CUBE, 8, 16, 1, 1, FL_ARGB8888, 0, "square"},
	    {FL_TEX_CUBE, 24, 24, 1, 1, FL_ARGB8888, 0, "powers of two"},
	    {FL_TEX_3D, 8, 8, 3, 1, FL_ARGB8888, 0, "slices"},
	    {FL_TEX_2D, 8, 8, 2, 1, FL_ARGB8888, 0, "slices"},
	    {FL_TEX_2D, 8, 8, 1, 5, FL_ARGB8888, 0, "has 4"},
	    {FL_TEX_2D, 24, 8, 1, 2, FL_ARGB8888, 0, "mip levels"},
	    {FL_TEX_2D, 8, 8, 1, 1, FL_FORMAT_COUNT, 0, "format"},
	    {FL_TEX_2D, 8, 8, 1, 1, FL_DXT1, FL_MICRO, "linear"},
	    {FL_TEX_2D, 8, 8, 1, 1, FL_ABGR32F, FL_MICRO, "micro-tiles"},
	    {FL_TEX_2D, 8, 8, 1, 1, FL_ARGB8888, FL_MICRO | FL_SQUARE, "square"},
	    {7, 8, 8, 1, 1, FL_ARGB8888, 0, "kind 7"},
	};
	struct fl_texture t;
	struct fl_surface s;

	for (uint32_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		struct fl_err err = {0};

		cr_assert_eq(fl_texture_init(&t, (enum fl_tex_kind)wrong[i].kind, wrong[i].w, wrong[i].h,
					     wrong[i].depth, wrong[i].levels, (enum fl_format)wrong[i].format,
					     wrong[i].tiling, &err),
			     FL_USAGE, "%s passes", wrong[i].word);
		cr_assert(strstr(err.text, wrong[i].word), "%s: %s", wrong[i].word, err.text);
	}
	struct fl_err err = {0};

	cr_assert_eq(fl_surface_init(&s, 8, 8, FL_DXT1, 0, FL_USE_3D, &err), FL_USAGE);
	cr_assert(strstr(err.text, "drawn into"), "%s", err.text);
	cr_assert_eq(fl_surface_init(&s, 8, 8, FL_ABGR16F, 0, FL_USE_2D, &err), FL_USAGE);
	cr_assert(strstr(err.text, "2D engine"), "%s", err.text);
	cr_assert_eq(fl_texture_init(&t, FL_TEX_2D, 8, 8, 1, 0, FL_DXT5, 0, &err), FL_OK);
	cr_assert_eq(fl_texture_mipmaps(NULL, &t, &err), FL_USAGE);
	cr_assert(strstr(err.text, "compressed"), "%s", err.text);
}

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
	cr_assert_eq(fl_texture_place(t, &s->vram, FL_TEX_2D, 8, 8, 1, 1, FL_ARGB8888, FL_MICRO, NULL), FL_OK);
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
				    mix(fetched(wrap_s, wrap_t, i, j + 1), fetched(wrap_s, wrap_t, i + 1, j + 1), f),
				    g);
			} else {
				want = fetched(wrap_s, wrap_t, (int)floor(u), (int)floor(v));
			}
			cr_assert_leq(channel_difference(rig_at(r, (uint32_t)x, (uint32_t)y), want), smooth ? 3 : 0,
				      "wrap %u, %u, linear %d (%d, %d): 0x%08x, want 0x%08x", wrap_s, wrap_t, smooth, x,
				      y, rig_at(r, (uint32_t)x, (uint32_t)y), want);
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

/* ---- sides that are not powers of two, with a pitch of the chip's rule and one of somebody else's ---- */

static void f_npot(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;

	fl_clear(d, FL_CLEAR_COLOR, 0, 1, 0);
	pixels(d);
	fl_texenv(d, 0, FL_REPLACE);
	for (uint32_t i = 0; i < 4; i++) {
		static const uint8_t tiling[4] = {FL_LINEAR, FL_MICRO, FL_MICRO | FL_MACRO, FL_LINEAR};
		struct fl_texture *t = &s->texture[i];
		struct fl_surface image;
		uint32_t row[45];

		if (i == 3) { /* a part of a larger image */
			cr_assert_eq(
			    fl_surface_place(&image, &s->vram, 320, 35, FL_ARGB8888, FL_LINEAR, FL_USE_TEXTURE, NULL),
			    FL_OK);
			image.width_px = 45;
			fl_texture_of(t, &image);
		} else {
			cr_assert_eq(
			    fl_texture_place(t, &s->vram, FL_TEX_2D, 45, 35, 1, 1, FL_ARGB8888, tiling[i], NULL),
			    FL_OK);
		}
		for (uint32_t y = 0; y < 35; y++) {
			for (uint32_t x = 0; x < 45; x++)
				row[x] = x << 16 | y << 8 | i << 24;
			fl_image_write(s->dev, &t->image, 0, y, 45, row);
		}
		t->wrap_s = t->wrap_t = FL_CLAMP;
		fl_texture(d, 0, t);
		rect(d, (float)i * 45, 0, (float)i * 45 + 45, 35, 0);
	}
}

static void c_npot(struct rig *r)
{
	for (uint32_t y = 0; y < 35; y++)
		for (uint32_t x = 0; x < 180; x++)
			cr_assert_eq(rig_at(r, x, y), (x % 45) << 16 | y << 8 | x / 45 << 24, "(%u, %u): 0x%08x", x, y,
				     rig_at(r, x, y));
}

Test(lib_tex, sides_that_are_not_powers_of_two)
{
	draw(f_npot, c_npot);
}

/* ---- mip levels: 64 x 64, level n of color level_color(n), drawn so that a level is known ---- */

static uint32_t level_color(uint32_t level)
{
	return 0xff000000u | (level * 36 + 10) << 16 | (250 - level * 36) << 8 | (level & 1 ? 200u : 40u);
}

static void make_levels(struct fl_stage *s, struct fl_texture *t)
{
	struct fl_surface image;

	cr_assert_eq(
	    fl_texture_place(t, &s->vram, FL_TEX_2D, 64, 64, 1, FL_ALL_LEVELS, FL_ARGB8888, FL_MICRO | FL_MACRO, NULL),
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
	rect(d, (float)(i % 24 * 8), (float)(i / 24 * 8), (float)(i % 24 * 8 + 8), (float)(i / 24 * 8 + 8), 0);
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
		uint32_t want = part > 0 ? mix(level_color(level), level_color(level + 1), part) : level_color(level);

		/* weights of 5 or 6 bits between levels (R5xx guide 10.1.4) */
		cr_assert_leq(channel_difference(rig_at(r, x, y), want), part > 0 ? 160 / 16 : 0,
			      "case %u: 0x%08x, want 0x%08x", i, rig_at(r, x, y), want);
	}
}

Test(lib_tex, mip_levels_bias_range_anisotropy)
{
	draw(f_mip, c_mip);
}

/* ---- every level and image of every kind in every tiling: what fl_texture_image() says is what the chip reads ---- */

static struct fl_program look_up;

static void program_3d(struct fl_draw *d)
{
	struct fl_err err = {0};

	cr_assert_eq(
	    fl_program_make(&look_up,
			    "!!PVS\nin position\nin texcoord0\nout pos : position\nout uv : texcoord0\nconst "
			    "state_mvp[4]\nDP4 pos.x, state_mvp[0], position\nDP4 pos.y, state_mvp[1], position\nDP4 "
			    "pos.z, state_mvp[2], position\nDP4 pos.w, state_mvp[3], position\nMOV uv, texcoord0\n",
			    "!!US\nin uv : texcoord0\nout pixel : A\ntemp t\nLD t, uv, tex0\nMOV pixel, t\n", &err),
	    FL_OK, "%s", err.text);
	fl_program(d, &look_up);
}

static uint32_t kind, tiling;

static uint32_t image_color(uint32_t image, uint32_t level)
{
	return 0xff000000u | (image * 7 + 3) << 16 | (level * 40 + 5) << 8 | (image ^ level) * 11;
}

/* Directions of the faces' middles: OpenGL's table of the major axis */
static const float axis[6][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};

static void f_images(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;
	struct fl_texture *t = &s->texture[0];
	struct fl_surface image;
	struct fl_err err = {0};
	uint32_t cell = 0;

	cr_assert_eq(fl_texture_place(t, &s->vram, (enum fl_tex_kind)kind, 64, kind == FL_TEX_CUBE ? 64 : 32,
				      kind == FL_TEX_3D ? 16 : 1, FL_ALL_LEVELS, FL_ARGB8888, tiling, &err),
		     FL_OK, "%s", err.text);
	for (uint32_t l = 0; l < t->levels; l++)
		for (uint32_t i = 0; fl_texture_image(t, i, l, &image); i++)
			for (uint32_t y = 0; y < image.height_px; y++) {
				uint32_t row[64];

				for (uint32_t x = 0; x < 64; x++)
					row[x] = image_color(i, l);
				fl_image_write(s->dev, &image, 0, y, image.width_px, row);
			}
	fl_clear(d, FL_CLEAR_COLOR, 0, 1, 0);
	pixels(d);
	program_3d(d);
	t->mip = FL_MIP_NEAREST;
	for (uint32_t l = 0; l < t->levels; l++) {
		t->level_min = t->level_max = (uint8_t)l;
		if (l == 0)
			t->mip = FL_MIP_NONE;
		else
			t->mip = FL_MIP_NEAREST;
		fl_texture(d, 0, t);
		for (uint32_t i = 0; fl_texture_image(t, i, l, &image); i++, cell++) {
			float x = (float)(cell % 48 * 4), y = (float)(cell / 48 * 4), x1 = x + 4, y1 = y + 4, z;

			z = ((float)i + 0.5f) / (float)(t->depth >> l ? t->depth >> l : 1);
			fl_begin(d, FL_QUADS);
			for (int v = 0; v < 4; v++) {
				float a = v == 1 || v == 2 ? 0.9f : -0.9f, b = v > 1 ? 0.9f : -0.9f;

				if (kind == FL_TEX_CUBE) { /* all over the face */
					float dir[3] = {axis[i][0], axis[i][1], axis[i][2]};

					dir[i / 2 == 0 ? 1 : 0] = a;
					dir[i / 2 == 2 ? 1 : 2] = b;
					fl_texcoord_of(d, 0, dir[0], dir[1], dir[2], 1);
				} else {
					fl_texcoord_of(d, 0, a / 2 + 0.5f, b / 2 + 0.5f, z, 1);
				}
				fl_vertex(d, v == 1 || v == 2 ? x1 : x, v > 1 ? y1 : y, 0);
			}
			fl_end(d);
		}
	}
}

static void c_images(struct rig *r)
{
	const struct fl_texture *t = &r->stage.texture[0];
	struct fl_surface image;
	uint32_t cell = 0;

	for (uint32_t l = 0; l < t->levels; l++)
		for (uint32_t i = 0; fl_texture_image(t, i, l, &image); i++, cell++)
			for (uint32_t p = 0; p < 16; p++) {
				uint32_t x = cell % 48 * 4 + p % 4, y = cell / 48 * 4 + p / 4;

				cr_assert_eq(rig_at(r, x, y), image_color(i, l),
					     "kind %u, tiling %u, level %u, image %u: 0x%08x", kind, tiling, l, i,
					     rig_at(r, x, y));
			}
	cr_assert_eq(cell, kind == FL_TEX_2D ? 7 : kind == FL_TEX_CUBE ? 42 : 16 + 8 + 4 + 2 + 1 + 1 + 1);
}

Test(lib_tex, every_image_is_where_the_chip_reads_it)
{
	static const uint8_t tilings[4] = {FL_LINEAR, FL_MICRO, FL_MACRO, FL_MICRO | FL_MACRO};

	for (kind = 0; kind < 3; kind++)
		for (int i = 0; i < 4; i++) {
			tiling = tilings[i];
			draw(f_images, c_images);
		}
}

/* ---- cubes: each face by OpenGL's table of s and t ---- */

static uint32_t face_texel(uint32_t face, uint32_t x, uint32_t y)
{
	return 0xff000000u | (face * 40 + 20) << 16 | x * 30 << 8 | y * 30;
}

/* The direction whose coordinates on face are (sc, tc), each -1 to 1: the rows of the table, solved for it. */
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

	cr_assert_eq(fl_texture_place(t, &s->vram, FL_TEX_CUBE, 8, 8, 1, 1, FL_ARGB8888, FL_LINEAR, NULL), FL_OK);
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
	program_3d(d);
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
					     "face %u (%u, %u): 0x%08x", face, x, y, rig_at(r, face * 24 + x, y));
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

	cr_assert_eq(fl_texture_place(t, &s->vram, FL_TEX_3D, 8, 8, 4, 1, FL_ARGB8888, FL_MICRO, NULL), FL_OK);
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
	program_3d(d);
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
		uint32_t z = i / 2, next = z == 3 ? 0 : z + 1, want = i & 1 ? (z * 80 + next * 80) / 2 : z * 80;

		ASSERT_NEAR(r, i * 8 + 2, 5, 2u * 30 << 24 | 5u * 30 << 16 | want, i & 1 ? 1 : 0);
	}
}

Test(lib_tex, volumes)
{
	draw(f_volume, c_volume);
}

/* ---- levels made by the library: the mean of what is above, for each kind and for formats of every make ---- */

static uint32_t mean_of(uint32_t i, uint32_t j, uint32_t k)
{
	return (i * 37 + j * 59 + k * 83) & 63;
}

Test(lib_tex, mip_levels_by_box_filter)
{
	static const uint8_t formats[] = {FL_L8,      FL_ARGB8888, FL_ARGB2101010, FL_ABGR16161616,
					  FL_ABGR16F, FL_R32F,     FL_GR1616};
	struct rig *r = rig_open(W, H, false);

	for (uint32_t f = 0; f < sizeof(formats); f++)
		for (kind = 0; kind < 3; kind++) {
			struct fl_texture t;
			struct fl_surface image;
			struct fl_err err = {0};
			uint32_t depth = kind == FL_TEX_3D ? 4 : 1, w = 64, h = kind == FL_TEX_CUBE ? 64 : 16;
			uint32_t bytes = fl_format_bytes((enum fl_format)formats[f]);
			uint8_t row[64 * 16], texel_bytes[16];
			const char *text = NULL;

			for (uint32_t i = 0; i < TEXEL_FORMATS; i++)
				if (texel_formats[i].format == formats[f])
					text = texel_formats[i].text;
			cr_assert_eq(fl_texture_place(&t, &r->stage.vram, (enum fl_tex_kind)kind, w, h, depth,
						      FL_ALL_LEVELS, (enum fl_format)formats[f],
						      bytes < 16 ? FL_MICRO : 0, &err),
				     FL_OK, "%s", err.text);
			for (uint32_t k = 0; fl_texture_image(&t, k, 0, &image); k++)
				for (uint32_t y = 0; y < h; y++) {
					for (uint32_t x = 0; x < w; x++) {
						double v = mean_of(x, y, k) / 64.0, rgba[4] = {v, v, v, v};

						texel_pack(text, rgba, false, texel_bytes);
						memcpy(row + x * bytes, texel_bytes, bytes);
					}
					fl_image_write(&r->dev, &image, 0, y, w, row);
				}
			cr_assert_eq(fl_texture_mipmaps(&r->dev, &t, &err), FL_OK, "%s", err.text);
			/* each of all levels: the mean of a whole box of level 0 */
			for (uint32_t l = 1; l < t.levels; l++)
				for (uint32_t k = 0; fl_texture_image(&t, k, l, &image); k++)
					for (uint32_t y = 0; y < image.height_px; y++)
						for (uint32_t x = 0; x < image.width_px; x++) {
							uint32_t nx = w / image.width_px, ny = h / image.height_px;
							uint32_t nz = kind == FL_TEX_3D ? (l > 2 ? 4 : 1u << l) : 1;
							double sum = 0;
							float rgba[4];

							for (uint32_t i = 0; i < nx * ny * nz; i++)
								sum += mean_of(x * nx + i % nx, y * ny + i / nx % ny,
									       k * (kind == FL_TEX_3D ? nz : 1) +
										   i / nx / ny) /
								       64.0;
							sum /= nx * ny * nz;
							fl_image_read(&r->dev, &image, x, y, 1, row);
							fl_pixel_unpack((enum fl_format)formats[f], row, rgba);
							/* each level rounds */
							cr_assert_float_eq(
							    rgba[formats[f] == FL_L8 ? 1 : 0], sum,
							    bytes == 1 || formats[f] == FL_ARGB8888 ? 4.5 / 255
							    : formats[f] == FL_ARGB2101010          ? 4.5 / 1023
												    : 1e-3,
							    "%s, kind %u, level %u, (%u, %u, %u): %f, want %f", text,
							    kind, l, x, y, k, (double)rgba[formats[f] == FL_L8 ? 1 : 0],
							    sum);
						}
		}
	rig_close(r);
}

/* ---- all units in one program; and a texture that is changed between two draws ---- */

static void f_units(struct fl_stage *s)
{
	static struct fl_program p;
	static struct fl_texture t[FL_TEXTURES];
	struct fl_draw *d = &s->d;
	struct fl_err err = {0};

	cr_assert_eq(fl_program_make(
			 &p,
			 "!!PVS\nin position\nout pos : position\nout uv : texcoord0\nconst state_mvp[4]\nDP4 pos.x, "
			 "state_mvp[0], position\nDP4 pos.y, state_mvp[1], position\nDP4 pos.z, state_mvp[2], "
			 "position\nDP4 pos.w, state_mvp[3], position\nMOV uv, position\n",
			 "!!US\nin uv : texcoord0\nout pixel : A\ntemp t[8]\nLD t[0], uv, tex0\nLD t[1], uv, "
			 "tex1\nLD t[2], uv, tex2\nLD t[3], uv, tex3\nLD t[4], uv, tex4\nLD t[5], uv, tex5\nLD t[6], "
			 "uv, tex6\nLD t[7], uv, tex7\nADD t[0], t[0], t[1]\nADD t[2], t[2], t[3]\nADD t[4], t[4], "
			 "t[5]\nADD t[6], t[6], t[7]\nADD t[0], t[0], t[2]\nADD t[4], t[4], t[6]\nADD pixel, t[0], "
			 "t[4]\n",
			 &err),
		     FL_OK, "%s", err.text);
	fl_clear(d, FL_CLEAR_COLOR, 0, 1, 0);
	pixels(d);
	for (uint32_t i = 0; i < FL_TEXTURES; i++) {
		uint32_t color = i < 4 ? 0x10u << 8 * i : 0x30u << 8 * (i - 4);

		cr_assert_eq(fl_texture_place(&t[i], &s->vram, FL_TEX_2D, 1, 1, 1, 1, FL_ARGB8888, FL_LINEAR, NULL),
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
	draw(f_units, c_units);
}

/* ---- what is sent: of the unit that changed, and the cache is dropped only when it may be old ---- */

static uint32_t stream_words[1 << 14];

static enum fl_code no_submit(struct fl_cs *cs, struct fl_err *err)
{
	cs->at = cs->start;
	return FL_OK;
}

/* How often the packets from p on write to reg. */
static uint32_t writes(const struct fl_cs *cs, const uint32_t *p, uint32_t reg)
{
	uint32_t n = 0;

	while (p < cs->at) {
		uint32_t count = (*p >> 16 & 0x3fff) + 1;

		if (*p >> 30 == 0) {
			uint32_t first = (*p & 0x1fff) << 2;

			n += *p & 0x8000 ? (first == reg ? count : 0) : reg >= first && reg < first + 4 * count;
		}
		p += 1 + count;
	}
	return n;
}

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
	const struct fl_draw_chip chip = {.backend = &fl_draw_r500, .vertex_units = 8};
	const uint32_t *p;
	struct fl_surface target;
	struct fl_cs cs;

	fl_cs_init(&cs, stream_words, sizeof(stream_words) / 4, no_submit, NULL);
	fl_surface_init(&target, 64, 64, FL_ARGB8888, FL_LINEAR, FL_USE_3D, NULL);
	fl_draw_init(&d, &cs, &chip);
	fl_draw_target(&d, &target, NULL);
	for (uint32_t i = 0; i < 3; i++) {
		fl_texture_init(&t[i], FL_TEX_2D, 16, 16, 1, 1, FL_ARGB8888, FL_LINEAR, NULL);
		t[i].image.offset_B = 0x100000 + 0x1000 * i;
	}
	p = draw_something(&d);
	cr_assert_eq(writes(&cs, p, R500_TX_INVALTAGS), 0); /* no texture */
	fl_texture(&d, 0, &t[0]);
	fl_texture(&d, 1, &t[1]);
	p = draw_something(&d);
	cr_assert_eq(writes(&cs, p, R500_TX_INVALTAGS), 1);
	cr_assert_eq(writes(&cs, p, R500_TX_OFFSET(0)), 1);
	cr_assert_eq(writes(&cs, p, R500_TX_OFFSET(1)), 1);
	cr_assert_eq(writes(&cs, p, R500_TX_OFFSET(2)), 0);
	p = draw_something(&d);
	cr_assert_eq(writes(&cs, p, R500_TX_ENABLE), 0);
	/* another texture in unit 1 */
	fl_texture(&d, 1, &t[2]);
	p = draw_something(&d);
	cr_assert_eq(writes(&cs, p, R500_TX_OFFSET(1)), 1);
	cr_assert_eq(writes(&cs, p, R500_TX_OFFSET(0)), 0);
	cr_assert_eq(writes(&cs, p, R500_TX_INVALTAGS), 0);
	/* the same again: it was changed */
	fl_texture(&d, 1, &t[2]);
	p = draw_something(&d);
	cr_assert_eq(writes(&cs, p, R500_TX_INVALTAGS), 1);
	/* another target, and the end of a frame: they may have been drawn into, or written */
	fl_draw_target(&d, &target, NULL);
	p = draw_something(&d);
	cr_assert_eq(writes(&cs, p, R500_TX_INVALTAGS), 1);
	cr_assert_eq(writes(&cs, p, R500_TX_OFFSET(0)), 0);
	fl_draw_finish(&d);
	p = draw_something(&d);
	cr_assert_eq(writes(&cs, p, R500_TX_INVALTAGS), 1);
	cr_assert_eq(writes(&cs, p, R500_TX_OFFSET(0)), 0);
	p = draw_something(&d);
	cr_assert_eq(writes(&cs, p, R500_TX_INVALTAGS), 0);
}

/* ---- the words of Mesa's r300 for the same textures: recorded streams tex_cube, tex_dxt1, tex_mip_nearest of an R580 ---- */

static uint32_t last_written(const struct fl_cs *cs, uint32_t reg)
{
	uint32_t value = 0xdeadbeef;

	for (const uint32_t *p = cs->start; p < cs->at;) {
		uint32_t count = (*p >> 16 & 0x3fff) + 1, first = (*p & 0x1fff) << 2;

		if (*p >> 30 == 0 && !(*p & 0x8000) && reg >= first && reg < first + 4 * count)
			value = p[1 + (reg - first) / 4];
		p += 1 + count;
	}
	return value;
}

Test(lib_tex, words_are_mesas)
{
	static const struct {
		uint8_t kind, format, tiling, levels, wrap, mip;
		uint16_t side;
		uint32_t filter0, filter1, format0, format1, format2, offset;
	} scenes[] = {
	    {FL_TEX_CUBE, FL_ABGR8888, FL_MICRO, 1, FL_CLAMP, FL_MIP_NONE, 16, 0x00000a12, 0x80000008, 0x0000780f,
	     0x0408860c, 0, 0x40040008},
	    {FL_TEX_2D, FL_DXT1, FL_LINEAR, 1, FL_REPEAT, FL_MIP_NONE, 32, 0x00000a00, 0x80200008, 0x0000f81f,
	     0x0000a60f, 0, 0x40040000},
	    /* the stream's FILTER0 is 0x2c00: it enlarges with a linear filter and reduces without */
	    {FL_TEX_2D, FL_ABGR8888, FL_MICRO | FL_MACRO, FL_ALL_LEVELS, FL_REPEAT, FL_MIP_NEAREST, 64, 0x00002a00,
	     0x80000008, 0x1801f83f, 0x0008860c, 0, 0x4004000c},
	};
	static struct fl_draw d;
	const struct fl_draw_chip chip = {.backend = &fl_draw_r500, .vram_addr = 0x40000000, .vertex_units = 8};
	struct fl_surface target;
	struct fl_texture t;
	struct fl_cs cs;

	for (uint32_t i = 0; i < sizeof(scenes) / sizeof(scenes[0]); i++) {
		const uint32_t want[6] = {scenes[i].filter0, scenes[i].filter1, scenes[i].format0,
					  scenes[i].format1, scenes[i].format2, scenes[i].offset};

		fl_cs_init(&cs, stream_words, sizeof(stream_words) / 4, no_submit, NULL);
		fl_surface_init(&target, 64, 64, FL_ARGB8888, FL_LINEAR, FL_USE_3D, NULL);
		fl_draw_init(&d, &cs, &chip);
		fl_draw_target(&d, &target, NULL);
		cr_assert_eq(fl_texture_init(&t, (enum fl_tex_kind)scenes[i].kind, scenes[i].side, scenes[i].side, 1,
					     scenes[i].levels, (enum fl_format)scenes[i].format, scenes[i].tiling,
					     NULL),
			     FL_OK);
		t.image.offset_B = 0x40000;
		t.wrap_s = t.wrap_t = scenes[i].wrap;
		t.mip = scenes[i].mip;
		fl_texture(&d, 0, &t);
		draw_something(&d);
		for (uint32_t k = 0; k < 6; k++)
			cr_assert_eq(last_written(&cs, 0x4400 + 0x40 * k), want[k],
				     "scene %u: 0x%04x = 0x%08x, Mesa writes 0x%08x", i, 0x4400 + 0x40 * k,
				     last_written(&cs, 0x4400 + 0x40 * k), want[k]);
	}
}
