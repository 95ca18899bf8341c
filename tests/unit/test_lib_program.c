/* SPDX-License-Identifier: MIT
 *
 * Programs of the caller's own, whatever the family: the same in the languages of three. What they compute,
 * constants, fixed function before and after; the demos that have programs draw alike on all of them.
 */
#include "demos/cik_text.h"
#include "demos/r600_text.h"
#include "tests/unit/test_lib_rig.h"

TestSuite(lib_program, .timeout = 120);

/* Everything that a vertex has, in colors: of the normal, of the color, of the coordinates, times
 * constants */
static const char vertex_text[] = "!!PVS\n"
				  "in position\n"
				  "in texcoord0\n"
				  "in normal\n"
				  "in color\n"
				  "out pos : position\n"
				  "out col : color0\n"
				  "out uv : texcoord0\n"
				  "const state_mvp[4]\n"
				  "const tint\n"
				  "const half = 0.5\n" TRANSFORM "MUL col, color, tint\n"
				  "MAD uv.xyz, normal, half, half\n"
				  "MOV uv.w, texcoord0.x\n";
static const char fragment_text[] = "!!US\n"
				    "in base : color0\n"
				    "in n : texcoord0\n"
				    "out pixel : A\n"
				    "const scale = {0.25, 0.5, 0.75, 1}\n"
				    "temp t\n"
				    "MUL t, n, scale\n"
				    "ADD pixel, t, base\n";

static const char vertex_r600[] =
    "!!R600\nvertex\nin position\nin color\nin normal\nin texcoord0\n"
    "out pos : position\nout col : color0\nout uv : texcoord0\n"
    "const state_mvp[4]\nconst tint\nconst half = 0.5\n"
    "CALL_FS\nALU\n" R600_ROWS("pos", "state_mvp", "position") "MUL col.x, color.x, tint.x\n"
							       "MUL col.y, color.y, tint.y\n"
							       "MUL col.z, color.z, tint.z\n"
							       "MUL col.w, color.w, tint.w\n"
							       "MULADD uv.x, normal.x, half.x, half.x\n"
							       "MULADD uv.y, normal.y, half.y, half.y\n"
							       "MULADD uv.z, normal.z, half.z, half.z\n"
							       "MOV uv.w, texcoord0.x\n"
							       "EXPORT_DONE POS 60, pos.xyzw\n"
							       "EXPORT PARAM 0, col.xyzw\n"
							       "EXPORT_DONE PARAM 1, uv.xyzw\n";
static const char fragment_r600[] = "!!R600\nfragment\nin base : color0\nin n : texcoord0\n"
				    "const scale = {0.25, 0.5, 0.75, 1}\ntemp t\n"
				    "ALU\n"
				    "MULADD t.x, n.x, scale.x, base.x\n"
				    "MULADD t.y, n.y, scale.y, base.y\n"
				    "MULADD t.z, n.z, scale.z, base.z\n"
				    "MULADD t.w, n.w, scale.w, base.w\n"
				    "EXPORT_DONE PIXEL 0, t.xyzw\n";
static const char vertex_cik[] =
    "vertex\nin position\nin color\nin normal\nin texcoord0\n"
    "out pos : position\nout col : color0\nout uv : texcoord0\n"
    "const state_mvp[4]\nconst tint\nconst half = 0.5\n" GFX7_ROWS("pos", "state_mvp", "position")
	GFX7_XYZ2("v_mul_f32", "col", "tint",
		  "color") "v_mul_f32 col.w, tint.w, color.w\n"
			   "v_mad_f32 uv.x, normal.x, half.x, half.x\n"
			   "v_mad_f32 uv.y, normal.y, half.x, half.x\n"
			   "v_mad_f32 uv.z, normal.z, half.x, half.x\n"
			   "v_mov_b32 uv.w, texcoord0.x\n" GFX7_EXPORT("pos0", "pos", " done")
			       GFX7_EXPORT("param0", "col", "") GFX7_EXPORT("param1", "uv", "");
static const char fragment_cik[] = "fragment\nin base : color0\nin n : texcoord0\n"
				   "const scale = {0.25, 0.5, 0.75, 1}\n"
				   "v_mac_f32 base.x, scale.x, n.x\n"
				   "v_mac_f32 base.y, scale.y, n.y\n"
				   "v_mac_f32 base.z, scale.z, n.z\n"
				   "v_mac_f32 base.w, scale.w, n.w\n" GFX7_PIXEL("base");
static const struct fl_program_text texts[] = {{"r500", vertex_text, fragment_text},
					       {"r600", vertex_r600, fragment_r600},
					       {"cik", vertex_cik, fragment_cik},
					       {0}};

