/* SPDX-License-Identifier: MIT
 *
 * State is tracked: what is sent is what changed. Random calls are drawn twice, once as they are and once
 * with everything sent again before each draw: the pictures must be the same.
 */
#include "lib/fl_buffer.h"
#include "tests/unit/test_lib_rig.h"

#include <stdio.h>
#include <string.h>

enum { RUNS = 400, DRAWS = 24, VERTICES = 24, PROGRAMS = 4 };

static uint32_t seed;
static bool all; /* send everything */
static struct fl_program program[PROGRAMS];
static struct fl_texture texture[3]; /* the last: what can be drawn into */
static struct fl_surface drawn;
static uint64_t vertices_B, indices_B;

static uint32_t pick(uint32_t n)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % n;
}

static float between(float a, float b)
{
	return a + (b - a) * (float)pick(1025) / 1024;
}

static void unbind(struct fl_draw *d, const struct fl_texture *t)
{
	for (uint32_t i = 0; i < FL_TEXCOORDS; i++)
		if (d->unit[i].texture == t)
			fl_texture(d, i, NULL);
}

static void fragment_state(struct fl_draw *d)
{
	switch (pick(12)) {
	case 0:
		fl_depth(d, pick(2), (enum fl_func)pick(8), pick(2));
		break;
	case 1:
		fl_stencil(d, pick(2), (enum fl_func)pick(8), (uint8_t)pick(256), (uint8_t)pick(256),
			   (uint8_t)pick(256));
		break;
	case 2:
		fl_stencil_op(d, (enum fl_stencil_op)pick(8), (enum fl_stencil_op)pick(8),
			      (enum fl_stencil_op)pick(8));
		break;
	case 3:
		fl_blend(d, (enum fl_factor)pick(15), (enum fl_factor)pick(10));
		break;
	case 4:
		fl_blend_color(d, between(0, 1), between(0, 1), between(0, 1), between(0, 1));
		break;
	case 5:
		fl_logic_op(d, pick(2) ? FL_LOGIC_COPY : (uint8_t)pick(16));
		break;
	case 6:
		fl_alpha_test(d, pick(2), (enum fl_func)pick(8), (uint8_t)pick(256));
		break;
	case 7:
		fl_color_mask(d, pick(4), pick(4), pick(4), pick(4));
		break;
	case 8:
		fl_fog(d, pick(2), 0, between(0.5f, 2), seed | 0xff000000);
		break;
	case 9:
		fl_fog_mode(d, (enum fl_fog_mode)pick(3), between(0, 1));
		break;
	case 10:
		fl_depth_range(d, between(0, 0.4f), 1);
		break;
	case 11:
		if (pick(2))
			fl_scissor(d, (int32_t)pick(64), (int32_t)pick(32), 40 + (int32_t)pick(100),
				   40 + (int32_t)pick(60));
		else
			fl_scissor_off(d);
		break;
	}
}

static void shape_state(struct fl_draw *d)
{
	const float plane[4] = {between(-1, 1), between(-1, 1), between(-1, 1), 20};

	switch (pick(12)) {
	case 0:
		fl_cull(d, (enum fl_face)pick(3));
		break;
	case 1:
		fl_polygon_mode(d, (enum fl_side)(1 + pick(3)), (enum fl_polygon_mode)pick(3));
		break;
	case 2:
		fl_flat(d, pick(2));
		break;
	case 3:
		fl_polygon_offset(d, between(-1, 1), between(-9, 9));
		break;
	case 4:
		fl_point_size(d, between(1, 20));
		break;
	case 5:
		fl_point_sprite(d, pick(2));
		break;
	case 6:
		fl_point_attenuation(d, 1, between(0, 1), pick(2) ? 0 : 0.5f);
		break;
	case 7:
		fl_line_width(d, between(1, 6));
		break;
	case 8:
		fl_line_stipple(d, pick(3), (uint16_t)(seed | 1));
		break;
	case 9:
		fl_clip_plane(d, pick(FL_CLIP_PLANES), pick(2) ? plane : NULL);
		break;
	case 10:
		fl_viewport(d, (int32_t)pick(40), (int32_t)pick(20), 60 + (int32_t)pick(90),
			    50 + (int32_t)pick(60));
		break;
	case 11:
		fl_load_identity(d);
		fl_translate(d, between(-9, 9), between(-9, 9), 0);
		fl_rotate(d, between(-20, 20), 0, 0, 1);
		break;
	}
}

