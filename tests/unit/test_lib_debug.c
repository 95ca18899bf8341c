/* SPDX-License-Identifier: MIT
 *
 * The debug build of immediate mode: it says what is wrong with a call. tests/build.mk links this file with
 * the library's sources compiled with FL_DEBUG.
 */
#include "lib/fl_buffer.h"
#include "lib/r500/program.h"
#include "lib/r500/draw.h"
#include "lib/r500/surface.h"
#include "lib/r600/surface.h"

#include <criterion/criterion.h>
#include <stdio.h>

static uint32_t words[1 << 14];

static enum fl_code submit(struct fl_cs *cs, struct fl_err *err)
{
	cs->at = cs->start;
	return FL_OK;
}

static struct fl_draw d;
static struct fl_cs cs;
static struct fl_surface color, depth, stencil, linear_depth;

static uint16_t device = 0x7249; /* of the chip: R580 */

static void open_target(void)
{
	const struct fl_draw_chip chip = {.backend = &fl_r500_backend,
					  .info = fl_chip_find(&r500_chips, 0x1002, device)};

	fl_cs_init(&cs, words, sizeof(words) / 4, submit, NULL);
	fl_surface_init(&color, &fl_r500_surfaces, 64, 64, FL_ARGB8888, FL_LINEAR, FL_USE_3D, NULL);
	fl_surface_init(&depth, &fl_r500_surfaces, 64, 64, FL_Z16, FL_MICRO | FL_SQUARE, FL_USE_3D, NULL);
	fl_surface_init(&stencil, &fl_r500_surfaces, 64, 64, FL_Z24S8, FL_MICRO, FL_USE_3D, NULL);
	fl_surface_init(&linear_depth, &fl_r500_surfaces, 64, 64, FL_Z16, FL_LINEAR, FL_USE_3D, NULL);
	fl_draw_init(&d, &cs, &chip);
	fl_draw_target(&d, &color, NULL);
	cr_assert_eq(d.code, FL_OK);
}

