/* SPDX-License-Identifier: MIT
 *
 * Programs of the caller's own on each core of the Vivante model: constants, states, several targets, pixels
 * thrown away, loops, and what is refused.
 */
#include "lib/gc/program.h"
#include "tests/unit/gc/lib_rig.h"

#include <math.h>

static const struct core {
	const char *chip, *name;
	uint32_t targets;
} cores[] = {{"gc400", "GC400", 1},
	     {"gc880", "GC880", 4},
	     {"gc2000", "GC2000", 4},
	     {"gc3000", "GC3000", 8},
	     {"gc7000l", "GC7000L", 8}};
enum { CORES = sizeof(cores) / sizeof(cores[0]) };

static struct fl_program program;

static const char vertex[] = "!!GC2000\n"
			     "vertex\n"
			     "in position\n"
			     "in color\n"
			     "in texcoord0\n"
			     "out pos : position\n"
			     "out col : color0\n"
			     "out uv : texcoord0\n"
			     "const tint\n"
			     "const state_mvp[4]\n"
			     "dp4 pos.x___, state_mvp[0], position, void\n"
			     "dp4 pos._y__, state_mvp[1], position, void\n"
			     "dp4 pos.__z_, state_mvp[2], position, void\n"
			     "dp4 pos.___w, state_mvp[3], position, void\n"
			     "mul col, color, tint, void\n"
			     "mov uv, void, void, texcoord0\n";
/* uv.x picks the half in which nothing is drawn. */
static const char fragment[] = "!!GC2000\n"
			       "fragment\n"
			       "in col : color0\n"
			       "in uv : texcoord0\n"
			       "out pixel\n"
			       "const k = {0.5, 0, 0, 0}\n"
			       "const more\n"
			       "texkill.gt void, uv.xxxx, k.xxxx, void\n"
			       "add pixel, col, void, more\n";

static void pixels(struct fl_draw *d)
{
	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_ortho(d, 0, LIB_SIDE, LIB_SIDE, 0, 0, -1);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
}

static void all_of_it(struct fl_draw *d)
{
	fl_begin(d, FL_QUADS);
	fl_texcoord(d, 0, 0);
	fl_vertex(d, 0, 0, 0.5f);
	fl_texcoord(d, 0, 1);
	fl_vertex(d, 0, LIB_SIDE, 0.5f);
	fl_texcoord(d, 1, 1);
	fl_vertex(d, LIB_SIDE, LIB_SIDE, 0.5f);
	fl_texcoord(d, 1, 0);
	fl_vertex(d, LIB_SIDE, 0, 0.5f);
	fl_end(d);
}

static void made(const char *v, const char *f)
{
	struct fl_err err = {0};

	cr_assert_eq(fl_program_make(&program, v, f, &err), FL_OK, "%s", err.text);
}

Test(gc_lib_program, constants_and_kills)
{
	static const float tint[1][4] = {{1, 0.5f, 0.25f, 1}}, more[1][4] = {{0, 0.25f, 0, 0}};

	for (unsigned i = 0; i < CORES; i++) {
		struct lib_rig *l = lib_open(cores[i].chip, cores[i].name, FL_LINEAR);

		made(vertex, fragment);
		pixels(&l->d);
		fl_clear(&l->d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, 0xff010203, 1, 0);
		fl_depth(&l->d, true, FL_LESS, true);
		fl_program(&l->d, &program);
		fl_program_set(&program, FL_VERTEX, fl_program_const(&program, FL_VERTEX, "tint"), 1, tint);
		fl_program_set(&program, FL_FRAGMENT, fl_program_const(&program, FL_FRAGMENT, "more"), 1,
			       more);
		fl_color_argb(&l->d, 0xffff80c0);
		all_of_it(&l->d);
		/* fixed function, behind what was drawn, and seen where it was not */
		fl_program(&l->d, NULL);
		fl_color_argb(&l->d, 0xff0a0b0c);
		fl_begin(&l->d, FL_QUADS);
		fl_vertex(&l->d, 0, 0, 0.75f);
		fl_vertex(&l->d, 0, 64, 0.75f);
		fl_vertex(&l->d, LIB_SIDE, 64, 0.75f);
		fl_vertex(&l->d, LIB_SIDE, 0, 0.75f);
		fl_end(&l->d);
		lib_finish(l);
		for (uint32_t y = 0; y < LIB_SIDE; y++)
			for (uint32_t x = 0; x < LIB_SIDE; x++)
				cr_assert_eq(lib_px(l, x, y),
					     x < 64   ? 0xffff8030
					     : y < 64 ? 0xff0a0b0c
						      : 0xff010203,
					     "%s (%u, %u): %08x", cores[i].name, x, y, lib_px(l, x, y));
		lib_close(l);
	}
}

