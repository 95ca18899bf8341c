/* SPDX-License-Identifier: MIT
 *
 * Geometry programs of the caller's own on Sea Islands: what they put out, vertex by vertex and pixel by
 * pixel, by formula; what is drawn before and behind them without one; vectors far back in the ring; and what
 * is said of texts that do not fit.
 */
#include "demos/cik_text.h"
#include "tests/unit/test_geometry_rig.h"

TestSuite(cik_geometry_programs, .timeout = 120);

/* clang-format off */
#define VERTEX \
	"; !!GFX7\nvertex\nin position\nhand place\nhand n\nconst shift\n" \
	"v_add_f32 place.x, shift.x, position.x\nv_mov_b32 place.y, position.y\n" \
	"v_mov_b32 place.z, position.z\nv_mov_b32 place.w, position.w\nv_cvt_f32_u32 n.x, v0\n"
#define FRAGMENT \
	"; !!GFX7\nfragment\nin col : color0\nconst tint = {1, 1, 1, 1}\n" \
	"v_mul_f32 col.x, tint.x, col.x\nv_mul_f32 col.y, tint.y, col.y\nv_mul_f32 col.z, tint.z, col.z\n" \
	"v_mov_b32 col.w, 1.0\n" GFX7_PIXEL("col")
#define BEGIN(takes, emits) \
	"; !!GFX7\ngeometry\ntakes " takes "\nemits " emits "\nin place\nin n\n" \
	"out pos : position\nout col : color0\n"

/* A square from the point on, to the right and up */
#define SQUARES \
	BEGIN("points", "triangles 4") \
	"const size = {0.08333333, 0.125, 0.0039215687, 1}\n" \
	GFX7_XYZ1("v_mov_b32", "pos", "place") "v_mov_b32 pos.w, place.w\n" \
	"v_mov_b32 col.x, 1.0\nv_mul_f32 col.y, size.z, n.x\n" \
	"v_cvt_f32_u32 col.z, v2\nv_mul_f32 col.z, size.z, col.z\nv_mov_b32 col.w, 1.0\n" \
	"emit\n" \
	"v_add_f32 pos.x, size.x, pos.x\nemit\n" \
	"v_subrev_f32 pos.x, size.x, pos.x\nv_add_f32 pos.y, size.y, pos.y\nemit\n" \
	"v_add_f32 pos.x, size.x, pos.x\nemit\ncut\n"
/* clang-format on */

static const struct fl_program_text texts[] = {{"cik", VERTEX, FRAGMENT}, {0}};
static const char *const squares[] = {SQUARES};
static const char *const chips[] = {"bonaire", "hawaii", "kaveri", "kabini"};
enum { CHIPS = sizeof(chips) / sizeof(chips[0]) };

Test(cik_geometry_programs, squares)
{
	for (unsigned i = 0; i < CHIPS; i++)
		draw_squares(chips[i], texts, squares);
}

Test(cik_geometry_programs, streamed)
{
	for (unsigned i = 0; i < CHIPS; i++)
		stream_squares(chips[i], texts, squares);
}

/* Eight vectors of three corners: the last ones are further back than an offset of an instruction reaches.
 * The color is w of the last one of the last corner; two triangles, of which the first is drawn in full. */
/* clang-format off */
#define MANY \
	"; !!GFX7\nvertex\nin position\nin color\n" \
	"hand a\nhand b\nhand c\nhand d\nhand e\nhand f\nhand g\nhand h\n" \
	GFX7_XYZ1("v_mov_b32", "a", "position") "v_mov_b32 a.w, position.w\n" \
	"v_mov_b32 h.x, 0\nv_mov_b32 h.y, color.x\nv_mov_b32 h.z, color.y\nv_mov_b32 h.w, color.z\n"
#define LAST \
	"; !!GFX7\ngeometry\ntakes triangles\nemits triangles 3\n" \
	"in a\nin b\nin c\nin d\nin e\nin f\nin g\nin h\nout pos : position\nout col : color0\n" \
	"v_mov_b32 col.x, h[2].y\nv_mov_b32 col.y, h[2].z\nv_mov_b32 col.z, h[2].w\nv_mov_b32 col.w, 1.0\n" \
	CORNER("a[0]") CORNER("a[1]") CORNER("a[2]") "s_endpgm\n"
#define CORNER(a) \
	GFX7_XYZ1("v_mov_b32", "pos", a) "v_mov_b32 pos.w, " a ".w\nemit\n"
/* clang-format on */

static void many(struct fl_stage *s)
{
	static const struct fl_program_text text[] = {{"cik", MANY, FRAGMENT}, {0}};
	static const char *const last[] = {LAST};
	static const uint32_t color[3] = {0xffff0000, 0xff00ff00, 0xff336699};
	static const float x[3] = {-1, 3, -1}, y[3] = {-1, -1, 3};
	struct fl_program *p = fl_stage_program(s, 0);
	struct fl_draw *d = &s->d;
	struct fl_err err = {0};

	cr_assert_eq(fl_program_choose_geometry(d, p, text, last, &err), FL_OK, "%s", err.text);
	fl_clear(d, FL_CLEAR_COLOR, 0, 1, 0);
	fl_program(d, p);
	fl_begin(d, FL_TRIANGLES);
	for (int i = 0; i < 3; i++) {
		fl_color_argb(d, color[i]);
		fl_vertex(d, x[i], y[i], 0);
	}
	fl_end(d);
	fl_program(d, NULL);
}

