/* SPDX-License-Identifier: MIT
 *
 * rtt: a cube with a picture on its sides, which shows a cube with a picture on its sides, and so on, down to
 * a test card.
 */
#include "demos/shape.h"
#include "demos/demo.h"

enum { SIDE = 512, GENERATIONS = 4 };

static uint32_t card(uint32_t x, uint32_t y)
{
	static const uint32_t bar[8] = {0xffffffff, 0xffffff00, 0xff00ffff, 0xff00ff00,
					0xffff00ff, 0xffff0000, 0xff0000ff, 0xff202020};

	return y < SIDE * 3 / 4 ? bar[x * 8 / SIDE] : 0xff000000u | (x * 255 / SIDE) * 0x010101u;
}

static enum fl_code begin(struct fl_stage *s, struct fl_err *err)
{
	enum fl_code code = fl_stage_image(s, &s->texture[2].image, SIDE, SIDE, FL_ARGB8888, card, err);

	/* two pictures in turn: one is drawn into while the other is read */
	for (int i = 0; !code && i < 2; i++) {
		code = fl_surface_place(&s->surface[i], &s->vram, SIDE, SIDE, FL_ARGB8888, FL_LINEAR,
					FL_USE_3D | FL_USE_TEXTURE, err);
		fl_texture_of(&s->texture[i], &s->surface[i]);
	}
	if (!code)
		code = fl_surface_place(&s->surface[2], &s->vram, SIDE, SIDE, FL_Z24S8, FL_MICRO, FL_USE_3D,
					err);
	for (int i = 0; i < 3; i++) {
		s->texture[i].linear = true;
		s->texture[i].wrap_s = s->texture[i].wrap_t = FL_CLAMP;
	}
	return code;
}

static void generation(struct fl_draw *d, const struct fl_texture *picture, uint32_t wall, float aspect,
		       float t)
{
	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, wall, 1, 0);
	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_perspective(d, 36, aspect, 1, 10);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
	fl_translate(d, 0, 0, -5);
	fl_rotate(d, 24, 1, 0, 0);
	fl_rotate(d, 30 + t * 40, 0, 1, 0);
	fl_texture(d, 0, picture);
	fl_shape_box(d, 1, 1, 1);
}

static enum fl_code frame(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	static const uint32_t wall[GENERATIONS] = {0xff704050, 0xff507040, 0xff405878, 0xff806038};
	struct fl_draw *d = &s->d;
	const struct fl_texture *last = &s->texture[2];
	float t = fl_demo_seconds(n);

	fl_texenv(d, 0, FL_REPLACE);
	fl_depth(d, true, FL_LESS, true);
	fl_cull(d, FL_CULL_BACK);
	for (int i = 0; i < GENERATIONS; i++) {
		fl_draw_target(d, &s->surface[i & 1], &s->surface[2]);
		generation(d, last, wall[i], 1, t - (float)(GENERATIONS - i) * 0.15f);
		last = &s->texture[i & 1];
	}
	fl_draw_target(d, &s->screen, &s->depth);
	generation(d, last, 0xff203040, (float)s->width / (float)s->height, t);
	return FL_OK;
}

const struct fl_demo fl_demo_rtt = {
    .name = "rtt",
    .what = "render to texture: a cube with its own picture on its sides",
    .needs = FL_NEEDS_3D,
    .begin = begin,
    .frame = frame,
};
