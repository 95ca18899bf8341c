/* SPDX-License-Identifier: MIT
 *
 * teapot: not Utah's: the body and the lid come from a lathe, handle and spout are bent pipes. Porcelain
 * under two lights.
 */
#include "demos/shape.h"
#include "demos/demo.h"

enum { STEPS = 10 };

/* A point on a Bezier curve of four points of dim numbers. */
static void bezier(float *out, const float *p, int dim, float t)
{
	float u = 1 - t;

	for (int i = 0; i < dim; i++)
		out[i] = u * u * u * p[i] + 3 * u * u * t * p[dim + i] + 3 * u * t * t * p[2 * dim + i] +
			 t * t * t * p[3 * dim + i];
}

/* Curves end to end, each beginning where the last one ended. Returns the number of points. */
static uint32_t curve(float *out, const float *p, int dim, uint32_t curves)
{
	uint32_t n = 0;

	for (uint32_t c = 0; c < curves; c++)
		for (uint32_t i = c ? 1 : 0; i <= STEPS; i++)
			bezier(out + (uint32_t)dim * n++, p + 3 * c * (uint32_t)dim, dim, (float)i / STEPS);
	return n;
}

static void teapot(struct fl_draw *d)
{
	/* radius and height, from below */
	static const float body[7][2] = {{0.0f, -1.0f}, {0.8f, -1.0f}, {1.2f, -0.8f}, {1.3f, -0.2f},
					 {1.4f, 0.4f},  {1.0f, 0.8f},  {0.8f, 0.85f}};
	static const float lid[7][2] = {{0.86f, 0.82f}, {0.6f, 1.05f},  {0.25f, 1.0f}, {0.14f, 1.12f},
					{0.08f, 1.2f},  {0.34f, 1.38f}, {0.0f, 1.4f}};
	/* x, y, radius */
	static const float spout[7][3] = {{1.1f, -0.35f, 0.36f}, {1.5f, -0.3f, 0.3f},  {1.6f, 0.0f, 0.2f},
					  {1.75f, 0.35f, 0.15f}, {1.85f, 0.6f, 0.13f}, {1.95f, 0.75f, 0.13f},
					  {2.15f, 0.8f, 0.15f}};
	static const float handle[7][3] = {
	    {-1.15f, 0.5f, 0.12f}, {-1.7f, 0.9f, 0.11f},  {-2.15f, 0.6f, 0.1f},   {-2.0f, 0.05f, 0.1f},
	    {-1.9f, -0.4f, 0.1f},  {-1.6f, -0.6f, 0.12f}, {-1.15f, -0.55f, 0.13f}};
	float points[2 * STEPS + 1][3];
	uint32_t n;

	n = curve(points[0], body[0], 2, 2);
	fl_shape_lathe(d, (const float(*)[2])points[0], n, 48);
	n = curve(points[0], lid[0], 2, 2);
	fl_shape_lathe(d, (const float(*)[2])points[0], n, 32);
	n = curve(points[0], spout[0], 3, 2);
	fl_shape_pipe(d, (const float(*)[3])points, n, 24);
	n = curve(points[0], handle[0], 3, 2);
	fl_shape_pipe(d, (const float(*)[3])points, n, 16);
}

static enum fl_code frame(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	static const struct fl_material porcelain = {
	    .ambient = {0.80f, 0.84f, 0.88f},
	    .diffuse = {0.80f, 0.84f, 0.88f},
	    .specular = {0.8f, 0.8f, 0.8f},
	    .alpha = 1,
	    .shininess = 60,
	};
	static const float black[3] = {0}, sun[3] = {0.75f, 0.72f, 0.66f}, sky[3] = {0.16f, 0.22f, 0.34f};
	struct fl_draw *d = &s->d;

	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, 0xff20262e, 1, 0);
	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_perspective(d, 30, (float)s->width / (float)s->height, 1, 20);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
	fl_light_position(d, 0, 0.6f, 0.7f, 0.6f, 0);
	fl_light_color(d, 0, black, sun, sun);
	fl_light_position(d, 1, -0.8f, 0.3f, 0.2f, 0);
	fl_light_color(d, 1, black, sky, sky);
	fl_light(d, 1, true);
	fl_color_material(d, false);
	fl_material(d, &porcelain);
	fl_lighting(d, true);
	fl_depth(d, true, FL_LESS, true);

	fl_translate(d, 0, -0.15f, -7.5f);
	fl_rotate(d, 22, 1, 0, 0);
	fl_rotate(d, fl_demo_seconds(n) * 40 - 25, 0, 1, 0);
	teapot(d);
	return FL_OK;
}

const struct fl_demo fl_demo_teapot = {
    .name = "teapot",
    .what = "porcelain under two lights: a lathe and bent pipes",
    .needs = FL_NEEDS_3D,
    .frame = frame,
};
