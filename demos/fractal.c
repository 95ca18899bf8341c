/* SPDX-License-Identifier: MIT
 *
 * fractal: a Julia set. Each pixel runs a loop in the fragment program, and leaves it when its point has
 * flown away.
 */
#include "demos/cik_text.h"
#include "demos/demo.h"
#include "demos/r600_text.h"
#include "demos/shape.h"
#include "demos/viv_text.h"
#include "lib/fl_program.h"

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

static const char fragment_r600[] =
    "!!R600\n"
    "fragment\n"
    "in uv : texcoord0\n"
    "const julia\n"
    "const band = {0.03125, 0.0416667, 0.0520833, 0}\n"
    "const chip_turn\n"
    "temp z\n"
    "temp square\n"
    "temp count\n"
    "ALU\n"
    "MOV z.x, uv.x\n"
    "MOV z.y, uv.y\n"
    "MOV count.w, 0\n"
    "LOOP_START flown CONST:0\n"
    "again: ALU_BREAK\n"
    "MUL square.x, z.x, z.x\n"
    "MUL square.y, z.y, z.y\n"
    "ADD square.z, square.x, square.y\n"
    "PRED_SETGT __.x, 16.0, square.z UPDATE_EXEC_MASK UPDATE_PRED\n"
    "ALU\n"
    "MUL z.z, z.x, z.y\n"
    "ADD z.x, square.x, -square.y\n"
    "ADD z.x, z.x, julia.x\n"
    "MULADD z.y, z.z, 2.0, julia.y\n"
    "ADD count.w, count.w, 1.0\n"
    "LOOP_END again\n"
    "flown: ALU\n"
    "MULADD count.x, count.w, band.x, 0.75\n"
    "MULADD count.y, count.w, band.y, 0.75\n"
    "MULADD count.z, count.w, band.z, 0.75\n" R600_SINE("count.x") R600_SINE("count.y")
	R600_SINE("count.z") "MULADD count.x, count.x, 0.5, 0.5\n"
			     "MULADD count.y, count.y, 0.5, 0.5\n"
			     "MULADD count.z, count.z, 0.5, 0.5\n"
			     "EXPORT_DONE PIXEL 0, count.xyz1\n";

/* clang-format off */
static const char fragment_cik[] =
    "; !!GFX7\n"
    "fragment\n"
    "in uv : texcoord0\n"
    "const julia\n"
    "const band = {0.03125, 0.0416667, 0.0520833, 0}\n"
    "scalar steps\n"
    "temp z\n"
    "temp square\n"
    "temp count\n"
    "s_movk_i32 steps.x, 96\n"
    "v_mov_b32 z.x, uv.x\n"
    "v_mov_b32 z.y, uv.y\n"
    "v_mov_b32 count.w, 0\n"
    "again:\n"
    "v_mul_f32 square.x, z.x, z.x\n"
    "v_mul_f32 square.y, z.y, z.y\n"
    "v_add_f32 square.z, square.x, square.y\n"
    "# those whose point has flown away stop here\n"
    "v_cmpx_gt_f32 vcc, 16.0, square.z\n"
    "s_cbranch_execz flown\n"
    "v_mul_f32 z.z, z.x, z.y\n"
    "v_sub_f32 z.x, square.x, square.y\n"
    "v_add_f32 z.x, julia.x, z.x\n"
    "v_mad_f32 z.y, z.z, 2.0, julia.y\n"
    "v_add_f32 count.w, 1.0, count.w\n"
    "s_sub_u32 steps.x, steps.x, 1\n"
    "s_cmp_lg_u32 steps.x, 0\n"
    "s_cbranch_scc1 again\n"
    "flown:\n"
    "s_mov_b64 exec, live\n"
    "v_mov_b32 z.w, 0.75\n"
    "v_mad_f32 count.x, count.w, band.x, z.w\n"
    "v_mad_f32 count.y, count.w, band.y, z.w\n"
    "v_mad_f32 count.z, count.w, band.z, z.w\n"
    GFX7_SINE("count.x") GFX7_SINE("count.y") GFX7_SINE("count.z")
    "v_mad_f32 count.x, count.x, 0.5, 0.5\n"
    "v_mad_f32 count.y, count.y, 0.5, 0.5\n"
    "v_mad_f32 count.z, count.z, 0.5, 0.5\n"
    "v_mov_b32 count.w, 1.0\n"
    GFX7_PIXEL("count");
/* clang-format on */

/* clang-format off */
static const char fragment_gc[] =
    "!!GC2000\n"
    "fragment\n"
    "in uv : texcoord0\n"
    "out pixel\n"
    "const julia\n"
    "const band = {0.03125, 0.0416667, 0.0520833, 0.75}\n"
    "const k = {16, 1, 96, 0.5}\n"
    "const two = {2, 0, 0, 0}\n"
    VIV_SINE_CONST
    "temp z\n"
    "temp square\n"
    "temp count\n"
    "mov z.xy__, void, void, uv.xyyy\n"
    "mov count.___w, void, void, two.wwww\n"
    "again:\n"
    "mul square.xy__, z.xyyy, z.xyyy, void\n"
    "add square.__z_, square.xxxx, void, square.yyyy\n"
    "branch.ge void, square.zzzz, k.xxxx, flown\n"
    "mul z.__z_, z.xxxx, z.yyyy, void\n"
    "add z.x___, square.xxxx, void, -square.yyyy\n"
    "add z.x___, z.xxxx, void, julia.xxxx\n"
    "mul z._y__, z.zzzz, two.xxxx, void\n"
    "add z._y__, z.yyyy, void, julia.yyyy\n"
    "add count.___w, count.wwww, void, k.yyyy\n"
    "branch.lt void, count.wwww, k.zzzz, again\n"
    "flown:\n"
    "# 3, 4 and 5 waves over 96 steps: black at both ends\n"
    "mad count.xyz_, count.wwww, band, band.wwww\n"
    VIV_SINE("count", ".xyz_", "square")
    "mad pixel.xyz_, count, k.wwww, k.wwww\n"
    "mov pixel.___w, void, void, k.yyyy\n";
/* clang-format on */

static const struct fl_program_text programs[] = {{"r500", fl_screen_vertex, fragment},
						  {"r600", R600_SCREEN, fragment_r600},
						  {"cik", GFX7_SCREEN, fragment_cik},
						  {"gc", VIV_SCREEN, fragment_gc},
						  {0}};

static enum fl_code begin(struct fl_stage *s, struct fl_err *err)
{
	enum fl_code code = fl_program_choose(&s->d, fl_stage_program(s, 0), programs, err);

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
    .begin = begin,
    .frame = frame,
};
