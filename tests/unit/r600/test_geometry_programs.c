/* SPDX-License-Identifier: MIT
 *
 * Geometry programs of the caller's own: what they put out, vertex by vertex and pixel by pixel, by formula;
 * what is drawn before and behind them without one; and what is said of texts that do not fit.
 */
#include "tests/unit/test_geometry_rig.h"

/* clang-format off */
/* Hands on the position, moved; and the number of the vertex. */
#define VERTEX \
	"!!R600\nvertex\nin position\nconst shift\ntemp n\nCALL_FS\nALU\n" \
	"ADD position.x, position.x, shift.x\nUINT_TO_FLT n.x, R0.x\n" \
	"MEM_RING WRITE 0, position.xyzw ES:3\nMEM_RING WRITE 4, n.x___ ES:3\n"
#define FRAGMENT \
	"!!R600\nfragment\nin col : color0\nconst tint = {1, 1, 1, 1}\ntemp seen\nALU\n" \
	"MUL seen.x, col.x, tint.x\nMUL seen.y, col.y, tint.y\nMUL seen.z, col.z, tint.z\n" \
	"EXPORT_DONE PIXEL 0, seen.xyz1\n"
#define FETCH(to, place, at) \
	"VFETCH " to ", " place ", RID:159 NO_INDEX_OFFSET MFC:16 UCF OFFSET:" #at "\n"
#define EMIT(a, b, how) \
	"MEM_RING WRITE " #a ", pos.xyzw ES:3\nMEM_RING WRITE " #b ", col.xyzw ES:3\n" how "\n"

/* A square from the point on, to the right and up; green is the vertex' number, blue the primitive's. */
#define SQUARES \
	"!!R600\ngeometry\ntakes points\nemits triangles 4\nout pos : position\n" \
	"out col : color0\nconst size = {0.08333333, 0.125, 0.0039215687, 1}\nVTX_TC\n" \
	FETCH("pos.xyzw", "R0.x", 0) \
	FETCH("col._x__", "R0.x", 16) \
	"ALU\nMUL col.y, col.y, size.z\nMOV col.x, size.w\nUINT_TO_FLT col.z, R0.z\n" \
	"MUL col.z, col.z, size.z\nMOV col.w, 1.0\n" \
	EMIT(0, 4, "EMIT_VERTEX") \
	"ALU\nADD pos.x, pos.x, size.x\n" \
	EMIT(8, 12, "EMIT_VERTEX") \
	"ALU\nADD pos.x, pos.x, -size.x\nADD pos.y, pos.y, size.y\n" \
	EMIT(16, 20, "EMIT_VERTEX") \
	"ALU\nADD pos.x, pos.x, size.x\n" \
	EMIT(24, 28, "EMIT_CUT_VERTEX")
/* clang-format on */

static const struct fl_program_text texts[] = {{"r600", VERTEX, FRAGMENT}, {0}};
static const char *const squares[] = {SQUARES};

Test(r600_geometry_programs, squares)
{
	draw_squares("rv770", texts, squares);
	draw_squares("r600", texts, squares);
	draw_squares("rv670", texts, squares);
	draw_squares("rv710", texts, squares);
	draw_squares("rv610", texts, squares);
}

Test(r600_geometry_programs, streamed)
{
	stream_squares("rv770", texts, squares);
	stream_squares("r600", texts, squares);
	stream_squares("rv670", texts, squares);
	stream_squares("rv710", texts, squares);
}

/* ---- what does not fit --------------------------------------------------------------------------------- */
#define HEAD     "!!R600\ngeometry\ntakes points\nout pos : position\nout col : color0\n"
#define EMIT_ONE "MEM_RING WRITE 0, R2.xyzw ES:3\nEMIT_VERTEX\n"

