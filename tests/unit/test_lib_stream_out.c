/* SPDX-License-Identifier: MIT
 *
 * Vertices streamed out to memory: each by formula, of points, strips and indexed triangles; what there is no
 * room for; nothing of it is seen; drawn again from there; and what a chip says that does not know it.
 */
#include "demos/cik_text.h"
#include "lib/fl_buffer.h"
#include "lib/fl_program.h"
#include "tests/unit/test_lib_rig.h"

enum { VERTICES = 90, RECORD = 5, ROOM = 300, UNTOUCHED = 0x7fc0cafe };

/* x / 2, y + 1, 3, the vertex' number as it is; and x once more. */
static const struct fl_program_text text[] = {
    {"r600",
     "!!R600\nvertex\nin position\nout col : color0\ntemp out\nCALL_FS\nALU\n"
     "MUL out.x, position.x, 0.5\nADD out.y, position.y, 1.0\nMOV out.z, 3.0\nMOV out.w, R0.x\n"
     "MEM_STREAM0 WRITE 0, out.xyzw ES:3 SIZE:4095\nMEM_STREAM0 WRITE 4, position.x___ ES:0 SIZE:4095\n"
     "EXPORT_DONE POS 60, position.xyz1\nEXPORT_DONE PARAM 0, position.1111\n",
     "!!R600\nfragment\nin col : color0\nEXPORT_DONE PIXEL 0, col.xyzw\n"},
    {"cik",
     "vertex\nin position\nout col : color0\nstream to\nscalar all\ntemp next\n"
     "v_mul_f32 next.x, 0.5, position.x\nv_add_f32 next.y, 1.0, position.y\nv_mov_b32 next.z, 3.0\n"
     "v_mov_b32 next.w, v0\ns_mov_b64 all.xy, exec\ns_mov_b64 exec, to.mask\n"
     "buffer_store_dwordx4 next, to.index, to, to.at idxen\n"
     "buffer_store_dword position.x, to.index, to, to.at idxen offset:16\n"
     "s_mov_b64 exec, all.xy\nv_mov_b32 position.w, 1.0\n" GFX7_EXPORT("pos0", "position", " done")
	 GFX7_EXPORT("param0", "position", ""),
     "fragment\nin col : color0\n" GFX7_PIXEL("col")},
    {0}};

static const struct {
	enum fl_prim prim;
	unsigned first, n, room; /* vertices; room: that fit */
	unsigned want;           /* that come out */
	uint8_t order[24];       /* the first of them */
} streams[] = {
    {FL_POINTS, 0, VERTICES, ROOM, VERTICES, {0, 1, 2, 3, 4, 5}},
    {FL_POINTS, 7, 20, 8, 8, {0, 1, 2, 3}},
    {FL_TRIANGLES, 3, 12, ROOM, 12, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}},
    {FL_TRIANGLES, 3, 12, 11, 9, {0, 1, 2, 3, 4, 5, 6, 7, 8}}, /* the fourth is left out whole */
    {FL_TRIANGLE_STRIP, 0, 6, ROOM, 12, {0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 5}},
    {FL_LINE_STRIP, 1, 5, ROOM, 8, {0, 1, 1, 2, 2, 3, 3, 4}},
};

static void expect(struct rig *r, unsigned k, uint64_t to_B)
{
	static uint32_t got[ROOM][RECORD];

	fl_vram_read(&r->dev, to_B, got, sizeof(got));
	for (unsigned i = 0; i < ROOM; i++) {
		const unsigned v = streams[k].prim == FL_POINTS ? i : streams[k].order[i % 24];
		const float want[3] = {(float)(v + streams[k].first) * 0.125f,
				       (float)(v + streams[k].first) + 1, 3};

		if (i >= streams[k].want) {
			for (unsigned c = 0; c < RECORD; c++)
				cr_assert_eq(got[i][c], UNTOUCHED, "%u: %u.%u was written", k, i, c);
			continue;
		}
		cr_assert_arr_eq(got[i], want, sizeof(want), "%s, %u: vertex %u", r->stage.chip_name, k, i);
		cr_assert_eq(got[i][3], v, "%s, %u: %u has number %u", r->stage.chip_name, k, i, got[i][3]);
		cr_assert_eq(got[i][4], fl_f32((float)(v + streams[k].first) * 0.25f));
	}
}

static void all_streams(const char *chip)
{
	static uint32_t untouched[ROOM * RECORD];
	struct rig *r = rig_open_chip(chip, W, H, false);
	struct fl_program *p = fl_stage_program(&r->stage, 0);
	struct fl_arrays a = {.position = {.stride_B = 12, .type = FL_FLOAT, .size = 3}};
	struct fl_draw *d = &r->stage.d;
	uint64_t to_B = 0;
	struct fl_err err = {0};

	for (unsigned i = 0; i < ROOM * RECORD; i++)
		untouched[i] = UNTOUCHED;
	cr_assert_eq(fl_vram_alloc(&r->stage.vram, 12 * VERTICES, 4, &a.position.offset_B, &err), FL_OK);
	cr_assert_eq(fl_vram_alloc(&r->stage.vram, sizeof(untouched), 256, &to_B, &err), FL_OK);
	for (unsigned i = 0; i < VERTICES; i++) {
		const float at[3] = {(float)i * 0.25f, (float)i, 0.5f};

		fl_vram_write(&r->dev, a.position.offset_B + 12 * i, at, sizeof(at));
	}
	cr_assert_eq(fl_program_choose(d, p, text, &err), FL_OK, "%s", err.text);
	for (unsigned k = 0; k < sizeof(streams) / sizeof(streams[0]); k++) {
		fl_vram_write(&r->dev, to_B, untouched, sizeof(untouched));
		fl_vram_settle(&r->dev, to_B);
		if (k)
			fl_clear(d, FL_CLEAR_COLOR, 0xff102030, 1, 0);
		fl_program(d, p);
		fl_stream_out(d, to_B, streams[k].room * 4 * RECORD, 4 * RECORD);
		fl_draw_arrays(d, streams[k].prim, &a, streams[k].first, streams[k].n);
		fl_stream_end(d);
		fl_program(d, NULL);
		rig_finish(r);
		expect(r, k, to_B);
	}
	for (unsigned i = 0; i < W * H; i++)
		cr_assert_eq(r->picture[i], 0xff102030, "%s: something is seen", chip);
	rig_close(r);
}

