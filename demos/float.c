/* SPDX-License-Identifier: MIT
 *
 * float: a lamp a hundred times as bright as the wall. The scene is drawn into 16-bit floats, where nothing
 * is cut off, and then shown through four exposures, each four times as long as the one before.
 */
#include "demos/cik_text.h"
#include "demos/demo.h"
#include "demos/r600_text.h"
#include "demos/shape.h"
#include "demos/viv_text.h"
#include "lib/fl_program.h"

static const char scene_vertex[] = "!!PVS\n"
				   "in position\n"
				   "in normal\n"
				   "in color\n"
				   "out pos : position\n"
				   "out base : texcoord0\n"
				   "const state_mvp[4]\n"
				   "const state_modelview[4]\n"
				   "const state_normal[3]\n"
				   "const lamp\n"
				   "const strength = {40, 34, 24, 0.02}\n"
				   "temp n\n"
				   "temp l\n"
				   "temp k\n"
				   "DP4 pos.x, state_mvp[0], position\n"
				   "DP4 pos.y, state_mvp[1], position\n"
				   "DP4 pos.z, state_mvp[2], position\n"
				   "DP4 pos.w, state_mvp[3], position\n"
				   "DP3 n.x, state_normal[0], normal\n"
				   "DP3 n.y, state_normal[1], normal\n"
				   "DP3 n.z, state_normal[2], normal\n"
				   "DP4 l.x, state_modelview[0], position\n"
				   "DP4 l.y, state_modelview[1], position\n"
				   "DP4 l.z, state_modelview[2], position\n"
				   "SUB l.xyz, lamp, l\n"
				   "DP3 k.x, l, l\n"
				   "RSQ k.y, k.x\n"
				   "DP3 n.w, n, n\n"
				   "RSQ n.w, n.w\n"
				   "DP3 k.z, n, l\n"
				   "MUL k.z, k.z, k.y\n"
				   "MUL k.z, k.z, n.w\n"
				   "MAX k.z, k.z, k.0000\n"
				   "RCP k.w, k.x\n" /* with the square of the distance */
				   "MUL k.z, k.z, k.w\n"
				   "MAD k.xyz, k.zzzz, strength, strength.wwww\n"
				   "MUL base.xyz, k, color\n"
				   "MOV base.w, k.1111\n";

static const char scene_fragment[] = "!!US\n"
				     "in base : texcoord0\n"
				     "out pixel : A\n"
				     "MOV pixel, base\n";

/* 1 - 2^-(light * exposure): never brighter than white */
static const char show_fragment[] = "!!US\n"
				    "in uv : texcoord0\n"
				    "out pixel : A\n"
				    "const exposure\n"
				    "temp light\n"
				    "LD light, uv, tex0\n"
				    "MUL light.rgb, light, -exposure.rrr\n"
				    "EX2 light.r, light.r\n"
				    "EX2 light.g, light.g\n"
				    "EX2 light.b, light.b\n"
				    "SUB pixel.rgb, 1, light\n"
				    "MOV pixel.a, 1\n";

