/* SPDX-License-Identifier: MIT */
/* Step 4: the cube in the light. */
#include "lib/hosted/fl_host.h"

static void cube(struct fl_draw *d)
{
	static const float corner[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};

	fl_begin(d, FL_QUADS);
	for (int face = 0; face < 6; face++) {
		int axis = face / 2;
		float side = face % 2 ? 1 : -1, p[3], n[3] = {0};

		n[axis] = side;
		fl_normal(d, n[0], n[1], n[2]);
		for (int i = 0; i < 4; i++) {
			p[axis] = side;
			p[(axis + 1) % 3] = corner[i][0] * side;
			p[(axis + 2) % 3] = corner[i][1];
			fl_vertex(d, p[0], p[1], p[2]);
		}
	}
	fl_end(d);
}

static void draw(struct fl_draw *d)
{
	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, 0xff203040, 1, 0);
	fl_matrix_mode(d, FL_PROJECTION);
	fl_perspective(d, 45, 640.0f / 480, 1, 10);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_light_position(d, 0, 1, 1, 2, 0); /* before the cube is turned: the light stays where it is */
	fl_lighting(d, true);
	fl_translate(d, 0, 0, -5);
	fl_rotate(d, 25, 1, 0, 0);
	fl_rotate(d, 35, 0, 1, 0);
	fl_depth(d, true, FL_LESS, true);
	fl_color(d, 220, 180, 120, 255);
	cube(d);
}

int main(void)
{
	static struct fl_host h;

	if (fl_host_open(&h, "r580", 640, 480))
		return fl_host_fail(&h);
	draw(&h.stage.d);
	if (fl_stage_finish(&h.stage, &h.err) || fl_host_picture(&h, "step4.ppm"))
		return fl_host_fail(&h);
	return fl_host_close(&h);
}
