/* SPDX-License-Identifier: MIT
 *
 * deferred: the scene is drawn once, into eight buffers that say what is seen at each pixel: its color,
 * normal, place and more. Then each pixel is lit by twelve lamps, whatever the number of things. Below, the
 * eight.
 */
#include "demos/cik_text.h"
#include "demos/demo.h"
#include "demos/r600_text.h"
#include "demos/shape.h"
#include "lib/fl_program.h"

enum { BUFFERS = 8, LAMPS = 12 };

/* What it knows of a pixel: 0 its color, 1 normal, 2 place (in floats of 32 bits, in front of the eye), 3 how
 * it faces the eye, 4 depth, 5 lines of equal height, 6 a checkerboard in space, 7 the rim. */
static const char scene_fragment[] =
    "!!R600\n"
    "fragment\n"
    "in base : color0\n"
    "in n : texcoord0\n"
    "in at : texcoord1\n"
    "temp unit\n"
    "temp seen\n"
    "temp eye\n"
    "temp cell\n"
    "ALU\n" R600_DOT3("__", "__", "__", "unit", "n", "n")
	R600_DOT3("__", "__", "__", "eye", "at",
		  "at") "RECIPSQRT_IEEE unit.w, unit.w\n"
			"RECIPSQRT_IEEE eye.w, eye.w\n"
			"MUL unit.x, n.x, unit.w\n"
			"MUL unit.y, n.y, unit.w\n"
			"MUL unit.z, n.z, unit.w\n"
			"MUL eye.x, at.x, -eye.w\n"
			"MUL eye.y, at.y, -eye.w\n"
			"MUL eye.z, at.z, -eye.w\n" R600_DOT3("seen", "__", "__", "__", "unit",
							      "eye") "MAX seen.x, seen.x, 0\n"
								     "MULADD_sat seen.y, at.z, 0.12, 1.5\n"
								     "MUL seen.z, at.y, 4.0\n"
								     "FRACT seen.z, seen.z\n"
								     "ADD seen.w, 1.0, -seen.x\n"
								     "MUL seen.w, seen.w, seen.w\n"
								     "ALU\n"
								     "ADD cell.x, at.x, at.x\n"
								     "ADD cell.y, at.y, at.y\n"
								     "ADD cell.z, at.z, at.z\n"
								     "FLOOR cell.x, cell.x\n"
								     "FLOOR cell.y, cell.y\n"
								     "FLOOR cell.z, cell.z\n"
								     "ADD cell.x, cell.x, cell.y\n"
								     "ADD cell.x, cell.x, cell.z\n"
								     "MUL cell.x, cell.x, 0.5\n"
								     "FRACT cell.x, cell.x\n"
								     "ADD cell.x, cell.x, 0.25\n"
								     "MULADD n.x, unit.x, 0.5, 0.5\n"
								     "MULADD n.y, unit.y, 0.5, 0.5\n"
								     "MULADD n.z, unit.z, 0.5, 0.5\n"
								     "EXPORT PIXEL 0, base.xyz1\n"
								     "EXPORT PIXEL 1, n.xyz1\n"
								     "EXPORT PIXEL 2, at.xyz1\n"
								     "EXPORT PIXEL 3, seen.xxx1\n"
								     "EXPORT PIXEL 4, seen.yyy1\n"
								     "EXPORT PIXEL 5, seen.zzz1\n"
								     "EXPORT PIXEL 6, cell.xxx1\n"
								     "EXPORT_DONE PIXEL 7, seen.www1\n";

/* A lamp's light, which fades with the square of the distance. */
#define LAMP(i)                                                                                    \
	"ALU\n"                                                                                    \
	"ADD l.x, lamp[" i "].x, -at.x\n"                                                          \
	"ADD l.y, lamp[" i "].y, -at.y\n"                                                          \
	"ADD l.z, lamp[" i "].z, -at.z\n" R600_DOT3("k", "__", "__", "__", "l", "l")               \
	    R600_DOT3("__", "k", "__", "__", "l", "n") "RECIPSQRT_IEEE k.z, k.x\n"                 \
						       "MUL k.y, k.y, k.z\n"                       \
						       "MAX k.y, k.y, 0\n"                         \
						       "ADD k.x, k.x, 0.1\n"                       \
						       "RECIP_IEEE k.x, k.x\n"                     \
						       "MUL k.y, k.y, k.x\n"                       \
						       "MULADD sum.x, k.y, tint[" i "].x, sum.x\n" \
						       "MULADD sum.y, k.y, tint[" i "].y, sum.y\n" \
						       "MULADD sum.z, k.y, tint[" i "].z, sum.z\n"

