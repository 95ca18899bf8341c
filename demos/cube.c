/* SPDX-License-Identifier: MIT
 *
 * cube: textured, lit, depth-tested, turning above a floor that mirrors it. The mirror image is the cube
 * drawn upside down below a floor that is not quite opaque.
 */
#include "demos/demo.h"

enum { SIDE = 256, FLOOR = 12 };

#define FLOOR_Y -1.25f

/* The picture on the faces: a sun over a frame of wood and brass. Light first. */
static uint32_t texel(uint32_t px, uint32_t py)
{
	float x = ((float)px - 127.5f) / 128, y = ((float)py - 127.5f) / 128;
	float ax = fl_absf(x), ay = fl_absf(y), edge = ax > ay ? ax : ay, r = fl_sqrtf(x * x + y * y);
	float a = fl_atan2f(y, x), red, green, blue, k;

	if (edge > 0.86f) { /* frame, with a bright inner and a dark outer line, and a rivet in each corner */
		float rx = ax - 0.93f, ry = ay - 0.93f;

		k = edge > 0.975f   ? 0.35f
		    : edge < 0.885f ? 1.15f
				    : 0.8f + 0.12f * fl_sinf((ax > ay ? y : x) * 60);
		red = 0.78f * k, green = 0.56f * k, blue = 0.27f * k;
		if (rx * rx + ry * ry < 0.0012f)
			red = 0.95f, green = 0.9f, blue = 0.75f;
	} else {
		/* night sky, rays, disc */
		k = 1 - edge;
		red = 0.05f + 0.10f * k, green = 0.09f + 0.16f * k, blue = 0.22f + 0.34f * k;
		if (r < 0.78f) {
			/* 16 rays, long and short; smooth over a pixel or two */
			float reach = fl_clampf(0.5f + (fl_cosf(a * 16) * 0.5f + 0.5f - r * 0.55f) * 6, 0, 1);
			float limit = 0.56f + 0.2f * (fl_cosf(a * 8) * 0.5f + 0.5f);
			float ray =
			    reach * fl_clampf((limit - r) * 40, 0, 1) * fl_clampf((r - 0.37f) * 60, 0, 1);

			red += (0.98f - red) * ray, green += (0.70f - green) * ray,
			    blue += (0.25f - blue) * ray;
		}
		k = fl_clampf((0.34f - r) * 64, 0, 1);
		red += (1 - red) * k;
		green += (0.93f - 0.35f * r - green) * k;
		blue += (0.62f - 1.2f * r - blue) * k;
	}
	return 0xff000000u | (uint32_t)(fl_clampf(red, 0, 1) * 255 + 0.5f) << 16 |
	       (uint32_t)(fl_clampf(green, 0, 1) * 255 + 0.5f) << 8 |
	       (uint32_t)(fl_clampf(blue, 0, 1) * 255 + 0.5f);
}

static enum fl_code begin(struct fl_stage *s, struct fl_err *err)
{
	s->texture[0].linear = true;
	s->texture[0].wrap_s = s->texture[0].wrap_t = FL_CLAMP;
	return fl_stage_image(s, &s->texture[0].image, SIDE, SIDE, FL_ARGB8888, texel, err);
}

/* A face: its normal n, and two directions with u x v = n; counter-clockwise from outside. */
static void face(struct fl_draw *d, const float n[3], const float u[3], const float v[3])
{
	static const float corner[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};

	fl_normal(d, n[0], n[1], n[2]);
	for (int i = 0; i < 4; i++) {
		float a = corner[i][0], b = corner[i][1];

		fl_texcoord(d, (a + 1) / 2, (1 - b) / 2);
		fl_vertex(d, n[0] + a * u[0] + b * v[0], n[1] + a * u[1] + b * v[1],
			  n[2] + a * u[2] + b * v[2]);
	}
}

static void cube(struct fl_draw *d)
{
	static const float x[3] = {1, 0, 0}, y[3] = {0, 1, 0}, z[3] = {0, 0, 1};
	static const float mx[3] = {-1, 0, 0}, my[3] = {0, -1, 0}, mz[3] = {0, 0, -1};

	fl_begin(d, FL_QUADS);
	fl_color(d, 255, 255, 255, 255);
	face(d, z, x, y);
	face(d, mz, mx, y);
	face(d, x, mz, y);
	face(d, mx, z, y);
	face(d, y, x, mz);
	face(d, my, x, z);
	fl_end(d);
}

/* The cube's place: above the floor, turning about two axes. */
static void place(struct fl_draw *d, float t)
{
	fl_translate(d, 0, 0.30f, 0);
	fl_rotate(d, 32 + t * 40, 0, 1, 0);
	fl_rotate(d, 20 + t * 23, 1, 0, 0.3f);
	fl_scale(d, 0.94f, 0.94f, 0.94f);
}

