/* SPDX-License-Identifier: MIT
 *
 * fur: a ring of 2,304 triangles, on each of which a geometry program grows eight hairs. Where they stand,
 * how long they are and how the wind bends them, it makes of the triangle's number and of the time; each is a
 * strip of three triangles that turns its side to the eye.
 */
#include "demos/cik_text.h"
#include "demos/demo.h"
#include "demos/r600_text.h"
#include "demos/shape.h"
#include "lib/fl_buffer.h"
#include "lib/fl_program.h"

enum { AROUND = 48, ACROSS = 24, CELL_VERTICES = 6, VERTICES = CELL_VERTICES * AROUND * ACROSS };
#define RING 1.0f
#define TUBE 0.42f

struct corner {
	float at[3], normal[3];
};

/* Places and normals go to the geometry program as they are. */
static const char vertex_r600[] = "!!R600\n"
				  "vertex\n"
				  "in position\n"
				  "in normal\n"
				  "CALL_FS\n"
				  "MEM_RING WRITE 0, position.xyzw ES:3\n"
				  "MEM_RING WRITE 4, normal.xyzw ES:3\n";

/* clang-format off */
#define CORNER(place, normal, from) \
	"VFETCH " place ".xyzw, " from ", RID:159 NO_INDEX_OFFSET MFC:16 UCF OFFSET:0\n" \
	"VFETCH " normal ".xyzw, " from ", RID:159 NO_INDEX_OFFSET MFC:16 UCF OFFSET:16\n"
/* to = a + b times the number s */
#define ALONG(to, a, b, s) \
	"MULADD " to ".x, " b ".x, " s ", " a ".x\n" \
	"MULADD " to ".y, " b ".y, " s ", " a ".y\n" \
	"MULADD " to ".z, " b ".z, " s ", " a ".z\n"
#define MINUS(to, a, b) \
	"ADD " to ".x, " a ".x, -" b ".x\n" \
	"ADD " to ".y, " a ".y, -" b ".y\n" \
	"ADD " to ".z, " a ".z, -" b ".z\n"
/* to = v times the number s */
#define SCALE(to, v, s) \
	"MUL " to ".x, " v ".x, " s "\n" \
	"MUL " to ".y, " v ".y, " s "\n" \
	"MUL " to ".z, " v ".z, " s "\n"
/* A vertex of the strip: at `place`, and beside it by so many times the width. R1.x counts vectors. */
#define EMIT(place, beside, how) \
	"ALU\n" ALONG("at", place, "side", beside) \
	R600_ROWS("pos", "state_mvp", "at") \
	"MEM_RING WRITE_IND 0, pos.xyzw ES:3 IDX:1 SIZE:4095\n" \
	"MEM_RING WRITE_IND 4, shade.xyzw ES:3 IDX:1 SIZE:4095\n" \
	how "\n" \
	"ALU\n" \
	"ADD_INT R1.x, R1.x, 2\n"

