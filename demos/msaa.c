/* SPDX-License-Identifier: MIT
 *
 * msaa: a fan of thin spokes, left as it is, right with six samples a pixel (eight, or four, where chips have
 * no six) and resolved; below, both eight times as large.
 */
#include "demos/demo.h"

enum { SPOKES = 24, ZOOM = 8 };

static enum fl_code begin(struct fl_stage *s, struct fl_err *err)
{
	uint32_t side = s->height / 2;
	enum fl_code code;

	/* surface 0: one sample a pixel; 1: several; 2: what they come to */
	code = fl_surface_place(&s->surface[0], &s->vram, side, side, FL_ARGB8888, FL_LINEAR,
				FL_USE_3D | FL_USE_TEXTURE, err);
	if (!code)
		code = fl_surface_multisample(&s->surface[1], &s->vram, side, side, FL_ARGB8888, 6, NULL) &&
		       fl_surface_multisample(&s->surface[1], &s->vram, side, side, FL_ARGB8888, 8, NULL) &&
		       fl_surface_multisample(&s->surface[1], &s->vram, side, side, FL_ARGB8888, 4, err);
	if (!code)
		code = fl_surface_place(&s->surface[2], &s->vram, side, side, FL_ARGB8888, FL_LINEAR,
					FL_USE_3D | FL_USE_TEXTURE, err);
	fl_texture_of(&s->texture[0], &s->surface[0]);
	fl_texture_of(&s->texture[1], &s->surface[2]);
	for (int i = 0; i < 2; i++)
		s->texture[i].wrap_s = s->texture[i].wrap_t = FL_CLAMP;
	return code;
}

static void spokes(struct fl_draw *d, float turn)
{
	fl_clear(d, FL_CLEAR_COLOR, 0xff182028, 1, 0);
	fl_texture(d, 0, NULL);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
	fl_rotate(d, turn, 0, 0, 1);
	fl_begin(d, FL_TRIANGLES);
	for (int i = 0; i < SPOKES; i++) {
		float a = (float)i / SPOKES * 2 * FL_PI, x = fl_cosf(a), y = fl_sinf(a);

		fl_color_argb(d, i & 1 ? 0xffffc860 : 0xff60c8ff);
		fl_vertex(d, x * 0.1f, y * 0.1f, 0);
		fl_vertex(d, x * 0.95f - y * 0.03f, y * 0.95f + x * 0.03f, 0);
		fl_vertex(d, x * 0.95f + y * 0.03f, y * 0.95f - x * 0.03f, 0);
	}
	fl_end(d);
}

/* The image, and below it a part of it, enlarged. side: 0 left, 1 right. */
static void show(struct fl_draw *d, const struct fl_texture *t, float side)
{
	float x0 = side - 1, x1 = side;

	fl_texture(d, 0, t);
	fl_texenv(d, 0, FL_REPLACE);
	fl_begin(d, FL_QUADS);
	for (int i = 0; i < 8; i++) {
		float u = i % 4 == 1 || i % 4 == 2, v = i % 4 > 1, y = i < 4 ? v : v - 1;
		float scale = i < 4 ? 1 : 1.0f / ZOOM, at = i < 4 ? 0 : 0.6f;

		fl_texcoord(d, at + u * scale, at + (1 - v) * scale);
		fl_vertex(d, x0 + (x1 - x0) * u, y, 0);
	}
	fl_end(d);
}

static enum fl_code frame(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	struct fl_draw *d = &s->d;
	float turn = fl_demo_seconds(n) * 3 + 2;

	fl_draw_target(d, &s->surface[0], NULL);
	spokes(d, turn);
	fl_draw_target(d, &s->surface[1], NULL);
	spokes(d, turn);
	fl_resolve(d, &s->surface[1], &s->surface[2]);

	fl_draw_target(d, &s->screen, NULL);
	fl_clear(d, FL_CLEAR_COLOR, 0xff000000, 1, 0);
	fl_load_identity(d);
	show(d, &s->texture[0], 0);
	show(d, &s->texture[1], 1);
	return FL_OK;
}

const struct fl_demo fl_demo_msaa = {
    .name = "msaa",
    .what = "thin spokes with one sample a pixel and with six, and a look through the lens",
    .needs = FL_NEEDS_3D,
    .begin = begin,
    .frame = frame,
};
