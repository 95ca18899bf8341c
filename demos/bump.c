/* SPDX-License-Identifier: MIT
 *
 * bump: a wall of studs that is quite flat. A texture holds normals; the fragment program lights each pixel
 * by its own, with a lamp that circles close to the wall.
 */
#include "demos/cik_text.h"
#include "demos/demo.h"
#include "demos/r600_text.h"
#include "demos/viv_text.h"
#include "lib/fl_program.h"

enum { SIDE = 256, STUDS = 4 };

/* The height of the wall: studs, and a groove between the plates. */
static float height(uint32_t px, uint32_t py)
{
	const float cell = (float)SIDE / STUDS;
	float x = (float)(px % SIDE), y = (float)(py % SIDE), h = 0;
	float cx = x - (fl_floorf(x / cell) + 0.5f) * cell, cy = y - (fl_floorf(y / cell) + 0.5f) * cell;
	float r = fl_sqrtf(cx * cx + cy * cy) / cell,
	      edge = fl_absf(cx) > fl_absf(cy) ? fl_absf(cx) : fl_absf(cy);

	if (r < 0.3f)
		h += 14 * fl_sqrtf(1 - r * r / 0.09f);
	h -= 4 * fl_clampf((edge / cell - 0.46f) * 40, 0, 1);
	return h + 0.2f * fl_sinf(x * 0.7f) * fl_sinf(y * 0.9f + x * 0.2f);
}

/* Normals as colors: -1 to 1 as 0 to 255. */
static uint32_t normal(uint32_t x, uint32_t y)
{
	float v[3] = {height(x + SIDE - 1, y) - height(x + 1, y), height(x, y + 1) - height(x, y + SIDE - 1),
		      2};

	fl_vec3_normalize(v);
	return 0xff000000u | (uint32_t)(v[0] * 127 + 128) << 16 | (uint32_t)(v[1] * 127 + 128) << 8 |
	       (uint32_t)(v[2] * 127 + 128);
}

static uint32_t paint(uint32_t x, uint32_t y)
{
	float h = height(x, y);

	return h > 3 ? 0xffe8c070 : h < -1 ? 0xff383028 : 0xff6878a0;
}

static const char vertex[] = "!!PVS\n"
			     "in position\n"
			     "in texcoord0\n"
			     "out pos : position\n"
			     "out uv : texcoord0\n"
			     "out at : texcoord1\n"
			     "const state_mvp[4]\n"
			     "DP4 pos.x, state_mvp[0], position\n"
			     "DP4 pos.y, state_mvp[1], position\n"
			     "DP4 pos.z, state_mvp[2], position\n"
			     "DP4 pos.w, state_mvp[3], position\n"
			     "MOV uv, texcoord0\n"
			     "MOV at, position\n";

/* lamp and eye are places in the wall's own space, whose z points out of it */
static const char fragment[] = "!!US\n"
			       "in uv : texcoord0\n"
			       "in at : texcoord1\n"
			       "out pixel : A\n"
			       "const lamp\n"
			       "const eye\n"
			       "temp n\n"
			       "temp base\n"
			       "temp l\n"
			       "temp h\n"
			       "temp k\n"
			       "LD n, uv, tex0\n"
			       "LD base, uv, tex1\n"
			       "MAD n.rgb, n, 2, -1\n"
			       "DP3 n.a, n, n\n"
			       "RSQ n.a, n.a\n"
			       "MUL n.rgb, n, n.aaa\n"
			       "SUB l.rgb, lamp, at\n"
			       "DP3 k.r, l, l\n"
			       "RSQ k.g, k.r\n"
			       "MUL l.rgb, l, k.ggg\n"
			       "SUB h.rgb, eye, at\n"
			       "DP3 h.a, h, h\n"
			       "RSQ h.a, h.a\n"
			       "MAD h.rgb, h, h.aaa, l\n" /* half-way between lamp and eye */
			       "DP3 h.a, h, h\n"
			       "RSQ h.a, h.a\n"
			       "MUL h.rgb, h, h.aaa\n"
			       "DP3.sat k.b, n, l\n"
			       "DP3.sat k.a, n, h\n"
			       "MAD k.r, k.r, 0.35, 0.5\n" /* weaker with the square of the distance */
			       "RCP k.r, k.r\n"
			       "LN2 k.a, k.a\n"
			       "MUL k.a, k.a, 40\n"
			       "EX2 k.a, k.a\n"
			       "MAD base.rgb, base, k.bbb, k.aaa\n"
			       "MAD.sat pixel.rgb, base, k.rrr, 0.02\n"
			       "MOV pixel.a, 1\n";

