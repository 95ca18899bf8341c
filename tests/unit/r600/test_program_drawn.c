/* SPDX-License-Identifier: MIT
 *
 * Programs of the caller's own on R6xx and R7xx, drawn: inputs that are the chip's, booleans, loops, pixels
 * that are thrown away, depths of their own. Models that object fail the test.
 */
#include "demos/r600_text.h"
#include "tests/unit/test_lib_rig.h"

TestSuite(r600_program_drawn, .timeout = 120);

static void on_all(void (*f)(struct fl_stage *s), void (*check)(struct rig *r))
{
	static const char *const chips[] = {"rv770", "r600", "rv710", "rv610"};

	for (unsigned i = 0; i < sizeof(chips) / sizeof(chips[0]); i++)
		draw_on(chips[i], f, check);
}

/* w of clip space is 2. */
#define TWICE(c) "MUL pos." c ", pos." c ", 2.0\n"
#define VERTEX                                                                                               \
	"!!R600\nvertex\nin position\nin texcoord0\nout pos : position\nout uv : texcoord0\n"                \
	"const state_mvp[4]\nCALL_FS\nALU\n" R600_ROWS("pos", "state_mvp", "position") TWICE("x") TWICE("y") \
	    TWICE("z")                                                                                       \
		TWICE("w") "MOV uv.x, texcoord0.x\nMOV uv.y, texcoord0.y\nMOV uv.z, 0\nMOV uv.w, 1.0\n"      \
			   "EXPORT_DONE POS 60, pos.xyzw\nEXPORT_DONE PARAM 0, uv.xyzw\n"

static struct fl_program *program(struct fl_stage *s, const char *fragment)
{
	const struct fl_program_text texts[] = {{"r600", VERTEX, fragment}, {0}};
	struct fl_program *p = fl_stage_program(s, 0);
	struct fl_err err = {0};

	cr_assert_eq(fl_program_choose(&s->d, p, texts, &err), FL_OK, "%s", err.text);
	fl_clear(&s->d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, 0, 1, 0);
	pixels(&s->d);
	fl_program(&s->d, p);
	return p;
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

	program(s, "!!R600\nfragment\nin uv : texcoord0\nin at : position\nin side : face\n"
		   "const scale\ntemp t\nALU\n"
		   "MUL t.x, at.x, scale.x\nMUL t.y, at.y, scale.y\nMUL t.z, at.z, at.w\n"
		   "SETGT t.w, side.x, 0\nEXPORT_DONE PIXEL 0, t.xyzw\n");
	const float scale[1][4] = {{1.0f / W, 1.0f / H, 0, 0}};

	fl_program_set(fl_stage_program(s, 0), FL_FRAGMENT,
		       fl_program_const(fl_stage_program(s, 0), FL_FRAGMENT, "scale"), 1, scale);
	for (int i = 0; i < 2; i++) {
		rect(d, 0, 0, 80, 64, DEEP / 100.0f);
		rect(d, W, 0, 80, 64, DEEP / 100.0f);
		fl_program(d, NULL);
		fl_cull(d, FL_CULL_BACK);
		rect(d, 0, 64, 80, H, 0);
		rect(d, W, 64, 80, H, 0);
		fl_cull(d, FL_CULL_NONE);
		fl_program(d, fl_stage_program(s, 0));
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

Test(r600_program_drawn, position_and_face)
{
	on_all(f_inputs, c_inputs);
}

/* Alone, the position is the first register. */
static void f_position(struct fl_stage *s)
{
	program(s, "!!R600\nfragment\nin at : position\ntemp t\nALU\n"
		   "MUL t.x, at.x, 0.03125\nFRACT t.x, t.x\nEXPORT_DONE PIXEL 0, t.x001\n");
	rect(&s->d, 0, 0, W, H, 0);
}

static void c_position(struct rig *r)
{
	for (uint32_t x = 0; x < W; x++)
		ASSERT_NEAR(r, x, x % H, 0xff000000 | grey((x % 32 + 0.5) / 32) << 16, 1);
}

Test(r600_program_drawn, position_alone)
{
	on_all(f_position, c_position);
}

/* ---- booleans and loops -------------------------------------------------------------------------------- */
/* A square for each number of rounds; in red they are counted. Green and blue are what booleans say. */
static void f_flow(struct fl_stage *s)
{
	struct fl_program *p = program(s, "!!R600\nfragment\nin uv : texcoord0\ntemp t\n"
					  "ALU\nMOV t.x, 0\nMOV t.y, 0\nMOV t.z, 0\nMOV t.w, 1.0\n"
					  "LOOP_START DONE CONST:3\nAGAIN:\n"
					  "ALU\nADD t.x, t.x, 0.0625\nLOOP_END AGAIN CONST:3\nDONE:\n"
					  "PUSH NO CONST:5 COND_BOOL\nALU\nMOV t.y, 1.0\nPOP POP:1\nNO:\n"
					  "PUSH OFF CONST:31 COND_NOT_BOOL\nALU\nMOV t.z, 1.0\nPOP POP:1\n"
					  "OFF:\nEXPORT_DONE PIXEL 0, t.xyzw\n");

	for (uint32_t i = 16; i--;) {
		fl_program_int(p, 3, (uint8_t)i, 0, i > 0);
		fl_program_bool(p, FL_FRAGMENT, 5, i & 1);
		fl_program_bool(p, FL_FRAGMENT, 31, i & 2);
		fl_program_bool(p, FL_VERTEX, 5, !(i & 1)); /* the other program's are others */
		fl_program(&s->d, p);
		rect(&s->d, 12.0f * (float)i, 0, 12.0f * (float)(i + 1), H, 0);
	}
}

static void c_flow(struct rig *r)
{
	for (uint32_t x = 0; x < W; x++) {
		const uint32_t i = x / 12;

		ASSERT_NEAR(r, x, x % H,
			    0xff000000 | grey(i / 16.0) << 16 | (i & 1 ? 0xff00u : 0) | (i & 2 ? 0 : 0xffu),
			    1);
	}
}

Test(r600_program_drawn, booleans_and_loops)
{
	on_all(f_flow, c_flow);
}

/* ---- what is thrown away, and depths ------------------------------------------------------------------- */
/* Left of the middle: pixels thrown away, where the coordinate says; they leave no depth. */
static void f_kill(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;

	program(s, "!!R600\nfragment\nin uv : texcoord0\ntemp t\n"
		   "ALU\nADD t.x, uv.x, uv.y\nKILLGT __.x, t.x, 1.0\nMOV t.y, 1.0\n"
		   "EXPORT_DONE PIXEL 0, t.0y01\n");
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
				cr_assert_eq(rig_at(r, x, y), x + y > 63 ? 0xff0000ff : 0xff00ff00, "%u, %u",
					     x, y);
}

/* The depth is the coordinate: a plane at a half cuts it in the middle. */
static void f_depth(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;

	program(s, "!!R600\nfragment\nin uv : texcoord0\ntemp t\nALU\nMOV t.x, uv.x\nMOV t.y, 1.0\n"
		   "EXPORT PIXEL 61, t.x___\nEXPORT_DONE PIXEL 0, t.0y01\n");
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

Test(r600_program_drawn, pixels_thrown_away_leave_no_depth)
{
	on_all(f_kill, c_kill);
}

Test(r600_program_drawn, depths_of_its_own)
{
	on_all(f_depth, c_depth);
}