static const char scene_vertex_r600[] =
    "!!R600\n"
    "vertex\n"
    "in position\n"
    "in color\n"
    "in normal\n"
    "out pos : position\n"
    "out base : texcoord0\n"
    "const state_mvp[4]\n"
    "const state_modelview[4]\n"
    "const state_normal[3]\n"
    "const lamp\n"
    "const strength = {40, 34, 24, 0.02}\n"
    "temp n\n"
    "temp l\n"
    "temp k\n"
    "CALL_FS\n"
    "ALU\n" R600_ROWS("pos", "state_mvp", "position") R600_TURN("n", "state_normal", "normal")
	R600_ROWS3("l", "state_modelview",
		   "position") "ADD l.x, lamp.x, -l.x\n"
			       "ADD l.y, lamp.y, -l.y\n"
			       "ADD l.z, lamp.z, -l.z\n" R600_DOT3("k", "__", "__", "__", "l", "l")
				   R600_DOT3("__", "__", "__", "n", "n", "n") R600_DOT3(
				       "__", "__", "k", "__", "n",
				       "l") "RECIPSQRT_IEEE k.y, k.x\n"
					    "RECIPSQRT_IEEE n.w, n.w\n"
					    "MUL k.z, k.z, k.y\n"
					    "MUL k.z, k.z, n.w\n"
					    "MAX k.z, k.z, 0\n"
					    "RECIP_IEEE k.w, k.x # with the square of the distance\n"
					    "MUL k.z, k.z, k.w\n"
					    "MULADD k.x, k.z, strength.x, strength.w\n"
					    "MULADD k.y, k.z, strength.y, strength.w\n"
					    "MULADD k.z, k.z, strength.z, strength.w\n"
					    "MUL base.x, k.x, color.x\n"
					    "MUL base.y, k.y, color.y\n"
					    "MUL base.z, k.z, color.z\n"
					    "EXPORT_DONE POS 60, pos.xyzw\n"
					    "EXPORT_DONE PARAM 0, base.xyz1\n";

static const char scene_fragment_r600[] = "!!R600\n"
					  "fragment\n"
					  "in base : texcoord0\n"
					  "EXPORT_DONE PIXEL 0, base.xyzw\n";

static const char show_fragment_r600[] = "!!R600\n"
					 "fragment\n"
					 "in uv : texcoord0\n"
					 "const exposure\n"
					 "temp light\n"
					 "TEX\n"
					 "SAMPLE light.xyzw, uv.xy00, RID:0 SID:0 CT:NNNN\n"
					 "ALU\n"
					 "MUL light.x, light.x, -exposure.x\n"
					 "MUL light.y, light.y, -exposure.x\n"
					 "MUL light.z, light.z, -exposure.x\n"
					 "EXP_IEEE light.x, light.x\n"
					 "EXP_IEEE light.y, light.y\n"
					 "EXP_IEEE light.z, light.z\n"
					 "ADD light.x, 1.0, -light.x\n"
					 "ADD light.y, 1.0, -light.y\n"
					 "ADD light.z, 1.0, -light.z\n"
					 "EXPORT_DONE PIXEL 0, light.xyz1\n";

/* clang-format off */
static const char scene_vertex_cik[] =
    "; !!GFX7\n"
    "vertex\n"
    "in position\n"
    "in color\n"
    "in normal\n"
    "out pos : position\n"
    "out base : texcoord0\n"
    "const state_mvp[4]\n"
    "const state_modelview[4]\n"
    "const state_normal[3]\n"
    "const lamp\n"
    "const strength = {40, 34, 24, 0.02}\n"
    "temp n\n"
    "temp l\n"
    "temp k\n"
    GFX7_ROWS("pos", "state_mvp", "position") GFX7_TURN("n", "state_normal", "normal")
    GFX7_ROWS3("l", "state_modelview", "position")
    GFX7_XYZ2("v_sub_f32", "l", "lamp", "l")
    GFX7_DOT3("k.x", "l", "l") GFX7_DOT3("n.w", "n", "n") GFX7_DOT3("k.z", "n", "l")
    "v_rsq_f32 k.y, k.x\n"
    "v_rsq_f32 n.w, n.w\n"
    "v_mul_f32 k.z, k.z, k.y\n"
    "v_mul_f32 k.z, k.z, n.w\n"
    "v_max_f32 k.z, 0, k.z\n"
    "v_rcp_f32 k.w, k.x # with the square of the distance\n"
    "v_mul_f32 k.w, k.z, k.w\n"
    "v_mov_b32 k.x, strength.w\n"
    "v_mov_b32 k.y, strength.w\n"
    "v_mov_b32 k.z, strength.w\n"
    "v_mac_f32 k.x, strength.x, k.w\n"
    "v_mac_f32 k.y, strength.y, k.w\n"
    "v_mac_f32 k.z, strength.z, k.w\n"
    GFX7_XYZ2("v_mul_f32", "base", "k", "color")
    "v_mov_b32 base.w, 1.0\n"
    GFX7_EXPORT("pos0", "pos", " done") GFX7_EXPORT("param0", "base", "");