/* Each target has its own color. */
static const char four[] = "!!GC2000\n"
			   "fragment\n"
			   "in col : color0\n"
			   "out one\n"
			   "out two\n"
			   "out three\n"
			   "out last\n"
			   "const k = {1, 0.2, 0.4, 0.6}\n"
			   "mov one, void, void, k.yxxx\n"
			   "mov two, void, void, k.zxxx\n"
			   "mov three, void, void, k.wxxx\n"
			   "mov last, void, void, col\n";

Test(gc_lib_program, targets)
{
	for (unsigned i = 0; i < CORES; i++) {
		struct lib_rig *l = lib_open(cores[i].chip, cores[i].name, FL_LINEAR);
		static const float white[1][4] = {{1, 1, 1, 1}};
		const struct fl_surface *to[4];
		struct fl_surface s[4];

		made(vertex, four);
		for (unsigned k = 0; k < 4; k++) {
			s[k] = l->color;
			s[k].offset_B += (uint64_t)k * LIB_SIDE * LIB_SIDE * 4;
			to[k] = &s[k];
		}
		fl_program(&l->d, &program);
		if (cores[i].targets < 4) {
			cr_assert_eq(l->d.code, FL_USAGE);
			cr_assert(strstr(l->d.err.text, "4 outputs; GC400 has 1 targets"), "%s",
				  l->d.err.text);
			lib_close(l);
			continue;
		}
		fl_draw_targets(&l->d, 4, to, NULL);
		pixels(&l->d);
		fl_clear(&l->d, FL_CLEAR_COLOR, 0x80402010, 1, 0);
		fl_scissor(&l->d, 0, 0, 64, LIB_SIDE);
		fl_program_set(&program, FL_VERTEX, 0, 1, white);
		fl_color_argb(&l->d, 0xff302010);
		all_of_it(&l->d);
		lib_finish(l);
		for (unsigned k = 0; k < 4; k++)
			for (uint32_t x = 0; x < LIB_SIDE; x++) {
				static const uint32_t want[4] = {0xff33ffff, 0xff66ffff, 0xff99ffff,
								 0xff302010};
				uint32_t px;

				memcpy(&px, l->r.mem + s[k].offset_B + fl_surface_at(&s[k], x, 9), 4);
				cr_assert_eq(px, x < 64 ? want[k] : 0x80402010, "%s, target %u, %u: %08x",
					     cores[i].name, k, x, px);
			}
		lib_close(l);
	}
}

/* A loop that each pixel leaves at another time: as many sixteenths as column / 8 says. */
static const char loop[] = "!!GC2000\n"
			   "fragment\n"
			   "in uv : texcoord0\n"
			   "out pixel\n"
			   "const k = {0, 1, 16, 0.0625}\n"
			   "temp n\n"
			   "temp far\n"
			   "mul far.x___, uv.xxxx, k.zzzz, void\n"
			   "mov n, void, void, k.xxxx\n"
			   "again:\n"
			   "branch.gt void, n.yyyy, far.xxxx, done\n"
			   "add n.xy__, n.xyyy, void, k.wyyy\n"
			   "branch void, void, void, again\n"
			   "done:\n"
			   "mov pixel, void, void, n.xxxx\n";

Test(gc_lib_program, loop)
{
	static const float white[1][4] = {{1, 1, 1, 1}};

	for (unsigned i = 0; i < CORES; i++) {
		struct lib_rig *l = lib_open(cores[i].chip, cores[i].name, FL_LINEAR);

		made(vertex, loop);
		pixels(&l->d);
		fl_program(&l->d, &program);
		fl_program_set(&program, FL_VERTEX, 0, 1, white);
		all_of_it(&l->d);
		lib_finish(l);
		for (uint32_t x = 0; x < LIB_SIDE; x++) {
			const float n = floorf(((float)x + 0.5f) / 8) + 1, want = n / 16 * 255;

			cr_assert(fabsf((float)(lib_px(l, x, 3) & 255) - want) <= 1, "%s %u: %08x",
				  cores[i].name, x, lib_px(l, x, 3));
		}
		lib_close(l);
	}
}

Test(gc_lib_program, refused)
{
	struct fl_err err = {0};

	cr_assert_eq(fl_program_make(&program, vertex, "!!GC2000\nfragment\nmov t1, void, void, u0\n", &err),
		     FL_USAGE);
	cr_assert_str_eq(err.text, "fragment program: it has no output");
	cr_assert_eq(fl_program_make(
			 &program, "!!GC2000\nvertex\nin color\nout p : position\nmov p, void, void, color\n",
			 fragment, &err),
		     FL_USAGE);
	cr_assert_str_eq(err.text, "vertex program: it has no input that is called position");
	cr_assert_eq(fl_program_make(&program, fragment, fragment, &err), FL_USAGE);
	cr_assert_str_eq(err.text, "vertex program: it does not say `vertex` after its first line");
}
