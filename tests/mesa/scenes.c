/* SPDX-License-Identifier: MIT
 *
 * What the scenes show is said by their names. Nothing here knows who draws.
 */
#include "tests/mesa/scenes.h"
#include "demos/shape.h"

static const float black[3] = {0, 0, 0}, white[3] = {1, 1, 1};

/* Coordinates are pixels of 320 x 240, y downwards. */
static void flat_view(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;

	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH | FL_CLEAR_STENCIL, 0xff283848, 1, 0);
	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_ortho(d, 0, 320, 240, 0, -1, 1);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
}

static void view(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;

	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH | FL_CLEAR_STENCIL, 0xff283848, 1, 0);
	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_perspective(d, 40, 4.0f / 3, 1, 20);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
	fl_depth(d, true, FL_LESS, true);
}

static void turned(struct fl_draw *d, float x, float y, float z)
{
	fl_translate(d, x, y, z);
	fl_rotate(d, 30, 1, 0, 0);
	fl_rotate(d, 40, 0, 1, 0);
}

/* Smooth, so that filters and edges weigh little. */
static uint32_t waves(uint32_t x, uint32_t y)
{
	uint32_t r = (uint32_t)(127.5f + 127 * fl_sinf((float)x * FL_PI / 16)),
		 g = (uint32_t)(127.5f + 127 * fl_sinf((float)(x + y) * FL_PI / 16)),
		 b = (uint32_t)(127.5f + 127 * fl_cosf((float)y * FL_PI / 32)), a = 64 + 2 * x;

	return a << 24 | r << 16 | g << 8 | b;
}

static enum fl_code waves_begin(struct fl_stage *s, struct fl_err *err)
{
	for (int i = 0; i < 3; i++) {
		enum fl_code code = fl_stage_image(s, &s->texture[i].image, 64, 64, FL_ARGB8888, waves, err);

		if (code)
			return code;
		s->texture[i].linear = true;
	}
	return FL_OK;
}

static void rect(struct fl_draw *d, float x0, float y0, float x1, float y1, float z)
{
	fl_begin(d, FL_QUADS);
	fl_texcoord(d, 0, 0);
	fl_vertex(d, x0, y0, z);
	fl_texcoord(d, 0, 1);
	fl_vertex(d, x0, y1, z);
	fl_texcoord(d, 1, 1);
	fl_vertex(d, x1, y1, z);
	fl_texcoord(d, 1, 0);
	fl_vertex(d, x1, y0, z);
	fl_end(d);
}

/* ---- light ---- */

static enum fl_code lights(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	static const float place[4][4] = {{2, 2, -3, 1}, {-2, 1, -4, 1}, {0, -1, 0, 0}, {1, 0, 1, 0}};
	static const float color[4][3] = {
	    {0.9f, 0.3f, 0.2f}, {0.1f, 0.5f, 0.9f}, {0.1f, 0.3f, 0.1f}, {0.3f, 0.3f, 0.1f}};
	struct fl_draw *d = &s->d;

	view(s);
	fl_lighting(d, true);
	for (uint32_t i = 0; i < 4; i++) {
		fl_light(d, i, true);
		fl_light_position(d, i, place[i][0], place[i][1], place[i][2], place[i][3]);
		fl_light_color(d, i, i & 1 ? black : (const float[3]){0.05f, 0.02f, 0.04f}, color[i], white);
		fl_light_attenuation(d, i, 0.5f, 0.1f, 0.05f);
	}
	fl_material(d, &(struct fl_material){
			   .specular = {0.4f, 0.4f, 0.3f}, .emission = {0.02f, 0.04f, 0}, .shininess = 20});
	fl_color_argb(d, 0xffd0c8b0);
	fl_push_matrix(d);
	turned(d, -1, 0.3f, -6);
	fl_shape_torus(d, 1, 0.4f, 48, 32);
	fl_pop_matrix(d);
	fl_push_matrix(d);
	fl_translate(d, 1.3f, 0, -6);
	fl_scale(d, 1, 1.4f, 0.8f);
	fl_shape_sphere(d, 0.8f, 48, 32);
	fl_pop_matrix(d);
	fl_translate(d, 0, -1.2f, -6);
	fl_shape_floor(d, 3, 40, 1);
	return FL_OK;
}