static const char geometry_r600[] =
	"!!R600\n"
	"geometry\n"
	"takes triangles\n"
	"emits triangles 40\n"
	"out pos : position\n"
	"out shade : color0\n"
	"const state_mvp[4]\n"
	"const time\n"
	"const eye\n"
	"const sun\n"
	"const wind\n"
	"const width = {0.014, -0.014, 0.009, -0.009}\n"
	"const chip_turn\n"
	"temp base\n"
	"temp u\n"
	"temp v\n"
	"temp n\n"
	"temp nu\n"
	"temp nv\n"
	"temp own\n"
	"temp root\n"
	"temp up\n"
	"temp half\n"
	"temp tip\n"
	"temp side\n"
	"temp at\n"
	"temp tone\n"
	"VTX_TC\n"
	CORNER("base", "n", "R0.x")
	CORNER("u", "nu", "R0.y")
	CORNER("v", "nv", "R0.w")
	"ALU\n"
	"# from the first corner to the others; n.w counts hairs\n"
	MINUS("u", "u", "base")
	MINUS("v", "v", "base")
	MINUS("nu", "nu", "n")
	MINUS("nv", "nv", "n")
	"UINT_TO_FLT base.w, R0.z\n"
	"MOV n.w, 0\n"
	"MOV R1.x, 0\n"
	"MOV at.w, 1.0\n"
	"MOV shade.w, 1.0\n"
	"LOOP_START_DX10 GROWN\n"
	"HAIR:\n"
	"ALU_BREAK\n"
	"PRED_SETGT __.x, 8.0, n.w UPDATE_EXEC_MASK\n"
	"ALU\n"
	"# numbers between 0 and 1 that show no pattern, the hair's own\n"
	"MULADD own.w, n.w, 0.125, base.w\n"
	"MUL own.x, own.w, 4.9442719\n"
	"MUL own.y, own.w, 6.0390214\n"
	"MUL own.z, own.w, 4.5587223\n"
	"MUL own.w, own.w, 2.5977437\n"
	"FRACT own.x, own.x\n"
	"FRACT own.y, own.y\n"
	"FRACT own.z, own.z\n"
	"FRACT own.w, own.w\n"
	"# two of them say where it stands; over the edge they are turned back\n"
	"ADD root.w, own.x, own.y\n"
	"SETGT root.w, root.w, 1.0\n"
	"MULADD root.x, own.x, -2.0, 1.0\n"
	"MULADD root.y, own.y, -2.0, 1.0\n"
	"MULADD own.x, root.x, root.w, own.x\n"
	"MULADD own.y, root.y, root.w, own.y\n"
	ALONG("root", "base", "u", "own.x")
	ALONG("root", "root", "v", "own.y")
	ALONG("up", "n", "nu", "own.x")
	ALONG("up", "up", "nv", "own.y")
	"ADD n.w, n.w, 1.0\n"
	"# the sun's light; longer hairs are of a lighter brown\n"
	"ALU\n"
	R600_DOT3("__", "__", "__", "tone", "up", "sun")
	"MAX tone.w, tone.w, 0\n"
	"MULADD tone.w, tone.w, 0.75, 0.25\n"
	"MULADD tone.x, own.z, 0.35, 0.65\n"
	"MULADD tone.y, own.z, 0.4, 0.38\n"
	"MULADD tone.z, own.z, 0.35, 0.16\n"
	SCALE("tone", "tone", "tone.w")
	"# how long it is; gusts run over the ring; the tip hangs\n"
	"MULADD own.z, own.z, 0.2, 0.16\n"
	"MULADD side.x, root.x, 0.3, time.x\n"
	"MULADD side.x, root.y, -0.2, side.x\n"
	"MULADD side.x, own.w, 0.15, side.x\n"
	R600_SINE("side.x")
	"MULADD side.x, side.x, 0.5, 0.5\n"
	"MUL side.x, side.x, own.z\n"
	"MUL side.y, side.x, 0.25\n"
	"MUL own.w, own.z, 0.5\n"
	ALONG("half", "root", "up", "own.w")
	ALONG("half", "half", "wind", "side.y")
	ALONG("tip", "root", "up", "own.z")
	ALONG("tip", "tip", "wind", "side.x")
	"MULADD half.y, own.z, -0.06, half.y\n"
	"MULADD tip.y, own.z, -0.35, tip.y\n"
	"# across both the hair and the line of sight\n"
	"ALU\n"
	MINUS("up", "tip", "root")
	MINUS("at", "eye", "root")
	"MUL side.x, up.z, at.y\n"
	"MUL side.y, up.x, at.z\n"
	"MUL side.z, up.y, at.x\n"
	"MULADD side.x, up.y, at.z, -side.x\n"
	"MULADD side.y, up.z, at.x, -side.y\n"
	"MULADD side.z, up.x, at.y, -side.z\n"
	R600_DOT3("__", "__", "__", "side", "side", "side")
	"RECIPSQRT_IEEE side.w, side.w\n"
	SCALE("side", "side", "side.w")
	"# two vertices at the root, two half way up, and the tip\n"
	SCALE("shade", "tone", "0.25")
	EMIT("root", "width.x", "EMIT_VERTEX")
	EMIT("root", "width.y", "EMIT_VERTEX")
	SCALE("shade", "tone", "0.7")
	EMIT("half", "width.z", "EMIT_VERTEX")
	EMIT("half", "width.w", "EMIT_VERTEX")
	SCALE("shade", "tone", "1.2")
	EMIT("tip", "n.x", "EMIT_CUT_VERTEX")
	"LOOP_END HAIR\n"
	"GROWN:\n"
	"NOP\n";
