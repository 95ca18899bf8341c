/* SPDX-License-Identifier: MIT
 *
 * lighting: three lamps circle over spheres of different materials; the floor shows how far their light
 * reaches.
 */
#include "demos/demo.h"
#include "demos/shape.h"

static const float black[3] = {0, 0, 0};

static void lamps(struct fl_draw *d, float t)
{
	static const float color[3][3] = {{1, 0.35f, 0.2f}, {0.25f, 1, 0.35f}, {0.3f, 0.45f, 1}};

	for (uint32_t i = 0; i < 3; i++) {
		float a = t * (0.9f + 0.25f * (float)i) + (float)i * 2.1f;
		float x = 2.3f * fl_cosf(a), y = 0.7f + 0.5f * fl_sinf(a * 1.7f), z = 2.3f * fl_sinf(a);

		fl_light(d, i, true);
		fl_light_position(d, i, x, y, z, 1);
		fl_light_color(d, i, black, color[i], color[i]);
		fl_light_attenuation(d, i, 0.3f, 0.1f, 0.2f);
		/* the lamp itself */
		fl_lighting(d, false);
		fl_colorf(d, color[i][0], color[i][1], color[i][2], 1);
		fl_push_matrix(d);
		fl_translate(d, x, y, z);
		fl_shape_sphere(d, 0.07f, 12, 8);
		fl_pop_matrix(d);
		fl_lighting(d, true);
	}
}

static enum fl_code frame(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	static const float eye[3] = {0, 3.4f, 7}, center[3] = {0, -0.2f, 0}, up[3] = {0, 1, 0};
	struct fl_draw *d = &s->d;
	struct fl_material m = {.ambient = {0.3f, 0.3f, 0.3f}, .alpha = 1};

	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, 0xff06070a, 1, 0);
	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_perspective(d, 40, (float)s->width / (float)s->height, 1, 30);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
	fl_look_at(d, eye, center, up);
	fl_depth(d, true, FL_LESS, true);
	fl_color_material(d, false);
	lamps(d, fl_demo_seconds(n));

	for (int i = 0; i < 9; i++) { /* to the right more shine, to the front more color */
		for (int c = 0; c < 3; c++) {
			m.diffuse[c] = 0.85f - (float)(i / 3) * (c == 0 ? 0.05f : c == 1 ? 0.2f : 0.3f);
			m.specular[c] = (float)(i % 3) * 0.45f;
		}
		m.shininess = i % 3 == 1 ? 12 : 60;
		fl_material(d, &m);
		fl_push_matrix(d);
		fl_translate(d, (float)(i % 3) * 1.5f - 1.5f, 0, (float)(i / 3) * 1.5f - 1.5f);
		fl_shape_sphere(d, 0.5f, 40, 28);
		fl_pop_matrix(d);
	}
	m = (struct fl_material){
	    .ambient = {0.2f, 0.2f, 0.2f}, .diffuse = {0.7f, 0.7f, 0.7f}, .alpha = 1, .shininess = 1};
	fl_material(d, &m);
	fl_translate(d, 0, -0.5f, 0);
	fl_shape_floor(d, 5, 60, 1); /* light is worked out at the corners: many of them */
	return FL_OK;
}

const struct fl_demo fl_demo_lighting = {
    .name = "lighting",
    .what = "three point lights over nine materials",
    .needs = FL_NEEDS_3D,
    .frame = frame,
};
