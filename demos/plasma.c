/* SPDX-License-Identifier: MIT
 *
 * plasma: five waves a pixel, and their sum through a rainbow: a fragment program.
 */
#include "demos/cik_text.h"
#include "demos/demo.h"
#include "demos/r600_text.h"
#include "demos/shape.h"
#include "demos/viv_text.h"
#include "lib/fl_program.h"

/* SIN takes turns, 0 to 1. */
static const char fragment[] = "!!US\n"
			       "in uv : texcoord0\n"
			       "out pixel : A\n"
			       "const phase\n"
			       "const across = {0.8, 1.1, -0.5, 0.7}\n"
			       "const along = {0, 0, 0.6, 0.9}\n"
			       "const rainbow = {0, 0.33, 0.67, 0}\n"
			       "temp wave\n"
			       "temp far\n"
			       "temp sum\n"
			       "MAD wave, uv.rgrg, across, phase\n"
			       "MAD wave, uv.ggrr, along, wave\n"
			       "FRC wave, wave\n"
			       "SIN wave.r, wave.r\n"
			       "SIN wave.g, wave.g\n"
			       "SIN wave.b, wave.b\n"
			       "SIN wave.a, wave.a\n"
			       "# rings about a point that wanders\n"
			       "SUB far.rg, uv, phase.bab0\n"
			       "MUL far.rg, far, far\n"
			       "ADD far.r, far.r, far.g\n"
			       "RSQ far.r, far.r\n"
			       "RCP far.r, far.r\n"
			       "MAD far.r, far.r, 1.3, phase.r\n"
			       "FRC far.r, far.r\n"
			       "SIN far.r, far.r\n"
			       "DP4 sum, wave, 0.16\n"
			       "MAD sum.rgb, far.rrr, 0.2, sum\n"
			       "ADD sum.rgb, sum, rainbow\n"
			       "FRC sum.rgb, sum\n"
			       "SIN sum.r, sum.r\n"
			       "SIN sum.g, sum.g\n"
			       "SIN sum.b, sum.b\n"
			       "MAD pixel.rgb, sum, 0.5, 0.5\n"
			       "MOV pixel.a, 1\n";

static const char fragment_r600[] =
    "!!R600\n"
    "fragment\n"
    "in uv : texcoord0\n"
    "const phase\n"
    "const across = {0.8, 1.1, -0.5, 0.7}\n"
    "const along = {0, 0, 0.6, 0.9}\n"
    "const rainbow = {0, 0.33, 0.67, 0}\n"
    "const chip_turn\n"
    "temp wave\n"
    "temp far\n"
    "temp sum\n"
    "ALU\n"
    "MULADD wave.x, uv.x, across.x, phase.x\n"
    "MULADD wave.y, uv.y, across.y, phase.y\n"
    "MULADD wave.z, uv.x, across.z, phase.z\n"
    "MULADD wave.w, uv.y, across.w, phase.w\n"
    "MULADD wave.z, uv.x, along.z, wave.z\n"
    "MULADD wave.w, uv.x, along.w, wave.w\n" R600_SINE("wave.x") R600_SINE("wave.y") R600_SINE("wave.z")
	R600_SINE("wave.w") "# rings about a point that wanders\n"
			    "ADD far.x, uv.x, -phase.z\n"
			    "ADD far.y, uv.y, -phase.w\n"
			    "MUL far.x, far.x, far.x\n"
			    "MULADD far.x, far.y, far.y, far.x\n"
			    "SQRT_IEEE far.x, far.x\n"
			    "MULADD far.x, far.x, 1.3, phase.x\n" R600_SINE(
				"far.x") "ADD sum.x, wave.x, wave.y\n"
					 "ADD sum.y, wave.z, wave.w\n"
					 "ADD sum.x, sum.x, sum.y\n"
					 "MUL sum.x, sum.x, 0.16\n"
					 "MULADD sum.w, far.x, 0.2, sum.x\n"
					 "ADD sum.x, sum.w, rainbow.x\n"
					 "ADD sum.y, sum.w, rainbow.y\n"
					 "ADD sum.z, sum.w, rainbow.z\n" R600_SINE("sum.x") R600_SINE("sum.y")
					     R600_SINE("sum.z") "MULADD sum.x, sum.x, 0.5, 0.5\n"
								"MULADD sum.y, sum.y, 0.5, 0.5\n"
								"MULADD sum.z, sum.z, 0.5, 0.5\n"
								"EXPORT_DONE PIXEL 0, sum.xyz1\n";

