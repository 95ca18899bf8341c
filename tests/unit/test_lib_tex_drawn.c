/* SPDX-License-Identifier: MIT
 *
 * Textures that the chip itself draws: each face of a cube, each slice of a volume, each of their levels is a
 * target; then all are read back as textures, twice, so that nothing old is left in a cache.
 */
#include "tests/unit/test_lib_rig.h"

enum { HIGH = 16 }; /* of a volume */

static enum fl_tex_kind kind;
static uint32_t wide = 32; /* and of a cube each way */
static uint32_t tiling;
static enum fl_format format;
static bool with_depth;

/* Every texel has another color, out of those that 5, 6 and 5 bits hold (n / 31 and n / 63, as 8 bits): no
 * rounding is in question. */
static uint32_t color(uint32_t round, uint32_t image, uint32_t level, uint32_t x, uint32_t y)
{
	uint32_t r = (x + 7 * image + 3 * round) & 31, g = (y * 2 + 5 * level + image) & 63;
	uint32_t b = (x ^ y ^ (round * 9)) & 31;

	return 0xff000000u | (r * 510 + 31) / 62 << 16 | (g * 510 + 63) / 126 << 8 | (b * 510 + 31) / 62;
}

/* Where each image is shown: in rows, as far as they hold; round 1 below round 0. */
static void place(uint32_t *x, uint32_t *y, uint32_t *row_h, const struct fl_surface *image)
{
	if (*x + image->width_px > W) {
		*x = 0;
		*y += *row_h;
		*row_h = 0;
	}
	if (image->height_px > *row_h)
		*row_h = image->height_px;
}

/* OpenGL 1.3, table 3.19, the other way round: the direction of place (s, t), 0 to 1, of a face */
static void cube_coord(struct fl_draw *d, uint32_t face, float s, float t)
{
	float a = 2 * s - 1, b = 2 * t - 1;

	switch (face) {
	case FL_POS_X:
		fl_texcoord_of(d, 0, 1, -b, -a, 1);
		break;
	case FL_NEG_X:
		fl_texcoord_of(d, 0, -1, -b, a, 1);
		break;
	case FL_POS_Y:
		fl_texcoord_of(d, 0, a, 1, b, 1);
		break;
	case FL_NEG_Y:
		fl_texcoord_of(d, 0, a, -1, -b, 1);
		break;
	case FL_POS_Z:
		fl_texcoord_of(d, 0, a, -b, 1, 1);
		break;
	default:
		fl_texcoord_of(d, 0, -a, -b, -1, 1);
		break;
	}
}

static void draw_into(struct fl_draw *d, const struct fl_surface *image, const struct fl_surface *depth,
		      uint32_t round, uint32_t i, uint32_t level)
{
	uint32_t w = image->width_px, h = image->height_px;

	fl_draw_target(d, image, depth);
	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_ortho(d, 0, (float)w, (float)h, 0, 0, -1);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
	fl_texture(d, 0, NULL);
	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, 0xffffffff, 1, 0);
	fl_depth(d, depth, FL_LESS, true);
	fl_begin(d, FL_QUADS);
	for (uint32_t y = 0; y < h; y++)
		for (uint32_t x = 0; x < w; x++) {
			fl_color_argb(d, color(round, i, level, x, y));
			fl_vertex(d, (float)x, (float)y, 0.5f);
			fl_vertex(d, (float)x, (float)y + 1, 0.5f);
			fl_vertex(d, (float)x + 1, (float)y + 1, 0.5f);
			fl_vertex(d, (float)x + 1, (float)y, 0.5f);
		}
	fl_end(d);
	if (depth) { /* hidden, everywhere */
		fl_color_argb(d, 0xff00ff00);
		rect(d, 0, 0, (float)w, (float)h, 0.75f);
	}
	fl_depth(d, false, FL_ALWAYS, false);
}

