/* SPDX-License-Identifier: MIT
 *
 * asteroids: a belt of 1,500 rocks in one draw. There is one rock in memory, of 20 triangles; where an
 * instance flies, how large it is and how it turns, the vertex program makes of its number.
 */
#include "demos/cik_text.h"
#include "demos/demo.h"
#include "demos/r600_text.h"
#include "demos/shape.h"
#include "demos/viv_text.h"
#include "lib/fl_buffer.h"
#include "lib/fl_program.h"

enum { ROCKS = 1500, FACES = 20, VERTICES = 3 * FACES };

/* A corner of a face, and the face's normal. */
struct corner {
	float at[3], normal[3];
};

/* Numbers between 0 and 1 that show no pattern are the fractions of the multiples of four ratios. */
static const char vertex_r600[] =
    "!!R600\n"
    "vertex\n"
    "in position\n"
    "in normal\n"
    "out pos : position\n"
    "out shade : color0\n"
    "const state_mvp[4]\n"
    "const time\n"
    "const sun\n"
    "const ratio = {0.61803399, 0.75487767, 0.56984029, 0.32471796}\n"
    "const chip_turn\n"
    "temp own\n"
    "temp turn\n"
    "temp place\n"
    "temp at\n"
    "temp n\n"
    "CALL_FS\n"
    "ALU\n"
    "UINT_TO_FLT at.w, R0.w\n"
    "MUL own.x, at.w, ratio.x\n"
    "MUL own.y, at.w, ratio.y\n"
    "MUL own.z, at.w, ratio.z\n"
    "MUL own.w, at.w, ratio.w\n"
    "FRACT own.x, own.x\n"
    "FRACT own.y, own.y\n"
    "FRACT own.z, own.z\n"
    "FRACT own.w, own.w\n"
    "# about the planet, in turns, the inner rocks faster; and about itself\n"
    "MULADD turn.z, own.y, -0.03, 0.05\n"
    "MULADD turn.x, time.x, turn.z, own.x\n"
    "MULADD turn.z, own.z, 0.5, 0.1\n"
    "MULADD turn.y, time.x, turn.z, own.w\n"
    "ADD turn.z, turn.x, 0.25\n"
    "ADD turn.w, turn.y, 0.25\n" R600_SINE("turn.x") R600_SINE("turn.y") R600_SINE("turn.z")
	R600_SINE("turn.w") "# where: a ring that is flat\n"
			    "MULADD place.w, own.y, 2.6, 2.4\n"
			    "MUL place.x, place.w, turn.z\n"
			    "MUL place.z, place.w, turn.x\n"
			    "MULADD place.y, own.z, 0.4, -0.2\n"
			    "# how large: there are few large ones\n"
			    "MUL place.w, own.w, own.w\n"
			    "MUL place.w, place.w, own.w\n"
			    "MULADD place.w, place.w, 0.12, 0.025\n"
			    "MUL at.x, position.z, turn.y\n"
			    "MUL at.z, position.x, turn.y\n"
			    "MULADD at.x, position.x, turn.w, at.x\n"
			    "MULADD at.z, position.z, turn.w, -at.z\n"
			    "MULADD at.x, at.x, place.w, place.x\n"
			    "MULADD at.y, position.y, place.w, place.y\n"
			    "MULADD at.z, at.z, place.w, place.z\n"
			    "MOV at.w, 1.0\n" R600_ROWS("pos", "state_mvp",
							"at") "MUL n.x, normal.z, turn.y\n"
							      "MUL n.z, normal.x, turn.y\n"
							      "MULADD n.x, normal.x, turn.w, n.x\n"
							      "MULADD n.z, normal.z, turn.w, -n.z\n"
							      "MOV n.y, normal.y\n" R600_DOT3(
								  "__", "__", "__", "n", "n",
								  "sun") "MAX n.w, n.w, 0\n"
									 "MULADD n.w, n.w, 0.94, 0.06\n"
									 "MULADD n.x, own.z, 0.3, 0.7\n"
									 "MULADD n.z, own.x, 0.2, 0.5\n"
									 "MUL shade.x, n.w, n.x\n"
									 "MUL shade.y, n.w, 0.7\n"
									 "MUL shade.z, n.w, n.z\n"
									 "EXPORT_DONE POS 60, pos.xyzw\n"
									 "EXPORT_DONE PARAM 0, shade.xyz1\n";

static const char fragment_r600[] = "!!R600\n"
				    "fragment\n"
				    "in shade : color0\n"
				    "EXPORT_DONE PIXEL 0, shade.xyzw\n";

