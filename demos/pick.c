/* SPDX-License-Identifier: MIT
 *
 * pick: which thing is under the pointer? Beside its color each pixel gets the number of what is seen there,
 * in a second target of whole numbers. The picture is made of both: a black line where two neighbors have
 * different numbers, and a glow where the number is that of the pixel under the pointer.
 */
#include "demos/cik_text.h"
#include "demos/demo.h"
#include "demos/r600_text.h"
#include "demos/shape.h"
#include "demos/viv_text.h"
#include "lib/fl_program.h"

enum { COLOR, NUMBER, TARGETS, SIDE = 7 };

static const char scene_fragment[] =
    "!!R600\n"
    "fragment\n"
    "in base : color0\n"
    "in n : texcoord0\n"
    "const number\n"
    "const sun = {-0.45, 0.75, 0.48, 0}\n"
    "temp light\n"
    "temp what\n"
    "ALU\n" R600_DOT3("light", "__", "__", "__", "n", "sun")
	R600_DOT3("__", "light", "__", "__", "n", "n") "RECIPSQRT_IEEE light.y, light.y\n"
						       "MUL_sat light.x, light.x, light.y\n"
						       "MULADD light.x, light.x, 0.7, 0.3\n"
						       "MUL base.x, base.x, light.x\n"
						       "MUL base.y, base.y, light.x\n"
						       "MUL base.z, base.z, light.x\n"
						       "FLT_TO_UINT what.x, number.x\n"
						       "EXPORT PIXEL 0, base.xyz1\n"
						       "EXPORT_DONE PIXEL 1, what.xxxx\n";

/* The pixel's number, those of its neighbors to the right and below, and that at the pointer. Comparisons of
 * whole numbers have all bits or none. */
static const char show_fragment[] = "!!R600\n"
				    "fragment\n"
				    "in uv : texcoord0\n"
				    "const size\n"
				    "const pointer\n"
				    "temp at\n"
				    "temp right\n"
				    "temp below\n"
				    "temp there\n"
				    "temp seen\n"
				    "temp own\n"
				    "ALU\n"
				    "MUL at.x, uv.x, size.x\n"
				    "MUL at.y, uv.y, size.y\n"
				    "FLOOR at.x, at.x\n"
				    "FLOOR at.y, at.y\n"
				    "ADD right.x, at.x, 1.0\n"
				    "ADD below.y, at.y, 1.0\n"
				    "FLT_TO_INT at.x, at.x\n"
				    "FLT_TO_INT at.y, at.y\n"
				    "FLT_TO_INT right.x, right.x\n"
				    "FLT_TO_INT below.y, below.y\n"
				    "MOV right.y, at.y\n"
				    "MOV below.x, at.x\n"
				    "FLT_TO_INT there.x, pointer.x\n"
				    "FLT_TO_INT there.y, pointer.y\n"
				    "TEX\n"
				    "LD seen.xyz1, at.xy00, RID:0 SID:0 CT:UUUU\n"
				    "LD own.x___, at.xy00, RID:1 SID:1 CT:UUUU\n"
				    "LD right.x___, right.xy00, RID:1 SID:1 CT:UUUU\n"
				    "LD below.x___, below.xy00, RID:1 SID:1 CT:UUUU\n"
				    "LD there.x___, there.xy00, RID:1 SID:1 CT:UUUU\n"
				    "ALU\n"
				    "SETE_INT right.x, right.x, own.x\n"
				    "SETE_INT below.x, below.x, own.x\n"
				    "AND_INT right.x, right.x, below.x\n"
				    "SETE_INT there.y, there.x, own.x\n"
				    "SETNE_INT there.z, own.x, 0\n"
				    "AND_INT there.y, there.y, there.z\n"
				    "AND_INT there.x, there.y, 0.45\n"
				    "ADD_sat seen.x, seen.x, there.x\n"
				    "MULADD_sat seen.y, there.x, 0.7, seen.y\n"
				    "AND_INT seen.x, seen.x, right.x\n"
				    "AND_INT seen.y, seen.y, right.x\n"
				    "AND_INT seen.z, seen.z, right.x\n"
				    "EXPORT_DONE PIXEL 0, seen.xyzw\n";

