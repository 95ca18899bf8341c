/* SPDX-License-Identifier: MIT
 *
 * fractal: a Julia set. Each pixel runs a loop in the fragment program, and leaves it when its point has
 * flown away.
 */
#include "demos/demo.h"
#include "demos/shape.h"
#include "lib/r500/program.h"

enum { STEPS = 96 };

/* z = z^2 + c, until |z|^2 is above 16 */
static const char fragment[] = "!!US\n"
			       "in uv : texcoord0\n"
			       "out pixel : A\n"
			       "const julia\n"
			       "const band = {0.03125, 0.0416667, 0.0520833, 0}\n"
			       "const first = {0.75, 0.75, 0.75, 0}\n"
			       "temp z\n"
			       "temp square\n"
			       "temp count\n"
			       "MOV z, uv\n"
			       "MOV count, 0\n"
			       "REP i0\n"
			       "  MUL square.rg, z, z\n"
			       "  ADD square.b, square.r, square.g\n"
			       "  ADD cc.r:ge, square.b, -16\n"
			       "  BRK cc\n"
			       "  MUL z.b, z.r, z.g\n"
			       "  SUB z.r, square.r, square.g\n"
			       "  ADD z.r, z.r, julia.r\n"
			       "  MAD z.g, z.b, 2, julia.g\n"
			       "  ADD count.r, count.r, 1\n"
			       "ENDREP\n"
			       "# 3, 4 and 5 waves over 96 steps: black at both ends\n"
			       "MAD count.rgb, count.rrr, band, first\n"
			       "FRC count.rgb, count\n"
			       "SIN count.r, count.r\n"
			       "SIN count.g, count.g\n"
			       "SIN count.b, count.b\n"
			       "MAD pixel.rgb, count, 0.5, 0.5\n"
			       "MOV pixel.a, 1\n";

static enum fl_code begin(struct fl_stage *s, struct fl_err *err)
{
	enum fl_code code = fl_program_make(fl_stage_program(s, 0), fl_screen_vertex, fragment, err);

	fl_program_int(fl_stage_program(s, 0), 0, STEPS, 0, 1);
	return code;
}

static enum fl_code frame(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	struct fl_draw *d = &s->d;
	struct fl_program *p = fl_stage_program(s, 0);
	float t = fl_demo_seconds(n) * 0.25f, aspect = (float)s->width / (float)s->height;
	const float c[1][4] = {{-0.79f + 0.05f * fl_cosf(t), 0.15f + 0.04f * fl_sinf(t * 1.3f), 0, 0}};

	fl_program(d, p);
	fl_program_set(p, FL_FRAGMENT, fl_program_const(p, FL_FRAGMENT, "julia"), 1, c);
	fl_shape_screen(d, -1.1f * aspect, -1.1f, 1.1f * aspect, 1.1f);
	return FL_OK;
}

const struct fl_demo fl_demo_fractal = {
    .name = "fractal",
    .what = "a Julia set: a loop that each pixel leaves in its own time",
    .needs = FL_NEEDS_3D,
    .family = "r500",
    .begin = begin,
    .frame = frame,
};
