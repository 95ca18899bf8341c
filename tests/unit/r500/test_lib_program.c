/* SPDX-License-Identifier: MIT
 *
 * Programs of the caller's own: constants of the state, switching, flow control, errors.
 */
#include "tests/unit/test_lib_rig.h"

#include <stdio.h>

static struct fl_program program[12];

/* ---- state_… constants, each shown as a color ---- */

static const char *const state_names[8] = {"state_modelview[2]", "state_projection[2]", "state_normal[2]",
					   "state_texture1[2]",  "state_viewport",      "state_light2",
					   "state_texture0",     "state_mvp[4]"};

static void f_states(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;
	char vertex[8][512];

	fl_clear(d, FL_CLEAR_COLOR, 0, 1, 0);
	fl_viewport(d, 0, 0, W, H);
	for (int i = 0; i < 8; i++) {
		/* the second row where there is one; 0.25 of it and 0.5 on top */
		const char *row = strchr(state_names[i], '[') ? "[1]" : "";
		char name[32];

		snprintf(name, sizeof(name), "%.*s", (int)strcspn(state_names[i], "["), state_names[i]);
		snprintf(vertex[i], sizeof(vertex[i]),
			 "!!PVS\nin position\nout pos : position\nout col : color0\nconst %s\nconst k = "
			 "{0.25, 0.001, "
			 "0, 0}\n"
			 "temp t\nMOV pos, position\nMOV t, %s%s\nMUL t, t, k.%s\nADD col, t, 0.5\n",
			 state_names[i], name, row, strcmp(name, "state_viewport") ? "xxxx" : "yyyy");
		make_program(&program[i], vertex[i],
			     "!!US\nin base : color0\nout pixel : A\nMOV pixel, base\n");
		fl_program(d, &program[i]);
		fl_matrix_mode(d, FL_PROJECTION);
		fl_load_identity(d);
		fl_scale(d, 0.5f, 0.5f, 0.5f);
		fl_matrix_mode(d, FL_TEXTURE);
		fl_load_identity(d);
		fl_translate(d, 0.25f, 0.5f, 0.75f);
		fl_matrix_mode(d, FL_TEXTURE + 1);
		fl_load_identity(d);
		fl_translate(d, 0.5f, 0.75f, 0.25f);
		fl_matrix_mode(d, FL_MODELVIEW);
		fl_load_identity(d);
		fl_translate(d, 0.1f, -0.2f, 0.3f);
		fl_rotate(d, 90, 0, 0, 1);
		fl_light_position(d, 2, 1, 0, 0, 1);
		/* positions are clip space here */
		rect(d, -1 + 2.0f * (float)i / 12, -1, -1 + 2.0f * (float)(i + 1) / 12, 1, 0);
	}
}

static void c_states(struct rig *r)
{
	/* rotation by a quarter: rows (0, -1, 0, x), (1, 0, 0, y); the light at (1, 0, 0) goes to (0, 1, 0) +
	 * (x, y, z) */
	static const double want[8][4] = {
	    {1, 0, 0, -0.2},
	    {0, 0.5, 0, 0},
	    {1, 0, 0, 0},
	    {0, 1, 0, 0.75},
	    {0, 0, W * 0.004, H * 0.004},
	    {0.1, 0.8, 0.3, 1},
	    {1, 0, 0, 0.25},
	    {0.5, 0, 0, -0.1},
	};

	for (uint32_t i = 0; i < 8; i++) {
		uint32_t argb = 0;

		for (int c = 0; c < 4; c++) {
			double v = fmin(1, fmax(0, want[i][c] * 0.25 + 0.5));

			argb |= (uint32_t)lround(v * 255) << (c == 3 ? 24 : 16 - 8 * c);
		}
		ASSERT_NEAR(r, i * 16 + 8, H / 2, argb, 1);
	}
}

Test(lib, program_state_constants)
{
	draw_r500(f_states, c_states);
}

/* ---- more programs than the chip holds; two that it holds are changed without code ---- */

static uint32_t sent(struct fl_stage *s)
{
	return (uint32_t)(s->cs.at - s->cs.start);
}