/* clang-format on */

static const char fragment_r600[] = "!!R600\n"
				    "fragment\n"
				    "in shade : color0\n"
				    "EXPORT_DONE PIXEL 0, shade.xyzw\n";

/* ---- Sea Islands --------------------------------------------------------------------------------------- */
/* clang-format off */
static const char vertex_cik[] =
	"; !!GFX7\n"
	"vertex\n"
	"in position\n"
	"in normal\n"
	"hand place\n"
	"hand n\n"
	GFX7_XYZ1("v_mov_b32", "place", "position")
	GFX7_XYZ1("v_mov_b32", "n", "normal");

/* to = a + b times the number s */
#define GFX7_ALONG(to, a, b, s) \
	"v_mad_f32 " to ".x, " b ".x, " s ", " a ".x\n" \
	"v_mad_f32 " to ".y, " b ".y, " s ", " a ".y\n" \
	"v_mad_f32 " to ".z, " b ".z, " s ", " a ".z\n"
/* to = k times from, and c */
#define GFX7_LINE(to, from, k, c) "v_mul_f32 " to ", " k ", " from "\nv_add_f32 " to ", " c ", " to "\n"
/* to grows by k times from */
#define GFX7_GROW(to, from, k) "v_madmk_f32 " to ", " from ", " k ", " to "\n"
#define GFX7_NUMBER(to, k) "v_mul_f32 " to ", " k ", own.w\nv_fract_f32 " to ", " to "\n"
/* As EMIT() */
#define GFX7_EMIT(place, beside) \
	GFX7_ALONG("at", place, "side", beside) \
	GFX7_ROWS("pos", "state_mvp", "at") \
	"emit\n"

