/* SPDX-License-Identifier: MIT */
/* Step 7: programs of one's own: each point of the cube has the color of its place. */
#include "lib/fl_program.h"
#include "lib/hosted/fl_host.h"
#include "lib/r500/program.h"

static const char vertex[] = "!!PVS\n"
			     "in position\n"
			     "out pos : position\n"
			     "out place : texcoord0\n"
			     "const state_mvp[4]\n" /* the library keeps it up to date */
			     "DP4 pos.x, state_mvp[0], position\n"
			     "DP4 pos.y, state_mvp[1], position\n"
			     "DP4 pos.z, state_mvp[2], position\n"
			     "DP4 pos.w, state_mvp[3], position\n"
			     "MOV place, position\n";
static const char fragment[] = "!!US\n"
			       "in place : texcoord0\n"
			       "out pixel : A\n"
			       "const bright\n" /* ours: fl_program_set() */
			       "temp half\n"
			       "MAD half.rgb, place, 0.5, 0.5\n" /* -1 to 1 becomes 0 to 1 */
			       "MUL pixel.rgb, half, bright\n"
			       "MOV pixel.a, 1\n";

static void cube(struct fl_draw *d)
{
	static const float corner[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};

	fl_begin(d, FL_QUADS);
	for (int face = 0; face < 6; face++) {
		int axis = face / 2;
		float side = face % 2 ? 1 : -1, p[3];

		for (int i = 0; i < 4; i++) {
			p[axis] = side;
			p[(axis + 1) % 3] = corner[i][0] * side;
			p[(axis + 2) % 3] = corner[i][1];
			fl_vertex(d, p[0], p[1], p[2]);
		}
	}
	fl_end(d);
}

static void draw(struct fl_draw *d, struct fl_program *p)
{
	static const float bright[1][4] = {{0.9f, 0.9f, 0.6f, 1}};

	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, 0xff203040, 1, 0);
	fl_matrix_mode(d, FL_PROJECTION);
	fl_perspective(d, 45, 640.0f / 480, 1, 10);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_translate(d, 0, 0, -5);
	fl_rotate(d, 25, 1, 0, 0);
	fl_rotate(d, 35, 0, 1, 0);
	fl_depth(d, true, FL_LESS, true);
	fl_program(d, p);
	fl_program_set(p, FL_FRAGMENT, fl_program_const(p, FL_FRAGMENT, "bright"), 1, bright);
	cube(d);
}

int main(void)
{
	static struct fl_host h;
	static struct fl_program p;

	if (fl_host_open(&h, "r580", 640, 480))
		return fl_host_fail(&h);
	if (fl_program_make(&p, vertex, fragment, &h.err))
		return fl_host_fail(&h);
	draw(&h.stage.d, &p);
	if (fl_stage_finish(&h.stage, &h.err) || fl_host_picture(&h, "step7.ppm"))
		return fl_host_fail(&h);
	return fl_host_close(&h);
}
