/* SPDX-License-Identifier: MIT
 *
 * gears: three of them, meshing. Lit, depth-tested; every face is flat but the bore.
 */
#include "demos/demo.h"

struct gear {
	float inner, outer, width,
	    depth; /* radius of the bore, middle of the teeth, thickness, height of a tooth */
	uint32_t teeth;
	uint32_t argb;
	float x, y;  /* of its axle */
	float speed; /* turns in 10 seconds; teeth times speed is the same for all, so that they mesh */
	float phase; /* degrees */
};

/* The outline of a tooth, as parts of its share of the circle and of its height: up, across, down, to the
 * next. */
static const float outline[4][2] = {{0, -0.5f}, {0.25f, 0.5f}, {0.5f, 0.5f}, {0.75f, -0.5f}};

static void rim(const struct gear *g, uint32_t i, float *x, float *y)
{
	float a = ((float)(i / 4 % g->teeth) + outline[i % 4][0]) / (float)g->teeth * 2 * FL_PI;
	float r = g->outer + outline[i % 4][1] * g->depth;

	*x = fl_cosf(a) * r;
	*y = fl_sinf(a) * r;
}

static void front_or_back(struct fl_draw *d, const struct gear *g, float side)
{
	float z = side * g->width / 2, x, y, r;

	fl_normal(d, 0, 0, side);
	fl_begin(d, FL_QUAD_STRIP);
	for (uint32_t i = 0; i <= 4 * g->teeth; i++) {
		rim(g, i, &x, &y);
		r = g->inner / fl_sqrtf(x * x + y * y);
		/* Which of the two comes first decides on the side that is seen. */
		if (side < 0)
			fl_vertex(d, x, y, z);
		fl_vertex(d, x * r, y * r, z);
		if (side > 0)
			fl_vertex(d, x, y, z);
	}
	fl_end(d);
}

static void draw_gear(struct fl_draw *d, const struct gear *g)
{
	float x0, y0, x1, y1, z = g->width / 2;

	front_or_back(d, g, 1);
	front_or_back(d, g, -1);
	fl_begin(d, FL_QUADS); /* the faces of the teeth */
	for (uint32_t i = 0; i < 4 * g->teeth; i++) {
		rim(g, i, &x0, &y0);
		rim(g, i + 1, &x1, &y1);
		fl_normal(d, y1 - y0, x0 - x1, 0);
		fl_vertex(d, x0, y0, -z);
		fl_vertex(d, x1, y1, -z);
		fl_vertex(d, x1, y1, z);
		fl_vertex(d, x0, y0, z);
	}
	fl_end(d);
	fl_begin(d, FL_QUAD_STRIP); /* the bore */
	for (uint32_t i = 0; i <= 48; i++) {
		float a = (float)(i % 48) / 48 * 2 * FL_PI, x = fl_cosf(a), y = fl_sinf(a);

		fl_normal(d, -x, -y, 0);
		fl_vertex(d, x * g->inner, y * g->inner, -z);
		fl_vertex(d, x * g->inner, y * g->inner, z);
	}
	fl_end(d);
}

static enum fl_code frame(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	static const struct gear gears[3] = {
	    {1.0f, 4.0f, 1.0f, 0.7f, 20, 0xffd05a40, -3.0f, -2.0f, 2.0f, 0},
	    {0.6f, 2.0f, 1.6f, 0.7f, 10, 0xff58a05c, 3.1f, -2.0f, -4.0f, -9},
	    {1.4f, 2.0f, 0.6f, 0.7f, 10, 0xff5078c8, -3.1f, 4.2f, -4.0f, -25},
	};
	const float white[3] = {1, 1, 1}, dim[3] = {0.25f, 0.25f, 0.28f}, black[3] = {0, 0, 0};
	struct fl_draw *d = &s->d;

	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, 0xff161a22, 1, 0);
	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_perspective(d, 24, (float)s->width / (float)s->height, 20, 70);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
	fl_ambient(d, dim);
	fl_light_position(d, 0, 0.4f, 0.5f, 1, 0);
	fl_light_color(d, 0, black, white, black);
	fl_lighting(d, true);
	fl_cull(d, FL_CULL_BACK);
	fl_depth(d, true, FL_LESS, true);

	fl_translate(d, 0.8f, -0.6f, -34);
	fl_rotate(d, 20, 1, 0, 0);
	fl_rotate(d, 30, 0, 1, 0);
	for (const struct gear *g = gears; g < gears + 3; g++) {
		fl_push_matrix(d);
		fl_translate(d, g->x, g->y, 0);
		fl_rotate(d, g->speed * fl_demo_seconds(n) * 36 + g->phase, 0, 0, 1);
		fl_color_argb(d, g->argb);
		draw_gear(d, g);
		fl_pop_matrix(d);
	}
	return FL_OK;
}

const struct fl_demo fl_demo_gears = {
    .name = "gears",
    .what = "three gears that mesh",
    .needs = FL_NEEDS_3D,
    .frame = frame,
};