static const char geometry_cik[] =
	"; !!GFX7\n"
	"geometry\n"
	"takes triangles\n"
	"emits triangles 40\n"
	"in place\n"
	"in normal\n"
	"out pos : position\n"
	"out shade : color0\n"
	"const state_mvp[4]\n"
	"const time\n"
	"const eye\n"
	"const sun\n"
	"const wind\n"
	"const width = {0.014, -0.014, 0.009, -0.009}\n"
	"scalar hair\n"
	"temp pu\n"
	"temp pv\n"
	"temp nu\n"
	"temp nv\n"
	"temp own\n"
	"temp root\n"
	"temp up\n"
	"temp half\n"
	"temp tip\n"
	"temp side\n"
	"temp at\n"
	"temp tone\n"
	"; from the first corner to the others; pu.w has the triangle's number, pv.w counts hairs\n"
	GFX7_XYZ2("v_sub_f32", "pu", "place[1]", "place[0]")
	GFX7_XYZ2("v_sub_f32", "pv", "place[2]", "place[0]")
	GFX7_XYZ2("v_sub_f32", "nu", "normal[1]", "normal[0]")
	GFX7_XYZ2("v_sub_f32", "nv", "normal[2]", "normal[0]")
	"v_cvt_f32_u32 pu.w, v2\n"
	"v_mov_b32 pv.w, 0\n"
	"v_mov_b32 at.w, 1.0\n"
	"v_mov_b32 shade.w, 1.0\n"
	"s_mov_b32 hair.x, 8\n"
	"HAIR:\n"
	"; numbers between 0 and 1 that show no pattern, the hair's own\n"
	"v_madmk_f32 own.w, pv.w, 0.125, pu.w\n"
	GFX7_NUMBER("own.x", "4.9442719")
	GFX7_NUMBER("own.y", "6.0390214")
	GFX7_NUMBER("own.z", "4.5587223")
	GFX7_NUMBER("own.w", "2.5977437")
	"; two of them say where it stands; over the edge they are turned back\n"
	"v_add_f32 root.w, own.x, own.y\n"
	"v_cmp_lt_f32 vcc, 1.0, root.w\n"
	"v_mad_f32 root.x, own.x, -2.0, 1.0\n"
	"v_mad_f32 root.y, own.y, -2.0, 1.0\n"
	"v_cndmask_b32 root.x, 0, root.x, vcc\n"
	"v_cndmask_b32 root.y, 0, root.y, vcc\n"
	"v_add_f32 own.x, own.x, root.x\n"
	"v_add_f32 own.y, own.y, root.y\n"
	GFX7_ALONG("root", "place[0]", "pu", "own.x")
	GFX7_ALONG("root", "root", "pv", "own.y")
	GFX7_ALONG("up", "normal[0]", "nu", "own.x")
	GFX7_ALONG("up", "up", "nv", "own.y")
	"v_add_f32 pv.w, 1.0, pv.w\n"
	"; the sun's light; longer hairs are of a lighter brown\n"
	GFX7_DOT3("tone.w", "sun", "up")
	"v_max_f32 tone.w, 0, tone.w\n"
	GFX7_LINE("tone.w", "tone.w", "0.75", "0.25")
	GFX7_LINE("tone.x", "own.z", "0.35", "0.65")
	GFX7_LINE("tone.y", "own.z", "0.4", "0.38")
	GFX7_LINE("tone.z", "own.z", "0.35", "0.16")
	GFX7_XYZ_BY("v_mul_f32", "tone", "tone.w", "tone")
	"; how long it is; gusts run over the ring; the tip hangs\n"
	GFX7_LINE("own.z", "own.z", "0.2", "0.16")
	GFX7_LINE("side.x", "root.x", "0.3", "time.x")
	GFX7_GROW("side.x", "root.y", "-0.2")
	GFX7_GROW("side.x", "own.w", "0.15")
	GFX7_SINE("side.x")
	"v_mad_f32 side.x, side.x, 0.5, 0.5\n"
	"v_mul_f32 side.x, side.x, own.z\n"
	"v_mul_f32 side.y, 0.25, side.x\n"
	"v_mul_f32 own.w, 0.5, own.z\n"
	GFX7_ALONG("half", "root", "up", "own.w")
	GFX7_ALONG("half", "half", "wind", "side.y")
	GFX7_ALONG("tip", "root", "up", "own.z")
	GFX7_ALONG("tip", "tip", "wind", "side.x")
	GFX7_GROW("half.y", "own.z", "-0.06")
	GFX7_GROW("tip.y", "own.z", "-0.35")
	"; across both the hair and the line of sight\n"
	GFX7_XYZ2("v_sub_f32", "up", "tip", "root")
	GFX7_XYZ2("v_sub_f32", "at", "eye", "root")
	"v_mul_f32 side.x, up.z, at.y\n"
	"v_mul_f32 side.y, up.x, at.z\n"
	"v_mul_f32 side.z, up.y, at.x\n"
	"v_mad_f32 side.x, up.y, at.z, -side.x\n"
	"v_mad_f32 side.y, up.z, at.x, -side.y\n"
	"v_mad_f32 side.z, up.x, at.y, -side.z\n"
	GFX7_DOT3("side.w", "side", "side")
	"v_rsq_f32 side.w, side.w\n"
	GFX7_XYZ_BY("v_mul_f32", "side", "side.w", "side")
	"; two vertices at the root, two half way up, and the tip\n"
	GFX7_XYZ_BY("v_mul_f32", "shade", "0.25", "tone")
	GFX7_EMIT("root", "width.x")
	GFX7_EMIT("root", "width.y")
	GFX7_XYZ_BY("v_mul_f32", "shade", "0.7", "tone")
	GFX7_EMIT("half", "width.z")
	GFX7_EMIT("half", "width.w")
	GFX7_XYZ_BY("v_mul_f32", "shade", "1.2", "tone")
	GFX7_EMIT("tip", "normal[0].x")
	"cut\n"
	"s_sub_u32 hair.x, hair.x, 1\n"
	"s_cmp_lg_u32 hair.x, 0\n"
	"s_cbranch_scc1 HAIR\n";

static const char fragment_cik[] =
	"; !!GFX7\n"
	"fragment\n"
	"in shade : color0\n"
	GFX7_PIXEL("shade");
/* clang-format on */