static void f_inputs(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;
	struct fl_program *p = fl_stage_program(s, 0);
	struct fl_err err;
	static const float tint[1][4] = {{0.5f, 0.25f, 1, 0}}, other[1][4] = {{0, 0, 0, 0}},
			   scale[1][4] = {{1, 1, 1, 1}};

	cr_assert_eq(fl_program_choose(d, p, texts, &err), FL_OK, "%s", err.text);
	fl_clear(d, FL_CLEAR_COLOR, 0, 1, 0);
	pixels(d);
	/* fixed function first: the chip holds its programs and constants */
	fl_color(d, 10, 20, 30, 40);
	rect(d, 0, 0, 8, 8, 0);
	fl_program(d, p);
	fl_program_set(p, FL_VERTEX, fl_program_const(p, FL_VERTEX, "tint"), 1, tint);
	fl_color(d, 200, 100, 60, 255);
	fl_normal(d, 0.2f, -0.4f, 0.6f);
	rect(d, 8, 0, 16, 8, 0); /* texcoord x from 0 to 1 */
	fl_program_set(p, FL_VERTEX, fl_program_const(p, FL_VERTEX, "tint"), 1, other);
	rect(d, 16, 0, 24, 8, 0);
	fl_program_set(p, FL_FRAGMENT, fl_program_const(p, FL_FRAGMENT, "scale"), 1, scale);
	rect(d, 24, 0, 32, 8, 0);
	/* the matrix is kept up to date */
	fl_translate(d, 32, 0, 0);
	rect(d, 0, 0, 8, 8, 0);
	/* a clear, and fixed function, in between */
	fl_scissor(d, 0, 16, 8, 8);
	fl_clear(d, FL_CLEAR_COLOR, 0xff123456, 1, 0);
	fl_scissor_off(d);
	fl_load_identity(d);
	rect(d, 8, 16, 16, 24, 0);
	fl_program(d, NULL);
	rect(d, 16, 16, 24, 24, 0);
	fl_program(d, p);
	rect(d, 24, 16, 32, 24, 0);
	fl_program(d, NULL);
	rect(d, 32, 16, 40, 24, 0);
}

static void c_inputs(struct rig *r)
{
	static const double n[3] = {0.6, 0.3, 0.8}, scale[3] = {0.25, 0.5, 0.75},
			    color[3] = {200 * 0.5, 100 * 0.25, 60};

	for (uint32_t x = 0; x < 8; x++) {
		uint32_t tinted = 0, plain = 0, whole = 0, u = (uint32_t)lround((x + 0.5) / 8 * 255) << 24;

		for (int i = 0; i < 3; i++) {
			int shift = 16 - 8 * i;

			tinted |= (uint32_t)lround(n[i] * scale[i] * 255 + color[i]) << shift;
			plain |= (uint32_t)lround(n[i] * scale[i] * 255) << shift;
			whole |= (uint32_t)lround(n[i] * 255) << shift;
		}
		cr_assert_eq(rig_at(r, x, 4), 0x280a141e);
		ASSERT_NEAR(r, 8 + x, 4, tinted | u, 1);
		ASSERT_NEAR(r, 16 + x, 4, plain | u, 1);
		ASSERT_NEAR(r, 24 + x, 4, whole | u, 1);
		ASSERT_NEAR(r, 32 + x, 4, whole | u, 1);
		cr_assert_eq(rig_at(r, x, 20), 0xff123456);
		ASSERT_NEAR(r, 8 + x, 20, whole | u, 1);
		cr_assert_eq(rig_at(r, 16 + x, 20), 0xffc8643c);
		ASSERT_NEAR(r, 24 + x, 20, whole | u, 1);
		cr_assert_eq(rig_at(r, 32 + x, 20), 0xffc8643c);
	}
}

Test(lib_program, inputs_constants_and_back)
{
	static const char *const chips[] = {"r580", "r300",  "rv410",   "rv770",
					    "r600", "rv610", "bonaire", "hawaii"};

	for (unsigned i = 0; i < sizeof(chips) / sizeof(chips[0]); i++)
		draw_on(chips[i], f_inputs, c_inputs);
}

/* ---- demos --------------------------------------------------------------------------------------------- */
enum { WIDE = 160, HIGH = 120, FRAME = 90 };

/* Edges of triangles are rounded by each family in its own way, and what a loop counts hangs on the last bit:
 * few pixels may be others, the rest are the same within the rounding to 8 bits. */
static void demo_like_r580(const char *chip, const struct fl_demo *demo, const uint32_t *want)
{
	struct rig *r = rig_open_chip(chip, WIDE, HIGH, false);
	unsigned others = 0;

	rig_frame(r, demo, FRAME);
	for (uint32_t i = 0; i < WIDE * HIGH; i++)
		others += channel_difference(r->picture[i], want[i]) > 3;
	cr_expect_leq(others, WIDE * HIGH / 500u, "%s on %s: %u pixels are not those of the R580", demo->name,
		      chip, others);
	rig_close(r);
}

Test(lib_program, demos_on_all_families)
{
	static const struct fl_demo *const demos[] = {&fl_demo_bump,    &fl_demo_fire, &fl_demo_float,
						      &fl_demo_fractal, &fl_demo_mrt,  &fl_demo_plasma};
	static const char *const chips[] = {"rv770", "r600", "rv710", "rv610", "bonaire", "kabini"};
	uint32_t *want = calloc(WIDE * HIGH, sizeof(*want));

	for (unsigned i = 0; i < sizeof(demos) / sizeof(demos[0]); i++) {
		struct rig *r = rig_open_chip("r580", WIDE, HIGH, false);

		rig_frame(r, demos[i], FRAME);
		memcpy(want, r->picture, sizeof(*want) * WIDE * HIGH);
		rig_close(r);
		for (unsigned k = 0; k < sizeof(chips) / sizeof(chips[0]); k++)
			demo_like_r580(chips[k], demos[i], want);
	}
	free(want);
}
