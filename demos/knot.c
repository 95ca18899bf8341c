/* SPDX-License-Identifier: MIT
 *
 * knot: a trefoil out of two buffers in video memory, vertices and 16-bit indices of them, both written once.
 */
#include "demos/demo.h"
#include "demos/knot.h"
#include "lib/fl_buffer.h"
#include "lib/fl_math.h"

/* The curve is (2, 3) on a torus; its derivatives are too long to be worth having. */
static void along(float t, float *p)
{
	const float around = 2 * t, r = 2.5f + fl_cosf(3 * t);

	p[0] = r * fl_cosf(around);
	p[1] = r * fl_sinf(around);
	p[2] = 1.2f * fl_sinf(3 * t);
}

static void cross(const float *a, const float *b, float *out)
{
	for (int i = 0; i < 3; i++)
		out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static void unit(float *v)
{
	const float length = fl_sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);

	for (int i = 0; i < 3; i++)
		v[i] /= length;
}

void fl_knot_ring(uint32_t i, struct fl_knot_vertex *out)
{
	enum { MIDDLE = 128, SWING = 100 };
	const float step = 2 * FL_PI / FL_KNOT_ALONG, tube = 0.55f, t = step * (float)i;
	float before[3], at[3], after[3], forth[3], side[3], up[3];

	along(t - step, before);
	along(t, at);
	along(t + step, after);
	for (int x = 0; x < 3; x++) {
		forth[x] = after[x] - before[x];
		up[x] = at[x]; /* away from the middle, which the curve never meets */
	}
	unit(forth);
	cross(forth, up, side);
	unit(side);
	cross(side, forth, up);
	for (uint32_t k = 0; k < FL_KNOT_AROUND; k++) {
		const float b = 2 * FL_PI / FL_KNOT_AROUND * (float)k;

		for (int x = 0; x < 3; x++) {
			out[k].normal[x] = side[x] * fl_cosf(b) + up[x] * fl_sinf(b);
			out[k].position[x] = at[x] + tube * out[k].normal[x];
			out[k].color[x] = (uint8_t)(MIDDLE + SWING * fl_sinf(t + (float)x * 2 * FL_PI / 3));
		}
		out[k].color[3] = 255;
	}
}

void fl_knot_band(uint32_t i, uint16_t *out)
{
	const uint32_t next = (i + 1) % FL_KNOT_ALONG * FL_KNOT_AROUND;

	for (uint32_t k = 0; k < FL_KNOT_AROUND; k++) {
		const uint32_t a = i * FL_KNOT_AROUND + k, b = next + k, turn = (k + 1) % FL_KNOT_AROUND;

		*out++ = (uint16_t)a;
		*out++ = (uint16_t)b;
		*out++ = (uint16_t)(next + turn);
		*out++ = (uint16_t)a;
		*out++ = (uint16_t)(next + turn);
		*out++ = (uint16_t)(i * FL_KNOT_AROUND + turn);
	}
}

static enum fl_code begin(struct fl_stage *s, struct fl_err *err)
{
	enum { ROUND_B = FL_KNOT_AROUND * sizeof(struct fl_knot_vertex), BAND_B = 6 * FL_KNOT_AROUND * 2 };
	struct fl_knot_vertex ring[FL_KNOT_AROUND];
	uint16_t band[6 * FL_KNOT_AROUND];
	/* The stage keeps places as surfaces that have no more than that. */
	uint64_t *vertices = &s->surface[0].offset_B, *indices = &s->surface[1].offset_B;
	enum fl_code code = fl_vram_alloc(&s->vram, FL_KNOT_ALONG * ROUND_B, 256, vertices, err);

	if (!code)
		code = fl_vram_alloc(&s->vram, FL_KNOT_ALONG * BAND_B, 256, indices, err);
	for (uint32_t i = 0; !code && i < FL_KNOT_ALONG; i++) {
		fl_knot_ring(i, ring);
		fl_knot_band(i, band);
		fl_vram_write(s->dev, *vertices + i * ROUND_B, ring, ROUND_B);
		fl_vram_write(s->dev, *indices + i * BAND_B, band, BAND_B);
	}
	if (!code)
		fl_vram_settle(s->dev, *indices);
	return code;
}

void fl_knot_view(struct fl_stage *s, uint32_t n)
{
	static const struct fl_material glazed = {
	    .ambient = {1, 1, 1},
	    .diffuse = {1, 1, 1},
	    .specular = {0.6f, 0.6f, 0.6f},
	    .alpha = 1,
	    .shininess = 40,
	};
	static const float dim[3] = {0.14f, 0.14f, 0.16f}, sun[3] = {0.86f, 0.84f, 0.8f};
	const float t = fl_demo_seconds(n);
	struct fl_draw *d = &s->d;

	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, 0xff1b1e2b, 1, 0);
	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_perspective(d, 40, (float)s->width / (float)s->height, 1, 30);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
	fl_light_position(d, 0, 0.5f, 0.7f, 0.8f, 0);
	fl_light_color(d, 0, dim, sun, sun);
	fl_material(d, &glazed);
	fl_color_material(d, true);
	fl_lighting(d, true);
	fl_translate(d, 0, 0, -13);
	fl_rotate(d, 25 * t + 20, 0, 1, 0);
	fl_rotate(d, 11 * t, 0, 0, 1);
	fl_depth(d, true, FL_LESS, true);
}

static enum fl_code frame(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	const uint64_t at = s->surface[0].offset_B;
	const uint32_t stride_B = sizeof(struct fl_knot_vertex);
	const struct fl_arrays a = {
	    .position = {.offset_B = at, .stride_B = stride_B, .type = FL_FLOAT, .size = 3},
	    .normal = {.offset_B = at + offsetof(struct fl_knot_vertex, normal),
		       .stride_B = stride_B,
		       .type = FL_FLOAT,
		       .size = 3},
	    .color = {.offset_B = at + offsetof(struct fl_knot_vertex, color),
		      .stride_B = stride_B,
		      .type = FL_UBYTE,
		      .size = 4},
	};

	fl_knot_view(s, n);
	fl_draw_elements(&s->d, FL_TRIANGLES, &a, s->surface[1].offset_B, 2, FL_KNOT_INDICES,
			 FL_KNOT_VERTICES);
	return FL_OK;
}

const struct fl_demo fl_demo_knot = {
    .name = "knot",
    .what = "a trefoil out of a buffer of vertices and one of indices",
    .needs = FL_NEEDS_3D,
    .begin = begin,
    .frame = frame,
};