static void vertex_and_texture_state(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;
	uint32_t unit = pick(2), i;

	switch (pick(8)) {
	case 0:
		fl_lighting(d, pick(2));
		fl_light_position(d, 0, between(-1, 1), between(-1, 1), 1, (float)pick(2));
		break;
	case 1:
		fl_texenv(d, unit, (enum fl_texenv)pick(5));
		fl_texenv_color(d, unit, seed);
		break;
	case 2:
		fl_texgen(d, unit, (enum fl_texgen)pick(6));
		break;
	case 3:
		fl_matrix_mode(d, (enum fl_matrix)(FL_TEXTURE + unit));
		fl_load_identity(d);
		fl_scale(d, between(0.5f, 2), between(0.5f, 2), 1);
		fl_matrix_mode(d, FL_MODELVIEW);
		break;
	case 4:
		i = pick(4);
		if (i == 2 && d->color_buffer.offset_B == drawn.offset_B)
			break; /* it is being drawn into */
		if (i < 3 || d->program != &program[0])
			fl_texture(d, unit, i < 3 ? &texture[i] : NULL);
		break;
	case 5:
		i = pick(2 * PROGRAMS);
		if (i == 0 && !d->unit[0].texture)
			break; /* that one looks it up */
		fl_program(d, i < PROGRAMS ? &program[i] : NULL);
		break;
	case 6:
		if (pick(2)) {
			if (d->program == &program[0])
				fl_program(d, NULL);
			unbind(d, &texture[2]);
			fl_draw_target(d, &drawn, NULL);
		} else {
			fl_draw_target(d, &s->screen, &s->depth);
		}
		break;
	case 7:
		fl_texcoord_size(d, unit, 2 + pick(3));
		break;
	}
}

static void immediate(struct fl_draw *d, enum fl_prim prim)
{
	fl_begin(d, prim);
	for (int i = 0; i < 8; i++) {
		fl_color_argb(d, pick(1u << 24) << 8 | pick(256));
		fl_normal(d, between(-1, 1), between(-1, 1), 1);
		fl_texcoord_of(d, 0, between(0, 1), between(0, 1), between(0, 1), 1);
		fl_texcoord_of(d, 1, between(0, 1), between(0, 1), between(0, 1), 1);
		fl_vertex(d, between(0, W), between(0, H), between(0, 1));
	}
	fl_end(d);
}

static void something(struct fl_draw *d)
{
	static const uint8_t prims[] = {FL_POINTS,       FL_LINES,          FL_LINE_STRIP, FL_TRIANGLES,
					FL_TRIANGLE_FAN, FL_TRIANGLE_STRIP, FL_QUADS,      FL_POLYGON};
	enum fl_prim prim = (enum fl_prim)prims[pick(sizeof(prims))];
	struct fl_arrays a = {
	    .position = {.offset_B = vertices_B, .stride_B = 16, .type = FL_FLOAT, .size = 3}};
	uint32_t first = 4 * pick(4), kind = pick(6), mask = 1 + pick(7);

	if (pick(3)) /* else the current color, out of the stream */
		a.color = (struct fl_array){
		    .offset_B = vertices_B + 12, .stride_B = 16, .type = FL_UBYTE, .size = 4};
	if (all)
		fl_draw_invalidate(d);
	if (kind < 2)
		immediate(d, prim);
	else if (kind < 4)
		fl_draw_arrays(d, prim, &a, first, 8);
	else if (kind < 5)
		fl_draw_elements(d, prim, &a, indices_B + 2 * first, 2, 8, VERTICES);
	else
		fl_clear(d, d->has_depth ? mask : FL_CLEAR_COLOR, seed | 0xff000000, between(0.5f, 1),
			 (uint8_t)seed);
}

