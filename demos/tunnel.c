/* SPDX-License-Identifier: MIT
 *
 * tunnel: a winding tube of bricks, seen from inside; it fades into fog.
 */
#include "demos/demo.h"

enum { SLICES = 24, RINGS = 60, SIDE = 64 };

/* Bricks: two rows of two in the image, mortar between them, each with a shade of its own. */
static uint32_t texel(uint32_t x, uint32_t y)
{
	uint32_t row = y / (SIDE / 4), at = (x + (row & 1) * SIDE / 4) % SIDE, brick = at / (SIDE / 2);
	uint32_t shade = (brick * 37 + row * 59 + 11) % 40, grain = (x * 7919 + y * 104729 + x * y * 31) % 24;

	if (y % (SIDE / 4) < 2 || at % (SIDE / 2) < 2)
		return 0xff6e6a64;
	return 0xff000000u | (150 + shade + grain) << 16 | (74 + shade / 2 + grain) << 8 |
	       (52 + shade / 3 + grain);
}

static enum fl_code begin(struct fl_stage *s, struct fl_err *err)
{
	s->texture[0].linear = true;
	return fl_stage_image(s, &s->texture[0].image, SIDE, SIDE, FL_ARGB8888, texel, err);
}

/* The middle of the tube, z units along it. */
static void middle(float z, float *x, float *y)
{
	*x = 2.2f * fl_sinf(z * 0.11f) + 0.8f * fl_sinf(z * 0.31f);
	*y = 1.6f * fl_cosf(z * 0.13f) + 0.6f * fl_sinf(z * 0.23f);
}

static enum fl_code frame(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	static const float up[3] = {0, 1, 0};
	struct fl_draw *d = &s->d;
	float here = fl_demo_seconds(n) * 6, eye[3] = {0, 0, -here}, ahead[3] = {0, 0, -here - 4};
	float first = fl_floorf(here) - 1;

	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, 0xff08060a, 1, 0);
	middle(here, &eye[0], &eye[1]);
	middle(here + 4, &ahead[0], &ahead[1]);
	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_perspective(d, 75, (float)s->width / (float)s->height, 0.1f, RINGS);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
	fl_look_at(d, eye, ahead, up);
	fl_texture(d, 0, &s->texture[0]);
	fl_texenv(d, 0, FL_MODULATE);
	fl_fog(d, true, 2, RINGS * 0.6f, 0xff08060a);
	fl_depth(d, true, FL_LESS, true);

	for (int ring = 0; ring < RINGS; ring++) {
		fl_begin(d, FL_QUAD_STRIP);
		for (int i = 0; i <= SLICES; i++)
			for (int k = 1; k >= 0; k--) {
				float z = first + (float)(ring + k),
				      a = (float)(i % SLICES) / SLICES * 2 * FL_PI, x, y;

				middle(z, &x, &y);
				/* a lamp every eight units */
				fl_colorf(d, 0.5f + 0.5f * fl_cosf(z * FL_PI / 4),
					  0.5f + 0.4f * fl_cosf(z * FL_PI / 4),
					  0.6f + 0.2f * fl_cosf(z * FL_PI / 4), 1);
				fl_texcoord(d, (float)i / SLICES * 6, z * 0.5f);
				fl_vertex(d, x + 2 * fl_cosf(a), y + 2 * fl_sinf(a), -z);
			}
		fl_end(d);
	}
	return FL_OK;
}

const struct fl_demo fl_demo_tunnel = {
    .name = "tunnel",
    .what = "a winding tube of bricks: texture, fog",
    .needs = FL_NEEDS_3D,
    .begin = begin,
    .frame = frame,
};
