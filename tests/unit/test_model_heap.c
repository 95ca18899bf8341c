/* SPDX-License-Identifier: MIT
 *
 * What models, stages and drawing took of the heap they give back: after the first rounds, no round leaves
 * anything.
 */
#include "tests/unit/test_lib_rig.h"

#include <malloc.h>

/* A texture, depth, and the picture read back. */
static void scene(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;

	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, 0xff102030, 1, 0);
	pixels(d);
	grid_texture(s);
	fl_depth(d, true, FL_LESS, true);
	rect(d, 8, 8, W - 8, H - 8, 0.5f);
	rect(d, 0, 0, W / 2, H / 2, 0.25f);
}

static size_t held(void)
{
	const struct mallinfo2 now = mallinfo2();

	return now.uordblks + now.hblkhd;
}

static void rounds(const char *chip, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		struct rig *r = rig_open_chip(chip, W, H, false);

		rig_draw(r, scene);
		rig_close(r);
	}
}

/* A leak leaves something in every round; the C library, which keeps seven of each size for a thread, takes
 * a while until it has them, and a few bytes once in a while after that. */
Test(model_heap, rounds_leave_nothing, .timeout = 120)
{
	enum { FIRST = 16, SPELLS = 4, ROUNDS = 4 };
	static const char *const chips[] = {"r580", "rv770", "bonaire", "gc2000"};

	for (unsigned i = 0; i < sizeof(chips) / sizeof(*chips); i++) {
		size_t before = 0, more = 1;

		rounds(chips[i], FIRST);
		for (unsigned k = 0; k < SPELLS && more; k++) {
			before = held();
			rounds(chips[i], ROUNDS);
			more = held() > before ? held() - before : 0;
		}
		cr_expect_eq(more, 0, "%s: %zu bytes more, of which %zu were there, in each of %d spells",
			     chips[i], more, before, SPELLS);
	}
}