/* The sky, as two quads in clip space: dark above, a glow at the horizon. */
static void background(struct fl_draw *d)
{
	static const uint32_t color[3] = {0xff0b1020, 0xff243a5e, 0xff131a28};
	static const float at[3] = {1, 0.02f, -1};

	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
	fl_depth(d, false, FL_ALWAYS, false);
	fl_begin(d, FL_QUAD_STRIP);
	for (int i = 0; i < 3; i++) {
		fl_color_argb(d, color[i]);
		fl_vertex(d, -1, at[i], 0);
		fl_vertex(d, 1, at[i], 0);
	}
	fl_end(d);
}

/* A checkered floor whose corners fade out with their distance. */
static void floor_tile_corner(struct fl_draw *d, int x, int z, uint32_t rgb)
{
	float r = fl_sqrtf((float)(x * x + z * z)) / FLOOR;
	float alpha = 0.62f * fl_clampf(1.05f - r * r * 1.1f, 0, 1);

	fl_color_argb(d, rgb | (uint32_t)(alpha * 255) << 24);
	fl_vertex(d, (float)x * 0.8f, FLOOR_Y, (float)z * 0.8f);
}

static void checkered_floor(struct fl_draw *d)
{
	fl_begin(d, FL_QUADS);
	for (int z = -FLOOR; z < FLOOR; z++)
		for (int x = -FLOOR; x < FLOOR; x++) {
			uint32_t rgb = (x ^ z) & 1 ? 0x141b28 : 0x8b94a6;

			floor_tile_corner(d, x, z, rgb);
			floor_tile_corner(d, x, z + 1, rgb);
			floor_tile_corner(d, x + 1, z + 1, rgb);
			floor_tile_corner(d, x + 1, z, rgb);
		}
	fl_end(d);
}

static void light(struct fl_draw *d, float y, float brightness)
{
	const float ambient[3] = {0.34f * brightness, 0.36f * brightness, 0.42f * brightness};
	const float diffuse[3] = {0.92f * brightness, 0.88f * brightness, 0.80f * brightness};
	const float shine[3] = {0.55f * brightness, 0.52f * brightness, 0.45f * brightness};

	fl_push_matrix(d); /* a place beside the eye, whatever the eye looks at */
	fl_load_identity(d);
	fl_light_position(d, 0, 0.35f, y, 0.95f, 0);
	fl_pop_matrix(d);
	fl_light_color(d, 0, ambient, diffuse, shine);
	fl_ambient(d, (const float[3]){0, 0, 0});
	fl_material(d, &(const struct fl_material){.specular = {1, 1, 1}, .shininess = 24});
	fl_lighting(d, true);
}

static enum fl_code frame(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	static const float eye[3] = {0, 1.25f, 6.6f}, center[3] = {0, -0.52f, 0}, up[3] = {0, 1, 0};
	struct fl_draw *d = &s->d;
	float t = fl_demo_seconds(n);

	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, 0xff0b1020, 1, 0);
	fl_texture(d, 0, NULL);
	fl_lighting(d, false);
	fl_cull(d, FL_CULL_NONE);
	background(d);

	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_perspective(d, 40, (float)s->width / (float)s->height, 1, 40);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
	fl_look_at(d, eye, center, up);
	fl_depth(d, true, FL_LESS, true);

	/* the mirror image: everything about the floor's plane upside down, light and winding included */
	fl_texture(d, 0, &s->texture[0]);
	light(d, -0.45f, 0.95f);
	fl_cull(d, FL_CULL_FRONT);
	fl_push_matrix(d);
	fl_translate(d, 0, 2 * FLOOR_Y, 0);
	fl_scale(d, 1, -1, 1);
	place(d, t);
	cube(d);
	fl_pop_matrix(d);

	fl_texture(d, 0, NULL);
	fl_lighting(d, false);
	fl_cull(d, FL_CULL_BACK);
	fl_blend(d, FL_SRC_ALPHA, FL_ONE_MINUS_SRC_ALPHA);
	checkered_floor(d);
	fl_blend(d, FL_ONE, FL_ZERO);

	fl_texture(d, 0, &s->texture[0]);
	light(d, 0.45f, 1);
	fl_push_matrix(d);
	place(d, t);
	cube(d);
	fl_pop_matrix(d);
	return FL_OK;
}

const struct fl_demo fl_demo_cube = {
    .name = "cube",
    .what = "a cube, textured, lit and depth-tested, above a mirroring floor",
    .needs = FL_NEEDS_3D,
    .begin = begin,
    .frame = frame,
};
