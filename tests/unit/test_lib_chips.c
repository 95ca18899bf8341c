/* SPDX-License-Identifier: MIT
 *
 * Every 3D demo on the other R5xx chips: what differs between them (pipes, Z pipes, vertex units, memory
 * controller) is no part of the picture.
 */
#include "tests/unit/test_lib_rig.h"

enum { WIDE = 128, HIGH = 96, FRAME = 37 };

static void every_demo(const char *chip)
{
	static uint32_t want[WIDE * HIGH];
	unsigned n = 0;

	for (const struct fl_demo *const *demo = fl_demos; *demo; demo++) {
		struct rig *r;
		unsigned wrong = 0;

		if (!((*demo)->needs & FL_NEEDS_3D) || (*demo)->does)
			continue;
		r = rig_open_chip("r580", WIDE, HIGH, false);
		rig_frame(r, *demo, FRAME);
		memcpy(want, r->picture, sizeof(want));
		rig_close(r);
		r = rig_open_chip(chip, WIDE, HIGH, false);
		rig_frame(r, *demo, FRAME);
		for (uint32_t i = 0; i < WIDE * HIGH; i++)
			if (r->picture[i] != want[i] && wrong++ < 3)
				cr_log_warn("%s on %s: (%u, %u): 0x%08x, R580: 0x%08x", (*demo)->name, chip,
					    i % WIDE, i / WIDE, r->picture[i], want[i]);
		cr_assert_eq(wrong, 0, "%s on %s: %u pixels differ from the R580's", (*demo)->name, chip,
			     wrong);
		rig_close(r);
		n++;
	}
	cr_assert_geq(n, 20u);
}

Test(lib, demos_on_rv515, .timeout = 120)
{
	every_demo("rv515");
}

Test(lib, demos_on_rv530, .timeout = 120)
{
	every_demo("rv530");
}

Test(lib, demos_on_r520, .timeout = 120)
{
	every_demo("r520");
}

Test(lib, demos_on_rv570, .timeout = 120)
{
	every_demo("rv570");
}