static void last_color(struct rig *r)
{
	for (uint32_t y = 0; y < H; y++)
		for (uint32_t x = 0; x < W; x++)
			cr_assert_eq(rig_at(r, x, y), 0xff336699, "(%u, %u): 0x%08x", x, y, rig_at(r, x, y));
}

Test(cik_geometry_programs, many_vectors_of_immediate_vertices)
{
	for (unsigned i = 0; i < CHIPS; i++)
		draw_on(chips[i], many, last_color);
}

/* ---- what does not fit --------------------------------------------------------------------------------- */
#define ONE  BEGIN("points", "points 1") "emit\n"
#define HEAD "; !!GFX7\ngeometry\n"

static const struct {
	const char *vertex, *geometry, *says;
} wrongs[] = {
    {VERTEX, "; !!GFX7\nvertex\nin position\ns_nop 0\n", "geometry program: it does not say `geometry`"},
    {VERTEX, HEAD "takes points\nin place\nin n\nout p : position\nout col : color0\n",
     "does not say what it takes"},
    {VERTEX, HEAD "emits points 1\nout p : position\nout col : color0\n", "does not say what it takes"},
    {VERTEX, HEAD "takes quads\n", "points, lines or triangles"},
    {VERTEX, HEAD "takes points\nemits points 0\n", "1 to 1023 vertices"},
    {VERTEX, HEAD "takes points\nemits points 1024\n", "1023"},
    {VERTEX, HEAD "in place\n", "inputs come behind `takes`"},
    {VERTEX, HEAD "takes points\nout size : pointsize\n", "fl_point_size()"},
    {VERTEX, HEAD "takes points\nout front : face\n", "the chip makes the face"},
    {VERTEX, HEAD "takes points\nemits points 1\nin place\nin n\nout col : color0\n", "no output that is"},
    {VERTEX, HEAD "takes points\nemits points 1\nin place\nin n\nout p : position\n", "no output that is"},
    {VERTEX, HEAD "takes points\nemits points 1\nout col : color0\nemit\n", "`emits`, and an output"},
    {VERTEX, BEGIN("points", "points 129"), "129 vertices of 8 dwords are more than 1024"},
    {VERTEX, BEGIN("points", "points 1") "const state_mvq[4]\nemit\n", "geometry program: 'state_mvq'"},
    {VERTEX, HEAD "takes points\nemits points 1\nin place\nout p : position\nout col : color0\nemit\n",
     "hands 2 vectors to the geometry program, which has 1 inputs"},
    {"; !!GFX7\nvertex\nin position\ns_nop 0\n", ONE, "hands 0 vectors"},
    {"; !!GFX7\nvertex\nin position\nout col : color0\nhand a\nhand b\n", ONE,
     "outputs are the geometry program's"},
    {"; !!GFX7\nvertex\nin position\nhand a\nhand b\n" GFX7_EXPORT("pos0", "position", " done"), ONE,
     "it exports nothing"},
    {"; !!GFX7\nvertex\nin position\nhand a\nhand b\nhand c\nhand d\nhand e\nhand f\nhand g\nhand h\nhand "
     "i\n",
     ONE, "8 vectors at most"},
};

Test(cik_geometry_programs, texts_that_do_not_fit)
{
	struct rig *r = rig_open_chip("bonaire", W, H, false);
	const struct fl_program_text alone[] = {{"cik", VERTEX, FRAGMENT}, {0}};
	struct fl_program *p = fl_stage_program(&r->stage, 0);
	struct fl_err err = {0};

	for (unsigned i = 0; i < sizeof(wrongs) / sizeof(wrongs[0]); i++) {
		const struct fl_program_text text[] = {{"cik", wrongs[i].vertex, FRAGMENT}, {0}};

		err = (struct fl_err){0};
		cr_expect_eq(fl_program_choose_geometry(&r->stage.d, p, text, &wrongs[i].geometry, &err),
			     FL_USAGE, "%u", i);
		cr_expect(strstr(err.text, wrongs[i].says), "%u: %s, not %s", i, err.text, wrongs[i].says);
	}
	cr_expect_eq(fl_program_choose(&r->stage.d, p, alone, &err), FL_USAGE);
	cr_expect(strstr(err.text, "there is no geometry program"), "%s", err.text);
	rig_close(r);
}

/* Other primitives than it takes: of arrays, and of vertices one by one. */
Test(cik_geometry_programs, draws_that_do_not_fit)
{
	struct rig *r = rig_open_chip("bonaire", W, H, false);
	struct fl_draw *d = &r->stage.d;
	struct fl_arrays a;

	make_points(r, &a);
	use(r, texts, squares);
	fl_draw_arrays(d, FL_LINES, &a, 0, 4);
	cr_expect_eq(d->code, FL_USAGE);
	cr_expect(strstr(d->err.text, "takes points"), "%s", d->err.text);
	d->code = FL_OK;
	fl_begin(d, FL_QUADS);
	for (int i = 0; i < 4; i++)
		fl_vertex(d, 0, 0, 0);
	fl_end(d);
	cr_expect_eq(d->code, FL_USAGE);
	d->code = FL_OK;
	fl_program(d, NULL);
	rig_finish(r);
	rig_close(r);
}