static const char vertex_r600[] =
    "!!R600\n"
    "vertex\n"
    "in position\n"
    "in texcoord0\n"
    "out pos : position\n"
    "out uv : texcoord0\n"
    "out at : texcoord1\n"
    "const state_mvp[4]\n"
    "CALL_FS\n"
    "ALU\n" R600_ROWS("pos", "state_mvp", "position") "EXPORT_DONE POS 60, pos.xyzw\n"
						      "EXPORT PARAM 0, texcoord0.xyzw\n"
						      "EXPORT_DONE PARAM 1, position.xyzw\n";

static const char fragment_r600[] =
    "!!R600\n"
    "fragment\n"
    "in uv : texcoord0\n"
    "in at : texcoord1\n"
    "const lamp\n"
    "const eye\n"
    "temp n\n"
    "temp base\n"
    "temp l\n"
    "temp h\n"
    "temp k\n"
    "TEX\n"
    "SAMPLE n.xyzw, uv.xy00, RID:0 SID:0 CT:NNNN\n"
    "SAMPLE base.xyzw, uv.xy00, RID:1 SID:1 CT:NNNN\n"
    "ALU\n"
    "MULADD n.x, n.x, 2.0, -1.0\n"
    "MULADD n.y, n.y, 2.0, -1.0\n"
    "MULADD n.z, n.z, 2.0, -1.0\n" R600_DOT3(
	"__", "__", "__", "n", "n",
	"n") "RECIPSQRT_IEEE n.w, n.w\n"
	     "MUL n.x, n.x, n.w\n"
	     "MUL n.y, n.y, n.w\n"
	     "MUL n.z, n.z, n.w\n"
	     "ADD l.x, lamp.x, -at.x\n"
	     "ADD l.y, lamp.y, -at.y\n"
	     "ADD l.z, lamp.z, -at.z\n" R600_DOT3(
		 "k", "__", "__", "__", "l",
		 "l") "RECIPSQRT_IEEE k.y, k.x\n"
		      "MUL l.x, l.x, k.y\n"
		      "MUL l.y, l.y, k.y\n"
		      "MUL l.z, l.z, k.y\n"
		      "ADD h.x, eye.x, -at.x\n"
		      "ADD h.y, eye.y, -at.y\n"
		      "ADD h.z, eye.z, -at.z\n" R600_DOT3(
			  "__", "__", "__", "h", "h",
			  "h") "RECIPSQRT_IEEE h.w, h.w\n"
			       "# half-way between lamp and eye\n"
			       "MULADD h.x, h.x, h.w, l.x\n"
			       "MULADD h.y, h.y, h.w, l.y\n"
			       "MULADD h.z, h.z, h.w, l.z\n" R600_DOT3(
				   "__", "__", "__", "h", "h",
				   "h") "RECIPSQRT_IEEE h.w, h.w\n"
					"MUL h.x, h.x, h.w\n"
					"MUL h.y, h.y, h.w\n"
					"MUL h.z, h.z, h.w\n" R600_DOT3("__", "__", "k", "__", "n", "l")
					    R600_DOT3("__", "__", "__", "k", "n",
						      "h") "MAX k.z, k.z, 0\n"
							   "MOV_sat k.w, k.w\n"
							   "# weaker with the square of the distance\n"
							   "MULADD k.x, k.x, 0.35, 0.5\n"
							   "RECIP_IEEE k.x, k.x\n"
							   "LOG_CLAMPED k.w, k.w\n"
							   "MUL k.w, k.w, 40.0\n"
							   "EXP_IEEE k.w, k.w\n"
							   "MULADD base.x, base.x, k.z, k.w\n"
							   "MULADD base.y, base.y, k.z, k.w\n"
							   "MULADD base.z, base.z, k.z, k.w\n"
							   "MULADD_sat base.x, base.x, k.x, 0.02\n"
							   "MULADD_sat base.y, base.y, k.x, 0.02\n"
							   "MULADD_sat base.z, base.z, k.x, 0.02\n"
							   "EXPORT_DONE PIXEL 0, base.xyz1\n";

/* clang-format off */
static const char vertex_cik[] =
    "; !!GFX7\n"
    "vertex\n"
    "in position\n"
    "in texcoord0\n"
    "out pos : position\n"
    "out uv : texcoord0\n"
    "out at : texcoord1\n"
    "const state_mvp[4]\n"
    GFX7_ROWS("pos", "state_mvp", "position")
    GFX7_EXPORT("pos0", "pos", " done")
    GFX7_EXPORT("param0", "texcoord0", "")
    GFX7_EXPORT("param1", "position", "");

