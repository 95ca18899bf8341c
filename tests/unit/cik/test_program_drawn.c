/* SPDX-License-Identifier: MIT
 *
 * Programs of the caller's own on Sea Islands, drawn: inputs that are the chip's, pixels that are thrown
 * away, depths of their own, instances, textures in vertex programs, tables, several programs and batches.
 * Models that object fail the test.
 */
#include "demos/cik_text.h"
#include "lib/fl_buffer.h"
#include "tests/unit/test_lib_rig.h"

TestSuite(cik_program_drawn, .timeout = 120);

static void on_all(void (*f)(struct fl_stage *s), void (*check)(struct rig *r))
{
	static const char *const chips[] = {"bonaire", "hawaii", "kaveri", "kabini"};

	for (unsigned i = 0; i < sizeof(chips) / sizeof(chips[0]); i++)
		draw_on(chips[i], f, check);
}

/* w of clip space is 2. */
#define TWICE(c) "v_mul_f32 pos." c ", 2.0, pos." c "\n"
#define VERTEX                                                                                            \
	"vertex\nin position\nin texcoord0\nout pos : position\nout uv : texcoord0\n"                     \
	"const state_mvp[4]\n" GFX7_ROWS("pos", "state_mvp", "position") TWICE("x") TWICE("y") TWICE("z") \
	    TWICE("w") "v_mov_b32 texcoord0.z, 0\nv_mov_b32 texcoord0.w, 1.0\n" GFX7_EXPORT(              \
		"pos0", "pos", " done") GFX7_EXPORT("param0", "texcoord0", "")

static struct fl_program *choose(struct fl_stage *s, uint32_t which, const char *vertex, const char *fragment)
{
	const struct fl_program_text texts[] = {{"cik", vertex, fragment}, {0}};
	struct fl_program *p = fl_stage_program(s, which);
	struct fl_err err = {0};

	cr_assert_eq(fl_program_choose(&s->d, p, texts, &err), FL_OK, "%s", err.text);
	return p;
}

static struct fl_program *program(struct fl_stage *s, const char *fragment)
{
	struct fl_program *p = choose(s, 0, VERTEX, fragment);

	fl_clear(&s->d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, 0, 1, 0);
	pixels(&s->d);
	fl_program(&s->d, p);
	return p;
}

static void set(struct fl_program *p, enum fl_stage_of stage, const char *name, float x, float y)
{
	const float v[1][4] = {{x, y, 0, 0}};

	fl_program_set(p, stage, fl_program_const(p, stage, name), 1, v);
}

static uint32_t grey(double v)
{
	return (uint32_t)lround(v * 255);
}

/* ---- position and face --------------------------------------------------------------------------------- */
enum { DEEP = 40 }; /* of 100 */

/* Rectangles whose corners run one way and the other; below them, the same by fixed function, no backs. */
static void f_inputs(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;
	struct fl_program *p = program(s, "fragment\nin uv : texcoord0\nin at : position\nin side : face\n"
					  "const scale\ntemp t\n"
					  "v_mul_f32 t.x, scale.x, at.x\nv_mul_f32 t.y, scale.y, at.y\n"
					  "v_mul_f32 t.z, at.z, at.w\n"
					  "v_and_b32 t.w, 1.0, side.x\n" GFX7_PIXEL("t"));

	set(p, FL_FRAGMENT, "scale", 1.0f / W, 1.0f / H);
	for (int i = 0; i < 2; i++) {
		rect(d, 0, 0, 80, 64, DEEP / 100.0f);
		rect(d, W, 0, 80, 64, DEEP / 100.0f);
		fl_program(d, NULL);
		fl_cull(d, FL_CULL_BACK);
		rect(d, 0, 64, 80, H, 0);
		rect(d, W, 64, 80, H, 0);
		fl_cull(d, FL_CULL_NONE);
		fl_program(d, p);
	}
}

static void c_inputs(struct rig *r)
{
	cr_assert_neq(rig_at(r, 10, 100) != 0, rig_at(r, 100, 100) != 0);
	for (uint32_t y = 0; y < 64; y++)
		for (uint32_t x = 0; x < W; x++) {
			const uint32_t want = (rig_at(r, x, y + 64) ? 0xff000000u : 0) |
					      grey((x + 0.5) / W) << 16 | grey((y + 0.5) / H) << 8 |
					      grey(2 * DEEP / 100.0);

			ASSERT_NEAR(r, x, y, want, 1);
		}
}

