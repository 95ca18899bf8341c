/* SPDX-License-Identifier: MIT
 *
 * attractor: 16,384 points that a vertex program throws again and again: it streams their new places out to
 * memory, from where it reads them the next time. Each place is added to a picture of 32-bit floats, which
 * counts how often points came by; its logarithm is shown.
 */
#include "demos/cik_text.h"
#include "demos/demo.h"
#include "demos/r600_text.h"
#include "demos/shape.h"
#include "lib/fl_buffer.h"
#include "lib/fl_program.h"

enum { POINTS = 16384, POINT_B = 16, THROWS = 20, SETTLED = 6 };

/* x' = sin(a y) - cos(b x), y' = sin(c x) - cos(d y), after Peter de Jong; z is how far that was, w nothing.
 * a to d count in turns. Seen are the old places. */
static const char throw_vertex[] =
    "!!R600\n"
    "vertex\n"
    "in position\n"
    "out pos : position\n"
    "out light : color0\n"
    "const abcd\n"
    "const scale\n"
    "const chip_turn\n"
    "temp next\n"
    "temp turn\n"
    "CALL_FS\n"
    "ALU\n"
    "MUL turn.x, position.y, abcd.x\n"
    "MULADD turn.y, position.x, abcd.y, 0.25\n"
    "MUL turn.z, position.x, abcd.z\n"
    "MULADD turn.w, position.y, abcd.w, 0.25\n" R600_SINE("turn.x") R600_SINE("turn.y") R600_SINE("turn.z")
	R600_SINE("turn.w") "ADD next.x, turn.x, -turn.y\n"
			    "ADD next.y, turn.z, -turn.w\n"
			    "ADD turn.x, next.x, -position.x\n"
			    "ADD turn.y, next.y, -position.y\n"
			    "MUL turn.z, turn.x, turn.x\n"
			    "MULADD next.z, turn.y, turn.y, turn.z\n"
			    "MOV next.w, 1.0\n"
			    "MUL pos.x, position.x, scale.x\n"
			    "MUL pos.y, position.y, scale.y\n"
			    "# red where points come from afar\n"
			    "MULADD_sat light.x, position.z, 0.09, 0.1\n"
			    "MOV light.y, 0.35\n"
			    "MULADD_sat light.z, position.z, -0.11, 1.0\n"
			    "MEM_STREAM0 WRITE 0, next.xyzw ES:3 SIZE:4095\n"
			    "EXPORT_DONE POS 60, pos.xy01\n"
			    "EXPORT_DONE PARAM 0, light.xyz1\n";

static const char throw_fragment[] = "!!R600\n"
				     "fragment\n"
				     "in light : color0\n"
				     "EXPORT_DONE PIXEL 0, light.xyzw\n";

/* 1 - 2^-k of the logarithm of the count, in the mean of the colors */
static const char show_fragment[] = "!!R600\n"
				    "fragment\n"
				    "in uv : texcoord0\n"
				    "temp sum\n"
				    "TEX\n"
				    "SAMPLE sum.xyzw, uv.xy00, RID:0 SID:0 CT:NNNN\n"
				    "ALU\n"
				    "ADD sum.w, sum.w, 1.0\n"
				    "RECIP_IEEE uv.x, sum.w\n"
				    "LOG_IEEE sum.w, sum.w\n"
				    "MUL sum.w, sum.w, 0.34\n"
				    "MUL uv.x, uv.x, sum.w\n"
				    "MUL sum.x, sum.x, uv.x\n"
				    "MUL sum.y, sum.y, uv.x\n"
				    "MUL sum.z, sum.z, uv.x\n"
				    "MULADD sum.x, sum.w, 0.12, sum.x\n"
				    "MULADD sum.y, sum.w, 0.08, sum.y\n"
				    "MULADD sum.z, sum.w, 0.12, sum.z\n"
				    "EXPORT_DONE PIXEL 0, sum.xyz1\n";