/* clang-format off */
static const char fragment_cik[] =
    "; !!GFX7\n"
    "fragment\n"
    "in uv : texcoord0\n"
    "const phase\n"
    "const across = {0.8, 1.1, -0.5, 0.7}\n"
    "const along = {0, 0, 0.6, 0.9}\n"
    "const rainbow = {0, 0.33, 0.67, 0}\n"
    "temp wave\n"
    "temp far\n"
    "temp sum\n"
    "v_mov_b32 wave.x, phase.x\n"
    "v_mov_b32 wave.y, phase.y\n"
    "v_mov_b32 wave.z, phase.z\n"
    "v_mov_b32 wave.w, phase.w\n"
    "v_mac_f32 wave.x, across.x, uv.x\n"
    "v_mac_f32 wave.y, across.y, uv.y\n"
    "v_mac_f32 wave.z, across.z, uv.x\n"
    "v_mac_f32 wave.w, across.w, uv.y\n"
    "v_mac_f32 wave.z, along.z, uv.x\n"
    "v_mac_f32 wave.w, along.w, uv.x\n"
    GFX7_SINE("wave.x") GFX7_SINE("wave.y") GFX7_SINE("wave.z") GFX7_SINE("wave.w")
    "# rings about a point that wanders\n"
    "v_subrev_f32 far.x, phase.z, uv.x\n"
    "v_subrev_f32 far.y, phase.w, uv.y\n"
    "v_mul_f32 far.x, far.x, far.x\n"
    "v_mac_f32 far.x, far.y, far.y\n"
    "v_sqrt_f32 far.x, far.x\n"
    "v_mul_f32 far.x, 1.3, far.x\n"
    "v_add_f32 far.x, phase.x, far.x\n"
    GFX7_SINE("far.x")
    "v_add_f32 sum.x, wave.x, wave.y\n"
    "v_add_f32 sum.y, wave.z, wave.w\n"
    "v_add_f32 sum.x, sum.x, sum.y\n"
    "v_mul_f32 sum.w, 0.16, sum.x\n"
    "v_mac_f32 sum.w, 0.2, far.x\n"
    "v_add_f32 sum.x, rainbow.x, sum.w\n"
    "v_add_f32 sum.y, rainbow.y, sum.w\n"
    "v_add_f32 sum.z, rainbow.z, sum.w\n"
    GFX7_SINE("sum.x") GFX7_SINE("sum.y") GFX7_SINE("sum.z")
    "v_mad_f32 sum.x, sum.x, 0.5, 0.5\n"
    "v_mad_f32 sum.y, sum.y, 0.5, 0.5\n"
    "v_mad_f32 sum.z, sum.z, 0.5, 0.5\n"
    "v_mov_b32 sum.w, 1.0\n"
    GFX7_PIXEL("sum");
/* clang-format on */

/* clang-format off */
static const char fragment_gc[] =
    "!!GC2000\n"
    "fragment\n"
    "in uv : texcoord0\n"
    "out pixel\n"
    "const phase\n"
    "const across = {0.8, 1.1, -0.5, 0.7}\n"
    "const along = {0, 0, 0.6, 0.9}\n"
    "const rainbow = {0, 0.33, 0.67, 1}\n"
    "const k = {0.16, 0.2, 0.5, 1.3}\n"
    VIV_SINE_CONST
    "temp wave\n"
    "temp far\n"
    "temp sum\n"
    "temp lost\n"
    "mul wave, uv.xyxy, across, void\n"
    "add wave, wave, void, phase\n"
    "mad wave, uv.yyxx, along, wave\n"
    VIV_SINE("wave", ".xyzw", "lost")
    "# rings about a point that wanders\n"
    "add far.xy__, uv.xyyy, void, -phase.zwww\n"
    "mul far.xy__, far.xyyy, far.xyyy, void\n"
    "add far.x___, far.xxxx, void, far.yyyy\n"
    "sqrt far.x___, void, void, far.xxxx\n"
    "mul far.x___, far.xxxx, k.wwww, void\n"
    "add far.x___, far.xxxx, void, phase.xxxx\n"
    VIV_SINE("far", ".x___", "lost")
    "dp4 sum.___w, wave, k.xxxx, void\n"
    "mad sum.___w, far.xxxx, k.yyyy, sum.wwww\n"
    "add sum.xyz_, sum.wwww, void, rainbow\n"
    VIV_SINE("sum", ".xyz_", "lost")
    "mad pixel.xyz_, sum, k.zzzz, k.zzzz\n"
    "mov pixel.___w, void, void, rainbow.wwww\n";
/* clang-format on */

static const struct fl_program_text programs[] = {{"r500", fl_screen_vertex, fragment},
						  {"r600", R600_SCREEN, fragment_r600},
						  {"cik", GFX7_SCREEN, fragment_cik},
						  {"gc", VIV_SCREEN, fragment_gc},
						  {0}};

static enum fl_code begin(struct fl_stage *s, struct fl_err *err)
{
	return fl_program_choose(&s->d, fl_stage_program(s, 0), programs, err);
}

static enum fl_code frame(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	struct fl_draw *d = &s->d;
	struct fl_program *p = fl_stage_program(s, 0);
	float t = fl_demo_seconds(n), aspect = (float)s->width / (float)s->height;
	const float phase[1][4] = {
	    {t * 0.21f, t * -0.17f, fl_sinf(t * 0.7f) * 0.8f, fl_cosf(t * 0.9f) * 0.6f}};

	fl_program(d, p);
	fl_program_set(p, FL_FRAGMENT, fl_program_const(p, FL_FRAGMENT, "phase"), 1, phase);
	fl_shape_screen(d, -aspect, -1, aspect, 1);
	return FL_OK;
}

const struct fl_demo fl_demo_plasma = {
    .name = "plasma",
    .what = "waves and a rainbow, worked out for every pixel by a fragment program",
    .needs = FL_NEEDS_3D,
    .begin = begin,
    .frame = frame,
};