static const char light_fragment[] =
    "!!R600\n"
    "fragment\n"
    "in uv : texcoord0\n"
    "const lamp[12]\n"
    "const tint[12]\n"
    "temp base\n"
    "temp n\n"
    "temp at\n"
    "temp sum\n"
    "temp l\n"
    "temp k\n"
    "TEX\n"
    "SAMPLE base.xyzw, uv.xy00, RID:0 SID:0 CT:NNNN\n"
    "SAMPLE n.xyzw, uv.xy00, RID:1 SID:1 CT:NNNN\n"
    "SAMPLE at.xyzw, uv.xy00, RID:2 SID:2 CT:NNNN\n"
    "ALU\n"
    "MULADD n.x, n.x, 2.0, -1.0\n"
    "MULADD n.y, n.y, 2.0, -1.0\n"
    "MULADD n.z, n.z, 2.0, -1.0\n"
    "MOV sum.x, 0.05\n"
    "MOV sum.y, 0.05\n"
    "MOV sum.z, 0.07\n" LAMP("0") LAMP("1") LAMP("2") LAMP("3") LAMP("4") LAMP("5") LAMP("6") LAMP("7")
	LAMP("8") LAMP("9") LAMP("10") LAMP("11") "ALU\n"
						  "MUL base.x, base.x, sum.x\n"
						  "MUL base.y, base.y, sum.y\n"
						  "MUL base.z, base.z, sum.z\n"
						  "EXPORT_DONE PIXEL 0, base.xyz1\n";

/* clang-format off */
static const char scene_fragment_cik[] =
    "; !!GFX7\n"
    "fragment\n"
    "in base : color0\n"
    "in n : texcoord0\n"
    "in at : texcoord1\n"
    "temp unit\n"
    "temp seen\n"
    "temp eye\n"
    "temp cell\n"
    "temp one\n"
    GFX7_DOT3("unit.w", "n", "n") GFX7_DOT3("eye.w", "at", "at")
    "v_rsq_f32 unit.w, unit.w\n"
    "v_rsq_f32 eye.w, eye.w\n"
    GFX7_XYZ_BY("v_mul_f32", "unit", "unit.w", "n")
    GFX7_XYZ_BY("v_mul_f32", "eye", "-eye.w", "at")
    GFX7_DOT3("seen.x", "unit", "eye")
    "v_max_f32 seen.x, 0, seen.x\n"
    "v_mul_f32 seen.y, 0.12, at.z\n"
    "v_mov_b32 one.x, 1.5\n"
    "v_add_f32 seen.y, seen.y, one.x clamp\n"
    "v_mul_f32 seen.z, 4.0, at.y\n"
    "v_fract_f32 seen.z, seen.z\n"
    "v_sub_f32 seen.w, 1.0, seen.x\n"
    "v_mul_f32 seen.w, seen.w, seen.w\n"
    GFX7_XYZ2("v_add_f32", "cell", "at", "at")
    GFX7_XYZ1("v_floor_f32", "cell", "cell")
    "v_add_f32 cell.x, cell.x, cell.y\n"
    "v_add_f32 cell.x, cell.x, cell.z\n"
    "v_mul_f32 cell.x, 0.5, cell.x\n"
    "v_fract_f32 cell.x, cell.x\n"
    "v_add_f32 cell.x, 0.25, cell.x\n"
    "v_mad_f32 n.x, unit.x, 0.5, 0.5\n"
    "v_mad_f32 n.y, unit.y, 0.5, 0.5\n"
    "v_mad_f32 n.z, unit.z, 0.5, 0.5\n"
    "v_mov_b32 one.w, 1.0\n"
    "exp mrt0 base.x, base.y, base.z, one.w\n"
    "exp mrt1 n.x, n.y, n.z, one.w\n"
    "exp mrt2 at.x, at.y, at.z, one.w\n"
    "exp mrt3 seen.x, seen.x, seen.x, one.w\n"
    "exp mrt4 seen.y, seen.y, seen.y, one.w\n"
    "exp mrt5 seen.z, seen.z, seen.z, one.w\n"
    "exp mrt6 cell.x, cell.x, cell.x, one.w\n"
    "exp mrt7 seen.w, seen.w, seen.w, one.w done vm\n";