Test(cik_program_drawn, position_and_face)
{
	on_all(f_inputs, c_inputs);
}

/* ---- what is thrown away, and depths ------------------------------------------------------------------- */
/* Left of the middle: pixels thrown away, where the coordinate says; they leave no depth. */
static void f_kill(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;

	program(s, "fragment\nin uv : texcoord0\nout t\n"
		   "v_add_f32 t.x, uv.x, uv.y\nv_cmp_le_f32 vcc, 1.0, t.x\ns_and_b64 live, live, vcc\n"
		   "v_mov_b32 t.x, 0\nv_mov_b32 t.y, 1.0\nv_mov_b32 t.z, 0\nv_mov_b32 t.w, 1.0\n"
		   "s_mov_b64 exec, live\n" GFX7_PIXEL("t"));
	fl_depth(d, true, FL_LESS, true);
	rect(d, 0, 0, 64, 64, 0.25f);
	fl_program(d, NULL);
	fl_color_argb(d, 0xff0000ff);
	rect(d, 0, 0, 64, 64, 0.5f);
}

static void c_kill(struct rig *r)
{
	for (uint32_t y = 0; y < 64; y++)
		for (uint32_t x = 0; x < 64; x++)
			if (x + y != 63) /* their sum is 1, but for rounding */
				cr_assert_eq(rig_at(r, x, y), x + y < 63 ? 0xff0000ff : 0xff00ff00, "%u, %u",
					     x, y);
}

Test(cik_program_drawn, pixels_thrown_away_leave_no_depth)
{
	on_all(f_kill, c_kill);
}

/* The depth is the coordinate: a plane at a half cuts it in the middle. */
static void f_depth(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;

	program(s, "fragment\nin uv : texcoord0\nout t\n"
		   "v_mov_b32 t.x, 0\nv_mov_b32 t.y, 1.0\n"
		   "exp mrtz uv.x, off, off, off\nexp mrt0 t.x, t.y, t.x, t.y done vm\n");
	fl_depth(d, true, FL_LESS, true);
	rect(d, 0, 0, 64, 64, 0.9f);
	fl_program(d, NULL);
	fl_color_argb(d, 0xff0000ff);
	rect(d, 0, 0, 64, 32, 0.5f);
	rect(d, 0, 32, 64, 64, 0.25f);
}

static void c_depth(struct rig *r)
{
	for (uint32_t y = 0; y < 64; y++)
		for (uint32_t x = 0; x < 64; x++)
			cr_assert_eq(rig_at(r, x, y), x < (y < 32 ? 32 : 16) ? 0xff00ff00 : 0xff0000ff,
				     "%u, %u", x, y);
}

Test(cik_program_drawn, depths_of_its_own)
{
	on_all(f_depth, c_depth);
}

/* The alpha test is that of immediate mode, and another when it says otherwise. */
static void f_alpha(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;

	program(s, "fragment\nin uv : texcoord0\nout t\n"
		   "v_mov_b32 t.x, 1.0\nexp mrt0 t.x, t.x, t.x, uv.x done vm\n");
	fl_alpha_test(d, true, FL_LESS, 128);
	rect(d, 0, 0, 64, 64, 0);
	fl_alpha_test(d, true, FL_GREATER, 64);
	rect(d, 64, 0, 128, 64, 0);
	fl_alpha_test(d, false, FL_ALWAYS, 0);
	rect(d, 0, 64, 64, 128, 0);
}

static void c_alpha(struct rig *r)
{
	for (uint32_t x = 0; x < 64; x++) {
		cr_assert_eq(rig_at(r, x, x) != 0, x < 32, "%u", x);
		cr_assert_eq(rig_at(r, 64 + x, x) != 0, x >= 16, "%u", x);
		cr_assert_neq(rig_at(r, x, 64 + x), 0);
	}
}

Test(cik_program_drawn, alpha_test)
{
	on_all(f_alpha, c_alpha);
}

