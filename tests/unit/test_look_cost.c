/* SPDX-License-Identifier: MIT
 *
 * What pixels cost (demos/firstlight/look.h), in recorded scenes of all families, whose numbers are written
 * down here: how often programs of pixels run follows from rectangles, and what they take from the programs'
 * length.
 */
#include "tests/unit/look_scene.h"

#include <criterion/parameterized.h>

enum { SIDE = 128 };

struct scene {
	char set[16];
	bool below;        /* the first row of the picture is OpenGL's lowest */
	unsigned cleared;  /* clears are draws */
	unsigned branches; /* instructions of fs_branch's fragment program, as a disassembler lists them */
};

static const struct scene scenes[] = {{"r500", true, 1, 6},
				      {"r600", true, 1, 4},
				      {"cik", true, 1, 27},
				      {"gc", false, 0, 14},
				      {"gc7000l", false, 0, 14}};

static bool within(double low, double at, double high)
{
	return low < at && at < high;
}

/* Draws that cover a pixel of blend_modes: the left half, and in each of 8 by 8 cells a square. */
static unsigned layers(unsigned x, unsigned up)
{
	return (x < SIDE / 2) + (within(1.92, x % 16 + 0.5, 12.8) && within(1.92, up % 16 + 0.5, 12.8));
}

static struct fl_look_costs costs(const struct fl_look_trace *t, uint32_t first, uint32_t last)
{
	struct fl_look_costs c;
	struct fl_err err = {0};

	cr_assert_eq(fl_look_costs(t, first, last, &c, &err), FL_OK, "%s: %s", t->name, err.text);
	cr_assert(c.width == SIDE && c.height == SIDE);
	return c;
}

static uint32_t last_event(const struct fl_look_trace *t)
{
	struct fl_look_list list = look_events(t);
	const uint32_t n = list.n;

	cr_assert(n);
	fl_look_list_free(&list);
	return n - 1;
}

ParameterizedTestParameters(look_cost, layers_of_a_frame)
{
	return cr_make_param_array(struct scene, (void *)(uintptr_t)scenes, sizeof scenes / sizeof *scenes);
}

ParameterizedTest(struct scene *s, look_cost, layers_of_a_frame)
{
	const struct fl_look_trace t = look_open(s->set, "blend_modes");
	struct fl_look_costs c = costs(&t, 0, FL_LOOK_TO_THE_END);
	struct fl_look_picture p;
	struct fl_err err = {0};
	uint64_t total = 0;
	unsigned wrong = 0;

	cr_expect(c.first == 0 && c.last == last_event(&t));
	for (unsigned y = 0; y < SIDE; y++)
		for (unsigned x = 0; x < SIDE; x++) {
			const unsigned at = y * SIDE + x,
				       want = s->cleared + layers(x, s->below ? y : SIDE - 1 - y);

			total += want;
			wrong += c.count[FL_LOOK_SHADED][at] != want || c.count[FL_LOOK_WROTE][at] != want;
		}
	cr_expect_eq(wrong, 0, "%s: %u pixels", s->set, wrong);
	cr_expect(c.total[FL_LOOK_SHADED] == total && c.total[FL_LOOK_WROTE] == total);
	cr_expect(c.most[FL_LOOK_SHADED] == 2 + s->cleared && c.most[FL_LOOK_WROTE] == 2 + s->cleared);

	/* The most is white, nothing black, and what lies between has a color of its own. */
	cr_assert_eq(fl_look_cost_picture(&c, FL_LOOK_SHADED, &p, &err), FL_OK);
	uint32_t color[4] = {0};

	for (size_t i = 0; i < SIDE * SIDE; i++) {
		uint32_t *of = &color[c.count[FL_LOOK_SHADED][i]], is;

		memcpy(&is, p.rgba + 4 * i, sizeof is);
		cr_assert(!*of || *of == is);
		*of = is;
	}
	cr_expect_eq(color[2 + s->cleared], 0xffffffff);
	cr_expect(s->cleared || color[0] == 0xff000000);
	cr_expect_neq(color[2], color[1]);
	free(p.rgba);
	fl_look_costs_free(&c);
	free((void *)(uintptr_t)t.data);
}

/* An event alone: the last one is the square in the cell farthest right and up. */
ParameterizedTestParameters(look_cost, one_event)
{
	return cr_make_param_array(struct scene, (void *)(uintptr_t)scenes, sizeof scenes / sizeof *scenes);
}

ParameterizedTest(struct scene *s, look_cost, one_event)
{
	const struct fl_look_trace t = look_open(s->set, "blend_modes");
	const uint32_t n = last_event(&t);
	struct fl_look_costs c = costs(&t, n, n);
	unsigned wrong = 0;

	for (unsigned y = 0; y < SIDE; y++)
		for (unsigned x = 0; x < SIDE; x++) {
			const unsigned up = s->below ? y : SIDE - 1 - y;
			const unsigned want = within(112 + 1.92, x + 0.5, 112 + 12.8) &&
					      within(112 + 1.92, up + 0.5, 112 + 12.8);

			wrong += c.count[FL_LOOK_SHADED][y * SIDE + x] != want;
		}
	cr_expect_eq(wrong, 0, "%s: %u pixels", s->set, wrong);
	cr_expect_eq(c.total[FL_LOOK_SHADED], 11 * 11);
	fl_look_costs_free(&c);
	free((void *)(uintptr_t)t.data);
}