/* clang-format off */
static const char throw_vertex_cik[] =
    "; !!GFX7\n"
    "vertex\n"
    "in position\n"
    "out pos : position\n"
    "out light : color0\n"
    "const abcd\n"
    "const scale\n"
    "stream points\n"
    "scalar all\n"
    "temp next\n"
    "temp turn\n"
    "v_mul_f32 turn.x, abcd.x, position.y\n"
    "v_mul_f32 turn.y, abcd.y, position.x\n"
    "v_mul_f32 turn.z, abcd.z, position.x\n"
    "v_mul_f32 turn.w, abcd.w, position.y\n"
    "v_add_f32 turn.y, 0.25, turn.y\n"
    "v_add_f32 turn.w, 0.25, turn.w\n"
    GFX7_SINE("turn.x") GFX7_SINE("turn.y") GFX7_SINE("turn.z") GFX7_SINE("turn.w")
    "v_sub_f32 next.x, turn.x, turn.y\n"
    "v_sub_f32 next.y, turn.z, turn.w\n"
    "v_sub_f32 turn.x, next.x, position.x\n"
    "v_sub_f32 turn.y, next.y, position.y\n"
    "v_mul_f32 next.z, turn.x, turn.x\n"
    "v_mac_f32 next.z, turn.y, turn.y\n"
    "v_mov_b32 next.w, 1.0\n"
    "s_mov_b64 all.xy, exec\n"
    "s_mov_b64 exec, points.mask\n"
    "buffer_store_dwordx4 next, points.index, points, points.at idxen\n"
    "s_mov_b64 exec, all.xy\n"
    "v_mul_f32 pos.x, scale.x, position.x\n"
    "v_mul_f32 pos.y, scale.y, position.y\n"
    "v_mov_b32 pos.z, 0\n"
    "v_mov_b32 pos.w, 1.0\n"
    "# red where points come from afar\n"
    "v_mul_f32 light.x, 0.09, position.z\n"
    "v_mov_b32 light.y, 0.1\n"
    "v_add_f32 light.x, light.x, light.y clamp\n"
    "v_mov_b32 light.y, 0.35\n"
    "v_mul_f32 light.z, -0.11, position.z\n"
    "v_add_f32 light.z, light.z, 1.0 clamp\n"
    "v_mov_b32 light.w, 1.0\n"
    GFX7_EXPORT("pos0", "pos", " done")
    GFX7_EXPORT("param0", "light", "");

static const char throw_fragment_cik[] =
    "; !!GFX7\n"
    "fragment\n"
    "in light : color0\n"
    GFX7_PIXEL("light");

static const char show_fragment_cik[] =
    "; !!GFX7\n"
    "fragment\n"
    "in uv : texcoord0\n"
    "texture sums : 0\n"
    "temp sum\n"
    GFX7_SAMPLE("sum", "uv", "sums")
    "s_mov_b64 exec, live\n"
    "s_waitcnt vmcnt(0)\n"
    "v_add_f32 sum.w, 1.0, sum.w\n"
    "v_rcp_f32 uv.x, sum.w\n"
    "v_log_f32 sum.w, sum.w\n"
    "v_mul_f32 sum.w, 0.34, sum.w\n"
    "v_mul_f32 uv.x, uv.x, sum.w\n"
    GFX7_XYZ_BY("v_mul_f32", "sum", "uv.x", "sum")
    "v_mac_f32 sum.x, 0.12, sum.w\n"
    "v_mac_f32 sum.y, 0.08, sum.w\n"
    "v_mac_f32 sum.z, 0.12, sum.w\n"
    "v_mov_b32 sum.w, 1.0\n"
    GFX7_PIXEL("sum");
/* clang-format on */

static const struct fl_program_text throwing[] = {
    {"r600", throw_vertex, throw_fragment}, {"cik", throw_vertex_cik, throw_fragment_cik}, {0}};
static const struct fl_program_text showing[] = {
    {"r600", R600_SCREEN, show_fragment}, {"cik", GFX7_SCREEN, show_fragment_cik}, {0}};

/* The points lie in surfaces 1 to 3: where they begin, and two places that take turns. Surfaces that have no
 * more than a place, which the stage keeps. */