/* clang-format off */
static const char vertex_cik[] =
    "; !!GFX7\n"
    "vertex\n"
    "in position\n"
    "in normal\n"
    "out pos : position\n"
    "out shade : color0\n"
    "const state_mvp[4]\n"
    "const time\n"
    "const sun\n"
    "const ratio = {0.61803399, 0.75487767, 0.56984029, 0.32471796}\n"
    "temp own\n"
    "temp turn\n"
    "temp place\n"
    "temp at\n"
    "temp n\n"
    "v_cvt_f32_u32 at.w, v3\n"
    "v_mul_f32 own.x, ratio.x, at.w\n"
    "v_mul_f32 own.y, ratio.y, at.w\n"
    "v_mul_f32 own.z, ratio.z, at.w\n"
    "v_mul_f32 own.w, ratio.w, at.w\n"
    GFX7_XYZ1("v_fract_f32", "own", "own")
    "v_fract_f32 own.w, own.w\n"
    "# about the planet, in turns, the inner rocks faster; and about itself\n"
    "v_mov_b32 n.x, 0.05\n"
    "v_mov_b32 n.y, 0.1\n"
    "v_madmk_f32 turn.z, own.y, -0.03, n.x\n"
    "v_mad_f32 turn.x, time.x, turn.z, own.x\n"
    "v_mad_f32 turn.z, own.z, 0.5, n.y\n"
    "v_mad_f32 turn.y, time.x, turn.z, own.w\n"
    "v_add_f32 turn.z, 0.25, turn.x\n"
    "v_add_f32 turn.w, 0.25, turn.y\n"
    GFX7_SINE("turn.x") GFX7_SINE("turn.y") GFX7_SINE("turn.z") GFX7_SINE("turn.w")
    "# where: a ring that is flat\n"
    "v_mov_b32 n.x, 2.4\n"
    "v_mov_b32 n.y, -0.2\n"
    "v_mov_b32 n.z, 0.025\n"
    "v_madmk_f32 place.w, own.y, 2.6, n.x\n"
    "v_mul_f32 place.x, place.w, turn.z\n"
    "v_mul_f32 place.z, place.w, turn.x\n"
    "v_madmk_f32 place.y, own.z, 0.4, n.y\n"
    "# how large: there are few large ones\n"
    "v_mul_f32 place.w, own.w, own.w\n"
    "v_mul_f32 place.w, place.w, own.w\n"
    "v_madmk_f32 place.w, place.w, 0.12, n.z\n"
    "v_mul_f32 at.x, position.z, turn.y\n"
    "v_mul_f32 at.z, position.x, turn.y\n"
    "v_mac_f32 at.x, position.x, turn.w\n"
    "v_mad_f32 at.z, position.z, turn.w, -at.z\n"
    "v_mad_f32 at.x, at.x, place.w, place.x\n"
    "v_mad_f32 at.y, position.y, place.w, place.y\n"
    "v_mad_f32 at.z, at.z, place.w, place.z\n"
    "v_mov_b32 at.w, 1.0\n"
    GFX7_ROWS("pos", "state_mvp", "at")
    "v_mul_f32 n.x, normal.z, turn.y\n"
    "v_mul_f32 n.z, normal.x, turn.y\n"
    "v_mac_f32 n.x, normal.x, turn.w\n"
    "v_mad_f32 n.z, normal.z, turn.w, -n.z\n"
    "v_mov_b32 n.y, normal.y\n"
    GFX7_DOT3("n.w", "sun", "n")
    "v_max_f32 n.w, 0, n.w\n"
    "v_mul_f32 n.w, 0.94, n.w\n"
    "v_add_f32 n.w, 0.06, n.w\n"
    "v_mul_f32 n.x, 0.3, own.z\n"
    "v_add_f32 n.x, 0.7, n.x\n"
    "v_mul_f32 n.z, 0.2, own.x\n"
    "v_add_f32 n.z, 0.5, n.z\n"
    "v_mul_f32 shade.x, n.w, n.x\n"
    "v_mul_f32 shade.y, 0.7, n.w\n"
    "v_mul_f32 shade.z, n.w, n.z\n"
    "v_mov_b32 shade.w, 1.0\n"
    GFX7_EXPORT("pos0", "pos", " done") GFX7_EXPORT("param0", "shade", "");

static const char fragment_cik[] =
    "; !!GFX7\n"
    "fragment\n"
    "in shade : color0\n"
    GFX7_PIXEL("shade");
/* clang-format on */