/* The call must be objected to, and the text must hold both words. */
#define WRONG(call, function, word)                                                                  \
	do {                                                                                         \
		open_target();                                                                       \
		call;                                                                                \
		cr_assert_eq(d.code, FL_USAGE, "%s passes", #call);                                  \
		cr_assert(strstr(d.err.text, function) && strstr(d.err.text, word), "%s: %s", #call, \
			  d.err.text);                                                               \
	} while (0)

#define RIGHT(call)                                                       \
	do {                                                              \
		open_target();                                            \
		call;                                                     \
		cr_assert_eq(d.code, FL_OK, "%s: %s", #call, d.err.text); \
	} while (0)

/* A pair whose fragment program reads texcoord0 */
static void make(struct fl_program *p, const char *outputs, const char *body)
{
	struct fl_err err = {0};
	static char vertex[256];

	snprintf(vertex, sizeof vertex,
		 "!!PVS\nin position\nout pos : position\nout col : color0\n%sMOV pos, position\nMOV col, "
		 "position\n%s",
		 outputs, body);
	cr_assert_eq(
	    fl_program_make(p, vertex, "!!US\nin uv : texcoord0\nout pixel : A\nMOV pixel, uv\n", &err),
	    FL_OK, "%s", err.text);
}

static void point(void)
{
	fl_begin(&d, FL_POINTS);
	fl_vertex(&d, 0, 0, 0);
	fl_end(&d);
}

Test(lib, debug_build_checks_calls)
{
	const float plane[4] = {1, 0, 0, 0};
	struct fl_texture npot = {.wrap_s = FL_REPEAT, .wrap_t = FL_CLAMP};

	fl_surface_init(&npot.image, &fl_r500_surfaces, 48, 64, FL_ARGB8888, FL_LINEAR, FL_USE_TEXTURE, NULL);
	WRONG((fl_begin(&d, FL_LINES), fl_begin(&d, FL_LINES)), "fl_begin", "inside");
	WRONG(fl_end(&d), "fl_end", "without");
	WRONG(fl_vertex(&d, 0, 0, 0), "fl_draw_split", "outside");
	WRONG((fl_begin(&d, FL_LINES), fl_load_identity(&d)), "fl_load_identity", "matrix");
	WRONG((fl_begin(&d, FL_LINES), fl_clear(&d, 1, 0, 0, 0)), "fl_clear", "between");
	WRONG((fl_begin(&d, FL_LINES), fl_draw_finish(&d)), "fl_draw_finish", "between");
	WRONG(fl_clear(&d, FL_CLEAR_DEPTH, 0, 0, 0), "fl_clear", "no depth buffer");
	WRONG(fl_depth(&d, true, FL_LESS, true), "fl_depth", "without a depth buffer");
	WRONG(fl_stencil(&d, true, FL_LESS, 1, 1, 1), "fl_stencil", "without a stencil buffer");
	WRONG((fl_draw_target(&d, &color, &depth), fl_stencil(&d, true, FL_LESS, 1, 1, 1)), "fl_stencil",
	      "without");
	WRONG(fl_draw_target(&d, &color, &linear_depth), "fl_draw_target", "micro-tiled");
	WRONG(fl_draw_target(&d, NULL, NULL), "fl_draw_target", "surface");
	WRONG(fl_pop_matrix(&d), "fl_pop_matrix", "empty");
	WRONG(for (int i = 0; i < 8; i++) fl_push_matrix(&d), "fl_push_matrix", "full");
	WRONG(fl_blend(&d, FL_ONE, FL_SRC_ALPHA_SATURATE), "fl_blend", "source factor");
	WRONG(fl_texture(&d, 0, &npot), "fl_texture", "power of two");
	WRONG(fl_viewport(&d, 0, 0, 0, 5), "fl_viewport", "no size");
	WRONG(fl_fog(&d, true, 3, 3, 0), "fl_fog", "starts where it ends");
	WRONG(fl_begin(&d, FL_PRIM_COUNT), "fl_begin", "no such primitive");
	WRONG(fl_begin(&d, (enum fl_prim)0), "fl_begin", "no such primitive");
	WRONG(fl_scissor(&d, 0, 0, -1, 5), "fl_scissor", "negative");
	WRONG(fl_perspective(&d, 0, 1, 1, 2), "fl_perspective", "out of range");
	WRONG(fl_perspective(&d, 45, 1, 0, 2), "fl_perspective", "0 < z_near");
	WRONG(fl_ortho(&d, 0, 0, 0, 1, 0, 1), "fl_ortho", "no size");
	WRONG(fl_depth(&d, false, (enum fl_func)8, true), "fl_depth", "no such comparison");
	WRONG(fl_stencil(&d, false, (enum fl_func)8, 0, 0, 0), "fl_stencil", "no such comparison");
	WRONG(fl_alpha_test(&d, true, (enum fl_func)8, 0), "fl_alpha_test", "no such comparison");
	WRONG(fl_stencil_op(&d, FL_KEEP, FL_KEEP, (enum fl_stencil_op)8), "fl_stencil_op",
	      "no such operation");
	WRONG(fl_blend(&d, (enum fl_factor)15, FL_ONE), "fl_blend", "no such factor");
	WRONG(fl_blend_separate(&d, FL_ONE, FL_ONE, (enum fl_blend_op)5, FL_ONE, FL_ONE, FL_ADD),
	      "fl_blend_separate", "no such operation");
	WRONG(fl_cull(&d, (enum fl_face)3), "fl_cull", "no such side");
	WRONG(fl_polygon_mode(&d, FL_BOTH, (enum fl_polygon_mode)3), "fl_polygon_mode", "no such mode");

	/* nothing is set inside */
	WRONG((fl_begin(&d, FL_LINES), fl_depth(&d, false, FL_LESS, true)), "fl_depth", "between");
	WRONG((fl_begin(&d, FL_LINES), fl_blend(&d, FL_ONE, FL_ONE)), "fl_blend", "between");
	WRONG((fl_begin(&d, FL_LINES), fl_scissor_off(&d)), "fl_scissor_off", "between");
	WRONG((fl_begin(&d, FL_LINES), fl_viewport(&d, 0, 0, 8, 8)), "fl_viewport", "between");
	WRONG((fl_begin(&d, FL_LINES), fl_line_width(&d, 2)), "fl_line_width", "between");
	WRONG((fl_begin(&d, FL_LINES), fl_clip_plane(&d, 0, plane)), "fl_clip_plane", "between");
	WRONG((fl_begin(&d, FL_LINES), fl_matrix_mode(&d, FL_PROJECTION)), "fl_matrix_mode", "between");
	WRONG((fl_begin(&d, FL_LINES), fl_rotate(&d, 1, 1, 0, 0)), "fl_rotate", "between");
	WRONG((fl_begin(&d, FL_LINES), fl_push_matrix(&d)), "fl_push_matrix", "between");
	WRONG((fl_begin(&d, FL_LINES), fl_light_position(&d, 0, 1, 0, 0, 0)), "fl_light_position", "between");
	WRONG((fl_begin(&d, FL_LINES), fl_light_color(&d, 0, plane, plane, plane)), "fl_light_color",
	      "between");
	WRONG((fl_begin(&d, FL_LINES), fl_light_attenuation(&d, 0, 1, 0, 0)), "fl_light_attenuation",
	      "between");
	WRONG(fl_matrix_mode(&d, FL_MATRIX_COUNT), "fl_matrix_mode", "no such matrix");
	WRONG(fl_light_color(&d, FL_LIGHTS, plane, plane, plane), "fl_light_color", "above");

	RIGHT((fl_begin(&d, FL_LINES), fl_vertex(&d, 0, 0, 0), fl_end(&d)));
	RIGHT((fl_draw_target(&d, &color, &depth), fl_depth(&d, true, FL_LESS, true)));
	npot.wrap_s = FL_CLAMP;
	RIGHT(fl_texture(&d, 0, &npot));
	RIGHT((fl_push_matrix(&d), fl_pop_matrix(&d)));

	/* the first mistake stays, and nothing breaks after it */
	open_target();
	fl_end(&d);
	fl_vertex(&d, 1, 2, 3);
	fl_pop_matrix(&d);
	cr_assert(strstr(d.err.text, "fl_end"), "%s", d.err.text);
	/* without a vertex, nothing is sent */
	fl_begin(&d, FL_TRIANGLES);
	uint32_t *before = cs.at;
	fl_end(&d);
	cr_assert_eq(cs.at, before);
}

Test(lib, debug_build_checks_fixed_function)
{
	const struct fl_stencil side = {.func = FL_LESS}, no_side = {.func = 8};
	const float plane[4] = {1, 0, 0, 0}, planes[4][4] = {{1, 0, 0, 0}};
	const struct fl_material dull = {.shininess = 0}, shiny = {.shininess = 128};

	WRONG(fl_texenv(&d, FL_TEXCOORDS, FL_DECAL), "fl_texenv", "FL_TEXCOORDS");
	WRONG(fl_texenv(&d, 0, (enum fl_texenv)5), "fl_texenv", "no such environment");
	WRONG(fl_texenv_color(&d, FL_TEXCOORDS, 0), "fl_texenv_color", "FL_TEXCOORDS");
	WRONG(fl_texgen(&d, FL_TEXCOORDS, FL_GEN_EYE), "fl_texgen", "FL_TEXCOORDS");
	WRONG(fl_texgen(&d, 0, (enum fl_texgen)6), "fl_texgen", "no such generation");
	WRONG(fl_texgen_planes(&d, FL_TEXCOORDS, planes), "fl_texgen_planes", "FL_TEXCOORDS");
	WRONG((fl_scale(&d, 0, 1, 1), fl_texgen_planes(&d, 0, planes)), "fl_texgen_planes", "no inverse");
	WRONG(fl_texcoord_size(&d, FL_TEXCOORDS, 2), "fl_texcoord_size", "FL_TEXCOORDS");
	WRONG(fl_texcoord_size(&d, 0, 1), "fl_texcoord_size", "2, 3 or 4");
	WRONG((fl_begin(&d, FL_LINES), fl_texcoord_size(&d, 0, 3)), "fl_texcoord_size", "between");
	WRONG(fl_fog_mode(&d, (enum fl_fog_mode)3, 1), "fl_fog_mode", "no such fog");
	WRONG(fl_fog_mode(&d, FL_FOG_EXP, -1), "fl_fog_mode", "below 0");
	WRONG(fl_light(&d, FL_LIGHTS, true), "fl_light", "FL_LIGHTS");
	WRONG(fl_light_position(&d, FL_LIGHTS, 0, 0, 1, 0), "fl_light_position", "FL_LIGHTS");
	WRONG(fl_light_position(&d, 0, 0, 0, 0, 0), "fl_light_position", "no direction");
	WRONG(fl_light_color(&d, FL_LIGHTS, plane, plane, plane), "fl_light_color", "FL_LIGHTS");
	WRONG(fl_light_attenuation(&d, FL_LIGHTS, 1, 0, 0), "fl_light_attenuation", "FL_LIGHTS");
	WRONG(fl_light_attenuation(&d, 0, 0, 0, 0), "fl_light_attenuation", "not positive");
	WRONG(fl_material(&d, &dull), "fl_material", "1 to 128");
	WRONG((fl_begin(&d, FL_LINES), fl_material(&d, &shiny)), "fl_material", "between");
	WRONG((fl_begin(&d, FL_LINES), fl_lighting(&d, true)), "fl_lighting", "between");
	WRONG((fl_begin(&d, FL_LINES), fl_fog(&d, false, 0, 1, 0)), "fl_fog", "between");
	WRONG((fl_begin(&d, FL_LINES), fl_texenv(&d, 0, FL_DECAL)), "fl_texenv", "between");
	WRONG((fl_begin(&d, FL_LINES), fl_texgen(&d, 0, FL_GEN_EYE)), "fl_texgen", "between");
	WRONG(fl_matrix_mode(&d, FL_MATRIX_COUNT), "fl_matrix_mode", "no such");
	RIGHT((fl_fog_mode(&d, FL_FOG_EXP2, 0.5f), fl_fog(&d, true, 3, 3, 0), fl_material(&d, &shiny),
	       fl_texgen_planes(&d, 3, planes), fl_texcoord_size(&d, 3, 4)));

	WRONG(fl_stencil_side(&d, FL_BACK, &side), "fl_stencil_side", "comes first");
	WRONG((fl_draw_target(&d, &color, &stencil), fl_stencil(&d, true, FL_LESS, 1, 1, 1),
	       fl_stencil_side(&d, FL_BACK, &no_side)),
	      "fl_stencil_side", "does not exist");
	WRONG(fl_blend_separate(&d, FL_ONE, FL_ONE, FL_ADD, FL_ONE, FL_SRC_ALPHA_SATURATE, FL_ADD),
	      "fl_blend_separate", "source factor");
	WRONG(fl_logic_op(&d, 16), "fl_logic_op", "above 15");
	WRONG(fl_point_size(&d, 0), "fl_point_size", "no size");
	WRONG(fl_point_attenuation(&d, 0, 0, 0), "fl_point_attenuation", "not positive");
	WRONG(fl_line_width(&d, -1), "fl_line_width", "no width");
	WRONG(fl_line_stipple(&d, 257, 0), "fl_line_stipple", "256");
	WRONG(fl_clip_plane(&d, 6, plane), "fl_clip_plane", "FL_CLIP_PLANES");
	WRONG((fl_scale(&d, 0, 1, 1), fl_clip_plane(&d, 0, plane)), "fl_clip_plane", "no inverse");
	WRONG(fl_occlusion_end(&d, 0), "fl_occlusion_end", "without");
	WRONG((fl_occlusion_begin(&d), fl_occlusion_begin(&d)), "fl_occlusion_begin", "one counter");
	WRONG((fl_occlusion_begin(&d), fl_occlusion_end(&d, 6)), "fl_occlusion_end", "multiple of 4");
}

Test(lib, debug_build_checks_arrays)
{
	const struct fl_arrays arrays = {.position = {.stride_B = 12, .size = 3},
					 .color = {.type = FL_UBYTE, .size = 4}};
	struct fl_arrays odd = arrays, far_apart = arrays, far_off = arrays;

	odd.color.offset_B = 2;
	far_apart.position.stride_B = 512;
	far_off.position.offset_B = 1ull << 32;
	WRONG(fl_draw_arrays(&d, FL_POINTS, &(struct fl_arrays){0}, 0, 1), "fl_draw_arrays", "positions");
	WRONG((fl_begin(&d, FL_LINES), fl_draw_arrays(&d, FL_POINTS, &arrays, 0, 1)), "fl_draw_arrays",
	      "between");
	WRONG(fl_draw_arrays(&d, FL_POINTS, &arrays, 0, 1u << 24), "fl_draw_arrays", "2^24");
	WRONG(fl_draw_arrays(&d, FL_POINTS, &odd, 0, 1), "fl_draw_arrays", "multiple of 4");
	WRONG(fl_draw_elements(&d, FL_POINTS, &far_apart, 0, 2, 1, 1), "fl_draw_elements", "508");
	WRONG(fl_draw_elements(&d, FL_POINTS, &arrays, 0, 1, 1, 1), "fl_draw_elements", "2 or 4 bytes");
	WRONG(fl_draw_elements(&d, FL_POINTS, &arrays, 2, 2, 1, 1), "fl_draw_elements", "multiple of 4");
	WRONG(fl_draw_elements(&d, FL_POINTS, &arrays, 1ull << 40, 2, 1, 1), "fl_draw_elements",
	      "indices beyond");
	WRONG(fl_draw_arrays(&d, FL_POINTS, &far_off, 0, 1), "fl_draw_arrays",
	      "an array that reaches beyond");
	WRONG(fl_draw_elements(&d, FL_POINTS, &far_off, 0, 2, 1, 1), "fl_draw_elements",
	      "an array that reaches");
	WRONG(fl_draw_arrays(&d, (enum fl_prim)11, &arrays, 0, 1), "fl_draw_arrays", "no such primitive");
	WRONG(fl_draw_elements(&d, FL_POINTS, &arrays, 0, 2, 1, 0), "fl_draw_elements", "no vertices");
	WRONG(fl_draw_elements(&d, FL_POINTS, &arrays, 0, 2, 1u << 23, 1), "fl_draw_elements", "2^23");
	RIGHT((fl_draw_arrays(&d, FL_POINTS, &arrays, 0, 1),
	       fl_draw_elements(&d, FL_POINTS, &arrays, 0, 4, 1, 1)));
}

Test(lib, debug_build_checks_programs)
{
	static struct fl_program unmade, pair, looks;
	struct fl_texture plain = {.wrap_s = FL_CLAMP, .wrap_t = FL_CLAMP};
	const float planes[4][4] = {{1, 0, 0, 0}};
	struct fl_err err = {0};

	/* of another family, whose depth buffers are textures by a copy */
	fl_surface_init(&plain.image, &fl_r600_surfaces, 64, 64, FL_Z24S8, FL_MICRO, FL_USE_3D, NULL);
	fl_texture_of(&plain, &plain.image);
	WRONG(fl_texture(&d, 0, &plain), "fl_texture", "without FL_USE_TEXTURE");
	plain = (struct fl_texture){.wrap_s = FL_CLAMP, .wrap_t = FL_CLAMP};
	fl_surface_init(&plain.image, &fl_r500_surfaces, 64, 64, FL_ARGB8888, FL_LINEAR, FL_USE_TEXTURE,
			NULL);
	plain.image.offset_B = 1 << 20;
	WRONG(fl_program(&d, &unmade), "fl_program", "did not make");
	WRONG((fl_begin(&d, FL_LINES), fl_program(&d, NULL)), "fl_program", "between");
	cr_assert_eq(
	    fl_program_make(&looks,
			    "!!PVS\nin position\nout pos : position\nout uv : texcoord0\n"
			    "MOV pos, position\nMOV uv, position\n",
			    "!!US\nin uv : texcoord0\nout pixel : A\ntemp t\nLD t, uv, tex3\nMOV pixel, t\n",
			    &err),
	    FL_OK, "%s", err.text);
	WRONG((fl_program(&d, &looks), point()), "program_state", "looks up a unit without texture");
	RIGHT((fl_program(&d, &looks), fl_texture(&d, 3, &plain), point()));
	WRONG((fl_program(&d, &looks), fl_texture(&d, 3, &plain), point(), fl_texture(&d, 3, NULL), point()),
	      "program_state", "looks up a unit without texture");
	WRONG((fl_program(&d, &looks), fl_program_set(&looks, FL_FRAGMENT, 256, 1, planes)), "fl_program_set",
	      "0 to 255");
	make(&pair, "out uv : texcoord0\nout more : texcoord1\n", "MOV uv, position\nMOV more, position\n");
	RIGHT((fl_program(&d, &pair), point()));
	WRONG((fl_program(&d, &pair), fl_point_sprite(&d, true), point()), "route",
	      "must be the last output");
	make(&pair, "", "");
	RIGHT((fl_program(&d, &pair), fl_point_sprite(&d, true), point()));
	WRONG((fl_program(&d, &pair), point()), "route", "does not put out");
}

/* ---- what came after R3xx, or after R4xx ---- */

Test(lib, debug_build_checks_what_older_chips_lack)
{
	enum { R580 = 0x7249, R300 = 0x4e44, R420 = 0x4a49 };
	const struct fl_array color_array = {.stride_B = 8, .type = FL_UBYTE, .size = 4};
	const struct fl_arrays plain = {.position = {.stride_B = 8, .type = FL_FLOAT, .size = 2},
					.color = color_array},
			       halves = {.position = {.stride_B = 8, .type = FL_HALF, .size = 2},
					 .color = color_array};

	device = R300;
	WRONG(fl_draw_arrays(&d, FL_POINTS, &halves, 0, 4), "gather", "no arrays of FL_HALF");
	WRONG(fl_draw_arrays(&d, FL_TRIANGLE_FAN, &plain, 0, 65536), "in_parts", "fans");
	RIGHT(fl_draw_arrays(&d, FL_TRIANGLE_FAN, &plain, 0, 65535));
	RIGHT(fl_draw_arrays(&d, FL_TRIANGLE_STRIP, &plain, 0, 1 << 20));
	device = R420;
	WRONG(fl_draw_arrays(&d, FL_POLYGON, &plain, 0, 65536), "in_parts", "polygons");
	RIGHT(fl_draw_arrays(&d, FL_POINTS, &halves, 0, 4));
	device = R580;
	RIGHT(fl_draw_arrays(&d, FL_LINE_LOOP, &plain, 0, 1 << 20));
}

/* ---- textures and targets ---- */

Test(lib, debug_build_checks_textures_and_targets)
{
	struct fl_surface wide, odd, many, many_depth, dxt, floats, small;
	struct fl_texture t, half, tiny, over, samples;
	const struct fl_surface *two[2] = {&color, &wide}, *mixed[2] = {&color, &many},
				*five[5] = {&color, &color, &color, &color, &color};

	open_target(); /* lays out color and depth */
	fl_surface_init(&wide, &fl_r500_surfaces, 128, 64, FL_ARGB8888, FL_LINEAR, FL_USE_3D, NULL);
	odd = color;
	odd.pitch_px = 65;
	fl_surface_init_samples(&many, &fl_r500_surfaces, 64, 64, FL_ARGB8888, 4, NULL);
	fl_surface_init_samples(&many_depth, &fl_r500_surfaces, 64, 64, FL_Z24S8, 4, NULL);
	fl_surface_init(&dxt, &fl_r500_surfaces, 64, 64, FL_DXT1, FL_LINEAR, FL_USE_TEXTURE, NULL);
	fl_surface_init(&floats, &fl_r500_surfaces, 64, 64, FL_R32F, FL_LINEAR, FL_USE_3D, NULL);
	fl_surface_init(&small, &fl_r500_surfaces, 32, 32, FL_Z16, FL_MICRO, FL_USE_3D, NULL);
	WRONG(fl_draw_target(&d, &dxt, NULL), "fl_draw_target", "format");
	WRONG(fl_draw_target(&d, &odd, NULL), "fl_draw_target", "odd pitch");
	WRONG(fl_draw_target(&d, &color, &color), "fl_draw_target", "FL_Z24S8");
	WRONG(fl_draw_target(&d, &color, &many_depth), "fl_draw_target", "numbers of samples");
	WRONG(fl_draw_target(&d, &color, &small), "fl_draw_target", "smaller");
	WRONG(fl_draw_targets(&d, 2, two, NULL), "fl_draw_targets", "different sizes");
	WRONG(fl_draw_targets(&d, 2, mixed, NULL), "fl_draw_targets", "numbers of samples");
	WRONG(fl_draw_targets(&d, 5, five, NULL), "fl_draw_targets", "more than 4 color buffers");
	WRONG(fl_instances(&d, 0), "fl_instances", "no instance");
	WRONG(fl_stream_out(&d, 128, 256, 16), "fl_stream_out", "multiple of 256");
	WRONG(fl_stream_out(&d, 256, 256, 6), "fl_stream_out", "multiple of 4");
	WRONG(fl_resolve(&d, &color, &color), "fl_resolve", "one sample");
	WRONG(fl_resolve(&d, &many, &many), "fl_resolve", "several samples");
	WRONG(fl_resolve(&d, &many, &wide), "fl_resolve", "different sizes");
	WRONG(fl_resolve(&d, &many, &floats), "fl_resolve", "different formats");
	WRONG((fl_draw_target(&d, NULL, &depth), fl_clear_float(&d, (const float[4]){0})), "fl_clear_float",
	      "no color");
	WRONG((fl_draw_target(&d, &floats, NULL), fl_blend(&d, FL_ONE, FL_ONE), fl_begin(&d, FL_LINES)),
	      "fl_begin", "blended");
	/* A format that R5xx do not draw into */
	WRONG((d.color_buffer.format = FL_R32UI, fl_clear(&d, FL_CLEAR_COLOR, 0, 1, 0)), "fl_clear",
	      "whole numbers");
	WRONG((d.color_buffer.format = FL_R32UI, fl_clear_float(&d, (const float[4]){0})), "fl_clear_float",
	      "whole numbers");
	WRONG((d.color_buffer.format = FL_R32UI, fl_begin(&d, FL_LINES)), "fl_begin", "whole numbers");
	RIGHT((fl_draw_target(&d, &many, &many_depth), fl_resolve(&d, &many, &color)));

	fl_texture_init(&t, &fl_r500_surfaces, FL_TEX_2D, 64, 64, 1, FL_ALL_LEVELS, FL_ARGB8888, FL_LINEAR,
			NULL);
	t.image.offset_B = 1 << 20;
	WRONG(fl_texture(&d, FL_TEXTURES, &t), "fl_texture", "0 to 7");
	WRONG((fl_texture(&d, 0, &(struct fl_texture){0}), point()), "fl_texture", "without an image");
	half = t;
	half.level_min = 7;
	WRONG(fl_texture(&d, 0, &half), "fl_texture", "level_min");
	half.level_min = 3;
	half.level_max = 2;
	WRONG(fl_texture(&d, 0, &half), "fl_texture", "level_max");
	half = t;
	half.anisotropy = 4;
	WRONG(fl_texture(&d, 0, &half), "fl_texture", "anisotropy");
	fl_texture_init(&half, &fl_r500_surfaces, FL_TEX_2D, 64, 64, 1, 1, FL_ABGR16F, FL_LINEAR, NULL);
	half.linear = true;
	WRONG(fl_texture(&d, 0, &half), "fl_texture", "filtered");
	tiny = t;
	fl_surface_init(&tiny.image, &fl_r500_surfaces, 16, 16, FL_ARGB8888, FL_MICRO | FL_MACRO, 0, NULL);
	WRONG(fl_texture(&d, 0, &tiny), "fl_texture", "macro-tile");
	samples = (struct fl_texture){.image = many};
	WRONG(fl_texture(&d, 0, &samples), "fl_texture", "fl_resolve");
	over = (struct fl_texture){.image = color};
	WRONG((fl_texture(&d, 0, &over), fl_begin(&d, FL_LINES)), "fl_begin", "drawn into");
	/* bound first, and the target changed then */
	RIGHT((fl_texture(&d, 0, &over), odd = color, odd.offset_B = 1 << 20, odd.pitch_px = 64,
	       fl_draw_target(&d, &odd, NULL), fl_begin(&d, FL_LINES)));
	RIGHT(fl_texture(&d, 7, &t));
}
