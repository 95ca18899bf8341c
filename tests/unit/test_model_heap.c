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

Test(model_heap, rounds_leave_nothing, .timeout = 120)
{
	/* The C library keeps seven of each size for a thread, and fills up with them. */
	enum { FIRST = 16, ROUNDS = 4, LEAST_B = 64 };
	static const char *const chips[] = {"r580", "rv770", "bonaire", "gc2000"};

	for (unsigned i = 0; i < sizeof(chips) / sizeof(*chips); i++) {
		size_t before = 0;

		for (unsigned round = 0; round < FIRST + ROUNDS; round++) {
			struct rig *r = rig_open_chip(chips[i], W, H, false);

			rig_draw(r, scene);
			rig_close(r);
			if (round == FIRST - 1)
				before = held();
		}
		cr_expect_leq(held(), before + LEAST_B, "%s: %zu bytes, of which %zu were there", chips[i],
			      held(), before);
	}
}
