/* SPDX-License-Identifier: MIT
 *
 * mrt: one pass, four pictures: a torus' color, normal, depth and place, each into a color buffer of its own.
 */
#include "demos/cik_text.h"
#include "demos/demo.h"
#include "demos/r600_text.h"
#include "demos/shape.h"
#include "demos/viv_text.h"
#include "lib/fl_program.h"

static const char vertex[] = "!!PVS\n"
			     "in position\n"
			     "in normal\n"
			     "in color\n"
			     "out pos : position\n"
			     "out base : color0\n"
			     "out n : texcoord0\n"
			     "out at : texcoord1\n"
			     "const state_mvp[4]\n"
			     "const state_modelview[4]\n"
			     "const state_normal[3]\n"
			     "DP4 pos.x, state_mvp[0], position\n"
			     "DP4 pos.y, state_mvp[1], position\n"
			     "DP4 pos.z, state_mvp[2], position\n"
			     "DP4 pos.w, state_mvp[3], position\n"
			     "DP3 n.x, state_normal[0], normal\n"
			     "DP3 n.y, state_normal[1], normal\n"
			     "DP3 n.z, state_normal[2], normal\n"
			     "MOV n.w, position.1111\n"
			     "DP4 at.x, state_modelview[0], position\n"
			     "DP4 at.y, state_modelview[1], position\n"
			     "DP4 at.z, state_modelview[2], position\n"
			     "DP4 at.w, state_modelview[3], position\n"
			     "MOV base, color\n";

static const char fragment[] = "!!US\n"
			       "in base : color0\n"
			       "in n : texcoord0\n"
			       "in at : texcoord1\n"
			       "out color : A\n"
			       "out normals : B\n"
			       "out depths : C\n"
			       "out places : D\n"
			       "temp unit\n"
			       "DP3 unit.a, n, n\n"
			       "RSQ unit.a, unit.a\n"
			       "MUL unit.rgb, n, unit.a\n"
			       "MAD normals.rgb, unit, 0.5, 0.5\n"
			       "MOV normals.a, 1\n"
			       "MAX unit.b, unit.b, 0\n"
			       "MUL color.rgb, base, unit.b\n"
			       "MOV color.a, 1\n"
			       "MAD depths.rgb, at.bbb, 0.35, 2.2\n"
			       "MOV depths.a, 1\n"
			       "FRC unit.rgb, at\n"
			       "MOV places.rgb, unit\n"
			       "MOV places.a, 1\n";

static const char fragment_r600[] =
    "!!R600\n"
    "fragment\n"
    "in base : color0\n"
    "in n : texcoord0\n"
    "in at : texcoord1\n"
    "temp unit\n"
    "temp lit\n"
    "temp places\n"
    "ALU\n" R600_DOT3("__", "__", "__", "unit", "n", "n") "RECIPSQRT_IEEE unit.w, unit.w\n"
							  "MUL unit.x, n.x, unit.w\n"
							  "MUL unit.y, n.y, unit.w\n"
							  "MUL unit.z, n.z, unit.w\n"
							  "MULADD lit.x, unit.x, 0.5, 0.5\n"
							  "MULADD lit.y, unit.y, 0.5, 0.5\n"
							  "MULADD lit.z, unit.z, 0.5, 0.5\n"
							  "MAX unit.z, unit.z, 0\n"
							  "MUL unit.x, base.x, unit.z\n"
							  "MUL unit.y, base.y, unit.z\n"
							  "MUL unit.z, base.z, unit.z\n"
							  "FRACT places.x, at.x\n"
							  "FRACT places.y, at.y\n"
							  "FRACT places.z, at.z\n"
							  "MULADD places.w, at.z, 0.35, 2.2\n"
							  "EXPORT PIXEL 0, unit.xyz1\n"
							  "EXPORT PIXEL 1, lit.xyz1\n"
							  "EXPORT PIXEL 2, places.www1\n"
							  "EXPORT_DONE PIXEL 3, places.xyz1\n";

/* clang-format off */
static const char fragment_cik[] =
    "; !!GFX7\n"
    "fragment\n"
    "in base : color0\n"
    "in n : texcoord0\n"
    "in at : texcoord1\n"
    "temp unit\n"
    "temp normals\n"
    "temp depths\n"
    "temp places\n"
    GFX7_DOT3("unit.w", "n", "n")
    "v_rsq_f32 unit.w, unit.w\n"
    GFX7_XYZ_BY("v_mul_f32", "unit", "unit.w", "n")
    "v_mad_f32 normals.x, unit.x, 0.5, 0.5\n"
    "v_mad_f32 normals.y, unit.y, 0.5, 0.5\n"
    "v_mad_f32 normals.z, unit.z, 0.5, 0.5\n"
    "v_max_f32 unit.w, 0, unit.z\n"
    GFX7_XYZ_BY("v_mul_f32", "unit", "unit.w", "base")
    GFX7_XYZ1("v_fract_f32", "places", "at")
    "v_mul_f32 depths.x, 0.35, at.z\n"
    "v_add_f32 depths.x, 2.2, depths.x\n"
    "v_mov_b32 unit.w, 1.0\n"
    "exp mrt0 unit.x, unit.y, unit.z, unit.w\n"
    "exp mrt1 normals.x, normals.y, normals.z, unit.w\n"
    "exp mrt2 depths.x, depths.x, depths.x, unit.w\n"
    "exp mrt3 places.x, places.y, places.z, unit.w done vm\n";