/* clang-format off */
static const char vertex_gc[] =
    "!!GC3000\n"
    "vertex\n"
    "in position\n"
    "in normal\n"
    "out pos : position\n"
    "out shade : color0\n"
    "const state_mvp[4]\n"
    "const time\n"
    "const sun\n"
    "const ratio = {0.61803399, 0.75487767, 0.56984029, 0.32471796}\n"
    "const round = {-0.03, 0.05, 0.5, 0.1}\n"
    "const ring = {2.6, 2.4, 0.4, -0.2}\n"
    "const size = {0.12, 0.025, 0.25, 1}\n"
    "const paint = {0.94, 0.06, 0.3, 0.7}\n"
    "const blue = {0.2, 0.5, 0, 0}\n"
    VIV_SINE_CONST
    "temp chip_number\n"
    "temp own\n"
    "temp turn\n"
    "temp place\n"
    "temp at\n"
    "temp n\n"
    "temp lost\n"
    "i2f.u32 at.___w, chip_number.yyyy, void, void\n"
    "mul own, at.wwww, ratio, void\n"
    "frc own, void, void, own\n"
    "# about the planet, in turns, the inner rocks faster; and about itself\n"
    "mad turn.__z_, own.yyyy, round.xxxx, round.yyyy\n"
    "mad turn.x___, turn.zzzz, time.xxxx, own.xxxx\n"
    "mad turn.__z_, own.zzzz, round.zzzz, round.wwww\n"
    "mad turn._y__, turn.zzzz, time.xxxx, own.wwww\n"
    "add turn.__zw, turn.xxxy, void, size.zzzz\n"
    VIV_SINE("turn", ".xyzw", "lost")
    "# where: a ring that is flat\n"
    "mad place.___w, own.yyyy, ring.xxxx, ring.yyyy\n"
    "mul place.x___, place.wwww, turn.zzzz, void\n"
    "mul place.__z_, place.wwww, turn.xxxx, void\n"
    "mad place._y__, own.zzzz, ring.zzzz, ring.wwww\n"
    "# how large: there are few large ones\n"
    "mul place.___w, own.wwww, own.wwww, void\n"
    "mul place.___w, place.wwww, own.wwww, void\n"
    "mad place.___w, place.wwww, size.xxxx, size.yyyy\n"
    "mul at.x___, position.zzzz, turn.yyyy, void\n"
    "mul at.__z_, position.xxxx, turn.yyyy, void\n"
    "mad at.x___, position.xxxx, turn.wwww, at.xxxx\n"
    "mad at.__z_, position.zzzz, turn.wwww, -at.zzzz\n"
    "mad at.x___, at.xxxx, place.wwww, place.xxxx\n"
    "mad at._y__, position.yyyy, place.wwww, place.yyyy\n"
    "mad at.__z_, at.zzzz, place.wwww, place.zzzz\n"
    "mov at.___w, void, void, size.wwww\n"
    VIV_ROWS("pos", "state_mvp", "at")
    "mul n.x___, normal.zzzz, turn.yyyy, void\n"
    "mul n.__z_, normal.xxxx, turn.yyyy, void\n"
    "mad n.x___, normal.xxxx, turn.wwww, n.xxxx\n"
    "mad n.__z_, normal.zzzz, turn.wwww, -n.zzzz\n"
    "mov n._y__, void, void, normal.yyyy\n"
    "dp3 n.___w, n, sun, void\n"
    "select.lt n.___w, n.wwww, blue.zzzz, n.wwww\n"
    "mad n.___w, n.wwww, paint.xxxx, paint.yyyy\n"
    "mad n.x___, own.zzzz, paint.zzzz, paint.wwww\n"
    "mad n.__z_, own.xxxx, blue.xxxx, blue.yyyy\n"
    "mul shade.x___, n.wwww, n.xxxx, void\n"
    "mul shade._y__, n.wwww, paint.wwww, void\n"
    "mul shade.__z_, n.wwww, n.zzzz, void\n"
    "mov shade.___w, void, void, size.wwww\n";

static const char fragment_gc[] =
    "!!GC3000\n"
    "fragment\n"
    "in shade : color0\n"
    "out pixel\n"
    "mov pixel, void, void, shade\n";
/* clang-format on */

static const struct fl_program_text programs[] = {{"r600", vertex_r600, fragment_r600},
						  {"cik", vertex_cik, fragment_cik},
						  {"gc", vertex_gc, fragment_gc},
						  {0}};

