/* SPDX-License-Identifier: MIT
 *
 * Where Sea Islands' pictures differ from an RV770's of the same demo by more than rounding: in the middle
 * of a pixel that lies on an edge to the last bit. Which side it falls to, of texels or of triangles, nothing
 * but the rounding of that chip's arithmetic says, and both are right.
 *
 * mipmap: the column in the middle of a road reads s = 0 with the nearest texel, where two texels meet.
 * cubemap: edges of the ring's and the ball's mesh, of which each triangle has its own slope of reflections;
 * so has its level of detail.
 */
#include "tests/unit/test_lib_rig.h"

enum { WIDE = 1024, HIGH = 768, ROUNDING = 8 };
#define TURN (2 * 3.14159265358979323846)

TestSuite(cik_ties, .timeout = 120);

static uint32_t *picture_on(const char *chip, const struct fl_demo *demo)
{
	struct rig *r = rig_open_chip(chip, WIDE, HIGH, false);
	uint32_t *copy = malloc(sizeof(*copy) * WIDE * HIGH);

	rig_frame(r, demo, 0);
	memcpy(copy, r->picture, sizeof(*copy) * WIDE * HIGH);
	rig_close(r);
	return copy;
}

/* Each pixel in which they differ must be one that on_edge says yes to. */
static void differ_on_edges(const struct fl_demo *demo, bool (*on_edge)(double x, double y))
{
	uint32_t *a = picture_on("rv770", demo), *b = picture_on("bonaire", demo);

	for (uint32_t i = 0; i < WIDE * HIGH; i++) {
		const double x = i % WIDE + 0.5, y = i / WIDE + 0.5;

		cr_expect(channel_difference(a[i], b[i]) <= ROUNDING || on_edge(x, y),
			  "(%g, %g): 0x%08x, 0x%08x", x, y, a[i], b[i]);
	}
	free(a);
	free(b);
}

/* The middle of the road on the left, which is as wide as its viewport: a third of the picture but for 4
 * pixels. */
static bool middle_of_the_road(double x, double y)
{
	return x == (WIDE / 3 - 4) / 2.0;
}

Test(cik_ties, nearest_texel_between_two)
{
	differ_on_edges(&fl_demo_mipmap, middle_of_the_road);
}

/* ---- meshes of the demo at its beginning, when nothing is turned --------------------------------------- */
struct point {
	double x, y;
};

/* 55 degrees from the top to the bottom of the picture, 4.5 before the eye */
static struct point project(double x, double y, double z)
{
	const double scale = HIGH / 2.0 / tan(TURN * 55 / 2 / 360) / (4.5 - z);

	return (struct point){WIDE / 2.0 + scale * x, HIGH / 2.0 - scale * y};
}

static struct point on_ring(unsigned i, unsigned j)
{
	const double a = TURN * i / 80, b = TURN * j / 48, from_axis = 1.1 + 0.42 * cos(b);

	return project(cos(a) * from_axis, sin(a) * from_axis, 0.42 * sin(b));
}

static struct point on_ball(unsigned i, unsigned j)
{
	const double a = TURN * i / 48, t = TURN / 2 * j / 32;

	return project(0.5 * sin(a) * sin(t), 0.5 * cos(t), 0.5 * cos(a) * sin(t));
}

static bool near_edge(struct point p, struct point a, struct point b)
{
	const double dx = b.x - a.x, dy = b.y - a.y, length2 = dx * dx + dy * dy;
	double t = length2 > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / length2 : 0;

	t = fmin(fmax(t, 0), 1);
	return hypot(p.x - a.x - t * dx, p.y - a.y - t * dy) < 1.0 / 4096;
}

static bool near_mesh(struct point p, struct point (*at)(unsigned i, unsigned j), unsigned n, unsigned m)
{
	for (unsigned i = 0; i < n; i++)
		for (unsigned j = 0; j < m; j++) {
			const struct point corner = at(i, j);

			if (near_edge(p, corner, at(i + 1, j)) || near_edge(p, corner, at(i, j + 1)) ||
			    near_edge(p, corner, at(i + 1, j + 1)) ||
			    near_edge(p, at(i + 1, j), at(i, j + 1)))
				return true;
		}
	return false;
}

static bool on_meshes(double x, double y)
{
	const struct point p = {x, y};

	return near_mesh(p, on_ring, 80, 48) || near_mesh(p, on_ball, 48, 32);
}

Test(cik_ties, edges_through_the_middle_of_a_pixel)
{
	differ_on_edges(&fl_demo_cubemap, on_meshes);
	cr_expect(!on_meshes(337.5 + 0.01, 209.5), "the edges leave room between them");
}