static void f_track(struct fl_stage *s)
{
	const struct fl_draw_chip chip = s->d.chip;
	struct fl_draw *d = &s->d;

	fl_draw_init(d, d->cs, &chip);
	fl_draw_target(d, &drawn, NULL);
	fl_clear(d, FL_CLEAR_COLOR, 0xff206040, 1, 0);
	fl_draw_target(d, &s->screen, &s->depth);
	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH | FL_CLEAR_STENCIL, 0xff203040, 1, 0);
	pixels(d);
	for (int i = 0; i < DRAWS; i++) {
		for (uint32_t n = pick(4); n; n--)
			fragment_state(d);
		for (uint32_t n = pick(3); n; n--)
			shape_state(d);
		for (uint32_t n = pick(3); n; n--)
			vertex_and_texture_state(s);
		something(d);
	}
}

static void set_up(struct fl_stage *s)
{
	static const char vertex[] =
	    "!!PVS\nin position\nin color\nin texcoord0\nout pos : position\nout col : color0\n"
	    "out uv : texcoord0\nconst state_mvp[4]\n" TRANSFORM "MOV col, color\nMOV uv, texcoord0\n";
	static const char *const fragment[PROGRAMS] = {
	    ("in base : color0\nin uv : texcoord0\nout pixel : A\ntemp t\n"
	     "LD t, uv, tex0\nMUL pixel, t, base\n"),
	    "in base : color0\nout z : depth\nMOV z, base.r\n",
	    "in base : color0\nout pixel : B\nMOV pixel, base\n",
	    "in base : color0\nout pixel : A\ntemp t\nADD t, base, -0.5\nKIL t.r\nMOV pixel, (1-base)\n",
	};
	struct {
		float x, y, z;
		uint32_t color;
	} v[VERTICES];
	uint16_t index[VERTICES];
	char text[200];

	for (int i = 0; i < PROGRAMS; i++) {
		snprintf(text, sizeof(text), "!!US\n%s", fragment[i]);
		make_program(&program[i], vertex, text);
	}
	for (int i = 0; i < 2; i++) {
		cr_assert_eq(fl_stage_image(s, &texture[i].image, 16, 16, FL_ARGB8888, grid_texel, NULL),
			     FL_OK);
		texture[i].wrap_s = texture[i].wrap_t = FL_CLAMP;
		texture[i].linear = i;
	}
	cr_assert_eq(fl_surface_place(&drawn, &s->vram, W, H, FL_ARGB8888, FL_LINEAR,
				      FL_USE_3D | FL_USE_TEXTURE, NULL),
		     FL_OK);
	fl_texture_of(&texture[2], &drawn);
	texture[2].wrap_s = texture[2].wrap_t = FL_CLAMP;
	for (uint32_t i = 0; i < VERTICES; i++) {
		v[i].x = between(0, W);
		v[i].y = between(0, H);
		v[i].z = between(0, 1);
		v[i].color = pick(1u << 24) << 8 | pick(256);
		index[i] = (uint16_t)(VERTICES - 1 - i);
	}
	cr_assert_eq(fl_vram_alloc(&s->vram, sizeof(v), 4, &vertices_B, NULL), FL_OK);
	cr_assert_eq(fl_vram_alloc(&s->vram, sizeof(index), 4, &indices_B, NULL), FL_OK);
	fl_vram_write(s->dev, vertices_B, v, sizeof(v));
	fl_vram_write(s->dev, indices_B, index, sizeof(index));
}

Test(lib, state_is_tracked, .timeout = 120)
{
	struct rig *r = rig_open(W, H, false);
	static uint32_t once[W * H];
	uint32_t touched = 0;

	set_up(&r->stage);
	for (uint32_t run = 0; run < RUNS; run++) {
		all = false;
		seed = run * 7919;
		rig_draw(r, f_track);
		memcpy(once, r->picture, sizeof(once));
		all = true;
		seed = run * 7919;
		rig_draw(r, f_track);
		for (uint32_t i = 0; i < W * H; i++) {
			cr_assert_eq(once[i], r->picture[i],
				     "run %u, (%u, %u): 0x%08x; with everything sent 0x%08x", run, i % W,
				     i / W, once[i], r->picture[i]);
			touched += once[i] != once[0];
		}
	}
	cr_assert_gt(touched, RUNS * 2000u, "what is compared is not empty: %u", touched);
	rig_close(r);
}
