/* SPDX-License-Identifier: MIT
 *
 * The demo knot draws out of buffers what fl_begin() draws vertex by vertex, on a chip of each family and
 * generation; and its mesh is closed.
 */
#include "demos/knot.h"
#include "demos/demo.h"
#include "lib/fl_math.h"
#include "tests/unit/test_lib_rig.h"

enum { WIDTH = 192, HEIGHT = 144, FRAME = 40 };

/* The knot's vertices in its order, without a buffer. */
static enum fl_code by_hand(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	static struct fl_knot_vertex v[FL_KNOT_VERTICES];
	struct fl_draw *d = &s->d;

	for (uint32_t i = 0; i < FL_KNOT_ALONG; i++)
		fl_knot_ring(i, v + FL_KNOT_AROUND * i);
	fl_knot_view(s, n);
	for (uint32_t i = 0; i < FL_KNOT_ALONG; i++) {
		uint16_t band[6 * FL_KNOT_AROUND];

		fl_knot_band(i, band);
		fl_begin(d, FL_TRIANGLES);
		for (uint32_t k = 0; k < 6 * FL_KNOT_AROUND; k++) {
			const struct fl_knot_vertex *c = v + band[k];

			fl_color(d, c->color[0], c->color[1], c->color[2], c->color[3]);
			fl_normal(d, c->normal[0], c->normal[1], c->normal[2]);
			fl_vertex(d, c->position[0], c->position[1], c->position[2]);
		}
		fl_end(d);
	}
	return FL_OK;
}

/* Every triangle's edges belong to two: the mesh is closed, and each vertex is in six triangles. */
Test(lib, knot_is_closed)
{
	static unsigned uses[FL_KNOT_VERTICES];
	unsigned edges[2] = {0};

	for (uint32_t i = 0; i < FL_KNOT_ALONG; i++) {
		uint16_t band[6 * FL_KNOT_AROUND];

		fl_knot_band(i, band);
		for (uint32_t k = 0; k < 6 * FL_KNOT_AROUND; k++) {
			uint32_t next = k % 3 == 2 ? k - 2 : k + 1;

			cr_assert_lt(band[k], FL_KNOT_VERTICES);
			uses[band[k]]++;
			edges[band[k] < band[next]]++;
		}
	}
	for (uint32_t i = 0; i < FL_KNOT_VERTICES; i++)
		cr_assert_eq(uses[i], 6u, "vertex %u", i);
	cr_expect_eq(edges[0], edges[1]);
	/* Its rings stand around the curve, at the tube's distance, as far as their normals say. */
	for (uint32_t i = 0; i < FL_KNOT_ALONG; i++) {
		struct fl_knot_vertex ring[FL_KNOT_AROUND];
		float middle[3] = {0};

		fl_knot_ring(i, ring);
		for (uint32_t k = 0; k < FL_KNOT_AROUND; k++)
			for (int x = 0; x < 3; x++)
				middle[x] += ring[k].position[x] / FL_KNOT_AROUND;
		for (uint32_t k = 0; k < FL_KNOT_AROUND; k++)
			for (int x = 0; x < 3; x++)
				cr_assert_float_eq(ring[k].position[x], middle[x] + 0.55f * ring[k].normal[x],
						   1e-4f);
	}
}

Test(lib, knot_out_of_buffers_as_by_hand, .timeout = 240)
{
	static const char *const chips[] = {"r580", "r300", "rv770", "rv610", "bonaire", "gc2000", "gc7000l"};
	static const struct fl_demo hand = {.name = "by hand", .needs = FL_NEEDS_3D, .frame = by_hand};
	static uint32_t buffers[WIDTH * HEIGHT];

	for (unsigned i = 0; i < sizeof chips / sizeof *chips; i++) {
		struct rig *r = rig_open_chip(chips[i], WIDTH, HEIGHT, false);
		unsigned drawn = 0, differ = 0;

		rig_frame(r, &fl_demo_knot, FRAME);
		memcpy(buffers, r->picture, sizeof buffers);
		rig_frame(r, &hand, FRAME);
		for (unsigned k = 0; k < WIDTH * HEIGHT; k++) {
			/* Colors of bytes are converted by the host in one way, by the chip in the other. */
			differ += channel_difference(buffers[k], r->picture[k]) > 1;
			drawn += buffers[k] != buffers[0];
		}
		cr_expect_eq(differ, 0u, "%s: %u pixels differ", chips[i], differ);
		cr_expect(drawn > WIDTH * HEIGHT / 5 && drawn < WIDTH * HEIGHT / 2, "%s: %u pixels are drawn",
			  chips[i], drawn);
		rig_close(r);
	}
}