static const char scene_fragment_cik[] =
    "; !!GFX7\n"
    "fragment\n"
    "in base : texcoord0\n"
    GFX7_PIXEL("base");

static const char show_fragment_cik[] =
    "; !!GFX7\n"
    "fragment\n"
    "in uv : texcoord0\n"
    "texture picture : 0\n"
    "const exposure\n"
    "temp light\n"
    GFX7_SAMPLE("light", "uv", "picture")
    "s_mov_b64 exec, live\n"
    "s_waitcnt vmcnt(0)\n"
    GFX7_XYZ_BY("v_mul_f32", "light", "-exposure.x", "light")
    GFX7_XYZ1("v_exp_f32", "light", "light")
    GFX7_XYZ_BY("v_sub_f32", "light", "1.0", "light")
    "v_mov_b32 light.w, 1.0\n"
    GFX7_PIXEL("light");
/* clang-format on */

/* clang-format off */
static const char scene_vertex_gc[] =
    "!!GC2000\n"
    "vertex\n"
    "in position\n"
    "in color\n"
    "in normal\n"
    "out pos : position\n"
    "out base : texcoord0\n"
    "const state_mvp[4]\n"
    "const state_modelview[4]\n"
    "const state_normal[3]\n"
    "const lamp\n"
    "const strength = {40, 34, 24, 0.02}\n"
    "const zero = {0, 1, 0, 0}\n"
    "temp n\n"
    "temp l\n"
    "temp k\n"
    VIV_ROWS("pos", "state_mvp", "position")
    VIV_TURN("n", "state_normal", "normal")
    VIV_ROWS3("l", "state_modelview", "position")
    "add l.xyz_, lamp, void, -l\n"
    "dp3 k.x___, l, l, void\n"
    "rsq k._y__, void, void, k.xxxx\n"
    "dp3 n.___w, n, n, void\n"
    "rsq n.___w, void, void, n.wwww\n"
    "dp3 k.__z_, n, l, void\n"
    "mul k.__z_, k.zzzz, k.yyyy, void\n"
    "mul k.__z_, k.zzzz, n.wwww, void\n"
    "select.lt k.__z_, k.zzzz, zero.xxxx, k.zzzz\n"
    "rcp k.___w, void, void, k.xxxx # with the square of the distance\n"
    "mul k.__z_, k.zzzz, k.wwww, void\n"
    "mad k.xyz_, k.zzzz, strength, strength.wwww\n"
    "mul base.xyz_, k, color, void\n"
    "mov base.___w, void, void, zero.yyyy\n";

static const char scene_fragment_gc[] =
    "!!GC2000\n"
    "fragment\n"
    "in base : texcoord0\n"
    "out pixel\n"
    "mov pixel, void, void, base\n";

static const char show_fragment_gc[] =
    "!!GC2000\n"
    "fragment\n"
    "in uv : texcoord0\n"
    "out pixel\n"
    "const exposure\n"
    "const one = 1\n"
    "temp light\n"
    "texld light, tex0.xyzw, uv.xyyy, void, void\n"
    "mul light.xyz_, light, -exposure.xxxx, void\n"
    "exp light.x___, void, void, light.xxxx\n"
    "exp light._y__, void, void, light.yyyy\n"
    "exp light.__z_, void, void, light.zzzz\n"
    "add pixel.xyz_, one, void, -light\n"
    "mov pixel.___w, void, void, one\n";
/* clang-format on */

static const struct fl_program_text programs[] = {{"r500", scene_vertex, scene_fragment},
						  {"r600", scene_vertex_r600, scene_fragment_r600},
						  {"cik", scene_vertex_cik, scene_fragment_cik},
						  {"gc", scene_vertex_gc, scene_fragment_gc},
						  {0}};
static const struct fl_program_text show_programs[] = {{"r500", fl_screen_vertex, show_fragment},
						       {"r600", R600_SCREEN, show_fragment_r600},
						       {"cik", GFX7_SCREEN, show_fragment_cik},
						       {"gc", VIV_SCREEN, show_fragment_gc},
						       {0}};

