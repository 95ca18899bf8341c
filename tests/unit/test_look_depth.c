/* SPDX-License-Identifier: MIT
 *
 * Depths and stencils after an event (demos/firstlight/look.h), in recorded scenes of all families.
 *
 * The scenes are programs of OpenGL, whose numbers are written down here: depth_less draws three triangles
 * with a depth test, stencil_ops eight cells with an operation each. What their buffers hold follows from
 * these numbers alone.
 */
#include "hw/model/pixel/depth.h"
#include "hw/model/raster/look.h"
#include "tests/unit/look_scene.h"

#include <criterion/parameterized.h>
#include <math.h>

enum { SIDE = 128 };

struct scene {
	char set[16], name[16];
	bool below; /* the first row of the picture is OpenGL's lowest */
	double apart;
};

/* ---- depths -------------------------------------------------------------------------------------------- */
/* Corners in OpenGL's coordinates. */
static const double triangles[3][3][3] = {
    {{-0.9, -0.8, -0.5}, {0.9, -0.8, 0.5}, {0, 0.9, 0}},
    {{-0.9, 0.8, 0.6}, {0.9, 0.8, -0.4}, {0, -0.9, 0.1}},
    {{-0.9, 0.1, 0.3}, {0.9, 0.3, -0.2}, {0.2, -0.7, -0.6}},
};

/* What a triangle has at (x, y), in pixels from below; false: outside, or so near to an edge that where
 * vertices are rounded to decides. */
static bool depth_at(const double t[3][3], double x, double y, double *z, bool *near)
{
	double p[3][2], w[3], area;
	bool in = true;

	for (unsigned i = 0; i < 3; i++) {
		p[i][0] = (t[i][0] + 1) * SIDE / 2;
		p[i][1] = (t[i][1] + 1) * SIDE / 2;
	}
	area = (p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) - (p[2][0] - p[0][0]) * (p[1][1] - p[0][1]);
	*z = 0;
	for (unsigned i = 0; i < 3; i++) {
		const double *a = p[(i + 1) % 3], *b = p[(i + 2) % 3];
		const double dx = b[0] - a[0], dy = b[1] - a[1];

		w[i] = (dx * (y - a[1]) - dy * (x - a[0])) / area;
		in = in && w[i] > 0;
		*near |= fabs(w[i] * area) / hypot(dx, dy) < 0.25; /* pixels from the edge */
		*z += w[i] * (t[i][2] + 1) / 2;
	}
	return in;
}

static const struct scene depth_scenes[] = {
    {"r500", "depth_less", true, 2e-5},     {"r500_hyperz", "depth_less", true, 2e-5},
    {"r300", "depth_less", true, 2e-5},     {"r600", "depth_less", true, 2e-5},
    {"cik", "depth_less", true, 2e-5},      {"gc", "depth_less", false, 2e-5},
    {"gc7000l", "depth_less", false, 2e-5}, {"r500", "depth16", true, 3.5e-5},
    {"r600", "depth16", true, 3.5e-5},      {"cik", "depth16", true, 3.5e-5},
    {"gc", "depth16", true, 3.5e-5},
};

ParameterizedTestParameters(look_depth, three_triangles)
{
	return cr_make_param_array(struct scene, (void *)(uintptr_t)depth_scenes,
				   sizeof depth_scenes / sizeof *depth_scenes);
}

/* The last event with a depth buffer. */
static uint32_t last_deep(const struct fl_look_list *l)
{
	uint32_t n = l->n;

	while (n && l->e[n - 1].depth == FL_LOOK_NONE)
		n--;
	cr_assert(n);
	return n - 1;
}

ParameterizedTest(struct scene *s, look_depth, three_triangles)
{
	const struct fl_look_trace t = look_open(s->set, s->name);
	struct fl_look_list list = look_events(&t);
	struct fl_look_depths d;
	struct fl_err err = {0};
	unsigned judged = 0, drawn = 0, wrong = 0;

	cr_assert_eq(fl_look_depths(&t, last_deep(&list), &d, &err), FL_OK, "%s", err.text);
	cr_assert(d.buffer.width == SIDE && d.buffer.height == SIDE && d.buffer.samples == 1);
	cr_expect_str_eq(d.buffer.format, s->apart > 3e-5 ? "16 unorm" : "24 unorm, 8 stencil");
	for (unsigned y = 0; y < SIDE; y++)
		for (unsigned x = 0; x < SIDE; x++) {
			const double up = s->below ? y + 0.5 : SIDE - y - 0.5;
			double want = 1, z;
			bool near = false;

			for (unsigned i = 0; i < 3; i++)
				if (depth_at(triangles[i], x + 0.5, up, &z, &near))
					want = fmin(want, z);
			if (near)
				continue;
			judged++;
			drawn += want < 1;
			if (fabs(d.depth[y * SIDE + x] - want) > s->apart && !wrong++)
				cr_expect(0, "%s/%s: (%u, %u) has %.9g, not %.9g", s->set, s->name, x, y,
					  d.depth[y * SIDE + x], want);
		}
	cr_expect_eq(wrong, 0, "%s/%s: %u of %u", s->set, s->name, wrong, judged);
	cr_expect(judged > 14000 && drawn > 8000, "%u judged, %u drawn", judged, drawn);
	cr_expect(d.least > 0.2 && d.least < 0.21 && d.most == 1, "%.9g to %.9g", d.least, d.most);
	fl_look_depths_free(&d);
	fl_look_list_free(&list);
	free((void *)(uintptr_t)t.data);
}