static void show(struct fl_draw *d, const struct fl_texture *t, const struct fl_surface *image, uint32_t i,
		 uint32_t level, float x, float y)
{
	uint32_t slices = t->depth >> level;
	float r = ((float)i + 0.5f) / (float)(slices ? slices : 1), w = (float)image->width_px,
	      h = (float)image->height_px;

	fl_begin(d, FL_QUADS);
	for (int k = 0; k < 4; k++) {
		float u = k >> 1, v = k == 1 || k == 2;

		if (t->kind == FL_TEX_CUBE)
			cube_coord(d, i, u, v);
		else
			fl_texcoord_of(d, 0, u, v, r, 1);
		fl_vertex(d, x + u * w, y + v * h, 0);
	}
	fl_end(d);
}

static void f_drawn(struct fl_stage *s)
{
	struct fl_texture *t = &s->texture[0];
	struct fl_draw *d = &s->d;
	struct fl_surface image;
	struct fl_err err = {0};
	uint32_t y = 0, row_h = 0;

	cr_assert_eq(fl_texture_place(t, &s->vram, kind, wide, kind == FL_TEX_CUBE ? wide : HIGH,
				      kind == FL_TEX_CUBE ? 1 : 8, FL_ALL_LEVELS, format, tiling, &err),
		     FL_OK, "%s", err.text);
	t->wrap_s = t->wrap_t = t->wrap_r = FL_CLAMP;
	fl_clear(d, FL_CLEAR_COLOR, 0, 1, 0);
	for (uint32_t round = 0; round < 2; round++) {
		for (uint32_t level = 0; level < t->levels; level++)
			for (uint32_t i = 0; fl_texture_image(t, i, level, &image); i++)
				draw_into(d, &image, with_depth ? &s->depth : NULL, round, i, level);
		fl_draw_target(d, &s->screen, NULL);
		pixels(d);
		fl_texenv(d, 0, FL_REPLACE);
		for (uint32_t level = 0, x = 0; level < t->levels; level++) {
			t->level_min = t->level_max = (uint8_t)level;
			fl_texture(d, 0, t);
			for (uint32_t i = 0; fl_texture_image(t, i, level, &image);
			     i++, x += image.width_px) {
				place(&x, &y, &row_h, &image);
				show(d, t, &image, i, level, (float)x, (float)y);
			}
		}
		y += row_h;
		row_h = 0;
		cr_assert_leq(y, H);
	}
}

static void c_drawn(struct rig *r)
{
	struct fl_texture *t = &r->stage.texture[0];
	struct fl_surface image;
	uint32_t y = 0, row_h = 0;

	for (uint32_t round = 0; round < 2; round++) {
		for (uint32_t level = 0, x = 0; level < t->levels; level++)
			for (uint32_t i = 0; fl_texture_image(t, i, level, &image);
			     i++, x += image.width_px) {
				place(&x, &y, &row_h, &image);
				for (uint32_t v = 0; v < image.height_px; v++)
					for (uint32_t u = 0; u < image.width_px; u++)
						cr_assert_eq(
						    rig_at(r, x + u, y + v), color(round, i, level, u, v),
						    "kind %d, tiling %u, round %u, level %u, image %u, "
						    "(%u, %u): 0x%08x, want 0x%08x",
						    kind, tiling, round, level, i, u, v,
						    rig_at(r, x + u, y + v), color(round, i, level, u, v));
			}
		y += row_h;
		row_h = 0;
	}
}

static void every_way(enum fl_tex_kind k)
{
	static const uint32_t tilings[] = {FL_LINEAR, FL_MICRO, FL_MACRO, FL_MICRO | FL_MACRO};

	kind = k;
	for (uint32_t i = 0; i < 16; i++) {
		tiling = tilings[i % 4];
		format = i & 4 ? FL_RGB565 : FL_ARGB8888;
		with_depth = i & 8;
		draw(f_drawn, c_drawn);
	}
	format = FL_ARGB8888;
	draw_on("rv530", f_drawn, c_drawn);
	draw_on("rv515", f_drawn, c_drawn);
	draw_on("rv770", f_drawn, c_drawn);
}

Test(lib_tex, faces_of_a_cube_that_are_drawn, .timeout = 120)
{
	every_way(FL_TEX_CUBE);
}

/* The macro-tiles of RV710 are 64 x 16 pixels, and its banks would take turns from slice to slice. */
Test(lib_tex, slices_of_a_volume_that_are_drawn, .timeout = 120)
{
	every_way(FL_TEX_3D);
	wide = 64;
	draw_on("rv710", f_drawn, c_drawn);
}