static enum fl_code begin(struct fl_stage *s, struct fl_err *err)
{
	enum fl_code code = fl_surface_place(&s->surface[0], &s->vram, s->width / 2, s->height / 2,
					     FL_ABGR16F, FL_LINEAR, FL_USE_3D | FL_USE_TEXTURE, err);

	if (!code)
		code = fl_surface_place(&s->surface[1], &s->vram, s->width / 2, s->height / 2, FL_Z24S8,
					FL_MICRO, FL_USE_3D, err);
	if (!code)
		code = fl_program_choose(&s->d, fl_stage_program(s, 0), programs, err);
	if (!code)
		code = fl_program_choose(&s->d, fl_stage_program(s, 1), show_programs, err);
	fl_texture_of(&s->texture[0], &s->surface[0]);
	s->texture[0].wrap_s = s->texture[0].wrap_t = FL_CLAMP;
	return code;
}

static void scene(struct fl_stage *s, float t)
{
	const float lamp[1][4] = {
	    {1.6f * fl_cosf(t), 0.4f + 0.5f * fl_sinf(t * 1.7f), -6 + 1.6f * fl_sinf(t), 1}};
	struct fl_draw *d = &s->d;

	fl_draw_target(d, &s->surface[0], &s->surface[1]);
	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, 0, 1, 0);
	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_perspective(d, 45, (float)s->width / (float)s->height, 1, 20);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
	fl_depth(d, true, FL_LESS, true);
	fl_program(d, fl_stage_program(s, 0));
	fl_program_set(fl_stage_program(s, 0), FL_VERTEX,
		       fl_program_const(fl_stage_program(s, 0), FL_VERTEX, "lamp"), 1, lamp);
	fl_color_argb(d, 0xffc0b8a8);
	fl_push_matrix(d);
	fl_translate(d, 0, -1.3f, -6);
	fl_shape_floor(d, 4, 40, 1);
	fl_translate(d, 0, 0, -3);
	fl_rotate(d, 90, 1, 0, 0);
	fl_shape_floor(d, 5, 40, 1);
	fl_pop_matrix(d);
	for (int i = 0; i < 4; i++) {
		fl_color_argb(d, i & 1 ? 0xff4060c0 : 0xffc05030);
		fl_push_matrix(d);
		fl_translate(d, (float)i * 1.2f - 1.8f, -0.9f + (float)(i & 1) * 0.5f,
			     -6.6f + (float)(i & 1));
		fl_shape_sphere(d, 0.42f, 32, 24);
		fl_pop_matrix(d);
	}
}

static enum fl_code frame(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	struct fl_draw *d = &s->d;
	struct fl_program *show = fl_stage_program(s, 1);

	scene(s, fl_demo_seconds(n));
	fl_draw_target(d, &s->screen, NULL);
	fl_depth(d, false, FL_ALWAYS, false);
	fl_texture(d, 0, &s->texture[0]);
	fl_program(d, show);
	for (int i = 0; i < 4; i++) {
		const float exposure[1][4] = {{0.06f * (float)(1 << 2 * i), 0, 0, 0}};

		fl_program_set(show, FL_FRAGMENT, fl_program_const(show, FL_FRAGMENT, "exposure"), 1,
			       exposure);
		fl_begin(d, FL_QUADS);
		for (int c = 0; c < 4; c++) {
			float u = c == 1 || c == 2, v = c > 1;

			fl_texcoord(d, u, 1 - v);
			fl_vertex(d, u - (i & 1 ? 0 : 1), v - (i & 2 ? 1 : 0), 0);
		}
		fl_end(d);
	}
	fl_texture(d, 0, NULL); /* the next frame draws into it */
	return FL_OK;
}

const struct fl_demo fl_demo_float = {
    .name = "float",
    .what = "a picture in floats, shown through four exposures",
    .needs = FL_NEEDS_3D,
    .begin = begin,
    .frame = frame,
};