static const struct {
	const char *vertex, *geometry, *says;
} wrongs[] = {
    {VERTEX, "!!R600\nvertex\nin position\nNOP\n", "geometry program: it does not say `geometry`"},
    {VERTEX, "!!R600\ngeometry\ntakes points\nout col : color0\n" EMIT_ONE, "does not say what it takes"},
    {VERTEX, "!!R600\ngeometry\nemits points 1\nout col : color0\n" EMIT_ONE, "does not say what it takes"},
    {VERTEX, "!!R600\ngeometry\ntakes quads\n", "points, lines or triangles"},
    {VERTEX, "!!R600\ngeometry\ntakes points\nemits points 0\n", "1 to 1023 vertices"},
    {VERTEX, "!!R600\ngeometry\ntakes points\nemits points 1024\n", "1023"},
    {VERTEX, "!!R600\ngeometry\nin position\n", "fetches what vertex programs wrote"},
    {VERTEX, "!!R600\ngeometry\nout size : pointsize\n", "fl_point_size()"},
    {VERTEX, "!!R600\ngeometry\ntakes points\nemits points 1\n" EMIT_ONE, "no output beside position"},
    {VERTEX, HEAD "emits points 129\n" EMIT_ONE, "129 vertices of 8 dwords are more than 1024"},
    {VERTEX, HEAD "emits points 1\nMEM_RING WRITE 4-5, R2-3.xyzw ES:3\nEMIT_VERTEX\n", "it writes dword 11"},
    {VERTEX, HEAD "emits points 1\nEXPORT_DONE POS 60, R2.xyzw\n", "EXPORT_DONE: around a geometry program"},
    {VERTEX, HEAD "emits points 1\nconst many[65]\n" EMIT_ONE, "65 constants"},
    {VERTEX, HEAD "emits points 1\nconst a[9]\nALU\nMOVA_INT __.x, R0.x\nMOV R2.x, C[1+AR.x].x\n" EMIT_ONE,
     "cannot be indexed"},
    {VERTEX, HEAD "emits points 1\nALU\nMOV R2.x, C[64].x\n" EMIT_ONE, "C[0] to C[63]"},
    {VERTEX, HEAD "emits points 1\nALU KC0[CB0:0-15]\nMOV R2.x, KC0[1].x\n" EMIT_ONE, "constants are C[…]"},
    {VERTEX, HEAD "emits points 1\nconst state_mvq[4]\n" EMIT_ONE, "geometry program: 'state_mvq'"},
    {VERTEX "MEM_RING WRITE_IND 0, R1.xyzw ES:3 IDX:0\n", HEAD "emits points 1\n" EMIT_ONE, "not WRITE_IND"},
    {"!!R600\nvertex\nin position\nCALL_FS\nNOP\n", HEAD "emits points 1\n" EMIT_ONE, "hands nothing"},
    {"!!R600\nvertex\nin position\nout col : color0\nCALL_FS\nMEM_RING WRITE 0, position.xyzw ES:3\n",
     HEAD "emits points 1\n" EMIT_ONE, "outputs are the geometry program's"},
    {"!!R600\nvertex\nin position\nCALL_FS\nEXPORT_DONE POS 60, position.xyzw\n",
     HEAD "emits points 1\n" EMIT_ONE, "vertex program: EXPORT_DONE"},
};

Test(r600_geometry_programs, texts_that_do_not_fit)
{
	struct rig *r = rig_open_chip("rv770", W, H, false);

	for (unsigned i = 0; i < sizeof(wrongs) / sizeof(wrongs[0]); i++) {
		const struct fl_program_text text[] = {{"r600", wrongs[i].vertex, FRAGMENT}, {0}};
		struct fl_err err = {0};

		cr_expect_eq(fl_program_choose_geometry(&r->stage.d, fl_stage_program(&r->stage, 0), text,
							&wrongs[i].geometry, &err),
			     FL_USAGE, "%u", i);
		cr_expect(strstr(err.text, wrongs[i].says), "%u: %s, not %s", i, err.text, wrongs[i].says);
	}
	rig_close(r);
}

/* Registers that only a chip which divides them otherwise would have; and other primitives. */
Test(r600_geometry_programs, programs_and_draws_that_do_not_fit)
{
	static const char *const many[] = {HEAD "emits points 1\nALU\nMOV R63.x, 0\n" EMIT_ONE};
	struct rig *r = rig_open_chip("rv770", W, H, false);
	struct fl_program *p = fl_stage_program(&r->stage, 0);
	struct fl_draw *d = &r->stage.d;
	struct fl_err err = {0};
	struct fl_arrays a;

	make_points(r, &a);
	cr_assert_eq(fl_program_choose_geometry(d, p, texts, many, &err), FL_OK, "%s", err.text);
	fl_program(d, p);
	cr_expect_eq(d->code, FL_USAGE);
	cr_expect(strstr(d->err.text, "geometry program: it takes 64 registers"), "%s", d->err.text);
	d->code = FL_OK;
	use(r, texts, squares);
	fl_draw_arrays(d, FL_LINES, &a, 0, 4);
	cr_expect_eq(d->code, FL_USAGE);
	cr_expect(strstr(d->err.text, "takes points"), "%s", d->err.text);
	d->code = FL_OK;
	fl_program(d, NULL);
	rig_finish(r);
	rig_close(r);
}

Test(r600_geometry_programs, unknown_to_r5xx)
{
	struct rig *r = rig_open_chip("r580", W, H, false);
	struct fl_err err = {0};

	cr_expect_eq(
	    fl_program_choose_geometry(&r->stage.d, fl_stage_program(&r->stage, 0), texts, squares, &err),
	    FL_USAGE);
	cr_expect(strstr(err.text, "does not know geometry programs"), "%s", err.text);
	rig_close(r);
}