static const char fragment_cik[] =
    "; !!GFX7\n"
    "fragment\n"
    "in uv : texcoord0\n"
    "in at : texcoord1\n"
    "texture normals : 0\n"
    "texture paint : 1\n"
    "const lamp\n"
    "const eye\n"
    "temp n\n"
    "temp base\n"
    "temp l\n"
    "temp h\n"
    "temp k\n"
    GFX7_SAMPLE("n", "uv", "normals") GFX7_SAMPLE("base", "uv", "paint")
    GFX7_XYZ2("v_sub_f32", "l", "lamp", "at")
    GFX7_DOT3("k.x", "l", "l")
    "v_rsq_f32 k.y, k.x\n"
    GFX7_XYZ_BY("v_mul_f32", "l", "k.y", "l")
    GFX7_XYZ2("v_sub_f32", "h", "eye", "at")
    GFX7_DOT3("h.w", "h", "h")
    "v_rsq_f32 h.w, h.w\n"
    "# half-way between lamp and eye\n"
    "v_mad_f32 h.x, h.x, h.w, l.x\n"
    "v_mad_f32 h.y, h.y, h.w, l.y\n"
    "v_mad_f32 h.z, h.z, h.w, l.z\n"
    GFX7_DOT3("h.w", "h", "h")
    "v_rsq_f32 h.w, h.w\n"
    GFX7_XYZ_BY("v_mul_f32", "h", "h.w", "h")
    "s_mov_b64 exec, live\n"
    "s_waitcnt vmcnt(0)\n"
    "v_mad_f32 n.x, n.x, 2.0, -1.0\n"
    "v_mad_f32 n.y, n.y, 2.0, -1.0\n"
    "v_mad_f32 n.z, n.z, 2.0, -1.0\n"
    GFX7_DOT3("n.w", "n", "n")
    "v_rsq_f32 n.w, n.w\n"
    GFX7_XYZ_BY("v_mul_f32", "n", "n.w", "n")
    GFX7_DOT3("k.z", "n", "l") GFX7_DOT3("k.w", "n", "h")
    "v_max_f32 k.z, 0, k.z\n"
    "v_max_f32 k.w, k.w, k.w clamp\n"
    "# weaker with the square of the distance\n"
    "v_mul_f32 k.x, 0.35, k.x\n"
    "v_add_f32 k.x, 0.5, k.x\n"
    "v_rcp_f32 k.x, k.x\n"
    "v_log_clamp_f32 k.w, k.w\n"
    "v_mul_f32 k.w, 40.0, k.w\n"
    "v_exp_f32 k.w, k.w\n"
    "v_mad_f32 base.x, base.x, k.z, k.w\n"
    "v_mad_f32 base.y, base.y, k.z, k.w\n"
    "v_mad_f32 base.z, base.z, k.z, k.w\n"
    "v_mov_b32 k.y, 0.02\n"
    "v_mad_f32 base.x, base.x, k.x, k.y clamp\n"
    "v_mad_f32 base.y, base.y, k.x, k.y clamp\n"
    "v_mad_f32 base.z, base.z, k.x, k.y clamp\n"
    "v_mov_b32 base.w, 1.0\n"
    GFX7_PIXEL("base");
/* clang-format on */

/* clang-format off */
static const char vertex_gc[] =
    "!!GC2000\n"
    "vertex\n"
    "in position\n"
    "in texcoord0\n"
    "out pos : position\n"
    "out uv : texcoord0\n"
    "out at : texcoord1\n"
    "const state_mvp[4]\n"
    VIV_ROWS("pos", "state_mvp", "position")
    "mov uv, void, void, texcoord0\n"
    "mov at, void, void, position\n";