static enum fl_code materials(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	struct fl_draw *d = &s->d;

	view(s);
	fl_lighting(d, true);
	fl_color_material(d, false);
	fl_ambient(d, (const float[3]){0.3f, 0.3f, 0.4f});
	fl_light_position(d, 0, 1, 1, 1, 0);
	fl_light_color(d, 0, (const float[3]){0.1f, 0.1f, 0.1f}, white, white);
	for (int i = 0; i < 12; i++) {
		struct fl_material m = {.alpha = 0.5f, .shininess = (float)(1 << i % 4 * 2)};

		for (int c = 0; c < 3; c++) {
			m.ambient[c] = (float)((i * 5 + c * 3) % 7) / 7;
			m.diffuse[c] = (float)((i * 3 + c * 5) % 11) / 11;
			m.specular[c] = i / 4 == 2 ? 0.8f : 0;
			m.emission[c] = i / 4 == 1 ? (float)c * 0.15f : 0;
		}
		fl_material(d, &m);
		fl_push_matrix(d);
		fl_translate(d, (float)(i % 4) * 1.3f - 1.95f, (float)(i / 4) * 1.3f - 1.3f, -6);
		fl_shape_sphere(d, 0.6f, 40, 30);
		fl_pop_matrix(d);
	}
	return FL_OK;
}

/* ---- fog ---- */

static enum fl_code fogs(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	struct fl_draw *d = &s->d;

	view(s);
	for (int i = 0; i < 3; i++) {
		fl_fog(d, true, 3, 9, 0xffa0b0c0);
		fl_fog_mode(d, (enum fl_fog_mode)i, 0.2f);
		fl_color_argb(d, 0xff802010);
		fl_push_matrix(d);
		fl_translate(d, (float)i * 1.4f - 1.4f, 0, -6.5f);
		fl_rotate(d, 60, 0, 1, 0);
		fl_scale(d, 3, 1, 0.3f);
		fl_shape_sphere(d, 1, 64, 64);
		fl_pop_matrix(d);
	}
	return FL_OK;
}

/* ---- texture environment, several units ---- */

static enum fl_code environments(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	struct fl_draw *d = &s->d;

	flat_view(s);
	fl_texture(d, 0, &s->texture[0]);
	fl_texenv_color(d, 0, 0xff20c0f0);
	for (int env = 0; env < 5; env++)
		for (int i = 0; i < 3; i++) {
			fl_texenv(d, 0, (enum fl_texenv)env);
			fl_color_argb(d, i == 0 ? 0xffffffff : i == 1 ? 0xc0d07030 : 0x40304080);
			fl_blend(d, FL_SRC_ALPHA, FL_ONE_MINUS_SRC_ALPHA);
			rect(d, (float)env * 64, (float)i * 80, (float)env * 64 + 60, (float)i * 80 + 76, 0);
		}
	return FL_OK;
}

static enum fl_code several_units(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	struct fl_draw *d = &s->d;

	flat_view(s);
	for (uint32_t i = 0; i < 3; i++) {
		fl_texture(d, i, &s->texture[i]);
		fl_texenv(d, i, i == 1 ? FL_ENV_ADD : FL_MODULATE);
		fl_matrix_mode(d, (enum fl_matrix)(FL_TEXTURE + i));
		fl_load_identity(d);
		fl_rotate(d, (float)i * 30, 0, 0, 1);
		fl_scale(d, 1 + (float)i * 0.5f, 1, 1);
	}
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_color_argb(d, 0xffe0c0a0);
	fl_begin(d, FL_QUADS);
	for (int i = 0; i < 4; i++) {
		float x = i == 1 || i == 2, y = i > 1;

		fl_texcoord(d, x, y);
		fl_texcoord_of(d, 1, x * 2, y * 2, 0, 1);
		fl_texcoord_of(d, 2, 1 - x, y, 0, 1);
		fl_vertex(d, 20 + x * 280, 20 + y * 200, 0);
	}
	fl_end(d);
	for (uint32_t i = 0; i < 3; i++) { /* for the scenes that come after */
		fl_matrix_mode(d, (enum fl_matrix)(FL_TEXTURE + i));
		fl_load_identity(d);
	}
	return FL_OK;
}