/* ---- instances ----------------------------------------------------------------------------------------- */
enum { INSTANCES = 12, SIDE = 8 };

/* Squares in a row, each at the place of its number, in colors of its number; the first vertex is not 0. */
static void f_instances(struct fl_stage *s)
{
	static const char vertex[] =
	    "vertex\nin position\nout pos : position\nout col : color0\nconst state_mvp[4]\nconst shade[12]\n"
	    "temp n\n"
	    "v_cvt_f32_u32 n.x, v3\nv_mul_f32 n.y, 16.0, n.x\nv_add_f32 position.x, position.x, n.y\n"
	    "v_mul_f32 col.x, 0x3d808081, n.x\n" /* 16 / 255 */
	    "v_cvt_f32_u32 n.z, v0\nv_mul_f32 col.y, 0x3d808081, n.z\n"
	    "v_mov_b32 col.z, shade[11].x\nv_mov_b32 col.w, 1.0\n" GFX7_ROWS("pos", "state_mvp", "position")
		GFX7_EXPORT("pos0", "pos", " done") GFX7_EXPORT("param0", "col", "");
	static const float corner[6][3] = {{0}, {0}, {0, 0, 0}, {0, SIDE, 0}, {SIDE, SIDE, 0}, {SIDE, 0, 0}};
	struct fl_arrays a = {.position = {.stride_B = 12, .type = FL_FLOAT, .size = 3}};
	struct fl_draw *d = &s->d;
	struct fl_program *p = choose(s, 0, vertex, "fragment\nin col : color0\n" GFX7_PIXEL("col"));
	float shade[12][4] = {{0}};

	shade[11][0] = 1;
	cr_assert_eq(fl_vram_alloc(&s->vram, sizeof(corner), 4, &a.position.offset_B, NULL), FL_OK);
	fl_vram_write(s->dev, a.position.offset_B, corner, sizeof(corner));
	fl_vram_settle(s->dev, a.position.offset_B);
	fl_clear(d, FL_CLEAR_COLOR, 0, 1, 0);
	pixels(d);
	fl_program(d, p);
	fl_program_set(p, FL_VERTEX, fl_program_const(p, FL_VERTEX, "shade"), 12, shade);
	fl_flat(d, true);
	fl_instances(d, INSTANCES);
	fl_draw_arrays(d, FL_QUADS, &a, 2, 4);
	fl_instances(d, 1);
	fl_flat(d, false);
}

/* Vertices count from the first of the draw on, and the last of a quad has its color. */
static void c_instances(struct rig *r)
{
	for (uint32_t x = 0; x < W; x++) {
		const uint32_t i = x / 16;

		ASSERT_NEAR(r, x, 3, x % 16 < SIDE ? 0xff0000ff | (16 * i) << 16 | (16 * 3) << 8 : 0, 1);
	}
}

Test(cik_program_drawn, instances)
{
	on_all(f_instances, c_instances);
}

/* ---- textures and tables ------------------------------------------------------------------------------- */
static uint32_t striped(uint32_t x, uint32_t y)
{
	return 0xff000000 | x << 20 | y << 12;
}

