/* SPDX-License-Identifier: MIT
 *
 * reflection: a pool. Its surface is marked in the stencil buffer; there the scene is drawn upside down, cut
 * off at the water by a clip plane, and the water over it, half transparent.
 */
#include "demos/demo.h"
#include "demos/shape.h"

static void place_lamp(struct fl_draw *d)
{
	static const float black[3] = {0, 0, 0}, white[3] = {0.95f, 0.92f, 0.85f};

	fl_light_position(d, 0, 2, 5, 3, 1);
	fl_light_color(d, 0, black, white, white);
}

static void scene(struct fl_draw *d, float t)
{
	static const uint32_t color[5] = {0xffe05040, 0xffe0a030, 0xff50b060, 0xff4090d0, 0xff9060c0};

	fl_material(d, &(const struct fl_material){.specular = {0.5f, 0.5f, 0.5f}, .shininess = 40});
	for (int i = 0; i < 5; i++) {
		float a = t * 0.6f + (float)i * 2 * FL_PI / 5;

		fl_color_argb(d, color[i]);
		fl_push_matrix(d);
		fl_translate(d, 1.5f * fl_cosf(a), 0.55f + 0.45f * fl_sinf(t * 1.8f + (float)i * 1.9f),
			     1.5f * fl_sinf(a));
		fl_shape_sphere(d, 0.38f, 32, 24);
		fl_pop_matrix(d);
	}
	fl_color_argb(d, 0xffd8d8e0);
	fl_push_matrix(d);
	fl_translate(d, 0, 0.95f, 0);
	fl_rotate(d, t * 60, 0.3f, 1, 0.2f);
	fl_shape_torus(d, 0.55f, 0.18f, 40, 24);
	fl_pop_matrix(d);
}

static void rim(struct fl_draw *d)
{
	fl_color_argb(d, 0xff8c7a64);
	for (int i = 0; i < 4; i++) {
		fl_push_matrix(d);
		fl_rotate(d, (float)i * 90, 0, 1, 0);
		fl_translate(d, 0, 0.02f, 2.5f);
		fl_shape_box(d, 2.7f, 0.08f, 0.2f);
		fl_pop_matrix(d);
	}
}

static void water(struct fl_draw *d)
{
	fl_color_argb(d, 0x803a6a80);
	fl_shape_floor(d, 2.4f, 1, 1);
}

static enum fl_code frame(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	static const float eye[3] = {0, 3, 7.2f}, center[3] = {0, 0.2f, 0}, up[3] = {0, 1, 0},
			   above[4] = {0, 1, 0, 0};
	struct fl_draw *d = &s->d;
	float t = fl_demo_seconds(n);

	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH | FL_CLEAR_STENCIL, 0xff1c2430, 1, 0);
	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_perspective(d, 38, (float)s->width / (float)s->height, 1, 30);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
	fl_look_at(d, eye, center, up);
	fl_rotate(d, t * 8, 0, 1, 0);
	place_lamp(d);
	fl_depth(d, true, FL_LESS, true);
	fl_cull(d, FL_CULL_BACK);
	fl_lighting(d, true);
	rim(d);

	/* mark the water */
	fl_lighting(d, false);
	fl_color_mask(d, false, false, false, false);
	fl_depth(d, true, FL_LESS, false);
	fl_stencil(d, true, FL_ALWAYS, 1, 255, 255);
	fl_stencil_op(d, FL_KEEP, FL_KEEP, FL_REPLACE_OP);
	fl_cull(d, FL_CULL_NONE);
	water(d);
	fl_color_mask(d, true, true, true, true);

	/* the world below it: light and winding are mirrored too */
	fl_stencil(d, true, FL_EQUAL, 1, 255, 0);
	fl_stencil_op(d, FL_KEEP, FL_KEEP, FL_KEEP);
	fl_depth(d, true, FL_LESS, true);
	fl_push_matrix(d);
	fl_scale(d, 1, -1, 1);
	place_lamp(d);
	fl_clip_plane(d, 0, above);
	fl_lighting(d, true);
	fl_cull(d, FL_CULL_FRONT);
	scene(d, t);
	fl_clip_plane(d, 0, NULL);
	fl_pop_matrix(d);

	/* the water over it, then the world above */
	fl_lighting(d, false);
	fl_cull(d, FL_CULL_NONE);
	fl_blend(d, FL_SRC_ALPHA, FL_ONE_MINUS_SRC_ALPHA);
	water(d);
	fl_blend(d, FL_ONE, FL_ZERO);
	fl_stencil(d, false, FL_ALWAYS, 0, 255, 255);
	fl_lighting(d, true);
	fl_cull(d, FL_CULL_BACK);
	place_lamp(d);
	scene(d, t);
	return FL_OK;
}

const struct fl_demo fl_demo_reflection = {
    .name = "reflection",
    .what = "a pool mirrors what floats above: stencil, a clip plane, blending",
    .needs = FL_NEEDS_3D,
    .frame = frame,
};