static const char fragment_gc[] =
    "!!GC2000\n"
    "fragment\n"
    "in uv : texcoord0\n"
    "in at : texcoord1\n"
    "out pixel\n"
    "const lamp\n"
    "const eye\n"
    "const c = {2, -1, 0.35, 0.5}\n"
    "const last = {0.02, 1, 0, 0}\n"
    "temp n\n"
    "temp base\n"
    "temp l\n"
    "temp h\n"
    "temp k\n"
    "texld n, tex0.xyzw, uv.xyyy, void, void\n"
    "texld base, tex1.xyzw, uv.xyyy, void, void\n"
    "mad n.xyz_, n, c.xxxx, c.yyyy\n"
    "dp3 n.___w, n, n, void\n"
    "rsq n.___w, void, void, n.wwww\n"
    "mul n.xyz_, n, n.wwww, void\n"
    "add l.xyz_, lamp, void, -at\n"
    "dp3 k.x___, l, l, void\n"
    "rsq k._y__, void, void, k.xxxx\n"
    "mul l.xyz_, l, k.yyyy, void\n"
    "add h.xyz_, eye, void, -at\n"
    "dp3 h.___w, h, h, void\n"
    "rsq h.___w, void, void, h.wwww\n"
    "# half-way between lamp and eye\n"
    "mad h.xyz_, h, h.wwww, l\n"
    "dp3 h.___w, h, h, void\n"
    "rsq h.___w, void, void, h.wwww\n"
    "mul h.xyz_, h, h.wwww, void\n"
    "dp3.sat k.__z_, n, l, void\n"
    "dp3.sat k.___w, n, h, void\n"
    "# weaker with the square of the distance\n"
    "mad k.x___, k.xxxx, c.zzzz, c.wwww\n"
    "rcp k.x___, void, void, k.xxxx\n"
    "# to the power of 40: 8 and 32\n"
    "mul k.___w, k.wwww, k.wwww, void\n"
    "mul k.___w, k.wwww, k.wwww, void\n"
    "mul k.___w, k.wwww, k.wwww, void\n"
    "mul k._y__, k.wwww, k.wwww, void\n"
    "mul k._y__, k.yyyy, k.yyyy, void\n"
    "mul k.___w, k.wwww, k.yyyy, void\n"
    "mad base.xyz_, base, k.zzzz, k.wwww\n"
    "mad.sat pixel.xyz_, base, k.xxxx, last.xxxx\n"
    "mov pixel.___w, void, void, last.yyyy\n";
/* clang-format on */

static const struct fl_program_text programs[] = {{"r500", vertex, fragment},
						  {"r600", vertex_r600, fragment_r600},
						  {"cik", vertex_cik, fragment_cik},
						  {"gc", vertex_gc, fragment_gc},
						  {0}};

static enum fl_code begin(struct fl_stage *s, struct fl_err *err)
{
	enum fl_code code = fl_stage_image(s, &s->texture[0].image, SIDE, SIDE, FL_ARGB8888, normal, err);

	if (!code)
		code = fl_stage_image(s, &s->texture[1].image, SIDE, SIDE, FL_ARGB8888, paint, err);
	s->texture[0].linear = s->texture[1].linear = true;
	return code ? code : fl_program_choose(&s->d, fl_stage_program(s, 0), programs, err);
}

static enum fl_code frame(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	struct fl_draw *d = &s->d;
	struct fl_program *p = fl_stage_program(s, 0);
	float t = fl_demo_seconds(n), tilt = 25 * fl_sinf(t * 0.5f), a = tilt * FL_PI / 180;
	const float lamp[1][4] = {{1.4f * fl_cosf(t * 1.3f), 1.1f * fl_sinf(t * 1.7f), 0.55f, 1}};
	/* the eye, turned back by the wall's tilt */
	const float eye[1][4] = {{-4 * fl_sinf(a), 0, 4 * fl_cosf(a), 1}};

	fl_clear(d, FL_CLEAR_COLOR, 0xff08080a, 1, 0);
	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_perspective(d, 45, (float)s->width / (float)s->height, 1, 10);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
	fl_translate(d, 0, 0, -4);
	fl_rotate(d, tilt, 0, 1, 0);
	fl_texture(d, 0, &s->texture[0]);
	fl_texture(d, 1, &s->texture[1]);
	fl_program(d, p);
	fl_program_set(p, FL_FRAGMENT, fl_program_const(p, FL_FRAGMENT, "lamp"), 1, lamp);
	fl_program_set(p, FL_FRAGMENT, fl_program_const(p, FL_FRAGMENT, "eye"), 1, eye);
	fl_begin(d, FL_QUADS);
	for (int i = 0; i < 4; i++) {
		float x = i == 1 || i == 2 ? 2 : -2, y = i > 1 ? 1.5f : -1.5f;

		fl_texcoord(d, x * 0.5f, -y * 0.5f);
		fl_vertex(d, x, y, 0);
	}
	fl_end(d);
	return FL_OK;
}

const struct fl_demo fl_demo_bump = {
    .name = "bump",
    .what = "a flat wall of studs: normals out of a texture, lit pixel by pixel",
    .needs = FL_NEEDS_3D,
    .begin = begin,
    .frame = frame,
};