/* clang-format off */
static const char scene_fragment_cik[] =
    "; !!GFX7\n"
    "fragment\n"
    "in base : color0\n"
    "in n : texcoord0\n"
    "const number\n"
    "const sun = {-0.45, 0.75, 0.48, 0}\n"
    "temp light\n"
    "temp what\n"
    GFX7_DOT3("light.x", "sun", "n") GFX7_DOT3("light.y", "n", "n")
    "v_rsq_f32 light.y, light.y\n"
    "v_mul_f32 light.x, light.x, light.y clamp\n"
    "v_mul_f32 light.x, 0.7, light.x\n"
    "v_add_f32 light.x, 0.3, light.x\n"
    GFX7_XYZ_BY("v_mul_f32", "base", "light.x", "base")
    "v_mov_b32 base.w, 1.0\n"
    "v_cvt_u32_f32 what.x, number.x\n"
    GFX7_EXPORT("mrt0", "base", "")
    "exp mrt1 what.x, what.x, what.x, what.x done vm\n";

static const char show_fragment_cik[] =
    "; !!GFX7\n"
    "fragment\n"
    "in uv : texcoord0\n"
    "texture colors : 0\n"
    "texture numbers : 1\n"
    "const size\n"
    "const pointer\n"
    "temp at\n"
    "temp right\n"
    "temp below\n"
    "temp there\n"
    "temp seen\n"
    "temp own\n"
    "temp near\n"
    "v_mul_f32 at.x, size.x, uv.x\n"
    "v_mul_f32 at.y, size.y, uv.y\n"
    "v_cvt_flr_i32_f32 at.x, at.x\n"
    "v_cvt_flr_i32_f32 at.y, at.y\n"
    "v_add_i32 right.x, vcc, 1, at.x\n"
    "v_mov_b32 right.y, at.y\n"
    "v_mov_b32 below.x, at.x\n"
    "v_add_i32 below.y, vcc, 1, at.y\n"
    "v_cvt_i32_f32 there.x, pointer.x\n"
    "v_cvt_i32_f32 there.y, pointer.y\n"
    "image_load seen, at.xy, colors dmask:0xf\n"
    "image_load own.x, at.xy, numbers dmask:0x1\n"
    "image_load near.x, right.xy, numbers dmask:0x1\n"
    "image_load near.y, below.xy, numbers dmask:0x1\n"
    "image_load near.z, there.xy, numbers dmask:0x1\n"
    "s_mov_b64 exec, live\n"
    "s_waitcnt vmcnt(0)\n"
    "# a glow, where the number is that at the pointer and is one at all\n"
    "v_mov_b32 seen.w, 0.45\n"
    "v_cmp_eq_u32 vcc, near.z, own.x\n"
    "v_cndmask_b32 seen.w, 0, seen.w, vcc\n"
    "v_cmp_ne_u32 vcc, 0, own.x\n"
    "v_cndmask_b32 seen.w, 0, seen.w, vcc\n"
    "v_add_f32 seen.x, seen.x, seen.w clamp\n"
    "v_mul_f32 near.z, 0.7, seen.w\n"
    "v_add_f32 seen.y, near.z, seen.y clamp\n"
    "# a black line, where it is not the neighbors'\n"
    "v_cmp_eq_u32 vcc, near.x, own.x\n"
    "v_cndmask_b32 seen.x, 0, seen.x, vcc\n"
    "v_cndmask_b32 seen.y, 0, seen.y, vcc\n"
    "v_cndmask_b32 seen.z, 0, seen.z, vcc\n"
    "v_cmp_eq_u32 vcc, near.y, own.x\n"
    "v_cndmask_b32 seen.x, 0, seen.x, vcc\n"
    "v_cndmask_b32 seen.y, 0, seen.y, vcc\n"
    "v_cndmask_b32 seen.z, 0, seen.z, vcc\n"
    "v_mov_b32 seen.w, 1.0\n"
    GFX7_PIXEL("seen");

static const char scene_fragment_gc[] =
    "!!GC3000\n"
    "fragment\n"
    "in base : color0\n"
    "in n : texcoord0\n"
    "out color\n"
    "out what\n"
    "const number\n"
    "const sun = {-0.45, 0.75, 0.48, 0}\n"
    "const share = {0.7, 0.3, 0, 0}\n"
    "temp light\n"
    "dp3 light.x___, n, sun, void\n"
    "dp3 light._y__, n, n, void\n"
    "rsq light._y__, void, void, light.yyyy\n"
    "mul.sat light.x___, light.xxxx, light.yyyy, void\n"
    "mad light.x___, light.xxxx, share.xxxx, share.yyyy\n"
    "mul color.xyz_, base, light.xxxx, void\n"
    "mov color.___w, void, void, 1.0:f20\n"
    "f2i.u32 what.x___, number.xxxx, void, void\n";

