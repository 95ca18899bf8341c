/* SPDX-License-Identifier: MIT
 *
 * sprites: 200 balls bounce about, cut out of their square by the alpha test, drawn back to front by nobody:
 * the depth buffer sorts them.
 */
#include "demos/demo.h"

enum { BALLS = 200, SIDE = 64 };

/* A ball: gray, to be colored by the vertex; alpha is its outline. */
static uint32_t ball(uint32_t x, uint32_t y)
{
	float u = ((float)x + 0.5f) * 2 / SIDE - 1, v = ((float)y + 0.5f) * 2 / SIDE - 1, rr = u * u + v * v,
	      z, l, k;
	uint32_t b;

	if (rr >= 0.96f)
		return 0;
	z = fl_sqrtf(1 - rr);
	l = fl_clampf(-0.5f * u - 0.6f * v + 0.62f * z, 0, 1);
	k = fl_clampf(0.2f + 0.8f * l + fl_powf(l, 40), 0, 1);
	b = (uint32_t)(255 * k);
	return 0xff000000u | b << 16 | b << 8 | b;
}

static enum fl_code begin(struct fl_stage *s, struct fl_err *err)
{
	s->texture[0].linear = true;
	s->texture[0].wrap_s = s->texture[0].wrap_t = FL_CLAMP;
	return fl_stage_image(s, &s->texture[0].image, SIDE, SIDE, FL_ARGB8888, ball, err);
}

/* To and fro between 0 and 1. */
static float bounce(float x)
{
	x -= fl_floorf(x / 2) * 2;
	return x < 1 ? x : 2 - x;
}

static enum fl_code frame(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	struct fl_draw *d = &s->d;
	float t = fl_demo_seconds(n), w = (float)s->width, h = (float)s->height;

	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, 0xff24303c, 1, 0);
	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_ortho(d, 0, w, h, 0, -1, 1); /* pixels */
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
	fl_texture(d, 0, &s->texture[0]);
	fl_alpha_test(d, true, FL_GREATER, 128);
	fl_depth(d, true, FL_LESS, true);
	fl_begin(d, FL_QUADS);
	for (uint32_t i = 0; i < BALLS; i++) {
		float k = (float)(i * 37 % BALLS) / BALLS, r = h * (0.015f + 0.045f * k),
		      g = (float)(i % 29) / 29;
		float x = r + (w - 2 * r) * bounce((float)i * 0.618f + t * (0.1f + 0.3f * g));
		float y = h - r -
			  (h - 2 * r) * 4 * bounce((float)i * 0.377f + t * 0.5f) *
			      (1 - bounce((float)i * 0.377f + t * 0.5f)) * (0.4f + 0.6f * g);

		fl_colorf(d, 0.5f + 0.5f * fl_sinf((float)i), 0.5f + 0.5f * fl_sinf((float)i + 2),
			  0.5f + 0.5f * fl_sinf((float)i + 4), 1);
		for (int c = 0; c < 4; c++) {
			float u = c == 1 || c == 2, v = c > 1;

			fl_texcoord(d, u, v);
			fl_vertex(d, x + r * (2 * u - 1), y + r * (2 * v - 1), k);
		}
	}
	fl_end(d);
	return FL_OK;
}

const struct fl_demo fl_demo_sprites = {
    .name = "sprites",
    .what = "200 bouncing balls: the alpha test cuts them out, the depth buffer sorts them",
    .needs = FL_NEEDS_3D,
    .begin = begin,
    .frame = frame,
};
