/* SPDX-License-Identifier: MIT
 *
 * What pixel programs start with: varyings with perspective, flat ones and whose they are, where in a point a
 * pixel lies (GC facts 5.3, 7). Programs are NOP: the varying itself is the color.
 */
#include "tests/unit/gc/draw_rig.h"

struct corner {
	float x, y, w; /* -1 … 1 after the division */
	float color[4];
};

static struct draw_rig varying_new(const struct corner *c, unsigned n)
{
	struct draw_rig d = draw_new("gc2000");

	for (unsigned i = 0; i < n; i++) {
		const float v[8] = {c[i].x * c[i].w, c[i].y * c[i].w, 0, c[i].w, c[i].color[0], c[i].color[1],
				    c[i].color[2],   c[i].color[3]};

		memcpy(d.r.mem + DRAW_VERTICES + i * sizeof(v), v, sizeof(v));
	}
	/* two elements of four floats, in one stretch of 32 bytes */
	draw_state(&d, GC_FE_VERTEX_ELEMENT_CONFIG(0), 0x10000008);
	draw_state(&d, GC_FE_VERTEX_ELEMENT_CONFIG(1), 0x20100088);
	draw_state(&d, GC_FE_GENERIC_ATTRIB_SCALE(1), 0x3f800000);
	draw_state(&d, GC_FE_VERTEX_STREAMS_CONTROL(0), 32);
	draw_state(&d, GC_VS_INPUT_COUNT, 0x102);
	draw_state(&d, GC_VS_INPUT(0), 0x0100);
	draw_state(&d, GC_VS_OUTPUT_COUNT, 2);
	draw_state(&d, GC_VS_OUTPUT(0), 0x0100);
	draw_state(&d, GC_PA_ATTRIBUTE_ELEMENT_COUNT, 1 << 8);
	draw_state(&d, GC_PS_INPUT_COUNT, 0x1f02);
	for (unsigned i = 0; i < 4; i++)
		draw_state(&d, GC_SH_INST_MEM(0) + 0x1000 + 4 * i, 0);
	return d;
}

static double edge(const struct corner *a, const struct corner *b, double x, double y)
{
	return (double)(b->x - a->x) * (y - (double)a->y) - (double)(b->y - a->y) * (x - (double)a->x);
}

Test(gc_inputs, varyings_have_perspective)
{
	static const struct corner c[3] = {
	    {-1, -1, 1, {1, 0, 0, 1}}, {0.9f, -0.8f, 4, {0, 1, 0, 0.5f}}, {-0.7f, 1, 0.5f, {0, 0, 1, 0}}};
	static const uint8_t at[4] = {16, 8, 0, 24};
	struct draw_rig d = varying_new(c, 3);
	unsigned inside = 0;

	cr_assert(draw_primitives(&d, GC_PRIMITIVE_TYPE__TRIANGLES, 1));
	draw_flush(&d);
	for (unsigned py = 0; py < DRAW_SIDE; py++)
		for (unsigned px = 0; px < DRAW_SIDE; px++) {
			const double x = (px + 0.5) / (DRAW_SIDE / 2) - 1,
				     y = (py + 0.5) / (DRAW_SIDE / 2) - 1;
			const double b[3] = {edge(&c[1], &c[2], x, y), edge(&c[2], &c[0], x, y),
					     edge(&c[0], &c[1], x, y)};
			const uint32_t got = draw_px(&d, px, py);
			double sum = 0;

			if (b[0] < 0.01 || b[1] < 0.01 || b[2] < 0.01) /* near an edge, or outside */
				continue;
			inside++;
			for (unsigned i = 0; i < 3; i++)
				sum += b[i] / (double)c[i].w;
			for (unsigned ch = 0; ch < 4; ch++) {
				double v = 0;

				for (unsigned i = 0; i < 3; i++)
					v += b[i] / (double)c[i].w / sum * (double)c[i].color[ch];
				cr_assert(fabs((got >> at[ch] & 255) - 255 * v) <= 1.0,
					  "(%u, %u), channel %u: %u, not %g", px, py, ch, got >> at[ch] & 255,
					  255 * v);
			}
		}
	cr_assert_gt(inside, 500);
	cr_assert(rig_quiet(&d.r));
	draw_free(&d);
}

/* The last vertex of a triangle, or the first, gives its color where PA_CONFIG is flat, but to varyings that
 * pass it by. */
Test(gc_inputs, flat_varyings)
{
	static const struct corner c[3] = {
	    {-1, -1, 1, {1, 0, 0, 1}}, {3, -1, 1, {0, 1, 0, 1}}, {-1, 3, 1, {0, 0, 1, 1}}};

	for (unsigned last = 0; last < 2; last++) {
		struct draw_rig d = varying_new(c, 3);

		draw_state(&d, GC_PA_CONFIG, 0x00402000); /* solid, flat */
		draw_state(&d, GC_PA_SYSTEM_MODE, MGC_HALF_PIXEL | (last ? MGC_PROVOKING_LAST : 0));
		cr_assert(draw_primitives(&d, GC_PRIMITIVE_TYPE__TRIANGLES, 1));
		draw_flush(&d);
		cr_assert_eq(draw_px(&d, 3, 3), last ? 0xff0000ff : 0xffff0000);
		cr_assert_eq(draw_px(&d, 60, 60), last ? 0xff0000ff : 0xffff0000);
		draw_state(&d, GC_PA_SHADER_ATTRIBUTES(0), GC_PA_SHADER_ATTRIBUTES__BYPASS_FLAT__MASK);
		cr_assert(draw_primitives(&d, GC_PRIMITIVE_TYPE__TRIANGLES, 1));
		draw_flush(&d);
		cr_assert_neq(draw_px(&d, 3, 3), draw_px(&d, 60, 60));
		draw_free(&d);
	}
}

/* GL_VARYING_COMPONENT_USE 2 and 3: from 0 to 1 across the point, and down it. */
Test(gc_inputs, where_in_a_point)
{
	enum { SIZE = 32, USE_XY = 2 | 3 << 2 | 1 << 4 | 1 << 6 };
	static const struct corner c[1] = {{0, 0, 1, {0, 0, 0.2f, 1}}};
	struct draw_rig d = varying_new(c, 1);

	draw_state(&d, GC_PA_CONFIG, 0x00412000 | GC_PA_CONFIG__POINT_SPRITE_ENABLE(1));
	draw_float(&d, GC_PA_POINT_SIZE, SIZE / 2);
	draw_state(&d, GC_GL_VARYING_COMPONENT_USE(0), USE_XY);
	cr_assert(draw_primitives(&d, GC_PRIMITIVE_TYPE__POINTS, 1));
	draw_flush(&d);
	for (unsigned y = 0; y < DRAW_SIDE; y++)
		for (unsigned x = 0; x < DRAW_SIDE; x++) {
			const bool in = x >= 16 && x < 48 && y >= 16 && y < 48;
			const uint32_t got = draw_px(&d, x, y);

			if (!in) {
				cr_assert_eq(got, 0, "(%u, %u)", x, y);
				continue;
			}
			cr_assert(fabs((got >> 16 & 255) - 255 * (x - 16 + 0.5) / SIZE) <= 1.0);
			cr_assert(fabs((got >> 8 & 255) - 255 * (y - 16 + 0.5) / SIZE) <= 1.0,
				  "(%u, %u): %08x", x, y, got);
			cr_assert_eq(got & 0xff, 51);
		}
	draw_free(&d);
}