static void f_many(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;
	static char text[12][8192];
	uint32_t before, first, second;

	fl_clear(d, FL_CLEAR_COLOR, 0xff000000, 1, 0);
	pixels(d);
	for (int i = 0; i < 12; i++) {
		/* 40 to 84 additions of 1/255 each, so many that they do not all fit */
		int n = snprintf(text[i], sizeof(text[i]),
				 "!!US\nin base : color0\nout pixel : A\ntemp t\nMOV t, base\n");

		for (int k = 0; k < 40 + 4 * i; k++)
			n += snprintf(text[i] + n, sizeof(text[i]) - (size_t)n,
				      "ADD t, t, 0.00392156862745098\n");
		snprintf(text[i] + n, sizeof(text[i]) - (size_t)n, "MOV pixel, t\n");
		make_program(&program[i],
			     "!!PVS\nin position\nin color\nout pos : position\nout col : color0\nconst "
			     "state_mvp[4]\n" TRANSFORM "MOV col, color\n",
			     text[i]);
	}
	for (int round = 0; round < 3; round++)
		for (int i = 0; i < 12; i++) {
			fl_color(d, (uint8_t)(10 * i), (uint8_t)(30 * round), 5, 0);
			fl_program(d, &program[i]);
			rect(d, (float)(8 * i), (float)(8 * round), (float)(8 * i + 8),
			     (float)(8 * round + 8), 0);
			fl_program(d, NULL);
			rect(d, (float)(8 * i), (float)(64 + 8 * round), (float)(8 * i + 8),
			     (float)(72 + 8 * round), 0);
		}
	/* resident ones */
	fl_program(d, &program[0]);
	rect(d, 100, 0, 101, 1, 0);
	fl_program(d, &program[1]);
	rect(d, 100, 0, 101, 1, 0);
	fl_cs_flush(&s->cs);
	before = sent(s);
	fl_program(d, &program[0]);
	rect(d, 100, 0, 101, 1, 0);
	first = sent(s) - before;
	fl_program(d, &program[1]);
	rect(d, 100, 0, 101, 1, 0);
	second = sent(s) - before - first;
	cr_assert_lt(first, 160, "%u dwords", first);
	cr_assert_lt(second, 160, "%u dwords", second);
	fl_program(d, NULL);
}

static void c_many(struct rig *r)
{
	for (uint32_t round = 0; round < 3; round++)
		for (uint32_t i = 0; i < 12; i++) {
			uint32_t n = 40 + 4 * i;

			ASSERT_NEAR(r, 8 * i + 4, 8 * round + 4,
				    n << 24 | (10 * i + n) << 16 | (30 * round + n) << 8 | (5 + n), 1);
			cr_assert_eq(rig_at(r, 8 * i + 4, 64 + 8 * round + 4),
				     (10 * i) << 16 | (30 * round) << 8 | 5);
		}
}

Test(lib, program_many)
{
	draw_on("r580", f_many, c_many); /* elsewhere programs are registers, of 64 operations */
}

/* ---- flow control of both, booleans, integers ---- */

static void f_flow(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;
	struct fl_program *p = &program[0];

	make_program(p,
		     "!!PVS\nin position\nout pos : position\nout col : color0\nconst state_mvp[4]\n"
		     "const step[4] = {0.1, 0, 0, 0}, {0, 0.1, 0, 0}, {0, 0, 0.1, 0}, {0, 0, 0, 0.1}\ntemp "
		     "sum\n" TRANSFORM "MOV sum, 0\n"
		     "LOOP 4, 0, 1\n"
		     "ADD sum, sum, step[i0]\n"
		     "ENDLOOP\n"
		     "CALL b3, more\n"
		     "MOV col, sum\n"
		     "JUMP end\n"
		     "more:\n"
		     "ADD sum, sum, 0.2\n"
		     "RET\n"
		     "end:\n"
		     "NOP\n",
		     "!!US\nin base : color0\nout pixel : A\ntemp t\n"
		     "MOV t, base\n"
		     "LOOP i2\n"
		     "ADD t, t, 0.05\n"
		     "ENDLOOP\n"
		     "IF b5\n"
		     "MUL t, t, 2\n"
		     "ENDIF\n"
		     "MOV pixel, t\n");
	fl_clear(d, FL_CLEAR_COLOR, 0, 1, 0);
	pixels(d);
	fl_program(d, p);
	fl_program_int(p, 2, 3, 0, 1);
	rect(d, 0, 0, 8, 8, 0); /* 0.1 + 0.15 */
	fl_program_bool(p, FL_VERTEX, 3, true);
	rect(d, 8, 0, 16, 8, 0); /* 0.1 + 0.2 + 0.15 */
	fl_program_int(p, 2, 1, 0, 1);
	fl_program_bool(p, FL_VERTEX, 3, false);
	rect(d, 16, 0, 24, 8, 0); /* 0.1 + 0.05 */
	fl_program_bool(p, FL_FRAGMENT, 5, true);
	rect(d, 24, 0, 32, 8, 0); /* twice that */
	/* fixed function knows nothing of it */
	fl_program(d, NULL);
	fl_color_argb(d, 0xff102030);
	rect(d, 32, 0, 40, 8, 0);
}