static const char show_fragment_gc[] =
    "!!GC3000\n"
    "fragment\n"
    "in uv : texcoord0\n"
    "out seen\n"
    "const size\n"
    "const pointer\n"
    "const glow = {0.45, 0.7, 0, 0}\n"
    "temp step\n"
    "temp right\n"
    "temp below\n"
    "temp there\n"
    "temp own\n"
    "rcp step.x___, void, void, size.xxxx\n"
    "rcp step._y__, void, void, size.yyyy\n"
    "mov right.xy__, void, void, uv\n"
    "add right.x___, uv.xxxx, void, step.xxxx\n"
    "mov below.xy__, void, void, uv\n"
    "add below._y__, uv.yyyy, void, step.yyyy\n"
    "add there.xy__, pointer, void, 0.5:f20\n"
    "mul there.xy__, there, step, void\n"
    "texld seen, tex0.xyzw, uv.xyyy, void, void\n"
    "texld own, tex1.xyzw, uv.xyyy, void, void\n"
    "texld right, tex1.xyzw, right.xyyy, void, void\n"
    "texld below, tex1.xyzw, below.xyyy, void, void\n"
    "texld there, tex1.xyzw, there.xyyy, void, void\n"
    "# a glow, where the number is that at the pointer and is one at all\n"
    "cmp.eq.u32 there.x___, there.xxxx, own.xxxx, glow.xxxx\n"
    "cmp.ne.u32 there.x___, own.xxxx, 0:u20, there.xxxx\n"
    "add.sat seen.x___, seen.xxxx, void, there.xxxx\n"
    "mad.sat seen._y__, there.xxxx, glow.yyyy, seen.yyyy\n"
    "# a black line, where it is not the neighbors'\n"
    "cmp.eq.u32 seen.xyz_, right.xxxx, own.xxxx, seen\n"
    "cmp.eq.u32 seen.xyz_, below.xxxx, own.xxxx, seen\n"
    "mov seen.___w, void, void, 1.0:f20\n";
/* clang-format on */

static const struct fl_program_text scene_programs[] = {{"r600", R600_SCENE, scene_fragment},
							{"cik", GFX7_SCENE, scene_fragment_cik},
							{"gc", VIV_SCENE, scene_fragment_gc},
							{0}};
static const struct fl_program_text show_programs[] = {{"r600", R600_SCREEN, show_fragment},
						       {"cik", GFX7_SCREEN, show_fragment_cik},
						       {"gc", VIV_SCREEN, show_fragment_gc},
						       {0}};

static enum fl_code begin(struct fl_stage *s, struct fl_err *err)
{
	static const enum fl_format format[TARGETS] = {[COLOR] = FL_ARGB8888, [NUMBER] = FL_R32UI};
	enum fl_code code = fl_program_choose(&s->d, fl_stage_program(s, 0), scene_programs, err);

	if (!code)
		code = fl_program_choose(&s->d, fl_stage_program(s, 1), show_programs, err);
	for (int i = 0; !code && i < TARGETS; i++) {
		code = fl_surface_place(&s->surface[i], &s->vram, s->width, s->height, format[i], FL_LINEAR,
					FL_USE_3D | FL_USE_TEXTURE, err);
		fl_texture_of(&s->texture[i], &s->surface[i]);
	}
	return code;
}

/* Thing number i of a square of them; they bob up and down. */
static void thing(struct fl_draw *d, uint32_t i, float t)
{
	static const uint32_t colors[] = {0xffd86050, 0xffe8b048, 0xff70b868, 0xff58a0d8, 0xff9878d0};
	const float x = (float)(i % SIDE) - 3, z = (float)(i / SIDE) - 3;

	fl_color_argb(d, colors[i % 5]);
	fl_push_matrix(d);
	fl_translate(d, 1.3f * x, 0.25f * fl_sinf(2 * t + 0.9f * x + 0.6f * z), 1.3f * z);
	fl_rotate(d, 40 * t + 50 * (float)i, 0.3f, 1, 0.2f);
	if (i % 3 == 0)
		fl_shape_box(d, 0.42f, 0.42f, 0.42f);
	else if (i % 3 == 1)
		fl_shape_sphere(d, 0.52f, 24, 16);
	else
		fl_shape_torus(d, 0.4f, 0.17f, 28, 14);
	fl_pop_matrix(d);
}