/* ---- stencils ------------------------------------------------------------------------------------------ */
enum { KEEP, ZERO, REPLACE, UP, DOWN, INVERT, UP_AROUND, DOWN_AROUND, REFERENCE = 5, BASE = 3 };

static unsigned operated(unsigned op, unsigned stencil)
{
	switch (op) {
	case ZERO:
		return 0;
	case REPLACE:
		return REFERENCE;
	case UP:
		return stencil < 255 ? stencil + 1 : 255;
	case DOWN:
		return stencil ? stencil - 1 : 0;
	case INVERT:
		return ~stencil & 255;
	case UP_AROUND:
		return (stencil + 1) & 255;
	case DOWN_AROUND:
		return (stencil - 1) & 255;
	}
	return stencil;
}

/* Cells of 32 by 64 pixels, four in a row, the operations in their order from below: the base in a rectangle,
 * then twice the operation in smaller ones. */
static unsigned stencil_at(unsigned x, unsigned y_up)
{
	const unsigned op = y_up / 64 * 4 + x / 32;
	const double u = x % 32 + 0.5, v = y_up % 64 + 0.5;
	unsigned s = 0;

	if (u > 1.6 && u < 30.4 && v > 3.2 && v < 60.8)
		s = BASE;
	if (u > 4.8 && u < 22.4 && v > 9.6 && v < 44.8)
		s = operated(op, s);
	if (u > 11.2 && u < 27.2 && v > 22.4 && v < 54.4)
		s = operated(op, s);
	return s;
}

static const struct scene stencil_scenes[] = {
    {"r500", "stencil_ops", true, 0}, {"r420", "stencil_ops", true, 0}, {"r600", "stencil_ops", true, 0},
    {"cik", "stencil_ops", true, 0},  {"gc", "stencil_ops", false, 0},  {"gc3000", "stencil_ops", false, 0},
};

ParameterizedTestParameters(look_depth, eight_operations)
{
	return cr_make_param_array(struct scene, (void *)(uintptr_t)stencil_scenes,
				   sizeof stencil_scenes / sizeof *stencil_scenes);
}

ParameterizedTest(struct scene *s, look_depth, eight_operations)
{
	const struct fl_look_trace t = look_open(s->set, s->name);
	struct fl_look_list list = look_events(&t);
	struct fl_look_depths d;
	struct fl_look_picture p, z;
	struct fl_err err = {0};
	uint32_t color[256] = {0}, seen[256] = {0};
	unsigned wrong = 0;

	cr_assert_eq(fl_look_depths(&t, last_deep(&list), &d, &err), FL_OK, "%s", err.text);
	cr_assert(d.buffer.width == SIDE && d.buffer.height == SIDE && d.buffer.has_stencil);
	cr_assert_eq(fl_look_depth_picture(&d, true, &p, &err), FL_OK);
	cr_assert_eq(fl_look_depth_picture(&d, false, &z, &err), FL_OK);
	for (unsigned y = 0; y < SIDE; y++)
		for (unsigned x = 0; x < SIDE; x++) {
			const unsigned at = y * SIDE + x, want = stencil_at(x, s->below ? y : SIDE - 1 - y);
			uint32_t rgba;

			memcpy(&rgba, p.rgba + 4 * (size_t)at, 4);
			if (d.stencil[at] != want && !wrong++)
				cr_expect(0, "%s: (%u, %u) has %u, not %u", s->set, x, y, d.stencil[at],
					  want);
			cr_assert(!seen[d.stencil[at]]++ || color[d.stencil[at]] == rgba);
			color[d.stencil[at]] = rgba;
			cr_assert(d.depth[at] == 1 && z.rgba[4 * (size_t)at] == 255);
		}
	cr_expect_eq(wrong, 0, "%s: %u pixels", s->set, wrong);
	for (unsigned a = 0; a < 256; a++)
		for (unsigned b = 0; b < a; b++)
			cr_expect(!seen[a] || !seen[b] || color[a] != color[b], "%u and %u", a, b);
	free(p.rgba);
	free(z.rgba);
	fl_look_depths_free(&d);
	fl_look_list_free(&list);
	free((void *)(uintptr_t)t.data);
}

