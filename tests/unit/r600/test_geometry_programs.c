/* SPDX-License-Identifier: MIT
 *
 * Geometry programs of the caller's own: what they put out, vertex by vertex and pixel by pixel, by formula;
 * what is drawn before and behind them without one; and what is said of texts that do not fit.
 */
#include "lib/fl_buffer.h"
#include "lib/fl_program.h"
#include "tests/unit/test_lib_rig.h"

enum { POINTS = 150, SIDE = 8, RECORD = 8, CORNERS = 6, ROOM = CORNERS * POINTS + 1, UNTOUCHED = 0x7fc0cafe };

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

/* Where point i is, in squares. Some lie over others. */
static void place(unsigned i, unsigned at[2])
{
	at[0] = i * 7 % (W / SIDE);
	at[1] = i * 5 % (H / SIDE);
}

static void make_points(struct rig *r, struct fl_arrays *a)
{
	struct fl_err err = {0};

	*a = (struct fl_arrays){.position = {.stride_B = 12, .type = FL_FLOAT, .size = 3}};
	cr_assert_eq(fl_vram_alloc(&r->stage.vram, 12 * POINTS, 4, &a->position.offset_B, &err), FL_OK);
	for (unsigned i = 0; i < POINTS; i++) {
		unsigned at[2];
		float v[3] = {0};

		place(i, at);
		v[0] = (float)at[0] * 2 * SIDE / W - 1.5f; /* the constant undoes half of it */
		v[1] = (float)at[1] * 2 * SIDE / H - 1;
		fl_vram_write(&r->dev, a->position.offset_B + 12 * i, v, sizeof(v));
	}
	fl_vram_settle(&r->dev, a->position.offset_B);
}

static void use(struct rig *r, const char *const *geometry)
{
	static const float half[1][4] = {{0.5f, 0, 0, 0}};
	struct fl_program *p = fl_stage_program(&r->stage, 0);
	struct fl_draw *d = &r->stage.d;
	struct fl_err err = {0};

	cr_assert_eq(fl_program_choose_geometry(d, p, texts, geometry, &err), FL_OK, "%s", err.text);
	fl_program(d, p);
	cr_assert_eq(d->code, FL_OK, "%s", d->err.text);
	fl_program_set(p, FL_VERTEX, fl_program_const(p, FL_VERTEX, "shift"), 1, half);
}

/* The last point whose square is over the pixel, counted from the top. */
static uint32_t pixel(unsigned x, unsigned y, uint32_t nothing)
{
	uint32_t want = nothing;

	for (unsigned i = 0; i < POINTS; i++) {
		unsigned at[2];

		place(i, at);
		if (x / SIDE == at[0] && (H - 1 - y) / SIDE == at[1])
			want = 0xffff0000 | i << 8 | i;
	}
	return want;
}

/* Fixed function draws before and behind the squares, and 2D and a clear come in between. */
static void draw_squares(const char *chip)
{
	struct rig *r = rig_open_chip(chip, W, H, false);
	struct fl_draw *d = &r->stage.d;
	struct fl_arrays a;

	make_points(r, &a);
	fl_clear(d, FL_CLEAR_COLOR, 0xff000000, 1, 0);
	pixels(d);
	fl_color_argb(d, 0xff0000ff);
	rect(d, 0, 0, W, H, 0.5f);
	use(r, squares);
	fl_draw_arrays(d, FL_POINTS, &a, 0, POINTS);
	fl_clear(d, FL_CLEAR_COLOR, 0xff102030, 1, 0);
	fl_draw_arrays(d, FL_POINTS, &a, 0, POINTS);
	fl_program(d, NULL);
	rect(d, 0, 0, 5, 3, 0.5f);
	fl_2d_target(&r->stage.g, &r->stage.screen);
	fl_fill_rect(&r->stage.g, 5, 0, 2, 3, 0xff00ff00);
	rig_finish(r);
	for (unsigned y = 0; y < H; y++)
		for (unsigned x = 0; x < W; x++) {
			const uint32_t want =
			    y < 3 && x < 7 ? x < 5 ? 0xff0000ff : 0xff00ff00 : pixel(x, y, 0xff102030);

			cr_assert_eq(rig_at(r, x, y), want, "%s (%u, %u): 0x%08x, not 0x%08x", chip, x, y,
				     rig_at(r, x, y), want);
		}
	rig_close(r);
}

Test(r600_geometry_programs, squares)
{
	draw_squares("rv770");
	draw_squares("r600");
	draw_squares("rv670");
	draw_squares("rv710");
	draw_squares("rv610");
}

/* What is streamed is what the geometry program emits: six corners of two triangles for each point. */
static void stream_squares(const char *chip)
{
	static const uint8_t corner[CORNERS] = {0, 1, 2, 2, 1, 3};
	static uint32_t got[ROOM][RECORD];
	struct rig *r = rig_open_chip(chip, W, H, false);
	struct fl_draw *d = &r->stage.d;
	struct fl_err err = {0};
	struct fl_arrays a;
	uint64_t to_B = 0;

	make_points(r, &a);
	cr_assert_eq(fl_vram_alloc(&r->stage.vram, sizeof(got), 256, &to_B, &err), FL_OK);
	memset(got, 0x55, sizeof(got));
	fl_vram_write(&r->dev, to_B, got, sizeof(got));
	fl_vram_settle(&r->dev, to_B);
	use(r, squares);
	fl_stream_out(d, to_B, sizeof(got), 4 * RECORD);
	fl_draw_arrays(d, FL_POINTS, &a, 0, POINTS);
	fl_stream_end(d);
	fl_program(d, NULL);
	rig_finish(r);
	fl_vram_read(&r->dev, to_B, got, sizeof(got));
	for (unsigned i = 0; i < CORNERS * POINTS; i++) {
		const unsigned k = corner[i % CORNERS];
		unsigned at[2];
		float v[RECORD];

		place(i / CORNERS, at);
		memcpy(v, got[i], sizeof(v));
		cr_assert(fabsf(v[0] - ((float)(at[0] + k % 2) * 2 * SIDE / W - 1)) < 1e-5f &&
			      fabsf(v[1] - ((float)(at[1] + k / 2) * 2 * SIDE / H - 1)) < 1e-5f && v[3] == 1,
			  "%s, corner %u: (%g, %g)", chip, i, (double)v[0], (double)v[1]);
		cr_assert_eq(lroundf(v[5] * 255), (long)(i / CORNERS));
		cr_assert(v[4] == 1 && v[5] == v[6] && v[7] == 1, "%s, corner %u", chip, i);
	}
	cr_assert_eq(got[CORNERS * POINTS][0], 0x55555555, "%s: something is behind the last corner", chip);
	rig_close(r);
}

Test(r600_geometry_programs, streamed)
{
	stream_squares("rv770");
	stream_squares("r600");
	stream_squares("rv670");
	stream_squares("rv710");
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
	use(r, squares);
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