static enum fl_code generated(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	static const float planes[4][4] = {
	    {0.5f, 0, 0.1f, 0.2f}, {0, 0.6f, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
	struct fl_draw *d = &s->d;

	view(s);
	fl_texture(d, 0, &s->texture[0]);
	for (int gen = FL_GEN_OBJECT; gen <= FL_GEN_NORMAL; gen++) {
		fl_push_matrix(d);
		turned(d, (float)((gen - 1) % 3) * 1.6f - 1.6f, gen > 3 ? -0.9f : 0.9f, -6);
		fl_texgen(d, 0, (enum fl_texgen)gen);
		fl_texgen_planes(d, 0, planes);
		fl_shape_torus(d, 0.5f, 0.25f, 48, 32);
		fl_pop_matrix(d);
	}
	return FL_OK;
}

/* ---- the pixel end ---- */

static enum fl_code blends(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	struct fl_draw *d = &s->d;

	flat_view(s);
	fl_blend_color(d, 0.3f, 0.6f, 0.9f, 0.4f);
	fl_begin(d, FL_QUADS);
	for (int i = 0; i < 4; i++) {
		fl_color_argb(d, i > 1 ? 0xa020c080 : 0x60ff8040);
		fl_vertex(d, i == 1 || i == 2 ? 320 : 0, i > 1 ? 240 : 0, 0);
	}
	fl_end(d);
	fl_color_argb(d, 0x90c06030);
	for (int src = 0; src < 15; src++)
		for (int dst = 0; dst < 15; dst++) {
			if (dst == FL_SRC_ALPHA_SATURATE)
				continue;
			fl_blend_separate(d, (enum fl_factor)src, (enum fl_factor)dst,
					  (enum fl_blend_op)((src + dst) % 5), (enum fl_factor)dst, FL_ONE,
					  FL_ADD);
			rect(d, (float)src * 21 + 2, (float)dst * 16, (float)src * 21 + 20,
			     (float)dst * 16 + 14, 0);
		}
	return FL_OK;
}

static enum fl_code logic_ops(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	struct fl_draw *d = &s->d;

	flat_view(s);
	for (int op = 0; op < 16; op++) {
		fl_logic_op(d, (uint8_t)op);
		fl_color_argb(d, 0xff5a3cc3);
		rect(d, (float)op * 20, 20, (float)op * 20 + 18, 220, 0);
	}
	return FL_OK;
}

static enum fl_code stencil_sides(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	const struct fl_stencil front = {
	    .func = FL_ALWAYS, .mask = 255, .write_mask = 255, .zpass = FL_INCR_WRAP};
	const struct fl_stencil back = {
	    .func = FL_ALWAYS, .mask = 255, .write_mask = 255, .zpass = FL_DECR_WRAP};
	struct fl_draw *d = &s->d;

	view(s);
	fl_color_mask(d, false, false, false, false);
	fl_depth(d, false, FL_ALWAYS, false);
	fl_stencil(d, true, FL_ALWAYS, 0, 255, 255);
	fl_stencil_side(d, FL_FRONT, &front);
	fl_stencil_side(d, FL_BACK, &back);
	fl_push_matrix(d);
	turned(d, 0, 0, -5);
	fl_shape_torus(d, 1, 0.5f, 40, 30);
	fl_cull(d, FL_CULL_BACK); /* and the front once more: where there is one, 1, 2 … are left */
	fl_shape_torus(d, 1, 0.5f, 40, 30);
	fl_pop_matrix(d);
	fl_cull(d, FL_CULL_NONE);
	fl_color_mask(d, true, true, true, true);
	fl_stencil_op(d, FL_KEEP, FL_KEEP, FL_KEEP);
	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_matrix_mode(d, FL_MODELVIEW);
	for (uint8_t i = 1; i < 4; i++) {
		fl_stencil(d, true, FL_EQUAL, i, 255, 0);
		fl_color_argb(d, 0xff000000u | 0x503010u * i);
		rect(d, -1, 1, 1, -1, 0);
	}
	return FL_OK;
}

static enum fl_code tests(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	struct fl_draw *d = &s->d;

	flat_view(s);
	fl_texture(d, 0, &s->texture[0]);
	fl_texenv(d, 0, FL_REPLACE);
	for (int func = 0; func < 8; func++) {
		fl_alpha_test(d, true, (enum fl_func)func, 128);
		rect(d, (float)func * 40, 0, (float)func * 40 + 38, 76, 0);
	}
	fl_alpha_test(d, false, FL_ALWAYS, 0);
	fl_texture(d, 0, NULL);
	for (int func = 0; func < 8; func++) {
		float x = (float)func * 40;

		fl_depth(d, true, FL_ALWAYS, true);
		fl_color_argb(d, 0xff405060);
		rect(d, x, 80, x + 38, 156, 0);
		fl_depth(d, true, (enum fl_func)func, true);
		fl_color_argb(d, 0xfff0a020);
		fl_begin(d, FL_QUADS); /* through the one before */
		fl_vertex(d, x, 80, -0.5f);
		fl_vertex(d, x, 156, 0.51f);
		fl_vertex(d, x + 38, 156, 0.51f);
		fl_vertex(d, x + 38, 80, -0.5f);
		fl_end(d);
	}
	fl_depth(d, false, FL_ALWAYS, false);
	fl_scissor(d, 30, 170, 200, 50);
	fl_color_mask(d, true, false, true, true);
	fl_color_argb(d, 0xffffffff);
	rect(d, 0, 160, 320, 240, 0);
	return FL_OK;
}

/* ---- the rasterizer ---- */

static enum fl_code polygons(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	struct fl_draw *d = &s->d;

	view(s);
	fl_lighting(d, true);
	fl_light_position(d, 0, 1, 1, 1, 0);
	fl_color_argb(d, 0xff90c0e0);
	fl_flat(d, true);
	fl_push_matrix(d);
	turned(d, -1.4f, 0, -6);
	fl_shape_sphere(d, 1, 12, 8);
	fl_pop_matrix(d);
	fl_flat(d, false);
	fl_push_matrix(d);
	turned(d, 1.4f, 0, -6);
	fl_polygon_offset(d, 1, 1);
	fl_shape_sphere(d, 1, 12, 8);
	fl_polygon_offset(d, 0, 0);
	fl_lighting(d, false);
	fl_pop_matrix(d);
	return FL_OK;
}

static enum fl_code clip_planes(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	struct fl_draw *d = &s->d;

	view(s);
	fl_lighting(d, true);
	fl_color_argb(d, 0xffe0b060);
	turned(d, 0, 0, -5);
	fl_clip_plane(d, 0, (const float[4]){1, 0.5f, 0, 0.3f});
	fl_clip_plane(d, 3, (const float[4]){0, -1, 0.3f, 0.6f});
	fl_shape_torus(d, 1, 0.5f, 40, 30);
	return FL_OK;
}

static enum fl_code places(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	struct fl_draw *d = &s->d;

	view(s);
	fl_lighting(d, true);
	for (int i = 0; i < 4; i++) {
		fl_viewport(d, i % 2 * 160, i / 2 * 120, 150, 110);
		fl_depth_range(d, (float)i * 0.2f, 1 - (float)i * 0.2f);
		fl_cull(d, (enum fl_face)(i % 3));
		fl_push_matrix(d);
		fl_color_argb(d, 0xff804020u + 0x203040u * (uint32_t)i);
		turned(d, 0, 0, -5);
		fl_shape_box(d, 1, 0.7f, 1.2f);
		fl_pop_matrix(d);
	}
	return FL_OK;
}

static enum fl_code points(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	struct fl_draw *d = &s->d;

	flat_view(s);
	for (int size = 1; size <= 16; size++) {
		fl_point_size(d, (float)size);
		fl_color_argb(d, 0xffffc040);
		fl_begin(d, FL_POINTS);
		for (int y = 0; y < 8; y++)
			fl_vertex(d, (float)size * 19.5f - 6.25f + (float)y * 0.25f,
				  (float)y * 28.25f + 20.25f, 0);
		fl_end(d);
	}
	return FL_OK;
}

static enum fl_code shrinking_points(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	struct fl_draw *d = &s->d;

	view(s);
	fl_point_size(d, 40);
	fl_point_attenuation(d, 0, 0.3f, 0.1f);
	fl_color_argb(d, 0xff60e0a0);
	fl_begin(d, FL_POINTS);
	for (int i = 0; i < 12; i++)
		fl_vertex(d, ((float)(i % 4) - 1.5f) * (1 + (float)i * 0.1f), (float)(i / 4) - 1,
			  -3 - (float)i);
	fl_end(d);
	return FL_OK;
}

static enum fl_code stippled(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	struct fl_draw *d = &s->d;

	flat_view(s);
	fl_color_argb(d, 0xffffffff);
	for (int i = 0; i < 12; i++) {
		fl_line_stipple(d, (uint32_t)i % 4 + 1, (uint16_t)(0x1234 * (i + 3)));
		fl_begin(d, FL_LINES);
		fl_vertex(d, 10.5f, (float)i * 18 + 12.5f, 0);
		fl_vertex(d, 300.5f, (float)i * 18 + 12.5f, 0);
		fl_end(d);
	}
	return FL_OK;
}

static enum fl_code sprites(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	struct fl_draw *d = &s->d;

	flat_view(s);
	fl_texture(d, 0, &s->texture[0]);
	fl_texenv(d, 0, FL_REPLACE);
	fl_point_sprite(d, true);
	fl_point_size(d, 32);
	fl_begin(d, FL_POINTS);
	for (int i = 0; i < 40; i++)
		fl_vertex(d, (float)(i % 8) * 40 + 20, (float)(i / 8) * 48 + 24, 0);
	fl_end(d);
	return FL_OK;
}

/* ---- textures of other kinds ---- */

/* All images of level 0 by a function, and the levels below made of them. */
static enum fl_code fill_texture(struct fl_stage *s, struct fl_texture *t, uint32_t images,
				 uint32_t (*texel)(uint32_t x, uint32_t y, uint32_t image),
				 struct fl_err *err)
{
	uint32_t row[64];

	for (uint32_t i = 0; i < images; i++) {
		struct fl_surface image;

		fl_texture_image(t, i, 0, &image);
		for (uint32_t y = 0; y < image.height_px; y++) {
			for (uint32_t x = 0; x < image.width_px; x++)
				row[x] = texel(x, y, i);
			fl_image_write(s->dev, &image, 0, y, image.width_px, row);
		}
	}
	t->linear = true;
	return fl_texture_mipmaps(s->dev, t, err);
}

static uint32_t stripes(uint32_t x, uint32_t y, uint32_t image)
{
	return (x >> 3 ^ y >> 3) & 1 ? 0xfff0e0c0 : 0xff205080;
}

static uint32_t sides(uint32_t x, uint32_t y, uint32_t image)
{
	return 0xff000000u | (image * 40 + 20) << 16 | x * 7 << 8 | y * 7;
}

static enum fl_code mipmaps_begin(struct fl_stage *s, struct fl_err *err)
{
	enum fl_code code = fl_texture_place(&s->texture[0], &s->vram, FL_TEX_2D, 64, 64, 1, FL_ALL_LEVELS,
					     FL_ARGB8888, FL_LINEAR, err);

	s->texture[0].mip = FL_MIP_LINEAR;
	return code ? code : fill_texture(s, &s->texture[0], 1, stripes, err);
}

static enum fl_code mipmaps(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	struct fl_draw *d = &s->d;

	flat_view(s);
	fl_texture(d, 0, &s->texture[0]);
	fl_texenv(d, 0, FL_REPLACE);
	for (int i = 0; i < 7; i++) { /* level i, and between it and the next */
		float side = (float)(64 >> i), more = side * 0.7071f;

		rect(d, (float)i * 45 + 1, 10, (float)i * 45 + 1 + side / 2, 10 + side / 2, 0);
		rect(d, (float)i * 45 + 1, 90, (float)i * 45 + 1 + more / 2, 90 + more / 2, 0);
	}
	fl_begin(d, FL_QUADS); /* 8 texels a pixel */
	fl_texcoord(d, 0, 0);
	fl_vertex(d, 10, 140, 0);
	fl_texcoord(d, 0, 10);
	fl_vertex(d, 10, 220, 0);
	fl_texcoord(d, 37.5f, 10);
	fl_vertex(d, 310, 220, 0);
	fl_texcoord(d, 37.5f, 0);
	fl_vertex(d, 310, 140, 0);
	fl_end(d);
	return FL_OK;
}

static enum fl_code cube_map_begin(struct fl_stage *s, struct fl_err *err)
{
	enum fl_code code = fl_texture_place(&s->texture[0], &s->vram, FL_TEX_CUBE, 32, 32, 1, 1, FL_ARGB8888,
					     FL_LINEAR, err);

	s->texture[0].wrap_s = s->texture[0].wrap_t = FL_CLAMP;
	return code ? code : fill_texture(s, &s->texture[0], 6, sides, err);
}

static enum fl_code cube_map(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	struct fl_draw *d = &s->d;

	view(s);
	fl_texture(d, 0, &s->texture[0]);
	fl_texenv(d, 0, FL_REPLACE);
	for (int i = 0; i < 2; i++) {
		fl_texgen(d, 0, i ? FL_GEN_NORMAL : FL_GEN_REFLECTION);
		fl_push_matrix(d);
		turned(d, i ? 1.3f : -1.3f, 0, -5);
		fl_shape_sphere(d, 1.1f, 64, 48);
		fl_pop_matrix(d);
	}
	return FL_OK;
}

static enum fl_code volume_begin(struct fl_stage *s, struct fl_err *err)
{
	enum fl_code code =
	    fl_texture_place(&s->texture[0], &s->vram, FL_TEX_3D, 32, 32, 4, 1, FL_ARGB8888, FL_LINEAR, err);

	return code ? code : fill_texture(s, &s->texture[0], 4, sides, err);
}

static enum fl_code volume(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	struct fl_draw *d = &s->d;

	flat_view(s);
	fl_texture(d, 0, &s->texture[0]);
	fl_texenv(d, 0, FL_REPLACE);
	fl_begin(d, FL_QUADS);
	for (int i = 0; i < 4; i++) {
		float u = i == 1 || i == 2, v = i > 1;

		fl_texcoord_of(d, 0, u, v, 0.1f + 0.8f * u, 1);
		fl_vertex(d, 10 + 300 * u, 10 + 220 * v, 0);
	}
	fl_end(d);
	return FL_OK;
}

#define SCENE(n, b)                               \
	static const struct fl_demo scene_##n = { \
	    .name = #n, .what = "", .needs = FL_NEEDS_3D, .begin = b, .frame = n}
SCENE(lights, NULL);
SCENE(materials, NULL);
SCENE(fogs, NULL);
SCENE(environments, waves_begin);
SCENE(several_units, waves_begin);
SCENE(generated, waves_begin);
SCENE(blends, NULL);
SCENE(logic_ops, NULL);
SCENE(stencil_sides, NULL);
SCENE(tests, waves_begin);
SCENE(polygons, NULL);
SCENE(clip_planes, NULL);
SCENE(places, NULL);
SCENE(points, NULL);
SCENE(shrinking_points, NULL);
SCENE(stippled, NULL);
SCENE(sprites, waves_begin);
SCENE(mipmaps, mipmaps_begin);
SCENE(cube_map, cube_map_begin);
SCENE(volume, volume_begin);

const struct fl_demo *const mesa_scenes[] = {
    &scene_lights,       &scene_materials,     &scene_fogs,
    &scene_environments, &scene_several_units, &scene_generated,
    &scene_blends,       &scene_logic_ops,     &scene_stencil_sides,
    &scene_tests,        &scene_polygons,      &scene_clip_planes,
    &scene_places,       &scene_points,        &scene_shrinking_points,
    &scene_stippled,     &scene_sprites,       &scene_mipmaps,
    &scene_cube_map,     &scene_volume,        NULL,
};