/* ---- what is asked wrongly ----------------------------------------------------------------------------- */
Test(look_depth, events_without_a_depth_buffer)
{
	const struct fl_look_trace t = look_open("gc", "depth_less");
	struct fl_look_depths d;
	struct fl_err err = {0};

	cr_expect_eq(fl_look_depths(&t, 0, &d, &err), FL_USAGE); /* a clear */
	cr_expect(strstr(err.text, "draws to no depth buffer"), "%s", err.text);
	cr_expect_eq(fl_look_depths(&t, 1000, &d, &err), FL_USAGE);
	cr_expect(strstr(err.text, "there is no event 1000"), "%s", err.text);
	cr_expect_null(fl_look_depths_json(&t, 1000, &err));
	free((void *)(uintptr_t)t.data);
}

/* Samples stand side by side: where a pixel is in the middle of a triangle they differ by its slope alone. */
Test(look_depth, two_samples_a_pixel)
{
	const struct fl_look_trace t = look_open("r600", "msaa2");
	struct fl_look_list list = look_events(&t);
	struct fl_look_depths d;
	struct fl_err err = {0};
	unsigned differ = 0, far = 0;

	cr_assert_eq(fl_look_depths(&t, last_deep(&list), &d, &err), FL_OK, "%s", err.text);
	cr_assert_eq(d.buffer.samples, 2);
	for (unsigned i = 0; i < SIDE * SIDE; i++) {
		differ += d.depth[2 * i] != d.depth[2 * i + 1];
		far += fabs(d.depth[2 * i] - d.depth[2 * i + 1]) > 0.02; /* at edges */
	}
	cr_expect(differ > 4000 && far < SIDE * 8, "%u differ, %u far", differ, far);
	fl_look_depths_free(&d);
	fl_look_list_free(&list);
	free((void *)(uintptr_t)t.data);
}

/* ---- formats and reasons ------------------------------------------------------------------------------- */
/* Depths as small floats: 4 bits of exponent, with a bias of 7, and 20 of mantissa; below exponent 1 there is
 * no hidden bit. Others are as IEEE has them. */
Test(look_depth, formats)
{
	const float third = 1 / 3.f;
	uint32_t bits;

	memcpy(&bits, &third, 4);
	cr_expect_eq(fl_raster_look_unit(FL_PIXEL_Z16, 0x8000), 32768 / 65535.);
	cr_expect_eq(fl_raster_look_unit(FL_PIXEL_Z24S8, 0x800000), 8388608 / 16777215.);
	cr_expect_eq(fl_raster_look_unit(FL_PIXEL_Z32F, bits), (double)third);
	cr_expect_eq(fl_raster_look_unit(FL_PIXEL_Z32FS8, bits), (double)third);
	cr_expect_eq(fl_raster_look_unit(FL_PIXEL_Z20E4S8, 0x680000), 0.75);
	cr_expect_eq(fl_raster_look_unit(FL_PIXEL_Z20E4S8, 0x080000), ldexp(0.5, -6));
	cr_expect_eq(fl_raster_look_unit(FL_PIXEL_Z13E3, 0x1234), 0x1234);
}

/* Bounds come before stencils, stencils before depths. */
Test(look_depth, why_a_sample_fails)
{
	struct fl_pixel_depth zb = {.format = FL_PIXEL_Z24S8,
				    .depth_on = true,
				    .stencil_on = true,
				    .func = FL_PIXEL_IF_LESS,
				    .bounds = true,
				    .bounds_min = 100,
				    .bounds_max = 200};
	static const struct {
		uint32_t stored, stencil, z;
		enum fl_pixel_depth_why why;
	} t[] = {{99, 7, 10, FL_PIXEL_DEPTH_BY_BOUNDS},
		 {201, 7, 10, FL_PIXEL_DEPTH_BY_BOUNDS},
		 {100, 7, 10, FL_PIXEL_DEPTH_BY_STENCIL},
		 {150, 5, 150, FL_PIXEL_DEPTH_BY_DEPTH},
		 {200, 5, 199, FL_PIXEL_DEPTH_PASSES}};

	zb.face[1] = (struct fl_pixel_stencil){.func = FL_PIXEL_IF_EQUAL, .mask = 0xff};
	for (unsigned i = 0; i < sizeof(t) / sizeof(*t); i++)
		cr_expect_eq(
		    fl_pixel_depth_why(&zb, (const uint32_t[]){t[i].stored, t[i].stencil}, t[i].z, true, 5),
		    t[i].why, "row %u", i);
}