/* The vertex program looks the color of each corner up, by the row of a table that its number says. */
static void f_tables(struct fl_stage *s)
{
	static const char vertex[] =
	    "vertex\nin position\nin texcoord0\nout pos : position\nout col : color0\n"
	    "const state_mvp[4]\ntable where[100]\ntexture colors : 5\nscalar k\nscalar saved\n"
	    "s_mov_b64 saved.xy, exec\n"
	    "v_cmpx_lt_f32 vcc, 0.5, texcoord0.x\n"
	    "s_load_dwordx4 k, s[0:1], where[99]\ns_waitcnt lgkmcnt(0)\n"
	    "v_mov_b32 col.x, k.x\nv_mov_b32 col.y, k.y\n"
	    "s_andn2_b64 exec, saved.xy, exec\n"
	    "s_load_dwordx4 k, s[0:1], where[1]\ns_waitcnt lgkmcnt(0)\n"
	    "v_mov_b32 col.x, k.x\nv_mov_b32 col.y, k.y\n"
	    "s_mov_b64 exec, saved.xy\n"
	    "image_sample_lz col, col.xy, colors, colors.sampler dmask:0xf\n"
	    "s_waitcnt vmcnt(0)\n" GFX7_ROWS("pos", "state_mvp", "position")
	    /* exports */ GFX7_EXPORT("pos0", "pos", " done") GFX7_EXPORT("param0", "col", "");
	struct fl_draw *d = &s->d;
	struct fl_program *p = choose(s, 0, vertex, "fragment\nin col : color0\n" GFX7_PIXEL("col"));
	const int32_t where = fl_program_const(p, FL_VERTEX, "where");
	const float left[1][4] = {{3.5f / 16, 5.5f / 16, 0, 0}},
		    right[1][4] = {{11.5f / 16, 2.5f / 16, 0, 0}};
	struct fl_err err = {0};

	cr_assert_eq(fl_stage_image(s, &s->texture[0].image, 16, 16, FL_ARGB8888, striped, &err), FL_OK);
	fl_clear(d, FL_CLEAR_COLOR, 0, 1, 0);
	pixels(d);
	fl_texture(d, 5, &s->texture[0]);
	fl_program_set(p, FL_VERTEX, where + 1, 1, left);
	fl_program_set(p, FL_VERTEX, where + 99, 1, right);
	rect(d, 64, 64, 80, 80, 0); /* the texture is there before the program */
	fl_program(d, p);
	rect(d, 0, 0, 64, 64, 0);
	fl_texture(d, 5, NULL);
}

static void c_tables(struct rig *r)
{
	for (uint32_t x = 0; x < 64; x++) {
		const double f = (x + 0.5) / 64;

		ASSERT_NEAR(r, x, 9,
			    0xff000000 | (uint32_t)lround(48 * (1 - f) + 176 * f) << 16 |
				(uint32_t)lround(80 * (1 - f) + 32 * f) << 8,
			    1);
	}
}

Test(cik_program_drawn, textures_and_tables_of_vertex_programs)
{
	on_all(f_tables, c_tables);
}

/* ---- programs in turns --------------------------------------------------------------------------------- */
enum { TURNS = 600 };

/* Two programs and fixed function take turns; constants and the matrix change in between, and batches end. */
static void f_turns(struct fl_stage *s)
{
	static const char red[] = "fragment\nin uv : texcoord0\nconst k\nout t\n"
				  "v_mov_b32 t.x, k.x\nv_mov_b32 t.y, 0\nv_mov_b32 t.w, 1.0\n"
				  "exp mrt0 t.x, t.y, t.y, t.w done vm\n",
			  green[] = "fragment\nin uv : texcoord0\nconst other[3]\nconst k\nout t\n"
				    "v_mov_b32 t.x, k.x\nv_mov_b32 t.y, 0\nv_mov_b32 t.w, 1.0\n"
				    "exp mrt0 t.y, t.x, t.y, t.w done vm\n";
	struct fl_draw *d = &s->d;
	struct fl_program *p[2] = {choose(s, 0, VERTEX, red), choose(s, 1, VERTEX, green)};

	fl_clear(d, FL_CLEAR_COLOR, 0, 1, 0);
	for (uint32_t i = 0; i < TURNS; i++) {
		pixels(d);
		fl_translate(d, (float)(i % 32) * 4, (float)(i / 32) * 4, 0);
		fl_program(d, i % 3 < 2 ? p[i % 3] : NULL);
		if (i % 3 < 2)
			set(p[i % 3], FL_FRAGMENT, "k", (float)(i % 64) / 255, 0);
		fl_color_argb(d, 0xff000000 | i % 64);
		rect(d, 0, 0, 4, 4, 0);
	}
	fl_program(d, NULL);
}

static void c_turns(struct rig *r)
{
	for (uint32_t i = 0; i < TURNS; i++)
		cr_assert_eq(rig_at(r, i % 32 * 4 + 1, i / 32 * 4 + 2),
			     0xff000000 | (i % 64) << (16 - 8 * (i % 3)), "%u", i);
}

Test(cik_program_drawn, programs_in_turns)
{
	on_all(f_turns, c_turns);
}
