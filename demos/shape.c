/* SPDX-License-Identifier: MIT
 *
 * Boxes, balls, rings, and what a lathe or a bent pipe makes.
 */
#include "demos/shape.h"

void fl_shape_box(struct fl_draw *d, float x, float y, float z)
{
	static const float corner[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
	const float half[3] = {x, y, z};

	fl_begin(d, FL_QUADS);
	for (int axis = 0; axis < 3; axis++)
		for (int side = -1; side <= 1; side += 2)
			for (int i = 0; i < 4; i++) {
				/* Seen from the other side the corners go round the other way. */
				float u = corner[i][0] * (float)side, v = corner[i][1];
				float n[3] = {0}, p[3];

				n[axis] = (float)side;
				p[axis] = half[axis] * (float)side;
				p[(axis + 1) % 3] = half[(axis + 1) % 3] * u;
				p[(axis + 2) % 3] = half[(axis + 2) % 3] * v;
				fl_normal(d, n[0], n[1], n[2]);
				fl_texcoord(d, (corner[i][0] + 1) / 2, (1 - v) / 2);
				fl_vertex(d, p[0], p[1], p[2]);
			}
	fl_end(d);
}

/* Angle i of n around the circle; the last is the first again, to the bit. */
static float around(uint32_t i, uint32_t n)
{
	return (float)(i % n) / (float)n * 2 * FL_PI;
}

void fl_shape_sphere(struct fl_draw *d, float radius, uint32_t slices, uint32_t stacks)
{
	for (uint32_t j = 0; j < stacks; j++) {
		fl_begin(d, FL_QUAD_STRIP);
		for (uint32_t i = 0; i <= slices; i++)
			for (uint32_t k = 0; k < 2; k++) {
				float a = around(i, slices), t = (float)(j + k) / (float)stacks;
				float s = fl_sinf(t * FL_PI), y = fl_cosf(t * FL_PI);
				float x = fl_sinf(a) * s, z = fl_cosf(a) * s;

				fl_normal(d, x, y, z);
				fl_texcoord(d, (float)i / (float)slices, t);
				fl_vertex(d, x * radius, y * radius, z * radius);
			}
		fl_end(d);
	}
}

void fl_shape_torus(struct fl_draw *d, float ring, float tube, uint32_t slices, uint32_t stacks)
{
	for (uint32_t j = 0; j < slices; j++) {
		fl_begin(d, FL_QUAD_STRIP);
		for (uint32_t i = 0; i <= stacks; i++)
			for (uint32_t k = 0; k < 2; k++) {
				float a = around(j + 1 - k, slices), b = around(i, stacks);
				float x = fl_cosf(a) * fl_cosf(b), y = fl_sinf(a) * fl_cosf(b),
				      z = fl_sinf(b);

				fl_normal(d, x, y, z);
				fl_texcoord(d, (float)(j + 1 - k) / (float)slices, (float)i / (float)stacks);
				fl_vertex(d, fl_cosf(a) * ring + x * tube, fl_sinf(a) * ring + y * tube,
					  z * tube);
			}
		fl_end(d);
	}
}

void fl_shape_lathe(struct fl_draw *d, const float (*profile)[2], uint32_t n, uint32_t slices)
{
	for (uint32_t j = 0; j + 1 < n; j++) {
		fl_begin(d, FL_QUAD_STRIP);
		for (uint32_t i = 0; i <= slices; i++)
			for (uint32_t k = 0; k < 2; k++) {
				uint32_t at = j + 1 - k, before = at ? at - 1 : 0,
					 after = at + 1 < n ? at + 1 : at;
				float a = around(i, slices), r = profile[at][0];
				/* across the profile's direction */
				float out = profile[after][1] - profile[before][1];
				float up = profile[before][0] - profile[after][0];

				fl_normal(d, fl_sinf(a) * out, up, fl_cosf(a) * out);
				fl_texcoord(d, (float)i / (float)slices, 1 - (float)at / (float)(n - 1));
				fl_vertex(d, fl_sinf(a) * r, profile[at][1], fl_cosf(a) * r);
			}
		fl_end(d);
	}
}

void fl_shape_pipe(struct fl_draw *d, const float (*path)[3], uint32_t n, uint32_t slices)
{
	for (uint32_t j = 0; j + 1 < n; j++) {
		fl_begin(d, FL_QUAD_STRIP);
		for (uint32_t i = 0; i <= slices; i++)
			for (uint32_t k = 0; k < 2; k++) {
				uint32_t at = j + 1 - k, before = at ? at - 1 : 0,
					 after = at + 1 < n ? at + 1 : at;
				float a = around(i, slices);
				float along[3] = {path[after][0] - path[before][0],
						  path[after][1] - path[before][1], 0};
				float x, y, z = fl_sinf(a);

				fl_vec3_normalize(along);
				x = -along[1] * fl_cosf(a);
				y = along[0] * fl_cosf(a);
				fl_normal(d, x, y, z);
				fl_texcoord(d, (float)i / (float)slices, (float)at / (float)(n - 1));
				fl_vertex(d, path[at][0] + x * path[at][2], path[at][1] + y * path[at][2],
					  z * path[at][2]);
			}
		fl_end(d);
	}
}

void fl_shape_floor(struct fl_draw *d, float size, uint32_t cells, float repeat)
{
	float step = 2 * size / (float)cells;

	for (uint32_t j = 0; j < cells; j++) {
		fl_begin(d, FL_QUAD_STRIP);
		fl_normal(d, 0, 1, 0);
		for (uint32_t i = 0; i <= cells; i++)
			for (uint32_t k = 0; k < 2; k++) {
				fl_texcoord(d, (float)i / (float)cells * repeat,
					    (float)(j + k) / (float)cells * repeat);
				fl_vertex(d, (float)i * step - size, 0, (float)(j + k) * step - size);
			}
		fl_end(d);
	}
}

void fl_shape_screen(struct fl_draw *d, float s0, float t0, float s1, float t1)
{
	fl_begin(d, FL_QUADS);
	for (int i = 0; i < 4; i++) {
		bool right = i == 1 || i == 2, top = i > 1;

		fl_texcoord(d, right ? s1 : s0, top ? t1 : t0);
		fl_vertex(d, right ? 1 : -1, top ? 1 : -1, 0);
	}
	fl_end(d);
}

const char fl_screen_vertex[] = "!!PVS\n"
				"in position\n"
				"in texcoord0\n"
				"out pos : position\n"
				"out uv : texcoord0\n"
				"MOV pos, position\n"
				"MOV uv, texcoord0\n";