static void c_flow(struct rig *r)
{
	static const double want[4] = {0.25, 0.45, 0.15, 0.3};

	for (uint32_t i = 0; i < 4; i++)
		ASSERT_NEAR(r, 8 * i + 4, 4, (uint32_t)lround(want[i] * 255) * 0x01010101u, 1);
	cr_assert_eq(rig_at(r, 36, 4), 0xff102030);
}

Test(lib, program_flow_control)
{
	draw_on("r580", f_flow, c_flow); /* none before */
}

/* ---- depth of its own, pixels thrown away, textures, sprites ---- */

static void f_pixels(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;
	static const char pass[] =
	    "!!PVS\nin position\nin color\nin texcoord0\nout pos : position\nout col : color0\n"
	    "out uv : texcoord0\nconst state_mvp[4]\n" TRANSFORM "MOV col, color\nMOV uv, texcoord0\n";

	make_program(&program[0], pass,
		     "!!US\nin base : color0\nin uv : texcoord0\nout pixel : A\nout z : depth\n"
		     "MOV z, uv.rrrr\nMOV pixel, base\n");
	make_program(&program[1], pass,
		     "!!US\nin base : color0\nin uv : texcoord0\nout pixel : A\ntemp t\n"
		     "ADD t, uv, -0.5\nKIL t.r\nMOV pixel, base\n");
	make_program(&program[2], pass,
		     "!!US\nin uv : texcoord0\nout pixel : A\ntemp t\nLD t, uv, tex0\nMOV pixel, t\n");
	/* the vertex program gives no coordinate at all */
	make_program(&program[3],
		     "!!PVS\nin position\nin color\nout pos : position\nout col : color0\nconst "
		     "state_mvp[4]\n" TRANSFORM "MOV col, color\n",
		     "!!US\nin base : color0\nin uv : texcoord0\nout pixel : A\nADD pixel, uv, base\n");
	make_program(&program[4], pass,
		     "!!US\nin base : color0\nin uv : texcoord0\nout pixel : A\nADD pixel, uv, base\n");
	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, 0xff000000, 0.5f, 0);
	pixels(d);
	fl_depth(d, true, FL_LESS, true);
	/* the rectangle lies at depth 0.9, its program says 0 to 1 */
	fl_color_argb(d, 0xffff0000);
	fl_program(d, &program[0]);
	rect(d, 0, 0, 16, 8, 0.9f);
	fl_program(d, NULL);
	fl_color_argb(d, 0xff00ff00);
	rect(d, 0, 4, 16, 8, 0.25f); /* in front from 0.25 on */
	/* killed pixels leave no depth behind */
	fl_program(d, &program[1]);
	fl_color_argb(d, 0xffff0000);
	rect(d, 32, 0, 48, 8, 0.1f);
	fl_program(d, NULL);
	fl_color_argb(d, 0xff00ff00);
	rect(d, 32, 0, 48, 8, 0.2f);
	fl_depth(d, false, FL_ALWAYS, false);
	/* a texture */
	grid_texture(s);
	fl_program(d, &program[2]);
	rect(d, 64, 0, 80, 16, 0);
	fl_texture(d, 0, NULL);
	/* sprites; a vertex program that has a coordinate nevertheless has none of them */
	fl_color_argb(d, 0x00000000);
	fl_texcoord(d, 9, 9);
	fl_point_sprite(d, true);
	fl_point_size(d, 16);
	for (unsigned i = 3; i < 5; i++) {
		fl_program(d, &program[i]);
		fl_begin(d, FL_POINTS);
		fl_vertex(d, 104 + 32.0f * (float)(i - 3), 8, 0);
		fl_end(d);
	}
	fl_point_sprite(d, false);
	fl_program(d, NULL);
}

static void c_pixels(struct rig *r)
{
	for (uint32_t x = 0; x < 16; x++) {
		double z = (x + 0.5) / 16;

		cr_assert_eq(rig_at(r, x, 2), z < 0.5 ? 0xffff0000 : 0xff000000, "column %u: 0x%08x", x,
			     rig_at(r, x, 2));
		cr_assert_eq(rig_at(r, x, 6), z < 0.25 ? 0xffff0000 : 0xff00ff00, "column %u: 0x%08x", x,
			     rig_at(r, x, 6));
		cr_assert_eq(rig_at(r, 32 + x, 4), z < 0.5 ? 0xff00ff00 : 0xffff0000, "column %u: 0x%08x", x,
			     rig_at(r, 32 + x, 4));
		for (uint32_t y = 0; y < 16; y++) {
			uint32_t s = (uint32_t)lround((x + 0.5) / 16 * 255),
				 t = (uint32_t)lround((y + 0.5) / 16 * 255);

			cr_assert_eq(rig_at(r, 64 + x, y), grid_texel(x, y));
			ASSERT_NEAR(r, 96 + x, y, 0xff000000 | s << 16 | t << 8, 1);
			ASSERT_NEAR(r, 128 + x, y, 0xff000000 | s << 16 | t << 8, 1);
		}
	}
}