static const struct fl_program_text programs[] = {
    {"r600", vertex_r600, fragment_r600}, {"cik", vertex_cik, fragment_cik}, {0}};
static const char *const geometry[] = {geometry_r600, geometry_cik};

/* The corner of the torus at i around its hole, k around its tube. */
static struct corner corner(int i, int k)
{
	const float a = (float)i * 2 * FL_PI / AROUND, b = (float)k * 2 * FL_PI / ACROSS;
	const float out[3] = {fl_cosf(a), fl_sinf(a), 0};
	struct corner c;

	for (int x = 0; x < 3; x++) {
		c.normal[x] = out[x] * fl_cosf(b) + (x == 2 ? fl_sinf(b) : 0);
		c.at[x] = out[x] * RING + c.normal[x] * TUBE;
	}
	return c;
}

static enum fl_code begin(struct fl_stage *s, struct fl_err *err)
{
	static const uint8_t around[CELL_VERTICES] = {0, 1, 1, 0, 1, 0},
			     across[CELL_VERTICES] = {0, 0, 1, 0, 1, 1};
	struct corner ring[CELL_VERTICES * ACROSS];
	/* Where the triangles are, the stage keeps: a surface that has no more than a place. */
	enum fl_code code =
	    fl_vram_alloc(&s->vram, sizeof(struct corner) * VERTICES, 4, &s->surface[0].offset_B, err);

	for (int i = 0; !code && i < AROUND; i++) {
		for (int k = 0; k < CELL_VERTICES * ACROSS; k++)
			ring[k] = corner(i + around[k % CELL_VERTICES],
					 k / CELL_VERTICES + across[k % CELL_VERTICES]);
		fl_vram_write(s->dev, s->surface[0].offset_B + sizeof(ring) * (uint32_t)i, ring,
			      sizeof(ring));
	}
	if (code)
		return code;
	fl_vram_settle(s->dev, s->surface[0].offset_B);
	return fl_program_choose_geometry(&s->d, fl_stage_program(s, 0), programs, geometry, err);
}

static void set(struct fl_program *p, const char *name, float x, float y, float z)
{
	const float v[1][4] = {{x, y, z, 0}};

	fl_program_set(p, FL_GEOMETRY, fl_program_const(p, FL_GEOMETRY, name), 1, v);
}

/* What the hairs grow on */
static void skin(struct fl_draw *d)
{
	static const float dark[3] = {0.1f, 0.1f, 0.1f}, light[3] = {0.9f, 0.85f, 0.8f};

	fl_light_position(d, 0, -0.5f, 0.7f, 0.5f, 0);
	fl_light_color(d, 0, dark, light, dark);
	fl_lighting(d, true);
	fl_color_argb(d, 0xff4a2c14);
	fl_shape_torus(d, RING, TUBE - 0.01f, AROUND, ACROSS);
	fl_lighting(d, false);
}

static enum fl_code frame(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	const float t = fl_demo_seconds(n), turn = 0.5f * fl_sinf(t * 0.7f);
	const float eye[3] = {4.3f * fl_sinf(turn), 1.5f, 4.3f * fl_cosf(turn)};
	static const float center[3] = {0, 0, 0}, up[3] = {0, 1, 0};
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

	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, 0xff6f95a8, 1, 0);
	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_perspective(d, 45, (float)s->width / (float)s->height, 0.5f, 20);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
	fl_look_at(d, eye, center, up);
	fl_depth(d, true, FL_LESS, true);
	skin(d);
	fl_program(d, p);
	set(p, "time", -0.45f * t, 0, 0);
	set(p, "eye", eye[0], eye[1], eye[2]);
	set(p, "sun", -0.5f, 0.7f, 0.5f);
	set(p, "wind", 0.5f, 0.1f, -0.2f);
	fl_draw_arrays(d, FL_TRIANGLES, &a, 0, VERTICES);
	fl_program(d, NULL);
	return FL_OK;
}

const struct fl_demo fl_demo_fur = {
    .name = "fur",
    .what = "18,432 hairs in the wind, which a geometry program grows on a ring",
    .needs = FL_NEEDS_3D,
    .does = FL_DOES_GEOMETRY,
    .asks = "geometry programs",
    .begin = begin,
    .frame = frame,
};
