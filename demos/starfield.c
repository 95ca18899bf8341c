/* SPDX-License-Identifier: MIT
 *
 * starfield: flying through stars. Near ones are larger and brighter, and leave a streak. Added up by
 * blending.
 */
#include "demos/demo.h"

enum { STARS = 1500 };

#define FAR_Z  100.0f
#define SPEED  24.0f /* a second */
#define STREAK 0.05f /* seconds */

/* How far in front of the eye star i is at time t: 0 to FAR_Z, over and over. */
static float distance(uint32_t i, float t)
{
	float z = fl_demo_chance(i, 2) * FAR_Z - t * SPEED;

	return z - fl_floorf(z / FAR_Z) * FAR_Z;
}

static void star_color(struct fl_draw *d, uint32_t i, float z)
{
	float b = (1 - 0.8f * z / FAR_Z) * (0.5f + 0.5f * fl_demo_chance(i, 3)), warm = fl_demo_chance(i, 4);

	fl_colorf(d, b * (0.75f + 0.25f * warm), b * 0.85f, b * (1 - 0.25f * warm), 1);
}

static enum fl_code frame(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	struct fl_draw *d = &s->d;
	float t = fl_demo_seconds(n), z;

	fl_clear(d, FL_CLEAR_COLOR, 0xff02030a, 1, 0);
	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_perspective(d, 60, (float)s->width / (float)s->height, 0.5f, FAR_Z);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
	fl_rotate(d, t * 4, 0, 0, 1);
	fl_blend(d, FL_ONE, FL_ONE);

	/* Three sizes, a batch each. */
	for (int size = 1; size <= 3; size++) {
		fl_point_size(d, (float)size);
		fl_begin(d, FL_POINTS);
		for (uint32_t i = 0; i < STARS; i++) {
			z = distance(i, t);
			if ((z < 20 ? 3 : z < 50 ? 2 : 1) != size)
				continue;
			star_color(d, i, z);
			fl_vertex(d, (fl_demo_chance(i, 0) - 0.5f) * 120, (fl_demo_chance(i, 1) - 0.5f) * 120,
				  -z);
		}
		fl_end(d);
	}
	fl_begin(d, FL_LINES);
	for (uint32_t i = 0; i < STARS; i++) {
		float x = (fl_demo_chance(i, 0) - 0.5f) * 120, y = (fl_demo_chance(i, 1) - 0.5f) * 120;

		z = distance(i, t);
		if (z > 40)
			continue;
		star_color(d, i, z);
		fl_vertex(d, x, y, -z);
		fl_color(d, 0, 0, 0, 0);
		fl_vertex(d, x, y, -z - SPEED * STREAK * 4);
	}
	fl_end(d);
	return FL_OK;
}

const struct fl_demo fl_demo_starfield = {
    .name = "starfield",
    .what = "flying through 1,500 stars: points, lines, additive blending",
    .needs = FL_NEEDS_3D,
    .frame = frame,
};
