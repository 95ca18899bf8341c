/* SPDX-License-Identifier: MIT
 *
 * particles: a fountain of 3,000 sparks: point sprites that shrink with their distance, added up.
 */
#include "demos/demo.h"
#include "demos/shape.h"

enum { SPARKS = 3000, SIDE = 32 };

/* A soft disc. */
static uint32_t glow(uint32_t x, uint32_t y)
{
	float u = ((float)x + 0.5f) * 2 / SIDE - 1, v = ((float)y + 0.5f) * 2 / SIDE - 1,
	      r = fl_sqrtf(u * u + v * v);
	uint32_t b = (uint32_t)(255 * fl_clampf(1 - r, 0, 1) * fl_clampf(1 - r, 0, 1));

	return 0xff000000u | b << 16 | b << 8 | b;
}

static enum fl_code begin(struct fl_stage *s, struct fl_err *err)
{
	s->texture[0].linear = true;
	s->texture[0].wrap_s = s->texture[0].wrap_t = FL_CLAMP;
	return fl_stage_image(s, &s->texture[0].image, SIDE, SIDE, FL_ARGB8888, glow, err);
}

static enum fl_code frame(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	static const float eye[3] = {0, 2.2f, 7}, center[3] = {0, 1.5f, 0}, up[3] = {0, 1, 0};
	struct fl_draw *d = &s->d;
	float t = fl_demo_seconds(n);

	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, 0xff04050a, 1, 0);
	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_perspective(d, 40, (float)s->width / (float)s->height, 0.5f, 30);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
	fl_look_at(d, eye, center, up);
	fl_rotate(d, t * 15, 0, 1, 0);
	fl_depth(d, true, FL_LESS, true);
	fl_color_argb(d, 0xff181c28);
	fl_shape_floor(d, 4, 1, 1);

	fl_depth(d, true, FL_LESS, false);
	fl_blend(d, FL_ONE, FL_ONE);
	fl_texture(d, 0, &s->texture[0]);
	fl_point_sprite(d, true);
	fl_point_size(d, (float)s->height / 6);
	fl_point_attenuation(d, 0, 0, 1); /* size / distance */
	fl_begin(d, FL_POINTS);
	for (uint32_t i = 0; i < SPARKS; i++) {
		float life = 2.4f, age = t + fl_demo_chance(i, 0) * life,
		      turn = fl_demo_chance(i, 1) * 2 * FL_PI;
		float out = 0.25f + 0.75f * fl_demo_chance(i, 2), y, k;

		age -= fl_floorf(age / life) * life;
		y = (5.2f + 0.8f * fl_demo_chance(i, 3)) * age - 4.9f * age * age * 0.5f;
		k = 1 - age / life;
		if (y < 0)
			continue;
		fl_colorf(d, k, k * k * 0.6f, k * k * k * 0.3f + 0.1f * (1 - k), 1);
		fl_vertex(d, fl_cosf(turn) * out * age, y, fl_sinf(turn) * out * age);
	}
	fl_end(d);
	return FL_OK;
}

const struct fl_demo fl_demo_particles = {
    .name = "particles",
    .what = "a fountain of 3,000 sparks: point sprites, sized by distance, added up",
    .needs = FL_NEEDS_3D,
    .begin = begin,
    .frame = frame,
};