/* An icosahedron with dents. */
static void make_rock(struct corner rock[VERTICES])
{
#define A 0.525731f
#define B 0.850651f
	static const float corner[12][3] = {{-A, B, 0}, {A, B, 0}, {-A, -B, 0}, {A, -B, 0},
					    {0, -A, B}, {0, A, B}, {0, -A, -B}, {0, A, -B},
					    {B, 0, -A}, {B, 0, A}, {-B, 0, -A}, {-B, 0, A}};
	static const uint8_t face[FACES][3] = {{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
					       {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
					       {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
					       {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};

	for (int f = 0; f < FACES; f++) {
		struct corner *c = &rock[3 * f];
		float u[3], v[3], n[3];

		for (int k = 0; k < 3; k++)
			for (int i = 0; i < 3; i++)
				c[k].at[i] =
				    corner[face[f][k]][i] * (0.7f + 0.6f * fl_demo_chance(face[f][k], 0));
		for (int i = 0; i < 3; i++) {
			u[i] = c[1].at[i] - c[0].at[i];
			v[i] = c[2].at[i] - c[0].at[i];
		}
		fl_vec3_cross(n, u, v);
		fl_vec3_normalize(n);
		for (int k = 0; k < 3; k++)
			memcpy(c[k].normal, n, sizeof(n));
	}
}

static enum fl_code begin(struct fl_stage *s, struct fl_err *err)
{
	struct corner rock[VERTICES];
	/* Where the rock is, the stage keeps: a surface that has no more than a place. */
	enum fl_code code = fl_vram_alloc(&s->vram, sizeof(rock), 4, &s->surface[0].offset_B, err);

	if (code)
		return code;
	make_rock(rock);
	fl_vram_write(s->dev, s->surface[0].offset_B, rock, sizeof(rock));
	fl_vram_settle(s->dev, s->surface[0].offset_B);
	return fl_program_choose(&s->d, fl_stage_program(s, 0), programs, err);
}

static void planet(struct fl_draw *d, const float sun[4])
{
	static const float dark[3] = {0.03f, 0.03f, 0.05f}, light[3] = {1, 0.95f, 0.85f};

	fl_light_position(d, 0, sun[0], sun[1], sun[2], 0);
	fl_light_color(d, 0, dark, light, light);
	fl_material(d, &(const struct fl_material){.specular = {0.2f, 0.2f, 0.2f}, .shininess = 12});
	fl_lighting(d, true);
	fl_color_argb(d, 0xffc88a58);
	fl_shape_sphere(d, 1.6f, 48, 32);
	fl_lighting(d, false);
}

static enum fl_code frame(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	static const float eye[3] = {0, 2.1f, 6.4f}, center[3] = {0, -0.2f, 0}, up[3] = {0, 1, 0};
	static const float sun[1][4] = {{-0.74f, 0.46f, 0.49f, 0}};
	const float time[1][4] = {{fl_demo_seconds(n), 0, 0, 0}};
	const struct fl_arrays a = {.position = {.offset_B = s->surface[0].offset_B,
						 .stride_B = sizeof(struct corner),
						 .type = FL_FLOAT,
						 .size = 3},
				    .normal = {.offset_B = s->surface[0].offset_B + 12,
					       .stride_B = sizeof(struct corner),
					       .type = FL_FLOAT,
					       .size = 3}};
	struct fl_program *p = fl_stage_program(s, 0);
	struct fl_draw *d = &s->d;

	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, 0xff05060b, 1, 0);
	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_perspective(d, 45, (float)s->width / (float)s->height, 0.3f, 30);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
	fl_look_at(d, eye, center, up);
	fl_rotate(d, 14, 0, 0, 1);
	fl_depth(d, true, FL_LESS, true);
	fl_cull(d, FL_CULL_BACK);
	planet(d, sun[0]);
	fl_program(d, p);
	fl_program_set(p, FL_VERTEX, fl_program_const(p, FL_VERTEX, "time"), 1, time);
	fl_program_set(p, FL_VERTEX, fl_program_const(p, FL_VERTEX, "sun"), 1, sun);
	fl_instances(d, ROCKS);
	fl_draw_arrays(d, FL_TRIANGLES, &a, 0, VERTICES);
	fl_instances(d, 1);
	fl_program(d, NULL);
	return FL_OK;
}

const struct fl_demo fl_demo_asteroids = {
    .name = "asteroids",
    .what = "a belt of 1,500 rocks in one draw: instances",
    .needs = FL_NEEDS_3D,
    .does = FL_DOES_INSTANCES,
    .asks = "several instances of a draw",
    .begin = begin,
    .frame = frame,
};