/* The same of a lamp whose place and tint are loaded where they are needed */
#define GFX7_LAMP(i)                                                   \
	"s_load_dwordx4 where, s[0:1], lamp[" i "]\n"                 \
	"s_load_dwordx4 shade, s[0:1], tint[" i "]\n"                 \
	"s_waitcnt lgkmcnt(0)\n"                                      \
	GFX7_XYZ2("v_sub_f32", "l", "where", "at")                     \
	GFX7_DOT3("k.x", "l", "l") GFX7_DOT3("k.y", "l", "n")           \
	"v_rsq_f32 k.z, k.x\n"                                        \
	"v_mul_f32 k.y, k.y, k.z\n"                                   \
	"v_max_f32 k.y, 0, k.y\n"                                     \
	"v_add_f32 k.x, 0.1, k.x\n"                                   \
	"v_rcp_f32 k.x, k.x\n"                                        \
	"v_mul_f32 k.y, k.y, k.x\n"                                   \
	"v_mac_f32 sum.x, shade.x, k.y\n"                             \
	"v_mac_f32 sum.y, shade.y, k.y\n"                             \
	"v_mac_f32 sum.z, shade.z, k.y\n"

static const char light_fragment_cik[] =
    "; !!GFX7\n"
    "fragment\n"
    "in uv : texcoord0\n"
    "texture colors : 0\n"
    "texture normals : 1\n"
    "texture places : 2\n"
    "table lamp[12]\n"
    "table tint[12]\n"
    "scalar where\n"
    "scalar shade\n"
    "temp base\n"
    "temp n\n"
    "temp at\n"
    "temp sum\n"
    "temp l\n"
    "temp k\n"
    GFX7_SAMPLE("base", "uv", "colors") GFX7_SAMPLE("n", "uv", "normals") GFX7_SAMPLE("at", "uv", "places")
    "s_mov_b64 exec, live\n"
    "v_mov_b32 sum.x, 0.05\n"
    "v_mov_b32 sum.y, 0.05\n"
    "v_mov_b32 sum.z, 0.07\n"
    "s_waitcnt vmcnt(0)\n"
    "v_mad_f32 n.x, n.x, 2.0, -1.0\n"
    "v_mad_f32 n.y, n.y, 2.0, -1.0\n"
    "v_mad_f32 n.z, n.z, 2.0, -1.0\n"
    GFX7_LAMP("0") GFX7_LAMP("1") GFX7_LAMP("2") GFX7_LAMP("3") GFX7_LAMP("4") GFX7_LAMP("5")
    GFX7_LAMP("6") GFX7_LAMP("7") GFX7_LAMP("8") GFX7_LAMP("9") GFX7_LAMP("10") GFX7_LAMP("11")
    GFX7_XYZ2("v_mul_f32", "base", "base", "sum")
    "v_mov_b32 base.w, 1.0\n"
    GFX7_PIXEL("base");
/* clang-format on */

static const struct fl_program_text scene_programs[] = {
    {"r600", R600_SCENE, scene_fragment}, {"cik", GFX7_SCENE, scene_fragment_cik}, {0}};
static const struct fl_program_text light_programs[] = {
    {"r600", R600_SCREEN, light_fragment}, {"cik", GFX7_SCREEN, light_fragment_cik}, {0}};

static enum fl_code begin(struct fl_stage *s, struct fl_err *err)
{
	enum fl_code code = fl_program_choose(&s->d, fl_stage_program(s, 0), scene_programs, err);

	if (!code)
		code = fl_program_choose(&s->d, fl_stage_program(s, 1), light_programs, err);
	for (int i = 0; !code && i < BUFFERS; i++) {
		code = fl_surface_place(&s->surface[i], &s->vram, s->width, s->height,
					i == 2 ? FL_ABGR32F : FL_ARGB8888, FL_LINEAR,
					FL_USE_3D | FL_USE_TEXTURE, err);
		fl_texture_of(&s->texture[i], &s->surface[i]);
		s->texture[i].wrap_s = s->texture[i].wrap_t = FL_CLAMP;
	}
	return code;
}

static void view(const struct fl_stage *s, struct fl_draw *d, float t)
{
	static const float eye[3] = {0, 2.4f, 6.2f}, center[3] = {0, 0.1f, 0}, up[3] = {0, 1, 0};

	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_perspective(d, 42, (float)s->width / (float)s->height, 1, 30);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
	fl_look_at(d, eye, center, up);
	fl_rotate(d, t * 12, 0, 1, 0);
}

