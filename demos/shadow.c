/* SPDX-License-Identifier: MIT
 *
 * shadow: blocks and their shadow volumes. Each side of a block that looks at the lamp throws a volume; the
 * stencil buffer counts, after the depth test, how many of them a pixel lies in. The light is drawn where
 * this number is zero.
 */
#include "demos/demo.h"
#include "demos/shape.h"

enum { BLOCKS = 6 };

struct block {
	float x, z, w, h, turn_deg;
};

static const struct block blocks[BLOCKS] = {{-2.2f, -1, 0.35f, 1.1f, 20},  {-0.6f, 0.6f, 0.5f, 0.5f, 50},
					    {1.2f, -0.8f, 0.3f, 1.6f, 10}, {2.3f, 1.0f, 0.4f, 0.7f, 70},
					    {0.2f, 2.0f, 0.25f, 0.9f, 35}, {-1.9f, 1.9f, 0.3f, 0.35f, 0}};

/* The corners of a block, in the room. */
static void corners(const struct block *b, float out[8][3])
{
	float a = b->turn_deg * FL_PI / 180, c = fl_cosf(a) * b->w, s = fl_sinf(a) * b->w;

	for (int i = 0; i < 8; i++) {
		float u = i & 1 ? 1 : -1, v = i & 2 ? 1 : -1;

		out[i][0] = b->x + u * c + v * s;
		out[i][1] = i & 4 ? b->h : 0;
		out[i][2] = b->z - u * s + v * c;
	}
}

/* Four corners of each side, counter-clockwise from outside. */
static const uint8_t sides[6][4] = {{2, 3, 7, 6}, {1, 0, 4, 5}, {3, 1, 5, 7},
				    {0, 2, 6, 4}, {6, 7, 5, 4}, {0, 1, 3, 2}};

static void side_normal(float p[8][3], int side, float n[3])
{
	const float *a = p[sides[side][0]], *b = p[sides[side][1]], *c = p[sides[side][2]];
	const float u[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]},
		    v[3] = {c[0] - b[0], c[1] - b[1], c[2] - b[2]};

	fl_vec3_cross(n, u, v);
	fl_vec3_normalize(n);
}

static void scene(struct fl_draw *d)
{
	float p[8][3], n[3];

	fl_color_argb(d, 0xffb0a890);
	fl_shape_floor(d, 5, 30, 1);
	for (int i = 0; i < BLOCKS; i++) {
		corners(&blocks[i], p);
		fl_color_argb(d, i & 1 ? 0xff4878b0 : 0xffb06848);
		fl_begin(d, FL_QUADS);
		for (int side = 0; side < 6; side++) {
			side_normal(p, side, n);
			fl_normal(d, n[0], n[1], n[2]);
			for (int c = 0; c < 4; c++)
				fl_vertex(d, p[sides[side][c]][0], p[sides[side][c]][1],
					  p[sides[side][c]][2]);
		}
		fl_end(d);
	}
}

/* A point, and where the lamp throws it. */
static void thrown(struct fl_draw *d, const float lamp[3], const float p[3], bool far)
{
	float k = far ? 12 : 0.005f; /* just inside the block, so that its own side is in the light */

	fl_vertex(d, p[0] + (p[0] - lamp[0]) * k, p[1] + (p[1] - lamp[1]) * k, p[2] + (p[2] - lamp[2]) * k);
}

static void volumes(struct fl_draw *d, const float lamp[3])
{
	float p[8][3], n[3];

	fl_begin(d, FL_QUADS);
	for (int i = 0; i < BLOCKS; i++) {
		corners(&blocks[i], p);
		for (int side = 0; side < 6; side++) {
			const uint8_t *q = sides[side];
			const float to_lamp[3] = {lamp[0] - p[q[0]][0], lamp[1] - p[q[0]][1],
						  lamp[2] - p[q[0]][2]};

			side_normal(p, side, n);
			if (fl_vec3_dot(n, to_lamp) <= 0)
				continue;
			for (int c = 0; c < 4; c++) /* the side itself */
				thrown(d, lamp, p[q[c]], false);
			for (int c = 3; c >= 0; c--) /* its image far away */
				thrown(d, lamp, p[q[c]], true);
			for (int c = 0; c < 4; c++) { /* and the walls between the two */
				thrown(d, lamp, p[q[c]], false);
				thrown(d, lamp, p[q[c]], true);
				thrown(d, lamp, p[q[(c + 1) % 4]], true);
				thrown(d, lamp, p[q[(c + 1) % 4]], false);
			}
		}
	}
	fl_end(d);
}

static enum fl_code frame(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	static const float eye[3] = {0, 4.6f, 8}, center[3] = {0, 0.2f, 0}, up[3] = {0, 1, 0},
			   black[3] = {0, 0, 0}, sun[3] = {0.9f, 0.85f, 0.75f}, dim[3] = {0.28f, 0.3f, 0.36f};
	/* After the depth test: where a back of a volume is hidden the pixel is in it, unless a front is
	 * hidden too. */
	const struct fl_stencil front = {
	    .func = FL_ALWAYS, .mask = 255, .write_mask = 255, .zfail = FL_DECR_WRAP};
	const struct fl_stencil back = {
	    .func = FL_ALWAYS, .mask = 255, .write_mask = 255, .zfail = FL_INCR_WRAP};
	struct fl_draw *d = &s->d;
	float a = fl_demo_seconds(n) * 0.7f, lamp[3] = {4 * fl_cosf(a), 4.2f, 4 * fl_sinf(a)};

	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH | FL_CLEAR_STENCIL, 0xff10141c, 1, 0);
	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_perspective(d, 40, (float)s->width / (float)s->height, 2, 100);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
	fl_look_at(d, eye, center, up);
	fl_light_position(d, 0, lamp[0], lamp[1], lamp[2], 1);
	fl_lighting(d, true);

	/* what is there, in the light of the room */
	fl_depth(d, true, FL_LESS, true);
	fl_ambient(d, dim);
	fl_light_color(d, 0, black, black, black);
	scene(d);

	/* count */
	fl_lighting(d, false);
	fl_color_mask(d, false, false, false, false);
	fl_depth(d, true, FL_LESS, false);
	fl_stencil(d, true, FL_ALWAYS, 0, 255, 255);
	fl_stencil_side(d, FL_FRONT, &front);
	fl_stencil_side(d, FL_BACK, &back);
	volumes(d, lamp);
	fl_color_mask(d, true, true, true, true);

	/* and the lamp's light where no volume is */
	fl_lighting(d, true);
	fl_depth(d, true, FL_EQUAL, false);
	fl_stencil(d, true, FL_EQUAL, 0, 255, 0);
	fl_stencil_op(d, FL_KEEP, FL_KEEP, FL_KEEP);
	fl_ambient(d, black);
	fl_light_color(d, 0, black, sun, black);
	fl_blend(d, FL_ONE, FL_ONE);
	scene(d);
	fl_blend(d, FL_ONE, FL_ZERO);
	fl_stencil(d, false, FL_ALWAYS, 0, 255, 255);

	fl_lighting(d, false);
	fl_depth(d, true, FL_LESS, true);
	fl_color_argb(d, 0xffffe8a0);
	fl_translate(d, lamp[0], lamp[1], lamp[2]);
	fl_shape_sphere(d, 0.12f, 16, 10);
	return FL_OK;
}

const struct fl_demo fl_demo_shadow = {
    .name = "shadow",
    .what = "shadow volumes, counted in the stencil buffer on both sides at once",
    .needs = FL_NEEDS_3D,
    .frame = frame,
};