/* clang-format on */

/* clang-format off */
static const char fragment_gc[] =
    "!!GC2000\n"
    "fragment\n"
    "in base : color0\n"
    "in n : texcoord0\n"
    "in at : texcoord1\n"
    "out color\n"
    "out normals\n"
    "out depths\n"
    "out places\n"
    "const k = {0.5, 0.35, 2.2, 0}\n"
    "const one = 1\n"
    "temp unit\n"
    "dp3 unit.___w, n, n, void\n"
    "rsq unit.___w, void, void, unit.wwww\n"
    "mul unit.xyz_, n, unit.wwww, void\n"
    "mad normals.xyz_, unit, k.xxxx, k.xxxx\n"
    "mov normals.___w, void, void, one\n"
    "select.lt unit.__z_, unit.zzzz, k.wwww, unit.zzzz\n"
    "mul color.xyz_, base, unit.zzzz, void\n"
    "mov color.___w, void, void, one\n"
    "mad depths.xyz_, at.zzzz, k.yyyy, k.zzzz\n"
    "mov depths.___w, void, void, one\n"
    "frc places.xyz_, void, void, at\n"
    "mov places.___w, void, void, one\n";
/* clang-format on */

static const struct fl_program_text programs[] = {{"r500", vertex, fragment},
						  {"r600", R600_SCENE, fragment_r600},
						  {"cik", GFX7_SCENE, fragment_cik},
						  {"gc", VIV_SCENE, fragment_gc},
						  {0}};

static enum fl_code begin(struct fl_stage *s, struct fl_err *err)
{
	enum fl_code code = fl_program_choose(&s->d, fl_stage_program(s, 0), programs, err);

	for (int i = 0; !code && i < 4; i++) {
		code = fl_surface_place(&s->surface[i], &s->vram, s->width, s->height, FL_ARGB8888, FL_LINEAR,
					FL_USE_3D | FL_USE_TEXTURE, err);
		fl_texture_of(&s->texture[i], &s->surface[i]);
		s->texture[i].wrap_s = s->texture[i].wrap_t = FL_CLAMP;
		s->texture[i].linear = true;
	}
	return code;
}

static enum fl_code frame(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	const struct fl_surface *const targets[4] = {&s->surface[0], &s->surface[1], &s->surface[2],
						     &s->surface[3]};
	struct fl_draw *d = &s->d;
	float t = fl_demo_seconds(n);

	fl_draw_targets(d, 4, targets, &s->depth);
	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, 0xff101010, 1, 0);
	fl_program(d, fl_stage_program(s, 0));
	fl_depth(d, true, FL_LESS, true);
	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_perspective(d, 40, (float)s->width / (float)s->height, 1, 10);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
	fl_translate(d, 0, 0, -5);
	fl_rotate(d, t * 50, 0.3f, 1, 0.1f);
	fl_color_argb(d, 0xffffa040);
	fl_shape_torus(d, 1.1f, 0.45f, 64, 40);
	fl_color_argb(d, 0xff60a0ff);
	fl_shape_sphere(d, 0.5f, 40, 24);

	fl_draw_target(d, &s->screen, NULL);
	fl_program(d, NULL);
	fl_depth(d, false, FL_ALWAYS, false);
	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
	fl_texenv(d, 0, FL_REPLACE);
	for (int i = 0; i < 4; i++) {
		fl_texture(d, 0, &s->texture[i]);
		fl_begin(d, FL_QUADS);
		for (int c = 0; c < 4; c++) {
			float u = c == 1 || c == 2, v = c > 1;

			fl_texcoord(d, u, 1 - v);
			fl_vertex(d, u - (i & 1 ? 0 : 1), v - (i & 2 ? 1 : 0), 0);
		}
		fl_end(d);
	}
	fl_texture(d, 0, NULL);
	return FL_OK;
}

const struct fl_demo fl_demo_mrt = {
    .name = "mrt",
    .what = "one pass into four color buffers: color, normals, depth, places",
    .needs = FL_NEEDS_3D,
    .begin = begin,
    .frame = frame,
};