static void scene(struct fl_draw *d, float t)
{
	fl_color_argb(d, 0xffb8b0a8);
	fl_push_matrix(d);
	fl_translate(d, 0, -0.9f, 0);
	fl_shape_floor(d, 6, 24, 1);
	fl_pop_matrix(d);
	for (int i = 0; i < 7; i++) {
		const float a = (float)i * 2 * FL_PI / 7;

		fl_color_argb(d, i & 1 ? 0xffe8e0d0 : 0xffd0d8e8);
		fl_push_matrix(d);
		fl_translate(d, 2.3f * fl_cosf(a), -0.4f, 2.3f * fl_sinf(a));
		fl_shape_sphere(d, 0.5f, 32, 24);
		fl_pop_matrix(d);
	}
	fl_color_argb(d, 0xfff0e8e0);
	fl_push_matrix(d);
	fl_translate(d, 0, 0.25f, 0);
	fl_rotate(d, t * 40, 0.4f, 1, 0.2f);
	fl_shape_torus(d, 0.8f, 0.28f, 48, 28);
	fl_pop_matrix(d);
}

/* Lamps that fly around, in front of the eye as the view has it now, in all colors. */
static void set_lamps(const struct fl_draw *d, struct fl_program *p, float t)
{
	const float *m = d->matrix[FL_MODELVIEW][d->matrix_top[FL_MODELVIEW]];
	float lamp[LAMPS][4], tint[LAMPS][4] = {{0}};

	for (int i = 0; i < LAMPS; i++) {
		const float a = (float)i * 2 * FL_PI / LAMPS + t * (i & 1 ? 0.5f : -0.7f),
			    far = i % 3 ? 2.9f : 1.5f;
		const float at[4] = {far * fl_cosf(a), -0.35f + 0.5f * fl_sinf(t * 1.3f + (float)i),
				     far * fl_sinf(a), 1};

		fl_mat_apply(lamp[i], m, at);
		for (int c = 0; c < 3; c++)
			tint[i][c] = 0.45f + 0.45f * fl_sinf((float)i * 2.4f + (float)c * 2.1f);
	}
	fl_program_set(p, FL_FRAGMENT, fl_program_const(p, FL_FRAGMENT, "lamp"), LAMPS, lamp);
	fl_program_set(p, FL_FRAGMENT, fl_program_const(p, FL_FRAGMENT, "tint"), LAMPS, tint);
}

/* The eight buffers, in a row at the bottom. */
static void show_buffers(struct fl_stage *s, struct fl_draw *d)
{
	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
	fl_texenv(d, 0, FL_REPLACE);
	for (int i = 0; i < BUFFERS; i++) {
		fl_texture(d, 0, &s->texture[i]);
		fl_begin(d, FL_QUADS);
		for (int c = 0; c < 4; c++) {
			const float u = c == 1 || c == 2, v = c > 1;

			fl_texcoord(d, u, 1 - v);
			fl_vertex(d, ((float)i + u) * 0.25f - 1, v * 0.25f - 1, 0);
		}
		fl_end(d);
	}
	fl_texture(d, 0, NULL);
}

static enum fl_code frame(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	static const float nothing[4] = {0, 0, 0, 0};
	const struct fl_surface *targets[BUFFERS];
	struct fl_draw *d = &s->d;
	const float t = fl_demo_seconds(n);

	for (int i = 0; i < BUFFERS; i++)
		targets[i] = &s->surface[i];
	fl_draw_targets(d, BUFFERS, targets, &s->depth);
	fl_clear(d, FL_CLEAR_DEPTH, 0, 1, 0);
	fl_clear_float(d, nothing);
	fl_program(d, fl_stage_program(s, 0));
	fl_depth(d, true, FL_LESS, true);
	view(s, d, t);
	set_lamps(d, fl_stage_program(s, 1), t);
	scene(d, t);

	fl_draw_target(d, &s->screen, NULL);
	fl_depth(d, false, FL_ALWAYS, false);
	for (uint32_t i = 0; i < 3; i++)
		fl_texture(d, i, &s->texture[i]);
	fl_program(d, fl_stage_program(s, 1));
	fl_shape_screen(d, 0, 1, 1, 0);
	fl_program(d, NULL);
	for (uint32_t i = 0; i < 3; i++)
		fl_texture(d, i, NULL);
	show_buffers(s, d);
	return FL_OK;
}

const struct fl_demo fl_demo_deferred = {
    .name = "deferred",
    .what = "one pass into eight buffers, then twelve lamps by what they say",
    .needs = FL_NEEDS_3D,
    .does = FL_DOES_8_TARGETS,
    .asks = "eight color buffers at a time",
    .begin = begin,
    .frame = frame,
};