static void scene(struct fl_stage *s, float t)
{
	static const float eye[3] = {2.2f, 6.5f, 9.5f}, center[3] = {0, -0.6f, 0}, up[3] = {0, 1, 0};
	struct fl_program *p = fl_stage_program(s, 0);
	struct fl_draw *d = &s->d;

	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_perspective(d, 42, (float)s->width / (float)s->height, 1, 40);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
	fl_look_at(d, eye, center, up);
	fl_depth(d, true, FL_LESS, true);
	fl_program(d, p);
	for (uint32_t i = 0; i < SIDE * SIDE; i++) {
		const float number[1][4] = {{(float)(i + 1), 0, 0, 0}};

		fl_program_set(p, FL_FRAGMENT, fl_program_const(p, FL_FRAGMENT, "number"), 1, number);
		thing(d, i, t);
	}
	fl_depth(d, false, FL_ALWAYS, false);
}

/* A cross at the pointer, of lines of fixed function */
static void cross(const struct fl_stage *s, struct fl_draw *d, const float at[2])
{
	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_ortho(d, 0, (float)s->width, (float)s->height, 0, 0, -1);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
	fl_color_argb(d, 0xffffffff);
	fl_begin(d, FL_LINES);
	for (int i = 0; i < 4; i++) {
		const float x = i < 2 ? (i ? 1.0f : -1.0f) : 0, y = i < 2 ? 0 : (i & 1 ? 1.0f : -1.0f);

		fl_vertex(d, at[0] + 0.5f + 4 * x, at[1] + 0.5f + 4 * y, 0);
		fl_vertex(d, at[0] + 0.5f + 12 * x, at[1] + 0.5f + 12 * y, 0);
	}
	fl_end(d);
}

static enum fl_code frame(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	static const uint32_t nothing[4] = {0, 0, 0, 0};
	const struct fl_surface *targets[TARGETS] = {&s->surface[COLOR], &s->surface[NUMBER]};
	const float t = fl_demo_seconds(n), w = (float)s->width, h = (float)s->height;
	const float at[2] = {(float)(int)(w * (0.5f + 0.3f * fl_sinf(0.9f * t))),
			     (float)(int)(h * (0.5f + 0.25f * fl_cosf(1.3f * t)))};
	const float size[1][4] = {{w, h, 0, 0}}, pointer[1][4] = {{at[0], at[1], 0, 0}};
	struct fl_program *p = fl_stage_program(s, 1);
	struct fl_draw *d = &s->d;

	fl_draw_target(d, targets[NUMBER], NULL);
	fl_clear_uint(d, nothing);
	fl_draw_target(d, targets[COLOR], &s->depth);
	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, 0xff28303c, 1, 0);
	fl_draw_targets(d, TARGETS, targets, &s->depth);
	scene(s, t);

	fl_draw_target(d, &s->screen, NULL);
	for (uint32_t i = 0; i < TARGETS; i++)
		fl_texture(d, i, &s->texture[i]);
	fl_program(d, p);
	fl_program_set(p, FL_FRAGMENT, fl_program_const(p, FL_FRAGMENT, "size"), 1, size);
	fl_program_set(p, FL_FRAGMENT, fl_program_const(p, FL_FRAGMENT, "pointer"), 1, pointer);
	fl_shape_screen(d, 0, 1, 1, 0);
	fl_program(d, NULL);
	for (uint32_t i = 0; i < TARGETS; i++)
		fl_texture(d, i, NULL);
	cross(s, d, at);
	return FL_OK;
}

const struct fl_demo fl_demo_pick = {
    .name = "pick",
    .what = "what is under the pointer: numbers of things in a target of whole numbers",
    .needs = FL_NEEDS_3D,
    .does = FL_DOES_INTEGERS,
    .asks = "targets of whole numbers",
    .begin = begin,
    .frame = frame,
};