/* fs_branch is one rectangle, of a twentieth to nineteen, with a program that has no jumps in any family. */
ParameterizedTestParameters(look_cost, length_of_a_program)
{
	return cr_make_param_array(struct scene, (void *)(uintptr_t)scenes, sizeof scenes / sizeof *scenes);
}

ParameterizedTest(struct scene *s, look_cost, length_of_a_program)
{
	const struct fl_look_trace t = look_open(s->set, "fs_branch");
	const uint32_t n = last_event(&t);
	struct fl_look_costs c = costs(&t, n, n);
	unsigned wrong = 0;

	for (unsigned y = 0; y < SIDE; y++)
		for (unsigned x = 0; x < SIDE; x++)
			wrong += c.count[FL_LOOK_STEPS][y * SIDE + x] !=
				 s->branches * (within(6.4, x + 0.5, 121.6) && within(6.4, y + 0.5, 121.6));
	cr_expect_eq(wrong, 0, "%s: %u pixels", s->set, wrong);
	cr_expect(c.most[FL_LOOK_STEPS] == s->branches, "%u steps", c.most[FL_LOOK_STEPS]);
	fl_look_costs_free(&c);
	free((void *)(uintptr_t)t.data);
}

/* fs_kill drops pixels of the same rectangle: what is dropped was shaded. */
ParameterizedTestParameters(look_cost, what_is_killed)
{
	return cr_make_param_array(struct scene, (void *)(uintptr_t)scenes, sizeof scenes / sizeof *scenes);
}

ParameterizedTest(struct scene *s, look_cost, what_is_killed)
{
	const struct fl_look_trace t = look_open(s->set, "fs_kill");
	struct fl_look_list list = look_events(&t);
	struct fl_look_costs c = costs(&t, list.n - 1, list.n - 1);

	cr_expect_eq(c.total[FL_LOOK_SHADED], 116 * 116); /* pixels 6 to 121 */
	cr_expect_eq(c.total[FL_LOOK_WROTE], list.e[list.n - 1].written);
	cr_expect(c.total[FL_LOOK_WROTE] < c.total[FL_LOOK_SHADED] / 2);
	fl_look_costs_free(&c);
	fl_look_list_free(&list);
	free((void *)(uintptr_t)t.data);
}

/* ---- other targets, samples, what is asked wrongly ----------------------------------------------------- */
/* With a texture that is drawn to first: that event's map is of the texture. */
Test(look_cost, another_target)
{
	const struct fl_look_trace t = look_open("r600", "rtt");
	struct fl_look_list list = look_events(&t);
	uint32_t w, h, n = 0;
	const uint64_t own = fl_replay_target(t.data, t.size_B, &w, &h);
	struct fl_look_costs c;
	struct fl_err err = {0};

	while (n < list.n && (!list.e[n].written || fl_look_target_of(&list.e[n], own) == own))
		n++;
	cr_assert(n < list.n);
	cr_assert_eq(fl_look_costs(&t, n, n, &c, &err), FL_OK, "%s", err.text);
	cr_expect_eq(c.target, list.e[n].color[0]);
	cr_expect(c.width % 64 == 0 && c.height % 64 == 0 && c.width && c.height);
	cr_expect_eq(c.total[FL_LOOK_WROTE], list.e[n].written);
	fl_look_costs_free(&c);
	fl_look_list_free(&list);
	free((void *)(uintptr_t)t.data);
}

/* Where programs run once a pixel, samples are more than fragments. */
Test(look_cost, two_samples_a_pixel)
{
	const struct fl_look_trace t = look_open("r600", "msaa2");
	struct fl_look_list list = look_events(&t);
	uint32_t n = list.n;
	struct fl_look_costs c;
	struct fl_err err = {0};

	while (n && list.e[n - 1].depth == FL_LOOK_NONE)
		n--;
	cr_assert_eq(fl_look_costs(&t, n - 1, n - 1, &c, &err), FL_OK, "%s", err.text);
	cr_expect_eq(c.total[FL_LOOK_WROTE], list.e[n - 1].written);
	cr_expect(c.total[FL_LOOK_WROTE] > c.total[FL_LOOK_SHADED] * 3 / 2 &&
		  c.total[FL_LOOK_WROTE] <= c.total[FL_LOOK_SHADED] * 2);
	fl_look_costs_free(&c);
	fl_look_list_free(&list);
	free((void *)(uintptr_t)t.data);
}

Test(look_cost, events_that_shade_nothing)
{
	const struct fl_look_trace t = look_open("gc", "blend_modes");
	struct fl_look_costs c;
	struct fl_err err = {0};

	cr_expect_eq(fl_look_costs(&t, 0, 0, &c, &err), FL_USAGE); /* a clear */
	cr_expect(strstr(err.text, "event 0 draws no pixels"), "%s", err.text);
	cr_expect_eq(fl_look_costs(&t, 1000, 1000, &c, &err), FL_USAGE);
	cr_expect(strstr(err.text, "there is no event 1000"), "%s", err.text);
	cr_expect_null(fl_look_costs_json(&t, 1000, 1000, &err));
	free((void *)(uintptr_t)t.data);
}
