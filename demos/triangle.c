/* SPDX-License-Identifier: MIT
 *
 * triangle: three vertices, three colors. It turns once in six seconds.
 */
#include "demos/demo.h"

static enum fl_code frame(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	struct fl_draw *d = &s->d;

	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, 0xff101418, 1, 0);
	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_perspective(d, 45, (float)s->width / (float)s->height, 0.5f, 10);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
	fl_translate(d, 0, -0.2f, -3);
	fl_rotate(d, fl_demo_seconds(n) * 60, 0, 1, 0);

	fl_begin(d, FL_TRIANGLES);
	fl_color(d, 255, 64, 64, 255);
	fl_vertex(d, 0, 1.1f, 0);
	fl_color(d, 64, 255, 64, 255);
	fl_vertex(d, -1, -0.65f, 0);
	fl_color(d, 64, 96, 255, 255);
	fl_vertex(d, 1, -0.65f, 0);
	fl_end(d);
	return FL_OK;
}

const struct fl_demo fl_demo_triangle = {
    .name = "triangle",
    .what = "one triangle, three colors, turning",
    .needs = FL_NEEDS_3D,
    .frame = frame,
};