static enum fl_code make_points(struct fl_stage *s, struct fl_err *err)
{
	enum fl_code code = FL_OK;

	for (int i = 1; !code && i <= 3; i++)
		code = fl_vram_alloc(&s->vram, POINTS * POINT_B, 256, &s->surface[i].offset_B, err);
	for (uint32_t i = 0; !code && i < POINTS; i++) {
		const float at[4] = {fl_demo_chance(i, 0) * 4 - 2, fl_demo_chance(i, 1) * 4 - 2, 0, 1};

		fl_vram_write(s->dev, s->surface[1].offset_B + i * POINT_B, at, POINT_B);
	}
	if (!code)
		fl_vram_settle(s->dev, s->surface[1].offset_B);
	return code;
}

static enum fl_code begin(struct fl_stage *s, struct fl_err *err)
{
	enum fl_code code = fl_surface_place(&s->surface[0], &s->vram, s->width, s->height, FL_ABGR32F,
					     FL_LINEAR, FL_USE_3D | FL_USE_TEXTURE, err);

	if (!code)
		code = make_points(s, err);
	if (!code)
		code = fl_program_choose(&s->d, fl_stage_program(s, 0), throwing, err);
	if (!code)
		code = fl_program_choose(&s->d, fl_stage_program(s, 1), showing, err);
	fl_texture_of(&s->texture[0], &s->surface[0]);
	s->texture[0].wrap_s = s->texture[0].wrap_t = FL_CLAMP;
	return code;
}

static enum fl_code frame(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	static const float nothing[4] = {0, 0, 0, 0};
	const float t = fl_demo_seconds(n), aspect = (float)s->width / (float)s->height, turn = 2 * FL_PI;
	const float abcd[1][4] = {
	    {(1.4f + 0.3f * fl_sinf(t * 0.31f)) / turn, (-2.3f + 0.2f * fl_cosf(t * 0.23f)) / turn,
	     (2.4f + 0.2f * fl_sinf(t * 0.17f)) / turn, (-2.1f + 0.2f * fl_cosf(t * 0.29f)) / turn}};
	const float scale[1][4] = {{0.45f / (aspect > 1 ? aspect : 1), 0.45f, 0, 0}};
	struct fl_program *p = fl_stage_program(s, 0);
	struct fl_arrays a = {.position = {.stride_B = POINT_B, .type = FL_FLOAT, .size = 4}};
	struct fl_draw *d = &s->d;

	fl_draw_target(d, &s->surface[0], NULL);
	fl_clear_float(d, nothing);
	fl_program(d, p);
	fl_program_set(p, FL_VERTEX, fl_program_const(p, FL_VERTEX, "abcd"), 1, abcd);
	fl_program_set(p, FL_VERTEX, fl_program_const(p, FL_VERTEX, "scale"), 1, scale);
	fl_blend(d, FL_ONE, FL_ONE);
	for (int i = 0; i < THROWS; i++) {
		a.position.offset_B = s->surface[i ? 2 + (i & 1) : 1].offset_B;
		fl_stream_out(d, s->surface[3 - (i & 1)].offset_B, POINTS * POINT_B, POINT_B);
		fl_draw_arrays(d, FL_POINTS, &a, 0, POINTS);
		fl_stream_end(d);
		if (i >= SETTLED)
			fl_draw_arrays(d, FL_POINTS, &a, 0, POINTS);
	}
	fl_blend(d, FL_ONE, FL_ZERO);
	fl_draw_target(d, &s->screen, NULL);
	fl_texture(d, 0, &s->texture[0]);
	fl_program(d, fl_stage_program(s, 1));
	fl_shape_screen(d, 0, 1, 1, 0);
	fl_program(d, NULL);
	fl_texture(d, 0, NULL);
	return FL_OK;
}

const struct fl_demo fl_demo_attractor = {
    .name = "attractor",
    .what = "points that a program streams out and reads again, counted in 32-bit floats",
    .needs = FL_NEEDS_3D,
    .does = FL_DOES_STREAMS,
    .asks = "streams of vertices to memory",
    .begin = begin,
    .frame = frame,
};
