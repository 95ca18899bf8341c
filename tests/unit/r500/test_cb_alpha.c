/* SPDX-License-Identifier: MIT
 *
 * CB: alpha that is blended by an equation of its own (R5xx guide 10.5.1, RB3D_ABLENDCNTL).
 */
#include <criterion/criterion.h>

#include "tests/unit/r500/test_rb_rig.h"

/* In every width of fields: color is written and alpha stays, and the other way round. */
Test(cb, alpha_has_its_equation_on_every_path)
{
	static const struct {
		uint8_t format; /* RB3D_COLORPITCH.COLORFORMAT */
		uint32_t color, alpha, src, dst;
	} of[] = {{6, 0xffffff, 0xff000000, 0xffff0000, 0x77112233}, /* ARGB8888 */
		  {15, 0x0fff, 0xf000, 0xff00, 0x7123},              /* ARGB4444 */
		  {3, 0x7fff, 0x8000, 0xfc00, 0x0863}};              /* ARGB1555 */
	enum { ONE = 33, ZERO = 32 };
	struct rb_rig *g = rb_rig_new("r580");
	const float c[4] = {1, 0, 0, 1};
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);

	for (unsigned i = 0; i < n * 3; i++)
		for (unsigned keeps = 0; keeps < 2; keeps++) { /* 1: alpha stays; 0: the color */
			const uint32_t copy = ONE << 16 | ZERO << 24, keep = ZERO << 16 | ONE << 24;
			const uint32_t from = keeps ? of[i / n].color : of[i / n].alpha;
			const uint32_t to = keeps ? of[i / n].alpha : of[i / n].color;
			const uint32_t twice = i / n ? of[i / n].dst * 0x10001u : of[i / n].dst;
			uint32_t got;

			rig_set(g, R500_RB3D_COLORPITCH(0), 256 | (uint32_t)of[i / n].format << 21);
			rig_set(g, R500_RB3D_BLENDCNTL, 1 | 2 | 4 | (keeps ? copy : keep));
			rig_set(g, R500_RB3D_ABLENDCNTL, keeps ? keep : copy);
			got = rig_draw_one(g, isa[i % n], twice, c) & (of[i / n].color | of[i / n].alpha);
			cr_expect_eq(got, (of[i / n].src & from) | (of[i / n].dst & to),
				     "path %u, format %u, keeps %u: 0x%x", isa[i % n], of[i / n].format,
				     keeps, got);
		}
	rb_rig_delete(g);
}