Test(lib, program_depth_kill_texture_sprite)
{
	draw_r500(f_pixels, c_pixels);
}

/* ---- clears reach every target, whatever the program that is on writes to ---- */

enum { CLEARS = 6 };

static void f_clear(struct fl_stage *s)
{
	static const char *const outputs[3] = {"out z : depth\nMOV z, base.r\n",
					       "out pixel : B\nMOV pixel, base\n",
					       "out pixel : A\nMOV pixel, base\n"};
	static const char pass[] = "!!PVS\nin position\nin color\nout pos : position\nout col : color0\n"
				   "const state_mvp[4]\n" TRANSFORM "MOV col, color\n";
	struct fl_draw *d = &s->d;
	char text[100];

	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, 0xff000000, 1, 0);
	pixels(d);
	fl_depth(d, true, FL_LESS, true);
	for (int i = 0; i < 3; i++) {
		snprintf(text, sizeof(text), "!!US\nin base : color0\n%s", outputs[i]);
		make_program(&program[i], pass, text);
	}
	for (int i = 0; i < CLEARS; i++) { /* cell i; the program of the first three draws before it, too */
		const int x = 16 * i;

		fl_program(d, &program[i % 3]);
		fl_color_argb(d, 0xff0000ff);
		if (i < 3)
			rect(d, (float)x, 0, (float)x + 16, 16, 0.5f);
		fl_scissor(d, x, 0, 16, 8);
		fl_clear(d, FL_CLEAR_COLOR, 0xff102030u + (uint32_t)i, 1, 0);
		fl_scissor_off(d);
		/* and the program goes on as before: below, color 0 of those that write it */
		rect(d, (float)x, 16, (float)x + 16, 32, 0.5f);
	}
	fl_program(d, NULL);
}

static void c_clear(struct rig *r)
{
	for (uint32_t i = 0; i < CLEARS; i++)
		for (uint32_t x = 16 * i; x < 16 * i + 16; x++) {
			cr_assert_eq(rig_at(r, x, 4), 0xff102030 + i, "clear %u: 0x%08x", i, rig_at(r, x, 4));
			cr_assert_eq(rig_at(r, x, 24), i % 3 == 2 ? 0xff0000ff : 0xff000000,
				     "cell %u: 0x%08x", i, rig_at(r, x, 24));
		}
}

Test(lib, program_without_color_and_clears)
{
	draw_r500(f_clear, c_clear);
}

/* ---- errors say which program, where, and what ---- */

static void wrong(const char *vertex, const char *fragment, const char *want)
{
	struct fl_err err = {0};

	cr_assert_eq(fl_program_make(&program[0], vertex, fragment, &err), FL_USAGE, "%s: no error", want);
	cr_assert(strstr(err.text, want), "\"%s\", want \"%s\"", err.text, want);
}

Test(lib, program_errors)
{
	static const char v[] = "!!PVS\nin position\nout pos : position\nout col : color0\nMOV pos, "
				"position\nMOV col, position\n";
	static const char f[] = "!!US\nin base : color0\nout pixel : A\nMOV pixel, base\n";
	struct fl_err err = {0};

	wrong("!!PVS\nin position\nMOV r200, position\n", f, "vertex program 3:5: 'r200'");
	wrong(v, "!!US\nin base : color0\nout pixel : A\nFOO pixel, base\n", "fragment program 4:1: 'FOO'");
	wrong("!!PVS\nin position\nin colour\nout pos : position\nMOV pos, position\n", f,
	      "vertex program: 'colour'");
	wrong("!!PVS\nin color\nout pos : position\nMOV pos, color\n", f, "position");
	wrong("!!PVS\nin position\nout pos : position\nout col : color0\nconst state_mvq[4]\nMOV pos, "
	      "position\nMOV "
	      "col, position\n",
	      f, "'state_mvq'");
	wrong("!!PVS\nin position\nout pos : position\nout col : color0\nconst state_normal[4]\nMOV pos, "
	      "position\nMOV "
	      "col, position\n",
	      f, "'state_normal': there are not so many rows");
	wrong(v, "!!US\nin base : texcoord3\nout pixel : A\nMOV pixel, base\n", "does not put out");
	cr_assert_eq(fl_program_make(&program[0], v, f, &err), FL_OK, "%s", err.text);
	cr_assert_eq(fl_program_const(&program[0], FL_VERTEX, "wobble"), -1);
	cr_assert_eq(fl_program_const(&program[0], FL_VERTEX, "position"), -1);
	fl_program_set(&program[0], FL_VERTEX, -1, 1, (const float[1][4]){{0}});
}
