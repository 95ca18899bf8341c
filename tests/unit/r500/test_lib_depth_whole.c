/* SPDX-License-Identifier: MIT
 *
 * Whole tiles of which a program gives the depth, another in each pixel, although the primitive has one, and
 * no color is written: nothing of one block says what the others get.
 */
#include "tests/unit/test_lib_rig.h"

Test(lib, whole_tiles_with_depths_of_a_program)
{
	static struct fl_program program;
	struct rig *r = rig_open_chip("r580", W, H, false);
	struct fl_draw *d = &r->stage.d;

	make_program(&program,
		     "!!PVS\nin position\nin texcoord0\nout pos : position\nout uv : texcoord0\n"
		     "const state_mvp[4]\n" TRANSFORM "MOV uv, texcoord0\n",
		     "!!US\nin uv : texcoord0\nout z : depth\nMOV z, uv.rrrr\n");
	pixels(d);
	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, 0xff102030, 1, 0);
	fl_depth(d, true, FL_ALWAYS, true);
	fl_color_mask(d, false, false, false, false);
	fl_program(d, &program);
	rect(d, 0, 0, W, H, 0.75f); /* texture coordinates go from 0 to 1 */
	fl_program(d, NULL);
	fl_color_mask(d, true, true, true, true);
	fl_depth(d, true, FL_LESS, false);
	fl_color_argb(d, 0xffc08040);
	rect(d, 0, 0, W, H, 0.1f);
	rig_finish(r);
	for (unsigned y = 0; y < H; y++)
		for (unsigned x = 0; x < W; x++)
			cr_assert_eq(rig_at(r, x, y), x + 0.5 > 0.1 * W ? 0xffc08040 : 0xff102030,
				     "(%u, %u): %08x", x, y, rig_at(r, x, y));
	rig_close(r);
}