Test(lib_stream_out, every_vertex)
{
	all_streams("rv770");
	all_streams("rv670");
	all_streams("r600");
	all_streams("rv710");
	all_streams("bonaire");
	all_streams("hawaii");
	all_streams("kabini");
}

/* A square that the program moved out of the picture's corner, drawn from where it was streamed to: in one
 * batch. */
static const struct fl_program_text moves[] = {
    {"r600",
     "!!R600\nvertex\nin position\nout col : color0\ntemp out\nCALL_FS\nALU\n"
     "ADD out.x, position.x, 0.25\nADD out.y, position.y, 0.5\nMOV out.z, 0.0\n"
     "MEM_STREAM0 WRITE 0, out.xyz_ ES:3 SIZE:4095\nEXPORT_DONE POS 60, out.xyz1\n"
     "EXPORT_DONE PARAM 0, position.1111\n",
     "!!R600\nfragment\nin col : color0\nEXPORT_DONE PIXEL 0, col.xyzw\n"},
    {"cik",
     "vertex\nin position\nout col : color0\nstream to\nscalar all\ntemp next\n"
     "v_add_f32 next.x, 0.25, position.x\nv_add_f32 next.y, 0.5, position.y\n"
     "v_mov_b32 next.z, 0\nv_mov_b32 next.w, 1.0\n"
     "s_mov_b64 all.xy, exec\ns_mov_b64 exec, to.mask\n"
     "buffer_store_dwordx3 next.xyz, to.index, to, to.at idxen\n"
     "s_mov_b64 exec, all.xy\n" GFX7_EXPORT("pos0", "next", " done") GFX7_EXPORT("param0", "next", ""),
     "fragment\nin col : color0\n" GFX7_PIXEL("col")},
    {0}};

static void draw_again(struct fl_stage *s)
{
	static const float v[6][3] = {{-1, -1, 0}, {-0.5f, -1, 0},    {-0.5f, -0.5f, 0},
				      {-1, -1, 0}, {-0.5f, -0.5f, 0}, {-1, -0.5f, 0}};
	struct fl_arrays a = {.position = {.stride_B = 12, .type = FL_FLOAT, .size = 3}};
	uint64_t from_B = 0, to_B[2] = {0};
	struct fl_draw *d = &s->d;
	struct fl_err err = {0};

	cr_assert_eq(fl_vram_alloc(&s->vram, sizeof(v), 4, &from_B, &err), FL_OK);
	for (int i = 0; i < 2; i++)
		cr_assert_eq(fl_vram_alloc(&s->vram, sizeof(v), 256, &to_B[i], &err), FL_OK);
	fl_vram_write(s->dev, from_B, v, sizeof(v));
	fl_vram_settle(s->dev, from_B);
	cr_assert_eq(fl_program_choose(d, fl_stage_program(s, 0), moves, &err), FL_OK, "%s", err.text);
	fl_clear(d, FL_CLEAR_COLOR, 0xff000000, 1, 0);
	fl_program(d, fl_stage_program(s, 0));
	a.position.offset_B = from_B;
	for (int i = 0; i < 3; i++) {
		fl_stream_out(d, to_B[i & 1], sizeof(v), 12);
		fl_draw_arrays(d, FL_TRIANGLES, &a, 0, 6);
		fl_stream_end(d);
		a.position.offset_B = to_B[i & 1];
	}
	/* three steps are 0.75 and 1.5 */
	fl_program(d, NULL);
	fl_color_argb(d, 0xffffffff);
	fl_draw_arrays(d, FL_TRIANGLES, &a, 0, 6);
}

static void check_again(struct rig *r)
{
	for (unsigned y = 0; y < H; y++)
		for (unsigned x = 0; x < W; x++) {
			const bool in = x >= W * 3 / 8 && x < W * 5 / 8 && y < H / 4;

			cr_assert_eq(rig_at(r, x, y), in ? 0xffffffff : 0xff000000, "(%u, %u): 0x%08x", x, y,
				     rig_at(r, x, y));
		}
}

Test(lib_stream_out, drawn_from_there)
{
	draw_on("rv770", draw_again, check_again);
	draw_on("r600", draw_again, check_again);
	draw_on("rv710", draw_again, check_again);
	draw_on("bonaire", draw_again, check_again);
	draw_on("hawaii", draw_again, check_again);
}

Test(lib_stream_out, unknown_to_r5xx)
{
	struct rig *r = rig_open_chip("r580", W, H, false);
	struct fl_draw *d = &r->stage.d;

	fl_stream_end(d);
	cr_assert_eq(d->code, FL_OK);
	fl_stream_out(d, 0, 256, 4);
	cr_expect_eq(d->code, FL_USAGE);
	cr_expect(strstr(d->err.text, "does not know streams of vertices"), "%s", d->err.text);
	fl_stream_end(d);
	d->code = FL_OK;
	rig_close(r);
}
